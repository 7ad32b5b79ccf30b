/* SPDX-License-Identifier: BSD-2-Clause
 *
 * What every x86-64 kernel file shares: symbol names, function frames, notes.
 * A kernel file defines CIPHER and VARIANT (plain tokens) before including it.
 * Copy this file together with the .S file.
 */
#ifndef TSUBAKI_ASM_H
#define TSUBAKI_ASM_H

#ifndef TSUBAKI_PREFIX          /* prefix of every symbol; the build may choose another */
#define TSUBAKI_PREFIX tsubaki
#endif
#ifndef TSUBAKI_VISIBILITY      /* .hidden, .protected or .globl */
#define TSUBAKI_VISIBILITY .hidden
#endif

#define TSUBAKI_JOIN_(p, c, o, v) p##_##c##_##o##_##v
#define TSUBAKI_JOIN(p, c, o, v) TSUBAKI_JOIN_(p, c, o, v)
/* The symbol of one operation of this file's variant: SYM(ecb_enc). */
#define SYM(op) TSUBAKI_JOIN(TSUBAKI_PREFIX, CIPHER, op, VARIANT)

/* An exported function. Its body begins with the CFA at rsp + 8. */
.macro FUNC name
    .text
    .p2align 6
    .globl \name
    TSUBAKI_VISIBILITY \name
    .type \name, @function
\name:
    .cfi_startproc
    endbr64
.endm

/* A function of this file only (use a .L name); never reached by an indirect jump. */
.macro LOCAL_FUNC name
    .text
    .p2align 6
    .type \name, @function
\name:
    .cfi_startproc
.endm

.macro ENDFUNC name
    .cfi_endproc
    .size \name, . - \name
.endm

/* Read-only data, aligned for the widest vector. */
.macro RODATA
    .section .rodata, "a", @progbits
    .p2align 6
.endm

/* Push and pop a callee-saved register with its unwind information. */
.macro PUSH_CFI reg
    push \reg
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset \reg, 0
.endm
.macro POP_CFI reg
    pop \reg
    .cfi_adjust_cfa_offset -8
    .cfi_restore \reg
.endm

/* No executable stack; IBT and shadow stack are supported. Stands in every object that includes this file. */
    .section .note.GNU-stack, "", @progbits
    .section .note.gnu.property, "a", @note
    .p2align 3
    .long 4, 16, 5
    .asciz "GNU"
    .long 0xc0000002, 4, 3      /* GNU_PROPERTY_X86_FEATURE_1_AND: IBT | SHSTK */
    .long 0
    .text

#endif

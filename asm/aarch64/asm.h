/* SPDX-License-Identifier: BSD-2-Clause
 *
 * What every AArch64 kernel file shares: symbol names, function frames, notes.
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

/* An exported function. Its body begins with the CFA at sp; an indirect call may land on it (bti c). */
.macro FUNC name
    .text
    .p2align 6
    .globl \name
    TSUBAKI_VISIBILITY \name
    .type \name, %function
\name:
    .cfi_startproc
    hint #34
.endm

/* A function of this file only (use a .L name); never reached by an indirect jump. */
.macro LOCAL_FUNC name
    .text
    .p2align 6
    .type \name, %function
\name:
    .cfi_startproc
.endm

.macro ENDFUNC name
    .cfi_endproc
    .size \name, . - \name
.endm

/* Read-only data, aligned for a cache line. */
.macro RODATA
    .section .rodata, "a", %progbits
    .p2align 6
.endm

/* reg = address of a label of this object. */
.macro ADDRESS reg, label
    adrp \reg, \label
    add \reg, \reg, :lo12:\label
.endm

/* A frame: signed return address, x29, x30, x19-x24 and d8-d15 saved in FRAME_SIZE bytes, then `extra` bytes of scratch
 * at sp (a multiple of 16). UNFRAME undoes it, signature check included; its reload of d8-d15 clears the upper
 * halves. */
#define FRAME_SIZE 128
.macro FRAME extra=0
    hint #25                    /* paciasp */
    .cfi_negate_ra_state
    stp x29, x30, [sp, #-FRAME_SIZE]!
    .cfi_def_cfa_offset FRAME_SIZE
    .cfi_rel_offset x29, 0
    .cfi_rel_offset x30, 8
    mov x29, sp
    .cfi_def_cfa_register x29
    stp x19, x20, [sp, #80]
    stp x21, x22, [sp, #96]
    stp x23, x24, [sp, #112]
    stp d8, d9, [sp, #16]
    stp d10, d11, [sp, #32]
    stp d12, d13, [sp, #48]
    stp d14, d15, [sp, #64]
    .cfi_rel_offset x19, 80
    .cfi_rel_offset x20, 88
    .cfi_rel_offset x21, 96
    .cfi_rel_offset x22, 104
    .cfi_rel_offset x23, 112
    .cfi_rel_offset x24, 120
    .cfi_rel_offset d8, 16
    .cfi_rel_offset d9, 24
    .cfi_rel_offset d10, 32
    .cfi_rel_offset d11, 40
    .cfi_rel_offset d12, 48
    .cfi_rel_offset d13, 56
    .cfi_rel_offset d14, 64
    .cfi_rel_offset d15, 72
  .if \extra
    sub sp, sp, #\extra
  .endif
.endm

.macro UNFRAME extra=0
  .if \extra
    add sp, sp, #\extra
  .endif
    ldp x19, x20, [sp, #80]
    ldp x21, x22, [sp, #96]
    ldp x23, x24, [sp, #112]
    ldp d8, d9, [sp, #16]
    ldp d10, d11, [sp, #32]
    ldp d12, d13, [sp, #48]
    ldp d14, d15, [sp, #64]
    .cfi_restore x19
    .cfi_restore x20
    .cfi_restore x21
    .cfi_restore x22
    .cfi_restore x23
    .cfi_restore x24
    .cfi_restore d8
    .cfi_restore d9
    .cfi_restore d10
    .cfi_restore d11
    .cfi_restore d12
    .cfi_restore d13
    .cfi_restore d14
    .cfi_restore d15
    .cfi_def_cfa_register sp
    ldp x29, x30, [sp], #FRAME_SIZE
    .cfi_restore x29
    .cfi_restore x30
    .cfi_def_cfa_offset 0
    hint #29                    /* autiasp */
    .cfi_negate_ra_state
.endm

/* Clear every vector register but d8-d15, which UNFRAME reloads. */
.macro ZERO_VECTOR r
    movi v\r\().16b, #0
.endm
.macro WIPE_VECTORS
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    ZERO_VECTOR \r
    .endr
.endm

/* No executable stack; BTI and return-address signing are supported. Stands in every object that includes this file. */
    .section .note.GNU-stack, "", %progbits
    .section .note.gnu.property, "a", %note
    .p2align 3
    .long 4, 16, 5
    .asciz "GNU"
    .long 0xc0000000, 4, 3      /* GNU_PROPERTY_AARCH64_FEATURE_1_AND: BTI | PAC */
    .long 0
    .text

#endif

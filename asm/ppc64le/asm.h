/* SPDX-License-Identifier: BSD-2-Clause
 *
 * What every POWER (little-endian, ELFv2) kernel file shares: symbol names,
 * entry points, frames, notes. A kernel file defines CIPHER and VARIANT (plain
 * tokens) before including it. Copy this file together with the .S file.
 *
 * Registers: r0, r3-r12, f0-f13, v0-v19 and vs0-vs13 are free; r14-r31,
 * f14-f31 (the first half of vs14-vs31) and v20-v31 belong to the caller.
 * r2 is the TOC pointer, r13 the thread pointer. VRSAVE is reserved to the
 * system by ELFv2: no kernel reads or writes it.
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

    .abiversion 2
#ifdef POWER9
    .machine power9
#else
    .machine power8
#endif

/*
 * An exported function. A caller from another module enters at the global entry with its address in r12, which sets
 * up the TOC pointer; a caller from this module enters at the local entry behind that.
 */
.macro FUNC name
    .text
    .balignl 64, 0x60000000     /* nop */
    .globl \name
    TSUBAKI_VISIBILITY \name
    .type \name, @function
\name:
    .cfi_startproc
.Lgep_\name:
    addis   2, 12, .TOC.-.Lgep_\name@ha
    addi    2, 2, .TOC.-.Lgep_\name@l
    .localentry \name, . - \name
.endm

/* A function of this file only (use a .L name): one entry, the caller's TOC pointer. */
.macro LOCAL_FUNC name
    .text
    .balignl 64, 0x60000000
    .type \name, @function
\name:
    .cfi_startproc
.endm

.macro ENDFUNC name
    .cfi_endproc
    .size \name, . - \name
.endm

/* Read-only data, aligned for the widest vector and for lvx. */
.macro RODATA
    .section .rodata, "a", @progbits
    .p2align 6
.endm

/* reg = the address of a datum of this file, relative to the TOC pointer. */
.macro ADDRESS reg, datum
    addis   \reg, 2, \datum@toc@ha
    addi    \reg, \reg, \datum@toc@l
.endm

/* A frame with back chain; the link register is saved in the caller's. Uses r0. DWARF calls the link register 65. */
.macro ENTER size
    mflr    0
    std     0, 16(1)
    .cfi_offset 65, 16
    stdu    1, -(\size)(1)
    .cfi_def_cfa_offset \size
.endm
.macro LEAVE size
    addi    1, 1, \size
    .cfi_def_cfa_offset 0
    ld      0, 16(1)
    mtlr    0
    .cfi_restore 65
.endm

/* Save and restore v20-v31 at 16-aligned offset \at of a frame of \size bytes (DWARF 97-108). \tmp: a GPR. */
.macro SAVE_VR at, size, tmp
    .irp n, 20,21,22,23,24,25,26,27,28,29,30,31
    li      \tmp, \at + 16 * (\n - 20)
    stvx    \n, \tmp, 1
    .cfi_offset \n + 77, \at + 16 * (\n - 20) - (\size)
    .endr
.endm
.macro RESTORE_VR at, tmp
    .irp n, 20,21,22,23,24,25,26,27,28,29,30,31
    li      \tmp, \at + 16 * (\n - 20)
    lvx     \n, \tmp, 1
    .cfi_restore \n + 77
    .endr
.endm

/* The same for f14 to f\last (DWARF 46 and on). The second halves of their vs registers are cleared by the restore. */
.macro SAVE_FPR at, size, last = 31
    .irp n, 14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    .if \n <= \last
    stfd    \n, \at + 8 * (\n - 14)(1)
    .cfi_offset \n + 32, \at + 8 * (\n - 14) - (\size)
    .endif
    .endr
.endm
.macro RESTORE_FPR at, last = 31
    .irp n, 14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    .if \n <= \last
    xxlxor  \n, \n, \n
    lfd     \n, \at + 8 * (\n - 14)(1)
    .cfi_restore \n + 32
    .endif
    .endr
.endm

/* Clear v0-v19, vs0-vs13: every vector register that a kernel may leave dirty beside those it restores. */
.macro WIPE_VECTORS
    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19
    vxor    \n, \n, \n
    .endr
    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13
    xxlxor  \n, \n, \n
    .endr
.endm

/* No executable stack. Stands in every object that includes this file. */
    .section .note.GNU-stack, "", @progbits
    .text

#endif

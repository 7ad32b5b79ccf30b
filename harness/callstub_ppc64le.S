/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The ABI call stub of POWER (ELFv2, little-endian): calls a function with every register set, on a stack of its own,
 * and records every register after it. Behind it: functions that break the ABI or leave secrets, one each; the harness
 * must notice.
 */
#include "callstub.h"

    .abiversion 2
    .machine power8

    .bss
    .p2align 3
current:                            /* the call being made: no register can hold it */
    .skip 8
    .section .note.GNU-stack, "", @progbits
    .text

/* lxvd2x or stxvd2x of all vector-scalar registers at image(r3). r4, r5 are lost. */
.macro MOVE_VECTORS insn, image
    li 4, 0
    addi 5, 3, \image + IMAGE_VEC
    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    \insn \n, 4, 5
    addi 4, 4, 16
    .endr
    .irp n, 32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63
    \insn \n, 4, 5
    addi 4, 4, 16
    .endr
.endm

/* The stub's own frame. */
#define SAVE_VRSAVE 32
#define SAVE_FPSCR  40
#define SAVE_R13    48
#define SAVE_VSCR   64
#define SAVE_GPR    80              /* r14-r31 */
#define SAVE_FPR    224             /* f14-f31 */
#define SAVE_VR     368             /* v20-v31 */
#define FRAME       560

    .globl abi_stub
    .type abi_stub, @function
    .p2align 4
abi_stub:
    .cfi_startproc
.Lgep:
    addis 2, 12, .TOC. - .Lgep@ha
    addi 2, 2, .TOC. - .Lgep@l
    .localentry abi_stub, . - abi_stub
    mflr 0
    std 0, 16(1)
    mfcr 0
    stw 0, 8(1)
    stdu 1, -FRAME(1)
    .irp n, 14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    std \n, SAVE_GPR + 8 * (\n - 14)(1)
    stfd \n, SAVE_FPR + 8 * (\n - 14)(1)
    .endr
    .irp n, 52,53,54,55,56,57,58,59,60,61,62,63
    li 4, SAVE_VR + 16 * (\n - 52)
    stxvd2x \n, 4, 1
    .endr
    mfspr 4, 256                    /* VRSAVE */
    std 4, SAVE_VRSAVE(1)
    mffs 0
    stfd 0, SAVE_FPSCR(1)
    mfvscr 0
    li 4, SAVE_VSCR
    stvx 0, 4, 1
    std 13, SAVE_R13(1)
    std 2, 24(1)
    std 1, ABI_OWN_SP(3)
    lis 4, current@ha               /* the test programs are static: addresses are constants */
    std 3, current@l(4)

    ld 4, ABI_BEFORE + IMAGE_VRSAVE(3)
    mtspr 256, 4
    li 4, ABI_BEFORE + IMAGE_VSCR   /* VSCR is the vector's last word, in memory the first */
    lvx 0, 4, 3
    mtvscr 0
    lfd 0, ABI_BEFORE + IMAGE_FPSCR(3)
    mtfsf 255, 0
    MOVE_VECTORS lxvd2x, ABI_BEFORE
    ld 1, ABI_STACK(3)
    std 1, ABI_BEFORE + IMAGE_GPR + 8(3)
    ld 4, ABI_BEFORE + IMAGE_CR(3)
    mtcr 4
    ld 4, ABI_BEFORE + IMAGE_XER(3)
    mtxer 4
    .irp n, 0,9,10,11,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    ld \n, ABI_BEFORE + IMAGE_GPR + 8 * \n(3)
    .endr
    ld 12, ABI_FUNCTION(3)
    mtctr 12
    ld 8, ABI_ARGS + 40(3)
    ld 7, ABI_ARGS + 32(3)
    ld 6, ABI_ARGS + 24(3)
    ld 5, ABI_ARGS + 16(3)
    ld 4, ABI_ARGS + 8(3)
    ld 3, ABI_ARGS(3)
    bctrl

    mtlr 12                         /* LR is the only register without news */
    lis 12, current@ha
    ld 12, current@l(12)
    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    std \n, ABI_AFTER + IMAGE_GPR + 8 * \n(12)
    .endr
    std 3, ABI_RESULT(12)
    mr 3, 12
    mflr 12
    std 12, ABI_AFTER + IMAGE_GPR + 8 * 12(3)
    ld 1, ABI_OWN_SP(3)
    ld 2, 24(1)
    ld 13, SAVE_R13(1)
    mfcr 4
    std 4, ABI_AFTER + IMAGE_CR(3)
    mfctr 4
    std 4, ABI_AFTER + IMAGE_CTR(3)
    mfxer 4
    std 4, ABI_AFTER + IMAGE_XER(3)
    mfspr 4, 256
    std 4, ABI_AFTER + IMAGE_VRSAVE(3)
    MOVE_VECTORS stxvd2x, ABI_AFTER
    mffs 0
    stfd 0, ABI_AFTER + IMAGE_FPSCR(3)
    mfvscr 0
    li 4, ABI_AFTER + IMAGE_VSCR
    stvx 0, 4, 3

    li 4, SAVE_VSCR
    lvx 0, 4, 1
    mtvscr 0
    lfd 0, SAVE_FPSCR(1)
    mtfsf 255, 0
    ld 4, SAVE_VRSAVE(1)
    mtspr 256, 4
    .irp n, 52,53,54,55,56,57,58,59,60,61,62,63
    li 4, SAVE_VR + 16 * (\n - 52)
    lxvd2x \n, 4, 1
    .endr
    .irp n, 14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    lfd \n, SAVE_FPR + 8 * (\n - 14)(1)
    ld \n, SAVE_GPR + 8 * (\n - 14)(1)
    .endr
    addi 1, 1, FRAME
    lwz 0, 8(1)
    mtcr 0
    ld 0, 16(1)
    mtlr 0
    blr
    .cfi_endproc
    .size abi_stub, . - abi_stub

/* ---- Broken functions --------------------------------------------------------------------------------------------
 * BREAK kind, name of what breaks, code: a function and its row in abi_breaks. */
.macro BREAK kind, name, code
    .text
    .p2align 4
1:  \code
    blr
    .section .rodata.str1.1, "aMS", @progbits, 1
2:  .asciz "\name"
    .section .data.rel.ro, "aw", @progbits
    .quad 1b, 2b, \kind
.endm

    .section .data.rel.ro, "aw", @progbits
    .p2align 3
    .globl abi_breaks
abi_breaks:
    BREAK BREAKS_NOTHING, "nothing", "nop"
    .irp n, 14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    BREAK BREAKS_SAVED, r\n, "not \n, \n"
    BREAK BREAKS_SAVED, f\n, "fneg \n, \n"
    .endr
    .irp n, 20,21,22,23,24,25,26,27,28,29,30,31
    BREAK BREAKS_SAVED, v\n, "vnor \n, \n, \n"
    .endr
    BREAK BREAKS_SAVED, r1, "addi 1, 1, -16"
    BREAK BREAKS_SAVED, r2, "addi 2, 2, 8"
    BREAK BREAKS_SAVED, r13, "addi 13, 13, 8"
    BREAK BREAKS_SAVED, cr2, "crnot 8, 8"
    BREAK BREAKS_SAVED, cr3, "crnot 13, 13"
    BREAK BREAKS_SAVED, cr4, "crnot 19, 19"
    BREAK BREAKS_SAVED, VRSAVE, "mfspr 4, 256; not 4, 4; mtspr 256, 4"
    BREAK BREAKS_SAVED, FPSCR, "mtfsfi 7, 0"
    BREAK BREAKS_SAVED, VSCR, "vxor 0, 0, 0; mtvscr 0"
    BREAK BREAKS_STACK, "the caller's frame", "std 1, 0(1)"
    BREAK BREAKS_STACK, "the caller's frame", "std 1, 24(1)"
    BREAK BREAKS_STACK, "the caller's frame", "li 4, 0; stb 4, 131(1)"
    .irp n, 0,4,5,6,7,8,9,10,11,12,3
    BREAK LEAKS, r\n, "ld \n, 0(3)"
    .endr
    BREAK LEAKS, ctr, "ld 4, 0(3); mtctr 4; li 4, 0"
    BREAK LEAKS, xer, "ld 4, 0(3); mtxer 4; li 4, 0"
    BREAK LEAKS, "cr0, cr1, cr5-cr7", "ld 4, 0(3); mtcrf 128, 4; li 4, 0"
    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13
    BREAK LEAKS, vs\n, "lfd \n, 0(3)"
    .endr
    .irp n, 14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    BREAK LEAKS, "second half of vs\n", "lfd 0, 0(3); xxpermdi \n, \n, 0, 0; xxlxor 0, 0, 0"
    .endr
    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19
    BREAK LEAKS, v\n, "lxvdsx 32 + \n, 0, 3"
    .endr
    BREAK LEAKS_STACK, "the dead stack", "ld 4, 0(3); std 4, -16(1); li 4, 0"
    BREAK LEAKS_STACK, "the dead stack", "lbz 4, 0(3); stb 4, -16000(1); li 4, 0"
    .section .data.rel.ro, "aw", @progbits
    .quad 0, 0, 0

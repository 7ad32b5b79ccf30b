/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The ABI call stub of AArch64 (AAPCS64): calls a function with every register set, on a stack of its own, and records
 * every register after it. Behind it: functions that break the ABI or leave secrets, one each; the harness must notice.
 */
#include "callstub.h"

    .bss
    .p2align 3
current:                            /* the call being made: no register can hold it */
    .skip 8
kept_x0:
    .skip 8
kept_x1:
    .skip 8
    .section .note.GNU-stack, "", %progbits
    .text

.macro ADDRESS reg, label
    adrp \reg, \label
    add \reg, \reg, :lo12:\label
.endm

/* ldr or str of all vector registers at image(x0); x9 is lost. */
.macro MOVE_VECTORS insn, image
    add x9, x0, #\image + IMAGE_VEC
    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    \insn q\n, [x9, #16 * \n]
    .endr
.endm

    .globl abi_stub
    .type abi_stub, %function
    .p2align 4
abi_stub:
    .cfi_startproc
    hint #34                        /* bti c */
    stp x29, x30, [sp, #-192]!
    stp x19, x20, [sp, #16]
    stp x21, x22, [sp, #32]
    stp x23, x24, [sp, #48]
    stp x25, x26, [sp, #64]
    stp x27, x28, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mrs x9, fpcr
    stp x18, x9, [sp, #160]
    mov x9, sp
    str x9, [x0, #ABI_OWN_SP]
    ADDRESS x9, current
    str x0, [x9]
    MOVE_VECTORS ldr, ABI_BEFORE
    ldr x9, [x0, #ABI_BEFORE + IMAGE_FPCR]
    msr fpcr, x9
    msr fpsr, xzr
    ldr x9, [x0, #ABI_STACK]
    mov sp, x9
    str x9, [x0, #ABI_BEFORE + IMAGE_SP]
    .irp n, 6,7,8,9,10,11,12,13,14,15,17,18,19,20,21,22,23,24,25,26,27,28,29
    ldr x\n, [x0, #ABI_BEFORE + IMAGE_GPR + 8 * \n]
    .endr
    ldr x16, [x0, #ABI_FUNCTION]    /* an indirect call through x16 may land on bti c */
    ldp x4, x5, [x0, #ABI_ARGS + 32]
    ldp x2, x3, [x0, #ABI_ARGS + 16]
    ldr x1, [x0, #ABI_ARGS + 8]
    ldr x0, [x0, #ABI_ARGS]
    blr x16

    /* x30 holds the return address: free now. */
    ADDRESS x30, kept_x0
    str x0, [x30]
    str x1, [x30, #8]
    ADDRESS x0, current
    ldr x0, [x0]
    .irp n, 2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29
    str x\n, [x0, #ABI_AFTER + IMAGE_GPR + 8 * \n]
    .endr
    ldp x1, x2, [x30]
    str x1, [x0, #ABI_RESULT]
    str x1, [x0, #ABI_AFTER + IMAGE_GPR]
    str x2, [x0, #ABI_AFTER + IMAGE_GPR + 8]
    mov x9, sp
    str x9, [x0, #ABI_AFTER + IMAGE_SP]
    mrs x9, fpcr
    str x9, [x0, #ABI_AFTER + IMAGE_FPCR]
    MOVE_VECTORS str, ABI_AFTER
    ldr x9, [x0, #ABI_OWN_SP]
    mov sp, x9
    ldp x18, x9, [sp, #160]
    msr fpcr, x9
    ldp d14, d15, [sp, #144]
    ldp d12, d13, [sp, #128]
    ldp d10, d11, [sp, #112]
    ldp d8, d9, [sp, #96]
    ldp x27, x28, [sp, #80]
    ldp x25, x26, [sp, #64]
    ldp x23, x24, [sp, #48]
    ldp x21, x22, [sp, #32]
    ldp x19, x20, [sp, #16]
    ldp x29, x30, [sp], #192
    ret
    .cfi_endproc
    .size abi_stub, . - abi_stub

/* ---- Broken functions --------------------------------------------------------------------------------------------
 * BREAK kind, name of what breaks, code: a function and its row in abi_breaks. */
.macro BREAK kind, name, code
    .text
    .p2align 4
1:  hint #34
    \code
    ret
    .section .rodata.str1.1, "aMS", %progbits, 1
2:  .asciz "\name"
    .section .data.rel.ro, "aw", %progbits
    .xword 1b, 2b, \kind
.endm

    .section .data.rel.ro, "aw", %progbits
    .p2align 3
    .globl abi_breaks
abi_breaks:
    BREAK BREAKS_NOTHING, "nothing", "nop"
    .irp n, 18,19,20,21,22,23,24,25,26,27,28,29
    BREAK BREAKS_SAVED, x\n, "mvn x\n, x\n"
    .endr
    .irp n, 8,9,10,11,12,13,14,15
    BREAK BREAKS_SAVED, d\n, "mvn v\n\().16b, v\n\().16b"
    .endr
    BREAK BREAKS_SAVED, "sp", "sub sp, sp, #16"
    BREAK BREAKS_SAVED, FPCR, "msr fpcr, xzr"
    BREAK BREAKS_STACK, "the caller's frame", "str xzr, [sp]"
    BREAK BREAKS_STACK, "the caller's frame", "strb wzr, [sp, #129]"
    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17
    BREAK LEAKS, x\n, "ldr x\n, [x0]"
    .endr
    .irp n, 0,1,2,3,4,5,6,7,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    BREAK LEAKS, q\n, "ldr d\n, [x0]"
    .endr
    .irp n, 8,9,10,11,12,13,14,15
    BREAK LEAKS, "upper half of q\n", "ld1 {v\n\().d}[1], [x0]"
    .endr
    BREAK LEAKS_STACK, "the dead stack", "ldr x1, [x0]; str x1, [sp, #-16]; mov x1, xzr"
    BREAK LEAKS_STACK, "the dead stack", "ldrb w1, [x0]; sub x2, sp, #3, lsl #12; strb w1, [x2]; mov x1, xzr"
    .section .data.rel.ro, "aw", %progbits
    .xword 0, 0, 0

/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The ABI call stub of x86-64 (System V): calls a function with every register set, on a stack of its own, and records
 * every register after it. Behind it: functions that break the ABI or leave secrets, one each; the harness must notice.
 */
#include "callstub.h"

    .bss
    .p2align 3
current:                            /* the call being made: no register can hold it */
    .skip 8
kept_rax:
    .skip 8
    .section .note.GNU-stack, "", @progbits
    .text


.macro MOVE_VECTORS load, image
    .if \load
    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
    movups \image + IMAGE_VEC + 64 * \n(%rdi), %xmm\n
    .endr
    cmpl $1, ABI_LEVEL(%rdi)
    jb 2f
    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
    vmovups \image + IMAGE_VEC + 64 * \n(%rdi), %ymm\n
    .endr
    je 1f
    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    vmovups \image + IMAGE_VEC + 64 * \n(%rdi), %zmm\n
    .endr
    .irp n, 0,1,2,3,4,5,6,7
    kmovq \image + IMAGE_K + 8 * \n(%rdi), %k\n
    .endr
1:  cmpl $0, ABI_CLEAN(%rdi)
    je 2f
    vzeroupper
2:
    .else
    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
    movups %xmm\n, \image + IMAGE_VEC + 64 * \n(%rdi)
    .endr
    cmpl $1, ABI_LEVEL(%rdi)
    jb 2f
    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
    vmovups %ymm\n, \image + IMAGE_VEC + 64 * \n(%rdi)
    .endr
    je 1f
    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    vmovups %zmm\n, \image + IMAGE_VEC + 64 * \n(%rdi)
    .endr
    .irp n, 0,1,2,3,4,5,6,7
    kmovq %k\n, \image + IMAGE_K + 8 * \n(%rdi)
    .endr
1:  vzeroupper
2:
    .endif
.endm

    .globl abi_stub
    .type abi_stub, @function
abi_stub:
    .cfi_startproc
    endbr64
    .irp r, rbx, rbp, r12, r13, r14, r15
    push %\r
    .cfi_adjust_cfa_offset 8
    .endr
    sub $16, %rsp
    .cfi_adjust_cfa_offset 16
    stmxcsr (%rsp)
    fnstcw 8(%rsp)
    mov %rsp, ABI_OWN_SP(%rdi)
    mov %rdi, current(%rip)
    MOVE_VECTORS 1, ABI_BEFORE
    fninit
    fldcw ABI_BEFORE + IMAGE_FCW(%rdi)
    ldmxcsr ABI_BEFORE + IMAGE_MXCSR(%rdi)
    mov ABI_STACK(%rdi), %rsp
    mov %rsp, ABI_BEFORE + IMAGE_GPR + 4 * 8(%rdi)
    mov ABI_BEFORE + IMAGE_GPR(%rdi), %rax
    mov ABI_BEFORE + IMAGE_GPR + 3 * 8(%rdi), %rbx
    mov ABI_BEFORE + IMAGE_GPR + 5 * 8(%rdi), %rbp
    .irp n, 10,11,12,13,14,15
    mov ABI_BEFORE + IMAGE_GPR + 8 * \n(%rdi), %r\n
    .endr
    mov ABI_ARGS + 8(%rdi), %rsi
    mov ABI_ARGS + 16(%rdi), %rdx
    mov ABI_ARGS + 24(%rdi), %rcx
    mov ABI_ARGS + 32(%rdi), %r8
    mov ABI_ARGS + 40(%rdi), %r9
    push ABI_FUNCTION(%rdi)         /* called through the stack: no register to spare */
    mov ABI_ARGS(%rdi), %rdi
    add $8, %rsp
    call *-8(%rsp)

    mov %rax, kept_rax(%rip)
    mov current(%rip), %rax
    .set i, 1
    .irp r, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15
    mov %\r, ABI_AFTER + IMAGE_GPR + 8 * i(%rax)
    .set i, i + 1
    .endr
    mov %rax, %rdi
    mov ABI_OWN_SP(%rdi), %rsp
    pushfq
    pop ABI_AFTER + IMAGE_FLAGS(%rdi)
    cld
    mov kept_rax(%rip), %rax
    mov %rax, ABI_AFTER + IMAGE_GPR(%rdi)
    mov %rax, ABI_RESULT(%rdi)
    cmpl $0, ABI_XINUSE(%rdi)       /* before anything here touches a vector register */
    je 1f
    mov $1, %ecx
    xgetbv
    mov %rax, ABI_AFTER + IMAGE_XINUSE(%rdi)
1:
    MOVE_VECTORS 0, ABI_AFTER
    stmxcsr ABI_AFTER + IMAGE_MXCSR(%rdi)
    fnstcw ABI_AFTER + IMAGE_FCW(%rdi)
    fnstenv ABI_AFTER + IMAGE_FENV(%rdi)
    fninit
    fldcw 8(%rsp)
    ldmxcsr (%rsp)
    add $16, %rsp
    .cfi_adjust_cfa_offset -16
    .irp r, r15, r14, r13, r12, rbp, rbx
    pop %\r
    .cfi_adjust_cfa_offset -8
    .endr
    ret
    .cfi_endproc
    .size abi_stub, . - abi_stub

/* ---- Broken functions --------------------------------------------------------------------------------------------
 * BREAK kind, name of what breaks, code: a function and its row in abi_breaks. */
.macro BREAK kind, name, code
    .text
    .p2align 4
1:  endbr64
    \code
    ret
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
    .irp r, rbx, rbp, r12, r13, r14, r15
    BREAK BREAKS_SAVED, \r, "not %\r"
    .endr
    BREAK BREAKS_SAVED, DF, "std"
    BREAK BREAKS_SAVED, MXCSR, "movl $0x1f80, -8(%rsp); ldmxcsr -8(%rsp)"
    BREAK BREAKS_SAVED, "x87 control word", "movw $0x37f, -8(%rsp); fldcw -8(%rsp)"
    BREAK BREAKS_SAVED, "x87 tags", "movd %eax, %mm3"
    BREAK BREAKS_SAVED, rsp, "pop %rcx; sub $8, %rsp; push %rcx"
    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
    BREAK BREAKS_SAVED, "upper half of ymm\n", "vpcmpeqd %xmm\n, %xmm\n, %xmm\n; vinsertf128 $1, %xmm\n, %ymm\n, %ymm\n"
    .endr
    BREAK BREAKS_STACK, "the caller's frame", "notq 8(%rsp)"
    BREAK BREAKS_STACK, "the caller's frame", "notb 135(%rsp)"
    .irp r, rax, rcx, rdx, rsi, r8, r9, r10, r11, rdi
    BREAK LEAKS, \r, "mov (%rdi), %\r"
    .endr
    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
    BREAK LEAKS, xmm\n, "movq (%rdi), %xmm\n"
    .endr
    .irp n, 16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    BREAK LEAKS, zmm\n, "vbroadcasti32x4 (%rdi), %zmm\n"
    .endr
    .irp n, 0,1,2,3,4,5,6,7
    BREAK LEAKS, k\n, "kmovq (%rdi), %k\n"
    .endr
    BREAK LEAKS_STACK, "the dead stack", "mov (%rdi), %rax; mov %rax, -16(%rsp); xor %eax, %eax"
    BREAK LEAKS_STACK, "the dead stack", "mov (%rdi), %al; mov %al, -16000(%rsp); xor %eax, %eax"
    .section .data.rel.ro, "aw", @progbits
    .quad 0, 0, 0

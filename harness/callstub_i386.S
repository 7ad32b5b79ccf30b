/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The ABI call stub of i386 (System V, cdecl): calls a function with every register set, on a stack of its own, and
 * records every register after it. Behind it: functions that break the ABI or leave secrets, one each; the harness must
 * notice.
 */
#include "callstub.h"

#define ARGS_SIZE 32                /* six arguments, padded: the stack is 16-byte aligned at the call. What the broken
                                     * functions below break in the caller's frame begins at 36(%esp). */

    .bss
    .p2align 2
current:                            /* the call being made: no register can hold it */
    .skip 4
target:
    .skip 4
kept_eax:
    .skip 4
    .section .note.GNU-stack, "", @progbits
    .text

/* Load (direction 1) or store all vector registers at image(%edi). */
.macro MOVE_VECTORS load, image
    .irp n, 0,1,2,3,4,5,6,7
    .if \load
    movups \image + IMAGE_VEC + 64 * \n(%edi), %xmm\n
    .else
    movups %xmm\n, \image + IMAGE_VEC + 64 * \n(%edi)
    .endif
    .endr
    cmpl $1, ABI_LEVEL(%edi)
    jb 2f
    .irp n, 0,1,2,3,4,5,6,7
    .if \load
    vmovups \image + IMAGE_VEC + 64 * \n(%edi), %ymm\n
    .else
    vmovups %ymm\n, \image + IMAGE_VEC + 64 * \n(%edi)
    .endif
    .endr
    .if \load
    cmpl $0, ABI_CLEAN(%edi)
    je 2f
    .endif
    vzeroupper
2:
.endm

    .globl abi_stub
    .type abi_stub, @function
abi_stub:
    .cfi_startproc
    .irp r, ebx, ebp, esi, edi
    push %\r
    .cfi_adjust_cfa_offset 4
    .endr
    sub $8, %esp
    .cfi_adjust_cfa_offset 8
    stmxcsr (%esp)
    fnstcw 4(%esp)
    mov 28(%esp), %edi
    mov %esp, ABI_OWN_SP(%edi)
    mov %edi, current
    mov ABI_FUNCTION(%edi), %eax
    mov %eax, target
    MOVE_VECTORS 1, ABI_BEFORE
    fninit
    fldcw ABI_BEFORE + IMAGE_FCW(%edi)
    ldmxcsr ABI_BEFORE + IMAGE_MXCSR(%edi)
    mov ABI_STACK(%edi), %esp
    sub $ARGS_SIZE, %esp
    mov %esp, ABI_BEFORE + IMAGE_GPR + 4 * 4(%edi)
    .irp n, 0,1,2,3,4,5
    mov ABI_ARGS + 8 * \n(%edi), %eax
    mov %eax, 4 * \n(%esp)
    .endr
    .set i, 0
    .irp r, eax, ecx, edx, ebx, esp, ebp, esi, edi
    .ifnc \r, esp
    mov ABI_BEFORE + IMAGE_GPR + 4 * i(%edi), %\r
    .endif
    .set i, i + 1
    .endr
    call *target

    mov %eax, kept_eax
    mov current, %eax
    .set i, 1
    .irp r, ecx, edx, ebx, esp, ebp, esi, edi
    mov %\r, ABI_AFTER + IMAGE_GPR + 4 * i(%eax)
    .set i, i + 1
    .endr
    mov %eax, %edi
    mov ABI_OWN_SP(%edi), %esp
    pushf
    pop ABI_AFTER + IMAGE_FLAGS(%edi)
    cld
    mov kept_eax, %eax
    mov %eax, ABI_AFTER + IMAGE_GPR(%edi)
    mov %eax, ABI_RESULT(%edi)
    MOVE_VECTORS 0, ABI_AFTER
    stmxcsr ABI_AFTER + IMAGE_MXCSR(%edi)
    fnstcw ABI_AFTER + IMAGE_FCW(%edi)
    fnstenv ABI_AFTER + IMAGE_FENV(%edi)
    fninit
    fldcw 4(%esp)
    ldmxcsr (%esp)
    add $8, %esp
    .cfi_adjust_cfa_offset -8
    .irp r, edi, esi, ebp, ebx
    pop %\r
    .cfi_adjust_cfa_offset -4
    .endr
    ret
    .cfi_endproc
    .size abi_stub, . - abi_stub

/* ---- Broken functions --------------------------------------------------------------------------------------------
 * BREAK kind, name of what breaks, code: a function and its row in abi_breaks. */
.macro BREAK kind, name, code
    .text
    .p2align 4
1:  \code
    ret
    .section .rodata.str1.1, "aMS", @progbits, 1
2:  .asciz "\name"
    .section .data.rel.ro, "aw", @progbits
    .long 1b, 0, 2b, 0, \kind, 0
.endm

    .section .data.rel.ro, "aw", @progbits
    .p2align 3
    .globl abi_breaks
abi_breaks:
    BREAK BREAKS_NOTHING, "nothing", "nop"
    .irp r, ebx, ebp, esi, edi
    BREAK BREAKS_SAVED, \r, "not %\r"
    .endr
    BREAK BREAKS_SAVED, DF, "std"
    BREAK BREAKS_SAVED, MXCSR, "movl $0x1f80, -8(%esp); ldmxcsr -8(%esp)"
    BREAK BREAKS_SAVED, "x87 control word", "movw $0x37f, -8(%esp); fldcw -8(%esp)"
    BREAK BREAKS_SAVED, "x87 tags", "movd %eax, %mm3"
    BREAK BREAKS_SAVED, esp, "pop %ecx; sub $4, %esp; push %ecx"
    .irp n, 0,1,2,3,4,5,6,7
    BREAK BREAKS_SAVED, "upper half of ymm\n", "vpcmpeqd %xmm\n, %xmm\n, %xmm\n; vinsertf128 $1, %xmm\n, %ymm\n, %ymm\n"
    .endr
    BREAK BREAKS_STACK, "the caller's frame", "notl 36(%esp)"
    BREAK BREAKS_STACK, "the caller's frame", "notb 167(%esp)"
    .irp r, eax, ecx, edx
    BREAK LEAKS, \r, "mov 4(%esp), %eax; mov (%eax), %\r"
    .endr
    .irp n, 0,1,2,3,4,5,6,7
    BREAK LEAKS, xmm\n, "mov 4(%esp), %eax; movq (%eax), %xmm\n"
    .endr
    BREAK LEAKS_STACK, "the dead stack", "mov 4(%esp), %eax; mov (%eax), %eax; mov %eax, -16(%esp); xor %eax, %eax"
    BREAK LEAKS_STACK, "the dead stack", "mov 4(%esp), %eax; mov (%eax), %al; mov %al, -16000(%esp); xor %eax, %eax"
    .section .data.rel.ro, "aw", @progbits
    .long 0, 0, 0, 0, 0, 0

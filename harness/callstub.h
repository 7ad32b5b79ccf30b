/* SPDX-License-Identifier: BSD-2-Clause
 *
 * struct abi_call as the call stubs (assembly) see it; harness/abi.h is the C side.
 */
#ifndef CALLSTUB_H
#define CALLSTUB_H

#define ABI_FUNCTION 0
#define ABI_ARGS     8          /* six, 8 bytes each on every ISA */
#define ABI_STACK    56         /* the stack pointer to call with */
#define ABI_LEVEL    64         /* x86: 0 SSE, 1 AVX, 2 AVX-512 */
#define ABI_CLEAN    72         /* x86: enter with clean upper halves of the YMM/ZMM registers */
#define ABI_XINUSE   80         /* x86: XGETBV(1) exists */
#define ABI_RESULT   88
#define ABI_OWN_SP   96         /* the stub's */
#define ABI_BEFORE   128        /* the registers to call with */
#define ABI_AFTER    (ABI_BEFORE + ABI_IMAGE)   /* and after the call */

/* Offsets in the image of the registers. */
#if defined(__x86_64__)
#define ABI_IMAGE    2432
#define IMAGE_GPR    0          /* rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8-r15 */
#define IMAGE_FLAGS  128
#define IMAGE_MXCSR  136
#define IMAGE_FCW    140
#define IMAGE_XINUSE 144
#define IMAGE_FENV   160        /* 28 bytes */
#define IMAGE_FTW    (IMAGE_FENV + 8)
#define IMAGE_VEC    256        /* 64 bytes each */
#define IMAGE_K      2304
#elif defined(__i386__)
#define ABI_IMAGE    640
#define IMAGE_GPR    0          /* eax, ecx, edx, ebx, esp, ebp, esi, edi */
#define IMAGE_FLAGS  32
#define IMAGE_MXCSR  36
#define IMAGE_FCW    40
#define IMAGE_FENV   64
#define IMAGE_FTW    (IMAGE_FENV + 8)
#define IMAGE_VEC    128
#elif defined(__aarch64__)
#define ABI_IMAGE    896
#define IMAGE_GPR    0          /* x0-x30 */
#define IMAGE_SP     248
#define IMAGE_VEC    256        /* q0-q31 */
#define IMAGE_FPCR   768
#define IMAGE_FPSR   776
#elif defined(__powerpc64__)
#define ABI_IMAGE    1664
#define IMAGE_GPR    0          /* r0-r31 */
#define IMAGE_CR     256
#define IMAGE_CTR    264
#define IMAGE_XER    272
#define IMAGE_VRSAVE 280
#define IMAGE_FPSCR  288
#define IMAGE_VSCR   304
#define IMAGE_VEC    512        /* vs0-vs63 */
#endif

/* What a deliberately broken function breaks (abi_breaks). */
#define BREAKS_NOTHING 0
#define BREAKS_SAVED   1        /* a register or mode that a call preserves, or leaves clean */
#define BREAKS_STACK   2        /* the caller's frame */
#define LEAKS          3        /* leaves 8 bytes from its first argument in a register */
#define LEAKS_STACK    4        /* ... or in the dead stack */

#endif

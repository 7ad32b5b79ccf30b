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

/* -------------------------------------------------------------------------------------------------------------------
 * Camellia key schedule (RFC 3713, section 2.2), for kernel files that define NEED_CAMELLIA_SCHEDULE before including
 * this file. AES-NI + AVX; constant time: the S-boxes are AESENCLAST between two nibble filters.
 *
 *   CAMELLIA_SCHEDULE bad       ctx in rdi, key in rsi, key length in bytes in rdx. Fills ctx->subkey and key_bits,
 *                               clears ctx->reserved. Jumps to bad when the length is not 16, 24 or 32.
 *   CAMELLIA_BAD_KEY            what stands at that label: wipes ctx, returns -1. Holds its own ret.
 *   CAMELLIA_SCHEDULE_CONSTS    the constants, once per file, in RODATA.
 *
 * CAMELLIA_SCHEDULE changes xmm0-xmm9 (they hold key: the caller wipes them), eax and flags; nothing else. It keeps
 * rdi, rsi, rdx and uses no stack; no general register ever holds a secret.
 */
#ifdef NEED_CAMELLIA_SCHEDULE

/* struct tsubaki_camellia_ctx. */
#define CAMELLIA_CTX_KW       0         /* kw1..kw4 */
#define CAMELLIA_CTX_K        32        /* k1..k24 */
#define CAMELLIA_CTX_KE       224       /* ke1..ke6 */
#define CAMELLIA_CTX_KEY_BITS 272
#define CAMELLIA_CTX_VARIANT  320
#define CAMELLIA_CTX_SIZE     8192

/* The constants, from .Lcamellia_schedule on. A filter: an index mask, then a low and a high nibble table. */
#define CAMELLIA_SC_BSWAP     0
#define CAMELLIA_SC_NIBBLE    16
#define CAMELLIA_SC_PRE_123   32
#define CAMELLIA_SC_PRE_4     80
#define CAMELLIA_SC_POST_14   128
#define CAMELLIA_SC_POST_2    176
#define CAMELLIA_SC_POST_3    224
#define CAMELLIA_SC_P         272
#define CAMELLIA_SC_SIGMA     368

.macro CAMELLIA_SCHEDULE_CONSTS
    .p2align 6
.Lcamellia_schedule:
    /* generated: camellia_schedule */
    /* swap qword bytes */
    .byte 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01, 0x00, 0x0f, 0x0e, 0x0d, 0x0c, 0x0b, 0x0a, 0x09, 0x08
    /* nibble mask */
    .byte 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f
    /* inversion argument of s1, s2, s3 */
    .byte 0x00, 0x80, 0x00, 0x00, 0x80, 0x00, 0x00, 0x00, 0x00, 0x80, 0x00, 0x00, 0x80, 0x00, 0x00, 0x00
    .byte 0x08, 0x09, 0x11, 0x10, 0xb9, 0xb8, 0xa0, 0xa1, 0xa3, 0xa2, 0xba, 0xbb, 0x12, 0x13, 0x0b, 0x0a
    .byte 0x00, 0xa7, 0x93, 0x34, 0x61, 0xc6, 0xf2, 0x55, 0xd9, 0x7e, 0x4a, 0xed, 0xb8, 0x1f, 0x2b, 0x8c
    /* inversion argument of s4 */
    .byte 0x80, 0x00, 0x80, 0x80, 0x00, 0x80, 0x80, 0x80, 0x80, 0x00, 0x80, 0x80, 0x00, 0x80, 0x80, 0x80
    .byte 0x08, 0x11, 0xb9, 0xa0, 0xa3, 0xba, 0x12, 0x0b, 0xaf, 0xb6, 0x1e, 0x07, 0x04, 0x1d, 0xb5, 0xac
    .byte 0x00, 0x93, 0x61, 0xf2, 0xd9, 0x4a, 0xb8, 0x2b, 0x01, 0x92, 0x60, 0xf3, 0xd8, 0x4b, 0xb9, 0x2a
    /* output of s1, s4 */
    .byte 0x00, 0x80, 0x80, 0x00, 0x00, 0x00, 0x80, 0x80, 0x00, 0x80, 0x80, 0x00, 0x00, 0x00, 0x80, 0x80
    .byte 0x11, 0x82, 0x84, 0x17, 0x3e, 0xad, 0xab, 0x38, 0x71, 0xe2, 0xe4, 0x77, 0x5e, 0xcd, 0xcb, 0x58
    .byte 0x00, 0xb8, 0xd9, 0x61, 0xa0, 0x18, 0x79, 0xc1, 0xa8, 0x10, 0x71, 0xc9, 0x08, 0xb0, 0xd1, 0x69
    /* output of s2 */
    .byte 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00, 0x00, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00, 0x00
    .byte 0x22, 0x05, 0x09, 0x2e, 0x7c, 0x5b, 0x57, 0x70, 0xe2, 0xc5, 0xc9, 0xee, 0xbc, 0x9b, 0x97, 0xb0
    .byte 0x00, 0x71, 0xb3, 0xc2, 0x41, 0x30, 0xf2, 0x83, 0x51, 0x20, 0xe2, 0x93, 0x10, 0x61, 0xa3, 0xd2
    /* output of s3 */
    .byte 0x80, 0x00, 0x00, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00, 0x00, 0x80, 0x80, 0x80, 0x80, 0x80
    .byte 0x88, 0x41, 0x42, 0x8b, 0x1f, 0xd6, 0xd5, 0x1c, 0xb8, 0x71, 0x72, 0xbb, 0x2f, 0xe6, 0xe5, 0x2c
    .byte 0x00, 0x5c, 0xec, 0xb0, 0x50, 0x0c, 0xbc, 0xe0, 0x54, 0x08, 0xb8, 0xe4, 0x04, 0x58, 0xe8, 0xb4
    /* P-function */
    .byte 0x0b, 0x01, 0x0e, 0x0b, 0x0e, 0x0b, 0x0b, 0x0b, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80
    .byte 0x04, 0x04, 0x01, 0x0e, 0x01, 0x0e, 0x0e, 0x01, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80
    .byte 0x07, 0x07, 0x07, 0x0a, 0x04, 0x01, 0x04, 0x04, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80
    .byte 0x0a, 0x0a, 0x0d, 0x0d, 0x07, 0x07, 0x07, 0x0a, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80
    .byte 0x0d, 0x00, 0x00, 0x00, 0x0a, 0x0a, 0x0d, 0x0d, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80
    .byte 0x80, 0x80, 0x80, 0x80, 0x0d, 0x00, 0x00, 0x00, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80
    /* sigma1..sigma6 */
    .quad 0xa09e667f3bcc908b
    .quad 0xb67ae8584caa73b2
    .quad 0xc6ef372fe94f82be
    .quad 0x54ff53a5f1d36f1c
    .quad 0x10e527fade682d1d
    .quad 0xb05688c2b3e6c1fd
    /* end generated */
.endm

/* dst = filter of the bytes with these low and high nibbles, 0 where the mask says so. dst may be low or high. */
.macro CAMELLIA_SCHEDULE_FILTER dst, low, high, filter, t0, t1
    vpor .Lcamellia_schedule + \filter(%rip), \low, \t0
    vpor .Lcamellia_schedule + \filter(%rip), \high, \dst
    vmovdqa .Lcamellia_schedule + \filter + 16(%rip), \t1
    vpshufb \t0, \t1, \t0
    vmovdqa .Lcamellia_schedule + \filter + 32(%rip), \t1
    vpshufb \dst, \t1, \dst
    vpxor \t0, \dst, \dst
.endm

/* One Feistel round with sigma_n: d = (D1, D2), D1 in the low quadword, becomes (D2 ^ F(D1, sigma_n), D1). */
.macro CAMELLIA_SCHEDULE_ROUND n, d, t0, t1, t2, t3, t4, t5
    vmovq .Lcamellia_schedule + CAMELLIA_SC_SIGMA + 8 * (\n - 1)(%rip), \t0
    vpxor \d, \t0, \t0
    vpshufd $0x4e, \d, \d
    vpsrlw $4, \t0, \t1
    vpand .Lcamellia_schedule + CAMELLIA_SC_NIBBLE(%rip), \t0, \t0
    vpand .Lcamellia_schedule + CAMELLIA_SC_NIBBLE(%rip), \t1, \t1
    CAMELLIA_SCHEDULE_FILTER \t2, \t0, \t1, CAMELLIA_SC_PRE_123, \t4, \t5
    CAMELLIA_SCHEDULE_FILTER \t3, \t0, \t1, CAMELLIA_SC_PRE_4, \t4, \t5
    vpxor \t5, \t5, \t5
    vpxor \t2, \t3, \t0
    vaesenclast \t5, \t0, \t0
    vpsrlw $4, \t0, \t1
    vpand .Lcamellia_schedule + CAMELLIA_SC_NIBBLE(%rip), \t0, \t0
    vpand .Lcamellia_schedule + CAMELLIA_SC_NIBBLE(%rip), \t1, \t1
    CAMELLIA_SCHEDULE_FILTER \t2, \t0, \t1, CAMELLIA_SC_POST_14, \t4, \t5
    CAMELLIA_SCHEDULE_FILTER \t3, \t0, \t1, CAMELLIA_SC_POST_2, \t4, \t5
    CAMELLIA_SCHEDULE_FILTER \t0, \t0, \t1, CAMELLIA_SC_POST_3, \t4, \t5
    vpxor \t2, \t3, \t2
    vpxor \t0, \t2, \t0
    vpshufb .Lcamellia_schedule + CAMELLIA_SC_P(%rip), \t0, \t1
    vpshufb .Lcamellia_schedule + CAMELLIA_SC_P + 16(%rip), \t0, \t2
    vpshufb .Lcamellia_schedule + CAMELLIA_SC_P + 32(%rip), \t0, \t3
    vpshufb .Lcamellia_schedule + CAMELLIA_SC_P + 48(%rip), \t0, \t4
    vpshufb .Lcamellia_schedule + CAMELLIA_SC_P + 64(%rip), \t0, \t5
    vpshufb .Lcamellia_schedule + CAMELLIA_SC_P + 80(%rip), \t0, \t0
    vpxor \t1, \d, \d
    vpxor \t2, \t3, \t2
    vpxor \t4, \t5, \t4
    vpxor \t0, \d, \d
    vpxor \t2, \t4, \t2
    vpxor \t2, \d, \d
.endm

/* dst = key <<< n for 0 < n < 64 and key = (high, low), the high half in the low quadword; swapped = (low, high).
 * For n > 64 exchange key and swapped and take n - 64. */
.macro CAMELLIA_SCHEDULE_ROL n, key, swapped, dst, t0
    vpsllq $\n, \key, \dst
    vpsrlq $64 - \n, \swapped, \t0
    vpor \t0, \dst, \dst
.endm

/* Store the two halves of key <<< n at byte `at` of ctx. */
.macro CAMELLIA_SCHEDULE_STORE at, n, key, swapped
    CAMELLIA_SCHEDULE_ROL \n, \key, \swapped, %xmm3, %xmm4
    vmovdqu %xmm3, \at(%rdi)
.endm

.macro CAMELLIA_SCHEDULE bad
    cmp $16, %rdx
    je .Lcamellia_schedule_128\@
    cmp $24, %rdx
    je .Lcamellia_schedule_192\@
    cmp $32, %rdx
    jne \bad
    vmovdqu 16(%rsi), %xmm2
    vpshufb .Lcamellia_schedule + CAMELLIA_SC_BSWAP(%rip), %xmm2, %xmm2
    jmp .Lcamellia_schedule_kr\@
.Lcamellia_schedule_192\@:              /* KR = the last 64 bits, then their complement */
    vmovq 16(%rsi), %xmm2
    vpshufb .Lcamellia_schedule + CAMELLIA_SC_BSWAP(%rip), %xmm2, %xmm2
    vpshufd $0x44, %xmm2, %xmm2
    vpcmpeqd %xmm0, %xmm0, %xmm0
    vpslldq $8, %xmm0, %xmm0
    vpxor %xmm0, %xmm2, %xmm2
    jmp .Lcamellia_schedule_kr\@
.Lcamellia_schedule_128\@:
    vpxor %xmm2, %xmm2, %xmm2
.Lcamellia_schedule_kr\@:
    vmovdqu (%rsi), %xmm1
    vpshufb .Lcamellia_schedule + CAMELLIA_SC_BSWAP(%rip), %xmm1, %xmm1
    vmovdqu %xmm1, CAMELLIA_CTX_KW(%rdi)
    vpxor %xmm1, %xmm2, %xmm0
    CAMELLIA_SCHEDULE_ROUND 1, %xmm0, %xmm3, %xmm4, %xmm5, %xmm6, %xmm7, %xmm8
    CAMELLIA_SCHEDULE_ROUND 2, %xmm0, %xmm3, %xmm4, %xmm5, %xmm6, %xmm7, %xmm8
    vpxor %xmm1, %xmm0, %xmm0
    CAMELLIA_SCHEDULE_ROUND 3, %xmm0, %xmm3, %xmm4, %xmm5, %xmm6, %xmm7, %xmm8
    CAMELLIA_SCHEDULE_ROUND 4, %xmm0, %xmm3, %xmm4, %xmm5, %xmm6, %xmm7, %xmm8
    vpshufd $0x4e, %xmm1, %xmm5         /* KL in xmm1, KA in xmm0; exchanged halves in xmm5, xmm6 */
    vpshufd $0x4e, %xmm0, %xmm6
    lea (, %rdx, 8), %eax
    vpxor %xmm9, %xmm9, %xmm9
    vmovdqu %xmm9, CAMELLIA_CTX_KEY_BITS(%rdi)
    vmovdqu %xmm9, CAMELLIA_CTX_KEY_BITS + 16(%rdi)
    vmovdqu %xmm9, CAMELLIA_CTX_KEY_BITS + 32(%rdi)
    mov %eax, CAMELLIA_CTX_KEY_BITS(%rdi)
    cmp $16, %rdx
    jne .Lcamellia_schedule_kb\@

    vmovdqu %xmm0, CAMELLIA_CTX_K(%rdi)
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_KW + 16, 47, %xmm6, %xmm0
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_K + 16, 15, %xmm1, %xmm5
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_K + 32, 15, %xmm0, %xmm6
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_K + 48, 45, %xmm1, %xmm5
    CAMELLIA_SCHEDULE_ROL 45, %xmm0, %xmm6, %xmm3, %xmm4
    vmovq %xmm3, CAMELLIA_CTX_K + 64(%rdi)
    CAMELLIA_SCHEDULE_ROL 60, %xmm1, %xmm5, %xmm3, %xmm4
    vmovhps %xmm3, CAMELLIA_CTX_K + 72(%rdi)
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_K + 80, 60, %xmm0, %xmm6
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_K + 96, 30, %xmm5, %xmm1
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_K + 112, 30, %xmm6, %xmm0
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_K + 128, 47, %xmm5, %xmm1
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_KE, 30, %xmm0, %xmm6
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_KE + 16, 13, %xmm5, %xmm1
    vmovdqu %xmm9, CAMELLIA_CTX_K + 144(%rdi)
    vmovdqu %xmm9, CAMELLIA_CTX_K + 160(%rdi)
    vmovdqu %xmm9, CAMELLIA_CTX_K + 176(%rdi)
    vmovdqu %xmm9, CAMELLIA_CTX_KE + 32(%rdi)
    jmp .Lcamellia_schedule_done\@

.Lcamellia_schedule_kb\@:
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_K + 32, 15, %xmm0, %xmm6
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_K + 64, 45, %xmm1, %xmm5
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_K + 80, 45, %xmm0, %xmm6
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_K + 128, 13, %xmm5, %xmm1
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_K + 160, 30, %xmm6, %xmm0
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_K + 176, 47, %xmm5, %xmm1
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_KE + 16, 60, %xmm1, %xmm5
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_KE + 32, 13, %xmm6, %xmm0
    vpshufd $0x4e, %xmm2, %xmm6
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_K + 16, 15, %xmm2, %xmm6
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_K + 96, 60, %xmm2, %xmm6
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_K + 144, 30, %xmm6, %xmm2
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_KE, 30, %xmm2, %xmm6
    vpxor %xmm2, %xmm0, %xmm0
    CAMELLIA_SCHEDULE_ROUND 5, %xmm0, %xmm3, %xmm4, %xmm5, %xmm6, %xmm7, %xmm8
    CAMELLIA_SCHEDULE_ROUND 6, %xmm0, %xmm3, %xmm4, %xmm5, %xmm6, %xmm7, %xmm8
    vpshufd $0x4e, %xmm0, %xmm6         /* KB */
    vmovdqu %xmm0, CAMELLIA_CTX_K(%rdi)
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_KW + 16, 47, %xmm6, %xmm0
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_K + 48, 30, %xmm0, %xmm6
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_K + 112, 60, %xmm0, %xmm6
.Lcamellia_schedule_done\@:
.endm

.macro CAMELLIA_BAD_KEY
    xor %eax, %eax
    mov $CAMELLIA_CTX_SIZE / 8, %ecx
    rep stosq
    or $-1, %eax
    ret
.endm

#endif /* NEED_CAMELLIA_SCHEDULE */

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

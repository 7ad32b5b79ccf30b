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

/* Zero in every vector register, and a clean upper state. Cheaper than vzeroall. */
.macro WIPE_VECTORS
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    vpxor %xmm\i, %xmm\i, %xmm\i
    .endr
    vzeroupper
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
#if defined(NEED_CAMELLIA_SCHEDULE) || defined(NEED_CAMELLIA_AES)

/* struct tsubaki_camellia_ctx. */
#define CAMELLIA_CTX_KW       0         /* kw1..kw4 */
#define CAMELLIA_CTX_K        32        /* k1..k24 */
#define CAMELLIA_CTX_KE       224       /* ke1..ke6 */
#define CAMELLIA_CTX_KEY_BITS 272
#define CAMELLIA_CTX_VARIANT  320
#define CAMELLIA_CTX_SIZE     8192

/* The constants, from .Lcamellia_schedule on. A filter is a low and a high nibble table. */
#define CAMELLIA_SC_BSWAP     0
#define CAMELLIA_SC_NIBBLE    16
#define CAMELLIA_SC_PRE_123   32
#define CAMELLIA_SC_PRE_4     64
#define CAMELLIA_SC_POST_14   96        /* filter, two index vectors */
#define CAMELLIA_SC_POST_2    160       /* filter, index vector */
#define CAMELLIA_SC_POST_3    208       /* filter, index vector */
#define CAMELLIA_SC_SIGMA     256       /* eight vectors */

.macro CAMELLIA_SCHEDULE_CONSTS
    .p2align 6
.Lcamellia_schedule:
    /* generated: camellia_schedule */
    /* swap the bytes of quadwords */
    .byte 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01, 0x00, 0x0f, 0x0e, 0x0d, 0x0c, 0x0b, 0x0a, 0x09, 0x08
    /* nibble mask */
    .byte 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f
    /* inversion argument of s1, s2, s3 */
    .byte 0x08, 0x09, 0x11, 0x10, 0xb9, 0xb8, 0xa0, 0xa1, 0xa3, 0xa2, 0xba, 0xbb, 0x12, 0x13, 0x0b, 0x0a
    .byte 0x00, 0xa7, 0x93, 0x34, 0x61, 0xc6, 0xf2, 0x55, 0xd9, 0x7e, 0x4a, 0xed, 0xb8, 0x1f, 0x2b, 0x8c
    /* inversion argument of s4 */
    .byte 0x08, 0x11, 0xb9, 0xa0, 0xa3, 0xba, 0x12, 0x0b, 0xaf, 0xb6, 0x1e, 0x07, 0x04, 0x1d, 0xb5, 0xac
    .byte 0x00, 0x93, 0x61, 0xf2, 0xd9, 0x4a, 0xb8, 0x2b, 0x01, 0x92, 0x60, 0xf3, 0xd8, 0x4b, 0xb9, 0x2a
    /* output of s1, s4 */
    .byte 0x11, 0x82, 0x84, 0x17, 0x3e, 0xad, 0xab, 0x38, 0x71, 0xe2, 0xe4, 0x77, 0x5e, 0xcd, 0xcb, 0x58
    .byte 0x00, 0xb8, 0xd9, 0x61, 0xa0, 0x18, 0x79, 0xc1, 0xa8, 0x10, 0x71, 0xc9, 0x08, 0xb0, 0xd1, 0x69
    /* its part in the P-function */
    .byte 0x0b, 0x0c, 0x05, 0x0b, 0x0c, 0x0b, 0x0b, 0x0b, 0x0c, 0x00, 0x00, 0x05, 0x05, 0x00, 0x0c, 0x0c
    .byte 0x05, 0x80, 0x80, 0x00, 0x80, 0x80, 0x05, 0x05, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00, 0x00
    /* output of s2 */
    .byte 0x22, 0x05, 0x09, 0x2e, 0x7c, 0x5b, 0x57, 0x70, 0xe2, 0xc5, 0xc9, 0xee, 0xbc, 0x9b, 0x97, 0xb0
    .byte 0x00, 0x71, 0xb3, 0xc2, 0x41, 0x30, 0xf2, 0x83, 0x51, 0x20, 0xe2, 0x93, 0x10, 0x61, 0xa3, 0xd2
    /* its part in the P-function */
    .byte 0x07, 0x07, 0x0e, 0x0e, 0x0e, 0x0e, 0x0e, 0x80, 0x80, 0x80, 0x07, 0x80, 0x07, 0x07, 0x07, 0x80
    /* output of s3 */
    .byte 0x88, 0x41, 0x42, 0x8b, 0x1f, 0xd6, 0xd5, 0x1c, 0xb8, 0x71, 0x72, 0xbb, 0x2f, 0xe6, 0xe5, 0x2c
    .byte 0x00, 0x5c, 0xec, 0xb0, 0x50, 0x0c, 0xbc, 0xe0, 0x54, 0x08, 0xb8, 0xe4, 0x04, 0x58, 0xe8, 0xb4
    /* its part in the P-function */
    .byte 0x0a, 0x01, 0x01, 0x0a, 0x01, 0x01, 0x80, 0x01, 0x80, 0x0a, 0x80, 0x80, 0x0a, 0x0a, 0x80, 0x0a
    /* what changes from one round's (D1 ^ sigma, D2) to the next: sigma1..4, sigma5..6 */
    .quad 0xa09e667f3bcc908b, 0x0000000000000000
    .quad 0xb67ae8584caa73b2, 0xa09e667f3bcc908b
    .quad 0xc6ef372fe94f82be, 0xb67ae8584caa73b2
    .quad 0x54ff53a5f1d36f1c, 0xc6ef372fe94f82be
    .quad 0x0000000000000000, 0x54ff53a5f1d36f1c
    .quad 0x10e527fade682d1d, 0x0000000000000000
    .quad 0xb05688c2b3e6c1fd, 0x10e527fade682d1d
    .quad 0x0000000000000000, 0xb05688c2b3e6c1fd
    /* end generated */
.endm

/* dst = filter of the bytes with these low and high nibbles. dst may be low or high. */
.macro CAMELLIA_SCHEDULE_FILTER dst, low, high, filter, t0, t1
    vmovdqa .Lcamellia_schedule + \filter(%rip), \t0
    vmovdqa .Lcamellia_schedule + \filter + 16(%rip), \t1
    vpshufb \low, \t0, \t0
    vpshufb \high, \t1, \dst
    vpxor \t0, \dst, \dst
.endm
.macro CAMELLIA_SCHEDULE_NIBBLES x, low, high
    vpsrlw $4, \x, \high
    vpand .Lcamellia_schedule + CAMELLIA_SC_NIBBLE(%rip), \x, \low
    vpand .Lcamellia_schedule + CAMELLIA_SC_NIBBLE(%rip), \high, \high
.endm

/* One Feistel round on d = (D1 ^ sigma_i, D2), the former in the low quadword: it becomes (D2 ^ F(D1, sigma_i), D1),
 * with vector n of CAMELLIA_SC_SIGMA added for the round that follows. */
.macro CAMELLIA_SCHEDULE_ROUND n, d, t0, t1, t2, t3, t4, t5
    CAMELLIA_SCHEDULE_NIBBLES \d, \t0, \t1
    vpshufd $0x4e, \d, \d
    vpxor .Lcamellia_schedule + CAMELLIA_SC_SIGMA + 16 * \n(%rip), \d, \d
    CAMELLIA_SCHEDULE_FILTER \t2, \t0, \t1, CAMELLIA_SC_PRE_123, \t4, \t5
    CAMELLIA_SCHEDULE_FILTER \t3, \t0, \t1, CAMELLIA_SC_PRE_4, \t4, \t5
    vpunpcklqdq \t3, \t2, \t2
    vpxor \t3, \t3, \t3
    vaesenclast \t3, \t2, \t2
    CAMELLIA_SCHEDULE_NIBBLES \t2, \t0, \t1
    CAMELLIA_SCHEDULE_FILTER \t2, \t0, \t1, CAMELLIA_SC_POST_14, \t4, \t5
    CAMELLIA_SCHEDULE_FILTER \t3, \t0, \t1, CAMELLIA_SC_POST_2, \t4, \t5
    CAMELLIA_SCHEDULE_FILTER \t1, \t0, \t1, CAMELLIA_SC_POST_3, \t4, \t5
    vpshufb .Lcamellia_schedule + CAMELLIA_SC_POST_14 + 32(%rip), \t2, \t0
    vpshufb .Lcamellia_schedule + CAMELLIA_SC_POST_14 + 48(%rip), \t2, \t2
    vpshufb .Lcamellia_schedule + CAMELLIA_SC_POST_2 + 32(%rip), \t3, \t3
    vpshufb .Lcamellia_schedule + CAMELLIA_SC_POST_3 + 32(%rip), \t1, \t1
    vpxor \t0, \t2, \t2
    vpxor \t1, \t3, \t3
    vpxor \t2, \t3, \t3
    vmovq \t3, \t0
    vpsrldq $8, \t3, \t3
    vpxor \t0, \d, \d
    vpxor \t3, \d, \d
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
    vpxor .Lcamellia_schedule + CAMELLIA_SC_SIGMA(%rip), %xmm0, %xmm0
    /* What a 128-bit key takes from KL is stored between the rounds, in the shadow of their latency; for longer keys
     * other subkeys replace it later. */
    vpshufd $0x4e, %xmm1, %xmm9         /* KL with its halves exchanged */
    CAMELLIA_SCHEDULE_ROUND 1, %xmm0, %xmm3, %xmm4, %xmm5, %xmm6, %xmm7, %xmm8
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 16), 15, %xmm1, %xmm9
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 48), 45, %xmm1, %xmm9
    CAMELLIA_SCHEDULE_ROUND 2, %xmm0, %xmm3, %xmm4, %xmm5, %xmm6, %xmm7, %xmm8
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 96), 30, %xmm9, %xmm1
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 128), 47, %xmm9, %xmm1
    vpxor %xmm1, %xmm0, %xmm0
    CAMELLIA_SCHEDULE_ROUND 3, %xmm0, %xmm3, %xmm4, %xmm5, %xmm6, %xmm7, %xmm8
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_KE + 16), 13, %xmm9, %xmm1
    CAMELLIA_SCHEDULE_ROUND 4, %xmm0, %xmm3, %xmm4, %xmm5, %xmm6, %xmm7, %xmm8
    vmovdqa %xmm9, %xmm5                /* KL in xmm1, KA in xmm0; with exchanged halves in xmm5, xmm6 */
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
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_KW + 16), 47, %xmm6, %xmm0
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 32), 15, %xmm0, %xmm6
    CAMELLIA_SCHEDULE_ROL 45, %xmm0, %xmm6, %xmm3, %xmm4
    CAMELLIA_SCHEDULE_ROL 60, %xmm1, %xmm5, %xmm7, %xmm4
    vblendpd $2, %xmm7, %xmm3, %xmm3
    vmovdqu %xmm3, CAMELLIA_CTX_K + 64(%rdi)
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 80), 60, %xmm0, %xmm6
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 112), 30, %xmm6, %xmm0
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_KE, 30, %xmm0, %xmm6
    vmovdqu %xmm9, CAMELLIA_CTX_K + 144(%rdi)
    vmovdqu %xmm9, CAMELLIA_CTX_K + 160(%rdi)
    vmovdqu %xmm9, CAMELLIA_CTX_K + 176(%rdi)
    vmovdqu %xmm9, CAMELLIA_CTX_KE + 32(%rdi)
    jmp .Lcamellia_schedule_done\@

.Lcamellia_schedule_kb\@:
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 32), 15, %xmm0, %xmm6
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 64), 45, %xmm1, %xmm5
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 80), 45, %xmm0, %xmm6
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 128), 13, %xmm5, %xmm1
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 160), 30, %xmm6, %xmm0
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 176), 47, %xmm5, %xmm1
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_KE + 16), 60, %xmm1, %xmm5
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_KE + 32), 13, %xmm6, %xmm0
    vpshufd $0x4e, %xmm2, %xmm6
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 16), 15, %xmm2, %xmm6
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 96), 60, %xmm2, %xmm6
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 144), 30, %xmm6, %xmm2
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_KE, 30, %xmm2, %xmm6
    vpxor %xmm2, %xmm0, %xmm0
    vpxor .Lcamellia_schedule + CAMELLIA_SC_SIGMA + 80(%rip), %xmm0, %xmm0
    CAMELLIA_SCHEDULE_ROUND 6, %xmm0, %xmm3, %xmm4, %xmm5, %xmm6, %xmm7, %xmm8
    CAMELLIA_SCHEDULE_ROUND 7, %xmm0, %xmm3, %xmm4, %xmm5, %xmm6, %xmm7, %xmm8
    vpshufd $0x4e, %xmm0, %xmm6         /* KB */
    vmovdqu %xmm0, CAMELLIA_CTX_K(%rdi)
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_KW + 16), 47, %xmm6, %xmm0
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 48), 30, %xmm0, %xmm6
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 112), 60, %xmm0, %xmm6
.Lcamellia_schedule_done\@:
.endm

.macro CAMELLIA_BAD_KEY
    xor %eax, %eax
    mov $CAMELLIA_CTX_SIZE / 8, %ecx
    rep stosq
    or $-1, %eax
    ret
.endm

#endif /* NEED_CAMELLIA_SCHEDULE || NEED_CAMELLIA_AES */

/* -------------------------------------------------------------------------------------------------------------------
 * Camellia through AES's last round, byte-sliced: constants and key setup shared by the kernel files that define
 * NEED_CAMELLIA_AES (which implies NEED_CAMELLIA_SCHEDULE). tools/camellia_aes.py explains the basis.
 *
 * X is the half that odd rounds take as their source (k1, k3, ...), Y that of even rounds; decryption walks the same
 * rounds backwards. X goes through AESENCLAST; Y, held permuted by ShiftRows, through AESDECLAST. The kept bytes carry
 * subkeys, so that no round has to add one:
 *
 *   - X is kept with the subkey of the next round that reads it added, Y likewise. Changing the subkey of the half that
 *     a round writes, k(r-1) to k(r+1), is the round key operand of that round's eight AES instructions: one byte for
 *     each byte position, taken through the inverses of the P-function and of the filters that follow.
 *   - FL and FL^-1 are nibble tables, linear in the kept bytes; what is constant in them is in the operands of rounds
 *     6, 7, 12, 13, 18, 19.
 *   - In encryption, X is bytes 0..7 of the input and WX is added to it in front of the filter to the basis; Y is bytes
 *     0..7 of the output and WY is added behind the filter from the basis. In decryption, Y is bytes 0..7 of the input
 *     (add WY) and X is bytes 0..7 of the output (add WX). Bytes 8..15 need nothing.
 *
 * FL layer l (behind rounds 6, 12, 18) is at byte CAMELLIA_AES_FL + l * CAMELLIA_AES_FL_LAYER:
 *   FL:    a0..a3, b0..b3 = bytes 0..7 of the half; b[j] ^= G[j](a[j]) ^ carry[j+1 mod 4](a[j+1 mod 4]), then
 *          a[j] ^= H[j](b[j]);      FL^-1: the second step first, with the same tables.
 *          G[j], H[j]: 16-byte low and high nibble tables; carry[j](a) = PSHUFB(carry[j] in all bytes, indexed by a).
 *   Encryption: FL on X, FL^-1 on Y. Decryption: FL^-1 on X, FL on Y.
 */
#ifdef NEED_CAMELLIA_AES

/* In ctx. Bytes are replicated to doublewords, for broadcasting loads. */
#define CAMELLIA_AES_WX       320       /* 8 doublewords, for byte 0..7 of the half */
#define CAMELLIA_AES_WY       352
#define CAMELLIA_AES_OPX      384       /* operand of byte j in round 2n + 1: doubleword 12 * j + n */
#define CAMELLIA_AES_OPY      768       /* operand of byte j in round 2n + 2: doubleword 12 * j + n */
#define CAMELLIA_AES_OP_BYTE  48        /* from one j to the next */
#define CAMELLIA_AES_FL       1152
#define CAMELLIA_AES_FL_LAYER 576
#define CAMELLIA_AES_FL_X     0         /* in a layer: G[0..3], H[0..3], 32 bytes each */
#define CAMELLIA_AES_FL_Y     256
#define CAMELLIA_AES_FL_H     128       /* from G[0] to H[0] */
#define CAMELLIA_AES_CARRY_X  512       /* in a layer: four doublewords */
#define CAMELLIA_AES_CARRY_Y  528
#define CAMELLIA_AES_END      2880

/* The kernels' constants, from .Lcamellia_aes on: pairs of low and high nibble table. */
#define CAMELLIA_AES_T_X      0         /* source X: behind s1 and s4, behind s2, behind s3, in front of s4 */
#define CAMELLIA_AES_T_Y      128       /* source Y */
#define CAMELLIA_AES_IN_X     256
#define CAMELLIA_AES_OUT_X    288
#define CAMELLIA_AES_IN_Y     320
#define CAMELLIA_AES_OUT_Y    352
#define CAMELLIA_AES_NIBBLE   384

.macro CAMELLIA_AES_CONSTS
    .p2align 6
.Lcamellia_aes:
    /* generated: camellia_aes_kernel */
    /* source X */
    /* behind s1 and s4 */
    .byte 0xa4, 0xe6, 0x67, 0x25, 0x32, 0x70, 0xf1, 0xb3, 0x0b, 0x49, 0xc8, 0x8a, 0x9d, 0xdf, 0x5e, 0x1c
    .byte 0x00, 0xf6, 0x53, 0xa5, 0x38, 0xce, 0x6b, 0x9d, 0xd1, 0x27, 0x82, 0x74, 0xe9, 0x1f, 0xba, 0x4c
    /* behind s2 */
    .byte 0x7f, 0x4d, 0x04, 0x36, 0xe5, 0xd7, 0x9e, 0xac, 0xc5, 0xf7, 0xbe, 0x8c, 0x5f, 0x6d, 0x24, 0x16
    .byte 0x00, 0xbc, 0x8d, 0x31, 0x6e, 0xd2, 0xe3, 0x5f, 0xdb, 0x67, 0x56, 0xea, 0xb5, 0x09, 0x38, 0x84
    /* behind s3 */
    .byte 0x75, 0xd5, 0x27, 0x87, 0x42, 0xe2, 0x10, 0xb0, 0x21, 0x81, 0x73, 0xd3, 0x16, 0xb6, 0x44, 0xe4
    .byte 0x00, 0x90, 0x3c, 0xac, 0xba, 0x2a, 0x86, 0x16, 0x29, 0xb9, 0x15, 0x85, 0x93, 0x03, 0xaf, 0x3f
    /* in front of s4 */
    .byte 0x15, 0xaf, 0x84, 0x3e, 0x41, 0xfb, 0xd0, 0x6a, 0xba, 0x00, 0x2b, 0x91, 0xee, 0x54, 0x7f, 0xc5
    .byte 0x00, 0x61, 0x80, 0xe1, 0x6d, 0x0c, 0xed, 0x8c, 0x90, 0xf1, 0x10, 0x71, 0xfd, 0x9c, 0x7d, 0x1c
    /* source Y */
    /* behind s1 and s4 */
    .byte 0x41, 0xea, 0x74, 0xdf, 0xc2, 0x69, 0xf7, 0x5c, 0x2d, 0x86, 0x18, 0xb3, 0xae, 0x05, 0x9b, 0x30
    .byte 0x00, 0x9b, 0x34, 0xaf, 0x64, 0xff, 0x50, 0xcb, 0x26, 0xbd, 0x12, 0x89, 0x42, 0xd9, 0x76, 0xed
    /* behind s2 */
    .byte 0xd7, 0x43, 0xd8, 0x4c, 0x6c, 0xf8, 0x63, 0xf7, 0xc1, 0x55, 0xce, 0x5a, 0x7a, 0xee, 0x75, 0xe1
    .byte 0x00, 0x75, 0xb5, 0xc0, 0xb9, 0xcc, 0x0c, 0x79, 0x45, 0x30, 0xf0, 0x85, 0xfc, 0x89, 0x49, 0x3c
    /* behind s3 */
    .byte 0x0d, 0x2e, 0x19, 0x3a, 0x48, 0x6b, 0x5c, 0x7f, 0xcf, 0xec, 0xdb, 0xf8, 0x8a, 0xa9, 0x9e, 0xbd
    .byte 0x00, 0x9e, 0x96, 0x08, 0xb9, 0x27, 0x2f, 0xb1, 0xd1, 0x4f, 0x47, 0xd9, 0x68, 0xf6, 0xfe, 0x60
    /* in front of s4 */
    .byte 0x4c, 0x02, 0x1d, 0x53, 0x71, 0x3f, 0x20, 0x6e, 0x96, 0xd8, 0xc7, 0x89, 0xab, 0xe5, 0xfa, 0xb4
    .byte 0x00, 0xf1, 0x45, 0xb4, 0x63, 0x92, 0x26, 0xd7, 0x07, 0xf6, 0x42, 0xb3, 0x64, 0x95, 0x21, 0xd0
    /* X */
    /* plain to kept */
    .byte 0xc3, 0xf8, 0xa6, 0x9d, 0xc0, 0xfb, 0xa5, 0x9e, 0xe8, 0xd3, 0x8d, 0xb6, 0xeb, 0xd0, 0x8e, 0xb5
    .byte 0x00, 0x04, 0x54, 0x50, 0x58, 0x5c, 0x0c, 0x08, 0xa3, 0xa7, 0xf7, 0xf3, 0xfb, 0xff, 0xaf, 0xab
    /* kept to plain */
    .byte 0xc5, 0x92, 0x96, 0xc1, 0xd5, 0x82, 0x86, 0xd1, 0xb5, 0xe2, 0xe6, 0xb1, 0xa5, 0xf2, 0xf6, 0xa1
    .byte 0x00, 0x09, 0x7c, 0x75, 0x39, 0x30, 0x45, 0x4c, 0xf8, 0xf1, 0x84, 0x8d, 0xc1, 0xc8, 0xbd, 0xb4
    /* Y */
    /* plain to kept */
    .byte 0xb1, 0x96, 0xd6, 0xf1, 0xb5, 0x92, 0xd2, 0xf5, 0x8c, 0xab, 0xeb, 0xcc, 0x88, 0xaf, 0xef, 0xc8
    .byte 0x00, 0x1d, 0x58, 0x45, 0x48, 0x55, 0x10, 0x0d, 0xb9, 0xa4, 0xe1, 0xfc, 0xf1, 0xec, 0xa9, 0xb4
    /* kept to plain */
    .byte 0xc3, 0xf4, 0xe9, 0xde, 0xc7, 0xf0, 0xed, 0xda, 0x80, 0xb7, 0xaa, 0x9d, 0x84, 0xb3, 0xae, 0x99
    .byte 0x00, 0x60, 0x18, 0x78, 0x03, 0x63, 0x1b, 0x7b, 0x8c, 0xec, 0x94, 0xf4, 0x8f, 0xef, 0x97, 0xf7
    /* end generated */
    .fill 16, 1, 0x0f
.endm

/* The key setup's constants, from .Lcamellia_aes_setkey on. */
#define CAMELLIA_AES_SK_X     0         /* three operand filters; four nibble vectors; filter with shift, without */
#define CAMELLIA_AES_SK_Y     224
#define CAMELLIA_AES_SK_FL    96        /* from SK_X or SK_Y to the nibble vectors */
#define CAMELLIA_AES_SK_ZERO  448
#define CAMELLIA_AES_SK_BIT0  464
#define CAMELLIA_AES_SK_LOW   480       /* low doublewords */
#define CAMELLIA_AES_SK_REPL  496       /* index vectors, four times each of four bytes: 0..3, 4..7, 8..11, 12..15 */
#define CAMELLIA_AES_SK_BACK  560       /* the same backwards: 15..12, 11..8, 7..4, 3..0 */

.macro CAMELLIA_AES_SETKEY_CONSTS
    .p2align 6
.Lcamellia_aes_setkey:
    /* generated: camellia_aes_setkey */
    /* X */
    /* operand in front of s1 and s4 */
    .byte 0x00, 0x90, 0x7e, 0xee, 0xc9, 0x59, 0xb7, 0x27, 0xc5, 0x55, 0xbb, 0x2b, 0x0c, 0x9c, 0x72, 0xe2
    .byte 0x00, 0x3f, 0x54, 0x6b, 0x39, 0x06, 0x6d, 0x52, 0x43, 0x7c, 0x17, 0x28, 0x7a, 0x45, 0x2e, 0x11
    /* operand in front of s2 */
    .byte 0x00, 0x43, 0x90, 0xd3, 0x7e, 0x3d, 0xee, 0xad, 0xc9, 0x8a, 0x59, 0x1a, 0xb7, 0xf4, 0x27, 0x64
    .byte 0x00, 0xc5, 0x3f, 0xfa, 0x54, 0x91, 0x6b, 0xae, 0x39, 0xfc, 0x06, 0xc3, 0x6d, 0xa8, 0x52, 0x97
    /* operand in front of s3 */
    .byte 0x00, 0x7e, 0xc9, 0xb7, 0xc5, 0xbb, 0x0c, 0x72, 0x3f, 0x41, 0xf6, 0x88, 0xfa, 0x84, 0x33, 0x4d
    .byte 0x00, 0x54, 0x39, 0x6d, 0x43, 0x17, 0x7a, 0x2e, 0x90, 0xc4, 0xa9, 0xfd, 0xd3, 0x87, 0xea, 0xbe
    /* FL: plain nibbles of the entries */
    .byte 0x00, 0x07, 0x03, 0x04, 0x00, 0x07, 0x03, 0x04, 0x00, 0x07, 0x03, 0x04, 0x00, 0x07, 0x03, 0x04
    .byte 0x00, 0x05, 0x05, 0x00, 0x01, 0x04, 0x04, 0x01, 0x07, 0x02, 0x02, 0x07, 0x06, 0x03, 0x03, 0x06
    .byte 0x00, 0x09, 0x0c, 0x05, 0x09, 0x00, 0x05, 0x0c, 0x08, 0x01, 0x04, 0x0d, 0x01, 0x08, 0x0d, 0x04
    .byte 0x00, 0x00, 0x07, 0x07, 0x03, 0x03, 0x04, 0x04, 0x0f, 0x0f, 0x08, 0x08, 0x0c, 0x0c, 0x0b, 0x0b
    /* FL: filter behind AND and shift */
    .byte 0x00, 0x65, 0x03, 0x66, 0x2b, 0x4e, 0x28, 0x4d, 0x04, 0x61, 0x07, 0x62, 0x2f, 0x4a, 0x2c, 0x49
    .byte 0x00, 0x54, 0x58, 0x0c, 0xa3, 0xf7, 0xfb, 0xaf, 0x00, 0x54, 0x58, 0x0c, 0xa3, 0xf7, 0xfb, 0xaf
    /* FL: filter behind AND */
    .byte 0x00, 0x3b, 0x65, 0x5e, 0x03, 0x38, 0x66, 0x5d, 0x2b, 0x10, 0x4e, 0x75, 0x28, 0x13, 0x4d, 0x76
    .byte 0x00, 0x04, 0x54, 0x50, 0x58, 0x5c, 0x0c, 0x08, 0xa3, 0xa7, 0xf7, 0xf3, 0xfb, 0xff, 0xaf, 0xab
    /* Y */
    /* operand in front of s1 and s4 */
    .byte 0x00, 0x87, 0x62, 0xe5, 0xde, 0x59, 0xbc, 0x3b, 0xdb, 0x5c, 0xb9, 0x3e, 0x05, 0x82, 0x67, 0xe0
    .byte 0x00, 0x31, 0x51, 0x60, 0x28, 0x19, 0x79, 0x48, 0x49, 0x78, 0x18, 0x29, 0x61, 0x50, 0x30, 0x01
    /* operand in front of s2 */
    .byte 0x00, 0x49, 0x87, 0xce, 0x62, 0x2b, 0xe5, 0xac, 0xde, 0x97, 0x59, 0x10, 0xbc, 0xf5, 0x3b, 0x72
    .byte 0x00, 0xdb, 0x31, 0xea, 0x51, 0x8a, 0x60, 0xbb, 0x28, 0xf3, 0x19, 0xc2, 0x79, 0xa2, 0x48, 0x93
    /* operand in front of s3 */
    .byte 0x00, 0x62, 0xde, 0xbc, 0xdb, 0xb9, 0x05, 0x67, 0x31, 0x53, 0xef, 0x8d, 0xea, 0x88, 0x34, 0x56
    .byte 0x00, 0x51, 0x28, 0x79, 0x49, 0x18, 0x61, 0x30, 0x87, 0xd6, 0xaf, 0xfe, 0xce, 0x9f, 0xe6, 0xb7
    /* FL: plain nibbles of the entries */
    .byte 0x00, 0x07, 0x0a, 0x0d, 0x04, 0x03, 0x0e, 0x09, 0x03, 0x04, 0x09, 0x0e, 0x07, 0x00, 0x0d, 0x0a
    .byte 0x00, 0x03, 0x02, 0x01, 0x00, 0x03, 0x02, 0x01, 0x04, 0x07, 0x06, 0x05, 0x04, 0x07, 0x06, 0x05
    .byte 0x00, 0x00, 0x08, 0x08, 0x03, 0x03, 0x0b, 0x0b, 0x0c, 0x0c, 0x04, 0x04, 0x0f, 0x0f, 0x07, 0x07
    .byte 0x00, 0x06, 0x01, 0x07, 0x00, 0x06, 0x01, 0x07, 0x08, 0x0e, 0x09, 0x0f, 0x08, 0x0e, 0x09, 0x0f
    /* FL: filter behind AND and shift */
    .byte 0x00, 0x67, 0x04, 0x63, 0x3d, 0x5a, 0x39, 0x5e, 0x1d, 0x7a, 0x19, 0x7e, 0x20, 0x47, 0x24, 0x43
    .byte 0x00, 0x58, 0x48, 0x10, 0xb9, 0xe1, 0xf1, 0xa9, 0x00, 0x58, 0x48, 0x10, 0xb9, 0xe1, 0xf1, 0xa9
    /* FL: filter behind AND */
    .byte 0x00, 0x27, 0x67, 0x40, 0x04, 0x23, 0x63, 0x44, 0x3d, 0x1a, 0x5a, 0x7d, 0x39, 0x1e, 0x5e, 0x79
    .byte 0x00, 0x1d, 0x58, 0x45, 0x48, 0x55, 0x10, 0x0d, 0xb9, 0xa4, 0xe1, 0xfc, 0xf1, 0xec, 0xa9, 0xb4
    /* kept as 0 */
    .byte 0xc5, 0xc5, 0xc5, 0xc5, 0x45, 0x45, 0x45, 0x45, 0xc3, 0xc3, 0xc3, 0xc3, 0x43, 0x43, 0x43, 0x43
    /* kept form of bit 0 */
    .byte 0x3b, 0x3b, 0x3b, 0x3b, 0x3b, 0x3b, 0x3b, 0x3b, 0x27, 0x27, 0x27, 0x27, 0x27, 0x27, 0x27, 0x27
    /* end generated */
    .quad 0xffffffff, 0xffffffff
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    .fill 4, 1, \i
    .endr
    .irp i, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
    .fill 4, 1, \i
    .endr
.endm

/* Three stages of interleaving bytes of eight registers. Out, in order: a0 a6 a7 a1 t a2 a3 a4; a5 is free. From
 * (lane i of a block order, lane i + 8) pairs it makes one register a byte position, natural lane order; from eight
 * byte-sliced registers it makes pairs of 8-byte halves, natural order of blocks. */
.macro CAMELLIA_INTERLEAVE a0, a1, a2, a3, a4, a5, a6, a7, t
    vpunpckhbw \a4, \a0, \t
    vpunpcklbw \a4, \a0, \a0
    vpunpckhbw \a5, \a1, \a4
    vpunpcklbw \a5, \a1, \a1
    vpunpckhbw \a6, \a2, \a5
    vpunpcklbw \a6, \a2, \a2
    vpunpckhbw \a7, \a3, \a6
    vpunpcklbw \a7, \a3, \a3
    vpunpckhbw \a2, \a0, \a7
    vpunpcklbw \a2, \a0, \a0
    vpunpckhbw \a3, \a1, \a2
    vpunpcklbw \a3, \a1, \a1
    vpunpckhbw \a5, \t, \a3
    vpunpcklbw \a5, \t, \t
    vpunpckhbw \a6, \a4, \a5
    vpunpcklbw \a6, \a4, \a4
    vpunpckhbw \a1, \a0, \a6
    vpunpcklbw \a1, \a0, \a0
    vpunpckhbw \a2, \a7, \a1
    vpunpcklbw \a2, \a7, \a7
    vpunpckhbw \a4, \t, \a2
    vpunpcklbw \a4, \t, \t
    vpunpckhbw \a5, \a3, \a4
    vpunpcklbw \a5, \a3, \a3
.endm

/* x = filter(x) with the two tables at `table` of the key setup's constants; the nibble mask is in xmm15. */
.macro CAMELLIA_AES_SETKEY_FILTER x, table, t0, t1
    vpand %xmm15, \x, \t0
    vpsrlw $4, \x, \x
    vpand %xmm15, \x, \x
    vmovdqa .Lcamellia_aes_setkey + \table(%rip), \t1
    vpshufb \t0, \t1, \t0
    vmovdqa .Lcamellia_aes_setkey + \table + 16(%rip), \t1
    vpshufb \x, \t1, \x
    vpxor \t0, \x, \x
.endm

/* The round key operands of the rounds with one source half: half = l or h of the stored differences, sk = its part
 * of the constants, op = where to, lane = 0 or 1: the lane of its first round. */
.macro CAMELLIA_AES_OPERANDS half, sk, op, lane
    /* Byte-slice: byte 7 of a quadword is byte 0 of the half. Lane i is the difference at OPY + 16 * i. */
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    vmovdqa CAMELLIA_AES_OPY + 16 * \i(%rdi), %xmm\i
    .endr
    .irp i, 0, 1, 2, 3, 4
    vpunpck\half\()bw CAMELLIA_AES_OPY + 128 + 16 * \i(%rdi), %xmm\i, %xmm\i
    .endr
    vpunpck\half\()bw %xmm5, %xmm5, %xmm5
    vpunpck\half\()bw %xmm6, %xmm6, %xmm6
    vpunpck\half\()bw %xmm7, %xmm7, %xmm7
    CAMELLIA_INTERLEAVE %xmm0, %xmm1, %xmm2, %xmm3, %xmm4, %xmm5, %xmm6, %xmm7, %xmm8
    /* Bytes 0..7 are now in 4 3 2 8 1 7 6 0. The inverse of the P-function: its 16 XORs backwards; it leaves bytes
     * 0..7 in 1 7 6 0 4 3 2 8. */
    vpxor %xmm6, %xmm8, %xmm8
    vpxor %xmm7, %xmm2, %xmm2
    vpxor %xmm1, %xmm3, %xmm3
    vpxor %xmm0, %xmm4, %xmm4
    vpxor %xmm2, %xmm0, %xmm0
    vpxor %xmm3, %xmm6, %xmm6
    vpxor %xmm4, %xmm7, %xmm7
    vpxor %xmm8, %xmm1, %xmm1
    vpxor %xmm7, %xmm8, %xmm8
    vpxor %xmm1, %xmm2, %xmm2
    vpxor %xmm0, %xmm3, %xmm3
    vpxor %xmm6, %xmm4, %xmm4
    vpxor %xmm4, %xmm0, %xmm0
    vpxor %xmm8, %xmm6, %xmm6
    vpxor %xmm2, %xmm7, %xmm7
    vpxor %xmm3, %xmm1, %xmm1
    CAMELLIA_AES_OPERAND 0, %xmm1, \sk, \op, \lane
    CAMELLIA_AES_OPERAND 1, %xmm7, (\sk + 32), \op, \lane
    CAMELLIA_AES_OPERAND 2, %xmm6, (\sk + 64), \op, \lane
    CAMELLIA_AES_OPERAND 3, %xmm0, \sk, \op, \lane
    CAMELLIA_AES_OPERAND 4, %xmm4, (\sk + 32), \op, \lane
    CAMELLIA_AES_OPERAND 5, %xmm3, (\sk + 64), \op, \lane
    CAMELLIA_AES_OPERAND 6, %xmm2, \sk, \op, \lane
    CAMELLIA_AES_OPERAND 7, %xmm8, \sk, \op, \lane
.endm

.macro CAMELLIA_AES_OPERAND j, x, table, op, lane
    CAMELLIA_AES_SETKEY_FILTER \x, \table, %xmm9, %xmm10
    .if \lane
    vpsrldq $\lane, \x, \x
    .endif
    vpshufb .Lcamellia_aes_setkey + CAMELLIA_AES_SK_REPL(%rip), \x, %xmm9
    vpshufb .Lcamellia_aes_setkey + CAMELLIA_AES_SK_REPL + 16(%rip), \x, %xmm10
    vpshufb .Lcamellia_aes_setkey + CAMELLIA_AES_SK_REPL + 32(%rip), \x, \x
    vmovdqa %xmm9, \op + CAMELLIA_AES_OP_BYTE * \j(%rdi)
    vmovdqa %xmm10, \op + CAMELLIA_AES_OP_BYTE * \j + 16(%rdi)
    vmovdqa \x, \op + CAMELLIA_AES_OP_BYTE * \j + 32(%rdi)
.endm

/* FL's tables of one half in one layer at r8. The bytes of the FL keys (kr complemented), then their high nibbles, are
 * at CAMELLIA_AES_OPX, replicated to doublewords. q: the half's quadword of the keys. */
.macro CAMELLIA_AES_FL_TABLES q, sk, at
    vmovdqa .Lcamellia_aes_setkey + \sk + CAMELLIA_AES_SK_FL(%rip), %xmm4
    vmovdqa .Lcamellia_aes_setkey + \sk + CAMELLIA_AES_SK_FL + 16(%rip), %xmm5
    vmovdqa .Lcamellia_aes_setkey + \sk + CAMELLIA_AES_SK_FL + 32(%rip), %xmm6
    vmovdqa .Lcamellia_aes_setkey + \sk + CAMELLIA_AES_SK_FL + 48(%rip), %xmm7
    vmovdqa .Lcamellia_aes_setkey + \sk + CAMELLIA_AES_SK_FL + 64(%rip), %xmm8
    vmovdqa .Lcamellia_aes_setkey + \sk + CAMELLIA_AES_SK_FL + 80(%rip), %xmm9
    vmovdqa .Lcamellia_aes_setkey + \sk + CAMELLIA_AES_SK_FL + 96(%rip), %xmm10
    vmovdqa .Lcamellia_aes_setkey + \sk + CAMELLIA_AES_SK_FL + 112(%rip), %xmm11
    .irp j, 0, 1, 2, 3
    CAMELLIA_AES_FL_TABLE (8 * \q + 7 - \j), %xmm8, %xmm9, (\at + 32 * \j)
    .endr
    .irp j, 0, 1, 2, 3
    CAMELLIA_AES_FL_TABLE (8 * \q + 3 - \j), %xmm10, %xmm11, (\at + CAMELLIA_AES_FL_H + 32 * \j)
    .endr
.endm

.macro CAMELLIA_AES_FL_TABLE byte, low, high, at
    vbroadcastss CAMELLIA_AES_OPX + 4 * \byte(%rdi), %xmm12
    vbroadcastss CAMELLIA_AES_OPX + 64 + 4 * \byte(%rdi), %xmm13
    vpand %xmm12, %xmm4, %xmm14
    vpand %xmm13, %xmm5, %xmm15
    vpshufb %xmm14, \low, %xmm14
    vpshufb %xmm15, \high, %xmm15
    vpand %xmm12, %xmm6, %xmm12
    vpand %xmm13, %xmm7, %xmm13
    vpshufb %xmm12, \low, %xmm12
    vpshufb %xmm13, \high, %xmm13
    vpxor %xmm15, %xmm14, %xmm14
    vpxor %xmm13, %xmm12, %xmm12
    vmovdqa %xmm14, \at(%r8)
    vmovdqa %xmm12, \at + 16(%r8)
.endm

.macro CAMELLIA_AES_DIFFERENCE i
    vmovdqa CAMELLIA_CTX_K - 16 + 16 * \i(%rdi), %xmm2
    vpxor CAMELLIA_CTX_K + 16 * \i(%rdi), %xmm2, %xmm2
    vmovdqa %xmm2, CAMELLIA_AES_OPY + 16 * \i(%rdi)
.endm

/* Layer l changes what is constant in the kept bytes. X is to carry k7 (k13, k19) behind the layer, Y carries k6 (k12,
 * k18) in front of it; FL^-1 of either is what it carries on the other side. */
.macro CAMELLIA_AES_FL_OFFSETS l
    vmovdqa CAMELLIA_CTX_K + 32 + 48 * \l(%rdi), %xmm5      /* k5, k6 */
    vmovdqa CAMELLIA_CTX_K + 48 + 48 * \l(%rdi), %xmm6      /* k7, k8 */
    vshufpd $2, %xmm5, %xmm6, %xmm2
    vpxor .Lcamellia_aes_setkey + CAMELLIA_AES_SK_ZERO(%rip), %xmm2, %xmm2
    vmovdqa CAMELLIA_CTX_KE + 16 * \l(%rdi), %xmm3
    vpor %xmm2, %xmm3, %xmm4            /* a ^= b | kr */
    vpsllq $32, %xmm4, %xmm4
    vpxor %xmm4, %xmm2, %xmm2
    vpand %xmm2, %xmm3, %xmm2           /* b ^= (a & kl) <<< 1 */
    vpsrlq $32, %xmm2, %xmm2
    vpsrld $31, %xmm2, %xmm3
    vpaddd %xmm2, %xmm2, %xmm2
    vpor %xmm3, %xmm4, %xmm4
    vpor %xmm2, %xmm4, %xmm4
    vpxor %xmm6, %xmm5, %xmm5
    vpxor %xmm4, %xmm5, %xmm5
    vmovdqa %xmm5, CAMELLIA_AES_OPY + 48 + 48 * \l(%rdi)
.endm

/* From ctx->subkey to everything from CAMELLIA_AES_WX to CAMELLIA_AES_END. ctx in rdi, key length in bytes in rdx; the
 * latter is lost. Changes xmm0-xmm15 (they hold key: the caller wipes them), rdx, r8, eax, flags. No stack. */
.macro CAMELLIA_AES_DERIVE
    /* Differences of the subkeys, at OPY + 16 * i until the operands go there: low quadword (X) that of round 2i, high
     * quadword (Y) that of round 2i + 1. The first one's low half is WX, the last one's high half WY. */
    vmovdqa CAMELLIA_CTX_KW(%rdi), %xmm0
    vpxor CAMELLIA_CTX_K(%rdi), %xmm0, %xmm0
    vmovdqa %xmm0, CAMELLIA_AES_OPY(%rdi)
    .irp i, 1, 2, 4, 5, 7, 8
    CAMELLIA_AES_DIFFERENCE \i
    .endr
    CAMELLIA_AES_FL_OFFSETS 0
    CAMELLIA_AES_FL_OFFSETS 1
    vpshufd $0x4e, CAMELLIA_CTX_KW + 16(%rdi), %xmm1
    cmp $16, %edx
    jne .Lcamellia_aes_24\@
    vpxor CAMELLIA_CTX_K + 128(%rdi), %xmm1, %xmm1      /* k17, k18 */
    vmovdqa %xmm1, CAMELLIA_AES_OPY + 144(%rdi)
    vpxor %xmm2, %xmm2, %xmm2                           /* rounds that do not exist: operands that do not vary */
    .irp i, 160, 176, 192
    vmovdqa %xmm2, CAMELLIA_AES_OPY + \i(%rdi)
    .endr
    jmp .Lcamellia_aes_18\@
.Lcamellia_aes_24\@:
    vpxor CAMELLIA_CTX_K + 176(%rdi), %xmm1, %xmm1      /* k23, k24 */
    vmovdqa %xmm1, CAMELLIA_AES_OPY + 192(%rdi)
    CAMELLIA_AES_DIFFERENCE 10
    CAMELLIA_AES_DIFFERENCE 11
    CAMELLIA_AES_FL_OFFSETS 2
.Lcamellia_aes_18\@:
    .irp j, 0, 1
    vpshufb .Lcamellia_aes_setkey + CAMELLIA_AES_SK_BACK + 32 + 16 * \j(%rip), %xmm0, %xmm2
    vpshufb .Lcamellia_aes_setkey + CAMELLIA_AES_SK_BACK + 16 * \j(%rip), %xmm1, %xmm3
    vmovdqa %xmm2, CAMELLIA_AES_WX + 16 * \j(%rdi)
    vmovdqa %xmm3, CAMELLIA_AES_WY + 16 * \j(%rdi)
    .endr

    lea CAMELLIA_AES_FL(%rdi), %r8
    lea CAMELLIA_AES_FL + 2 * CAMELLIA_AES_FL_LAYER(%rdi), %rax
    cmp $16, %edx
    lea CAMELLIA_CTX_KE(%rdi), %rdx
    je .Lcamellia_aes_fl\@
    add $CAMELLIA_AES_FL_LAYER, %rax
.Lcamellia_aes_fl\@:
    vmovdqa (%rdx), %xmm0
    vpxor %xmm2, %xmm2, %xmm2
    vpcmpgtb %xmm0, %xmm2, %xmm2        /* carry: the kept form of bit 0, or 0 */
    vpand .Lcamellia_aes_setkey + CAMELLIA_AES_SK_BIT0(%rip), %xmm2, %xmm2
    vpshufb .Lcamellia_aes_setkey + CAMELLIA_AES_SK_BACK + 32(%rip), %xmm2, %xmm3
    vpshufb .Lcamellia_aes_setkey + CAMELLIA_AES_SK_BACK(%rip), %xmm2, %xmm2
    vmovdqa %xmm3, CAMELLIA_AES_CARRY_X(%r8)
    vmovdqa %xmm2, CAMELLIA_AES_CARRY_Y(%r8)
    vpxor .Lcamellia_aes_setkey + CAMELLIA_AES_SK_LOW(%rip), %xmm0, %xmm0
    vpsrlw $4, %xmm0, %xmm1
    vpand .Lcamellia_schedule + CAMELLIA_SC_NIBBLE(%rip), %xmm1, %xmm1
    .irp i, 0, 16, 32, 48
    vpshufb .Lcamellia_aes_setkey + CAMELLIA_AES_SK_REPL + \i(%rip), %xmm0, %xmm2
    vpshufb .Lcamellia_aes_setkey + CAMELLIA_AES_SK_REPL + \i(%rip), %xmm1, %xmm3
    vmovdqa %xmm2, CAMELLIA_AES_OPX + \i(%rdi)
    vmovdqa %xmm3, CAMELLIA_AES_OPX + 64 + \i(%rdi)
    .endr
    CAMELLIA_AES_FL_TABLES 0, CAMELLIA_AES_SK_X, CAMELLIA_AES_FL_X
    CAMELLIA_AES_FL_TABLES 1, CAMELLIA_AES_SK_Y, CAMELLIA_AES_FL_Y
    add $16, %rdx
    add $CAMELLIA_AES_FL_LAYER, %r8
    cmp %rax, %r8
    jne .Lcamellia_aes_fl\@
    vmovdqa .Lcamellia_schedule + CAMELLIA_SC_NIBBLE(%rip), %xmm15
    CAMELLIA_AES_OPERANDS h, CAMELLIA_AES_SK_X, CAMELLIA_AES_OPX, 0
    CAMELLIA_AES_OPERANDS l, CAMELLIA_AES_SK_Y, CAMELLIA_AES_OPY, 1
.endm

#endif /* NEED_CAMELLIA_AES */

/* -------------------------------------------------------------------------------------------------------------------
 * Camellia, one block (RFC 3713, sections 2.3 and 2.4) in constant time with GFNI, AVX and, for the key setup, AVX2;
 * or, where CAMELLIA_ONE_AES is defined, with AES-NI and AVX: latency counts here. For files that define
 * NEED_CAMELLIA_ONE, and, with GFNI, CAMELLIA_ONE_AT: where in ctx CAMELLIA_ONE_SIZE bytes are kept, 32-byte aligned.
 *
 *   CAMELLIA_ONE_SETKEY         behind CAMELLIA_SCHEDULE: ctx in rdi, key length in bytes in rdx (both kept). Changes
 *                               ymm0-7, xmm14, rax, flags. The caller wipes.
 *   CAMELLIA_ONE_WALK dir       dir = enc or dec, ctx in rdi: r8, r9, r10, r11d as CAMELLIA_ONE_ROUNDS wants them.
 *   CAMELLIA_ONE_READY          xmm8-15: the constants.
 *   CAMELLIA_ONE_LOAD           16 bytes at rdx (or from) to the halves in xmm0, xmm1 (or left, right): in the basis,
 *                               not whitened. Changes xmm2-5.
 *   CAMELLIA_ONE_ROUNDS         the halves in xmm0, xmm1 to those of the result. Changes xmm2-7, rax, rcx, rdi, flags.
 *                               With CAMELLIA_ONE_CALL, a call of what CAMELLIA_ONE_FUNCTION, once, defines.
 *   CAMELLIA_ONE_JOIN           the halves of a result in xmm0, xmm1 (kept) to xmm2, as 16 bytes. Changes xmm3-7.
 *   CAMELLIA_ONE_STORE          the same, and to rsi.
 *   CAMELLIA_ONE_CONSTS         the constants, once per file, in RODATA.
 *
 * A half is held twice in a vector, byte 0 of RFC 3713 in byte 7, each byte in the basis of the inversion that belongs
 * to its own S-box (tools/camellia_one.py), and XORed with the subkey it last met, as in the wide kernels. With GFNI a
 * round is three inversions, three shuffles and XORs: a chain of 10 cycles on Intel's Golden Cove (3 inversion, 1
 * shuffle, 4 XOR or swap, 2 for crossing between the units). The round before an FL layer yields plain bytes, which is
 * what FL's shifts and masks want. With CAMELLIA_ONE_TERNLOG defined, AVX-512VL's VPTERNLOGD takes two XORs at once.
 * With AES-NI it is AESENCLAST, eight lookups for the maps with each of four rotations behind it, five shuffles and
 * XORs: a chain of 15 cycles (3 AES, 2 crossing, 3 nibbles and lookup, 1 shuffle, 6 XOR or swap); measured 20 beside a
 * busy hardware thread. Other orders of the lookups are no quicker.
 */
#ifdef NEED_CAMELLIA_ONE

#ifdef CAMELLIA_ONE_AES
#define CAMELLIA_ONE_AT       CAMELLIA_CTX_VARIANT      /* of a context in a frame: CAMELLIA_ONE_ENTER */
#endif
#define CAMELLIA_ONE_SIZE     416       /* 26 times 16 bytes: whitening, 24 rounds, whitening (behind the last round) */

/* The constants, from .Lcamellia_one on. */
#ifdef CAMELLIA_ONE_AES
#define CAMELLIA_ONE_POST     0         /* four pairs of nibble tables */
#define CAMELLIA_ONE_P        128       /* five index vectors */
#define CAMELLIA_ONE_TO       208       /* two pairs of nibble tables */
#define CAMELLIA_ONE_FROM     272
#define CAMELLIA_ONE_MIX      336
#define CAMELLIA_ONE_NIBBLE   352
#define CAMELLIA_ONE_CANCEL   368
#define CAMELLIA_ONE_IN       384
#define CAMELLIA_ONE_OUT      416
#define CAMELLIA_ONE_LEFT     448
#define CAMELLIA_ONE_X0       464       /* 32 bytes */
#define CAMELLIA_ONE_F0       496       /* 32 bytes */

.macro CAMELLIA_ONE_CONSTS
    .p2align 6
.Lcamellia_one:
    /* generated: camellia_one_aes */
    /* behind AESENCLAST: rotation 0 */
    .byte 0x00, 0x66, 0xce, 0xa8, 0x91, 0xf7, 0x5f, 0x39, 0xf2, 0x94, 0x3c, 0x5a, 0x63, 0x05, 0xad, 0xcb
    .byte 0x00, 0x46, 0xb5, 0xf3, 0x4a, 0x0c, 0xff, 0xb9, 0xe1, 0xa7, 0x54, 0x12, 0xab, 0xed, 0x1e, 0x58
    /* behind AESENCLAST: rotation 1 */
    .byte 0x00, 0x3a, 0x20, 0x1a, 0xc5, 0xff, 0xe5, 0xdf, 0xb8, 0x82, 0x98, 0xa2, 0x7d, 0x47, 0x5d, 0x67
    .byte 0x00, 0x54, 0xf5, 0xa1, 0x60, 0x34, 0x95, 0xc1, 0xc7, 0x93, 0x32, 0x66, 0xa7, 0xf3, 0x52, 0x06
    /* behind AESENCLAST: rotation -1 */
    .byte 0x00, 0x12, 0x0a, 0x18, 0xd7, 0xc5, 0xdd, 0xcf, 0x34, 0x26, 0x3e, 0x2c, 0xe3, 0xf1, 0xe9, 0xfb
    .byte 0x00, 0xdc, 0x31, 0xed, 0xc6, 0x1a, 0xf7, 0x2b, 0x77, 0xab, 0x46, 0x9a, 0xb1, 0x6d, 0x80, 0x5c
    /* behind AESENCLAST: rotation 2 */
    .byte 0x00, 0x62, 0x6e, 0x0c, 0xf7, 0x95, 0x99, 0xfb, 0xd8, 0xba, 0xb6, 0xd4, 0x2f, 0x4d, 0x41, 0x23
    .byte 0x00, 0x32, 0x5b, 0x69, 0xc0, 0xf2, 0x9b, 0xa9, 0x53, 0x61, 0x08, 0x3a, 0x93, 0xa1, 0xc8, 0xfa
    /* their parts in the P-function: rotation 0 has two */
    .byte 0x03, 0x01, 0x05, 0x03, 0x01, 0x03, 0x03, 0x03, 0x04, 0x02, 0x00, 0x05, 0x02, 0x00, 0x04, 0x04
    .byte 0x05, 0x80, 0x80, 0x00, 0x80, 0x80, 0x05, 0x05, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00, 0x00
    .byte 0x07, 0x04, 0x06, 0x06, 0x04, 0x06, 0x06, 0x80, 0x80, 0x00, 0x07, 0x80, 0x05, 0x07, 0x07, 0x80
    .byte 0x02, 0x80, 0x01, 0x02, 0x80, 0x01, 0x80, 0x01, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02, 0x80, 0x02
    .byte 0x80, 0x07, 0x80, 0x80, 0x06, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x07, 0x80, 0x80, 0x80
    /* to the basis: bytes of s1, s2, s3; of s4 */
    .byte 0x00, 0x01, 0x19, 0x18, 0xb1, 0xb0, 0xa8, 0xa9, 0xab, 0xaa, 0xb2, 0xb3, 0x1a, 0x1b, 0x03, 0x02
    .byte 0x00, 0xa7, 0x93, 0x34, 0x61, 0xc6, 0xf2, 0x55, 0xd9, 0x7e, 0x4a, 0xed, 0xb8, 0x1f, 0x2b, 0x8c
    .byte 0x00, 0x19, 0xb1, 0xa8, 0xab, 0xb2, 0x1a, 0x03, 0xa7, 0xbe, 0x16, 0x0f, 0x0c, 0x15, 0xbd, 0xa4
    .byte 0x00, 0x93, 0x61, 0xf2, 0xd9, 0x4a, 0xb8, 0x2b, 0x01, 0x92, 0x60, 0xf3, 0xd8, 0x4b, 0xb9, 0x2a
    /* back: bytes of s1, s2, s3; of s4 */
    .byte 0x00, 0x01, 0x0f, 0x0e, 0xdd, 0xdc, 0xd2, 0xd3, 0xc5, 0xc4, 0xca, 0xcb, 0x18, 0x19, 0x17, 0x16
    .byte 0x00, 0xc6, 0x2b, 0xed, 0x6a, 0xac, 0x41, 0x87, 0xe8, 0x2e, 0xc3, 0x05, 0x82, 0x44, 0xa9, 0x6f
    .byte 0x00, 0x80, 0x87, 0x07, 0xee, 0x6e, 0x69, 0xe9, 0xe2, 0x62, 0x65, 0xe5, 0x0c, 0x8c, 0x8b, 0x0b
    .byte 0x00, 0x63, 0x95, 0xf6, 0x35, 0x56, 0xa0, 0xc3, 0x74, 0x17, 0xe1, 0x82, 0x41, 0x22, 0xd4, 0xb7
    /* the bytes of s4 from the high half */
    .byte 0x00, 0x09, 0x02, 0x03, 0x0c, 0x05, 0x06, 0x07, 0x00, 0x09, 0x02, 0x03, 0x0c, 0x05, 0x06, 0x07
    /* nibble mask */
    .byte 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f
    /* cancels the constant of AES's affine map */
    .byte 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63, 0x63
    /* load the left half, the right half; store them */
    .byte 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01, 0x00, 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01, 0x00
    .byte 0x0f, 0x0e, 0x0d, 0x0c, 0x0b, 0x0a, 0x09, 0x08, 0x0f, 0x0e, 0x0d, 0x0c, 0x0b, 0x0a, 0x09, 0x08
    .byte 0x07, 0x06, 0x05, 0x0c, 0x03, 0x02, 0x09, 0x00, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80
    .byte 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x07, 0x06, 0x05, 0x0c, 0x03, 0x02, 0x09, 0x00
    /* left word without its top bit */
    .quad 0x7fffffff00000000, 0x7fffffff00000000
    /* what the inversions want added to the subkeys; the constant of F */
    .quad 0xc5c5c5e2c5c5e2c5, 0xc5c5c5e2c5c5e2c5, 0xc5c5c5e2c5c5e2c5, 0xc5c5c5e2c5c5e2c5
    .quad 0x000000008537dc85, 0x000000008537dc85, 0x000000008537dc85, 0x000000008537dc85
    /* end generated */
.endm

.macro CAMELLIA_ONE_READY
    .irp i, 8, 9, 10, 11, 12, 13, 14, 15
    vmovdqa .Lcamellia_one + CAMELLIA_ONE_POST + 16 * (\i - 8)(%rip), %xmm\i
    .endr
.endm

/* One half: plain bytes to the basis, and back. Changes xmm2-5. */
.macro CAMELLIA_ONE_LOOKUP at, index, to
    vmovdqa .Lcamellia_one + \at(%rip), \to
    vpshufb \index, \to, \to
.endm
.macro CAMELLIA_ONE_MAP which, x
    vpand .Lcamellia_one + CAMELLIA_ONE_NIBBLE(%rip), \x, %xmm2
    vpsrlw $4, \x, \x
    vpand .Lcamellia_one + CAMELLIA_ONE_NIBBLE(%rip), \x, \x
    CAMELLIA_ONE_LOOKUP \which, %xmm2, %xmm3
    CAMELLIA_ONE_LOOKUP (\which + 32), %xmm2, %xmm4
    CAMELLIA_ONE_LOOKUP (\which + 16), \x, %xmm2
    CAMELLIA_ONE_LOOKUP (\which + 48), \x, %xmm5
    vpxor %xmm2, %xmm3, %xmm3
    vpxor %xmm5, %xmm4, %xmm4
    vblendps $0xc, %xmm4, %xmm3, \x
    vpshufb .Lcamellia_one + CAMELLIA_ONE_MIX(%rip), \x, \x
.endm
.macro CAMELLIA_ONE_JOIN
    vmovdqa %xmm0, %xmm6
    vmovdqa %xmm1, %xmm7
    CAMELLIA_ONE_MAP CAMELLIA_ONE_FROM, %xmm6
    CAMELLIA_ONE_MAP CAMELLIA_ONE_FROM, %xmm7
    vpshufb .Lcamellia_one + CAMELLIA_ONE_OUT(%rip), %xmm6, %xmm2
    vpshufb .Lcamellia_one + CAMELLIA_ONE_OUT + 16(%rip), %xmm7, %xmm3
    vpxor %xmm3, %xmm2, %xmm2
.endm

/* y ^= F(x) and what is at the next key. */
.macro CAMELLIA_ONE_ROUND x, y
    lea (%rdi, %r9, 2), %rdi
    vaesenclast .Lcamellia_one + CAMELLIA_ONE_CANCEL(%rip), \x, %xmm2
    vpxor (%rdi), \y, \y
    vpand .Lcamellia_one + CAMELLIA_ONE_NIBBLE(%rip), %xmm2, %xmm3
    vpsrlw $4, %xmm2, %xmm2
    vpand .Lcamellia_one + CAMELLIA_ONE_NIBBLE(%rip), %xmm2, %xmm2
    vpshufb %xmm3, %xmm8, %xmm4
    vpshufb %xmm3, %xmm10, %xmm5
    vpshufb %xmm2, %xmm9, %xmm6
    vpshufb %xmm2, %xmm11, %xmm7
    vpxor %xmm6, %xmm4, %xmm4
    vpxor %xmm7, %xmm5, %xmm5
    vpshufb %xmm3, %xmm12, %xmm6
    vpshufb %xmm2, %xmm13, %xmm7
    vpshufb %xmm3, %xmm14, %xmm3
    vpshufb %xmm2, %xmm15, %xmm2
    vpxor %xmm7, %xmm6, %xmm6
    vpxor %xmm2, %xmm3, %xmm3
    vpshufb .Lcamellia_one + CAMELLIA_ONE_P(%rip), %xmm4, %xmm2
    vpshufb .Lcamellia_one + CAMELLIA_ONE_P + 16(%rip), %xmm4, %xmm4
    vpshufb .Lcamellia_one + CAMELLIA_ONE_P + 32(%rip), %xmm5, %xmm5
    vpshufb .Lcamellia_one + CAMELLIA_ONE_P + 48(%rip), %xmm6, %xmm6
    vpshufb .Lcamellia_one + CAMELLIA_ONE_P + 64(%rip), %xmm3, %xmm3
    vpxor %xmm4, %xmm2, %xmm2
    vpxor %xmm6, %xmm5, %xmm5
    vpxor %xmm5, %xmm2, %xmm2
    vpxor %xmm3, %xmm2, %xmm2
    vpshufd $0x4e, %xmm2, %xmm3
    vpxor %xmm2, \y, \y
    vpxor %xmm3, \y, \y
.endm
/* The same; y is left in plain bytes. */
.macro CAMELLIA_ONE_ROUND_PLAIN x, y
    CAMELLIA_ONE_ROUND \x, \y
    CAMELLIA_ONE_MAP CAMELLIA_ONE_FROM, \y
.endm

#else
#define CAMELLIA_ONE_POST     0         /* three matrices of 16 bytes */
#define CAMELLIA_ONE_P        48        /* three index vectors */
#define CAMELLIA_ONE_PLAIN    96        /* the same for a result in plain bytes */
#define CAMELLIA_ONE_MIX      192
#define CAMELLIA_ONE_TO       208
#define CAMELLIA_ONE_FROM     224
#define CAMELLIA_ONE_IN       240
#define CAMELLIA_ONE_OUT      272
#define CAMELLIA_ONE_LEFT     304
#define CAMELLIA_ONE_X0       320       /* 32 bytes */
#define CAMELLIA_ONE_F0       352       /* 32 bytes */

.macro CAMELLIA_ONE_CONSTS
    .p2align 6
.Lcamellia_one:
    /* generated: camellia_one */
    /* behind the inversion: rotations 0 and 1, in the basis */
    .quad 0x01fe339f76b8066d, 0x01091e7e5fdf628e
    /* behind the inversion: rotations 0 and -1, in the basis */
    .quad 0x01fe339f76b8066d, 0x0151d3fc60495ca4
    /* behind the inversion: rotations 0 and 2, in the basis */
    .quad 0x01fe339f76b8066d, 0x010c245291cae034
    .byte 0x0b, 0x0c, 0x0e, 0x0e, 0x0c, 0x0e, 0x0e, 0x07, 0x04, 0x08, 0x0b, 0x01, 0x09, 0x0b, 0x0b, 0x01
    .byte 0x0a, 0x05, 0x0d, 0x0a, 0x05, 0x0d, 0x07, 0x0d, 0x01, 0x02, 0x00, 0x00, 0x02, 0x0a, 0x01, 0x0a
    .byte 0x07, 0x0b, 0x01, 0x07, 0x0e, 0x07, 0x04, 0x04, 0x80, 0x80, 0x80, 0x80, 0x0b, 0x00, 0x00, 0x00
    /* behind the inversion: rotations 0 and 1, plain */
    .quad 0xeb36241e33d3b1b7, 0xb7eb36241e33d3b1
    /* behind the inversion: rotations 0 and -1, plain */
    .quad 0xeb36241e33d3b1b7, 0x36241e33d3b1b7eb
    /* behind the inversion: rotations 0 and 2, plain */
    .quad 0xeb36241e33d3b1b7, 0xb1b7eb36241e33d3
    .byte 0x0b, 0x0b, 0x0e, 0x0e, 0x0e, 0x0e, 0x0e, 0x07, 0x04, 0x00, 0x0b, 0x01, 0x0b, 0x0b, 0x0b, 0x01
    .byte 0x0a, 0x0d, 0x0d, 0x0a, 0x0d, 0x0d, 0x07, 0x0d, 0x01, 0x0a, 0x00, 0x00, 0x0a, 0x0a, 0x01, 0x0a
    .byte 0x07, 0x04, 0x01, 0x07, 0x04, 0x07, 0x04, 0x04, 0x80, 0x80, 0x80, 0x80, 0x01, 0x00, 0x00, 0x00
    /* the bytes of s4 from the high half */
    .byte 0x00, 0x09, 0x02, 0x03, 0x0c, 0x05, 0x06, 0x07, 0x00, 0x09, 0x02, 0x03, 0x0c, 0x05, 0x06, 0x07
    /* to the basis; back */
    .quad 0xff38108aa65cc0bc, 0xff1c0845532e605e
    .quad 0x2f721ee604e0dc9c, 0x721ee604e0dc9c2f
    /* load the left half, the right half; store them */
    .byte 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01, 0x00, 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01, 0x00
    .byte 0x0f, 0x0e, 0x0d, 0x0c, 0x0b, 0x0a, 0x09, 0x08, 0x0f, 0x0e, 0x0d, 0x0c, 0x0b, 0x0a, 0x09, 0x08
    .byte 0x07, 0x06, 0x05, 0x0c, 0x03, 0x02, 0x09, 0x00, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80
    .byte 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x07, 0x06, 0x05, 0x0c, 0x03, 0x02, 0x09, 0x00
    /* left word without its top bit */
    .quad 0x7fffffff00000000, 0x7fffffff00000000
    /* what the inversions want added to the subkeys; the constant of F */
    .quad 0xc5c5c5e2c5c5e2c5, 0xc5c5c5e2c5c5e2c5, 0xc5c5c5e2c5c5e2c5, 0xc5c5c5e2c5c5e2c5
    .quad 0x000000008537dc85, 0x000000008537dc85, 0x000000008537dc85, 0x000000008537dc85
    /* end generated */
.endm

.macro CAMELLIA_ONE_READY
    vmovdqa .Lcamellia_one + CAMELLIA_ONE_POST(%rip), %xmm8
    vmovdqa .Lcamellia_one + CAMELLIA_ONE_POST + 16(%rip), %xmm9
    vmovdqa .Lcamellia_one + CAMELLIA_ONE_POST + 32(%rip), %xmm10
    vmovdqa .Lcamellia_one + CAMELLIA_ONE_P(%rip), %xmm11
    vmovdqa .Lcamellia_one + CAMELLIA_ONE_P + 16(%rip), %xmm12
    vmovdqa .Lcamellia_one + CAMELLIA_ONE_P + 32(%rip), %xmm13
    vmovdqa .Lcamellia_one + CAMELLIA_ONE_MIX(%rip), %xmm14
.endm

/* One half: plain bytes to the basis, and back. */
.macro CAMELLIA_ONE_MAP which, x
    vgf2p8affineqb $0, .Lcamellia_one + \which(%rip), \x, \x
    vpshufb %xmm14, \x, \x
.endm
.macro CAMELLIA_ONE_JOIN
    vgf2p8affineqb $0, .Lcamellia_one + CAMELLIA_ONE_FROM(%rip), %xmm0, %xmm2
    vgf2p8affineqb $0, .Lcamellia_one + CAMELLIA_ONE_FROM(%rip), %xmm1, %xmm3
    vpshufb .Lcamellia_one + CAMELLIA_ONE_OUT(%rip), %xmm2, %xmm2
    vpshufb .Lcamellia_one + CAMELLIA_ONE_OUT + 16(%rip), %xmm3, %xmm3
    vpxor %xmm3, %xmm2, %xmm2
.endm

/* y ^= F(x), from the three inversions of x in xmm2-4. */
.macro CAMELLIA_ONE_SUM y
#ifdef CAMELLIA_ONE_TERNLOG
    vpternlogd $0x96, %xmm4, %xmm3, %xmm2
    vpshufd $0x4e, %xmm2, %xmm3
    vpternlogd $0x96, %xmm3, %xmm2, \y
#else
    vpxor %xmm3, %xmm2, %xmm2
    vpxor %xmm4, %xmm2, %xmm2
    vpshufd $0x4e, %xmm2, %xmm3
    vpxor %xmm2, \y, \y
    vpxor %xmm3, \y, \y
#endif
.endm
/* y ^= F(x) and what is at the next key. */
.macro CAMELLIA_ONE_ROUND x, y
    lea (%rdi, %r9, 2), %rdi
    vgf2p8affineinvqb $0, %xmm8, \x, %xmm2
    vgf2p8affineinvqb $0, %xmm9, \x, %xmm3
    vgf2p8affineinvqb $0, %xmm10, \x, %xmm4
    vpxor (%rdi), \y, \y
    vpshufb %xmm11, %xmm2, %xmm2
    vpshufb %xmm12, %xmm3, %xmm3
    vpshufb %xmm13, %xmm4, %xmm4
    CAMELLIA_ONE_SUM \y
.endm
/* The same; y is left in plain bytes. */
.macro CAMELLIA_ONE_ROUND_PLAIN x, y
    lea (%rdi, %r9, 2), %rdi
    vpxor (%rdi), \y, \y
    vgf2p8affineinvqb $0, .Lcamellia_one + CAMELLIA_ONE_PLAIN(%rip), \x, %xmm2
    vgf2p8affineinvqb $0, .Lcamellia_one + CAMELLIA_ONE_PLAIN + 16(%rip), \x, %xmm3
    vgf2p8affineinvqb $0, .Lcamellia_one + CAMELLIA_ONE_PLAIN + 32(%rip), \x, %xmm4
    CAMELLIA_ONE_MAP CAMELLIA_ONE_FROM, \y
    vpshufb .Lcamellia_one + CAMELLIA_ONE_PLAIN + 48(%rip), %xmm2, %xmm2
    vpshufb .Lcamellia_one + CAMELLIA_ONE_PLAIN + 64(%rip), %xmm3, %xmm3
    vpshufb .Lcamellia_one + CAMELLIA_ONE_PLAIN + 80(%rip), %xmm4, %xmm4
    CAMELLIA_ONE_SUM \y
.endm

#endif

.macro CAMELLIA_ONE_LOAD from=%rdx, left=%xmm0, right=%xmm1
    vmovdqu (\from), \right
    vpshufb .Lcamellia_one + CAMELLIA_ONE_IN(%rip), \right, \left
    vpshufb .Lcamellia_one + CAMELLIA_ONE_IN + 16(%rip), \right, \right
    CAMELLIA_ONE_MAP CAMELLIA_ONE_TO, \left
    CAMELLIA_ONE_MAP CAMELLIA_ONE_TO, \right
.endm

.macro CAMELLIA_ONE_STORE
    CAMELLIA_ONE_JOIN
    vmovdqu %xmm2, (%rsi)
.endm

/* Serial modes: the whole body of an entry; r8 points to the chaining value, which becomes the last block written. The
 * chain stays in the basis. before: 1 to add the plaintext before the cipher (CBC), 0 after it (CFB). */
.macro CAMELLIA_ONE_CHAIN before
    test %rcx, %rcx
    jz .Lcamellia_one_none\@
    PUSH_CFI %rbx
    PUSH_CFI %rbp
    mov %rcx, %rbx
    mov %r8, %rbp
    CAMELLIA_ONE_ENTER
    CAMELLIA_ONE_WALK enc
    CAMELLIA_ONE_READY
    CAMELLIA_ONE_LOAD %rbp
.Lcamellia_one_next\@:
.if \before == 0
    CAMELLIA_ONE_ROUNDS
.endif
    CAMELLIA_ONE_LOAD %rdx, %xmm6, %xmm7
    vpxor %xmm6, %xmm0, %xmm0
    vpxor %xmm7, %xmm1, %xmm1
.if \before
    CAMELLIA_ONE_ROUNDS
.endif
    CAMELLIA_ONE_STORE
    add $16, %rdx
    add $16, %rsi
    dec %rbx
    jnz .Lcamellia_one_next\@
    vmovdqu %xmm2, (%rbp)
    CAMELLIA_ONE_LEAVE
    POP_CFI %rbp
    POP_CFI %rbx
.Lcamellia_one_none\@:
.endm

/* With AES-NI the subkeys of one block are made when they are wanted, for setkey would take half as long again: ENTER
 * makes a context of them alone in a frame, rdi; LEAVE wipes it. Between them r12 holds the stack pointer. ENTER
 * changes what CAMELLIA_ONE_SETKEY does, and r9; LEAVE xmm0. With GFNI setkey has made them, and there is nothing to
 * do. */
.macro CAMELLIA_ONE_ENTER
#ifdef CAMELLIA_ONE_AES
    PUSH_CFI %r12
    mov %rsp, %r12
    .cfi_def_cfa_register %r12
    sub $CAMELLIA_ONE_AT + CAMELLIA_ONE_SIZE, %rsp
    and $-32, %rsp
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
    vmovdqa 16 * \i(%rdi), %xmm0
    vmovdqa %xmm0, 16 * \i(%rsp)
    .endr
    mov %rdx, %r9
    mov CAMELLIA_CTX_KEY_BITS(%rdi), %edx
    shr $3, %edx
    mov %rsp, %rdi
    CAMELLIA_ONE_SETKEY
    mov %r9, %rdx
#endif
.endm
.macro CAMELLIA_ONE_LEAVE
#ifdef CAMELLIA_ONE_AES
    vpxor %xmm0, %xmm0, %xmm0
    .set camellia_one_i, 0
    .rept (CAMELLIA_ONE_AT + CAMELLIA_ONE_SIZE) / 16
    vmovdqa %xmm0, camellia_one_i(%rsp)
    .set camellia_one_i, camellia_one_i + 16
    .endr
    mov %r12, %rsp
    .cfi_def_cfa_register %rsp
    POP_CFI %r12
#endif
.endm

/* The two parts of FL on plain x, without constants: right ^= (left & k_left) <<< 1, left ^= right & ~k_right. The
 * subkey is in k, and in kt without the top bit of k_left. */
.macro CAMELLIA_ONE_SHIFT x, k, kt, t, u
    vpand \k, \x, \t
    vpand \kt, \x, \u
    vpsrlq $63, \t, \t
    vpsrlq $31, \u, \u
#ifdef CAMELLIA_ONE_TERNLOG
    vpternlogd $0x96, \t, \u, \x
#else
    vpxor \t, \x, \x
    vpxor \u, \x, \x
#endif
.endm
.macro CAMELLIA_ONE_KEEP x, k, t
    vpandn \x, \k, \t
    vpsllq $32, \t, \t
    vpxor \t, \x, \x
.endm

.macro CAMELLIA_ONE_WALK dir
    mov CAMELLIA_CTX_KEY_BITS(%rdi), %eax
    mov $3, %r11d
    cmp $129, %eax
    sbb $-1, %r11d                      /* groups of six rounds */
.ifc \dir, enc
    lea CAMELLIA_ONE_AT(%rdi), %r8      /* whitening */
    mov $8, %r9d
    lea CAMELLIA_CTX_KE(%rdi), %r10     /* subkey of FL; that of its inverse is at r10 + r9 */
.else
    lea (%r11, %r11, 2), %eax
    shl $5, %eax
    lea CAMELLIA_ONE_AT + 16(%rdi, %rax), %r8
    mov $-8, %r9
    lea (, %r11, 8), %eax
    lea CAMELLIA_CTX_KE - 24(%rdi, %rax, 2), %r10
.endif
.endm

.macro CAMELLIA_ONE_ROUNDS
#ifdef CAMELLIA_ONE_CALL
    call .Lcamellia_one_rounds
#else
    CAMELLIA_ONE_ALL
#endif
.endm
.macro CAMELLIA_ONE_FUNCTION
LOCAL_FUNC .Lcamellia_one_rounds
    CAMELLIA_ONE_ALL
    ret
ENDFUNC .Lcamellia_one_rounds
.endm
.macro CAMELLIA_ONE_ALL
    mov %r8, %rdi
    mov %r10, %rax
    mov %r11d, %ecx
    vpxor (%rdi), %xmm0, %xmm0
.Lcamellia_one_group\@:
    .rept 2
    CAMELLIA_ONE_ROUND %xmm0, %xmm1
    CAMELLIA_ONE_ROUND %xmm1, %xmm0
    .endr
    CAMELLIA_ONE_ROUND %xmm0, %xmm1
    dec %ecx
    jz .Lcamellia_one_end\@
    CAMELLIA_ONE_ROUND_PLAIN %xmm1, %xmm0
    vmovddup (%rax), %xmm2
    vpand .Lcamellia_one + CAMELLIA_ONE_LEFT(%rip), %xmm2, %xmm3
    CAMELLIA_ONE_SHIFT %xmm0, %xmm2, %xmm3, %xmm4, %xmm5
    CAMELLIA_ONE_KEEP %xmm0, %xmm2, %xmm4
    CAMELLIA_ONE_MAP CAMELLIA_ONE_TO, %xmm0
    CAMELLIA_ONE_MAP CAMELLIA_ONE_FROM, %xmm1
    vmovddup (%rax, %r9), %xmm2
    vpand .Lcamellia_one + CAMELLIA_ONE_LEFT(%rip), %xmm2, %xmm3
    CAMELLIA_ONE_KEEP %xmm1, %xmm2, %xmm4
    CAMELLIA_ONE_SHIFT %xmm1, %xmm2, %xmm3, %xmm4, %xmm5
    CAMELLIA_ONE_MAP CAMELLIA_ONE_TO, %xmm1
    lea (%rax, %r9, 2), %rax
    jmp .Lcamellia_one_group\@
.Lcamellia_one_end\@:
    CAMELLIA_ONE_ROUND %xmm1, %xmm0
    lea (%rdi, %r9, 2), %rdi
    vpxor (%rdi), %xmm1, %xmm2
    vmovdqa %xmm0, %xmm1
    vmovdqa %xmm2, %xmm0
.endm

#ifdef CAMELLIA_ONE_AES
/* The quadwords of xmm0 to the basis, each twice, in xmm6, xmm7. */
.macro CAMELLIA_ONE_PAIR
    vpunpcklqdq %xmm0, %xmm0, %xmm6
    vpunpckhqdq %xmm0, %xmm0, %xmm7
    CAMELLIA_ONE_MAP CAMELLIA_ONE_TO, %xmm6
    CAMELLIA_ONE_MAP CAMELLIA_ONE_TO, %xmm7
.endm
/* All rounds' subkey differences to their places. */
.macro CAMELLIA_ONE_DIFFERENCES
    xor %eax, %eax
.Lcamellia_one_pair\@:
    vmovdqu CAMELLIA_CTX_K - 8(%rdi, %rax), %xmm0
    vpxor CAMELLIA_CTX_K + 8(%rdi, %rax), %xmm0, %xmm0
    vpxor .Lcamellia_one + CAMELLIA_ONE_F0(%rip), %xmm0, %xmm0
    CAMELLIA_ONE_PAIR
    vmovdqa %xmm6, CAMELLIA_ONE_AT + 16(%rdi, %rax, 2)
    vmovdqa %xmm7, CAMELLIA_ONE_AT + 32(%rdi, %rax, 2)
    add $16, %eax
    cmp $192, %eax
    jb .Lcamellia_one_pair\@
.endm
#else
/* Four rounds' subkey differences to their places. ymm6: the constant of F; ymm5: matrices; ymm7: index vector. */
.macro CAMELLIA_ONE_FOUR n
    vmovdqu CAMELLIA_CTX_K + 32 * \n - 8(%rdi), %ymm0
    vpxor CAMELLIA_CTX_K + 32 * \n + 8(%rdi), %ymm0, %ymm0
    vpxor %ymm6, %ymm0, %ymm0
    vpermq $0xfa, %ymm0, %ymm1
    vpermq $0x50, %ymm0, %ymm0
    vgf2p8affineqb $0, %ymm5, %ymm0, %ymm0
    vgf2p8affineqb $0, %ymm5, %ymm1, %ymm1
    vpshufb %ymm7, %ymm0, %ymm0
    vpshufb %ymm7, %ymm1, %ymm1
    vmovdqu %ymm0, CAMELLIA_ONE_AT + 64 * \n + 16(%rdi)
    vmovdqu %ymm1, CAMELLIA_ONE_AT + 64 * \n + 48(%rdi)
.endm
.macro CAMELLIA_ONE_DIFFERENCES
    .irp n, 0, 1, 2, 3, 4, 5
    CAMELLIA_ONE_FOUR \n
    .endr
.endm
#endif
/* Round 6n and the next, at an FL layer: the half that enters round 6n + 1 must hold FL^-1(k ^ X0) before the layer, k
 * being the subkey of that round; the other one holds FL^-1(k ^ X0) behind it, k being the subkey of round 6n. */
.macro CAMELLIA_ONE_LAYER n
    vpshufd $0x4e, CAMELLIA_CTX_K + 48 * \n - 8(%rdi), %xmm0
    vpxor .Lcamellia_one + CAMELLIA_ONE_X0(%rip), %xmm0, %xmm0
    vmovdqu CAMELLIA_CTX_KE + 16 * (\n - 1)(%rdi), %xmm1
    vpor %xmm1, %xmm0, %xmm2
    vpsllq $32, %xmm2, %xmm2
    vpxor %xmm0, %xmm2, %xmm3
    vpand %xmm1, %xmm3, %xmm4
    vpsrlq $63, %xmm4, %xmm1
    vpand .Lcamellia_one + CAMELLIA_ONE_LEFT(%rip), %xmm4, %xmm4
    vpsrlq $31, %xmm4, %xmm4
    vpxor %xmm1, %xmm2, %xmm2
#ifdef CAMELLIA_ONE_AES
    vpxor %xmm4, %xmm2, %xmm0
    CAMELLIA_ONE_PAIR
    vpxor CAMELLIA_ONE_AT + 96 * \n(%rdi), %xmm6, %xmm6
    vpxor CAMELLIA_ONE_AT + 96 * \n + 16(%rdi), %xmm7, %xmm7
    vmovdqa %xmm6, CAMELLIA_ONE_AT + 96 * \n(%rdi)
    vmovdqa %xmm7, CAMELLIA_ONE_AT + 96 * \n + 16(%rdi)
#else
    vpxor %xmm4, %xmm2, %xmm2
    vpermq $0x50, %ymm2, %ymm2
    vgf2p8affineqb $0, %ymm5, %ymm2, %ymm2
    vpshufb %ymm7, %ymm2, %ymm2
    vpxor CAMELLIA_ONE_AT + 96 * \n(%rdi), %ymm2, %ymm2
    vmovdqu %ymm2, CAMELLIA_ONE_AT + 96 * \n(%rdi)
#endif
.endm
/* What is in xmm0 twice, XORed with X0, to the basis. */
.macro CAMELLIA_ONE_END
    vpxor .Lcamellia_one + CAMELLIA_ONE_X0(%rip), %xmm0, %xmm0
    CAMELLIA_ONE_MAP CAMELLIA_ONE_TO, %xmm0
.endm
.macro CAMELLIA_ONE_SETKEY
#ifndef CAMELLIA_ONE_AES
    vbroadcasti128 .Lcamellia_one + CAMELLIA_ONE_TO(%rip), %ymm5
    vmovdqa .Lcamellia_one + CAMELLIA_ONE_F0(%rip), %ymm6
    vbroadcasti128 .Lcamellia_one + CAMELLIA_ONE_MIX(%rip), %ymm7
    vmovdqa %xmm7, %xmm14
#endif
    CAMELLIA_ONE_DIFFERENCES
    CAMELLIA_ONE_LAYER 1
    CAMELLIA_ONE_LAYER 2
    mov $18, %eax
    cmp $16, %rdx
    je .Lcamellia_one_ends\@
    mov $24, %eax
    CAMELLIA_ONE_LAYER 3
.Lcamellia_one_ends\@:
    /* Round 1 starts from kw2 instead of kw4, which lies in front of k1; the last one ends in kw4. Neither holds X0. */
    vmovddup CAMELLIA_CTX_KW + 8(%rdi), %xmm0
    vmovddup CAMELLIA_CTX_KW + 24(%rdi), %xmm1
    vpxor %xmm1, %xmm0, %xmm0
    CAMELLIA_ONE_END
    vpxor CAMELLIA_ONE_AT + 16(%rdi), %xmm0, %xmm0
    vmovdqa %xmm0, CAMELLIA_ONE_AT + 16(%rdi)
    vmovddup CAMELLIA_CTX_K(%rdi, %rax, 8), %xmm0
    vpxor %xmm1, %xmm0, %xmm0
    CAMELLIA_ONE_END
    vmovddup CAMELLIA_CTX_KW + 16(%rdi), %xmm3
    vmovddup CAMELLIA_CTX_K - 8(%rdi, %rax, 8), %xmm4
    shl $4, %eax
    vpxor CAMELLIA_ONE_AT(%rdi, %rax), %xmm0, %xmm0
    vmovdqa %xmm0, CAMELLIA_ONE_AT(%rdi, %rax)
    /* The half that is XORed into first gets no addition in its last round: whitening. */
    vpxor %xmm3, %xmm4, %xmm0
    CAMELLIA_ONE_END
    vmovdqa %xmm0, CAMELLIA_ONE_AT + 16(%rdi, %rax)
    vmovddup CAMELLIA_CTX_K(%rdi), %xmm0
    vmovddup CAMELLIA_CTX_KW(%rdi), %xmm2
    vpxor %xmm2, %xmm0, %xmm0
    CAMELLIA_ONE_END
    vmovdqa %xmm0, CAMELLIA_ONE_AT(%rdi)
.endm

#endif /* NEED_CAMELLIA_ONE */

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

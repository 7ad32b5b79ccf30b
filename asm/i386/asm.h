/* SPDX-License-Identifier: BSD-2-Clause
 *
 * What every i386 kernel file shares: symbol names, function frames, arguments, notes; and, for the files that ask for
 * it, Camellia through AES's last round. A kernel file defines CIPHER and VARIANT (plain tokens) before including it.
 * Copy this file together with the .S file.
 *
 * Calling convention: cdecl (System V i386): all arguments on the stack, eax, ecx, edx changed, ebx, esi, edi, ebp
 * kept, DF clear. Code that is compiled with -mregparm=3 has two ways to call the kernels:
 *   - declare the functions with __attribute__((regparm(0))), which makes the compiler pass arguments the cdecl way; or
 *   - assemble the kernels with -DTSUBAKI_REGPARM: they take the first three arguments in eax, edx, ecx, and what
 *     follows on the stack.
 * The stack pointer may have any alignment.
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

/* An exported function. Its body begins with the CFA at esp + 4. */
.macro FUNC name
    .text
    .p2align 6, 0xcc            /* int3: what is between functions is never reached */
    .globl \name
    TSUBAKI_VISIBILITY \name
    .type \name, @function
\name:
    .cfi_startproc
    endbr32
.endm

/* A function of this file only (use a .L name); never reached by an indirect jump. */
.macro LOCAL_FUNC name
    .text
    .p2align 6, 0xcc            /* int3: what is between functions is never reached */
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
    .cfi_adjust_cfa_offset 4
    .cfi_rel_offset \reg, 0
.endm
.macro POP_CFI reg
    pop \reg
    .cfi_adjust_cfa_offset -4
    .cfi_restore \reg
.endm

/* A frame on ebp with all callee-saved registers in it; the room below -12(%ebp) is the function's. */
.macro ENTER_FRAME
    PUSH_CFI %ebp
    mov %esp, %ebp
    .cfi_def_cfa_register %ebp
    push %ebx
    .cfi_offset %ebx, -12
    push %esi
    .cfi_offset %esi, -16
    push %edi
    .cfi_offset %edi, -20
.endm
.macro LEAVE_FRAME
    lea -12(%ebp), %esp
    pop %edi
    .cfi_restore %edi
    pop %esi
    .cfi_restore %esi
    pop %ebx
    .cfi_restore %ebx
    pop %ebp
    .cfi_restore %ebp
    .cfi_def_cfa %esp, 4
.endm

/* After ENTER_FRAME: the first three arguments to three registers, of which only the last may be eax, ecx or edx.
 * ARGUMENT4 is where the fourth is. */
#ifdef TSUBAKI_REGPARM
.macro ARGUMENTS a, b, c
    mov %eax, \a
    mov %edx, \b
    .ifnc \c, %ecx
    mov %ecx, \c
    .endif
.endm
#define ARGUMENT4 8(%ebp)
#define ARGUMENT5 12(%ebp)
#else
.macro ARGUMENTS a, b, c
    mov 8(%ebp), \a
    mov 12(%ebp), \b
    mov 16(%ebp), \c
.endm
#define ARGUMENT4 20(%ebp)
#define ARGUMENT5 24(%ebp)
#endif

/* ebx = address of \label, position independent and without a GOT. The return stack stays in step. */
.macro BASE label
    call .Lpc_ebx
1:
    add $(\label - 1b), %ebx
.endm
.macro BASE_HELPER
LOCAL_FUNC .Lpc_ebx
    mov (%esp), %ebx
    ret
ENDFUNC .Lpc_ebx
.endm

/* Zero in every vector register, and a clean upper state. */
.macro WIPE_VECTORS
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    vpxor %xmm\i, %xmm\i, %xmm\i
    .endr
    vzeroupper
.endm

/* -------------------------------------------------------------------------------------------------------------------
 * Camellia (RFC 3713) through AES's last round, byte-sliced, in eight vector registers: for kernel files that define
 * NEED_CAMELLIA_AES and CAMELLIA_BLOCKS, 16 (XMM registers: AES-NI, AVX) or 32 (YMM: AES-NI, AVX2), before including
 * this file.
 *
 *   CAMELLIA_CONSTS             the constants, once per file, in RODATA; ebx points there in all macros.
 *   CAMELLIA_SETKEY             body of setkey.
 *   CAMELLIA_PASS name, X|Y     function that takes 16 rows through encryption (first source half X) or decryption (Y).
 *   CAMELLIA_MODE name, ...     entry of a mode: what happens to a block before and behind the cipher.
 *
 * tools/camellia_aes.py explains the basis. X is the half that odd rounds take as their source (k1, k3, ...), Y that of
 * even rounds; decryption walks the same rounds backwards. X goes through AESENCLAST; Y, held permuted by ShiftRows,
 * through AESDECLAST. The kept bytes carry subkeys, so that no round has to add one:
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

#if CAMELLIA_BLOCKS == 32
#define VMM ymm
#define VS 32                   /* bytes in a vector */
#else
#define VMM xmm
#define VS 16
#endif

/* struct tsubaki_camellia_ctx. */
#define CAMELLIA_CTX_KW       0         /* kw1..kw4 */
#define CAMELLIA_CTX_K        32        /* k1..k24 */
#define CAMELLIA_CTX_KE       224       /* ke1..ke6 */
#define CAMELLIA_CTX_KEY_BITS 272
#define CAMELLIA_CTX_SIZE     8192
/* Its part for these kernels. Bytes are replicated to doublewords, for broadcasting loads. */
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

/* The constants, at ebx. A filter is a low and a high nibble table. */
#define CAMELLIA_SC_BSWAP     0
#define CAMELLIA_SC_NIBBLE    16
#define CAMELLIA_SC_PRE_123   32
#define CAMELLIA_SC_PRE_4     64
#define CAMELLIA_SC_POST_14   96        /* filter, two index vectors */
#define CAMELLIA_SC_POST_2    160       /* filter, index vector */
#define CAMELLIA_SC_POST_3    208       /* filter, index vector */
#define CAMELLIA_SC_SIGMA     256       /* eight vectors */
#define CAMELLIA_AES_T_X      384       /* source X: filters behind s1 and s4, behind s2, behind s3, in front of s4 */
#define CAMELLIA_AES_T_Y      512       /* source Y */
#define CAMELLIA_AES_IN_X     640
#define CAMELLIA_AES_OUT_X    672
#define CAMELLIA_AES_IN_Y     704
#define CAMELLIA_AES_OUT_Y    736
#define CAMELLIA_AES_NIBBLE   768       /* as wide as a YMM register */
#define CAMELLIA_AES_SK_X     800       /* three operand filters; four nibble vectors; filter with shift, without */
#define CAMELLIA_AES_SK_Y     1024
#define CAMELLIA_AES_SK_FL    96        /* from SK_X or SK_Y to the nibble vectors */
#define CAMELLIA_AES_SK_ZERO  1248
#define CAMELLIA_AES_SK_BIT0  1264
#define CAMELLIA_AES_SK_LOW   1280      /* low doublewords */
#define CAMELLIA_AES_SK_REPL  1296      /* index vectors, four times each of four bytes: 0..3, 4..7, 8..11, 12..15 */
#define CAMELLIA_AES_SK_BACK  1360      /* the same backwards: 15..12, 11..8, 7..4, 3..0 */
#define CAMELLIA_AES_SK_BCAST 1424      /* index vectors of one byte each, byte 0 first */

.macro CAMELLIA_CONSTS
    .p2align 6
.Lcamellia:
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
    .fill 32, 1, 0x0f
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
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    .fill 16, 1, \i
    .endr
.endm

/* - - - The key schedule (RFC 3713, section 2.2). Constant time: the S-boxes are AESENCLAST between nibble filters. */

/* dst = filter of the bytes with these low and high nibbles. dst may be low or high. */
.macro CAMELLIA_SCHEDULE_FILTER dst, low, high, filter, t0, t1
    vmovdqa \filter(%ebx), \t0
    vmovdqa \filter + 16(%ebx), \t1
    vpshufb \low, \t0, \t0
    vpshufb \high, \t1, \dst
    vpxor \t0, \dst, \dst
.endm
.macro CAMELLIA_SCHEDULE_NIBBLES x, low, high
    vpsrlw $4, \x, \high
    vpand CAMELLIA_SC_NIBBLE(%ebx), \x, \low
    vpand CAMELLIA_SC_NIBBLE(%ebx), \high, \high
.endm

/* One Feistel round on xmm0 = (D1 ^ sigma_i, D2), the former in the low quadword: it becomes (D2 ^ F(D1, sigma_i), D1),
 * with vector n of CAMELLIA_SC_SIGMA added for the round that follows. Changes xmm2-xmm7. */
.macro CAMELLIA_SCHEDULE_ROUND n
    CAMELLIA_SCHEDULE_NIBBLES %xmm0, %xmm2, %xmm3
    vpshufd $0x4e, %xmm0, %xmm0
    vpxor CAMELLIA_SC_SIGMA + 16 * \n(%ebx), %xmm0, %xmm0
    CAMELLIA_SCHEDULE_FILTER %xmm4, %xmm2, %xmm3, CAMELLIA_SC_PRE_123, %xmm6, %xmm7
    CAMELLIA_SCHEDULE_FILTER %xmm5, %xmm2, %xmm3, CAMELLIA_SC_PRE_4, %xmm6, %xmm7
    vpunpcklqdq %xmm5, %xmm4, %xmm4
    vpxor %xmm5, %xmm5, %xmm5
    vaesenclast %xmm5, %xmm4, %xmm4
    CAMELLIA_SCHEDULE_NIBBLES %xmm4, %xmm2, %xmm3
    CAMELLIA_SCHEDULE_FILTER %xmm4, %xmm2, %xmm3, CAMELLIA_SC_POST_14, %xmm6, %xmm7
    CAMELLIA_SCHEDULE_FILTER %xmm5, %xmm2, %xmm3, CAMELLIA_SC_POST_2, %xmm6, %xmm7
    CAMELLIA_SCHEDULE_FILTER %xmm3, %xmm2, %xmm3, CAMELLIA_SC_POST_3, %xmm6, %xmm7
    vpshufb CAMELLIA_SC_POST_14 + 32(%ebx), %xmm4, %xmm2
    vpshufb CAMELLIA_SC_POST_14 + 48(%ebx), %xmm4, %xmm4
    vpshufb CAMELLIA_SC_POST_2 + 32(%ebx), %xmm5, %xmm5
    vpshufb CAMELLIA_SC_POST_3 + 32(%ebx), %xmm3, %xmm3
    vpxor %xmm2, %xmm4, %xmm4
    vpxor %xmm3, %xmm5, %xmm5
    vpxor %xmm4, %xmm5, %xmm5
    vmovq %xmm5, %xmm2
    vpsrldq $8, %xmm5, %xmm5
    vpxor %xmm2, %xmm0, %xmm0
    vpxor %xmm5, %xmm0, %xmm0
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
    vmovdqa %xmm3, \at(%edi)
.endm

/* ctx in edi, key in esi, key length in bytes in edx: fill ctx->subkey and key_bits, clear ctx->reserved. Changes all
 * vector registers, eax. */
.macro CAMELLIA_SCHEDULE bad
    cmp $16, %edx
    je .Lcamellia_schedule_128
    cmp $24, %edx
    je .Lcamellia_schedule_192
    cmp $32, %edx
    jne \bad
    vmovdqu 16(%esi), %xmm2
    vpshufb CAMELLIA_SC_BSWAP(%ebx), %xmm2, %xmm2
    jmp .Lcamellia_schedule_kr
.Lcamellia_schedule_192:                /* KR = the last 64 bits, then their complement */
    vmovq 16(%esi), %xmm2
    vpshufb CAMELLIA_SC_BSWAP(%ebx), %xmm2, %xmm2
    vpshufd $0x44, %xmm2, %xmm2
    vpcmpeqd %xmm0, %xmm0, %xmm0
    vpslldq $8, %xmm0, %xmm0
    vpxor %xmm0, %xmm2, %xmm2
    jmp .Lcamellia_schedule_kr
.Lcamellia_schedule_128:
    vpxor %xmm2, %xmm2, %xmm2
.Lcamellia_schedule_kr:
    vmovdqu (%esi), %xmm1
    vpshufb CAMELLIA_SC_BSWAP(%ebx), %xmm1, %xmm1
    vmovdqa %xmm1, CAMELLIA_CTX_KW(%edi)
    vmovdqa %xmm2, CAMELLIA_CTX_K + 176(%edi)   /* KR waits here */
    vpxor %xmm1, %xmm2, %xmm0
    vpxor CAMELLIA_SC_SIGMA(%ebx), %xmm0, %xmm0
    CAMELLIA_SCHEDULE_ROUND 1
    CAMELLIA_SCHEDULE_ROUND 2
    vpxor %xmm1, %xmm0, %xmm0
    CAMELLIA_SCHEDULE_ROUND 3
    CAMELLIA_SCHEDULE_ROUND 4
    vpshufd $0x4e, %xmm1, %xmm5         /* KL in xmm1, KA in xmm0; with exchanged halves in xmm5, xmm6 */
    vpshufd $0x4e, %xmm0, %xmm6
    lea (, %edx, 8), %eax
    vpxor %xmm7, %xmm7, %xmm7
    vmovdqa %xmm7, CAMELLIA_CTX_KEY_BITS(%edi)
    vmovdqa %xmm7, CAMELLIA_CTX_KEY_BITS + 16(%edi)
    vmovdqa %xmm7, CAMELLIA_CTX_KEY_BITS + 32(%edi)
    mov %eax, CAMELLIA_CTX_KEY_BITS(%edi)
    cmp $16, %edx
    jne .Lcamellia_schedule_kb

    vmovdqa %xmm7, CAMELLIA_CTX_K + 144(%edi)
    vmovdqa %xmm7, CAMELLIA_CTX_K + 160(%edi)
    vmovdqa %xmm7, CAMELLIA_CTX_K + 176(%edi)
    vmovdqa %xmm7, CAMELLIA_CTX_KE + 32(%edi)
    vmovdqa %xmm0, CAMELLIA_CTX_K(%edi)
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_KW + 16), 47, %xmm6, %xmm0
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 16), 15, %xmm1, %xmm5
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 32), 15, %xmm0, %xmm6
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 48), 45, %xmm1, %xmm5
    CAMELLIA_SCHEDULE_ROL 45, %xmm0, %xmm6, %xmm3, %xmm4
    CAMELLIA_SCHEDULE_ROL 60, %xmm1, %xmm5, %xmm7, %xmm4
    vblendpd $2, %xmm7, %xmm3, %xmm3
    vmovdqa %xmm3, CAMELLIA_CTX_K + 64(%edi)
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 80), 60, %xmm0, %xmm6
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 96), 30, %xmm5, %xmm1
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 112), 30, %xmm6, %xmm0
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 128), 47, %xmm5, %xmm1
    CAMELLIA_SCHEDULE_STORE CAMELLIA_CTX_KE, 30, %xmm0, %xmm6
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_KE + 16), 13, %xmm5, %xmm1
    jmp .Lcamellia_schedule_done

.Lcamellia_schedule_kb:
    vmovdqa CAMELLIA_CTX_K + 176(%edi), %xmm2
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
    vpxor CAMELLIA_SC_SIGMA + 80(%ebx), %xmm0, %xmm0
    CAMELLIA_SCHEDULE_ROUND 6
    CAMELLIA_SCHEDULE_ROUND 7
    vpshufd $0x4e, %xmm0, %xmm6         /* KB */
    vmovdqa %xmm0, CAMELLIA_CTX_K(%edi)
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_KW + 16), 47, %xmm6, %xmm0
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 48), 30, %xmm0, %xmm6
    CAMELLIA_SCHEDULE_STORE (CAMELLIA_CTX_K + 112), 60, %xmm0, %xmm6
.Lcamellia_schedule_done:
.endm

/* - - - What the kernels keep beside the subkeys. */

/* One stage of interleaving the bytes of eight registers, (a0, a4), (a1, a5), (a2, a6), (a3, a7): low halves to a0..a3,
 * high halves to a7, a4, a5, a6. `spill` is memory. p: x or y. */
.macro CAMELLIA_STAGE p, a0, a1, a2, a3, a4, a5, a6, a7, spill
    vmovdqa %\p\()mm\a7, \spill
    vpunpckhbw %\p\()mm\a4, %\p\()mm\a0, %\p\()mm\a7
    vpunpcklbw %\p\()mm\a4, %\p\()mm\a0, %\p\()mm\a0
    vpunpckhbw %\p\()mm\a5, %\p\()mm\a1, %\p\()mm\a4
    vpunpcklbw %\p\()mm\a5, %\p\()mm\a1, %\p\()mm\a1
    vpunpckhbw %\p\()mm\a6, %\p\()mm\a2, %\p\()mm\a5
    vpunpcklbw %\p\()mm\a6, %\p\()mm\a2, %\p\()mm\a2
    vpunpckhbw \spill, %\p\()mm\a3, %\p\()mm\a6
    vpunpcklbw \spill, %\p\()mm\a3, %\p\()mm\a3
.endm
/* Three stages, registers 0-7. From (lane i of a block order, lane i + 8) pairs they make one register a byte position,
 * natural lane order: byte 0..7 are in 0 5 6 1 7 2 3 4. */
.macro CAMELLIA_INTERLEAVE p, spill
    CAMELLIA_STAGE \p, 0, 1, 2, 3, 4, 5, 6, 7, \spill
    CAMELLIA_STAGE \p, 0, 1, 7, 4, 2, 3, 5, 6, \spill
    CAMELLIA_STAGE \p, 0, 6, 7, 3, 1, 2, 4, 5, \spill
.endm

/* The round key operands of the rounds with one source half: half = l or h of the stored differences, sk = its part
 * of the constants, op = where to, lane = 0 or 1: the lane of its first round. */
.macro CAMELLIA_AES_OPERANDS half, sk, op, lane
    /* Byte-slice: byte 7 of a quadword is byte 0 of the half. Lane i is the difference at OPY + 16 * i. */
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    vmovdqa CAMELLIA_AES_OPY + 16 * \i(%edi), %xmm\i
    .endr
    .irp i, 0, 1, 2, 3, 4
    vpunpck\half\()bw CAMELLIA_AES_OPY + 128 + 16 * \i(%edi), %xmm\i, %xmm\i
    .endr
    .irp i, 5, 6, 7
    vpunpck\half\()bw %xmm\i, %xmm\i, %xmm\i
    .endr
    CAMELLIA_INTERLEAVE x, CAMELLIA_AES_FL(%edi)
    /* Bytes 0..7 are now in 4 3 2 7 1 6 5 0. The inverse of the P-function: its 16 XORs backwards; it leaves bytes
     * 0..7 in 1 6 5 0 4 3 2 7. */
    CAMELLIA_P_INVERSE 4, 3, 2, 7, 1, 6, 5, 0
    vmovdqa %xmm1, CAMELLIA_AES_FL(%edi)
    vmovdqa %xmm6, CAMELLIA_AES_FL + 16(%edi)
    vmovdqa %xmm5, CAMELLIA_AES_FL + 32(%edi)
    vmovdqa %xmm0, CAMELLIA_AES_FL + 48(%edi)
    vmovdqa %xmm4, CAMELLIA_AES_FL + 64(%edi)
    vmovdqa %xmm3, CAMELLIA_AES_FL + 80(%edi)
    vmovdqa %xmm2, CAMELLIA_AES_FL + 96(%edi)
    vmovdqa %xmm7, CAMELLIA_AES_FL + 112(%edi)
    CAMELLIA_AES_OPERAND 0, \sk, \op, \lane
    CAMELLIA_AES_OPERAND 1, (\sk + 32), \op, \lane
    CAMELLIA_AES_OPERAND 2, (\sk + 64), \op, \lane
    CAMELLIA_AES_OPERAND 3, \sk, \op, \lane
    CAMELLIA_AES_OPERAND 4, (\sk + 32), \op, \lane
    CAMELLIA_AES_OPERAND 5, (\sk + 64), \op, \lane
    CAMELLIA_AES_OPERAND 6, \sk, \op, \lane
    CAMELLIA_AES_OPERAND 7, \sk, \op, \lane
.endm
.macro CAMELLIA_P_INVERSE b0, b1, b2, b3, b4, b5, b6, b7
    vpxor %xmm\b6, %xmm\b3, %xmm\b3
    vpxor %xmm\b5, %xmm\b2, %xmm\b2
    vpxor %xmm\b4, %xmm\b1, %xmm\b1
    vpxor %xmm\b7, %xmm\b0, %xmm\b0
    vpxor %xmm\b2, %xmm\b7, %xmm\b7
    vpxor %xmm\b1, %xmm\b6, %xmm\b6
    vpxor %xmm\b0, %xmm\b5, %xmm\b5
    vpxor %xmm\b3, %xmm\b4, %xmm\b4
    vpxor %xmm\b5, %xmm\b3, %xmm\b3
    vpxor %xmm\b4, %xmm\b2, %xmm\b2
    vpxor %xmm\b7, %xmm\b1, %xmm\b1
    vpxor %xmm\b6, %xmm\b0, %xmm\b0
    vpxor %xmm\b0, %xmm\b7, %xmm\b7
    vpxor %xmm\b3, %xmm\b6, %xmm\b6
    vpxor %xmm\b2, %xmm\b5, %xmm\b5
    vpxor %xmm\b1, %xmm\b4, %xmm\b4
.endm
.macro CAMELLIA_AES_OPERAND j, table, op, lane
    vmovdqa CAMELLIA_AES_FL + 16 * \j(%edi), %xmm0
    CAMELLIA_SCHEDULE_NIBBLES %xmm0, %xmm1, %xmm2
    CAMELLIA_SCHEDULE_FILTER %xmm0, %xmm1, %xmm2, \table, %xmm3, %xmm4
    .if \lane
    vpsrldq $\lane, %xmm0, %xmm0
    .endif
    .irp i, 0, 16, 32
    vpshufb CAMELLIA_AES_SK_REPL + \i(%ebx), %xmm0, %xmm1
    vmovdqa %xmm1, \op + CAMELLIA_AES_OP_BYTE * \j + \i(%edi)
    .endr
.endm

/* FL's tables of one half in one layer at ecx: the FL key in quadword q of xmm0 (kr complemented), its high nibbles in
 * xmm1. */
.macro CAMELLIA_AES_FL_TABLES q, sk, at
    .irp j, 0, 1, 2, 3
    CAMELLIA_AES_FL_TABLE (8 * \q + 7 - \j), \sk, 64, (\at + 32 * \j)
    .endr
    .irp j, 0, 1, 2, 3
    CAMELLIA_AES_FL_TABLE (8 * \q + 3 - \j), \sk, 96, (\at + CAMELLIA_AES_FL_H + 32 * \j)
    .endr
.endm
.macro CAMELLIA_AES_FL_TABLE byte, sk, filter, at
    vpshufb CAMELLIA_AES_SK_BCAST + 16 * \byte(%ebx), %xmm0, %xmm2
    vpshufb CAMELLIA_AES_SK_BCAST + 16 * \byte(%ebx), %xmm1, %xmm3
    vmovdqa \sk + CAMELLIA_AES_SK_FL + \filter(%ebx), %xmm6
    vmovdqa \sk + CAMELLIA_AES_SK_FL + \filter + 16(%ebx), %xmm7
    vpand \sk + CAMELLIA_AES_SK_FL(%ebx), %xmm2, %xmm4
    vpand \sk + CAMELLIA_AES_SK_FL + 16(%ebx), %xmm3, %xmm5
    vpand \sk + CAMELLIA_AES_SK_FL + 32(%ebx), %xmm2, %xmm2
    vpand \sk + CAMELLIA_AES_SK_FL + 48(%ebx), %xmm3, %xmm3
    vpshufb %xmm4, %xmm6, %xmm4
    vpshufb %xmm5, %xmm7, %xmm5
    vpshufb %xmm2, %xmm6, %xmm2
    vpshufb %xmm3, %xmm7, %xmm3
    vpxor %xmm5, %xmm4, %xmm4
    vpxor %xmm3, %xmm2, %xmm2
    vmovdqa %xmm4, \at(%ecx)
    vmovdqa %xmm2, \at + 16(%ecx)
.endm

.macro CAMELLIA_AES_DIFFERENCE i
    vmovdqa CAMELLIA_CTX_K - 16 + 16 * \i(%edi), %xmm2
    vpxor CAMELLIA_CTX_K + 16 * \i(%edi), %xmm2, %xmm2
    vmovdqa %xmm2, CAMELLIA_AES_OPY + 16 * \i(%edi)
.endm

/* Layer l changes what is constant in the kept bytes. X is to carry k7 (k13, k19) behind the layer, Y carries k6 (k12,
 * k18) in front of it; FL^-1 of either is what it carries on the other side. */
.macro CAMELLIA_AES_FL_OFFSETS l
    vmovdqa CAMELLIA_CTX_K + 32 + 48 * \l(%edi), %xmm5      /* k5, k6 */
    vmovdqa CAMELLIA_CTX_K + 48 + 48 * \l(%edi), %xmm6      /* k7, k8 */
    vshufpd $2, %xmm5, %xmm6, %xmm2
    vpxor CAMELLIA_AES_SK_ZERO(%ebx), %xmm2, %xmm2
    vmovdqa CAMELLIA_CTX_KE + 16 * \l(%edi), %xmm3
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
    vmovdqa %xmm5, CAMELLIA_AES_OPY + 48 + 48 * \l(%edi)
.endm

/* From ctx->subkey to everything from CAMELLIA_AES_WX on. ctx in edi, key length in bytes in edx; the latter is lost.
 * Changes all vector registers, eax, ecx, edx. */
.macro CAMELLIA_AES_DERIVE
    /* Differences of the subkeys, at OPY + 16 * i until the operands go there: low quadword (X) that of round 2i, high
     * quadword (Y) that of round 2i + 1. The first one's low half is WX, the last one's high half WY. */
    vmovdqa CAMELLIA_CTX_KW(%edi), %xmm0
    vpxor CAMELLIA_CTX_K(%edi), %xmm0, %xmm0
    vmovdqa %xmm0, CAMELLIA_AES_OPY(%edi)
    .irp i, 1, 2, 4, 5, 7, 8
    CAMELLIA_AES_DIFFERENCE \i
    .endr
    CAMELLIA_AES_FL_OFFSETS 0
    CAMELLIA_AES_FL_OFFSETS 1
    vpshufd $0x4e, CAMELLIA_CTX_KW + 16(%edi), %xmm1
    cmp $16, %edx
    jne .Lcamellia_aes_24
    vpxor CAMELLIA_CTX_K + 128(%edi), %xmm1, %xmm1      /* k17, k18 */
    vmovdqa %xmm1, CAMELLIA_AES_OPY + 144(%edi)
    vpxor %xmm2, %xmm2, %xmm2                           /* rounds that do not exist: operands that do not vary */
    .irp i, 160, 176, 192
    vmovdqa %xmm2, CAMELLIA_AES_OPY + \i(%edi)
    .endr
    jmp .Lcamellia_aes_18
.Lcamellia_aes_24:
    vpxor CAMELLIA_CTX_K + 176(%edi), %xmm1, %xmm1      /* k23, k24 */
    vmovdqa %xmm1, CAMELLIA_AES_OPY + 192(%edi)
    CAMELLIA_AES_DIFFERENCE 10
    CAMELLIA_AES_DIFFERENCE 11
    CAMELLIA_AES_FL_OFFSETS 2
.Lcamellia_aes_18:
    .irp i, 0, 16
    vpshufb CAMELLIA_AES_SK_BACK + 32 + \i(%ebx), %xmm0, %xmm2
    vpshufb CAMELLIA_AES_SK_BACK + \i(%ebx), %xmm1, %xmm3
    vmovdqa %xmm2, CAMELLIA_AES_WX + \i(%edi)
    vmovdqa %xmm3, CAMELLIA_AES_WY + \i(%edi)
    .endr
    CAMELLIA_AES_OPERANDS h, CAMELLIA_AES_SK_X, CAMELLIA_AES_OPX, 0
    CAMELLIA_AES_OPERANDS l, CAMELLIA_AES_SK_Y, CAMELLIA_AES_OPY, 1

    lea CAMELLIA_AES_FL(%edi), %ecx
    lea CAMELLIA_AES_FL + 2 * CAMELLIA_AES_FL_LAYER(%edi), %eax
    cmp $16, %edx
    lea CAMELLIA_CTX_KE(%edi), %edx
    je .Lcamellia_aes_fl
    add $CAMELLIA_AES_FL_LAYER, %eax
.Lcamellia_aes_fl:
    vmovdqa (%edx), %xmm0
    vpxor %xmm2, %xmm2, %xmm2
    vpcmpgtb %xmm0, %xmm2, %xmm2        /* carry: the kept form of bit 0, or 0 */
    vpand CAMELLIA_AES_SK_BIT0(%ebx), %xmm2, %xmm2
    vpshufb CAMELLIA_AES_SK_BACK + 32(%ebx), %xmm2, %xmm3
    vpshufb CAMELLIA_AES_SK_BACK(%ebx), %xmm2, %xmm2
    vmovdqa %xmm3, CAMELLIA_AES_CARRY_X(%ecx)
    vmovdqa %xmm2, CAMELLIA_AES_CARRY_Y(%ecx)
    vpxor CAMELLIA_AES_SK_LOW(%ebx), %xmm0, %xmm0
    vpsrlw $4, %xmm0, %xmm1
    vpand CAMELLIA_SC_NIBBLE(%ebx), %xmm1, %xmm1
    CAMELLIA_AES_FL_TABLES 0, CAMELLIA_AES_SK_X, CAMELLIA_AES_FL_X
    CAMELLIA_AES_FL_TABLES 1, CAMELLIA_AES_SK_Y, CAMELLIA_AES_FL_Y
    add $16, %edx
    add $CAMELLIA_AES_FL_LAYER, %ecx
    cmp %eax, %ecx
    jne .Lcamellia_aes_fl
.endm

.macro CAMELLIA_SETKEY
    ENTER_FRAME
    ARGUMENTS %edi, %esi, %edx
    BASE .Lcamellia
    CAMELLIA_SCHEDULE .Lcamellia_bad_key
    CAMELLIA_AES_DERIVE
    WIPE_VECTORS
    xor %eax, %eax
.Lcamellia_setkey_out:
    .cfi_remember_state
    LEAVE_FRAME
    ret
    .cfi_restore_state
.Lcamellia_bad_key:                     /* wipe ctx */
    xor %eax, %eax
    mov $CAMELLIA_CTX_SIZE / 4, %ecx
    rep stosl
    or $-1, %eax
    jmp .Lcamellia_setkey_out
.endm

/* - - - The rounds. Frame at eax, constants at ebx, ctx in edi; operands of the round at esi, FL tables at ecx. Vector
 * registers are named by their numbers. */

#define CAMELLIA_MEM_X    0             /* in the frame: a half's kept bytes */
#define CAMELLIA_MEM_Y    (8 * VS)
#define CAMELLIA_MEM_Z    (16 * VS)     /* outputs of S-boxes, and what registers are short for */
#define CAMELLIA_MEM_TAIL (20 * VS)     /* the blocks of a last, partial pass */
#define CAMELLIA_MEM_SIZE (36 * VS)

/* Names that depend on the half, for macros whose argument is X or Y. */
    .set T_X, CAMELLIA_AES_T_X
    .set T_Y, CAMELLIA_AES_T_Y
    .set IN_X, CAMELLIA_AES_IN_X
    .set IN_Y, CAMELLIA_AES_IN_Y
    .set OUT_X, CAMELLIA_AES_OUT_X
    .set OUT_Y, CAMELLIA_AES_OUT_Y
    .set W_X, CAMELLIA_AES_WX
    .set W_Y, CAMELLIA_AES_WY
    .set OP_X, CAMELLIA_AES_OPX
    .set OP_Y, CAMELLIA_AES_OPY
    .set FL_X, CAMELLIA_AES_FL_X
    .set FL_Y, CAMELLIA_AES_FL_Y
    .set CARRY_X, CAMELLIA_AES_CARRY_X
    .set CARRY_Y, CAMELLIA_AES_CARRY_Y
    .set AT_X, CAMELLIA_MEM_X
    .set AT_Y, CAMELLIA_MEM_Y

/* A 16-byte table in memory, to every 16 bytes of a register. */
.macro TABLE at, x
#if VS == 32
    vbroadcasti128 \at, %ymm\x
#else
    vmovdqa \at, %xmm\x
#endif
.endm
.macro TABLES at, low, high
    TABLE \at(%ebx), \low
    TABLE \at+16(%ebx), \high
.endm

/* x = filter(x), the tables in low and high. */
.macro FILTER x, low, high, t
    vpand CAMELLIA_AES_NIBBLE(%ebx), %VMM\x, %VMM\t
    vpsrlw $4, %VMM\x, %VMM\x
    vpand CAMELLIA_AES_NIBBLE(%ebx), %VMM\x, %VMM\x
    vpshufb %VMM\t, %VMM\low, %VMM\t
    vpshufb %VMM\x, %VMM\high, %VMM\x
    vpxor %VMM\t, %VMM\x, %VMM\x
.endm

/* The AES instruction of a source half, with the round's operand of byte j; x in its register, or in memory. */
.macro AES_X x, operand
    vaesenclast %xmm\operand, %xmm\x, %xmm\x
.endm
.macro AES_Y x, operand
    vaesdeclast %xmm\operand, %xmm\x, %xmm\x
.endm
.macro SBOX half, x, j, t0, t1
    vbroadcastss OP_\half + CAMELLIA_AES_OP_BYTE * \j(%esi), %xmm\t0
#if VS == 32
    vextracti128 $1, %ymm\x, %xmm\t1
    AES_\half \t1, \t0
#endif
    AES_\half \x, \t0
#if VS == 32
    vinserti128 $1, %xmm\t1, %ymm\x, %ymm\x
#endif
.endm
.macro SBOX_LOAD half, x, j, t0, t1
    vbroadcastss OP_\half + CAMELLIA_AES_OP_BYTE * \j(%esi), %xmm\t0
    vmovdqa AT_\half + VS * \j(%eax), %xmm\x
#if VS == 32
    vmovdqa AT_\half + VS * \j + 16(%eax), %xmm\t1
    AES_\half \t1, \t0
#endif
    AES_\half \x, \t0
#if VS == 32
    vinserti128 $1, %xmm\t1, %ymm\x, %ymm\x
#endif
.endm

/* x, added to byte j of a half. */
.macro ADD_TO half, j, x
    vpxor AT_\half + VS * \j(%eax), %VMM\x, %VMM\x
    vmovdqa %VMM\x, AT_\half + VS * \j(%eax)
.endm

/* A round. Both halves are in memory; of the source half `half`, bytes 0, 1, 3, 6, 7 are also in registers 4, 5, x3,
 * x6, x7, and registers 0, 1, t are free. `other` is updated; it leaves bytes 4, 5, 6, 7, 0, 1, 2, 3 of it in registers
 * 0, 1, t, x3, 4, 5, x6, x7: for the next round x3, x6, x7, t are what is now x7, t, x3, x6. */
.macro ROUND half, other, x3, x6, x7, t
    TABLES T_\half+96, 0, 1
    FILTER \x3, 0, 1, \t
    FILTER \x6, 0, 1, \t
    SBOX \half, \x3, 3, 0, 1
    SBOX \half, \x6, 6, 0, 1
    SBOX \half, 4, 0, 0, 1
    SBOX \half, \x7, 7, 0, 1
    SBOX \half, 5, 1, 0, 1
    TABLES T_\half, 0, 1                /* s1 and s4: bytes 3, 0, 6, 7 */
    FILTER \x3, 0, 1, \t
    vmovdqa %VMM\x3, CAMELLIA_MEM_Z + VS(%eax)
    FILTER 4, 0, 1, \t
    vmovdqa %VMM\()4, CAMELLIA_MEM_Z(%eax)
    FILTER \x6, 0, 1, \t
    FILTER \x7, 0, 1, \t
    SBOX_LOAD \half, 4, 4, \t, \x3
    TABLES T_\half+32, 0, 1             /* s2: bytes 1, 4 */
    FILTER 5, 0, 1, \t
    vmovdqa %VMM\()5, CAMELLIA_MEM_Z + 2 * VS(%eax)
    FILTER 4, 0, 1, \t
    SBOX_LOAD \half, \x3, 2, 0, 1
    SBOX_LOAD \half, 5, 5, 0, 1
    TABLES T_\half+64, 0, 1             /* s3: bytes 2, 5 */
    FILTER \x3, 0, 1, \t
    FILTER 5, 0, 1, \t
    /* The P-function: 16 XORs; S-boxes 4, 5, 6, 7 in 4, 5, x6, x7, 2 in x3, 0, 3, 1 in memory. */
    vpxor %VMM\x3, %VMM\x7, %VMM\t
    vpxor CAMELLIA_MEM_Z(%eax), %VMM\()5, %VMM\()0
    vpxor CAMELLIA_MEM_Z + 2 * VS(%eax), %VMM\x6, %VMM\()1
    vpxor CAMELLIA_MEM_Z + VS(%eax), %VMM\()4, %VMM\x3
    vpxor %VMM\t, %VMM\()4, %VMM\()4
    vpxor %VMM\x3, %VMM\()5, %VMM\()5
    vpxor %VMM\()0, %VMM\x6, %VMM\x6
    vpxor %VMM\()1, %VMM\x7, %VMM\x7
    vpxor %VMM\x7, %VMM\()0, %VMM\()0
    vpxor %VMM\()4, %VMM\()1, %VMM\()1
    vpxor %VMM\()5, %VMM\t, %VMM\t
    vpxor %VMM\x6, %VMM\x3, %VMM\x3
    vpxor %VMM\x3, %VMM\()4, %VMM\()4
    vpxor %VMM\()0, %VMM\()5, %VMM\()5
    vpxor %VMM\()1, %VMM\x6, %VMM\x6
    vpxor %VMM\t, %VMM\x7, %VMM\x7
    ADD_TO \other, 3, \x7
    ADD_TO \other, 6, \t
    ADD_TO \other, 0, 4
    ADD_TO \other, 7, \x3
    ADD_TO \other, 1, 5
    ADD_TO \other, 4, 0
    ADD_TO \other, 5, 1
    ADD_TO \other, 2, \x6
.endm

/* FL's steps on a half in memory. b0..b3 are in registers 4-7. b ^= (a & kl) <<< 1; and a ^= b | kr. */
.macro FL_AND half
    FL_AND_BYTE \half, 0, 4, 7
    FL_AND_BYTE \half, 1, 5, 4
    FL_AND_BYTE \half, 2, 6, 5
    FL_AND_BYTE \half, 3, 7, 6
.endm
.macro FL_AND_BYTE half, j, b, carry
    vmovdqa AT_\half + VS * \j(%eax), %VMM\()0
    vbroadcastss CARRY_\half + 4 * \j(%ecx), %VMM\()1
    vpshufb %VMM\()0, %VMM\()1, %VMM\()1
    vpxor %VMM\()1, %VMM\carry, %VMM\carry
    vpand CAMELLIA_AES_NIBBLE(%ebx), %VMM\()0, %VMM\()1
    vpsrlw $4, %VMM\()0, %VMM\()0
    vpand CAMELLIA_AES_NIBBLE(%ebx), %VMM\()0, %VMM\()0
    TABLE FL_\half+32*\j(%ecx), 2
    TABLE FL_\half+32*\j+16(%ecx), 3
    vpshufb %VMM\()1, %VMM\()2, %VMM\()2
    vpshufb %VMM\()0, %VMM\()3, %VMM\()3
    vpxor %VMM\()2, %VMM\b, %VMM\b
    vpxor %VMM\()3, %VMM\b, %VMM\b
.endm
.macro FL_OR half
    FL_OR_BYTE \half, 0, 4
    FL_OR_BYTE \half, 1, 5
    FL_OR_BYTE \half, 2, 6
    FL_OR_BYTE \half, 3, 7
.endm
.macro FL_OR_BYTE half, j, b
    vpand CAMELLIA_AES_NIBBLE(%ebx), %VMM\b, %VMM\()0
    vpsrlw $4, %VMM\b, %VMM\()1
    vpand CAMELLIA_AES_NIBBLE(%ebx), %VMM\()1, %VMM\()1
    TABLE FL_\half+128+32*\j(%ecx), 2
    TABLE FL_\half+128+32*\j+16(%ecx), 3
    vpshufb %VMM\()0, %VMM\()2, %VMM\()2
    vpshufb %VMM\()1, %VMM\()3, %VMM\()3
    vpxor %VMM\()2, %VMM\()3, %VMM\()3
    ADD_TO \half, \j, 3
.endm
.macro FL_B half, direction
    .ifc \direction, get
    vmovdqa AT_\half + VS * 4(%eax), %VMM\()4
    vmovdqa AT_\half + VS * 5(%eax), %VMM\()5
    vmovdqa AT_\half + VS * 6(%eax), %VMM\()6
    vmovdqa AT_\half + VS * 7(%eax), %VMM\()7
    .else
    vmovdqa %VMM\()4, AT_\half + VS * 4(%eax)
    vmovdqa %VMM\()5, AT_\half + VS * 5(%eax)
    vmovdqa %VMM\()6, AT_\half + VS * 6(%eax)
    vmovdqa %VMM\()7, AT_\half + VS * 7(%eax)
    .endif
.endm
/* An FL layer: FL on half f, FL^-1 on half g. */
.macro FL_LAYER f, g
    FL_B \f, get
    FL_AND \f
    FL_OR \f
    FL_B \f, put
    FL_B \g, get
    FL_OR \g
    FL_AND \g
    FL_B \g, put
.endm

/* - - - Load and store. A row is as wide as a vector register: a block, or two with YMM registers, one in each half of
 * the register. */

/* Byte-slice one half of 16 rows at edx: lh = l for bytes 0..7 of the blocks, h for bytes 8..15. Lane n is row n (X) or
 * row 5n mod 16 (Y: ShiftRows). Leaves bytes 0..7 in registers 0 5 6 1 7 2 3 4. */
.macro SLICE_X lh
    SLICE \lh, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
.endm
.macro SLICE_Y lh
    SLICE \lh, 0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11
.endm
.macro SLICE lh, r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15
    SLICE_PAIR \lh, 0, \r0, \r8
    SLICE_PAIR \lh, 1, \r1, \r9
    SLICE_PAIR \lh, 2, \r2, \r10
    SLICE_PAIR \lh, 3, \r3, \r11
    SLICE_PAIR \lh, 4, \r4, \r12
    SLICE_PAIR \lh, 5, \r5, \r13
    SLICE_PAIR \lh, 6, \r6, \r14
    SLICE_PAIR \lh, 7, \r7, \r15
#if VS == 32
    CAMELLIA_INTERLEAVE y, CAMELLIA_MEM_Z(%eax)
#else
    CAMELLIA_INTERLEAVE x, CAMELLIA_MEM_Z(%eax)
#endif
.endm
.macro SLICE_PAIR lh, x, r, s
    vmovdqu VS * \r(%edx), %VMM\x
    vpunpck\lh\()bw VS * \s(%edx), %VMM\x, %VMM\x
.endm

/* 16 rows at edx to kept bytes in the frame: bytes 0..7 of the blocks are the half `first`, bytes 8..15 `second`. */
.macro LOAD_ROWS first, second
    SLICE_\second h
    KEEP \second, 0
    SLICE_\first l
    KEEP \first, 1
.endm
/* Behind SLICE: through the filter to the basis, with `whiten` = 1 after whitening, to memory. */
.macro KEEP half, whiten
    vmovdqa %VMM\()5, AT_\half + VS * 1(%eax)
    vmovdqa %VMM\()6, AT_\half + VS * 2(%eax)
    vmovdqa %VMM\()7, AT_\half + VS * 4(%eax)
    TABLES IN_\half, 5, 6
    KEEP_BYTE \half, \whiten, 0, 0
    vmovdqa AT_\half + VS * 1(%eax), %VMM\()0
    KEEP_BYTE \half, \whiten, 3, 1
    vmovdqa AT_\half + VS * 2(%eax), %VMM\()1
    KEEP_BYTE \half, \whiten, 5, 2
    vmovdqa AT_\half + VS * 4(%eax), %VMM\()2
    KEEP_BYTE \half, \whiten, 6, 3
    KEEP_BYTE \half, \whiten, 7, 4
    KEEP_BYTE \half, \whiten, 1, 0
    KEEP_BYTE \half, \whiten, 2, 1
    KEEP_BYTE \half, \whiten, 4, 2
.endm
.macro KEEP_BYTE half, whiten, j, x
    WHITEN_BYTE \half, \whiten, \j, \x
    FILTER \x, 5, 6, 7
    vmovdqa %VMM\x, AT_\half + VS * \j(%eax)
.endm
.macro WHITEN_BYTE half, whiten, j, x
    .if \whiten
    vbroadcastss W_\half + 4 * \j(%edi), %VMM\()7
    vpxor %VMM\()7, %VMM\x, %VMM\x
    .endif
.endm

/* And back, to 16 rows at edx: bytes 0..7 of the blocks are the half `second` now, bytes 8..15 the half `first`. */
.macro STORE_ROWS first, second
    UNKEEP \first, 0
    vmovdqa %VMM\()0, AT_\first(%eax)
    vmovdqa %VMM\()6, AT_\first + VS(%eax)
    vmovdqa %VMM\()7, AT_\first + VS * 2(%eax)
    vmovdqa %VMM\()1, AT_\first + VS * 3(%eax)
    vmovdqa %VMM\()4, AT_\first + VS * 4(%eax)
    vmovdqa %VMM\()2, AT_\first + VS * 5(%eax)
    vmovdqa %VMM\()3, AT_\first + VS * 6(%eax)
    vmovdqa %VMM\()5, AT_\first + VS * 7(%eax)
    UNKEEP \second, 1
    vmovdqa %VMM\()5, CAMELLIA_MEM_Z(%eax)
    JOIN_\second 0, 0
    JOIN_\second 1, 6
    JOIN_\second 2, 7
    JOIN_\second 3, 1
    JOIN_\second 4, 4
    JOIN_\second 5, 2
    JOIN_\second 6, 3
    vmovdqa CAMELLIA_MEM_Z(%eax), %VMM\()0
    JOIN_\second 7, 0
.endm
/* A half's bytes through the filter from the basis (and whitening), then to pairs of rows: lanes 0 and 1, 2 and 3, ...
 * in registers 0 6 7 1 4 2 3 5. */
.macro UNKEEP half, whiten
    TABLES OUT_\half, 5, 6
    .irp j, 4, 5, 6, 7
    vmovdqa AT_\half + VS * \j(%eax), %VMM\()0
    FILTER 0, 5, 6, 7
    WHITEN_BYTE \half, \whiten, \j, 0
    vmovdqa %VMM\()0, AT_\half + VS * \j(%eax)
    .endr
    .irp j, 0, 1, 2, 3
    vmovdqa AT_\half + VS * \j(%eax), %VMM\j
    FILTER \j, 5, 6, 7
    WHITEN_BYTE \half, \whiten, \j, \j
    .endr
    vpunpckhbw AT_\half + VS * 4(%eax), %VMM\()0, %VMM\()4
    vpunpcklbw AT_\half + VS * 4(%eax), %VMM\()0, %VMM\()0
    vpunpckhbw AT_\half + VS * 5(%eax), %VMM\()1, %VMM\()5
    vpunpcklbw AT_\half + VS * 5(%eax), %VMM\()1, %VMM\()1
    vpunpckhbw AT_\half + VS * 6(%eax), %VMM\()2, %VMM\()6
    vpunpcklbw AT_\half + VS * 6(%eax), %VMM\()2, %VMM\()2
    vpunpckhbw AT_\half + VS * 7(%eax), %VMM\()3, %VMM\()7
    vpunpcklbw AT_\half + VS * 7(%eax), %VMM\()3, %VMM\()3
#if VS == 32
    CAMELLIA_STAGE y, 0, 1, 4, 5, 2, 3, 6, 7, CAMELLIA_MEM_Z(%eax)
    CAMELLIA_STAGE y, 0, 7, 4, 3, 1, 2, 5, 6, CAMELLIA_MEM_Z(%eax)
#else
    CAMELLIA_STAGE x, 0, 1, 4, 5, 2, 3, 6, 7, CAMELLIA_MEM_Z(%eax)
    CAMELLIA_STAGE x, 0, 7, 4, 3, 1, 2, 5, 6, CAMELLIA_MEM_Z(%eax)
#endif
.endm
/* Store two rows: their bytes 0..7 are lanes 2i and 2i + 1 of a half, in x; bytes 8..15 are the other half's, in memory
 * by pairs of lanes. Row r is lane r of X, and lane 13r mod 16 of Y; 2i and 2i + 1 stay even and odd. Changes register
 * 5. */
.macro JOIN_X i, x
    vpunpcklqdq CAMELLIA_MEM_Y + VS * (13 * (2 * \i) % 16 / 2)(%eax), %VMM\x, %VMM\()5
    vpunpckhqdq CAMELLIA_MEM_Y + VS * (13 * (2 * \i + 1) % 16 / 2)(%eax), %VMM\x, %VMM\x
    vmovdqu %VMM\()5, VS * (2 * \i)(%edx)
    vmovdqu %VMM\x, VS * (2 * \i + 1)(%edx)
.endm
.macro JOIN_Y i, x
    vpunpcklqdq CAMELLIA_MEM_X + VS * (5 * (2 * \i) % 16 / 2)(%eax), %VMM\x, %VMM\()5
    vpunpckhqdq CAMELLIA_MEM_X + VS * (5 * (2 * \i + 1) % 16 / 2)(%eax), %VMM\x, %VMM\x
    vmovdqu %VMM\()5, VS * (5 * (2 * \i) % 16)(%edx)
    vmovdqu %VMM\x, VS * (5 * (2 * \i + 1) % 16)(%edx)
.endm

/* - - - The cipher and its modes. Locals of an entry, behind the saved registers: */
#define MODE_IN   -16(%ebp)
#define MODE_OUT  -20(%ebp)
#define MODE_LEFT -24(%ebp)             /* blocks */
#define MODE_N    -28(%ebp)             /* blocks of the pass */
#define MODE_TO   -32(%ebp)             /* where the pass writes: 16 rows */

/* A pass of 16 rows from edx to MODE_TO, the frame at eax. first: the first round's source half; X is encryption.
 * Changes all vector registers, ecx, edx, esi. */
.macro CAMELLIA_PASS name, first
    .ifc \first, X
    CAMELLIA_PASS_ \name, X, Y, 1
    .else
    CAMELLIA_PASS_ \name, Y, X, -1
    .endif
.endm
.macro CAMELLIA_PASS_ name, first, second, step
LOCAL_FUNC \name
    LOAD_ROWS \first, \second
    mov $3, %dh                         /* six rounds each, FL between them: 3 or 4 */
    cmpl $128, CAMELLIA_CTX_KEY_BITS(%edi)
    .if \step > 0
    mov %edi, %esi
    lea CAMELLIA_AES_FL(%edi), %ecx
    je 1f
    .else
    lea 4 * 8(%edi), %esi
    lea CAMELLIA_AES_FL + CAMELLIA_AES_FL_LAYER(%edi), %ecx
    je 1f
    lea 4 * 11(%edi), %esi
    lea CAMELLIA_AES_FL + 2 * CAMELLIA_AES_FL_LAYER(%edi), %ecx
    .endif
    mov $4, %dh
1:
    mov $3, %dl
    vmovdqa AT_\first + VS * 3(%eax), %VMM\()3
    vmovdqa AT_\first + VS * 6(%eax), %VMM\()6
    vmovdqa AT_\first(%eax), %VMM\()4
    vmovdqa AT_\first + VS * 7(%eax), %VMM\()7
    vmovdqa AT_\first + VS(%eax), %VMM\()5
2:
    ROUND \first, \second, 3, 6, 7, 2
    ROUND \second, \first, 7, 2, 3, 6
    add $4 * \step, %esi
    dec %dl
    jnz 2b
    dec %dh
    jz 3f
    .if \step > 0
    FL_LAYER X, Y
    .else
    FL_LAYER Y, X
    .endif
    add $CAMELLIA_AES_FL_LAYER * \step, %ecx
    jmp 1b
3:
    mov MODE_TO, %edx
    STORE_ROWS \first, \second
    ret
ENDFUNC \name
.endm

/* What happens to each block of a pass before the cipher, input to data in the frame, and behind it, data to output. */
#define MODE_INPUT  (%edx, %ecx)
#define MODE_OUTPUT (%esi, %ecx)
#define MODE_DATA   (%eax, %ecx)
.macro COPY_IN
    vmovdqu MODE_INPUT, %xmm0
    vmovdqa %xmm0, MODE_DATA
.endm
.macro COPY_OUT
    vmovdqa MODE_DATA, %xmm0
    vmovdqu %xmm0, MODE_OUTPUT
.endm
.macro XOR_OUT
    vmovdqa MODE_DATA, %xmm0
    vpxor MODE_INPUT, %xmm0, %xmm0
    vmovdqu %xmm0, MODE_OUTPUT
.endm
/* xmm1: the input block before this one. */
.macro PREVIOUS_IN
    vmovdqa %xmm1, MODE_DATA
    vmovdqu MODE_INPUT, %xmm1
.endm
.macro PREVIOUS_OUT
    vpxor MODE_DATA, %xmm1, %xmm0
    vmovdqu MODE_INPUT, %xmm1
    vmovdqu %xmm0, MODE_OUTPUT
.endm
/* xmm1: the counter, its quadwords in native byte order, high one first; xmm2: all ones; xmm3: ones in what counts. */
.macro COUNTER_IN
    vpshufb CAMELLIA_SC_BSWAP(%ebx), %xmm1, %xmm0
    vmovdqa %xmm0, MODE_DATA
    vpcmpeqq %xmm2, %xmm1, %xmm0        /* carry into the high one */
    vpsubq %xmm3, %xmm1, %xmm1
    vpsrldq $8, %xmm0, %xmm0
    vpsubq %xmm0, %xmm1, %xmm1
.endm
/* The same for a counter of 32 bits. */
.macro COUNTER32_IN
    vpshufb CAMELLIA_SC_BSWAP(%ebx), %xmm1, %xmm0
    vmovdqa %xmm0, MODE_DATA
    vpsubd %xmm3, %xmm1, %xmm1
.endm

/* One of these for each block of a pass. keep: what xmm1 carries from and to the state: nothing, a block, or a counter;
 * then it is the number of bytes of the low quadword that count. The frame is at eax; changes ecx, edx, esi,
 * xmm0-xmm3. */
#define NOTHING   0
#define BLOCK     1
#define COUNTER   8
#define COUNTER32 4
.macro EACH op, keep
    .if \keep
    mov ARGUMENT5, %ecx
    vmovdqu (%ecx), %xmm1
    .endif
    .if \keep > BLOCK
    vpshufb CAMELLIA_SC_BSWAP(%ebx), %xmm1, %xmm1
    vpcmpeqb %xmm2, %xmm2, %xmm2
    vpsrldq $16 - \keep, %xmm2, %xmm3
    vpslldq $8, %xmm3, %xmm3
    .endif
    mov MODE_N, %ecx
    shl $4, %ecx
    mov MODE_IN, %edx
    mov MODE_OUT, %esi
    add %ecx, %eax
    add %ecx, %edx
    add %ecx, %esi
    add $CAMELLIA_MEM_TAIL, %eax
    neg %ecx
77:
    \op
    add $16, %ecx
    jnz 77b
    mov %esp, %eax
    .if \keep > BLOCK
    vpshufb CAMELLIA_SC_BSWAP(%ebx), %xmm1, %xmm1
    .endif
    .if \keep
    mov ARGUMENT5, %ecx
    vmovdqu %xmm1, (%ecx)
    .endif
.endm

/* An entry. in, out: what happens to each block before and behind the cipher, in_keep, out_keep: what goes
 * with it; whole passes need no COPY_IN and COPY_OUT. */
.macro CAMELLIA_MODE name, pass, in, in_keep, out, out_keep
FUNC \name
    ENTER_FRAME
    ARGUMENTS %edi, %esi, %edx
    mov ARGUMENT4, %ecx
    test %ecx, %ecx
    jz 9f
    lea -(CAMELLIA_MEM_SIZE + 32)(%ebp), %esp
    and $-VS, %esp
    mov %esp, %eax
    mov %edx, MODE_IN
    mov %esi, MODE_OUT
    mov %ecx, MODE_LEFT
    BASE .Lcamellia
1:
    mov $CAMELLIA_BLOCKS, %ecx
    cmp %ecx, MODE_LEFT
    cmovb MODE_LEFT, %ecx
    mov %ecx, MODE_N
    .ifc \in, COPY_IN
    mov MODE_IN, %edx
    cmp $CAMELLIA_BLOCKS, %ecx
    je 2f
    .endif
    EACH \in, \in_keep
    lea CAMELLIA_MEM_TAIL(%eax), %edx
2:
    lea CAMELLIA_MEM_TAIL(%eax), %ecx
    .ifc \out, COPY_OUT
    cmpl $CAMELLIA_BLOCKS, MODE_N
    cmove MODE_OUT, %ecx
    .endif
    mov %ecx, MODE_TO
    call \pass
    .ifc \out, COPY_OUT
    cmpl $CAMELLIA_BLOCKS, MODE_N
    je 3f
    .endif
    EACH \out, \out_keep
3:
    mov MODE_N, %ecx
    mov %ecx, %edx
    shl $4, %edx
    add %edx, MODE_IN
    add %edx, MODE_OUT
    sub %ecx, MODE_LEFT
    jnz 1b
    mov $CAMELLIA_MEM_SIZE / 64, %ecx   /* wipe the frame */
    vpxor %xmm0, %xmm0, %xmm0
7:
    vmovdqa %xmm0, (%eax)
    vmovdqa %xmm0, 16(%eax)
    vmovdqa %xmm0, 32(%eax)
    vmovdqa %xmm0, 48(%eax)
    add $64, %eax
    dec %ecx
    jnz 7b
    WIPE_VECTORS
9:
    LEAVE_FRAME
    ret
ENDFUNC \name
.endm

#endif /* NEED_CAMELLIA_AES */

/* No executable stack; IBT and shadow stack are supported. Stands in every object that includes this file. */
    .section .note.GNU-stack, "", @progbits
    .section .note.gnu.property, "a", @note
    .p2align 2
    .long 4, 12, 5
    .asciz "GNU"
    .long 0xc0000002, 4, 3      /* GNU_PROPERTY_X86_FEATURE_1_AND: IBT | SHSTK */
    .text

#endif

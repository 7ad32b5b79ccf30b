/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Camellia (RFC 3713) with AES-NI and AVX: byte-sliced, 16 blocks to a set, two sets in flight.
 * CPU features: AES-NI, AVX (with the operating system's XMM and YMM state). No table is indexed by a secret.
 *
 *   int  setkey(struct tsubaki_camellia_ctx *ctx, const void *key, size_t key_len);
 *   void ecb_enc, ecb_dec(const struct tsubaki_camellia_ctx *ctx, void *out, const void *in, size_t nblocks);
 *   void ctr, ctr32, cbc_enc, cbc_dec, cfb_enc, cfb_dec, xts_enc, xts_dec(ctx, out, in, nblocks, void *state);
 *   void ocb_enc, ocb_dec(ctx, out, in, nblocks, struct tsubaki_ocb_state *state);
 *   void ocb_auth(ctx, in, nblocks, state);
 *
 * Ideas (asm.h and tools/camellia_aes.py have the algebra; the key setup is asm.h's):
 *   - State bytes are kept in the basis of the S-boxes' inversion, so that a byte needs an AES instruction and one
 *     filter (two nibble tables) behind it; only s4 needs a filter in front too.
 *   - The half X goes through AESENCLAST, Y through AESDECLAST; with Y's lanes permuted once, at the load, ShiftRows
 *     and its inverse cancel.
 *   - No subkey is added in a round: the AES instructions' round key operand changes the subkey of the other half.
 *   - FL and FL^-1 are nibble tables made by the key setup; their carry between bytes is one shuffle.
 *   - Both halves live in the frame; eight registers hold the bytes of one half of one set. One set's round follows the
 *     other's, and out-of-order execution hides the latency of one behind the other. Up to 16 blocks take one set.
 *
 * Cost of a round and set: 10 filters of 6 instructions, 8 AES, 24 XOR. With 2 * (64 + 16 * 6) for load and store, 16
 * for whitening and 256 for two FL layers: 2248 vector instructions for 16 blocks and 128-bit keys, 749 cycles on three
 * ports.
 *
 * Measured, Emerald Rapids (Golden Cove), 2026-11-30, cycles for 16 blocks, 128-bit key, either direction:
 *   two sets, as here          779  (3.04 cycles/byte; 1.43 to 1.53 times libgcrypt 1.12 at AES-NI/AVX level)
 *   one set, source half kept in registers from round to round  847  (3.31; 1.38): P waits for all S-boxes
 *   256-bit key                1012 (3.95)
 *   load and store alone       125
 *   setkey about 590 (128), 800 (192, 256): 2.1 to 2.3 times the time of libgcrypt's; a third of it for single blocks
 * Modes, on a machine with other load, cycles/byte, and times libgcrypt 1.12 in the same run:
 *   CTR 3.1 to 4.2, 1.25 to 1.47; CBC-dec and CFB-dec 3.7 to 4.5, 1.27 to 1.36; XTS 3.6 to 4.8, 1.29 to 1.44;
 *   OCB 3.7 to 4.8, 1.26 to 1.31; CBC-enc and CFB-enc 25 to 27, 0.70 to 0.73 (constant time against table code)
 * Modelled (llvm-mca 19, znver4): 64 and 65 cycles for two rounds of a set in these shapes, so that the second set does
 * no harm there.
 * A call of 2 to 16 blocks costs a pass of one set (about 870 cycles), one of 17 to 31 a pass of two; a single block,
 * and block after block in CBC and CFB encryption, go through asm.h's one-block code.
 *
 * Modes: a pass of up to 32 blocks goes through the frame; a mode is what is prepared for it and what happens to each
 * block before and behind the cipher. Counter blocks are made byte-sliced.
 *
 * Registers: rdi ctx, rbx blocks left, rbp state, r12 out, r13 in, r14 blocks of a pass; in a pass rax frame, rsi out,
 *   rdx in, rcx blocks, r8 operands, r9 FL tables, r10 and r11 loops; xmm0-xmm7 one half, xmm15 nibble mask, xmm13 and
 *   xmm14 the tables of the filter behind s1 and s4, xmm8-xmm12 free.
 * Clobbers: rax, rcx, rdx, rsi, r8-r11, all vector registers, flags. Vector registers are zero at the return and the
 *   upper state is clean.
 * Stack: 1088 bytes, XTS and OCB 1664; one block and the serial modes 770 more at most; what held secrets is wiped.
 */
#define CIPHER camellia
#ifndef VARIANT
#define VARIANT aesni_avx
#endif
#define NEED_CAMELLIA_AES
#define NEED_CAMELLIA_ONE
#define CAMELLIA_ONE_AES
#define CAMELLIA_ONE_CALL
#include "asm.h"

RODATA
CAMELLIA_SCHEDULE_CONSTS
CAMELLIA_AES_CONSTS
CAMELLIA_AES_SETKEY_CONSTS
CAMELLIA_ONE_CONSTS

.Lpositions:            /* of the blocks of a set, in X and in Y; of those of the second set */
    .byte 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    .byte 0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11
    .byte 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    .byte 16, 21, 26, 31, 20, 25, 30, 19, 24, 29, 18, 23, 28, 17, 22, 27
#define POSITIONS_SET 32
.Lalpha:
    .quad 0x87, 1

/* The frame: the kept bytes of both sets, blocks before and behind the cipher, what XTS and OCB add to them. */
#define MEM_X       0                   /* of a set */
#define MEM_Y       128
#define MEM_SET     256                 /* from set to set */
#define MEM_DATA    512
#define MEM_COUNTER 512                 /* before the cipher */
#define MEM_LATER   528
#define MEM_MASKS   1024                /* of a pass and the block behind it */
#define MEM_MASKED  1600

/* struct tsubaki_ocb_state */
#define OCB_CHECKSUM 16
#define OCB_FIRST    32
#define OCB_L        40

#define NIBBLE      %xmm15

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
    .set AT_X, MEM_X
    .set AT_Y, MEM_Y
    .set POSITIONS_X, 0
    .set POSITIONS_Y, 16

/* x = filter(x), the tables in low and high. */
.macro FILTER x, low, high, t0
    vpand NIBBLE, \x, \t0
    vpsrlw $4, \x, \x
    vpand NIBBLE, \x, \x
    vpshufb \t0, \low, \t0
    vpshufb \x, \high, \x
    vpxor \t0, \x, \x
.endm
.macro TABLES at, low, high
    vmovdqa .Lcamellia_aes + \at(%rip), \low
    vmovdqa .Lcamellia_aes + \at + 16(%rip), \high
.endm

/* The AES instruction of a source half with the round's operand of byte j. */
.macro AES_X x, operand
    vaesenclast \operand, \x, \x
.endm
.macro AES_Y x, operand
    vaesdeclast \operand, \x, \x
.endm
.macro SBOX half, x, j, t0
    vbroadcastss OP_\half + CAMELLIA_AES_OP_BYTE * \j(%r8), \t0
    AES_\half \x, \t0
.endm

/* Byte j of the source half, unless it is in its register already. */
.macro SOURCE load, half, set, j, x
    .if \load
    vmovdqa AT_\half + MEM_SET * \set + 16 * \j(%rax), \x
    .endif
.endm

/* x, added to byte j of the other half. */
.macro ADD_TO half, set, j, x
    vpxor AT_\half + MEM_SET * \set + 16 * \j(%rax), \x, \x
    vmovdqa \x, AT_\half + MEM_SET * \set + 16 * \j(%rax)
.endm

/* A round of one set. Bytes 0..7 of the source half `half` are in memory, with load = 0 also in s0..s7; the half
 * `other` is updated in memory, and left in s4..s7, s0..s3. xmm13 and xmm14 are loaded for set 0 and kept for set 1. */
.macro ROUND half, other, set, load, s0, s1, s2, s3, s4, s5, s6, s7
    SOURCE \load, \half, \set, 3, %xmm\s3
    SOURCE \load, \half, \set, 6, %xmm\s6
    TABLES (T_\half + 96), %xmm9, %xmm10
    FILTER %xmm\s3, %xmm9, %xmm10, %xmm8
    FILTER %xmm\s6, %xmm9, %xmm10, %xmm11
    .if \set == 0
    TABLES T_\half, %xmm13, %xmm14
    .endif
    SOURCE \load, \half, \set, 1, %xmm\s1
    SOURCE \load, \half, \set, 4, %xmm\s4
    SOURCE \load, \half, \set, 2, %xmm\s2
    SOURCE \load, \half, \set, 5, %xmm\s5
    SOURCE \load, \half, \set, 0, %xmm\s0
    SOURCE \load, \half, \set, 7, %xmm\s7
    SBOX \half, %xmm\s1, 1, %xmm8
    SBOX \half, %xmm\s4, 4, %xmm9
    SBOX \half, %xmm\s2, 2, %xmm10
    SBOX \half, %xmm\s5, 5, %xmm11
    SBOX \half, %xmm\s0, 0, %xmm12
    SBOX \half, %xmm\s7, 7, %xmm8
    SBOX \half, %xmm\s3, 3, %xmm9
    SBOX \half, %xmm\s6, 6, %xmm10
    TABLES (T_\half + 32), %xmm9, %xmm10
    FILTER %xmm\s1, %xmm9, %xmm10, %xmm8
    FILTER %xmm\s4, %xmm9, %xmm10, %xmm11
    TABLES (T_\half + 64), %xmm9, %xmm10
    FILTER %xmm\s2, %xmm9, %xmm10, %xmm8
    FILTER %xmm\s5, %xmm9, %xmm10, %xmm11
    FILTER %xmm\s0, %xmm13, %xmm14, %xmm8
    FILTER %xmm\s7, %xmm13, %xmm14, %xmm12
    FILTER %xmm\s3, %xmm13, %xmm14, %xmm9
    FILTER %xmm\s6, %xmm13, %xmm14, %xmm10
    /* The P-function in place, 16 XORs. */
    vpxor %xmm\s5, %xmm\s0, %xmm\s0
    vpxor %xmm\s4, %xmm\s3, %xmm\s3
    vpxor %xmm\s7, %xmm\s2, %xmm\s2
    vpxor %xmm\s6, %xmm\s1, %xmm\s1
    vpxor %xmm\s2, %xmm\s4, %xmm\s4
    vpxor %xmm\s3, %xmm\s5, %xmm\s5
    vpxor %xmm\s0, %xmm\s6, %xmm\s6
    vpxor %xmm\s1, %xmm\s7, %xmm\s7
    vpxor %xmm\s7, %xmm\s0, %xmm\s0
    vpxor %xmm\s4, %xmm\s1, %xmm\s1
    vpxor %xmm\s5, %xmm\s2, %xmm\s2
    vpxor %xmm\s6, %xmm\s3, %xmm\s3
    vpxor %xmm\s3, %xmm\s4, %xmm\s4
    vpxor %xmm\s0, %xmm\s5, %xmm\s5
    vpxor %xmm\s1, %xmm\s6, %xmm\s6
    vpxor %xmm\s2, %xmm\s7, %xmm\s7
    ADD_TO \other, \set, 6, %xmm\s2
    ADD_TO \other, \set, 3, %xmm\s7
    ADD_TO \other, \set, 4, %xmm\s0
    ADD_TO \other, \set, 5, %xmm\s1
    ADD_TO \other, \set, 7, %xmm\s3
    ADD_TO \other, \set, 0, %xmm\s4
    ADD_TO \other, \set, 1, %xmm\s5
    ADD_TO \other, \set, 2, %xmm\s6
.endm

/* A half's kept bytes, from or to memory. */
.macro GET half, set
    .irp j, 0, 1, 2, 3, 4, 5, 6, 7
    vmovdqa AT_\half + MEM_SET * \set + 16 * \j(%rax), %xmm\j
    .endr
.endm
.macro PUT half, set
    .irp j, 0, 1, 2, 3, 4, 5, 6, 7
    vmovdqa %xmm\j, AT_\half + MEM_SET * \set + 16 * \j(%rax)
    .endr
.endm

/* FL's two steps on a half in xmm0-xmm7 (a0..a3, b0..b3), tables at r9: b ^= (a & kl) <<< 1; and a ^= b | kr. */
.macro FL_AND half
    FL_AND_BYTE \half, 0, %xmm0, %xmm4, %xmm7
    FL_AND_BYTE \half, 1, %xmm1, %xmm5, %xmm4
    FL_AND_BYTE \half, 2, %xmm2, %xmm6, %xmm5
    FL_AND_BYTE \half, 3, %xmm3, %xmm7, %xmm6
.endm
.macro FL_OR half
    FL_OR_BYTE \half, 0, %xmm0, %xmm4
    FL_OR_BYTE \half, 1, %xmm1, %xmm5
    FL_OR_BYTE \half, 2, %xmm2, %xmm6
    FL_OR_BYTE \half, 3, %xmm3, %xmm7
.endm
.macro FL_AND_BYTE half, j, a, b, carry
    vbroadcastss CARRY_\half + 4 * \j(%r9), %xmm10
    vpshufb \a, %xmm10, %xmm10
    vpxor %xmm10, \carry, \carry
    FL_FILTER (FL_\half + 32 * \j), \a, \b
.endm
.macro FL_OR_BYTE half, j, a, b
    FL_FILTER (FL_\half + CAMELLIA_AES_FL_H + 32 * \j), \b, \a
.endm
/* dst ^= filter(src), the tables at r9 + at. */
.macro FL_FILTER at, src, dst
    vpand NIBBLE, \src, %xmm8
    vpsrlw $4, \src, %xmm9
    vpand NIBBLE, %xmm9, %xmm9
    vmovdqa \at(%r9), %xmm11
    vmovdqa \at + 16(%r9), %xmm12
    vpshufb %xmm8, %xmm11, %xmm11
    vpshufb %xmm9, %xmm12, %xmm12
    vpxor %xmm11, \dst, \dst
    vpxor %xmm12, \dst, \dst
.endm

/* An FL layer: FL on half f, FL^-1 on half g; leaves `last` of them in xmm0-xmm7. */
.macro FL_LAYER f, g, last, set
    .ifc \f, \last
    FL_INVERSE \g, \set
    FL_FORWARD \f, \set
    .else
    FL_FORWARD \f, \set
    FL_INVERSE \g, \set
    .endif
.endm
.macro FL_FORWARD half, set
    GET \half, \set
    FL_AND \half
    FL_OR \half
    PUT \half, \set
.endm
.macro FL_INVERSE half, set
    GET \half, \set
    FL_OR \half
    FL_AND \half
    PUT \half, \set
.endm

/* All rounds and FL layers of `sets` sets. `first` is the first round's source half (X: encryption), `step` the way
 * from round to round. Before and after, both halves are in memory and, of a single set, `first` in xmm0-xmm7 too. */
.macro CORE name, sets, first, second, step
LOCAL_FUNC \name
    mov $3, %r10d                       /* six rounds each, FL between them: 3 or 4 */
    cmpl $128, CAMELLIA_CTX_KEY_BITS(%rdi)
    .if \step > 0
    mov %rdi, %r8
    lea CAMELLIA_AES_FL(%rdi), %r9
    je 1f
    .else
    lea 4 * 8(%rdi), %r8
    lea CAMELLIA_AES_FL + CAMELLIA_AES_FL_LAYER(%rdi), %r9
    je 1f
    lea 4 * 11(%rdi), %r8
    lea CAMELLIA_AES_FL + 2 * CAMELLIA_AES_FL_LAYER(%rdi), %r9
    .endif
    inc %r10d
1:
    mov $3, %r11d
2:
    .if \sets == 1
    ROUND \first, \second, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7
    ROUND \second, \first, 0, 0, 4, 5, 6, 7, 0, 1, 2, 3
    .else
    ROUND \first, \second, 0, 1, 0, 1, 2, 3, 4, 5, 6, 7
    ROUND \first, \second, 1, 1, 0, 1, 2, 3, 4, 5, 6, 7
    ROUND \second, \first, 0, 1, 0, 1, 2, 3, 4, 5, 6, 7
    ROUND \second, \first, 1, 1, 0, 1, 2, 3, 4, 5, 6, 7
    .endif
    add $4 * \step, %r8
    dec %r11d
    jnz 2b
    dec %r10d
    jz 3f
    .if \sets == 2
    .if \step > 0
    FL_LAYER X, Y, \first, 1
    .else
    FL_LAYER Y, X, \first, 1
    .endif
    .endif
    .if \step > 0
    FL_LAYER X, Y, \first, 0
    .else
    FL_LAYER Y, X, \first, 0
    .endif
    add $CAMELLIA_AES_FL_LAYER * \step, %r9
    jmp 1b
3:
    ret
ENDFUNC \name
.endm

CORE .Lencrypt16, 1, X, Y, 1
CORE .Lencrypt32, 2, X, Y, 1
CORE .Ldecrypt16, 1, Y, X, -1
CORE .Ldecrypt32, 2, Y, X, -1

/* Byte-slice one half of 16 blocks at rdx into xmm0-xmm7: lh = l for bytes 0..7 of the blocks, h for bytes 8..15.
 * Lane n is block n (X) or 5n mod 16 (Y: ShiftRows). Changes xmm8. */
.macro SLICE_X lh
    SLICE \lh, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
.endm
.macro SLICE_Y lh
    SLICE \lh, 0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11
.endm
.macro SLICE lh, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15
    vmovdqu 16 * \b0(%rdx), %xmm0
    vmovdqu 16 * \b1(%rdx), %xmm3
    vmovdqu 16 * \b2(%rdx), %xmm5
    vmovdqu 16 * \b3(%rdx), %xmm6
    vmovdqu 16 * \b4(%rdx), %xmm7
    vmovdqu 16 * \b5(%rdx), %xmm8
    vmovdqu 16 * \b6(%rdx), %xmm1
    vmovdqu 16 * \b7(%rdx), %xmm2
    vpunpck\lh\()bw 16 * \b8(%rdx), %xmm0, %xmm0
    vpunpck\lh\()bw 16 * \b12(%rdx), %xmm7, %xmm7
    vpunpck\lh\()bw 16 * \b10(%rdx), %xmm5, %xmm5
    vpunpck\lh\()bw 16 * \b14(%rdx), %xmm1, %xmm1
    vpunpck\lh\()bw 16 * \b9(%rdx), %xmm3, %xmm3
    vpunpck\lh\()bw 16 * \b13(%rdx), %xmm8, %xmm8
    vpunpck\lh\()bw 16 * \b11(%rdx), %xmm6, %xmm6
    vpunpck\lh\()bw 16 * \b15(%rdx), %xmm2, %xmm2
    CAMELLIA_INTERLEAVE %xmm0, %xmm3, %xmm5, %xmm6, %xmm7, %xmm8, %xmm1, %xmm2, %xmm4
.endm

/* All eight bytes of a half through the filter at `table`. */
.macro FILTER_ALL table
    TABLES \table, %xmm13, %xmm14
    FILTER %xmm0, %xmm13, %xmm14, %xmm8
    FILTER %xmm1, %xmm13, %xmm14, %xmm9
    FILTER %xmm2, %xmm13, %xmm14, %xmm10
    FILTER %xmm3, %xmm13, %xmm14, %xmm11
    FILTER %xmm4, %xmm13, %xmm14, %xmm8
    FILTER %xmm5, %xmm13, %xmm14, %xmm9
    FILTER %xmm6, %xmm13, %xmm14, %xmm10
    FILTER %xmm7, %xmm13, %xmm14, %xmm11
.endm
.macro WHITEN half
    .irp j, 0, 1, 2, 3, 4, 5, 6, 7
    vbroadcastss W_\half + 4 * \j(%rdi), %xmm8
    vpxor %xmm8, %xmm\j, %xmm\j
    .endr
.endm

/* 16 blocks at rdx to kept bytes: bytes 0..7 of the blocks are the half `first`, left in xmm0-xmm7 and memory, bytes
 * 8..15 the half `second`, left in memory. */
.macro LOAD16 first, second
    SLICE_\second h
    FILTER_ALL IN_\second
    PUT \second, 0
    SLICE_\first l
    WHITEN \first
    FILTER_ALL IN_\first
    PUT \first, 0
.endm

/* And back, to rsi: bytes 0..7 of the blocks are the half `second` now, bytes 8..15 the half `first`. */
.macro STORE16 first, second
    GET \first, 0
    FILTER_ALL OUT_\first
    UNSLICE
    vmovdqa %xmm0, AT_\first(%rax)
    vmovdqa %xmm6, AT_\first + 16(%rax)
    vmovdqa %xmm7, AT_\first + 32(%rax)
    vmovdqa %xmm1, AT_\first + 48(%rax)
    vmovdqa %xmm8, AT_\first + 64(%rax)
    vmovdqa %xmm2, AT_\first + 80(%rax)
    vmovdqa %xmm3, AT_\first + 96(%rax)
    vmovdqa %xmm4, AT_\first + 112(%rax)
    GET \second, 0
    FILTER_ALL OUT_\second
    WHITEN \second
    UNSLICE
    JOIN_\second 0, %xmm0
    JOIN_\second 1, %xmm6
    JOIN_\second 2, %xmm7
    JOIN_\second 3, %xmm1
    JOIN_\second 4, %xmm8
    JOIN_\second 5, %xmm2
    JOIN_\second 6, %xmm3
    JOIN_\second 7, %xmm4
.endm
.macro UNSLICE
    CAMELLIA_INTERLEAVE %xmm0, %xmm1, %xmm2, %xmm3, %xmm4, %xmm5, %xmm6, %xmm7, %xmm8
.endm
/* Store two blocks: their bytes 0..7 are lanes 2i and 2i + 1 of a half, in x; bytes 8..15 are the other half's, in
 * memory by pairs of lanes. Block b is lane b of X, and lane 13b mod 16 of Y; 2i and 2i + 1 stay even and odd. */
.macro JOIN_X i, x
    vpunpcklqdq MEM_Y + 16 * (13 * (2 * \i) % 16 / 2)(%rax), \x, %xmm9
    vpunpckhqdq MEM_Y + 16 * (13 * (2 * \i + 1) % 16 / 2)(%rax), \x, %xmm10
    vmovdqu %xmm9, 16 * (2 * \i)(%rsi)
    vmovdqu %xmm10, 16 * (2 * \i + 1)(%rsi)
.endm
.macro JOIN_Y i, x
    vpunpcklqdq MEM_X + 16 * (5 * (2 * \i) % 16 / 2)(%rax), \x, %xmm9
    vpunpckhqdq MEM_X + 16 * (5 * (2 * \i + 1) % 16 / 2)(%rax), \x, %xmm10
    vmovdqu %xmm9, 16 * (5 * (2 * \i) % 16)(%rsi)
    vmovdqu %xmm10, 16 * (5 * (2 * \i + 1) % 16)(%rsi)
.endm

/* Byte-slice one half of 16 counter blocks: bytes `from` to from + 7 to xmm0-xmm7. They differ in their lowest byte
 * only; where that overflows, the other 15 are those of the counter 256 later. rdx: positions of the set's blocks. */
.macro SLICE_COUNTERS half, from
    vmovdqa 8 + MEM_COUNTER(%rsp), %xmm9
    vmovdqa 8 + MEM_LATER(%rsp), %xmm10
    vmovdqa POSITIONS_\half(%rdx), %xmm11
    vpshufb NIBBLE, %xmm9, %xmm12       /* byte 15 */
    vpaddb %xmm11, %xmm12, %xmm12
    vpmaxub %xmm12, %xmm11, %xmm11
    vpcmpeqb %xmm12, %xmm11, %xmm11     /* no overflow */
    vpsrldq $\from, %xmm9, %xmm9
    vpsrldq $\from, %xmm10, %xmm10
    vpxor %xmm13, %xmm13, %xmm13
    vpcmpeqb %xmm14, %xmm14, %xmm14
    .irp j, 0, 1, 2, 3, 4, 5, 6, 7
    vpshufb %xmm13, %xmm9, %xmm\j
    vpshufb %xmm13, %xmm10, %xmm8
    vpandn %xmm8, %xmm11, %xmm8
    vpxor %xmm8, %xmm\j, %xmm\j
    vpsubb %xmm14, %xmm13, %xmm13
    .endr
    .if \from == 8
    vmovdqa %xmm12, %xmm7
    .endif
.endm

CAMELLIA_ONE_FUNCTION

/* One block from rdx to rsi. Changes rdi too. */
LOCAL_FUNC .Lone
.Lone_dec:
    mov $1, %ecx
    jmp 1f
.Lone_enc:
    xor %ecx, %ecx
1:  CAMELLIA_ONE_ENTER
    test %ecx, %ecx
    jz 2f
    CAMELLIA_ONE_WALK dec
    jmp 3f
2:  CAMELLIA_ONE_WALK enc
3:  CAMELLIA_ONE_READY
    CAMELLIA_ONE_LOAD
    CAMELLIA_ONE_ROUNDS
    CAMELLIA_ONE_STORE
    CAMELLIA_ONE_LEAVE
    ret
ENDFUNC .Lone

/* A pass of ecx blocks, 1, 2 to 16 (one set) or 17 to 32 (two), from rdx to rsi; whole sets are read and written. The
 * frame begins above the return address. `one`: what does a single block; `loaded`: entry for blocks whose kept bytes
 * are there. */
.macro PASS name, one, loaded, core16, core32, first, second
LOCAL_FUNC \name
    cmp $1, %ecx
    je \one
    SETS
1:
    LOAD16 \first, \second
    add $MEM_SET, %rax
    add $256, %rdx
    dec %r8d
    jnz 1b
\loaded:
    lea 8(%rsp), %rax
    cmp $16, %ecx
    ja 2f
    call \core16
    jmp 3f
2:
    call \core32
3:
    SETS
4:
    STORE16 \first, \second
    add $MEM_SET, %rax
    add $256, %rsi
    dec %r8d
    jnz 4b
    ret
ENDFUNC \name
.endm
/* rax = the frame, r8d = the sets of ecx blocks. */
.macro SETS
    lea 8(%rsp), %rax
    mov $1, %r8d
    cmp $17, %ecx
    sbb $-1, %r8d
.endm

PASS .Lencrypt, .Lone_enc, .Lencrypt_loaded, .Lencrypt16, .Lencrypt32, X, Y
PASS .Ldecrypt, .Lone_dec, .Ldecrypt_loaded, .Ldecrypt16, .Ldecrypt32, Y, X

/* The same for the counter blocks from that in MEM_COUNTER on. */
LOCAL_FUNC .Lencrypt_counters
    lea 8 + MEM_COUNTER(%rsp), %rdx
    cmp $1, %ecx
    je .Lone_enc
    SETS
    lea .Lpositions(%rip), %rdx
1:
    SLICE_COUNTERS Y, 8
    FILTER_ALL IN_Y
    PUT Y, 0
    SLICE_COUNTERS X, 0
    WHITEN X
    FILTER_ALL IN_X
    PUT X, 0
    add $MEM_SET, %rax
    add $POSITIONS_SET, %rdx
    dec %r8d
    jnz 1b
    jmp .Lencrypt_loaded
ENDFUNC .Lencrypt_counters

/* Before a pass of r14 blocks, state at rbp: what a mode wants ready in the frame, which begins above the return
 * address; the state moves on. Changes xmm0-xmm5, rax, rcx, rdx, r8, r9. */

/* The counter block, and what differs from it in that 256 later. */
LOCAL_FUNC .Lnext_counter
    vmovdqu (%rbp), %xmm0
    mov 8(%rbp), %rax
    mov (%rbp), %rdx
    bswap %rax
    bswap %rdx
    mov %rax, %r8
    mov %rdx, %r9
    add $256, %r8
    adc $0, %r9
    add %r14, %rax
    adc $0, %rdx
    bswap %r8
    bswap %r9
    bswap %rax
    bswap %rdx
    mov %rdx, (%rbp)
    mov %rax, 8(%rbp)
    vmovq %r9, %xmm1
    vpinsrq $1, %r8, %xmm1, %xmm1
    jmp .Lput_counter
ENDFUNC .Lnext_counter

LOCAL_FUNC .Lnext_counter32
    vmovdqu (%rbp), %xmm0
    mov 12(%rbp), %eax
    bswap %eax
    lea 256(%rax), %r8d
    add %r14d, %eax
    bswap %r8d
    bswap %eax
    mov %eax, 12(%rbp)
    vpinsrd $3, %r8d, %xmm0, %xmm1
.Lput_counter:
    vpxor %xmm0, %xmm1, %xmm1
    vmovdqa %xmm0, 8 + MEM_COUNTER(%rsp)
    vmovdqa %xmm1, 8 + MEM_LATER(%rsp)
    ret
ENDFUNC .Lnext_counter32

/* x = x * alpha in IEEE 1619's field. xmm4: .Lalpha. */
.macro DOUBLE x, t
    vpshufd $0x13, \x, \t
    vpsrad $31, \t, \t
    vpand %xmm4, \t, \t
    vpaddq \x, \x, \x
    vpxor \t, \x, \x
.endm
/* The tweaks of the pass and the one behind it. Those of the second set are alpha^16 times those of the first. */
LOCAL_FUNC .Lnext_tweaks
    vmovdqu (%rbp), %xmm0
    vpsrldq $14, %xmm0, %xmm2           /* what leaves at the top, times x^7 + x^2 + x + 1 */
    vpslldq $2, %xmm0, %xmm1
    vpsllq $1, %xmm2, %xmm3
    vpxor %xmm2, %xmm1, %xmm1
    vpxor %xmm3, %xmm1, %xmm1
    vpsllq $2, %xmm2, %xmm3
    vpsllq $7, %xmm2, %xmm2
    vpxor %xmm3, %xmm1, %xmm1
    vpxor %xmm2, %xmm1, %xmm1
    vmovdqa .Lalpha(%rip), %xmm4
    lea 8 + MEM_MASKS(%rsp), %rax
    mov $16, %ecx
1:
    vmovdqa %xmm0, (%rax)
    vmovdqa %xmm1, 256(%rax)
    DOUBLE %xmm0, %xmm2
    DOUBLE %xmm1, %xmm3
    add $16, %rax
    dec %ecx
    jnz 1b
    vmovdqa %xmm1, 256(%rax)
    mov %r14d, %eax
    shl $4, %eax
    vmovdqa 8 + MEM_MASKS(%rsp, %rax), %xmm0
    vmovdqu %xmm0, (%rbp)
    ret
ENDFUNC .Lnext_tweaks

/* The offsets of the pass. */
LOCAL_FUNC .Lnext_offsets
    vmovdqu (%rbp), %xmm0
    mov OCB_FIRST(%rbp), %rcx
    lea 8 + MEM_MASKS(%rsp), %rax
    mov %r14d, %r8d
1:
    inc %rcx
    bsf %rcx, %rdx
    shl $4, %edx
    vpxor OCB_L(%rbp, %rdx), %xmm0, %xmm0
    vmovdqa %xmm0, (%rax)
    add $16, %rax
    dec %r8d
    jnz 1b
    mov %rcx, OCB_FIRST(%rbp)
    vmovdqu %xmm0, (%rbp)
    ret
ENDFUNC .Lnext_offsets

/* What happens to each block of a pass before the cipher, input to data in the frame, and behind it, data to output. */
#define INPUT   (%r9, %r8)
#define OUTPUT  (%r10, %r8)
#define DATA    (%r11, %r8)
#define MASK    MEM_MASKS - MEM_DATA(%r11, %r8)
.macro COPY_IN
    vmovdqu INPUT, %xmm0
    vmovdqa %xmm0, DATA
.endm
.macro COPY_OUT
    vmovdqa DATA, %xmm0
    vmovdqu %xmm0, OUTPUT
.endm
.macro XOR_OUT
    vmovdqa DATA, %xmm0
    vpxor INPUT, %xmm0, %xmm0
    vmovdqu %xmm0, OUTPUT
.endm
/* xmm1: the input block before this one. */
.macro PREVIOUS_IN
    vmovdqa %xmm1, DATA
    vmovdqu INPUT, %xmm1
.endm
.macro PREVIOUS_OUT
    vpxor DATA, %xmm1, %xmm0
    vmovdqu INPUT, %xmm1
    vmovdqu %xmm0, OUTPUT
.endm
.macro MASK_IN
    vmovdqa MASK, %xmm0
    vpxor INPUT, %xmm0, %xmm0
    vmovdqa %xmm0, DATA
.endm
.macro MASK_OUT
    vmovdqa DATA, %xmm0
    vpxor MASK, %xmm0, %xmm0
    vmovdqu %xmm0, OUTPUT
.endm
/* xmm1: the checksum. */
.macro SUM_IN
    vpxor INPUT, %xmm1, %xmm1
    MASK_IN
.endm
.macro SUM_OUT
    MASK_OUT
    vpxor %xmm0, %xmm1, %xmm1
.endm
.macro SUM_ONLY
    vpxor DATA, %xmm1, %xmm1
.endm

/* One of these for each block of a pass, with xmm1 from and to memory at `keep` if that is given. */
.macro EACH op, keep
    mov %r14d, %r8d
    shl $4, %r8d
    lea (%r13, %r8), %r9
    lea (%r12, %r8), %r10
    lea MEM_DATA(%rsp, %r8), %r11
    neg %r8
    .ifnb \keep
    vmovdqu \keep, %xmm1
    .endif
77:
    \op
    add $16, %r8
    jnz 77b
    .ifnb \keep
    vmovdqu %xmm1, \keep
    .endif
.endm

/* An entry. prepare: one of the functions above, or none. in, out: what happens to each block before and behind the
 * cipher (counters: nothing comes in), in_keep, out_keep: what goes with it, in memory; passes of whole sets need no
 * COPY_IN and COPY_OUT. size: of the frame. auth: (ctx, in, nblocks, state), no output.
 * rbx blocks left, rbp state, r12 out, r13 in, r14 blocks of the pass. */
.macro MODE name, pass, prepare, in, in_keep, out, out_keep, size=MEM_MASKS, auth=0
FUNC \name
    .if \auth
    mov %rcx, %r8
    mov %rdx, %rcx
    mov %rsi, %rdx
    .endif
    test %rcx, %rcx
    jz 9f
    PUSH_CFI %rbx
    PUSH_CFI %rbp
    PUSH_CFI %r12
    PUSH_CFI %r13
    PUSH_CFI %r14
    sub $\size, %rsp
    .cfi_adjust_cfa_offset \size
    mov %rcx, %rbx
    mov %r8, %rbp
    mov %rsi, %r12
    mov %rdx, %r13
    vmovdqa .Lcamellia_aes + CAMELLIA_AES_NIBBLE(%rip), NIBBLE
1:
    mov $32, %r14d
    cmp %r14, %rbx
    cmovb %rbx, %r14
    .ifnc \prepare, none
    call \prepare
    .endif
    .ifc \in, COPY_IN
    mov %r13, %rdx
    test $15, %r14b
    jz 2f
    .endif
    .ifnc \in, counters
    EACH \in, \in_keep
    lea MEM_DATA(%rsp), %rdx
    .endif
2:
    lea MEM_DATA(%rsp), %rsi
    .ifc \out, COPY_OUT
    test $15, %r14b
    cmovz %r12, %rsi
    .endif
    mov %r14d, %ecx
    call \pass
    .ifc \out, COPY_OUT
    test $15, %r14b
    jz 3f
    .endif
    EACH \out, \out_keep
3:
    mov %r14d, %eax
    shl $4, %eax
    add %rax, %r12
    add %rax, %r13
    sub %r14, %rbx
    jnz 1b
    mov %rsp, %rax
    WIPE_MEMORY %rax, (\size / 64)
    WIPE_VECTORS
    add $\size, %rsp
    .cfi_adjust_cfa_offset -\size
    POP_CFI %r14
    POP_CFI %r13
    POP_CFI %r12
    POP_CFI %rbp
    POP_CFI %rbx
9:
    ret
ENDFUNC \name
.endm

/* Zero in n * 64 bytes at p, which advances. Changes ecx. */
.macro WIPE_MEMORY p, n
    mov $\n, %ecx
    vpxor %xmm0, %xmm0, %xmm0
77:
    vmovdqa %xmm0, (\p)
    vmovdqa %xmm0, 16(\p)
    vmovdqa %xmm0, 32(\p)
    vmovdqa %xmm0, 48(\p)
    add $64, \p
    dec %ecx
    jnz 77b
.endm

#define IV          (%rbp)
#define CHECKSUM    OCB_CHECKSUM(%rbp)
MODE SYM(ecb_enc), .Lencrypt, none, COPY_IN, , COPY_OUT
MODE SYM(ecb_dec), .Ldecrypt, none, COPY_IN, , COPY_OUT
MODE SYM(ctr), .Lencrypt_counters, .Lnext_counter, counters, , XOR_OUT
MODE SYM(ctr32), .Lencrypt_counters, .Lnext_counter32, counters, , XOR_OUT
MODE SYM(cbc_dec), .Ldecrypt, none, COPY_IN, , PREVIOUS_OUT, IV
MODE SYM(cfb_dec), .Lencrypt, none, PREVIOUS_IN, IV, XOR_OUT
MODE SYM(xts_enc), .Lencrypt, .Lnext_tweaks, MASK_IN, , MASK_OUT, , MEM_MASKED
MODE SYM(xts_dec), .Ldecrypt, .Lnext_tweaks, MASK_IN, , MASK_OUT, , MEM_MASKED
MODE SYM(ocb_enc), .Lencrypt, .Lnext_offsets, SUM_IN, CHECKSUM, MASK_OUT, , MEM_MASKED
MODE SYM(ocb_dec), .Ldecrypt, .Lnext_offsets, MASK_IN, , SUM_OUT, CHECKSUM, MEM_MASKED
MODE SYM(ocb_auth), .Lencrypt, .Lnext_offsets, MASK_IN, , SUM_ONLY, CHECKSUM, MEM_MASKED, 1

FUNC SYM(cbc_enc)
    CAMELLIA_ONE_CHAIN 1
    WIPE_VECTORS
    ret
ENDFUNC SYM(cbc_enc)

FUNC SYM(cfb_enc)
    CAMELLIA_ONE_CHAIN 0
    WIPE_VECTORS
    ret
ENDFUNC SYM(cfb_enc)

FUNC SYM(setkey)
    CAMELLIA_SCHEDULE .Lbad_key
    CAMELLIA_AES_DERIVE
    WIPE_VECTORS
    xor %eax, %eax
    ret
.Lbad_key:
    CAMELLIA_BAD_KEY
ENDFUNC SYM(setkey)

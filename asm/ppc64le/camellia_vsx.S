/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Camellia (RFC 3713) for POWER8 and later, little-endian: 32 blocks at once (16 at the end of a message), byte-sliced,
 * constant time.
 *
 * -DPOWER9 makes vsx_power9 (displacement-form vector loads and stores); without it the file is vsx_power8.
 *
 * A register holds the same byte of 16 blocks. The ideas:
 *  - vsbox is AES's S-box without ShiftRows, A.inv(x) ^ 0x63, and s1(x) = B.inv(M.(x ^ X0)) ^ C2. All bytes are kept as
 *    M.(x ^ X0), so an S-box is vsbox and one linear map (M.rotation.B.A^-1); s4 has one more in front.
 *  - vpermxor with two 16-entry tables is any affine byte map in one instruction, key-dependent ones included: FL and
 *    FL^-1 stay in the basis and cost one instruction for each of their 12 maps.
 *  - A constant in the low table is free. A half keeps the subkey of its last use; to give it its next one, the
 *    difference is taken back through P once, in the key setup, and put into the round's own copies of the S-box
 *    tables. A round has no key XOR. Decryption needs the same differences, so the tables of rounds and FL layers serve
 *    both directions; only the ends differ, where the basis changes carry the whitening keys.
 *  - Two sets of 16 blocks run half a round apart: while one is in its S-boxes (latency 6 + 3, and 3 for s4), the other
 *    is in its P-function (four dependent XORs).
 *  - vsbox and vpermxor reach v0-v31 only, XOR all 64 registers. Of the half that does not enter the round three bytes
 *    stay in v registers (their S-box outputs go elsewhere), five wait in vs0-vs19, at a move each.
 *
 * Instructions of one round of 32 blocks: 16 vsbox, 20 vpermxor, 48 XOR, 10 moves, 20 loads. Two vector instructions a
 * cycle make 47 cycles on POWER9; 18 rounds, two FL layers, slicing and basis changes 1150 cycles or 2.25 cycles/byte.
 * vsx_power9 modelled with llvm-mca (Camellia-128, 256 blocks), POWER9 / POWER10 cycles/byte:
 *   ECB 2.27 / 1.43   CTR 2.20 / 1.38   CBC-dec 2.31 / 1.46   CFB-dec 2.32 / 1.47   XTS 2.46 / 1.57   OCB 2.48 / 1.57
 *   CBC-enc and CFB-enc 24.2 / 24.8 (one block at a time); ECB, one call of 16 blocks 3.09 / 2.36
 *   Camellia-256: ECB 2.94 / 1.84   XTS 3.13 / 1.98   OCB 3.14 / 1.98. setkey 1800 (128-bit) and 2330 cycles on POWER9.
 * The best published kernel is at 5.69 and 3.96 in the same model (ECB).
 *
 * Registers, stack: ELFv2. Frame of 1408 bytes; v20-v31, f14-f22 and r22-r31 are saved; everything else of the vector
 * registers is cleared at the end. CPU: ISA 2.07 (3.0 for vsx_power9) with VSX and the vector crypto instructions.
 * Sources: RFC 3713; Power ISA 3.0B (vpermxor numbers bytes from the most significant one).
 */
#ifdef POWER9
#define VARIANT vsx_power9
#else
#define VARIANT vsx_power8
#endif
#define CIPHER camellia
#include "asm.h"

/* The context (struct tsubaki_camellia_ctx). One window is eight vectors. */
#define CTX_KEY_BITS 272
#define CTX_ENC_IN  320         /* two windows each: tables of the low nibble that change the basis of the blocks and */
#define CTX_ENC_OUT 576         /* add whitening keys and the first or last subkey */
#define CTX_DEC_IN  832
#define CTX_DEC_OUT 1088
#define CTX_ROUNDS  1344        /* 6 rounds of one window; FL layer: 3 windows for D1, 3 for D2; 6 rounds; ... */
#define CTX_ONE     6720        /* for one block: 6 vectors for 6 rounds, 2 for D1 and 2 for D2 in the FL layer, ... */
#define CTX_ONE_IN  7296        /* basis change of a block with whitening, there ... */
#define CTX_ONE_OUT 7312        /* ... and back */
#define WINDOW      128
#define LAYER       768         /* an FL layer, and as much for six rounds */
#define CTX_SIZE    8192

/* The frame of the entry points. */
#define FRAME_BUFFER 32         /* 32 blocks */
#define FRAME_MASKS  544        /* 32 tweaks (XTS) or offsets (OCB) */
#define FRAME_VR     1056
#define FRAME_FPR    1248
#define FRAME_GPR    1320       /* r22-r31 */
#define FRAME_SIZE   1408

/* OCB's state (struct tsubaki_ocb_state). */
#define OCB_CHECKSUM 16
#define OCB_FIRST    32
#define OCB_L        40

/*
 * Set A and set B, 16 blocks each. X: the half that enters a round first. Its partner has bytes 0-2 in Y and bytes 3-7
 * in P while it waits, and the first half has its bytes 3-7 in Q while the partner enters a round.
 */
#define XA  0, 1, 2, 3, 4, 5, 6, 7
#define XB  8, 9, 10, 11, 12, 13, 14, 15
#define YA  16, 17, 18
#define YB  19, 20, 21
#define PA  0, 1, 2, 3, 4
#define QA  5, 6, 7, 8, 9
#define PB  10, 11, 12, 13, 14
#define QB  15, 16, 17, 18, 19
/* The same two halves as a round wants them: eight bytes to enter, and eight to be added to. */
#define FROM_XA  0, 1, 2, 3, 4, 5, 6, 7, QA
#define FROM_YA  YA, 3, 4, 5, 6, 7, PA
#define FROM_XB  8, 9, 10, 11, 12, 13, 14, 15, QB
#define FROM_YB  YB, 11, 12, 13, 14, 15, PB
#define TO_YA    3, 4, 5, 6, 7, YA, PA
#define TO_XA    3, 4, 5, 6, 7, 0, 1, 2, QA
#define TO_YB    11, 12, 13, 14, 15, YB, PB
#define TO_XB    11, 12, 13, 14, 15, 8, 9, 10, QB
/* Outputs of S-boxes 0-2, and v25-v28: tables just loaded. */
#define Z0   22
#define Z1   23
#define Z2   24
/* Constant tables while rounds run. */
#define S1HI 29
#define S2HI 30
#define S3HI 31
/* While blocks are loaded and stored. */
#define MHI  19
#define LO   28
#define MIHI 31
#define LOW  30

/* \v = vector \n of the window at r7 or \from. */
.macro TLOAD v, n, from = 7
#ifdef POWER9
    lxv     32 + \v, 16 * (\n)(\from)
#else
    .if (\n) == 0
    lvx     \v, 0, \from
    .elseif (\n) == 6
    lvx     \v, \from, 0
    .elseif (\n) == 7
    lvx     \v, \from, 31
    .else
    lvx     \v, \from, 7 + (\n)
    .endif
#endif
.endm

/* \v = one vector of the constants. */
.macro CONSTANT v, label
    ADDRESS 12, \label
    lvx     \v, 0, 12
.endm

.macro TSTORE v, n, to
#ifdef POWER9
    stxv    32 + \v, 16 * (\n)(\to)
#else
    .if (\n) == 0
    stvx    \v, 0, \to
    .elseif (\n) == 6
    stvx    \v, \to, 0
    .elseif (\n) == 7
    stvx    \v, \to, 31
    .else
    stvx    \v, \to, 7 + (\n)
    .endif
#endif
.endm

/* POWER8: to another window. POWER9 has displacements instead; vector SECOND is the first of the window behind. */
.macro MOVE r, d
#ifndef POWER9
    addi    \r, \r, \d
#endif
.endm
#ifdef POWER9
#define SECOND 8 +
#else
#define SECOND
#endif

/* r0, r8-r12, r31 = what TLOAD, TSTORE and AT index with. */
.macro INDICES
#ifndef POWER9
    li      8, 16
    li      9, 32
    li      10, 48
    li      11, 64
    li      12, 80
    li      0, 96
    li      31, 112
#endif
.endm

/* Byte-slice: the network of vmrghb and vmrglb that transposes 8 registers, in three equal stages. \t is free. */
.macro MERGE_STAGE x0, x1, x2, x3, x4, x5, x6, x7, t
    vmrghb  \t, \x0, \x4
    vmrglb  \x4, \x0, \x4
    vmrghb  \x0, \x1, \x5
    vmrglb  \x5, \x1, \x5
    vmrghb  \x1, \x2, \x6
    vmrglb  \x6, \x2, \x6
    vmrghb  \x2, \x3, \x7
    vmrglb  \x7, \x3, \x7
.endm
/*
 * Two such networks side by side: one alone waits for the latency of its merges. The results stand in x5, x4, x3, x2,
 * x1, x0, t, x7 and y5, y4, y3, y2, y1, y0, u, y7; x6 and y6 are free.
 */
.macro MERGE_TWO x0, x1, x2, x3, x4, x5, x6, x7, t, y0, y1, y2, y3, y4, y5, y6, y7, u
    MERGE_STAGE \x0, \x1, \x2, \x3, \x4, \x5, \x6, \x7, \t
    MERGE_STAGE \y0, \y1, \y2, \y3, \y4, \y5, \y6, \y7, \u
    MERGE_STAGE \t, \x4, \x0, \x5, \x1, \x6, \x2, \x7, \x3
    MERGE_STAGE \u, \y4, \y0, \y5, \y1, \y6, \y2, \y7, \y3
    MERGE_STAGE \x3, \x1, \t, \x6, \x4, \x2, \x0, \x7, \x5
    MERGE_STAGE \y3, \y1, \u, \y6, \y4, \y2, \y0, \y7, \y5
.endm

/* Load or store (\op: l or st) block \i of eight at \base. */
.macro AT op, vs, base, i
#ifdef POWER9
    \op\()xv \vs, 16 * (\i)(\base)
#else
    .if (\i) == 0
    \op\()xvd2x \vs, 0, \base
    .elseif (\i) == 6
    \op\()xvd2x \vs, \base, 0
    .elseif (\i) == 7
    \op\()xvd2x \vs, \base, 31
    .else
    \op\()xvd2x \vs, \base, 7 + (\i)
    .endif
#endif
.endm

/*
 * Where the blocks and masks of a set stand. POWER9 has displacements and needs none of this; POWER8: r29, r30 = the
 * blocks' two halves, r23, r6 = the masks'.
 */
.macro LOAD_BASES set, masked
#ifndef POWER9
    .if \masked
    addi    29, 5, 256 * \set
    addi    30, 5, 256 * \set + 128
    addi    23, 1, FRAME_MASKS + 256 * \set
    addi    6, 1, FRAME_MASKS + 256 * \set + 128
    .else
    addi    29, 6, 256 * \set
    addi    30, 6, 256 * \set + 128
    .endif
#endif
.endm
/* Load block or load or store mask \i of half \half of a set. */
.macro BLOCK_AT vs, i, half, set, masked
#ifdef POWER9
    .if \masked
    AT      l, \vs, 5, 16 * \set + 8 * \half + \i
    .elseif \set + \half + \i == 0
    AT      l, \vs, 23, 0
    .else
    AT      l, \vs, 6, 16 * \set + 8 * \half + \i
    .endif
#else
    .if \masked + \set + \half + \i == 0
    AT      l, \vs, 23, 0
    .else
    AT      l, \vs, 29 + \half, \i
    .endif
#endif
.endm
.macro MASK_AT op, vs, i, half, set
#ifdef POWER9
    AT      \op, \vs, 1, FRAME_MASKS / 16 + 16 * \set + 8 * \half + \i
#else
    .if \half
    AT      \op, \vs, 6, \i
    .else
    AT      \op, \vs, 23, \i
    .endif
#endif
.endm

/* vs\(m), vs\(m + 1) = masks i and i + 8, changed by vs22 if \change is 1; vs\(b), vs\(b + 1) = the blocks, which
 * are added to vs17 and vs18 if \sum is 1. */
.macro GET_PAIR i, set, change, sum, m, b
    MASK_AT l, \m, \i, 0, \set
    MASK_AT l, \m + 1, \i, 1, \set
    BLOCK_AT \b, \i, 0, \set, 1
    BLOCK_AT \b + 1, \i, 1, \set, 1
    .if \change
    xxlxor  \m, \m, 22
    xxlxor  \m + 1, \m + 1, 22
    MASK_AT st, \m, \i, 0, \set
    MASK_AT st, \m + 1, \i, 1, \set
    .endif
    .if \sum
    .if 8 * \set + \i < 2
    xxlxor  17 + \i, \b, \b + 1
    .else
    xxlxor  17, 17, \b
    xxlxor  18, 18, \b + 1
    .endif
    .endif
.endm
#define GET0 5, 11
#define GET1 7, 13
#define GET2 9, 15
/* \l = the left halves of the pair, byte by byte, last byte first; \r = the right ones. */
.macro SPLIT_PAIR l, r
#ifdef POWER9
    vmrglb  \l, 30, 31
    vmrghb  \r, 30, 31
#else
    vmrghb  \l, 30, 31
    vmrglb  \r, 30, 31
#endif
.endm
.macro XOR_PAIR l, r, m, b
    xxlxor  32 + 30, \m, \b
    xxlxor  32 + 31, \m + 1, \b + 1
    SPLIT_PAIR \l, \r
.endm
.macro LOAD_PAIR l, r, i, set
    BLOCK_AT 32 + 30, \i, 0, \set, 0
    BLOCK_AT 32 + 31, \i, 1, \set, 0
    SPLIT_PAIR \l, \r
.endm

/* Load or store block \first + \i; POWER8: \tmp = \base + 16 * \first. */
.macro EIGHT_AT op, vs, base, tmp, first, i
#ifdef POWER9
    AT      \op, \vs, \base, \first + \i
#else
    AT      \op, \vs, \tmp, \i
#endif
.endm
.macro EIGHT_BASE tmp, base, first
#ifndef POWER9
    addi    \tmp, \base, 16 * (\first)
#endif
.endm
/* vs5-vs9, vs15-vs17 = eight masks, from block \first of those at r6 on; the first of all stands at r23. */
#define MASKS 5, 6, 7, 8, 9, 15, 16, 17
.macro LOAD_MASKS first, m0, m1, m2, m3, m4, m5, m6, m7
    EIGHT_BASE 29, 6, \first
    .if (\first) == 0
    AT      l, \m0, 23, 0
    .else
    EIGHT_AT l, \m0, 6, 29, \first, 0
    .endif
    EIGHT_AT l, \m1, 6, 29, \first, 1
    EIGHT_AT l, \m2, 6, 29, \first, 2
    EIGHT_AT l, \m3, 6, 29, \first, 3
    EIGHT_AT l, \m4, 6, 29, \first, 4
    EIGHT_AT l, \m5, 6, 29, \first, 5
    EIGHT_AT l, \m6, 6, 29, \first, 6
    EIGHT_AT l, \m7, 6, 29, \first, 7
.endm
/* Blocks \i and \i + 1. */
.macro STORE_TWO v, w, first, i, masked, sum, s, m, n
    .if \masked
    xxlxor  32 + \v, 32 + \v, \m
    xxlxor  32 + \w, 32 + \w, \n
    .endif
    .if \sum
    xxlxor  20, 32 + \v, 32 + \w
    .endif
    .if \sum != 2
    EIGHT_AT st, 32 + \v, 4, 30, \first, \i
    EIGHT_AT st, 32 + \w, 4, 30, \first, \i + 1
    .endif
    .if \sum
    xxlxor  \s, \s, 20
    .endif
.endm
/* The eight blocks from block \first on. */
.macro STORE_EIGHT first, masked, sum, v0, v1, v2, v3, v4, v5, v6, v7, m0, m1, m2, m3, m4, m5, m6, m7
    STORE_TWO \v0, \v1, \first, 0, \masked, \sum, 18, \m0, \m1
    STORE_TWO \v2, \v3, \first, 2, \masked, \sum, 19, \m2, \m3
    STORE_TWO \v4, \v5, \first, 4, \masked, \sum, 18, \m4, \m5
    STORE_TWO \v6, \v7, \first, 6, \masked, \sum, 19, \m6, \m7
.endm

.macro IN x, y, n
    TLOAD   LO, \n
    vpermxor \x, MHI, LO, \y
.endm
.macro IN_LOW p, y, n
    IN      \y, \y, \n
    xxlor   \p, 32 + \y, 32 + \y
.endm

/*
 * 16 blocks of a set: left halves to x0-x7, right halves to y0-y2 and p3-p7, in the basis, with the subkeys of the two
 * windows at r7 added. \masked: 1 to XOR masks, 2 to XOR them after they have been changed by vs22. \sum: 1 to add the
 * blocks before that to vs17 and vs18. Uses vs5-vs18, v22-v31, r29, r30; POWER8: r7 is left at the second window. y0
 * may be MHI.
 * Addresses for the next set are made early: integer instructions wait while vector instructions before them fill the
 * pipes.
 */
.macro LOAD_SET set, masked, sum, x0, x1, x2, x3, x4, x5, x6, x7, y0, y1, y2, p3, p4, p5, p6, p7
    .if \set == 0
    LOAD_BASES 0, \masked
    .endif
    .if \masked
    GET_PAIR 0, \set, \masked - 1, \sum, GET0
    GET_PAIR 1, \set, \masked - 1, \sum, GET1
    GET_PAIR 2, \set, \masked - 1, \sum, GET2
    XOR_PAIR \x0, 22, GET0
    GET_PAIR 3, \set, \masked - 1, \sum, GET0
    XOR_PAIR \x1, 23, GET1
    GET_PAIR 4, \set, \masked - 1, \sum, GET1
    XOR_PAIR \x2, 24, GET2
    GET_PAIR 5, \set, \masked - 1, \sum, GET2
    XOR_PAIR \x3, 25, GET0
    GET_PAIR 6, \set, \masked - 1, \sum, GET0
    XOR_PAIR \x4, 26, GET1
    GET_PAIR 7, \set, \masked - 1, \sum, GET1
    XOR_PAIR \x5, 27, GET2
    XOR_PAIR \x6, 28, GET0
    XOR_PAIR \x7, 29, GET1
    .else
    LOAD_PAIR \x0, 22, 0, \set
    LOAD_PAIR \x1, 23, 1, \set
    LOAD_PAIR \x2, 24, 2, \set
    LOAD_PAIR \x3, 25, 3, \set
    LOAD_PAIR \x4, 26, 4, \set
    LOAD_PAIR \x5, 27, 5, \set
    LOAD_PAIR \x6, 28, 6, \set
    LOAD_PAIR \x7, 29, 7, \set
    .endif
    .if \set == 0
    LOAD_BASES 1, \masked
    .endif
    MERGE_TWO \x0, \x1, \x2, \x3, \x4, \x5, \x6, \x7, 30, 22, 23, 24, 25, 26, 27, 28, 29, 31
    /* byte 7 is in x5, byte 6 in x4, ... byte 1 in v30, byte 0 in x7; x6 is free; the right half's in v27 ... */
    IN      \x6, \x4, 6
    IN      \x4, \x2, 4
    IN      \x2, \x0, 2
    IN      \x0, \x7, 0
    IN      \x7, \x5, 7
    IN      \x5, \x3, 5
    IN      \x3, \x1, 3
    IN      \x1, 30, 1
    MOVE    7, WINDOW
    IN_LOW  \p7, 27, SECOND 7
    IN_LOW  \p6, 26, SECOND 6
    IN_LOW  \p5, 25, SECOND 5
    IN_LOW  \p4, 24, SECOND 4
    IN_LOW  \p3, 23, SECOND 3
    IN      \y2, 22, SECOND 2
    IN      \y1, 31, SECOND 1
    IN      \y0, 29, SECOND 0
.endm

.macro OUT x, y, n
    TLOAD   LOW, \n
    vpermxor \x, MIHI, LOW, \y
.endm
.macro OUT_LOW v, p, n
    xxlor   32 + \v, \p, \p
    OUT     \v, \v, \n
.endm
/* \h, \l = the halves of left and right byte merged, in the order that a store wants; \h may be none of the others. */
.macro MERGE_OUT h, l, left, right
#ifdef POWER9
    vmrghb  \h, \right, \left
    vmrglb  \l, \right, \left
#else
    vmrghb  \h, \left, \right
    vmrglb  \l, \left, \right
#endif
.endm

/*
 * The reverse: left halves from y0-y2, p3-p7, right halves from x0-x7. The last eight blocks are stored first. Clobbers
 * the set, v22-v30, vs5-vs9, vs15-vs17, r29, r30. \sum: 1 to add the blocks to vs18 and vs19, 2 to do nothing but that.
 * Set 0 leaves r5, r6 and r23 at r26, where the next pass will want them.
 */
.macro STORE_SET set, masked, sum, x0, x1, x2, x3, x4, x5, x6, x7, y0, y1, y2, p3, p4, p5, p6, p7
    OUT     22, \y0, 0
    OUT     23, \y1, 1
    OUT     24, \y2, 2
    OUT_LOW 25, \p3, 3
    OUT_LOW 26, \p4, 4
    OUT_LOW 27, \p5, 5
    OUT_LOW 28, \p6, 6
    OUT_LOW 29, \p7, 7
    MOVE    7, WINDOW
    OUT     \x0, \x0, SECOND 0
    OUT     \x1, \x1, SECOND 1
    OUT     \x2, \x2, SECOND 2
    OUT     \x3, \x3, SECOND 3
    OUT     \x4, \x4, SECOND 4
    OUT     \x5, \x5, SECOND 5
    OUT     \x6, \x6, SECOND 6
    OUT     \x7, \x7, SECOND 7
    MERGE_OUT \y0, \x7, 29, \x7
    MERGE_OUT 29, \x6, 28, \x6
    MERGE_OUT 28, \x5, 27, \x5
    MERGE_OUT 27, \x4, 26, \x4
    MERGE_OUT 26, \x3, 25, \x3
    MERGE_OUT 25, \x2, 24, \x2
    MERGE_OUT 24, \x1, 23, \x1
    MERGE_OUT 23, \x0, 22, \x0
    EIGHT_BASE 30, 4, 16 * \set + 8
    .if \masked
    LOAD_MASKS 16 * \set + 8, MASKS
    .endif
    .if \set == 0
    mr      5, 26
    .if \masked == 0
    mr      6, 26
    mr      23, 26
    .endif
    .endif
    MERGE_TWO \x7, \x6, \x5, \x4, \x3, \x2, \x1, \x0, 22, \y0, 29, 28, 27, 26, 25, 24, 23, 30
    STORE_EIGHT 16 * \set + 8, \masked, \sum, \x2, \x3, \x4, \x5, \x6, \x7, 22, \x0, MASKS
    EIGHT_BASE 30, 4, 16 * \set
    .if \masked
    LOAD_MASKS 16 * \set, MASKS
    .if \set == 0
    mr      6, 26
    mr      23, 26
    .endif
    .endif
    STORE_EIGHT 16 * \set, \masked, \sum, 25, 26, 27, 28, 29, \y0, 30, 23, MASKS
.endm

/*
 * The steps of a pass, which leave r3, r4 and r24-r28 alone: load (with the basis change at r7), rounds, store. Two
 * sets if r24 > 16. Load and store clobber r6, r7, r23, r29, r30, the rounds r7, r23, r29 (16 blocks: ctr too).
 *  load: the first block at r23, the others where they would be if it were at r6
 *  load_masked: blocks at r5 ^ the frame's masks
 *  load_changed: the same, after all masks in memory have been changed by vs22
 *  load_..._sum: the blocks at r5 are added up besides, in vs17 and vs18
 *  store, store_masked: to r4; ^ blocks, the first at r23, the others where they would be if it were at r6
 *  store_masked_sum: what is stored is added to vs18 and vs19; sum: so is what store would store, but nothing is stored
 * The store goes from the last eight blocks to the first, each after it has read what it adds, so that the blocks at r6
 * may be those before the blocks at r4. It sets r5, r6 and r23 to r26.
 */
.macro LOAD name, masked, sum = 0
LOCAL_FUNC .L\name
    TLOAD   MHI, 0, 22
    LOAD_SET 0, \masked, \sum, XA, YA, PA
    cmpldi  24, 16
    blelr
    MOVE    7, -WINDOW
    LOAD_SET 1, \masked, \sum, XB, YB, PB
    blr
ENDFUNC .L\name
.endm
    LOAD    load, 0
    LOAD    load_masked, 1
    LOAD    load_changed, 2
    LOAD    load_masked_sum, 1, 1
    LOAD    load_changed_sum, 2, 1

.macro STORE name, masked, sum = 0
LOCAL_FUNC .L\name
    TLOAD   MIHI, 1, 22
    .if \sum
    xxlxor  18, 18, 18
    xxlxor  19, 19, 19
    .endif
    cmpldi  24, 16
    ble     1f
    STORE_SET 1, \masked, \sum, XB, YB, PB
    MOVE    7, -WINDOW
1:  STORE_SET 0, \masked, \sum, XA, YA, PA
    blr
ENDFUNC .L\name
.endm
    STORE   store, 0
    STORE   store_masked, 1
    STORE   store_masked_sum, 1, 1
    STORE   sum, 0, 2

/*
 * A round is two streams of instructions, each cut into twelve pieces that STEP deals out in turn: while one set is in
 * its S-boxes, the other is in its P-function, so neither waits for the other's latency.
 *
 * S-boxes: x0-x7 (an input only) become the S-boxes' outputs: bytes 0-2 in Z0-Z2, bytes 3-7 in their places, after a
 * copy to q3-q7. (To keep more than three bytes without a copy there are not enough registers.) The subkey, and every
 * constant, is in the tables at r7 and the constants at r22.
 */
.macro KEEP q, x
    xxlor   \q, 32 + \x, 32 + \x
.endm
.macro S4_TABLES
#ifdef POWER9
    lxv     32 + 25, 80(22)
    lxv     32 + 26, 96(22)
#else
    lvx     25, 22, 12
    lvx     26, 22, 0
#endif
.endm
/* \v = vector \n of the round's window. POWER9: that is .Lround_at behind r7, which does not move for six rounds. */
.macro ROUND_LOAD v, n
#ifdef POWER9
    lxv     32 + \v, 16 * \n + .Lround_at(7)
#else
    TLOAD   \v, \n
#endif
.endm
.macro NEXT_ROUND d
#ifdef POWER9
    .set    .Lround_at, .Lround_at + \d
#else
    addi    7, 7, \d
#endif
.endm
.macro SBOX_PIECE k, x0, x1, x2, x3, x4, x5, x6, x7, q3, q4, q5, q6, q7
    .if \k == 0
    S4_TABLES
    KEEP    \q4, \x4
    vsbox   \x4, \x4
    .elseif \k == 1
    KEEP    \q5, \x5
    vsbox   \x5, \x5
    KEEP    \q3, \x3
    ROUND_LOAD 27, 4
    .elseif \k == 2
    KEEP    \q6, \x6
    vsbox   Z1, \x1
    ROUND_LOAD 28, 5
    .elseif \k == 3
    vpermxor \x3, 25, 26, \x3
    vsbox   Z0, \x0
    .elseif \k == 4
    vpermxor \x6, 25, 26, \x6
    KEEP    \q7, \x7
    vsbox   \x7, \x7
    ROUND_LOAD 25, 1
    .elseif \k == 5
    vpermxor \x4, S2HI, 27, \x4
    ROUND_LOAD 26, 0
    .elseif \k == 6
    vsbox   \x3, \x3
    vpermxor \x5, S3HI, 28, \x5
    ROUND_LOAD 27, 7
    .elseif \k == 7
    vsbox   Z2, \x2
    ROUND_LOAD 28, 3
    .elseif \k == 8
    vpermxor Z1, S2HI, 25, Z1
    vsbox   \x6, \x6
    ROUND_LOAD 25, 2
    .elseif \k == 9
    vpermxor Z0, S1HI, 26, Z0
    vpermxor \x7, S1HI, 27, \x7
    ROUND_LOAD 26, 6
    .elseif \k == 10
    vpermxor \x3, S1HI, 28, \x3
    .else
    vpermxor Z2, S3HI, 25, Z2
    vpermxor \x6, S1HI, 26, \x6
    .endif
.endm

/*
 * P(Z0-Z2, z3-z7) ^ (y0-y2, p3-p7) to y0-y2 and z3-z7: 24 XORs, every output four deep. Clobbers p3, vs20-vs22.
 */
.macro P_PIECE k, z3, z4, z5, z6, z7, y0, y1, y2, p3, p4, p5, p6, p7
    .if \k == 0
    vxor    \z3, \z3, \z4
    xxlxor  20, 32 + Z0, 32 + \z5
    .elseif \k == 1
    xxlxor  22, 32 + Z2, 32 + \z7
    xxlxor  21, 32 + Z1, 32 + \z6
    .elseif \k == 2
    vxor    \z5, \z5, \z3
    xxlxor  32 + \z7, 32 + \z7, 21
    .elseif \k == 3
    xxlxor  32 + \z6, 32 + \z6, 20
    xxlxor  32 + \z4, 32 + \z4, 22
    .elseif \k == 4
    xxlxor  \p3, 32 + \z7, \p3
    vxor    \y0, \z4, \y0
    .elseif \k == 5
    xxlxor  20, 20, 32 + \z7
    vxor    \z7, \z3, \z6
    .elseif \k == 6
    vxor    \y2, \z6, \y2
    xxlxor  32 + \z6, 22, 32 + \z5
    .elseif \k == 7
    vxor    \y1, \z5, \y1
    xxlxor  32 + \z5, 21, 32 + \z4
    .elseif \k == 8
    xxlxor  32 + \z3, 32 + \z6, \p3
    xxlxor  32 + \z6, 32 + \z6, \p6
    .elseif \k == 9
    xxlxor  32 + \z4, 20, \p4
    xxlxor  32 + \y1, 20, 32 + \y1
    .elseif \k == 10
    vxor    \y0, \z7, \y0
    vxor    \y2, \z5, \y2
    .else
    xxlxor  32 + \z5, 32 + \z5, \p5
    xxlxor  32 + \z7, 32 + \z7, \p7
    .endif
.endm

.macro STEP_S xq:vararg
    .irp k, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    SBOX_PIECE \k, \xq
    .endr
.endm
.macro STEP_P zp:vararg
    .irp k, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    P_PIECE \k, \zp
    .endr
.endm
/* The P-function of one set (the arguments after the first 13) and, in the same time, the S-boxes of the other. */
.macro STEP x0, x1, x2, x3, x4, x5, x6, x7, q3, q4, q5, q6, q7, zp:vararg
    .irp k, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    P_PIECE \k, \zp
    SBOX_PIECE \k, \x0, \x1, \x2, \x3, \x4, \x5, \x6, \x7, \q3, \q4, \q5, \q6, \q7
    .endr
.endm

/* Six rounds of both sets, from the window at r7 on in steps of \d, and how far r7 is behind then. */
#ifdef POWER9
#define BEHIND_SIX(d) 6 * d
#else
#define BEHIND_SIX(d) 0
#endif
.macro SIX_ROUNDS d
    .set    .Lround_at, 0
    STEP_S  FROM_XA
    .irp i, 1, 2, 3
    STEP    FROM_XB, TO_YA
    NEXT_ROUND \d
    STEP    FROM_YA, TO_YB
    STEP    FROM_YB, TO_XA
    NEXT_ROUND \d
    .if \i < 3
    STEP    FROM_XA, TO_XB
    .endif
    .endr
    STEP_P  TO_XB
.endm

/* One key-dependent byte map of the FL layer, for both sets: its tables, vectors 2n and 2n + 1; d ^= map(s). */
.macro FL_LOAD lo, hi, n, from, at
#ifdef POWER9
    lxv     32 + \lo, 32 * \n + \at(7)
    lxv     32 + \hi, 32 * \n + 16 + \at(7)
#else
    TLOAD   \lo, 2 * \n, \from
    TLOAD   \hi, 2 * \n + 1, \from
#endif
.endm
.macro FL_MAP lo, hi, da, sa, db, sb
    vpermxor 24, \hi, \lo, \sa
    vpermxor \hi, \hi, \lo, \sb
    vxor    \da, \da, 24
    vxor    \db, \db, \hi
.endm
/* With d in a lower register, or s. */
.macro FL_LOW lo, hi, da, sa, db, sb
    vpermxor 24, \hi, \lo, \sa
    vpermxor \hi, \hi, \lo, \sb
    xxlxor  \da, \da, 32 + 24
    xxlxor  \db, \db, 32 + \hi
.endm
.macro FL_UP lo, hi, da, sa, db, sb
    xxlor   32 + 24, \sa, \sa
    vpermxor 24, \hi, \lo, 24
    vxor    \da, \da, 24
    xxlor   32 + 24, \sb, \sb
    vpermxor 24, \hi, \lo, 24
    vxor    \db, \db, 24
.endm

/*
 * FL on the active half (bytes a0-a3, b0-b3: b ^= (a & k) <<< 1, a ^= b | k) and, in turn with it, FL^-1 on the other,
 * the steps in reverse. \active and \other are where their windows are, relative to r7, \next is where the next round's
 * is and r7 shall be. POWER8 clobbers r23.
 */
.macro FL_LAYER active, other, next
#ifndef POWER9
    addi    23, 7, \other
    addi    7, 7, \active
#endif
    xxlor   32 + 22, 0, 0       /* a3 */
    xxlor   32 + 23, 10, 10
    FL_LOAD 25, 26, 0, 7, \active
    FL_LOAD 27, 28, 0, 23, \other
    FL_MAP  25, 26, 4, 0, 12, 8
    FL_LOAD 25, 26, 1, 7, \active
    FL_UP   27, 28, 16, 1, 19, 11
    FL_LOAD 27, 28, 1, 23, \other
    FL_MAP  25, 26, 5, 1, 13, 9
    FL_LOAD 25, 26, 2, 7, \active
    FL_UP   27, 28, 17, 2, 20, 12
    FL_LOAD 27, 28, 2, 23, \other
    FL_MAP  25, 26, 6, 2, 14, 10
    FL_LOAD 25, 26, 3, 7, \active
    FL_UP   27, 28, 18, 3, 21, 13
    FL_LOAD 27, 28, 3, 23, \other
    FL_MAP  25, 26, 7, 3, 15, 11
    MOVE    7, WINDOW
    FL_LOAD 25, 26, 0, 7, \active + WINDOW
    FL_UP   27, 28, 22, 4, 23, 14
    MOVE    23, -2 * WINDOW
    FL_LOAD 27, 28, 0, 23, \other - 2 * WINDOW
    FL_MAP  25, 26, 7, 0, 15, 8
    FL_LOAD 25, 26, 1, 7, \active + WINDOW
    FL_LOW  27, 28, 1, 16, 11, 19
    FL_LOAD 27, 28, 1, 23, \other - 2 * WINDOW
    FL_MAP  25, 26, 4, 1, 12, 9
    FL_LOAD 25, 26, 2, 7, \active + WINDOW
    FL_LOW  27, 28, 2, 17, 12, 20
    FL_LOAD 27, 28, 2, 23, \other - 2 * WINDOW
    FL_MAP  25, 26, 5, 2, 13, 10
    FL_LOAD 25, 26, 3, 7, \active + WINDOW
    FL_LOW  27, 28, 3, 18, 13, 21
    FL_LOAD 27, 28, 3, 23, \other - 2 * WINDOW
    FL_MAP  25, 26, 6, 3, 14, 11
    MOVE    7, WINDOW
    FL_LOAD 25, 26, 0, 7, \active + 2 * WINDOW
    FL_LOW  27, 28, 4, 22, 14, 23
    MOVE    23, WINDOW
    FL_LOAD 27, 28, 0, 23, \other - WINDOW
    FL_MAP  25, 26, 0, 4, 8, 12
    FL_LOAD 25, 26, 1, 7, \active + 2 * WINDOW
    FL_LOW  27, 28, 4, 16, 14, 19
    FL_LOAD 27, 28, 1, 23, \other - WINDOW
    FL_MAP  25, 26, 1, 5, 9, 13
    FL_LOAD 25, 26, 2, 7, \active + 2 * WINDOW
    FL_LOW  27, 28, 1, 17, 11, 20
    FL_LOAD 27, 28, 2, 23, \other - WINDOW
    FL_MAP  25, 26, 2, 6, 10, 14
    FL_LOAD 25, 26, 3, 7, \active + 2 * WINDOW
    FL_LOW  27, 28, 2, 18, 12, 21
    FL_LOAD 27, 28, 3, 23, \other - WINDOW
    FL_MAP  25, 26, 3, 7, 11, 15
    FL_LOW  27, 28, 3, 22, 13, 23
    xxlor   0, 32 + 22, 32 + 22
    xxlor   10, 32 + 23, 32 + 23
#ifdef POWER9
    addi    7, 7, \next
#else
    addi    7, 7, \next - (\active) - 2 * WINDOW
#endif
.endm

/* Two rounds of set A alone. */
.macro TWO_ROUNDS d
    .set    .Lround_at, 0
    STEP_S  FROM_XA
    STEP_P  TO_YA
    addi    7, 7, \d
    STEP_S  FROM_YA
    STEP_P  TO_XA
    addi    7, 7, \d
.endm

/*
 * The rounds of \width (32 or 16) blocks that stand in the registers. r3 = context. r29 counts the groups of six
 * rounds. Clobbers r7, r23, r29, ctr.
 */
.macro ROUNDS name, width, first128, first256, d, active, other, next
LOCAL_FUNC .L\name
    lwz     29, CTX_KEY_BITS(3)
    cmplwi  29, 128
    addi    7, 3, \first128
    TLOAD   S1HI, 2, 22
    TLOAD   S2HI, 3, 22
    TLOAD   S3HI, 4, 22
    li      29, 3
    beq     1f
    addi    7, 3, \first256
    li      29, 4
1:
    .if \width == 32
    SIX_ROUNDS \d
    .else
    li      23, 3
    mtctr   23
2:  TWO_ROUNDS \d
    bdnz    2b
    .endif
    addi    29, 29, -1
    cmpldi  29, 0
    beqlr
    .if \width == 32
    FL_LAYER BEHIND_SIX(\d) + \active, BEHIND_SIX(\d) + \other, BEHIND_SIX(\d) + \next
    .else
    FL_LAYER \active, \other, \next
    .endif
    b       1b
ENDFUNC .L\name
.endm
.macro ROUNDS_ENC name, width
    ROUNDS  \name, \width, CTX_ROUNDS, CTX_ROUNDS, WINDOW, 0, 5 * WINDOW, LAYER
.endm
.macro ROUNDS_DEC name, width
    ROUNDS  \name, \width, CTX_ROUNDS + 4 * LAYER + 5 * WINDOW, CTX_ROUNDS + 6 * LAYER + 5 * WINDOW, -WINDOW, \
            3 * WINDOW - 5 * WINDOW, 2 * WINDOW - 5 * WINDOW, -6 * WINDOW
.endm
    ROUNDS_ENC enc32, 32
    ROUNDS_DEC dec32, 32
    ROUNDS_ENC enc16, 16
    ROUNDS_DEC dec16, 16

/* The frame of every entry point that runs blocks. */
.macro PROLOGUE
    ENTER   FRAME_SIZE
    .irp r, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    std     \r, FRAME_GPR + 8 * (\r - 22)(1)
    .cfi_offset \r, FRAME_GPR + 8 * (\r - 22) - FRAME_SIZE
    .endr
    SAVE_VR FRAME_VR, FRAME_SIZE, 11
    SAVE_FPR FRAME_FPR, FRAME_SIZE, 22
    INDICES
    ADDRESS 22, .Lconstants
.endm
.macro EPILOGUE
    RESTORE_VR FRAME_VR, 11
    RESTORE_FPR FRAME_FPR, 22
    WIPE_VECTORS
    .irp r, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    ld      \r, FRAME_GPR + 8 * (\r - 22)(1)
    .cfi_restore \r
    .endr
    LEAVE   FRAME_SIZE
    blr
.endm

/* \n blocks from \from to \to. Clobbers vs0, r30, ctr. */
.macro COPY from, to, n
    mtctr   \n
    li      30, 0
71: lxvd2x  0, \from, 30
    stxvd2x 0, \to, 30
    addi    30, 30, 16
    bdnz    71b
.endm
/* cr0 equal: the pass is 16 or 32 blocks, as many as it computes. Clobbers r7. */
.macro COMPARE_WHOLE
    clrldi  7, 24, 60
    cmpldi  7, 0
.endm
.macro COUNT_PASS
    li      24, 32
    cmpldi  25, 32
    bge     72f
    mr      24, 25
72:
.endm

/*
 * A mode in passes of r24 blocks, 32 or what is left. Its macros, in this order:
 *   BEGIN   before the first pass
 *   LOAD    the blocks that come in to the registers, by one of the load functions or otherwise
 *   STORE   the blocks that go out, by one of the store functions
 *   NEXT    between a pass (of 32 blocks) and the next one
 *   END     after the last one
 * They find r5 = in, r4 = out of the pass, both the buffer if it is not whole (17 blocks, say), where all that is read
 * may be read and written; LOAD finds r6 and r23 like r5; the store functions move all three on. r25 = blocks to come,
 * with those of this pass; r26 = in, from the rounds on that of the next pass; r27 = out; r28 = the mode's state. They
 * may use every vector register, r6, r7, r23, r29, r30 and ctr (not r5, and not r6 and r23 in a NEXT before a LOAD that
 * wants them), and keep what outlives a pass in memory.
 * \masks: the frame's masks are in use. \out: 0 if nothing is put out but the state.
 */
.macro MODE mode, core, masks = 0, out = 1
    cmpldi  6, 0
    beqlr
    PROLOGUE
    mr      25, 6
    mr      26, 5
    mr      27, 4
    mr      28, 7
    COUNT_PASS
    \mode\()_BEGIN
    mr      5, 26
    mr      6, 26
    mr      23, 26
1:  mr      4, 27
    COMPARE_WHOLE
    beq     2f
    addi    5, 1, FRAME_BUFFER
    mr      4, 5
    mr      6, 5
    mr      23, 5
    COPY    26, 5, 24
2:  \mode\()_LOAD
    addi    26, 26, 512
    cmpldi  24, 16
    ble     3f
    bl      .L\core\()32
    b       4f
3:  bl      .L\core\()16
4:  \mode\()_STORE
    cmpld   24, 25
    beq     5f
    \mode\()_NEXT
    addi    27, 27, 512
    addi    25, 25, -32
    COUNT_PASS
    b       1b
5:
    .if \out
    COMPARE_WHOLE
    beq     6f
    COPY    4, 27, 24
6:
    .endif
    \mode\()_END
    COMPARE_WHOLE
    /* wipe the buffer, if it was used, and the masks behind it */
    addi    7, 1, FRAME_BUFFER
    li      30, 4 + 4 * \masks
    bne     7f
    .if \masks
    addi    7, 1, FRAME_MASKS
    li      30, 4
    .else
    b       9f
    .endif
7:  mtctr   30
    xxlxor  0, 0, 0
8:  .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    AT      st, 0, 7, \i
    .endr
    addi    7, 7, 128
    bdnz    8b
9:  EPILOGUE
.endm

/* The blocks at r5 to the registers; the blocks in the registers to r4. */
.macro PLAIN_LOAD in
    addi    7, 3, \in
    bl      .Lload
.endm
.macro PLAIN_STORE out
    addi    7, 3, \out
    bl      .Lstore
.endm
/* The same, ^ the masks. */
.macro MASKED_LOAD in
    addi    7, 3, \in
    bl      .Lload_masked
.endm
.macro MASKED_STORE out, store = store_masked
    addi    6, 1, FRAME_MASKS
    addi    23, 1, FRAME_MASKS
    addi    7, 3, \out
    bl      .L\store
.endm
/* r6, r23 = the block at r28 and those at r5 but the last. */
.macro SHIFTED
    mr      23, 28
    addi    6, 5, -16
.endm
/* vs22 = the last block at r5. */
.macro LAST_BLOCK
    sldi    30, 24, 4
    addi    30, 30, -16
    lxvd2x  22, 5, 30
.endm

/* ------------------------------------------------------------------ ECB */
.macro ECBE_BEGIN
.endm
.macro ECBE_LOAD
    PLAIN_LOAD CTX_ENC_IN
.endm
.macro ECBE_STORE
    PLAIN_STORE CTX_ENC_OUT
.endm
.macro ECBE_NEXT
.endm
.macro ECBE_END
.endm
.macro ECBD_BEGIN
.endm
.macro ECBD_LOAD
    PLAIN_LOAD CTX_DEC_IN
.endm
.macro ECBD_STORE
    PLAIN_STORE CTX_DEC_OUT
.endm
.macro ECBD_NEXT
.endm
.macro ECBD_END
.endm

/* void ecb_enc(const struct tsubaki_camellia_ctx *ctx, void *out, const void *in, size_t nblocks); the other modes have
 * one argument more, their state. */
FUNC SYM(ecb_enc)
    MODE    ECBE, enc
ENDFUNC SYM(ecb_enc)

FUNC SYM(ecb_dec)
    MODE    ECBD, dec
ENDFUNC SYM(ecb_dec)

/* ------------------------------------------------------------------ CBC and CFB decryption (SP 800-38A, 6.2, 6.3) */
/* The IV and all ciphertext blocks but the last are what goes out with CBC, and comes in with CFB. The last becomes
 * the IV. */
.macro CBC_BEGIN
.endm
.macro CBC_LOAD
    PLAIN_LOAD CTX_DEC_IN
.endm
.macro CBC_STORE
    LAST_BLOCK
    SHIFTED
    addi    7, 3, CTX_DEC_OUT
    bl      .Lstore_masked
    stxvd2x 22, 0, 28
.endm
.macro CBC_NEXT
.endm
.macro CBC_END
.endm

.macro XOR_INPUT
    mr      6, 5
    mr      23, 5
    addi    7, 3, CTX_ENC_OUT
    bl      .Lstore_masked
.endm
.macro CFB_BEGIN
.endm
.macro CFB_LOAD
    SHIFTED
    addi    7, 3, CTX_ENC_IN
    bl      .Lload
.endm
.macro CFB_STORE
    LAST_BLOCK
    XOR_INPUT
    stxvd2x 22, 0, 28
.endm
.macro CFB_NEXT
.endm
.macro CFB_END
.endm

FUNC SYM(cbc_dec)
    MODE    CBC, dec
ENDFUNC SYM(cbc_dec)

FUNC SYM(cfb_dec)
    MODE    CFB, enc
ENDFUNC SYM(cfb_dec)

/* ------------------------------------------------------------------ CTR (SP 800-38A, 6.5; GCM's: SP 800-38D) */
/* The counter r6, r23 plus \n, which is r24 or 1. */
.macro COUNT bits, n
    .if \bits == 128
    .ifc \n, 1
    addic   23, 23, 1
    .else
    addc    23, 23, \n
    .endif
    addze   6, 6
    .else
    .ifc \n, 1
    addi    7, 23, 1
    .else
    add     7, 23, \n
    .endif
    rldimi  23, 7, 0, 32
    .endif
.endm
.macro PUT_COUNTER
    li      7, 8
    stdbrx  6, 0, 28
    stdbrx  23, 7, 28
.endm
.macro COUNTER_BYTE x, other, byte, n
    vspltb  \x, 31, \byte
    IN      \x, \x, \n
    xxlor   \other, 32 + \x, 32 + \x
.endm
/*
 * Unless the last byte of the counter overflows within the pass, all other bytes are the same in the 32 counter blocks,
 * which are then made byte-sliced at once, without loading and transposing anything. The counter is no secret.
 */
.macro CTR_LOAD bits
    li      7, 8
    ldbrx   6, 0, 28
    ldbrx   23, 7, 28
    clrldi  29, 23, 56
    cmpldi  29, 224
    bgt     64f
    lxvd2x  32 + 31, 0, 28
    COUNT   \bits, 24
    PUT_COUNTER
    TLOAD   MHI, 0, 22
    TLOAD   30, 7, 22
    addi    7, 3, CTX_ENC_IN
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    COUNTER_BYTE \i, 32 + 8 + \i, 7 - \i, \i            /* XA, XB */
    .endr
    MOVE    7, WINDOW
    .irp i, 3, 4, 5, 6
    COUNTER_BYTE 29, \i - 3, 15 - \i, SECOND \i                /* PA */
    xxlor   10 + \i - 3, 32 + 29, 32 + 29               /* PB */
    .endr
    vspltb  29, 31, 8
    vspltisb 27, 8
    vaddubm 29, 29, 30                                  /* + 0, 1, ... 15 */
    vaddubm 27, 27, 27
    vaddubm 27, 29, 27
    IN_LOW  4, 29, SECOND 7
    IN_LOW  14, 27, SECOND 7
    COUNTER_BYTE 18, 32 + 21, 13, SECOND 2                     /* YA, YB; MHI is YB's first */
    COUNTER_BYTE 17, 32 + 20, 14, SECOND 1
    COUNTER_BYTE 16, 32 + 19, 15, SECOND 0
    b       66f
64: addi    29, 1, FRAME_MASKS
    li      30, 8
    mtctr   24
65: stdbrx  6, 0, 29
    stdbrx  23, 29, 30
    addi    29, 29, 16
    COUNT   \bits, 1
    bdnz    65b
    PUT_COUNTER
    addi    6, 1, FRAME_MASKS
    mr      23, 6
    addi    7, 3, CTX_ENC_IN
    bl      .Lload
66:
.endm
.macro CTR128_BEGIN
.endm
.macro CTR128_LOAD
    CTR_LOAD 128
.endm
.macro CTR128_STORE
    XOR_INPUT
.endm
.macro CTR128_NEXT
.endm
.macro CTR128_END
.endm
.macro CTR32_BEGIN
.endm
.macro CTR32_LOAD
    CTR_LOAD 32
.endm
.macro CTR32_STORE
    XOR_INPUT
.endm
.macro CTR32_NEXT
.endm
.macro CTR32_END
.endm

FUNC SYM(ctr)
    MODE    CTR128, enc
ENDFUNC SYM(ctr)

FUNC SYM(ctr32)
    MODE    CTR32, enc
ENDFUNC SYM(ctr32)

/* ------------------------------------------------------------------ XTS (IEEE 1619) */
/*
 * Tweaks are made from those 8, 16 or 32 blocks before, two instructions each: t.x^8 is t rotated by a byte, ^ 0x86
 * times the byte that has wrapped around (0x87 to reduce it, 1 to take it out); t.x^16 and t.x^32 the same with
 * halfwords and words. One vpmsumb, -h or -w multiplies, one vpermxor, whose "tables" are t and the product, rotates
 * and adds. Products stand in v11-v18 or \p, \q.
 */
.macro TWEAK_PRODUCTS mul, t, factor
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    \mul    11 + \i, \t + \i, \factor
    .endr
.endm
/* v\d and the seven behind it = v\t ..., ^ the products: the tweaks from \first on. */
.macro TWEAKS_PUT d, t, first, order
    EIGHT_BASE 29, 23, \first
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    vpermxor \d + \i, \t + \i, 11 + \i, \order
    .endr
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    TWEAK_AT STORE, \d + \i, \first, \i
    .endr
.endm
/* POWER8: a load from r30, a store to r29. */
.macro TWEAK_AT op, v, first, i
#ifdef POWER9
    T\op    \v, FRAME_MASKS / 16 + \first + \i, 1
#else
    .ifc \op, LOAD
    TLOAD   \v, \i, 30
    .else
    TSTORE  \v, \i, 29
    .endif
#endif
.endm
/* The first eight: t.x^i is t shifted by i bits, ^ 0x87 times the bits shifted out. */
.macro XTS_BEGIN
    ADDRESS 7, .Ltweaks
    TLOAD   1, 0
    TLOAD   2, 1
    TLOAD   20, 4
    EIGHT_BASE 23, 1, FRAME_MASKS / 16
    EIGHT_BASE 29, 23, 0
    lxvd2x  32 + 3, 0, 28
    vxor    19, 19, 19
    .irp i, 1, 2, 3, 4, 5, 6, 7
    vspltisb 20 + \i, \i
    .endr
    xxswapd 32 + 3, 32 + 3
    vsldoi  19, 19, 3, 1
    .irp i, 1, 2, 3, 4, 5, 6, 7
    vsrb    10 + \i, 19, 28 - \i
    vsl     3 + \i, 3, 20 + \i
    .endr
    .irp i, 1, 2, 3, 4, 5, 6, 7
    vpmsumb 10 + \i, 10 + \i, 20
    .endr
    TWEAK_AT STORE, 3, 0, 0
    .irp i, 1, 2, 3, 4, 5, 6, 7
    vxor    3 + \i, 3 + \i, 10 + \i
    TWEAK_AT STORE, 3 + \i, 0, \i
    .endr
    TLOAD   28, 5
    TLOAD   29, 6
    TWEAK_PRODUCTS vpmsumb, 3, 1
    TWEAKS_PUT 20, 3, 8, 2
    TWEAK_PRODUCTS vpmsumh, 3, 28
    TWEAKS_PUT 3, 3, 16, 29
    TWEAK_PRODUCTS vpmsumh, 20, 28
    TWEAKS_PUT 20, 20, 24, 29
.endm
/*
 * The next 32 tweaks, in groups of four (\st, \vp, \pm, \ld, if there are such), each a step behind: a load, then the
 * product, then rotation and sum, then the store. \p: where products are.
 */
.macro FOUR_TWEAKS st, vp, p, pm, q, ld
    .if \ld < 8
    .if (\ld & 1) == 0
    EIGHT_BASE 30, 23, 4 * \ld
    .endif
    .endif
    .irp i, 0, 1, 2, 3
    .if \st >= 0
    TWEAK_AT STORE, 3 + 4 * (\st & 3) + \i, 8 * (\st / 2), 4 * (\st & 1) + \i
    .endif
    .endr
    .if \st & 1
    .if \st >= -1
    EIGHT_BASE 29, 23, 4 * \st + 4
    .endif
    .endif
    .irp i, 0, 1, 2, 3
    .if \ld < 8
    TWEAK_AT LOAD, 3 + 4 * (\ld & 3) + \i, 8 * (\ld / 2), 4 * (\ld & 1) + \i
    .endif
    .endr
    .irp i, 0, 1, 2, 3
    .if \pm >= 0
    .if \pm < 8
    vpmsumw \q + \i, 3 + 4 * (\pm & 3) + \i, 1
    .endif
    .endif
    .endr
    .irp i, 0, 1, 2, 3
    .if \vp >= 0
    .if \vp < 8
    vpermxor 3 + 4 * (\vp & 3) + \i, 3 + 4 * (\vp & 3) + \i, \p + \i, 2
    .endif
    .endif
    .endr
.endm
.macro XTS_NEXT
    ADDRESS 7, .Ltweaks
    TLOAD   1, 2
    TLOAD   2, 3
    EIGHT_BASE 23, 1, FRAME_MASKS / 16
    FOUR_TWEAKS -4, -3, 20, -1, 20, 0
    FOUR_TWEAKS -3, -2, 24, 0, 20, 1
    FOUR_TWEAKS -2, -1, 28, 1, 24, 2
    FOUR_TWEAKS -1, 0, 20, 2, 28, 3
    FOUR_TWEAKS 0, 1, 24, 3, 20, 4
    FOUR_TWEAKS 1, 2, 28, 4, 24, 5
    FOUR_TWEAKS 2, 3, 20, 5, 28, 6
    FOUR_TWEAKS 3, 4, 24, 6, 20, 7
    FOUR_TWEAKS 4, 5, 28, 7, 24, 8
    FOUR_TWEAKS 5, 6, 20, 8, 28, 8
    FOUR_TWEAKS 6, 7, 24, 8, 20, 8
    FOUR_TWEAKS 7, 8, 28, 8, 24, 8
.endm
/* Before the last blocks are stored: the tweak behind the last one used. Uses v22-v25. */
.macro XTS_LAST
    cmpld   24, 25
    bne     63f
    ADDRESS 7, .Ltweaks
    TLOAD   24, 2
    TLOAD   25, 3
    addi    23, 1, FRAME_MASKS
    clrldi  7, 24, 59
    sldi    7, 7, 4
    lvx     22, 23, 7
    cmpldi  24, 32
    bne     62f
    vpmsumw 23, 22, 24
    vpermxor 22, 22, 23, 25
62: xxswapd 32 + 22, 32 + 22
    stxvd2x 32 + 22, 0, 28
63:
.endm

.macro XTSE_BEGIN
    XTS_BEGIN
.endm
.macro XTSE_LOAD
    MASKED_LOAD CTX_ENC_IN
.endm
.macro XTSE_STORE
    XTS_LAST
    MASKED_STORE CTX_ENC_OUT
.endm
.macro XTSE_NEXT
    XTS_NEXT
.endm
.macro XTSE_END
.endm
.macro XTSD_BEGIN
    XTS_BEGIN
.endm
.macro XTSD_LOAD
    MASKED_LOAD CTX_DEC_IN
.endm
.macro XTSD_STORE
    XTS_LAST
    MASKED_STORE CTX_DEC_OUT
.endm
.macro XTSD_NEXT
    XTS_NEXT
.endm
.macro XTSD_END
.endm

FUNC SYM(xts_enc)
    MODE    XTSE, enc, 1
ENDFUNC SYM(xts_enc)

FUNC SYM(xts_dec)
    MODE    XTSD, dec, 1
ENDFUNC SYM(xts_dec)

/* ------------------------------------------------------------------ OCB (RFC 7253, sections 4.1-4.3) */
/* r\i = 16 times the number of trailing zeros of r\n, but no more than 16 * 63. */
.macro OCB_L_INDEX i, n
#ifdef POWER9
    cnttzd  \i, \n
#else
    addi    0, \n, -1
    andc    \i, 0, \n
    popcntd \i, \i
    li      0, 96               /* as INDICES left it */
#endif
    rldic   \i, \i, 4, 54
.endm
/* \vs = the L with index r\i, L at r\l. */
.macro OCB_L_AT vs, i, l
#ifdef POWER9
    lxvx    \vs, \i, \l
#else
    lxvd2x  \vs, \i, \l
#endif
.endm
/* M_n ... M_(2n-1) = M_(n-1) ... M_0, ^ \l; M_j stands in v\j. */
.macro OCB_REFLECT n, l
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    .if \i < \n
    xxlxor  32 + \n + \i, 32 + \n - 1 - \i, \l
    .endif
    .endr
.endm
/*
 * The offsets of the first pass. Let m be the greatest multiple of 32 up to the number of the block before it. The
 * offset of block m + j, j < 32, is M_j = M_0 ^ the L_i for which bit i of j's Gray code is set, and for j from 32 on
 * M_(j-32) ^ L_4 ^ the L of the next multiple. r30 = j of the block before the pass; M_0 to M_r30 stand before the
 * frame's masks, in the buffer, for a while. Block numbers are no secret.
 */
.macro OCB_BEGIN
    ld      7, OCB_FIRST(28)
    addi    6, 28, OCB_L
    AT      l, 32, 28, 0
    AT      l, 1, 6, 0
    AT      l, 2, 6, 1
    AT      l, 3, 6, 2
    AT      l, 4, 6, 3
    AT      l, 5, 6, 4
    clrldi  30, 7, 59
    addi    29, 30, 1
    mtctr   29
    sldi    29, 29, 4
    addi    23, 1, FRAME_MASKS
    subf    23, 29, 23
    srdi    29, 30, 1
    xor     29, 29, 30
    cmpldi  29, 0
    beq     62f
    .irp i, 0, 1, 2, 3, 4
    andi.   6, 29, 1 << \i
    beq     61f
    xxlxor  32, 32, 1 + \i
61:
    .endr
    addi    6, 28, OCB_L
62: ori     7, 7, 31
    addi    7, 7, 1
    OCB_L_INDEX 30, 7
    OCB_L_AT 0, 30, 6
    xxlxor  0, 0, 5
    OCB_REFLECT 1, 1
    OCB_REFLECT 2, 2
    OCB_REFLECT 4, 3
    OCB_REFLECT 8, 4
    OCB_REFLECT 16, 5
    mr      6, 23
    .irp first, 0, 8, 16, 24
    EIGHT_BASE 29, 23, \first
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    EIGHT_AT st, 32 + \first + \i, 23, 29, \first, \i
    .endr
    .endr
    xxlxor  2, 2, 2
    addi    7, 6, 512
63: AT      l, 1, 6, 0
    AT      st, 2, 6, 0
    xxlxor  1, 1, 0
    AT      st, 1, 7, 0
    addi    6, 6, 16
    addi    7, 7, 16
    bdnz    63b
    cmpld   7, 1, 1
.endm
/*
 * Of 32 block numbers in a row one is a multiple of 32. The L of the others add up to L_4. So all offsets change by the
 * same from one pass to the next, vs22: L_4 and the L of the multiple between the two blocks. That is the first
 * multiple after the pass's start for the blocks before it (32 - ctr), and the one after for the rest, vs21 more. All
 * change as the next pass loads them, the rest by vs21 in OCB_NEXT; the latencies of the way there are spread:
 *   OCB_AHEAD, before the rounds: ctr; r30, r6 = indices of the two L. FIRST, unless the pass is the last.
 *   OCB_CHANGE, before the store: vs21, vs22.
 */
.macro OCB_AHEAD
    ld      7, OCB_FIRST(28)
    clrldi  30, 7, 59
    addi    30, 30, 1
    mtctr   30
    addi    29, 7, 32
    clrrdi  30, 29, 5           /* the first multiple */
    addi    6, 30, 32
    OCB_L_INDEX 30, 30
    OCB_L_INDEX 6, 6
    cmpld   24, 25
    beq     69f
    std     29, OCB_FIRST(28)
69:
.endm
.macro OCB_CHANGE
    addi    7, 28, OCB_L
    AT      l, 22, 7, 4
    OCB_L_AT 20, 30, 7
    OCB_L_AT 21, 6, 7
    xxlxor  22, 22, 20
    xxlxor  21, 21, 20
.endm
.macro OCB_NEXT
    cmpldi  7, 1, 0
    addi    23, 1, FRAME_MASKS + 512
62: addi    23, 23, -16
    AT      l, 0, 23, 0
    xxlxor  0, 0, 21
    AT      st, 0, 23, 0
    bdnz    62b
.endm
.macro OCB_END
    ld      7, OCB_FIRST(28)
    add     7, 7, 24
    std     7, OCB_FIRST(28)
    sldi    7, 24, 4
    addi    7, 7, FRAME_MASKS - 16
    lxvd2x  0, 1, 7
    stxvd2x 0, 0, 28
.endm
/* checksum ^= vs\a ^ vs\b, by way of vs20; or for a pass that is not whole, ^ the r24 blocks at \from. */
.macro OCB_ADD a, b
    AT      l, 20, 28, OCB_CHECKSUM / 16
    xxlxor  \a, \a, \b
    xxlxor  20, 20, \a
    AT      st, 20, 28, OCB_CHECKSUM / 16
.endm
.macro OCB_SUM from
    AT      l, 0, 28, OCB_CHECKSUM / 16
    mr      6, \from
    mtctr   24
66: AT      l, 1, 6, 0
    xxlxor  0, 0, 1
    addi    6, 6, 16
    bdnz    66b
    AT      st, 0, 28, OCB_CHECKSUM / 16
.endm

/* In the first pass the masks are new (cr7 equal), then they are changed as they are loaded. */
.macro OCB_LOAD in, sum
    addi    7, 3, \in
    beq     7, 64f
    bl      .Lload_changed\sum
    b       65f
64: bl      .Lload_masked\sum
65:
.endm

.macro OCBE_BEGIN
    OCB_BEGIN
.endm
.macro OCBE_LOAD
    COMPARE_WHOLE
    bne     67f
    OCB_LOAD CTX_ENC_IN, _sum
    OCB_ADD 17, 18
    b       68f
67: OCB_SUM 5
    OCB_LOAD CTX_ENC_IN
68:
    OCB_AHEAD
.endm
.macro OCBE_STORE
    OCB_CHANGE
    MASKED_STORE CTX_ENC_OUT
.endm
.macro OCBE_NEXT
    OCB_NEXT
.endm
.macro OCBE_END
    OCB_END
.endm

.macro OCBD_BEGIN
    OCB_BEGIN
.endm
.macro OCBD_LOAD
    OCB_LOAD CTX_DEC_IN
    OCB_AHEAD
.endm
.macro OCBD_STORE
    OCB_CHANGE
    COMPARE_WHOLE
    bne     67f
    MASKED_STORE CTX_DEC_OUT, store_masked_sum
    OCB_ADD 18, 19
    b       68f
67: MASKED_STORE CTX_DEC_OUT
    OCB_SUM 4
68:
.endm
.macro OCBD_NEXT
    OCB_NEXT
.endm
.macro OCBD_END
    OCB_END
.endm

.macro OCBA_BEGIN
    OCB_BEGIN
.endm
.macro OCBA_LOAD
    OCB_LOAD CTX_ENC_IN
    OCB_AHEAD
.endm
.macro OCBA_STORE
    OCB_CHANGE
    COMPARE_WHOLE
    addi    7, 3, CTX_ENC_OUT
    bne     67f
    bl      .Lsum
    OCB_ADD 18, 19
    b       68f
67: bl      .Lstore
    OCB_SUM 4
68:
.endm
.macro OCBA_NEXT
    OCB_NEXT
.endm
.macro OCBA_END
    OCB_END
.endm

FUNC SYM(ocb_enc)
    MODE    OCBE, enc, 1
ENDFUNC SYM(ocb_enc)

FUNC SYM(ocb_dec)
    MODE    OCBD, dec, 1
ENDFUNC SYM(ocb_dec)

/* void ocb_auth(const struct tsubaki_camellia_ctx *ctx, const void *in, size_t nblocks,
 *               struct tsubaki_ocb_state *state) */
FUNC SYM(ocb_auth)
    mr      7, 6
    mr      6, 5
    mr      5, 4
    MODE    OCBA, enc, 1, 0
ENDFUNC SYM(ocb_auth)

/* ------------------------------------------------------------------ CBC and CFB encryption */
/*
 * One block at a time, D1 in v0 and D2 in v1, bytes 0-7 of each (the others stay 0). The S-boxes are one vsbox for all,
 * and one behind the map of s4; then one map for each S-box. The P-function is four vpermxor: their "tables" are the
 * outputs of one S-box each, the index a constant, so that every byte becomes a sum of two: 19 cycles a round.
 *
 * The halves do not leave the basis between blocks: what stands between the end of a block and the start of the next
 * is linear, and the next plaintext waits in the same form. D1 of the next block comes from D2, which round 17 ends, so
 * round 18 and the next block's round 1 run together.
 *
 * v2-v9: maps of s4, s1, s2, s3; v10-v13: indices of the P-function; vs0-vs3: basis change there and back; vs4: from
 * one block's output to the next one's input; vs5: from the halves to the output; vs6: 0; vs8, vs9: what is added to D2
 * and D1 to make the next block's D1 and D2; vs10: the plaintext block (CFB). r0 = IV.
 */
#ifdef POWER9
#define LOADX  lxvb16x
#define STOREX stxvb16x
.macro SWAP v
.endm
#else
#define LOADX  lxvd2x
#define STOREX stxvd2x
.macro SWAP v                   /* reverse the bytes of each half, as the order of the lanes wants; index in vs7 */
    xxlor   32 + 19, 7, 7
    vperm   \v, \v, \v, 19
.endm
#endif

.macro ROUND1 x, y, n
    vpermxor 14, 2, 3, \x
    vsbox   15, \x
    TLOAD   19, \n
    vsbox   14, 14
    vxor    \y, \y, 19
    vpermxor 16, 4, 5, 15
    vpermxor 17, 6, 7, 15
    vpermxor 18, 8, 9, 15
    vpermxor 14, 4, 5, 14
    vpermxor 16, 16, 16, 10
    vpermxor 17, 17, 17, 11
    vpermxor 18, 18, 18, 12
    vpermxor 14, 14, 14, 13
    vxor    16, 16, 17
    vxor    \y, \y, 18
    vxor    \y, \y, 16
    vxor    \y, \y, 14
.endm

/* The linear part of the steps of FL on plain bytes, with vector \n at r7:
 * right word ^= (left & k) <<< 1 or left ^= right & k. */
.macro FL1_RIGHT x, n
    TLOAD   16, \n
    vspltisw 17, 1
    vand    16, 16, \x
    vrlw    16, 16, 17
    vsldoi  16, 16, 16, 12
    vxor    \x, \x, 16
.endm
.macro FL1_LEFT x, n
    TLOAD   16, \n
    vand    16, 16, \x
    vsldoi  16, 16, 16, 4
    vxor    \x, \x, 16
.endm
.macro BASIS1 d, s, hi, lo
    xxlor   32 + 16, \hi, \hi
    xxlor   32 + 17, \lo, \lo
    vpermxor \d, 16, 17, \s
.endm

.macro SERIAL cbc
    cmpldi  6, 0
    beqlr
    mr      0, 7
    CONSTANT 2, .LR_HI
    CONSTANT 3, .LR_LO
    CONSTANT 4, .LS1_HI
    CONSTANT 5, .LS1_LO
    CONSTANT 6, .LS2_HI
    CONSTANT 7, .LS2_LO
    CONSTANT 8, .LS3_HI
    CONSTANT 9, .LS3_LO
    CONSTANT 10, .LP1
    CONSTANT 11, .LP2
    CONSTANT 12, .LP3
    CONSTANT 13, .LP4
    CONSTANT 16, .LM_HI
    xxlor   0, 32 + 16, 32 + 16
    CONSTANT 16, .LM_LO
    xxlor   1, 32 + 16, 32 + 16
    CONSTANT 16, .LMI_HI
    xxlor   2, 32 + 16, 32 + 16
    CONSTANT 16, .LMI_LO
    xxlor   3, 32 + 16, 32 + 16
    xxlxor  6, 6, 6
#ifndef POWER9
    CONSTANT 16, .LREV
    xxlor   7, 32 + 16, 32 + 16
#endif
    lwz     12, CTX_KEY_BITS(3)
    cmplwi  1, 12, 128
    li      8, 16
    li      9, 32
    li      10, 48
    li      11, 64
    addi    12, 3, CTX_ONE_IN
    lvx     18, 0, 12
    lvx     14, 12, 8
    xxlor   5, 32 + 14, 32 + 14
    BASIS1  14, 14, 0, 1
    xxlxor  4, 32 + 14, 32 + 18
    li      12, 80
    /* the first input */
    LOADX   32 + 15, 0, 0
    .if \cbc
    LOADX   32 + 14, 0, 5
    vxor    15, 15, 14
    .endif
    SWAP    15
    BASIS1  15, 15, 0, 1
    vxor    15, 15, 18
    xxpermdi 32 + 0, 32 + 15, 6, 0
    xxpermdi 32 + 1, 32 + 15, 6, 2

1:  addi    6, 6, -1
    cmpldi  6, 0
    .if \cbc
    vxor    14, 14, 14
    beq     2f
    addi    5, 5, 16
    LOADX   32 + 14, 0, 5
    SWAP    14
    .else
    LOADX   32 + 14, 0, 5
    addi    5, 5, 16
    SWAP    14
    xxlor   10, 32 + 14, 32 + 14
    .endif
2:  BASIS1  14, 14, 0, 1
    xxlxor  32 + 14, 32 + 14, 4
    xxpermdi 8, 32 + 14, 6, 0
    xxpermdi 9, 32 + 14, 6, 2
    li      7, 3
    beq     1, 3f
    li      7, 4
3:  mtctr   7
    addi    7, 3, CTX_ONE
4:  ROUND1  0, 1, 0
    ROUND1  1, 0, 1
    ROUND1  0, 1, 2
    ROUND1  1, 0, 3
    ROUND1  0, 1, 4
    ROUND1  1, 0, 5
    bdz     5f
    addi    7, 7, 96
    BASIS1  1, 1, 2, 3
    BASIS1  0, 0, 2, 3
    FL1_LEFT 1, 3
    FL1_RIGHT 0, 0
    FL1_RIGHT 1, 2
    FL1_LEFT 0, 1
    BASIS1  1, 1, 0, 1
    BASIS1  0, 0, 0, 1
    addi    7, 7, 64
    b       4b
5:  xxpermdi 32 + 15, 32 + 1, 32 + 0, 0
    xxlxor  32 + 18, 32 + 0, 9
    xxlxor  32 + 0, 32 + 1, 8
    vor     1, 18, 18
    BASIS1  15, 15, 2, 3
    xxlxor  32 + 15, 32 + 15, 5
    .if \cbc == 0
    xxlxor  32 + 15, 32 + 15, 10
    .endif
    SWAP    15
    STOREX  32 + 15, 0, 4
    addi    4, 4, 16
    bne     1b
    STOREX  32 + 15, 0, 0
    WIPE_VECTORS
    blr
.endm

/* void cbc_enc(const struct tsubaki_camellia_ctx *ctx, void *out, const void *in, size_t nblocks, void *iv) */
FUNC SYM(cbc_enc)
    SERIAL  1
ENDFUNC SYM(cbc_enc)

FUNC SYM(cfb_enc)
    SERIAL  0
ENDFUNC SYM(cfb_enc)

/* ------------------------------------------------------------------ key setup */
#define KL 6, 7
#define KR 8, 9
#define KA 10, 11
#define KB 28, 29
#define KW(i) (i - 1)
#define K(i)  (3 + i)
#define KE(i) (27 + i)

/* \d ^= F(\s, sigma \i). r31 = sigmas; clobbers r0, r12, r30, v0. */
.macro FEISTEL d, s, i
    ld      30, 8 * \i(31)
    xor     30, 30, \s
    mtvsrd  32 + 0, 30
    vrlb    0, 0, 6
    vpermxor 0, 2, 3, 0
    vsbox   0, 0
    vpermxor 0, 4, 5, 0
    vrlb    0, 0, 7
    mfvsrd  30, 32 + 0
    srdi    12, 30, 32          /* z1-z4 */
    clrldi  30, 30, 32          /* z5-z8 */
    rotlwi  0, 30, 8
    xor     12, 12, 0
    rotlwi  0, 12, 16
    xor     30, 30, 0
    rotlwi  0, 30, 24
    xor     12, 12, 0
    rotlwi  0, 12, 24
    xor     30, 30, 0
    rldimi  12, 30, 32, 0
    xor     \d, \d, 12
.endm

/* Subkey \i = the upper half of (\hi, \lo) <<< \n. */
.macro SUBKEY i, hi, lo, n
    .if (\n) == 0
    std     \hi, 8 * (\i)(3)
    .elseif (\n) == 64
    std     \lo, 8 * (\i)(3)
    .elseif \n < 64
    rotldi  0, \lo, \n
    rldimi  0, \hi, \n, 0
    std     0, 8 * (\i)(3)
    .else
    rotldi  0, \hi, \n - 64
    rldimi  0, \lo, \n - 64, 0
    std     0, 8 * (\i)(3)
    .endif
.endm
/* Two subkeys, \i and \i + 1, from both halves of (\hi, \lo) <<< \n, \n < 64; or with \n > 64 as RFC 3713 counts. */
.macro SUBKEYS i, hi, lo, n
    SUBKEY  \i, \hi, \lo, \n
    .if \n < 64
    SUBKEY  \i + 1, \hi, \lo, \n + 64
    .else
    SUBKEY  \i + 1, \hi, \lo, \n - 64
    .endif
.endm

/* \v = vector \n at r8. Clobbers r0. */
.macro PUT v, n
    li      0, 16 * (\n)
    stvx    \v, 8, 0
.endm

/* Round table \i: the S-box's constants, and byte \i of v0. */
.macro ROUND_TABLE i, base
    vspltb  1, 0, \i
    vxor    1, 1, \base
    PUT     1, \i
.endm

/* One window of basis changes each way, with the eight bytes of \fold added: M.(x ^ fold ^ X0) and its inverse. */
.macro BASIS_TABLES fold, in, out
    mtvsrd  32 + 0, \fold
    vpermxor 1, 2, 3, 0
    addi    8, 3, \in
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    vspltb  4, 1, \i
    vxor    4, 4, 10
    PUT     4, \i
    .endr
    addi    8, 3, \out
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    vspltb  4, 0, \i
    vxor    4, 4, 11
    PUT     4, \i
    .endr
.endm

/* v15 in the basis to vector \n of the FL tables at r8. */
.macro FL_PUT n
    vpermxor 15, 2, 3, 15
    PUT     15, \n
.endm
/* Three windows of FL maps for a half that is held with subkey \fold added; \ke is the layer's subkey. */
.macro FL_TABLES fold, ke
    mtvsrd  32 + 0, \fold
    mtvsrd  32 + 1, \ke
    vxor    0, 0, 13
    .irp n, 0, 1, 2, 3
    vspltb  4, 1, \n            /* x & k of byte a */
    vspltb  5, 0, \n
    vxor    5, 5, 8
    vand    5, 5, 4
    vand    6, 9, 4
    vaddubm 15, 5, 5            /* ... << 1 goes to b of the same place */
    FL_PUT  2 * \n
    vaddubm 15, 6, 6
    FL_PUT  2 * \n + 1
    vsrb    15, 5, 12           /* ... >> 7 to b of the place before */
    FL_PUT  8 + 2 * \n
    vsrb    15, 6, 12
    FL_PUT  8 + 2 * \n + 1
    vspltb  4, 1, \n + 4        /* x | k of byte b goes to a */
    vspltb  5, 0, \n + 4
    vxor    15, 5, 8
    vor     15, 15, 4
    FL_PUT  16 + 2 * \n
    vandc   15, 9, 4
    FL_PUT  16 + 2 * \n + 1
    .endr
    addi    8, 8, 3 * WINDOW
.endm

/* \x = FL^-1(\x) with subkey \ke. Clobbers r0, r12. */
.macro FL_INVERSE x, ke
    or      0, \x, \ke
    sldi    0, 0, 32            /* left ^= right | k */
    xor     \x, \x, 0
    and     0, \x, \ke
    srdi    0, 0, 32
    rotlwi  0, 0, 1             /* right ^= (left & k) <<< 1 */
    xor     \x, \x, 0
.endm
/* The vector of a round for one block: subkey difference r10 in the basis, and the surplus of the P-function. */
.macro ONE_ROUND n
    mtvsrd  32 + 0, 10
    xxpermdi 32 + 0, 32 + 0, 32 + 7, 0
    vpermxor 0, 2, 3, 0
    vxor    0, 0, 6
    PUT     0, \n
.endm
/* The masks of the FL layer for one block: \ke's left word, the complement of its right word. */
.macro ONE_FL ke, n
    srdi    0, \ke, 32
    sldi    0, 0, 32
    mtvsrd  32 + 0, 0
    xxpermdi 32 + 0, 32 + 0, 32 + 7, 0
    PUT     0, \n
    not     0, \ke
    clrldi  0, 0, 32
    mtvsrd  32 + 0, 0
    xxpermdi 32 + 0, 32 + 0, 32 + 7, 0
    PUT     0, \n + 1
.endm

/* int setkey(struct tsubaki_camellia_ctx *ctx, const void *key, size_t key_len) */
FUNC SYM(setkey)
    std     28, -32(1)
    .cfi_offset 28, -32
    std     29, -24(1)
    .cfi_offset 29, -24
    std     30, -16(1)
    .cfi_offset 30, -16
    std     31, -8(1)
    .cfi_offset 31, -8
    cmpldi  5, 16
    cmpldi  1, 5, 24
    cmpldi  5, 5, 32
    beq     1f
    beq     1, 1f
    bne     5, 9f
1:  li      12, 8
    ldbrx   6, 0, 4
    ldbrx   7, 12, 4
    li      8, 0
    li      9, 0
    beq     9f
    li      12, 16
    ldbrx   8, 12, 4
    not     9, 8
    beq     1, 9f
    li      12, 24
    ldbrx   9, 12, 4
9:  li      12, CTX_SIZE / 128
    mtctr   12
    vxor    0, 0, 0
    mr      12, 3
    li      10, 16
    li      11, 32
    li      28, 48
    addi    29, 3, 64
3:  stvx    0, 0, 12
    stvx    0, 12, 10
    stvx    0, 12, 11
    stvx    0, 12, 28
    stvx    0, 0, 29
    stvx    0, 29, 10
    stvx    0, 29, 11
    stvx    0, 29, 28
    addi    12, 12, 128
    addi    29, 29, 128
    bdnz    3b
    beq     4f
    beq     1, 4f
    beq     5, 4f
    li      3, -1
    b       .Lsetkey_exit

4:  ADDRESS 31, .Lsigma
    CONSTANT 2, .LM_HI
    CONSTANT 3, .LMX_LO
    CONSTANT 4, .LB_HI
    CONSTANT 5, .LB_LO
    CONSTANT 6, .LROT_IN
    CONSTANT 7, .LROT_OUT
    xor     10, 6, 8
    xor     11, 7, 9
    FEISTEL 11, 10, 0
    FEISTEL 10, 11, 1
    xor     10, 10, 6
    xor     11, 11, 7
    FEISTEL 11, 10, 2
    FEISTEL 10, 11, 3
    slwi    5, 5, 3
    stw     5, CTX_KEY_BITS(3)
    SUBKEYS KW(1), KL, 0
    beq     .Lsetkey128

    xor     28, 10, 8
    xor     29, 11, 9
    FEISTEL 29, 28, 4
    FEISTEL 28, 29, 5
    SUBKEYS KW(3), KB, 111
    SUBKEYS K(1), KB, 0
    SUBKEYS K(3), KR, 15
    SUBKEYS K(5), KA, 15
    SUBKEYS KE(1), KR, 30
    SUBKEYS K(7), KB, 30
    SUBKEYS K(9), KL, 45
    SUBKEYS K(11), KA, 45
    SUBKEYS KE(3), KL, 60
    SUBKEYS K(13), KR, 60
    SUBKEYS K(15), KB, 60
    SUBKEYS K(17), KL, 77
    SUBKEYS KE(5), KA, 77
    SUBKEYS K(19), KR, 94
    SUBKEYS K(21), KA, 94
    SUBKEYS K(23), KL, 111
    li      6, 24
    b       .Lsetkey_tables

.Lsetkey128:
    SUBKEYS KW(3), KA, 111
    SUBKEYS K(1), KA, 0
    SUBKEYS K(3), KL, 15
    SUBKEYS K(5), KA, 15
    SUBKEYS KE(1), KA, 30
    SUBKEYS K(7), KL, 45
    SUBKEY  K(9), KA, 45
    SUBKEY  K(10), KL, 124
    SUBKEYS K(11), KA, 60
    SUBKEYS KE(3), KL, 77
    SUBKEYS K(13), KL, 94
    SUBKEYS K(15), KA, 94
    SUBKEYS K(17), KL, 111
    li      6, 18

.Lsetkey_tables:
    CONSTANT 3, .LM_LO
    CONSTANT 5, .LS1_LO
    CONSTANT 6, .LS2_LO
    CONSTANT 7, .LS3_LO
    CONSTANT 8, .LMI_LO
    CONSTANT 9, .LMI_HI
    CONSTANT 10, .LMX_LO
    CONSTANT 11, .LMIX_LO
    CONSTANT 13, .LX0
    vspltisb 12, 7

    /*
     * Rounds. The other half has the subkey of the round before added (none before round 1) and shall have that of the
     * round after: add the difference of the two, taken back through P, to the outputs of the S-boxes. Decryption adds
     * the same difference.
     */
    addi    7, 3, 8 * K(1)
    addi    8, 3, CTX_ROUNDS
    mr      5, 6
    li      4, 6
    li      9, 0
5:  addi    5, 5, -1
    cmpdi   5, 0
    li      10, 0
    beq     6f
    ld      10, 8(7)
6:  xor     10, 10, 9
    ld      9, 0(7)
    addi    7, 7, 8
    srdi    12, 10, 32
    clrldi  11, 10, 32
    rotlwi  0, 11, 24
    xor     12, 12, 0
    rotlwi  0, 12, 24
    xor     11, 11, 0
    rotlwi  0, 11, 16
    xor     12, 12, 0
    rotlwi  0, 12, 8
    xor     11, 11, 0
    rldimi  12, 11, 32, 0
    mtvsrd  32 + 0, 12
    vpermxor 0, 2, 3, 0
    ROUND_TABLE 0, 5
    ROUND_TABLE 1, 6
    ROUND_TABLE 2, 7
    ROUND_TABLE 3, 5
    ROUND_TABLE 4, 6
    ROUND_TABLE 5, 7
    ROUND_TABLE 6, 5
    ROUND_TABLE 7, 5
    addi    8, 8, WINDOW
    addi    4, 4, -1
    cmpdi   4, 0
    bne     7f
    addi    8, 8, LAYER         /* over the FL layer */
    li      4, 6
7:  cmpdi   5, 0
    bne     5b

    /* Ends: D1 is held with k1 added on one side and none on the other, D2 with none and with the last subkey. */
    ld      10, 8 * KW(1)(3)
    ld      11, 8 * K(1)(3)
    xor     10, 10, 11
    BASIS_TABLES 10, CTX_ENC_IN, CTX_DEC_OUT
    ld      10, 8 * KW(2)(3)
    BASIS_TABLES 10, CTX_ENC_IN + WINDOW, CTX_DEC_OUT + WINDOW
    ld      10, 8 * KW(3)(3)
    xor     10, 10, 9           /* r9 is the last subkey */
    BASIS_TABLES 10, CTX_DEC_IN, CTX_ENC_OUT
    ld      10, 8 * KW(4)(3)
    BASIS_TABLES 10, CTX_DEC_IN + WINDOW, CTX_ENC_OUT + WINDOW

    /* FL layers. At layer l, D1 is held with k(6l + 1) added, D2 with k(6l). */
    addi    7, 3, 8 * K(6)
    addi    5, 3, 8 * KE(1)
    addi    8, 3, CTX_ROUNDS + LAYER
8:  ld      10, 8(7)
    ld      11, 0(5)
    FL_TABLES 10, 11
    ld      10, 0(7)
    ld      11, 8(5)
    FL_TABLES 10, 11
    addi    8, 8, LAYER
    addi    7, 7, 48
    addi    5, 5, 16
    addi    6, 6, -6
    cmpdi   6, 6
    bne     8b

    /*
     * One block. FL's linear part is applied in the rounds, its constant moved into the subkey differences: with X0
     * added everywhere, D1 comes to the layer with f = FL^-1(k(6l+1) ^ X0) ^ X0 added, in place of that subkey, and D2
     * leaves it with g = FL^-1(k(6l) ^ X0) ^ X0.
     */
    CONSTANT 6, .LSURPLUS
    vxor    7, 7, 7
    lis     4, 0xc5c5 - 0x10000
    ori     4, 4, 0xc5c5
    rldimi  4, 4, 32, 0
    lwz     6, CTX_KEY_BITS(3)
    li      28, 3
    cmplwi  6, 128
    beq     9f
    li      28, 4
9:  addi    7, 3, 8 * K(1)
    addi    5, 3, 8 * KE(1)
    addi    8, 3, CTX_ONE
    li      29, 0               /* g */
.Lsetkey_one:
    ld      9, 8(7)
    xor     10, 29, 9
    ONE_ROUND 0
    .irp i, 0, 1, 2, 3
    ld      10, 8 * \i(7)
    ld      9, 8 * \i + 16(7)
    xor     10, 10, 9
    ONE_ROUND \i + 1
    .endr
    addi    28, 28, -1
    cmpdi   28, 0
    ld      10, 32(7)
    beq     9f
    ld      6, 0(5)
    ld      31, 8(5)
    addi    5, 5, 16
    ld      9, 48(7)
    xor     9, 9, 4
    FL_INVERSE 9, 6
    xor     9, 9, 4
    xor     10, 10, 9
    ONE_ROUND 5
    ONE_FL  6, 6
    ONE_FL  31, 8
    addi    8, 8, 160
    ld      29, 40(7)
    xor     29, 29, 4
    FL_INVERSE 29, 31
    xor     29, 29, 4
    addi    7, 7, 48
    b       .Lsetkey_one
9:  ONE_ROUND 5
    /* ends: D1 with k1, D2 with nothing; D2 with the last subkey, D1 with nothing */
    ld      9, 8 * KW(1)(3)
    ld      10, 8 * K(1)(3)
    xor     9, 9, 10
    xor     9, 9, 4
    ld      10, 8 * KW(2)(3)
    xor     10, 10, 4
    mtvsrd  32 + 0, 9
    mtvsrd  32 + 1, 10
    xxpermdi 32 + 0, 32 + 0, 32 + 1, 0
    vpermxor 0, 2, 3, 0
    addi    8, 3, CTX_ONE_IN
    PUT     0, 0
    ld      9, 8 * KW(3)(3)
    ld      10, 40(7)
    xor     9, 9, 10
    xor     9, 9, 4
    ld      10, 8 * KW(4)(3)
    xor     10, 10, 4
    mtvsrd  32 + 0, 9
    mtvsrd  32 + 1, 10
    xxpermdi 32 + 0, 32 + 0, 32 + 1, 0
    PUT     0, 1

    li      3, 0
    .irp v, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    vxor    \v, \v, \v
    .endr
.Lsetkey_exit:
    .irp r, 0, 6, 7, 8, 9, 10, 11, 12
    li      \r, 0
    .endr
    ld      28, -32(1)
    .cfi_restore 28
    ld      29, -24(1)
    .cfi_restore 29
    ld      30, -16(1)
    .cfi_restore 30
    ld      31, -8(1)
    .cfi_restore 31
    blr
ENDFUNC SYM(setkey)

RODATA
.Lconstants:                    /* one window */
    /* generated: constants */
.LM_HI:     .byte   0x8c, 0x2b, 0x1f, 0xb8, 0xed, 0x4a, 0x7e, 0xd9, 0x55, 0xf2, 0xc6, 0x61, 0x34, 0x93, 0xa7, 0x00
.LMI_HI:    .byte   0x6f, 0xa9, 0x44, 0x82, 0x05, 0xc3, 0x2e, 0xe8, 0x87, 0x41, 0xac, 0x6a, 0xed, 0x2b, 0xc6, 0x00
.LS1_HI:    .byte   0x58, 0x1e, 0xed, 0xab, 0x12, 0x54, 0xa7, 0xe1, 0xb9, 0xff, 0x0c, 0x4a, 0xf3, 0xb5, 0x46, 0x00
.LS2_HI:    .byte   0x06, 0x52, 0xf3, 0xa7, 0x66, 0x32, 0x93, 0xc7, 0xc1, 0x95, 0x34, 0x60, 0xa1, 0xf5, 0x54, 0x00
.LS3_HI:    .byte   0x5c, 0x80, 0x6d, 0xb1, 0x9a, 0x46, 0xab, 0x77, 0x2b, 0xf7, 0x1a, 0xc6, 0xed, 0x31, 0xdc, 0x00
.LR_HI:     .byte   0x1c, 0xde, 0x72, 0xb0, 0xb2, 0x70, 0xdc, 0x1e, 0x02, 0xc0, 0x6c, 0xae, 0xac, 0x6e, 0xc2, 0x00
.LR_LO:     .byte   0xeb, 0xf2, 0x4f, 0x56, 0xb5, 0xac, 0x11, 0x08, 0x81, 0x98, 0x25, 0x3c, 0xdf, 0xc6, 0x7b, 0x62
.LLANES:    .byte   0x0f, 0x0e, 0x0d, 0x0c, 0x0b, 0x0a, 0x09, 0x08, 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01, 0x00
.LX0:       .byte   0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5
.LREV:      .byte   0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07
.LM_LO:     .byte   0x02, 0x03, 0x1b, 0x1a, 0xb3, 0xb2, 0xaa, 0xab, 0xa9, 0xa8, 0xb0, 0xb1, 0x18, 0x19, 0x01, 0x00
.LMI_LO:    .byte   0x16, 0x17, 0x19, 0x18, 0xcb, 0xca, 0xc4, 0xc5, 0xd3, 0xd2, 0xdc, 0xdd, 0x0e, 0x0f, 0x01, 0x00
.LS1_LO:    .byte   0x6d, 0x0b, 0xa3, 0xc5, 0xfc, 0x9a, 0x32, 0x54, 0x9f, 0xf9, 0x51, 0x37, 0x0e, 0x68, 0xc0, 0xa6
.LS2_LO:    .byte   0xed, 0xd7, 0xcd, 0xf7, 0x28, 0x12, 0x08, 0x32, 0x55, 0x6f, 0x75, 0x4f, 0x90, 0xaa, 0xb0, 0x8a
.LS3_LO:    .byte   0x89, 0x9b, 0x83, 0x91, 0x5e, 0x4c, 0x54, 0x46, 0xbd, 0xaf, 0xb7, 0xa5, 0x6a, 0x78, 0x60, 0x72
.LMX_LO:    .byte   0x0a, 0x0b, 0x13, 0x12, 0xbb, 0xba, 0xa2, 0xa3, 0xa1, 0xa0, 0xb8, 0xb9, 0x10, 0x11, 0x09, 0x08
.LMIX_LO:   .byte   0xd3, 0xd2, 0xdc, 0xdd, 0x0e, 0x0f, 0x01, 0x00, 0x16, 0x17, 0x19, 0x18, 0xcb, 0xca, 0xc4, 0xc5
.LB_HI:     .byte   0x69, 0xd1, 0xb0, 0x08, 0xc9, 0x71, 0x10, 0xa8, 0xc1, 0x79, 0x18, 0xa0, 0x61, 0xd9, 0xb8, 0x00
.LB_LO:     .byte   0x58, 0xcb, 0xcd, 0x5e, 0x77, 0xe4, 0xe2, 0x71, 0x38, 0xab, 0xad, 0x3e, 0x17, 0x84, 0x82, 0x11
.LROT_IN:   .byte   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00
.LROT_OUT:  .byte   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x07, 0x01, 0x00, 0x07, 0x01, 0x00
.LP1:       .byte   0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f, 0x7f, 0x7f, 0x07, 0xff, 0x07, 0x07, 0x07
.LP2:       .byte   0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x4f, 0x4f, 0x14, 0x1f, 0x14, 0x14, 0x14, 0xff
.LP3:       .byte   0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x5f, 0x25, 0x2f, 0x5f, 0x25, 0x25, 0xff, 0x25
.LP4:       .byte   0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x36, 0x3f, 0x6f, 0x6f, 0x36, 0xff, 0x36, 0x36
.LSURPLUS:  .byte   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x69, 0x3a, 0xa2, 0x56, 0x00, 0x00, 0x00, 0x00
    /* end generated */

    .p2align 4
.Ltweaks:                       /* 0x86 for the top byte, and what vpermxor takes; for the top word; 0x87; halfword */
    .quad   0, 0x8600000000000000
    .quad   0x92a2b2c2d2e2f001, 0x1222324252627282
    .quad   0, 0x0000008600000000
    .quad   0xc8d8e8f304152637, 0x485868788898a8b8
    .quad   0x87, 0
    .quad   0, 0x0086000000000000
    .quad   0xa0b0c0d0e0f10213, 0x2030405060708090
.Lsigma:
    /* generated: sigma */
    .quad   0xa09e667f3bcc908b
    .quad   0xb67ae8584caa73b2
    .quad   0xc6ef372fe94f82be
    .quad   0x54ff53a5f1d36f1c
    .quad   0x10e527fade682d1d
    .quad   0xb05688c2b3e6c1fd
    /* end generated */

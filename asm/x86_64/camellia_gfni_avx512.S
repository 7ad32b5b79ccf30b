/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Camellia (RFC 3713) with GFNI and AVX-512: two sets of 64 blocks in 512-bit vectors; one block by latency.
 *
 * Functions: setkey, ecb, ctr, ctr32, cbc, cfb, xts, ocb, as include/tsubaki.h declares them, by the System V ABI. rdi
 * ctx, rsi out, rdx in, rcx blocks, r8 counter, IV, tweak or OCB state (ocb_auth: rsi in, rdx blocks, rcx state).
 * Changed: rax, rcx, rdx, rsi, rdi, r8-r11, flags, all vector and mask registers; vectors are cleared on return.
 * Stack: up to 5.8 KiB, aligned by the entry itself (one or two blocks, CBC and CFB encryption: 16 bytes); what was
 * secret in it is cleared. No branch and no address depends on key or data.
 * Width: 128 blocks; then 64; what is left with masks in ZMM (33-63) or YMM (1-32). One at a time (CAMELLIA_ONE in
 * asm.h): ECB of one or two blocks, CBC and CFB encryption.
 * CPU features: AES-NI (key schedule), AVX, AVX2, BMI2, GFNI, AVX-512 F, BW, DQ, VL, VBMI, VBMI2, VPCLMULQDQ (XTS
 * only), and the operating system's ZMM and opmask state.
 *
 * The ideas
 *  - The state is byte-sliced: a register holds byte j of 64 blocks. Bytes are kept as M.(x ^ X0), the basis in which
 *    an S-box is one GF2P8AFFINEINVQB; s4 (2 of 8) takes one GF2P8AFFINEQB more. 10 instead of 16 a round.
 *  - A half keeps the subkey it last entered a round with. What a round adds is k[r-1] ^ k[r+1], which setkey spreads
 *    over places where a three-way XOR has an input left: MIX and ADD are 17 instructions, three deep, subkeys
 *    included. (A search by program found none of 16.)
 *  - FL and its inverse are 8 matrices of the subkey each; their constants are in the slots of the rounds around them.
 *    The basis (4 of 2040 are such) has the top bit of a byte as a bit of its own: a rotation by one takes it from the
 *    next byte with a select.
 *  - Decryption is encryption with slots and layers walked backwards: one core for both.
 *  - A round is a chain of 11 to 14 cycles that begins with S-boxes on one port and ends with XORs. Two sets half a
 *    round apart fill each other's gaps: set A in registers, set B, whose registers there are not, in memory.
 *  - The first level of the transposition is masked loads one byte apart.
 *  - Counter blocks are made sliced, and as two rounds leave them: within 256 blocks one byte of 16 differs, so round 1
 *    and 7 of 8 S-boxes of round 2 are the same for all.
 *  - What a mode adds before or behind the cipher comes with the whitening in one three-way XOR. OCB's offsets are a
 *    table, made once, and one offset for all of it.
 *
 * Registers in the rounds: zmm0-7, zmm10-17 the halves of set A; zmm20-27 outputs of S-boxes and their sums; zmm8, zmm9
 * on the way to s4; zmm18, zmm19 bytes 3 and 6 of set B; zmm28-31 matrices. rdi slot, rax FL layer, r9 +-32, r11
 * memory.
 *
 * Accounting, 64 blocks, vector instructions: a round 27 (10 GFNI, 17 XOR), an FL layer 40 (16, 24), in 88 (16 blends,
 * 48 shuffles, 16 GFNI, 8 XOR), out 96 (8 shifts, 16 blends, 48 shuffles, 16 GFNI, 8 XOR): 750 for 128-bit keys.
 *  Two 512-bit pipes (Intel; GFNI and shifts on one, shuffles on the other): at least 375 cycles, 0.37 cycles/byte.
 *  Four (AMD Zen 5; GFNI and shuffles on two): at least 188, 0.18. libgcrypt 1.12 takes 48 for a round.
 *  Modelled with llvm-mca 19, cycles for a round and its share of FL, ours / libgcrypt's round without FL: Sapphire
 *  Rapids 18.5 / 30.1, Ice Lake 14.9 / 24.6, Zen 4 18.8 / 28.6. It knows no Zen 5.
 * Measured on Intel Emerald Rapids (Golden Cove), 2026-11-30, cycles/byte, and times libgcrypt 1.12.4 in the same run:
 *  ECB, 16 KiB and more: 128-bit keys 0.39-0.41, 1.80-1.83; 256-bit 0.52, 1.83. 64 blocks 0.53, 1.40; 32 blocks 0.91,
 *  1.41; 16 blocks 1.80, 1.36. At times when a neighbour seemed to share the core, large buffers took 0.48-0.53,
 *  1.5-1.6: the two pipes are all that the rounds need, and the neighbour takes of them.
 *  CTR 0.36, 2.0; CBC decryption 0.41, 1.81; CFB decryption 0.42, 1.80; XTS 0.46, 2.28; OCB 0.44, 1.87 and 1.94; up to
 *  3 % more where buffers are not aligned to 64 bytes.
 *  CBC and CFB encryption 13.8 (220 cycles a block), 1.30; 256-bit 18.7, 1.28. setkey 270 cycles, 1.0; 256-bit 365,
 *  1.1.
 *  Of 401 to 416 cycles for 64 blocks in the first level cache the rounds take 260, the FL layers 45, in and out the
 *  rest.
 *
 * Sources: RFC 3713; SP 800-38A (modes); IEEE 1619 (XTS); RFC 7253 (OCB).
 */
#define CIPHER camellia
#define VARIANT gfni_avx512
#define NEED_CAMELLIA_SCHEDULE
#define NEED_CAMELLIA_ONE
#define CAMELLIA_ONE_TERNLOG
#define CAMELLIA_ONE_AT (CAMELLIA_CTX_VARIANT + 1280)
#include "asm.h"

    /* generated: immediates */
#define IMM_X0       0xc5
#define IMM_BASIS_X0 0xde
#define IMM_POST_S1  0x58
#define IMM_POST_S2  0xbc
#define IMM_POST_S3  0x75
#define IMM_PRE_S4   0x7d
    /* end generated */

/* The variant's part of the context. A slot is 8 bytes in the basis, each four times: the whitening of the half that
 * enters round 1, what the rounds add, the whitening of the half that entered the last round. Before the first and
 * behind the last slot the same whitening stands as the bytes of a block. Decryption walks the slots and FL layers
 * backwards. A layer's matrices: 4 bytes of the first ke, then 4 of the second, for each of
 * two maps. Behind them stands what the one-block path keeps. */
#define SLOTS           (CAMELLIA_CTX_VARIANT + 32)
#define SLOT            32
#define SLOT_COUNT      26
#define LAYERS          (CAMELLIA_CTX_VARIANT + 896)
#define LAYER           128
#define FL_ROL1         0
#define FL_SAME         64

/* Memory of an entry, at r11, aligned to 2048 bytes: set B must not have the first or the last line of a page, for its
 * loads wait for stores to the same lines of other pages when an unaligned result crosses a page (4 % measured). */
#define TABLES          0               /* CTR: two tables of bytes in the basis, each four times */
#define KEPT            128             /* CBC, CFB: the next chaining value; CTR: the counter; OCB: sum of blocks */
#define WRAP            192             /* CTR: bit 0: 32-bit counter */
#define TABLE_OF        200             /* the tables' numbers */
#define TABLE_AT        216             /* OCB: where in the table the multiple of 128 is */
#define ADDED_SIZE      220             /* XTS, OCB: how much of their table is made, at least a vector of it */
#define XB              512             /* set B: its halves */
#define YB              1024
#define ADDED           1536            /* XTS, OCB: what is added to each of 128 blocks */
#define BASE            3584            /* and to all of them, in each lane */
#define LAST            3648            /* OCB: the L that was used for a multiple of 128, in each lane */
#define SCRATCH         3712

RODATA
CAMELLIA_SCHEDULE_CONSTS
CAMELLIA_ONE_CONSTS
    .p2align 4
    /* generated: counters */
.Lone_x0:
    .byte 0, 0, 0, 39, 0, 0, 39, 0, 0, 0, 0, 39, 0, 0, 39, 0
.Leighth:
    .byte 15, 15, 15, 128, 15, 15, 15, 128, 128, 128, 128, 128, 128, 128, 128, 128
    /* end generated */
    .p2align 6
    /* generated: indexes */
.Lfl_left_words:
    .byte 7, 7, 7, 7, 7, 7, 7, 7, 6, 6, 6, 6, 6, 6, 6, 6
    .byte 5, 5, 5, 5, 5, 5, 5, 5, 4, 4, 4, 4, 4, 4, 4, 4
    .byte 15, 15, 15, 15, 15, 15, 15, 15, 14, 14, 14, 14, 14, 14, 14, 14
    .byte 13, 13, 13, 13, 13, 13, 13, 13, 12, 12, 12, 12, 12, 12, 12, 12
.Lfl_right_words:
    .byte 3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2
    .byte 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0
    .byte 11, 11, 11, 11, 11, 11, 11, 11, 10, 10, 10, 10, 10, 10, 10, 10
    .byte 9, 9, 9, 9, 9, 9, 9, 9, 8, 8, 8, 8, 8, 8, 8, 8
.Lreplicate:
    .byte 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3
    .byte 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7
    .byte 8, 8, 8, 8, 9, 9, 9, 9, 10, 10, 10, 10, 11, 11, 11, 11
    .byte 12, 12, 12, 12, 13, 13, 13, 13, 14, 14, 14, 14, 15, 15, 15, 15
.Lblocks_zmm:
    .byte 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60
    .byte 1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61
    .byte 2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 62
    .byte 3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51, 55, 59, 63
.Lpowers:
    .byte 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
    .byte 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0
    .byte 2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0
    .byte 3, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0
.Lblocks_ymm:
    .byte 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
    .byte 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
.Lpoly:
    .quad 0x87
.Lsixty_four:
    .quad 64
.Lx0:
    .long 0xc5c5c5c5
    /* end generated */
    /* generated: matrices */
.Lslot_keys:
    .quad 0x827c101723414314
.Lslot_bytes:
    .quad 0x8040201008040201
.Lto_basis:
    .quad 0x6b5f6d5a1e254a80
.Lfrom_basis:
    .quad 0x6b64615d482a7980
.Lpost_s1:
    .quad 0x99bb90196d87b02a
.Lpost_s2:
    .quad 0x04c7af4ac82487da
.Lpost_s3:
    .quad 0x50623308efb02d0c
.Lpre_s4:
    .quad 0xe899e77d33ac2079
.Lfl_right:
    .quad 0x4d210a7948675f80
.Lfl_rol1:
    .quad 0xb5afb62d0f922540
.Lfl_same:
    .quad 0x6b5f6d5a1e254a80
.Ltop_bit:
    .quad 0x8080808080808080
.Lbit_7:
    .quad 0x8080808080808080
    /* end generated */
    .text

/* ---------------------------------------------------------------------------------------------------------------------
 * The round. A group is eight registers whose names end in 0..7, and is called by its prefix: zmm (zmm0-7), zmm1
 * (zmm10-17), zmm2 (zmm20-27). A half of the state fills a group: byte j of every block in register j. Beside the
 * groups, registers 8, 9, 18, 19 are temporaries and 28-31 hold matrices. v is zmm or ymm, d and q its dword and qword
 * broadcasts. */

.macro XOR3 a, b, c
    vpternlogd $0x96, \a, \b, \c
.endm

.macro ROUND_MATRICES v
    vpbroadcastq .Lpost_s1(%rip), %\v\()28
    vpbroadcastq .Lpost_s2(%rip), %\v\()29
    vpbroadcastq .Lpost_s3(%rip), %\v\()30
    vpbroadcastq .Lpre_s4(%rip), %\v\()31
.endm

/* A round in three parts, each in steps: the S-boxes (SBOX), what the outputs of the P-function share (MIX), the
 * additions to the other half (ADD). The outputs z0..z7 of the S-boxes are in zmm20-27; MIX and ADD overwrite each when
 * it is used for the last time, which fixes what must come before what: a MIX or ADD behind those of its operands, ADD
 * 0 and MIX 3 before MIX 8, and an ADD behind those that still read what it overwrites (ADD_MEM). The bytes of s4 take
 * longest and go first, through registers 8 and 9. */
.macro SBOX_REG n, v, x
.if \n == 0
    vgf2p8affineqb $IMM_PRE_S4, %\v\()31, %\x\()3, %\v\()8
.elseif \n == 1
    vgf2p8affineqb $IMM_PRE_S4, %\v\()31, %\x\()6, %\v\()9
.elseif \n == 2
    vgf2p8affineinvqb $IMM_POST_S1, %\v\()28, %\v\()9, %\v\()26
.elseif \n == 3
    vgf2p8affineinvqb $IMM_POST_S3, %\v\()30, %\x\()2, %\v\()22
.elseif \n == 4
    vgf2p8affineinvqb $IMM_POST_S1, %\v\()28, %\v\()8, %\v\()23
.elseif \n == 5
    vgf2p8affineinvqb $IMM_POST_S3, %\v\()30, %\x\()5, %\v\()25
.elseif \n == 6
    vgf2p8affineinvqb $IMM_POST_S2, %\v\()29, %\x\()4, %\v\()24
.elseif \n == 7
    vgf2p8affineinvqb $IMM_POST_S2, %\v\()29, %\x\()1, %\v\()21
.elseif \n == 8
    vgf2p8affineinvqb $IMM_POST_S1, %\v\()28, %\x\()7, %\v\()27
.else
    vgf2p8affineinvqb $IMM_POST_S1, %\v\()28, %\x\()0, %\v\()20
.endif
.endm
/* The same from memory at r11; bytes 3 and 6 from zmm18, zmm19. */
.macro SBOX_MEM n, v, x
.if \n == 0
    vgf2p8affineqb $IMM_PRE_S4, %zmm31, %zmm18, %zmm8
.elseif \n == 1
    vgf2p8affineqb $IMM_PRE_S4, %zmm31, %zmm19, %zmm9
.elseif \n == 2
    vgf2p8affineinvqb $IMM_POST_S1, %zmm28, %zmm9, %zmm26
.elseif \n == 3
    vmovdqa64 \x+2*64(%r11), %zmm22
    vgf2p8affineinvqb $IMM_POST_S3, %zmm30, %zmm22, %zmm22
.elseif \n == 4
    vgf2p8affineinvqb $IMM_POST_S1, %zmm28, %zmm8, %zmm23
.elseif \n == 5
    vmovdqa64 \x+5*64(%r11), %zmm25
    vgf2p8affineinvqb $IMM_POST_S3, %zmm30, %zmm25, %zmm25
.elseif \n == 6
    vmovdqa64 \x+4*64(%r11), %zmm24
    vgf2p8affineinvqb $IMM_POST_S2, %zmm29, %zmm24, %zmm24
.elseif \n == 7
    vmovdqa64 \x+1*64(%r11), %zmm21
    vgf2p8affineinvqb $IMM_POST_S2, %zmm29, %zmm21, %zmm21
.elseif \n == 8
    vmovdqa64 \x+7*64(%r11), %zmm27
    vgf2p8affineinvqb $IMM_POST_S1, %zmm28, %zmm27, %zmm27
.else
    vmovdqa64 \x+0*64(%r11), %zmm20
    vgf2p8affineinvqb $IMM_POST_S1, %zmm28, %zmm20, %zmm20
.endif
.endm
.macro MIX n, v, d
.if \n == 0
    XOR3 0(%rdi)\d, %\v\()24, %\v\()22             /* b2 = z2 ^ z4 */
.elseif \n == 1
    XOR3 4(%rdi)\d, %\v\()25, %\v\()23             /* b3 = z3 ^ z5 */
.elseif \n == 2
    XOR3 8(%rdi)\d, %\v\()26, %\v\()24             /* b4 = z4 ^ z6 */
.elseif \n == 3
    XOR3 %\v\()20, %\v\()23, %\v\()24              /* c4 = b4 ^ z0 ^ b3 */
.elseif \n == 4
    XOR3 %\v\()21, %\v\()27, %\v\()25              /* b5 = z5 ^ z1 ^ z7 */
.elseif \n == 5
    XOR3 12(%rdi)\d, %\v\()26, %\v\()21            /* b1 = z1 ^ z6 */
.elseif \n == 6
    XOR3 16(%rdi)\d, %\v\()22, %\v\()27            /* c7 = z7 ^ b2 */
.elseif \n == 7
    XOR3 20(%rdi)\d, %\v\()25, %\v\()20            /* c0 = z0 ^ b5 */
.else
    XOR3 24(%rdi)\d, %\v\()22, %\v\()23            /* c3 = b3 ^ b2 */
.endif
.endm
.macro ADD_REG n, v, y, d={1to16}
.if \n == 0
    XOR3 %\v\()27, %\v\()23, %\y\()6              /* c7 ^ b3 */
.elseif \n == 1
    XOR3 %\v\()23, %\v\()21, %\y\()3              /* c3 ^ b1 */
.elseif \n == 2
    XOR3 %\v\()27, %\v\()21, %\y\()5              /* c7 ^ b1 */
.elseif \n == 3
    XOR3 %\v\()24, %\v\()27, %\y\()0              /* c4 ^ c7 */
.elseif \n == 4
    XOR3 %\v\()20, %\v\()22, %\y\()2              /* c0 ^ b2 */
.elseif \n == 5
    XOR3 %\v\()20, %\v\()26, %\y\()4              /* c0 ^ z6 */
.elseif \n == 6
    XOR3 %\v\()24, %\v\()25, %\y\()1              /* c4 ^ b5 */
.else
    XOR3 28(%rdi)\d, %\v\()24, %\y\()7            /* c4 */
.endif
.endm
/* The same to memory at r11; bytes 3 and 6 are left in zmm18, zmm19 as well. */
.macro ADD_MEM n, v, y
.if \n == 0
    vmovdqa64 \y+6*64(%r11), %zmm19
    XOR3 %zmm27, %zmm23, %zmm19
    vmovdqa64 %zmm19, \y+6*64(%r11)
.elseif \n == 1
    vmovdqa64 \y+3*64(%r11), %zmm18
    XOR3 %zmm23, %zmm21, %zmm18
    vmovdqa64 %zmm18, \y+3*64(%r11)
.elseif \n == 2
    XOR3 \y+5*64(%r11), %zmm27, %zmm21
    vmovdqa64 %zmm21, \y+5*64(%r11)
.elseif \n == 3
    XOR3 \y+0*64(%r11), %zmm24, %zmm27
    vmovdqa64 %zmm27, \y+0*64(%r11)
.elseif \n == 4
    XOR3 \y+2*64(%r11), %zmm20, %zmm22
    vmovdqa64 %zmm22, \y+2*64(%r11)
.elseif \n == 5
    XOR3 \y+4*64(%r11), %zmm20, %zmm26
    vmovdqa64 %zmm26, \y+4*64(%r11)
.elseif \n == 6
    XOR3 \y+1*64(%r11), %zmm24, %zmm25
    vmovdqa64 %zmm25, \y+1*64(%r11)
.else
    vmovdqa64 \y+7*64(%r11), %zmm9
    XOR3 28(%rdi){1to16}, %zmm24, %zmm9
    vmovdqa64 %zmm9, \y+7*64(%r11)
.endif
.endm
.macro NOTHING n, v, x
.endm
/* A round of two sets, B half a round behind A, in two halves. A goes from x to y; its first S-boxes were done before,
 * and half B does those of the next round (sbox: SBOX_REG, or NOTHING behind the last). B, from xb to yb, is done
 * within. The order is the best of some hundred thousand that were measured on Golden Cove. */
.macro FIRST x
    .irp n, 1, 0, 7, 8, 5, 4, 2, 6, 3
    SBOX_REG \n, zmm, \x
    .endr
.endm
.macro HALF_A x, y, xb, yb
    SBOX_REG 9, zmm, \x
    MIX 0, zmm, {1to16}
    SBOX_MEM 0, zmm, \xb
    SBOX_MEM 1, zmm, \xb
    MIX 2, zmm, {1to16}
    MIX 1, zmm, {1to16}
    MIX 3, zmm, {1to16}
    MIX 4, zmm, {1to16}
    MIX 5, zmm, {1to16}
    MIX 7, zmm, {1to16}
    ADD_REG 6, zmm, \y
    ADD_REG 5, zmm, \y
    MIX 6, zmm, {1to16}
    SBOX_MEM 2, zmm, \xb
    ADD_REG 7, zmm, \y
    SBOX_MEM 5, zmm, \xb
    ADD_REG 3, zmm, \y
    SBOX_MEM 6, zmm, \xb
    ADD_REG 0, zmm, \y
    MIX 8, zmm, {1to16}
    ADD_REG 4, zmm, \y
    SBOX_MEM 3, zmm, \xb
    ADD_REG 1, zmm, \y
    SBOX_MEM 4, zmm, \xb
    ADD_REG 2, zmm, \y
    SBOX_MEM 7, zmm, \xb
    MIX 0, zmm, {1to16}
    SBOX_MEM 8, zmm, \xb
    MIX 1, zmm, {1to16}
    MIX 2, zmm, {1to16}
    SBOX_MEM 9, zmm, \xb
.endm
.macro HALF_B sbox, next, xb, yb
    MIX 4, zmm, {1to16}
    MIX 6, zmm, {1to16}
    \sbox 1, zmm, \next
    \sbox 0, zmm, \next
    MIX 3, zmm, {1to16}
    MIX 7, zmm, {1to16}
    ADD_MEM 0, zmm, \yb
    ADD_MEM 6, zmm, \yb
    MIX 8, zmm, {1to16}
    MIX 5, zmm, {1to16}
    ADD_MEM 1, zmm, \yb
    ADD_MEM 2, zmm, \yb
    ADD_MEM 3, zmm, \yb
    \sbox 7, zmm, \next
    ADD_MEM 5, zmm, \yb
    \sbox 8, zmm, \next
    \sbox 5, zmm, \next
    \sbox 4, zmm, \next
    \sbox 2, zmm, \next
    ADD_MEM 7, zmm, \yb
    \sbox 6, zmm, \next
    ADD_MEM 4, zmm, \yb
    \sbox 3, zmm, \next
.endm
/* A round of a set that has nothing to run beside. */
.macro ROUND v, d, x, y
    add %r9, %rdi
    .irp n, 0, 1, 3, 6, 5, 7, 8, 4, 2, 9
    SBOX_REG \n, \v, \x
    .endr
    .irp n, 0, 1, 4, 6
    MIX \n, \v, \d
    .endr
    ADD_REG 0, \v, \y
    .irp n, 2, 3, 8, 5, 7
    MIX \n, \v, \d
    .endr
    .irp n, 1, 2, 3, 4, 5, 6, 7
    ADD_REG \n, \v, \y, \d
    .endr
.endm
.macro STORE_GROUP x, at
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7
    vmovdqa64 %\x\r, \at + 64 * \r(%r11)
    .endr
.endm
.macro LOAD_GROUP x, at
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7
    vmovdqa64 \at + 64 * \r(%r11), %\x\r
    .endr
.endm

/* ---------------------------------------------------------------------------------------------------------------------
 * FL: SHIFTS is right ^= (left & k_left) <<< 1, KEEPS is left ^= right | k_right, without their constants. FL is
 * SHIFTS, KEEPS; its inverse KEEPS, SHIFTS. In this basis bit 7 is a bit of its own: SHIFTS takes it from the next byte
 * and rotates bytes. fl is the memory operand of the layer, without offset; t, u temporaries beside 8, 9. */
.macro FL_SHIFT v, q, x, fl, left, next, right, t
    vpbroadcastq .Ltop_bit(%rip), %\v\t
    vpternlogd $0xca, %\x\left, %\x\next, %\v\t
    vgf2p8affineqb $0, FL_ROL1 + 8 * \left\fl\q, %\v\t, %\v\t
    vpxord %\v\t, %\x\right, %\x\right
.endm
.macro FL_SHIFTS v, q, x, fl, t, u
    FL_SHIFT \v, \q, \x, "\fl", 0, 1, 4, 8
    FL_SHIFT \v, \q, \x, "\fl", 1, 2, 5, 9
    FL_SHIFT \v, \q, \x, "\fl", 2, 3, 6, \t
    FL_SHIFT \v, \q, \x, "\fl", 3, 0, 7, \u
.endm
.macro FL_KEEP v, q, x, fl, left, right, t
    vgf2p8affineqb $0, FL_SAME + 8 * \left\fl\q, %\x\right, %\v\t
    vpxord %\v\t, %\x\left, %\x\left
.endm
.macro FL_KEEPS v, q, x, fl, t, u
    FL_KEEP \v, \q, \x, "\fl", 0, 4, 8
    FL_KEEP \v, \q, \x, "\fl", 1, 5, 9
    FL_KEEP \v, \q, \x, "\fl", 2, 6, \t
    FL_KEEP \v, \q, \x, "\fl", 3, 7, \u
.endm
/* The same of a half in memory at r11 + x. */
.macro FL_SHIFT_MEM x, fl, left, next, right, t, u
    vmovdqa64 \x+64*\next(%r11), %zmm\u
    vpbroadcastq .Ltop_bit(%rip), %zmm\t
    vpternlogd $0xca, \x+64*\left(%r11), %zmm\u, %zmm\t
    vgf2p8affineqb $0, FL_ROL1 + 8 * \left\fl{1to8}, %zmm\t, %zmm\t
    vpxord \x+64*\right(%r11), %zmm\t, %zmm\t
    vmovdqa64 %zmm\t, \x+64*\right(%r11)
.endm
.macro FL_KEEP_LEFT x, fl, left, right, t
    vgf2p8affineqb $0, FL_SAME + 8 * \left\fl{1to8}, %zmm\right, %zmm\t
    vpxord \x+64*\left(%r11), %zmm\t, %zmm\t
    vmovdqa64 %zmm\t, \x+64*\left(%r11)
.endm
.macro FL_KEEP_MEM x, fl, left, right, t
    vmovdqa64 \x+64*\right(%r11), %zmm\t
    FL_KEEP_LEFT \x, "\fl", \left, \t, \t
.endm
/* FL of a half in memory, bytes 3 and 6 left in zmm18, zmm19 as well. */
.macro FL_MEM x, fl
    FL_SHIFT_MEM \x, "\fl", 0, 1, 4, 8, 20
    FL_SHIFT_MEM \x, "\fl", 1, 2, 5, 9, 20
    FL_SHIFT_MEM \x, "\fl", 2, 3, 6, 19, 20
    FL_SHIFT_MEM \x, "\fl", 3, 0, 7, 18, 20
    FL_KEEP_LEFT \x, "\fl", 2, 19, 20
    FL_KEEP_LEFT \x, "\fl", 3, 18, 18
    FL_KEEP_LEFT \x, "\fl", 0, 8, 8
    FL_KEEP_LEFT \x, "\fl", 1, 9, 9
.endm
/* The layer's two parts are at rax and rax + r9; to the next layer. */
.macro NEXT_LAYER
    lea (%rax, %r9, 4), %rax
.endm

/* ---------------------------------------------------------------------------------------------------------------------
 * From blocks to bytes and back: 16 x 16 bytes in each lane are transposed in four levels. A level interleaves the
 * elements of registers p0-p3 with those of p4-p7 into q0-q7. */
.macro LEVEL unit, v, p0, p1, p2, p3, p4, p5, p6, p7, q0, q1, q2, q3, q4, q5, q6, q7
    vpunpckl\unit %\v\p4, %\v\p0, %\v\q0
    vpunpckh\unit %\v\p4, %\v\p0, %\v\q1
    vpunpckl\unit %\v\p5, %\v\p1, %\v\q2
    vpunpckh\unit %\v\p5, %\v\p1, %\v\q3
    vpunpckl\unit %\v\p6, %\v\p2, %\v\q4
    vpunpckh\unit %\v\p6, %\v\p2, %\v\q5
    vpunpckl\unit %\v\p7, %\v\p3, %\v\q6
    vpunpckh\unit %\v\p7, %\v\p3, %\v\q7
.endm

.macro TO_BASIS v, matrix, registers:vararg
    .irp r, \registers
    vgf2p8affineqb $IMM_BASIS_X0, %\v\matrix, %\v\r, %\v\r
    .endr
.endm
/* Vectors of blocks in groups 0, 1 to bytes 0-7 in group 0, 8-15 in group 1, in the basis. */
.macro SLICE v
    .rept 2
    LEVEL bw, \v, 0, 1, 2, 3, 10, 11, 12, 13,  20, 21, 22, 23, 24, 25, 26, 27
    LEVEL bw, \v, 4, 5, 6, 7, 14, 15, 16, 17,  8, 9, 18, 19, 28, 29, 30, 31
    LEVEL bw, \v, 20, 21, 22, 23, 8, 9, 18, 19,  0, 1, 2, 3, 4, 5, 6, 7
    LEVEL bw, \v, 24, 25, 26, 27, 28, 29, 30, 31,  10, 11, 12, 13, 14, 15, 16, 17
    .endr
    vpbroadcastq .Lto_basis(%rip), %\v\()31
    TO_BASIS \v, 31, 0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17
.endm

/* The same of 64 blocks in memory. The first level is in the loads: the odd bytes of one register come from memory one
 * byte further down, the even bytes of another from one byte further up. first: the first vector is in zmm9. */
.macro LOAD_HALF at, first, shift, mask, r0, r1, r2, r3, r4, r5, r6, r7
    .irp r, 0, 4, 1, 5, 2, 6, 3, 7
.if \shift < 0
.if \r == 0 && \first
    vmovdqa64 %zmm9, %zmm20
.else
    vmovdqu64 \at + 64 * \r(%rdx), %zmm2\r
.endif
    vmovdqu8 \at + 64 * \r + 512 + \shift(%rdx), %zmm2\r{%\mask}
.else
    vmovdqu64 \at + 64 * \r + 512(%rdx), %zmm2\r
.if \r == 0 && \first
    vpsrlw $8, %zmm9, %zmm9
    vmovdqu8 %zmm9, %zmm20{%\mask}
.else
    vmovdqu8 \at + 64 * \r + \shift(%rdx), %zmm2\r{%\mask}
.endif
.endif
    .endr
    LEVEL bw, zmm, 20, 21, 22, 23, 24, 25, 26, 27,  \r0, \r1, \r2, \r3, \r4, \r5, \r6, \r7
    LEVEL bw, zmm, \r0, \r1, \r2, \r3, \r4, \r5, \r6, \r7,  20, 21, 22, 23, 24, 25, 26, 27
    LEVEL bw, zmm, 20, 21, 22, 23, 24, 25, 26, 27,  \r0, \r1, \r2, \r3, \r4, \r5, \r6, \r7
    TO_BASIS zmm, 8, \r0, \r1, \r2, \r3, \r4, \r5, \r6, \r7
.endm
.macro LOAD_SLICED at, first=0
    mov $0x5555555555555555, %rax
    kmovq %rax, %k2
    knotq %k2, %k1
    vpbroadcastq .Lto_basis(%rip), %zmm8
    LOAD_HALF "(\at)", "(\first)", -1, k1, 0, 2, 4, 6, 10, 12, 14, 16
    LOAD_HALF "(\at)", "(\first)", 1, k2, 1, 3, 5, 7, 11, 13, 15, 17
.endm

/* Bytes 0-7 in group 1, 8-15 in group 0, as the last round leaves them, to vectors of blocks, in the registers that
 * VECTORS names. The first level exchanges bytes by a double shift and blends: one instruction more a pair than
 * unpacking, but they leave port 5 of Intel's cores to the other levels. */
.macro EXCHANGE_BYTES v, a, b, odd
    vpshldw $8, %\v\a, %\v\b, %\v\odd
    vmovdqu8 %\v\odd, %\v\a{%k1}
    vmovdqu8 %\v\b, %\v\odd{%k1}
.endm
.macro MAP_BACK v, registers:vararg
    .irp r, \registers
    vgf2p8affineqb $IMM_X0, %\v\()31, %\v\r, %\v\r
    .endr
.endm
.macro UNSLICE v
    mov $0xaaaaaaaaaaaaaaaa, %rax
    kmovq %rax, %k1
    EXCHANGE_BYTES \v, 10, 11, 20
    EXCHANGE_BYTES \v, 0, 1, 24
    EXCHANGE_BYTES \v, 12, 13, 21
    EXCHANGE_BYTES \v, 2, 3, 25
    EXCHANGE_BYTES \v, 14, 15, 22
    EXCHANGE_BYTES \v, 4, 5, 26
    EXCHANGE_BYTES \v, 16, 17, 23
    EXCHANGE_BYTES \v, 6, 7, 27
    vpbroadcastq .Lfrom_basis(%rip), %\v\()31
    LEVEL wd, \v, 10, 12, 14, 16, 0, 2, 4, 6,  11, 13, 15, 17, 1, 3, 5, 7
    LEVEL wd, \v, 11, 13, 15, 17, 1, 3, 5, 7,  10, 12, 14, 16, 0, 2, 4, 6
    LEVEL wd, \v, 10, 12, 14, 16, 0, 2, 4, 6,  11, 13, 15, 17, 1, 3, 5, 7
    MAP_BACK \v, 11, 13, 15, 17, 1, 3, 5, 7
    LEVEL wd, \v, 20, 21, 22, 23, 24, 25, 26, 27,  8, 9, 18, 19, 28, 29, 30, 10
    LEVEL wd, \v, 8, 9, 18, 19, 28, 29, 30, 10,  20, 21, 22, 23, 24, 25, 26, 27
    LEVEL wd, \v, 20, 21, 22, 23, 24, 25, 26, 27,  8, 9, 18, 19, 28, 29, 30, 10
    MAP_BACK \v, 8, 9, 18, 19, 28, 29, 30, 10
.endm
/* op n, register, arguments for the sixteen vectors in order. */
.macro VECTORS op, args:vararg
    \op 0, 11, \args
    \op 1, 8, \args
    \op 2, 13, \args
    \op 3, 9, \args
    \op 4, 15, \args
    \op 5, 18, \args
    \op 6, 17, \args
    \op 7, 19, \args
    \op 8, 1, \args
    \op 9, 28, \args
    \op 10, 3, \args
    \op 11, 29, \args
    \op 12, 5, \args
    \op 13, 30, \args
    \op 14, 7, \args
    \op 15, 10, \args
.endm
.macro STORE n, r, at
    vmovdqu64 %zmm\r, \at + 64 * \n(%rsi)
.endm
/* What a mode adds comes with the whitening, which .Lunslice_* leaves in register 31. */
.macro XOR_IN n, r, at
    XOR3 \at+64*\n(%rdx), %zmm31, %zmm\r
.endm

/* Fewer blocks than 16 vectors hold: rbx blocks. Masks of qwords, of vectors 0-7 in rcx, then 8-15 in rdi (zmm), or of
 * all in rcx (ymm). */
.macro BLOCK_MASKS
    lea (%ebx, %ebx), %eax
    mov $-1, %rdi
    bzhi %rax, %rdi, %rcx
    sub $64, %eax
    jae .Lmasks\@
    xor %eax, %eax
.Lmasks\@:
    bzhi %rax, %rdi, %rdi
.endm
/* k1 for vector n; vectors come in order. */
.macro NEXT_MASK n, size
.if \size == 64 && \n >= 8
    kmovd %edi, %k1
    shr $8, %rdi
.else
    kmovd %ecx, %k1
    shr $\size / 8, %rcx
.endif
.endm
.macro LOAD_MASKED n, r, v, size
    NEXT_MASK \n, \size
    vmovdqu64 \size * (\n)(%rdx), %\v\r{%k1}{z}
.endm
.macro STORE_MASKED n, r, v, size
    NEXT_MASK \n, \size
    vmovdqu64 %\v\r, \size * \n(%rsi){%k1}
.endm
.macro XOR_IN_MASKED n, r, v, size
    NEXT_MASK \n, \size
    vpternlogq $0x96, \size * \n(%rdx), %\v\()31, %\v\r{%k1}{z}
.endm

/* The half that enters the first round, or that entered the last one. */
.macro WHITEN d, x
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7
    vpxord 4 * \r(%rdi)\d, %\x\r, %\x\r
    .endr
.endm

/* ---------------------------------------------------------------------------------------------------------------------
 * Whole passes, both directions. r8: first slot; r9: 32 forwards, -32 backwards; r10: first FL layer; r12d: groups of
 * six rounds. rax, rcx, rdi walk. */

/* One set: sliced in groups 0, 1, whitened -> sliced, not whitened, rdi at the last slot. rdi: the slot
 * before the next round: the first one, or the one behind two rounds. */
.macro PASS name, v, d, q
LOCAL_FUNC \name
    ROUND_MATRICES \v
    mov %r10, %rax
    mov %r12d, %ecx
    cmp %r8, %rdi
    jne 3f
1:
    ROUND \v, \d, \v, \v\()1
    ROUND \v, \d, \v\()1, \v
3:
    .rept 2
    ROUND \v, \d, \v, \v\()1
    ROUND \v, \d, \v\()1, \v
    .endr
    dec %ecx
    jz 2f
    FL_SHIFTS \v, \q, \v, "(%rax)", 18, 19
    FL_KEEPS \v, \q, \v\()1, "(%rax, %r9)", 18, 19
    FL_KEEPS \v, \q, \v, "(%rax)", 18, 19
    FL_SHIFTS \v, \q, \v\()1, "(%rax, %r9)", 18, 19
    NEXT_LAYER
    jmp 1b
2:
    add %r9, %rdi
    ret
ENDFUNC \name
.endm
PASS .Lpass_ymm, ymm, {1to8}, {1to4}
PASS .Lpass_zmm, zmm, {1to16}, {1to8}

/* What follows a pass. A mode that adds something to the result adds the whitening with it, from register 31: bytes of
 * a block, behind the last slot. */
.macro UNSLICED white, name, v, d
LOCAL_FUNC \white
    WHITEN \d, \v\()1
\name:
    UNSLICE \v
    vbroadcasti32x4 (%rdi, %r9), %\v\()31
    ret
ENDFUNC \white
.endm
UNSLICED .Lwhiten_ymm, .Lunslice_ymm, ymm, {1to8}
UNSLICED .Lwhiten_zmm, .Lunslice_zmm, zmm, {1to16}

/* Two rounds of two sets, until B's last half. */
.macro TWO_ROUNDS
    add %r9, %rdi
    HALF_A zmm, zmm1, XB, YB
    HALF_B SBOX_REG, zmm1, XB, YB
    add %r9, %rdi
    HALF_A zmm1, zmm, YB, XB
.endm
/* The same for two sets: A in groups 0, 1, B in memory at XB, YB. */
LOCAL_FUNC .Lpass_wide
    ROUND_MATRICES zmm
    mov %r10, %rax
    mov %r12d, %ecx
    vmovdqa64 XB+3*64(%r11), %zmm18
    vmovdqa64 XB+6*64(%r11), %zmm19
    FIRST zmm
    cmp %r8, %rdi
    jne 3f
1:
    TWO_ROUNDS
    HALF_B SBOX_REG, zmm, YB, XB
3:
    TWO_ROUNDS
    HALF_B SBOX_REG, zmm, YB, XB
    TWO_ROUNDS
    dec %ecx
    jz 2f
    FL_SHIFT zmm, {1to8}, zmm, "(%rax)", 0, 1, 4, 8
    FL_KEEP_MEM YB, "(%rax, %r9)", 0, 4, 18
    FL_KEEP zmm, {1to8}, zmm1, "(%rax, %r9)", 0, 4, 19
    FL_SHIFT zmm, {1to8}, zmm, "(%rax)", 1, 2, 5, 8
    FL_KEEP_MEM YB, "(%rax, %r9)", 1, 5, 18
    FL_KEEP zmm, {1to8}, zmm1, "(%rax, %r9)", 1, 5, 19
    FL_SHIFT zmm, {1to8}, zmm, "(%rax)", 2, 3, 6, 8
    FL_KEEP_MEM YB, "(%rax, %r9)", 2, 6, 18
    FL_KEEP zmm, {1to8}, zmm1, "(%rax, %r9)", 2, 6, 19
    FL_SHIFT zmm, {1to8}, zmm, "(%rax)", 3, 0, 7, 8
    FL_KEEP_MEM YB, "(%rax, %r9)", 3, 7, 18
    FL_KEEP zmm, {1to8}, zmm1, "(%rax, %r9)", 3, 7, 19
    FL_KEEP zmm, {1to8}, zmm, "(%rax)", 0, 4, 18
    FL_SHIFT_MEM YB, "(%rax, %r9)", 0, 1, 4, 8, 9
    FL_SHIFT zmm, {1to8}, zmm1, "(%rax, %r9)", 0, 1, 4, 18
    FL_KEEP zmm, {1to8}, zmm, "(%rax)", 1, 5, 18
    FL_SHIFT_MEM YB, "(%rax, %r9)", 1, 2, 5, 8, 9
    FL_SHIFT zmm, {1to8}, zmm1, "(%rax, %r9)", 1, 2, 5, 18
    FL_KEEP zmm, {1to8}, zmm, "(%rax)", 2, 6, 18
    FL_SHIFT_MEM YB, "(%rax, %r9)", 2, 3, 6, 8, 9
    FL_SHIFT zmm, {1to8}, zmm1, "(%rax, %r9)", 2, 3, 6, 18
    FL_KEEP zmm, {1to8}, zmm, "(%rax)", 3, 7, 18
    FL_SHIFT_MEM YB, "(%rax, %r9)", 3, 0, 7, 8, 9
    FL_SHIFT zmm, {1to8}, zmm1, "(%rax, %r9)", 3, 0, 7, 18
    HALF_B SBOX_REG, zmm, YB, XB
    FL_MEM XB, "(%rax)"
    NEXT_LAYER
    jmp 1b
2:
    HALF_B NOTHING, none, YB, XB
    add %r9, %rdi
    ret
ENDFUNC .Lpass_wide

/* ---------------------------------------------------------------------------------------------------------------------
 * Entries. */
.macro PUSH_BELOW_RBP reg, n
    push \reg
    .cfi_rel_offset \reg, -8 * \n
.endm
.macro ENTER
    PUSH_CFI %rbp
    mov %rsp, %rbp
    .cfi_def_cfa_register %rbp
    PUSH_BELOW_RBP %rbx, 1
    PUSH_BELOW_RBP %r12, 2
    PUSH_BELOW_RBP %r13, 3
    PUSH_BELOW_RBP %r14, 4
    PUSH_BELOW_RBP %r15, 5
    sub $SCRATCH, %rsp
    and $-2048, %rsp
    mov %rsp, %r11
    mov %rcx, %rbx
    mov %r8, %r15
    mov $SLOT, %r9d
    xor %r12d, %r12d
    cmpl $129, CAMELLIA_CTX_KEY_BITS(%rdi)
    sbb $-4, %r12d
    lea LAYERS(%rdi), %r10
    lea SLOTS(%rdi), %r8
.endm
/* From the forward to the backward walk. */
.macro BACKWARDS
    imul $6 * SLOT, %r12d, %eax
    lea SLOT(%r8, %rax), %r8
    imul $LAYER, %r12d, %eax
    lea SLOT - 2 * LAYER(%r10, %rax), %r10
    neg %r9
.endm
.macro WIPE
    vzeroall
    .irp r, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    vpxord %xmm\r, %xmm\r, %xmm\r
    .endr
.endm
.macro LEAVE
    WIPE
    lea -40(%rbp), %rsp
    pop %r15
    pop %r14
    pop %r13
    pop %r12
    pop %rbx
    pop %rbp
    .cfi_def_cfa %rsp, 8
    .cfi_restore %rbp
    .cfi_restore %rbx
    .cfi_restore %r12
    .cfi_restore %r13
    .cfi_restore %r14
    .cfi_restore %r15
.endm
.macro ADVANCE blocks
    add $16 * \blocks, %rdx
    add $16 * \blocks, %rsi
    add $-\blocks, %rbx
.endm

/* What comes before a pass: vectors of blocks in groups 0, 1 sliced (and whitened). */
.macro SLICED white, name, v, d
LOCAL_FUNC \white
    SLICE \v
    mov %r8, %rdi
    WHITEN \d, \v
    ret
ENDFUNC \white
LOCAL_FUNC \name
    SLICE \v
    mov %r8, %rdi
    ret
ENDFUNC \name
.endm
SLICED .Lslice_whiten_ymm, .Lslice_ymm, ymm, {1to8}
SLICED .Lslice_whiten_zmm, .Lslice_zmm, zmm, {1to16}
.macro LOAD_WHITENED at, first=0
    LOAD_SLICED \at, "\first"
    mov %r8, %rdi
    WHITEN {1to16}, zmm
.endm

/* A mode's loop over rbx blocks. Mode M is made of the macros
 *   M_BEGIN n              before n blocks, n up to 128
 *   M_LOAD at              64 blocks at rdx + at to a set in groups 0, 1; rdi: slot at which its rounds begin
 *   M_OUT at               from such a set behind its rounds, and rdi, to rsi + at
 *   M_LOAD_MASKED v, size, M_OUT_MASKED v, size     the same for rbx blocks, fewer than 16 vectors of that size hold
 *   M_NEXT n               behind n blocks, 64 or 128, before rdx and rsi advance.
 * Of 128 blocks the first 64 are loaded first and stored last, so that the others are there before they are changed
 * in place. */
.macro SKELETON m
    cmp $128, %rbx
    jb .L\m\()_2\@
.L\m\()_1\@:
    \m\()_BEGIN $128
    \m\()_LOAD 0
    STORE_GROUP zmm, XB
    STORE_GROUP zmm1, YB
    \m\()_LOAD 1024
    call .Lpass_wide
    \m\()_OUT 1024
    LOAD_GROUP zmm, XB
    LOAD_GROUP zmm1, YB
    \m\()_OUT 0
    \m\()_NEXT 128
    ADVANCE 128
    cmp $128, %rbx
    jae .L\m\()_1\@
    vpxor %xmm0, %xmm0, %xmm0
    .irp at, XB, YB
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7
    vmovdqa64 %zmm0, \at + 64 * \r(%r11)
    .endr
    .endr
.L\m\()_2\@:
    cmp $64, %rbx
    jb .L\m\()_3\@
    \m\()_BEGIN $64
    \m\()_LOAD 0
    call .Lpass_zmm
    \m\()_OUT 0
    \m\()_NEXT 64
    ADVANCE 64
.L\m\()_3\@:
    test %ebx, %ebx
    jz .L\m\()_5\@
    \m\()_BEGIN %ebx
    cmp $32, %ebx
    jbe .L\m\()_4\@
    \m\()_LOAD_MASKED zmm, 64
    call .Lpass_zmm
    \m\()_OUT_MASKED zmm, 64
    jmp .L\m\()_5\@
.L\m\()_4\@:
    \m\()_LOAD_MASKED ymm, 32
    call .Lpass_ymm
    \m\()_OUT_MASKED ymm, 32
.L\m\()_5\@:
.endm
/* op vector, register, arguments for the sixteen vectors in groups 0, 1. */
.macro GROUPS op, args:vararg
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7
    \op \r, \r, \args
    .endr
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7
    \op (8+\r), 1\r, \args
    .endr
.endm
/* The first step with masks: a vector of what there is. */
.macro MASKED op, what, v, size
    BLOCK_MASKS
    \op \what, \v, \size
.endm
.macro STORE_RESULT at
    VECTORS STORE, \at
.endm
.macro STORE_RESULT_MASKED v, size
    MASKED VECTORS, STORE_MASKED, \v, \size
.endm

/* Up to so many blocks are faster one at a time. */
#define ONE_BLOCKS 2
LOCAL_FUNC .Lone
.Lone_dec:
    CAMELLIA_ONE_WALK dec
    jmp 1f
.Lone_enc:
    CAMELLIA_ONE_WALK enc
1:
    test %rcx, %rcx
    jz 3f
    PUSH_CFI %rbx
    mov %rcx, %rbx
    CAMELLIA_ONE_READY
2:
    CAMELLIA_ONE_LOAD
    CAMELLIA_ONE_ROUNDS
    CAMELLIA_ONE_STORE
    add $16, %rdx
    add $16, %rsi
    dec %rbx
    jnz 2b
    POP_CFI %rbx
3:
    vzeroall
    ret
ENDFUNC .Lone

FUNC SYM(cbc_enc)
    CAMELLIA_ONE_CHAIN 1
    vzeroall
    ret
ENDFUNC SYM(cbc_enc)

FUNC SYM(cfb_enc)
    CAMELLIA_ONE_CHAIN 0
    vzeroall
    ret
ENDFUNC SYM(cfb_enc)

.macro ECB_BEGIN n
.endm
.macro ECB_LOAD at
    LOAD_WHITENED \at
.endm
.macro ECB_OUT at
    call .Lwhiten_zmm
    STORE_RESULT \at
.endm
.macro ECB_LOAD_MASKED v, size
    MASKED GROUPS, LOAD_MASKED, \v, \size
    call .Lslice_whiten_\v
.endm
.macro ECB_OUT_MASKED v, size
    call .Lwhiten_\v
    STORE_RESULT_MASKED \v, \size
.endm
.macro ECB_NEXT n
.endm
FUNC SYM(ecb_dec)
    cmp $ONE_BLOCKS, %rcx
    jbe .Lone_dec
    ENTER
    BACKWARDS
    jmp .Lecb
ENDFUNC SYM(ecb_dec)

FUNC SYM(ecb_enc)
    cmp $ONE_BLOCKS, %rcx
    jbe .Lone_enc
    ENTER
.Lecb:
    SKELETON ECB
    LEAVE
    ret
ENDFUNC SYM(ecb_enc)

/* ---------------------------------------------------------------------------------------------------------------------
 * Counter modes. The counter block as a number is in r14, r13. Of a pass' blocks only the last byte differs, and behind
 * its wrap one carry: they are made sliced, and as the first two rounds leave them. The first round adds the same to
 * all of them; in the second one seven S-boxes give the same for all. A table has what is the same for 256 blocks. Bit
 * 0 of WRAP says that the counter has 32 bits only. */

/* r14, r13 += eax. Changes rax. */
.macro COUNT
    testb $1, WRAP(%r11)
    jnz .Lcount32\@
    add %rax, %r13
    adc $0, %r14
    jmp .Lcounted\@
.Lcount32\@:
    add %r13d, %eax
    shr $32, %r13
    shl $32, %r13
    or %rax, %r13
.Lcounted\@:
.endm
.macro COUNT_64
    mov $64, %eax
    COUNT
.endm
/* rax: the table of the 256 blocks that the counter is in, from TABLES(%r11) on; made if need be. There are two, for
 * even and odd numbers of 256 blocks; TABLE_OF: whose they are. Changes rcx, rdi, zmm0-14. */
LOCAL_FUNC .Ltable
    mov %r13, %rcx
    shr $8, %rcx
    mov %ecx, %eax
    and $1, %eax
    cmp %rcx, TABLE_OF(%r11, %rax, 8)
    je 1f
    mov %rcx, TABLE_OF(%r11, %rax, 8)
    shl $8, %rcx
    CAMELLIA_ONE_READY
    vpbroadcastq %r14, %xmm0
    vpbroadcastq %rcx, %xmm1
    CAMELLIA_ONE_MAP CAMELLIA_ONE_TO, %xmm0
    CAMELLIA_ONE_MAP CAMELLIA_ONE_TO, %xmm1
    lea CAMELLIA_ONE_AT - SLOTS(%r8), %rdi
    mov $8, %r9d
    vpxor (%rdi), %xmm0, %xmm0
    CAMELLIA_ONE_ROUND %xmm0, %xmm1
    CAMELLIA_ONE_ROUND %xmm1, %xmm0
    mov $SLOT, %r9d
    CAMELLIA_ONE_JOIN
    /* To the basis here; without the eighth S-box's output, which is another for each block. */
    vpxor .Lone_x0(%rip), %xmm2, %xmm2
    vgf2p8affineqb $0, .Lto_basis(%rip){1to2}, %xmm2, %xmm2
    vgf2p8affineinvqb $IMM_POST_S1, .Lpost_s1(%rip){1to2}, %xmm2, %xmm3
    vpshufb .Leighth(%rip), %xmm3, %xmm3
    vpxor %xmm3, %xmm2, %xmm2
    vmovdqa64 .Lreplicate(%rip), %zmm3
    vpermb %zmm2, %zmm3, %zmm2
    shl $6, %eax
    vmovdqa64 %zmm2, TABLES(%r11, %rax)
    ret
1:
    shl $6, %eax
    ret
ENDFUNC .Ltable
/* The same for the next 256 blocks. */
LOCAL_FUNC .Lnext_table
    mov %r14, KEPT(%r11)
    mov %r13, KEPT + 8(%r11)
    mov $256, %eax
    COUNT
    call .Ltable
    mov KEPT(%r11), %r14
    mov KEPT + 8(%r11), %r13
    ret
ENDFUNC .Lnext_table

.macro COUNTERS name, v, q, blocks
LOCAL_FUNC \name
    cmp $256 - \blocks, %r13b
    jbe 1f
    call .Lnext_table
1:
    call .Ltable
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7
    vpbroadcastd TABLES + 4 * \r(%r11, %rax), %\v\r
    vpbroadcastd TABLES + 32 + 4 * \r(%r11, %rax), %\v\()1\r
    .endr
    vpbroadcastb %r13d, %\v\()18
    vpaddb .Lblocks_\v(%rip), %\v\()18, %\v\()19
    cmp $256 - \blocks, %r13b
    jbe 2f
    xor $64, %eax
    vpcmpub $1, %\v\()18, %\v\()19, %k1
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7
    vpbroadcastd TABLES + 4 * \r(%r11, %rax), %\v\()18
    vmovdqu8 %\v\()18, %\v\r{%k1}
    vpbroadcastd TABLES + 32 + 4 * \r(%r11, %rax), %\v\()18
    vmovdqu8 %\v\()18, %\v\()1\r{%k1}
    .endr
2:
    vgf2p8affineqb $0, .Lto_basis(%rip)\q, %\v\()19, %\v\()19
    vpxorq %\v\()19, %\v\()17, %\v\()17
    vgf2p8affineinvqb $IMM_POST_S1, .Lpost_s1(%rip)\q, %\v\()17, %\v\()19
    .irp r, 0, 1, 2, 4, 5, 6
    vpxorq %\v\()19, %\v\r, %\v\r
    .endr
    lea (%r8, %r9, 2), %rdi
    ret
ENDFUNC \name
.endm
COUNTERS .Lcounters_ymm, ymm, {1to4}, 32
COUNTERS .Lcounters_zmm, zmm, {1to8}, 64

/* Of a long run the next table is made before it is wanted. */
.macro CTR_BEGIN n
.ifc \n, $128
    call .Lnext_table
.endif
.endm
.macro CTR_LOAD at
    call .Lcounters_zmm
    COUNT_64
.endm
.macro CTR_OUT at
    call .Lunslice_zmm
    VECTORS XOR_IN, \at
    STORE_RESULT \at
.endm
.macro CTR_LOAD_MASKED v, size
    call .Lcounters_\v
.endm
.macro CTR_OUT_MASKED v, size
    call .Lunslice_\v
    MASKED VECTORS, XOR_IN_MASKED, \v, \size
    STORE_RESULT_MASKED \v, \size
.endm
.macro CTR_NEXT n
.endm
FUNC SYM(ctr32)
    ENTER
    movb $1, WRAP(%r11)
    jmp .Lctr
ENDFUNC SYM(ctr32)

FUNC SYM(ctr)
    ENTER
    movb $0, WRAP(%r11)
.Lctr:
    mov (%r15), %r14
    mov 8(%r15), %r13
    bswap %r14
    bswap %r13
    mov $-1, %rax
    mov %rax, TABLE_OF(%r11)
    mov %rax, TABLE_OF + 8(%r11)
    SKELETON CTR
    mov %ebx, %eax
    COUNT
    bswap %r14
    bswap %r13
    mov %r14, (%r15)
    mov %r13, 8(%r15)
    vpxor %xmm0, %xmm0, %xmm0
    vmovdqa64 %zmm0, TABLES(%r11)
    vmovdqa64 %zmm0, TABLES + 64(%r11)
    LEAVE
    ret
ENDFUNC SYM(ctr)

/* ---------------------------------------------------------------------------------------------------------------------
 * CBC and CFB decryption want each block and the one before it. The first block's is the chaining value at r15; the
 * next chaining value is taken before anything is stored. */
.macro CHAIN_BEGIN n
    mov \n, %eax
    shl $4, %eax
    vmovdqu64 -16(%rdx, %rax), %xmm20
    vmovdqa64 %xmm20, KEPT(%r11)
.endm
.macro CHAIN_NEXT
    vmovdqa64 KEPT(%r11), %xmm20
    vmovdqu64 %xmm20, (%r15)
.endm
/* The blocks before the first vector. */
.macro BEFORE_FIRST v, size, to, mask
    vbroadcasti32x4 (%r15), %\v\()20
    vmovdqu64 (%rdx), %\v\to\mask
    valignq $\size / 8 - 2, %\v\()20, %\v\to, %\v\to
.endm
.macro CHAIN_LEAVE
    vpxor %xmm0, %xmm0, %xmm0
    vmovdqa64 %xmm0, KEPT(%r11)
    LEAVE
    ret
.endm

.macro XOR_BEFORE n, r, at
.if \n + \at == 0
    BEFORE_FIRST zmm, 64, 21
    XOR3 %zmm21, %zmm31, %zmm\r
.else
    XOR3 \at+64*\n-16(%rdx), %zmm31, %zmm\r
.endif
.endm
.macro XOR_BEFORE_MASKED n, r, v, size
    NEXT_MASK \n, \size
.if \n == 0
    BEFORE_FIRST \v, \size, 21, {%k1}{z}
    XOR3 %\v\()21, %\v\()31, %\v\r
.else
    vpternlogq $0x96, \size * \n - 16(%rdx), %\v\()31, %\v\r{%k1}{z}
.endif
.endm
.macro CBC_BEGIN n
    CHAIN_BEGIN \n
.endm
.macro CBC_LOAD at
    LOAD_WHITENED \at
.endm
.macro CBC_OUT at
    call .Lunslice_zmm
    VECTORS XOR_BEFORE, \at
.if \at == 0
    CHAIN_NEXT
.endif
    STORE_RESULT \at
.endm
.macro CBC_LOAD_MASKED v, size
    MASKED GROUPS, LOAD_MASKED, \v, \size
    call .Lslice_whiten_\v
.endm
.macro CBC_OUT_MASKED v, size
    call .Lunslice_\v
    MASKED VECTORS, XOR_BEFORE_MASKED, \v, \size
    CHAIN_NEXT
    STORE_RESULT_MASKED \v, \size
.endm
.macro CBC_NEXT n
.endm
FUNC SYM(cbc_dec)
    ENTER
    BACKWARDS
    SKELETON CBC
    CHAIN_LEAVE
ENDFUNC SYM(cbc_dec)

.macro CFB_BEGIN n
    CHAIN_BEGIN \n
.endm
.macro CFB_LOAD at
.if \at == 0
    BEFORE_FIRST zmm, 64, 9
.endif
    LOAD_WHITENED \at-16, "\at == 0"
.endm
.macro CFB_OUT at
    call .Lunslice_zmm
    VECTORS XOR_IN, \at
.if \at == 0
    CHAIN_NEXT
.endif
    STORE_RESULT \at
.endm
.macro LOAD_BEFORE_MASKED n, r, v, size
    NEXT_MASK \n, \size
.if \n == 0
    BEFORE_FIRST \v, \size, \r, {%k1}{z}
.else
    vmovdqu64 \size * (\n) - 16(%rdx), %\v\r{%k1}{z}
.endif
.endm
.macro CFB_LOAD_MASKED v, size
    MASKED GROUPS, LOAD_BEFORE_MASKED, \v, \size
    call .Lslice_whiten_\v
.endm
.macro CFB_OUT_MASKED v, size
    call .Lunslice_\v
    MASKED VECTORS, XOR_IN_MASKED, \v, \size
    CHAIN_NEXT
    STORE_RESULT_MASKED \v, \size
.endm
.macro CFB_NEXT n
.endm
FUNC SYM(cfb_dec)
    ENTER
    SKELETON CFB
    CHAIN_LEAVE
ENDFUNC SYM(cfb_dec)

/* ---------------------------------------------------------------------------------------------------------------------
 * XTS and OCB add something before and behind the cipher: a table at ADDED, and with it the whitening. */

/* What VECTORS and GROUPS do with a vector. */
.macro ADD_ADDED n, r, at
    XOR3 ADDED+\at+64*(\n)(%r11), %zmm31, %zmm\r
.endm
.macro LOAD_ONE n, r, at
    vmovdqu64 \at + 64 * (\n)(%rdx), %zmm\r
.endm
.macro ADD_ADDED_MASKED n, r, v, size
    NEXT_MASK \n, \size
    vpternlogq $0x96, ADDED + \size * (\n)(%r11), %\v\()31, %\v\r{%k1}{z}
.endm
/* The whitening of the blocks before the cipher, before the first slot, to register 31, and BASE; BASE alone. */
.macro WHITENING v
    mov %r8, %rax
    sub %r9, %rax
    vbroadcasti32x4 (%rax), %\v\()31
    ADD_BASE \v
.endm
.macro ADD_BASE v
    vpxorq BASE(%r11), %\v\()31, %\v\()31
.endm
.macro LOAD_AND_ADD at, between
    GROUPS LOAD_ONE, \at
    \between
    WHITENING zmm
    GROUPS ADD_ADDED, \at
    call .Lslice_zmm
.endm
.macro LOAD_AND_ADD_MASKED v, size, between
    MASKED GROUPS, LOAD_MASKED, \v, \size
    \between
    WHITENING \v
    MASKED GROUPS, ADD_ADDED_MASKED, \v, \size
    call .Lslice_\v
.endm
.macro UNSLICE_AND_ADD at
    call .Lunslice_zmm
    ADD_BASE zmm
    VECTORS ADD_ADDED, \at
.endm
.macro UNSLICE_AND_ADD_MASKED v, size
    call .Lunslice_\v
    ADD_BASE \v
    MASKED VECTORS, ADD_ADDED_MASKED, \v, \size
.endm
/* The table of what was added must not stay. */
.macro WIPE_ADDED
    vpxor %xmm0, %xmm0, %xmm0
    mov ADDED_SIZE(%r11), %eax
.Lwipe\@:
    sub $64, %eax
    vmovdqa64 %zmm0, ADDED(%r11, %rax)
    ja .Lwipe\@
    vmovdqa64 %zmm0, BASE(%r11)
    vmovdqa64 %zmm0, LAST(%r11)
    vmovdqa64 %zmm0, KEPT(%r11)
.endm

/* ---- XTS (IEEE 1619): the tweak is multiplied by x from block to block. */

/* y = x times x^n in GF(2^128) for each lane, the reduction polynomial's 0x87 in zmm31. */
.macro TIMES n, x, y, t
.if \n == 64
    vpslldq $8, %zmm\x, %zmm\t
    vpclmulqdq $1, %zmm31, %zmm\x, %zmm\y
    vpxorq %zmm\t, %zmm\y, %zmm\y
.else
    vpsrlq $64 - \n, %zmm\x, %zmm\t
    vpsllq $\n, %zmm\x, %zmm\y
    TIMES_REDUCE \y, \t
.endif
.endm
/* y ^= t, which holds the bits that left each qword: the lower one's go to the higher one, that one's are reduced. */
.macro TIMES_REDUCE y, t
    vpslldq $8, %zmm\t, %zmm30
    vpclmulqdq $1, %zmm31, %zmm\t, %zmm\t
    XOR3 %zmm\t, %zmm30, %zmm\y
.endm
.macro XTS_BEGIN n
.endm
.macro XTS_LOAD at
    LOAD_AND_ADD \at
.endm
.macro XTS_OUT at
    UNSLICE_AND_ADD \at
    STORE_RESULT \at
.endm
.macro XTS_NEXT blocks
    vpbroadcastq .Lpoly(%rip), %zmm31
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    vmovdqa64 ADDED + 64 * (\blocks / 4 - 16 + \r)(%r11), %zmm\r
    TIMES 64, \r, \r, 29
    vmovdqa64 %zmm\r, ADDED + 64 * \r(%r11)
.if \blocks == 128
    TIMES 64, \r, \r, 29
    vmovdqa64 %zmm\r, ADDED + 1024 + 64 * \r(%r11)
.endif
    .endr
.endm
.macro XTS_LOAD_MASKED v, size
    LOAD_AND_ADD_MASKED \v, \size
.endm
.macro XTS_OUT_MASKED v, size
    UNSLICE_AND_ADD_MASKED \v, \size
    STORE_RESULT_MASKED \v, \size
.endm
FUNC SYM(xts_dec)
    ENTER
    BACKWARDS
    jmp .Lxts
ENDFUNC SYM(xts_dec)

FUNC SYM(xts_enc)
    ENTER
.Lxts:
    /* The tweaks of 32, 64 or 128 blocks: four in a vector, then one, two, four, eight vectors more, then all again. */
    vpbroadcastq .Lpoly(%rip), %zmm31
    vbroadcasti32x4 (%r15), %zmm16
    vmovdqa64 .Lpowers(%rip), %zmm17
    vpsllvq %zmm17, %zmm16, %zmm0
    vpbroadcastq .Lsixty_four(%rip), %zmm18
    vpsubq %zmm17, %zmm18, %zmm17
    vpsrlvq %zmm17, %zmm16, %zmm29
    TIMES_REDUCE 0, 29
    TIMES 4, 0, 1, 29
    TIMES 8, 0, 2, 29
    TIMES 8, 1, 3, 29
    TIMES 16, 0, 4, 29
    TIMES 16, 1, 5, 29
    TIMES 16, 2, 6, 29
    TIMES 16, 3, 7, 29
    STORE_GROUP zmm, ADDED
    movl $512, ADDED_SIZE(%r11)
    cmp $32, %rbx
    jb .Ltweaked
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7
    TIMES 32, \r, 1\r, 29
    .endr
    STORE_GROUP zmm1, (ADDED+512)
    movl $1024, ADDED_SIZE(%r11)
    cmp $128, %rbx
    jb .Ltweaked
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7
    TIMES 64, \r, \r, 29
    TIMES 64, 1\r, 1\r, 29
    .endr
    STORE_GROUP zmm, (ADDED+1024)
    STORE_GROUP zmm1, (ADDED+1536)
    movl $2048, ADDED_SIZE(%r11)
.Ltweaked:
    vpxor %xmm0, %xmm0, %xmm0
    vmovdqa64 %zmm0, BASE(%r11)
    SKELETON XTS
    shl $4, %ebx
    vmovdqa64 ADDED(%r11, %rbx), %xmm16
    vmovdqu64 %xmm16, (%r15)
    WIPE_ADDED
    LEAVE
    ret
ENDFUNC SYM(xts_enc)

/* ---- OCB (RFC 7253): the offset of block i is that of the one before ^ L[ntz(i)]. r13: number of the last block. */
#define OCB_CHECKSUM    16
#define OCB_FIRST       32
#define OCB_L           40

/* Before ecx blocks: the offset of the block before them to BASE, what theirs are more to ADDED; the last one's is the
 * new offset. A table of 128 serves again for the next 128 blocks, but that another L belongs to the number that is a
 * multiple of 128 and to those behind it. A new one is made four at a time: of four numbers one, always in the same
 * lane, is a multiple of 4 and needs L[ntz] for itself and the lanes behind it; the others take L[0] and L[1] (STEPS:
 * their sums, LEAP: all of them). */
#define STEPS           TABLES
#define LEAP            (TABLES + 64)
LOCAL_FUNC .Loffsets
    vbroadcasti32x4 (%r15), %zmm16
    vmovdqa64 %zmm16, BASE(%r11)
    mov %ecx, %r14d
    shl $4, %r14d
    mov %r13, %rdi
    or $127, %rdi
    inc %rdi
    bsf %rdi, %rdi
    shl $4, %edi
    vbroadcasti32x4 OCB_L(%r15, %rdi), %zmm17
    vpxorq LAST(%r11), %zmm17, %zmm18
    vmovdqa64 %zmm17, LAST(%r11)
    mov %r13d, %ecx
    not %ecx
    and $127, %ecx                      /* that number's index in a table */
    mov %ecx, %edi
    and $3, %ecx
    add %ecx, %ecx
    mov $0xff, %eax
    shl %cl, %eax
    kmovd %eax, %k1
    cmp TABLE_AT(%r11), %edi
    jne 2f
    shr $2, %edi
    shl $6, %edi
    vmovdqa64 ADDED(%r11, %rdi), %zmm20
    vpxorq %zmm18, %zmm20, %zmm20{%k1}
1:
    vmovdqa64 %zmm20, ADDED(%r11, %rdi)
    add $64, %edi
    cmp $64 * 32, %edi
    jae 4f
    vpxorq ADDED(%r11, %rdi), %zmm18, %zmm20
    jmp 1b
2:
    mov %edi, TABLE_AT(%r11)
    shr $1, %ecx
    lea 1(%r13, %rcx), %rdi
    vpxord %xmm16, %xmm16, %xmm16
    vmovdqa64 STEPS(%r11), %zmm18
    vmovdqa64 LEAP(%r11), %zmm19
    xor %ecx, %ecx
3:
    bsf %rdi, %rax
    add $4, %rdi
    shl $4, %eax
    vbroadcasti32x4 OCB_L(%r15, %rax), %zmm17
    vpxorq %zmm18, %zmm16, %zmm20
    vpxorq %zmm17, %zmm20, %zmm20{%k1}
    vmovdqa64 %zmm20, ADDED(%r11, %rcx)
    XOR3 %zmm19, %zmm17, %zmm16
    add $64, %ecx
    cmp %r14d, %ecx
    jb 3b
4:
    vmovdqa ADDED - 16(%r11, %r14), %xmm0
    vpxor (%r15), %xmm0, %xmm0
    vmovdqu %xmm0, (%r15)
    shr $4, %r14d
    add %r14, %r13
    ret
ENDFUNC .Loffsets
/* KEPT ^= the sum of the sixteen vectors. */
.macro SUM a, b
    XOR3 %zmm\a, %zmm\b, %zmm20
.endm
.macro SUM_GROUPS
    vmovdqa64 KEPT(%r11), %zmm20
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7
    SUM \r, 1\r
    .endr
    vmovdqa64 %zmm20, KEPT(%r11)
.endm
.macro SUM_VECTORS
    vmovdqa64 KEPT(%r11), %zmm20
    SUM 11, 8
    SUM 13, 9
    SUM 15, 18
    SUM 17, 19
    SUM 1, 28
    SUM 3, 29
    SUM 5, 30
    SUM 7, 10
    vmovdqa64 %zmm20, KEPT(%r11)
.endm
.macro OCB_BEGIN n
    mov \n, %ecx
    call .Loffsets
.endm
.macro OCB_NEXT blocks
.endm
/* Encryption. */
.macro OCBE_BEGIN n
    OCB_BEGIN \n
.endm
.macro OCBE_LOAD at
    LOAD_AND_ADD \at, SUM_GROUPS
.endm
.macro OCBE_OUT at
    UNSLICE_AND_ADD \at
    STORE_RESULT \at
.endm
.macro OCBE_LOAD_MASKED v, size
    LOAD_AND_ADD_MASKED \v, \size, SUM_GROUPS
.endm
.macro OCBE_OUT_MASKED v, size
    UNSLICE_AND_ADD_MASKED \v, \size
    STORE_RESULT_MASKED \v, \size
.endm
.macro OCBE_NEXT blocks
.endm
/* Decryption. */
.macro OCBD_BEGIN n
    OCB_BEGIN \n
.endm
.macro OCBD_LOAD at
    LOAD_AND_ADD \at
.endm
.macro OCBD_OUT at
    UNSLICE_AND_ADD \at
    SUM_VECTORS
    STORE_RESULT \at
.endm
.macro OCBD_LOAD_MASKED v, size
    LOAD_AND_ADD_MASKED \v, \size
.endm
.macro OCBD_OUT_MASKED v, size
    UNSLICE_AND_ADD_MASKED \v, \size
    SUM_VECTORS
    STORE_RESULT_MASKED \v, \size
.endm
.macro OCBD_NEXT blocks
.endm
/* Associated data: encryption whose results are summed up only. */
.macro OCBA_BEGIN n
    OCB_BEGIN \n
.endm
.macro OCBA_LOAD at
    LOAD_AND_ADD \at
.endm
.macro OCBA_OUT at
    call .Lwhiten_zmm
    SUM_VECTORS
.endm
.macro OCBA_LOAD_MASKED v, size
    LOAD_AND_ADD_MASKED \v, \size
.endm
.macro CLEAR_MASKED n, r, v, size
    NEXT_MASK \n, \size
    vmovdqa64 %\v\r, %\v\r{%k1}{z}
.endm
.macro OCBA_OUT_MASKED v, size
    call .Lwhiten_\v
    MASKED VECTORS, CLEAR_MASKED, \v, \size
    SUM_VECTORS
.endm
.macro OCBA_NEXT blocks
.endm

.macro OCB_ENTRY m
    mov OCB_FIRST(%r15), %r13
    lea 1(%r13), %rdi
    vpxor %xmm0, %xmm0, %xmm0
    vmovdqa64 %zmm0, KEPT(%r11)
    movl $-1, TABLE_AT(%r11)
    mov $128, %eax
    cmp %rax, %rbx
    cmovb %ebx, %eax
    add $4, %eax
    shr $2, %eax
    shl $6, %eax
    mov %eax, ADDED_SIZE(%r11)
    .irp lane, 0, 1, 2, 3
    bsf %rdi, %rax
    cmp $1, %eax
    ja .L\m\()_multiple\lane
    shl $4, %eax
    vpxor OCB_L(%r15, %rax), %xmm0, %xmm0
.L\m\()_multiple\lane:
    vmovdqa %xmm0, STEPS + 16 * \lane(%r11)
    inc %rdi
    .endr
    vshufi32x4 $0, %zmm0, %zmm0, %zmm0
    vmovdqa64 %zmm0, LEAP(%r11)
    SKELETON \m
    mov %r13, OCB_FIRST(%r15)
    vmovdqu OCB_CHECKSUM(%r15), %xmm0
    .irp lane, 0, 16, 32, 48
    vpxor KEPT + \lane(%r11), %xmm0, %xmm0
    .endr
    vmovdqu %xmm0, OCB_CHECKSUM(%r15)
    WIPE_ADDED
    vmovdqa64 %zmm0, STEPS(%r11)
    vmovdqa64 %zmm0, LEAP(%r11)
    LEAVE
    ret
.endm
FUNC SYM(ocb_enc)
    ENTER
    OCB_ENTRY OCBE
ENDFUNC SYM(ocb_enc)

FUNC SYM(ocb_dec)
    ENTER
    BACKWARDS
    OCB_ENTRY OCBD
ENDFUNC SYM(ocb_dec)

FUNC SYM(ocb_auth)
    mov %rcx, %r8
    mov %rdx, %rcx
    mov %rsi, %rdx
    ENTER
    OCB_ENTRY OCBA
ENDFUNC SYM(ocb_auth)

/* ---------------------------------------------------------------------------------------------------------------------
 * setkey */

/* Eight rounds' subkey differences in zmm \k (RFC bytes, byte 0 in the top byte of each qword) to their slots. A
 * product by a matrix that is data, twice: the first goes to the basis and transposes, the second sums bytes up and
 * transposes back (.Lslot_keys: what MIX must add where, so that the outputs receive the difference). */
.macro DERIVE_SLOTS k, slot
    vgf2p8affineqb $0, %zmm\k, %zmm31, %zmm\k
    vgf2p8affineqb $0, %zmm\k, %zmm29, %zmm\k
    .irp lane, 0, 1, 2, 3
    vshufi32x4 $0x55 * \lane, %zmm\k, %zmm\k, %zmm16
    vpshufb %zmm30, %zmm16, %zmm16
    vmovdqa64 %zmm16, SLOTS + SLOT * (\slot + 2 * \lane)(%rdi)
    .endr
.endm

FUNC SYM(setkey)
    CAMELLIA_SCHEDULE .Lbad_key
    vpbroadcastq .Lto_basis(%rip), %zmm31
    vmovdqa64 .Lreplicate(%rip), %zmm30
    vpbroadcastq .Lslot_keys(%rip), %zmm29

    /* A half keeps the subkey it last entered a round with, k[r-1], until F is added to it and it enters round r+1:
     * round r adds k[r-1] ^ k[r+1]. */
    vmovdqu64 CAMELLIA_CTX_K - 8(%rdi), %zmm0
    vmovdqu64 CAMELLIA_CTX_K + 56(%rdi), %zmm1
    vmovdqu64 CAMELLIA_CTX_K + 120(%rdi), %zmm2
    vpxorq CAMELLIA_CTX_K + 8(%rdi), %zmm0, %zmm0
    vpxorq CAMELLIA_CTX_K + 72(%rdi), %zmm1, %zmm1
    vpxorq CAMELLIA_CTX_K + 136(%rdi), %zmm2, %zmm2
    /* The ends: kw2 stands for k0 (kw4 was taken), kw4 for the subkey after the last (taken: 0, or ke1 after k24). */
    vmovq CAMELLIA_CTX_KW + 8(%rdi), %xmm3
    vmovq CAMELLIA_CTX_KW + 24(%rdi), %xmm4
    vpxorq %xmm3, %xmm4, %xmm3
    vpxorq %zmm3, %zmm0, %zmm0
    mov $18, %eax
    mov $2, %ecx
    mov $0x0f, %r8d
    cmp $16, %rdx
    je 1f
    mov $24, %eax
    mov $0x80, %ecx
    mov $0x3f, %r8d
1:  kmovd %ecx, %k1
    kmovd %r8d, %k2
    vpbroadcastq CAMELLIA_CTX_KW + 24(%rdi), %zmm3
    vpbroadcastq CAMELLIA_CTX_K(%rdi, %rax, 8), %zmm4
    vpternlogq $0x96, %zmm3, %zmm4, %zmm2{%k1}
    /* The whitening of the half that is not XORed into: kw1 ^ k1, k18 ^ kw3. */
    vmovq CAMELLIA_CTX_KW(%rdi), %xmm5
    vmovq CAMELLIA_CTX_KW + 16(%rdi), %xmm6
    vmovq CAMELLIA_CTX_K(%rdi), %xmm3
    vmovq CAMELLIA_CTX_K - 8(%rdi, %rax, 8), %xmm4
    vpxorq %xmm3, %xmm5, %xmm5
    vpxorq %xmm4, %xmm6, %xmm6
    vpunpcklqdq %xmm6, %xmm5, %xmm5
    vpshufb .Lcamellia_one + CAMELLIA_ONE_IN(%rip), %xmm5, %xmm3
    vpshufb .Lcamellia_one + CAMELLIA_ONE_IN + 16(%rip), %xmm5, %xmm4
    vmovq %xmm3, %xmm3
    vmovq %xmm4, %xmm4
    vgf2p8affineqb $0, %xmm5, %xmm31, %xmm5
    vpbroadcastq .Lslot_bytes(%rip), %xmm6
    vgf2p8affineqb $0, %xmm5, %xmm6, %xmm5

    /* At an FL layer: the halves hold x ^ k ^ X0 before it and FL(x) ^ FL(k ^ X0) after it. The one that enters the
     * next round must hold k7 after it: FL^-1(k7 ^ X0) before it. The other held k6 ^ X0 before it: FL^-1(k6 ^ X0)
     * after it. */
    vpbroadcastd .Lx0(%rip), %zmm20
    vmovdqu CAMELLIA_CTX_K + 40(%rdi), %xmm6
    vinserti128 $1, CAMELLIA_CTX_K + 88(%rdi), %ymm6, %ymm6
    vinserti32x4 $2, CAMELLIA_CTX_K + 136(%rdi), %zmm6, %zmm6
    vpshufd $0x4e, %zmm6, %zmm6
    vpxorq %zmm20, %zmm6, %zmm6
    vmovdqu64 CAMELLIA_CTX_KE(%rdi), %zmm7
    vporq %zmm7, %zmm6, %zmm8
    vpsllq $32, %zmm8, %zmm8
    vpxorq %zmm6, %zmm8, %zmm8
    vpandq %zmm7, %zmm8, %zmm9
    vpsrlq $32, %zmm9, %zmm9
    vprold $1, %zmm9, %zmm9
    vpternlogq $0x96, %zmm9, %zmm8, %zmm6
    vmovdqa64 %zmm6, %zmm6{%k2}{z}
    mov $0x60, %ecx
    kmovd %ecx, %k1
    vpexpandq %zmm6, %zmm8{%k1}{z}
    vpxorq %zmm8, %zmm0, %zmm0
    shr $2, %ecx
    kmovd %ecx, %k1
    valignq $2, %zmm6, %zmm6, %zmm6
    vpexpandq %zmm6, %zmm8{%k1}{z}
    vpxorq %zmm8, %zmm1, %zmm1
    shr $2, %ecx
    kmovd %ecx, %k1
    valignq $2, %zmm6, %zmm6, %zmm6
    vpexpandq %zmm6, %zmm8{%k1}{z}
    vpxorq %zmm8, %zmm2, %zmm2

    DERIVE_SLOTS 0, 1
    DERIVE_SLOTS 1, 9
    DERIVE_SLOTS 2, 17
    vpermq $0x44, %ymm5, %ymm6
    vpshufb %ymm30, %ymm6, %ymm6
    vmovdqa %ymm6, SLOTS(%rdi)
    vmovdqa %ymm3, SLOTS - SLOT(%rdi)
    vshufi32x4 $0, %zmm5, %zmm5, %zmm6
    vpshufb %zmm30, %zmm6, %zmm6
    vextracti64x4 $1, %zmm6, %ymm6
    lea 1(%eax), %ecx
    shl $5, %ecx
    vmovdqa %ymm6, SLOTS + SLOT * (SLOT_COUNT - 1)(%rdi)
    vmovdqa %ymm6, SLOTS(%rdi, %rcx)
    vmovdqa %ymm4, SLOTS + SLOT * SLOT_COUNT(%rdi)
    vmovdqa %ymm4, SLOTS + SLOT(%rdi, %rcx)

    /* FL's matrices: L . diag(k) . M^-1 = (rows of L) times (rows of M^-1 masked by k). */
    vpbroadcastq .Lfl_right(%rip), %zmm16
    vpbroadcastq .Lfl_rol1(%rip), %zmm17
    vpbroadcastq .Lbit_7(%rip), %zmm18
    vpbroadcastq .Lfl_same(%rip), %zmm19
    vmovdqa64 .Lfl_left_words(%rip), %zmm8
    vmovdqa64 .Lfl_right_words(%rip), %zmm9
    .irp layer, 0, 1, 2
    vpermb %zmm7, %zmm8, %zmm0
    vpermb %zmm7, %zmm9, %zmm1
    vpermq $0x39, %zmm0, %zmm2
    vpternlogq $0xd8, %zmm18, %zmm2, %zmm0
    vpandq %zmm0, %zmm16, %zmm0
    vpandnq %zmm16, %zmm1, %zmm1
    vgf2p8affineqb $0, %zmm0, %zmm17, %zmm2
    vgf2p8affineqb $0, %zmm1, %zmm19, %zmm3
    vmovdqa64 %zmm2, LAYERS + LAYER * \layer + FL_ROL1(%rdi)
    vmovdqa64 %zmm3, LAYERS + LAYER * \layer + FL_SAME(%rdi)
    valignq $2, %zmm7, %zmm7, %zmm7
    .endr
    CAMELLIA_ONE_SETKEY
    WIPE
    xor %eax, %eax
    ret
.Lbad_key:
    CAMELLIA_BAD_KEY
ENDFUNC SYM(setkey)

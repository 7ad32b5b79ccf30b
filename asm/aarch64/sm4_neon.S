/* SPDX-License-Identifier: BSD-2-Clause
 *
 * SM4 (GB/T 32907-2016; draft-ribose-cfrg-sm4) with AArch64 Advanced SIMD, 16 blocks at a time:
 *   neon       Advanced SIMD alone
 *   aese       -DUSE_AES: with AESE and AESMC
 *   aese_sha3  -DUSE_AES -DUSE_SHA3: with EOR3 besides
 *
 * Form. Register 4 n + j holds byte j of state word n of 16 blocks. LD4 separates the bytes of a word while it loads,
 * two steps of UZP the words; L's rotations by whole bytes are then other registers. A counter block is not loaded at
 * all: each of its bytes is one look-up (COUNTERS16).
 *
 * Basis. S(x) = B.inv(M.(x ^ X0)) ^ C2 with inv the inversion in GF(2^8). A state byte x is kept as M.x from load to
 * store, so that no map stands before the inversion, and M and L's shifts by 2 and 6 bits are part of the one behind
 * it. L of the bytes s_0 .. s_3 is (R = P ^ Q)
 *     byte i: P.s_i ^ R.s_i+1 ^ R.s_i+2 ^ Q.s_i+3      P = x ^ x << 2, Q = x ^ x >> 6, R = x <<< 2
 * so that two maps do, of 16-byte look-ups by nibble, and 12 XORs for the four bytes. Constants are in the round keys
 * or in the look-ups (tools/tables_sm4_neon.py).
 *
 * neon. M.x is a pair of nibbles over GF(16), and the inversion five look-ups in tables of 16 bytes (class Tower in
 * tools/gf.py): 98 vector instructions a round for 16 blocks. The S-box as a table in 16 registers (four TBL or TBX
 * of four registers, 8 blocks at once) takes 180 to 204, and the model gives its rounds alone 20.0, 9.5, 10.3, 7.8,
 * 7.8, 6.0 cycles/byte on the cores below from Cortex-A57 on: most take several cycles for each of these look-ups.
 *
 * aese. AESE inverts, XORs the newest word and adds its own affine map, which the nibble look-ups undo; its ShiftRows
 * permutes the blocks, and one TBL puts them back: 62 vector instructions a round, with EOR3 50.
 *
 * One block (CBC and CFB encryption, few blocks in ECB, key schedule): a word is a vector whose columns are its bytes
 * and whose rows are the bytes that L wants, so that each row has a look-up table of its own in 64-byte tables. With
 * AESE, ShiftRows makes those rows and MixColumns adds them up: 28 cycles/byte on Neoverse N1; neon 56.
 *
 * Cycles per byte of CTR, modelled (llvm-mca 19 over one call for 64 blocks); ECB and the others differ by up to 0.2:
 *              Cortex-A53  Cortex-A57  Neoverse N1     N2     V1     V2   Apple M4
 *   neon             18.8        12.2          6.7    6.7    6.3    4.5        4.9
 *   aese             12.1         7.9          4.4    4.4    4.0    3.0        3.5
 *   aese_sha3                                         3.9    4.2    3.0        3.1
 *
 * Every function:  void f(const struct tsubaki_sm4_ctx *x0, void *x1, const void *x2, size_t x3 [, void *x4])
 * but:             int setkey(struct tsubaki_sm4_ctx *x0, const void *x1, size_t x2)
 *
 * Clobbers x0-x17, v0-v7, v16-v31, flags. Stack: FRAME_SIZE; except for CBC and CFB encryption 320 bytes besides, XTS
 * and OCB 576. No branch and no address depends on key or data.
 */
#define CIPHER sm4
#ifndef USE_AES                 /* -DUSE_AES: AESE and AESMC; -DUSE_SHA3 besides: EOR3 */
#define VARIANT neon
#elif !defined USE_SHA3
#define VARIANT aese
#else
#define VARIANT aese_sha3
#endif
#include "asm.h"

#ifdef USE_SHA3
    .arch armv8.2-a+aes+sha3
#elif defined USE_AES
    .arch armv8-a+aes
#endif

/* The context (include/tsubaki.h): byte offsets. */
#define CTX_KEY_BITS 128
#define CTX_SLICED 192          /* 32 round keys as 4 vectors: each of its bytes 16 times */
#define CTX_WORDS 2240          /* 32 round keys for one block */
#define CTX_END 2752
#define CTX_SIZE 4096

/* Scratch below the saved registers. */
#define PREVIOUS 0              /* CBC, CFB: the four ciphertext blocks before the pass's block 3 */
#define TAIL 64                 /* a pass of fewer than 16 blocks works here */
#define TWEAKS 320              /* XTS, OCB: the tweaks or offsets of a pass */
#define SCRATCH 320
#define SCRATCH_TWEAKS 576

/* ECB: up to how many blocks go one by one because this is faster than a pass. */
#ifdef USE_AES
#define FEW 2
#else
#define FEW 1
#endif

/* State word n, byte j (0 first in memory) of 16 blocks. */
wa0 .req v0
wa1 .req v1
wa2 .req v2
wa3 .req v3
wb0 .req v4
wb1 .req v5
wb2 .req v6
wb3 .req v7
wc0 .req v8
wc1 .req v9
wc2 .req v10
wc3 .req v11
wd0 .req v12
wd1 .req v13
wd2 .req v14
wd3 .req v15

RODATA
#ifdef USE_AES
/* generated: aese */
.Linverse:    /* the inverse of ShiftRows */
    .byte 0x00, 0x0d, 0x0a, 0x07, 0x04, 0x01, 0x0e, 0x0b, 0x08, 0x05, 0x02, 0x0f, 0x0c, 0x09, 0x06, 0x03
.Lmask:    /* low nibbles */
    .byte 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f
.Lpq:    /* P: two look-ups; Q: two */
    .byte 0x89, 0x86, 0xed, 0xe2, 0x66, 0x69, 0x02, 0x0d, 0x87, 0x88, 0xe3, 0xec, 0x68, 0x67, 0x0c, 0x03
    .byte 0x00, 0xbc, 0x06, 0xba, 0xa6, 0x1a, 0xa0, 0x1c, 0x02, 0xbe, 0x04, 0xb8, 0xa4, 0x18, 0xa2, 0x1e
    .byte 0xc8, 0x21, 0xb5, 0x5c, 0x54, 0xbd, 0x29, 0xc0, 0xc9, 0x20, 0xb4, 0x5d, 0x55, 0xbc, 0x28, 0xc1
    .byte 0x00, 0x6b, 0xfc, 0x97, 0xa0, 0xcb, 0x5c, 0x37, 0x8f, 0xe4, 0x73, 0x18, 0x2f, 0x44, 0xd3, 0xb8
.Lto_basis:    /* M.x */
    .byte 0x00, 0x01, 0x20, 0x21, 0x0f, 0x0e, 0x2f, 0x2e, 0xea, 0xeb, 0xca, 0xcb, 0xe5, 0xe4, 0xc5, 0xc4
    .byte 0x00, 0x61, 0x34, 0x55, 0x86, 0xe7, 0xb2, 0xd3, 0xf9, 0x98, 0xcd, 0xac, 0x7f, 0x1e, 0x4b, 0x2a
.Lfrom_basis:    /* the inverse of M */
    .byte 0x00, 0x01, 0x5c, 0x5d, 0xf7, 0xf6, 0xab, 0xaa, 0xae, 0xaf, 0xf2, 0xf3, 0x59, 0x58, 0x05, 0x04
    .byte 0x00, 0xd5, 0x02, 0xd7, 0x13, 0xc6, 0x11, 0xc4, 0xeb, 0x3e, 0xe9, 0x3c, 0xf8, 0x2d, 0xfa, 0x2f
.Lrow_l:    /* one block: L, first and second look-up, by row */
    .byte 0xe8, 0x62, 0xda, 0x50, 0x12, 0x98, 0x20, 0xaa, 0xef, 0x65, 0xdd, 0x57, 0x15, 0x9f, 0x27, 0xad
    .byte 0x01, 0xaa, 0xff, 0x54, 0xd9, 0x72, 0x27, 0x8c, 0x04, 0xaf, 0xfa, 0x51, 0xdc, 0x77, 0x22, 0x89
    .byte 0x41, 0xa7, 0x58, 0xbe, 0x32, 0xd4, 0x2b, 0xcd, 0x4e, 0xa8, 0x57, 0xb1, 0x3d, 0xdb, 0x24, 0xc2
    .byte 0xc8, 0x21, 0xb5, 0x5c, 0x54, 0xbd, 0x29, 0xc0, 0xc9, 0x20, 0xb4, 0x5d, 0x55, 0xbc, 0x28, 0xc1
    .byte 0x00, 0x5e, 0x03, 0x5d, 0x53, 0x0d, 0x50, 0x0e, 0x01, 0x5f, 0x02, 0x5c, 0x52, 0x0c, 0x51, 0x0f
    .byte 0x00, 0x4d, 0x56, 0x1b, 0x02, 0x4f, 0x54, 0x19, 0x7b, 0x36, 0x2d, 0x60, 0x79, 0x34, 0x2f, 0x62
    .byte 0x00, 0xd7, 0xfa, 0x2d, 0x06, 0xd1, 0xfc, 0x2b, 0x8d, 0x5a, 0x77, 0xa0, 0x8b, 0x5c, 0x71, 0xa6
    .byte 0x00, 0x6b, 0xfc, 0x97, 0xa0, 0xcb, 0x5c, 0x37, 0x8f, 0xe4, 0x73, 0x18, 0x2f, 0x44, 0xd3, 0xb8
.Lrow_lk:    /* the same for the key schedule's L' */
    .byte 0xe9, 0x9d, 0x4a, 0x3e, 0x2a, 0x5e, 0x89, 0xfd, 0x64, 0x10, 0xc7, 0xb3, 0xa7, 0xd3, 0x04, 0x70
    .byte 0x39, 0x6e, 0xe5, 0xb2, 0xe5, 0xb2, 0x39, 0x6e, 0xdc, 0x8b, 0x00, 0x57, 0x00, 0x57, 0xdc, 0x8b
    .byte 0xb5, 0x7f, 0xf5, 0x3f, 0x50, 0x9a, 0x10, 0xda, 0x4c, 0x86, 0x0c, 0xc6, 0xa9, 0x63, 0xe9, 0x23
    .byte 0xff, 0x01, 0xbd, 0x43, 0x8b, 0x75, 0xc9, 0x37, 0xff, 0x01, 0xbd, 0x43, 0x8b, 0x75, 0xc9, 0x37
    .byte 0x00, 0x25, 0xf3, 0xd6, 0xcd, 0xe8, 0x3e, 0x1b, 0x57, 0x72, 0xa4, 0x81, 0x9a, 0xbf, 0x69, 0x4c
    .byte 0x00, 0xe5, 0x39, 0xdc, 0x8b, 0x6e, 0xb2, 0x57, 0x57, 0xb2, 0x6e, 0x8b, 0xdc, 0x39, 0xe5, 0x00
    .byte 0x00, 0x7d, 0x3c, 0x41, 0x85, 0xf8, 0xb9, 0xc4, 0x85, 0xf8, 0xb9, 0xc4, 0x00, 0x7d, 0x3c, 0x41
    .byte 0x00, 0xd3, 0x9e, 0x4d, 0xdd, 0x0e, 0x43, 0x90, 0xfc, 0x2f, 0x62, 0xb1, 0x21, 0xf2, 0xbf, 0x6c
.Lck:    /* CK in the basis */
    .byte 0xdd, 0xf3, 0x18, 0xb2, 0x59, 0xc8, 0x23, 0x89, 0x62, 0x4c, 0x74, 0xbf, 0x35, 0xf1, 0x4f, 0x84
    .byte 0x0e, 0x20, 0xcb, 0x2a, 0xc1, 0x64, 0x8f, 0x11, 0xfa, 0xd4, 0x5e, 0x95, 0xad, 0x69, 0xe3, 0x28
    .byte 0x96, 0xb8, 0x53, 0xf9, 0x12, 0xfc, 0x17, 0xbd, 0x56, 0x78, 0xc6, 0x0d, 0x87, 0x43, 0x7b, 0xb0
    .byte 0x3a, 0x14, 0xff, 0x61, 0x8a, 0x2f, 0xc4, 0x25, 0xce, 0xe0, 0x6a, 0xa1, 0x1f, 0xdb, 0x51, 0x9a
    .byte 0xa2, 0x8c, 0x67, 0xcd, 0x26, 0xb7, 0x5c, 0xf6, 0x1d, 0x33, 0xf2, 0x39, 0xb3, 0x77, 0xc9, 0x02
    .byte 0x88, 0xa6, 0x4d, 0x55, 0xbe, 0x1b, 0xf0, 0x6e, 0x85, 0xab, 0x21, 0xea, 0x2b, 0xef, 0x65, 0xae
    .byte 0x10, 0x3e, 0xd5, 0x7f, 0x94, 0x83, 0x68, 0xc2, 0x29, 0x07, 0xb9, 0x72, 0xf8, 0x3c, 0xfd, 0x36
    .byte 0xbc, 0x92, 0x79, 0xe7, 0x0c, 0xa9, 0x42, 0x5a, 0xb1, 0x9f, 0x15, 0xde, 0x60, 0xa4, 0x2e, 0xe5
.Lfk:    /* FK in the basis */
    .byte 0xec, 0xad, 0x66, 0x50, 0xc8, 0x07, 0x74, 0xe7, 0x9c, 0x37, 0x99, 0xb6, 0x8c, 0xd3, 0x14, 0xfb
.Lkey_offsets:    /* rounds 0-3, 4-7, ...: to the plain subkey (in the basis); to the round key */
    .byte 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00
    .byte 0xdd, 0xdd, 0xdd, 0xdd, 0xdd, 0xdd, 0xdd, 0xdd, 0xdd, 0xdd, 0xdd, 0xdd, 0xdd, 0xdd, 0xdd, 0xdd
    .byte 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00
    .byte 0xdd, 0xdd, 0xdd, 0xdd, 0xdd, 0xdd, 0xdd, 0xdd, 0xdd, 0xdd, 0xdd, 0xdd, 0xdd, 0xdd, 0xdd, 0xdd
/* end generated */
#else
/* generated: neon */
.Linverse:    /* 1/x, a/x in GF(16); infinity is 0x80 */
    .byte 0x80, 0x01, 0x08, 0x0d, 0x0f, 0x06, 0x05, 0x0e, 0x02, 0x0c, 0x0b, 0x0a, 0x09, 0x03, 0x07, 0x04
    .byte 0x80, 0x02, 0x01, 0x0c, 0x08, 0x0b, 0x0d, 0x0a, 0x04, 0x0e, 0x07, 0x05, 0x03, 0x06, 0x09, 0x0f
.Lmask:    /* low nibbles */
    .byte 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f
.Lpq:    /* P: two look-ups; Q: two */
    .byte 0x00, 0xaf, 0x92, 0xe1, 0xcf, 0xf2, 0x73, 0x60, 0x2e, 0x4e, 0x13, 0xbc, 0x3d, 0x81, 0x5d, 0xdc
    .byte 0x00, 0x03, 0x95, 0x3c, 0xb7, 0x21, 0xa9, 0xb4, 0x8b, 0x3f, 0x1d, 0x1e, 0x96, 0x88, 0x22, 0xaa
    .byte 0x00, 0xa7, 0x7b, 0x3b, 0xcb, 0x17, 0x40, 0x6c, 0xf0, 0x9c, 0x2c, 0x8b, 0xdc, 0x57, 0xb0, 0xe7
    .byte 0x00, 0x23, 0x2b, 0x02, 0x75, 0x7d, 0x29, 0x56, 0x77, 0x21, 0x7f, 0x5c, 0x08, 0x54, 0x5e, 0x0a
.Lto_basis:    /* M.x */
    .byte 0x00, 0x01, 0x7b, 0x7a, 0x34, 0x35, 0x4f, 0x4e, 0xe9, 0xe8, 0x92, 0x93, 0xdd, 0xdc, 0xa6, 0xa7
    .byte 0x00, 0xc5, 0x10, 0xd5, 0x2f, 0xea, 0x3f, 0xfa, 0x64, 0xa1, 0x74, 0xb1, 0x4b, 0x8e, 0x5b, 0x9e
.Lfrom_basis:    /* the inverse of M */
    .byte 0x00, 0x01, 0x59, 0x58, 0xc6, 0xc7, 0x9f, 0x9e, 0x3c, 0x3d, 0x65, 0x64, 0xfa, 0xfb, 0xa3, 0xa2
    .byte 0x00, 0x20, 0xe2, 0xc2, 0xa4, 0x84, 0x46, 0x66, 0x73, 0x53, 0x91, 0xb1, 0xd7, 0xf7, 0x35, 0x15
.Lrow_l:    /* one block: L, first and second look-up, by row */
    .byte 0x00, 0xaf, 0x92, 0xe1, 0xcf, 0xf2, 0x73, 0x60, 0x2e, 0x4e, 0x13, 0xbc, 0x3d, 0x81, 0x5d, 0xdc
    .byte 0x00, 0x08, 0xe9, 0xda, 0x04, 0xe5, 0x33, 0x0c, 0xde, 0xd2, 0x3f, 0x37, 0xe1, 0xd6, 0xed, 0x3b
    .byte 0x00, 0x08, 0xe9, 0xda, 0x04, 0xe5, 0x33, 0x0c, 0xde, 0xd2, 0x3f, 0x37, 0xe1, 0xd6, 0xed, 0x3b
    .byte 0x00, 0xa7, 0x7b, 0x3b, 0xcb, 0x17, 0x40, 0x6c, 0xf0, 0x9c, 0x2c, 0x8b, 0xdc, 0x57, 0xb0, 0xe7
    .byte 0x00, 0x03, 0x95, 0x3c, 0xb7, 0x21, 0xa9, 0xb4, 0x8b, 0x3f, 0x1d, 0x1e, 0x96, 0x88, 0x22, 0xaa
    .byte 0x00, 0x20, 0xbe, 0x3e, 0xc2, 0x5c, 0x80, 0xe2, 0xfc, 0x1e, 0x62, 0x42, 0x9e, 0xdc, 0x7c, 0xa0
    .byte 0x00, 0x20, 0xbe, 0x3e, 0xc2, 0x5c, 0x80, 0xe2, 0xfc, 0x1e, 0x62, 0x42, 0x9e, 0xdc, 0x7c, 0xa0
    .byte 0x00, 0x23, 0x2b, 0x02, 0x75, 0x7d, 0x29, 0x56, 0x77, 0x21, 0x7f, 0x5c, 0x08, 0x54, 0x5e, 0x0a
.Lrow_lk:    /* the same for the key schedule's L' */
    .byte 0x00, 0xa7, 0x7b, 0x40, 0xb0, 0x6c, 0x3b, 0x17, 0xf0, 0xe7, 0x2c, 0x8b, 0xdc, 0x57, 0xcb, 0x9c
    .byte 0x00, 0x5b, 0x2f, 0x64, 0x10, 0x64, 0x4b, 0x4b, 0x74, 0x3f, 0x00, 0x5b, 0x74, 0x2f, 0x3f, 0x10
    .byte 0x00, 0x65, 0x00, 0xf1, 0xee, 0x8b, 0xf1, 0x8b, 0x1f, 0x94, 0x7a, 0x1f, 0x65, 0x7a, 0xee, 0x94
    .byte 0x00, 0x4e, 0x01, 0x91, 0x03, 0x4c, 0x90, 0x4d, 0x92, 0xdf, 0xdd, 0x93, 0x4f, 0xdc, 0x02, 0xde
    .byte 0x00, 0x58, 0x50, 0x03, 0x0e, 0x06, 0x53, 0x56, 0x0d, 0x5b, 0x05, 0x5d, 0x08, 0x55, 0x5e, 0x0b
    .byte 0x00, 0x00, 0x64, 0x00, 0x3f, 0x5b, 0x64, 0x3f, 0x3f, 0x00, 0x5b, 0x5b, 0x64, 0x3f, 0x5b, 0x64
    .byte 0x00, 0x8b, 0xc5, 0x93, 0x95, 0xdb, 0x56, 0x1e, 0x06, 0x18, 0x48, 0xc3, 0x4e, 0x8d, 0x50, 0xdd
    .byte 0x00, 0x37, 0x54, 0xcd, 0xeb, 0x88, 0x99, 0xdc, 0x26, 0xfa, 0x45, 0x72, 0x63, 0x11, 0xbf, 0xae
.Lck:    /* CK in the basis */
    .byte 0xcf, 0x81, 0x69, 0x3f, 0xf8, 0x8a, 0x62, 0x34, 0xf3, 0xbd, 0xaf, 0x3c, 0x3e, 0x99, 0xa4, 0x37
    .byte 0x1a, 0x54, 0xbc, 0xb1, 0x76, 0x14, 0xfc, 0xba, 0x7d, 0x33, 0x1e, 0x8d, 0xb0, 0x17, 0x3a, 0xa9
    .byte 0x94, 0xda, 0x32, 0x64, 0xa3, 0x9a, 0x72, 0x24, 0xe3, 0xad, 0x90, 0x03, 0x01, 0xa6, 0xb4, 0x27
    .byte 0x0a, 0x44, 0xac, 0xea, 0x2d, 0x4f, 0xa7, 0xaa, 0x6d, 0x23, 0x0e, 0x9d, 0x8f, 0x28, 0x05, 0x96
    .byte 0x84, 0xca, 0x22, 0x74, 0xb3, 0xc1, 0x29, 0x7f, 0xb8, 0xf6, 0x80, 0x13, 0x11, 0xb6, 0x8b, 0x18
    .byte 0x35, 0x7b, 0x93, 0xfa, 0x3d, 0x5f, 0xb7, 0xf1, 0x36, 0x78, 0x55, 0xc6, 0x9f, 0x38, 0x15, 0x86
    .byte 0xbb, 0xf5, 0x1d, 0x4b, 0x8c, 0xd1, 0x39, 0x6f, 0xa8, 0xe6, 0xdb, 0x48, 0x4a, 0xed, 0x9b, 0x08
    .byte 0x25, 0x6b, 0x83, 0xc5, 0x02, 0x60, 0x88, 0xe1, 0x26, 0x68, 0x45, 0xd6, 0xc4, 0x63, 0x4e, 0xdd
.Lfk:    /* FK in the basis */
    .byte 0x0e, 0xb0, 0x23, 0x04, 0xa5, 0xe6, 0xaf, 0xea, 0x71, 0x26, 0xa0, 0xef, 0xca, 0xfa, 0x6b, 0x53
.Lkey_offsets:    /* rounds 0-3, 4-7, ...: to the plain subkey (in the basis); to the round key */
    .byte 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f
    .byte 0xe0, 0xe0, 0xe0, 0xe0, 0x68, 0x68, 0x68, 0x68, 0xe0, 0xe0, 0xe0, 0xe0, 0x68, 0x68, 0x68, 0x68
    .byte 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00
    .byte 0x47, 0x47, 0x47, 0x47, 0xcf, 0xcf, 0xcf, 0xcf, 0x47, 0x47, 0x47, 0x47, 0xcf, 0xcf, 0xcf, 0xcf
/* end generated */
#endif
.Lgather:           /* row 0 of the vectors of four words: one block */
    .byte 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60
.Lrow0:             /* row 0 of a word's vector */
    .byte 0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1
.Lgather_reversed:
    .byte 48, 52, 56, 60, 32, 36, 40, 44, 16, 20, 24, 28, 0, 4, 8, 12
.Liota:
    .byte 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
.Lrow_base:         /* where a row's look-up table begins */
    .byte 0, 16, 32, 48, 0, 16, 32, 48, 0, 16, 32, 48, 0, 16, 32, 48
.Llayout:           /* word 0 of a block as the vector of one word */
#ifdef USE_AES
    .byte 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3
.Lrow0_to_all:
    .byte 0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12
#else
    .byte 0, 1, 2, 3, 1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2
.Lrotate:           /* byte 0 of the column r columns on; byte 1 of the same */
    .byte 0, 4, 8, 12, 4, 8, 12, 0, 8, 12, 0, 4, 12, 0, 4, 8
    .byte 1, 5, 9, 13, 5, 9, 13, 1, 9, 13, 1, 5, 13, 1, 5, 9
#endif

/* Constants into registers, by way of x17. */
.macro CONST q, label
    adrp x17, \label
    ldr \q, [x17, #:lo12:\label]
.endm
.macro CONST2 q0, q1, label
    ADDRESS x17, \label
    ldp \q0, \q1, [x17]
.endm

/* ---- Sixteen blocks ---- */

/* Four registers through a linear byte map given by nibble tables; v18 is the low-nibble mask. */
.macro MAP4 r0, r1, r2, r3, lo, hi, t0=v24, t1=v25, t2=v26, t3=v27
    ushr \t0\().16b, \r0\().16b, #4
    ushr \t1\().16b, \r1\().16b, #4
    ushr \t2\().16b, \r2\().16b, #4
    ushr \t3\().16b, \r3\().16b, #4
    and \r0\().16b, \r0\().16b, v18.16b
    and \r1\().16b, \r1\().16b, v18.16b
    and \r2\().16b, \r2\().16b, v18.16b
    and \r3\().16b, \r3\().16b, v18.16b
    tbl \t0\().16b, {\hi\().16b}, \t0\().16b
    tbl \t1\().16b, {\hi\().16b}, \t1\().16b
    tbl \t2\().16b, {\hi\().16b}, \t2\().16b
    tbl \t3\().16b, {\hi\().16b}, \t3\().16b
    tbl \r0\().16b, {\lo\().16b}, \r0\().16b
    tbl \r1\().16b, {\lo\().16b}, \r1\().16b
    tbl \r2\().16b, {\lo\().16b}, \r2\().16b
    tbl \r3\().16b, {\lo\().16b}, \r3\().16b
    eor \r0\().16b, \r0\().16b, \t0\().16b
    eor \r1\().16b, \r1\().16b, \t1\().16b
    eor \r2\().16b, \r2\().16b, \t2\().16b
    eor \r3\().16b, \r3\().16b, \t3\().16b
.endm

.macro XOR4 r0, r1, r2, r3, s0, s1, s2, s3
    eor \r0\().16b, \r0\().16b, \s0\().16b
    eor \r1\().16b, \r1\().16b, \s1\().16b
    eor \r2\().16b, \r2\().16b, \s2\().16b
    eor \r3\().16b, \r3\().16b, \s3\().16b
.endm

/* Byte j of four words between the order of ld4/st4 and byte-sliced form: after the load, */
.macro UNZIP a, b, c, d
    uzp1 v24.16b, \a\().16b, \b\().16b
    uzp2 v25.16b, \a\().16b, \b\().16b
    uzp1 v26.16b, \c\().16b, \d\().16b
    uzp2 v27.16b, \c\().16b, \d\().16b
    uzp1 \a\().16b, v24.16b, v26.16b
    uzp2 \c\().16b, v24.16b, v26.16b
    uzp1 \b\().16b, v25.16b, v27.16b
    uzp2 \d\().16b, v25.16b, v27.16b
.endm
/* and before the store; the words come out in reverse order, as the standard has it. */
.macro ZIP a, b, c, d
    zip1 v24.16b, \d\().16b, \b\().16b
    zip1 v25.16b, \c\().16b, \a\().16b
    zip2 v26.16b, \d\().16b, \b\().16b
    zip2 v27.16b, \c\().16b, \a\().16b
    zip1 \a\().16b, v24.16b, v25.16b
    zip2 \b\().16b, v24.16b, v25.16b
    zip1 \c\().16b, v26.16b, v27.16b
    zip2 \d\().16b, v26.16b, v27.16b
.endm

/* XOR v0-v15 with 16 blocks: the first four at first, the rest at rest + 64. Clobbers x17, v16-v31. */
.macro XOR16 first, rest
    add x17, \rest, #64
    ld4 {v16.16b-v19.16b}, [\first]
    ld4 {v20.16b-v23.16b}, [x17], #64
    ld4 {v24.16b-v27.16b}, [x17], #64
    ld4 {v28.16b-v31.16b}, [x17]
    XOR4 v0, v1, v2, v3, v16, v17, v18, v19
    XOR4 v4, v5, v6, v7, v20, v21, v22, v23
    XOR4 v8, v9, v10, v11, v24, v25, v26, v27
    XOR4 v12, v13, v14, v15, v28, v29, v30, v31
.endm

/* The state from 16 blocks: the first four at first, the rest at rest + 64; XORed with those at xor if it is given.
 * Clobbers x17, v16-v31. */
.macro LOAD16 first, rest, xor
    add x17, \rest, #64
    ld4 {v0.16b-v3.16b}, [\first]
    ld4 {v4.16b-v7.16b}, [x17], #64
    ld4 {v8.16b-v11.16b}, [x17], #64
    ld4 {v12.16b-v15.16b}, [x17]
    .ifnb \xor
    XOR16 \xor, \xor
    .endif
    CONST q18, .Lmask
    CONST2 q19, q20, .Lto_basis
    UNZIP wa0, wb0, wc0, wd0
    UNZIP wa1, wb1, wc1, wd1
    UNZIP wa2, wb2, wc2, wd2
    UNZIP wa3, wb3, wc3, wd3
    MAP4 wa0, wa1, wa2, wa3, v19, v20
    MAP4 wb0, wb1, wb2, wb3, v19, v20
    MAP4 wc0, wc1, wc2, wc3, v19, v20
    MAP4 wd0, wd1, wd2, wd3, v19, v20
.endm

/* 16 blocks to [x8], XORed with the blocks at first and rest if these are given. Clobbers x17, v0-v31. */
.macro STORE16 first, rest
    CONST q18, .Lmask
    CONST2 q19, q20, .Lfrom_basis
    MAP4 wa0, wa1, wa2, wa3, v19, v20
    MAP4 wb0, wb1, wb2, wb3, v19, v20
    MAP4 wc0, wc1, wc2, wc3, v19, v20
    MAP4 wd0, wd1, wd2, wd3, v19, v20
    ZIP wa0, wb0, wc0, wd0
    ZIP wa1, wb1, wc1, wd1
    ZIP wa2, wb2, wc2, wd2
    ZIP wa3, wb3, wc3, wd3
    .ifnb \first
    XOR16 \first, \rest
    .endif
    mov x17, x8
    st4 {v0.16b-v3.16b}, [x17], #64
    st4 {v4.16b-v7.16b}, [x17], #64
    st4 {v8.16b-v11.16b}, [x17], #64
    st4 {v12.16b-v15.16b}, [x17]
.endm

/* x_j = key byte j ^ b ^ c: a round's argument but for its newest word */
.macro ARGUMENT x, qx, key, b, c
    ldr \qx, [x9, #16 * \key]
    eor \x\().16b, \x\().16b, \b\().16b
    eor \x\().16b, \x\().16b, \c\().16b
.endm

/* One round; word a is replaced. The arguments but for word d are there at the beginning, the next round's at the end
 * (x9: that round's key). With P_j and Q_j of S-box j, A = P_0 ^ Q_1, B = P_1 ^ Q_2, C = P_2 ^ Q_3, D = P_3 ^ Q_0,
 * and P ^ Q = R, L gives byte 0: A ^ B ^ C, 1: B ^ C ^ D, 2: C ^ D ^ A, 3: D ^ A ^ B.
 *
 * The order of the instructions is for cores that execute in order: a list schedule for one vector instruction a
 * cycle and latencies of 6 cycles. The others do not mind. */
#ifndef USE_AES
/* v19-v22: the arguments; x11: .Lpq; v16, v17: .Linverse; v18: mask; v23-v31 are free. i, j, k, a, io, jo: as in
 * class Tower of tools/gf.py. */
.macro ROUND a, b, c, d
    eor v19.16b, v19.16b, \d\()0.16b                /* x_0 */
    eor v22.16b, v22.16b, \d\()3.16b                /* x_3 */
    eor v20.16b, v20.16b, \d\()1.16b                /* x_1 */
    eor v21.16b, v21.16b, \d\()2.16b                /* x_2 */
    and v23.16b, v19.16b, v18.16b                   /* k_0 */
    ushr v19.16b, v19.16b, #4                       /* i_0 */
    and v24.16b, v22.16b, v18.16b                   /* k_3 */
    ushr v22.16b, v22.16b, #4                       /* i_3 */
    and v25.16b, v20.16b, v18.16b                   /* k_1 */
    and v26.16b, v21.16b, v18.16b                   /* k_2 */
    tbl v27.16b, {v17.16b}, v23.16b                 /* a/k_0 */
    eor v23.16b, v23.16b, v19.16b                   /* j_0 */
    tbl v28.16b, {v16.16b}, v19.16b                 /* 1/i_0 */
    eor v29.16b, v24.16b, v22.16b                   /* j_3 */
    tbl v24.16b, {v17.16b}, v24.16b                 /* a/k_3 */
    tbl v30.16b, {v16.16b}, v22.16b                 /* 1/i_3 */
    ushr v21.16b, v21.16b, #4                       /* i_2 */
    tbl v31.16b, {v16.16b}, v23.16b                 /* 1/j_0 */
    eor v28.16b, v28.16b, v27.16b
    ushr v20.16b, v20.16b, #4                       /* i_1 */
    eor v30.16b, v30.16b, v24.16b
    eor v31.16b, v31.16b, v27.16b
    tbl v27.16b, {v16.16b}, v29.16b                 /* 1/j_3 */
    tbl v28.16b, {v16.16b}, v28.16b
    tbl v30.16b, {v16.16b}, v30.16b
    tbl v31.16b, {v16.16b}, v31.16b
    eor v27.16b, v27.16b, v24.16b
    eor v24.16b, v26.16b, v21.16b                   /* j_2 */
    eor v28.16b, v28.16b, v23.16b                   /* io_0 */
    ldr q23, [x11, #32]
    tbl v26.16b, {v17.16b}, v26.16b                 /* a/k_2 */
    eor v30.16b, v30.16b, v29.16b                   /* io_3 */
    ldr q29, [x11, #0]
    eor v31.16b, v31.16b, v19.16b                   /* jo_0 */
    ldr q19, [x11, #48]
    tbl v27.16b, {v16.16b}, v27.16b
    tbl v23.16b, {v23.16b}, v28.16b
    tbl v29.16b, {v29.16b}, v28.16b
    ldr q28, [x11, #16]
    tbl v19.16b, {v19.16b}, v31.16b
    eor v27.16b, v27.16b, v22.16b                   /* jo_3 */
    ldr q22, [x11, #0]
    tbl v28.16b, {v28.16b}, v31.16b
    ldr q31, [x11, #16]
    tbl v22.16b, {v22.16b}, v30.16b
    eor v23.16b, v23.16b, v19.16b                   /* Q_0 */
    ldr q19, [x11, #32]
    tbl v31.16b, {v31.16b}, v27.16b
    eor v29.16b, v29.16b, v28.16b                   /* P_0 */
    ldr q28, [x11, #48]
    tbl v19.16b, {v19.16b}, v30.16b
    tbl v30.16b, {v16.16b}, v21.16b                 /* 1/i_2 */
    tbl v28.16b, {v28.16b}, v27.16b
    tbl v27.16b, {v16.16b}, v24.16b                 /* 1/j_2 */
    eor v22.16b, v22.16b, v31.16b                   /* P_3 */
    eor v31.16b, v25.16b, v20.16b                   /* j_1 */
    tbl v25.16b, {v17.16b}, v25.16b                 /* a/k_1 */
    eor v30.16b, v30.16b, v26.16b
    eor v19.16b, v19.16b, v28.16b                   /* Q_3 */
    tbl v28.16b, {v16.16b}, v20.16b                 /* 1/i_1 */
    eor v22.16b, v22.16b, v23.16b                   /* D */
    tbl v23.16b, {v16.16b}, v31.16b                 /* 1/j_1 */
    eor v27.16b, v27.16b, v26.16b
    tbl v30.16b, {v16.16b}, v30.16b
    eor v28.16b, v28.16b, v25.16b
    eor \a\()3.16b, \a\()3.16b, v22.16b
    eor v23.16b, v23.16b, v25.16b
    tbl v27.16b, {v16.16b}, v27.16b
    eor v30.16b, v30.16b, v24.16b                   /* io_2 */
    ldr q26, [x11, #32]
    ldr q25, [x11, #0]
    tbl v28.16b, {v16.16b}, v28.16b
    tbl v23.16b, {v16.16b}, v23.16b
    eor v27.16b, v27.16b, v21.16b                   /* jo_2 */
    ldr q24, [x11, #48]
    tbl v25.16b, {v25.16b}, v30.16b
    ldr q21, [x11, #16]
    tbl v26.16b, {v26.16b}, v30.16b
    eor v28.16b, v28.16b, v31.16b                   /* io_1 */
    ldr q30, [x11, #32]
    ldr q31, [x11, #0]
    eor v23.16b, v23.16b, v20.16b                   /* jo_1 */
    ldr q20, [x11, #48]
    tbl v24.16b, {v24.16b}, v27.16b
    tbl v21.16b, {v21.16b}, v27.16b
    ldr q27, [x11, #16]
    tbl v31.16b, {v31.16b}, v28.16b
    tbl v30.16b, {v30.16b}, v28.16b
    tbl v20.16b, {v20.16b}, v23.16b
    tbl v27.16b, {v27.16b}, v23.16b
    eor v25.16b, v25.16b, v21.16b                   /* P_2 */
    ldr q21, [x9, #32]
    eor v26.16b, v26.16b, v24.16b                   /* Q_2 */
    eor v30.16b, v30.16b, v20.16b                   /* Q_1 */
    ldr q20, [x9, #16]
    eor v31.16b, v31.16b, v27.16b                   /* P_1 */
    eor v25.16b, v25.16b, v19.16b                   /* C */
    ldr q19, [x9, #0]
    eor v21.16b, v21.16b, \c\()2.16b
    eor v20.16b, v20.16b, \c\()1.16b
    eor v29.16b, v29.16b, v30.16b                   /* A */
    eor v31.16b, v31.16b, v26.16b                   /* B */
    eor \a\()0.16b, \a\()0.16b, v25.16b
    eor v19.16b, v19.16b, \c\()0.16b
    eor v25.16b, v25.16b, v22.16b
    ldr q22, [x9, #48]
    eor v21.16b, v21.16b, \d\()2.16b                /* next x_2 */
    eor \a\()2.16b, \a\()2.16b, v29.16b
    eor \a\()1.16b, \a\()1.16b, v31.16b
    eor v29.16b, v29.16b, v31.16b
    eor v19.16b, v19.16b, \d\()0.16b                /* next x_0 */
    eor v22.16b, v22.16b, \c\()3.16b
    eor v20.16b, v20.16b, \d\()1.16b                /* next x_1 */
    eor \a\()2.16b, \a\()2.16b, v25.16b
    eor \a\()1.16b, \a\()1.16b, v25.16b
    eor \a\()3.16b, \a\()3.16b, v29.16b
    eor \a\()0.16b, \a\()0.16b, v29.16b
    eor v22.16b, v22.16b, \d\()3.16b                /* next x_3 */
.endm
.macro FIRST_ARGUMENTS b, c
    ARGUMENT v19, q19, 0, \b\()0, \c\()0
    ARGUMENT v20, q20, 1, \b\()1, \c\()1
    ARGUMENT v21, q21, 2, \b\()2, \c\()2
    ARGUMENT v22, q22, 3, \b\()3, \c\()3
.endm
#else
/* v23-v26: the arguments; v16: the inverse of ShiftRows; v18: mask; v19-v22: .Lpq; v17, v27-v31 are free. */
.macro ROUND a, b, c, d
#ifdef USE_SHA3
    aese v25.16b, \d\()2.16b                        /* AES S-box_2 */
    aese v26.16b, \d\()3.16b                        /* AES S-box_3 */
    aese v24.16b, \d\()1.16b                        /* AES S-box_1 */
    aese v23.16b, \d\()0.16b                        /* AES S-box_0 */
    tbl v25.16b, {v25.16b}, v16.16b                 /* in place_2 */
    tbl v26.16b, {v26.16b}, v16.16b                 /* in place_3 */
    tbl v24.16b, {v24.16b}, v16.16b                 /* in place_1 */
    tbl v23.16b, {v23.16b}, v16.16b                 /* in place_0 */
    and v27.16b, v25.16b, v18.16b
    ushr v25.16b, v25.16b, #4
    ushr v28.16b, v24.16b, #4
    ushr v29.16b, v26.16b, #4
    and v26.16b, v26.16b, v18.16b
    and v24.16b, v24.16b, v18.16b
    tbl v30.16b, {v19.16b}, v27.16b
    tbl v31.16b, {v20.16b}, v25.16b
    tbl v25.16b, {v22.16b}, v25.16b
    tbl v17.16b, {v20.16b}, v29.16b
    tbl v27.16b, {v21.16b}, v27.16b
    tbl v29.16b, {v22.16b}, v29.16b
    eor v30.16b, v30.16b, v31.16b                   /* P_2 */
    tbl v31.16b, {v21.16b}, v26.16b
    tbl v26.16b, {v19.16b}, v26.16b
    eor3 v30.16b, v30.16b, v31.16b, v29.16b         /* C */
    tbl v31.16b, {v20.16b}, v28.16b
    tbl v29.16b, {v19.16b}, v24.16b
    eor v26.16b, v26.16b, v17.16b                   /* P_3 */
    ushr v17.16b, v23.16b, #4
    and v23.16b, v23.16b, v18.16b
    tbl v28.16b, {v22.16b}, v28.16b
    tbl v24.16b, {v21.16b}, v24.16b
    eor v29.16b, v29.16b, v31.16b                   /* P_1 */
    tbl v31.16b, {v20.16b}, v17.16b
    tbl v17.16b, {v22.16b}, v17.16b
    eor3 v29.16b, v29.16b, v27.16b, v25.16b         /* B */
    ldr q25, [x9, #32]
    tbl v27.16b, {v19.16b}, v23.16b
    tbl v23.16b, {v21.16b}, v23.16b
    eor3 v25.16b, v25.16b, \c\()2.16b, \d\()2.16b   /* next x_2 */
    eor v27.16b, v27.16b, v31.16b                   /* P_0 */
    eor3 v26.16b, v26.16b, v23.16b, v17.16b         /* D */
    ldr q23, [x9, #0]
    eor3 v23.16b, v23.16b, \c\()0.16b, \d\()0.16b   /* next x_0 */
    eor3 v27.16b, v27.16b, v24.16b, v28.16b         /* A */
    ldr q24, [x9, #16]
    eor v31.16b, v30.16b, v26.16b
    eor3 v24.16b, v24.16b, \c\()1.16b, \d\()1.16b   /* next x_1 */
    eor v17.16b, v27.16b, v29.16b
    eor3 \a\()2.16b, \a\()2.16b, v27.16b, v31.16b
    eor3 \a\()1.16b, \a\()1.16b, v29.16b, v31.16b
    eor3 \a\()3.16b, \a\()3.16b, v26.16b, v17.16b
    ldr q26, [x9, #48]
    eor3 \a\()0.16b, \a\()0.16b, v30.16b, v17.16b
    eor3 v26.16b, v26.16b, \c\()3.16b, \d\()3.16b   /* next x_3 */
#else
    aese v26.16b, \d\()3.16b                        /* AES S-box_3 */
    aese v25.16b, \d\()2.16b                        /* AES S-box_2 */
    aese v23.16b, \d\()0.16b                        /* AES S-box_0 */
    aese v24.16b, \d\()1.16b                        /* AES S-box_1 */
    tbl v26.16b, {v26.16b}, v16.16b                 /* in place_3 */
    tbl v25.16b, {v25.16b}, v16.16b                 /* in place_2 */
    tbl v23.16b, {v23.16b}, v16.16b                 /* in place_0 */
    tbl v24.16b, {v24.16b}, v16.16b                 /* in place_1 */
    ushr v27.16b, v26.16b, #4
    ushr v28.16b, v25.16b, #4
    and v25.16b, v25.16b, v18.16b
    ushr v29.16b, v24.16b, #4
    and v26.16b, v26.16b, v18.16b
    tbl v30.16b, {v22.16b}, v27.16b
    tbl v31.16b, {v20.16b}, v28.16b
    tbl v17.16b, {v19.16b}, v25.16b
    tbl v27.16b, {v20.16b}, v27.16b
    tbl v28.16b, {v22.16b}, v28.16b
    tbl v25.16b, {v21.16b}, v25.16b
    and v24.16b, v24.16b, v18.16b
    eor v17.16b, v17.16b, v31.16b                   /* P_2 */
    tbl v31.16b, {v19.16b}, v26.16b
    tbl v26.16b, {v21.16b}, v26.16b
    eor v25.16b, v25.16b, v28.16b                   /* Q_2 */
    tbl v28.16b, {v19.16b}, v24.16b
    tbl v24.16b, {v21.16b}, v24.16b
    eor v31.16b, v31.16b, v27.16b                   /* P_3 */
    tbl v27.16b, {v22.16b}, v29.16b
    tbl v29.16b, {v20.16b}, v29.16b
    eor v26.16b, v26.16b, v30.16b                   /* Q_3 */
    and v30.16b, v23.16b, v18.16b
    ushr v23.16b, v23.16b, #4
    eor v24.16b, v24.16b, v27.16b                   /* Q_1 */
    eor v28.16b, v28.16b, v29.16b                   /* P_1 */
    eor v17.16b, v17.16b, v26.16b                   /* C */
    ldr q26, [x9, #48]
    tbl v27.16b, {v21.16b}, v30.16b
    tbl v29.16b, {v22.16b}, v23.16b
    tbl v30.16b, {v19.16b}, v30.16b
    tbl v23.16b, {v20.16b}, v23.16b
    eor \a\()0.16b, \a\()0.16b, v17.16b
    eor v28.16b, v28.16b, v25.16b                   /* B */
    ldr q25, [x9, #32]
    eor v27.16b, v27.16b, v29.16b                   /* Q_0 */
    eor v26.16b, v26.16b, \c\()3.16b
    eor v30.16b, v30.16b, v23.16b                   /* P_0 */
    ldr q23, [x9, #0]
    eor v25.16b, v25.16b, \c\()2.16b
    eor \a\()1.16b, \a\()1.16b, v28.16b
    eor v31.16b, v31.16b, v27.16b                   /* D */
    eor v23.16b, v23.16b, \c\()0.16b
    eor v30.16b, v30.16b, v24.16b                   /* A */
    ldr q24, [x9, #16]
    eor v25.16b, v25.16b, \d\()2.16b                /* next x_2 */
    eor v26.16b, v26.16b, \d\()3.16b                /* next x_3 */
    eor v17.16b, v17.16b, v31.16b
    eor v24.16b, v24.16b, \c\()1.16b
    eor \a\()2.16b, \a\()2.16b, v30.16b
    eor v30.16b, v30.16b, v28.16b
    eor \a\()3.16b, \a\()3.16b, v31.16b
    eor \a\()1.16b, \a\()1.16b, v17.16b
    eor v24.16b, v24.16b, \d\()1.16b                /* next x_1 */
    eor \a\()2.16b, \a\()2.16b, v17.16b
    eor \a\()0.16b, \a\()0.16b, v30.16b
    eor \a\()3.16b, \a\()3.16b, v30.16b
    eor v23.16b, v23.16b, \d\()0.16b                /* next x_0 */
#endif
.endm
.macro FIRST_ARGUMENTS b, c
    ARGUMENT v23, q23, 0, \b\()0, \c\()0
    ARGUMENT v24, q24, 1, \b\()1, \c\()1
    ARGUMENT v25, q25, 2, \b\()2, \c\()2
    ARGUMENT v26, q26, 3, \b\()3, \c\()3
.endm
#endif

/* 32 rounds of the state in v0-v15. x5: the first round's key, x6: step to the next one's. Clobbers x9-x11, x17,
 * v16-v31. The arguments that the last round prepares are of no round: what lies in the context beside the keys. */
LOCAL_FUNC .Lrounds16
#ifdef USE_AES
    CONST q16, .Linverse
    CONST2 q19, q20, .Lpq
    ldp q21, q22, [x17, #32]
#else
    CONST2 q16, q17, .Linverse
    ADDRESS x11, .Lpq
#endif
    CONST q18, .Lmask
    mov x9, x5
    mov w10, #8
    FIRST_ARGUMENTS wb, wc
1:
    add x9, x9, x6
    ROUND wa, wb, wc, wd
    add x9, x9, x6
    ROUND wb, wc, wd, wa
    add x9, x9, x6
    ROUND wc, wd, wa, wb
    add x9, x9, x6
    ROUND wd, wa, wb, wc
    subs w10, w10, #1
    b.ne 1b
    ret
ENDFUNC .Lrounds16

/* Copy x3 blocks, at least one. Clobbers x9, x10, x17, v0. */
.macro COPY_BLOCKS from, to
    mov x9, \from
    mov x10, \to
    mov x17, x3
8:
    ldr q0, [x9], #16
    str q0, [x10], #16
    subs x17, x17, #1
    b.ne 8b
.endm

/* The frame of every function on many blocks: nothing to do for no blocks. */
.macro BULK_BEGIN scratch=SCRATCH
    cbnz x3, 1f
    ret
1:
    FRAME \scratch
.endm

.macro KEYS_ENCRYPT
    add x5, x0, #CTX_SLICED
    mov x6, #64
.endm
.macro KEYS_DECRYPT
    add x5, x0, #CTX_SLICED + 31 * 64
    mov x6, #-64
.endm

/* The loop over passes: x3 blocks from x2 to x1. What lies between PASS_BEGIN and PASS_END works from x7 to x8 and
 * keeps x0-x6. A last pass of fewer than 16 blocks goes through the scratch. */
.macro PASS_BEGIN
2:
    mov x7, x2
    mov x8, x1
    cmp x3, #16
    b.hs 3f
    add x7, sp, #TAIL
    mov x8, x7
    COPY_BLOCKS x2, x7
3:
.endm
.macro PASS_END copy=1
    subs x3, x3, #16
    b.lo 4f
    add x1, x1, #256
    add x2, x2, #256
    b.ne 2b
    b 5f
4:
    add x3, x3, #16
    .if \copy
    COPY_BLOCKS x8, x1
    .endif
5:
.endm
/* n = the number of blocks of the pass */
.macro PASS_BLOCKS n
    mov \n, #16
    cmp x3, #16
    csel \n, x3, \n, lo
.endm

/* Wipe and return. */
.macro BULK_END scratch=SCRATCH
    WIPE_VECTORS
    mov x17, sp
    .rept \scratch / 32
    stp q0, q0, [x17], #32
    .endr
    UNFRAME \scratch
    ret
.endm

FUNC SYM(ecb_dec)
    cmp x3, #FEW
    b.ls .Lecb_dec_few
    KEYS_DECRYPT
    b .Lecb
ENDFUNC SYM(ecb_dec)

FUNC SYM(ecb_enc)
    cmp x3, #FEW
    b.ls .Lecb_enc_few
    KEYS_ENCRYPT
.Lecb:
    BULK_BEGIN
    PASS_BEGIN
    LOAD16 x7, x7
    bl .Lrounds16
    STORE16
    PASS_END
    BULK_END
ENDFUNC SYM(ecb_enc)

/* The counter (x12, x13: high and low half) differs over 16 blocks in its low byte and by at most one carry out of
 * it: take each other byte of a block either from the counter or from the counter + 256. */
.macro COUNTER_BYTE r
    tbl \r\().16b, {v29.16b, v30.16b}, v28.16b
    add v28.16b, v28.16b, v31.16b
.endm
.macro COUNTERS16 op
    CONST q18, .Lmask
    CONST2 q19, q20, .Lto_basis
    CONST q28, .Liota
    mov x17, x13
    \op
    rev x9, x12
    rev x10, x13
    mov v29.d[0], x9
    mov v29.d[1], x10               /* the counter */
    rev x9, x14
    rev x10, x15
    mov v30.d[0], x9
    mov v30.d[1], x10               /* + 256 */
    dup v31.16b, v29.b[15]
    add v15.16b, v28.16b, v31.16b   /* the low bytes */
    cmhi v28.16b, v31.16b, v15.16b  /* is there a carry? */
    movi v31.16b, #16
    and v28.16b, v28.16b, v31.16b
    movi v31.16b, #1
    MAP4 v29, v30, v15, v14, v19, v20
    .irp r, wa0, wa1, wa2, wa3, wb0, wb1, wb2, wb3, wc0, wc1, wc2, wc3, wd0, wd1, wd2
    COUNTER_BYTE \r
    .endr
.endm
.macro NEXT_128
    adds x15, x13, #256
    cinc x14, x12, cs
.endm
.macro NEXT_32
    add w15, w13, #256
    bfxil x17, x15, #0, #32
    mov x15, x17
    mov x14, x12
.endm

.macro CTR next
    BULK_BEGIN
    KEYS_ENCRYPT
    ldp x12, x13, [x4]
    rev x12, x12
    rev x13, x13
    PASS_BEGIN
    COUNTERS16 \next
    bl .Lrounds16
    STORE16 x7, x7
    /* Advance by as many blocks as the pass had. */
    PASS_BLOCKS x17
    .ifc \next, NEXT_128
    adds x13, x13, x17
    cinc x12, x12, cs
    .else
    add w17, w13, w17
    bfxil x13, x17, #0, #32
    .endif
    PASS_END
    rev x12, x12
    rev x13, x13
    stp x12, x13, [x4]
    BULK_END
.endm

FUNC SYM(ctr)
    CTR NEXT_128
ENDFUNC SYM(ctr)

FUNC SYM(ctr32)
    CTR NEXT_32
ENDFUNC SYM(ctr32)

/* CBC and CFB decryption use each block with the ciphertext block before it. PREVIOUS holds the block before the pass
 * and then its first three; x12, x13: the pass's last block, which is the next pass's previous one. */
.macro CHAIN_BEGIN
    ldr q0, [x4]
    str q0, [sp, #PREVIOUS]
.endm
.macro CHAIN_PASS
    PASS_BLOCKS x17
    add x17, x7, x17, lsl #4
    ldp x12, x13, [x17, #-16]
    ldp q0, q1, [x7]
    ldr q2, [x7, #32]
    stp q0, q1, [sp, #PREVIOUS + 16]
    str q2, [sp, #PREVIOUS + 48]
    add x10, sp, #PREVIOUS
    sub x9, x7, #16
.endm
.macro CHAIN_NEXT
    stp x12, x13, [sp, #PREVIOUS]
.endm
.macro CHAIN_END
    stp x12, x13, [x4]
    mov x12, #0
    mov x13, #0
.endm

FUNC SYM(cbc_dec)
    BULK_BEGIN
    KEYS_DECRYPT
    CHAIN_BEGIN
    PASS_BEGIN
    CHAIN_PASS
    LOAD16 x7, x7
    bl .Lrounds16
    add x10, sp, #PREVIOUS
    sub x9, x7, #16
    STORE16 x10, x9
    CHAIN_NEXT
    PASS_END
    CHAIN_END
    BULK_END
ENDFUNC SYM(cbc_dec)

FUNC SYM(cfb_dec)
    BULK_BEGIN
    KEYS_ENCRYPT
    CHAIN_BEGIN
    PASS_BEGIN
    CHAIN_PASS
    LOAD16 x10, x9
    bl .Lrounds16
    STORE16 x7, x7
    CHAIN_NEXT
    PASS_END
    CHAIN_END
    BULK_END
ENDFUNC SYM(cfb_dec)

/* XTS: x12, x13 are the low and high half of the tweak; the next one is it times x modulo x^128 + x^7 + x^2 + x + 1.
 * */
.macro TWEAKS16
    add x10, sp, #TWEAKS
    mov w11, #0x87
    .rept 16
    stp x12, x13, [x10], #16
    and x9, x11, x13, asr #63
    extr x13, x13, x12, #63
    eor x12, x9, x12, lsl #1
    .endr
.endm

FUNC SYM(xts_dec)
    KEYS_DECRYPT
    b .Lxts
ENDFUNC SYM(xts_dec)

FUNC SYM(xts_enc)
    KEYS_ENCRYPT
.Lxts:
    BULK_BEGIN SCRATCH_TWEAKS
    ldp x12, x13, [x4]
    PASS_BEGIN
    TWEAKS16
    add x10, sp, #TWEAKS
    LOAD16 x7, x7, x10
    bl .Lrounds16
    add x10, sp, #TWEAKS
    STORE16 x10, x10
    PASS_END
    /* After a pass of fewer blocks than 16 the next tweak is among those in the scratch. */
    cbz x3, 6f
    add x10, sp, #TWEAKS
    add x10, x10, x3, lsl #4
    ldp x12, x13, [x10]
6:
    stp x12, x13, [x4]
    mov x9, #0
    mov x12, #0
    mov x13, #0
    BULK_END SCRATCH_TWEAKS
ENDFUNC SYM(xts_enc)

/* OCB. x4: struct tsubaki_ocb_state (its offset, checksum, number of blocks before, L_0 ...). */
#define OCB_CHECKSUM 16
#define OCB_FIRST 32
#define OCB_L 40

/* The offsets of a pass, in x10 blocks: offset i is the one before and L of the trailing zeros of the block's number.
 * */
.macro OFFSETS
    ldr q0, [x4]
    ldr x12, [x4, #OCB_FIRST]
    add x11, sp, #TWEAKS
    PASS_BLOCKS x17
6:
    add x12, x12, #1
    rbit x9, x12
    clz x9, x9
    add x9, x4, x9, lsl #4
    ldur q1, [x9, #OCB_L]
    eor v0.16b, v0.16b, v1.16b
    str q0, [x11], #16
    subs x17, x17, #1
    b.ne 6b
    str q0, [x4]
    str x12, [x4, #OCB_FIRST]
    add x10, sp, #TWEAKS
.endm
/* Add the blocks of the pass at p to the checksum. */
.macro CHECKSUM p
    ldr q0, [x4, #OCB_CHECKSUM]
    mov x9, \p
    PASS_BLOCKS x17
7:
    ldr q1, [x9], #16
    eor v0.16b, v0.16b, v1.16b
    subs x17, x17, #1
    b.ne 7b
    str q0, [x4, #OCB_CHECKSUM]
.endm

FUNC SYM(ocb_enc)
    BULK_BEGIN SCRATCH_TWEAKS
    KEYS_ENCRYPT
    PASS_BEGIN
    CHECKSUM x7
    OFFSETS
    LOAD16 x7, x7, x10
    bl .Lrounds16
    add x10, sp, #TWEAKS
    STORE16 x10, x10
    PASS_END
    BULK_END SCRATCH_TWEAKS
ENDFUNC SYM(ocb_enc)

FUNC SYM(ocb_dec)
    BULK_BEGIN SCRATCH_TWEAKS
    KEYS_DECRYPT
    PASS_BEGIN
    OFFSETS
    LOAD16 x7, x7, x10
    bl .Lrounds16
    add x10, sp, #TWEAKS
    STORE16 x10, x10
    CHECKSUM x8
    PASS_END
    BULK_END SCRATCH_TWEAKS
ENDFUNC SYM(ocb_dec)

/* x1: in, x2: blocks, x3: state */
FUNC SYM(ocb_auth)
    mov x4, x3
    mov x3, x2
    mov x2, x1
    BULK_BEGIN SCRATCH_TWEAKS
    KEYS_ENCRYPT
    PASS_BEGIN
    OFFSETS
    LOAD16 x7, x7, x10
    bl .Lrounds16
    add x8, sp, #TAIL
    STORE16
    CHECKSUM x8
    PASS_END copy=0
    BULK_END SCRATCH_TWEAKS
ENDFUNC SYM(ocb_auth)

/* ---- One block ----
 *
 * A word is a vector of four columns, one a byte; its four rows are what the look-ups for that byte of the result
 * need: row r the byte r further on. Row r looks into the table of SM4_L[r] (tools/gf.py), 16 r bytes into four
 * registers. v0-v3: the words; v4, v5: what the last round adds to the newest word, in two parts; v16-v23: the
 * tables; v24, v25: .Linverse; v26: mask; v27: .Lrow_base; v28, v29: .Lrotate; v30, v31: .Lto_basis; v8-v15, v6, v7
 * are free.
 */
#ifndef USE_AES
.macro BLOCK_TABLES rows
    CONST2 q24, q25, .Linverse
    CONST q26, .Lmask
    CONST q27, .Lrow_base
    CONST2 q28, q29, .Lrotate
    CONST2 q30, q31, .Lto_basis
    ADDRESS x17, \rows
    ldp q16, q17, [x17]
    ldp q18, q19, [x17, #32]
    ldp q20, q21, [x17, #64]
    ldp q22, q23, [x17, #96]
.endm

/* Word d gets what the round before computed (v4 ^ v5); then v4, v5 for word a. v6: the round key. */
.macro BLOCK_ROUND a, b, c, d
    eor v7.16b, \b\().16b, v6.16b
    eor v7.16b, v7.16b, \c\().16b
    eor v7.16b, v7.16b, \d\().16b
    eor \d\().16b, \d\().16b, v4.16b
    eor v7.16b, v7.16b, v4.16b
    eor v7.16b, v7.16b, v5.16b
    eor \d\().16b, \d\().16b, v5.16b
    ushr v12.16b, v7.16b, #4
    and v7.16b, v7.16b, v26.16b
    eor v13.16b, v12.16b, v7.16b
    tbl v4.16b, {v24.16b}, v12.16b
    tbl v7.16b, {v25.16b}, v7.16b
    tbl v5.16b, {v24.16b}, v13.16b
    orr v12.16b, v12.16b, v27.16b
    orr v13.16b, v13.16b, v27.16b
    eor v4.16b, v4.16b, v7.16b
    eor v5.16b, v5.16b, v7.16b
    tbl v4.16b, {v24.16b}, v4.16b
    tbl v5.16b, {v24.16b}, v5.16b
    eor v4.16b, v4.16b, v13.16b
    eor v5.16b, v5.16b, v12.16b
    tbl v4.16b, {v16.16b-v19.16b}, v4.16b
    tbl v5.16b, {v20.16b-v23.16b}, v5.16b
    eor v4.16b, v4.16b, v5.16b
    rev32 v5.8h, v4.8h
    eor v4.16b, v4.16b, v5.16b
    tbl v5.16b, {v4.16b}, v29.16b
    tbl v4.16b, {v4.16b}, v28.16b
.endm
.macro BLOCK_START
    movi v4.16b, #0
    movi v5.16b, #0
.endm
/* Add what the last round computed. */
.macro BLOCK_FINISH d
    eor \d\().16b, \d\().16b, v4.16b
    eor \d\().16b, \d\().16b, v5.16b
.endm
#else
.macro BLOCK_TABLES rows
    CONST q26, .Lmask
    CONST q27, .Lrow_base
    CONST q28, .Lrow0_to_all
    CONST2 q30, q31, .Lto_basis
    ADDRESS x17, \rows
    ldp q16, q17, [x17]
    ldp q18, q19, [x17, #32]
    ldp q20, q21, [x17, #64]
    ldp q22, q23, [x17, #96]
.endm

/* Word d gets what the round before computed (v4); then v4 for word a. v6: the round key. ShiftRows brings each row
 * the byte that it needs; MixColumns adds the rows up (the tables have its factors in them). */
.macro BLOCK_ROUND a, b, c, d
    eor v7.16b, \b\().16b, v6.16b
    eor v7.16b, v7.16b, \c\().16b
    eor v7.16b, v7.16b, \d\().16b
    eor \d\().16b, \d\().16b, v4.16b
    aese v4.16b, v7.16b
    mov v12.16b, v27.16b
    mov v13.16b, v27.16b
    sri v12.16b, v4.16b, #4
    bit v13.16b, v4.16b, v26.16b
    tbl v12.16b, {v20.16b-v23.16b}, v12.16b
    tbl v4.16b, {v16.16b-v19.16b}, v13.16b
    eor v4.16b, v4.16b, v12.16b
    aesmc v4.16b, v4.16b
    tbl v4.16b, {v4.16b}, v28.16b
.endm
.macro BLOCK_START
    movi v4.16b, #0
.endm
.macro BLOCK_FINISH d
    eor \d\().16b, \d\().16b, v4.16b
.endm
#endif

/* r through a linear byte map given by nibble tables */
.macro MAP r, t, lo, hi
    ushr \t\().16b, \r\().16b, #4
    and \r\().16b, \r\().16b, v26.16b
    tbl \t\().16b, {\hi\().16b}, \t\().16b
    tbl \r\().16b, {\lo\().16b}, \r\().16b
    eor \r\().16b, \r\().16b, \t\().16b
.endm
.macro TO_BASIS r, t
    MAP \r, \t, v30, v31
.endm

/* w0-w3 = the words of the block in src, another register; x11: .Llayout. Clobbers v4, v6. */
.macro BLOCK_WORDS src, w0, w1, w2, w3
    ldr q6, [x11]
    movi v4.16b, #4
    tbl \w0\().16b, {\src\().16b}, v6.16b
    add v6.16b, v6.16b, v4.16b
    tbl \w1\().16b, {\src\().16b}, v6.16b
    add v6.16b, v6.16b, v4.16b
    tbl \w2\().16b, {\src\().16b}, v6.16b
    add v6.16b, v6.16b, v4.16b
    tbl \w3\().16b, {\src\().16b}, v6.16b
.endm

/* 32 rounds of the block in v0-v3; x5: the first round's key, x6: step to the next one's. Clobbers x9, x10, v4-v7,
 * v12, v13. */
LOCAL_FUNC .Lrounds1
    mov x9, x5
    mov w10, #8
    BLOCK_START
1:
    ld1 {v6.16b}, [x9], x6
    BLOCK_ROUND v0, v1, v2, v3
    ld1 {v6.16b}, [x9], x6
    BLOCK_ROUND v1, v2, v3, v0
    ld1 {v6.16b}, [x9], x6
    BLOCK_ROUND v2, v3, v0, v1
    ld1 {v6.16b}, [x9], x6
    BLOCK_ROUND v3, v0, v1, v2
    subs w10, w10, #1
    b.ne 1b
    BLOCK_FINISH v3
    ret
ENDFUNC .Lrounds1

.macro BLOCK_KEYS_ENCRYPT
    add x5, x0, #CTX_WORDS
    mov x6, #16
.endm
.macro BLOCK_KEYS_DECRYPT
    add x5, x0, #CTX_WORDS + 31 * 16
    mov x6, #-16
.endm

.macro BLOCK_BEGIN
    FRAME
    BLOCK_TABLES .Lrow_l
    CONST2 q14, q15, .Lfrom_basis
    ADDRESS x11, .Llayout
.endm
.macro BLOCK_END
    WIPE_VECTORS
    UNFRAME
    ret
.endm

LOCAL_FUNC .Lecb_dec_few
    BLOCK_KEYS_DECRYPT
    b .Lecb_few
ENDFUNC .Lecb_dec_few

LOCAL_FUNC .Lecb_enc_few
    BLOCK_KEYS_ENCRYPT
.Lecb_few:
    cbnz x3, 1f
    ret
1:
    BLOCK_BEGIN
2:
    ldr q8, [x2], #16
    TO_BASIS v8, v7
    BLOCK_WORDS v8, v0, v1, v2, v3
    bl .Lrounds1
    CONST q4, .Lgather_reversed
    tbl v8.16b, {v0.16b-v3.16b}, v4.16b
    MAP v8, v7, v14, v15
    str q8, [x1], #16
    subs x3, x3, #1
    b.ne 2b
    BLOCK_END
ENDFUNC .Lecb_enc_few

/* CBC or CFB encryption: E(previous ^ in), or E(previous) ^ in. The chaining value stays in its four vectors. */
.macro CHAIN_ENCRYPT mode
    cbnz x3, 1f
    ret
1:
    BLOCK_KEYS_ENCRYPT
    BLOCK_BEGIN
    ldr q8, [x4]
    TO_BASIS v8, v7
    BLOCK_WORDS v8, v0, v1, v2, v3
2:
    ldr q12, [x2], #16
    TO_BASIS v12, v7
    BLOCK_WORDS v12, v8, v9, v10, v11
    .ifc \mode, cbc
    XOR4 v0, v1, v2, v3, v8, v9, v10, v11
    .endif
    bl .Lrounds1
    /* The words come out in reverse order. */
    mov v12.16b, v0.16b
    mov v13.16b, v1.16b
    .ifc \mode, cbc
    mov v0.16b, v3.16b
    mov v1.16b, v2.16b
    mov v2.16b, v13.16b
    mov v3.16b, v12.16b
    .else
    eor v0.16b, v3.16b, v8.16b
    eor v1.16b, v2.16b, v9.16b
    eor v2.16b, v13.16b, v10.16b
    eor v3.16b, v12.16b, v11.16b
    .endif
    CONST q4, .Lgather
    tbl v8.16b, {v0.16b-v3.16b}, v4.16b
    MAP v8, v7, v14, v15
    str q8, [x1], #16
    subs x3, x3, #1
    b.ne 2b
    str q8, [x4]
    BLOCK_END
.endm

FUNC SYM(cbc_enc)
    CHAIN_ENCRYPT cbc
ENDFUNC SYM(cbc_enc)

FUNC SYM(cfb_enc)
    CHAIN_ENCRYPT cfb
ENDFUNC SYM(cfb_enc)

/* ---- Key schedule ----
 *
 * The rounds of one block with L' for L and CK for the round keys; the words that they make are the round keys, here
 * in the basis. They are kept in the context's subkey part until the second loop makes all three forms of them.
 */
.macro SCHEDULE a, b, c, d
    ldr s6, [x9], #4
    tbl v6.16b, {v6.16b}, v15.16b
    BLOCK_ROUND \a, \b, \c, \d
    BLOCK_FINISH \a
    BLOCK_START
    tbl v8.16b, {\a\().16b}, v14.16b
    str s8, [x3], #4
.endm

FUNC SYM(setkey)
    cmp x2, #16
    b.ne .Lwrong_length
    FRAME
    BLOCK_TABLES .Lrow_lk
    ADDRESS x11, .Llayout
    ADDRESS x9, .Lck
    ldr q8, [x1]
    TO_BASIS v8, v7
    CONST q9, .Lfk
    eor v8.16b, v8.16b, v9.16b
    BLOCK_WORDS v8, v0, v1, v2, v3
    ldr q15, [x11]
    CONST q14, .Lrow0
    mov x3, x0
    mov w12, #8
    BLOCK_START
1:
    SCHEDULE v0, v1, v2, v3
    SCHEDULE v1, v2, v3, v0
    SCHEDULE v2, v3, v0, v1
    SCHEDULE v3, v0, v1, v2
    subs w12, w12, #1
    b.ne 1b

    CONST2 q30, q31, .Lfrom_basis
    CONST2 q16, q17, .Lkey_offsets  /* rounds 0-3, 8-11, ... */
    ldp q18, q19, [x17, #32]        /* rounds 4-7, ... */
    movi v20.16b, #4
    add x4, x0, #CTX_SLICED
    add x5, x0, #CTX_WORDS
    mov x3, x0
    mov w12, #8
2:
    ldr q8, [x3]
    eor v9.16b, v8.16b, v16.16b
    eor v8.16b, v8.16b, v17.16b
    TO_BASIS v9, v7                 /* out of it: v30, v31 are the other way now */
    rev32 v9.16b, v9.16b
    str q9, [x3], #16
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    dup v9.16b, v8.b[\n]
    str q9, [x4], #16
    .endr
    BLOCK_WORDS v8, v0, v1, v2, v3
    stp q0, q1, [x5], #32
    stp q2, q3, [x5], #32
    mov v21.16b, v16.16b
    mov v22.16b, v17.16b
    mov v16.16b, v18.16b
    mov v17.16b, v19.16b
    mov v18.16b, v21.16b
    mov v19.16b, v22.16b
    subs w12, w12, #1
    b.ne 2b

    mov x9, #128
    str x9, [x0, #CTX_KEY_BITS]
    str xzr, [x0, #CTX_KEY_BITS + 8]
    WIPE_VECTORS
    stp q0, q0, [x0, #CTX_KEY_BITS + 16]
    str q0, [x0, #CTX_KEY_BITS + 48]
    mov x3, #(CTX_SIZE - CTX_END) / 64
3:
    stp q0, q0, [x5], #32
    stp q0, q0, [x5], #32
    subs x3, x3, #1
    b.ne 3b
    mov w0, #0
    UNFRAME
    ret

.Lwrong_length:
    movi v0.16b, #0
    mov x3, #CTX_SIZE / 64
4:
    stp q0, q0, [x0], #32
    stp q0, q0, [x0], #32
    subs x3, x3, #1
    b.ne 4b
    mov w0, #-1
    ret
ENDFUNC SYM(setkey)

/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Camellia (RFC 3713) for AArch64 with the AES instructions of the crypto extension: 16 blocks byte-sliced, and one
 * block at a time with little latency. Variants: ce; ce_sha3 (-DUSE_SHA3), which joins XORs in EOR3.
 *
 *   int  setkey(ctx x0, key x1, key_len x2)
 *   void ecb_enc, ecb_dec(ctx x0, out x1, in x2, nblocks x3)
 *   void ctr, ctr32, cbc_enc, cbc_dec, cfb_enc, cfb_dec, xts_enc, xts_dec, ocb_enc, ocb_dec(the same, state x4)
 *   void ocb_auth(ctx x0, in x1, nblocks x2, state x3)
 *
 * Width: 16 blocks a pass. 1 or 2 remaining blocks take the one-block path, 3 to 15 one more pass by way of the stack;
 * cbc_enc and cfb_enc take the one-block path.
 * Clobbers: x1-x17, flags, v0-v7, v16-v31 (cleared), upper halves of v8-v15. x18-x28, d8-d15 are kept. FPCR, FPSR
 * untouched.
 * Stack: setkey 128 bytes, cbc_enc and cfb_enc 192, XTS and OCB 640, else 384; the scratch in it is cleared. The return
 * address is signed; entries land on BTI c.
 * Needs HWCAP_ASIMD, HWCAP_AES; ce_sha3 HWCAP_SHA3 too. Constant time, key setup included: no address or branch
 * depends on key or data; nblocks, key_len, the counter and OCB's block numbers are public.
 *
 * 16 blocks. A register holds one byte of all 16 blocks: X = v0-v7 is the half that odd rounds put through F, Y =
 * v8-v15 the other; v31 = 0x0f in every byte, v16-v30 free for a round.
 * - s1(x) = B.inv(M.(x ^ X0)) ^ C2 with inv the inversion in AES's field. AESE does A.inv(s ^ k) ^ 0x63 and AESD
 *   inv(A^-1.(s ^ k ^ 0x63)), each with a subkey for free. X is held in the basis of AESE (M.x), Y in that of AESD
 *   (A.M.x): an S-box costs one AES instruction, one linear map behind it (two 16-entry tables) and, s4 only, one in
 *   front.
 * - AESE also does ShiftRows and AESD its inverse. Lane n of X belongs to block n, lane n of Y to block SHIFT_ROWS[n]:
 *   what F takes from one half falls on the lanes of the other, in both directions, and nothing repairs a permutation.
 * - The map in front of s4 XORs two look-ups; AESE and AESD do that XOR, since its low table holds the subkey too (the
 *   context has 16 bytes for a subkey byte in either form).
 * - The AES instruction's destination is the loaded subkey, so nothing is copied.
 * - FL and its inverse are, for a given key, affine byte maps in the bases, so 16-entry tables as well, made by
 *   setkey.
 * - M and A.M may be any of 2040 each. The pair in use makes the map behind s1 and s4 in a round of Y leave three bits
 *   alone, so that it is x ^ T[x >> 3] (three instructions in place of five), and lets the top bit of a byte depend on
 *   the low nibble in either basis, so that the carry of FL's rotation takes one table.
 * - All constants (X0, C2, whitening) are in subkeys and tables: the state is held without whitening up to the first
 *   FL layer and with the last whitening from the last layer on.
 * - Decryption walks the same subkeys and tables backwards.
 *
 * Instructions a pass of 16 blocks, 128-bit key, loads apart: 9 rounds of X x 80 (8 AES, 40 to index and look up, 32
 * XOR), 9 rounds of Y x 72 (8, 32, 32); ce_sha3 70 and 62 (22 XOR). FL 2 x 112 (96), transpositions 2 x 64, bases 2 x
 * 80.
 *
 * One block. The halves are v0 and v1, each twice in its register, both in the basis of AESE, s4's bytes rotated. The
 * P-function comes before the maps: TBL brings the AES outputs of one class of S-boxes (same map) under the bytes that
 * they are added to, two terms a register (one in each half); then the maps of the classes are looked up (bit 4 of the
 * index marks s4's bytes, whose tables also rotate), and the two halves are folded in the next round's AESE, which XORs
 * its operands: s ^ k ^ p against p with halves swapped. Eight instructions from round to round. Linear tables leave a
 * constant out of each F; after three F it is the same in both halves at the end of each group and is added there.
 *
 * Source: RFC 3713, sections 2.2 to 2.4. Constants: tools/tables_camellia_ce.py.
 *
 * Modelled cycles/byte (make cost: llvm-mca 19 on the executed instructions, 128-bit key, 256 blocks, cbc_enc 64),
 * ecb_enc; ecb_dec, cbc_dec, cfb_dec and ctr within 4 %, XTS and OCB 2 to 8 % more:
 *             cortex-a53  cortex-a57  neoverse-n1  neoverse-n2  neoverse-v1  neoverse-v2  apple-m4
 *   ce             10.14        5.96         3.72         3.71         2.75         2.05      2.59
 *   ce_sha3                                               3.33         2.70         1.93      2.35
 *   cbc_enc        119.4        64.6         29.0         29.0         29.0         26.2      25.8
 */
#define CIPHER camellia
#ifdef USE_SHA3
#define VARIANT ce_sha3
    .arch armv8.2-a+crypto+sha3
#else
#define VARIANT ce
    .arch armv8-a+crypto
#endif
#include "asm.h"

/* struct tsubaki_camellia_ctx */
#define CTX_KW 0
#define CTX_K 32
#define CTX_KE 224
#define CTX_KEY_BITS 272
#define CTX_SIZE 8192
#define CTX_ROUND 320           /* 24 rounds x 8 bytes x 16 lanes: AESE/AESD operands, whitening folded in */
#define CTX_FL 3392             /* 3 layers x 2 halves x 320 bytes, see FL_ROTATE and FL_MASK */
#define CTX_ONE 5312            /* 24 x 16: AESE operands of the one-block path */
#define FL_HALF 320
#define FL_MASK_PART 192
#define FL_LAYER 640
#define ROUND_SIZE 128
#define KEYS_25 64              /* bytes 2, 5 of a round's operands; 0, 7, 1, 4 come first */
#define KEYS_36 96              /* tables for 3, 6 */

/* .Ltables */
#define T_SLICE_X 0
#define T_SLICE_Y 32
#define T_UNSLICE_X 64
#define T_UNSLICE_Y 96
#define T_ROUND_X 128
#define T_ROUND_Y 256
#define T_FL_X 384
#define T_FL_Y 416
#define T_KEY_X 448
#define T_KEY_Y 464
#define T_TO_Y 480
#define T_TO_X 544
#define T_FROM_X 608
#define T_S4 672
#define T_ONE_CONST 688
#define T_ONE_PERM 704
#define T_ONE 768
#define T_SIGMA 960
#define T_LANES 1056

RODATA
.Ltables:
    /* generated: slice */
    .byte 0x00, 0xf2, 0x2a, 0xd8, 0x99, 0x6b, 0xb3, 0x41, 0xd2, 0x20, 0xf8, 0x0a, 0x4b, 0xb9, 0x61, 0x93
    .byte 0x00, 0x10, 0x70, 0x60, 0x59, 0x49, 0x29, 0x39, 0x0f, 0x1f, 0x7f, 0x6f, 0x56, 0x46, 0x26, 0x36
    .byte 0x00, 0xc1, 0xa7, 0x66, 0x56, 0x97, 0xf1, 0x30, 0xb7, 0x76, 0x10, 0xd1, 0xe1, 0x20, 0x46, 0x87
    .byte 0x00, 0x3b, 0x96, 0xad, 0x0d, 0x36, 0x9b, 0xa0, 0xa2, 0x99, 0x34, 0x0f, 0xaf, 0x94, 0x39, 0x02
    /* end generated */
    /* generated: unslice */
    .byte 0x00, 0x3e, 0x5c, 0x62, 0xb5, 0x8b, 0xe9, 0xd7, 0x57, 0x69, 0x0b, 0x35, 0xe2, 0xdc, 0xbe, 0x80
    .byte 0x00, 0x10, 0x09, 0x19, 0x39, 0x29, 0x30, 0x20, 0x7d, 0x6d, 0x74, 0x64, 0x44, 0x54, 0x4d, 0x5d
    .byte 0x00, 0x25, 0xf0, 0xd5, 0xa7, 0x82, 0x57, 0x72, 0xc2, 0xe7, 0x32, 0x17, 0x65, 0x40, 0x95, 0xb0
    .byte 0x00, 0x0a, 0x0d, 0x07, 0x59, 0x53, 0x54, 0x5e, 0x7d, 0x77, 0x70, 0x7a, 0x24, 0x2e, 0x29, 0x23
    /* end generated */
    /* generated: round_x */
    .byte 0x00, 0x72, 0xbd, 0xcf, 0x23, 0x51, 0x9e, 0xec, 0x1e, 0x6c, 0xa3, 0xd1, 0x3d, 0x4f, 0x80, 0xf2
    .byte 0x00, 0x70, 0x3a, 0x4a, 0x13, 0x63, 0x29, 0x59, 0xce, 0xbe, 0xf4, 0x84, 0xdd, 0xad, 0xe7, 0x97
    .byte 0x91, 0xb9, 0xa2, 0x8a, 0x15, 0x3d, 0x26, 0x0e, 0xb8, 0x90, 0x8b, 0xa3, 0x3c, 0x14, 0x0f, 0x27
    .byte 0x00, 0x3f, 0xae, 0x91, 0xf9, 0xc6, 0x57, 0x68, 0x8e, 0xb1, 0x20, 0x1f, 0x77, 0x48, 0xd9, 0xe6
    .byte 0x62, 0x7c, 0xc1, 0xdf, 0xfa, 0xe4, 0x59, 0x47, 0x61, 0x7f, 0xc2, 0xdc, 0xf9, 0xe7, 0x5a, 0x44
    .byte 0x00, 0x1c, 0x7e, 0x62, 0xd4, 0xc8, 0xaa, 0xb6, 0x55, 0x49, 0x2b, 0x37, 0x81, 0x9d, 0xff, 0xe3
    .byte 0xe0, 0xe9, 0x0d, 0x04, 0x5b, 0x52, 0xb6, 0xbf, 0xd7, 0xde, 0x3a, 0x33, 0x6c, 0x65, 0x81, 0x88
    .byte 0x00, 0x45, 0xa5, 0xe0, 0x3c, 0x79, 0x99, 0xdc, 0xf6, 0xb3, 0x53, 0x16, 0xca, 0x8f, 0x6f, 0x2a
    /* end generated */
    /* generated: round_y */
    .byte 0x00, 0x1d, 0xf8, 0xe5, 0x8a, 0x97, 0x72, 0x6f, 0x35, 0x28, 0xcd, 0xd0, 0xbf, 0xa2, 0x47, 0x5a
    .byte 0x00, 0x6d, 0x2b, 0x46, 0xa8, 0xc5, 0x83, 0xee, 0x12, 0x7f, 0x39, 0x54, 0xba, 0xd7, 0x91, 0xfc
    .byte 0x48, 0x92, 0x4c, 0x96, 0x16, 0xcc, 0x12, 0xc8, 0x6a, 0xb0, 0x6e, 0xb4, 0x34, 0xee, 0x30, 0xea
    .byte 0x3c, 0xe6, 0x38, 0xe2, 0x62, 0xb8, 0x66, 0xbc, 0x1e, 0xc4, 0x1a, 0xc0, 0x40, 0x9a, 0x44, 0x9e
    .byte 0x0d, 0x7f, 0xb0, 0xc2, 0x2e, 0x5c, 0x93, 0xe1, 0x1d, 0x6f, 0xa0, 0xd2, 0x3e, 0x4c, 0x83, 0xf1
    .byte 0x00, 0x53, 0xd9, 0x8a, 0x94, 0xc7, 0x4d, 0x1e, 0xb4, 0xe7, 0x6d, 0x3e, 0x20, 0x73, 0xf9, 0xaa
    .byte 0x21, 0xa2, 0x30, 0xb3, 0x9f, 0x1c, 0x8e, 0x0d, 0xb8, 0x3b, 0xa9, 0x2a, 0x06, 0x85, 0x17, 0x94
    .byte 0x00, 0x6c, 0xca, 0xa6, 0xd3, 0xbf, 0x19, 0x75, 0xa0, 0xcc, 0x6a, 0x06, 0x73, 0x1f, 0xb9, 0xd5
    /* end generated */
    /* generated: fl_x */
    .byte 0x00, 0x3e, 0x5c, 0x62, 0xb5, 0x8b, 0xe9, 0xd7, 0x57, 0x69, 0x0b, 0x35, 0xe2, 0xdc, 0xbe, 0x80
    .byte 0x00, 0x10, 0x09, 0x19, 0x39, 0x29, 0x30, 0x20, 0x7d, 0x6d, 0x74, 0x64, 0x44, 0x54, 0x4d, 0x5d
    /* end generated */
    /* generated: fl_y */
    .byte 0x00, 0x25, 0xf0, 0xd5, 0xa7, 0x82, 0x57, 0x72, 0xc2, 0xe7, 0x32, 0x17, 0x65, 0x40, 0x95, 0xb0
    .byte 0x00, 0x0a, 0x0d, 0x07, 0x59, 0x53, 0x54, 0x5e, 0x7d, 0x77, 0x70, 0x7a, 0x24, 0x2e, 0x29, 0x23
    /* end generated */
    /* generated: key_x */
    .byte 0x3d, 0x3d, 0x3d, 0x3d, 0x3d, 0x3d, 0x3d, 0x3d, 0x3d, 0x3d, 0x3d, 0x3d, 0x3d, 0x3d, 0x3d, 0x3d
    /* end generated */
    /* generated: key_y */
    .byte 0x5b, 0x5b, 0x5b, 0x5b, 0x5b, 0x5b, 0x5b, 0x5b, 0x5b, 0x5b, 0x5b, 0x5b, 0x5b, 0x5b, 0x5b, 0x5b
    /* end generated */
    /* generated: to_y */
    .byte 0x00, 0xc1, 0xa7, 0x66, 0x56, 0x97, 0xf1, 0x30, 0xb7, 0x76, 0x10, 0xd1, 0xe1, 0x20, 0x46, 0x87
    .byte 0x00, 0xa7, 0x56, 0xf1, 0xb7, 0x10, 0xe1, 0x46, 0x3b, 0x9c, 0x6d, 0xca, 0x8c, 0x2b, 0xda, 0x7d
    .byte 0x00, 0x3b, 0x96, 0xad, 0x0d, 0x36, 0x9b, 0xa0, 0xa2, 0x99, 0x34, 0x0f, 0xaf, 0x94, 0x39, 0x02
    .byte 0x00, 0x96, 0x0d, 0x9b, 0xa2, 0x34, 0xaf, 0x39, 0xc1, 0x57, 0xcc, 0x5a, 0x63, 0xf5, 0x6e, 0xf8
    /* end generated */
    /* generated: to_x */
    .byte 0x00, 0xf2, 0x2a, 0xd8, 0x99, 0x6b, 0xb3, 0x41, 0xd2, 0x20, 0xf8, 0x0a, 0x4b, 0xb9, 0x61, 0x93
    .byte 0x00, 0x2a, 0x99, 0xb3, 0xd2, 0xf8, 0x4b, 0x61, 0x10, 0x3a, 0x89, 0xa3, 0xc2, 0xe8, 0x5b, 0x71
    .byte 0x00, 0x10, 0x70, 0x60, 0x59, 0x49, 0x29, 0x39, 0x0f, 0x1f, 0x7f, 0x6f, 0x56, 0x46, 0x26, 0x36
    .byte 0x00, 0x70, 0x59, 0x29, 0x0f, 0x7f, 0x56, 0x26, 0xf2, 0x82, 0xab, 0xdb, 0xfd, 0x8d, 0xa4, 0xd4
    /* end generated */
    /* generated: from_x */
    .byte 0x00, 0x3e, 0x5c, 0x62, 0xb5, 0x8b, 0xe9, 0xd7, 0x57, 0x69, 0x0b, 0x35, 0xe2, 0xdc, 0xbe, 0x80
    .byte 0x00, 0x1f, 0x2e, 0x31, 0xda, 0xc5, 0xf4, 0xeb, 0xab, 0xb4, 0x85, 0x9a, 0x71, 0x6e, 0x5f, 0x40
    .byte 0x00, 0x10, 0x09, 0x19, 0x39, 0x29, 0x30, 0x20, 0x7d, 0x6d, 0x74, 0x64, 0x44, 0x54, 0x4d, 0x5d
    .byte 0x00, 0x08, 0x84, 0x8c, 0x9c, 0x94, 0x18, 0x10, 0xbe, 0xb6, 0x3a, 0x32, 0x22, 0x2a, 0xa6, 0xae
    /* end generated */
    /* generated: s4_lanes */
    .byte 0x00, 0x10, 0x00, 0x00, 0x10, 0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x00, 0x10, 0x00, 0x00, 0x00
    /* end generated */
    /* generated: one_const */
    .byte 0xd5, 0x79, 0x50, 0xd5, 0x00, 0x00, 0x00, 0x00, 0xd5, 0x79, 0x50, 0xd5, 0x00, 0x00, 0x00, 0x00
    /* end generated */
    /* generated: one_perm */
    .byte 0x03, 0x04, 0x05, 0x03, 0x04, 0x03, 0x03, 0x03, 0x04, 0x00, 0x00, 0x05, 0x05, 0x00, 0x04, 0x04
    .byte 0x05, 0xff, 0xff, 0x00, 0xff, 0xff, 0x05, 0x05, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00
    .byte 0x07, 0x07, 0x06, 0x06, 0x06, 0x06, 0x06, 0xff, 0xff, 0xff, 0x07, 0xff, 0x07, 0x07, 0x07, 0xff
    .byte 0x02, 0x01, 0x01, 0x02, 0x01, 0x01, 0xff, 0x01, 0xff, 0x02, 0xff, 0xff, 0x02, 0x02, 0xff, 0x02
    /* end generated */
    /* generated: one_tables */
    .byte 0x00, 0xc5, 0x6c, 0xa9, 0xbe, 0x7b, 0xd2, 0x17, 0xde, 0x1b, 0xb2, 0x77, 0x60, 0xa5, 0x0c, 0xc9
    .byte 0x00, 0x8c, 0x14, 0x98, 0x04, 0x88, 0x10, 0x9c, 0x2d, 0xa1, 0x39, 0xb5, 0x29, 0xa5, 0x3d, 0xb1
    .byte 0x00, 0x2e, 0x4d, 0x63, 0xcf, 0xe1, 0x82, 0xac, 0xf4, 0xda, 0xb9, 0x97, 0x3b, 0x15, 0x76, 0x58
    .byte 0x00, 0xba, 0x5c, 0xe6, 0x2f, 0x95, 0x73, 0xc9, 0xb4, 0x0e, 0xe8, 0x52, 0x9b, 0x21, 0xc7, 0x7d
    .byte 0x00, 0x8c, 0x14, 0x98, 0x04, 0x88, 0x10, 0x9c, 0x2d, 0xa1, 0x39, 0xb5, 0x29, 0xa5, 0x3d, 0xb1
    .byte 0x00, 0xf3, 0x53, 0xa0, 0x23, 0xd0, 0x70, 0x83, 0x75, 0x86, 0x26, 0xd5, 0x56, 0xa5, 0x05, 0xf6
    .byte 0x00, 0xba, 0x5c, 0xe6, 0x2f, 0x95, 0x73, 0xc9, 0xb4, 0x0e, 0xe8, 0x52, 0x9b, 0x21, 0xc7, 0x7d
    .byte 0x00, 0x27, 0x5e, 0x79, 0xc8, 0xef, 0x96, 0xb1, 0xa7, 0x80, 0xf9, 0xde, 0x6f, 0x48, 0x31, 0x16
    .byte 0x00, 0x67, 0x09, 0x6e, 0x90, 0xf7, 0x99, 0xfe, 0x52, 0x35, 0x5b, 0x3c, 0xc2, 0xa5, 0xcb, 0xac
    .byte 0x00, 0xc5, 0x6c, 0xa9, 0xbe, 0x7b, 0xd2, 0x17, 0xde, 0x1b, 0xb2, 0x77, 0x60, 0xa5, 0x0c, 0xc9
    .byte 0x00, 0x4c, 0x1c, 0x50, 0x03, 0x4f, 0x1f, 0x53, 0xa0, 0xec, 0xbc, 0xf0, 0xa3, 0xef, 0xbf, 0xf3
    .byte 0x00, 0x2e, 0x4d, 0x63, 0xcf, 0xe1, 0x82, 0xac, 0xf4, 0xda, 0xb9, 0x97, 0x3b, 0x15, 0x76, 0x58
    /* end generated */
    /* generated: sigma */
    .byte 0x38, 0xbf, 0x20, 0x57, 0x6a, 0xa7, 0x43, 0x42, 0x38, 0xbf, 0x20, 0x57, 0x6a, 0xa7, 0x43, 0x42
    .byte 0xad, 0xd1, 0xea, 0xfa, 0x52, 0xc9, 0xfc, 0xe1, 0xad, 0xd1, 0xea, 0xfa, 0x52, 0xc9, 0xfc, 0xe1
    .byte 0x33, 0x56, 0xf7, 0x3b, 0x15, 0x1c, 0x88, 0xd8, 0x33, 0x56, 0xf7, 0x3b, 0x15, 0x1c, 0x88, 0xd8
    .byte 0xb3, 0x63, 0xf3, 0x2c, 0x6e, 0xac, 0x98, 0xed, 0xb3, 0x63, 0xf3, 0x2c, 0x6e, 0xac, 0x98, 0xed
    .byte 0x94, 0x8c, 0xc6, 0x1a, 0x60, 0x0c, 0x70, 0x2d, 0x94, 0x8c, 0xc6, 0x1a, 0x60, 0x0c, 0x70, 0x2d
    .byte 0x67, 0x93, 0xf8, 0x5f, 0x59, 0xe0, 0xc7, 0x52, 0x67, 0x93, 0xf8, 0x5f, 0x59, 0xe0, 0xc7, 0x52
    /* end generated */
    /* generated: lanes */
    .byte 0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f
    .byte 0x00, 0x05, 0x0a, 0x0f, 0x04, 0x09, 0x0e, 0x03, 0x08, 0x0d, 0x02, 0x07, 0x0c, 0x01, 0x06, 0x0b
    /* end generated */

/* Instructions by register number, all on 16 bytes. MASK holds 0x0f in every byte. */
#define MASK 31
.macro XOR d, a, b
    eor v\d\().16b, v\a\().16b, v\b\().16b
.endm
.macro LOW d, a
    and v\d\().16b, v\a\().16b, v31.16b
.endm
.macro HIGH d, a
    ushr v\d\().16b, v\a\().16b, #4
.endm
.macro HIGH5 d, a
    ushr v\d\().16b, v\a\().16b, #3
.endm
.macro LOOK d, table
    tbl v\d\().16b, {v\table\().16b}, v\d\().16b
.endm
/* In 32 entries. */
.macro LOOK2 d, table, table1
    tbl v\d\().16b, {v\table\().16b, v\table1\().16b}, v\d\().16b
.endm

.macro XOR3 d, a, b, c
    eor3 v\d\().16b, v\a\().16b, v\b\().16b, v\c\().16b
.endm
.macro LOAD1 from, a
    ld1 {v\a\().16b}, [\from]
.endm
.macro LOAD2 from, a, b
    ld1 {v\a\().16b, v\b\().16b}, [\from]
.endm
.macro LOAD4 from, a, b, c, d
    ld1 {v\a\().16b, v\b\().16b, v\c\().16b, v\d\().16b}, [\from]
.endm
/* The same for four registers at a time. */
.macro LOW4 d0, d1, d2, d3, a0, a1, a2, a3
    LOW \d0, \a0
    LOW \d1, \a1
    LOW \d2, \a2
    LOW \d3, \a3
.endm
.macro HIGH4 d0, d1, d2, d3
    HIGH \d0, \d0
    HIGH \d1, \d1
    HIGH \d2, \d2
    HIGH \d3, \d3
.endm
.macro LOOK4 table, d0, d1, d2, d3
    LOOK \d0, \table
    LOOK \d1, \table
    LOOK \d2, \table
    LOOK \d3, \table
.endm
.macro XOR4 d0, d1, d2, d3, a0, a1, a2, a3, b0, b1, b2, b3
    XOR \d0, \a0, \b0
    XOR \d1, \a1, \b1
    XOR \d2, \a2, \b2
    XOR \d3, \a3, \b3
.endm
/* Linear maps of eight registers by the tables lo and hi: d = m.a. a is destroyed; d may be a, or l, which are free. */
.macro FILTER8 lo, hi, d0, d1, d2, d3, d4, d5, d6, d7, a0, a1, a2, a3, a4, a5, a6, a7, l0, l1, l2, l3, l4, l5, l6, l7
    LOW4 \l0, \l1, \l2, \l3, \a0, \a1, \a2, \a3
    LOW4 \l4, \l5, \l6, \l7, \a4, \a5, \a6, \a7
    HIGH4 \a0, \a1, \a2, \a3
    HIGH4 \a4, \a5, \a6, \a7
    LOOK4 \lo, \l0, \l1, \l2, \l3
    LOOK4 \lo, \l4, \l5, \l6, \l7
    LOOK4 \hi, \a0, \a1, \a2, \a3
    LOOK4 \hi, \a4, \a5, \a6, \a7
    XOR4 \d0, \d1, \d2, \d3, \a0, \a1, \a2, \a3, \l0, \l1, \l2, \l3
    XOR4 \d4, \d5, \d6, \d7, \a4, \a5, \a6, \a7, \l4, \l5, \l6, \l7
.endm

/* d0, d1 = the even, the odd elements of a and b, interleaved: one 2 x 2 step of a transposition. */
.macro SWAP size, d0, d1, a, b
    trn1 v\d0\().\size, v\a\().\size, v\b\().\size
    trn2 v\d1\().\size, v\a\().\size, v\b\().\size
.endm
/* One level of the transposition of eight registers: pairs at distance 4, 2 or 1. */
.macro LEVEL4 size, d0, d1, d2, d3, d4, d5, d6, d7, a0, a1, a2, a3, a4, a5, a6, a7
    SWAP \size, \d0, \d4, \a0, \a4
    SWAP \size, \d1, \d5, \a1, \a5
    SWAP \size, \d2, \d6, \a2, \a6
    SWAP \size, \d3, \d7, \a3, \a7
.endm
.macro LEVEL2 size, d0, d1, d2, d3, d4, d5, d6, d7, a0, a1, a2, a3, a4, a5, a6, a7
    SWAP \size, \d0, \d2, \a0, \a2
    SWAP \size, \d1, \d3, \a1, \a3
    SWAP \size, \d4, \d6, \a4, \a6
    SWAP \size, \d5, \d7, \a5, \a7
.endm
.macro LEVEL1 size, d0, d1, d2, d3, d4, d5, d6, d7, a0, a1, a2, a3, a4, a5, a6, a7
    SWAP \size, \d0, \d1, \a0, \a1
    SWAP \size, \d2, \d3, \a2, \a3
    SWAP \size, \d4, \d5, \a4, \a5
    SWAP \size, \d6, \d7, \a6, \a7
.endm

/* v16..v31 = 16 blocks -> X = v0..v7, Y = v8..v15. x is trn1 if X is the first half of a block, else trn2; y the other.
 * Lane n of X is block n, lane n of Y block SHIFT_ROWS[n]. */
.macro SLICE x, y
    \x v0.2d, v16.2d, v24.2d
    \x v1.2d, v17.2d, v25.2d
    \x v2.2d, v18.2d, v26.2d
    \x v3.2d, v19.2d, v27.2d
    \x v4.2d, v20.2d, v28.2d
    \x v5.2d, v21.2d, v29.2d
    \x v6.2d, v22.2d, v30.2d
    \x v7.2d, v23.2d, v31.2d
    \y v8.2d, v16.2d, v24.2d
    \y v9.2d, v21.2d, v29.2d
    \y v10.2d, v26.2d, v18.2d
    \y v11.2d, v31.2d, v23.2d
    \y v12.2d, v20.2d, v28.2d
    \y v13.2d, v25.2d, v17.2d
    \y v14.2d, v30.2d, v22.2d
    \y v15.2d, v19.2d, v27.2d
    movi v31.16b, #15
    ldp q24, q25, [x4, #T_SLICE_X]
    LEVEL4 4s, 16, 17, 18, 19, 20, 21, 22, 23, 0, 1, 2, 3, 4, 5, 6, 7
    LEVEL2 8h, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23
    LEVEL1 16b, 16, 17, 18, 19, 20, 21, 22, 23, 0, 1, 2, 3, 4, 5, 6, 7
    ldp q26, q27, [x4, #T_SLICE_Y]
    FILTER8 24, 25, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, 0, 1, 2, 3, 4, 5, 6, 7
    LEVEL4 4s, 16, 17, 18, 19, 20, 21, 22, 23, 8, 9, 10, 11, 12, 13, 14, 15
    LEVEL2 8h, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23
    LEVEL1 16b, 16, 17, 18, 19, 20, 21, 22, 23, 8, 9, 10, 11, 12, 13, 14, 15
    FILTER8 26, 27, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 8, 9, 10, 11, 12, 13, 14, 15
.endm

/* X, Y -> v0..v15 = 16 blocks. first is X or Y: the half that becomes the first half of each block. The transposition
 * leaves two blocks, whose numbers differ in bit 1, interleaved by 16 bits: ShiftRows never parts them that way. */
.macro MERGE first, uzp, n, x, y
  .ifc \first, X
    \uzp v\n\().8h, v\x\().8h, v\y\().8h
  .else
    \uzp v\n\().8h, v\y\().8h, v\x\().8h
  .endif
.endm
.macro UNSLICE first
    ldp q24, q25, [x4, #T_UNSLICE_X]
    ldp q26, q27, [x4, #T_UNSLICE_Y]
    FILTER8 24, 25, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23
    FILTER8 26, 27, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23
    LEVEL4 2d, 16, 17, 18, 19, 20, 21, 22, 23, 0, 1, 2, 3, 4, 5, 6, 7
    LEVEL2 4s, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23
    LEVEL1 16b, 16, 17, 18, 19, 20, 21, 22, 23, 0, 1, 2, 3, 4, 5, 6, 7
    LEVEL4 2d, 24, 25, 26, 27, 28, 29, 30, 31, 8, 9, 10, 11, 12, 13, 14, 15
    LEVEL2 4s, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31
    LEVEL1 16b, 24, 25, 26, 27, 28, 29, 30, 31, 8, 9, 10, 11, 12, 13, 14, 15
    MERGE \first, uzp1, 0, 16, 24
    MERGE \first, uzp1, 1, 17, 31
    MERGE \first, uzp2, 2, 16, 28
    MERGE \first, uzp2, 3, 17, 27
    MERGE \first, uzp1, 4, 18, 26
    MERGE \first, uzp1, 5, 19, 25
    MERGE \first, uzp2, 6, 18, 30
    MERGE \first, uzp2, 7, 19, 29
    MERGE \first, uzp1, 8, 20, 28
    MERGE \first, uzp1, 9, 21, 27
    MERGE \first, uzp2, 10, 20, 24
    MERGE \first, uzp2, 11, 21, 31
    MERGE \first, uzp1, 12, 22, 30
    MERGE \first, uzp1, 13, 23, 29
    MERGE \first, uzp2, 14, 22, 26
    MERGE \first, uzp2, 15, 23, 25
.endm

/* One round: ROUND_X does Y ^= F(X), ROUND_Y X ^= F(Y). S-box by one AES instruction, the map behind it, P-function
 * (zN is the XOR of the S-boxes' mapped outputs named by the digits of N). The maps in front of s4 (bytes 3 and 6)
 * come first; the low nibble's table has the subkey in it, and the AES instruction XORs the two nibbles' parts. The
 * order of instructions keeps an in-order core with a latency of six busy, and was chosen by model among thousands
 * that fit into v16-v30. */
.macro ROUND_X
#ifdef USE_SHA3
    LOAD4 x16, 27, 28, 29, 30   /* subkeys 0 7 1 4 */
    LOAD1 x8, 26                /* s4's input */
    LOAD2 x19, 16, 17           /* tables 3 6 */
    HIGH 25, 6
    LOW 18, 6
    LOAD2 x17, 23, 24           /* subkeys 2 5 */
    HIGH 22, 3
    LOW 21, 3
    aese v30.16b, v4.16b        /* S-box 4 */
    aese v28.16b, v7.16b        /* S-box 7 */
    LOOK 25, 26
    LOOK 18, 17
    LOOK 22, 26
    LOOK 21, 16
    aese v24.16b, v5.16b        /* S-box 5 */
    LOAD2 x10, 16, 17           /* s2 */
    LOW 26, 30
    HIGH 30, 30
    aese v18.16b, v25.16b       /* S-box 6 */
    aese v29.16b, v1.16b        /* S-box 1 */
    aese v21.16b, v22.16b       /* S-box 3 */
    LOAD2 x11, 19, 20           /* s3 */
    HIGH 25, 24
    LOW 24, 24
    HIGH 22, 28
    LOOK 26, 16
    LOOK 30, 17
    LOAD2 x9, 16, 17            /* s1, s4 */
    aese v27.16b, v0.16b        /* S-box 0 */
    aese v23.16b, v2.16b        /* S-box 2 */
    LOW 28, 28
    LOOK 24, 19
    LOOK 25, 20
    XOR 26, 26, 30              /* z4 */
    LOW 30, 18
    HIGH 18, 18
    LOOK 22, 17
    LOOK 28, 16
    XOR 24, 24, 25              /* z5 */
    HIGH 25, 21
    LOW 21, 21
    LOOK 30, 16
    LOOK 18, 17
    LOAD2 x10, 19, 20           /* s2 */
    XOR 28, 28, 22              /* z7 */
    HIGH 22, 29
    LOW 29, 29
    LOOK 21, 16
    LOOK 25, 17
    XOR 30, 30, 18              /* z6 */
    LOW 18, 23
    HIGH 23, 23
    LOOK 22, 20
    LOOK 29, 19
    LOAD2 x11, 19, 20           /* s3 */
    XOR3 21, 21, 25, 26         /* z34 */
    HIGH 25, 27
    LOW 27, 27
    LOOK 18, 19
    LOOK 23, 20
    XOR3 29, 29, 22, 30         /* z16 */
    XOR 22, 24, 21              /* z345 */
    LOOK 25, 17
    LOOK 27, 16
    XOR3 18, 18, 23, 28         /* z27 */
    XOR 28, 28, 29              /* z167 */
    XOR3 27, 27, 25, 24         /* z05 */
    XOR3 14, 14, 18, 22
    XOR 26, 26, 18              /* z247 */
    XOR 22, 22, 28              /* z345 ^ z167 */
    XOR 30, 30, 27              /* z056 */
    XOR3 12, 12, 27, 28
    XOR3 13, 13, 29, 26
    XOR3 11, 11, 22, 18
    XOR3 9, 9, 22, 27
    XOR 26, 26, 30              /* z247 ^ z056 */
    XOR3 15, 15, 21, 30
    XOR3 8, 8, 26, 21
    XOR3 10, 10, 26, 29
#else
    LOAD4 x16, 27, 28, 29, 30   /* subkeys 0 7 1 4 */
    LOAD2 x17, 16, 17           /* subkeys 2 5 */
    LOAD2 x19, 25, 26           /* tables 3 6 */
    LOW 18, 3
    LOAD1 x8, 19                /* s4's input */
    HIGH 20, 3
    aese v30.16b, v4.16b        /* S-box 4 */
    aese v28.16b, v7.16b        /* S-box 7 */
    aese v16.16b, v2.16b        /* S-box 2 */
    LOW 24, 6
    HIGH 23, 6
    LOOK 18, 25
    LOOK 20, 19
    aese v17.16b, v5.16b        /* S-box 5 */
    aese v29.16b, v1.16b        /* S-box 1 */
    LOOK 24, 26
    LOOK 23, 19
    LOW 19, 30
    LOAD2 x10, 25, 26           /* s2 */
    aese v18.16b, v20.16b       /* S-box 3 */
    HIGH 30, 30
    LOW 22, 29
    HIGH 29, 29
    aese v24.16b, v23.16b       /* S-box 6 */
    LOAD2 x9, 20, 21            /* s1, s4 */
    LOW 23, 28
    HIGH 28, 28
    LOOK 19, 25
    LOOK 30, 26
    LOOK 22, 25
    LOOK 29, 26
    aese v27.16b, v0.16b        /* S-box 0 */
    LOOK 23, 20
    LOOK 28, 21
    XOR 19, 19, 30              /* z4 */
    LOW 30, 18
    HIGH 18, 18
    XOR 22, 22, 29              /* z1 */
    LOW 29, 24
    HIGH 24, 24
    LOAD2 x11, 25, 26           /* s3 */
    XOR 23, 23, 28              /* z7 */
    LOW 28, 16
    HIGH 16, 16
    LOOK 30, 20
    LOOK 18, 21
    LOOK 29, 20
    LOOK 24, 21
    LOOK 28, 25
    LOOK 16, 26
    XOR 30, 30, 18              /* z3 */
    LOW 18, 17
    HIGH 17, 17
    XOR 29, 29, 24              /* z6 */
    LOW 24, 27
    HIGH 27, 27
    XOR 28, 28, 16              /* z2 */
    LOOK 18, 25
    LOOK 17, 26
    XOR 30, 30, 19              /* z34 */
    XOR 22, 22, 29              /* z16 */
    LOOK 24, 20
    LOOK 27, 21
    XOR 28, 28, 23              /* z27 */
    XOR 18, 18, 17              /* z5 */
    XOR 23, 23, 22              /* z167 */
    XOR 24, 24, 27              /* z0 */
    XOR 19, 19, 28              /* z247 */
    XOR 27, 18, 30              /* z345 */
    XOR 11, 11, 23
    XOR 24, 24, 18              /* z05 */
    XOR 8, 8, 19
    XOR 28, 28, 27              /* z23457 */
    XOR 9, 9, 27
    XOR 22, 22, 19              /* z12467 */
    XOR 29, 29, 24              /* z056 */
    XOR 24, 24, 23              /* z01567 */
    XOR 11, 11, 28
    XOR 14, 14, 28
    XOR 13, 13, 22
    XOR 30, 30, 29              /* z03456 */
    XOR 12, 12, 24
    XOR 10, 10, 29
    XOR 9, 9, 24
    XOR 15, 15, 30
    XOR 8, 8, 30
    XOR 10, 10, 22
#endif
.endm
.macro ROUND_Y
#ifdef USE_SHA3
    LOAD2 x22, 16, 17           /* tables 3 6 */
    LOAD1 x12, 30               /* s4's input */
    LOAD4 x20, 26, 27, 28, 29   /* subkeys 0 7 1 4 */
    LOW 18, 14
    HIGH 19, 14
    LOW 25, 11
    HIGH 24, 11
    LOOK 18, 17
    LOOK 19, 30
    LOAD2 x21, 20, 21           /* subkeys 2 5 */
    LOOK 25, 16
    LOOK 24, 30
    aesd v26.16b, v8.16b        /* S-box 0 */
    aesd v18.16b, v19.16b       /* S-box 6 */
    aesd v29.16b, v12.16b       /* S-box 4 */
    aesd v27.16b, v15.16b       /* S-box 7 */
    aesd v21.16b, v13.16b       /* S-box 5 */
    aesd v28.16b, v9.16b        /* S-box 1 */
    LOAD2 x13, 16, 17           /* s1, s4 */
    HIGH5 19, 18
    LOAD2 x14, 22, 23           /* s2 */
    aesd v25.16b, v24.16b       /* S-box 3 */
    LOW 24, 29
    HIGH 29, 29
    aesd v20.16b, v10.16b       /* S-box 2 */
    HIGH5 30, 27
    LOOK2 19, 16, 17
    LOOK 24, 22
    LOOK 29, 23
    LOOK2 30, 16, 17
    LOAD2 x15, 16, 17           /* s3 */
    XOR 18, 18, 19              /* z6 */
    LOW 19, 21
    HIGH 21, 21
    XOR 24, 24, 29              /* z4 */
    LOW 29, 28
    HIGH 28, 28
    LOOK 19, 16
    LOOK 21, 17
    LOOK 29, 22
    LOOK 28, 23
    XOR 27, 27, 30              /* z7 */
    LOAD2 x13, 22, 23           /* s1, s4 */
    HIGH5 30, 25
    XOR 19, 19, 21              /* z5 */
    HIGH5 21, 26
    XOR3 29, 29, 28, 18         /* z16 */
    LOW 28, 20
    HIGH 20, 20
    LOOK2 30, 22, 23
    LOOK2 21, 22, 23
    LOOK 28, 16
    LOOK 20, 17
    XOR3 25, 25, 30, 24         /* z34 */
    XOR3 26, 26, 21, 19         /* z05 */
    XOR 16, 27, 29              /* z167 */
    XOR3 28, 28, 20, 27         /* z27 */
    XOR 19, 19, 25              /* z345 */
    XOR 18, 18, 26              /* z056 */
    XOR3 4, 4, 26, 16
    XOR 24, 24, 28              /* z247 */
    XOR 16, 19, 16              /* z345 ^ z167 */
    XOR3 7, 7, 25, 18
    XOR3 6, 6, 28, 19
    XOR 18, 24, 18              /* z247 ^ z056 */
    XOR3 1, 1, 16, 26
    XOR3 3, 3, 16, 28
    XOR3 5, 5, 29, 24
    XOR3 0, 0, 18, 25
    XOR3 2, 2, 18, 29
#else
    LOAD4 x20, 27, 28, 29, 30   /* subkeys 0 7 1 4 */
    LOAD2 x22, 16, 17           /* tables 3 6 */
    LOW 26, 11
    LOAD1 x12, 18               /* s4's input */
    HIGH 25, 11
    LOW 19, 14
    HIGH 24, 14
    aesd v29.16b, v9.16b        /* S-box 1 */
    LOAD2 x21, 22, 23           /* subkeys 2 5 */
    aesd v28.16b, v15.16b       /* S-box 7 */
    LOOK 26, 16
    LOOK 25, 18
    LOOK 19, 17
    LOOK 24, 18
    aesd v30.16b, v12.16b       /* S-box 4 */
    aesd v22.16b, v10.16b       /* S-box 2 */
    aesd v23.16b, v13.16b       /* S-box 5 */
    aesd v26.16b, v25.16b       /* S-box 3 */
    LOAD2 x14, 20, 21           /* s2 */
    LOW 25, 29
    aesd v19.16b, v24.16b       /* S-box 6 */
    HIGH 29, 29
    LOW 24, 30
    HIGH 30, 30
    LOAD2 x13, 17, 18           /* s1, s4 */
    HIGH5 16, 26
    LOOK 25, 20
    aesd v27.16b, v8.16b        /* S-box 0 */
    LOOK 29, 21
    LOOK 24, 20
    LOOK 30, 21
    LOOK2 16, 17, 18
    XOR 25, 25, 29              /* z1 */
    HIGH5 29, 19
    XOR 24, 24, 30              /* z4 */
    HIGH5 30, 28
    LOAD2 x15, 20, 21           /* s3 */
    XOR 26, 26, 16              /* z3 */
    LOW 16, 22
    HIGH 22, 22
    LOOK2 29, 17, 18
    LOOK2 30, 17, 18
    XOR 26, 26, 24              /* z34 */
    LOOK 16, 20
    LOOK 22, 21
    XOR 19, 19, 29              /* z6 */
    LOW 29, 23
    HIGH 23, 23
    XOR 28, 28, 30              /* z7 */
    HIGH5 30, 27
    XOR 16, 16, 22              /* z2 */
    XOR 25, 25, 19              /* z16 */
    LOOK 29, 20
    LOOK 23, 21
    LOOK2 30, 17, 18
    XOR 16, 16, 28              /* z27 */
    XOR 28, 28, 25              /* z167 */
    XOR 29, 29, 23              /* z5 */
    XOR 27, 27, 30              /* z0 */
    XOR 24, 24, 16              /* z247 */
    XOR 3, 3, 28
    XOR 18, 29, 26              /* z345 */
    XOR 27, 27, 29              /* z05 */
    XOR 0, 0, 24
    XOR 25, 25, 24              /* z12467 */
    XOR 16, 16, 18              /* z23457 */
    XOR 1, 1, 18
    XOR 28, 27, 28              /* z01567 */
    XOR 19, 19, 27              /* z056 */
    XOR 5, 5, 25
    XOR 3, 3, 16
    XOR 6, 6, 16
    XOR 4, 4, 28
    XOR 26, 26, 19              /* z03456 */
    XOR 2, 2, 19
    XOR 1, 1, 28
    XOR 0, 0, 26
    XOR 7, 7, 26
    XOR 2, 2, 25
#endif
.endm
/* Pointers of ROUND_X and ROUND_Y to the tables, and to the operands of the two rounds at x5. */
.macro ROUND_POINTERS
    add x8, x4, #T_ROUND_X + 16
    add x9, x4, #T_ROUND_X + 32
    add x10, x4, #T_ROUND_X + 64
    add x11, x4, #T_ROUND_X + 96
    add x12, x4, #T_ROUND_Y + 16
    add x13, x4, #T_ROUND_Y + 32
    add x14, x4, #T_ROUND_Y + 64
    add x15, x4, #T_ROUND_Y + 96
    mov x16, x5
    add x17, x5, #KEYS_25
    add x19, x5, #KEYS_36
    add x20, x5, #ROUND_SIZE
    add x21, x5, #ROUND_SIZE + KEYS_25
    add x22, x5, #ROUND_SIZE + KEYS_36
.endm
/* op is add (forwards) or sub (backwards). */
.macro NEXT_ROUNDS op
    \op x16, x16, #2 * ROUND_SIZE
    \op x17, x17, #2 * ROUND_SIZE
    \op x19, x19, #2 * ROUND_SIZE
    \op x20, x20, #2 * ROUND_SIZE
    \op x21, x21, #2 * ROUND_SIZE
    \op x22, x22, #2 * ROUND_SIZE
.endm

/* FL's two steps on one half a0..a3, b0..b3. Tables at x7 + off: four of 16 entries each for the carry, for the low
 * and for the high nibble of FL_ROTATE, for the low and for the high nibble of FL_MASK. */
/* d ^= a ^ b */
.macro XOR_IN2 d, a, b
#ifdef USE_SHA3
    XOR3 \d, \d, \a, \b
#else
    XOR \d, \d, \a
    XOR \d, \d, \b
#endif
.endm
/* b ^= (a & kl) <<< 1: byte j gets a map of a_j, and the carry from a_(j+1): its top bit depends on the low nibble
 * only. */
.macro FL_ROTATE off, a0, a1, a2, a3, b0, b1, b2, b3
    ldp q24, q25, [x7, #\off]
    ldp q26, q27, [x7, #\off + 32]
    LOW4 16, 17, 18, 19, \a0, \a1, \a2, \a3
    ldp q28, q29, [x7, #\off + 64]
    HIGH 20, \a0
    HIGH 21, \a1
    HIGH 22, \a2
    HIGH 23, \a3
    tbl v24.16b, {v24.16b}, v17.16b
    tbl v25.16b, {v25.16b}, v18.16b
    tbl v26.16b, {v26.16b}, v19.16b
    tbl v27.16b, {v27.16b}, v16.16b
    LOOK 16, 28
    LOOK 17, 29
    ldp q28, q29, [x7, #\off + 96]
    XOR_IN2 \b0, 24, 16
    XOR_IN2 \b1, 25, 17
    ldp q24, q25, [x7, #\off + 128]
    LOOK 18, 28
    LOOK 19, 29
    LOOK 20, 24
    LOOK 21, 25
    XOR_IN2 \b2, 26, 18
    XOR_IN2 \b3, 27, 19
    ldp q26, q27, [x7, #\off + 160]
    XOR \b0, \b0, 20
    XOR \b1, \b1, 21
    LOOK 22, 26
    LOOK 23, 27
    XOR \b2, \b2, 22
    XOR \b3, \b3, 23
.endm
/* a ^= b | kr: byte j gets a map of b_j. */
.macro FL_MASK off, a0, a1, a2, a3, b0, b1, b2, b3
    ldp q24, q25, [x7, #\off + FL_MASK_PART]
    ldp q26, q27, [x7, #\off + FL_MASK_PART + 32]
    LOW4 16, 17, 18, 19, \b0, \b1, \b2, \b3
    ldp q28, q29, [x7, #\off + FL_MASK_PART + 64]
    HIGH 20, \b0
    HIGH 21, \b1
    HIGH 22, \b2
    HIGH 23, \b3
    LOOK 16, 24
    LOOK 17, 25
    LOOK 18, 26
    LOOK 19, 27
    ldp q24, q25, [x7, #\off + FL_MASK_PART + 96]
    LOOK 20, 28
    LOOK 21, 29
    LOOK 22, 24
    LOOK 23, 25
    XOR_IN2 \a0, 16, 20
    XOR_IN2 \a1, 17, 21
    XOR_IN2 \a2, 18, 22
    XOR_IN2 \a3, 19, 23
.endm

/* w6 = number of six-round groups. */
.macro GROUPS
    ldr w5, [x0, #CTX_KEY_BITS]
    mov w6, #3
    cmp w5, #128
    cinc w6, w6, ne
.endm

/* v16..v31 -> v0..v15: 16 blocks; .Lenc16_sliced: X, Y -> v0..v15. In: x0 ctx, x4 tables. Clobbers x5-x17, x19-x22. */
LOCAL_FUNC .Lenc16
    SLICE trn1, trn2
.Lenc16_sliced:
    GROUPS
    add x5, x0, #CTX_ROUND
    add x7, x0, #CTX_FL
    ROUND_POINTERS
1:  mov w5, #3
2:  ROUND_X
    ROUND_Y
    NEXT_ROUNDS add
    subs w5, w5, #1
    b.ne 2b
    subs w6, w6, #1
    b.eq 3f
    FL_ROTATE 0, 0, 1, 2, 3, 4, 5, 6, 7
    FL_MASK FL_HALF, 8, 9, 10, 11, 12, 13, 14, 15
    FL_MASK 0, 0, 1, 2, 3, 4, 5, 6, 7
    FL_ROTATE FL_HALF, 8, 9, 10, 11, 12, 13, 14, 15
    add x7, x7, #FL_LAYER
    b 1b
3:  UNSLICE Y
    ret
ENDFUNC .Lenc16

/* The same walk backwards, with the same subkeys and tables. */
LOCAL_FUNC .Ldec16
    GROUPS
    add x5, x0, x6, lsl #9      /* w6 * 6 * ROUND_SIZE */
    add x5, x5, x6, lsl #8
    add x7, x0, x6, lsl #9      /* w6 * FL_LAYER */
    add x7, x7, x6, lsl #7
    add x5, x5, #CTX_ROUND - 2 * ROUND_SIZE
    ROUND_POINTERS
    add x7, x7, #CTX_FL - 2 * FL_LAYER
    SLICE trn2, trn1
1:  mov w5, #3
2:  ROUND_Y
    ROUND_X
    NEXT_ROUNDS sub
    subs w5, w5, #1
    b.ne 2b
    subs w6, w6, #1
    b.eq 3f
    FL_MASK 0, 0, 1, 2, 3, 4, 5, 6, 7
    FL_ROTATE FL_HALF, 8, 9, 10, 11, 12, 13, 14, 15
    FL_ROTATE 0, 0, 1, 2, 3, 4, 5, 6, 7
    FL_MASK FL_HALF, 8, 9, 10, 11, 12, 13, 14, 15
    sub x7, x7, #FL_LAYER
    b 1b
3:  UNSLICE X
    ret
ENDFUNC .Ldec16

/* ---- one block: X in v0, Y in v1, both halves of a register the same; see the banner. */
#define ONE_X 0
#define ONE_Y 1
#define ONE_P 2                 /* F's output, still to be folded: x ^= p ^ (p with halves swapped) */
#define ONE_S4 4
.macro ONE_TABLES
    movi v31.16b, #15
    ldr q4, [x4, #T_S4]
    add x7, x4, #T_ONE_PERM
    ld1 {v28.16b-v31.16b}, [x7], #64
    ld1 {v16.16b-v19.16b}, [x7], #64
    ld1 {v20.16b-v23.16b}, [x7], #64
    ld1 {v24.16b-v27.16b}, [x7], #64
    movi v3.16b, #15
.endm
/* l, h = indices of a's nibbles into 32-entry tables, the upper 16 entries for s4's bytes. */
.macro ONE_SPLIT l, h, a
    mov v\l\().16b, v4.16b
    mov v\h\().16b, v4.16b
    bit v\l\().16b, v\a\().16b, v3.16b
    sri v\h\().16b, v\a\().16b, #4
.endm
/* x ^= pending p. */
.macro ONE_FOLD x
    ext v5.16b, v2.16b, v2.16b, #8
    XOR \x, \x, 2
    XOR \x, \x, 5
.endm
/* p of s was pending; the p of the other half is then. key: base register and offset of the subkey. */
.macro ONE_ROUND s, base, key
    ldr q5, [\base, #\key]
    ext v6.16b, v2.16b, v2.16b, #8
    XOR 5, 5, \s
    XOR \s, \s, 2
    XOR 5, 5, 2
    XOR \s, \s, 6
    aese v5.16b, v6.16b
    tbl v7.16b, {v5.16b}, v28.16b
    tbl v8.16b, {v5.16b}, v29.16b
    tbl v9.16b, {v5.16b}, v30.16b
    tbl v10.16b, {v5.16b}, v31.16b
    XOR 8, 7, 8
    ONE_SPLIT 5, 6, 9
    ONE_SPLIT 11, 12, 10
    ONE_SPLIT 13, 7, 8
    LOOK2 5, 20, 21
    LOOK2 6, 22, 23
    LOOK2 11, 24, 25
    LOOK2 12, 26, 27
    LOOK2 13, 16, 17
    LOOK2 7, 18, 19
    XOR 5, 5, 6
    XOR 11, 11, 12
    XOR 13, 13, 7
    XOR 5, 5, 11
    XOR 2, 13, 5
.endm
/* Plain halves to the basis, or back, by the tables at x4 + off. */
.macro ONE_CONVERT off
    ldp q6, q7, [x4, #\off]
    ldp q8, q9, [x4, #\off + 32]
    ONE_SPLIT 10, 11, 0
    ONE_SPLIT 12, 13, 1
    LOOK2 10, 6, 7
    LOOK2 12, 6, 7
    LOOK2 11, 8, 9
    LOOK2 13, 8, 9
    XOR 0, 10, 11
    XOR 1, 12, 13
.endm
/* The constants that six (two) rounds of linear tables leave out in both halves. */
.macro ONE_CONST
    ldr q5, [x4, #T_ONE_CONST]
    XOR 0, 0, 5
    XOR 1, 1, 5
.endm
/* On little-endian 64-bit integers a << 32 | b, t a free register: */
.macro ONE_ROTATE x, ke, t      /* b ^= (a & kl) <<< 1 */
    and v\t\().16b, v\x\().16b, v\ke\().16b
    add v5.4s, v\t\().4s, v\t\().4s
    sri v5.4s, v\t\().4s, #31
    ushr v5.2d, v5.2d, #32
    XOR \x, \x, 5
.endm
.macro ONE_MASK x, ke, t        /* a ^= b | kr */
    orr v\t\().16b, v\x\().16b, v\ke\().16b
    shl v\t\().2d, v\t\().2d, #32
    XOR \x, \x, \t
.endm

/* v0, v1 = left, right half, plain, whitened -> the same after the rounds (not swapped). x0 ctx, x4 tables; tables
 * loaded.
 * Clobbers x5-x8. */
LOCAL_FUNC .Lone_enc
    GROUPS
    mov x5, #CTX_ONE
    add x5, x5, x0
    add x7, x0, #CTX_KE
    ONE_CONVERT T_TO_X
    movi v2.16b, #0
1:  ONE_ROUND 0, x5, 0
    ONE_ROUND 1, x5, 16
    ONE_ROUND 0, x5, 32
    ONE_ROUND 1, x5, 48
    ONE_ROUND 0, x5, 64
    ONE_ROUND 1, x5, 80
    ONE_CONST
    ONE_FOLD 0
    ONE_CONVERT T_FROM_X
    sub w6, w6, #1
    cbz w6, 2f
    add x8, x7, #8
    ld1r {v6.2d}, [x7]
    ld1r {v7.2d}, [x8]
    ONE_ROTATE 0, 6, 8
    ONE_MASK 1, 7, 9
    ONE_MASK 0, 6, 8
    ONE_ROTATE 1, 7, 9
    ONE_CONVERT T_TO_X
    movi v2.16b, #0
    add x5, x5, #96
    add x7, x7, #16
    b 1b
2:  ret
ENDFUNC .Lone_enc

LOCAL_FUNC .Lone_dec
    GROUPS
    add x5, x0, x6, lsl #6      /* w6 * 96 */
    add x5, x5, x6, lsl #5
    add x7, x0, x6, lsl #4
    mov x8, #CTX_ONE - 96
    add x5, x5, x8
    add x7, x7, #CTX_KE - 32
    ONE_CONVERT T_TO_X
    ONE_CONST
    movi v2.16b, #0
1:  ONE_ROUND 1, x5, 80
    ONE_ROUND 0, x5, 64
    ONE_ROUND 1, x5, 48
    ONE_ROUND 0, x5, 32
    ONE_ROUND 1, x5, 16
    ONE_ROUND 0, x5, 0
    ONE_FOLD 1
    ONE_CONVERT T_FROM_X
    sub w6, w6, #1
    cbz w6, 2f
    add x8, x7, #8
    ld1r {v6.2d}, [x7]
    ld1r {v7.2d}, [x8]
    ONE_MASK 0, 6, 8
    ONE_ROTATE 1, 7, 9
    ONE_ROTATE 0, 6, 8
    ONE_MASK 1, 7, 9
    ONE_CONVERT T_TO_X
    ONE_CONST
    movi v2.16b, #0
    sub x5, x5, #96
    sub x7, x7, #16
    b 1b
2:  ret
ENDFUNC .Lone_dec

/* ---- entries: x0 ctx, x1 out, x2 in, x3 blocks left, x4 tables, x23 the mode's state */

/* Sixteen registers at a time. H: v16..v31 (the cores' input), L: v0..v15 (their output). */
.macro LOAD16_H from
    ldp q16, q17, [\from]
    ldp q18, q19, [\from, #32]
    ldp q20, q21, [\from, #64]
    ldp q22, q23, [\from, #96]
    ldp q24, q25, [\from, #128]
    ldp q26, q27, [\from, #160]
    ldp q28, q29, [\from, #192]
    ldp q30, q31, [\from, #224]
.endm
.macro LOAD16_L from
    ldp q0, q1, [\from]
    ldp q2, q3, [\from, #32]
    ldp q4, q5, [\from, #64]
    ldp q6, q7, [\from, #96]
    ldp q8, q9, [\from, #128]
    ldp q10, q11, [\from, #160]
    ldp q12, q13, [\from, #192]
    ldp q14, q15, [\from, #224]
.endm
.macro STORE16_L to
    stp q0, q1, [\to]
    stp q2, q3, [\to, #32]
    stp q4, q5, [\to, #64]
    stp q6, q7, [\to, #96]
    stp q8, q9, [\to, #128]
    stp q10, q11, [\to, #160]
    stp q12, q13, [\to, #192]
    stp q14, q15, [\to, #224]
.endm
/* L ^= H, or H ^= L. */
.macro XOR16_L
    XOR4 0, 1, 2, 3, 0, 1, 2, 3, 16, 17, 18, 19
    XOR4 4, 5, 6, 7, 4, 5, 6, 7, 20, 21, 22, 23
    XOR4 8, 9, 10, 11, 8, 9, 10, 11, 24, 25, 26, 27
    XOR4 12, 13, 14, 15, 12, 13, 14, 15, 28, 29, 30, 31
.endm
.macro XOR16_H
    XOR4 16, 17, 18, 19, 16, 17, 18, 19, 0, 1, 2, 3
    XOR4 20, 21, 22, 23, 20, 21, 22, 23, 4, 5, 6, 7
    XOR4 24, 25, 26, 27, 24, 25, 26, 27, 8, 9, 10, 11
    XOR4 28, 29, 30, 31, 28, 29, 30, 31, 12, 13, 14, 15
.endm

/* Begin and end of an entry with `scratch` bytes at sp, cleared at the end: 256 for blocks, at SECOND 256 more. Nothing
 * is done for no blocks. */
#define SECOND 256
.macro ENTER name, scratch, auth=0
FUNC \name
  .if \auth                     /* (ctx, in, nblocks, state) */
    mov x4, x3
    mov x3, x2
    mov x2, x1
  .endif
    cbz x3, 9f
    FRAME \scratch
    mov x23, x4
    ADDRESS x4, .Ltables
.endm
.macro LEAVE name, scratch
    movi v0.16b, #0
    mov x9, sp
    mov w10, #\scratch / 64
91: stp q0, q0, [x9], #32
    stp q0, q0, [x9], #32
    subs w10, w10, #1
    b.ne 91b
    WIPE_VECTORS
    UNFRAME \scratch
9:  ret
ENDFUNC \name
.endm
/* Passes of 16 blocks: PASSES ... NEXT_PASS, which goes on with 1 to 15 blocks left in x3, or at 8 with none. */
.macro PASSES
    subs x3, x3, #16
    b.lo 2f
1:
.endm
.macro NEXT_PASS
    add x1, x1, #256
    add x2, x2, #256
    subs x3, x3, #16
    b.hs 1b
2:  adds x3, x3, #16
    b.eq 8f
.endm
/* A loop over the remaining blocks: x9 at the scratch, x11 at the input, x12 at the output; EACH_END steps to the
 * next. */
.macro EACH
    mov x9, sp
    mov x10, x3
    mov x11, x2
    mov x12, x1
71:
.endm
.macro EACH_END
    subs x10, x10, #1
    b.ne 71b
.endm

/* v5 (a block) -> v5 by the one-block path. first, second: registers of the halves; kw: what to whiten with. */
.macro ONE_BLOCK dir, first, second, whiten_in, whiten_out
    ldr q6, [x0, #\whiten_in]
    rev64 v5.16b, v5.16b
    XOR 5, 5, 6
    dup v\first\().2d, v5.d[0]
    dup v\second\().2d, v5.d[1]
    bl .Lone_\dir
    ldr q6, [x0, #\whiten_out]
    zip1 v5.2d, v\second\().2d, v\first\().2d
    XOR 5, 5, 6
    rev64 v5.16b, v5.16b
.endm
.macro ONE_BLOCK_enc
    ONE_BLOCK enc, 0, 1, CTX_KW, CTX_KW + 16
.endm
.macro ONE_BLOCK_dec
    ONE_BLOCK dec, 1, 0, CTX_KW + 16, CTX_KW
.endm

/* The x3 blocks (1 to 15) at sp, in place. Clobbers x24, and what the cores do. */
.macro BUFFER dir
LOCAL_FUNC .Lbuffer_\dir
    mov x24, x30
    .cfi_register x30, x24
    cmp x3, #2
    b.ls 1f
    LOAD16_H sp
    bl .L\dir\()16
    STORE16_L sp
    ret x24
1:  ONE_TABLES
    mov x9, sp
    mov x10, x3
2:  ldr q5, [x9]
    ONE_BLOCK_\dir
    str q5, [x9], #16
    subs x10, x10, #1
    b.ne 2b
    ret x24
ENDFUNC .Lbuffer_\dir
.endm
    BUFFER enc
    BUFFER dec

.macro ECB name, dir
    ENTER \name, 256
    PASSES
    LOAD16_H x2
    bl .L\dir\()16
    STORE16_L x1
    NEXT_PASS
    EACH
    ldr q0, [x11], #16
    str q0, [x9], #16
    EACH_END
    bl .Lbuffer_\dir
    EACH
    ldr q0, [x9], #16
    str q0, [x12], #16
    EACH_END
8:  LEAVE \name, 256
.endm
    ECB SYM(ecb_enc), enc
    ECB SYM(ecb_dec), dec

/* out[i] = D(in[i]) ^ in[i - 1] */
    ENTER SYM(cbc_dec), 256
    PASSES
    LOAD16_H x2
    bl .Ldec16
    LOAD16_H x2
    ldr q31, [x23]
    XOR 0, 0, 31
    XOR4 1, 2, 3, 4, 1, 2, 3, 4, 16, 17, 18, 19
    XOR4 5, 6, 7, 8, 5, 6, 7, 8, 20, 21, 22, 23
    XOR4 9, 10, 11, 12, 9, 10, 11, 12, 24, 25, 26, 27
    XOR 13, 13, 28
    XOR 14, 14, 29
    XOR 15, 15, 30
    ldr q31, [x2, #240]
    str q31, [x23]
    STORE16_L x1
    NEXT_PASS
    EACH
    ldr q0, [x11], #16
    str q0, [x9], #16
    EACH_END
    bl .Lbuffer_dec
    ldr q1, [x23]
    EACH
    ldr q0, [x9], #16
    XOR 0, 0, 1
    ldr q1, [x11], #16
    str q0, [x12], #16
    EACH_END
    str q1, [x23]
8:  LEAVE SYM(cbc_dec), 256

/* out[i] = in[i] ^ E(in[i - 1]) */
    ENTER SYM(cfb_dec), 256
    PASSES
    ldr q16, [x23]
    ldr q17, [x2]
    ldp q18, q19, [x2, #16]
    ldp q20, q21, [x2, #48]
    ldp q22, q23, [x2, #80]
    ldp q24, q25, [x2, #112]
    ldp q26, q27, [x2, #144]
    ldp q28, q29, [x2, #176]
    ldp q30, q31, [x2, #208]
    bl .Lenc16
    LOAD16_H x2
    XOR16_L
    str q31, [x23]
    STORE16_L x1
    NEXT_PASS
    ldr q0, [x23]
    EACH
    str q0, [x9], #16
    ldr q0, [x11], #16
    EACH_END
    str q0, [x23]
    bl .Lbuffer_enc
    EACH
    ldr q0, [x9], #16
    ldr q1, [x11], #16
    XOR 0, 0, 1
    str q0, [x12], #16
    EACH_END
8:  LEAVE SYM(cfb_dec), 256

/* Counter mode. The counter x14:x15 (x14 high) is big-endian in memory; n32 = 1: its last 32 bits count alone. */
.macro COUNTER_LOAD
    ldp x14, x15, [x23]
    rev x14, x14
    rev x15, x15
.endm
/* dh:dl = x14:x15 + n */
.macro COUNTER_ADD n32, dh, dl, n
  .if \n32
    add w16, w15, #\n
    mov \dh, x14
    and \dl, x15, #0xffffffff00000000
    orr \dl, \dl, x16
  .else
    adds \dl, x15, #\n
    adc \dh, x14, xzr
  .endif
.endm
.macro COUNTER_STORE to, h, l
    rev x16, \h
    rev x17, \l
    stp x16, x17, [\to]
.endm
/* v\d = counter h:l as a block. */
.macro COUNTER_BLOCK d, h, l
    rev x16, \h
    rev x17, \l
    fmov d\d, x16
    mov v\d\().d[1], x17
.endm
/* Byte j of 16 counter blocks: what the first block has, and where the last byte has wrapped (mask) what the last has.
 * */
.macro COUNTER_BYTE d, first, last, j, mask
    dup v\d\().16b, v\first\().b[\j]
    dup v30.16b, v\last\().b[\j]
    bit v\d\().16b, v30.16b, v\mask\().16b
.endm
/* X, Y = 16 counter blocks from x14:x15 on, which needs no transposition; then the counter is 16 more. */
.macro COUNTER_SLICE n32
    COUNTER_ADD \n32, x12, x13, 15
    COUNTER_BLOCK 16, x14, x15
    COUNTER_BLOCK 17, x12, x13
    movi v31.16b, #15
    ldp q24, q25, [x4, #T_SLICE_X]
    ldp q26, q27, [x4, #T_SLICE_Y]
    ldr q28, [x4, #T_LANES]
    ldr q29, [x4, #T_LANES + 16]
    dup v30.16b, v16.b[15]
    add v22.16b, v30.16b, v28.16b
    add v23.16b, v30.16b, v29.16b
    cmhi v28.16b, v30.16b, v22.16b
    cmhi v29.16b, v30.16b, v23.16b
    LOW 18, 16                  /* v18, v19 = first, last block in X's basis, v20, v21 in Y's */
    LOW 19, 17
    HIGH 16, 16
    HIGH 17, 17
    tbl v20.16b, {v26.16b}, v18.16b
    tbl v21.16b, {v26.16b}, v19.16b
    tbl v22.16b, {v27.16b}, v16.16b
    tbl v30.16b, {v27.16b}, v17.16b
    LOOK 18, 24
    LOOK 19, 24
    LOOK 16, 25
    LOOK 17, 25
    XOR 20, 20, 22
    XOR 21, 21, 30
    XOR 18, 18, 16
    XOR 19, 19, 17
    .irp j, 0, 1, 2, 3, 4, 5, 6, 7
    COUNTER_BYTE \j, 18, 19, \j, 28
    .endr
    .irp j, 8, 9, 10, 11, 12, 13, 14
    COUNTER_BYTE \j, 20, 21, \j, 29
    .endr
    LOW 15, 23
    HIGH 23, 23
    LOOK 15, 26
    LOOK 23, 27
    XOR 15, 15, 23
    COUNTER_ADD \n32, x14, x15, 16
    COUNTER_STORE x23, x14, x15
.endm

.macro CTR name, n32
    ENTER \name, 256
    PASSES
    COUNTER_LOAD
    COUNTER_SLICE \n32
    bl .Lenc16_sliced
    LOAD16_H x2
    XOR16_L
    STORE16_L x1
    NEXT_PASS
    COUNTER_LOAD
    EACH
    COUNTER_STORE x9, x14, x15
    COUNTER_ADD \n32, x14, x15, 1
    add x9, x9, #16
    EACH_END
    COUNTER_STORE x23, x14, x15
    bl .Lbuffer_enc
    EACH
    ldr q0, [x9], #16
    ldr q1, [x11], #16
    XOR 0, 0, 1
    str q0, [x12], #16
    EACH_END
8:  LEAVE \name, 256
.endm
    CTR SYM(ctr), 0
    CTR SYM(ctr32), 1

/* The serial modes: v14 = the last ciphertext block. */
.macro SERIAL name, cbc
    ENTER \name, 64
    ONE_TABLES
    ldr q14, [x23]
1:  ldr q15, [x2], #16
  .if \cbc
    XOR 5, 14, 15
    ONE_BLOCK_enc
    mov v14.16b, v5.16b
  .else
    mov v5.16b, v14.16b
    ONE_BLOCK_enc
    XOR 14, 5, 15
  .endif
    str q14, [x1], #16
    subs x3, x3, #1
    b.ne 1b
    str q14, [x23]
    LEAVE \name, 64
.endm
    SERIAL SYM(cbc_enc), 1
    SERIAL SYM(cfb_enc), 0

/* XTS and OCB: out = E(in ^ mask) ^ mask. MASKS16 puts the masks of 16 blocks in v0..v15 and at sp + SECOND; for the
 * tail, MASK puts a block's mask at x9 + SECOND + off and steps to the next block's. */
.macro XTS_BEGIN
    ldp x13, x14, [x23]
    mov w16, #0x87
.endm
.macro XTS_MASK off
    stp x13, x14, [x9, #\off + SECOND]
    asr x15, x14, #63
    extr x14, x14, x13, #63
    and x15, x15, x16
    eor x13, x15, x13, lsl #1
.endm
.macro XTS_END
    stp x13, x14, [x23]
.endm
.macro XTS_MASKS16
    mov x9, sp
    XTS_BEGIN
    .irp off, 0, 16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240
    XTS_MASK \off
    .endr
    XTS_END
    add x9, sp, #SECOND
    LOAD16_L x9
.endm
#define OCB_OFFSET 0
#define OCB_CHECKSUM 16
#define OCB_FIRST 32
#define OCB_L 40
.macro OCB_BEGIN
    ldr q2, [x23, #OCB_OFFSET]
    ldr x13, [x23, #OCB_FIRST]
.endm
.macro OCB_MASK off
    add x13, x13, #1
    rbit x14, x13
    clz x14, x14
    add x14, x23, x14, lsl #4
    ldur q3, [x14, #OCB_L]
    XOR 2, 2, 3
    str q2, [x9, #\off + SECOND]
.endm
.macro OCB_END
    str q2, [x23, #OCB_OFFSET]
    str x13, [x23, #OCB_FIRST]
.endm
/* xa.. = index of L (trailing zeros) for the blocks x13 + i.. */
.macro OCB_INDEX4 i, a, b, c, d
    add x\a, x13, #\i
    add x\b, x13, #\i + 1
    add x\c, x13, #\i + 2
    add x\d, x13, #\i + 3
    .irp r, \a, \b, \c, \d
    rbit x\r, x\r
    .endr
    .irp r, \a, \b, \c, \d
    clz x\r, x\r
    .endr
.endm
.macro OCB_LOAD4 v0, v1, v2, v3, a, b, c, d
    ldr q\v0, [x14, x\a, lsl #4]
    ldr q\v1, [x14, x\b, lsl #4]
    ldr q\v2, [x14, x\c, lsl #4]
    ldr q\v3, [x14, x\d, lsl #4]
.endm
/* Four L -> the XORs of the first, of two (v1), and of the last two (t): what need not wait for the offset. */
.macro OCB_PAIRS v0, v1, v2, v3, t
    XOR \v1, \v0, \v1
    XOR \t, \v2, \v3
.endm
/* ... -> four offsets; p the one before. Two XORs from p to v3. */
.macro OCB_OFFSETS p, v0, v1, v2, v3, t
    XOR \v1, \v1, \p
    XOR \v0, \v0, \p
    XOR \v3, \t, \v1
    XOR \v2, \v2, \v1
.endm
.macro OCB_MASKS16
    ldr x13, [x23, #OCB_FIRST]
    add x14, x23, #OCB_L
    ldr q16, [x23, #OCB_OFFSET]
    OCB_INDEX4 1, 5, 6, 7, 8
    OCB_INDEX4 5, 9, 10, 11, 12
    OCB_LOAD4 0, 1, 2, 3, 5, 6, 7, 8
    OCB_INDEX4 9, 5, 6, 7, 8
    OCB_LOAD4 4, 5, 6, 7, 9, 10, 11, 12
    OCB_PAIRS 0, 1, 2, 3, 17
    OCB_INDEX4 13, 9, 10, 11, 12
    OCB_LOAD4 8, 9, 10, 11, 5, 6, 7, 8
    OCB_PAIRS 4, 5, 6, 7, 18
    OCB_OFFSETS 16, 0, 1, 2, 3, 17
    OCB_LOAD4 12, 13, 14, 15, 9, 10, 11, 12
    OCB_PAIRS 8, 9, 10, 11, 19
    stp q0, q1, [sp, #SECOND]
    OCB_OFFSETS 3, 4, 5, 6, 7, 18
    OCB_PAIRS 12, 13, 14, 15, 20
    stp q2, q3, [sp, #SECOND + 32]
    stp q4, q5, [sp, #SECOND + 64]
    OCB_OFFSETS 7, 8, 9, 10, 11, 19
    stp q6, q7, [sp, #SECOND + 96]
    stp q8, q9, [sp, #SECOND + 128]
    OCB_OFFSETS 11, 12, 13, 14, 15, 20
    add x13, x13, #16
    str x13, [x23, #OCB_FIRST]
    stp q10, q11, [sp, #SECOND + 160]
    stp q12, q13, [sp, #SECOND + 192]
    stp q14, q15, [sp, #SECOND + 224]
    str q15, [x23, #OCB_OFFSET]
.endm
/* 16 blocks at x2, masked -> v16..v31. sum 1: the checksum takes them in. */
.macro LOAD16_MASKED sum
  .if \sum
    ldp q16, q17, [x2]
    ldp q18, q19, [x2, #32]
    ldp q20, q21, [x2, #64]
    ldp q22, q23, [x2, #96]
    XOR 24, 16, 17
    XOR 25, 18, 19
    ldp q28, q29, [x2, #192]
    XOR_IN2 24, 20, 21
    XOR4 16, 17, 18, 19, 16, 17, 18, 19, 0, 1, 2, 3
    ldp q30, q31, [x2, #224]
    XOR_IN2 25, 22, 23
    XOR4 20, 21, 22, 23, 20, 21, 22, 23, 4, 5, 6, 7
    XOR 0, 28, 29
    XOR 1, 24, 25
    ldp q24, q25, [x2, #128]
    ldp q26, q27, [x2, #160]
    ldr q2, [x23, #OCB_CHECKSUM]
    XOR_IN2 0, 30, 31
    XOR4 28, 29, 30, 31, 28, 29, 30, 31, 12, 13, 14, 15
    XOR_IN2 1, 24, 25
    XOR_IN2 2, 26, 27
    XOR4 24, 25, 26, 27, 24, 25, 26, 27, 8, 9, 10, 11
    XOR_IN2 0, 1, 2
    str q0, [x23, #OCB_CHECKSUM]
  .else
    LOAD16_H x2
    XOR16_H
  .endif
.endm
/* Two of the blocks in v0..v15 go to x1 + off (store) and into one of the sums v16..v19 (sum; first: it begins). */
.macro STORE_SUM a, b, off, d, first, store, sum
  .if \store
    stp q\a, q\b, [x1, #\off]
  .endif
  .if \sum && \first
    XOR \d, \a, \b
  .elseif \sum
    XOR_IN2 \d, \a, \b
  .endif
.endm
.macro STORE16_SUM store, sum
    STORE_SUM 0, 1, 0, 16, 1, \store, \sum
    STORE_SUM 2, 3, 32, 17, 1, \store, \sum
    STORE_SUM 4, 5, 64, 18, 1, \store, \sum
    STORE_SUM 6, 7, 96, 19, 1, \store, \sum
  .if \sum
    ldr q20, [x23, #OCB_CHECKSUM]
  .endif
    STORE_SUM 8, 9, 128, 16, 0, \store, \sum
    STORE_SUM 10, 11, 160, 17, 0, \store, \sum
    STORE_SUM 12, 13, 192, 18, 0, \store, \sum
    STORE_SUM 14, 15, 224, 19, 0, \store, \sum
  .if \sum
    XOR_IN2 16, 17, 20
    XOR 18, 18, 19
    XOR 16, 16, 18
    str q16, [x23, #OCB_CHECKSUM]
  .endif
.endm

/* sum_in 1: the checksum takes in the cores' input; sum_out 1: their output; auth 1: there is no output. */
.macro MASKED name, kind, dir, sum_in=0, sum_out=0, auth=0
    ENTER \name, 512, \auth
    PASSES
    \kind\()_MASKS16
    LOAD16_MASKED \sum_in
    bl .L\dir\()16
  .if !\auth
    add x9, sp, #SECOND
    LOAD16_H x9
    XOR16_L
  .endif
    STORE16_SUM !\auth, \sum_out
    NEXT_PASS
    \kind\()_BEGIN
  .if \sum_in
    ldr q4, [x23, #OCB_CHECKSUM]
  .endif
    EACH
    \kind\()_MASK 0
    ldr q0, [x9, #SECOND]
    ldr q1, [x11], #16
    XOR 0, 0, 1
    str q0, [x9], #16
  .if \sum_in
    XOR 4, 4, 1
  .endif
    EACH_END
    \kind\()_END
  .if \sum_in
    str q4, [x23, #OCB_CHECKSUM]
  .endif
    bl .Lbuffer_\dir
  .if \sum_out
    ldr q4, [x23, #OCB_CHECKSUM]
  .endif
    EACH
    ldr q0, [x9]
  .if !\auth
    ldr q1, [x9, #SECOND]
    XOR 0, 0, 1
    str q0, [x12], #16
  .endif
  .if \sum_out
    XOR 4, 4, 0
  .endif
    add x9, x9, #16
    EACH_END
  .if \sum_out
    str q4, [x23, #OCB_CHECKSUM]
  .endif
8:  mov x13, #0                 /* tweaks */
    mov x14, #0
    mov x15, #0
    LEAVE \name, 512
.endm
    MASKED SYM(xts_enc), XTS, enc
    MASKED SYM(xts_dec), XTS, dec
    MASKED SYM(ocb_enc), OCB, enc, sum_in=1
    MASKED SYM(ocb_dec), OCB, dec, sum_out=1
    MASKED SYM(ocb_auth), OCB, enc, sum_out=1, auth=1

/* ---- key setup */

/* Two Feistel rounds with F on v0, v1 (plain), for the key schedule; x5: sigma constants. */
LOCAL_FUNC .Lfeistel2
    ONE_CONVERT T_TO_X
    movi v2.16b, #0
    ONE_ROUND 0, x5, 0
    ONE_ROUND 1, x5, 16
    ONE_CONST
    ONE_FOLD 0
    ONE_CONVERT T_FROM_X
    add x5, x5, #32
    ret
ENDFUNC .Lfeistel2

/* Store the halves of h:l <<< n as subkeys; first or second -1: none. */
.macro PUT h, l, n, first, second
  .if \n == 0
    stp \h, \l, [x0, #8 * \first]
  .else
  .if \n < 64
    extr x12, \h, \l, #64 - \n
    extr x13, \l, \h, #64 - \n
  .else
    extr x12, \l, \h, #128 - \n
    extr x13, \h, \l, #128 - \n
  .endif
  .if \first >= 0
    str x12, [x0, #8 * \first]
  .endif
  .if \second >= 0
    str x13, [x0, #8 * \second]
  .endif
  .endif
.endm
#define KW(n) (n - 1)
#define K(n) (3 + n)
#define KE(n) (27 + n)

/* v\d (both halves a subkey as an integer) to a basis by the tables at x4 + off; rotated for s4. */
.macro KEY_CONVERT d, a, off
    ldp q16, q17, [x4, #\off]
    ldp q18, q19, [x4, #\off + 32]
    ONE_SPLIT 20, 21, \a
    LOOK2 20, 16, 17
    LOOK2 21, 18, 19
    XOR \d, 20, 21
.endm
/* Store lane of v\a sixteen times at x10; table: as the low-nibble table of s4's rotation (v30) with the subkey XORed
 * in. */
.macro SPREAD_LANE a, lane, table=0
    dup v20.16b, v\a\().b[\lane]
  .if \table
    XOR 20, 20, 30
  .endif
    str q20, [x10], #16
.endm
/* The operands of one round, in the order of ROUND_KEYS: bytes 0, 7, 1, 4; 2, 5; tables for 3, 6. */
.macro SPREAD a, tables
    ldr q30, [x4, #\tables]
    .irp lane, 7, 0, 6, 3, 5, 2
    SPREAD_LANE \a, \lane
    .endr
    .irp lane, 4, 1
    SPREAD_LANE \a, \lane, 1
    .endr
.endm

/* One FL table: the plain values in v\a to the basis of the half (v22, v23), stored at x10 + off. */
.macro FL_STORE a, off
    LOW 20, \a
    HIGH 21, \a
    LOOK 20, 22
    LOOK 21, 23
    XOR 20, 20, 21
    str q20, [x10, #\off]
.endm
/* Byte j of one half: v24, v25 plain values of low and high nibbles, v26 subkey, v27 constants, v28 ~subkey. */
.macro FL_BYTE j
    dup v16.16b, v26.b[7 - \j]
    dup v17.16b, v26.b[7 - (\j + 1) % 4]
    dup v18.16b, v27.b[3 - \j]
    and v0.16b, v24.16b, v16.16b
    and v1.16b, v25.16b, v16.16b
    and v2.16b, v24.16b, v17.16b
    add v0.16b, v0.16b, v0.16b
    add v1.16b, v1.16b, v1.16b
    ushr v2.16b, v2.16b, #7
    XOR 0, 0, 18
    FL_STORE 2, 16 * \j
    FL_STORE 0, 16 * \j + 64
    FL_STORE 1, 16 * \j + 128
    dup v16.16b, v28.b[3 - \j]
    dup v18.16b, v27.b[7 - \j]
    and v0.16b, v24.16b, v16.16b
    and v1.16b, v25.16b, v16.16b
    XOR 0, 0, 18
    FL_STORE 0, FL_MASK_PART + 16 * \j
    FL_STORE 1, FL_MASK_PART + 16 * \j + 64
.endm
/* Tables of one half of one FL layer. x12 subkey, x13/x14 what the half is off by (whitening) before/after, x7 that of
 * the argument of the rotation (left) and of the mask (right); slice and fl: offsets of the half's tables. Clobbers
 * x15, x16. */
.macro FL_SETUP slice, fl
    ldp q22, q23, [x4, #\slice]
    ldp q24, q25, [x4, #\fl]
    and x15, x7, x12
    lsr x15, x15, #32
    ror w15, w15, #31           /* (wa & kl) <<< 1 */
    bic w16, w7, w12
    eor w16, w16, w12           /* (wb & ~kr) ^ kr */
    orr x15, x15, x16, lsl #32
    eor x15, x15, x13
    eor x15, x15, x14
    dup v26.2d, x12
    mvn v28.16b, v26.16b
    dup v27.2d, x15
    FL_BYTE 0
    FL_BYTE 1
    FL_BYTE 2
    FL_BYTE 3
    add x10, x10, #FL_HALF
.endm

FUNC SYM(setkey)
    mov x9, x0
    mov x10, #CTX_SIZE / 32
    movi v0.16b, #0
1:  stp q0, q0, [x9], #32
    subs x10, x10, #1
    b.ne 1b
    cmp x2, #16
    b.eq 2f
    cmp x2, #24
    b.eq 2f
    cmp x2, #32
    b.eq 2f
    mov w0, #-1
    ret
2:  FRAME
    ADDRESS x4, .Ltables
    lsl w9, w2, #3
    str w9, [x0, #CTX_KEY_BITS]
    ldp x8, x9, [x1]            /* KL = x8:x9, KR = x10:x11 */
    rev x8, x8
    rev x9, x9
    mov x10, #0
    mov x11, #0
    cmp x2, #24
    b.lo 3f
    ldr x10, [x1, #16]
    rev x10, x10
    mvn x11, x10
    b.eq 3f
    ldr x11, [x1, #24]
    rev x11, x11
3:  ONE_TABLES
    add x5, x4, #T_SIGMA
    eor x12, x8, x10
    eor x13, x9, x11
    dup v0.2d, x12
    dup v1.2d, x13
    bl .Lfeistel2
    dup v5.2d, x8
    dup v6.2d, x9
    XOR 0, 0, 5
    XOR 1, 1, 6
    bl .Lfeistel2
    fmov x14, d0                /* KA = x14:x15 */
    fmov x15, d1
    eor x12, x14, x10
    eor x13, x15, x11
    dup v0.2d, x12
    dup v1.2d, x13
    bl .Lfeistel2
    fmov x16, d0                /* KB = x16:x17 */
    fmov x17, d1

    PUT x8, x9, 0, KW(1), KW(2)
    cmp x2, #16
    b.ne 4f
    PUT x14, x15, 111, KW(3), KW(4)
    PUT x14, x15, 0, K(1), K(2)
    PUT x8, x9, 15, K(3), K(4)
    PUT x14, x15, 15, K(5), K(6)
    PUT x8, x9, 45, K(7), K(8)
    PUT x14, x15, 45, K(9), -1
    PUT x8, x9, 60, -1, K(10)
    PUT x14, x15, 60, K(11), K(12)
    PUT x8, x9, 94, K(13), K(14)
    PUT x14, x15, 94, K(15), K(16)
    PUT x8, x9, 111, K(17), K(18)
    PUT x14, x15, 30, KE(1), KE(2)
    PUT x8, x9, 77, KE(3), KE(4)
    b 5f
4:  PUT x16, x17, 111, KW(3), KW(4)
    PUT x16, x17, 0, K(1), K(2)
    PUT x10, x11, 15, K(3), K(4)
    PUT x14, x15, 15, K(5), K(6)
    PUT x16, x17, 30, K(7), K(8)
    PUT x8, x9, 45, K(9), K(10)
    PUT x14, x15, 45, K(11), K(12)
    PUT x10, x11, 60, K(13), K(14)
    PUT x16, x17, 60, K(15), K(16)
    PUT x8, x9, 77, K(17), K(18)
    PUT x10, x11, 94, K(19), K(20)
    PUT x14, x15, 94, K(21), K(22)
    PUT x8, x9, 111, K(23), K(24)
    PUT x10, x11, 30, KE(1), KE(2)
    PUT x8, x9, 60, KE(3), KE(4)
    PUT x14, x15, 77, KE(5), KE(6)
5:
    /* Subkeys as AES operands. The state is held without the whitening until the first FL layer, and with the last
     * whitening from the last FL layer on: the subkeys of those groups take it in. */
    GROUPS
    ldr q22, [x4, #T_KEY_X]
    ldr q23, [x4, #T_KEY_Y]
    ldr q24, [x4, #T_ONE_CONST]
    add x8, x0, #CTX_K
    mov x9, #CTX_ONE
    add x9, x9, x0
    add x10, x0, #CTX_ROUND
    add x13, x0, #CTX_KW
    ld1r {v25.2d}, [x13], #8    /* kw1 */
    ld1r {v26.2d}, [x13], #8    /* kw2 */
    ld1r {v28.2d}, [x13], #8    /* kw3: the right half's */
    ld1r {v27.2d}, [x13]        /* kw4 */
6:  movi v29.16b, #0            /* parity of the constants that the one-block path leaves out */
    mov w7, #3
7:  ld1r {v0.2d}, [x8], #8
    ld1r {v1.2d}, [x8], #8
    KEY_CONVERT 2, 0, T_TO_X
    XOR 2, 2, 22
    XOR 2, 2, 29
    XOR 29, 29, 24
    KEY_CONVERT 5, 1, T_TO_X
    XOR 5, 5, 22
    XOR 5, 5, 29
    stp q2, q5, [x9], #32
    XOR 0, 0, 25
    XOR 1, 1, 26
    KEY_CONVERT 2, 0, T_TO_X
    XOR 2, 2, 22
    SPREAD 2, T_ROUND_X
    KEY_CONVERT 2, 1, T_TO_Y
    XOR 2, 2, 23
    SPREAD 2, T_ROUND_Y
    subs w7, w7, #1
    b.ne 7b
    movi v25.16b, #0
    movi v26.16b, #0
    subs w6, w6, #1
    b.eq 8f
    cmp w6, #1
    b.ne 6b
    mov v25.16b, v27.16b
    mov v26.16b, v28.16b
    b 6b
8:
    GROUPS
    sub w6, w6, #1
    movi v31.16b, #15
    add x10, x0, #CTX_FL
    add x11, x0, #CTX_KE
    ldp x8, x9, [x0, #CTX_KW]   /* what the left, the right half is off by in front of the layer */
9:  mov x3, #0                  /* and behind it */
    mov x17, #0
    cmp w6, #1
    b.ne 10f
    ldp x17, x3, [x0, #CTX_KW + 16]
10: ldr x12, [x11], #8
    mov x13, x8
    mov x14, x3
    and x7, x13, #0xffffffff00000000
    bfi x7, x14, #0, #32
    FL_SETUP T_SLICE_X, T_FL_X
    ldr x12, [x11], #8
    mov x13, x9
    mov x14, x17
    and x7, x14, #0xffffffff00000000
    bfi x7, x13, #0, #32
    FL_SETUP T_SLICE_Y, T_FL_Y
    mov x8, x3
    mov x9, x17
    subs w6, w6, #1
    b.ne 9b

    .irp r, 3, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
    mov x\r, #0
    .endr
    WIPE_VECTORS
    UNFRAME
    mov w0, #0
    ret
ENDFUNC SYM(setkey)

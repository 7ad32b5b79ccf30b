/* SPDX-License-Identifier: BSD-2-Clause
 *
 * SM4 (GB/T 32907-2016; draft-ribose-cfrg-sm4) for x86-64 without AVX-512: three variants of one source.
 *
 *   gfni_avx2   -DUSE_GFNI   the S-box is GF2P8AFFINEINVQB; VEX-encoded
 *   aesni_avx2               AESENCLAST on both halves of a YMM register, its affine map undone by look-ups
 *   aesni_avx   -DUSE_AVX    the same in XMM registers, for CPUs without AVX2
 *
 * The state stays in the basis of the S-box's inversion: a byte x is held as z = M.x, so that the S-box needs no map
 * in front of the inversion, and the map behind it is merged with the linear transformation L. Of the four byte maps
 * that make up L (F, H, H, G: the byte itself and its three successors in memory order) only two are needed, since
 * H = F ^ G. With f_i = F.inv(t_i), g_i = G.inv(t_i) and q_i = g_i ^ f_(i-1)
 *
 *     x4_i = x0_i ^ q_i ^ (q_0 ^ q_1 ^ q_2 ^ q_3)
 *
 * AES gives AES_A.inv(z); F and G behind it are two look-ups (VPSHUFB) each in the same pair of nibbles.
 *
 * Many blocks are byte-sliced: a vector holds one byte of 32 (16) blocks, a set, and L is an XOR of whole vectors. Two
 * sets are in flight, their words in slots on the stack; ShiftRows is undone in advance by a shuffle. Up to two times 8
 * (4) blocks are word-sliced, a word of each block in a dword: F, G and H there, and byte rotations by VPSHUFB, which
 * undo ShiftRows too. The same in XMM registers with one block serves CBC and CFB encryption.
 * Counter blocks are made byte-sliced: only the lowest byte differs, and where it overflows the other 15 are taken
 * from the counter 256 later. XTS tweaks and OCB offsets of a pass are made in advance, in memory.
 * The key schedule stays in the basis too: no map in front of the inversion, four maps behind it.
 *
 * int  tsubaki_sm4_setkey_*(ctx, key, key_len)
 * void tsubaki_sm4_{ecb_enc,ecb_dec}_*(ctx, out, in, nblocks)
 * void tsubaki_sm4_{ctr,ctr32,cbc_enc,cbc_dec,cfb_enc,cfb_dec}_*(ctx, out, in, nblocks, iv)
 * void tsubaki_sm4_{xts_enc,xts_dec}_*(ctx, out, in, nblocks, tweak)
 * void tsubaki_sm4_{ocb_enc,ocb_dec}_*(ctx, out, in, nblocks, state)
 * void tsubaki_sm4_ocb_auth_*(ctx, in, nblocks, state)
 *
 * Width 64 blocks, aesni_avx 32; cbc_enc and cfb_enc 1. CPU: AVX2 and GFNI; AVX2 and AES-NI; AVX and AES-NI.
 * Stack 1.4 KiB (aesni_avx 0.8), XTS and OCB 2.5 (1.4); what holds secrets is wiped.
 * Registers: rdi ctx, rsi out, rdx in, rcx blocks left, r8 IV or state, r9..r11 subkeys and their step, rbx flags,
 * r12 and r13 counter, r14 blocks of a set, r15 scratch. Rounds: 0..3 t, then q, then x4; 4 and 5 f and sums; 6 and 7
 * F and G (GFNI) or look-ups (AES); 8..15 x2 ^ x3, x4, x5. Clobbers every vector register, rax, rcx, rdx, rsi, r9..r11;
 * setkey rdi and r8 too.
 *
 * Cycles: a round of a set is 8 GFNI + 24 XOR = 32 uops; AES in YMM 8 AESENCLAST + 28 shuffles and moves between the
 * halves + 12 for nibbles + 32 XOR = 80, in XMM 68: on three vector ports at least 10.7, 26.7 and 22.7 cycles.
 * Cycles/byte                gfni_avx2   aesni_avx2   aesni_avx
 * limit, with slicing        0.77        1.9          3.2
 * measured, Emerald Rapids (November 2026):
 *   ECB, CBC-dec, CFB-dec    1.05..1.09  2.58         3.7..3.8
 *   CTR                      1.02        2.51         3.7
 *   XTS, OCB                 1.23..1.27  2.72..2.80   4.0..4.1
 *   CBC-enc, CFB-enc         20.8        36.7         36.5
 *   setkey, cycles           340         630          640
 * modelled (llvm-mca 19), the rounds of two sets alone:
 *   Zen 4                    0.77        2.4          3.6
 *   Zen 3, Skylake                       2.2, 2.8     3.6, 3.9
 *   Haswell, Sandy Bridge                3.0          4.3
 * Other shapes tried with GFNI: every word through memory, sets round by round 1.35; one set in flight 1.5;
 * word-sliced 12.5 uops a round for 8 blocks, at best 1.1.
 */
#define CIPHER sm4
#if defined(USE_GFNI)
#define VARIANT gfni_avx2
#elif defined(USE_AVX)
#define VARIANT aesni_avx
#else
#define VARIANT aesni_avx2
#endif
#include "asm.h"

#ifdef USE_AVX
#define VEC  xmm
#define V(n) %xmm##n
#define VB   16         /* bytes of a vector */
#define PER  1          /* blocks of a vector */
#else
#define VEC  ymm
#define V(n) %ymm##n
#define VB   32
#define PER  2
#endif
#define SET  (16 * VB)  /* bytes of a set, of its data and of its slots */
#define NB   (16 * PER) /* blocks of a set */
#define FEW  (4 * PER)  /* blocks of a word-sliced set; up to two sets */

/* The context: bytes of struct tsubaki_sm4_ctx. */
#define CTX_SIZE    4096
#define CTX_BITS    128
#define CTX_BYTES   192     /* per round 16 bytes: each byte of M.(rk ^ X0), first in memory first, four times */
#define CTX_WORDS   704     /* per round 4 bytes: the same bytes once */

/* The frame: slots of two sets, each word by word, first byte first; then: */
#define SUM         (2 * SET)       /* x2 ^ x3 of both sets */
#define IV          (2 * SET + 8 * VB)
#define NEXT        (IV + 16)
#define COUNT       (IV + 32)
#define FRAME       (IV + 64)
#define CHECKSUM    FRAME           /* OCB's, lane by lane */
#define MASKS       (FRAME + 32)    /* what XTS and OCB add before and behind the cipher: a pass and one block */
#define MASK_FRAME  (MASKS + 32 * NB + 32)

#define SLOTS  1        /* bits of bl: the slots were used; the counter is one of 32 bits; the frame is MASK_FRAME */
#define WRAP32 2
#define MASKED 4

/* struct tsubaki_ocb_state */
#define OCB_CHECKSUM 16
#define OCB_FIRST    32
#define OCB_L        40

RODATA
#ifdef USE_GFNI
/* generated: gfni */
#define SM4_K 0x42
#define SM4_X0 0x75
#define SM4_KEY_K 0x86
.Lmap_m:
    .quad 0x954c648ca0ba98c8, 0x954c648ca0ba98c8, 0x954c648ca0ba98c8, 0x954c648ca0ba98c8
.Lmap_mi:
    .quad 0xd5ec1e8a568c969c, 0xd5ec1e8a568c969c, 0xd5ec1e8a568c969c, 0xd5ec1e8a568c969c
.Lmap_f:
    .quad 0x360307a61f4724a4, 0x360307a61f4724a4, 0x360307a61f4724a4, 0x360307a61f4724a4
.Lmap_g:
    .quad 0x7ae7e20c1a4f338c, 0x7ae7e20c1a4f338c, 0x7ae7e20c1a4f338c, 0x7ae7e20c1a4f338c
.Lmap_h:
    .quad 0x4ce4e5aa05081728, 0x4ce4e5aa05081728, 0x4ce4e5aa05081728, 0x4ce4e5aa05081728
.Lmap_key_0:
    .quad 0xe9e7e20c1a37338c, 0xe9e7e20c1a37338c, 0xe9e7e20c1a37338c, 0xe9e7e20c1a37338c
.Lmap_key_3:
    .quad 0x63338c4b93ce4e54, 0x63338c4b93ce4e54, 0x63338c4b93ce4e54, 0x63338c4b93ce4e54
.Lmap_key_12:
    .quad 0x1366c813bdbd1375, 0xd3f1625fae69453d, 0x1366c813bdbd1375, 0xd3f1625fae69453d
.Lck:
    .long 0x6fc52e00, 0x54fe1584, 0x62a991bf, 0x59922ce8, 0xf716fdd3, 0xcc52b91c, 0x48830927, 0xf53eb470
    .long 0x248e654b, 0x60ca21cf, 0xd01ba58b, 0x6da69e5a, 0xbc22c9e7, 0xf819f257, 0x7cb73d13, 0x478c06c2
    .long 0x10ba517f, 0x2b816afb, 0xe42feec0, 0xdf14aa6e, 0x88907b55, 0xb32dc663, 0x37fc7658, 0x73b832f6
    .long 0xa208e3cd, 0x1fb55e49, 0xaf64daf4, 0xeb20e125, 0x3aa44f61, 0x879f74d1, 0x03c8426c, 0x38f379bd
    .long 0x00000000
/* end generated */
#else
/* generated: aes */
#define SM4_K 0x42
#define SM4_X0 0x75
#define SM4_KEY_K 0x86
.Llow_m:
    .byte 0x00, 0x01, 0x20, 0x21, 0x0f, 0x0e, 0x2f, 0x2e, 0xea, 0xeb, 0xca, 0xcb, 0xe5, 0xe4, 0xc5, 0xc4
    .byte 0x00, 0x01, 0x20, 0x21, 0x0f, 0x0e, 0x2f, 0x2e, 0xea, 0xeb, 0xca, 0xcb, 0xe5, 0xe4, 0xc5, 0xc4
.Lhigh_m:
    .byte 0x00, 0x61, 0x34, 0x55, 0x86, 0xe7, 0xb2, 0xd3, 0xf9, 0x98, 0xcd, 0xac, 0x7f, 0x1e, 0x4b, 0x2a
    .byte 0x00, 0x61, 0x34, 0x55, 0x86, 0xe7, 0xb2, 0xd3, 0xf9, 0x98, 0xcd, 0xac, 0x7f, 0x1e, 0x4b, 0x2a
.Llow_mi:
    .byte 0x00, 0x01, 0x5c, 0x5d, 0xf7, 0xf6, 0xab, 0xaa, 0xae, 0xaf, 0xf2, 0xf3, 0x59, 0x58, 0x05, 0x04
    .byte 0x00, 0x01, 0x5c, 0x5d, 0xf7, 0xf6, 0xab, 0xaa, 0xae, 0xaf, 0xf2, 0xf3, 0x59, 0x58, 0x05, 0x04
.Lhigh_mi:
    .byte 0x00, 0xd5, 0x02, 0xd7, 0x13, 0xc6, 0x11, 0xc4, 0xeb, 0x3e, 0xe9, 0x3c, 0xf8, 0x2d, 0xfa, 0x2f
    .byte 0x00, 0xd5, 0x02, 0xd7, 0x13, 0xc6, 0x11, 0xc4, 0xeb, 0x3e, 0xe9, 0x3c, 0xf8, 0x2d, 0xfa, 0x2f
.Llow_f:
    .byte 0x42, 0x4d, 0x26, 0x29, 0xad, 0xa2, 0xc9, 0xc6, 0x4c, 0x43, 0x28, 0x27, 0xa3, 0xac, 0xc7, 0xc8
    .byte 0x42, 0x4d, 0x26, 0x29, 0xad, 0xa2, 0xc9, 0xc6, 0x4c, 0x43, 0x28, 0x27, 0xa3, 0xac, 0xc7, 0xc8
.Lhigh_f:
    .byte 0x00, 0xbc, 0x06, 0xba, 0xa6, 0x1a, 0xa0, 0x1c, 0x02, 0xbe, 0x04, 0xb8, 0xa4, 0x18, 0xa2, 0x1e
    .byte 0x00, 0xbc, 0x06, 0xba, 0xa6, 0x1a, 0xa0, 0x1c, 0x02, 0xbe, 0x04, 0xb8, 0xa4, 0x18, 0xa2, 0x1e
.Llow_g:
    .byte 0x00, 0xe9, 0x7d, 0x94, 0x9c, 0x75, 0xe1, 0x08, 0x01, 0xe8, 0x7c, 0x95, 0x9d, 0x74, 0xe0, 0x09
    .byte 0x00, 0xe9, 0x7d, 0x94, 0x9c, 0x75, 0xe1, 0x08, 0x01, 0xe8, 0x7c, 0x95, 0x9d, 0x74, 0xe0, 0x09
.Lhigh_g:
    .byte 0x00, 0x6b, 0xfc, 0x97, 0xa0, 0xcb, 0x5c, 0x37, 0x8f, 0xe4, 0x73, 0x18, 0x2f, 0x44, 0xd3, 0xb8
    .byte 0x00, 0x6b, 0xfc, 0x97, 0xa0, 0xcb, 0x5c, 0x37, 0x8f, 0xe4, 0x73, 0x18, 0x2f, 0x44, 0xd3, 0xb8
.Llow_h:
    .byte 0x00, 0xe6, 0x19, 0xff, 0x73, 0x95, 0x6a, 0x8c, 0x0f, 0xe9, 0x16, 0xf0, 0x7c, 0x9a, 0x65, 0x83
    .byte 0x00, 0xe6, 0x19, 0xff, 0x73, 0x95, 0x6a, 0x8c, 0x0f, 0xe9, 0x16, 0xf0, 0x7c, 0x9a, 0x65, 0x83
.Lhigh_h:
    .byte 0x00, 0xd7, 0xfa, 0x2d, 0x06, 0xd1, 0xfc, 0x2b, 0x8d, 0x5a, 0x77, 0xa0, 0x8b, 0x5c, 0x71, 0xa6
    .byte 0x00, 0xd7, 0xfa, 0x2d, 0x06, 0xd1, 0xfc, 0x2b, 0x8d, 0x5a, 0x77, 0xa0, 0x8b, 0x5c, 0x71, 0xa6
.Llow_key_0:
    .byte 0x86, 0x6e, 0xdb, 0x33, 0x1b, 0xf3, 0x46, 0xae, 0x87, 0x6f, 0xda, 0x32, 0x1a, 0xf2, 0x47, 0xaf
    .byte 0x86, 0x6e, 0xdb, 0x33, 0x1b, 0xf3, 0x46, 0xae, 0x87, 0x6f, 0xda, 0x32, 0x1a, 0xf2, 0x47, 0xaf
.Lhigh_key_0:
    .byte 0x00, 0x4a, 0xfd, 0xb7, 0x81, 0xcb, 0x7c, 0x36, 0xae, 0xe4, 0x53, 0x19, 0x2f, 0x65, 0xd2, 0x98
    .byte 0x00, 0x4a, 0xfd, 0xb7, 0x81, 0xcb, 0x7c, 0x36, 0xae, 0xe4, 0x53, 0x19, 0x2f, 0x65, 0xd2, 0x98
.Llow_key_1:
    .byte 0x00, 0xf9, 0x7f, 0x86, 0x7f, 0x86, 0x00, 0xf9, 0x34, 0xcd, 0x4b, 0xb2, 0x4b, 0xb2, 0x34, 0xcd
    .byte 0x00, 0xf9, 0x7f, 0x86, 0x7f, 0x86, 0x00, 0xf9, 0x34, 0xcd, 0x4b, 0xb2, 0x4b, 0xb2, 0x34, 0xcd
.Lhigh_key_1:
    .byte 0x00, 0x34, 0x4b, 0x7f, 0x86, 0xb2, 0xcd, 0xf9, 0xf9, 0xcd, 0xb2, 0x86, 0x7f, 0x4b, 0x34, 0x00
    .byte 0x00, 0x34, 0x4b, 0x7f, 0x86, 0xb2, 0xcd, 0xf9, 0xf9, 0xcd, 0xb2, 0x86, 0x7f, 0x4b, 0x34, 0x00
.Llow_key_2:
    .byte 0x00, 0xca, 0x40, 0x8a, 0xe5, 0x2f, 0xa5, 0x6f, 0xf9, 0x33, 0xb9, 0x73, 0x1c, 0xd6, 0x5c, 0x96
    .byte 0x00, 0xca, 0x40, 0x8a, 0xe5, 0x2f, 0xa5, 0x6f, 0xf9, 0x33, 0xb9, 0x73, 0x1c, 0xd6, 0x5c, 0x96
.Lhigh_key_2:
    .byte 0x00, 0x7d, 0x3c, 0x41, 0x85, 0xf8, 0xb9, 0xc4, 0x85, 0xf8, 0xb9, 0xc4, 0x00, 0x7d, 0x3c, 0x41
    .byte 0x00, 0x7d, 0x3c, 0x41, 0x85, 0xf8, 0xb9, 0xc4, 0x85, 0xf8, 0xb9, 0xc4, 0x00, 0x7d, 0x3c, 0x41
.Llow_key_3:
    .byte 0x00, 0xfe, 0x42, 0xbc, 0x74, 0x8a, 0x36, 0xc8, 0x00, 0xfe, 0x42, 0xbc, 0x74, 0x8a, 0x36, 0xc8
    .byte 0x00, 0xfe, 0x42, 0xbc, 0x74, 0x8a, 0x36, 0xc8, 0x00, 0xfe, 0x42, 0xbc, 0x74, 0x8a, 0x36, 0xc8
.Lhigh_key_3:
    .byte 0x00, 0xd3, 0x9e, 0x4d, 0xdd, 0x0e, 0x43, 0x90, 0xfc, 0x2f, 0x62, 0xb1, 0x21, 0xf2, 0xbf, 0x6c
    .byte 0x00, 0xd3, 0x9e, 0x4d, 0xdd, 0x0e, 0x43, 0x90, 0xfc, 0x2f, 0x62, 0xb1, 0x21, 0xf2, 0xbf, 0x6c
.Lck:
    .long 0x6fc52e00, 0x54fe1584, 0x62a991bf, 0x59922ce8, 0xf716fdd3, 0xcc52b91c, 0x48830927, 0xf53eb470
    .long 0x248e654b, 0x60ca21cf, 0xd01ba58b, 0x6da69e5a, 0xbc22c9e7, 0xf819f257, 0x7cb73d13, 0x478c06c2
    .long 0x10ba517f, 0x2b816afb, 0xe42feec0, 0xdf14aa6e, 0x88907b55, 0xb32dc663, 0x37fc7658, 0x73b832f6
    .long 0xa208e3cd, 0x1fb55e49, 0xaf64daf4, 0xeb20e125, 0x3aa44f61, 0x879f74d1, 0x03c8426c, 0x38f379bd
    .long 0x00000000
/* end generated */
.Lnibble:
    .fill 32, 1, 0x0f
.L63:
    .fill 16, 1, 0x63
    .p2align 5
.Lunshift:      /* undoes the ShiftRows of AESENCLAST in advance */
    .rept 2
    .byte 0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3
    .endr
#endif
    .p2align 5
/* The block of a set that position 16 l + r of a byte-sliced vector belongs to. */
.Lposition:
    .irp l, 0, 1
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    .byte PER * \r + \l
    .endr
    .endr
.Lones:
    .fill 32, 1, 1
/* Words rotated right by 8, 16, 24 bits, of AESENCLAST's output without its ShiftRows. */
#ifdef USE_GFNI
.Lword8:
    .rept 2
    .byte 1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12
    .endr
.Lword16:
    .rept 2
    .byte 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13
    .endr
.Lword24:
    .rept 2
    .byte 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14
    .endr
#else
.Lword8:
    .rept 2
    .byte 13, 10, 7, 0, 1, 14, 11, 4, 5, 2, 15, 8, 9, 6, 3, 12
    .endr
.Lword16:
    .rept 2
    .byte 10, 7, 0, 13, 14, 11, 4, 1, 2, 15, 8, 5, 6, 3, 12, 9
    .endr
.Lword24:
    .rept 2
    .byte 7, 0, 13, 10, 11, 4, 1, 14, 15, 8, 5, 2, 3, 12, 9, 6
    .endr
#endif
.Ldouble:       /* XTS: what the carry out of each half adds */
    .rept 2
    .quad 0x87, 1
    .endr
.Lbswap:
    .byte 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12
.Lexpand:       /* each byte four times */
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    .fill 4, 1, \i
    .endr
.Lfk:           /* in memory order */
    .long 0xc6bab1a3, 0x5033aa56, 0x97917d67, 0xdc2270b2
.Lx0:
    .fill 16, 1, SM4_X0
#ifdef USE_GFNI
.Lkey_own:      /* the lower qword right by 8 bits, the upper one by 16 */
    .byte 1, 2, 3, 0, 1, 2, 3, 0, 10, 11, 8, 9, 10, 11, 8, 9
.Lkey_cross:    /* the lower qword from the upper one, by 16 bits, and the upper from the lower, by 8 */
    .byte 10, 11, 8, 9, 10, 11, 8, 9, 1, 2, 3, 0, 1, 2, 3, 0
#endif

/* ------------------------------------------------------------------ the S-box: GFNI or AES */

/* A linear map of bytes, in place. AES: t0..t2 are clobbered. */
.macro MAP v, name, x, t0, t1, t2
#ifdef USE_GFNI
    vgf2p8affineqb $0, .Lmap_\name(%rip), %\v\x, %\v\x
#else
    vpsrld $4, %\v\x, %\v\t0
    vpand .Lnibble(%rip), %\v\t0, %\v\t0
    vpand .Lnibble(%rip), %\v\x, %\v\x
    LOOKUP \v, low_\name, \x, \t1
    LOOKUP \v, high_\name, \t0, \t2
    vpxor %\v\t1, %\v\t2, %\v\x
#endif
.endm

#ifndef USE_GFNI
.macro LOOKUP v, table, x, to
    vmovdqa .L\table(%rip), %\v\to
    vpshufb %\v\x, %\v\to, %\v\to
.endm

/* x becomes the low nibbles of AES_A.inv(x), high the high ones; both of them with ShiftRows. */
.macro INVERT_SHIFTED v, x, high
    .ifc \v, ymm
    vextracti128 $1, %ymm\x, %xmm\high
    vaesenclast .L63(%rip), %xmm\x, %xmm\x
    vaesenclast .L63(%rip), %xmm\high, %xmm\high
    vinserti128 $1, %xmm\high, %ymm\x, %ymm\x
    .else
    vaesenclast .L63(%rip), %xmm\x, %xmm\x
    .endif
    vpsrld $4, %\v\x, %\v\high
    vpand .Lnibble(%rip), %\v\x, %\v\x
    vpand .Lnibble(%rip), %\v\high, %\v\high
.endm
.macro INVERT v, x, high
    vpshufb .Lunshift(%rip), %\v\x, %\v\x
    INVERT_SHIFTED \v, \x, \high
.endm
#endif

/* ------------------------------------------------------------------ byte-sliced rounds */

/* t_i in 0..3 to q_i = G.inv(t_i) ^ F.inv(t_(i-1)). GFNI: F and G in 6 and 7; clobbers 4, 5. AES: clobbers 4..7. */
.macro SBOX_LAYER
#ifdef USE_GFNI
    vgf2p8affineinvqb $SM4_K, %ymm6, %ymm3, %ymm4
    vgf2p8affineinvqb $SM4_K, %ymm6, %ymm0, %ymm5
    vgf2p8affineinvqb $0, %ymm7, %ymm0, %ymm0
    vpxor %ymm4, %ymm0, %ymm0
    vgf2p8affineinvqb $SM4_K, %ymm6, %ymm1, %ymm4
    vgf2p8affineinvqb $0, %ymm7, %ymm1, %ymm1
    vpxor %ymm5, %ymm1, %ymm1
    vgf2p8affineinvqb $SM4_K, %ymm6, %ymm2, %ymm5
    vgf2p8affineinvqb $0, %ymm7, %ymm2, %ymm2
    vpxor %ymm4, %ymm2, %ymm2
    vgf2p8affineinvqb $0, %ymm7, %ymm3, %ymm3
    vpxor %ymm5, %ymm3, %ymm3
#else
    .irp i, 0, 1, 2, 3
    INVERT VEC, \i, 5
    LOOKUP VEC, low_f, \i, 7
    LOOKUP VEC, low_g, \i, 6
    LOOKUP VEC, high_g, 5, \i
    vpxor V(6), %VEC\i, %VEC\i
    .if \i > 0
    vpxor V(4), %VEC\i, %VEC\i
    .endif
    LOOKUP VEC, high_f, 5, 6
    vpxor V(6), V(7), V(4)
    .endr
    vpxor V(4), V(0), V(0)
#endif
.endm

/* One round behind t = x1 ^ x2 ^ x3 ^ rk in 0..3: x0 in its slot becomes x4, which is left in d0..d3 too. */
.macro ROUND d0, d1, d2, d3, slot
    SBOX_LAYER
    vpxor V(2), V(3), V(4)
    vpxor V(0), V(1), V(5)
    vpxor 8+\slot(%rsp), V(1), V(1)
    vpxor 8+VB+\slot(%rsp), V(0), V(0)
    vpxor 8+2*VB+\slot(%rsp), V(3), V(3)
    vpxor 8+3*VB+\slot(%rsp), V(2), V(2)
    vpxor V(4), V(1), %VEC\d0
    vpxor V(4), V(0), %VEC\d1
    vpxor V(5), V(3), %VEC\d2
    vpxor V(5), V(2), %VEC\d3
    vmovdqa %VEC\d0, 8+\slot(%rsp)
    vmovdqa %VEC\d1, 8+VB+\slot(%rsp)
    vmovdqa %VEC\d2, 8+2*VB+\slot(%rsp)
    vmovdqa %VEC\d3, 8+3*VB+\slot(%rsp)
.endm

/* The sum of 8..11 and 12..15. */
.macro STORE_SUM sum
    vpxor V(8), V(12), V(12)
    vpxor V(9), V(13), V(13)
    vpxor V(10), V(14), V(14)
    vpxor V(11), V(15), V(15)
    vmovdqa V(12), 8+\sum(%rsp)
    vmovdqa V(13), 8+VB+\sum(%rsp)
    vmovdqa V(14), 8+2*VB+\sum(%rsp)
    vmovdqa V(15), 8+3*VB+\sum(%rsp)
.endm

/*
 * Two rounds of each set. x2 ^ x3 serves both and comes from memory (sum), where the pair leaves x4 ^ x5 for the next
 * one: no register is live between the sets. GFNI: one set's pair after the other's, with x4 and the sum in registers
 * between the two rounds. AES, whose rounds are longer: round by round, so that a core with a small scheduler sees the
 * other set's work too.
 */
#ifdef USE_GFNI
.macro PAIR1 slot0, slot1, sum, rk0, rk1:vararg
    .irp i, 0, 1, 2, 3
    vbroadcastss 4*\i(\rk0), %VEC\i
    vpxor 8+VB*\i+\slot1(%rsp), %VEC\i, %VEC\i
    .endr
    vmovdqa 8+\sum(%rsp), V(8)
    vmovdqa 8+VB+\sum(%rsp), V(9)
    vmovdqa 8+2*VB+\sum(%rsp), V(10)
    vmovdqa 8+3*VB+\sum(%rsp), V(11)
    vpxor V(8), V(0), V(0)
    vpxor V(9), V(1), V(1)
    vpxor V(10), V(2), V(2)
    vpxor V(11), V(3), V(3)
    ROUND 12, 13, 14, 15, \slot0
    .irp i, 0, 1, 2, 3
    vbroadcastss 4*\i(\rk1), %VEC\i
    .endr
    vpxor V(8), V(0), V(0)
    vpxor V(9), V(1), V(1)
    vpxor V(10), V(2), V(2)
    vpxor V(11), V(3), V(3)
    vpxor V(12), V(0), V(0)
    vpxor V(13), V(1), V(1)
    vpxor V(14), V(2), V(2)
    vpxor V(15), V(3), V(3)
    ROUND 8, 9, 10, 11, \slot1
    STORE_SUM \sum
.endm
.macro PAIR sets, slot0, slot1, rk0, rk1:vararg
    PAIR1 \slot0, \slot1, SUM, \rk0, \rk1
    .if \sets == 2
    PAIR1 SET+\slot0, SET+\slot1, SUM+4*VB, \rk0, \rk1
    .endif
.endm
#else
.macro FIRST slot0, slot1, sum, rk:vararg
    .irp i, 0, 1, 2, 3
    vbroadcastss 4*\i(\rk), %VEC\i
    vpxor 8+VB*\i+\slot1(%rsp), %VEC\i, %VEC\i
    vpxor 8+VB*\i+\sum(%rsp), %VEC\i, %VEC\i
    .endr
    ROUND 8, 9, 10, 11, \slot0
.endm
.macro SECOND slot0, slot1, sum, rk:vararg
    .irp i, 0, 1, 2, 3
    vbroadcastss 4*\i(\rk), %VEC\i
    vpxor 8+VB*\i+\sum(%rsp), %VEC\i, %VEC\i
    vpxor 8+VB*\i+\slot0(%rsp), %VEC\i, %VEC\i
    .endr
    ROUND 8, 9, 10, 11, \slot1
    vpxor 8+\slot0(%rsp), V(8), V(8)
    vpxor 8+VB+\slot0(%rsp), V(9), V(9)
    vpxor 8+2*VB+\slot0(%rsp), V(10), V(10)
    vpxor 8+3*VB+\slot0(%rsp), V(11), V(11)
    vmovdqa V(8), 8+\sum(%rsp)
    vmovdqa V(9), 8+VB+\sum(%rsp)
    vmovdqa V(10), 8+2*VB+\sum(%rsp)
    vmovdqa V(11), 8+3*VB+\sum(%rsp)
.endm
.macro PAIR sets, slot0, slot1, rk0, rk1:vararg
    FIRST \slot0, \slot1, SUM, \rk0
    .if \sets == 2
    FIRST SET+\slot0, SET+\slot1, SUM+4*VB, \rk0
    .endif
    SECOND \slot0, \slot1, SUM, \rk1
    .if \sets == 2
    SECOND SET+\slot0, SET+\slot1, SUM+4*VB, \rk1
    .endif
.endm
#endif

.macro FIRST_SUM slots, sum
    vmovdqa 8+8*VB+\slots(%rsp), V(8)
    vmovdqa 8+9*VB+\slots(%rsp), V(9)
    vmovdqa 8+10*VB+\slots(%rsp), V(10)
    vmovdqa 8+11*VB+\slots(%rsp), V(11)
    vmovdqa 8+12*VB+\slots(%rsp), V(12)
    vmovdqa 8+13*VB+\slots(%rsp), V(13)
    vmovdqa 8+14*VB+\slots(%rsp), V(14)
    vmovdqa 8+15*VB+\slots(%rsp), V(15)
    STORE_SUM \sum
.endm

/*
 * 32 rounds on the slots of one or two sets (rsp at the call); X32..X35 are left there.
 * r9: the first subkey, r10: the step from one to the next. Clobbers rax, r11.
 */
.macro ROUNDS sets
    FIRST_SUM 0, SUM
    .if \sets == 2
    FIRST_SUM SET, SUM+4*VB
    .endif
#ifdef USE_GFNI
    vmovdqa .Lmap_f(%rip), %ymm6
    vmovdqa .Lmap_g(%rip), %ymm7
#endif
    mov $8, %eax
    mov %r9, %r11
    .p2align 5
1:  PAIR \sets, 0, 4*VB, %r11, %r11, %r10
    lea (%r11, %r10, 2), %r11
    PAIR \sets, 8*VB, 12*VB, %r11, %r11, %r10
    lea (%r11, %r10, 2), %r11
    dec %eax
    jnz 1b
    ret
.endm

LOCAL_FUNC .Lrounds1
    ROUNDS 1
ENDFUNC .Lrounds1

LOCAL_FUNC .Lrounds2
    ROUNDS 2
ENDFUNC .Lrounds2

/* ------------------------------------------------------------------ slicing */

/*
 * Transpose 16 vectors of 16 bytes in each 128-bit lane in memory: four equal interleaving steps, of which three stay
 * within the vectors of odd and of even number. PERMUTED slots are those of the words in reverse order.
 */
.macro INTERLEAVE a, b, lo, hi
    vpunpcklbw %VEC\b, %VEC\a, %VEC\lo
    vpunpckhbw %VEC\b, %VEC\a, %VEC\hi
.endm
.macro INTERLEAVE_UP
    INTERLEAVE 0, 4, 8, 9
    INTERLEAVE 1, 5, 10, 11
    INTERLEAVE 2, 6, 12, 13
    INTERLEAVE 3, 7, 14, 15
.endm
.macro INTERLEAVE_DOWN
    INTERLEAVE 8, 12, 0, 1
    INTERLEAVE 9, 13, 2, 3
    INTERLEAVE 10, 14, 4, 5
    INTERLEAVE 11, 15, 6, 7
.endm
/* Slots first, first + 2, ... to 8..15, three steps on. */
.macro THREE_STEPS first, in, reversed
    .irp k, 0, 1, 2, 3, 4, 5, 6, 7
    .if \reversed
    vmovdqa VB*(12-4*(\k/2)+2*(\k%2)+\first)(%rax), %VEC\k
    .else
    vmovdqa VB*(2*\k+\first)(%rax), %VEC\k
    MAP VEC, m, \k, 8, 9, 10
    .endif
    .endr
    INTERLEAVE_UP
    INTERLEAVE_DOWN
    INTERLEAVE_UP
.endm
.macro TRANSPOSE reversed
    THREE_STEPS 1, m, \reversed
    vmovdqa V(8), VB(%rax)
    vmovdqa V(9), 3*VB(%rax)
    vmovdqa V(10), 5*VB(%rax)
    vmovdqa V(11), 7*VB(%rax)
    vmovdqa V(12), 9*VB(%rax)
    vmovdqa V(13), 11*VB(%rax)
    vmovdqa V(14), 13*VB(%rax)
    vmovdqa V(15), 15*VB(%rax)
    THREE_STEPS 0, m, \reversed
    LAST_STEP 8, 0, \reversed
    LAST_STEP 9, 2, \reversed
    LAST_STEP 10, 4, \reversed
    LAST_STEP 11, 6, \reversed
    LAST_STEP 12, 8, \reversed
    LAST_STEP 13, 10, \reversed
    LAST_STEP 14, 12, \reversed
    LAST_STEP 15, 14, \reversed
.endm
.macro LAST_STEP a, slot, reversed
    vpunpcklbw VB*(\slot+1)(%rax), %VEC\a, V(0)
    vpunpckhbw VB*(\slot+1)(%rax), %VEC\a, V(1)
    .if \reversed
    MAP VEC, mi, 0, 2, 3, 4
    MAP VEC, mi, 1, 5, 6, 7
    .endif
    vmovdqa V(0), VB*\slot(%rax)
    vmovdqa V(1), VB*(\slot+1)(%rax)
.endm

/* The blocks in the slots at rax to byte-sliced words. */
LOCAL_FUNC .Lslice
    TRANSPOSE 0
    ret
ENDFUNC .Lslice

/* And back, the words in reverse order. */
LOCAL_FUNC .Lunslice
    TRANSPOSE 1
    ret
ENDFUNC .Lunslice

/* ------------------------------------------------------------------ counters: r12 low half, r13 high half */

.macro STORE_BE reg, mem:vararg
    mov \reg, %r15
    bswap %r15
    mov %r15, \mem
.endm

/* Add r14 to the counter. */
LOCAL_FUNC .Lcounter_add
    test $WRAP32, %bl
    jnz 1f
    add %r14, %r12
    adc $0, %r13
    ret
1:  lea (%r12, %r14), %r15d
    shr $32, %r12
    shl $32, %r12
    or %r15, %r12
    ret
ENDFUNC .Lcounter_add

.macro BROADCAST_BLOCK mem, to
#ifdef USE_AVX
    vmovdqa \mem, %xmm\to
#else
    vbroadcasti128 \mem, %ymm\to
#endif
.endm

/*
 * The next counter blocks to the slots at rax, sliced. They differ in their low bytes only; where the sum of the lowest
 * byte and the block's number overflows, the other 15 bytes are those of the counter 256 later. Clobbers r15.
 */
LOCAL_FUNC .Lslice_counter
    STORE_BE %r13, 8+COUNT(%rsp)
    STORE_BE %r12, 8+COUNT+8(%rsp)
    BROADCAST_BLOCK 8+COUNT(%rsp), 8
    STORE_BE %r13, 8+COUNT(%rsp)
    STORE_BE %r12, 8+COUNT+8(%rsp)
    test $WRAP32, %bl
    jnz 1f
    add $256, %r12
    adc $0, %r13
    STORE_BE %r13, 8+COUNT(%rsp)
    STORE_BE %r12, 8+COUNT+8(%rsp)
    sub $256, %r12
    sbb $0, %r13
    jmp 2f
1:  lea 256(%r12), %r15d
    bswap %r15d
    mov %r15d, 8+COUNT+12(%rsp)
2:  BROADCAST_BLOCK 8+COUNT(%rsp), 9
    vmovd %r12d, %xmm10
#ifdef USE_AVX
    vpxor %xmm11, %xmm11, %xmm11
    vpshufb %xmm11, %xmm10, %xmm10
#else
    vpbroadcastb %xmm10, %ymm10
#endif
    MAP VEC, m, 8, 0, 1, 2
    MAP VEC, m, 9, 3, 4, 5
    vpaddb .Lposition(%rip), V(10), V(11)
    vpmaxub V(11), V(10), V(10)
    vpcmpeqb V(10), V(11), V(10)                /* no overflow */
    MAP VEC, m, 11, 0, 1, 2
    vmovdqa V(11), 15*VB(%rax)
    vpxor V(8), V(9), V(9)
    vpxor V(12), V(12), V(12)
    vmovdqa .Lones(%rip), V(13)
    .irp j, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
    vpshufb V(12), V(8), V(0)
    vpshufb V(12), V(9), V(1)
    vpandn V(1), V(10), V(1)
    vpxor V(1), V(0), V(0)
    vmovdqa V(0), VB*\j(%rax)
    vpaddb V(13), V(12), V(12)
    .endr
    ret
ENDFUNC .Lslice_counter

/* r14 counter blocks to the first slots, and the counter moved on. Clobbers rax, r14. */
LOCAL_FUNC .Lfew_counter
    lea 8(%rsp), %rax
    push %r14
    .cfi_adjust_cfa_offset 8
1:  STORE_BE %r13, (%rax)
    STORE_BE %r12, 8(%rax)
    add $16, %rax
    test $WRAP32, %bl
    jnz 2f
    add $1, %r12
    adc $0, %r13
    jmp 3f
2:  lea 1(%r12), %r15d
    shr $32, %r12
    shl $32, %r12
    or %r15, %r12
3:  dec %r14
    jnz 1b
    pop %r14
    .cfi_adjust_cfa_offset -8
    ret
ENDFUNC .Lfew_counter

/* ------------------------------------------------------------------ word-sliced rounds: few blocks */

/* t, destroyed, to F.inv(t) in 12, G.inv(t) in 13, H.inv(t) in 14. Clobbers 15. AES: the bytes are shifted. */
.macro WORD_SBOX v, t
#ifdef USE_GFNI
    vgf2p8affineinvqb $0, .Lmap_h(%rip), %\v\t, %\v\()14
    vgf2p8affineinvqb $0, .Lmap_g(%rip), %\v\t, %\v\()13
    vgf2p8affineinvqb $SM4_K, .Lmap_f(%rip), %\v\t, %\v\()12
#else
    INVERT_SHIFTED \v, \t, 15
    LOOKUP \v, low_g, \t, 13
    LOOKUP \v, high_g, 15, 14
    vpxor %\v\()14, %\v\()13, %\v\()13
    LOOKUP \v, low_f, \t, 12
    LOOKUP \v, high_f, 15, 14
    vpxor %\v\()14, %\v\()12, %\v\()12
    LOOKUP \v, low_h, \t, 14
    LOOKUP \v, high_h, 15, \t
    vpxor %\v\t, %\v\()14, %\v\()14
#endif
.endm

/* x0 becomes x4; t: the S-boxes' input, destroyed; n: the next round's, with subkey rk. */
.macro WORD_ROUND v, t, n, x0, x1, x2, x3, rk:vararg
    vbroadcastss (\rk), %\v\n
    vpxor %\v\x2, %\v\n, %\v\n
    vpxor %\v\x3, %\v\n, %\v\n
    WORD_SBOX \v, \t
    vpshufb .Lword8(%rip), %\v\()14, %\v\()15
    vpshufb .Lword16(%rip), %\v\()14, %\v\()14
    vpshufb .Lword24(%rip), %\v\()13, %\v\()13
#ifndef USE_GFNI
    vpshufb .Lunshift(%rip), %\v\()12, %\v\()12
#endif
    vpxor %\v\()12, %\v\x0, %\v\x0
    vpxor %\v\()14, %\v\()15, %\v\()15
    vpxor %\v\()13, %\v\x0, %\v\x0
    vpxor %\v\()15, %\v\n, %\v\n
    vpxor %\v\x0, %\v\n, %\v\n
    vpxor %\v\()15, %\v\x0, %\v\x0
.endm

.macro WORD_FIRST v, t, x1, x2, x3
    vbroadcastss (%rax), %\v\t
    vpxor %\v\x1, %\v\t, %\v\t
    vpxor %\v\x2, %\v\t, %\v\t
    vpxor %\v\x3, %\v\t, %\v\t
.endm

/* 32 rounds on x0..x3 in registers 0..3, and of a second set in 4..7. r9, r10: as in ROUNDS. Clobbers rax, r11, r15. */
.macro WORD_ROUNDS v, sets
    lea -CTX_BYTES(%r9), %rax
    sub %rdi, %rax
    shr $2, %rax
    lea CTX_WORDS(%rdi, %rax), %rax             /* the first subkey as a word */
    sar $2, %r10
    lea (%r10, %r10, 2), %r11
    WORD_FIRST \v, 8, 1, 2, 3
    .if \sets == 2
    WORD_FIRST \v, 10, 5, 6, 7
    .endif
    add %r10, %rax
    mov $8, %r15d
    .p2align 5
1:  WORD_ROUND \v, 8, 9, 0, 1, 2, 3, %rax
    .if \sets == 2
    WORD_ROUND \v, 10, 11, 4, 5, 6, 7, %rax
    .endif
    WORD_ROUND \v, 9, 8, 1, 2, 3, 0, %rax, %r10
    .if \sets == 2
    WORD_ROUND \v, 11, 10, 5, 6, 7, 4, %rax, %r10
    .endif
    WORD_ROUND \v, 8, 9, 2, 3, 0, 1, %rax, %r10, 2
    .if \sets == 2
    WORD_ROUND \v, 10, 11, 6, 7, 4, 5, %rax, %r10, 2
    .endif
    WORD_ROUND \v, 9, 8, 3, 0, 1, 2, %rax, %r11
    .if \sets == 2
    WORD_ROUND \v, 11, 10, 7, 4, 5, 6, %rax, %r11
    .endif
    lea (%rax, %r10, 4), %rax
    dec %r15d
    jnz 1b
    shl $2, %r10
.endm

/* 4 x 4 words in each lane: a..d to w..z. */
.macro TRANSPOSE_WORDS v, a, b, c, d, w, x, y, z
    vpunpckldq %\v\b, %\v\a, %\v\()12
    vpunpckhdq %\v\b, %\v\a, %\v\()13
    vpunpckldq %\v\d, %\v\c, %\v\()14
    vpunpckhdq %\v\d, %\v\c, %\v\()15
    vpunpcklqdq %\v\()14, %\v\()12, %\v\w
    vpunpckhqdq %\v\()14, %\v\()12, %\v\x
    vpunpcklqdq %\v\()15, %\v\()13, %\v\y
    vpunpckhqdq %\v\()15, %\v\()13, %\v\z
.endm

/* The blocks in the first four or eight vectors of size bytes of the slots, in place. */
.macro FEW_BLOCKS v, size, sets
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7
    .if \r < 4*\sets
    vmovdqa 8+\size*\r(%rsp), %\v\r
    MAP \v, m, \r, 8, 9, 10
    .endif
    .endr
    TRANSPOSE_WORDS \v, 0, 1, 2, 3, 0, 1, 2, 3
    .if \sets == 2
    TRANSPOSE_WORDS \v, 4, 5, 6, 7, 4, 5, 6, 7
    .endif
    WORD_ROUNDS \v, \sets
    TRANSPOSE_WORDS \v, 3, 2, 1, 0, 0, 1, 2, 3
    .if \sets == 2
    TRANSPOSE_WORDS \v, 7, 6, 5, 4, 4, 5, 6, 7
    .endif
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7
    .if \r < 4*\sets
    MAP \v, mi, \r, 8, 9, 10
    vmovdqa %\v\r, 8+\size*\r(%rsp)
    .endif
    .endr
    ret
.endm

/* r14 blocks. */
LOCAL_FUNC .Lfew
    cmp $FEW, %r14d
    ja 12f
#if PER == 2 && !defined(USE_GFNI)
    cmp $4, %r14d                               /* a round in XMM registers is quicker to its end */
    ja 11f
    FEW_BLOCKS xmm, 16, 1
11:
#endif
    FEW_BLOCKS VEC, VB, 1
12: FEW_BLOCKS VEC, VB, 2
ENDFUNC .Lfew

/* One block, its words in every dword of xmm0..3. */
LOCAL_FUNC .Lone
    WORD_ROUNDS xmm, 1
    ret
ENDFUNC .Lone

/* ------------------------------------------------------------------ blocks in and out */

/* What a mode enciphers, what it adds to the result, and what OCB's checksum takes. */
#define NOTHING  0
#define INPUT    1
#define PREVIOUS 2      /* the input one block earlier, the first time the IV */
#define MASK     4      /* the input and the block of MASKS; to the result, the latter alone */
#define OUTPUT   5
#define ONLY     6      /* the output, which is not stored */

/*
 * A function that applies OP v, arg, sum, r to every vector r, the last first, of the set whose first byte is rax (0 or
 * SET) in the data, the slots and MASKS: r14 blocks, NB at most.
 */
.macro EACH name, op, arg, sum
LOCAL_FUNC \name
    .if \sum != NOTHING
    vmovdqa 8+CHECKSUM(%rsp), V(15)
    .endif
    cmp $NB, %r14d
    jne 1f
    .irp r, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
    \op VEC, \arg, \sum, \r
    .endr
    jmp 9f
1:  .irp r, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
    cmp $PER*\r + 1, %r14d
    jb 3f
    .if PER == 2
    jne 2f
    \op xmm, \arg, \sum, \r
    jmp 3f
    .endif
2:  \op VEC, \arg, \sum, \r
3:
    .endr
9:
    .if \sum != NOTHING
    vmovdqa V(15), 8+CHECKSUM(%rsp)
    .endif
    ret
ENDFUNC \name
.endm

/* The previous blocks of vector 0 of the first set: the IV and, in YMM, the first block. */
.macro FIRST_PREVIOUS v, to
    vmovdqa 8+IV(%rsp), %xmm\to
    .ifc \v, ymm
    vinserti128 $1, (%rdx), %ymm\to, %ymm\to
    .endif
.endm

/* Vector r from the input to its slot, not yet sliced. 15: the checksum. */
.macro LOAD v, arg, sum, r
    .if \arg == PREVIOUS && \r == 0
    FIRST_PREVIOUS \v, 0
    test %eax, %eax
    jz 5f
    .endif
    .if \arg == PREVIOUS
    vmovdqu VB*\r-16(%rdx, %rax), %\v\()0
    .else
    vmovdqu VB*\r(%rdx, %rax), %\v\()0
    .endif
5:
    .if \sum == INPUT
    vpxor V(0), V(15), V(15)
    .endif
    .if \arg == MASK
    vpxor 8+MASKS+VB*\r(%rsp, %rax), %\v\()0, %\v\()0
    .endif
    vmovdqa %\v\()0, 8+VB*\r(%rsp, %rax)
.endm

/* Vector r from its slot to the output. 15: the checksum. */
.macro STORE v, arg, sum, r
    vmovdqa 8+VB*\r(%rsp, %rax), %\v\()0
    .if \arg == PREVIOUS && \r == 0
    FIRST_PREVIOUS \v, 1
    test %eax, %eax
    jz 5f
    vmovdqu VB*\r-16(%rdx, %rax), %\v\()1
5:  vpxor %\v\()1, %\v\()0, %\v\()0
    .elseif \arg == PREVIOUS
    vpxor VB*\r-16(%rdx, %rax), %\v\()0, %\v\()0
    .elseif \arg == INPUT
    vpxor VB*\r(%rdx, %rax), %\v\()0, %\v\()0
    .elseif \arg == MASK
    vpxor 8+MASKS+VB*\r(%rsp, %rax), %\v\()0, %\v\()0
    .endif
    .if \sum == OUTPUT || \sum == ONLY
    vpxor V(0), V(15), V(15)
    .endif
    .if \sum != ONLY
    vmovdqu %\v\()0, VB*\r(%rsi, %rax)
    .endif
.endm

EACH .Lload, LOAD, INPUT, NOTHING
EACH .Lload_previous, LOAD, PREVIOUS, NOTHING
EACH .Lload_masked, LOAD, MASK, NOTHING
EACH .Lload_masked_sum, LOAD, MASK, INPUT
EACH .Lstore, STORE, NOTHING, NOTHING
EACH .Lstore_xor, STORE, INPUT, NOTHING
EACH .Lstore_xor_previous, STORE, PREVIOUS, NOTHING
EACH .Lstore_masked, STORE, MASK, NOTHING
EACH .Lstore_masked_sum, STORE, MASK, OUTPUT
EACH .Lsum, STORE, NOTHING, ONLY

/* ------------------------------------------------------------------ entries for many blocks */

#define CHAINED 1       /* what r8 points to: the IV, updated to the last ciphertext block */
#define COUNTED 2       /* the counter block */
#define TWEAKED 3       /* the tweak of the next block */
#define OCB     4       /* struct tsubaki_ocb_state */

/*
 * An entry. load: a set's blocks into its slots, none for counter blocks; store: from there out; step: 16 to encipher,
 * -16 to decipher; flags: those of bl.
 * rdi ctx, rsi out, rdx in, rcx blocks left, r8 state; r14: blocks of the set at hand.
 */
.macro MODE name, load, store, step, state=0, flags=0
FUNC \name
    PUSH_CFI %rbp
    PUSH_CFI %rbx
    PUSH_CFI %r12
    PUSH_CFI %r13
    PUSH_CFI %r14
    PUSH_CFI %r15
    mov %rsp, %rbp
    .cfi_def_cfa_register %rbp
    .if \state == TWEAKED || \state == OCB
    sub $MASK_FRAME, %rsp
    .else
    sub $FRAME, %rsp
    .endif
    and $-64, %rsp
    .ifc \store, .Lsum                          /* no out: (ctx, in, nblocks, state) */
    mov %rcx, %r8
    mov %rdx, %rcx
    mov %rsi, %rdx
    .endif
    mov $\flags, %ebx
    mov $\step, %r10
    .if \step > 0
    lea CTX_BYTES(%rdi), %r9
    .else
    lea CTX_BYTES-31*\step(%rdi), %r9
    .endif
    .if \state == COUNTED
    mov (%r8), %r13
    mov 8(%r8), %r12
    bswap %r13
    bswap %r12
    .elseif \state
    vmovdqu (%r8), %xmm0
    vmovdqa %xmm0, IV(%rsp)
    .endif
    .if \state == OCB
    vpxor %xmm0, %xmm0, %xmm0
    vmovdqa V(0), CHECKSUM(%rsp)
    mov OCB_FIRST(%r8), %r12
    .endif
10: test %rcx, %rcx
    jz 50f
    .if \state == TWEAKED
    BLOCKS_OF_PASS rax
    call .Lxts_masks
    .elseif \state == OCB
    BLOCKS_OF_PASS rax
    call .Locb_masks
    .endif
    BLOCKS_OF_PASS r14
    cmp $2*FEW, %rcx
    jbe 30f
    or $SLOTS, %ebx
    cmp $NB, %rcx
    jbe 20f
    mov $NB, %r14d
    GATHER \load, 0
    BLOCKS_OF_PASS r14
    sub $NB, %r14
    GATHER \load, SET
    call .Lrounds2
    .if \state == CHAINED
    lea NB(%r14), %rax
    SAVE_NEXT
    .endif
    SCATTER \store, SET
    mov $NB, %r14d
    SCATTER \store, 0
    BLOCKS_OF_PASS r14
    jmp 40f
20: GATHER \load, 0
    call .Lrounds1
    .if \state == CHAINED
    mov %r14, %rax
    SAVE_NEXT
    .endif
    SCATTER \store, 0
    jmp 40f
30: .ifc \load, none
    call .Lfew_counter
    .else
    xor %eax, %eax
    call \load
    .endif
    call .Lfew
    .if \state == CHAINED
    mov %r14, %rax
    SAVE_NEXT
    .endif
    xor %eax, %eax
    call \store
40: sub %r14, %rcx
    shl $4, %r14
    add %r14, %rdx
    add %r14, %rsi
    .if \state == CHAINED
    vmovdqa NEXT(%rsp), %xmm0
    vmovdqa %xmm0, IV(%rsp)
    .elseif \state == TWEAKED
    vmovdqa MASKS(%rsp, %r14), %xmm0
    vmovdqa %xmm0, IV(%rsp)
    .elseif \state == OCB
    vmovdqa MASKS-16(%rsp, %r14), %xmm0
    vmovdqa %xmm0, IV(%rsp)
    .endif
    jmp 10b
50: .if \state == COUNTED
    STORE_BE %r13, (%r8)
    STORE_BE %r12, 8(%r8)
    .elseif \state
    vmovdqa IV(%rsp), %xmm0
    vmovdqu %xmm0, (%r8)
    .endif
    .if \state == OCB
    mov %r12, OCB_FIRST(%r8)
    vmovdqa CHECKSUM(%rsp), %xmm0
    .if PER == 2
    vpxor CHECKSUM+16(%rsp), %xmm0, %xmm0
    .endif
    vpxor OCB_CHECKSUM(%r8), %xmm0, %xmm0
    vmovdqu %xmm0, OCB_CHECKSUM(%r8)
    .endif
    call .Lwipe
    mov %rbp, %rsp
    .cfi_def_cfa_register %rsp
    POP_CFI %r15
    POP_CFI %r14
    POP_CFI %r13
    POP_CFI %r12
    POP_CFI %rbx
    POP_CFI %rbp
    ret
ENDFUNC \name
.endm

.macro BLOCKS_OF_PASS to
    mov $2*NB, %\to
    cmp %\to, %rcx
    cmovb %rcx, %\to
.endm

/* One set of blocks to its slots, sliced, and back. base: its first byte in the data and in the slots. */
.macro GATHER load, base
    .ifc \load, none
    lea \base(%rsp), %rax
    call .Lslice_counter
    call .Lcounter_add
    .else
    mov $\base, %eax
    call \load
    lea \base(%rsp), %rax
    call .Lslice
    .endif
.endm
.macro SCATTER store, base
    lea \base(%rsp), %rax
    call .Lunslice
    mov $\base, %eax
    call \store
.endm

/* The last ciphertext block of a pass of rax blocks, before the output may overwrite it. */
.macro SAVE_NEXT
    shl $4, %rax
    vmovdqu -16(%rdx, %rax), %xmm0
    vmovdqa %xmm0, NEXT(%rsp)
.endm

/* All vector registers and the frame, the bulk of it only if bl says that it was used. */
LOCAL_FUNC .Lwipe
    vpxor V(0), V(0), V(0)
    vmovdqa %xmm0, 8+IV(%rsp)
    vmovdqa %xmm0, 8+NEXT(%rsp)
    vmovdqa %xmm0, 8+COUNT(%rsp)
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7
    vmovdqa V(0), 8+VB*\r(%rsp)
    .endr
    test $SLOTS, %bl
    jz 1f
    .irp r, 8, 9, 10, 11, 12, 13, 14, 15
    vmovdqa V(0), 8+VB*\r(%rsp)
    .endr
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23
    vmovdqa V(0), 8+SET+VB*\r(%rsp)
    .endr
1:  test $MASKED, %bl
    jz 2f
    lea 8+CHECKSUM(%rsp), %rax
    mov $(MASK_FRAME - CHECKSUM) / VB, %r15d
3:  vmovdqa V(0), (%rax)
    add $VB, %rax
    dec %r15d
    jnz 3b
2:  WIPE_VECTORS
    ret
ENDFUNC .Lwipe

/* to = x.from in each lane. */
.macro DOUBLE from, to
    vpshufd $0x13, %VEC\from, V(6)
    vpaddq %VEC\from, %VEC\from, %VEC\to
    vpsrad $31, V(6), V(6)
    vpand V(4), V(6), V(6)
    vpxor V(6), %VEC\to, %VEC\to
.endm

/*
 * The tweaks of rax blocks from that in IV on, and the one behind them, to MASKS. The second set's come from those of
 * the first times x^NB; both are doubled side by side, in YMM as the lanes of 0. Clobbers r14, r15.
 */
LOCAL_FUNC .Lxts_masks
    vmovdqa 8+IV(%rsp), %xmm0
    vpsrldq $16-NB/8, %xmm0, %xmm1              /* what leaves the top, times x^7 + x^2 + x + 1 */
    vpslldq $NB/8, %xmm0, %xmm2
    vpxor %xmm1, %xmm2, %xmm2
    vpsllq $1, %xmm1, %xmm3
    vpxor %xmm3, %xmm2, %xmm2
    vpsllq $2, %xmm1, %xmm3
    vpxor %xmm3, %xmm2, %xmm2
    vpsllq $7, %xmm1, %xmm3
    vpxor %xmm3, %xmm2, %xmm1
#if PER == 2
    vinserti128 $1, %xmm1, %ymm0, %ymm0
#endif
    vmovdqa .Ldouble(%rip), V(4)
    lea 8+MASKS(%rsp), %r15
    lea 2(%rax), %r14
    shr $1, %r14
    cmp $NB/2, %r14
    jbe 1f
    mov $NB/2, %r14d
1:
#if PER == 2
    DOUBLE 0, 2
    vperm2i128 $0x20, %ymm2, %ymm0, %ymm3
    vperm2i128 $0x31, %ymm2, %ymm0, %ymm5
    vmovdqa %ymm3, (%r15)
    vmovdqa %ymm5, 16*NB(%r15)
    DOUBLE 2, 0
#else
    vmovdqa %xmm0, (%r15)
    vmovdqa %xmm1, 16*NB(%r15)
    DOUBLE 0, 0
    DOUBLE 1, 1
    vmovdqa %xmm0, 16(%r15)
    vmovdqa %xmm1, 16*NB+16(%r15)
    DOUBLE 0, 0
    DOUBLE 1, 1
#endif
    add $32, %r15
    dec %r14
    jnz 1b
#if PER == 2
    vextracti128 $1, %ymm0, %xmm1
#endif
    vmovdqa %xmm1, 8+MASKS+32*NB(%rsp)
    ret
ENDFUNC .Lxts_masks

/* rax offsets behind that in IV to MASKS. r12: blocks before, counted on. Clobbers rax, r13, r14, r15. */
LOCAL_FUNC .Locb_masks
    vmovdqa 8+IV(%rsp), %xmm0
    lea 8+MASKS(%rsp), %r15
    mov %r12, %r13
    add %rax, %r12
1:  inc %r13
    bsf %r13, %r14
    shl $4, %r14d
    vpxor OCB_L(%r8, %r14), %xmm0, %xmm0
#if PER == 2
    vmovdqa %xmm0, %xmm1
    inc %r13
    bsf %r13, %r14
    shl $4, %r14d
    vpxor OCB_L(%r8, %r14), %xmm0, %xmm0
    vinserti128 $1, %xmm0, %ymm1, %ymm1
    vmovdqa %ymm1, (%r15)
#else
    vmovdqa %xmm0, (%r15)
#endif
    add $VB, %r15
    sub $PER, %rax
    ja 1b
    ret
ENDFUNC .Locb_masks

MODE SYM(ecb_enc), .Lload, .Lstore, 16
MODE SYM(ecb_dec), .Lload, .Lstore, -16
MODE SYM(ctr), none, .Lstore_xor, 16, COUNTED
MODE SYM(ctr32), none, .Lstore_xor, 16, COUNTED, WRAP32
MODE SYM(cbc_dec), .Lload, .Lstore_xor_previous, -16, CHAINED
MODE SYM(cfb_dec), .Lload_previous, .Lstore_xor, 16, CHAINED
MODE SYM(xts_enc), .Lload_masked, .Lstore_masked, 16, TWEAKED, MASKED
MODE SYM(xts_dec), .Lload_masked, .Lstore_masked, -16, TWEAKED, MASKED
MODE SYM(ocb_enc), .Lload_masked_sum, .Lstore_masked, 16, OCB, MASKED
MODE SYM(ocb_dec), .Lload_masked, .Lstore_masked_sum, -16, OCB, MASKED
MODE SYM(ocb_auth), .Lload_masked, .Lsum, 16, OCB, MASKED

/* ------------------------------------------------------------------ block after block */

/* The block in xmm4, in the basis, to words in every dword of \a..\d (not 4, except \a). */
.macro SPLIT a, b, c, d
    vpshufd $0x55, %xmm4, %xmm\b
    vpshufd $0xaa, %xmm4, %xmm\c
    vpshufd $0xff, %xmm4, %xmm\d
    vpshufd $0x00, %xmm4, %xmm\a
.endm

/* cfb: the input is XORed behind the cipher instead of before it. The chaining value's words are in 3, 2, 1, 0. */
.macro SERIAL name, cfb
FUNC \name
    test %rcx, %rcx
    jz 2f
    PUSH_CFI %r15
    lea CTX_BYTES(%rdi), %r9
    mov $16, %r10d
    vmovdqu (%r8), %xmm4
    MAP xmm, m, 4, 5, 6, 7
    SPLIT 3, 2, 1, 0
1:  .if \cfb
    vmovdqa %xmm3, %xmm4
    vmovdqa %xmm2, %xmm5
    vmovdqa %xmm1, %xmm6
    vmovdqa %xmm0, %xmm7
    .else
    vmovdqu (%rdx), %xmm4
    MAP xmm, m, 4, 5, 6, 7
    SPLIT 4, 5, 6, 7
    vpxor %xmm3, %xmm4, %xmm4
    vpxor %xmm2, %xmm5, %xmm5
    vpxor %xmm1, %xmm6, %xmm6
    vpxor %xmm0, %xmm7, %xmm7
    .endif
    vmovdqa %xmm4, %xmm0
    vmovdqa %xmm5, %xmm1
    vmovdqa %xmm6, %xmm2
    vmovdqa %xmm7, %xmm3
    call .Lone
    .if \cfb
    vmovdqu (%rdx), %xmm4
    MAP xmm, m, 4, 5, 6, 7
    SPLIT 4, 5, 6, 7
    vpxor %xmm4, %xmm3, %xmm3
    vpxor %xmm5, %xmm2, %xmm2
    vpxor %xmm6, %xmm1, %xmm1
    vpxor %xmm7, %xmm0, %xmm0
    .endif
    vpunpckldq %xmm2, %xmm3, %xmm4
    vpunpckldq %xmm0, %xmm1, %xmm5
    vpunpcklqdq %xmm5, %xmm4, %xmm4
    MAP xmm, mi, 4, 5, 6, 7
    vmovdqu %xmm4, (%rsi)
    add $16, %rdx
    add $16, %rsi
    dec %rcx
    jnz 1b
    vmovdqu %xmm4, (%r8)
    WIPE_VECTORS
    POP_CFI %r15
2:  ret
ENDFUNC \name
.endm

SERIAL SYM(cbc_enc), 0
SERIAL SYM(cfb_enc), 1

/* ------------------------------------------------------------------ key schedule */

#ifndef USE_GFNI
.macro KEY_LOOKUP map, to
    LOOKUP xmm, low_\map, 4, 10
    LOOKUP xmm, high_\map, 5, \to
    vpxor %xmm10, %xmm\to, %xmm\to
.endm
#endif

/*
 * t in xmm4, destroyed, to what the four maps and byte rotations make of it, in 6..9. GFNI: one inversion serves two
 * maps, one in each qword.
 */
.macro KEY_SBOX
#ifdef USE_GFNI
    vgf2p8affineinvqb $0, .Lmap_key_12(%rip), %xmm4, %xmm7
    vgf2p8affineinvqb $SM4_KEY_K, .Lmap_key_0(%rip), %xmm4, %xmm6
    vgf2p8affineinvqb $0, .Lmap_key_3(%rip), %xmm4, %xmm9
    vpshufb .Lkey_cross(%rip), %xmm7, %xmm8
    vpshufb .Lkey_own(%rip), %xmm7, %xmm7
#else
    INVERT_SHIFTED xmm, 4, 5
    KEY_LOOKUP key_3, 9
    KEY_LOOKUP key_2, 8
    KEY_LOOKUP key_1, 7
    KEY_LOOKUP key_0, 6
    vpshufb .Lunshift(%rip), %xmm6, %xmm6
    vpshufb .Lword8(%rip), %xmm7, %xmm7
    vpshufb .Lword16(%rip), %xmm8, %xmm8
#endif
    vpshufb .Lword24(%rip), %xmm9, %xmm9
.endm

/*
 * k0 becomes k4; xmm4: t = k1 ^ k2 ^ k3 ^ CK, becomes the next round's. Words are in the basis, X0 added, and in every
 * dword.
 */
.macro KEY_ROUND k0, k1, k2, k3, ck:vararg
    KEY_SBOX
    vbroadcastss \ck, %xmm11
    vpxor %xmm\k2, %xmm11, %xmm11
    vpxor %xmm\k3, %xmm11, %xmm11
    vpxor %xmm\k0, %xmm11, %xmm12
    vpxor %xmm7, %xmm8, %xmm8
    vpxor %xmm6, %xmm12, %xmm12
    vpxor %xmm9, %xmm12, %xmm12
    vpxor %xmm8, %xmm12, %xmm4
    vpxor %xmm4, %xmm11, %xmm\k0
.endm

/* int setkey(ctx, key, key_len) */
FUNC SYM(setkey)
    cmp $16, %rdx
    jne 9f
    vmovdqu (%rsi), %xmm3
    vpxor .Lfk(%rip), %xmm3, %xmm3
    vpxor .Lx0(%rip), %xmm3, %xmm3
    MAP xmm, m, 3, 5, 6, 7
    vpshufd $0x00, %xmm3, %xmm0
    vpshufd $0x55, %xmm3, %xmm1
    vpshufd $0xaa, %xmm3, %xmm2
    vpshufd $0xff, %xmm3, %xmm3
    vbroadcastss .Lck(%rip), %xmm4
    vpxor %xmm1, %xmm4, %xmm4
    vpxor %xmm2, %xmm3, %xmm5
    vpxor %xmm5, %xmm4, %xmm4
    vpxor %xmm5, %xmm5, %xmm5
    vmovdqa %xmm5, CTX_BITS(%rdi)
    vmovdqa %xmm5, CTX_BITS+16(%rdi)
    vmovdqa %xmm5, CTX_BITS+32(%rdi)
    vmovdqa %xmm5, CTX_BITS+48(%rdi)
    movl $128, CTX_BITS(%rdi)
    lea .Lck+4(%rip), %r8
    xor %eax, %eax
    /* Four rounds; what is made of their subkeys is in the shadow of the next ones. */
1:  KEY_ROUND 0, 1, 2, 3, (%r8, %rax)
    KEY_ROUND 1, 2, 3, 0, 4(%r8, %rax)
    KEY_ROUND 2, 3, 0, 1, 8(%r8, %rax)
    KEY_ROUND 3, 0, 1, 2, 12(%r8, %rax)
    vpunpckldq %xmm1, %xmm0, %xmm14
    vpunpckldq %xmm3, %xmm2, %xmm15
    vpunpcklqdq %xmm15, %xmm14, %xmm14
    vmovdqa %xmm14, CTX_WORDS(%rdi, %rax)
    .irp i, 0, 1, 2, 3
    vpshufb .Lexpand+16*\i(%rip), %xmm14, %xmm15
    vmovdqa %xmm15, CTX_BYTES+16*\i(%rdi, %rax, 4)
    .endr
    MAP xmm, mi, 14, 5, 6, 7
    vpxor .Lx0(%rip), %xmm14, %xmm14
    vpshufb .Lbswap(%rip), %xmm14, %xmm14
    vmovdqa %xmm14, (%rdi, %rax)
    add $16, %eax
    cmp $128, %eax
    jb 1b
    xor %eax, %eax
    WIPE_VECTORS
    ret
9:  xor %eax, %eax
    mov $CTX_SIZE / 8, %ecx
    rep stosq
    or $-1, %eax
    ret
ENDFUNC SYM(setkey)

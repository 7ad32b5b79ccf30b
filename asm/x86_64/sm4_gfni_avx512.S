/* SPDX-License-Identifier: BSD-2-Clause
 *
 * SM4 (GB/T 32907-2016; draft-ribose-cfrg-sm4) for x86-64 with AVX-512 and GFNI.
 *
 * The state stays in the basis of the S-box's inversion: a byte x is held as z = M.x, so that the S-box needs no map
 * in front of GF2P8AFFINEINVQB, and the map behind it is merged with the linear transformation L. Of the four byte
 * maps that make up L (F, H, H, G: the byte itself and its three successors in memory order) only two are needed,
 * since H = F ^ G. With f_i = F.inv(t_i), g_i = G.inv(t_i) and q_i = g_i ^ f_(i-1)
 *
 *     x4_i = x0_i ^ q_i ^ (q_0 ^ q_1 ^ q_2 ^ q_3)
 *
 * Many blocks are byte-sliced: a vector holds one byte of 64 blocks (a set), L is an XOR of whole vectors, and the
 * constant of the S-box costs nothing (the immediate of F). x2 ^ x3 is formed once for two rounds. Two sets are in
 * flight, half a round apart: the S-boxes of one, which port 0 alone takes, stand beside the XORs of the other. Each
 * has its words in 16 slots on the stack; x0, x1 and the subkeys ({1to16}) are memory operands. The bytes are sliced on
 * a slant (see SLANT), which port 0 can share.
 * Up to 64 blocks are word-sliced, a word of each block in a dword, in one, two or four sets of 16: F, G and H there,
 * and byte rotations by VPSHUFB or VPRORD. The XMM form with one block serves CBC and CFB encryption.
 * Counter blocks are made byte-sliced, unless their last word overflows: the other three are equal in all of them.
 * XTS tweaks and OCB offsets of a pass are made in advance, in memory.
 * The key schedule stays in the basis too: four maps behind one inversion, two of them in the qwords of one register.
 *
 * int  tsubaki_sm4_setkey_gfni_avx512(ctx, key, key_len)
 * void tsubaki_sm4_{ecb_enc,ecb_dec}_gfni_avx512(ctx, out, in, nblocks)
 * void tsubaki_sm4_{ctr,ctr32,cbc_enc,cbc_dec,cfb_enc,cfb_dec}_gfni_avx512(ctx, out, in, nblocks, iv)
 * void tsubaki_sm4_{xts_enc,xts_dec}_gfni_avx512(ctx, out, in, nblocks, tweak)
 * void tsubaki_sm4_{ocb_enc,ocb_dec}_gfni_avx512(ctx, out, in, nblocks, state)
 * void tsubaki_sm4_ocb_auth_gfni_avx512(ctx, in, nblocks, state)
 *
 * Width 128 blocks (cbc_enc, cfb_enc: 1). CPU: AVX-512 F, BW, VL, DQ; GFNI; BMI2.
 * Stack 2.3 KiB, XTS and OCB 4.4; what holds secrets is wiped.
 * Registers: rdi ctx, rsi out, rdx in, rcx blocks left, r8 IV or state, r9..r11 subkeys and their step, rbx flags,
 * r12 and r13 counter, r14 blocks of a set, r15 scratch; k1, k2 blocks of a vector, k3, k4 odd and upper bytes.
 * Rounds: zmm16..23 the first set, 24..31 the second: t, q, x4 and x2 ^ x3 in turn; 8..10 sums and f, 13 F, 14 G.
 * Clobbers every vector register, k1..k4, rax, rcx, rdx, rsi, r9..r11; setkey rdi and r8 too.
 *
 * Cycles, Golden Cove (512-bit: ports 0 and 5; GFNI on 0 alone, latency 3 and one more to and from other units):
 * a round of a set is 8 GFNI + 16 logical = 24 uops, 12 cycles; 32 rounds are 384. Slicing is 2 x (16 maps on port 0,
 * 32 shuffles on port 5, 16 rotations on port 0, 32 blends on either) = 192 uops, 96 cycles. 480 cycles for 64 blocks:
 * 0.47 cycles/byte.
 * Measured (Emerald Rapids, November 2026), cycles/byte: ECB 0.53, CTR 0.48, CBC-dec 0.53, CFB-dec 0.53, XTS 0.66,
 * OCB 0.64, CBC-enc and CFB-enc 19.0. Cycles (December): setkey 320; ECB calls of 1 to 16 blocks 350 to 370, of 32
 * 490, of 64 825; XTS, 1 to 4 blocks, 430.
 * Modelled (llvm-mca 19), the rounds alone: Zen 4 and 5 0.485, Sapphire Rapids 0.547, Ice Lake 0.431.
 * Other shapes: straight slicing 1 % to 3 % slower; the two sets taking turns round by round, equal within 1 % here,
 * 3 % (Zen 4) and 7 % (Ice Lake) slower in the model; one byte-sliced set in flight 0.83 (20 cycles a round: 8 GFNI in
 * a row and the XORs behind them); word-sliced, four sets, 0.76 (10 uops a round for 16 blocks: at best 0.62).
 */
#define CIPHER sm4
#define VARIANT gfni_avx512
#include "asm.h"

/* The context: bytes of struct tsubaki_sm4_ctx. */
#define CTX_SIZE    4096
#define CTX_BITS    128
#define CTX_BYTES   192     /* per round 16 bytes: the four bytes of M.(rk ^ X0), rotated by 0, 1, 2, 3 bytes */
#define CTX_WORDS   704     /* per round 4 bytes: the same, once */

/* The frame: slots of two sets, then 128 bytes for IV and counter blocks. */
#define SET         1024
#define IV          2048    /* the chaining value of the next block */
#define NEXT        2064    /* the one after this pass */
#define COUNT       2080    /* counter block, and the one 256 later */
#define COUNTZ      2112    /* its words in the basis, each in four rotations */
#define FRAME       2176
#define SUM         2176    /* 64 bytes: OCB's checksum, lane by lane */
#define MASKS       2240    /* what XTS and OCB add before and behind the cipher: 129 blocks */
#define MASK_FRAME  (MASKS + 129 * 16 + 48)

/* struct tsubaki_ocb_state */
#define OCB_CHECKSUM 16
#define OCB_FIRST    32
#define OCB_L        40

#define XOR3 0x96

#define SLOTS  1        /* bits of bl: the slots were used; the counter is one of 32 bits; the frame is MASK_FRAME */
#define WRAP32 2
#define MASKED 4

RODATA
/* generated: maps */
#define SM4_MX0 0xdd
#define SM4_K 0x42
.Lmap_m:
    .quad 0x954c648ca0ba98c8
.Lmap_mi:
    .quad 0xd5ec1e8a568c969c
.Lmap_f:
    .quad 0x360307a61f4724a4
.Lmap_g:
    .quad 0x7ae7e20c1a4f338c
.Lmap_h:
    .quad 0x4ce4e5aa05081728
/* end generated */
    .p2align 6
/* The block of a group of 16 that dword r of lane l belongs to. */
.Lposition:
    .irp l, 0, 1, 2, 3
    .long \l, 4 + \l, 8 + \l, 12 + \l
    .endr
/* Counter blocks 0..3, and the step of 4 blocks. */
.Lcount0:
    .irp l, 0, 1, 2, 3
    .quad 0, \l << 56
    .endr
.Lcount4:
    .rept 4
    .quad 0, 4 << 56
    .endr
.Lxts_shift:
    .quad 0, 0, 1, 1, 2, 2, 3, 3
.Lxts_unshift:
    .quad 64, 64, 63, 63, 62, 62, 61, 61
/* generated: xts */
.Lxts_low:
    .quad 0x0103070e1c3870e1
    .quad 0x0102040810204080
.Lxts_high:
    .quad 0xc284081020408000
    .quad 0
/* end generated */
    .p2align 6
.Lexpand:       /* lane l: the four rotations of dword l of every lane */
    .irp l, 0, 4, 8, 12
    .byte \l, \l + 1, \l + 2, \l + 3, \l + 1, \l + 2, \l + 3, \l, \l + 2, \l + 3, \l, \l + 1, \l + 3, \l, \l + 1, \l + 2
    .endr
.Lror8:
    .byte 1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12
.Lror16:
    .byte 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13
.Lror24:
    .byte 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14
.Lbswap:
    .byte 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12
.Lsixteen:
    .long 16
/* generated: key */
#define SM4_X0 0x75
#define SM4_KEY_K 0x86
.Lkey_0:
    .quad 0xe9e7e20c1a37338c
.Lkey_12:
    .quad 0x1366c813bdbd1375
    .quad 0xd3f1625fae69453d
.Lkey_3:
    .quad 0x63338c4b93ce4e54
.Lck:
    .long 0x6fc52e00, 0x54fe1584, 0x62a991bf, 0x59922ce8, 0xf716fdd3, 0xcc52b91c, 0x48830927, 0xf53eb470
    .long 0x248e654b, 0x60ca21cf, 0xd01ba58b, 0x6da69e5a, 0xbc22c9e7, 0xf819f257, 0x7cb73d13, 0x478c06c2
    .long 0x10ba517f, 0x2b816afb, 0xe42feec0, 0xdf14aa6e, 0x88907b55, 0xb32dc663, 0x37fc7658, 0x73b832f6
    .long 0xa208e3cd, 0x1fb55e49, 0xaf64daf4, 0xeb20e125, 0x3aa44f61, 0x879f74d1, 0x03c8426c, 0x38f379bd
    .long 0x00000000
/* end generated */
    .p2align 4
.Lfk:           /* in memory order */
    .long 0xc6bab1a3, 0x5033aa56, 0x97917d67, 0xdc2270b2
.Lkey_left:    /* the lower qword right by 8 bits, the upper one by 16 */
    .long 24, 24, 16, 16
.Lkey_cross:    /* the lower qword from the upper one, by 16 bits, and the upper from the lower, by 8 */
    .byte 10, 11, 8, 9, 10, 11, 8, 9, 1, 2, 3, 0, 1, 2, 3, 0
.Lkey_expand:   /* the four rotations of two dwords */
    .irp l, 0, 4, 8, 12
    .byte \l, \l + 1, \l + 2, \l + 3, \l + 1, \l + 2, \l + 3, \l, \l + 2, \l + 3, \l, \l + 1, \l + 3, \l, \l + 1, \l + 2
    .endr

/* ------------------------------------------------------------------ byte-sliced rounds */

/*
 * Half a round of one set beside half a round of the other, instruction by instruction: the S-boxes, which only port 0
 * takes, beside the XORs, so that both ports are busy all the time.
 *
 * g0..g3: t_i = x1 ^ x2 ^ x3 ^ rk becomes q_i = G.inv(t_i) ^ F.inv(t_(i-1)).
 * The other set, a..: q_i; slot: x0, which becomes x4 = x0 ^ q_i ^ (the sum of all q), there and in a. Then
 * - after the first round of a pair, s = x2 ^ x3 becomes the next t: with x4 and the next subkey;
 * - after the second, s = x4 of the round before becomes x2 ^ x3 for two rounds, and a the next t, with x1 from its
 *   slot.
 */
.macro HALVES second, g0, g1, g2, g3, a0, a1, a2, a3, s0, s1, s2, s3, slot, slot1, rk:vararg
    vgf2p8affineinvqb $SM4_K, %zmm13, %zmm\g3, %zmm9
    vpxord %zmm\a0, %zmm\a1, %zmm8
    vgf2p8affineinvqb $SM4_K, %zmm13, %zmm\g0, %zmm10
    vpternlogd $XOR3, %zmm\a2, %zmm\a3, %zmm8
    vgf2p8affineinvqb $0, %zmm14, %zmm\g0, %zmm\g0
    vpternlogd $XOR3, 8+\slot(%rsp), %zmm8, %zmm\a0
    vpternlogd $XOR3, 8+\slot+64(%rsp), %zmm8, %zmm\a1
    vpxord %zmm9, %zmm\g0, %zmm\g0
    vgf2p8affineinvqb $SM4_K, %zmm13, %zmm\g1, %zmm9
    vpternlogd $XOR3, 8+\slot+128(%rsp), %zmm8, %zmm\a2
    vpternlogd $XOR3, 8+\slot+192(%rsp), %zmm8, %zmm\a3
    vgf2p8affineinvqb $0, %zmm14, %zmm\g1, %zmm\g1
    vmovdqa64 %zmm\a0, 8+\slot(%rsp)
    vmovdqa64 %zmm\a1, 8+\slot+64(%rsp)
    vmovdqa64 %zmm\a2, 8+\slot+128(%rsp)
    vmovdqa64 %zmm\a3, 8+\slot+192(%rsp)
    vpxord %zmm10, %zmm\g1, %zmm\g1
    vgf2p8affineinvqb $SM4_K, %zmm13, %zmm\g2, %zmm10
    .if \second
    vpxord %zmm\a0, %zmm\s0, %zmm\s0
    vmovdqa64 8+\slot1(%rsp), %zmm\a0
    vpxord %zmm\a1, %zmm\s1, %zmm\s1
    vmovdqa64 8+\slot1+64(%rsp), %zmm\a1
    vgf2p8affineinvqb $0, %zmm14, %zmm\g2, %zmm\g2
    vpxord %zmm\a2, %zmm\s2, %zmm\s2
    vmovdqa64 8+\slot1+128(%rsp), %zmm\a2
    vpxord %zmm\a3, %zmm\s3, %zmm\s3
    vmovdqa64 8+\slot1+192(%rsp), %zmm\a3
    vgf2p8affineinvqb $0, %zmm14, %zmm\g3, %zmm\g3
    vpternlogd $XOR3, 0(\rk){1to16}, %zmm\s0, %zmm\a0
    vpternlogd $XOR3, 4(\rk){1to16}, %zmm\s1, %zmm\a1
    vpxord %zmm9, %zmm\g2, %zmm\g2
    vpternlogd $XOR3, 8(\rk){1to16}, %zmm\s2, %zmm\a2
    vpternlogd $XOR3, 12(\rk){1to16}, %zmm\s3, %zmm\a3
    .else
    vpternlogd $XOR3, 0(\rk){1to16}, %zmm\a0, %zmm\s0
    vgf2p8affineinvqb $0, %zmm14, %zmm\g2, %zmm\g2
    vpternlogd $XOR3, 4(\rk){1to16}, %zmm\a1, %zmm\s1
    vgf2p8affineinvqb $0, %zmm14, %zmm\g3, %zmm\g3
    vpternlogd $XOR3, 8(\rk){1to16}, %zmm\a2, %zmm\s2
    vpxord %zmm9, %zmm\g2, %zmm\g2
    vpternlogd $XOR3, 12(\rk){1to16}, %zmm\a3, %zmm\s3
    .endif
    vpxord %zmm10, %zmm\g3, %zmm\g3
.endm

/* The first t of a set in t0..t3, x2 ^ x3 in s0..s3. */
.macro FIRST_T slots, t0, t1, t2, t3, s0, s1, s2, s3
    .irp i, 0, 1, 2, 3
    vmovdqa64 8+\slots+512+64*\i(%rsp), %zmm\i
    vpxord 8+\slots+768+64*\i(%rsp), %zmm\i, %zmm\i
    .endr
    vmovdqa64 %zmm0, %zmm\s0
    vmovdqa64 %zmm1, %zmm\s1
    vmovdqa64 %zmm2, %zmm\s2
    vmovdqa64 %zmm3, %zmm\s3
    vmovdqa64 8+\slots+256(%rsp), %zmm\t0
    vmovdqa64 8+\slots+320(%rsp), %zmm\t1
    vmovdqa64 8+\slots+384(%rsp), %zmm\t2
    vmovdqa64 8+\slots+448(%rsp), %zmm\t3
    vpternlogd $XOR3, 0(%r9){1to16}, %zmm0, %zmm\t0
    vpternlogd $XOR3, 4(%r9){1to16}, %zmm1, %zmm\t1
    vpternlogd $XOR3, 8(%r9){1to16}, %zmm2, %zmm\t2
    vpternlogd $XOR3, 12(%r9){1to16}, %zmm3, %zmm\t3
.endm

/*
 * 32 rounds on the slots of two sets (rsp at the call); X32..X35 are left there.
 * r9: the first subkey, r10: the step from one to the next. Clobbers rax, r11.
 * Behind the last round half a round more is begun, with what lies beyond the subkeys, and dropped.
 */
LOCAL_FUNC .Lrounds
    vpbroadcastq .Lmap_f(%rip), %zmm13
    vpbroadcastq .Lmap_g(%rip), %zmm14
    FIRST_T 0, 16, 17, 18, 19, 20, 21, 22, 23
    FIRST_T SET, 24, 25, 26, 27, 28, 29, 30, 31
    vgf2p8affineinvqb $SM4_K, %zmm13, %zmm19, %zmm9
    vgf2p8affineinvqb $SM4_K, %zmm13, %zmm16, %zmm10
    vgf2p8affineinvqb $SM4_K, %zmm13, %zmm17, %zmm11
    vgf2p8affineinvqb $SM4_K, %zmm13, %zmm18, %zmm12
    vgf2p8affineinvqb $0, %zmm14, %zmm16, %zmm16
    vgf2p8affineinvqb $0, %zmm14, %zmm17, %zmm17
    vgf2p8affineinvqb $0, %zmm14, %zmm18, %zmm18
    vgf2p8affineinvqb $0, %zmm14, %zmm19, %zmm19
    vpxord %zmm9, %zmm16, %zmm16
    vpxord %zmm10, %zmm17, %zmm17
    vpxord %zmm11, %zmm18, %zmm18
    vpxord %zmm12, %zmm19, %zmm19
    mov %r9, %r11
    mov $8, %eax
    .p2align 5
1:  HALVES 0, 24, 25, 26, 27, 16, 17, 18, 19, 20, 21, 22, 23, 0, 0, %r11, %r10
    HALVES 0, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, SET, 0, %r11, %r10
    lea (%r11, %r10, 2), %r11
    HALVES 1, 28, 29, 30, 31, 20, 21, 22, 23, 16, 17, 18, 19, 256, 768, %r11
    HALVES 1, 20, 21, 22, 23, 28, 29, 30, 31, 24, 25, 26, 27, SET+256, SET+768, %r11
    HALVES 0, 28, 29, 30, 31, 20, 21, 22, 23, 16, 17, 18, 19, 512, 0, %r11, %r10
    HALVES 0, 16, 17, 18, 19, 28, 29, 30, 31, 24, 25, 26, 27, SET+512, 0, %r11, %r10
    lea (%r11, %r10, 2), %r11
    HALVES 1, 24, 25, 26, 27, 16, 17, 18, 19, 20, 21, 22, 23, 768, 256, %r11
    HALVES 1, 16, 17, 18, 19, 24, 25, 26, 27, 28, 29, 30, 31, SET+768, SET+256, %r11
    dec %eax
    jnz 1b
    ret
ENDFUNC .Lrounds

/* ------------------------------------------------------------------ slicing */

/*
 * Vectors a, b, c, d with the same word of four groups of 16 blocks to r_0..r_3 with one byte of each of 64 blocks,
 * on a slant: byte i of a dword of r_j is byte (i + j) mod 4 of the word, of a block of group i. L does not mind, the
 * subkeys are laid out alike, and the logical instructions and rotations that it takes run on both ports, which the
 * shuffles of a straight transposition do not.
 */
.macro SLANT a, b, c, d, slot
    vpblendmb %zmm\b, %zmm\a, %zmm16{%k3}
    vpblendmb %zmm\a, %zmm\b, %zmm17{%k3}
    vpblendmb %zmm\d, %zmm\c, %zmm18{%k3}
    vpblendmb %zmm\c, %zmm\d, %zmm19{%k3}
    vprord $8, %zmm17, %zmm17
    vprord $8, %zmm19, %zmm19
    vpblendmb %zmm18, %zmm16, %zmm20{%k4}
    vpblendmb %zmm16, %zmm18, %zmm22{%k4}
    vpblendmb %zmm19, %zmm17, %zmm21{%k4}
    vpblendmb %zmm17, %zmm19, %zmm23{%k4}
    vprord $16, %zmm22, %zmm22
    vprord $16, %zmm23, %zmm23
    vmovdqa64 %zmm20, 64*\slot(%rax)
    vmovdqa64 %zmm21, 64*\slot+64(%rax)
    vmovdqa64 %zmm22, 64*\slot+128(%rax)
    vmovdqa64 %zmm23, 64*\slot+192(%rax)
.endm
/* And back. */
.macro UPRIGHT a, b, c, d, slot
    vmovdqa64 64*\slot(%rax), %zmm20
    vmovdqa64 64*\slot+64(%rax), %zmm21
    vprord $16, 64*\slot+128(%rax), %zmm22
    vprord $16, 64*\slot+192(%rax), %zmm23
    vpblendmb %zmm22, %zmm20, %zmm16{%k4}
    vpblendmb %zmm20, %zmm22, %zmm18{%k4}
    vpblendmb %zmm23, %zmm21, %zmm17{%k4}
    vpblendmb %zmm21, %zmm23, %zmm19{%k4}
    vprold $8, %zmm17, %zmm17
    vprold $8, %zmm19, %zmm19
    vpblendmb %zmm17, %zmm16, %zmm\a{%k3}
    vpblendmb %zmm16, %zmm17, %zmm\b{%k3}
    vpblendmb %zmm19, %zmm18, %zmm\c{%k3}
    vpblendmb %zmm18, %zmm19, %zmm\d{%k3}
.endm

/* 4 x 4 words in each lane: a..d to w..z. */
.macro TRANSPOSE_WORDS a, b, c, d, w, x, y, z
    vpunpckldq %zmm\b, %zmm\a, %zmm20
    vpunpckhdq %zmm\b, %zmm\a, %zmm21
    vpunpckldq %zmm\d, %zmm\c, %zmm22
    vpunpckhdq %zmm\d, %zmm\c, %zmm23
    vpunpcklqdq %zmm22, %zmm20, %zmm\w
    vpunpckhqdq %zmm22, %zmm20, %zmm\x
    vpunpcklqdq %zmm23, %zmm21, %zmm\y
    vpunpckhqdq %zmm23, %zmm21, %zmm\z
.endm

/* 64 blocks in zmm0..15 to the slots at rax. */
LOCAL_FUNC .Lslice
    vpbroadcastq .Lmap_m(%rip), %zmm24
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    vgf2p8affineqb $0, %zmm24, %zmm\r, %zmm\r
    .endr
    TRANSPOSE_WORDS 0, 1, 2, 3, 0, 1, 2, 3
    TRANSPOSE_WORDS 4, 5, 6, 7, 4, 5, 6, 7
    TRANSPOSE_WORDS 8, 9, 10, 11, 8, 9, 10, 11
    TRANSPOSE_WORDS 12, 13, 14, 15, 12, 13, 14, 15
    SLANT 0, 4, 8, 12, 0
    SLANT 1, 5, 9, 13, 4
    SLANT 2, 6, 10, 14, 8
    SLANT 3, 7, 11, 15, 12
    ret
ENDFUNC .Lslice

/* The slots at rax, words in reverse order, to 64 blocks in zmm0..15. */
LOCAL_FUNC .Lunslice
    UPRIGHT 0, 4, 8, 12, 12
    UPRIGHT 1, 5, 9, 13, 8
    UPRIGHT 2, 6, 10, 14, 4
    UPRIGHT 3, 7, 11, 15, 0
    TRANSPOSE_WORDS 0, 1, 2, 3, 0, 1, 2, 3
    TRANSPOSE_WORDS 4, 5, 6, 7, 4, 5, 6, 7
    TRANSPOSE_WORDS 8, 9, 10, 11, 8, 9, 10, 11
    TRANSPOSE_WORDS 12, 13, 14, 15, 12, 13, 14, 15
    vpbroadcastq .Lmap_mi(%rip), %zmm24
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    vgf2p8affineqb $0, %zmm24, %zmm\r, %zmm\r
    .endr
    ret
ENDFUNC .Lunslice

/* ------------------------------------------------------------------ counters: r12 low half, r13 high half */

.macro STORE_BE reg, mem:vararg
    mov \reg, %r15
    bswap %r15
    mov %r15, \mem
.endm

/* The next counter block, and the one 256 later, to COUNT in memory order. rsp is 8 lower than the frame's. */
.macro COUNTER_BLOCKS
    STORE_BE %r13, 8+COUNT(%rsp)
    STORE_BE %r12, 8+COUNT+8(%rsp)
    STORE_BE %r13, 8+COUNT+16(%rsp)
    STORE_BE %r12, 8+COUNT+24(%rsp)
    test $WRAP32, %bl
    jnz 1f
    add $256, %r12
    adc $0, %r13
    STORE_BE %r13, 8+COUNT+16(%rsp)
    STORE_BE %r12, 8+COUNT+24(%rsp)
    sub $256, %r12
    sbb $0, %r13
    jmp 2f
1:  lea 256(%r12), %r15d
    bswap %r15d
    mov %r15d, 8+COUNT+28(%rsp)
2:
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

/* At least r14 counter blocks, or all 64, to zmm0..15. Clobbers r15. */
.macro FEW_COUNTER all
    COUNTER_BLOCKS
    vbroadcasti32x4 8+COUNT(%rsp), %zmm16
    vbroadcasti32x4 8+COUNT+16(%rsp), %zmm17
    vpunpckhqdq %zmm16, %zmm16, %zmm18
    vmovdqa64 .Lcount0(%rip), %zmm19
    vmovdqa64 .Lcount4(%rip), %zmm20
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    .if \r % 4 == 0 && \r > 0 && !\all
    cmp $4*\r, %r14d
    jbe 3f
    .endif
    vpaddb %zmm19, %zmm16, %zmm\r
    vpaddb %zmm19, %zmm17, %zmm21
    vpunpckhqdq %zmm\r, %zmm\r, %zmm22
    vpcmpuq $1, %zmm18, %zmm22, %k1             /* the lowest byte, the highest of a qword here, overflowed */
    vmovdqa64 %zmm21, %zmm\r{%k1}
    vpaddb %zmm20, %zmm19, %zmm19
    .endr
3:
.endm
LOCAL_FUNC .Lfew_counter
    FEW_COUNTER 0
    ret
ENDFUNC .Lfew_counter

/*
 * 64 counter blocks to the slots at rax. They differ in their last word only, unless that overflows: then they are
 * made as blocks. Clobbers r15.
 */
LOCAL_FUNC .Lslice_counter
    test $WRAP32, %bl
    jnz 5f
    mov %r12d, %r15d
    add $63, %r15d
    jnc 5f
    FEW_COUNTER 1
    jmp .Lslice
5:  mov %r13, %r15
    bswap %r15
    vmovq %r15, %xmm0
    mov %r12, %r15
    bswap %r15
    vpinsrq $1, %r15, %xmm0, %xmm0
    vpbroadcastq .Lmap_m(%rip), %zmm24
    vshufi32x4 $0, %zmm0, %zmm0, %zmm0
    vgf2p8affineqb $0, %zmm24, %zmm0, %zmm0
    vpshufb .Lexpand(%rip), %zmm0, %zmm0
    vmovdqa64 %zmm0, 8+COUNTZ(%rsp)
    .irp j, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    vpbroadcastd 8+COUNTZ+4*\j(%rsp), %zmm0
    vmovdqa64 %zmm0, 64*\j(%rax)
    .endr
    vpbroadcastd %r12d, %zmm4
    vpaddd .Lposition(%rip), %zmm4, %zmm0
    vpbroadcastd .Lsixteen(%rip), %zmm4
    vpaddd %zmm4, %zmm0, %zmm1
    vpaddd %zmm4, %zmm1, %zmm2
    vpaddd %zmm4, %zmm2, %zmm3
    vbroadcasti32x4 .Lbswap(%rip), %zmm4
    .irp r, 0, 1, 2, 3
    vpshufb %zmm4, %zmm\r, %zmm\r
    vgf2p8affineqb $0, %zmm24, %zmm\r, %zmm\r
    .endr
    SLANT 0, 1, 2, 3, 12
    ret
ENDFUNC .Lslice_counter

/* ------------------------------------------------------------------ word-sliced rounds: few blocks */

/* The constants of WORD_ROUND for vectors \v (xmm or zmm). */
.macro WORD_CONSTANTS v, sets
    vpbroadcastq .Lmap_f(%rip), %\v\()25
    vpbroadcastq .Lmap_g(%rip), %\v\()26
    vpbroadcastq .Lmap_h(%rip), %\v\()27
    .ifc \v, xmm
    vmovdqa64 .Lror8(%rip), %xmm28
    vmovdqa64 .Lror24(%rip), %xmm30
    .else
    vbroadcasti32x4 .Lror8(%rip), %\v\()28
    vbroadcasti32x4 .Lror24(%rip), %\v\()30
    .endif
    .if \sets > 2
    vbroadcasti32x4 .Lror16(%rip), %\v\()29
    .endif
.endm

/* Four sets keep port 0 busy with inversions, a rotation there costs more than a shuffle; one set waits for either. */
.macro ROTATE16 v, sets, x
    .if \sets > 2
    vpshufb %\v\()29, %\v\x, %\v\x
    .else
    vprord $16, %\v\x, %\v\x
    .endif
.endm

/* x0 becomes x4; t: the S-boxes' input, becomes the next round's, with subkey rk, nine cycles later. */
.macro WORD_ROUND v, bc, sets, t, x0, x1, x2, x3, rk:vararg
    vgf2p8affineinvqb $0, %\v\()27, %\v\t, %\v\()21
    vgf2p8affineinvqb $SM4_K, %\v\()25, %\v\t, %\v\()20
    vgf2p8affineinvqb $0, %\v\()26, %\v\t, %\v\()22
    vmovdqa64 %\v\x2, %\v\t
    vpternlogd $XOR3, (\rk){\bc}, %\v\x3, %\v\t
    vpshufb %\v\()28, %\v\()21, %\v\()23
    ROTATE16 \v, \sets, 21
    vpshufb %\v\()30, %\v\()22, %\v\()22
    vpxord %\v\()20, %\v\x0, %\v\x0
    vpternlogd $XOR3, %\v\()23, %\v\()21, %\v\x0
    vpternlogd $XOR3, %\v\x0, %\v\()22, %\v\t
    vpxord %\v\()22, %\v\x0, %\v\x0
.endm
.macro WORD_FIRST v, bc, t, x1, x2, x3
    vpxord %\v\x1, %\v\x2, %\v\t
    vpternlogd $XOR3, (%rax){\bc}, %\v\x3, %\v\t
.endm

/* A round of one, two or four sets; a..d: the number of x0..x3's registers within a set. */
.macro WORD_ROUND_0 v, bc, sets, rk:vararg
    WORD_ROUND \v, \bc, \sets, 16, 0, 1, 2, 3, \rk
    .if \sets > 1
    WORD_ROUND \v, \bc, \sets, 17, 4, 5, 6, 7, \rk
    .endif
    .if \sets > 2
    WORD_ROUND \v, \bc, \sets, 18, 8, 9, 10, 11, \rk
    WORD_ROUND \v, \bc, \sets, 19, 12, 13, 14, 15, \rk
    .endif
.endm
.macro WORD_ROUND_1 v, bc, sets, rk:vararg
    WORD_ROUND \v, \bc, \sets, 16, 1, 2, 3, 0, \rk
    .if \sets > 1
    WORD_ROUND \v, \bc, \sets, 17, 5, 6, 7, 4, \rk
    .endif
    .if \sets > 2
    WORD_ROUND \v, \bc, \sets, 18, 9, 10, 11, 8, \rk
    WORD_ROUND \v, \bc, \sets, 19, 13, 14, 15, 12, \rk
    .endif
.endm
.macro WORD_ROUND_2 v, bc, sets, rk:vararg
    WORD_ROUND \v, \bc, \sets, 16, 2, 3, 0, 1, \rk
    .if \sets > 1
    WORD_ROUND \v, \bc, \sets, 17, 6, 7, 4, 5, \rk
    .endif
    .if \sets > 2
    WORD_ROUND \v, \bc, \sets, 18, 10, 11, 8, 9, \rk
    WORD_ROUND \v, \bc, \sets, 19, 14, 15, 12, 13, \rk
    .endif
.endm
.macro WORD_ROUND_3 v, bc, sets, rk:vararg
    WORD_ROUND \v, \bc, \sets, 16, 3, 0, 1, 2, \rk
    .if \sets > 1
    WORD_ROUND \v, \bc, \sets, 17, 7, 4, 5, 6, \rk
    .endif
    .if \sets > 2
    WORD_ROUND \v, \bc, \sets, 18, 11, 8, 9, 10, \rk
    WORD_ROUND \v, \bc, \sets, 19, 15, 12, 13, 14, \rk
    .endif
.endm

/* 32 rounds; set s has x0..x3 in registers 4 s .. 4 s + 3. r9, r10: as in ROUNDS. Clobbers rax, r11, r15. */
.macro WORD_ROUNDS v, bc, sets
    WORD_CONSTANTS \v, \sets
    lea -CTX_BYTES(%r9), %rax
    sub %rdi, %rax
    shr $2, %rax
    lea CTX_WORDS(%rdi, %rax), %rax             /* the first subkey as a word */
    sar $2, %r10
    lea (%r10, %r10, 2), %r11
    WORD_FIRST \v, \bc, 16, 1, 2, 3
    .if \sets > 1
    WORD_FIRST \v, \bc, 17, 5, 6, 7
    .endif
    .if \sets > 2
    WORD_FIRST \v, \bc, 18, 9, 10, 11
    WORD_FIRST \v, \bc, 19, 13, 14, 15
    .endif
    add %r10, %rax
    mov $8, %r15d
    .p2align 5
1:  WORD_ROUND_0 \v, \bc, \sets, %rax
    WORD_ROUND_1 \v, \bc, \sets, %rax, %r10
    WORD_ROUND_2 \v, \bc, \sets, %rax, %r10, 2
    WORD_ROUND_3 \v, \bc, \sets, %rax, %r11
    lea (%rax, %r10, 4), %rax
    dec %r15d
    jnz 1b
    shl $2, %r10
.endm

.macro FEW_BLOCKS sets
    vpbroadcastq .Lmap_m(%rip), %zmm24
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    .if \r < 4*\sets
    vgf2p8affineqb $0, %zmm24, %zmm\r, %zmm\r
    .endif
    .endr
    TRANSPOSE_WORDS 0, 1, 2, 3, 0, 1, 2, 3
    .if \sets > 1
    TRANSPOSE_WORDS 4, 5, 6, 7, 4, 5, 6, 7
    .endif
    .if \sets > 2
    TRANSPOSE_WORDS 8, 9, 10, 11, 8, 9, 10, 11
    TRANSPOSE_WORDS 12, 13, 14, 15, 12, 13, 14, 15
    .endif
    WORD_ROUNDS zmm, 1to16, \sets
    TRANSPOSE_WORDS 3, 2, 1, 0, 0, 1, 2, 3
    .if \sets > 1
    TRANSPOSE_WORDS 7, 6, 5, 4, 4, 5, 6, 7
    .endif
    .if \sets > 2
    TRANSPOSE_WORDS 11, 10, 9, 8, 8, 9, 10, 11
    TRANSPOSE_WORDS 15, 14, 13, 12, 12, 13, 14, 15
    .endif
    vpbroadcastq .Lmap_mi(%rip), %zmm24
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    .if \r < 4*\sets
    vgf2p8affineqb $0, %zmm24, %zmm\r, %zmm\r
    .endif
    .endr
    ret
.endm

/* r14 blocks, 64 at most, in zmm0..15. */
LOCAL_FUNC .Lfew
    cmp $16, %r14d
    ja 12f
    FEW_BLOCKS 1
12: cmp $32, %r14d
    ja 14f
    FEW_BLOCKS 2
14: FEW_BLOCKS 4
ENDFUNC .Lfew

/* One block, its words in every lane of xmm0..3. */
LOCAL_FUNC .Lone
    WORD_ROUNDS xmm, 1to4, 1
    ret
ENDFUNC .Lone

/* ------------------------------------------------------------------ leaving */

.macro WIPE_ALL_VECTORS
    .irp r, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    vpxord %xmm\r, %xmm\r, %xmm\r
    .endr
    WIPE_VECTORS
.endm

/* All vector registers and the frame, the slots only if bl says that they were used. */
LOCAL_FUNC .Lwipe
    vpxor %xmm0, %xmm0, %xmm0
    vmovdqa64 %zmm0, 8+IV(%rsp)
    vmovdqa64 %zmm0, 8+IV+64(%rsp)
    test $SLOTS, %bl
    jz 1f
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    vmovdqa64 %zmm0, 8+64*\r(%rsp)
    vmovdqa64 %zmm0, 8+SET+64*\r(%rsp)
    .endr
1:  test $MASKED, %bl
    jz 2f
    lea 8+SUM(%rsp), %rax
    mov $(MASK_FRAME - SUM) / 64, %r15d
    test $SLOTS, %bl
    jnz 3f
    lea 64+128+63(%r14), %r15d                  /* a single pass of r14 bytes: its masks are up to 128 bytes more */
    shr $6, %r15d
3:  vmovdqa64 %zmm0, (%rax)
    add $64, %rax
    dec %r15d
    jnz 3b
2:  WIPE_ALL_VECTORS
    ret
ENDFUNC .Lwipe

/* ------------------------------------------------------------------ blocks in and out */

/* What a mode enciphers, what it adds to the result, and what OCB's checksum takes. */
#define NOTHING  0
#define INPUT    1
#define PREVIOUS 2      /* the input one block earlier, the first time the IV */
#define MASK     4      /* the input and the block of MASKS; to the result, the latter alone */
#define OUTPUT   5
#define ONLY     6      /* the output, which is not stored */

/*
 * A function that applies OP arg, sum, r, masked to every vector r of 4 blocks of the set whose first byte is rax (0 or
 * SET) in the data, the slots and MASKS: r14 blocks, 64 at most. If there are fewer, the last vector comes first, and
 * k1 selects its blocks. Clobbers r11, r15.
 */
.macro EACH name, op, arg, sum
LOCAL_FUNC \name
    .if \sum != NOTHING
    vmovdqa64 8+SUM(%rsp), %zmm18
    .endif
    kxnorb %k2, %k2, %k2
    cmp $64, %r14d
    jne 1f
    .irp r, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
    \op \arg, \sum, \r, 0
    .endr
    jmp 9f
1:  mov %r14d, %r15d
    neg %r15d
    and $3, %r15d
    add %r15d, %r15d
    mov $0xff, %r11d
    shrx %r15d, %r11d, %r11d
    kmovd %r11d, %k1
    .irp r, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
    cmp $4*\r, %r14d
    jbe 2f
    \op \arg, \sum, \r, 1
    kmovq %k2, %k1
2:
    .endr
9:
    .if \sum != NOTHING
    vmovdqa64 %zmm18, 8+SUM(%rsp)
    .endif
    ret
ENDFUNC \name
.endm

/* The previous blocks of vector 0 of the first set, where they are the IV and the first three, to zmm\to. */
.macro FIRST_PREVIOUS to, masked
    .if \masked
    vmovdqu64 (%rdx), %zmm\to{%k1}{z}
    .else
    vmovdqu64 (%rdx), %zmm\to
    .endif
    vbroadcasti32x4 8+IV(%rsp), %zmm16
    valignq $6, %zmm16, %zmm\to, %zmm\to
.endm

/* Vector r from the input. zmm18: the checksum. */
.macro LOAD arg, sum, r, masked
    .if \arg == PREVIOUS && \r == 0
    FIRST_PREVIOUS 0, \masked
    test %eax, %eax
    jz 5f
    .endif
    .if \arg == PREVIOUS && \masked
    vmovdqu64 64*\r-16(%rdx, %rax), %zmm\r{%k1}{z}
    .elseif \arg == PREVIOUS
    vmovdqu64 64*\r-16(%rdx, %rax), %zmm\r
    .elseif \masked
    vmovdqu64 64*\r(%rdx, %rax), %zmm\r{%k1}{z}
    .else
    vmovdqu64 64*\r(%rdx, %rax), %zmm\r
    .endif
5:
    .if \sum == INPUT
    vpxorq %zmm\r, %zmm18, %zmm18
    .endif
    .if \arg == MASK
    vpxorq 8+MASKS+64*\r(%rsp, %rax), %zmm\r, %zmm\r
    .endif
.endm

/* Vector r to the output. zmm18: the checksum. */
.macro STORE arg, sum, r, masked
    .if \arg == PREVIOUS && \r == 0
    test %eax, %eax
    jnz 5f
    FIRST_PREVIOUS 17, \masked
    vpxorq %zmm17, %zmm0, %zmm0
    jmp 6f
5:
    .endif
    .if \arg == PREVIOUS && \masked
    vpxorq 64*\r-16(%rdx, %rax), %zmm\r, %zmm\r{%k1}
    .elseif \arg == PREVIOUS
    vpxorq 64*\r-16(%rdx, %rax), %zmm\r, %zmm\r
    .elseif \arg == INPUT && \masked
    vpxorq 64*\r(%rdx, %rax), %zmm\r, %zmm\r{%k1}
    .elseif \arg == INPUT
    vpxorq 64*\r(%rdx, %rax), %zmm\r, %zmm\r
    .elseif \arg == MASK
    vpxorq 8+MASKS+64*\r(%rsp, %rax), %zmm\r, %zmm\r
    .endif
6:
    .if (\sum == OUTPUT || \sum == ONLY) && \masked
    vpxorq %zmm\r, %zmm18, %zmm18{%k1}
    .elseif \sum == OUTPUT || \sum == ONLY
    vpxorq %zmm\r, %zmm18, %zmm18
    .endif
    .if \sum != ONLY && \masked
    vmovdqu64 %zmm\r, 64*\r(%rsi, %rax){%k1}
    .elseif \sum != ONLY
    vmovdqu64 %zmm\r, 64*\r(%rsi, %rax)
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
 * An entry. load: a set's blocks into zmm0..15, none for counter blocks; store: zmm0..15 out; step: 16 to encipher, -16
 * to decipher; flags: those of bl.
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
    mov $0xaaaaaaaaaaaaaaaa, %rax
    kmovq %rax, %k3
    mov $0xcccccccccccccccc, %rax
    kmovq %rax, %k4
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
    vmovdqa64 %zmm0, SUM(%rsp)
    mov OCB_FIRST(%r8), %r12
    .endif
    xor %r14d, %r14d
10: test %rcx, %rcx
    jz 40f
    .if \state == TWEAKED
    BLOCKS_OF_PASS rax
    call .Lxts_masks
    .elseif \state == OCB
    BLOCKS_OF_PASS rax
    call .Locb_masks
    .endif
    BLOCKS_OF_PASS r14
    cmp $64, %rcx
    jbe 20f
    or $SLOTS, %ebx
    mov $64, %r14d
    GATHER \load, 0
    BLOCKS_OF_PASS r14
    sub $64, %r14
    GATHER \load, SET
    call .Lrounds
    .if \state == CHAINED
    lea 64(%r14), %rax
    SAVE_NEXT
    .endif
    SCATTER \store, SET
    mov $64, %r14d
    SCATTER \store, 0
    BLOCKS_OF_PASS r14
    jmp 30f
20: .ifc \load, none
    call .Lfew_counter
    call .Lcounter_add
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
30: sub %r14, %rcx
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
40: .if \state == COUNTED
    STORE_BE %r13, (%r8)
    STORE_BE %r12, 8(%r8)
    .elseif \state
    vmovdqa IV(%rsp), %xmm0
    vmovdqu %xmm0, (%r8)
    .endif
    .if \state == OCB
    mov %r12, OCB_FIRST(%r8)
    vmovdqa SUM(%rsp), %xmm0
    vpxor SUM+16(%rsp), %xmm0, %xmm0
    vpxor SUM+32(%rsp), %xmm0, %xmm0
    vpxor SUM+48(%rsp), %xmm0, %xmm0
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
    mov $128, %\to
    cmp %\to, %rcx
    cmovb %rcx, %\to
.endm

/* One set of blocks to its slots, and back. base: its first byte in the data and in the slots. */
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
    vmovdqu64 -16(%rdx, %rax), %xmm16
    vmovdqa64 %xmm16, NEXT(%rsp)
.endm

/*
 * rax tweaks from that in IV on, and the one behind them, to MASKS. T.x^j for 0 <= j <= 64, of all j alike: shift both
 * halves; what leaves the upper one is multiplied by x^7 + x^2 + x + 1, byte by byte: low and high byte of the product.
 */
.macro XTS_STEP to
    vpsrlvq %zmm4, %zmm1, %zmm5
    vpsllvq %zmm3, %zmm0, %zmm\to
    vgf2p8affineqb $0, %zmm7, %zmm5, %zmm9
    vgf2p8affineqb $0, %zmm6, %zmm5, %zmm5
    vpslldq $1, %zmm9, %zmm9
    vpternlogd $XOR3, %zmm5, %zmm9, %zmm\to
.endm
LOCAL_FUNC .Lxts_masks
    vmovdqa 8+IV(%rsp), %xmm0
    vbroadcasti32x4 .Lxts_low(%rip), %zmm6
    vbroadcasti32x4 .Lxts_high(%rip), %zmm7
    vpternlogd $0xff, %zmm8, %zmm8, %zmm8
    vpsrlq $63, %zmm8, %zmm8
    vpsllq $2, %zmm8, %zmm8                     /* fours */
    .irp set, 0, 1
    vmovdqa64 .Lxts_shift(%rip), %zmm3
    vmovdqa64 .Lxts_unshift(%rip), %zmm4
    vshufi32x4 $0, %zmm0, %zmm0, %zmm0
    vpshufd $0x4e, %zmm0, %zmm1
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    XTS_STEP 2
    vmovdqa64 %zmm2, 8+MASKS+SET*\set+64*\r(%rsp)
    .if \set == 0
    cmp $4*\r+3, %eax
    jbe 1f
    .endif
    vpaddq %zmm8, %zmm3, %zmm3
    vpsubq %zmm8, %zmm4, %zmm4
    .endr
    XTS_STEP 0
    vmovdqa %xmm0, 8+MASKS+SET*\set+1024(%rsp)
    .if \set == 0
    cmp $64, %eax
    jbe 1f
    .endif
    .endr
1:  ret
ENDFUNC .Lxts_masks
/*
 * rax offsets behind that in IV to MASKS, four at a time: of four block numbers one is divisible by 4 and adds
 * L[ntz(i)], from its lane on (k1); the others add L[0], L[1], L[0] in turn, always at the same lanes (zmm1: the sums).
 * r12: blocks before, counted on. Clobbers rax, r13, r14, r15.
 */
LOCAL_FUNC .Locb_masks
    vmovdqa 8+IV(%rsp), %xmm0
    vmovdqu OCB_L(%r8), %xmm1
    vmovdqu OCB_L+16(%r8), %xmm2
    vpxor %xmm3, %xmm3, %xmm3
    .irp i, 0, 4
    vmovdqa %xmm1, 8+MASKS+16*\i(%rsp)
    vmovdqa %xmm2, 8+MASKS+16*\i+16(%rsp)
    vmovdqa %xmm1, 8+MASKS+16*\i+32(%rsp)
    vmovdqa %xmm3, 8+MASKS+16*\i+48(%rsp)
    .endr
    mov %r12d, %r15d
    and $3, %r15d
    mov %r15d, %r13d
    shl $4, %r13d
    vmovdqu64 8+MASKS(%rsp, %r13), %zmm1
    valignq $6, %zmm3, %zmm1, %zmm2
    vpxord %zmm2, %zmm1, %zmm1
    valignq $4, %zmm3, %zmm1, %zmm2
    vpxord %zmm2, %zmm1, %zmm1
    vextracti32x4 $3, %zmm1, %xmm3
    neg %r15d
    lea 6(%r15, %r15), %r15d
    mov $0xff, %r13d
    shlx %r15d, %r13d, %r13d
    kmovb %r13d, %k1
    mov %r12, %r13
    and $-4, %r13
    add %rax, %r12
    xor %r14d, %r14d
1:  add $4, %r13
    bsf %r13, %r15
    shl $4, %r15d
    vbroadcasti64x2 OCB_L(%r8, %r15), %zmm4{%k1}{z}
    vshufi32x4 $0, %zmm0, %zmm0, %zmm5
    vpternlogd $XOR3, %zmm1, %zmm4, %zmm5
    vpternlogd $XOR3, OCB_L(%r8, %r15), %xmm3, %xmm0
    vmovdqa64 %zmm5, 8+MASKS(%rsp, %r14)
    add $64, %r14d
    sub $4, %rax
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

/* Words of the block in \v to registers \a..\d, each in every lane. */
.macro SPLIT v, a, b, c, d
    vpshufd $0x00, %xmm\v, %xmm\a
    vpshufd $0x55, %xmm\v, %xmm\b
    vpshufd $0xaa, %xmm\v, %xmm\c
    vpshufd $0xff, %xmm\v, %xmm\d
.endm

/* cfb: the input is XORed behind the cipher instead of before it. xmm4..7: the chaining value's words. */
.macro SERIAL name, cfb
FUNC \name
    PUSH_CFI %r15
    lea CTX_BYTES(%rdi), %r9
    mov $16, %r10d
    vpbroadcastq .Lmap_m(%rip), %xmm31
    vpbroadcastq .Lmap_mi(%rip), %xmm24
    vmovdqu64 (%r8), %xmm22
    test %rcx, %rcx
    jz 2f
    vgf2p8affineqb $0, %xmm31, %xmm22, %xmm22
    SPLIT 22, 4, 5, 6, 7
1:  vmovdqu64 (%rdx), %xmm20
    vgf2p8affineqb $0, %xmm31, %xmm20, %xmm20
    SPLIT 20, 8, 9, 10, 11
    .if \cfb
    vmovdqa %xmm4, %xmm0
    vmovdqa %xmm5, %xmm1
    vmovdqa %xmm6, %xmm2
    vmovdqa %xmm7, %xmm3
    call .Lone
    vpxord %xmm3, %xmm8, %xmm4
    vpxord %xmm2, %xmm9, %xmm5
    vpxord %xmm1, %xmm10, %xmm6
    vpxord %xmm0, %xmm11, %xmm7
    .else
    vpxord %xmm4, %xmm8, %xmm0
    vpxord %xmm5, %xmm9, %xmm1
    vpxord %xmm6, %xmm10, %xmm2
    vpxord %xmm7, %xmm11, %xmm3
    call .Lone
    vmovdqa %xmm3, %xmm4
    vmovdqa %xmm2, %xmm5
    vmovdqa %xmm1, %xmm6
    vmovdqa %xmm0, %xmm7
    .endif
    vpunpckldq %xmm5, %xmm4, %xmm20
    vpunpckldq %xmm7, %xmm6, %xmm21
    vpunpcklqdq %xmm21, %xmm20, %xmm22
    vgf2p8affineqb $0, %xmm24, %xmm22, %xmm22
    vmovdqu64 %xmm22, (%rsi)
    add $16, %rdx
    add $16, %rsi
    dec %rcx
    jnz 1b
    vmovdqu64 %xmm22, (%r8)
2:  WIPE_ALL_VECTORS
    POP_CFI %r15
    ret
ENDFUNC \name
.endm

SERIAL SYM(cbc_enc), 0
SERIAL SYM(cfb_enc), 1

/* ------------------------------------------------------------------ key schedule */

/*
 * k0 becomes k4; xmm4: t = k1 ^ k2 ^ k3 ^ CK, becomes the next round's. Words are in the basis, X0 added, and in every
 * dword. One inversion serves two maps, one in each qword (xmm5).
 */
.macro KEY_ROUND k0, k1, k2, k3, ck:vararg
    vgf2p8affineinvqb $0, %xmm5, %xmm4, %xmm8
    vgf2p8affineinvqb $SM4_KEY_K, %xmm6, %xmm4, %xmm9
    vgf2p8affineinvqb $0, %xmm7, %xmm4, %xmm10
    vmovdqa %xmm\k2, %xmm11
    vpternlogd $XOR3, \ck{1to4}, %xmm\k3, %xmm11
    vpxor %xmm\k0, %xmm11, %xmm12
    vprolvd %xmm13, %xmm8, %xmm4
    vpshufb %xmm14, %xmm8, %xmm8
    vprord $24, %xmm10, %xmm10
    vpxor %xmm8, %xmm4, %xmm4
    vpxor %xmm9, %xmm12, %xmm9
    vpternlogd $XOR3, %xmm9, %xmm10, %xmm4
    vpxor %xmm4, %xmm11, %xmm\k0
.endm

/* int setkey(ctx, key, key_len) */
FUNC SYM(setkey)
    cmp $16, %rdx
    jne 9f
    vmovdqu (%rsi), %xmm0
    vpxor .Lfk(%rip), %xmm0, %xmm0
    vpbroadcastq .Lmap_m(%rip), %xmm4
    vgf2p8affineqb $SM4_MX0, %xmm4, %xmm0, %xmm3
    vpshufd $0x00, %xmm3, %xmm0
    vpshufd $0x55, %xmm3, %xmm1
    vpshufd $0xaa, %xmm3, %xmm2
    vpshufd $0xff, %xmm3, %xmm3
    vmovdqu .Lkey_12(%rip), %xmm5
    vpbroadcastq .Lkey_0(%rip), %xmm6
    vpbroadcastq .Lkey_3(%rip), %xmm7
    vmovdqa .Lkey_left(%rip), %xmm13
    vmovdqa .Lkey_cross(%rip), %xmm14
    vpxor %xmm1, %xmm2, %xmm4
    vpternlogd $XOR3, .Lck(%rip){1to4}, %xmm3, %xmm4
    vpxor %xmm15, %xmm15, %xmm15
    vmovdqa64 %zmm15, CTX_BITS(%rdi)
    movl $128, CTX_BITS(%rdi)
    vpbroadcastq .Lmap_mi(%rip), %xmm16
    vmovdqa64 .Lbswap(%rip), %xmm17
    vmovdqu64 .Lkey_expand(%rip), %ymm18
    vmovdqu64 .Lkey_expand+32(%rip), %ymm19
    lea .Lck+4(%rip), %r8
    xor %eax, %eax
    /* Four rounds; what is made of their subkeys is in the shadow of the next ones. */
1:  KEY_ROUND 0, 1, 2, 3, (%r8, %rax)
    KEY_ROUND 1, 2, 3, 0, 4(%r8, %rax)
    KEY_ROUND 2, 3, 0, 1, 8(%r8, %rax)
    KEY_ROUND 3, 0, 1, 2, 12(%r8, %rax)
    vpunpckldq %xmm1, %xmm0, %xmm20
    vpunpckldq %xmm3, %xmm2, %xmm21
    vpunpcklqdq %xmm21, %xmm20, %xmm20
    vmovdqa64 %xmm20, CTX_WORDS(%rdi, %rax)
    vgf2p8affineqb $SM4_X0, %xmm16, %xmm20, %xmm21
    vpshufb %xmm17, %xmm21, %xmm21
    vmovdqa64 %xmm21, (%rdi, %rax)
    vinserti32x4 $1, %xmm20, %ymm20, %ymm20
    vpshufb %ymm18, %ymm20, %ymm21
    vpshufb %ymm19, %ymm20, %ymm20
    vmovdqu64 %ymm21, CTX_BYTES(%rdi, %rax, 4)
    vmovdqu64 %ymm20, CTX_BYTES+32(%rdi, %rax, 4)
    add $16, %eax
    cmp $128, %eax
    jb 1b
    xor %eax, %eax
    vpxord %xmm20, %xmm20, %xmm20
    vpxord %xmm21, %xmm21, %xmm21
    WIPE_VECTORS
    ret
9:  xor %eax, %eax
    mov $CTX_SIZE / 8, %ecx
    rep stosq
    or $-1, %eax
    ret
ENDFUNC SYM(setkey)

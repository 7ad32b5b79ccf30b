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
 * flight, each with its words in 16 slots on the stack: x0, x1 and the subkeys ({1to16}) are memory operands, x2 and
 * x3 are in registers. 17 to 64 blocks take one set. Up to 16 blocks are word-sliced, a word of each block in a
 * dword: F, G and H there, byte rotations by VPSHUFB, 6 uops deep. Its XMM form serves CBC and CFB encryption.
 * Counter blocks are made byte-sliced: only the lowest byte differs, and where it overflows the other 15 are taken
 * from the counter 256 later.
 *
 * int  tsubaki_sm4_setkey_gfni_avx512(ctx, key, key_len)
 * void tsubaki_sm4_{ecb_enc,ecb_dec}_gfni_avx512(ctx, out, in, nblocks)
 * void tsubaki_sm4_{ctr,ctr32,cbc_enc,cbc_dec,cfb_enc,cfb_dec}_gfni_avx512(ctx, out, in, nblocks, iv)
 *
 * Width 128 blocks (cbc_enc, cfb_enc: 1). CPU: AVX-512 F, BW, VL, DQ; GFNI; BMI2. Stack 2.3 KiB, wiped.
 * Registers: rdi ctx, rsi out, rdx in, rcx blocks left, r8 IV, r9..r11 subkeys and steps, rbx flags, r12 and r13
 * counter, r14 blocks of a set. Rounds: zmm16..19 x2 ^ x3 then x5, 20..23 x4 (first set), 24..31 (second), 0..8 t, f
 * and g of the set at hand, 13 F, 14 G. Clobbers every vector register, k1..k4, rax, rcx, rdx, rsi, r9..r11.
 *
 * Cycles, Golden Cove (512-bit: ports 0 and 5; GFNI on 0 alone, latency 3 and one more to and from other units):
 * a round of a set is 8 GFNI + 16 logical = 24 uops, 12 cycles if the ports are even; 32 rounds are 384, slicing is
 * 128 shuffles (port 5) with 32 affine maps in their shadow: 512 cycles for 64 blocks, 0.50 cycles/byte; 0.44 if
 * slicing and rounds overlapped completely. Measured (Emerald Rapids, November 2026), cycles/byte:
 * ECB 0.534, CTR 0.55, CBC-dec 0.55, CFB-dec 0.56, CBC-enc and CFB-enc 20.6; one call of 1 to 16 blocks 380 cycles,
 * of 17 to 64 blocks 830. Other shapes: one byte-sliced set in flight 0.83 (20 cycles a round: the latency of
 * 8 GFNI in a row and the XORs behind them); word-sliced 10 uops a round for 16 blocks, at best 0.64.
 */
#define CIPHER sm4
#define VARIANT gfni_avx512
#include "asm.h"

/* The context: bytes of struct tsubaki_sm4_ctx. */
#define CTX_SIZE    4096
#define CTX_BITS    128
#define CTX_BYTES   192     /* per round 16 bytes: each byte of M.(rk ^ X0), first in memory first, four times */
#define CTX_WORDS   704     /* per round 4 bytes: the same bytes once */

/* The frame: slots of two sets, then 128 bytes for IV and counter blocks. */
#define SET         1024
#define IV          2048    /* the chaining value of the next block */
#define NEXT        2064    /* the one after this pass */
#define COUNT       2080    /* counter block, and the one 256 later */
#define COUNTZ      2112    /* both in the basis */
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
#define SM4_C2 0xd3
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
.Lmap_b:
    .quad 0xae6613672c629378
/* end generated */
    .p2align 6
/* The block of a set that position 16 l + r of a byte-sliced vector belongs to: 4 r + l. */
.Lposition:
    .irp l, 0, 1, 2, 3
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    .byte 4 * \r + \l
    .endr
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
.Lexpand:       /* lane l: byte i of dword l of every lane, four times */
    .irp l, 0, 4, 8, 12
    .irp i, 0, 1, 2, 3
    .byte \l + \i, \l + \i, \l + \i, \l + \i
    .endr
    .endr
.Lror8:
    .byte 1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12
.Lror16:
    .byte 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13
.Lror24:
    .byte 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14
.Lbswap:
    .byte 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12
.Lfk:
    .long 0xa3b1bac6, 0x56aa3350, 0x677d9197, 0xb27022dc
.Lck0:
    .long 0x00070e15
.Lck_step:
    .long 0x1c1c1c1c

/* ------------------------------------------------------------------ byte-sliced rounds */

/* One round of one set: t0..t3 hold x1 ^ x2 ^ x3 ^ rk, slot the word x0; x4 goes to d0..d3 and to the slot. */
.macro ROUND t0, t1, t2, t3, d0, d1, d2, d3, slot
    vgf2p8affineinvqb $SM4_K, %zmm13, %zmm\t3, %zmm7
    vgf2p8affineinvqb $SM4_K, %zmm13, %zmm\t0, %zmm4
    vgf2p8affineinvqb $SM4_K, %zmm13, %zmm\t1, %zmm5
    vgf2p8affineinvqb $SM4_K, %zmm13, %zmm\t2, %zmm6
    vgf2p8affineinvqb $0, %zmm14, %zmm\t0, %zmm\t0
    vgf2p8affineinvqb $0, %zmm14, %zmm\t1, %zmm\t1
    vgf2p8affineinvqb $0, %zmm14, %zmm\t2, %zmm\t2
    vgf2p8affineinvqb $0, %zmm14, %zmm\t3, %zmm\t3
    vpxord %zmm\t0, %zmm7, %zmm\d0
    vpxord %zmm\t1, %zmm4, %zmm\d1
    vpxord %zmm\d0, %zmm\d1, %zmm8
    vpxord %zmm\t2, %zmm5, %zmm\d2
    vpxord %zmm\t3, %zmm6, %zmm\d3
    vpternlogd $XOR3, %zmm\d2, %zmm\d3, %zmm8
    vpternlogd $XOR3, \slot+8(%rsp), %zmm8, %zmm\d0
    vpternlogd $XOR3, \slot+8+64(%rsp), %zmm8, %zmm\d1
    vpternlogd $XOR3, \slot+8+128(%rsp), %zmm8, %zmm\d2
    vpternlogd $XOR3, \slot+8+192(%rsp), %zmm8, %zmm\d3
    vmovdqa64 %zmm\d0, \slot+8(%rsp)
    vmovdqa64 %zmm\d1, \slot+8+64(%rsp)
    vmovdqa64 %zmm\d2, \slot+8+128(%rsp)
    vmovdqa64 %zmm\d3, \slot+8+192(%rsp)
.endm

/* First round of a pair: p = x2 ^ x3 serves both; x1 from its slot. q = x2, then x4. */
.macro FIRST p0, p1, p2, p3, q0, q1, q2, q3, slot0, slot1, rk:vararg
    vmovdqa64 \slot1+8(%rsp), %zmm0
    vmovdqa64 \slot1+8+64(%rsp), %zmm1
    vmovdqa64 \slot1+8+128(%rsp), %zmm2
    vmovdqa64 \slot1+8+192(%rsp), %zmm3
    vpxord %zmm\p0, %zmm\q0, %zmm\p0
    vpxord %zmm\p1, %zmm\q1, %zmm\p1
    vpxord %zmm\p2, %zmm\q2, %zmm\p2
    vpxord %zmm\p3, %zmm\q3, %zmm\p3
    vpternlogd $XOR3, 0(\rk){1to16}, %zmm\p0, %zmm0
    vpternlogd $XOR3, 4(\rk){1to16}, %zmm\p1, %zmm1
    vpternlogd $XOR3, 8(\rk){1to16}, %zmm\p2, %zmm2
    vpternlogd $XOR3, 12(\rk){1to16}, %zmm\p3, %zmm3
    ROUND 0, 1, 2, 3, \q0, \q1, \q2, \q3, \slot0
.endm

/* Second: q = x4, p = x2 ^ x3, then x5. */
.macro SECOND p0, p1, p2, p3, q0, q1, q2, q3, slot1, rk:vararg
    vpternlogd $XOR3, 0(\rk){1to16}, %zmm\q0, %zmm\p0
    vpternlogd $XOR3, 4(\rk){1to16}, %zmm\q1, %zmm\p1
    vpternlogd $XOR3, 8(\rk){1to16}, %zmm\q2, %zmm\p2
    vpternlogd $XOR3, 12(\rk){1to16}, %zmm\q3, %zmm\p3
    ROUND \p0, \p1, \p2, \p3, \p0, \p1, \p2, \p3, \slot1
.endm

.macro PAIR slot0, slot1, rk0, rk1:vararg
    FIRST 16, 17, 18, 19, 20, 21, 22, 23, \slot0, \slot1, \rk0
    FIRST 24, 25, 26, 27, 28, 29, 30, 31, SET+\slot0, SET+\slot1, \rk0
    SECOND 16, 17, 18, 19, 20, 21, 22, 23, \slot1, \rk1
    SECOND 24, 25, 26, 27, 28, 29, 30, 31, SET+\slot1, \rk1
.endm

.macro LOAD_X23 slots, p0, p1, p2, p3, q0, q1, q2, q3
    vmovdqa64 8+\slots+512(%rsp), %zmm\q0
    vmovdqa64 8+\slots+576(%rsp), %zmm\q1
    vmovdqa64 8+\slots+640(%rsp), %zmm\q2
    vmovdqa64 8+\slots+704(%rsp), %zmm\q3
    vmovdqa64 8+\slots+768(%rsp), %zmm\p0
    vmovdqa64 8+\slots+832(%rsp), %zmm\p1
    vmovdqa64 8+\slots+896(%rsp), %zmm\p2
    vmovdqa64 8+\slots+960(%rsp), %zmm\p3
.endm

/*
 * 32 rounds on the slots of two sets (rsp at the call); X32..X35 are left there.
 * r9: the first subkey, r10: the step from one to the next. Clobbers rax, r11.
 */
LOCAL_FUNC .Lrounds
    vpbroadcastq .Lmap_f(%rip), %zmm13
    vpbroadcastq .Lmap_g(%rip), %zmm14
    LOAD_X23 0, 16, 17, 18, 19, 20, 21, 22, 23
    LOAD_X23 SET, 24, 25, 26, 27, 28, 29, 30, 31
    mov %r9, %r11
    mov $8, %eax
    .p2align 5
1:  PAIR 0, 256, %r11, %r11, %r10
    lea (%r11, %r10, 2), %r11
    PAIR 512, 768, %r11, %r11, %r10
    lea (%r11, %r10, 2), %r11
    dec %eax
    jnz 1b
    ret
ENDFUNC .Lrounds

/* ------------------------------------------------------------------ slicing */

/* One of the four equal steps that transpose 16 registers of 16 bytes within each 128-bit lane. */
.macro INTERLEAVE a, b, lo, hi
    vpunpcklbw %zmm\b, %zmm\a, %zmm\lo
    vpunpckhbw %zmm\b, %zmm\a, %zmm\hi
.endm
.macro INTERLEAVE_UP            /* zmm0..15 to zmm16..31 */
    INTERLEAVE 0, 8, 16, 17
    INTERLEAVE 1, 9, 18, 19
    INTERLEAVE 2, 10, 20, 21
    INTERLEAVE 3, 11, 22, 23
    INTERLEAVE 4, 12, 24, 25
    INTERLEAVE 5, 13, 26, 27
    INTERLEAVE 6, 14, 28, 29
    INTERLEAVE 7, 15, 30, 31
.endm
.macro INTERLEAVE_DOWN          /* and back */
    INTERLEAVE 16, 24, 0, 1
    INTERLEAVE 17, 25, 2, 3
    INTERLEAVE 18, 26, 4, 5
    INTERLEAVE 19, 27, 6, 7
    INTERLEAVE 20, 28, 8, 9
    INTERLEAVE 21, 29, 10, 11
    INTERLEAVE 22, 30, 12, 13
    INTERLEAVE 23, 31, 14, 15
.endm

/* 64 blocks in zmm0..15 to the slots at rax. */
LOCAL_FUNC .Lslice
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    vgf2p8affineqb $0, .Lmap_m(%rip){1to8}, %zmm\r, %zmm\r
    .endr
    INTERLEAVE_UP
    INTERLEAVE_DOWN
    INTERLEAVE_UP
    INTERLEAVE_DOWN
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    vmovdqa64 %zmm\r, 64*\r(%rax)
    .endr
    ret
ENDFUNC .Lslice

/* The slots at rax, words in reverse order, to 64 blocks in zmm0..15. */
LOCAL_FUNC .Lunslice
    .irp m, 0, 1, 2, 3
    vmovdqa64 768+64*\m(%rax), %zmm\m
    .endr
    vmovdqa64 512(%rax), %zmm4
    vmovdqa64 576(%rax), %zmm5
    vmovdqa64 640(%rax), %zmm6
    vmovdqa64 704(%rax), %zmm7
    vmovdqa64 256(%rax), %zmm8
    vmovdqa64 320(%rax), %zmm9
    vmovdqa64 384(%rax), %zmm10
    vmovdqa64 448(%rax), %zmm11
    vmovdqa64 0(%rax), %zmm12
    vmovdqa64 64(%rax), %zmm13
    vmovdqa64 128(%rax), %zmm14
    vmovdqa64 192(%rax), %zmm15
    INTERLEAVE_UP
    INTERLEAVE_DOWN
    INTERLEAVE_UP
    INTERLEAVE_DOWN
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    vgf2p8affineqb $0, .Lmap_mi(%rip){1to8}, %zmm\r, %zmm\r
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

/*
 * 64 counter blocks to the slots at rax. They differ in their low bytes only; where the sum of the lowest byte and
 * the block's number overflows, the other 15 bytes are those of the counter 256 later.
 */
LOCAL_FUNC .Lslice_counter
    COUNTER_BLOCKS
    vbroadcasti32x4 8+COUNT(%rsp), %zmm0
    vbroadcasti32x4 8+COUNT+16(%rsp), %zmm1
    vpbroadcastq .Lmap_m(%rip), %zmm2
    vgf2p8affineqb $0, %zmm2, %zmm0, %zmm0
    vgf2p8affineqb $0, %zmm2, %zmm1, %zmm1
    vmovdqa %xmm0, 8+COUNTZ(%rsp)
    vmovdqa %xmm1, 8+COUNTZ+16(%rsp)
    vmovdqa64 .Lposition(%rip), %zmm3
    vpbroadcastb %r12d, %zmm4
    vpaddb %zmm3, %zmm4, %zmm5
    vpcmpub $1, %zmm4, %zmm5, %k1               /* overflowed */
    vgf2p8affineqb $0, %zmm2, %zmm5, %zmm5
    vmovdqa64 %zmm5, 64*15(%rax)
    kortestq %k1, %k1
    jnz 1f
    .irp j, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
    vpbroadcastb 8+COUNTZ+\j(%rsp), %zmm6
    vmovdqa64 %zmm6, 64*\j(%rax)
    .endr
    ret
1:  .irp j, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
    vpbroadcastb 8+COUNTZ+\j(%rsp), %zmm6
    vpbroadcastb 8+COUNTZ+16+\j(%rsp), %zmm6{%k1}
    vmovdqa64 %zmm6, 64*\j(%rax)
    .endr
    ret
ENDFUNC .Lslice_counter

/* At least r14 counter blocks, 64 at most, to zmm0..15. Clobbers r15. */
LOCAL_FUNC .Lfew_counter
    COUNTER_BLOCKS
    vbroadcasti32x4 8+COUNT(%rsp), %zmm16
    vbroadcasti32x4 8+COUNT+16(%rsp), %zmm17
    vpunpckhqdq %zmm16, %zmm16, %zmm18
    vmovdqa64 .Lcount0(%rip), %zmm19
    vmovdqa64 .Lcount4(%rip), %zmm20
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    .if \r % 4 == 0 && \r > 0
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
3:  ret
ENDFUNC .Lfew_counter

/* ------------------------------------------------------------------ word-sliced rounds: few blocks */

/* The constants of WORD_ROUND for vectors \v (xmm or zmm). */
.macro WORD_CONSTANTS v
    vpbroadcastq .Lmap_f(%rip), %\v\()25
    vpbroadcastq .Lmap_g(%rip), %\v\()26
    vpbroadcastq .Lmap_h(%rip), %\v\()27
    .ifc \v, xmm
    vmovdqa64 .Lror8(%rip), %xmm28
    vmovdqa64 .Lror16(%rip), %xmm29
    vmovdqa64 .Lror24(%rip), %xmm30
    .else
    vbroadcasti32x4 .Lror8(%rip), %\v\()28
    vbroadcasti32x4 .Lror16(%rip), %\v\()29
    vbroadcasti32x4 .Lror24(%rip), %\v\()30
    .endif
.endm

/* x0 becomes x4; t: the S-boxes' input, becomes the next round's, with subkey rk, eight cycles later. */
.macro WORD_ROUND v, bc, t, x0, x1, x2, x3, rk:vararg
    vgf2p8affineinvqb $0, %\v\()27, %\v\t, %\v\()21
    vgf2p8affineinvqb $0, %\v\()26, %\v\t, %\v\()22
    vgf2p8affineinvqb $SM4_K, %\v\()25, %\v\t, %\v\()20
    vmovdqa64 %\v\x2, %\v\t
    vpternlogd $XOR3, (\rk){\bc}, %\v\x3, %\v\t
    vpshufb %\v\()28, %\v\()21, %\v\()23
    vpshufb %\v\()29, %\v\()21, %\v\()21
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
    WORD_ROUND \v, \bc, 16, 0, 1, 2, 3, \rk
    .if \sets > 1
    WORD_ROUND \v, \bc, 17, 4, 5, 6, 7, \rk
    .endif
    .if \sets > 2
    WORD_ROUND \v, \bc, 18, 8, 9, 10, 11, \rk
    WORD_ROUND \v, \bc, 19, 12, 13, 14, 15, \rk
    .endif
.endm
.macro WORD_ROUND_1 v, bc, sets, rk:vararg
    WORD_ROUND \v, \bc, 16, 1, 2, 3, 0, \rk
    .if \sets > 1
    WORD_ROUND \v, \bc, 17, 5, 6, 7, 4, \rk
    .endif
    .if \sets > 2
    WORD_ROUND \v, \bc, 18, 9, 10, 11, 8, \rk
    WORD_ROUND \v, \bc, 19, 13, 14, 15, 12, \rk
    .endif
.endm
.macro WORD_ROUND_2 v, bc, sets, rk:vararg
    WORD_ROUND \v, \bc, 16, 2, 3, 0, 1, \rk
    .if \sets > 1
    WORD_ROUND \v, \bc, 17, 6, 7, 4, 5, \rk
    .endif
    .if \sets > 2
    WORD_ROUND \v, \bc, 18, 10, 11, 8, 9, \rk
    WORD_ROUND \v, \bc, 19, 14, 15, 12, 13, \rk
    .endif
.endm
.macro WORD_ROUND_3 v, bc, sets, rk:vararg
    WORD_ROUND \v, \bc, 16, 3, 0, 1, 2, \rk
    .if \sets > 1
    WORD_ROUND \v, \bc, 17, 7, 4, 5, 6, \rk
    .endif
    .if \sets > 2
    WORD_ROUND \v, \bc, 18, 11, 8, 9, 10, \rk
    WORD_ROUND \v, \bc, 19, 15, 12, 13, 14, \rk
    .endif
.endm

/* 32 rounds; set s has x0..x3 in registers 4 s .. 4 s + 3. r9, r10: as in ROUNDS. Clobbers rax, r11, r15. */
.macro WORD_ROUNDS v, bc, sets
    WORD_CONSTANTS \v
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
3:  vmovdqa64 %zmm0, (%rax)
    add $64, %rax
    dec %r15d
    jnz 3b
2:  WIPE_ALL_VECTORS
    ret
ENDFUNC .Lwipe

/* ------------------------------------------------------------------ entries for many blocks */

/* What a mode enciphers, and what it XORs to the result. */
#define NOTHING  0
#define INPUT    1
#define PREVIOUS 2      /* the input one block earlier, the first time the IV */
#define COUNTER  3
#define MASK     4      /* the input and the block of MASKS; to the result, the latter alone */
#define OUTPUT   5      /* what OCB's checksum takes, beside INPUT; without storing it */
#define ONLY     6

/*
 * OP arg, sum, base, r for every register r of 4 blocks, the last first. masked: only those of the first r14 blocks, where
 * k1 selects the blocks that exist. Clobbers rax, r15.
 */
.macro EACH op, arg, sum, base, masked
    .if \masked
    lea -1(%r14), %r15d
    and $3, %r15d
    lea 2(%r15, %r15), %r15d
    or $-1, %eax
    bzhi %r15d, %eax, %eax
    kmovd %eax, %k1
    .else
    kxnorb %k1, %k1, %k1
    .endif
    kxnorb %k2, %k2, %k2
    .irp r, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
    .if \masked
    cmp $4*\r, %r14d
    jbe 1f
    .endif
    \op \arg, \sum, \base, \r, \masked
    .if \masked
    kmovq %k2, %k1
    .endif
1:
    .endr
.endm

/* zmm18: the sum of the blocks that a mode counts. */
.macro LOAD arg, sum, base, r, masked
    .if \arg != PREVIOUS || \base + \r == 0
    .if \masked
    vmovdqu64 \base+64*\r(%rdx), %zmm\r{%k1}{z}
    .else
    vmovdqu64 \base+64*\r(%rdx), %zmm\r
    .endif
    .else
    .if \masked
    vmovdqu64 \base+64*\r-16(%rdx), %zmm\r{%k1}{z}
    .else
    vmovdqu64 \base+64*\r-16(%rdx), %zmm\r
    .endif
    .endif
    .if \arg == PREVIOUS && \base + \r == 0
    vbroadcasti32x4 IV(%rsp), %zmm16
    valignq $6, %zmm16, %zmm0, %zmm0
    .endif
    .if \sum == INPUT
    vpxorq %zmm\r, %zmm18, %zmm18
    .endif
    .if \arg == MASK
    vpxorq MASKS+\base+64*\r(%rsp), %zmm\r, %zmm\r
    .endif
.endm

.macro STORE arg, sum, base, r, masked
    .if \arg == PREVIOUS && \base + \r == 0
    vmovdqu64 (%rdx), %zmm16{%k1}{z}
    vbroadcasti32x4 IV(%rsp), %zmm17
    valignq $6, %zmm17, %zmm16, %zmm16
    vpxorq %zmm16, %zmm0, %zmm0
    .elseif \arg == PREVIOUS
    vpxorq \base+64*\r-16(%rdx), %zmm\r, %zmm\r{%k1}
    .elseif \arg == INPUT
    vpxorq \base+64*\r(%rdx), %zmm\r, %zmm\r{%k1}
    .elseif \arg == MASK
    vpxorq MASKS+\base+64*\r(%rsp), %zmm\r, %zmm\r
    .endif
    .if \sum == OUTPUT || \sum == ONLY
    vpxorq %zmm\r, %zmm18, %zmm18{%k1}
    .endif
    .if \sum != ONLY
    .if \masked
    vmovdqu64 %zmm\r, \base+64*\r(%rsi){%k1}
    .else
    vmovdqu64 %zmm\r, \base+64*\r(%rsi)
    .endif
    .endif
.endm

/* The vectors of a set that \op handles, with the sum. */
.macro LOADS from, sum, base, masked
    .if \sum == INPUT
    vpxord %xmm18, %xmm18, %xmm18
    .endif
    EACH LOAD, \from, \sum, \base, \masked
    .if \sum == INPUT
    ADD_SUM
    .endif
.endm
.macro STORES xor, sum, base, masked
    .if \sum > INPUT
    vpxord %xmm18, %xmm18, %xmm18
    .endif
    EACH STORE, \xor, \sum, \base, \masked
    .if \sum > INPUT
    ADD_SUM
    .endif
.endm
.macro ADD_SUM
    vpxorq SUM(%rsp), %zmm18, %zmm18
    vmovdqa64 %zmm18, SUM(%rsp)
.endm

/* One set of blocks to its slots. base: its first byte in the data and in the slots. */
.macro GATHER from, sum, base, masked
    .if \from == COUNTER
    lea \base(%rsp), %rax
    call .Lslice_counter
    .else
    LOADS \from, \sum, \base, \masked
    lea \base(%rsp), %rax
    call .Lslice
    .endif
.endm
.macro SCATTER xor, sum, base, masked
    lea \base(%rsp), %rax
    call .Lunslice
    STORES \xor, \sum, \base, \masked
.endm

/*
 * An entry. from, xor: what is enciphered and what is added to the result; sum: INPUT, OUTPUT or ONLY (nothing is
 * stored) if OCB's checksum takes it; masks: the function that makes MASKS; step: 16 to encipher, -16 to decipher.
 * rdi ctx, rsi out, rdx in, rcx blocks left, r8 IV, counter, tweak or OCB state; r14: blocks of the last set.
 */
.macro MODE name, from, xor, step, flags=0, masks=none, sum=NOTHING
FUNC \name
    PUSH_CFI %rbp
    PUSH_CFI %rbx
    PUSH_CFI %r12
    PUSH_CFI %r13
    PUSH_CFI %r14
    PUSH_CFI %r15
    mov %rsp, %rbp
    .cfi_def_cfa_register %rbp
    .if \from == MASK
    sub $MASK_FRAME, %rsp
    .else
    sub $FRAME, %rsp
    .endif
    and $-64, %rsp
    .if \sum == ONLY                            /* no out: (ctx, in, nblocks, state) */
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
    .if \from == COUNTER
    mov (%r8), %r13
    mov 8(%r8), %r12
    bswap %r13
    bswap %r12
    .else
    .if \xor != NOTHING || \from != INPUT
    vmovdqu (%r8), %xmm0
    vmovdqa %xmm0, IV(%rsp)
    .endif
    .if \sum != NOTHING
    vpxor %xmm0, %xmm0, %xmm0
    vmovdqa64 %zmm0, SUM(%rsp)
    mov OCB_FIRST(%r8), %r12
    .endif
    .endif
10: .if \from == MASK
    mov $128, %eax
    cmp %rax, %rcx
    cmovb %rcx, %rax
    call \masks
    .endif
    cmp $64, %rcx
    jbe 20f
    or $SLOTS, %ebx
    GATHER \from, \sum, 0, 0
    mov $64, %r14d
    .if \from == COUNTER
    call .Lcounter_add
    .endif
    mov $128, %eax
    cmp %rax, %rcx
    cmovb %rcx, %rax
    lea -64(%rax), %r14
    GATHER \from, \sum, SET, 1
    call .Lrounds
    lea 64(%r14), %rax
    SAVE_NEXT \from, \xor
    SCATTER \xor, \sum, SET, 1
    SCATTER \xor, \sum, 0, 0
    lea 64(%r14), %rax
    jmp 40f
20: mov %rcx, %r14
    test %rcx, %rcx
    jz 50f
    .if \from == COUNTER
    call .Lfew_counter
    .else
    LOADS \from, \sum, 0, 1
    .endif
    call .Lfew
    mov %r14, %rax
    SAVE_NEXT \from, \xor
    STORES \xor, \sum, 0, 1
    mov %r14, %rax
40: .if \from == COUNTER
    call .Lcounter_add
    .endif
    sub %rax, %rcx
    shl $4, %rax
    add %rax, %rdx
    add %rax, %rsi
    .if \from == PREVIOUS || \xor == PREVIOUS
    vmovdqa NEXT(%rsp), %xmm0
    vmovdqa %xmm0, IV(%rsp)
    .elseif \from == MASK
    .ifc \masks, .Locb_masks
    vmovdqa MASKS-16(%rsp, %rax), %xmm0
    .else
    vmovdqa MASKS(%rsp, %rax), %xmm0
    .endif
    vmovdqa %xmm0, IV(%rsp)
    .endif
    jmp 10b
50: .if \from == COUNTER
    STORE_BE %r13, (%r8)
    STORE_BE %r12, 8(%r8)
    .elseif \xor != NOTHING || \from != INPUT
    vmovdqa IV(%rsp), %xmm0
    vmovdqu %xmm0, (%r8)
    .endif
    .if \sum != NOTHING
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

/* The last ciphertext block of a pass of rax blocks, before the output may overwrite it. */
.macro SAVE_NEXT from, xor
    .if \from == PREVIOUS || \xor == PREVIOUS
    shl $4, %rax
    vmovdqu64 -16(%rdx, %rax), %xmm16
    vmovdqa64 %xmm16, NEXT(%rsp)
    .endif
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

MODE SYM(ecb_enc), INPUT, NOTHING, 16
MODE SYM(ecb_dec), INPUT, NOTHING, -16
MODE SYM(ctr), COUNTER, INPUT, 16
MODE SYM(ctr32), COUNTER, INPUT, 16, WRAP32
MODE SYM(cbc_dec), INPUT, PREVIOUS, -16
MODE SYM(cfb_dec), PREVIOUS, INPUT, 16
MODE SYM(xts_enc), MASK, MASK, 16, MASKED, .Lxts_masks
MODE SYM(xts_dec), MASK, MASK, -16, MASKED, .Lxts_masks
MODE SYM(ocb_enc), MASK, MASK, 16, MASKED, .Locb_masks, INPUT
MODE SYM(ocb_dec), MASK, MASK, -16, MASKED, .Locb_masks, OUTPUT
MODE SYM(ocb_auth), MASK, NOTHING, 16, MASKED, .Locb_masks, ONLY

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

/* k0 becomes k4 and goes to memory; xmm8: CK. */
.macro KEY_ROUND k0, k1, k2, k3, at
    vpxor %xmm\k1, %xmm8, %xmm4
    vpternlogd $XOR3, %xmm\k2, %xmm\k3, %xmm4
    vgf2p8affineqb $SM4_MX0, %xmm10, %xmm4, %xmm4
    vgf2p8affineinvqb $SM4_C2, %xmm11, %xmm4, %xmm4
    vprold $13, %xmm4, %xmm5
    vprold $23, %xmm4, %xmm6
    vpternlogd $XOR3, %xmm4, %xmm5, %xmm\k0
    vpxor %xmm6, %xmm\k0, %xmm\k0
    vpaddb %xmm9, %xmm8, %xmm8
    vmovd %xmm\k0, \at(%r8)
.endm

/* int setkey(ctx, key, key_len) */
FUNC SYM(setkey)
    mov %rdi, %r8
    mov $CTX_SIZE / 8, %ecx
    xor %eax, %eax
    cmp $16, %rdx
    jne 9f
    vmovdqu (%rsi), %xmm0
    rep stosq
    movl $128, CTX_BITS(%r8)
    vpshufb .Lbswap(%rip), %xmm0, %xmm0
    vpxor .Lfk(%rip), %xmm0, %xmm0
    vpshufd $0x55, %xmm0, %xmm1
    vpshufd $0xaa, %xmm0, %xmm2
    vpshufd $0xff, %xmm0, %xmm3
    vmovd .Lck0(%rip), %xmm8
    vmovd .Lck_step(%rip), %xmm9
    vpbroadcastq .Lmap_m(%rip), %xmm10
    vpbroadcastq .Lmap_b(%rip), %xmm11
    mov $8, %ecx
1:  KEY_ROUND 0, 1, 2, 3, 0
    KEY_ROUND 1, 2, 3, 0, 4
    KEY_ROUND 2, 3, 0, 1, 8
    KEY_ROUND 3, 0, 1, 2, 12
    add $16, %r8
    dec %ecx
    jnz 1b
    sub $128, %r8
    vbroadcasti32x4 .Lbswap(%rip), %zmm12
    vpbroadcastq .Lmap_m(%rip), %zmm10
    vmovdqa64 .Lexpand(%rip), %zmm13
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    vbroadcasti32x4 16*\i(%r8), %zmm0
    vpshufb %zmm12, %zmm0, %zmm0
    vgf2p8affineqb $SM4_MX0, %zmm10, %zmm0, %zmm0
    vmovdqa %xmm0, CTX_WORDS+16*\i(%r8)
    vpshufb %zmm13, %zmm0, %zmm0
    vmovdqa64 %zmm0, CTX_BYTES+64*\i(%r8)
    .endr
    WIPE_VECTORS
    ret
9:  rep stosq
    or $-1, %eax
    ret
ENDFUNC SYM(setkey)

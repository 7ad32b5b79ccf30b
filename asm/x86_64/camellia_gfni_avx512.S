/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Camellia (RFC 3713) with GFNI and AVX-512: BANNER TO BE WRITTEN
 */
#define CIPHER camellia
#define VARIANT gfni_avx512
#define NEED_CAMELLIA_SCHEDULE
#define NEED_CAMELLIA_ONE
#define CAMELLIA_ONE_TERNLOG
#define CAMELLIA_ONE_AT (CAMELLIA_CTX_VARIANT + 1472)
#include "asm.h"

    /* generated: immediates */
#define IMM_X0       0xc5
#define IMM_BASIS_X0 0x08
#define IMM_POST_S1  0xf1
#define IMM_POST_S2  0x05
#define IMM_POST_S3  0x9d
#define IMM_PRE_S4   0x62
    /* end generated */

/* The variant's part of the context. A slot is 8 bytes in the basis, each four times: the whitening of the half that
 * enters round 1, what the rounds add, the whitening of the half that entered the last round. Decryption walks the slots
 * and FL layers backwards. A layer's matrices: 4 bytes of the first ke, then 4 of the second, for each of three maps. */
#define SLOTS           (CAMELLIA_CTX_VARIANT + 32)
#define SLOT            32
#define SLOT_COUNT      26
#define LAYERS          (CAMELLIA_CTX_VARIANT + 896)
#define LAYER           192
#define FL_SHL1         0
#define FL_SHR7         64
#define FL_SAME         128

RODATA
CAMELLIA_SCHEDULE_CONSTS
CAMELLIA_ONE_CONSTS
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
.Lx0:
    .long 0xc5c5c5c5
    /* end generated */
    /* generated: matrices */
.Lslot_keys:
    .quad 0xa1111c8548438281
.Lslot_bytes:
    .quad 0x8040201008040201
.Lto_basis:
    .quad 0xff38108aa65cc0bc
.Lfrom_basis:
    .quad 0x2f721ee604e0dc9c
.Lpost_s1:
    .quad 0x01fe339f76b8066d
.Lpost_s2:
    .quad 0x01091e7e5fdf628e
.Lpost_s3:
    .quad 0x0151d3fc60495ca4
.Lpre_s4:
    .quad 0x01fce6ed856a3c52
.Lfl_right:
    .quad 0x010fddc5c62b6ae8
.Lfl_shl1:
    .quad 0x7f1c0845532e605e
.Lfl_shr7:
    .quad 0x8000000000000000
.Lfl_same:
    .quad 0xff38108aa65cc0bc
    /* end generated */
    .text

/* ---------------------------------------------------------------------------------------------------------------------
 * The round. A group is eight registers whose names end in 0..7, and is called by its prefix: zmm (zmm0-7), zmm1
 * (zmm10-17), zmm2 (zmm20-27). A half of the state fills a group: byte j of every block in register j. Beside the groups,
 * registers 8, 9, 18, 19 are temporaries and 28-31 hold matrices. v is zmm or ymm, d and q its dword and qword
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

/* The S-boxes of x into t (z3 z0 z1 z2, z7 z4 z5 z6: where PMIX wants them), then the part of the P-function that the
 * outputs share, with the round's slot at key. */
.macro SBOXES v, x, t
    vgf2p8affineqb $IMM_PRE_S4, %\v\()31, %\x\()3, %\t\()0
    vgf2p8affineqb $IMM_PRE_S4, %\v\()31, %\x\()6, %\t\()7
    vgf2p8affineinvqb $IMM_POST_S1, %\v\()28, %\x\()7, %\t\()4
    vgf2p8affineinvqb $IMM_POST_S3, %\v\()30, %\x\()2, %\t\()3
    vgf2p8affineinvqb $IMM_POST_S1, %\v\()28, %\t\()0, %\t\()0
    vgf2p8affineinvqb $IMM_POST_S1, %\v\()28, %\t\()7, %\t\()7
    vgf2p8affineinvqb $IMM_POST_S2, %\v\()29, %\x\()4, %\t\()5
    vgf2p8affineinvqb $IMM_POST_S2, %\v\()29, %\x\()1, %\t\()2
    vgf2p8affineinvqb $IMM_POST_S1, %\v\()28, %\x\()0, %\t\()1
    vgf2p8affineinvqb $IMM_POST_S3, %\v\()30, %\x\()5, %\t\()6
.endm
.macro PMIX v, d, t, key
    XOR3 4(\key)\d, %\t\()4, %\t\()3        /* a2 = z2 ^ z7 */
    XOR3 0(\key)\d, %\t\()5, %\t\()0        /* a3 = z3 ^ z4 */
    XOR3 28(\key)\d, %\t\()3, %\t\()5       /* b4 = z4 ^ a2 */
    XOR3 8(\key)\d, %\t\()7, %\t\()2        /* a1 = z1 ^ z6 */
    XOR3 12(\key)\d, %\t\()6, %\t\()1       /* a0 = z0 ^ z5 */
    XOR3 24(\key)\d, %\t\()0, %\t\()6       /* b5 = z5 ^ a3 */
    XOR3 16(\key)\d, %\t\()2, %\t\()4       /* b7 = z7 ^ a1 */
    XOR3 20(\key)\d, %\t\()1, %\t\()7       /* b6 = z6 ^ a0 */
    vpxord %\t\()4, %\t\()6, %\v\()9        /* v1 = b5 ^ b7 */
    vpxord %\t\()5, %\t\()7, %\v\()8        /* v0 = b4 ^ b6 */
.endm

/* y ^= F(x) ^ what the slot at key stands for. */
.macro ROUND v, d, key, x, y, t
    SBOXES \v, \x, \t
    PMIX \v, \d, \t, \key
    XOR3 %\t\()3, %\v\()9, %\y\()3
    XOR3 %\t\()3, %\t\()6, %\y\()6
    XOR3 %\t\()0, %\t\()7, %\y\()7
    XOR3 %\t\()2, %\v\()8, %\y\()2
    XOR3 %\t\()2, %\t\()5, %\y\()5
    XOR3 %\t\()1, %\t\()4, %\y\()4
    XOR3 %\t\()1, %\v\()9, %\y\()1
    XOR3 %\t\()0, %\v\()8, %\y\()0
.endm

/* The same with both halves in memory, at offsets x and y from r11; bytes 3 and 6 of x, which have the longest way to go,
 * are in zmm18 and zmm19 as well, and those of y are left there. */
.macro ROUND_MEM key, x, y, t
    vgf2p8affineqb $IMM_PRE_S4, %zmm31, %zmm18, %\t\()0
    vgf2p8affineqb $IMM_PRE_S4, %zmm31, %zmm19, %\t\()7
    vmovdqa64 \x+7*64(%r11), %\t\()4
    vmovdqa64 \x+2*64(%r11), %\t\()3
    vmovdqa64 \x+4*64(%r11), %\t\()5
    vmovdqa64 \x+1*64(%r11), %\t\()2
    vmovdqa64 \x+0*64(%r11), %\t\()1
    vmovdqa64 \x+5*64(%r11), %\t\()6
    vgf2p8affineinvqb $IMM_POST_S1, %zmm28, %\t\()4, %\t\()4
    vgf2p8affineinvqb $IMM_POST_S3, %zmm30, %\t\()3, %\t\()3
    vgf2p8affineinvqb $IMM_POST_S1, %zmm28, %\t\()0, %\t\()0
    vgf2p8affineinvqb $IMM_POST_S1, %zmm28, %\t\()7, %\t\()7
    vgf2p8affineinvqb $IMM_POST_S2, %zmm29, %\t\()5, %\t\()5
    vgf2p8affineinvqb $IMM_POST_S2, %zmm29, %\t\()2, %\t\()2
    vgf2p8affineinvqb $IMM_POST_S1, %zmm28, %\t\()1, %\t\()1
    vgf2p8affineinvqb $IMM_POST_S3, %zmm30, %\t\()6, %\t\()6
    PMIX zmm, {1to16}, \t, \key
    vmovdqa64 \y+6*64(%r11), %zmm19
    vmovdqa64 \y+3*64(%r11), %zmm18
    XOR3 %\t\()3, %\t\()6, %zmm19
    XOR3 %\t\()3, %zmm9, %zmm18
    XOR3 \y+7*64(%r11), %\t\()0, %\t\()7
    XOR3 \y+5*64(%r11), %\t\()2, %\t\()5
    XOR3 \y+2*64(%r11), %zmm8, %\t\()2
    XOR3 \y+4*64(%r11), %\t\()1, %\t\()4
    XOR3 \y+1*64(%r11), %zmm9, %\t\()1
    XOR3 \y+0*64(%r11), %zmm8, %\t\()0
    vmovdqa64 %zmm18, \y+3*64(%r11)
    vmovdqa64 %zmm19, \y+6*64(%r11)
    .irp r, 7, 5, 2, 4, 1, 0
    vmovdqa64 %\t\r, \y+64*\r(%r11)
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
 * FL: SHIFTS is right ^= (left & k_left) <<< 1, KEEPS is left ^= right | k_right, without their constants. FL is SHIFTS,
 * KEEPS; its inverse KEEPS, SHIFTS. fl is the memory operand of the layer, without offset. */
.macro FL_SHIFT v, q, x, fl, left, next, right, t, u
    vgf2p8affineqb $0, FL_SHL1 + 8 * \left\fl\q, %\x\left, %\v\t
    vgf2p8affineqb $0, FL_SHR7 + 8 * \next\fl\q, %\x\next, %\v\u
    XOR3 %\v\t, %\v\u, %\x\right
.endm
.macro FL_SHIFTS v, q, x, fl, t, u
    FL_SHIFT \v, \q, \x, "\fl", 0, 1, 4, 8, 9
    FL_SHIFT \v, \q, \x, "\fl", 1, 2, 5, \t, \u
    FL_SHIFT \v, \q, \x, "\fl", 2, 3, 6, 8, 9
    FL_SHIFT \v, \q, \x, "\fl", 3, 0, 7, \t, \u
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
/* Both halves; the layer's two parts at rax and rax + r9; then to the next layer. */
.macro NEXT_LAYER
    lea (%rax, %r9, 2), %rax
    lea (%rax, %r9, 4), %rax
.endm

/* ---------------------------------------------------------------------------------------------------------------------
 * Transposition of 16 x 16 bytes in each lane: four levels. A level interleaves the bytes of registers p0-p3 with those
 * of p4-p7 into q0-q7. */
.macro LEVEL v, p0, p1, p2, p3, p4, p5, p6, p7, q0, q1, q2, q3, q4, q5, q6, q7
    vpunpcklbw %\v\p4, %\v\p0, %\v\q0
    vpunpckhbw %\v\p4, %\v\p0, %\v\q1
    vpunpcklbw %\v\p5, %\v\p1, %\v\q2
    vpunpckhbw %\v\p5, %\v\p1, %\v\q3
    vpunpcklbw %\v\p6, %\v\p2, %\v\q4
    vpunpckhbw %\v\p6, %\v\p2, %\v\q5
    vpunpcklbw %\v\p7, %\v\p3, %\v\q6
    vpunpckhbw %\v\p7, %\v\p3, %\v\q7
.endm
.macro LEVEL_DOWN v
    LEVEL \v, 20, 21, 22, 23, 8, 9, 18, 19,  0, 1, 2, 3, 4, 5, 6, 7
    LEVEL \v, 24, 25, 26, 27, 28, 29, 30, 31,  10, 11, 12, 13, 14, 15, 16, 17
.endm
.macro LEVEL_UP v
    LEVEL \v, 0, 1, 2, 3, 10, 11, 12, 13,  20, 21, 22, 23, 24, 25, 26, 27
    LEVEL \v, 4, 5, 6, 7, 14, 15, 16, 17,  8, 9, 18, 19, 28, 29, 30, 31
.endm
/* Blocks in groups 0, 1 to bytes 0-7 in group 0, 8-15 in group 1. */
.macro SLICE v
    LEVEL_UP \v
    LEVEL_DOWN \v
    LEVEL_UP \v
    LEVEL_DOWN \v
.endm
/* Bytes 0-7 in group 1, 8-15 in group 0, as the last round leaves them, to blocks in groups 0, 1. */
.macro UNSLICE v
    LEVEL \v, 10, 11, 12, 13, 0, 1, 2, 3,  20, 21, 22, 23, 24, 25, 26, 27
    LEVEL \v, 14, 15, 16, 17, 4, 5, 6, 7,  8, 9, 18, 19, 28, 29, 30, 31
    LEVEL_DOWN \v
    LEVEL_UP \v
    LEVEL_DOWN \v
.endm

/* One affine map of every byte of groups 0 and 1. */
.macro MAP_STATE v, matrix, imm
    vpbroadcastq \matrix(%rip), %\v\()31
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17
    vgf2p8affineqb $\imm, %\v\()31, %\v\r, %\v\r
    .endr
.endm
.macro WHITEN d, x
    vpxord 28(%rdi)\d, %\x\()0, %\x\()0
    vpxord 24(%rdi)\d, %\x\()1, %\x\()1
    vpxord 20(%rdi)\d, %\x\()2, %\x\()2
    vpxord 16(%rdi)\d, %\x\()3, %\x\()3
    vpxord 12(%rdi)\d, %\x\()4, %\x\()4
    vpxord 8(%rdi)\d, %\x\()5, %\x\()5
    vpxord 4(%rdi)\d, %\x\()6, %\x\()6
    vpxord 0(%rdi)\d, %\x\()7, %\x\()7
.endm

/* ---------------------------------------------------------------------------------------------------------------------
 * Whole passes over the state, both directions.
 *   r8   first slot             r9   32 forwards, -32 backwards
 *   r10  first FL layer         r12d groups of six rounds
 * rax, rcx, rdi walk. */

/* One set: plain byte-sliced state in groups 0, 1 -> the same, halves as UNSLICE takes them. */
.macro PASS name, v, d, q
LOCAL_FUNC \name
    ROUND_MATRICES \v
    mov %r8, %rdi
    mov %r10, %rax
    mov %r12d, %ecx
    WHITEN \d, \v
1:
    .rept 3
    add %r9, %rdi
    ROUND \v, \d, %rdi, \v, \v\()1, \v\()2
    add %r9, %rdi
    ROUND \v, \d, %rdi, \v\()1, \v, \v\()2
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
    WHITEN \d, \v\()1
    MAP_STATE \v, .Lfrom_basis, IMM_X0
    ret
ENDFUNC \name
.endm
PASS .Lpass_ymm, ymm, {1to8}, {1to4}
PASS .Lpass_zmm, zmm, {1to16}, {1to8}

/* Two sets: A in groups 0 and 1, B in memory at r11 (1 KiB); both in the basis and whitened, and left in the basis, not
 * whitened, with rdi at the last slot. */
#define XB 0
#define YB 512
#define WIDE_SCRATCH 1024

.macro FL_MEM x, parts:vararg
    LOAD_GROUP zmm2, \x
    \parts
    STORE_GROUP zmm2, \x
.endm
LOCAL_FUNC .Lpass_wide
    ROUND_MATRICES zmm
    mov %r8, %rdi
    mov %r10, %rax
    mov %r12d, %ecx
    vmovdqa64 XB+3*64(%r11), %zmm18
    vmovdqa64 XB+6*64(%r11), %zmm19
1:
    .rept 2
    add %r9, %rdi
    ROUND zmm, {1to16}, %rdi, zmm, zmm1, zmm2
    ROUND_MEM %rdi, XB, YB, zmm2
    add %r9, %rdi
    ROUND zmm, {1to16}, %rdi, zmm1, zmm, zmm2
    ROUND_MEM %rdi, YB, XB, zmm2
    .endr
    add %r9, %rdi
    ROUND zmm, {1to16}, %rdi, zmm, zmm1, zmm2
    ROUND_MEM %rdi, XB, YB, zmm2
    add %r9, %rdi
    ROUND zmm, {1to16}, %rdi, zmm1, zmm, zmm2
    dec %ecx
    jz 2f
    FL_SHIFTS zmm, {1to8}, zmm, "(%rax)", 20, 21
    FL_KEEPS zmm, {1to8}, zmm1, "(%rax, %r9)", 20, 21
    FL_KEEPS zmm, {1to8}, zmm, "(%rax)", 20, 21
    FL_SHIFTS zmm, {1to8}, zmm1, "(%rax, %r9)", 20, 21
    ROUND_MEM %rdi, YB, XB, zmm2
    LOAD_GROUP zmm2, YB
    FL_KEEPS zmm, {1to8}, zmm2, "(%rax, %r9)", 18, 19
    FL_SHIFTS zmm, {1to8}, zmm2, "(%rax, %r9)", 18, 19
    STORE_GROUP zmm2, YB
    LOAD_GROUP zmm2, XB
    FL_SHIFTS zmm, {1to8}, zmm2, "(%rax)", 18, 19
    FL_KEEPS zmm, {1to8}, zmm2, "(%rax)", 18, 19
    STORE_GROUP zmm2, XB
    vmovdqa64 %zmm23, %zmm18
    vmovdqa64 %zmm26, %zmm19
    NEXT_LAYER
    jmp 1b
2:
    ROUND_MEM %rdi, YB, XB, zmm2
    add %r9, %rdi
    ret
ENDFUNC .Lpass_wide

/* ---------------------------------------------------------------------------------------------------------------------
 * Loads and stores of blocks. */

/* 64 blocks, sliced. The first level of the transposition is in the loads: the odd bytes of one register come from
 * memory one byte further down, and the other way round. */
.macro LOAD_PAIR at, even, odd
    vmovdqu64 \at(%rdx), %zmm\even
    vmovdqu64 \at + 512(%rdx), %zmm\odd
    vmovdqu8 \at + 512 - 1(%rdx), %zmm\even{%k1}
    vmovdqu8 \at + 1(%rdx), %zmm\odd{%k2}
.endm
.macro LOAD_SLICED at
    mov $0x5555555555555555, %rax
    kmovq %rax, %k2
    knotq %k2, %k1
    .irp r, 0, 4, 1, 5, 2, 6, 3, 7
    vmovdqu64 \at + 64 * \r(%rdx), %zmm2\r
    vmovdqu8 \at + 64 * \r + 512 - 1(%rdx), %zmm2\r{%k1}
    .endr
    LEVEL zmm, 20, 21, 22, 23, 24, 25, 26, 27,  0, 2, 4, 6, 10, 12, 14, 16
    LEVEL zmm, 0, 2, 4, 6, 10, 12, 14, 16,  20, 21, 22, 23, 24, 25, 26, 27
    LEVEL zmm, 20, 21, 22, 23, 24, 25, 26, 27,  0, 2, 4, 6, 10, 12, 14, 16
    vpbroadcastq .Lto_basis(%rip), %zmm8
    .irp r, 0, 2, 4, 6, 10, 12, 14, 16
    vgf2p8affineqb $IMM_BASIS_X0, %zmm8, %zmm\r, %zmm\r
    .endr
    .irp r, 0, 4, 1, 5, 2, 6, 3, 7
    vmovdqu64 \at + 64 * \r + 512(%rdx), %zmm2\r
    vmovdqu8 \at + 64 * \r + 1(%rdx), %zmm2\r{%k2}
    .endr
    LEVEL zmm, 20, 21, 22, 23, 24, 25, 26, 27,  1, 3, 5, 7, 11, 13, 15, 17
    LEVEL zmm, 1, 3, 5, 7, 11, 13, 15, 17,  20, 21, 22, 23, 24, 25, 26, 27
    LEVEL zmm, 20, 21, 22, 23, 24, 25, 26, 27,  1, 3, 5, 7, 11, 13, 15, 17
    .irp r, 1, 3, 5, 7, 11, 13, 15, 17
    vgf2p8affineqb $IMM_BASIS_X0, %zmm8, %zmm\r, %zmm\r
    .endr
.endm
.macro STORE_BLOCKS at
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7
    vmovdqu64 %zmm\r, \at + 64 * \r(%rsi)
    .endr
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7
    vmovdqu64 %zmm1\r, \at + 512 + 64 * \r(%rsi)
    .endr
.endm

/* Fewer blocks than 16 registers hold: rbx blocks. One mask bit a qword, 128 of them in rdi:rcx. */
.macro BLOCK_MASKS
    lea (%ebx, %ebx), %eax
    mov $-1, %rdi
    bzhi %rax, %rdi, %rcx
    sub $64, %eax
    jae 1f
    xor %eax, %eax
1:  bzhi %rax, %rdi, %rdi
.endm
.macro LOAD_MASKED x, size, at, masks
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7
    kmovd %e\masks, %k1
    shr $\size / 8, %r\masks
    vmovdqu64 \at + \size * \r(%rdx), %\x\r{%k1}{z}
    .endr
.endm
.macro STORE_MASKED x, size, at, masks
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7
    kmovd %e\masks, %k1
    shr $\size / 8, %r\masks
    vmovdqu64 %\x\r, \at + \size * \r(%rsi){%k1}
    .endr
.endm

/* ---------------------------------------------------------------------------------------------------------------------
 * Entries */
.macro ENTER
    PUSH_CFI %rbp
    mov %rsp, %rbp
    .cfi_def_cfa_register %rbp
    PUSH_RBP %rbx, 1
    PUSH_RBP %r12, 2
    mov %rcx, %rbx
    mov $SLOT, %r9d
    lea SLOTS(%rdi), %r8
    lea LAYERS(%rdi), %r10
    mov $3, %r12d
    cmpl $128, CAMELLIA_CTX_KEY_BITS(%rdi)
    je 1f
    inc %r12d
1:
.endm
.macro PUSH_RBP reg, n
    push \reg
    .cfi_rel_offset \reg, -8 * \n
.endm
.macro LEAVE
    lea -16(%rbp), %rsp
    pop %r12
    pop %rbx
    pop %rbp
    .cfi_def_cfa %rsp, 8
    .cfi_restore %rbp
    .cfi_restore %rbx
    .cfi_restore %r12
.endm
/* From the forward to the backward walk. */
.macro BACKWARDS
    imul $6 * SLOT, %r12d, %eax
    lea SLOT(%r8, %rax), %r8
    lea SLOT - 2 * LAYER(%r10, %rax), %r10
    neg %r9
.endm

.macro WIPE
    vzeroall
    .irp r, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    vpxord %xmm\r, %xmm\r, %xmm\r
    .endr
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
    cmp $128, %rbx
    jb 4f
    sub $WIDE_SCRATCH, %rsp
    and $-64, %rsp
    mov %rsp, %r11
2:
    mov %r8, %rdi
    LOAD_SLICED 1024
    WHITEN {1to16}, zmm
    STORE_GROUP zmm, XB
    STORE_GROUP zmm1, YB
    LOAD_SLICED 0
    WHITEN {1to16}, zmm
    call .Lpass_wide
    WHITEN {1to16}, zmm1
    MAP_STATE zmm, .Lfrom_basis, IMM_X0
    UNSLICE zmm
    STORE_BLOCKS 0
    LOAD_GROUP zmm, XB
    LOAD_GROUP zmm1, YB
    WHITEN {1to16}, zmm1
    MAP_STATE zmm, .Lfrom_basis, IMM_X0
    UNSLICE zmm
    STORE_BLOCKS 1024
    add $2048, %rdx
    add $2048, %rsi
    add $-128, %rbx
    cmp $128, %rbx
    jae 2b
    vpxor %xmm0, %xmm0, %xmm0
    .irp at, XB, YB
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7
    vmovdqa64 %zmm0, \at + 64 * \r(%r11)
    .endr
    .endr
4:
    cmp $64, %rbx
    jb 5f
    LOAD_SLICED 0
    call .Lpass_zmm
    UNSLICE zmm
    STORE_BLOCKS 0
    add $1024, %rdx
    add $1024, %rsi
    add $-64, %rbx
5:
    cmp $32, %ebx
    jbe 6f
    BLOCK_MASKS
    LOAD_MASKED zmm, 64, 0, cx
    LOAD_MASKED zmm1, 64, 512, di
    SLICE zmm
    MAP_STATE zmm, .Lto_basis, IMM_BASIS_X0
    call .Lpass_zmm
    UNSLICE zmm
    BLOCK_MASKS
    STORE_MASKED zmm, 64, 0, cx
    STORE_MASKED zmm1, 64, 512, di
    jmp 8f
6:
    test %ebx, %ebx
    jz 8f
    BLOCK_MASKS
    LOAD_MASKED ymm, 32, 0, cx
    LOAD_MASKED ymm1, 32, 256, cx
    SLICE ymm
    MAP_STATE ymm, .Lto_basis, IMM_BASIS_X0
    call .Lpass_ymm
    UNSLICE ymm
    BLOCK_MASKS
    STORE_MASKED ymm, 32, 0, cx
    STORE_MASKED ymm1, 32, 256, cx
8:
    WIPE
    xor %eax, %eax
    LEAVE
    ret
ENDFUNC SYM(ecb_enc)

/* ---------------------------------------------------------------------------------------------------------------------
 * setkey */

/* Eight rounds' subkey differences in zmm \k (RFC bytes, byte 0 in the top byte of each qword) to their slots. */
.macro DERIVE_SLOTS k, slot
    vgf2p8affineqb $0, %zmm31, %zmm\k, %zmm\k
    /* What y0..y3 | y4..y7 are to receive, as what a0..a3 (low) and b4..b7 (high) of PMIX must receive. */
    vprord $8, %zmm\k, %zmm16
    vpsllq $32, %zmm16, %zmm16
    vpxorq %zmm16, %zmm\k, %zmm\k           /* b = y0..y3 ^ (y4..y7 >>> 8) */
    vprord $8, %zmm\k, %zmm16
    vpsrlq $32, %zmm16, %zmm16
    vpxorq %zmm16, %zmm\k, %zmm\k           /* a = y4..y7 ^ (b >>> 8) */
    vprold $16, %zmm\k, %zmm16
    vpsllq $32, %zmm16, %zmm16
    vpxorq %zmm16, %zmm\k, %zmm\k           /* b gets a too */
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
    vgf2p8affineqb $0, %xmm31, %xmm5, %xmm5

    /* At an FL layer: the halves hold x ^ k ^ X0 before it and FL(x) ^ FL(k ^ X0) after it. The one that enters the next
     * round must hold k7 after it: FL^-1(k7 ^ X0) before it. The other held k6 ^ X0 before it: FL^-1(k6 ^ X0) after it. */
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
    vpermq $0xee, %zmm5, %zmm6
    vshufi32x4 $0, %zmm5, %zmm5, %zmm6
    vpshufb %zmm30, %zmm6, %zmm6
    vextracti64x4 $1, %zmm6, %ymm6
    lea 1(%eax), %ecx
    shl $5, %ecx
    vmovdqa %ymm6, SLOTS + SLOT * (SLOT_COUNT - 1)(%rdi)
    vmovdqa %ymm6, SLOTS(%rdi, %rcx)

    /* FL's matrices: L . diag(k) . M^-1 = (rows of L) times (rows of M^-1 masked by k). */
    vpbroadcastq .Lfl_right(%rip), %zmm16
    vpbroadcastq .Lfl_shl1(%rip), %zmm17
    vpbroadcastq .Lfl_shr7(%rip), %zmm18
    vpbroadcastq .Lfl_same(%rip), %zmm19
    vmovdqa64 .Lfl_left_words(%rip), %zmm8
    vmovdqa64 .Lfl_right_words(%rip), %zmm9
    .irp layer, 0, 1, 2
    vpermb %zmm7, %zmm8, %zmm0
    vpermb %zmm7, %zmm9, %zmm1
    vpandq %zmm0, %zmm16, %zmm0
    vpandnq %zmm16, %zmm1, %zmm1
    vgf2p8affineqb $0, %zmm0, %zmm17, %zmm2
    vgf2p8affineqb $0, %zmm0, %zmm18, %zmm3
    vgf2p8affineqb $0, %zmm1, %zmm19, %zmm4
    vmovdqa64 %zmm2, LAYERS + LAYER * \layer + FL_SHL1(%rdi)
    vmovdqa64 %zmm3, LAYERS + LAYER * \layer + FL_SHR7(%rdi)
    vmovdqa64 %zmm4, LAYERS + LAYER * \layer + FL_SAME(%rdi)
    valignq $2, %zmm7, %zmm7, %zmm7
    .endr
    CAMELLIA_ONE_SETKEY
    WIPE
    xor %eax, %eax
    ret
.Lbad_key:
    CAMELLIA_BAD_KEY
ENDFUNC SYM(setkey)

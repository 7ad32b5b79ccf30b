/* SPDX-License-Identifier: BSD-2-Clause
 *
 * GHASH (NIST SP 800-38D, section 6.4) with carry-less multiplication, for any cipher's GCM.
 *
 *   (no flag)       pclmul_avx      one block an instruction, 8 blocks a reduction
 *   -DUSE_AVX2      vpclmul_avx2    two blocks, 16 blocks a reduction
 *   -DUSE_AVX512    vpclmul_avx512  four blocks, 32 blocks a reduction; GFNI
 *
 * GCM writes x^0 first, in the top bit of the first byte. With GFNI the bits of every byte are reversed on load: then
 * blocks are plain little-endian polynomials. Without it their bytes are reversed: then they are mirrored ones, top bit
 * x^0, whose products come out one bit too low; the hash key is kept as H' = H.x, which makes up for it, and H'.H' is
 * again (H.H)'. (A 512-bit byte shuffle competes with the multiplier for its port on Intel, an affine map does not.)
 *
 * A batch of N blocks is multiplied by H^N ... H^1 and reduced once. A product is three multiplications (Karatsuba):
 * both low halves, both high halves, both sums of halves; those of the powers are kept beside them. The reduction, two
 * multiplications by the polynomial's tail, works on all lanes; then the lanes are summed. Of a batch the first vector,
 * which has to wait for the hash so far, comes last.
 *
 * void tsubaki_ghash_init_V(struct tsubaki_ghash_key *key, const void *h, size_t most);
 * void tsubaki_ghash_update_V(const struct tsubaki_ghash_key *key, void *y, const void *in, size_t nblocks);
 *
 * key holds H^N ... H^1, 16 bytes each, then for each of them the sum of its halves, twice; 64-byte aligned. Powers
 * that no update of at most `most` blocks needs may be missing. y and in: any alignment; nothing outside them is
 * touched. Clobbers rax, rcx, rdx, r8-r10, xmm0-13 (k1); no stack. All vector registers are zero on return.
 *
 * Accounting, a full batch, instructions on the multiplier's port of Intel's cores: 24 multiplications, 2 in the
 * reduction, fold of the lanes 1 (W 2) or 2, and with 512-bit vectors 8 + 2 shuffles: at least 0.203 (W 1), 0.105 (W
 * 2), 0.074 (W 4) cycles/byte. Measured on Emerald Rapids (Golden Cove), 2026-11-30, 1024 blocks and more: 0.218,
 * 0.112, 0.074; one block 26, 32, 44 cycles, 32 blocks 142, 75, 48; init 71, 94, 126.
 */
#define CIPHER ghash
#if defined(USE_AVX512)
#define VARIANT vpclmul_avx512
#define N 32
#define W 4
#define VECTOR zmm
#define V(n) %zmm##n
#define XOR vpxorq
#define MOVE vmovdqu64
#define BROADCAST vbroadcasti32x4
#else
#if defined(USE_AVX2)
#define VARIANT vpclmul_avx2
#define N 16
#define W 2
#define VECTOR ymm
#define V(n) %ymm##n
#define BROADCAST vbroadcasti128
#else
#define VARIANT pclmul_avx
#define N 8
#define W 1
#define VECTOR xmm
#define V(n) %xmm##n
#define BROADCAST vmovdqu
#endif
#define XOR vpxor
#define MOVE vmovdqu
#endif
#include "asm.h"

#define KEY %rdi
#define STEP (16 * W)                   /* bytes of a vector */
#define SUMS (16 * N)                   /* the sums of halves in the key */

/* Registers by number: 0 the hash (in xmm0), 5-7 what is summed up, 8 and 9 constants. */
#define LO 5
#define HI 6
#define MID 7

/* A block as a polynomial, and back. */
.macro REVERSE v, x
#if W == 4
    vgf2p8affineqb $0, %\v\()8, %\v\x, %\v\x
#else
    vpshufb %\v\()8, %\v\x, %\v\x
#endif
.endm

/* sum ^= a ^ b */
.macro ADD_BOTH v, a, b, sum
#if W == 4
    vpternlogq $0x96, %\v\a, %\v\b, %\v\sum
#else
    vpxor %\v\a, %\v\sum, %\v\sum
    vpxor %\v\b, %\v\sum, %\v\sum
#endif
.endm

/* lo, hi, mid = x times the power h, whose sum of halves is the operand m. hi may be x. */
.macro MULTIPLY v, x, h, lo, hi, mid, m:vararg
    vpshufd $0x4e, %\v\x, %\v\mid
    XOR %\v\x, %\v\mid, %\v\mid
    vpclmulqdq $0x00, %\v\h, %\v\x, %\v\lo
    vpclmulqdq $0x11, %\v\h, %\v\x, %\v\hi
    vpclmulqdq $0x00, \m, %\v\mid, %\v\mid
.endm

/* out = LO, MID, HI modulo the polynomial. The quadword farthest from the hash's degrees is folded into the middle,
 * then the next one. Scratch: 2. */
.macro REDUCE v, out
    ADD_BOTH \v, LO, HI, MID
#if W == 4
    vpclmulqdq $0x01, %\v\()9, %\v\()6, %\v\()2
    XOR %\v\()2, %\v\()7, %\v\()7
    vpsrldq $8, %\v\()7, %\v\()2
    vpslldq $8, %\v\()7, %\v\()7
    XOR %\v\()2, %\v\()6, %\v\()6
    vpclmulqdq $0x00, %\v\()9, %\v\()6, %\v\()2
    ADD_BOTH \v, 2, 7, 5
    vmovdqa64 %\v\()5, %\v\out
#else
    vpclmulqdq $0x00, %\v\()9, %\v\()5, %\v\()2
    vpxor %\v\()2, %\v\()7, %\v\()7
    vpshufd $0x4e, %\v\()7, %\v\()7
    vpxor %\v\()7, %\v\()5, %\v\()5
    vpclmulqdq $0x01, %\v\()9, %\v\()5, %\v\()2
    vpxor %\v\()5, %\v\()6, %\v\()6
    vpxor %\v\()2, %\v\()6, %\v\out
#endif
.endm

/* xmm0 = LO, MID, HI modulo the polynomial, all lanes together. */
.macro REDUCE_LANES
    REDUCE VECTOR, 0
#if W == 4
    vextracti64x4 $1, %zmm0, %ymm2
    vpxor %ymm2, %ymm0, %ymm0
#endif
#if W >= 2
    vextracti128 $1, %ymm0, %xmm2
    vpxor %xmm2, %xmm0, %xmm0
#endif
.endm

/* lo, hi, mid = vector n of a batch times its powers; the hash so far enters with vector 0. */
.macro PRODUCT v, n, x, h, lo, hi, mid
    MOVE STEP * \n(%rdx), %\v\x
    REVERSE \v, \x
    .if \n == 0
    XOR %\v\()0, %\v\x, %\v\x
    .endif
    MOVE STEP * \n(KEY), %\v\h
    MULTIPLY \v, \x, \h, \lo, \hi, \mid, SUMS + STEP * \n(KEY)
.endm
.macro TWO_PRODUCTS v, n, m
    PRODUCT \v, \n, 1, 2, 3, 1, 4
    PRODUCT \v, \m, 10, 11, 12, 10, 13
    ADD_BOTH \v, 3, 12, LO
    ADD_BOTH \v, 1, 10, HI
    ADD_BOTH \v, 4, 13, MID
.endm
.macro ADD_PRODUCT v
    XOR %\v\()3, %\v\()5, %\v\()5
    XOR %\v\()1, %\v\()6, %\v\()6
    XOR %\v\()4, %\v\()7, %\v\()7
.endm

.macro CONSTANTS
    BROADCAST .Lreverse(%rip), V(8)
    BROADCAST .Ltail(%rip), V(9)
.endm

FUNC SYM(update)
    test %rcx, %rcx
    jz 9f
    CONSTANTS
    vmovdqu (%rsi), %xmm0
    REVERSE xmm, 0
    sub $N, %rcx
    jb 2f
1:  PRODUCT VECTOR, 1, 1, 2, LO, HI, MID
    TWO_PRODUCTS VECTOR, 2, 3
    TWO_PRODUCTS VECTOR, 4, 5
    TWO_PRODUCTS VECTOR, 6, 7
    PRODUCT VECTOR, 0, 1, 2, 3, 1, 4
    ADD_PRODUCT VECTOR
    REDUCE_LANES
    add $16 * N, %rdx
    sub $N, %rcx
    jae 1b
2:  add $N, %ecx
    jz 8f
    /* ecx blocks are left, fewer than N; rax: the power of the first one */
    mov $N, %eax
    sub %ecx, %eax
    shl $4, %eax
    add KEY, %rax
    vpxor %xmm5, %xmm5, %xmm5
    vpxor %xmm6, %xmm6, %xmm6
    vpxor %xmm7, %xmm7, %xmm7
3:
#if W == 4
    lea (%ecx, %ecx), %r9d              /* quadwords that are left: the last step takes no more */
    mov $-1, %r10d
    bzhi %r9d, %r10d, %r10d
    kmovd %r10d, %k1
    vmovdqu64 (%rdx), %zmm1{%k1}{z}
    vmovdqu64 (%rax), %zmm2{%k1}{z}
    vmovdqu64 SUMS(%rax), %zmm10{%k1}{z}
#else
#if W == 2
    vmovdqu (%rdx), %xmm1
    cmp $2, %ecx
    jb 4f
    vinserti128 $1, 16(%rdx), %ymm1, %ymm1
4:
#else
    vmovdqu (%rdx), %xmm1
#endif
    vmovdqu (%rax), V(2)         /* the last step of a lone block goes past the powers, but not the key */
    vmovdqu SUMS(%rax), V(10)
#endif
    REVERSE VECTOR, 1
    XOR V(0), V(1), V(1)
    vpxor %xmm0, %xmm0, %xmm0
    MULTIPLY VECTOR, 1, 2, 3, 1, 4, V(10)
    ADD_PRODUCT VECTOR
    add $STEP, %rdx
    add $STEP, %rax
    sub $W, %ecx
    ja 3b
    REDUCE_LANES
8:  REVERSE xmm, 0
    vmovdqu %xmm0, (%rsi)
    WIPE_VECTORS
9:  ret
ENDFUNC SYM(update)

/* x = x times the power h with its sum of halves m, reduced. */
.macro POWER v, x, h, m
    MULTIPLY \v, \x, \h, LO, HI, MID, %\v\m
    REDUCE \v, \x
.endm
/* The sum of the halves of x, in both of them. */
.macro HALVES v, x, m
    vpshufd $0x4e, %\v\x, %\v\m
    XOR %\v\x, %\v\m, %\v\m
.endm

FUNC SYM(init)
    CONSTANTS
    vmovdqu (%rsi), %xmm0
    REVERSE xmm, 0
#if W != 4
    /* H' = H.x: one bit up; what leaves the top comes back as the polynomial. */
    vpshufd $0xff, %xmm0, %xmm1
    vpsrad $31, %xmm1, %xmm1
    vpand .Lpolynomial(%rip), %xmm1, %xmm1
    vpsrlq $63, %xmm0, %xmm2
    vpslldq $8, %xmm2, %xmm2
    vpaddq %xmm0, %xmm0, %xmm0
    vpor %xmm2, %xmm0, %xmm0
    vpxor %xmm1, %xmm0, %xmm0
#endif
    /* The last vector of powers: H^W ... H^1. */
    HALVES xmm, 0, 3
#if W >= 2
    vmovdqa %xmm0, %xmm1
    POWER xmm, 1, 0, 3
    vinserti128 $1, %xmm0, %ymm1, %ymm0
    HALVES ymm, 0, 3
#endif
#if W == 4
    vmovdqa %ymm0, %ymm1
    vinserti128 $1, %xmm0, %ymm0, %ymm4
    HALVES ymm, 4, 3
    POWER ymm, 1, 4, 3
    vinserti64x4 $1, %ymm0, %zmm1, %zmm0
    HALVES zmm, 0, 3
#endif
    lea SUMS - STEP(KEY), %rax
    MOVE V(0), (%rax)
    MOVE V(3), SUMS(%rax)
    /* From n powers 2n, as long as more are needed: each times H^n. rax: where the first of them is, ecx: 16 n. */
    mov $N, %ecx
    cmp %rcx, %rdx
    cmova %ecx, %edx
    shl $4, %edx
    mov $STEP, %ecx
    jmp 3f
1:  BROADCAST (%rax), V(0)
    BROADCAST SUMS(%rax), V(3)
    mov %rax, %r9
    sub %rcx, %r9
    xor %r8d, %r8d
2:  MOVE (%rax, %r8), V(1)              /* the largest first: the next round waits for it */
    POWER VECTOR, 1, 0, 3
    MOVE V(1), (%r9, %r8)
    HALVES VECTOR, 1, 4
    MOVE V(4), SUMS(%r9, %r8)
    add $STEP, %r8d
    cmp %ecx, %r8d
    jb 2b
    mov %r9, %rax
    add %ecx, %ecx
3:  cmp %edx, %ecx
    jb 1b
    WIPE_VECTORS
    ret
ENDFUNC SYM(init)

RODATA
#if W == 4
.Lreverse:
    .quad 0x8040201008040201, 0x8040201008040201
.Ltail:
    .quad 0x87, 0
#else
.Lreverse:
    .byte 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
.Ltail:
    .quad 0xc200000000000000, 0
.Lpolynomial:
    .quad 1, 0xc200000000000000
#endif

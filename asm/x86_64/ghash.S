/* SPDX-License-Identifier: BSD-2-Clause
 *
 * GHASH (NIST SP 800-38D, section 6.4) with carry-less multiplication, for any cipher's GCM.
 *
 *   (no flag)       pclmul_avx      one block an instruction, 8 blocks a reduction
 *   -DUSE_AVX2      vpclmul_avx2    two blocks, 16 blocks a reduction
 *   -DUSE_AVX512    vpclmul_avx512  four blocks, 32 blocks a reduction
 *
 * Blocks are byte-reversed on load, so that they are integers whose top bit is x^0. The product of two such integers
 * comes out one bit too low; the hash key is kept as H' = H.x, which makes up for it, and H'.H' is again (H.H)'. A
 * batch of n blocks is multiplied by H'^n ... H'^1 and reduced once: four multiplications a block (schoolbook,
 * accumulated in lo, mid, hi), two more in the reduction modulo x^128 + x^7 + x^2 + x + 1, whose mirrored tail is
 * 0xc2 << 56.
 *
 * void tsubaki_ghash_init_V(struct tsubaki_ghash_key *key, const void *h);
 * void tsubaki_ghash_update_V(const struct tsubaki_ghash_key *key, void *y, const void *in, size_t nblocks);
 *
 * key holds H'^N ... H'^1, 16 bytes each (N: blocks a reduction), 64-byte aligned. y and in: any alignment; nothing
 * outside them is touched. Clobbers rax, rcx, rdx, r8-r10, xmm0-9 (k1); no stack. All vector registers are zero on
 * return.
 */
#define CIPHER ghash
#if defined(USE_AVX512)
#define VARIANT vpclmul_avx512
#define N 32
#define W 4
#define V(n) %zmm##n
#elif defined(USE_AVX2)
#define VARIANT vpclmul_avx2
#define N 16
#define W 2
#define V(n) %ymm##n
#else
#define VARIANT pclmul_avx
#define N 8
#define W 1
#define V(n) %xmm##n
#endif
#include "asm.h"

#define KEY %rdi
#define REVERSE V(8)
#define LO V(5)
#define HI V(6)
#define MID V(7)

/* LO, MID, HI ^= a * b, lane by lane. b may be memory. Scratch: V(2), V(3). */
.macro MULTIPLY_ADD a, b
    vpclmulqdq $0x00, \b, \a, V(2)
    vpclmulqdq $0x11, \b, \a, V(3)
#if W == 4
    vpxorq V(2), LO, LO
    vpxorq V(3), HI, HI
    vpclmulqdq $0x01, \b, \a, V(2)
    vpclmulqdq $0x10, \b, \a, V(3)
    vpternlogq $0x96, V(2), V(3), MID
#else
    vpxor V(2), LO, LO
    vpxor V(3), HI, HI
    vpclmulqdq $0x01, \b, \a, V(2)
    vpclmulqdq $0x10, \b, \a, V(3)
    vpxor V(2), MID, MID
    vpxor V(3), MID, MID
#endif
.endm

.macro CLEAR_SUMS
    vpxor %xmm5, %xmm5, %xmm5
    vpxor %xmm6, %xmm6, %xmm6
    vpxor %xmm7, %xmm7, %xmm7
.endm

/* out = xmm5, xmm7, xmm6 (LO, MID, HI) modulo the polynomial. Scratch: xmm2, xmm3. */
.macro REDUCE out
    vpslldq $8, %xmm7, %xmm2
    vpsrldq $8, %xmm7, %xmm3
    vpxor %xmm2, %xmm5, %xmm5
    vpxor %xmm3, %xmm6, %xmm6
    .rept 2
    vpclmulqdq $0x00, .Ltail(%rip), %xmm5, %xmm2
    vpshufd $0x4e, %xmm5, %xmm5
    vpxor %xmm2, %xmm5, %xmm5
    .endr
    vpxor %xmm5, %xmm6, \out
.endm

/* The sums' lanes together, in xmm5-7. */
.macro FOLD_LANES
    .irp r, 5, 6, 7
#if W == 4
    vextracti64x4 $1, %zmm\r, %ymm2
    vpxor %ymm2, %ymm\r, %ymm\r
#endif
#if W >= 2
    vextracti128 $1, %ymm\r, %xmm2
    vpxor %xmm2, %xmm\r, %xmm\r
#endif
    .endr
.endm

FUNC SYM(update)
    test %rcx, %rcx
    jz 9f
#if W == 4
    vbroadcasti32x4 .Lreverse(%rip), REVERSE
#elif W == 2
    vbroadcasti128 .Lreverse(%rip), REVERSE
#else
    vmovdqa .Lreverse(%rip), REVERSE
#endif
    vmovdqu (%rsi), %xmm0
    vpshufb %xmm8, %xmm0, %xmm0
1:  /* a batch of r8 = min(nblocks, N) blocks; rax: the power of H of its first block */
    mov $N, %r8d
    cmp %r8, %rcx
    cmovb %rcx, %r8
    sub %r8, %rcx
    mov $N, %eax
    sub %r8, %rax
    shl $4, %rax
    add KEY, %rax
    CLEAR_SUMS
2:
#if W == 4
    lea (%r8, %r8), %r9d                /* quadwords that are left: the last step takes no more */
    mov $-1, %r10d
    bzhi %r9d, %r10d, %r10d
    kmovd %r10d, %k1
    vmovdqu64 (%rdx), V(1){%k1}{z}
    vpshufb REVERSE, V(1), V(1)
    vpxorq V(0), V(1), V(1)
    vmovdqu64 (%rax), V(4)
    MULTIPLY_ADD V(1), V(4)
#else
#if W == 2
    cmp $2, %r8
    jae 3f
    vmovdqu (%rdx), %xmm1
    jmp 4f
3:  vmovdqu (%rdx), %ymm1
4:
#else
    vmovdqu (%rdx), V(1)
#endif
    vpshufb REVERSE, V(1), V(1)
    vpxor V(0), V(1), V(1)
    vmovdqu (%rax), V(4)
    MULTIPLY_ADD V(1), V(4)
#endif
    vpxor %xmm0, %xmm0, %xmm0
    add $16 * W, %rdx
    add $16 * W, %rax
    sub $W, %r8
    ja 2b
    FOLD_LANES
    REDUCE %xmm0
    /* the last step went past a batch that is no multiple of W; then it was the last batch */
    test %rcx, %rcx
    jnz 1b
    vpshufb %xmm8, %xmm0, %xmm0
    vmovdqu %xmm0, (%rsi)
    vzeroall
9:  ret
ENDFUNC SYM(update)

/* xmm4 *= xmm0, stored at rax, which goes down; flags from that. */
.macro POWER
    vpclmulqdq $0x00, %xmm0, %xmm4, %xmm5
    vpclmulqdq $0x11, %xmm0, %xmm4, %xmm6
    vpclmulqdq $0x01, %xmm0, %xmm4, %xmm7
    vpclmulqdq $0x10, %xmm0, %xmm4, %xmm2
    vpxor %xmm2, %xmm7, %xmm7
    REDUCE %xmm4
    vmovdqa %xmm4, (KEY, %rax)
    sub $16, %rax
.endm

FUNC SYM(init)
    vmovdqu (%rsi), %xmm0
    vpshufb .Lreverse(%rip), %xmm0, %xmm0
    /* H' = H.x: one bit up; what leaves the top comes back as the polynomial. */
    vpshufd $0xff, %xmm0, %xmm1
    vpsrad $31, %xmm1, %xmm1
    vpand .Lpolynomial(%rip), %xmm1, %xmm1
    vpsrlq $63, %xmm0, %xmm2
    vpslldq $8, %xmm2, %xmm2
    vpaddq %xmm0, %xmm0, %xmm0
    vpor %xmm2, %xmm0, %xmm0
    vpxor %xmm1, %xmm0, %xmm0
    vmovdqa %xmm0, 16 * (N - 1)(KEY)
    vmovdqa %xmm0, %xmm4                /* the power so far */
    mov $16 * (N - 2), %eax
1:  POWER
    cmp $16 * (N - 4), %eax
    jae 1b
#if W == 4
    /* From n powers 2n: each times H'^n, four at a time. rax: the H'^n at the head of the table so far. */
    vbroadcasti32x4 .Ltail(%rip), %zmm9
    lea 16 * (N - 4)(KEY), %rax
    mov $64, %ecx                       /* 16 n */
2:  vbroadcasti32x4 (%rax), %zmm1
    mov %rax, %rdx
    sub %rcx, %rax
    xor %r8d, %r8d
3:  vmovdqa64 (%rdx, %r8), %zmm4
    vpxor %xmm5, %xmm5, %xmm5
    vpxor %xmm6, %xmm6, %xmm6
    vpxor %xmm7, %xmm7, %xmm7
    MULTIPLY_ADD %zmm1, %zmm4
    vpslldq $8, %zmm7, %zmm2
    vpsrldq $8, %zmm7, %zmm3
    vpxorq %zmm2, %zmm5, %zmm5
    .rept 2
    vpclmulqdq $0x00, %zmm9, %zmm5, %zmm2
    vpshufd $0x4e, %zmm5, %zmm5
    vpxorq %zmm2, %zmm5, %zmm5
    .endr
    vpternlogq $0x96, %zmm5, %zmm3, %zmm6
    vmovdqa64 %zmm6, (%rax, %r8)
    add $64, %r8d
    cmp %ecx, %r8d
    jb 3b
    add %ecx, %ecx
    cmp %rax, KEY
    jb 2b
#else
    /* From H'^5 on each is the one four before times H'^4: four chains side by side. */
    vmovdqa %xmm4, %xmm0
2:  vmovdqa 64(KEY, %rax), %xmm4
    POWER
    jns 2b
#endif
    vzeroall
    ret
ENDFUNC SYM(init)

RODATA
.Lreverse:
    .byte 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
.Ltail:
    .quad 0xc200000000000000, 0
.Lpolynomial:
    .quad 1, 0xc200000000000000

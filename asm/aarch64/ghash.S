/* SPDX-License-Identifier: BSD-2-Clause
 *
 * GHASH (NIST SP 800-38D, section 6.4) with PMULL, for any cipher's GCM: variant pmull.
 *
 * Blocks are byte-reversed on load, so that they are integers whose top bit is x^0. The product of two such integers
 * comes out one bit too low; the hash key is kept as H' = H.x, which makes up for it, and H'.H' is again (H.H)'. A
 * batch of up to 8 blocks is multiplied by H'^n ... H'^1 and reduced once: four multiplications a block (schoolbook,
 * summed in v5, v7, v6), two more in the reduction modulo x^128 + x^7 + x^2 + x + 1, whose mirrored tail is 0xc2 << 56.
 *
 * void tsubaki_ghash_init_pmull(struct tsubaki_ghash_key *key, const void *h, size_t most);
 * void tsubaki_ghash_update_pmull(const struct tsubaki_ghash_key *key, void *y, const void *in, size_t nblocks);
 *
 * key holds H'^8 ... H'^1, each followed by itself with its halves exchanged. y and in: any alignment; nothing outside
 * them is touched. Clobbers x2-x3, x9-x11, v0-v7, v16, v29, v31; no stack. Those vector registers are zero on return.
 */
#define CIPHER ghash
#define VARIANT pmull
#include "asm.h"

    .arch armv8-a+crypto

#define BATCH 8

/* The bytes of a register reversed. */
.macro REVERSE r
    rev64 \r\().16b, \r\().16b
    ext \r\().16b, \r\().16b, \r\().16b, #8
.endm

/* v5, v6 (low, high) and v7 (middle) = or ^= v1 * v4; v16: v4 with its halves exchanged. */
.macro MULTIPLY add
.ifc \add, add
    pmull v2.1q, v1.1d, v4.1d
    pmull2 v3.1q, v1.2d, v4.2d
    eor v5.16b, v5.16b, v2.16b
    eor v6.16b, v6.16b, v3.16b
    pmull v2.1q, v1.1d, v16.1d
    pmull2 v3.1q, v1.2d, v16.2d
    eor v7.16b, v7.16b, v2.16b
    eor v7.16b, v7.16b, v3.16b
.else
    pmull v5.1q, v1.1d, v4.1d
    pmull2 v6.1q, v1.2d, v4.2d
    pmull v7.1q, v1.1d, v16.1d
    pmull2 v3.1q, v1.2d, v16.2d
    eor v7.16b, v7.16b, v3.16b
.endif
.endm

/* out = v5, v7, v6 modulo the polynomial. v29: its tail, v31: zero. */
.macro REDUCE out
    ext v2.16b, v31.16b, v7.16b, #8
    ext v3.16b, v7.16b, v31.16b, #8
    eor v5.16b, v5.16b, v2.16b
    eor v6.16b, v6.16b, v3.16b
    .rept 2
    pmull v2.1q, v5.1d, v29.1d
    ext v5.16b, v5.16b, v5.16b, #8
    eor v5.16b, v5.16b, v2.16b
    .endr
    eor \out\().16b, v5.16b, v6.16b
.endm

.macro CONSTANTS
    mov x9, #0xc200000000000000
    dup v29.2d, x9
    movi v31.16b, #0
.endm

.macro WIPE
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 16, 29
    ZERO_VECTOR \r
    .endr
.endm

FUNC SYM(update)
    cbz x3, 9f
    ld1 {v0.16b}, [x1]
    REVERSE v0
    CONSTANTS
1:  /* a batch of x10 = min(nblocks, 8) blocks; x11: the power of H of its first block */
    mov x10, #BATCH
    cmp x3, x10
    csel x10, x3, x10, lo
    sub x3, x3, x10
    mov x11, #BATCH
    sub x11, x11, x10
    add x11, x0, x11, lsl #5
    movi v5.16b, #0
    movi v6.16b, #0
    movi v7.16b, #0
2:  ld1 {v1.16b}, [x2], #16
    REVERSE v1
    eor v1.16b, v1.16b, v0.16b
    movi v0.16b, #0
    ldp q4, q16, [x11], #32
    MULTIPLY add
    subs x10, x10, #1
    b.ne 2b
    REDUCE v0
    cbnz x3, 1b
    REVERSE v0
    st1 {v0.16b}, [x1]
    WIPE
9:  ret
ENDFUNC SYM(update)

FUNC SYM(init)
    ld1 {v0.16b}, [x1]
    REVERSE v0
    CONSTANTS
    /* H' = H.x: one bit up; what leaves the top comes back as the polynomial. */
    sshr v1.2d, v0.2d, #63
    dup v1.2d, v1.d[1]
    mov x9, #1
    ins v2.d[0], x9
    ins v2.d[1], v29.d[0]
    and v1.16b, v1.16b, v2.16b
    ushr v3.2d, v0.2d, #63
    ext v3.16b, v31.16b, v3.16b, #8
    shl v0.2d, v0.2d, #1
    orr v0.16b, v0.16b, v3.16b
    eor v4.16b, v0.16b, v1.16b
    ext v16.16b, v4.16b, v4.16b, #8
    mov v1.16b, v4.16b
    add x9, x0, #32 * (BATCH - 1)
1:  ext v3.16b, v1.16b, v1.16b, #8
    stp q1, q3, [x9]
    cmp x9, x0
    b.eq 2f
    MULTIPLY set
    REDUCE v1
    sub x9, x9, #32
    b 1b
2:  WIPE
    ret
ENDFUNC SYM(init)

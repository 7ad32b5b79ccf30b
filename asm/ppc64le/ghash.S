/* SPDX-License-Identifier: BSD-2-Clause
 *
 * GHASH (NIST SP 800-38D, section 6.4) with vpmsumd, for any cipher's GCM: variants vpmsumd_power8 and, with -DPOWER9,
 * vpmsumd_power9, which loads and stores big-endian vectors directly.
 *
 * A block is an integer whose top bit is x^0. The product of two such integers comes out one bit too low; the hash
 * key is kept as H' = H.x, which makes up for it, and H'.H' is again (H.H)'. vpmsumd adds the products of both pairs of
 * doublewords: with (0, low), (high, 0) and (low, high) of H' it gives the low, high and whole middle part of a
 * product, three instructions a block. A batch of up to 8 blocks is multiplied by H'^n ... H'^1 and reduced once,
 * modulo x^128 + x^7 + x^2 + x + 1, whose mirrored tail is 0xc2 << 56.
 *
 * void tsubaki_ghash_init_V(struct tsubaki_ghash_key *key, const void *h, size_t most);
 * void tsubaki_ghash_update_V(const struct tsubaki_ghash_key *key, void *y, const void *in, size_t nblocks);
 *
 * key holds for H'^8 ... H'^1 the three vectors above. y and in: any alignment; nothing outside them is touched.
 * Clobbers r0, r5-r11, ctr, v0-v12; no stack. The vector registers are zero on return.
 */
#define CIPHER ghash
#ifdef POWER9
#define VARIANT vpmsumd_power9
#else
#define VARIANT vpmsumd_power8
#endif
#include "asm.h"

#define BATCH 8
#define ENTRY 48            /* bytes of a power of H */
#define VS(n) 32 + n

#define Y 0
#define X 1
#define T 2
#define LO 5
#define HI 6
#define MID 7
#define SWAP 8              /* POWER8: reverses the bytes of doublewords */
#define TAIL 9
#define ZERO 10

/* Load and store a block as an integer. */
.macro LOAD v, base
#ifdef POWER9
    lxvb16x VS(\v), 0, \base
#else
    lxvd2x  VS(\v), 0, \base
    vperm   \v, \v, \v, SWAP
#endif
.endm
.macro STORE v, base
#ifdef POWER9
    stxvb16x VS(\v), 0, \base
#else
    vperm   \v, \v, \v, SWAP
    stxvd2x VS(\v), 0, \base
#endif
.endm

/* low, high, swapped = (0, low), (high, 0), (low, high) of x. */
.macro PARTS low, high, swapped, x
    vsldoi  \swapped, \x, \x, 8
    vsldoi  \low, ZERO, \swapped, 8
    vsldoi  \high, \swapped, ZERO, 8
.endm

/* The constants. Uses r9. */
.macro CONSTANTS
    ADDRESS 9, .Lconstants
#ifndef POWER9
    lxvd2x  VS(SWAP), 0, 9
#endif
    addi    9, 9, 16
    lxvd2x  VS(TAIL), 0, 9
    vxor    ZERO, ZERO, ZERO
.endm

/* out = LO, MID, HI modulo the polynomial. */
.macro REDUCE out
    vsldoi  T, MID, ZERO, 8
    vsldoi  MID, ZERO, MID, 8
    vxor    LO, LO, T
    vxor    HI, HI, MID
    .rept 2
    vpmsumd T, LO, TAIL
    vsldoi  LO, LO, LO, 8
    vxor    LO, LO, T
    .endr
    vxor    \out, LO, HI
.endm

.macro WIPE
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
    vxor    \n, \n, \n
    .endr
.endm

FUNC SYM(update)
    cmpldi  6, 0
    beqlr
    CONSTANTS
    LOAD    Y, 4
    li      10, 16
    li      11, 32
1:  /* a batch of r7 = min(nblocks, 8) blocks; r8: the power of H of its first block */
    li      7, BATCH
    cmpldi  6, BATCH
    bge     2f
    mr      7, 6
2:  subf    6, 7, 6
    mtctr   7
    subfic  8, 7, BATCH
    sldi    9, 8, 5
    sldi    8, 8, 4
    add     8, 8, 9
    add     8, 8, 3
    vxor    LO, LO, LO
    vxor    HI, HI, HI
    vxor    MID, MID, MID
3:  LOAD    X, 5
    addi    5, 5, 16
    vxor    X, X, Y
    vxor    Y, Y, Y
    lxvd2x  VS(3), 0, 8
    lxvd2x  VS(4), 10, 8
    lxvd2x  VS(11), 11, 8
    addi    8, 8, ENTRY
    vpmsumd 3, X, 3
    vpmsumd 4, X, 4
    vpmsumd 11, X, 11
    vxor    LO, LO, 3
    vxor    HI, HI, 4
    vxor    MID, MID, 11
    bdnz    3b
    REDUCE  Y
    cmpldi  6, 0
    bne     1b
    STORE   Y, 4
    WIPE
    blr
ENDFUNC SYM(update)

FUNC SYM(init)
    CONSTANTS
    LOAD    X, 4
    /* H' = H.x: one bit up; what leaves the top comes back as the polynomial. */
    addi    9, 9, 16
    lxvd2x  VS(3), 0, 9
    vspltb  T, X, 0
    vspltisb 4, 7
    vsrab   T, T, 4
    vand    T, T, 3
    vspltisb 4, 1
    vsl     X, X, 4
    vxor    X, X, T
    vmr     12, X
    PARTS   3, 4, 11, 12                /* of H' itself */
    li      0, BATCH
    mtctr   0
    addi    5, 3, ENTRY * (BATCH - 1)
    li      10, 16
    li      11, 32
1:  PARTS   0, 1, 2, 12
    stxvd2x VS(0), 0, 5
    stxvd2x VS(1), 10, 5
    stxvd2x VS(2), 11, 5
    addi    5, 5, -ENTRY
    bdz     2f
    vpmsumd LO, 12, 3
    vpmsumd HI, 12, 4
    vpmsumd MID, 12, 11
    REDUCE  12
    b       1b
2:  WIPE
    blr
ENDFUNC SYM(init)

RODATA
.Lconstants:
    .byte 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    .quad 0, 0xc200000000000000         /* lxvd2x: high doubleword first */
    .quad 0xc200000000000000, 1

/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The portable GHASH, and the choice of one. Constant time: products of binary polynomials come from integer
 * multiplications of operands with holes, three zero bits between any two that count, so that the at most 16 summands
 * of each sum never carry into the next one.
 */
#include "ghash.h"

#include <string.h>

#include "cpu.h"
#include "modes.h"

static uint64_t reverse_bits(uint64_t x)
{
    static const uint64_t masks[6] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                                      0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};
    for (int i = 0; i < 6; i++)
        x = (x >> (1 << i) & masks[i]) | (x & masks[i]) << (1 << i);
    return x;
}

/* The low 64 bits of the product of two binary polynomials. */
static uint64_t multiply_low(uint64_t x, uint64_t y)
{
    static const uint64_t holes[4] = {0x1111111111111111, 0x2222222222222222, 0x4444444444444444, 0x8888888888888888};
    uint64_t z = 0;
    for (int k = 0; k < 4; k++) {
        uint64_t sum = 0;
        for (int i = 0; i < 4; i++)
            sum ^= (x & holes[i]) * (y & holes[(k - i) & 3]);
        z |= sum & holes[k];
    }
    return z;
}

struct u128 {
    uint64_t hi, lo;
};

/* The whole product, 127 bits: the high half is the low half of the mirrored operands' product, mirrored. */
static struct u128 multiply(uint64_t x, uint64_t y)
{
    return (struct u128){reverse_bits(multiply_low(reverse_bits(x), reverse_bits(y))) >> 1, multiply_low(x, y)};
}

static void portable_init(struct tsubaki_ghash_key *key, const void *h, size_t most)
{
    memcpy(key->variant, h, 16);
}

static void portable_update(const struct tsubaki_ghash_key *key, void *y_, const void *in, size_t nblocks)
{
    const unsigned char *p = in;
    unsigned char *y = y_;
    const uint64_t h1 = load_be(key->variant), h0 = load_be(key->variant + 8);
    uint64_t y1 = load_be(y), y0 = load_be(y + 8);
    for (; nblocks; nblocks--, p += 16) {
        y1 ^= load_be(p);
        y0 ^= load_be(p + 8);
        /* GCM writes x^0 first: as integers these are mirrored polynomials, and a product of such comes out one bit
         * too low. Karatsuba on the halves. */
        const struct u128 low = multiply(y0, h0), high = multiply(y1, h1), both = multiply(y0 ^ y1, h0 ^ h1);
        const uint64_t m0 = both.lo ^ low.lo ^ high.lo, m1 = both.hi ^ low.hi ^ high.hi;
        uint64_t z0 = low.lo, z1 = low.hi ^ m0, z2 = high.lo ^ m1, z3 = high.hi;
        z3 = z3 << 1 | z2 >> 63;
        z2 = z2 << 1 | z1 >> 63;
        z1 = z1 << 1 | z0 >> 63;
        z0 <<= 1;
        /* Modulo x^128 + x^7 + x^2 + x + 1, mirrored: fold z0 into z2:z1, then z1 into z3:z2. */
        z2 ^= z0 ^ z0 >> 1 ^ z0 >> 2 ^ z0 >> 7;
        z1 ^= z0 << 63 ^ z0 << 62 ^ z0 << 57;
        z3 ^= z1 ^ z1 >> 1 ^ z1 >> 2 ^ z1 >> 7;
        z2 ^= z1 << 63 ^ z1 << 62 ^ z1 << 57;
        y1 = z3;
        y0 = z2;
    }
    store_be(y, y1);
    store_be(y + 8, y0);
}

/* Rows of other instruction sets vanish; those of kernels that are not linked have null pointers. */
#define NOTHING(...)
#define GHASH_x86_64 NOTHING
#define GHASH_aarch64 NOTHING
#define GHASH_ppc64le NOTHING
#if defined(__x86_64__)
#undef GHASH_x86_64
#define GHASH_x86_64 ROW
#elif defined(__aarch64__)
#undef GHASH_aarch64
#define GHASH_aarch64 ROW
#elif defined(__powerpc64__)
#undef GHASH_ppc64le
#define GHASH_ppc64le ROW
#endif
#define VARIANT(...)
#define GHASH(isa, ...) GHASH_##isa(__VA_ARGS__)

#define WEAK __attribute__((weak))
#define ROW(variant, source, flags, width, features) \
    WEAK ghash_init_fn tsubaki_ghash_init_##variant; \
    WEAK ghash_update_fn tsubaki_ghash_update_##variant;
#include "../harness/variants.def"
#undef ROW
#define ROW(variant, source, flags, width, features) \
    {#variant, #features, tsubaki_ghash_init_##variant, tsubaki_ghash_update_##variant},
const struct ghash ghashes[] = {
    {"portable", "", portable_init, portable_update},
#include "../harness/variants.def"
};
const unsigned ghash_count = sizeof ghashes / sizeof *ghashes;

const struct ghash *ghash_choose(uint64_t features)
{
    const struct ghash *best = &ghashes[0];
    for (unsigned i = 1; i < ghash_count; i++)
        if (ghashes[i].init && !(tsubaki_cpu_mask(ghashes[i].features, NULL) & ~features))
            best = &ghashes[i];
    return best;
}

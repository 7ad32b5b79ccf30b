/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The tables join S-box and P-function: SP[i][x] is P applied to S-box output i alone, so F is eight look-ups
 * and seven XORs. tools/tables_camellia_ref.py makes camellia_ref_tables.h from s1 and P.
 */
#include "camellia_ref.h"

#include <string.h>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-reassoc")     /* keep the XORs in the order written: it is the shortest chain */
#endif

#include "camellia_ref_tables.h"

static inline uint64_t load64(const unsigned char *p)
{
    uint64_t x;
    memcpy(&x, p, 8);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    return x;
}

static inline void store64(unsigned char *p, uint64_t x)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    memcpy(p, &x, 8);
}

/* RFC 3713, section 2.4.1: the F-function of x = data ^ subkey, XORed into y. Pairs, so that the XORs form a tree and y
 * joins beside it: from x to the result are a look-up and three XORs. */
static inline uint64_t add_f(uint64_t y, uint64_t x)
{
    const uint64_t a = SP[0][x >> 56] ^ SP[1][x >> 48 & 255], b = SP[2][x >> 40 & 255] ^ SP[3][x >> 32 & 255];
    const uint64_t c = SP[4][x >> 24 & 255] ^ SP[5][x >> 16 & 255], d = SP[6][x >> 8 & 255] ^ SP[7][x & 255];
    return ((a ^ y) ^ b) ^ (c ^ d);
}

static inline uint64_t f(uint64_t x)
{
    return add_f(0, x);
}

/* Six rounds with subkeys k[0], k[step] ... k[5 * step]. Each half is carried with its next subkey in it, so that the
 * XOR of the subkey does not lengthen the chain from round to round. */
static inline void six_rounds(uint64_t *d1, uint64_t *d2, const uint64_t *k, int step)
{
    uint64_t x = *d1 ^ k[0], y = *d2 ^ k[step];
    y = add_f(y, x);
    x = add_f(x ^ k[0] ^ k[2 * step], y);
    y = add_f(y ^ k[step] ^ k[3 * step], x);
    x = add_f(x ^ k[2 * step] ^ k[4 * step], y);
    y = add_f(y ^ k[3 * step] ^ k[5 * step], x);
    *d1 = add_f(x ^ k[4 * step], y);
    *d2 = y ^ k[5 * step];
}

static inline uint32_t rotl32(uint32_t x)
{
    return x << 1 | x >> 31;
}

/* Sections 2.4.2 and 2.4.3: FL and its inverse. */
static inline uint64_t fl(uint64_t x, uint64_t k)
{
    uint32_t l = (uint32_t)(x >> 32), r = (uint32_t)x;
    r ^= rotl32(l & (uint32_t)(k >> 32));
    l ^= r | (uint32_t)k;
    return (uint64_t)l << 32 | r;
}

static inline uint64_t fl_inverse(uint64_t x, uint64_t k)
{
    uint32_t l = (uint32_t)(x >> 32), r = (uint32_t)x;
    l ^= r | (uint32_t)k;
    r ^= rotl32(l & (uint32_t)(k >> 32));
    return (uint64_t)l << 32 | r;
}

struct u128 {
    uint64_t hi, lo;
};

/* x <<< n, 0 <= n < 128. */
static struct u128 rotl128(struct u128 x, unsigned n)
{
    struct u128 y = x;
    if (n & 64) {
        y.hi = x.lo;
        y.lo = x.hi;
    }
    n &= 63;
    if (n) {
        const uint64_t hi = y.hi << n | y.lo >> (64 - n);
        y.lo = y.lo << n | y.hi >> (64 - n);
        y.hi = hi;
    }
    return y;
}

/* Where the subkeys come from (section 2.2): a rotation of KL, KR, KA or KB, and which 64 bits of it. */
enum source { KL, KR, KA, KB };
enum half { HI, LO };
struct subkey {
    unsigned char source, rotation, half;
};
#define BOTH(source, rotation) {source, rotation, HI}, {source, rotation, LO}

static const struct subkey kw_128[4] = {BOTH(KL, 0), BOTH(KA, 111)};
static const struct subkey k_128[18] = {
    BOTH(KA, 0), BOTH(KL, 15), BOTH(KA, 15), BOTH(KL, 45), {KA, 45, HI}, {KL, 60, LO},
    BOTH(KA, 60), BOTH(KL, 94), BOTH(KA, 94), BOTH(KL, 111)};
static const struct subkey ke_128[4] = {BOTH(KA, 30), BOTH(KL, 77)};

static const struct subkey kw_256[4] = {BOTH(KL, 0), BOTH(KB, 111)};
static const struct subkey k_256[24] = {
    BOTH(KB, 0), BOTH(KR, 15), BOTH(KA, 15), BOTH(KB, 30), BOTH(KL, 45), BOTH(KA, 45),
    BOTH(KR, 60), BOTH(KB, 60), BOTH(KL, 77), BOTH(KR, 94), BOTH(KA, 94), BOTH(KL, 111)};
static const struct subkey ke_256[6] = {BOTH(KR, 30), BOTH(KL, 60), BOTH(KA, 77)};

static void take(uint64_t *out, const struct subkey *from, unsigned n, const struct u128 *keys)
{
    for (unsigned i = 0; i < n; i++) {
        const struct u128 x = rotl128(keys[from[i].source], from[i].rotation);
        out[i] = from[i].half == HI ? x.hi : x.lo;
    }
}

int camellia_ref_setkey(struct camellia_ref_key *ref, const void *key, size_t key_len)
{
    static const uint64_t sigma[6] = {0xA09E667F3BCC908B, 0xB67AE8584CAA73B2, 0xC6EF372FE94F82BE,
                                      0x54FF53A5F1D36F1C, 0x10E527FADE682D1D, 0xB05688C2B3E6C1FD};
    const unsigned char *p = key;
    struct u128 keys[4];

    memset(ref, 0, sizeof *ref);
    if (key_len != 16 && key_len != 24 && key_len != 32)
        return -1;
    memset(keys, 0, sizeof keys);
    keys[KL] = (struct u128){load64(p), load64(p + 8)};
    if (key_len >= 24) {
        keys[KR].hi = load64(p + 16);
        keys[KR].lo = key_len == 32 ? load64(p + 24) : ~keys[KR].hi;
    }

    uint64_t d1 = keys[KL].hi ^ keys[KR].hi, d2 = keys[KL].lo ^ keys[KR].lo;
    d2 ^= f(d1 ^ sigma[0]);
    d1 ^= f(d2 ^ sigma[1]);
    d1 ^= keys[KL].hi;
    d2 ^= keys[KL].lo;
    d2 ^= f(d1 ^ sigma[2]);
    d1 ^= f(d2 ^ sigma[3]);
    keys[KA] = (struct u128){d1, d2};
    d1 ^= keys[KR].hi;
    d2 ^= keys[KR].lo;
    d2 ^= f(d1 ^ sigma[4]);
    d1 ^= f(d2 ^ sigma[5]);
    keys[KB] = (struct u128){d1, d2};

    if (key_len == 16) {
        take(ref->kw, kw_128, 4, keys);
        take(ref->k, k_128, 18, keys);
        take(ref->ke, ke_128, 4, keys);
        ref->groups = 3;
    } else {
        take(ref->kw, kw_256, 4, keys);
        take(ref->k, k_256, 24, keys);
        take(ref->ke, ke_256, 6, keys);
        ref->groups = 4;
    }
    return 0;
}

void camellia_ref_ecb_enc(const struct camellia_ref_key *ref, void *out, const void *in, size_t nblocks)
{
    const unsigned char *p = in;
    unsigned char *q = out;
    for (; nblocks; nblocks--, p += 16, q += 16) {
        const uint64_t *k = ref->k, *ke = ref->ke;
        uint64_t d1 = load64(p) ^ ref->kw[0], d2 = load64(p + 8) ^ ref->kw[1];
        for (unsigned g = 0;;) {
            six_rounds(&d1, &d2, k, 1);
            if (++g == ref->groups)
                break;
            d1 = fl(d1, ke[0]);
            d2 = fl_inverse(d2, ke[1]);
            k += 6;
            ke += 2;
        }
        store64(q, d2 ^ ref->kw[2]);
        store64(q + 8, d1 ^ ref->kw[3]);
    }
}

void camellia_ref_ecb_dec(const struct camellia_ref_key *ref, void *out, const void *in, size_t nblocks)
{
    const unsigned char *p = in;
    unsigned char *q = out;
    for (; nblocks; nblocks--, p += 16, q += 16) {
        const uint64_t *k = ref->k + 6 * ref->groups, *ke = ref->ke + 2 * (ref->groups - 1);
        uint64_t d1 = load64(p) ^ ref->kw[2], d2 = load64(p + 8) ^ ref->kw[3];
        for (unsigned g = 0;;) {
            k -= 6;
            six_rounds(&d1, &d2, k + 5, -1);
            if (++g == ref->groups)
                break;
            ke -= 2;
            d1 = fl(d1, ke[1]);
            d2 = fl_inverse(d2, ke[0]);
        }
        store64(q, d2 ^ ref->kw[0]);
        store64(q + 8, d1 ^ ref->kw[1]);
    }
}

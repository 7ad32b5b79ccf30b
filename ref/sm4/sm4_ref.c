/* SPDX-License-Identifier: BSD-2-Clause
 *
 * SM4 from the standard; see sm4_ref.h. Section numbers are those of draft-ribose-cfrg-sm4.
 *
 * The round function T(x) = L(tau(x)) is four look-ups in tables of L applied to one S-box output each. SM4's
 * critical path is one look-up and a few XORs a round, which leaves most of a superscalar CPU idle: ECB takes two
 * blocks at a time.
 */
#include "sm4_ref.h"

#include <string.h>

/* S (section 6.2.1): the list X(S(0x00)), X(S(0x01)), ... so that each table below is made of it at compile time. */
#define SBOX(X) \
    X(0xd6) X(0x90) X(0xe9) X(0xfe) X(0xcc) X(0xe1) X(0x3d) X(0xb7) X(0x16) X(0xb6) X(0x14) X(0xc2) X(0x28) X(0xfb) \
    X(0x2c) X(0x05) X(0x2b) X(0x67) X(0x9a) X(0x76) X(0x2a) X(0xbe) X(0x04) X(0xc3) X(0xaa) X(0x44) X(0x13) X(0x26) \
    X(0x49) X(0x86) X(0x06) X(0x99) X(0x9c) X(0x42) X(0x50) X(0xf4) X(0x91) X(0xef) X(0x98) X(0x7a) X(0x33) X(0x54) \
    X(0x0b) X(0x43) X(0xed) X(0xcf) X(0xac) X(0x62) X(0xe4) X(0xb3) X(0x1c) X(0xa9) X(0xc9) X(0x08) X(0xe8) X(0x95) \
    X(0x80) X(0xdf) X(0x94) X(0xfa) X(0x75) X(0x8f) X(0x3f) X(0xa6) X(0x47) X(0x07) X(0xa7) X(0xfc) X(0xf3) X(0x73) \
    X(0x17) X(0xba) X(0x83) X(0x59) X(0x3c) X(0x19) X(0xe6) X(0x85) X(0x4f) X(0xa8) X(0x68) X(0x6b) X(0x81) X(0xb2) \
    X(0x71) X(0x64) X(0xda) X(0x8b) X(0xf8) X(0xeb) X(0x0f) X(0x4b) X(0x70) X(0x56) X(0x9d) X(0x35) X(0x1e) X(0x24) \
    X(0x0e) X(0x5e) X(0x63) X(0x58) X(0xd1) X(0xa2) X(0x25) X(0x22) X(0x7c) X(0x3b) X(0x01) X(0x21) X(0x78) X(0x87) \
    X(0xd4) X(0x00) X(0x46) X(0x57) X(0x9f) X(0xd3) X(0x27) X(0x52) X(0x4c) X(0x36) X(0x02) X(0xe7) X(0xa0) X(0xc4) \
    X(0xc8) X(0x9e) X(0xea) X(0xbf) X(0x8a) X(0xd2) X(0x40) X(0xc7) X(0x38) X(0xb5) X(0xa3) X(0xf7) X(0xf2) X(0xce) \
    X(0xf9) X(0x61) X(0x15) X(0xa1) X(0xe0) X(0xae) X(0x5d) X(0xa4) X(0x9b) X(0x34) X(0x1a) X(0x55) X(0xad) X(0x93) \
    X(0x32) X(0x30) X(0xf5) X(0x8c) X(0xb1) X(0xe3) X(0x1d) X(0xf6) X(0xe2) X(0x2e) X(0x82) X(0x66) X(0xca) X(0x60) \
    X(0xc0) X(0x29) X(0x23) X(0xab) X(0x0d) X(0x53) X(0x4e) X(0x6f) X(0xd5) X(0xdb) X(0x37) X(0x45) X(0xde) X(0xfd) \
    X(0x8e) X(0x2f) X(0x03) X(0xff) X(0x6a) X(0x72) X(0x6d) X(0x6c) X(0x5b) X(0x51) X(0x8d) X(0x1b) X(0xaf) X(0x92) \
    X(0xbb) X(0xdd) X(0xbc) X(0x7f) X(0x11) X(0xd9) X(0x5c) X(0x41) X(0x1f) X(0x10) X(0x5a) X(0xd8) X(0x0a) X(0xc1) \
    X(0x31) X(0x88) X(0xa5) X(0xcd) X(0x7b) X(0xbd) X(0x2d) X(0x74) X(0xd0) X(0x12) X(0xb8) X(0xe5) X(0xb4) X(0xb0) \
    X(0x89) X(0x69) X(0x97) X(0x4a) X(0x0c) X(0x96) X(0x77) X(0x7e) X(0x65) X(0xb9) X(0xf1) X(0x09) X(0xc5) X(0x6e) \
    X(0xc6) X(0x84) X(0x18) X(0xf0) X(0x7d) X(0xec) X(0x3a) X(0xdc) X(0x4d) X(0x20) X(0x79) X(0xee) X(0x5f) X(0x3e) \
    X(0xd7) X(0xcb) X(0x39) X(0x48)

#define ROL(x, n) ((uint32_t)(x) << (n) | (uint32_t)(x) >> (32 - (n)))
/* L (section 6.2.2) */
#define L(x) ((uint32_t)(x) ^ ROL(x, 2) ^ ROL(x, 10) ^ ROL(x, 18) ^ ROL(x, 24))

#define PLAIN(s) s,
#define L0(s) L((uint32_t)(s) << 24),
#define L1(s) L((uint32_t)(s) << 16),
#define L2(s) L((uint32_t)(s) << 8),
#define L3(s) L((uint32_t)(s)),

static const uint8_t sbox[256] = { SBOX(PLAIN) };
static const uint32_t table[4][256] = { { SBOX(L0) }, { SBOX(L1) }, { SBOX(L2) }, { SBOX(L3) } };

static inline uint32_t load_be(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static inline void store_be(uint8_t *p, uint32_t x)
{
    p[0] = (uint8_t)(x >> 24);
    p[1] = (uint8_t)(x >> 16);
    p[2] = (uint8_t)(x >> 8);
    p[3] = (uint8_t)x;
}

static inline uint32_t T(uint32_t x)
{
    return table[0][x >> 24] ^ table[1][x >> 16 & 255] ^ table[2][x >> 8 & 255] ^ table[3][x & 255];
}

int sm4_ref_setkey(struct sm4_ref_key *k, const void *key, size_t key_len)
{
    static const uint32_t fk[4] = { 0xa3b1bac6, 0x56aa3350, 0x677d9197, 0xb27022dc };   /* section 7.3.1 */
    uint32_t w[4];

    memset(k, 0, sizeof *k);
    if (key_len != 16)
        return -1;
    for (unsigned i = 0; i < 4; i++)
        w[i] = load_be((const uint8_t *)key + 4 * i) ^ fk[i];
    for (unsigned i = 0; i < 32; i++) {
        uint32_t ck = 0, x, y;
        for (unsigned j = 0; j < 4; j++)
            ck = ck << 8 | ((4 * i + j) * 7 & 255);             /* section 7.3.2 */
        x = w[(i + 1) & 3] ^ w[(i + 2) & 3] ^ w[(i + 3) & 3] ^ ck;
        y = (uint32_t)sbox[x >> 24] << 24 | (uint32_t)sbox[x >> 16 & 255] << 16 | (uint32_t)sbox[x >> 8 & 255] << 8 |
            sbox[x & 255];
        k->rk[i] = w[i & 3] ^= y ^ ROL(y, 13) ^ ROL(y, 23);     /* L' (section 6.2.2) */
    }
    memset(w, 0, sizeof w);
    return 0;
}

/* One round of one block: j is the word that changes, k the round key. */
#define ROUND(x, j, k) x[j] ^= T(x[((j) + 1) & 3] ^ x[((j) + 2) & 3] ^ x[((j) + 3) & 3] ^ (k))
/* The same of block a, and of block b unless n is 1. */
#define ROUNDS(j, k) \
    do { \
        uint32_t key = (k); \
        ROUND(a, j, key); \
        if (n > 1) \
            ROUND(b, j, key); \
    } while (0)

static inline void load(uint32_t x[4], const uint8_t *in)
{
    x[0] = load_be(in);
    x[1] = load_be(in + 4);
    x[2] = load_be(in + 8);
    x[3] = load_be(in + 12);
}

static inline void store(uint8_t *out, const uint32_t x[4])
{
    store_be(out, x[3]);
    store_be(out + 4, x[2]);
    store_be(out + 8, x[1]);
    store_be(out + 12, x[0]);
}

/* One block, or two; n and dec are constants after inlining. */
static inline void crypt(const uint32_t *rk, uint8_t *out, const uint8_t *in, int n, int dec)
{
    uint32_t a[4], b[4] = { 0, 0, 0, 0 };

    load(a, in);
    if (n > 1)
        load(b, in + 16);
    for (int i = 0; i < 32; i += 4) {
        ROUNDS(0, rk[dec ? 31 - i : i]);
        ROUNDS(1, rk[dec ? 30 - i : i + 1]);
        ROUNDS(2, rk[dec ? 29 - i : i + 2]);
        ROUNDS(3, rk[dec ? 28 - i : i + 3]);
    }
    store(out, a);
    if (n > 1)
        store(out + 16, b);
}

void sm4_ref_encrypt(const struct sm4_ref_key *k, void *out, const void *in)
{
    crypt(k->rk, out, in, 1, 0);
}

void sm4_ref_decrypt(const struct sm4_ref_key *k, void *out, const void *in)
{
    crypt(k->rk, out, in, 1, 1);
}

void sm4_ref_ecb_enc(const struct sm4_ref_key *k, void *out, const void *in, size_t nblocks)
{
    uint8_t *o = out;
    const uint8_t *p = in;

    for (; nblocks >= 2; nblocks -= 2, o += 32, p += 32)
        crypt(k->rk, o, p, 2, 0);
    if (nblocks)
        crypt(k->rk, o, p, 1, 0);
}

void sm4_ref_ecb_dec(const struct sm4_ref_key *k, void *out, const void *in, size_t nblocks)
{
    uint8_t *o = out;
    const uint8_t *p = in;

    for (; nblocks >= 2; nblocks -= 2, o += 32, p += 32)
        crypt(k->rk, o, p, 2, 1);
    if (nblocks)
        crypt(k->rk, o, p, 1, 1);
}

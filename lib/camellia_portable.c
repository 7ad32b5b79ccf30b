/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Camellia (RFC 3713) in portable C, constant time: the fallback of CPUs that no kernel knows. Eight blocks at a time,
 * bitsliced: a half is eight planes (lib/bitslice.h), byte i of a plane standing for byte i of the half and bit j for
 * block j. The rotations of the S-boxes s2, s3 and s4 rename planes; P moves bytes within planes.
 */
#include <string.h>

#include "bitslice.h"
#include "tsubaki.h"
#include "wipe.h"

/* generated: camellia */
static const unsigned char camellia_in[8] = {0x01, 0x71, 0x0d, 0x5d, 0x57, 0xf8, 0xe0, 0xa0};
static const unsigned char camellia_out[8] = {0xf1, 0x5c, 0x17, 0xdb, 0x8d, 0xbb, 0xc5, 0x79};
enum { CAMELLIA_X0 = 0xc5, CAMELLIA_C2 = 0x6e };
/* end generated */

typedef uint64_t planes[8];

/* What the context keeps: every subkey as planes. */
struct schedule {
    planes kw[4], k[24], ke[6];
};

static struct schedule *schedule_of(const struct tsubaki_camellia_ctx *ctx)
{
    return (struct schedule *)(uintptr_t)ctx->variant;
}

static uint64_t load(const unsigned char *p)
{
    uint64_t x = 0;
    for (int i = 7; i >= 0; i--)
        x = x << 8 | p[i];
    return x;
}

static void store(unsigned char *p, uint64_t x)
{
    for (int i = 0; i < 8; i++, x >>= 8)
        p[i] = (unsigned char)x;
}

static uint64_t swap_bytes(uint64_t x)
{
    unsigned char b[8];
    store(b, x);
    x = 0;
    for (int i = 0; i < 8; i++)
        x = x << 8 | b[i];
    return x;
}

static void add(planes x, const planes y)
{
    for (int b = 0; b < 8; b++)
        x[b] ^= y[b];
}

/* The bytes of a half that use each S-box (RFC 3713, section 2.4.1), lowest byte first. */
#define S2 UINT64_C(0x000000ff0000ff00)
#define S3 UINT64_C(0x0000ff0000ff0000)
#define S4 UINT64_C(0x00ff0000ff000000)

static uint32_t ror32(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

/* d ^= F(x, k) */
static void add_f(planes d, const planes x, const planes k)
{
    planes t, u;
    for (int b = 0; b < 8; b++)
        t[b] = x[b] ^ k[b];
    for (int b = 0; b < 8; b++)                         /* s4(x) = s1(x <<< 1) */
        u[b] = (t[b] & ~S4) | (t[(b + 7) & 7] & S4);
    bs_add_constant(u, CAMELLIA_X0);
    bs_linear(t, camellia_in, u);
    bs_invert(t);
    bs_linear(u, camellia_out, t);
    bs_add_constant(u, CAMELLIA_C2);
    for (int b = 0; b < 8; b++) {                       /* s2 = s1 <<< 1, s3 = s1 >>> 1 */
        const uint64_t z = (u[b] & ~(S2 | S3)) | (u[(b + 7) & 7] & S2) | (u[(b + 1) & 7] & S3);
        uint32_t l = (uint32_t)z, r = (uint32_t)(z >> 32);
        l ^= ror32(r, 8);
        r ^= ror32(l, 16);
        l ^= ror32(r, 24);
        r ^= ror32(l, 24);
        d[b] ^= (uint64_t)l << 32 | r;
    }
}

/* Right half ^= (left half & kl) <<< 1: the rotation moves planes, and the top bit goes to the next byte. */
static void fl_right(planes x, const planes k)
{
    for (int b = 0; b < 8; b++) {
        const int from = (b + 7) & 7;
        uint32_t t = (uint32_t)x[from] & (uint32_t)k[from];
        t = b ? t : ror32(t, 8);
        x[b] ^= (uint64_t)t << 32;
    }
}

/* Left half ^= right half | kr. */
static void fl_left(planes x, const planes k)
{
    for (int b = 0; b < 8; b++)
        x[b] ^= (x[b] | k[b]) >> 32;
}

/* Section 2.3 on eight blocks; step -1 walks the subkeys backwards (decryption). */
static void rounds(planes d1, planes d2, const struct schedule *s, unsigned groups, int decrypt)
{
    const int step = decrypt ? -1 : 1;
    const planes *k = s->k + (decrypt ? 6 * groups - 1 : 0), *ke = s->ke + (decrypt ? 2 * groups - 3 : 0);
    const planes *before = s->kw + (decrypt ? 2 : 0), *after = s->kw + (decrypt ? 0 : 2);
    add(d1, before[0]);
    add(d2, before[1]);
    for (unsigned g = 0;;) {
        for (int r = 0; r < 3; r++, k += 2 * step) {
            add_f(d2, d1, k[0]);
            add_f(d1, d2, k[step]);
        }
        if (++g == groups)
            break;
        fl_right(d1, ke[0]);
        fl_left(d1, ke[0]);
        fl_left(d2, ke[step]);
        fl_right(d2, ke[step]);
        ke += 2 * step;
    }
    add(d2, after[0]);
    add(d1, after[1]);
}

static void crypt(const struct tsubaki_camellia_ctx *ctx, void *out, const void *in, size_t nblocks, int decrypt)
{
    const unsigned char *p = in;
    unsigned char *q = out;
    planes d1, d2;
    while (nblocks) {
        const size_t n = nblocks < 8 ? nblocks : 8;
        for (size_t j = 0; j < 8; j++) {
            d1[j] = j < n ? load(p + 16 * j) : 0;
            d2[j] = j < n ? load(p + 16 * j + 8) : 0;
        }
        bs_transpose(d1);
        bs_transpose(d2);
        rounds(d1, d2, schedule_of(ctx), ctx->key_bits == 128 ? 3 : 4, decrypt);
        bs_transpose(d1);
        bs_transpose(d2);
        for (size_t j = 0; j < n; j++) {
            store(q + 16 * j, d2[j]);
            store(q + 16 * j + 8, d1[j]);
        }
        p += 16 * n;
        q += 16 * n;
        nblocks -= n;
    }
    wipe(d1, sizeof d1);
    wipe(d2, sizeof d2);
}

/* ---- Key schedule: section 2.2 */

/* Words in big-endian order of bytes here, as the RFC writes them. */
struct pair {
    uint64_t hi, lo;
};

static struct pair rotated(struct pair x, unsigned n)
{
    struct pair y = n & 64 ? (struct pair){x.lo, x.hi} : x;
    n &= 63;
    return n ? (struct pair){y.hi << n | y.lo >> (64 - n), y.lo << n | y.hi >> (64 - n)} : y;
}

/* Bit b of byte i of the subkey fills byte i of plane b. */
static void spread(planes out, uint64_t subkey)
{
    const uint64_t x = swap_bytes(subkey);
    for (int b = 0; b < 8; b++)
        out[b] = (x >> b & UINT64_C(0x0101010101010101)) * 255;
}

/* F on one block, d ^= F(x, k). */
static uint64_t f(uint64_t x, uint64_t k)
{
    planes d = {0}, half = {0}, key;
    half[0] = swap_bytes(x);
    bs_transpose(half);
    spread(key, k);
    add_f(d, half, key);
    bs_transpose(d);
    const uint64_t r = swap_bytes(d[0]);
    wipe(d, sizeof d);
    wipe(half, sizeof half);
    wipe(key, sizeof key);
    return r;
}

enum { KL, KR, KA, KB };
#define BOTH(source, rotation) {source, rotation, 0}, {source, rotation, 1}
struct origin {
    unsigned char source, rotation, low;
};
/* kw1..kw4, k1..k24, ke1..ke6 as in the context. */
static const struct origin origins_128[34] = {
    BOTH(KL, 0), BOTH(KA, 111),
    BOTH(KA, 0), BOTH(KL, 15), BOTH(KA, 15), BOTH(KL, 45), {KA, 45, 0}, {KL, 60, 1}, BOTH(KA, 60), BOTH(KL, 94),
    BOTH(KA, 94), BOTH(KL, 111), BOTH(KB, 0), BOTH(KB, 0), BOTH(KB, 0),
    BOTH(KA, 30), BOTH(KL, 77), BOTH(KB, 0)};
static const struct origin origins_256[34] = {
    BOTH(KL, 0), BOTH(KB, 111),
    BOTH(KB, 0), BOTH(KR, 15), BOTH(KA, 15), BOTH(KB, 30), BOTH(KL, 45), BOTH(KA, 45), BOTH(KR, 60), BOTH(KB, 60),
    BOTH(KL, 77), BOTH(KR, 94), BOTH(KA, 94), BOTH(KL, 111),
    BOTH(KR, 30), BOTH(KL, 60), BOTH(KA, 77)};

int tsubaki_camellia_setkey_portable(struct tsubaki_camellia_ctx *ctx, const void *key, size_t key_len)
{
    static const uint64_t sigma[6] = {0xA09E667F3BCC908B, 0xB67AE8584CAA73B2, 0xC6EF372FE94F82BE,
                                      0x54FF53A5F1D36F1C, 0x10E527FADE682D1D, 0xB05688C2B3E6C1FD};
    const unsigned char *p = key;
    struct pair keys[4];
    memset(ctx, 0, sizeof *ctx);
    if (key_len != 16 && key_len != 24 && key_len != 32)
        return -1;
    memset(keys, 0, sizeof keys);
    keys[KL] = (struct pair){swap_bytes(load(p)), swap_bytes(load(p + 8))};
    if (key_len > 16) {
        keys[KR].hi = swap_bytes(load(p + 16));
        keys[KR].lo = key_len == 32 ? swap_bytes(load(p + 24)) : ~keys[KR].hi;
    }
    uint64_t d1 = keys[KL].hi ^ keys[KR].hi, d2 = keys[KL].lo ^ keys[KR].lo;
    for (int i = 0; i < 6; i += 2) {
        d2 ^= f(d1, sigma[i]);
        d1 ^= f(d2, sigma[i + 1]);
        if (i == 0) {
            d1 ^= keys[KL].hi;
            d2 ^= keys[KL].lo;
        } else if (i == 2) {
            keys[KA] = (struct pair){d1, d2};
            d1 ^= keys[KR].hi;
            d2 ^= keys[KR].lo;
        }
    }
    /* A 128-bit key has no KB: its places in the table stay 0. */
    keys[KB] = key_len > 16 ? (struct pair){d1, d2} : (struct pair){0, 0};

    planes *s = (planes *)schedule_of(ctx);
    for (int i = 0; i < 34; i++) {
        const struct origin *o = (key_len == 16 ? origins_128 : origins_256) + i;
        const struct pair x = rotated(keys[o->source], o->rotation);
        ctx->subkey[i] = o->low ? x.lo : x.hi;
        spread(s[i], ctx->subkey[i]);
    }
    ctx->key_bits = (uint32_t)key_len * 8;
    wipe(keys, sizeof keys);
    return 0;
}

void tsubaki_camellia_ecb_enc_portable(const struct tsubaki_camellia_ctx *ctx, void *out, const void *in,
                                      size_t nblocks)
{
    crypt(ctx, out, in, nblocks, 0);
}

void tsubaki_camellia_ecb_dec_portable(const struct tsubaki_camellia_ctx *ctx, void *out, const void *in,
                                      size_t nblocks)
{
    crypt(ctx, out, in, nblocks, 1);
}

/* SPDX-License-Identifier: BSD-2-Clause
 *
 * SM4 (GB/T 32907-2016) in portable C, constant time: the fallback of CPUs that no kernel knows. Sixteen blocks at a
 * time, bitsliced (lib/bitslice.h): a word of the state is eight planes; bit 16 p + j of a plane stands for byte p (0
 * the most significant) of block j. Rotations by bits rename planes, rotations by bytes turn them.
 */
#include <string.h>

#include "bitslice.h"
#include "tsubaki.h"
#include "wipe.h"

/* generated: sm4 */
static const unsigned char sm4_in[8] = {0x01, 0xd5, 0x2b, 0x68, 0xe0, 0xaf, 0x83, 0x75};
static const unsigned char sm4_out[8] = {0x4c, 0xe4, 0x50, 0x6e, 0x95, 0x6f, 0xaf, 0x9d};
enum { SM4_X0 = 0x75, SM4_C2 = 0xd3 };
/* end generated */

typedef uint64_t planes[8];
enum { BLOCKS = 16 };

static uint64_t turn(uint64_t x, unsigned bytes)
{
    const unsigned n = 16 * (bytes & 3);
    return n ? x >> n | x << (64 - n) : x;
}

/* y ^= x <<< n */
static void add_rotated(planes y, const planes x, unsigned n)
{
    for (unsigned b = 0; b < 8; b++)
        y[b] ^= b >= n % 8 ? turn(x[b - n % 8], n / 8) : turn(x[b + 8 - n % 8], n / 8 + 1);
}

/* The S-box on every byte. */
static void tau(planes x)
{
    planes t;
    bs_add_constant(x, SM4_X0);
    bs_linear(t, sm4_in, x);
    bs_invert(t);
    bs_linear(x, sm4_out, t);
    bs_add_constant(x, SM4_C2);
}

/* The words i of up to 16 blocks as planes, and back. A lane of two bytes holds byte p of blocks 0-7 and 8-15. */
static void slice(planes x, const unsigned char *in, size_t n, int i)
{
    unsigned char lanes[8][8];
    for (size_t j = 0; j < 8; j++)
        for (size_t l = 0; l < 8; l++) {
            const size_t block = 8 * (l & 1) + j;
            lanes[j][l] = block < n ? in[16 * block + 4 * (size_t)i + l / 2] : 0;
        }
    for (int j = 0; j < 8; j++) {
        x[j] = 0;
        for (int l = 7; l >= 0; l--)
            x[j] = x[j] << 8 | lanes[j][l];
    }
    bs_transpose(x);
    wipe(lanes, sizeof lanes);
}

static void unslice(unsigned char *out, planes x, size_t n, int i)
{
    bs_transpose(x);
    for (size_t j = 0; j < 8; j++)
        for (size_t l = 0; l < 8; l++) {
            const size_t block = 8 * (l & 1) + j;
            if (block < n)
                out[16 * block + 4 * (size_t)i + l / 2] = (unsigned char)(x[j] >> 8 * l);
        }
}

/* Bit b of a subkey's byte p, in every block. */
static void add_subkey(planes x, uint32_t rk)
{
    for (int b = 0; b < 8; b++)
        for (int p = 0; p < 4; p++)
            x[b] ^= (uint64_t)(0xffff & -(rk >> (24 - 8 * p + b) & 1)) << 16 * p;
}

static void crypt(const struct tsubaki_sm4_ctx *ctx, void *out, const void *in, size_t nblocks, int decrypt)
{
    const unsigned char *p = in;
    unsigned char *q = out;
    planes x[4], t;
    while (nblocks) {
        const size_t n = nblocks < BLOCKS ? nblocks : BLOCKS;
        for (int i = 0; i < 4; i++)
            slice(x[i], p, n, i);
        for (int r = 0; r < 32; r++) {
            uint64_t *to = x[r & 3];
            for (int b = 0; b < 8; b++)
                t[b] = x[(r + 1) & 3][b] ^ x[(r + 2) & 3][b] ^ x[(r + 3) & 3][b];
            add_subkey(t, ctx->subkey[decrypt ? 31 - r : r]);
            tau(t);
            for (int b = 0; b < 8; b++)
                to[b] ^= t[b];
            add_rotated(to, t, 2);
            add_rotated(to, t, 10);
            add_rotated(to, t, 18);
            add_rotated(to, t, 24);
        }
        for (int i = 0; i < 4; i++)
            unslice(q, x[3 - i], n, i);
        p += 16 * n;
        q += 16 * n;
        nblocks -= n;
    }
    wipe(x, sizeof x);
    wipe(t, sizeof t);
}

/* The S-box on the four bytes of one word, for the key schedule. */
static uint32_t tau_word(uint32_t w)
{
    planes x;
    for (int b = 0; b < 8; b++) {
        x[b] = 0;
        for (int p = 0; p < 4; p++)
            x[b] |= (uint64_t)(w >> (24 - 8 * p + b) & 1) << 16 * p;
    }
    tau(x);
    w = 0;
    for (int b = 0; b < 8; b++)
        for (int p = 0; p < 4; p++)
            w |= (uint32_t)(x[b] >> 16 * p & 1) << (24 - 8 * p + b);
    wipe(x, sizeof x);
    return w;
}

static uint32_t rotl(uint32_t x, int n)
{
    return x << n | x >> (32 - n);
}

int tsubaki_sm4_setkey_portable(struct tsubaki_sm4_ctx *ctx, const void *key, size_t key_len)
{
    static const uint32_t fk[4] = {0xa3b1bac6, 0x56aa3350, 0x677d9197, 0xb27022dc};
    const unsigned char *k = key;
    uint32_t x[4];
    memset(ctx, 0, sizeof *ctx);
    if (key_len != 16)
        return -1;
    for (int i = 0; i < 4; i++)
        x[i] = fk[i] ^
               ((uint32_t)k[4 * i] << 24 | (uint32_t)k[4 * i + 1] << 16 | (uint32_t)k[4 * i + 2] << 8 | k[4 * i + 3]);
    for (uint32_t r = 0; r < 32; r++) {
        uint32_t ck = 0; /* byte j of CK_r is 7 (4 r + j) mod 256 */
        for (uint32_t j = 0; j < 4; j++)
            ck = ck << 8 | (7 * (4 * r + j) & 255);
        const uint32_t t = tau_word(x[(r + 1) & 3] ^ x[(r + 2) & 3] ^ x[(r + 3) & 3] ^ ck);
        x[r & 3] ^= t ^ rotl(t, 13) ^ rotl(t, 23);
        ctx->subkey[r] = x[r & 3];
    }
    ctx->key_bits = 128;
    wipe(x, sizeof x);
    return 0;
}

void tsubaki_sm4_ecb_enc_portable(const struct tsubaki_sm4_ctx *ctx, void *out, const void *in, size_t nblocks)
{
    crypt(ctx, out, in, nblocks, 0);
}

void tsubaki_sm4_ecb_dec_portable(const struct tsubaki_sm4_ctx *ctx, void *out, const void *in, size_t nblocks)
{
    crypt(ctx, out, in, nblocks, 1);
}

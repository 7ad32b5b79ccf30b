/* SPDX-License-Identifier: BSD-2-Clause
 *
 * AES from FIPS 197; see aes_ref.h. The tables join S-box and MixColumns: T[i][x] is what byte i of a column, before
 * the S-box, contributes to the column after MixColumns. tools/tables_aes_ref.py makes aes_ref_tables.h from the field.
 */
#include "aes_ref.h"

#include <string.h>

#include "aes_ref_tables.h"

static inline uint32_t load32(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static inline void store32(unsigned char *p, uint32_t x)
{
    p[0] = (unsigned char)(x >> 24);
    p[1] = (unsigned char)(x >> 16);
    p[2] = (unsigned char)(x >> 8);
    p[3] = (unsigned char)x;
}

/* Byte i of a word, the first uppermost. */
static inline unsigned byte(uint32_t x, int i)
{
    return x >> (24 - 8 * i) & 255;
}

/* One column of a round before the round key: its bytes come from four columns, as ShiftRows has it. */
static inline uint32_t column(const uint32_t table[4][256], uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    return table[0][byte(a, 0)] ^ table[1][byte(b, 1)] ^ table[2][byte(c, 2)] ^ table[3][byte(d, 3)];
}

static inline uint32_t last_column(const uint8_t *sbox, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    return (uint32_t)sbox[byte(a, 0)] << 24 | (uint32_t)sbox[byte(b, 1)] << 16 | (uint32_t)sbox[byte(c, 2)] << 8 |
           sbox[byte(d, 3)];
}

static inline uint32_t sub_word(uint32_t x)
{
    return last_column(SBOX, x, x, x, x);
}

/* InvMixColumns of one column: the S-box undoes what TI does first. */
static inline uint32_t inv_mix_column(uint32_t x)
{
    x = sub_word(x);
    return column(TI, x, x, x, x);
}

/* FIPS 197, section 5.2. */
int aes_ref_setkey(struct aes_ref_key *ref, const void *key, size_t key_len)
{
    memset(ref, 0, sizeof *ref);
    if (key_len != 16 && key_len != 24 && key_len != 32)
        return -1;
    const unsigned nk = (unsigned)key_len / 4, words = 4 * (nk + 7);
    ref->rounds = nk + 6;
    uint32_t *w = ref->enc, rcon = 1;
    for (unsigned i = 0; i < nk; i++)
        w[i] = load32((const unsigned char *)key + 4 * i);
    for (unsigned i = nk; i < words; i++) {
        uint32_t t = w[i - 1];
        if (i % nk == 0) {
            t = sub_word(t << 8 | t >> 24) ^ rcon << 24;
            rcon = rcon << 1 ^ (rcon >> 7) * 0x11b;
        } else if (nk == 8 && i % nk == 4) {
            t = sub_word(t);
        }
        w[i] = w[i - nk] ^ t;
    }
    for (unsigned r = 0; r <= ref->rounds; r++)
        for (unsigned j = 0; j < 4; j++) {
            const uint32_t x = w[4 * (ref->rounds - r) + j];
            ref->dec[4 * r + j] = r == 0 || r == ref->rounds ? x : inv_mix_column(x);
        }
    return 0;
}

/* The equivalent inverse cipher has the cipher's structure; its ShiftRows turns the other way (right = 3 columns on
 * instead of 1). */
static inline void cipher(const uint32_t *k, unsigned rounds, const uint32_t table[4][256], const uint8_t *sbox,
                          int right, unsigned char *out, const unsigned char *in)
{
    uint32_t s[4], t[4];
    for (int j = 0; j < 4; j++)
        s[j] = load32(in + 4 * j) ^ k[j];
    for (unsigned r = 1; r < rounds; r++) {
        k += 4;
        for (int j = 0; j < 4; j++)
            t[j] = column(table, s[j], s[(j + right) & 3], s[(j + 2) & 3], s[(j + 3 * right) & 3]) ^ k[j];
        memcpy(s, t, sizeof s);
    }
    k += 4;
    for (int j = 0; j < 4; j++) {
        const uint32_t x = last_column(sbox, s[j], s[(j + right) & 3], s[(j + 2) & 3], s[(j + 3 * right) & 3]);
        store32(out + 4 * j, x ^ k[j]);
    }
}

void aes_ref_encrypt(const struct aes_ref_key *ref, void *out, const void *in)
{
    cipher(ref->enc, ref->rounds, T, SBOX, 1, out, in);
}

void aes_ref_decrypt(const struct aes_ref_key *ref, void *out, const void *in)
{
    cipher(ref->dec, ref->rounds, TI, INV_SBOX, 3, out, in);
}

void aes_ref_ecb_enc(const struct aes_ref_key *ref, void *out, const void *in, size_t nblocks)
{
    for (size_t i = 0; i < nblocks; i++)
        aes_ref_encrypt(ref, (unsigned char *)out + 16 * i, (const unsigned char *)in + 16 * i);
}

void aes_ref_ecb_dec(const struct aes_ref_key *ref, void *out, const void *in, size_t nblocks)
{
    for (size_t i = 0; i < nblocks; i++)
        aes_ref_decrypt(ref, (unsigned char *)out + 16 * i, (const unsigned char *)in + 16 * i);
}

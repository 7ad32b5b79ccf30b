/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Every operation computed from the reference block cipher, one block at a time, as the standards write the modes:
 * SP 800-38A (CBC, CFB128, CTR), SP 800-38D (the 32-bit counter), IEEE 1619 (XTS), RFC 7253 (OCB).
 */
#include <string.h>

#include "harness.h"

static void xor_block(uint8_t *to, const uint8_t *a, const uint8_t *b)
{
    for (int i = 0; i < 16; i++)
        to[i] = a[i] ^ b[i];
}

/* Add one to the big-endian number in the last `len` bytes of the block. */
static void increment(uint8_t *block, int len)
{
    for (int i = 15; i >= 16 - len; i--)
        if (++block[i])
            break;
}

/* Times x in GF(2^128), little-endian: the next tweak of IEEE 1619. */
static void next_tweak(uint8_t *t)
{
    const unsigned carry = t[15] >> 7;
    for (int i = 15; i > 0; i--)
        t[i] = (uint8_t)(t[i] << 1 | t[i - 1] >> 7);
    t[0] = (uint8_t)(t[0] << 1 ^ (carry ? 0x87 : 0));
}

/* Offset_i from Offset_(i-1), i being state->first + 1. */
static const uint8_t *next_offset(struct tsubaki_ocb_state *state)
{
    const uint64_t i = ++state->first;
    int ntz = 0;
    while (!(i >> ntz & 1))
        ntz++;
    xor_block(state->offset, state->offset, state->l[ntz]);
    return state->offset;
}

void ref_op(const struct cipher *c, const void *ref, enum op op, void *out_, const void *in_, size_t nblocks,
            void *state)
{
    const uint8_t *in = in_;
    uint8_t *out = out_, *iv = state;
    struct tsubaki_ocb_state *ocb = state;
    uint8_t x[16], t[16];               /* the input block, so that out == in works; a temporary */

    if (op == OP_ecb_enc || op == OP_ecb_dec) {
        (op == OP_ecb_enc ? c->ref_ecb_enc : c->ref_ecb_dec)(ref, out, in, nblocks);
        return;
    }
    for (; nblocks; nblocks--, in += 16, out += 16) {
        memcpy(x, in, 16);
        switch (op) {
        case OP_cbc_enc:
            xor_block(t, x, iv);
            c->ref_ecb_enc(ref, out, t, 1);
            memcpy(iv, out, 16);
            break;
        case OP_cbc_dec:
            c->ref_ecb_dec(ref, t, x, 1);
            xor_block(out, t, iv);
            memcpy(iv, x, 16);
            break;
        case OP_cfb_enc:
            c->ref_ecb_enc(ref, t, iv, 1);
            xor_block(out, x, t);
            memcpy(iv, out, 16);
            break;
        case OP_cfb_dec:
            c->ref_ecb_enc(ref, t, iv, 1);
            xor_block(out, x, t);
            memcpy(iv, x, 16);
            break;
        case OP_ctr:
        case OP_ctr32:
            c->ref_ecb_enc(ref, t, iv, 1);
            xor_block(out, x, t);
            increment(iv, op == OP_ctr ? 16 : 4);
            break;
        case OP_xts_enc:
        case OP_xts_dec:
            xor_block(t, x, iv);
            (op == OP_xts_enc ? c->ref_ecb_enc : c->ref_ecb_dec)(ref, t, t, 1);
            xor_block(out, t, iv);
            next_tweak(iv);
            break;
        case OP_ocb_enc:
            xor_block(ocb->checksum, ocb->checksum, x);
            xor_block(t, x, next_offset(ocb));
            c->ref_ecb_enc(ref, t, t, 1);
            xor_block(out, t, ocb->offset);
            break;
        case OP_ocb_dec:
            xor_block(t, x, next_offset(ocb));
            c->ref_ecb_dec(ref, t, t, 1);
            xor_block(out, t, ocb->offset);
            xor_block(ocb->checksum, ocb->checksum, out);
            break;
        case OP_ocb_auth:
            xor_block(t, x, next_offset(ocb));
            c->ref_ecb_enc(ref, t, t, 1);
            xor_block(ocb->checksum, ocb->checksum, t);
            break;
        default:
            break;
        }
    }
}

void ref_ocb_double(uint8_t *to, const uint8_t *from)
{
    for (int i = 0; i < 15; i++)
        to[i] = (uint8_t)(from[i] << 1 | from[i + 1] >> 7);
    to[15] = (uint8_t)(from[15] << 1 ^ (from[0] & 0x80 ? 0x87 : 0));
}

void ref_ocb_start(const struct cipher *c, const void *ref, const uint8_t *nonce, size_t nonce_len, size_t tag_len,
                   struct tsubaki_ocb_state *state, uint8_t *l_dollar)
{
    uint8_t block[16] = {0}, stretch[25];
    memset(state, 0, sizeof *state);
    c->ref_ecb_enc(ref, block, block, 1);           /* L_* */
    ref_ocb_double(l_dollar, block);
    ref_ocb_double(state->l[0], l_dollar);
    for (int i = 1; i < 64; i++)
        ref_ocb_double(state->l[i], state->l[i - 1]);

    memset(block, 0, 16);
    block[0] = (uint8_t)(tag_len * 8 % 128 << 1);
    block[15 - nonce_len] |= 1;
    memcpy(block + 16 - nonce_len, nonce, nonce_len);
    const unsigned bottom = block[15] & 63;
    block[15] &= 0xc0;
    c->ref_ecb_enc(ref, stretch, block, 1);         /* Ktop */
    for (int i = 0; i < 8; i++)
        stretch[16 + i] = stretch[i] ^ stretch[i + 1];
    stretch[24] = 0;
    for (unsigned i = 0; i < 16; i++) {
        const uint8_t *p = stretch + i + bottom / 8;
        state->offset[i] = (uint8_t)((p[0] << 8 | p[1]) >> (8 - bottom % 8));
    }
}

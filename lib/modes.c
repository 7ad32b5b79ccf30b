/* SPDX-License-Identifier: BSD-2-Clause */
#include "modes.h"

#include "tsubaki.h"

enum { BATCH = 128 }; /* blocks handed to ECB at once: a full pass of the widest kernel */

void xts_double(unsigned char t[16])
{
    /* XTS's bytes go up from the lowest. */
    const uint64_t low = __builtin_bswap64(load_be(t)), high = __builtin_bswap64(load_be(t + 8));
    store_be(t, __builtin_bswap64(low << 1 ^ (0x87 & -(high >> 63))));
    store_be(t + 8, __builtin_bswap64(high << 1 | low >> 63));
}

void xts_halve(unsigned char t[16])
{
    const uint64_t low = __builtin_bswap64(load_be(t)), high = __builtin_bswap64(load_be(t + 8));
    const uint64_t odd = -(low & 1);
    store_be(t, __builtin_bswap64((low ^ (0x87 & odd)) >> 1 | high << 63));
    store_be(t + 8, __builtin_bswap64(high >> 1 | (odd & 1) << 63));
}

void ocb_double(unsigned char t[16])
{
    const uint64_t high = load_be(t), low = load_be(t + 8);
    store_be(t, high << 1 | low >> 63);
    store_be(t + 8, low << 1 ^ (0x87 & -(high >> 63)));
}

void add_counter(unsigned char block[16], unsigned bytes, uint64_t n)
{
    const uint64_t high = load_be(block), low = load_be(block + 8);
    const uint64_t sum = low + n, mask = bytes == 4 ? UINT32_MAX : UINT64_MAX;
    store_be(block + 8, (low & ~mask) | (sum & mask));
    if (bytes == 16)
        store_be(block, high + (sum < low));
}

/* What the batches of one call share. a and b hold up to BATCH blocks. */
struct call {
    const struct variant *v;
    const void *ctx;
    unsigned char a[BATCH][16], b[BATCH][16];
};

static void ecb(struct call *c, int encrypt, void *out, const void *in, size_t n)
{
    call_op(c->v, encrypt ? OP_ecb_enc : OP_ecb_dec, c->ctx, out, in, n, NULL);
}

static void ctr(struct call *c, unsigned bytes, unsigned char *out, const unsigned char *in, size_t n,
                unsigned char *counter)
{
    for (size_t i = 0; i < n; i++) {
        memcpy(c->a[i], counter, 16);
        add_counter(counter, bytes, 1);
    }
    ecb(c, 1, c->a, c->a, n);
    for (size_t i = 0; i < n; i++)
        xor_block(out + 16 * i, in + 16 * i, c->a[i]);
}

static void cbc_enc(struct call *c, unsigned char *out, const unsigned char *in, size_t n, unsigned char *iv)
{
    for (size_t i = 0; i < n; i++) {
        xor_block(iv, iv, in + 16 * i);
        ecb(c, 1, iv, iv, 1);
        memcpy(out + 16 * i, iv, 16);
    }
}

static void cbc_dec(struct call *c, unsigned char *out, const unsigned char *in, size_t n, unsigned char *iv)
{
    memcpy(c->a, in, 16 * n); /* out may be in */
    ecb(c, 0, c->b, c->a, n);
    for (size_t i = 0; i < n; i++)
        xor_block(out + 16 * i, c->b[i], i ? c->a[i - 1] : iv);
    memcpy(iv, c->a[n - 1], 16);
}

static void cfb_enc(struct call *c, unsigned char *out, const unsigned char *in, size_t n, unsigned char *iv)
{
    for (size_t i = 0; i < n; i++) {
        ecb(c, 1, iv, iv, 1);
        xor_block(iv, iv, in + 16 * i);
        memcpy(out + 16 * i, iv, 16);
    }
}

static void cfb_dec(struct call *c, unsigned char *out, const unsigned char *in, size_t n, unsigned char *iv)
{
    memcpy(c->a[0], iv, 16);
    memcpy(c->a[1], in, 16 * (n - 1));
    memcpy(iv, in + 16 * (n - 1), 16);
    ecb(c, 1, c->a, c->a, n);
    for (size_t i = 0; i < n; i++)
        xor_block(out + 16 * i, in + 16 * i, c->a[i]);
}

static void xts(struct call *c, int encrypt, unsigned char *out, const unsigned char *in, size_t n,
                unsigned char *tweak)
{
    for (size_t i = 0; i < n; i++) {
        memcpy(c->a[i], tweak, 16);
        xor_block(c->b[i], in + 16 * i, tweak);
        xts_double(tweak);
    }
    ecb(c, encrypt, c->b, c->b, n);
    for (size_t i = 0; i < n; i++)
        xor_block(out + 16 * i, c->b[i], c->a[i]);
}

/* RFC 7253: the offset of block i (from 1) is that of block i - 1 ^ L of the number of trailing zeros of i. */
static void ocb_offsets(struct call *c, size_t n, struct tsubaki_ocb_state *s)
{
    for (size_t i = 0; i < n; i++) {
        xor_block(s->offset, s->offset, s->l[__builtin_ctzll(++s->first)]);
        memcpy(c->a[i], s->offset, 16);
    }
}

static void ocb(struct call *c, enum op op, unsigned char *out, const unsigned char *in, size_t n,
                struct tsubaki_ocb_state *s)
{
    ocb_offsets(c, n, s);
    for (size_t i = 0; i < n; i++) {
        if (op == OP_ocb_enc)
            xor_block(s->checksum, s->checksum, in + 16 * i);
        xor_block(c->b[i], in + 16 * i, c->a[i]);
    }
    ecb(c, op != OP_ocb_dec, c->b, c->b, n);
    for (size_t i = 0; i < n; i++) {
        if (op == OP_ocb_auth) {
            xor_block(s->checksum, s->checksum, c->b[i]);
            continue;
        }
        xor_block(out + 16 * i, c->b[i], c->a[i]);
        if (op == OP_ocb_dec)
            xor_block(s->checksum, s->checksum, out + 16 * i);
    }
}

void modes_op(const struct variant *v, enum op op, const void *ctx, void *out_, const void *in_, size_t nblocks,
              void *state)
{
    /* One or two blocks go through ECB, where kernels have a path of their own; the serial modes are that path. */
    if (v->op[op] && (nblocks > 2 || op <= OP_cfb_enc)) {
        call_op(v, op, ctx, out_, in_, nblocks, state);
        return;
    }
    struct call c;
    __asm__("" : "=m"(c)); /* its buffers are written before they are read: the compiler cannot see that */
    c.v = v;
    c.ctx = ctx;
    unsigned char *out = out_;
    const unsigned char *in = in_;
    const size_t used = 16 * (nblocks < BATCH ? nblocks : BATCH);
    while (nblocks) {
        const size_t n = nblocks < BATCH ? nblocks : BATCH;
        switch (op) {
        case OP_ctr: ctr(&c, 16, out, in, n, state); break;
        case OP_ctr32: ctr(&c, 4, out, in, n, state); break;
        case OP_cbc_enc: cbc_enc(&c, out, in, n, state); break;
        case OP_cbc_dec: cbc_dec(&c, out, in, n, state); break;
        case OP_cfb_enc: cfb_enc(&c, out, in, n, state); break;
        case OP_cfb_dec: cfb_dec(&c, out, in, n, state); break;
        case OP_xts_enc: xts(&c, 1, out, in, n, state); break;
        case OP_xts_dec: xts(&c, 0, out, in, n, state); break;
        case OP_ocb_enc:
        case OP_ocb_dec:
        case OP_ocb_auth: ocb(&c, op, out, in, n, state); break;
        case OP_ecb_enc:
        case OP_ecb_dec:
        case OP_COUNT: break;
        }
        in += 16 * n;
        if (out)
            out += 16 * n;
        nblocks -= n;
    }
    wipe(c.a, used);
    wipe(c.b, used);
}

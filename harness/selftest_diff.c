/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Differential tests against the reference: keys, numbers of blocks, alignments, chained calls.
 */
#include "selftest.h"

#include <stdint.h>
#include <string.h>

/* Every number of blocks up to twice the width and one, some large ones; in place and out of place. */
void test_counts(struct test *t)
{
    static const size_t large[] = {257, 1000, 4097};
    const size_t small = 2 * t->v->width + 1, quick = t->o->quick;
    FOR_EACH_KEY(t, len) {
        if (new_key(t, *len))
            continue;
        for (size_t i = 0; i <= small + (quick ? 1 : sizeof large / sizeof *large); i++) {
            for (int in_place = 0; in_place < 2; in_place++)
                check_call(t, &(struct call){.nblocks = i <= small ? i : large[i - small - 1], .in_place = in_place});
        }
    }
}

/* Every alignment of in, of out, and of both; an unaligned state with each. */
void test_alignments(struct test *t)
{
    const unsigned w = t->v->width;
    const unsigned counts[] = {1, w - 1, w, w + 1, 2 * w + 1};
    const unsigned state_step = op_states[t->op] == STATE_IV ? 1 : 8;
    FOR_EACH_KEY(t, len) {
        if (new_key(t, *len))
            continue;
        for (unsigned a = 0; a < 64; a++) {
            struct call c = {
                .nblocks = counts[rng_below(sizeof counts / sizeof *counts)],
                .state = {AT_OFFSET, a * state_step},
            };
            c.in.offset = a;
            c.out.offset = rng_below(64);
            check_call(t, &c);
            c.in.offset = rng_below(64);
            c.out.offset = a;
            check_call(t, &c);
            c.in.offset = a;
            check_call(t, &c);
            c.in_place = 1;
            check_call(t, &c);
        }
    }
}

/* in, out and state flush against the page behind them, then against the page before them. */
void test_guard_pages(struct test *t)
{
    static const struct spot ends[] = {{AT_END, 0}, {AT_START, 0}};
    const size_t most = 2 * t->v->width + 1;
    FOR_EACH_KEY(t, len) {
        if (new_key(t, *len))
            continue;
        for (size_t n = 0; n <= most; n += t->o->quick && n > 4 && n < most - 4 ? 3 : 1)
            for (unsigned i = 0; i < 8; i++)
                check_call(t, &(struct call){.nblocks = n, .in_place = i >> 2, .in = ends[i & 1],
                                             .out = ends[i >> 1 & 1], .state = ends[(i ^ i >> 1) & 1]});
    }
}

/* A message in several calls gives what one call gives: the state is handed on. */
void test_chained_calls(struct test *t)
{
    const size_t total = 8 * t->v->width + 5;
    const struct spot start = {AT_OFFSET, 0};
    struct tsubaki_ocb_state want;
    FOR_EACH_KEY(t, len) {
        for (int round = 0; round < (t->o->quick ? 2 : 16); round++) {
            if (new_key(t, *len))
                break;
            uint8_t *in = place(&t->in, total * 16, start), *out = place(&t->out, total * 16, start);
            uint8_t *state = place(&t->state, state_size(t->op), start);
            rng_bytes(in, total * 16);
            random_state(t->op, state);
            memcpy(&want, state, state_size(t->op));
            ref_op(t->c, t->ref, t->op, t->expected, in, total, &want);
            for (size_t done = 0, n; done < total; done += n) {
                n = rng_below(2 * t->v->width + 2);
                if (n > total - done)
                    n = total - done;
                if (run_op(t, out + 16 * done, in + 16 * done, n, state, "a message in several calls"))
                    return;
            }
            count_case(t);
            if (op_states[t->op] != STATE_OCB_AUTH &&
                !same_blocks(t, "output", out, t->expected, total, "a message in several calls"))
                continue;
            if (memcmp(state, &want, state_size(t->op)))
                fail(t, "a message of %zu blocks in several calls: wrong state at the end", total);
        }
    }
}

/* What setkey wrote for the reference's current key; the context must hold the standard subkeys. */
static void check_context(struct test *t, const uint8_t *ctx)
{
    uint32_t bits;
    memcpy(&bits, ctx + t->c->key_bits_at, sizeof bits);
    if (t->c->check_subkeys(t->ref, ctx))
        fail(t, "%zu-bit key: the context does not hold the standard subkeys", t->key_len * 8);
    if (bits != t->key_len * 8)
        fail(t, "%zu-bit key: ctx->key_bits is %u", t->key_len * 8, (unsigned)bits);
}

/* setkey: the standard subkeys; the same context for the same key whatever the memory held before (bytes that it does
 * not use it need not write); the key at either end of a page and at every alignment. */
void test_setkey(struct test *t)
{
    static const struct spot flush[] = {{AT_END, 0}, {AT_START, 0}};
    static uint8_t first[sizeof(struct tsubaki_camellia_ctx)];
    FOR_EACH_KEY(t, len) {
        uint8_t copy[32];
        for (unsigned i = 0; i < 2 + 64; i++) {
            uint8_t *key = place(&t->key, *len, i < 2 ? flush[i] : (struct spot){AT_OFFSET, i - 2});
            rng_bytes(key, *len);
            memcpy(copy, key, *len);
            count_case(t);
            t->c->ref_setkey(t->ref, key, *len);
            if (kernel_setkey(t, key, *len, 0x3c, 0))
                continue;
            memcpy(first, t->ctx.at, t->c->ctx_size);
            check_context(t, t->ctx.at);
            if (kernel_setkey(t, key, *len, 0xc3, 0))
                continue;
            check_context(t, t->ctx.at);
            if (memcmp(key, copy, *len))
                fail(t, "%zu-bit key: setkey changed the key", *len * 8);
            intact(t, &t->key, "setkey");
            for (size_t j = 0; j < t->c->ctx_size; j++)
                if (t->ctx.at[j] != first[j] && !(t->ctx.at[j] == 0xc3 && first[j] == 0x3c)) {
                    fail(t, "%zu-bit key: byte %zu of the context depends on what it held before", *len * 8, j);
                    break;
                }
            for (size_t j = t->v->ctx_used; j < t->c->ctx_size; j++)
                if (t->ctx.at[j] != 0xc3) {
                    fail(t, "%zu-bit key: setkey writes byte %zu of the context, variants.def says %u bytes", *len * 8,
                         j, t->v->ctx_used);
                    break;
                }
        }
    }
}

/* Key lengths that the cipher does not have: -1 and a context of zeros. */
void test_key_lengths(struct test *t)
{
    static const size_t odd[] = {128, 192, 256, 512, 65536 + 16, SIZE_MAX / 2 + 17, SIZE_MAX - 15, SIZE_MAX,
                                 (size_t)((UINT64_C(1) << 32) + 16)};
    for (size_t i = 0; i <= 64 + sizeof odd / sizeof *odd; i++) {
        const size_t len = i <= 64 ? i : odd[i - 65];
        int valid = 0;
        FOR_EACH_KEY(t, good)
            valid |= *good == len;
        if (valid)
            continue;
        uint8_t *key = place(&t->key, len <= 64 ? len : 64, (struct spot){AT_END, 0});
        count_case(t);
        if (kernel_setkey(t, key, len, 0x5a, -1))
            continue;
        for (size_t j = 0; j < t->c->ctx_size; j++)
            if (t->ctx.at[j]) {
                fail(t, "key of %zu bytes: byte %zu of the context is not wiped", len, j);
                break;
            }
    }
}

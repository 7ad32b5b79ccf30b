/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Known answers. The reference passes them too, so that what everything else is compared with is right.
 */
#include "selftest.h"
#include "vectors.h"

#include <stdio.h>
#include <string.h>

/* Which records an operation answers, and which way. */
static const struct {
    const char *mode;
    enum op op;
    int decrypts;
} answers[] = {
    {"ecb", OP_ecb_enc, 0}, {"ecb", OP_ecb_dec, 1}, {"cbc", OP_cbc_enc, 0}, {"cbc", OP_cbc_dec, 1},
    {"cfb", OP_cfb_enc, 0}, {"cfb", OP_cfb_dec, 1}, {"ctr", OP_ctr, 0},     {"gcm", OP_ctr32, 0},
    {"xts", OP_xts_enc, 0}, {"xts", OP_xts_dec, 1}, {"ocb", OP_ocb_enc, 0}, {"ocb", OP_ocb_dec, 1},
    {"ocb", OP_ocb_auth, 0},
};

enum { TOO_OFTEN_IF_SLOW = 20000 };

static size_t whole(size_t len)
{
    return len / 16 * 16;
}

/* The state that the kernel starts from. Returns how many of the record's bytes kernels answer for: the modes' rules
 * for a last partial block are the library's, and its tests use the whole record. */
static size_t start_state(const struct test *t, const struct record *r, struct tsubaki_ocb_state *state)
{
    const size_t len = r->pt.len;
    uint8_t *const iv = (uint8_t *)state, l_dollar[16];
    switch (t->op) {
    case OP_ecb_enc:
    case OP_ecb_dec:
        return whole(len);
    case OP_ctr32:                      /* GCM: the first block of data has the counter 2 */
        memcpy(iv, r->iv.p, 12);
        memcpy(iv + 12, "\0\0\0\2", 4);
        return r->iv.len == 12 ? len : 0;
    case OP_xts_enc:
    case OP_xts_dec:                    /* the second key encrypts the tweak; ciphertext stealing changes two blocks */
        t->c->ref_setkey(t->ref, r->key.p + r->key.len / 2, r->key.len / 2);
        t->c->ref_ecb_enc(t->ref, iv, r->iv.p, 1);
        return r->iv.len != 16 ? 0 : len % 16 ? whole(len) - 16 : len;
    case OP_ocb_enc:
    case OP_ocb_dec:
    case OP_ocb_auth:
        t->c->ref_setkey(t->ref, r->key.p, r->key.len);
        ref_ocb_start(t->c, t->ref, r->iv.p, r->iv.len, r->tag.len, state, l_dollar);
        return t->op == OP_ocb_auth ? (len % 16 ? 0 : whole(r->aad.len)) : whole(len);
    default:
        memcpy(iv, r->iv.p, 16);
        return r->iv.len != 16 ? 0 : t->op == OP_cbc_enc || t->op == OP_cbc_dec ? whole(len) : len;
    }
}

/* Kernel and reference, from the record's input to its output. A last partial block is padded for the call. */
static void check_record(struct test *t, const struct record *r, const struct tsubaki_ocb_state *start, size_t len,
                         int decrypts)
{
    const struct bytes from = decrypts ? r->ct : r->pt, to = decrypts ? r->pt : r->ct;
    const size_t blocks = (len + 15) / 16;
    const struct spot plain = {AT_OFFSET, 0};
    char where[200];
    snprintf(where, sizeof where, "%s:%u (%s)", r->file, r->line, r->source);
    if (blocks > MAX_BLOCKS) {
        fail(t, "%s: the record is too long for the harness", where);
        return;
    }
    count_case(t);
    for (int with_reference = 0; with_reference < 2; with_reference++) {
        uint8_t *data = place(&t->in, blocks * 16, plain), *state = place(&t->state, state_size(t->op), plain);
        memset(data, 0, blocks * 16);
        memcpy(data, from.p, len);
        for (unsigned long i = 0; i < r->iterated; i++) {
            memcpy(state, start, state_size(t->op));
            if (with_reference)
                ref_op(t->c, t->ref, t->op, data, data, blocks, state);
            else if (run_op(t, data, data, blocks, state, where))
                return;
        }
        if (memcmp(data, to.p, len)) {
            uint8_t *want = t->expected;
            memcpy(want, data, blocks * 16);
            memcpy(want, to.p, len);
            same_blocks(t, with_reference ? "known answer (of the reference!)" : "known answer", data, want, blocks,
                        where);
        }
    }
}

/* Associated data: the tag tells what their sum must be, the rest of it coming from the reference. */
static void check_ocb_auth(struct test *t, const struct record *r, const struct tsubaki_ocb_state *start, size_t len)
{
    const struct spot plain = {AT_OFFSET, 0};
    struct tsubaki_ocb_state text;
    uint8_t want[16], l_dollar[16];
    char where[200];
    if (len != r->aad.len || r->tag.len != 16 || len > MAX_BLOCKS * 16 || r->pt.len > MAX_BLOCKS * 16)
        return;
    count_case(t);
    snprintf(where, sizeof where, "%s:%u (%s)", r->file, r->line, r->source);
    ref_ocb_start(t->c, t->ref, r->iv.p, r->iv.len, r->tag.len, &text, l_dollar);
    ref_op(t->c, t->ref, OP_ocb_enc, t->expected, r->pt.p, r->pt.len / 16, &text);
    for (int i = 0; i < 16; i++)
        want[i] = text.checksum[i] ^ text.offset[i] ^ l_dollar[i];
    t->c->ref_ecb_enc(t->ref, want, want, 1);
    for (int i = 0; i < 16; i++)
        want[i] ^= r->tag.p[i];

    uint8_t *aad = place(&t->in, len, plain);
    struct tsubaki_ocb_state *state = (void *)place(&t->state, sizeof *state, plain);
    memcpy(aad, r->aad.p, len);
    memcpy(state, start, sizeof *state);
    memset(state->offset, 0, 16);
    if (!run_op(t, NULL, aad, len / 16, state, where))
        same_blocks(t, "sum of the associated data", state->checksum, want, 1, where);
}

/* Single-block ECB records of one key once more in one call, so that every slot of a batch answers. */
static void check_batch(struct test *t, const struct record *r, size_t n, int decrypts)
{
    uint8_t *data = place(&t->in, n * 16, (struct spot){AT_OFFSET, 0}), *want = t->expected;
    char where[200];
    snprintf(where, sizeof where, "%s:%u and the records after it in one call", r->file, r->line);
    for (size_t i = 0; i < n; i++) {
        memcpy(data + 16 * i, (decrypts ? r[i].ct : r[i].pt).p, 16);
        memcpy(want + 16 * i, (decrypts ? r[i].pt : r[i].ct).p, 16);
    }
    count_case(t);
    if (!run_op(t, data, data, n, NULL, where))
        same_blocks(t, "known answers", data, want, n, where);
}

static int batches(const struct record *a, const struct record *b)
{
    return a->pt.len == 16 && b->pt.len == 16 && a->iterated == 1 && b->iterated == 1 && a->key.len == b->key.len &&
           !memcmp(a->key.p, b->key.p, a->key.len) && !strcmp(a->mode, b->mode) && !strcmp(a->cipher, b->cipher);
}

/* Is the record's key already set? XTS: no, start_state() left the reference with the second key. */
static int keeps_key(const struct record *last, const struct record *r, const char *mode)
{
    return last && strcmp(mode, "xts") && last->key.len == r->key.len && !memcmp(last->key.p, r->key.p, r->key.len);
}

static void check_answers(struct test *t, const struct vectors *v, const char *mode, int decrypts)
{
    const struct record *last = NULL, *const end = v->records + v->count;
    struct tsubaki_ocb_state start;
    for (const struct record *r = v->records; r < end; r++) {
        const size_t key_len = r->key.len / (strcmp(mode, "xts") ? 1 : 2);
        if (strcmp(r->cipher, t->c->name) || strcmp(r->mode, mode) ||
            ((t->o->quick || emulated()) && r->iterated > TOO_OFTEN_IF_SLOW))
            continue;
        const size_t len = start_state(t, r, &start);
        if (!len)
            continue;
        if (!keeps_key(last, r, mode)) {
            last = NULL;
            if (set_key(t, r->key.p, key_len))
                continue;
            size_t n = 1;
            while (r + n < end && n < MAX_BLOCKS && batches(r, r + n))
                n++;
            if (!strcmp(mode, "ecb") && n > 1)
                check_batch(t, r, n, decrypts);
        }
        last = r;
        if (t->op == OP_ocb_auth)
            check_ocb_auth(t, r, &start, len);
        else
            check_record(t, r, &start, len, decrypts);
    }
}

void test_known_answers(struct test *t)
{
    static struct vectors v;
    static int loaded;
    const char *folder = vectors_folder(t->o->vectors);
    if (!folder) {
        t->skipped = "no folder vectors (--vectors names it)";
        return;
    }
    if (!loaded)
        loaded = vectors_load(folder, &v) ? -1 : 1;
    if (loaded < 0) {
        fail(t, "%s", v.error);
        return;
    }
    for (unsigned i = 0; i < sizeof answers / sizeof *answers; i++)
        if ((int)answers[i].op == t->op)
            check_answers(t, &v, answers[i].mode, answers[i].decrypts);
    if (!t->cases && !t->failures)
        t->skipped = "no known answers for this operation";
}

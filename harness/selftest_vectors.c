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
    {"xts", OP_xts_enc, 0}, {"xts", OP_xts_dec, 1},
};

enum { TOO_OFTEN_IF_SLOW = 20000 };

/* The state that the kernel starts from; 0 when kernels do not process such a record (the library's tests do). */
static int start_state(const struct test *t, const struct record *r, uint8_t *state)
{
    switch (t->op) {
    case OP_ecb_enc:
    case OP_ecb_dec:
        return r->pt.len && r->pt.len % 16 == 0;
    case OP_ctr32:                      /* GCM: the first block of data has the counter 2 */
        if (r->iv.len != 12 || !r->pt.len)
            return 0;
        memcpy(state, r->iv.p, 12);
        memcpy(state + 12, "\0\0\0\2", 4);
        return 1;
    case OP_xts_enc:
    case OP_xts_dec:
        if (r->iv.len != 16 || !r->pt.len || r->pt.len % 16)
            return 0;
        t->c->ref_setkey(t->ref, r->key.p + r->key.len / 2, r->key.len / 2);
        t->c->ref_ecb_enc(t->ref, state, r->iv.p, 1);
        return 1;
    case OP_cbc_enc:
    case OP_cbc_dec:
        if (r->pt.len % 16)
            return 0;
        /* fall through */
    default:
        if (r->iv.len != 16 || !r->pt.len)
            return 0;
        memcpy(state, r->iv.p, 16);
        return 1;
    }
}

/* Kernel and reference, from the record's input to its output. A last partial block is padded for the call. */
static void check_record(struct test *t, const struct record *r, const uint8_t *start, int decrypts)
{
    const struct bytes from = decrypts ? r->ct : r->pt, to = decrypts ? r->pt : r->ct;
    const size_t blocks = (from.len + 15) / 16;
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
        memcpy(data, from.p, from.len);
        for (unsigned long i = 0; i < r->iterated; i++) {
            memcpy(state, start, state_size(t->op));
            if (with_reference)
                ref_op(t->c, t->ref, t->op, data, data, blocks, state);
            else if (run_op(t, data, data, blocks, state, where))
                return;
        }
        if (memcmp(data, to.p, to.len)) {
            uint8_t *want = t->expected;
            memcpy(want, data, blocks * 16);
            memcpy(want, to.p, to.len);
            same_blocks(t, with_reference ? "known answer (of the reference!)" : "known answer", data, want, blocks,
                        where);
        }
    }
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

static void check_answers(struct test *t, const struct vectors *v, const char *mode, int decrypts)
{
    const struct record *last = NULL, *const end = v->records + v->count;
    uint8_t start[16];
    for (const struct record *r = v->records; r < end; r++) {
        const size_t key_len = r->key.len / (strcmp(mode, "xts") ? 1 : 2);
        if (strcmp(r->cipher, t->c->name) || strcmp(r->mode, mode) || !start_state(t, r, start) ||
            ((t->o->quick || emulated()) && r->iterated > TOO_OFTEN_IF_SLOW))
            continue;
        if (!last || !strcmp(mode, "xts") || last->key.len != r->key.len ||
            memcmp(last->key.p, r->key.p, r->key.len)) {
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
        check_record(t, r, start, decrypts);
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

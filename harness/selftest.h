/* SPDX-License-Identifier: BSD-2-Clause
 *
 * What the tests share: the running test, memory between guard pages, one checked call of a kernel.
 */
#ifndef SELFTEST_H
#define SELFTEST_H

#include "harness.h"

/* Memory between two inaccessible pages. */
struct region {
    const char *name;
    uint8_t *base;
    size_t size;
    uint8_t *at;                    /* where the running case put its data */
    size_t len;
};

/* Where a buffer lies in its region: flush with the end, flush with the start, or `offset` bytes past a 64-byte
 * boundary. */
struct spot {
    enum { AT_OFFSET, AT_END, AT_START } place;
    unsigned offset;
};

enum { MAX_BLOCKS = 4160 };

/* The running test: a group applied to one operation. */
struct test {
    const struct variant *v;
    const struct cipher *c;
    const struct options *o;
    const char *group;
    int op;                         /* enum op; OP_COUNT in tests of setkey, OP_NONE in tests of the harness */
    unsigned long cases, failures;
    const char *skipped;            /* why; null: it ran */

    struct region in, out, state, key, ctx, stack;
    void *ref;
    uint8_t *expected;
    size_t key_len;                 /* of the key that new_key set */
    struct abi_call *stub;          /* calls go through the ABI stub; null: direct */
};

/* Every key length of the cipher in turn. */
#define FOR_EACH_KEY(t, len) \
    for (const size_t *len = (t)->c->key_lens; len < (t)->c->key_lens + 4 && *len; len++)

/* A test group, and what it is applied to: a set of these. ON_REQUEST: only if --only names
 * it. */
enum { EACH_OP = 1, SETKEY = 2, ONCE = 4, CTR_OPS = 8, XTS_OPS = 16, OCB_OPS = 32, ON_REQUEST = 64 };
enum { OP_NONE = OP_COUNT + 1 };
struct group {
    const char *name;
    void (*run)(struct test *t);
    unsigned how;
};
extern const struct group test_groups[];

/* Report a failing case (printf style, one line). The first few of a test are shown. */
void fail(struct test *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Count one case that has been checked; shows progress on a terminal. */
void count_case(struct test *t);

/* Place len bytes in the region; the rest of the neighbourhood is filled with a pattern that intact() checks. */
uint8_t *place(struct region *r, size_t len, struct spot s);
int intact(struct test *t, const struct region *r, const char *what);
/* The size of an operation's state, and a random one. */
size_t state_size(enum op op);
void random_state(enum op op, void *state);
/* A random one whose public part (counter, block number) is that of another. */
void random_state_like(enum op op, void *state, const void *other);

/* A random key of this length (bytes) for kernel and reference; ctx becomes read-only. 0, or -1 after fail(). */
int new_key(struct test *t, size_t key_len);
int set_key(struct test *t, const void *key, size_t key_len);
/* The kernel's setkey alone, into a context filled with this byte before. 0, or -1 after fail(). */
int kernel_setkey(struct test *t, const void *key, size_t key_len, int fill, int expected);

/* Run f(arg) and return 0, or the number of the signal that stopped it; fault_text() then says where. */
int guarded(void (*f)(void *), void *arg);
const char *fault_text(const struct test *t);

/* One call of the operation with the current key. 0, or -1 after fail() because a signal stopped it. */
int run_op(struct test *t, void *out, const void *in, size_t nblocks, void *state, const char *where);

/* A call through the ABI stub t->stub; 0 or the signal that stopped it. Then the check of all registers: 0, or -1 after
 * fail(). */
int stub_call(struct test *t, void (*function)(void), const uint64_t *args, unsigned n);
int stub_verify(struct test *t, const char *where);

/* One call of an operation with the current key, compared with the reference: result, state, everything around. */
struct call {
    size_t nblocks;
    int in_place;
    struct spot in, out, state;     /* out is ignored in place */
    const void *data;               /* the input; null: random */
    const void *initial;            /* the state before the call; null: a random one */
};
/* 1: right; 0 after fail(). */
int check_call(struct test *t, const struct call *call);
/* Compare nblocks blocks; the first wrong one is reported. */
int same_blocks(struct test *t, const char *what, const void *got, const void *want, size_t nblocks,
                const char *where);

/* Compare states after a call. 1, or 0 after fail(). */
int same_state(struct test *t, const void *got, const void *want, const char *where);

void test_s_boxes(struct test *t);
void test_bit_walks(struct test *t);
void test_chained_passes(struct test *t);
void test_counter_wraps(struct test *t);
void test_ocb_numbers(struct test *t);
void test_xts_tweaks(struct test *t);
void test_libgcrypt(struct test *t);
void test_openssl(struct test *t);
void test_huge(struct test *t);
void test_trace(struct test *t);
void test_poisoned(struct test *t);
void test_known_answers(struct test *t);
void test_counts(struct test *t);
void test_alignments(struct test *t);
void test_guard_pages(struct test *t);
void test_chained_calls(struct test *t);
void test_abi_stub(struct test *t);
void test_abi(struct test *t);
void test_residue(struct test *t);
void test_setkey(struct test *t);
void test_key_lengths(struct test *t);

#endif

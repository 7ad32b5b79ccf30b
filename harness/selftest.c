/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The self-test of one variant: the table of test groups, its report, and what every test uses.
 *
 * A test is one group applied to one operation (or to setkey). Each starts the random generator from the seed and its
 * own name, so `--seed N --only NAME` repeats it exactly.
 */
#include "selftest.h"

#include "abi.h"

#include <fenv.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

const struct group test_groups[] = {
    {"abi-stub", test_abi_stub, ONCE},
    {"setkey", test_setkey, SETKEY},
    {"key-lengths", test_key_lengths, SETKEY},
    {"known-answers", test_known_answers, EACH_OP},
    {"counts", test_counts, EACH_OP},
    {"alignments", test_alignments, EACH_OP},
    {"guard-pages", test_guard_pages, EACH_OP},
    {"chained-calls", test_chained_calls, EACH_OP},
    {"abi", test_abi, EACH_OP | SETKEY},
    {"residue", test_residue, EACH_OP | SETKEY},
    {"s-boxes", test_s_boxes, EACH_OP},
    {"bit-walks", test_bit_walks, EACH_OP},
    {"counter-wraps", test_counter_wraps, CTR_OPS},
    {"xts-tweaks", test_xts_tweaks, XTS_OPS},
    {"ocb-numbers", test_ocb_numbers, OCB_OPS},
    {"chained-passes", test_chained_passes, EACH_OP},
    {"libgcrypt", test_libgcrypt, EACH_OP},
    {"openssl", test_openssl, EACH_OP},
    {"huge", test_huge, EACH_OP | ON_REQUEST},
    {"trace", test_trace, EACH_OP | SETKEY},
    {"poisoned", test_poisoned, EACH_OP | SETKEY | ON_REQUEST},
    {NULL, NULL, 0},
};

/* ---- Report ---------------------------------------------------------------------------------------------------- */

enum { SHOWN_FAILURES = 4, TEXT = 1024 };

static const char *op_name(const struct test *t)
{
    return t->op == OP_NONE ? "harness" : t->op == OP_COUNT ? "setkey" : op_names[t->op];
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static struct {
    double started, shown;
    int visible;
} progress;

static void progress_clear(void)
{
    if (progress.visible)
        fprintf(stderr, "\r%-70s\r", "");
    progress.visible = 0;
}

static void progress_show(const struct test *t)
{
    static int terminal = -1;
    if (terminal < 0)
        terminal = isatty(2);
    if (!terminal)
        return;
    const double now = seconds();
    if (now - progress.started < 2 || now - progress.shown < 0.2)
        return;
    fprintf(stderr, "\r%s/%s: %lu cases ", t->group, op_name(t), t->cases);
    progress.shown = now;
    progress.visible = 1;
}

static void json_head(const struct variant *v)
{
    printf("{\"cipher\": \"%s\", \"isa\": \"%s\", \"variant\": \"%s\"", v->cipher_name, v->isa, v->name);
}

/* Text inside a JSON string: quotes, backslashes and control characters escaped. */
static void json_text(const char *text)
{
    for (; *text; text++)
        printf(*text == '"' || *text == '\\' ? "\\%c" : (unsigned char)*text < ' ' ? "\\u%04x" : "%c", *text);
}

void fail(struct test *t, const char *format, ...)
{
    if (t->failures++ >= SHOWN_FAILURES)
        return;
    char text[TEXT];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    progress_clear();
    if (t->o->json) {
        json_head(t->v);
        printf(", \"test\": \"%s/%s\", \"failure\": \"", t->group, op_name(t));
        json_text(text);
        printf("\", \"seed\": %llu}\n", (unsigned long long)t->o->seed);
    } else {
        printf("  FAIL %s/%s: %s\n", t->group, op_name(t), text);
        if (t->failures == 1)
            printf("       repeat: %s --selftest --seed %llu --only %s/%s\n", t->o->program,
                   (unsigned long long)t->o->seed, t->group, op_name(t));
    }
    fflush(stdout);
}

void count_case(struct test *t)
{
    if (++t->cases < 64 || !(t->cases & 63))
        progress_show(t);
}

/* ---- Memory between guard pages -------------------------------------------------------------------------------- */

enum { FENCE = 192 };               /* bytes of pattern on each side of the data */

static size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

static void region_open(struct region *r, const char *name, size_t size)
{
    const size_t page = page_size();
    size = (size + page - 1) / page * page;
    uint8_t *map = mmap(NULL, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED || mprotect(map + page, size, PROT_READ | PROT_WRITE)) {
        perror("mmap");
        exit(FAILED_SOME);
    }
    *r = (struct region){name, map + page, size, map + page, 0};
}

static void region_close(struct region *r)
{
    munmap(r->base - page_size(), r->size + 2 * page_size());
}

/* The pattern of a byte depends on its address, so that moved data does not go unseen. */
static uint8_t pattern(const uint8_t *p)
{
    return (uint8_t)(((uintptr_t)p * 0x9d) ^ ((uintptr_t)p >> 8) ^ 0xa5);
}

static void fence(const struct region *r, uint8_t **from, uint8_t **to)
{
    *from = (size_t)(r->at - r->base) < FENCE ? r->base : r->at - FENCE;
    *to = (size_t)(r->base + r->size - r->at) < r->len + FENCE ? r->base + r->size : r->at + r->len + FENCE;
}

uint8_t *place(struct region *r, size_t len, struct spot s)
{
    uint8_t *from, *to;
    r->len = len;
    r->at = s.place == AT_END ? r->base + r->size - len : s.place == AT_START ? r->base : r->base + FENCE + s.offset;
    fence(r, &from, &to);
    for (; from < to; from++)
        *from = pattern(from);
    return r->at;
}

int intact(struct test *t, const struct region *r, const char *what)
{
    uint8_t *from, *to;
    fence(r, &from, &to);
    for (; from < to; from++) {
        if (from == r->at)
            from += r->len;
        if (from < to && *from != pattern(from)) {
            fail(t, "%s: the byte at %s%+ld of %zu was written", what, r->name, (long)(from - r->at), r->len);
            return 0;
        }
    }
    return 1;
}

/* ---- Faults ---------------------------------------------------------------------------------------------------- */

static sigjmp_buf fault_jump;
static volatile sig_atomic_t fault_armed;
static int fault_signal;
static uint8_t *fault_at;

static void on_fault(int sig, siginfo_t *info, void *context)
{
    if (!fault_armed) {
        signal(sig, SIG_DFL);
        raise(sig);
        return;
    }
    fault_armed = 0;
    fault_signal = sig;
    fault_at = info->si_addr;
    siglongjmp(fault_jump, 1);
}

static void faults_catch(void)
{
    static uint8_t stack[65536];
    const stack_t alt = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&alt, NULL);
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP};
    for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction a = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
        a.sa_sigaction = on_fault;
        sigaction(signals[i], &a, NULL);
    }
}

int guarded(void (*f)(void *), void *arg)
{
    if (sigsetjmp(fault_jump, 0)) {
        fesetenv(FE_DFL_ENV);           /* the ABI stub may have been under way */
        return fault_signal;
    }
    fault_armed = 1;
    f(arg);
    fault_armed = 0;
    return 0;
}

const char *fault_text(const struct test *t)
{
    static char text[200];
    const struct region *const regions[] = {&t->in, &t->out, &t->state, &t->key, &t->ctx, &t->stack};
    const size_t page = page_size();
    const char *name = strsignal(fault_signal);
    for (unsigned i = 0; i < sizeof regions / sizeof *regions; i++) {
        const struct region *r = regions[i];
        if (fault_at < r->base - page || fault_at >= r->base + r->size + page)
            continue;
        snprintf(text, sizeof text, "%s: access to %s%+ld, which has %zu bytes", name, r->name,
                 (long)(fault_at - r->at), r->len);
        return text;
    }
    snprintf(text, sizeof text, "%s at address %p", name, (void *)fault_at);
    return text;
}

/* ---- Keys ------------------------------------------------------------------------------------------------------- */

static void ctx_writable(struct test *t, int writable)
{
    if (mprotect(t->ctx.base, t->ctx.size, writable ? PROT_READ | PROT_WRITE : PROT_READ)) {
        perror("mprotect");
        exit(FAILED_SOME);
    }
}

struct setkey_call {
    struct test *t;
    const void *key;
    size_t key_len;
    int result;
};

static void call_setkey(void *arg)
{
    struct setkey_call *s = arg;
    s->result = s->t->v->setkey(s->t->ctx.at, s->key, s->key_len);
}

static int setkey_through_stub(struct setkey_call *s)
{
    const uint64_t args[] = {(uintptr_t)s->t->ctx.at, (uintptr_t)s->key, s->key_len};
    const int stopped = stub_call(s->t, (void (*)(void))s->t->v->setkey, args, 3);
    s->result = (int)s->t->stub->result;
    return stopped;
}

int kernel_setkey(struct test *t, const void *key, size_t key_len, int fill, int expected)
{
    struct setkey_call s = {t, key, key_len, 0};
    ctx_writable(t, 1);
    memset(place(&t->ctx, t->c->ctx_size, (struct spot){AT_END, 0}), fill, t->c->ctx_size);
    t->key_len = key_len;
    const int stopped = t->stub ? setkey_through_stub(&s) : guarded(call_setkey, &s);
    ctx_writable(t, 0);
    if (stopped)
        fail(t, "setkey, key of %zu bytes: %s", key_len, fault_text(t));
    else if (s.result != expected)
        fail(t, "setkey, key of %zu bytes: returned %d instead of %d", key_len, s.result, expected);
    else if (intact(t, &t->ctx, "setkey") && (!t->stub || !stub_verify(t, "setkey")))
        return 0;
    return -1;
}

int set_key(struct test *t, const void *key, size_t key_len)
{
    return kernel_setkey(t, key, key_len, 0x3c, 0) || t->c->ref_setkey(t->ref, key, key_len) ? -1 : 0;
}

int new_key(struct test *t, size_t key_len)
{
    uint8_t *key = place(&t->key, key_len, (struct spot){AT_END, 0});
    rng_bytes(key, key_len);
    return set_key(t, key, key_len);
}

/* ---- States ----------------------------------------------------------------------------------------------------- */

size_t state_size(enum op op)
{
    switch (op_states[op]) {
    case STATE_NONE:
        return 0;
    case STATE_IV:
        return 16;
    default:
        return sizeof(struct tsubaki_ocb_state);
    }
}

void random_state(enum op op, void *state)
{
    rng_bytes(state, state_size(op));
    if (op_states[op] == STATE_OCB || op_states[op] == STATE_OCB_AUTH) {
        struct tsubaki_ocb_state *s = state;
        for (int i = 1; i < 64; i++)
            ref_ocb_double(s->l[i], s->l[i - 1]);
        s->first = rng_below(4) ? rng_u64() >> (1 + rng_below(63)) : 0;
    }
}

void random_state_like(enum op op, void *state, const void *other)
{
    random_state(op, state);
    if (op == OP_ctr || op == OP_ctr32)
        memcpy(state, other, 16);
    else if (op_states[op] == STATE_OCB || op_states[op] == STATE_OCB_AUTH)
        ((struct tsubaki_ocb_state *)state)->first = ((const struct tsubaki_ocb_state *)other)->first;
}

/* ---- One checked call ------------------------------------------------------------------------------------------- */

static void describe(char *text, size_t size, const struct test *t, const struct call *c)
{
    static const char *const places[] = {"+", "flush with the end", "flush with the start"};
    char in[40], out[40];
    snprintf(in, sizeof in, c->in.place ? "%s" : "%s%u", places[c->in.place], c->in.offset);
    snprintf(out, sizeof out, c->out.place ? "%s" : "%s%u", places[c->out.place], c->out.offset);
    snprintf(text, size, "%zu-bit key, %zu blocks, in %s, out %s", t->key_len * 8, c->nblocks, in,
             c->in_place ? "the same" : out);
}

static void hex(char *text, const uint8_t *p, size_t len)
{
    for (size_t i = 0; i < len; i++)
        sprintf(text + 2 * i, "%02x", p[i]);
}

int same_blocks(struct test *t, const char *what, const void *got_, const void *want_, size_t nblocks,
                const char *where)
{
    const uint8_t *got = got_, *want = want_;
    if (!memcmp(got, want, nblocks * 16))
        return 1;
    size_t first = nblocks, wrong = 0;
    for (size_t i = 0; i < nblocks; i++)
        if (memcmp(got + 16 * i, want + 16 * i, 16)) {
            wrong++;
            if (first == nblocks)
                first = i;
        }
    char g[33], w[33];
    hex(g, got + 16 * first, 16);
    hex(w, want + 16 * first, 16);
    fail(t, "%s: %s: %zu of %zu blocks are wrong, first block %zu: %s instead of %s", where, what, wrong, nblocks,
         first, g, w);
    return 0;
}

struct op_call {
    struct test *t;
    void *out;
    const void *in;
    size_t nblocks;
    void *state;
};

static void call_one(void *arg)
{
    struct op_call *c = arg;
    call_op(c->t->v, c->t->op, c->t->ctx.at, c->out, c->in, c->nblocks, c->state);
}

static int op_through_stub(struct op_call *c)
{
    const uint64_t ctx = (uintptr_t)c->t->ctx.at, out = (uintptr_t)c->out, in = (uintptr_t)c->in;
    const uint64_t args[] = {ctx, out, in, c->nblocks, (uintptr_t)c->state};
    const uint64_t auth_args[] = {ctx, in, c->nblocks, (uintptr_t)c->state};
    switch (op_states[c->t->op]) {
    case STATE_NONE:
        return stub_call(c->t, c->t->v->op[c->t->op], args, 4);
    case STATE_OCB_AUTH:
        return stub_call(c->t, c->t->v->op[c->t->op], auth_args, 4);
    default:
        return stub_call(c->t, c->t->v->op[c->t->op], args, 5);
    }
}

int run_op(struct test *t, void *out, const void *in, size_t nblocks, void *state, const char *where)
{
    struct op_call c = {t, out, in, nblocks, state};
    if (!(t->stub ? op_through_stub(&c) : guarded(call_one, &c)))
        return t->stub ? stub_verify(t, where) : 0;
    fail(t, "%s: %s", where, fault_text(t));
    return -1;
}

int same_state(struct test *t, const void *got_, const void *want_, const char *where)
{
    if (op_states[t->op] == STATE_NONE || !memcmp(got_, want_, state_size(t->op)))
        return 1;
    if (op_states[t->op] == STATE_IV)
        return same_blocks(t, "IV, counter or tweak after the call", got_, want_, 1, where);
    const struct tsubaki_ocb_state *got = got_, *want = want_;
    if (!same_blocks(t, "OCB offset after the call", got->offset, want->offset, 1, where) ||
        !same_blocks(t, "OCB checksum after the call", got->checksum, want->checksum, 1, where) ||
        !same_blocks(t, "table of OCB L", got->l, want->l, 64, where))
        return 0;
    fail(t, "%s: OCB block number after the call: %llu instead of %llu", where, (unsigned long long)got->first,
         (unsigned long long)want->first);
    return 0;
}

int check_call(struct test *t, const struct call *call)
{
    const size_t len = call->nblocks * 16, ssize = state_size(t->op);
    const int has_out = op_states[t->op] != STATE_OCB_AUTH, separate = has_out && !call->in_place;
    struct tsubaki_ocb_state want_state;
    char where[200];

    describe(where, sizeof where, t, call);
    count_case(t);
    uint8_t *in = place(&t->in, len, call->in);
    uint8_t *out = separate ? place(&t->out, len, call->out) : in;
    uint8_t *state = place(&t->state, ssize, call->state);
    if (call->data)
        memcpy(in, call->data, len);
    else
        rng_bytes(in, len);
    if (call->initial)
        memcpy(state, call->initial, ssize);
    else
        random_state(t->op, state);
    memcpy(&want_state, state, ssize);
    uint8_t *const want = t->expected, *const before = t->expected + MAX_BLOCKS * 16;
    memcpy(before, in, len);
    if (separate)
        memset(out, 0xee, len);
    ref_op(t->c, t->ref, t->op, want, in, call->nblocks, &want_state);

    if (run_op(t, out, in, call->nblocks, state, where))
        return 0;
    return (!has_out || same_blocks(t, "output", out, want, call->nblocks, where)) &&
           ((has_out && !separate) || same_blocks(t, "input after the call", in, before, call->nblocks, where)) &&
           same_state(t, state, &want_state, where) && intact(t, &t->in, where) &&
           (!separate || intact(t, &t->out, where)) && intact(t, &t->state, where);
}

/* ---- The runner -------------------------------------------------------------------------------------------------- */

/* FNV-1a of the test's name, so that a test does not depend on those before it. */
static uint64_t name_hash(const char *name)
{
    uint64_t h = 0xcbf29ce484222325;
    for (; *name; name++)
        h = (h ^ (uint8_t)*name) * 0x100000001b3;
    return h;
}

/* *said: why the last test was skipped; the same reason is not printed again. */
static void run_test(struct test *t, const struct group *g, int op, struct report *sum, const char **said)
{
    char name[80];
    t->group = g->name;
    t->op = op;
    t->cases = t->failures = 0;
    t->skipped = NULL;
    snprintf(name, sizeof name, "%s/%s", g->name, op_name(t));
    if (t->o->only && !strstr(name, t->o->only))
        return;
    rng_seed(t->o->seed ^ name_hash(name));
    g->run(t);
    progress_clear();
    if (!t->failures && !t->skipped && !t->cases)
        fail(t, "the test checked nothing");
    if (t->failures > SHOWN_FAILURES && !t->o->json)
        printf("  FAIL %s: %lu failures in all\n", name, t->failures);
    if (t->failures)
        sum->failed++;
    else if (t->skipped)
        sum->skipped++;
    else
        sum->passed++;
    if (t->skipped && !t->o->json && (!*said || strcmp(*said, t->skipped)))
        printf("  skip %s: %s\n", name, t->skipped);
    if (t->skipped)
        *said = t->skipped;
}

/* The sets of group.how to which this belongs. */
static unsigned kinds_of(int op)
{
    switch (op) {
    case OP_NONE:
        return ONCE;
    case OP_COUNT:
        return SETKEY;
    case OP_ctr:
    case OP_ctr32:
        return EACH_OP | CTR_OPS;
    case OP_xts_enc:
    case OP_xts_dec:
        return EACH_OP | XTS_OPS;
    case OP_ocb_enc:
    case OP_ocb_dec:
    case OP_ocb_auth:
        return EACH_OP | OCB_OPS;
    default:
        return EACH_OP;
    }
}

static void run_group(struct test *t, const struct group *g, struct report *r)
{
    struct report sum = {0, 0, 0};
    unsigned long cases = 0;
    const char *said = NULL;
    progress.started = seconds();
    if (g->how & ON_REQUEST && (!t->o->only || strncmp(t->o->only, g->name, strlen(g->name))))
        return;
    for (int op = 0; op <= OP_NONE; op++) {
        if (!(g->how & kinds_of(op)) || (op < OP_COUNT && !t->v->op[op]))
            continue;
        t->cases = 0;
        run_test(t, g, op, &sum, &said);
        cases += t->cases;
    }
    if (!sum.passed && !sum.failed && !sum.skipped)
        return;
    if (t->o->json) {
        json_head(t->v);
        printf(", \"test\": \"%s\", \"passed\": %u, \"failed\": %u, \"skipped\": %u, \"cases\": %lu, \"seed\": %llu}\n",
               g->name, sum.passed, sum.failed, sum.skipped, cases, (unsigned long long)t->o->seed);
    } else {
        printf("%-4s %-18s %3u passed, %u failed, %u skipped; %lu cases; seed %llu\n",
               sum.failed ? "FAIL" : sum.passed ? "ok" : "skip", g->name, sum.passed, sum.failed, sum.skipped, cases,
               (unsigned long long)t->o->seed);
    }
    fflush(stdout);
    r->passed += sum.passed;
    r->failed += sum.failed;
    r->skipped += sum.skipped;
}

int selftest(const struct variant *v, const struct options *o, struct report *r)
{
    struct test t = {.v = v, .c = cipher_of(v), .o = o};
    if (!o->json)
        printf("%s %s %s, %u blocks wide: self-test\n", v->isa, v->cipher_name, v->name, v->width);
    region_open(&t.in, "in", MAX_BLOCKS * 16 + 1024);
    region_open(&t.out, "out", MAX_BLOCKS * 16 + 1024);
    region_open(&t.state, "state", sizeof(struct tsubaki_ocb_state) + 1024);
    region_open(&t.key, "key", 1);
    region_open(&t.ctx, "ctx", t.c->ctx_size);
    region_open(&t.stack, "stack", 65536);
    t.ref = malloc(t.c->ref_size);
    t.expected = malloc(2 * MAX_BLOCKS * 16);
    if (!t.ref || !t.expected) {
        perror("malloc");
        exit(FAILED_SOME);
    }
    faults_catch();
    for (const struct group *g = test_groups; g->name; g++)
        run_group(&t, g, r);
    free(t.expected);
    free(t.ref);
    region_close(&t.stack);
    region_close(&t.ctx);
    region_close(&t.key);
    region_close(&t.state);
    region_close(&t.out);
    region_close(&t.in);
    return r->failed != 0;
}

/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Benchmark. The cost per byte is the slope of time over message size, so that the cost of a call cancels out. Kernel,
 * reference and peer take turns, call by call; a round takes the least time of each, for interruptions and a busy other
 * hardware thread of the core only ever add. Each figure is the median over rounds, and a ratio is the median of the
 * rounds' ratios, so that a drift of the clock meets all sides alike.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../lib/cpu.h"
#include "harness.h"
#include "peer.h"

enum { ROUNDS = 31, ROUND_NS = 8000000, TRIES = 3, STEP = 16384, SIZES = 4, MAX_BYTES = STEP * SIZES };

/* One side of a comparison: something that processes nblocks blocks of the buffer in place. */
struct side {
    const struct variant *v;
    const struct cipher *c;
    struct peer *peer;
    enum op op;
    const void *ctx;
    void *state;
    void (*run)(const struct side *s, void *buffer, size_t nblocks);
};

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const double *x, unsigned n)
{
    double sorted[ROUNDS];
    memcpy(sorted, x, n * sizeof *x);
    qsort(sorted, n, sizeof *sorted, by_value);
    return n & 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

/* Half the distance between the quartiles, relative to the median. */
static double spread(const double *x, unsigned n)
{
    double sorted[ROUNDS];
    memcpy(sorted, x, n * sizeof *x);
    qsort(sorted, n, sizeof *sorted, by_value);
    return (sorted[3 * n / 4] - sorted[n / 4]) / 2 / median(x, n);
}

/* Core clock cycles a nanosecond, from a chain of instructions of known latency; 0 where none is known. The time stamp
 * counter would not do: it ticks at a rate of its own. */
static double core_ghz(void)
{
#if defined(__x86_64__) || defined(__i386__)
    /* imul: three cycles on every Intel and AMD core since 2008. */
    enum { LINKS = 20000, CYCLES = 3 };
    unsigned long x = 3;
    const double start = now_ns();
    for (int i = 0; i < LINKS / 10; i++)
        __asm__ volatile("imul %0, %0\n\timul %0, %0\n\timul %0, %0\n\timul %0, %0\n\timul %0, %0\n\t"
                         "imul %0, %0\n\timul %0, %0\n\timul %0, %0\n\timul %0, %0\n\timul %0, %0" : "+r"(x));
    return LINKS * CYCLES / (now_ns() - start);
#elif defined(__aarch64__)
    /* eor of registers: one cycle on every core. */
    enum { LINKS = 40000 };
    unsigned long x = 3, y = 5;
    const double start = now_ns();
    for (int i = 0; i < LINKS / 10; i++)
        __asm__ volatile("eor %0, %0, %1\n\teor %0, %0, %1\n\teor %0, %0, %1\n\teor %0, %0, %1\n\teor %0, %0, %1\n\t"
                         "eor %0, %0, %1\n\teor %0, %0, %1\n\teor %0, %0, %1\n\teor %0, %0, %1\n\teor %0, %0, %1"
                         : "+r"(x) : "r"(y));
    return LINKS / (now_ns() - start);
#else
    return 0;
#endif
}

static void run_kernel(const struct side *s, void *buffer, size_t nblocks)
{
    call_op(s->v, s->op, s->ctx, buffer, buffer, nblocks, s->state);
}

static void run_reference(const struct side *s, void *buffer, size_t nblocks)
{
    ref_op(s->c, s->ctx, s->op, buffer, buffer, nblocks, s->state);
}

static void run_peer(const struct side *s, void *buffer, size_t nblocks)
{
    if (peer_crypt(s->peer, buffer, buffer, nblocks)) {
        fprintf(stderr, "bench: %s failed\n", peer_name(s->peer));
        exit(FAILED_SOME);
    }
}

/* What is timed: calls of one size, or of several for a slope. */
struct load {
    unsigned blocks[SIZES], sizes;
    unsigned calls;             /* of a try */
    double units;               /* of one size: what a call's time is divided by */
};

static double time_calls(const struct side *s, unsigned char *buffer, size_t nblocks, unsigned calls)
{
    const double start = now_ns();
    for (unsigned i = 0; i < calls; i++)
        s->run(s, buffer, nblocks);
    return (now_ns() - start) / calls;
}

/* Nanoseconds per byte: least-squares slope over the sizes. */
static double slope(const struct load *l, const double *ns)
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (unsigned i = 0; i < l->sizes; i++) {
        const double x = 16.0 * l->blocks[i], y = ns[i];
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    return (l->sizes * sxy - sx * sy) / (l->sizes * sxx - sx * sx);
}

/* One line of the report. Times are in ns: per byte, or per call where blocks or setkey say so. */
struct row {
    const struct variant *v;
    const char *op;
    unsigned key_bits, blocks;          /* blocks: of one call; 0: slope */
    double ns, spread, ghz, vs_ref;
    const char *peer;                   /* null: not measured */
    double peer_ns, vs_peer;
};

static void cpu_name(char *out, size_t size)
{
    char line[256];
    FILE *f = fopen("/proc/cpuinfo", "r");
    snprintf(out, size, "unknown");
    while (f && fgets(line, sizeof line, f)) {
        char *value = strchr(line, ':');
        if (value && (!strncmp(line, "model name", 10) || !strncmp(line, "cpu\t", 4))) {
            value[strcspn(value, "\n\"\\")] = 0;
            snprintf(out, size, "%s", value + 2);
            break;
        }
    }
    if (f)
        fclose(f);
}

static void json_number(const char *name, double x, int known)
{
    if (known && isfinite(x))
        printf(", \"%s\": %.4g", name, x);
    else
        printf(", \"%s\": null", name);
}

static void print_row(const struct row *r, const struct options *o)
{
    const int setkey = !strcmp(r->op, "setkey");
    const double bytes = setkey ? 0 : r->blocks ? 16.0 * r->blocks : 1;
    const double mib_s = 1e9 / 1048576 * bytes / r->ns, cycles = r->ns * r->ghz;
    if (o->json) {
        static char cpu[128], date[16];
        if (!*cpu) {
            const time_t t = time(NULL);
            cpu_name(cpu, sizeof cpu);
            strftime(date, sizeof date, "%Y-%m-%d", gmtime(&t));
        }
        printf("{\"cipher\": \"%s\", \"isa\": \"%s\", \"variant\": \"%s\", \"op\": \"%s\", \"key_bits\": %u",
               r->v->cipher_name, r->v->isa, r->v->name, r->op, r->key_bits);
        json_number("blocks", r->blocks, r->blocks != 0);
        json_number("mib_s", mib_s, !setkey);
        json_number("cycles_per_byte", cycles / bytes, r->ghz > 0 && !setkey);
        json_number("ns_per_call", r->ns, setkey || r->blocks);
        json_number("spread", r->spread, 1);
        json_number("vs_ref", r->vs_ref, r->vs_ref > 0);
        if (r->peer)
            printf(", \"peer\": \"%s\"", r->peer);
        else
            printf(", \"peer\": null");
        json_number("peer_mib_s", 1e9 / 1048576 * bytes / r->peer_ns, r->peer && !setkey);
        json_number("vs_peer", r->vs_peer, r->peer != NULL);
        printf(", \"cpu\": \"%s\", \"date\": \"%s\"}\n", cpu, date);
    } else {
        char size[24], cost[24], rate[24], against_ref[16], against[64];
        if (r->blocks)
            snprintf(size, sizeof size, "%u x 16 B", r->blocks);
        else
            snprintf(size, sizeof size, setkey ? "-" : ">= 16 KiB");
        if (setkey)
            snprintf(rate, sizeof rate, "%.0f ns", r->ns);
        else
            snprintf(rate, sizeof rate, "%.1f MiB/s", mib_s);
        if (r->ghz > 0 && !setkey)
            snprintf(cost, sizeof cost, "%.3f c/B", cycles / bytes);
        else if (r->ghz > 0)
            snprintf(cost, sizeof cost, "%.0f cycles", cycles);
        else
            snprintf(cost, sizeof cost, "-");
        snprintf(against_ref, sizeof against_ref, r->vs_ref > 0 ? "%.2f" : "-", r->vs_ref);
        if (r->peer)
            snprintf(against, sizeof against, "%.2f x %s", r->vs_peer, r->peer);
        else
            snprintf(against, sizeof against, "-");
        printf("%-9s %-12s %-9s %4u  %-11s %15s %13s  +-%4.1f%%  %7s  %s\n", r->v->cipher_name, r->v->name, r->op,
               r->key_bits, size, rate, cost, 100 * r->spread, against_ref, against);
    }
    fflush(stdout);
}

struct bench {
    const struct variant *v;
    const struct cipher *c;
    const struct options *o;
    struct peer *peer;
    unsigned char *buffer;
    void *ctx, *ref;
    unsigned char key[32];
};

enum { KERNEL, REFERENCE, PEER, SIDES };

/* One round: each side's figure. A side whose run is null is absent. The reference, the slowest, gets the fewest
 * tries. */
static void measure(const struct side *sides, unsigned char *buffer, const struct load *l, double *figure)
{
    double best[SIDES][SIZES];
    for (unsigned i = 0; i < l->sizes; i++) {
        const double end = now_ns() + (double)ROUND_NS / l->sizes;
        for (unsigned t = 0; t < TRIES || now_ns() < end; t++)
            for (int s = 0; s < SIDES; s++) {
                if (!sides[s].run || (s == REFERENCE && t >= TRIES))
                    continue;
                const double ns = time_calls(&sides[s], buffer, l->blocks[i], l->calls);
                if (!t || ns < best[s][i])
                    best[s][i] = ns;
            }
    }
    for (int s = 0; s < SIDES; s++)
        figure[s] = !sides[s].run ? 0 : l->sizes > 1 ? slope(l, best[s]) : best[s][0] / l->units;
}

/* Compare the sides over all rounds and print the row. */
static void compare(struct bench *b, struct row *row, const struct side *sides, const struct load *l)
{
    double ns[SIDES][ROUNDS], ghz[ROUNDS], ratio[SIDES][ROUNDS], figure[SIDES];
    measure(sides, b->buffer, l, figure);       /* warm caches, clocks and predictors */
    for (unsigned r = 0; r < ROUNDS; r++) {
        ghz[r] = core_ghz();
        measure(sides, b->buffer, l, figure);
        for (int i = 0; i < SIDES; i++) {
            ns[i][r] = figure[i];
            ratio[i][r] = figure[i] / figure[KERNEL];
        }
    }
    row->ns = median(ns[KERNEL], ROUNDS);
    row->spread = spread(ns[KERNEL], ROUNDS);
    row->ghz = median(ghz, ROUNDS);
    row->vs_ref = median(ratio[REFERENCE], ROUNDS);
    row->vs_peer = median(ratio[PEER], ROUNDS);
    row->peer = sides[PEER].run ? peer_name(b->peer) : NULL;
    row->peer_ns = median(ns[PEER], ROUNDS);
    print_row(row, b->o);
}

static void run_kernel_setkey(const struct side *s, void *key, size_t key_len)
{
    s->v->setkey(s->state, key, key_len);
}

static void run_reference_setkey(const struct side *s, void *key, size_t key_len)
{
    s->c->ref_setkey(s->state, key, key_len);
}

static void run_peer_setkey(const struct side *s, void *key, size_t key_len)
{
    if (peer_setkey(s->peer, s->c, s->op, key, key_len)) {
        fprintf(stderr, "bench: %s failed\n", peer_name(s->peer));
        exit(FAILED_SOME);
    }
}

/* n blocks encrypted one after the other, each waiting for the last. */
static void run_kernel_chain(const struct side *s, void *buffer, size_t n)
{
    while (n--)
        run_kernel(s, buffer, 1);
}

static void run_reference_chain(const struct side *s, void *buffer, size_t n)
{
    while (n--)
        run_reference(s, buffer, 1);
}

static void bench_setkey(struct bench *b, size_t key_len)
{
    struct row row = {.v = b->v, .op = "setkey", .key_bits = (unsigned)key_len * 8};
    const int peer = b->peer && !peer_setkey(b->peer, b->c, OP_ecb_enc, b->key, key_len);
    const struct side sides[SIDES] = {
        [KERNEL] = {.v = b->v, .state = b->ctx, .run = run_kernel_setkey},
        [REFERENCE] = {.c = b->c, .state = b->ref, .run = run_reference_setkey},
        [PEER] = {.c = b->c, .peer = b->peer, .op = OP_ecb_enc, .run = peer ? run_peer_setkey : NULL}};
    memcpy(b->buffer, b->key, sizeof b->key);
    const struct load load = {.blocks = {(unsigned)key_len}, .sizes = 1, .calls = 64, .units = 1};
    compare(b, &row, sides, &load);
}

static void bench_op(struct bench *b, size_t key_len, enum op op)
{
    static const unsigned short_calls[] = {1, 16, 32, 64, 128};
    static const unsigned char iv[16];
    static const struct load large = {.blocks = {STEP / 16, 2 * STEP / 16, 3 * STEP / 16, 4 * STEP / 16},
                                      .sizes = SIZES, .calls = 1};
    static const struct load chain = {.blocks = {1024}, .sizes = 1, .calls = 1, .units = 1024};
    struct tsubaki_ocb_state states[2];
    struct row row = {.v = b->v, .op = op_names[op], .key_bits = (unsigned)key_len * 8};
    struct side sides[SIDES] = {
        [KERNEL] = {.v = b->v, .op = op, .ctx = b->ctx, .state = &states[0], .run = run_kernel},
        [REFERENCE] = {.c = b->c, .op = op, .ctx = b->ref, .state = &states[1], .run = run_reference},
        [PEER] = {.peer = b->peer, .op = op}};
    memset(states, 0, sizeof states);
    if (b->peer && !peer_setkey(b->peer, b->c, op, b->key, key_len) && !peer_iv(b->peer, iv))
        sides[PEER].run = run_peer;
    compare(b, &row, sides, &large);
    if (key_len != b->c->key_lens[0] || op_states[op] != STATE_NONE)
        return;
    for (size_t i = 0; i < sizeof short_calls / sizeof *short_calls; i++) {
        const struct load load = {.blocks = {short_calls[i]}, .sizes = 1, .calls = 64, .units = 1};
        row.blocks = short_calls[i];
        compare(b, &row, sides, &load);
    }
    if (op != OP_ecb_enc)
        return;
    /* One block at a time, as a serial mode needs it. The peer's CBC encryption is just that. */
    row.op = "chain";
    row.blocks = 1;
    sides[KERNEL].run = run_kernel_chain;
    sides[REFERENCE].run = run_reference_chain;
    sides[PEER].run = NULL;
    if (b->peer && !peer_setkey(b->peer, b->c, OP_cbc_enc, b->key, key_len) && !peer_iv(b->peer, iv))
        sides[PEER].run = run_peer;
    compare(b, &row, sides, &chain);
}

int benchmark(const struct variant *v, const struct options *o)
{
    struct bench b = {.v = v, .c = cipher_of(v), .o = o};
    const char *why = NULL;

    if (emulated()) {
        fprintf(stderr, "%s: running under an emulator: no speed is measured\n", o->program);
        return PASSED_ALL;
    }
    if (o->peer && !(b.peer = peer_open(o->peer, tsubaki_cpu_mask(v->features, NULL), &why))) {
        fprintf(stderr, "%s: --peer %s: %s\n", o->program, o->peer, why);
        return WRONG_USE;
    }
    b.ctx = aligned_alloc(b.c->ctx_align, b.c->ctx_size);
    b.ref = aligned_alloc(64, (b.c->ref_size + 63) / 64 * 64);
    b.buffer = aligned_alloc(4096, MAX_BYTES);
    if (!b.ctx || !b.ref || !b.buffer) {
        fprintf(stderr, "%s: out of memory\n", o->program);
        return FAILED_SOME;
    }
    rng_seed(o->seed);
    rng_bytes(b.key, sizeof b.key);
    rng_bytes(b.buffer, MAX_BYTES);
    for (const size_t *len = b.c->key_lens; *len; len++) {
        bench_setkey(&b, *len);
        v->setkey(b.ctx, b.key, *len);
        b.c->ref_setkey(b.ref, b.key, *len);
        for (int op = 0; op < OP_COUNT; op++)
            if (v->op[op])
                bench_op(&b, *len, (enum op)op);
    }
    peer_close(b.peer);
    free(b.ctx);
    free(b.ref);
    free(b.buffer);
    return PASSED_ALL;
}

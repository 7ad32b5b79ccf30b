/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Secret independence: the same instructions and the same addresses whatever key and data are.
 *
 *   trace     natively on x86-64: two processes run the same call with different secrets, one instruction at a time;
 *             the program counter, the stack pointer and the registers that form an address must agree at every step.
 *   poisoned  under valgrind, on request (--secret-test): key and data count as undefined, so that valgrind reports
 *             every branch and every address that depends on them.
 *   trace_operation() is the call that ci/trace-compare records under an emulator.
 */
#include "selftest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Where a trace runs, whichever way it is recorded ------------------------------------------------------------ */

static int one_block_at_a_time(int op)
{
    return op == OP_cbc_enc || op == OP_cfb_enc;
}

/* A pass and a tail; modes that cannot run blocks side by side need no full pass. */
static size_t trace_blocks(const struct test *t)
{
    return one_block_at_a_time(t->op) ? 3 : t->v->width + 1;
}

#if defined(__x86_64__)
#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- The registers that an instruction forms addresses with ------------------------------------------------------ */

enum { NO_REGISTER = 16 };

/* Does a one-byte opcode have a ModRM byte? */
static int has_modrm(unsigned op)
{
    return (op < 0x40 && (op & 7) < 4) || op == 0x63 || op == 0x69 || op == 0x6b || (op >= 0x80 && op <= 0x8f) ||
           op == 0xc0 || op == 0xc1 || op == 0xc6 || op == 0xc7 || (op >= 0xd0 && op <= 0xd3) ||
           (op >= 0xd8 && op <= 0xdf) || op == 0xf6 || op == 0xf7 || op >= 0xfe;
}

static int has_modrm_0f(unsigned op)
{
    return !(op == 0x05 || op == 0x0b || op == 0x31 || op == 0x77 || (op >= 0x80 && op <= 0x8f) || op == 0xa2 ||
             (op >= 0xc8 && op <= 0xcf) || op == 0x1f);
}

static int is_string(unsigned op)
{
    return (op >= 0xa4 && op <= 0xa7) || op == 0xaa || op == 0xab || (op >= 0xac && op <= 0xaf);
}

static int is_prefix(unsigned byte)
{
    static const uint8_t prefixes[] = {0x66, 0x67, 0xf0, 0xf2, 0xf3, 0x2e, 0x36, 0x3e, 0x26, 0x64, 0x65};
    return memchr(prefixes, (int)byte, sizeof prefixes) != NULL;
}

/* Base and index of the memory operand at p, as register numbers, or NO_REGISTER. */
static void address_registers(const uint8_t *p, unsigned *base, unsigned *index)
{
    unsigned x = 0, b = 0, modrm = 1;
    *base = *index = NO_REGISTER;
    while (is_prefix(*p))
        p++;
    if (*p == 0xc5) {                           /* VEX, two bytes */
        modrm = p[2] != 0x77;
        p += 3;
    } else if (*p == 0xc4 || *p == 0x62) {      /* VEX, three bytes; EVEX */
        x = !(p[1] >> 6 & 1);
        b = !(p[1] >> 5 & 1);
        p += *p == 0xc4 ? 4 : 5;
    } else {
        if ((*p & 0xf0) == 0x40) {
            x = *p >> 1 & 1;
            b = *p & 1;
            p++;
        }
        if (*p == 0x0f) {
            const int escape = p[1] == 0x38 || p[1] == 0x3a;
            modrm = escape || has_modrm_0f(p[1]);
            p += escape ? 3 : 2;
        } else if (is_string(*p)) {
            *base = 7;                          /* rdi, rsi */
            *index = 6;
            return;
        } else {
            modrm = has_modrm(*p) && *p != 0x8d;
            p++;
        }
    }
    if (!modrm || *p >> 6 == 3)
        return;
    const unsigned mod = *p >> 6, rm = *p & 7;
    if (rm == 4) {
        const unsigned i = (p[1] >> 3 & 7) | x << 3;
        *index = i == 4 ? NO_REGISTER : i;
        if (mod || (p[1] & 7) != 5)
            *base = (p[1] & 7) | b << 3;
    } else if (mod || rm != 5) {
        *base = rm | b << 3;
    }
}

static uint64_t register_value(const struct user_regs_struct *r, unsigned n)
{
    const uint64_t values[NO_REGISTER + 1] = {r->rax, r->rcx, r->rdx, r->rbx, r->rsp, r->rbp, r->rsi, r->rdi, r->r8,
                                              r->r9,  r->r10, r->r11, r->r12, r->r13, r->r14, r->r15, 0};
    return values[n];
}

/* ---- Recording --------------------------------------------------------------------------------------------------- */

struct step {
    uint64_t pc, sp, base, index;
};

struct trace {
    struct step *steps;
    size_t count, room;
};

static int record_step(struct trace *tr, const struct user_regs_struct *r)
{
    unsigned base, index;
    if (tr->count == tr->room) {
        const size_t room = tr->room ? 2 * tr->room : 65536;
        struct step *bigger = realloc(tr->steps, room * sizeof *bigger);
        if (!bigger)
            return -1;
        tr->steps = bigger;
        tr->room = room;
    }
    /* The child is a copy of this process: the instruction lies here, too. */
    address_registers((const uint8_t *)(uintptr_t)r->rip, &base, &index);
    tr->steps[tr->count++] = (struct step){r->rip, r->rsp, register_value(r, base), register_value(r, index)};
    return 0;
}

/* What the child runs between two stops: one call. */
static void run_child(const struct test *t, size_t blocks)
{
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
        _exit(1);
    if (t->op == OP_COUNT && mprotect(t->ctx.base, t->ctx.size, PROT_READ | PROT_WRITE))
        _exit(1);
    raise(SIGSTOP);
    if (t->op == OP_COUNT)
        t->v->setkey(t->ctx.at, t->key.at, t->key_len);
    else
        call_op(t->v, (enum op)t->op, t->ctx.at, t->out.at, t->in.at, blocks, t->state.at);
    _exit(0);
}

/* A stop for job control, which somebody else asked for: the call goes on. */
static int from_outside(int signal)
{
    return signal == SIGSTOP || signal == SIGCONT || signal == SIGTSTP || signal == SIGWINCH;
}

/* waitpid() that a signal does not end. */
static pid_t wait_for(pid_t child, int *status)
{
    pid_t got;
    while ((got = waitpid(child, status, 0)) < 0 && errno == EINTR)
        ;
    return got;
}

/* Record the call in a child process. 0; 1 if this system forbids it; -1 after fail(). */
static int record(struct test *t, size_t blocks, struct trace *tr)
{
    struct user_regs_struct r;
    int status;
    tr->count = 0;
    fflush(NULL);
    const pid_t child = fork();
    if (child < 0)
        return 1;
    if (child == 0)
        run_child(t, blocks);
    if (wait_for(child, &status) != child || !WIFSTOPPED(status) || WSTOPSIG(status) != SIGSTOP) {
        if (WIFEXITED(status))
            return 1;
        fail(t, "the traced process did not start");
        return -1;
    }
    for (;;) {
        if (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL) || wait_for(child, &status) != child)
            break;
        if (WIFSTOPPED(status) && from_outside(WSTOPSIG(status)))
            continue;
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
            return 0;
        if (!WIFSTOPPED(status) || WSTOPSIG(status) != SIGTRAP || ptrace(PTRACE_GETREGS, child, NULL, &r) ||
            record_step(tr, &r))
            break;
    }
    kill(child, SIGKILL);
    wait_for(child, &status);
    fail(t, "%zu-bit key, %zu blocks: the traced call stopped after %zu instructions", t->key_len * 8, blocks,
         tr->count);
    return -1;
}

static int same_trace(struct test *t, const struct trace *a, const struct trace *b, size_t blocks)
{
    const uintptr_t start = (uintptr_t)(t->op == OP_COUNT ? (void (*)(void))t->v->setkey : t->v->op[t->op]);
    const size_t n = a->count < b->count ? a->count : b->count;
    size_t i = 0;
    while (i < n && !memcmp(&a->steps[i], &b->steps[i], sizeof *a->steps))
        i++;
    if (i == n && a->count == b->count)
        return 1;
    const struct step *x = &a->steps[i < n ? i : n - 1], *y = &b->steps[i < n ? i : n - 1];
    fail(t, "%zu-bit key, %zu blocks: %s depends on the secrets at instruction %zu, function%+ld (%zu and %zu "
         "instructions in all)", t->key_len * 8, blocks, i == n || x->pc != y->pc ? "the path" : "an address", i,
         (long)(x->pc - start), a->count, b->count);
    return 0;
}

/* Keys, data and secret states for one of the two runs; the same places. */
static int prepare(struct test *t, size_t len, size_t blocks, struct tsubaki_ocb_state *public, int second)
{
    const struct spot plain = {AT_OFFSET, 0};
    if (new_key(t, len))
        return -1;
    if (t->op == OP_COUNT)
        return 0;
    place(&t->out, 16 * blocks, plain);
    rng_bytes(place(&t->in, 16 * blocks, plain), 16 * blocks);
    if (!second)
        random_state(t->op, public);
    random_state_like(t->op, place(&t->state, state_size(t->op), plain), public);
    return 0;
}

void test_trace(struct test *t)
{
    struct trace tr[2] = {{NULL, 0, 0}, {NULL, 0, 0}};
    struct tsubaki_ocb_state public;
    if (emulated()) {
        t->skipped = "under an emulator ci/trace-compare does this";
        return;
    }
    FOR_EACH_KEY(t, len) {
        for (unsigned small = 0; small < (t->op == OP_COUNT ? 1 : 2); small++) {
            const size_t blocks = t->op == OP_COUNT ? 0 : small ? 1 : trace_blocks(t);
            int result = 0;
            for (int i = 0; i < 2 && !result; i++)
                result = prepare(t, *len, blocks, &public, i) ? -1 : record(t, blocks, &tr[i]);
            if (result > 0)
                t->skipped = "this system does not let processes be traced";
            if (result)
                goto end;
            count_case(t);
            same_trace(t, &tr[0], &tr[1], blocks);
        }
        if (t->o->quick)
            break;
    }
end:
    free(tr[0].steps);
    free(tr[1].steps);
}
#else
void test_trace(struct test *t)
{
    t->skipped = "ci/trace-compare does this under the emulator";
}
#endif

/* ---- Under valgrind ---------------------------------------------------------------------------------------------- */

#if defined(__has_include)
#if __has_include(<valgrind/memcheck.h>)
#define HAVE_VALGRIND 1
#include <valgrind/memcheck.h>
#endif
#endif

#ifdef HAVE_VALGRIND
/* The secret part of a state: not the counter, not the block number. */
static void poison_state(int op, void *state)
{
    struct tsubaki_ocb_state *ocb = state;
    if (op_states[op] == STATE_OCB || op_states[op] == STATE_OCB_AUTH) {
        (void)VALGRIND_MAKE_MEM_UNDEFINED(ocb->offset, 16);
        (void)VALGRIND_MAKE_MEM_UNDEFINED(ocb->checksum, 16);
        (void)VALGRIND_MAKE_MEM_UNDEFINED(ocb->l, sizeof ocb->l);
    } else if (op != OP_ctr && op != OP_ctr32) {
        (void)VALGRIND_MAKE_MEM_UNDEFINED(state, state_size((enum op)op));
    }
}

static void poisoned_call(struct test *t, size_t len, size_t blocks)
{
    const struct spot plain = {AT_OFFSET, 0};
    uint8_t *key = place(&t->key, len, plain);
    rng_bytes(key, len);
    (void)VALGRIND_MAKE_MEM_UNDEFINED(key, len);
    const unsigned before = VALGRIND_COUNT_ERRORS;
    if (kernel_setkey(t, key, len, 0, 0))
        return;
    if (t->op != OP_COUNT) {
        uint8_t *in = place(&t->in, 16 * blocks, plain), *out = place(&t->out, 16 * blocks, plain);
        uint8_t *state = place(&t->state, state_size((enum op)t->op), plain);
        rng_bytes(in, 16 * blocks);
        random_state((enum op)t->op, state);
        (void)VALGRIND_MAKE_MEM_UNDEFINED(in, 16 * blocks);
        poison_state(t->op, state);
        run_op(t, out, in, blocks, state, "poisoned");
        (void)VALGRIND_MAKE_MEM_DEFINED(in, 16 * blocks);
        (void)VALGRIND_MAKE_MEM_DEFINED(out, 16 * blocks);
        (void)VALGRIND_MAKE_MEM_DEFINED(state, state_size((enum op)t->op));
    }
    (void)VALGRIND_MAKE_MEM_DEFINED(key, len);
    (void)VALGRIND_MAKE_MEM_DEFINED(t->ctx.at, t->ctx.len);
    const unsigned errors = VALGRIND_COUNT_ERRORS - before;
    count_case(t);
    if (errors)
        fail(t, "%zu-bit key, %zu blocks: %u branches or addresses depend on key or data", len * 8, blocks, errors);
}

/* A branch on undefined data: valgrind must report it, else this test could not fail. */
static unsigned provoked_errors(void)
{
    volatile unsigned secret = 1, sink = 0;
    const unsigned before = VALGRIND_COUNT_ERRORS;
    (void)VALGRIND_MAKE_MEM_UNDEFINED(&secret, sizeof secret);
    if (secret & 1)
        sink = 1;
    (void)sink;
    return VALGRIND_COUNT_ERRORS - before;
}

void test_poisoned(struct test *t)
{
    if (!RUNNING_ON_VALGRIND) {
        t->skipped = "not running under valgrind";
        return;
    }
    if (!provoked_errors()) {
        fail(t, "valgrind reports no branch on undefined data");
        return;
    }
    FOR_EACH_KEY(t, len) {
        const size_t w = t->v->width, counts[] = {1, 2, w - 1, w, w + 1, 2 * w + 1};
        for (unsigned i = 0; i < (t->op == OP_COUNT ? 1 : sizeof counts / sizeof *counts); i++)
            poisoned_call(t, *len, counts[i]);
    }
}
#else
void test_poisoned(struct test *t)
{
    t->skipped = "built without valgrind/memcheck.h";
}
#endif

/* ---- Under an emulator that records ------------------------------------------------------------------------------ */

int trace_operation(const struct variant *v, const char *name, uint64_t secret)
{
    /* Static, so that addresses agree between runs. */
    static uint8_t ctx[8192] __attribute__((aligned(64))), key[32], in[16 * 300], out[16 * 300];
    static struct tsubaki_ocb_state public, state;
    static uint64_t ref[1024];
    struct test t = {.v = v, .c = cipher_of(v), .op = 0};
    while (t.op < OP_COUNT && strcmp(op_names[t.op], name))
        t.op++;
    const int reference = !strcmp(name, "reference");
    if (t.op == OP_COUNT ? strcmp(name, "setkey") && !reference : !v->op[t.op])
        return -1;
    rng_seed(0);
    if (t.op != OP_COUNT)
        random_state((enum op)t.op, &public);
    rng_seed(secret);
    FOR_EACH_KEY(&t, len) {
        rng_bytes(key, sizeof key);
        rng_bytes(in, sizeof in);
        if (reference) {
            t.c->ref_setkey(ref, key, *len);
            t.c->ref_ecb_enc(ref, out, in, 2);
            continue;
        }
        v->setkey(ctx, key, *len);
        if (t.op == OP_COUNT)
            continue;
        for (size_t blocks = trace_blocks(&t); blocks; blocks = blocks > 1) {
            random_state_like((enum op)t.op, &state, &public);
            call_op(v, (enum op)t.op, ctx, out, in, blocks, &state);
        }
    }
    return 0;
}

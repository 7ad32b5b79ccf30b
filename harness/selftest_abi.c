/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The platform's ABI, and what a call leaves behind. Calls go through the ISA's stub (abi.h), which is tested first.
 */
#include "abi.h"
#include "selftest.h"

#include <stdio.h>
#include <string.h>

enum {
    FRAME = 256,                    /* bytes of the caller's frame that are watched */
    DEAD = 32768                    /* bytes of stack below it */
};

static uint8_t *stack_top(const struct test *t)
{
    return t->stack.base + t->stack.size - FRAME;
}

static uint8_t paint(size_t i)
{
    return (uint8_t)(i * 0x35 ^ i >> 7 ^ 0x69);
}

static struct abi_call stub;

/* New random values for all registers. */
static void random_registers(void)
{
    rng_bytes(stub.before, ABI_IMAGE);
    abi_fixed_values(&stub);
}

static void call_stub(void *arg)
{
    abi_stub(arg);
}

int stub_call(struct test *t, void (*function)(void), const uint64_t *args, unsigned n)
{
    struct abi_call *c = t->stub;
    uint8_t *bottom = stack_top(t) - DEAD;
    for (size_t i = 0; i < DEAD + FRAME; i++)
        bottom[i] = paint(i);
    c->function = (uintptr_t)function;
    memset(c->args, 0xd7, sizeof c->args);
    memcpy(c->args, args, n * sizeof *args);
    c->stack = (uintptr_t)stack_top(t);
    memset(c->after, 0, sizeof c->after);
    return guarded(call_stub, c);
}

/* The bytes of a register that count, before and after; their number. */
static unsigned register_bytes(const struct abi_reg *r, const uint8_t *image, uint8_t *bytes)
{
    uint32_t v;
    if (!r->mask) {
        memcpy(bytes, image + r->at, r->size);
        return r->size;
    }
    memcpy(&v, image + r->at, sizeof v);
    v &= r->mask;
    memcpy(bytes, &v, sizeof v);
    return sizeof v;
}

/* A variant in C: what its registers and stack hold is the compiler's affair. */
static int compiled(const struct test *t)
{
    return strstr(t->v->source, ".c") != NULL;
}

/* The first register that the call should have preserved or left clean, or "the caller's frame", or null. reserved:
 * also those that the platform reserves, which a compiler may use. */
static const char *broken(const struct test *t, int reserved)
{
    static const uint8_t zeros[64];
    const struct abi_call *c = t->stub;
    uint8_t before[64], after[64];
    for (unsigned i = 0; i < abi_reg_count; i++) {
        const struct abi_reg *r = &abi_regs[i];
        if (r->level > c->level || r->role == SCRATCH || (r->role == CLEAN && !c->clean) ||
            (r->role == RESERVED && !reserved))
            continue;
        const unsigned n = register_bytes(r, c->after, after);
        register_bytes(r, c->before, before);
        if (memcmp(after, r->role == CLEAN ? zeros : before, n))
            return r->name;
    }
    for (unsigned i = 0; i < FRAME; i++)
        if (stack_top(t)[i] != paint(DEAD + i) && (i < abi_owned.from || i >= abi_owned.to))
            return "the caller's frame";
    return NULL;
}

int stub_verify(struct test *t, const char *where)
{
    const char *name = broken(t, !compiled(t));
    if (name)
        fail(t, "%s, %s entry: not preserved, or left dirty: %s", where, t->stub->clean ? "clean" : "dirty", name);
    return name ? -1 : 0;
}

/* What two calls with different secrets may not leave different. */
struct residue {
    uint8_t registers[ABI_IMAGE], stack[DEAD];
};

static void keep_residue(const struct test *t, struct residue *r)
{
    memcpy(r->registers, t->stub->after, ABI_IMAGE);
    memcpy(r->stack, stack_top(t) - DEAD, DEAD);
}

/* The first register, or "the dead stack" with *offset below the caller's frame, that differs; or null. */
static const char *differs(const struct residue *one, const struct residue *two, long *offset)
{
    uint8_t a[64], b[64];
    for (unsigned i = 0; i < abi_reg_count; i++) {
        const struct abi_reg *r = &abi_regs[i];
        if (r->level > stub.level)
            continue;
        const unsigned n = register_bytes(r, one->registers, a);
        register_bytes(r, two->registers, b);
        if (memcmp(a, b, n))
            return r->name;
    }
    for (size_t i = DEAD; i-- > 0;)
        if (one->stack[i] != two->stack[i]) {
            *offset = (long)(i - DEAD);
            return "the dead stack";
        }
    return NULL;
}

/* ---- The stub itself --------------------------------------------------------------------------------------------- */

static uint64_t level_of(const char *name)
{
    for (unsigned i = 0; i < abi_reg_count; i++)
        if (!strcmp(abi_regs[i].name, name))
            return abi_regs[i].level;
    return 0;
}

/* Each broken function of the stub's file must be caught, and for what it breaks. */
void test_abi_stub(struct test *t)
{
    static struct residue residue[2];
    static uint64_t secret;
    const uint64_t args[] = {(uintptr_t)&secret};
    t->stub = &stub;
    for (const struct abi_break *b = abi_breaks; b->function; b++) {
        const char *name = (const char *)(uintptr_t)b->name, *found = NULL;
        long offset;
        stub.clean = 1;
        random_registers();
        if (level_of(name) > stub.level)
            continue;
        count_case(t);
        for (int i = 0; i < 2; i++) {
            secret = i ? 0x0123456789abcdef : 0xfedcba9876543210;
            if (stub_call(t, (void (*)(void))(uintptr_t)b->function, args, 1)) {
                fail(t, "a function that breaks %s: %s", name, fault_text(t));
                break;
            }
            keep_residue(t, &residue[i]);
            if (!found && b->kind != LEAKS && b->kind != LEAKS_STACK)
                found = broken(t, 1);
        }
        if (!found)
            found = differs(&residue[0], &residue[1], &offset);
        if (b->kind == BREAKS_NOTHING ? found != NULL : !found || strcmp(found, name))
            fail(t, "a function that breaks %s: found %s", name, found ? found : "nothing");
    }
    t->stub = NULL;
}

/* ---- The kernel -------------------------------------------------------------------------------------------------- */

/* Every register, the control words and the caller's frame, for numbers of blocks at which paths differ. */
void test_abi(struct test *t)
{
    const size_t w = t->v->width;
    const size_t counts[] = {0, 1, 2, 3, w - 1, w, w + 1, 2 * w - 1, 2 * w, 2 * w + 1, 3 * w + 2, 257};
    FOR_EACH_KEY(t, len) {
        for (unsigned i = 0; i < 2 * sizeof counts / sizeof *counts; i++) {
            t->stub = t->op == OP_COUNT ? &stub : NULL;
            stub.clean = i & 1;
            random_registers();
            if (new_key(t, *len))
                break;
            t->stub = &stub;
            if (t->op == OP_COUNT)
                count_case(t);
            else
                check_call(t, &(struct call){.nblocks = counts[i / 2], .in_place = i >> 1 & 1});
        }
    }
    t->stub = NULL;
}

/* Two calls with the same registers and addresses, but other keys and data, leave the same registers and stack. */
void test_residue(struct test *t)
{
    if (compiled(t)) {
        t->skipped = "compiled C: what registers hold is the compiler's affair";
        return;
    }
    static struct residue residue[2];
    const size_t most = t->op == OP_COUNT ? 0 : 2 * t->v->width + 1;
    FOR_EACH_KEY(t, len) {
        for (size_t n = 0; n <= most; n += t->o->quick && n > 3 && n < most - 3 ? 3 : 1) {
            struct tsubaki_ocb_state state[2];
            long offset = 0;
            stub.clean = n & 1;
            random_registers();
            if (t->op != OP_COUNT)
                random_state(t->op, &state[0]);
            for (int i = 0; i < 2; i++) {
                t->stub = t->op == OP_COUNT ? &stub : NULL;
                if (new_key(t, *len))
                    goto end;
                if (t->op != OP_COUNT) {
                    if (i)
                        random_state_like(t->op, &state[1], &state[0]);
                    t->stub = &stub;
                    if (!check_call(t, &(struct call){.nblocks = n, .initial = &state[i]}))
                        goto end;
                }
                keep_residue(t, &residue[i]);
            }
            count_case(t);
            const char *name = differs(&residue[0], &residue[1], &offset);
            if (name && offset)
                fail(t, "%zu-bit key, %zu blocks: the dead stack %ld bytes below the caller's frame depends on key or "
                     "data", *len * 8, n, -offset);
            else if (name)
                fail(t, "%zu-bit key, %zu blocks: %s depends on key or data after the call", *len * 8, n, name);
        }
    }
end:
    t->stub = NULL;
}

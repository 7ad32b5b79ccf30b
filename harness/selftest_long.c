/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Tests that walk through a space: S-box inputs, single bits, many chained passes, counters, block numbers, tweaks.
 */
#include "selftest.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* All 256 values at every byte position in every block slot of a pass; the other bytes stay. With the other half of the
 * block constant this is every input of every S-box of the first two rounds. */
void test_s_boxes(struct test *t)
{
    static uint8_t blocks[MAX_BLOCKS * 16];
    const unsigned w = t->v->width;
    FOR_EACH_KEY(t, len) {
        if (new_key(t, *len))
            continue;
        rng_bytes(blocks, 16);
        for (unsigned i = 1; i < w; i++)
            memcpy(blocks + 16 * i, blocks, 16);
        for (unsigned at = 0; at < 16; at++) {
            const uint8_t kept = blocks[at];
            for (unsigned value = 0; value < 256; value += t->o->quick ? 16 : 1) {
                for (unsigned i = 0; i < w; i++)
                    blocks[16 * i + at] = (uint8_t)(value + i);
                check_call(t, &(struct call){.nblocks = w, .data = blocks});
            }
            for (unsigned i = 0; i < w; i++)
                blocks[16 * i + at] = kept;
        }
    }
}

/* Blocks with one bit set, or one bit clear, in every slot. */
static void fill_walk(uint8_t *blocks, size_t n, unsigned first, uint8_t background)
{
    memset(blocks, background, 16 * n);
    for (size_t i = 0; i < n; i++)
        blocks[16 * i + (first + i) / 8 % 16] ^= (uint8_t)(1 << (first + i) % 8);
}

/* One bit of the data, then one bit of the key, against all zeros and all ones. */
void test_bit_walks(struct test *t)
{
    static uint8_t blocks[MAX_BLOCKS * 16];
    const size_t n = 2 * t->v->width + 1;
    uint8_t key[32];
    for (unsigned background = 0; background < 256; background += 255) {
        FOR_EACH_KEY(t, len) {
            memset(key, (int)background, sizeof key);
            if (set_key(t, key, *len))
                return;
            for (unsigned bit = 0; bit < 128; bit += t->o->quick ? 31 : 1) {
                fill_walk(blocks, n, bit, (uint8_t)background);
                check_call(t, &(struct call){.nblocks = n, .data = blocks});
            }
            for (unsigned bit = 0; bit < *len * 8; bit += t->o->quick ? 5 : 1) {
                key[bit / 8] ^= (uint8_t)(1 << bit % 8);
                if (set_key(t, key, *len))
                    return;
                check_call(t, &(struct call){.nblocks = t->v->width, .data = blocks});
                key[bit / 8] ^= (uint8_t)(1 << bit % 8);
            }
        }
    }
}

/* The operation that undoes this one, for modes without state. */
static int inverse(int op)
{
    return op == OP_ecb_enc ? OP_ecb_dec : op == OP_ecb_dec ? OP_ecb_enc : OP_NONE;
}

/* Passes of the full width, each on the output of the one before, against the reference; ECB then goes all the way back
 * with the inverse kernel and must meet the first data again. */
void test_chained_passes(struct test *t)
{
    const unsigned w = t->v->width;
    const int op = t->op, back = inverse(op);
    const unsigned passes = t->o->quick ? 64 : emulated() ? 512 : back == OP_NONE ? 8192 : 65536;
    const struct spot plain = {AT_OFFSET, 0};
    uint8_t *const want = t->expected, *const first = t->expected + MAX_BLOCKS * 16;
    struct tsubaki_ocb_state want_state;
    char where[80];
    FOR_EACH_KEY(t, len) {
        if (new_key(t, *len))
            continue;
        snprintf(where, sizeof where, "%zu-bit key, %u chained passes of %u blocks", *len * 8, passes, w);
        uint8_t *data = place(&t->in, 16 * w, plain), *state = place(&t->state, state_size(op), plain);
        rng_bytes(data, 16 * w);
        random_state(op, state);
        memcpy(first, data, 16 * w);
        memcpy(want, data, 16 * w);
        memcpy(&want_state, state, state_size(op));
        for (unsigned i = 0; i < passes; i++) {
            if (run_op(t, data, data, w, state, where))
                return;
            ref_op(t->c, t->ref, op, want, want, w, &want_state);
            count_case(t);
        }
        if (!same_blocks(t, "data", data, want, w, where) || !same_state(t, state, &want_state, where) ||
            back == OP_NONE || !t->v->op[back])
            continue;
        t->op = back;
        for (unsigned i = 0; i < passes; i++) {
            if (run_op(t, data, data, w, state, where))
                break;
            count_case(t);
        }
        t->op = op;
        same_blocks(t, "data after as many passes back", data, first, w, where);
    }
}

/* A counter block whose last `bits` bits are `before` short of wrapping; the bits above are random. */
static void near_wrap(uint8_t *counter, unsigned bits, unsigned before)
{
    rng_bytes(counter, 16);
    memset(counter + 16 - bits / 8, 0, bits / 8);
    for (unsigned i = 0; i < before; i++)
        for (int j = 15; j >= 16 - (int)(bits / 8); j--)
            if (counter[j]--)
                break;
}

/* The counter crosses a boundary inside a call, just before it and just after it. */
void test_counter_wraps(struct test *t)
{
    static const unsigned boundaries[] = {8, 16, 24, 32, 40, 64, 96, 128};
    const size_t w = t->v->width;
    const size_t *len = t->c->key_lens;
    uint8_t counter[16];
    for (unsigned b = 0; b < sizeof boundaries / sizeof *boundaries; b++) {
        if (new_key(t, *len))
            return;
        len = len[1] ? len + 1 : t->c->key_lens;
        for (size_t n = 1; n <= 2 * w + 1; n += t->o->quick && n > 3 && n < 2 * w - 2 ? 3 : 1) {
            /* At the counts where paths change: every place; at the others the ends and some between. */
            const int thorough = !t->o->quick && (n == w - 1 || n == w || n == w + 1 || n >= 2 * w);
            for (size_t before = 0; before <= n + 1; before++) {
                if (!thorough && before > 2 && before < n - 1 && rng_below((unsigned)n) > 2)
                    continue;
                near_wrap(counter, boundaries[b], (unsigned)before);
                check_call(t, &(struct call){.nblocks = n, .initial = counter, .in_place = (int)n & 1});
            }
        }
    }
}

/* OCB's offsets depend on the trailing zeros of the block number: calls around every power of two. */
void test_ocb_numbers(struct test *t)
{
    struct tsubaki_ocb_state state;
    const size_t w = t->v->width;
    const size_t counts[] = {1, 2, w - 1, w, w + 1, 2 * w, 2 * w + 1};
    for (unsigned power = 0; power < 63; power++) {
        if (new_key(t, t->c->key_lens[0]))
            return;
        for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
            for (uint64_t before = 0; before <= counts[i] + 1; before += counts[i] < 16 || !t->o->quick ? 1 : 7) {
                const uint64_t number = (uint64_t)1 << power;
                if (before > number || (before > 2 && before + 2 < counts[i] && rng_below(16)))
                    continue;
                random_state(t->op, &state);
                state.first = number - before;
                check_call(t, &(struct call){.nblocks = counts[i], .initial = &state});
            }
        }
    }
}

/* Tweaks with one bit, so that each carry of the chain happens alone, and with all bits set or clear. */
void test_xts_tweaks(struct test *t)
{
    uint8_t tweak[16];
    FOR_EACH_KEY(t, len) {
        if (new_key(t, *len))
            return;
        for (unsigned bit = 0; bit < 128 + 2; bit++) {
            memset(tweak, bit == 128 ? 0xff : 0, 16);
            if (bit < 128)
                tweak[bit / 8] = (uint8_t)(1 << bit % 8);
            check_call(t, &(struct call){.nblocks = 2 * t->v->width + 1 - bit % 2, .initial = tweak});
        }
    }
}

/* ---- More than 4 GiB in one call ------------------------------------------------------------------------------------
 * The same megabyte is mapped again and again, so that no machine is too small. On request: it takes seconds. */

enum { TILE = 1 << 20, TILE_BLOCKS = TILE / 16 };
#define HUGE_BLOCKS (((uint64_t)1 << 28) + 3)       /* cut to 28 bits or 32 bits of bytes: next to nothing */

/* A region of len bytes that repeats one tile; the tile's memory is the start of it. */
static uint8_t *map_tiles(size_t len)
{
    const int file = memfd_create("tile", 0);
    uint8_t *map = MAP_FAILED;
    if (file >= 0 && !ftruncate(file, TILE))
        map = mmap(NULL, len, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    for (size_t at = 0; map != MAP_FAILED && at < len; at += TILE)
        if (mmap(map + at, TILE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED) {
            munmap(map, len);
            map = MAP_FAILED;
        }
    if (file >= 0)
        close(file);
    return map == MAP_FAILED ? NULL : map;
}

/* The last megabyte of the output must be that of the whole message, and the state must have counted all of it. Only
 * operations whose last blocks can be computed without the others: ECB, and counters. */
void test_huge(struct test *t)
{
    const int counts = t->op == OP_ctr || t->op == OP_ctr32;
    if (SIZE_MAX / 16 < HUGE_BLOCKS || (op_states[t->op] != STATE_NONE && !counts)) {
        t->skipped = "not for this operation or address space";
        return;
    }
    const size_t len = (size_t)((HUGE_BLOCKS / TILE_BLOCKS + 1) * TILE);
    uint8_t *in = map_tiles(len), *out = map_tiles(len);
    if (!in || !out) {
        t->skipped = "no address space for it";
    } else if (!new_key(t, t->c->key_lens[0])) {
        uint8_t *state = place(&t->state, state_size((enum op)t->op), (struct spot){AT_OFFSET, 0}), want[16] = {0};
        rng_bytes(in, TILE);
        random_state((enum op)t->op, state);
        memcpy(want, state, state_size((enum op)t->op));
        uint64_t add = HUGE_BLOCKS - TILE_BLOCKS;
        for (int i = 15; counts && i >= (t->op == OP_ctr ? 0 : 12); i--, add >>= 8) {
            add += want[i];
            want[i] = (uint8_t)add;
        }
        count_case(t);
        if (!run_op(t, out, in, HUGE_BLOCKS, state, "4 GiB")) {
            for (uint64_t i = HUGE_BLOCKS - TILE_BLOCKS, n; i < HUGE_BLOCKS; i += n) {
                const size_t at = i % TILE_BLOCKS, most = HUGE_BLOCKS - i < MAX_BLOCKS ? HUGE_BLOCKS - i : MAX_BLOCKS;
                n = TILE_BLOCKS - at < most ? TILE_BLOCKS - at : most;
                ref_op(t->c, t->ref, (enum op)t->op, t->expected, in + 16 * at, n, want);
                if (!same_blocks(t, "last megabyte", out + 16 * at, t->expected, n, "4 GiB"))
                    break;
            }
            same_state(t, state, want, "4 GiB");
        }
    }
    if (in)
        munmap(in, len);
    if (out)
        munmap(out, len);
}

/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The program whose executed instructions tools/cost.py counts and models: one kernel, one key, one call.
 *
 * usage: cost_driver              names the operations of the variant it is linked with, one a line
 *        cost_driver OP NBLOCKS   calls OP once
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tsubaki.h"
#include "../lib/variants.h"

#define MAX_BLOCKS 4096

static union {
    struct tsubaki_camellia_ctx camellia;
    struct tsubaki_sm4_ctx sm4;
    struct tsubaki_aes_ctx aes;
} ctx;
static unsigned char in[MAX_BLOCKS * TSUBAKI_BLOCK_SIZE], out[MAX_BLOCKS * TSUBAKI_BLOCK_SIZE], key[16];
static union {
    unsigned char iv[16];
    struct tsubaki_ocb_state ocb;
} state;

/* Not call_op(): the kernel must return to an instruction behind its call, not to the caller of a tail call. */
static int call(kernel_fn *f, enum state kind, size_t n)
{
    switch (kind) {
    case STATE_NONE:
        ((void (*)(const void *, void *, const void *, size_t))f)(&ctx, out, in, n);
        return 0;
    case STATE_IV:
    case STATE_OCB:
        ((void (*)(const void *, void *, const void *, size_t, void *))f)(&ctx, out, in, n, &state);
        return 0;
    case STATE_OCB_AUTH:
        ((void (*)(const void *, const void *, size_t, void *))f)(&ctx, in, n, &state);
        return 0;
    }
    return 1;
}

int main(int argc, char **argv)
{
    const struct variant *v = NULL;
    for (unsigned i = 0; i < variant_count; i++)
        if (variants[i].setkey)
            v = &variants[i];
    if (!v)
        return 1;
    if (argc < 3) {
        for (unsigned op = 0; op < OP_COUNT; op++)
            if (v->op[op])
                puts(op_names[op]);
        return 0;
    }
    const size_t n = strtoul(argv[2], NULL, 10);
    for (unsigned op = 0; op < OP_COUNT; op++)
        if (!strcmp(argv[1], op_names[op]) && v->op[op] && n <= MAX_BLOCKS) {
            if (v->setkey(&ctx, key, sizeof key))
                return 1;
            return call(v->op[op], op_states[op], n);
        }
    return 1;
}

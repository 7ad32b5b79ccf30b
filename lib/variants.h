/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The table of variants (harness/variants.def) as data: what is linked into this program, and how to call it.
 */
#ifndef TSUBAKI_VARIANTS_H
#define TSUBAKI_VARIANTS_H

#include <stddef.h>
#include <stdint.h>

/* The operations, in the order of reports. X(name, state): what follows (ctx, out, in, nblocks) in the call. */
#define OPERATIONS(X) \
    X(ecb_enc, STATE_NONE) X(ecb_dec, STATE_NONE) \
    X(cbc_enc, STATE_IV) X(cbc_dec, STATE_IV) \
    X(cfb_enc, STATE_IV) X(cfb_dec, STATE_IV) \
    X(ctr, STATE_IV) X(ctr32, STATE_IV) \
    X(xts_enc, STATE_IV) X(xts_dec, STATE_IV) \
    X(ocb_enc, STATE_OCB) X(ocb_dec, STATE_OCB) X(ocb_auth, STATE_OCB_AUTH)

enum state { STATE_NONE, STATE_IV, STATE_OCB, STATE_OCB_AUTH };
enum op {
#define X(name, state) OP_##name,
    OPERATIONS(X)
#undef X
    OP_COUNT
};
extern const char *const op_names[OP_COUNT];
extern const enum state op_states[OP_COUNT];

typedef int setkey_fn(void *ctx, const void *key, size_t key_len);
typedef void kernel_fn(void);

struct variant {
    const char *isa, *cipher_name, *name, *source, *features;
    unsigned width;                 /* blocks of one full pass */
    unsigned ctx_used;              /* bytes of the context that setkey writes, from its start */
    setkey_fn *setkey;              /* null: this variant is not linked into the program */
    kernel_fn *op[OP_COUNT];        /* null: the variant has no such operation */
};
extern const struct variant variants[];
extern const unsigned variant_count;

int variant_supported(const struct variant *v);

/* Direct calls, for what does not go through the ABI stub. state: IV, counter, tweak or struct tsubaki_ocb_state. */
void call_op(const struct variant *v, enum op op, const void *ctx, void *out, const void *in, size_t nblocks,
             void *state);

#endif

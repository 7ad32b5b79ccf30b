/* SPDX-License-Identifier: BSD-2-Clause
 *
 * What the parts of the harness share: the tables of ciphers and variants, the report, the random generator.
 */
#ifndef HARNESS_H
#define HARNESS_H

#include <stddef.h>
#include <stdint.h>

#include "tsubaki.h"

enum {
    PASSED_ALL = 0,
    FAILED_SOME = 1,
    WRONG_USE = 2,
    NOT_SUPPORTED = 77
};

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

/* A reference implementation: one block at a time, from ref/. */
struct cipher {
    const char *name;
    size_t ctx_size, ctx_align;     /* of the public context that kernels use */
    size_t key_lens[4];             /* bytes, 0-terminated */
    size_t ref_size;
    int (*ref_setkey)(void *ref, const void *key, size_t key_len);
    void (*ref_ecb_enc)(const void *ref, void *out, const void *in, size_t nblocks);
    void (*ref_ecb_dec)(const void *ref, void *out, const void *in, size_t nblocks);
    /* The standard subkeys that a kernel's context must hold, compared with what its setkey wrote; 0: equal. */
    int (*check_subkeys)(const void *ref, const void *ctx);
    size_t key_bits_at;             /* offset of key_bits in the context */
};
extern const struct cipher ciphers[];
extern const unsigned cipher_count;

typedef int setkey_fn(void *ctx, const void *key, size_t key_len);
typedef void kernel_fn(void);

struct variant {
    const char *isa, *cipher_name, *name, *source, *features;
    unsigned width;                 /* blocks of one full pass */
    setkey_fn *setkey;              /* null: this variant is not linked into the program */
    kernel_fn *op[OP_COUNT];        /* null: the variant has no such operation */
};
extern const struct variant variants[];
extern const unsigned variant_count;

const struct cipher *cipher_of(const struct variant *v);
int variant_supported(const struct variant *v);

/* Direct calls, for what does not go through the ABI stub. state: IV, counter, tweak or struct tsubaki_ocb_state. */
void call_op(const struct variant *v, enum op op, const void *ctx, void *out, const void *in, size_t nblocks,
             void *state);
/* The same operation computed from the reference block cipher. */
void ref_op(const struct cipher *c, const void *ref, enum op op, void *out, const void *in, size_t nblocks,
            void *state);

/* Deterministic random bytes; seeded by --seed. */
void rng_seed(uint64_t seed);
uint64_t rng_u64(void);
void rng_bytes(void *out, size_t len);
unsigned rng_below(unsigned bound);

struct options {
    uint64_t seed;
    int json;
    int quick;                      /* reduced counts: for emulators' trace runs */
    const char *peer;               /* libgcrypt, openssl or a path; null: none */
    const char *vectors;            /* folder of the vector files */
    const char *only;               /* run only the tests whose name contains this */
    const char *program;
};

/* The report of a self-test: every test counts as passed, failed or skipped, with its name. */
struct report {
    unsigned passed, failed, skipped;
};

int selftest(const struct variant *v, const struct options *o, struct report *r);
int benchmark(const struct variant *v, const struct options *o);

/* 1 when an emulator runs this program: no speed is measured then. */
int emulated(void);

#endif

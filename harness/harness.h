/* SPDX-License-Identifier: BSD-2-Clause
 *
 * What the parts of the harness share: the tables of ciphers and variants, the report, the random generator.
 */
#ifndef HARNESS_H
#define HARNESS_H

#include <stddef.h>
#include <stdint.h>

#include "../lib/variants.h"
#include "tsubaki.h"

enum {
    PASSED_ALL = 0,
    FAILED_SOME = 1,
    WRONG_USE = 2,
    NOT_SUPPORTED = 77
};

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

const struct cipher *cipher_of(const struct variant *v);
/* The same operation computed from the reference block cipher. */
void ref_op(const struct cipher *c, const void *ref, enum op op, void *out, const void *in, size_t nblocks,
            void *state);

/* RFC 7253: L_(i+1) from L_i, and the state before the first block, with L_$. */
void ref_ocb_double(uint8_t *to, const uint8_t *from);
void ref_ocb_start(const struct cipher *c, const void *ref, const uint8_t *nonce, size_t nonce_len, size_t tag_len,
                   struct tsubaki_ocb_state *state, uint8_t *l_dollar);

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
    const char *trace_op;           /* run this operation only, with the secrets of this number */
    uint64_t secret;
    const char *program;
};

/* The report of a self-test: every test counts as passed, failed or skipped, with its name. */
struct report {
    unsigned passed, failed, skipped;
};

/* setkey, then the operation ("setkey": nothing more), with key and data from this secret, for every key length; for
 * recording by ci/trace-compare. "reference": the reference instead, which must be caught. -1: no such operation. */
int trace_operation(const struct variant *v, const char *op, uint64_t secret);
int selftest(const struct variant *v, const struct options *o, struct report *r);
int benchmark(const struct variant *v, const struct options *o);

/* 1 when an emulator runs this program: no speed is measured then. */
int emulated(void);

#endif

/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Camellia in plain C, written from RFC 3713: the oracle of the self-tests and the baseline of the benchmarks.
 * Its table look-ups depend on key and data, so it is NOT constant time and not for production.
 */
#ifndef CAMELLIA_REF_H
#define CAMELLIA_REF_H

#include <stddef.h>
#include <stdint.h>

struct camellia_ref_key {
    uint64_t kw[4], k[24], ke[6]; /* subkeys as RFC 3713, section 2.2 names them (kw1 is kw[0]) */
    unsigned groups;              /* of six rounds: 3 (128-bit keys) or 4 */
};

/* key: key_len bytes, 16, 24 or 32. Returns 0, or -1 for any other length (*ref is then all zero). */
int camellia_ref_setkey(struct camellia_ref_key *ref, const void *key, size_t key_len);

/* nblocks blocks of 16 bytes; any alignment; out == in is allowed. */
void camellia_ref_ecb_enc(const struct camellia_ref_key *ref, void *out, const void *in, size_t nblocks);
void camellia_ref_ecb_dec(const struct camellia_ref_key *ref, void *out, const void *in, size_t nblocks);

#endif

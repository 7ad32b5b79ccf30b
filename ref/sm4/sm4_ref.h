/* SPDX-License-Identifier: BSD-2-Clause
 *
 * SM4 (GB/T 32907-2016; draft-ribose-cfrg-sm4) in plain C: the oracle that the
 * kernels are tested against, and the baseline they are measured against.
 *
 * It looks its key and data up in tables, so its timing depends on them: it is
 * NOT constant time and NOT for production.
 */
#ifndef SM4_REF_H
#define SM4_REF_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sm4_ref_key {
    uint32_t rk[32];    /* the round keys in order of encryption, native byte order */
};

/* key_len must be 16 (bytes). Returns 0, or -1 for another length; the key is then all zero. */
int sm4_ref_setkey(struct sm4_ref_key *k, const void *key, size_t key_len);

/* One block of 16 bytes, any alignment; out == in is allowed. */
void sm4_ref_encrypt(const struct sm4_ref_key *k, void *out, const void *in);
void sm4_ref_decrypt(const struct sm4_ref_key *k, void *out, const void *in);

/* nblocks blocks, each on its own (ECB). */
void sm4_ref_ecb_enc(const struct sm4_ref_key *k, void *out, const void *in, size_t nblocks);
void sm4_ref_ecb_dec(const struct sm4_ref_key *k, void *out, const void *in, size_t nblocks);

#ifdef __cplusplus
}
#endif
#endif

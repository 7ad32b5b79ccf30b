/* SPDX-License-Identifier: BSD-2-Clause
 *
 * AES in plain C, written from FIPS 197: the oracle of the self-tests and the baseline of the benchmarks.
 * Its table look-ups depend on key and data, so it is NOT constant time and not for production.
 */
#ifndef AES_REF_H
#define AES_REF_H

#include <stddef.h>
#include <stdint.h>

struct aes_ref_key {
    uint32_t enc[60], dec[60]; /* round keys in order of use, four words each, the first byte uppermost; dec belongs to
                                  the equivalent inverse cipher (FIPS 197, section 5.3.5) */
    unsigned rounds;           /* 10, 12 or 14 */
};

/* key: key_len bytes, 16, 24 or 32. Returns 0, or -1 for any other length (*ref is then all zero). */
int aes_ref_setkey(struct aes_ref_key *ref, const void *key, size_t key_len);

/* One block of 16 bytes; any alignment; out == in is allowed. */
void aes_ref_encrypt(const struct aes_ref_key *ref, void *out, const void *in);
void aes_ref_decrypt(const struct aes_ref_key *ref, void *out, const void *in);

/* nblocks blocks. */
void aes_ref_ecb_enc(const struct aes_ref_key *ref, void *out, const void *in, size_t nblocks);
void aes_ref_ecb_dec(const struct aes_ref_key *ref, void *out, const void *in, size_t nblocks);

#endif

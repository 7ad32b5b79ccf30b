/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The ciphers and their references.
 */
#include <string.h>

#include "harness.h"

#include "../ref/aes/aes_ref.h"
#include "../ref/camellia-BSD/camellia_ref.h"
#include "../ref/sm4/sm4_ref.h"

/* The reference functions of a cipher, with untyped contexts. */
#define REFERENCE(cipher) \
    static int cipher##_setkey(void *ref, const void *key, size_t key_len) \
    { \
        return cipher##_ref_setkey(ref, key, key_len); \
    } \
    static void cipher##_enc(const void *ref, void *out, const void *in, size_t nblocks) \
    { \
        cipher##_ref_ecb_enc(ref, out, in, nblocks); \
    } \
    static void cipher##_dec(const void *ref, void *out, const void *in, size_t nblocks) \
    { \
        cipher##_ref_ecb_dec(ref, out, in, nblocks); \
    }

REFERENCE(aes)
REFERENCE(camellia)
REFERENCE(sm4)

static int aes_check(const void *ref_, const void *ctx_)
{
    const struct aes_ref_key *ref = ref_;
    const struct tsubaki_aes_ctx *ctx = ctx_;
    const uint8_t *enc = ctx->enc[0];
    for (unsigned i = 0; i < 16 * (ref->rounds + 1); i++)
        if (enc[i] != (uint8_t)(ref->enc[i / 4] >> (24 - i % 4 * 8)))
            return 1;
    return ctx->rounds != ref->rounds;
}

static int camellia_check(const void *ref_, const void *ctx_)
{
    const struct camellia_ref_key *ref = ref_;
    const struct tsubaki_camellia_ctx *ctx = ctx_;
    return memcmp(ctx->subkey, ref->kw, sizeof ref->kw) || memcmp(ctx->subkey + 4, ref->k, sizeof ref->k) ||
           memcmp(ctx->subkey + 28, ref->ke, sizeof ref->ke);
}

static int sm4_check(const void *ref_, const void *ctx_)
{
    const struct sm4_ref_key *ref = ref_;
    const struct tsubaki_sm4_ctx *ctx = ctx_;
    return memcmp(ctx->subkey, ref->rk, sizeof ref->rk);
}

const struct cipher ciphers[] = {
    {"aes", sizeof(struct tsubaki_aes_ctx), 64, {16, 24, 32}, sizeof(struct aes_ref_key), aes_setkey, aes_enc, aes_dec,
     aes_check, offsetof(struct tsubaki_aes_ctx, key_bits)},
    {"camellia", sizeof(struct tsubaki_camellia_ctx), 64, {16, 24, 32}, sizeof(struct camellia_ref_key),
     camellia_setkey, camellia_enc, camellia_dec, camellia_check,
     offsetof(struct tsubaki_camellia_ctx, key_bits)},
    {"sm4", sizeof(struct tsubaki_sm4_ctx), 64, {16}, sizeof(struct sm4_ref_key), sm4_setkey, sm4_enc, sm4_dec,
     sm4_check, offsetof(struct tsubaki_sm4_ctx, key_bits)},
};
const unsigned cipher_count = sizeof ciphers / sizeof *ciphers;

const struct cipher *cipher_of(const struct variant *v)
{
    for (unsigned i = 0; i < cipher_count; i++)
        if (!strcmp(ciphers[i].name, v->cipher_name))
            return &ciphers[i];
    return NULL;
}

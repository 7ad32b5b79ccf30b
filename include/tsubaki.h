/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Tsubaki: block cipher kernels. The contexts and prototypes of every kernel.
 *
 * Every kernel function is named tsubaki_<cipher>_<operation>_<variant>, e.g.
 * tsubaki_camellia_ecb_enc_gfni_avx2; TSUBAKI_DECLARE_CAMELLIA(gfni_avx2)
 * declares a variant's functions.
 *
 *   ctx      filled by the setkey of the same variant; not written otherwise.
 *   out, in  nblocks * 16 bytes each, any alignment; out == in is allowed, a
 *            partial overlap is not.
 *   nblocks  any number of 16-byte blocks from 0 to SIZE_MAX / 16.
 *
 * setkey returns 0, or -1 for a key length the cipher does not have; the
 * context is then wiped (all zero) and must not be used.
 */
#ifndef TSUBAKI_H
#define TSUBAKI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__cplusplus) && __cplusplus >= 201103L
#define TSUBAKI_ALIGN(n) alignas(n)
#elif defined(__GNUC__)
#define TSUBAKI_ALIGN(n) __attribute__((aligned(n)))
#else
#define TSUBAKI_ALIGN(n) _Alignas(n)
#endif

#define TSUBAKI_BLOCK_SIZE 16

/* Camellia (RFC 3713). 8192 bytes, 64-byte aligned. */
struct TSUBAKI_ALIGN(64) tsubaki_camellia_ctx {
    uint64_t subkey[34];   /* kw1..kw4, k1..k24, ke1..ke6 (RFC 3713, section 2.2), native byte order; absent ones 0 */
    uint32_t key_bits;     /* 128, 192 or 256; 0: no key */
    uint32_t reserved[11];
    uint8_t variant[7872]; /* what the variant's kernels keep beside the subkeys; starts at byte 320 */
};

/* SM4 (GB/T 32907-2016). 4096 bytes, 64-byte aligned. */
struct TSUBAKI_ALIGN(64) tsubaki_sm4_ctx {
    uint32_t subkey[32];   /* rk0..rk31, native byte order */
    uint32_t key_bits;     /* 128; 0: no key */
    uint32_t reserved[15];
    uint8_t variant[3904]; /* starts at byte 192 */
};

/* AES (FIPS 197). 1024 bytes, 64-byte aligned. */
struct TSUBAKI_ALIGN(64) tsubaki_aes_ctx {
    uint8_t enc[15][16];   /* round keys of the cipher, in order of use, as FIPS 197 writes them */
    uint8_t dec[15][16];   /* round keys of the inverse cipher, in order of use, in the variant's form */
    uint32_t key_bits;     /* 128, 192 or 256; 0: no key */
    uint32_t rounds;       /* 10, 12 or 14 */
    uint32_t reserved[6];
    uint8_t variant[512];  /* starts at byte 512 */
};

/* OCB (RFC 7253) between calls. offset and checksum are updated by each call; first counts the blocks done so far. */
struct tsubaki_ocb_state {
    uint8_t offset[16];
    uint8_t checksum[16];
    uint64_t first;        /* blocks already processed; updated */
    uint8_t l[64][16];     /* L_0 .. L_63 */
};

#define TSUBAKI_DECLARE_(cipher, variant) \
    int tsubaki_##cipher##_setkey_##variant(struct tsubaki_##cipher##_ctx *ctx, const void *key, size_t key_len); \
    void tsubaki_##cipher##_ecb_enc_##variant(const struct tsubaki_##cipher##_ctx *ctx, void *out, const void *in, \
        size_t nblocks); \
    void tsubaki_##cipher##_ecb_dec_##variant(const struct tsubaki_##cipher##_ctx *ctx, void *out, const void *in, \
        size_t nblocks); \
    /* counter: the next 128-bit big-endian counter block; updated. */ \
    void tsubaki_##cipher##_ctr_##variant(const struct tsubaki_##cipher##_ctx *ctx, void *out, const void *in, \
        size_t nblocks, void *counter); \
    /* The same with a counter of 32 bits (GCM): it wraps without carry into the first 96 bits. */ \
    void tsubaki_##cipher##_ctr32_##variant(const struct tsubaki_##cipher##_ctx *ctx, void *out, const void *in, \
        size_t nblocks, void *counter); \
    /* iv: 16 bytes; updated to the last ciphertext block, so that calls chain. */ \
    void tsubaki_##cipher##_cbc_enc_##variant(const struct tsubaki_##cipher##_ctx *ctx, void *out, const void *in, \
        size_t nblocks, void *iv); \
    void tsubaki_##cipher##_cbc_dec_##variant(const struct tsubaki_##cipher##_ctx *ctx, void *out, const void *in, \
        size_t nblocks, void *iv); \
    void tsubaki_##cipher##_cfb_enc_##variant(const struct tsubaki_##cipher##_ctx *ctx, void *out, const void *in, \
        size_t nblocks, void *iv); \
    void tsubaki_##cipher##_cfb_dec_##variant(const struct tsubaki_##cipher##_ctx *ctx, void *out, const void *in, \
        size_t nblocks, void *iv); \
    /* tweak: the encrypted tweak of the next block (IEEE 1619, little-endian); updated. Whole blocks only. */ \
    void tsubaki_##cipher##_xts_enc_##variant(const struct tsubaki_##cipher##_ctx *ctx, void *out, const void *in, \
        size_t nblocks, void *tweak); \
    void tsubaki_##cipher##_xts_dec_##variant(const struct tsubaki_##cipher##_ctx *ctx, void *out, const void *in, \
        size_t nblocks, void *tweak); \
    void tsubaki_##cipher##_ocb_enc_##variant(const struct tsubaki_##cipher##_ctx *ctx, void *out, const void *in, \
        size_t nblocks, struct tsubaki_ocb_state *state); \
    void tsubaki_##cipher##_ocb_dec_##variant(const struct tsubaki_##cipher##_ctx *ctx, void *out, const void *in, \
        size_t nblocks, struct tsubaki_ocb_state *state); \
    /* Associated data: checksum accumulates E(in ^ offset). */ \
    void tsubaki_##cipher##_ocb_auth_##variant(const struct tsubaki_##cipher##_ctx *ctx, const void *in, \
        size_t nblocks, struct tsubaki_ocb_state *state)

#define TSUBAKI_DECLARE_CAMELLIA(variant) TSUBAKI_DECLARE_(camellia, variant)
#define TSUBAKI_DECLARE_SM4(variant) TSUBAKI_DECLARE_(sm4, variant)
#define TSUBAKI_DECLARE_AES(variant) TSUBAKI_DECLARE_(aes, variant)

#ifdef __cplusplus
}
#endif
#endif

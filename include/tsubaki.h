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

/* ---- The library: run-time dispatch and block modes. A copied kernel needs nothing below.
 *
 * Every function is thread-safe; one stream belongs to one thread at a time. Functions that return int give
 * TSUBAKI_OK (0) or a negative tsubaki_status. */

enum tsubaki_cipher { TSUBAKI_CAMELLIA, TSUBAKI_SM4, TSUBAKI_AES };
enum tsubaki_mode { TSUBAKI_ECB, TSUBAKI_CBC, TSUBAKI_CFB, TSUBAKI_CTR, TSUBAKI_XTS, TSUBAKI_GCM, TSUBAKI_OCB };
enum tsubaki_direction { TSUBAKI_DECRYPT, TSUBAKI_ENCRYPT };

enum tsubaki_status {
    TSUBAKI_OK = 0,
    TSUBAKI_ERR_ARGUMENT = -1,      /* a null pointer, an unknown cipher, mode or direction */
    TSUBAKI_ERR_KEY_LENGTH = -2,    /* a key length that the cipher (XTS: the mode) does not have */
    TSUBAKI_ERR_IV_LENGTH = -3,
    TSUBAKI_ERR_TAG_LENGTH = -4,
    TSUBAKI_ERR_LENGTH = -5,        /* ECB, CBC: the message is not whole blocks; XTS: it is shorter than a block */
    TSUBAKI_ERR_LIMIT = -6,         /* more data than the mode allows under one IV */
    TSUBAKI_ERR_STATE = -7,         /* a call out of order: data before init, aad after data, anything after final */
    TSUBAKI_ERR_TAG = -8,           /* decryption: the tag is wrong; discard what update wrote */
    TSUBAKI_ERR_WEAK_KEY = -9,      /* XTS: both halves of the key are equal */
    TSUBAKI_ERR_NOT_SUPPORTED = -10, /* no variant of the cipher on this CPU */
    TSUBAKI_ERR_VARIANT = -11,      /* no such variant, or this CPU lacks its instructions */
    TSUBAKI_ERR_MEMORY = -12
};

#if defined(__GNUC__)
#define TSUBAKI_API __attribute__((visibility("default")))
#else
#define TSUBAKI_API
#endif

/* A sentence for a status. */
TSUBAKI_API const char *tsubaki_strerror(int status);

/* One message at a time under one key. */
typedef struct tsubaki_stream tsubaki_stream;

TSUBAKI_API tsubaki_stream *tsubaki_new(void);          /* null: out of memory */
TSUBAKI_API void tsubaki_free(tsubaki_stream *s);       /* wipes it; null is allowed */

/* Set the key and start a message.
 *
 *   key     16, 24 or 32 bytes (SM4: 16); XTS: twice that, data key first
 *   iv      ECB: none (0 bytes). CBC, CFB: 16. CTR: 16, the first counter block (128-bit big-endian counter). XTS: 16,
 *           the sector's tweak before encryption. GCM: 1 byte or more, best 12. OCB: 1 to 15.
 *   tag_len GCM: 4, 8 or 12 to 16. OCB: 8, 12 or 16. Else 0. */
TSUBAKI_API int tsubaki_init(tsubaki_stream *s, enum tsubaki_cipher cipher, enum tsubaki_mode mode,
                             enum tsubaki_direction direction, const void *key, size_t key_len, const void *iv,
                             size_t iv_len, size_t tag_len);

/* Start the next message under the same key. The IV must be new where the mode asks for it (CTR, GCM, OCB). */
TSUBAKI_API int tsubaki_reset(tsubaki_stream *s, const void *iv, size_t iv_len);

/* GCM, OCB: associated data, in any number of pieces, before the first update. */
TSUBAKI_API int tsubaki_aad(tsubaki_stream *s, const void *aad, size_t len);

/* The message, in pieces of any length. Writes *out_len bytes, at most len + 15 (XTS: len + 31), for ECB, CBC, XTS and
 * OCB hold back what is not yet a block (XTS: up to two). out == in is allowed as long as every piece before was whole
 * blocks, and for CFB, CTR and GCM always; out must not overlap in otherwise. */
TSUBAKI_API int tsubaki_update(tsubaki_stream *s, void *out, size_t *out_len, const void *in, size_t len);

/* The end: writes what was held back, at most 31 bytes. tag, for GCM and OCB: encryption writes tag_len bytes there,
 * decryption compares in constant time. */
TSUBAKI_API int tsubaki_final(tsubaki_stream *s, void *out, size_t *out_len, void *tag);

/* A whole message at once: out gets len bytes, out == in is allowed. Decryption that finds a wrong tag wipes out. */
TSUBAKI_API int tsubaki_crypt(enum tsubaki_cipher cipher, enum tsubaki_mode mode, enum tsubaki_direction direction,
                              const void *key, size_t key_len, const void *iv, size_t iv_len, const void *aad,
                              size_t aad_len, void *out, const void *in, size_t len, void *tag, size_t tag_len);

/* The variants of a cipher that this CPU can run, the preferred one last: writes up to max names, returns how many
 * there are. The environment variable TSUBAKI_DISABLE ("gfni,avx512", names of lib/cpu.h) takes features away. */
TSUBAKI_API size_t tsubaki_variants(enum tsubaki_cipher cipher, const char **names, size_t max);
/* The variant that the next tsubaki_init will use, and the choice of another (null: back to the preferred one). */
TSUBAKI_API const char *tsubaki_variant(enum tsubaki_cipher cipher);
TSUBAKI_API int tsubaki_force_variant(enum tsubaki_cipher cipher, const char *variant);

#ifdef __cplusplus
}
#endif
#endif

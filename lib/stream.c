/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Messages in pieces: what the modes of operation need beside whole blocks.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "dispatch.h"
#include "ghash.h"
#include "modes.h"
#include "tsubaki.h"

enum phase { EMPTY, AAD, DATA, DONE };

/* GCM hashes what it encrypts while it is still in the first-level cache. A short message, in blocks, is encrypted in
 * one call of the cipher together with the two blocks that GCM needs beside it. */
enum { GCM_CHUNK = 1024, GCM_SHORT = 30 };

/* XTS processes so many blocks together with the one that it holds back. */
enum { XTS_SHORT = 64 };

/* The small fields first: what a mode does not use of the rest is neither touched nor wiped by tsubaki_crypt. */
struct tsubaki_stream {
    const struct variant *v;
    const struct ghash *ghash;
    enum tsubaki_mode mode;
    enum phase phase;
    int encrypt;
    int whole; /* one update brings the whole message */
    unsigned held_len;
    unsigned keystream_used; /* 16: no block is begun */
    unsigned l_count; /* OCB: how many L_i there are */
    size_t tag_len;
    uint64_t aad_len, len; /* bytes so far */
    unsigned char iv[16]; /* IV, counter or tweak of the next block */
    unsigned char held[32]; /* input not yet processed */
    unsigned char keystream[16]; /* CTR, CFB, GCM: of the block begun; bytes from keystream_used on are unused */
    int ahead; /* XTS: keystream is what becomes of the block in held, and iv is the tweak behind it */
    unsigned char y[16], tag_mask[16]; /* GCM; the mask is the first counter block until mask_ready */
    int mask_ready;
    unsigned char l_star[16], l_dollar[16];
    struct tsubaki_ocb_state ocb, ocb_aad;
    struct tsubaki_ghash_key hash_key; /* GCM */
    union {
        struct tsubaki_camellia_ctx camellia;
        struct tsubaki_sm4_ctx sm4;
        struct tsubaki_aes_ctx aes;
    } key, tweak_key; /* tweak_key: XTS */
};

static const enum op block_ops[][2] = {
    /* by mode: decryption, encryption of whole blocks */
    [TSUBAKI_ECB] = {OP_ecb_dec, OP_ecb_enc}, [TSUBAKI_CBC] = {OP_cbc_dec, OP_cbc_enc},
    [TSUBAKI_CFB] = {OP_cfb_dec, OP_cfb_enc}, [TSUBAKI_CTR] = {OP_ctr, OP_ctr},
    [TSUBAKI_XTS] = {OP_xts_dec, OP_xts_enc}, [TSUBAKI_GCM] = {OP_ctr32, OP_ctr32},
    [TSUBAKI_OCB] = {OP_ocb_dec, OP_ocb_enc},
};

static void encrypt_blocks(tsubaki_stream *s, void *out, const void *in, size_t nblocks)
{
    call_op(s->v, OP_ecb_enc, &s->key, out, in, nblocks, NULL);
}

static void encrypt_block(tsubaki_stream *s, void *out, const void *in)
{
    encrypt_blocks(s, out, in, 1);
}

const char *tsubaki_strerror(int status)
{
    static const char *const texts[] = {
        [-TSUBAKI_OK] = "success",
        [-TSUBAKI_ERR_ARGUMENT] = "invalid argument",
        [-TSUBAKI_ERR_KEY_LENGTH] = "the cipher has no keys of this length",
        [-TSUBAKI_ERR_IV_LENGTH] = "the mode takes no IV of this length",
        [-TSUBAKI_ERR_TAG_LENGTH] = "the mode has no tags of this length",
        [-TSUBAKI_ERR_LENGTH] = "the mode cannot process a message of this length",
        [-TSUBAKI_ERR_LIMIT] = "more data than the mode allows under one IV",
        [-TSUBAKI_ERR_STATE] = "call out of order",
        [-TSUBAKI_ERR_TAG] = "wrong tag: the message or its associated data are not authentic",
        [-TSUBAKI_ERR_WEAK_KEY] = "the two halves of the XTS key are equal",
        [-TSUBAKI_ERR_NOT_SUPPORTED] = "no implementation of this cipher on this CPU",
        [-TSUBAKI_ERR_VARIANT] = "no such variant, or the CPU lacks its instructions",
        [-TSUBAKI_ERR_MEMORY] = "out of memory",
    };
    const size_t i = (size_t) - (long)status;
    return status <= 0 && i < sizeof texts / sizeof *texts ? texts[i] : "unknown status";
}

tsubaki_stream *tsubaki_new(void)
{
    tsubaki_stream *s = aligned_alloc(64, (sizeof *s + 63) / 64 * 64);
    if (s)
        memset(s, 0, sizeof *s);
    return s;
}

void tsubaki_free(tsubaki_stream *s)
{
    if (s)
        wipe(s, sizeof *s);
    free(s);
}

/* 0 where the len bytes are equal; its time does not depend on where they differ. */
static unsigned differ(const unsigned char *a, const unsigned char *b, size_t len)
{
    unsigned d = 0;
    for (size_t i = 0; i < len; i++)
        d |= a[i] ^ b[i];
    return d;
}

/* ---- GCM: NIST SP 800-38D */

/* Hash a string padded with zeros to whole blocks. */
static void ghash_padded(tsubaki_stream *s, const void *in, size_t len)
{
    unsigned char last[16] = {0};
    s->ghash->update(&s->hash_key, s->y, in, len / 16);
    if (len % 16) {
        memcpy(last, (const unsigned char *)in + len / 16 * 16, len % 16);
        s->ghash->update(&s->hash_key, s->y, last, 1);
    }
}

/* The last block: both lengths in bits, 64-bit big-endian. */
static void lengths_block(unsigned char block[16], uint64_t aad_len, uint64_t len)
{
    store_be(block, aad_len * 8);
    store_be(block + 8, len * 8);
}

static void ghash_lengths(tsubaki_stream *s, uint64_t aad_len, uint64_t len)
{
    unsigned char block[16];
    lengths_block(block, aad_len, len);
    s->ghash->update(&s->hash_key, s->y, block, 1);
}

/* h: the encrypted zero block. most: no update of the hash will take more blocks. */
static void gcm_key(tsubaki_stream *s, const unsigned char h[16], size_t most)
{
    s->ghash = dispatch_ghash();
    s->ghash->init(&s->hash_key, h, most);
}

/* The first counter block for a 96-bit IV. */
static void gcm_counter(unsigned char counter[16], const void *iv)
{
    memcpy(counter, iv, 12);
    memcpy(counter + 12, "\0\0\0\1", 4);
}

/* A message whose length is not known yet gets its tag mask together with the first data, or at the end. */
static void gcm_start(tsubaki_stream *s, const void *iv, size_t iv_len, int new_key)
{
    unsigned char b[2][16] = {{0}}; /* encrypted together where they can be: zero, the first counter block */
    const int together = new_key && iv_len == 12 && s->whole;
    if (new_key && !together) {
        encrypt_block(s, b[0], b[0]);
        gcm_key(s, b[0], SIZE_MAX);
    }
    memset(s->y, 0, 16);
    if (iv_len == 12) {
        gcm_counter(s->iv, iv);
    } else {
        ghash_padded(s, iv, iv_len);
        ghash_lengths(s, 0, iv_len);
        memcpy(s->iv, s->y, 16);
        memset(s->y, 0, 16);
    }
    memcpy(b[1], s->iv, 16);
    if (together) {
        encrypt_blocks(s, b, b, 2);
        gcm_key(s, b[0], SIZE_MAX);
    }
    memcpy(s->tag_mask, b[1], 16);
    s->mask_ready = together;
    add_counter(s->iv, 4, 1);
    wipe(b, sizeof b);
}

/* n counter blocks from one on, which is advanced, encrypted behind `before` blocks that stand in b already. */
static void gcm_keystream(tsubaki_stream *s, unsigned char (*b)[16], size_t before, unsigned char counter[16], size_t n)
{
    uint64_t low = load_be(counter + 8);
    for (size_t i = before; i < before + n; i++) {
        memcpy(b[i], counter, 8);
        store_be(b[i] + 8, low);
        low = (low & ~(uint64_t)UINT32_MAX) | (uint32_t)(low + 1);
    }
    store_be(counter + 8, low);
    encrypt_blocks(s, b, b, before + n);
}

/* out = in ^ keystream, of which b then holds the ciphertext instead, filled up with zeros. out may be in. */
static void gcm_xor(tsubaki_stream *s, unsigned char (*b)[16], unsigned char *out, const unsigned char *in, size_t len)
{
    const uint64_t decrypt = s->encrypt ? 0 : UINT64_MAX;
    for (; len >= 16; len -= 16, in += 16, out += 16, b++) {
        uint64_t from[2], k[2];
        memcpy(from, in, 16);
        memcpy(k, *b, 16);
        for (int i = 0; i < 2; i++) {
            const uint64_t to = from[i] ^ k[i];
            k[i] = to ^ (k[i] & decrypt);
            from[i] = to;
        }
        memcpy(out, from, 16);
        memcpy(*b, k, 16);
    }
    for (size_t i = 0; len && i < 16; i++) {
        const unsigned char from = i < len ? in[i] : 0, to = from ^ (*b)[i];
        (*b)[i] = i < len && s->encrypt ? to : from;
        if (i < len)
            out[i] = to;
    }
}

/* A short message under a 96-bit IV: hash key, tag mask and keystream come from one call of the cipher, and the hash
 * takes ciphertext and lengths at once. */
static void gcm_short(tsubaki_stream *s, const void *iv, const void *aad, size_t aad_len, unsigned char *out,
                      const unsigned char *in, size_t len, unsigned char tag[16])
{
    unsigned char b[1 + 1 + GCM_SHORT + 1][16];
    const size_t n = (len + 15) / 16;
    memset(b[0], 0, 16);
    gcm_counter(s->iv, iv);
    gcm_keystream(s, b, 1, s->iv, 1 + n);
    gcm_key(s, b[0], aad_len / 16 > n + 1 ? aad_len / 16 : n + 1);
    memset(s->y, 0, 16);
    ghash_padded(s, aad, aad_len);
    gcm_xor(s, b + 2, out, in, len);
    lengths_block(b[2 + n], aad_len, len);
    s->ghash->update(&s->hash_key, s->y, b[2], n + 1);
    xor_block(tag, s->y, b[1]);
    wipe(b, 16 * (2 + n));
}

/* The first data of a message, when it is short: tag mask and keystream come from one call of the cipher. */
static void gcm_first(tsubaki_stream *s, unsigned char *out, const unsigned char *in, size_t len)
{
    unsigned char b[1 + GCM_SHORT][16];
    const size_t n = (len + 15) / 16;
    memcpy(b[0], s->tag_mask, 16);
    gcm_keystream(s, b, 1, s->iv, n);
    memcpy(s->tag_mask, b[0], 16);
    s->mask_ready = 1;
    if (len % 16)
        memcpy(s->keystream, b[n], 16);
    gcm_xor(s, b + 1, out, in, len);
    s->ghash->update(&s->hash_key, s->y, b[1], len / 16);
    if (len % 16) {
        memcpy(s->held, b[n], 16);
        s->keystream_used = len % 16;
    }
    wipe(b, 16 * (1 + n));
}

/* ---- OCB: RFC 7253 */

/* L_i for the next nblocks blocks of a state: as many as the number of the last one has bits. */
static void ocb_extend(tsubaki_stream *s, struct tsubaki_ocb_state *state, size_t nblocks)
{
    const uint64_t last = state->first + nblocks;
    for (; s->l_count < 64 && last >> s->l_count; s->l_count++) {
        unsigned char *l = s->ocb.l[s->l_count];
        memcpy(l, s->l_count ? s->ocb.l[s->l_count - 1] : s->l_dollar, 16);
        ocb_double(l);
        memcpy(s->ocb_aad.l[s->l_count], l, 16);
    }
}

static void ocb_start(tsubaki_stream *s, const void *iv, size_t iv_len, int new_key)
{
    unsigned char b[16 + 24] = {0}; /* encrypted together: zero, the nonce */
    unsigned char *const nonce = b + 16, *const stretch = nonce;
    memcpy(nonce + 16 - iv_len, iv, iv_len);
    nonce[15 - iv_len] |= 1;
    nonce[0] |= (unsigned char)(s->tag_len * 8 % 128 << 1);
    const unsigned bottom = nonce[15] & 63;
    nonce[15] &= 0xc0;
    if (new_key) {
        encrypt_blocks(s, b, b, 2);
        memcpy(s->l_star, b, 16);
        memcpy(s->l_dollar, b, 16);
        ocb_double(s->l_dollar);
        s->l_count = 0;
    } else {
        encrypt_block(s, nonce, nonce);
    }
    for (int i = 0; i < 8; i++)
        stretch[16 + i] = stretch[i] ^ stretch[i + 1];
    for (unsigned i = 0; i < 16; i++) { /* the nonce is public: its shift may take what time it will */
        const unsigned pair =
            (unsigned)stretch[i + bottom / 8] << 8 | stretch[i + bottom / 8 + 1 < 24 ? i + bottom / 8 + 1 : 23];
        s->ocb.offset[i] = (unsigned char)(pair << bottom % 8 >> 8);
    }
    memset(s->ocb.checksum, 0, 16);
    s->ocb.first = 0;
    memset(s->ocb_aad.offset, 0, 16);
    memset(s->ocb_aad.checksum, 0, 16);
    s->ocb_aad.first = 0;
    wipe(b, sizeof b);
}

/* ---- Start */

static int check_iv(enum tsubaki_mode mode, const void *iv, size_t iv_len)
{
    int good = 0;
    switch (mode) {
    case TSUBAKI_ECB: good = iv_len == 0; break;
    case TSUBAKI_CBC:
    case TSUBAKI_CFB:
    case TSUBAKI_CTR:
    case TSUBAKI_XTS: good = iv_len == 16; break;
    case TSUBAKI_GCM: good = iv_len >= 1; break;
    case TSUBAKI_OCB: good = iv_len >= 1 && iv_len <= 15; break;
    }
    return !good ? TSUBAKI_ERR_IV_LENGTH : iv_len && !iv ? TSUBAKI_ERR_ARGUMENT : TSUBAKI_OK;
}

static int check_tag_len(enum tsubaki_mode mode, size_t tag_len)
{
    int good = tag_len == 0;
    if (mode == TSUBAKI_GCM)
        good = tag_len == 4 || tag_len == 8 || (tag_len >= 12 && tag_len <= 16);
    else if (mode == TSUBAKI_OCB)
        good = tag_len == 8 || tag_len == 12 || tag_len == 16;
    return good ? TSUBAKI_OK : TSUBAKI_ERR_TAG_LENGTH;
}

static void start_message(tsubaki_stream *s, const void *iv, size_t iv_len, int new_key)
{
    s->phase = AAD;
    s->aad_len = s->len = 0;
    s->held_len = 0;
    s->keystream_used = 16;
    s->ahead = 0;
    if (s->mode == TSUBAKI_GCM)
        gcm_start(s, iv, iv_len, new_key);
    else if (s->mode == TSUBAKI_OCB)
        ocb_start(s, iv, iv_len, new_key);
    else if (s->mode == TSUBAKI_XTS && s->whole)
        ; /* start_key encrypted the tweak */
    else if (s->mode == TSUBAKI_XTS)
        call_op(s->v, OP_ecb_enc, &s->tweak_key, s->iv, iv, 1, NULL);
    else if (iv_len)
        memcpy(s->iv, iv, 16);
}

int tsubaki_reset(tsubaki_stream *s, const void *iv, size_t iv_len)
{
    if (!s)
        return TSUBAKI_ERR_ARGUMENT;
    if (!s->v)
        return TSUBAKI_ERR_STATE;
    const int status = check_iv(s->mode, iv, iv_len);
    if (!status)
        start_message(s, iv, iv_len, 0);
    return status;
}

/* The checks of tsubaki_init, and the cipher's key. whole: this is all of the message that there will be under it. */
static int start_key(tsubaki_stream *s, enum tsubaki_cipher cipher, enum tsubaki_mode mode,
                     enum tsubaki_direction direction, const void *key, size_t key_len, const void *iv, size_t iv_len,
                     size_t tag_len, int whole)
{
    if (!s || !key || !dispatch_cipher_name(cipher) || (unsigned)mode > TSUBAKI_OCB ||
        (unsigned)direction > TSUBAKI_ENCRYPT)
        return TSUBAKI_ERR_ARGUMENT;
    s->v = NULL;
    s->phase = EMPTY;
    int status = check_iv(mode, iv, iv_len);
    if (!status)
        status = check_tag_len(mode, tag_len);
    if (status)
        return status;
    const struct variant *v = dispatch(cipher);
    if (!v)
        return TSUBAKI_ERR_NOT_SUPPORTED;
    const unsigned char *k = key;
    if (mode == TSUBAKI_XTS) {
        if (key_len % 2)
            return TSUBAKI_ERR_KEY_LENGTH;
        key_len /= 2;
        /* One message needs the tweak's key once: the data's key may then take its place. */
        void *const tweak_key = whole ? (void *)&s->key : (void *)&s->tweak_key;
        if (v->setkey(tweak_key, k + key_len, key_len))
            return TSUBAKI_ERR_KEY_LENGTH;
        if (!differ(k, k + key_len, key_len)) {
            wipe(tweak_key, v->ctx_used);
            return TSUBAKI_ERR_WEAK_KEY;
        }
        if (whole)
            call_op(v, OP_ecb_enc, tweak_key, s->iv, iv, 1, NULL);
    }
    if (v->setkey(&s->key, key, key_len))
        return TSUBAKI_ERR_KEY_LENGTH;
    s->v = v;
    s->mode = mode;
    s->encrypt = direction == TSUBAKI_ENCRYPT;
    s->tag_len = tag_len;
    s->whole = whole;
    return TSUBAKI_OK;
}

int tsubaki_init(tsubaki_stream *s, enum tsubaki_cipher cipher, enum tsubaki_mode mode,
                 enum tsubaki_direction direction, const void *key, size_t key_len, const void *iv, size_t iv_len,
                 size_t tag_len)
{
    const int status = start_key(s, cipher, mode, direction, key, key_len, iv, iv_len, tag_len, 0);
    if (!status)
        start_message(s, iv, iv_len, 1);
    return status;
}

/* ---- Associated data: whole blocks at once, the rest held back */

static void aad_blocks(tsubaki_stream *s, const void *in, size_t nblocks)
{
    if (s->mode == TSUBAKI_GCM)
        s->ghash->update(&s->hash_key, s->y, in, nblocks);
    else {
        ocb_extend(s, &s->ocb_aad, nblocks);
        modes_op(s->v, OP_ocb_auth, &s->key, NULL, in, nblocks, &s->ocb_aad);
    }
}

int tsubaki_aad(tsubaki_stream *s, const void *aad, size_t len)
{
    if (!s || (len && !aad))
        return TSUBAKI_ERR_ARGUMENT;
    if (s->phase != AAD || (s->mode != TSUBAKI_GCM && s->mode != TSUBAKI_OCB))
        return TSUBAKI_ERR_STATE;
    if (len > (UINT64_C(1) << 61) - 1 - s->aad_len)
        return TSUBAKI_ERR_LIMIT;
    s->aad_len += len;
    const unsigned char *p = aad;
    if (s->held_len) {
        const size_t n = len < 16 - s->held_len ? len : 16 - s->held_len;
        memcpy(s->held + s->held_len, p, n);
        s->held_len += (unsigned)n;
        p += n;
        len -= n;
        if (s->held_len < 16)
            return TSUBAKI_OK;
        aad_blocks(s, s->held, 1);
        s->held_len = 0;
    }
    aad_blocks(s, p, len / 16);
    s->held_len = len % 16;
    if (s->held_len)
        memcpy(s->held, p + len / 16 * 16, s->held_len);
    return TSUBAKI_OK;
}

/* The end of the associated data: the part of a block that is left. */
static void aad_end(tsubaki_stream *s)
{
    if (s->held_len && s->mode == TSUBAKI_GCM)
        ghash_padded(s, s->held, s->held_len);
    else if (s->held_len) {
        unsigned char block[16] = {0};
        memcpy(block, s->held, s->held_len);
        block[s->held_len] = 0x80;
        xor_block(s->ocb_aad.offset, s->ocb_aad.offset, s->l_star);
        xor_block(block, block, s->ocb_aad.offset);
        encrypt_block(s, block, block);
        xor_block(s->ocb_aad.checksum, s->ocb_aad.checksum, block);
    }
    s->held_len = 0;
    s->phase = DATA;
}

/* ---- Data */

static void data_blocks(tsubaki_stream *s, void *out, const void *in, size_t nblocks)
{
    void *state = s->mode == TSUBAKI_OCB ? (void *)&s->ocb : s->iv;
    if (s->mode == TSUBAKI_OCB)
        ocb_extend(s, &s->ocb, nblocks);
    if (nblocks)
        modes_op(s->v, block_ops[s->mode][s->encrypt], &s->key, out, in, nblocks, state);
}

/* CTR, CFB and GCM begin a block: the keystream of it, and what the next block needs. */
static void keystream_block(tsubaki_stream *s)
{
    encrypt_block(s, s->keystream, s->iv);
    if (s->mode != TSUBAKI_CFB)
        add_counter(s->iv, s->mode == TSUBAKI_GCM ? 4 : 16, 1);
    s->keystream_used = 0;
}

/* Bytes of the block begun. CFB feeds the ciphertext back through iv, GCM hashes it through held. */
static void keystream_bytes(tsubaki_stream *s, unsigned char *out, const unsigned char *in, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        const unsigned at = s->keystream_used++;
        const unsigned char from = in[i], to = from ^ s->keystream[at];
        if (s->mode == TSUBAKI_CFB)
            s->iv[at] = s->encrypt ? to : from;
        else if (s->mode == TSUBAKI_GCM)
            s->held[at] = s->encrypt ? to : from;
        out[i] = to;
    }
    if (s->mode == TSUBAKI_GCM && s->keystream_used == 16)
        s->ghash->update(&s->hash_key, s->y, s->held, 1);
}

static void gcm_blocks(tsubaki_stream *s, unsigned char *out, const unsigned char *in, size_t nblocks)
{
    while (nblocks) {
        const size_t n = nblocks < GCM_CHUNK ? nblocks : GCM_CHUNK;
        if (!s->encrypt)
            s->ghash->update(&s->hash_key, s->y, in, n);
        data_blocks(s, out, in, n);
        if (s->encrypt)
            s->ghash->update(&s->hash_key, s->y, out, n);
        in += 16 * n;
        out += 16 * n;
        nblocks -= n;
    }
}

/* CTR, CFB, GCM: every byte comes out at once. */
static void update_stream(tsubaki_stream *s, unsigned char *out, const unsigned char *in, size_t len)
{
    if (s->mode == TSUBAKI_GCM && !s->mask_ready && len && len <= 16 * GCM_SHORT && s->len == len) {
        gcm_first(s, out, in, len);
        return;
    }
    if (s->keystream_used < 16) {
        const size_t n = len < 16 - s->keystream_used ? len : 16 - s->keystream_used;
        keystream_bytes(s, out, in, n);
        out += n;
        in += n;
        len -= n;
    }
    if (s->mode == TSUBAKI_GCM)
        gcm_blocks(s, out, in, len / 16);
    else
        data_blocks(s, out, in, len / 16);
    if (len % 16) {
        keystream_block(s);
        keystream_bytes(s, out + len / 16 * 16, in + len / 16 * 16, len % 16);
    }
}

/* A short message in XTS, or the beginning of one: whole blocks, of which the last one is not given out yet. */
static size_t xts_ahead(tsubaki_stream *s, unsigned char *out, const unsigned char *in, size_t len)
{
    unsigned char b[16 * XTS_SHORT];
    memcpy(s->held, in + len - 16, 16);
    data_blocks(s, b, in, len / 16);
    memcpy(out, b, len - 16);
    memcpy(s->keystream, b + len - 16, 16);
    s->held_len = 16;
    s->ahead = 1;
    wipe(b, len);
    return len - 16;
}

/* ECB, CBC, OCB, XTS: whole blocks come out; `keep` bytes or more are held back for the end. */
static size_t update_blocks(tsubaki_stream *s, unsigned char *out, const unsigned char *in, size_t len, size_t keep)
{
    if (keep && !s->held_len && len % 16 == 0 && len >= 32 && len <= 16 * XTS_SHORT)
        return xts_ahead(s, out, in, len);
    const size_t total = s->held_len + len; /* held_len < 32, and len leaves room: checked by the caller */
    size_t blocks = total < keep ? 0 : (total - keep) / 16;
    const size_t written = 16 * blocks;
    while (blocks && s->held_len) { /* the blocks that begin in what is held */
        unsigned char block[16];
        const size_t from_held = s->held_len < 16 ? s->held_len : 16;
        memcpy(block, s->held, from_held);
        memcpy(block + from_held, in, 16 - from_held);
        in += 16 - from_held;
        len -= 16 - from_held;
        s->held_len -= (unsigned)from_held;
        memmove(s->held, s->held + from_held, s->held_len);
        if (s->ahead)
            memcpy(out, s->keystream, 16);
        else
            data_blocks(s, out, block, 1);
        s->ahead = 0;
        out += 16;
        blocks--;
        wipe(block, sizeof block);
    }
    data_blocks(s, out, in, blocks);
    len -= 16 * blocks;
    if (len)
        memcpy(s->held + s->held_len, in + 16 * blocks, len);
    s->held_len += (unsigned)len;
    return written;
}

/* How many bytes one message may have. */
static uint64_t limit(enum tsubaki_mode mode)
{
    return mode == TSUBAKI_GCM   ? (UINT64_C(1) << 36) - 32
           : mode == TSUBAKI_XTS ? UINT64_C(1) << 24 /* 2^20 blocks: IEEE 1619, section 5.1 */
                                 : UINT64_MAX;
}

int tsubaki_update(tsubaki_stream *s, void *out, size_t *out_len, const void *in, size_t len)
{
    if (!s || !out_len || (len && (!in || !out)))
        return TSUBAKI_ERR_ARGUMENT;
    *out_len = 0;
    if (s->phase == AAD)
        aad_end(s);
    if (s->phase != DATA)
        return TSUBAKI_ERR_STATE;
    if (len > limit(s->mode) - s->len || len > SIZE_MAX - 64)
        return TSUBAKI_ERR_LIMIT;
    s->len += len;
    switch (s->mode) {
    case TSUBAKI_CFB:
    case TSUBAKI_CTR:
    case TSUBAKI_GCM:
        update_stream(s, out, in, len);
        *out_len = len;
        break;
    case TSUBAKI_ECB:
    case TSUBAKI_CBC:
    case TSUBAKI_OCB: *out_len = update_blocks(s, out, in, len, 0); break;
    case TSUBAKI_XTS: *out_len = update_blocks(s, out, in, len, s->whole && len % 16 == 0 ? 0 : 16); break;
    }
    return TSUBAKI_OK;
}

/* ---- End */

/* IEEE 1619, section 5.3.2: the last whole block and the r bytes behind it, ciphertext stealing. */
static size_t xts_end(tsubaki_stream *s, unsigned char *out)
{
    const enum op op = block_ops[TSUBAKI_XTS][s->encrypt];
    const size_t r = s->held_len - 16;
    unsigned char block[16], last[16], tweak[16];
    if (s->ahead && r && !s->encrypt) { /* what lay ahead was not the stolen block's */
        xts_halve(s->iv);
        s->ahead = 0;
    }
    if (s->ahead) {
        memcpy(block, s->keystream, 16);
    } else {
        memcpy(tweak, s->iv, 16);
        xts_double(r && !s->encrypt ? tweak : s->iv); /* the stolen block comes last; decryption meets it first */
        modes_op(s->v, op, &s->key, block, s->held, 1, tweak);
    }
    if (!r) {
        memcpy(out, block, 16);
        wipe(block, sizeof block);
        return 16;
    }
    memcpy(last, block, 16);
    memcpy(last, s->held + 16, r);
    memcpy(out + 16, block, r);
    modes_op(s->v, op, &s->key, out, last, 1, s->iv);
    wipe(block, sizeof block);
    wipe(last, sizeof last);
    return 16 + r;
}

static size_t ocb_end(tsubaki_stream *s, unsigned char *out, unsigned char tag[16])
{
    const size_t n = s->held_len;
    unsigned char pad[16], plain[16] = {0};
    if (n) {
        xor_block(s->ocb.offset, s->ocb.offset, s->l_star);
        encrypt_block(s, pad, s->ocb.offset);
        for (size_t i = 0; i < n; i++) {
            const unsigned char to = s->held[i] ^ pad[i];
            plain[i] = s->encrypt ? s->held[i] : to;
            out[i] = to;
        }
        plain[n] = 0x80;
        xor_block(s->ocb.checksum, s->ocb.checksum, plain);
        wipe(pad, sizeof pad);
        wipe(plain, sizeof plain);
    }
    xor_block(tag, s->ocb.checksum, s->ocb.offset);
    xor_block(tag, tag, s->l_dollar);
    encrypt_block(s, tag, tag);
    xor_block(tag, tag, s->ocb_aad.checksum);
    return n;
}

static void gcm_end(tsubaki_stream *s, unsigned char tag[16])
{
    if (s->keystream_used < 16)
        ghash_padded(s, s->held, s->keystream_used);
    ghash_lengths(s, s->aad_len, s->len);
    if (!s->mask_ready)
        encrypt_block(s, s->tag_mask, s->tag_mask);
    xor_block(tag, s->y, s->tag_mask);
}

/* Write the tag or compare it. */
static int tag_end(tsubaki_stream *s, void *tag, unsigned char computed[16])
{
    int status = TSUBAKI_OK;
    if (s->encrypt)
        memcpy(tag, computed, s->tag_len);
    else if (differ(tag, computed, s->tag_len))
        status = TSUBAKI_ERR_TAG;
    wipe(computed, 16);
    return status;
}

int tsubaki_final(tsubaki_stream *s, void *out, size_t *out_len, void *tag)
{
    unsigned char computed[16];
    if (!s || !out_len || (s->tag_len && !tag))
        return TSUBAKI_ERR_ARGUMENT;
    *out_len = 0;
    if (s->phase == AAD)
        aad_end(s);
    if (s->phase != DATA)
        return TSUBAKI_ERR_STATE;
    if (s->held_len && !out)
        return TSUBAKI_ERR_ARGUMENT;
    s->phase = DONE;
    int status = TSUBAKI_OK;
    switch (s->mode) {
    case TSUBAKI_ECB:
    case TSUBAKI_CBC: status = s->held_len ? TSUBAKI_ERR_LENGTH : TSUBAKI_OK; break;
    case TSUBAKI_CFB:
    case TSUBAKI_CTR: break;
    case TSUBAKI_XTS:
        if (s->held_len >= 16)
            *out_len = xts_end(s, out);
        else if (!s->whole || s->held_len || !s->len)
            status = TSUBAKI_ERR_LENGTH;
        break;
    case TSUBAKI_GCM: gcm_end(s, computed); break;
    case TSUBAKI_OCB: *out_len = ocb_end(s, out, computed); break;
    }
    if (s->tag_len)
        status = tag_end(s, tag, computed);
    wipe(s->held, sizeof s->held);
    wipe(s->keystream, sizeof s->keystream);
    s->held_len = 0;
    return status;
}

int tsubaki_crypt(enum tsubaki_cipher cipher, enum tsubaki_mode mode, enum tsubaki_direction direction, const void *key,
                  size_t key_len, const void *iv, size_t iv_len, const void *aad, size_t aad_len, void *out,
                  const void *in, size_t len, void *tag, size_t tag_len)
{
    tsubaki_stream s; /* every field is written before it is read: init, then the rest */
    size_t n, rest;
    s.v = NULL;
    int status = start_key(&s, cipher, mode, direction, key, key_len, iv, iv_len, tag_len, 1);
    if (!status && mode == TSUBAKI_GCM && iv_len == 12 && len <= 16 * GCM_SHORT && (!len || (in && out)) &&
        (!aad_len || aad) && tag) {
        unsigned char computed[16];
        gcm_short(&s, iv, aad, aad_len, out, in, len, computed);
        status = tag_end(&s, tag, computed);
    } else {
        if (!status)
            start_message(&s, iv, iv_len, 1);
        if (!status && aad_len)
            status = tsubaki_aad(&s, aad, aad_len);
        if (!status)
            status = tsubaki_update(&s, out, &n, in, len);
        if (!status)
            status = tsubaki_final(&s, (unsigned char *)out + n, &rest, tag);
    }
    if (status == TSUBAKI_ERR_TAG)
        wipe(out, len);
    if (s.v)
        wipe(&s.key, s.v->ctx_used);
    if (mode == TSUBAKI_GCM)
        wipe(&s.hash_key, sizeof s.hash_key);
    wipe(&s, mode == TSUBAKI_OCB ? offsetof(tsubaki_stream, hash_key) : offsetof(tsubaki_stream, ocb));
    return status;
}

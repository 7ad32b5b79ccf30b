/* SPDX-License-Identifier: BSD-2-Clause
 *
 * libFuzzer target: one mode of the library (-DMODE=GCM, ...) over random sequences of calls, every variant of every
 * cipher, against libgcrypt (where it is installed and has the mode) and against the portable variant.
 *
 *   make fuzz            builds build/<isa>/fuzz/fuzz_<mode> (clang with its fuzzer runtime)
 *   build/x86_64/fuzz/fuzz_gcm -max_total_time=600 fuzz/corpus/gcm
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "peer.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define THE_MODE JOIN(TSUBAKI_, MODE)

enum { MOST = 8192 };
static const char *const cipher_names[] = {
    [TSUBAKI_CAMELLIA] = "camellia", [TSUBAKI_SM4] = "sm4", [TSUBAKI_AES] = "aes"};

/* The input as a source of decisions; zeros when it is used up. */
struct input {
    const uint8_t *p;
    size_t len;
};

static unsigned take(struct input *in, unsigned bound)
{
    unsigned x = 0;
    for (unsigned limit = 1; limit < bound; limit <<= 8) {
        x = x << 8 | (in->len ? *in->p : 0);
        in->p += in->len != 0;
        in->len -= in->len != 0;
    }
    return x % bound;
}

static void fill(struct input *in, uint8_t *out, size_t len)
{
    /* A few bytes of input make the whole: what matters is that blocks differ. */
    uint32_t x = 1 + take(in, 65536);
    for (size_t i = 0; i < len; i++) {
        x = x * 1664525 + 1013904223;
        out[i] = (uint8_t)(x >> 24);
    }
}

static void must(int good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz: %s\n", what);
        abort();
    }
}

static struct peer *peer;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t key[64], iv[40], aad[512], plain[MOST], want[MOST], got[MOST + 64], tag[16], want_tag[16];
    static int started;
    const char *why, *names[32];
    if (!started) {
        peer = peer_open("libgcrypt", ~(uint64_t)0, &why);
        started = 1;
    }
    struct input in = {data, size};
    const enum tsubaki_cipher cipher = take(&in, 2) ? TSUBAKI_SM4 : TSUBAKI_CAMELLIA;
    const int xts = THE_MODE == TSUBAKI_XTS, aead = THE_MODE == TSUBAKI_GCM || THE_MODE == TSUBAKI_OCB;
    const int block_mode = THE_MODE == TSUBAKI_ECB || THE_MODE == TSUBAKI_CBC;
    size_t key_len = cipher == TSUBAKI_SM4 ? 16 : 16 + 8 * take(&in, 3);
    key_len = xts ? (key_len == 24 ? 32 : 2 * key_len) : key_len;
    const size_t iv_len = THE_MODE == TSUBAKI_ECB   ? 0
                          : THE_MODE == TSUBAKI_GCM ? 1 + take(&in, sizeof iv)
                          : THE_MODE == TSUBAKI_OCB ? 1 + take(&in, 15)
                                                    : 16;
    static const uint8_t tags[2][8] = {{16, 15, 14, 13, 12, 8, 4, 16}, {16, 12, 8, 16, 12, 8, 16, 16}};
    const size_t tag_len = aead ? tags[THE_MODE == TSUBAKI_OCB][take(&in, 8)] : 0;
    const size_t aad_len = aead ? take(&in, sizeof aad) : 0;
    size_t len = take(&in, take(&in, 4) ? 700 : MOST);
    len = block_mode ? len & ~(size_t)15 : xts && len < 16 ? len + 16 : len;
    fill(&in, key, sizeof key);
    fill(&in, iv, sizeof iv);
    fill(&in, aad, sizeof aad);
    fill(&in, plain, len);
    if (take(&in, 4) == 0)
        memset(iv + 16 - take(&in, 16), 0xff, 24); /* counters that wrap */

    const struct cipher c = {.name = cipher_names[cipher]};
    const struct peer_message m = {&c,     THE_MODE, key, iv,   aad,      plain,  key_len,
                                   iv_len, aad_len,  len, want, want_tag, tag_len};
    const size_t variants = tsubaki_variants(cipher, names, 32);
    if (!peer || !len || peer_encrypt_message(peer, &m)) {
        tsubaki_force_variant(cipher, "portable");
        const int status = tsubaki_crypt(cipher, THE_MODE, TSUBAKI_ENCRYPT, key, key_len, iv, iv_len, aad, aad_len,
                                         want, plain, len, want_tag, tag_len);
        if (status == TSUBAKI_ERR_WEAK_KEY)
            return 0;
        must(!status, tsubaki_strerror(status));
    }
    must(!tsubaki_force_variant(cipher, names[take(&in, (unsigned)variants)]), "a listed variant cannot be forced");
    tsubaki_stream *s = tsubaki_new();
    for (int decrypt = 0; decrypt < 2; decrypt++) {
        const uint8_t *from = decrypt ? want : plain, *to = decrypt ? plain : want;
        size_t out = 0, n;
        must(!tsubaki_init(s, cipher, THE_MODE, decrypt ? TSUBAKI_DECRYPT : TSUBAKI_ENCRYPT, key, key_len, iv, iv_len,
                           tag_len),
             "init");
        if (take(&in, 8) == 0) { /* a message given up half way, and the next one */
            must(!tsubaki_update(s, got, &n, from, len / 2), "update");
            must(!tsubaki_reset(s, iv, iv_len), "reset");
        }
        for (size_t at = 0, piece; at < aad_len; at += piece) {
            piece = take(&in, 100);
            piece = piece < aad_len - at && in.len ? piece : aad_len - at;
            must(!tsubaki_aad(s, aad + at, piece), "aad");
        }
        for (size_t at = 0, piece; at < len; at += piece) {
            piece = take(&in, take(&in, 2) ? 40 : 3000);
            piece = piece < len - at && in.len ? piece : len - at;
            must(!tsubaki_update(s, got + out, &n, from + at, piece), "update");
            must(n <= piece + 31, "update wrote more than it says");
            out += n;
        }
        memcpy(tag, want_tag, 16);
        must(!tsubaki_final(s, got + out, &n, tag), "final");
        must(out + n == len && !memcmp(got, to, len), decrypt ? "wrong plaintext" : "wrong ciphertext");
        must(!memcmp(tag, want_tag, tag_len), "wrong tag");
        must(tsubaki_update(s, got, &n, from, len) == TSUBAKI_ERR_STATE, "update after final");
    }
    tsubaki_free(s);
    return 0;
}

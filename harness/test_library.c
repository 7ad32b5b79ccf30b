/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The test of the library: published answers, libgcrypt's answers, messages in pieces of every kind, errors. Each for
 * every variant of every cipher that this CPU has.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "peer.h"
#include "vectors.h"

enum { MAX_MESSAGE = 9000 };

static const struct {
    const char *name;
    enum tsubaki_mode mode;
} modes[] = {{"ecb", TSUBAKI_ECB}, {"cbc", TSUBAKI_CBC}, {"cfb", TSUBAKI_CFB}, {"ctr", TSUBAKI_CTR},
             {"xts", TSUBAKI_XTS}, {"gcm", TSUBAKI_GCM}, {"ocb", TSUBAKI_OCB}};
enum { MODES = sizeof modes / sizeof *modes };
static const char *const cipher_names[] = {
    [TSUBAKI_CAMELLIA] = "camellia", [TSUBAKI_SM4] = "sm4", [TSUBAKI_AES] = "aes"};
enum { CIPHERS = sizeof cipher_names / sizeof *cipher_names };

static struct report report;
static int shown;

static void check(int good, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void check(int good, const char *format, ...)
{
    va_list ap;
    if (good) {
        report.passed++;
        return;
    }
    report.failed++;
    if (shown++ >= 8)
        return;
    va_start(ap, format);
    printf("FAIL ");
    vprintf(format, ap);
    putchar('\n');
    va_end(ap);
}

/* One message and everything that belongs to it. */
struct message {
    enum tsubaki_cipher cipher;
    enum tsubaki_mode mode;
    unsigned char key[64], iv[64], aad[600], in[MAX_MESSAGE], tag[16];
    size_t key_len, iv_len, aad_len, len, tag_len;
};

static int crypt_at_once(const struct message *m, enum tsubaki_direction direction, void *out, const void *in,
                         void *tag)
{
    return tsubaki_crypt(m->cipher, m->mode, direction, m->key, m->key_len, m->iv, m->iv_len, m->aad, m->aad_len, out,
                         in, m->len, tag, m->tag_len);
}

/* The same through a stream, in random pieces; in place where that is allowed. Each piece comes from memory of its own,
 * so that nothing may be read again later. */
static int crypt_in_pieces(const struct message *m, enum tsubaki_direction direction, void *out_, const void *in_,
                           void *tag)
{
    tsubaki_stream *s = tsubaki_new();
    const unsigned char *in = in_;
    unsigned char *out = out_;
    size_t written;
    int status = tsubaki_init(s, m->cipher, m->mode, direction, m->key, m->key_len, m->iv, m->iv_len, m->tag_len);
    for (size_t at = 0, n; !status && at < m->aad_len; at += n) {
        n = rng_below(60);
        n = n < m->aad_len - at ? n : m->aad_len - at;
        unsigned char *copy = malloc(n + 1);
        memcpy(copy, m->aad + at, n);
        status = tsubaki_aad(s, copy, n);
        memset(copy, 0xaa, n);
        free(copy);
    }
    static const unsigned most[] = {2, 20, 40, 300, 4000};
    const unsigned bound = most[rng_below(5)];
    for (size_t at = 0, n; !status && at < m->len; at += n) {
        n = rng_below(bound);
        n = rng_below(2) && n >= 16 ? n & ~(size_t)15 : n; /* whole blocks meet other code */
        n = n < m->len - at ? n : m->len - at;
        unsigned char *copy = malloc(n + 1);
        memcpy(copy, in + at, n);
        status = tsubaki_update(s, out, &written, copy, n);
        out += written;
        free(copy);
    }
    if (!status)
        status = tsubaki_final(s, out, &written, tag);
    if (!status && (size_t)(out + written - (unsigned char *)out_) != m->len)
        status = 1;
    tsubaki_free(s);
    return status;
}

/* A message with a known answer: at once, in place and in pieces, both directions, and with a wrong tag. */
static void check_message(const struct message *m, const unsigned char *ct, const unsigned char *tag, const char *what)
{
    static unsigned char out[MAX_MESSAGE], back[MAX_MESSAGE];
    unsigned char t[16];
    const char *variant = tsubaki_variant(m->cipher);
#define NAME "%s %s %s (%s), %zu bytes, %zu of aad: "
#define ARGS cipher_names[m->cipher], variant, modes[m->mode].name, what, m->len, m->aad_len
    int status = crypt_at_once(m, TSUBAKI_ENCRYPT, out, m->in, t);
    check(!status, NAME "encryption: %s", ARGS, tsubaki_strerror(status));
    check(!memcmp(out, ct, m->len), NAME "wrong ciphertext", ARGS);
    check(!memcmp(t, tag, m->tag_len), NAME "wrong tag", ARGS);
    memcpy(back, ct, m->len);
    memcpy(t, tag, m->tag_len);
    status = crypt_at_once(m, TSUBAKI_DECRYPT, back, back, t);
    check(!status && !memcmp(back, m->in, m->len), NAME "decryption in place: %s", ARGS, tsubaki_strerror(status));

    memset(out, 0, m->len);
    status = crypt_in_pieces(m, TSUBAKI_ENCRYPT, out, m->in, t);
    check(!status && !memcmp(out, ct, m->len) && !memcmp(t, tag, m->tag_len), NAME "encryption in pieces: %s", ARGS,
          tsubaki_strerror(status));
    memcpy(t, tag, m->tag_len);
    memset(back, 0, m->len);
    status = crypt_in_pieces(m, TSUBAKI_DECRYPT, back, ct, t);
    check(!status && !memcmp(back, m->in, m->len), NAME "decryption in pieces: %s", ARGS, tsubaki_strerror(status));

    if (m->tag_len) {
        const unsigned bit = rng_below((unsigned)m->tag_len * 8);
        t[bit / 8] ^= 1 << bit % 8;
        status = crypt_at_once(m, TSUBAKI_DECRYPT, back, ct, t);
        int wiped = 1;
        for (size_t i = 0; i < m->len; i++)
            wiped &= !back[i];
        check(status == TSUBAKI_ERR_TAG && wiped, NAME "a wrong tag: %s, output wiped: %d", ARGS,
              tsubaki_strerror(status), wiped);
    }
}

static void known_answers(const struct vectors *v, enum tsubaki_cipher cipher)
{
    static struct message m;
    for (size_t i = 0; i < v->count; i++) {
        const struct record *r = &v->records[i];
        size_t k = 0;
        while (k < MODES && strcmp(modes[k].name, r->mode))
            k++;
        if (strcmp(r->cipher, cipher_names[cipher]) || k == MODES || r->iterated > 1 || r->pt.len > MAX_MESSAGE ||
            r->aad.len > sizeof m.aad || r->iv.len > sizeof m.iv || (r->mode[0] == 'e' && i % 16))
            continue;
        if (modes[k].mode == TSUBAKI_XTS && !memcmp(r->key.p, r->key.p + r->key.len / 2, r->key.len / 2))
            continue; /* the library refuses such keys; wrong_calls() sees to that */
        const int aead = modes[k].mode == TSUBAKI_GCM || modes[k].mode == TSUBAKI_OCB;
        m = (struct message){.cipher = cipher,
                             .mode = modes[k].mode,
                             .key_len = r->key.len,
                             .iv_len = r->iv.len,
                             .aad_len = aead ? r->aad.len : 0,
                             .len = r->pt.len,
                             .tag_len = aead ? r->tag.len : 0};
        memcpy(m.key, r->key.p, r->key.len);
        if (r->iv.len)
            memcpy(m.iv, r->iv.p, r->iv.len);
        if (m.aad_len)
            memcpy(m.aad, r->aad.p, r->aad.len);
        if (r->pt.len)
            memcpy(m.in, r->pt.p, r->pt.len);
        char what[200];
        snprintf(what, sizeof what, "%s:%u", r->file, r->line);
        check_message(&m, r->ct.p, r->tag.p, what);
    }
}

static void random_message(struct message *m, enum tsubaki_cipher cipher, enum tsubaki_mode mode)
{
    static const size_t key_lens[] = {16, 24, 32};
    static const size_t gcm_tags[] = {16, 16, 12, 13, 14, 15, 8, 4}, ocb_tags[] = {16, 12, 8};
    static const unsigned lengths[] = {1, 16, 64, 300, 2100, MAX_MESSAGE};
    m->cipher = cipher;
    m->mode = mode;
    m->key_len = cipher == TSUBAKI_SM4 ? 16 : key_lens[rng_below(3)];
    if (mode == TSUBAKI_XTS)
        m->key_len = m->key_len == 24 ? 32 : 2 * m->key_len; /* libgcrypt has no XTS with 192-bit keys */
    m->iv_len = mode == TSUBAKI_ECB ? 0 : mode == TSUBAKI_OCB ? 1 + rng_below(15) : mode == TSUBAKI_GCM ? 12 : 16;
    if (mode == TSUBAKI_GCM && rng_below(2))
        m->iv_len = 1 + rng_below(sizeof m->iv);
    const int aead = mode == TSUBAKI_GCM || mode == TSUBAKI_OCB;
    m->tag_len = mode == TSUBAKI_GCM ? gcm_tags[rng_below(8)] : mode == TSUBAKI_OCB ? ocb_tags[rng_below(3)] : 0;
    m->aad_len = aead && rng_below(4) ? rng_below(sizeof m->aad) : 0;
    m->len = rng_below(lengths[rng_below(6)] + 1);
    if (mode == TSUBAKI_ECB || mode == TSUBAKI_CBC)
        m->len &= ~(size_t)15;
    if (mode == TSUBAKI_XTS && m->len < 16)
        m->len += 16;
    rng_bytes(m->key, sizeof m->key);
    rng_bytes(m->iv, sizeof m->iv);
    if ((mode == TSUBAKI_CTR || mode == TSUBAKI_GCM) && rng_below(2)) /* counters about to wrap */
        memset(m->iv + rng_below(12), 0xff, sizeof m->iv - 12);
    rng_bytes(m->aad, m->aad_len);
    rng_bytes(m->in, m->len);
}

/* libgcrypt's answers where it is installed, else those of the portable variant (which known answers have proven). */
static void random_messages(enum tsubaki_cipher cipher, struct peer *peer, unsigned rounds)
{
    static struct message m;
    static unsigned char ct[MAX_MESSAGE];
    unsigned char tag[16] = {0};
    const struct cipher c = {.name = cipher_names[cipher]};
    char variant[40];
    snprintf(variant, sizeof variant, "%s", tsubaki_variant(cipher));
    for (unsigned i = 0; i < rounds * MODES; i++) {
        random_message(&m, cipher, modes[i % MODES].mode);
        const struct peer_message pm = {&c,       m.mode,    m.key, m.iv, m.aad, m.in,     m.key_len,
                                        m.iv_len, m.aad_len, m.len, ct,   tag,   m.tag_len};
        const char *what = "libgcrypt";
        if (!peer || !m.len || peer_encrypt_message(peer, &pm)) {
            what = "portable";
            tsubaki_force_variant(cipher, "portable");
            crypt_at_once(&m, TSUBAKI_ENCRYPT, ct, m.in, tag);
            tsubaki_force_variant(cipher, variant);
        }
        check_message(&m, ct, tag, what);
    }
}

/* Calls for a whole message take shortcuts in GCM and XTS: every length around them, against streams. */
static void every_length(enum tsubaki_cipher cipher, size_t most, size_t step)
{
    static struct message m;
    static unsigned char ct[MAX_MESSAGE];
    unsigned char tag[16] = {0};
    for (size_t len = 0; len <= most; len += step) {
        for (int xts = 0; xts <= (len >= 16); xts++) {
            random_message(&m, cipher, xts ? TSUBAKI_XTS : TSUBAKI_GCM);
            m.iv_len = xts ? 16 : 12;
            m.len = len;
            rng_bytes(m.in, len);
            const int status = crypt_in_pieces(&m, TSUBAKI_ENCRYPT, ct, m.in, tag);
            check(!status, "%s, %zu bytes in pieces: %s", cipher_names[cipher], len, tsubaki_strerror(status));
            check_message(&m, ct, tag, "a stream");
        }
    }
}

static void check_status(int got, int want, const char *what)
{
    check(got == want, "%s: %s (%d), should be: %s", what, tsubaki_strerror(got), got, tsubaki_strerror(want));
}

static void wrong_calls(void)
{
    tsubaki_stream *s = tsubaki_new();
    unsigned char key[64], iv[16] = {0}, buffer[64] = {0}, tag[16] = {0};
    size_t n;
    for (unsigned i = 0; i < sizeof key; i++)
        key[i] = (unsigned char)i;
#define INIT(mode, key_len, iv_len, tag_len) \
    tsubaki_init(s, TSUBAKI_CAMELLIA, TSUBAKI_##mode, TSUBAKI_ENCRYPT, key, key_len, iv, iv_len, tag_len)
    check_status(tsubaki_update(s, buffer, &n, buffer, 16), TSUBAKI_ERR_STATE, "update before init");
    check_status(tsubaki_reset(s, iv, 16), TSUBAKI_ERR_STATE, "reset before init");
    check_status(tsubaki_init(NULL, TSUBAKI_CAMELLIA, TSUBAKI_ECB, TSUBAKI_ENCRYPT, key, 16, iv, 0, 0),
                 TSUBAKI_ERR_ARGUMENT, "no stream");
    check_status(tsubaki_init(s, (enum tsubaki_cipher)99, TSUBAKI_ECB, TSUBAKI_ENCRYPT, key, 16, iv, 0, 0),
                 TSUBAKI_ERR_ARGUMENT, "no such cipher");
    check_status(tsubaki_init(s, TSUBAKI_CAMELLIA, (enum tsubaki_mode)99, TSUBAKI_ENCRYPT, key, 16, iv, 0, 0),
                 TSUBAKI_ERR_ARGUMENT, "no such mode");
    check_status(tsubaki_init(s, TSUBAKI_CAMELLIA, TSUBAKI_ECB, (enum tsubaki_direction)7, key, 16, iv, 0, 0),
                 TSUBAKI_ERR_ARGUMENT, "no such direction");
    for (size_t len = 0; len <= sizeof key; len++) {
        const int good = len == 16 || len == 24 || len == 32;
        check_status(INIT(CTR, len, 16, 0), good ? TSUBAKI_OK : TSUBAKI_ERR_KEY_LENGTH, "key length");
        const int good_xts = len == 32 || len == 48 || len == 64;
        check_status(INIT(XTS, len, 16, 0), good_xts ? TSUBAKI_OK : TSUBAKI_ERR_KEY_LENGTH, "XTS key length");
    }
    for (size_t len = 0; len <= 40; len++) {
        check_status(INIT(CBC, 16, len, 0), len == 16 ? TSUBAKI_OK : TSUBAKI_ERR_IV_LENGTH, "CBC IV length");
        check_status(INIT(ECB, 16, len, 0), len == 0 ? TSUBAKI_OK : TSUBAKI_ERR_IV_LENGTH, "ECB IV length");
        if (len <= 16)
            check_status(INIT(OCB, 16, len, 16), len >= 1 && len <= 15 ? TSUBAKI_OK : TSUBAKI_ERR_IV_LENGTH,
                         "OCB nonce length");
        const int good_gcm = len == 4 || len == 8 || (len >= 12 && len <= 16),
                  good_ocb = len == 8 || len == 12 || len == 16;
        check_status(INIT(GCM, 16, 12, len), good_gcm ? TSUBAKI_OK : TSUBAKI_ERR_TAG_LENGTH, "GCM tag length");
        check_status(INIT(OCB, 16, 12, len), good_ocb ? TSUBAKI_OK : TSUBAKI_ERR_TAG_LENGTH, "OCB tag length");
        check_status(INIT(CTR, 16, 16, len), len ? TSUBAKI_ERR_TAG_LENGTH : TSUBAKI_OK, "CTR tag length");
    }
    check_status(INIT(GCM, 16, 0, 16), TSUBAKI_ERR_IV_LENGTH, "GCM without a nonce");

    for (size_t len = 0; len < 40; len++) {
        check_status(INIT(CBC, 16, 16, 0), TSUBAKI_OK, "CBC");
        check_status(tsubaki_update(s, buffer, &n, buffer, len), TSUBAKI_OK, "CBC");
        check(n == len / 16 * 16, "CBC: %zu bytes in, %zu out", len, n);
        check_status(tsubaki_final(s, buffer, &n, NULL), len % 16 ? TSUBAKI_ERR_LENGTH : TSUBAKI_OK,
                     "CBC of not whole blocks");
        check_status(INIT(XTS, 32, 16, 0), TSUBAKI_OK, "XTS");
        check_status(tsubaki_update(s, buffer, &n, buffer, len), TSUBAKI_OK, "XTS");
        check_status(tsubaki_final(s, buffer, &n, NULL), len < 16 ? TSUBAKI_ERR_LENGTH : TSUBAKI_OK,
                     "XTS of less than a block");
    }
    memcpy(key + 16, key, 16);
    check_status(INIT(XTS, 32, 16, 0), TSUBAKI_ERR_WEAK_KEY, "XTS with one key twice");
    check_status(tsubaki_update(s, buffer, &n, buffer, 16), TSUBAKI_ERR_STATE, "update after a failed init");

    check_status(INIT(GCM, 16, 12, 16), TSUBAKI_OK, "GCM");
    check_status(tsubaki_update(s, buffer, &n, buffer, 3), TSUBAKI_OK, "GCM data");
    check_status(tsubaki_aad(s, buffer, 3), TSUBAKI_ERR_STATE, "aad after data");
    check_status(tsubaki_final(s, buffer, &n, NULL), TSUBAKI_ERR_ARGUMENT, "final without room for the tag");
    check_status(tsubaki_final(s, buffer, &n, tag), TSUBAKI_OK, "final");
    check_status(tsubaki_final(s, buffer, &n, tag), TSUBAKI_ERR_STATE, "final twice");
    check_status(tsubaki_update(s, buffer, &n, buffer, 3), TSUBAKI_ERR_STATE, "update after final");
    check_status(tsubaki_reset(s, iv, 12), TSUBAKI_OK, "reset");
    check_status(tsubaki_update(s, buffer, &n, buffer, 3), TSUBAKI_OK, "update after reset");
    check_status(INIT(CTR, 16, 16, 0), TSUBAKI_OK, "CTR");
    check_status(tsubaki_aad(s, buffer, 3), TSUBAKI_ERR_STATE, "aad in CTR");
    check_status(tsubaki_update(s, NULL, &n, buffer, 3), TSUBAKI_ERR_ARGUMENT, "no output");
    check_status(tsubaki_update(s, buffer, &n, buffer, SIZE_MAX), TSUBAKI_ERR_LIMIT, "more than memory");
    check_status(INIT(XTS, 64, 16, 0), TSUBAKI_OK, "XTS");
    check_status(tsubaki_update(s, buffer, &n, buffer, ((size_t)1 << 24) + 1), TSUBAKI_ERR_LIMIT,
                 "XTS of 2^20 blocks and a byte");
    check_status(tsubaki_force_variant(TSUBAKI_CAMELLIA, "nonsense"), TSUBAKI_ERR_VARIANT, "no such variant");
    check_status(tsubaki_force_variant((enum tsubaki_cipher)99, "portable"), TSUBAKI_ERR_ARGUMENT, "no such cipher");
    check(!tsubaki_variant((enum tsubaki_cipher)99) && !tsubaki_variants((enum tsubaki_cipher)99, NULL, 0),
          "variants of no cipher");
    check(!strcmp(tsubaki_strerror(1), "unknown status") && !strcmp(tsubaki_strerror(-1000), "unknown status"),
          "unknown status");
    tsubaki_free(s);
    tsubaki_free(NULL);
}

int main(int argc, char **argv)
{
    static struct vectors v;
    const char *names[32], *why;
    const int quick = argc > 1 && !strcmp(argv[1], "--quick");
    const char *folder = vectors_folder(NULL);
    if (argc > 1 + quick) {
        fprintf(stderr, "usage: %s [--quick]\n", argv[0]);
        return WRONG_USE;
    }
    if (!folder || vectors_load(folder, &v)) {
        fprintf(stderr, "%s: %s\n", argv[0], folder ? v.error : "no folder of vectors");
        return WRONG_USE;
    }
    struct peer *peer = peer_open("libgcrypt", ~(uint64_t)0, &why);
    if (!peer) {
        printf("skip libgcrypt: %s\n", why);
        report.skipped++;
    }
    rng_seed(1);
    wrong_calls();
    for (unsigned c = 0; c < CIPHERS; c++) {
        const size_t n = tsubaki_variants((enum tsubaki_cipher)c, names, sizeof names / sizeof *names);
        for (size_t i = 0; i < n; i++) {
            check_status(tsubaki_force_variant((enum tsubaki_cipher)c, names[i]), TSUBAKI_OK, names[i]);
            shown = 0;
            known_answers(&v, (enum tsubaki_cipher)c);
            random_messages((enum tsubaki_cipher)c, peer, quick ? 10 : 100);
            every_length((enum tsubaki_cipher)c, 512, quick ? 15 : 1);
            printf("%s %s: %u passed, %u failed so far\n", cipher_names[c], names[i], report.passed, report.failed);
            fflush(stdout);
        }
        if (!n) {
            printf("skip %s: no variant for this CPU\n", cipher_names[c]);
            report.skipped++;
        }
        tsubaki_force_variant((enum tsubaki_cipher)c, NULL);
    }
    peer_close(peer);
    printf("%u passed, %u failed, %u skipped\n", report.passed, report.failed, report.skipped);
    return report.failed ? FAILED_SOME : PASSED_ALL;
}

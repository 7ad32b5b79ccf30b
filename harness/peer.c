/* SPDX-License-Identifier: BSD-2-Clause
 *
 * libgcrypt and OpenSSL's libcrypto through dlopen: nothing of them is needed to build. Function types and constants
 * below are those of the libraries' public headers.
 */
#include "peer.h"

#ifdef STATIC_PROGRAM
#define dlopen(file, mode) ((void)(file), NULL)
#define dlerror() "a static program loads no libraries"
#define dlsym(library, symbol) ((void)(symbol), NULL)
#define dlclose(library) ((void)(library))
#else
#include <dlfcn.h>
#endif
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/cpu.h"

enum kind { GCRYPT, OPENSSL };

struct peer {
    enum kind kind;
    void *library;
    char name[80];
    int encrypt, mode;
    void *handle;           /* gcry_cipher_hd_t or EVP_CIPHER_CTX */
    int algorithm;          /* what handle was opened for */
    const void *evp;
};

/* ---- libgcrypt */
enum {
    GCRYCTL_DISABLE_SECMEM = 37, GCRYCTL_INITIALIZATION_FINISHED = 38, GCRYCTL_DISABLE_HWF = 63,
    GCRYCTL_FINALIZE = 5, GCRYCTL_SET_TAGLEN = 75,
    GCRY_ECB = 1, GCRY_CFB = 2, GCRY_CBC = 3, GCRY_CTR = 6, GCRY_GCM = 9, GCRY_OCB = 11, GCRY_XTS = 13
};
static struct {
    const char *(*check_version)(const char *);
    unsigned (*control)(int, ...);
    unsigned (*open)(void **, int, int, unsigned);
    void (*close)(void *);
    unsigned (*setkey)(void *, const void *, size_t);
    unsigned (*setiv)(void *, const void *, size_t);
    unsigned (*setctr)(void *, const void *, size_t);
    unsigned (*encrypt)(void *, void *, size_t, const void *, size_t);
    unsigned (*decrypt)(void *, void *, size_t, const void *, size_t);
    unsigned (*authenticate)(void *, const void *, size_t);
    unsigned (*gettag)(void *, void *, size_t);
    unsigned (*ctl)(void *, int, void *, size_t);
} gcry;

/* ---- libcrypto */
static struct {
    const char *(*version)(int);
    const void *(*cipher)(const char *);
    void *(*ctx_new)(void);
    void (*ctx_free)(void *);
    int (*init)(void *, const void *, void *, const void *, const void *, int);
    int (*padding)(void *, int);
    int (*update)(void *, void *, int *, const void *, int);
} ossl;

/* Which mode of a library an operation is; 0: none that peers measure. */
static const struct {
    int gcry_mode;
    const char *ossl_mode;
} modes[OP_COUNT] = {
    [OP_ecb_enc] = {GCRY_ECB, "ecb"}, [OP_ecb_dec] = {GCRY_ECB, "ecb"},
    [OP_cbc_enc] = {GCRY_CBC, "cbc"}, [OP_cbc_dec] = {GCRY_CBC, "cbc"},
    [OP_cfb_enc] = {GCRY_CFB, "cfb"}, [OP_cfb_dec] = {GCRY_CFB, "cfb"},
    [OP_ctr] = {GCRY_CTR, "ctr"},
    [OP_xts_enc] = {GCRY_XTS, NULL}, [OP_xts_dec] = {GCRY_XTS, NULL},
    [OP_ocb_enc] = {GCRY_OCB, NULL}, [OP_ocb_dec] = {GCRY_OCB, NULL},
};
static const struct {
    const char *cipher;
    int algorithm[3];       /* libgcrypt's numbers for 16, 24 and 32 byte keys */
    const char *ossl;       /* name with the key's bits, then the mode */
} names[] = {
    {"camellia", {310, 311, 312}, "camellia-%u-%s"},
    {"aes", {7, 8, 9}, "aes-%u-%s"},
    {"sm4", {318, 0, 0}, "sm4-%2$s"},
};

static int decrypts(enum op op)
{
    return op == OP_ecb_dec || op == OP_cbc_dec || op == OP_cfb_dec || op == OP_xts_dec || op == OP_ocb_dec;
}

/* A null-terminated list of (symbol, address of pointer) pairs; 0 when all are there. */
static int resolve(void *library, ...)
{
    va_list ap;
    const char *symbol;
    int missing = 0;
    va_start(ap, library);
    while ((symbol = va_arg(ap, const char *))) {
        void **p = va_arg(ap, void **);
        *p = dlsym(library, symbol);
        missing |= !*p;
    }
    va_end(ap);
    return missing;
}

/* libgcrypt's own feature names, highest level first, and ours. A variant's peer may use its highest level and
 * below. */
static const struct {
    const char *theirs;
    enum tsubaki_cpu_feature ours;
} hardware_features[] = {
    {"intel-avx512", TSUBAKI_CPU_avx512}, {"intel-gfni", TSUBAKI_CPU_gfni}, {"intel-vaes-vpclmul", TSUBAKI_CPU_vaes},
    {"intel-avx2", TSUBAKI_CPU_avx2}, {"intel-avx", TSUBAKI_CPU_avx}, {"intel-aesni", TSUBAKI_CPU_aesni},
};

static int gcrypt_start(struct peer *p, uint64_t features)
{
    static int started;
    const char *version;
    if (resolve(p->library, "gcry_check_version", &gcry.check_version, "gcry_control", &gcry.control,
                "gcry_cipher_open", &gcry.open, "gcry_cipher_close", &gcry.close, "gcry_cipher_setkey", &gcry.setkey,
                "gcry_cipher_setiv", &gcry.setiv, "gcry_cipher_setctr", &gcry.setctr,
                "gcry_cipher_encrypt", &gcry.encrypt, "gcry_cipher_decrypt", &gcry.decrypt,
                "gcry_cipher_authenticate", &gcry.authenticate, "gcry_cipher_gettag", &gcry.gettag,
                "gcry_cipher_ctl", &gcry.ctl, (char *)NULL))
        return -1;
    if (!started) {
        for (size_t i = 0; i < sizeof hardware_features / sizeof *hardware_features; i++) {
            if (features >> hardware_features[i].ours & 1)
                break;
            gcry.control(GCRYCTL_DISABLE_HWF, hardware_features[i].theirs, (char *)NULL);
        }
    }
    version = gcry.check_version(NULL);
    if (!version)
        return -1;
    if (!started) {
        gcry.control(GCRYCTL_DISABLE_SECMEM, 0);
        gcry.control(GCRYCTL_INITIALIZATION_FINISHED, 0);
        started = 1;
    }
    snprintf(p->name, sizeof p->name, "libgcrypt %s", version);
    return 0;
}

static int openssl_start(struct peer *p)
{
    if (resolve(p->library, "OpenSSL_version", &ossl.version, "EVP_get_cipherbyname", &ossl.cipher,
                "EVP_CIPHER_CTX_new", &ossl.ctx_new, "EVP_CIPHER_CTX_free", &ossl.ctx_free,
                "EVP_CipherInit_ex", &ossl.init, "EVP_CIPHER_CTX_set_padding", &ossl.padding,
                "EVP_CipherUpdate", &ossl.update, (char *)NULL))
        return -1;
    /* "OpenSSL 3.6.5 29 Sep 2026": name and version only. */
    const char *version = ossl.version(0), *end = strchr(version, ' ');
    end = end ? strchr(end + 1, ' ') : NULL;
    snprintf(p->name, sizeof p->name, "%.*s", end ? (int)(end - version) : 40, version);
    return 0;
}

struct peer *peer_open(const char *which, uint64_t features, const char **why)
{
    static char message[256];
    const char *file = !strcmp(which, "libgcrypt") ? "libgcrypt.so.20"
                       : !strcmp(which, "openssl") ? "libcrypto.so.3" : which;
    struct peer *p = calloc(1, sizeof *p);
    *why = NULL;
    if (!p) {
        *why = "out of memory";
        return NULL;
    }
    p->library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!p->library) {
        snprintf(message, sizeof message, "%s", dlerror());
        *why = message;
        free(p);
        return NULL;
    }
    p->kind = dlsym(p->library, "gcry_check_version") ? GCRYPT : OPENSSL;
    if (p->kind == GCRYPT ? gcrypt_start(p, features) : openssl_start(p)) {
        snprintf(message, sizeof message, "%s: neither libgcrypt nor OpenSSL's libcrypto", file);
        *why = message;
        peer_close(p);
        return NULL;
    }
    return p;
}

const char *peer_name(const struct peer *p)
{
    return p->name;
}

static int openssl_setkey(struct peer *p, const char *format, const char *mode, const void *key, size_t key_len)
{
    char name[40];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(name, sizeof name, format, (unsigned)key_len * 8, mode);
#pragma GCC diagnostic pop
    const void *evp = ossl.cipher(name);
    if (!evp || (!p->handle && !(p->handle = ossl.ctx_new())))
        return -1;
    static const unsigned char zero[16];
    /* The cipher is named only when it changes: a repeated setkey costs the key setup alone. */
    const int ok = ossl.init(p->handle, evp == p->evp ? NULL : evp, NULL, key, zero, p->encrypt);
    p->evp = evp;
    return ok && ossl.padding(p->handle, 0) ? 0 : -1;
}

/* The row of names[] of a cipher that has keys of this length, or -1. */
static int index_of(const struct cipher *c, size_t key_len)
{
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        if (!strcmp(names[n].cipher, c->name))
            return key_len >= 16 && key_len <= 32 && key_len % 8 == 0 ? (int)n : -1;
    return -1;
}

int peer_setkey(struct peer *p, const struct cipher *c, enum op op, const void *key, size_t key_len)
{
    const int n = index_of(c, key_len);
    if (n < 0 || !modes[op].gcry_mode)
        return -1;
    p->encrypt = !decrypts(op);
    if (p->kind == OPENSSL)
        return !modes[op].ossl_mode ? -1 : openssl_setkey(p, names[n].ossl, modes[op].ossl_mode, key, key_len);

    const int algorithm = names[n].algorithm[key_len / 8 - 2];
    if (!algorithm)
        return -1;
    if (!p->handle || p->algorithm != algorithm || p->mode != modes[op].gcry_mode) {
        if (p->handle)
            gcry.close(p->handle);
        p->handle = NULL;
        if (gcry.open(&p->handle, algorithm, modes[op].gcry_mode, 0))
            return -1;
        p->algorithm = algorithm;
        p->mode = modes[op].gcry_mode;
    }
    if (op == OP_xts_enc || op == OP_xts_dec) {
        unsigned char both[64];         /* the same key for the tweak, but for a bit: equal halves are refused */
        memcpy(both, key, key_len);
        memcpy(both + key_len, key, key_len);
        both[key_len] ^= 1;
        return gcry.setkey(p->handle, both, 2 * key_len) ? -1 : 0;
    }
    return gcry.setkey(p->handle, key, key_len) ? -1 : 0;
}

int peer_iv(struct peer *p, const void *iv)
{
    if (p->kind == OPENSSL)
        return ossl.init(p->handle, NULL, NULL, NULL, iv, p->encrypt) ? 0 : -1;
    if (p->mode == GCRY_ECB)
        return 0;
    if (p->mode == GCRY_OCB)
        return gcry.setiv(p->handle, iv, 15) ? -1 : 0;  /* OCB's longest nonce */
    return (p->mode == GCRY_CTR ? gcry.setctr : gcry.setiv)(p->handle, iv, 16) ? -1 : 0;
}

int peer_same_state(enum op op)
{
    return modes[op].ossl_mode != NULL;
}

int peer_crypt(struct peer *p, void *out, const void *in, size_t nblocks)
{
    const size_t len = nblocks * 16;
    if (p->kind == OPENSSL) {
        int n;
        return ossl.update(p->handle, out, &n, in, (int)len) && (size_t)n == len ? 0 : -1;
    }
    return (p->encrypt ? gcry.encrypt : gcry.decrypt)(p->handle, out, len, in, len) ? -1 : 0;
}

int peer_encrypt_message(struct peer *p, const struct peer_message *m)
{
    static const int gcry_modes[] = {[TSUBAKI_ECB] = GCRY_ECB, [TSUBAKI_CBC] = GCRY_CBC, [TSUBAKI_CFB] = GCRY_CFB,
                                     [TSUBAKI_CTR] = GCRY_CTR, [TSUBAKI_XTS] = GCRY_XTS, [TSUBAKI_GCM] = GCRY_GCM,
                                     [TSUBAKI_OCB] = GCRY_OCB};
    const size_t cipher_key_len = m->mode == TSUBAKI_XTS ? m->key_len / 2 : m->key_len;
    const int n = index_of(m->c, cipher_key_len);
    void *h;
    if (p->kind != GCRYPT || n < 0 || !names[n].algorithm[cipher_key_len / 8 - 2] ||
        gcry.open(&h, names[n].algorithm[cipher_key_len / 8 - 2], gcry_modes[m->mode], 0))
        return -1;
    int tag_len = (int)m->tag_len;
    int bad = (m->mode == TSUBAKI_OCB && gcry.ctl(h, GCRYCTL_SET_TAGLEN, &tag_len, sizeof tag_len)) ||
              gcry.setkey(h, m->key, m->key_len) ||
              (m->iv_len && (m->mode == TSUBAKI_CTR ? gcry.setctr : gcry.setiv)(h, m->iv, m->iv_len)) ||
              (m->aad_len && gcry.authenticate(h, m->aad, m->aad_len)) ||
              (m->mode == TSUBAKI_OCB && gcry.ctl(h, GCRYCTL_FINALIZE, NULL, 0)) ||
              gcry.encrypt(h, m->out, m->len, m->in, m->len) || (m->tag_len && gcry.gettag(h, m->tag, m->tag_len));
    gcry.close(h);
    return bad ? -1 : 0;
}

void peer_close(struct peer *p)
{
    if (!p)
        return;
    if (p->handle)
        (p->kind == GCRYPT ? gcry.close : ossl.ctx_free)(p->handle);
    dlclose(p->library);
    free(p);
}

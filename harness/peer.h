/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Other libraries, loaded at run time: independent oracles for the self-test, peers for the benchmark.
 */
#ifndef PEER_H
#define PEER_H

#include "harness.h"

struct peer;

/* which: "libgcrypt", "openssl", or the path of a shared library that is one of the two. features: the variant's
 * CPU features (a mask of lib/cpu.h): libgcrypt is held to the highest of them, so that a variant meets its own kind.
 * That applies to the first libgcrypt a process opens; ~0 leaves it all it has. Null with *why set when the library is
 * not there. */
struct peer *peer_open(const char *which, uint64_t features, const char **why);
const char *peer_name(const struct peer *p);    /* name and version, "libgcrypt 1.12.2" */

/* Prepare cipher, operation and key: 0, or -1 if the library has no such thing. */
int peer_setkey(struct peer *p, const struct cipher *c, enum op op, const void *key, size_t key_len);
/* Start a message: iv is the 16-byte IV or counter block (cbc, cfb, ctr), ignored for ecb. 0 or -1. */
int peer_iv(struct peer *p, const void *iv);
/* 0 for XTS and OCB: the library makes tweak or offset itself: speeds compare, results of kernel calls do not. */
int peer_same_state(enum op op);
/* Process whole blocks. 0 or -1. */
int peer_crypt(struct peer *p, void *out, const void *in, size_t nblocks);
/* One message, for any mode; tag: tag_len bytes, written (encryption only). libgcrypt only. 0, or -1 if it has no such
 * thing. */
struct peer_message {
    const struct cipher *c;
    enum tsubaki_mode mode;
    const void *key, *iv, *aad, *in;
    size_t key_len, iv_len, aad_len, len;
    void *out, *tag;
    size_t tag_len;
};
int peer_encrypt_message(struct peer *p, const struct peer_message *m);
void peer_close(struct peer *p);

#endif

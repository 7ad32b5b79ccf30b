/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Benchmark of the library: one-shot calls, key setup included, against libgcrypt's, for messages of 16 bytes to 256
 * KiB. Both take turns; a round takes the least time of each, figures are medians of rounds, ratios medians of the
 * rounds' ratios.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../lib/cpu.h"
#include "harness.h"
#include "peer.h"

enum { ROUNDS = 31, ROUND_NS = 8000000, TRIES = 6, MOST = 1 << 18 };

static const char usage[] =
    "usage: %s [--json] [--cipher camellia|sm4|aes] [--variant NAME] [--help]\n"
    "One-shot calls of libtsubaki against libgcrypt's, encryption, 128-bit keys (XTS: 2 x 128).\n"
    "TSUBAKI_DISABLE=avx512 and the like in the environment takes features away from both.\n"
    "Exit status: 0 done, 1 failed, 2 wrong use, 77 no libgcrypt, or no speed is measured here.\n";

static const struct {
    const char *name;
    enum tsubaki_mode mode;
    size_t iv_len, tag_len;
} modes[] = {{"ecb", TSUBAKI_ECB, 0, 0},  {"cbc", TSUBAKI_CBC, 16, 0}, {"cfb", TSUBAKI_CFB, 16, 0},
             {"ctr", TSUBAKI_CTR, 16, 0}, {"xts", TSUBAKI_XTS, 16, 0}, {"gcm", TSUBAKI_GCM, 12, 16},
             {"ocb", TSUBAKI_OCB, 12, 16}};

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *x)
{
    qsort(x, ROUNDS, sizeof *x, by_value);
    return x[ROUNDS / 2];
}

int main(int argc, char **argv)
{
    static const char *const cipher_names[] = {
        [TSUBAKI_CAMELLIA] = "camellia", [TSUBAKI_SM4] = "sm4", [TSUBAKI_AES] = "aes"};
    static const size_t sizes[] = {16, 64, 256, 1024, 4096, 16384, MOST};
    static unsigned char in[MOST], out[MOST], key[32], iv[16], tag[16];
    int json = 0;
    unsigned cipher = 0;
    const char *variant = NULL, *why;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--json")) {
            json = 1;
        } else if (!strcmp(argv[i], "--help")) {
            printf(usage, argv[0]);
            return 0;
        } else if (i + 1 < argc && !strcmp(argv[i], "--cipher")) {
            for (i++, cipher = 0; cipher < 3 && strcmp(cipher_names[cipher], argv[i]);)
                cipher++;
            if (cipher == 3)
                return fprintf(stderr, "%s: no cipher %s\n", argv[0], argv[i]), WRONG_USE;
        } else if (i + 1 < argc && !strcmp(argv[i], "--variant")) {
            variant = argv[++i];
        } else {
            return fprintf(stderr, usage, argv[0]), WRONG_USE;
        }
    }
    if (variant && tsubaki_force_variant((enum tsubaki_cipher)cipher, variant))
        return fprintf(stderr, "%s: %s\n", argv[0], tsubaki_strerror(TSUBAKI_ERR_VARIANT)), WRONG_USE;
    const char *off = getenv("TSUBAKI_DISABLE");
    struct peer *peer = peer_open("libgcrypt", ~(off ? tsubaki_cpu_mask(off, NULL) : 0), &why);
    if (!peer || emulated())
        return fprintf(stderr, "%s: %s\n", argv[0], peer ? "under an emulator no speed is measured" : why),
               NOT_SUPPORTED;
    rng_seed(1);
    rng_bytes(in, sizeof in);
    rng_bytes(key, sizeof key);
    rng_bytes(iv, sizeof iv);
    const struct cipher c = {.name = cipher_names[cipher]};
    if (!json)
        printf("%-9s %-12s %-4s %7s %10s %12s %8s  %s\n", "cipher", "variant", "mode", "bytes", "ns", "MiB/s",
               "vs_peer", "peer");
    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            const size_t len = sizes[k], key_len = modes[m].mode == TSUBAKI_XTS ? 32 : 16;
            const struct peer_message pm = {
                &c, modes[m].mode, key, iv, NULL, in, key_len, modes[m].iv_len, 0, len, out, tag, modes[m].tag_len};
            const unsigned calls = len < 4096 ? 64 : 4;
            double ours[ROUNDS], ratio[ROUNDS];
            int bad = 0;
            for (int r = -1; r < ROUNDS; r++) { /* the first round warms up */
                double best[2] = {1e30, 1e30};
                const double end = now_ns() + ROUND_NS;
                for (int t = 0; t < TRIES || now_ns() < end; t++) {
                    const double start = now_ns();
                    for (unsigned i = 0; i < calls; i++)
                        bad |= t & 1 ? peer_encrypt_message(peer, &pm)
                                     : tsubaki_crypt((enum tsubaki_cipher)cipher, modes[m].mode, TSUBAKI_ENCRYPT, key,
                                                     key_len, iv, modes[m].iv_len, NULL, 0, out, in, len, tag,
                                                     modes[m].tag_len);
                    const double took = (now_ns() - start) / calls;
                    best[t & 1] = took < best[t & 1] ? took : best[t & 1];
                }
                if (r >= 0) {
                    ours[r] = best[0];
                    ratio[r] = best[1] / best[0];
                }
            }
            if (bad)
                return fprintf(stderr, "%s: %s %s failed\n", argv[0], c.name, modes[m].name), FAILED_SOME;
            const double ns = median(ours), vs_peer = median(ratio), mib_s = 1e9 / 1048576 * (double)len / ns;
            const char *v = tsubaki_variant((enum tsubaki_cipher)cipher);
            printf(json ? "{\"cipher\": \"%s\", \"variant\": \"%s\", \"mode\": \"%s\", \"bytes\": %zu, \"ns\": %.1f, "
                          "\"mib_s\": %.1f, "
                          "\"vs_peer\": %.3f, \"peer\": \"%s\"}\n"
                        : "%-9s %-12s %-4s %7zu %10.0f %12.1f %8.2f  %s\n",
                   c.name, v, modes[m].name, len, ns, mib_s, vs_peer, peer_name(peer));
            fflush(stdout);
        }
    }
    peer_close(peer);
    return 0;
}

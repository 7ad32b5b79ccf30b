/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The test of GHASH: every implementation against multiplication bit by bit (NIST SP 800-38D, section 6.3), for every
 * number of blocks up to 70 and some larger, split and unsplit, at every alignment, between inaccessible pages.
 */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../lib/cpu.h"
#include "../lib/ghash.h"
#include "harness.h"

enum { MOST = 600 };

/* x = x.h, algorithm 1 of the standard. */
static void multiply(unsigned char x[16], const unsigned char h[16])
{
    unsigned char z[16] = {0}, v[16];
    memcpy(v, h, 16);
    for (int i = 0; i < 128; i++) {
        if (x[i / 8] >> (7 - i % 8) & 1)
            for (int j = 0; j < 16; j++)
                z[j] ^= v[j];
        const int lsb = v[15] & 1;
        for (int j = 15; j > 0; j--)
            v[j] = (unsigned char)(v[j] >> 1 | v[j - 1] << 7);
        v[0] >>= 1;
        if (lsb)
            v[0] ^= 0xe1;
    }
    memcpy(x, z, 16);
}

static unsigned long failed, cases;

static void check(const struct ghash *g, const struct tsubaki_ghash_key *key, const unsigned char h[16],
                  const unsigned char *in, size_t n, size_t split, unsigned char *y_place)
{
    unsigned char y[16], want[16];
    rng_bytes(y, 16);
    memcpy(want, y, 16);
    for (size_t i = 0; i < n; i++) {
        for (int j = 0; j < 16; j++)
            want[j] ^= in[16 * i + j];
        multiply(want, h);
    }
    memcpy(y_place, y, 16);
    g->update(key, y_place, in, split);
    g->update(key, y_place, in + 16 * split, n - split);
    cases++;
    if (memcmp(y_place, want, 16) && failed++ < 8)
        printf("FAIL ghash %s: %zu blocks, split after %zu\n", g->name, n, split);
}

int main(void)
{
    static struct tsubaki_ghash_key key;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), size = (MOST * 16 + 64 + page - 1) / page * page;
    unsigned char *map = mmap(NULL, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    unsigned passed = 0, skipped = 0, bad = 0;
    if (map == MAP_FAILED || mprotect(map + page, size, PROT_READ | PROT_WRITE)) {
        perror("mmap");
        return FAILED_SOME;
    }
    unsigned char *start = map + page, *end = start + size, h[16], y[32];
    const uint64_t features = tsubaki_cpu_features();
    rng_seed(1);
    rng_bytes(start, size);
    for (unsigned i = 0; i < ghash_count; i++) {
        const struct ghash *g = &ghashes[i];
        if (!g->init)
            continue;
        if (tsubaki_cpu_mask(g->features, NULL) & ~features) {
            printf("skip ghash %s: this CPU lacks its instructions\n", g->name);
            skipped++;
            continue;
        }
        failed = cases = 0;
        for (int round = 0; round < 4; round++) {
            rng_bytes(h, 16);
            if (round == 1)
                memset(h, 0xff, 16);
            if (round == 2)
                memset(h, 0, 16);
            g->init(&key, h, SIZE_MAX);
            for (size_t n = 0; n <= 70; n++) {
                check(g, &key, h, end - 16 * n, n, 0, y);
                check(g, &key, h, start, n, rng_below((unsigned)n + 1), y + rng_below(16));
                check(g, &key, h, start + rng_below(64), n, rng_below((unsigned)n + 1), y);
            }
            check(g, &key, h, end - 16 * MOST, MOST, 0, y);
            for (size_t most = 1; most <= 40; most++) { /* keys that are good for short updates only */
                rng_bytes(&key, sizeof key);
                g->init(&key, h, most);
                check(g, &key, h, start, most, 0, y);
                check(g, &key, h, start, most, rng_below((unsigned)most + 1), y);
            }
        }
        printf("%s ghash %s: %lu cases\n", failed ? "FAIL" : "ok  ", g->name, cases);
        bad += failed != 0;
        passed += failed == 0;
    }
    printf("%u passed, %u failed, %u skipped\n", passed, bad, skipped);
    return bad ? FAILED_SOME : PASSED_ALL;
}

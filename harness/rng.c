/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Deterministic random bytes: xoshiro256** (Blackman and Vigna), its state filled by splitmix64. Not for keys that
 * protect anything.
 */
#include "harness.h"

#include <string.h>

static uint64_t s[4];

static uint64_t rotl(uint64_t x, int n)
{
    return x << n | x >> (64 - n);
}

void rng_seed(uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        s[i] = z ^ z >> 31;
    }
}

uint64_t rng_u64(void)
{
    const uint64_t result = rotl(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 45);
    return result;
}

void rng_bytes(void *out, size_t len)
{
    uint8_t *p = out;
    while (len) {
        const uint64_t r = rng_u64();
        const size_t n = len < 8 ? len : 8;
        memcpy(p, &r, n);
        p += n;
        len -= n;
    }
}

unsigned rng_below(unsigned bound)
{
    return (unsigned)((rng_u64() >> 32) * bound >> 32);
}

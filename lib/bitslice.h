/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Bitsliced arithmetic of the portable ciphers: 64 bytes as eight planes, plane b holding bit b of each. No table, no
 * branch, no multiplication: constant time on every machine.
 */
#ifndef TSUBAKI_BITSLICE_H
#define TSUBAKI_BITSLICE_H

#include <stdint.h>

/* generated: tower */
enum { TOWER_L = 8 };
/* end generated */

/* out = m.in for a linear map given by its columns (image of bit 0 first). out and in do not overlap. */
static inline __attribute__((always_inline)) void bs_linear(uint64_t out[8], const unsigned char m[8],
                                                            const uint64_t in[8])
{
#pragma GCC unroll 8
    for (int row = 0; row < 8; row++) {
        uint64_t x = 0;
#pragma GCC unroll 8
        for (int column = 0; column < 8; column++)
            if (m[column] >> row & 1)
                x ^= in[column];
        out[row] = x;
    }
}

/* XOR a constant byte into all 64. */
static inline __attribute__((always_inline)) void bs_add_constant(uint64_t x[8], unsigned c)
{
#pragma GCC unroll 8
    for (int b = 0; b < 8; b++)
        if (c >> b & 1)
            x[b] = ~x[b];
}

/* GF(16) = GF(2)[y]/(y^4 + y + 1), four planes. */
static inline void bs_mul16(uint64_t c[4], const uint64_t a[4], const uint64_t b[4])
{
    const uint64_t c4 = (a[1] & b[3]) ^ (a[2] & b[2]) ^ (a[3] & b[1]), c5 = (a[2] & b[3]) ^ (a[3] & b[2]);
    const uint64_t c6 = a[3] & b[3];
    const uint64_t c0 = a[0] & b[0], c1 = (a[0] & b[1]) ^ (a[1] & b[0]);
    const uint64_t c2 = (a[0] & b[2]) ^ (a[1] & b[1]) ^ (a[2] & b[0]);
    const uint64_t c3 = (a[0] & b[3]) ^ (a[1] & b[2]) ^ (a[2] & b[1]) ^ (a[3] & b[0]);
    c[0] = c0 ^ c4;
    c[1] = c1 ^ c4 ^ c5;
    c[2] = c2 ^ c5 ^ c6;
    c[3] = c3 ^ c6;
}

static inline void bs_square16(uint64_t c[4], const uint64_t a[4])
{
    const uint64_t a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3];
    c[0] = a0 ^ a2;
    c[1] = a2;
    c[2] = a1 ^ a3;
    c[3] = a3;
}

/* The inverse in the tower field GF(16)[X]/(X^2 + X + TOWER_L), 0 to 0: (a.X + b)^-1 = (a.X + a + b) / N with the norm
 * N = a^2.L + a.b + b^2; and N^-1 = N^14. */
static inline void bs_invert(uint64_t x[8])
{
    uint64_t *b = x, *a = x + 4;
    uint64_t n[4], t[4], sum[4];
    for (int i = 0; i < 4; i++)
        sum[i] = a[i] ^ b[i];
    bs_square16(t, a);                      /* L = y^3: times y, three times */
    for (int i = 0; i < 3; i++) {
        const uint64_t top = t[3];
        t[3] = t[2];
        t[2] = t[1];
        t[1] = t[0] ^ top;
        t[0] = top;
    }
    bs_mul16(n, b, sum);                    /* b.(a + b) = a.b + b^2 */
    for (int i = 0; i < 4; i++)
        n[i] ^= t[i];
    uint64_t n2[4], n4[4], n8[4];
    bs_square16(n2, n);
    bs_square16(n4, n2);
    bs_square16(n8, n4);
    bs_mul16(t, n4, n8);
    bs_mul16(n, t, n2);
    bs_mul16(t, a, n);
    bs_mul16(b, sum, n);
    for (int i = 0; i < 4; i++)
        a[i] = t[i];
}

/* Eight words w (byte i of word j) to planes (bit j of byte i of plane b is bit b of byte i of w[j]), and back. */
static inline void bs_transpose(uint64_t w[8])
{
    static const uint64_t masks[3] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f};
    for (int s = 0; s < 3; s++) {
        const int step = 1 << s;
        for (int j = 0; j < 8; j++) {
            if (j & step)
                continue;
            const uint64_t t = (w[j] >> step ^ w[j + step]) & masks[s];
            w[j] ^= t << step;
            w[j + step] ^= t;
        }
    }
}

#endif

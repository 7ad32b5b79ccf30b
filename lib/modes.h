/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Every operation of every variant: the kernel's own where it has one, else made of its ecb_enc and ecb_dec here.
 * Arguments as those of the kernels (include/tsubaki.h).
 */
#ifndef TSUBAKI_MODES_H
#define TSUBAKI_MODES_H

#include <string.h>

#include "variants.h"
#include "wipe.h"

void modes_op(const struct variant *v, enum op op, const void *ctx, void *out, const void *in, size_t nblocks,
              void *state);

/* 16-byte blocks: out = a ^ b; any alignment, out may be a or b. */
static inline void xor_block(void *out, const void *a, const void *b)
{
    uint64_t x[2], y[2];
    memcpy(x, a, 16);
    memcpy(y, b, 16);
    x[0] ^= y[0];
    x[1] ^= y[1];
    memcpy(out, x, 16);
}

/* Eight bytes as an integer, whatever the byte order of the machine. */
static inline uint64_t load_be(const unsigned char *p)
{
    uint64_t x;
    memcpy(&x, p, 8);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    return x;
}
static inline void store_be(unsigned char *p, uint64_t x)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    memcpy(p, &x, 8);
}

/* Multiply by x: XTS's field (little-endian, IEEE 1619) and OCB's (big-endian, RFC 7253). And divide by it. */
void xts_double(unsigned char t[16]);
void xts_halve(unsigned char t[16]);
void ocb_double(unsigned char t[16]);

/* Add n to the big-endian counter in the last `bytes` bytes, 4 or 16, of a block. */
void add_counter(unsigned char block[16], unsigned bytes, uint64_t n);

#endif

/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Every operation of every variant: the kernel's own where it has one, else made of its ecb_enc and ecb_dec here.
 * Arguments as those of the kernels (include/tsubaki.h).
 */
#ifndef TSUBAKI_MODES_H
#define TSUBAKI_MODES_H

#include <string.h>

#include "variants.h"

void modes_op(const struct variant *v, enum op op, const void *ctx, void *out, const void *in, size_t nblocks,
              void *state);

/* The compiler must not drop the clearing of memory that is not read again. */
static inline void wipe(void *p, size_t len)
{
    memset(p, 0, len);
    __asm__ volatile("" : : "r"(p) : "memory");
}

/* 16-byte blocks: out = a ^ b; any alignment, out may be a or b. */
void xor_block(void *out, const void *a, const void *b);

/* Multiply by x: XTS's field (little-endian, IEEE 1619) and OCB's (big-endian, RFC 7253). */
void xts_double(unsigned char t[16]);
void ocb_double(unsigned char t[16]);

/* Add n to the big-endian counter in the last `bytes` bytes, 4 or 16, of a block. */
void add_counter(unsigned char block[16], unsigned bytes, uint64_t n);

#endif

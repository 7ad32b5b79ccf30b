/* SPDX-License-Identifier: BSD-2-Clause
 *
 * GHASH (NIST SP 800-38D, section 6.4), independent of the block cipher.
 */
#ifndef TSUBAKI_GHASH_H
#define TSUBAKI_GHASH_H

#include <stddef.h>
#include <stdint.h>

#include "tsubaki.h"

/* A hash key in the form of the variant that made it. */
struct TSUBAKI_ALIGN(64) tsubaki_ghash_key {
    uint8_t variant[1024];
};

/* h: the 16 bytes E(K, 0). most, at least 1: no update of more blocks will follow, so that init may stop early. y: the
 * running hash, updated. in: nblocks blocks, any alignment. */
typedef void ghash_init_fn(struct tsubaki_ghash_key *key, const void *h, size_t most);
typedef void ghash_update_fn(const struct tsubaki_ghash_key *key, void *y, const void *in, size_t nblocks);

struct ghash {
    const char *name, *features;
    ghash_init_fn *init;
    ghash_update_fn *update;
};

/* Every implementation linked in, the portable one first; the last that the CPU supports is the one to use. */
extern const struct ghash ghashes[];
extern const unsigned ghash_count;

/* The choice for these CPU features. */
const struct ghash *ghash_choose(uint64_t features);

#endif

/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Which variant serves a cipher.
 */
#ifndef TSUBAKI_DISPATCH_H
#define TSUBAKI_DISPATCH_H

#include "ghash.h"
#include "tsubaki.h"
#include "variants.h"

const char *dispatch_cipher_name(enum tsubaki_cipher cipher);   /* null: no such cipher */

/* The forced variant, or the last of the table that this CPU supports and TSUBAKI_DISABLE leaves; null: none. */
const struct variant *dispatch(enum tsubaki_cipher cipher);

/* The GHASH of the same choice. */
const struct ghash *dispatch_ghash(void);

#endif

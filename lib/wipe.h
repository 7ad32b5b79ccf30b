/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TSUBAKI_WIPE_H
#define TSUBAKI_WIPE_H

#include <stddef.h>
#include <string.h>

/* Clear memory that is not read again; the compiler must not drop it. */
static inline void wipe(void *p, size_t len)
{
    if (!__builtin_constant_p(len) || len > 64) /* the C library's loop: compilers like slow string instructions */
        __asm__("" : "+r"(len));
    memset(p, 0, len);
    __asm__ volatile("" : : "r"(p) : "memory");
}

#endif

/* SPDX-License-Identifier: BSD-2-Clause
 *
 * A wrapper that breaks one function of a kernel. ci/mutants compiles it with
 *   CIPHER, SYMBOL (the function), REAL (its new name), WIDTH, BEFORE and AFTER (code of ci/mutants.def), IS_SETKEY.
 */
#include <stdint.h>
#include <string.h>

#include "tsubaki.h"

#define JOIN_(a, b, c) a##b##c
#define JOIN(a, b, c) JOIN_(a, b, c)
typedef struct JOIN(tsubaki_, CIPHER, _ctx) context;

static inline volatile unsigned char *bytes(const void *p)
{
    return (volatile unsigned char *)(uintptr_t)p;
}

#define clobber(instructions) __asm__ volatile(instructions)

static inline void swap(void *out, size_t i, size_t j)
{
    unsigned char t[16], *p = out;
    memcpy(t, p + 16 * i, 16);
    memcpy(p + 16 * i, p + 16 * j, 16);
    memcpy(p + 16 * j, t, 16);
}

static inline uint32_t low32(const void *counter)
{
    const unsigned char *p = counter;
    return (uint32_t)p[12] << 24 | (uint32_t)p[13] << 16 | (uint32_t)p[14] << 8 | p[15];
}

static inline void leave_in_vector(const void *p)
{
#if defined(__x86_64__)
    __asm__ volatile("vmovdqu (%0), %%xmm5" : : "r"(p));
#elif defined(__i386__)
    __asm__ volatile("vmovdqu (%0), %%xmm5" : : "r"(p));
#elif defined(__aarch64__)
    __asm__ volatile("ldr q5, [%0]" : : "r"(p));
#elif defined(__powerpc64__)
    __asm__ volatile("lxvd2x 37, 0, %0" : : "b"(p));
#endif
}

/* 512 bytes below the frame, where no return address is pushed over it. */
static inline void leave_on_stack(const void *p)
{
    volatile unsigned char *frame = __builtin_frame_address(0);
    for (int i = 0; i < 16; i++)
        frame[i - 512] = bytes(p)[i];
}

#ifdef IS_SETKEY
int REAL(context *ctx, const void *key, size_t key_len);
int SYMBOL(context *ctx, const void *key, size_t key_len)
{
    int r;
    BEFORE
    r = REAL(ctx, key, key_len);
    AFTER
    return r;
}
#else
void REAL(const context *ctx, void *out, const void *in, size_t n, void *state);
void SYMBOL(const context *ctx, void *out, const void *in, size_t n, void *state)
{
    BEFORE
    REAL(ctx, out, in, n, state);
    AFTER
}
#endif

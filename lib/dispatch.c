/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The choice is a pure function of the CPU and the environment, so threads that make it at the same time store the
 * same answer: one atomic pointer a cipher is all the synchronisation there is.
 */
#include "dispatch.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "cpu.h"

static const char *const cipher_names[] = {
    [TSUBAKI_CAMELLIA] = "camellia", [TSUBAKI_SM4] = "sm4", [TSUBAKI_AES] = "aes"};
enum { CIPHERS = sizeof cipher_names / sizeof *cipher_names };
static _Atomic(const struct variant *) chosen[CIPHERS];

const char *dispatch_cipher_name(enum tsubaki_cipher cipher)
{
    return (unsigned)cipher < CIPHERS ? cipher_names[cipher] : NULL;
}

/* The CPU's features without those named in TSUBAKI_DISABLE; a set-uid program does not listen to its environment. */
static uint64_t usable_features(void)
{
    const char *off = secure_getenv("TSUBAKI_DISABLE");
    return tsubaki_cpu_features() & ~(off ? tsubaki_cpu_mask(off, NULL) : 0);
}

static int usable(const struct variant *v, const char *cipher, uint64_t features)
{
    return v->setkey && !strcmp(v->cipher_name, cipher) && !(tsubaki_cpu_mask(v->features, NULL) & ~features);
}

const struct variant *dispatch(enum tsubaki_cipher cipher)
{
    const char *name = dispatch_cipher_name(cipher);
    if (!name)
        return NULL;
    const struct variant *v = atomic_load_explicit(&chosen[cipher], memory_order_acquire);
    if (v)
        return v;
    const uint64_t features = usable_features();
    for (unsigned i = 0; i < variant_count; i++)
        if (usable(&variants[i], name, features))
            v = &variants[i];
    atomic_store_explicit(&chosen[cipher], v, memory_order_release);
    return v;
}

const struct ghash *dispatch_ghash(void)
{
    static _Atomic(const struct ghash *) ghash;
    const struct ghash *g = atomic_load_explicit(&ghash, memory_order_acquire);
    if (!g) {
        g = ghash_choose(usable_features());
        atomic_store_explicit(&ghash, g, memory_order_release);
    }
    return g;
}

const char *tsubaki_variant(enum tsubaki_cipher cipher)
{
    const struct variant *v = dispatch(cipher);
    return v ? v->name : NULL;
}

size_t tsubaki_variants(enum tsubaki_cipher cipher, const char **names, size_t max)
{
    const char *name = dispatch_cipher_name(cipher);
    const uint64_t features = usable_features();
    size_t n = 0;
    for (unsigned i = 0; name && i < variant_count; i++)
        if (usable(&variants[i], name, features)) {
            if (n < max)
                names[n] = variants[i].name;
            n++;
        }
    return n;
}

int tsubaki_force_variant(enum tsubaki_cipher cipher, const char *variant)
{
    const char *name = dispatch_cipher_name(cipher);
    if (!name)
        return TSUBAKI_ERR_ARGUMENT;
    if (!variant) {
        atomic_store_explicit(&chosen[cipher], NULL, memory_order_release);
        return TSUBAKI_OK;
    }
    const uint64_t features = usable_features();
    for (unsigned i = 0; i < variant_count; i++)
        if (usable(&variants[i], name, features) && !strcmp(variants[i].name, variant)) {
            atomic_store_explicit(&chosen[cipher], &variants[i], memory_order_release);
            return TSUBAKI_OK;
        }
    return TSUBAKI_ERR_VARIANT;
}

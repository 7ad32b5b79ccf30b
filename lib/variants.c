/* SPDX-License-Identifier: BSD-2-Clause */
#include "variants.h"

#include "cpu.h"

const char *const op_names[OP_COUNT] = {
#define X(name, state) #name,
    OPERATIONS(X)
#undef X
};
const enum state op_states[OP_COUNT] = {
#define X(name, state) state,
    OPERATIONS(X)
#undef X
};

/* Rows of other instruction sets vanish. */
#define NOTHING(...)
#define VARIANT_x86_64 NOTHING
#define VARIANT_i386 NOTHING
#define VARIANT_aarch64 NOTHING
#define VARIANT_ppc64le NOTHING
#if defined(__x86_64__)
#undef VARIANT_x86_64
#define VARIANT_x86_64 ROW
#define ISA "x86_64"
#elif defined(__i386__)
#undef VARIANT_i386
#define VARIANT_i386 ROW
#define ISA "i386"
#elif defined(__aarch64__)
#undef VARIANT_aarch64
#define VARIANT_aarch64 ROW
#define ISA "aarch64"
#elif defined(__powerpc64__)
#undef VARIANT_ppc64le
#define VARIANT_ppc64le ROW
#define ISA "ppc64le"
#else
#error "unknown instruction set"
#endif
#define VARIANT_any ROW
#define GHASH(...)
#define VARIANT(isa, ...) VARIANT_##isa(__VA_ARGS__)

/* Weak references: only the variants linked into the program have addresses. */
#define WEAK __attribute__((weak))
#define ROW(cipher, variant, source, flags, width, ctx_used, features) \
    WEAK setkey_fn tsubaki_##cipher##_setkey_##variant; \
    WEAK kernel_fn tsubaki_##cipher##_ecb_enc_##variant, tsubaki_##cipher##_ecb_dec_##variant, \
        tsubaki_##cipher##_cbc_enc_##variant, tsubaki_##cipher##_cbc_dec_##variant, \
        tsubaki_##cipher##_cfb_enc_##variant, tsubaki_##cipher##_cfb_dec_##variant, \
        tsubaki_##cipher##_ctr_##variant, tsubaki_##cipher##_ctr32_##variant, \
        tsubaki_##cipher##_xts_enc_##variant, tsubaki_##cipher##_xts_dec_##variant, \
        tsubaki_##cipher##_ocb_enc_##variant, tsubaki_##cipher##_ocb_dec_##variant, \
        tsubaki_##cipher##_ocb_auth_##variant;
#include "../harness/variants.def"
#undef ROW

#define ROW(cipher, variant, source, flags, width, ctx_used, features) \
    {ISA, #cipher, #variant, #source, #features, width, ctx_used, tsubaki_##cipher##_setkey_##variant, \
     {tsubaki_##cipher##_ecb_enc_##variant, tsubaki_##cipher##_ecb_dec_##variant, \
      tsubaki_##cipher##_cbc_enc_##variant, tsubaki_##cipher##_cbc_dec_##variant, \
      tsubaki_##cipher##_cfb_enc_##variant, tsubaki_##cipher##_cfb_dec_##variant, \
      tsubaki_##cipher##_ctr_##variant, tsubaki_##cipher##_ctr32_##variant, \
      tsubaki_##cipher##_xts_enc_##variant, tsubaki_##cipher##_xts_dec_##variant, \
      tsubaki_##cipher##_ocb_enc_##variant, tsubaki_##cipher##_ocb_dec_##variant, \
      tsubaki_##cipher##_ocb_auth_##variant}},
const struct variant variants[] = {
#include "../harness/variants.def"
};
const unsigned variant_count = sizeof variants / sizeof *variants;

int variant_supported(const struct variant *v)
{
    const uint64_t need = tsubaki_cpu_mask(v->features, NULL);
    return (tsubaki_cpu_features() & need) == need;
}

void call_op(const struct variant *v, enum op op, const void *ctx, void *out, const void *in, size_t nblocks,
             void *state)
{
    kernel_fn *f = v->op[op];
    switch (op_states[op]) {
    case STATE_NONE:
        ((void (*)(const void *, void *, const void *, size_t))f)(ctx, out, in, nblocks);
        break;
    case STATE_IV:
    case STATE_OCB:
        ((void (*)(const void *, void *, const void *, size_t, void *))f)(ctx, out, in, nblocks, state);
        break;
    case STATE_OCB_AUTH:
        ((void (*)(const void *, const void *, size_t, void *))f)(ctx, in, nblocks, state);
        break;
    }
}

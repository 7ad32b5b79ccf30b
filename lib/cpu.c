/* SPDX-License-Identifier: BSD-2-Clause */
#include "cpu.h"

#include <string.h>

static const char *const names[TSUBAKI_CPU_COUNT] = {
#define X(name, meaning) #name,
    TSUBAKI_CPU_FEATURES(X)
#undef X
};

#define HAVE(name) ((uint64_t)1 << TSUBAKI_CPU_##name)

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>

static uint64_t detect(void)
{
    unsigned a, b, c, d;
    uint64_t have = 0;
    uint32_t xcr0 = 0;

    if (!__get_cpuid(1, &a, &b, &c, &d))
        return 0;
    if (c & bit_SSSE3)
        have |= HAVE(ssse3);
    if (c & bit_AES)
        have |= HAVE(aesni);
    if (c & bit_PCLMUL)
        have |= HAVE(pclmul);
    if (c & bit_OSXSAVE) {
        uint32_t high;
        __asm__ volatile("xgetbv" : "=a"(xcr0), "=d"(high) : "c"(0));
    }
    const int ymm = (xcr0 & 0x06) == 0x06, zmm = (xcr0 & 0xe6) == 0xe6;
    if (ymm && (c & bit_AVX))
        have |= HAVE(avx);
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d))
        return have;
    if (b & (1u << 8))
        have |= HAVE(bmi2);
    if (c & (1u << 8))
        have |= HAVE(gfni);
    if (have & HAVE(avx)) {
        if (b & (1u << 5))
            have |= HAVE(avx2);
        if (c & (1u << 9))
            have |= HAVE(vaes);
        if (c & (1u << 10))
            have |= HAVE(vpclmul);
    }
    const unsigned f_dq_bw_vl = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31;
    if (zmm && (b & f_dq_bw_vl) == f_dq_bw_vl) {
        have |= HAVE(avx512);
        if (c & (1u << 1))
            have |= HAVE(vbmi);
        if (c & (1u << 6))
            have |= HAVE(vbmi2);
    }
    return have;
}
#elif defined(__aarch64__)
#include <sys/auxv.h>

static uint64_t detect(void)
{
    /* Bits of AT_HWCAP on Linux (arch/arm64 user ABI). */
    const unsigned long cap = getauxval(AT_HWCAP);
    uint64_t have = 0;
    if (cap & (1ul << 1))
        have |= HAVE(neon);
    if (cap & (1ul << 3))
        have |= HAVE(aes);
    if (cap & (1ul << 4))
        have |= HAVE(pmull);
    if (cap & (1ul << 17))
        have |= HAVE(sha3);
    if (cap & (1ul << 19))
        have |= HAVE(sm4);
    return have;
}
#elif defined(__powerpc64__)
#include <sys/auxv.h>

static uint64_t detect(void)
{
    /* Bits of AT_HWCAP and AT_HWCAP2 on Linux (powerpc user ABI). */
    const unsigned long cap = getauxval(AT_HWCAP), cap2 = getauxval(AT_HWCAP2);
    const unsigned long vsx = 0x00000080, isa_2_07 = 0x80000000, vcrypto = 0x02000000;
    const unsigned long isa_3_0 = 0x00800000, isa_3_1 = 0x00040000;
    uint64_t have = 0;
    if (!(cap & vsx))
        return 0;
    if ((cap2 & isa_2_07) && (cap2 & vcrypto))
        have |= HAVE(power8);
    if ((have & HAVE(power8)) && (cap2 & isa_3_0))
        have |= HAVE(power9);
    if ((have & HAVE(power9)) && (cap2 & isa_3_1))
        have |= HAVE(power10);
    return have;
}
#else
static uint64_t detect(void)
{
    return 0;
}
#endif

uint64_t tsubaki_cpu_features(void)
{
    return detect();
}

uint64_t tsubaki_cpu_mask(const char *list, const char **unknown)
{
    uint64_t mask = 0;
    while (*list) {
        const size_t len = strcspn(list, " ,");
        if (len) {
            int i;
            for (i = 0; i < TSUBAKI_CPU_COUNT; i++)
                if (strlen(names[i]) == len && !memcmp(names[i], list, len))
                    break;
            if (i < TSUBAKI_CPU_COUNT)
                mask |= (uint64_t)1 << i;
            else if (unknown)
                *unknown = list;
        }
        list += len;
        list += *list != 0;
    }
    return mask;
}

const char *tsubaki_cpu_name(enum tsubaki_cpu_feature feature)
{
    return names[feature];
}

/* SPDX-License-Identifier: BSD-2-Clause
 *
 * CPU features that kernels ask for. A feature counts as present only when the operating system lets programs use it
 * (XCR0 on x86, HWCAP elsewhere).
 */
#ifndef TSUBAKI_CPU_H
#define TSUBAKI_CPU_H

#include <stddef.h>
#include <stdint.h>

/* X(name, meaning). The names stand in harness/variants.def and in TSUBAKI_DISABLE. */
#define TSUBAKI_CPU_FEATURES(X) \
    X(ssse3, "x86: SSSE3") \
    X(aesni, "x86: AES-NI") \
    X(pclmul, "x86: PCLMULQDQ") \
    X(bmi2, "x86: BMI2") \
    X(avx, "x86: AVX, and YMM state in XCR0") \
    X(avx2, "x86: AVX2, and YMM state in XCR0") \
    X(gfni, "x86: GFNI") \
    X(vaes, "x86: VAES, and YMM state in XCR0") \
    X(vpclmul, "x86: VPCLMULQDQ, and YMM state in XCR0") \
    X(avx512, "x86: AVX-512 F, BW, VL and DQ, and ZMM and opmask state in XCR0") \
    X(vbmi, "x86: AVX-512 VBMI, and ZMM state in XCR0") \
    X(vbmi2, "x86: AVX-512 VBMI2, and ZMM state in XCR0") \
    X(neon, "AArch64: Advanced SIMD") \
    X(aes, "AArch64: AESE, AESD, AESMC, AESIMC") \
    X(pmull, "AArch64: PMULL of 64-bit polynomials") \
    X(sha3, "AArch64: EOR3, BCAX, RAX1, XAR") \
    X(sm4, "AArch64: SM4E, SM4EKEY") \
    X(power8, "POWER: ISA 2.07 with VSX and the vector crypto category") \
    X(power9, "POWER: ISA 3.0 with VSX") \
    X(power10, "POWER: ISA 3.1 with VSX")

enum tsubaki_cpu_feature {
#define X(name, meaning) TSUBAKI_CPU_##name,
    TSUBAKI_CPU_FEATURES(X)
#undef X
    TSUBAKI_CPU_COUNT
};

/* The features of this CPU and operating system as a bit mask: bit TSUBAKI_CPU_<name>. */
uint64_t tsubaki_cpu_features(void);

/* The mask for a list of names separated by blanks or commas; names that do not exist set *unknown (if given). */
uint64_t tsubaki_cpu_mask(const char *names, const char **unknown);

/* The name of one feature. */
const char *tsubaki_cpu_name(enum tsubaki_cpu_feature feature);

#endif

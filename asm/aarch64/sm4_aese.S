/* SPDX-License-Identifier: BSD-2-Clause
 *
 * SM4 (GB/T 32907-2016) on AArch64 Advanced SIMD with the AES instructions: variant aese.
 *
 * It shares all but the S-box with variant neon: sm4_neon.S holds both.
 */
#define SM4_AESE
#include "sm4_neon.S"

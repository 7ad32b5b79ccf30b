/* SPDX-License-Identifier: BSD-2-Clause
 *
 * SM4 (GB/T 32907-2016) with AArch64 Advanced SIMD and the AES instructions: variant aese, and with -DUSE_SHA3
 * aese_sha3. All but the S-box is the same as in variant neon: sm4_neon.S holds both, its banner says how they work.
 * To copy one file only, take that and build it with -DSM4_AESE.
 */
#define SM4_AESE
#include "sm4_neon.S"

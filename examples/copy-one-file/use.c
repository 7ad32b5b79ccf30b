/* SPDX-License-Identifier: BSD-2-Clause
 *
 * One kernel file on its own: Camellia with GFNI and AVX2. RFC 3713's first example, 100 blocks of it.
 */
#include <stdio.h>
#include <string.h>

#include "tsubaki.h"

TSUBAKI_DECLARE_CAMELLIA(gfni_avx2);

int main(void)
{
    static const unsigned char key[16] = {
        0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef,
        0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10};
    static const unsigned char expected[16] = {
        0x67, 0x67, 0x31, 0x38, 0x54, 0x96, 0x69, 0x73,
        0x08, 0x57, 0x06, 0x56, 0x48, 0xea, 0xbe, 0x43};
    static struct tsubaki_camellia_ctx ctx;
    static unsigned char data[100][16];

    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("gfni")) {
        puts("this CPU has no GFNI or AVX2");
        return 77;
    }
    for (int i = 0; i < 100; i++)
        memcpy(data[i], key, 16);           /* the example's plaintext is its key */
    if (tsubaki_camellia_setkey_gfni_avx2(&ctx, key, sizeof key))
        return 1;
    tsubaki_camellia_ecb_enc_gfni_avx2(&ctx, data, data, 100);
    for (int i = 0; i < 100; i++)
        if (memcmp(data[i], expected, 16)) {
            printf("block %d is wrong\n", i);
            return 1;
        }
    puts("100 blocks are right");
    return 0;
}

# SPDX-License-Identifier: BSD-2-Clause
"""Constants of asm/aarch64/sm4_ce.S."""
import gf


def ck():
    return ''.join('    .long ' + ', '.join(f'0x{c:08x}' for c in gf.SM4_CK[n:n + 4]) + '\n' for n in range(0, 32, 4))


TABLES = {'ck': ck}

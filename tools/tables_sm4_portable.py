# SPDX-License-Identifier: BSD-2-Clause
"""The linear maps around the inversion of lib/sm4_portable.c."""
import gf
from tables_bitslice import TOWER, UNTOWER, columns


def sm4():
    m, b = gf.SM4_FACTORS[0]
    return '\n'.join([columns('sm4_in', gf.compose(TOWER, m)), columns('sm4_out', gf.compose(b, UNTOWER)),
                      f'enum {{ SM4_X0 = 0x{gf.SM4_X0:02x}, SM4_C2 = 0x{gf.SM4_C2:02x} }};'])


TABLES = {'sm4': sm4}

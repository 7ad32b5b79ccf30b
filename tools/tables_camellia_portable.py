# SPDX-License-Identifier: BSD-2-Clause
"""The linear maps around the inversion of lib/camellia_portable.c."""
import gf
from tables_bitslice import TOWER, UNTOWER, columns


def camellia():
    m, b = gf.CAMELLIA_FACTORS[0]
    return '\n'.join([columns('camellia_in', gf.compose(TOWER, m)), columns('camellia_out', gf.compose(b, UNTOWER)),
                      f'enum {{ CAMELLIA_X0 = 0x{gf.CAMELLIA_X0:02x}, CAMELLIA_C2 = 0x{gf.CAMELLIA_C2:02x} }};'])


TABLES = {'camellia': camellia}

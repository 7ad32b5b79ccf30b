# SPDX-License-Identifier: BSD-2-Clause
"""The tables of the AES reference: S-boxes, and S-box and MixColumns together, each way."""
from gf import AES_A, AES_C, INV, apply, gmul

SBOX = [apply(AES_A, INV[x]) ^ AES_C for x in range(256)]
INV_SBOX = [SBOX.index(x) for x in range(256)]


def byte_table(values):
    return '\n'.join('    ' + ' '.join(f'0x{v:02x},' for v in values[n:n + 16]) for n in range(0, 256, 16))


def word_tables(sbox, column):
    """Table i: what byte i of a column contributes to the column, first byte uppermost."""
    out = []
    for i in range(4):
        out.append('    {')
        words = [sum(gmul(column[(j - i) % 4], sbox[x]) << (24 - 8 * j) for j in range(4)) for x in range(256)]
        out += ['        ' + ' '.join(f'0x{w:08x},' for w in words[n:n + 8]) for n in range(0, 256, 8)]
        out.append('    },')
    return '\n'.join(out)


TABLES = {
    'sbox': lambda: byte_table(SBOX),
    'inverse-sbox': lambda: byte_table(INV_SBOX),
    'rounds': lambda: word_tables(SBOX, [2, 1, 1, 3]),
    'inverse-rounds': lambda: word_tables(INV_SBOX, [14, 9, 13, 11]),
}

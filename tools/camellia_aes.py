# SPDX-License-Identifier: BSD-2-Clause
"""Byte filters and tables for Camellia kernels whose inversion comes from AES's last round.

A byte filter is any affine byte map; nibble_tables() of gf.py makes the two 16-entry tables of it.
"""
import gf

# How far the output of a byte's S-box is rotated against s1's: s1, s2, s3, s4 (s4 rotates its input instead).
OUT_ROT = {1: 0, 2: 1, 3: 7, 4: 0}
IN_ROT = {1: 0, 2: 0, 3: 0, 4: 1}

# ShiftRows on the 16 bytes of a register: byte i of the result is byte SHIFT_ROWS[i] of the source.
SHIFT_ROWS = [(5 * i) % 16 for i in range(16)]


def affine(f):
    """(matrix, constant) of the affine byte map f; raises when f is not affine."""
    c = f(0)
    m = gf.linear(lambda x: f(x) ^ c)
    if any(gf.apply(m, x) ^ c != f(x) for x in range(256)):
        raise ValueError('not an affine map')
    return m, c


def filter_tables(f):
    """The 16-byte low and high nibble tables of the affine byte map f, as one list of 32."""
    low, high = gf.nibble_tables(*affine(f))
    return low + high


def byte_rows(values, indent=4, comment=None):
    """Assembler text: `.byte` lines of 16."""
    pad = ' ' * indent
    text = [f'{pad}/* {comment} */\n'] if comment else []
    for i in range(0, len(values), 16):
        text.append(pad + '.byte ' + ', '.join(f'0x{v:02x}' for v in values[i:i + 16]) + '\n')
    return ''.join(text)

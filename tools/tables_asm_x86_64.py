# SPDX-License-Identifier: BSD-2-Clause
"""Constants of asm/x86_64/asm.h.

camellia_schedule is Camellia's F-function on one 64-bit half in a vector register, for the key schedule. The half is
a 64-bit integer in bytes 0..7, so byte 0 of RFC 3713 (the most significant) is byte 7 of the register. AESENCLAST runs
all S-boxes; its ShiftRows is undone by the index vectors of the P-function. The other tables are camellia_aes.py's.
"""
import camellia_aes
import gf
from camellia_aes import IN_ROT, OUT_ROT, SHIFT_ROWS, byte_rows, filter_tables

M, B = gf.CAMELLIA_FACTORS[0]
AES_A_INV = gf.invert(gf.AES_A)
BOX = [gf.CAMELLIA_SBOX_OF[7 - p % 8] for p in range(16)]       # the S-box of each register byte


def pre(rot):
    """Plain byte to the argument of the inversion."""
    return filter_tables(lambda x: gf.apply(M, gf.rol8(x, rot) ^ gf.CAMELLIA_X0))


def post(rot):
    """Result of AESENCLAST to the S-box's output."""
    def f(o):
        x = gf.apply(AES_A_INV, o ^ gf.AES_C)
        return gf.rol8(gf.apply(B, x) ^ gf.CAMELLIA_C2, rot)
    return filter_tables(f)


def disable(where):
    """Bit 7 in each byte for which where() is false: as part of a PSHUFB index it makes the result 0."""
    return [0 if where(p) else 0x80 for p in range(16)]


def p_function():
    """Six index vectors; the XOR of the six shuffles is P. Bytes 8..15 of the result are 0."""
    at = {SHIFT_ROWS[p]: p for p in range(16)}                  # where AESENCLAST leaves source byte s
    rows = [list(gf.CAMELLIA_P[7 - p]) for p in range(8)]
    return [[at[7 - row[t]] if t < len(row) else 0x80 for row in rows] + [0x80] * 8 for t in range(6)]


def schedule():
    out = byte_rows([v for q in range(2) for v in list(range(8 * q + 7, 8 * q - 1, -1))], comment='swap qword bytes')
    out += byte_rows([15] * 16, comment='nibble mask')
    for rot, name in ((0, 's1, s2, s3'), (1, 's4')):
        where = disable(lambda p, r=rot: IN_ROT[BOX[p]] == r)
        out += byte_rows(where + pre(rot), comment='inversion argument of ' + name)
    for rot, name in ((0, 's1, s4'), (1, 's2'), (7, 's3')):
        where = disable(lambda p, r=rot: OUT_ROT[BOX[SHIFT_ROWS[p]]] == r)
        out += byte_rows(where + post(rot), comment='output of ' + name)
    for i, idx in enumerate(p_function()):
        out += byte_rows(idx, comment='P-function' if i == 0 else None)
    out += '    /* sigma1..sigma6 */\n'
    out += ''.join(f'    .quad 0x{s:016x}\n' for s in gf.CAMELLIA_SIGMA)
    return out


TABLES = {
    'camellia_schedule': schedule,
    'camellia_aes_kernel': camellia_aes.kernel_constants,
    'camellia_aes_setkey': camellia_aes.setkey_constants,
}

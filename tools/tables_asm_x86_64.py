# SPDX-License-Identifier: BSD-2-Clause
"""Constants of asm/x86_64/asm.h.

camellia_schedule is Camellia's F-function on one 64-bit half in a vector register, for the key schedule. The half is
a 64-bit integer in bytes 0..7, so byte 0 of RFC 3713 (the most significant) is byte 7 of the register. One AESENCLAST
runs all S-boxes: of the half's bytes as they are in its low quadword (for s1, s2, s3) and rotated by one bit in the
high quadword (for s4). The index vectors of the P-function take what they need from there, through ShiftRows. The
other tables are those of camellia_aes.py.
"""
import camellia_aes
import camellia_one
import gf
from camellia_aes import IN_ROT, OUT_ROT, SHIFT_ROWS, byte_rows, filter_tables

M, B = gf.CAMELLIA_FACTORS[0]
AES_A_INV = gf.invert(gf.AES_A)


def pre(rot):
    """Plain byte to the argument of the inversion."""
    return filter_tables(lambda x: gf.apply(M, gf.rol8(x, rot) ^ gf.CAMELLIA_X0))


def post(rot):
    """Result of AESENCLAST to the S-box's output."""
    def f(o):
        x = gf.apply(AES_A_INV, o ^ gf.AES_C)
        return gf.rol8(gf.apply(B, x) ^ gf.CAMELLIA_C2, rot)
    return filter_tables(f)


def p_function(rot, shuffles):
    """Index vectors into the S-box outputs that are rotated by rot; P is the XOR of both halves of all shuffles."""
    at = {SHIFT_ROWS[p]: p for p in range(16)}                  # where AESENCLAST leaves source byte s
    out = [[0x80] * 16 for _ in range(shuffles)]
    for p in range(8):
        boxes = [(j, gf.CAMELLIA_SBOX_OF[j]) for j in gf.CAMELLIA_P[7 - p]]
        terms = [at[7 - j + 8 * IN_ROT[box]] for j, box in boxes if OUT_ROT[box] == rot]
        for t, term in enumerate(terms):
            out[t // 2][p + 8 * (t % 2)] = term
    return [v for idx in out for v in idx]


def schedule():
    sigma = gf.CAMELLIA_SIGMA
    out = byte_rows([p ^ 7 for p in range(16)], comment='swap the bytes of quadwords')
    out += byte_rows([15] * 16, comment='nibble mask')
    out += byte_rows(pre(0), comment='inversion argument of s1, s2, s3')
    out += byte_rows(pre(1), comment='inversion argument of s4')
    for rot, name, shuffles in ((0, 's1, s4', 2), (1, 's2', 1), (7, 's3', 1)):
        out += byte_rows(post(rot), comment='output of ' + name)
        out += byte_rows(p_function(rot, shuffles), comment='its part in the P-function')
    out += '    /* what changes from one round\'s (D1 ^ sigma, D2) to the next: sigma1..4, sigma5..6 */\n'
    for pair in [(sigma[0], 0), (sigma[1], sigma[0]), (sigma[2], sigma[1]), (sigma[3], sigma[2]), (0, sigma[3]),
                 (sigma[4], 0), (sigma[5], sigma[4]), (0, sigma[5])]:
        out += f'    .quad 0x{pair[0]:016x}, 0x{pair[1]:016x}\n'
    return out


TABLES = {
    'camellia_schedule': schedule,
    'camellia_aes_kernel': camellia_aes.kernel_constants,
    'camellia_aes_setkey': camellia_aes.setkey_constants,
    'camellia_one': camellia_one.constants,
    'camellia_one_aes': camellia_one.aes_constants,
}

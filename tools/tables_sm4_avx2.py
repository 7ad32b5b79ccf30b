# SPDX-License-Identifier: BSD-2-Clause
"""Constants of asm/x86_64/sm4_avx2.S."""
import gf
import sm4_basis as s


def matrix(name, m):
    return f'.Lmap_{name}:\n    .quad ' + ', '.join([f'0x{gf.affine_qword(m):016x}'] * 4) + '\n'


def nibbles(name, m, c=0):
    text = ''
    for half, table in zip(('low', 'high'), gf.nibble_tables(m, c)):
        row = '    .byte ' + ', '.join(f'0x{v:02x}' for v in table) + '\n'
        text += f'.L{half}_{name}:\n' + row + row
    return text


DEFINES = f'#define SM4_MX0 0x{s.MX0:02x}\n#define SM4_K 0x{s.K:02x}\n#define SM4_C2 0x{gf.SM4_C2:02x}\n'
# AESENCLAST with a key of 0x63 gives AES_A.inv(z).
BEHIND_AES = gf.invert(gf.AES_A)


def behind(m):
    return gf.compose(m, BEHIND_AES)


TABLES = {
    'gfni': DEFINES + matrix('m', s.M) + matrix('mi', s.M_INVERSE) + matrix('f', s.F) + matrix('g', s.G) +
    matrix('h', s.H) + matrix('b', s.B),
    'aes': DEFINES + nibbles('m', s.M) + nibbles('mi', s.M_INVERSE) + nibbles('f', behind(s.F), s.K) +
    nibbles('g', behind(s.G)) + nibbles('h', behind(s.H)) + nibbles('b', behind(s.B), gf.SM4_C2),
}

# SPDX-License-Identifier: BSD-2-Clause
"""Constants of asm/x86_64/sm4_avx2.S."""
import gf
import sm4_basis as s


def matrix(name, *maps):
    """One map, or several in turn, in the qwords of a vector."""
    quads = (f'0x{gf.affine_qword(maps[i % len(maps)]):016x}' for i in range(4))
    return f'.Lmap_{name}:\n    .quad ' + ', '.join(quads) + '\n'


def nibbles(name, m, c=0):
    text = ''
    for half, table in zip(('low', 'high'), gf.nibble_tables(m, c)):
        row = '    .byte ' + ', '.join(f'0x{v:02x}' for v in table) + '\n'
        text += f'.L{half}_{name}:\n' + row + row
    return text


DEFINES = f'#define SM4_K 0x{s.K:02x}\n#define SM4_X0 0x{gf.SM4_X0:02x}\n'
DEFINES += f'#define SM4_KEY_K 0x{s.KEY_K:02x}\n'
# AESENCLAST with a key of 0x63 gives AES_A.inv(z).
BEHIND_AES = gf.invert(gf.AES_A)


def behind(m):
    return gf.compose(m, BEHIND_AES)


TABLES = {
    'gfni': DEFINES + matrix('m', s.M) + matrix('mi', s.M_INVERSE) + matrix('f', s.F) + matrix('g', s.G) +
    matrix('h', s.H) + matrix('key_0', s.KEY[0]) + matrix('key_3', s.KEY[3]) +
    matrix('key_12', s.KEY[1], s.KEY[2]) + s.ck_rows(),
    'aes': DEFINES + nibbles('m', s.M) + nibbles('mi', s.M_INVERSE) + nibbles('f', behind(s.F), s.K) +
    nibbles('g', behind(s.G)) + nibbles('h', behind(s.H)) +
    ''.join(nibbles(f'key_{d}', behind(m), 0 if d else s.KEY_K) for d, m in enumerate(s.KEY)) + s.ck_rows(),
}

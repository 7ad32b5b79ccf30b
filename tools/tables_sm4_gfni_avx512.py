# SPDX-License-Identifier: BSD-2-Clause
"""Constants of asm/x86_64/sm4_gfni_avx512.S."""
import gf
import sm4_basis as s


def quad(name, m):
    return f'.L{name}:\n    .quad 0x{gf.affine_qword(m):016x}\n'


def xts(shift):
    """A byte of the product of a byte with x^7 + x^2 + x + 1: 0 the lower, 8 the upper."""
    return gf.linear(lambda b: (b ^ b << 1 ^ b << 2 ^ b << 7) >> shift & 255)


TABLES = {
    'maps': (
        f'#define SM4_MX0 0x{s.MX0:02x}\n#define SM4_K 0x{s.K:02x}\n' +
        quad('map_m', s.M) + quad('map_mi', s.M_INVERSE) + quad('map_f', s.F) + quad('map_g', s.G) +
        quad('map_h', s.H)),
    # Maps for both qwords of an XMM register, the constants CK behind the first one and a dword that is not used.
    'key': (
        f'#define SM4_X0 0x{gf.SM4_X0:02x}\n#define SM4_KEY_K 0x{s.KEY_K:02x}\n' + quad('key_0', s.KEY[0]) +
        quad('key_12', s.KEY[1]) + f'    .quad 0x{gf.affine_qword(s.KEY[2]):016x}\n' + quad('key_3', s.KEY[3]) +
        s.ck_rows()),
    # Upper qword: the identity, and nothing.
    'xts': quad('xts_low', xts(0)) + f'    .quad 0x{gf.affine_qword(gf.IDENTITY):016x}\n' + quad('xts_high', xts(8)) +
    '    .quad 0\n',
}

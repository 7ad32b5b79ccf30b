# SPDX-License-Identifier: BSD-2-Clause
"""Constants of asm/x86_64/sm4_gfni_avx512.S."""
import gf
import sm4_basis as s


def quad(name, m):
    return f'.L{name}:\n    .quad 0x{gf.affine_qword(m):016x}\n'


TABLES = {
    'maps': (
        f'#define SM4_MX0 0x{s.MX0:02x}\n#define SM4_K 0x{s.K:02x}\n#define SM4_C2 0x{gf.SM4_C2:02x}\n' +
        quad('map_m', s.M) + quad('map_mi', s.M_INVERSE) + quad('map_f', s.F) + quad('map_g', s.G) +
        quad('map_h', s.H) + quad('map_b', s.B)),
}

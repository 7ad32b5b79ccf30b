# SPDX-License-Identifier: BSD-2-Clause
"""Constants of asm/x86_64/camellia_avx2.S."""
import gf
import camellia_gfni as g


def gfni():
    def vector(name, m):
        q = f'0x{gf.affine_qword(m):016x}'
        return f'.L{name}:\n    .quad {q}, {q}, {q}, {q}\n'

    out = '    .set IMM_S1, 0x%02x\n    .set IMM_S2, 0x%02x\n    .set IMM_S3, 0x%02x\n    .set IMM_PRE_S4, 0x%02x\n' % (
        g.POST[0][1], g.POST[1][1], g.POST[7][1], g.PRE_S4[1])
    out += vector('to_basis', g.TO_BASIS) + vector('from_basis', g.FROM_BASIS)
    out += vector('post_s1', g.POST[0][0]) + vector('post_s2', g.POST[1][0]) + vector('post_s3', g.POST[7][0])
    out += vector('pre_s4', g.PRE_S4[0])
    out += vector('fl_right', g.FL_RIGHT)
    out += ''.join(vector('fl_' + n, m) for n, m in g.FL_LEFT.items())
    out += '.Lx0:\n    .fill 32, 1, 0x%02x\n' % gf.CAMELLIA_X0
    return out


TABLES = {'gfni': gfni}

# SPDX-License-Identifier: BSD-2-Clause
"""Matrices of Camellia kernels that use GFNI.

A state byte x is kept as M.(x ^ X0), the "basis": an S-box is then one GF2P8AFFINEINVQB. Its immediate takes the
S-box's constant, so that its result is M times the output of the S-box and may be added to a state byte. s4 rotates its
argument, which is one GF2P8AFFINEQB in front.
"""
import gf

M, B = gf.CAMELLIA_FACTORS[0]
M_INV = gf.invert(M)
#: plain byte to basis (without X0, which goes into the subkeys), and back
TO_BASIS, FROM_BASIS = M, M_INV
#: matrix and immediate after the inversion, for output rotations 0 (s1 and s4), 1 (s2), 7 (s3)
POST = {r: (gf.compose(M, gf.ROT[r], B), gf.apply(M, gf.rol8(gf.CAMELLIA_C2, r))) for r in (0, 1, 7)}
#: matrix and immediate in front of s4's inversion
PRE_S4 = (gf.compose(M, gf.ROT[1], M_INV), gf.apply(M, gf.rol8(gf.CAMELLIA_X0, 1) ^ gf.CAMELLIA_X0))
#: x -> x << 1 and x -> x >> 7 on bytes
SHL1 = gf.linear(lambda x: x << 1 & 255)
SHR7 = gf.linear(lambda x: x >> 7)
#: FL in the basis: for a subkey byte k, the map L.(x & k) is the matrix L.diag(k).M_INV. As GF2P8AFFINEQB multiplies by
#: matrices that are data, gf2p8affineqb(rows of M.L, rows of transpose(M_INV) & k) is that matrix.
FL_RIGHT = gf.transpose(M_INV)
FL_LEFT = {'shl1': gf.compose(M, SHL1), 'shr7': gf.compose(M, SHR7), 'same': M}


def sbox(n, x):
    """S-box n computed as the kernels do."""
    y = gf.apply(M, x ^ gf.CAMELLIA_X0)
    if n == 4:
        y = gf.apply(PRE_S4[0], y) ^ PRE_S4[1]
    m, c = POST[{1: 0, 2: 1, 3: 7, 4: 0}[n]]
    return gf.apply(FROM_BASIS, gf.apply(m, gf.INV[y]) ^ c)


def check():
    s1 = gf.CAMELLIA_S1
    for x in range(256):
        want = {1: s1[x], 2: gf.rol8(s1[x], 1), 3: gf.rol8(s1[x], 7), 4: s1[gf.rol8(x, 1)]}
        if any(sbox(n, x) != want[n] for n in want):
            raise AssertionError('the S-boxes in the basis are wrong')


check()

# SPDX-License-Identifier: BSD-2-Clause
"""Matrices of Camellia kernels that use GFNI.

A state byte x is kept as M.(x ^ X0), the "basis": an S-box is then one GF2P8AFFINEINVQB. Its immediate takes the
S-box's constant, so that its result is M times the output of the S-box and may be added to a state byte. s4 rotates its
argument, which is one GF2P8AFFINEQB in front.
"""
import gf

#: x -> x << 1 and x -> x >> 7 on bytes
SHL1 = gf.linear(lambda x: x << 1 & 255)
SHR7 = gf.linear(lambda x: x >> 7)


class Basis:
    """What follows from a factorisation of the S-box."""

    def __init__(self, m, b):
        self.M, self.B, self.M_INV = m, b, gf.invert(m)
        #: plain byte to basis (without X0, which goes into the subkeys), and back
        self.TO_BASIS, self.FROM_BASIS = m, self.M_INV
        #: matrix and immediate after the inversion, for output rotations 0 (s1 and s4), 1 (s2), 7 (s3)
        self.POST = {r: (gf.compose(m, gf.ROT[r], b), gf.apply(m, gf.rol8(gf.CAMELLIA_C2, r))) for r in (0, 1, 7)}
        #: matrix and immediate in front of s4's inversion
        self.PRE_S4 = (gf.compose(m, gf.ROT[1], self.M_INV),
                       gf.apply(m, gf.rol8(gf.CAMELLIA_X0, 1) ^ gf.CAMELLIA_X0))
        #: FL in the basis: for a subkey byte k, the map L.(x & k) is the matrix L.diag(k).M_INV. As GF2P8AFFINEQB
        #: multiplies by matrices that are data, gf2p8affineqb(rows of M.L, rows of transpose(M_INV) & k) is that matrix.
        self.FL_RIGHT = gf.transpose(self.M_INV)
        self.FL_LEFT = {'shl1': gf.compose(m, SHL1), 'shr7': gf.compose(m, SHR7), 'same': m}
        self.FL_ROL1 = gf.compose(m, gf.ROT[1])

    def top_bit(self):
        """The one bit of a byte in the basis that is bit 7 of the plain byte, and no other bit is; or 0."""
        t = self.M[7]
        return 0 if t & (t - 1) or any(v & t for v in self.M[:7]) else t


_first = Basis(*gf.CAMELLIA_FACTORS[0])
M, B, M_INV, TO_BASIS, FROM_BASIS = _first.M, _first.B, _first.M_INV, _first.TO_BASIS, _first.FROM_BASIS
POST, PRE_S4, FL_RIGHT, FL_LEFT = _first.POST, _first.PRE_S4, _first.FL_RIGHT, _first.FL_LEFT


def with_top_bit():
    """The first basis that has a top_bit. FL's rotation by one can then take it from the next byte by a select."""
    for factors in gf.CAMELLIA_FACTORS:
        for c in range(1, 256):
            basis = Basis(*gf.rescale(*factors, c))
            if basis.top_bit():
                return basis
    raise AssertionError('no basis has bit 7 as a bit of its own')


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

# SPDX-License-Identifier: BSD-2-Clause
"""The maps of the SM4 kernels that keep the state in the basis of the S-box's inversion.

A state byte x is held as z = M.x. With S(x) = B.inv(M.(x ^ X0)) ^ C2 a round turns the bytes t_0 .. t_3 (first in
memory first) of x1 ^ x2 ^ x3 ^ rk, also in that basis and with M.X0 in the subkey, into

    z4_i = z0_i ^ F.inv(t_i) ^ H.inv(t_i+1) ^ H.inv(t_i+2) ^ G.inv(t_i+3) ^ K

where F, G and H = F ^ G are M.L_d.B for the byte maps L_d of the linear transformation L.
"""
import gf

M, B = gf.SM4_FACTORS[0]
M_INVERSE = gf.invert(M)
F = gf.compose(M, gf.SM4_L[0], B)
G = gf.compose(M, gf.SM4_L[3], B)
H = gf.compose(M, gf.SM4_L[1], B)
MX0 = gf.apply(M, gf.SM4_X0)                        # in every subkey byte
K = gf.apply(M, gf.rol8(gf.SM4_C2, 2))              # L of the word of four bytes C2 has four bytes C2 <<< 2


def check():
    for w in (0x00000000, 0x01234567, 0xfedcba98, 0x80000001, 0x12005aff):
        b = [w >> (24 - 8 * i) & 255 for i in range(4)]
        want = gf.sm4_word(gf.SM4_L, sum(gf.SM4_S[x] << (24 - 8 * i) for i, x in enumerate(b)))
        t = [gf.INV[gf.apply(M, x) ^ MX0] for x in b]
        got = 0
        for i in range(4):
            z = gf.apply(F, t[i]) ^ gf.apply(H, t[(i + 1) % 4]) ^ gf.apply(H, t[(i + 2) % 4])
            got = got << 8 | gf.apply(M_INVERSE, z ^ gf.apply(G, t[(i + 3) % 4]) ^ K)
        if got != want:
            raise AssertionError('SM4 round in the basis of the inversion is wrong')


check()

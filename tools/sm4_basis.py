# SPDX-License-Identifier: BSD-2-Clause
"""The maps of the SM4 kernels that keep the state in the basis of the S-box's inversion.

A state byte x is held as z = M.x. With S(x) = B.inv(M.(x ^ X0)) ^ C2 a round turns the bytes t_0 .. t_3 (first in
memory first) of x1 ^ x2 ^ x3 ^ rk, also in that basis and with M.X0 in the subkey, into

    z4_i = z0_i ^ F.inv(t_i) ^ H.inv(t_i+1) ^ H.inv(t_i+2) ^ G.inv(t_i+3) ^ K

where F, G and H = F ^ G are M.L_d.B for the byte maps L_d of the linear transformation L. The key schedule has four
maps KEY[d] in their place, and the constants CK in the basis; its words, like subkeys, have M.X0 added.
"""
import gf

M, B = gf.SM4_FACTORS[0]
M_INVERSE = gf.invert(M)
F = gf.compose(M, gf.SM4_L[0], B)
G = gf.compose(M, gf.SM4_L[3], B)
H = gf.compose(M, gf.SM4_L[1], B)
MX0 = gf.apply(M, gf.SM4_X0)                        # in every subkey byte
K = gf.apply(M, gf.rol8(gf.SM4_C2, 2))              # L of the word of four bytes C2 has four bytes C2 <<< 2

KEY = [gf.compose(M, m, B) for m in gf.SM4_LK]
KEY_K = gf.apply(M, gf.SM4_C2 ^ gf.rol8(gf.SM4_C2, 5) ^ gf.rol8(gf.SM4_C2, 7))


def word(w):
    """A word in the basis, as a little-endian load sees its bytes in memory."""
    return int.from_bytes(bytes(gf.apply(M, b) for b in w.to_bytes(4, 'big')), 'little')


CK = [word(w) for w in gf.SM4_CK]


def ck_rows(n=8):
    """The constants as data, and behind them a word that is read but not used."""
    words = [f'0x{w:08x}' for w in CK + [0]]
    return '.Lck:\n' + ''.join(f'    .long {", ".join(words[i:i + n])}\n' for i in range(0, len(words), n))


def round_of(maps, k, w):
    """One of the two round functions, by the maps above, of a word in the standard's basis."""
    t = [gf.INV[gf.apply(M, x) ^ MX0] for x in w.to_bytes(4, 'big')]
    got = 0
    for i in range(4):
        z = k
        for d in range(4):
            z ^= gf.apply(maps[d], t[(i + d) % 4])
        got = got << 8 | gf.apply(M_INVERSE, z)
    return got


def check():
    for w in (0x00000000, 0x01234567, 0xfedcba98, 0x80000001, 0x12005aff):
        s = sum(gf.SM4_S[x] << (24 - 8 * i) for i, x in enumerate(w.to_bytes(4, 'big')))
        if round_of([F, H, H, G], K, w) != gf.sm4_word(gf.SM4_L, s):
            raise AssertionError('SM4 round in the basis of the inversion is wrong')
        if round_of(KEY, KEY_K, w) != gf.sm4_word(gf.SM4_LK, s):
            raise AssertionError('SM4 key schedule in the basis of the inversion is wrong')


check()

# SPDX-License-Identifier: BSD-2-Clause
"""Constants of asm/aarch64/sm4_neon.S, for both of its variants.

neon keeps state bytes as z = tower form of M.x and inverts with nibble look-ups; aese keeps them as z = M.x and inverts
with AESE. With t_0 .. t_3 the arguments of the four inversions of a round, a round adds to byte i

    P(t_i) ^ R(t_i+1) ^ R(t_i+2) ^ Q(t_i+3) ^ K        P, R, Q = M.SM4_L[0, 1, 3].B.inv, R = P ^ Q, K a constant

In neon the constant K is left out of the look-ups (infinity must yield 0): word X_n of the state is off by K once for
each round that has changed it, which the round keys put right; for word X_32 .. X_35 that is 8 times, so nothing.
In aese the tables hold K.
"""
import gf

M, B = gf.SM4_FACTORS[0]
AES_A_INV = gf.invert(gf.AES_A)
TOWER = gf.Tower()


def line(values):
    return '    .byte ' + ', '.join(f'0x{v:02x}' for v in values) + '\n'


def lines(label, comment, *rows):
    return f'{label}:    /* {comment} */\n' + ''.join(line(r) for r in rows)


class Basis:
    def __init__(self, tower):
        self.tower = tower
        self.m = gf.compose(TOWER.from_field, M) if tower else M
        self.m_inv = gf.invert(self.m)
        self.mx0 = gf.apply(self.m, gf.SM4_X0)
        # What a round adds to each byte beside the linear image of the inversions; K' the same for the key schedule.
        self.k = self.constant(gf.SM4_L)
        self.kk = self.constant(gf.SM4_LK)

    def constant(self, maps):
        return gf.apply(self.m, gf.apply([a ^ b ^ c ^ d for a, b, c, d in zip(*maps)], gf.SM4_C2))

    def nibbles(self, lin, constant=0):
        """The two 16-entry tables whose XOR is M.lin.B of the inversion: by 1/io, 1/jo or by AESE's nibbles."""
        f = gf.compose(self.m, lin, B)
        if self.tower:
            return [gf.apply(f, v) for v in TOWER.u], [gf.apply(f, v) for v in TOWER.t]
        return gf.nibble_tables(gf.compose(f, AES_A_INV), gf.apply(gf.compose(f, AES_A_INV), gf.AES_C) ^ constant)

    def offset(self, i, k):
        """What the words X_i+1, X_i+2, X_i+3 are off by together (k: K or K'); only in neon."""
        n = (i + 1) // 4 + (i + 2) // 4 + (i + 3) // 4
        return k if self.tower and n & 1 else 0


def word_bytes(w):
    return [w >> (24 - 8 * j) & 255 for j in range(4)]


def tables(tower):
    b = Basis(tower)
    p = b.nibbles(gf.SM4_L[0], b.k)
    q = b.nibbles(gf.SM4_L[3])
    out = ''
    if tower:
        out += lines('.Linverse', '1/x, a/x in GF(16); infinity is 0x80', TOWER.nibble_inverse, TOWER.nibble_a_over)
    else:
        # AESE moves byte 4c + r to column c - r.
        out += lines('.Linverse', 'the inverse of ShiftRows',
                     [4 * ((c - r) % 4) + r for c in range(4) for r in range(4)])
    out += lines('.Lmask', 'low nibbles', [15] * 16)
    out += lines('.Lpq', 'P: two look-ups; Q: two', *p, *q)
    out += lines('.Lto_basis', 'M.x', *gf.nibble_tables(b.m))
    out += lines('.Lfrom_basis', 'the inverse of M', *gf.nibble_tables(b.m_inv))

    def rows(maps, k):
        # AESMC multiplies rows 0 and 1 by 2 and 3 for row 0 of its result.
        pre = [gf.IDENTITY] * 4 if tower else [gf.scale(gf.INV[2]), gf.scale(gf.INV[3]), gf.IDENTITY, gf.IDENTITY]
        if tower:
            pairs = [b.nibbles(m) for m in maps]
        else:
            pairs = []
            for d, m in enumerate(maps):
                lo, hi = b.nibbles(m, k if d == 2 else 0)
                pairs.append(([gf.apply(pre[d], v) for v in lo], [gf.apply(pre[d], v) for v in hi]))
        return [x[0] for x in pairs] + [x[1] for x in pairs]
    out += lines('.Lrow_l', 'one block: L, first and second look-up, by row', *rows(gf.SM4_L, b.k))
    out += lines('.Lrow_lk', "the same for the key schedule's L'", *rows(gf.SM4_LK, b.kk))
    out += lines('.Lck', 'CK in the basis',
                 *[[gf.apply(b.m, c ^ gf.SM4_X0) ^ b.offset(i, b.kk) for i in range(n, n + 4)
                    for c in word_bytes(gf.SM4_CK[i])] for n in range(0, 32, 4)])
    out += lines('.Lfk', 'FK in the basis', [gf.apply(b.m, c) for w in gf.SM4_FK for c in word_bytes(w)])
    # Round key i comes as word i + 4 of the schedule.
    def scheduled(i):
        return b.kk if tower and (i + 4) // 4 & 1 else 0
    out += lines('.Lkey_offsets', 'rounds 0-3, 4-7, ...: to the plain subkey (in the basis); to the round key',
                 *[[f(i) for i in range(n, n + 4) for _ in range(4)] for n in (0, 4)
                   for f in (scheduled, lambda i: scheduled(i) ^ b.mx0 ^ b.offset(i, b.k))])
    return out


TABLES = {'neon': tables(True), 'aese': tables(False)}


def check():
    """A whole encryption by the tables' algebra against the plain round."""
    for tower in (True, False):
        b = Basis(tower)
        maps = [b.nibbles(m) for m in gf.SM4_L]
        x = [0x01234567, 0x89abcdef, 0xfedcba98, 0x76543210]
        z = [[gf.apply(b.m, c) for c in word_bytes(w)] for w in x]
        for i in range(32):
            rk = gf.SM4_CK[i]
            t = word_bytes(x[1] ^ x[2] ^ x[3] ^ rk)
            s = sum(gf.SM4_S[c] << (24 - 8 * j) for j, c in enumerate(t))
            x = x[1:] + [x[0] ^ gf.sm4_word(gf.SM4_L, s)]
            key = [gf.apply(b.m, c ^ gf.SM4_X0) ^ b.offset(i, b.k) for c in word_bytes(rk)]
            u = [z[1][j] ^ z[2][j] ^ z[3][j] ^ key[j] for j in range(4)]
            look = []
            for c in u:
                if tower:
                    y = TOWER.inverse(c)
                    look.append([gf.apply(gf.compose(b.m, m, B), y) for m in gf.SM4_L])
                else:
                    y = gf.apply(gf.AES_A, gf.INV[c]) ^ gf.AES_C
                    look.append([lo[y & 15] ^ hi[y >> 4] for lo, hi in maps])
            new = []
            for j in range(4):
                v = z[0][j] ^ (0 if tower else b.k)
                for d in range(4):
                    v ^= look[(j + d) % 4][d]
                new.append(v)
            z = z[1:] + [new]
        for w, v in zip(x, z):
            if [gf.apply(b.m_inv, c) for c in v] != word_bytes(w):
                raise AssertionError('SM4 in the basis is wrong')


check()

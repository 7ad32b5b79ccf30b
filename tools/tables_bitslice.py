# SPDX-License-Identifier: BSD-2-Clause
"""The tower field of lib/bitslice.h, and the linear maps that the portable ciphers put around its inversion.

Bytes are inverted in the tower field GF(16)[X]/(X^2 + X + L) over GF(2)[y]/(y^4 + y + 1): a byte is a.X + b with a in
its high and b in its low four bits. TOWER maps AES's field to it.
"""
import gf


def mul16(a, b):
    r = 0
    while b:
        if b & 1:
            r ^= a
        a = (a << 1) ^ (0x13 if a & 8 else 0)
        b >>= 1
    return r


# The constant L: the first that makes X^2 + X + L irreducible.
L = next(c for c in range(1, 16) if all(mul16(x, x) ^ x ^ c for x in range(16)))


def tower_mul(x, y):
    a, b, c, d = x >> 4, x & 15, y >> 4, y & 15
    ac = mul16(a, c)
    return (mul16(a, d) ^ mul16(b, c) ^ ac) << 4 | mul16(b, d) ^ mul16(ac, L)


def find_tower():
    """The columns of an isomorphism from AES's field: powers of a root of its polynomial."""
    for root in range(2, 256):
        powers = [1]
        for _ in range(8):
            powers.append(tower_mul(powers[-1], root))
        if powers[8] == powers[4] ^ powers[3] ^ powers[1] ^ 1:
            return powers[:8]
    raise AssertionError('no isomorphism')


TOWER = find_tower()
UNTOWER = gf.invert(TOWER)
for _x in range(1, 256):
    assert tower_mul(gf.apply(TOWER, _x), gf.apply(TOWER, gf.INV[_x])) == 1


def columns(name, m):
    return f'static const unsigned char {name}[8] = {{' + ', '.join(f'0x{c:02x}' for c in m) + '};'


def tower():
    return f'enum {{ TOWER_L = {L} }};'


TABLES = {'tower': tower}

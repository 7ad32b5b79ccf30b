# SPDX-License-Identifier: BSD-2-Clause
"""Constants of asm/aarch64/camellia_ce.S.

The left half of a block ("X") is held in the basis of AESE, the right half ("Y") in the basis of AESD: linear maps MX
and MY with
    AESE input = MX.(x ^ k ^ X0),    its output o = A.inv(.) ^ 0x63
    AESD input = MY.(x ^ k ^ X0) ^ 0x63,    its output o = inv(.)
There are 8 x 255 choices of each of MX and MY (factorisation and scaling). The pair below is the best of all: the map
behind s1 and s4 in a round of the right half leaves the low three bits of a byte alone, so it is x ^ T[x >> 3]; and in
both bases the top bit of the plain byte depends on the low nibble only, so the bit that FL's rotation carries into the
neighbour byte is found with one table.
"""
import gf

BOXES = (1, 2, 3)                          # s4 is s1 behind a rotation of its input
ROT_OUT = {1: gf.ROT[0], 2: gf.ROT[1], 3: gf.ROT[7]}
ROT_IN = gf.ROT[1]


def basis(front, factors, scaling):
    """(front.M, B) of that factorisation of s1, rescaled."""
    m, b = gf.rescale(*gf.CAMELLIA_FACTORS[factors], scaling)
    return gf.compose(front, m), b


MX, BX = basis(gf.IDENTITY, 6, 0xf2)
MY, BY = basis(gf.AES_A, 6, 0xfd)
MX_INV, MY_INV = gf.invert(MX), gf.invert(MY)
AES_A_INV = gf.invert(gf.AES_A)


def post(direction, box):
    """The affine map (linear part, constant) from the AES instruction's output to the other half's basis."""
    rot = ROT_OUT[box]
    if direction == 'x':                   # o = A.inv ^ 63, into MY
        lin = gf.compose(MY, rot, BX, AES_A_INV)
        return lin, gf.apply(lin, gf.AES_C) ^ gf.apply(gf.compose(MY, rot), gf.CAMELLIA_C2)
    return gf.compose(MX, rot, BY), gf.apply(gf.compose(MX, rot), gf.CAMELLIA_C2)


def rows(*tables):
    return ''.join('    .byte ' + ', '.join(f'{b:#04x}' for b in t) + '\n' for t in tables)


def nibbles(m, c=0):
    return rows(*gf.nibble_tables(m, c))


def short(m, c):
    """32 entries with table[x >> 3] ^ x = m.x ^ c, for a map m that keeps the low three bits."""
    if m[:3] != gf.IDENTITY[:3]:
        raise AssertionError('the map does not keep the low three bits')
    table = [gf.apply(m, i << 3) ^ i << 3 ^ c for i in range(32)]
    return rows(table[:16], table[16:])


def rounds(direction):
    """Tables of one kind of round: s4's input rotation, then the maps behind s1, s2, s3."""
    m, mi = (MX, MX_INV) if direction == 'x' else (MY, MY_INV)
    first = nibbles(*post('x', 1)) if direction == 'x' else short(*post('y', 1))
    return nibbles(gf.compose(m, ROT_IN, mi)) + first + ''.join(nibbles(*post(direction, b)) for b in BOXES[1:])


def flmaps(mi):
    """The plain values of the basis bytes 0..15 and 0x00, 0x10, .. 0xf0: FL's tables are made from them."""
    if any(gf.apply(mi, i << 4) & 0x80 for i in range(16)):
        raise AssertionError('the top bit depends on the high nibble')
    return rows([gf.apply(mi, i) for i in range(16)], [gf.apply(mi, i << 4) for i in range(16)])


# ---- one block: the AESE basis for both halves, byte 7 - i of a half (a little-endian integer) in lanes i and i + 8,
# and s4's bytes (3 and 6, RFC numbering from 0) kept rotated.
LANE_OF = [7 - j for j in range(8)]
S4 = [j for j in range(8) if gf.CAMELLIA_SBOX_OF[j] == 4]
SHIFT_ROWS = [(i + 4 * (i % 4)) % 16 for i in range(16)]         # out[i] = in[SHIFT_ROWS[i]]
CLASS = {1: [0, 3, 6, 7], 2: [1, 4], 3: [2, 5]}


def single_post(box):
    lin = gf.compose(MX, ROT_OUT[box], BX, AES_A_INV)
    return lin, gf.apply(lin, gf.AES_C) ^ gf.apply(gf.compose(MX, ROT_OUT[box]), gf.CAMELLIA_C2)


def lanes(f):
    """16 bytes: f(byte number) in both lanes of that byte."""
    v = [0] * 16
    for j in range(8):
        v[LANE_OF[j]] = v[LANE_OF[j] + 8] = f(j)
    return v


def rotated(j, x):
    return gf.rol8(x, 1) if j in S4 else x


ROUND_CONST = []                           # what linear tables leave out of one F, byte j of the basis
for _j in range(8):
    _c = 0
    for _i in gf.CAMELLIA_P[_j]:
        _b = gf.CAMELLIA_SBOX_OF[_i]
        _c ^= single_post(1 if _b == 4 else _b)[1]
    ROUND_CONST.append(gf.apply(gf.compose(MX, ROT_IN, MX_INV), _c) if _j in S4 else _c)


def single_perms():
    """Index vectors that bring the AESE outputs of one class under the bytes they are added to, two terms a vector."""
    where = {}
    for i in range(16):
        where.setdefault(7 - SHIFT_ROWS[i] % 8, i)
    out = []
    for box, members in CLASS.items():
        terms = [[i for i in gf.CAMELLIA_P[j] if i in members] for j in range(8)]
        for first in range(0, max(map(len, terms)), 2):
            v = [0xff] * 16
            for j in range(8):
                for n, i in enumerate(terms[j][first:first + 2]):
                    v[LANE_OF[j] + 8 * n] = where[i]
            out.append(v)
    return rows(*out)


def single_tables():
    """For each class: 32 entries for the low nibble (16: other bytes, 16: s4's bytes), 32 for the high nibble."""
    text = ''
    rot = gf.compose(MX, ROT_IN, MX_INV)
    for box in BOXES:
        lin = single_post(box)[0]
        low, high = gf.nibble_tables(lin)
        low4, high4 = gf.nibble_tables(gf.compose(rot, lin))
        text += rows(low, low4, high, high4)
    return text


def single_convert(to):
    """Tables plain -> basis or basis -> plain, 32 entries as above."""
    m = MX if to else MX_INV
    m4 = gf.compose(MX, ROT_IN) if to else gf.compose(gf.ROT[7], MX_INV)
    low, high = gf.nibble_tables(m)
    low4, high4 = gf.nibble_tables(m4)
    return rows(low, low4, high, high4)


def sigma():
    """The constants of the key schedule as AESE operands; the parity of what linear tables left out is in them."""
    text = ''
    for n, s in enumerate(gf.CAMELLIA_SIGMA):
        odd = n % 2 == 1

        def byte(j):
            k = gf.apply(MX, rotated(j, s >> (56 - 8 * j) & 255) ^ gf.CAMELLIA_X0)
            return k ^ (ROUND_CONST[j] if odd else 0)
        text += rows(lanes(byte))
    return text


TABLES = {
    'slice': lambda: nibbles(MX) + nibbles(MY),
    'unslice': lambda: nibbles(MX_INV) + nibbles(MY_INV),
    'round_x': lambda: rounds('x'),
    'round_y': lambda: rounds('y'),
    'fl_x': lambda: flmaps(MX_INV),
    'fl_y': lambda: flmaps(MY_INV),
    'key_x': lambda: rows(lanes(lambda j: gf.apply(MX, gf.CAMELLIA_X0))),
    'key_y': lambda: rows(lanes(lambda j: gf.apply(MY, gf.CAMELLIA_X0) ^ gf.AES_C)),
    'to_y': lambda: rows(*gf.nibble_tables(MY)[:1], *gf.nibble_tables(gf.compose(MY, ROT_IN))[:1],
                         *gf.nibble_tables(MY)[1:], *gf.nibble_tables(gf.compose(MY, ROT_IN))[1:]),
    'to_x': lambda: single_convert(True),
    'from_x': lambda: single_convert(False),
    's4_lanes': lambda: rows(lanes(lambda j: 0x10 if j in S4 else 0)),
    'one_perm': single_perms,
    'one_tables': single_tables,
    'one_const': lambda: rows(lanes(lambda j: ROUND_CONST[j])),
    'sigma': sigma,
    'lanes': lambda: rows(range(16), SHIFT_ROWS),
}

# SPDX-License-Identifier: BSD-2-Clause
"""Constants of the one-block Camellia in asm/x86_64/asm.h (GFNI, and with AESENCLAST as the inversion).

A half of the state is eight bytes, byte i of RFC 3713 at byte 7 - i, twice in a vector. Bytes are held in the basis
of the inversion that belongs to its own S-box: M.x, but M.(x <<< 1) for the bytes of s4. Inversions followed by
M.rot.B, with the four rotations that occur, give all terms of the P-function; which rotation a term wants depends on
the S-box of the input byte and on the basis of the output byte. Three vectors, each with rotation 0 in its low half
and another one in its high half, hold the terms so that one shuffle of each brings two terms to every output byte.

AESENCLAST is the same inversion with AES's affine map behind it and ShiftRows, which moves byte p to 5 p mod 8. Nibble
tables of the four maps take what GFNI does with matrices; each result fills both halves.
"""
import camellia_gfni as c
import gf
from camellia_aes import byte_rows

IN_ROT = [1 if n == 4 else 0 for n in gf.CAMELLIA_SBOX_OF]
OUT_ROT = [{1: 0, 2: 1, 3: -1, 4: 0}[n] for n in gf.CAMELLIA_SBOX_OF]
#: the rotation in the high half of each vector
ROTATIONS = (1, -1, 2)


def quads(*values, comment=None):
    text = f'    /* {comment} */\n' if comment else ''
    return text + '    .quad ' + ', '.join(f'0x{v:016x}' for v in values) + '\n'


def rot(n):
    return gf.ROT[n % 8]


def shuffles(in_rot):
    """An index vector for each vector; the sum of both halves of all three shuffles is the P-function, with byte i
    rotated by in_rot[i]."""
    out = [[0x80] * 16 for _ in ROTATIONS]
    for p in range(8):
        i = 7 - p
        found = [[], [], []]
        zero = []
        for j in gf.CAMELLIA_P[i]:
            r = in_rot[i] + OUT_ROT[j]
            if r:
                found[ROTATIONS.index(r)].append(8 + 7 - j)
            else:
                zero.append(7 - j)
        for source in zero:
            min(found, key=len).append(source)
        for v in range(3):
            for t, source in enumerate(found[v]):
                out[v][p + 8 * t] = source
    return out


def plain_constant(bytes_of):
    return sum(bytes_of[i] << (8 * (7 - i)) for i in range(8))


#: positions with the bytes of s4 from the high half
MIXED = [p + (8 if IN_ROT[7 - p] else 0) for p in range(8)]


def mix():
    return byte_rows(MIXED * 2, comment='the bytes of s4 from the high half')


def aes_shuffles():
    """Index vectors for the results with rotation 0 (two), 1, -1, 2."""
    out = [[0x80] * 16 for _ in range(5)]
    for p in range(8):
        i = 7 - p
        for n, rotation in enumerate((0,) + ROTATIONS):
            terms = [5 * (7 - j) % 8 for j in gf.CAMELLIA_P[i] if IN_ROT[i] + OUT_ROT[j] == rotation]
            for t, source in enumerate(terms):
                out[n + (1 if n else t // 2)][p + 8 * (t % 2)] = source
    return out


def aes_constants():
    text = ''
    undo = gf.invert(gf.AES_A)
    for r in (0,) + ROTATIONS:
        tables = gf.nibble_tables(gf.compose(c.M, rot(r), c.B, undo))
        text += byte_rows(tables[0] + tables[1], comment=f'behind AESENCLAST: rotation {r}')
    text += '    /* their parts in the P-function: rotation 0 has two */\n'
    text += ''.join(byte_rows(v) for v in aes_shuffles())
    for name, maps in (('to the basis', (c.M, gf.compose(c.M, rot(1)))),
                       ('back', (c.M_INV, gf.compose(rot(-1), c.M_INV)))):
        text += f'    /* {name}: bytes of s1, s2, s3; of s4 */\n'
        for m in maps:
            low, high = gf.nibble_tables(m)
            text += byte_rows(low + high)
    text += mix() + byte_rows([15] * 16, comment='nibble mask')
    text += byte_rows([gf.AES_C] * 16, comment='cancels the constant of AES\'s affine map')
    return text + ends()


def ends():
    """What both have."""
    text = byte_rows(list(range(7, -1, -1)) * 2, comment='load the left half, the right half; store them')
    text += byte_rows(list(range(15, 7, -1)) * 2)
    text += byte_rows(MIXED[::-1] + [0x80] * 8) + byte_rows([0x80] * 8 + MIXED[::-1])
    text += quads(*[0x7fffffff00000000] * 2, comment='left word without its top bit')
    s = [gf.rol8(gf.CAMELLIA_C2, r % 8) for r in OUT_ROT]
    f = []
    for row in gf.CAMELLIA_P:
        v = 0
        for j in row:
            v ^= s[j]
        f.append(v)
    text += quads(*[plain_constant([gf.rol8(gf.CAMELLIA_X0, -r % 8) for r in IN_ROT])] * 4,
                  comment='what the inversions want added to the subkeys; the constant of F')
    text += quads(*[plain_constant(f)] * 4)
    return text


def constants():
    text = ''
    for first, in_rot in (c.M, IN_ROT), (gf.IDENTITY, [0] * 8):
        for r in ROTATIONS:
            where = 'plain' if first is gf.IDENTITY else 'in the basis'
            text += quads(*(gf.affine_qword(gf.compose(first, rot(n), c.B)) for n in (0, r)),
                          comment=f'behind the inversion: rotations 0 and {r}, {where}')
        text += ''.join(byte_rows(v) for v in shuffles(in_rot))
    text += mix()
    text += quads(gf.affine_qword(c.M), gf.affine_qword(gf.compose(c.M, rot(1))), comment='to the basis; back')
    text += quads(gf.affine_qword(c.M_INV), gf.affine_qword(gf.compose(rot(-1), c.M_INV)))
    return text + ends()

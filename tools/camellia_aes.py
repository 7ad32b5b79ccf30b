# SPDX-License-Identifier: BSD-2-Clause
"""The basis, byte filters and tables of Camellia kernels whose inversion comes from AES's last round.

The state of 16 (or more) blocks is byte-sliced into two halves. X is the half that odd rounds (k1, k3, ...) take as
their source and Y the one of even rounds. A byte of X is kept as M.(x ^ X0) and goes through the last round of AES
encryption, A.inv(x) ^ 0x63. A byte of Y is kept as A.M'.(x ^ X0) ^ 0x63 and goes through the last round of AES
decryption, inv(A^-1.(x ^ 0x63)). ShiftRows and its inverse then cancel when Y is kept permuted by SHIFT_ROWS.

M and M' are chosen such that bit 7 of a kept byte is bit 7 of the plain byte, but for a constant: PSHUFB and TBL-like
shuffles test that bit for free, which makes the carry between the bytes in FL's 32-bit rotation one shuffle.

A byte filter is any affine byte map; nibble_tables() of gf.py makes the two 16-entry tables of it.
"""
import gf

# How far the output of a byte's S-box is rotated against s1's; s4 rotates its input instead.
OUT_ROT = {1: 0, 2: 1, 3: 7, 4: 0}
IN_ROT = {1: 0, 2: 0, 3: 0, 4: 1}

# ShiftRows on the 16 bytes of a register: byte i of the result is byte SHIFT_ROWS[i] of the source.
SHIFT_ROWS = [(5 * i) % 16 for i in range(16)]


class Half:
    """One half's basis and the byte maps of the rounds that take it as their source.

    out: linear map behind M; fixed: the constant behind it (X: none; Y: AES's affine map).
    undo, undo_c: what the AES instruction of this half leaves to do before its result is the inversion's:
    inversion = undo.(result ^ undo_c).
    """

    def __init__(self, out, fixed, undo, undo_c):
        self.m, self.b = next(s for s in self._scaled() if self._keeps_top_bit(gf.compose(out, s[0])))
        self.lin = gf.compose(out, self.m)                      # plain difference to kept difference
        self.lin_inv = gf.invert(self.lin)
        self.fixed = fixed
        self.undo, self.undo_c = undo, undo_c
        self.x0 = self.plain(0)                                 # plain byte that is kept as 0

    @staticmethod
    def _scaled():
        return (gf.rescale(m, b, c) for m, b in gf.CAMELLIA_FACTORS for c in range(1, 256))

    @staticmethod
    def _keeps_top_bit(m):
        return gf.transpose(m)[7] == 0x80

    def keep(self, x):
        """Plain byte to kept byte."""
        return gf.apply(self.lin, x ^ gf.CAMELLIA_X0) ^ self.fixed

    def plain(self, y):
        """Kept byte to plain byte."""
        return gf.apply(self.lin_inv, y ^ self.fixed) ^ gf.CAMELLIA_X0

    def s4_input(self, y):
        """Kept byte to the kept form of the plain byte rotated left by one: what s4's inversion takes."""
        return self.keep(gf.rol8(self.plain(y), 1))

    def post(self, other, box):
        """The AES instruction's result to what the S-box `box` adds to the other half (a kept difference)."""
        def f(o):
            s = gf.apply(self.b, gf.apply(self.undo, o ^ self.undo_c)) ^ gf.CAMELLIA_C2
            return gf.apply(other.lin, gf.rol8(s, OUT_ROT[box]))
        return f

    def operand(self, box):
        """A plain difference of the S-box's output to the difference of the AES instruction's result.

        The instruction adds its round key behind the inversion, so a difference that is wanted in the other half goes
        in there, through the inverse of the P-function and this map.
        """
        back = gf.compose(gf.invert(self.undo), gf.invert(self.b), gf.ROT[-OUT_ROT[box] % 8])
        return lambda d: gf.apply(back, d)

    def and_tables(self, shift):
        """For the tables of the linear map b -> kept((plain(b) & k) << shift): low and high nibbles of the plain byte
        of each entry of the low table, then of the high table; and the filter for their AND with k."""
        low = [gf.apply(self.lin_inv, n) for n in range(16)]
        high = [gf.apply(self.lin_inv, n << 4) for n in range(16)]
        nibbles = [v & 15 for v in low] + [v >> 4 for v in low] + [v & 15 for v in high] + [v >> 4 for v in high]
        return nibbles, filter_tables(lambda v: gf.apply(self.lin, (v << shift) & 255))


X = Half(gf.IDENTITY, 0, gf.invert(gf.AES_A), gf.AES_C)
Y = Half(gf.AES_A, gf.AES_C, gf.IDENTITY, 0)


def affine(f):
    """(matrix, constant) of the affine byte map f; raises when f is not affine."""
    c = f(0)
    m = gf.linear(lambda x: f(x) ^ c)
    if any(gf.apply(m, x) ^ c != f(x) for x in range(256)):
        raise ValueError('not an affine map')
    return m, c


def filter_tables(f):
    """The 16-byte low and high nibble tables of the affine byte map f, as one list of 32."""
    low, high = gf.nibble_tables(*affine(f))
    return low + high


def byte_rows(values, indent=4, comment=None):
    """Assembler text: `.byte` lines of 16."""
    pad = ' ' * indent
    text = [f'{pad}/* {comment} */\n'] if comment else []
    for i in range(0, len(values), 16):
        text.append(pad + '.byte ' + ', '.join(f'0x{v:02x}' for v in values[i:i + 16]) + '\n')
    return ''.join(text)


def round_tables(src, dst):
    """What rounds with source half src read: filters behind s1 and s4, s2, s3; in front of s4. 128 bytes."""
    return (byte_rows(filter_tables(src.post(dst, 1)), comment='behind s1 and s4')
            + byte_rows(filter_tables(src.post(dst, 2)), comment='behind s2')
            + byte_rows(filter_tables(src.post(dst, 3)), comment='behind s3')
            + byte_rows(filter_tables(src.s4_input), comment='in front of s4'))


def edge_tables(half):
    """Filters from plain to kept and from kept to plain bytes. 64 bytes."""
    return (byte_rows(filter_tables(half.keep), comment='plain to kept')
            + byte_rows(filter_tables(half.plain), comment='kept to plain'))


def setkey_tables(half):
    """What the key setup reads for one half: three operand filters and FL's tables. 224 bytes."""
    nibbles, shifted = half.and_tables(1)
    _, straight = half.and_tables(0)
    return (byte_rows(filter_tables(half.operand(1)), comment='operand in front of s1 and s4')
            + byte_rows(filter_tables(half.operand(2)), comment='operand in front of s2')
            + byte_rows(filter_tables(half.operand(3)), comment='operand in front of s3')
            + byte_rows(nibbles, comment='FL: plain nibbles of the entries')
            + byte_rows(shifted, comment='FL: filter behind AND and shift')
            + byte_rows(straight, comment='FL: filter behind AND'))


def kernel_constants():
    return ('    /* source X */\n' + round_tables(X, Y) + '    /* source Y */\n' + round_tables(Y, X)
            + '    /* X */\n' + edge_tables(X) + '    /* Y */\n' + edge_tables(Y))


def fl_constants():
    """Per quadword (X, Y): the plain byte kept as 0, eight times (bit 7 turned in the upper four, as FL's carry filter
    is inverted); the kept form of plain bit 0."""
    zero = [[h.x0] * 4 + [h.x0 ^ 0x80] * 4 for h in (X, Y)]
    return (byte_rows(zero[0] + zero[1], comment='kept as 0')
            + byte_rows([gf.apply(X.lin, 1)] * 8 + [gf.apply(Y.lin, 1)] * 8, comment='kept form of bit 0'))


def setkey_constants():
    return ('    /* X */\n' + setkey_tables(X) + '    /* Y */\n' + setkey_tables(Y) + fl_constants())

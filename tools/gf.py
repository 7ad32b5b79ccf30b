# SPDX-License-Identifier: BSD-2-Clause
"""Field and matrix algebra behind the kernels' constants.

A linear map on bytes is a list of 8 columns: the image of bit 0 first. Bytes are elements of GF(2^8) modulo
x^8 + x^4 + x^3 + x + 1 (0x11b, the field of AES).
"""


def gmul(a, b):
    """Product in GF(2^8) / 0x11b."""
    r = 0
    while b:
        if b & 1:
            r ^= a
        a = (a << 1) ^ (0x11b if a & 0x80 else 0)
        b >>= 1
    return r


INV = [0] * 256
for _a in range(1, 256):
    if not INV[_a]:
        _b = next(b for b in range(1, 256) if gmul(_a, b) == 1)
        INV[_a], INV[_b] = _b, _a


def rol8(x, n):
    return ((x << n) | (x >> (8 - n))) & 255 if n else x


def apply(m, x):
    """The image of byte x under the linear map m."""
    r = 0
    for i in range(8):
        if x >> i & 1:
            r ^= m[i]
    return r


def compose(*maps):
    """compose(f, g, h)(x) = f(g(h(x)))."""
    r = IDENTITY
    for m in reversed(maps):
        r = [apply(m, c) for c in r]
    return r


def invert(m):
    """The inverse of an invertible linear map."""
    table = {apply(m, x): x for x in range(256)}
    if len(table) != 256:
        raise ValueError('singular matrix')
    return [table[1 << i] for i in range(8)]


def transpose(m):
    return [sum((m[j] >> i & 1) << j for j in range(8)) for i in range(8)]


def linear(f):
    """The linear map that agrees with the function f on single bits."""
    return [f(1 << i) for i in range(8)]


IDENTITY = linear(lambda x: x)
ROT = [linear(lambda x, n=n: rol8(x, n)) for n in range(8)]
FROBENIUS = linear(lambda x: gmul(x, x))


def scale(c):
    """Multiplication by the constant c."""
    return linear(lambda x: gmul(c, x))


# AES (FIPS 197): SubBytes(x) = AES_A . inv(x) ^ 0x63
AES_A = [0x1f, 0x3e, 0x7c, 0xf8, 0xf1, 0xe3, 0xc7, 0x8f]
AES_C = 0x63


def affine_qword(m):
    """The matrix operand of GF2P8AFFINEQB for the linear map m: byte 7-i of the result is the row of output bit i."""
    rows = transpose(m)
    return sum(rows[i] << (8 * (7 - i)) for i in range(8))


def nibble_tables(m, c=0):
    """Two 16-entry tables with low[x & 15] ^ high[x >> 4] = m.x ^ c."""
    return [apply(m, x) ^ c for x in range(16)], [apply(m, x << 4) for x in range(16)]


def factor_sbox(sbox, x0):
    """All (M, B), up to scaling, with sbox[x ^ x0] ^ sbox[x0] == B.inv(M.x)."""
    f = [sbox[x ^ x0] ^ sbox[x0] for x in range(256)]
    inverse = {y: x for x, y in enumerate(f)}
    found = []

    def extend(t, x, y):
        for k in list(t):
            t[k ^ x] = t[k] ^ y

    for v in range(2, 256):
        m, b = {0: 0}, {0: 0}
        extend(m, 1, 1)
        extend(m, 2, v)
        ok = moved = True
        while ok and moved:
            moved = False
            for x in list(m):
                a = INV[m[x]]
                if a not in b:
                    extend(b, a, f[x])
                    moved = True
                elif b[a] != f[x]:
                    ok = False
            for a in list(b):
                x = inverse[b[a]]
                if x not in m:
                    extend(m, x, INV[a])
                    moved = True
                elif m[x] != INV[a]:
                    ok = False
        if ok and len(m) == len(b) == 256 and len(set(m.values())) == 256:
            found.append(([m[1 << i] for i in range(8)], [b[1 << i] for i in range(8)]))
    return found


def rescale(m, b, c):
    """Another factorisation of the same S-box: inv(c.x) = inv(c).inv(x)."""
    return compose(scale(c), m), compose(b, scale(c))


# Camellia (RFC 3713, section 2.4.1 and appendix): s1(x) = B.inv(M.(x ^ X0)) ^ C2 with the pairs (M, B) below, each
# times any of 255 scalings (rescale). The S-box's values are those of the standard; factor_sbox finds M and B.
CAMELLIA_S1 = list(bytes.fromhex(
    '70822cecb327c0e5e4855735ea0cae4123ef6b934519a521ed0e4f4e1d6592bd'
    '86b8af8f7ceb1fce3e30dc5f5ec50b1aa6e139cad5475d3dd9015ad651566c4d'
    '8b0d9a66fbccb02d74122b20f0b18499df4ccbc2347e76056db7a931d11704d7'
    '14583a61de1b111c320f9c165318f222fe44cfb2c3b57a912408e8a860fc6950'
    'aad0a07da1896297545b1e95e0ff64d210c40048a3f775db8a03e6da093fdd94'
    '875c8302cd4a90337367f6f39d7fbfe2529bd826c837c63b81966f4b13be632e'
    'e979a78c9f6ebc8e29f5f9b62ffdb4597898066ae74671bad425ab4288a28dfa'
    '7207b955f8eeac0a36492a683c38f1a44028d37bbbc943c115e3adf477c7809e'))
CAMELLIA_X0 = 0xc5
CAMELLIA_C2 = CAMELLIA_S1[CAMELLIA_X0]
CAMELLIA_FACTORS = factor_sbox(CAMELLIA_S1, CAMELLIA_X0)

# The P-function (RFC 3713, section 2.4): output byte i is the XOR of these S-box outputs; and the S-box of each byte.
CAMELLIA_P = [[0, 2, 3, 5, 6, 7], [0, 1, 3, 4, 6, 7], [0, 1, 2, 4, 5, 7], [1, 2, 3, 4, 5, 6],
              [0, 1, 5, 6, 7], [1, 2, 4, 6, 7], [2, 3, 4, 5, 7], [0, 3, 4, 5, 6]]
CAMELLIA_SBOX_OF = [1, 2, 3, 4, 2, 3, 4, 1]
CAMELLIA_SIGMA = [0xA09E667F3BCC908B, 0xB67AE8584CAA73B2, 0xC6EF372FE94F82BE,
                  0x54FF53A5F1D36F1C, 0x10E527FADE682D1D, 0xB05688C2B3E6C1FD]


def check():
    s, x0 = CAMELLIA_S1, CAMELLIA_X0
    if len(CAMELLIA_FACTORS) != 8:
        raise AssertionError('expected eight factorisations of s1')
    for m, b in CAMELLIA_FACTORS:
        if any(s[x] != apply(b, INV[apply(m, x ^ x0)]) ^ CAMELLIA_C2 for x in range(256)):
            raise AssertionError('factorisation of s1 is wrong')


check()

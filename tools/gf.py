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


def add(a, b):
    """The sum of two linear maps."""
    return [x ^ y for x, y in zip(a, b)]


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

# SM4 (GB/T 32907, section 6.2; draft-ribose-cfrg-sm4): S(x) = B.inv(M.(x ^ X0)) ^ C2 with the pairs (M, B) of
# SM4_FACTORS, each times any of 255 scalings (rescale).
SM4_S = list(bytes.fromhex(
    'd690e9fecce13db716b614c228fb2c052b679a762abe04c3aa44132649860699'
    '9c4250f491ef987a33540b43edcfac62e4b31ca9c908e89580df94fa758f3fa6'
    '4707a7fcf37317ba83593c19e6854fa8686b81b27164da8bf8eb0f4b70569d35'
    '1e240e5e6358d1a225227c3b01217887d40046579fd327524c3602e7a0c4c89e'
    'eabf8ad240c738b5a3f7f2cef96115a1e0ae5da49b341a55ad933230f58cb1e3'
    '1df6e22e8266ca60c02923ab0d534e6fd5db3745defd8e2f03ff6a726d6c5b51'
    '8d1baf92bbddbc7f11d95c411f105ad80ac13188a5cd7bbd2d74d012b8e5b4b0'
    '8969974a0c96777e65b9f109c56ec68418f07dec3adc4d2079ee5f3ed7cb3948'))
SM4_X0 = 0x75
SM4_C2 = SM4_S[SM4_X0]
SM4_FACTORS = factor_sbox(SM4_S, SM4_X0)

# L and the key schedule's L' on the bytes b0 (first in memory) .. b3 of a word: output byte i is the XOR over d of
# SM4_L[d].b[(i + d) % 4]. With P = SM4_L[0], Q = SM4_L[3]: SM4_L[1] = SM4_L[2] = P ^ Q, the rotation by 2.
_shl = [linear(lambda x, n=n: x << n & 255) for n in range(8)]
_shr = [linear(lambda x, n=n: x >> n) for n in range(8)]
SM4_L = [add(IDENTITY, _shl[2]), ROT[2], ROT[2], add(IDENTITY, _shr[6])]
SM4_LK = [IDENTITY, _shl[5], add(_shr[3], _shl[7]), _shr[1]]
SM4_FK = [0xa3b1bac6, 0x56aa3350, 0x677d9197, 0xb27022dc]
SM4_CK = [sum(((4 * i + j) * 7 & 255) << (24 - 8 * j) for j in range(4)) for i in range(32)]


def sm4_word(maps, x):
    """The linear map of words with the byte maps given as in SM4_L (word: big-endian value of its bytes)."""
    b = [x >> (24 - 8 * i) & 255 for i in range(4)]
    r = 0
    for i in range(4):
        v = 0
        for d in range(4):
            v ^= apply(maps[d], b[(i + d) % 4])
        r = r << 8 | v
    return r


class Tower:
    """GF(2^8)/0x11b over its subfield GF(16), for inversion by look-ups in 16-entry tables.

    An element is k + i.theta with i, k in GF(16), theta^2 + a.theta + a = 0, written as the byte (i << 4) | k in a
    basis of GF(16). With j = i ^ k and 1/0 = infinity (1/infinity = 0, infinity + anything = infinity):
        io = 1/(1/i + a/k) + j,  jo = 1/(1/j + a/k) + i,  inverse = U.(1/io) ^ T.(1/jo)
    Infinity is the byte 0x80, an index for which a table look-up yields 0.
    (The formula is Hamburg's, "Accelerating AES with vector permute instructions", CHES 2009.)
    """

    INFINITY = 0x80

    def __init__(self, index=0):
        sub = [x for x in range(256) if _power(x, 16) == x]
        basis = []
        span = {0}
        for x in sub:
            if x not in span:
                basis.append(x)
                span |= {x ^ y for y in span}
        choices = [(a, t) for a in sub[1:] for t in range(256)
                   if t not in sub and gmul(t, t) ^ gmul(a, t) ^ a == 0]
        self.a, self.theta = choices[index]
        #: the field element of a byte in tower form, and the way back
        self.to_field = basis + [gmul(b, self.theta) for b in basis]
        self.from_field = invert(self.to_field)
        nibble = [apply(self.to_field, x) for x in range(16)]
        self.nibble_inverse = [self.INFINITY] + [nibble.index(INV[n]) for n in nibble[1:]]
        self.nibble_a_over = [self.INFINITY] + [nibble.index(gmul(self.a, INV[n])) for n in nibble[1:]]
        # inverse = v + theta.(v + (v + w)/a)/a with v = 1/io, w = 1/jo; as field elements, indexed by io and jo
        ia, theta = INV[self.a], self.theta
        self.u = [v ^ gmul(theta, gmul(ia, v ^ gmul(ia, v))) for v in (INV[n] for n in nibble)]
        self.t = [gmul(theta, gmul(ia, gmul(ia, w))) for w in (INV[n] for n in nibble)]

    def inverse(self, z):
        """The inverse, as a field element, of the byte z in tower form, by the table look-ups alone."""
        def look(table, i):
            return table[i] if i < 16 else 0
        i, k = z >> 4, z & 15
        j, ak = i ^ k, self.nibble_a_over[k]
        io = look(self.nibble_inverse, self.nibble_inverse[i] ^ ak) ^ j
        jo = look(self.nibble_inverse, self.nibble_inverse[j] ^ ak) ^ i
        return look(self.u, io) ^ look(self.t, jo)


def _power(x, n):
    r = 1
    for _ in range(n):
        r = gmul(r, x)
    return r


def check():
    s, x0 = CAMELLIA_S1, CAMELLIA_X0
    if len(CAMELLIA_FACTORS) != 8:
        raise AssertionError('expected eight factorisations of s1')
    for m, b in CAMELLIA_FACTORS:
        if any(s[x] != apply(b, INV[apply(m, x ^ x0)]) ^ CAMELLIA_C2 for x in range(256)):
            raise AssertionError('factorisation of s1 is wrong')
    if len(SM4_FACTORS) != 8:
        raise AssertionError('expected eight factorisations of the SM4 S-box')
    for m, b in SM4_FACTORS:
        if any(SM4_S[x] != apply(b, INV[apply(m, x ^ SM4_X0)]) ^ SM4_C2 for x in range(256)):
            raise AssertionError('factorisation of the SM4 S-box is wrong')

    def rol32(x, n):
        return (x << n | x >> (32 - n)) & 0xffffffff
    for x in (1 << i for i in range(32)):
        if (sm4_word(SM4_L, x) != x ^ rol32(x, 2) ^ rol32(x, 10) ^ rol32(x, 18) ^ rol32(x, 24) or
                sm4_word(SM4_LK, x) != x ^ rol32(x, 13) ^ rol32(x, 23)):
            raise AssertionError('SM4_L or SM4_LK is wrong')
    tower = Tower()
    if any(tower.inverse(z) != INV[apply(tower.to_field, z)] for z in range(256)):
        raise AssertionError('tower inversion is wrong')


check()

# SPDX-License-Identifier: BSD-2-Clause
"""Constants of asm/x86_64/camellia_gfni_avx512.S."""
import camellia_gfni
import gf

#: the kernel's basis
c = camellia_gfni.with_top_bit()


def quad(name, m):
    return f'.L{name}:\n    .quad 0x{gf.affine_qword(m):016x}\n'


def rows(name, values):
    """A vector of bytes."""
    return f'.L{name}:\n' + ''.join('    .byte ' + ', '.join(str(v) for v in values[i:i + 16]) + '\n'
                                    for i in range(0, len(values), 16))


# The P-function in the kernel (MIX, ADD_REG): sums of the S-boxes' outputs, and what each output byte is the sum of.
SUMS = {'b2': ['z2', 'z4'], 'b3': ['z3', 'z5'], 'b4': ['z4', 'z6'], 'c4': ['b4', 'z0', 'b3'], 'b5': ['z5', 'z1', 'z7'],
        'b1': ['z1', 'z6'], 'c7': ['z7', 'b2'], 'c0': ['z0', 'b5'], 'c3': ['b3', 'b2'], 'y7': ['c4']}
OUTPUTS = [['c7', 'c4'], ['b5', 'c4'], ['c0', 'b2'], ['c3', 'b1'], ['c0', 'z6'], ['c7', 'b1'], ['c7', 'b3'], ['y7']]
#: where the eight bytes of a round's slot are added
ADDED = ['b2', 'b3', 'b4', 'b1', 'c7', 'c0', 'c3', 'y7']


def slot_bytes():
    """Byte i of a round's slot is the sum of these bytes (bit mask) of what the output is to receive."""
    value = {f'z{j}': (1 << j, 0) for j in range(8)}        # name: sum of which S-box outputs, of which slot bytes

    def total(terms):
        z = k = 0
        for t in terms:
            z, k = z ^ value[t][0], k ^ value[t][1]
        return z, k
    for name, terms in SUMS.items():
        z, k = total(terms)
        value[name] = z, k ^ (1 << ADDED.index(name) if name in ADDED else 0)
    outputs = [total(terms) for terms in OUTPUTS]
    if [z for z, _ in outputs] != [sum(1 << j for j in row) for row in gf.CAMELLIA_P]:
        raise AssertionError('not the P-function')
    return gf.transpose(gf.invert(gf.transpose([k for _, k in outputs])))


def quads(name, values):
    return f'.L{name}:\n    .quad 0x{int.from_bytes(bytes(values), "little"):016x}\n'


def matrices():
    return (quads('slot_keys', slot_bytes()) + quads('slot_bytes', [1 << j for j in range(8)]) +
            quad('to_basis', c.TO_BASIS) + quad('from_basis', c.FROM_BASIS) +
            quad('post_s1', c.POST[0][0]) + quad('post_s2', c.POST[1][0]) + quad('post_s3', c.POST[7][0]) +
            quad('pre_s4', c.PRE_S4[0]) + quad('fl_right', c.FL_RIGHT) + quad('fl_rol1', c.FL_ROL1) +
            quad('fl_same', c.FL_LEFT['same']) + quads('top_bit', [c.top_bit()] * 8) + quads('bit_7', [0x80] * 8))


def immediates():
    values = {'X0': gf.CAMELLIA_X0, 'BASIS_X0': gf.apply(c.M, gf.CAMELLIA_X0), 'POST_S1': c.POST[0][1],
              'POST_S2': c.POST[1][1], 'POST_S3': c.POST[7][1], 'PRE_S4': c.PRE_S4[1]}
    return ''.join(f'#define {("IMM_" + k):<12} 0x{v:02x}\n' for k, v in values.items())


def indexes():
    """Of VPERMB: each byte of two FL subkeys' left (right) words, byte 0 of RFC 3713 first, eight times. The number of
    the block that a byte of a sliced vector belongs to. XTS's powers of x in a vector."""
    left = [8 * (q // 4) + 7 - q % 4 for q in range(8) for _ in range(8)]
    return (rows('fl_left_words', left) + rows('fl_right_words', [i - 4 for i in left]) +
            rows('replicate', [i // 4 for i in range(64)]) +
            rows('blocks_zmm', [4 * (i % 16) + i // 16 for i in range(64)]) +
            rows('powers', [i // 16 if i % 8 == 0 else 0 for i in range(64)]) +
            rows('blocks_ymm', [2 * (i % 16) + i // 16 for i in range(32)]) +
            '.Lpoly:\n    .quad 0x87\n.Lsixty_four:\n    .quad 64\n' +
            f'.Lx0:\n    .long 0x{gf.CAMELLIA_X0 * 0x1010101:08x}\n')


def counters():
    """What the one-block path's X0 is more than X0 in the bytes of s4; index that brings byte 15 to where the
    P-function adds the eighth S-box's output."""
    more = [gf.CAMELLIA_X0 ^ gf.rol8(gf.CAMELLIA_X0, 7 if n == 4 else 0) for n in gf.CAMELLIA_SBOX_OF]
    return rows('one_x0', more * 2) + rows('eighth', [15 if 7 in row else 128 for row in gf.CAMELLIA_P] + [128] * 8)


TABLES = {'immediates': immediates, 'matrices': matrices, 'indexes': indexes, 'counters': counters}

# SPDX-License-Identifier: BSD-2-Clause
"""Constants of asm/x86_64/camellia_gfni_avx512.S."""
import camellia_gfni as c
import gf


def quad(name, m):
    return f'.L{name}:\n    .quad 0x{gf.affine_qword(m):016x}\n'


def rows(name, values):
    """A vector of bytes."""
    return f'.L{name}:\n' + ''.join('    .byte ' + ', '.join(str(v) for v in values[i:i + 16]) + '\n'
                                    for i in range(0, len(values), 16))


# The P-function in the kernel (ROUND): intermediate sums of S-box outputs, and what each output byte is the sum of.
SUMS = {'s1': ['z2', 'z4'], 's2': ['s1', 'z5'], 's3': ['s2', 'z3'], 's4': ['s3', 'z6'], 's6': ['s1', 'z7', 'z1'],
        's7': ['s6', 'z0'], 's8': ['s4', 's7'], 's9': ['s8', 'z2']}
OUTPUTS = [['s9', 'z1'], ['s9', 's2'], ['s7', 'z5'], ['s4', 'z1'], ['s8', 'z3'], ['s6', 'z6'], ['s3', 'z7'], ['s9', 's6']]
#: where the eight bytes of a round's slot are added
ADDED = ['s1', 's2', 's3', 's4', 's7', 's8', 's9', 5]


def slot_bytes():
    """Byte i of a round's slot is the sum of these bytes (bit mask) of what the output is to receive."""
    value = {f'z{j}': (1 << j, 0) for j in range(8)}

    def add(name, terms):
        z = k = 0
        for t in terms:
            z, k = z ^ value[t][0], k ^ value[t][1]
        return z, k ^ (1 << ADDED.index(name) if name in ADDED else 0)
    for name, terms in SUMS.items():
        value[name] = add(name, terms)
    outputs = [add(j, terms) for j, terms in enumerate(OUTPUTS)]
    if [z for z, _ in outputs] != [sum(1 << j for j in row) for row in gf.CAMELLIA_P]:
        raise AssertionError('not the P-function')
    # outputs[j] receives the slot bytes of a mask: a matrix whose inverse is wanted.
    return gf.transpose(gf.invert(gf.transpose([k for _, k in outputs])))


def matrices():
    slot = f'.Lslot_keys:\n    .quad 0x{int.from_bytes(bytes(slot_bytes()), "little"):016x}\n'
    plain = f'.Lslot_bytes:\n    .quad 0x{int.from_bytes(bytes(1 << j for j in range(8)), "little"):016x}\n'
    return (slot + plain + quad('to_basis', c.TO_BASIS) + quad('from_basis', c.FROM_BASIS) +
            quad('post_s1', c.POST[0][0]) + quad('post_s2', c.POST[1][0]) + quad('post_s3', c.POST[7][0]) +
            quad('pre_s4', c.PRE_S4[0]) + quad('fl_right', c.FL_RIGHT) + quad('fl_shl1', c.FL_LEFT['shl1']) +
            quad('fl_shr7', c.FL_LEFT['shr7']) + quad('fl_same', c.FL_LEFT['same']))


def immediates():
    values = {'X0': gf.CAMELLIA_X0, 'BASIS_X0': gf.apply(c.M, gf.CAMELLIA_X0), 'POST_S1': c.POST[0][1],
              'POST_S2': c.POST[1][1], 'POST_S3': c.POST[7][1], 'PRE_S4': c.PRE_S4[1]}
    return ''.join(f'#define {("IMM_" + k):<12} 0x{v:02x}\n' for k, v in values.items())


def indexes():
    """Of VPERMB: each byte of two FL subkeys' left (right) words, byte 0 of RFC 3713 first, eight times."""
    left = [8 * (q // 4) + 7 - q % 4 for q in range(8) for _ in range(8)]
    return (rows('fl_left_words', left) + rows('fl_right_words', [i - 4 for i in left]) +
            rows('replicate', [i // 4 for i in range(64)]) +
            f'.Lx0:\n    .long 0x{gf.CAMELLIA_X0 * 0x1010101:08x}\n')


TABLES = {'immediates': immediates, 'matrices': matrices, 'indexes': indexes}

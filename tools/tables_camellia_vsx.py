# SPDX-License-Identifier: BSD-2-Clause
"""Constants of asm/ppc64le/camellia_vsx.S: nibble tables for vpermxor, the state kept in the basis M.(x ^ X0).

vpermxor numbers bytes from the most significant one, a little-endian lvx fills a register from the least significant
one: each table stands in memory last entry first.
"""
from gf import (AES_A, AES_C, CAMELLIA_C2, CAMELLIA_FACTORS, CAMELLIA_P, CAMELLIA_SBOX_OF, CAMELLIA_SIGMA, CAMELLIA_X0,
                INV, ROT, apply, compose, invert, nibble_tables)

M, B = CAMELLIA_FACTORS[0]
MI = invert(M)
ROT_IN = {1: 0, 2: 0, 3: 0, 4: 1}           # s4(x) = s1(x <<< 1)
ROT_OUT = {1: 0, 2: 1, 3: 7, 4: 0}          # s2 = s1 <<< 1, s3 = s1 >>> 1


def vector(label, entries):
    return f'{label + ":":<11} .byte   ' + ', '.join(f'0x{b:02x}' for b in reversed(entries)) + '\n'


def after_vsbox(m):
    """The map m.(inv byte) as a map of what vsbox returns, A.inv ^ 0x63."""
    linear = compose(m, invert(AES_A))
    return linear, apply(linear, AES_C)


def constants():
    out = ''
    # The high tables, R's and the numbers of the lanes are one window, loaded with offsets from .Lconstants.
    low = {}
    maps = {'.LM': (M, 0), '.LMI': (MI, 0)}
    for s in 1, 2, 3:
        linear, c = after_vsbox(compose(M, ROT[ROT_OUT[s]], B))
        maps[f'.LS{s}'] = linear, c ^ apply(compose(M, ROT[ROT_OUT[s]]), CAMELLIA_C2)
    maps['.LR'] = compose(M, ROT[1], MI), apply(M, apply(ROT[1], CAMELLIA_X0) ^ CAMELLIA_X0)
    for stem, (m, c) in maps.items():
        low[stem], high = nibble_tables(m, c)
        out += vector(stem + '_HI', high)
    out += vector('.LR_LO', low.pop('.LR'))
    out += vector('.LLANES', range(16))
    out += vector('.LX0', [CAMELLIA_X0] * 16)
    out += vector('.LREV', [7 - i for i in range(8)] + [23 - i for i in range(8, 16)])
    for stem, table in low.items():
        out += vector(stem + '_LO', table)
    out += vector('.LMX_LO', nibble_tables(M, apply(M, CAMELLIA_X0))[0])
    out += vector('.LMIX_LO', nibble_tables(MI, CAMELLIA_X0)[0])
    # For the key setup, which works on plain bytes: s1 behind vsbox, the rotations of s2, s3, s4.
    linear, c = after_vsbox(B)
    table, high = nibble_tables(linear, c ^ CAMELLIA_C2)
    out += vector('.LB_HI', high) + vector('.LB_LO', table)
    out += vector('.LROT_IN', [ROT_IN[s] for s in CAMELLIA_SBOX_OF] + [0] * 8)
    out += vector('.LROT_OUT', [ROT_OUT[s] for s in CAMELLIA_SBOX_OF] + [0] * 8)
    return out + single_block(maps)


def single_block(maps):
    """The P-function for one block: vpermxor with an S-box's outputs as both tables adds two of them in every lane."""
    def evaluate(stem, x):
        m, c = maps[stem]
        return apply(m, x) ^ c

    def vsbox(x):
        return apply(AES_A, INV[x]) ^ AES_C

    # Lanes 8-15 are 0 throughout; what an S-box makes of that stands in for the second term where there is only one.
    idle = [evaluate(f'.LS{s}', vsbox(0)) for s in (1, 2, 3)] + [evaluate('.LS1', vsbox(evaluate('.LR', 0)))]
    surplus = [0] * 16
    out = ''
    for box, stem in enumerate(('.LP1', '.LP2', '.LP3', '.LP4')):
        index = [0xff] * 16
        for lane, row in enumerate(CAMELLIA_P):
            terms = [j for j in row if CAMELLIA_SBOX_OF[j] == box + 1]
            if terms:
                index[lane] = terms[0] << 4 | (terms[1] if len(terms) == 2 else 15)
            if len(terms) == 1:
                surplus[lane] ^= idle[box]
        out += vector(stem, index)
    return out + vector('.LSURPLUS', surplus)


def sigma():
    return ''.join(f'    .quad   0x{s:016x}\n' for s in CAMELLIA_SIGMA)


TABLES = {'constants': constants, 'sigma': sigma}

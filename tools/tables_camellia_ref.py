# SPDX-License-Identifier: BSD-2-Clause
"""The combined S-box and P-function tables of the Camellia reference."""
from gf import CAMELLIA_P, CAMELLIA_S1, CAMELLIA_SBOX_OF, rol8

S = [None,
     CAMELLIA_S1,
     [rol8(v, 1) for v in CAMELLIA_S1],
     [rol8(v, 7) for v in CAMELLIA_S1],
     [CAMELLIA_S1[rol8(x, 1)] for x in range(256)]]


def sp():
    out = []
    for i in range(8):
        out.append('    {')
        word = [sum(S[CAMELLIA_SBOX_OF[i]][x] << (56 - 8 * j) for j in range(8) if i in CAMELLIA_P[j])
                for x in range(256)]
        for n in range(0, 256, 4):
            out.append('        ' + ' '.join(f'0x{w:016x},' for w in word[n:n + 4]))
        out.append('    },')
    return '\n'.join(out)


TABLES = {'sp': sp}

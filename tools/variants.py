# SPDX-License-Identifier: BSD-2-Clause
"""The rows of harness/variants.def, and how the build names and runs what it makes of them."""
import collections
import os
import platform
import re
import shutil

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.environ.get('BUILD', 'build')
Variant = collections.namedtuple('Variant', 'isa cipher name source flags width ctx_used features')

GNU = {
    'x86_64': 'x86_64-linux-gnu',
    'i386': 'i686-linux-gnu',
    'aarch64': 'aarch64-linux-gnu',
    'ppc64le': 'powerpc64le-linux-gnu',
}
EMULATOR = {'x86_64': 'qemu-x86_64', 'i386': 'qemu-i386', 'aarch64': 'qemu-aarch64', 'ppc64le': 'qemu-ppc64le'}
BEST_CPU = {'x86_64': 'max', 'i386': 'max', 'aarch64': 'max', 'ppc64le': 'power10'}
NATIVE = {'arm64': 'aarch64'}.get(platform.machine(), platform.machine())


def rows(ghash=False):
    """Every variant of the ciphers, in the table's order; with ghash=True those of GHASH too (cipher 'ghash')."""
    out = []
    with open(os.path.join(ROOT, 'harness', 'variants.def'), encoding='ascii') as f:
        for line in f:
            m = re.match(r'(VARIANT|GHASH)\((.*)\)\s*$', line)
            if m and (m[1] == 'VARIANT' or ghash):
                fields = [x.strip() for x in m[2].split(',')]
                if m[1] == 'GHASH':
                    fields.insert(1, 'ghash')
                    fields.insert(6, '0')
                isa, cipher, name, source, flags, width, ctx_used, features = fields
                out += [
                    Variant(i, cipher, name, source, flags, int(width), int(ctx_used), features.split())
                    for i in (GNU if isa == 'any' else [isa])
                ]
    return out


#: Features, each better than those before it, whatever else a variant asks for.
LADDERS = (('avx', 'avx2', 'avx512'), ('neon', 'aes', 'sha3', 'sm4'), ('power8', 'power9', 'power10'))


def misplaced(table):
    """The rows that a better one of the same ISA and cipher stands before: the last is the one that is preferred."""
    def rung(v):
        return [max((i for i, f in enumerate(ladder) if f in v.features), default=-1) for ladder in LADDERS]
    return [
        v.name
        for n, v in enumerate(table)
        if any((u.isa, u.cipher) == (v.isa, v.cipher) and rung(u) > rung(v) for u in table[:n])
    ]


def source_path(v):
    """Kernels are assembly of one instruction set; what is in C is portable."""
    return f'lib/{v.source}' if v.source.endswith('.c') else f'asm/{v.isa}/{v.source}'


def tool(isa, name):
    """A GNU tool of that instruction set ('gcc', 'objdump', ...), or None where it is not installed."""
    prefixed = f'{GNU[isa]}-{name}'
    return shutil.which(prefixed) or (shutil.which('cc' if name == 'gcc' else name) if isa == NATIVE else None)


def executable(v):
    return f'{BUILD}/{v.isa}/test_{v.cipher}_{v.name}'


def kernel(v):
    return f'{BUILD}/{v.isa}/kernel/{v.cipher}_{v.name}.o'


def emulator(isa, cpu=None):
    """The command that runs a program of that instruction set; [] natively; None where there is no emulator."""
    if isa == NATIVE and cpu is None:
        return []
    found = shutil.which(EMULATOR[isa])
    return [EMULATOR[isa], '-cpu', cpu or BEST_CPU[isa]] if found else None

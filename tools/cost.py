#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""What the kernels of foreign instruction sets cost, by a model.

usage: cost.py [--json] [--output FILE] [--isa ISA] [--only TEXT] [--op OP,...] [--cpu CPU,...] [--blocks N]
               [--iterations N] [--jobs N]

For each variant of aarch64 and ppc64le in harness/variants.def and each operation it has: cycles per byte on several
CPU models. $BUILD/<isa>/cost_<cipher>_<variant> (`make cost` builds it) makes one long call under QEMU, which logs
every instruction executed; that straight line, without its branches, goes to llvm-mca as the body of a loop. The
figures know nothing of caches, branch prediction or clock, and are called "modelled" wherever they stand. For i386:
instructions executed per byte, which are counted, not modelled.

--only TEXT    variants whose "isa cipher name" contains TEXT
--blocks N     blocks of the call (default: four passes or 256 blocks, whichever is more; cbc_enc and cfb_enc: 64)
--json         JSON lines instead of the tables; --output FILE: JSON lines to FILE beside the tables
Exit status: 0, 1 something could not be modelled, 2 wrong use, 77 a program is missing.
"""
import argparse
import bisect
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import variants

CPUS = {
    'aarch64': ['cortex-a53', 'cortex-a57', 'neoverse-n1', 'neoverse-n2', 'neoverse-v1', 'neoverse-v2', 'apple-m4'],
    'ppc64le': ['pwr9', 'pwr10'],
    'i386': [],
}
LACKS = {                                  # features of variants.def that a CPU model has not
    'cortex-a53': {'sha3', 'sm4'}, 'cortex-a57': {'sha3', 'sm4'}, 'neoverse-n1': {'sha3', 'sm4'}, 'apple-m4': {'sm4'},
    'pwr9': {'power10'},
}
DISASSEMBLE = {'aarch64': ['--mattr=+all'], 'ppc64le': ['--mcpu=pwr10'], 'i386': []}
MODEL = {'aarch64': ['-mtriple=aarch64-linux-gnu', '-mattr=+aes,+sha3,+sm4'],
         'ppc64le': ['-mtriple=powerpc64le-linux-gnu']}
BRANCH = {
    'aarch64': re.compile(r'(b|bl|br|blr|ret|cbn?z|tbn?z|b\.\w+)$'),
    'ppc64le': re.compile(r'b'),           # none of the kernels' other instructions begins with b
}
SERIAL = ('cbc_enc', 'cfb_enc')
LONG_BLOCKS, SERIAL_BLOCKS = 256, 64
LLVM_VERSIONS = ('-19', '-20', '-21', '')    # earlier ones know fewer CPUs


class Failed(Exception):
    pass


def llvm(name):
    for version in LLVM_VERSIONS:
        found = shutil.which(name + version)
        if found:
            return found
    print(f'cost.py: no {name} (package llvm-19)', file=sys.stderr)
    sys.exit(77)


def run(command, **options):
    p = subprocess.run(command, capture_output=True, text=True, **options)
    if p.returncode:
        raise Failed(f'{" ".join(command[:4])}: {p.stderr.strip()[:300]}')
    return p.stdout


class Program:
    """A cost driver: its code by address, its symbols, and what it executes."""

    def __init__(self, v):
        self.v = v
        self.path = f'{variants.BUILD}/{v.isa}/cost_{v.cipher}_{v.name}'
        self.emulator = variants.emulator(v.isa, variants.BEST_CPU[v.isa])
        if not self.emulator:
            raise Failed(f'no {variants.EMULATOR[v.isa]}')
        self.code, self.symbols = {}, {}
        text = run([llvm('llvm-objdump'), '-d', '--no-show-raw-insn', *DISASSEMBLE[v.isa], self.path])
        for line in text.splitlines():
            m = re.match(r'([0-9a-f]+) <(.+)>:$', line)
            if m:
                self.symbols[m[2]] = int(m[1], 16)
                continue
            m = re.match(r'\s*([0-9a-f]+):\s+(.*)$', line)
            if m:
                self.code[int(m[1], 16)] = m[2]
        self.addresses = sorted(self.code)
        one = 'one-insn-per-tb' if 'one-insn-per-tb' in run([self.emulator[0], '-h']) else 'singlestep'
        self.log_options = [f'-{one}', '-d', 'exec,nochain', '-D']

    def operations(self):
        return run([*self.emulator, self.path]).split()

    def trace(self, op, nblocks):
        """The addresses of the instructions that one call of op executes."""
        entry = self.symbols[f'tsubaki_{self.v.cipher}_{op}_{self.v.name}']
        calls, current, leave, previous = [], None, None, 0
        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, 'log')
            run([*self.emulator, *self.log_options, log, self.path, op, str(nblocks)])
            with open(log, encoding='ascii') as f:
                for line in f:
                    m = re.search(r'\[[0-9a-f]+/([0-9a-f]+)/', line)
                    if not m:
                        continue
                    pc = int(m[1], 16)
                    if current is None and pc == entry:
                        current, leave = [pc], self.addresses[bisect.bisect(self.addresses, previous)]
                    elif current is not None and pc == leave:
                        calls.append(current)
                        current = None
                    elif current is not None:
                        current.append(pc)
                    previous = pc
        if not calls:
            raise Failed(f'{self.path}: no complete call of {op}')
        return max(calls, key=len)

    def straight_line(self, trace):
        """The executed instructions as llvm-mca reads them."""
        lines = []
        for pc in trace:
            t = re.sub(r'<[^>]*>', '', self.code[pc])
            t = t.split('//' if self.v.isa == 'aarch64' else '#')[0].strip()
            mnemonic = t.split()[0]
            if BRANCH[self.v.isa].match(mnemonic):
                continue
            if mnemonic in ('adr', 'adrp'):
                t = 'adr ' + t.split()[1] + ' #0'
            lines.append(t)
        return '\n'.join(lines) + '\n'


def modelled_cycles(isa, cpu, text, iterations):
    out = run([llvm('llvm-mca'), *MODEL[isa], f'-mcpu={cpu}', f'-iterations={iterations}'], input=text)
    m = re.search(r'Total Cycles:\s+(\d+)', out)
    if not m:
        raise Failed(f'llvm-mca -mcpu={cpu}: no cycles')
    return int(m[1]) / iterations


def rows_of(v, options, pool):
    """One JSON row for each operation and CPU model."""
    program = Program(v)
    lacks = lambda cpu: LACKS.get(cpu, set()) & set(v.features)  # noqa: E731
    for op in program.operations():
        if options.op and op not in options.op.split(','):
            continue
        nblocks = options.blocks or (SERIAL_BLOCKS if op in SERIAL else max(4 * v.width, LONG_BLOCKS))
        trace = program.trace(op, nblocks)
        row = {'cipher': v.cipher, 'isa': v.isa, 'variant': v.name, 'op': op, 'blocks': nblocks,
               'instructions_per_byte': round(len(trace) / nblocks / 16, 3)}
        cpus = [c for c in CPUS[v.isa] if not lacks(c) and (not options.cpu or c in options.cpu.split(','))]
        if v.isa not in MODEL:
            yield {**row, 'kind': 'counted'}
            continue
        text = program.straight_line(trace)
        cycles = pool.map(lambda c: modelled_cycles(v.isa, c, text, options.iterations), cpus)
        for cpu, n in zip(cpus, cycles):
            yield {**row, 'kind': 'modelled', 'cpu': cpu, 'cycles_per_byte': round(n / nblocks / 16, 3)}


def table(isa, rows):
    """Text of one instruction set's rows."""
    cpus = [c for c in CPUS[isa] if any(r.get('cpu') == c for r in rows)]
    unit = 'modelled cycles/byte' if cpus else 'counted instructions/byte'
    names = dict.fromkeys((r['cipher'], r['variant'], r['op']) for r in rows)
    width = max(len(' '.join(n)) for n in names) + 2
    out = [f'{isa}: {unit}' + (' (llvm-mca on the executed instructions), instructions/byte' if cpus else ''),
           ' ' * width + ''.join(f'{c:>13}' for c in cpus) + f'{"instr.":>10}']
    for name in names:
        mine = [r for r in rows if (r['cipher'], r['variant'], r['op']) == name]
        by_cpu = {r.get('cpu'): r.get('cycles_per_byte') for r in mine}
        cells = ''.join(f'{by_cpu[c]:13.2f}' if c in by_cpu else ' ' * 13 for c in cpus)
        instructions = mine[0]['instructions_per_byte']
        out.append(f'{" ".join(name):{width}}{cells}{instructions:10.2f}' + ('  modelled' if cpus else ''))
    return '\n'.join(out)


def main():
    p = argparse.ArgumentParser(usage=__doc__, add_help=False)
    p.add_argument('--help', '-h', action='store_true')
    p.add_argument('--json', action='store_true')
    for name in ('output', 'isa', 'only', 'op', 'cpu'):
        p.add_argument(f'--{name}', default='')
    p.add_argument('--blocks', type=int, default=0)
    p.add_argument('--iterations', type=int, default=6)
    p.add_argument('--jobs', type=int, default=len(os.sched_getaffinity(0)))
    options = p.parse_args()
    if options.help:
        print(__doc__.strip())
        return 0
    status, rows = 0, []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for v in variants.rows():
            if v.isa not in CPUS or v.source.endswith('.c') or options.isa not in ('', v.isa):
                continue
            if options.only not in f'{v.isa} {v.cipher} {v.name}':
                continue
            if not variants.tool(v.isa, 'gcc'):
                print(f'cost.py: skipped {v.isa} {v.cipher} {v.name}: no compiler', file=sys.stderr)
                continue
            try:
                for row in rows_of(v, options, pool):
                    rows.append(row)
                    if options.json:
                        print(json.dumps(row), flush=True)
            except (Failed, OSError) as e:
                print(f'cost.py: {v.isa} {v.cipher} {v.name}: {e}', file=sys.stderr)
                status = 1
    if options.output:
        with open(options.output, 'w', encoding='ascii') as f:
            f.writelines(json.dumps(r) + '\n' for r in rows)
    if not options.json:
        for isa in CPUS:
            mine = [r for r in rows if r['isa'] == isa]
            if mine:
                print(table(isa, mine) + '\n')
    return status


if __name__ == '__main__':
    sys.exit(main())

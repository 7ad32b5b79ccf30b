#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Write the generated parts of the documentation.

usage: docs.py --write | --check | --matrix

--write   the blocks of README.md: the table of variants (harness/variants.def), the measured figures
          (docs/bench.jsonl, which `make docs` measures anew), the modelled ones (docs/cost.jsonl); and
          docs/throughput.svg
--check   say whether they are current
--matrix  run every self-test (quick cases, foreign instruction sets under QEMU) and write docs/support-matrix.md
Exit status: 0 done or current, 1 not current or a self-test failed, 2 wrong use.
"""
import json
import os
import re
import subprocess
import sys

import bench
import chart
import variants

README = os.path.join(variants.ROOT, 'README.md')
CHART = os.path.join(variants.ROOT, 'docs', 'throughput.svg')
MATRIX = os.path.join(variants.ROOT, 'docs', 'support-matrix.md')
BLOCK = re.compile(r'(?P<head><!-- generated: (?P<name>\S+) -->\n)(?P<body>.*?)(?P<tail><!-- end generated -->)', re.S)
CIPHERS = {'camellia': 'Camellia', 'sm4': 'SM4', 'aes': 'AES'}


def jsonl(name):
    path = os.path.join(variants.ROOT, 'docs', name)
    if not os.path.exists(path):
        return []
    with open(path, encoding='ascii') as f:
        return [json.loads(line) for line in f]


def variants_table():
    out = [
        '| cipher | instruction set | variant | blocks a pass | CPU features | source |',
        '|---|---|---|---|---|---|',
    ]
    for v in variants.rows():
        out.append(
            f'| {CIPHERS[v.cipher]} | {v.isa} | `{v.name}` | {v.width} | {", ".join(v.features)} | '
            f'[{v.source}]({variants.source_path(v)}) |'
        )
    return '\n'.join(out)


def bench_table():
    return bench.markdown(jsonl('bench.jsonl'))


def cost_table():
    rows = jsonl('cost.jsonl')
    if not rows:
        return 'no rows'
    cpus = list(dict.fromkeys(r['cpu'] for r in rows if r.get('cpu')))
    out = [
        'Modelled cycles per byte (`make cost`: the executed instructions of one long call through llvm-mca).',
        '',
        '| cipher | instruction set | variant | operation | ' + ' | '.join(cpus) + ' |',
        '|---' * (4 + len(cpus)) + '|',
    ]
    keys = dict.fromkeys((r['cipher'], r['isa'], r['variant'], r['op']) for r in rows if r.get('cpu'))
    for key in keys:
        by_cpu = {
            r['cpu']: r['cycles_per_byte']
            for r in rows
            if (r['cipher'], r['isa'], r['variant'], r['op']) == key and r.get('cpu')
        }
        out.append(
            '| '
            + ' | '.join((CIPHERS[key[0]], key[1], f'`{key[2]}`', key[3]))
            + ' | '
            + ' | '.join(f'{by_cpu[c]:.2f}' if c in by_cpu else '' for c in cpus)
            + ' |'
        )
    counted = [r for r in rows if not r.get('cpu')]
    if counted:
        out += [
            '',
            'Counted instructions per byte (i386, executed under QEMU): '
            + ', '.join(f"{r['cipher']} `{r['variant']}` {r['op']} {r['instructions_per_byte']:.1f}" for r in counted)
            + '.',
        ]
    return '\n'.join(out)


BLOCKS = {'variants': variants_table, 'bench': bench_table, 'cost': cost_table}


def readme(write):
    with open(README, encoding='utf-8') as f:
        old = f.read()
    new = BLOCK.sub(lambda m: m['head'] + BLOCKS[m['name']]() + '\n' + m['tail'], old)
    with open(CHART, encoding='ascii') as f:
        old_chart = f.read()
    new_chart = chart.svg(jsonl('bench.jsonl'))
    if write:
        with open(README, 'w', encoding='utf-8') as f:
            f.write(new)
        with open(CHART, 'w', encoding='ascii') as f:
            f.write(new_chart)
    elif new != old or new_chart != old_chart:
        print(
            'README.md or docs/throughput.svg: the generated parts are not current; run python3 tools/docs.py --write'
        )
        return 1
    return 0


def matrix():
    """docs/support-matrix.md: what each variant's self-test says of each group, and where it ran."""
    rows, groups, status = [], {}, 0
    for v in variants.rows():
        label = f'{CIPHERS[v.cipher]} | {v.isa} | `{v.name}`'
        run = variants.emulator(v.isa)
        exe = variants.executable(v)
        if run is None or not os.path.exists(exe):
            rows.append((label, 'not run', {}))
            continue
        r = subprocess.run([*run, exe, '--selftest', '--quick', '--json'], capture_output=True, text=True)
        where = ' '.join(run) or 'native'
        if r.returncode == 77:
            rows.append((label, f'{where}: CPU lacks it', {}))
            continue
        status |= r.returncode
        result = {}
        for text in r.stdout.splitlines():
            test = json.loads(text)
            if 'cases' in test:
                groups[test['test']] = True
                result[test['test']] = 'FAILED' if test['failed'] else 'passed' if test['passed'] else 'skipped'
        rows.append((label, where, result))
        print(f'{exe}: done', flush=True)

    with open(MATRIX, 'w', encoding='ascii') as f:
        f.write(
            '# Support matrix\n\nWritten by `make docs` from the self-test of every variant. The columns are the test groups of the harness: '
            'skipped means that the machine or the emulator cannot run that test.\n\n'
        )
        f.write(
            '| cipher | instruction set | variant | ran on | '
            + ' | '.join(groups)
            + ' |\n'
            + '|---' * (4 + len(groups))
            + '|\n'
        )
        for label, where, result in rows:
            f.write(f'| {label} | {where} | ' + ' | '.join(result.get(g, '') for g in groups) + ' |\n')
    return 1 if status else 0


def main(argv):
    if argv[1:] == ['--write']:
        return readme(True)
    if argv[1:] == ['--check']:
        return readme(False)
    if argv[1:] == ['--matrix']:
        return matrix()
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == '__main__':
    sys.exit(main(sys.argv))

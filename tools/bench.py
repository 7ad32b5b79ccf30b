#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Run the benchmarks of test executables and print one table.

usage: bench.py [--json | --markdown] [--runs N] [--peer NAME|none] [--runner PROG] [--output FILE] EXECUTABLE...

--json      the executables' own lines, one object a line
--markdown  the table of the README
--runs      run everything N times and keep of each row the one with the least spread: where others use the machine,
            some moments are calmer than others
--peer      library to measure against (default: libgcrypt where it is installed)
--runner    program that starts each executable (for example one that sets up another library path)
--output    also write the JSON lines to FILE
Exit status: 0 done, 1 a benchmark failed, 2 wrong use. Variants this CPU lacks are named and left out.
"""
import argparse
import ctypes
import json
import shlex
import subprocess
import sys

COLUMNS = [
    ('cipher', 9, lambda r: r['cipher']),
    ('variant', 12, lambda r: r['variant']),
    ('op', 8, lambda r: r['op']),
    ('key', 4, lambda r: str(r['key_bits'])),
    ('size', 9, lambda r: f"{r['blocks']:.0f} blocks" if r['blocks'] else '-' if r['op'] == 'setkey' else '>=16 KiB'),
    ('MiB/s', 9, lambda r: number(r['mib_s'], 1)),
    ('cycles/B', 9, lambda r: number(r['cycles_per_byte'], 3)),
    ('ns/call', 8, lambda r: number(r['ns_per_call'], 0)),
    ('vs_ref', 7, lambda r: number(r['vs_ref'], 2)),
    ('vs_peer', 8, lambda r: number(r['vs_peer'], 2)),
    ('peer', 0, lambda r: r['peer'] or '-'),
]


def number(x, digits):
    return '-' if x is None else f'{x:.{digits}f}'


def cells(row):
    return [f(row) for _, _, f in COLUMNS]


def line(texts):
    return ' '.join(
        t.ljust(w) if i < 3 or w == 0 else t.rjust(w) for i, (t, (_, w, _)) in enumerate(zip(texts, COLUMNS))
    )


def markdown(rows):
    if not rows:
        return 'no rows'
    r = rows[0]
    counts = sorted({r['runs'] for r in rows if 'runs' in r})
    runs = ' to '.join(map(str, dict.fromkeys([*counts[:1], *counts[-1:]])))
    out = [
        f"Measured on {r['cpu']}, {r['date']}; peer: {r['peer'] or 'none'}, held to the feature level of each variant."
        + (f' Each row with its peer from the calmest (by its spread) of {runs} runs.' if runs else ''),
        '',
        '| cipher | variant | operation | key bits | MiB/s | cycles/byte | x reference | x peer |',
        '|---|---|---|---|---|---|---|---|',
    ]
    for r in rows:
        if r['op'] == 'setkey' or (r['blocks'] and r['op'] != 'chain'):
            continue
        out.append(
            f"| {r['cipher']} | `{r['variant']}` | {r['op']} | {r['key_bits']} | {number(r['mib_s'], 0)} | "
            f"{number(r['cycles_per_byte'], 3)} | {number(r['vs_ref'], 2)} | {number(r['vs_peer'], 2)} |"
        )
    return '\n'.join(out)


def default_peer(runner):
    """libgcrypt where the dynamic loader finds it; a runner has its own library path, so it is taken at its word."""
    if runner:
        return 'libgcrypt'
    try:
        ctypes.CDLL('libgcrypt.so.20')
    except OSError:
        return None
    return 'libgcrypt'


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    form = p.add_mutually_exclusive_group()
    form.add_argument('--json', action='store_true')
    form.add_argument('--markdown', action='store_true')
    p.add_argument('--runs', type=int, default=1)
    p.add_argument('--peer')
    p.add_argument('--runner', type=shlex.split, default=[])
    p.add_argument('--output')
    p.add_argument('executables', nargs='+')
    args = p.parse_args()
    peer = None if args.peer == 'none' else args.peer or default_peer(args.runner)
    rows, status, absent = {}, 0, []
    shown = not args.markdown and args.runs == 1
    if shown and not args.json:
        print(line([name for name, _, _ in COLUMNS]), flush=True)
    for exe in args.executables * args.runs:
        if exe in absent:
            continue
        if not shown:
            print(f'bench: {exe}', file=sys.stderr, flush=True)
        command = [*args.runner, exe, '--bench', '--json', *(['--peer', peer] if peer else [])]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            for text in process.stdout:
                row = json.loads(text)
                if args.runs > 1:
                    row['runs'] = args.runs
                key = tuple(row[k] for k in ('cipher', 'isa', 'variant', 'op', 'key_bits', 'blocks'))
                if key not in rows or row['spread'] < rows[key]['spread']:
                    rows[key] = row
                if shown:
                    print(text.rstrip() if args.json else line(cells(row)), flush=True)
            errors = process.stderr.read().strip()
        if process.returncode == 77:
            absent.append(exe)
            print(f'skipped: {errors}', file=sys.stderr)
        elif process.returncode:
            print(f'{exe}: {errors or "failed"}', file=sys.stderr)
            status = 1
    rows = list(rows.values())
    if args.markdown:
        print(markdown(rows))
    elif not shown:
        if not args.json:
            print(line([name for name, _, _ in COLUMNS]))
        for row in rows:
            print(json.dumps(row) if args.json else line(cells(row)))
    if args.output:
        with open(args.output, 'w', encoding='ascii') as f:
            f.writelines(json.dumps(r) + '\n' for r in rows)
    return status


if __name__ == '__main__':
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Run checks side by side and count them.

usage: check.py [--jobs N] [--log DIR] [--only TEXT] < LIST

LIST has one check a line: NAME<TAB>SHELL COMMAND. A check passes with exit status 0, is skipped with 77, fails with
anything else. The last line printed by a passing check may be "N passed, N failed, N skipped": then its counts are
added instead of one. What a check printed is kept in DIR/NAME.log and shown when it fails.
The last line of the output is "N passed, N failed, N skipped". Exit status: 0 none failed, 1 some failed, 2 there was
nothing to run.
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import time

COUNTS = re.compile(r'(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$')


def run(name, command, folder):
    start = time.monotonic()
    path = os.path.join(folder, re.sub(r'[^\w.+-]', '_', name) + '.log')
    with open(path, 'w', encoding='utf-8', errors='replace') as log:
        status = subprocess.run(
            ['sh', '-c', command], stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=False
        ).returncode
    with open(path, encoding='utf-8', errors='replace') as log:
        text = log.read()
    lines = text.strip().splitlines()
    m = COUNTS.match(lines[-1]) if lines else None
    counts = tuple(int(x or 0) for x in m.groups()) if m else None
    if status == 77:
        counts = (0, 0, 1)
    elif status:
        counts = (counts[0], max(counts[1], 1), counts[2]) if counts else (0, 1, 0)
    elif counts is None:
        counts = (1, 0, 0)
    elif counts[1]:
        status = 1
    return name, status, counts, time.monotonic() - start, text


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--jobs', type=int, default=os.cpu_count() or 1)
    p.add_argument('--log', default='build/log')
    p.add_argument('--only', default='')
    args = p.parse_args()
    os.makedirs(args.log, exist_ok=True)
    checks = [line.rstrip('\n').split('\t', 1) for line in sys.stdin if '\t' in line]
    checks = [c for c in checks if args.only in c[0]]
    if not checks:
        print(f'check: no check{f" whose name contains {args.only!r}" if args.only else ""}', file=sys.stderr)
        return 2
    total = [0, 0, 0]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        futures = [pool.submit(run, name, command, args.log) for name, command in checks]
        for done, future in enumerate(concurrent.futures.as_completed(futures), 1):
            name, status, counts, took, text = future.result()
            total = [a + b for a, b in zip(total, counts)]
            word = {0: 'ok', 77: 'skipped'}.get(status, 'FAILED')
            note = text.strip().splitlines()[-1:] if status == 77 else []
            print(f'[{done}/{len(checks)}] {word:7} {name} ({took:.1f} s){": " + note[0] if note else ""}', flush=True)
            if status not in (0, 77):
                print('    ' + '\n    '.join(text.strip().splitlines()[-40:]), flush=True)
    print(f'{total[0]} passed, {total[1]} failed, {total[2]} skipped')
    return 1 if total[1] else 0


if __name__ == '__main__':
    sys.exit(main())

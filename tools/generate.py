#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Write, or check, the generated constants of kernel files.

usage: generate.py --check|--write FILE.S...

A block in FILE.S between the lines

    /* generated: NAME */
    /* end generated */

is the text of NAME in TABLES of tools/tables_<stem of FILE>.py: a string, or a function that returns one. The stem of
an asm.h carries its folder: tools/tables_asm_x86_64.py is for asm/x86_64/asm.h.
Exit status: 0 all blocks are current (or were written), 1 a block differs, 2 wrong use.
"""
import importlib
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
BLOCK = re.compile(r'(?P<head>^[ ]*/\* generated: (?P<name>\S+) \*/\n)(?P<body>.*?)(?P<tail>^[ ]*/\* end generated \*/)',
                   re.S | re.M)


def regenerate(path, text):
    """text with every block made anew; and how many blocks there are."""
    stem = re.sub(r'_tables$', '', os.path.splitext(os.path.basename(path))[0])
    if stem == 'asm':
        stem += '_' + os.path.basename(os.path.dirname(os.path.abspath(path)))
    names = re.findall(r'/\* generated: (\S+) \*/', text)
    if not names:
        return text, 0
    tables = importlib.import_module('tables_' + stem).TABLES
    missing = [n for n in names if n not in tables]
    if missing:
        raise SystemExit(f'generate.py: {path}: no table named {missing[0]} in tools/tables_{stem}.py')

    def body(m):
        t = tables[m['name']]
        t = t() if callable(t) else t
        return m['head'] + t.rstrip('\n') + '\n' + m['tail']
    new, n = BLOCK.subn(body, text)
    if n != len(names):
        raise SystemExit(f'generate.py: {path}: a generated block has no end')
    return new, n


def main(argv):
    if len(argv) < 3 or argv[1] not in ('--check', '--write'):
        print(__doc__, file=sys.stderr)
        return 2
    status = 0
    for path in argv[2:]:
        with open(path, encoding='ascii') as f:
            old = f.read()
        new, n = regenerate(path, old)
        if argv[1] == '--write':
            if new != old:
                with open(path, 'w', encoding='ascii') as f:
                    f.write(new)
            print(f'{path}: {n} blocks written')
        elif new != old:
            print(f'{path}: generated constants differ; run tools/generate.py --write {path}')
            status = 1
        else:
            print(f'{path}: {n} generated blocks are current')
    return status


if __name__ == '__main__':
    sys.exit(main(sys.argv))

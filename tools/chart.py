# SPDX-License-Identifier: BSD-2-Clause
"""The README's chart: throughput of every variant beside its peer's, from docs/bench.jsonl."""
import html

ROW, BAR, LEFT, WIDTH = 30, 11, 230, 860
OURS, PEER = '#b5375a', '#9aa5b1'
CIPHERS = {'camellia': 'Camellia-128', 'sm4': 'SM4', 'aes': 'AES-128'}


def svg(rows, op='ecb_enc'):
    """An SVG document; rows as `bench.py --json` prints them. One group of two bars a variant."""
    rows = [r for r in rows if r['op'] == op and r['key_bits'] == 128 and not r['blocks']]
    if not rows:
        return ''
    most = max(max(r['mib_s'], r['peer_mib_s'] or 0) for r in rows)
    room = WIDTH - LEFT - 150
    height = 60 + ROW * len(rows) + 40
    first = rows[0]
    peers = ', '.join(dict.fromkeys(r['peer'] for r in rows if r['peer']))
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        'font-family="sans-serif" font-size="12">',
        f'<title>Throughput of {op}, MiB/s</title>',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        f'<text x="12" y="22" font-size="14" font-weight="bold" fill="#222222">{op}, MiB/s on one core</text>',
        f'<rect x="{LEFT}" y="34" width="12" height="10" fill="{OURS}"/><text x="{LEFT + 17}" y="43" fill="#222222">Tsubaki</text>',
        f'<rect x="{LEFT + 90}" y="34" width="12" height="10" fill="{PEER}"/>'
        f'<text x="{LEFT + 107}" y="43" fill="#222222">{html.escape(peers or "no peer")} held to the same instructions</text>',
    ]
    for i, r in enumerate(rows):
        y = 56 + ROW * i
        out.append(
            f'<text x="{LEFT - 8}" y="{y + 16}" text-anchor="end" fill="#222222">{CIPHERS[r["cipher"]]} {r["variant"]}</text>'
        )
        for j, (value, colour) in enumerate(((r['mib_s'], OURS), (r['peer_mib_s'], PEER))):
            if value:
                length = max(1, value / most * room)
                note = f'{value:.0f}' + (f' ({r["vs_peer"]:.2f} x)' if j == 0 and r['vs_peer'] else '')
                out.append(
                    f'<rect x="{LEFT}" y="{y + j * (BAR + 1)}" width="{length:.1f}" height="{BAR}" fill="{colour}"/>'
                    f'<text x="{LEFT + length + 5:.1f}" y="{y + j * (BAR + 1) + 10}" font-size="11" fill="#222222">{note}</text>'
                )
    out.append(
        f'<text x="12" y="{height - 12}" font-size="11" fill="#555555">{html.escape(first["cpu"])}, {first["date"]}</text></svg>'
    )
    return '\n'.join(out) + '\n'

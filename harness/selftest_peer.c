/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Independent oracles: the kernels against libgcrypt and OpenSSL, where these are installed.
 */
#include "peer.h"
#include "selftest.h"

#include <stdio.h>
#include <string.h>

#include "../lib/cpu.h"

static void against(struct test *t, const char *library)
{
    static char why[300];
    const char *reason = NULL;
    const struct spot plain = {AT_OFFSET, 0};
    const size_t most = 2 * t->v->width + 1;
    struct peer *p = peer_open(library, tsubaki_cpu_mask(t->v->features, NULL), &reason);
    if (!p) {
        snprintf(why, sizeof why, "%s", reason ? reason : "not there");
        t->skipped = why;
        return;
    }
    if (!peer_same_state(t->op)) {
        t->skipped = "no mode of a library does just this; test_library compares whole messages";
        goto end;
    }
    FOR_EACH_KEY(t, len) {
        for (unsigned i = 0; i < (t->o->quick ? 8 : 64); i++) {
            const size_t n = i == 0 ? 1000 : i == 1 ? t->v->width : rng_below((unsigned)most + 1);
            if (new_key(t, *len))
                goto end;
            uint8_t *in = place(&t->in, 16 * n, plain), *out = place(&t->out, 16 * n, plain);
            uint8_t *state = place(&t->state, state_size(t->op), plain);
            rng_bytes(in, 16 * n);
            random_state(t->op, state);
            if (op_states[t->op] == STATE_IV && i & 1)
                memset(state + 16 - i % 16, 0xff, i % 16);      /* counters that wrap at every byte */
            if (peer_setkey(p, t->c, t->op, t->key.at, *len)) {
                snprintf(why, sizeof why, "%s has no %s in this mode", peer_name(p), t->c->name);
                t->skipped = t->cases ? NULL : why;
                goto end;
            }
            if (peer_iv(p, state) || peer_crypt(p, t->expected, in, n)) {
                fail(t, "%s: the library reports an error for %zu blocks", peer_name(p), n);
                goto end;
            }
            count_case(t);
            if (!run_op(t, out, in, n, state, peer_name(p)))
                same_blocks(t, "output", out, t->expected, n, peer_name(p));
        }
    }
end:
    peer_close(p);
}

void test_libgcrypt(struct test *t)
{
    against(t, "libgcrypt");
}

void test_openssl(struct test *t)
{
    against(t, "openssl");
}

/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The one main program: self-test and benchmark of the variant it is linked with.
 */
#include "harness.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    struct options o = {.seed = 1, .program = argv[0]};
    struct report r = {0, 0, 0};
    for (unsigned i = 0; i < variant_count; i++) {
        if (!variants[i].setkey)
            continue;
        if (!variant_supported(&variants[i])) {
            fprintf(stderr, "%s: this CPU lacks: %s\n", argv[0], variants[i].features);
            return NOT_SUPPORTED;
        }
        if (!(argc > 1 && !strcmp(argv[1], "--bench")))
            selftest(&variants[i], &o, &r);
        if (!(argc > 1 && !strcmp(argv[1], "--selftest")))
            benchmark(&variants[i], &o);
    }
    return r.failed ? FAILED_SOME : PASSED_ALL;
}

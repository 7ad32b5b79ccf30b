/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The one main program: self-test and benchmark of the variants it is linked with (usually one).
 */
#include "harness.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../lib/cpu.h"

static const char usage[] =
    "usage: %s [options]\n"
    "Self-test, then benchmark of the kernels linked into this program.\n"
    "\n"
    "  --selftest        the self-test only\n"
    "  --bench           the benchmark only\n"
    "  --peer X          also measure libgcrypt, openssl, or the shared library with the path X\n"
    "  --json            one JSON object a line instead of text\n"
    "  --seed N          seed of the random tests (default 1)\n"
    "  --only TEXT       only the tests whose name (group/operation) contains TEXT;\n"
    "                    `--only huge` runs calls of more than 4 GiB, which are left out otherwise\n"
    "  --quick           fewer cases\n"
    "  --secret-test     under valgrind: no branch and no address may depend on key or data\n"
    "  --trace-op OP     run one operation, for ci/trace-compare, with the secrets that --secret N chooses\n"
    "  --vectors DIR     where the known answers are (default: the project's vectors/)\n"
    "  --list            list the kernels with width, CPU features and operations\n"
    "  --help            this text\n"
    "\n"
    "Exit status: 0 all passed, 1 a test failed, 2 wrong use, 77 this CPU lacks the instructions.\n";

enum { DO_SELFTEST = 1, DO_BENCH = 2, DO_LIST = 4, DO_SECRET_TEST = 8 };

static int wrong_use(const char *program, const char *what, const char *arg)
{
    fprintf(stderr, "%s: %s%s (--help lists the options)\n", program, what, arg);
    return -WRONG_USE;
}

static int parse_number(const char *text, uint64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 0);
    return *text >= '0' && *text <= '9' && !*end && !errno;
}

/* What to do (a set of DO_...), 0 after --help, or -WRONG_USE. */
static int parse(int argc, char **argv, struct options *o)
{
    int what = 0;
    const char *seed = NULL, *secret = NULL;
    const struct {
        const char *name;
        int what;
        int *flag;
        const char **value;
    } known[] = {
        {"--selftest", DO_SELFTEST, NULL, NULL},
        {"--bench", DO_BENCH, NULL, NULL},
        {"--list", DO_LIST, NULL, NULL},
        {"--secret-test", DO_SECRET_TEST, NULL, NULL},
        {"--trace-op", 0, NULL, &o->trace_op},
        {"--secret", 0, NULL, &secret},
        {"--json", 0, &o->json, NULL},
        {"--quick", 0, &o->quick, NULL},
        {"--peer", 0, NULL, &o->peer},
        {"--seed", 0, NULL, &seed},
        {"--only", 0, NULL, &o->only},
        {"--vectors", 0, NULL, &o->vectors},
    };
    for (int i = 1; i < argc; i++) {
        unsigned k = 0;
        if (!strcmp(argv[i], "--help")) {
            printf(usage, o->program);
            return 0;
        }
        while (k < sizeof known / sizeof *known && strcmp(argv[i], known[k].name))
            k++;
        if (k == sizeof known / sizeof *known)
            return wrong_use(o->program, "unknown option ", argv[i]);
        what |= known[k].what;
        if (known[k].flag)
            *known[k].flag = 1;
        if (known[k].value) {
            if (++i == argc)
                return wrong_use(o->program, "no value after ", argv[i - 1]);
            *known[k].value = argv[i];
        }
    }
    if (seed && !parse_number(seed, &o->seed))
        return wrong_use(o->program, "not a number: ", seed);
    if (secret && !parse_number(secret, &o->secret))
        return wrong_use(o->program, "not a number: ", secret);
    if (o->vectors && access(o->vectors, R_OK | X_OK))
        return wrong_use(o->program, "cannot read the folder ", o->vectors);
    if (what & DO_SECRET_TEST) {
        o->only = "poisoned";
        return DO_SELFTEST;
    }
    return what ? what : DO_SELFTEST | DO_BENCH;
}

/* The features that v needs and this CPU lacks, separated by blanks. */
static void print_missing(FILE *f, const struct variant *v)
{
    const uint64_t missing = tsubaki_cpu_mask(v->features, NULL) & ~tsubaki_cpu_features();
    for (int i = 0; i < TSUBAKI_CPU_COUNT; i++)
        if (missing >> i & 1)
            fprintf(f, " %s", tsubaki_cpu_name(i));
}

static void list(const struct options *o)
{
    if (!o->json)
        printf("%-9s %-8s %-14s %5s %-9s %-28s %s\n", "cipher", "isa", "variant", "width", "supported", "features",
               "operations");
    for (unsigned i = 0; i < variant_count; i++) {
        const struct variant *v = &variants[i];
        if (!v->setkey)
            continue;
        if (o->json)
            printf("{\"cipher\": \"%s\", \"isa\": \"%s\", \"variant\": \"%s\", \"width\": %u, \"supported\": %s, "
                   "\"features\": \"%s\", \"ops\": [\"setkey\"", v->cipher_name, v->isa, v->name, v->width,
                   variant_supported(v) ? "true" : "false", v->features);
        else
            printf("%-9s %-8s %-14s %5u %-9s %-28s setkey", v->cipher_name, v->isa, v->name, v->width,
                   variant_supported(v) ? "yes" : "no", v->features);
        for (int op = 0; op < OP_COUNT; op++)
            if (v->op[op])
                printf(o->json ? ", \"%s\"" : " %s", op_names[op]);
        puts(o->json ? "]}" : "");
    }
}

int main(int argc, char **argv)
{
    struct options o = {.seed = 1, .program = argc ? argv[0] : "test"};
    struct report r = {0, 0, 0};
    unsigned ran = 0;
    int status = PASSED_ALL;

    const int what = parse(argc, argv, &o);
    if (what <= 0)
        return -what;
    if (what & DO_LIST) {
        list(&o);
        return PASSED_ALL;
    }
    for (unsigned i = 0; i < variant_count; i++) {
        const struct variant *v = &variants[i];
        if (!v->setkey)
            continue;
        if (!variant_supported(v)) {
            fprintf(stderr, "%s: %s %s: this CPU lacks", o.program, v->cipher_name, v->name);
            print_missing(stderr, v);
            fputc('\n', stderr);
            continue;
        }
        ran++;
        if (o.trace_op) {
            if (trace_operation(v, o.trace_op, o.secret))
                return -wrong_use(o.program, "no such operation: ", o.trace_op);
            continue;
        }
        if (what & DO_SELFTEST)
            selftest(v, &o, &r);
    }
    if (!ran)
        return NOT_SUPPORTED;
    if (o.trace_op)
        return PASSED_ALL;
    if (what & DO_SELFTEST) {
        if (o.only && !r.passed && !r.failed && !r.skipped)
            return -wrong_use(o.program, "no test has this in its name: ", o.only);
        printf(o.json ? "{\"passed\": %u, \"failed\": %u, \"skipped\": %u}\n" : "%u passed, %u failed, %u skipped\n",
               r.passed, r.failed, r.skipped);
        fflush(stdout);
    }
    if (r.failed)
        return FAILED_SOME;
    for (unsigned i = 0; i < variant_count && what & DO_BENCH; i++)
        if (variants[i].setkey && variant_supported(&variants[i]) && status == PASSED_ALL)
            status = benchmark(&variants[i], &o);
    return status;
}

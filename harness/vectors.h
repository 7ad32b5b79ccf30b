/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The known answers of vectors/ (its README.md describes the format).
 */
#ifndef VECTORS_H
#define VECTORS_H

#include <stddef.h>
#include <stdint.h>

struct bytes {
    const uint8_t *p;
    size_t len;
    int present;
};

struct record {
    const char *file;               /* and line: where the record begins */
    unsigned line;
    const char *source, *cipher, *mode;
    struct bytes key, iv, aad, pt, ct, tag;
    unsigned long iterated;
};

struct vectors {
    struct record *records;
    size_t count;
    char error[300];                /* "file:line: what" when vectors_load returned -1 */
};

/* Read every *.txt of the folder, in alphabetical order. Returns 0 or -1. The memory is never freed: a program reads
 * its vectors once. */
int vectors_load(const char *folder, struct vectors *v);

/* The folder that --vectors names, or the one that lies beside the build, or null when there is none. */
const char *vectors_folder(const char *option);

#endif

/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Does an emulator run this program? A speed measured there would mean nothing.
 */
#include <stdio.h>
#include <string.h>

#include "harness.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>

/* QEMU's translator names itself in the hypervisor leaf. */
int emulated(void)
{
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 31))
        return 0;
    __cpuid(0x40000000, a, b, c, d);
    return b == 0x54474354 && c == 0x43544743 && d == 0x47435447; /* "TCGTCGTCGTCG" */
}
#else
/* The machine an ELF file is for, or 0. */
static unsigned elf_machine(const char *path)
{
    unsigned char head[20];
    FILE *f = fopen(path, "rb");
    const size_t n = f ? fread(head, 1, sizeof head, f) : 0;
    if (f)
        fclose(f);
    return n == sizeof head && !memcmp(head, "\177ELF\2\1", 6) ? head[18] | (unsigned)head[19] << 8 : 0;
}

/* User-mode emulation shows the host's own programs, which are for another machine. */
int emulated(void)
{
    static const char *const hosts[] = {"/proc/1/exe", "/bin/sh", "/usr/bin/env"};
    const unsigned ours = elf_machine("/proc/self/exe");
    for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
        const unsigned theirs = elf_machine(hosts[i]);
        if (ours && theirs && theirs != ours)
            return 1;
    }
    return 0;
}
#endif

/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The registers of each ISA, what a call may do to them, and the values of those that cannot be random.
 */
#include "abi.h"

#include <string.h>

#include "../lib/cpu.h"

#define REG(name, at, size, role) {name, at, size, role, 0, 0}
#define BITS(name, at, size, role, mask) {name, at, size, role, mask, 0}

static void put(struct abi_call *c, unsigned at, uint64_t value, size_t size)
{
    memcpy(c->before + at, &value, size);
}

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>

#if defined(__x86_64__)
#define GPR(name, n, role) REG(name, IMAGE_GPR + 8 * n, 8, role)
#else
#define GPR(name, n, role) REG(name, IMAGE_GPR + 4 * n, 4, role)
#endif
#define XMM(n) REG("xmm" #n, IMAGE_VEC + 64 * n, 16, SCRATCH), \
    {"upper half of ymm" #n, IMAGE_VEC + 64 * n + 16, 48, CLEAN, 0, 1}
#define ZMM(n) {"zmm" #n, IMAGE_VEC + 64 * n, 64, SCRATCH, 0, 2}
#define K(n) {"k" #n, IMAGE_K + 8 * n, 8, SCRATCH, 0, 2}

const struct abi_reg abi_regs[] = {
#if defined(__x86_64__)
    GPR("rax", 0, SCRATCH), GPR("rcx", 1, SCRATCH), GPR("rdx", 2, SCRATCH), GPR("rbx", 3, SAVED),
    GPR("rsp", 4, SAVED), GPR("rbp", 5, SAVED), GPR("rsi", 6, SCRATCH), GPR("rdi", 7, SCRATCH),
    GPR("r8", 8, SCRATCH), GPR("r9", 9, SCRATCH), GPR("r10", 10, SCRATCH), GPR("r11", 11, SCRATCH),
    GPR("r12", 12, SAVED), GPR("r13", 13, SAVED), GPR("r14", 14, SAVED), GPR("r15", 15, SAVED),
#else
    GPR("eax", 0, SCRATCH), GPR("ecx", 1, SCRATCH), GPR("edx", 2, SCRATCH), GPR("ebx", 3, SAVED),
    GPR("esp", 4, SAVED), GPR("ebp", 5, SAVED), GPR("esi", 6, SAVED), GPR("edi", 7, SAVED),
#endif
    BITS("DF", IMAGE_FLAGS, 4, SAVED, 0x400), BITS("MXCSR", IMAGE_MXCSR, 4, SAVED, 0xffffffc0),
    BITS("x87 control word", IMAGE_FCW, 2, SAVED, 0xffff), BITS("x87 tags", IMAGE_FTW, 2, SAVED, 0xffff),
    XMM(0), XMM(1), XMM(2), XMM(3), XMM(4), XMM(5), XMM(6), XMM(7),
#if defined(__x86_64__)
    XMM(8), XMM(9), XMM(10), XMM(11), XMM(12), XMM(13), XMM(14), XMM(15),
    ZMM(16), ZMM(17), ZMM(18), ZMM(19), ZMM(20), ZMM(21), ZMM(22), ZMM(23),
    ZMM(24), ZMM(25), ZMM(26), ZMM(27), ZMM(28), ZMM(29), ZMM(30), ZMM(31),
    K(0), K(1), K(2), K(3), K(4), K(5), K(6), K(7),
    BITS("upper halves in use (XINUSE)", IMAGE_XINUSE, 4, CLEAN, 0x44),
#endif
};
const struct abi_owned abi_owned = {0, 0};

void abi_fixed_values(struct abi_call *c)
{
    const uint64_t have = tsubaki_cpu_features();
    unsigned a = 0, b, cc, d;
    c->level = have >> TSUBAKI_CPU_avx512 & 1 ? 2 : have >> TSUBAKI_CPU_avx & 1;
    c->xinuse = c->level && __get_cpuid_count(13, 1, &a, &b, &cc, &d) && (a & 4);
    put(c, IMAGE_FLAGS, 0, 4);
    put(c, IMAGE_MXCSR, 0xbfc0, 4);     /* everything but the default: flush to zero, denormals as zero, rounding */
    put(c, IMAGE_FCW, 0x0e7f, 2);
    put(c, IMAGE_FTW, 0xffff, 2);       /* no x87 or MMX register in use */
}
#elif defined(__aarch64__)
#define X(n, role) REG("x" #n, IMAGE_GPR + 8 * n, 8, role)
#define Q(n) REG("q" #n, IMAGE_VEC + 16 * n, 16, SCRATCH)
#define D(n) REG("d" #n, IMAGE_VEC + 16 * n, 8, SAVED), REG("upper half of q" #n, IMAGE_VEC + 16 * n + 8, 8, SCRATCH)

const struct abi_reg abi_regs[] = {
    X(0, SCRATCH), X(1, SCRATCH), X(2, SCRATCH), X(3, SCRATCH), X(4, SCRATCH), X(5, SCRATCH), X(6, SCRATCH),
    X(7, SCRATCH), X(8, SCRATCH), X(9, SCRATCH), X(10, SCRATCH), X(11, SCRATCH), X(12, SCRATCH), X(13, SCRATCH),
    X(14, SCRATCH), X(15, SCRATCH), X(16, SCRATCH), X(17, SCRATCH), X(18, RESERVED), X(19, SAVED), X(20, SAVED),
    X(21, SAVED), X(22, SAVED), X(23, SAVED), X(24, SAVED), X(25, SAVED), X(26, SAVED), X(27, SAVED), X(28, SAVED),
    X(29, SAVED), X(30, SCRATCH), REG("sp", IMAGE_SP, 8, SAVED),
    Q(0), Q(1), Q(2), Q(3), Q(4), Q(5), Q(6), Q(7), D(8), D(9), D(10), D(11), D(12), D(13), D(14), D(15),
    Q(16), Q(17), Q(18), Q(19), Q(20), Q(21), Q(22), Q(23), Q(24), Q(25), Q(26), Q(27), Q(28), Q(29), Q(30), Q(31),
    REG("FPCR", IMAGE_FPCR, 8, SAVED),
};
const struct abi_owned abi_owned = {0, 0};

void abi_fixed_values(struct abi_call *c)
{
    put(c, IMAGE_FPCR, 0x01c00000, 8);  /* flush to zero, round toward zero */
}
#elif defined(__powerpc64__)
#define R(n, role) REG("r" #n, IMAGE_GPR + 8 * n, 8, role)
#define VS(n) REG("vs" #n, IMAGE_VEC + 16 * n, 16, SCRATCH)
#define F(n) REG("f" #n, IMAGE_VEC + 16 * n, 8, SAVED), REG("second half of vs" #n, IMAGE_VEC + 16 * n + 8, 8, SCRATCH)
#define V(n, role) REG("v" #n, IMAGE_VEC + 512 + 16 * n, 16, role)

const struct abi_reg abi_regs[] = {
    R(0, SCRATCH), R(1, SAVED), R(2, SAVED), R(3, SCRATCH), R(4, SCRATCH), R(5, SCRATCH), R(6, SCRATCH),
    R(7, SCRATCH), R(8, SCRATCH), R(9, SCRATCH), R(10, SCRATCH), R(11, SCRATCH), R(12, SCRATCH), R(13, SAVED),
    R(14, SAVED), R(15, SAVED), R(16, SAVED), R(17, SAVED), R(18, SAVED), R(19, SAVED), R(20, SAVED), R(21, SAVED),
    R(22, SAVED), R(23, SAVED), R(24, SAVED), R(25, SAVED), R(26, SAVED), R(27, SAVED), R(28, SAVED), R(29, SAVED),
    R(30, SAVED), R(31, SAVED),
    BITS("cr2", IMAGE_CR, 4, SAVED, 0x00f00000), BITS("cr3", IMAGE_CR, 4, SAVED, 0x000f0000),
    BITS("cr4", IMAGE_CR, 4, SAVED, 0x0000f000), BITS("cr0, cr1, cr5-cr7", IMAGE_CR, 4, SCRATCH, 0xff000fff),
    REG("ctr", IMAGE_CTR, 8, SCRATCH), REG("xer", IMAGE_XER, 8, SCRATCH),
    BITS("VRSAVE", IMAGE_VRSAVE, 4, SAVED, 0xffffffff), BITS("FPSCR", IMAGE_FPSCR, 4, SAVED, 0xff),
    BITS("VSCR", IMAGE_VSCR, 4, SAVED, 0x10000),
    VS(0), VS(1), VS(2), VS(3), VS(4), VS(5), VS(6), VS(7), VS(8), VS(9), VS(10), VS(11), VS(12), VS(13),
    F(14), F(15), F(16), F(17), F(18), F(19), F(20), F(21), F(22), F(23), F(24), F(25), F(26), F(27), F(28), F(29),
    F(30), F(31),
    V(0, SCRATCH), V(1, SCRATCH), V(2, SCRATCH), V(3, SCRATCH), V(4, SCRATCH), V(5, SCRATCH), V(6, SCRATCH),
    V(7, SCRATCH), V(8, SCRATCH), V(9, SCRATCH), V(10, SCRATCH), V(11, SCRATCH), V(12, SCRATCH), V(13, SCRATCH),
    V(14, SCRATCH), V(15, SCRATCH), V(16, SCRATCH), V(17, SCRATCH), V(18, SCRATCH), V(19, SCRATCH),
    V(20, SAVED), V(21, SAVED), V(22, SAVED), V(23, SAVED), V(24, SAVED), V(25, SAVED), V(26, SAVED), V(27, SAVED),
    V(28, SAVED), V(29, SAVED), V(30, SAVED), V(31, SAVED),
};
const struct abi_owned abi_owned = {8, 24};     /* the words where a callee saves CR and LR */

void abi_fixed_values(struct abi_call *c)
{
    uint64_t toc, thread;
    __asm__("mr %0, 2; mr %1, 13" : "=r"(toc), "=r"(thread));
    put(c, IMAGE_GPR + 8 * 2, toc, 8);
    put(c, IMAGE_GPR + 8 * 13, thread, 8);
    put(c, IMAGE_XER, 0, 8);
    put(c, IMAGE_FPSCR, 1, 8);                  /* round toward zero */
    put(c, IMAGE_VSCR, 0x10000, 8);             /* non-Java mode */
}
#endif
const unsigned abi_reg_count = sizeof abi_regs / sizeof *abi_regs;

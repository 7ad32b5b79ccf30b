/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Calls through the ABI stub: every register has a known value before the call and is recorded after it.
 */
#ifndef ABI_H
#define ABI_H

#include <stddef.h>
#include <stdint.h>

#include "callstub.h"

struct abi_call {
    uint64_t function, args[6], stack, level, clean, xinuse, result, own_sp, unused[3];
    uint8_t before[ABI_IMAGE], after[ABI_IMAGE];
} __attribute__((aligned(64)));
_Static_assert(offsetof(struct abi_call, stack) == ABI_STACK && offsetof(struct abi_call, own_sp) == ABI_OWN_SP &&
               offsetof(struct abi_call, before) == ABI_BEFORE && ABI_IMAGE % 64 == 0, "callstub.h and abi.h differ");

/* What the platform's ABI asks of a register. */
enum role {
    SAVED,                          /* the same after the call; mask says which bits */
    RESERVED,                       /* SAVED, except in compiled C: the platform's compiler may use it */
    CLEAN,                          /* zero after the call if the call was entered clean */
    SCRATCH                         /* anything that does not depend on secrets */
};

struct abi_reg {
    const char *name;
    unsigned at, size;              /* in the image */
    enum role role;
    uint32_t mask;                  /* 0: all bits */
    uint64_t level;                 /* of struct abi_call from which on it exists */
};
extern const struct abi_reg abi_regs[];
extern const unsigned abi_reg_count;

/* Bytes of the caller's frame, from the stack pointer at the call on, that the callee may write: from <= i < to. */
extern const struct abi_owned {
    unsigned from, to;
} abi_owned;

/* Values that are not random: control words, reserved registers. */
void abi_fixed_values(struct abi_call *c);

/* The stub, and functions that each break one thing (ended by a null function). */
void abi_stub(struct abi_call *c);
extern const struct abi_break {
    uint64_t function, name, kind;
} abi_breaks[];

#endif

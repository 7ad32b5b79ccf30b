/* SPDX-License-Identifier: BSD-2-Clause
 *
 * SM4 (GB/T 32907-2016; draft-ribose-cfrg-sm4) with the AArch64 SM4 extension: variant ce.
 *
 * SM4E does four rounds of one block, SM4EKEY four steps of the key schedule: a block is eight instructions in a row.
 * Their latency is about 4 cycles and one of them may start in a cycle, so eight blocks at once keep the unit busy,
 * and what surrounds them is kept below one other instruction for each. The last blocks go one at a time; they do not
 * depend on each other and overlap in an out-of-order core.
 *
 * Cycles per byte, modelled (llvm-mca 19; 0.50 is the limit of one SM4E a cycle):
 *              Neoverse N2     V1     V2
 *   ECB               0.56   0.56   0.55
 *   CTR               0.62   0.54   0.54
 *   CBC enc           2.30   2.21   2.18
 *
 * Every function:  void f(const struct tsubaki_sm4_ctx *x0, void *x1, const void *x2, size_t x3 [, void *x4])
 * but:             int setkey(struct tsubaki_sm4_ctx *x0, const void *x1, size_t x2)
 *
 * Clobbers x0-x11, v0-v7, v16-v31, flags. No stack. v24-v31 are the round keys, v0-v7 the blocks. No branch and no
 * address depends on key or data.
 */
#define CIPHER sm4
#define VARIANT ce
#include "asm.h"

    .arch armv8.2-a+sm4

/* The context (include/tsubaki.h): byte offsets. */
#define CTX_KEY_BITS 128
#define CTX_REVERSED 192        /* the round keys in order of decryption */
#define CTX_END 320
#define CTX_SIZE 4096

RODATA
.Lfk:
    .long 0xa3b1bac6, 0x56aa3350, 0x677d9197, 0xb27022dc
.Lck:
/* generated: ck */
    .long 0x00070e15, 0x1c232a31, 0x383f464d, 0x545b6269
    .long 0x70777e85, 0x8c939aa1, 0xa8afb6bd, 0xc4cbd2d9
    .long 0xe0e7eef5, 0xfc030a11, 0x181f262d, 0x343b4249
    .long 0x50575e65, 0x6c737a81, 0x888f969d, 0xa4abb2b9
    .long 0xc0c7ced5, 0xdce3eaf1, 0xf8ff060d, 0x141b2229
    .long 0x30373e45, 0x4c535a61, 0x686f767d, 0x848b9299
    .long 0xa0a7aeb5, 0xbcc3cad1, 0xd8dfe6ed, 0xf4fb0209
    .long 0x10171e25, 0x2c333a41, 0x484f565d, 0x646b7279
/* end generated */

/* ---- Macros. v24-v31: the round keys. A "group" is eight blocks, or one. ---- */

.macro EIGHT op, args:vararg
    \op v0, v16, \args
    \op v1, v17, \args
    \op v2, v18, \args
    \op v3, v19, \args
    \op v4, v20, \args
    \op v5, v21, \args
    \op v6, v22, \args
    \op v7, v23, \args
.endm
/* The same for a group of n blocks. */
.macro EACH n, op, args:vararg
    .if \n == 8
    EIGHT \op, \args
    .else
    \op v0, v16, \args
    .endif
.endm

.macro WORDS b, t, dummy
    rev32 \b\().16b, \b\().16b
.endm
.macro ROUNDS4 b, t, key
    sm4e \b\().4s, \key\().4s
.endm
/* Reverse the order of the words, and the bytes of each. */
.macro BYTES b, t, dummy
    rev64 \b\().16b, \b\().16b
    ext \b\().16b, \b\().16b, \b\().16b, #8
.endm
.macro XOR_T b, t, dummy
    eor \b\().16b, \b\().16b, \t\().16b
.endm

/* n blocks from v0... to the same, as bytes. */
.macro CRYPT n, words=1
    .if \words
    EACH \n, WORDS
    .endif
    .irp k, v24, v25, v26, v27, v28, v29, v30, v31
    EACH \n, ROUNDS4, \k
    .endr
    EACH \n, BYTES
.endm

/* n blocks at p to v0... (or v16...); p goes on to the next block. */
.macro LOAD n, p
    .if \n == 8
    ld1 {v0.16b-v3.16b}, [\p], #64
    ld1 {v4.16b-v7.16b}, [\p], #64
    .else
    ldr q0, [\p], #16
    .endif
.endm
.macro LOAD_T n, p
    .if \n == 8
    ld1 {v16.16b-v19.16b}, [\p], #64
    ld1 {v20.16b-v23.16b}, [\p], #64
    .else
    ldr q16, [\p], #16
    .endif
.endm
.macro STORE n
    .if \n == 8
    st1 {v0.16b-v3.16b}, [x1], #64
    st1 {v4.16b-v7.16b}, [x1], #64
    .else
    str q0, [x1], #16
    .endif
.endm

.macro KEYS offset=0
    add x9, x0, #\offset
    ld1 {v24.4s-v27.4s}, [x9], #64
    ld1 {v28.4s-v31.4s}, [x9]
.endm

/* The loops: body with n = 8 while there are eight blocks, then with n = 1. */
.macro GROUPS body
    subs x3, x3, #8
    b.lo 2f
1:
    \body 8
    subs x3, x3, #8
    b.hs 1b
2:
    adds x3, x3, #8
    b.eq 4f
3:
    \body 1
    subs x3, x3, #1
    b.ne 3b
4:
.endm

/* Wipe, and return. */
.macro LEAVE
    WIPE_VECTORS
    .irp r, x5, x6, x9, x10
    mov \r, #0
    .endr
    ret
.endm

/* ---- ECB ---- */

.macro ECB_GROUP n
    LOAD \n, x2
    CRYPT \n
    STORE \n
.endm

FUNC SYM(ecb_enc)
    KEYS
    GROUPS ECB_GROUP
    LEAVE
ENDFUNC SYM(ecb_enc)

FUNC SYM(ecb_dec)
    KEYS CTX_REVERSED
    GROUPS ECB_GROUP
    LEAVE
ENDFUNC SYM(ecb_dec)

/* ---- CTR: x5, x6 are the counter's high and low half ---- */

/* The words of the counter block, and the next counter. SM4E wants word 0 in the lowest lane. */
.macro COUNTER_128 b, t, dummy
    ror x9, x5, #32
    ror x10, x6, #32
    dup \b\().2d, x9
    mov \b\().d[1], x10
    adds x6, x6, #1
    cinc x5, x5, cs
.endm
.macro COUNTER_32 b, t, dummy
    ror x9, x5, #32
    ror x10, x6, #32
    dup \b\().2d, x9
    mov \b\().d[1], x10
    add w9, w6, #1
    bfxil x6, x9, #0, #32
.endm
.macro CTR_GROUP n
    EACH \n, COUNTER_128
    CTR_REST \n
.endm
.macro CTR32_GROUP n
    EACH \n, COUNTER_32
    CTR_REST \n
.endm
.macro CTR_REST n
    CRYPT \n, words=0
    LOAD_T \n, x2
    EACH \n, XOR_T
    STORE \n
.endm
.macro CTR group
    KEYS
    ldp x5, x6, [x4]
    rev x5, x5
    rev x6, x6
    GROUPS \group
    rev x5, x5
    rev x6, x6
    stp x5, x6, [x4]
    LEAVE
.endm

FUNC SYM(ctr)
    CTR CTR_GROUP
ENDFUNC SYM(ctr)

FUNC SYM(ctr32)
    CTR CTR32_GROUP
ENDFUNC SYM(ctr32)

/* ---- CBC and CFB decryption; the chaining value is at x4 ---- */

/* r0... = the blocks before the n blocks that end at x2; the last of these becomes the chaining value. */
.macro PREVIOUS n, r0, r1, r2, r3, r4, r5, r6, r7
    ldr \r0, [x4]
    .if \n == 8
    ldp \r1, \r2, [x2, #-128]
    ldp \r3, \r4, [x2, #-96]
    ldp \r5, \r6, [x2, #-64]
    ldur \r7, [x2, #-32]
    .endif
    ldp x9, x10, [x2, #-16]
    stp x9, x10, [x4]
.endm

.macro CBC_DEC_GROUP n
    LOAD \n, x2
    CRYPT \n
    PREVIOUS \n, q16, q17, q18, q19, q20, q21, q22, q23
    EACH \n, XOR_T
    STORE \n
.endm
.macro CFB_DEC_GROUP n
    LOAD_T \n, x2
    PREVIOUS \n, q0, q1, q2, q3, q4, q5, q6, q7
    CRYPT \n
    EACH \n, XOR_T
    STORE \n
.endm

FUNC SYM(cbc_dec)
    KEYS CTX_REVERSED
    GROUPS CBC_DEC_GROUP
    LEAVE
ENDFUNC SYM(cbc_dec)

FUNC SYM(cfb_dec)
    KEYS
    GROUPS CFB_DEC_GROUP
    LEAVE
ENDFUNC SYM(cfb_dec)

/* ---- CBC and CFB encryption: the chaining value stays in v0 as four words ---- */

.macro CHAIN_ENCRYPT mode
    cbz x3, 2f
    KEYS
    ldr q0, [x4]
    rev32 v0.16b, v0.16b
1:
    ldr q1, [x2], #16
    rev32 v1.16b, v1.16b
    .ifc \mode, cbc
    eor v0.16b, v0.16b, v1.16b
    .endif
    .irp k, v24, v25, v26, v27, v28, v29, v30, v31
    ROUNDS4 v0, v16, \k
    .endr
    rev64 v0.4s, v0.4s
    ext v0.16b, v0.16b, v0.16b, #8
    .ifc \mode, cfb
    eor v0.16b, v0.16b, v1.16b
    .endif
    rev32 v2.16b, v0.16b
    str q2, [x1], #16
    subs x3, x3, #1
    b.ne 1b
    str q2, [x4]
2:
    LEAVE
.endm

FUNC SYM(cbc_enc)
    CHAIN_ENCRYPT cbc
ENDFUNC SYM(cbc_enc)

FUNC SYM(cfb_enc)
    CHAIN_ENCRYPT cfb
ENDFUNC SYM(cfb_enc)

/* ---- XTS: x5, x6 are the tweak's low and high half ---- */

/* t = the tweak, and the next one: times x modulo x^128 + x^7 + x^2 + x + 1 */
.macro TWEAK b, t, dummy
    dup \t\().2d, x5
    mov \t\().d[1], x6
    and x9, x11, x6, asr #63
    extr x6, x6, x5, #63
    eor x5, x9, x5, lsl #1
.endm
.macro XTS_GROUP n
    LOAD \n, x2
    EACH \n, TWEAK
    EACH \n, XOR_T
    CRYPT \n
    EACH \n, XOR_T
    STORE \n
.endm
.macro XTS keys
    KEYS \keys
    ldp x5, x6, [x4]
    mov w11, #0x87
    GROUPS XTS_GROUP
    stp x5, x6, [x4]
    LEAVE
.endm

FUNC SYM(xts_enc)
    XTS
ENDFUNC SYM(xts_enc)

FUNC SYM(xts_dec)
    XTS CTX_REVERSED
ENDFUNC SYM(xts_dec)

/* ---- OCB; x4: struct tsubaki_ocb_state (its offset, checksum, number of blocks before, L_0 ...) ---- */
#define OCB_CHECKSUM 16
#define OCB_FIRST 32
#define OCB_L 40

/* qt = the next offset: the last one and L of the trailing zeros of the block's number */
.macro OFFSET t, qt, last
    add x5, x5, #1
    rbit x9, x5
    clz x9, x9
    add x9, x4, x9, lsl #4
    ldur \qt, [x9, #OCB_L]
    eor \t\().16b, \t\().16b, \last\().16b
.endm
/* v16... = the group's offsets */
.macro OFFSETS n
    ldr q23, [x4]
    OFFSET v16, q16, v23
    .if \n == 8
    OFFSET v17, q17, v16
    OFFSET v18, q18, v17
    OFFSET v19, q19, v18
    OFFSET v20, q20, v19
    OFFSET v21, q21, v20
    OFFSET v22, q22, v21
    OFFSET v23, q23, v22
    str q23, [x4]
    .else
    str q16, [x4]
    .endif
.endm
.macro XOR_INTO b, t, sum
    eor \sum\().16b, \sum\().16b, \b\().16b
.endm
/* Add v0... to the checksum. */
.macro CHECKSUM n
    ldr q16, [x4, #OCB_CHECKSUM]
    EACH \n, XOR_INTO, v16
    str q16, [x4, #OCB_CHECKSUM]
.endm

.macro OCB_ENC_GROUP n
    LOAD \n, x2
    CHECKSUM \n
    OFFSETS \n
    EACH \n, XOR_T
    CRYPT \n
    EACH \n, XOR_T
    STORE \n
.endm
.macro OCB_DEC_GROUP n
    LOAD \n, x2
    OFFSETS \n
    EACH \n, XOR_T
    CRYPT \n
    EACH \n, XOR_T
    CHECKSUM \n
    STORE \n
.endm
.macro OCB_AUTH_GROUP n
    LOAD \n, x2
    OFFSETS \n
    EACH \n, XOR_T
    CRYPT \n
    CHECKSUM \n
.endm
.macro OCB keys, group
    KEYS \keys
    ldr x5, [x4, #OCB_FIRST]
    GROUPS \group
    str x5, [x4, #OCB_FIRST]
    LEAVE
.endm

FUNC SYM(ocb_enc)
    OCB 0, OCB_ENC_GROUP
ENDFUNC SYM(ocb_enc)

FUNC SYM(ocb_dec)
    OCB CTX_REVERSED, OCB_DEC_GROUP
ENDFUNC SYM(ocb_dec)

/* x1: in, x2: blocks, x3: state */
FUNC SYM(ocb_auth)
    mov x4, x3
    mov x3, x2
    mov x2, x1
    OCB 0, OCB_AUTH_GROUP
ENDFUNC SYM(ocb_auth)

/* ---- Key schedule ---- */

.macro REVERSED k
    rev64 v0.4s, \k\().4s
    ext v0.16b, v0.16b, v0.16b, #8
    str q0, [x9], #16
.endm

FUNC SYM(setkey)
    cmp x2, #16
    b.ne 2f
    adrp x9, .Lfk
    ldr q0, [x9, #:lo12:.Lfk]
    ADDRESS x9, .Lck
    ldr q16, [x1]
    rev32 v16.16b, v16.16b
    eor v16.16b, v16.16b, v0.16b
    ld1 {v24.4s-v27.4s}, [x9], #64
    ld1 {v28.4s-v31.4s}, [x9]
    sm4ekey v24.4s, v16.4s, v24.4s
    sm4ekey v25.4s, v24.4s, v25.4s
    sm4ekey v26.4s, v25.4s, v26.4s
    sm4ekey v27.4s, v26.4s, v27.4s
    sm4ekey v28.4s, v27.4s, v28.4s
    sm4ekey v29.4s, v28.4s, v29.4s
    sm4ekey v30.4s, v29.4s, v30.4s
    sm4ekey v31.4s, v30.4s, v31.4s
    mov x9, x0
    st1 {v24.4s-v27.4s}, [x9], #64
    st1 {v28.4s-v31.4s}, [x9]
    add x9, x0, #CTX_REVERSED
    .irp k, v31, v30, v29, v28, v27, v26, v25, v24
    REVERSED \k
    .endr
    WIPE_VECTORS
    mov x10, #128
    str x10, [x0, #CTX_KEY_BITS]
    str xzr, [x0, #CTX_KEY_BITS + 8]
    stp q0, q0, [x0, #CTX_KEY_BITS + 16]
    str q0, [x0, #CTX_KEY_BITS + 48]
    mov x10, #(CTX_SIZE - CTX_END) / 64
    mov w0, #0
1:
    stp q0, q0, [x9], #32
    stp q0, q0, [x9], #32
    subs x10, x10, #1
    b.ne 1b
    ret
2:
    mov x9, x0
    mov x10, #CTX_SIZE / 64
    movi v0.16b, #0
    mov w0, #-1
    b 1b
ENDFUNC SYM(setkey)

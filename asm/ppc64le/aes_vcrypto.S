/* SPDX-License-Identifier: BSD-2-Clause
 *
 * AES (FIPS 197) for POWER8 and later, little-endian, with the vector crypto instructions: every mode of operation.
 *
 * -DPOWER9 makes vcrypto_power9 (lxvb16x and stxvb16x have the bytes as vcipher wants them); without it the file is
 * vcrypto_power8.
 *
 * vcipher has one pipe on POWER9: ten a block and one a cycle are 0.625 cycles/byte, and a latency of 6 cycles wants
 * six blocks in flight. So eight blocks (a set) run, and beside them, dealt out evenly, stands all the work of another
 * eight: the ones before are finished and stored, the ones after read and prepared. Two sets take turns. Round keys
 * stay in registers. A mode is four macros (BEGIN, PREP, POST, END); the tail uses the same on 1 to 7 blocks of a set.
 *
 * A mode that XORs one value before and after the cipher (XTS, OCB) keeps it with round key 0 added, which saves the
 * whitening; the last round key takes the correction. CBC and CFB encryption have only the rounds in their chain.
 *
 * Modelled with llvm-mca, AES-128, 8 KiB, cycles/byte POWER9 / POWER10 (same model, best published: .67 / .37 ECB,
 * .72 / .40 CBC-dec, .70 / .39 CFB-dec, .70 / .38 CTR, 1.15 / .85 XTS, .76 / .47 OCB, 3.76 / 2.51 CBC-enc):
 *   ECB .64 / .28   CBC-dec .64 / .29   CFB-dec .64 / .28   CTR .64 / .29   XTS .67 / .45   OCB .65 / .44
 *   CBC-enc, CFB-enc 3.75 / 2.50
 *
 * ELFv2; v20-v31, f14-f23, r27-r31 are saved in a frame of 480 bytes (CBC and CFB encryption, setkey: no frame, nothing
 * to save); the vector registers are cleared at the end. CPU: ISA 2.07 (3.0 for vcrypto_power9) with the vector crypto
 * instructions.
 * Sources: FIPS 197, SP 800-38A, SP 800-38D, IEEE 1619, RFC 7253.
 */
#ifdef POWER9
#define VARIANT vcrypto_power9
#else
#define VARIANT vcrypto_power8
#endif
#define CIPHER aes
#include "asm.h"

/* The context (struct tsubaki_aes_ctx) and OCB's state (struct tsubaki_ocb_state). */
#define CTX_ENC      0
#define CTX_DEC      240
#define CTX_KEY_BITS 480
#define CTX_ROUNDS   484
#define CTX_SIZE     1024
#define OCB_CHECKSUM 16
#define OCB_FIRST    32
#define OCB_L        40

#define FRAME_VR     32
#define FRAME_FPR    224
#define FRAME_GPR    304        /* r27-r31 */
#define FRAME_L      352        /* OCB: eight L */
#define FRAME_SIZE   480

/*
 * Registers of the parallel modes. Set A: v0-v7, set B: v8-v15; vs0-vs15 keep one value of the mode for each block
 * (written LO; its number is the block's).
 */
#define RK(i) (15 + i)          /* v16-v24: round keys 1-9 */
#define RKN   25                /* the last one */
#define TMP   26                /* also round keys 10-13 in their turn, which stand in: */
#define RKX   20                /* vs20-vs23 */
#define REV   27                /* POWER8: reverses the bytes of each half */
#define CHAIN 28                /* counter or tweak of the next block to be prepared */
#define CONST 29
#define TMP2  30
#define ONES  31
#define LAST  16                /* vs16: the last ciphertext block read */
#define SUM   17                /* vs17: OCB's checksum */
#define OFF   18                /* vs18: OCB's offset ^ round key 0 */
#define RK0   19                /* vs19: round key 0 */

/*
 * Blocks in memory order. vcipher wants the first byte uppermost. POWER9 loads and stores that; POWER8's lxvd2x has the
 * bytes of each half reversed ("raw"). A vperm then stands between the cipher and all that a mode does, which
 * is XOR, indifferent to the order, or is told the order.
 */
#ifdef POWER9
#define LOADX  lxvb16x
#define STOREX stxvb16x
.macro SWAP v, rev = REV
.endm
#else
#define LOADX  lxvd2x
#define STOREX stxvd2x
.macro SWAP v, rev = REV
    vperm   \v, \v, \v, \rev
.endm
#endif

/* Block \i of eight at \base. r8-r12, r0, r3 = 16, 32 ... 112. */
.macro INDICES
    li      8, 16
    li      9, 32
    li      10, 48
    li      11, 64
    li      12, 80
    li      0, 96
    li      3, 112
.endm
.macro AT op, vs, base, i
    .if \i == 0
    \op     \vs, 0, \base
    .elseif \i == 6
    \op     \vs, \base, 0
    .elseif \i == 7
    \op     \vs, \base, 3
    .else
    \op     \vs, \base, 7 + \i
    .endif
.endm

/* Round key \n (16 * \n bytes on) of the schedule at r3. Clobbers r12. */
.macro ROUND_KEY v, n, rev
    li      12, 16 * (\n)
    LOADX   32 + \v, 3, 12
    SWAP    \v, \rev
.endm

/*
 * The round keys from offset \at of the context at r3: key 0 to vs\k0 in memory order, 1-9 to v\k1 and on, 10-13 to
 * vs\kx and on (stale where there are fewer rounds), the last to v\kn. cr1 = number of rounds compared with 12.
 * Clobbers r3, r11, r12, v\tmp; sets v\rev.
 */
.macro KEYS at, k0 = RK0, k1 = RK(1), kx = RKX, kn = RKN, tmp = TMP, rev = REV
#ifndef POWER9
    ADDRESS 12, .Lrev
    lvx     \rev, 0, 12
#endif
    lwz     11, CTX_ROUNDS(3)
    cmplwi  1, 11, 12
    addi    3, 3, \at
    LOADX   \k0, 0, 3
    .irp i, 1, 2, 3, 4, 5, 6, 7, 8, 9
    ROUND_KEY \k1 - 1 + \i, \i, \rev
    .endr
    .irp i, 0, 1, 2, 3
    ROUND_KEY \tmp, 10 + \i, \rev
    xxlor   \kx + \i, 32 + \tmp, 32 + \tmp
    .endr
    sldi    11, 11, 4
    LOADX   32 + \kn, 3, 11
    SWAP    \kn, \rev
.endm

/* The last round key ^ round key 0: for modes that XOR the same value (^ round key 0) before and after. */
.macro FOLD_KEYS
    xxlor   32 + TMP, RK0, RK0
    SWAP    TMP
    vxor    RKN, RKN, TMP
.endm

/* One round on four blocks. */
.macro HALF op, x, k
    \op     \x, \x, \k
    \op     \x + 1, \x + 1, \k
    \op     \x + 2, \x + 2, \k
    \op     \x + 3, \x + 3, \k
.endm
.macro EIGHT op, x, k
    HALF    \op, \x, \k
    HALF    \op, \x + 4, \k
.endm
/* The rounds after the ninth. */
.macro LAST_ROUNDS op, x
    blt     1, 8f
    xxlor   32 + TMP, RKX, RKX
    EIGHT   \op, \x, TMP
    xxlor   32 + TMP, RKX + 1, RKX + 1
    EIGHT   \op, \x, TMP
    beq     1, 8f
    xxlor   32 + TMP, RKX + 2, RKX + 2
    EIGHT   \op, \x, TMP
    xxlor   32 + TMP, RKX + 3, RKX + 3
    EIGHT   \op, \x, TMP
8:  EIGHT   \op\()last, \x, RKN
.endm

/* The rounds of one set with nothing beside them. */
.macro RUN name, op, x
LOCAL_FUNC \name
    .irp i, 1, 2, 3, 4, 5, 6, 7, 8, 9
    EIGHT   \op, \x, RK(\i)
    .endr
    LAST_ROUNDS \op, \x
    blr
ENDFUNC \name
.endm
    RUN     .Lvcipher_a, vcipher, 0
    RUN     .Lvcipher_b, vcipher, 8
    RUN     .Lvncipher_a, vncipher, 0
    RUN     .Lvncipher_b, vncipher, 8

/*
 * Set \x through its rounds, while the blocks of set \y before are finished and stored, and those after are read and
 * prepared: at most nine instructions of the mode to every eight of the cipher.
 */
.macro PHASE mode, op, x, y
    EIGHT   \op, \x, RK(1)
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    HALF    \op, \x, RK(2) + \i
    \mode\()_POST \i, \y + \i
    HALF    \op, \x + 4, RK(2) + \i
    \mode\()_PREP \i, \y + \i
    .endr
    addi    4, 4, 128
    addi    5, 5, 128
    LAST_ROUNDS \op, \x
.endm

.macro PROLOGUE
    ENTER   FRAME_SIZE
    .irp r, 27, 28, 29, 30, 31
    std     \r, FRAME_GPR + 8 * (\r - 27)(1)
    .cfi_offset \r, FRAME_GPR + 8 * (\r - 27) - FRAME_SIZE
    .endr
    SAVE_VR FRAME_VR, FRAME_SIZE, 11
    SAVE_FPR FRAME_FPR, FRAME_SIZE, 23
.endm
.macro EPILOGUE
    RESTORE_VR FRAME_VR, 11
    RESTORE_FPR FRAME_FPR, 23
    WIPE_VECTORS
    .irp r, 27, 28, 29, 30, 31
    ld      \r, FRAME_GPR + 8 * (\r - 27)(1)
    .cfi_restore \r
    .endr
    LEAVE   FRAME_SIZE
    blr
.endm

/*
 * A parallel mode. r4 = out, r5 = in, r6 = nblocks, r7 = the mode's state. The mode's macros:
 *   BEGIN, END        its state to and from registers
 *   PREP i, v         read block i of the set and make v the cipher's input; vs\v is the block's own
 *   POST i, v         make v the output block and store it
 * r5 is moved on with PREP where IN_POST is 0, with POST where it is 1 (a mode that reads its input at the end).
 */
.macro MODE mode, op, keys, in_post
    cmpldi  6, 0
    beqlr
    PROLOGUE
    KEYS    \keys
    \mode\()_BEGIN
    INDICES
    cmpldi  6, 16
    blt     3f
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    \mode\()_PREP \i, \i
    .endr
    .if \in_post == 0
    addi    5, 5, 128
    .endif
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    \mode\()_PREP \i, 8 + \i
    .endr
    .if \in_post == 0
    addi    5, 5, 128
    .endif
    bl      .L\op\()_a
    addi    6, 6, -16
    srdi    28, 6, 4
    cmpldi  28, 0
    beq     2f
    mtctr   28
    clrldi  6, 6, 60
1:  PHASE   \mode, \op, 8, 0
    PHASE   \mode, \op, 0, 8
    bdnz    1b
2:  .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    \mode\()_POST \i, \i
    .endr
    addi    4, 4, 128
    .if \in_post
    addi    5, 5, 128
    .endif
    bl      .L\op\()_b
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    \mode\()_POST \i, 8 + \i
    .endr
    addi    4, 4, 128
    .if \in_post
    addi    5, 5, 128
    .endif
    /* up to 15 blocks, eight at a time */
3:  cmpldi  6, 0
    beq     6f
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    \mode\()_PREP \i, \i
    .if \i < 7
    cmpldi  6, \i + 1
    beq     4f
    .endif
    .endr
4:  bl      .L\op\()_a
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    \mode\()_POST \i, \i
    .if \i < 7
    cmpldi  6, \i + 1
    beq     6f
    .endif
    .endr
    addi    6, 6, -8
    addi    4, 4, 128
    addi    5, 5, 128
    b       3b
6:  \mode\()_END
    EPILOGUE
.endm

/* ------------------------------------------------------------------ ECB */
.macro ECB_BEGIN
.endm
.macro ECB_PREP i, v
    AT      LOADX, 32 + \v, 5, \i
    xxlxor  32 + \v, 32 + \v, RK0
    SWAP    \v
.endm
.macro ECB_POST i, v
    SWAP    \v
    AT      STOREX, 32 + \v, 4, \i
.endm
.macro ECB_END
.endm

/* void ecb_enc(const struct tsubaki_aes_ctx *ctx, void *out, const void *in, size_t nblocks); the other modes have one
 * argument more, their state. */
FUNC SYM(ecb_enc)
    MODE    ECB, vcipher, CTX_ENC, 0
ENDFUNC SYM(ecb_enc)

FUNC SYM(ecb_dec)
    MODE    ECB, vncipher, CTX_DEC, 0
ENDFUNC SYM(ecb_dec)

/* ------------------------------------------------------------------ CBC and CFB decryption (SP 800-38A, 6.2, 6.3) */
.macro CHAINED_BEGIN
    LOADX   LAST, 0, 7
.endm
.macro CHAINED_POST i, v
    SWAP    \v
    xxlxor  32 + \v, 32 + \v, \v
    AT      STOREX, 32 + \v, 4, \i
.endm
.macro CHAINED_END
    STOREX  LAST, 0, 7
.endm

/* LO = the ciphertext block before. */
.macro CBCD_PREP i, v
    xxlor   \v, LAST, LAST
    AT      LOADX, LAST, 5, \i
    xxlxor  32 + \v, LAST, RK0
    SWAP    \v
.endm
/* LO = the ciphertext block. */
.macro CFBD_PREP i, v
    AT      LOADX, \v, 5, \i
    xxlxor  32 + \v, LAST, RK0
    xxlor   LAST, \v, \v
    SWAP    \v
.endm
.macro CBCD_BEGIN
    CHAINED_BEGIN
.endm
.macro CBCD_POST i, v
    CHAINED_POST \i, \v
.endm
.macro CBCD_END
    CHAINED_END
.endm
.macro CFBD_BEGIN
    CHAINED_BEGIN
.endm
.macro CFBD_POST i, v
    CHAINED_POST \i, \v
.endm
.macro CFBD_END
    CHAINED_END
.endm

FUNC SYM(cbc_dec)
    MODE    CBCD, vncipher, CTX_DEC, 0
ENDFUNC SYM(cbc_dec)

FUNC SYM(cfb_dec)
    MODE    CFBD, vcipher, CTX_ENC, 0
ENDFUNC SYM(cfb_dec)

/* ------------------------------------------------------------------ CTR (SP 800-38A, 6.5; GCM's: SP 800-38D) */
.macro CTR_BEGIN
    LOADX   32 + CHAIN, 0, 7
    SWAP    CHAIN
    ADDRESS 12, .Lone
    lvx     CONST, 0, 12
#ifndef POWER9
    xxlor   32 + TMP, RK0, RK0      /* the counter is kept in the cipher's order */
    SWAP    TMP
    xxlor   RK0, 32 + TMP, 32 + TMP
#endif
.endm
.macro CTR_PREP i, v
    xxlxor  32 + \v, 32 + CHAIN, RK0
    vadduqm CHAIN, CHAIN, CONST
.endm
.macro CTR_POST i, v
    AT      LOADX, \v, 5, \i
    CHAINED_POST \i, \v
.endm
.macro CTR_END
    SWAP    CHAIN
    STOREX  32 + CHAIN, 0, 7
.endm
.macro CTR32_BEGIN
    CTR_BEGIN
.endm
.macro CTR32_PREP i, v
    xxlxor  32 + \v, 32 + CHAIN, RK0
    vadduwm CHAIN, CHAIN, CONST
.endm
.macro CTR32_POST i, v
    CTR_POST \i, \v
.endm
.macro CTR32_END
    CTR_END
.endm

FUNC SYM(ctr)
    MODE    CTR, vcipher, CTX_ENC, 1
ENDFUNC SYM(ctr)

FUNC SYM(ctr32)
    MODE    CTR32, vcipher, CTX_ENC, 1
ENDFUNC SYM(ctr32)

/* ------------------------------------------------------------------ XTS (IEEE 1619) */
/*
 * LO = tweak ^ round key 0. Doubling: every lane is shifted, and takes the bit that its lower neighbour loses, the
 * lowest lane 0x87 if the highest loses one. A select, not AND and XOR, makes the chain three instructions long.
 * Lanes are bytes on POWER9, 64-bit halves on POWER8, as the order of the bytes has it.
 */
.macro XTS_BEGIN
    LOADX   32 + CHAIN, 0, 7
    ADDRESS 12, .Ldouble
    lvx     CONST, 0, 12
    vspltisb ONES, -1
    FOLD_KEYS
.endm
.macro XTS_PREP i, v
    xxlxor  \v, 32 + CHAIN, RK0
    AT      LOADX, 32 + \v, 5, \i
#ifdef POWER9
    vsrab   TMP, CHAIN, ONES
    vaddubm CHAIN, CHAIN, CHAIN
    vsldoi  TMP, TMP, TMP, 15
#else
    vsrad   TMP, CHAIN, ONES
    vaddudm CHAIN, CHAIN, CHAIN
    vsldoi  TMP, TMP, TMP, 8
#endif
    xxlxor  32 + \v, 32 + \v, \v
    vxor    TMP2, CHAIN, CONST
    SWAP    \v
    vsel    CHAIN, CHAIN, TMP2, TMP
.endm
.macro XTS_POST i, v
    CHAINED_POST \i, \v
.endm
.macro XTS_END
    STOREX  32 + CHAIN, 0, 7
.endm

FUNC SYM(xts_enc)
    MODE    XTS, vcipher, CTX_ENC, 0
ENDFUNC SYM(xts_enc)

FUNC SYM(xts_dec)
    MODE    XTS, vncipher, CTX_DEC, 0
ENDFUNC SYM(xts_dec)

/* ------------------------------------------------------------------ OCB (RFC 7253, sections 4.1-4.3) */
/*
 * LO = offset ^ round key 0. Of any eight blocks in a row one has a number divisible by 8; which L the others want
 * is the same for every set. So a table in the frame holds the set's eight L, and one entry changes from set to set.
 * r30 = blocks prepared, r31 = the table, r29 = the entry that changes; clobbers r27, r28.
 */
.macro OCB_L_OF vs, ntz        /* \ntz is clobbered */
    sldi    \ntz, \ntz, 4
    addi    \ntz, \ntz, OCB_L
    LOADX   \vs, 7, \ntz
.endm
/* \d = number of trailing zeros of \s; not the same register. */
.macro NTZ d, s
#ifdef POWER9
    cnttzd  \d, \s
#else
    addi    \d, \s, -1
    andc    \d, \d, \s
    popcntd \d, \d
#endif
.endm
/* The entry that changes, for the blocks r30 + 1 to r30 + 8. */
.macro OCB_NEXT_SET
    addi    27, 30, 8
    clrrdi  27, 27, 3
    NTZ     28, 27
    OCB_L_OF 32 + TMP, 28
    STOREX  32 + TMP, 0, 29
.endm
.macro OCB_BEGIN
    LOADX   OFF, 0, 7
    xxlxor  OFF, OFF, RK0
    li      12, OCB_CHECKSUM
    LOADX   SUM, 7, 12
    ld      30, OCB_FIRST(7)
    addi    31, 1, FRAME_L
    mr      29, 31
    .irp i, 1, 2, 3, 4, 5, 6, 7, 8
    addi    12, 30, \i
    NTZ     28, 12
    cmpldi  28, 3
    blt     1f
    li      28, 0               /* number divisible by 8 */
    mr      31, 29
1:  OCB_L_OF 32 + TMP, 28
    STOREX  32 + TMP, 0, 29
    addi    29, 29, 16
    .endr
    mr      29, 31
    addi    31, 1, FRAME_L
    OCB_NEXT_SET
.endm
.macro OCB_OFFSET i, v
    AT      LOADX, \v, 31, \i
    addi    30, 30, 1
    xxlxor  OFF, OFF, \v
    xxlor   \v, OFF, OFF
    .if \i == 7
    OCB_NEXT_SET
    .endif
.endm
.macro OCB_PREP i, v
    OCB_OFFSET \i, \v
    xxlxor  32 + \v, 32 + \v, \v
    SWAP    \v
.endm
.macro OCB_END
    xxlxor  OFF, OFF, RK0
    STOREX  OFF, 0, 7
    STOREX  SUM, 7, 8           /* r8 = 16 */
    std     30, OCB_FIRST(7)
    xxlxor  0, 0, 0
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    AT      STOREX, 0, 31, \i
    .endr
.endm

.macro OCBE_BEGIN
    OCB_BEGIN
    FOLD_KEYS
.endm
.macro OCBE_PREP i, v
    AT      LOADX, 32 + \v, 5, \i
    xxlxor  SUM, SUM, 32 + \v
    OCB_PREP \i, \v
.endm
.macro OCBE_POST i, v
    CHAINED_POST \i, \v
.endm
.macro OCBE_END
    OCB_END
.endm

.macro OCBD_BEGIN
    OCB_BEGIN
    FOLD_KEYS
.endm
.macro OCBD_PREP i, v
    AT      LOADX, 32 + \v, 5, \i
    OCB_PREP \i, \v
.endm
.macro OCBD_POST i, v
    CHAINED_POST \i, \v
    xxlxor  SUM, SUM, 32 + \v
.endm
.macro OCBD_END
    OCB_END
.endm

.macro OCBA_BEGIN
    OCB_BEGIN
.endm
.macro OCBA_PREP i, v
    OCBD_PREP \i, \v
.endm
.macro OCBA_POST i, v
    SWAP    \v
    xxlxor  SUM, SUM, 32 + \v
.endm
.macro OCBA_END
    OCB_END
.endm

FUNC SYM(ocb_enc)
    MODE    OCBE, vcipher, CTX_ENC, 0
ENDFUNC SYM(ocb_enc)

FUNC SYM(ocb_dec)
    MODE    OCBD, vncipher, CTX_DEC, 0
ENDFUNC SYM(ocb_dec)

/* void ocb_auth(const struct tsubaki_aes_ctx *ctx, const void *in, size_t nblocks, struct tsubaki_ocb_state *state) */
FUNC SYM(ocb_auth)
    mr      7, 6
    mr      6, 5
    mr      5, 4
    MODE    OCBA, vcipher, CTX_ENC, 0
ENDFUNC SYM(ocb_auth)

/* ------------------------------------------------------------------ CBC and CFB encryption */
/*
 * One block after the other; nothing but the rounds stands in the chain. The last round's key operand takes in
 * all that lies between one block's last round and the next one's first: \q, the next plaintext block (CBC) or this one
 * (CFB), and round key 0. The ciphertext is made beside the chain.
 *
 * v0-v8 round keys 1-9, v9-v12 10-13, v13 the last ^ key 0, vs0 key 0; v14 the chain.
 */
#define X    14
#define KEY  15
#define Q    16
#define OUT  17
#define SREV 19
.macro SERIAL cbc
    cmpldi  6, 0
    beqlr
    KEYS    CTX_ENC, 0, 0, 32 + 9, 13, X, SREV
    xxlor   32 + Q, 0, 0
    SWAP    Q, SREV
    xxlor   0, 32 + Q, 32 + Q
    vxor    13, 13, Q
    LOADX   32 + X, 0, 7
    SWAP    X, SREV
    xxlxor  32 + X, 32 + X, 0
    .if \cbc
    LOADX   32 + Q, 0, 5
    SWAP    Q, SREV
    vxor    X, X, Q
    .endif
1:  addi    6, 6, -1
    cmpldi  6, 0
    .if \cbc
    vxor    Q, Q, Q
    beq     2f
    addi    5, 5, 16
    .endif
    LOADX   32 + Q, 0, 5
    SWAP    Q, SREV
    .if \cbc == 0
    addi    5, 5, 16
    .endif
2:  vxor    KEY, Q, 13
    .if \cbc
    xxlxor  32 + Q, 32 + Q, 0
    .endif
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8
    vcipher X, X, \i
    .endr
    blt     1, 3f
    vcipher X, X, 9
    vcipher X, X, 10
    beq     1, 3f
    vcipher X, X, 11
    vcipher X, X, 12
3:  vcipherlast X, X, KEY
    .if \cbc
    vxor    OUT, X, Q
    .else
    xxlxor  32 + OUT, 32 + X, 0
    .endif
    SWAP    OUT, SREV
    STOREX  32 + OUT, 0, 4
    addi    4, 4, 16
    bne     1b
    STOREX  32 + OUT, 0, 7
    WIPE_VECTORS
    blr
.endm

FUNC SYM(cbc_enc)
    SERIAL  1
ENDFUNC SYM(cbc_enc)

FUNC SYM(cfb_enc)
    SERIAL  0
ENDFUNC SYM(cfb_enc)

/* ------------------------------------------------------------------ key setup (FIPS 197, section 5.2) */
/* r10 = SubWord(r10) */
.macro SUB_WORD
    mtvsrwz 32 + 0, 10
    vsbox   0, 0
    mfvsrwz 10, 32 + 0
.endm

/*
 * int setkey(struct tsubaki_aes_ctx *ctx, const void *key, size_t key_len)
 * r6 = words to come, r7 = Rcon, r8 = the word, r9 = words to the next Rcon, r10 = the word before, r11 = the word one
 * key length before, r12 = words of the key.
 */
FUNC SYM(setkey)
    li      6, CTX_SIZE / 16
    mtctr   6
    vxor    0, 0, 0
    li      6, 0
1:  stvx    0, 3, 6
    addi    6, 6, 16
    bdnz    1b
    cmpldi  5, 16
    cmpldi  1, 5, 24
    cmpldi  5, 5, 32
    beq     2f
    beq     1, 2f
    beq     5, 2f
    li      3, -1
    blr

2:  srwi    12, 5, 2
    slwi    6, 5, 3
    stw     6, CTX_KEY_BITS(3)
    addi    6, 12, 6
    stw     6, CTX_ROUNDS(3)
    mtctr   12
    addi    8, 3, CTX_ENC
    mr      11, 8
3:  lwz     10, 0(4)
    addi    4, 4, 4
    stw     10, 0(8)
    addi    8, 8, 4
    bdnz    3b
    addi    9, 8, -4
    lwbrx   10, 0, 9

    slwi    6, 6, 2
    addi    6, 6, 4
    subf    6, 12, 6
    mtctr   6
    lis     7, 0x0100
    mr      9, 12
4:  cmpw    9, 12
    bne     6f
    rotlwi  10, 10, 8
    SUB_WORD
    xor     10, 10, 7
    rotlwi  7, 7, 1
    cmplwi  7, 1
    bne     7f
    lis     7, 0x1b00           /* 0x80 times x */
    b       7f
6:  cmpwi   9, 4
    bne     7f
    bne     5, 7f
    SUB_WORD                    /* 256-bit keys */
7:  lwbrx   0, 0, 11
    addi    11, 11, 4
    xor     10, 10, 0
    stwbrx  10, 0, 8
    addi    8, 8, 4
    addi    9, 9, -1
    cmpwi   9, 0
    bne     8f
    mr      9, 12
8:  bdnz    4b

    /* vncipher has the straight inverse cipher's order (AddRoundKey before InvMixColumns): the same keys, last first */
    addi    7, 3, CTX_DEC
9:  addi    8, 8, -16
    lxvd2x  0, 0, 8
    stxvd2x 0, 0, 7
    addi    7, 7, 16
    cmpld   8, 3
    bne     9b

    xxlxor  0, 0, 0
    vxor    0, 0, 0
    li      0, 0
    li      10, 0
    li      3, 0
    blr
ENDFUNC SYM(setkey)

RODATA
.Lone:
    .quad   1, 0
.Ldouble:
#ifdef POWER9
    .quad   0x0101010101010101, 0x8701010101010101
#else
    .quad   1, 0x87
#endif
.Lrev:
    .quad   0x0f0e0d0c0b0a0908, 0x0706050403020100

/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Camellia (RFC 3713) with AVX2: byte-sliced, 32 blocks to a set of YMM registers. One file, three variants:
 *
 *   gfni_avx2   -DUSE_GFNI   CPU features: GFNI, AVX2; setkey also AES-NI
 *   vaes_avx2   -DUSE_VAES   VAES, AVX2, AES-NI
 *   aesni_avx2               AES-NI, AVX2
 *
 *   int  setkey(struct tsubaki_camellia_ctx *ctx, const void *key, size_t key_len);
 *   void ecb_enc, ecb_dec(const struct tsubaki_camellia_ctx *ctx, void *out, const void *in, size_t nblocks);
 *   void ctr, ctr32(..., void *counter), cbc_enc, cbc_dec, cfb_enc, cfb_dec(..., void *iv),
 *        xts_enc, xts_dec(..., void *tweak), ocb_enc, ocb_dec(..., struct tsubaki_ocb_state *state),
 *        ocb_auth(ctx, in, nblocks, state)
 *
 * No table is indexed by a secret. Only VEX encodings.
 *
 * Ideas of gfni_avx2 (tools/camellia_gfni.py has the algebra):
 *   - State bytes are kept as M.(x ^ X0), the basis of the S-boxes' inversion: an S-box is one GF2P8AFFINEINVQB, and
 *     only s4 has a GF2P8AFFINEQB in front. Ten a round, where an affine map before and one behind each S-box take
 *     sixteen.
 *   - FL and FL^-1 are key-dependent matrices, made by setkey.
 *   - A half of the state holds the subkey that it entered a round with; when it is the destination of the next round,
 *     what is added is k(r-1) ^ k(r+1). These differences ("slots") and the matrices are the same for decryption,
 *     walked backwards; so encryption and decryption share all code but the start. Whitening keys and all constants
 *     are in the slots too; the first two are added to the blocks as these are loaded.
 *   - A round is done in place: S-boxes overwrite the source half, which memory keeps, and P (16 XORs), destination and
 *     slots (8 each, from memory) turn them into the next source half.
 *   - Two sets are half a round apart, the S-boxes of the one among the XORs of the other, so that a small window for
 *     out-of-order execution is enough. Four registers are a set's own, four they have by turns, the matrices have the
 *     rest. Up to 32 blocks take one set, up to 16 one of XMM registers.
 *   - Where another thread shares the core, issue slots count, and the size of the code: XORs have no
 *     indexed memory operand, and instructions with an immediate byte none at all (both take two slots), offsets fit in
 *     a byte, two rounds are a loop.
 * aesni_avx2 and vaes_avx2 are built as aesni_avx is (asm.h, tools/camellia_aes.py): AESENCLAST on one half,
 * AESDECLAST on the other, one nibble filter behind each, subkeys through the round key operand. Without VAES a
 * lane's upper half goes its own way: loaded from the half in memory (no shuffle), and put back by VINSERTI128.
 * Modes:
 *   - A pass takes up to 64 blocks through one function a direction; a mode says where its blocks come from and what is
 *     added behind the cipher. 32 and 64 blocks go straight from in to out, other numbers through the frame.
 *   - CTR makes counter blocks byte-sliced and in the basis: no transposition, a shuffle or two a byte.
 *   - XTS's tweaks grow by x^2 in rows of two, in four chains; OCB's offsets four at a time.
 *   - One or two blocks, and the serial modes, go through the one-block code of asm.h, with GFNI or with AES-NI.
 *
 * Cost of a round of one set in vector instructions: GFNI 10 + 32 XOR = 42, 14 cycles on three ports, with loads and
 * stores 54 issue slots; VAES 10 filters of 6, 8 AES, 24 XOR = 92, 31 cycles; AES-NI 16 more for AES and VINSERTI128,
 * 36 cycles. GFNI, 32 blocks: rounds 960 slots, FL 180, in and out 250, calls and loops 60; 1450, libgcrypt 1766.
 *
 * Measured, Emerald Rapids (Golden Cove), 2026-11-30 and 12-01, cycles for 32 blocks, 128-bit key, either direction,
 * the other hardware thread idle; in brackets libgcrypt 1.12 at the same feature level in the same run, and the
 * ratio:
 *   gfni_avx2    385, 0.75 cycles/byte  (591; 1.54)      port limit 351
 *   vaes_avx2    809 to 852, 1.6        (1185; 1.4)      port limit 750
 *   aesni_avx2   890, 1.74              (1340; 1.50)     port limit 846
 * With a busy other thread, which halves the window for out-of-order execution and takes up to half of everything else:
 *   gfni_avx2    438 to 560, half 483   (631 to 700, 660; 1.44 to 1.25, 1.37)
 *   vaes_avx2    850 to 1030            (1190 to 1340; 1.40 to 1.30)
 *   aesni_avx2   960 to 1200            (1340 to 1500; 1.40 to 1.25)
 * Modes, both 16 KiB in the same run, best of many calls; ratio to libgcrypt in brackets, a calm moment:
 *   gfni_avx2    ctr 0.78 (1.49), cbc_dec 0.78 (1.44), cfb_dec 0.78 (1.46), xts 0.88 (1.70), ocb 0.85 (1.46), cbc_enc
 *                and cfb_enc 14.7 (1.30); beside a busy thread, medians: ctr 0.96 (1.33), cbc_dec and cfb_dec 0.97
 *                (1.31), xts 1.07 (1.73), ocb_enc 1.08 (1.29), ocb_dec 1.13 (1.23)
 *   vaes_avx2    ctr 1.65 (1.39), cbc_dec 1.73 (1.37), cfb_dec 1.77 (1.34), xts 1.86 (1.50), ocb 1.75 (1.40)
 *   aesni_avx2   ctr 1.87 (1.39), cbc_dec 1.87 (1.37), cfb_dec 1.88 (1.36), xts 1.97 (1.47), ocb 1.98 (1.33)
 *   both of these: cbc_enc and cfb_enc 26.3 (0.70: libgcrypt looks blocks up in tables there)
 * Other shapes of GFNI, idle and busy other thread (median; libgcrypt 590, 660 to 690): three rounds of one set, then
 * of the other, 397 and 570; these two sets with matrices in memory and six rounds unrolled 382 and 668, two rounds a
 * loop 387 and 560, offsets of one byte too 384 and 540; as now, but six rounds unrolled 388 and 520 to 545; FL's
 * matrices loaded for both sets at once (10 slots less, longer chain) 387 and 490, FL^-1 before it 401. Order of FL
 * and FL^-1, and of instructions in BEAT (some hundred tried): 1 %. One set of 32 blocks alone in a call, with all
 * else of a call: 580 and 630, of 16 blocks 595 and 650 (libgcrypt 645 and 760, 615 and 760). Of 385 and 483 cycles
 * the rounds take 280 and 330, FL 35 and 58, in and out 76 and 99. VAES with one set 845 and 970, with a round of
 * each set in turn 811 to 870 and 1014. AES-NI with one set 1010, with VINSERTI128 from memory 960. Modelled
 * (llvm-mca 19), a round of one set of two: GFNI 15.5 cycles on Zen 4, 14.9 on Sapphire Rapids; VAES 36 on Zen 4 (one
 * set alone 38).
 *
 * Registers: rbx blocks of a pass, r14 in, r15 out, r12, r13 counter; of a pass: rdi ctx, rdx source, rsi destination,
 *   r8 what is added to the result, rcx row 0 of the one or the other, rax, r9, r10, r11 slots or operands, their step,
 *   FL tables, frame or loop. All vector registers.
 * Clobbers: all of those that the ABI does not preserve, flags. Vector registers are zero at the return and the upper
 *   state is clean.
 * Stack: the frame of FRAME bytes (3328), aligned to 64 bytes, wiped where it was used; up to 150 bytes more, with
 * AES-NI 920 (the subkeys of one block, wiped).
 */
#define CIPHER camellia
#if defined(USE_GFNI)
#define VARIANT gfni_avx2
#elif defined(USE_VAES)
#define VARIANT vaes_avx2
#else
#define VARIANT aesni_avx2
#endif
#define NEED_CAMELLIA_ONE
#define CAMELLIA_ONE_CALL
#ifdef USE_GFNI
#define NEED_CAMELLIA_SCHEDULE
#define CAMELLIA_ONE_AT (CAMELLIA_CTX_VARIANT + 7424)
#else
#define NEED_CAMELLIA_AES
#define CAMELLIA_ONE_AES
#endif
#include "asm.h"

/* The frame: two sets of 32 blocks and room for spills; then, seen from the entries: */
#define SET     512
#define BLOCKS  (2*SET+64)      /* blocks of a pass: staged, or what a mode makes of them */
#define MASKS   (BLOCKS+1024)   /* what a mode adds to them, and one row */
#define CHAIN   (MASKS+1024+32) /* IV, tweak or offset; two counter blocks */
#define SUM     (CHAIN+32)      /* OCB's checksum, lane by lane */
#define STATE   (SUM+32)        /* where the mode's state comes from and goes to */
#define LEFT    (STATE+8)       /* blocks */
#define TOTAL   (STATE+16)      /* blocks of the call */
#define WRAP32  (STATE+24)      /* not 0: the counter is one of 32 bits */
#define ADD0    (STATE+32)      /* where row 0 of what is added is */
#define FRAME   (STATE+96)

/* struct tsubaki_ocb_state */
#define OCB_CHECKSUM 16
#define OCB_FIRST    32
#define OCB_L        40

/* ---- counters ---- */

/* Counter blocks differ in their low bytes only. Where the sum of the lowest byte and the block's number overflows, the
 * other 15 bytes are those of the counter 256 later. r13, r12: the counter's halves. */

RODATA
/* The block of a set that position 16 l + r of a byte-sliced vector belongs to: YMM, XMM; with ShiftRows. */
.macro POSITIONS lanes, step
    .irp l, 0, 1
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    .if \l < \lanes
    .byte \lanes * (\step * \r % 16) + \l
    .endif
    .endr
    .endr
.endm
.Lones:
    .fill 32, 1, 1
.Lposition_y:
    POSITIONS 2, 1
.Lposition_x:
    POSITIONS 1, 1
#ifndef USE_GFNI
.Lposition_y_Y:
    POSITIONS 2, 5
.Lposition_x_Y:
    POSITIONS 1, 5
#endif
    .text

.macro STORE_BE reg, mem:vararg
    mov \reg, %rcx
    bswap %rcx
    mov %rcx, \mem
.endm

/* The counter block, and the one 256 later, to CHAIN. Clobbers rcx. */
.macro COUNTER_BLOCKS
    STORE_BE %r13, 16+CHAIN(%rsp)
    STORE_BE %r12, 16+CHAIN+8(%rsp)
    STORE_BE %r13, 16+CHAIN+16(%rsp)
    cmpl $0, 16+WRAP32(%rsp)
    jnz 1f
    mov %r13, %rcx
    add $256, %r12
    adc $0, %rcx
    bswap %rcx
    mov %rcx, 16+CHAIN+16(%rsp)
    STORE_BE %r12, 16+CHAIN+24(%rsp)
    sub $256, %r12
    jmp 2f
1:  STORE_BE %r12, 16+CHAIN+24(%rsp)
    lea 256(%r12), %ecx
    bswap %ecx
    mov %ecx, 16+CHAIN+28(%rsp)
2:
.endm
/* Ready for COUNTER_BYTE: 8, 9 the blocks (its caller makes 9 their difference), 10 where there is no overflow, 11 the
 * lowest bytes, 12 an index, 13 ones. */
.macro COUNTER_ROWS w
    .ifc \w, y
    vbroadcasti128 16+CHAIN(%rsp), %ymm8
    vbroadcasti128 16+CHAIN+16(%rsp), %ymm9
    .else
    vmovdqa 16+CHAIN(%rsp), %xmm8
    vmovdqa 16+CHAIN+16(%rsp), %xmm9
    .endif
    COUNTER_LOW \w, .Lposition_\w, 11, 10
    vpxor %xmm12, %xmm12, %xmm12
    vmovdqa .Lones(%rip), %\w\()mm13
.endm
.macro COUNTER_LOW w, position, low, same
    vmovd %r12d, %xmm\same
    vpbroadcastb %xmm\same, %\w\()mm\same
    vpaddb \position(%rip), %\w\()mm\same, %\w\()mm\low
    vpmaxub %\w\()mm\low, %\w\()mm\same, %\w\()mm\same
    vpcmpeqb %\w\()mm\same, %\w\()mm\low, %\w\()mm\same
.endm
/* The next byte of all blocks to x. Clobbers 14. */
.macro COUNTER_BYTE w, same, x
    vpshufb %\w\()mm12, %\w\()mm9, %\w\()mm14
    vpshufb %\w\()mm12, %\w\()mm8, %\w\()mm\x
    vpandn %\w\()mm14, %\w\()mm\same, %\w\()mm14
    vpaddb %\w\()mm13, %\w\()mm12, %\w\()mm12
    vpxor %\w\()mm14, %\w\()mm\x, %\w\()mm\x
.endm

/* Add rcx to the counter. Clobbers rcx. */
LOCAL_FUNC .Lcounter_add
    cmpl $0, 16+WRAP32(%rsp)
    jnz 1f
    add %rcx, %r12
    adc $0, %r13
    ret
1:  add %r12d, %ecx
    shr $32, %r12
    shl $32, %r12
    or %rcx, %r12
    ret
ENDFUNC .Lcounter_add

/* From set to set. */
.macro NEXT_IN source
    add $SET, %r11
    .ifc \source, count
    mov $32, %ecx
    call .Lcounter_add
    .else
    add $SET, %rdx
    mov %rdx, %rcx
    .endif
.endm
/* The second set goes out first, through store, and the first one through first: what is added to the second
 * may be what the first overwrites. A single set goes through store. */
.macro OUT sets, store, first
    .if \sets == 2
    add $SET, %r11
    add $SET, %rsi
    lea SET(%r8), %rcx
    test %r8, %r8
    cmovnz %rcx, %r8
    call \store
    sub $SET, %r11
    sub $SET, %rsi
    lea -SET(%r8), %rcx
    test %r8, %r8
    cmovnz %rcx, %r8
    .endif
    mov 8+ADD0(%rsp), %rcx
    .if \sets == 2
    call \first
    .else
    call \store
    .endif
.endm

#ifdef USE_GFNI
/* ---- GFNI ---- */

    RODATA
    CAMELLIA_SCHEDULE_CONSTS
    CAMELLIA_ONE_CONSTS
    .p2align 5
    /* generated: gfni */
    .set IMM_S1, 0xf1
    .set IMM_S2, 0x05
    .set IMM_S3, 0x9d
    .set IMM_PRE_S4, 0x62
.Lto_basis:
    .quad 0xff38108aa65cc0bc, 0xff38108aa65cc0bc, 0xff38108aa65cc0bc, 0xff38108aa65cc0bc
.Lfrom_basis:
    .quad 0x2f721ee604e0dc9c, 0x2f721ee604e0dc9c, 0x2f721ee604e0dc9c, 0x2f721ee604e0dc9c
.Lpost_s1:
    .quad 0x01fe339f76b8066d, 0x01fe339f76b8066d, 0x01fe339f76b8066d, 0x01fe339f76b8066d
.Lpost_s2:
    .quad 0x01091e7e5fdf628e, 0x01091e7e5fdf628e, 0x01091e7e5fdf628e, 0x01091e7e5fdf628e
.Lpost_s3:
    .quad 0x0151d3fc60495ca4, 0x0151d3fc60495ca4, 0x0151d3fc60495ca4, 0x0151d3fc60495ca4
.Lpre_s4:
    .quad 0x01fce6ed856a3c52, 0x01fce6ed856a3c52, 0x01fce6ed856a3c52, 0x01fce6ed856a3c52
.Lfl_right:
    .quad 0x010fddc5c62b6ae8, 0x010fddc5c62b6ae8, 0x010fddc5c62b6ae8, 0x010fddc5c62b6ae8
.Lfl_shl1:
    .quad 0x7f1c0845532e605e, 0x7f1c0845532e605e, 0x7f1c0845532e605e, 0x7f1c0845532e605e
.Lfl_shr7:
    .quad 0x8000000000000000, 0x8000000000000000, 0x8000000000000000, 0x8000000000000000
.Lfl_same:
    .quad 0xff38108aa65cc0bc, 0xff38108aa65cc0bc, 0xff38108aa65cc0bc, 0xff38108aa65cc0bc
.Lx0:
    .fill 32, 1, 0xc5
    /* end generated */
.Lswap:
    .byte 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8
/* Each byte of two qwords, the most significant first, 32 times. */
.Lspread:
    .irp i, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8
    .fill 32, 1, \i
    .endr
/* The most significant four bytes of a qword, most significant first, eight times each: two vectors of two lanes. */
.Lspread8:
    .byte 7, 7, 7, 7, 7, 7, 7, 7, 6, 6, 6, 6, 6, 6, 6, 6, 5, 5, 5, 5, 5, 5, 5, 5, 4, 4, 4, 4, 4, 4, 4, 4
    .byte 3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0

/* The variant part of the context. SLOTS: n + 2 slots for n rounds, each the 8 bytes, in the basis, that are added to
 * a half of the state, 32 times each. FLM: for each ke the 12 matrices of its FL layer. */
#define SLOTS   CAMELLIA_CTX_VARIANT
#define SLOT    256
#define FLM     (SLOTS + 26 * SLOT)
#define FLM_ROW 128
/* The first two slots of encryption and of decryption, as plain blocks, behind what the one-block code keeps. */
    .set WHITEN_X, CAMELLIA_ONE_AT + CAMELLIA_ONE_SIZE
    .set WHITEN_Y, WHITEN_X + 16

/* The halves of a set, byte by byte, seen from the functions of a pass. */
#define FIRST   16
#define SECOND  (16+256)

.macro UNPACK w, a, b, high
    vpunpckhbw %\w\()mm\b, %\w\()mm\a, %\w\()mm\high
    vpunpcklbw %\w\()mm\b, %\w\()mm\a, %\w\()mm\a
.endm

/* Transposes 16 rows of 16 bytes in every lane: four perfect shuffles. One row of memory at r11 is used. */
.macro TRANSPOSE w, stages, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15
    vmovdqa %\w\()mm\a15, (%r11)
    UNPACK \w, \a0, \a8, \a15
    UNPACK \w, \a1, \a9, \a8
    UNPACK \w, \a2, \a10, \a9
    UNPACK \w, \a3, \a11, \a10
    UNPACK \w, \a4, \a12, \a11
    UNPACK \w, \a5, \a13, \a12
    UNPACK \w, \a6, \a14, \a13
    vpunpckhbw (%r11), %\w\()mm\a7, %\w\()mm\a14
    vpunpcklbw (%r11), %\w\()mm\a7, %\w\()mm\a7
    .if \stages > 1
    TRANSPOSE \w, (\stages - 1), \a0, \a15, \a1, \a8, \a2, \a9, \a3, \a10, \a4, \a11, \a5, \a12, \a6, \a13, \a7, \a14
    .endif
.endm

/*
 * What a round is made of. A step emits nothing where the byte has no register.
 *
 * Of two sets, A and B, each has registers of its own for bytes 2, 3, 6 and 7 of the half that goes through a round
 * (OWN). Those of bytes 0, 1, 4 and 5 belong to A and B by turns: in memory these bytes are anyway, because the next
 * round wants them as its destination; four loads a round leave registers for the matrices, which are no good as memory
 * operands: with an immediate byte such an instruction takes two issue slots. A single set has all its registers.
 */
    .set OWN, 0xcc
    .set ALL, 0xff

/* A half to memory at at, and back: before its S-boxes the bytes of the mask kept, or all with the next round's slot
 * added (fold, with register 8; then rax is at that slot); behind its round, if write is not 0, the other ones. */
.macro KEEP w, kept, at, i, r, fold
    .ifnb \r
    .if \fold
    vpxor 32 * \i - 128(%rax), %\w\()mm\r, %\w\()mm8
    vmovdqa %\w\()mm8, \i * W - 4 * W(\at)
    .elseif \kept >> \i & 1
    vmovdqa %\w\()mm\r, \i * W - 4 * W(\at)
    .endif
    .endif
.endm
.macro WRITE w, write, at, i, r
    .ifnb \r
    .if \write
    vmovdqa %\w\()mm\r, \i * W - 4 * W(\at)
    .endif
    .endif
.endm
.macro RELOAD w, reload, at, i, r
    .ifnb \r
    .if \reload
    vmovdqa \i * W - 4 * W(\at), %\w\()mm\r
    .endif
    .endif
.endm
/* S-boxes. */
.macro PRE_S4 w, r
    .ifnb \r
    vgf2p8affineqb $IMM_PRE_S4, %\w\()mm15, %\w\()mm\r, %\w\()mm\r
    .endif
.endm
.macro INVERT w, imm, matrix, r
    .ifnb \r
    vgf2p8affineinvqb $\imm, %\w\()mm\matrix, %\w\()mm\r, %\w\()mm\r
    .endif
.endm
.macro MATRICES w
    vmovdqa .Lpost_s1(%rip), %\w\()mm12
    vmovdqa .Lpost_s2(%rip), %\w\()mm13
    vmovdqa .Lpost_s3(%rip), %\w\()mm14
    vmovdqa .Lpre_s4(%rip), %\w\()mm15
.endm
/* P-function, destination half, slot. */
.macro MIX w, to, from
    .ifnb \to
    vpxor %\w\()mm\from, %\w\()mm\to, %\w\()mm\to
    .endif
.endm
.macro DESTINATION w, at, i, r
    .ifnb \r
    vpxor \i * W - 4 * W(\at), %\w\()mm\r, %\w\()mm\r
    .endif
.endm
.macro SLOT_BYTE w, slot, i, r
    .ifnb \r
    .if \slot
    vpxor 32 * \i - 128(%rax), %\w\()mm\r, %\w\()mm\r
    .endif
    .endif
.endm

/* Half a round of each of two sets, or of one of them. S-boxes of the half whose bytes 0..7 are in s0..s7, in place;
 * its place in memory is keep. And what follows the S-boxes, on p0..p7, in place: P-function, destination at dst, slot
 * (if not 0) at rax. In 16 XORs P leaves byte i of its result where byte i ^ 4 of its argument was, so two rounds
 * restore the order. Pointers to memory point to byte 4. The order is the best of some hundred that were measured. */
.macro BEAT w, kept, keep, reload, dst, write, slot, s0, s1, s2, s3, s4, s5, s6, s7, p0, p1, p2, p3, p4, p5, p6, p7, \
    fold=0
    KEEP \w, \kept, \keep, 6, \s6, \fold
    MIX \w, \p3, \p4
    MIX \w, \p0, \p5
    KEEP \w, \kept, \keep, 3, \s3, \fold
    MIX \w, \p5, \p3
    MIX \w, \p2, \p7
    MIX \w, \p1, \p6
    MIX \w, \p4, \p2
    MIX \w, \p7, \p1
    KEEP \w, \kept, \keep, 2, \s2, \fold
    MIX \w, \p6, \p0
    MIX \w, \p2, \p5
    PRE_S4 \w, \s3
    MIX \w, \p3, \p6
    MIX \w, \p1, \p4
    MIX \w, \p0, \p7
    KEEP \w, \kept, \keep, 7, \s7, \fold
    DESTINATION \w, \dst, 0, \p4
    SLOT_BYTE \w, \slot, 3, \p7
    INVERT \w, IMM_S3, 14, \s2
    PRE_S4 \w, \s6
    DESTINATION \w, \dst, 1, \p5
    MIX \w, \p4, \p3
    MIX \w, \p7, \p2
    DESTINATION \w, \dst, 6, \p2
    INVERT \w, IMM_S1, 12, \s7
    DESTINATION \w, \dst, 3, \p7
    MIX \w, \p5, \p0
    DESTINATION \w, \dst, 4, \p0
    SLOT_BYTE \w, \slot, 0, \p4
    SLOT_BYTE \w, \slot, 1, \p5
    INVERT \w, IMM_S1, 12, \s6
    INVERT \w, IMM_S1, 12, \s3
    DESTINATION \w, \dst, 2, \p6
    MIX \w, \p6, \p1
    DESTINATION \w, \dst, 5, \p1
    SLOT_BYTE \w, \slot, 4, \p0
    SLOT_BYTE \w, \slot, 6, \p2
    SLOT_BYTE \w, \slot, 5, \p1
    WRITE \w, \write, \dst, 0, \p4
    WRITE \w, \write, \dst, 1, \p5
    WRITE \w, \write, \dst, 4, \p0
    KEEP \w, \kept, \keep, 0, \s0, \fold
    WRITE \w, \write, \dst, 5, \p1
    DESTINATION \w, \dst, 7, \p3
    RELOAD \w, \reload, \keep, 0, \s0
    KEEP \w, \kept, \keep, 1, \s1, \fold
    RELOAD \w, \reload, \keep, 1, \s1
    RELOAD \w, \reload, \keep, 4, \s4
    SLOT_BYTE \w, \slot, 2, \p6
    KEEP \w, \kept, \keep, 5, \s5, \fold
    KEEP \w, \kept, \keep, 4, \s4, \fold
    RELOAD \w, \reload, \keep, 5, \s5
    SLOT_BYTE \w, \slot, 7, \p3
    INVERT \w, IMM_S1, 12, \s0
    INVERT \w, IMM_S2, 13, \s4
    INVERT \w, IMM_S2, 13, \s1
    INVERT \w, IMM_S3, 14, \s5
.endm

/* Set A is in 0, 1, 8, 9, 4, 5, 10, 11, its halves at rdx and rbx; B in 0..7, at rdi and rsi. A round with an odd
 * number takes its source half from registers in order, and keeps it as the first half. A is half a round ahead. */
.macro A1_ALONE kept=OWN
    BEAT y, \kept, %rdx, 0, , , , 0, 1, 8, 9, 4, 5, 10, 11
.endm
.macro B1_A1 kept=OWN, slot=1
    BEAT y, \kept, %rdi, 1, %rbx, 1, \slot, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 8, 9, 4, 5, 10, 11
.endm
.macro A2_B1 slot=1
    BEAT y, OWN, %rbx, 1, %rsi, 1, \slot, 4, 5, 10, 11, 0, 1, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7
    .if \slot
    add %r9, %rax
    .endif
.endm
.macro B2_A2
    BEAT y, OWN, %rsi, 1, %rdx, 1, 1, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 10, 11, 0, 1, 8, 9
.endm
.macro ALONE_B2
    BEAT y, , , , %rdi, 0, 1, , , , , , , , , 4, 5, 6, 7, 0, 1, 2, 3
    add %r9, %rax
.endm
/* A round of a single set, in registers 0..7, at rdx and rbx. Its chain is shorter with slots added to what is kept
 * (fold: rax is at the next one), not behind the S-boxes. slot: this round's slot is not in the destination yet. */
.macro ODD_ROUND w, slot=0
    .if \slot
    add %r9, %rax
    .endif
    BEAT \w, , %rdx, 0, , , , 0, 1, 2, 3, 4, 5, 6, 7, , , , , , , , , 1
    .if \slot
    sub %r9, %rax
    .endif
    BEAT \w, , , , %rbx, 0, \slot, , , , , , , , , 0, 1, 2, 3, 4, 5, 6, 7
    add %r9, %rax
    .if \slot
    add %r9, %rax
    .endif
.endm
.macro EVEN_ROUND w, fold=1
    BEAT \w, ALL, %rbx, 0, , , , 4, 5, 6, 7, 0, 1, 2, 3, , , , , , , , , \fold
    BEAT \w, , , , %rdx, 0, 0, , , , , , , , , 4, 5, 6, 7, 0, 1, 2, 3
    .if \fold
    add %r9, %rax
    .endif
.endm

/* dst ^= (matrix at m) . src */
.macro ADD_MAP w, m, src, dst, t
    vpbroadcastq \m, %\w\()mm\t
    vgf2p8affineqb $0, %\w\()mm\t, %\w\()mm\src, %\w\()mm\t
    vpxor %\w\()mm\t, %\w\()mm\dst, %\w\()mm\dst
.endm

/* Byte j of the half at at ^= (matrix at m) . byte j + 4 of it, left in dst too. */
.macro FL_INVERSE_LEFT w, at, m, j, dst, t
    vmovdqa \j * W(\at), %\w\()mm\t
    vpbroadcastq \m, %\w\()mm\dst
    vgf2p8affineqb $0, %\w\()mm\dst, %\w\()mm\t, %\w\()mm\dst
    vpxor \j * W - 4 * W(\at), %\w\()mm\dst, %\w\()mm\dst
    vmovdqa %\w\()mm\dst, \j * W - 4 * W(\at)
.endm
/* Byte j ^= (matrix at m1) . src1 ^ (matrix at m2) . src2. d1 and d2, where the products are, may be the sources. */
.macro FL_INVERSE_RIGHT w, at, m1, src1, d1, m2, src2, d2, j
    vpbroadcastq \m1, %\w\()mm\d2
    vgf2p8affineqb $0, %\w\()mm\d2, %\w\()mm\src1, %\w\()mm\d1
    vpbroadcastq \m2, %\w\()mm\d2
    vgf2p8affineqb $0, %\w\()mm\d2, %\w\()mm\src2, %\w\()mm\d2
    vpxor \j * W - 4 * W(\at), %\w\()mm\d1, %\w\()mm\d1
    vpxor %\w\()mm\d2, %\w\()mm\d1, %\w\()mm\d1
    vmovdqa %\w\()mm\d1, \j * W - 4 * W(\at)
.endm

/* FL, with the matrices at r10, on the half in x0..x7. */
.macro FL w, t, x0, x1, x2, x3, x4, x5, x6, x7
    ADD_MAP \w, (%r10), \x0, \x4, \t
    ADD_MAP \w, 40(%r10), \x1, \x4, \t
    ADD_MAP \w, 8(%r10), \x1, \x5, \t
    ADD_MAP \w, 48(%r10), \x2, \x5, \t
    ADD_MAP \w, 16(%r10), \x2, \x6, \t
    ADD_MAP \w, 56(%r10), \x3, \x6, \t
    ADD_MAP \w, 24(%r10), \x3, \x7, \t
    ADD_MAP \w, 32(%r10), \x0, \x7, \t
    ADD_MAP \w, 64(%r10), \x4, \x0, \t
    ADD_MAP \w, 72(%r10), \x5, \x1, \t
    ADD_MAP \w, 80(%r10), \x6, \x2, \t
    ADD_MAP \w, 88(%r10), \x7, \x3, \t
.endm
/* FL^-1, with the matrices at r10 + r9, on the half at at. */
.macro FL_INVERSE w, at, t0, t1, t2, t3
    FL_INVERSE_LEFT \w, \at, "64(%r10, %r9)", 0, \t0, \t3
    FL_INVERSE_LEFT \w, \at, "72(%r10, %r9)", 1, \t1, \t3
    FL_INVERSE_RIGHT \w, \at, "(%r10, %r9)", \t0, \t2, "40(%r10, %r9)", \t1, \t3, 4
    FL_INVERSE_LEFT \w, \at, "80(%r10, %r9)", 2, \t2, \t3
    FL_INVERSE_RIGHT \w, \at, "8(%r10, %r9)", \t1, \t1, "48(%r10, %r9)", \t2, \t3, 5
    FL_INVERSE_LEFT \w, \at, "88(%r10, %r9)", 3, \t1, \t3
    FL_INVERSE_RIGHT \w, \at, "16(%r10, %r9)", \t2, \t2, "56(%r10, %r9)", \t1, \t3, 6
    FL_INVERSE_RIGHT \w, \at, "24(%r10, %r9)", \t1, \t1, "32(%r10, %r9)", \t0, \t2, 7
.endm

/* Byte i to the set that rcx points into, from that at rdx. m: the matrix, if it is not in register 8 or 15. */
.macro IN_BYTE w, i, r, m
    .ifb \m
    vgf2p8affineqb $0, %\w\()mm8, %\w\()mm\r, %\w\()mm\r
    .else
    vgf2p8affineqb $0, \m, %\w\()mm\r, %\w\()mm\r
    .endif
    vmovdqa %\w\()mm\r, \i * W - 4 * W(%rcx)
.endm
.macro OUT_SECOND w, i, r, m
    vmovdqa \i * W - 4 * W(%rdx), %\w\()mm\r
    vpxor 32 * \i - 128(%rax), %\w\()mm\r, %\w\()mm\r
    .ifb \m
    vgf2p8affineqb $0, %\w\()mm15, %\w\()mm\r, %\w\()mm\r
    .else
    vgf2p8affineqb $0, \m, %\w\()mm\r, %\w\()mm\r
    .endif
.endm

.macro ROW op, at, w, r
    .ifc \op, whiten
    vpxor \at, %\w\()mm8, %\w\()mm\r
    .endif
    .ifc \op, add
    vpxor \at, %\w\()mm\r, %\w\()mm\r
    .endif
    .ifc \op, store
    vmovdqu %\w\()mm\r, \at
    .endif
.endm
/* row0 is used up. */
.macro ROWS op, at, row0, w, r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15
    ROW \op, (\row0), \w, \r0
    lea 128(\at), \row0
    ROW \op, 1*W-128(\row0), \w, \r1
    ROW \op, 2*W-128(\row0), \w, \r2
    ROW \op, 3*W-128(\row0), \w, \r3
    ROW \op, 4*W-128(\row0), \w, \r4
    ROW \op, 5*W-128(\row0), \w, \r5
    ROW \op, 6*W-128(\row0), \w, \r6
    ROW \op, 7*W-128(\row0), \w, \r7
    lea 8 * W + 128(\at), \row0
    ROW \op, 0*W-128(\row0), \w, \r8
    ROW \op, 1*W-128(\row0), \w, \r9
    ROW \op, 2*W-128(\row0), \w, \r10
    ROW \op, 3*W-128(\row0), \w, \r11
    ROW \op, 4*W-128(\row0), \w, \r12
    ROW \op, 5*W-128(\row0), \w, \r13
    ROW \op, 6*W-128(\row0), \w, \r14
    ROW \op, 7*W-128(\row0), \w, \r15
.endm
.macro LOAD_ROWS w
    ROWS whiten, %rdx, %rcx, \w, 0, 3, 6, 9, 12, 15, 5, 2, 11, 14, 1, 7, 10, 13, 4, 8
.endm
.macro STORE_ROWS op, w, at, row0
    ROWS \op, \at, \row0, \w, 8, 2, 15, 9, 6, 14, 10, 3, 7, 11, 4, 0, 12, 5, 1, 13
.endm

/* 16 rows at rdx to a set at r11, with what is in register 8 added to each block; and back, to rsi, with those at r8
 * added unless r8 is 0; in both cases row 0 is where rcx says. The first half is left in, and taken from, registers
 * 0..7 (.Lout_memory: the set). rax is 128 bytes behind the last slot. */
.macro IN_OUT w
    LOCAL_FUNC .Lload_\w
    LOAD_ROWS \w
    TRANSPOSE \w, 4, 0, 3, 6, 9, 12, 15, 5, 2, 11, 14, 1, 7, 10, 13, 4, 8
    lea SECOND - FIRST + 4 * W(%r11), %rcx
    IN_BYTE \w, 0, 8, .Lto_basis(%rip)
    vmovdqa .Lto_basis(%rip), %\w\()mm8
    IN_BYTE \w, 1, 9
    IN_BYTE \w, 2, 10
    IN_BYTE \w, 3, 11
    IN_BYTE \w, 4, 12
    IN_BYTE \w, 5, 13
    IN_BYTE \w, 6, 14
    IN_BYTE \w, 7, 15
    sub $(SECOND - FIRST), %rcx
    .irp i, 3, 6, 1, 7, 2, 4, 5, 0
    IN_BYTE \w, \i, \i
    .endr
    ret
    ENDFUNC .Lload_\w
    LOCAL_FUNC .Lout_memory_\w
    lea 4 * W(%r11), %rdx
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    vmovdqa \i * W - 4 * W(%rdx), %\w\()mm\i
    .endr
.Lout_\w:
    lea SECOND - FIRST + 4 * W(%r11), %rdx
    vmovdqa .Lfrom_basis(%rip), %\w\()mm15
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    vgf2p8affineqb $0, %\w\()mm15, %\w\()mm\i, %\w\()mm\i
    .endr
    OUT_SECOND \w, 0, 8
    OUT_SECOND \w, 1, 9
    OUT_SECOND \w, 2, 10
    OUT_SECOND \w, 3, 11
    OUT_SECOND \w, 4, 12
    OUT_SECOND \w, 5, 13
    OUT_SECOND \w, 6, 14
    OUT_SECOND \w, 7, 15, .Lfrom_basis(%rip)
    TRANSPOSE \w, 4, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7
    test %r8, %r8
    jz 1f
    STORE_ROWS add, \w, %r8, %rcx
1:  mov %rsi, %rcx
    STORE_ROWS store, \w, %rsi, %rcx
    ret
    ENDFUNC .Lout_memory_\w
.endm

/* All rounds on the set or the two sets in the frame; the first half of the last set is in registers 0..7, before and
 * after. The slots of round 1 are in the state. Leaves rax 128 bytes behind the last slot. r11d: groups of six rounds
 * left; r8d: pairs of rounds left. Two rounds are a loop, and offsets fit in a byte, because code that is short goes on
 * being fast when another thread shares the decoders. */
.macro GROUPS
    mov $4, %r11d
    cmpl $129, CAMELLIA_CTX_KEY_BITS(%rdi)
    sbb $0, %r11d
    lea 128(%rax, %r9, 2), %rax
    PUSH_CFI %r8
    PUSH_CFI %rbx
    PUSH_CFI %rsi
    PUSH_CFI %rdi
    lea 32 + FIRST + 4 * W(%rsp), %rdx
    lea 32 + SECOND + 4 * W(%rsp), %rbx
    lea 32 + FIRST + SET + 4 * W(%rsp), %rdi
    lea 32 + SECOND + SET + 4 * W(%rsp), %rsi
.endm
.macro GROUPS_END
    POP_CFI %rdi
    POP_CFI %rsi
    POP_CFI %rbx
    POP_CFI %r8
    ret
.endm
.macro ONE_SET w
    LOCAL_FUNC .Lrounds1\w
    GROUPS
    MATRICES \w
    ODD_ROUND \w
    jmp 2f
    .p2align 6
1:  FL_MATRICES
    FL \w, 8, 0, 1, 2, 3, 4, 5, 6, 7
    FL_INVERSE \w, %rbx, 8, 9, 10, 11
    FL_NEXT
    ODD_ROUND \w, 1
2:  EVEN_ROUND \w
    ODD_ROUND \w
    EVEN_ROUND \w
    ODD_ROUND \w
    EVEN_ROUND \w, 0
    dec %r11d
    jnz 1b
    GROUPS_END
    ENDFUNC .Lrounds1\w
.endm
.macro TWO_SETS
    LOCAL_FUNC .Lrounds2y
    GROUPS
    MATRICES y
    FOUR load, %rdx, 0, 1, 4, 5
    FOUR load, %rdx, 8, 9, 10, 11, 2*W
    mov $3, %r8d
    A1_ALONE 0
    B1_A1 0, 0
    A2_B1 0
    jmp 2f
    .p2align 6
1:  FL_MATRICES                             /* B has the common registers */
    FL y, 12, 0, 1, 2, 3, 4, 5, 6, 7
    FOUR store, %rdi, 0, 1, 4, 5
    FOUR load, %rdx, 0, 1, 4, 5
    FL y, 12, 0, 1, 8, 9, 4, 5, 10, 11
    FOUR store, %rdx, 0, 1, 4, 5
    FL_INVERSE y, %rbx, 12, 13, 14, 15
    FL_INVERSE y, %rsi, 12, 13, 14, 15
    FL_NEXT
    MATRICES y
    mov $3, %r8d
    jmp 4f
    .p2align 6
3:  FOUR store, %rdi, 0, 1, 4, 5
    FOUR load, %rdx, 0, 1, 4, 5
4:  A1_ALONE
    B1_A1
    A2_B1
2:  B2_A2
    ALONE_B2
    dec %r8d
    jnz 3b
    dec %r11d
    jnz 1b
    FOUR store, %rdx, 8, 9, 10, 11, 2*W
    GROUPS_END
    ENDFUNC .Lrounds2y
.endm
/* r9 is the step to the matrices of FL^-1; the next layer. An FLM_ROW is half a SLOT. */
.macro FL_MATRICES
    sar $1, %r9
.endm
.macro FL_NEXT
    add %r9, %r9
    add %r9, %r10
.endm
/* Bytes 0, 1, 4, 5 of a half that at points to; next=2*W: 2, 3, 6, 7. */
.macro FOUR op, at, r0, r1, r4, r5, next=0
    MOVE \op, \next-4*W(\at), \r0
    MOVE \op, \next-3*W(\at), \r1
    MOVE \op, \next\()(\at), \r4
    MOVE \op, \next+W(\at), \r5
.endm
.macro MOVE op, at, r
    .ifc \op, load
    vmovdqa \at, %ymm\r
    .else
    vmovdqa %ymm\r, \at
    .endif
.endm

/* Registers for the way through the slots and FL matrices: encryption (X) or decryption (Y). */
.macro START_X
    mov $SLOT, %r9d
    lea SLOTS(%rdi), %rax
    lea FLM(%rdi), %r10
.endm
.macro START_Y
    mov $-SLOT, %r9
    mov $4, %r11d
    cmpl $129, CAMELLIA_CTX_KEY_BITS(%rdi)
    sbb $0, %r11d
    mov %r11d, %eax
    shl $8, %eax
    lea FLM - 3 * FLM_ROW(%rdi, %rax), %r10
    imul $6 * SLOT, %r11d, %eax
    lea SLOTS + SLOT(%rdi, %rax), %rax
.endm

/* The next 16 rows of counter blocks, whose low byte is in r12, to a set at r11; as .Lload otherwise, with the slots
 * at rax and rax + r9 added. Mostly no low byte overflows. */
.macro COUNT w
    LOCAL_FUNC .Lcount_\w
    movzbl %r12b, %ecx
    cmp $256 - W, %ecx
    ja 3f
    STORE_BE %r13, 16+CHAIN(%rsp)
    STORE_BE %r12, 16+CHAIN+8(%rsp)
    .ifc \w, y
    vbroadcasti128 16+CHAIN(%rsp), %ymm8
    .else
    vmovdqa 16+CHAIN(%rsp), %xmm8
    .endif
    vmovd %r12d, %xmm11
    vpbroadcastb %xmm11, %\w\()mm11
    vpaddb .Lposition_\w(%rip), %\w\()mm11, %\w\()mm11
    vgf2p8affineqb $0, .Lto_basis(%rip), %\w\()mm8, %\w\()mm8
    vgf2p8affineqb $0, .Lto_basis(%rip), %\w\()mm11, %\w\()mm11
    vpxor 32 * 7(%rax, %r9), %\w\()mm11, %\w\()mm11
    vmovdqa %\w\()mm11, SECOND - FIRST + 7 * W(%r11)
    .irp j, 0, 1, 2, 3, 4, 5, 6
    vpshufb .Lspread + 32 * (15 - \j)(%rip), %\w\()mm8, %\w\()mm15
    vpxor 32 * \j(%rax, %r9), %\w\()mm15, %\w\()mm15
    vmovdqa %\w\()mm15, SECOND - FIRST + \j * W(%r11)
    .endr
    .irp j, 0, 1, 2, 3, 4, 5, 6, 7
    vpshufb .Lspread + 32 * (7 - \j)(%rip), %\w\()mm8, %\w\()mm\j
    vpxor 32 * \j(%rax), %\w\()mm\j, %\w\()mm\j
    vmovdqa %\w\()mm\j, \j * W(%r11)
    .endr
    ret
3:  COUNTER_BLOCKS
    COUNTER_ROWS \w
    .irp r, 8, 9, 11
    vgf2p8affineqb $0, .Lto_basis(%rip), %\w\()mm\r, %\w\()mm\r
    .endr
    vpxor %\w\()mm8, %\w\()mm9, %\w\()mm9
    vpxor 32 * 7(%rax, %r9), %\w\()mm11, %\w\()mm11
    vmovdqa %\w\()mm11, SECOND - FIRST + 7 * W(%r11)
    .irp j, 0, 1, 2, 3, 4, 5, 6, 7
    COUNTER_BYTE \w, 10, \j
    vpxor 32 * \j(%rax), %\w\()mm\j, %\w\()mm\j
    vmovdqa %\w\()mm\j, \j * W(%r11)
    .endr
    .irp j, 0, 1, 2, 3, 4, 5, 6
    COUNTER_BYTE \w, 10, 15
    vpxor 32 * \j(%rax, %r9), %\w\()mm15, %\w\()mm15
    vmovdqa %\w\()mm15, SECOND - FIRST + \j * W(%r11)
    .endr
    ret
    ENDFUNC .Lcount_\w
.endm

/* What .Lload adds, to register 8. */
.macro WHITENING w, dir
    .ifc \w, y
    vbroadcasti128 WHITEN_\dir(%rdi), %ymm8
    .else
    vmovdqa WHITEN_\dir(%rdi), %xmm8
    .endif
.endm
/* One pass over sets * 16 rows. source: in, rows at rdx; count, counter blocks. Other names as in IN_OUT. */
.macro PASS w, sets, dir, source
    START_\dir
    lea 8(%rsp), %r11
    .ifc \source, load
    WHITENING \w, \dir
    .endif
    call .L\source\()_\w
    .if \sets == 2
    NEXT_IN \source
    .ifc \source, load
    WHITENING \w, \dir
    .endif
    call .L\source\()_\w
    .endif
    call .Lrounds\sets\w
    lea 8(%rsp), %r11
    OUT \sets, .Lout_\w, .Lout_memory_\w
.endm

    .text
    .set W, 32
    IN_OUT y
    COUNT y
    TWO_SETS
    ONE_SET y
    .set W, 16
    IN_OUT x
    COUNT x
    ONE_SET x

/* Two slots from the two qwords in xmm\v. */
.macro PUT_SLOTS at, v, t
    vgf2p8affineqb $0, .Lto_basis(%rip), %xmm\v, %xmm\v
    vpermq $0x44, %ymm\v, %ymm\v
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    vpshufb .Lspread + 32 * \i(%rip), %ymm\v, %ymm\t
    vmovdqa %ymm\t, \at + 32 * \i(%rdi)
    .endr
    .irp i, 8, 9, 10, 11, 12, 13, 14, 15
    vpshufb .Lspread + 32 * \i(%rip), %ymm\v, %ymm\t
    vmovdqa %ymm\t, \at + 32 * \i(%rdi)
    .endr
.endm

/* Slots r and r + 1, both of the same part of the cipher: k(r-1) ^ k(r+1), k(r) ^ k(r+2). */
.macro KEY_SLOTS r
    vmovdqu CAMELLIA_CTX_K + 8 * (\r - 2)(%rdi), %xmm0
    vpxor CAMELLIA_CTX_K + 8 * \r(%rdi), %xmm0, %xmm0
    PUT_SLOTS (SLOTS + \r * SLOT), 0, 1
.endm

/* Slots 6g and 6g + 1, next to the FL layer with ke(2g-1), ke(2g):
 * k(6g-1) ^ FL^-1(k(6g+1), ke(2g-1)) and k(6g+2) ^ FL^-1(k(6g), ke(2g)), with X0 added to each k. */
.macro FL_SLOTS g
    vmovq CAMELLIA_CTX_K + 8 * (6 * \g)(%rdi), %xmm0
    vmovhps CAMELLIA_CTX_K + 8 * (6 * \g - 1)(%rdi), %xmm0, %xmm0
    vpxor %xmm14, %xmm0, %xmm0                  /* two halves a || b, a in the upper dword */
    vmovdqu CAMELLIA_CTX_KE + 16 * (\g - 1)(%rdi), %xmm1
    vpor %xmm1, %xmm0, %xmm2                    /* a ^= b | kr */
    vpsllq $32, %xmm2, %xmm2
    vpxor %xmm2, %xmm0, %xmm0
    vpand %xmm1, %xmm0, %xmm2                   /* b ^= (a & kl) <<< 1 */
    vpsrld $31, %xmm2, %xmm3
    vpaddd %xmm2, %xmm2, %xmm2
    vpor %xmm3, %xmm2, %xmm2
    vpsrlq $32, %xmm2, %xmm2
    vpxor %xmm2, %xmm0, %xmm0
    vpxor %xmm14, %xmm0, %xmm0
    vmovq CAMELLIA_CTX_K + 8 * (6 * \g - 2)(%rdi), %xmm1
    vmovhps CAMELLIA_CTX_K + 8 * (6 * \g + 1)(%rdi), %xmm1, %xmm1
    vpxor %xmm1, %xmm0, %xmm0
    PUT_SLOTS (SLOTS + 6 * \g * SLOT), 0, 1
.endm

/* Slots n and n + 1 of n rounds. */
.macro LAST_SLOTS n
    vpshufd $0x4e, CAMELLIA_CTX_KW + 16(%rdi), %xmm0
    vpxor CAMELLIA_CTX_K + 8 * (\n - 2)(%rdi), %xmm0, %xmm0
    vpxor %xmm14, %xmm0, %xmm0
    vpshufd $0x4e, %xmm0, %xmm1
    vpshufb .Lswap(%rip), %xmm1, %xmm1
    vmovdqa %xmm1, WHITEN_Y(%rdi)
    PUT_SLOTS (SLOTS + \n * SLOT), 0, 1
.endm

/* The matrices of ke(i). */
.macro PUT_FLM i
    vpbroadcastq CAMELLIA_CTX_KE + 8 * (\i - 1)(%rdi), %ymm0
    vpshufb .Lspread8(%rip), %ymm0, %ymm1
    vpshufb .Lspread8 + 32(%rip), %ymm0, %ymm2
    vpand %ymm10, %ymm1, %ymm1
    vpandn %ymm10, %ymm2, %ymm2
    vgf2p8affineqb $0, %ymm1, %ymm11, %ymm3
    vgf2p8affineqb $0, %ymm1, %ymm12, %ymm4
    vgf2p8affineqb $0, %ymm2, %ymm13, %ymm5
    vmovdqa %ymm3, FLM + (\i - 1) * FLM_ROW(%rdi)
    vmovdqa %ymm4, FLM + (\i - 1) * FLM_ROW + 32(%rdi)
    vmovdqa %ymm5, FLM + (\i - 1) * FLM_ROW + 64(%rdi)
.endm

.macro DERIVE
    vmovdqa .Lfl_right(%rip), %ymm10
    vmovdqa .Lfl_shl1(%rip), %ymm11
    vmovdqa .Lfl_shr7(%rip), %ymm12
    vmovdqa .Lfl_same(%rip), %ymm13
    vmovdqa .Lx0(%rip), %xmm14
    vmovdqa CAMELLIA_CTX_KW(%rdi), %xmm0
    vpxor CAMELLIA_CTX_K(%rdi), %xmm14, %xmm1
    vpxor %xmm1, %xmm0, %xmm0
    vpshufb .Lswap(%rip), %xmm0, %xmm1
    vmovdqa %xmm1, WHITEN_X(%rdi)
    PUT_SLOTS SLOTS, 0, 1
    .irp r, 2, 4, 8, 10, 14, 16
    KEY_SLOTS \r
    .endr
    FL_SLOTS 1
    FL_SLOTS 2
    .irp i, 1, 2, 3, 4
    PUT_FLM \i
    .endr
    cmp $16, %rdx
    jne 1f
    LAST_SLOTS 18
    jmp 2f
1:  FL_SLOTS 3
    KEY_SLOTS 20
    KEY_SLOTS 22
    LAST_SLOTS 24
    PUT_FLM 5
    PUT_FLM 6
2:
    CAMELLIA_ONE_SETKEY
.endm

#else
/* ---- AES ---- */

    RODATA
    CAMELLIA_SCHEDULE_CONSTS
    CAMELLIA_AES_CONSTS
    CAMELLIA_AES_SETKEY_CONSTS
    CAMELLIA_ONE_CONSTS

/* Two upper lanes, in the frame at r11. */
#define SPILL   (2*SET)

/* Names that depend on the half, for macros whose argument is X or Y. */
    .set T_X, CAMELLIA_AES_T_X
    .set T_Y, CAMELLIA_AES_T_Y
    .set IN_X, CAMELLIA_AES_IN_X
    .set IN_Y, CAMELLIA_AES_IN_Y
    .set OUT_X, CAMELLIA_AES_OUT_X
    .set OUT_Y, CAMELLIA_AES_OUT_Y
    .set W_X, CAMELLIA_AES_WX
    .set W_Y, CAMELLIA_AES_WY
    .set OP_X, CAMELLIA_AES_OPX
    .set OP_Y, CAMELLIA_AES_OPY
    .set FL_X, CAMELLIA_AES_FL_X
    .set FL_Y, CAMELLIA_AES_FL_Y
    .set CARRY_X, CAMELLIA_AES_CARRY_X
    .set CARRY_Y, CAMELLIA_AES_CARRY_Y
    .set AT_X, 0
    .set AT_Y, 256

/* x = filter(x), the tables in low and high. */
.macro FILTER w, x, low, high, t
    vpand %\w\()mm15, %\w\()mm\x, %\w\()mm\t
    vpsrlw $4, %\w\()mm\x, %\w\()mm\x
    vpand %\w\()mm15, %\w\()mm\x, %\w\()mm\x
    vpshufb %\w\()mm\t, %\w\()mm\low, %\w\()mm\t
    vpshufb %\w\()mm\x, %\w\()mm\high, %\w\()mm\x
    vpxor %\w\()mm\t, %\w\()mm\x, %\w\()mm\x
.endm
.macro TABLE w, m, r
    .ifc \w, y
    vbroadcasti128 \m, %ymm\r
    .else
    vmovdqa \m, %xmm\r
    .endif
.endm
.macro TABLES w, at, low, high
    TABLE \w, ".Lcamellia_aes + \at(%rip)", \low
    TABLE \w, ".Lcamellia_aes + \at + 16(%rip)", \high
.endm

.macro AES_X op, x
    vaesenclast \op, \x, \x
.endm
.macro AES_Y op, x
    vaesdeclast \op, \x, \x
.endm

/* The AES instruction of source byte j in x with the round's operand. high: the upper lane of the byte in memory. */
.macro SBOX w, half, j, high, x, t0, t1
#ifdef USE_VAES
    vbroadcastss OP_\half + CAMELLIA_AES_OP_BYTE * \j(%rax), %\w\()mm\t0
    AES_\half %\w\()mm\t0, %\w\()mm\x
#else
    vbroadcastss OP_\half + CAMELLIA_AES_OP_BYTE * \j(%rax), %xmm\t0
    .ifc \w, y
    vmovdqa \high(%r11), %xmm\t1
    .endif
    AES_\half %xmm\t0, %xmm\x
    .ifc \w, y
    AES_\half %xmm\t0, %xmm\t1
    vinserti128 $1, %xmm\t1, %ymm\x, %ymm\x
    .endif
#endif
.endm
/* The upper lane of x to memory, for SBOX. */
.macro UPPER w, x, m
#ifndef USE_VAES
    .ifc \w, y
    vextracti128 $1, %ymm\x, \m(%r11)
    .endif
#endif
.endm

/* Byte j of the source half, unless it is in its register already; narrow: only what SBOX does not fetch itself. */
.macro SOURCE w, load, half, set, j, x, narrow
    .if \load
#ifndef USE_VAES
    .if \narrow
    vmovdqa AT_\half + SET * \set + W * \j(%r11), %xmm\x
    .else
    vmovdqa AT_\half + SET * \set + W * \j(%r11), %\w\()mm\x
    .endif
#else
    vmovdqa AT_\half + SET * \set + W * \j(%r11), %\w\()mm\x
#endif
    .endif
.endm

/* x, added to byte j of the other half. */
.macro ADD_TO w, half, set, j, x
    vpxor AT_\half + SET * \set + W * \j(%r11), %\w\()mm\x, %\w\()mm\x
    vmovdqa %\w\()mm\x, AT_\half + SET * \set + W * \j(%r11)
.endm

.macro MIX w, a, b
    vpxor %\w\()mm\b, %\w\()mm\a, %\w\()mm\a
.endm

/* A round of one set. The source half `half` is in memory, with load = 0 also in s0..s7; the half `other` is updated in
 * memory, and left in s4..s7, s0..s3. */
.macro ROUND w, half, other, set, load, s0, s1, s2, s3, s4, s5, s6, s7
    SOURCE \w, \load, \half, \set, 3, \s3, 0
    SOURCE \w, \load, \half, \set, 6, \s6, 0
    TABLES \w, (T_\half + 96), 9, 10
    FILTER \w, \s3, 9, 10, 8
    UPPER \w, \s3, SPILL
    FILTER \w, \s6, 9, 10, 11
    UPPER \w, \s6, SPILL+16
    TABLES \w, T_\half, 13, 14
    SOURCE \w, \load, \half, \set, 1, \s1, 1
    SOURCE \w, \load, \half, \set, 4, \s4, 1
    SOURCE \w, \load, \half, \set, 2, \s2, 1
    SOURCE \w, \load, \half, \set, 5, \s5, 1
    SOURCE \w, \load, \half, \set, 0, \s0, 1
    SOURCE \w, \load, \half, \set, 7, \s7, 1
    SBOX \w, \half, 1, (AT_\half + SET * \set + W * 1 + 16), \s1, 8, 9
    SBOX \w, \half, 4, (AT_\half + SET * \set + W * 4 + 16), \s4, 10, 11
    SBOX \w, \half, 2, (AT_\half + SET * \set + W * 2 + 16), \s2, 12, 8
    SBOX \w, \half, 5, (AT_\half + SET * \set + W * 5 + 16), \s5, 9, 10
    SBOX \w, \half, 0, (AT_\half + SET * \set + W * 0 + 16), \s0, 11, 12
    SBOX \w, \half, 7, (AT_\half + SET * \set + W * 7 + 16), \s7, 8, 9
    SBOX \w, \half, 3, SPILL, \s3, 10, 11
    SBOX \w, \half, 6, SPILL+16, \s6, 12, 8
    TABLES \w, (T_\half + 32), 9, 10
    FILTER \w, \s1, 9, 10, 8
    FILTER \w, \s4, 9, 10, 11
    TABLES \w, (T_\half + 64), 9, 10
    FILTER \w, \s2, 9, 10, 8
    FILTER \w, \s5, 9, 10, 11
    FILTER \w, \s0, 13, 14, 8
    FILTER \w, \s7, 13, 14, 12
    FILTER \w, \s3, 13, 14, 9
    FILTER \w, \s6, 13, 14, 10
    /* The P-function in place, 16 XORs. */
    MIX \w, \s0, \s5
    MIX \w, \s3, \s4
    MIX \w, \s2, \s7
    MIX \w, \s1, \s6
    MIX \w, \s4, \s2
    MIX \w, \s5, \s3
    MIX \w, \s6, \s0
    MIX \w, \s7, \s1
    MIX \w, \s0, \s7
    MIX \w, \s1, \s4
    MIX \w, \s2, \s5
    MIX \w, \s3, \s6
    MIX \w, \s4, \s3
    MIX \w, \s5, \s0
    MIX \w, \s6, \s1
    MIX \w, \s7, \s2
    ADD_TO \w, \other, \set, 6, \s2
    ADD_TO \w, \other, \set, 3, \s7
    ADD_TO \w, \other, \set, 4, \s0
    ADD_TO \w, \other, \set, 5, \s1
    ADD_TO \w, \other, \set, 7, \s3
    ADD_TO \w, \other, \set, 0, \s4
    ADD_TO \w, \other, \set, 1, \s5
    ADD_TO \w, \other, \set, 2, \s6
.endm

/* A half's bytes, from or to memory. */
.macro GET w, half, set
    .irp j, 0, 1, 2, 3, 4, 5, 6, 7
    vmovdqa AT_\half + SET * \set + W * \j(%r11), %\w\()mm\j
    .endr
.endm
.macro PUT w, half, set
    .irp j, 0, 1, 2, 3, 4, 5, 6, 7
    vmovdqa %\w\()mm\j, AT_\half + SET * \set + W * \j(%r11)
    .endr
.endm

/* FL's two steps on a half in registers 0..7 (a0..a3, b0..b3), tables at r9: b ^= (a & kl) <<< 1; and a ^= b | kr. */
.macro FL_AND w, half
    FL_AND_BYTE \w, \half, 0, 0, 4, 7
    FL_AND_BYTE \w, \half, 1, 1, 5, 4
    FL_AND_BYTE \w, \half, 2, 2, 6, 5
    FL_AND_BYTE \w, \half, 3, 3, 7, 6
.endm
.macro FL_OR w, half
    FL_FILTER \w, (FL_\half + CAMELLIA_AES_FL_H + 32 * 0), 4, 0
    FL_FILTER \w, (FL_\half + CAMELLIA_AES_FL_H + 32 * 1), 5, 1
    FL_FILTER \w, (FL_\half + CAMELLIA_AES_FL_H + 32 * 2), 6, 2
    FL_FILTER \w, (FL_\half + CAMELLIA_AES_FL_H + 32 * 3), 7, 3
.endm
.macro FL_AND_BYTE w, half, j, a, b, carry
    vbroadcastss CARRY_\half + 4 * \j(%r9), %\w\()mm10
    vpshufb %\w\()mm\a, %\w\()mm10, %\w\()mm10
    MIX \w, \carry, 10
    FL_FILTER \w, (FL_\half + 32 * \j), \a, \b
.endm
/* dst ^= filter(src), the tables at r9 + at. */
.macro FL_FILTER w, at, src, dst
    vpand %\w\()mm15, %\w\()mm\src, %\w\()mm8
    vpsrlw $4, %\w\()mm\src, %\w\()mm9
    vpand %\w\()mm15, %\w\()mm9, %\w\()mm9
    TABLE \w, "\at(%r9)", 11
    TABLE \w, "\at + 16(%r9)", 12
    vpshufb %\w\()mm8, %\w\()mm11, %\w\()mm11
    vpshufb %\w\()mm9, %\w\()mm12, %\w\()mm12
    MIX \w, \dst, 11
    MIX \w, \dst, 12
.endm

/* FL in encryption on X, in decryption on Y; FL^-1 on the other half. `first` of them last: it stays in registers
 * 0..7. */
.macro FL_LAYER w, first, second, set
    GET \w, \second, \set
    FL_OR \w, \second
    FL_AND \w, \second
    PUT \w, \second, \set
    GET \w, \first, \set
    FL_AND \w, \first
    FL_OR \w, \first
    PUT \w, \first, \set
.endm

/* All rounds and FL layers of `sets` sets. `first` is the first round's source half (X: encryption), `step` the way
 * from round to round. Before and after, both halves are in memory and, of a single set, `first` in registers 0..7
 * too. r10d: what is left, 256 times the groups of six rounds plus half the rounds of this group. */
.macro ROUNDS w, sets, first, second, step
    LOCAL_FUNC .L\first\()\sets\w
    mov $0x303, %r10d
    cmpl $128, CAMELLIA_CTX_KEY_BITS(%rdi)
    .if \step > 0
    mov %rdi, %rax
    lea CAMELLIA_AES_FL(%rdi), %r9
    je 2f
    .else
    lea 4 * 8(%rdi), %rax
    lea CAMELLIA_AES_FL + CAMELLIA_AES_FL_LAYER(%rdi), %r9
    je 2f
    lea 4 * 11(%rdi), %rax
    lea CAMELLIA_AES_FL + 2 * CAMELLIA_AES_FL_LAYER(%rdi), %r9
    .endif
    mov $0x403, %r10d
2:
    ROUND \w, \first, \second, 0, (\sets - 1), 0, 1, 2, 3, 4, 5, 6, 7
    ROUND \w, \second, \first, 0, 0, 4, 5, 6, 7, 0, 1, 2, 3
    .if \sets == 2
    ROUND \w, \first, \second, 1, 1, 0, 1, 2, 3, 4, 5, 6, 7
    ROUND \w, \second, \first, 1, 0, 4, 5, 6, 7, 0, 1, 2, 3
    .endif
    add $4 * \step, %rax
    dec %r10b
    jnz 2b
    sub $0x100 - 3, %r10d
    cmp $3, %r10d
    je 3f
    .if \sets == 2
    FL_LAYER \w, \first, \second, 1
    .endif
    FL_LAYER \w, \first, \second, 0
    add $CAMELLIA_AES_FL_LAYER * \step, %r9
    jmp 2b
3:
    ret
    ENDFUNC .L\first\()\sets\w
.endm

/* Byte-slice one half of 16 rows at rdx into registers 0..7: lh = l for bytes 0..7 of the blocks, h for bytes 8..15.
 * Position n is row n (X) or 5n mod 16 (Y: ShiftRows). Changes 8. */
.macro SLICE_X w, lh
    SLICE \w, \lh, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
.endm
.macro SLICE_Y w, lh
    SLICE \w, \lh, 0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11
.endm
.macro SLICE w, lh, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15
    SLICE_PAIR \w, \lh, \b0, \b8, 0
    SLICE_PAIR \w, \lh, \b4, \b12, 7
    SLICE_PAIR \w, \lh, \b2, \b10, 5
    SLICE_PAIR \w, \lh, \b6, \b14, 1
    SLICE_PAIR \w, \lh, \b1, \b9, 3
    SLICE_PAIR \w, \lh, \b5, \b13, 8
    SLICE_PAIR \w, \lh, \b3, \b11, 6
    SLICE_PAIR \w, \lh, \b7, \b15, 2
    INTERLEAVE \w, 0, 3, 5, 6, 7, 8, 1, 2, 4
.endm
.macro SLICE_PAIR w, lh, a, b, r
    .if \a
    vmovdqu W * \a(%rdx), %\w\()mm\r
    .else
    vmovdqu (%rcx), %\w\()mm\r
    .endif
    vpunpck\lh\()bw W * \b(%rdx), %\w\()mm\r, %\w\()mm\r
.endm
.macro INTERLEAVE w, a0, a1, a2, a3, a4, a5, a6, a7, t
    CAMELLIA_INTERLEAVE %\w\()mm\a0, %\w\()mm\a1, %\w\()mm\a2, %\w\()mm\a3, %\w\()mm\a4, %\w\()mm\a5, %\w\()mm\a6, \
        %\w\()mm\a7, %\w\()mm\t
.endm

/* All eight bytes of a half through the filter at `table`. */
.macro FILTER_ALL w, table
    TABLES \w, \table, 13, 14
    FILTER \w, 0, 13, 14, 8
    FILTER \w, 1, 13, 14, 9
    FILTER \w, 2, 13, 14, 10
    FILTER \w, 3, 13, 14, 11
    FILTER \w, 4, 13, 14, 8
    FILTER \w, 5, 13, 14, 9
    FILTER \w, 6, 13, 14, 10
    FILTER \w, 7, 13, 14, 11
.endm
.macro WHITEN w, half
    .irp j, 0, 1, 2, 3, 4, 5, 6, 7
    vbroadcastss W_\half + 4 * \j(%rdi), %\w\()mm8
    MIX \w, \j, 8
    .endr
.endm

/* 16 rows at rdx, row 0 at rcx, to a set at r11: bytes 0..7 of the blocks are the half `first`, left in registers 0..7
 * and memory, bytes 8..15 the half `second`, left in memory. */
.macro LOAD w, first, second
    LOCAL_FUNC .Lload\first\w
    SLICE_\second \w, h
    FILTER_ALL \w, IN_\second
    PUT \w, \second, 0
    SLICE_\first \w, l
    WHITEN \w, \first
    FILTER_ALL \w, IN_\first
    PUT \w, \first, 0
    ret
    ENDFUNC .Lload\first\w
.endm

/* And back, to rsi, with the rows at r8 added unless r8 is 0 (row 0: at rcx; the last rows first, as out may be what
 * comes behind r8): bytes 0..7 of the blocks are the half `second` now, bytes
 * 8..15 the half `first`. */
.macro STORE w, first, second
    LOCAL_FUNC .Lstore\first\w
    GET \w, \first, 0
    FILTER_ALL \w, OUT_\first
    INTERLEAVE \w, 0, 1, 2, 3, 4, 5, 6, 7, 8
    vmovdqa %\w\()mm0, AT_\first + W * 0(%r11)
    vmovdqa %\w\()mm6, AT_\first + W * 1(%r11)
    vmovdqa %\w\()mm7, AT_\first + W * 2(%r11)
    vmovdqa %\w\()mm1, AT_\first + W * 3(%r11)
    vmovdqa %\w\()mm8, AT_\first + W * 4(%r11)
    vmovdqa %\w\()mm2, AT_\first + W * 5(%r11)
    vmovdqa %\w\()mm3, AT_\first + W * 6(%r11)
    vmovdqa %\w\()mm4, AT_\first + W * 7(%r11)
    GET \w, \second, 0
    FILTER_ALL \w, OUT_\second
    WHITEN \w, \second
    INTERLEAVE \w, 0, 1, 2, 3, 4, 5, 6, 7, 8
    test %r8, %r8
    jz 1f
    JOIN_ROWS \w, \second, 1
    ret
1:  JOIN_ROWS \w, \second, 0
    ret
    ENDFUNC .Lstore\first\w
.endm
.macro JOIN_ROWS w, half, add
    JOIN_\half \w, \add, 7, 4
    JOIN_\half \w, \add, 6, 3
    JOIN_\half \w, \add, 5, 2
    JOIN_\half \w, \add, 4, 8
    JOIN_\half \w, \add, 3, 1
    JOIN_\half \w, \add, 2, 7
    JOIN_\half \w, \add, 1, 6
    JOIN_\half \w, \add, 0, 0
.endm
/* Store two rows: their bytes 0..7 are positions 2i and 2i + 1 of a half, in x; bytes 8..15 are the other half's, in
 * memory by pairs of positions. Row b is position b of X, and 13b mod 16 of Y; 2i and 2i + 1 stay even and odd. */
.macro JOIN_X w, add, i, x
    JOIN \w, \add, \x, (AT_Y + W * (13 * (2 * \i) % 16 / 2)), (AT_Y + W * (13 * (2 * \i + 1) % 16 / 2)), (2 * \i), \
        (2 * \i + 1)
.endm
.macro JOIN_Y w, add, i, x
    JOIN \w, \add, \x, (AT_X + W * (5 * (2 * \i) % 16 / 2)), (AT_X + W * (5 * (2 * \i + 1) % 16 / 2)), \
        (5 * (2 * \i) % 16), (5 * (2 * \i + 1) % 16)
.endm
.macro JOIN w, add, x, m0, m1, row0, row1
    vpunpcklqdq \m0(%r11), %\w\()mm\x, %\w\()mm9
    vpunpckhqdq \m1(%r11), %\w\()mm\x, %\w\()mm10
    .if \add
    .if \row0
    vpxor W * \row0(%r8), %\w\()mm9, %\w\()mm9
    .else
    vpxor (%rcx), %\w\()mm9, %\w\()mm9
    .endif
    vpxor W * \row1(%r8), %\w\()mm10, %\w\()mm10
    .endif
    vmovdqu %\w\()mm9, W * \row0(%rsi)
    vmovdqu %\w\()mm10, W * \row1(%rsi)
.endm

/* The next 16 rows of counter blocks, whose low byte is in r12, to a set at r11; as .LloadX otherwise. */
.macro COUNT w
    LOCAL_FUNC .LcountX\w
    COUNTER_BLOCKS
    COUNTER_ROWS \w
    COUNTER_LOW \w, .Lposition_\w\()_Y, 0, 7
    TABLES \w, CAMELLIA_AES_IN_Y, 1, 2
    FILTER \w, 0, 1, 2, 3
    vmovdqa %\w\()mm0, AT_Y + W * 7(%r11)
    /* The two blocks to the basis, before they are spread out. */
    vmovdqa W_X(%rdi), %xmm0
    vmovdqa W_X + 16(%rdi), %xmm3
    vpsrld $24, %xmm0, %xmm0
    vpsrld $24, %xmm3, %xmm3
    vpackusdw %xmm3, %xmm0, %xmm0
    vpxor %xmm3, %xmm3, %xmm3
    vpackuswb %xmm3, %xmm0, %xmm0
    .ifc \w, y
    vpermq $0x44, %ymm0, %ymm0
    .endif
    TABLES \w, CAMELLIA_AES_IN_X, 3, 4
    COUNTER_FILTER \w, 8
    COUNTER_FILTER \w, 9
    vpxor %\w\()mm8, %\w\()mm9, %\w\()mm9
    vmovdqa %\w\()mm7, 16+SPILL(%rsp)
    .irp j, 0, 1, 2, 3, 4, 5, 6, 7
    COUNTER_BYTE \w, 10, \j
    vmovdqa %\w\()mm\j, AT_X + W * \j(%r11)
    .endr
    vmovdqa 16+SPILL(%rsp), %\w\()mm10
    .irp j, 0, 1, 2, 3, 4, 5, 6
    COUNTER_BYTE \w, 10, 11
    vmovdqa %\w\()mm11, AT_Y + W * \j(%r11)
    .endr
    ret
    ENDFUNC .LcountX\w
.endm
/* Block x, not whitened, to the basis: bytes 0..7 those of X (whitening in 0, tables in 3, 4), 8..15 of Y (1, 2). */
.macro COUNTER_FILTER w, x
    vpxor %\w\()mm0, %\w\()mm\x, %\w\()mm\x
    vmovdqa %\w\()mm\x, %\w\()mm5
    FILTER \w, 5, 3, 4, 6
    FILTER \w, \x, 1, 2, 6
    vpblendd $0x33, %\w\()mm5, %\w\()mm\x, %\w\()mm\x
.endm

/* One pass over sets * 16 rows. source: load, rows at rdx; count, counter blocks. Other names as in LOAD and STORE. */
.macro PASS w, sets, dir, source
    vbroadcasti128 .Lcamellia_aes + CAMELLIA_AES_NIBBLE(%rip), %ymm15
    lea 8(%rsp), %r11
    call .L\source\()\dir\w
    .if \sets == 2
    NEXT_IN \source
    call .L\source\()\dir\w
    lea 8(%rsp), %r11
    .endif
    call .L\dir\()\sets\w
    OUT \sets, .Lstore\dir\w, .Lstore\dir\w
.endm
    .text
    .set W, 32
    LOAD y, X, Y
    LOAD y, Y, X
    COUNT y
    STORE y, X, Y
    STORE y, Y, X
    ROUNDS y, 2, X, Y, 1
    ROUNDS y, 2, Y, X, -1
    ROUNDS y, 1, X, Y, 1
    ROUNDS y, 1, Y, X, -1
    .set W, 16
    LOAD x, X, Y
    LOAD x, Y, X
    COUNT x
    STORE x, X, Y
    STORE x, Y, X
    ROUNDS x, 1, X, Y, 1
    ROUNDS x, 1, Y, X, -1

.macro DERIVE
    CAMELLIA_AES_DERIVE
.endm

#endif

/* ---- one or two blocks ---- */

#define ONE_BLOCKS 2
CAMELLIA_ONE_FUNCTION

/* ecx blocks, not 0; otherwise as .Lcipher_X and .Lcipher_Y. Clobbers rdi too. */
LOCAL_FUNC .Lfew
.Lfew_Y:
    mov $1, %eax
    jmp 1f
.Lfew_X:
    xor %eax, %eax
1:  PUSH_CFI %rbp
    PUSH_CFI %rbx
    mov %r8, %rbp
    mov %ecx, %ebx
    mov %eax, %ecx
    CAMELLIA_ONE_ENTER
    test %ecx, %ecx
    jz 2f
    CAMELLIA_ONE_WALK dec
    jmp 3f
2:  CAMELLIA_ONE_WALK enc
3:  CAMELLIA_ONE_READY
4:  CAMELLIA_ONE_LOAD
    CAMELLIA_ONE_ROUNDS
    CAMELLIA_ONE_JOIN
    test %rbp, %rbp
    jz 5f
    vpxor (%rbp), %xmm2, %xmm2
    add $16, %rbp
5:  vmovdqu %xmm2, (%rsi)
    add $16, %rdx
    add $16, %rsi
    dec %ebx
    jnz 4b
    CAMELLIA_ONE_LEAVE
    POP_CFI %rbx
    POP_CFI %rbp
    ret
ENDFUNC .Lfew

/* ---- a pass of any size ---- */

/* ebx blocks, 1 to 64: from rdx (source load) or the counter (source count), through the cipher, with those at r8 added
 * unless r8 is 0, to rsi. Whole sets are read and written: up to 15 blocks or 31 more. */
.macro CIPHER name, dir, source
LOCAL_FUNC \name
    cmp $ONE_BLOCKS, %ebx
    jbe 4f
    cmp $32, %ebx
    ja 2f
    cmp $16, %ebx
    ja 1f
    .set W, 16
    PASS x, 1, \dir, \source
    jmp 3f
    .set W, 32
1:  PASS y, 1, \dir, \source
    jmp 3f
2:  PASS y, 2, \dir, \source
    .ifc \source, count
    lea -32(%rbx), %ecx
    jmp 5f
    .endif
3:  .ifc \source, count
    mov %ebx, %ecx
5:  call .Lcounter_add
    .endif
    ret
4:  .ifc \source, count
    call .Lcounters
    .endif
    PUSH_CFI %rdi
    mov %ebx, %ecx
    call .Lfew_\dir
    POP_CFI %rdi
    ret
ENDFUNC \name
.endm

/* A function that applies OP v to the rows of ebx blocks from byte rax on, 32 bytes a row, 16 the last one. */
.macro EACH name, op, from=0
LOCAL_FUNC \name
    mov $\from, %eax
    EACH_FROM \op
    ret
ENDFUNC \name
.endm
.macro EACH_FROM op
    mov %ebx, %ecx
    shl $4, %ecx
    sub $32, %ecx
    cmp %eax, %ecx
    jl 78f
77: \op y
    add $32, %eax
    cmp %eax, %ecx
    jge 77b
78: test $1, %bl
    jz 79f
    \op x
79:
.endm

.macro STAGE_IN w
    vmovdqu (%r14, %rax), %\w\()mm0
    vmovdqa %\w\()mm0, 8+BLOCKS(%rsp, %rax)
.endm
.macro STAGE_OUT w
    vmovdqa 8+BLOCKS(%rsp, %rax), %\w\()mm0
    vmovdqu %\w\()mm0, (%r15, %rax)
.endm
.macro PREVIOUS w
    vmovdqu -16(%r14, %rax), %\w\()mm0
    vmovdqa %\w\()mm0, 8+MASKS(%rsp, %rax)
.endm
.macro MASK w
    vmovdqa 8+MASKS(%rsp, %rax), %\w\()mm0
    vpxor (%r14, %rax), %\w\()mm0, %\w\()mm0
    vmovdqa %\w\()mm0, 8+BLOCKS(%rsp, %rax)
.endm
.macro MASK_AND_SUM w
    vmovdqu (%r14, %rax), %\w\()mm0
    vpxor %ymm0, %ymm1, %ymm1
    vpxor 8+MASKS(%rsp, %rax), %\w\()mm0, %\w\()mm0
    vmovdqa %\w\()mm0, 8+BLOCKS(%rsp, %rax)
.endm
.macro ADD_UP w
    vmovdqa 8+BLOCKS(%rsp, %rax), %\w\()mm0
    vpxor %ymm0, %ymm1, %ymm1
.endm
.macro STAGE_OUT_AND_SUM w
    ADD_UP \w
    vmovdqu %\w\()mm0, (%r15, %rax)
.endm
.macro EACH_SUM name, op
LOCAL_FUNC \name
    xor %eax, %eax
    vmovdqa 8+SUM(%rsp), %ymm1
    EACH_FROM \op
    vmovdqa %ymm1, 8+SUM(%rsp)
    ret
ENDFUNC \name
.endm

/* ---- what modes add ---- */

/* The previous blocks to MASKS; of 32 or 64, which are in memory but for the first one, only the first two. */
LOCAL_FUNC .Lprevious
    vmovdqa 8+CHAIN(%rsp), %xmm0
    vmovdqa %xmm0, 8+MASKS(%rsp)
    mov %ebx, %ecx
    shl $4, %ecx
    vmovdqu -16(%r14, %rcx), %xmm1
    vmovdqa %xmm1, 8+CHAIN(%rsp)
    cmp $1, %ebx
    je 1f
    vinserti128 $1, (%r14), %ymm0, %ymm0
    vmovdqa %ymm0, 8+MASKS(%rsp)
    test $31, %bl
    jz 1f
    mov $32, %eax
    EACH_FROM PREVIOUS
1:  ret
ENDFUNC .Lprevious

/* ebx counter blocks to MASKS, and their address to rdx. */
LOCAL_FUNC .Lcounters
    lea 16+MASKS(%rsp), %rdx
    xor %eax, %eax
1:  STORE_BE %r13, (%rdx, %rax)
    STORE_BE %r12, 8(%rdx, %rax)
    add $16, %eax
    mov $1, %ecx
    cmpl $0, 16+WRAP32(%rsp)
    jnz 2f
    add %rcx, %r12
    adc $0, %r13
    jmp 3f
2:  add %r12d, %ecx
    shr $32, %r12
    shl $32, %r12
    or %rcx, %r12
3:  mov %ebx, %ecx
    shl $4, %ecx
    cmp %ecx, %eax
    jb 1b
    ret
ENDFUNC .Lcounters

/* x times x^2 (a row of two tweaks to the next one): two bits that leave the top of a quadword come in at the bottom of
 * the other one, those of the upper one times x^7 + x^2 + x + 1. Clobbers t. */
.macro TWEAK_STEP x, t
    vpsrlq $62, %ymm\x, %ymm\t
    vpsllq $2, %ymm\x, %ymm\x
    vpshufb %ymm8, %ymm\t, %ymm\t
    vpor %ymm9, %ymm\t, %ymm\t
    vpshufb %ymm\t, %ymm10, %ymm\t
    vpxor %ymm\t, %ymm\x, %ymm\x
.endm
/* to = x times x^16. */
.macro TWEAK_AHEAD x, to
    vpsrldq $14, %ymm\x, %ymm4
    vpslldq $2, %ymm\x, %ymm\to
    vpsllq $1, %ymm4, %ymm5
    vpsllq $2, %ymm4, %ymm6
    vpsllq $7, %ymm4, %ymm7
    vpxor %ymm4, %ymm5, %ymm5
    vpxor %ymm6, %ymm7, %ymm7
    vpxor %ymm5, %ymm\to, %ymm\to
    vpxor %ymm7, %ymm\to, %ymm\to
.endm
/* Rows of four chains, 16 blocks apart, at rax; the blocks, at rdx, with them. */
.macro TWEAK_ROWS blocks
    .irp i, 0, 1, 2, 3
    vmovdqa %ymm\i, 256 * \i(%rax)
    .if \blocks
    vpxor 256 * \i(%rdx), %ymm\i, %ymm4
    vmovdqa %ymm4, BLOCKS - MASKS + 256 * \i(%rax)
    .endif
    .endr
    TWEAK_STEP 0, 4
    TWEAK_STEP 1, 5
    TWEAK_STEP 2, 6
    TWEAK_STEP 3, 7
    add $32, %rax
.endm
RODATA
.Ltweak_swap:                               /* the two bits of the upper quadword twice, those of the lower one */
    .rept 2
    .byte 8, 8, 128, 128, 128, 128, 128, 128, 0, 128, 128, 128, 128, 128, 128, 128
    .endr
.Ltweak_index:
    .rept 2
    .byte 0, 4, 8, 8, 8, 8, 8, 8, 12, 8, 8, 8, 8, 8, 8, 8
    .endr
.Ltweak_table:                              /* carry times 0x87: low byte, high byte; 0; the carry itself */
    .rept 2
    .byte 0x00, 0x87, 0x0e, 0x89, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1, 2, 3
    .endr
    .text

/* The tweaks of ebx blocks from that in CHAIN on to MASKS, the blocks with them to BLOCKS, the next tweak to CHAIN. */
LOCAL_FUNC .Ltweaks
    vmovdqa 8+CHAIN(%rsp), %xmm0
    vmovdqa .Ltweak_swap(%rip), %ymm8
    vmovdqa .Ltweak_index(%rip), %ymm9
    vmovdqa .Ltweak_table(%rip), %ymm10
    vpshufd $0x13, %xmm0, %xmm1             /* times x */
    vpaddq %xmm0, %xmm0, %xmm2
    vpsrad $31, %xmm1, %xmm1
    vpand .Ltweak_double(%rip), %xmm1, %xmm1
    vpxor %xmm1, %xmm2, %xmm2
    vinserti128 $1, %xmm2, %ymm0, %ymm0
    lea 8+MASKS(%rsp), %rax
    mov %ebx, %ecx
    shr $1, %ecx
    inc %ecx
    cmp $8, %ecx
    jb 2f                                   /* up to 15 blocks */
    TWEAK_AHEAD 0, 1
    TWEAK_AHEAD 1, 2
    TWEAK_AHEAD 2, 3
    mov $8, %ecx
    cmp $64, %ebx
    jne 4f
    mov %r14, %rdx
1:  TWEAK_ROWS 1
    add $32, %rdx
    dec %ecx
    jnz 1b
    vmovdqa %xmm3, 8+CHAIN(%rsp)
    ret
4:  TWEAK_ROWS 0
    dec %ecx
    jnz 4b
    jmp 3f
2:  vmovdqa %ymm0, (%rax)
    TWEAK_STEP 0, 4
    add $32, %rax
    dec %ecx
    jnz 2b
3:  mov %ebx, %ecx
    shl $4, %ecx
    vmovdqa 8+MASKS(%rsp, %rcx), %xmm0
    vmovdqa %xmm0, 8+CHAIN(%rsp)
    xor %eax, %eax
    EACH_FROM MASK
    ret
ENDFUNC .Ltweaks
RODATA
.Ltweak_double:
    .quad 0x87, 1
    .text

/* OCB: the offsets of ebx blocks, behind that in CHAIN, to MASKS, the blocks with them to BLOCKS. r12: blocks before,
 * counted on. */
.macro NEXT_OFFSET
    inc %r12
    bsf %r12, %rdx
    shl $4, %edx
    vpxor (%r8, %rdx), %xmm0, %xmm0
.endm
.macro OFFSETS name, op
LOCAL_FUNC \name
    mov 8+STATE(%rsp), %r8
    add $OCB_L, %r8
    vmovdqa 8+SUM(%rsp), %ymm1
    cmp $64, %ebx
    jne 4f
    test $3, %r12b
    jnz 4f
    /* Four blocks share the offset before them: it ^ L_0, ^ L_1; without L_0, ^ L of their number. */
    vbroadcasti128 8+CHAIN(%rsp), %ymm2
    vbroadcasti128 16(%r8), %ymm4
    vmovdqu (%r8), %xmm3
    vpxor %xmm3, %xmm4, %xmm5
    vinserti128 $1, %xmm5, %ymm3, %ymm3
    xor %eax, %eax
5:  add $4, %r12
    bsf %r12, %rdx
    shl $4, %edx
    vpxor %ymm3, %ymm2, %ymm5
    vpxor %ymm4, %ymm2, %ymm6
    vbroadcasti128 (%r8, %rdx), %ymm2
    vmovdqa %ymm5, 8+MASKS(%rsp, %rax)
    vpxor %ymm6, %ymm2, %ymm2
    \op y
    add $32, %eax
    vpblendd $0xf0, %ymm2, %ymm6, %ymm6
    vmovdqa %ymm6, 8+MASKS(%rsp, %rax)
    \op y
    add $32, %eax
    cmp $1024, %eax
    jb 5b
    vmovdqa %xmm2, 8+CHAIN(%rsp)
    jmp 6f
4:  vmovdqa 8+CHAIN(%rsp), %xmm0
    xor %eax, %eax
    mov %ebx, %ecx
    shr $1, %ecx
    jz 2f
1:  NEXT_OFFSET
    vmovdqa %xmm0, %xmm2
    NEXT_OFFSET
    vinserti128 $1, %xmm0, %ymm2, %ymm2
    vmovdqa %ymm2, 8+MASKS(%rsp, %rax)
    add $32, %rax
    dec %ecx
    jnz 1b
2:  test $1, %bl
    jz 3f
    NEXT_OFFSET
    vmovdqa %xmm0, 8+MASKS(%rsp, %rax)
3:  vmovdqa %xmm0, 8+CHAIN(%rsp)
    xor %eax, %eax
    EACH_FROM \op
6:  vmovdqa %ymm1, 8+SUM(%rsp)
    ret
ENDFUNC \name
.endm
OFFSETS .Loffsets, MASK
OFFSETS .Loffsets_sum, MASK_AND_SUM

EACH .Lstage_in, STAGE_IN
EACH .Lstage_out, STAGE_OUT
EACH_SUM .Lstage_out_sum, STAGE_OUT_AND_SUM
EACH_SUM .Lsum, ADD_UP

CIPHER .Lcipher_X, X, load
CIPHER .Lcipher_Y, Y, load
CIPHER .Lcipher_count, X, count

/* All vector registers and what was used of the frame. */
LOCAL_FUNC .Lwipe
    vpxor %xmm0, %xmm0, %xmm0
    mov $FRAME - 64, %eax
    cmpq $ONE_BLOCKS, 8+TOTAL(%rsp)
    jbe 2f
1:  vmovdqa %ymm0, 8(%rsp, %rax)
    vmovdqa %ymm0, 8+32(%rsp, %rax)
    sub $64, %eax
    jns 1b
    WIPE_VECTORS
    ret
2:  .irp at, BLOCKS, MASKS, MASKS+32, CHAIN, SUM
    vmovdqa %ymm0, 8+\at(%rsp)
    .endr
    WIPE_VECTORS
    ret
ENDFUNC .Lwipe

/* ---- entries ---- */

/* What r8 points to at the entry. */
#define CHAINED 1       /* IV, updated to the last ciphertext block, or the tweak of the next block */
#define COUNTED 2       /* the counter block */
#define OCB     3       /* struct tsubaki_ocb_state */

.macro ENTER state
    PUSH_CFI %rbp
    PUSH_CFI %rbx
    PUSH_CFI %r12
    PUSH_CFI %r13
    PUSH_CFI %r14
    PUSH_CFI %r15
    mov %rsp, %rbp
    .cfi_def_cfa_register %rbp
    sub $FRAME, %rsp
    and $-64, %rsp
    mov %rcx, LEFT(%rsp)
    mov %rcx, TOTAL(%rsp)
    mov %rdx, %r14
    mov %rsi, %r15
    .if \state
    mov %r8, STATE(%rsp)
    .endif
    .if \state == COUNTED
    mov (%r8), %r13
    mov 8(%r8), %r12
    bswap %r13
    bswap %r12
    .elseif \state
    vmovdqu (%r8), %xmm0
    vmovdqa %xmm0, CHAIN(%rsp)
    .endif
    .if \state == OCB
    vpxor %xmm0, %xmm0, %xmm0
    vmovdqa %ymm0, SUM(%rsp)
    mov OCB_FIRST(%r8), %r12
    .endif
.endm
.macro LEAVE state
    .if \state
    mov STATE(%rsp), %r8
    .endif
    .if \state == COUNTED
    bswap %r13
    bswap %r12
    mov %r13, (%r8)
    mov %r12, 8(%r8)
    .elseif \state
    vmovdqa CHAIN(%rsp), %xmm0
    vmovdqu %xmm0, (%r8)
    .endif
    .if \state == OCB
    mov %r12, OCB_FIRST(%r8)
    vmovdqa SUM(%rsp), %xmm0
    vpxor SUM+16(%rsp), %xmm0, %xmm0
    vpxor OCB_CHECKSUM(%r8), %xmm0, %xmm0
    vmovdqu %xmm0, OCB_CHECKSUM(%r8)
    .endif
    call .Lwipe
    mov %rbp, %rsp
    .cfi_def_cfa_register %rsp
    POP_CFI %r15
    POP_CFI %r14
    POP_CFI %r13
    POP_CFI %r12
    POP_CFI %rbx
    POP_CFI %rbp
.endm

.macro SELECT what, to, row0
    .ifc \what, MASKS
    lea MASKS(%rsp), \to
    .endif
    .ifc \what, BLOCKS
    lea BLOCKS(%rsp), \to
    .endif
    .ifc \what, in
    .ifnc \to, %r8
    mov %r8, \to
    .endif
    .endif
    .ifc \what, 0
    xor %r8d, %r8d
    .endif
    .ifc \what, previous
    lea MASKS(%rsp), \row0
    mov \row0, \to
    lea -16(%r14), %rax
    test $31, %bl
    cmovz %rax, \to
    .else
    mov \to, \row0
    .endif
.endm

/*
 * A mode. masks (a function, or none) fills MASKS and CHAIN and, where they are the source, BLOCKS; cipher takes source
 * (none, in, previous, BLOCKS) and adds add (0, in, previous, MASKS). Passes of 32 or 64 blocks go straight from in and
 * to out; others stage them in BLOCKS. sum: the function that takes the result from BLOCKS always. few: ECB's function
 * for up to two blocks.
 * rbx: blocks of the pass; r12, r13: counter, OCB's number of blocks; r14 in; r15 out.
 */
.macro MODE name, cipher, masks, source, add, state=0, wrap32=0, sum=none, few
FUNC \name
    .ifc \sum, .Lsum                        /* no out: (ctx, in, nblocks, state) */
    mov %rcx, %r8
    mov %rdx, %rcx
    mov %rsi, %rdx
    .endif
    .if \state
    test %rcx, %rcx
    jz 9f
    .else
    cmp $ONE_BLOCKS, %rcx
    jbe 8f
    .endif
    ENTER \state
    .if \state == COUNTED
    movl $\wrap32, WRAP32(%rsp)
    .endif
1:  mov $64, %ebx
    mov LEFT(%rsp), %rcx
    cmp %rbx, %rcx
    cmovb %ecx, %ebx
    .ifnc \masks, none
    call \masks
    .endif
    mov %r14, %r8
    mov %r15, %rsi
    test $31, %bl
    jz 2f
    .ifnc \source, BLOCKS
    call .Lstage_in
    lea BLOCKS(%rsp), %r8
    .endif
    lea BLOCKS(%rsp), %rsi
2:  .ifnc \sum, none
    lea BLOCKS(%rsp), %rsi
    .endif
    SELECT \source, %rdx, %rcx
    SELECT \add, %r8, %r9
    mov %r9, ADD0(%rsp)
    call \cipher
    .ifc \sum, none
    test $31, %bl
    jz 3f
    call .Lstage_out
    .else
    call \sum
    .endif
3:  sub %rbx, LEFT(%rsp)
    lea (, %rbx, 8), %eax
    lea (%r14, %rax, 2), %r14
    lea (%r15, %rax, 2), %r15
    jnz 1b
    LEAVE \state
    .if \state
9:  ret
    .else
    ret
8:  test %ecx, %ecx
    jz 9f
    xor %r8d, %r8d
    call \few
    WIPE_VECTORS
9:  ret
    .endif
ENDFUNC \name
.endm

MODE SYM(ecb_enc), .Lcipher_X, none, in, 0, few=.Lfew_X
MODE SYM(ecb_dec), .Lcipher_Y, none, in, 0, few=.Lfew_Y
MODE SYM(ctr), .Lcipher_count, none, none, in, COUNTED, 0
MODE SYM(ctr32), .Lcipher_count, none, none, in, COUNTED, 1
MODE SYM(cbc_dec), .Lcipher_Y, .Lprevious, in, previous, CHAINED
MODE SYM(cfb_dec), .Lcipher_X, .Lprevious, previous, in, CHAINED
MODE SYM(xts_enc), .Lcipher_X, .Ltweaks, BLOCKS, MASKS, CHAINED
MODE SYM(xts_dec), .Lcipher_Y, .Ltweaks, BLOCKS, MASKS, CHAINED
MODE SYM(ocb_enc), .Lcipher_X, .Loffsets_sum, BLOCKS, MASKS, OCB
MODE SYM(ocb_dec), .Lcipher_Y, .Loffsets, BLOCKS, MASKS, OCB, 0, .Lstage_out_sum
MODE SYM(ocb_auth), .Lcipher_X, .Loffsets, BLOCKS, 0, OCB, 0, .Lsum

FUNC SYM(cbc_enc)
    CAMELLIA_ONE_CHAIN 1
    WIPE_VECTORS
    ret
ENDFUNC SYM(cbc_enc)
FUNC SYM(cfb_enc)
    CAMELLIA_ONE_CHAIN 0
    WIPE_VECTORS
    ret
ENDFUNC SYM(cfb_enc)

FUNC SYM(setkey)
    CAMELLIA_SCHEDULE .Lbad_key
    DERIVE
    WIPE_VECTORS
    xor %eax, %eax
    ret
.Lbad_key:
    CAMELLIA_BAD_KEY
ENDFUNC SYM(setkey)

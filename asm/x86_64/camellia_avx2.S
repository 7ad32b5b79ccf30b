/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Camellia (RFC 3713) with AVX2: byte-sliced, 32 blocks to a set of YMM registers. One file, three variants:
 *
 *   gfni_avx2   -DUSE_GFNI   CPU features: GFNI, AVX2; setkey also AES-NI
 *   vaes_avx2   -DUSE_VAES   VAES, AVX2, AES-NI
 *   aesni_avx2               AES-NI, AVX2
 *
 *   int  setkey(struct tsubaki_camellia_ctx *ctx, const void *key, size_t key_len);
 *   void ecb_enc(const struct tsubaki_camellia_ctx *ctx, void *out, const void *in, size_t nblocks);
 *   void ecb_dec(const struct tsubaki_camellia_ctx *ctx, void *out, const void *in, size_t nblocks);
 *
 * No table is indexed by a secret. Only VEX encodings.
 *
 * Ideas of gfni_avx2 (tools/camellia_gfni.py has the algebra):
 *   - State bytes are kept as M.(x ^ X0), the basis of the S-boxes' inversion: an S-box is one GF2P8AFFINEINVQB, and
 *     only s4 has a GF2P8AFFINEQB in front. Ten a round, where an affine map before and one behind each S-box take
 *     sixteen.
 *   - FL and FL^-1 are key-dependent matrices, made by setkey.
 *   - A subkey is added to a half of the state long before its S-boxes: at the time when the half is stored as the next
 *     round's destination, what is added is k(r-1) ^ k(r+1). These differences ("slots") and the matrices are the
 *     same for decryption, walked backwards; so encryption and decryption share all code but the start. Whitening
 *     keys and all constants are in the slots too.
 *   - The destination half is in memory, XORed from there; P is 16 XORs arranged such that what waits for s4 comes
 *     last.
 *   - Two sets are in flight, three rounds of one after three rounds of the other, so that out-of-order execution hides
 *     the latency of one behind the other. Up to 32 blocks take one set, up to 16 one of XMM registers.
 * aesni_avx2 and vaes_avx2 are built as aesni_avx is (asm.h, tools/camellia_aes.py): AESENCLAST on one half,
 * AESDECLAST on the other, one nibble filter behind each, subkeys through the round key operand. Without VAES a
 * lane's upper half goes its own way: loaded from the half in memory (no shuffle), and put back by VINSERTI128.
 *
 * Cost of a round of one set in vector instructions: GFNI 10 + 32 XOR = 42, 14 cycles on three ports; VAES 10 filters
 * of 6, 8 AES, 24 XOR = 92, 31 cycles; AES-NI 16 more for AES and VINSERTI128, 36 cycles.
 *
 * Measured, Emerald Rapids (Golden Cove), 2026-11-30, cycles for 32 blocks, 128-bit key, either direction, the other
 * hardware thread idle; in brackets libgcrypt 1.12 at the same feature level in the same run, and the ratio:
 *   gfni_avx2    395, 0.77 cycles/byte  (594; 1.50)      port limit 337
 *   vaes_avx2    809 to 852, 1.6        (1185; 1.4)      port limit 750
 *   aesni_avx2   890, 1.74              (1340; 1.50)     port limit 846
 * With a busy other thread, which halves the window for out-of-order execution and takes up to half of everything else:
 *   gfni_avx2    454 to 630             (622 to 720; 1.37 to 1.15)
 *   vaes_avx2    850 to 1030            (1190 to 1340; 1.40 to 1.30)
 *   aesni_avx2   960 to 1200            (1340 to 1500; 1.40 to 1.25)
 * Other shapes of GFNI, idle and busy other thread: one set 475 and 550; one set, slots added together with the
 * destination 495; two sets, a round of each in turn 396 and 690 (more loads and stores), two rounds 397 and 646, three
 * rounds with FL between loads and stores of its own 405 and 625; first and last two rounds moved between load and
 * store of the sets 423. VAES with one set 845 and 970, with a round of each set in turn 811 to 870 and 1014. AES-NI
 * with one set 1010, with VINSERTI128 from memory 960. Modelled (llvm-mca 19), a round of one set of two: GFNI 16.0
 * cycles on Zen 4 (one set alone 17.7), 14.6 on Sapphire Rapids; VAES 36 on Zen 4 (one set alone 38).
 *
 * Registers: rdi ctx, rsi out, rdx in, rcx blocks left; rax, r9, r10, r11 inside a pass (slots or operands, their
 *   step, FL tables, frame or loop); r8 is free for a mode. All vector registers.
 * Clobbers: all of those, flags. Vector registers are zero at the return and the upper state is clean.
 * Stack: the frame of FRAME bytes (GFNI 1088, else 1600), aligned to 64 bytes, wiped; up to 87 bytes more.
 */
#define CIPHER camellia
#if defined(USE_GFNI)
#define VARIANT gfni_avx2
#elif defined(USE_VAES)
#define VARIANT vaes_avx2
#else
#define VARIANT aesni_avx2
#endif
#ifdef USE_GFNI
#define NEED_CAMELLIA_SCHEDULE
#else
#define NEED_CAMELLIA_AES
#endif
#include "asm.h"

#ifdef USE_GFNI
/* ---- GFNI ---- */

    RODATA
    CAMELLIA_SCHEDULE_CONSTS
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

/* The frame, seen from the functions that the entries call: two sets of 32 blocks, each the two halves of the state,
 * byte by byte; and one row. */
#define SET     512
#define FIRST   8
#define SECOND  (8+256)
#define SPILL   (8+2*SET)
#define FRAME   (2*SET+64)
#define TAIL    SET
#define OUT     (2*SET+32)

.macro UNPACK w, a, b, high
    vpunpckhbw %\w\()mm\b, %\w\()mm\a, %\w\()mm\high
    vpunpcklbw %\w\()mm\b, %\w\()mm\a, %\w\()mm\a
.endm

/* Transposes 16 rows of 16 bytes in every lane: four perfect shuffles. */
.macro TRANSPOSE w, stages, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15
    vmovdqa %\w\()mm\a15, SPILL(%rsp)
    UNPACK \w, \a0, \a8, \a15
    UNPACK \w, \a1, \a9, \a8
    UNPACK \w, \a2, \a10, \a9
    UNPACK \w, \a3, \a11, \a10
    UNPACK \w, \a4, \a12, \a11
    UNPACK \w, \a5, \a13, \a12
    UNPACK \w, \a6, \a14, \a13
    vpunpckhbw SPILL(%rsp), %\w\()mm\a7, %\w\()mm\a14
    vpunpcklbw SPILL(%rsp), %\w\()mm\a7, %\w\()mm\a7
    .if \stages > 1
    TRANSPOSE \w, (\stages - 1), \a0, \a15, \a1, \a8, \a2, \a9, \a3, \a10, \a4, \a11, \a5, \a12, \a6, \a13, \a7, \a14
    .endif
.endm

/* One round, destination half ^= P(S(source half)) ^ slot: the halves are at src and dst in the stack. With load = 0
 * the source is in registers s0..s7 already. The sum goes to memory and stays in s7, s4, s5, s6, s1, s2, s3, s0. */
/* Byte i of a round's source: adds its next slot for the time when it is part of the destination, and keeps the sum. */
.macro KEEP w, fold, slot, m, i, r
    .if \fold
    vpxor 32 * \i\slot, %\w\()mm\r, %\w\()mm\r
    .endif
    vmovdqa %\w\()mm\r, \m + \i * W(%rsp)
.endm

/* One round. The source half is in registers s0..s7, the destination half in the stack at dst. Keeps source ^ slot
 * (slot: the one of the next round) at src; leaves destination ^ P(S(source)) in td, s3, s1, tb, tc, s7, ta, s6. What
 * comes in front of s4 is next to the sums that it needs, at the end of the round before: with head = 1 it is done
 * here (else it is in ta, tb), with tail = 1 it is done for the next round (in s4, s0). */
.macro ROUND w, head, tail, fold, slot, src, dst, s0, s1, s2, s3, s4, s5, s6, s7, ta, tb, tc, td
    .if \head
    vgf2p8affineqb $IMM_PRE_S4, %\w\()mm11, %\w\()mm\s3, %\w\()mm\ta
    vgf2p8affineqb $IMM_PRE_S4, %\w\()mm11, %\w\()mm\s6, %\w\()mm\tb
    .endif
    vgf2p8affineinvqb $IMM_S2, %\w\()mm9, %\w\()mm\s1, %\w\()mm\tc
    vgf2p8affineinvqb $IMM_S1, %\w\()mm8, %\w\()mm\s7, %\w\()mm\td
    vgf2p8affineinvqb $IMM_S1, %\w\()mm8, %\w\()mm\ta, %\w\()mm\ta
    vgf2p8affineinvqb $IMM_S1, %\w\()mm8, %\w\()mm\tb, %\w\()mm\tb
    KEEP \w, \fold, "\slot", \src, 3, \s3
    vgf2p8affineinvqb $IMM_S2, %\w\()mm9, %\w\()mm\s4, %\w\()mm\s3
    KEEP \w, \fold, "\slot", \src, 7, \s7
    vgf2p8affineinvqb $IMM_S3, %\w\()mm10, %\w\()mm\s2, %\w\()mm\s7
    KEEP \w, \fold, "\slot", \src, 1, \s1
    vgf2p8affineinvqb $IMM_S3, %\w\()mm10, %\w\()mm\s5, %\w\()mm\s1
    KEEP \w, \fold, "\slot", \src, 6, \s6
    vgf2p8affineinvqb $IMM_S1, %\w\()mm8, %\w\()mm\s0, %\w\()mm\s6
    KEEP \w, \fold, "\slot", \src, 4, \s4
    KEEP \w, \fold, "\slot", \src, 0, \s0
    vpxor %\w\()mm\td, %\w\()mm\tc, %\w\()mm\tc     /* z1 z7 */
    vpxor %\w\()mm\s3, %\w\()mm\s7, %\w\()mm\s7     /* z2 z4 */
    vpxor %\w\()mm\s7, %\w\()mm\td, %\w\()mm\td     /* z2 z4 z7 */
    KEEP \w, \fold, "\slot", \src, 5, \s5
    KEEP \w, \fold, "\slot", \src, 2, \s2
    vpxor %\w\()mm\s1, %\w\()mm\ta, %\w\()mm\ta     /* z3 z5 */
    vpxor %\w\()mm\tb, %\w\()mm\s6, %\w\()mm\s6     /* z0 z6 */
    vpxor %\w\()mm\tc, %\w\()mm\tb, %\w\()mm\tb     /* z1 z6 z7 */
    vpxor %\w\()mm\ta, %\w\()mm\s3, %\w\()mm\s3     /* z3 z4 z5 */
    vpxor %\w\()mm\td, %\w\()mm\ta, %\w\()mm\ta     /* y6 */
    vpxor %\w\()mm\tb, %\w\()mm\s7, %\w\()mm\s7     /* y5 */
    vpxor \dst + 3 * W(%rsp), %\w\()mm\tb, %\w\()mm\tb
    vpxor %\w\()mm\ta, %\w\()mm\tb, %\w\()mm\tb     /* byte 3 */
    vpxor \dst + 6 * W(%rsp), %\w\()mm\ta, %\w\()mm\ta/* byte 6 */
    .if \tail
    vgf2p8affineqb $IMM_PRE_S4, %\w\()mm11, %\w\()mm\tb, %\w\()mm\s4
    vgf2p8affineqb $IMM_PRE_S4, %\w\()mm11, %\w\()mm\ta, %\w\()mm\s0
    .endif
    vpxor %\w\()mm\s6, %\w\()mm\s1, %\w\()mm\s1     /* z0 z5 z6 */
    vpxor %\w\()mm\s3, %\w\()mm\s6, %\w\()mm\s6     /* y7 */
    vpxor %\w\()mm\s1, %\w\()mm\tc, %\w\()mm\tc     /* y4 */
    vpxor \dst + 1 * W(%rsp), %\w\()mm\s3, %\w\()mm\s3
    vpxor %\w\()mm\tc, %\w\()mm\s3, %\w\()mm\s3     /* byte 1 */
    vpxor \dst + 0 * W(%rsp), %\w\()mm\td, %\w\()mm\td
    vpxor %\w\()mm\s6, %\w\()mm\td, %\w\()mm\td     /* byte 0 */
    vpxor \dst + 7 * W(%rsp), %\w\()mm\s6, %\w\()mm\s6/* byte 7 */
    vpxor \dst + 2 * W(%rsp), %\w\()mm\s1, %\w\()mm\s1
    vpxor %\w\()mm\s7, %\w\()mm\s1, %\w\()mm\s1     /* byte 2 */
    vpxor \dst + 4 * W(%rsp), %\w\()mm\tc, %\w\()mm\tc/* byte 4 */
    vpxor \dst + 5 * W(%rsp), %\w\()mm\s7, %\w\()mm\s7/* byte 5 */
.endm
/* Three rounds of one of two sets, from memory (load = 1) or registers 0..7 to memory. a is the source half of the
 * first, b the one of the second. rax is at the slot of the second. */
.macro THREE_ROUNDS fold, load, a, b
    .if \load
    vmovdqa \a + 3 * W(%rsp), %ymm3
    vmovdqa \a + 6 * W(%rsp), %ymm6
    vmovdqa \a + 1 * W(%rsp), %ymm1
    vmovdqa \a + 7 * W(%rsp), %ymm7
    vmovdqa \a + 4 * W(%rsp), %ymm4
    vmovdqa \a + 2 * W(%rsp), %ymm2
    vmovdqa \a + 5 * W(%rsp), %ymm5
    vmovdqa \a + 0 * W(%rsp), %ymm0
    .endif
    ROUND y, 1, 1, 1, "(%rax)", \a, \b, 0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15
    ROUND y, 0, 1, 1, "(%rax, %r9)", \b, \a, 15, 3, 1, 13, 14, 7, 12, 6, 4, 0, 5, 2
    ROUND y, 0, 0, \fold, "(%rax, %r9, 2)", \a, \b, 2, 13, 3, 0, 5, 6, 4, 12, 14, 15, 7, 1
    vmovdqa %ymm15, \b + 3 * W(%rsp)
    vmovdqa %ymm14, \b + 6 * W(%rsp)
    vmovdqa %ymm0, \b + 1 * W(%rsp)
    vmovdqa %ymm4, \b + 7 * W(%rsp)
    vmovdqa %ymm7, \b + 4 * W(%rsp)
    vmovdqa %ymm13, \b + 2 * W(%rsp)
    vmovdqa %ymm12, \b + 5 * W(%rsp)
    vmovdqa %ymm1, \b + 0 * W(%rsp)
.endm

/* Six rounds of a single set, in registers 0..7 too. */
.macro SIX_ROUNDS w
    ROUND \w, 1, 1, 1, "(%rax)", FIRST, SECOND, 0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15
    ROUND \w, 0, 1, 1, "(%rax, %r9)", SECOND, FIRST, 15, 3, 1, 13, 14, 7, 12, 6, 4, 0, 5, 2
    lea (%rax, %r9, 2), %rax
    ROUND \w, 0, 1, 1, "(%rax)", FIRST, SECOND, 2, 13, 3, 0, 5, 6, 4, 12, 14, 15, 7, 1
    ROUND \w, 0, 1, 1, "(%rax, %r9)", SECOND, FIRST, 1, 0, 13, 15, 7, 12, 14, 4, 5, 2, 6, 3
    lea (%rax, %r9, 2), %rax
    ROUND \w, 0, 1, 1, "(%rax)", FIRST, SECOND, 3, 15, 0, 2, 6, 4, 5, 14, 7, 1, 12, 13
    ROUND \w, 0, 0, 0, "(%rax, %r9)", SECOND, FIRST, 13, 2, 15, 1, 12, 14, 7, 5, 6, 3, 4, 0
    add %r9, %rax
.endm

/* dst ^= (matrix at m) . src */
.macro ADD_MAP w, m, src, dst, t
    vpbroadcastq \m, %\w\()mm\t
    vgf2p8affineqb $0, %\w\()mm\t, %\w\()mm\src, %\w\()mm\t
    vpxor %\w\()mm\t, %\w\()mm\dst, %\w\()mm\dst
.endm

/* Byte j of the second half ^= (matrix at m) . byte i of it, left in dst; and its slot, in the stack. */
.macro FL_INVERSE_LEFT w, at, m, i, j, dst, t
    vpbroadcastq \m, %\w\()mm\dst
    vmovdqa SECOND + \at + \i * W(%rsp), %\w\()mm\t
    vgf2p8affineqb $0, %\w\()mm\dst, %\w\()mm\t, %\w\()mm\dst
    vpxor SECOND + \at + \j * W(%rsp), %\w\()mm\dst, %\w\()mm\dst
    vpxor 32 * \j(%rax), %\w\()mm\dst, %\w\()mm\t
    vmovdqa %\w\()mm\t, SECOND + \at + \j * W(%rsp)
.endm
.macro FL_INVERSE_RIGHT w, at, m1, src1, m2, src2, j, t1, t2
    vpbroadcastq \m1, %\w\()mm\t1
    vpbroadcastq \m2, %\w\()mm\t2
    vgf2p8affineqb $0, %\w\()mm\t1, %\w\()mm\src1, %\w\()mm\t1
    vgf2p8affineqb $0, %\w\()mm\t2, %\w\()mm\src2, %\w\()mm\t2
    vpxor SECOND + \at + \j * W(%rsp), %\w\()mm\t1, %\w\()mm\t1
    vpxor 32 * \j(%rax), %\w\()mm\t2, %\w\()mm\t2
    vpxor %\w\()mm\t2, %\w\()mm\t1, %\w\()mm\t1
    vmovdqa %\w\()mm\t1, SECOND + \at + \j * W(%rsp)
.endm

/* FL, with the matrices at k1, on the half in registers 0..7; FL^-1, with those at k2, on the half in the stack, and
 * its next slot. Both at once, as each is a chain of four long steps. */
.macro FL_LAYER w, at, k1, k2
    FL_INVERSE_LEFT \w, \at, "64\k2", 4, 0, 12, 8
    ADD_MAP \w, "0\k1", 0, 4, 9
    ADD_MAP \w, "40\k1", 1, 4, 10
    FL_INVERSE_LEFT \w, \at, "72\k2", 5, 1, 13, 8
    ADD_MAP \w, "8\k1", 1, 5, 9
    ADD_MAP \w, "48\k1", 2, 5, 10
    FL_INVERSE_LEFT \w, \at, "80\k2", 6, 2, 14, 8
    ADD_MAP \w, "16\k1", 2, 6, 9
    ADD_MAP \w, "56\k1", 3, 6, 10
    FL_INVERSE_LEFT \w, \at, "88\k2", 7, 3, 15, 8
    ADD_MAP \w, "24\k1", 3, 7, 9
    ADD_MAP \w, "32\k1", 0, 7, 10
    FL_INVERSE_RIGHT \w, \at, "0\k2", 12, "40\k2", 13, 4, 8, 9
    ADD_MAP \w, "64\k1", 4, 0, 10
    FL_INVERSE_RIGHT \w, \at, "8\k2", 13, "48\k2", 14, 5, 8, 9
    ADD_MAP \w, "72\k1", 5, 1, 11
    FL_INVERSE_RIGHT \w, \at, "16\k2", 14, "56\k2", 15, 6, 8, 9
    ADD_MAP \w, "80\k1", 6, 2, 10
    FL_INVERSE_RIGHT \w, \at, "24\k2", 15, "32\k2", 12, 7, 8, 9
    ADD_MAP \w, "88\k1", 7, 3, 11
.endm

.macro LOAD_MATRICES w
    vpbroadcastq .Lpost_s1(%rip), %\w\()mm8
    vpbroadcastq .Lpost_s2(%rip), %\w\()mm9
    vpbroadcastq .Lpost_s3(%rip), %\w\()mm10
    vpbroadcastq .Lpre_s4(%rip), %\w\()mm11
.endm

.macro IN_BYTE w, i, slot, m, r
    vgf2p8affineqb $0, .Lto_basis(%rip), %\w\()mm\r, %\w\()mm\r
    vpxor 32 * \i\slot, %\w\()mm\r, %\w\()mm\r
    vmovdqa %\w\()mm\r, \m + \i * W(%r11)
.endm
.macro OUT_FIRST w, i
    vmovdqa \i * W(%r11), %\w\()mm\i
    vgf2p8affineqb $0, .Lfrom_basis(%rip), %\w\()mm\i, %\w\()mm\i
.endm
.macro OUT_SECOND w, i, r
    vmovdqa SECOND - FIRST + \i * W(%r11), %\w\()mm\r
    vpxor 32 * \i(%rax), %\w\()mm\r, %\w\()mm\r
    vgf2p8affineqb $0, .Lfrom_basis(%rip), %\w\()mm\r, %\w\()mm\r
.endm

/* From 16 rows in registers, in the order of LOAD_ROWS, to a set at r11; and back, in the order of STORE_ROWS. rax is
 * at the first or the last slot. .Lin leaves the first half in registers 0..7 also. */
.macro IN_OUT w
    LOCAL_FUNC .Lin_\w
    TRANSPOSE \w, 4, 0, 3, 6, 9, 12, 15, 5, 2, 11, 14, 1, 7, 10, 13, 4, 8
    IN_BYTE \w, 0, "(%rax, %r9)", (SECOND - FIRST), 8
    IN_BYTE \w, 1, "(%rax, %r9)", (SECOND - FIRST), 9
    IN_BYTE \w, 2, "(%rax, %r9)", (SECOND - FIRST), 10
    IN_BYTE \w, 3, "(%rax, %r9)", (SECOND - FIRST), 11
    IN_BYTE \w, 4, "(%rax, %r9)", (SECOND - FIRST), 12
    IN_BYTE \w, 5, "(%rax, %r9)", (SECOND - FIRST), 13
    IN_BYTE \w, 6, "(%rax, %r9)", (SECOND - FIRST), 14
    IN_BYTE \w, 7, "(%rax, %r9)", (SECOND - FIRST), 15
    .irp i, 3, 6, 1, 7, 2, 4, 5, 0
    IN_BYTE \w, \i, "(%rax)", 0, \i
    .endr
    ret
    ENDFUNC .Lin_\w
    LOCAL_FUNC .Lout_\w
    OUT_SECOND \w, 0, 8
    OUT_SECOND \w, 1, 9
    OUT_SECOND \w, 2, 10
    OUT_SECOND \w, 3, 11
    OUT_SECOND \w, 4, 12
    OUT_SECOND \w, 5, 13
    OUT_SECOND \w, 6, 14
    OUT_SECOND \w, 7, 15
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    OUT_FIRST \w, \i
    .endr
    TRANSPOSE \w, 4, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7
    ret
    ENDFUNC .Lout_\w
.endm

/* All rounds on the set or the two sets in the frame. r11d: groups of six rounds left. */
.macro GROUPS
    mov $4, %r11d
    cmpl $129, CAMELLIA_CTX_KEY_BITS(%rdi)
    sbb $0, %r11d
    lea (%rax, %r9, 2), %rax
.endm
.macro ONE_SET w
    LOCAL_FUNC .Lrounds1\w
    GROUPS
    LOAD_MATRICES \w
    jmp 2f
    .p2align 6
1:  FL_STEP \w, 0
    add %r9, %r10
2:  SIX_ROUNDS \w
    dec %r11d
    jnz 1b
    FL_SET \w, store, 0
    ret
    ENDFUNC .Lrounds1\w
.endm
.macro TWO_SETS
    LOCAL_FUNC .Lrounds2y
    GROUPS
    LOAD_MATRICES y
    THREE_ROUNDS 1, 1, FIRST, SECOND
    THREE_ROUNDS 1, 1, (FIRST + SET), (SECOND + SET)
    jmp 2f
    .p2align 6
1:  FL_SET y, load, 0
    FL_STEP y, 0
    THREE_ROUNDS 1, 0, FIRST, SECOND
    FL_SET y, load, SET
    sub %r9, %rax
    FL_STEP y, SET
    add %r9, %r10
    THREE_ROUNDS 1, 0, (FIRST + SET), (SECOND + SET)
2:  lea (%rax, %r9, 2), %rax
    add %r9, %rax
    THREE_ROUNDS 0, 1, SECOND, FIRST
    THREE_ROUNDS 0, 1, (SECOND + SET), (FIRST + SET)
    lea (%rax, %r9, 2), %rax
    dec %r11d
    jnz 1b
    ret
    ENDFUNC .Lrounds2y
.endm
/* FL layer, and on to the next slot. An FLM_ROW is half a SLOT. */
.macro FL_STEP w, at
    sar $1, %r9
    FL_LAYER \w, \at, "(%r10)", "(%r10, %r9)"
    add %r9, %r9
    add %r9, %rax
    LOAD_MATRICES \w
.endm
/* The first half of the set at \at, between memory and registers 0..7. */
.macro FL_SET w, op, at
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    .ifc \op, load
    vmovdqa FIRST + \at + \i * W(%rsp), %\w\()mm\i
    .else
    vmovdqa %\w\()mm\i, FIRST + \at + \i * W(%rsp)
    .endif
    .endr
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

.macro ROW op, i, at, w, r
    .ifc \op, load
    vmovdqu \i * W(\at), %\w\()mm\r
    .else
    vmovdqu %\w\()mm\r, \i * W(\at)
    .endif
.endm
.macro ROWS op, at, w, r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15
    ROW \op, 0, \at, \w, \r0
    ROW \op, 1, \at, \w, \r1
    ROW \op, 2, \at, \w, \r2
    ROW \op, 3, \at, \w, \r3
    ROW \op, 4, \at, \w, \r4
    ROW \op, 5, \at, \w, \r5
    ROW \op, 6, \at, \w, \r6
    ROW \op, 7, \at, \w, \r7
    ROW \op, 8, \at, \w, \r8
    ROW \op, 9, \at, \w, \r9
    ROW \op, 10, \at, \w, \r10
    ROW \op, 11, \at, \w, \r11
    ROW \op, 12, \at, \w, \r12
    ROW \op, 13, \at, \w, \r13
    ROW \op, 14, \at, \w, \r14
    ROW \op, 15, \at, \w, \r15
.endm
.macro LOAD_ROWS w, at
    ROWS load, \at, \w, 0, 3, 6, 9, 12, 15, 5, 2, 11, 14, 1, 7, 10, 13, 4, 8
.endm
.macro STORE_ROWS w, at
    ROWS store, \at, \w, 8, 2, 15, 9, 6, 14, 10, 3, 7, 11, 4, 0, 12, 5, 1, 13
.endm

/* One pass over sets * 16 rows at rdx, to rsi; both advance. With second = tail the second set is at TAIL in the
 * frame. */
.macro PASS w, sets, dir, second=next
    START_\dir
    mov %rsp, %r11
    LOAD_ROWS \w, %rdx
    call .Lin_\w
    .if \sets == 2
    NEXT_IN \second
    add $SET, %r11
    LOAD_ROWS \w, %rdx
    call .Lin_\w
    .endif
    call .Lrounds\sets\w
    mov %rsp, %r11
    call .Lout_\w
    STORE_ROWS \w, %rsi
    .if \sets == 2
    NEXT_OUT \second
    add $SET, %r11
    call .Lout_\w
    STORE_ROWS \w, %rsi
    .endif
    add $16 * W, %rdx
    add $16 * W, %rsi
.endm

    .text
    .set W, 32
    IN_OUT y
    TWO_SETS
    ONE_SET y
    .set W, 16
    IN_OUT x
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
.endm

#else
/* ---- AES ---- */

    RODATA
    CAMELLIA_SCHEDULE_CONSTS
    CAMELLIA_AES_CONSTS
    CAMELLIA_AES_SETKEY_CONSTS

/* The frame, at r11: the sets, each the halves X and Y of 32 blocks, byte by byte; the blocks of a set that is
 * not full; two upper lanes; the address of such a set's output. */
#define SET     512
#define TAIL    (2*SET)
#define SPILL   (3*SET)
#define OUT     (3*SET+32)
#define FRAME   (3*SET+64)

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
    vmovdqu W * \a(%rdx), %\w\()mm\r
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

/* 16 rows at rdx to a set at r11: bytes 0..7 of the blocks are the half `first`, left in registers 0..7 and memory,
 * bytes 8..15 the half `second`, left in memory. */
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

/* And back, to rsi: bytes 0..7 of the blocks are the half `second` now, bytes 8..15 the half `first`. */
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
    JOIN_\second \w, 0, 0
    JOIN_\second \w, 1, 6
    JOIN_\second \w, 2, 7
    JOIN_\second \w, 3, 1
    JOIN_\second \w, 4, 8
    JOIN_\second \w, 5, 2
    JOIN_\second \w, 6, 3
    JOIN_\second \w, 7, 4
    ret
    ENDFUNC .Lstore\first\w
.endm
/* Store two rows: their bytes 0..7 are positions 2i and 2i + 1 of a half, in x; bytes 8..15 are the other half's, in
 * memory by pairs of positions. Row b is position b of X, and 13b mod 16 of Y; 2i and 2i + 1 stay even and odd. */
.macro JOIN_X w, i, x
    JOIN \w, \x, (AT_Y + W * (13 * (2 * \i) % 16 / 2)), (AT_Y + W * (13 * (2 * \i + 1) % 16 / 2)), (2 * \i), \
        (2 * \i + 1)
.endm
.macro JOIN_Y w, i, x
    JOIN \w, \x, (AT_X + W * (5 * (2 * \i) % 16 / 2)), (AT_X + W * (5 * (2 * \i + 1) % 16 / 2)), (5 * (2 * \i) % 16), \
        (5 * (2 * \i + 1) % 16)
.endm
.macro JOIN w, x, m0, m1, row0, row1
    vpunpcklqdq \m0(%r11), %\w\()mm\x, %\w\()mm9
    vpunpckhqdq \m1(%r11), %\w\()mm\x, %\w\()mm10
    vmovdqu %\w\()mm9, W * \row0(%rsi)
    vmovdqu %\w\()mm10, W * \row1(%rsi)
.endm

/* One pass over sets * 16 rows at rdx, to rsi; both advance. With second = tail the second set is at TAIL in the
 * frame. */
.macro PASS w, sets, dir, second=next
    vbroadcasti128 .Lcamellia_aes + CAMELLIA_AES_NIBBLE(%rip), %ymm15
    mov %rsp, %r11
    call .Lload\dir\w
    .if \sets == 2
    add $SET, %r11
    NEXT_IN \second
    call .Lload\dir\w
    mov %rsp, %r11
    .endif
    call .L\dir\()\sets\w
    call .Lstore\dir\w
    .if \sets == 2
    add $SET, %r11
    NEXT_OUT \second
    call .Lstore\dir\w
    .endif
    add $16 * W, %rdx
    add $16 * W, %rsi
.endm
    .text
    .set W, 32
    LOAD y, X, Y
    LOAD y, Y, X
    STORE y, X, Y
    STORE y, Y, X
    ROUNDS y, 2, X, Y, 1
    ROUNDS y, 2, Y, X, -1
    ROUNDS y, 1, X, Y, 1
    ROUNDS y, 1, Y, X, -1
    .set W, 16
    LOAD x, X, Y
    LOAD x, Y, X
    STORE x, X, Y
    STORE x, Y, X
    ROUNDS x, 1, X, Y, 1
    ROUNDS x, 1, Y, X, -1

#define DERIVE CAMELLIA_AES_DERIVE

#endif

/* ---- entries ---- */

.macro ENTER
    push %rbp
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %rbp, 0
    mov %rsp, %rbp
    .cfi_def_cfa_register %rbp
    and $-64, %rsp
    sub $FRAME, %rsp
.endm
.macro LEAVE
    vpxor %xmm0, %xmm0, %xmm0
    mov $FRAME - 64, %eax
77: vmovdqa %ymm0, (%rsp, %rax)
    vmovdqa %ymm0, 32(%rsp, %rax)
    sub $64, %eax
    jns 77b
    WIPE_VECTORS
    mov %rbp, %rsp
    pop %rbp
    .cfi_def_cfa %rsp, 8
    .cfi_restore %rbp
.endm

/* Copies ecx bytes, a multiple of 16 and not 0. */
.macro COPY from, to
    xor %eax, %eax
77: vmovdqu (\from, %rax), %xmm0
    vmovdqu %xmm0, (\to, %rax)
    add $16, %eax
    cmp %ecx, %eax
    jb 77b
.endm

/* From set to set. */
.macro NEXT_IN second
    .ifc \second, next
    add $SET, %rdx
    .else
    lea TAIL(%rsp), %rdx
    .endif
.endm
.macro NEXT_OUT second
    add $SET, %rsi
    .ifc \second, tail
    mov %rsi, OUT(%rsp)
    lea TAIL(%rsp), %rsi
    .endif
.endm

/* ECB. dir: the first half, X in encryption, Y in decryption. Whole passes straight from in to out; of what is left,
 * full sets too, and the blocks of a part of a set through the frame. A path for a single block's latency belongs
 * behind the test for none. */
.macro ECB dir
    test %rcx, %rcx
    jz 9f
    ENTER
    .set W, 32
    sub $64, %rcx
    jb 2f
1:  PASS y, 2, \dir
    sub $64, %rcx
    jae 1b
2:  add $64, %rcx
    jz 8f
    cmp $32, %ecx
    jb 4f
    ja 3f
    PASS y, 1, \dir
    jmp 8f
3:  sub $32, %ecx                       /* 33 to 63 blocks */
    shl $4, %ecx
    lea SET(%rdx), %r9
    lea TAIL(%rsp), %r10
    COPY %r9, %r10
    PASS y, 2, \dir, tail
    jmp 7f
4:  mov %rsi, OUT(%rsp)
    shl $4, %ecx
    lea TAIL(%rsp), %rsi
    COPY %rdx, %rsi
    mov %rsi, %rdx
    cmp $256, %ecx
    jbe 6f
    PASS y, 1, \dir
    jmp 7f
6:  .set W, 16
    PASS x, 1, \dir
7:  mov OUT(%rsp), %rsi
    lea TAIL(%rsp), %rdx
    COPY %rdx, %rsi
8:  LEAVE
9:  ret
.endm

FUNC SYM(ecb_enc)
    ECB X
ENDFUNC SYM(ecb_enc)
FUNC SYM(ecb_dec)
    ECB Y
ENDFUNC SYM(ecb_dec)

FUNC SYM(setkey)
    CAMELLIA_SCHEDULE .Lbad_key
    DERIVE
    WIPE_VECTORS
    xor %eax, %eax
    ret
.Lbad_key:
    CAMELLIA_BAD_KEY
ENDFUNC SYM(setkey)

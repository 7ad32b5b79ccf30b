/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Camellia (RFC 3713), 32 blocks, AES-NI and AVX2, 32-bit: byte-sliced in eight vector registers.
 * CPU features: AES-NI, AVX2 (with the operating system's XMM and YMM state). No table is indexed by a secret.
 *
 *   int  setkey(struct tsubaki_camellia_ctx *ctx, const void *key, size_t key_len);
 *   void ecb_enc, ecb_dec(const struct tsubaki_camellia_ctx *ctx, void *out, const void *in, size_t nblocks);
 *   void ctr, ctr32, cbc_dec, cfb_dec(ctx, out, in, nblocks, void *iv);
 *
 * cdecl; asm.h says how -mregparm=3 code calls these. Everything is asm.h's, shared by the two widths; this file says
 * how wide. Its ideas:
 *   - State bytes are kept in the basis of the S-boxes' inversion: a byte needs an AES instruction and one filter (two
 *     nibble tables) behind it; only s4 needs a filter in front too. AESENCLAST for one half, AESDECLAST for the other
 *     cancel ShiftRows. Subkeys change through the AES instructions' round key operand. FL is nibble tables.
 *   - Both halves live in the frame. A round ends with the new bytes of one half in all eight registers; the five that
 *     the next round works on first stay where they are, so that it loads three. Four S-box outputs stay in registers
 *     until the P-function, one goes straight into it, the other three are memory operands of its first XORs.
 *   - Two consecutive blocks to a register: loads, transposition and stores are those of 16 blocks. The AES
 *     instructions know XMM registers only: the upper half is taken out and put back, or loaded by itself.
 *
 * Instructions of a round: 10 filters of 6, 16 AES, 24 XOR, 16 for the registers' halves, 30 loads and stores (tables,
 * operands, state). A pass of 32 blocks with a 128-bit key executes 3660, in both directions: 7.1 a byte (counted under
 * qemu 7.2; the published C intrinsics, compiled for i686: 10.9). A tail costs one more pass.
 *
 * Registers: edi ctx, eax frame, ebx constants, edx in and out, esi operands, ecx FL tables, dl and dh loop counts;
 *   ymm0-ymm7. ebp: the caller's frame.
 * Clobbers: eax, ecx, edx, flags, all vector registers (zero at the return, with a clean upper state).
 * Stack: at most 1232 bytes, aligned by the function itself; what held blocks is wiped.
 */
#define CIPHER camellia
#ifndef VARIANT
#define VARIANT aesni_avx2
#endif
#define NEED_CAMELLIA_AES
#define CAMELLIA_BLOCKS 32
#include "asm.h"

RODATA
CAMELLIA_CONSTS

BASE_HELPER
CAMELLIA_PASS .Lencrypt, X
CAMELLIA_PASS .Ldecrypt, Y

CAMELLIA_MODE SYM(ecb_enc), .Lencrypt, COPY_IN, NOTHING, COPY_OUT, NOTHING
CAMELLIA_MODE SYM(ecb_dec), .Ldecrypt, COPY_IN, NOTHING, COPY_OUT, NOTHING
CAMELLIA_MODE SYM(ctr), .Lencrypt, COUNTER_IN, COUNTER, XOR_OUT, NOTHING
CAMELLIA_MODE SYM(ctr32), .Lencrypt, COUNTER32_IN, COUNTER32, XOR_OUT, NOTHING
CAMELLIA_MODE SYM(cbc_dec), .Ldecrypt, COPY_IN, NOTHING, PREVIOUS_OUT, BLOCK
CAMELLIA_MODE SYM(cfb_dec), .Lencrypt, PREVIOUS_IN, BLOCK, XOR_OUT, NOTHING

FUNC SYM(setkey)
    CAMELLIA_SETKEY
ENDFUNC SYM(setkey)

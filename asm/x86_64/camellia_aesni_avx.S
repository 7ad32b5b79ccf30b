/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Camellia (RFC 3713), 16 blocks, AES-NI and AVX. BANNER
 */
#define CIPHER camellia
#ifndef VARIANT
#define VARIANT aesni_avx
#endif
#define NEED_CAMELLIA_AES
#include "asm.h"

RODATA
CAMELLIA_SCHEDULE_CONSTS
CAMELLIA_AES_CONSTS
CAMELLIA_AES_SETKEY_CONSTS

/* The scratch area, at rax: the two halves' kept bytes, and room for the blocks of a last, partial pass. */
#define MEM_X       0
#define MEM_Y       128
#define MEM_TAIL    256
#define MEM_SIZE    512

#define CONST(at)   .Lcamellia_aes + at(%rip)
#define NIBBLE      %xmm15

/* Names that depend on the half, for macros with an argument X or Y. */
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
    .set AT_X, MEM_X
    .set AT_Y, MEM_Y

/* x = filter(x), the tables in registers. */
.macro FILTER_REG x, low, high, t0
    vpand NIBBLE, \x, \t0
    vpsrlw $4, \x, \x
    vpand NIBBLE, \x, \x
    vpshufb \t0, \low, \t0
    vpshufb \x, \high, \x
    vpxor \t0, \x, \x
.endm

/* x = filter(x), the tables in memory. */
.macro FILTER_MEM x, table, t0, t1, t2
    vpand NIBBLE, \x, \t0
    vpsrlw $4, \x, \x
    vpand NIBBLE, \x, \x
    vmovdqa .Lcamellia_aes + \table(%rip), \t1
    vmovdqa .Lcamellia_aes + \table + 16(%rip), \t2
    vpshufb \t0, \t1, \t0
    vpshufb \x, \t2, \x
    vpxor \t0, \x, \x
.endm

/* The AES instruction of source half `half` with the round's operand of byte j. */
.macro AES_X x, operand
    vaesenclast \operand, \x, \x
.endm
.macro AES_Y x, operand
    vaesdeclast \operand, \x, \x
.endm
.macro SBOX half, x, j, t0
    vbroadcastss OP_\half + CAMELLIA_AES_OP_BYTE * \j(%r8), \t0
    AES_\half \x, \t0
.endm

/* One round: source half in s0..s7 (and in memory), bytes 0..7; the other half in memory, updated. Leaves bytes 0..7 of
 * the latter in s4..s7, s0..s3. Changes xmm8-xmm14. */
.macro ROUND half, dst, s0, s1, s2, s3, s4, s5, s6, s7
    FILTER_MEM %xmm\s3, (T_\half + 96), %xmm8, %xmm9, %xmm10
    FILTER_MEM %xmm\s6, (T_\half + 96), %xmm11, %xmm9, %xmm10
    vmovdqa CONST(T_\half), %xmm13
    vmovdqa CONST(T_\half + 16), %xmm14
    SBOX \half, %xmm\s1, 1, %xmm12
    SBOX \half, %xmm\s4, 4, %xmm12
    SBOX \half, %xmm\s2, 2, %xmm12
    SBOX \half, %xmm\s5, 5, %xmm12
    SBOX \half, %xmm\s0, 0, %xmm12
    SBOX \half, %xmm\s7, 7, %xmm12
    SBOX \half, %xmm\s3, 3, %xmm12
    SBOX \half, %xmm\s6, 6, %xmm12
    FILTER_MEM %xmm\s1, (T_\half + 32), %xmm8, %xmm9, %xmm10
    FILTER_MEM %xmm\s4, (T_\half + 32), %xmm11, %xmm9, %xmm10
    FILTER_MEM %xmm\s2, (T_\half + 64), %xmm8, %xmm9, %xmm10
    FILTER_MEM %xmm\s5, (T_\half + 64), %xmm11, %xmm9, %xmm10
    FILTER_REG %xmm\s0, %xmm13, %xmm14, %xmm8
    FILTER_REG %xmm\s7, %xmm13, %xmm14, %xmm9
    FILTER_REG %xmm\s3, %xmm13, %xmm14, %xmm10
    FILTER_REG %xmm\s6, %xmm13, %xmm14, %xmm11
    /* The P-function in place. */
    vpxor %xmm\s5, %xmm\s0, %xmm\s0
    vpxor %xmm\s4, %xmm\s3, %xmm\s3
    vpxor %xmm\s7, %xmm\s2, %xmm\s2
    vpxor %xmm\s6, %xmm\s1, %xmm\s1
    vpxor %xmm\s2, %xmm\s4, %xmm\s4
    vpxor %xmm\s3, %xmm\s5, %xmm\s5
    vpxor %xmm\s0, %xmm\s6, %xmm\s6
    vpxor %xmm\s1, %xmm\s7, %xmm\s7
    vpxor %xmm\s7, %xmm\s0, %xmm\s0
    vpxor %xmm\s4, %xmm\s1, %xmm\s1
    vpxor %xmm\s5, %xmm\s2, %xmm\s2
    vpxor %xmm\s6, %xmm\s3, %xmm\s3
    vpxor %xmm\s3, %xmm\s4, %xmm\s4
    vpxor %xmm\s0, %xmm\s5, %xmm\s5
    vpxor %xmm\s1, %xmm\s6, %xmm\s6
    vpxor %xmm\s2, %xmm\s7, %xmm\s7
    ADD_OLD \dst, 6, %xmm\s2
    ADD_OLD \dst, 3, %xmm\s7
    ADD_OLD \dst, 4, %xmm\s0
    ADD_OLD \dst, 5, %xmm\s1
    ADD_OLD \dst, 7, %xmm\s3
    ADD_OLD \dst, 0, %xmm\s4
    ADD_OLD \dst, 1, %xmm\s5
    ADD_OLD \dst, 2, %xmm\s6
.endm
.macro ADD_OLD half, j, x
    vpxor AT_\half + 16 * \j(%rax), \x, \x
    vmovdqa \x, AT_\half + 16 * \j(%rax)
.endm

/* Steps of FL on one half in xmm0-xmm7, FL tables at r9. b ^= (a & kl) <<< 1; */
.macro FL_AND half
    .irp j, 0, 1, 2, 3
    FL_AND_BYTE \half, \j, %xmm\j
    .endr
.endm
.macro FL_AND_BYTE half, j, a
    vpand NIBBLE, \a, %xmm8
    vpsrlw $4, \a, %xmm9
    vpand NIBBLE, %xmm9, %xmm9
    vbroadcastss CARRY_\half + 4 * \j(%r9), %xmm10
    vmovdqa FL_\half + 32 * \j(%r9), %xmm11
    vmovdqa FL_\half + 32 * \j + 16(%r9), %xmm12
    vpshufb \a, %xmm10, %xmm10
    vpshufb %xmm8, %xmm11, %xmm11
    vpshufb %xmm9, %xmm12, %xmm12
    .if \j == 0
    vpxor %xmm10, %xmm7, %xmm7
    vpxor %xmm11, %xmm4, %xmm4
    vpxor %xmm12, %xmm4, %xmm4
    .elseif \j == 1
    vpxor %xmm10, %xmm4, %xmm4
    vpxor %xmm11, %xmm5, %xmm5
    vpxor %xmm12, %xmm5, %xmm5
    .elseif \j == 2
    vpxor %xmm10, %xmm5, %xmm5
    vpxor %xmm11, %xmm6, %xmm6
    vpxor %xmm12, %xmm6, %xmm6
    .else
    vpxor %xmm10, %xmm6, %xmm6
    vpxor %xmm11, %xmm7, %xmm7
    vpxor %xmm12, %xmm7, %xmm7
    .endif
.endm
/* a ^= b | kr. */
.macro FL_OR half
    FL_OR_BYTE \half, 0, %xmm0, %xmm4
    FL_OR_BYTE \half, 1, %xmm1, %xmm5
    FL_OR_BYTE \half, 2, %xmm2, %xmm6
    FL_OR_BYTE \half, 3, %xmm3, %xmm7
.endm
.macro FL_OR_BYTE half, j, a, b
    vpand NIBBLE, \b, %xmm8
    vpsrlw $4, \b, %xmm9
    vpand NIBBLE, %xmm9, %xmm9
    vmovdqa FL_\half + CAMELLIA_AES_FL_H + 32 * \j(%r9), %xmm11
    vmovdqa FL_\half + CAMELLIA_AES_FL_H + 32 * \j + 16(%r9), %xmm12
    vpshufb %xmm8, %xmm11, %xmm11
    vpshufb %xmm9, %xmm12, %xmm12
    vpxor %xmm11, \a, \a
    vpxor %xmm12, \a, \a
.endm

/* Load or store a half's kept bytes. */
.macro GET half
    .irp j, 0, 1, 2, 3, 4, 5, 6, 7
    vmovdqa AT_\half + 16 * \j(%rax), %xmm\j
    .endr
.endm
.macro PUT half
    .irp j, 0, 1, 2, 3, 4, 5, 6, 7
    vmovdqa %xmm\j, AT_\half + 16 * \j(%rax)
    .endr
.endm

/* Byte-slice one half of 16 blocks at rdx into xmm0-xmm7: lh = l for bytes 0..7 of the blocks, h for bytes 8..15. Lane n
 * is block n (X) or 5n mod 16 (Y: ShiftRows). Changes xmm8. */
.macro SLICE_X lh
    SLICE \lh, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
.endm
.macro SLICE_Y lh
    SLICE \lh, 0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11
.endm
.macro SLICE lh, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15
    vmovdqu 16 * \b0(%rdx), %xmm0
    vmovdqu 16 * \b1(%rdx), %xmm3
    vmovdqu 16 * \b2(%rdx), %xmm5
    vmovdqu 16 * \b3(%rdx), %xmm6
    vmovdqu 16 * \b4(%rdx), %xmm7
    vmovdqu 16 * \b5(%rdx), %xmm8
    vmovdqu 16 * \b6(%rdx), %xmm1
    vmovdqu 16 * \b7(%rdx), %xmm2
    vpunpck\lh\()bw 16 * \b8(%rdx), %xmm0, %xmm0
    vpunpck\lh\()bw 16 * \b12(%rdx), %xmm7, %xmm7
    vpunpck\lh\()bw 16 * \b10(%rdx), %xmm5, %xmm5
    vpunpck\lh\()bw 16 * \b14(%rdx), %xmm1, %xmm1
    vpunpck\lh\()bw 16 * \b9(%rdx), %xmm3, %xmm3
    vpunpck\lh\()bw 16 * \b13(%rdx), %xmm8, %xmm8
    vpunpck\lh\()bw 16 * \b11(%rdx), %xmm6, %xmm6
    vpunpck\lh\()bw 16 * \b15(%rdx), %xmm2, %xmm2
    CAMELLIA_INTERLEAVE %xmm0, %xmm3, %xmm5, %xmm6, %xmm7, %xmm8, %xmm1, %xmm2, %xmm4
.endm

/* All eight bytes through the filter at `table`. */
.macro FILTER_ALL table
    vmovdqa CONST(\table), %xmm13
    vmovdqa CONST(\table + 16), %xmm14
    FILTER_REG %xmm0, %xmm13, %xmm14, %xmm8
    FILTER_REG %xmm1, %xmm13, %xmm14, %xmm9
    FILTER_REG %xmm2, %xmm13, %xmm14, %xmm10
    FILTER_REG %xmm3, %xmm13, %xmm14, %xmm11
    FILTER_REG %xmm4, %xmm13, %xmm14, %xmm8
    FILTER_REG %xmm5, %xmm13, %xmm14, %xmm9
    FILTER_REG %xmm6, %xmm13, %xmm14, %xmm10
    FILTER_REG %xmm7, %xmm13, %xmm14, %xmm11
.endm
.macro WHITEN half
    .irp j, 0, 1, 2, 3, 4, 5, 6, 7
    vbroadcastss W_\half + 4 * \j(%rdi), %xmm8
    vpxor %xmm8, %xmm\j, %xmm\j
    .endr
.endm

/* 16 blocks at rdx to kept bytes: the first source half (bytes 0..7 of the blocks) in registers and memory, the other one
 * in memory. */
.macro LOAD16 first, other
    vmovdqa CONST(CAMELLIA_AES_NIBBLE), NIBBLE
    SLICE_\other h
    FILTER_ALL IN_\other
    PUT \other
    SLICE_\first l
    WHITEN \first
    FILTER_ALL IN_\first
    PUT \first
.endm

/* And back, to rsi: bytes 0..7 of the blocks are the half `low` in memory, bytes 8..15 the half `high` in xmm0-xmm7. */
.macro STORE16 low, high
    FILTER_ALL OUT_\high
    UNSLICE
    vmovdqa %xmm0, AT_\high(%rax)
    vmovdqa %xmm6, AT_\high + 16(%rax)
    vmovdqa %xmm7, AT_\high + 32(%rax)
    vmovdqa %xmm1, AT_\high + 48(%rax)
    vmovdqa %xmm8, AT_\high + 64(%rax)
    vmovdqa %xmm2, AT_\high + 80(%rax)
    vmovdqa %xmm3, AT_\high + 96(%rax)
    vmovdqa %xmm4, AT_\high + 112(%rax)
    GET \low
    FILTER_ALL OUT_\low
    WHITEN \low
    UNSLICE
    JOIN_\low 0, %xmm0
    JOIN_\low 1, %xmm6
    JOIN_\low 2, %xmm7
    JOIN_\low 3, %xmm1
    JOIN_\low 4, %xmm8
    JOIN_\low 5, %xmm2
    JOIN_\low 6, %xmm3
    JOIN_\low 7, %xmm4
.endm
.macro UNSLICE
    CAMELLIA_INTERLEAVE %xmm0, %xmm1, %xmm2, %xmm3, %xmm4, %xmm5, %xmm6, %xmm7, %xmm8
.endm
/* Lanes 2i and 2i + 1 of the low half, in x, with those of the same blocks of the high half, in memory: block b is in lane
 * b of X, in lane 13b mod 16 of Y. */
.macro JOIN_X i, x
    vpunpcklqdq MEM_Y + 16 * ((13 * 2 * \i) % 16 / 2)(%rax), \x, %xmm9
    vpunpckhqdq MEM_Y + 16 * ((13 * (2 * \i + 1)) % 16 / 2)(%rax), \x, %xmm10
    vmovdqu %xmm9, 16 * (2 * \i)(%rsi)
    vmovdqu %xmm10, 16 * (2 * \i + 1)(%rsi)
.endm
.macro JOIN_Y i, x
    vpunpcklqdq MEM_X + 16 * ((5 * 2 * \i) % 16 / 2)(%rax), \x, %xmm9
    vpunpckhqdq MEM_X + 16 * ((5 * (2 * \i + 1)) % 16 / 2)(%rax), \x, %xmm10
    vmovdqu %xmm9, 16 * ((5 * 2 * \i) % 16)(%rsi)
    vmovdqu %xmm10, 16 * ((5 * (2 * \i + 1)) % 16)(%rsi)
.endm

/* All rounds. ctx in rdi; X in xmm0-xmm7 and memory, Y in memory. Leaves X in xmm0-xmm7, both in memory. Changes r8, r9,
 * r10, r11. */
LOCAL_FUNC .Lencrypt
    mov %rdi, %r8
    lea CAMELLIA_AES_FL(%rdi), %r9
    mov $3, %r10d
    cmpl $128, CAMELLIA_CTX_KEY_BITS(%rdi)
    je 1f
    inc %r10d
1:
    mov $3, %r11d
2:
    ROUND X, Y, 0, 1, 2, 3, 4, 5, 6, 7
    ROUND Y, X, 4, 5, 6, 7, 0, 1, 2, 3
    add $4, %r8
    dec %r11d
    jnz 2b
    dec %r10d
    jz 3f
    GET Y
    FL_OR Y
    FL_AND Y
    PUT Y
    GET X
    FL_AND X
    FL_OR X
    PUT X
    add $CAMELLIA_AES_FL_LAYER, %r9
    jmp 1b
3:
    ret
ENDFUNC .Lencrypt

/* The same backwards: Y in xmm0-xmm7 and memory, X in memory. Leaves Y in xmm0-xmm7. */
LOCAL_FUNC .Ldecrypt
    lea 32(%rdi), %r8
    lea CAMELLIA_AES_FL + CAMELLIA_AES_FL_LAYER(%rdi), %r9
    mov $3, %r10d
    cmpl $128, CAMELLIA_CTX_KEY_BITS(%rdi)
    je 1f
    lea 44(%rdi), %r8
    add $CAMELLIA_AES_FL_LAYER, %r9
    inc %r10d
1:
    mov $3, %r11d
2:
    ROUND Y, X, 0, 1, 2, 3, 4, 5, 6, 7
    ROUND X, Y, 4, 5, 6, 7, 0, 1, 2, 3
    sub $4, %r8
    dec %r11d
    jnz 2b
    dec %r10d
    jz 3f
    GET X
    FL_OR X
    FL_AND X
    PUT X
    GET Y
    FL_AND Y
    FL_OR Y
    PUT Y
    sub $CAMELLIA_AES_FL_LAYER, %r9
    jmp 1b
3:
    ret
ENDFUNC .Ldecrypt

/* ECB: 16 blocks a pass; what is left over goes through a pass in the scratch area. */
.macro ECB core, first, other
    test %rcx, %rcx
    jz 9f
    sub $MEM_SIZE + 8, %rsp
    .cfi_adjust_cfa_offset MEM_SIZE + 8
    mov %rsp, %rax
    .cfi_remember_state
    cmp $16, %rcx
    jb 4f
1:
    LOAD16 \first, \other
    call \core
    STORE16 \other, \first
    add $256, %rdx
    add $256, %rsi
    sub $16, %rcx
    jz 8f
    jc 6f
    cmp $16, %rcx
    jae 1b
4:                                      /* copy in: rsi is kept in the tail's own slot of the stack */
    mov %rsi, MEM_SIZE(%rax)
    lea MEM_TAIL(%rax), %rsi
    mov %ecx, %r8d
5:
    vmovdqu (%rdx), %xmm0
    vmovdqa %xmm0, (%rsi)
    add $16, %rdx
    add $16, %rsi
    dec %r8d
    jnz 5b
    lea MEM_TAIL(%rax), %rdx
    mov %rdx, %rsi
    jmp 1b
6:                                      /* copy out */
    add $16, %ecx
    mov MEM_SIZE(%rax), %rsi
    lea MEM_TAIL(%rax), %rdx
7:
    vmovdqa (%rdx), %xmm0
    vmovdqu %xmm0, (%rsi)
    add $16, %rdx
    add $16, %rsi
    dec %ecx
    jnz 7b
    vpxor %xmm0, %xmm0, %xmm0
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    vmovdqa %xmm0, MEM_TAIL + 16 * \i(%rax)
    .endr
8:
    vpxor %xmm0, %xmm0, %xmm0
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    vmovdqa %xmm0, 16 * \i(%rax)
    .endr
    WIPE_VECTORS
    add $MEM_SIZE + 8, %rsp
    .cfi_adjust_cfa_offset -(MEM_SIZE + 8)
9:
    ret
.endm

FUNC SYM(ecb_enc)
    ECB .Lencrypt, X, Y
ENDFUNC SYM(ecb_enc)

FUNC SYM(ecb_dec)
    ECB .Ldecrypt, Y, X
ENDFUNC SYM(ecb_dec)

FUNC SYM(setkey)
    CAMELLIA_SCHEDULE .Lbad_key
    CAMELLIA_AES_DERIVE
    WIPE_VECTORS
    xor %eax, %eax
    ret
.Lbad_key:
    CAMELLIA_BAD_KEY
ENDFUNC SYM(setkey)

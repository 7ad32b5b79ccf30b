/* SPDX-License-Identifier: BSD-2-Clause */
#define CIPHER camellia
#if defined(USE_GFNI)
#define VARIANT gfni_avx2
#elif defined(USE_VAES)
#define VARIANT vaes_avx2
#else
#define VARIANT aesni_avx2
#endif
#define NEED_CAMELLIA_SCHEDULE
#include "asm.h"

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
    .byte 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5, 0xc5
    /* end generated */
/* A qword's bytes, most significant first, four times each. */
.Lspread4:
    .byte 7, 7, 7, 7, 6, 6, 6, 6, 5, 5, 5, 5, 4, 4, 4, 4, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0
/* The most significant four bytes of a qword, most significant first, eight times each: two vectors of two lanes. */
.Lspread8:
    .byte 7, 7, 7, 7, 7, 7, 7, 7, 6, 6, 6, 6, 6, 6, 6, 6, 5, 5, 5, 5, 5, 5, 5, 5, 4, 4, 4, 4, 4, 4, 4, 4
    .byte 3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0

/* The variant part of the context. SLOTS: n + 2 rows for n rounds, each 8 times 4 bytes: what is added, in the basis, to the
 * halves of the state. FLM: for each ke the 12 matrices of its FL layer. */
#define SLOTS   CAMELLIA_CTX_VARIANT
#define SLOT    32
#define FLM     (SLOTS + 26 * SLOT)
#define FLM_ROW 128

/* Scratch in the stack frame, seen from the functions that the entries call: the two halves of the state and one row. */
#define HALF_A  8
#define HALF_B  (8 + 256)
#define SPILL   (8 + 512)
#define FRAME   576

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

/* One round on 8 state bytes s0..s7: stores the source half, computes P(S(source)), adds the destination half (from memory)
 * and its slot. Result bytes 0..7 are in s4..s7, s0..s3. 11..8: matrices, 12..15 free. */
.macro ROUND w, slot, store, dest, s0, s1, s2, s3, s4, s5, s6, s7
    vmovdqa %\w\()mm\s3, \store + 3 * W(%rsp)
    vgf2p8affineqb $IMM_PRE_S4, %\w\()mm11, %\w\()mm\s3, %\w\()mm\s3
    vmovdqa %\w\()mm\s6, \store + 6 * W(%rsp)
    vgf2p8affineqb $IMM_PRE_S4, %\w\()mm11, %\w\()mm\s6, %\w\()mm\s6
    vmovdqa %\w\()mm\s4, \store + 4 * W(%rsp)
    vgf2p8affineinvqb $IMM_S2, %\w\()mm9, %\w\()mm\s4, %\w\()mm\s4
    vmovdqa %\w\()mm\s0, \store + 0 * W(%rsp)
    vgf2p8affineinvqb $IMM_S1, %\w\()mm8, %\w\()mm\s0, %\w\()mm\s0
    vmovdqa %\w\()mm\s5, \store + 5 * W(%rsp)
    vgf2p8affineinvqb $IMM_S3, %\w\()mm10, %\w\()mm\s5, %\w\()mm\s5
    vgf2p8affineinvqb $IMM_S1, %\w\()mm8, %\w\()mm\s3, %\w\()mm\s3
    vgf2p8affineinvqb $IMM_S1, %\w\()mm8, %\w\()mm\s6, %\w\()mm\s6
    vmovdqa %\w\()mm\s1, \store + 1 * W(%rsp)
    vgf2p8affineinvqb $IMM_S2, %\w\()mm9, %\w\()mm\s1, %\w\()mm\s1
    vmovdqa %\w\()mm\s2, \store + 2 * W(%rsp)
    vgf2p8affineinvqb $IMM_S3, %\w\()mm10, %\w\()mm\s2, %\w\()mm\s2
    vmovdqa %\w\()mm\s7, \store + 7 * W(%rsp)
    vgf2p8affineinvqb $IMM_S1, %\w\()mm8, %\w\()mm\s7, %\w\()mm\s7
    vpbroadcastd 0\slot, %\w\()mm12
    vpbroadcastd 4\slot, %\w\()mm13
    vpbroadcastd 8\slot, %\w\()mm14
    vpbroadcastd 12\slot, %\w\()mm15
    vpxor \dest + 0 * W(%rsp), %\w\()mm12, %\w\()mm12
    vpxor \dest + 1 * W(%rsp), %\w\()mm13, %\w\()mm13
    vpxor \dest + 2 * W(%rsp), %\w\()mm14, %\w\()mm14
    vpxor \dest + 3 * W(%rsp), %\w\()mm15, %\w\()mm15
    vpxor %\w\()mm\s5, %\w\()mm\s0, %\w\()mm\s0     /* a0 */
    vpxor %\w\()mm\s7, %\w\()mm\s2, %\w\()mm\s2     /* a2 */
    vpxor %\w\()mm\s6, %\w\()mm\s1, %\w\()mm\s1     /* a1 */
    vpxor %\w\()mm\s4, %\w\()mm\s3, %\w\()mm\s3     /* a3 */
    vpxor %\w\()mm\s2, %\w\()mm\s4, %\w\()mm\s4     /* c4 */
    vpxor %\w\()mm\s0, %\w\()mm\s6, %\w\()mm\s6     /* c6 */
    vpxor %\w\()mm\s3, %\w\()mm\s5, %\w\()mm\s5     /* c5 */
    vpxor %\w\()mm\s1, %\w\()mm\s7, %\w\()mm\s7     /* c7 */
    vpxor %\w\()mm\s5, %\w\()mm\s2, %\w\()mm\s2     /* y6 */
    vpxor %\w\()mm\s7, %\w\()mm\s0, %\w\()mm\s0     /* y4 */
    vpxor %\w\()mm\s4, %\w\()mm\s1, %\w\()mm\s1     /* y5 */
    vpxor %\w\()mm\s6, %\w\()mm\s3, %\w\()mm\s3     /* y7 */
    vpxor %\w\()mm15, %\w\()mm\s7, %\w\()mm\s7      /* slots in */
    vpxor %\w\()mm12, %\w\()mm\s4, %\w\()mm\s4
    vpxor %\w\()mm13, %\w\()mm\s5, %\w\()mm\s5
    vpxor %\w\()mm14, %\w\()mm\s6, %\w\()mm\s6
    vpbroadcastd 24\slot, %\w\()mm14
    vpbroadcastd 16\slot, %\w\()mm12
    vpbroadcastd 20\slot, %\w\()mm13
    vpbroadcastd 28\slot, %\w\()mm15
    vpxor \dest + 6 * W(%rsp), %\w\()mm14, %\w\()mm14
    vpxor \dest + 4 * W(%rsp), %\w\()mm12, %\w\()mm12
    vpxor \dest + 5 * W(%rsp), %\w\()mm13, %\w\()mm13
    vpxor \dest + 7 * W(%rsp), %\w\()mm15, %\w\()mm15
    vpxor %\w\()mm\s2, %\w\()mm\s7, %\w\()mm\s7     /* byte 3 */
    vpxor %\w\()mm\s3, %\w\()mm\s4, %\w\()mm\s4     /* byte 0 */
    vpxor %\w\()mm\s0, %\w\()mm\s5, %\w\()mm\s5     /* byte 1 */
    vpxor %\w\()mm\s1, %\w\()mm\s6, %\w\()mm\s6     /* byte 2 */
    vpxor %\w\()mm14, %\w\()mm\s2, %\w\()mm\s2      /* byte 6 */
    vpxor %\w\()mm12, %\w\()mm\s0, %\w\()mm\s0      /* byte 4 */
    vpxor %\w\()mm13, %\w\()mm\s1, %\w\()mm\s1      /* byte 5 */
    vpxor %\w\()mm15, %\w\()mm\s3, %\w\()mm\s3      /* byte 7 */
.endm

.macro TWO_ROUNDS w
    ROUND \w, "(%rax)", HALF_A, HALF_B, 0, 1, 2, 3, 4, 5, 6, 7
    ROUND \w, "(%rax, %r9)", HALF_B, HALF_A, 4, 5, 6, 7, 0, 1, 2, 3
    lea (%rax, %r9, 2), %rax
.endm

/* dst ^= (matrix at m) . src */
.macro ADD_MAP w, m, src, dst, t
    vpbroadcastq \m, %\w\()mm\t
    vgf2p8affineqb $0, %\w\()mm\t, %\w\()mm\src, %\w\()mm\t
    vpxor %\w\()mm\t, %\w\()mm\dst, %\w\()mm\dst
.endm

/* FL on the half in registers 0..7; its matrices are at k. */
.macro FL w, k
    ADD_MAP \w, "0\k", 0, 4, 12
    ADD_MAP \w, "8\k", 1, 5, 13
    ADD_MAP \w, "16\k", 2, 6, 14
    ADD_MAP \w, "24\k", 3, 7, 15
    ADD_MAP \w, "32\k", 0, 7, 12
    ADD_MAP \w, "40\k", 1, 4, 13
    ADD_MAP \w, "48\k", 2, 5, 14
    ADD_MAP \w, "56\k", 3, 6, 15
    ADD_MAP \w, "64\k", 4, 0, 12
    ADD_MAP \w, "72\k", 5, 1, 13
    ADD_MAP \w, "80\k", 6, 2, 14
    ADD_MAP \w, "88\k", 7, 3, 15
.endm

/* byte j of the half in memory ^= (matrix at m) . byte i of it; the sum is also left in dst */
.macro MAP_FROM_MEM w, m, i, j, dst, t
    vpbroadcastq \m, %\w\()mm\dst
    vmovdqa HALF_B + \i * W(%rsp), %\w\()mm\t
    vgf2p8affineqb $0, %\w\()mm\dst, %\w\()mm\t, %\w\()mm\dst
    vpxor HALF_B + \j * W(%rsp), %\w\()mm\dst, %\w\()mm\dst
    vmovdqa %\w\()mm\dst, HALF_B + \j * W(%rsp)
.endm
.macro MAP_TO_MEM w, m1, src1, m2, src2, j, t1, t2
    vpbroadcastq \m1, %\w\()mm\t1
    vpbroadcastq \m2, %\w\()mm\t2
    vgf2p8affineqb $0, %\w\()mm\t1, %\w\()mm\src1, %\w\()mm\t1
    vgf2p8affineqb $0, %\w\()mm\t2, %\w\()mm\src2, %\w\()mm\t2
    vpxor HALF_B + \j * W(%rsp), %\w\()mm\t1, %\w\()mm\t1
    vpxor %\w\()mm\t2, %\w\()mm\t1, %\w\()mm\t1
    vmovdqa %\w\()mm\t1, HALF_B + \j * W(%rsp)
.endm

/* FL^-1 on the half in memory. */
.macro FL_INVERSE w, k
    MAP_FROM_MEM \w, "64\k", 4, 0, 12, 8
    MAP_FROM_MEM \w, "72\k", 5, 1, 13, 9
    MAP_FROM_MEM \w, "80\k", 6, 2, 14, 10
    MAP_FROM_MEM \w, "88\k", 7, 3, 15, 11
    MAP_TO_MEM \w, "0\k", 12, "40\k", 13, 4, 8, 9
    MAP_TO_MEM \w, "8\k", 13, "48\k", 14, 5, 10, 11
    MAP_TO_MEM \w, "16\k", 14, "56\k", 15, 6, 8, 9
    MAP_TO_MEM \w, "24\k", 15, "32\k", 12, 7, 10, 11
.endm

.macro LOAD_MATRICES w
    vpbroadcastq .Lpost_s1(%rip), %\w\()mm8
    vpbroadcastq .Lpost_s2(%rip), %\w\()mm9
    vpbroadcastq .Lpost_s3(%rip), %\w\()mm10
    vpbroadcastq .Lpre_s4(%rip), %\w\()mm11
.endm

.macro TO_BASIS w, r
    vgf2p8affineqb $0, .Lto_basis(%rip), %\w\()mm\r, %\w\()mm\r
.endm

.macro CORE_IN_MEM w, i, r
    TO_BASIS \w, \r
    vmovdqa %\w\()mm\r, HALF_B + \i * W(%rsp)
.endm
.macro CORE_IN_REG w, i
    TO_BASIS \w, \i
    vpbroadcastd 4 * \i(%rax), %\w\()mm8
    vpxor %\w\()mm8, %\w\()mm\i, %\w\()mm\i
.endm

.macro FROM_BASIS w, i, r
    vpbroadcastd 4 * \i(%rax), %\w\()mm\r
    vpxor HALF_B + \i * W(%rsp), %\w\()mm\r, %\w\()mm\r
    vgf2p8affineqb $0, .Lfrom_basis(%rip), %\w\()mm\r, %\w\()mm\r
.endm

/* The cipher on the rows in registers 0..15: */
.macro CORE w
    LOCAL_FUNC .Ldec_\w
    mov $-SLOT, %r9
    mov $4, %r11d
    cmpl $129, CAMELLIA_CTX_KEY_BITS(%rdi)
    sbb $0, %r11d
    mov %r11d, %eax
    shl $8, %eax
    lea FLM - 3 * FLM_ROW(%rdi, %rax), %r10
    imul $6 * SLOT, %r11d, %eax
    lea SLOTS + SLOT(%rdi, %rax), %rax
    jmp .Lcore_\w
    ENDFUNC .Ldec_\w
    LOCAL_FUNC .Lenc_\w
    mov $SLOT, %r9d
    mov $4, %r11d
    cmpl $129, CAMELLIA_CTX_KEY_BITS(%rdi)
    sbb $0, %r11d
    lea SLOTS(%rdi), %rax
    lea FLM(%rdi), %r10
.Lcore_\w:
    TRANSPOSE \w, 4, 0, 3, 6, 9, 12, 15, 5, 2, 11, 14, 1, 7, 10, 13, 4, 8
    CORE_IN_MEM \w, 0, 8
    CORE_IN_MEM \w, 1, 9
    CORE_IN_MEM \w, 2, 10
    CORE_IN_MEM \w, 3, 11
    CORE_IN_MEM \w, 4, 12
    CORE_IN_MEM \w, 5, 13
    CORE_IN_MEM \w, 6, 14
    CORE_IN_MEM \w, 7, 15
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    CORE_IN_REG \w, \i
    .endr
    add %r9, %rax
    LOAD_MATRICES \w
    jmp 2f
    .p2align 6
1:  FL \w, "(%r10)"
    FL_INVERSE \w, "(%r10, %r9, 4)"
    lea (%r10, %r9, 8), %r10
    LOAD_MATRICES \w
2:  TWO_ROUNDS \w
    TWO_ROUNDS \w
    TWO_ROUNDS \w
    dec %r11d
    jnz 1b
    vpbroadcastq .Lfrom_basis(%rip), %\w\()mm15
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    vgf2p8affineqb $0, %\w\()mm15, %\w\()mm\i, %\w\()mm\i
    .endr
    FROM_BASIS \w, 0, 8
    FROM_BASIS \w, 1, 9
    FROM_BASIS \w, 2, 10
    FROM_BASIS \w, 3, 11
    FROM_BASIS \w, 4, 12
    FROM_BASIS \w, 5, 13
    FROM_BASIS \w, 6, 14
    FROM_BASIS \w, 7, 15
    TRANSPOSE \w, 4, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7
    ret
    ENDFUNC .Lenc_\w
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
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
    vmovdqa %ymm0, 32 * \i(%rsp)
    .endr
    vzeroall
    mov %rbp, %rsp
    pop %rbp
    .cfi_def_cfa %rsp, 8
    .cfi_restore %rbp
.endm

/* Copies rcx bytes, a multiple of 16. */
.macro COPY from, to
    xor %eax, %eax
1:  vmovdqu (\from, %rax), %xmm0
    vmovdqu %xmm0, (\to, %rax)
    add $16, %rax
    cmp %rcx, %rax
    jb 1b
.endm

.macro ECB dir
    test %rcx, %rcx
    jz 9f
    ENTER
    .set W, 32
    cmp $32, %rcx
    jb 3f
2:  LOAD_ROWS y, %rdx
    call .L\dir\()_y
    STORE_ROWS y, %rsi
    add $512, %rdx
    add $512, %rsi
    sub $32, %rcx
    jz 8f
    cmp $32, %rcx
    jae 2b
3:  shl $4, %ecx
    COPY %rdx, %rsp
    cmp $256, %ecx
    jbe 4f
    LOAD_ROWS y, %rsp
    call .L\dir\()_y
    STORE_ROWS y, %rsp
    jmp 5f
4:  .set W, 16
    LOAD_ROWS x, %rsp
    call .L\dir\()_x
    STORE_ROWS x, %rsp
5:  COPY %rsp, %rsi
8:  LEAVE
9:  ret
.endm

    .text
    .set W, 32
    CORE y
    .set W, 16
    CORE x

FUNC SYM(ecb_enc)
    ECB enc
ENDFUNC SYM(ecb_enc)
FUNC SYM(ecb_dec)
    ECB dec
ENDFUNC SYM(ecb_dec)

/* Two rows of slots from the two qwords in xmm\v. */
.macro PUT_SLOTS at, v, t
    vgf2p8affineqb $0, .Lto_basis(%rip), %xmm\v, %xmm\v
    vpbroadcastq %xmm\v, %ymm\t
    vpshufb %ymm15, %ymm\t, %ymm\t
    vmovdqa %ymm\t, \at(%rdi)
    vpermq $0x55, %ymm\v, %ymm\t
    vpshufb %ymm15, %ymm\t, %ymm\t
    vmovdqa %ymm\t, \at + SLOT(%rdi)
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

FUNC SYM(setkey)
    CAMELLIA_SCHEDULE .Lbad_key
    vmovdqa .Lfl_right(%rip), %ymm10
    vmovdqa .Lfl_shl1(%rip), %ymm11
    vmovdqa .Lfl_shr7(%rip), %ymm12
    vmovdqa .Lfl_same(%rip), %ymm13
    vmovdqa .Lx0(%rip), %xmm14
    vmovdqa .Lspread4(%rip), %ymm15
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
2:  vzeroall
    xor %eax, %eax
    ret
.Lbad_key:
    CAMELLIA_BAD_KEY
ENDFUNC SYM(setkey)

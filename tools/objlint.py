#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Check that kernel objects are what the kernel contract promises.

usage: objlint.py [--objdump PROG] [--readelf PROG] ISA CIPHER VARIANT FEATURES OBJECT

ISA: x86_64, i386, aarch64 or ppc64le. FEATURES: the variant's column of harness/variants.def.
Checks: sections, symbol names and visibility, function types and sizes, a non-executable stack, the branch-protection
note and landing pads, unwind information for every function, relocations that never change the text, and that every
instruction is on the allow-list of the variant's features.
Exit status: 0 clean, 1 findings (one a line), 2 wrong use.
"""
import argparse
import re
import subprocess
import sys

OPERATIONS = (
    'setkey ecb_enc ecb_dec cbc_enc cbc_dec cfb_enc cfb_dec ctr ctr32 xts_enc xts_dec ocb_enc ocb_dec ' 'ocb_auth'
).split()
GHASH = ['init', 'update']
SECTIONS = re.compile(
    r'\.(text|rodata|eh_frame|data|bss|symtab|strtab|shstrtab|comment|toc|group|note\.[\w.-]+|rela?\.\w+'
    r'(\.\w+)*|debug_\w+|text\.\w+|llvm_addrsig)$'
)

# What fills the space between functions.
PADDING = re.compile(
    r'(data16 |cs )*(nop|xchg +%ax,%ax|xchg +%r?ax,%r?ax|lea +0x0\(%esi|int3|udf\b|\.long 0x0$|ori +r0,r0,0)'
)

# ---- Instructions. Everything else is refused, so what is not here has been looked at by nobody: division, gathers,
# table look-ups through secret addresses and so on. Vector names are matched as a whole.


def words(text):
    return set(text.split())


JUMPS_X86 = words('jmp je jne jb jbe ja jae jc jnc jz jnz js jns jl jle jg jge call ret')
SCALAR_X86 = JUMPS_X86 | words(
    'mov movl movq movb movw movzbl movzwl movzx movabs lea push pop add sub adc sbb and or xor not neg inc '
    'dec cmp test shl shr sar rol ror shld shrd bswap rep stos bt nop nopw nopl data16 cs xchg endbr64 endbr32 '
    'cmov cmove cmovne cmovb cmovae cmova cmovbe cmovs cmovns sete setne setb setae imul leave cld bsf'
)
AVX_128 = words(
    'vmovdqa vmovdqu vmovq vmovd vmovups vmovaps vmovlps vmovhps vmovlhps vmovhlps vmovshdup vmovsldup '
    'vmovddup vmovhpd vmovlpd vpxor vpand vpandn vpor vxorps vandps vandnps vorps vpshufb vpshufd vpshuflw '
    'vpshufhw vpunpcklbw vpunpckhbw vpunpcklwd vpunpckhwd vpunpckldq vpunpckhdq vpunpcklqdq vpunpckhqdq '
    'vunpcklps vunpckhps vunpcklpd vunpckhpd vshufps vshufpd vpaddb vpaddw vpaddd vpaddq vpsubb vpsubw vpsubd '
    'vpsubq vpsrlw vpsrld vpsrlq vpsllw vpslld vpsllq vpsraw vpsrad vpsrldq vpslldq vpalignr vpcmpeqb vpcmpeqw '
    'vpcmpeqd vpcmpeqq vpcmpgtb vpcmpgtw vpcmpgtd vpcmpgtq vpblendw vpblendvb vblendps vblendpd vpinsrb '
    'vpinsrw vpinsrd vpinsrq vpextrb vpextrw vpextrd vpextrq vpminub vpmaxub vpackuswb vpackusdw vpabsb '
    'vpsignb vptest vzeroupper vzeroall vpavgb vpmaddubsw vbroadcastss'
)
AVX_256 = words(
    'vxorps vandps vandnps vorps vmovdqa vmovdqu vmovups vmovaps vunpcklps vunpckhps vunpcklpd vunpckhpd '
    'vshufps vshufpd vblendps vblendpd vinsertf128 vextractf128 vbroadcastf128 vbroadcastss vbroadcastsd '
    'vperm2f128'
)
AVX2 = (
    AVX_128
    | AVX_256
    | words(
        'vpbroadcastb vpbroadcastw vpbroadcastd vpbroadcastq vbroadcasti128 vinserti128 vextracti128 vpblendd '
        'vpermq vpermd vperm2i128 vpsllvd vpsrlvd vpsllvq vpsrlvq vpmovzxbd'
    )
)
AVX512 = AVX2 | words(
    'vmovdqu8 vmovdqu16 vmovdqu32 vmovdqu64 vmovdqa32 vmovdqa64 vpxord vpxorq vpandd vpandq vpandnd vpandnq '
    'vpord vporq vpternlogd vpternlogq vpblendmb vpblendmd vpblendmq vpermw vpermt2w vpermi2w vpermt2d '
    'vpermi2d vpermt2q vpermi2q vpermi2ps vpermt2ps vpermi2pd vpermt2pd vshufi32x4 vshufi64x2 vshuff32x4 '
    'vshuff64x2 vinserti32x4 vinserti64x2 vinserti64x4 vinserti32x8 vextracti32x4 vextracti64x2 vextracti64x4 '
    'vextracti32x8 vbroadcasti32x4 vbroadcasti64x2 vbroadcasti64x4 vbroadcasti32x8 vprold vprolq vprolvd '
    'vprolvq vprord vprorq vpsravq valignd valignq vpmovzxbd vpcmpub vpcmpuq vpcmpud vpcmpuw vpcmpltuq '
    'vpcmpequq vpcmpleuq vpcmpneqq vpcmpnltuq vptestmb vptestnmb vptestmq kmovb kmovw kmovd kmovq kxorb kxorw '
    'kxord kxorq kshiftrq kshiftrd kandq knotq kunpckdq kunpckwd vpexpandd vpexpandq vpcompressd kxnorb '
    'kortestq vpcmpltub'
)
X86_BY_FEATURE = {
    'aesni': words('vaesenc vaesenclast vaesdec vaesdeclast vaesimc vaeskeygenassist'),
    'pclmul': words('vpclmulqdq vpclmullqlqdq vpclmulhqhqdq vpclmullqhqdq vpclmulhqlqdq'),
    'bmi2': words('bzhi shlx shrx sarx rorx pdep pext mulx'),
    'gfni': words('vgf2p8affineqb vgf2p8affineinvqb vgf2p8mulb'),
    'vbmi': words('vpermb vpermi2b vpermt2b vpmultishiftqb'),
    'vbmi2': words('vpshldw'),
    'ssse3': set(),
    'avx': AVX_128,
    'avx2': AVX2,
    'vaes': set(),
    'vpclmul': set(),
    'avx512': AVX512,
}
SCALAR_AARCH64 = words(
    'b b.eq b.ne b.lo b.hs b.hi b.ls b.cc b.cs b.lt b.ge b.gt b.le b.mi b.pl cbz cbnz tbz tbnz bl ret nop bti '
    'paciasp autiasp hint add adds sub subs adc adcs adrp adr mov movz movk movn ldr ldp ldur str stp stur '
    'ldrb strb ldrh strh ldrsw and ands orr eor bic orn eon mvn neg lsl lsr asr ror extr rev rev32 rev16 cmp '
    'cmn tst csel cset csetm csinc csinv csneg ubfx sbfx ubfiz bfi bfxil umov prfm uxtb uxtw sxtw ccmp clz '
    'rbit cinc sbc sbcs ngc'
)
NEON = words(
    'ld1 ld2 ld3 ld4 ld1r st1 st2 st3 st4 ldr ldp ldur str stp stur tbl tbx eor and orr bic orn bif bit bsl '
    'mvn not mov movi mvni dup ins umov smov ushr sshr shl sli sri usra ushl sshl rev16 rev32 rev64 ext zip1 '
    'zip2 uzp1 uzp2 trn1 trn2 add sub cmeq cmgt cmge cmlt cmhi cmhs cmtst addp addv uaddlv umaxv uminv fmov '
    'uxtl ushll ushll2 shrn shrn2 xtn xtn2 mul sqxtn neg cmle abs'
)
AARCH64_BY_FEATURE = {
    'neon': NEON,
    'aes': words('aese aesd aesmc aesimc'),
    'pmull': words('pmull pmull2'),
    'sha3': words('eor3 bcax rax1 xar'),
    'sm4': words('sm4e sm4ekey'),
}
SCALAR_PPC = words(
    'b bl blr bdnz bdz beq bne blt bgt ble bge beq+ bne+ blt+ bgt+ ble+ bge+ beq- bne- blt- bgt- ble- bge- '
    'bdnz+ bdnz- bdzlr beqlr bnelr bltlr bgtlr blelr bgelr bcl beqlr+ beqlr- bnelr+ bnelr- addi addis add addc '
    'adde addic addze subf subfc subfe subfic neg li lis mr nop ld ldu lwz lbz lhz std stdu stw stb sth stwu '
    'ldx stdx lwzx stwx ldbrx stdbrx lwbrx stwbrx and andc andi. andis. or ori oris xor xori xoris nor not eqv '
    'nand sld srd slw srw sldi srdi slwi srwi sradi srawi srad sraw rldicl rldicr rldic rldimi rlwinm rlwimi '
    'rlwnm rotldi rotlwi clrldi clrlwi clrrdi clrrwi clrlsldi insrdi extrdi mtctr mfctr mtlr mflr mfspr mtspr '
    'mtvrsave mfvrsave mtcrf mfcr mfocrf mtocrf cmpd cmpdi cmpld cmpldi cmpw cmpwi cmplw cmplwi cmpl cmpli '
    'isel iseleq isellt iselgt mfvsrd mtvsrd mtvsrwz mfvsrwz mulld cntlzd or. and. xor. add. subf. addic. dcbt '
    'dcbtst rotld sub subi extsw subic subis'
)
VSX = words(
    'xxmr mfvrd mtvrd mfvrwz mtvrwz popcntd stfd lfd lxvd2x stxvd2x lxvw4x stxvw4x lxsdx stxsdx lvx stvx lvsl '
    'lvsr lxvdsx vperm vsel vxor vand vor vandc vnor vnot vmr vorc vnand veqv vspltisb vspltish vspltisw '
    'vspltb vsplth vspltw vsldoi vslb vslh vslw vsld vsrb vsrh vsrw vsrd vsrab vsrah vsraw vsrad vrlb vrlh '
    'vrlw vrld vsl vsr vslo vsro vaddubm vadduhm vadduwm vaddudm vadduqm vaddcuq vaddeuqm vaddcuw vsububm '
    'vsubuhm vsubuwm vsubudm vsubuqm vcmpequb vcmpequw vcmpequd vcmpgtsb vcmpgtsw vcmpgtsd vcmpgtub vmrghb '
    'vmrglb vmrghh vmrglh vmrghw vmrglw vmrgew vmrgow vpkudum vpkuhum vpkuwum xxlxor xxland xxlor xxlandc '
    'xxlnor xxlnand xxlorc xxleqv xxsel xxpermdi xxmrghd xxmrgld xxspltd xxswapd xxsldwi xxspltw xxmrghw '
    'xxmrglw vsbox vcipher vcipherlast vncipher vncipherlast vpermxor vpmsumd vpmsumb vpmsumh vpmsumw mtvsrd '
    'mfvsrd vgbbd vbpermq xxlmr xvmovdp vsumsws'
)
POWER9 = words(
    'cnttzd lxv stxv lxvx stxvx lxvb16x stxvb16x lxvh8x stxvh8x lxvl stxvl xxspltib xxperm xxpermr vpermr '
    'xxbrq xxbrd xxbrw xxbrh vextractub vinsertb mtvsrdd mfvsrld vslv vsrv mtvsrws vextractd vinsertd vrldnm '
    'vrlwnm vprtybq vcmpneb vinsertw xxextractuw xxinsertw maddld vmul10uq'
)
PPC_BY_FEATURE = {
    'power8': VSX,
    'power9': POWER9,
    'power10': words('xxeval xxpermx xxsplti32dx xxspltiw lxvp stxvp paddi'),
}

ISAS = {
    'x86_64': dict(
        scalar=SCALAR_X86, feature=X86_BY_FEATURE, pad='endbr64', text_relocs=r'R_X86_64_(PC32|PLT32|GOTPCREL\w*)$'
    ),
    'i386': dict(
        scalar=SCALAR_X86, feature=X86_BY_FEATURE, pad='endbr32', text_relocs=r'R_386_(PC32|PLT32|GOTPC|GOTOFF)$'
    ),
    'aarch64': dict(
        scalar=SCALAR_AARCH64,
        feature=AARCH64_BY_FEATURE,
        pad=r'bti\s+c|paciasp|hint\s+#0x(22|19)',
        text_relocs=r'R_AARCH64_(ADR_PREL_PG_HI21|ADD_ABS_LO12_NC|LDST\w+_ABS_LO12_NC|CALL26|JUMP26|ADR_PREL_LO21|CONDBR19)$',
    ),
    'ppc64le': dict(
        scalar=SCALAR_PPC,
        feature=PPC_BY_FEATURE,
        pad=None,
        text_relocs=r'R_PPC64_(REL16\w*|TOC16\w*|REL24|REL14|REL16_HA|REL16_LO)$',
    ),
}


class Lint:
    def __init__(self, args):
        self.args = args
        self.isa = ISAS[args.isa]
        self.features = args.features.split()
        self.findings = []

    def tool(self, program, *flags):
        return subprocess.run([program, *flags, self.args.object], capture_output=True, text=True, check=True).stdout

    def say(self, text):
        self.findings.append(text)

    def sections(self):
        writable = 0
        stack = None
        for line in self.tool(self.args.readelf, '-SW').splitlines():
            m = re.match(
                r'\s*\[\s*\d+\]\s+(\S+)\s+(\S+)\s+[0-9a-f]+\s+[0-9a-f]+\s+([0-9a-f]+)\s+[0-9a-f]+\s+([A-Zop]*)', line
            )
            if not m or m[1] == 'NULL':
                continue
            name, size, flags = m[1], int(m[3], 16), m[4]
            if name == '.note.GNU-stack':
                stack = flags
            if not SECTIONS.match(name):
                self.say(f'unexpected section {name}')
            if 'W' in flags and 'A' in flags and size and name != '.toc':
                writable += size
        if writable:
            self.say(f'{writable} bytes of writable data')
        if stack is None:
            self.say('no .note.GNU-stack section: the stack would become executable')
        elif 'X' in stack:
            self.say('.note.GNU-stack asks for an executable stack')

    def symbols(self):
        prefix = f'tsubaki_{self.args.cipher}_'
        operations, required = (GHASH, GHASH) if self.args.cipher == 'ghash' else (OPERATIONS, OPERATIONS[:3])
        names = {f'{prefix}{op}_{self.args.variant}' for op in operations}
        self.functions = {}
        for line in self.tool(self.args.readelf, '-sW').splitlines():
            m = re.match(
                r'\s*\d+:\s+([0-9a-f]+)\s+(\d+|0x[0-9a-f]+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(?:\[.*\]\s+)?(\S+)\s*(\S*)', line
            )
            if not m:
                continue
            value, size, kind, bind, visibility, index, name = m.groups()
            if bind == 'LOCAL':
                if kind == 'FUNC' and int(size, 0):
                    self.functions[int(value, 16)] = (name, int(size, 0))
                continue
            if index == 'UND':
                if name not in ('_GLOBAL_OFFSET_TABLE_', '.TOC.', ''):
                    self.say(f'undefined symbol {name}')
                continue
            if name not in names:
                self.say(f'global symbol {name} is no operation of {self.args.variant}')
            if kind != 'FUNC':
                self.say(f'{name} has type {kind}, not FUNC')
            if not int(size, 0):
                self.say(f'{name} has no size')
            if visibility != 'HIDDEN':
                self.say(f'{name} is {visibility.lower()}, not hidden')
            self.functions[int(value, 16)] = (name, int(size, 0))
        for op in required:
            if f'{prefix}{op}_{self.args.variant}' not in {n for n, _ in self.functions.values()}:
                self.say(f'no function {prefix}{op}_{self.args.variant}')

    def notes(self):
        text = self.tool(self.args.readelf, '-nW')
        want = {'x86_64': r'IBT.*SHSTK', 'i386': r'IBT.*SHSTK', 'aarch64': r'BTI.*PAC'}.get(self.args.isa)
        if want and not re.search(want, text):
            self.say('no property note for ' + want.replace('.*', ' and '))

    def unwind(self):
        text = self.tool(self.args.readelf, '--debug-dump=frames', '-W')
        spans = sorted((int(a, 16), int(b, 16)) for a, b in re.findall(r'FDE .*pc=([0-9a-f]+)\.\.([0-9a-f]+)', text))
        bare = [at for at in self.code if not any(a <= at < b for a, b in spans)]
        if bare:
            self.say(f'{len(bare)} instructions from {bare[0]:#x} have no unwind information')

    def relocations(self):
        section = None
        for line in self.tool(self.args.readelf, '-rW').splitlines():
            m = re.match(r"Relocation section '\.rela?(\.[\w.]+)'", line)
            if m:
                section = m[1]
            m = re.match(r'[0-9a-f]{8,}\s+[0-9a-f]+\s+(R_\w+)', line)
            if m and section == '.text' and not re.match(self.isa['text_relocs'], m[1]):
                self.say(f'relocation {m[1]} in .text')
            if m and section == '.rodata' and not re.search(r'PC32|REL32|PREL32', m[1]):
                self.say(f'relocation {m[1]} in .rodata')

    def instructions(self):
        allowed = set(self.isa['scalar'])
        for f in self.features:
            allowed |= self.isa['feature'][f]
        self.code = []
        comment = (
            r'\s*//.*' if self.args.isa == 'aarch64' else r'\s*[#;].*' if self.args.isa == 'ppc64le' else r'\s*#.*'
        )
        for line in self.tool(self.args.objdump, '-d', '--no-show-raw-insn', '-w', '-z').splitlines():
            m = re.match(r'\s*([0-9a-f]+):\s+(.*\S)', line)
            if not m:
                continue
            at, text = int(m[1], 16), re.sub(comment, '', m[2])
            function = self.functions.get(at, ('', 0))[0]
            if self.isa['pad'] and function.startswith('tsubaki_') and not re.match(self.isa['pad'], text):
                self.say(f'{function} begins with "{text}", not a landing pad')
            if PADDING.match(text):
                continue
            self.code.append(at)
            parts = text.split(None, 1)
            while parts[0] in ('rep', 'repz', 'notrack', '{vex}', '{evex}') and len(parts) > 1:
                parts = parts[1].split(None, 1)
            self.instruction(f'{at:#x}: {text}', parts[0], parts[1] if len(parts) > 1 else '', allowed)

    def instruction(self, where, name, operands, allowed):
        if name not in allowed and not (
            self.args.isa in ('x86_64', 'i386') and re.sub(r'[bwlq]$', '', name) in allowed and not name.startswith('v')
        ):
            self.say(f'instruction not on the allow-list of {self.args.variant}: {where}')
            return
        if self.args.isa not in ('x86_64', 'i386'):
            return
        have = set(self.features)
        if re.search(r'\([^)]*%[xyz]mm', operands):
            self.say(f'vector register as an address: {where}')
        if re.search(r'%zmm|%k[0-7]|%[xy]mm(1[6-9]|2\d|3[01])|\{1to', operands) and 'avx512' not in have:
            self.say(f'EVEX operands without AVX-512: {where}')
        if '%ymm' in operands and 'avx2' not in have and 'avx512' not in have and name not in AVX_256:
            self.say(f'256-bit operands without AVX2: {where}')
        if re.match(r'vaes', name) and re.search(r'%[yz]mm', operands) and 'vaes' not in have:
            self.say(f'wide AES without VAES: {where}')
        if re.match(r'vpclmul', name) and re.search(r'%[yz]mm', operands) and 'vpclmul' not in have:
            self.say(f'wide carry-less multiplication without VPCLMULQDQ: {where}')
        if name == 'vpbroadcastd' and 'avx2' not in have:
            self.say(f'AVX2 instruction: {where}')

    def run(self):
        self.sections()
        self.symbols()
        self.notes()
        self.relocations()
        self.instructions()
        self.unwind()
        return self.findings


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--objdump', default='objdump')
    p.add_argument('--readelf', default='readelf')
    p.add_argument('isa', choices=ISAS)
    p.add_argument('cipher')
    p.add_argument('variant')
    p.add_argument('features')
    p.add_argument('object')
    args = p.parse_args()
    findings = Lint(args).run()
    for f in findings:
        print(f'{args.object}: {f}')
    return 1 if findings else 0


if __name__ == '__main__':
    sys.exit(main())

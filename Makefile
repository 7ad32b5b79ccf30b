# SPDX-License-Identifier: BSD-2-Clause
# GNU Make. `make help` lists what there is to build.

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules

BUILD  ?= build
CFLAGS ?= -O2 -g
PREFIX ?= /usr/local
WARN   := -Wall -Wextra -Wshadow -Wvla -Wno-unused-parameter
CPPFLAGS_ALL := -Iinclude -Iharness -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64
CFLAGS_ALL   := -std=c11 $(WARN)

# ---- Instruction sets: compiler and how to run what it makes. CROSS=prefix- builds that one only; EXEC_WRAPPER runs it.
MACHINE := $(shell uname -m)
ISAS := x86_64 i386 aarch64 ppc64le

CC_x86_64  := $(if $(filter x86_64,$(MACHINE)),cc,x86_64-linux-gnu-gcc)
CC_i386    := i686-linux-gnu-gcc
CC_aarch64 := $(if $(filter aarch64 arm64,$(MACHINE)),cc,aarch64-linux-gnu-gcc)
CC_ppc64le := $(if $(filter ppc64le,$(MACHINE)),cc,powerpc64le-linux-gnu-gcc)
EMU_x86_64  := $(if $(filter x86_64,$(MACHINE)),,qemu-x86_64 -cpu max)
EMU_i386    := qemu-i386 -cpu max
EMU_aarch64 := $(if $(filter aarch64 arm64,$(MACHINE)),,qemu-aarch64 -cpu max)
EMU_ppc64le := $(if $(filter ppc64le,$(MACHINE)),,qemu-ppc64le -cpu power10)

ifneq ($(CROSS),)
  TARGET := $(shell $(CROSS)gcc -dumpmachine)
  ISAS := $(or $(if $(findstring x86_64,$(TARGET)),x86_64),$(if $(findstring 86,$(TARGET)),i386),\
            $(if $(findstring aarch64,$(TARGET)),aarch64),$(if $(findstring powerpc64le,$(TARGET)),ppc64le),\
            $(error CROSS=$(CROSS): $(TARGET) is no instruction set of this project))
  CC_$(ISAS) := $(CROSS)gcc
endif
ifneq ($(EXEC_WRAPPER),)
  $(foreach i,$(ISAS),$(eval EMU_$i := $(EXEC_WRAPPER)))
endif

HAVE_ISAS := $(foreach i,$(ISAS),$(if $(shell command -v $(CC_$i)),$i))
MISSING_ISAS := $(filter-out $(HAVE_ISAS),$(ISAS))

# ---- Variants: the rows of harness/variants.def as isa:cipher:variant:source:flags (flags joined by '+'). A row of
# any ISA stands for one of each.
VARIANTS := $(shell sed -n -e 's/^VARIANT(\(.*\)).*/\1/p' -e 's/^GHASH(\([^,]*\)\(,.*\)).*/\1, ghash\2/p' harness/variants.def | tr -d ' ' | \
	awk -F, -v all='$(ISAS)' '{ gsub("-D", "+-D", $$5); n = split($$1 == "any" ? all : $$1, isa, " "); \
	for (i = 1; i <= n; i++) print isa[i] ":" $$2 ":" $$3 ":" $$4 ":" $$5 }')
field = $(word $2,$(subst :, ,$1))
flags = $(subst +, ,$(word 5,$(subst :, ,$1)))
OURS := $(foreach v,$(VARIANTS),$(if $(filter $(call field,$v,1),$(HAVE_ISAS)),$v))
exe = $(BUILD)/$(call field,$1,1)/test_$(call field,$1,2)_$(call field,$1,3)
cost_exe = $(BUILD)/$(call field,$1,1)/cost_$(call field,$1,2)_$(call field,$1,3)
kernel = $(BUILD)/$(call field,$1,1)/kernel/$(call field,$1,2)_$(call field,$1,3).o
# GHASH is no cipher: its kernels go into the library and into one test of them all.
GHASHES := $(foreach v,$(OURS),$(if $(filter ghash,$(call field,$v,2)),$v))
CIPHERS := $(filter-out $(GHASHES),$(OURS))
TESTS := $(foreach v,$(CIPHERS),$(call exe,$v))
KERNELS := $(foreach v,$(OURS),$(call kernel,$v))

# ---- C sources linked into every test executable.
C_SOURCES := $(filter-out harness/cost_driver.c harness/bench_library.c $(wildcard harness/test_*.c),$(wildcard harness/*.c)) $(wildcard ref/*/*.c) \
	lib/cpu.c lib/variants.c

.PHONY: all check check-mutants mutant bench bench-library cost fuzz docs install clean help
all: $(TESTS) libraries $(addprefix missing-,$(MISSING_ISAS))
	@:

.PHONY: libraries $(addprefix missing-,$(ISAS))
missing-%:
	@echo "skipped: $* (no compiler $(CC_$*); ci/setup installs it)"

# The executables of emulated instruction sets are static: they need no foreign C library at run time.
define isa_rules
LINK_$1 := $(if $(filter $1,x86_64),$(if $(EMU_$1),-static,),-static)
OBJECTS_$1 := $$(patsubst %.c,$(BUILD)/$1/%.o,$(C_SOURCES)) $$(patsubst harness/%.S,$(BUILD)/$1/harness/%.o,$$(wildcard harness/callstub_$1.S))
$(BUILD)/$1/%.o: %.c
	@mkdir -p $$(@D)
	$$(CC_$1) $$(CPPFLAGS_ALL) $$(if $$(LINK_$1),-DSTATIC_PROGRAM) $$(CPPFLAGS) $$(CFLAGS_ALL) $$(CFLAGS) -MMD -MP -c $$< -o $$@
$(BUILD)/$1/%.o: %.S
	@mkdir -p $$(@D)
	$$(CC_$1) $$(CPPFLAGS_ALL) -g -MMD -MP -c $$< -o $$@
endef
$(foreach i,$(HAVE_ISAS),$(eval $(call isa_rules,$i)))

define variant_rules
ifeq ($(suffix $(call field,$1,4)),.c)
$(call kernel,$1): $(BUILD)/$(call field,$1,1)/pic/lib/$(patsubst %.c,%.o,$(call field,$1,4))
	@mkdir -p $$(@D)
	cp $$< $$@
else
$(call kernel,$1): asm/$(call field,$1,1)/$(call field,$1,4) $(wildcard asm/$(call field,$1,1)/asm.h) harness/variants.def
	@mkdir -p $$(@D)
	$(CC_$(call field,$1,1)) $(call flags,$1) -c $$< -o $$@
endif
ifneq ($(call field,$1,2),ghash)
$(call exe,$1): $(call kernel,$1) $(OBJECTS_$(call field,$1,1))
	$(CC_$(call field,$1,1)) $(LINK_$(call field,$1,1)) $(LDFLAGS) $$^ -o $$@ -ldl -lm
$(call cost_exe,$1): $(call kernel,$1) $(patsubst %,$(BUILD)/$(call field,$1,1)/%.o,harness/cost_driver lib/variants lib/cpu)
	$(CC_$(call field,$1,1)) -static $(LDFLAGS) $$^ -o $$@
endif
endef
$(foreach v,$(OURS),$(eval $(call variant_rules,$v)))

# The instruction set that is installed and fuzzed.
INSTALL_ISA := $(if $(CROSS),$(ISAS),$(patsubst arm64,aarch64,$(MACHINE)))

# ---- The library: one relocatable object whose hidden symbols are made local, so that nothing but the API is seen.
VERSION := 0.1.0
SONAME  := libtsubaki.so.0
LIB_SOURCES := lib/cpu.c lib/dispatch.c lib/ghash.c lib/modes.c lib/stream.c lib/variants.c
OBJCOPY = $(shell $(CC_$1) -print-prog-name=objcopy)

define library_rules
KERNELS_$1 := $$(foreach v,$$(OURS),$$(if $$(filter $1,$$(call field,$$v,1)),$$(call kernel,$$v)))
$(BUILD)/$1/libtsubaki.o: $$(patsubst %.c,$(BUILD)/$1/pic/%.o,$(LIB_SOURCES)) $$(KERNELS_$1)
	$$(CC_$1) -nostdlib -r -Wl,--force-group-allocation $$^ -o $$@
	$$(call OBJCOPY,$1) --localize-hidden $$@
$(BUILD)/$1/libtsubaki.a: $(BUILD)/$1/libtsubaki.o
	rm -f $$@
	ar rcs $$@ $$<
$(BUILD)/$1/$(SONAME): $(BUILD)/$1/libtsubaki.o
	$$(CC_$1) -shared -Wl,-soname,$(SONAME) -Wl,-z,text -Wl,-z,now $$(LDFLAGS) $$< -o $$@
	ln -sf $(SONAME) $(BUILD)/$1/libtsubaki.so
$(BUILD)/$1/pic/%.o: %.c
	@mkdir -p $$(@D)
	$$(CC_$1) $$(CPPFLAGS_ALL) $$(CPPFLAGS) $$(CFLAGS_ALL) $$(CFLAGS) -fPIC -fvisibility=hidden -MMD -MP -c $$< -o $$@
$(BUILD)/$1/test_library $(BUILD)/$1/bench_library: $(BUILD)/$1/%: $(BUILD)/$1/harness/%.o $(BUILD)/$1/harness/peer.o \
	    $(BUILD)/$1/harness/rng.o $(BUILD)/$1/harness/vectors.o $(BUILD)/$1/harness/emulated.o $(BUILD)/$1/lib/cpu.o $(BUILD)/$1/libtsubaki.a
	$$(CC_$1) $$(LINK_$1) $$(LDFLAGS) $$^ -o $$@ -ldl
$(BUILD)/$1/test_ghash: $(BUILD)/$1/harness/test_ghash.o $(BUILD)/$1/harness/rng.o $(BUILD)/$1/lib/ghash.o $(BUILD)/$1/lib/cpu.o \
	    $$(foreach v,$$(GHASHES),$$(if $$(filter $1,$$(call field,$$v,1)),$$(call kernel,$$v)))
	$$(CC_$1) $$(LINK_$1) $$(LDFLAGS) $$^ -o $$@
endef
$(foreach i,$(HAVE_ISAS),$(eval $(call library_rules,$i)))
LIBRARIES := $(foreach i,$(HAVE_ISAS),$(BUILD)/$i/libtsubaki.a $(BUILD)/$i/$(SONAME) $(BUILD)/$i/test_library $(BUILD)/$i/test_ghash)
libraries: $(LIBRARIES)

-include $(wildcard $(foreach d,harness lib pic/lib ref/*,$(BUILD)/*/$d/*.d))

# ---- Self-test and benchmark of every variant this CPU has. BENCH= passes options on: BENCH=--json, BENCH='--peer none'.
NATIVE_TESTS := $(foreach v,$(CIPHERS),$(if $(EMU_$(call field,$v,1)),,$(call exe,$v)))
bench: $(NATIVE_TESTS)
	@python3 tools/bench.py $(BENCH) $(NATIVE_TESTS)

# ---- Modelled cost of the kernels whose machines are foreign. COST= passes options on: COST='--only camellia --json'.
COST_EXES := $(foreach v,$(CIPHERS),$(if $(filter %.S,$(call field,$v,4)),$(if $(EMU_$(call field,$v,1)),$(call cost_exe,$v))))
cost: $(COST_EXES)
	@BUILD=$(BUILD) python3 tools/cost.py $(COST)

bench-library: $(BUILD)/$(INSTALL_ISA)/bench_library
	@$< $(BENCH)

# ---- Every check of every instruction set whose compiler is there. ONLY=text: those whose name contains it.
check: all
	@BUILD=$(BUILD) python3 ci/checks $(HAVE_ISAS) | python3 tools/check.py --log $(BUILD)/log $(if $(ONLY),--only '$(ONLY)')

check-mutants: all
	@BUILD=$(BUILD) python3 ci/checks --mutants $(HAVE_ISAS) | python3 tools/check.py --log $(BUILD)/log $(if $(ONLY),--only '$(ONLY)')

# One executable with other objects in the kernel's place, for ci/mutants: VARIANT=isa:cipher:name OBJECTS= OUTPUT=
mutant: $(OBJECTS_$(call field,$(VARIANT),1))
	$(CC_$(call field,$(VARIANT),1)) $(LINK_$(call field,$(VARIANT),1)) $(LDFLAGS) $^ $(OBJECTS) -o $(OUTPUT) -ldl -lm

# ---- Fuzzing: one target a mode, with clang's libFuzzer; FUZZ_SECONDS= runs each that long.
FUZZ_CC ?= $(firstword $(foreach c,clang clang-19,$(if $(shell echo 'int LLVMFuzzerTestOneInput(const char*p,long n){return 0;}' | \
	    $c -fsanitize=fuzzer -x c - -o /dev/null 2>/dev/null && echo $c),$c)))
FUZZ_MODES := ecb cbc cfb ctr xts gcm ocb
FUZZ_SECONDS ?= 10
upper = $(shell echo $1 | tr a-z A-Z)
fuzz: $(BUILD)/$(INSTALL_ISA)/libtsubaki.a
	@test -n '$(FUZZ_CC)' || { echo 'fuzz: no clang with -fsanitize=fuzzer (Debian: libclang-rt-14-dev)' >&2; exit 77; }
	@mkdir -p $(BUILD)/$(INSTALL_ISA)/fuzz
	set -e; $(foreach m,$(FUZZ_MODES),$(FUZZ_CC) $(CPPFLAGS_ALL) -O1 -g -fsanitize=fuzzer,address,undefined -DMODE=$(call upper,$m) fuzz/fuzz_mode.c \
	    harness/peer.c $< -o $(BUILD)/$(INSTALL_ISA)/fuzz/fuzz_$m -ldl;) \
	for m in $(FUZZ_MODES); do mkdir -p $(BUILD)/$(INSTALL_ISA)/corpus/$$m; \
	    $(BUILD)/$(INSTALL_ISA)/fuzz/fuzz_$$m -max_total_time=$(FUZZ_SECONDS) -print_final_stats=0 -verbosity=0 -artifact_prefix=$(BUILD)/$(INSTALL_ISA)/fuzz/ \
	        $(BUILD)/$(INSTALL_ISA)/corpus/$$m && echo "fuzz $$m: clean for $(FUZZ_SECONDS) s"; done

# ---- The generated parts of the documentation: measure, model, run every self-test, write the tables.
docs: all $(COST_EXES)
	python3 tools/bench.py --markdown --runs 3 --output docs/bench.jsonl $(BENCH) $(NATIVE_TESTS) >/dev/null
	BUILD=$(BUILD) python3 tools/cost.py --op ecb_enc,ctr --blocks 64 --output docs/cost.jsonl $(COST) > /dev/null
	BUILD=$(BUILD) python3 tools/docs.py --matrix
	python3 tools/docs.py --write

# ---- PREFIX, LIBDIR, INCLUDEDIR, DESTDIR; CROSS= for another instruction set than this machine's.
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
install: $(BUILD)/$(INSTALL_ISA)/libtsubaki.a $(BUILD)/$(INSTALL_ISA)/$(SONAME)
	install -d $(DESTDIR)$(INCLUDEDIR) $(DESTDIR)$(LIBDIR)/pkgconfig
	install -m 644 include/tsubaki.h $(DESTDIR)$(INCLUDEDIR)/
	install -m 644 $(BUILD)/$(INSTALL_ISA)/libtsubaki.a $(DESTDIR)$(LIBDIR)/
	install -m 755 $(BUILD)/$(INSTALL_ISA)/$(SONAME) $(DESTDIR)$(LIBDIR)/$(SONAME).$(VERSION)
	ln -sf $(SONAME).$(VERSION) $(DESTDIR)$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/libtsubaki.so
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' -e 's|@VERSION@|$(VERSION)|' \
	    lib/tsubaki.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/tsubaki.pc

clean:
	rm -rf $(BUILD)

help:
	@echo 'make              all test executables: $(BUILD)/<isa>/test_<cipher>_<variant>'
	@echo 'make bench        benchmark every variant this CPU has; BENCH=--json for data, BENCH="--peer NAME" for a peer'
	@echo 'make cost         modelled cycles per byte of the AArch64 and POWER kernels; COST="--only camellia --op ctr"'
	@echo 'make bench-library  the library'\''s one-shot calls against libgcrypt; BENCH=--json, BENCH="--cipher sm4"'
	@echo 'make check        every test; ONLY=text runs those whose name contains text'
	@echo 'make check-mutants  only the proof that the tests catch broken kernels'
	@echo 'make fuzz         fuzz every mode of the library for FUZZ_SECONDS each (clang)'
	@echo 'make docs         write the measured tables and the support matrix of the documentation'
	@echo 'make install      library and header under $(PREFIX) (PREFIX=, LIBDIR=, INCLUDEDIR=, DESTDIR=)'
	@echo 'make clean        remove $(BUILD)/'
	@echo 'CROSS=PREFIX-     build for that compiler only; EXEC_WRAPPER=PROGRAM runs what it makes'

# SPDX-License-Identifier: BSD-2-Clause
"""Constants of asm/i386/asm.h: those of x86-64."""
from tables_asm_x86_64 import TABLES

__all__ = ['TABLES']

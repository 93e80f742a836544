#!/usr/bin/python3 -B
"""Broken ELF files: each is refused with one line and exit code 1, or runs, or fails with one line; within 2 s and 100 MB.

  broken_elf_test.py COLLNOC READER PROGRAM.elf [--all]    READER: elf_reader.cpp with AddressSanitizer

--all: every file; otherwise every third one.

The files are made of a good one, the same in every run: fields of headers, of segments, of sections and of symbols get
values from the edges; bytes of the debug information and of the code change; the file ends early.
"""
import itertools
import os
import random
import resource
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ALL = sys.argv[-1] == "--all"
if ALL:
    sys.argv.pop()
ELF = Path(sys.argv.pop())
READER = sys.argv.pop()
COLLNOC = sys.argv.pop()
GOOD = ELF.read_bytes()
SECONDS, MEGABYTES = 2.0, 100
EDGES = (0, 1, 3, 0x7F, 0xFF, 0x1000, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
HEADER = {"type": (16, 2), "machine": (18, 2), "entry": (24, 4), "phoff": (28, 4), "shoff": (32, 4), "flags": (36, 4),
          "phentsize": (42, 2), "phnum": (44, 2), "shentsize": (46, 2), "shnum": (48, 2), "shstrndx": (50, 2)}
SEGMENT = {"type": 0, "offset": 4, "vaddr": 8, "paddr": 12, "filesz": 16, "memsz": 20, "flags": 24}
SECTION = {"name": 0, "type": 4, "flags": 8, "addr": 12, "offset": 16, "size": 20, "link": 24, "info": 28, "entsize": 36}


def number(at: int, size: int = 4) -> int:
    return int.from_bytes(GOOD[at:at + size], "little")


def with_number(at: int, size: int, value: int, data: bytes = GOOD) -> bytes:
    return data[:at] + (value & (1 << 8 * size) - 1).to_bytes(size, "little") + data[at + size:]


SEGMENTS = [number(28) + 32 * n for n in range(number(44, 2))]
SECTIONS = [number(32) + 40 * n for n in range(number(48, 2))]


def section_name(at: int) -> str:
    begin = number(SECTIONS[number(50, 2)] + 16) + number(at)
    return GOOD[begin:GOOD.index(b"\0", begin)].decode()


BY_NAME = {section_name(at): at for at in SECTIONS}


def content(name: str) -> tuple[int, int]:
    return number(BY_NAME[name] + 16), number(BY_NAME[name] + 20)


def broken_files():
    """Pairs of a name and the bytes."""
    dice = random.Random(20)
    for at in range(16):
        for value in dice.sample(range(256), 2):
            yield f"ident {at} = {value:#x}", with_number(at, 1, value)
    for field, (at, size) in HEADER.items():
        for value in EDGES:
            yield f"header.{field} = {value:#x}", with_number(at, size, value)
    for n, begin in enumerate(SEGMENTS):
        for field, at in SEGMENT.items():
            for value in EDGES:
                yield f"segment {n}.{field} = {value:#x}", with_number(begin + at, 4, value)
    for n, begin in enumerate(SECTIONS):
        for field in dice.sample(sorted(SECTION), 1):
            value = dice.choice(EDGES)
            yield f"section {section_name(begin)}.{field} = {value:#x}", with_number(begin + SECTION[field], 4, value)
    begin, size = content(".symtab")
    for _ in range(20):
        at = begin + 16 * dice.randrange(size // 16)
        field, value = dice.choice((0, 4, 8)), dice.choice(EDGES)
        yield f"symbol at {at:#x} + {field} = {value:#x}", with_number(at + field, 4, value)
    names_begin, names_size = content(".strtab")
    names = GOOD[names_begin:names_begin + names_size]
    for size_name in (b"__program_bytes", b"__memory_bytes", b"__boot_block"):
        offset = names.index(b"\0" + size_name + b"\0") + 1
        at = next(at for at in range(begin, begin + size, 16) if number(at) == offset)
        for value in EDGES:
            yield f"{size_name.decode()} = {value:#x}", with_number(at + 4, 4, value)
    for name in sorted(BY_NAME):
        if not name.startswith((".debug", ".text", ".strtab")):
            continue
        begin, size = content(name)
        for n in range(12 if name in (".debug_line", ".debug_info", ".debug_abbrev") else 4):
            data = GOOD
            for _ in range(dice.choice((1, 4, 40)) if size else 0):
                # Often near the beginning: lengths, versions and offsets are there.
                at = begin + (dice.randrange(min(size, 64)) if dice.random() < 0.5 else dice.randrange(size))
                data = with_number(at, 1, dice.choice((0, 0x7F, 0x80, 0xFF, dice.randrange(256))), data)
            yield f"bytes of {name}, {n}", data
    for _ in range(100):
        length = dice.randrange(len(GOOD))
        yield f"the first {length} bytes", GOOD[:length]


class Ended:
    def __init__(self, *command: str):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.errors = process.stderr.read().decode(errors="replace")
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = 0
        process.stderr.close()
        self.code = -(status & 0x7F) if status & 0x7F else status >> 8
        self.seconds = usage.ru_utime + usage.ru_stime
        self.megabytes = usage.ru_maxrss / 1024


class BrokenElf(unittest.TestCase):
    def test_each_is_refused_with_one_line_or_runs(self):
        refused = others = 0
        slowest = most = 0.0
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "broken.elf"
            for name, data in itertools.islice(broken_files(), 0, None, 1 if ALL else 3):
                path.write_bytes(data)
                read = Ended(READER, str(path))
                run = Ended(COLLNOC, "run", "--firmware", str(path), "--topology", "mesh:2x1", "--quiet",
                            "--max-cycles", "20000", "--memory", "64K")
                with self.subTest(name):
                    for ended in (read, run):
                        self.assertLess(ended.seconds, SECONDS, ended.errors)
                        self.assertLess(ended.megabytes, MEGABYTES)
                        self.assertLessEqual(ended.errors.count("\n"), 1, ended.errors)
                    self.assertIn(read.code, (0, 1), read.errors)
                    self.assertIn(run.code, (0, 1, 2), run.errors)
                    if read.code == 1:
                        self.assertEqual(run.code, 1)
                        self.assertEqual(read.errors, run.errors)
                        self.assertIn(f"error: {path}: ", run.errors)
                    if run.code != 0:
                        self.assertEqual(run.errors.count("\n"), 1, run.errors)
                    refused += run.code == 1
                    others += run.code != 1
                slowest, most = max(slowest, read.seconds, run.seconds), max(most, read.megabytes, run.megabytes)
        print(f"{refused} refused, {others} accepted; at most {slowest:.2f} s, {most:.0f} MB")
        share = 1 if ALL else 3
        self.assertGreaterEqual(refused, 180 // share)
        self.assertGreaterEqual(others, 90 // share, "otherwise debug information and code are not looked at")


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    unittest.main()

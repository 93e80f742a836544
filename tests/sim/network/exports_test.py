#!/usr/bin/python3 -B
"""The functions of the library (argument) are those of collnoc.h, all of them and no others, and those that it had before."""
import re
import subprocess
import sys
import unittest
from pathlib import Path

LIBRARY = sys.argv.pop(1)
FOLDER = Path(__file__).resolve().parents[3] / "sim/network"
# Of version 1.0.0; a library of version 1 keeps them.
FIRST = {
    "call", "close", "error", "nodes", "now", "open", "output_code", "output_free", "output_messages", "output_text", "send", "step",
    "step_to_arrival", "take_arrivals", "under_way", "version",
}  # fmt: skip


class Exports(unittest.TestCase):
    def test_library_list_and_header_agree(self) -> None:
        declared = set(re.findall(r"\b(collnoc_[a-z_]+)\(", (FOLDER / "collnoc.h").read_text(encoding="utf-8")))
        listed = set(re.findall(r"^ +(collnoc_[a-z_]+);$", (FOLDER / "exports.map").read_text(encoding="utf-8"), re.M))
        lines = subprocess.run(["nm", "-D", "--defined-only", LIBRARY], capture_output=True, text=True, check=True).stdout.splitlines()
        self.assertEqual(declared, listed)
        self.assertEqual({line.split()[2] for line in lines}, listed)
        self.assertLessEqual({f"collnoc_{name}" for name in FIRST}, listed)


unittest.main()

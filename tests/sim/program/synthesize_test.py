#!/usr/bin/python3 -B
"""Schedules that `collnoc synthesize` makes: proved, and run with every byte right, by software and by the NIC.

  synthesize_test.py COLLNOC [--rtl]
"""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = str(Path(sys.argv.pop(1)).resolve())
RTL = "--rtl" in sys.argv
if RTL:
    sys.argv.remove("--rtl")


class Synthesize(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_program(self, *words: str, code: int = 0) -> str:
        done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, cwd=self.folder)
        self.assertEqual(done.returncode, code, f"{' '.join(words)}\n{done.stdout}{done.stderr}")
        return done.stdout if code == 0 else done.stderr

    def made(self, collective: str, topology: str, size: str, *words: str) -> str:
        said = self.run_program("synthesize", collective, "--topology", topology, "--bytes", size, "--tries", "4", "-o", "s.json", *words)
        self.assertIn("; proved; s.json", said)
        self.run_program("check", collective, "--topology", topology, "--nic", "all-port", "--bytes", size, "--algorithm", "file:s.json",
                         *(words if "--root" in words else ()))
        return said

    def cycles(self, collective: str, topology: str, size: str, *words: str) -> dict:
        self.run_program("run", collective, "--topology", topology, "--nic", "all-port", "--bytes", size, *words, "--json", "r.json")
        rows = json.loads((self.folder / "r.json").read_text())["runs"]
        for row in rows:
            self.assertEqual((row["bytes_wrong"], row["mismatches"]), (0, 0))
            self.assertGreater(row["bytes_checked"], 0)
        return {row["algorithm"]: row["cycles"] for row in rows}

    def test_all_collectives_and_networks_deliver_every_byte(self) -> None:
        for collective in ("broadcast", "total-exchange", "all-gather", "scatter", "gather", "reduce", "reduce-scatter", "all-reduce"):
            size = "200" if collective == "all-reduce" else "72"
            for topology in ("torus:4x4", "mesh:3x4", "torus:2x2", "hypercube:3", "ghc:3x3", "star:3", "spidergon:8", "dragonfly:3,1",
                             "random-regular:14,3,2", "mesh:2"):
                with self.subTest(collective=collective, topology=topology):
                    root = ("--root", "1") if collective in ("broadcast", "scatter", "gather", "reduce") else ()
                    self.made(collective, topology, size, *root)
                    for executor in ("native", "nic"):
                        self.cycles(collective, topology, size, "--algorithm", "file:s.json", "--executor", executor, *root)

    def test_total_exchanges_of_products_deliver_every_byte(self) -> None:
        for topology, nic, steps in (("product:star:3+mesh:4", "one-port", 78), ("star:4", "one-port", 62), ("mesh:3x4", "one-port", 37),
                                     ("product:tree:2,2+ring:3", "one-port", 104), ("product:star:3+star:3", "all-port", 30),
                                     ("torus:4x4", "all-port", 8)):
            with self.subTest(topology=topology, nic=nic):
                words = ("total-exchange", "--topology", topology, "--nic", nic, "--bytes", "72")
                said = self.run_program("synthesize", *words, "--by", "product", "-o", "s.json")
                self.assertIn(f"{nic}: {steps} steps of one message and hop; proved; s.json", said)
                self.run_program("check", *words, "--algorithm", "file:s.json")
                for executor in ("native", "nic"):
                    self.run_program("run", *words, "--algorithm", "file:s.json", "--executor", executor, "--json", "r.json")
                    (row,) = json.loads((self.folder / "r.json").read_text())["runs"]
                    self.assertEqual((row["bytes_wrong"], row["mismatches"]), (0, 0))
                    self.assertGreater(row["bytes_checked"], 0)

    def test_long_blocks_are_at_most_a_fifth_above_the_bound(self) -> None:
        # Buffers cover the way of the longest links there and back.
        for collective, topology, size in (("total-exchange", "torus:4x4", "4K"), ("total-exchange", "star:4", "4K"),
                                           ("all-gather", "torus:8x8", "4K"), ("all-gather", "chiplets:2x2,4x4,8,2", "2K"),
                                           ("all-gather", "chiplets:2x2,4x4,8,8", "2K")):
            said = self.made(collective, topology, size)
            least = int(said.split("fewer than ")[1].split(";")[0])
            flits = int(size[0]) * 1024 // 8
            flits += -(-flits // 31)
            cycles = self.cycles(collective, topology, size, "--algorithm", "file:s.json", "--executor", "nic", "--vc-depth", "32")
            self.assertLessEqual(cycles["file:s.json"], 1.2 * least * flits, said)

    def test_equal_options_give_equal_files_and_other_seeds_others(self) -> None:
        files = []
        for seed in ("5", "5", "6"):
            self.made("total-exchange", "mesh:3x3", "64", "--seed", seed)
            files.append((self.folder / "s.json").read_bytes())
        self.assertEqual(files[0], files[1])
        self.assertNotEqual(files[0], files[2])

    @unittest.skipUnless(RTL, "without RTL")
    def test_rtl_and_model_agree(self) -> None:
        self.made("total-exchange", "torus:4x4", "64")
        self.cycles("total-exchange", "torus:4x4", "64", "--algorithm", "file:s.json", "--backend", "lockstep")

    def test_refusals_are_one_line_and_write_nothing(self) -> None:
        for words, reason in ((("all-reduce", "--topology", "mesh:4x4", "--bytes", "120"), "--bytes 120: each of the 16 ranks combines a part of the vector, of 8 bytes or more: at least 128 bytes"),
                              (("barrier",), "synthesize barrier: schedules in files move data, and it has none"),
                              (("broadcast", "--root", "99", "--topology", "mesh:4x4"), "--root 99"),
                              (("broadcast", "--pieces", "0"), "--pieces 0"),
                              (("broadcast", "--bytes", "64,128"), "--bytes 64,128: a schedule is made for one size"),
                              (("broadcast", "--topology", "mesh:1"), "--topology mesh:1: one node has nobody to send to"),
                              (("broadcast", "--bytes", "64", "--pieces", "9"), "--pieces 9"),
                              (("total-exchange", "--topology", "torus:32x32"), "at most 100000 are searched"),
                              (("scatter", "--topology", "mesh:4x4", "--bytes", "1M"), "tile's memory")):
            with self.subTest(words=words):
                said = self.run_program("synthesize", *words, "-o", "bad.json", code=1)
                self.assertIn(reason, said)
                self.assertEqual(said.count("\n"), 1, said)
                self.assertEqual(list(self.folder.iterdir()), [])


unittest.main()

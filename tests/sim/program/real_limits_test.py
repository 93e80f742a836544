#!/usr/bin/python3 -B
"""The most bytes that a message states are accepted, and more are not, whoever performs the schedule: programs of processors and
plans of sequencers take a part of a tile's memory.

  real_limits_test.py COLLNOC

COLLNOC_TEST_SEED repeats a drawing, COLLNOC_TEST_CASES makes more of them.
"""
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = str(Path(sys.argv.pop(1)).resolve())
SEED = int(os.environ.get("COLLNOC_TEST_SEED", random.randrange(1 << 32)))
CASES = int(os.environ.get("COLLNOC_TEST_CASES", "3"))
NETWORKS = ["mesh:4x4", "mesh:3x3", "torus:8", "torus:4x4", "hypercube:3", "ghc:3x3", "star:3", "spidergon:8"]
COLLECTIVES = ["broadcast", "total-exchange", "all-gather", "scatter", "gather", "reduce", "reduce-scatter", "all-reduce"]
MEMORY = 2 << 20
UNIT = 8  # bytes of an element: messages of reductions are whole ones


class RealLimits(unittest.TestCase):
    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = holder.name

    def call(self, words: list[str], size: int) -> tuple[bool | None, str]:
        """Whether the size is accepted; nothing if the programs are not installed."""
        done = subprocess.run([PROGRAM, *words, "--bytes", str(size), "--quiet"], cwd=self.folder, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, timeout=120)
        # A run may start: then it ends at --max-cycles.
        self.assertIn(done.returncode, (0, 1, 2, 77), done)
        return None if done.returncode == 77 else done.returncode != 1, done.stderr.strip().split("\n")[-1]

    def check(self, words: list[str], much: int, types: list[str]) -> bool:
        words = [*words, *types]
        accepted, said = self.call(words, much)
        where = f"seed {SEED}: {' '.join(words)} --bytes {much}: {said}"
        if accepted is None or accepted:
            return False
        limit = re.search(r"at most (\d+) fit", said)
        if limit is None:  # the size is not the reason
            self.assertIs(self.call(words, UNIT)[0], False, where)
            return False
        most = int(limit[1])
        self.assertEqual(most % (UNIT if types else 1), 0, where)
        self.assertIs(self.call(words, most)[0], True, f"{where}\n{self.call(words, most)[1]}")
        accepted, said = self.call(words, most + UNIT)
        self.assertIs(accepted, False, f"{where}\n{most + UNIT} are accepted")
        self.assertIn(f"at most {most} fit", said, where)
        return True

    def test_of_runs(self) -> None:
        draw = random.Random(SEED)
        stated = 0
        for _ in range(CASES):
            collective = draw.choice(COLLECTIVES)
            words = ["run", collective, "--topology", draw.choice(NETWORKS), "--nic", draw.choice(["one-port", "all-port"])]
            words += ["--algorithm", draw.choice(["all", "auto"]), "--max-cycles", "1"]
            words += draw.choice([["--firmware", "rv32"], ["--executor", "nic"], ["--executor", "nic"],
                                  ["--executor", "nic", "--firmware", "rv32"]])
            words += draw.choice([[], [], ["--step-barrier"]])
            types = ["--type", "u64"] if "reduce" in collective else []
            stated += self.check(words, draw.choice([MEMORY, MEMORY - 64, 2 * MEMORY, MEMORY // 8]), types)
        self.assertGreater(stated, CASES // 8)

    def test_of_plans_that_are_linked(self) -> None:
        draw = random.Random(SEED + 1)
        for _ in range(CASES // 8 + 1):
            words = ["schedule", draw.choice(["broadcast", "scatter", "total-exchange"]), "--topology", draw.choice(NETWORKS)]
            self.assertTrue(self.check([*words, "--plan", "p.hpp"], draw.choice([MEMORY, 2 * MEMORY]), []))


if __name__ == "__main__":
    print(f"COLLNOC_TEST_SEED={SEED}")
    unittest.main()

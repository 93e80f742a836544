#!/usr/bin/python3 -B
"""Routers in planes (model/planes) give every number that nodes give which are computed by themselves.

  planes_test.py COLLNOC [CASES]    the program

Draws networks, hardware, traffic and collectives at random, and compares the results in planes, by one thread
or several, with those of --node-by-node; COLLNOC_TEST_SEED repeats a drawing.
"""
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from results import forget

PROGRAM = str(Path(sys.argv.pop(1)).resolve())
CASES = int(sys.argv.pop(1)) if len(sys.argv) > 1 else 28
SEED = int(os.environ.get("COLLNOC_TEST_SEED", random.randrange(1 << 32)))

GRAPHS = """random-regular:40,4,1 fat-tree:4 dragonfly:4,2 ring:9 tree:3,3 cmesh:3x3,4 holes:6x6,5,3 hypercube:7 pancake:4
chiplets:2x2,3x3,4,2 chiplets:3x2,of,2x2,1,4""".split()
NETWORKS = GRAPHS + """mesh:6x5 mesh:8x8 mesh:9x9 mesh:40 mesh:3x4x5 mesh:2x3x2x3 torus:5x5 torus:8x8 torus:11x12 torus:3x3x4
hypercube:5 hypercube:6 star:4 star:5 star:6 spidergon:18 spidergon:64 ghc:4x5 ghc:3x3x3 ghc:9 mesh:16x16
torus:20 mesh:300x2 mesh:24x20 mesh:11x10x9""".split()


class Planes(unittest.TestCase):
    maxDiff = 2000

    def setUp(self) -> None:
        self.random = random.Random(SEED)
        print(f"COLLNOC_TEST_SEED={SEED}", file=sys.stderr)

    def one_of(self, *choices: str) -> list:
        return self.random.choice(choices).split()

    def hardware(self) -> list:
        network = self.random.choice(NETWORKS)
        hops = [] if network in GRAPHS else self.one_of("", "", "--hop-cycles 2", "--hop-cycles 3", "--hop-cycles 4", "--hop-cycles 5")
        return [
            "--topology", network, *hops,
            *self.one_of("", "", "--nic all-port"),
            *self.one_of("", "--vcs 1", "--vcs 2", "--vcs 3", "--vcs 4"),
            *self.one_of("", "--vc-depth 2", "--vc-depth 8", "--vc-depth 9"),
            *self.one_of("", "", "--route-orders 2"),
            *self.one_of("", "", "--vc-reads on"),
            *self.one_of("", "", "--flit-bits 128", "--flit-bits 512"),
            *self.one_of("", "", "--switching cut-through --vc-depth 9 --max-packet-flits 9",
                         "--switching store-and-forward --vc-depth 9 --max-packet-flits 9"),
        ]  # fmt: skip

    def traffic(self) -> list:
        return [
            "traffic", *self.hardware(),
            "--load", self.random.choice(["0.01", "0.05", "0.1", "0.3", "1"]),
            *self.one_of("", "--packet-flits 1", "--packet-flits 2", "--lengths 1:0.5,9:0.2,4"),
            *self.one_of("", "", "--reply-lengths 1,5", "--reply-lengths 8 --outstanding 2 --service 3"),
            *self.one_of("", "--process bursty", "--process periodic"),
            *self.one_of("", "--pattern transpose", "--pattern tornado", "--pattern hotspot", "--pattern neighbour"),
            "--warmup", "200", "--measure", "1500", "--drain", "2000", "--per-link", "--per-pair",
            "--seed", str(self.random.randrange(1000)),
        ]  # fmt: skip

    def collective(self) -> list:
        return [
            "run", *self.one_of("broadcast", "all-to-all", "all-reduce", "all-gather", "barrier", "scatter"),
            *self.hardware(),
            *self.one_of("", "--bytes 8", "--bytes 100", "--bytes 600"),
            *self.one_of("", "", "--sequencer on --executor nic", "--accumulate on"),
            "--per-link", "--energy",
        ]  # fmt: skip

    def processors(self) -> list:
        return [
            "run", *self.one_of("broadcast", "all-to-all", "all-reduce"), "--firmware", "rv32",
            "--topology", *self.one_of("mesh:4x4", "torus:5x5", "mesh:8x9", "hypercube:5", "dragonfly:4,2"),
            *self.one_of("", "--bytes 8", "--bytes 100", "--bytes 600"),
            *self.one_of("", "--nic all-port", "--vcs 4"),
            "--per-link", "--energy",
        ]  # fmt: skip

    def result(self, options: list, *how: str) -> object:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "result.json"
            run = subprocess.run([PROGRAM, *options, *how, "--explain-speed", "--json", str(file)],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)  # fmt: skip
            if run.returncode == 1:
                return "refused"
            self.assertEqual("in planes" in run.stderr, "--node-by-node" not in how, run.stderr)
            result = json.loads(file.read_text()) if file.exists() else run.stderr
            for key in ("command", "wall_seconds", "threads"):
                forget(result, key)
            return result

    def test_results_are_equal(self) -> None:
        simulated = 0
        for _ in range(50 * CASES):
            if simulated == CASES:
                break
            options = self.random.choice([self.traffic] * 3 + [self.collective] * 2 + [self.processors])()
            planes = self.result(options, "--threads", self.random.choice("12235"))
            if planes == "refused":
                continue  # refused: not every drawn combination is legal
            simulated += 1
            self.assertEqual(planes, self.result(options, "--node-by-node"), " ".join(options))
        self.assertEqual(simulated, CASES)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/python3 -B
"""RTL in slices gives every number of a run that verilated RTL and the model give.

  slices_test.py COLLNOC [CASES [VARIANTS]]    the program; VARIANTS: of the hardware, the first of the list below

Draws networks, traffic and collectives at random, and compares the results of --backend rtl:sliced and lockstep:sliced, also at
SystemC's pins, with those of rtl:verilated, lockstep:verilated and model; COLLNOC_TEST_SEED repeats a drawing. Then what is refused. Exit 77 without Yosys.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from results import forget, skip_all_without

PROGRAM = str(Path(sys.argv.pop(1)).resolve())
CASES = int(sys.argv.pop(1)) if len(sys.argv) > 1 else 12
VARIANTS = int(sys.argv.pop(1)) if len(sys.argv) > 1 else 1
SEED = int(os.environ.get("COLLNOC_TEST_SEED", random.randrange(1 << 32)))

# Options of the hardware, and the networks that it is for. Each variant takes half a minute of a processor when it is first
# needed, and again for more than 64 and for more than 128 nodes.
HARDWARE = [
    ("", "mesh:8x8 mesh:5x7 torus:8x8 torus:5x3 mesh:2x1 torus:16x16 mesh:17x19"),
    ("", "mesh:9x9 mesh:40x3 mesh:40x40 torus:40x33"),
    ("--nic all-port --vc-depth 8", "mesh:8x8 torus:4x5 mesh:13x11"),
    ("", "hypercube:5 hypercube:6 mesh:3x4x5 torus:3x3x4"),
    ("", "star:4"),
    ("--vcs 4 --vc-reads on --flit-bits 128", "mesh:6x6 torus:5x5"),
    ("--hop-cycles 2 --route-orders 2 --vcs 2", "mesh:6x6"),
    ("--switching cut-through --vc-depth 9 --max-packet-flits 9", "mesh:6x6 torus:5x5"),
    ("", "spidergon:18 spidergon:66"),
    ("", "ghc:4x5"),
    ("--sequencer on --accumulate on", "mesh:6x6"),
]


class Slices(unittest.TestCase):
    maxDiff = 2000

    def setUp(self) -> None:
        self.random = random.Random(SEED)
        print(f"COLLNOC_TEST_SEED={SEED}", file=sys.stderr)

    def one_of(self, *choices: str) -> list:
        return self.random.choice(choices).split()

    def network(self) -> list:
        options, networks = self.random.choice(HARDWARE[:VARIANTS])
        return ["--topology", self.random.choice(networks.split()), *options.split()]

    def traffic(self) -> list:
        return [
            "traffic", *self.network(),
            "--load", self.random.choice(["0.002", "0.05", "0.2", "1"]),
            *self.one_of("", "--packet-flits 1", "--packet-flits 2", "--lengths 1:0.5,4:0.2,7"),
            *self.one_of("", "", "--reply-lengths 1,5"),
            *self.one_of("", "--process bursty"),
            *self.one_of("", "--pattern hotspot", "--pattern neighbour"),
            "--warmup", "100", "--measure", "500", "--drain", "1000", "--per-link", "--per-pair",
            "--seed", str(self.random.randrange(1000)),
        ]  # fmt: skip

    def collective(self) -> list:
        return [
            "run", *self.one_of("broadcast", "all-to-all", "all-reduce", "barrier", "scatter"), *self.network(),
            *self.one_of("", "--bytes 8", "--bytes 100"), "--per-link", "--energy",
        ]  # fmt: skip

    def run_program(self, options: list, **environment: str) -> subprocess.CompletedProcess:
        return subprocess.run([PROGRAM, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
                              env=os.environ | environment)  # fmt: skip

    def result(self, options: list, backend: str) -> object:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "result.json"
            run = self.run_program([*options, "--backend", backend, "--explain-speed", "--json", str(file)])
            skip_all_without(run)
            if run.returncode == 1:
                return "refused"
            if file.exists():
                self.assertEqual("RTL in slices" in run.stderr, backend.endswith(":sliced"), run.stderr)
            result = json.loads(file.read_text()) if file.exists() else f"{run.returncode} {run.stderr}"
            if backend.startswith("lockstep") and file.exists():
                compared = re.findall(r'"link_cycles_compared": (\d+)', file.read_text())
                self.assertTrue(compared)
                self.compared = compared
            for key in ("command", "wall_seconds", "threads", "backend", "link_cycles_compared", "pins_compared"):
                forget(result, key)
            return result

    def test_results_are_equal(self) -> None:
        simulated = 0
        systemc = ["--kernel", "systemc", "--systemc", "pins"]
        pins = self.run_program(["run", "barrier", "--topology", "mesh:2x1", *systemc]).returncode != 77
        for _ in range(50 * CASES):
            if simulated == CASES:
                break
            options = self.random.choice([self.traffic] * 3 + [self.collective] * 2)()
            model = self.result(options, "model")
            if model == "refused":
                continue  # refused: not every drawn combination is legal
            simulated += 1
            sliced = self.result(options, "rtl:sliced")
            self.assertEqual(sliced, model, " ".join(options))
            self.assertEqual(self.result(options, "lockstep:sliced"), model, " ".join(options))
            compared = self.compared
            self.assertEqual(self.result([*options, "--node-by-node"], "lockstep:sliced"), model, " ".join(options))
            self.assertEqual(self.compared, compared, " ".join(options))
            if pins:
                self.assertEqual(self.result([*options, *systemc], "rtl:sliced"), model, " ".join(options))
                self.assertEqual(self.result([*options, *systemc], "lockstep:sliced"), model, " ".join(options))
                self.assertEqual(self.compared, compared, " ".join(options))
            if simulated % 3 == 0:
                self.assertEqual(sliced, self.result(options, "rtl:verilated"), " ".join(options))
                self.assertEqual(self.result(options, "lockstep:verilated"), model, " ".join(options))
                self.assertEqual(self.compared, compared, " ".join(options))
        self.assertEqual(simulated, CASES)

    def test_timelines_are_equal(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            timelines = []
            for backend in ("rtl:sliced", "rtl:verilated"):
                file = Path(folder) / "timeline.json"
                run = self.run_program(["run", "broadcast", "--topology", "mesh:5x4", "--backend", backend, "--timeline", str(file)])
                self.assertEqual(run.returncode, 0, run.stderr)
                timelines.append(json.loads(file.read_text()))
            self.assertEqual(*timelines)

    def test_rtl_takes_slices_where_they_pay(self) -> None:
        self.result(["run", "broadcast", "--topology", "mesh:8x8"], "rtl:sliced")
        for backend in ("rtl", "lockstep"):

            def how(topology: str, **environment: str) -> str:
                options = ["run", "broadcast", "--topology", topology, "--backend", backend, "--explain-speed"]  # noqa: B023
                run = self.run_program(options, **environment)
                self.assertEqual(run.returncode, 0, run.stderr)
                return "slices" if "RTL in slices" in run.stderr else "verilated"

            self.assertEqual(how("mesh:8x8"), "slices")
            self.assertEqual(how("mesh:4x4"), "verilated")
            with tempfile.TemporaryDirectory() as folder:
                self.assertEqual(how("mesh:8x8", COLLNOC_CACHE=folder, COLLNOC_YOSYS="/no/yosys"), "verilated")

    def test_refusals_are_one_line(self) -> None:
        for options, text in ((["--sanitize"], "--backend model"), (["--record", "/dev/null"], "--backend model")):
            run = self.run_program(["run", "broadcast", "--topology", "mesh:4x4", "--backend", "rtl:sliced", *options])
            self.assertEqual(run.returncode, 1, run.stderr)
            self.assertIn(text, run.stderr)
            self.assertIn("rtl:sliced", run.stderr)

    def test_without_yosys_it_is_not_installed(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            run = self.run_program(["run", "broadcast", "--topology", "mesh:4x4", "--backend", "rtl:sliced"],
                                   COLLNOC_CACHE=folder, COLLNOC_YOSYS="/no/yosys")  # fmt: skip
            self.assertEqual(run.returncode, 77, run.stderr)
            self.assertIn("needs Yosys, Python and a C++ compiler", run.stderr)


if __name__ == "__main__":
    unittest.main()

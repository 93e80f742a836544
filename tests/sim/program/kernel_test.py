#!/usr/bin/python3 -B
"""--kernel systemc gives every byte of a result that the simulator gives alone, with the network as a module and with nodes as
modules with pins.

  kernel_test.py COLLNOC [CASES [--rtl]]    the program; --rtl: also RTL, and both in lockstep

Draws networks, traffic, collectives, executors and output at random; COLLNOC_TEST_SEED repeats a drawing. Then what is refused.
Exit 77 if the program was built without SystemC.
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
RTL = len(sys.argv) > 1 and sys.argv.pop(1) == "--rtl"
SEED = int(os.environ.get("COLLNOC_TEST_SEED", random.randrange(1 << 32)))
FORMS = {"plain": [], "fabric": ["--kernel", "systemc"], "pins": ["--kernel", "systemc", "--systemc", "pins"]}


class Kernel(unittest.TestCase):
    maxDiff = 2000

    def setUp(self) -> None:
        self.random = random.Random(SEED)
        print(f"COLLNOC_TEST_SEED={SEED}", file=sys.stderr)

    def one_of(self, *choices: str) -> list:
        return self.random.choice(choices).split()

    def network(self) -> list:
        # The hardware of RTL nodes is that of other tests, because each variant takes seconds to be made.
        hardware = ["", "--nic all-port"]
        if not RTL:
            hardware += ["--vcs 4", "--hop-cycles 3", "--vc-depth 8 --flit-bits 128", "--route-orders 2", "--multicast on"]
        return [
            "--topology", *self.one_of("mesh:4x4", "torus:4x4", "mesh:3x2", "torus:5x3", "mesh:2x1", "torus:3x8"),
            *self.one_of(*hardware),
            "--backend", *(self.one_of("rtl:verilated", "lockstep", "lockstep", "mixed") if RTL else ["model"]),
        ]  # fmt: skip

    def traffic(self) -> list:
        return [
            "traffic", *self.network(),
            *self.one_of("--load .002", "--load .1,.3", "--load 1"),
            *self.one_of("", "--packet-flits 1", "--lengths 1:0.5,4:0.2,7", "--reply-lengths 1,5"),
            *self.one_of("", "--process bursty"),
            "--warmup", "100", "--measure", "400", "--drain", "1000", *self.one_of("", "--per-link --per-pair"),
        ]  # fmt: skip

    def collective(self) -> list:
        return [
            "run", *self.one_of("broadcast", "total-exchange", "all-gather", "all-reduce", "barrier", "scatter", "gather",
                                "reduce", "reduce-scatter"), *self.network(),
            *self.one_of("", "--bytes 8", "--bytes 100", "--bytes 1000"),
            *self.one_of("", "--algorithm all", "--firmware rv32", "--step-barrier", "--startup-cycles 30"),
            *self.one_of("", "--executor nic --sequencer on --accumulate on" if not RTL else ""), *self.one_of("", "--per-link --energy"),
        ]  # fmt: skip

    def run_program(self, options: list) -> subprocess.CompletedProcess:
        run = subprocess.run([PROGRAM, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        skip_all_without(run)
        return run

    def result(self, options: list, form: str) -> object:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "result.json"
            run = self.run_program([*options, *FORMS[form], "--explain-speed", "--json", str(file)])
            if not file.exists():
                return f"{run.returncode} {run.stderr}"
            self.assertEqual("each node a module with pins" in run.stderr, form == "pins", run.stderr)
            result = json.loads(file.read_text())
            for key in ("command", "wall_seconds"):
                forget(result, key)
            # The table says who had the clock, and at pins how many were compared.
            return [result, run.returncode, re.sub(r" kernel=systemc \(\w+\)|, [0-9,]+ pins", "", run.stdout)]

    def test_results_are_equal(self) -> None:
        simulated = 0
        for _ in range(50 * CASES):
            if simulated == CASES:
                break
            options = self.random.choice([self.traffic, self.collective, self.collective])()
            plain = self.result(options, "plain")
            if isinstance(plain, str):
                continue  # refused: not every drawn combination is legal
            simulated += 1
            for form in ("fabric", "pins"):
                self.assertEqual(self.result(options, form), plain, " ".join(options))
        self.assertEqual(simulated, CASES)

    def test_files_are_equal(self) -> None:
        for option in ("--timeline", "--record", "--trace"):
            written = []
            for form in FORMS:
                with tempfile.TemporaryDirectory() as folder:
                    file = Path(folder) / ("out.fst" if option == "--trace" else "out.json")
                    run = self.run_program(["run", "broadcast", "--topology", "mesh:4x4", option, str(file), *FORMS[form]])
                    self.assertEqual(run.returncode, 0, run.stderr)
                    written.append(file.read_bytes() if option != "--trace" else len(file.read_bytes()) > 1000)
            self.assertEqual([option, *written[1:]], [option, *[written[0]] * 2])

    def test_refusals_are_one_line(self) -> None:
        for options, text in (
            (["--systemc", "pins"], "--kernel"),
            (["--kernel", "plain", "--systemc", "pins"], "needs --kernel systemc"),
            (["--kernel", "sysc"], "unknown kernel 'sysc'"),
            (["--kernel", "systemc", "--systemc", "tlm"], "unknown form 'tlm'"),
        ):
            run = self.run_program(["run", "broadcast", "--topology", "mesh:4x4", *options])
            self.assertEqual(run.returncode, 1, run.stderr)
            self.assertIn(text, run.stderr)
            self.assertEqual(run.stderr.count("\n"), 1, run.stderr)


if __name__ == "__main__":
    unittest.main()

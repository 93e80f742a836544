#!/usr/bin/python3 -B
"""collnoc regress compares runs of one's own: [[run]] in matrix.toml.

  regress_own_test.py COLLNOC
"""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = str(Path(sys.argv.pop(1)).resolve())

TRAFFIC = """[[run]]
name = "load"
command = "traffic"
options = { topology = "mesh:4x4", load = "0.1:0.3:0.1", measure = 500 }
grid = { vcs = [1, 2] }
"""
BROADCAST = """[[run]]
name = "first"
command = "run broadcast"
backends = ["model"]
options = { topology = "torus:4x4", algorithm = "recursive-division" }
"""


class OwnRuns(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def regress(self, *options: str) -> subprocess.CompletedProcess:
        return subprocess.run([PROGRAM, "regress", "--baselines", str(self.folder), "--backend", "model", *options],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)  # fmt: skip

    def matrix(self, text: str) -> None:
        (self.folder / "matrix.toml").write_text(text)

    def numbers(self, case: str) -> dict:
        lines = (self.folder / f"{case.split('/')[0]}.jsonl").read_text().splitlines()
        return next(line["numbers"] for line in map(json.loads, lines) if line["id"] == case)

    def test_numbers_are_those_of_the_command(self) -> None:
        self.matrix(TRAFFIC + BROADCAST)
        self.assertEqual(self.regress("--update").returncode, 0)
        command = [PROGRAM, "traffic", "--topology", "mesh:4x4", "--load", "0.1:0.3:0.1", "--measure", "500", "--vcs", "2"]
        document = json.loads(subprocess.check_output([*command, "--json=-", "--quiet"]))
        numbers = self.numbers("load/2")
        for row in document["traffic"]["loads"]:
            for name in ("accepted", "latency_mean", "packets"):
                self.assertEqual(numbers[f"load {row['load']}.{name}"], row[name])
        command = [PROGRAM, "run", "broadcast", "--topology", "torus:4x4", "--algorithm", "recursive-division"]
        (run,) = json.loads(subprocess.check_output([*command, "--json=-", "--quiet"]))["runs"]
        self.assertEqual(self.numbers("first")["cycles"], run["cycles"])
        self.assertEqual(next(iter(self.numbers("first"))), "cycles")

    def test_a_command_with_one_result(self) -> None:
        trace = self.folder / "messages.jsonl.trace"
        subprocess.run([PROGRAM, "run", "all-reduce", "--topology", "mesh:3x3", "--record", str(trace), "--quiet"], check=True)
        self.matrix(f'[[run]]\nname = "own"\ncommand = "replay {trace}"\noptions = {{ topology = "mesh:3x3" }}\n')
        self.assertEqual(self.regress("--update").returncode, 0)
        document = json.loads(subprocess.check_output([PROGRAM, "replay", str(trace), "--topology", "mesh:3x3", "--json=-", "--quiet"]))
        (result,) = (value for key, value in document.items() if key not in ("schema", "context"))
        numbers = self.numbers("own")
        self.assertEqual(numbers["cycles"], result["result"]["cycles"])
        self.assertGreater(len(numbers), 10)
        self.assertFalse([name for name in numbers if "seconds" in name])

    def test_every_result_has_its_own_numbers(self) -> None:
        self.matrix(BROADCAST.replace("algorithm", 'root = "all", algorithm').replace("torus:4x4", "mesh:3x2"))
        self.assertEqual(self.regress("--update").returncode, 0)
        roots = {name.split(".")[0] for name in self.numbers("first")}
        self.assertEqual(roots, {f"recursive-division/1024/root {root}" for root in range(6)})

    def test_saturation_is_compared(self) -> None:
        self.matrix('[[run]]\nname = "most"\ncommand = "traffic --saturation"\noptions = { topology = "mesh:3x3", measure = 500 }\n')
        self.assertEqual(self.regress("--update").returncode, 0)
        self.assertGreater(self.numbers("most")["saturation.load"], 0)

    def test_files_of_others_stay(self) -> None:
        self.matrix(BROADCAST + TRAFFIC)
        self.assertEqual(self.regress("--update").returncode, 0)
        trace = self.folder / "mine.jsonl"
        trace.write_text('{"a": 1}\n')
        self.matrix(BROADCAST)
        self.assertEqual(self.regress("--update").returncode, 0)
        self.assertTrue(trace.exists())
        self.assertFalse((self.folder / "load.jsonl").exists())

    def test_a_command_without_results_fails_alone(self) -> None:
        self.matrix(BROADCAST.replace("first", "help").replace("run broadcast", "run broadcast --help") + BROADCAST)
        failed = self.regress()
        self.assertEqual(failed.returncode, 2, failed.stderr)
        self.assertIn("! help   failed: it writes no JSON", failed.stdout)
        self.assertIn("+ first ", failed.stdout)

    def test_equal_numbers_are_equal_and_others_are_named(self) -> None:
        self.matrix(TRAFFIC + BROADCAST)
        self.assertEqual(self.regress("--update").returncode, 0)
        again = self.regress()
        self.assertEqual((again.returncode, again.stdout), (0, "# 3 equal, 0 differ, 0 failed, 0 skipped\n"))
        baseline = self.folder / "first.jsonl"
        line = json.loads(baseline.read_text())
        line["numbers"]["cycles"] -= 10
        line["numbers"]["messages"] += 1
        baseline.write_text(json.dumps(line) + "\n")
        changed = self.regress()
        cycles = line["numbers"]["cycles"]
        self.assertEqual(changed.returncode, 3, changed.stderr)
        self.assertIn(f"~ first   {cycles} -> {cycles + 10}   +10 ", changed.stdout)
        self.assertIn("messages -1", changed.stdout)
        self.assertEqual(self.regress("--only", "load/*").returncode, 0)
        self.assertEqual(self.regress("--only", "first", "--update").returncode, 0)
        self.assertEqual(self.regress().returncode, 0)

    def test_a_run_that_is_new_or_gone_differs(self) -> None:
        self.matrix(BROADCAST)
        self.assertEqual(self.regress("--update").returncode, 0)
        self.matrix(TRAFFIC)
        changed = self.regress()
        self.assertEqual(changed.returncode, 3)
        for text in ("+ load/1   not in the baseline", "- first   in the baseline, not in the matrix"):
            self.assertIn(text, changed.stdout)

    def test_a_run_that_fails_says_why_and_writes_nothing(self) -> None:
        self.matrix(BROADCAST.replace("recursive-division", "ring"))
        failed = self.regress("--update")
        self.assertEqual(failed.returncode, 2, failed.stdout)
        self.assertIn("! first   ", failed.stdout)
        self.assertIn("! first   failed: exit 1, ", failed.stdout)
        self.assertIn("ring", failed.stdout)
        self.assertFalse((self.folder / "first.jsonl").exists())

    def test_pages_for_ci_have_the_runs(self) -> None:
        self.matrix(BROADCAST)
        self.assertEqual(self.regress("--update").returncode, 0)
        files = {name: self.folder / name for name in ("junit", "markdown", "benchmark")}
        self.assertEqual(self.regress(*(f"--{name}={file}" for name, file in files.items())).returncode, 0)
        self.assertIn('classname="regress.model" name="first"', files["junit"].read_text())
        (entry,) = json.loads(files["benchmark"].read_text())
        self.assertEqual((entry["name"], entry["value"]), ("first", self.numbers("first")["cycles"]))

    def test_bad_matrices_are_refused_with_a_line(self) -> None:
        for text, message in (
            (BROADCAST.replace('"first"', '"a b"'), "matrix.toml:1: name must be letters"),
            (BROADCAST.replace('"first"', '"broadcast"'), "matrix.toml:1: name broadcast is that of a collective"),
            (BROADCAST + BROADCAST, "matrix.toml:6: the run first is listed twice"),
            (BROADCAST.replace("command", "comand"), "matrix.toml:3: unknown key 'comand'"),
            (BROADCAST.replace("algorithm =", "backend ="), "matrix.toml:1: backend is chosen by regress"),
            (BROADCAST.replace("broadcast", "broadcast --backend=rtl", 1), "matrix.toml:1: backend is chosen by regress"),
            (TRAFFIC.replace("vcs =", "backend ="), "matrix.toml:1: backend is chosen by regress"),
            (BROADCAST.replace('"model"', '"modell"'), "matrix.toml:1: unknown backend 'modell'"),
            ("run = 1\n", "matrix.toml:1: run must be tables: [[run]]"),
            ("", "has no [[case]] and no [[run]]"),
        ):
            self.matrix(text)
            refused = self.regress()
            self.assertEqual(refused.returncode, 1, refused.stdout)
            self.assertIn(message, refused.stderr)
            self.assertEqual(refused.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/python3 -B
"""What `--auto measure` chooses, and what `--tuned` keeps.

  auto_measure_test.py COLLNOC
"""
import json
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = str(Path(sys.argv.pop(1)).resolve())


class AutoMeasure(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_program(self, *words: object, code: int = 0) -> subprocess.CompletedProcess:
        done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, cwd=self.folder, check=False)
        self.assertEqual(done.returncode, code, f"{words}\n{done.stdout}{done.stderr}")
        return done

    def runs(self, *words: object) -> list[dict]:
        return json.loads(self.run_program("run", *words, "--quiet", "--json", "-").stdout)["runs"]

    def test_it_is_the_fastest_of_all(self) -> None:
        draw = random.Random(3)
        for _ in range(8):
            collective = draw.choice(("broadcast", "all-gather", "all-reduce", "total-exchange", "reduce"))
            case = [collective, "--topology", draw.choice(("mesh:4x3", "torus:8", "star:3", "hypercube:3", "ring:7")), "--bytes", draw.choice((8, 256, 2048)),
                    "--nic", draw.choice(("one-port", "all-port")), "--executor", draw.choice(("native", "nic")), "--vc-depth", draw.choice((4, 8))]  # fmt: skip
            with self.subTest(case=case):
                (chosen,) = self.runs(*case, "--auto", "measure")
                everything = self.runs(*case, "--algorithm", "all")
                least = min(run["cycles"] for run in everything)
                self.assertEqual(chosen["cycles"], least)
                self.assertEqual(chosen["algorithm"], next(run["algorithm"] for run in everything if run["cycles"] == least))

    def test_what_was_measured_is_kept(self) -> None:
        case = ("broadcast", "--topology", "mesh:4x3", "--vc-depth", 8)
        first = self.runs(*case, "--bytes", "64,1K", "--auto", "measure", "--tuned", "t.json")
        entries = json.loads((self.folder / "t.json").read_text())["entries"]
        self.assertEqual([(e["bytes"], e["algorithm"], e["cycles"]) for e in entries], [(r["bytes"], r["algorithm"], r["cycles"]) for r in first])
        self.assertEqual({e["conditions"] for e in entries}, {"vc_depth_flits 8"})
        # It is read: another algorithm there is taken, only in these conditions, and no file is written.
        for entry in entries:
            entry["algorithm"] = "line"
        (self.folder / "t.json").write_text(json.dumps({"schema": "collnoc.tuned/1", "entries": entries}))
        before = (self.folder / "t.json").read_bytes()
        for words in ((), ("--auto", "measure")):
            self.assertEqual([r["algorithm"] for r in self.runs(*case, "--bytes", "64,1K", "--tuned", "t.json", *words)], ["line", "line"])
        self.assertEqual((self.folder / "t.json").read_bytes(), before)
        self.assertNotIn("line", [r["algorithm"] for r in self.runs("broadcast", "--topology", "mesh:4x3", "--bytes", "1K", "--tuned", "t.json")])
        # What it lacks is added.
        self.runs(*case, "--bytes", "1K", "--root", 5, "--auto", "measure", "--tuned", "t.json")
        self.assertEqual([e.get("conditions") for e in json.loads((self.folder / "t.json").read_text())["entries"]],
                         ["vc_depth_flits 8", "root 5, vc_depth_flits 8", "vc_depth_flits 8"])  # fmt: skip

    def test_a_table_of_tune_is_taken(self) -> None:
        self.run_program("tune", "--collective", "broadcast", "--topology", "mesh:3x3", "--nic", "one-port", "--bytes", 64, "--startup-cycles", 0,
                         "--executor", "native", "--multicast", "off", "--output", "t.json")  # fmt: skip
        (entry,) = json.loads((self.folder / "t.json").read_text())["entries"]
        (run,) = self.runs("broadcast", "--topology", "mesh:3x3", "--bytes", 64, "--tuned", "t.json")
        self.assertEqual((run["algorithm"], run["cycles"]), (entry["algorithm"], entry["cycles"]))

    def test_a_changed_graph_is_another_one(self) -> None:
        links = "nodes = 4\nlinks = [[0, 1], [1, 2], [2, 3{}], [3, 0]]\n"
        case = ("all-reduce", "--topology", "graph:g.toml", "--bytes", 256, "--auto", "measure", "--tuned", "t.json")
        for number, text in enumerate(("", ", 16"), 1):
            (self.folder / "g.toml").write_text(links.format(text))
            self.runs(*case)
            self.assertEqual(len(json.loads((self.folder / "t.json").read_text())["entries"]), number)

    def test_processors_are_measured_too(self) -> None:
        case = ("broadcast", "--topology", "mesh:2x2", "--bytes", 64, "--firmware", "rv32")
        done = subprocess.run([PROGRAM, "run", *map(str, case), "--algorithm", "all", "--quiet", "--json", "-"], capture_output=True, text=True, check=False)
        if done.returncode == 77:
            self.skipTest("no programs for processors")
        (chosen,) = self.runs(*case, "--auto", "measure")
        self.assertEqual(chosen["cycles"], min(run["cycles"] for run in json.loads(done.stdout)["runs"]))

    def test_a_run_that_fails_keeps_nothing(self) -> None:
        self.run_program("run", "broadcast", "--topology", "mesh:2x2", "--bytes", 8, "--auto", "measure", "--tuned", "t.json", "--timeline", "no/x.json", code=1)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_what_is_wrong_is_one_line(self) -> None:
        (self.folder / "bad.json").write_text("{}")
        for words, text in (
            (("--auto", "guess"), "--auto guess: one of predict, measure"),
            (("--auto", "measure", "--algorithm", "line"), "--auto measure: is for --algorithm auto, and not for line"),
            (("--tuned", "none.json"), "--tuned none.json: cannot be read"),
            (("--tuned", "bad.json"), "--tuned bad.json: "),
            (("--tuned", "."), "--tuned .: cannot be read"),
            (("--auto", "measure", "--root", "all"), "--auto measure: measures for one root, and 4 are given"),
            (("--auto", "measure", "--tuned", "no/folder.json"), "--tuned no/folder.json: cannot be written"),
        ):
            done = self.run_program("run", "broadcast", "--topology", "mesh:2x2", "--bytes", 8, *words, code=1)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            self.assertIn(text, done.stderr)


unittest.main()

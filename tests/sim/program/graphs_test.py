#!/usr/bin/python3 -B
"""Every command of the program on graphs: with each output option, on processors, with the NIC's plans, from files.

  graphs_test.py COLLNOC [--processors]
"""
import itertools
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = str(Path(sys.argv.pop(1)).resolve())
PROCESSORS = "--processors" in sys.argv
if PROCESSORS:
    sys.argv.remove("--processors")
GRAPHS = ["tree:2,2", "dragonfly:3,1", "product:ring:5+tree:2,1", "random-regular:20,3,1"]


class Graphs(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_program(self, *words: str, code: int = 0) -> str:
        done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, cwd=self.folder)
        self.assertEqual(done.returncode, code, f"{' '.join(words)}\n{done.stdout}{done.stderr}")
        return done.stdout if code == 0 else done.stderr

    def json(self, *words: str) -> dict:
        self.run_program(*words, "--json", "result.json")
        return json.loads((self.folder / "result.json").read_text())

    def cycles(self, *words: str) -> list:
        rows = self.json("run", *words)["runs"]
        for row in rows:
            self.assertEqual(row["bytes_wrong"], 0)
            self.assertGreater(row["bytes_checked"], 0)
        return [(row["algorithm"], row["cycles"]) for row in rows]

    def test_every_output_leaves_the_cycles(self) -> None:
        for graph in GRAPHS:
            words = ["total-exchange", "--algorithm", "direct", "--topology", graph, "--bytes", "64"]
            plain = self.cycles(*words)
            for option in ("--per-link", "--timeline t.json", "--record r.trace", "--trace t.fst", "--sanitize", "--explain-speed",
                           "--kernel systemc"):
                if option == "--kernel systemc" and not (Path(PROGRAM).parent / "libcollnoc_systemc_kernel.so").exists():
                    continue
                self.assertEqual(self.cycles(*words, *option.split()), plain, f"{graph} {option}")
            self.run_program("replay", "r.trace")

    def test_all_schedules_of_all_collectives(self) -> None:
        for graph, nic in itertools.product(GRAPHS, ("one-port", "all-port")):
            for collective in ("broadcast", "total-exchange", "all-to-all-broadcast", "scatter", "gather", "reduce", "all-reduce",
                               "reduce-scatter"):
                words = [collective, "--topology", graph, "--nic", nic, "--algorithm", "all", "--bytes", "96"]
                native = dict(self.cycles(*words))
                self.assertTrue(native)
                planned = dict(self.cycles(*words, "--executor", "nic"))
                self.assertEqual(planned.keys(), native.keys())
            self.run_program("run", "barrier", "--topology", graph, "--nic", nic, "--algorithm", "all")

    def test_traffic_arrives(self) -> None:
        for graph in GRAPHS:
            for pattern in ("uniform", "hotspot", "neighbour", "random-permutation"):
                result = self.json("traffic", "--topology", graph, "--pattern", pattern, "--load", "0.05", "--measure", "2000")
                self.assertGreater(result["traffic"]["loads"][0]["packets"], 0)

    def test_questions_are_answered(self) -> None:
        for graph in GRAPHS:
            self.assertIn("no cycle", self.run_program("check", "total-exchange", "--algorithm", "direct", "--topology", graph))
            self.run_program("check", "broadcast", "--topology", graph, "--root", "all")
            self.run_program("schedule", "broadcast", "--algorithm", "rank-division", "--topology", graph, "--draw", "s.svg")
            self.assertIn("counted", self.run_program("list", "network", "--topology", graph))

    def test_too_few_virtual_channels_are_refused(self) -> None:
        for command in (["run", "total-exchange"], ["check", "total-exchange"], ["traffic"]):
            error = self.run_program(*command, "--topology", "ring:8", "--vcs", "1", code=1)
            self.assertIn("--vcs 1 is too few for ring:8: its routes need 2", error)
        self.run_program("run", "total-exchange", "--topology", "tree:2,2", "--vcs", "1", "--algorithm", "direct")

    def test_a_grid_as_a_graph_is_as_fast_as_by_formulas(self) -> None:
        for torus, nic in itertools.product((False, True), ("one-port", "all-port")):
            links = []
            for y, x in itertools.product(range(8), range(8)):
                if torus or x < 7:
                    links.append([8 * y + x, 8 * y + (x + 1) % 8])
                if torus or y < 7:
                    links.append([8 * y + x, (y + 1) % 8 * 8 + x])
            (self.folder / "grid.json").write_text(json.dumps({"nodes": 64, "links": links}))
            for size in ("64", "512"):
                words = ["total-exchange", "--algorithm", "direct", "--bytes", size, "--nic", nic, "--topology"]
                formulas = self.cycles(*words, "torus:8x8" if torus else "mesh:8x8")[0][1]
                graph = self.cycles(*words, "graph:grid.json")[0][1]
                print(f"{'torus' if torus else 'mesh'} {nic} {size} bytes: {formulas} by formulas, {graph} as a graph",
                      file=sys.stderr)
                self.assertLess(graph, 1.1 * formulas)

    def test_slices_are_refused(self) -> None:
        error = self.run_program("run", "total-exchange", "--topology", "ring:8", "--backend", "rtl:sliced", code=1)
        self.assertIn("have no slices", error)

    @unittest.skipUnless(PROCESSORS, "no programs for processors")
    def test_processors_perform_schedules(self) -> None:
        for executor, nic in (("native", "one-port"), ("native", "all-port"), ("nic", "one-port")):
            words = ["--topology", "dragonfly:3,1", "--firmware", "rv32", "--bytes", "64", "--nic", nic, "--executor", executor]
            self.cycles("total-exchange", "--algorithm", "direct", *words)
            self.cycles("broadcast", "--algorithm", "rank-division", *words)
        error = self.run_program("run", "broadcast", "--algorithm", "rank-division", "--topology", "ring:8", "--firmware", "rv32",
                                 "--executor", "nic", "--nic", "all-port", code=1)
        self.assertIn("processors do not know the links of a graph", error)

    def test_tune_takes_families_with_commas(self) -> None:
        self.run_program("tune", "--topology", "dragonfly:3,1,ring:5", "--collective", "broadcast", "--bytes", "64", "--executor", "native", "--startup-cycles", "0",
                         "--nic", "one-port", "--multicast", "off", "--output", "tuned.json")


if __name__ == "__main__":
    unittest.main()

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
GRAPHS = ["tree:2,2", "dragonfly:3,1", "product:ring:5+tree:2,1", "random-regular:20,3,1", "fat-tree:4", "chiplets:2x1,2x3,4,2"]


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

    def test_traffic_is_reported_without_the_file_of_its_graph(self) -> None:
        graph = self.folder / "away.json"
        graph.write_text(json.dumps({"nodes": 3, "links": [[0, 1], [1, 2]]}))
        self.run_program("traffic", "--topology", "graph:away.json", "--measure", "200", "--json", "t.json")
        graph.unlink()
        self.run_program("report", "t.json", "-o", "t.html")
        self.assertIn("graph:away.json", (self.folder / "t.html").read_text(encoding="utf-8"))

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

    def test_long_links_are_hops_of_more_cycles(self) -> None:
        # One message over three switches, through links of a delay or with the hardware's own registers in every link. With
        # these it takes one cycle more: H HOP_CYCLES + min(HOP_CYCLES, 2) + F + 5 (docs/reference/hardware.md).
        line = [[0, 2], [2, 3], [3, 4], [4, 1]]
        words = ["broadcast", "--algorithm", "rank-division", "--bytes", "200", "--vc-depth", "32", "--topology"]

        def cycles(delay: int, *hardware: str) -> int:
            (self.folder / "line.json").write_text(
                json.dumps({"nodes": 5, "switches": 3, "links": [[*link, delay] for link in line]}))
            return self.cycles(*words, "graph:line.json", *hardware)[0][1]

        for delay in (2, 3, 5, 16):
            self.assertEqual(cycles(delay) - cycles(1), 4 * (delay - 1))
            if delay <= 5:
                self.assertEqual(cycles(1, "--hop-cycles", str(delay)), cycles(delay) + 1)

    def test_a_narrow_link_carries_a_flit_in_its_interval(self) -> None:
        for interval in (1, 2, 4, 8):
            short = []
            for delay in (1, 7):
                (self.folder / "two.json").write_text(json.dumps({"nodes": 2, "links": [[0, 1, [delay, 1], [interval, 1]]]}))
                words = ["broadcast", "--algorithm", "rank-division", "--topology", "graph:two.json", "--vc-depth", "64"]
                few, many = (self.cycles(*words, "--bytes", size)[0][1] for size in ("800", "1600"))
                # 100 and 200 payload flits; packets have 31, so there are 4 and 7 heads.
                self.assertEqual(many - few, 103 * interval)
                short.append(few)
            self.assertEqual(short[1] - short[0], 6)

    def test_schedules_are_made_for_chiplets_but_not_with_switches(self) -> None:
        made = self.run_program("synthesize", "total-exchange", "--topology", "chiplets:2x2,2x2,4,2", "--output", "s.json")
        # 64 blocks go each way through the middle, over 4 links that take two steps for each.
        self.assertIn("32 steps of one piece per link, no such schedule has fewer than 32", made)
        error = self.run_program("synthesize", "broadcast", "--topology", "fat-tree:4", "--output", "s.json", code=1)
        self.assertIn("blocks cannot stay at its switches", error)

    def test_the_module_of_a_graph_is_the_one_that_is_verilated(self) -> None:
        top = Path(__file__).resolve().parents[3]
        subprocess.run([PROGRAM, "list", "network", "--topology", "graph:tests/rtl/network/graph_mixed.toml", "--quiet", "--verilog",
                        self.folder / "graph_mixed.sv", "--routes", self.folder / "routes.txt"], check=True, cwd=top)
        self.assertEqual((self.folder / "graph_mixed.sv").read_text(), (top / "tests/rtl/network/graph_mixed.sv").read_text())
        lines = (self.folder / "routes.txt").read_text().splitlines()
        self.assertEqual(len(lines), 1 + 6 * 4 - 4)  # of six nodes to four tiles, but not to themselves
        self.assertTrue(lines[1].startswith("0 0001"))

    def test_list_network_knows_routes_switches_and_links(self) -> None:
        said = self.run_program("list", "network", "--topology", "fat-tree:4")
        self.assertIn("# 16 tiles and 20 switches without a tile", said)
        self.assertIn("# routes: 5.4667 hops on average, 1 class of virtual channels", said)
        network = self.json("list", "network", "--topology", "chiplets:2x1,2x2,8,2")
        self.assertEqual((network["nodes"], network["switches"]), (8, 0))
        # 16 pairs go each way, over two links.
        self.assertEqual(network["routes"]["busiest"]["pairs"], 8)
        self.assertEqual(network["links_with_timing"], [{"delay": 8, "interval": 2, "vc_depth": 10, "directions": 4}])
        top = Path(__file__).resolve().parents[3]
        modules = subprocess.run([top / "scripts/rtl-files", "--modules"], check=True, capture_output=True, text=True).stdout.split()
        self.assertIn("tile", modules)
        for name in ("5.sv", "module.sv", "a-b.sv", *(f"{module}.sv" for module in modules)):
            error = self.run_program("list", "network", "--topology", "ring:5", "--verilog", name, code=1)
            self.assertIn("cannot be that of this module", error)
        self.run_program("list", "network", "--topology", "ring:5", "--verilog", "", code=1)

    def test_whole_rate_needs_the_buffers_that_are_stated(self) -> None:
        for there, back in itertools.product(((5, 1), (9, 2), (1, 1), (3, 4)), ((1, 1), (16, 1), (4, 8))):
            if there == back:
                continue
            (self.folder / "two.json").write_text(json.dumps({"nodes": 2, "links": [[0, 1, *map(list, zip(there, back))]]}))
            links = self.json("list", "network", "--topology", "graph:two.json")["links_with_timing"]
            places = next(of["vc_depth"] for of in links if (of["delay"], of["interval"]) == there)
            interval = there[1]

            def cycles(depth: int, size: str) -> int:
                return self.cycles("broadcast", "--algorithm", "rank-division", "--topology", "graph:two.json", "--vc-depth",
                                   str(depth), "--bytes", size)[0][1]

            # 310 payload flits more, with 10 heads.
            self.assertEqual(cycles(places, "4960") - cycles(places, "2480"), 320 * interval)
            if places > 2:
                self.assertGreater(cycles(places - 1, "4960") - cycles(places - 1, "2480"), 320 * interval)

    def test_slices_are_refused(self) -> None:
        error = self.run_program("run", "total-exchange", "--topology", "ring:8", "--backend", "rtl:sliced", code=1)
        self.assertIn("have no slices", error)

    @unittest.skipUnless(PROCESSORS, "no programs for processors")
    def test_processors_perform_schedules(self) -> None:
        for executor, nic in (("native", "one-port"), ("native", "all-port"), ("nic", "one-port")):
            for graph in ("dragonfly:3,1", "cmesh:2x1,2", "chiplets:2x1,2x1,3,2"):
                words = ["--topology", graph, "--firmware", "rv32", "--bytes", "64", "--nic", nic, "--executor", executor]
                self.cycles("total-exchange", "--algorithm", "direct", *words)
                self.cycles("broadcast", "--algorithm", "rank-division", *words)
        error = self.run_program("run", "broadcast", "--algorithm", "rank-division", "--topology", "ring:8", "--firmware", "rv32",
                                 "--executor", "nic", "--nic", "all-port", code=1)
        self.assertIn("processors do not know the links of a graph", error)

    def test_tune_takes_families_with_commas(self) -> None:
        self.run_program("tune", "--topology", "dragonfly:3,1,ring:5,chiplets:2x1,2x1,2,2", "--collective", "broadcast", "--bytes", "64", "--executor", "native", "--startup-cycles", "0",
                         "--nic", "one-port", "--multicast", "off", "--output", "tuned.json")


if __name__ == "__main__":
    unittest.main()

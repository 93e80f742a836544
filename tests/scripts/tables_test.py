#!/usr/bin/python3 -B
"""The report tool of scripts/collnoc_tables, on small inputs: nothing is simulated."""
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "scripts"))
try:
    import pandas

    from collnoc_tables import bench, coverage, fastest, markdown, peers, program, star_plot, star_runs, star_tables, synthesis
    from collnoc_tables.command import Failure
    from collnoc_tables.experiments import page, zhuang_liberatore
except ModuleNotFoundError as missing:
    print(f"tables_test: no Python module {missing.name}: skipped")
    sys.exit(77)


def result(*runs: dict) -> dict:
    """A document collnoc.result/1 with these runs, with the keys that the tables need."""
    common = {
        "id": "some/run",
        "collective": "broadcast",
        "topology": "torus:8x8",
        "nic": "all-port",
        "bytes": 1024,
        "steps": 6,
        "bound_cycles": 100,
        "bytes_wrong": 0,
        "mismatches": 0,
        "stall_cycles": {"credit": 3, "arbitration": 4, "bank": 5},
    }
    return {"schema": "collnoc.result/1", "runs": [common | run for run in runs]}


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path


class Markdown(Folder):
    def test_a_table(self):
        self.assertEqual(
            markdown.table(["<name", "bytes"], [["`a`", 1], ["", 22]]),
            "| name | bytes |\n|---|--:|\n| `a` | 1 |\n| | 22 |\n",
        )

    def test_a_row_of_another_length_is_refused(self):
        with self.assertRaises(Failure):
            markdown.table(["a", "b"], [[1]])

    def test_numbers(self):
        self.assertEqual(
            [markdown.shortest(x) for x in (6, 2.8359375, 0.5, 10)], ["6", "2.8359", "0.5", "10"]
        )
        self.assertEqual(markdown.off_percent(112, 100), "+12")
        self.assertEqual(markdown.off_percent(99.9, 100), "-0")

    def test_a_section_is_replaced_and_the_rest_stays(self):
        page = markdown.Page(
            self.write("page.md", "before\n<!-- a:begin 1 x=2 -->\nold\n<!-- a:end -->\nafter\n")
        )
        ((begin, words),) = page.sections("a")
        self.assertEqual(words, ["1", "x=2"])
        page.replace(begin, "new\n")
        self.assertEqual(page.text(), "before\n<!-- a:begin 1 x=2 -->\nnew\n<!-- a:end -->\nafter\n")
        self.assertEqual(list(page.sections("b")), [])

    def test_a_section_without_its_end_is_refused(self):
        page = markdown.Page(self.write("page.md", "<!-- a:begin -->\nold\n"))
        with self.assertRaises(Failure):
            page.replace("<!-- a:begin -->", "new")


class Runs(unittest.TestCase):
    def test_stalls_are_summed(self):
        frame = program.runs_of(result({"algorithm": "line", "cycles": 800}))
        self.assertEqual(frame["stalls"].tolist(), [12])
        self.assertEqual(frame["bound_percent"].tolist(), [12.5])

    def test_wrong_results_are_refused(self):
        for wrong in ({"bytes_wrong": 7}, {"mismatches": 1}):
            with self.subTest(wrong=wrong), self.assertRaises(Failure):
                program.runs_of(result({"algorithm": "line", "cycles": 800, **wrong}))
        with self.assertRaises(Failure):
            program.runs_of(result() | {"schema": "collnoc.check/1"})


class ReadmeTable(Folder):
    ROW = "| broadcast | torus:8x8 | all-port | 1024 | `recursive-division` | 6 | 800 | 100 | 12.5 | 3 |"

    def command(self, *arguments: object) -> int:
        environment = os.environ | {"PAGE": str(self.page)}
        return subprocess.run(
            [TOP / "scripts/readme-table", *arguments],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ).returncode

    def setUp(self):
        super().setUp()
        self.page = self.write(
            "results.md",
            "before\n<!-- results:begin -->\nold\n<!-- results:end -->\nafter\n"
            "<!-- speed:begin -->\n<!-- speed:end -->\n",
        )
        self.runs = [
            {"algorithm": "scatter-collect", "cycles": 900},
            {"algorithm": "recursive-division", "cycles": 800},
            {"algorithm": "recursion-based", "cycles": 850},
        ]
        self.results = self.write("results.json", json.dumps(result(*self.runs)))

    def test_the_fastest_of_each_case_is_written_once(self):
        self.assertEqual(self.command(self.results), 0)
        lines = self.page.read_text(encoding="utf-8").splitlines()
        self.assertIn(self.ROW, lines)
        self.assertNotIn("old", lines)
        self.assertEqual((lines[0], lines[6]), ("before", "after"))
        self.assertEqual(self.command("--check", self.results), 0)

    def test_equal_schedules_are_all_written(self):
        self.runs += [{"algorithm": "d-node", "cycles": 800}, {"algorithm": "ternary", "cycles": 800, "steps": 4}]
        self.assertEqual(self.command(self.write("results.json", json.dumps(result(*self.runs)))), 0)
        self.assertIn("| broadcast | torus:8x8 | all-port | 1024 | `recursive-division`, `ternary`, `d-node` | 6, 4 | 800 | 100 "
                      "| 12.5 | 5 |", self.page.read_text(encoding="utf-8").splitlines())

    def test_another_section_does_not_change_the_results(self):
        self.assertEqual(self.command(self.results), 0)
        speed = self.write("speed.md", "| a |\n|---|\n| 7 |\n")
        self.assertEqual(self.command("--section", "speed", speed), 0)
        self.assertIn("| 7 |", self.page.read_text(encoding="utf-8").splitlines())
        self.assertEqual(self.command("--check", self.results), 0)

    def test_another_number_is_noticed(self):
        self.assertEqual(self.command(self.results), 0)
        self.runs[1]["cycles"] = 801
        other = self.write("other.json", json.dumps(result(*self.runs)))
        self.assertEqual(self.command("--check", other), 3)

    def test_wrong_bytes_and_unknown_options_are_refused(self):
        wrong = self.write("wrong.json", json.dumps(result({**self.runs[0], "bytes_wrong": 7})))
        self.assertEqual(self.command(wrong), 1)
        self.assertEqual(self.command("--chek", self.results), 1)
        self.assertEqual(self.command("--section", "nothing", self.results), 1)


class Conclusions(unittest.TestCase):
    def test_every_conclusion_names_a_place_in_the_paper_or_is_ours(self):
        for rests_on, ours in (("section 4.3, last sentence", False), ("Theorem 3", False), ("Lemma 6; section 2.2", False),
                               ("caption of Figure 2", False), ("ours: Eq. (3) without the limit", True), ("ours", True)):
            with self.subTest(rests_on=rests_on):
                self.assertEqual(page.Conclusion("x", rests_on, "", None, None, None).ours, ours)
        for nowhere in ("", "the abstract", "the paper"):
            with self.subTest(rests_on=nowhere), self.assertRaises(Failure):
                page.Conclusion("x", nowhere, "", None, None, None)

    def test_of_algorithms_that_are_equally_fast_all_are_named(self):
        frame = pandas.DataFrame({"algorithm": ["np-rd:5", "np-sc:5", "line"], "bytes": 64, "time": [7.0, 7.0, 8.0]})
        best = zhuang_liberatore.members(frame)[64]
        self.assertEqual((fastest.names(best), set(best["time"])), ("`np-rd:5`, `np-sc:5`", {7.0}))


class Fastest(unittest.TestCase):
    def test_all_equal_schedules_in_the_order_of_the_registry(self):
        seed = random.randrange(2**32)
        chance = random.Random(seed)
        registry = list(fastest.registry().places())
        self.assertEqual(registry[0], ("broadcast", "recursive-division"))
        for name in ("np-rd:6", "multi-tree", "multi-tree:64-all-port", "greedy-tree:1", "d-node"):
            self.assertIn(("broadcast", name), registry)
        for _ in range(200):
            collective = chance.choice(registry)[0]
            known = [name for owner, name in registry if owner == collective]
            runs = [{"collective": collective, "algorithm": name, "cycles": chance.randrange(90, 93)}
                    for name in known if chance.random() < 0.5]
            if not runs:
                continue
            least = min(run["cycles"] for run in runs)
            expected = [run["algorithm"] for run in runs if run["cycles"] == least]
            chance.shuffle(runs)
            best = fastest.fastest(pandas.DataFrame(runs))
            with self.subTest(seed=seed, runs=runs):
                self.assertEqual(list(best["algorithm"]), expected)
                self.assertEqual(set(best["cycles"]), {least})
                self.assertEqual(fastest.names(best), ", ".join(f"`{name}`" for name in expected))

    def test_one_schedule_alone_is_not_the_fastest(self):
        runs = pandas.DataFrame([{"collective": "broadcast", "algorithm": "line", "cycles": 9}])
        self.assertEqual(fastest.names(fastest.fastest(runs), of=1), "`line` (the only one)")

    def test_a_name_that_means_another_schedule_on_all_ports(self):
        self.assertEqual(fastest.exactly("broadcast", "recursion-based", "all-port"), "recursion-based-one-port")
        self.assertEqual(fastest.exactly("broadcast", "recursion-based", "one-port"), "recursion-based")
        self.assertEqual(fastest.exactly("broadcast", "ternary", "all-port"), "ternary")


class Coverage(Folder):
    def points(self, *points: tuple) -> None:
        lines = ["# SystemC::Coverage-3"]
        for file, line, name, page, count in points:
            fields = {"f": f"/somewhere/rtl/{file}", "l": line, "n": 5, "page": page, "o": name, "h": "TOP.x"}
            lines.append("C '" + "".join(f"\1{key}\2{value}" for key, value in fields.items()) + f"' {count}")
        self.write("all.points", "\n".join(lines) + "\n")

    def report(self, excluded: str) -> dict:
        return coverage.rtl_report(self.folder, self.write("excluded", excluded))

    def test_instances_are_one_point_and_excluded_bits_do_not_count(self):
        self.points(
            ("a/b.sv", 3, "block", "v_line/b", 0),
            ("a/b.sv", 3, "block", "v_line/b", 4),
            ("a/b.sv", 9, "else", "v_branch/b", 0),
            ("a/b.sv", 5, "x[0]", "v_toggle/b", 1),
            ("a/b.sv", 5, "x[1]", "v_toggle/b", 0),
            ("a/b.sv", 5, "x[2]", "v_toggle/b", 0),
            ("a/b.sv", 6, "y", "v_toggle/b", 0),
        )
        figures = self.report("# comment\na/b.sv x[1:2] # never set\n")
        self.assertEqual(
            figures,
            {"lines": 2, "lines_percent": "50.0", "toggles": 2, "toggles_percent": "50.0", "excluded": 2},
        )
        self.assertIn(
            "| `a/b.sv` | 2 | 50.0 | 2 | 50.0 | 2 |", (self.folder / "table").read_text(encoding="utf-8")
        )
        reasons = (self.folder / "reasons").read_text(encoding="utf-8")
        self.assertIn("| never set | 2 |", reasons)
        self.assertIn("if they counted, 25.0 %", reasons)
        self.assertEqual(
            (self.folder / "missed").read_text(encoding="utf-8"),
            "rtl/a/b.sv:6:5 toggle y\nrtl/a/b.sv:9:5 line else\n",
        )

    def test_an_excluded_bit_that_is_reached_or_unknown_is_an_error(self):
        self.points(("a/b.sv", 5, "x[0]", "v_toggle/b", 1))
        for excluded in ("a/b.sv x[0] # reached", "a/b.sv x[1] # unknown", "a/b.sv x[0]"):
            with self.subTest(excluded=excluded), self.assertRaises(Failure):
                self.report(excluded + "\n")

    def test_folders_of_cpp(self):
        files = [
            {"filename": "sim/a/x.cpp", "line_total": 10, "line_covered": 9},
            {"filename": "sim/a/y.cpp", "line_total": 10, "line_covered": 10},
        ]
        self.write("summary.json", json.dumps({"files": files, "line_total": 20, "line_covered": 19}))
        self.write(
            "lines.json",
            json.dumps(
                {
                    "files": [
                        {
                            "file": "sim/a/x.cpp",
                            "lines": [{"line_number": 7, "count": 0}, {"line_number": 8, "count": 1}],
                        }
                    ]
                }
            ),
        )
        self.assertEqual(coverage.cpp_report(self.folder), {"lines": 20, "lines_percent": "95.0"})
        self.assertIn("| `sim/a` | 20 | 19 | 95.0 |", (self.folder / "table").read_text(encoding="utf-8"))
        self.assertEqual((self.folder / "missed").read_text(encoding="utf-8"), "sim/a/x.cpp:7\n")


class Synthesis(Folder):
    def test_rows_without_numbers_stay_as_they_are_or_are_left_out(self):
        page = self.write(
            "page.md",
            "<!-- synth:begin fpga -->\n| module | old |\n|---|--:|\n| kept | 1 | 2 | 3 | 4 | 5 |\n"
            "| new | 0 | 0 | 0 | 0 | 0 |\n<!-- synth:end -->\n| unknown | 9 | 9 | 9 | 9 | 9 |\n",
        )
        rows = ["kept|", "new|hx_lut4=6 hx_ff=7 hx_bram=8 hx_mhz=9 up_mhz=-", "unknown|"]
        self.assertEqual(
            synthesis.render("fpga", rows, markdown.Page(page)).splitlines()[2:],
            ["| kept | 1 | 2 | 3 | 4 | 5 |", "| new | 6 | 7 | 8 | 9 | – |"],
        )


class Bench(unittest.TestCase):
    def test_medians_become_a_row_per_network(self):
        names = {"uniform/model/mesh:8x8/0.20": 7.94e6, "uniform/lockstep/mesh:8x8/0.20": 1.1e6}
        benchmarks = [
            {"run_name": name, "aggregate_name": kind, "router_cycles": speed}
            for name, speed in names.items()
            for kind in ("mean", "median")
        ]
        self.assertEqual(
            bench.speed_table({"benchmarks": benchmarks}).splitlines()[2],
            "| mesh:8x8 | 0.20 | 7.9 | – | 1.1 |",
        )

    def test_ratios_are_multiples_of_the_reference_kernel(self):
        speeds = {"check/1-flit/0.05": 15e6, "reference": 10e6, "uniform/model/mesh:8x8/0.20": 1e6}
        benchmarks = [
            {"run_name": name, "aggregate_name": "median", "router_cycles": speed} for name, speed in speeds.items()
        ]
        self.assertEqual(bench.ratios({"benchmarks": benchmarks}), {"1-flit/0.05": 1.5})
        with self.assertRaises(Failure):
            bench.ratios({"benchmarks": benchmarks[:1]})

    def test_a_ratio_may_be_a_tenth_below_the_committed_one(self):
        committed = {"a": 1.0, "b": 2.0}
        self.assertEqual(bench.losses({"a": 0.91, "b": 3.0}, committed), [])
        self.assertEqual(
            bench.losses({"a": 0.89, "c": 2.0}, committed),
            [
                "a: 0.890 of the reference kernel, committed 1.000",
                "b: measured or committed only",
                "c: measured or committed only",
            ],
        )


class Star(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.csv = (TOP / star_runs.PAGE_CSV).read_text(encoding="utf-8")
        cls.results = star_runs.Results(cls.csv)

    def test_every_run_of_the_groups_is_a_row(self):
        expected = sum(
            len(group.algorithms.split(",")) * len(group.sizes) * len(group.startups)
            for group in star_runs.groups()
        )
        self.assertEqual(len(self.results.frame), expected)
        self.assertEqual(len(self.results.rows), expected)

    def test_the_csv_is_in_order(self):
        self.assertEqual(star_runs.to_csv(star_runs.read_csv(self.csv).astype({"T_s": int, "bytes": int})), self.csv)

    def test_formulas_of_the_paper(self):
        run = self.results.get("broadcast", "star:4", "all-port", 38, 1024, "multi-tree:4")
        self.assertEqual((run["paper_alpha"], run["segments"]), (8 + 4 - 1, 4))  # Eq. (3): h + p - 1
        self.assertAlmostEqual(run["paper_beta"], 2 * 11 / (4 * 3))
        self.assertAlmostEqual(run["unit_startup_segments"], (2 * 128 * 7 / 3) ** 0.5)  # Eq. (5)
        run = self.results.get("broadcast", "star:5", "one-port", 38, 1024, "binomial")
        self.assertEqual((run["paper_alpha"], run["paper_beta"]), (8, 8))  # 1 + 2 + 2 + 3
        self.assertIsNone(
            star_tables.formula(
                self.results.get("all-to-all-broadcast", "star:4", "one-port", 0, 64, "direct"), 0, 64
            )
        )

    def test_drawings_are_the_same_bytes_every_time(self):
        first, second = (star_plot.svg(self.results, "broadcast") for _ in range(2))
        self.assertEqual(first, second)
        self.assertNotIn("dc:date", first)
        for text in (
            "S_4, one-port, T_s = 38",
            "S_5, all-port, T_s = 1000",
            "multi-tree:p, best p",
            "greedy-tree:1",
        ):
            self.assertIn(text, first)


class Peers(unittest.TestCase):
    def accepted(self, value: float) -> str:
        with unittest.mock.patch.object(peers, "traffic", lambda *options: [{"accepted": value}]):
            return peers.accepted_table()

    def test_a_row_below_booksim_has_its_reason(self):
        below = [row for row in peers.ACCEPTED if row.why]
        with unittest.mock.patch.object(peers, "ACCEPTED", below):
            text = self.accepted(0.1)
            for row in below:
                self.assertIn(f"| ({row.why}) |", text)
            self.assertNotIn("(", self.accepted(0.9).partition("\n")[2])

    def test_a_row_below_booksim_without_a_reason_is_refused(self):
        with self.assertRaisesRegex(Failure, "is below, and there is no reason"):
            self.accepted(0.1)


if __name__ == "__main__":
    unittest.main(verbosity=2)

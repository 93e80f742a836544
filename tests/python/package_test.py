#!/usr/bin/python3 -B
"""The Python package against the program (argument): same options, same results, errors, interruption, threads, memory, time."""
import gc
import inspect
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings
from pathlib import Path

import collnoc
import numpy
from collnoc import _core

TOP = Path(__file__).resolve().parents[2]
PROGRAM = sys.argv.pop(1)
NO_FUNCTIONS = {"completion", "manual"}
FUNCTIONS = {command["name"]: getattr(collnoc, command["name"]) for command in _core.commands() if command["name"] not in NO_FUNCTIONS}
TRAFFIC = {"topology": "mesh:4x4", "load": [0.1, 0.3], "measure": 500, "warmup": 100}


def program(*words: object) -> dict:
    done = subprocess.run([PROGRAM, *map(str, words), "--json", "-", "--quiet"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def without_time(document: dict) -> dict:
    document["context"].pop("wall_seconds", None)
    document["context"].pop("command", None)
    return document


class Options(unittest.TestCase):
    def test_the_functions_are_those_of_the_command_line(self) -> None:
        done = subprocess.run([sys.executable, "-B", TOP / "python/generate", os.environ["BUILD_DIR"], "--check"], check=False)
        self.assertEqual(done.returncode, 0)
        for command in _core.commands():
            if command["name"] in NO_FUNCTIONS:
                continue
            arguments = inspect.signature(FUNCTIONS[command["name"]]).parameters
            document = FUNCTIONS[command["name"]].__doc__
            for option in command["options"]:
                name = option["name"].split(",")[-1].lstrip("-").lower().replace("-", "_")
                if name not in ("json", "quiet", "help", "set", "progress"):
                    self.assertIn(name, arguments)
                    self.assertIn(f"    {name}: ", document)

    def test_values_become_text(self) -> None:
        runs = collnoc.run("broadcast", topology=Path("mesh:2x2"), bytes=numpy.array([8, 64]), vcs=numpy.int64(4), multicast=True,
                           per_link=False, set={"seed": 3})  # fmt: skip
        self.assertEqual([run.bytes for run in runs], [8, 64])
        self.assertEqual((runs[0].hardware.vcs, runs[0].hardware.multicast, runs.document["context"]["seed"]), (4, 1, 3))
        self.assertNotIn("links", runs[0])
        runs = collnoc.run("broadcast", topology="mesh:2x2", set={"topology": "mesh:3x3", "hardware.vcs": 4})
        self.assertEqual((len(runs[0].finish_cycle_per_rank), runs[0].hardware.vcs), (4, 4))
        self.assertEqual(collnoc.Network(set={"topology": "mesh:3x3"}, topology="mesh:2x2").nodes, 4)
        with self.assertRaisesRegex(collnoc.UserError, "unknown key 'foo'"):
            collnoc.run("broadcast", set={"foo": 1})
        with self.assertRaisesRegex(collnoc.UserError, "^per_link: True or False, not 'yes'"):
            collnoc.run("broadcast", per_link="yes")


class Equal(unittest.TestCase):
    def test_results_are_those_of_the_program(self) -> None:
        run = {"topology": "torus:3x3", "algorithm": "all", "bytes": [8, 100], "per_link": True}
        words = ["run", "broadcast", "--topology", "torus:3x3", "--algorithm", "all", "--bytes", "8,100", "--per-link"]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", collnoc.Note)
            self.assertEqual(without_time(collnoc.run("broadcast", **run).document), without_time(program(*words)))
        words = ["traffic", "--topology", "mesh:4x4", "--load", ".1,.3", "--measure", 500, "--warmup", 100]
        self.assertEqual(without_time(collnoc.traffic(**TRAFFIC).document), without_time(program(*words)))
        for command in ("check", "schedule"):
            found = FUNCTIONS[command]("scatter", topology="mesh:3x3", algorithm="binomial")
            self.assertEqual(found.document, program(command, "scatter", "--topology", "mesh:3x3", "--algorithm", "binomial"))

    def test_seeds_are_single_runs(self) -> None:
        both = collnoc.traffic(**TRAFFIC, seeds=2, seed=5)
        self.assertEqual([part.seed for part in both], [5, 5, 6, 6])
        self.assertEqual(both[2].latency_mean, collnoc.traffic(**TRAFFIC, seed=6)[0].latency_mean)
        self.assertEqual([part.seed for part in collnoc.traffic(**TRAFFIC, seeds=[9])], [9, 9])

    def test_tables_are_arrays(self) -> None:
        run = collnoc.run("broadcast", topology="mesh:4x4", per_link=True)[0]
        self.assertEqual(run.links.flits.sum(), run.flit_hops)
        self.assertIs(run.links, run.links)
        self.assertEqual(run.finish_cycle_per_rank.max(), run.cycles)
        self.assertEqual(run["cycles"], run.cycles)
        with self.assertRaisesRegex(AttributeError, "no member 'cycle'; there are id, "):
            run.cycle  # noqa: B018

    def test_pandas(self) -> None:
        frame = collnoc.traffic(**TRAFFIC).to_pandas()
        self.assertEqual(list(frame["load"]), [0.1, 0.3])
        self.assertIn("latency.total.p99", frame)


class Schedules(unittest.TestCase):
    def test_own_schedules_run(self) -> None:
        cases = {
            "broadcast": [(0, 2, 0), (1, 0, 1), (1, 2, 3)],
            "scatter": [(0, 2, 0, 0), (0, 2, 0, 1), (1, 0, 1, 1), (1, 2, 3, 3)],
            "gather": [(0, 1, 0), (1, 0, 2, 0), (1, 0, 2, 1), (2, 3, 2)],
            "all-to-all-broadcast": [(s, r, (r + 1) % 4, (r - s) % 4) for s in range(3) for r in range(4)],
            "total-exchange": numpy.array([(s - 1, r, (r + s) % 4, r, (r + s) % 4) for s in range(1, 4) for r in range(4)]),
            "barrier": [(0, 1, 0), (0, 3, 2), (1, 2, 0), (2, 0, 2), (3, 0, 1), (3, 2, 3)],
            "reduce": [(0, 1, 0), (0, 3, 2), (1, 0, 2, (1, 0))],
            "reduce-scatter": [(s - 1, r, (r + s) % 4, (r + s) % 4) for s in range(1, 4) for r in range(4)],
            "all-reduce": [(0, r, r ^ 1) for r in range(4)] + [(1, r, r ^ 2, numpy.array([r, r ^ 1])) for r in range(4)],
        }  # fmt: skip
        with tempfile.TemporaryDirectory() as folder:
            for collective, sends in cases.items():
                name = collnoc.write_schedule(Path(folder, "s.json"), collective, "mesh:2x2", sends, root=2)
                size = {} if collective == "barrier" else {"bytes": [8, 1000]}
                self.assertTrue(all(line.good for line in collnoc.check(collective, topology="mesh:2x2", algorithm=name, **size)))
                for run in collnoc.run(collective, topology="mesh:2x2", algorithm=name, **size):
                    self.assertEqual(run.bytes_wrong, 0)
                    if "reduce" not in collective:  # there a rank may combine after the last step
                        self.assertEqual(run.steps, max(int(send[0]) for send in sends) + 1)
                Path(folder, "s.json").unlink()


class Failures(unittest.TestCase):
    def test_wrong_settings_say_what_is_right(self) -> None:
        for call, text in (
            (lambda: collnoc.run("broadcast", topology="mesh:0x4"), "topology 'mesh:0x4': an extent must be at least 1"),
            (lambda: collnoc.run("brodcast"), "brodcast"),
            (lambda: collnoc.traffic(load=2), "load"),
            (lambda: collnoc.Network("mesh:4x4", vcs=9), "--vcs 9: must be 1 to 4"),
            (lambda: collnoc.Network("mesh:2x2").send(0, 99, 8), "99"),
        ):
            with self.assertRaisesRegex(collnoc.UserError, text):
                call()

    def test_a_limit_of_cycles_is_no_user_error(self) -> None:
        with self.assertRaisesRegex(collnoc.RunFailed, "not finished"):
            collnoc.run("broadcast", topology="mesh:4x4", bytes=4096, max_cycles=50)

    def test_notes_are_warnings(self) -> None:
        with self.assertWarnsRegex(collnoc.Note, "schedules are left out .it needs"):
            collnoc.run("broadcast", topology="spidergon:8", algorithm="all", bytes=8)
        with self.assertWarnsRegex(collnoc.Note, "^1 schedule is left out"):
            collnoc.run("broadcast", topology="mesh:4x4", nic="all-port", algorithm="recursion-based", bytes=8)

    def test_ctrl_c_ends_a_run(self) -> None:
        def interrupt() -> None:
            os.kill(os.getpid(), signal.SIGINT)

        timer = threading.Timer(0.5, interrupt)
        timer.start()
        start = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            collnoc.traffic(topology="mesh:8x8", load=0.1, measure=10**9)
        self.assertLess(time.monotonic() - start, 20)

    def test_what_progress_raises_ends_a_run(self) -> None:
        seen = []

        def progress(done: int, count: int, what: str) -> None:
            seen.append((done, count, what))
            if len(seen) == 3:
                raise LookupError("enough")

        with self.assertRaisesRegex(LookupError, "enough"):
            collnoc.traffic(topology="mesh:4x4", load=0.1, measure=10**9, progress=progress)
        self.assertEqual(seen[0][:2], (0, 1))
        self.assertIn("load 0.1", seen[0][2])


class Folder(unittest.TestCase):
    """Commands that write files."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name: str, text: str) -> Path:
        Path(self.folder, name).write_text(text, encoding="utf-8")
        return Path(self.folder, name)

    def test_a_sweep_gives_rows_and_the_bytes_of_the_program(self) -> None:
        grid = self.write("grid.toml", 'command = "run broadcast"\n[grid]\ntopology = ["mesh:2x2", "mesh:3x3"]\nvcs = [2, 9]\nbytes = ["8,64"]\n')
        subprocess.run([PROGRAM, "sweep", grid, "--output", self.folder / "program"], capture_output=True, check=False)
        _core.call(["sweep", str(grid), "--output", str(self.folder / "inside")])  # points in this process
        seen = []
        with self.assertRaisesRegex(collnoc.UserError, "^2 points failed; point 1: error: --vcs 9: must be 1 to 4") as raised:
            collnoc.sweep(grid, output=self.folder / "out", jobs=2, progress=lambda *what: seen.append(what))
        self.assertEqual({call[1:] for call in seen}, {(4, "points, 2 at once")})
        self.assertEqual([done for done, _, _ in seen], sorted(done for done, _, _ in seen))
        self.assertEqual(seen[-1][0], 4)
        for file in ("results.jsonl", "results.csv"):
            expected = Path(self.folder, "program", file).read_bytes()
            self.assertEqual(Path(self.folder, "out", file).read_bytes(), expected)
            self.assertEqual(Path(self.folder, "inside", file).read_bytes(), expected)
        rows = raised.exception.results
        self.assertEqual([(row.point, row.options["vcs"]) for row in rows], [(0, "2"), (0, "2"), (1, "9"), (2, "2"), (2, "2"), (3, "9")])
        self.assertEqual(rows[4].cycles, collnoc.run("broadcast", topology="mesh:3x3", bytes=64)[0].cycles)
        self.assertEqual((rows[5].exit_code, len(rows.document["points"])), (1, 4))
        self.assertIn("options.topology", rows.to_pandas())

    def test_ctrl_c_ends_a_sweep_and_it_goes_on(self) -> None:
        text = 'command = "traffic"\n[options]\nmeasure = {}\n[grid]\ntopology = ["mesh:2x2", "mesh:3x3"]\n'
        grid = self.write("grid.toml", text.format(10**9))
        timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        start = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            collnoc.sweep(grid, output=self.folder / "out")
        self.assertLess(time.monotonic() - start, 20)
        self.assertEqual(len(Path(self.folder, "out/results.jsonl").read_text(encoding="utf-8").splitlines()), 1)
        grid = self.write("short.toml", text.format(100))
        self.assertEqual(len(collnoc.sweep(grid, output=self.folder / "short")), 2)

    def test_tables_schedules_and_pages(self) -> None:
        table, schedule, page = (self.folder / name for name in ("tuned, too.json", "s.json", "a page, one.html"))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", collnoc.Note)
            tuned = collnoc.tune(collective="broadcast", topology=["mesh:2x2", "mesh:3x3"], nic="one-port", bytes=64, executor="native",
                                 startup_cycles=0, multicast=False, output=table)  # fmt: skip
        self.assertEqual([entry.topology for entry in tuned], ["mesh:2x2", "mesh:3x3"])
        self.assertEqual(tuned.document, json.loads(table.read_text(encoding="utf-8")))
        steps = collnoc.synthesize("total-exchange", topology="mesh:2x2", output=schedule)
        self.assertEqual(len(steps), len(json.loads(schedule.read_text(encoding="utf-8"))["steps"]))
        self.assertEqual(collnoc.report([table, schedule], output=page), str(page))
        self.assertGreater(page.stat().st_size, 10000)

    def test_a_regression_says_what_has_changed(self) -> None:
        text = '[[run]]\nname = "own"\ncommand = "run broadcast"\n[run.options]\ntopology = "mesh:2x2"\nbytes = {}\n'
        self.write("matrix.toml", text.format(64))
        same = {"baselines": self.folder, "backend": "model"}
        self.assertTrue(collnoc.regress(**same, update=True).document["updated"])
        self.assertEqual((collnoc.regress(**same).document["equal"], len(collnoc.regress(**same))), (1, 0))
        self.write("matrix.toml", text.format(8))
        changed = collnoc.regress(**same)
        self.assertEqual(changed.document["differ"], 1)
        self.assertIn("cycles", changed[0].text)
        self.write("matrix.toml", text.format(8) + "max-cycles = 5\n")
        with self.assertRaisesRegex(collnoc.RunFailed, "1 of 1 runs failed") as raised:
            collnoc.regress(**same)
        self.assertIn("not finished", raised.exception.results[0].text)

    def test_lists_are_rows(self) -> None:
        algorithms = collnoc.list("algorithms")
        self.assertGreater(len(algorithms), 50)
        self.assertEqual((algorithms[0].collective, algorithms[0].algorithm), ("broadcast", "recursive-division"))
        for what in ("topologies", "patterns", "hardware", "nodes"):
            self.assertGreater(len(collnoc.list(what)), 0)
        self.assertEqual(collnoc.list("network", topology="torus:4x4")[0].diameter, 4)
        self.assertEqual(collnoc.list("network", topology="torus:4x4").document, program("list", "network", "--topology", "torus:4x4"))

    def test_python_is_the_program(self) -> None:
        words = ["check", "scatter", "--topology", "mesh:2x2"]
        ended = subprocess.run([sys.executable, "-B", "-m", "collnoc", *words], capture_output=True, text=True, check=True)
        self.assertEqual(ended.stdout, subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=True).stdout)


class Network(unittest.TestCase):
    def test_messages(self) -> None:
        network = collnoc.Network("torus:4x4", vcs=4)
        self.assertEqual((network.nodes, network.now, network.send(0, 5, 64), network.send(5, 0)), (16, 0, 1, 2))
        self.assertTrue(network.step_to_arrival(1000))
        network.step(100)
        arrived = network.arrived()
        self.assertEqual(sorted(arrived["message"]), [1, 2])
        self.assertEqual(set(arrived["bytes"]), {0, 64})
        self.assertTrue((arrived["arrived"] > arrived["sent"]).all())
        self.assertEqual((network.under_way, len(network.arrived())), (0, 0))


class Calls(unittest.TestCase):
    def test_threads_give_equal_results(self) -> None:
        results: list = [None] * 4

        def work(number: int) -> None:
            results[number] = without_time(collnoc.traffic(**TRAFFIC).document)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, [without_time(collnoc.traffic(**TRAFFIC).document)] * 4)

    def test_a_thousand_runs_leave_nothing_behind(self) -> None:
        def some(count: int) -> int:
            for _ in range(count):
                collnoc.run("barrier", topology="mesh:2x2")
                collnoc.Network("mesh:2x2").send(0, 1, 8)
            gc.collect()
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

        before = some(100)
        after = some(900)
        self.assertLess(after - before, 2000, "KiB more after 900 runs")

    def test_a_call_costs_little(self) -> None:
        costs = []
        for _ in range(50):
            start = time.process_time()
            collnoc.run("barrier", topology="mesh:2x2")
            costs.append(time.process_time() - start)
        self.assertLess(sorted(costs)[10], 0.02, "seconds of a processor for a run of some cycles")


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/python3 -B
"""collnoc sweep: a sweep that is killed, or run in shards, ends with the bytes of an undisturbed one.

  sweep_test.py COLLNOC [--all]    --all: 200 points, otherwise 40
"""
import csv
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

ALL = sys.argv[-1] == "--all"
if ALL:
    sys.argv.pop()
COLLNOC = sys.argv.pop()
TOPOLOGIES = ["mesh:4x4", "torus:4x4", "torus:5x3", "mesh:2x6"][:4 if ALL else 2]
BYTES = [8, "1K", 40, 64, 100][:5 if ALL else 2]
GRID = f"""
command = "run broadcast"
[options]
startup-cycles = 3
[grid]
topology = {json.dumps(TOPOLOGIES)}
nic = ["one-port", "all-port"]
algorithm = ["line", "auto", "pipelined-trees", "binomial", "recursive-division"]
bytes = {json.dumps(BYTES)}
"""
POINTS = len(TOPOLOGIES) * 2 * 5 * len(BYTES)


class Sweep(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.grid = self.folder / "grid.toml"
        self.grid.write_text(GRID)

    def sweep(self, output, *options):
        return subprocess.run([COLLNOC, "sweep", self.grid, "--output", self.folder / output, *options],
                              capture_output=True, text=True)

    def files(self, output):
        return [(self.folder / output / name).read_bytes() for name in ("results.jsonl", "results.csv")]

    def refused(self, text, *options, output="out"):
        ended = self.sweep(output, *options)
        self.assertEqual(ended.returncode, 1, ended.stderr)
        self.assertEqual(ended.stderr.count("\n"), 1, ended.stderr)
        self.assertIn(text, ended.stderr)

    def test_every_point_has_the_result_of_its_command(self):
        ended = self.sweep("out")
        # `binomial` is for star graphs: its points fail, and the sweep says so at its end.
        self.assertEqual(ended.returncode, 1)
        self.assertIn("binomial does not apply to mesh:4x4 one-port", ended.stderr)
        lines = [json.loads(line) for line in (self.folder / "out/results.jsonl").read_text().splitlines()]
        self.assertEqual(lines[0]["points"], POINTS)
        self.assertEqual([line["point"] for line in lines[1:]], list(range(POINTS)))
        self.assertEqual(lines[2]["options"],
                         {"topology": "mesh:4x4", "nic": "one-port", "algorithm": "line", "bytes": "1K"})
        direct = json.loads(subprocess.run(
            [COLLNOC, "run", "broadcast", "--startup-cycles=3", "--topology=mesh:4x4", "--algorithm=line", "--bytes=1K",
             "--json=-", "--quiet"], capture_output=True, text=True).stdout)
        self.assertEqual(lines[2]["result"]["runs"], direct["runs"])
        with open(self.folder / "out/results.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), POINTS)
        self.assertEqual(rows[1]["cycles"], str(direct["runs"][0]["cycles"]))
        self.assertEqual(rows[1]["hardware.vcs"], "2")
        self.assertIn("it needs a star graph", rows[3 * len(BYTES)]["error"])
        again = self.sweep("out")
        self.assertIn(f"# {POINTS} points, 0 of them run now", again.stdout)

    def test_what_the_points_leave_out_is_said_once(self):
        self.grid.write_text('command = "run broadcast"\n[options]\nalgorithm = "all"\nnic = "all-port"\n'
                             '[grid]\ntopology = ["mesh:2x2", "mesh:2x3"]\n')
        for _ in range(2):  # also when nothing is run
            ended = self.sweep("out")
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertEqual(ended.stderr.count("\n"), 1, ended.stderr)
            self.assertRegex(ended.stderr, "collnoc: note: the points leave out [0-9]+ schedules: .*multicast.* "
                                           "\\(it needs routers with multicast, --multicast on\\)")

    def test_a_sweep_that_is_killed_goes_on(self):
        self.sweep("whole")
        journal = self.folder / "out/results.jsonl"
        lines = lambda: journal.read_bytes().count(b"\n") if journal.exists() else 0  # noqa: E731
        dice = random.Random(7)
        killed = 0
        for _ in range(10):
            enough = lines() + dice.randint(0, POINTS // 12)
            process = subprocess.Popen([COLLNOC, "sweep", self.grid, "--output", self.folder / "out"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while lines() < enough and process.poll() is None:
                time.sleep(0.001)
            time.sleep(dice.uniform(0, 0.01))
            process.send_signal(signal.SIGKILL)
            killed += process.wait() == -signal.SIGKILL
            if journal.exists() and dice.random() < 0.5:  # cut off in the middle of a line
                with open(journal, "a") as file:
                    file.write('{"point":1')
        self.assertGreaterEqual(killed, 5)
        self.sweep("out")
        self.assertEqual(self.files("out"), self.files("whole"))

    def test_shards_merge_to_the_same_bytes_and_jobs_do_not_matter(self):
        self.sweep("whole", "--jobs", "1")
        for n in range(1, 5):
            self.sweep(f"part{n}", "--shard", f"{n}/4", "--jobs", "3")
        parts = ",".join(str(self.folder / f"part{n}") for n in range(1, 5))
        self.sweep("merged", "--merge", parts)
        self.assertEqual(self.files("merged"), self.files("whole"))
        self.refused(f"{POINTS // 4} of {POINTS} points are missing, the first is 3", "--merge", parts.rsplit(",", 1)[0], output="few")
        self.grid.write_text(GRID.replace("8, ", ""))
        self.refused("holds another sweep", output="whole")
        self.refused("results of another sweep", "--merge", parts, output="other")

    def test_traffic_has_a_row_for_each_load(self):
        self.grid.write_text('command = "traffic"\n[options]\ntopology = "mesh:4x4"\nload = "0.05,0.1"\n'
                             '[grid]\npattern = ["uniform", "transpose"]\n')
        ended = self.sweep("out")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        with open(self.folder / "out/results.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(row["point"], row["pattern"], row["load"]) for row in rows],
                         [("0", "uniform", "0.05"), ("0", "uniform", "0.1"),
                          ("1", "transpose", "0.05"), ("1", "transpose", "0.1")])

    def test_bad_input_is_one_line(self):
        for grid, text in (("", "no command"),
                           ("command = 3.5\n", "command '3.5' has no results as JSON"),
                           ('command = "run broadcast"\n[grid]\nbyte = [1]\n', "has no option 'byte'"),
                           ('command = "run broadcast"\n[grid]\njson = ["a"]\n', "has no option 'json'"),
                           ('command = "run broadcast"\n[grid]\nbytes = []\n', "at least one value"),
                           ('command = "run broadcast"\n[grid]\nbytes = [1, 1]\n', ":3: bytes: 1 occurs twice"),
                           ('command = "run broadcast"\n[grid]\nbytes = [[1]]\n', "must be a text"),
                           ('command = "run broadcast"\nother = 1\n', ":2: unknown key 'other'"),
                           ('command = "run broadcast"\noptions = 1\n', "must be a table"),
                           ('command = "run broadcast"\n[options]\nbytes = 1\n[grid]\nbytes = [1]\n',
                            "bytes is in [options] and in [grid]"),
                           ("command = \n", "not TOML")):
            self.grid.write_text(grid)
            self.refused(text)
        self.grid.write_text(GRID)
        self.refused("must be I/N", "--shard", "2")
        self.refused("--shard 5/4", "--shard", "5/4")
        self.refused("cannot be read", "--merge", str(self.folder / "nothing"))
        self.grid.unlink()
        self.refused("cannot be read")


if __name__ == "__main__":
    unittest.main()

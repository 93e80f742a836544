#!/usr/bin/python3 -B
"""One network in several processes (mpirun -n P) has the results of one process: every byte of the JSON and of the table,
the message of a failure and the exit code. A process that is killed ends the others.

  processes_test.py COLLNOC [--all]    --all: every case with 1 to 4 processes and 1, 2 and 5 threads; otherwise each with
                                        one of these
"""
import itertools
import os
import re
import shutil
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
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-q"]
PROCESSES, THREADS = (1, 2, 3, 4), (1, 2, 5)

GOOD = [
    "run broadcast --topology mesh:8x8 --bytes 64:256:4x --algorithm all --per-link",
    "run total-exchange --topology torus:4x4 --nic all-port --bytes 256",
    "run broadcast --topology mesh:7x5 --step-barrier --startup-cycles 10",
    "run all-reduce --topology mesh:4x4 --executor nic",
    "run all-reduce --topology mesh:4x4 --auto measure --bytes 256",
    "run scatter --topology star:4 --root 9 --per-link",
    "run total-exchange --topology spidergon:12 --hop-cycles 3",
    "run all-gather --topology ghc:4x4 --flit-bits 256",
    "run broadcast --topology torus:3x3x3 --vcs 4 --multicast on --algorithm multicast",
    "run gather --topology mesh:5x4 --switching cut-through --vc-depth 32",
    "run broadcast --topology mesh:4x4 --backend lockstep --bytes 64",
    "run all-gather --topology mesh:4x4 --backend rtl --bytes 64",
    "run total-exchange --topology fat-tree:4 --per-link",
    "traffic --topology chiplets:2x2,3x3,4,2 --load 0.1 --measure 1000 --per-link",
    "traffic --topology torus:6x6 --load 0.1:0.3:0.2 --measure 2000 --per-pair --per-link",
    "traffic --topology mesh:5x5 --lengths 1 --reply-lengths 9 --outstanding 4 --load 0.03 --measure 2000",
    "traffic --topology torus:16x40 --load 0.1 --lengths 1:9 --measure 1000 --per-link",
    "traffic --topology mesh:4x4 --load 0.2 --warmup auto --confidence 10 --measure 1000",
    "traffic --topology mesh:5x4 --list tests/sim/distributed/packets.txt --per-pair --per-link",
]
LONG = [
    "run broadcast --topology mesh:4x4 --firmware rv32 --algorithm recursive-division --bytes 64 --backend lockstep",
    "run total-exchange --topology torus:4x4 --firmware rv32 --executor nic --bytes 64",
    "run broadcast --topology mesh:4x4 --backend mixed --algorithm all",
    "run all-reduce --topology hypercube:5 --nic all-port --algorithm all",
    "traffic --topology mesh:8x8 --saturation",
    "traffic --topology star:4 --pattern neighbour --load 0.3",
    "traffic --route-orders 2 --orders credits --pattern transpose --topology mesh:6x6 --load 0.2",
    "traffic --topology mesh:16x16 --lengths 1:0.8,9:0.2 --process bursty:50 --load 0.05,0.1 --measure 2000 --energy",
    "traffic --topology torus:24x24 --vcs 4 --vc-reads on --load 0.1 --measure 500",
    "traffic --topology hypercube:6 --nic all-port --pattern bit-complement --flit-bits 256 --load 0.2 --measure 1000 --per-link",
    "traffic --topology mesh:5x4 --backend lockstep --load 0.2 --measure 1000",
    "traffic --topology mesh:40x8 --pattern tornado --hop-cycles 2 --load 0.1 --measure 1000 --per-pair",
]
# Failures, each with its exit code: of all processes, of the first one alone, and after some cycles.
BAD = [
    ("run broadcast --topology mesh:4x4 --algorithm nonsense", 1),
    ("run broadcast --topology mesh:2x1 --json no/such/folder/x.json", 1),
    ("run total-exchange --topology mesh:4x4 --max-cycles 100", 2),
    ("traffic --topology torus:8x8 --vcs 1 --load 0.9", 2),
]


def run(processes, arguments, **environment):
    """With 0 processes, without mpirun."""
    prefix = [*MPIRUN, "-n", str(processes)] if processes else []
    return subprocess.run([*prefix, COLLNOC, *arguments.split()], env=os.environ | environment, timeout=600,
                          capture_output=True, text=True, check=False)


def without_facts(json):
    """JSON without the facts about how it was simulated."""
    return re.sub(r'^ *"(wall_seconds|command|threads)".*\n', "", json, flags=re.M)


def message(result):
    """The program's own lines; mpirun adds some."""
    return [line for line in result.stderr.splitlines() if line.startswith("collnoc: ")]


@unittest.skipUnless(shutil.which("mpirun"), "no mpirun")
class Parts(unittest.TestCase):
    def variants(self, number):
        every = list(itertools.product(PROCESSES, THREADS))
        return every if ALL else [every[number % len(every)]]

    def test_results_are_those_of_one_process(self):
        for number, case in enumerate(GOOD + (LONG if ALL else [])):
            with tempfile.TemporaryDirectory() as folder:
                one = run(0, f"{case} --json {folder}/1.json")
                if one.returncode == 77:
                    continue
                self.assertEqual(one.returncode, 0, one.stderr)
                expected = without_facts(Path(folder, "1.json").read_text())
                for processes, threads in self.variants(number):
                    with self.subTest(case, processes=processes, threads=threads):
                        several = run(processes, f"{case} --threads {threads} --json {folder}/n.json")
                        self.assertEqual(several.returncode, 0, several.stderr)
                        self.assertEqual(without_facts(Path(folder, "n.json").read_text()), expected)
                        self.assertEqual(several.stdout, one.stdout)
                        self.assertEqual(sorted(os.listdir(folder)), ["1.json", "n.json"])

    def test_failures_are_those_of_one_process(self):
        for number, (case, code) in enumerate(BAD):
            allow = {"COLLNOC_TEST_ALLOW_DEADLOCK": "1"}
            one = run(0, case, **allow)
            self.assertEqual((one.returncode, len(message(one))), (code, 1), one.stderr)
            for processes, threads in self.variants(number):
                processes = min(processes, 2) if "2x1" in case else processes
                with self.subTest(case, processes=processes, threads=threads):
                    several = run(processes, f"{case} --threads {threads}", **allow)
                    self.assertEqual((several.returncode, message(several)), (code, message(one)), several.stderr)

    def test_refuses_what_needs_one_process(self):
        for case, reason in [("run broadcast --topology mesh:4x4 --sanitize", "--sanitize needs the whole network"),
                             ("run broadcast --topology mesh:2x1", "3 processes for 2 nodes"),
                             ("regress", "only run and traffic can use several processes")]:
            with self.subTest(case):
                several = run(3, case)
                self.assertEqual(several.returncode, 1, several.stderr)
                self.assertEqual(len(message(several)), 1, several.stderr)
                self.assertIn(reason, message(several)[0])

    def test_a_process_that_is_killed_ends_the_others(self):
        command = [*MPIRUN, "-n", "3", COLLNOC, *"traffic --topology mesh:8x8 --load 0.1 --measure 1000000000".split()]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as parent:
            parts = self.wait_for_parts(parent.pid)
            os.kill(parts[1], signal.SIGKILL)
            start = time.monotonic()
            parent.communicate(timeout=60)
            self.assertLess(time.monotonic() - start, 10)
            self.assertNotEqual(parent.returncode, 0)
        for pid in parts:  # mpirun does not wait until the system has ended them
            while self.state_of(pid) not in "gone, or Z" and time.monotonic() - start < 30:
                time.sleep(0.1)
            self.assertIn(self.state_of(pid), "gone, or Z", "a process is left")

    def wait_for_parts(self, parent):
        """The three processes, once they simulate."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
            parts = [int(pid) for pid in children if Path(f"/proc/{pid}/comm").read_text().strip() == "collnoc"]
            if len(parts) == 3 and all(self.seconds_of(pid) > 0.3 for pid in parts):
                return parts
            time.sleep(0.05)
        self.fail("the processes do not start")

    @staticmethod
    def state_of(pid):
        status = Path(f"/proc/{pid}/stat")
        return status.read_text().rsplit(")", 1)[1].split()[0] if status.exists() else "gone"

    @staticmethod
    def seconds_of(pid):
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    unittest.main()

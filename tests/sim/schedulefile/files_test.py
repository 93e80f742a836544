#!/usr/bin/python3 -B
"""Schedules from files, with the program (argument): every schedule that the program can write is read again, proved and run, with
native software and by the NICs, for several sizes; drawn trees and exchanges; and files that are wrong."""
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)
SEED = int(os.environ.get("SEED", random.randrange(10**6)))
COLLECTIVES = ("broadcast", "total-exchange", "all-to-all-broadcast", "scatter", "gather", "barrier", "reduce", "reduce-scatter", "all-reduce")
NETWORKS = ("mesh:4x4", "torus:4x4", "mesh:3x5", "torus:5", "hypercube:3", "star:3", "spidergon:8")


def program(*words: object) -> subprocess.CompletedProcess:
    return subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, check=False)


class Files(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.random = random.Random(SEED)

    def file(self, document: dict) -> Path:
        path = Path(self.folder.name, "schedule.json")
        path.write_text(json.dumps(document), encoding="utf-8")
        return path

    def prove_and_run(self, document: dict, bytes_: str, *more: object) -> dict[str, int]:
        """Cycles by who performs it."""
        path = self.file(document)
        case = [document["collective"], "--topology", document["topology"], "--nic", document["nic"], "--algorithm", f"file:{path}"]
        if document["collective"] != "barrier":
            case += ["--bytes", bytes_]
        done = program("check", *case, *more)
        self.assertEqual(done.returncode, 0, f"seed {SEED}: {done.stdout}{done.stderr}")
        cycles = {}
        for executor in ("native", "nic"):
            done = program("run", *case, *more, "--executor", executor, "--json", "-", "--quiet")
            self.assertEqual(done.returncode, 0, f"seed {SEED}: {executor} {case}: {done.stderr}")
            runs = json.loads(done.stdout)["runs"]
            self.assertFalse(any(run["bytes_wrong"] for run in runs))
            cycles[executor] = [run["cycles"] for run in runs]
        return cycles

    def written(self, *case: object) -> dict | None:
        done = program("schedule", *case, "--json", "-", "--quiet")
        return json.loads(done.stdout) if done.returncode == 0 else None

    def test_what_the_program_writes_it_reads(self) -> None:
        lines = program("list", "algorithms", "--json", "-").stdout
        names = [(a["collective"], a["name"]) for a in json.loads(lines)["algorithms"]] if lines.startswith("{") else []
        if not names:
            for line in program("list", "algorithms").stdout.splitlines():
                words = line.split()
                if words and words[0] in COLLECTIVES:
                    names.append((words[0], words[1]))
        cases = [(c, name, network, nic) for c, name in names if c in COLLECTIVES for network in NETWORKS for nic in ("one-port", "all-port")]
        self.assertGreater(len(cases), 500)
        self.random.shuffle(cases)
        seen = set()
        read = multicasts = 0
        for collective, name, network, nic in cases:
            size = [] if collective == "barrier" else ["--bytes", 200]
            hardware = ["--multicast", "on"] if "multicast" in name else []
            document = self.written(collective, "--topology", network, "--nic", nic, "--algorithm", name, *size, *hardware)
            if document is None or (collective, name) in seen:
                continue
            multicasts += any("box" in transfer for step in document["steps"] for transfer in step["transfers"])
            both_orders = self.random.random() < 0.3 and network[:2] in ("me", "to")
            orders = hardware or (["--route-orders", 2, "--vcs", 4] if both_orders else [])
            cycles = self.prove_and_run(document, "200,72,8,1000", *orders)
            seen.add((collective, name))
            read += 1
            same_waits = name.startswith(("np-rd", "recursive-division")) or (name == "multicast" and nic == "one-port")
            if collective == "broadcast" and same_waits:
                done = program("run", collective, "--topology", network, "--nic", nic, "--algorithm", name, "--bytes", 200,
                               *orders, "--json", "-", "--quiet")  # fmt: skip
                self.assertEqual([run["cycles"] for run in json.loads(done.stdout)["runs"]], cycles["native"][:1], name)
        self.assertGreater(read, 60)
        self.assertGreaterEqual(multicasts, 4)
        self.assertEqual({collective for collective, _ in seen}, set(COLLECTIVES))

    def test_drawn_trees(self) -> None:
        """Broadcasts over trees, each message in two parts that go different ways."""
        for _ in range(6):
            width, height = self.random.randint(2, 5), self.random.randint(2, 4)
            ranks, root = width * height, self.random.randrange(width * height)
            steps: list[dict[int, list]] = []
            for half in ((0, 104), (104, 256)):
                reached = {root: 0}
                order = [rank for rank in range(ranks) if rank != root]
                self.random.shuffle(order)
                for rank in order:
                    parent = self.random.choice(list(reached))
                    step = reached[parent]
                    while True:
                        while len(steps) <= step:
                            steps.append({})
                        ports = steps[step].setdefault(half[0], [])
                        busy = {t["src"] for part in steps[step].values() for t in part} | {-1 - t["dst"] for part in steps[step].values() for t in part}
                        if parent not in busy and -1 - rank not in busy:
                            break
                        step += 1
                    ports.append({"src": parent, "dst": rank, "blocks": [{"origin": root, "offset": half[0], "length": half[1] - half[0]}]})
                    reached[rank] = step + 1
            document = {
                "schema": "collnoc.schedule/1", "collective": "broadcast", "algorithm": "drawn", "topology": f"mesh:{width}x{height}",
                "nic": "one-port", "root": root, "bytes": 256, "steps": [{"transfers": sum(step.values(), [])} for step in steps],
            }  # fmt: skip
            self.prove_and_run(document, "256,16,4000")

    def test_a_message_that_is_empty_for_few_bytes_hides_no_wait(self) -> None:
        first, second = ({"origin": 0, "offset": 8, "length": 248}, {"origin": 0, "offset": 0, "length": 8})
        steps = [(0, 1, [first]), (0, 1, [second]), (1, 2, [first, second])]
        document = {
            "schema": "collnoc.schedule/1", "collective": "broadcast", "algorithm": "parts", "topology": "mesh:3", "nic": "one-port", "root": 0,
            "bytes": 256, "steps": [{"transfers": [{"src": src, "dst": dst, "blocks": blocks}]} for src, dst, blocks in steps],
        }  # fmt: skip
        self.prove_and_run(document, "256,8,100")

    def test_processors_perform_files(self) -> None:
        """What a compiled schedule of the same messages does, to the bytes, with processors in RTL, too, and by plans that are loaded."""
        if program("run", "broadcast", "--topology", "mesh:2x2", "--algorithm", "line", "--bytes", 64, "--firmware", "rv32").returncode == 77:
            self.skipTest("no programs for processors")
        for collective, name, nic in (("broadcast", "recursive-division", "one-port"), ("total-exchange", "direct", "all-port"),
                                      ("all-reduce", "ring", "one-port"), ("reduce-scatter", "recursive-halving", "all-port"),
                                      ("barrier", "dissemination", "one-port")):  # fmt: skip
            size = [] if collective == "barrier" else ["--bytes", 128]
            case = [collective, "--topology", "torus:4x2", "--nic", nic]
            document = self.written(*case, "--algorithm", name, *size)
            for executor in ("native", "nic"):
                done = program("run", *case, *size, "--algorithm", f"{name},file:{self.file(document)}", "--firmware", "rv32", "--executor", executor,
                               "--backend", self.random.choice(("model", "lockstep")), "--json", "-", "--quiet")  # fmt: skip
                self.assertEqual(done.returncode, 0, f"{case} {executor}: {done.stderr}")
                compiled, loaded = json.loads(done.stdout)["runs"]
                self.assertEqual((loaded["bytes_wrong"], loaded["mismatches"]), (0, 0))
                self.assertEqual(loaded["bytes_checked"], compiled["bytes_checked"])
                self.assertLess(abs(loaded["cycles"] - compiled["cycles"]), 0.2 * compiled["cycles"] + 20, f"{case} {executor}")
        document = self.written("broadcast", "--topology", "mesh:4", "--algorithm", "line", "--bytes", 64)
        done = program("run", "broadcast", "--topology", "mesh:4", "--algorithm", f"file:{self.file(document)}", "--bytes", "2097152", "--firmware", "rv32")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_drawn_reductions(self) -> None:
        """Every rank gives what it has, combined, to a random one that has not given yet; the last one has the result."""
        for _ in range(6):
            width, height = self.random.randint(2, 5), self.random.randint(2, 4)
            ranks = width * height
            steps: list[list] = []
            root = self.random.randrange(ranks)
            for part in ((0, 48), (48, 128)):  # two orders, one after the other
                has = {rank: [rank] for rank in range(ranks)}
                while len(has) > 1:
                    free = list(has)
                    self.random.shuffle(free)
                    step = []
                    while len(free) > 1 and (len(step) == 0 or self.random.random() < 0.7):
                        src, dst = free.pop(), free.pop()
                        if src == root:
                            src, dst = dst, src
                        mine = sorted(has[src])
                        step.append((src, dst, {"origin": mine[0], "offset": part[0], "length": part[1] - part[0]} | ({"combined": mine} if len(mine) > 1 else {})))
                    for src, dst, _ in step:
                        has[dst] = has[dst] + has.pop(src)
                    steps.append([{"src": src, "dst": dst, "blocks": [block]} for src, dst, block in step])
            document = {
                "schema": "collnoc.schedule/1", "collective": "reduce", "algorithm": "drawn", "topology": f"mesh:{width}x{height}",
                "nic": "one-port", "root": root, "bytes": 128, "steps": [{"transfers": step} for step in steps],
            }  # fmt: skip
            self.prove_and_run(document, "128,16,1000", "--op", self.random.choice(("sum", "max", "xor")))

    def test_what_the_root_cannot_combine_twice(self) -> None:
        """A part of a combination cannot be taken out of it again, and what is in two values is not combined."""
        def reduce(*transfers: tuple) -> dict:
            return {
                "schema": "collnoc.schedule/1", "collective": "reduce", "algorithm": "wrong", "topology": "mesh:4", "nic": "one-port", "root": 3,
                "bytes": 64, "steps": [{"transfers": [{"src": src, "dst": dst, "blocks": [{"origin": ranks[0], "offset": 0, "length": 64}
                                        | ({"combined": ranks} if len(ranks) > 1 else {})]}]} for src, dst, ranks in transfers],
            }  # fmt: skip
        right = reduce((0, 1, [0]), (1, 2, [0, 1]), (2, 3, [0, 1, 2]))
        self.prove_and_run(right, "64,8")
        for document, text in (
            (reduce((0, 1, [0]), (1, 2, [0, 1]), (2, 3, [0, 2])), "rank 2 cannot combine bytes 0 to 64 of the ranks 0, 2"),
            (reduce((0, 1, [0]), (2, 1, [2]), (1, 3, [0, 1, 3])), "rank 1 cannot combine bytes 0 to 64 of the ranks 0, 1, 3"),
            (reduce((0, 1, [1])), "rank 0 cannot combine bytes 0 to 64 of the ranks 1 from"),
            (reduce((1, 2, [1, 0])), "the ranks must ascend, and the first is the origin, 1"),
            (reduce((1, 2, [1, 4])), "combined: rank 4 is outside, ranks are 0 to 3"),
        ):
            done = program("check", "reduce", "--topology", "mesh:4", "--root", 3, "--algorithm", f"file:{self.file(document)}", "--bytes", 64)
            self.assertEqual(done.returncode, 1, f"{text}: {done.stdout}")
            self.assertIn(text, done.stderr)
        # What comes twice is not counted twice: the proof says that something is missing.
        twice = reduce((0, 1, [0]), (0, 2, [0]), (1, 3, [0, 1]), (2, 3, [0, 2]))
        done = program("check", "reduce", "--topology", "mesh:4", "--root", 3, "--algorithm", f"file:{self.file(twice)}", "--bytes", 64)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("delivery", done.stdout)

    def test_reductions_of_very_many(self) -> None:
        """Each rank sends to the root: as many values as ranks. And pairs that overlap, of which no choice makes up all: it is given up."""
        def reduce(network: str, ranks: int, *steps: list) -> Path:
            transfers = [{"transfers": [{"src": src, "dst": dst, "blocks": [{"origin": of[0], "offset": 0, "length": 8} | ({"combined": of} if len(of) > 1 else {})]}
                                        for src, dst, of in step]} for step in steps]  # fmt: skip
            return self.file({"schema": "collnoc.schedule/1", "collective": "reduce", "algorithm": "many", "topology": network, "nic": "one-port", "root": 0,
                              "bytes": 8, "steps": transfers})  # fmt: skip
        path = reduce("mesh:103x100", 10300, [(rank, 0, [rank]) for rank in range(1, 10300)])
        done = program("run", "reduce", "--topology", "mesh:103x100", "--algorithm", f"file:{path}", "--bytes", 8)
        self.assertEqual(done.returncode, 0, done.stdout[-500:] + done.stderr)
        pairs = [(i, j) for i in range(1, 22) for j in range(i + 1, 22)]
        path = reduce("mesh:22", 22, [(j, i, [j]) for i, j in pairs], [(i, 0, [i, j]) for i, j in pairs])
        done = subprocess.run([PROGRAM, "check", "reduce", "--topology", "mesh:22", "--nic", "all-port", "--algorithm", f"file:{path}", "--bytes", "8"],
                              capture_output=True, text=True, check=False, timeout=60)  # fmt: skip
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("it is not known after", done.stderr)

    def test_processors_on_links_that_take_long(self) -> None:
        """What is on such a link is no quiet network: no deadlock is seen."""
        if program("run", "broadcast", "--topology", "mesh:2x2", "--algorithm", "line", "--bytes", 64, "--firmware", "rv32").returncode == 77:
            self.skipTest("no programs for processors")
        done = program("run", "gather", "--topology", "chiplets:2x1,2x1,3,4", "--bytes", "1240:1340:20", "--algorithm", "all", "--firmware", "rv32")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_wrong_files(self) -> None:
        good = self.written("total-exchange", "--topology", "mesh:3x3", "--algorithm", "bruck", "--bytes", 64)
        good = good or self.written("total-exchange", "--topology", "mesh:3x3", "--algorithm", "direct", "--bytes", 64)
        broadcast = self.written("broadcast", "--topology", "mesh:3x3", "--algorithm", "recursive-division", "--bytes", 64)

        def changed(document: dict, change) -> dict:
            copy = json.loads(json.dumps(document))
            change(copy, copy["steps"][0]["transfers"][0])
            return copy

        for document, text in (
            (changed(good, lambda d, t: t.update(dst=9)), "step 0, transfer 0: rank 9 is outside, ranks are 0 to 8"),
            (changed(good, lambda d, t: t.update(dst=t["src"])), "sends to itself"),
            (changed(good, lambda d, t: t.pop("blocks")), "blocks"),
            (changed(good, lambda d, t: t["blocks"][0].pop("target")), "needs its target"),
            (changed(good, lambda d, t: t["blocks"][0].update(origin=(t["src"] + 1) % 9)), "does not have byte 0 of the block of rank"),
            (changed(good, lambda d, t: t["blocks"][0].update(offset=4)), "are not in a block of 64 bytes"),
            (changed(good, lambda d, t: t["blocks"][0].update(length=12)), "cut at multiples of 8"),
            (changed(good, lambda d, t: t.update(route=[t["src"], 4, t["dst"]] * 3)), "no route of this network leads from"),
            (changed(good, lambda d, t: d.update(collective="all-reduce")), "blocks of this collective have no target"),
            (changed(good, lambda d, t: t["blocks"][0].update(combined=[0, 1])), "total-exchange combines nothing"),
            (changed(good, lambda d, t: d.update(topology="mesh:0")), "mesh:0"),
            (changed(good, lambda d, t: d.update(topology="torus:3x3")), "the file is for torus:3x3 and not for mesh:3x3"),
            (changed(good, lambda d, t: t.update(until=2**32)), "until"),
            (broadcast, "is a schedule of broadcast, not of total-exchange"),
            (changed(good, lambda d, t: d.update(schema="collnoc.result/1")), "result-1"),
            ({"schema": "collnoc.schedule/1"}, "collective"),
        ):
            path = self.file(document)
            done = program("run", "total-exchange", "--topology", "mesh:3x3", "--algorithm", f"file:{path}", "--bytes", 64)
            self.assertEqual(done.returncode, 1, f"{text}: {done.stdout}")
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertIn(str(path), done.stderr)
            self.assertIn(text, done.stderr)
        # What is possible but does not implement the collective is no error of the file: the proof says what is missing.
        path = self.file(changed(broadcast, lambda d, t: d["steps"].pop()))
        done = program("check", "broadcast", "--topology", "mesh:3x3", "--algorithm", f"file:{path}", "--bytes", 64)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("delivery", done.stdout)
        path = self.file(broadcast)
        for words, text in (
            (["--root", 3], "--root 3: the root of file:"),
            (["--topology", "mesh:3x4"], "the file is for mesh:3x3 and not for mesh:3x4"),
        ):
            network = [] if "--topology" in words else ["--topology", "mesh:3x3"]
            done = program("run", "broadcast", *network, "--algorithm", f"file:{path}", "--bytes", 64, *words)
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn(text, done.stderr)
        for name in ("/no/such.json", self.folder.name):
            self.assertIn(f"{name}: cannot be read", program("run", "broadcast", "--algorithm", f"file:{name}").stderr)


if __name__ == "__main__":
    unittest.main()

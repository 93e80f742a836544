#!/usr/bin/python3 -B
"""scripts/from-msccl and to-msccl: algorithms in XML become proved schedules, schedules become algorithms that are read again, and wrong
files are refused."""
import json
import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
COLLNOC = Path(os.environ.get("BUILD_DIR", TOP / "build")).resolve() / "collnoc"
SEED = int(os.environ.get("COLLNOC_TEST_SEED", random.randrange(1 << 32)))


def step(s: int, kind: str, source: str, destination: str, count: int = 1, after: tuple[int, int] = (-1, -1), waited: bool = False) -> str:
    (a, b), (c, d) = source.split(":"), destination.split(":")
    return (f'<step s="{s}" type="{kind}" srcbuf="{a}" srcoff="{b}" dstbuf="{c}" dstoff="{d}" cnt="{count}" depid="{after[0]}" deps="{after[1]}" '
            f'hasdep="{int(waited)}"/>')  # fmt: skip


def algorithm(coll: str, in_place: bool, gpus: list[tuple[int, int, int, list[tuple[int, int, list[str]]]]]) -> str:
    """`gpus`: chunks of i, o, s; threadblocks: send, receive, steps."""
    text = f'<algo name="t" proto="Simple" nchannels="1" ngpus="{len(gpus)}" coll="{coll}" inplace="{int(in_place)}">'
    for number, (i, o, s, blocks) in enumerate(gpus):
        text += f'<gpu id="{number}" i_chunks="{i}" o_chunks="{o}" s_chunks="{s}">'
        for k, (send, receive, steps) in enumerate(blocks):
            text += f'<tb id="{k}" send="{send}" recv="{receive}" chan="0">' + "".join(steps) + "</tb>"
        text += "</gpu>"
    return text + "</algo>"


def ring_all_reduce(n: int, fused: bool) -> str:
    """In place, a chunk per rank: around the ring combined, around the ring again. `fused`: one step receives, combines and sends."""
    gpus = []
    for r in range(n):
        steps = [step(0, "s", f"i:{r}", f"i:{r}")]
        for k in range(1, 2 * n - 1):
            chunk = f"i:{(r - k) % n}"
            combines, last = k < n, k == 2 * n - 2
            if fused and not last:
                # What is combined is complete at the n-th rank and is kept there; before, it only passes.
                steps.append(step(len(steps), ("rrcs" if k == n - 1 else "rrs") if combines else "rcs", chunk, chunk))
            else:
                steps.append(step(len(steps), "rrc" if combines else "r", chunk, chunk))
                if not last:
                    steps.append(step(len(steps), "s", chunk, chunk))
        gpus.append((n, 0, 0, [((r + 1) % n, (r - 1) % n, steps)]))
    return algorithm("allreduce", True, gpus)


def pairs(n: int) -> str:
    """An all-to-all out of place: threadblocks for each partner, and one that copies the own block and a received one, which waits."""
    gpus = []
    for r in range(n):
        blocks = [(p, p, [step(0, "s", f"i:{p}", f"o:{r}"), step(1, "r", f"i:{r}", f"s:{p}", waited=True)]) for p in range(n) if p != r]
        copies = [step(0, "cpy", f"i:{r}", f"o:{r}")]
        for k, p in enumerate(p for p in range(n) if p != r):
            copies += [step(len(copies), "nop", "i:-1", "o:-1", 0, (k, 0)), step(len(copies) + 1, "cpy", f"s:{p}", f"o:{p}", 1, (k, 1))]
        gpus.append((n, n, n, [*blocks, (-1, -1, copies)]))
    return algorithm("alltoall", False, gpus)


def gathered(n: int) -> str:
    """An all-gather in place, of two chunks per rank, around the ring."""
    gpus = []
    for r in range(n):
        steps = [step(0, "s", "i:0", f"o:{2 * r}", 2)]
        steps += [step(k, "rcs" if k < n - 1 else "r", f"o:{2 * ((r - k) % n)}", f"o:{2 * ((r - k) % n)}", 2) for k in range(1, n)]
        gpus.append((2, 2 * n, 0, [((r + 1) % n, (r - 1) % n, steps)]))
    return algorithm("allgather", True, gpus)


def scattered(n: int) -> str:
    """A reduce-scatter out of place: every rank sends to the others, which combine with `re`."""
    gpus = []
    for r in range(n):
        blocks = [(p, p, [step(0, "s", f"i:{p}", f"s:{r}"), step(1, "r", f"i:{r}", f"s:{p}", waited=True)]) for p in range(n) if p != r]
        sums = [step(0, "cpy", f"i:{r}", "o:0")]
        for k, p in enumerate(p for p in range(n) if p != r):
            sums.append(step(len(sums), "re", f"s:{p}", "o:0", 1, (k, 1)))
        gpus.append((n, 1, n, [*blocks, (-1, -1, sums)]))
    return algorithm("reduce_scatter", False, gpus)


class Msccl(unittest.TestCase):
    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def run_one(self, *words: object, code: int = 0) -> subprocess.CompletedProcess:
        done = subprocess.run([*map(str, words)], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, f"{words} (seed {SEED})\n{done.stdout[-2000:]}{done.stderr}")
        return done

    def read(self, text: str, network: str, size: str = "256") -> dict:
        """The schedule in s.json."""
        (self.folder / "a.xml").write_text(text)
        done = self.run_one(TOP / "scripts/from-msccl", "a.xml", "--topology", network, "--bytes", size)
        (self.folder / "s.json").write_text(done.stdout)
        return json.loads(done.stdout)

    def prove_and_run(self, document: dict, network: str, sizes: str) -> None:
        case = [document["collective"], "--topology", network, "--nic", document["nic"], "--bytes", sizes, "--algorithm", "file:s.json"]
        self.run_one(COLLNOC, "check", *case)
        for executor in ("native", "nic"):
            runs = json.loads(self.run_one(COLLNOC, "run", *case, "--executor", executor, "--json", "-", "--quiet").stdout)["runs"]
            self.assertTrue(all(run["bytes_wrong"] == 0 and run["bytes_checked"] > 0 for run in runs))

    def test_algorithms_become_schedules(self) -> None:
        for make, network, collective, steps in (
            (lambda n: ring_all_reduce(n, False), "torus:6", "all-reduce", 10), (lambda n: ring_all_reduce(n, True), "ring:6", "all-reduce", 10),
            (gathered, "mesh:2x3", "all-to-all-broadcast", 5), (pairs, "star:3", "total-exchange", 7), (scattered, "torus:6", "reduce-scatter", 7),
        ):  # fmt: skip
            with self.subTest(collective=collective, network=network):
                document = self.read(make(6), network)
                self.assertEqual((document["collective"], len(document["steps"])), (collective, steps))
                self.prove_and_run(document, network, "256,96,8")

    def test_schedules_become_algorithms_that_are_read_again(self) -> None:
        draw = random.Random(SEED)
        names = {"all-reduce": ["ring", "recursive-doubling", "rabenseifner"], "reduce-scatter": ["ring", "recursive-halving"],
                 "all-gather": ["ring", "recursive-doubling"], "total-exchange": ["direct", "product", "bruck"]}  # fmt: skip
        for collective, algorithms in names.items():
            for name in (draw.choice(algorithms), "synthesized"):
                network = draw.choice(("torus:4x2", "mesh:3x2", "torus:5")) if name == "synthesized" else "torus:4x2"
                size = draw.choice((256, 512))
                with self.subTest(collective=collective, name=name, network=network, size=size):
                    if name == "synthesized":
                        self.run_one(COLLNOC, "synthesize", collective, "--topology", network, "--bytes", size, "-o", "m.json")
                    else:
                        self.run_one(COLLNOC, "schedule", collective, "--topology", network, "--algorithm", name, "--bytes", size, "--json", "m.json", "--quiet")
                    made = self.run_one(TOP / "scripts/to-msccl", "m.json")
                    document = self.read(made.stdout, network, str(size))
                    messages = [sum(len(s["transfers"]) for s in d["steps"]) for d in (document, json.loads((self.folder / "m.json").read_text()))]
                    self.assertGreaterEqual(messages[0], messages[1])  # what does not lie together is several
                    self.prove_and_run(document, network, f"{size},64")

    def test_what_is_wrong_is_said_with_its_place(self) -> None:
        good = ring_all_reduce(3, False)
        for text, reason in (
            ("", "is not XML"), ("<a/>", "<a>: an algorithm of MSCCL is <algo>"), (good.replace("allreduce", "custom"), "coll 'custom': must be one of"),
            (good.replace('ngpus="3"', 'ngpus="4"'), "ngpus 4: the file has 3"), (good.replace('type="rrc"', 'type="rrx"', 1), "tb 0, step 1: type 'rrx' is unknown"),
            (good.replace('cnt="1"', 'cnt="0"', 1), "gpu 0, tb 0, step 0: cnt 0"), (good.replace('send="1"', 'send="0"', 1), "sends to 0, which is no other gpu"),
            (good.replace('type="s"', 'type="r"'), "waits for ever"), (good.replace('srcoff="0"', 'srcoff="7"', 1), "nothing is in chunk 7 of buffer i"),
            (good.replace('depid="-1" deps="-1"', 'depid="4" deps="0"', 1), "waits for step 0 of tb 4, which does not exist"),
            (ring_all_reduce(3, False).replace('type="r"', 'type="rrc"'), "twice"), (good.replace('i_chunks="3"', 'i_chunks="99999999"'), "is outside"),
        ):  # fmt: skip
            (self.folder / "a.xml").write_text(text)
            done = self.run_one(TOP / "scripts/from-msccl", "a.xml", "--topology", "ring:3", code=1)
            self.assertEqual((done.stdout, done.stderr.count("\n")), ("", 1), done.stderr)
            self.assertIn("a.xml", done.stderr)
            self.assertIn(reason, done.stderr)
        (self.folder / "a.xml").write_text(good)
        self.assertIn("--bytes 16", self.run_one(TOP / "scripts/from-msccl", "a.xml", "--topology", "ring:3", "--bytes", 16, code=1).stderr)
        self.run_one(COLLNOC, "schedule", "broadcast", "--topology", "mesh:2x2", "--bytes", 64, "--json", "m.json", "--quiet")
        self.assertIn("broadcast: MSCCL has", self.run_one(TOP / "scripts/to-msccl", "m.json", code=1).stderr)
        self.run_one(COLLNOC, "schedule", "all-gather", "--topology", "mesh:2x2", "--algorithm", "ring", "--bytes", 64, "--json", "m.json", "--quiet")
        document = json.loads((self.folder / "m.json").read_text())
        document["steps"].pop()
        (self.folder / "m.json").write_text(json.dumps(document))
        self.assertIn("does not get its result", self.run_one(TOP / "scripts/to-msccl", "m.json", code=1).stderr)
        for text, reason in (("{", "is not JSON"), ("[]", "is no schedule"), ('{"schema": "collnoc.schedule/1"}', "does not have the form")):
            (self.folder / "m.json").write_text(text)
            done = self.run_one(TOP / "scripts/to-msccl", "m.json", code=1)
            self.assertEqual((done.stdout, done.stderr.count("\n")), ("", 1))
            self.assertIn(reason, done.stderr)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/python3 -B
"""An option that only adds output changes no number.

  added_output_test.py COLLNOC [PROGRAM.elf]    the program, and a program for tiles

Runs collectives, native and on processors, programs, traffic, replays and schedules without such options, with each of them
alone and with each two of them, and compares everything that the results have in common. The configurations are
drawn at random, after those in which a number was wrong once; COLLNOC_TEST_SEED repeats a drawing.
"""
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PROGRAM = str(Path(sys.argv.pop(1)).resolve())
ELF = str(Path(sys.argv.pop(1)).resolve()) if len(sys.argv) > 1 and sys.argv[1].endswith(".elf") else None
SEED = int(os.environ.get("COLLNOC_TEST_SEED", random.randrange(1 << 32)))

# Options that only add output, and their values.
ADDED = {
    "--per-link": [],
    "--per-pair": [],
    "--energy": [],
    "--timeline": ["t.json"],
    "--trace": ["w.fst"],
    "--record": ["r.jsonl"],
    "--trace-instructions": ["i.tsv"],
    "--flame-graph": ["f.folded"],
    "--profile": [],
    "--sanitize": [],
    "--plan": ["p.hpp"],
    "--draw": ["d.svg"],
    "--json": ["j.json"],
    "--quiet": [],
    "--progress": [],
    "--node-by-node": [],
    "--explain-speed": [],
    "--kernel": ["systemc", "--systemc", "pins"] if (Path(PROGRAM).parent / "libcollnoc_systemc_kernel.so").exists() else ["plain"],
}
# All other options: inputs, and those that choose what is simulated.
CHOOSE = """--help --hardware --algorithm --bytes --root --op --type --topology --nic --vcs --vc-depth --flit-bits
--max-packet-flits --hop-cycles --switching --route-orders --sequencer --accumulate --float-sums --multicast
--vc-reads --systemc --backend --rtl-nodes --seed --threads --max-cycles --firmware --executor --auto --tuned --startup-cycles
--step-barrier --memory --argument --stall-timeout --gdb --tile --trace-tiles --trace-cycles --config --set
--pattern --process --load --packet-flits --lengths --reply-lengths --outstanding --service --classes --orders
--warmup --measure --confidence --max-measure --drain --saturation --window --list""".split()
# Each needs a run of its own, as the program says.
APART = {frozenset(pair) for pair in [("--record", "--sanitize")]}


def options_of(command: str) -> list:
    text = subprocess.run([PROGRAM, command, "--help"], stdout=subprocess.PIPE, check=True, text=True).stdout
    return re.findall(r"^ {2}(?:-\w,)?(--[a-z-]+)", text, re.M)


def differences(one: object, other: object, path: str = "") -> list:
    """Where both have a value, and the values differ. The context is the command and its time."""
    if isinstance(one, dict) and isinstance(other, dict):
        shared = [key for key in one if key in other and (path or key != "context")]
        return [text for key in shared for text in differences(one[key], other[key], f"{path}/{key}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [text for n, pair in enumerate(zip(one, other)) for text in differences(*pair, f"{path}/{n}")]
    return [] if one == other else [f"{path}: {one} and {other}"]


class AddedOutput(unittest.TestCase):
    def run_one(self, command: list, added: tuple) -> dict:
        words = [word for option in added for word in [option, *ADDED[option]]]
        with tempfile.TemporaryDirectory() as folder:
            if "--json" not in added:
                words += ["--json", "-"]
            done = subprocess.run(
                [PROGRAM, *command, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
            self.assertEqual(done.returncode, 0, f"{' '.join(command + words)}: {done.stderr}")
            text = (Path(folder) / "j.json").read_text(encoding="utf-8") if "--json" in added else done.stdout
        return json.loads(text)

    @staticmethod
    def has_energy(command: list) -> bool:
        done = subprocess.run([PROGRAM, *command, "--energy", "--quiet"], stderr=subprocess.PIPE, text=True)
        return "--energy: not measured" not in done.stderr

    def check(self, command: list, without: tuple = ()) -> None:
        added = [option for option in options_of(command[0]) if option in ADDED and option not in without]
        if "--energy" in added and not self.has_energy(command):
            added.remove("--energy")
        sets = [pair for n in (1, 2) for pair in itertools.combinations(added, n) if frozenset(pair) not in APART]
        plain = self.run_one(command, ())
        self.assertEqual(differences(plain, self.run_one(command, ())), [])
        with ThreadPoolExecutor(2) as pool:
            results = list(pool.map(lambda options: self.run_one(command, options), sets))
        self.assertTrue(results)
        for options, result in zip(sets, results):
            where = f"seed {SEED}: collnoc {' '.join(command)}, with {' '.join(options)}"
            self.assertEqual(differences(plain, result), [], where)
        # What two results have in common with each other, but not with the plain one.
        with_option: dict = {}
        for options, result in zip(sets, results):
            for option in options:
                where = f"seed {SEED}: collnoc {' '.join(command)}, {option}, with {' '.join(options)}"
                self.assertEqual(differences(with_option.setdefault(option, result), result), [], where)

    def test_every_option_is_known(self) -> None:
        for command in ("run", "traffic", "replay", "schedule", "check"):
            self.assertEqual([o for o in options_of(command) if o not in ADDED and o not in CHOOSE], [], command)

    def test_a_difference_is_found(self) -> None:
        self.assertEqual(
            differences({"a": [{"b": 1}], "c": 2}, {"a": [{"b": 3}], "d": 4}), ["/a/0/b: 1 and 3"]
        )

    PROCESSORS = ("--trace-instructions", "--flame-graph", "--profile")

    def test_collectives(self) -> None:
        self.check("run all-reduce --topology torus:4x4".split(), self.PROCESSORS)
        self.check("run broadcast --topology mesh:4x4 --algorithm all --bytes 64,256".split(),
                   (*self.PROCESSORS, "--timeline", "--trace", "--record"))
        draw = random.Random(SEED)
        for _ in range(2):
            command = ["run", draw.choice(["broadcast", "scatter", "gather", "total-exchange", "all-reduce", "reduce-scatter"])]
            command += ["--topology", draw.choice(["mesh:4x3", "torus:4x4", "mesh:2x2x2", "hypercube:3", "torus:5"])]
            command += ["--nic", draw.choice(["one-port", "all-port"]), "--bytes", str(8 * draw.randrange(1, 40))]
            command += ["--startup-cycles", str(draw.choice([0, 7])), "--seed", str(draw.randrange(100))]
            command += draw.choice([[], ["--step-barrier"], ["--threads", "2"]])
            self.check(command, self.PROCESSORS)

    def test_collectives_of_the_nic(self) -> None:
        draw = random.Random(SEED + 1)
        command = ["run", "broadcast", "--executor", "nic", "--bytes", str(8 * draw.randrange(1, 40))]
        self.check([*command, "--topology", draw.choice(["mesh:4x3", "torus:4x4"])],
                   self.PROCESSORS)

    def test_collectives_on_processors(self) -> None:
        if ELF is None:
            self.skipTest("no compiler of programs for tiles")
        draw = random.Random(SEED + 2)
        command = ["run", draw.choice(["broadcast", "all-reduce"]), "--firmware", "rv32"]
        self.check([*command, "--topology", draw.choice(["mesh:2x2", "torus:3x3"]), "--bytes", "64"])

    def test_programs(self) -> None:
        if ELF is None:
            self.skipTest("no compiler of programs for tiles")
        self.check(["run", "--firmware", ELF, "--topology", "mesh:2x2"])

    def test_traffic(self) -> None:
        draw = random.Random(SEED + 3)
        for _ in range(2):
            command = ["traffic", "--topology", draw.choice(["mesh:4x4", "torus:3x3"])]
            command += ["--pattern", draw.choice(["uniform", "tornado", "hotspot"]), "--measure", "500"]
            command += ["--load", f"{draw.uniform(.05, .3):.3f},0.4", "--seed", str(draw.randrange(100))]
            self.check(command)

    def test_lists_of_packets(self) -> None:
        draw = random.Random(SEED + 5)
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as packets:
            for _ in range(300):
                src, dst = draw.sample(range(9), 2)
                packets.write(f"{draw.randrange(200)} {src} {dst} {draw.randrange(1, 33)}\n")
            packets.flush()
            self.check(["traffic", "--list", packets.name, "--topology", draw.choice(["mesh:3x3", "torus:3x3"])])
        example = str(Path("docs/examples/packets.txt").resolve())
        load = self.run_one(["traffic", "--topology", "mesh:4x4", "--list", example], ())["traffic"]["loads"][0]
        self.assertEqual((load["packets"], load["lost"], load["created"] == load["accepted"]), (6, 0, True))

    def test_schedules(self) -> None:
        # With --plan, `auto` is what is fastest when the NIC performs it.
        self.check("schedule broadcast --topology mesh:4x4 --algorithm scatter-collect".split())
        self.check("schedule total-exchange --topology torus:3x3 --bytes 64 --algorithm direct".split())
        self.check("check total-exchange --topology torus:3x3 --algorithm all".split())

    def test_replays(self) -> None:
        draw = random.Random(SEED + 4)
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as trace:
            for line in range(60):
                src, dst = draw.sample(range(9), 2)
                message = {"src": src, "dst": dst, "bytes": 8 * draw.randrange(1, 30)}
                message |= {"cycle": line * 5} if line < 9 else {"after": [[draw.randrange(1, line), 3]]}
                trace.write(json.dumps(message) + "\n")
            trace.flush()
            self.check(["replay", trace.name, "--topology", draw.choice(["mesh:3x3", "torus:3x3"])])


print(f"COLLNOC_TEST_SEED={SEED}")
unittest.main()

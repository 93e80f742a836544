#!/usr/bin/python3 -B
"""scripts/from-booksim: the keys that it translates, what it reports, what it refuses; and collnoc accepts the result."""
import os
import random
import re
import subprocess
import sys
import tempfile
import tomllib
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
COLLNOC = Path(os.environ.get("BUILD_DIR", TOP / "build")) / "collnoc"


def drawn_configuration(draw: random.Random) -> str:
    """A file of BookSim2 whose values are usual, at a limit or, rarely, beyond it."""
    def some(values: list, rare: list) -> str:
        return str(draw.choice(rare if draw.random() < 0.04 else values))

    def each(values: list, rare: list) -> str:
        """One value, or one per class."""
        if draw.random() < 0.6:
            return some(values, rare)
        return "{" + ",".join(some(values, rare) for _ in range(draw.randint(1, 4))) + "}"

    rates = [0, 0.001, 0.02, 0.1, 0.3, 0.5, 1, 3]
    sizes = [1, 2, 5, 20, 33, 256, "{1,9}", "{1,2,3}"]
    odd = [0, -1, "inf", "nan", 1e-15, 1e15, "x", "{}"]
    given = {
        "topology": some(["mesh", "torus", "flatfly"], ["fattree"]),
        "k": some([2, 3, 4, 5, 8], [1, 9, 0, *odd]), "n": some([1, 2, 3], [4, 5, 6, 7]),
        "num_vcs": some([1, 2, 3, 4, 8], odd), "vc_buf_size": some([1, 2, 8, 100], odd), "buf_size": some([-1, 0, 9, 64], odd),
        "routing_function": some(["dor", "xy_yx", "adaptive_xy_yx", "romm"], ["none"]), "input_speedup": some([1, 2, 4], odd),
        "classes": some([1, 1, 2, 4], [8, 9, *odd]), "injection_rate": each(rates, odd),
        "injection_rate_uses_flits": some([0, 1], [2]),
        "packet_size": "{" + ",".join(some(sizes, odd) for _ in range(2)) + "}" if draw.random() < 0.3 else some(sizes, odd),
        "packet_size_rate": some([1, "{{0,1},{2,1}}", "{3,1}"], odd),
        "traffic": each(["uniform", "uniform", "tornado", "neighbor", "transpose", "bitcomp", "bitrev", "shuffle", "randperm",
                         "asymmetric", "hotspot({1,0})", "hotspot({1,1},{2,3})"], ["hotspot", "hotspot({99999})", "hotspot({0.5})", "diagonal"]),
        "injection_process": some(["bernoulli", "on_off", "on_off(0.1,0.2)", "on_off(0.3,-1,0.2)", "on_off(-1,0.5,0.05)",
                                   "on_off(1e-9,1e-9)", "on_off(0.5,0.5,-1)", "on_off(0.1,-1,1)"], ["on_off(0,1)", "on_off(1,-1,0)", "x"]),
        "use_read_write": each([0, 0, 0, 1], [2]), "write_fraction": some([0, 0.25, 1], odd),
        "read_request_size": some([1, 5], odd), "write_reply_size": some([1, 40], odd),
        "max_outstanding_requests": some([0, 4], odd), "sim_type": some(["latency", "throughput"], ["batch"]),
        "warmup_periods": some([0, 3], odd), "sample_period": some([20, 1000], [1, *odd]), "max_samples": some([1, 10], odd),
        "stopping_thres": some([0.05, 1], [2, *odd]), "seed": some([0, 7, "time"], odd)}
    return "\n".join(f"{key} = {given[key]};" for key in draw.sample(sorted(given), draw.randint(1, len(given))))


class FromBooksim(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "given"
        self.toml = Path(folder.name) / "run.toml"

    def run_on(self, text: str, *overrides: str) -> subprocess.CompletedProcess:
        self.file.write_text(text)
        return subprocess.run([TOP / "scripts/from-booksim", self.file, *overrides], capture_output=True, text=True, check=False)

    def collnoc(self, *options: str) -> subprocess.CompletedProcess:
        """A short run of the translated configuration."""
        most = ["--max-measure", "100"] if "confidence = " in self.toml.read_text() else []
        return subprocess.run([COLLNOC, "traffic", "--config", self.toml, "--warmup", "0", *most, *options, "--quiet"],
                              capture_output=True, text=True, check=False)

    def translate(self, text: str, *overrides: str) -> tuple[dict, str]:
        """The TOML table and the notes. The result runs."""
        ended = self.run_on(text, *overrides)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.toml.write_text(ended.stdout)
        run = self.collnoc("--measure", "50")
        self.assertEqual(run.returncode, 0, run.stderr)
        for note in ended.stderr.splitlines():
            self.assertIn(note.replace("from-booksim: ", "# ", 1), ended.stdout.splitlines())
        return tomllib.loads(ended.stdout), ended.stderr

    def test_defaults_are_those_of_booksim(self):
        table, notes = self.translate("")
        self.assertEqual(table, {
            "topology": "torus:8x8", "seed": 0, "hardware": {"vcs": 4, "vc_depth": 8},
            "traffic": {"load": 0.1, "pattern": "uniform", "process": "bernoulli", "lengths": "1", "warmup": 3000,
                        "measure": 1000, "confidence": 5.0, "max_measure": 10000}})
        self.assertIn("num_vcs = 16: must be 2 to 4; 4 is used", notes)

    def test_network_and_load(self):
        table, notes = self.translate("""
            topology = mesh; k = 4; n = 3;  // two statements in a line
            num_vcs = 2; vc_buf_size = 100;
            traffic = bitcomp; packet_size = 40; injection_rate = 0.002;
            sim_type = throughput; sample_period = 500; warmup_periods = 0; seed = time;
            routing_delay = 1; vc_allocator = islip; flavour = sweet;""", "k=2", "traffic=neighbor")
        self.assertEqual(table["topology"], "mesh:2x2x2")
        self.assertEqual(table["hardware"], {"vcs": 2, "vc_depth": 64, "max_packet_flits": 40})
        self.assertEqual(table["traffic"], {"load": 0.08, "pattern": "neighbour", "process": "bernoulli", "lengths": "40",
                                            "warmup": "auto", "measure": 5000})
        for note in ("seed = time", "routing_delay: ", "vc_allocator: ", "flavour: unknown, ignored", "vc_buf_size = 100"):
            self.assertIn(note, notes)

    def test_both_orders_of_dimensions(self):
        for kind, routing, vcs, orders in (("mesh", "xy_yx", 2, "hash"), ("mesh", "adaptive_xy_yx", 4, "credits"),
                                           ("flatfly", "xyyx", 2, "hash")):
            table, notes = self.translate(f"topology = {kind}; k = 4; routing_function = {routing}; num_vcs = {vcs};")
            self.assertEqual(table["hardware"]["route_orders"], 2)
            self.assertEqual(table["traffic"]["orders"], orders)
            self.assertNotIn("routing_function", notes)
        for text, why in (("topology = mesh; k = 4; routing_function = xy_yx; num_vcs = 3;", "need 2 or 4"),
                          ("topology = mesh; k = 4; routing_function = romm; num_vcs = 2;", "in their order")):
            table, notes = self.translate(text)
            self.assertNotIn("route_orders", table["hardware"])
            self.assertIn("routing_function", notes)
            self.assertIn(why, notes)

    def test_reads_of_an_input_port(self):
        for vcs, speedup, every, noted in ((1, 2, False, False), (2, 1, False, False), (2, 2, True, False), (3, 2, False, True),
                                           (4, 1, False, True), (4, 2, False, False), (4, 4, True, False)):
            table, notes = self.translate(f"topology = mesh; k = 4; num_vcs = {vcs}; input_speedup = {speedup};")
            self.assertEqual(table["hardware"].get("vc_reads", False), every, (vcs, speedup))
            self.assertEqual("input_speedup" in notes, noted, (vcs, speedup))
        table, notes = self.translate("topology = flatfly; k = 5; n = 2; num_vcs = 4; input_speedup = 4;")  # 8 links
        self.assertNotIn("vc_reads", table["hardware"])
        self.assertIn("read twice per cycle", notes)

    def test_classes_have_their_parts_of_the_load(self):
        table, _ = self.translate("""
            topology = flatfly; k = 3; n = 2; num_vcs = 2; classes = 2; traffic = {uniform,hotspot({4})};
            packet_size = {{1,9},4}; packet_size_rate = {{3,1},1}; injection_rate = {0.05,0.15};
            injection_rate_uses_flits = 1;""")
        self.assertEqual(table["topology"], "ghc:3x3")
        self.assertEqual(table["traffic"]["load"], 0.2)
        self.assertEqual(table["traffic"]["classes"],
                         "name=class0 pattern=uniform process=bernoulli lengths=1:3,9:1 weight=0.25; "
                         "name=class1 pattern=hotspot:4:1 process=bernoulli lengths=4 weight=0.75")

    def test_reads_and_writes(self):
        table, notes = self.translate("""
            topology = mesh; k = 4; num_vcs = 4; use_read_write = 1; write_fraction = 0.25; injection_rate = 0.02;
            read_request_size = 1; read_reply_size = 5; write_request_size = 5; write_reply_size = 1;
            max_outstanding_requests = 4; injection_process = on_off(0.1,0.05);""")
        # Reads: 0.015 requests/cycle of one flit; writes: 0.005 of five. Bursts of 1/0.05 cycles, two thirds of the time.
        self.assertEqual(table["traffic"]["load"], 0.04)
        self.assertEqual(table["traffic"]["classes"],
                         "name=read0 pattern=uniform process=bursty:20:0.0225 lengths=1 reply-lengths=5 outstanding=4 "
                         "weight=0.375; name=write0 pattern=uniform process=bursty:20:0.0375 lengths=5 reply-lengths=1 "
                         "outstanding=4 weight=0.625")
        self.assertIn("the limit is one for reads and one for writes", notes)

    def test_a_load_above_what_a_node_offers_is_the_most(self):
        table, notes = self.translate("packet_size = 20; injection_rate = 0.1; sim_type = throughput; topology = mesh; k = 4;")
        self.assertEqual(table["traffic"]["load"], 1)
        self.assertIn("injection_rate: 2 flits/node/cycle; a node offers at most 1", notes)
        table, _ = self.translate("""topology = mesh; k = 4; classes = 3; packet_size = 10; injection_rate = {0.1,0.3,0};
            injection_process = on_off(0.1,-1,0.2);""")
        self.assertEqual(table["traffic"]["load"], 1)
        self.assertEqual(table["traffic"]["classes"],
                         "name=class0 pattern=uniform process=bernoulli lengths=10 weight=0.25; "
                         "name=class1 pattern=uniform process=bernoulli lengths=10 weight=0.75")

    def test_a_class_that_sends_almost_nothing_is_left_out(self):
        table, notes = self.translate("""topology = mesh; k = 4; classes = 2; use_read_write = {0,1}; write_fraction = 1e-15;
            injection_rate = {0.1,0.5}; injection_process = on_off;""")
        self.assertEqual(re.findall("name=([a-z]+[01])", table["traffic"]["classes"]), ["class0", "read1"])
        self.assertIn("write1: left out, because it sends too little beside the others: 5e-16 of ", notes)

    def test_collnoc_accepts_what_is_written(self):
        """Random configurations, legal and illegal: a result that runs, or one line."""
        seed = int(os.environ.get("SEED", random.randrange(10 ** 6)))
        print(f"SEED={seed}", file=sys.stderr)
        draw = random.Random(seed)
        written = 0
        for _ in range(int(os.environ.get("CASES", 100))):
            text = drawn_configuration(draw)
            ended = self.run_on(text)
            if ended.returncode == 0:
                written += 1
                self.toml.write_text(ended.stdout)
                run = self.collnoc("--measure", "20", "--drain", "0")
                self.assertEqual(run.returncode, 0, f"SEED={seed} {text}\n{ended.stdout}{run.stderr}")
            else:
                self.assertEqual((ended.returncode, ended.stdout, ended.stderr.count("\n")), (1, "", 1),
                                 f"SEED={seed} {text}\n{ended.stderr}")
                self.assertRegex(ended.stderr, "^from-booksim: ")
        self.assertGreater(written, 20)

    def test_graphs(self):
        network = self.file.with_name("net.any")
        network.write_text("router 0 node 0 node 1 router 1 4\nrouter 1 node 2 router 2\nrouter 2 node 3\n")
        table, notes = self.translate(f"topology = anynet; network_file = {network}; traffic = bitcomp; routing_function = anynet;")
        self.assertEqual(table["topology"], f"graph:{network}")
        self.assertIn("routing_function = anynet: packets take the routes of collnoc's own search", notes)
        table, notes = self.translate("topology = cmesh; k = 3; n = 2; c = 4; num_vcs = 2;")
        self.assertEqual(table["topology"], "cmesh:3x3,4")
        self.assertIn("two hops more", notes)

    def test_what_cannot_be_translated_is_one_line(self):
        for text, problem in (("topology = dragonflynew;", "topology = dragonflynew"),
                              ("c = 4;", "one tile per router in torus"),
                              ("topology = anynet;", "network_file must name its file"),
                              ("topology = anynet; network_file = nowhere;", "nowhere: cannot be read"),
                              ("topology = cmesh; c = 5;", "c 1 to 4"),
                              ("traffic = diagonal;", "traffic = diagonal"),
                              ("traffic = hotspot;", "name the nodes"),
                              ("k = 8", "has no ';' at its end"),
                              ("k = 8;\n\nn 2;", "given:3: must be KEY = VALUE"),
                              ("n = two;", "n = two: must be a number"),
                              ("n = 5;", "must be 1 to 4 dimensions"),
                              ("sim_type = batch;", "sim_type = batch"),
                              ("injection_process = on_off; burst_r1 = 0.5;", "exactly one of"),
                              ("injection_rate = 0;", "must be greater than 0"),
                              ("packet_size = 0;", "at least 1 flit"),
                              ("packet_size = 300;", "at most 256"),
                              ("k = 1;", "must be 2 to 256 for torus of 2 dimensions"),
                              ("topology = flatfly; k = 5; n = 3;", "must be 2 to 3 for flatfly"),
                              ("k = inf;", "k = inf: must be a number"),
                              ("k = 6; traffic = bitrev;", "a power of 2, not 36"),
                              ("k = 3; n = 3; traffic = transpose;", "a power of 4, not 27"),
                              ("k = 3; traffic = asymmetric;", "an even number of nodes, not 9"),
                              ("k = 4; traffic = hotspot({16});", "0 to 15"),
                              ("use_read_write = 1; write_fraction = 2;", "must be 0 to 1"),
                              ("use_read_write = 1; read_reply_size = 0;", "read_reply_size = 0: must be 1"),
                              ("stopping_thres = 0;", "at most 1"),
                              ("sample_period = 0;", "sample_period = 0: must be 1"),
                              ("seed = -1;", "seed = -1: must be 0"),
                              ("injection_rate = 1e-15;", "at least 1e-9")):
            with self.subTest(text):
                ended = self.run_on(text)
                self.assertEqual(ended.returncode, 1)
                self.assertEqual(ended.stdout, "")
                self.assertEqual(ended.stderr.count("\n"), 1, ended.stderr)
                self.assertIn(problem, ended.stderr)
        self.file.write_text("k = 8;")
        missing = subprocess.run([TOP / "scripts/from-booksim", str(self.file) + "x"], capture_output=True, text=True, check=False)
        self.assertEqual(missing.returncode, 1)
        self.assertIn("cannot be read", missing.stderr)


if __name__ == "__main__":
    unittest.main()

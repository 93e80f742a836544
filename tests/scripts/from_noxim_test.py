#!/usr/bin/python3 -B
"""scripts/from-noxim: what it translates, what it reports, what it refuses; and collnoc accepts the result."""
import json
import os
import random
import subprocess
import sys
import tempfile
import tomllib
import unittest
from collections import Counter
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
COLLNOC = Path(os.environ.get("BUILD_DIR", TOP / "build")).resolve() / "collnoc"


def drawn_configuration(draw: random.Random) -> tuple[str, list[str]]:
    """A file of Noxim and options, whose values are usual, at a limit or, rarely, beyond it."""
    def some(values: list, rare: list) -> str:
        return str(draw.choice(rare if draw.random() < 0.03 else values))

    odd = [0, -1, "inf", "nan", 1e-15, 1e15, "x", ""]
    shares = [0.001, 0.01, 0.2, 0.5, 1]
    given = {
        "topology": some(["MESH"], ["OMEGA"]), "mesh_dim_x": some([2, 3, 4, 8], [1, 300, 1024, 1025, *odd]),
        "mesh_dim_y": some([2, 3, 4, 8], odd), "buffer_depth": some([1, 2, 4, 64, 100], odd),
        "flit_size": some([1, 32, 64, 512], odd), "n_virtual_channels": some([1, 2, 4, 8], odd),
        "routing_algorithm": some(["XY", "ODD_EVEN", "DYAD"], ["TABLE_BASED", "DELTA"]), "use_winoc": some(["false"], ["true", "7"]),
        "simulation_time": some([300, 1000], odd), "stats_warm_up_time": some([0, 200], [10000, *odd]),
        "reset_time": some([0, 1000], odd), "detailed": some(["true", "false"], odd), "min_packet_size": some([2, 3], odd),
        "max_packet_size": some([3, 10, 40, 256], [257, *odd]), "packet_injection_rate": some(shares, odd),
        "probability_of_retransmission": some([0, 0.6, 0.99, *shares], odd),
        "traffic_distribution": some([f"TRAFFIC_{kind}" for kind in (
            "RANDOM", "TRANSPOSE1", "TRANSPOSE2", "BIT_REVERSAL", "SHUFFLE", "BUTTERFLY", "TABLE_BASED")], ["TRAFFIC_ULOCAL", "x"]),
        "traffic_table_filename": "table"}
    text = "".join(f"{key}: {given[key]}\n" for key in draw.sample(sorted(given), draw.randint(len(given) - 6, len(given))))
    options = draw.choice([[], [], ["-hs", "1", "0.3", "-hs", "0", some([0.3, 0.9], odd)], ["-pir", "0.02", "burst", "0.7"],
                           ["-pir", "0.01", "pareto", "1.9", "1.25", "0.5"], ["-seed", some([7], odd)]])
    return text, options


class FromNoxim(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)

    def run_on(self, text: str, *options: str) -> subprocess.CompletedProcess:
        self.write("given.yaml", text)
        return subprocess.run([TOP / "scripts/from-noxim", "given.yaml", *options], capture_output=True, text=True, check=False,
                              cwd=self.folder)

    def collnoc(self, command: str, *options: str) -> dict:
        run = subprocess.run([COLLNOC, command, "--config", "run.toml", *options, "--json", "-", "--quiet"], capture_output=True,
                             text=True, check=False, cwd=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        return json.loads(run.stdout)

    def translate(self, text: str, *options: str) -> tuple[dict, str]:
        """The TOML table and the notes. The result runs."""
        ended = self.run_on(text, *options)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        for note in ended.stderr.splitlines():
            self.assertIn(note.replace("from-noxim: ", "# ", 1), ended.stdout.splitlines())
        self.write("run.toml", ended.stdout)
        table = tomllib.loads(ended.stdout)
        if "replay" not in table:
            self.collnoc("traffic", "--warmup", "0", "--measure", "50")
        return table, ended.stderr

    def rows(self, name: str) -> list[list[float]]:
        return [[float(word) for word in line.split()] for line in (self.folder / name).read_text().splitlines()]

    def test_what_the_file_lacks_is_noxims_default(self) -> None:
        table, notes = self.translate("")
        self.assertEqual(table, {
            "topology": "mesh:4x4", "hardware": {"vcs": 1, "vc_depth": 4},
            "traffic": {"pattern": "uniform", "process": "bernoulli", "load": 0.08, "lengths": "8", "warmup": 1000, "measure": 9000}})
        self.assertEqual(notes.count("\n"), 1, notes)
        self.assertIn("flit_size = 32: ", notes)

    def test_network_and_load(self) -> None:
        table, notes = self.translate("""# a comment
mesh_dim_x: 8
mesh_dim_y: 2      # rows
n_virtual_channels: 8
buffer_depth: 1
flit_size: 128
routing_algorithm: WEST_FIRST
Hubs:
    defaults:
        attached_nodes: []
min_packet_size: 2
max_packet_size: 40
packet_injection_rate: 0.02
probability_of_retransmission: 0.02
simulation_time: 5000
stats_warm_up_time: 500
detailed: true
clock_period_ps: 1000
verbose_mode: "VERBOSE_LOW"
max_volume_to_be_drained: 7
flavour: sweet
""")
        self.assertEqual(table["topology"], "mesh:8x2")
        self.assertEqual(table["hardware"], {"vcs": 4, "vc_depth": 2, "flit_bits": 128, "max_packet_flits": 40})
        self.assertEqual(table["traffic"], {
            "pattern": "uniform", "process": "bernoulli", "load": 0.42, "lengths": ",".join(str(n) for n in range(2, 41)), "warmup": 500,
            "measure": 4500, "per_pair": True})
        for note in ("n_virtual_channels = 8: must be 1 to 4; 4 is used", "buffer_depth = 1: must be 2 to 64", "x first, then y",
                     "verbose_mode: ", "max_volume_to_be_drained: ", "flavour: unknown, ignored", "the same virtual channel of a link"):
            self.assertIn(note, notes)
        for silent in ("flit_size", "Hubs", "clock_period_ps"):
            self.assertNotIn(silent, notes)

    def test_a_long_mesh_needs_wider_flits(self) -> None:
        for bits, used in (("64", 128), ("256", 256)):
            table, notes = self.translate(f"mesh_dim_x: 257\nmesh_dim_y: 2\nflit_size: {bits}\n")
            self.assertEqual(table["hardware"]["flit_bits"], used)
            self.assertEqual("128 is used" in notes, used == 128)
        table, _ = self.translate("mesh_dim_x: 256\nmesh_dim_y: 2\nflit_size: 64\n")
        self.assertNotIn("flit_bits", table["hardware"])

    def test_options_of_noxims_command_line_override_the_file(self) -> None:
        self.write("t", "0 1\n")
        options = ("-dimx", "3", "-dimy", "5", "-buffer", "16", "-vc", "2", "-size", "3", "5", "-sim", "3000", "-warmup", "1000",
                   "-seed", "9", "-pir", "0.05", "poisson", "-detailed", "-routing", "DYAD", "0.5", "-power", "p.yaml")
        table, notes = self.translate("mesh_dim_x: 8\npacket_injection_rate: 0.5\n", *options)
        self.assertEqual((table["topology"], table["seed"]), ("mesh:3x5", 9))
        self.assertEqual(table["hardware"], {"vcs": 2, "vc_depth": 16})
        self.assertEqual(table["traffic"], {"pattern": "uniform", "process": "bernoulli", "load": 0.2, "lengths": "3,4,5", "warmup": 1000,
                                            "measure": 2000, "per_pair": True})
        self.assertIn("routing_algorithm = DYAD", notes)
        self.assertIn("-power: ", notes)
        same = subprocess.run([TOP / "scripts/from-noxim", *options, "-config", "given.yaml"], capture_output=True, text=True,
                              check=True, cwd=self.folder)
        self.assertEqual(same.stdout, (self.folder / "run.toml").read_text())

    def test_probability_of_retransmission(self) -> None:
        # Of the cycles, pir/(1 - por + pir) have a packet; a burst has 1/(1 - por).
        table, notes = self.translate("packet_injection_rate: 0.01\nprobability_of_retransmission: 0.75\n")
        self.assertAlmostEqual(table["traffic"]["load"], 8 * 0.01 / 0.26, 8)
        self.assertEqual(table["traffic"]["process"], "bursty:32:1")
        self.assertIn("bursts of 4 packets", notes)
        table, notes = self.translate("packet_injection_rate: 0.01\nprobability_of_retransmission: 0.25\n")
        self.assertAlmostEqual(table["traffic"]["load"], 8 * 0.01 / 0.76, 8)
        self.assertEqual(table["traffic"]["process"], "bernoulli")
        self.assertIn("differs from packet_injection_rate", notes)
        table, notes = self.translate("", "-pir", "0.01", "burst", "0.9875")  # por = 0.8
        self.assertEqual(table["traffic"]["process"], "bursty:40:1")
        table, notes = self.translate("", "-pir", "0.5", "poisson")
        self.assertEqual((table["traffic"]["load"], table["traffic"]["process"]), (1, "bernoulli"))
        self.assertIn("4 flits/node/cycle; a node offers at most 1", notes)

    def test_patterns(self) -> None:
        for kind, pattern in (("TRANSPOSE1", "transpose"), ("TRANSPOSE2", "transpose"), ("BIT_REVERSAL", "bit-reverse"), ("SHUFFLE", "shuffle")):
            table, notes = self.translate(f"traffic_distribution: TRAFFIC_{kind}\n")
            self.assertEqual(table["traffic"]["pattern"], pattern)
            self.assertIn("no node sends to itself", notes)
            self.assertEqual("mirrored in x" in notes, kind == "TRANSPOSE1")
        table, _ = self.translate("", "-traffic", "butterfly", "--pattern", "p")
        self.assertEqual(table["traffic"]["pattern"], "permutation:p")  # the first and the last of 4 bits change places
        self.assertEqual(self.rows("p"), [[d] for d in (0, 8, 2, 10, 4, 12, 6, 14, 1, 9, 3, 11, 5, 13, 7, 15)])
        table, _ = self.translate("mesh_dim_x: 3\nmesh_dim_y: 2\n", "-traffic", "transpose2", "--pattern", "p")
        self.assertEqual(table["traffic"]["pattern"], "matrix:p")  # (2, 0) to (0, 1): its column ends there
        self.assertEqual([row.index(1) if 1 in row else -1 for row in self.rows("p")], [-1, 3, 3, 1, -1, 4])

    def test_transpose1_is_transpose_on_the_mirrored_mesh(self) -> None:
        """As the note says: means agree with those of the permutation itself."""
        self.write("p", "".join(f"{4 * (3 - s % 4) + 3 - s // 4}\n" for s in range(16)))
        self.translate("simulation_time: 60000\n", "-pir", "0.02", "poisson", "-traffic", "transpose1")
        ours, own = (self.collnoc("traffic", *more)["traffic"]["loads"][0] for more in ([], ["--pattern", "permutation:p"]))
        self.assertAlmostEqual(ours["latency"]["total"]["mean"], own["latency"]["total"]["mean"], delta=0.5)
        self.assertAlmostEqual(ours["accepted"], own["accepted"], delta=0.005)

    def test_hot_spots(self) -> None:
        table, notes = self.translate("", "-hs", "3", "0.2", "-hs", "9", "0.2")
        self.assertEqual(table["traffic"]["pattern"], "hotspot:3,9:0.4")
        self.assertIn("--pattern FILE does as Noxim", notes)
        table, _ = self.translate("", "-hs", "3", "0.2", "-hs", "9", "0.5", "--pattern", "m")
        self.assertEqual(table["traffic"]["pattern"], "matrix:m")
        rows = self.rows("m")
        for s, row in enumerate(rows):
            self.assertAlmostEqual(sum(row), 1, 9)
            self.assertEqual(row[s], 0)
        self.assertAlmostEqual(rows[0][3], 0.2 + 0.3 / 15, 9)
        self.assertAlmostEqual(rows[9][3], 0.2 + 0.8 / 15, 9)  # a hot spot sends its own share to any node
        self.assertAlmostEqual(rows[9][0], 0.8 / 15, 9)

    def test_rates_of_a_traffic_table(self) -> None:
        self.write("t", "% source, destination, ...\n0 5 0.02 0.02\n\n0 1\n3 4 0.01 0.5\n3 3 0.1 0.1\n7 2 0.04 0.04 1500 6501\n")
        table, notes = self.translate("packet_injection_rate: 0.005\n", "-traffic", "table", "t", "--pattern", "m")
        rows = self.rows("m")
        load = table["traffic"]["load"]
        self.assertEqual((table["traffic"]["pattern"], table["traffic"]["process"]), ("matrix:m", "bernoulli"))
        self.assertAlmostEqual(load * rows[0][5], 8 * 0.02, 8)
        self.assertAlmostEqual(load * rows[0][1], 8 * 0.005, 8)
        # Active in cycles 1501 to 6500, of which 2000 to 6500 are measured, of 9000.
        self.assertAlmostEqual(load * rows[7][2], 8 * 0.04 * 4501 / 9000, 8)
        # A node with two rows: of its cycles, .11/(1 - .6 + .11) have a packet; then the rows have .5 and .1, else .01 and .1.
        sending = 0.11 / 0.51
        self.assertAlmostEqual(load * rows[3][4], 8 * ((1 - sending) * 0.01 + sending * 0.5), 8)
        self.assertAlmostEqual(max(sum(row) for row in rows), 1, 9)
        for note in ("1 of 5 rows have times", "por differs from pir", "no node sends to itself"):
            self.assertIn(note, notes)

    def test_a_trace_of_a_traffic_table_keeps_its_times(self) -> None:
        self.write("t", "0 5 0.5 0.5 1099 1200 1500\n2 1 0.1 0.1\n2 9 0.3 0.3\n6 6 0.1 0.1\n3 8 0.01 0.8\n")
        table, notes = self.translate("min_packet_size: 2\nmax_packet_size: 4\n", "-traffic", "table", "t", "--trace", "out.jsonl")
        self.assertEqual(table, {"topology": "mesh:4x4", "hardware": {"vcs": 1, "vc_depth": 4}, "replay": {"trace": "out.jsonl"}})
        lines = [json.loads(line) for line in (self.folder / "out.jsonl").read_text().splitlines()]
        self.assertIn(f"out.jsonl: {len(lines)} packets; ", notes)
        self.assertIn("a replay measures all packets", notes)
        cycles = {src: [line.get("cycle", 0) for line in lines if line["src"] == src] for src in (0, 2, 3)}
        # Noxim's cycles begin with those of reset; modulo 1500, the row is active in 1100 to 1199.
        phases = {(cycle + 1000) % 1500 for cycle in cycles[0]}
        self.assertTrue(phases <= set(range(1100, 1200)) and len(phases) > 90)
        self.assertEqual(Counter(line["bytes"] for line in lines).keys(), {8, 16, 24})
        pairs = Counter((line["src"], line["dst"]) for line in lines)
        # Means of 10,000 cycles, to four standard deviations.
        self.assertAlmostEqual(pairs[2, 1], 1000, delta=120)
        self.assertAlmostEqual(pairs[2, 9], 3000, delta=190)
        self.assertAlmostEqual(pairs[0, 5], 350, delta=60)
        self.assertAlmostEqual(pairs[3, 8], 10000 * 0.01 / 0.21, delta=240)
        following = sum(later == cycle + 1 for cycle, later in zip(cycles[3], cycles[3][1:]))
        self.assertAlmostEqual(following / len(cycles[3]), 0.8, delta=0.1)
        replay = self.collnoc("replay")["replay"]["result"]
        self.assertEqual(replay["messages"], len(lines))
        self.assertEqual(replay["flits"], sum(line["bytes"] // 8 + 1 for line in lines))
        again, _ = self.translate("min_packet_size: 2\nmax_packet_size: 4\n", "-traffic", "table", "t", "--trace", "again.jsonl")
        self.assertEqual((self.folder / "again.jsonl").read_text(), (self.folder / "out.jsonl").read_text())
        self.translate("min_packet_size: 2\nmax_packet_size: 4\n", "-traffic", "table", "t", "--trace", "again.jsonl", "-seed", "2")
        self.assertNotEqual((self.folder / "again.jsonl").read_text(), (self.folder / "out.jsonl").read_text())

    def test_a_list_of_packets_is_a_trace(self) -> None:
        self.write("list", "# cycle 0\n0 5\n% cycle 0\n2 2\n-1\n-1\n3 4\n0 1\n-1\n1 0\n")
        _, notes = self.translate("simulation_time: 3\nstats_warm_up_time: 0\n", "-traffic", "hardcoded", "list", "--trace", "out")
        lines = [json.loads(line) for line in (self.folder / "out").read_text().splitlines()]
        self.assertEqual(lines, [{"src": 0, "dst": 5, "bytes": 56}, {"cycle": 2, "src": 3, "dst": 4, "bytes": 56},
                                 {"cycle": 2, "src": 0, "dst": 1, "bytes": 56}])
        self.assertIn("1 of a node to itself", notes)
        self.assertEqual(self.collnoc("replay")["replay"]["result"]["messages"], 3)

    def test_trace_and_rates_agree(self) -> None:
        """The mean rates of a table are those of the packets drawn from it."""
        self.write("t", "0 5 0.02 0.3 700 2000 2500\n0 9 0.1 0.1\n4 2 0.3 0.9 0 40 100\n4 6 0.05 0.05 50 80 170\n")
        base = "simulation_time: 400000\nmin_packet_size: 3\nmax_packet_size: 3\nstats_warm_up_time: 0\n"
        table, _ = self.translate(base, "-traffic", "table", "t", "--pattern", "m")
        self.translate(base, "-traffic", "table", "t", "--trace", "out")
        pairs = Counter((line["src"], line["dst"]) for line in map(json.loads, (self.folder / "out").read_text().splitlines()))
        rows = self.rows("m")
        for src, dst in pairs:
            mean = table["traffic"]["load"] * rows[src][dst] * 400000 / 3
            # A short burst begins anew in each period, which the stationary rate neglects.
            self.assertAlmostEqual(pairs[src, dst] / mean, 1, delta=0.05, msg=f"{src} to {dst}")
        self.assertEqual(set(pairs), {(0, 5), (0, 9), (4, 2), (4, 6)})

    def test_collnoc_accepts_what_is_written(self) -> None:
        """Random configurations, legal and illegal: a result that runs, or one line."""
        seed = int(os.environ.get("SEED", random.randrange(10 ** 6)))
        print(f"SEED={seed}", file=sys.stderr)
        draw = random.Random(seed)
        written = 0
        for _ in range(int(os.environ.get("CASES", 100))):
            text, options = drawn_configuration(draw)
            self.write("table", draw.choice(["0 1 0.1 0.1\n2 3\n", "0 2 0.3 0.9 10 1400 1500\n1 1\n3 0\n", "1 0 1 1\n1 2 0.5 0.5\n"]))
            ended = self.run_on(text, *options, "--pattern", "file")
            if ended.returncode == 0:
                written += 1
                self.write("run.toml", ended.stdout)
                self.collnoc("traffic", "--warmup", "0", "--measure", "20", "--drain", "0")
            else:
                self.assertEqual((ended.returncode, ended.stdout, ended.stderr.count("\n")), (1, "", 1),
                                 f"SEED={seed} {text} {options}\n{ended.stderr}")
                self.assertRegex(ended.stderr, "^from-noxim: ")
        self.assertGreater(written, 10)

    def test_what_cannot_be_translated_is_one_line(self) -> None:
        self.write("columns", "0 1 0.1 0.1 1 2 3 4\n")
        self.write("outside", "0 1\n0 16\n")
        self.write("times", "% t_off\n0 1 0.1 0.1 5 5\n")
        self.write("period", "0 1 0.1 0.1 5 9 9\n")
        self.write("empty", "% nothing\n")
        self.write("itself", "1 1 0.5\n")
        self.write("late", "1 2 0.5 0.5 30000\n")
        self.write("long", "1 2 0.5 0.5 1 2\n")
        for text, options, problem in (
                ("topology: OMEGA\n", "", "no delta networks"),
                ("use_winoc: true\n", "", "no wireless hubs"),
                ("", "-winoc", "no wireless hubs"),
                ("use_winoc: 7\n", "", "use_winoc = 7: must be true or false"),
                ("routing_algorithm: TABLE_BASED\n", "", "routes cannot be given"),
                ("traffic_distribution: TRAFFIC_LOCAL\n", "", "traffic_distribution = TRAFFIC_LOCAL"),
                ("mesh_dim_x: 1\n", "", "mesh_dim_x = 1: must be 2 to 1024"),
                ("mesh_dim_x 4\n", "", "given.yaml:1: must be KEY: VALUE"),
                ("mesh_dim_x: 4\n\nmesh_dim_x: 4\n", "", "given.yaml:3: mesh_dim_x for the second time"),
                ("mesh_dim_x: 4\n  mesh_dim_y: 4\n", "", "given.yaml:2: indented"),
                ("topology: 'MESH\n", "", "no quote at its end"),
                ("mesh_dim_y: four\n", "", "mesh_dim_y = four: must be a number"),
                ("min_packet_size: 9\n", "", "must be at most max_packet_size = 8"),
                ("min_packet_size: 1\n", "", "min_packet_size = 1: must be 2"),
                ("max_packet_size: 257\n", "", "at most 256"),
                ("simulation_time: 1000\n", "", "must be less than simulation_time"),
                ("packet_injection_rate: 0\n", "", "must be greater than 0"),
                ("packet_injection_rate: 1.5\n", "", "must be 0 to 1"),
                ("mesh_dim_x: 6\n", "-traffic shuffle", "a power of 2, not 24"),
                ("mesh_dim_x: 6\n", "-traffic transpose1", "needs --pattern FILE"),
                ("", "-traffic butterfly", "needs --pattern FILE"),
                ("", "-traffic butterfly --pattern /nowhere/p", "/nowhere/p: cannot be written"),
                ("mesh_dim_x: 64\nmesh_dim_y: 32\n", "-traffic transpose2 --pattern p", "at most 1024 nodes"),
                ("", "-hs 16 0.5", "must be a node, 0 to 15"),
                ("", "-hs 1 0.5 -hs 2 0.1", "need --pattern FILE"),
                ("", "-traffic hardcoded columns", "--trace FILE writes"),
                ("", "-traffic hardcoded columns --trace t", "columns:1: must be SOURCE DESTINATION"),
                ("", "--trace t", "for collnoc traffic leave it out"),
                ("", "-traffic table empty --trace /nowhere/t", "empty: has no rows"),
                ("", "-traffic table late --trace /nowhere/t", "/nowhere/t: cannot be written"),
                ("", "-traffic table nothere --pattern p", "nothere: cannot be read"),
                ("", "-traffic table columns --pattern p", "columns:1: must be src dst pir por"),
                ("", "-traffic table outside --pattern p", "outside:2: dst = 16: must be 0 to 15"),
                ("", "-traffic table times --pattern p", "times:2: t_off = 5: must be greater than t_on = 5"),
                ("", "-traffic table period --pattern p", "period:1: t_period = 9: must be greater than t_off = 9"),
                ("", "-traffic table itself --pattern p", "no packets between nodes"),
                ("", "-traffic table late --pattern p", "no packets between nodes"),
                ("", "-traffic table long --pattern p -sim 100000000", "at most 10000000"),
                ("", "-traffic table long --trace t -sim 900000000", "1e8 cycles of all sources"),
                ("", "-traffic sideways", "-traffic sideways: must be one of"),
                ("", "-pir 0.1", "-pir: a value is missing"),
                ("", "-pir 0.1 often", "must be poisson, burst, pareto or custom"),
                ("", "-pir 0.1 burst 1", "less than 1"),
                ("", "-sweet", "-sweet: Noxim has no such option"),
                ("", "--pattern", "--pattern: a file is missing")):
            with self.subTest(f"{text}{options}"):
                ended = self.run_on(text, *options.split())
                self.assertEqual((ended.returncode, ended.stdout), (1, ""))
                self.assertEqual(ended.stderr.count("\n"), 1, ended.stderr)
                self.assertIn(problem, ended.stderr)
        for arguments, problem in ((["absent.yaml"], "cannot be read"), (["-dimx", "4"], "the configuration file is missing")):
            ended = subprocess.run([TOP / "scripts/from-noxim", *arguments], capture_output=True, text=True, check=False, cwd=self.folder)
            self.assertEqual(ended.returncode, 1)
            self.assertIn(problem, ended.stderr)


if __name__ == "__main__":
    unittest.main()

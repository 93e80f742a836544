#!/usr/bin/python3 -B
"""--energy on run, traffic and replay: its counts against the other counts of the result, on model and RTL."""
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[3]
COLLNOC = Path(os.environ.get("BUILD_DIR", TOP / "build")) / "collnoc"
TABLE = {entry["hardware"]["FLIT_W"]: entry
         for entry in json.loads((TOP / "sim/energy/energy.json").read_text(encoding="utf-8"))["entries"]}
PARTS = {"buffer_write": "buffered_flits", "buffer_read": "switched_flits", "crossbar": "switched_flits",
         "arbitration": "switched_flits", "link": "link_flits", "nic_send": "injected_flits",
         "nic_receive": "ejected_flits", "message": "messages", "clock": "node_cycles"}


def program(*arguments: str) -> dict:
    done = subprocess.run([COLLNOC, *arguments, "--energy", "--quiet", "--json", "-"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


class ProgramEnergy(unittest.TestCase):
    def check(self, energy: dict, width: int = 64) -> dict:
        """Every part is its event times the table's energy; returns the events."""
        for part, event in PARTS.items():
            self.assertAlmostEqual(energy[part], energy["events"][event] * TABLE[width][f"{part}_pj"], places=6)
        self.assertAlmostEqual(energy["dynamic"], sum(energy[part] for part in PARTS if part != "clock"), places=6)
        self.assertGreater(energy["leakage"], 0)
        return energy["events"]

    def test_a_collective(self):
        (run,) = program("run", "total-exchange", "--algorithm", "direct", "--topology", "torus:4x4", "--bytes", "64")["runs"]
        events = self.check(run["energy"])
        flits = 240 * 9  # each message of 64 bytes: a head and 8 flits
        self.assertEqual(events, {"node_cycles": 16 * run["cycles"], "link_flits": run["flit_hops"], "injected_flits": flits,
                                  "ejected_flits": flits, "buffered_flits": run["flit_hops"] + flits,
                                  "switched_flits": run["flit_hops"] + flits, "messages": 240})

    def test_width_decides(self):
        (run,) = program("run", "broadcast", "--topology", "mesh:4x4", "--bytes", "256", "--flit-bits", "128")["runs"]
        self.check(run["energy"], 128)

    def test_the_rtl_counts_the_same(self):
        arguments = ("run", "broadcast", "--topology", "mesh:4x4", "--bytes", "256")
        self.assertEqual(program(*arguments)["runs"][0]["energy"],
                         program(*arguments, "--backend", "lockstep")["runs"][0]["energy"])

    def test_traffic(self):
        (load,) = program("traffic", "--topology", "mesh:4x4", "--load", "0.1", "--lengths", "5")["traffic"]["loads"]
        events = self.check(load["energy"])
        self.assertEqual(events["injected_flits"], 5 * events["messages"])
        self.assertEqual(events["ejected_flits"], events["injected_flits"])
        self.assertGreater(events["link_flits"], load["link_use"]["flits"])  # those of the warm-up, too

    def test_a_replay(self):
        with tempfile.TemporaryDirectory() as folder:
            trace = Path(folder) / "trace.jsonl"
            trace.write_text('{"src": 0, "dst": 15, "bytes": 64}\n{"src": 3, "dst": 2, "bytes": 0}\n', encoding="utf-8")
            result = program("replay", str(trace), "--topology", "mesh:4x4")["replay"]["result"]
        events = self.check(result["energy"])
        self.assertEqual((events["messages"], events["injected_flits"], events["link_flits"]), (2, 10, 6 * 9 + 1))

    def test_the_tables_have_a_line(self):
        for arguments in (("run", "broadcast", "--topology", "mesh:4x4"), ("traffic", "--topology", "mesh:4x4", "--load", "0.1")):
            done = subprocess.run([COLLNOC, *arguments, "--energy"], capture_output=True, text=True, check=True)
            self.assertRegex(done.stdout, r"# energy in nJ: [\d.]+ = buffers [\d.]+ \+ crossbar")

    def test_other_hardware_is_refused(self):
        for arguments in (("run", "broadcast", "--vcs", "4"), ("run", "broadcast", "--executor", "nic"),
                          ("traffic", "--vc-reads", "on", "--load", "0.1"), ("run", "all-reduce", "--accumulate", "on", "--float-sums", "on"),
                          ("run", "broadcast", "--topology", "mesh:300x2", "--flit-bits", "128"),
                          ("traffic", "--nic", "all-port", "--load", "0.1"), ("run", "broadcast", "--topology", "mesh:4x4x4")):
            done = subprocess.run([COLLNOC, *arguments, "--energy"], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)
            self.assertIn("--energy: not measured for this hardware; measured is flit_bits 64, 128 with", done.stderr)

    def test_another_table_in_place_of_the_built_in_one(self):
        traffic = [COLLNOC, "traffic", "--topology", "mesh:4x4", "--vc-reads", "on", "--load", "0.1", "--energy", "--json", "-", "--quiet"]
        entry = TABLE[64] | {"hardware": TABLE[64]["hardware"] | {"VC_READS": 1}}
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "reads.json"
            environment = os.environ | {"COLLNOC_ENERGY": str(file)}
            for text, wrong in ((None, "cannot read"), ("{", "is not JSON"), ('{"schema": "collnoc.energy/1", "entries": []}', "/entries: has 0 elements")):
                if text is not None:
                    file.write_text(text, encoding="utf-8")
                done = subprocess.run(traffic, capture_output=True, text=True, check=False, env=environment)
                self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)
                self.assertIn(wrong, done.stderr)
            file.write_text(json.dumps({"schema": "collnoc.energy/1", "entries": [entry]}), encoding="utf-8")
            done = subprocess.run(traffic, capture_output=True, text=True, check=True, env=environment)
        self.check(json.loads(done.stdout)["traffic"]["loads"][0]["energy"])


unittest.main()

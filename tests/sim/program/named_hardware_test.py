#!/usr/bin/python3 -B
"""Hardware by name: every name is legal, runs a broadcast with every byte right, and is overridden by other options.

  named_hardware_test.py COLLNOC                the model
  named_hardware_test.py COLLNOC --lockstep     model and RTL of every name in lockstep (builds a library for each)
"""
import json
import subprocess
import sys
import tempfile
import tomllib
import unittest
from pathlib import Path

PROGRAM = str(Path(sys.argv.pop(1)).resolve())
LOCKSTEP = "--lockstep" in sys.argv and sys.argv.pop() == "--lockstep"
TOP = Path(__file__).resolve().parents[3]
NAMED = {h["name"]: h["set"] for h in tomllib.loads((TOP / "arch/hardware.toml").read_text())["hardware"]}
PARAMETERS = {p["name"]: p for p in tomllib.loads((TOP / "arch/node.toml").read_text())["parameter"]}
BROADCAST = ["run", "broadcast", "--topology", "mesh:4x4", "--bytes", "301"]


def collnoc(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True)


def run(*words):
    done = collnoc(*BROADCAST, "--quiet", "--json", "-", *words)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["runs"][0]


def expected(name):
    """The hardware in results, and the NIC."""
    values = {p["json"]: p["default"] for p in PARAMETERS.values() if "json" in p}
    values["switching"] = "wormhole"
    for parameter, value in NAMED[name].items():
        if parameter != "ALL_PORT":
            values[PARAMETERS[parameter]["json"]] = value
    return values, "all-port" if NAMED[name].get("ALL_PORT") else "one-port"


@unittest.skipIf(LOCKSTEP, "the model's")
class NamedHardware(unittest.TestCase):
    def test_every_name_has_its_parameters_and_brings_every_byte(self):
        for name in NAMED:
            result = run("--hardware", name)
            self.assertEqual((result["hardware"], result["nic"]), expected(name), name)
            self.assertEqual(result["bytes_wrong"], 0, name)
            self.assertEqual(result["bytes_checked"], 16 * 301, name)

    def test_default_is_what_runs_without_a_name(self):
        result, plain = run("--hardware", "default"), run()
        for key in ("id", "hardware", "nic", "cycles", "algorithm"):
            self.assertEqual(result[key], plain[key])

    def test_a_list_shows_every_name(self):
        listed = collnoc("list", "hardware").stdout.splitlines()[1:]
        self.assertEqual([line.split()[0] for line in listed], list(NAMED))
        self.assertIn("--vcs 1 --vc-depth 2", listed[list(NAMED).index("small")])

    def test_given_parameters_override_the_name_wherever_they_stand(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "run.toml"
            file.write_text('nic = "one-port"\n[hardware]\nname = "all-port"\nvc_depth = 6\n')
            result = run("--config", str(file))
            self.assertEqual((result["nic"], result["hardware"]["sequencer"], result["hardware"]["vc_depth_flits"]),
                             ("one-port", 1, 6))
            result = run("--config", str(file), "--hardware", "small")
            self.assertEqual((result["hardware"]["vcs"], result["hardware"]["vc_depth_flits"]), (1, 6))
        result = run("--hardware", "small", "--vcs", "2")
        self.assertEqual((result["hardware"]["vcs"], result["hardware"]["vc_depth_flits"]), (2, 2))
        self.assertEqual(run("--set", "hardware.name=small", "--set", "hardware.vcs=3")["hardware"]["vcs"], 3)

    def test_a_sweep_takes_names(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "grid.toml"
            file.write_text('command = "run broadcast"\n[options]\ntopology = "mesh:2x2"\n[grid]\n'
                            'hardware = ["small", "throughput"]\n')
            done = collnoc("sweep", str(file), "--output", f"{folder}/results")
            self.assertEqual(done.returncode, 0, done.stderr)
            lines = (Path(folder) / "results/results.csv").read_text().splitlines()
            vcs = lines[0].split(",").index("hardware.vcs")
            self.assertEqual([line.split(",")[vcs] for line in lines[1:]], ["1", "4"])

    def test_an_unknown_name_is_refused_with_the_names(self):
        for words in (["--hardware", "tiny"], ["--set", "hardware.name=tiny"]):
            done = collnoc(*BROADCAST, *words)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stderr.count("\n"), 1)
            self.assertIn("unknown hardware 'tiny'; one of " + ", ".join(NAMED), done.stderr)

    def test_what_a_name_sets_is_refused_by_its_name(self):
        done = collnoc(*BROADCAST, "--hardware", "throughput", "--nic", "all-port")
        self.assertEqual(done.returncode, 1)
        self.assertIn("--hardware throughput, which means --vc-reads on: ", done.stderr)


@unittest.skipUnless(LOCKSTEP, "the RTL's")
class InLockstep(unittest.TestCase):
    def test_every_name_is_equal_in_model_and_rtl(self):
        for name in NAMED:
            result = run("--hardware", name, "--backend", "lockstep")
            self.assertEqual((result["bytes_wrong"], result["mismatches"]), (0, 0), name)
            self.assertGreater(result["link_cycles_compared"], 0, name)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/python3 -B
"""libcollnoc from Python's ctypes: the example, its numbers against `collnoc traffic`, its drawing, and its errors."""
import ctypes
import importlib.util
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[3]
EXAMPLE = TOP / "docs/examples/embedding/latency_curve.py"
LIBRARY, PROGRAM = os.environ["LIBRARY"], os.environ["PROGRAM"]
spec = importlib.util.spec_from_file_location("latency_curve", EXAMPLE)
latency_curve = importlib.util.module_from_spec(spec)
spec.loader.exec_module(latency_curve)


class Python(unittest.TestCase):
    def test_a_message_arrives(self):
        network = latency_curve.Network(ctypes.CDLL(LIBRARY), "--topology mesh:4x4")
        self.assertEqual(network.nodes(), 16)
        self.assertEqual(network.send(0, 15, 64), 1)
        network.step(100)
        (arrival,) = network.arrivals()
        self.assertEqual((arrival.message, arrival.source, arrival.target, arrival.bytes), (1, 0, 15, 64))
        self.assertEqual(arrival.accepted - arrival.injected, 7)  # six hops, and into the NIC

    def test_a_failure_is_a_text(self):
        with self.assertRaisesRegex(ValueError, "--vcs 9"):
            latency_curve.Network(ctypes.CDLL(LIBRARY), "--vcs 9")

    def test_the_curve_is_that_of_traffic(self):
        """Both are uniform and Bernoulli, with different random numbers; traffic writes one put register more."""
        loads = "0.1,0.3"
        curve = subprocess.run([EXAMPLE, "--library", LIBRARY, "--topologies", "torus:4x4", "--loads", loads, "--cycles", "4000"],
                               capture_output=True, text=True, check=True).stdout.split()
        traffic = json.loads(subprocess.run(
            [PROGRAM, "traffic", "--topology", "torus:4x4", "--lengths", "5", "--load", loads, "--quiet", "--json", "-"],
            capture_output=True, text=True, check=True).stdout)
        for i, point in enumerate(traffic["traffic"]["loads"]):
            self.assertAlmostEqual(float(curve[3 * i + 2]) / point["latency_mean"], 1, delta=0.1)

    def test_the_curve_is_drawn(self):
        if importlib.util.find_spec("matplotlib") is None:
            self.skipTest("no python3-matplotlib")
        with tempfile.TemporaryDirectory() as folder:
            drawing = Path(folder) / "curve.svg"
            subprocess.run([EXAMPLE, "--library", LIBRARY, "--output", drawing, "--loads", "0.1,0.2", "--cycles", "200"],
                           capture_output=True, check=True)
            text = drawing.read_text(encoding="utf-8")
            self.assertIn("<svg", text)
            self.assertGreater(text.count("<path"), 20)


unittest.main()

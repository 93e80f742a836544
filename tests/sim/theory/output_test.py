#!/usr/bin/python3 -B
"""What check and list network print of the theory: output_test.py COLLNOC"""
import json
import subprocess
import sys
import unittest

PROGRAM = sys.argv.pop(1)


def collnoc(*arguments: str) -> str:
    return subprocess.run([PROGRAM, *arguments], stdout=subprocess.PIPE, check=True, encoding="utf-8").stdout


def theory(*arguments: str) -> list[dict]:
    return json.loads(collnoc("check", *arguments, "--quiet", "--json", "-"))["theory"]


class Output(unittest.TestCase):
    def test_a_multicast_is_not_compared(self):
        self.assertIn("reached", theory("broadcast", "--topology", "mesh:4x4", "--algorithm", "eyes")[0])
        for statement in theory("broadcast", "--topology", "mesh:4x4", "--algorithm", "multicast", "--multicast", "on"):
            self.assertNotIn("reached", statement)
            if statement["quantity"] != "message-hops":
                self.assertIn("without multicast", statement["text"])

    def test_all_roots(self):
        words = ("broadcast", "--topology", "mesh:4x4", "--algorithm", "eyes", "--root")
        every = theory(*words, "all")[2]["text"]
        self.assertTrue(every.endswith("at least 15 message-hops from any root; an eye reaches it"), every)
        self.assertIn(every + "; root 5 is an eye; eyes has 15, which meets the bound", theory(*words, "5")[2]["text"])
        self.assertIn(every + "; root 0 is not an eye; eyes has 18", theory(*words, "0")[2]["text"])

    def test_formulas_of_the_status(self):
        for topology, formula in (("star:4", "n! (n + 2/n + H_n - 4)"), ("spidergon:8", "with h = N/2"),
                                  ("mesh:4x4", "with N nodes in all and n_d in dimension d")):
            with self.subTest(topology=topology):
                self.assertIn(formula, collnoc("list", "network", "--topology", topology))


unittest.main()

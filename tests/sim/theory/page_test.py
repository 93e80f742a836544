#!/usr/bin/python3 -B
"""The table of docs/reference/theory.md has the numbers that the program prints.

  page_test.py COLLNOC            compares; exit 1 if the page differs
  page_test.py COLLNOC --write    writes the table
"""
import json
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parents[3] / "docs/reference/theory.md"
BEGIN, END = "<!-- theory:begin -->\n", "<!-- theory:end -->\n"
NETWORKS = ("mesh:8", "torus:6", "mesh:4x4", "mesh:8x8", "torus:4x4", "torus:6x6", "torus:8x8", "torus:4x4x4", "hypercube:4",
            "hypercube:6", "ghc:3x4", "ghc:4x4", "star:4", "spidergon:16", "product:star:3+torus:4", "product:star:3+mesh:4",
            "product:star:4+star:4", "product:spidergon:8+spidergon:8")
HEAD = ["network", "nodes", "links", "diameter", "average status", "average distance", "one-port bound", "steps", "met",
        "all-port bound", "steps", "met"]


def collnoc(*arguments: str) -> dict:
    done = subprocess.run([sys.argv[1], *arguments, "--quiet", "--json", "-"], stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def exchange(topology: str, nic: str) -> list[str]:
    """Bound, steps and whether they meet it."""
    checked = collnoc("check", "total-exchange", "--topology", topology, "--nic", nic, "--algorithm", "direct", "--bytes", "8")
    bound, algorithm = checked["theory"]
    reached = algorithm.get("reached")
    return [f"{bound['bound']:.2f}".removesuffix(".00"), *([f"{reached['value']:.0f}", "yes" if reached["meets_bound"] else "no"] if reached else ["–", "–"])]


def row(topology: str) -> list[str]:
    numbers = collnoc("list", "network", "--topology", topology)
    average = f"{numbers['status']['average']:.2f}".removesuffix(".00")
    counts = [str(numbers[key]) for key in ("nodes", "links", "diameter")]
    return [f"`{topology}`", *counts, average, f"{numbers['average_distance']:.3f}", *exchange(topology, "one-port"), *exchange(topology, "all-port")]


def line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


table = line(HEAD) + "|---|" + "--:|" * (len(HEAD) - 1) + "\n" + "".join(line(row(topology)) for topology in NETWORKS)
text = PAGE.read_text(encoding="utf-8")
first, last = text.index(BEGIN) + len(BEGIN), text.index(END)
if text[first:last] == table:
    sys.exit(0)
if "--write" not in sys.argv:
    print(f"{PAGE}: the table differs; page_test.py COLLNOC --write writes\n{table}")
    sys.exit(1)
PAGE.write_text(text[:first] + table + text[last:], encoding="utf-8")

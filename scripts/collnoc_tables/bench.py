"""Builds and runs the benchmarks of the simulator's speed: router-cycles per second of one thread.

  scripts/bench [OPTION...]   options go to Google Benchmark: --benchmark_filter=rtl, ...

Writes all results to BUILD_DIR/bench.json, and the medians to BUILD_DIR/bench.md, a table for
scripts/readme-table --section speed FILE. The numbers depend on the machine; no test compares them.
"""
import json
import subprocess

import pandas

from collnoc_tables.command import build_directory, say
from collnoc_tables.markdown import table

BACKENDS = ("model", "rtl", "lockstep")


def speed_table(result: dict) -> str:
    """A table from Google Benchmark's JSON. Names are uniform|programs/BACKEND/NETWORK/LOAD."""
    medians = []
    for benchmark in result["benchmarks"]:
        parts = benchmark["run_name"].split("/")
        if benchmark.get("aggregate_name") == "median" and parts[0] in ("uniform", "programs"):
            medians.append((parts[2], parts[3], parts[1], benchmark["router_cycles"] / 1e6))
    frame = pandas.DataFrame(medians, columns=["network", "load", "backend", "speed"])
    rows = []
    for (network, load), group in frame.groupby(["network", "load"], sort=False):
        speed = dict(zip(group["backend"], group["speed"]))
        rows.append([network, load, *(f"{speed[name]:.1f}" if name in speed else "–" for name in BACKENDS)])
    return table(["<network", "load", "model", "RTL", "lockstep"], rows)


def main(name: str, arguments: list[str]) -> int:
    if arguments in (["-h"], ["--help"]):
        print(__doc__)
        return 0
    build = build_directory()
    subprocess.run(["scripts/build", "collnoc_benchmarks"], check=True)
    out = build / "bench.json"
    subprocess.run(
        [
            build / "benchmarks/sim/engine/collnoc_benchmarks",
            "--benchmark_repetitions=3",
            "--benchmark_min_time=0.5",
            f"--benchmark_out={out}",
            "--benchmark_out_format=json",
            *arguments,
        ],
        check=True,
    )
    (build / "bench.md").write_text(
        speed_table(json.loads(out.read_text(encoding="utf-8"))), encoding="utf-8"
    )
    say(name, f"millions of router-cycles per second in {build / 'bench.md'}, everything in {out}")
    return 0

"""Builds and runs the benchmarks of the simulator's speed: router-cycles per second of one thread.

  scripts/bench [OPTION...]   options go to Google Benchmark: --benchmark_filter=rtl, ...
  scripts/bench --check       compares the model with benchmarks/sim/engine/ratios.json
  scripts/bench --write       writes that file

Writes all results to BUILD_DIR/bench.json, and the medians to BUILD_DIR/bench.md, a table for
scripts/readme-table --section speed FILE. The numbers depend on the machine; no test compares them.

--check divides the model's speed in four cases by that of a small router loop that never changes
(benchmarks/sim/engine/reference_benchmark.cpp), both measured in one process, in turns. It exits with 3 if a
ratio is more than 10 % below the committed one, and adds a line with all ratios to
BUILD_DIR/bench_history.jsonl.
"""
import datetime
import json
import subprocess
from pathlib import Path

import pandas

from collnoc_tables import measured
from collnoc_tables.command import DIFFERS, Failure, build_directory, say
from collnoc_tables.markdown import table

BACKENDS = ("model", "rtl", "lockstep")
RATIOS = Path("benchmarks/sim/engine/ratios.json")
LARGEST_LOSS = 0.1
CHECKED = "^(check/.*|reference)$"


def medians(result: dict) -> dict[str, float]:
    """Router-cycles per second of each benchmark, from Google Benchmark's JSON."""
    return {
        benchmark["run_name"]: benchmark["router_cycles"]
        for benchmark in result["benchmarks"]
        if benchmark.get("aggregate_name") == "median"
    }


def speed_table(result: dict) -> str:
    """A table from Google Benchmark's JSON. Names are uniform|programs/BACKEND/NETWORK/LOAD."""
    rows = []
    for name, speed in medians(result).items():
        parts = name.split("/")
        if parts[0] in ("uniform", "programs"):
            rows.append((parts[2], parts[3], parts[1], speed / 1e6))
    frame = pandas.DataFrame(rows, columns=["network", "load", "backend", "speed"])
    rows = []
    for (network, load), group in frame.groupby(["network", "load"], sort=False):
        speed = dict(zip(group["backend"], group["speed"]))
        rows.append([network, load, *(f"{speed[name]:.1f}" if name in speed else "–" for name in BACKENDS)])
    return table(["<network", "load", "model", "RTL", "lockstep"], rows)


def ratios(result: dict) -> dict[str, float]:
    """Speed of each check/... benchmark, as a multiple of the reference kernel's."""
    speeds = medians(result)
    if not speeds.get("reference"):
        raise Failure("the reference kernel was not measured")
    return {
        name.removeprefix("check/"): round(speed / speeds["reference"], 4)
        for name, speed in sorted(speeds.items())
        if name.startswith("check/")
    }


def losses(measured: dict[str, float], committed: dict[str, float]) -> list[str]:
    """A line for each case that is too slow, or that only one side has."""
    lines = [f"{name}: measured or committed only" for name in sorted(measured.keys() ^ committed.keys())]
    for name in measured.keys() & committed.keys():
        if measured[name] < (1 - LARGEST_LOSS) * committed[name]:
            lines.append(f"{name}: {measured[name]:.3f} of the reference kernel, committed {committed[name]:.3f}")
    return sorted(lines)


def measure(build: Path, out: Path, arguments: list[str]) -> dict:
    subprocess.run(["scripts/build", "collnoc_benchmarks"], check=True)
    command = [build / "benchmarks/sim/engine/collnoc_benchmarks", f"--benchmark_out={out}"]
    subprocess.run([*command, "--benchmark_out_format=json", *arguments], check=True)
    return json.loads(out.read_text(encoding="utf-8"))


def check(name: str, build: Path, write: bool) -> int:
    digests = measured.digests(["ratios"])
    result = measure(
        build,
        build / "bench_check.json",
        [
            f"--benchmark_filter={CHECKED}",
            "--benchmark_repetitions=9",
            "--benchmark_min_time=0.2",
            "--benchmark_enable_random_interleaving=true",
            "--benchmark_report_aggregates_only=true",
        ],
    )
    found = ratios(result)
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    line = {
        "time": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "commit": commit.stdout.strip(),
        "reference": round(medians(result)["reference"] / 1e6, 2),
        "ratios": found,
    }
    with (build / "bench_history.jsonl").open("a", encoding="utf-8") as history:
        history.write(json.dumps(line) + "\n")
    if write:
        RATIOS.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
        measured.record(digests)
        say(name, f"{RATIOS} written")
        return 0
    too_slow = losses(found, json.loads(RATIOS.read_text(encoding="utf-8")))
    for text in too_slow:
        say(name, text)
    say(name, f"{len(found)} cases, {len(too_slow)} too slow")
    return DIFFERS if too_slow else 0


def main(name: str, arguments: list[str]) -> int:
    if arguments in (["-h"], ["--help"]):
        print(__doc__)
        return 0
    build = build_directory()
    if arguments in (["--check"], ["--write"]):
        return check(name, build, arguments == ["--write"])
    out = build / "bench.json"
    usual = ["--benchmark_repetitions=3", "--benchmark_min_time=0.5", f"--benchmark_filter=-{CHECKED}"]
    measured.keep(build / "bench.md", "speed", not arguments)
    result = measure(build, out, [*usual, *arguments])
    (build / "bench.md").write_text(speed_table(result), encoding="utf-8")
    say(name, f"millions of router-cycles per second in {build / 'bench.md'}, everything in {out}")
    return 0

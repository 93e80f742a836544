"""Sweeps of the experiments: run by the program, kept as CSV."""
import json
import subprocess
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas

from collnoc_tables import program
from collnoc_tables.command import Failure, build_directory, say

FOLDER = Path("experiments")
# T_s = 150 and T_c = 0.5 per byte of Zhuang & Liberatore. A flit of 8 bytes takes 4 units of their time and 1 cycle here.
STARTUP = 37.5  # cycles; 24 of them are --startup-cycles, the rest is the hardware's
CYCLES_PER_BYTE = 1 / 8
WITHIN = 0.1  # how far from a formula a run may be that agrees with it
COLUMNS = [
    "topology", "nic", "switching", "step_barrier", "bytes", "root", "algorithm", "steps", "alpha", "beta",
    "paper_alpha", "paper_beta", "cycles", "bound_cycles", "messages", "message_hops", "flit_hops", "link_stalls", "bank_stalls",
]
KEYS = ["topology", "nic", "switching", "step_barrier", "bytes", "root", "algorithm"]
# Grid values that the ordinary test runs; a sweep that has none of them runs its first value.
QUICK = {"bytes": [64, 256], "topology": ["mesh:4x4", "torus:4x4", "star:4"], "root": ["0"]}
NEVER_QUICK, SLOW = "mesh:32x32x32", "mesh:32x32"  # on the second, two algorithms


def sweeps_of(name: str) -> list[str]:
    return sorted(path.stem for path in (FOLDER / name).glob("*.toml"))


def toml_of(name: str, sweep: str) -> Path:
    return FOLDER / name / f"{sweep}.toml"


def results_folder(name: str, sweep: str) -> Path:
    return build_directory() / "experiments" / name / sweep


def row(run: dict) -> dict:
    """The columns of the CSV that a run of collnoc.result/1 gives."""
    if run["bytes_wrong"]:
        raise Failure(f"{run['id']}: {run['bytes_wrong']} bytes wrong")
    paper = run["paper"] or {}
    printed = paper.get("published") or paper
    values = {
        **run,
        "switching": run["hardware"]["switching"],
        "paper_alpha": printed.get("alpha"),
        "paper_beta": printed.get("beta"),
        "link_stalls": run["stall_cycles"]["credit"] + run["stall_cycles"]["arbitration"],
        "bank_stalls": run["stall_cycles"]["bank"],
    }
    return {column: values[column] for column in COLUMNS}


def rows_of(folder: Path) -> pandas.DataFrame:
    """All runs of a sweep, in the order of its points."""
    lines = [json.loads(line) for line in (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()]
    return pandas.DataFrame([row(run) for line in lines[1:] for run in line["result"]["runs"]], columns=COLUMNS)


def run_sweep(file: Path, folder: Path, *options: str) -> None:
    subprocess.run([program.executable(), "sweep", str(file), "--output", str(folder), *options], check=True,
                   stdout=subprocess.DEVNULL)


def measure(name: str, sweep: str) -> pandas.DataFrame:
    """Runs a sweep, or what is still missing of it; all of it again if the program is newer than the results."""
    folder = results_folder(name, sweep)
    results = folder / "results.jsonl"
    if results.exists() and results.stat().st_mtime < Path(program.executable()).stat().st_mtime:
        results.unlink()
    folder.parent.mkdir(parents=True, exist_ok=True)
    say("experiments", f"{toml_of(name, sweep)}")
    run_sweep(toml_of(name, sweep), folder, "--progress")
    return rows_of(folder)


def smaller(plan: Mapping) -> dict | None:
    """The points of a sweep that take seconds."""
    topology = plan["options"].get("topology")
    if topology == NEVER_QUICK:
        return None
    grid = {}
    for key, values in plan["grid"].items():
        chosen = [value for value in values if value in QUICK[key]] if key in QUICK else values
        grid[key] = chosen[:1] or values[:1] if key in QUICK else values
    if topology == SLOW:
        grid["algorithm"] = grid["algorithm"][:2]
    return {**plan, "grid": grid}


def toml_text(plan: Mapping) -> str:
    lines = [f"command = {json.dumps(plan['command'])}"]
    for table in ("options", "grid"):
        lines += [f"[{table}]", *(f"{key} = {json.dumps(value)}" for key, value in plan[table].items())]
    return "\n".join(lines) + "\n"


def differences(kept: pandas.DataFrame, again: pandas.DataFrame) -> list[str]:
    """How rows that were measured again differ from those of the CSV."""
    old = {tuple(values[:len(KEYS)]): values for values in kept[KEYS + COLUMNS[len(KEYS):]].itertuples(index=False)}
    found = []
    for values in again[KEYS + COLUMNS[len(KEYS):]].itertuples(index=False):
        key = tuple(values[:len(KEYS)])
        if key not in old:
            found.append(f"{key}: not in the CSV")
            continue
        found += [f"{key}: {column} {before} -> {now}" for column, before, now in
                  zip(COLUMNS, old[key], values) if before != now and not (pandas.isna(before) and pandas.isna(now))]
    return found


def check(name: str, sweep: str, kept: pandas.DataFrame, everything: bool, shard: Sequence[str]) -> list[str]:
    """Runs a sweep, or its quick points, in a folder that is deleted; how the results differ from the CSV."""
    plan = tomllib.loads(toml_of(name, sweep).read_text(encoding="utf-8"))
    if not everything:
        plan = smaller(plan)
        if plan is None:
            return []
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "sweep.toml"
        file.write_text(toml_text(plan), encoding="utf-8")
        run_sweep(file, Path(scratch) / "results", *shard)
        return differences(kept, rows_of(Path(scratch) / "results"))

"""Runs of the program `collnoc`, read from its JSON output (docs/schemas)."""
import json
import subprocess
from collections.abc import Sequence

import pandas

from collnoc_tables.command import SKIPPED, Failure, build_directory


def executable() -> str:
    path = build_directory() / "collnoc"
    if not path.is_file():
        raise Failure(f"no {path}: skipped", SKIPPED)
    return str(path)


def document(*arguments: object) -> dict:
    """The JSON document that one command of the program writes."""
    command = [executable(), *map(str, arguments), "--quiet", "--json", "-"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def text(*arguments: object) -> str:
    """What one command of the program prints."""
    command = [executable(), *map(str, arguments)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def works(*arguments: object) -> bool:
    """Whether a command of the program succeeds."""
    command = [executable(), *map(str, arguments)]
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def runs_of(result: dict) -> pandas.DataFrame:
    """One row per run of a document collnoc.result/1; fails when a byte is wrong or RTL and model differ."""
    if result.get("schema") != "collnoc.result/1":
        raise Failure(f"expected the results of `collnoc run` (collnoc.result/1), got {result.get('schema')}")
    for run in result["runs"]:
        if run["bytes_wrong"] or run.get("mismatches", 0):
            raise Failure(
                f"{run['id']}: {run['bytes_wrong']} bytes wrong, "
                f"{run['mismatches']} link-cycles in which RTL and model differ"
            )
    frame = pandas.DataFrame(result["runs"])
    if frame.empty:
        raise Failure("no runs")
    frame["stalls"] = [sum(stalls.values()) for stalls in frame["stall_cycles"]]
    frame["bound_percent"] = 100 * frame["bound_cycles"] / frame["cycles"]
    return frame


def run(*arguments: object) -> pandas.DataFrame:
    """One row per run of `collnoc run` with these arguments."""
    return runs_of(document("run", *arguments))


def settings(words: Sequence[str]) -> list[str]:
    """KEY=VALUE words as options of the program."""
    return [option for word in words for option in ("--set", word)]

"""Commands of collnoc, called in this process by the Python package of the build, with results from JSON (docs/schemas)."""
import functools
import json
import sys
from collections.abc import Callable, Sequence
from subprocess import CalledProcessError

import pandas

from collnoc_tables.command import SKIPPED, Failure, build_directory


def executable() -> str:
    path = build_directory() / "collnoc"
    if not path.is_file():
        raise Failure(f"no {path}: skipped", SKIPPED)
    return str(path)


@functools.cache
def _package() -> Callable[[list[str]], tuple[int, str, str]]:
    """The command line as a function: exit code, standard output and error."""
    folder = build_directory() / "python"
    if not any(folder.glob("collnoc/_core*.so")):
        raise Failure(f"no Python package in {folder}: skipped", SKIPPED)
    sys.path.insert(0, str(folder))
    from collnoc import _core

    return _core.call


def require() -> None:
    """Fails before a long measurement if the program or the package is missing."""
    executable()
    _package()


def text(*arguments: object) -> str:
    """What a command prints."""
    words = [str(argument) for argument in arguments]
    code, out, err = _package()(words)
    if code != 0:
        raise CalledProcessError(code, ["collnoc", *words], out, err)
    return out


def document(*arguments: object) -> dict:
    """The JSON document of a command."""
    return json.loads(text(*arguments, "--quiet", "--json", "-"))


def works(*arguments: object) -> bool:
    """Whether a command succeeds."""
    return _package()([str(argument) for argument in arguments])[0] == 0


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

"""Calls of the program in this process: settings in, a document out, errors as exceptions."""
from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from collnoc import _core
from collnoc._results import Results


class Error(Exception):
    """Something that the command line would end with; the text is the line that it prints. `results`: what was measured all the
    same, such as runs with wrong bytes, or None."""

    results: Results | None = None


class UserError(Error, ValueError):
    """A setting is wrong: which one, why, and what would be right."""


class RunFailed(Error):
    """Wrong bytes, a deadlock, a limit of cycles, or a program on a tile that failed (exit code 2)."""


class LockstepMismatch(Error):
    """RTL and model differ (exit code 4)."""


class NotInstalled(Error):
    """A tool is missing, such as Verilator for hardware that was not built (exit code 77)."""


class Note(UserWarning):
    """A note, such as which schedules were left out."""


_ALSO_RESULTS = {3}  # baselines differ
_ERRORS = {1: UserError, 2: RunFailed, 4: LockstepMismatch, 77: NotInstalled}

#: Called a few times per second with the parts that have ended, their number, and a text.
Progress = Callable[[int, int, str], None]


def text_of(value: Any) -> str | None:
    """A value as a setting; None: it is not given."""
    if value is None:
        return None
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, (str, int, float)):
        return str(value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "tolist"):  # numpy
        return text_of(value.tolist())
    return ",".join(str(text_of(item)) for item in value)


def keys_of(set: dict[str, Any] | None) -> list[tuple[str, list[str]]]:  # noqa: A002
    """Keys of a configuration file as settings."""
    pairs = [f"{key}={text}" for key, value in (set or {}).items() if (text := text_of(value)) is not None]
    return [("set", pairs)] if pairs else []


def _bar() -> Progress:
    """A progress bar of tqdm where it is installed, else lines on standard error."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return lambda done, count, what: print(f"{done} of {count}: {what}", file=sys.stderr)
    bar = tqdm(total=1, leave=False)

    def show(done: int, count: int, what: str) -> None:
        bar.total, bar.n = count, done
        bar.set_description(what, refresh=True)

    return show


def _parts_of(document: dict, path: tuple[str, ...]) -> list[dict]:
    """The parts of a document: a list, or what is the only part. Of a program, the program."""
    found: Any = document.get("program") or document
    for key in path if found is document else ():
        found = found.get(key, found)
    return found if isinstance(found, list) else [found]


def child() -> list[str]:
    """With what a process is this program; nothing where Python is part of another program."""
    if not sys.executable:
        return []
    folder = str(Path(__file__).parents[1])
    code = f"import sys; sys.path.insert(0, {folder!r}); from collnoc.__main__ import main; sys.exit(main())"
    return [sys.executable, "-c", code]


def _once(command: str, settings: list[tuple[str, list[str]]], parts: tuple[str, ...], progress: Progress | None,
          finish: Callable[[dict], dict] | None) -> Results:  # fmt: skip
    code, text, printed, notes, wrong = _core.command(command, settings, progress, child())
    results = None
    if text:
        document = json.loads(text)
        if finish:
            document = finish(document)
        if left_out := document.get("left_out"):
            reasons = "; ".join(dict.fromkeys(schedule["reason"] for schedule in left_out))
            what = "1 schedule is" if len(left_out) == 1 else f"{len(left_out)} schedules are"
            notes.append(f"{what} left out ({reasons}); document['left_out'] has the names")
        results = Results(document, _parts_of(document, parts), printed.rstrip("\n"))
    for note in notes:
        warnings.warn(note, Note, stacklevel=4)
    if code not in (0, *_ALSO_RESULTS):
        error = _ERRORS.get(code, Error)(wrong or f"exit code {code}")
        error.results = results
        raise error
    if results is None:
        raise Error(f"collnoc {command} has given no results")
    return results


def call(command: str, settings: dict[str, Any], *, parts: tuple[str, ...], progress: bool | Progress,
         switches: Sequence[str] = (), set: dict[str, Any] | None = None, seeds: int | Sequence[int] | None = None,  # noqa: A002
         several: str | None = None, finish: Callable[[dict], dict] | None = None) -> Results:  # fmt: skip
    """A command with the settings that are not None, of which `switches` are true or false; `parts`: where the document has the list
    of results. With seeds, one call for each. `several`: the setting of which a list is several values. `finish` changes the
    document."""
    texts: list[tuple[str, list[str]]] = []
    for name, value in settings.items():
        if name in switches and not isinstance(value, bool) and value is not None:
            raise UserError(f"{name}: True or False, not {value!r}")
        items = value if name == several and isinstance(value, (list, tuple)) else [value]
        given = [text for item in items if (text := text_of(item)) is not None]
        if given and not (name in switches and value is False):
            texts.append((name, given))
    texts += keys_of(set)
    show = _bar() if progress is True else progress or None
    if seeds is None:
        return _once(command, texts, parts, show, finish)
    first = int(settings["seed"]) if settings["seed"] is not None else 1
    numbers = range(first, first + seeds) if isinstance(seeds, int) else seeds
    others = [setting for setting in texts if setting[0] != "seed"]
    each = [(seed, _once(command, [*others, ("seed", [str(seed)])], parts, show, finish)) for seed in numbers]
    if not each:
        raise UserError("seeds: at least one is needed")
    together = [{"seed": seed, **part.to_dict()} for seed, results in each for part in results]
    return Results(each[0][1].document, together, "\n".join(results.printed for _, results in each if results.printed))

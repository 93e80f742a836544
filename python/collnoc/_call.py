"""Calls of the program in this process: settings in, a document out, errors as exceptions."""
from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from collnoc import _core, _documents
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


def text_of(value: Any, switch: bool) -> str | None:
    """A value as on the command line; None: the option is not given."""
    if isinstance(value, bool):
        return ("" if value else None) if switch else ("on" if value else "off")
    if switch:
        raise TypeError(f"True or False, not {value!r}")
    if isinstance(value, (str, int, float)):
        return str(value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "tolist"):  # numpy
        value = value.tolist()
        return text_of(value, switch)
    return ",".join(str(text_of(item, False)) for item in value)


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


def _once(arguments: list[str], parts: tuple[str, ...], progress: Progress | None, document_of: Callable[[str], dict | None]) -> Results:
    code, out, err = _core.call(arguments, progress, child())
    lines = err.splitlines()
    notes = [match[1] for line in lines if (match := re.fullmatch(r"collnoc: note: (.*)", line))]
    results = None
    if document := document_of(out):
        if left_out := document.get("left_out"):
            reasons = "; ".join(dict.fromkeys(schedule["reason"] for schedule in left_out))
            notes.append(f"{len(left_out)} schedules are left out ({reasons}); document['left_out'] names them")
        printed = "\n".join(line for line in lines if not line.startswith("collnoc: "))
        results = Results(document, _parts_of(document, parts), printed)
    for note in notes:
        warnings.warn(note, Note, stacklevel=4)
    if code not in (0, *_ALSO_RESULTS):
        wrong = [line.removeprefix("collnoc: ").removeprefix("error: ") for line in lines if line.startswith("collnoc: ")]
        error = _ERRORS.get(code, Error)(wrong[-1] if wrong else f"exit code {code}")
        error.results = results
        raise error
    if results is None:
        raise Error(f"collnoc {' '.join(arguments)} has written no results")
    return results


def call(command: str, positional: list[tuple[str, Any]], options: list[tuple[str, str, Any]], *, parts: tuple[str, ...],
         progress: bool | Progress, set: dict[str, Any] | None = None, seeds: int | Sequence[int] | None = None,  # noqa: A002
         several: bool = False, json: bool = True, document_of: Callable[[str], dict | None] = _documents.from_json) -> Results:
    """`collnoc COMMAND` with options (flag, placeholder of the value, value) that are not None; `parts`: where the document has
    the list of results. With seeds, one call for each. `several`: a positional list is several arguments. `json`: with --json.
    `document_of` makes the document of what is printed."""
    arguments = [command]
    for _, value in positional:
        items = value if several and isinstance(value, (list, tuple)) else [value]
        arguments += [text_of(item, switch=False) or "" for item in items if item is not None]
    for flag, placeholder, value in options:
        if value is None:
            continue
        try:
            text = text_of(value, switch=not placeholder)
        except TypeError as wrong:
            raise UserError(f"{flag[2:].replace('-', '_')}: {wrong}") from None
        if text is not None:
            arguments.append(f"{flag}={text}" if placeholder else flag)
    for key, value in (set or {}).items():
        arguments += ["--set", f"{key}={text_of(value, switch=False)}"]
    if json:
        arguments += ["--json=-", "--quiet"]
    show = _bar() if progress is True else progress or None
    if seeds is None:
        return _once(arguments, parts, show, document_of)
    first = next((int(value) for flag, _, value in options if flag == "--seed" and value is not None), 1)
    numbers = range(first, first + seeds) if isinstance(seeds, int) else seeds
    without = [word for word in arguments if not word.startswith("--seed=")]
    each = [(seed, _once([*without, f"--seed={seed}"], parts, show, document_of)) for seed in numbers]
    if not each:
        raise UserError("seeds: at least one is needed")
    together = [{"seed": seed, **part.to_dict()} for seed, results in each for part in results]
    return Results(each[0][1].document, together, "\n".join(results.printed for _, results in each if results.printed))

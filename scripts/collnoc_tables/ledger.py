"""The ledger of the night, for scripts/nightly: which pieces passed on which sources.

  scripts/table-module nightly ledger states FILE         standard input: NAME, INPUTS and words of the pieces
  scripts/table-module nightly ledger record FILE NAME DIGEST RESULT MINUTES
  scripts/table-module nightly ledger merge FILE OTHER... standard input as above

FILE has one line for each piece, sorted: NAME, DIGEST of its inputs (sources.py) and words, RESULT (passed, failed or skipped),
MINUTES, and the time in UTC; columns are separated by tabs. `states` prints NAME, DIGEST and STATE of each piece: `passed` on
equal inputs, `failed` or `skipped` on equal inputs, `changed` since the last result, `never` run. `record` replaces the line of
a piece. `merge` adds the lines of other files: of two lines for a piece, the one with the inputs of this tree counts, else the
later one.
"""
import datetime
import fcntl
import os
import re
import sys
from collections.abc import Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from collnoc_tables.command import Failure, say
from collnoc_tables.sources import Tree, expand, load_inputs

RESULTS = ("passed", "failed", "skipped")
HEAD = "# Written by scripts/nightly: piece, digest of its inputs, result, minutes, time (UTC). One line for each piece: its last run.\n"


@dataclass(frozen=True)
class Entry:
    """The last result of a piece."""

    digest: str
    result: str
    minutes: int
    time: str


def parse(path: Path) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines() if path.exists() else [], 1):
        if line.startswith("#"):
            continue
        match = re.fullmatch(rf"([^\t]+)\t([0-9a-f]{{16}})\t({'|'.join(RESULTS)})\t(\d+)\t([0-9TZ:-]+)", line)
        if not match:
            raise Failure(f"{path}:{number}: not a piece, a digest, {', '.join(RESULTS)}, minutes and a time, separated by tabs")
        if match[1] in found:
            raise Failure(f"{path}:{number}: a second line for {match[1]}")
        found[match[1]] = Entry(match[2], match[3], int(match[4]), match[5])
    return found


def write(path: Path, entries: dict[str, Entry]) -> None:
    lines = (f"{name}\t{e.digest}\t{e.result}\t{e.minutes}\t{e.time}\n" for name, e in sorted(entries.items()))
    new = path.with_name(f".{path.name}.new")
    new.write_text(HEAD + "".join(lines), encoding="utf-8")
    new.replace(path)


@contextmanager
def locked(path: Path):
    """Several nights on one machine may write the same ledger."""
    path.parent.mkdir(parents=True, exist_ok=True)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def piece_digests(lines: Iterable[str]) -> dict[str, str]:
    """The digest of each piece, from lines NAME<tab>INPUTS<tab>WORDS."""
    tree, sets, found = Tree(), load_inputs()["sets"], {}
    for line in lines:
        name, inputs, words = line.rstrip("\n").split("\t")
        patterns = expand(inputs.split(), sets)
        if unknown := [pattern for pattern in patterns if not tree.matching([pattern])]:
            raise Failure(f"piece {name}: no file is called {unknown[0]}")
        found[name] = tree.digest(patterns, words)
    return found


def state(entry: Entry | None, digest: str) -> str:
    if entry is None:
        return "never"
    return entry.result if entry.digest == digest else "changed"


def merged(ours: dict[str, Entry], theirs: dict[str, Entry], digests: dict[str, str]) -> dict[str, Entry]:
    def weight(name: str, entry: Entry) -> tuple:
        return entry.digest == digests.get(name), entry.time

    result = dict(ours)
    for name, entry in theirs.items():
        if name not in result or weight(name, entry) > weight(name, result[name]):
            result[name] = entry
    return result


def main(name: str, arguments: list[str]) -> int:
    command, path, *rest = arguments
    path = Path(path)
    if command == "states":
        entries = parse(path)
        for piece, digest in piece_digests(sys.stdin).items():
            print(f"{piece}\t{digest}\t{state(entries.get(piece), digest)}")
    elif command == "record":
        piece, digest, result, minutes = rest
        now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        with locked(path):
            write(path, parse(path) | {piece: Entry(digest, result, int(minutes), now)})
    elif command == "merge":
        digests = piece_digests(sys.stdin)
        with locked(path):
            entries = parse(path)
            for other in map(Path, rest):
                if not other.is_file():
                    raise Failure(f"{other}: no such file")
                entries = merged(entries, parse(other), digests)
            write(path, entries)
        say(name, f"{len(rest)} files merged into {path}")
    else:
        raise Failure(f"ledger: unknown command {command}")
    return 0

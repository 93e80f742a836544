"""Generated files, and generated parts of files: what arch/generate and sim/run/generate have in common.

A part stands between two comments, `<MARK: NAME>` and `</MARK>`, in any tracked file; it is indented as its first comment is.
"""
import argparse
import difflib
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent


class Invalid(Exception):
    """What is wrong in a description."""


def formatted(name: str, text: str) -> str:
    """C++ as clang-format writes it."""
    if not name.endswith((".hpp", ".cpp")):
        return text
    return subprocess.run(["clang-format", f"--assume-filename={TOP / name}"], input=text, text=True, check=True,
                          capture_output=True).stdout


def parts(mark: str, sections: dict[str, Callable[[], Iterable[str]]], without: str,
          needed: Iterable[str] = ()) -> Iterator[tuple[str, str]]:
    """Every file with parts, and what it should hold. Files below `without` that only mention parts are skipped. Every section
    in `needed` must have a place."""
    missing = set(needed)
    pattern = re.compile(rf"^([ \t]*)(//|#|<!--) <{mark}: ([a-z0-9_-]+)>.*\n(?s:.*?)^[ \t]*(//|#|<!--) </{mark}>.*\n", re.M)
    tracked = subprocess.run(["git", "-C", TOP, "grep", "-lI", "--untracked", "-e", f"<{mark}: "], text=True,
                             capture_output=True).stdout.split()
    for name in sorted(tracked):
        if name.startswith(without) and name.endswith((".py", "generate")):
            continue

        def part(match, name=name):
            indent, section = match[1], match[3]
            if section not in sections:
                raise Invalid(f"{name}: there is no section {section}")
            missing.discard(section)
            body = "".join(f"{indent}{line}".rstrip() + "\n" for line in sections[section]())
            begin, *_, end = match[0].splitlines()
            return f"{begin}\n{body}{end}\n"

        text = (TOP / name).read_text()
        if pattern.search(text):
            yield name, formatted(name, pattern.sub(part, text))
    if missing:
        raise Invalid(f"no file has a place <{mark}: {min(missing)}> for {min(missing)}")


def command(doc: str, label: str, outputs: Callable[[], Iterable[tuple[str, str]]],
            more: dict[str, Callable[[], Iterable[str]]] | None = None) -> int:
    """The command line of a generator: writes `outputs`, or compares them (--check: exit 3), or names them (--list)."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    for option in ("check", "list", *(more or {})):
        parser.add_argument(f"--{option}", action="store_true")
    arguments = parser.parse_args()
    stale = 0
    try:
        for option, lines in (more or {}).items():
            if getattr(arguments, option):
                print("\n".join(lines()))
                return 0
        for name, text in list(outputs()):  # all of them first: nothing is written if the description is wrong
            path = TOP / name
            before = path.read_text() if path.exists() else ""
            if arguments.list:
                print(name)
            elif before != text and arguments.check:
                stale += 1
                sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), text.splitlines(True), name, label))
            elif before != text:
                path.write_text(text)
                print(f"generate: wrote {name}")
    except Invalid as problem:
        print(f"generate: {problem}", file=sys.stderr)
        return 1
    if stale:
        print(f"generate: {stale} files are not what {label} writes")
        return 3
    return 0

"""Markdown tables, and the places of pages where they stand."""
import difflib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import jinja2

from collnoc_tables.command import Failure, say

_ENVIRONMENT = jinja2.Environment(
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    undefined=jinja2.StrictUndefined,
    autoescape=False,
)
_ENVIRONMENT.filters["cell"] = lambda value: f" {value} " if str(value) else " "
_TABLE = _ENVIRONMENT.from_string(
    """\
|{% for column in columns %}{{ column.lstrip("<") | cell }}|{% endfor %}

|{% for column in columns %}{{ "---" if column.startswith("<") else "--:" }}|{% endfor %}

{% for row in rows %}
|{% for value in row %}{{ value | cell }}|{% endfor %}

{% endfor %}
"""
)


def table(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table. Columns are right-aligned, or left-aligned if their heading starts with "<"."""
    columns, rows = list(columns), [list(row) for row in rows]
    for row in rows:
        if len(row) != len(columns):
            raise Failure(f"a row of {len(row)} cells in a table of {len(columns)} columns: {row}")
    return _TABLE.render(columns=columns, rows=rows)


def shortest(number: float, digits: int = 4) -> str:
    """A number without trailing zeros, as the program prints it: 2.8359, 6."""
    text = f"{number:.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def off_percent(measured: float, expected: float) -> str:
    """How far a measured number is from an expected one, in percent: +12."""
    return f"{100 * (measured / expected - 1):+.0f}"


def code(text: str) -> str:
    return f"`{text}`"


class Page:
    """A file with generated sections between lines <!-- NAME:begin WORDS --> and <!-- NAME:end -->."""

    def __init__(self, path: Path):
        self.path = path
        self.lines = path.read_text(encoding="utf-8").splitlines()

    def sections(self, name: str) -> Iterator[tuple[str, list[str]]]:
        """The first line of every section NAME, and its words."""
        for line in list(self.lines):
            if match := re.fullmatch(rf"<!-- {re.escape(name)}:begin(| .*) -->", line):
                yield line, match.group(1).split()

    def section(self, begin: str) -> slice:
        """The lines between the line `begin` and the end of its section."""
        name = re.fullmatch(r"<!-- ([^:]*):begin.* -->", begin).group(1)
        end = f"<!-- {name}:end -->"
        if begin not in self.lines:
            raise Failure(f"{self.path}: no line {begin}")
        first = self.lines.index(begin) + 1
        if end not in self.lines[first:]:
            raise Failure(f"{self.path}: no {end} after {begin}")
        return slice(first, self.lines.index(end, first))

    def replace(self, begin: str, text: str) -> None:
        """Put text between the line `begin` and the end of its section."""
        self.lines[self.section(begin)] = text.rstrip("\n").split("\n")

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def deliver(name: str, path: Path, text: str, check: bool) -> bool:
    """Write a file, or with `check` print how it would change. Returns whether it is different."""
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    if old == text:
        return False
    if check:
        print(
            "".join(
                difflib.unified_diff(old.splitlines(True), text.splitlines(True), str(path), "measured", n=1)
            )
        )
        say(name, f"{path} differs")
    else:
        path.write_text(text, encoding="utf-8")
        say(name, f"{path} written")
    return True

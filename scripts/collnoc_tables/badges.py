"""Draws docs/images/badge-*.svg, the line below the title of README.md: facts of the sources and of measured tables.

  scripts/badges           draw them
  scripts/badges --check   change nothing; exit 3 if one differs
"""
import re
from html import escape
from pathlib import Path

from collnoc_tables.command import DIFFERS, Failure, parser
from collnoc_tables.markdown import deliver

FOLDER = Path("docs/images")
HEIGHT, FONT, PADDING = 20, 11, 7
LEFT, RIGHT = "#4a525c", "#0b6aa8"


def fact(file: str, pattern: str) -> str:
    """The first group of a pattern that a file must contain."""
    if found := re.search(pattern, Path(file).read_text(encoding="utf-8"), re.M | re.S):
        return found[1]
    raise Failure(f"{file} has no {pattern}")


def badges() -> list[tuple[str, str, str]]:
    """Name of the file, what, and its value."""
    fact("LICENSE", r"(Apache License\s+Version 2\.0)")
    proofs = [line for line in Path("tests/proofs/proofs.list").read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    return [
        ("version", "version", fact("CMakeLists.txt", r"^project\(collnoc VERSION ([\d.]+)")),
        ("license", "license", "Apache-2.0"),
        ("language", "C++", fact("cmake/Settings.cmake", r"CMAKE_CXX_STANDARD (\d+)")),
        ("proofs", "formal proofs", str(len(proofs))),
        ("mutants", "RTL mutants caught", fact("docs/developer/mutants.md", r"^\| all \|[^\n]*\| ([\d.]+) \|$") + " %"),
    ]


def width(text: str) -> float:
    """Of a text in the badge's font, in pixels: about that of DejaVu Sans and Verdana."""
    narrow = sum(c in "iljt.,1| -" for c in text)
    return PADDING * 2 + FONT * (0.66 * (len(text) - narrow) + 0.42 * narrow)


def drawing(what: str, value: str) -> str:
    at, parts = 0.0, []
    for text, color in ((what, LEFT), (value, RIGHT)):
        wide = width(text)
        parts.append(f'<rect x="{at:.1f}" width="{wide:.1f}" height="{HEIGHT}" fill="{color}"/>')
        parts.append(f'<text x="{at + wide / 2:.1f}" y="14">{escape(text)}</text>')
        at += wide
    label = escape(f"{what}: {value}")
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{at:.0f}" height="{HEIGHT}" viewBox="0 0 {at:.1f} {HEIGHT}" role="img" aria-label="{label}">',
        f"<title>{label}</title>",
        f'<g font-family="Verdana,DejaVu Sans,sans-serif" font-size="{FONT}" fill="#fff" text-anchor="middle">',
        *parts, "</g>", "</svg>", "",
    ])  # fmt: skip


def main(name: str, arguments: list[str]) -> int:
    options = parser(name, __doc__)
    options.add_argument("--check", action="store_true", help="change nothing; exit 3 if it differs")
    chosen = options.parse_args(arguments)
    changed = [deliver(name, FOLDER / f"badge-{file}.svg", drawing(what, value), chosen.check) for file, what, value in badges()]
    if not any(changed):
        print(f"== {name}: {len(changed)} badges are up to date")
    return DIFFERS if any(changed) and chosen.check else 0

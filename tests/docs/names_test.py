#!/usr/bin/python3 -B
"""Names and paths in the Markdown files lead somewhere.

  tests/docs/names_test.py [FILE.md...]     default: all that git knows, and new ones

- A path in backticks below a folder of the sources is that of a file, a folder or a test; * stands for anything, and so do
  words in capitals and <words>.
- Names in backticks in front of a link to a source file (`a` and `b` in [c](...), `Box::all` ([box.hpp](...))), or in front of
  its path in backticks, occur in that file, and a name that is the text of such a link, too. A member (`settle()` of
  [`Router`](...), or `Router::settle`) counts only where its class is defined, or the member as `Router::settle`.
- `Class::member` and `Class::member()` are so in some source file.
"""
import re
import sys
from functools import cache
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "scripts"))
from collnoc_tables.sources import Tree

SOURCE = (".cpp", ".hpp", ".h", ".sv", ".v", ".c", ".S", ".py", ".toml", ".js", ".mjs", ".cmake")
ROOTS = "arch|benchmarks|cmake|docs|experiments|firmware|include|model|report|rtl|scripts|sim|synth|tests"
NAME = r"`[^`\n]+`"
# Names, what joins them to a file, and the file: a link, or a path in backticks.
POINTER = re.compile(
    rf"(?P<names>{NAME}(?:(?:, | and |, and ){NAME})*)(?P<joint>,? (?:of|in|from)(?: the)? | \(|, (?=\[))"
    rf"(?:\[(?P<text>[^\]\n]+)\]\((?P<link>[^)#\s]+)\)|`(?P<path>(?:{ROOTS})/[^`\s]+)`)"
)
LINK = re.compile(r"\[`(?P<text>[^`\]\n]+)`\]\((?P<link>[^)#\s]+)\)")
IDENTIFIER = re.compile(r"~?[A-Za-z_]\w*(?:(?:::|\.)~?[A-Za-z_]\w*)*")


@cache
def files() -> list[str]:
    return Tree().files


@cache
def code(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def holds(path: Path, parts: list[str]) -> bool:
    """Whether a file has the name [member], or defines [class, member] or the class with such a member."""
    text = code(path)
    if not all(part in text and re.search(rf"\b{part}\b", text) for part in parts):
        return False
    if len(parts) == 1 or re.search(rf"\b{parts[-2]}(?:<[^>]*>)?::~?{parts[-1]}\b", text):
        return True
    return re.search(rf"\b(?:class|struct|enum|namespace|union|using)\b[^;{{()]*\b{parts[-2]}\b(?!::)", text) is not None


@cache
def somewhere(*parts: str) -> bool:
    return any(holds(TOP / name, list(parts)) for name in files() if name.endswith(SOURCE))


def identifiers(name: str) -> list[str]:
    """The parts of a name of the sources, such as Put and operation of `Put::operation`; none of other text in backticks."""
    match = IDENTIFIER.match(name)
    if not match or not re.fullmatch(r"(?:<[^>]*>)?(?:\(.*\)|\[.*\])?", name[match.end() :]):
        return []
    if name.endswith(SOURCE):  # the name of a file
        return []
    return re.split(r"::|\.", match[0].replace("~", ""))


def without_blocks(text: str) -> str:
    """The text with empty lines in place of code blocks."""
    return re.sub(r"(?ms)^\s*(```|~~~).*?^\s*\1", lambda block: "\n" * block[0].count("\n"), text)


def pattern_of(path: str) -> str:
    parts = re.split(r"(\*\*?|<[a-z]+>|…|[A-Z][A-Z_]+)", path.rstrip("/"))
    return "".join(".*" if i % 2 else re.escape(part) for i, part in enumerate(parts))


@cache
def exists(path: str) -> bool:
    found = re.compile(rf"{pattern_of(path)}(?:/.*)?")
    return (TOP / path).exists() or any(map(found.fullmatch, files())) or any(map(found.fullmatch, tests()))


@cache
def tests() -> list[str]:
    """The names of ctest's tests that scripts make; a variable in a name stands for itself."""
    lists = [code(TOP / name) for name in files() if name.endswith("CMakeLists.txt")]
    return [name for text in lists for name in re.findall(r"collnoc_script_test\((\S+)", text)]


def wrong_in(page: Path, text: str) -> list[str]:
    text, wrong = without_blocks(text), []

    def complain(at: int, what: str) -> None:
        wrong.append(f"{page.relative_to(TOP) if page.is_relative_to(TOP) else page}:{text.count(chr(10), 0, at) + 1}: {what}")

    for match in re.finditer(rf"`((?:{ROOTS})/[^`\s]*)[^`\n]*`", text):
        if page.name != "CHANGELOG.md" and not exists(match[1].rstrip(",;:")):
            complain(match.start(), f"no file or folder {match[1]}")
    for match in POINTER.finditer(text):
        target = TOP / match["path"] if match["path"] else (page.parent / match["link"]).resolve()
        if target.suffix in SOURCE and target.is_file():
            owner = identifiers((match["text"] or "").strip("`")) if match["joint"].strip() == "of" else []
            for name in re.findall(r"`([^`]+)`", match["names"]):
                parts = identifiers(name)
                if parts and not holds(target, parts if len(parts) > 1 else owner + parts):
                    complain(match.start(), f"{target.name} does not define {'::'.join([*owner, *parts])}")
    for match in LINK.finditer(text):
        target = (page.parent / match["link"]).resolve()
        if target.suffix in SOURCE and target.is_file():
            parts = identifiers(match["text"])
            if parts and parts != [target.stem] and not holds(target, parts):
                complain(match.start(), f"{target.name} does not define {match['text']}")
    for match in re.finditer(r"`([A-Z]\w+(?:::~?\w+)+)(?:\([^`]*\))?`", text):
        if not somewhere(*identifiers(match[1])):
            complain(match.start(), f"no source file defines {match[1]}")
    return wrong


def main() -> int:
    pages = [Path(name).resolve() for name in sys.argv[1:]] or [TOP / name for name in files() if name.endswith(".md")]
    wrong = [line for page in pages for line in wrong_in(page, page.read_text(encoding="utf-8"))]
    print("\n".join([*wrong, f"{len(pages)} pages, {len(wrong)} wrong names or paths"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""Digests of source files, from the work tree or from a commit. Comments, docstrings and white space do not count, and in
scripts neither do the lines that keep these digests.

A pattern names a folder (all files below it except *.md), a file, or files by a glob. `module:NAME` are the files of rtl/ that
the hierarchy below this module can reach by its instances and packages, whatever its parameters. `sections:PATTERN` are the
generated sections of pages, without the text around them. `@NAME` is a named set of patterns of scripts/inputs.toml.
"""
import fnmatch
import hashlib
import re
import subprocess
import tomllib
from collections.abc import Iterable
from functools import cached_property
from pathlib import PurePath

from collnoc_tables.command import SKIPPED, TOP, Failure

INPUTS = TOP / "scripts/inputs.toml"
C_LIKE = {".sv", ".svh", ".v", ".cpp", ".hpp", ".h", ".c", ".S", ".in", ".mjs", ".js"}
HASH_COMMENTS = {".py", ".sh", ".toml", ".yml", ".list", ".cmake", ".txt", ".f", ".excluded", ".sed", ".tcl", ""}
# Lines of scripts that measure nothing.
BOOKS = re.compile(r"\bdigests\b|scripts/measured|\bimport measured\b|\bmeasured\.\w+\(")
# Comments that a tool reads.
READ = re.compile(r"verilator|Sees:|Replaces:|NOLINT")
LITERAL = r"""R"(?P<raw>[^(\s"]*)\(.*?\)(?P=raw)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])'"""
C_TOKEN = re.compile(rf"(?P<literal>{LITERAL})|//[^\n]*|/\*.*?\*/", re.DOTALL)
BRACKETS = r"()\[\]{};,\x01\x02"
# A space between two words or two operators may be needed: `a & &b` is not `a && b`.
NEEDLESS = re.compile(rf" (?=[{BRACKETS}])|(?<=[{BRACKETS}]) |(?<=\w) (?=[^\w ])|(?<=[^\w ]) (?=\w)")


def strip_c(text: str, directive: str) -> str:
    """C++ or SystemVerilog without comments and needless white space; lines that begin with `directive` stay lines."""
    literals: list[str] = []

    def token(match: re.Match) -> str:
        if match["literal"]:
            literals.append(match[0])
            return "\x01"
        return f" {match[0]} " if READ.search(match[0]) else " "

    text = C_TOKEN.sub(token, text)
    text = re.sub(rf"(?m)^[ \t]*{directive}(?:[^\n]*\\\n)*[^\n]*$", lambda line: f"\x02{line[0]}\x02", text)
    text = NEEDLESS.sub("", re.sub(r"\s+", " ", text)).strip()
    return "\0".join([text, *literals])


def strip_hash(text: str) -> str:
    """Python, shell, TOML and the like without comments, docstrings and empty lines. When in doubt, a comment stays."""
    text = re.sub(r'(?s)(\A(?:#[^\n]*\n)*|:\n)[ \t]*"""(?:(?!""").)*"""[ \t]*(?=\n|\Z)', r"\1", text)
    lines = (re.sub(r"""[ \t]+#[ \t][^'"\n]*$|\s+$""", "", line) for line in text.split("\n"))
    return "\n".join(line for line in lines if line and not re.fullmatch(r"\s*#(\s.*)?", line) and not BOOKS.search(line))


def stripped(path: str, content: bytes) -> bytes:
    """What counts of a file, or of the generated sections of a page (PATH#sections)."""
    if path.endswith("#sections"):
        return b"\n".join(re.findall(rb"(?ms)^<!-- [\w-]+:(?: |begin).*?^<!-- (?:/|[\w-]+:end)", content))
    suffix = PurePath(path).suffix
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return content
    if suffix in C_LIKE:
        return strip_c(text, "`" if suffix in (".sv", ".svh", ".v") else "#").encode()
    if suffix in HASH_COMMENTS:
        return strip_hash(text).encode()
    return content


class Tree:
    """The files of the work tree, or of a commit."""

    def __init__(self, commit: str | None = None, top=TOP):
        self.commit, self.top = commit, top
        self._hashes: dict[str, str] = {}
        self._contents: dict[str, bytes] = {}
        self._named: dict[str, list[str]] = {}  # by pattern: many tables name the same

    def git(self, *arguments: str, data: bytes | None = None) -> bytes:
        done = subprocess.run(["git", "-C", str(self.top), *arguments], input=data, capture_output=True, check=False)
        if done.returncode:
            text = done.stderr.decode().strip()
            raise Failure(f"git {' '.join(arguments)}: {text}", SKIPPED if "not a git repository" in text else 1)
        return done.stdout

    @cached_property
    def files(self) -> list[str]:
        if self.commit is None:
            found = self.git("ls-files", "-z", "--cached", "--others", "--exclude-standard").decode().split("\0")
            return sorted({name for name in found if name and (self.top / name).is_file() and not (self.top / name).is_symlink()})
        lines = self.git("ls-tree", "-r", "-z", self.commit).decode().split("\0")
        return sorted(line.split("\t", 1)[1] for line in lines if line and not line.startswith("120000"))

    def read(self, paths: Iterable[str]) -> None:
        """Read files, of a commit all in one call."""
        wanted = [path for path in paths if path not in self._contents]
        if self.commit is None:
            self._contents |= {path: (self.top / path).read_bytes() for path in wanted}
            return
        answer = self.git("cat-file", "--batch", data="".join(f"{self.commit}:{path}\n" for path in wanted).encode())
        for path in wanted:
            head, _, answer = answer.partition(b"\n")
            size = int(head.split()[2])
            self._contents[path], answer = answer[:size], answer[size + 1 :]

    def text(self, path: str) -> str:
        if path not in self.files:
            raise Failure(f"{self.commit or 'the work tree'} has no {path}")
        self.read([path])
        return self._contents[path].decode("utf-8")

    @cached_property
    def _modules(self) -> dict[str, tuple[str, set[str]]]:
        """Of every module and package of rtl/: its file, and the modules and packages that it names."""
        files = self.matching(["rtl/*.sv"])
        self.read(files)
        code = {path: stripped(path, self._contents[path]).decode() for path in files}
        defined = {name: path for path in files for name in re.findall(r"\b(?:module|package) (\w+)", code[path])}
        used = {
            path: set(re.findall(r"\b(\w+)(?:#\(| i_\w+[\[(]|::)", text)) & defined.keys() for path, text in code.items()
        }
        return {name: (path, used[path]) for name, path in defined.items()}

    def hierarchy(self, module: str) -> set[str]:
        """The files of rtl/ below a module, and its own."""
        if module not in self._modules:
            raise Failure(f"no module {module} below rtl/")
        seen, open_ = set(), [module]
        while open_:
            name = open_.pop()
            if name not in seen:
                seen.add(name)
                open_ += self._modules[name][1]
        return {self._modules[name][0] for name in seen}

    def matching(self, patterns: Iterable[str]) -> list[str]:
        """The files that some patterns name."""
        found: set[str] = set()
        for pattern in patterns:
            kind, _, name = pattern.partition(":")
            if kind == "module":
                found |= self.hierarchy(name)
            elif kind == "sections":
                found.update(f"{path}#sections" for path in self.matching([name]))
            else:
                if pattern not in self._named:
                    self._named[pattern] = [
                        path for path in self.files
                        if fnmatch.fnmatchcase(path, pattern) or (path.startswith(f"{pattern}/") and not path.endswith(".md"))
                    ]
                found.update(self._named[pattern])
        return sorted(found)

    def digest(self, patterns: Iterable[str], words: str = "") -> str:
        """16 hexadecimal digits of the files that the patterns name, and of `words`."""
        paths = self.matching(patterns)
        self.read({path.partition("#")[0] for path in paths if path not in self._hashes})
        for path in paths:
            if path not in self._hashes:
                counts = stripped(path, self._contents[path.partition("#")[0]])
                self._hashes[path] = hashlib.sha256(counts).hexdigest() if counts else ""
        lines = [f"{path} {self._hashes[path]}\n" for path in paths if self._hashes[path]]
        return hashlib.sha256("".join([*lines, " ".join(words.split())]).encode()).hexdigest()[:16]


def load_inputs(path=INPUTS) -> dict:
    with path.open("rb") as file:
        return tomllib.load(file)


def expand(patterns: Iterable[str], sets: dict[str, list[str]]) -> list[str]:
    """Patterns in which every @NAME is replaced by the patterns of this set."""
    found = []
    for pattern in patterns:
        if pattern.startswith("@"):
            if pattern[1:] not in sets:
                raise Failure(f"scripts/inputs.toml has no set {pattern[1:]}")
            found += expand(sets[pattern[1:]], sets)
        else:
            found.append(pattern)
    return found

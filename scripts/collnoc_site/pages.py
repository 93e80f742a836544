"""Markdown as GitHub reads it, into Markdown as Python-Markdown reads it, with the links of a site."""
import os
import re
from pathlib import Path, PurePosixPath

FENCE = re.compile(r"^\s*(```|~~~)")
LINK = re.compile(r"\]\(([^()\s]+(?:\([^()]*\))?[^()\s]*)")
PICTURES = {".svg", ".png"}


def slug(text: str, separator: str = "-") -> str:
    """An anchor as GitHub makes it of a heading."""
    return re.sub(r"[^\w -]", "", re.sub(r"<[^>]*>", "", text).lower()).replace(" ", separator)


def split_code(line: str) -> list[str]:
    """Text and code spans of a line, in turn."""
    return re.split(r"(`+[^`]*`+)", line)


def place(name: str) -> str:
    """Where a file is in the site: mkdocs leaves out hidden files and folders."""
    return "/".join(part if part.strip(".") == "" else part.lstrip(".") for part in name.split("/"))


class Linked:
    """Files and folders of the source tree that pages lead to."""

    def __init__(self, top: Path):
        self.top = top
        self.files: set[str] = set()
        self.folders: set[str] = set()

    def target(self, page: str, target: str) -> str:
        """A link of `page`, as the site has it: Markdown and pictures stay, other files and folders get a page."""
        if "://" in target or target.startswith(("#", "mailto:")):
            return target
        path, mark, anchor = target.partition("#")
        name = os.path.normpath(PurePosixPath(page).parent / path)
        found = self.top / name
        if not found.exists():
            raise FileNotFoundError(f"{page}: {target}: no such file")
        if found.is_dir():
            if (found / "README.md").is_file():
                return f"{path.rstrip('/')}/README.md{mark}{anchor}"
            self.folders.add(name)
            return f"{place(path.rstrip('/'))}/index.html"
        if found.suffix in PICTURES:
            self.files.add(name)
            return target
        if found.suffix == ".md":
            return target
        self.files.add(name)
        return f"{place(path)}.html"


def rewritten(line: str, page: str, linked: Linked) -> str:
    parts = split_code(line)
    for i in range(0, len(parts), 2):
        parts[i] = LINK.sub(lambda m: f"]({linked.target(page, m[1])}", parts[i])
        for name in re.findall(r'(?:src|srcset)="([^":]+)"', parts[i]):
            linked.target(page, name)
    # GitHub shows `a \| b` of a table without the backslash.
    if line.startswith("|"):
        parts[1::2] = [code.replace("\\|", "|") for code in parts[1::2]]
    return "".join(parts)


def needs_blank(before: str, line: str) -> bool:
    """Whether Python-Markdown needs an empty line between two lines, where GitHub does not."""
    if not before.strip() or not line.strip() or before.startswith("#"):
        return False
    if line.startswith("|") != before.startswith("|"):
        return True
    starts_list = re.match(r"([-*]|1\.) ", line) is not None
    return starts_list and re.match(r"([-*]|\d+\.) |\s", before) is None


def converted(page: str, text: str, linked: Linked) -> str:
    lines: list[str] = []
    code = False
    for line in text.split("\n"):
        fence = FENCE.match(line) is not None
        if not code and not fence:
            line = rewritten(line, page, linked)
        if not code and lines and needs_blank(lines[-1], line):
            lines.append("")
        lines.append(line)
        code ^= fence
    return "\n".join(lines)

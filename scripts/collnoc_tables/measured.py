"""Which measured tables are older than their sources. Runs no measurement; takes seconds, --renew minutes.

  scripts/measured                    how many rows of every table are current
  scripts/measured --old [PATTERN]    the old ones, and the commands that measure them again; --check: exit 3 if there are any
  scripts/measured --stamp NAME... [--commit REV]
                                      records that the pages have what was measured on the sources as they are now, or were
                                      in a commit
  scripts/measured --stamp NAME... --from FILE
                                      the same with digests printed before a long measurement
  scripts/measured --digests [PATTERN]  prints NAME and digest of the sources as they are now
  scripts/measured --renew [PATTERN]  of the old rows of synth/rows.list, records those whose netlists are those that were
                                      measured; exit 3 if others remain

NAME is TABLE/ROW, or TABLE, which means all its rows; PATTERN is a name with * and ?. scripts/inputs.toml says what tables
there are, what each depends on, and which command writes it; that command records the digest of its inputs in
docs/measured.tsv. Changed comments make nothing old. An old row need not be wrong, and a current one was measured on these
sources, or on some with the same netlists; which tools measured it, the file does not say. Exit 1 if docs/measured.tsv has a line that is wrong.

--renew finds the newest commit with the recorded digest, elaborates the row's module there and in the work tree with
synth/netlist, and compares the netlists (scripts/collnoc_tables/netlists.py). It takes some 10 seconds per module and set of
parameters; JOBS run in parallel (default: processors). Rows whose flow or parameters changed must be measured again. Rows of
the table tools need npm's Yosys, too (NPM_YOSYS as for scripts/synth).
"""
import fnmatch
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from collnoc_tables.command import DIFFERS, TOP, Failure, parser, say
from collnoc_tables.sources import Tree, expand, load_inputs

RECORD = TOP / "docs/measured.tsv"
HEAD = "# Written by the commands that measure (scripts/measured --help): name, digest of the inputs. One row per measurement.\n"


@dataclass(frozen=True)
class Row:
    """A table, or a row that is measured apart."""

    name: str
    inputs: list[str]
    words: str  # parameters of the measurement
    command: str


def synth_modules(table: str, tree: Tree) -> dict[str, list[str]]:
    """Of the rows of a table of synth/rows.list: the modules with parameters that are measured for them."""
    lines = [[field.strip() for field in line.split("|")] for line in tree.text("synth/rows.list").splitlines()]
    modules = {fields[1]: fields[2] for fields in lines if fields[0] == table}
    # The table `features` shows differences to its first row.
    return {label: [module, *([*modules.values()][:1] if table == "features" else [])] for label, module in modules.items()}


def synth_rows(table: str, tree: Tree) -> Iterator[tuple[str, list[str], str]]:
    """Label, further inputs and parameters of the rows of a table of synth/rows.list. Of scripts/synth only the flows count."""
    flows = re.search(r"^measure\(\) \{.*?^\}", tree.text("scripts/synth"), re.MULTILINE | re.DOTALL)
    for label, modules in synth_modules(table, tree).items():
        yield label, [f"module:{modules[0].split()[0]}"], f"{' '.join(modules)} {flows and flows[0]}"


def mutant_rows(_: str, tree: Tree) -> Iterator[tuple[str, list[str], str]]:
    for line in tree.text("tests/mutants/variants.list").splitlines():
        if line and not line.startswith("#"):
            name, _, _, networks, *_ = line.split()
            yield name, ["module:tile_processor" if networks == "processor" else "module:node"], line


def experiment_rows(_: str, tree: Tree) -> Iterator[tuple[str, list[str], str]]:
    yield from ((name.split("/")[1], [], "") for name in tree.matching(["experiments/*/README.md"]))


def page_rows(tree: Tree, kinds: list[str]) -> Iterator[tuple[str, list[str], str]]:
    wanted = re.compile(rf"^<!-- (?:{'|'.join(map(re.escape, kinds))}):begin.*-->$", re.MULTILINE)
    pages = tree.matching(["docs/*.md"])
    tree.read(pages)
    for page in pages:
        if sections := wanted.findall(tree.text(page)):
            yield page, [], " ".join(sections)


ROWS = {"synth": synth_rows, "mutants": mutant_rows, "experiments": experiment_rows}


def rows_of(tree: Tree, inputs: dict) -> Iterator[Row]:
    """All tables and rows of scripts/inputs.toml, with the rows that a tree has."""
    for table, entry in inputs["table"].items():
        kind = entry.get("rows")
        if kind is None:
            yield Row(table, expand(entry["inputs"], inputs["sets"]), "", entry["command"])
            continue
        found = page_rows(tree, entry["sections"]) if kind == "pages" else ROWS[kind](table, tree)
        for label, more, words in found:
            patterns = [pattern.replace("{row}", label) for pattern in [*expand(entry["inputs"], inputs["sets"]), *more]]
            yield Row(f"{table}/{label}", patterns, words, entry["command"].replace("{row}", label))


def matches(name: str, pattern: str) -> bool:
    return fnmatch.fnmatchcase(name, pattern) or name.startswith(f"{pattern}/")


def digests(patterns: Iterable[str], commit: str | None = None) -> dict[str, str]:
    """The digest of every row that a pattern names; of all, if there is no pattern."""
    tree, patterns = Tree(commit), list(patterns)
    return {
        row.name: tree.digest(row.inputs, row.words)
        for row in rows_of(tree, load_inputs())
        if not patterns or any(matches(row.name, pattern) for pattern in patterns)
    }


def parse(text: str, where: object) -> dict[str, str]:
    """Names and digests of a file."""
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            continue
        match = re.fullmatch(r"([^\t]+)\t([0-9a-f]{16})", line)
        if not match:
            raise Failure(f"{where}:{number}: not a name, a tab and a digest of 16 digits")
        if match[1] in found:
            raise Failure(f"{where}:{number}: a second line for {match[1]}")
        found[match[1]] = match[2]
    return found


def recorded() -> dict[str, str]:
    return parse(RECORD.read_text(encoding="utf-8"), RECORD.relative_to(TOP)) if RECORD.exists() else {}


def record(new: dict[str, str]) -> None:
    """Record the digests of rows that were measured on the sources to which they belong."""
    lines = sorted(f"{name}\t{digest}\n" for name, digest in (recorded() | new).items())
    RECORD.write_text(HEAD + "".join(lines), encoding="utf-8")


def keep(path: Path, table: str, usual: bool = True) -> None:
    """Write the digests of a table beside a file that is going to have its measurements, for record_of(); none if they
    are not made as usual."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not usual:
        Path(f"{path}.digests").unlink(missing_ok=True)
        return
    lines = [f"{row}\t{digest}\n" for row, digest in digests([table]).items()]
    Path(f"{path}.digests").write_text("".join(lines), encoding="utf-8")


def record_of(*paths: Path) -> None:
    """Record the digests that keep() has written beside files, if it has."""
    for beside in (Path(f"{path}.digests") for path in paths):
        if beside.exists():
            record(parse(beside.read_text(encoding="utf-8"), beside))


def stamp(name: str, names: list[str], commit: str | None, file: Path | None) -> None:
    if file and not file.is_file():
        raise Failure(f"{file}: no such file")
    given = parse(file.read_text(encoding="utf-8"), file) if file else digests(names, commit)
    new = {row: digest for row, digest in given.items() if any(matches(row, pattern) for pattern in names)}
    for pattern in names:
        if not any(matches(row, pattern) for row in new):
            raise Failure(f"{file or commit or 'scripts/inputs.toml'} has no table or row {pattern}")
    record(new)
    say(name, f"{len(new)} recorded in {RECORD.relative_to(TOP)}")


def old_rows(patterns: list[str]) -> list[Row]:
    """The rows whose sources are not those that are recorded for them."""
    tree, known = Tree(), recorded()
    rows = list(rows_of(tree, load_inputs()))
    if unknown := known.keys() - {row.name for row in rows}:
        raise Failure(f"{RECORD.relative_to(TOP)}: scripts/inputs.toml has no table or row {min(unknown)}; delete the line")
    if missing := [pattern for pattern in patterns if not any(matches(row.name, pattern) for row in rows)]:
        raise Failure(f"no table or row {missing[0]}")
    chosen = [row for row in rows if not patterns or any(matches(row.name, pattern) for pattern in patterns)]
    return [row for row in chosen if known.get(row.name) != tree.digest(row.inputs, row.words)]


def summary(old: list[Row]) -> str:
    """One line for each table: how many of its rows are current."""
    rows = [row.name for row in rows_of(Tree(), load_inputs())]
    behind = {row.name for row in old}
    lines = []
    for table in dict.fromkeys(row.partition("/")[0] for row in rows):
        of = [row for row in rows if row.partition("/")[0] == table]
        count = sum(row not in behind for row in of)
        lines.append(f"{table:<13} {count:>3} of {len(of):>3} current" + ("" if count == len(of) else f", {len(of) - count} old"))
    return "\n".join(lines)


def main(name: str, arguments: list[str]) -> int:
    options = parser(name, __doc__)
    options.add_argument("names", nargs="*", metavar="NAME")
    mode = options.add_mutually_exclusive_group()
    for word in ("--old", "--check", "--digests", "--renew", "--stamp"):
        mode.add_argument(word, action="store_true")
    options.add_argument("--commit", metavar="REV")
    options.add_argument("--from", type=Path, metavar="FILE", dest="file")
    chosen = options.parse_args(arguments)
    if (chosen.commit or chosen.file) and not chosen.stamp or chosen.commit and chosen.file:
        raise Failure("--commit or --from is for --stamp")
    if chosen.stamp:
        if not chosen.names:
            raise Failure("--stamp needs the NAME of a table or row")
        stamp(name, chosen.names, chosen.commit, chosen.file)
    elif chosen.digests:
        for row, digest in digests(chosen.names).items():
            print(f"{row}\t{digest}")
    elif chosen.renew:
        from collnoc_tables.renewal import renew  # which imports this module

        return DIFFERS if renew(name, chosen.names) else 0
    elif chosen.old or chosen.check:
        old = old_rows(chosen.names)
        for row in old:
            print(f"{row.name:<60} {row.command}")
        say(name, f"{len(old)} rows are older than their sources")
        return DIFFERS if old and chosen.check else 0
    else:
        print(summary(old_rows(chosen.names)))
    return 0

"""Tables of what the tests reach, for scripts/coverage, from what Verilator and gcovr counted.

  scripts/coverage-report FOLDER [--write|--check] rtl|cpp...

FOLDER/rtl/all.points has Verilator's points. A point is a block or branch of a line, or one bit of a
signal; it is reached if any instance in any hardware variant reached it. tests/coverage/rtl.excluded names
the bits that do not count, one per line: FILE SIGNAL # REASON. FILE is below rtl/, SIGNAL is as Verilator
names it: `name`, `name[3]`, or `name[3:7]` for a range. An excluded bit that was reached, or that does not
exist, is an error. FOLDER/cpp/summary.json and lines.json are what gcovr counted.

Written: PART/table; PART/missed, what was not reached; rtl/reasons, the number of excluded bits per reason.
--write also puts the tables into docs/results.md and docs/developer/coverage.md, --check compares. Exit code: 1
if a figure is below its bound, 3 if --check finds a difference.
"""
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pandas

from collnoc_tables import measured
from collnoc_tables.command import DIFFERS, Failure, parser
from collnoc_tables.markdown import Page, code, deliver, table

EXCLUDED = Path("tests/coverage/rtl.excluded")
PAGE = Path("docs/developer/coverage.md")
RTL_BOUND, CPP_BOUND = 95, 90


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "–"


def read_points(path: Path) -> pandas.DataFrame:
    """Verilator's points of the modules in rtl/, and whether they were reached."""
    rows = []
    for text in path.read_text(encoding="utf-8").splitlines():
        if not text.startswith("C "):
            continue
        fields = dict(field.split("\2", 1) for field in text.split("\1")[1:] if "\2" in field)
        file = fields["f"].rpartition("/rtl/")[2]
        if "/rtl/" not in fields["f"] or "/tests/" in fields["f"]:
            continue
        kind = "toggle" if fields["page"].startswith("v_toggle") else "line"
        rows.append(
            (file, int(fields["l"]), int(fields["n"]), fields["o"], kind, int(text.rsplit(" ", 1)[1]) > 0)
        )
    frame = pandas.DataFrame(rows, columns=["file", "line", "column", "name", "kind", "reached"])
    return frame.groupby(["file", "line", "column", "name", "kind"], as_index=False, sort=False)[
        "reached"
    ].any()


def read_excluded(path: Path) -> Iterator[tuple[str, str, str, int]]:
    """File, signal, reason and line of every excluded bit."""
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        match = re.fullmatch(r"\s*(\S+)\s+(\S+)\s+# *(\S.*)", text)
        if not match:
            raise Failure(f"{path}:{number}: not FILE SIGNAL # REASON")
        file, signal, reason = match.groups()
        if span := re.fullmatch(r"(.*)\[(\d+):(\d+)\]", signal):
            for bit in range(int(span[2]), int(span[3]) + 1):
                yield file, f"{span[1]}[{bit}]", reason, number
        else:
            yield file, signal, reason, number


def rtl_report(folder: Path, excluded_file: Path = EXCLUDED) -> dict:
    """Writes table, reasons and missed; returns the figures of the whole RTL."""
    points = read_points(folder / "all.points")
    excluded = pandas.DataFrame(read_excluded(excluded_file), columns=["file", "name", "reason", "at"])
    toggles = points[points["kind"] == "toggle"]
    known = excluded.merge(toggles, on=["file", "name"], how="left", indicator=True)
    wrong = [
        f"{row.file} {row.name_} does not exist" if row.missing else f"{row.file} {row.name_} is reached"
        for row in known.assign(missing=known["_merge"] == "left_only", name_=known["name"]).itertuples()
        if row.missing or row.reached
    ]
    if wrong:
        raise Failure(f"{excluded_file}: " + "; ".join(dict.fromkeys(wrong)))
    points = points.merge(
        excluded.drop_duplicates(["file", "name"])[["file", "name", "reason"]].assign(kind="toggle"),
        on=["file", "name", "kind"],
        how="left",
    )
    points["out"] = points["reason"].notna()
    counted = points[~points["out"]]

    def figures(of: pandas.DataFrame) -> dict:
        lines, bits = (of[~of["out"] & (of["kind"] == kind)]["reached"] for kind in ("line", "toggle"))
        return {
            "lines": len(lines),
            "lines_percent": percent(lines.sum(), len(lines)),
            "toggles": len(bits),
            "toggles_percent": percent(bits.sum(), len(bits)),
            "excluded": int(of["out"].sum()),
        }

    total = figures(points)
    rows = [[code(file), *figures(group).values()] for file, group in points.groupby("file")]
    (folder / "table").write_text(
        table(["<module", "lines", "%", "toggles", "%", "excluded"], [*rows, ["**all**", *total.values()]]),
        encoding="utf-8",
    )
    per_reason = points.groupby("reason", sort=False).size()
    order = list(dict.fromkeys(excluded["reason"]))
    bits = counted[counted["kind"] == "toggle"]["reached"]
    every = percent(bits.sum(), len(bits) + total["excluded"])
    (folder / "reasons").write_text(
        table(
            ["<reason", "bits"],
            [
                *([reason, per_reason.get(reason, 0)] for reason in order),
                [f"**all**; if they counted, {every} % of toggles would be reached", total["excluded"]],
            ],
        ),
        encoding="utf-8",
    )
    missed = counted[~counted["reached"]].sort_values(["file", "line", "column", "name"])
    (folder / "missed").write_text(
        "".join(
            f"rtl/{row.file}:{row.line}:{row.column} {row.kind} {row.name_}\n"
            for row in missed.assign(name_=missed["name"]).itertuples()
        ),
        encoding="utf-8",
    )
    return total


def cpp_report(folder: Path) -> dict:
    """Writes table and missed; returns the figures of all C++."""
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    files = pandas.DataFrame(summary["files"])
    files["folder"] = [str(Path(name).parent) for name in files["filename"]]
    sums = files.groupby("folder")[["line_total", "line_covered"]].sum()
    rows = [
        [code(name), row["line_total"], row["line_covered"], percent(row["line_covered"], row["line_total"])]
        for name, row in sums.iterrows()
        if row["line_total"]
    ]
    every = json.loads((folder / "lines.json").read_text(encoding="utf-8"))
    (folder / "missed").write_text(
        "".join(
            f"{file['file']}:{line['line_number']}\n"
            for file in every["files"]
            for line in file["lines"]
            if line["count"] == 0 and not line.get("gcovr/noncode")
        ),
        encoding="utf-8",
    )
    lines, reached = summary["line_total"], summary["line_covered"]
    (folder / "table").write_text(
        table(
            ["<directory", "lines", "reached", "%"],
            [*rows, ["**all**", lines, reached, f"**{percent(reached, lines)}**"]],
        ),
        encoding="utf-8",
    )
    return {"lines": lines, "lines_percent": percent(reached, lines)}


def main(name: str, arguments: list[str]) -> int:
    options = parser(name, __doc__)
    options.add_argument("folder", type=Path, metavar="FOLDER")
    options.add_argument("parts", nargs="+", choices=["rtl", "cpp"])
    options.add_argument("--write", action="store_true")
    options.add_argument("--check", action="store_true")
    chosen = options.parse_args(arguments)
    makers = {"rtl": rtl_report, "cpp": cpp_report}
    page, sections, low = Page(PAGE), [], []
    for part in chosen.parts:
        figures = makers[part](chosen.folder / part)
        (chosen.folder / part / "figures.json").write_text(json.dumps(figures), encoding="utf-8")
        bound = RTL_BOUND if part == "rtl" else CPP_BOUND
        low += [
            f"{part}, {key.removesuffix('_percent')}: {figures[key]} % is less than {bound} %"
            for key in ("lines_percent", "toggles_percent")
            if key in figures and float(figures[key]) < bound
        ]
        sections.append((f"coverage-{part}", (chosen.folder / part / "table").read_text(encoding="utf-8")))
        if part == "rtl":
            sections.append(
                ("coverage-excluded", (chosen.folder / part / "reasons").read_text(encoding="utf-8"))
            )
    for section, text in sections:
        print(text)
        page.replace(f"<!-- {section}:begin -->", text)
    pages = [page]
    saved = {part: chosen.folder / part / "figures.json" for part in makers}
    if all(path.exists() for path in saved.values()):
        rtl, cpp = (json.loads(path.read_text(encoding="utf-8")) for path in saved.values())
        text = table(
            ["<", "points", "reached", "at least"],
            [
                ["RTL, lines", rtl["lines"], f"**{rtl['lines_percent']} %**", f"{RTL_BOUND} %"],
                [
                    f"RTL, toggles ({rtl['excluded']} bits left out, each with its reason)",
                    rtl["toggles"],
                    f"**{rtl['toggles_percent']} %**",
                    f"{RTL_BOUND} %",
                ],
                ["C++, lines", cpp["lines"], f"**{cpp['lines_percent']} %**", f"{CPP_BOUND} %"],
            ],
        )
        results = Page(Path("docs/results.md"))
        results.replace("<!-- coverage:begin -->", text)
        pages.append(results)
    changed = False
    if chosen.write or chosen.check:
        for one in pages:
            changed |= deliver(name, one.path, one.text(), chosen.check)
    measured.record_of(*(chosen.folder / part / "table" for part in chosen.parts if chosen.write))
    if low:
        raise Failure("; ".join(low))
    return DIFFERS if changed and chosen.check else 0

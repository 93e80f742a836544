"""Writes one section of docs/results.md, between the lines <!-- NAME:begin --> and <!-- NAME:end -->.

  scripts/readme-table [FILE...]             section `results`, from files that `collnoc run --json` wrote
                                             (default: BUILD_DIR/run/*.json, which scripts/run writes)
  scripts/readme-table --section NAME FILE   another section; FILE is the table

The digests of the sources that these were measured on (scripts/measured), if they are beside the files, are recorded.
`results` has one row per collective, network, NIC and size: the fastest algorithms, their cycles, the lower
bound, and the number of algorithms measured. The environment variable PAGE names another file.
"""
import json
import os
from pathlib import Path

import pandas

from collnoc_tables import measured, program
from collnoc_tables.command import DIFFERS, Failure, build_directory, parser
from collnoc_tables.fastest import fastest, names
from collnoc_tables.markdown import Page, deliver, table


def results_table(files: list[Path]) -> str:
    frames = [program.runs_of(json.loads(file.read_text(encoding="utf-8"))) for file in files]
    runs = pandas.concat(frames, ignore_index=True)
    runs["nic"] = pandas.Categorical(runs["nic"], ["one-port", "all-port"], ordered=True)
    rows = []
    for (collective, network, nic, size), group in runs.groupby(["collective", "topology", "nic", "bytes"], observed=True):
        best = fastest(group)
        first = best.iloc[0]
        rows.append([
            collective,
            network,
            nic,
            size,
            names(best, len(group)),
            ", ".join(str(steps) for steps in dict.fromkeys(best["steps"])),
            first["cycles"],
            first["bound_cycles"],
            f"{first['bound_percent']:.1f}",
            len(group),
        ])
    return table(
        ["<collective", "<network", "<NIC", "bytes", "<fastest", "steps", "cycles", "bound", "bound %", "of"], rows)


def main(name: str, arguments: list[str]) -> int:
    options = parser(name, __doc__)
    options.add_argument("--check", action="store_true", help="change nothing; exit 3 if the file differs")
    options.add_argument("--section", default="results", metavar="NAME")
    options.add_argument("files", nargs="*", type=Path, metavar="FILE")
    chosen = options.parse_args(arguments)
    files = chosen.files
    if chosen.section == "results":
        files = files or sorted((build_directory() / "run").glob("*.json"))
    elif len(files) != 1:
        raise Failure(f"--section {chosen.section} needs one FILE")
    if not files:
        raise Failure(f"no results in {build_directory() / 'run'}; run scripts/run first")
    for file in files:
        if not file.is_file():
            raise Failure(f"no {file} (scripts/run, saturation and bench write these files)")

    page = Page(Path(os.environ.get("PAGE", "docs/results.md")))
    begin = f"<!-- {chosen.section}:begin -->"
    made = results_table(files) if chosen.section == "results" else files[0].read_text(encoding="utf-8")
    page.replace(begin, made)
    changed = deliver(name, page.path, page.text(), chosen.check)
    if not chosen.check and (chosen.files or chosen.section == "results"):
        measured.record_of(chosen.files[0] if chosen.files else build_directory() / "run" / "results")
    if not changed:
        print(f"== {name}: {page.path} is up to date")
    return DIFFERS if changed and chosen.check else 0

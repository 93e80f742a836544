"""The figures and tables of the papers, measured: experiments/.

  scripts/experiments [NAME...]             runs the sweeps of these experiments (default: all), writes their CSV, drawings
                                            and pages, and a page of `collnoc report` below BUILD_DIR/experiments.
                                            A run that was stopped continues where it was
  scripts/experiments --draw [NAME...]      runs nothing; writes drawings and pages from the CSV
  scripts/experiments --check [NAME...]     changes nothing; exit code 3 if drawings or pages are not those of the CSV, or
                                            if the points that take seconds give other numbers than the CSV
  scripts/experiments --check --all [--shard I/N] [NAME...]   the same with every point, or every N-th from the I-th on
  scripts/experiments --list                the names
"""
from functools import partial
from pathlib import Path

import pandas

from collnoc_tables import measured, program
from collnoc_tables.command import DIFFERS, Failure, parser, say
from collnoc_tables.drawings import deliver_drawings
from collnoc_tables.experiments import cang_wu, dimakopoulos_dimopoulos, sweeps, tseng_sheu, zhuang_liberatore
from collnoc_tables.experiments.page import Conclusion, conclusions_table
from collnoc_tables.markdown import Page, deliver, table

# Module and title of each experiment.
EXPERIMENTS = {
    "zhuang-liberatore-4": (zhuang_liberatore, "Zhuang & Liberatore, Figure 4: broadcast, one-port, 2-D"),
    "zhuang-liberatore-8": (zhuang_liberatore, "Zhuang & Liberatore, Figure 8: broadcast, one-port, 3-D"),
    "zhuang-liberatore-10": (zhuang_liberatore, "Zhuang & Liberatore, Figure 10: broadcast, all-port, 2-D"),
    "cang-wu-2": (cang_wu, "Cang & Wu, Figure 2: total communication distance"),
    "dimakopoulos-dimopoulos": (dimakopoulos_dimopoulos, "Dimakopoulos & Dimopoulos: total exchange in the fewest steps"),
    "tseng-sheu-1": (tseng_sheu, "Tseng & Sheu, Table 1: broadcast on star graphs"),
    "tseng-sheu-2": (tseng_sheu, "Tseng & Sheu, Table 2: all-to-all broadcast on star graphs"),
}


def csv_of(name: str, sweep: str) -> Path:
    return sweeps.FOLDER / name / f"{sweep}.csv"


def frames_of(name: str) -> dict[str, pandas.DataFrame]:
    """The kept results of every sweep of an experiment."""
    frames = {}
    for sweep in sweeps.sweeps_of(name):
        if not csv_of(name, sweep).exists():
            raise Failure(f"{csv_of(name, sweep)} is missing; scripts/experiments {name} measures it")
        frames[sweep] = pandas.read_csv(csv_of(name, sweep), float_precision="round_trip")
    return frames


def conclusions_of(name: str, everything: dict) -> list[Conclusion]:
    return EXPERIMENTS[name][0].conclusions(name, everything[name], everything)


def index_tables(everything: dict) -> dict[str, str]:
    rows, changed, wrong, ours = [], [], [], []
    for name, (_, title) in EXPERIMENTS.items():
        found = conclusions_of(name, everything)
        points = sum(len(frame) for frame in everything[name].values())
        its = [c for c in found if not c.ours]
        rows.append([f"[{title}]({name}/README.md)", points, len(its), sum(c.holds for c in its),
                     sum(c.changes for c in its), len(found) - len(its)])
        paper = f"[{title.split(':')[0]}]({name}/README.md)"
        changed += [[paper, *c.cells()] for c in its if c.changes]
        wrong += [[paper, *c.cells()] for c in its if not c.holds and not c.changes]
        ours += [[paper, *c.cells()] for c in found if c.ours]
    heads = ["<paper", "<conclusion", "<rests on", "<cases", "<by its formulas", "<measured, steps together", "<measured"]
    return {
        "experiments": table(["<experiment", "runs", "conclusions of the paper", "hold everywhere", "change on hardware",
                              "questions of ours"], rows),
        "changed": table(heads, changed),
        "wrong": table(heads, wrong),
        "ours": table(["<paper", "<question", *heads[2:]], ours),
    }


def fill(name: str, path: Path, tables: dict[str, str], check: bool) -> bool:
    """Writes the tables of a page; every table must have its section, and every section its table."""
    page = Page(path)
    sections = list(page.sections("experiment"))
    if {" ".join(words) for _, words in sections} != set(tables):
        raise Failure(f"{path}: has the sections {sorted(' '.join(w) for _, w in sections)}, needs {sorted(tables)}")
    for begin, words in sections:
        page.replace(begin, tables[" ".join(words)])
    return deliver(name, path, page.text(), check)


def write_pages(names: list[str], everything: dict, check: bool) -> bool:
    changed = False
    for name in names:
        module, title = EXPERIMENTS[name]
        found = conclusions_table(conclusions_of(name, everything))
        tables = {"conclusions": found, **module.tables(name, everything[name])}
        changed |= fill("experiments", sweeps.FOLDER / name / "README.md", tables, check)
        draw = partial(module.figure, everything[name], name, title)
        changed |= deliver_drawings("experiments", sweeps.FOLDER / name / "figure.svg", draw, check)
    return changed | fill("experiments", sweeps.FOLDER / "README.md", index_tables(everything), check)


def measure(name: str) -> None:
    folders = []
    for sweep in sweeps.sweeps_of(name):
        frame = sweeps.measure(name, sweep)
        deliver("experiments", csv_of(name, sweep), frame.to_csv(index=False, lineterminator="\n"), False)
        folders.append(str(sweeps.results_folder(name, sweep)))
    report = sweeps.results_folder(name, "report.html")
    program.text("report", *folders, "-o", report, "--title", EXPERIMENTS[name][1])
    say("experiments", f"{report} written")


def measured_again(names: list[str], everything: dict, options) -> bool:
    """Whether a run gives another number than the CSV has."""
    found = []
    shard = ("--shard", options.shard) if options.shard else ()
    for name in names:
        for sweep, kept in everything[name].items():
            found += [f"{csv_of(name, sweep)}: {text}"
                      for text in sweeps.check(name, sweep, kept, options.all, shard)]
    for text in found[:20]:
        say("experiments", text)
    return bool(found)


def main(name: str, arguments: list[str]) -> int:
    options = parser(name, __doc__)
    options.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(EXPERIMENTS)}; default: all")
    options.add_argument("--draw", action="store_true", help="run nothing, only write drawings and pages")
    options.add_argument("--check", action="store_true", help="change nothing, compare")
    options.add_argument("--all", action="store_true", help="with --check: every point")
    options.add_argument("--shard", metavar="I/N", help="with --check --all: every N-th point, from the I-th on")
    options.add_argument("--list", action="store_true", help="print the names")
    chosen = options.parse_args(arguments)
    if unknown := set(chosen.names) - set(EXPERIMENTS):
        raise Failure(f"unknown experiment {', '.join(sorted(unknown))}; of {', '.join(EXPERIMENTS)}")
    if (chosen.all or chosen.shard) and not chosen.check:
        raise Failure("--all and --shard are for --check")
    if chosen.shard and not chosen.all:
        raise Failure("--shard is for --check --all")
    names = chosen.names or list(EXPERIMENTS)
    if chosen.list:
        print("\n".join(names))
        return 0
    if not chosen.check and not chosen.draw:
        program.require()
        digests = measured.digests(f"experiments/{each}" for each in names)
        for each in names:
            measure(each)
            measured.record({f"experiments/{each}": digests[f"experiments/{each}"]})
    everything = {each: frames_of(each) for each in EXPERIMENTS}
    differs = write_pages(names, everything, chosen.check)
    if chosen.check:
        differs |= measured_again(names, everything, chosen)
    return DIFFERS if differs and chosen.check else 0

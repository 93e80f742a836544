"""Broadcasts on star graphs: which runs are made, their results as CSV, and the results by what they differ in."""
import io
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pandas

from collnoc_tables import program
from collnoc_tables.command import DIFFERS, Failure
from collnoc_tables.markdown import shortest

PAGE_CSV = Path("docs/reference/star-broadcasts.csv")
STARTUPS = (0, 38, 150, 1000)
SIZES = (64, 256, 1024, 4096, 16384, 65536)
NICS = ("one-port", "all-port")
COLLECTIVES = ("broadcast", "all-to-all-broadcast")
NETWORKS = ("star:4", "star:5")
STORE_AND_FORWARD = "--vc-depth 64 --switching store-and-forward"

KEY = ["collective", "topology", "nic", "options", "T_s", "bytes", "algorithm"]
COLUMNS = [
    "length",
    *KEY,
    "steps",
    "alpha",
    "beta",
    "cycles",
    "stalls",
    "paper_alpha",
    "paper_beta",
    "segments",
    "unit_startup_segments",
]
BEST = "multi-tree:p, best p"
ALGORITHMS = ("multi-tree", BEST, "greedy-tree", "greedy-tree:1", "binomial", "hamiltonian", "direct")


class Group(NamedTuple):
    """Runs that differ only in algorithm, size and start-up. Long ones take minutes and run nightly."""

    length: str
    collective: str
    topology: str
    nic: str
    algorithms: str
    sizes: tuple[int, ...]
    startups: tuple[int, ...]
    options: str = ""


def groups() -> Iterator[Group]:
    trees = ",".join(["multi-tree", *(f"multi-tree:{2 ** k}" for k in range(7))])
    exchange = "multi-tree,hamiltonian,direct"
    for nic in NICS:
        others = "binomial" if nic == "one-port" else "binomial,greedy-tree,greedy-tree:1"
        every = f"{trees},{others}"
        yield Group("short", "broadcast", "star:4", nic, every, SIZES, STARTUPS)
        yield Group("short", "broadcast", "star:5", nic, every, (1024,), STARTUPS)
        yield Group("long", "broadcast", "star:5", nic, every, (64, 256, 4096, 16384, 65536), STARTUPS)
        yield Group("short", "all-to-all-broadcast", "star:4", nic, exchange, SIZES[:4], STARTUPS)
        yield Group("long", "all-to-all-broadcast", "star:4", nic, exchange, SIZES[4:], STARTUPS)
        yield Group("short", "all-to-all-broadcast", "star:5", nic, exchange, SIZES[:1], STARTUPS)
        yield Group("long", "all-to-all-broadcast", "star:5", nic, exchange, SIZES[1:4], STARTUPS)
        yield Group(
            "long", "all-to-all-broadcast", "star:5", nic, "multi-tree,hamiltonian", (16384,), STARTUPS
        )
        for options in ("--vc-depth 64", STORE_AND_FORWARD, "--step-barrier", "--max-packet-flits 256"):
            yield Group(
                "short",
                "broadcast",
                "star:5",
                nic,
                f"multi-tree:1,multi-tree:16,{others}",
                (64, 16384),
                (38,),
                options,
            )
            yield Group(
                "short",
                "all-to-all-broadcast",
                "star:5",
                nic,
                "multi-tree,hamiltonian",
                (256,),
                (38,),
                options,
            )
    for options in ("", STORE_AND_FORWARD):
        yield Group(
            "short",
            "broadcast",
            "mesh:2x1",
            "one-port",
            "recursive-division",
            (8, 64, 240, 1024),
            (0, 38),
            options,
        )


def measure(group: Group, *more: str) -> Iterator[dict]:
    """Rows of the CSV for the runs of a group, with further options of the program."""
    for startup in group.startups:
        runs = program.run(
            group.collective,
            "--topology",
            group.topology,
            "--nic",
            group.nic,
            "--algorithm",
            group.algorithms,
            "--bytes",
            ",".join(map(str, group.sizes)),
            "--startup-cycles",
            startup,
            *group.options.split(),
            *more,
        )
        for run in runs.to_dict("records"):
            paper = run["paper"] or {}
            if "Tseng & Sheu" not in paper.get("source", ""):
                paper = {}
            terms = paper.get("published", paper)
            yield {
                "length": group.length,
                "collective": group.collective,
                "topology": group.topology,
                "nic": group.nic,
                "options": group.options,
                "T_s": startup,
                "bytes": run["bytes"],
                "algorithm": run["algorithm"].replace("-all-port", ""),
                "steps": run["steps"],
                "alpha": run["alpha"],
                "beta": shortest(run["beta"]),
                "cycles": run["cycles"],
                "stalls": run["stalls"],
                "paper_alpha": number(terms.get("alpha")),
                "paper_beta": number(terms.get("beta")),
                "segments": number(paper.get("segments")),
                "unit_startup_segments": number(paper.get("unit_startup_segments")),
            }


def number(value: float | None) -> str:
    return "" if value is None else shortest(value, 9)


def to_csv(rows: pandas.DataFrame) -> str:
    return rows.sort_values(KEY, kind="stable").to_csv(index=False, lineterminator="\n")


def read_csv(text: str) -> pandas.DataFrame:
    """All columns as text, so that rows that were not measured again stay as they are."""
    return pandas.read_csv(io.StringIO(text), dtype=str, keep_default_na=False)


def run_all(old: str | None) -> str:
    """All runs as CSV. Given the text of such a CSV, its long runs are taken from it."""
    rows = [row for group in groups() if old is None or group.length == "short" for row in measure(group)]
    frame = pandas.DataFrame(rows, columns=COLUMNS)
    if old is not None:
        kept = read_csv(old)
        kept = kept[kept["length"] == "long"].reindex(columns=COLUMNS, fill_value="")
        frame = pandas.concat([frame, kept.astype({"T_s": int, "bytes": int})])
    return to_csv(frame)


def lockstep(path: Path, topology: str, most_bytes: int, startups: tuple[int, ...]) -> int:
    """Run RTL and model side by side on default hardware; every row must be one of the CSV."""
    measured = []
    for group in groups():
        sizes = tuple(size for size in group.sizes if size <= most_bytes)
        if group.topology == topology and not group.options and sizes:
            measured += measure(group._replace(sizes=sizes, startups=startups), "--backend", "lockstep")
    known = set(path.read_text(encoding="utf-8").splitlines())
    rows = pandas.DataFrame(measured, columns=COLUMNS).to_csv(index=False, header=False).splitlines()
    unknown = [row for row in rows if row not in known]
    if unknown:
        print("\n".join(unknown))
        raise Failure(f"{path} does not have these {len(unknown)} rows, measured in lockstep", DIFFERS)
    print(f"{len(rows)} runs in lockstep are rows of {path}")
    return 0


class Results:
    """The runs of the CSV, by what they differ in."""

    def __init__(self, csv: str):
        self.frame = pandas.read_csv(
            io.StringIO(csv), keep_default_na=False, na_values={column: [""] for column in COLUMNS[-4:]}
        )
        self.rows = self.frame.set_index(KEY).to_dict("index")

    def get(
        self,
        collective: str,
        topology: str,
        nic: str,
        startup: int,
        size: int,
        algorithm: str,
        options: str = "",
    ) -> dict | None:
        return self.rows.get((collective, topology, nic, options, startup, size, algorithm))

    def bests(self, *case) -> list[str]:
        """Every multi-tree:p, p a power of two, with the fewest cycles, in the order of p."""
        ran = [(run["cycles"], 2**k) for k in range(7) if (run := self.get(*case, f"multi-tree:{2 ** k}"))]
        return [f"multi-tree:{p}" for cycles, p in ran if cycles == min(ran)[0]]

    def best(self, *case) -> str | None:
        """The first of them, the one with the fewest pieces."""
        return next(iter(self.bests(*case)), None)

    def candidates(self, *case) -> dict[str, tuple[str, dict]]:
        """For each name of ALGORITHMS that ran: the schedule and its run."""
        chosen = {name: self.best(*case) if name == BEST else name for name in ALGORITHMS}
        return {
            name: (algorithm, run)
            for name, algorithm in chosen.items()
            if algorithm and (run := self.get(*case, algorithm))
        }

"""Broadcasts on star graphs, measured: the numbers of docs/reference/star-broadcasts.md."""
import io
import math
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pandas

from collnoc_tables import program
from collnoc_tables.command import DIFFERS, Failure, parser
from collnoc_tables.markdown import code, off_percent, shortest, table

PAGE_CSV = Path("docs/reference/star-broadcasts.csv")
STARTUPS = (0, 38, 150, 1000)
SIZES = (64, 256, 1024, 4096, 16384, 65536)
NICS = ("one-port", "all-port")
COLLECTIVES = ("broadcast", "all-to-all-broadcast")
NETWORKS = ("star:4", "star:5")
# Cycles that the hardware adds to every start-up: the writes to the put registers, the first read of memory,
# the links to the partner, and the wait that sees the message.
HARDWARE_STARTUP = 14
FLIT_BYTES = 8
TILE_BYTES = 2 * 1024 * 1024
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

    def best(self, *case) -> str | None:
        """The multi-tree:p, p a power of two, with the fewest cycles."""
        ran = [(run["cycles"], 2**k) for k in range(7) if (run := self.get(*case, f"multi-tree:{2 ** k}"))]
        return f"multi-tree:{min(ran)[1]}" if ran else None

    def candidates(self, *case) -> dict[str, tuple[str, dict]]:
        """For each name of ALGORITHMS that ran: the schedule and its run."""
        chosen = {name: self.best(*case) if name == BEST else name for name in ALGORITHMS}
        return {
            name: (algorithm, run)
            for name, algorithm in chosen.items()
            if algorithm and (run := self.get(*case, algorithm))
        }


def formula(run: dict, startup: int, size: int) -> float | None:
    """The paper's time in cycles, where it has one."""
    if math.isnan(run["paper_alpha"]):
        return None
    return run["paper_alpha"] * startup + run["paper_beta"] * size / FLIT_BYTES


def with_hardware(run: dict, startup: int, size: int) -> float | None:
    """The paper's time with the hardware's part of a start-up and a head flit for every 31 flits."""
    if math.isnan(run["paper_alpha"]):
        return None
    return run["paper_alpha"] * (startup + HARDWARE_STARTUP) + run["paper_beta"] * size / FLIT_BYTES * 32 / 31


def percent(measured: float, expected: float | None) -> str:
    return off_percent(measured, expected) if expected else "–"


def family(algorithm: str) -> str:
    return algorithm.partition(":")[0]


def symbols(topology: str) -> int:
    return int(topology.removeprefix("star:"))


def fits(collective: str, topology: str, size: int) -> bool:
    return collective == "broadcast" or math.factorial(symbols(topology)) * size <= TILE_BYTES


def per_startup(*headings: str) -> list[str]:
    """Columns that are repeated for every start-up."""
    return [
        f"T_s = {startup}: {heading}" if i == 0 else heading
        for startup in STARTUPS
        for i, heading in enumerate(headings)
    ]


def cycles_table(results: Results, collective: str, topology: str, nic: str) -> str:
    rows = []
    for size in SIZES:
        if not fits(collective, topology, size):
            blocks = math.factorial(symbols(topology))
            rows.append(
                [
                    size,
                    f"does not fit: {blocks} blocks are {blocks * size} bytes, a tile holds {TILE_BYTES}",
                    *[""] * 3 * len(STARTUPS),
                ]
            )
            continue
        ran = {startup: results.candidates(collective, topology, nic, startup, size) for startup in STARTUPS}
        for name in ALGORITHMS:
            if not any(name in candidates for candidates in ran.values()):
                if name != "direct" or collective == "broadcast":
                    continue
            row = [size, "`multi-tree:p`, best p" if name == BEST else code(name)]
            for startup, candidates in ran.items():
                if name not in candidates:
                    row += ["not run", "", ""]
                    continue
                algorithm, run = candidates[name]
                fewest = min(other["cycles"] for _, other in candidates.values())
                cycles = f"**{run['cycles']}**" if run["cycles"] == fewest else str(run["cycles"])
                if name == BEST:
                    cycles += f", p = {run['segments']:.0f}"
                row += [
                    cycles,
                    percent(run["cycles"], formula(run, startup, size)),
                    percent(run["cycles"], with_hardware(run, startup, size)),
                ]
            rows.append(row)
    return table(["bytes", "<algorithm", *per_startup("cycles", "off %", "with hardware, off %")], rows)


def winner(results: Results, *case) -> str:
    """The fastest schedule, its lead over the next of another family, the paper's favourite if it differs."""
    _, _, _, startup, size = case
    candidates = list(results.candidates(*case).values())
    won, fastest = min(candidates, key=lambda candidate: candidate[1]["cycles"])
    second = min(run["cycles"] for algorithm, run in candidates if family(algorithm) != family(won))
    least: dict[str, float] = {}
    collective, topology, nic = case[:3]
    frame = results.frame
    cases = frame[
        (frame["collective"] == collective)
        & (frame["topology"] == topology)
        & (frame["nic"] == nic)
        & (frame["options"] == "")
        & (frame["T_s"] == startup)
        & (frame["bytes"] == size)
    ]
    for run in cases.to_dict("records"):
        time = formula(run, startup, size)
        if time:
            name = family(run["algorithm"])
            least[name] = min(time, least.get(name, math.inf))
    text = f"{code(won)} ×{second / fastest['cycles']:.2f}"
    favourite = min(least, key=least.get)
    if least[favourite] < least.get(family(won), 0) * 0.999999:
        text += f" ({favourite})"
    return text


def winners_table(results: Results, collective: str, nic: str) -> str:
    rows = [
        [
            f"S_{symbols(topology)}",
            size,
            *(winner(results, collective, topology, nic, startup, size) for startup in STARTUPS),
        ]
        for topology in NETWORKS
        for size in SIZES
        if fits(collective, topology, size)
    ]
    return table(["<network", "bytes", *per_startup("winner")], rows)


def segments_table(results: Results, nic: str) -> str:
    """Eq. (5) of the paper, with the hardware's part of a start-up, beside the p with the fewest cycles."""
    rows = []
    for topology in NETWORKS:
        for size in SIZES[1:]:
            own = results.get("broadcast", topology, nic, 0, size, "multi-tree")
            row = [f"S_{symbols(topology)}", size, f"{own['segments']:.0f}"]
            for startup in STARTUPS:
                ideal = own["unit_startup_segments"] / math.sqrt(startup + HARDWARE_STARTUP)
                near = 1
                while near < 64 and near * math.sqrt(2) < ideal:
                    near *= 2
                case = ("broadcast", topology, nic, startup, size)
                best = results.best(*case)
                cycles = results.get(*case, f"multi-tree:{near}")["cycles"]
                least = results.get(*case, best)["cycles"]
                row += [
                    f"{ideal:.1f}",
                    cycles,
                    best.removeprefix("multi-tree:"),
                    least,
                    percent(cycles, least),
                ]
            rows.append(row)
    return table(
        [
            "<network",
            "bytes",
            "p of `multi-tree`",
            *per_startup("Eq. (5)", "its cycles", "best", "its cycles", "%"),
        ],
        rows,
    )


def startups_table(results: Results) -> str:
    """Measured: what one more cycle of T_s costs, and what one more flit of message costs."""
    rows = []
    for collective in COLLECTIVES:
        is_broadcast = collective == "broadcast"
        names = (
            ("multi-tree:1", "multi-tree:16", "greedy-tree:1", "binomial")
            if is_broadcast
            else ("multi-tree", "hamiltonian")
        )
        for topology in NETWORKS:
            large = 65536 if is_broadcast or topology == "star:4" else 16384
            small, size = large // 4, 1024 if is_broadcast else 64
            for nic in NICS:
                for name in names:
                    slow = results.get(collective, topology, nic, 1000, size, name)
                    if slow is None:
                        continue
                    fast = results.get(collective, topology, nic, 150, size, name)
                    long = results.get(collective, topology, nic, 0, large, name)
                    short = results.get(collective, topology, nic, 0, small, name)
                    rows.append(
                        [
                            collective,
                            f"S_{symbols(topology)}",
                            nic,
                            code(name),
                            f"{long['paper_alpha']:.0f}",
                            slow["alpha"],
                            f"{(slow['cycles'] - fast['cycles']) / 850:.1f}",
                            f"{long['paper_beta']:.2f}",
                            f"{long['beta']:.2f}",
                            f"{(long['cycles'] - short['cycles']) / ((large - small) / FLIT_BYTES):.2f}",
                        ]
                    )
    return table(
        [
            "<",
            "<network",
            "<NIC",
            "<algorithm",
            "α, paper",
            "counted",
            "measured",
            "β, paper",
            "counted",
            "measured",
        ],
        rows,
    )


def hardware_table(results: Results, topology: str) -> str:
    rows = []
    for collective in COLLECTIVES:
        for nic in NICS:
            for name in (
                "multi-tree:1",
                "multi-tree:16",
                "multi-tree",
                "greedy-tree",
                "greedy-tree:1",
                "binomial",
                "hamiltonian",
            ):
                for size in SIZES:
                    case = (collective, topology, nic, 38, size, name)
                    stored = results.get(*case, STORE_AND_FORWARD)
                    if stored is None:
                        continue
                    plain = results.get(*case)["cycles"]
                    barrier, packets, deep = (
                        results.get(*case, options)["cycles"]
                        for options in ("--step-barrier", "--max-packet-flits 256", "--vc-depth 64")
                    )
                    rows.append(
                        [
                            collective,
                            nic,
                            code(name),
                            size,
                            plain,
                            percent(barrier, plain),
                            percent(packets, plain),
                            percent(deep, plain),
                            stored["cycles"],
                            percent(stored["cycles"], deep),
                        ]
                    )
    return table(
        [
            "<",
            "<NIC",
            "<algorithm",
            "bytes",
            "cycles",
            "step barriers, %",
            "packets of 256 flits, %",
            "buffers of 64 flits, %",
            "and store-and-forward",
            "% of those",
        ],
        rows,
    )


def hop_table(results: Results) -> str:
    """One message over one link."""
    rows = [
        [
            size,
            *(
                results.get(
                    "broadcast", "mesh:2x1", "one-port", startup, size, "recursive-division", options
                )["cycles"]
                for startup in (0, 38)
                for options in ("", STORE_AND_FORWARD)
            ),
        ]
        for size in (8, 64, 240, 1024)
    ]
    return table(["bytes", "T_s = 0", "store-and-forward", "T_s = 38", "store-and-forward"], rows)


TABLES = {
    "cycles": cycles_table,
    "winners": winners_table,
    "segments": segments_table,
    "startups": startups_table,
    "hardware": hardware_table,
    "hop": hop_table,
}


def make_table(results: Results, kind: str, *words: str) -> str:
    if kind not in TABLES:
        raise Failure(f"no table {kind}: {', '.join(TABLES)}")
    return TABLES[kind](results, *words)


def main(name: str, arguments: list[str]) -> int:
    options = parser(
        name,
        "Broadcasts on star graphs: the numbers of docs/reference/star-broadcasts.md. "
        "scripts/docs-tables writes them.",
    )
    commands = options.add_subparsers(dest="command", required=True)
    command = commands.add_parser("run", help="run the model and print all runs as CSV")
    command.add_argument("old", nargs="?", type=Path, help="take the long runs from this CSV")
    command = commands.add_parser("table", help="print one table of the page")
    command.add_argument("csv", type=Path)
    command.add_argument("words", nargs="+", help=", ".join(TABLES))
    command = commands.add_parser("plot", help="print a drawing as SVG")
    command.add_argument("csv", type=Path)
    command.add_argument("collective", choices=COLLECTIVES)
    command = commands.add_parser(
        "lockstep", help="run RTL and model in lockstep; exit 3 when a row is not in the CSV"
    )
    command.add_argument("csv", type=Path)
    command.add_argument("topology", choices=NETWORKS)
    command.add_argument("bytes", type=int, help="runs of at most this size")
    command.add_argument("startups", type=lambda text: tuple(map(int, text.split(","))), help="T_s[,T_s...]")
    chosen = options.parse_args(arguments)
    if chosen.command == "run":
        print(run_all(chosen.old.read_text(encoding="utf-8") if chosen.old else None), end="")
    elif chosen.command == "lockstep":
        return lockstep(chosen.csv, chosen.topology, chosen.bytes, chosen.startups)
    elif chosen.command == "table":
        print(make_table(Results(chosen.csv.read_text(encoding="utf-8")), *chosen.words), end="")
    else:
        from collnoc_tables import star_plot

        print(star_plot.svg(Results(chosen.csv.read_text(encoding="utf-8")), chosen.collective), end="")
    return 0

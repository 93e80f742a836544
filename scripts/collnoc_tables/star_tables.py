"""The tables of docs/reference/star-broadcasts.md, from the results of star_runs."""
import math

from collnoc_tables.command import Failure
from collnoc_tables.fastest import in_order
from collnoc_tables.markdown import code, off_percent, table
from collnoc_tables.star_runs import (
    ALGORITHMS,
    BEST,
    COLLECTIVES,
    NETWORKS,
    NICS,
    SIZES,
    STARTUPS,
    STORE_AND_FORWARD,
    Results,
)

# Cycles that the hardware adds to every start-up: the writes to the put registers, the first read of memory,
# the links to the partner, and the wait that sees the message.
HARDWARE_STARTUP = 14
FLIT_BYTES = 8
TILE_BYTES = 2 * 1024 * 1024


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
    """The fastest schedules, their lead over the next of another family, the paper's favourite if it differs."""
    _, _, _, startup, size = case
    candidates = list(results.candidates(*case).values())
    least_cycles = min(run["cycles"] for _, run in candidates)
    won = in_order(case[0], (algorithm for algorithm, run in candidates if run["cycles"] == least_cycles))
    families = {family(algorithm) for algorithm in won}
    others = [run["cycles"] for algorithm, run in candidates if family(algorithm) not in families]
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
    text = ", ".join(map(code, won)) + (f" ×{min(others) / least_cycles:.2f}" if others else "")
    favourite = min(least, key=least.get)
    if least[favourite] < min(least.get(name, 0) for name in families) * 0.999999:
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
                best = results.bests(*case)
                cycles = results.get(*case, f"multi-tree:{near}")["cycles"]
                least = results.get(*case, best[0])["cycles"]
                row += [
                    f"{ideal:.1f}",
                    cycles,
                    ", ".join(name.removeprefix("multi-tree:") for name in best),
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

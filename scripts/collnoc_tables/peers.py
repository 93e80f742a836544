"""Accepted throughput and latency beside BookSim2: sections of docs/reference/traffic.md, which gives its configuration."""
from dataclasses import dataclass
from functools import cache

from collnoc_tables import program
from collnoc_tables.command import Failure
from collnoc_tables.markdown import code, table


@dataclass(frozen=True)
class Accepted:
    """What BookSim2 accepts, between `least` and `most`, with `reads` reads of an input port per cycle."""
    topology: str
    vcs: int
    depth: int
    pattern: str
    flits: int
    reads: int
    least: float
    most: float
    why: str = ""  # why the default hardware accepts less: a letter of the list below the table
    routes: str = ""  # BookSim2's routing function, where it is not dimension order


ACCEPTED = (
    Accepted("mesh:8x8", 2, 8, "uniform", 1, 1, 0.378, 0.378),
    Accepted("mesh:8x8", 2, 8, "uniform", 2, 1, 0.386, 0.386),
    Accepted("mesh:8x8", 2, 8, "uniform", 8, 1, 0.362, 0.362, "a"),
    Accepted("mesh:8x8", 2, 4, "uniform", 8, 1, 0.316, 0.316, "a"),
    Accepted("mesh:8x8", 4, 8, "uniform", 8, 2, 0.419, 0.435, "b"),
    Accepted("mesh:8x8", 2, 8, "hotspot", 8, 1, 0.131, 0.131),
    Accepted("mesh:8x8", 2, 8, "transpose", 1, 1, 0.219, 0.219),
    Accepted("mesh:8x8", 2, 8, "transpose", 8, 1, 0.218, 0.218),
    Accepted("mesh:8x8", 2, 8, "transpose", 8, 1, 0.309, 0.309, "c", "xy_yx"),
    Accepted("mesh:8x8", 4, 8, "transpose", 8, 1, 0.348, 0.348, "c", "xy_yx"),
    Accepted("torus:8x8", 2, 8, "uniform", 1, 1, 0.545, 0.545),
    Accepted("torus:8x8", 2, 8, "uniform", 8, 1, 0.408, 0.408),
    Accepted("torus:8x8", 4, 8, "uniform", 1, 1, 0.598, 0.598, "e"),
    Accepted("torus:8x8", 4, 8, "uniform", 8, 1, 0.546, 0.546),
    Accepted("torus:8x8", 4, 8, "uniform", 8, 2, 0.589, 0.620, "b"),
    Accepted("torus:8x8", 2, 8, "transpose", 8, 1, 0.235, 0.235, "d"),
    Accepted("torus:8x8", 4, 8, "transpose", 8, 1, 0.244, 0.244, "c"),
)

LOADS = (0.02, 0.1, 0.2, 0.3)
SATURATED = None
LATENCY = (  # topology, pattern, flits of a packet, mean latency of BookSim2 at LOADS
    ("mesh:8x8", "uniform", 1, (21.1, 21.4, 22.2, 24.3)),
    ("mesh:8x8", "uniform", 2, (22.3, 22.9, 24.5, 28.0)),
    ("mesh:8x8", "uniform", 8, (28.7, 32.1, 37.8, 50.6)),
    ("mesh:8x8", "transpose", 1, (23.1, 23.6, SATURATED, SATURATED)),
    ("mesh:8x8", "transpose", 8, (30.7, 36.2, SATURATED, SATURATED)),
    ("mesh:8x8", "hotspot", 8, (28.3, 33.6, SATURATED, SATURATED)),
    ("torus:8x8", "uniform", 1, (21.3, 21.5, 21.8, 22.3)),
    ("torus:8x8", "uniform", 8, (28.7, 30.5, 34.8, 43.4)),
    ("torus:8x8", "transpose", 8, (30.8, 33.1, 47.2, SATURATED)),
)

FALLS = [(topology, vcs, flits) for topology in ("mesh:8x8", "torus:8x8") for vcs in (2, 4) for flits in (1, 8)]
PAST = tuple(i / 20 for i in range(8, 21))  # offered loads
ORDERS = ("--route-orders", 2, "--orders", "credits")


def two_orders(topology: str, vcs: int) -> bool:
    """A torus needs two channels for each order."""
    return topology.startswith("mesh") or vcs == 4


@cache
def traffic(*options: object) -> list[dict]:
    return program.document("traffic", *options)["traffic"]["loads"]


def options(topology: str, vcs: int, depth: int, pattern: str, flits: int) -> tuple[object, ...]:
    return ("--topology", topology, "--vcs", vcs, "--vc-depth", depth, "--pattern", pattern, "--lengths", flits)


def accepted_of(row: Accepted, *more: object) -> float:
    case = options(row.topology, row.vcs, row.depth, row.pattern, row.flits)
    (load,) = traffic(*case, *more, "--load", 1, "--drain", 0)
    return load["accepted"]


def accepted_table() -> str:
    rows = []
    for row in ACCEPTED:
        both = two_orders(row.topology, row.vcs)
        ours = [accepted_of(row, *one, *(ORDERS if two else ())) if both or not two else None
                for two in (False, True) for one in ((), ("--vc-reads", "on"))]
        best = max(value for value in ours if value is not None)
        below = ours[0] < row.least - 0.0005
        if below and not row.why:
            raise Failure(f"{row}: {ours[0]:.4f} is below, and there is no reason")
        theirs = f"{row.least:.3f}" + (f"–{row.most:.3f}" if row.most > row.least else "")
        rows.append([
            row.topology, f"{row.vcs} of {row.depth}", row.pattern, row.flits,
            theirs + (f", {code(row.routes)}" if row.routes else ""), row.reads,
            *("–" if value is None else f"{value:.3f}" for value in ours),
            f"{100 * (best / row.least - 1):+.1f}", f"({row.why})" if below else "",
        ])
    return table(["<network", "channels", "<pattern", "flits", "BookSim2", "reads", "default", code("--vc-reads on"),
                  "two orders", "both", "best, %", "<below"], rows)


def latency_table() -> str:
    rows = []
    for topology, pattern, flits, theirs in LATENCY:
        ours = traffic(*options(topology, 2, 8, pattern, flits), "--load", ",".join(f"{load:g}" for load in LOADS))
        cells = []
        for load, their in zip(ours, theirs, strict=True):
            mine = None if load["saturated"] else load["latency"]["total"]["mean"]
            if their is not None and (mine is None or mine > their):
                raise Failure(f"{topology} {pattern} {flits}: {mine} is above {their}")
            cells.append("saturated" if mine is None and their is None else
                         f"{mine:.1f} / {'saturated' if their is None else their}")
        rows.append([topology, pattern, flits, *cells])
    return table(["<network", "<pattern", "flits", *(f"{load:g}" for load in LOADS)], rows)


def fall_table() -> str:
    rows = []
    for topology, vcs, flits in FALLS:
        row: list[object] = [topology, vcs, flits]
        for more in ((), ("--vc-reads", "on"), ORDERS):
            if more == ORDERS and not two_orders(topology, vcs):
                row += ["–", "–"]
                continue
            loads = traffic(*options(topology, vcs, 8, "uniform", flits), *more, "--load",
                            ",".join(f"{load:g}" for load in PAST), "--drain", 0)
            accepted = [load["accepted"] for load in loads]
            most = max(accepted)
            least = min(accepted[accepted.index(most):])
            row += [f"{most:.3f} at {PAST[accepted.index(most)]:g}", f"{100 * (1 - least / most):.1f}"]
        rows.append(row)
    return table(["<network", "channels", "flits", "default: most", "falls, %", f"{code('--vc-reads on')}: most", "falls, %",
                  "two orders: most", "falls, %"], rows)


def peers_table(which: str) -> str:
    return {"accepted": accepted_table, "latency": latency_table, "fall": fall_table}[which]()

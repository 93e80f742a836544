"""The optimality claims of Dimakopoulos & Dimopoulos for total exchange, and the steps and cycles that are measured."""
import math

import pandas

from collnoc_tables.drawings import drawing, log_axes
from collnoc_tables.experiments.page import Conclusion, line_of, share
from collnoc_tables.experiments.sweeps import CYCLES_PER_BYTE, STARTUP
from collnoc_tables.fastest import fastest
from collnoc_tables.markdown import code, off_percent, table

STEPWISE = {"one-port": "product", "multiport": "product-all-port"}
FORMULA = "steps × (T_s + L·T_c)"
COLOURS = {"product": ("#c0392b", "-"), "product-all-port": ("#c0392b", "-"), "product-bundled": ("#1b6ca8", "-"),
           "direct": ("#3f7d3f", "-"), FORMULA: ("#5b7896", ":")}
DRAWN = ("torus:8x8", "mesh:8x8")


def extents(topology: str) -> list[int]:
    kind, _, size = topology.partition(":")
    return [2] * int(size) if kind == "hypercube" else [int(n) for n in size.split("x")]


def status_bound(topology: str) -> int:
    """The one-port bound: the mean, over nodes, of the sum of the distances to all others."""
    lengths, kind = extents(topology), topology.split(":")[0]
    nodes = math.prod(lengths)
    if kind == "mesh":
        mean = sum(nodes / n * (n * n - 1) / 3 for n in lengths)
    elif kind == "torus":
        mean = sum(nodes / n * (n * n // 4) for n in lengths)
    else:
        mean = sum(nodes / n * (n - 1) for n in lengths)
    return math.ceil(mean - 1e-9)


def cut_bound(topology: str) -> int:
    """The multiport bound: |V1||V2| / c(V1,V2) for the cuts through the middle of each dimension."""
    lengths, kind = extents(topology), topology.split(":")[0]
    nodes, most = math.prod(lengths), 0
    for n in lengths:
        low, high = n // 2, n - n // 2
        links = {"mesh": 1, "torus": 2}.get(kind, low * high)
        most = max(most, math.ceil(nodes / n * low * high / links))
    return most


BOUNDS = {"one-port": status_bound, "multiport": cut_bound}


def stepwise(frames: dict, sweep: str) -> pandas.DataFrame:
    """The rows of the paper's algorithm, with the bound on its steps."""
    frame = frames[sweep]
    frame = frame[frame["algorithm"] == STEPWISE[sweep]].copy()
    frame["step_bound"] = frame["topology"].map(BOUNDS[sweep])
    frame["steps_predicted"] = frame["steps"] * (STARTUP + CYCLES_PER_BYTE * frame["bytes"])
    return frame


def optimal(frames: dict, sweep: str, kinds: tuple) -> object:
    rows = stepwise(frames, sweep).drop_duplicates("topology")
    rows = rows[rows["topology"].str.startswith(kinds)]
    return share(rows["steps"] == rows["step_bound"])


def stepwise_is_fastest(frames: dict, sweep: str, barrier: bool) -> object:
    """In how many cases no algorithm that was measured is faster than the one with the fewest steps."""
    frame = frames[sweep]
    frame = frame[frame["step_barrier"] == barrier]
    return share(STEPWISE[sweep] in set(fastest(rows, "cycles", "total-exchange")["algorithm"])
                 for _, rows in frame.groupby(["topology", "bytes"]))


def conclusions(_name: str, frames: dict, _everything: dict) -> list[Conclusion]:
    made = []
    for sweep, kinds, says, rests_on in (
        ("one-port", ("torus", "hypercube", "ghc"),
         "One-port: A2 needs the least steps on tori, hypercubes and products of complete graphs.", "Theorem 3, section 4.1"),
        ("one-port", ("mesh",), "One-port: A2 needs the least steps on meshes.",
         "ours: Theorem 3 asks for dimensions that meet their bound, and sections 4 and 6 do not name meshes"),
        ("multiport", ("torus", "mesh"), "Multiport: A3 needs the least steps on homogeneous meshes and tori.",
         "Theorem 5, section 6"),
        ("multiport", ("hypercube", "ghc"),
         "Multiport: A3 needs the least steps on hypercubes and products of complete graphs.",
         "ours: they satisfy Theorem 5; section 6 names meshes and tori"),
    ):
        steps = optimal(frames, sweep, kinds)
        made.append(Conclusion(says, rests_on, f"{steps.of} networks, counted steps", None, steps, steps))
    for sweep in STEPWISE:
        rows = stepwise(frames, sweep)
        near = (rows["cycles"] / rows["steps_predicted"] - 1).abs() <= 0.1
        made.append(Conclusion(f"{sweep.capitalize()}: a step takes T_s + L·T_c within 10 %.",
                               "ours: section 1 has steps of one time unit, and calls the linear model another one",
                               "networks × sizes", None, share(near[rows["step_barrier"]]),
                               share(near[~rows["step_barrier"]])))
        made.append(Conclusion(f"{sweep.capitalize()}: the fewest steps of one hop are the shortest time.",
                               "ours: section 1 is about packet switching, where every hop is a step", "networks × sizes",
                               None, stepwise_is_fastest(frames, sweep, True), stepwise_is_fastest(frames, sweep, False)))
    return made


def tables(_name: str, frames: dict) -> dict[str, str]:
    made = {}
    for sweep in STEPWISE:
        rows, others = [], [a for a in dict.fromkeys(frames[sweep]["algorithm"]) if a != STEPWISE[sweep]]
        size = 64
        frame = frames[sweep][frames[sweep]["bytes"] == size]
        for topology, group in stepwise(frames, sweep).groupby("topology", sort=False):
            ours = group[group["bytes"] == size].set_index("step_barrier")
            cells = [topology, ours["steps"].iloc[0], ours["step_bound"].iloc[0], round(ours["steps_predicted"].iloc[0])]
            for barrier in (True, False):
                cells += [ours.loc[barrier, "cycles"],
                          off_percent(ours.loc[barrier, "cycles"], ours.loc[barrier, "steps_predicted"])]
            for other in others:
                run = frame[(frame["topology"] == topology) & (frame["algorithm"] == other) & ~frame["step_barrier"]]
                cells.append(run["cycles"].iloc[0])
            rows.append(cells)
        made[sweep] = table(["<network", "steps", "bound", "cycles by the formula", "steps together", "off %", "measured",
                             "off %", *(code(other) for other in others)], rows)
    return made


def figure(frames: dict, _name: str, title: str, narrow: bool) -> str:
    used = [name for name in COLOURS if any(name in set(f["algorithm"]) for f in frames.values())]

    def draw(panels):
        places = [(sweep, topology) for sweep in STEPWISE for topology in DRAWN]
        for panel, (sweep, topology) in zip(panels[0], places):
            rows = frames[sweep][(frames[sweep]["topology"] == topology)]
            for name in used:
                curve = rows[(rows["algorithm"] == name) & ~rows["step_barrier"]]
                panel.plot(curve["bytes"], curve["cycles"], **line_of(COLOURS, name))
            formula = stepwise(frames, sweep)
            formula = formula[(formula["topology"] == topology) & ~formula["step_barrier"]]
            panel.plot(formula["bytes"], formula["steps_predicted"], **line_of(COLOURS, FORMULA))
            log_axes(panel, rows["bytes"], "bytes of a block")
            panel.set_title(f"{topology}, {sweep}")

    legend = {name: line_of(COLOURS, name) for name in [*used, FORMULA]}
    return drawing(title, 1, 4, draw, legend, (12, 4.4), narrow=narrow)

"""Figures 4, 8 and 10 of Zhuang & Liberatore: broadcasts on meshes, cycles over bytes."""
from collections.abc import Sequence

import pandas

from collnoc_tables.drawings import drawing, log_axes, size_text
from collnoc_tables.experiments.page import WAYS, Conclusion, by_way, line_of, share
from collnoc_tables.experiments.sweeps import WITHIN
from collnoc_tables.fastest import fastest, names
from collnoc_tables.markdown import code, off_percent, table

RB, RD, SC, NP_RD, NP_SC = "recursion-based", "recursive-division", "scatter-collect", "np-rd", "np-sc"
ALL_PORT_RB, QUARTERS, D_NODE, NP_D = "recursion-based-all-port", "recursion-based-quarters", "d-node", "np-d"
COLOURS = {
    RB: ("#c0392b", "-"), RD: ("#1b6ca8", "-"), SC: ("#3f7d3f", "-"), NP_RD: ("#1b6ca8", "--"), NP_SC: ("#3f7d3f", "--"),
    ALL_PORT_RB: ("#c0392b", "-"), QUARTERS: ("#c0392b", ":"), D_NODE: ("#1b6ca8", "-"), NP_D: ("#1b6ca8", "--"),
}
# The figure's own algorithm. The other measured ones that are not in the paper compete with nothing.
OURS = {"zhuang-liberatore-4": RB, "zhuang-liberatore-8": RB, "zhuang-liberatore-10": ALL_PORT_RB}
NOT_IN_PAPER = (QUARTERS,)


def families(frame: pandas.DataFrame) -> pandas.DataFrame:
    """The fastest member of each family at each size: rows are sizes, columns families."""
    frame = frame.assign(family=frame["algorithm"].str.split(":").str[0])
    return frame.pivot_table(index="bytes", columns="family", values="time", aggfunc="min")


def members(frame: pandas.DataFrame) -> dict[int, pandas.DataFrame]:
    """The fastest algorithms of the paper at each size."""
    frame = frame[~frame["algorithm"].isin(NOT_IN_PAPER)]
    return {size: fastest(rows, "time", "broadcast") for size, rows in frame.groupby("bytes")}


def lead(frame: pandas.DataFrame, ours: str) -> pandas.Series:
    """By what factor the fastest other family of the paper is slower than `ours`, at each size."""
    table_ = families(frame)
    others = [name for name in table_.columns if name != ours and name not in NOT_IN_PAPER]
    return table_[others].min(axis=1) / table_[ours]


def networks(frames: dict) -> dict:
    """The runs of each network: those of the sweep NAME, and of NAME-long, which has long messages without barrier."""
    return {name: pandas.concat([frame, *(frames[long] for long in (f"{name}-long",) if long in frames)], ignore_index=True)
            for name, frame in frames.items() if not name.endswith("-long")}


def winners_table(frame: pandas.DataFrame, ours: str) -> str:
    ways = by_way(frame)
    best = {way: members(rows) for way, rows in ways.items()}
    leads = {way: lead(rows, ours) for way, rows in ways.items()}

    def cells(way: str, size: int) -> tuple:
        if size not in best[way]:
            return ("–",) * 3
        rows = best[way][size]
        return names(rows), round(rows["time"].iloc[0]), f"{leads[way][size]:.2f}"

    rows = [[size, *(cell for way in WAYS for cell in cells(way, size))] for size in sorted(set(frame["bytes"]))]
    heads = [cell for text in WAYS.values() for cell in (f"<{text}: fastest", "cycles", "lead of " + code(ours))]
    return table(["bytes", *heads], rows)


def accuracy_table(frame: pandas.DataFrame) -> str:
    """How far each algorithm is from its formula at the smallest, a middle and the largest size."""
    ways = by_way(frame)
    sizes = sorted(set(frame["bytes"]))
    sizes = list(dict.fromkeys([sizes[0], sizes[len(sizes) // 2], sizes[-1]]))
    rows = []
    for name in dict.fromkeys(frame["algorithm"]):
        cells = []
        for size in sizes:
            at = {way: rows_[(rows_["algorithm"] == name) & (rows_["bytes"] == size)] for way, rows_ in ways.items()}
            formula = at["formulas"]["time"]
            for way in ("together", "free"):
                known = len(formula) and len(at[way])
                cells.append(off_percent(at[way]["time"].iloc[0], formula.iloc[0]) if known else "–")
            cells.append(int(at["free"]["link_stalls"].iloc[0]))
        rows.append([code(name), *cells])
    heads = [f"{size_text(size)} B: {what}" for size in sizes for what in ("together, off %", "off %", "stalls")]
    return table(["<algorithm", *heads], rows)


def holds(frame: pandas.DataFrame, test) -> dict:
    return {way: test(rows) for way, rows in by_way(frame).items()}


def fastest_is(frame: pandas.DataFrame, names: Sequence[str], low: int, high: int) -> dict:
    """At which sizes one of these families is the fastest, alone or with others."""
    def test(rows):
        times = families(rows)
        times = times[(times.index >= low) & (times.index <= high)]
        paper = [name for name in times.columns if name not in NOT_IN_PAPER]
        return share(times[list(names)].min(axis=1) == times[paper].min(axis=1))
    return holds(frame, test)


def common(frame: pandas.DataFrame, rests_on: str) -> list[Conclusion]:
    """Two assumptions of the whole paper."""
    def agrees(way):
        rows = by_way(frame)[way]
        formula = by_way(frame)["formulas"].set_index(["bytes", "algorithm"])["time"]
        joined = rows.set_index(["bytes", "algorithm"])["time"].to_frame().join(formula.rename("formula"), how="inner")
        return share((joined["time"] / joined["formula"] - 1).abs() <= WITHIN)
    quiet = {way: share(rows["link_stalls"] == 0) for way, rows in by_way(frame).items()}
    return [
        Conclusion("No algorithm has contention: no message waits for another.", rests_on, "algorithms × sizes", None,
                   quiet["together"], quiet["free"]),
        Conclusion(f"The latency is α·T_s + β·L·T_c within {WITHIN:.0%}.", "ours: the limit; the formula is in section 2.3",
                   "algorithms × sizes", None, agrees("together"), agrees("free")),
    ]


def figure(sweeps: dict, _name: str, title: str, narrow: bool) -> str:
    frames = networks(sweeps)
    order = [family for family in COLOURS if family in {a.split(":")[0] for f in frames.values()
                                                       for a in f["algorithm"]}]

    def draw(panels):
        for n, frame in enumerate(frames.values()):
            for above, below, (way, rows) in zip(panels[2 * n], panels[2 * n + 1], by_way(frame).items()):
                curves = families(rows)
                least = curves[[name for name in curves if name not in NOT_IN_PAPER]].min(axis=1)
                for family in [family for family in order if family in curves]:
                    above.plot(curves.index, curves[family], **line_of(COLOURS, family))
                    below.plot(curves.index, curves[family] / least, **line_of(COLOURS, family))
                for panel in (above, below):
                    log_axes(panel, curves.index)
                    panel.set_title(f"{frame['topology'].iloc[0]}, {WAYS[way]}")
                above.set_ylim(200, 200_000)
                below.set_ylabel("times the fastest")
                below.set_yscale("linear")
                below.set_ylim(0.85, 2)

    legend = {family + (", best d" if family.startswith("np-") else ""): line_of(COLOURS, family) for family in order}
    return drawing(title, 2 * len(frames), 3, draw, legend, (12, 7 * len(frames)), narrow=narrow)


def more_lead(frame: pandas.DataFrame, ours: str, other: pandas.DataFrame, other_ours: str) -> dict:
    """At which sizes that both have `ours` leads by more in `frame` than `other_ours` in `other`."""
    result = {}
    for way, rows in by_way(frame).items():
        here, there = lead(rows, ours), lead(by_way(other)[way], other_ours)
        both = here.index.intersection(there.index)
        result[way] = share(here[both] > there[both])
    return result


def conclusions(name: str, frames: dict, everything: dict) -> list[Conclusion]:
    mesh = everything["zhuang-liberatore-4"]["mesh"]
    quiet = "section 2.2, assumption 1; section 10 adds: for synchronized transfers"
    if name == "zhuang-liberatore-4":
        below, above = "256, 512 bytes", "32, 64 KiB"
        return [
            Conclusion("Recursion-based is the best for almost all lengths from 1 KB to 10 KB.", "section 4.3, last paragraph",
                       "1, 2, 4, 8 KiB", **fastest_is(mesh, (RB,), 1024, 8192)),
            Conclusion("Recursive division, the case d = 0 of NP-RD, is the most effective below 1 KB: NP-RD is the best.",
                       "section 4.3, last two paragraphs", below, **fastest_is(mesh, (RD, NP_RD), 0, 512)),
            Conclusion("Scatter-collect, the case d = 0 of NP-SC, is the best above 25 KB: NP-SC is the best.",
                       "section 4.3, last two paragraphs", above, **fastest_is(mesh, (SC, NP_SC), 25_000, 1 << 20)),
            Conclusion("Recursive division itself is the best below 1 KB.",
                       "ours: the narrow reading of section 4.3", below, **fastest_is(mesh, (RD,), 0, 512)),
            Conclusion("Scatter-collect itself is the best above 25 KB.",
                       "ours: the narrow reading of section 4.3", above, **fastest_is(mesh, (SC,), 25_000, 1 << 20)),
            *common(mesh, f"Lemma 6; {quiet}"),
        ]
    if name == "zhuang-liberatore-8":
        cube = networks(frames)["cube-32"]
        return [
            Conclusion("The advantage of recursion-based is a little greater in 3-D than in 2-D.", "section 7.2, last sentence",
                       f"{cube['bytes'].nunique()} sizes", **more_lead(cube, RB, mesh, RB)),
            *common(cube, quiet),
        ]
    frame = frames["mesh"]
    figure_10 = "ours: section 8.3 compares them in Figure 10, whose curves the text that was read does not contain"
    return [
        Conclusion("The advantage of recursion-based is greater with all ports than with one.", "section 8.3, last sentence",
                   "9 sizes", **more_lead(frame, ALL_PORT_RB, mesh, RB)),
        Conclusion("Recursion-based is faster than D-node.", figure_10, "9 sizes, D-node by a stand-in",
                   **holds(frame, lambda rows: share(families(rows)[ALL_PORT_RB] < families(rows)[D_NODE]))),
        Conclusion("Recursion-based is faster than NP-D.", figure_10, "9 sizes, NP-D by a stand-in",
                   **holds(frame, lambda rows: share(families(rows)[ALL_PORT_RB] < families(rows)[NP_D]))),
        *common(frame[frame["algorithm"] == ALL_PORT_RB], f"section 8.1; {quiet}"),
    ]


def tables(name: str, frames: dict) -> dict[str, str]:
    made = {}
    for sweep, frame in networks(frames).items():
        made[f"fastest {sweep}"] = winners_table(frame, OURS[name])
        made[f"formula {sweep}"] = accuracy_table(frame)
    return made

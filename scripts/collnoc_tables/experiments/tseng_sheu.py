"""Tables 1 and 2 of Tseng & Sheu: broadcasts and all-to-all broadcasts on star graphs."""
import pandas

from collnoc_tables.drawings import drawing, log_axes
from collnoc_tables.experiments.page import WAYS, Conclusion, Share, by_way, line_of, share
from collnoc_tables.experiments.sweeps import WITHIN
from collnoc_tables.markdown import code, table

COLOURS = {"multi-tree": ("#1b6ca8", "-"), "greedy-tree": ("#c0392b", "-"), "binomial": ("#3f7d3f", "-"),
           "hamiltonian": ("#c0392b", "--"), "direct": ("#3f7d3f", "--")}
LONG, SHORT = 16384, 256  # bytes of a message from or up to which it counts as long, short
LONG_BLOCK, SHORT_BLOCK = 4096, 64


def families(frame: pandas.DataFrame) -> pandas.DataFrame:
    """The fastest member of each family: rows are (topology, bytes)."""
    frame = frame.assign(family=frame["algorithm"].str.removesuffix("-all-port").str.split(":").str[0])
    return frame.pivot_table(index=["topology", "bytes"], columns="family", values="time", aggfunc="min")


def compare(frame: pandas.DataFrame, first: str, second: str, low: int, high: int, at_most: float = 1.0) -> dict:
    """Where `first` takes at most `at_most` times the cycles of `second`; by the formulas only where both have one."""
    result: dict[str, Share | None] = {}
    for way, rows in by_way(frame).items():
        fast = families(rows)
        if first not in fast or second not in fast:
            result[way] = None
            continue
        fast = fast[(fast.index.get_level_values("bytes") >= low) & (fast.index.get_level_values("bytes") <= high)]
        result[way] = share(fast[first] <= at_most * fast[second])
    return result


def agrees(frame: pandas.DataFrame) -> dict:
    ways = by_way(frame)
    keys = ["topology", "bytes", "algorithm"]
    formula = ways["formulas"].set_index(keys)["time"].rename("formula")
    result = {"formulas": None}
    for way in ("together", "free"):
        both = ways[way].set_index(keys)["time"].to_frame().join(formula, how="inner")
        result[way] = share((both["time"] / both["formula"] - 1).abs() <= WITHIN)
    return result


def conclusions(name: str, frames: dict, _everything: dict) -> list[Conclusion]:
    longest = 1 << 30
    within = f"within {WITHIN:.0%}"
    if name == "tseng-sheu-1":
        one, every = frames["one-port"], frames["all-port"]
        large, small = "2 networks, 16, 64 KiB", "2 networks, 64, 256 bytes"
        return [
            Conclusion("All-port: many trees beat one greedy tree for long messages.",
                       "section 6.1 and Table 1: transmission of order m/n in place of m", large,
                       **compare(every, "multi-tree", "greedy-tree", LONG, longest)),
            Conclusion(f"All-port: many trees take no longer than one greedy tree for short messages, {within}.",
                       "ours: Table 1 gives both start-up times the order n", small,
                       **compare(every, "multi-tree", "greedy-tree", 0, SHORT, 1 + WITHIN)),
            Conclusion("One-port: many trees beat the binomial tree for long messages.", "sections 4.2 and 6.1, Table 1", large,
                       **compare(one, "multi-tree", "binomial", LONG, longest)),
            Conclusion("One-port: the binomial tree is better for short messages.",
                       "section 4.2: start-up of a higher order than optimal", small,
                       **compare(one, "binomial", "multi-tree", 0, SHORT)),
            Conclusion(f"All-port: the time is Eq. (3) {within}.", "ours: the limit; Eq. (3) is in section 4.1",
                       "algorithms × sizes", **agrees(every)),
            Conclusion(f"One-port: the time is n-1 times Eq. (3) {within}.", "ours: the limit; the time is in Theorem 2",
                       "algorithms × sizes", **agrees(one)),
        ]
    stars = frames["stars"]
    made = []
    for nic in ("all-port", "one-port"):
        frame = stars[stars["nic"] == nic]
        made += [
            Conclusion(f"{nic.capitalize()}: many trees start up less than Hamiltonian paths: faster for short blocks.",
                       "section 6.2, start-ups of Table 2", "2 networks, 8, 64 bytes",
                       **compare(frame, "multi-tree", "hamiltonian", 0, SHORT_BLOCK)),
            Conclusion(f"{nic.capitalize()}: many trees are as fast as Hamiltonian paths for long blocks, {within}.",
                       "ours: the limit; Table 2 has equal transmission times", "2 networks, 4 KiB",
                       **compare(frame, "multi-tree", "hamiltonian", LONG_BLOCK, longest, 1 + WITHIN)),
            Conclusion(f"{nic.capitalize()}: the time is that of Table 2 {within}.", "ours: the limit", "algorithms × sizes",
                       **agrees(frame)),
        ]
    return made


def by_nic(frames: dict) -> dict[str, pandas.DataFrame]:
    return frames if "one-port" in frames else {nic: frames["stars"][frames["stars"]["nic"] == nic]
                                                for nic in ("one-port", "all-port")}


def tables(_name: str, frames: dict) -> dict[str, str]:
    made = {}
    for nic, frame in by_nic(frames).items():
        ways = {way: families(rows) for way, rows in by_way(frame).items()}
        names = [name for name in COLOURS if name in ways["free"]]
        rows = [
            [topology, size, *(cell for name in names for cell in (
                round(ways["formulas"].loc[(topology, size), name]) if name in ways["formulas"] else "–",
                int(ways["together"].loc[(topology, size), name]), int(ways["free"].loc[(topology, size), name])))]
            for topology, size in ways["free"].index
        ]
        heads = [f"{code(name)}: {what}" for name in names for what in ("formula", "together", "measured")]
        made[nic] = table(["<network", "bytes", *heads], rows)
    return made


def figure(frames: dict, name: str, title: str, narrow: bool) -> str:
    parts = by_nic(frames)
    names = [family for family in COLOURS if any(family in families(by_way(f)["free"]) for f in parts.values())]

    def draw(panels):
        for line, topology in zip(panels, ("star:4", "star:5")):
            for pair, (nic, frame) in zip((line[:2], line[2:]), parts.items()):
                for panel, way in zip(pair, ("formulas", "free")):
                    fast = families(by_way(frame)[way]).loc[topology]
                    for family in names:
                        if family in fast:
                            panel.plot(fast.index, fast[family], **line_of(COLOURS, family))
                    log_axes(panel, set(frame["bytes"]),
                             "bytes of the message" if name == "tseng-sheu-1" else "bytes of a block")
                    panel.set_title(f"{topology}, {nic}, {WAYS[way]}", fontsize=9)
                low, high = (min(p.get_ylim()[0] for p in pair), max(p.get_ylim()[1] for p in pair))
                for panel in pair:
                    panel.set_ylim(low, high)

    return drawing(title, 2, 4, draw, {family: line_of(COLOURS, family) for family in names}, (12, 7), narrow=narrow)

"""Figure 2 of Cang & Wu, the total communication distance from every source, and what that distance costs."""
import pandas

from collnoc_tables.drawings import drawing
from collnoc_tables.experiments.page import Conclusion, Share, share
from collnoc_tables.experiments.sweeps import FOLDER
from collnoc_tables.markdown import code, table

PRINTED = FOLDER / "cang-wu-2" / "printed.csv"  # Figure 2: topology, x, y, distance
SLOWER = 0.1
ALGORITHMS = ("eyes", "eyes-fig2", "eyes-optimal", "recursive-division")
COMPARED = ("eyes", "eyes-optimal", "recursive-division")


def side(topology: str) -> int:
    return int(topology.split("x")[1])


def distances(frame: pandas.DataFrame) -> pandas.DataFrame:
    """Message hops: a row for each node of each mesh, a column for each algorithm."""
    return frame.pivot_table(index=["topology", "root"], columns="algorithm", values="message_hops", aggfunc="first")


def with_printed(frame: pandas.DataFrame) -> pandas.DataFrame:
    printed = pandas.read_csv(PRINTED)
    printed["root"] = [x + y * side(t) for t, x, y in zip(printed["topology"], printed["x"], printed["y"])]
    return printed.merge(distances(frame).reset_index(), on=["topology", "root"], how="left")


def eyes_only(frame: pandas.DataFrame) -> Share:
    """In how many meshes exactly four nodes have the least distance of any broadcast in the fewest steps."""
    best = distances(frame)["eyes-optimal"].groupby("topology")
    return share((values == values.min()).sum() == 4 for _, values in best)


def latency_ratio(frame: pandas.DataFrame, switching: str) -> pandas.Series:
    """Cycles of recursive division over those of Algorithm 1."""
    cycles = frame[frame["switching"] == switching].pivot_table(
        index=["root", "bytes"], columns="algorithm", values="cycles")
    return cycles["recursive-division"] / cycles["eyes"]


def traffic_ratio(frame: pandas.DataFrame) -> pandas.Series:
    """Flits times hops of recursive division over those of Algorithm 1."""
    flits = frame[frame["switching"] == "wormhole"].pivot_table(
        index=["root", "bytes"], columns="algorithm", values="flit_hops")
    return flits["recursive-division"] / flits["eyes"]


def conclusions(_name: str, frames: dict, _everything: dict) -> list[Conclusion]:
    sources, both = frames["sources"], with_printed(frames["sources"])
    measured = distances(sources)
    sources_and_sizes = "3 sources × 3 sizes"
    longer = f"recursive division, with up to twice the distance, takes at least {SLOWER:.0%} longer"
    return [
        Conclusion("Figure 2 shows the minimum distance from each node.", "section 2 and caption of Figure 2",
                   "144 printed numbers", None, None, share(both["distance"] == both["eyes-optimal"])),
        Conclusion("Algorithm 1 has the minimum distance for a given source.", "Theorem 2, section 3", "336 sources", None,
                   None, share(measured["eyes"] == measured["eyes-optimal"])),
        Conclusion("The least distance of all is reached from exactly four nodes, the eyes.",
                   "section 2, last paragraph; Corollary 1 names the eyes", "3 meshes", None, None, eyes_only(sources)),
        Conclusion(f"With cut-through switching, {longer}.",
                   "ours: section 1 says that delay depends on the distance, not by how much, and counts a step that does not "
                   "depend on it", f"wormhole, {sources_and_sizes}", None, None,
                   share(latency_ratio(frames["latency"], "wormhole") > 1 + SLOWER)),
        Conclusion(f"If routers store packets before they forward them, {longer}.", "ours", sources_and_sizes, None, None,
                   share(latency_ratio(frames["latency"], "store-and-forward") > 1 + SLOWER)),
        Conclusion("Recursive division moves at least 1.5 times the flits.",
                   "ours: section 1 measures the traffic by the distance", sources_and_sizes, None, None,
                   share(traffic_ratio(frames["latency"]) > 1.5)),
    ]


def tables(_name: str, frames: dict) -> dict[str, str]:
    both, measured = with_printed(frames["sources"]), distances(frames["sources"])
    rows = []
    for topology, group in both.groupby("topology", sort=False):
        all_nodes = measured.loc[topology]
        rows.append([topology, len(group), *(int((group["distance"] == group[name]).sum()) for name in ALGORITHMS[:3]),
                     *(f"{all_nodes[name].min():.0f} / {all_nodes[name].mean():.2f}" for name in ALGORITHMS)])
    figure_2 = table(["<mesh", "numbers printed", *(f"equal to {code(name)}" for name in ALGORITHMS[:3]),
                      *(f"{code(name)}: least / mean hops" for name in ALGORITHMS)], rows)
    rows = []
    for (switching, root, size), group in frames["latency"].groupby(["switching", "root", "bytes"], sort=False):
        by = group.set_index("algorithm")
        rows.append([switching, f"({root % 16},{root // 16})", size,
                     *(int(by.loc[name, column]) for column in ("cycles", "flit_hops") for name in COMPARED)])
    latency = table(["<switching", "<source", "bytes", *(f"{code(name)}: {what}" for what in ("cycles", "flit-hops")
                                                         for name in COMPARED)], rows)
    return {"figure-2": figure_2, "latency": latency}


def figure(frames: dict, _name: str, title: str, narrow: bool) -> str:
    measured, both = distances(frames["sources"]), with_printed(frames["sources"])

    def draw(panels):
        for panel, topology in zip(panels[0], ("mesh:4x4", "mesh:8x8", "mesh:16x16")):
            n = side(topology)
            shown = min(n, 8)  # the quarter that the paper prints
            grid = measured.loc[topology]["eyes-optimal"].sort_index().to_numpy().reshape(n, n)[:shown, :shown]
            printed = {(p.x, p.y): p.distance for p in both[both["topology"] == topology].itertuples()}
            panel.imshow(grid, cmap="cividis", origin="upper")
            middle = (grid.min() + grid.max()) / 2
            for y in range(shown):
                for x in range(shown):
                    differs = (x, y) in printed and printed[x, y] != grid[y, x]
                    panel.text(x, y, f"{grid[y, x]:.0f}" + ("*" if differs else ""), ha="center", va="center", fontsize=8,
                               color="white" if grid[y, x] < middle else "black")
            panel.set_xticks(range(0, shown, 2))
            panel.set_yticks(range(0, shown, 2))
            panel.grid(False)
            panel.set_xlabel("x of the source")
            panel.set_ylabel("y of the source")
            panel.set_title(f"{topology}{', one quarter' if shown < n else ''}: least message hops")

    return drawing(title, 1, 3, draw, {}, (12, 4.6), panel_height=3.9, narrow=narrow)

"""Cycles over bytes of the broadcasts on star graphs, as SVG."""
import io

import matplotlib
from matplotlib import pyplot

from collnoc_tables.star_runs import BEST, NETWORKS, NICS, SIZES, Results
from collnoc_tables.star_tables import symbols

matplotlib.use("svg")
STARTUPS = (38, 1000)
# Name, colour and line style of every curve.
CURVES = {
    "broadcast": (
        ("multi-tree", "#1b6ca8", "-"),
        (BEST, "#1b6ca8", "--"),
        ("greedy-tree", "#c0392b", "-"),
        ("greedy-tree:1", "#e08e2b", "-"),
        ("binomial", "#3f7d3f", "-"),
    ),
    "all-to-all-broadcast": (
        ("multi-tree", "#1b6ca8", "-"),
        ("hamiltonian", "#c0392b", "-"),
        ("direct", "#3f7d3f", "-"),
    ),
}
TITLES = {
    "broadcast": "Broadcast on star graphs",
    "all-to-all-broadcast": "All-to-all broadcast on star graphs",
}
UNITS = {"broadcast": "bytes of the message", "all-to-all-broadcast": "bytes of a block"}
# The same bytes on every machine: no date, fixed identifiers, text as text.
STYLE = {
    "svg.hashsalt": "collnoc",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9,
    "axes.edgecolor": "#5b7896",
    "axes.grid": True,
    "grid.color": "#e3e8ed",
    "text.color": "#22303d",
    "axes.labelcolor": "#4a5b6b",
    "xtick.color": "#4a5b6b",
    "ytick.color": "#4a5b6b",
    "path.simplify": False,
}


def svg(results: Results, collective: str) -> str:
    with matplotlib.rc_context(STYLE):
        figure, panels = pyplot.subplots(
            len(STARTUPS),
            len(NETWORKS) * len(NICS),
            figsize=(10, 6),
            sharex=True,
            sharey=True,
            layout="constrained",
        )
        for row, startup in enumerate(STARTUPS):
            for column, (topology, nic) in enumerate(
                (topology, nic) for topology in NETWORKS for nic in NICS
            ):
                _panel(panels[row][column], results, collective, topology, nic, startup)
        for panel in panels[:, 0]:
            panel.set_ylabel("cycles")
        for panel in panels[-1]:
            panel.set_xlabel(UNITS[collective])
        handles = [
            pyplot.Line2D([], [], color=colour, linestyle=style, label=name)
            for name, colour, style in CURVES[collective]
        ]
        figure.suptitle(TITLES[collective], fontsize=14)
        figure.legend(
            handles=handles,
            loc="lower center",
            ncols=len(handles),
            frameon=False,
            bbox_to_anchor=(0.5, -0.06),
        )
        out = io.StringIO()
        figure.savefig(
            out,
            format="svg",
            bbox_inches="tight",
            metadata={"Date": None, "Creator": None, "Title": f"{TITLES[collective]}: cycles over bytes"},
        )
        pyplot.close(figure)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def _panel(panel, results: Results, collective: str, topology: str, nic: str, startup: int) -> None:
    for name, colour, style in CURVES[collective]:
        points = []
        for size in SIZES:
            candidates = results.candidates(collective, topology, nic, startup, size)
            if name in candidates:
                points.append((size, candidates[name][1]["cycles"]))
        if points:
            panel.plot(*zip(*points), color=colour, linestyle=style, linewidth=1.5)
    panel.set_xscale("log", base=2)
    panel.set_yscale("log")
    panel.minorticks_off()
    panel.set_xticks(SIZES, [f"{size // 1024}K" if size >= 1024 else str(size) for size in SIZES])
    panel.set_title(f"S_{symbols(topology)}, {nic}, T_s = {startup}", fontsize=10)

"""Cycles over bytes of the broadcasts on star graphs, as SVG."""
from collnoc_tables.drawings import drawing, log_axes
from collnoc_tables.star_runs import BEST, NETWORKS, NICS, SIZES, Results
from collnoc_tables.star_tables import symbols

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


def svg(results: Results, collective: str, *, narrow: bool = False) -> str:
    places = [(topology, nic) for topology in NETWORKS for nic in NICS]

    def draw(panels):
        for row, startup in zip(panels, STARTUPS):
            for panel, (topology, nic) in zip(row, places):
                _panel(panel, results, collective, topology, nic, startup)
        low, high = (choose(end for panel in panels.flat for end in panel.get_ylim()) for choose in (min, max))
        for panel in panels.flat:
            panel.set_ylim(low, high)

    legend = {name: {"color": colour, "linestyle": style} for name, colour, style in CURVES[collective]}
    return drawing(TITLES[collective], len(STARTUPS), len(places), draw, legend, (12, 7), narrow=narrow)


def _panel(panel, results: Results, collective: str, topology: str, nic: str, startup: int) -> None:
    for name, colour, style in CURVES[collective]:
        points = []
        for size in SIZES:
            candidates = results.candidates(collective, topology, nic, startup, size)
            if name in candidates:
                points.append((size, candidates[name][1]["cycles"]))
        if points:
            panel.plot(*zip(*points), color=colour, linestyle=style, linewidth=1.5)
    log_axes(panel, SIZES, UNITS[collective])
    panel.set_title(f"S_{symbols(topology)}, {nic}, T_s = {startup} cycles")

"""Drawings of measured curves: SVGs with the same bytes on every machine, each for wide and for narrow windows."""
import io
import textwrap
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import matplotlib
from matplotlib import pyplot, ticker

from collnoc_tables.markdown import deliver

matplotlib.use("svg")
# No date, fixed identifiers, text as text.
STYLE = {
    "svg.hashsalt": "collnoc",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.edgecolor": "#5b7896",
    "axes.grid": True,
    "grid.color": "#e3e8ed",
    "text.color": "#22303d",
    "axes.labelcolor": "#4a5b6b",
    "xtick.color": "#4a5b6b",
    "ytick.color": "#4a5b6b",
    "path.simplify": False,
}
NARROW = 4.0  # inches: shown with its own size in a window of 400 pixels, where all panels are below each other
NARROW_PANEL = 2.7  # inches of its height


def drawing(title: str, rows: int, columns: int, draw: Callable, legend: Mapping[str, Mapping], size: tuple[float, float],
            panel_height: float = NARROW_PANEL, *, narrow: bool = False) -> str:
    """An SVG. `draw` is given the panels as an array of rows and columns; `legend`: text to line; `size`: inches of the
    wide form; `panel_height`: of a panel in the narrow form."""
    with matplotlib.rc_context(STYLE):
        if narrow:
            figure, panels = pyplot.subplots(rows * columns, 1, figsize=(NARROW, panel_height * rows * columns + 0.5),
                                             squeeze=False, layout="constrained")
            panels = panels.reshape(rows, columns)
        else:
            figure, panels = pyplot.subplots(rows, columns, figsize=size, squeeze=False, layout="constrained")
        draw(panels)
        figure.suptitle(textwrap.fill(title, 44) if narrow else title, fontsize=11 if narrow else 13)
        handles = [pyplot.Line2D([], [], label=text, **line) for text, line in legend.items()]
        if handles:
            together = 5 if not narrow else 2 if max(map(len, legend)) <= 22 else 1
            figure.legend(handles=handles, loc="upper center", ncols=min(len(handles), together), frameon=False,
                          bbox_to_anchor=(0.5, 0))
        out = io.StringIO()
        figure.savefig(out, format="svg", bbox_inches="tight",
                       metadata={"Date": None, "Creator": None, "Title": title})
        pyplot.close(figure)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def deliver_drawings(name: str, path: Path, draw: Callable[..., str], check: bool) -> bool:
    """Writes or compares both forms: FILE.svg and FILE-narrow.svg. `draw` takes the argument `narrow`."""
    changed = deliver(name, path, draw(narrow=False), check)
    return deliver(name, path.with_stem(f"{path.stem}-narrow"), draw(narrow=True), check) or changed


def size_text(size: int) -> str:
    return f"{size // 1024}K" if size >= 1024 else str(size)


def log_axes(panel, sizes: Iterable[int], what: str = "bytes of the message") -> None:
    """Cycles over bytes, both logarithmic, with a tick at every size."""
    sizes = sorted(set(sizes))
    panel.set_xscale("log", base=2)
    panel.set_yscale("log")
    low, high = panel.get_ylim()
    panel.yaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5) if high < 1000 * low else (1,)))
    panel.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:,.0f}"))
    panel.minorticks_off()
    panel.set_xticks(sizes, [size_text(size) for size in sizes])
    panel.set_xlabel(what)
    panel.set_ylabel("cycles")

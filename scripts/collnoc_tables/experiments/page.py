"""What the pages of the experiments share: conclusions of the papers, and drawings."""
import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import matplotlib
import pandas
from matplotlib import pyplot, ticker

from collnoc_tables.experiments.sweeps import CYCLES_PER_BYTE, STARTUP
from collnoc_tables.markdown import table
from collnoc_tables.star_plot import STYLE

matplotlib.use("svg")


@dataclass(frozen=True)
class Share:
    """In how many of some cases a conclusion holds."""

    holds: int
    of: int

    def __str__(self) -> str:
        word = "yes" if self.holds == self.of else "no" if self.holds == 0 else "partly"
        return f"{word}, {self.holds} of {self.of}"


def share(cases: Iterable[bool]) -> Share:
    cases = list(cases)
    return Share(sum(map(bool, cases)), len(cases))


@dataclass(frozen=True)
class Conclusion:
    """What a paper says, and whether it holds by its formulas, on hardware whose ranks start each step together, and
    on hardware as it is."""

    says: str
    where: str
    formulas: Share | None
    together: Share | None
    free: Share | None

    @property
    def holds(self) -> bool:
        """It holds in all cases on the hardware as it is."""
        return self.free is None or self.free.holds == self.free.of

    @property
    def changes(self) -> bool:
        """The hardware as it is makes it hold in fewer cases than formulas, or else ranks in step, do."""
        before = self.formulas or self.together
        return self.free is not None and before is not None and self.free.holds < before.holds

    def cells(self) -> list[str]:
        return [self.says, self.where, *("–" if s is None else str(s) for s in (self.formulas, self.together, self.free))]


def conclusions_table(conclusions: Iterable[Conclusion]) -> str:
    return table(["<the paper says", "<cases", "<by its formulas", "<measured, steps together", "<measured"],
                 [c.cells() for c in conclusions])


def predicted(frame: pandas.DataFrame) -> pandas.Series:
    """Cycles by the papers' formulas."""
    return STARTUP * frame["paper_alpha"] + frame["paper_beta"] * CYCLES_PER_BYTE * frame["bytes"]


WAYS = {"formulas": "by the formulas", "together": "measured, steps together", "free": "measured"}


def by_way(frame: pandas.DataFrame) -> dict[str, pandas.DataFrame]:
    """The rows for each way of knowing their cycles, in a column `time`."""
    together, free = frame[frame["step_barrier"]].copy(), frame[~frame["step_barrier"]].copy()
    formulas = free.copy()
    formulas["time"] = predicted(formulas)
    together["time"], free["time"] = together["cycles"], free["cycles"]
    return {"formulas": formulas.dropna(subset="time"), "together": together, "free": free}


def size_text(size: int) -> str:
    return f"{size // 1024}K" if size >= 1024 else str(size)


MARKERS = ("o", "s", "^", "D", "v")


def line_of(colours: dict, name: str) -> dict:
    """How a curve is drawn: families differ in colour and marker. `colours`: name to (colour, line style)."""
    colour, style = colours[name]
    marker = MARKERS[list(colours).index(name) % len(MARKERS)]
    return {"color": colour, "linestyle": style, "marker": marker, "markersize": 4, "linewidth": 1.4}


def drawing(title: str, width: float, height: float, rows: int, columns: int, draw: Callable, legend: dict) -> str:
    """An SVG with the same bytes on every machine. `draw` is given the panels; `legend`: text to line."""
    with matplotlib.rc_context(STYLE):
        figure, panels = pyplot.subplots(rows, columns, figsize=(width, height), squeeze=False, layout="constrained")
        draw(panels)
        handles = [pyplot.Line2D([], [], label=text, **line) for text, line in legend.items()]
        figure.suptitle(title, fontsize=13)
        if handles:
            figure.legend(handles=handles, loc="upper center", ncols=min(len(handles), 5), frameon=False,
                          bbox_to_anchor=(0.5, 0))
        out = io.StringIO()
        figure.savefig(out, format="svg", bbox_inches="tight",
                       metadata={"Date": None, "Creator": None, "Title": title})
        pyplot.close(figure)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def log_axes(panel, sizes: Iterable[int], what: str = "bytes of the message") -> None:
    sizes = sorted(set(sizes))
    panel.set_xscale("log", base=2)
    panel.set_yscale("log")
    panel.yaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
    panel.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:,.0f}"))
    panel.tick_params(axis="y", labelsize=8)
    panel.minorticks_off()
    panel.set_xticks(sizes, [size_text(size) for size in sizes])
    panel.tick_params(axis="x", labelsize=8)
    panel.set_xlabel(what)

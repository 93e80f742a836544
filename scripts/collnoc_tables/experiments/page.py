"""What the pages of the experiments share: conclusions of the papers, and how curves are drawn."""
import re
from collections.abc import Iterable
from dataclasses import dataclass

import pandas

from collnoc_tables.command import Failure
from collnoc_tables.experiments.sweeps import CYCLES_PER_BYTE, STARTUP
from collnoc_tables.markdown import table


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


OURS = "ours"
PLACE = re.compile(r"(section|Section|Theorem|Lemma|Table|Figure|Eq\.) ?\(?\d")


@dataclass(frozen=True)
class Conclusion:
    """A sentence, and whether it holds by the paper's formulas, on hardware whose ranks start each step together, and on
    hardware as it is.

    `rests_on` names the place in the paper that says so. What the paper does not say, such as a limit in percent or a
    network that it leaves out, is a question of this project: `rests_on` then begins with "ours".
    """

    says: str
    rests_on: str
    where: str
    formulas: Share | None
    together: Share | None
    free: Share | None

    def __post_init__(self):
        if not self.ours and not PLACE.search(self.rests_on):
            raise Failure(f"'{self.says}' rests on '{self.rests_on}', which is neither a place in the paper nor \"{OURS}\"")

    @property
    def ours(self) -> bool:
        return self.rests_on.startswith(OURS)

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
        return [self.says, self.rests_on, self.where, *("–" if s is None else str(s) for s in (self.formulas, self.together, self.free))]


def conclusions_table(conclusions: Iterable[Conclusion]) -> str:
    return table(["<conclusion", "<rests on", "<cases", "<by its formulas", "<measured, steps together", "<measured"],
                 [c.cells() for c in conclusions])


def predicted(frame: pandas.DataFrame) -> pandas.Series:
    """Cycles by the papers' formulas."""
    return STARTUP * frame["paper_alpha"] + frame["paper_beta"] * CYCLES_PER_BYTE * frame["bytes"]


WAYS = {"formulas": "by the formulas", "together": "measured, steps together", "free": "measured"}


def by_way(frame: pandas.DataFrame) -> dict[str, pandas.DataFrame]:
    """The rows for each source of their cycles, in a column `time`."""
    together, free = frame[frame["step_barrier"]].copy(), frame[~frame["step_barrier"]].copy()
    formulas = free.copy()
    formulas["time"] = predicted(formulas)
    together["time"], free["time"] = together["cycles"], free["cycles"]
    return {"formulas": formulas.dropna(subset="time"), "together": together, "free": free}


MARKERS = ("o", "s", "^", "D", "v")


def line_of(colours: dict, name: str) -> dict:
    """How a curve is drawn: families differ in colour and marker. `colours`: name to (colour, line style)."""
    colour, style = colours[name]
    marker = MARKERS[list(colours).index(name) % len(MARKERS)]
    return {"color": colour, "linestyle": style, "marker": marker, "markersize": 4, "linewidth": 1.4}

"""The power tables of the OSU library: what a change of a wire costs in each cell."""
import re
from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path

VOLTS = 1.8
SLEW = 0.1  # ns: transition time of every input; buffers keep edges fast


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?[\d.]+(?:e-?\d+)?", text)]


def interpolate(axis: list[float], at: float) -> tuple[int, float]:
    """Index of the interval of `at`, and its part; outside, the nearest interval is continued to its end."""
    at = min(max(at, axis[0]), axis[-1])
    low = min(bisect_right(axis, at) - 1, len(axis) - 2)
    return low, (at - axis[low]) / (axis[low + 1] - axis[low])


def lookup(table: str, load: float) -> float:
    """pJ of a table over (load, transition time) or over the transition time, at SLEW."""
    first = numbers(re.search(r"index_1 \((.*?)\)", table, re.S)[1])
    second = re.search(r"index_2 \((.*?)\)", table, re.S)
    values = numbers(re.search(r"values \((.*?)\);", table, re.S)[1])
    if second is None:
        low, part = interpolate(first, SLEW)
        return values[low] * (1 - part) + values[low + 1] * part
    columns = numbers(second[1])
    rows = [values[i * len(columns):(i + 1) * len(columns)] for i in range(len(first))]
    (row, down), (column, right) = interpolate(first, load), interpolate(columns, SLEW)
    upper, lower = ((1 - right) * rows[r][column] + right * rows[r][column + 1] for r in (row, row + 1))
    return upper * (1 - down) + lower * down


@dataclass
class LibraryCell:
    leakage: float = 0.0  # nW
    capacitance: dict[str, float] = field(default_factory=dict)  # pF of each pin
    power: dict[str, list[tuple[str, str]]] = field(default_factory=dict)  # pin -> tables of rise and fall

    def change(self, pin: str, load: float = 0.0) -> float:
        """pJ inside the cell when this pin changes: the mean of rise and fall, and over the inputs that may cause it."""
        tables = self.power.get(pin, [])
        return sum(lookup(table, load) for pair in tables for table in pair) / (2 * len(tables)) if tables else 0.0


def read_library(file: Path) -> dict[str, LibraryCell]:
    cells = {}
    for cell in re.finditer(r"^cell \((\w+)\)(.*?)(?=^cell \(|\Z)", file.read_text(encoding="latin-1"), re.S | re.M):
        found = cells[cell[1]] = LibraryCell()
        if leakage := re.search(r"cell_leakage_power : ([\d.]+)", cell[2]):
            found.leakage = float(leakage[1])
        for pin in re.finditer(r"^  pin\((\w+)\)(.*?)(?=^  pin\(|\Z)", cell[2], re.S | re.M):
            capacitance = re.search(r"^    capacitance : ([\d.]+)", pin[2], re.M)
            found.capacitance[pin[1]] = float(capacitance[1]) if capacitance else 0.0
            tables = {kind: re.findall(rf"{kind}_power\(\w+\) \{{(.*?)\}}", pin[2], re.S) for kind in ("rise", "fall")}
            found.power[pin[1]] = list(zip(tables["rise"], tables["fall"]))
    return cells

"""Files of Noxim's traffic: the traffic table (`src dst pir por t_on t_off t_period`) and the list of packets by cycle."""
import random
from collections.abc import Iterator
from dataclasses import dataclass

from collnoc_traces.trace import Failure

FIELDS = ("src", "dst", "pir", "por", "t_on", "t_off", "t_period")


@dataclass(frozen=True)
class Window:
    """Cycles of Noxim, which count from the beginning of reset."""
    reset: int
    warmup: int
    simulation: int

    @property
    def end(self) -> int:
        return self.reset + self.simulation


@dataclass(frozen=True)
class Communication:
    """A row of the table: `pir` and `por` are the probabilities of a packet in a cycle, after a cycle without and with one. It is
    active in cycles c with t_on < c mod t_period < t_off."""
    src: int
    dst: int
    pir: float
    por: float
    t_on: int
    t_off: int
    t_period: int

    def active(self, cycle: int) -> bool:
        return self.t_on < cycle % self.t_period < self.t_off

    def always(self, begin: int, end: int) -> bool:
        return self.t_on < begin and self.t_off >= end and self.t_period >= end

    def changes(self, begin: int, end: int) -> Iterator[int]:
        """Cycles inside of the window in which it begins or ends."""
        for period in range(begin // self.t_period * self.t_period, end, self.t_period):
            for cycle in (period, period + self.t_on + 1, period + self.t_off):
                if begin < cycle < end:
                    yield cycle


def lines_of(name: str, comments: str) -> Iterator[tuple[str, list[str]]]:
    """`FILE:LINE` and the words of each line that is not empty."""
    try:
        with open(name, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                words = line.split()
                if words and words[0][0] not in comments:
                    yield f"{name}:{number}", words
    except (OSError, UnicodeDecodeError) as error:
        raise Failure(f"{name}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def integer_at(where: str, name: str, text: str, least: int, most: int) -> int:
    try:
        value = int(text)
    except ValueError:
        raise Failure(f"{where}: {name} = {text}: must be an integer") from None
    if not least <= value <= most:
        raise Failure(f"{where}: {name} = {text}: must be {least} to {most}")
    return value


def read_table(name: str, nodes: int, rate: float, window: Window) -> list[Communication]:
    """As Noxim reads it: what a row lacks, or has outside of its range, is `rate` or the whole simulation."""
    table = []
    for where, words in lines_of(name, "%"):
        if len(words) < 2 or len(words) > len(FIELDS):
            raise Failure(f"{where}: must be {' '.join(FIELDS)}, of which all but the first two may be missing")
        src, dst = (integer_at(where, FIELDS[i], words[i], 0, nodes - 1) for i in (0, 1))
        rates = [rate, -1.0]
        for i, text in enumerate(words[2:4]):
            try:
                rates[i] = float(text)
            except ValueError:
                raise Failure(f"{where}: {FIELDS[2 + i]} = {text}: must be a number") from None
        pir = rates[0] if 0 <= rates[0] <= 1 else rate
        por = rates[1] if 0 <= rates[1] <= 1 else pir
        times = [integer_at(where, FIELDS[4 + i], text, -10 ** 12, 10 ** 12) for i, text in enumerate(words[4:7])] + [-1] * 3
        t_on = max(times[0], 0)
        t_off = times[1] if times[1] >= 0 else window.end
        t_period = times[2] if times[2] > 0 else window.end
        if times[1] >= 0 and t_off <= t_on:
            raise Failure(f"{where}: t_off = {t_off}: must be greater than t_on = {t_on}")
        if times[2] > 0 and t_period <= t_off:
            raise Failure(f"{where}: t_period = {t_period}: must be greater than t_off = {t_off}")
        table.append(Communication(src, dst, pir, por, t_on, t_off, t_period))
    if not table:
        raise Failure(f"{name}: has no rows")
    return table


def steady(active: list[Communication]) -> list[tuple[int, float]]:
    """Destination and packets per cycle of each of the rows that a node has now."""
    first, again = (cumulative([getattr(row, kind) for row in active]) for kind in ("pir", "por"))
    p, q = sum(first), sum(again)
    sending = p / (1 - q + p) if p > 0 else 0.0  # the part of the cycles with a packet
    return [(row.dst, (1 - sending) * a + sending * b) for row, a, b in zip(active, first, again)]


def cumulative(probabilities: list[float]) -> list[float]:
    """What is left of each: in a cycle a node creates one packet at most, and earlier rows come first."""
    left = 1.0
    parts = []
    for probability in probabilities:
        parts.append(min(probability, left))
        left -= parts[-1]
    return parts


def mean_rates(table: list[Communication], begin: int, end: int) -> dict[int, dict[int, float]]:
    """Packets per cycle of each source and destination, on average over the window."""
    by_source: dict[int, list[Communication]] = {}
    for row in table:
        by_source.setdefault(row.src, []).append(row)
    rates: dict[int, dict[int, float]] = {}
    for src, rows in by_source.items():
        moments = {begin, end}
        for row in rows:
            if not row.always(begin, end):
                moments.update(row.changes(begin, end))
        times = sorted(moments)
        to = rates.setdefault(src, {})
        for at, until in zip(times, times[1:]):
            for dst, rate in steady([row for row in rows if row.active(at)]):
                to[dst] = to.get(dst, 0.0) + rate * (until - at) / (end - begin)
    return rates


def drawn(table: list[Communication], window: Window, draw: random.Random) -> Iterator[tuple[int, int, int]]:
    """Packets as Noxim draws them: cycle (from the end of reset), source, destination."""
    by_source: dict[int, list[Communication]] = {}
    for row in table:
        by_source.setdefault(row.src, []).append(row)
    sent = dict.fromkeys(by_source, False)
    for cycle in range(window.reset, window.end):
        for src, rows in by_source.items():
            at = draw.random()
            for row in rows:
                if row.active(cycle):
                    at -= row.por if sent[src] else row.pir
                    if at < 0:
                        break
            else:
                sent[src] = False
                continue
            sent[src] = True
            yield cycle - window.reset, src, row.dst


def listed(name: str, nodes: int, cycles: int) -> Iterator[tuple[int, int, int]]:
    """Packets of a file that lists them by cycle; a line `-1` ends a cycle."""
    cycle = 0
    for where, words in lines_of(name, "%#"):
        if words[0] == "-1":
            cycle += 1
            continue
        if len(words) != 2:
            raise Failure(f"{where}: must be SOURCE DESTINATION, or -1 at the end of a cycle")
        src, dst = (integer_at(where, FIELDS[i], words[i], 0, nodes - 1) for i in (0, 1))
        if cycle < cycles:
            yield cycle, src, dst

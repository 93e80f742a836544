"""The configuration file of `collnoc traffic` and `collnoc replay` (docs/reference/configuration.md), as converters write it."""
import math

from collnoc_traces.trace import Failure


def as_number(key: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise Failure(f"{key} = {text}: must be a number")
    return number


def as_integer(key: str, text: str, least: int = 0, most: int = 10 ** 12) -> int:
    value = as_number(key, text)
    if value != int(value):
        raise Failure(f"{key} = {text}: must be an integer")
    if not least <= value <= most:
        raise Failure(f"{key} = {text}: must be {least} to {most}")
    return int(value)


def plain(number: float) -> str:
    return f"{number:.9g}"


class Settings:
    """The tables of the TOML file, and notes on what has no counterpart."""

    def __init__(self) -> None:
        self.top: dict[str, object] = {}
        self.hardware: dict[str, object] = {}
        self.traffic: dict[str, object] = {}
        self.replay: dict[str, object] = {}
        self.notes: list[str] = []

    def within(self, key: str, value: int, least: int, most: int) -> int:
        """The nearest value that collnoc has."""
        if least <= value <= most:
            return value
        nearest = min(max(value, least), most)
        self.notes.append(f"{key} = {value}: must be {least} to {most}; {nearest} is used")
        return nearest

    def load(self, key: str, flits: float) -> None:
        """Of all nodes on average, in flits/node/cycle."""
        if flits > 1:
            self.notes.append(f"{key}: {plain(flits)} flits/node/cycle; a node offers at most 1")
        self.traffic["load"] = float(plain(min(flits, 1)))

    def longest_packet(self, flits: int) -> None:
        if flits > 256:
            raise Failure(f"packets of {flits} flits: collnoc has at most 256")
        if flits > 32:
            self.hardware["max_packet_flits"] = flits

    def toml(self) -> str:
        lines = [f"# {note}" for note in self.notes]
        lines += [f"{key} = {value_of(value)}" for key, value in self.top.items()]
        for name, entries in (("hardware", self.hardware), ("traffic", self.traffic), ("replay", self.replay)):
            if entries:
                lines += ["", f"[{name}]", *(f"{key} = {value_of(value)}" for key, value in entries.items())]
        return "\n".join(lines) + "\n"


def value_of(value: object) -> str:
    """As TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in escaped) + '"'
    return str(value)

"""The command line of the built package as data, for python/generate."""
import sys
from pathlib import Path

# Commands with functions, in their order.
NAMES = ("run", "traffic", "replay", "check", "schedule", "sweep", "tune", "regress", "report", "synthesize", "list")
# What a call gives as its result, or has parameters of its own for.
OURS = {"--quiet", "--progress", "--set", "--help"}


class Option:
    def __init__(self, row: dict):
        self.flag, self.placeholder, self.help = row["name"], row["value"], row["help"]
        self.positional, self.many = row["positional"], row["many"]
        self.name = self.flag.lstrip("-").lower().replace("-", "_")
        self.is_flag = not self.placeholder
        shown = self.placeholder and self.placeholder != "TEXT"
        self.says = f"{self.help} ({self.placeholder})" if shown else self.help


class Command:
    def __init__(self, row: dict):
        self.name, self.help = row["name"], row["help"]
        flags = {option["name"] for option in row["options"]}
        self.json = {"--json", "--quiet"} <= flags  # its results as JSON
        self.has_keys = "--set" in flags
        ours = OURS | ({"--json"} if self.json else set())
        all_ = [Option(option) for option in row["options"] if option["name"] not in ours]
        self.positional = [option for option in all_ if option.positional]
        self.options = [option for option in all_ if not option.positional]


def commands(build: str) -> list[Command]:
    sys.path.insert(0, str(Path(build, "python/collnoc")))
    import _core

    found = {command["name"]: command for command in _core.commands()}
    return [Command(found[name]) for name in NAMES]

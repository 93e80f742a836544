"""collnoc/_commands.py: a function for each command. For python/generate."""
from command_line import Command

# Where a document has the parts of a result.
PARTS = {
    "run": '("runs",)', "traffic": '("traffic", "loads")', "replay": '("replay", "result")', "check": '("checks",)', "schedule": '("steps",)',
    "sweep": '("rows",)', "tune": '("entries",)', "regress": '("changes",)', "report": "()", "synthesize": '("steps",)', "list": '("rows",)',
}  # fmt: skip
# Those whose document gets more.
FINISHED = ("sweep", "regress")
SEEDS = {"run", "traffic"}
HEAD = '''"""The commands of the program as functions. Written by python/generate; not to be edited."""
# ruff: noqa: A001, A002
from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

from collnoc import _documents
from collnoc._call import Progress, call
from collnoc._results import Results

Value = str | int | float | PathLike | Sequence | None
Switch = bool | str | None
'''


def function(command: Command) -> str:
    options, positional = command.options, command.positional
    seeds = command.name in SEEDS
    lines = ["", "", f"def {command.name}("]
    lines += [f"    {o.name}: Value = None," for o in positional]
    lines += ["    *,"]
    for o in options:
        kind = "bool" if o.is_flag else "Switch" if o.placeholder == "on|off" else "Value"
        lines.append(f"    {o.name}: {kind} = {'False' if kind == 'bool' else 'None'},")
    if seeds:
        lines.append("    seeds: int | Sequence[int] | None = None,")
    if command.has_keys:
        lines.append("    set: dict[str, Any] | None = None,")
    lines += ["    progress: bool | Progress = False,", f") -> {'str' if command.name == 'report' else 'Results'}:"]
    help_ = command.help
    lines += [f'    """{help_[0].upper()}{help_[1:]}.', ""]
    lines += [f"    {o.name}: {o.says}" for o in [*positional, *options]]
    if seeds:
        lines.append("    seeds: how many seeds, from `seed` or 1 on, or which; each part of the result has its `seed`")
    if command.has_keys:
        lines.append("    set: further keys of a configuration file")
    lines += ["    progress: True, or a function of parts done, all parts and a text", '    """']
    lines += ["    return call(", f'        "{command.name}",', "        {"]
    lines += [f'            "{o.name}": {o.name},' for o in [*positional, *options]]
    lines += ["        },", f"        parts={PARTS[command.name]},"]
    if switches := [f'"{o.name}"' for o in options if o.is_flag]:
        lines.append(f"        switches=({', '.join(switches)},),")
    lines += [f'        several="{o.name}",' for o in positional if o.many]
    if command.name in FINISHED:
        lines.append(f"        finish=_documents.{command.name},")
    if seeds:
        lines.append("        seeds=seeds,")
    lines += ["        set=set,"] if command.has_keys else []
    lines += ["        progress=progress,", "    )"]
    if command.name == "report":
        lines[-1] += '.document["page"]'
    return "\n".join(lines)


def text(commands: list[Command]) -> str:
    return HEAD + "\n".join(function(command) for command in commands) + "\n"

"""collnoc from Python: the networks, collectives and traffic of the program, in this process.

    import collnoc
    runs = collnoc.run("broadcast", topology="torus:8x8", algorithm="all", bytes=[64, 1024, 16384])
    runs.to_pandas(); runs[0].cycles; runs[0].finish_cycle_per_rank     # numpy
    for load in collnoc.traffic(topology="mesh:8x8", load=[.1, .2, .3], seeds=8): print(load.seed, load.latency_mean)
    net = collnoc.Network("torus:4x4"); net.send(0, 5, 64); net.step(100); net.arrived()

Settings are those of the command line, with _ for -. Every function simulates without the GIL, so threads run side by side;
Ctrl-C ends it. Wrong settings raise UserError with the line that the command line prints.
"""
from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy

from collnoc import _core
from collnoc._call import Error, LockstepMismatch, Note, NotInstalled, Progress, RunFailed, UserError, keys_of, text_of
from collnoc._commands import check, list, regress, replay, report, run, schedule, sweep, synthesize, traffic, tune  # noqa: A004
from collnoc._results import Record, Results
from collnoc._schedules import write_schedule

# Installed, the package has what the program looks for: RTL and scripts to build nodes, programs for processors.
if (_share := Path(__file__).with_name("share") / "collnoc").is_dir():
    os.environ.setdefault("COLLNOC_HOME", str(_share))
    os.environ.setdefault("COLLNOC_PROGRAMS", str(_share / "programs"))
    os.environ.setdefault("COLLNOC_NODES", str(_share / "nodes"))

__version__: str = _core.version
# Without `list`, which would replace Python's own after `from collnoc import *`.
__all__ = [
    "Error", "LockstepMismatch", "Network", "Note", "NotInstalled", "Progress", "Record", "Results", "RunFailed", "UserError", "check",
    "regress", "replay", "report", "run", "schedule", "sweep", "synthesize", "traffic", "tune", "write_schedule",
]  # fmt: skip


class Network:
    """A network to send messages on. Cycles count from 0; ranks are 0 to `nodes` - 1."""

    def __init__(self, topology: str = "mesh:8x8", set: dict[str, Any] | None = None, **settings: Any):  # noqa: A002
        """`settings`: of the network, such as vcs=4 or backend="lockstep", as for replay(); `set`: further keys of a configuration
        file."""
        given = {"topology": topology, **settings}
        texts = {name: text_of(value) for name, value in given.items()}
        self._network = _guarded(_core.Network, [(name, text) for name, text in texts.items() if text is not None] + [("set", pair) for _, pairs in keys_of(set) for pair in pairs])

    @property
    def nodes(self) -> int:
        return self._network.nodes

    @property
    def now(self) -> int:
        """The current cycle."""
        return self._network.now

    @property
    def under_way(self) -> int:
        """Messages that were sent and have not arrived."""
        return self._network.under_way

    def send(self, source: int, target: int, bytes: int = 0) -> int:  # noqa: A002
        """Gives a message to the queue of `source` in the current cycle; 0 bytes is a signal. Returns its number, from 1."""
        return _guarded(self._network.send, source, target, bytes)

    def step(self, cycles: int = 1) -> None:
        """Simulates `cycles` cycles."""
        _guarded(self._network.step, cycles)

    def step_to_arrival(self, most: int) -> bool:
        """Simulates until there is an arrival that was not taken yet, no message is under way, or `most` cycles are over. Returns
        whether there is an arrival."""
        return _guarded(self._network.step_to_arrival, most)

    def arrived(self) -> numpy.ndarray:
        """Takes what has arrived, oldest first: a structured array with message, source, target, bytes, and the cycles sent,
        injected, accepted and arrived."""
        return self._network.arrived()


def _guarded(function: Any, *arguments: Any) -> Any:
    try:
        return function(*arguments)
    except RuntimeError as error:
        raise UserError(str(error)) from None

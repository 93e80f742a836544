"""Collectives as messages, by the schedules of `collnoc schedule`."""
import json
import re
import subprocess
from functools import cache
from pathlib import Path
from typing import NamedTuple

from collnoc_traces.trace import Failure, Moment, Trace, latest

ELEMENT = 4  # bytes; those that combine work on whole elements
# The number of a Chakra collective -> ours, and the bytes of `collnoc schedule --bytes` from comm_size and ranks, as
# ASTRA-sim understands comm_size: what a rank puts in.
COLLECTIVES = {
    0: ("all-reduce", lambda size, ranks: size),
    1: ("reduce", lambda size, ranks: size),
    2: ("all-gather", lambda size, ranks: size),
    3: ("gather", lambda size, ranks: size),
    4: ("scatter", lambda size, ranks: size // ranks),
    5: ("broadcast", lambda size, ranks: size),
    6: ("total-exchange", lambda size, ranks: size // ranks),
    7: ("reduce-scatter", lambda size, ranks: size // ranks),
    8: ("reduce-scatter", lambda size, ranks: size // ranks),
    9: ("barrier", lambda size, ranks: 0),
}
COMBINING = {"all-reduce", "reduce", "reduce-scatter"}
ROOTED = {"reduce", "gather", "scatter", "broadcast"}


def shape_of(topology: str, group: tuple[int, ...], ranks: int) -> str:
    """The network that a group of ranks, in this order, is for a schedule: that of all ranks; a box of it, if the group is
    one; else a line."""
    if group == tuple(range(ranks)):
        return topology
    match = re.fullmatch(r"(mesh|torus):(\d+w?(?:x\d+w?)*)", topology)
    if match is None:
        return f"mesh:{len(group)}"
    kind, extents = match[1], match[2].split("x")
    sizes = [int(extent.rstrip("w")) for extent in extents]
    spans = []
    stride = 1
    for extent in sizes:
        places = {rank // stride % extent for rank in group}
        spans.append(range(min(places), max(places) + 1))
        stride *= extent
    if max(group) >= stride or group != tuple(box(sizes, spans)):
        return f"mesh:{len(group)}"
    wraps = [(kind == "torus" or "w" in extent) and len(span) == length and length > 2
             for extent, span, length in zip(extents, spans, sizes)]
    return "mesh:" + "x".join(f"{len(span)}{'w' if wrap else ''}" for span, wrap in zip(spans, wraps) if len(span) > 1)


def box(sizes: list[int], spans: list[range]) -> list[int]:
    """The ranks of a box, x first."""
    ranks = [0]
    stride = 1
    for extent, span in zip(sizes, spans):
        ranks = [rank + place * stride for place in span for rank in ranks]
        stride *= extent
    return ranks


class Message(NamedTuple):
    """A message of a schedule. `blocks`: (origin, target, first byte, byte behind the last). It leaves no earlier than `until`
    cycles after its source has begun."""
    src: int
    dst: int
    size: int
    until: int
    blocks: list[tuple[int, int, int, int]]


def holds(received: Message, sent: Message, combines: bool) -> bool:
    """Whether a message sends what a member has received. A barrier sends that it has received all."""
    if not sent.blocks:
        return True
    return any(target == wanted_target and first < wanted_last and wanted_first < last and (combines or origin == wanted)
               for origin, target, first, last in received.blocks
               for wanted, wanted_target, wanted_first, wanted_last in sent.blocks)


class Schedules:
    """What `program` (collnoc) has planned, once for each question. The trace has `ranks` ranks."""

    def __init__(self, program: Path, topology: str, ranks: int, algorithms: dict[str, str]):
        self.program, self.topology, self.ranks, self.algorithms = program, topology, ranks, algorithms
        self.steps = cache(self._steps)

    def _steps(self, collective: str, topology: str, size: int, root: int) -> list[list[Message]]:
        """The messages of each step. What does not fit into a tile's memory is planned for a part of it; all its messages are
        longer in proportion."""
        part = size
        while (done := self._plan(collective, topology, part, root)).returncode:
            too_long = "no algorithm" in done.stderr or "do not fit" in done.stderr
            if not too_long or part <= ELEMENT:
                raise Failure(f"{' '.join(done.args)}: {done.stderr.strip()}")
            part = -(-part // (2 * ELEMENT)) * ELEMENT
        times = -(-size // part) if part else 1
        return [[Message(t["src"], t["dst"], times * sum(block["length"] for block in t["blocks"]), t.get("until", 0),
                         [(b["origin"], b.get("target", -1), b["offset"], b["offset"] + b["length"]) for b in t["blocks"]])
                 for t in step["transfers"]] for step in json.loads(done.stdout)["steps"]]

    def _plan(self, collective: str, topology: str, size: int, root: int) -> subprocess.CompletedProcess:
        command = [str(self.program), "schedule", collective, "--topology", topology, "--json", "-", "--quiet",
                   "--algorithm", self.algorithms.get(collective, "auto")]
        if size:
            command += ["--bytes", str(size)]
        if collective in ROOTED:
            command += ["--root", str(root)]
        try:
            return subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            raise Failure(f"{self.program}: {error.strerror}; build it with scripts/build collnoc, or name it with "
                          "--collnoc") from None

    def expand(self, trace: Trace, kind: int, size: int, root: int, group: tuple[int, ...],
               begins: list[Moment]) -> list[Moment]:
        """Writes the messages of a collective whose members, in the order of `group`, begin at `begins`; returns when each
        has all that it receives. A member sends in the order of the steps, each message once it has what it sends."""
        collective, size_of = COLLECTIVES[kind]
        size = size_of(size, len(group))
        if collective != "barrier":
            size = max(ELEMENT, -(-size // ELEMENT) * ELEMENT)
        if len(group) == 1:
            return begins
        now = list(begins)
        received: list[list[tuple[Message, Moment]]] = [[] for _ in group]
        for step in self.steps(collective, shape_of(self.topology, group, self.ranks), size, root):
            arrivals = []
            for message in step:
                if max(message.src, message.dst) >= len(group):
                    raise Failure(f"--topology {self.topology}: has more nodes than the trace has ranks, {len(group)}")
                held = [arrival for before, arrival in received[message.src] if holds(before, message, collective in COMBINING)]
                moment = latest([now[message.src], begins[message.src].later(message.until), *held])
                now[message.src] = trace.needed(moment)
                arrivals.append((message, trace.message(moment, group[message.src], group[message.dst], message.size)))
            for message, arrival in arrivals:
                received[message.dst].append((message, arrival))
        return [trace.needed(latest([done, *(arrival for _, arrival in got)])) for done, got in zip(now, received)]

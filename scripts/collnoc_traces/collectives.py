"""Collectives as messages, by the schedules of `collnoc schedule`."""
import json
import subprocess
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

from collnoc_traces.network import ask, count_nodes, shape_of
from collnoc_traces.trace import Failure, Moment, Trace, latest

ELEMENT = 4  # bytes; those that combine work on whole elements
# The number of a Chakra collective -> ours, and the bytes of `collnoc schedule --bytes` from comm_size and ranks, as
# ASTRA-sim understands comm_size: what a rank puts in.
COLLECTIVES = {
    0: ("all-reduce", lambda size, ranks: size),
    1: ("reduce", lambda size, ranks: size),
    2: ("all-gather", lambda size, ranks: size),
    3: ("gather", lambda size, ranks: size),
    4: ("scatter", lambda size, ranks: -(-size // ranks)),
    5: ("broadcast", lambda size, ranks: size),
    6: ("total-exchange", lambda size, ranks: -(-size // ranks)),
    7: ("reduce-scatter", lambda size, ranks: -(-size // ranks)),
    8: ("reduce-scatter", lambda size, ranks: -(-size // ranks)),
    9: ("barrier", lambda size, ranks: 0),
}
# <registry: python-kinds>
ROOTED = ("broadcast", "scatter", "gather", "reduce")
COMBINING = ("reduce", "reduce-scatter", "all-reduce")
# </registry>


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


@dataclass
class Plan:
    """What `collnoc schedule` says of a collective; all messages are `times` as long as of the planned `part`, in bytes."""
    algorithm: str
    part: int
    times: int
    steps: list[list[Message]]


@dataclass
class Use:
    """Of an algorithm for one collective on one network: how often, and for how many bytes, planned for how many at most."""
    count: int = 0
    sizes: list[int] = field(default_factory=list)
    parts: list[int] = field(default_factory=list)

    def words(self) -> str:
        often = "once" if self.count == 1 else f"{self.count} times"
        if max(self.sizes) == 0:
            return often
        least = f"{min(self.sizes)} to " if min(self.sizes) < max(self.sizes) else ""
        parts = f", planned in parts of at most {max(self.parts)} bytes" if self.parts else ""
        return f"{often}, {least}{max(self.sizes)} bytes{parts}"


class Schedules:
    """What `program` (collnoc) has planned, once for each question. The trace has `ranks` ranks, the network at least as
    many nodes. `used`: (collective, network, algorithm) -> Use."""

    def __init__(self, program: Path, topology: str, ranks: int, algorithms: dict[str, str]):
        self.program, self.topology, self.algorithms = program, topology, algorithms
        self.nodes = count_nodes(program, topology)
        if self.nodes < ranks:
            raise Failure(f"--topology {topology}: has {self.nodes} nodes, the trace has {ranks} ranks")
        self.used: dict[tuple[str, str, str], Use] = {}
        self.plan = cache(self._plan)

    def _plan(self, collective: str, topology: str, size: int, root: int) -> Plan:
        """The messages of each step. What does not fit into a tile's memory is planned for a part of it: whatever the reason
        of a refusal, it is one of size if a smaller size is accepted."""
        part = size
        while (done := self._ask(collective, topology, part, root)).returncode:
            if part <= ELEMENT:
                raise Failure(f"{collective} on {topology}: {done.stderr.strip().removeprefix('collnoc: error: ')}")
            part = -(-part // (2 * ELEMENT)) * ELEMENT
        times = -(-size // part) if part else 1
        planned = json.loads(done.stdout)
        return Plan(planned["algorithm"], part, times, [
            [Message(t["src"], t["dst"], times * sum(block["length"] for block in t["blocks"]), t.get("until", 0),
                     [(b["origin"], b.get("target", -1), b["offset"], b["offset"] + b["length"]) for b in t["blocks"]])
             for t in step["transfers"]] for step in planned["steps"]])

    def _ask(self, collective: str, topology: str, size: int, root: int) -> subprocess.CompletedProcess:
        arguments = ["schedule", collective, "--topology", topology, "--algorithm", self.algorithms.get(collective, "auto")]
        if size:
            arguments += ["--bytes", str(size)]
        if collective in ROOTED:
            arguments += ["--root", str(root)]
        return ask(self.program, arguments)

    def summary(self) -> list[str]:
        """A line for each collective, network and algorithm, in the order of their first use."""
        return [f"{collective} on {topology}: {algorithm}, {use.words()}"
                for (collective, topology, algorithm), use in self.used.items()]

    def _planned(self, collective: str, group: tuple[int, ...], size: int, root: int) -> list[list[Message]]:
        topology = shape_of(self.topology, group, self.nodes)
        plan = self.plan(collective, topology, size, root)
        use = self.used.setdefault((collective, topology, plan.algorithm), Use())
        use.count += 1
        use.sizes.append(size)
        if plan.times > 1:
            use.parts.append(plan.part)
        return plan.steps

    def expand(self, trace: Trace, kind: int, size: int, root: int, group: tuple[int, ...],
               begins: list[Moment]) -> list[Moment]:
        """Writes the messages of a collective whose members, in the order of `group`, begin at `begins`; returns when each
        has all that it receives. A member sends in the order of the steps, each message once it has what it sends."""
        collective, size_of = COLLECTIVES[kind]
        if len(group) == 1:
            return begins
        size = size_of(size, len(group))
        if collective in COMBINING:
            size = max(ELEMENT, -(-size // ELEMENT) * ELEMENT)
        elif collective != "barrier":
            size = max(1, size)
        now = list(begins)
        received: list[list[tuple[Message, Moment]]] = [[] for _ in group]
        stream = object()
        for step in self._planned(collective, group, size, root):
            arrivals = []
            for message in step:
                held = [arrival for before, arrival in received[message.src] if holds(before, message, collective in COMBINING)]
                moment = latest([now[message.src], begins[message.src].later(message.until), *held])
                now[message.src] = trace.needed(moment)
                arrivals.append((message, trace.message(moment, group[message.src], group[message.dst], message.size, stream)))
            for message, arrival in arrivals:
                received[message.dst].append((message, arrival))
        return [trace.needed(latest([done, *(arrival for _, arrival in got)])) for done, got in zip(now, received)]

"""Algorithms of MSCCL in XML: what their threadblocks do, and which blocks every message carries."""
import xml.etree.ElementTree as ET
from collections import deque
from dataclasses import dataclass, field
from typing import NamedTuple

from collnoc_traces.trace import Failure

# coll in the file -> collective, whether data are combined, whether blocks differ by target
COLLECTIVES = {
    "allreduce": ("all-reduce", True, False),
    "reduce_scatter": ("reduce-scatter", True, True),
    "allgather": ("all-to-all-broadcast", False, False),
    "alltoall": ("total-exchange", False, True),
}
SENDS = {"s", "rcs", "rrs", "rrcs"}
RECEIVES = {"r", "rcs", "rrs", "rrc", "rrcs"}
REDUCES = {"rrs", "rrc", "rrcs", "re"}
KEEPS = {"r", "rcs", "rrc", "rrcs", "re", "cpy"}
LARGEST = 1 << 16  # chunks of a buffer
MOST = 1 << 20  # chunks of all GPUs at the begin


class Chunk(NamedTuple):
    """A part of a block: whose data it combines (one rank where nothing is combined), for whom it is (-1: for all), which part."""
    ranks: frozenset[int]
    target: int
    part: int


@dataclass
class Step:
    kind: str
    source: tuple[str, int]
    destination: tuple[str, int]
    count: int
    after: tuple[int, int] | None  # threadblock and step


@dataclass
class Block:
    """A threadblock: its steps, one after the other."""
    number: int
    send: int
    receive: int
    channel: int
    steps: list[Step]
    at: int = 0


class Message(NamedTuple):
    step: int
    source: int
    destination: int
    chunks: list[Chunk]


@dataclass
class Rank:
    blocks: dict[int, Block]
    buffers: dict[str, list[Chunk | None]] = field(default_factory=dict)
    sent: int = -1  # the last step in which it has sent
    received: int = -1  # the last step of a message to it


class Algorithm:
    """A file. Errors name the rank, threadblock and step."""

    def __init__(self, name: str):
        self.name = name
        try:
            root = ET.parse(name).getroot()
        except OSError as error:
            raise Failure(f"{name}: cannot be read: {error.strerror}") from None
        except (ET.ParseError, ValueError, LookupError) as error:
            raise Failure(f"{name}: is not XML: {error}") from None
        if root.tag != "algo":
            self.fail(f"<{root.tag}>: an algorithm of MSCCL is <algo>")
        self.kind = root.get("coll", "")
        if self.kind not in COLLECTIVES:
            self.fail(f"coll {self.kind!r}: must be one of {', '.join(COLLECTIVES)}")
        self.collective, self.combines, self.personal = COLLECTIVES[self.kind]
        self.in_place = root.get("inplace", "0") == "1"
        gpus = root.findall("gpu")
        self.ranks = [self.read_rank(i, gpu) for i, gpu in enumerate(gpus)]
        if len(gpus) < 2 or self.number(root, "ngpus", "algo") != len(gpus):
            self.fail(f"ngpus {root.get('ngpus')}: the file has {len(gpus)} of them, and an algorithm at least 2")
        sizes = {self.number(gpu, "o_chunks" if self.kind == "allgather" else "i_chunks", f"gpu {i}") for i, gpu in enumerate(gpus)}
        whole = max(sizes)  # of ranks that do not use the last ones, MSCCL writes fewer
        if self.kind == "allgather" and self.in_place:
            whole = max(whole, len(gpus) * max(self.number(gpu, "i_chunks", "gpu") for gpu in gpus))
        if self.kind in ("allgather", "alltoall", "reduce_scatter"):
            if whole == 0 or whole % len(gpus) != 0:
                self.fail(f"{whole} chunks are no whole number for each of {len(gpus)} ranks")
            self.parts = whole // len(gpus)
        else:
            self.parts = whole
        if not 1 <= self.parts <= LARGEST or whole * len(gpus) > MOST:
            self.fail(f"{whole} chunks for each of {len(gpus)} GPUs are none, or more than {MOST} in all")
        for rank in range(len(self.ranks)):
            self.fill(rank)

    def fail(self, what: str) -> None:
        raise Failure(f"{self.name}: {what}")

    def number(self, element: ET.Element, key: str, place: str) -> int:
        text = element.get(key, "")
        try:
            value = int(text)
        except ValueError:
            self.fail(f"{place}: {key} {text!r} is no number")
        if not -1 <= value <= LARGEST:
            self.fail(f"{place}: {key} {value} is outside -1 to {LARGEST}")
        return value

    def read_rank(self, rank: int, gpu: ET.Element) -> Rank:
        if self.number(gpu, "id", f"gpu {rank}") != rank:
            self.fail(f"gpu {gpu.get('id')}: is at the place of {rank}")
        blocks = {}
        for tb in gpu.findall("tb"):
            place = f"gpu {rank}, tb {tb.get('id')}"
            number, send, receive, channel = (self.number(tb, key, place) for key in ("id", "send", "recv", "chan"))
            steps = [self.read_step(step, f"{place}, step {i}") for i, step in enumerate(tb.findall("step"))]
            if number in blocks:
                self.fail(f"{place}: is there twice")
            blocks[number] = Block(number, send, receive, channel, steps)
        return Rank(blocks)

    def read_step(self, step: ET.Element, place: str) -> Step:
        kind = step.get("type", "")
        if kind not in SENDS | RECEIVES | REDUCES | KEEPS | {"nop"}:
            self.fail(f"{place}: type {kind!r} is unknown")
        tb, after = self.number(step, "depid", place), self.number(step, "deps", place)
        source = step.get("srcbuf", "i"), self.number(step, "srcoff", place)
        destination = step.get("dstbuf", "o"), self.number(step, "dstoff", place)
        for buffer, _ in (source, destination):
            if buffer not in ("i", "o", "s"):
                self.fail(f"{place}: buffer {buffer!r} is not i, o or s")
        count = self.number(step, "cnt", place)
        if kind != "nop" and count < 1:
            self.fail(f"{place}: cnt {count}: must be at least 1")
        return Step(kind, source, destination, count, (tb, after) if tb >= 0 else None)

    def place(self, rank: int, buffer: str, offset: int) -> tuple[str, int]:
        """In place, one buffer is a part of the other."""
        if not self.in_place:
            return buffer, offset
        if self.kind == "allgather":
            return ("o", offset + rank * self.parts) if buffer == "i" else (buffer, offset)
        if buffer != "o":
            return buffer, offset
        return "i", offset + (rank * self.parts if self.kind == "reduce_scatter" else 0)

    def fill(self, rank: int) -> None:
        own = frozenset([rank])
        targets = range(len(self.ranks)) if self.personal else (-1,)
        for k, target in enumerate(targets):
            for part in range(self.parts):
                self.write(rank, ("i", k * self.parts + part), Chunk(own, target, part))

    def write(self, rank: int, at: tuple[str, int], chunk: Chunk) -> None:
        buffer, offset = self.place(rank, *at)
        if offset < 0:
            self.fail(f"gpu {rank}: writes chunk {offset} of buffer {at[0]}")
        chunks = self.ranks[rank].buffers.setdefault(buffer, [])
        chunks.extend([None] * (offset + 1 - len(chunks)))
        chunks[offset] = chunk

    def read(self, rank: int, at: tuple[str, int], place: str) -> Chunk:
        buffer, offset = self.place(rank, *at)
        chunks = self.ranks[rank].buffers.get(buffer, [])
        if not 0 <= offset < len(chunks) or chunks[offset] is None:
            self.fail(f"{place}: nothing is in chunk {at[1]} of buffer {at[0]}")
        return chunks[offset]

    def messages(self) -> list[Message]:
        """All messages. Each is in the first step in which its data has arrived in earlier ones, its source sends nothing else and its
        destination receives nothing else."""
        made: list[Message] = []
        under_way: dict[tuple[int, int, int], deque[Message]] = {}
        blocks = [(rank, block) for rank in range(len(self.ranks)) for block in self.ranks[rank].blocks.values()]
        now = 0
        while left := [(rank, block) for rank, block in blocks if block.at < len(block.steps)]:
            moved, done, waits = False, True, False  # `waits`: something is only too early
            while done:
                done = False
                for rank, block in left:
                    while block.at < len(block.steps) and (can := self.step(rank, block, now, under_way, made)) is not None:
                        if not can:
                            waits = True
                            break
                        moved = done = True
            now += 1
            if not moved and not waits:
                rank, block = left[0]
                self.fail(f"gpu {rank}, tb {block.number}, step {block.at}: waits for ever")
        if rest := next((m for queue in under_way.values() for m in queue), None):
            self.fail(f"gpu {rest.destination} never receives what gpu {rest.source} sends")
        return made

    def step(self, rank: int, block: Block, now: int, under_way: dict, made: list[Message]) -> bool | None:
        """Performs the next step of the block: True. False: not before a later step of the schedule; None: others must do something."""
        step, place = block.steps[block.at], f"gpu {rank}, tb {block.number}, step {block.at}"
        if step.after:
            other = self.ranks[rank].blocks.get(step.after[0])
            if other is None or not 0 <= step.after[1] < len(other.steps):
                self.fail(f"{place}: waits for step {step.after[1]} of tb {step.after[0]}, which does not exist")
            if other.at <= step.after[1]:
                return None
        queue = under_way.get((block.receive, rank, block.channel))
        if step.kind in RECEIVES:
            if not queue:
                return None
            if queue[0].step >= now:
                return False
        if step.kind in SENDS:
            if not 0 <= block.send < len(self.ranks) or block.send == rank:
                self.fail(f"{place}: sends to {block.send}, which is no other gpu")
            if now in (self.ranks[rank].sent, self.ranks[block.send].received):
                return False
        values: list[Chunk] = []
        if step.kind in RECEIVES:
            message = queue.popleft()
            if len(message.chunks) != step.count:
                self.fail(f"{place}: receives {step.count} chunks, and gpu {message.source} sends {len(message.chunks)}")
            values = message.chunks
        elif step.kind != "nop":
            values = [self.read(rank, (step.source[0], step.source[1] + i), place) for i in range(step.count)]
        if step.kind in REDUCES:
            at = step.destination if step.kind == "re" else step.source
            values = [self.reduced(value, self.read(rank, (at[0], at[1] + i), place), place) for i, value in enumerate(values)]
        if step.kind in KEEPS:
            for i, chunk in enumerate(values):
                self.write(rank, (step.destination[0], step.destination[1] + i), chunk)
        if step.kind in SENDS:
            message = Message(now, rank, block.send, values)
            self.ranks[rank].sent = self.ranks[block.send].received = now
            made.append(message)
            under_way.setdefault((rank, block.send, block.channel), deque()).append(message)
        block.at += 1
        return True

    def reduced(self, a: Chunk, b: Chunk, place: str) -> Chunk:
        if not self.combines or (a.target, a.part) != (b.target, b.part):
            self.fail(f"{place}: combines what does not belong together")
        if common := a.ranks & b.ranks:
            self.fail(f"{place}: combines the data of gpu {min(common)} twice")
        return Chunk(a.ranks | b.ranks, a.target, a.part)

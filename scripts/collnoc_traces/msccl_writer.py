"""Schedules of collnoc as algorithms of MSCCL: where chunks lie, and what threadblocks do."""
import math
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field
from typing import NamedTuple

from collnoc_traces.msccl import COLLECTIVES
from collnoc_traces.trace import Failure

KINDS = {collective: kind for kind, (collective, _, _) in COLLECTIVES.items()}
MOST_PARTS = 4096  # of a block
MOST_RANKS = 1024
MOST_ITEMS = 1 << 20  # of all ranks at the begin
MOST_TRIES = 10_000


class Item(NamedTuple):
    """A part of a block: of `origin` (-1: what is combined), for `target` (-1: for all)."""
    origin: int
    target: int
    part: int


class Place(NamedTuple):
    buffer: str
    offset: int

    def next(self, count: int) -> "Place":
        return Place(self.buffer, self.offset + count)


@dataclass
class Value:
    """What a rank has of an item, from `step` of the schedule on. `by`: the threadblock and step that writes it."""
    ranks: frozenset[int]
    place: Place
    step: int
    by: tuple["Block", int] | None


@dataclass(eq=False)
class Block:
    """A threadblock."""
    send: int = -1
    receive: int = -1
    steps: list[dict] = field(default_factory=list)

    def add(self, kind: str, source: Place, destination: Place, count: int, needs: list[tuple["Block", int]]) -> tuple["Block", int]:
        """A step names one other that must be done before; for each further one there is a nop."""
        latest: dict[int, tuple[Block, int]] = {}
        for block, step in needs:
            if block is not self and (id(block) not in latest or latest[id(block)][1] < step):
                latest[id(block)] = (block, step)
        *others, last = [*latest.values()] or [None]
        for other in others:
            self.steps.append({"type": "nop", "src": Place("i", -1), "dst": Place("o", -1), "cnt": 0, "after": other})
        self.steps.append({"type": kind, "src": source, "dst": destination, "cnt": count, "after": last})
        return self, len(self.steps) - 1


class Rank:
    def __init__(self, number: int):
        self.number = number
        self.has: dict[Item, list[Value]] = {}
        self.scratch = 0
        self.local = Block()
        self.to: dict[int, Block] = {}
        self.of: dict[int, Block] = {}

    def blocks(self) -> list[Block]:
        return [*self.to.values(), *self.of.values(), *([self.local] if self.local.steps else [])]


class Writer:
    """`document`: a schedule, as `collnoc schedule --json` writes it. Fails with the step and transfer."""

    def __init__(self, name: str, document: dict):
        self.name = name
        collective = document["collective"]
        if collective not in KINDS:
            raise Failure(f"{name}: {collective}: MSCCL has {', '.join(KINDS)}")
        self.kind = KINDS[collective]
        _, self.combines, self.personal = COLLECTIVES[self.kind]
        self.document = document
        blocks = [block for step in document["steps"] for t in step["transfers"] for block in t["blocks"]]
        unit = math.gcd(document["bytes"], *(block[key] for block in blocks for key in ("offset", "length")))
        self.parts = document["bytes"] // unit
        if self.parts > MOST_PARTS:
            raise Failure(f"{name}: its pieces are cut at multiples of {unit} bytes only: {self.parts} chunks of equal length, more than {MOST_PARTS}")
        self.unit = unit
        self.size = 1 + max((rank for step in document["steps"] for t in step["transfers"] for rank in (t["src"], t["dst"])), default=0)
        items = self.size * self.parts * (self.size if self.personal else 1)
        if self.size > MOST_RANKS or items > MOST_ITEMS:
            raise Failure(f"{name}: {self.size} ranks with {items} chunks: at most {MOST_RANKS} ranks with {MOST_ITEMS} chunks are translated")
        self.everyone = frozenset(range(self.size))
        self.ranks = [Rank(number) for number in range(self.size)]
        for rank in self.ranks:
            self.start(rank)
        self.convert()

    def start(self, rank: Rank) -> None:
        targets = range(self.size) if self.personal else (-1,)
        for k, target in enumerate(targets):
            for part in range(self.parts):
                item = Item(-1 if self.combines else rank.number, target, part)
                rank.has[item] = [Value(frozenset([rank.number]), Place("i", k * self.parts + part), 0, None)]

    def final(self, rank: Rank, item: Item, ranks: frozenset[int]) -> Place | None:
        """Where the result has it, if it is that."""
        if item.target not in (-1, rank.number) or (self.combines and ranks != self.everyone):
            return None
        return Place("o", (0 if self.combines else item.origin * self.parts) + item.part)

    def place(self, rank: Rank, item: Item, ranks: frozenset[int]) -> Place:
        """A new one: of the result, if it is not there yet."""
        final = self.final(rank, item, ranks)
        if final and all(value.place != final for value in rank.has.get(item, ())):
            return final
        rank.scratch += 1
        return Place("s", rank.scratch - 1)

    def convert(self) -> None:
        for number, step in enumerate(self.document["steps"]):
            for k, transfer in enumerate(step["transfers"]):
                if "box" in transfer:
                    raise Failure(f"{self.name}: step {number}, transfer {k}: MSCCL has no multicasts")
                self.send(number, k, transfer)
        for rank in self.ranks:
            self.finish(rank)

    def send(self, step: int, number: int, transfer: dict) -> None:
        source, destination = self.ranks[transfer["src"]], self.ranks[transfer["dst"]]
        moves: list[tuple[Place, Place, Item, Value]] = []
        for block in transfer["blocks"]:
            ranks = frozenset(block.get("combined", [block["origin"]]))
            for part in range(block["offset"] // self.unit, (block["offset"] + block["length"]) // self.unit):
                item = Item(-1 if self.combines else block["origin"], block.get("target", -1), part)
                value = self.made(source, item, ranks, step)
                if value is None:
                    raise Failure(f"{self.name}: step {step}, transfer {number}: rank {source.number} does not have what it sends")
                place = self.place(destination, item, ranks)
                moves.append((value.place, place, item, value))
                destination.has.setdefault(item, []).append(Value(ranks, place, step + 1, None))  # written below
        out = source.to.setdefault(destination.number, Block(send=destination.number))
        into = destination.of.setdefault(source.number, Block(receive=source.number))
        first = 0
        for i in range(1, len(moves) + 1):
            count = i - first
            if i < len(moves) and moves[i][0] == moves[first][0].next(count) and moves[i][1] == moves[first][1].next(count):
                continue
            run = moves[first:i]
            out.add("s", run[0][0], run[0][1], count, [value.by for _, _, _, value in run if value.by])
            by = into.add("r", run[0][0], run[0][1], count, [])
            for _, place, item, _ in run:
                next(value for value in destination.has[item] if value.place == place).by = by
            first = i

    def made(self, rank: Rank, item: Item, ranks: frozenset[int], step: int) -> Value | None:
        """What the rank has, or combines of what it has, at the begin of a step."""
        usable = [value for value in rank.has.get(item, ()) if value.step <= step and value.ranks <= ranks]
        usable.sort(key=lambda value: -len(value.ranks))
        chosen = cover(usable, ranks)
        if not chosen or len(chosen) == 1:
            return chosen[0] if chosen else None
        chosen.sort(key=lambda value: value.step)
        return self.combine(rank, item, ranks, chosen, self.place(rank, item, ranks))

    def combine(self, rank: Rank, item: Item, ranks: frozenset[int], values: list[Value], place: Place) -> Value:
        by = rank.local.add("cpy", values[0].place, place, 1, [values[0].by] if values[0].by else [])
        for value in values[1:]:
            by = rank.local.add("re", value.place, place, 1, [value.by] if value.by else [])
        made = Value(ranks, place, max(value.step for value in values), by)
        rank.has[item].append(made)
        return made

    def finish(self, rank: Rank) -> None:
        """What of the result is not in its place."""
        origins = (-1,) if self.combines else range(self.size)
        for origin in origins:
            for part in range(self.parts):
                item = Item(origin, rank.number if self.personal else -1, part)
                ranks = self.everyone if self.combines else frozenset([origin])
                final = self.final(rank, item, ranks)
                if any(value.place == final for value in rank.has.get(item, ())):
                    continue
                chosen = cover(sorted(rank.has.get(item, ()), key=lambda value: -len(value.ranks)), ranks)
                if not chosen:
                    raise Failure(f"{self.name}: rank {rank.number} does not get its result: this is no {self.document['collective']}")
                self.combine(rank, item, ranks, sorted(chosen, key=lambda value: value.step), final)

    def xml(self, algorithm: str) -> str:
        named = {id(block): (rank.number, k) for rank in self.ranks for k, block in enumerate(rank.blocks())}
        waited = {(*named[id(step["after"][0])], step["after"][1]) for rank in self.ranks for block in rank.blocks() for step in block.steps if step["after"]}
        whole = self.parts * (1 if self.kind == "allreduce" else self.size)
        inputs = self.parts if self.kind == "allgather" else whole
        outputs = self.parts if self.kind == "reduce_scatter" else whole
        root = ET.Element("algo", name=algorithm, proto="Simple", nchannels="1", nchunksperloop=str(max(inputs, outputs)), ngpus=str(self.size),
                          coll=self.kind, inplace="0", outofplace="1", minBytes="0", maxBytes="0")  # fmt: skip
        for rank in self.ranks:
            gpu = ET.SubElement(root, "gpu", id=str(rank.number), i_chunks=str(inputs), o_chunks=str(outputs), s_chunks=str(rank.scratch))
            for k, block in enumerate(rank.blocks()):
                tb = ET.SubElement(gpu, "tb", id=str(k), send=str(block.send), recv=str(block.receive), chan="0")
                for s, step in enumerate(block.steps):
                    after = (named[id(step["after"][0])][1], step["after"][1]) if step["after"] else (-1, -1)
                    ET.SubElement(tb, "step", s=str(s), type=step["type"], srcbuf=step["src"].buffer, srcoff=str(step["src"].offset),
                                  dstbuf=step["dst"].buffer, dstoff=str(step["dst"].offset), cnt=str(step["cnt"]), depid=str(after[0]),
                                  deps=str(after[1]), hasdep=str(int((rank.number, k, s) in waited)))  # fmt: skip
        ET.indent(root)
        return ET.tostring(root, encoding="unicode")


def cover(values: list[Value], ranks: frozenset[int]) -> list[Value]:
    """Values that make up `ranks` without overlap, the first ones that do; none if there are none, or in so many tries none were found."""
    tries = MOST_TRIES

    def made_of(left: frozenset[int]) -> list[Value] | None:
        nonlocal tries
        if not left:
            return []
        first = min(left)
        for value in values:
            if first not in value.ranks or not value.ranks <= left:
                continue
            tries -= 1
            if tries < 0:
                return None
            if (rest := made_of(left - value.ranks)) is not None:
                return [value, *rest]
        return None

    return made_of(ranks) or []

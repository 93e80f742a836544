#!/usr/bin/python3 -B
"""scripts/from-chakra on random traces: every message of a right one is in the replay and none leaves too early; a wrong one is
refused with its place. TEST_SEED and TEST_TRACES choose others and more of them."""
import os
import random
import unittest
from collections import Counter

from chakra_traces import Traces, collective, node
from collnoc_traces.chakra import COLLECTIVE, COMPUTE, RECEIVE, SEND
from collnoc_traces.collectives import COLLECTIVES
from collnoc_traces.network import dimensions, rows

SEED = int(os.environ.get("TEST_SEED", "39"))
TRACES = int(os.environ.get("TEST_TRACES", "16"))
NETWORKS = (("mesh:1", 1), ("mesh:5", 5), ("mesh:2x3", 6), ("torus:4x2", 8), ("torus:3x3", 9), ("mesh:2x2x2", 8),
            ("hypercube:3", 8), ("ghc:3x2", 6), ("star:3", 6), ("spidergon:6", 6))
CYCLES_PER_US = 100
# In these, no member ends before the last has begun.
JOINING = {"all-reduce", "all-gather", "total-exchange", "reduce-scatter", "barrier"}


def received(name: str, size: int, members: int) -> int:
    """Bytes that all members of a collective receive at least, for `size` bytes put in by each."""
    if members == 1 or name in ("barrier", "reduce", "gather"):
        return 0
    return {"all-reduce": size, "broadcast": size * (members - 1), "all-gather": size * members * (members - 1),
            "scatter": size * (members - 1) // members, "total-exchange": size * (members - 1),
            "reduce-scatter": size * (members - 1) // members}[name]


class Random:
    """A random trace. `sends`: Counter of (source, target, bytes); `least`: bytes of collectives, `first`: the cycle before which
    the last message of a send cannot leave. `nodes`: for each rank a dict of id -> arguments of node()."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.topology, nodes = self.random.choice(NETWORKS)
        self.ranks = nodes if self.random.random() < 0.7 else self.random.randint(1, nodes)
        self.nodes: list[dict[int, dict]] = [{} for _ in range(self.ranks)]
        self.ends: list[dict[int, int]] = [{} for _ in range(self.ranks)]
        self.sends: Counter = Counter()
        self.least = self.first = 0
        self.pairs: set[tuple[int, int]] = set()
        for _ in range(self.random.randint(1, 25)):
            self.random.choice([self.compute, self.send, self.collect])()

    def add(self, rank: int, kind: int, **attributes) -> tuple[int, int]:
        """A node that waits for some before it; its id and the cycle in which it can begin."""
        known = list(self.nodes[rank])
        depends = self.random.sample(known, min(len(known), self.random.choice([0, 1, 1, 2])))
        number = self.random.choice([n for n in range(1, 400) if n not in self.nodes[rank]])
        self.nodes[rank][number] = {"kind": kind, "depends": depends, **attributes}
        return number, max((self.ends[rank][before] for before in depends), default=0)

    def compute(self) -> None:
        rank = self.random.randrange(self.ranks)
        micros = self.random.choice([0, 1, 30])
        number, begin = self.add(rank, COMPUTE, micros=micros)
        self.ends[rank][number] = begin + micros * CYCLES_PER_US

    def send(self) -> None:
        if self.ranks < 2:
            return
        source, target = self.random.sample(range(self.ranks), 2)
        size, tag = self.random.choice([0, 1, 8, 100, 5000]), self.random.choice([0, 0, 7])
        number, begin = self.add(source, SEND, comm_dst=target, comm_size=size, comm_tag=tag)
        self.ends[source][number] = begin
        given = self.random.choice([{}, {"comm_size": size}, {"comm_size": size, "comm_dst": target}])
        number, wanted = self.add(target, RECEIVE, comm_src=source, comm_tag=tag, **given)
        self.ends[target][number] = max(begin, wanted)
        self.sends[source, target, size] += 1
        self.first = max(self.first, begin)

    def collect(self) -> None:
        """Of all ranks, or of those of a row."""
        kind = self.random.choice(list(COLLECTIVES))
        name, _ = COLLECTIVES[kind]
        size = self.random.choice([4, 64, 1000 * 8 * 9 * 5])
        given, groups = {}, [tuple(range(self.ranks))]
        known = dimensions(self.topology)
        whole = known is not None and all(self.ranks == len(row) for row in rows(self.topology, (True,) * len(known[1])).values())
        if whole and self.random.random() < 0.5:
            involved = [self.random.random() < 0.5 for _ in known[1]]
            given = {"involved_dim": involved}
            if not all(involved):
                groups = sorted(set(rows(self.topology, tuple(involved)).values()))
        for group in groups:
            root = {"root_rank": self.random.choice(group)} if self.random.random() < 0.5 else {}
            members = [(rank, *self.add(rank, COLLECTIVE, comm_type=kind, comm_size=size, **given, **root)) for rank in group]
            for rank, number, begin in members:
                joined = max(at for _, _, at in members) if name in JOINING else begin
                self.ends[rank][number] = joined
            self.least += received(name, size, len(group))
            self.pairs |= {(source, target) for source in group for target in group if source != target}

    def files(self) -> list[bytes]:
        return [b"".join(node(number, **arguments) for number, arguments in nodes.items()) for nodes in self.nodes]

    def all(self, kind: int) -> list[tuple[int, int]]:
        return [(rank, number) for rank, nodes in enumerate(self.nodes) for number, given in nodes.items() if given["kind"] == kind]


def spoil(trace: Random) -> str:
    """Makes a right trace wrong in one place; returns what must be said."""
    draw = trace.random
    rank = draw.randrange(trace.ranks)

    def of(kind: int) -> tuple[int, int, dict]:
        where, number = draw.choice(trace.all(kind))
        return where, number, trace.nodes[where][number]

    def at(where: int, number: int) -> str:
        return f"t.{where}.et: node {number}: "

    kinds = ["absent", "circle", "type"]
    kinds += ["size", "unsent", "unreceived", "away"] if trace.all(SEND) else []
    kinds += ["bytes", "missing", "dims"] if trace.all(COLLECTIVE) and trace.ranks > 1 else []
    match draw.choice(kinds):
        case "absent":
            trace.nodes[rank][500] = {"kind": COMPUTE, "depends": [501]}
            return at(rank, 500) + "depends by data_deps on node 501"
        case "circle":
            trace.nodes[rank] |= {500: {"kind": COMPUTE, "depends": [501]}, 501: {"kind": COMPUTE, "depends": [500]}}
            return f"t.{rank}.et: node 50"
        case "type":
            trace.nodes[rank][500] = {"kind": draw.randint(8, 99)}
            return at(rank, 500) + "unknown type"
        case "size":
            where, number, given = of(RECEIVE)
            given["comm_size"] = 77
            return at(where, number) + "receives 77 bytes"
        case "unsent":
            trace.nodes[rank][500] = {"kind": RECEIVE, "comm_src": (rank + 1) % trace.ranks, "comm_tag": 3}
            return at(rank, 500) + "no send from rank"
        case "unreceived":
            trace.nodes[rank][500] = {"kind": SEND, "comm_dst": (rank + 1) % trace.ranks, "comm_tag": 3, "comm_size": 8}
            return at(rank, 500) + "no receive on rank"
        case "away":
            where, number, given = of(SEND)
            given["comm_dst"] = trace.ranks
            return at(where, number) + f"comm_dst is {trace.ranks}"
        case "bytes":
            where, number, given = of(COLLECTIVE)
            given["comm_size"] += 4
            return "comm_size is "
        case "missing":
            trace.nodes[rank][500] = {"kind": COLLECTIVE, "comm_type": 0, "comm_size": 8}
            return "this collective has no node on rank"
        case "dims":
            where, number, given = of(COLLECTIVE)
            given["involved_dim"] = 3
            return at(where, number) + "involved_dim is no bool_list"
    raise AssertionError("a kind without a case")


class RandomTraces(Traces):
    def test_a_right_trace_is_replayed_with_all_its_messages_and_delays(self):
        for seed in range(SEED, SEED + TRACES):
            trace = Random(seed)
            with self.subTest(seed=seed, topology=trace.topology, ranks=trace.ranks):
                lines = self.messages(trace.files(), "--cycles-per-us", str(CYCLES_PER_US), topology=trace.topology)
                written = Counter((line["src"], line["dst"], line["bytes"]) for line in lines)
                self.assertEqual(trace.sends - written, Counter(), "sends that are no message")
                others = written - trace.sends
                self.assertLessEqual({(source, target) for source, target, _ in others}, trace.pairs, "messages between groups")
                self.assertGreaterEqual(sum(size * count for (_, _, size), count in others.items()), trace.least)
                if lines:
                    self.assertGreater(self.replayed(trace.topology), trace.first)

    def test_control_dependencies_change_nothing(self):
        for seed in range(SEED, SEED + TRACES // 4):
            trace = Random(seed)
            with self.subTest(seed=seed):
                without = self.messages(trace.files(), topology=trace.topology)
                for nodes in trace.nodes:
                    for given in nodes.values():
                        given["callers"] = trace.random.sample(range(600), 2)
                self.assertEqual(self.messages(trace.files(), topology=trace.topology), without)

    def test_a_wrong_trace_is_refused_with_its_place(self):
        for seed in range(SEED, SEED + 2 * TRACES):
            trace = Random(seed)
            what = spoil(trace)
            with self.subTest(seed=seed, topology=trace.topology, what=what):
                self.refused(self.convert(trace.files(), topology=trace.topology), what)


unittest.main()

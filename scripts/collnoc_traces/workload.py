"""Execution traces of all ranks, joined: sends with receives, collectives over their ranks; then converted in an order in
which everything follows what it depends on."""
import json
from collections import deque
from dataclasses import dataclass

from collnoc_traces import chakra
from collnoc_traces.chakra import Node
from collnoc_traces.collectives import COLLECTIVES, Schedules
from collnoc_traces.network import rows
from collnoc_traces.trace import Failure, Moment, Trace, latest


@dataclass
class Rates:
    """How long what is no message takes."""
    cycles_per_us: int
    ops_per_cycle: int | None
    memory_bytes_per_cycle: int | None

    def cycles(self, node: Node) -> int:
        if node.type == chakra.COMPUTE and self.ops_per_cycle and node.number("num_ops", 0):
            return -(-node.number("num_ops") // self.ops_per_cycle)
        if node.type in (chakra.LOAD, chakra.STORE) and self.memory_bytes_per_cycle:
            return -(-node.number("tensor_size", 0) // self.memory_bytes_per_cycle)
        return 0 if node.type in (chakra.INVALID, chakra.METADATA) else node.micros * self.cycles_per_us


def read_groups(name: str, ranks: int) -> dict[str, tuple[int, ...]]:
    """The process groups of a JSON file, as ASTRA-sim has them: {"1": [0, 1, 2, 3], ...}."""
    try:
        with open(name, encoding="utf-8") as file:
            groups = json.load(file)
    except OSError as error:
        raise Failure(f"{name}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise Failure(f"{name}: no JSON: {error}") from None
    if not isinstance(groups, dict):
        raise Failure(f'{name}: must be an object, such as {{"1": [0, 1]}}')
    for key, members in groups.items():
        if not (isinstance(members, list) and members and len(set(map(str, members))) == len(members) and
                all(isinstance(m, int) and not isinstance(m, bool) and 0 <= m < ranks for m in members)):
            raise Failure(f"{name}: group {key}: must be a list of different ranks, 0 to {ranks - 1}")
    return {key: tuple(members) for key, members in groups.items()}


class Workload:
    """Work items are nodes, and one item for all nodes of a collective: ("collective", its group, its number in the group)."""

    def __init__(self, ranks: list[list[Node]], groups: dict[object, tuple[int, ...]], topology: str, nodes: int):
        self.ranks = ranks
        self.groups = groups
        self.everyone = tuple(range(len(ranks)))
        self.groups.setdefault("", self.everyone)
        self.groups.setdefault("0", self.everyone)
        self.topology, self.network_nodes = topology, nodes
        self.member: dict[tuple[int, int], tuple] = {}  # (rank, id) of a collective's node -> its item
        self.nodes = {(rank, node.id): node for rank, nodes in enumerate(ranks) for node in nodes}
        self.items: dict[tuple, list[tuple[int, int]]] = {}  # -> its nodes
        self.needs: dict[tuple, set[tuple]] = {}
        self._collect()
        self._match()

    def _collect(self) -> None:
        """The n-th collective of a group on one rank belongs to the n-th on all others."""
        for rank, nodes in enumerate(self.ranks):
            seen: dict[object, int] = {}
            for node in nodes:
                item: tuple = (rank, node.id)
                if node.type == chakra.COLLECTIVE:
                    group = self._group(rank, node)
                    item = ("collective", group, seen.setdefault(group, 0))
                    seen[group] += 1
                self.member[rank, node.id] = item
                self.items.setdefault(item, []).append((rank, node.id))
        for item, members in self.items.items():
            self.needs[item] = {self.member[rank, before] for rank, name in members
                                for before in self.nodes[rank, name].depends}
            if len(item) == 3:
                self._check(item, members)

    def _group(self, rank: int, node: Node) -> object:
        """The key in `groups` of a collective's group. If the process group is all ranks, the group is those that differ from
        this one in the dimensions of involved_dim only."""
        name = str(node.attributes.get("pg_name", ""))
        if name not in self.groups:
            node.fail(f"process group '{name}' is not known; --groups FILE names its ranks")
        members = self.groups[name]
        if name == "0" and members == self.everyone:
            name = ""  # some nodes name the group of all ranks, others do not
        if rank not in members:
            node.fail(f"process group '{name}' does not contain rank {rank}")
        involved = node.flags("involved_dim")
        if members != self.everyone or all(involved):
            return name
        if self.network_nodes != len(self.ranks):
            node.fail(f"involved_dim leaves out dimensions, but {self.topology} has {self.network_nodes} nodes for "
                      f"{len(self.ranks)} ranks")
        try:
            row = rows(self.topology, tuple(involved))[rank]
        except Failure as failure:
            node.fail(str(failure))
        key = (name, tuple(involved), row[0])
        self.groups[key] = row
        return key

    def _check(self, item: tuple, members: list[tuple[int, int]]) -> None:
        first = self.nodes[members[0]]
        kind = first.number("comm_type")
        if kind not in COLLECTIVES:
            first.fail(f"comm_type {kind}; 0 to {max(COLLECTIVES)} are known")
        defaults = {"comm_type": None, "comm_size": None, "root_rank": self.groups[item[1]][0]}
        if COLLECTIVES[kind][0] == "barrier":
            defaults["comm_size"] = 0
        for member in members:
            node = self.nodes[member]
            for name, default in defaults.items():
                if node.number(name, default) != first.number(name, default):
                    node.fail(f"{name} is {node.number(name, default)}, but {first.number(name, default)} in {first.place}")
        missing = sorted(set(self.groups[item[1]]) - {rank for rank, _ in members})
        if missing:
            first.fail(f"this collective has no node on rank {missing[0]}")

    def _match(self) -> None:
        """A receive waits for its send: the n-th from a rank to another one with a tag, of the same size if it has one."""
        sends: dict[tuple[int, int, int], deque] = {}
        receives: list[tuple[tuple[int, int, int], tuple[int, int]]] = []
        for key, node in self.nodes.items():
            if node.type == chakra.SEND:
                pair = (key[0], node.number("comm_dst"), node.number("comm_tag", 0))
                if node.number("comm_src", key[0]) != key[0]:
                    node.fail(f"comm_src is {node.number('comm_src')}, but this is the trace of rank {key[0]}")
                if pair[1] >= len(self.ranks):
                    node.fail(f"comm_dst is {pair[1]}; ranks are 0 to {len(self.ranks) - 1}")
                if pair[1] == pair[0]:
                    node.fail("a send of a rank to itself")
                sends.setdefault(pair, deque()).append(key)
            elif node.type == chakra.RECEIVE:
                if node.number("comm_dst", key[0]) != key[0]:
                    node.fail(f"comm_dst is {node.number('comm_dst')}, but this is the trace of rank {key[0]}")
                receives.append(((node.number("comm_src"), key[0], node.number("comm_tag", 0)), key))
        self.send_of: dict[tuple[int, int], tuple[int, int]] = {}
        for pair, key in receives:
            if not sends.get(pair):
                self.nodes[key].fail(f"no send from rank {pair[0]} with tag {pair[2]} for this receive")
            send = sends[pair].popleft()
            sent, wanted = (self.nodes[one].number("comm_size", default) for one, default in
                            ((send, None), (key, self.nodes[send].number("comm_size"))))
            if sent != wanted:
                self.nodes[key].fail(f"receives {wanted} bytes, but its send has {sent}: {self.nodes[send].place}")
            self.send_of[key] = send
            self.needs[key].add(send)
        for pair, unreceived in sends.items():
            if unreceived:
                self.nodes[unreceived[0]].fail(f"no receive on rank {pair[1]} from rank {pair[0]} with tag {pair[2]} for this send")

    def convert(self, trace: Trace, schedules: Schedules, rates: Rates) -> list[Moment]:
        """Writes all messages; returns for each rank when its last node has ended."""
        ends: dict[tuple[int, int], Moment] = {}
        arrivals: dict[tuple[int, int], Moment] = {}  # [send]
        last: list[Moment] = [Moment()] * len(self.ranks)
        for item in self._order():
            begins = {key: trace.needed(latest(ends[key[0], before] for before in self.nodes[key].depends))
                      for key in self.items[item]}
            if len(item) == 3:
                done = self._collective(item, trace, schedules, begins)
            else:
                done = {item: self._single(item, begins[item], trace, rates, arrivals)}
            for key, moment in done.items():
                ends[key] = trace.needed(moment)
                last[key[0]] = latest([last[key[0]], ends[key]])
        return [trace.needed(moment) for moment in last]

    def _single(self, key: tuple[int, int], begin: Moment, trace: Trace, rates: Rates, arrivals: dict) -> Moment:
        node = self.nodes[key]
        if node.type == chakra.SEND:
            arrivals[key] = trace.message(begin, key[0], node.number("comm_dst"), node.number("comm_size"))
            return begin
        if node.type == chakra.RECEIVE:
            return latest([begin, arrivals[self.send_of[key]]])
        return begin.later(rates.cycles(node))

    def _collective(self, item: tuple, trace: Trace, schedules: Schedules, begins: dict) -> dict:
        group = self.groups[item[1]]
        by_rank = {key[0]: key for key in self.items[item]}
        node = self.nodes[by_rank[group[0]]]
        root = node.number("root_rank", group[0])
        if root not in group:
            node.fail(f"root_rank {root} is not in the group")
        size = node.number("comm_size", 0)
        after = schedules.expand(trace, node.number("comm_type"), size, group.index(root), group,
                                 [begins[by_rank[rank]] for rank in group])
        return {by_rank[rank]: moment for rank, moment in zip(group, after)}

    def _order(self) -> list[tuple]:
        """Everything after what it needs; else in the order of ranks and files."""
        waiting = {item: len(needs) for item, needs in self.needs.items()}
        needed_by: dict[tuple, list[tuple]] = {}
        for item, needs in self.needs.items():
            for before in needs:
                needed_by.setdefault(before, []).append(item)
        ready = deque(item for item, left in waiting.items() if left == 0)
        order = []
        while ready:
            order.append(ready.popleft())
            for item in needed_by.get(order[-1], []):
                waiting[item] -= 1
                if waiting[item] == 0:
                    ready.append(item)
        if len(order) < len(waiting):
            stuck = next(item for item, left in waiting.items() if left > 0)
            self.nodes[self.items[stuck][0]].fail("can never begin: it waits, perhaps through others, for itself")
        return order

#!/usr/bin/python3 -B
"""scripts/from-chakra: what its nodes become, in messages and in cycles of a replay; wrong traces; and the example."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
COLLNOC = Path(os.environ.get("BUILD_DIR", TOP / "build")) / "collnoc"
sys.path.insert(0, str(TOP / "scripts"))
try:
    from collnoc_traces.chakra import COLLECTIVE, COMPUTE, LOAD, MESSAGES, RECEIVE, SEND, delimited
    from collnoc_traces.collectives import shape_of
except ImportError:
    print("skipped: no python3-protobuf")
    sys.exit(77)


def node(number: int, kind: int, depends: list[int] = (), micros: int = 0, **attributes: int | str) -> bytes:
    written = MESSAGES["Node"](id=number, type=kind, data_deps=depends, duration_micros=micros)
    for key, value in attributes.items():
        written.attr.add(name=key, **{"string_val" if isinstance(value, str) else "int64_val": value})
    return delimited(written)


def collective(number: int, kind: int, size: int, depends: list[int] = (), **attributes: int | str) -> bytes:
    return node(number, COLLECTIVE, depends, comm_type=kind, comm_size=size, **attributes)


class FromChakra(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def convert(self, ranks: list[bytes], *options: str, topology: str = "mesh:2x2") -> subprocess.CompletedProcess:
        for rank, nodes in enumerate(ranks):
            (self.folder / f"t.{rank}.et").write_bytes(delimited(MESSAGES["GlobalMetadata"](version="0.0.4")) + nodes)
        return subprocess.run([TOP / "scripts/from-chakra", self.folder / "t", "--topology", topology, "--collnoc", COLLNOC,
                               *options], capture_output=True, text=True, check=False)

    def messages(self, ranks: list[bytes], *options: str, **given: str) -> list[dict]:
        done = self.convert(ranks, *options, **given)
        self.assertEqual(done.returncode, 0, done.stderr)
        (self.folder / "t.jsonl").write_text(done.stdout, encoding="utf-8")
        return [json.loads(line) for line in done.stdout.splitlines()]

    def program(self, *arguments: str) -> dict:
        done = subprocess.run([COLLNOC, *arguments, "--json", "-", "--quiet"], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    def replayed(self, topology: str) -> int:
        return self.program("replay", str(self.folder / "t.jsonl"), "--topology", topology)["replay"]["result"]["cycles"]

    def test_computation_delays_a_send_and_what_follows_a_receive(self):
        lines = self.messages([
            node(1, COMPUTE, micros=3) + node(2, SEND, [1], comm_dst=1, comm_size=64, comm_tag=5) +
            node(3, RECEIVE, [2], comm_src=1, comm_tag=5) + node(4, SEND, [3], comm_dst=1, comm_size=8),
            node(7, RECEIVE, comm_src=0, comm_tag=5) + node(8, COMPUTE, [7], num_ops=1000) +
            node(9, SEND, [8], comm_dst=0, comm_size=256, comm_tag=5) + node(10, RECEIVE, [9], comm_src=0)],
            "--cycles-per-us", "100", "--ops-per-cycle", "40")
        self.assertEqual(lines, [{"cycle": 300, "src": 0, "dst": 1, "bytes": 64},
                                 {"cycle": 25, "src": 1, "dst": 0, "bytes": 256, "after": [[1, 25]]},
                                 {"cycle": 300, "src": 0, "dst": 1, "bytes": 8, "after": [[2, 0]]}])

    def test_sends_are_matched_by_tag_and_order(self):
        lines = self.messages([
            node(1, SEND, comm_dst=1, comm_size=8, comm_tag=1) + node(2, SEND, comm_dst=1, comm_size=16, comm_tag=2) +
            node(3, SEND, comm_dst=1, comm_size=24, comm_tag=1),
            node(1, RECEIVE, comm_src=0, comm_tag=1) + node(2, RECEIVE, comm_src=0, comm_tag=1) +
            node(3, RECEIVE, comm_src=0, comm_tag=2) + node(4, SEND, [2], comm_dst=2, comm_size=1) +
            node(5, SEND, [3], comm_dst=2, comm_size=2),
            node(1, RECEIVE, comm_src=1) + node(2, RECEIVE, comm_src=1)])
        self.assertEqual({line["bytes"]: line.get("after") for line in lines},
                         {8: None, 16: None, 24: None, 1: [[3, 0]], 2: [[2, 0]]})

    def test_memory_takes_its_duration_or_its_size(self):
        rank = node(1, LOAD, micros=2, tensor_size=1000) + node(2, SEND, [1], comm_dst=1, comm_size=8)
        other = node(1, RECEIVE, comm_src=0)
        self.assertEqual(self.messages([rank, other])[0]["cycle"], 2000)
        self.assertEqual(self.messages([rank, other], "--memory-bytes-per-cycle", "16")[0]["cycle"], 63)

    def test_a_collective_takes_the_cycles_of_collnoc_run(self):
        """A replay has no arithmetic; and its last messages need not be consumed, as those of a broadcast must be."""
        for kind, name, size, run, topology, least in (
                (6, "total-exchange", 16 * 512, 512, "torus:4x4", 0.98), (6, "total-exchange", 16 * 512, 512, "mesh:4x4", 0.98),
                (2, "all-gather", 512, 512, "mesh:4x4", 0.95), (5, "broadcast", 4096, 4096, "torus:4x4", 0.95),
                (0, "all-reduce", 1024, 1024, "torus:4x4", 0.75)):
            with self.subTest(name, topology=topology):
                self.messages([collective(1, kind, size)] * 16, topology=topology)
                cycles = self.program("run", name, "--topology", topology, "--bytes", str(run))["runs"][0]["cycles"]
                self.assertGreater(self.replayed(topology) / cycles, least)
                self.assertLess(self.replayed(topology) / cycles, 1.02)

    def test_a_barrier_ends_for_all_after_the_last_has_begun(self):
        lines = self.messages([node(1, COMPUTE, micros=1 + (rank == 2)) + node(2, COLLECTIVE, [1], comm_type=9) +
                               node(3, SEND, [2], comm_dst=rank ^ 1, comm_size=8) + node(4, RECEIVE, comm_src=rank ^ 1)
                               for rank in range(4)])
        self.assertEqual({line["bytes"] for line in lines[:-4]}, {0})
        replay = self.replayed("mesh:2x2")
        self.assertGreater(replay, 2000)
        self.assertLess(replay, 2200)

    def test_what_no_memory_holds_is_planned_in_part(self):
        lines = self.messages([collective(1, 0, 8 << 20)] * 4)
        self.assertGreaterEqual(sum(line["bytes"] for line in lines), 4 * 3 * (8 << 20) // 2)
        self.assertLess(len(lines), 1000)

    def test_groups_are_boxes_of_the_network_or_lines(self):
        for group, shape in (((0, 1, 2, 3), "mesh:4w"), ((1, 5, 9, 13), "mesh:4w"), ((0, 1, 4, 5), "mesh:2x2"),
                             ((0, 5, 10), "mesh:3"), ((3, 2, 1, 0), "mesh:4"), (tuple(range(16)), "torus:4x4"),
                             ((4, 5, 6, 7, 8, 9, 10, 11), "mesh:4wx2")):
            self.assertEqual(shape_of("torus:4x4", group, 16), shape)
        self.assertEqual(shape_of("mesh:4x4", (0, 1, 2, 3), 16), "mesh:4")
        self.assertEqual(shape_of("star:4", tuple(range(24)), 24), "star:4")
        self.assertEqual(shape_of("star:4", (0, 1, 2), 24), "mesh:3")

    def test_a_group_sends_only_between_its_members(self):
        (self.folder / "groups.json").write_text('{"1": [0, 2], "2": [3, 1]}', encoding="utf-8")
        lines = self.messages([collective(1, 6, 16, pg_name="1" if rank in (0, 2) else "2") for rank in range(4)],
                              "--groups", str(self.folder / "groups.json"))
        self.assertEqual(sorted((line["src"], line["dst"], line["bytes"]) for line in lines),
                         [(0, 2, 8), (1, 3, 8), (2, 0, 8), (3, 1, 8)])

    def test_a_wrong_trace_is_refused_in_one_line_with_its_place(self):
        good = node(1, RECEIVE, comm_src=0)
        for what, ranks in (
                ("t.0.et: byte 9: the file ends within a Node: 5 bytes, of which 2", [b"\x05ab"]),
                ("t.0.et: byte 9: no Node of a Chakra trace", [b"\x05\x12\x50abc"]),
                ("t.0.et: byte 9: the file ends within the length", [b"\x80"]),
                ("t.0.et: node 1: unknown type 9", [node(1, 9)]),
                ("t.0.et: node 2: depends on node 5, which is not in the file", [node(2, COMPUTE, [5])]),
                ("t.0.et: node 1: a second node of this id", [node(1, COMPUTE) * 2]),
                ("t.0.et: node 1: can never begin", [node(1, COMPUTE, [2]) + node(2, COMPUTE, [1])]),
                ("t.0.et: node 1: no attribute comm_dst", [node(1, SEND)]),
                ("t.0.et: node 1: comm_dst is 2; ranks are 0 to 1", [node(1, SEND, comm_dst=2, comm_size=8), good]),
                ("t.0.et: node 1: comm_size is -1", [node(1, SEND, comm_dst=1, comm_size=-1), good]),
                ("t.1.et: node 1: no send from rank 0 with tag 0", [b"", good]),
                ("t.0.et: node 1: comm_type 12", [collective(1, 12, 8)]),
                ("t.1.et: node 1: comm_size is 16, but 8 in", [collective(1, 0, 8), collective(1, 0, 16)]),
                ("t.0.et: node 1: this collective has no node on rank 1", [collective(1, 0, 8), b""]),
                ("t.0.et: node 1: process group '3' is not known", [collective(1, 0, 8, pg_name="3")])):
            for file in self.folder.glob("*.et"):
                file.unlink()
            with self.subTest(what):
                done = self.convert(ranks)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                self.assertIn(what, done.stderr)

    def test_the_example_is_a_training_step(self):
        """A step of one layer on 2 x 2 ranks: its computation, and every message of its sums, is in the replay."""
        subprocess.run([TOP / "docs/examples/transformer/make_trace.py", self.folder / "step", "--side", "2", "--layers", "1",
                        "--hidden", "64", "--tokens", "32"], check=True)
        done = subprocess.run([TOP / "scripts/from-chakra", self.folder / "step", "--groups", self.folder / "step.groups.json",
                               "--topology", "mesh:2x2", "--ops-per-cycle", "64", "--collnoc", COLLNOC],
                              capture_output=True, text=True, check=True)
        (self.folder / "t.jsonl").write_text(done.stdout, encoding="utf-8")
        attention, mlp = (2 * 32 * 4 * 64**2 + 4 * 32**2 * 64) // 2, 2 * 32 * 8 * 64**2 // 2
        self.assertGreater(self.replayed("mesh:2x2"), 3 * (attention + mlp) // 64)
        sent = sum(json.loads(line)["bytes"] for line in done.stdout.splitlines())
        # Two ranks sum a vector by exchanging it at least once; four sums of activations, and one of gradients.
        self.assertGreaterEqual(sent, 4 * (4 * 32 * 64 * 2 + 12 * 64**2 // 2 * 2))


unittest.main()

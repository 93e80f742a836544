#!/usr/bin/python3 -B
"""scripts/from-chakra: what its nodes become, in messages and in cycles of a replay; wrong traces; and the example."""
import json
import subprocess
import unittest

from chakra_traces import COLLNOC, TOP, Traces, collective, node
from collnoc_traces.chakra import COLLECTIVE, COMPUTE, LOAD, MESSAGES, RECEIVE, SEND, delimited
from collnoc_traces.network import shape_of


class FromChakra(Traces):
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
        """By auto, and by every algorithm of all-reduce and reduce-scatter that applies to such a network."""
        lines = self.messages([collective(1, 0, 8 << 20)] * 4)
        self.assertGreaterEqual(sum(line["bytes"] for line in lines), 4 * 3 * (8 << 20) // 2)
        self.assertLess(len(lines), 1000)
        listed = subprocess.run([COLLNOC, "list", "algorithms"], capture_output=True, text=True, check=True)
        for kind, name, size in ((0, "all-reduce", 1 << 20), (7, "reduce-scatter", 1 << 23)):
            algorithms = [line.split()[1] for line in listed.stdout.splitlines() if line.split()[0] == name]
            self.assertGreater(len(algorithms), 3)
            for algorithm in algorithms:
                with self.subTest(name, algorithm=algorithm):
                    done = self.convert([collective(1, kind, size)] * 8, "--algorithm", f"{name}={algorithm}", topology="torus:8")
                    if "does not apply" in done.stderr and "memory" not in done.stderr:
                        continue
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertIn(f"{name} on torus:8: {algorithm}, once, {size // (8 if kind == 7 else 1)} bytes", done.stderr)
                    sent = sum(json.loads(line)["bytes"] for line in done.stdout.splitlines())
                    self.assertGreaterEqual(sent, 7 * size)
                    self.assertLess(sent, 60 * size)

    def test_a_pipeline_of_many_pieces_depends_on_few_arrivals(self):
        """Successive messages from one node to another arrive in their order, so the last of them stands for all."""
        lines = self.messages([collective(1, 5, 200_000)] * 4, "--algorithm", "broadcast=line", topology="mesh:4")
        self.assertGreater(len(lines), 300)
        self.assertLessEqual(max(len(line.get("after", [])) for line in lines), 2)

    def test_the_chosen_algorithms_are_named(self):
        self.messages([collective(1, 0, 64) + collective(2, 0, 4096, [1]) + collective(3, 9, 0, [2])] * 4,
                      "--algorithm", "all-reduce=ring")
        self.assertIn("all-reduce on mesh:2x2: ring, 2 times, 64 to 4096 bytes\n", self.summary)
        self.assertIn("barrier on mesh:2x2: dissemination, once\n", self.summary)

    def test_involved_dim_makes_a_group_of_each_row(self):
        """ASTRA-sim's examples: the collective of a dimension."""
        for topology, involved, same in (("torus:4x4", [True, False], lambda a, b: a // 4 == b // 4),
                                         ("torus:4x4", [False, True, False], lambda a, b: a % 4 == b % 4),
                                         ("mesh:2x2x4", [True, False, True], lambda a, b: a // 2 % 2 == b // 2 % 2),
                                         ("hypercube:4", [True, True, False, False], lambda a, b: a // 4 == b // 4),
                                         ("ghc:4x4", [False, True], lambda a, b: a % 4 == b % 4)):
            with self.subTest(topology, involved=involved):
                lines = self.messages([collective(1, 2, 64, involved_dim=involved)] * 16, topology=topology)
                self.assertTrue(all(same(line["src"], line["dst"]) for line in lines))
                received = [sum(line["bytes"] for line in lines if line["dst"] == rank) for rank in range(16)]
                members = [sum(same(rank, other) for other in range(16)) for rank in range(16)]
                self.assertEqual(received, [64 * (count - 1) for count in members])

    def test_involved_dim_of_all_dimensions_or_with_a_process_group_changes_nothing(self):
        (self.folder / "groups.json").write_text('{"1": [0, 1, 2]}', encoding="utf-8")
        options = ["--groups", str(self.folder / "groups.json")]
        for given in ({"involved_dim": [True] * 4}, {"involved_dim": [True]}, {"involved_dim": []}):
            self.assertEqual(self.messages([collective(1, 0, 64, **given)] * 4), self.messages([collective(1, 0, 64)] * 4))
        group = {"pg_name": "1"}
        self.assertEqual(self.messages([collective(1, 0, 64, involved_dim=[False, True], **group)] * 3 + [b""], *options),
                         self.messages([collective(1, 0, 64, **group)] * 3 + [b""], *options))

    def test_all_ranks_have_one_group_whether_or_not_it_is_named(self):
        ranks = [collective(1, 0, 64, **({"pg_name": "0"} if rank % 2 else {})) for rank in range(4)]
        self.assertEqual(self.messages(ranks), self.messages([collective(1, 0, 64)] * 4))

    def test_fewer_ranks_than_nodes_are_a_box_of_the_network(self):
        self.messages([collective(1, 0, 64)] * 8, topology="torus:4x4")
        self.assertIn("all-reduce on mesh:4wx2: ", self.summary)

    def test_control_dependencies_delay_nothing(self):
        """As in Chakra's own reader. Traces of PyTorch name callers that are not in the file."""
        def rank(callers: list[int]) -> bytes:
            return (node(1, COMPUTE, micros=5) + node(2, SEND, callers=callers, comm_dst=1, comm_size=8) +
                    node(3, RECEIVE, callers=callers, comm_src=1))
        other = node(1, SEND, comm_dst=0, comm_size=8) + node(2, RECEIVE, comm_src=0)
        self.assertEqual(self.messages([rank([1, 77]), other]), self.messages([rank([]), other]))

    def test_groups_are_boxes_of_the_network_or_lines(self):
        for group, shape in (((0, 1, 2, 3), "mesh:4w"), ((1, 5, 9, 13), "mesh:4w"), ((0, 1, 4, 5), "mesh:2x2"),
                             ((0, 5, 10), "mesh:3"), ((3, 2, 1, 0), "mesh:4"), (tuple(range(16)), "torus:4x4"),
                             ((4, 5, 6, 7, 8, 9, 10, 11), "mesh:4wx2")):
            self.assertEqual(shape_of("torus:4x4", group, 16), shape)
        for topology, group, shape in (("hypercube:4", (4, 5, 6, 7), "hypercube:2"), ("hypercube:4", (0, 2, 8, 10), "hypercube:2"),
                                       ("ghc:4x4", (0, 1, 2), "ghc:3"), ("ghc:4x4", (1, 2, 5, 6), "ghc:2x2")):
            self.assertEqual(shape_of(topology, group, 16), shape)
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
                ("t.0.et: node 2: depends by data_deps on node 5, which is not in the file", [node(2, COMPUTE, [5])]),
                ("t.0.et: node 1: a second node of this id", [node(1, COMPUTE) * 2]),
                ("t.0.et: node 1: can never begin", [node(1, COMPUTE, [2]) + node(2, COMPUTE, [1])]),
                ("t.0.et: node 1: no attribute comm_dst", [node(1, SEND)]),
                ("t.0.et: node 1: comm_dst is 2; ranks are 0 to 1", [node(1, SEND, comm_dst=2, comm_size=8), good]),
                ("t.0.et: node 1: comm_size is -1", [node(1, SEND, comm_dst=1, comm_size=-1), good]),
                ("t.1.et: node 1: no send from rank 0 with tag 0", [b"", good]),
                ("t.1.et: node 1: comm_dst is 0, but this is the trace of rank 1",
                 [node(1, SEND, comm_dst=1, comm_size=8), node(1, RECEIVE, comm_src=0, comm_dst=0)]),
                ("t.1.et: node 1: receives 128 bytes, but its send has 64: ",
                 [node(1, SEND, comm_dst=1, comm_size=64), node(1, RECEIVE, comm_src=0, comm_size=128)]),
                ("t.0.et: node 2: no receive on rank 1 from rank 0 with tag 0 for this send",
                 [node(1, SEND, comm_dst=1, comm_size=8) + node(2, SEND, comm_dst=1, comm_size=8), good]),
                ("t.0.et: node 1: comm_type 12", [collective(1, 12, 8)]),
                ("t.0.et: node 1: no attribute comm_size", [node(1, COLLECTIVE, comm_type=0)]),
                ("t.1.et: node 1: comm_size is 16, but 8 in", [collective(1, 0, 8), collective(1, 0, 16)]),
                ("t.0.et: node 1: this collective has no node on rank 1", [collective(1, 0, 8), b""]),
                ("t.0.et: node 1: involved_dim has 1 values, but mesh:2x2 has 2 dimensions",
                 [collective(1, 0, 8, involved_dim=[False])] * 4),
                ("t.0.et: node 1: involved_dim is no bool_list", [collective(1, 0, 8, involved_dim=1)] * 4),
                ("t.0.et: node 1: involved_dim leaves out dimensions, but mesh:2x2 has 4 nodes for 2 ranks",
                 [collective(1, 0, 8, involved_dim=[True, False])] * 2),
                ("t.0.et: node 1: process group '3' is not known", [collective(1, 0, 8, pg_name="3")])):
            with self.subTest(what):
                self.refused(self.convert(ranks), what)

    def test_a_network_that_does_not_fit_the_trace_is_refused(self):
        exchange = [node(1, SEND, comm_dst=rank ^ 1, comm_size=8) + node(2, RECEIVE, comm_src=rank ^ 1) for rank in range(6)]
        self.refused(self.convert(exchange), "--topology mesh:2x2: has 4 nodes, the trace has 6 ranks")
        self.refused(self.convert(exchange, topology="wheel:6"), "topology 'wheel:6': unknown kind")
        self.refused(self.convert([collective(1, 0, 8, involved_dim=[False])] * 6, topology="star:3"),
                     "t.0.et: node 1: involved_dim leaves out dimensions, but star:3 is no product of dimensions")
        self.refused(self.convert([collective(1, 0, 8)] * 6, "--algorithm", "all-reduce=swing", topology="mesh:6"),
                     "all-reduce on mesh:6: --algorithm swing: swing does not apply")
        self.convert(exchange, topology="mesh:6")
        (self.folder / "t.3.et").unlink()
        self.refused(self.run_script(topology="mesh:6"), "t.3.et: no such file; a trace is PREFIX.0.et, PREFIX.1.et, ..., one for "
                     "each rank; the trace continues to ")

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

#!/usr/bin/python3 -B
"""Writes Chakra execution traces of one training step of a small transformer, as ASTRA-sim would read them.

  docs/examples/transformer/make_trace.py step             # step.0.et ... step.15.et, step.groups.json
  scripts/from-chakra step --groups step.groups.json --topology torus:4x4 --ops-per-cycle 2048 > step.jsonl
  collnoc replay step.jsonl --topology torus:4x4

The ranks are a square: each row holds one copy of the model, split over its ranks (tensor parallelism, Megatron-LM); the rows
see different sequences (data parallelism). In every layer and direction, the ranks of a row sum activations twice, behind
attention and behind the MLP. Behind the backward pass of a layer, the ranks of a column sum its gradients, while the layers
before it compute. The optimizer then waits for all of them.
"""
import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts"))
from collnoc_traces import chakra  # noqa: E402
from collnoc_traces.chakra import COLLECTIVE, COMPUTE, MESSAGES  # noqa: E402

ALL_REDUCE = 0
ELEMENT = 2  # bytes of a number


class Rank:
    """Nodes of a rank, each in the file behind those it depends on."""

    def __init__(self):
        self.messages = [MESSAGES["GlobalMetadata"](version=b"0.0.4")]

    def node(self, name: str, kind: int, depends: list[int], **attributes: int | str) -> int:
        number = len(self.messages)
        node = MESSAGES["Node"](id=number, name=name.encode(), type=kind, data_deps=depends)
        for key, value in attributes.items():
            node.attr.add(name=key.encode(), **({"string_val": value.encode()} if isinstance(value, str) else {"int64_val": value}))
        self.messages.append(node)
        return number

    def compute(self, name: str, ops: int, depends: list[int]) -> int:
        return self.node(name, COMPUTE, depends, num_ops=ops)

    def all_reduce(self, name: str, group: str, size: int, depends: list[int]) -> int:
        return self.node(name, COLLECTIVE, depends, comm_type=ALL_REDUCE, comm_size=size, pg_name=group)


def training_step(rank: Rank, model: argparse.Namespace, row: str, column: str) -> None:
    """Operations of matrix products, split over the ranks of a row: two for each number of a weight and token."""
    split = model.side
    attention = 2 * model.tokens * 4 * model.hidden**2 // split + 4 * model.tokens**2 * model.hidden // split
    mlp = 2 * model.tokens * 8 * model.hidden**2 // split
    activations = model.tokens * model.hidden * ELEMENT
    gradients = 12 * model.hidden**2 // split * ELEMENT
    before: list[int] = []
    for layer in range(model.layers):
        for part, ops in (("attention", attention), ("mlp", mlp)):
            done = rank.compute(f"forward {layer} {part}", ops, before)
            before = [rank.all_reduce(f"forward {layer} {part} sum", row, activations, [done])]
    summed = []
    for layer in reversed(range(model.layers)):
        for part, ops in (("mlp", mlp), ("attention", attention)):
            done = rank.compute(f"backward {layer} {part}", 2 * ops, before)
            before = [rank.all_reduce(f"backward {layer} {part} sum", row, activations, [done])]
        summed.append(rank.all_reduce(f"gradients {layer}", column, gradients, [done]))
    rank.compute("optimizer", 12 * model.layers * model.hidden**2 // split, summed + before)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("prefix")
    for name, default in (("side", 4), ("layers", 4), ("hidden", 256), ("tokens", 128)):
        parser.add_argument(f"--{name}", type=int, default=default, metavar="N", help=f"default {default}")
    model = parser.parse_args()
    groups = {}
    for i in range(model.side):
        groups[str(1 + i)] = [i * model.side + x for x in range(model.side)]
        groups[str(1 + model.side + i)] = [y * model.side + i for y in range(model.side)]
    Path(f"{model.prefix}.groups.json").write_text(json.dumps(groups) + "\n", encoding="utf-8")
    for number in range(model.side**2):
        rank = Rank()
        training_step(rank, model, str(1 + number // model.side), str(1 + model.side + number % model.side))
        Path(f"{model.prefix}.{number}.et").write_bytes(b"".join(map(chakra.delimited, rank.messages)))


main()

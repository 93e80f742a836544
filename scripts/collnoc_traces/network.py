"""The network of --topology: its nodes, its dimensions, and what network a group of its nodes is."""
import json
import re
import subprocess
from functools import cache
from pathlib import Path

from collnoc_traces.trace import Failure

DIMENSIONS = re.compile(r"(?:(mesh|torus):(\d+w?(?:x\d+w?)*)|(ghc):(\d+(?:x\d+)*)|(hypercube):(\d+))")


def ask(program: Path, arguments: list[str]) -> subprocess.CompletedProcess:
    """`collnoc ARGUMENTS` with JSON on standard output."""
    try:
        return subprocess.run([str(program), *arguments, "--json", "-", "--quiet"], capture_output=True, text=True, check=False)
    except OSError as error:
        raise Failure(f"{program}: {error.strerror}; build it with scripts/build collnoc, or name it with --collnoc") from None


def count_nodes(program: Path, topology: str) -> int:
    """The nodes of a topology: all take part in a broadcast."""
    done = ask(program, ["schedule", "broadcast", "--topology", topology, "--bytes", "4"])
    if done.returncode:
        raise Failure(done.stderr.strip().removeprefix("collnoc: error: "))
    return 1 + max((max(transfer["src"], transfer["dst"])
                    for step in json.loads(done.stdout)["steps"] for transfer in step["transfers"]), default=0)


def dimensions(topology: str) -> tuple[str, list[str]] | None:
    """Kind and extents, x first, of a network that is a product of dimensions."""
    match = DIMENSIONS.fullmatch(topology)
    if match is None:
        return None
    kind, extents = (part for part in match.groups() if part is not None)
    return (kind, ["2"] * int(extents)) if kind == "hypercube" else (kind, extents.split("x"))


def box(sizes: list[int], spans: list[range]) -> list[int]:
    """The ranks of a box, x first."""
    ranks = [0]
    stride = 1
    for extent, span in zip(sizes, spans):
        ranks = [rank + place * stride for place in span for rank in ranks]
        stride *= extent
    return ranks


def shape_of(topology: str, group: tuple[int, ...], nodes: int) -> str:
    """The network that a group of nodes, in this order, is for a schedule: that of all nodes; a box of it, if the group is
    one; else a line."""
    if group == tuple(range(nodes)):
        return topology
    line = f"mesh:{len(group)}"
    if (known := dimensions(topology)) is None:
        return line
    kind, extents = known
    sizes = [int(extent.rstrip("w")) for extent in extents]
    spans = []
    stride = 1
    for extent in sizes:
        places = {rank // stride % extent for rank in group}
        spans.append(range(min(places), max(places) + 1))
        stride *= extent
    if group != tuple(box(sizes, spans)):
        return line
    lengths = [len(span) for span in spans]
    if kind == "hypercube":
        return f"hypercube:{sum(length > 1 for length in lengths)}"
    if kind == "ghc":
        return "ghc:" + "x".join(str(length) for length in lengths if length > 1)
    wraps = [(kind == "torus" or "w" in extent) and length == size and length > 2
             for extent, length, size in zip(extents, lengths, sizes)]
    return "mesh:" + "x".join(f"{length}{'w' if wrap else ''}" for length, wrap in zip(lengths, wraps) if length > 1)


@cache
def rows(topology: str, involved: tuple[bool, ...]) -> dict[int, tuple[int, ...]]:
    """For each node, those that differ from it in the involved dimensions only, in the order of ranks. An entry behind the
    last dimension counts for nothing. Failure: what is wrong with `involved`, without a place."""
    known = dimensions(topology)
    if known is None:
        raise Failure(f"involved_dim leaves out dimensions, but {topology} is no product of dimensions")
    sizes = [int(extent.rstrip("w")) for extent in known[1]]
    if len(involved) < len(sizes):
        raise Failure(f"involved_dim has {len(involved)} values, but {topology} has {len(sizes)} dimensions")
    fixed = [range(1) if wanted else range(size) for size, wanted in zip(sizes, involved)]
    moving = [range(size) if wanted else range(1) for size, wanted in zip(sizes, involved)]
    offsets = box(sizes, moving)
    return {node: row for first in box(sizes, fixed) for row in [tuple(first + other for other in offsets)] for node in row}

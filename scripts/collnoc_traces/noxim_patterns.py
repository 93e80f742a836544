"""Noxim's patterns of traffic on a mesh, as the destination of each node or as rates between nodes."""
from collections.abc import Callable

FIXED_DESTINATIONS = ("TRAFFIC_TRANSPOSE1", "TRAFFIC_TRANSPOSE2", "TRAFFIC_BIT_REVERSAL", "TRAFFIC_SHUFFLE", "TRAFFIC_BUTTERFLY")


def destinations(kind: str, width: int, height: int) -> list[int]:
    """Of each node, which may be itself; those of bits need a number of nodes that is a power of 2."""
    nodes = width * height
    top = nodes.bit_length() - 2  # the highest bit of a node

    def at(x: int, y: int) -> int:
        """Where the mesh ends before a place, its last row or column takes it."""
        return min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)

    functions: dict[str, Callable[[int], int]] = {
        "TRAFFIC_TRANSPOSE1": lambda s: at(width - 1 - s // width, height - 1 - s % width),
        "TRAFFIC_TRANSPOSE2": lambda s: at(s // width, s % width),
        "TRAFFIC_BIT_REVERSAL": lambda s: int(f"{s:0{top + 1}b}"[::-1], 2),
        "TRAFFIC_SHUFFLE": lambda s: (s << 1 | s >> top) & nodes - 1,
        "TRAFFIC_BUTTERFLY": lambda s: s & ~(1 | 1 << top) | s >> top | (s & 1) << top,
    }
    return [functions[kind](s) for s in range(nodes)]


def hot_spot_rates(nodes: int, hot: list[tuple[int, float]]) -> dict[int, dict[int, float]]:
    """Of every source: each hot spot gets its share of the packets, and all other nodes the rest equally."""
    rates: dict[int, dict[int, float]] = {}
    for src in range(nodes):
        left, to = 1.0, {}
        for node, share in hot:
            part = min(share, left) if node != src else 0.0
            to[node] = to.get(node, 0.0) + part
            left -= part
        rates[src] = {dst: to.get(dst, 0.0) + left / (nodes - 1) for dst in range(nodes) if dst != src}
    return rates

"""Schedules as data: the file that `algorithm="file:S.json"` names."""
from __future__ import annotations

import json
from collections.abc import Iterable
from os import PathLike
from pathlib import Path

# Kinds of collectives.
# <registry: python-kinds>
ROOTED = ("broadcast", "scatter", "gather", "reduce")
COMBINING = ("reduce", "reduce-scatter", "all-reduce")
# </registry>
# <registry: python-origins>
FROM_ROOT = ("broadcast", "scatter")
WITHOUT_DATA = ("barrier",)
# </registry>


def write_schedule(
    file: str | PathLike,
    collective: str,
    topology: str,
    sends: Iterable[tuple[int | Iterable[int], ...]],
    *,
    bytes: int = 64,  # noqa: A002
    root: int = 0,
    nic: str = "one-port",
) -> str:
    """Writes a schedule whose messages carry whole blocks, and returns its name for `algorithm`: check(), run() and schedule() take
    it for messages of any length.

    sends: rows (or an array) of step, source, destination; and of which block, where there are several: its origin (all-to-all
    broadcast, gather), its target (scatter, reduce-scatter), or both (total exchange). Where data is combined, the last item of a
    row lists the ranks whose data it is; without it, it is the source's own. Rows of the same step, source and destination are one
    message. In a step, ranks send what they have at its start."""
    steps: list[dict[tuple[int, int], list[dict]]] = []
    for row in sends:
        step, source, target, *which = row
        ranks = sorted(int(rank) for rank in which.pop()) if which and isinstance(which[-1], Iterable) else []
        step, source, target, *which = (int(number) for number in (step, source, target, *which))
        while len(steps) <= step:
            steps.append({})
        blocks = steps[step].setdefault((source, target), [])
        if collective in WITHOUT_DATA:
            continue
        if ranks and collective not in COMBINING:
            raise ValueError(f"{collective} combines nothing: a row has no ranks")
        if collective in COMBINING:
            block = {"origin": ranks[0] if ranks else source} | ({"combined": ranks} if len(ranks) > 1 else {})
        else:
            block = {"origin": root if collective in FROM_ROOT else which.pop(0) if which else source}
        if which:
            block["target"] = which[0]
        blocks.append(block | {"offset": 0, "length": bytes})
    transfers = [
        {"transfers": [{"src": source, "dst": target, "blocks": blocks} for (source, target), blocks in step.items()]} for step in steps
    ]
    document = {
        "schema": "collnoc.schedule/1", "collective": collective, "algorithm": Path(file).stem, "topology": topology, "nic": nic,
        **({"root": root} if collective in ROOTED else {}),
        "bytes": 0 if collective in WITHOUT_DATA else bytes, "steps": transfers,
    }  # fmt: skip
    Path(file).write_text(json.dumps(document), encoding="utf-8")
    return f"file:{file}"

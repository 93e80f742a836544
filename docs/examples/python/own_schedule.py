#!/usr/bin/env python3
"""A schedule of one's own as data: a broadcast in which every rank that has the message sends it to a neighbour that has not. It is
proved, run by software and by the NICs, and compared with the schedules of the papers.

    PYTHONPATH=build/python docs/examples/python/own_schedule.py
"""
import tempfile
import warnings
from pathlib import Path

import collnoc

warnings.simplefilter("ignore", collnoc.Note)

# %% (step, source, destination): in each step, every rank that has the message looks for a neighbour without it
width = height = 4


def neighbours(rank: int) -> list[int]:
    x, y = rank % width, rank // width
    return [b * width + a for a, b in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)) if 0 <= a < width and 0 <= b < height]


sends, have, step = [], [0], 0
while len(have) < width * height:
    for source in list(have):
        for target in neighbours(source):
            if target not in have:
                sends.append((step, source, target))
                have.append(target)
                break
    step += 1
print(f"{len(sends)} messages in {step} steps")

# %% Proved, then run
with tempfile.TemporaryDirectory() as folder:
    own = collnoc.write_schedule(Path(folder, "own.json"), "broadcast", f"mesh:{width}x{height}", sends)
    case = {"collective": "broadcast", "topology": f"mesh:{width}x{height}", "bytes": [64, 4096]}
    for line in collnoc.check(**case, algorithm=own)[:4]:
        print(f"{line.question}: {line.answer}")
    for executor in ("native", "nic"):
        runs = collnoc.run(**case, algorithm=[own, "recursive-division", "pipelined-trees"], executor=executor)
        for run in runs:
            print(f"{executor:>6} {run.bytes:>5} bytes  {Path(run.algorithm).name:<20} {run.cycles:>5} cycles")

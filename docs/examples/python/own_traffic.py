#!/usr/bin/env python3
"""Traffic of one's own: who sends to whom is a numpy matrix. Here neighbours in a ring of ranks send most, and all send a little
to rank 0; which links carry it?

    PYTHONPATH=build/python docs/examples/python/own_traffic.py
"""
import tempfile
from pathlib import Path

import numpy

import collnoc

# %% Row: source; column: destination; an entry: the part of the source's traffic that goes there
ranks = 16
matrix = numpy.full((ranks, ranks), 0.0)
for rank in range(ranks):
    matrix[rank, (rank + 1) % ranks] = 3
    matrix[rank, 0] += 1
numpy.fill_diagonal(matrix, 0)
matrix /= matrix.sum(axis=1, keepdims=True)

with tempfile.TemporaryDirectory() as folder:
    file = Path(folder, "matrix.csv")
    numpy.savetxt(file, matrix, delimiter=",", fmt="%g")
    traffic = collnoc.traffic(topology="mesh:4x4", pattern=f"matrix:{file}", load=0.1, measure=5000, per_link=True)

# %% The five busiest links
links = traffic[0].link_use.links
print(f"accepted {traffic[0].accepted:.3f} flits/node/cycle, mean latency {traffic[0].latency_mean:.1f} cycles")
for link in links[numpy.argsort(-links.flits, kind="stable")[:5]]:
    print(f"rank {link.rank:>2} {link.link}: {link.flits} flits, in use for {100 * link.flits / traffic[0].link_use.cycles:.0f} % of the time")

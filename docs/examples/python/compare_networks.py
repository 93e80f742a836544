#!/usr/bin/env python3
"""Which network of 16 tiles broadcasts fastest, and with which schedule? All schedules on four networks, as one pandas table.

    PYTHONPATH=build/python docs/examples/python/compare_networks.py
"""
import warnings

import pandas

import collnoc

warnings.simplefilter("ignore", collnoc.Note)  # which schedules a network does not have

# %% One row per run
runs = pandas.concat(
    collnoc.run("broadcast", topology=topology, algorithm="all", bytes=[64, 1024, 16384]).to_pandas()
    for topology in ("mesh:4x4", "torus:4x4", "hypercube:4", "spidergon:16")
)

# %% The fastest schedule of every network and size, and how far it is from the bound
runs["% of bound"] = (100 * runs["bound_cycles"] / runs["cycles"]).round(0).astype(int)
best = runs.sort_values(["cycles", "algorithm"]).groupby(["bytes", "topology"], sort=True).first()
print(best[["algorithm", "cycles", "% of bound"]].to_string())

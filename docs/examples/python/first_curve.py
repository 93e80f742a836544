#!/usr/bin/env python3
"""Latency against load: three seeds of uniform traffic on a mesh and a torus, with the spread between seeds.

    PYTHONPATH=build/python docs/examples/python/first_curve.py [curve.svg]
"""
import sys

import collnoc

# %% Every load with three seeds, in one call
LOADS = [0.05, 0.15, 0.25, 0.35]
curves = {
    topology: collnoc.traffic(topology=topology, load=LOADS, seeds=3, measure=3000).to_pandas()
    for topology in ("mesh:8x8", "torus:8x8")
}

# %% As a table
for topology, frame in curves.items():
    print(topology)
    print(frame.groupby("load")["latency_mean"].agg(["mean", "min", "max"]).round(1).to_string())

# %% As a picture
if len(sys.argv) > 1:
    from matplotlib import pyplot

    for topology, frame in curves.items():
        means = frame.groupby("load")["latency_mean"]
        pyplot.errorbar(LOADS, means.mean(), yerr=[means.mean() - means.min(), means.max() - means.mean()], label=topology)
    pyplot.xlabel("flits / node / cycle")
    pyplot.ylabel("mean latency, cycles")
    pyplot.legend()
    pyplot.savefig(sys.argv[1])

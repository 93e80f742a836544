#!/usr/bin/env python3
"""A training step: the gradients of all layers are summed over 16 tiles (all-reduce), each as soon as its layer is computed.
How much computation hides the communication, with software and with the NICs' sequencers?

    PYTHONPATH=build/python docs/examples/python/training_step.py
"""
import numpy

import collnoc

# %% Bytes of the gradients of each layer, in the order of backpropagation
layers = numpy.array([2048, 8192, 8192, 32768])


def cycles_of(**how: object) -> numpy.ndarray:
    """Cycles of each layer's all-reduce with the fastest schedule."""
    sizes = sorted({int(size) for size in layers})
    frame = collnoc.run("all-reduce", topology="torus:4x4", algorithm="all", bytes=sizes, **how).to_pandas()
    fastest = frame.groupby("bytes")["cycles"].min()
    return fastest[layers].to_numpy()


# %% One after the other, and behind computation of `compute` cycles for each layer
software, nics = cycles_of(startup_cycles=100), cycles_of(executor="nic", accumulate=True)
for compute in (2000, 10000, 30000):
    ends = {}
    for name, cycles in (("software", software), ("NICs", nics)):
        free = 0
        for layer, needed in enumerate(cycles):
            free = max(free, (layer + 1) * compute) + needed
        ends[name] = free - len(layers) * compute
    print(f"{compute:>6} cycles of computation a layer: visible communication {ends['software']:>6} (software), {ends['NICs']:>6} (NICs)")

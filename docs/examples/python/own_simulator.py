#!/usr/bin/env python3
"""The network inside a simulator of one's own: every tile asks a memory controller at a corner, which answers after 50 cycles.

    PYTHONPATH=build/python docs/examples/python/own_simulator.py
"""
import heapq

import numpy

import collnoc

# %% 16 tiles ask 20 times each, one question at a time
network = collnoc.Network("mesh:4x4", vcs=2)
memory, asked, trips = 0, {}, []
left = dict.fromkeys(range(1, network.nodes), 20)
answers: list[tuple[int, int]] = []  # (cycle, tile)
for tile in left:
    network.send(tile, memory, 16)
    asked[tile] = 0
while asked:
    most = answers[0][0] - network.now if answers else 1_000_000
    if network.under_way:
        network.step_to_arrival(most)
    else:
        network.step(most)
    while answers and answers[0][0] <= network.now:
        network.send(memory, heapq.heappop(answers)[1], 64)
    for message in network.arrived():
        if message["target"] == memory:
            heapq.heappush(answers, (network.now + 50, int(message["source"])))
            continue
        tile = int(message["target"])
        trips.append(network.now - asked.pop(tile))
        left[tile] -= 1
        if left[tile]:
            network.send(tile, memory, 16)
            asked[tile] = network.now

# %%
print(f"{len(trips)} answers in {network.now} cycles; round trip: mean {numpy.mean(trips):.0f}, 99 % {numpy.percentile(trips, 99):.0f} cycles")

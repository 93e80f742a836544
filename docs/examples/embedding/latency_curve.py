#!/usr/bin/python3
"""Latency over load, measured with libcollnoc from Python and drawn with matplotlib.

  scripts/build collnoc_network
  docs/examples/embedding/latency_curve.py --library build/libcollnoc.so --output curve.svg

Every part (# %%) is a cell of a notebook, for editors that know this form.
"""
# %% The library: its functions return 0, -1 or nothing where they fail, and collnoc_error() says why.
import argparse
import ctypes
import random

u32, u64, handle = ctypes.c_uint32, ctypes.c_uint64, ctypes.c_void_p


class Arrival(ctypes.Structure):
    _fields_ = [(name, u64) for name in "message source target bytes sent injected accepted arrived".split()]


class Network:
    """A network in cycle 0; the options are those of `collnoc replay`."""

    def __init__(self, library: ctypes.CDLL, options: str):
        self.library = library
        library.collnoc_error.restype = ctypes.c_char_p
        for name, result, arguments in (("open", handle, [ctypes.c_char_p]), ("close", None, [handle]),
                                        ("nodes", u32, [handle]), ("now", u64, [handle]),
                                        ("send", u64, [handle, u32, u32, u64]), ("step", ctypes.c_int, [handle, u64]),
                                        ("under_way", u64, [handle]),
                                        ("take_arrivals", ctypes.c_size_t, [handle, ctypes.c_void_p, ctypes.c_size_t])):
            function = getattr(library, f"collnoc_{name}")
            function.restype, function.argtypes = result, arguments
        self.network = library.collnoc_open(options.encode())
        self.check(self.network is not None)
        self.some = (Arrival * 256)()

    def check(self, good: bool) -> None:
        if not good:
            raise ValueError(self.library.collnoc_error().decode())

    def __del__(self):
        if getattr(self, "network", None):
            self.library.collnoc_close(self.network)

    def nodes(self) -> int:
        return self.library.collnoc_nodes(self.network)

    def now(self) -> int:
        return self.library.collnoc_now(self.network)

    def under_way(self) -> int:
        return self.library.collnoc_under_way(self.network)

    def send(self, source: int, target: int, size: int) -> int:
        number = self.library.collnoc_send(self.network, source, target, size)
        self.check(number != 0)
        return number

    def step(self, cycles: int = 1) -> None:
        self.check(self.library.collnoc_step(self.network, cycles) == 0)

    def arrivals(self) -> list[Arrival]:
        taken = []
        while count := self.library.collnoc_take_arrivals(self.network, self.some, len(self.some)):
            taken += [Arrival.from_buffer_copy(one) for one in self.some[:count]]
        return taken


# %% Uniform traffic: in every cycle each node sends a message of `size` bytes with the same probability.
def mean_latency(network: Network, load: float, size: int, flits: int, cycles: int, warmup: int) -> float:
    """Mean latency in cycles of the messages sent after `warmup` cycles. `load` is in flits/node/cycle."""
    dice = random.Random(1)
    nodes = network.nodes()
    for _ in range(cycles):
        for source in range(nodes):
            if dice.random() < load / flits:
                network.send(source, (source + dice.randrange(1, nodes)) % nodes, size)
        network.step()
    for _ in range(10 * cycles):
        if network.under_way() == 0:
            break
        network.step()
    latencies = [one.arrived - one.sent for one in network.arrivals() if one.sent >= warmup]
    return sum(latencies) / len(latencies)


# %% The curve
def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", default="libcollnoc.so")
    parser.add_argument("--output", metavar="FILE", help="a drawing (.svg, .png, .pdf); without, only the numbers")
    parser.add_argument("--topologies", default="mesh:4x4,torus:4x4")
    parser.add_argument("--loads", default="0.05,0.1,0.2,0.3,0.4")
    parser.add_argument("--cycles", type=int, default=2000)
    given = parser.parse_args()
    library = ctypes.CDLL(given.library)
    loads = [float(load) for load in given.loads.split(",")]
    size, flits = 32, 5  # a head and 4 flits of 8 bytes
    curves = {topology: [mean_latency(Network(library, f"--topology {topology}"), load, size, flits, given.cycles,
                                      given.cycles // 4) for load in loads] for topology in given.topologies.split(",")}
    for topology, latencies in curves.items():
        for load, latency in zip(loads, latencies):
            print(f"{topology} {load:g} {latency:.2f}")
    if given.output:
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot
        for topology, latencies in curves.items():
            pyplot.plot(loads, latencies, marker="o", label=topology)
        pyplot.xlabel("offered load in flits/node/cycle")
        pyplot.ylabel("mean latency in cycles")
        pyplot.ylim(bottom=0)
        pyplot.legend()
        pyplot.savefig(given.output)


if __name__ == "__main__":
    main()

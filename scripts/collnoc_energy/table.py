"""Which cells an event uses, the energy of each event, and how well the table predicts other runs."""
import re
from collections import defaultdict

from collnoc_energy.liberty import read_library
from collnoc_energy.netlist import LIBRARY, Netlist
from collnoc_energy.power import Activity, Simulation, cell_powers

# Cells by their place, first match; None: they do not count. The number of an event in the program's results.
PARTS = [
    (r"\.i_ram\b|\.i_monitor\.i_counters\.i_(turn|read)\b", None),  # a RAM block, of which the library has none
    (r"i_input_buffer\.(data|tag)_q", "buffer_write"),
    (r"i_input_buffer", "buffer_read"),
    (r"i_router\.i_crossbar", "crossbar"),
    (r"i_router\.i_outputs\.gen_output\[\d+\]\.i_output_unit", "link"),
    (r"i_router", "arbitration"),
    (r"i_nic\.gen_channel\[\d+\]\.i_tx|inj_", "nic_send"),
    (r"i_nic\.gen_channel\[\d+\]\.i_rx|ej_", "nic_receive"),
    (r"", "message"),
]
EVENTS = {"buffer_write": "buffered_flits", "buffer_read": "switched_flits", "crossbar": "switched_flits",
          "arbitration": "switched_flits", "link": "link_flits", "nic_send": "injected_flits",
          "nic_receive": "ejected_flits", "message": "messages"}
# Random payload; many flits, and many short messages.
MEASURED = ["run", "total-exchange", "--algorithm", "direct", "--topology", "torus:4x4", "--bytes", "128"]
MESSAGES = ["run", "total-exchange", "--algorithm", "direct", "--topology", "torus:4x4", "--bytes", "8"]
CASES = {
    "all-to-all of 64 bytes, mesh 4x4": ["run", "total-exchange", "--topology", "mesh:4x4", "--bytes", "64"],
    "broadcast of 1 KiB, torus 4x4": ["run", "broadcast", "--topology", "torus:4x4", "--bytes", "1024"],
    "all-gather of 64 bytes, mesh 3x3": ["run", "all-gather", "--topology", "mesh:3x3", "--bytes", "64"],
}


def part_of(path: str) -> str | None:
    return next(part for pattern, part in PARTS if re.search(pattern, path))


def by_part(netlist: Netlist, powers: list[tuple[float, float]]) -> dict[str | None, float]:
    """pJ of a node in a cycle."""
    sums: dict[str | None, float] = defaultdict(float)
    for cell, (energy, _) in zip(netlist.cells, powers):
        sums[part_of(cell.path)] += energy
    return sums


class Table:
    """The energies of one hardware."""

    def __init__(self, netlist: Netlist, simulation: Simulation, options: list[str]):
        self.netlist, self.simulation, self.options, self.library = netlist, simulation, options, read_library(LIBRARY)
        counted = [part_of(cell.path) is not None for cell in netlist.cells]
        self.idle_powers = cell_powers(netlist, None, self.library)
        self.idle = by_part(netlist, self.idle_powers)
        self.clock = sum(energy for (energy, _), counts in zip(self.idle_powers, counted) if counts)
        self.leakage = sum(leakage for (_, leakage), counts in zip(self.idle_powers, counted) if counts)
        many, short = self.dynamic(MEASURED), self.dynamic(MESSAGES)
        self.energies = {part: many[0][part] / many[1].events[event] for part, event in EVENTS.items()}
        # Registers are written and launches made for messages, but some of their cells also change with every flit.
        self.energies["message"] = short[0]["message"] / short[1].events["messages"]

    def dynamic(self, arguments: list[str]) -> tuple[dict[str, float], Activity]:
        """pJ of each part in a whole run, without the clock."""
        activity = self.simulation.run([*arguments, *self.options])
        busy = by_part(self.netlist, cell_powers(self.netlist, activity, self.library))
        return {part: (busy[part] - self.idle[part]) * activity.node_cycles for part in EVENTS}, activity

    def case(self, arguments: list[str]) -> tuple[float, float, float]:
        """pJ of all events as measured on the netlist and by the table, and of the clock in the same cycles."""
        measured, activity = self.dynamic(arguments)
        predicted = sum(energy * activity.events[EVENTS[part]] for part, energy in self.energies.items())
        return sum(measured.values()), predicted, self.clock * activity.node_cycles

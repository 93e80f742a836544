"""Runs of the program on the mapped netlist, and the energy of every cell from what changed in a run."""
import json
import os
import re
import shutil
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from collnoc_energy.liberty import VOLTS, LibraryCell
from collnoc_energy.netlist import TOP, Netlist, for_simulation, run

POINT = re.compile(r"\x01o\x02([^\x01]*)\x01.*' (\d+)$")


@dataclass
class Activity:
    """The activity of one run: changes of each net, summed over all nodes; the program's `energy` object has the events."""
    node_cycles: int
    changes: dict[str, int]
    events: dict[str, int] = field(default_factory=dict)


class Simulation:
    """The netlist as the program's backend `netlist`, with a count for every net."""

    def __init__(self, netlist: Netlist, parameters: dict[str, int], program: Path, work: Path):
        self.netlist, self.program, self.work = netlist, program, work
        self.nodes, self.points = work / "nodes", work / "points"
        self.nodes.mkdir(exist_ok=True)
        verilog = work / "gates.v"
        verilog.write_text(for_simulation(netlist), encoding="utf-8")
        settings = [f"{key}={value}" for key, value in parameters.items()]
        script = str(TOP / "scripts/verilate-node")
        name = run([script, "--netlist", *settings, "--name"]).strip()
        run([script, "--netlist", "--gates", str(verilog), *settings, str(self.nodes / name)],
            env=os.environ | {"COLLNOC_COVERAGE": str(self.points)})

    def run(self, arguments: list[str]) -> Activity:
        """A run in lockstep with the model: so the netlist does what the RTL does."""
        shutil.rmtree(self.points, ignore_errors=True)
        self.points.mkdir()
        text = run([str(self.program), *arguments, "--backend", "netlist-lockstep", "--energy", "--quiet", "--json", "-"],
                   env=os.environ | {"COLLNOC_NODES": str(self.nodes), "COLLNOC_COVERAGE": str(self.points)})
        energy = find_energy(json.loads(text))
        changes: dict[str, int] = defaultdict(int)
        for file in self.points.iterdir():
            for line in file.read_text(encoding="latin-1").splitlines():
                if point := POINT.search(line):
                    changes[point[1]] += int(point[2])
        for bit, port in self.netlist.is_input().items():
            changes[bit] = changes.get(port, 0)
        return Activity(energy["events"]["node_cycles"], changes, energy["events"])


def find_energy(document: dict) -> dict:
    for runs in (document.get("runs"), document.get("traffic", {}).get("loads"), [document.get("replay", {}).get("result")]):
        if runs and runs[0] and "energy" in runs[0]:
            return runs[0]["energy"]
    raise SystemExit("energy: the program's result has no energy")


def cell_powers(netlist: Netlist, activity: Activity | None, library: dict[str, LibraryCell]) -> list[tuple[float, float]]:
    """pJ per cycle, and leakage in nW, of each cell. Without activity only the clock changes. A cell pays for what changes
    inside it, and for the pins that its output drives."""
    cycles = activity.node_cycles if activity else 1
    changes = activity.changes if activity else {}
    load: dict[str, float] = defaultdict(float)
    for cell in netlist.cells:
        for pin, one in cell.pins.items():
            load[one] += library[cell.kind].capacitance[pin]
    powers = []
    for cell in netlist.cells:
        known = library[cell.kind]
        out = "Q" if "Q" in cell.pins else "Y"
        net = cell.pins[out]
        energy = changes.get(net, 0) / cycles * (known.change(out, load[net]) + load[net] * VOLTS**2 / 2)
        if out == "Q":
            # Two edges of the clock in every cycle, with its own pin.
            energy += changes.get(cell.pins["D"], 0) / cycles * known.change("D")
            energy += 2 * known.change("CLK") + known.capacitance["CLK"] * VOLTS**2
        powers.append((energy, known.leakage))
    return powers

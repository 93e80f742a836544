"""Digests of what synth/netlist writes, which all flows of scripts/synth read. They depend on everything but the names of cells
and wires, the order of cells, and the order of the bits that a reduction or comparison reads, which Yosys chooses by names.

Netlists with equal digests are equal: a digest is of the whole netlist, in a canonical order. Equal netlists can have different
digests if such bits differ only more than DEPTH cells back.
"""
import hashlib
import json
import os
import subprocess
import tempfile
from pathlib import Path

# Cells that read bits, or pairs of bits, in any order.
UNORDERED = {f"$reduce_{name}": "A" for name in ("and", "or", "bool", "xor", "xnor")} | dict.fromkeys(("$eq", "$ne", "$eqx", "$nex"), "AB")
DEPTH = 8
NAMES = {"src", "hdlname"}
# No pass reads these attributes of a wire. A wire that has no others is only a name.
OF_WIRES = NAMES | {"unused_bits", "nosync", "wiretype"}


def attributes(thing: dict, without: set[str] = NAMES) -> dict:
    return {name: value for name, value in sorted(thing["attributes"].items()) if name not in without}


def look_back(cells: dict, known: dict[int, str]) -> dict[int, str]:
    """What drives every net, one cell further back than is known; sorts what has no order by what is known."""
    found = {}
    for cell in cells.values():
        pins = {port: cell["connections"][port] for port in sorted(cell["connections"])}
        reads = {}
        for port, bits in pins.items():
            if cell["port_directions"][port] != "output":
                reads[port] = [bit if isinstance(bit, str) else known.get(bit, "") for bit in bits]
        sides = UNORDERED.get(cell["type"], "")
        if len({len(pins[side]) for side in sides}) == 1:
            order = sorted(range(len(pins["A"])), key=lambda i, reads=reads, sides=sides: [reads[side][i] for side in sides])
            for side in sides:
                pins[side][:], reads[side] = [pins[side][i] for i in order], [reads[side][i] for i in order]
        seen = hashlib.sha256(json.dumps([cell["type"], cell["parameters"], reads]).encode()).hexdigest()
        found |= {bit: f"{seen} {port} {i}" for port, bits in pins.items() if port not in reads for i, bit in enumerate(bits)}
    return found


def canonical(module: dict) -> list:
    """A module of Yosys' JSON, with cells in the order in which a walk from the outputs to their drivers meets them, and
    nets numbered in this order."""
    cells, numbers, met, walk = module["cells"], {}, {}, []
    known = inputs = {bit: f"{name} {i}" for name, port in module["ports"].items() if port["direction"] == "input"
                      for i, bit in enumerate(port["bits"])}
    for _ in range(DEPTH):
        known = look_back(cells, known) | inputs

    def nets(bits: list) -> list:
        walk.extend(bits)
        return [numbers.setdefault(bit, len(numbers)) if isinstance(bit, int) else bit for bit in bits]

    drivers = {bit: name for name, cell in cells.items() for port, bits in cell["connections"].items()
               if cell["port_directions"][port] == "output" for bit in bits}
    ports = {name: port | {"bits": nets(port["bits"])} for name, port in module["ports"].items()}

    def meet(name: str) -> None:
        cell = cells[name]
        met[name] = [cell["type"], cell["parameters"], attributes(cell),
                     {port: nets(cell["connections"][port]) for port in sorted(cell["connections"])}]

    # What drives no output, such as a write of a memory, is met by its type and parameters.
    others = sorted(cells, key=lambda name: (cells[name]["type"], json.dumps(cells[name]["parameters"]), name))
    for root in [None, *others]:
        if root and root not in met:
            meet(root)
        for bit in walk:  # grows
            if bit in drivers and drivers[bit] not in met:
                meet(drivers[bit])
        walk.clear()
    wires = [[kept, nets(wire["bits"])] for wire in module["netnames"].values() if (kept := attributes(wire, OF_WIRES))]
    memories = {name: memory | {"attributes": attributes(memory)} for name, memory in module.get("memories", {}).items()}
    return [attributes(module), module["parameter_default_values"], ports, list(met.values()), sorted(wires, key=json.dumps), memories]


def digest(design: dict) -> str:
    """Of a design in Yosys' JSON."""
    modules = {name: canonical(module) for name, module in sorted(design["modules"].items())}
    return hashlib.sha256(json.dumps(modules).encode()).hexdigest()


def digest_of(top: Path, module: str, keep: str, yosys: str | None) -> str:
    """Of a module with parameters, elaborated from the sources below `top` by their own synth/netlist; with another Yosys, if
    it is given (COLLNOC_YOSYS)."""
    # With -defer, Yosys elaborates only what the module needs, in half of the time. The flows read without it: it numbers names.
    script = (top / "synth/netlist").read_text(encoding="utf-8").replace("read_verilog -sv ", "read_verilog -sv -defer ")
    environment = os.environ | ({"COLLNOC_YOSYS": yosys} if yosys else {})
    with tempfile.TemporaryDirectory() as work:
        for command in (["bash", "-c", script, top / "synth/netlist", *keep.split(), f"{work}/dut.il", *module.split()],
                        [top / "scripts/yosys", "-Q", "-T", "-p", f"read_rtlil {work}/dut.il; write_json {work}/dut.json"]):
            subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
        return digest(json.loads(Path(f"{work}/dut.json").read_text(encoding="utf-8")))

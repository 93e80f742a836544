"""The node in cells of the OSU 0.18 um library: mapped module by module, so that every cell keeps its place in the node."""
import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
LIBRARY = Path("/usr/share/qflow/tech/osu018/osu018_stdcells.lib")
# Yosys gives names without their part of the hierarchy to what ABC makes; flatten puts the path of the instance in front.
SCRIPT = """read_verilog -sv {files}
chparam {parameters} node
hierarchy -check -top node; rename -top node
proc; opt; memory -nomap; memory_map; opt -fast; opt_dff; opt_clean
techmap; opt -fast; dfflibmap -liberty {library}; opt_clean
abc -liberty {library} -constr {constraints} -D 3000 -script +{mapping}; opt_clean
flatten; opt_clean
setundef -zero; splitnets; opt_clean
write_json {out}
"""
CONSTRAINTS = "set_driving_cell INVX8\nset_load 0.05\n"
# As synth/osu018: buffers where a wire has many readers, so that no edge is slow.
MAPPING = ("strash;ifraig;scorr;strash;&get,-n;&dch,-f;&nf,{D};&put;buffer,-c;topo;upsize,-c,{D};dnsize,-c,{D};stime")


@dataclass
class Cell:
    kind: str
    path: str  # instances and wires that it belongs to, such as i_router.i_inputs.gen_input[0].gen_group[0].i_input_buffer.data_q
    pins: dict[str, str]  # pin -> net: a number, or "0" and "1" for constants, as c0 and c1

    def output(self) -> str:
        return self.pins["Q" if "Q" in self.pins else "Y"]


def run(command: list[str], **options) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if done.returncode:
        raise SystemExit(f"energy: {command[0]} failed: {(done.stdout + done.stderr)[-2000:]}")
    return done.stdout


def net(bit: int | str) -> str:
    return f"n{bit}" if isinstance(bit, int) else f"c{bit if bit in ('0', '1') else 0}"


def place(name: str) -> str:
    """The path of instances of a name of Yosys."""
    flat = re.match(r"\$flatten\\(.*?)\.\$", name)
    return flat[1].replace("\\", "") if flat else ("" if name.startswith("$") else name)


class Netlist:
    def __init__(self, parameters: dict[str, int], work: Path):
        files = [f for f in run([str(TOP / "scripts/rtl-files")]).split()
                 if not re.search(r"/cpu/|/riscv_pkg|/(tile_processor|processor_tile)\.sv", f)]
        out, constraints = work / "node.json", work / "constraints"
        constraints.write_text(CONSTRAINTS, encoding="utf-8")
        run([str(TOP / "scripts/yosys"), "-q", "-p", SCRIPT.format(
            files=" ".join(files), library=LIBRARY, out=out, constraints=constraints, mapping=MAPPING,
            parameters=" ".join(f"-set {key} {value}" for key, value in parameters.items()))])
        module = json.loads(out.read_text(encoding="utf-8"))["modules"]["node"]
        out.unlink()
        self.ports = {name: (port["direction"], [net(bit) for bit in port["bits"]]) for name, port in module["ports"].items()}
        self.names = {name: net(one["bits"][0]) for name, one in module["netnames"].items() if len(one["bits"]) == 1}
        registers = {bit: name for name, bit in self.names.items() if not name.startswith("$")}
        self.cells = []
        for name, cell in module["cells"].items():
            pins = {pin: net(bits[0]) for pin, bits in cell["connections"].items()}
            # A flip-flop belongs to the register that it holds.
            path = registers.get(pins["Q"], place(name)) if "Q" in pins else place(name)
            self.cells.append(Cell(cell["type"], path, pins))

    def is_input(self) -> dict[str, str]:
        """Net -> bit of an input port."""
        bits = {}
        for name, (direction, nets) in self.ports.items():
            if direction == "input":
                bits |= {one: f"{name}[{i}]" if len(nets) > 1 else name for i, one in enumerate(nets)}
        return bits


def functions() -> dict[str, str]:
    """The function of each cell with one output, in the operators of Verilog."""
    text = LIBRARY.read_text(encoding="latin-1")
    found = {}
    for cell in re.finditer(r"^cell \((\w+)\)(.*?)(?=^cell \(|\Z)", text, re.S | re.M):
        function = re.search(r'function : "([^"]*)"', cell[2])
        if function and not function[1].startswith("DS"):
            verilog = re.sub(r"(?<=[\w)]) +(?=[\w(!])", " & ", function[1].strip())
            found[cell[1]] = verilog.replace("+", "|").replace("!", "~")
    return found


def for_simulation(netlist: Netlist) -> str:
    """Verilog in which every net is a wire of its own name; registers also have the names that the simulator reads."""
    inputs = netlist.is_input()
    known = functions()
    lines = [f"module node ({', '.join(netlist.ports)});"]
    for name, (direction, nets) in netlist.ports.items():
        lines.append(f"{direction} [{len(nets) - 1}:0] {name};" if len(nets) > 1 else f"{direction} {name};")
    lines.append("wire c0 = 1'b0; wire c1 = 1'b1;")
    lines += [f"wire {bit} = {port};" for bit, port in inputs.items()]
    clocked = []
    for cell in netlist.cells:
        if "Q" in cell.pins:
            lines.append(f"reg {cell.output()};")
            clocked.append(f"{cell.pins['Q']} <= {cell.pins['D']};")
        else:
            lines.append(f"wire {cell.output()} = {re.sub('[A-Z]+', lambda pin: cell.pins[pin[0]], known[cell.kind])};")
    lines.append("always @(posedge clk_i) begin\n" + "\n".join(clocked) + "\nend")
    for name, (direction, nets) in netlist.ports.items():
        if direction == "output":
            lines.append(f"assign {name} = {{{', '.join(reversed(nets))}}};")
    lines.append("/* verilator coverage_off */")
    lines += [f"wire \\{name} = {bit};" for name, bit in netlist.names.items()
              if re.search(r"_q(\[\d+\])*$", name) and not name.startswith("$")]
    return "\n".join([*lines, "endmodule", ""])

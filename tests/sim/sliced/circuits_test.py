#!/usr/bin/python3 -B
"""The slicer on circuits of its own (circuits/): every output pin in every cycle, against Icarus Verilog, in 64 lanes with random
inputs and with any values in the registers before reset. Then, what the slicer must refuse, that it writes the same twice, and
that a library is made again when it must be.
Exit 77 without Yosys, Icarus or a compiler.
"""
import ctypes
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SLICER = HERE.parents[2] / "scripts/slice-node"
CYCLES = 300


class Signal(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("width", ctypes.c_uint), ("planes", ctypes.POINTER(ctypes.c_int)),
                ("early", ctypes.c_bool)]


class Api(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint), ("lanes", ctypes.c_uint), ("planes", ctypes.c_uint),
                ("inputs", ctypes.POINTER(Signal)), ("input_count", ctypes.c_uint),
                ("outputs", ctypes.POINTER(Signal)), ("output_count", ctypes.c_uint),
                ("registers", ctypes.POINTER(Signal)), ("register_count", ctypes.c_uint),
                *((name, ctypes.CFUNCTYPE(None, ctypes.c_void_p)) for name in ("clear", "settle", "step"))]


class Slices:
    """A plane is an integer with a bit for each lane."""

    def __init__(self, library: Path):
        self.api = Api.in_dll(ctypes.CDLL(str(library)), "collnoc_sliced_circuit")
        self.bytes = self.api.lanes // 8
        room = ctypes.create_string_buffer(self.api.planes * self.bytes + 64)
        self.room, self.start = room, -ctypes.addressof(room) % 64
        self.address = ctypes.addressof(room) + self.start
        self.inputs = {s.name.decode(): s for s in self.api.inputs[:self.api.input_count]}
        self.outputs = {s.name.decode(): s for s in self.api.outputs[:self.api.output_count]}
        self.registers = {s.name.decode(): s for s in self.api.registers[:self.api.register_count]}
        self.api.clear(self.address)

    def plane(self, place: int) -> int:
        at = self.start + place * self.bytes
        return int.from_bytes(self.room[at:at + self.bytes], "little")

    def set_plane(self, place: int, value: int):
        at = self.start + place * self.bytes
        self.room[at:at + self.bytes] = value.to_bytes(self.bytes, "little")

    def planes(self, signal: Signal) -> list[int]:
        return [self.plane(place) for place in signal.planes[:signal.width]]

    def settle(self):
        self.api.settle(self.address)

    def step(self):
        self.api.step(self.address)


def reference(source: Path, inputs: dict[str, int], outputs: dict[str, int], drawn: list[dict[str, list[int]]], lanes: int,
              work: Path) -> list[dict[str, list[int]]]:
    """The outputs of Icarus Verilog: for each cycle and pin, the planes."""
    def lane_of(planes: list[int], lane: int) -> int:
        return sum((plane >> lane & 1) << bit for bit, plane in enumerate(planes))

    (work / "in.hex").write_text("\n".join(
        f"{lane_of([plane for name in inputs for plane in cycle[name]], lane):x}"
        for cycle in drawn for lane in range(lanes)), encoding="ascii")

    def connect(ports: dict[str, int], vector: str) -> str:
        text, at = "", 0
        for name, width in ports.items():
            text, at = f"{text}, .{name}({vector}[{at + width - 1}:{at}])", at + width
        return text

    (work / "bench.sv").write_text(f"""module bench;
  reg clk = 0, show = 0;
  reg [{sum(inputs.values()) - 1}:0] all [0:{len(drawn) * lanes - 1}];
  integer c = -1;
  genvar l;
  for (l = 0; l < {lanes}; l = l + 1) begin : lane
    reg [{sum(inputs.values()) - 1}:0] in;
    wire [{sum(outputs.values()) - 1}:0] out;
    always @(c) in = all[c * {lanes} + l];
    always @(posedge show) $display("%0d %0d %b", c, l, out);
    {source.stem} dut (.clk_i(clk){connect(inputs, 'in')}{connect(outputs, 'out')});
  end
  initial begin
    $readmemh("{work / 'in.hex'}", all);
    for (c = 0; c < {len(drawn)}; c = c + 1) begin
      #1 show = 1; #1 clk = 1; #1 clk = 0; show = 0;
    end
  end
endmodule
""", encoding="ascii")
    subprocess.run(["iverilog", "-g2012", "-o", work / "bench", work / "bench.sv", source], check=True)
    values = {}
    for line in subprocess.run(["vvp", "-n", work / "bench"], check=True, capture_output=True, text=True).stdout.splitlines():
        cycle, lane, bits = line.split()
        values[int(cycle), int(lane)] = bits
    assert len(values) == len(drawn) * lanes, len(values)
    result = []
    for cycle in range(len(drawn)):
        at, pins = sum(outputs.values()), {}
        for name, width in outputs.items():
            pins[name] = ["".join(values[cycle, lane][at - 1 - bit] for lane in reversed(range(lanes))) for bit in range(width)]
            at -= width
        result.append(pins)
    return result


def compare(source: Path, options: list[str], lanes: int, work: Path):
    library = work / f"{source.stem}{''.join(options)}_{lanes}.so"  # a name of its own: the loader goes by names
    subprocess.run([SLICER, "--module", source.stem, "--file", source, "--lanes", str(lanes), *options, library], check=True)
    slices = Slices(library)
    draw = random.Random(f"{source.stem} {options} {lanes}")
    for signal in slices.registers.values():
        for place in signal.planes[:signal.width]:
            if place > 1:
                slices.set_plane(place, draw.getrandbits(lanes))
    drawn = []
    for cycle in range(CYCLES):
        # Reset is for all lanes at the start, then now and then for some; inputs are sparse, dense or even.
        mode = [draw.choice((0, 1, 2)) for _ in slices.inputs]
        pins = {}
        for name, signal in slices.inputs.items():
            one = mode.pop()
            pins[name] = [draw.getrandbits(lanes) if one == 0 else draw.getrandbits(lanes) & draw.getrandbits(lanes) if one == 1
                          else draw.getrandbits(lanes) | draw.getrandbits(lanes) for _ in range(signal.width)]
        rare = draw.getrandbits(lanes) & draw.getrandbits(lanes) if cycle % 50 == 49 else 0
        pins["rst_ni"] = [0 if cycle < 2 else (1 << lanes) - 1 & ~rare]
        drawn.append(pins)
    expected = reference(source, {name: signal.width for name, signal in slices.inputs.items()},
                         {name: signal.width for name, signal in slices.outputs.items()}, drawn, lanes, work)
    ones = known = 0
    for cycle, (pins, wanted) in enumerate(zip(drawn, expected)):
        for name, planes in pins.items():
            for place, plane in zip(slices.inputs[name].planes[:len(planes)], planes):
                slices.set_plane(place, plane)
        slices.settle()
        for name, signal in slices.outputs.items():
            for bit, (got, text) in enumerate(zip(slices.planes(signal), wanted[name])):
                unknown = int("".join(str(int(b not in "01")) for b in text), 2)
                assert cycle < 1 or not unknown, f"{source.stem}: Icarus has no value of {name}[{bit}] in cycle {cycle}"
                value = int("".join(b if b in "01" else "0" for b in text), 2)
                assert (got ^ value) & ~unknown == 0, (
                    f"{source.stem} {options}, {lanes} lanes, cycle {cycle}: {name}[{bit}] is {got:x}, Icarus {value:x}")
                ones, known = ones + value.bit_count(), known + lanes - unknown.bit_count()
        slices.step()
    assert known // 50 < ones < known, f"{source.stem}: {ones} of {known} bits are 1: the test shows little"
    print(f"{source.stem} {' '.join(options)}, {lanes} lanes: {known} output bits equal")


def refuse(text: str, part: str, work: Path):
    source = work / "bad.sv"
    source.write_text(f"module bad (input logic clk_i, input logic a_i, b_i, output logic q_o);\n{text}\nendmodule\n",
                      encoding="ascii")
    done = subprocess.run([SLICER, "--module", "bad", "--file", source, work / "bad.so"], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 1 and part in done.stderr, f"{text}: exit {done.returncode}: {done.stderr}"
    assert not (work / "bad.so").exists()


def check_cache(work: Path):
    source, library = work / "cached.sv", work / "cached.so"
    source.write_text("module cached (input logic clk_i, a_i, output logic q_o);\n"
                      "  always_ff @(posedge clk_i) q_o <= a_i;\nendmodule\n", encoding="ascii")

    def make() -> int:
        subprocess.run([SLICER, "--module", "cached", "--file", source, library], check=True)
        stamp = Path(f"{library}.stamp").read_text(encoding="utf-8")
        with library.open("rb") as stream:
            checksum = subprocess.run(["cksum"], stdin=stream, capture_output=True, text=True, check=True).stdout
        assert stamp.endswith(checksum), stamp
        return library.stat().st_ino

    first = make()
    assert make() == first, "made again without a change"
    with library.open("r+b") as stream:
        stream.truncate(1000)
    second = make()
    assert library.stat().st_size > 1000, "a library that was cut was not made again"
    source.write_text(source.read_text(encoding="ascii").replace("<= a_i", "<= !a_i"), encoding="ascii")
    assert make() != second, "a changed source was not noticed"
    assert not list(work.glob("cached.so.build-*"))


def check_mutations(work: Path):
    """A mutation acts in the lanes in which its pin is set, and there as in a circuit that has no other."""
    source, most = HERE / "circuits/counter.sv", 60

    def slice_after(commands: str, out: Path) -> Path:
        after = out.with_suffix(".ys")
        after.write_text(commands, encoding="utf-8")
        subprocess.run([SLICER, "--module", "counter", "--file", source, "--lanes", "64", "--after", after, out], check=True)
        return out

    slice_after(f"mutate -list {most} -seed 1 -o {work / 'drawn'}\n", work / "flat.il")
    mutations = [line for line in (work / "drawn").read_text(encoding="utf-8").splitlines() if "CLK" not in line]
    together = Slices(slice_after("\n".join(line.replace("mutate ", f"mutate -ctrl mutant_{lane}_i 1 1 ", 1)
                                             for lane, line in enumerate(mutations, 1)), work / "together.so"))
    alone = {0: Slices(slice_after("", work / "alone_0.so"))}
    of_flip_flops = [lane for lane, line in enumerate(mutations, 1) if " -port Q " in line]
    assert of_flip_flops, "no mutation of a flip-flop's output"
    for lane in {*of_flip_flops[:2], 1, 2, 3}:
        alone[lane] = Slices(slice_after(mutations[lane - 1], work / f"alone_{lane}.so"))
    assert set(together.registers) == set(alone[0].registers), "a register is not shown"
    for lane in range(1, len(mutations) + 1):
        together.set_plane(together.inputs[f"mutant_{lane}_i"].planes[0], 1 << lane)
    draw, differ = random.Random(1), 0
    for cycle in range(CYCLES):
        for name, signal in alone[0].inputs.items():
            for bit in range(signal.width):
                value = cycle >= 2 if name == "rst_ni" else draw.random() < 0.5
                for slices in (together, *alone.values()):
                    if (place := slices.inputs[name].planes[bit]) > 1:
                        slices.set_plane(place, -int(value) % (1 << 64))
        for slices in (together, *alone.values()):
            slices.settle()
        for signals in ("outputs", "registers"):
            for name, signal in getattr(together, signals).items():
                for bit, got in enumerate(together.planes(signal)):
                    for lane, slices in alone.items():
                        wanted = slices.planes(getattr(slices, signals)[name])[bit] & 1 if name in getattr(slices, signals) else None
                        assert wanted is None or got >> lane & 1 == wanted, f"cycle {cycle}, {name}[{bit}], mutation {lane}"
                    differ |= got ^ -(got & 1) % (1 << 64)
        for slices in (together, *alone.values()):
            slices.step()
    assert differ.bit_count() > len(mutations) // 2, f"only {differ.bit_count()} of {len(mutations)} mutations have an effect"
    print(f"{len(mutations)} mutations in lanes, {differ.bit_count()} of them with an effect; {len(alone)} equal to circuits with one")


def main() -> int:
    for tool in ("iverilog", "vvp", "cksum"):
        if not shutil.which(tool):
            print(f"{tool} is not installed: skipped")
            return 77
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        first = subprocess.run([SLICER, "--module", "counter", "--file", HERE / "circuits/counter.sv", work / "a.cpp"],
                               capture_output=True, text=True, check=False)
        if first.returncode == 77:
            print(first.stderr)
            return 77
        for source in sorted((HERE / "circuits").glob("*.sv")):
            compare(source, [], 64, work)
            compare(source, ["--tables"], 64, work)
        check_cache(work)
        check_mutations(work)
        compare(HERE / "circuits/memory.sv", [], 256, work)
        compare(HERE / "circuits/shifter.sv", ["--tables"], 512, work)
        for name in ("a.cpp", "b.cpp"):
            subprocess.run([SLICER, "--module", "memory", "--file", HERE / "circuits/memory.sv", work / name], check=True)
        assert (work / "a.cpp").read_bytes() == (work / "b.cpp").read_bytes(), "two texts of one circuit"
        refuse("always_ff @(negedge clk_i) q_o <= a_i;", "falling", work)
        refuse("logic q; always_ff @(posedge clk_i) q <= a_i; always_ff @(posedge b_i) q_o <= q;", "second clock", work)
        refuse("always_ff @(posedge clk_i or posedge a_i) if (a_i) q_o <= 0; else q_o <= b_i;", "does not know the cell", work)
        refuse("logic [7:0] w; assign w = {w[6:0], a_i} ^ {8{w[7] & b_i}}; assign q_o = w[7];", "loop", work)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""A netlist of Yosys (write_json) as operations on planes, flip-flops and memories.

A bit is the number of its net; ZERO and ONE are constants. Yosys numbers nets from 2.
"""
from dataclasses import dataclass, field
import re

from collnoc_slices import cells

ZERO, ONE = 0, 1
X = None  # any value
Bits = tuple[int, ...]
Level = tuple[int, bool]  # a bit, and the value at which it counts as active


class Unsupported(Exception):
    """The netlist has something that the slicer does not do."""


@dataclass(eq=False)
class Operation:
    kind: str  # of cells.OPERATORS; "lut", with its table; "read", of a memory, whose only operand is the address
    out: Bits
    operands: tuple[Bits, ...]
    table: int = 0
    memory: "Memory | None" = None


@dataclass(eq=False)
class Write:
    enable: int
    address: Bits
    data: dict[int, int]  # bit of the word -> its new value


@dataclass(eq=False)
class Memory:
    """Rows of a word for each lane. Reads are combinational: Yosys keeps the register behind a read apart."""
    name: str
    size: int
    width: int
    writes: list[Write] = field(default_factory=list)  # later ones win


@dataclass(eq=False)
class FlipFlops:
    """Flip-flops with one enable and one reset."""
    enable: Level | None
    reset: Level | None
    enable_gates_reset: bool
    bits: list[tuple[int, int, int]] = field(default_factory=list)  # output, input, value at reset


@dataclass
class Circuit:
    name: str
    inputs: dict[str, Bits]  # without the clock
    outputs: dict[str, Bits]
    operations: list[Operation]
    flip_flops: list[FlipFlops]
    memories: list[Memory]
    registers: dict[str, Bits]  # by RTL name, without memories; None for a bit that synthesis dropped


def bits_of(connection: list) -> Bits:
    return tuple(bit if isinstance(bit, int) else int(bit == "1") for bit in connection)  # x and z are 0


def number(value: str | int) -> int:
    return value if isinstance(value, int) else int(re.sub("[^1]", "0", value) or "0", 2)


class Reader:
    def __init__(self, name: str, module: dict, mutated: bool):
        self.name, self.module, self.mutated = name, module, mutated
        self.operations: list[Operation] = []
        self.groups: dict[tuple, FlipFlops] = {}
        self.memories: list[Memory] = []
        self.same: dict[int, int] = {}  # nets that have the value of another one
        self.clock: int | None = None
        self.next_net = 1 + max((bit for net in module["netnames"].values() for bit in net["bits"] if isinstance(bit, int)),
                                default=1)

    def fail(self, cell: str, why: str):
        raise Unsupported(f"{self.name}: {cell}: {why}")

    def circuit(self) -> Circuit:
        for name, cell in self.module["cells"].items():
            parameters = {key: number(value) for key, value in cell["parameters"].items()}
            pins = {pin: bits_of(bits) for pin, bits in cell["connections"].items()}
            kind = cell["type"]
            if kind in cells.CELLS:
                self.add_gate(kind, pins, parameters)
            elif kind == cells.LUT:
                self.add_lut(name, pins, parameters)
            elif kind in cells.SHIFTS:
                self.add_shift(name, kind, pins, parameters)
            elif kind in cells.FLIP_FLOPS:
                self.add_flip_flops(name, kind, pins, parameters)
            elif kind == cells.MEMORY:
                self.add_memory(name, pins, parameters, cell["parameters"])
            elif kind not in cells.IGNORED:
                self.fail(name, f"the slicer does not know the cell {kind}")
        self.replace_same()
        ports = {name: (port["direction"], self.real(bits_of(port["bits"]))) for name, port in self.module["ports"].items()}
        return Circuit(self.name,
                       {name: bits for name, (way, bits) in ports.items() if way == "input" and bits != (self.clock,)},
                       {name: bits for name, (way, bits) in ports.items() if way == "output"},
                       self.operations, list(self.groups.values()), self.memories, self.registers())

    def real(self, bits: Bits) -> Bits:
        found = []
        for bit in bits:
            while bit in self.same:
                bit = self.same[bit]
            found.append(bit)
        return tuple(found)

    def real_level(self, level: Level | None) -> Level | None:
        return level and (self.real((level[0],))[0], level[1])

    def replace_same(self):
        for operation in self.operations:
            operation.operands = tuple(map(self.real, operation.operands))
        for group in self.groups.values():
            group.enable, group.reset = self.real_level(group.enable), self.real_level(group.reset)
            group.bits = [(out, self.real((new,))[0], value) for out, new, value in group.bits]
        for memory in self.memories:
            for write in memory.writes:
                (write.enable,), write.address = self.real((write.enable,)), self.real(write.address)
                write.data = dict(zip(write.data, self.real(tuple(write.data.values()))))

    def add_gate(self, kind: str, pins: dict[str, Bits], parameters: dict[str, int]):
        operator, names = cells.CELLS[kind]
        width = len(pins["Y"])
        operands = []
        for pin in names:
            bits = pins[pin]
            if pin == "S":
                bits *= width
            elif len(bits) < width:  # Yosys extends operands of words
                bits += (bits[-1] if parameters[f"{pin}_SIGNED"] else ZERO,) * (width - len(bits))
            operands.append(bits[:width])
        self.operations.append(Operation(operator, pins["Y"], tuple(operands)))

    def add_lut(self, name: str, pins: dict[str, Bits], parameters: dict[str, int]):
        inputs = pins["A"]
        if len(inputs) > 3:
            self.fail(name, "a table of more than three inputs")
        # A table of fewer inputs, repeated, is one of three that does not depend on the others.
        table = parameters["LUT"]
        for missing in range(len(inputs), 3):
            table |= table << (1 << missing)
        operands = tuple((bit,) for bit in inputs + (ZERO,) * (3 - len(inputs)))
        self.operations.append(Operation("lut", pins["Y"], operands, table))

    def choose(self, select: int, word: list, other: list) -> list:
        """`other` where `select`, else `word`; X is any value."""
        if select in (ZERO, ONE):
            return other if select else word
        known = [at for at, (a, b) in enumerate(zip(word, other)) if X not in (a, b) and a != b]
        out = tuple(range(self.next_net, self.next_net + len(known)))
        self.next_net += len(out)
        if out:
            self.operations.append(Operation("mux", out, (tuple(word[at] for at in known), tuple(other[at] for at in known),
                                                          (select,) * len(out))))
        result = [b if a is X else a for a, b in zip(word, other)]
        for at, bit in zip(known, out):
            result[at] = bit
        return result

    def add_shift(self, name: str, kind: str, pins: dict[str, Bits], parameters: dict[str, int]):
        """Bit k of Y is bit k + B of A, by a word of multiplexers for each bit of B; where A has no such bit, 0 of a $shift."""
        a, b, y = pins["A"], pins["B"], pins["Y"]
        if parameters["A_SIGNED"]:
            self.fail(name, "a shift of a signed word")
        outside = ZERO if kind == "$shift" else X
        signed = bool(parameters["B_SIGNED"])
        word = list(a) + [outside] * (len(y) - len(a))
        width = len(word)
        useful = min(len(b), (width - 1).bit_length() + 1 + signed)
        sign = b[useful - 1] if signed else ZERO
        if signed:  # the sign bit shifts left
            padding = [outside] * (1 << (useful - 1))
            word = self.choose(sign, word + padding, padding + word)
        for at in range(useful - signed):
            word = self.choose(b[at], word, word[1 << at:] + [outside] * min(len(word), 1 << at))
        word = word[:len(y)]
        for bit in dict.fromkeys(b[useful:]) if kind == "$shift" else ():  # too far, if it is not the sign
            too_far = self.choose(sign, [bit], self.choose(bit, [ONE], [ZERO]))[0]
            word = self.choose(too_far, word, [ZERO] * len(word))
        self.same.update(zip(y, (ZERO if bit is X else bit for bit in word)))

    def check_clock(self, name: str, clock: Bits, rising: int):
        if self.clock is None:
            self.clock = clock[0]
        if clock != (self.clock,) or not rising:
            self.fail(name, "a second clock, or a falling one")

    def add_flip_flops(self, name: str, kind: str, pins: dict[str, Bits], parameters: dict[str, int]):
        has_enable, has_reset, gates_reset = cells.FLIP_FLOPS[kind]
        self.check_clock(name, pins["CLK"], parameters["CLK_POLARITY"])
        enable = (pins["EN"][0], bool(parameters["EN_POLARITY"])) if has_enable else None
        reset = (pins["SRST"][0], bool(parameters["SRST_POLARITY"])) if has_reset else None
        group = self.groups.setdefault((enable, reset, gates_reset), FlipFlops(enable, reset, gates_reset))
        for bit, (out, new) in enumerate(zip(pins["Q"], pins["D"])):
            group.bits.append((out, new, parameters.get("SRST_VALUE", 0) >> bit & 1))

    def add_memory(self, name: str, pins: dict[str, Bits], parameters: dict[str, int], raw: dict):
        size, width, address = parameters["SIZE"], parameters["WIDTH"], parameters["ABITS"]
        if "1" in raw["INIT"] or "0" in raw["INIT"] or parameters["OFFSET"]:
            self.fail(name, "a memory with initial contents or an offset")
        if parameters["RD_CLK_ENABLE"] or parameters["RD_WIDE_CONTINUATION"] or parameters["WR_WIDE_CONTINUATION"]:
            self.fail(name, "a memory with clocked or wide reads (memory -nordff -nowiden)")
        memory = Memory(raw["MEMID"].lstrip("\\"), size, width)
        for port in range(parameters["RD_PORTS"]):
            self.operations.append(Operation("read", pins["RD_DATA"][port * width:(port + 1) * width],
                                             (pins["RD_ADDR"][port * address:(port + 1) * address],), memory=memory))
        for port in range(parameters["WR_PORTS"]):
            self.check_clock(name, pins["WR_CLK"][port:port + 1], parameters["WR_CLK_POLARITY"] >> port & 1)
            enables = pins["WR_EN"][port * width:(port + 1) * width]
            for enable in dict.fromkeys(enables):
                data = {bit: pins["WR_DATA"][port * width + bit] for bit in range(width) if enables[bit] == enable}
                if enable != ZERO:
                    memory.writes.append(Write(enable, pins["WR_ADDR"][port * address:(port + 1) * address], data))
        self.memories.append(memory)

    def registers(self) -> dict[str, Bits]:
        """Nets that the RTL names as registers (_q, perhaps with an index); of a bit that is no flip-flop, None.

        If the circuit is `mutated`, a bit may be computed, as it is where a flip-flop's output is mutated.
        """
        outputs = {out for group in self.groups.values() for out, _, _ in group.bits}
        if self.mutated:
            outputs |= {out for operation in self.operations for out in operation.out}
        found = {}
        for name, net in self.module["netnames"].items():
            bits = bits_of(net["bits"])
            if re.search(r"_q(\[\d+\])*$", name) and any(bit in outputs for bit in bits):
                found[name] = tuple(bit if bit in outputs or bit in (ZERO, ONE) else None for bit in bits)
        return found


def read(netlist: dict, top: str, mutated: bool = False) -> Circuit:
    """From the text of write_json. Throws Unsupported."""
    return Reader(top, netlist["modules"][top], mutated).circuit()

"""The C++ of a circuit: an array of planes, and functions that compute one cycle of it (sim/sliced/api.hpp)."""
from collections.abc import Iterable, Iterator

from collnoc_slices import schedule
from collnoc_slices.cells import OPERATORS
from collnoc_slices.circuit import ONE, ZERO, Circuit, FlipFlops, Level, Operation

FUNCTION = 400  # operations of one bit in a function: longer ones take the compiler too long
LOOP = 4  # bits from which a loop is written


def runs(columns: list[tuple[int, ...]]) -> Iterator[tuple[int, int, tuple[bool, ...]]]:
    """Divides columns of numbers into runs in which each row counts up by one or stays the same: start, length, which rows count.

    The first row always counts up.
    """
    start = 0
    while start < len(columns):
        end, up = start + 1, None
        while end < len(columns):
            steps = tuple(b - a for a, b in zip(columns[end - 1], columns[end]))
            if steps[0] != 1 or any(step not in (0, 1) for step in steps) or (up is not None and steps != up):
                break
            up, end = steps, end + 1
        if end - start < LOOP:
            up = None
        if up is None:
            end = start + 1
        yield start, end - start, tuple(bool(step) for step in up or ())
        start = end


class Layout:
    """The place of each bit in the array."""

    def __init__(self, circuit: Circuit):
        self.place: dict[int, int] = {ZERO: 0, ONE: 1}
        self.size = 2
        for bits in circuit.inputs.values():
            self.add(bits)
        self.inputs_end = self.size
        flip_flops = [out for group in circuit.flip_flops for out, _, _ in group.bits]
        outputs = set(flip_flops)
        for bits in circuit.registers.values():
            self.add(bit for bit in bits if bit in outputs)
        self.add(flip_flops)
        self.rows: dict = {}
        for memory in circuit.memories:
            self.rows[memory] = self.size
            self.size += memory.size * memory.width

    def add(self, bits: Iterable[int]):
        for bit in bits:
            if bit not in self.place:
                self.place[bit] = self.size
                self.size += 1


class Emitter:
    def __init__(self, circuit: Circuit, symbol: str):
        self.circuit, self.symbol = circuit, symbol
        self.plan = schedule.make(circuit)
        self.layout = Layout(circuit)
        self.place = self.layout.place
        self.lines: list[str] = []
        self.tables: dict[tuple[int, ...], str] = {}
        self.enables = {level: f"e{index}" for index, level in enumerate(self.plan.lazy)}
        self.resets = {level: f"r{index}" for index, level in
                       enumerate(dict.fromkeys(group.reset for group in circuit.flip_flops if group.reset))}
        self.functions: dict[str, list[Operation]] = {}
        self.settle = self.divide("settle", self.plan.settle)
        self.always = self.divide("always", self.plan.always)
        self.lazy = {level: self.divide(f"lazy_{self.enables[level]}", operations)
                     for level, operations in self.plan.lazy.items()}
        self.store_what_others_need()

    def divide(self, name: str, operations: list[Operation]) -> list[str]:
        names, count = [], FUNCTION
        for operation in operations:
            if count >= FUNCTION:
                names.append(f"{name}_{len(names)}")
                self.functions[names[-1]] = []
                count = 0
            self.functions[names[-1]].append(operation)
            count += len(operation.out)
        return names

    def store_what_others_need(self):
        """Gives a place to each bit that is read outside of its function, or that an operation on words reads or writes."""
        home = {bit: name for name, operations in self.functions.items() for operation in operations for bit in operation.out}
        add = self.layout.add
        for name, operations in self.functions.items():
            for operation in operations:
                if is_word(operation):
                    add(operation.out)
        for name, operations in self.functions.items():
            for operation in operations:
                for operand in operation.operands:
                    add(bit for bit in operand if bit in home and (is_word(operation) or home[bit] != name))
        for group in sorted(self.circuit.flip_flops, key=lambda group: self.place[group.bits[0][0]]):
            group.bits.sort(key=lambda bit: self.place[bit[0]])
            add(new for _, new, _ in group.bits)
            add(level[0] for level in (group.enable, group.reset) if level)
        for memory in self.circuit.memories:
            for write in memory.writes:
                add((write.enable, *write.address, *write.data.values()))
        for bits in self.circuit.outputs.values():
            add(bits)
        for bits in self.circuit.registers.values():
            add(bit for bit in bits if bit is not None)

    def table(self, bits: Iterable[int]) -> str:
        """The name of an array of places."""
        places = tuple(-1 if bit is None else self.place[bit] for bit in bits)
        return self.tables.setdefault(places, f"p{len(self.tables)}")

    def text(self) -> str:
        for name, operations in self.functions.items():
            self.function(name, operations)
        edges = [self.edge(index, group) for index, group in enumerate(self.circuit.flip_flops)]
        self.lines.append("void settle(V* n) {")
        self.lines += [f"  {name}(n);" for name in self.settle] + ["}", "void step(V* n) {"]
        self.lines += [f"  {name}(n);" for name in self.always]
        for level, name in self.enables.items():
            self.lines += [f"  const V {name} = {self.level(level)};", f"  const bool any_{name} = any({name});"]
            if self.lazy[level]:
                self.lines += [f"  if (any_{name}) {{", *(f"    {part}(n);" for part in self.lazy[level]), "  }"]
        self.lines += [f"  const V {name} = {self.level(level)};" for level, name in self.resets.items()]
        self.lines += self.writes() + edges + ["}"]
        self.lines += self.signals()
        return "\n".join([*self.head(), *self.array_lines(), *self.lines, ""])

    def head(self) -> list[str]:
        return [f"// {self.circuit.name} in slices, written by scripts/slice-node.",
                '#include "collnoc/sim/sliced/api.hpp"', '#include "collnoc/sim/sliced/planes.hpp"', "",
                "namespace collnoc::sliced {", "namespace {", ""]

    def array_lines(self) -> list[str]:
        return [f"constexpr int {name}[] = {{{', '.join(map(str, places))}}};" for places, name in self.tables.items() if places]

    def level(self, level: Level) -> str:
        bit, active = level
        return f"n[{self.place[bit]}]" if active else f"~n[{self.place[bit]}]"

    def function(self, name: str, operations: list[Operation]):
        self.lines.append(f"[[gnu::noinline]] void {name}(V* n) {{")
        local: set[int] = set()
        for operation in operations:
            if operation.kind == "read":
                self.read(name, operation)
            elif is_word(operation):
                self.word(operation)
            else:
                self.gate(operation, local)
        self.lines.append("}")

    def read(self, name: str, operation: Operation):
        memory, (address,) = operation.memory, operation.operands
        enable = next((level for level, parts in self.lazy.items() if name in parts), None)
        lanes = self.level(enable) if enable else "~V{}"
        self.lines.append(f"  read_rows<{memory.size}, {memory.width}>(n, {self.table(address)}, {self.layout.rows[memory]}, "
                          f"{self.place[operation.out[0]]}, {lanes});")

    def word(self, operation: Operation):
        columns = [tuple(self.place[bit] for bit in bits) for bits in zip(operation.out, *operation.operands)]
        for start, length, up in runs(columns):
            if length == 1:
                out, *operands = columns[start]
                self.lines.append(f"  n[{out}] = {self.expression(operation, [f'n[{place}]' for place in operands])};")
                continue
            out, *operands = columns[start]
            names, same = [], []
            for place, counts in zip(operands, up[1:]):
                if counts:
                    names.append(f"n[{place} + i]")
                else:
                    names.append(f"s{len(same)}")
                    same.append(f"const V s{len(same)} = n[{place}]; ")
            self.lines.append(f"  {{ {''.join(same)}for (unsigned i = 0; i < {length}; ++i) "
                              f"n[{out} + i] = {self.expression(operation, names)}; }}")

    def gate(self, operation: Operation, local: set[int]):
        (out,) = operation.out
        constants = {ZERO: "V{}", ONE: "~V{}"}
        names = [constants.get(bit) or (f"t{bit}" if bit in local else f"n[{self.place[bit]}]")
                 for (bit,) in operation.operands]
        local.add(out)
        stored = f" n[{self.place[out]}] = t{out};" if out in self.place else ""
        self.lines.append(f"  const V t{out} = {self.expression(operation, names)};{stored}")

    @staticmethod
    def expression(operation: Operation, names: list[str]) -> str:
        if operation.kind == "lut":
            return f"lut<{operation.table}>({', '.join(names)})"
        return OPERATORS[operation.kind].format(*names)

    def writes(self) -> list[str]:
        lines = []
        for memory in self.circuit.memories:
            for write in memory.writes:
                name = self.enables[write.enable, True]
                for first, count in ranges(sorted(write.data)):
                    data = self.table(write.data[bit] for bit in range(first, first + count))
                    lines.append(f"  if (any_{name}) write_rows<{memory.size}, {memory.width}>(n, {self.table(write.address)}, "
                                 f"{self.layout.rows[memory]}, {first}, {data}, {name});")
        return lines

    def edge(self, index: int, group: FlipFlops) -> str:
        """The function that gives flip-flops their new values; returns its call."""
        columns = [(self.place[out], self.place[new]) for out, new, _ in group.bits if out != new]
        self.lines.append(f"[[gnu::noinline]] void edge_{index}(V* n, const V& enable, const V& reset) {{")
        self.lines.append("  (void)enable, (void)reset;")
        new = "mux({}, {}, enable)" if group.enable else "{1}"
        for start, length, up in runs(columns):
            self.lines.append("  " + assign(columns[start], length, up, new))
        if group.reset:
            lanes = " & enable" if group.enable and group.enable_gates_reset else ""
            self.lines += ["  if (any(reset)) {", f"    const V r = reset{lanes};"]
            for value, change in ((0, "{} & ~r"), (1, "{} | r")):
                places = [(self.place[out],) for out, _, at_reset in group.bits if at_reset == value]
                for start, length, up in runs(places):
                    self.lines.append("    " + assign(places[start], length, up, change))
            self.lines.append("  }")
        self.lines.append("}")
        enable = self.enables[group.enable] if group.enable else "n[1]"
        reset = self.resets[group.reset] if group.reset else "n[0]"
        condition = []
        if group.enable:
            condition.append(f"any_{enable}")
            if group.reset and not group.enable_gates_reset:
                condition.append(f"any({reset})")
        call = f"edge_{index}(n, {enable}, {reset});"
        return f"  if ({' || '.join(condition)}) {call}" if condition else f"  {call}"

    def signals(self) -> list[str]:
        """`clear`, and the names of pins and registers."""
        size = self.layout.size
        lines = ["void clear(V* n) {", f"  for (unsigned p = 0; p < {size}; ++p) n[p] = V{{}};", "  n[1] = ~V{};", "}"]
        registers = {name: self.table(bits) for name, bits in self.circuit.registers.items()}
        widths = {name: len(bits) for name, bits in self.circuit.registers.items()}
        for memory in self.circuit.memories:
            for row in range(memory.size):
                start = self.layout.rows[memory] + row * memory.width
                name = f"{memory.name}[{row}]"
                registers[name] = self.tables.setdefault(tuple(range(start, start + memory.width)), f"p{len(self.tables)}")
                widths[name] = memory.width
        early = {name for name, bits in self.circuit.inputs.items() if self.plan.early.intersection(bits)}
        for kind, signals in (("inputs", self.circuit.inputs), ("outputs", self.circuit.outputs)):
            lines += [f"constexpr Signal {kind}[] = {{",
                      *(f'    {{"{name}", {len(bits)}, {self.table(bits)}, {str(name in early).lower()}}},'
                        for name, bits in signals.items()), "};"]
        lines += ["constexpr Signal registers[] = {",
                  *(f'    {{"{name}", {widths[name]}, {table}, false}},' for name, table in sorted(registers.items())), "};"]
        functions = ", ".join(f"[](void* n) {{ {name}(static_cast<V*>(n)); }}" for name in ("clear", "settle", "step"))
        return [*lines, "", "}  // namespace", "}  // namespace collnoc::sliced", "",
                f'extern "C" __attribute__((visibility("default"))) const collnoc::sliced::Api {self.symbol};',
                f"const collnoc::sliced::Api {self.symbol} = {{",
                f"    collnoc::sliced::api_version, LANES, {size},",
                f"    collnoc::sliced::inputs, {len(self.circuit.inputs)},",
                f"    collnoc::sliced::outputs, {len(self.circuit.outputs)},",
                f"    collnoc::sliced::registers, {len(registers)},",
                f"    {functions.replace('V*', 'collnoc::sliced::V*').replace(' { ', ' { collnoc::sliced::')}}};"]


def is_word(operation: Operation) -> bool:
    return operation.kind == "read" or len(operation.out) > 1


def ranges(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """Numbers that count up by one: the first, and how many."""
    start = 0
    for end in range(1, len(numbers) + 1):
        if end == len(numbers) or numbers[end] != numbers[end - 1] + 1:
            yield numbers[start], end - start
            start = end


def assign(places: tuple[int, ...], length: int, up: tuple[bool, ...], expression: str) -> str:
    """The first place gets the expression of all, once or in a loop."""
    if length == 1:
        names = [f"n[{place}]" for place in places]
        return f"{names[0]} = {expression.format(*names)};"
    names = [f"n[{place} + i]" if counts else f"n[{place}]" for place, counts in zip(places, up)]
    return f"for (unsigned i = 0; i < {length}; ++i) {names[0]} = {expression.format(*names)};"


def text(circuit: Circuit, symbol: str = "collnoc_sliced_circuit") -> str:
    return Emitter(circuit, symbol).text()

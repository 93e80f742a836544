"""In which order the operations of a circuit are computed, and which of them can be skipped.

`settle` are the operations of which output pins depend. Of the rest, an operation is `lazy` if only flip-flops or writes of a
memory with one enable need it: it is computed when some lane has this enable.
"""
from collections import defaultdict
from dataclasses import dataclass

from collnoc_slices.circuit import ONE, ZERO, Circuit, Level, Operation

Order = list[Operation]


@dataclass
class Schedule:
    settle: Order
    always: Order
    lazy: dict[Level, Order]  # by enable; every enable has an entry
    early: set[int]  # bits of input pins on which output pins depend in the same cycle


def copy_register_inputs(circuit: Circuit):
    """A flip-flop whose input is an output of another one gets a copy of it, because all change at the same time."""
    outputs = {out for group in circuit.flip_flops for out, _, _ in group.bits}
    new = 1 + max([ONE, *outputs, *(bit for operation in circuit.operations for bit in operation.out),
                   *(bit for bits in circuit.inputs.values() for bit in bits)])
    for group in circuit.flip_flops:
        from_registers = [at for at, (out, value, _) in enumerate(group.bits) if value in outputs and value != out]
        if not from_registers:
            continue
        copies = tuple(range(new, new + len(from_registers)))
        new += len(copies)
        circuit.operations.append(Operation("copy", copies, (tuple(group.bits[at][1] for at in from_registers),)))
        for at, copy in zip(from_registers, copies):
            out, _, reset = group.bits[at]
            group.bits[at] = (out, copy, reset)


def remove_unneeded_bits(circuit: Circuit):
    """Of operations on words, the bits on which no output, flip-flop or memory depends."""
    driver = {bit: (operation, at) for operation in circuit.operations for at, bit in enumerate(operation.out)}
    needed: set[int] = set()
    waiting = [bit for bits in (*circuit.outputs.values(), *circuit.registers.values()) for bit in bits]
    for group in circuit.flip_flops:
        waiting += [level[0] for level in (group.enable, group.reset) if level]
        waiting += [new for _, new, _ in group.bits]
    for memory in circuit.memories:
        for write in memory.writes:
            waiting += [write.enable, *write.address, *write.data.values()]
    while waiting:
        bit = waiting.pop()
        if bit in needed or bit not in driver:
            continue
        needed.add(bit)
        operation, at = driver[bit]
        if operation.kind == "read":
            waiting += operation.operands[0]
        else:
            waiting += [operand[at] for operand in operation.operands]
    for operation in circuit.operations:
        if operation.kind != "read":
            kept = [at for at, bit in enumerate(operation.out) if bit in needed]
            operation.out = tuple(operation.out[at] for at in kept)
            operation.operands = tuple(tuple(operand[at] for at in kept) for operand in operation.operands)
    circuit.operations = [operation for operation in circuit.operations if any(bit in needed for bit in operation.out)]


def make(circuit: Circuit) -> Schedule:
    """Throws ValueError if operations depend on each other in a ring."""
    remove_unneeded_bits(circuit)
    copy_register_inputs(circuit)
    driver = {bit: operation for operation in circuit.operations for bit in operation.out}
    order: Order = []
    state: dict[Operation, int] = {}  # 1: its operands are being visited; 2: in `order`

    def visit(bits):  # appends to `order` what these bits need, operands first
        stack = [driver[bit] for bit in reversed(tuple(bits)) if bit in driver]
        while stack:
            operation = stack.pop()
            if state.get(operation) == 2:
                continue
            if state.get(operation) == 1:
                state[operation] = 2
                order.append(operation)
                continue
            state[operation] = 1
            stack.append(operation)
            for operand in reversed(operation.operands):
                for bit in reversed(operand):
                    needed = driver.get(bit)
                    if state.get(needed) == 1:
                        raise ValueError(f"{circuit.name}: a combinational loop through {needed.kind}, net {bit}")
                    if needed is not None and needed not in state:
                        stack.append(needed)

    for bits in (*circuit.outputs.values(), *circuit.registers.values()):  # registers: computed bits, of mutated flip-flops
        visit(bits)
    settle = order[:]
    users: dict[Operation, set] = defaultdict(set)  # enables; operations; None for "in every cycle"

    def used(bit: int, by):
        if bit in driver:
            users[driver[bit]].add(by)

    lazy: dict[Level, Order] = {}
    for operation in settle:
        users[operation].add(None)
    roots: list[tuple[int, object]] = []
    for group in circuit.flip_flops:
        if group.enable:
            lazy.setdefault(group.enable, [])
        for level in (group.enable, group.reset):
            if level:
                roots.append((level[0], None))
        roots += [(new, group.enable) for out, new, _ in group.bits if new != out]
    for memory in circuit.memories:
        for write in memory.writes:
            enable = (write.enable, True)
            lazy.setdefault(enable, [])
            roots.append((write.enable, None))
            roots += [(bit, enable) for bit in (*write.address, *write.data.values())]
    for bit, by in roots:
        visit([bit])
        used(bit, by)
    for operation in order:
        for operand in operation.operands:
            for bit in operand:
                used(bit, operation)
    owner: dict[Operation, Level | None] = {}
    for operation in reversed(order):
        owners = {owner[by] if isinstance(by, Operation) else by for by in users[operation]}
        owner[operation] = owners.pop() if len(owners) == 1 else None
    settled = set(settle)
    always = []
    for operation in order:
        if owner[operation] is not None:
            lazy[owner[operation]].append(operation)
        elif operation not in settled:
            always.append(operation)
    pins = {bit for bits in circuit.inputs.values() for bit in bits} - {ZERO, ONE}
    read = {bit for operation in settle for operand in operation.operands for bit in operand}
    read |= {bit for bits in circuit.outputs.values() for bit in bits}
    return Schedule(settle, always, lazy, read & pins)

"""The commands of the program as functions. Written by python/generate; not to be edited."""
# ruff: noqa: A001, A002
from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

from collnoc import _documents
from collnoc._call import Progress, call
from collnoc._results import Results

Value = str | int | float | PathLike | Sequence | None
Switch = bool | str | None


def run(
    collective: Value = None,
    *,
    algorithm: Value = None,
    bytes: Value = None,
    root: Value = None,
    op: Value = None,
    type: Value = None,
    topology: Value = None,
    nic: Value = None,
    hardware: Value = None,
    vcs: Value = None,
    vc_depth: Value = None,
    flit_bits: Value = None,
    max_packet_flits: Value = None,
    hop_cycles: Value = None,
    switching: Value = None,
    route_orders: Value = None,
    sequencer: Switch = None,
    accumulate: Switch = None,
    float_sums: Switch = None,
    multicast: Switch = None,
    vc_reads: Switch = None,
    firmware: Value = None,
    executor: Value = None,
    auto: Value = None,
    tuned: Value = None,
    startup_cycles: Value = None,
    step_barrier: bool = False,
    memory: Value = None,
    argument: Value = None,
    stall_timeout: Value = None,
    sanitize: bool = False,
    gdb: Value = None,
    tile: Value = None,
    trace_instructions: Value = None,
    trace_tiles: Value = None,
    trace_cycles: Value = None,
    profile: bool = False,
    flame_graph: Value = None,
    backend: Value = None,
    rtl_nodes: Value = None,
    kernel: Value = None,
    systemc: Value = None,
    seed: Value = None,
    threads: Value = None,
    node_by_node: bool = False,
    explain_speed: bool = False,
    max_cycles: Value = None,
    energy: bool = False,
    per_link: bool = False,
    trace: Value = None,
    timeline: Value = None,
    record: Value = None,
    config: Value = None,
    seeds: int | Sequence[int] | None = None,
    set: dict[str, Any] | None = None,
    progress: bool | Progress = False,
) -> Results:
    """Run a collective, check every byte and print a table; or run a program on every tile.

    collective: broadcast, total-exchange (or all-to-all), all-to-all-broadcast (or all-gather), scatter, gather, barrier, reduce, reduce-scatter, all-reduce
    algorithm: comma-separated names; all: every one that applies; auto: the fastest known; file:S.json: a schedule from a file [auto] (NAMES)
    bytes: 1024, 1K, 64,4K, 64:64K:4x; of a broadcast's message, of a total exchange's block per pair, of an all-to-all broadcast's block per rank, of a scatter's block per rank, of a gather's block per rank, of a reduce's vector, of a reduce-scatter's block per rank, of an all-reduce's vector [1K] (SIZES)
    root: rank, coordinates 3,5, all, or best: the least total distance to all others [0] (RANK)
    op: of reduce, all-reduce, reduce-scatter [sum] (sum|min|max|and|or|xor)
    type: of their elements [u32] (u32|i32|u64|i64|f32)
    topology: network; see `collnoc list topologies` [mesh:8x8] (KIND:SIZES)
    nic: one channel between NIC and router, or one for each link [one-port] (one-port|all-port)
    hardware: named hardware; other options override its parameters [default] (default|small|throughput|collectives|all-port)
    vcs: virtual channels per link, 1 to 4; the default on star graphs is 2, 3 or 4 [2] (N)
    vc_depth: buffer depth of a virtual channel in flits, 2 to 64 [4] (FLITS)
    flit_bits: data bits per flit: 64, 128, 256 or 512 [64] (BITS)
    max_packet_flits: longest packet in flits, including the head flit, 2 to 256 [32] (FLITS)
    hop_cycles: cycles per hop, 1 to 5: each after the first is a register in the link, for long wires [1] (N)
    switching: wormhole, cut-through or store-and-forward [wormhole] (wormhole|cut-through|store-and-forward)
    route_orders: orders of dimensions that a message can choose from: 1, or 2 (x first or x last) [1] (N)
    sequencer: a sequencer in the NIC, which performs plans without software, with one context per channel [off] (on|off)
    accumulate: puts that combine with the destination's memory: sum, minimum, maximum, and, or, xor of integers [off] (on|off)
    float_sums: with accumulation, also sums of IEEE single precision; puts that combine take two cycles more [off] (on|off)
    multicast: puts to every node of a box: routers copy packets [off] (on|off)
    vc_reads: a router reads every virtual channel of an input port in a cycle, not one of them (of four, two) [off] (on|off)
    firmware: native, rv32 (a processor on every tile), or the ELF file of a program for every tile (then without COLLECTIVE) [native] (native|rv32|FILE.elf)
    executor: who performs the schedule: native, software action by action; nic, the NIC's sequencer (hardware with --sequencer on, to combine also --accumulate on, with --type f32 --float-sums on) [native] (native|nic)
    auto: what --algorithm auto goes by: predicted cycles, or those of every schedule, measured on the model [predict] (predict|measure)
    tuned: measured cases that --algorithm auto takes first, of collnoc tune; --auto measure adds to it what it lacks (FILE)
    startup_cycles: native: cycles of software per send [0] (N)
    step_barrier: all ranks start each step together
    memory: programs: bytes of memory per tile, 64K to 2M (default: what the program was linked for) (BYTES)
    argument: programs: a number that the program can read from its boot block [0] (N)
    stall_timeout: processors: stop after N cycles in which no flit moves and no tile computes [1000000] (N)
    sanitize: look for wrong communication: memory used before a wait, and so on
    gdb: processors: wait for gdb on this port of the loopback interface; 0 chooses a free one (PORT)
    tile: with --gdb: the only tile that gdb sees; otherwise every tile is a thread (RANK)
    trace_instructions: processors: every completed instruction, one line of tab-separated values each (FILE)
    trace_tiles: with --trace-instructions: only of these tiles (RANKS)
    trace_cycles: with --trace-instructions: only in these cycles (FIRST:LAST)
    profile: processors: cycles of every function, and what they were used for
    flame_graph: processors: cycles of every chain of calls, as folded stacks for flame graphs and speedscope (FILE)
    backend: what simulates the nodes; lockstep: both, compared; netlist: gates [model] (model|rtl|rtl:verilated|rtl:sliced|lockstep|lockstep:verilated|lockstep:sliced|mixed|netlist|netlist-lockstep)
    rtl_nodes: backend mixed: RTL nodes, 0-7,12 or checkerboard [checkerboard] (RANKS)
    kernel: whose clock it is. Results do not depend on it [plain] (plain|systemc)
    systemc: kernel systemc: what is a module, the network or each node with its pins [fabric] (fabric|pins)
    seed: seed of payload and traffic [1] (N)
    threads: threads of the simulator, at most; one where that is faster. Results do not depend on it [1] (N)
    node_by_node: the model computes each node by itself, never 64 together. Results do not depend on it
    explain_speed: say on stderr how the network was computed, and why not faster
    max_cycles: give up after this many cycles [100000000] (N)
    energy: energy of the network, by event
    per_link: flits and stalls of every link and tile, in the JSON
    trace: waves of the run (FILE.fst)
    timeline: steps and messages of the run over time, for Perfetto and `collnoc report` (FILE.json)
    record: the messages of the run, for `collnoc replay` (FILE)
    config: TOML file with the same settings (FILE)
    seeds: how many seeds, from `seed` or 1 on, or which; each part of the result has its `seed`
    set: further keys of a configuration file
    progress: True, or a function of parts done, all parts and a text
    """
    return call(
        "run",
        {
            "collective": collective,
            "algorithm": algorithm,
            "bytes": bytes,
            "root": root,
            "op": op,
            "type": type,
            "topology": topology,
            "nic": nic,
            "hardware": hardware,
            "vcs": vcs,
            "vc_depth": vc_depth,
            "flit_bits": flit_bits,
            "max_packet_flits": max_packet_flits,
            "hop_cycles": hop_cycles,
            "switching": switching,
            "route_orders": route_orders,
            "sequencer": sequencer,
            "accumulate": accumulate,
            "float_sums": float_sums,
            "multicast": multicast,
            "vc_reads": vc_reads,
            "firmware": firmware,
            "executor": executor,
            "auto": auto,
            "tuned": tuned,
            "startup_cycles": startup_cycles,
            "step_barrier": step_barrier,
            "memory": memory,
            "argument": argument,
            "stall_timeout": stall_timeout,
            "sanitize": sanitize,
            "gdb": gdb,
            "tile": tile,
            "trace_instructions": trace_instructions,
            "trace_tiles": trace_tiles,
            "trace_cycles": trace_cycles,
            "profile": profile,
            "flame_graph": flame_graph,
            "backend": backend,
            "rtl_nodes": rtl_nodes,
            "kernel": kernel,
            "systemc": systemc,
            "seed": seed,
            "threads": threads,
            "node_by_node": node_by_node,
            "explain_speed": explain_speed,
            "max_cycles": max_cycles,
            "energy": energy,
            "per_link": per_link,
            "trace": trace,
            "timeline": timeline,
            "record": record,
            "config": config,
        },
        parts=("runs",),
        switches=("step_barrier", "sanitize", "profile", "node_by_node", "explain_speed", "energy", "per_link",),
        seeds=seeds,
        set=set,
        progress=progress,
    )


def traffic(
    *,
    topology: Value = None,
    nic: Value = None,
    hardware: Value = None,
    vcs: Value = None,
    vc_depth: Value = None,
    flit_bits: Value = None,
    max_packet_flits: Value = None,
    hop_cycles: Value = None,
    switching: Value = None,
    route_orders: Value = None,
    sequencer: Switch = None,
    accumulate: Switch = None,
    float_sums: Switch = None,
    multicast: Switch = None,
    vc_reads: Switch = None,
    pattern: Value = None,
    process: Value = None,
    load: Value = None,
    packet_flits: Value = None,
    lengths: Value = None,
    reply_lengths: Value = None,
    outstanding: Value = None,
    service: Value = None,
    list: Value = None,
    classes: Value = None,
    orders: Value = None,
    warmup: Value = None,
    measure: Value = None,
    confidence: Value = None,
    max_measure: Value = None,
    drain: Value = None,
    saturation: bool = False,
    backend: Value = None,
    rtl_nodes: Value = None,
    kernel: Value = None,
    systemc: Value = None,
    seed: Value = None,
    threads: Value = None,
    node_by_node: bool = False,
    explain_speed: bool = False,
    max_cycles: Value = None,
    energy: bool = False,
    per_pair: bool = False,
    per_link: bool = False,
    config: Value = None,
    seeds: int | Sequence[int] | None = None,
    set: dict[str, Any] | None = None,
    progress: bool | Progress = False,
) -> Results:
    """Synthetic traffic: latency against offered load.

    topology: network; see `collnoc list topologies` [mesh:8x8] (KIND:SIZES)
    nic: one channel between NIC and router, or one for each link [one-port] (one-port|all-port)
    hardware: named hardware; other options override its parameters [default] (default|small|throughput|collectives|all-port)
    vcs: virtual channels per link, 1 to 4; the default on star graphs is 2, 3 or 4 [2] (N)
    vc_depth: buffer depth of a virtual channel in flits, 2 to 64 [4] (FLITS)
    flit_bits: data bits per flit: 64, 128, 256 or 512 [64] (BITS)
    max_packet_flits: longest packet in flits, including the head flit, 2 to 256 [32] (FLITS)
    hop_cycles: cycles per hop, 1 to 5: each after the first is a register in the link, for long wires [1] (N)
    switching: wormhole, cut-through or store-and-forward [wormhole] (wormhole|cut-through|store-and-forward)
    route_orders: orders of dimensions that a message can choose from: 1, or 2 (x first or x last) [1] (N)
    sequencer: a sequencer in the NIC, which performs plans without software, with one context per channel [off] (on|off)
    accumulate: puts that combine with the destination's memory: sum, minimum, maximum, and, or, xor of integers [off] (on|off)
    float_sums: with accumulation, also sums of IEEE single precision; puts that combine take two cycles more [off] (on|off)
    multicast: puts to every node of a box: routers copy packets [off] (on|off)
    vc_reads: a router reads every virtual channel of an input port in a cycle, not one of them (of four, two) [off] (on|off)
    pattern: see `collnoc list patterns` [uniform] (uniform|transpose|bit-complement|bit-reverse|bit-rotation|shuffle|tornado|neighbour|asymmetric|hotspot|random-permutation|permutation|matrix)
    process: when packets are created; a burst has CYCLES (100) on average, and the load PEAK (1) [bernoulli] (bernoulli|bursty[:CYCLES[:PEAK]]|periodic[:aligned])
    load: offered load in flits/node/cycle: 0.1,0.2 or 0.05:0.5:0.05 [0.1] (LOADS)
    packet_flits: flits of every packet, head included (default: 8) (FLITS)
    lengths: packets of several lengths: 1,9 or with weights 1:0.8,9:0.2 (LIST)
    reply_lengths: every packet is a request, and its destination replies with packets of these lengths (LIST)
    outstanding: most requests of a node without a reply (default: any number) (N)
    service: from a request's arrival to its reply (default: 0) (CYCLES)
    list: single packets, each with its cycle, on a line of CYCLE SRC DST [FLITS] (FILE)
    classes: several classes: "name=a lengths=1 weight=3; name=b pattern=tornado load=0.05" (CLASSES)
    orders: with --route-orders 2, how a packet's order is chosen; turns and credits mix those of a pair of nodes [hash] (hash|turns|credits|ascending)
    warmup: cycles before measuring; auto: until the network is steady [1000] (CYCLES|auto)
    measure: cycles measured [10000] (CYCLES)
    confidence: measure until the 95 % confidence interval of the mean latency is within ± PERCENT (PERCENT)
    max_measure: most cycles measured with --confidence [1000000] (CYCLES)
    drain: most cycles to wait for the last packet [100000] (CYCLES)
    saturation: instead of --load: find the saturation by bisection
    backend: what simulates the nodes; lockstep: both, compared; netlist: gates [model] (model|rtl|rtl:verilated|rtl:sliced|lockstep|lockstep:verilated|lockstep:sliced|mixed|netlist|netlist-lockstep)
    rtl_nodes: backend mixed: RTL nodes, 0-7,12 or checkerboard [checkerboard] (RANKS)
    kernel: whose clock it is. Results do not depend on it [plain] (plain|systemc)
    systemc: kernel systemc: what is a module, the network or each node with its pins [fabric] (fabric|pins)
    seed: seed of payload and traffic [1] (N)
    threads: threads of the simulator, at most; one where that is faster. Results do not depend on it [1] (N)
    node_by_node: the model computes each node by itself, never 64 together. Results do not depend on it
    explain_speed: say on stderr how the network was computed, and why not faster
    max_cycles: give up after this many cycles [100000000] (N)
    energy: energy of the network, by event
    per_pair: latency of every pair of nodes, in the JSON
    per_link: use of every link, in the JSON
    config: TOML file with the same settings (FILE)
    seeds: how many seeds, from `seed` or 1 on, or which; each part of the result has its `seed`
    set: further keys of a configuration file
    progress: True, or a function of parts done, all parts and a text
    """
    return call(
        "traffic",
        {
            "topology": topology,
            "nic": nic,
            "hardware": hardware,
            "vcs": vcs,
            "vc_depth": vc_depth,
            "flit_bits": flit_bits,
            "max_packet_flits": max_packet_flits,
            "hop_cycles": hop_cycles,
            "switching": switching,
            "route_orders": route_orders,
            "sequencer": sequencer,
            "accumulate": accumulate,
            "float_sums": float_sums,
            "multicast": multicast,
            "vc_reads": vc_reads,
            "pattern": pattern,
            "process": process,
            "load": load,
            "packet_flits": packet_flits,
            "lengths": lengths,
            "reply_lengths": reply_lengths,
            "outstanding": outstanding,
            "service": service,
            "list": list,
            "classes": classes,
            "orders": orders,
            "warmup": warmup,
            "measure": measure,
            "confidence": confidence,
            "max_measure": max_measure,
            "drain": drain,
            "saturation": saturation,
            "backend": backend,
            "rtl_nodes": rtl_nodes,
            "kernel": kernel,
            "systemc": systemc,
            "seed": seed,
            "threads": threads,
            "node_by_node": node_by_node,
            "explain_speed": explain_speed,
            "max_cycles": max_cycles,
            "energy": energy,
            "per_pair": per_pair,
            "per_link": per_link,
            "config": config,
        },
        parts=("traffic", "loads"),
        switches=("saturation", "node_by_node", "explain_speed", "energy", "per_pair", "per_link",),
        seeds=seeds,
        set=set,
        progress=progress,
    )


def replay(
    trace: Value = None,
    *,
    window: Value = None,
    topology: Value = None,
    nic: Value = None,
    hardware: Value = None,
    vcs: Value = None,
    vc_depth: Value = None,
    flit_bits: Value = None,
    max_packet_flits: Value = None,
    hop_cycles: Value = None,
    switching: Value = None,
    route_orders: Value = None,
    sequencer: Switch = None,
    accumulate: Switch = None,
    float_sums: Switch = None,
    multicast: Switch = None,
    vc_reads: Switch = None,
    backend: Value = None,
    rtl_nodes: Value = None,
    kernel: Value = None,
    systemc: Value = None,
    seed: Value = None,
    threads: Value = None,
    node_by_node: bool = False,
    explain_speed: bool = False,
    max_cycles: Value = None,
    energy: bool = False,
    per_pair: bool = False,
    per_link: bool = False,
    config: Value = None,
    set: dict[str, Any] | None = None,
    progress: bool | Progress = False,
) -> Results:
    """Send the messages of a trace, each after those that it waits for.

    trace: messages, one JSON object per line
    window: successive lines that are in memory, and may be in the network [1000000] (LINES)
    topology: network; see `collnoc list topologies` [mesh:8x8] (KIND:SIZES)
    nic: one channel between NIC and router, or one for each link [one-port] (one-port|all-port)
    hardware: named hardware; other options override its parameters [default] (default|small|throughput|collectives|all-port)
    vcs: virtual channels per link, 1 to 4; the default on star graphs is 2, 3 or 4 [2] (N)
    vc_depth: buffer depth of a virtual channel in flits, 2 to 64 [4] (FLITS)
    flit_bits: data bits per flit: 64, 128, 256 or 512 [64] (BITS)
    max_packet_flits: longest packet in flits, including the head flit, 2 to 256 [32] (FLITS)
    hop_cycles: cycles per hop, 1 to 5: each after the first is a register in the link, for long wires [1] (N)
    switching: wormhole, cut-through or store-and-forward [wormhole] (wormhole|cut-through|store-and-forward)
    route_orders: orders of dimensions that a message can choose from: 1, or 2 (x first or x last) [1] (N)
    sequencer: a sequencer in the NIC, which performs plans without software, with one context per channel [off] (on|off)
    accumulate: puts that combine with the destination's memory: sum, minimum, maximum, and, or, xor of integers [off] (on|off)
    float_sums: with accumulation, also sums of IEEE single precision; puts that combine take two cycles more [off] (on|off)
    multicast: puts to every node of a box: routers copy packets [off] (on|off)
    vc_reads: a router reads every virtual channel of an input port in a cycle, not one of them (of four, two) [off] (on|off)
    backend: what simulates the nodes; lockstep: both, compared; netlist: gates [model] (model|rtl|rtl:verilated|rtl:sliced|lockstep|lockstep:verilated|lockstep:sliced|mixed|netlist|netlist-lockstep)
    rtl_nodes: backend mixed: RTL nodes, 0-7,12 or checkerboard [checkerboard] (RANKS)
    kernel: whose clock it is. Results do not depend on it [plain] (plain|systemc)
    systemc: kernel systemc: what is a module, the network or each node with its pins [fabric] (fabric|pins)
    seed: seed of payload and traffic [1] (N)
    threads: threads of the simulator, at most; one where that is faster. Results do not depend on it [1] (N)
    node_by_node: the model computes each node by itself, never 64 together. Results do not depend on it
    explain_speed: say on stderr how the network was computed, and why not faster
    max_cycles: give up after this many cycles [100000000] (N)
    energy: energy of the network, by event
    per_pair: latency of every pair of nodes, in the JSON
    per_link: use of every link, in the JSON
    config: TOML file with the same settings (FILE)
    set: further keys of a configuration file
    progress: True, or a function of parts done, all parts and a text
    """
    return call(
        "replay",
        {
            "trace": trace,
            "window": window,
            "topology": topology,
            "nic": nic,
            "hardware": hardware,
            "vcs": vcs,
            "vc_depth": vc_depth,
            "flit_bits": flit_bits,
            "max_packet_flits": max_packet_flits,
            "hop_cycles": hop_cycles,
            "switching": switching,
            "route_orders": route_orders,
            "sequencer": sequencer,
            "accumulate": accumulate,
            "float_sums": float_sums,
            "multicast": multicast,
            "vc_reads": vc_reads,
            "backend": backend,
            "rtl_nodes": rtl_nodes,
            "kernel": kernel,
            "systemc": systemc,
            "seed": seed,
            "threads": threads,
            "node_by_node": node_by_node,
            "explain_speed": explain_speed,
            "max_cycles": max_cycles,
            "energy": energy,
            "per_pair": per_pair,
            "per_link": per_link,
            "config": config,
        },
        parts=("replay", "result"),
        switches=("node_by_node", "explain_speed", "energy", "per_pair", "per_link",),
        set=set,
        progress=progress,
    )


def check(
    collective: Value = None,
    *,
    algorithm: Value = None,
    bytes: Value = None,
    root: Value = None,
    op: Value = None,
    type: Value = None,
    topology: Value = None,
    nic: Value = None,
    hardware: Value = None,
    vcs: Value = None,
    vc_depth: Value = None,
    flit_bits: Value = None,
    max_packet_flits: Value = None,
    hop_cycles: Value = None,
    switching: Value = None,
    route_orders: Value = None,
    sequencer: Switch = None,
    accumulate: Switch = None,
    float_sums: Switch = None,
    multicast: Switch = None,
    vc_reads: Switch = None,
    config: Value = None,
    set: dict[str, Any] | None = None,
    progress: bool | Progress = False,
) -> Results:
    """Prove a schedule: delivery, port model, link sharing, freedom from deadlock.

    collective: broadcast, total-exchange (or all-to-all), all-to-all-broadcast (or all-gather), scatter, gather, barrier, reduce, reduce-scatter, all-reduce
    algorithm: comma-separated names; all: every one that applies; auto: the fastest known; file:S.json: a schedule from a file [auto] (NAMES)
    bytes: 1024, 1K, 64,4K, 64:64K:4x; of a broadcast's message, of a total exchange's block per pair, of an all-to-all broadcast's block per rank, of a scatter's block per rank, of a gather's block per rank, of a reduce's vector, of a reduce-scatter's block per rank, of an all-reduce's vector [1K] (SIZES)
    root: rank, coordinates 3,5, all, or best: the least total distance to all others [0] (RANK)
    op: of reduce, all-reduce, reduce-scatter [sum] (sum|min|max|and|or|xor)
    type: of their elements [u32] (u32|i32|u64|i64|f32)
    topology: network; see `collnoc list topologies` [mesh:8x8] (KIND:SIZES)
    nic: one channel between NIC and router, or one for each link [one-port] (one-port|all-port)
    hardware: named hardware; other options override its parameters [default] (default|small|throughput|collectives|all-port)
    vcs: virtual channels per link, 1 to 4; the default on star graphs is 2, 3 or 4 [2] (N)
    vc_depth: buffer depth of a virtual channel in flits, 2 to 64 [4] (FLITS)
    flit_bits: data bits per flit: 64, 128, 256 or 512 [64] (BITS)
    max_packet_flits: longest packet in flits, including the head flit, 2 to 256 [32] (FLITS)
    hop_cycles: cycles per hop, 1 to 5: each after the first is a register in the link, for long wires [1] (N)
    switching: wormhole, cut-through or store-and-forward [wormhole] (wormhole|cut-through|store-and-forward)
    route_orders: orders of dimensions that a message can choose from: 1, or 2 (x first or x last) [1] (N)
    sequencer: a sequencer in the NIC, which performs plans without software, with one context per channel [off] (on|off)
    accumulate: puts that combine with the destination's memory: sum, minimum, maximum, and, or, xor of integers [off] (on|off)
    float_sums: with accumulation, also sums of IEEE single precision; puts that combine take two cycles more [off] (on|off)
    multicast: puts to every node of a box: routers copy packets [off] (on|off)
    vc_reads: a router reads every virtual channel of an input port in a cycle, not one of them (of four, two) [off] (on|off)
    config: TOML file with the same settings (FILE)
    set: further keys of a configuration file
    progress: True, or a function of parts done, all parts and a text
    """
    return call(
        "check",
        {
            "collective": collective,
            "algorithm": algorithm,
            "bytes": bytes,
            "root": root,
            "op": op,
            "type": type,
            "topology": topology,
            "nic": nic,
            "hardware": hardware,
            "vcs": vcs,
            "vc_depth": vc_depth,
            "flit_bits": flit_bits,
            "max_packet_flits": max_packet_flits,
            "hop_cycles": hop_cycles,
            "switching": switching,
            "route_orders": route_orders,
            "sequencer": sequencer,
            "accumulate": accumulate,
            "float_sums": float_sums,
            "multicast": multicast,
            "vc_reads": vc_reads,
            "config": config,
        },
        parts=("checks",),
        set=set,
        progress=progress,
    )


def schedule(
    collective: Value = None,
    *,
    algorithm: Value = None,
    bytes: Value = None,
    root: Value = None,
    op: Value = None,
    type: Value = None,
    topology: Value = None,
    nic: Value = None,
    hardware: Value = None,
    vcs: Value = None,
    vc_depth: Value = None,
    flit_bits: Value = None,
    max_packet_flits: Value = None,
    hop_cycles: Value = None,
    switching: Value = None,
    route_orders: Value = None,
    sequencer: Switch = None,
    accumulate: Switch = None,
    float_sums: Switch = None,
    multicast: Switch = None,
    vc_reads: Switch = None,
    plan: Value = None,
    draw: Value = None,
    config: Value = None,
    set: dict[str, Any] | None = None,
    progress: bool | Progress = False,
) -> Results:
    """Print the static schedule as a table, JSON or a drawing.

    collective: broadcast, total-exchange (or all-to-all), all-to-all-broadcast (or all-gather), scatter, gather, barrier, reduce, reduce-scatter, all-reduce
    algorithm: comma-separated names; all: every one that applies; auto: the fastest known; file:S.json: a schedule from a file [auto] (NAMES)
    bytes: 1024, 1K, 64,4K, 64:64K:4x; of a broadcast's message, of a total exchange's block per pair, of an all-to-all broadcast's block per rank, of a scatter's block per rank, of a gather's block per rank, of a reduce's vector, of a reduce-scatter's block per rank, of an all-reduce's vector [1K] (SIZES)
    root: rank, coordinates 3,5, all, or best: the least total distance to all others [0] (RANK)
    op: of reduce, all-reduce, reduce-scatter [sum] (sum|min|max|and|or|xor)
    type: of their elements [u32] (u32|i32|u64|i64|f32)
    topology: network; see `collnoc list topologies` [mesh:8x8] (KIND:SIZES)
    nic: one channel between NIC and router, or one for each link [one-port] (one-port|all-port)
    hardware: named hardware; other options override its parameters [default] (default|small|throughput|collectives|all-port)
    vcs: virtual channels per link, 1 to 4; the default on star graphs is 2, 3 or 4 [2] (N)
    vc_depth: buffer depth of a virtual channel in flits, 2 to 64 [4] (FLITS)
    flit_bits: data bits per flit: 64, 128, 256 or 512 [64] (BITS)
    max_packet_flits: longest packet in flits, including the head flit, 2 to 256 [32] (FLITS)
    hop_cycles: cycles per hop, 1 to 5: each after the first is a register in the link, for long wires [1] (N)
    switching: wormhole, cut-through or store-and-forward [wormhole] (wormhole|cut-through|store-and-forward)
    route_orders: orders of dimensions that a message can choose from: 1, or 2 (x first or x last) [1] (N)
    sequencer: a sequencer in the NIC, which performs plans without software, with one context per channel [off] (on|off)
    accumulate: puts that combine with the destination's memory: sum, minimum, maximum, and, or, xor of integers [off] (on|off)
    float_sums: with accumulation, also sums of IEEE single precision; puts that combine take two cycles more [off] (on|off)
    multicast: puts to every node of a box: routers copy packets [off] (on|off)
    vc_reads: a router reads every virtual channel of an input port in a cycle, not one of them (of four, two) [off] (on|off)
    plan: write the plans of all ranks for the NICs' sequencers as a C++ header FILE.hpp (FILE.hpp)
    draw: draw the network with the steps in which nodes receive; with FILE.svg: every step, as pictures ([FILE.svg])
    config: TOML file with the same settings (FILE)
    set: further keys of a configuration file
    progress: True, or a function of parts done, all parts and a text
    """
    return call(
        "schedule",
        {
            "collective": collective,
            "algorithm": algorithm,
            "bytes": bytes,
            "root": root,
            "op": op,
            "type": type,
            "topology": topology,
            "nic": nic,
            "hardware": hardware,
            "vcs": vcs,
            "vc_depth": vc_depth,
            "flit_bits": flit_bits,
            "max_packet_flits": max_packet_flits,
            "hop_cycles": hop_cycles,
            "switching": switching,
            "route_orders": route_orders,
            "sequencer": sequencer,
            "accumulate": accumulate,
            "float_sums": float_sums,
            "multicast": multicast,
            "vc_reads": vc_reads,
            "plan": plan,
            "draw": draw,
            "config": config,
        },
        parts=("steps",),
        set=set,
        progress=progress,
    )


def sweep(
    file: Value = None,
    *,
    output: Value = None,
    jobs: Value = None,
    shard: Value = None,
    merge: Value = None,
    progress: bool | Progress = False,
) -> Results:
    """Run a command at every point of a grid, and continue where it was stopped.

    file: TOML: command, [options] of every point, [grid] of lists
    output: folder of results.jsonl and results.csv [sweep-results] (DIR)
    jobs: points at the same time (default: processors) (N)
    shard: only every N-th point, from the I-th on (I/N)
    merge: run nothing; collect the points of these folders (DIRS)
    progress: True, or a function of parts done, all parts and a text
    """
    return call(
        "sweep",
        {
            "file": file,
            "output": output,
            "jobs": jobs,
            "shard": shard,
            "merge": merge,
        },
        parts=("rows",),
        finish=_documents.sweep,
        progress=progress,
    )


def tune(
    *,
    collective: Value = None,
    topology: Value = None,
    nic: Value = None,
    bytes: Value = None,
    startup_cycles: Value = None,
    executor: Value = None,
    multicast: Value = None,
    output: Value = None,
    progress: bool | Progress = False,
) -> Results:
    """Measure which algorithm is the fastest, for --algorithm auto.

    collective: comma list [broadcast,total-exchange,all-to-all-broadcast,scatter,gather,barrier,reduce,reduce-scatter,all-reduce] (NAMES)
    topology: comma list [mesh:4x4,mesh:8x8,torus:4x4,torus:8x8,torus:4x4x4,hypercube:6,ghc:4x4,star:4] (NAMES)
    nic: comma list [one-port,all-port] (NAMES)
    bytes: sizes [messages 8,64,512,4K,32K, blocks 8,64,512] (SIZES)
    startup_cycles: of the executor native, comma list [0,100,1000] (LIST)
    executor: comma list [native,nic] (NAMES)
    multicast: hardware without and with it, comma list [off,on] (WORDS)
    output: the table; the program is built with sim/tune/tuned.json [sim/tune/tuned.json] (FILE)
    progress: True, or a function of parts done, all parts and a text
    """
    return call(
        "tune",
        {
            "collective": collective,
            "topology": topology,
            "nic": nic,
            "bytes": bytes,
            "startup_cycles": startup_cycles,
            "executor": executor,
            "multicast": multicast,
            "output": output,
        },
        parts=("entries",),
        progress=progress,
    )


def regress(
    *,
    update: bool = False,
    only: Value = None,
    backend: Value = None,
    baselines: Value = None,
    junit: Value = None,
    markdown: Value = None,
    benchmark: Value = None,
    json: Value = None,
    progress: bool | Progress = False,
) -> Results:
    """Compare every cycle count with its baseline.

    update: make the numbers of this build the baseline
    only: run only the cases whose id matches (GLOB)
    backend: comma list of model, rtl, lockstep, netlist, netlist-lockstep [model,rtl] (NAMES)
    baselines: folder of matrix.toml and *.jsonl [tests/baselines] (DIR)
    junit: write JUnit XML (FILE)
    markdown: write a Markdown summary (FILE)
    benchmark: write the cycles as JSON for github-action-benchmark (customSmallerIsBetter) (FILE)
    json: write the results of all runs, for `collnoc report` (FILE)
    progress: True, or a function of parts done, all parts and a text
    """
    return call(
        "regress",
        {
            "update": update,
            "only": only,
            "backend": backend,
            "baselines": baselines,
            "junit": junit,
            "markdown": markdown,
            "benchmark": benchmark,
            "json": json,
        },
        parts=("changes",),
        switches=("update",),
        finish=_documents.regress,
        progress=progress,
    )


def report(
    file: Value = None,
    *,
    output: Value = None,
    title: Value = None,
    progress: bool | Progress = False,
) -> str:
    """One page with pictures of results, for a browser.

    file: JSON of run, traffic, replay, schedule, tune; timelines; folders of sweeps (FILE)
    output: the page [report.html] (FILE)
    title: of the page (default: names of the files)
    progress: True, or a function of parts done, all parts and a text
    """
    return call(
        "report",
        {
            "file": file,
            "output": output,
            "title": title,
        },
        parts=(),
        several="file",
        progress=progress,
    ).document["page"]


def synthesize(
    collective: Value = None,
    *,
    topology: Value = None,
    bytes: Value = None,
    root: Value = None,
    by: Value = None,
    nic: Value = None,
    pieces: Value = None,
    tries: Value = None,
    seed: Value = None,
    output: Value = None,
    progress: bool | Progress = False,
) -> Results:
    """Make a schedule for one network, as a file.

    collective: any but barrier
    topology: the network [mesh:8x8] (KIND:SIZES)
    bytes: of a message or block [1024] (SIZE)
    root: where the collective has one: rank, coordinates 3,5, or best [0] (RANK)
    by: search, or product: a total exchange by Algorithm A2 (one-port) or A3 (all-port) of Dimakopoulos & Dimopoulos, one message per pair and one hop per step [search] (search|product)
    nic: that performs it: with one port, a node sends one piece and gets one at a time [all-port] (one-port|all-port)
    pieces: into which a block is cut, each with its own way [broadcast, reduce: four per link of a node; 1] (N)
    tries: searches, of which the shortest schedule is kept [16] (N)
    seed: of the first search [1] (N)
    output: the schedule, for --algorithm file:FILE (FILE)
    progress: True, or a function of parts done, all parts and a text
    """
    return call(
        "synthesize",
        {
            "collective": collective,
            "topology": topology,
            "bytes": bytes,
            "root": root,
            "by": by,
            "nic": nic,
            "pieces": pieces,
            "tries": tries,
            "seed": seed,
            "output": output,
        },
        parts=("steps",),
        progress=progress,
    )


def list(
    what: Value = None,
    *,
    verilog: Value = None,
    routes: Value = None,
    anynet: Value = None,
    topology: Value = None,
    config: Value = None,
    set: dict[str, Any] | None = None,
    progress: bool | Progress = False,
) -> Results:
    """List algorithms, topologies, patterns, hardware or nodes, or the numbers of a network.

    what: algorithms, topologies, patterns, hardware, nodes, network (algorithms|topologies|patterns|hardware|nodes|network)
    verilog: of a graph: a SystemVerilog module of its tiles, switches and links, named as the file (FILE)
    routes: of a graph: what software writes to its routing tables (FILE)
    anynet: the network for BookSim2's anynet (FILE)
    topology: network; see `collnoc list topologies` [mesh:8x8] (KIND:SIZES)
    config: TOML file with the same settings (FILE)
    set: further keys of a configuration file
    progress: True, or a function of parts done, all parts and a text
    """
    return call(
        "list",
        {
            "what": what,
            "verilog": verilog,
            "routes": routes,
            "anynet": anynet,
            "topology": topology,
            "config": config,
        },
        parts=("rows",),
        set=set,
        progress=progress,
    )

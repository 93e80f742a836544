// Written by python/generate from the command line; not to be edited. Settings that are not given are those
// of the program.
#pragma once
#include <string>
#include <vector>

#include "collnoc/commands/values.hpp"

namespace collnoc {
inline namespace commands {

/// Settings of run(): run a collective, check every byte and print a table; or run a program on every tile.
struct RunSettings {
  /// broadcast, total-exchange (or all-to-all), all-to-all-broadcast (or all-gather), scatter, gather,
  /// barrier, reduce, reduce-scatter, all-reduce
  Value collective;
  /// comma-separated names; all: every one that applies; auto: the fastest known; file:S.json: a schedule
  /// from a file [auto] (NAMES)
  Value algorithm;
  /// 1024, 1K, 64,4K, 64:64K:4x; of a broadcast's message, of a total exchange's block per pair, of an
  /// all-to-all broadcast's block per rank, of a scatter's block per rank, of a gather's block per rank, of a
  /// reduce's vector, of a reduce-scatter's block per rank, of an all-reduce's vector [1K] (SIZES)
  Value bytes;
  /// rank, coordinates 3,5, all, or best: the least total distance to all others [0] (RANK)
  Value root;
  /// of reduce, all-reduce, reduce-scatter [sum] (sum|min|max|and|or|xor)
  Value op;
  /// of their elements [u32] (u32|i32|u64|i64|f32)
  Value type;
  /// network; see `collnoc list topologies` [mesh:8x8] (KIND:SIZES)
  Value topology;
  /// one channel between NIC and router, or one for each link [one-port] (one-port|all-port)
  Value nic;
  /// named hardware; other options override its parameters [default]
  /// (default|small|throughput|collectives|all-port)
  Value hardware;
  /// virtual channels per link, 1 to 4; the default on star graphs is 2, 3 or 4 [2] (N)
  Value vcs;
  /// buffer depth of a virtual channel in flits, 2 to 64 [4] (FLITS)
  Value vc_depth;
  /// data bits per flit: 64, 128, 256 or 512 [64] (BITS)
  Value flit_bits;
  /// longest packet in flits, including the head flit, 2 to 256 [32] (FLITS)
  Value max_packet_flits;
  /// cycles per hop, 1 to 5: each after the first is a register in the link, for long wires [1] (N)
  Value hop_cycles;
  /// wormhole, cut-through or store-and-forward [wormhole] (wormhole|cut-through|store-and-forward)
  Value switching;
  /// orders of dimensions that a message can choose from: 1, or 2 (x first or x last) [1] (N)
  Value route_orders;
  /// a sequencer in the NIC, which performs plans without software, with one context per channel [off]
  /// (on|off)
  Value sequencer;
  /// puts that combine with the destination's memory: sum, minimum, maximum, and, or, xor of integers [off]
  /// (on|off)
  Value accumulate;
  /// with accumulation, also sums of IEEE single precision; puts that combine take two cycles more [off]
  /// (on|off)
  Value float_sums;
  /// puts to every node of a box: routers copy packets [off] (on|off)
  Value multicast;
  /// a router reads every virtual channel of an input port in a cycle, not one of them (of four, two) [off]
  /// (on|off)
  Value vc_reads;
  /// native, rv32 (a processor on every tile), or the ELF file of a program for every tile (then without
  /// COLLECTIVE) [native] (native|rv32|FILE.elf)
  Value firmware;
  /// who performs the schedule: native, software action by action; nic, the NIC's sequencer (hardware with
  /// --sequencer on, to combine also --accumulate on, with --type f32 --float-sums on) [native] (native|nic)
  Value executor;
  /// what --algorithm auto goes by: predicted cycles, or those of every schedule, measured on the model
  /// [predict] (predict|measure)
  Value auto_;
  /// measured cases that --algorithm auto takes first, of collnoc tune; --auto measure adds to it what it
  /// lacks (FILE)
  Value tuned;
  /// native: cycles of software per send [0] (N)
  Value startup_cycles;
  /// all ranks start each step together
  bool step_barrier = false;
  /// programs: bytes of memory per tile, 64K to 2M (default: what the program was linked for) (BYTES)
  Value memory;
  /// programs: a number that the program can read from its boot block [0] (N)
  Value argument;
  /// processors: stop after N cycles in which no flit moves and no tile computes [1000000] (N)
  Value stall_timeout;
  /// look for wrong communication: memory used before a wait, and so on
  bool sanitize = false;
  /// processors: wait for gdb on this port of the loopback interface; 0 chooses a free one (PORT)
  Value gdb;
  /// with --gdb: the only tile that gdb sees; otherwise every tile is a thread (RANK)
  Value tile;
  /// processors: every completed instruction, one line of tab-separated values each (FILE)
  Value trace_instructions;
  /// with --trace-instructions: only of these tiles (RANKS)
  Value trace_tiles;
  /// with --trace-instructions: only in these cycles (FIRST:LAST)
  Value trace_cycles;
  /// processors: cycles of every function, and what they were used for
  bool profile = false;
  /// processors: cycles of every chain of calls, as folded stacks for flame graphs and speedscope (FILE)
  Value flame_graph;
  /// what simulates the nodes; lockstep: both, compared; netlist: gates [model]
  /// (model|rtl|rtl:verilated|rtl:sliced|lockstep|lockstep:verilated|lockstep:sliced|mixed|netlist|netlist-lockstep)
  Value backend;
  /// backend mixed: RTL nodes, 0-7,12 or checkerboard [checkerboard] (RANKS)
  Value rtl_nodes;
  /// whose clock it is. Results do not depend on it [plain] (plain|systemc)
  Value kernel;
  /// kernel systemc: what is a module, the network or each node with its pins [fabric] (fabric|pins)
  Value systemc;
  /// seed of payload and traffic [1] (N)
  Value seed;
  /// threads of the simulator, at most; one where that is faster. Results do not depend on it [1] (N)
  Value threads;
  /// the model computes each node by itself, never 64 together. Results do not depend on it
  bool node_by_node = false;
  /// say on stderr how the network was computed, and why not faster
  bool explain_speed = false;
  /// give up after this many cycles [100000000] (N)
  Value max_cycles;
  /// energy of the network, by event
  bool energy = false;
  /// flits and stalls of every link and tile, in the JSON
  bool per_link = false;
  /// waves of the run (FILE.fst)
  Value trace;
  /// steps and messages of the run over time, for Perfetto and `collnoc report` (FILE.json)
  Value timeline;
  /// the messages of the run, for `collnoc replay` (FILE)
  Value record;
  /// TOML file with the same settings (FILE)
  Value config;
  /// Further keys of a configuration file.
  Keys set;
  /// Their names and values.
  NamedSettings named() const {
    return detail::Named()
        .setting("collective", collective)
        .setting("algorithm", algorithm)
        .setting("bytes", bytes)
        .setting("root", root)
        .setting("op", op)
        .setting("type", type)
        .setting("topology", topology)
        .setting("nic", nic)
        .setting("hardware", hardware)
        .setting("vcs", vcs)
        .setting("vc_depth", vc_depth)
        .setting("flit_bits", flit_bits)
        .setting("max_packet_flits", max_packet_flits)
        .setting("hop_cycles", hop_cycles)
        .setting("switching", switching)
        .setting("route_orders", route_orders)
        .setting("sequencer", sequencer)
        .setting("accumulate", accumulate)
        .setting("float_sums", float_sums)
        .setting("multicast", multicast)
        .setting("vc_reads", vc_reads)
        .setting("firmware", firmware)
        .setting("executor", executor)
        .setting("auto", auto_)
        .setting("tuned", tuned)
        .setting("startup_cycles", startup_cycles)
        .flag("step_barrier", step_barrier)
        .setting("memory", memory)
        .setting("argument", argument)
        .setting("stall_timeout", stall_timeout)
        .flag("sanitize", sanitize)
        .setting("gdb", gdb)
        .setting("tile", tile)
        .setting("trace_instructions", trace_instructions)
        .setting("trace_tiles", trace_tiles)
        .setting("trace_cycles", trace_cycles)
        .flag("profile", profile)
        .setting("flame_graph", flame_graph)
        .setting("backend", backend)
        .setting("rtl_nodes", rtl_nodes)
        .setting("kernel", kernel)
        .setting("systemc", systemc)
        .setting("seed", seed)
        .setting("threads", threads)
        .flag("node_by_node", node_by_node)
        .flag("explain_speed", explain_speed)
        .setting("max_cycles", max_cycles)
        .flag("energy", energy)
        .flag("per_link", per_link)
        .setting("trace", trace)
        .setting("timeline", timeline)
        .setting("record", record)
        .setting("config", config)
        .keys(set)
        .take();
  }
};

/// Settings of traffic(): synthetic traffic: latency against offered load.
struct TrafficSettings {
  /// network; see `collnoc list topologies` [mesh:8x8] (KIND:SIZES)
  Value topology;
  /// one channel between NIC and router, or one for each link [one-port] (one-port|all-port)
  Value nic;
  /// named hardware; other options override its parameters [default]
  /// (default|small|throughput|collectives|all-port)
  Value hardware;
  /// virtual channels per link, 1 to 4; the default on star graphs is 2, 3 or 4 [2] (N)
  Value vcs;
  /// buffer depth of a virtual channel in flits, 2 to 64 [4] (FLITS)
  Value vc_depth;
  /// data bits per flit: 64, 128, 256 or 512 [64] (BITS)
  Value flit_bits;
  /// longest packet in flits, including the head flit, 2 to 256 [32] (FLITS)
  Value max_packet_flits;
  /// cycles per hop, 1 to 5: each after the first is a register in the link, for long wires [1] (N)
  Value hop_cycles;
  /// wormhole, cut-through or store-and-forward [wormhole] (wormhole|cut-through|store-and-forward)
  Value switching;
  /// orders of dimensions that a message can choose from: 1, or 2 (x first or x last) [1] (N)
  Value route_orders;
  /// a sequencer in the NIC, which performs plans without software, with one context per channel [off]
  /// (on|off)
  Value sequencer;
  /// puts that combine with the destination's memory: sum, minimum, maximum, and, or, xor of integers [off]
  /// (on|off)
  Value accumulate;
  /// with accumulation, also sums of IEEE single precision; puts that combine take two cycles more [off]
  /// (on|off)
  Value float_sums;
  /// puts to every node of a box: routers copy packets [off] (on|off)
  Value multicast;
  /// a router reads every virtual channel of an input port in a cycle, not one of them (of four, two) [off]
  /// (on|off)
  Value vc_reads;
  /// see `collnoc list patterns` [uniform]
  /// (uniform|transpose|bit-complement|bit-reverse|bit-rotation|shuffle|tornado|neighbour|asymmetric|hotspot|random-permutation|permutation|matrix)
  Value pattern;
  /// when packets are created; a burst has CYCLES (100) on average, and the load PEAK (1) [bernoulli]
  /// (bernoulli|bursty[:CYCLES[:PEAK]]|periodic[:aligned])
  Value process;
  /// offered load in flits/node/cycle: 0.1,0.2 or 0.05:0.5:0.05 [0.1] (LOADS)
  Value load;
  /// flits of every packet, head included (default: 8) (FLITS)
  Value packet_flits;
  /// packets of several lengths: 1,9 or with weights 1:0.8,9:0.2 (LIST)
  Value lengths;
  /// every packet is a request, and its destination replies with packets of these lengths (LIST)
  Value reply_lengths;
  /// most requests of a node without a reply (default: any number) (N)
  Value outstanding;
  /// from a request's arrival to its reply (default: 0) (CYCLES)
  Value service;
  /// single packets, each with its cycle, on a line of CYCLE SRC DST [FLITS] (FILE)
  Value list;
  /// several classes: "name=a lengths=1 weight=3; name=b pattern=tornado load=0.05" (CLASSES)
  Value classes;
  /// with --route-orders 2, how a packet's order is chosen; turns and credits mix those of a pair of nodes
  /// [hash] (hash|turns|credits|ascending)
  Value orders;
  /// cycles before measuring; auto: until the network is steady [1000] (CYCLES|auto)
  Value warmup;
  /// cycles measured [10000] (CYCLES)
  Value measure;
  /// measure until the 95 % confidence interval of the mean latency is within ± PERCENT (PERCENT)
  Value confidence;
  /// most cycles measured with --confidence [1000000] (CYCLES)
  Value max_measure;
  /// most cycles to wait for the last packet [100000] (CYCLES)
  Value drain;
  /// instead of --load: find the saturation by bisection
  bool saturation = false;
  /// what simulates the nodes; lockstep: both, compared; netlist: gates [model]
  /// (model|rtl|rtl:verilated|rtl:sliced|lockstep|lockstep:verilated|lockstep:sliced|mixed|netlist|netlist-lockstep)
  Value backend;
  /// backend mixed: RTL nodes, 0-7,12 or checkerboard [checkerboard] (RANKS)
  Value rtl_nodes;
  /// whose clock it is. Results do not depend on it [plain] (plain|systemc)
  Value kernel;
  /// kernel systemc: what is a module, the network or each node with its pins [fabric] (fabric|pins)
  Value systemc;
  /// seed of payload and traffic [1] (N)
  Value seed;
  /// threads of the simulator, at most; one where that is faster. Results do not depend on it [1] (N)
  Value threads;
  /// the model computes each node by itself, never 64 together. Results do not depend on it
  bool node_by_node = false;
  /// say on stderr how the network was computed, and why not faster
  bool explain_speed = false;
  /// give up after this many cycles [100000000] (N)
  Value max_cycles;
  /// energy of the network, by event
  bool energy = false;
  /// latency of every pair of nodes, in the JSON
  bool per_pair = false;
  /// use of every link, in the JSON
  bool per_link = false;
  /// TOML file with the same settings (FILE)
  Value config;
  /// Further keys of a configuration file.
  Keys set;
  /// Their names and values.
  NamedSettings named() const {
    return detail::Named()
        .setting("topology", topology)
        .setting("nic", nic)
        .setting("hardware", hardware)
        .setting("vcs", vcs)
        .setting("vc_depth", vc_depth)
        .setting("flit_bits", flit_bits)
        .setting("max_packet_flits", max_packet_flits)
        .setting("hop_cycles", hop_cycles)
        .setting("switching", switching)
        .setting("route_orders", route_orders)
        .setting("sequencer", sequencer)
        .setting("accumulate", accumulate)
        .setting("float_sums", float_sums)
        .setting("multicast", multicast)
        .setting("vc_reads", vc_reads)
        .setting("pattern", pattern)
        .setting("process", process)
        .setting("load", load)
        .setting("packet_flits", packet_flits)
        .setting("lengths", lengths)
        .setting("reply_lengths", reply_lengths)
        .setting("outstanding", outstanding)
        .setting("service", service)
        .setting("list", list)
        .setting("classes", classes)
        .setting("orders", orders)
        .setting("warmup", warmup)
        .setting("measure", measure)
        .setting("confidence", confidence)
        .setting("max_measure", max_measure)
        .setting("drain", drain)
        .flag("saturation", saturation)
        .setting("backend", backend)
        .setting("rtl_nodes", rtl_nodes)
        .setting("kernel", kernel)
        .setting("systemc", systemc)
        .setting("seed", seed)
        .setting("threads", threads)
        .flag("node_by_node", node_by_node)
        .flag("explain_speed", explain_speed)
        .setting("max_cycles", max_cycles)
        .flag("energy", energy)
        .flag("per_pair", per_pair)
        .flag("per_link", per_link)
        .setting("config", config)
        .keys(set)
        .take();
  }
};

/// Settings of replay(): send the messages of a trace, each after those that it waits for.
struct ReplaySettings {
  /// messages, one JSON object per line
  Value trace;
  /// successive lines that are in memory, and may be in the network [1000000] (LINES)
  Value window;
  /// network; see `collnoc list topologies` [mesh:8x8] (KIND:SIZES)
  Value topology;
  /// one channel between NIC and router, or one for each link [one-port] (one-port|all-port)
  Value nic;
  /// named hardware; other options override its parameters [default]
  /// (default|small|throughput|collectives|all-port)
  Value hardware;
  /// virtual channels per link, 1 to 4; the default on star graphs is 2, 3 or 4 [2] (N)
  Value vcs;
  /// buffer depth of a virtual channel in flits, 2 to 64 [4] (FLITS)
  Value vc_depth;
  /// data bits per flit: 64, 128, 256 or 512 [64] (BITS)
  Value flit_bits;
  /// longest packet in flits, including the head flit, 2 to 256 [32] (FLITS)
  Value max_packet_flits;
  /// cycles per hop, 1 to 5: each after the first is a register in the link, for long wires [1] (N)
  Value hop_cycles;
  /// wormhole, cut-through or store-and-forward [wormhole] (wormhole|cut-through|store-and-forward)
  Value switching;
  /// orders of dimensions that a message can choose from: 1, or 2 (x first or x last) [1] (N)
  Value route_orders;
  /// a sequencer in the NIC, which performs plans without software, with one context per channel [off]
  /// (on|off)
  Value sequencer;
  /// puts that combine with the destination's memory: sum, minimum, maximum, and, or, xor of integers [off]
  /// (on|off)
  Value accumulate;
  /// with accumulation, also sums of IEEE single precision; puts that combine take two cycles more [off]
  /// (on|off)
  Value float_sums;
  /// puts to every node of a box: routers copy packets [off] (on|off)
  Value multicast;
  /// a router reads every virtual channel of an input port in a cycle, not one of them (of four, two) [off]
  /// (on|off)
  Value vc_reads;
  /// what simulates the nodes; lockstep: both, compared; netlist: gates [model]
  /// (model|rtl|rtl:verilated|rtl:sliced|lockstep|lockstep:verilated|lockstep:sliced|mixed|netlist|netlist-lockstep)
  Value backend;
  /// backend mixed: RTL nodes, 0-7,12 or checkerboard [checkerboard] (RANKS)
  Value rtl_nodes;
  /// whose clock it is. Results do not depend on it [plain] (plain|systemc)
  Value kernel;
  /// kernel systemc: what is a module, the network or each node with its pins [fabric] (fabric|pins)
  Value systemc;
  /// seed of payload and traffic [1] (N)
  Value seed;
  /// threads of the simulator, at most; one where that is faster. Results do not depend on it [1] (N)
  Value threads;
  /// the model computes each node by itself, never 64 together. Results do not depend on it
  bool node_by_node = false;
  /// say on stderr how the network was computed, and why not faster
  bool explain_speed = false;
  /// give up after this many cycles [100000000] (N)
  Value max_cycles;
  /// energy of the network, by event
  bool energy = false;
  /// latency of every pair of nodes, in the JSON
  bool per_pair = false;
  /// use of every link, in the JSON
  bool per_link = false;
  /// TOML file with the same settings (FILE)
  Value config;
  /// Further keys of a configuration file.
  Keys set;
  /// Their names and values.
  NamedSettings named() const {
    return detail::Named()
        .setting("trace", trace)
        .setting("window", window)
        .setting("topology", topology)
        .setting("nic", nic)
        .setting("hardware", hardware)
        .setting("vcs", vcs)
        .setting("vc_depth", vc_depth)
        .setting("flit_bits", flit_bits)
        .setting("max_packet_flits", max_packet_flits)
        .setting("hop_cycles", hop_cycles)
        .setting("switching", switching)
        .setting("route_orders", route_orders)
        .setting("sequencer", sequencer)
        .setting("accumulate", accumulate)
        .setting("float_sums", float_sums)
        .setting("multicast", multicast)
        .setting("vc_reads", vc_reads)
        .setting("backend", backend)
        .setting("rtl_nodes", rtl_nodes)
        .setting("kernel", kernel)
        .setting("systemc", systemc)
        .setting("seed", seed)
        .setting("threads", threads)
        .flag("node_by_node", node_by_node)
        .flag("explain_speed", explain_speed)
        .setting("max_cycles", max_cycles)
        .flag("energy", energy)
        .flag("per_pair", per_pair)
        .flag("per_link", per_link)
        .setting("config", config)
        .keys(set)
        .take();
  }
};

/// Settings of check(): prove a schedule: delivery, port model, link sharing, freedom from deadlock.
struct CheckSettings {
  /// broadcast, total-exchange (or all-to-all), all-to-all-broadcast (or all-gather), scatter, gather,
  /// barrier, reduce, reduce-scatter, all-reduce
  Value collective;
  /// comma-separated names; all: every one that applies; auto: the fastest known; file:S.json: a schedule
  /// from a file [auto] (NAMES)
  Value algorithm;
  /// 1024, 1K, 64,4K, 64:64K:4x; of a broadcast's message, of a total exchange's block per pair, of an
  /// all-to-all broadcast's block per rank, of a scatter's block per rank, of a gather's block per rank, of a
  /// reduce's vector, of a reduce-scatter's block per rank, of an all-reduce's vector [1K] (SIZES)
  Value bytes;
  /// rank, coordinates 3,5, all, or best: the least total distance to all others [0] (RANK)
  Value root;
  /// of reduce, all-reduce, reduce-scatter [sum] (sum|min|max|and|or|xor)
  Value op;
  /// of their elements [u32] (u32|i32|u64|i64|f32)
  Value type;
  /// network; see `collnoc list topologies` [mesh:8x8] (KIND:SIZES)
  Value topology;
  /// one channel between NIC and router, or one for each link [one-port] (one-port|all-port)
  Value nic;
  /// named hardware; other options override its parameters [default]
  /// (default|small|throughput|collectives|all-port)
  Value hardware;
  /// virtual channels per link, 1 to 4; the default on star graphs is 2, 3 or 4 [2] (N)
  Value vcs;
  /// buffer depth of a virtual channel in flits, 2 to 64 [4] (FLITS)
  Value vc_depth;
  /// data bits per flit: 64, 128, 256 or 512 [64] (BITS)
  Value flit_bits;
  /// longest packet in flits, including the head flit, 2 to 256 [32] (FLITS)
  Value max_packet_flits;
  /// cycles per hop, 1 to 5: each after the first is a register in the link, for long wires [1] (N)
  Value hop_cycles;
  /// wormhole, cut-through or store-and-forward [wormhole] (wormhole|cut-through|store-and-forward)
  Value switching;
  /// orders of dimensions that a message can choose from: 1, or 2 (x first or x last) [1] (N)
  Value route_orders;
  /// a sequencer in the NIC, which performs plans without software, with one context per channel [off]
  /// (on|off)
  Value sequencer;
  /// puts that combine with the destination's memory: sum, minimum, maximum, and, or, xor of integers [off]
  /// (on|off)
  Value accumulate;
  /// with accumulation, also sums of IEEE single precision; puts that combine take two cycles more [off]
  /// (on|off)
  Value float_sums;
  /// puts to every node of a box: routers copy packets [off] (on|off)
  Value multicast;
  /// a router reads every virtual channel of an input port in a cycle, not one of them (of four, two) [off]
  /// (on|off)
  Value vc_reads;
  /// TOML file with the same settings (FILE)
  Value config;
  /// Further keys of a configuration file.
  Keys set;
  /// Their names and values.
  NamedSettings named() const {
    return detail::Named()
        .setting("collective", collective)
        .setting("algorithm", algorithm)
        .setting("bytes", bytes)
        .setting("root", root)
        .setting("op", op)
        .setting("type", type)
        .setting("topology", topology)
        .setting("nic", nic)
        .setting("hardware", hardware)
        .setting("vcs", vcs)
        .setting("vc_depth", vc_depth)
        .setting("flit_bits", flit_bits)
        .setting("max_packet_flits", max_packet_flits)
        .setting("hop_cycles", hop_cycles)
        .setting("switching", switching)
        .setting("route_orders", route_orders)
        .setting("sequencer", sequencer)
        .setting("accumulate", accumulate)
        .setting("float_sums", float_sums)
        .setting("multicast", multicast)
        .setting("vc_reads", vc_reads)
        .setting("config", config)
        .keys(set)
        .take();
  }
};

/// Settings of schedule(): print the static schedule as a table, JSON or a drawing.
struct ScheduleSettings {
  /// broadcast, total-exchange (or all-to-all), all-to-all-broadcast (or all-gather), scatter, gather,
  /// barrier, reduce, reduce-scatter, all-reduce
  Value collective;
  /// comma-separated names; all: every one that applies; auto: the fastest known; file:S.json: a schedule
  /// from a file [auto] (NAMES)
  Value algorithm;
  /// 1024, 1K, 64,4K, 64:64K:4x; of a broadcast's message, of a total exchange's block per pair, of an
  /// all-to-all broadcast's block per rank, of a scatter's block per rank, of a gather's block per rank, of a
  /// reduce's vector, of a reduce-scatter's block per rank, of an all-reduce's vector [1K] (SIZES)
  Value bytes;
  /// rank, coordinates 3,5, all, or best: the least total distance to all others [0] (RANK)
  Value root;
  /// of reduce, all-reduce, reduce-scatter [sum] (sum|min|max|and|or|xor)
  Value op;
  /// of their elements [u32] (u32|i32|u64|i64|f32)
  Value type;
  /// network; see `collnoc list topologies` [mesh:8x8] (KIND:SIZES)
  Value topology;
  /// one channel between NIC and router, or one for each link [one-port] (one-port|all-port)
  Value nic;
  /// named hardware; other options override its parameters [default]
  /// (default|small|throughput|collectives|all-port)
  Value hardware;
  /// virtual channels per link, 1 to 4; the default on star graphs is 2, 3 or 4 [2] (N)
  Value vcs;
  /// buffer depth of a virtual channel in flits, 2 to 64 [4] (FLITS)
  Value vc_depth;
  /// data bits per flit: 64, 128, 256 or 512 [64] (BITS)
  Value flit_bits;
  /// longest packet in flits, including the head flit, 2 to 256 [32] (FLITS)
  Value max_packet_flits;
  /// cycles per hop, 1 to 5: each after the first is a register in the link, for long wires [1] (N)
  Value hop_cycles;
  /// wormhole, cut-through or store-and-forward [wormhole] (wormhole|cut-through|store-and-forward)
  Value switching;
  /// orders of dimensions that a message can choose from: 1, or 2 (x first or x last) [1] (N)
  Value route_orders;
  /// a sequencer in the NIC, which performs plans without software, with one context per channel [off]
  /// (on|off)
  Value sequencer;
  /// puts that combine with the destination's memory: sum, minimum, maximum, and, or, xor of integers [off]
  /// (on|off)
  Value accumulate;
  /// with accumulation, also sums of IEEE single precision; puts that combine take two cycles more [off]
  /// (on|off)
  Value float_sums;
  /// puts to every node of a box: routers copy packets [off] (on|off)
  Value multicast;
  /// a router reads every virtual channel of an input port in a cycle, not one of them (of four, two) [off]
  /// (on|off)
  Value vc_reads;
  /// write the plans of all ranks for the NICs' sequencers as a C++ header FILE.hpp (FILE.hpp)
  Value plan;
  /// draw the network with the steps in which nodes receive; with FILE.svg: every step, as pictures
  /// ([FILE.svg])
  Value draw;
  /// TOML file with the same settings (FILE)
  Value config;
  /// Further keys of a configuration file.
  Keys set;
  /// Their names and values.
  NamedSettings named() const {
    return detail::Named()
        .setting("collective", collective)
        .setting("algorithm", algorithm)
        .setting("bytes", bytes)
        .setting("root", root)
        .setting("op", op)
        .setting("type", type)
        .setting("topology", topology)
        .setting("nic", nic)
        .setting("hardware", hardware)
        .setting("vcs", vcs)
        .setting("vc_depth", vc_depth)
        .setting("flit_bits", flit_bits)
        .setting("max_packet_flits", max_packet_flits)
        .setting("hop_cycles", hop_cycles)
        .setting("switching", switching)
        .setting("route_orders", route_orders)
        .setting("sequencer", sequencer)
        .setting("accumulate", accumulate)
        .setting("float_sums", float_sums)
        .setting("multicast", multicast)
        .setting("vc_reads", vc_reads)
        .setting("plan", plan)
        .setting("draw", draw)
        .setting("config", config)
        .keys(set)
        .take();
  }
};

/// Settings of sweep(): run a command at every point of a grid, and continue where it was stopped.
struct SweepSettings {
  /// TOML: command, [options] of every point, [grid] of lists
  Value file;
  /// folder of results.jsonl and results.csv [sweep-results] (DIR)
  Value output;
  /// points at the same time (default: processors) (N)
  Value jobs;
  /// only every N-th point, from the I-th on (I/N)
  Value shard;
  /// run nothing; collect the points of these folders (DIRS)
  Value merge;
  /// Their names and values.
  NamedSettings named() const {
    return detail::Named()
        .setting("file", file)
        .setting("output", output)
        .setting("jobs", jobs)
        .setting("shard", shard)
        .setting("merge", merge)
        .take();
  }
};

/// Settings of tune(): measure which algorithm is the fastest, for --algorithm auto.
struct TuneSettings {
  /// comma list
  /// [broadcast,total-exchange,all-to-all-broadcast,scatter,gather,barrier,reduce,reduce-scatter,all-reduce]
  /// (NAMES)
  Value collective;
  /// comma list [mesh:4x4,mesh:8x8,torus:4x4,torus:8x8,torus:4x4x4,hypercube:6,ghc:4x4,star:4] (NAMES)
  Value topology;
  /// comma list [one-port,all-port] (NAMES)
  Value nic;
  /// sizes [messages 8,64,512,4K,32K, blocks 8,64,512] (SIZES)
  Value bytes;
  /// of the executor native, comma list [0,100,1000] (LIST)
  Value startup_cycles;
  /// comma list [native,nic] (NAMES)
  Value executor;
  /// hardware without and with it, comma list [off,on] (WORDS)
  Value multicast;
  /// the table; the program is built with sim/tune/tuned.json [sim/tune/tuned.json] (FILE)
  Value output;
  /// Their names and values.
  NamedSettings named() const {
    return detail::Named()
        .setting("collective", collective)
        .setting("topology", topology)
        .setting("nic", nic)
        .setting("bytes", bytes)
        .setting("startup_cycles", startup_cycles)
        .setting("executor", executor)
        .setting("multicast", multicast)
        .setting("output", output)
        .take();
  }
};

/// Settings of regress(): compare every cycle count with its baseline.
struct RegressSettings {
  /// make the numbers of this build the baseline
  bool update = false;
  /// run only the cases whose id matches (GLOB)
  Value only;
  /// comma list of model, rtl, lockstep, netlist, netlist-lockstep [model,rtl] (NAMES)
  Value backend;
  /// folder of matrix.toml and *.jsonl [tests/baselines] (DIR)
  Value baselines;
  /// write JUnit XML (FILE)
  Value junit;
  /// write a Markdown summary (FILE)
  Value markdown;
  /// write the cycles as JSON for github-action-benchmark (customSmallerIsBetter) (FILE)
  Value benchmark;
  /// write the results of all runs, for `collnoc report` (FILE)
  Value json;
  /// Their names and values.
  NamedSettings named() const {
    return detail::Named()
        .flag("update", update)
        .setting("only", only)
        .setting("backend", backend)
        .setting("baselines", baselines)
        .setting("junit", junit)
        .setting("markdown", markdown)
        .setting("benchmark", benchmark)
        .setting("json", json)
        .take();
  }
};

/// Settings of report(): one page with pictures of results, for a browser.
struct ReportSettings {
  /// JSON of run, traffic, replay, schedule, tune; timelines; folders of sweeps (FILE)
  Value file;
  /// the page [report.html] (FILE)
  Value output;
  /// of the page (default: names of the files)
  Value title;
  /// Their names and values.
  NamedSettings named() const {
    return detail::Named().many("file", file).setting("output", output).setting("title", title).take();
  }
};

/// Settings of synthesize(): make a schedule for one network, as a file.
struct SynthesizeSettings {
  /// any but barrier
  Value collective;
  /// the network [mesh:8x8] (KIND:SIZES)
  Value topology;
  /// of a message or block [1024] (SIZE)
  Value bytes;
  /// where the collective has one: rank, coordinates 3,5, or best [0] (RANK)
  Value root;
  /// search, or product: a total exchange by Algorithm A2 (one-port) or A3 (all-port) of Dimakopoulos &
  /// Dimopoulos, one message per pair and one hop per step [search] (search|product)
  Value by;
  /// that performs it: with one port, a node sends one piece and gets one at a time [all-port]
  /// (one-port|all-port)
  Value nic;
  /// into which a block is cut, each with its own way [broadcast, reduce: four per link of a node; 1] (N)
  Value pieces;
  /// searches, of which the shortest schedule is kept [16] (N)
  Value tries;
  /// of the first search [1] (N)
  Value seed;
  /// the schedule, for --algorithm file:FILE (FILE)
  Value output;
  /// Their names and values.
  NamedSettings named() const {
    return detail::Named()
        .setting("collective", collective)
        .setting("topology", topology)
        .setting("bytes", bytes)
        .setting("root", root)
        .setting("by", by)
        .setting("nic", nic)
        .setting("pieces", pieces)
        .setting("tries", tries)
        .setting("seed", seed)
        .setting("output", output)
        .take();
  }
};

/// Settings of list(): list algorithms, topologies, patterns, hardware or nodes, or the numbers of a network.
struct ListSettings {
  /// algorithms, topologies, patterns, hardware, nodes, network
  /// (algorithms|topologies|patterns|hardware|nodes|network)
  Value what;
  /// of a graph: a SystemVerilog module of its tiles, switches and links, named as the file (FILE)
  Value verilog;
  /// of a graph: what software writes to its routing tables (FILE)
  Value routes;
  /// the network for BookSim2's anynet (FILE)
  Value anynet;
  /// network; see `collnoc list topologies` [mesh:8x8] (KIND:SIZES)
  Value topology;
  /// TOML file with the same settings (FILE)
  Value config;
  /// Further keys of a configuration file.
  Keys set;
  /// Their names and values.
  NamedSettings named() const {
    return detail::Named()
        .setting("what", what)
        .setting("verilog", verilog)
        .setting("routes", routes)
        .setting("anynet", anynet)
        .setting("topology", topology)
        .setting("config", config)
        .keys(set)
        .take();
  }
};

}  // namespace commands
}  // namespace collnoc

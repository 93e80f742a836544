// Written by python/generate from sim/run/results.toml; not to be edited. Fields are those of the JSON
// (docs/schemas).
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "collnoc/commands/call.hpp"

namespace collnoc {
inline namespace commands {

/// Documents and their parts.
namespace results {

/// The value of `context`.
struct Context {
  /// version of the program
  std::string version;
  /// the command line as typed
  std::string command;
  /// seed of payload and traffic
  std::uint64_t seed = 0;
  /// threads of the simulator
  std::uint64_t threads = 0;
  /// duration of the simulation in seconds
  double wall_seconds = 0;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "version", version);
    detail::Reader::member(json, "command", command);
    detail::Reader::member(json, "seed", seed);
    detail::Reader::member(json, "threads", threads);
    detail::Reader::member(json, "wall_seconds", wall_seconds);
  }
};

/// The value of `hardware`.
struct Hardware {
  /// virtual channels per link, 1 to 4; the default on star graphs is 2, 3 or 4
  std::uint64_t vcs = 0;
  /// buffer depth of a virtual channel in flits, 2 to 64
  std::uint64_t vc_depth_flits = 0;
  /// data bits per flit: 64, 128, 256 or 512
  std::uint64_t flit_bits = 0;
  /// longest packet in flits, including the head flit, 2 to 256
  std::uint64_t max_packet_flits = 0;
  /// cycles per hop, 1 to 5: each after the first is a register in the link, for long wires
  std::uint64_t hop_cycles = 0;
  /// wormhole, cut-through or store-and-forward
  std::string switching;
  /// orders of dimensions that a message can choose from: 1, or 2 (x first or x last)
  std::uint64_t route_orders = 0;
  /// a sequencer in the NIC, which performs plans without software, with one context per channel
  std::uint64_t sequencer = 0;
  /// puts that combine with the destination's memory: sum, minimum, maximum, and, or, xor of integers
  std::uint64_t accumulate = 0;
  /// with accumulation, also sums of IEEE single precision; puts that combine take two cycles more
  std::uint64_t float_sums = 0;
  /// puts to every node of a box: routers copy packets
  std::uint64_t multicast = 0;
  /// a router reads every virtual channel of an input port in a cycle, not one of them (of four, two)
  std::uint64_t vc_reads = 0;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "vcs", vcs);
    detail::Reader::member(json, "vc_depth_flits", vc_depth_flits);
    detail::Reader::member(json, "flit_bits", flit_bits);
    detail::Reader::member(json, "max_packet_flits", max_packet_flits);
    detail::Reader::member(json, "hop_cycles", hop_cycles);
    detail::Reader::member(json, "switching", switching);
    detail::Reader::member(json, "route_orders", route_orders);
    detail::Reader::member(json, "sequencer", sequencer);
    detail::Reader::member(json, "accumulate", accumulate);
    detail::Reader::member(json, "float_sums", float_sums);
    detail::Reader::member(json, "multicast", multicast);
    detail::Reader::member(json, "vc_reads", vc_reads);
  }
};

/// The value of `published`.
struct PaperTerms {
  /// start-ups
  double alpha = 0;
  /// message lengths
  double beta = 0;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "alpha", alpha);
    detail::Reader::member(json, "beta", beta);
  }
};

/// The value of `paper`.
struct Paper {
  /// start-ups
  double alpha = 0;
  /// message lengths
  double beta = 0;
  /// authors, section or equation, the formula
  std::string source;
  /// the paper's own terms, where this schedule costs something else
  std::optional<PaperTerms> published;
  /// segments per tree of a pipelined schedule
  std::optional<double> segments;
  /// number of segments with the least time if T_s is the time of one flit; inversely proportional to the
  /// square root of T_s
  std::optional<double> unit_startup_segments;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "alpha", alpha);
    detail::Reader::member(json, "beta", beta);
    detail::Reader::member(json, "source", source);
    detail::Reader::member(json, "published", published);
    detail::Reader::member(json, "segments", segments);
    detail::Reader::member(json, "unit_startup_segments", unit_startup_segments);
  }
};

/// The value of `stall_cycles`.
struct Stalls {
  /// no space in the next buffer
  std::uint64_t credit = 0;
  /// another flit was granted
  std::uint64_t arbitration = 0;
  /// the memory bank was busy
  std::uint64_t bank = 0;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "credit", credit);
    detail::Reader::member(json, "arbitration", arbitration);
    detail::Reader::member(json, "bank", bank);
  }
};

/// An element of `links`.
struct Link {
  /// node that drives the link
  std::uint64_t rank = 0;
  /// for example +x
  std::string link;
  /// flits over the link
  std::uint64_t flits = 0;
  /// cycles in which a flit was ready and the next buffer had no space
  std::uint64_t credit_stalls = 0;
  /// cycles in which a flit was ready and another one was granted
  std::uint64_t arbitration_stalls = 0;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "rank", rank);
    detail::Reader::member(json, "link", link);
    detail::Reader::member(json, "flits", flits);
    detail::Reader::member(json, "credit_stalls", credit_stalls);
    detail::Reader::member(json, "arbitration_stalls", arbitration_stalls);
  }
};

/// An element of `tiles`.
struct Tile {
  /// the tile
  std::uint64_t rank = 0;
  /// cycles in which a flit was ready to be injected and the buffer had no space
  std::uint64_t credit_stalls = 0;
  /// cycles in which a flit was ready to be ejected and another one was granted
  std::uint64_t arbitration_stalls = 0;
  /// cycles in which the NIC waited for the memory
  std::uint64_t bank_stalls = 0;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "rank", rank);
    detail::Reader::member(json, "credit_stalls", credit_stalls);
    detail::Reader::member(json, "arbitration_stalls", arbitration_stalls);
    detail::Reader::member(json, "bank_stalls", bank_stalls);
  }
};

/// The value of `events`.
struct Events {
  /// cycles, summed over the nodes
  std::uint64_t node_cycles = 0;
  /// flits written into buffers of routers
  std::uint64_t buffered_flits = 0;
  /// flits through crossbars
  std::uint64_t switched_flits = 0;
  /// flits over links
  std::uint64_t link_flits = 0;
  /// flits that NICs sent
  std::uint64_t injected_flits = 0;
  /// flits that NICs received
  std::uint64_t ejected_flits = 0;
  /// messages sent
  std::uint64_t messages = 0;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "node_cycles", node_cycles);
    detail::Reader::member(json, "buffered_flits", buffered_flits);
    detail::Reader::member(json, "switched_flits", switched_flits);
    detail::Reader::member(json, "link_flits", link_flits);
    detail::Reader::member(json, "injected_flits", injected_flits);
    detail::Reader::member(json, "ejected_flits", ejected_flits);
    detail::Reader::member(json, "messages", messages);
  }
};

/// The value of `energy`.
struct SpentEnergy {
  /// always "pJ"
  std::string unit;
  /// flits written into buffers
  double buffer_write = 0;
  /// flits read from buffers
  double buffer_read = 0;
  /// flits through crossbars
  double crossbar = 0;
  /// outputs allocated
  double arbitration = 0;
  /// flits over links
  double link = 0;
  /// flits that NICs sent
  double nic_send = 0;
  /// flits that NICs received
  double nic_receive = 0;
  /// messages
  double message = 0;
  /// sum of these
  double dynamic = 0;
  /// the clock of all nodes
  double clock = 0;
  /// leakage of all nodes
  double leakage = 0;
  /// clock at which the leakage of a cycle was computed, in MHz
  double clock_mhz = 0;
  /// what was counted
  Events events;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "unit", unit);
    detail::Reader::member(json, "buffer_write", buffer_write);
    detail::Reader::member(json, "buffer_read", buffer_read);
    detail::Reader::member(json, "crossbar", crossbar);
    detail::Reader::member(json, "arbitration", arbitration);
    detail::Reader::member(json, "link", link);
    detail::Reader::member(json, "nic_send", nic_send);
    detail::Reader::member(json, "nic_receive", nic_receive);
    detail::Reader::member(json, "message", message);
    detail::Reader::member(json, "dynamic", dynamic);
    detail::Reader::member(json, "clock", clock);
    detail::Reader::member(json, "leakage", leakage);
    detail::Reader::member(json, "clock_mhz", clock_mhz);
    detail::Reader::member(json, "events", events);
  }
};

/// The value of `startup_cycles`.
struct Startup {
  /// minimum
  std::uint64_t minimum = 0;
  /// median
  std::uint64_t median = 0;
  /// maximum
  std::uint64_t maximum = 0;
  /// number of measured messages
  std::uint64_t messages = 0;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "minimum", minimum);
    detail::Reader::member(json, "median", median);
    detail::Reader::member(json, "maximum", maximum);
    detail::Reader::member(json, "messages", messages);
  }
};

/// The value of `cycles`.
struct UseOfCycles {
  /// an instruction completes
  std::uint64_t instruction = 0;
  /// waits for the word loaded one cycle before
  std::uint64_t load_use = 0;
  /// fetches where a jump or branch went, which fetch did not expect
  std::uint64_t branch = 0;
  /// waits for the product of the cycle before
  std::uint64_t multiply = 0;
  /// computes a quotient or remainder
  std::uint64_t divide = 0;
  /// waits until the NIC takes a put
  std::uint64_t put = 0;
  /// has no instruction: after reset, or because a constant was read from program memory
  std::uint64_t fetch = 0;
  /// a trap
  std::uint64_t trap = 0;
  /// sleeps until an arrival
  std::uint64_t asleep = 0;
  /// after the end of the program
  std::uint64_t ended = 0;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "instruction", instruction);
    detail::Reader::member(json, "load_use", load_use);
    detail::Reader::member(json, "branch", branch);
    detail::Reader::member(json, "multiply", multiply);
    detail::Reader::member(json, "divide", divide);
    detail::Reader::member(json, "put", put);
    detail::Reader::member(json, "fetch", fetch);
    detail::Reader::member(json, "trap", trap);
    detail::Reader::member(json, "asleep", asleep);
    detail::Reader::member(json, "ended", ended);
  }
};

/// An element of `profile_per_rank`.
struct Function {
  /// name as in the program
  std::string function;
  /// number of calls
  std::uint64_t calls = 0;
  /// what the cycles were used for
  UseOfCycles cycles;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "function", function);
    detail::Reader::member(json, "calls", calls);
    detail::Reader::member(json, "cycles", cycles);
  }
};

/// The value of `rv32`.
struct Rv32 {
  /// instructions of each tile from its first MARK 1 to its last MARK 2
  std::vector<std::uint64_t> instructions_per_rank;
  /// T_s: cycles from the call of put to the head flit on a link, for messages that found the NIC idle; null
  /// if there was none
  std::optional<Startup> startup_cycles;
  /// lockstep: number of cycles compared, summed over processors; otherwise 0
  std::uint64_t processor_cycles_compared = 0;
  /// only with --profile: for each rank, its functions, those with the most cycles first; cycles without
  /// callees
  std::optional<std::vector<std::vector<Function>>> profile_per_rank;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "instructions_per_rank", instructions_per_rank);
    detail::Reader::member(json, "startup_cycles", startup_cycles);
    detail::Reader::member(json, "processor_cycles_compared", processor_cycles_compared);
    detail::Reader::member(json, "profile_per_rank", profile_per_rank);
  }
};

/// An element of `runs`.
struct Run {
  /// collective/algorithm/topology/nic/bytes, then, where it is not the default: /OP, /TYPE, /orders-N,
  /// /root-R, /rv32, /executor-nic
  std::string id;
  /// one of broadcast, total-exchange, all-to-all-broadcast, scatter, gather, barrier, reduce,
  /// reduce-scatter, all-reduce
  std::string collective;
  /// name of the algorithm
  std::string algorithm;
  /// for example mesh:8x8
  std::string topology;
  /// one of one-port, all-port
  std::string nic;
  /// bytes of the message; total exchange: of each pair; all-to-all broadcast: of each rank's block
  std::uint64_t bytes = 0;
  /// rank of the root, where the collective has one
  std::uint64_t root = 0;
  /// one of model, rtl, rtl:verilated, rtl:sliced, lockstep, lockstep:verilated, lockstep:sliced, mixed,
  /// netlist, netlist-lockstep
  std::string backend;
  /// one of native, rv32
  std::string firmware;
  /// who performs the schedule: software, or the NIC's sequencer; one of native, nic
  std::string executor;
  /// software cost of one send
  std::uint64_t startup_cycles = 0;
  /// all ranks start each step together
  bool step_barrier = false;
  Hardware hardware;
  /// steps of the schedule
  std::uint64_t steps = 0;
  /// start-ups on the critical path
  std::uint64_t alpha = 0;
  /// message lengths on the critical path, in units of the message
  double beta = 0;
  /// closed form of the paper for this case; null if there is none
  std::optional<Paper> paper;
  /// cycles from the start until the last tile has completed
  std::uint64_t cycles = 0;
  /// T_s alpha + T_c beta L
  std::uint64_t predicted_cycles = 0;
  /// lower bound that the hardware sets for every schedule
  std::uint64_t bound_cycles = 0;
  /// messages sent
  std::uint64_t messages = 0;
  /// number of links passed, summed over all messages
  std::uint64_t message_hops = 0;
  /// number of links passed, summed over all flits
  std::uint64_t flit_hops = 0;
  /// flits over the busiest link
  std::uint64_t peak_link_flits = 0;
  /// cycles in which a flit or memory access was ready but could not advance, summed over all links and
  /// channels
  Stalls stall_cycles;
  /// cycle in which each rank completed
  std::vector<std::uint64_t> finish_cycle_per_rank;
  /// bytes checked at all destinations
  std::uint64_t bytes_checked = 0;
  /// checked bytes that are wrong
  std::uint64_t bytes_wrong = 0;
  /// link-cycles in which RTL and model differ: always 0, since the first difference ends a run without a
  /// result
  std::uint64_t mismatches = 0;
  /// lockstep: number of link-cycles compared; otherwise 0
  std::uint64_t link_cycles_compared = 0;
  /// only of reduce, reduce-scatter, all-reduce; one of sum, min, max, and, or, xor
  std::optional<std::string> op;
  /// of the elements; only of reduce, reduce-scatter, all-reduce; one of u32, i32, u64, i64, f32
  std::optional<std::string> type;
  /// with --per-link: every link
  std::optional<std::vector<Link>> links;
  /// with --per-link: every tile, between its router, NIC and memory
  std::optional<std::vector<Tile>> tiles;
  /// with --energy; in pJ, for random data
  std::optional<SpentEnergy> energy;
  /// present only with firmware rv32
  std::optional<Rv32> rv32;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "id", id);
    detail::Reader::member(json, "collective", collective);
    detail::Reader::member(json, "algorithm", algorithm);
    detail::Reader::member(json, "topology", topology);
    detail::Reader::member(json, "nic", nic);
    detail::Reader::member(json, "bytes", bytes);
    detail::Reader::member(json, "root", root);
    detail::Reader::member(json, "backend", backend);
    detail::Reader::member(json, "firmware", firmware);
    detail::Reader::member(json, "executor", executor);
    detail::Reader::member(json, "startup_cycles", startup_cycles);
    detail::Reader::member(json, "step_barrier", step_barrier);
    detail::Reader::member(json, "hardware", hardware);
    detail::Reader::member(json, "steps", steps);
    detail::Reader::member(json, "alpha", alpha);
    detail::Reader::member(json, "beta", beta);
    detail::Reader::member(json, "paper", paper);
    detail::Reader::member(json, "cycles", cycles);
    detail::Reader::member(json, "predicted_cycles", predicted_cycles);
    detail::Reader::member(json, "bound_cycles", bound_cycles);
    detail::Reader::member(json, "messages", messages);
    detail::Reader::member(json, "message_hops", message_hops);
    detail::Reader::member(json, "flit_hops", flit_hops);
    detail::Reader::member(json, "peak_link_flits", peak_link_flits);
    detail::Reader::member(json, "stall_cycles", stall_cycles);
    detail::Reader::member(json, "finish_cycle_per_rank", finish_cycle_per_rank);
    detail::Reader::member(json, "bytes_checked", bytes_checked);
    detail::Reader::member(json, "bytes_wrong", bytes_wrong);
    detail::Reader::member(json, "mismatches", mismatches);
    detail::Reader::member(json, "link_cycles_compared", link_cycles_compared);
    detail::Reader::member(json, "op", op);
    detail::Reader::member(json, "type", type);
    detail::Reader::member(json, "links", links);
    detail::Reader::member(json, "tiles", tiles);
    detail::Reader::member(json, "energy", energy);
    detail::Reader::member(json, "rv32", rv32);
  }
};

/// An element of `left_out`.
struct LeftOut {
  /// name
  std::string algorithm;
  /// why it does not run
  std::string reason;
  /// name of the algorithm that runs in its place; absent: none
  std::optional<std::string> instead;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "algorithm", algorithm);
    detail::Reader::member(json, "reason", reason);
    detail::Reader::member(json, "instead", instead);
  }
};

/// The value of `marked`.
struct Marked {
  /// from the first begin on any rank to the last end on any rank
  std::uint64_t cycles = 0;
  /// cycle of the first mark_begin of each rank; null if there is none
  std::vector<std::optional<std::uint64_t>> begin_cycle_per_rank;
  /// cycle of the last mark_end of each rank; null if there is none
  std::vector<std::optional<std::uint64_t>> end_cycle_per_rank;
  /// instructions between the marks; 0 if one is missing
  std::vector<std::uint64_t> instructions_per_rank;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "cycles", cycles);
    detail::Reader::member(json, "begin_cycle_per_rank", begin_cycle_per_rank);
    detail::Reader::member(json, "end_cycle_per_rank", end_cycle_per_rank);
    detail::Reader::member(json, "instructions_per_rank", instructions_per_rank);
  }
};

/// The value of `program`.
struct Program {
  /// name of the ELF file, without its folder
  std::string file;
  /// for example mesh:8x8
  std::string topology;
  /// one of one-port, all-port
  std::string nic;
  /// implementation of nodes and processors; one of model, rtl, rtl:verilated, rtl:sliced, lockstep,
  /// lockstep:verilated, lockstep:sliced, mixed
  std::string backend;
  /// memory of each tile in bytes
  std::uint64_t memory_bytes = 0;
  Hardware hardware;
  /// cycles until the program of the last tile ended
  std::uint64_t cycles = 0;
  /// number of links passed, summed over all flits
  std::uint64_t flit_hops = 0;
  /// of each rank's program; 0 is success
  std::vector<std::uint64_t> exit_code_per_rank;
  /// cycle in which the program of each rank ended
  std::vector<std::uint64_t> finish_cycle_per_rank;
  /// instructions of each rank since reset
  std::vector<std::uint64_t> instructions_per_rank;
  /// the part between mark_begin and mark_end; null if no tile marks both
  std::optional<Marked> marked;
  /// link-cycles in which RTL and model differ: always 0, since the first difference ends a run without a
  /// result
  std::uint64_t mismatches = 0;
  /// lockstep: number of link-cycles compared; otherwise 0
  std::uint64_t link_cycles_compared = 0;
  /// lockstep: number of cycles compared, summed over processors; otherwise 0
  std::uint64_t processor_cycles_compared = 0;
  /// with --per-link: every link
  std::optional<std::vector<Link>> links;
  /// with --per-link: every tile, between its router, NIC and memory
  std::optional<std::vector<Tile>> tiles;
  /// with --energy; in pJ, for random data
  std::optional<SpentEnergy> energy;
  /// only with --profile: for each rank, its functions, those with the most cycles first; cycles without
  /// callees
  std::optional<std::vector<std::vector<Function>>> profile_per_rank;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "file", file);
    detail::Reader::member(json, "topology", topology);
    detail::Reader::member(json, "nic", nic);
    detail::Reader::member(json, "backend", backend);
    detail::Reader::member(json, "memory_bytes", memory_bytes);
    detail::Reader::member(json, "hardware", hardware);
    detail::Reader::member(json, "cycles", cycles);
    detail::Reader::member(json, "flit_hops", flit_hops);
    detail::Reader::member(json, "exit_code_per_rank", exit_code_per_rank);
    detail::Reader::member(json, "finish_cycle_per_rank", finish_cycle_per_rank);
    detail::Reader::member(json, "instructions_per_rank", instructions_per_rank);
    detail::Reader::member(json, "marked", marked);
    detail::Reader::member(json, "mismatches", mismatches);
    detail::Reader::member(json, "link_cycles_compared", link_cycles_compared);
    detail::Reader::member(json, "processor_cycles_compared", processor_cycles_compared);
    detail::Reader::member(json, "links", links);
    detail::Reader::member(json, "tiles", tiles);
    detail::Reader::member(json, "energy", energy);
    detail::Reader::member(json, "profile_per_rank", profile_per_rank);
  }
};

/// An element of `lengths`.
struct Length {
  /// flits per packet, including the head
  std::uint64_t flits = 0;
  /// part of the packets
  double weight = 0;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "flits", flits);
    detail::Reader::member(json, "weight", weight);
  }
};

/// The value of `replies`.
struct Replies {
  /// of the replies
  std::vector<Length> lengths;
  /// from the arrival of a request to the creation of its reply
  std::uint64_t service_cycles = 0;
  /// most requests of a node without a reply; null: any number
  std::optional<std::uint64_t> outstanding;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "lengths", lengths);
    detail::Reader::member(json, "service_cycles", service_cycles);
    detail::Reader::member(json, "outstanding", outstanding);
  }
};

/// An element of `classes`.
struct Class {
  /// of the class
  std::string name;
  /// as given, for example hotspot:27:0.2; list:FILE of --list
  std::string pattern;
  /// as given, for example bursty:100; list of --list
  std::string process;
  /// of its packets; of requests where there are replies
  std::vector<Length> lengths;
  /// its part of the offered load, relative to the other classes; null with a load of its own
  std::optional<double> weight;
  /// a load of its own in flits/node/cycle
  std::optional<double> load;
  /// what the destination sends back
  std::optional<Replies> replies;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "name", name);
    detail::Reader::member(json, "pattern", pattern);
    detail::Reader::member(json, "process", process);
    detail::Reader::member(json, "lengths", lengths);
    detail::Reader::member(json, "weight", weight);
    detail::Reader::member(json, "load", load);
    detail::Reader::member(json, "replies", replies);
  }
};

/// The value of `saturation`.
struct Saturation {
  /// largest load that was not saturated, as for --load; 0: not even the smallest that was tried
  double load = 0;
  /// smallest load that was, as for --load; null: none was
  std::optional<double> above;
  /// offered at `load`
  std::optional<double> offered;
  /// offered at `above`
  std::optional<double> above_offered;
  /// accepted at `load`
  double accepted = 0;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "load", load);
    detail::Reader::member(json, "above", above);
    detail::Reader::member(json, "offered", offered);
    detail::Reader::member(json, "above_offered", above_offered);
    detail::Reader::member(json, "accepted", accepted);
  }
};

/// An element of `histogram`.
struct Bin {
  /// smallest value
  std::uint64_t from = 0;
  /// largest value
  std::uint64_t to = 0;
  /// values in between
  std::uint64_t packets = 0;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "from", from);
    detail::Reader::member(json, "to", to);
    detail::Reader::member(json, "packets", packets);
  }
};

/// The value of `total`.
struct Distribution {
  /// number of values
  std::uint64_t packets = 0;
  /// in cycles; null without values, like the next ones
  std::optional<double> mean;
  /// median
  std::optional<std::uint64_t> p50;
  /// 90th percentile
  std::optional<std::uint64_t> p90;
  /// 99th percentile
  std::optional<std::uint64_t> p99;
  /// 99.9th percentile
  std::optional<std::uint64_t> p999;
  /// maximum
  std::optional<std::uint64_t> max;
  /// bins that are not empty: one value each below 16 cycles, then eight to each power of 2
  std::vector<Bin> histogram;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "packets", packets);
    detail::Reader::member(json, "mean", mean);
    detail::Reader::member(json, "p50", p50);
    detail::Reader::member(json, "p90", p90);
    detail::Reader::member(json, "p99", p99);
    detail::Reader::member(json, "p999", p999);
    detail::Reader::member(json, "max", max);
    detail::Reader::member(json, "histogram", histogram);
  }
};

/// The value of `latency`.
struct Latencies {
  /// from the creation of a packet to its arrival
  Distribution total;
  /// from the creation to the head flit on the first link
  Distribution queueing;
  /// from there until the head flit is accepted by the destination's NIC
  Distribution network;
  /// from there until the last flit is in memory, or the signal is counted
  Distribution serialization;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "total", total);
    detail::Reader::member(json, "queueing", queueing);
    detail::Reader::member(json, "network", network);
    detail::Reader::member(json, "serialization", serialization);
  }
};

/// An element of `classes`.
struct ClassResult {
  /// of the class
  std::string name;
  /// flits/node/cycle created on average, with replies
  double offered = 0;
  /// flits/node/cycle created in the measured cycles, with replies
  double created = 0;
  /// flits/node/cycle arrived in the measured cycles, with replies
  double accepted = 0;
  /// packets that are no replies
  Latencies requests;
  /// null for a class without replies
  std::optional<Latencies> replies;
  /// from the creation of a request to the arrival of its reply
  std::optional<Distribution> round_trip;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "name", name);
    detail::Reader::member(json, "offered", offered);
    detail::Reader::member(json, "created", created);
    detail::Reader::member(json, "accepted", accepted);
    detail::Reader::member(json, "requests", requests);
    detail::Reader::member(json, "replies", replies);
    detail::Reader::member(json, "round_trip", round_trip);
  }
};

/// The value of `least_served`.
struct ServedNode {
  /// the node
  std::uint64_t rank = 0;
  /// flits/cycle of this source that arrived
  double accepted = 0;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "rank", rank);
    detail::Reader::member(json, "accepted", accepted);
  }
};

/// The value of `busiest`.
struct UsedLink {
  /// node that drives the link
  std::uint64_t rank = 0;
  /// for example +x
  std::string link;
  /// flits over the link
  std::uint64_t flits = 0;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "rank", rank);
    detail::Reader::member(json, "link", link);
    detail::Reader::member(json, "flits", flits);
  }
};

/// The value of `link_use`.
struct LinkUse {
  /// in which flits were counted: the measured ones, or all of a replay
  std::uint64_t cycles = 0;
  /// on all links
  std::uint64_t flits = 0;
  /// flits/cycle, mean over the links
  double mean_use = 0;
  /// null when no link carried a flit
  std::optional<UsedLink> busiest;
  /// with --per-link: every link; stalls over all cycles
  std::optional<std::vector<Link>> links;
  /// with --per-link: every tile, between its router, NIC and memory; over all cycles
  std::optional<std::vector<Tile>> tiles;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "cycles", cycles);
    detail::Reader::member(json, "flits", flits);
    detail::Reader::member(json, "mean_use", mean_use);
    detail::Reader::member(json, "busiest", busiest);
    detail::Reader::member(json, "links", links);
    detail::Reader::member(json, "tiles", tiles);
  }
};

/// An element of `pairs`.
struct Pair {
  /// source
  std::uint64_t src = 0;
  /// destination
  std::uint64_t dst = 0;
  /// measured
  std::uint64_t packets = 0;
  /// in cycles
  double latency_mean = 0;
  /// in cycles
  std::uint64_t latency_max = 0;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "src", src);
    detail::Reader::member(json, "dst", dst);
    detail::Reader::member(json, "packets", packets);
    detail::Reader::member(json, "latency_mean", latency_mean);
    detail::Reader::member(json, "latency_max", latency_max);
  }
};

/// An element of `loads`.
struct TrafficLoad {
  /// as chosen by --load, for the classes without a load of their own; of --list, as offered
  std::optional<double> load;
  /// flits/node/cycle that the tiles create on average, with replies; less than chosen where a packet's
  /// destination would be its source, or a matrix says so; of --list: its flits over the cycles until its
  /// last packet is created
  double offered = 0;
  /// flits/node/cycle created in the measured cycles, with replies
  double created = 0;
  /// flits/node/cycle, arrived in the measured cycles
  double accepted = 0;
  /// mean latency in cycles, from the creation of a packet to its arrival
  std::optional<double> latency_mean;
  /// half of the 95 % confidence interval of latency_mean; null unless stability is stable, all packets have
  /// arrived and they are at least 100
  std::optional<double> latency_half_width;
  /// median latency in cycles
  std::optional<std::uint64_t> latency_p50;
  /// 99th percentile of the latency in cycles
  std::optional<std::uint64_t> latency_p99;
  /// maximum latency in cycles
  std::optional<std::uint64_t> latency_max;
  /// packets measured
  std::uint64_t packets = 0;
  /// packets created in the measured cycles that had not arrived when the drain ended
  std::uint64_t lost = 0;
  /// the flits that wait at the sources; growing: ever more, or packets were left at the end of the drain
  /// (unless drain_cycles is 0); unknown: the measurement is too short to tell; one of stable, growing,
  /// unknown
  std::optional<std::string> stability;
  /// whether stability is growing
  bool saturated = false;
  /// cycles before the measurement
  std::uint64_t warmup_cycles = 0;
  /// stability is stable, and the end of the warm-up was detected if it was to be
  bool steady = false;
  /// cycles of the measurement; of --list, until the last packet has arrived
  std::uint64_t measured_cycles = 0;
  /// of the measured packets, in cycles; without values when no packet was measured
  Latencies latency;
  /// in the order of traffic.classes
  std::vector<ClassResult> classes;
  /// of the nodes that created packets
  std::optional<ServedNode> least_served;
  /// of the nodes that created packets
  std::optional<ServedNode> most_served;
  /// use of the links in the measured cycles
  LinkUse link_use;
  /// with --per-pair: every pair with packets, by source and destination
  std::optional<std::vector<Pair>> pairs;
  /// with --energy; in pJ, for random data
  std::optional<SpentEnergy> energy;
  /// cycles in which a flit or memory access was ready but could not advance, summed over all links and
  /// channels
  Stalls stall_cycles;
  /// link-cycles in which RTL and model differ: always 0, since the first difference ends a run without a
  /// result
  std::uint64_t mismatches = 0;
  /// lockstep: number of link-cycles compared; otherwise 0
  std::uint64_t link_cycles_compared = 0;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "load", load);
    detail::Reader::member(json, "offered", offered);
    detail::Reader::member(json, "created", created);
    detail::Reader::member(json, "accepted", accepted);
    detail::Reader::member(json, "latency_mean", latency_mean);
    detail::Reader::member(json, "latency_half_width", latency_half_width);
    detail::Reader::member(json, "latency_p50", latency_p50);
    detail::Reader::member(json, "latency_p99", latency_p99);
    detail::Reader::member(json, "latency_max", latency_max);
    detail::Reader::member(json, "packets", packets);
    detail::Reader::member(json, "lost", lost);
    detail::Reader::member(json, "stability", stability);
    detail::Reader::member(json, "saturated", saturated);
    detail::Reader::member(json, "warmup_cycles", warmup_cycles);
    detail::Reader::member(json, "steady", steady);
    detail::Reader::member(json, "measured_cycles", measured_cycles);
    detail::Reader::member(json, "latency", latency);
    detail::Reader::member(json, "classes", classes);
    detail::Reader::member(json, "least_served", least_served);
    detail::Reader::member(json, "most_served", most_served);
    detail::Reader::member(json, "link_use", link_use);
    detail::Reader::member(json, "pairs", pairs);
    detail::Reader::member(json, "energy", energy);
    detail::Reader::member(json, "stall_cycles", stall_cycles);
    detail::Reader::member(json, "mismatches", mismatches);
    detail::Reader::member(json, "link_cycles_compared", link_cycles_compared);
  }
};

/// The value of `traffic`.
struct Traffic {
  /// for example mesh:8x8
  std::string topology;
  /// one of one-port, all-port
  std::string nic;
  /// one of model, rtl, rtl:verilated, rtl:sliced, lockstep, lockstep:verilated, lockstep:sliced, mixed,
  /// netlist, netlist-lockstep
  std::string backend;
  /// classes of traffic
  std::vector<Class> classes;
  /// how a packet's order of dimensions is chosen; null on hardware with one order; one of hash, turns,
  /// credits, ascending
  std::optional<std::string> orders;
  /// cycles before the measurement; null: detected
  std::optional<std::uint64_t> warmup_cycles;
  /// cycles of the measurement; of --list, until its last packet is created
  std::uint64_t measure_cycles = 0;
  /// wished half width of the interval as a part of the mean latency
  std::optional<double> confidence;
  /// most cycles to wait for the last packet
  std::uint64_t drain_cycles = 0;
  Hardware hardware;
  /// with --saturation
  std::optional<Saturation> saturation;
  /// every load
  std::vector<TrafficLoad> loads;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "topology", topology);
    detail::Reader::member(json, "nic", nic);
    detail::Reader::member(json, "backend", backend);
    detail::Reader::member(json, "classes", classes);
    detail::Reader::member(json, "orders", orders);
    detail::Reader::member(json, "warmup_cycles", warmup_cycles);
    detail::Reader::member(json, "measure_cycles", measure_cycles);
    detail::Reader::member(json, "confidence", confidence);
    detail::Reader::member(json, "drain_cycles", drain_cycles);
    detail::Reader::member(json, "hardware", hardware);
    detail::Reader::member(json, "saturation", saturation);
    detail::Reader::member(json, "loads", loads);
  }
};

/// An element of `end`.
struct ChainLink {
  /// of the trace
  std::uint64_t line = 0;
  /// source
  std::uint64_t src = 0;
  /// destination
  std::uint64_t dst = 0;
  /// 0: a signal
  std::uint64_t bytes = 0;
  /// cycle in which it may leave
  std::uint64_t left = 0;
  /// cycle in which it has arrived
  std::uint64_t arrived = 0;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "line", line);
    detail::Reader::member(json, "src", src);
    detail::Reader::member(json, "dst", dst);
    detail::Reader::member(json, "bytes", bytes);
    detail::Reader::member(json, "left", left);
    detail::Reader::member(json, "arrived", arrived);
  }
};

/// The value of `critical_path`.
struct CriticalPath {
  /// number of messages of the chain that ends last
  std::uint64_t messages = 0;
  /// its first message
  std::uint64_t first_line = 0;
  /// its last message
  std::uint64_t last_line = 0;
  /// the cycle in which the first message leaves; this and the cycles below sum to `cycles`
  std::uint64_t start_cycle = 0;
  /// between the arrival of a message and the next message
  std::uint64_t delay_cycles = 0;
  /// sum of the messages' queueing
  std::uint64_t queueing_cycles = 0;
  /// sum of the messages' network latency
  std::uint64_t network_cycles = 0;
  /// sum of the messages' serialization
  std::uint64_t serialization_cycles = 0;
  /// the last messages of the chain, at most 10
  std::vector<ChainLink> end;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "messages", messages);
    detail::Reader::member(json, "first_line", first_line);
    detail::Reader::member(json, "last_line", last_line);
    detail::Reader::member(json, "start_cycle", start_cycle);
    detail::Reader::member(json, "delay_cycles", delay_cycles);
    detail::Reader::member(json, "queueing_cycles", queueing_cycles);
    detail::Reader::member(json, "network_cycles", network_cycles);
    detail::Reader::member(json, "serialization_cycles", serialization_cycles);
    detail::Reader::member(json, "end", end);
  }
};

/// An element of `pairs`.
struct ReplayPair {
  /// source
  std::uint64_t src = 0;
  /// destination
  std::uint64_t dst = 0;
  /// from source to destination
  std::uint64_t messages = 0;
  /// of these messages
  std::uint64_t bytes = 0;
  /// in cycles
  double latency_mean = 0;
  /// in cycles
  std::uint64_t latency_max = 0;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "src", src);
    detail::Reader::member(json, "dst", dst);
    detail::Reader::member(json, "messages", messages);
    detail::Reader::member(json, "bytes", bytes);
    detail::Reader::member(json, "latency_mean", latency_mean);
    detail::Reader::member(json, "latency_max", latency_max);
  }
};

/// The value of `result`.
struct ReplayResult {
  /// until the last message has arrived
  std::uint64_t cycles = 0;
  /// in the trace
  std::uint64_t messages = 0;
  /// of all messages
  std::uint64_t bytes = 0;
  /// of all messages, including head flits
  std::uint64_t flits = 0;
  /// in flits/node/cycle, over all cycles
  double accepted = 0;
  /// messages that left later than they could have, because they were not in the window yet
  std::uint64_t held_by_window = 0;
  /// in cycles, from the cycle in which a message may leave to its arrival
  Latencies latency;
  /// the chain of messages, each of which left because its predecessor had arrived, that ends last
  CriticalPath critical_path;
  /// of the nodes that sent messages
  std::optional<ServedNode> least_served;
  /// of the nodes that sent messages
  std::optional<ServedNode> most_served;
  /// use of the links over all cycles
  LinkUse link_use;
  /// cycles in which a flit or memory access was ready but could not advance, summed over all links and
  /// channels
  Stalls stall_cycles;
  /// with --energy; in pJ, for random data
  std::optional<SpentEnergy> energy;
  /// with --per-pair: every pair of nodes with messages, by source and destination
  std::optional<std::vector<ReplayPair>> pairs;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "cycles", cycles);
    detail::Reader::member(json, "messages", messages);
    detail::Reader::member(json, "bytes", bytes);
    detail::Reader::member(json, "flits", flits);
    detail::Reader::member(json, "accepted", accepted);
    detail::Reader::member(json, "held_by_window", held_by_window);
    detail::Reader::member(json, "latency", latency);
    detail::Reader::member(json, "critical_path", critical_path);
    detail::Reader::member(json, "least_served", least_served);
    detail::Reader::member(json, "most_served", most_served);
    detail::Reader::member(json, "link_use", link_use);
    detail::Reader::member(json, "stall_cycles", stall_cycles);
    detail::Reader::member(json, "energy", energy);
    detail::Reader::member(json, "pairs", pairs);
  }
};

/// The value of `replay`.
struct Replay {
  /// the file, as given
  std::string trace;
  /// for example mesh:8x8
  std::string topology;
  /// one of one-port, all-port
  std::string nic;
  /// one of model, rtl, rtl:verilated, rtl:sliced, lockstep, lockstep:verilated, lockstep:sliced, mixed,
  /// netlist, netlist-lockstep
  std::string backend;
  Hardware hardware;
  /// lines that are in the window at most
  std::uint64_t window = 0;
  /// link-cycles in which RTL and model differ: always 0, since the first difference ends a run without a
  /// result
  std::uint64_t mismatches = 0;
  /// lockstep: number of link-cycles compared; otherwise 0
  std::uint64_t link_cycles_compared = 0;
  /// equal on every backend and for any number of threads
  ReplayResult result;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "trace", trace);
    detail::Reader::member(json, "topology", topology);
    detail::Reader::member(json, "nic", nic);
    detail::Reader::member(json, "backend", backend);
    detail::Reader::member(json, "hardware", hardware);
    detail::Reader::member(json, "window", window);
    detail::Reader::member(json, "mismatches", mismatches);
    detail::Reader::member(json, "link_cycles_compared", link_cycles_compared);
    detail::Reader::member(json, "result", result);
  }
};

/// An element of `checks`.
struct Check {
  /// name
  std::string algorithm;
  /// as in collnoc.schedule/1
  std::uint64_t bytes = 0;
  /// rank
  std::uint64_t root = 0;
  /// what is proved: delivery, port model, shared links, ...
  std::string question;
  /// whether it holds
  bool good = false;
  /// whether the algorithm claims it; false: a note only
  bool claimed = false;
  /// the proof in numbers, or the counterexample
  std::string answer;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "algorithm", algorithm);
    detail::Reader::member(json, "bytes", bytes);
    detail::Reader::member(json, "root", root);
    detail::Reader::member(json, "question", question);
    detail::Reader::member(json, "good", good);
    detail::Reader::member(json, "claimed", claimed);
    detail::Reader::member(json, "answer", answer);
  }
};

/// The value of `reached`.
struct Reached {
  /// an algorithm of the paper, or the name of a schedule
  std::string by;
  /// of the quantity
  double value = 0;
  /// whether the value is the bound, rounded up if the quantity is a count; false: a smaller value may or may
  /// not exist
  bool meets_bound = false;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "by", by);
    detail::Reader::member(json, "value", value);
    detail::Reader::member(json, "meets_bound", meets_bound);
  }
};

/// An element of `theory`.
struct Statement {
  /// authors, section, theorem or equation
  std::string source;
  /// what is bounded: steps, alpha, beta, message-hops
  std::string quantity;
  /// a lower bound of the quantity, under the conditions in the text
  double bound = 0;
  /// what is compared with the bound; absent: nothing
  std::optional<Reached> reached;
  /// the statement, one line
  std::string text;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "source", source);
    detail::Reader::member(json, "quantity", quantity);
    detail::Reader::member(json, "bound", bound);
    detail::Reader::member(json, "reached", reached);
    detail::Reader::member(json, "text", text);
  }
};

/// An element of `blocks`.
struct Block {
  /// rank whose data it is
  std::uint64_t origin = 0;
  /// where data is combined: the ranks whose data it contains, ascending; origin is the first
  std::optional<std::vector<std::uint64_t>> combined;
  /// total exchange: rank it is for
  std::optional<std::uint64_t> target;
  /// first byte
  std::uint64_t offset = 0;
  /// bytes
  std::uint64_t length = 0;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "origin", origin);
    detail::Reader::member(json, "combined", combined);
    detail::Reader::member(json, "target", target);
    detail::Reader::member(json, "offset", offset);
    detail::Reader::member(json, "length", length);
  }
};

/// An element of `transfers`.
struct Transfer {
  /// rank
  std::uint64_t src = 0;
  /// rank
  std::uint64_t dst = 0;
  /// ranks on the path, including both ends; always written. Absent in a file that is read: the shortest
  /// route
  std::optional<std::vector<std::uint64_t>> route;
  /// of a multicast, the two corners of its set; it has a transfer to each rank of this set, side by side
  std::optional<std::vector<std::uint64_t>> box;
  /// cycles after the start before which it does not begin; absent: none
  std::optional<std::uint64_t> until;
  /// empty for a signal
  std::vector<Block> blocks;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "src", src);
    detail::Reader::member(json, "dst", dst);
    detail::Reader::member(json, "route", route);
    detail::Reader::member(json, "box", box);
    detail::Reader::member(json, "until", until);
    detail::Reader::member(json, "blocks", blocks);
  }
};

/// An element of `steps`.
struct Step {
  std::vector<Transfer> transfers;
  /// Sets the fields from the JSON.
  void read(const Json& json) { detail::Reader::member(json, "transfers", transfers); }
};

/// An element of `entries`.
struct Tuned {
  /// one of broadcast, total-exchange, all-to-all-broadcast, scatter, gather, barrier, reduce,
  /// reduce-scatter, all-reduce
  std::string collective;
  /// for example mesh:8x8
  std::string topology;
  /// one of one-port, all-port
  std::string nic;
  /// software cost of one send
  std::uint64_t startup_cycles = 0;
  /// bytes of the message; total exchange: of each pair; all-to-all broadcast: of each rank's block
  std::uint64_t bytes = 0;
  /// who performs the schedule: software, or the NIC's sequencer; one of native, nic
  std::string executor;
  /// in hardware with multicast; false if it is missing
  std::optional<bool> multicast;
  /// what differs from the default hardware, root 0, the sum of u32 and native software, for example root 5,
  /// vc_depth_flits 8
  std::optional<std::string> conditions;
  /// fastest algorithm on the model; of several, the first of the registry
  std::string algorithm;
  /// cycles of this algorithm
  std::uint64_t cycles = 0;
  /// others with the same cycles, in the order of the registry; absent: none, or not known
  std::optional<std::vector<std::string>> equal;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "collective", collective);
    detail::Reader::member(json, "topology", topology);
    detail::Reader::member(json, "nic", nic);
    detail::Reader::member(json, "startup_cycles", startup_cycles);
    detail::Reader::member(json, "bytes", bytes);
    detail::Reader::member(json, "executor", executor);
    detail::Reader::member(json, "multicast", multicast);
    detail::Reader::member(json, "conditions", conditions);
    detail::Reader::member(json, "algorithm", algorithm);
    detail::Reader::member(json, "cycles", cycles);
    detail::Reader::member(json, "equal", equal);
  }
};

/// The value of `status`.
struct Status {
  /// of all nodes
  std::uint64_t least = 0;
  /// of all nodes
  std::uint64_t most = 0;
  /// over all nodes
  double average = 0;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "least", least);
    detail::Reader::member(json, "most", most);
    detail::Reader::member(json, "average", average);
  }
};

/// The value of `busiest`.
struct BusiestRoute {
  /// that drives the link
  std::uint64_t node = 0;
  /// name
  std::string link;
  /// of tiles, whose route takes it
  std::uint64_t pairs = 0;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "node", node);
    detail::Reader::member(json, "link", link);
    detail::Reader::member(json, "pairs", pairs);
  }
};

/// The value of `routes`.
struct Routes {
  /// virtual channels that they need
  std::uint64_t classes = 0;
  /// hops, over all ordered pairs of different tiles
  double average_distance = 0;
  /// with its cycles for each flit counted
  BusiestRoute busiest;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "classes", classes);
    detail::Reader::member(json, "average_distance", average_distance);
    detail::Reader::member(json, "busiest", busiest);
  }
};

/// An element of `links_with_timing`.
struct LinkTiming {
  /// cycles
  std::uint64_t delay = 0;
  /// cycles for each flit
  std::uint64_t interval = 0;
  /// flits of a buffer with which one virtual channel has the whole rate, with one-cycle hops
  std::uint64_t vc_depth = 0;
  /// links of one direction that have it
  std::uint64_t directions = 0;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "delay", delay);
    detail::Reader::member(json, "interval", interval);
    detail::Reader::member(json, "vc_depth", vc_depth);
    detail::Reader::member(json, "directions", directions);
  }
};

/// The numbers of a network.
struct Network {
  /// always "collnoc.network/1"
  std::string schema;
  /// for example mesh:8x8
  std::string topology;
  /// with a tile; distances are between these
  std::uint64_t nodes = 0;
  /// each with two directions
  std::uint64_t links = 0;
  /// hops
  std::uint64_t diameter = 0;
  /// sum of a node's distances to all others, in hops
  Status status;
  /// hops, over all ordered pairs of different nodes
  double average_distance = 0;
  /// where the formulas are from
  std::string source;
  /// nodes of a graph without a tile; absent in other networks, like the next ones
  std::optional<std::uint64_t> switches;
  /// of a graph's tables
  std::optional<Routes> routes;
  /// links of a graph that are longer or narrower than a hop, in one of their directions at least
  std::optional<std::vector<LinkTiming>> links_with_timing;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "schema", schema);
    detail::Reader::member(json, "topology", topology);
    detail::Reader::member(json, "nodes", nodes);
    detail::Reader::member(json, "links", links);
    detail::Reader::member(json, "diameter", diameter);
    detail::Reader::member(json, "status", status);
    detail::Reader::member(json, "average_distance", average_distance);
    detail::Reader::member(json, "source", source);
    detail::Reader::member(json, "switches", switches);
    detail::Reader::member(json, "routes", routes);
    detail::Reader::member(json, "links_with_timing", links_with_timing);
  }
};

/// The value of `sweep`.
struct Sweep {
  /// words
  std::vector<std::string> command;
  /// of every point
  std::map<std::string, std::string> options;
  /// for each option the list of its values
  std::map<std::string, std::vector<std::string>> grid;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "command", command);
    detail::Reader::member(json, "options", options);
    detail::Reader::member(json, "grid", grid);
  }
};

/// The first line of a sweep's results.jsonl.
struct SweepHead {
  Sweep sweep;
  /// of all shards
  std::uint64_t points = 0;
  /// I/N
  std::string shard;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "sweep", sweep);
    detail::Reader::member(json, "points", points);
    detail::Reader::member(json, "shard", shard);
  }
};

/// A point of a sweep: its result, or why it has failed.
struct SweepPoint {
  /// number of the point
  std::uint64_t point = 0;
  /// of this point
  std::map<std::string, std::string> options;
  /// the JSON of the command without its context
  std::optional<Json> result;
  /// of the command
  std::optional<std::uint64_t> exit_code;
  /// what it printed
  std::optional<std::string> error;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "point", point);
    detail::Reader::member(json, "options", options);
    detail::Reader::member(json, "result", result);
    detail::Reader::member(json, "exit_code", exit_code);
    detail::Reader::member(json, "error", error);
  }
};

/// Results of collnoc run; Results of collnoc run --firmware FILE.
struct RunResults : Results {
  /// always "collnoc.result/1"
  std::string schema;
  /// facts that may differ between machines; absent in the results of a sweep
  std::optional<Context> context;
  /// identical on every machine
  std::vector<Run> runs;
  /// schedules that the command's words include and that it does not run; absent: none
  std::optional<std::vector<LeftOut>> left_out;
  /// identical on every machine
  std::optional<Program> program;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "schema", schema);
    detail::Reader::member(json, "context", context);
    detail::Reader::list(json, "runs", runs);
    detail::Reader::member(json, "left_out", left_out);
    detail::Reader::member(json, "program", program);
  }
};

/// Results of collnoc traffic.
struct TrafficResults : Results {
  /// always "collnoc.traffic/2"
  std::string schema;
  /// facts that may differ between machines; absent in the results of a sweep
  std::optional<Context> context;
  /// identical on every machine
  Traffic traffic;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "schema", schema);
    detail::Reader::member(json, "context", context);
    detail::Reader::member(json, "traffic", traffic);
  }
};

/// Result of collnoc replay.
struct ReplayResults : Results {
  /// always "collnoc.replay/1"
  std::string schema;
  /// facts that may differ between machines; absent in the results of a sweep
  std::optional<Context> context;
  /// identical on every machine
  Replay replay;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "schema", schema);
    detail::Reader::member(json, "context", context);
    detail::Reader::member(json, "replay", replay);
  }
};

/// What collnoc check proved.
struct CheckResults : Results {
  /// always "collnoc.check/1"
  std::string schema;
  /// one of broadcast, total-exchange, all-to-all-broadcast, scatter, gather, barrier, reduce,
  /// reduce-scatter, all-reduce
  std::string collective;
  /// for example mesh:8x8
  std::string topology;
  /// one of one-port, all-port
  std::string nic;
  std::vector<Check> checks;
  /// what the papers' theorems say about the collective on this network; absent: nothing
  std::optional<std::vector<Statement>> theory;
  /// schedules that the command's words include and that it does not run; absent: none
  std::optional<std::vector<LeftOut>> left_out;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "schema", schema);
    detail::Reader::member(json, "collective", collective);
    detail::Reader::member(json, "topology", topology);
    detail::Reader::member(json, "nic", nic);
    detail::Reader::member(json, "checks", checks);
    detail::Reader::member(json, "theory", theory);
    detail::Reader::member(json, "left_out", left_out);
  }
};

/// A static schedule, written by collnoc schedule.
struct ScheduleResults : Results {
  /// always "collnoc.schedule/1"
  std::string schema;
  /// one of broadcast, total-exchange, all-to-all-broadcast, scatter, gather, barrier, reduce,
  /// reduce-scatter, all-reduce
  std::string collective;
  /// name
  std::string algorithm;
  /// for example mesh:8x8
  std::string topology;
  /// one of one-port, all-port
  std::string nic;
  /// rank, where the collective has a root
  std::optional<std::uint64_t> root;
  /// of the message; total exchange: per pair; all-to-all broadcast: of a rank's block
  std::uint64_t bytes = 0;
  std::vector<Step> steps;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "schema", schema);
    detail::Reader::member(json, "collective", collective);
    detail::Reader::member(json, "algorithm", algorithm);
    detail::Reader::member(json, "topology", topology);
    detail::Reader::member(json, "nic", nic);
    detail::Reader::member(json, "root", root);
    detail::Reader::member(json, "bytes", bytes);
    detail::Reader::member(json, "steps", steps);
  }
};

/// The table of collnoc tune.
struct TuneResults : Results {
  /// always "collnoc.tuned/1"
  std::string schema;
  /// sorted by all properties except algorithm, cycles and equal
  std::vector<Tuned> entries;
  /// Sets the fields from the JSON.
  void read(const Json& json) {
    detail::Reader::member(json, "schema", schema);
    detail::Reader::member(json, "entries", entries);
  }
};

}  // namespace results

using results::CheckResults;
using results::ReplayResults;
using results::RunResults;
using results::ScheduleResults;
using results::TrafficResults;
using results::TuneResults;
using RunResult = results::Run;

}  // namespace commands
}  // namespace collnoc

// Interface of a circuit in slices, a library that scripts/slice-node makes of the RTL: LANES copies of the
// circuit, each bit of all of them in one plane, so that one instruction computes a gate of all lanes.
//
// The state of the lanes is an array of `planes` planes of `lanes` bits, aligned to the size of a plane, and
// nothing else: a copy of the array is a copy of all lanes. The caller owns it and calls `clear` once.
// Registers then hold 0; the caller can write any values, as they are unknown before a reset.
//
// A cycle is: write the planes of the input pins; `settle`; read the output pins; `step`, the rising edge of
// the clock. Only inputs that are `early` must be written before `settle`: output pins depend on them in the
// same cycle. All others may be written after it; of a node only the straps, which do not change, and
// tile_rst_ni are early. Reset is an input pin like any other. There is no pin for the clock.
//
// What a fabric must do with the planes of a node:
// - Links. Lane i + 1 is the neighbour of lane i in a row, and lane i + X in a column of rows of X nodes, so
// the input planes of
//   a direction are the neighbours' output planes (in_data_i of out_data_o, out_credit_i of in_credit_o),
//   shifted by 1 or by X lanes, and masked where a row ends; on a torus they are rotated within a row.
//   Networks of more nodes take several arrays; the bits shifted out of one are shifted into the next.
// - Place. coord_i, extent_i, wrap_i and mem_words_i are planes that never change.
// - Hosts and memory work on words of one node. Most cycles, few lanes need one (reg_valid_i, rd_req_o,
// wr_req_o), and a word is
//   gathered bit by bit; where many do, a transpose of 64 x 64 bits takes them all at once.
// - Idle. When quiescent_o holds in every lane and no input is active, `step` changes nothing and need not be
// called.
#pragma once

namespace collnoc::sliced {

/// `planes[k]` is the place of bit k in the array; -1 if synthesis dropped the bit because nothing needs it.
/// Constant bits have the places 0 (always 0) and 1 (always 1), which must not be written.
struct Signal {
  const char* name;
  unsigned width;
  const int* planes;
  bool early;  ///< of an input: an output pin depends on it
};

struct Api {
  unsigned version;  ///< api_version
  unsigned lanes;
  unsigned planes;
  const Signal* inputs;
  unsigned input_count;
  const Signal* outputs;
  unsigned output_count;
  /// By RTL name, relative to the top module, as model/registers.hpp has them; rows of memories as
  /// "mem_q[3]".
  const Signal* registers;
  unsigned register_count;
  void (*clear)(void* planes);
  void (*settle)(void* planes);
  void (*step)(void* planes);
};

inline constexpr unsigned api_version = 1;
inline constexpr const char* api_symbol = "collnoc_sliced_circuit";

}  // namespace collnoc::sliced

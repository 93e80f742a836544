// Interface of a library with a verilated node (built by scripts/verilate-node from node_shim.cpp).
#pragma once
#include <cstddef>
#include <cstdint>

#include "collnoc/model/tile/pins.hpp"

namespace collnoc::verilated {

/// A register in the generated code: `words` 32-bit words per element, little endian. Elements of 8 or 16
/// bits are `bytes` long.
struct RegisterInfo {
  const char* scope;  ///< "i_router.i_inputs.gen_input[0].i_input_buffer"
  const char* name;   ///< "count_q"
  const void* data;
  unsigned bytes;     ///< of one element
  unsigned elements;  ///< of an array, otherwise 1
  bool array;
};

/// The source from which the node was verilated.
enum class Form : unsigned {
  rtl,
  words,  ///< netlist before technology mapping: registers are words, as far as synthesis kept them
  gates,  ///< registers are single bits, as far as synthesis kept them
};

/// Functions of the library, found under the name `collnoc_verilated_node`.
struct Api {
  unsigned version;  ///< api_version
  Form form;
  void* (*create)(std::uint32_t coord, std::uint32_t extent, unsigned wrap, std::uint32_t mem_words);
  void (*destroy)(void*);
  void (*reset)(void*, model::NodeOut&);
  void (*tick)(void*, const model::NodeIn&, model::NodeOut&);
  /// Calls `f(context, info)` for every register of the node.
  void (*registers)(void*, void (*f)(void*, const RegisterInfo&), void* context);
};

inline constexpr unsigned api_version = 5;
inline constexpr const char* api_symbol = "collnoc_verilated_node";

}  // namespace collnoc::verilated

// Flits at the pins of a module: one valid, head, tail and vc for each port, and the words of its data.
#pragma once
#include <cstdint>
#include <string>
#include <systemc>
#include <vector>

#include "collnoc/model/common/flit.hpp"

namespace collnoc::systemc {

/// The pins PREFIX_valid_i, PREFIX_head_i, PREFIX_tail_i, PREFIX_vc_i and PREFIX_data_i. Word w of port p is
/// at data_i[p * words + w].
class FlitIns {
 public:
  FlitIns(const std::string& prefix, unsigned ports, unsigned words);
  /// The ports with a flit, one bit each; `flits[p]` is that of port p, whose data stay until the next call.
  std::uint32_t read(model::FlitRef* flits);

  sc_core::sc_vector<sc_core::sc_in<bool>> valid_i, head_i, tail_i;
  sc_core::sc_vector<sc_core::sc_in<sc_dt::sc_uint<2>>> vc_i;
  sc_core::sc_vector<sc_core::sc_in<std::uint64_t>> data_i;

 private:
  unsigned words_;
  std::vector<std::uint64_t> data_;
};

/// The same for outputs: PREFIX_valid_o and so on. All but valid keep their value while valid is low.
class FlitOuts {
 public:
  FlitOuts(const std::string& prefix, unsigned ports, unsigned words);
  void write(std::uint32_t valid, const model::FlitRef* flits);

  sc_core::sc_vector<sc_core::sc_out<bool>> valid_o, head_o, tail_o;
  sc_core::sc_vector<sc_core::sc_out<sc_dt::sc_uint<2>>> vc_o;
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> data_o;

 private:
  unsigned words_;
};

/// Signals from FlitOuts to FlitIns.
struct FlitWires {
  FlitWires(const std::string& prefix, unsigned ports, unsigned words);
  /// Connects one of the wires with a port.
  void drive(unsigned wire, FlitIns& pins, unsigned port);
  void follow(unsigned wire, FlitOuts& pins, unsigned port);

  sc_core::sc_vector<sc_core::sc_signal<bool>> valid, head, tail;
  sc_core::sc_vector<sc_core::sc_signal<sc_dt::sc_uint<2>>> vc;
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> data;

 private:
  unsigned words_;
};

}  // namespace collnoc::systemc

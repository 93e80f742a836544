// What can be behind the pins of a processor in SystemC (model/systemc/processor_module.hpp) beside the
// model: verilated RTL, or RTL and model in lockstep.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "collnoc/model/systemc/processor_module.hpp"
#include "collnoc/sim/systemc/node_makers.hpp"

namespace collnoc::systemc {

/// Makers of processors of one kind. As a whole for ProcessorNetworkModule, or, called with its rank, for a
/// processor alone. In lockstep, all pins are compared in every cycle; a difference is reported by
/// SC_REPORT_ERROR of type lockstep_report with cycle, rank, pin, and both values.
class ProcessorMakers {
 public:
  /// For program memories of `program_bytes`. RTL is verilated unless it is cached: `say` gets a line
  /// about it. Throws std::invalid_argument for a netlist, of which there is none, and for `program_bytes`
  /// that the RTL does not have; std::runtime_error without Verilator.
  ProcessorMakers(NodeKind kind, std::uint32_t program_bytes,
                  const std::function<void(const std::string&)>& say = {});

  /// The processors may outlive this object. A program memory of another size is reported as an SC_ERROR of
  /// type hardware_report.
  ProcessorMaker operator()(Rank rank) const;

  /// Number of compared cycles, summed over all processors. Only in lockstep.
  std::uint64_t processor_cycles() const;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace collnoc::systemc

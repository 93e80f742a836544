// Nodes of verilated RTL or netlists, from libraries that scripts/verilate-node builds.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "collnoc/sim/verilated/api.hpp"
#include "sim/fabric/any_node.hpp"
#include "sim/fabric/shared_library.hpp"

namespace collnoc {

/// What Verilator reads: the RTL, or the netlist that Yosys makes from it.
enum class NodeSource { rtl, netlist };

/// A loaded variant of the verilated node.
class VerilatedLibrary {
 public:
  explicit VerilatedLibrary(const std::string& path);  ///< throws std::runtime_error
  const verilated::Api& api() const { return api_; }

 private:
  SharedLibrary library_;
  const verilated::Api& api_;
};

/// The library for `config`, from the RTL or the netlist, found by find_library (library_cache.hpp).
std::shared_ptr<VerilatedLibrary> verilated_library(const HardwareConfig& config, NodeSource source,
                                                    const std::function<void(const std::string&)>& say = {});

/// `config`: the one that the library was made for.
std::unique_ptr<AnyNode> make_verilated_node(std::shared_ptr<VerilatedLibrary> library,
                                             const HardwareConfig& config, const model::Place& place);

/// Instance path and name of a register: "i_router.i_inputs.gen_input[0].i_input_buffer.count_q".
std::string register_path(const verilated::RegisterInfo& info);

/// Calls `f` for every register of a node made by make_verilated_node; of a netlist, for every word or bit
/// that synthesis kept.
void verilated_registers(const AnyNode& node, const std::function<void(const verilated::RegisterInfo&)>& f);

}  // namespace collnoc

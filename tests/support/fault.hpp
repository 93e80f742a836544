// Injects single faults into the model of one node, to test that lockstep detects them.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "sim/fabric/lockstep_node.hpp"

namespace collnoc::test {

/// What a fault changed: the place as lockstep must name it, the correct value and the wrong one.
struct Damage {
  std::string where;
  std::uint64_t expected = 0, actual = 0;
};

/// Damages the node if possible in this state, and returns what it changed. Called after every tick of the
/// node until it has changed something.
using Fault = std::function<std::optional<Damage>(model::Node& model, model::NodeOut& out)>;

/// Changes the register `name` (as in the RTL, relative to node.sv) to `change(value)` as soon as that is
/// another value.
Fault register_fault(std::string name, std::function<std::uint64_t(std::uint64_t)> change);

/// The same for `width` bits at `offset` of a register that is shown in slices.
Fault slice_fault(std::string name, unsigned offset, unsigned width,
                  std::function<std::uint64_t(std::uint64_t)> change);

/// Changes an output pin; `pin` as lockstep names it ("pin event_o", "link +x valid").
Fault pin_fault(
    std::string pin,
    std::function<std::optional<std::pair<std::uint64_t, std::uint64_t>>(model::NodeOut&)> change);

/// Value of a register of the model by name.
std::uint64_t register_value(model::Node& model, const std::string& name);

}  // namespace collnoc::test

// Makes routers and NICs alone, as sim/fabric/node_factory.hpp makes nodes. Together they are nodes again
// (model/tile/split_node.hpp), in any mixture with each other and with some of your own.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "collnoc/model/nic/clocked_nic.hpp"
#include "collnoc/model/router/clocked_router.hpp"
#include "collnoc/sim/fabric/node_kind.hpp"
#include "sim/fabric/lockstep_node.hpp"

namespace collnoc {

using RouterFactory =
    std::function<std::unique_ptr<model::ClockedRouter>(Rank, const HardwareConfig&, const model::Place&)>;
using NicFactory =
    std::function<std::unique_ptr<model::ClockedNic>(Rank, const HardwareConfig&, const model::Place&)>;

/// Fault injectors of tests: they change what the model drives, in lockstep.
using RouterFault = std::function<void(std::uint64_t cycle, Rank rank, model::RouterOut& out)>;
using NicFault = std::function<void(std::uint64_t cycle, Rank rank, model::NicOut& out)>;

/// `kind`: model, rtl or lockstep; others throw std::invalid_argument. RTL is verilated if this variant is
/// not in the cache: `say` gets a line about it. In lockstep, every pin is compared in every cycle, and a
/// difference is a LockstepMismatch. `log` must outlive what is made; only lockstep uses it. Throws
/// NotInstalled without Verilator.
RouterFactory make_router_factory(NodeKind kind, const HardwareConfig& config, LockstepLog& log,
                                  const std::function<void(const std::string&)>& say = {},
                                  RouterFault inject_fault = {});
NicFactory make_nic_factory(NodeKind kind, const HardwareConfig& config, LockstepLog& log,
                            const std::function<void(const std::string&)>& say = {},
                            NicFault inject_fault = {});

}  // namespace collnoc

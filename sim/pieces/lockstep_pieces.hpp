// A router or a NIC alone in lockstep: RTL and model get the same inputs, and every pin is compared in every
// cycle. Registers are compared where they are part of a node (sim/fabric/lockstep_node.hpp).
#pragma once
#include <memory>

#include "sim/pieces/piece_factory.hpp"

namespace collnoc {

std::unique_ptr<model::ClockedRouter> make_lockstep_router(std::unique_ptr<model::ClockedRouter> rtl,
                                                           const HardwareConfig& config,
                                                           const model::Place& place, Rank rank,
                                                           LockstepLog& log, RouterFault inject_fault);
std::unique_ptr<model::ClockedNic> make_lockstep_nic(std::unique_ptr<model::ClockedNic> rtl,
                                                     const HardwareConfig& config, const model::Place& place,
                                                     Rank rank, LockstepLog& log, NicFault inject_fault);

}  // namespace collnoc

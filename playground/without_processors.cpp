// What the simulator has beside the model of the network, and the playground has not.
#include "sim/common/errors.hpp"
#include "sim/engine/simulator.hpp"
#include "sim/engine/software.hpp"

namespace collnoc {
namespace {

[[noreturn]] void refuse(const char* what) {
  throw NotInstalled(std::string(what) + " does not exist in the playground; the program has it");
}

}  // namespace

TileProgram::TileProgram(const std::string&) { collnoc::refuse("--firmware rv32"); }
void check_rv32(const Platform&) { refuse("--firmware rv32"); }
std::string schedule_program(Collective, const std::string&) { refuse("--firmware rv32"); }
std::unique_ptr<Software> make_rv32_software(Machine&, const RunConfig&, const TileProgram&, const Job&,
                                             const std::optional<ProcessorPlan>&) {
  refuse("--firmware rv32");
}

TileProgramResult Simulator::tile_program(const TileProgramConfig&, const Progress&, const ConsoleLine&) {
  refuse("--firmware FILE");
}
TrafficResult Simulator::traffic(const TrafficConfig&, double, const Progress&) { refuse("traffic"); }
ReplayResult Simulator::replay(const ReplayConfig&, const PartProgress&) { refuse("replay"); }
std::vector<NodeVariant> Simulator::nodes() { return {}; }

}  // namespace collnoc

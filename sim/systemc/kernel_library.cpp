// libcollnoc_systemc_kernel.so: the program loads it for --kernel systemc, so that it needs no SystemC
// otherwise.
#include "sim/systemc/fabric_kernel.hpp"
#include "sim/systemc/pin_board.hpp"
#include "sim/systemc/simulation.hpp"

namespace {

using namespace collnoc;

/// A module in a simulation of its own.
template <class Module>
struct Alone {
  template <class... Arguments>
  explicit Alone(const Arguments&... arguments) : module("collnoc", arguments...) {}
  systemc::Simulation simulation;
  Module module;
};

class OwnKernel final : public Kernel {
 public:
  explicit OwnKernel(const Topology& topology) : alone_(topology) {}
  void run(Cycle cycles, const std::function<void()>& step) override { alone_.module.run(cycles, step); }
  SoftwareProcess& software(Rank rank) override { return alone_.module.software(rank); }

 private:
  Alone<systemc::FabricKernel> alone_;
};

std::unique_ptr<Kernel> make_kernel(const Topology& topology) {
  return std::make_unique<OwnKernel>(topology);
}

std::shared_ptr<NodeBoard> make_board(const Topology& topology, const HardwareConfig& config,
                                      std::uint32_t mem_words, const NodeFactory& nodes) {
  const auto alone = std::make_shared<Alone<systemc::PinBoard>>(topology, config, mem_words, nodes);
  alone->module.reset();
  return {alone, &alone->module};
}

}  // namespace

extern "C" {
int sc_main(int, char**) { return 0; }  // libsystemc.so has a main() that calls it
[[gnu::visibility("default")]] extern const KernelApi collnoc_kernel;
const KernelApi collnoc_kernel{kernel_version, make_kernel, make_board};
}

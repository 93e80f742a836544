#include "sim/systemc/fabric_kernel.hpp"

#include <string>
#include <utility>

namespace collnoc::systemc {

FabricKernel::FabricKernel(const sc_core::sc_module_name& name, const Topology& topology) : sc_module(name) {
  SC_HAS_PROCESS(FabricKernel);
  SC_THREAD(fabric);
  set_stack_size(1024 * 1024);
  for (Rank r = 0; r < topology.size(); ++r)
    tiles_.push_back(std::make_unique<TileProcess>(("tile_" + std::to_string(r)).c_str()));
}

void FabricKernel::run(Cycle cycles, const std::function<void()>& step) {
  step_ = &step;
  asked_.notify(sc_core::SC_ZERO_TIME);
  sc_core::sc_start(sc_core::sc_time(10, sc_core::SC_NS) * static_cast<double>(cycles));
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

void FabricKernel::fabric() {
  for (;;) {
    while (step_ == nullptr) wait(asked_);
    try {
      (*step_)();
    } catch (const sc_core::sc_unwind_exception&) {
      throw;
    } catch (...) {
      error_ = std::current_exception();
    }
    step_ = nullptr;
  }
}

}  // namespace collnoc::systemc

// A fabric that SystemC's kernel clocks: its cycles are computed in one SC_THREAD, and the software of each
// tile in another.
#pragma once
#include <exception>
#include <memory>
#include <systemc>
#include <vector>

#include "sim/fabric/kernel.hpp"
#include "sim/systemc/tile_process.hpp"

namespace collnoc::systemc {

class FabricKernel final : public sc_core::sc_module, public Kernel {
 public:
  FabricKernel(const sc_core::sc_module_name& name, const Topology& topology);

  /// step() is called at once, and then the time passes: what it computes is visible outside at the end only.
  void run(Cycle cycles, const std::function<void()>& step) override;
  SoftwareProcess& software(Rank rank) override { return *tiles_[rank]; }

 private:
  void fabric();

  std::vector<std::unique_ptr<TileProcess>> tiles_;
  sc_core::sc_event asked_;
  const std::function<void()>* step_ = nullptr;
  std::exception_ptr error_;
};

}  // namespace collnoc::systemc

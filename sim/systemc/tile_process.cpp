#include "sim/systemc/tile_process.hpp"

#include <utility>

namespace collnoc::systemc {

TileProcess::TileProcess(const sc_core::sc_module_name& name) : sc_module(name) {
  SC_HAS_PROCESS(TileProcess);
  SC_THREAD(software);
  sensitive << called_;
  set_stack_size(256 * 1024);
}

model::RegisterAccess TileProcess::drive(Host& host, Cycle now, const model::NodeOut& node) {
  host_ = &host;
  now_ = now;
  node_ = &node;
  called_.notify();
  while (host_ != nullptr) sc_core::wait(done_);
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  return access_;
}

void TileProcess::software() {
  for (;;) {
    while (host_ == nullptr) wait();
    try {
      access_ = host_->drive(now_, *node_);
    } catch (const sc_core::sc_unwind_exception&) {
      throw;
    } catch (...) {
      error_ = std::current_exception();
    }
    host_ = nullptr;
    done_.notify();
  }
}

}  // namespace collnoc::systemc

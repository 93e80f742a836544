// The software of a tile in a process of its own: an SC_THREAD in which the tile's host is called.
#pragma once
#include <exception>
#include <systemc>

#include "sim/fabric/kernel.hpp"

namespace collnoc::systemc {

class TileProcess final : public sc_core::sc_module, public SoftwareProcess {
 public:
  explicit TileProcess(const sc_core::sc_module_name& name);

  /// To be called in another thread of the kernel.
  model::RegisterAccess drive(Host& host, Cycle now, const model::NodeOut& node) override;

 private:
  void software();

  sc_core::sc_event called_, done_;
  // The call; without a host there is none.
  Host* host_ = nullptr;
  Cycle now_ = 0;
  const model::NodeOut* node_ = nullptr;
  model::RegisterAccess access_;
  std::exception_ptr error_;
};

}  // namespace collnoc::systemc

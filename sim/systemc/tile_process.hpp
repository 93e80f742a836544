// The software of a tile in a process of its own: an SC_THREAD in which the tile's host is called.
#pragma once
#include <exception>
#include <memory>
#include <systemc>

#include "sim/fabric/host.hpp"

namespace collnoc::systemc {

class TileProcess final : public sc_core::sc_module {
 public:
  explicit TileProcess(const sc_core::sc_module_name& name);

  /// A host that is called in another thread of the kernel, and calls `host` in this one. Both must outlive
  /// it.
  std::unique_ptr<Host> calls(Host& host);

 private:
  class Caller;
  /// Calls the host in this thread, and waits for it. Throws what it throws.
  model::RegisterAccess drive(Host& host, Cycle now, const model::NodeOut& node);
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

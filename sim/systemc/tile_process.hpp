// The software of a tile in a process of its own: an SC_THREAD in which the tile's host is called.
#pragma once
#include <exception>
#include <functional>
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
  /// Calls f() in this thread, and waits for it. Throws what f throws.
  void call(const std::function<void()>& f);
  void software();

  sc_core::sc_event called_, done_;
  const std::function<void()>* work_ = nullptr;
  std::exception_ptr error_;
};

}  // namespace collnoc::systemc

#include "sim/systemc/tile_process.hpp"

#include <utility>

namespace collnoc::systemc {

class TileProcess::Caller final : public Host {
 public:
  Caller(TileProcess& process, Host& host) : process_(process), host_(host) {}
  model::RegisterAccess drive(Cycle now, const model::NodeOut& node) override {
    model::RegisterAccess access;
    process_.call([&] { access = host_.drive(now, node); });
    return access;
  }
  bool uses_memory() const override { return host_.uses_memory(); }
  bool uses_memory_port() const override { return host_.uses_memory_port(); }

 private:
  TileProcess& process_;
  Host& host_;
};

TileProcess::TileProcess(const sc_core::sc_module_name& name) : sc_module(name) {
  SC_HAS_PROCESS(TileProcess);
  SC_THREAD(software);
  set_stack_size(256 * 1024);
}

std::unique_ptr<Host> TileProcess::calls(Host& host) { return std::make_unique<Caller>(*this, host); }

void TileProcess::call(const std::function<void()>& f) {
  work_ = &f;
  called_.notify();
  while (work_ != nullptr) sc_core::wait(done_);
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

void TileProcess::software() {
  for (;;) {
    while (work_ == nullptr) wait(called_);
    try {
      (*work_)();
    } catch (const sc_core::sc_unwind_exception&) {
      throw;
    } catch (...) {
      error_ = std::current_exception();
    }
    work_ = nullptr;
    done_.notify();
  }
}

}  // namespace collnoc::systemc

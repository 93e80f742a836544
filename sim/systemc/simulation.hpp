// One simulation of SystemC, of which a process may have several, one after the other.
#pragma once
#include <mutex>
#include <systemc>

namespace collnoc::systemc {

/// SystemC has one simulation for all, in which modules can be made only before it begins. While an object of
/// this class lives, that is a new one; other threads wait until it ends. It must outlive its modules.
class Simulation {
 public:
  Simulation() : turn_(mutex()), before_(sc_core::sc_curr_simcontext) {
    sc_core::sc_curr_simcontext = sc_core::sc_default_global_context = new sc_core::sc_simcontext;
  }
  ~Simulation() {
    delete sc_core::sc_curr_simcontext;
    sc_core::sc_curr_simcontext = sc_core::sc_default_global_context = before_;
  }
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

 private:
  static std::mutex& mutex() {
    static std::mutex all;
    return all;
  }
  std::unique_lock<std::mutex> turn_;
  sc_core::sc_simcontext* before_;
};

}  // namespace collnoc::systemc

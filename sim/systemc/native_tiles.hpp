// The same native program on every tile of a network, each in its own SC_THREAD.
#pragma once
#include <functional>
#include <systemc>
#include <vector>

#include "collnoc/sim/systemc/native_tile.hpp"

namespace collnoc::systemc {

class NativeTiles : public sc_core::sc_module {
 public:
  using Body = std::function<void(NativeTile&)>;
  using BusOf = std::function<TileBus&(Rank)>;
  struct Options {
    std::uint64_t first_cycle = 0;     ///< in which software begins
    std::uint64_t startup_cycles = 0;  ///< of software before each put
    int stack_bytes = 64 * 1024;       ///< of a thread
  };

  /// `body` runs once on every tile, with the tile's own NativeTile.
  NativeTiles(const sc_core::sc_module_name& name, const Topology& topology, const BusOf& bus,
              Options options, Body body);

  bool done() const { return running_ == 0; }
  /// The cycle in which the body returned on that tile; valid once it has returned.
  std::uint64_t finished(Rank rank) const { return finished_[rank]; }
  /// Notified when the last body has returned.
  const sc_core::sc_event& all_done() const { return all_done_; }

 private:
  void run(TileBus& bus, Rank rank);

  Topology topology_;
  Options options_;
  Body body_;
  Rank running_;
  std::vector<std::uint64_t> finished_;
  sc_core::sc_event all_done_;
};

}  // namespace collnoc::systemc

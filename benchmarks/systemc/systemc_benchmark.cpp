// Speed of the SystemC shells: the plain fabric, the fabric as a module with a clock and with one of its own,
// the network with pins. Uniform traffic, 8x8 mesh, 2 VCs of 8 flits, 8-flit packets, 0.20 flits/node/cycle,
// one core. SystemC elaborates once per process, so all are elaborated; only the measured one gets a clock,
// or, where it has its own, software.
#include <benchmark/benchmark.h>

#include <memory>
#include <random>
#include <vector>

#include "collnoc/model/systemc/network_module.hpp"
#include "sim/fabric/fabric.hpp"
#include "sim/systemc/fabric_module.hpp"
#include "sim/systemc/native_tiles.hpp"

namespace collnoc {
namespace {

constexpr Cycle gap = 40;  // cycles from one 8-flit packet to the next: 0.20 flits/cycle
constexpr Cycle chunk = 1000;
const Topology topology = Topology::mesh(8, 8);

HardwareConfig hardware() {
  HardwareConfig config;
  config.vc_depth = 8;
  return config;
}

Put random_put(std::mt19937& random) { return {static_cast<Rank>(random() % 64), 0, 512, 56, 0, false, {}}; }

class Sender final : public Host {
 public:
  explicit Sender(Rank rank) : random_(rank) { wake_at_ = rank % gap; }
  model::RegisterAccess drive(Cycle now, const model::NodeOut& node) override {
    if (now < wake_at_) return {};
    if (writer_.idle()) {
      const Put put = random_put(random_);
      writer_.begin(put, topology.address(put.dst));
    }
    const model::RegisterAccess access = writer_.drive(node.reg_ready);
    if (writer_.idle()) wake_at_ = now + gap;
    return access;
  }

 private:
  std::mt19937 random_;
  PutWriter writer_;
};

// Clocks with a period of 10 ns; only the chosen one runs.
class Clocks : public sc_core::sc_module {
 public:
  explicit Clocks(const sc_core::sc_module_name& name) : sc_module(name) {
    SC_HAS_PROCESS(Clocks);
    SC_METHOD(tick);
  }
  sc_core::sc_signal<bool> fast{"fast"}, pins{"pins"}, rst_n{"rst_n", false};
  /// nullptr: none from now on.
  void choose(sc_core::sc_signal<bool>* clock) {
    chosen_ = clock;
    if (clock != nullptr) begins_.notify(sc_core::SC_ZERO_TIME);
  }

 private:
  void tick() {
    if (chosen_ == nullptr) return next_trigger(begins_);
    if (pins.read()) rst_n.write(true);  // after the first rising edge
    chosen_->write(!chosen_->read());
    next_trigger(5, sc_core::SC_NS);
  }
  sc_core::sc_signal<bool>* chosen_ = nullptr;
  sc_core::sc_event begins_;
};

struct Design {
  Design() {
    fast.clk_i(clocks.fast);
    pins.clk_i(clocks.pins);
    pins.rst_ni(clocks.rst_n);
    ahead.run_ahead({10, sc_core::SC_NS});
  }
  static std::unique_ptr<AnyNode> node(Rank, const HardwareConfig& c, const model::Place& p) {
    return make_model_node(c, p);
  }
  void send(systemc::TileBus& bus, systemc::NativeTile& tile) {
    std::mt19937 random(tile.rank());
    if (&bus == &ahead.bus(tile.rank())) sc_core::wait(begin_ahead);
    bus.wait_until(0);  // until the clock runs
    sc_core::wait(10.0 * (tile.rank() % gap), sc_core::SC_NS);
    for (;;) {
      tile.put(random_put(random));
      ++puts;
      sc_core::wait(10.0 * (gap - 1), sc_core::SC_NS);
    }
  }
  void run(sc_core::sc_signal<bool>* clock, benchmark::State& state) {
    clocks.choose(clock);
    if (clock == nullptr) begin_ahead.notify(sc_core::SC_ZERO_TIME);
    sc_core::sc_start(10.0 * chunk, sc_core::SC_NS);
    puts = 0;
    for (auto _ : state) sc_core::sc_start(10.0 * chunk, sc_core::SC_NS);
    count(state);
    state.counters["flits/node/cycle"] =
        8.0 * static_cast<double>(puts) / static_cast<double>(state.iterations() * chunk * topology.size());
  }
  static void count(benchmark::State& state) {
    state.counters["router-cycles/s"] = benchmark::Counter(
        static_cast<double>(state.iterations() * chunk * topology.size()), benchmark::Counter::kIsRate);
  }

  std::uint64_t puts = 0;
  Clocks clocks{"clocks"};
  Fabric fabric{topology, hardware(), {}, node};
  systemc::FabricModule fast{"fast", fabric};
  Fabric ahead_fabric{topology, hardware(), {}, node};
  systemc::FabricModule ahead{"ahead", ahead_fabric};
  sc_core::sc_event begin_ahead;
  systemc::NetworkModule pins{"network", topology, hardware()};
  systemc::NativeTiles on_fast{"on_fast",
                               topology,
                               [this](Rank r) -> systemc::TileBus& { return fast.bus(r); },
                               {},
                               [this](systemc::NativeTile& t) { send(fast.bus(t.rank()), t); }};
  systemc::NativeTiles on_ahead{"on_ahead",
                                topology,
                                [this](Rank r) -> systemc::TileBus& { return ahead.bus(r); },
                                {},
                                [this](systemc::NativeTile& t) { send(ahead.bus(t.rank()), t); }};
  systemc::NativeTiles on_pins{"on_pins",
                               topology,
                               [this](Rank r) -> systemc::TileBus& { return pins.bus(r); },
                               {},
                               [this](systemc::NativeTile& t) { send(pins.bus(t.rank()), t); }};
};

void plain_fabric(benchmark::State& state) {
  Fabric fabric(topology, hardware(), {}, Design::node);
  std::vector<std::unique_ptr<Sender>> senders;
  for (Rank r = 0; r < topology.size(); ++r) {
    senders.push_back(std::make_unique<Sender>(r));
    fabric.set_host(r, senders[r].get());
  }
  fabric.step(chunk);
  for (auto _ : state) fabric.step(chunk);
  Design::count(state);
}

}  // namespace
}  // namespace collnoc

int sc_main(int argc, char** argv) {
  using namespace collnoc;
  benchmark::Initialize(&argc, argv);
  Design design;
  benchmark::RegisterBenchmark("fabric", plain_fabric);
  benchmark::RegisterBenchmark("fabric_module",
                               [&design](benchmark::State& s) { design.run(&design.clocks.fast, s); });
  benchmark::RegisterBenchmark("network_with_pins",
                               [&design](benchmark::State& s) { design.run(&design.clocks.pins, s); });
  // The last: its software does not end.
  benchmark::RegisterBenchmark("fabric_module_ahead",
                               [&design](benchmark::State& s) { design.run(nullptr, s); });
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

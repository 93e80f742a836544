// A small router loop that never changes: what `scripts/bench --check` divides the simulator's speed by, so
// that machines can be compared. It shares no code with the simulator.
//
// 64 routers of an 8x8 mesh have five queues of four packets of one flit: from the four neighbours, and from
// their own source. In each cycle, each output takes a packet round-robin from the queues whose front
// requests it, if the next queue has space. Every source creates a packet with probability 1/20 for another
// node.
#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>

namespace {

constexpr unsigned side = 8, nodes = side * side, ports = 5, own = 4, depth = 4, cycles = 500;

struct Queue {
  std::array<std::uint16_t, depth> to{};  ///< destinations
  std::uint8_t first = 0, count = 0;
  void push(unsigned destination) {
    to[(first + count) % depth] = static_cast<std::uint16_t>(destination);
    ++count;
  }
  unsigned pop() {
    const unsigned destination = to[first];
    first = (first + 1) % depth;
    --count;
    return destination;
  }
};

struct Router {
  std::array<Queue, ports> queue;
  std::array<std::uint8_t, ports> turn{};  ///< [output] the queue that is asked first
};

class Mesh {
 public:
  void step() {
    const unsigned odd = cycle_++ & 1;
    for (unsigned n = 0; n < nodes; ++n) step(odd != 0 ? nodes - 1 - n : n);
  }
  std::uint64_t arrived() const { return arrived_; }

 private:
  void step(unsigned at) {
    Router& router = routers_[at];
    if ((random() & 0xffff) < 0x10000 / 20 && router.queue[own].count < depth)
      router.queue[own].push((at + 1 + static_cast<unsigned>(random() >> 16) % (nodes - 1)) % nodes);
    std::array<std::uint32_t, ports> wanted{};  // [output] queues
    for (unsigned q = 0; q < ports; ++q) {
      if (router.queue[q].count != 0) wanted[route(at, router.queue[q].to[router.queue[q].first])] |= 1u << q;
    }
    for (unsigned o = 0; o < ports; ++o) {
      if (wanted[o] == 0) continue;
      Queue* next = o == own ? nullptr : &routers_[neighbour(at, o)].queue[o];
      if (next != nullptr && next->count == depth) continue;
      unsigned q = router.turn[o];
      while ((wanted[o] >> q & 1) == 0) q = (q + 1) % ports;
      router.turn[o] = static_cast<std::uint8_t>((q + 1) % ports);
      const unsigned destination = router.queue[q].pop();
      if (next != nullptr) {
        next->push(destination);
      } else {
        ++arrived_;
      }
    }
  }
  /// x first; outputs: +x, -x, +y, -y, own.
  static unsigned route(unsigned at, unsigned to) {
    const unsigned x = at % side, y = at / side, to_x = to % side, to_y = to / side;
    return to_x > x ? 0 : to_x < x ? 1 : to_y > y ? 2 : to_y < y ? 3 : own;
  }
  static unsigned neighbour(unsigned at, unsigned output) {
    return output == 0 ? at + 1 : output == 1 ? at - 1 : output == 2 ? at + side : at - side;
  }
  std::uint64_t random() {  // xorshift64
    seed_ ^= seed_ << 13;
    seed_ ^= seed_ >> 7;
    return seed_ ^= seed_ << 17;
  }

  std::array<Router, nodes> routers_;
  std::uint64_t seed_ = 1, cycle_ = 0, arrived_ = 0;
};

void reference(benchmark::State& state) {
  Mesh mesh;
  for (auto _ : state) {
    for (unsigned c = 0; c < cycles; ++c) mesh.step();
    benchmark::DoNotOptimize(mesh.arrived());
  }
  state.counters["router_cycles"] = benchmark::Counter(
      static_cast<double>(state.iterations() * cycles * nodes), benchmark::Counter::kIsRate);
}
BENCHMARK(reference);

}  // namespace

// Communication behind computation: the gradients of a network's layers are computed one after the other and
// summed over all tiles. While the NICs sum those of one layer, the processors compute those of the next one.
//
//   processor   | layer 3 | layer 2 | layer 1 | layer 0 |         start all_reduce(later, ...) behind each,
//   NIC                   | sum 3 | | sum 2 | | sum 1 | | sum 0 | later.finish() before the next one
//
// Rank 0 prints what computing takes, and what both take with blocking calls and with calls that are finished
// later. The NIC needs a sequencer, and must accumulate; without them the program is right, but hides
// nothing.
#include <array>
#include <cstdint>

#include "collnoc/firmware/program.hpp"
#include "collnoc/firmware/runtime/collectives.hpp"
#include "collnoc/firmware/runtime/later.hpp"

namespace {
using namespace collnoc;

constexpr std::uint32_t layers = 4, elements = 256, bytes = 4 * elements;

/// Stands for what a tile computes from its own samples. The sum over all tiles is then known.
constexpr std::uint32_t gradient(std::uint32_t layer, std::uint32_t element, std::uint32_t samples) {
  std::uint32_t g = layer + 1;
  for (std::uint32_t i = 0; i < 4; ++i) g = g * 31 + element;
  return g * samples;
}

template <Tile T>
class Training {
 public:
  Training(T& tile, std::uint32_t base)
      : tile_(tile), later_(tile), base_(base), stride_(padded(all_reduce_bytes(tile, Area{0, bytes}))) {}

  std::uint64_t computing() {
    return cycles([&] {
      for (std::uint32_t layer = layers; layer-- > 0;) compute(layer);
    });
  }
  std::uint64_t blocking() {
    return cycles([&] {
      for (std::uint32_t layer = layers; layer-- > 0;) {
        compute(layer);
        results_[layer] = all_reduce(tile_, area(layer), Op::sum, Element::u32);
      }
    });
  }
  std::uint64_t finished_later() {
    return cycles([&] {
      for (std::uint32_t layer = layers; layer-- > 0;) {
        compute(layer);
        if (layer + 1 < layers) later_.finish();
        results_[layer] = all_reduce(later_, area(layer), Op::sum, Element::u32);
      }
      later_.finish();
    });
  }
  /// Whether the sums of the last one of these are right.
  bool right() {
    const Rank n = size(tile_);
    for (std::uint32_t layer = 0; layer < layers; ++layer)
      for (std::uint32_t e = 0; e < elements; ++e)
        if (numbers(results_[layer])[e] != gradient(layer, e, n * (n + 1) / 2)) return false;
    return true;
  }

 private:
  template <class Body>
  std::uint64_t cycles(Body body) {
    barrier(tile_);
    const std::uint64_t begin = tile_.cycle();
    body();
    barrier(tile_);
    return tile_.cycle() - begin;
  }
  void compute(std::uint32_t layer) {
    for (std::uint32_t e = 0; e < elements; ++e)
      numbers(area(layer).base)[e] = gradient(layer, e, tile_.rank() + 1);
  }
  Area area(std::uint32_t layer) const {
    return {base_ + layer * static_cast<std::uint32_t>(stride_), bytes};
  }
  std::uint32_t* numbers(std::uint32_t address) {
    return reinterpret_cast<std::uint32_t*>(tile_.memory().data() + address);
  }

  T& tile_;
  Later<T> later_;
  std::uint32_t base_;
  std::uint64_t stride_;
  std::array<std::uint32_t, layers> results_{};
};

template <Tile T>
int program(T& tile, const BootBlock& boot) {
  Training training(tile, boot.base);
  training.blocking();  // plans
  training.finished_later();
  const std::uint64_t computing = training.computing(), blocking = training.blocking();
  if (!training.right()) return 1;
  const std::uint64_t later = training.finished_later();
  if (!training.right()) return 2;
  if (tile.rank() == 0)
    print(tile, "computing ", computing, ", with blocking calls ", blocking, ", with calls finished later ",
          later, '\n');
  return 0;
}

}  // namespace

COLLNOC_PROGRAM(program)

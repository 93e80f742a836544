// One array of nodes in slices: a library of scripts/slice-node and the planes that it works on, with words
// of single lanes.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "sim/fabric/shared_library.hpp"
#include "sim/sliced/api.hpp"

namespace collnoc {

/// Exchanges rows and columns of 64 x 64 bits: bit j of word i becomes bit i of word j.
inline void transpose(std::array<std::uint64_t, 64>& words) {
  for (unsigned j = 32; j != 0; j >>= 1) {
    const std::uint64_t low = ~std::uint64_t{0} / ((std::uint64_t{1} << j) + 1);
    for (unsigned k = 0; k < 64; k = ((k | j) + 1) & ~j) {
      const std::uint64_t swap = ((words[k] >> j) ^ words[k | j]) & low;
      words[k] ^= swap << j;
      words[k | j] ^= swap;
    }
  }
}

class Slices {
 public:
  /// Throws std::runtime_error.
  explicit Slices(const std::string& library)
      : library_(library),
        api_(library_.api<sliced::Api>(sliced::api_symbol, sliced::api_version, "sliced")),
        planes_(static_cast<std::uint64_t*>(std::aligned_alloc(64, (bytes() + 63) / 64 * 64))) {
    api_.clear(planes_.get());
  }

  const sliced::Api& api() const { return api_; }
  void settle() { api_.settle(planes_.get()); }
  void step() { api_.step(planes_.get()); }

  /// The plane at this place: bit l % 64 of word l / 64 is that of lane l.
  std::uint64_t* plane(int place) { return planes_.get() + static_cast<std::size_t>(place) * words(); }
  /// Words of 64 lanes.
  unsigned words() const { return api_.lanes / 64; }
  std::size_t bytes() const { return std::size_t{api_.planes} * api_.lanes / 8; }

  /// 64-bit words that hold a signal of one lane.
  static unsigned words_of(const sliced::Signal& signal) { return (signal.width + 63) / 64; }
  /// Values of all lanes: word w of lane l is `values[l * words_of(signal) + w]`. Bits that synthesis dropped
  /// read 0.
  void read(const sliced::Signal& signal, std::uint64_t* values) {
    for_blocks(signal, [&](unsigned lanes_from, unsigned word, unsigned first, unsigned count) {
      std::array<std::uint64_t, 64> block{};
      for (unsigned b = 0; b < count; ++b) {
        const int place = signal.planes[first + b];
        if (place >= 0) block[b] = plane(place)[lanes_from / 64];
      }
      transpose(block);
      for (unsigned l = 0; l < 64; ++l) values[(lanes_from + l) * words_of(signal) + word] = block[l];
    });
  }
  /// Bits that are dropped or constant are left as they are.
  void write(const sliced::Signal& signal, const std::uint64_t* values) {
    for_blocks(signal, [&](unsigned lanes_from, unsigned word, unsigned first, unsigned count) {
      std::array<std::uint64_t, 64> block;
      for (unsigned l = 0; l < 64; ++l) block[l] = values[(lanes_from + l) * words_of(signal) + word];
      transpose(block);
      for (unsigned b = 0; b < count; ++b) {
        const int place = signal.planes[first + b];
        if (place > 1) plane(place)[lanes_from / 64] = block[b];
      }
    });
  }

 private:
  template <class F>
  void for_blocks(const sliced::Signal& signal, const F& f) const {
    for (unsigned from = 0; from < api_.lanes; from += 64) {
      for (unsigned first = 0; first < signal.width; first += 64) {
        f(from, first / 64, first, std::min(64u, signal.width - first));
      }
    }
  }

  struct Free {
    void operator()(std::uint64_t* planes) const { std::free(planes); }
  };
  SharedLibrary library_;
  const sliced::Api& api_;
  std::unique_ptr<std::uint64_t[], Free> planes_;
};

}  // namespace collnoc

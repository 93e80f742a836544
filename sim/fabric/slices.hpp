// One array of nodes in slices: a library of scripts/slice-node and the planes that it works on, with words
// of single lanes.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "sim/fabric/shared_library.hpp"
#include "sim/sliced/api.hpp"

namespace collnoc {

namespace sliced {

template <unsigned j>
[[gnu::always_inline]] inline void exchange(std::uint64_t* words) {
  constexpr std::uint64_t low = ~std::uint64_t{0} / ((std::uint64_t{1} << j) + 1);
  for (unsigned from = 0; from < 64; from += 2 * j) {
    for (unsigned k = from; k < from + j; ++k) {
      const std::uint64_t swap = ((words[k] >> j) ^ words[k + j]) & low;
      words[k] ^= swap << j;
      words[k + j] ^= swap;
    }
  }
}

[[gnu::always_inline]] inline void transpose_any(std::uint64_t* words) {
  exchange<32>(words);
  exchange<16>(words);
  exchange<8>(words);
  exchange<4>(words);
  exchange<2>(words);
  exchange<1>(words);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] inline void transpose_avx2(std::uint64_t* words) { transpose_any(words); }
#endif

}  // namespace sliced

/// Exchanges rows and columns of 64 x 64 bits: bit j of word i becomes bit i of word j.
inline void transpose(std::array<std::uint64_t, 64>& words) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return sliced::transpose_avx2(words.data());
#endif
  sliced::transpose_any(words.data());
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
  const std::uint64_t* plane(int place) const {
    return planes_.get() + static_cast<std::size_t>(place) * words();
  }
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

  /// Of up to 64 bits of the nodes `lanes` of word `w`: `values[l]` gets that of lane 64 * w + l. Places are
  /// not negative. Values of other lanes are undefined.
  void gather(const int* places, unsigned bits, unsigned w, std::uint64_t lanes,
              std::uint64_t* values) const {
    const std::uint64_t* const planes = planes_.get() + w;
    const std::size_t stride = words();
    if (std::popcount(lanes) > few) {
      std::array<std::uint64_t, 64> block;
      for (unsigned b = 0; b < bits; ++b) block[b] = planes[static_cast<std::size_t>(places[b]) * stride];
      std::fill(block.begin() + bits, block.end(), 0);
      transpose(block);
      std::copy(block.begin(), block.end(), values);
      return;
    }
    for (std::uint64_t m = lanes; m != 0; m &= m - 1) {
      const auto l = static_cast<unsigned>(std::countr_zero(m));
      std::uint64_t value = 0;
      for (unsigned b = 0; b < bits; ++b)
        value |= (planes[static_cast<std::size_t>(places[b]) * stride] >> l & 1) << b;
      values[l] = value;
    }
  }
  /// The reverse. Bits that are dropped or constant, and those of other lanes, are left as they are.
  void scatter(const int* places, unsigned bits, unsigned w, std::uint64_t lanes,
               const std::uint64_t* values) {
    std::uint64_t* const planes = planes_.get() + w;
    const std::size_t stride = words();
    if (std::popcount(lanes) > few) {
      std::array<std::uint64_t, 64> block;
      std::copy_n(values, 64, block.begin());
      transpose(block);
      for (unsigned b = 0; b < bits; ++b) {
        if (places[b] <= 1) continue;
        std::uint64_t& plane = planes[static_cast<std::size_t>(places[b]) * stride];
        plane = (plane & ~lanes) | (block[b] & lanes);
      }
      return;
    }
    for (std::uint64_t m = lanes; m != 0; m &= m - 1) {
      const auto l = static_cast<unsigned>(std::countr_zero(m));
      for (unsigned b = 0; b < bits; ++b) {
        if (places[b] <= 1) continue;
        std::uint64_t& plane = planes[static_cast<std::size_t>(places[b]) * stride];
        plane = (plane & ~(std::uint64_t{1} << l)) | (values[l] >> b & 1) << l;
      }
    }
  }

 private:
  static constexpr int few = 3;  ///< lanes whose bits are moved one by one faster than by a transpose

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

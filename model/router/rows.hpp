// A register of sixteen equal modules as a row with one lane each, and what modules do, for all lanes at
// once.
#pragma once
#include <array>
#include <cstring>

// Functions that are compiled for processors with AVX2 as well. A row of 16-bit words is one register there.
#if defined(__x86_64__)
#define COLLNOC_WIDE_ROWS [[gnu::target("avx2")]]
#endif

namespace collnoc::model {

inline constexpr unsigned block_lanes = 16;

template <class Word>
struct Rows {
  using Vec [[gnu::vector_size(block_lanes * sizeof(Word))]] = Word;
  struct alignas(block_lanes * sizeof(Word)) Row {
    std::array<Word, block_lanes> lane{};
    Word& operator[](unsigned n) { return lane[n]; }
    Word operator[](unsigned n) const { return lane[n]; }
  };

  [[gnu::always_inline]] static Vec load(const Row& row) {
    Vec v;
    std::memcpy(&v, row.lane.data(), sizeof v);
    return v;
  }
  [[gnu::always_inline]] static void store(Row& row, const Vec& v) {
    std::memcpy(row.lane.data(), &v, sizeof v);
  }
  [[gnu::always_inline]] static Vec all(unsigned word) { return Vec{} + static_cast<Word>(word); }
  /// A mask: all bits of a lane that is not zero, otherwise none.
  [[gnu::always_inline]] static Vec any(const Vec& v) { return (Vec)(v != Vec{}); }
  [[gnu::always_inline]] static Vec choose(const Vec& mask, const Vec& a, const Vec& b) {
    return (mask & a) | (~mask & b);
  }
  // As of RrArbiter, with its mask_q. No request gives no grant, and without a grant nothing is updated.
  [[gnu::always_inline]] static Vec grant(const Vec& request, const Row& mask) {
    const Vec preferred = request & load(mask), pool = choose(any(preferred), preferred, request);
    return pool & (Vec{} - pool);
  }
  /// `last`: a mask.
  [[gnu::always_inline]] static void update(Row& mask, const Vec& gnt, const Vec& last, unsigned n) {
    const Vec next = ~((gnt - all(1)) | (gnt & last)) & all((1u << (n - 1) << 1) - 1);
    store(mask, choose(any(gnt), next, load(mask)));
  }
};

}  // namespace collnoc::model

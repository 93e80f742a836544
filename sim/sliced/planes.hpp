// Planes: words that hold one bit of LANES nodes, and what the code of scripts/slice-node does with them.
// Included only by that code, which is compiled with LANES.
#pragma once
#include <cstddef>
#include <cstdint>
#ifdef __AVX__
#include <immintrin.h>
#endif

namespace collnoc::sliced {

#if LANES == 64
using V = std::uint64_t;
#elif LANES == 128 || LANES == 256 || LANES == 512
using V [[gnu::vector_size(LANES / 8)]] = std::uint64_t;
#else
#error "LANES must be 64, 128, 256 or 512"
#endif

/// Whether any lane has the bit.
inline bool any(const V& plane) {
#if LANES == 64
  return plane != 0;
#else
#if LANES == 256 && defined(__AVX__)
  return _mm256_testz_si256(reinterpret_cast<__m256i>(plane), reinterpret_cast<__m256i>(plane)) == 0;
#endif
  std::uint64_t all = 0;
  for (unsigned k = 0; k < LANES / 64; ++k) all |= plane[k];
  return all != 0;
#endif
}

/// `b` where `s`, else `a`.
inline V mux(const V& a, const V& b, const V& s) { return a ^ ((a ^ b) & s); }

/// Bit 4c + 2b + a of `table`: one instruction with AVX-512, else up to seven.
template <unsigned table>
inline V lut(const V& a, const V& b, const V& c) {
#if defined(__AVX512VL__) && LANES == 512
  return reinterpret_cast<V>(_mm512_ternarylogic_epi64(
      reinterpret_cast<__m512i>(c), reinterpret_cast<__m512i>(b), reinterpret_cast<__m512i>(a), table));
#elif defined(__AVX512VL__) && LANES == 256
  return reinterpret_cast<V>(_mm256_ternarylogic_epi64(
      reinterpret_cast<__m256i>(c), reinterpret_cast<__m256i>(b), reinterpret_cast<__m256i>(a), table));
#elif defined(__AVX512VL__) && LANES == 128
  return reinterpret_cast<V>(_mm_ternarylogic_epi64(
      reinterpret_cast<__m128i>(c), reinterpret_cast<__m128i>(b), reinterpret_cast<__m128i>(a), table));
#else
  constexpr auto of_two = [](unsigned half, const V& x, const V& y) -> V {
    switch (half) {
      case 0: return V{};
      case 1: return ~(x | y);
      case 2: return x & ~y;
      case 3: return ~y;
      case 4: return y & ~x;
      case 5: return ~x;
      case 6: return x ^ y;
      case 7: return ~(x & y);
      case 8: return x & y;
      case 9: return ~(x ^ y);
      case 10: return x;
      case 11: return x | ~y;
      case 12: return y;
      case 13: return y | ~x;
      case 14: return x | y;
      default: return ~V{};
    }
  };
  constexpr unsigned low = table & 15, high = table >> 4;
  if constexpr (low == high) return of_two(low, a, b);
  if constexpr (low == (high ^ 15u)) return of_two(low, a, b) ^ c;
  if constexpr (low == 0) return of_two(high, a, b) & c;
  if constexpr (high == 0) return of_two(low, a, b) & ~c;
  if constexpr (low == 15) return of_two(high, a, b) | ~c;
  if constexpr (high == 15) return of_two(low, a, b) | c;
  return mux(of_two(low, a, b), of_two(high, a, b), c);
#endif
}

/// The rows of a memory that lanes address, and which lanes.
template <unsigned size>
struct Rows {
  unsigned count = 0;
  unsigned row[size];
  V lanes[size];

  /// `n[address[k]]` is bit k of the addresses. Those from `size` on are left out.
  template <std::size_t bits>
  Rows(const V* n, const int (&address)[bits], const V& all) {
    if (!any(all)) return;
    row[0] = 0, lanes[0] = all, count = 1;
    for (std::size_t b = bits; b-- != 0;) {
      const V bit = n[address[b]];
      for (unsigned k = 0, before = count; k < before; ++k) {
        const V low = lanes[k] & ~bit, high = lanes[k] & bit;
        const unsigned above = row[k] | 1u << b;
        const bool in_low = any(low), in_high = above < size && any(high);
        if (in_low && in_high) {
          row[count] = above, lanes[count++] = high;
          lanes[k] = low;
        } else if (in_low || in_high) {
          if (in_high) row[k] = above;
          lanes[k] = in_low ? low : high;
        } else {
          lanes[k] = V{};
        }
      }
    }
  }
};

/// Reads a memory whose row r begins at `n[rows + r * width]`. Lanes outside of `lanes`, and those with
/// addresses that are too large, read 0.
template <unsigned size, unsigned width, std::size_t bits>
inline void read_rows(V* n, const int (&address)[bits], unsigned rows, unsigned out, const V& lanes) {
  const Rows<size> all(n, address, lanes);
  constexpr unsigned step = 4;
  unsigned b = 0;
  for (; b + step <= width; b += step) {
    V sum[step] = {};
    for (unsigned k = 0; k < all.count; ++k) {
      const V* word = n + rows + all.row[k] * width + b;
      for (unsigned j = 0; j < step; ++j) sum[j] |= word[j] & all.lanes[k];
    }
    for (unsigned j = 0; j < step; ++j) n[out + b + j] = sum[j];
  }
  for (; b < width; ++b) {
    V sum = {};
    for (unsigned k = 0; k < all.count; ++k) sum |= n[rows + all.row[k] * width + b] & all.lanes[k];
    n[out + b] = sum;
  }
}

/// Writes bits of the rows, from `first` on; `n[data[b]]` is the new value of bit first + b.
template <unsigned size, unsigned width, std::size_t bits, std::size_t count>
inline void write_rows(V* n, const int (&address)[bits], unsigned rows, unsigned first,
                       const int (&data)[count], const V& lanes) {
  const Rows<size> all(n, address, lanes);
  for (unsigned k = 0; k < all.count; ++k) {
    V* word = n + rows + all.row[k] * width + first;
    const V here = all.lanes[k];
    for (std::size_t b = 0; b < count; ++b) word[b] = mux(word[b], n[data[b]], here);
  }
}

}  // namespace collnoc::sliced

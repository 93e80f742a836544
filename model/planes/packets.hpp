// The packets in a network whose routers are computed in planes, with the data of their flits.
#pragma once
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "collnoc/arch/topology/shape.hpp"

namespace collnoc::model {

struct Packet {
  std::uint64_t* data = nullptr;      ///< its flits
  std::uint64_t head[2] = {};         ///< what routers read of the first one
  std::uint16_t flits = 0, have = 0;  ///< `have`: of those that are read from memory
  std::uint8_t size = 0;              ///< logarithm of the number of flits that there is space for
  Rank source = 0;                    ///< of a packet that a NIC makes in planes
};

/// Packets have numbers of 26 bits. Each part of the network, which one thread computes, has its own; it may
/// make and release packets while others do.
class Packets {
 public:
  /// `most`: packets in the network at a time.
  Packets(unsigned flit_words, std::size_t most, unsigned parts)
      : flit_words_(flit_words),
        chunk_(std::min<std::size_t>(most / each + std::size_t{sizes} * parts, most_chunks)),
        part_(parts) {}
  Packet& operator[](std::uint32_t number) { return chunk_[number / each].packets[number % each]; }
  const Packet& operator[](std::uint32_t number) const {
    return chunk_[number / each].packets[number % each];
  }

  /// One with space for this many flits, none of which is read.
  std::uint32_t make(unsigned part, unsigned flits) {
    const auto size = static_cast<std::uint8_t>(std::bit_width(flits - 1));
    std::vector<std::uint32_t>& free = part_[part].free[size];
    if (free.empty()) add(part, size);
    const std::uint32_t number = free.back();
    free.pop_back();
    Packet& p = (*this)[number];
    p.flits = static_cast<std::uint16_t>(flits);
    p.have = 0;
    return number;
  }
  void release(unsigned part, std::uint32_t number) {
    const unsigned owner = chunk_[number / each].part;
    (owner == part ? part_[part].free[(*this)[number].size] : part_[part].foreign).push_back(number);
  }
  // Packets that another part has released come back while nobody releases any: first, every part collects
  // its own, then every part forgets those of others.
  void collect(unsigned part) {
    for (unsigned from = 0; from < part_.size(); ++from) {
      if (from == part) continue;
      for (const std::uint32_t n : part_[from].foreign)
        if (chunk_[n / each].part == part) part_[part].free[(*this)[n].size].push_back(n);
    }
  }
  void forget(unsigned part) { part_[part].foreign.clear(); }

 private:
  static constexpr std::uint32_t each = 1u << 8, most_chunks = 1u << 18;  // packets of a chunk have one size
  static constexpr unsigned sizes = 9;
  struct Chunk {
    std::unique_ptr<Packet[]> packets;
    std::unique_ptr<std::uint64_t[]> data;
    unsigned part = 0;
  };
  struct alignas(64) Part {
    std::vector<std::uint32_t> free[sizes];  // by size
    std::vector<std::uint32_t> foreign;      // released here, of other parts
  };
  void add(unsigned part, std::uint8_t size) {
    const std::uint32_t n = chunks_.fetch_add(1, std::memory_order_relaxed);
    if (n >= chunk_.size()) throw std::length_error("more packets in the network than its planes can number");
    const std::size_t words = std::size_t{flit_words_} << size;
    Chunk& chunk = chunk_[n];
    chunk.packets = std::make_unique<Packet[]>(each);
    chunk.data = std::make_unique<std::uint64_t[]>(each * words);
    chunk.part = part;
    for (std::uint32_t k = each; k-- > 0;) {
      chunk.packets[k].data = chunk.data.get() + k * words;
      chunk.packets[k].size = size;
      part_[part].free[size].push_back(n * each + k);
    }
  }
  unsigned flit_words_;
  std::atomic<std::uint32_t> chunks_{0};
  std::vector<Chunk> chunk_;
  std::vector<Part> part_;
};

}  // namespace collnoc::model

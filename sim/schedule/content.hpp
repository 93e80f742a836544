// Symbolic memory of a tile: for each address, which bytes of which origin it holds.
#pragma once
#include <algorithm>
#include <iterator>
#include <map>
#include <vector>

#include "sim/schedule/expanded_schedule.hpp"

namespace collnoc {

class Content {
 public:
  /// Writes `block` at `address` and overwrites the previous content.
  void write(std::uint32_t address, const Block& block) {
    erase(address, address + block.length);
    at_.emplace(address, block);
  }

  /// The blocks in [address, address + length), in order, up to the first gap.
  std::vector<Block> read(std::uint32_t address, std::uint32_t length) const {
    std::vector<Block> blocks;
    const std::uint32_t end = address + length;
    auto it = at_.upper_bound(address);
    if (it != at_.begin()) --it;
    for (; it != at_.end() && address < end && it->first <= address; ++it) {
      const std::uint32_t skip = address - it->first;
      if (skip >= it->second.length) continue;
      Block part = it->second;
      part.offset += skip;
      part.length = std::min(part.length - skip, end - address);
      address += part.length;
      if (!blocks.empty() && follows(blocks.back(), part)) {
        blocks.back().length += part.length;
      } else {
        blocks.push_back(part);
      }
    }
    return blocks;
  }

 private:
  static bool follows(const Block& a, const Block& b) {
    return a.origin == b.origin && a.target == b.target && a.offset + a.length == b.offset &&
           a.combined == b.combined;
  }

  void erase(std::uint32_t begin, std::uint32_t end) {
    auto it = at_.upper_bound(begin);
    if (it != at_.begin()) --it;
    while (it != at_.end() && it->first < end) {
      const std::uint32_t first = it->first, last = first + it->second.length;
      const Block block = it->second;
      if (last <= begin) {
        ++it;
        continue;
      }
      it = at_.erase(it);
      if (first < begin) {
        Block left = block;
        left.length = begin - first;
        at_.emplace(first, std::move(left));
      }
      if (last > end) {
        Block right = block;
        right.offset += end - first;
        right.length = last - end;
        at_.emplace(end, std::move(right));
      }
    }
  }

  std::map<std::uint32_t, Block> at_;  // by address; ranges do not overlap
};

}  // namespace collnoc

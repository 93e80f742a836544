// The values that all nodes drive onto their links in one cycle, by receiving node and link.
#pragma once
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"
#include "collnoc/model/tile/pins.hpp"

namespace collnoc {

/// Written by the senders in one cycle, read and cleared by the receivers in the next. Every link of a node
/// has a separate byte, so threads never write the same one.
class LinkWires {
 public:
  void resize(Rank size, unsigned links) {
    links_ = links;
    arrivals_.resize(size);
    flit_.resize(std::size_t{size} * links);
  }
  /// Where a sender writes.
  struct End {
    Rank node = no_rank;     ///< no_rank at the edge of the network
    std::uint32_t link = 0;  ///< of that node
  };
  /// `credit`: one bit per virtual channel. `flit` counts if it is `valid`.
  void drive(const End& to, bool valid, const model::FlitRef& flit, std::uint8_t credit) {
    arrivals_[to.node].link[to.link] = static_cast<std::uint8_t>(credit | (valid ? valid_bit : 0u));
    flit_[std::size_t{to.node} * links_ + to.link] = flit;
  }
  /// The parts of drive(); each at most once in a cycle.
  void drive_flit(const End& to, const model::FlitRef& flit) {
    arrivals_[to.node].link[to.link] |= valid_bit;
    flit_[std::size_t{to.node} * links_ + to.link] = flit;
  }
  void drive_credit(const End& to, unsigned vc) {
    arrivals_[to.node].link[to.link] |= static_cast<std::uint8_t>(1u << vc);
  }

  /// What arrives at a node: link l in byte l, the virtual channels of its credits and valid_bit.
  std::uint64_t take(Rank at) {
    std::uint64_t all = 0;
    std::memcpy(&all, &arrivals_[at], sizeof all);
    arrivals_[at] = {};
    return all;
  }
  /// Links with a flit.
  static std::uint32_t flits_of(std::uint64_t arrivals) { return per_link(arrivals & valid_bits); }
  static std::uint64_t credits_of(std::uint64_t arrivals) { return arrivals & ~valid_bits; }
  /// Passes it to the node's inputs, which refer to the flits here. Without branches: their outcomes would be
  /// random.
  void pass(Rank at, std::uint64_t arrivals, model::NodeIn& in) const {
    const std::uint64_t credits = credits_of(arrivals);
    in.link_valid = flits_of(arrivals);
    in.link_credit = per_link((credits + ~valid_bits) & valid_bits);
    std::memcpy(in.credit.data(), &credits, sizeof credits);
    in.link = flits_at(at);
  }
  const model::FlitRef* flits_at(Rank at) const { return &flit_[std::size_t{at} * links_]; }
  /// Calls take_one(link, credit, flit) for every link on which something arrives; `flit` may be nullptr.
  template <class TakeOne>
  void drain(Rank at, TakeOne&& take_one) {
    for (unsigned l = 0; l < links_; ++l) {
      const std::uint8_t arrives = std::exchange(arrivals_[at].link[l], std::uint8_t{0});
      if (arrives == 0) continue;
      const model::FlitRef* flit = &flit_[std::size_t{at} * links_ + l];
      take_one(l, static_cast<std::uint8_t>(arrives & ~valid_bit),
               (arrives & valid_bit) != 0 ? flit : nullptr);
    }
  }

 private:
  static constexpr std::uint8_t valid_bit = 0x80;  // beside the credits
  static constexpr std::uint64_t valid_bits = 0x8080808080808080u;
  /// The highest bit of every byte, packed.
  static std::uint32_t per_link(std::uint64_t bytes) {
    return static_cast<std::uint32_t>((bytes >> 7) * 0x0102040810204080u >> 56);
  }
  struct alignas(8) Arrivals {
    std::uint8_t link[model::max_links] = {};
  };
  static_assert(sizeof(Arrivals) == sizeof(std::uint64_t) && std::endian::native == std::endian::little);

  unsigned links_ = 0;
  std::vector<Arrivals> arrivals_;    // [rank]
  std::vector<model::FlitRef> flit_;  // [rank * links + link]
};

}  // namespace collnoc

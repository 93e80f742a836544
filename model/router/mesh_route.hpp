// The route of Rules<Grid> (model/topology/grid.cpp) where no dimension is a ring and packets go through the
// dimensions in one order: the same output, computed from constants of the router.
#pragma once
#include <array>
#include <bit>
#include <cstdint>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/model/common/flit.hpp"
#include "collnoc/model/common/place.hpp"
#include "collnoc/model/topology/rules.hpp"

namespace collnoc::model {

class MeshRoute {
 public:
  MeshRoute(const HardwareConfig& config, const Place& place)
      : applies_(has_directions(config.topology) && config.route_orders == 1 && !config.multicast &&
                 (place.wrap == 0 || config.vcs == 1)),
        all_port_(config.all_port),
        wide_(config.address_bits > 16),
        bits_(place.bits),
        vcs_(static_cast<std::uint8_t>(config.vcs)),
        links_(static_cast<std::uint8_t>(config.links())),
        coord_(place.coord) {
    if (!applies_) return;
    const unsigned bits = place.bits;
    all_ = (1u << place.dims * bits) - 1;
    for (unsigned bit = 0; bit < dimension_.size(); ++bit)
      dimension_[bit] = static_cast<std::uint8_t>(bit / bits);
  }

  bool applies() const { return applies_; }
  /// Output of the head flit with these words that arrived at port `input`.
  Out route(unsigned input, const std::uint64_t* data) const {
    const std::uint32_t high = wide_ ? Head::high_dst(data[1]) : 0;
    const auto dst = static_cast<std::uint32_t>(data[0] & 0xffff) | high,
               src = static_cast<std::uint32_t>(data[0] >> 16);
    const unsigned vc = hash_mod(vc_hash(dst, src, links_ / 2u, bits_), vcs_);
    return to_out(port(coord_, at_input(input), data), vc);
  }
  /// What depends on the input port alone: the fields of an address that may still differ (after a link,
  /// those of its dimension and of the next ones), and the output to the NIC.
  struct Input {
    std::uint32_t open;
    unsigned eject;
  };
  Input at_input(unsigned input) const {
    return {all_ & ~std::uint32_t{0} << (input < links_ ? input / 2 * bits_ : 0),
            links_ + (all_port_ && input < links_ ? input : 0u)};
  }
  /// The output port of a packet at the node at address `at`: with one order of dimensions on meshes, packets
  /// keep their virtual channel.
  [[gnu::always_inline]] unsigned port(std::uint32_t at, const Input& input,
                                       const std::uint64_t* data) const {
    const std::uint64_t word = data[0];
    const std::uint32_t dst =
        static_cast<std::uint32_t>(word & 0xffff) | (wide_ ? Head::high_dst(data[1]) : 0u);
    const std::uint32_t differs = (dst ^ at) & input.open;
    const unsigned d = dimension_[static_cast<unsigned>(std::countr_zero(differs | 0x80000u))];
    const unsigned minus = static_cast<unsigned>(word >> (32 + d)) & 1;
    return differs != 0 ? 2 * d + minus : input.eject;
  }

 private:
  bool applies_, all_port_, wide_;
  std::uint8_t bits_;  // of a coordinate in an address
  std::uint8_t vcs_, links_;
  std::uint32_t coord_;
  std::uint32_t all_ = 0;                     // bits of an address
  std::array<std::uint8_t, 20> dimension_{};  // of a bit of an address
};

}  // namespace collnoc::model

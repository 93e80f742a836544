#include "tests/support/wrong_put.hpp"

#include <algorithm>

#include "tests/support/boxes.hpp"
#include "tests/support/combinations.hpp"

namespace collnoc::test {

void WrongPut::begin(PutWriter& writer) const {
  if (prepared) return writer.begin(*prepared, go_node_bits);
  writer.begin_raw(raw);
  if (corner) writer.to_corner(*corner);
}

WrongPut random_wrong_put(Fabric& fabric, Rank rank, std::mt19937_64& random) {
  const Topology& t = fabric.topology();
  const HardwareConfig& hardware = fabric.config();
  const auto another = [&] { return random_wrong_put(fabric, rank, random); };
  const std::uint32_t end = fabric.memory(rank).words() * 8, bit = random() % 32;
  const unsigned d = static_cast<unsigned>(random() % t.dims()), coordinate_bits = t.coordinate_bits();
  const Rank dst = static_cast<Rank>(random() % t.size());
  std::uint32_t src = 0, addr = 0, bytes = 8, ctrl = 0, node = t.address(dst);
  std::uint32_t& range = chance(random, 0.5) ? src : addr;
  if (hardware.multicast && chance(random, 0.2)) {
    if (hardware.route_orders == 2 && chance(random, 0.2))
      return {{0, 0, 8, nic::ctrl_descending, node}, {}, 0, t.address((rank + 1) % t.size())};
    const Corners box = wrong_corners(t, rank, hardware.all_port, random);
    return {{0, 0, 8, 0, box.from}, {}, 0, box.to};
  }
  switch (random() % (hardware.accumulate ? 11 : 9)) {
    case 9:  // an operation that does not exist, or of a signal
      bytes |= (hardware.float_sums ? 7 : 6 + bit % 2) << 28;
      if (bit >= 16) bytes = 8 | (1 + bit % 15) << 28, ctrl = nic::ctrl_signal;
      break;
    case 10: {  // an element of which a part is missing
      const auto known = combinations(hardware.float_sums);
      const Combination& c = known[random() % known.size()];
      bytes = 8 * (1 + bit) + 1 + static_cast<std::uint32_t>(random() % (c.bytes - 1));
      bytes |= c.code << 28;
      break;
    }
    case 0: {  // outside the network, by one or by far; on a star graph: not a permutation
      if (t.kind() == TopologyKind::star) {
        const unsigned symbols = t.radix();
        do {
          star::Permutation label = star::permutation(symbols, dst);
          const unsigned place = static_cast<unsigned>(random() % symbols);
          label.set(place, (label[place] + 1 + random() % 7) % 8);
          node = star::address(symbols, label);
        } while (star::is_address(symbols, node));
        break;
      }
      const std::uint32_t mask = ((1u << coordinate_bits) - 1) << (d * coordinate_bits);
      const std::uint32_t space = (1u << coordinate_bits) - t.extent(d);
      if (space == 0) return another();
      const std::uint32_t beyond = t.extent(d) + (chance(random, 0.5) ? 0 : random() % space);
      node = (node & ~mask) | beyond << (d * coordinate_bits);
      break;
    }
    case 1: node |= 1u << (t.address_bits() + bit % (32 - t.address_bits())); break;
    case 2: bytes = 0; break;
    case 3: range = 1 + random() % 7; break;
    case 4:  // past the end of memory by a few bytes
      range = end - 8 * (1 + random() % 4);
      bytes = end - range + 1 + random() % 9;
      break;
    case 5:  // past the end of memory by far: one address bit too many
      range = std::max(end, 1u << bit);
      break;
    case 6: bytes = std::max(end + 1, 1u << bit); break;
    case 7: {  // on a line, the direction away from the destination
      const unsigned own = t.coordinates(rank)[d], there = t.coordinates(dst)[d];
      if (!t.has_directions() || t.wraps(d) || own == there) return another();
      ctrl = (there > own ? 2u : 1u) << (8 + 2 * d);
      break;
    }
    default: {
      ctrl = random() % 64 | 1u << (6 + bit % 26);
      const std::uint32_t directions = t.has_directions() ? ((1u << 2 * t.dims()) - 1) << 8 : 0;
      const std::uint32_t order = hardware.route_orders == 2 ? nic::ctrl_descending : 0;
      // If no bit is illegal, select direction 3, which does not exist.
      if (ctrl == (ctrl & (0x1003fu | order | directions))) ctrl |= 3u << (8 + 2 * (d % 4));
      break;
    }
  }
  // PUT_GO has no bits for some of the errors.
  WrongPut put{{src, addr, bytes, ctrl, node}, {}, t.go_node_bits(), {}};
  PreparedPut prepared;
  prepared.local = src;
  prepared.remote = addr;
  prepared.bytes = bytes;
  prepared.go = nic::go_of_control(ctrl, node);
  const bool same = nic::control_of_go(prepared.go, put.go_node_bits) == ctrl &&
                    nic::node_of_go(prepared.go, put.go_node_bits) == node;
  if (same && chance(random, 0.5)) put.prepared = prepared;
  return put;
}

}  // namespace collnoc::test

// Random work for every tile, which a Host on a Fabric and an SC_THREAD on a TileBus perform identically; and
// work without end for threads.
#pragma once
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "collnoc/arch/box.hpp"
#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/arch/operation.hpp"
#include "sim/fabric/fabric.hpp"
#include "sim/fabric/put_writer.hpp"
#include "sim/systemc/native_tile.hpp"

namespace collnoc::test {

/// After `gap` cycles: a put, or a read of register `addr`.
struct Item {
  Cycle gap = 0;
  bool read = false;
  std::uint16_t addr = 0;
  Put put;
  std::optional<Box> box;  ///< of a multicast
};
using Script = std::vector<Item>;

inline constexpr Cycle first_cycle = 8;
inline constexpr std::uint32_t source_bytes = 1024;
inline constexpr std::uint32_t area_bytes = 512;

/// The box between two ranks, whichever coordinates are the lower ones.
inline Box ordered_box(const Topology& topology, Rank a, Rank b) {
  Coordinates first = topology.coordinates(a), last = topology.coordinates(b);
  for (unsigned d = 0; d < topology.dims(); ++d)
    if (first[d] > last[d]) std::swap(first[d], last[d]);
  return {topology.rank(first), topology.rank(last)};
}

/// `multicast`: every third put goes to a box, which the NIC may refuse; on an all-port NIC to all parts of
/// an ordered one.
inline std::vector<Script> random_scripts(const Topology& topology, unsigned items, std::uint64_t seed,
                                          bool multicast = false, bool all_port = false) {
  std::mt19937_64 random(seed);
  std::vector<Script> scripts(topology.size());
  for (Rank r = 0; r < topology.size(); ++r) {
    for (unsigned i = 0; i < items; ++i) {
      Item item;
      item.gap = random() % 3 == 0 ? random() % 40 : 0;
      item.read = random() % 4 == 0;
      item.addr = static_cast<std::uint16_t>(random() % 256 * 4);
      item.put.dst = static_cast<Rank>(random() % 4 == 0 ? topology.size() / 2 : random() % topology.size());
      item.put.signal = random() % 8 == 0;
      item.put.bytes = item.put.signal
                           ? 0
                           : static_cast<std::uint32_t>(1 + random() % (random() % 2 == 0 ? 24 : area_bytes));
      item.put.local = static_cast<std::uint32_t>(random() % ((source_bytes - area_bytes) / 8) * 8);
      item.put.remote = source_bytes + r * area_bytes;
      item.put.counter = static_cast<std::uint8_t>(random() % 64);
      if (multicast && random() % 3 == 0) {
        item.box =
            Box{static_cast<Rank>(random() % topology.size()), static_cast<Rank>(random() % topology.size())};
        item.put.dst = item.box->from;
        if (all_port) {
          const Box whole = ordered_box(topology, item.box->from, item.box->to);
          for_each_branch(topology, topology.coordinates(r), whole, {}, [&](const Box& part, Route route) {
            item.box = part;
            item.put.dst = part.from;
            item.put.route = route;
            scripts[r].push_back(item);
          });
          continue;
        }
      }
      scripts[r].push_back(item);
    }
  }
  return scripts;
}

inline std::uint32_t script_words(const Topology& topology) {
  return (source_bytes + topology.size() * area_bytes) / 8;
}

inline void fill_source(std::uint8_t* memory, Rank rank) {
  for (std::uint32_t b = 0; b < source_bytes; ++b)
    memory[b] = static_cast<std::uint8_t>(b * 7 + rank * 31 + b / 256);
}

/// Executes a script on a fabric.
class ScriptHost final : public Host {
 public:
  ScriptHost(const Topology& topology, const Script& script) : topology_(topology), script_(script) {
    next_ = first_cycle + script.front().gap;
  }
  model::RegisterAccess drive(Cycle now, const model::NodeOut& node) override {
    if (reading_) values.push_back(node.reg_rdata);
    reading_ = false;
    if (at_ == script_.size() || now < next_) return {};
    const Item& item = script_[at_];
    if (item.read) {
      reading_ = true;
      advance(now);
      return {true, false, item.addr, 0};
    }
    if (item.box && !shaped_) {  // NativeTile asks for the number of channels
      shaped_ = true;
      return {true, false, nic::shape, 0};
    }
    if (writer_.idle()) {
      writer_.begin(item.put, topology_.address(item.put.dst));
      if (item.box) writer_.to_corner(topology_.address(item.box->to));
    }
    const model::RegisterAccess access = writer_.drive(node.reg_ready);
    if (writer_.idle()) advance(now);
    return access;
  }
  std::vector<std::uint32_t> values;  ///< read so far

 private:
  void advance(Cycle now) {
    if (++at_ < script_.size()) next_ = now + 1 + script_[at_].gap;
  }
  Topology topology_;
  const Script& script_;
  PutWriter writer_;
  std::size_t at_ = 0;
  Cycle next_;
  bool reading_ = false, shaped_ = false;
};

/// The same in a thread; returns what was read.
inline std::vector<std::uint32_t> work(const Script& script, systemc::TileBus& bus,
                                       systemc::NativeTile& tile) {
  std::vector<std::uint32_t> values;
  for (const Item& item : script) {
    bus.wait_until(bus.cycle() + item.gap);
    if (item.read) {
      values.push_back(bus.access({true, false, item.addr, 0}));
    } else if (item.box) {
      tile.put(item.put, *item.box);
    } else {
      tile.put(item.put);
    }
  }
  return values;
}

/// Puts to all tiles and reads of all registers without end, whatever resets do to them.
inline void chatter(systemc::NativeTile& tile, systemc::TileBus& bus, bool accumulate) {
  std::mt19937 random(tile.rank());
  const Topology& topology = tile.topology();
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  for (;;) {
    const Operation operation = accumulate && below(2) == 0 ? Operation::sum_32 : Operation::replace;
    const std::uint32_t put[5] = {
        8 * below(64), source_bytes + 8 * below(64),
        4 * (1 + below(60)) | nic::bytes_operation.at(static_cast<std::uint32_t>(operation)),
        nic::ctrl_counter.at(1 + below(20)), topology.address(below(topology.size()))};
    for (unsigned k = 0; k < 5; ++k) bus.access({true, true, static_cast<std::uint16_t>(4 * k), put[k]});
    if (below(3) == 0) bus.access({true, false, static_cast<std::uint16_t>(4 * below(256)), 0});
  }
}

}  // namespace collnoc::test

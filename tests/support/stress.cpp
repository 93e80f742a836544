#include "tests/support/stress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <mutex>
#include <utility>
#include <vector>

#include "tests/support/boxes.hpp"
#include "tests/support/combinations.hpp"
#include "tests/support/random_plan.hpp"
#include "tests/support/wrong_put.hpp"

namespace collnoc::test {
namespace {

// Memory of a tile: source bytes, then a receive area for every sender, and with multicasts one more for each
// of its boxes, because only messages to one box stay in order.
constexpr Rank boxes_of_tile = 3;
constexpr std::uint32_t source_bytes = 4096;
// At the end of every memory; only zeros are ever written to it.
constexpr std::uint32_t spare_bytes = 64;
constexpr unsigned registers_read = 256;  // the whole register map

/// Receive areas of a tile: of unicasts by sender, then of multicasts by box and sender.
std::uint32_t areas(Rank size, const StressOptions& o) {
  return size * (o.multicast ? 1 + boxes_of_tile : 1u);
}

std::uint32_t area_bytes(const StressOptions& o) { return (o.max_bytes + 64 + 7) / 8 * 8; }

}  // namespace

class Stress::Tile final : public Host {
 public:
  Tile(Stress& all, Rank rank) : all_(all), rank_(rank), random_(all.options_.seed * 7919 + rank) {
    std::uint8_t* memory = all.fabric_.memory(rank).bytes();
    for (std::uint32_t b = 0; b < source_bytes; ++b) memory[b] = static_cast<std::uint8_t>(random_());
    if (all.options_.accumulate) repeat_upper_halves(memory, source_bytes);
    expected_.resize(areas(all.fabric_.topology().size(), all.options_));
    if (all.options_.multicast && all.fabric_.topology().size() > 1) choose_boxes();
    if (all.options_.accumulate) {
      shared_.resize(shared_bytes());
      for (std::uint8_t& byte : shared_) byte = static_cast<std::uint8_t>(random_());
      repeat_upper_halves(shared_.data(), shared_bytes());
      if (all.options_.float_sums) {
        fill_with_floats(memory + source_bytes - block_bytes, random_);
        fill_with_floats(shared_.data() + shared_bytes() - block_bytes, random_);
      }
      std::memcpy(memory + shared_base(), shared_.data(), shared_bytes());
    }
  }

  model::RegisterAccess drive(Cycle now, const model::NodeOut& node) override {
    const StressOptions& o = all_.options_;
    if (reading_) {
      if (read_ > 0) value_[read_ - 1] = node.reg_rdata;
      if (read_ == registers_read) return {};
      return {true, false, static_cast<std::uint16_t>(4 * read_++), 0};
    }
    if (!writer_.idle()) return writer_.drive(node.reg_ready);
    if (new_plan_) {
      new_plan_ = false;
      write_random_plan(all_.fabric_, rank_, plan_base(), random_,
                        [this](Rank dst) { return route_to(dst); });
      next_ = now + random_() % 300;
      return {true, true, static_cast<std::uint16_t>(nic::seq_control),
              nic::seq_start | (chance(0.3) ? nic::seq_timed : 0u)};
    }
    if (now >= o.stop_at) {
      if (o.plans && !stopped_) {
        stopped_ = true;
        return {true, true, static_cast<std::uint16_t>(nic::seq_control), nic::seq_stop};
      }
      wake_at_ = never;
      return {};
    }
    if (now < next_) return {};
    if (o.plans && chance(0.2)) return sequence(now);
    if (last_counter_ != 0 && chance(0.5)) return again();
    if (o.registers && chance(0.1)) return random_access();
    if (o.registers && chance(0.12)) {
      random_wrong_put(all_.fabric_, rank_, random_).begin(writer_);
    } else {
      begin();
    }
    if (chance(o.idle)) next_ = now + 1 + random_() % o.max_gap;
    wake_at_ = 0;
    return writer_.drive(node.reg_ready);
  }

  bool writing() const { return !writer_.idle(); }
  /// From now on, reads every register of the node, one per cycle.
  void begin_reading() {
    reading_ = true;
    wake_at_ = 0;
  }
  std::uint32_t counter(unsigned k) const { return value_[0x40 + k]; }  ///< as read

  std::uint32_t shared_base() const {
    return source_bytes + areas(all_.fabric_.topology().size(), all_.options_) * area_bytes(all_.options_);
  }

  std::uint64_t sent = 0;
  // Expected contents of the area of each sender, and the number of messages per counter.
  struct Area {
    std::vector<std::uint8_t> bytes, valid;
  };
  std::vector<Area> expected_;
  std::vector<std::uint8_t> shared_;  ///< the words that all tiles combine with
  std::mutex shared_mutex_;
  std::array<std::atomic<std::uint32_t>, 64> received_{};  // senders may run in several threads
  std::uint32_t subtracted_[64] = {};

 private:
  const HardwareConfig& hardware() const { return all_.fabric_.config(); }
  /// Whether a put can request directions.
  bool has_directions() const { return all_.fabric_.topology().has_directions(); }
  bool chance(double p) { return test::chance(random_, p); }

  /// Gives half of the words an upper half that many have: then the lower halves decide a comparison.
  void repeat_upper_halves(std::uint8_t* bytes, std::uint32_t count) {
    for (std::uint32_t b = 4; b < count; b += 8)
      if (chance(0.5)) std::memset(bytes + b, chance(0.5) ? 0x81 : 0, 4);
  }

  void begin() {
    const StressOptions& o = all_.options_;
    const Topology& t = all_.fabric_.topology();
    const Rank size = t.size();
    Put put;
    put.dst = chance(o.hot) ? size / 2 : static_cast<Rank>(random_() % size);
    put.counter = static_cast<std::uint8_t>(random_() % 64);
    if (chance(0.15)) put.signal = true;
    const unsigned kind = static_cast<unsigned>(random_() % 3);
    put.bytes = put.signal ? 0
                           : 1 + static_cast<std::uint32_t>(random_() % (kind == 0   ? 16
                                                                         : kind == 1 ? 128
                                                                                     : o.max_bytes));
    if (put.bytes > o.max_bytes) put.bytes = o.max_bytes;
    put.route = route_to(put.dst);
    if (o.registers && chance(0.03)) {
      begin_at_end(put);
      return;
    }
    if (o.multicast && chance(0.3)) return begin_multicast(put);
    if (o.accumulate && !put.signal && chance(0.5)) return begin_combining(put);
    put.local = static_cast<std::uint32_t>(random_() % ((source_bytes - o.max_bytes) / 8)) * 8;
    const std::uint32_t offset = static_cast<std::uint32_t>(random_() % 8) * 8;
    put.remote = source_bytes + rank_ * area_bytes(o) + (put.bytes + offset <= area_bytes(o) ? offset : 0);
    expect(*all_.tiles_[put.dst], put, rank_);
    begin_either_way(put);
    ++sent;
  }
  /// Records that `put` arrives at `to`, in the area with this number.
  void expect(Tile& to, const Put& put, Rank number) const {
    const StressOptions& o = all_.options_;
    if (put.counter != 0) ++to.received_[put.counter];
    if (put.signal) return;
    Area& area = to.expected_[number];
    area.bytes.resize(area_bytes(o));
    area.valid.resize(area_bytes(o));
    const std::uint32_t at = put.remote - source_bytes - number * area_bytes(o);
    std::memcpy(area.bytes.data() + at, all_.fabric_.memory(rank_).bytes() + put.local, put.bytes);
    std::memset(area.valid.data() + at, 1, put.bytes);
  }

  /// The boxes of this tile's multicasts, and their routes. On an all-port NIC, each is one branch of a tree.
  void choose_boxes() {
    const Topology& t = all_.fabric_.topology();
    while (boxes_.size() < boxes_of_tile) {
      const Box box = random_box(t, rank_, random_);
      Route whole = route_to(box.from);
      whole.set_order(Order::ascending);  // that of the tree
      std::vector<std::pair<Box, Route>> branches{{box, whole}};
      if (hardware().all_port) {
        branches.clear();
        for_each_branch(t, t.coordinates(rank_), box, whole,
                        [&](const Box& part, Route route) { branches.emplace_back(part, route); });
      }
      boxes_.push_back(branches[random_() % branches.size()]);
    }
  }
  void begin_multicast(Put& put) {
    const StressOptions& o = all_.options_;
    const Topology& t = all_.fabric_.topology();
    if (t.size() == 1) return;
    const auto which = static_cast<Rank>(random_() % boxes_.size());
    const auto& [box, route] = boxes_[which];
    const Rank number = (1 + which) * t.size() + rank_;
    put.dst = box.from;
    put.route = route;
    put.local = static_cast<std::uint32_t>(random_() % ((source_bytes - o.max_bytes) / 8)) * 8;
    const std::uint32_t offset = static_cast<std::uint32_t>(random_() % 8) * 8;
    put.remote = source_bytes + number * area_bytes(o) + (put.bytes + offset <= area_bytes(o) ? offset : 0);
    for (Rank r = 0; r < t.size(); ++r) {
      if (box.reaches(t, rank_, r)) expect(*all_.tiles_[r], put, number);
    }
    begin_either_way(put);
    writer_.to_corner(t.address(box.to));
    ++sent;
  }

  /// Combines with words that other tiles combine with, too; often with the same few words.
  void begin_combining(Put& put) {
    const std::span<const Combination> known = combinations(all_.options_.float_sums);
    const Combination& c = known[random_() % known.size()];
    const std::uint32_t at = chance(0.4) ? 0 : static_cast<std::uint32_t>(random_() % (block_bytes / 8)) * 8;
    put.operation = static_cast<Operation>(c.code);
    put.bytes = std::clamp((put.bytes + c.bytes - 1) / c.bytes * c.bytes, c.bytes, block_bytes - at);
    const auto block = static_cast<std::uint32_t>(&c - known.data()) * block_bytes;
    put.local = static_cast<std::uint32_t>(random_() % ((source_bytes - block_bytes) / 8)) * 8;
    if (put.operation == Operation::sum_f32)  // the last block of the source
      put.local = source_bytes - block_bytes + static_cast<std::uint32_t>(random_() % (at / 8 + 1)) * 8;
    put.remote = shared_base() + block + at;
    Tile& to = *all_.tiles_[put.dst];
    if (put.counter != 0) ++to.received_[put.counter];
    {
      const std::scoped_lock lock(to.shared_mutex_);
      c.apply(to.shared_.data() + block + at, all_.fabric_.memory(rank_).bytes() + put.local, put.bytes);
    }
    begin_either_way(put);
    ++sent;
  }
  /// Half of the puts are launched by PUT_GO.
  void begin_either_way(const Put& put) {
    const Topology& t = all_.fabric_.topology();
    if (chance(0.5)) return writer_.begin(put, t.address(put.dst));
    writer_.begin(PreparedPut(put, t), t.go_node_bits());
  }

  /// The route of a pair of nodes is always the same, because messages could otherwise overtake each other. A
  /// third of the pairs request directions, the others take the default. The dimension order is random where
  /// the hardware has both.
  Route route_to(Rank dst) const {
    const Topology& t = all_.fabric_.topology();
    const Coordinates own = t.coordinates(rank_), there = t.coordinates(dst);
    std::mt19937_64 choice(all_.options_.seed * 31 + t.size() * rank_ + dst);
    Route route;
    const bool asked = choice() % 3 == 0;
    if (hardware().route_orders == 2 && choice() % 2 != 0) route.set_order(Order::descending);
    if (!asked || !has_directions()) return route;
    for (unsigned d = 0; d < t.dims(); ++d) {
      const bool plus = t.wraps(d) ? choice() % 2 == 0 : there[d] > own[d];
      if (t.wraps(d) || there[d] != own[d]) route.direction[d] = plus ? Direction::plus : Direction::minus;
    }
    return route;
  }

  /// Copies the last bytes of the memory, which are zeros in every tile, to the last bytes of the
  /// destination. A signal ignores addresses and length.
  void begin_at_end(Put& put) {
    const std::uint32_t end = all_.fabric_.memory(rank_).words() * 8;
    // A signal must not have an operation.
    const std::uint32_t any = hardware().accumulate ? 0x0fff'ffff : ~0u;
    put.bytes =
        put.signal ? static_cast<std::uint32_t>(random_()) & any : 8 * (1 + random_() % (spare_bytes / 8));
    put.local = put.signal ? static_cast<std::uint32_t>(random_()) : end - put.bytes;
    put.remote = put.signal ? static_cast<std::uint32_t>(random_()) : end - put.bytes;
    if (put.counter != 0) ++all_.tiles_[put.dst]->received_[put.counter];
    begin_either_way(put);
    ++sent;
  }

  /// Accesses the counter of the last subtraction again, one cycle later.
  model::RegisterAccess again() {
    const auto at = static_cast<std::uint16_t>(0x100 + 4 * last_counter_);
    if (chance(0.5)) return {true, false, at, 0};
    const auto amount = static_cast<std::uint32_t>(random_());
    subtracted_[last_counter_] += amount;
    if (chance(0.3)) last_counter_ = 0;
    return {true, true, at, amount};
  }

  model::RegisterAccess random_access() {
    if (chance(0.2)) {  // to registers that are read-only or do not exist, or to clear flags
      const bool low = chance(0.6);
      const auto at = low ? (chance(0.4) ? 6 : 5 + random_() % 59) : 128 + random_() % 128;
      if (4 * at == nic::put_go || (hardware().multicast && 4 * at == nic::put_corner))
        return random_access();
      if (hardware().routes != 0 && (4 * at == nic::route || chance(0.3))) return write_route();
      return {true, true, static_cast<std::uint16_t>(4 * at), static_cast<std::uint32_t>(random_())};
    }
    if (chance(0.3)) {
      const unsigned k = last_counter_ = static_cast<unsigned>(random_() % 64);
      const auto amount = static_cast<std::uint32_t>(random_());
      subtracted_[k] += amount;
      return {true, true, static_cast<std::uint16_t>(0x100 + 4 * k), amount};
    }
    return {true, false, static_cast<std::uint16_t>((random_() % 256) * 4), 0};
  }

  /// A write to the routing table of a graph that leaves the routes as they are: of what the entry is, or of
  /// what no router or table has.
  model::RegisterAccess write_route() {
    const Topology& topology = all_.fabric_.topology();
    const GraphTables& tables = *topology.tables();
    const auto dst = static_cast<Rank>(random_() % topology.size());
    const std::uint32_t entry = tables.routes[hardware().vcs - 1][rank_ * tables.entries + dst];
    const auto other = static_cast<std::uint32_t>(random_()) & 0xffff;
    const std::uint32_t value = chance(0.5)   ? nic::route_node.at(dst) | entry
                                : chance(0.5) ? nic::route_node.at(dst) | other | nic::route_first_vc.at(3) |
                                                    nic::route_more_vcs.at(3)
                                              : nic::route_node.at(tables.entries + dst) | other;
    return {true, true, static_cast<std::uint16_t>(nic::route), value};
  }

  /// A write to a register of the sequencer.
  model::RegisterAccess sequence(Cycle now) {
    const std::uint32_t end = all_.fabric_.memory(rank_).words() * 8;
    const auto write = [](std::uint32_t at, std::uint32_t value) {
      return model::RegisterAccess{true, true, static_cast<std::uint16_t>(at), value};
    };
    switch (random_() % 8) {
      case 0: return write(nic::seq_plan, plan_base());
      case 1:
        if (!chance(0.1)) return write(nic::seq_plan, plan_base());
        return write(nic::seq_plan, chance(0.3)   ? plan_base() + 1 + random_() % 7
                                    : chance(0.5) ? end - 8 * (random_() % 3)
                                                  : std::max(end, std::uint32_t{1} << random_() % 32));
      case 2: return write(nic::seq_at, static_cast<std::uint32_t>(now + random_() % 100) - 20);
      case 3: return write(nic::seq_control, chance(0.2) ? nic::seq_stop | random_() % 4 : random_() % 4);
      case 4: return {true, false, static_cast<std::uint16_t>(nic::seq_plan + 4 * (random_() % 16)), 0};
      default:  // a plan must not change while it runs, so the old one is stopped first
        new_plan_ = true;
        return write(nic::seq_control, nic::seq_stop);
    }
  }

  std::uint32_t plan_base() const { return shared_base() + (all_.options_.accumulate ? shared_bytes() : 0); }

  Stress& all_;
  Rank rank_;
  std::mt19937_64 random_;
  PutWriter writer_;
  std::vector<std::pair<Box, Route>> boxes_;  ///< of this tile's multicasts
  Cycle next_ = 0;
  unsigned last_counter_ = 0;
  bool reading_ = false, stopped_ = false, new_plan_ = false;
  unsigned read_ = 0;  // registers requested so far
  std::array<std::uint32_t, registers_read> value_{};
};

Stress::Stress(Fabric& fabric, const StressOptions& options) : fabric_(fabric), options_(options) {
  for (Rank r = 0; r < fabric.topology().size(); ++r) tiles_.push_back(std::make_unique<Tile>(*this, r));
  for (Rank r = 0; r < fabric.topology().size(); ++r) fabric.set_host(r, tiles_[r].get());
}

Stress::~Stress() {
  for (Rank r = 0; r < fabric_.topology().size(); ++r) fabric_.set_host(r, nullptr);
}

std::uint32_t Stress::mem_words(Rank size, const StressOptions& options) {
  const std::uint32_t plans = options.plans ? random_plan_bytes : 0;
  const std::uint32_t shared = options.accumulate ? shared_bytes() : 0;
  return (source_bytes + areas(size, options) * area_bytes(options) + shared + plans + spare_bytes) / 8;
}

std::uint64_t Stress::messages() const {
  std::uint64_t n = 0;
  for (const auto& t : tiles_) n += t->sent;
  return n;
}

bool Stress::done() const {
  return fabric_.now() >= options_.stop_at && fabric_.quiet() &&
         std::none_of(tiles_.begin(), tiles_.end(), [](const auto& tile) { return tile->writing(); });
}

std::string Stress::check() {
  for (const auto& tile : tiles_) tile->begin_reading();
  fabric_.step(registers_read + 2);
  for (Rank r = 0; r < tiles_.size(); ++r) {
    const Tile& tile = *tiles_[r];
    const std::uint8_t* memory = fabric_.memory(r).bytes();
    for (Rank from = 0; from < tile.expected_.size(); ++from) {
      const Tile::Area& area = tile.expected_[from];
      for (std::size_t b = 0; b < area.bytes.size(); ++b) {
        const std::uint8_t got = memory[source_bytes + from * area_bytes(options_) + b];
        const std::uint8_t want = area.valid[b] ? area.bytes[b] : 0;
        if (got != want)
          return fmt::format("node {}: byte {} from {} is {:#x}, must be {:#x}", r, b, from, got, want);
      }
    }
    for (std::size_t b = 0; b < tile.shared_.size(); ++b) {
      const std::uint8_t got = memory[tile.shared_base() + b], want = tile.shared_[b];
      if (got != want) {
        return fmt::format("node {}: byte {} of operation {} is {:#x}, must be {:#x}", r, b % block_bytes,
                           combinations(true)[b / block_bytes].code, got, want);
      }
    }
    for (unsigned k = 1; k < 64; ++k) {
      if (options_.plans && is_plan_counter(k)) continue;
      const std::uint32_t want = tile.received_[k] - tile.subtracted_[k];
      if (tile.counter(k) != want) {
        return fmt::format("node {}: counter {} is {}, must be {}", r, k, tile.counter(k), want);
      }
    }
  }
  return {};
}

}  // namespace collnoc::test

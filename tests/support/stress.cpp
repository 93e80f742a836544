#include "tests/support/stress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

namespace collnoc::testing {
namespace {

// Memory of a tile: source bytes, then a receive area for every sender.
constexpr std::uint32_t source_bytes = 4096;

std::uint32_t area_bytes(const StressOptions& o) { return (o.max_bytes + 64 + 7) / 8 * 8; }

}  // namespace

class Stress::Tile final : public Host {
 public:
  Tile(Stress& all, Rank rank) : all_(all), rank_(rank), random_(all.options_.seed * 7919 + rank) {
    std::uint8_t* memory = all.fabric_.memory(rank).bytes();
    for (std::uint32_t b = 0; b < source_bytes; ++b) memory[b] = static_cast<std::uint8_t>(random_());
    expected_.resize(all.fabric_.topology().size());
  }

  model::RegisterAccess drive(Cycle now, const model::NodeOut& node) override {
    const StressOptions& o = all_.options_;
    if (reading_ != 0) {
      if (reading_ > 1) counter_[reading_ - 1] = node.reg_rdata;
      if (reading_ == 64) return {};
      return {true, false, static_cast<std::uint16_t>(0x100 + 4 * reading_++), 0};
    }
    if (!writer_.idle()) return writer_.drive(node.reg_ready);
    if (now >= o.stop_at) {
      wake_at_ = never;
      return {};
    }
    if (now < next_) return {};
    if (o.registers && chance(0.1)) return random_access();
    begin();
    if (chance(o.idle)) next_ = now + 1 + random_() % o.max_gap;
    wake_at_ = 0;
    return writer_.drive(node.reg_ready);
  }

  /// From now on: read counter 1, 2, … of the node, one a cycle.
  void begin_reading() {
    reading_ = 1;
    wake_at_ = 0;
  }

  std::uint64_t sent = 0;
  std::uint32_t counter_[64] = {};  // as read
  // Expected contents of the area of each sender, and messages counted by counter.
  struct Area {
    std::vector<std::uint8_t> bytes, valid;
  };
  std::vector<Area> expected_;
  std::array<std::atomic<std::uint32_t>, 64> received_{};  // senders may run in several threads
  std::uint32_t subtracted_[64] = {};

 private:
  bool chance(double p) { return std::uniform_real_distribution<double>(0, 1)(random_) < p; }

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
    put.local = static_cast<std::uint32_t>(random_() % ((source_bytes - o.max_bytes) / 8)) * 8;
    const std::uint32_t offset = static_cast<std::uint32_t>(random_() % 8) * 8;
    put.remote = source_bytes + rank_ * area_bytes(o) + (put.bytes + offset <= area_bytes(o) ? offset : 0);
    Tile& to = *all_.tiles_[put.dst];
    if (put.counter != 0) ++to.received_[put.counter];
    if (!put.signal) {
      Area& area = to.expected_[rank_];
      area.bytes.resize(area_bytes(o));
      area.valid.resize(area_bytes(o));
      const std::uint32_t at = put.remote - source_bytes - rank_ * area_bytes(o);
      std::memcpy(area.bytes.data() + at, all_.fabric_.memory(rank_).bytes() + put.local, put.bytes);
      std::memset(area.valid.data() + at, 1, put.bytes);
    }
    writer_.begin(put, t.address(put.dst), t.dims());
    ++sent;
  }

  model::RegisterAccess random_access() {
    if (chance(0.3)) {
      const unsigned k = static_cast<unsigned>(random_() % 64);
      const auto amount = static_cast<std::uint32_t>(random_());
      subtracted_[k] += amount;
      return {true, true, static_cast<std::uint16_t>(0x100 + 4 * k), amount};
    }
    return {true, false, static_cast<std::uint16_t>((random_() % 256) * 4), 0};
  }

  Stress& all_;
  Rank rank_;
  std::mt19937_64 random_;
  PutWriter writer_;
  Cycle next_ = 0;
  unsigned reading_ = 0;
};

Stress::Stress(Fabric& fabric, const StressOptions& options) : fabric_(fabric), options_(options) {
  for (Rank r = 0; r < fabric.topology().size(); ++r) tiles_.push_back(std::make_unique<Tile>(*this, r));
  for (Rank r = 0; r < fabric.topology().size(); ++r) fabric.set_host(r, tiles_[r].get());
}

Stress::~Stress() {
  for (Rank r = 0; r < fabric_.topology().size(); ++r) fabric_.set_host(r, nullptr);
}

std::uint32_t Stress::mem_words(Rank size, const StressOptions& options) {
  return (source_bytes + size * area_bytes(options)) / 8 + 8;
}

std::uint64_t Stress::messages() const {
  std::uint64_t n = 0;
  for (const auto& t : tiles_) n += t->sent;
  return n;
}

std::string Stress::check() {
  for (const auto& tile : tiles_) tile->begin_reading();
  fabric_.step(66);
  for (Rank r = 0; r < tiles_.size(); ++r) {
    const Tile& tile = *tiles_[r];
    const std::uint8_t* memory = fabric_.memory(r).bytes();
    for (Rank from = 0; from < tiles_.size(); ++from) {
      const Tile::Area& area = tile.expected_[from];
      for (std::size_t b = 0; b < area.bytes.size(); ++b) {
        const std::uint8_t got = memory[source_bytes + from * area_bytes(options_) + b];
        const std::uint8_t want = area.valid[b] ? area.bytes[b] : 0;
        if (got != want)
          return fmt::format("node {}: byte {} from {} is {:#x}, must be {:#x}", r, b, from, got, want);
      }
    }
    for (unsigned k = 1; k < 64; ++k) {
      const std::uint32_t want = tile.received_[k] - tile.subtracted_[k];
      if (tile.counter_[k] != want) {
        return fmt::format("node {}: counter {} is {}, must be {}", r, k, tile.counter_[k], want);
      }
    }
  }
  return {};
}

}  // namespace collnoc::testing

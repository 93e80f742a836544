#include "tests/support/reset_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "tests/support/boxes.hpp"
#include "tests/support/lockstep_run.hpp"
#include "tests/support/stalls.hpp"
#include "tests/support/stress.hpp"

namespace collnoc::test {
namespace {

// Memory of a tile: its source bytes, none of them 0, then an area for every sender. A put copies from an
// offset of the source to the same offset of the area, so a byte of an area is 0 or the sender's.
constexpr std::uint32_t area_bytes = 768, longest = 600;

unsigned counter_of(Rank sender) { return 1 + sender; }

/// A message, and the tiles that it goes to.
struct Message {
  Put put;
  std::optional<Box> box;
  std::uint32_t offset = 0;
};

class Sender final : public Host {
 public:
  Sender(Fabric& fabric, Rank rank, std::uint64_t seed)
      : fabric_(fabric), rank_(rank), random_(seed * 7919 + rank) {
    std::uint8_t* memory = fabric.memory(rank).bytes();
    for (std::uint32_t b = 0; b < area_bytes; ++b) memory[b] = static_cast<std::uint8_t>(1 + random_() % 255);
  }

  bool down = false;                           ///< its tile is in reset
  Cycle stop_at = 0;                           ///< no random messages from here on
  std::deque<Message> todo;                    ///< to be sent first
  std::vector<Message> launched;               ///< what the NIC has accepted
  std::vector<std::uint32_t> to_read, values;  ///< registers, and what was read

  model::RegisterAccess drive(Cycle now, const model::NodeOut& node) override {
    if (down) {  // as a processor in reset, which forgets what it was doing
      writer_ = {};
      message_.reset();
      return {};
    }
    if (reading_) {
      values.push_back(node.reg_rdata);
      reading_ = false;
    }
    if (message_) return send(node.reg_ready);
    if (!todo.empty()) {
      message_ = todo.front();
      todo.pop_front();
      return begin(node.reg_ready);
    }
    if (values.size() < to_read.size()) {
      reading_ = true;
      return {true, false, static_cast<std::uint16_t>(to_read[values.size()]), 0};
    }
    if (now < stop_at && now >= next_) {
      message_ = random_message();
      if (chance(random_, 0.3)) next_ = now + random_() % 100;
      return begin(node.reg_ready);
    }
    return {};
  }
  bool idle() const { return down || (!message_ && todo.empty() && values.size() == to_read.size()); }

  Message message_to(Rank dst) {
    Message m;
    m.put.dst = dst;
    size(m);
    return m;
  }

 private:
  const HardwareConfig& hardware() const { return fabric_.config(); }

  void size(Message& m) {
    m.put.counter = static_cast<std::uint8_t>(counter_of(rank_));
    m.put.bytes = static_cast<std::uint32_t>(1 + random_() % (chance(random_, 0.5) ? 64 : longest));
    if (hardware().accumulate && chance(random_, 0.3)) {
      m.put.operation = Operation::bit_or;
      m.put.bytes = (m.put.bytes + 7) / 8 * 8;
    }
    m.offset = static_cast<std::uint32_t>(random_() % ((area_bytes - m.put.bytes) / 8 + 1)) * 8;
    m.put.local = m.offset;
    m.put.remote = area_bytes * (1 + rank_) + m.offset;
  }
  Message random_message() {
    const Topology& t = fabric_.topology();
    Message m;
    if (hardware().multicast && chance(random_, 0.3)) {
      std::vector<std::pair<Box, Route>> branches;
      const Box box = random_box(t, rank_, random_);
      Route route = random_route(t, random_);
      if (hardware().all_port) {
        for_each_branch(t, t.coordinates(rank_), box, route,
                        [&](const Box& part, Route one) { branches.emplace_back(part, one); });
      } else {
        branches.emplace_back(box, route);
      }
      const auto& [part, one] = branches[random_() % branches.size()];
      m.box = part;
      m.put.dst = part.from;
      m.put.route = one;
      size(m);
      m.put.operation = Operation::replace;
      return m;
    }
    m = message_to(chance(random_, 0.2) ? t.size() / 2 : static_cast<Rank>(random_() % t.size()));
    if (hardware().route_orders == 2 && chance(random_, 0.5)) m.put.route.set_order(Order::descending);
    if (chance(random_, 0.15)) {
      m.put.signal = true;
      m.put.bytes = 0;
      m.put.operation = Operation::replace;
    }
    return m;
  }
  model::RegisterAccess begin(bool ready) {
    const Topology& t = fabric_.topology();
    writer_.begin(message_->put, t.address(message_->put.dst));
    if (message_->box) writer_.to_corner(t.address(message_->box->to));
    return send(ready);
  }
  model::RegisterAccess send(bool ready) {
    const model::RegisterAccess access = writer_.drive(ready);
    if (writer_.idle()) {
      launched.push_back(*message_);
      message_.reset();
    }
    return access;
  }

  Fabric& fabric_;
  Rank rank_;
  std::mt19937_64 random_;
  PutWriter writer_;
  std::optional<Message> message_;
  Cycle next_ = 0;
  bool reading_ = false;
};

/// A tile that is reset in the cycles [from, to).
struct TileReset {
  Rank rank = 0;
  Cycle from = 0, to = 0;
};

std::vector<Rank> chosen_tiles(const Topology& t, std::mt19937_64& random) {
  std::vector<Rank> all(t.size());
  for (Rank r = 0; r < t.size(); ++r) all[r] = r;
  std::shuffle(all.begin(), all.end(), random);
  switch (random() % 3) {
    case 0: all.resize(1); break;
    case 1: {  // a row
      const unsigned d = static_cast<unsigned>(random() % t.dims());
      const unsigned at = t.coordinates(all[0])[d];
      std::erase_if(all, [&](Rank r) { return t.coordinates(r)[d] != at; });
      break;
    }
    default: all.resize(std::max<std::size_t>(1, t.size() / 2));
  }
  return all;
}

std::vector<TileReset> random_resets(const std::vector<Rank>& tiles, Cycle stop, std::mt19937_64& random) {
  std::vector<TileReset> all;
  const bool together = random() % 2 == 0;
  const unsigned times = 1 + static_cast<unsigned>(random() % 3);
  const auto interval = [&](unsigned n) {
    const Cycle begin = 5 + stop * n / times + random() % (stop / times - 5);
    return std::pair{begin, begin + (random() % 2 == 0 ? 1 + random() % 4 : 1 + random() % 200)};
  };
  for (unsigned n = 0; n < times; ++n) {
    auto [from, to] = interval(n);
    for (const Rank r : tiles) {
      if (!together) std::tie(from, to) = interval(n);
      all.push_back({r, from, to});
    }
  }
  return all;
}

class Run {
 public:
  Run(const ResetDraw& draw, std::uint64_t seed, NodeFactory make)
      : draw_(draw), seed_(seed), random_(seed), stress_(draw.config.sequencer || seed % 4 == 0) {
    traffic_.seed = seed;
    traffic_.plans = draw.config.sequencer;
    traffic_.accumulate = draw.config.accumulate;
    traffic_.multicast = draw.config.multicast;
    traffic_.stop_at = stop_;
    const Rank size = draw.topology.size();
    Fabric::Options options;
    options.mem_words =
        std::max(area_bytes * (1 + size) / 8, stress_ ? Stress::mem_words(size, traffic_) : 0u);
    if (seed % 3 == 0) make = with_stalls(std::move(make), seed);
    fabric_.emplace(draw.topology, draw.config, options, make);
    tiles_ = chosen_tiles(draw.topology, random_);
    resets_ = random_resets(tiles_, stop_, random_);
    reset_.resize(size);
    for (const Rank r : tiles_) reset_[r] = true;
  }

  std::string run() {
    if (stress_) {
      Stress stress(*fabric_, traffic_);
      if (!drains([&] { return stress.done(); })) return "the network does not drain";
    }
    make_senders(stress_ ? 0 : stop_);
    if (!stress_) {
      if (!drains([&] { return idle(); })) return "the network does not drain";
      if (!read_registers()) return "registers cannot be read";
      if (std::string wrong = check_traffic(); !wrong.empty()) return wrong;
    }
    return all_to_all();
  }

 private:
  void make_senders(Cycle stop_at) {
    senders_.clear();
    for (Rank r = 0; r < draw_.topology.size(); ++r) {
      std::memset(fabric_->memory(r).bytes(), 0, std::size_t{fabric_->memory(r).words()} * 8);
      senders_.push_back(std::make_unique<Sender>(*fabric_, r, seed_));
      senders_.back()->stop_at = stop_at;
      fabric_->set_host(r, senders_.back().get());
    }
  }
  bool idle() const {
    return fabric_->now() >= stop_ &&
           std::all_of(senders_.begin(), senders_.end(), [](const auto& s) { return s->idle(); });
  }
  /// Steps until `done` holds and nothing moves; false if that takes too long.
  template <class Done>
  bool drains(Done&& done) {
    const Cycle hung = fabric_->now() + 60'000;
    while (fabric_->now() < hung) {
      const Cycle now = fabric_->now();
      bool waits = false;
      for (const TileReset& r : resets_) {
        if (now == r.from) fabric_->reset_tile(r.rank, true);
        waits |= now < r.to;
      }
      for (const TileReset& r : resets_) {
        const bool others = std::any_of(resets_.begin(), resets_.end(), [&](const TileReset& o) {
          return o.rank == r.rank && now >= o.from && now < o.to;
        });
        if (now == r.to && !others) fabric_->reset_tile(r.rank, false);
        if (r.rank < senders_.size()) senders_[r.rank]->down = others || fabric_->out(r.rank).held;
      }
      fabric_->step();
      if (!waits && done() && fabric_->quiet()) return true;
    }
    return false;
  }
  bool read_registers() {
    for (const auto& s : senders_) {
      s->values.clear();
      s->to_read = {nic::discarded};
      for (Rank from = 0; from < draw_.topology.size(); ++from)
        s->to_read.push_back(nic::counter(counter_of(from)));
    }
    return drains([&] { return idle(); });
  }
  std::uint32_t count(Rank at, Rank from) const { return senders_[at]->values[1 + from]; }
  std::uint32_t discarded(Rank at) const { return senders_[at]->values[0]; }
  std::uint8_t byte(Rank at, Rank from, std::uint32_t offset) const {
    return const_cast<Fabric&>(*fabric_).memory(at).bytes()[area_bytes * (1 + from) + offset];
  }

  /// Messages that `from` has launched to `to`, and the bytes that they cover.
  std::uint32_t expected(Rank from, Rank to, std::vector<bool>& covered) const {
    covered.assign(area_bytes, false);
    std::uint32_t messages = 0;
    for (const Message& m : senders_[from]->launched) {
      if (m.box ? !m.box->reaches(draw_.topology, from, to) : m.put.dst != to) continue;
      ++messages;
      std::fill_n(covered.begin() + m.offset, m.put.bytes, true);
    }
    return messages;
  }
  /// `exact`: everything has arrived; otherwise nothing else has. `before`: earlier messages.
  std::string check_pair(Rank from, Rank to, bool exact, std::uint32_t before) const {
    std::vector<bool> covered;
    const std::uint32_t sent = expected(from, to, covered), counted = count(to, from) - before;
    if (exact ? counted != sent : counted > sent)
      return fmt::format("tile {} counts {} messages of tile {}, which has sent {}", to, counted, from, sent);
    for (std::uint32_t b = 0; b < area_bytes; ++b) {
      const std::uint8_t got = byte(to, from, b), want = fabric_byte(from, b);
      if (got == (covered[b] ? want : 0)) continue;
      if (!exact && got == 0) continue;
      return fmt::format("tile {}: byte {} of tile {} is {:#x}, sent was {:#x}", to, b, from, got, want);
    }
    return {};
  }
  std::uint8_t fabric_byte(Rank rank, std::uint32_t at) const {
    return const_cast<Fabric&>(*fabric_).memory(rank).bytes()[at];
  }
  std::string check_traffic() const {
    const Rank size = draw_.topology.size();
    for (Rank to = 0; to < size; ++to) {
      const bool restarted = (discarded(to) & nic::discarded_restarted) != 0;
      if (restarted != reset_[to]) return fmt::format("tile {}: DISCARDED says restarted: {}", to, restarted);
      if (!restarted && discarded(to) != 0) return fmt::format("tile {} has discarded flits", to);
      for (Rank from = 0; from < size; ++from) {
        const bool exact = !reset_[from] && !reset_[to];
        if (std::string wrong = check_pair(from, to, exact, 0); !wrong.empty()) return wrong;
      }
    }
    return {};
  }
  /// Everything is up: a message between every two tiles.
  std::string all_to_all() {
    const Rank size = draw_.topology.size();
    if (!read_registers()) return "registers cannot be read after the resets";
    std::vector<std::vector<std::uint32_t>> before;
    for (Rank r = 0; r < size; ++r) {
      before.push_back(senders_[r]->values);
      senders_[r]->launched.clear();
      std::memset(fabric_->memory(r).bytes() + area_bytes, 0, std::size_t{area_bytes} * size);
    }
    for (Rank r = 0; r < size; ++r) {
      for (Rank k = 1; k < size; ++k) senders_[r]->todo.push_back(senders_[r]->message_to((r + k) % size));
    }
    if (!drains([&] { return idle(); })) return "messages after the resets do not arrive";
    if (!read_registers()) return "registers cannot be read after the last messages";
    for (Rank to = 0; to < size; ++to) {
      for (Rank from = 0; from < size; ++from) {
        if (std::string wrong = check_pair(from, to, true, before[to][1 + from]); !wrong.empty())
          return "after the resets, " + wrong;
      }
    }
    return {};
  }

  static constexpr Cycle stop_ = 600;
  ResetDraw draw_;
  std::uint64_t seed_;
  std::mt19937_64 random_;
  bool stress_;  // the traffic of Stress, whose contents are not checked
  StressOptions traffic_;
  std::optional<Fabric> fabric_;
  std::vector<std::unique_ptr<Sender>> senders_;
  std::vector<Rank> tiles_;
  std::vector<TileReset> resets_;
  std::vector<bool> reset_;  // [rank] it is reset at some time
};

}  // namespace

ResetDraw reset_draw(std::uint64_t seed) {
  constexpr auto worm = Switching::wormhole, cut = Switching::cut_through,
                 whole = Switching::store_and_forward;
  std::mt19937_64 random(seed * 31);
  // Hardware that lockstep_test has, too.
  HardwareConfig c;
  const std::uint64_t kind = seed % 10;
  switch (kind) {
    case 0: c = lockstep_config(false, worm, 2, 4, 64, 1); break;
    case 1: c = lockstep_config(true, worm, 2, 4, 64, 1); break;
    case 2: c = lockstep_config(false, cut, 1, 4, 128, 1); break;
    case 3: c = lockstep_config(false, cut, 4, 2, 256, 1); break;
    case 4: c = lockstep_config(false, whole, 2, 2, 128, 2); break;
    case 5: c = lockstep_config(true, cut, 1, 2, 64, 2); break;
    case 6: c = lockstep_config(false, worm, 1, 2, 256, 2); break;
    case 7:
      c = lockstep_config(false, worm, 2, 4, 64, 1);
      c.multicast = c.sequencer = c.accumulate = true;
      break;
    case 8:
      c = lockstep_config(true, worm, 4, 4, 64, 2);
      c.multicast = true;
      break;
    default: c = lockstep_config(false, worm, 2, 4, 64, 1); c.multicast = true;
  }
  const std::vector<Topology> networks = {Topology::mesh(2, 2),  Topology::mesh(3, 3),
                                          Topology::mesh(4, 2),  Topology::torus(3, 3),
                                          Topology::torus(4, 3), Topology::torus(4, 4)};
  std::vector<Topology> fitting;
  for (const Topology& t : networks) {
    if (legal(t, c)) fitting.push_back(t);
  }
  const Topology& t = fitting[random() % fitting.size()];
  return {c, t, fmt::format("{} on {} of {} tiles", describe(c), t.wraps(0) ? "torus" : "mesh", t.size())};
}

std::string run_with_resets(std::uint64_t seed) {
  const ResetDraw draw = reset_draw(seed);
  LockstepLog log;
  std::string wrong;
  try {
    wrong = Run(draw, seed, node_factory(NodeKind::lockstep, draw.config, log)).run();
  } catch (const std::exception& error) {
    wrong = error.what();
  }
  return wrong.empty() ? wrong : fmt::format("seed {}, {}: {}", seed, draw.text, wrong);
}

std::string run_with_resets(const Topology& topology, const HardwareConfig& config, std::uint64_t seed,
                            const NodeFactory& make) {
  return Run({config, topology, {}}, seed, make).run();
}

}  // namespace collnoc::test

#include "tests/support/random_plan.hpp"

#include <algorithm>

#include "collnoc/arch/action.hpp"
#include "collnoc/model/nic/descriptor.hpp"

namespace collnoc::test {
namespace {

using action::Kind;

constexpr std::uint32_t scratch_bytes = 512, plan_bytes = random_plan_bytes - scratch_bytes;
constexpr unsigned first_counter = 56;  // up to 62
static_assert(is_plan_counter(first_counter) && is_plan_counter(62));

class RandomPlan {
 public:
  RandomPlan(Fabric& fabric, Rank rank, std::uint32_t base, std::mt19937_64& random,
             const std::function<Route(Rank)>& route_to)
      : hardware_(fabric.config()),
        topology_(fabric.topology()),
        memory_(fabric.memory(rank)),
        rank_(rank),
        base_(base),
        random_(random),
        route_to_(route_to) {}

  void write() {
    auto* words = reinterpret_cast<std::uint64_t*>(memory_.bytes() + base_);
    const unsigned channels = hardware_.channels(), all = plan_bytes / 8, part = (all - channels) / channels;
    for (unsigned c = 0; c < channels; ++c) {
      unsigned at = channels + c * part;
      const unsigned last = at + part;
      words[c] = action::word(Kind::chain, 0, base_ + 8 * at);
      const bool short_one = chance(0.5);
      while (at + 2 < last && !(short_one && chance(0.15))) {
        const auto counter = static_cast<std::uint8_t>(first_counter + random_() % 7);
        switch (random_() % 16) {
          case 0: words[at++] = action::word(Kind::wait, counter, random_() % 3); break;
          case 1: words[at++] = action::word(Kind::until, 0, random_() % 300); break;
          case 2: words[at++] = action::word(Kind::consume, counter, random_() % 3); break;
          case 3: words[at++] = action::word(Kind::meet, 0, 0); break;
          case 4: {
            const unsigned to = at + 1 + static_cast<unsigned>(random_() % 3);
            words[at++] = action::word(Kind::chain, 0, base_ + 8 * to);
            while (at < to) words[at++] = random_() | 15;  // never performed
            break;
          }
          case 5:
            if (chance(0.1)) words[at++] = bad_word();
            break;
          case 6:  // a multicast; sometimes other actions come between the corner and the put
            if (!hardware_.multicast || at + 3 >= last) break;
            plan_put(c, words + at + 1, words + at);
            at += chance(0.05) ? 1 : 3;
            break;
          default: plan_put(c, words + at); at += 2;
        }
      }
      words[at] = action::word(Kind::end, 0, 0);
    }
  }

 private:
  bool chance(double p) { return std::uniform_real_distribution<double>(0, 1)(random_) < p; }

  std::uint64_t bad_word() {
    const std::uint32_t end = memory_.words() * 8;
    switch (random_() % 6) {
      case 0: return 0;
      case 1: return 8 + random_() % 8;
      case 2: return action::word(Kind::wait, 0, 1);
      case 3: return action::word(Kind::end, 0, 0) | std::uint64_t{1} << (10 + random_() % 22);
      case 4: return action::word(Kind::chain, 0, chance(0.5) ? base_ : base_ + plan_bytes - 4);
      default: return action::word(Kind::chain, 0, end << random_() % 8);
    }
  }

  /// A put, or with a place for the action `corner` a multicast, that usually leaves on this channel.
  void plan_put(unsigned channel, std::uint64_t* words, std::uint64_t* corner = nullptr) {
    action::PutWord first{static_cast<std::uint8_t>(Kind::put)};
    action::PutRange range;
    const auto bytes = static_cast<std::uint32_t>(random_() % (chance(0.2) ? scratch_bytes : 40));
    const auto signal = bytes == 0 && !chance(0.01) ? nic::ctrl_signal : 0u;
    const std::uint32_t counter = chance(0.1) ? 0 : static_cast<std::uint32_t>(first_counter + random_() % 7);
    for (unsigned tries = 0; tries < 50; ++tries) {
      const Rank dst = static_cast<Rank>(random_() % topology_.size());
      const Route route = route_to_(dst);
      first.go = go_of(counter | signal | route.direction.control(), topology_.address(dst),
                       topology_.go_node_bits());
      model::PutRegisters put;
      put.put_ctrl_q = route.direction.control() | nic::ctrl_signal;
      put.put_node_q = topology_.address(dst);
      if (corner != nullptr) {
        const NodeAddress to = topology_.address(static_cast<Rank>(random_() % topology_.size()));
        put.write(hardware_, nic::put_corner, to);
        *corner = action::word(Kind::corner, 0, to);
      }
      const model::Place place = model::Place::of(topology_, hardware_, rank_, memory_.words());
      const model::Launch launch = model::nic_launch(hardware_, place, put);
      if (launch.channel == channel && launch.errors == 0 && !chance(0.01)) break;
    }
    if (chance(0.4)) first.gate = static_cast<std::uint8_t>(first_counter + random_() % 7);
    first.count = static_cast<std::uint16_t>(random_() % 4);
    if (chance(0.4)) first.piece = static_cast<std::uint16_t>(1 + random_() % 20);
    const std::uint32_t place = base_ + plan_bytes, room = (scratch_bytes - bytes) / 8;
    range.local_addr = place / 8 + static_cast<std::uint32_t>(random_() % (room + 1));
    range.remote_addr = place / 8 + static_cast<std::uint32_t>(random_() % (room + 1));
    range.bytes = bytes;
    if (chance(0.01)) range.reserved = static_cast<std::uint8_t>(random_() % 4);
    if (chance(hardware_.accumulate ? 0.3 : 0.01)) {
      range.operation = static_cast<std::uint8_t>(random_() % 16);
      if (!chance(0.1) && !signal) range.bytes = std::max(bytes / 8, 1u) * 8;
    }
    if (chance(0.01)) range.bytes = 0x3fffff;
    words[0] = first.word();
    words[1] = range.word();
  }

  const HardwareConfig& hardware_;
  const Topology& topology_;
  model::TileMemory& memory_;
  Rank rank_;
  std::uint32_t base_;
  std::mt19937_64& random_;
  const std::function<Route(Rank)>& route_to_;
};

}  // namespace

void write_random_plan(Fabric& fabric, Rank rank, std::uint32_t base, std::mt19937_64& random,
                       const std::function<Route(Rank)>& route_to) {
  RandomPlan(fabric, rank, base, random, route_to).write();
}

}  // namespace collnoc::test

#include "tests/support/wide_plans.hpp"

#include <fmt/format.h>

#include <random>
#include <vector>

#include "collnoc/arch/action.hpp"
#include "collnoc/model/nic/descriptor.hpp"
#include "sim/fabric/fabric.hpp"
#include "tests/support/bench.hpp"

namespace collnoc::test {
namespace {

using action::Kind;
using action::word;
using Words = std::vector<std::uint64_t>;

constexpr std::uint32_t memory_words = 1u << 18;

class WidePlans {
 public:
  WidePlans(const Topology& network, const HardwareConfig& config, const NodeFactory& make)
      : config_(config), buses_(network.size()), fabric_(network, config, {memory_words}, make) {
    for (Rank r = 0; r < network.size(); ++r) fabric_.set_host(r, &buses_[r]);
  }
  ~WidePlans() {
    for (Rank r = 0; r < buses_.size(); ++r) fabric_.set_host(r, nullptr);
  }
  WidePlans(const WidePlans&) = delete;
  WidePlans& operator=(const WidePlans&) = delete;

  void run() {
    control_at_other_addresses();
    for (unsigned c = 0; c < config_.channels(); ++c) {
      use(c);
      changed_bits();
      places();
      waits_that_are_over();
      counters();
      sizes_of_pieces();
      crowded_counter();
      thousands_of_pieces();
    }
  }

 private:
  /// Plans are for this context, at a rank that has a neighbour behind its channel.
  void use(unsigned context) {
    const Topology& network = fabric_.topology();
    context_ = context;
    for (rank_ = 0; rank_ < network.size(); ++rank_) {
      for (peer_ = 0; peer_ < network.size(); ++peer_) {
        if (peer_ == rank_) continue;
        model::PutRegisters put;
        put.put_ctrl_q = nic::ctrl_signal;
        put.put_node_q = network.address(peer_);
        const model::Launch launch =
            model::nic_launch(config_, model::Place::of(network, config_, rank_, memory_words), put);
        if (launch.errors == 0 && launch.channel == context) return;
      }
    }
    throw std::runtime_error(fmt::format("no put leaves on channel {}", context));
  }

  void poke(std::uint32_t at, std::uint64_t value) {
    reinterpret_cast<std::uint64_t*>(fabric_.memory(rank_).bytes())[at] = value;
  }
  /// Puts a plan of the context at this word; the other contexts end at once. Starts it.
  void start(std::uint32_t at, const Words& body) {
    const unsigned channels = config_.channels();
    for (unsigned c = 0; c < channels; ++c) poke(at + c, word(Kind::end, 0, 0));
    std::uint32_t next = at + channels;
    if (channels == 1)
      next = at;
    else
      poke(at + context_, word(Kind::chain, 0, 8 * next));
    for (const std::uint64_t w : body) poke(next++, w);
    bus().write(nic::seq_plan, 8 * at);
    bus().write(nic::seq_control, nic::seq_start);
    fabric_.step(40);
    look();
  }
  void look() {
    bus().read(nic::seq_action(context_));
    bus().read(nic::seq_state);
    bus().read(nic::seq_fault);
    bus().read(nic::error);
    finish(bus());
  }
  void stop() {
    bus().write(nic::seq_control, nic::seq_stop);
    bus().write(nic::error, ~0u);
    settle();
  }
  void settle() {
    for (unsigned n = 0; !fabric_.quiet(); ++n) {
      if (n > 1'000'000) throw std::runtime_error("still busy");
      fabric_.step(16);
    }
  }
  void finish(Bus& bus) {
    while (!bus.idle()) fabric_.step();
  }
  std::uint32_t counter(unsigned n) {
    bus().read(nic::counter(n));
    finish(bus());
    return bus().values.back();
  }
  /// What must be subtracted from the counter so that it is `value`.
  std::uint64_t set(unsigned n, std::uint32_t value) {
    return word(Kind::consume, static_cast<std::uint8_t>(n), counter(n) - value);
  }
  void signal(unsigned n) {
    Bus& other = buses_[peer_];
    other.write(nic::put_ctrl, nic::ctrl_signal | n);
    other.write(nic::put_node, fabric_.topology().address(rank_));
    finish(other);
  }
  Bus& bus() { return buses_[rank_]; }

  action::PutWord put(std::uint32_t control) const {
    action::PutWord first{static_cast<std::uint8_t>(Kind::put)};
    first.go = go_of(control, fabric_.topology().address(peer_));
    return first;
  }

  /// A start or stop is one only at the register's own address.
  void control_at_other_addresses() {
    use(0);
    start(64, {word(Kind::wait, 1, 1'000), word(Kind::end, 0, 0)});
    for (const std::uint32_t command : {nic::seq_stop, nic::seq_start}) {
      for (unsigned b = 0; b < 10; ++b) {
        bus().write(nic::seq_control ^ 1u << b, command);
        bus().write(nic::put_ctrl, 0);  // some addresses are registers of puts
        look();
        bus().write(nic::error, ~0u);
      }
      bus().write(nic::seq_plan, 8 * 64);
      stop();
    }
  }

  /// Legal actions in each of which one bit is changed.
  void changed_bits() {
    const std::vector<Words> actions{
        {word(Kind::wait, 1, 0)},
        {word(Kind::until, 0, 0)},
        {word(Kind::consume, 1, 0)},
        {word(Kind::meet, 0, 0)},
        {word(Kind::chain, 0, 8 * (512 + 2 * config_.channels()))},
        {word(Kind::end, 0, 0)},
        {put(nic::ctrl_signal | 1).word(), 0},
        {put(1).word(), action::PutRange{0, 1, 8}.word()},
    };
    for (const Words& legal : actions) {
      for (unsigned b = 0; b < 64 * legal.size(); ++b) {
        if (b >= 64 + 36 + 14 && b < 64 + 58) continue;  // a length of more than 16 KiB
        Words body = legal;
        body[b / 64] ^= std::uint64_t{1} << b % 64;
        body.insert(body.end(), 4 * config_.channels(), word(Kind::end, 0, 0));
        start(512, body);
        stop();
      }
    }
  }

  /// A put that waits anywhere in memory, and chains that lead back from there.
  void places() {
    for (unsigned k = 6; k < 18; ++k) {
      const std::uint32_t at = (1u << k) | (k < 17 ? 8u : 0u), body = at + config_.channels();
      action::PutWord first = put(nic::ctrl_signal | 1);
      first.gate = 2;
      first.count = 1;
      start(at, {set(2, 0), first.word(), 0, word(Kind::end, 0, 0)});
      stop();
      for (unsigned back = 0; back <= k; ++back) {
        start(at, {word(Kind::chain, 0, 8 * (body - (1u << back)))});
        stop();
      }
    }
  }

  /// The only thing that a context has to do: the words behind have been fetched.
  void waits_that_are_over() {
    Words body{word(Kind::until, 0, 30)};
    for (unsigned n = 0; n < 8; ++n) body.push_back(word(Kind::wait, 1 + n % 3, 0));
    body.push_back(word(Kind::end, 0, 0));
    start(1024, body);
    settle();
    stop();
  }

  /// A wait for any number: with every counter, and with increments of all those whose numbers differ in one
  /// bit.
  void counters() {
    for (unsigned n = 1; n < 64; ++n) {
      const auto value = static_cast<std::uint32_t>(random_());
      start(1024, {set(n, value - 1), word(Kind::wait, static_cast<std::uint8_t>(n), value),
                   word(Kind::until, 0, 0), word(Kind::until, 0, 0), word(Kind::until, 0, 0),
                   word(Kind::until, 0, 0), word(Kind::end, 0, 0)});
      for (unsigned b = 0; b < 6; ++b) {
        if ((n ^ 1u << b) != 0) signal(n ^ 1u << b);
      }
      settle();
      look();
      signal(n);
      settle();
      look();
      stop();
    }
  }

  /// Messages of four pieces, each of which waits for an increment.
  void sizes_of_pieces() {
    for (unsigned k = 0; k < 12; ++k) {
      const std::uint32_t piece = 1u << k;
      const unsigned gate = 1 + static_cast<unsigned>(random_() % 63);
      action::PutWord first = put(1 + static_cast<std::uint32_t>(random_() % 63));
      first.gate = static_cast<std::uint8_t>(gate);
      first.piece = static_cast<std::uint16_t>(piece | (k > 0 ? random_() % piece : 0));
      first.count = static_cast<std::uint16_t>(k < 10 ? piece : random_() % 1024);
      start(2048, {set(gate, first.count - 1u), first.word(),
                   action::PutRange{4096, 65536, 8 * (3u * first.piece + 1)}.word(), word(Kind::end, 0, 0)});
      for (unsigned i = 0; i < 4; ++i) {
        signal(gate);
        settle();
        look();
      }
      stop();
    }
  }

  /// The counter is read, and subtracted from, while others increment it without a pause.
  void crowded_counter() {
    Words body;
    for (unsigned n = 0; n < 60; ++n) {
      body.push_back(word(Kind::consume, 5, 1));
      body.push_back(word(Kind::wait, 5, 2 + n % 3));
      if (n % 4 == 3) body.push_back(word(Kind::wait, 6, 0));
    }
    body.push_back(word(Kind::end, 0, 0));
    for (Rank r = 0; r < buses_.size(); ++r) {
      if (r == rank_) continue;
      for (unsigned n = 0; n < 100; ++n) {
        buses_[r].write(nic::put_ctrl, nic::ctrl_signal | (n % 5 == 0 ? 6u : 5u));
        buses_[r].write(nic::put_node, fabric_.topology().address(rank_));
      }
    }
    start(1024, body);
    for (Bus& other : buses_) finish(other);
    settle();
    look();
    stop();
  }

  /// As many pieces as memory has words, but for the last, for which the counter is one too small.
  void thousands_of_pieces() {
    action::PutWord first = put(1);
    first.gate = 3;
    first.piece = 1;
    first.count = 1023;
    constexpr std::uint32_t place = 64;
    start(16, {set(3, memory_words - 1), first.word(),
               action::PutRange{place, place, 8 * (memory_words - place)}.word(), word(Kind::end, 0, 0)});
    settle();
    look();
    stop();
  }

  const HardwareConfig& config_;
  std::vector<Bus> buses_;
  Fabric fabric_;
  unsigned context_ = 0;
  Rank rank_ = 0, peer_ = 0;
  std::mt19937 random_{5};
};

}  // namespace

std::string run_wide_plans(const Topology& network, const HardwareConfig& config, const NodeFactory& make) {
  try {
    WidePlans(network, config, make).run();
  } catch (const std::exception& wrong) {
    return fmt::format("wide plans: {}", wrong.what());
  }
  return {};
}

}  // namespace collnoc::test

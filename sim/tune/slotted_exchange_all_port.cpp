// Searches the table of firmware/collectives/total_exchange/direct_slotted_all_port.hpp: 63 offsets in the
// order in which every rank of an 8x8 torus sends to them, and the number of messages that a rank must
// receive before it sends each one.
//
//   build/sim/tune/slotted_exchange_all_port [SEED [DEAR]]    writes the rows of the table
//
// The defaults give the table in use. DEAR is the cost of a doubt (see below) in cycles.
//
// All ranks behave alike, so one rank is simulated for all: a message that it sends over link +x arrives over
// its link -x. Host, NIC and router take the cycles of docs/reference/hardware.md. Messages are packets of 8
// payload flits. One message at a time reads from an input port, and outputs arbitrate round-robin as in the
// router. The simulation of one rank does not model virtual channels, which differ from rank to rank. If two
// messages wait at one port, their order is in doubt. The search avoids doubts. Without doubts that matter,
// the network takes the simulated cycles plus two (the read of the counter).
//
// Simulated annealing in two stages: first over the order in which offsets take the first slot that is free
// on their whole path, with the waits that follow from the slots as in direct_slotted.hpp; then over order
// and waits freely. Only integers and std::mt19937 decide (except for log and pow).
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "sim/tune/slots.hpp"

namespace {
using namespace collnoc::tune;

constexpr auto offsets = torus_offsets();
constexpr int count = offsets.size(), flits = 9, links = 4, longest = 1500;
constexpr int never = longest;

struct Message {
  int x, y;      // offset
  int wait = 0;  // messages received before it is sent; 0: no wait
  int slot = 0;  // first annealing: in which it takes its first link
  int hops() const { return std::abs(x) + std::abs(y); }
  /// Link of a hop: +x, -x, +y, -y, or -1 after the last hop.
  int link(int hop) const {
    if (hop < std::abs(x)) return x < 0 ? 1 : 0;
    return hop == hops() ? -1 : y < 0 ? 3 : 2;
  }
};
using Plan = std::array<Message, count>;

struct Outcome {
  int cycles = 0, doubts = 0;
  double cost = 1e9;
};

/// Simulates one rank for all. Stops early when the cost exceeds `limit`.
class Play {
 public:
  Play(const Plan& plan, double dear, double limit) : plan_(plan), dear_(dear), limit_(limit) {}

  Outcome run() {
    for (int t = 0; t < longest && received_ < count; ++t) {
      if (least + dear_ * outcome_.doubts > limit_ || t > limit_) return outcome_;
      received_ += events_[at(t)];
      if (events_[at(t)] != 0) outcome_.cycles = t;
      host(t);
      router(t);
      if (sent_ == count || host_ == Host::waits) {
        const int next = next_move();
        while (t + 1 < next && events_[at(t + 1)] == 0) ++t;
      }
    }
    if (received_ == count) outcome_.cost = outcome_.cycles + dear_ * outcome_.doubts;
    return outcome_;
  }

 private:
  static constexpr double least = 600;  // below the cost of every plan; for stopping early
  enum class Host { ready, reads, waits, writes };
  struct Waiting {
    int message, at, link;
  };
  /// Messages waiting at one reader: ports 0 to 3 for arrivals over a link, 4 to 7 for injection.
  struct Port {
    std::array<Waiting, count + 1> queue;
    int head = 0, tail = 0, free_at = 0;
    bool empty() const { return head == tail; }
    const Waiting& front() const { return queue[at(head)]; }
  };
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  const Message& message(int m) const { return plan_[at(m)]; }

  /// One register access per cycle (sim/engine/executor_host.hpp).
  void host(int t) {
    while (sent_ < count) {
      if (host_ == Host::writes) {
        if (--writes_ == 0) launch(t);
        return;
      }
      if (host_ == Host::reads) {
        known_ = answer_;
        host_ = Host::ready;
        if (known_ < message(sent_).wait && events_[at(t)] == 0) host_ = Host::waits;
      }
      if (host_ == Host::waits && events_[at(t)] == 0) return;
      if (known_ < message(sent_).wait) {
        host_ = Host::reads;
        answer_ = received_;
        return;
      }
      const Message& m = message(sent_);
      const int directions = (m.x > 0) + 2 * (m.x < 0) + 4 * (m.y > 0) + 8 * (m.y < 0);
      writes_ = sent_ == 0 ? 5 : directions == directions_ ? 2 : 3;
      directions_ = directions;
      host_ = Host::writes;
    }
  }

  void launch(int t) {
    const int link = message(sent_).link(0);
    const int head = std::max(t + 3, channel_free_[at(link)]);  // on the injection channel
    if (head > t + 3 + 4 * flits) outcome_.doubts += 5;         // the queue of 4 may be full: not simulated
    channel_free_[at(link)] = head + flits;
    for (int l = 0; l < links; ++l) {
      if (l != link && channel_free_[at(l)] == head + flits) ++outcome_.doubts;  // both use one memory bank
    }
    arrive(links + link, sent_++, head + 1);
    host_ = Host::ready;
  }

  void arrive(int port, int m, int t) {
    Port& p = ports_[at(port)];
    if (!p.empty()) {
      const Message &last = message(p.queue[at(p.tail - 1)].message), &next = message(m);
      const bool one_channel = port >= links && (port - links < 2 ? last.x == next.x : last.y == next.y);
      if (!one_channel) ++outcome_.doubts;
    }
    p.queue[at(p.tail++)] = {m, t, message(m).link(hops_[at(m)])};
  }

  void router(int t) {
    std::array<unsigned, links> asked{};  // by output: bit p is set if input port p of the router requests it
    for (int p = 0; p < 2 * links; ++p) {
      Port& port = ports_[at(p)];
      if (port.empty() || port.free_at > t || port.front().at > t) continue;
      const int link = port.front().link;
      if (link < 0) {
        events_[at(t + flits + 2)] += 1;
        port.free_at = t + flits;
        ++port.head;
      } else if (link_free_[at(link)] <= t) {
        asked[at(link)] |= 1u << (p < links ? p ^ 1 : p);
      }
    }
    for (int l = 0; l < links; ++l) {
      if (asked[at(l)] == 0) continue;
      const unsigned turn = asked[at(l)] & turn_[at(l)];
      const int input = std::countr_zero(turn != 0 ? turn : asked[at(l)]);
      turn_[at(l)] = ~((2u << input) - 1);
      Port& port = ports_[at(input < links ? input ^ 1 : input)];
      const int m = port.front().message;
      ++port.head;
      port.free_at = link_free_[at(l)] = t + flits;
      ++hops_[at(m)];
      arrive(l, m, t + 1);
    }
  }

  /// The first cycle in which a message may move.
  int next_move() const {
    int next = never;
    for (const Port& p : ports_) {
      if (p.empty()) continue;
      const int link = p.front().link;
      next = std::min(next, std::max({p.front().at, p.free_at, link < 0 ? 0 : link_free_[at(link)]}));
    }
    return next;
  }

  const Plan& plan_;
  double dear_, limit_;
  Outcome outcome_;
  std::array<Port, 2 * links> ports_;
  std::array<int, links> link_free_{}, channel_free_{};
  std::array<unsigned, links> turn_{};
  std::array<int, count> hops_{};
  std::array<std::uint8_t, longest + flits + 2> events_{};
  Host host_ = Host::ready;
  int sent_ = 0, received_ = 0, known_ = 0, answer_ = 0, writes_ = 0, directions_ = -1;
};

/// Each message, in the given order, takes the first slot in which its path is free, hop after hop. At most
/// four messages start in slot 0 and two in any other slot. Returns them in the order of slots; each waits
/// for everything that arrives two slots earlier.
Plan placed(Plan& order) {
  std::array<Slots, links> used{};
  std::array<int, 128> begin{}, end{};
  for (Message& m : order) {
    const int nx = std::abs(m.x), ny = std::abs(m.y);
    Slots& x = used[m.x < 0 ? 1 : 0];
    Slots& y = used[m.y < 0 ? 3 : 2];
    std::size_t t = 0;
    const auto shift = [&] { return static_cast<int>(t); };
    while (((x >> shift()) & run(0, nx)) || ((y >> shift()) & run(nx, ny)) || begin[t] == (t == 0 ? 4 : 2))
      ++t;
    x |= run(shift(), nx);
    y |= run(shift() + nx, ny);
    ++begin[t];
    ++end[t + static_cast<std::size_t>(m.hops())];
    m.slot = shift();
  }
  for (std::size_t t = 1; t < end.size(); ++t) end[t] += end[t - 1];
  Plan plan = order;
  std::stable_sort(plan.begin(), plan.end(),
                   [](const Message& m, const Message& n) { return m.slot < n.slot; });
  int known = 0, sent = 0;
  for (Message& m : plan) {
    const int wait = m.slot < 2 ? 0 : std::min(sent, end[static_cast<std::size_t>(m.slot - 2)]);
    m.wait = wait > known ? wait : 0;
    known = std::max(known, wait);
    ++sent;
  }
  return plan;
}

class Search {
 public:
  Search(unsigned seed, double dear) : random_(seed), dear_(dear) {
    std::transform(offsets.begin(), offsets.end(), best_.begin(), [](const Offset& offset) {
      return Message{offset.x, offset.y};
    });
    for (std::size_t i = count; i > 1; --i) std::swap(best_[i - 1], best_[below(i)]);
  }

  void slots(long iterations) {
    Plan order = best_;
    best_ = placed(order);
    anneal(order, iterations, 6, 0.4, [&](Plan& next) {
      move(next, below(10));
      return placed(next);
    });
  }
  void freely(long iterations) {
    Plan order = best_;
    anneal(order, iterations, 0.8, 0.3, [&](Plan& next) {
      for (auto n = below(4) == 0 ? 2 : 1; n > 0; --n) {
        const auto kind = below(16);
        if (kind < 10) {
          const Plan before = next;
          move(next, kind);
          if (below(2) == 0) {  // waits stay in place
            for (std::size_t i = 0; i < count; ++i) next[i].wait = before[i].wait;
          }
        } else {
          const auto a = below(count);
          int& wait = next[a].wait;
          if (kind < 13) {
            wait += static_cast<int>(below(5)) - 2;
          } else {
            wait = below(2) == 0 ? 0 : static_cast<int>(a) - 1 - static_cast<int>(below(12));
          }
        }
      }
      for (std::size_t i = 0; i < count; ++i) next[i].wait = std::clamp(next[i].wait, 0, static_cast<int>(i));
      return next;
    });
  }
  const Plan& best() const { return best_; }
  Outcome outcome() const { return Play(best_, dear_, 1e9).run(); }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }

  /// By `kind`, 0 to 9: swaps two messages (3, 4: nearby ones), moves one (5 to 7), or reverses two half-way
  /// messages of opposite directions.
  void move(Plan& plan, std::size_t kind) {
    const auto a = below(count), b = below(count);
    if (kind < 3) {
      std::swap(plan[a], plan[b]);
    } else if (kind < 5) {
      std::swap(plan[a], plan[std::min<std::size_t>(count - 1, a + 1 + b % 4)]);
    } else if (kind < 8) {
      const auto from = plan.begin();
      if (a < b) std::rotate(from + a, from + a + 1, from + b + 1);
      if (b < a) std::rotate(from + b, from + a, from + a + 1);
    } else {
      turn(plan[a], plan[b], kind == 8 ? &Message::x : &Message::y);
    }
  }

  /// `step(order)` changes an order and returns its plan.
  template <class Step>
  void anneal(Plan& order, long iterations, double hot, double cold, Step&& step) {
    double cost = Play(best_, dear_, 1e9).run().cost, best_cost = cost, temperature = hot;
    for (long i = 0; i < iterations; ++i) {
      if (i % 1024 == 0)
        temperature = hot * std::pow(cold / hot, static_cast<double>(i) / static_cast<double>(iterations));
      Plan next = order;
      const Plan plan = step(next);
      const double limit = cost - temperature * std::log((static_cast<double>(random_()) + 1) / 4294967297.0);
      const Outcome now = Play(plan, dear_, limit).run();
      if (now.cost > limit) continue;
      order = next;
      cost = now.cost;
      if (cost < best_cost) best_ = plan, best_cost = cost;
    }
  }

  std::mt19937 random_;
  double dear_;
  Plan best_{};
};

}  // namespace

int main(int argc, char** argv) {
  Search search(argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 1, argc > 2 ? std::atof(argv[2]) : 2);
  search.slots(1'000'000);
  search.freely(1'500'000);
  const Outcome outcome = search.outcome();
  std::printf("// %d cycles, %d doubts\n", outcome.cycles, outcome.doubts);
  int known = 0;
  for (const Message& m : search.best()) {  // a wait for a message that has certainly arrived is omitted
    std::printf("{%d, %d, %d},\n", m.x, m.y, m.wait > known ? m.wait : 0);
    known = std::max(known, m.wait);
  }
}

// Searches the table of firmware/collectives/total_exchange/direct_slotted.hpp: 63 offsets, and the slots in
// which every rank of an 8x8 torus sends to them, such that no link, injection channel or ejection channel is
// used twice in a slot. Simulated annealing over the order of the offsets; each offset takes the first slot
// that is free on its whole path.
//
//   build/sim/tune/slotted_exchange [SEED [ITERATIONS]]     writes the rows of the table
//
// Seed 2 gives the table in use. Only integers and std::mt19937 decide (except for exp), so a seed gives the
// same table everywhere.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "sim/tune/slots.hpp"

namespace {
using namespace collnoc::tune;

struct Message {
  int x, y;      // offset
  int slot = 0;  // of injection
  int length() const { return std::abs(x) + std::abs(y); }
};

struct Plan {
  int slots = 0;  // until the last ejection
  int quiet = 0;  // slots without an ejection, although a message starts two slots later
  double cost = 0;
};

/// Each message, in the given order, takes the first slot in which its path is free, hop after hop.
Plan place(std::vector<Message>& messages) {
  Slots x_links[2] = {}, y_links[2] = {}, injected = 0, ejected = 0;
  Plan plan;
  int last = 0;
  long squares = 0;
  for (Message& m : messages) {
    const int nx = std::abs(m.x), n = m.length();
    const Slots along_x = run(0, nx), along_y = run(nx, n - nx), end = run(n, 1);
    Slots& x = x_links[m.x < 0];
    Slots& y = y_links[m.y < 0];
    int t = 0;
    while (((injected >> t) & 1) || ((x >> t) & along_x) || ((y >> t) & along_y) || ((ejected >> t) & end))
      ++t;
    x |= along_x << t;
    y |= along_y << t;
    injected |= run(t, 1);
    ejected |= end << t;
    m.slot = t;
    last = std::max(last, t);
    plan.slots = std::max(plan.slots, t + n + 1);
    squares += (t + n) * (t + n);
  }
  for (int t = 1; t <= last - 2; ++t) plan.quiet += !((ejected >> t) & 1);
  plan.cost = plan.slots + 0.3 * plan.quiet + 0.00003 * static_cast<double>(squares);
  return plan;
}

}  // namespace

int main(int argc, char** argv) {
  std::mt19937 random(argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 1);
  const long iterations = argc > 2 ? std::atol(argv[2]) : 2'000'000;
  const auto below = [&](std::size_t n) { return random() % n; };

  std::vector<Message> messages;
  for (const Offset& offset : torus_offsets()) messages.push_back({offset.x, offset.y});
  for (std::size_t i = messages.size(); i > 1; --i) std::swap(messages[i - 1], messages[below(i)]);

  double cost = place(messages).cost, best_cost = cost, temperature = 1;
  std::vector<Message> best = messages;
  for (long i = 0; i < iterations; ++i) {
    if (i % 1024 == 0) temperature = std::pow(0.05, static_cast<double>(i) / static_cast<double>(iterations));
    std::vector<Message> next = messages;
    const auto kind = below(10), a = below(next.size()), b = below(next.size());
    if (kind < 4) {
      std::swap(next[a], next[b]);
    } else if (kind < 8) {
      const Message moved = next[a];
      next.erase(next.begin() + static_cast<std::ptrdiff_t>(a));
      next.insert(next.begin() + static_cast<std::ptrdiff_t>(b), moved);
    } else if (!turn(next[a], next[b], kind == 8 ? &Message::x : &Message::y)) {
      continue;
    }
    const double now = place(next).cost;
    if (now > cost && static_cast<double>(random()) / 4294967296.0 >= std::exp((cost - now) / temperature)) {
      continue;
    }
    messages = next;
    cost = now;
    if (cost < best_cost) best = messages, best_cost = cost;
  }

  const Plan plan = place(best);
  std::sort(best.begin(), best.end(), [](const Message& m, const Message& n) { return m.slot < n.slot; });
  std::printf("// %d slots, %d quiet\n", plan.slots, plan.quiet);
  for (const Message& m : best) std::printf("{%d, %d, %d},\n", m.x, m.y, m.slot);
}

// Tests the all-port broadcasts: recursion-based in 16ths, ternary, and the stand-ins for D-node and NP-D.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "collnoc/firmware/collectives/broadcast/all_port_exchange.hpp"
#include "collnoc/firmware/collectives/broadcast/line_split.hpp"
#include "sim/schedule/check.hpp"
#include "sim/schedule/metrics.hpp"
#include "sim/schedule/paper_cost.hpp"
#include "sim/topology/topology_text.hpp"
#include "tests/firmware/collectives/proof.hpp"

namespace collnoc {
namespace {

std::string formula_of(const Algorithm& algorithm, const Job& job) {
  const Verdict v = check_formula(algorithm, job, PortModel::all_port);
  return v.outcome == Verdict::Outcome::good ? "equal" : v.answer;
}

/// alpha, and beta in 1/32 of the message.
struct Cost {
  std::uint32_t alpha;
  std::uint64_t beta_32;
  friend bool operator==(const Cost&, const Cost&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Cost& c) {
    return out << "(" << c.alpha << ", " << c.beta_32 << "/32)";
  }
};
Cost cost_of(std::string_view name, const Topology& topology, Rank root) {
  const std::uint32_t unit = 64;  // 32 units on the largest side, each with two halves of at least 8 bytes
  const Metrics m = measure(broadcast(name), {topology, root, 32 * unit});
  EXPECT_EQ(m.beta_bytes % unit, 0u);
  EXPECT_EQ(m.steps, m.alpha);
  return {m.alpha, m.beta_bytes / unit};
}

TEST(ExchangePlans, LeaveEverySubSquareWithAllSegmentsOnItsDiagonals) {
  const auto expect_complete = [](const ExchangePlan& plan, unsigned t, bool both) {
    std::array<unsigned, 32> held{};
    for (unsigned i = 0; i < 4; ++i) {
      held[4 * i + (i ^ t)] |= 1u << i;
      held[(both ? 16 : 0) + 4 * i + (i ^ (both ? 3 ^ t : t))] |= 16u << i;
    }
    for (unsigned step = 0; step < 3; ++step) {
      const auto before = held;
      for (unsigned m = plan.first[step]; m < plan.first[step + 1]; ++m) {
        const auto& move = plan.moves[m];
        const unsigned rows = move.from / 4 % 4 ^ move.to / 4 % 4, columns = move.from % 4 ^ move.to % 4;
        EXPECT_TRUE(rows == 0 || columns == 0) << "a move is straight";
        EXPECT_EQ(before[move.from] & move.segments, move.segments) << "step " << step << " move " << m;
        EXPECT_EQ(held[move.to] & move.segments, 0u) << "nothing comes twice";
        held[move.to] |= move.segments;
        const unsigned turned = plan.flipped[move.from] ^ (move.flips() ? 255u : 0u);
        EXPECT_EQ((plan.flipped[move.to] ^ turned) & move.segments, 0u);
      }
    }
    for (unsigned square = 0; square < 16; ++square) {
      EXPECT_EQ(plan.kept[square] & ~held[square], 0u) << "square " << square;
      EXPECT_EQ(~plan.kept[square] & 255u & ~held[16 + square], 0u) << "square " << square;
      EXPECT_EQ(__builtin_popcount(plan.kept[square]), 4);
    }
  };
  for (unsigned t = 0; t < 2; ++t) expect_complete(exchange_of_both[t], t, true);
  for (unsigned t = 0; t < 4; ++t) expect_complete(exchange_of_main[t], t, false);
}

TEST(LineSplit, ReachesEveryNodeOnceWithinItsLoad) {
  for (std::uint32_t extent : {1u, 2u, 3u, 8u, 13u, 64u, 100u, 256u}) {
    for (std::uint32_t root = 0; root < extent; root += 1 + extent / 20) {
      for (const auto& [many, few] : {std::pair{1u, 1u}, {2u, 1u}, {2u, 2u}}) {
        const LineSplit line{extent, root, many, few};
        std::vector<bool> holds(extent, false);
        holds[root] = true;
        std::uint32_t load = 0;
        for (std::uint32_t step = 0; step < line.steps(); ++step) {
          const auto before = holds;
          std::uint32_t longest = 0;
          for (std::uint32_t at = 0; at < extent; ++at) {
            std::uint32_t sides[2] = {0, 0};
            line.sends(at, step, [&](const LineSplit::Part& part, bool) {
              EXPECT_TRUE(before[at]);
              EXPECT_FALSE(holds[part.holder]);
              holds[part.holder] = true;
              ++sides[part.holder > at];
              longest = std::max(longest, part.end - part.begin);
              LineSplit::Part seen{};
              EXPECT_TRUE(line.receives(part.holder, step, seen));
              EXPECT_EQ(seen.begin, part.begin);
              EXPECT_EQ(seen.end, part.end);
            });
            EXPECT_LE(std::max(sides[0], sides[1]), many);
            EXPECT_LE(std::min(sides[0], sides[1]), few);
          }
          load += longest;
        }
        EXPECT_EQ(std::count(holds.begin(), holds.end(), true), extent) << extent << " from " << root;
        EXPECT_LE(load, line.load());
      }
    }
  }
}

TEST(RecursionBasedAllPort, IsProvedFromEveryRootOf8x8AndTakes7Steps) {
  for (const Topology& t : {Topology::mesh(8, 8), Topology::torus(8, 8)}) {
    for (Rank root = 0; root < t.size(); ++root) {
      for (const char* name : {"recursion-based-all-port", "recursion-based-quarters"}) {
        expect_proved(broadcast(name), {t, root, 1024}, PortModel::all_port);
        EXPECT_EQ(broadcast(name).steps({t, root, 1024}), 7u);
      }
      EXPECT_EQ(formula_of(broadcast("recursion-based-quarters"), {t, root, 1024}), "equal") << root;
      ASSERT_FALSE(HasFailure()) << "root " << root;
    }
  }
}

TEST(RecursionBasedAllPort, CostsLeastFromTheMiddleAndEverywhereOnATorus) {
  const Topology mesh = Topology::mesh(8, 8), torus = Topology::torus(8, 8);
  for (Rank root = 0; root < 64; ++root) {
    EXPECT_EQ(cost_of("recursion-based-all-port", torus, root), (Cost{7, 44})) << root;  // 11/8
    EXPECT_EQ(cost_of("recursion-based-quarters", torus, root), (Cost{7, 32})) << root;
    const Cost all_port = cost_of("recursion-based-all-port", mesh, root);
    EXPECT_GE(all_port.beta_32, 44u);
    EXPECT_LE(all_port.beta_32, 52u);
    EXPECT_EQ(cost_of("recursion-based-quarters", mesh, root).beta_32, all_port.beta_32 - 12) << root;
  }
  for (Rank middle : {27u, 28u, 35u, 36u}) {
    EXPECT_EQ(cost_of("recursion-based-all-port", mesh, middle), (Cost{7, 44})) << middle;  // 11/8
    EXPECT_EQ(cost_of("recursion-based-quarters", mesh, middle), (Cost{7, 32})) << middle;  // 1
  }
  for (Rank corner : {0u, 7u, 56u, 63u}) {
    EXPECT_EQ(cost_of("recursion-based-all-port", mesh, corner), (Cost{7, 52})) << corner;  // 13/8
    EXPECT_EQ(cost_of("recursion-based-quarters", mesh, corner), (Cost{7, 40})) << corner;  // 5/4
  }
  EXPECT_EQ(cost_of("recursion-based-quarters", mesh, 33), (Cost{7, 36}));  // 9/8
}

class AllPortSquare : public testing::TestWithParam<std::tuple<unsigned, bool>> {
 protected:
  unsigned n() const { return std::get<0>(GetParam()); }
  Topology topology() const {
    return std::get<1>(GetParam()) ? Topology::torus(1u << n(), 1u << n())
                                   : Topology::mesh(1u << n(), 1u << n());
  }
  /// All roots of small squares, some roots of the others, including corners.
  std::vector<Rank> roots() const {
    const Rank size = topology().size(), stride = size <= 16 ? 1 : size <= 256 ? size / 11 : size / 3;
    std::vector<Rank> roots{size - 1};
    for (Rank root = 0; root + 1 < size; root += stride) roots.push_back(root);
    return roots;
  }
};

TEST_P(AllPortSquare, IsProvedWithBothFinishes) {
  const std::uint32_t bytes = 32u << n();
  for (Rank root : roots()) {
    for (const char* name : {"recursion-based-all-port", "recursion-based-quarters"}) {
      expect_proved(broadcast(name), {topology(), root, bytes}, PortModel::all_port);
    }
    EXPECT_EQ(formula_of(broadcast("recursion-based-quarters"), {topology(), root, bytes}), "equal");
    if (n() % 2 == 1) {
      EXPECT_EQ(broadcast("recursion-based-all-port").steps({topology(), root, bytes}), 2 * n() + 1);
    }
    ASSERT_FALSE(HasFailure()) << "root " << root;
  }
}

INSTANTIATE_TEST_SUITE_P(Schedules, AllPortSquare, testing::Combine(testing::Range(1u, 6u), testing::Bool()),
                         [](const auto& test) {
                           return fmt::format("{}_side_{}", std::get<1>(test.param) ? "torus" : "mesh",
                                              1 << std::get<0>(test.param));
                         });

TEST(RecursionBasedAllPort, CostsOn32x32) {
  EXPECT_EQ(cost_of("recursion-based-all-port", Topology::torus(32, 32), 77), (Cost{11, 45}));
  EXPECT_EQ(cost_of("recursion-based-quarters", Topology::torus(32, 32), 77), (Cost{11, 33}));
  EXPECT_EQ(cost_of("recursion-based-all-port", Topology::mesh(32, 32), 0), (Cost{11, 53}));
}

TEST(RecursionBasedAllPort, MeetsThePrintedAlphaAndPassesThePrintedBetaWhereLinksAllow) {
  const Algorithm& rb = broadcast("recursion-based-all-port");
  EXPECT_EQ(formula_of(rb, {Topology::mesh(2, 2), 0, 512}), "equal");
  for (unsigned side : {8u, 32u}) {
    const Job torus{Topology::torus(side, side), 0, 64 * side},
        mesh{Topology::mesh(side, side), 0, 64 * side};
    const auto printed = paper_cost(rb, torus, PortModel::all_port);
    ASSERT_TRUE(printed);
    EXPECT_EQ(measure(rb, torus).alpha, printed->alpha);
    EXPECT_EQ(measure(rb, mesh).alpha, printed->alpha);
    EXPECT_LT(measure(rb, torus).beta, printed->beta);
    EXPECT_GT(measure(rb, mesh).beta, printed->beta) << "a corner has two links";
  }
  EXPECT_FALSE(paper_cost(rb, {Topology::torus(4, 4), 0, 64}, PortModel::all_port)) << "printed for odd n";
}

TEST(RecursionBasedAllPort, LeavesOutEmptyPieces) {
  for (const char* name : {"recursion-based-all-port", "recursion-based-quarters", "np-d:1", "np-d:2"}) {
    for (std::uint32_t bytes : {1u, 8u, 9u, 63u, 200u}) {
      for (Rank root : {0u, 5u, 28u})
        expect_proved(broadcast(name), {Topology::mesh(8, 8), root, bytes}, PortModel::all_port);
    }
  }
}

TEST(RecursionBasedAllPort, TakesFewPutsPerMessage) {
  const Job job{Topology::mesh(8, 8), 27, 1024};
  std::size_t puts = 0, messages = 0;
  StepWalker walker(broadcast("recursion-based-all-port"), job);
  for (Step step; walker.next(step);) {
    messages += step.size();
    for (const Transfer& t : step) {
      puts += t.puts.size();
      for (const Put& put : t.puts) {
        EXPECT_EQ(put.counter != 0, &put == &t.puts.back()) << "a message counts once, with its last put";
      }
    }
  }
  EXPECT_EQ(messages, 277u);
  EXPECT_LE(puts, 416u);
}

TEST(RecursionBasedAllPort, TurnsTheRingOfAMixedNetwork) {
  for (const char* text : {"mesh:8wx8", "mesh:8x8w"}) {
    const Topology t = parse_topology(text);
    for (Rank root = 0; root < t.size(); root += 5) {
      expect_proved(broadcast("recursion-based-quarters"), {t, root, 1024}, PortModel::all_port);
      EXPECT_EQ(formula_of(broadcast("recursion-based-quarters"), {t, root, 1024}), "equal") << root;
    }
  }
}

TEST(RecursionBasedAllPort, RunsOnSquaresOfCompleteGraphs) {
  for (const char* text : {"hypercube:2", "ghc:4x4"}) {
    const Topology t = parse_topology(text);
    for (Rank root = 0; root < t.size(); ++root) {
      for (const char* name : {"recursion-based-all-port", "recursion-based-quarters"}) {
        expect_proved(broadcast(name), {t, root, 256}, PortModel::all_port);
      }
    }
  }
}

TEST(Ternary, WorksOnAnyExtentsFromEveryRoot) {
  for (const char* text : {"mesh:1", "mesh:7", "torus:6", "mesh:3x5", "torus:5x3", "mesh:4x5w", "mesh:2x3x4",
                           "torus:3x2x3x2", "mesh:8x8", "torus:8x8", "hypercube:4", "ghc:4x4"}) {
    const Topology t = parse_topology(text);
    for (Rank root = 0; root < t.size(); ++root) {
      expect_proved(broadcast("ternary"), {t, root, 9}, PortModel::all_port);
      EXPECT_EQ(formula_of(broadcast("ternary"), {t, root, 9}), "equal") << text << " from " << root;
    }
  }
}

TEST(Ternary, Takes4To6StepsOn8x8) {
  EXPECT_EQ(broadcast("ternary").steps({Topology::mesh(8, 8), 27, 8}), 4u);
  EXPECT_EQ(broadcast("ternary").steps({Topology::mesh(8, 8), 3, 8}), 5u);
  EXPECT_EQ(broadcast("ternary").steps({Topology::mesh(8, 8), 0, 8}), 6u);
  for (Rank root = 0; root < 64; ++root)
    EXPECT_EQ(broadcast("ternary").steps({Topology::torus(8, 8), root, 8}), 4u);
}

TEST(DNode, IsTernaryBesideThePrintedCost) {
  for (unsigned n = 1; n <= 5; ++n) {
    const Job job{Topology::torus(1u << n, 1u << n), 1, 64};
    expect_proved(broadcast("d-node"), job, PortModel::all_port);
    EXPECT_EQ(measure(broadcast("d-node"), job).alpha, measure(broadcast("ternary"), job).alpha);
    EXPECT_EQ(paper_cost(broadcast("d-node"), job, PortModel::all_port)->alpha, n + 2);
    EXPECT_EQ(paper_cost(broadcast("d-node"), job, PortModel::all_port)->beta, n + 2);
  }
}

TEST(NpD, IsProvedFromEveryRootOf8x8) {
  for (const Topology& t : {Topology::mesh(8, 8), Topology::torus(8, 8)}) {
    for (Rank root = 0; root < t.size(); ++root) {
      for (const char* name : {"np-d:1", "np-d:2"})
        expect_proved(broadcast(name), {t, root, 256}, PortModel::all_port);
      ASSERT_FALSE(HasFailure()) << "root " << root;
    }
  }
  for (Rank root : {0u, 100u, 255u})
    expect_proved(broadcast("np-d:3"), {Topology::mesh(16, 16), root, 1024}, PortModel::all_port);
}

TEST(NpD, IsCheaperThanPrinted) {
  const Topology torus = Topology::torus(8, 8);
  EXPECT_EQ(cost_of("np-d:1", torus, 5), (Cost{7, 96}));
  EXPECT_EQ(cost_of("np-d:2", torus, 5), (Cost{7, 52}));
  const auto one = paper_cost(broadcast("np-d:1"), {torus, 5, 64}, PortModel::all_port);
  EXPECT_EQ(one->alpha, 10);
  EXPECT_EQ(one->beta, 4.25);
  const auto two = paper_cost(broadcast("np-d:2"), {torus, 5, 64}, PortModel::all_port);
  EXPECT_EQ(two->alpha, 11);
  EXPECT_EQ(two->beta, 2.5);
}

TEST(AllPort, RefusesWhatItCannotDo) {
  for (const char* name :
       {"recursion-based-all-port", "recursion-based-quarters", "ternary", "d-node", "np-d:1"}) {
    EXPECT_EQ(broadcast(name).why_not(Topology::mesh(8, 8), PortModel::one_port), "it needs an all-port NIC")
        << name;
  }
  for (const char* text : {"mesh:8x4", "mesh:6x6", "mesh:1x1", "mesh:4x4x4"}) {
    EXPECT_EQ(broadcast("recursion-based-all-port").why_not(parse_topology(text), PortModel::all_port),
              "it needs a square of two dimensions whose side is a power of two, 2 to 256")
        << text;
  }
  EXPECT_EQ(broadcast("d-node").why_not(Topology::mesh(6, 6), PortModel::all_port),
            "it needs a square of two dimensions whose side is a power of two, at least 2");
  EXPECT_EQ(broadcast("np-d:2").why_not(Topology::mesh(4, 4), PortModel::all_port),
            "it needs a square of two dimensions whose side is a power of two, 8 to 256");
}

}  // namespace
}  // namespace collnoc

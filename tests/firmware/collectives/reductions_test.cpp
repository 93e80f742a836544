// Tests reduce, reduce-scatter and all-reduce: proofs, costs, the arithmetic, and that the checker finds
// contributions that are missing or there twice.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collnoc/firmware/collectives/broadcast/comb_trees.hpp"
#include "sim/schedule/bound.hpp"
#include "sim/schedule/metrics.hpp"
#include "sim/schedule/payload.hpp"
#include "tests/firmware/collectives/proof.hpp"
#include "tests/firmware/untimed_network.hpp"
#include "tests/sim/schedule/damaged.hpp"

namespace collnoc {
namespace {

using testing::HasSubstr;
using Kind = Action::Kind;

const Algorithm& reduce(std::string_view name) { return *find_algorithm(Collective::reduce, name); }
const Algorithm& all_reduce(std::string_view name) { return *find_algorithm(Collective::all_reduce, name); }
const Algorithm& reduce_scatter(std::string_view name) {
  return *find_algorithm(Collective::reduce_scatter, name);
}

std::vector<const Algorithm*> combining() {
  std::vector<const Algorithm*> all;
  for (const Algorithm* a : algorithms())
    if (form_of(a->collective()).combines) all.push_back(a);
  return all;
}

constexpr const char* networks[] = {
    "mesh:1",      "mesh:2",      "mesh:3",    "mesh:7",      "torus:6",     "mesh:4x4",   "torus:4x4",
    "mesh:3x5",    "mesh:1x4",    "torus:5x3", "mesh:4x5w",   "mesh:2x3x4",  "mesh:3x1x2", "ghc:3x3",
    "hypercube:4", "torus:3x3x3", "star:3",    "spidergon:8", "spidergon:6", "torus:16",   "torus:8x2x4"};

class Reductions : public testing::TestWithParam<const char*> {};

TEST_P(Reductions, AreProvedForAnyLengthAndRoot) {
  const Topology topology = parse_topology(GetParam());
  unsigned ran = 0;
  for (const Algorithm* a : combining()) {
    if (a->why_not(topology, PortModel::one_port)) continue;
    ++ran;
    const Rank roots = form_of(a->collective()).rooted() ? topology.size() : 1;
    for (Rank root = 0; root < roots; root += 1 + topology.size() / 6) {
      for (const std::uint32_t bytes : {4u, 8u, 60u, 1000u}) expect_proved(*a, {topology, root, bytes, 64});
      if (!a->why_not(topology, PortModel::all_port))
        expect_proved(*a, {topology, root, 400}, PortModel::all_port);
    }
  }
  EXPECT_GE(ran, 5u);
}

INSTANTIATE_TEST_SUITE_P(On, Reductions, testing::ValuesIn(networks), [](const auto& test) {
  std::string name = test.param;
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
});

TEST(Reductions, CostWhatTheirPageSaysOnPowersOfTwo) {
  for (const char* network : {"torus:4x4", "mesh:8x4", "mesh:2x2x2"}) {
    const Topology topology = parse_topology(network);
    const Rank n = topology.size();
    const unsigned log = log2_ceil(n);
    const std::uint32_t vector = 16 * n, block = 64;
    for (const Algorithm* a : combining()) {
      const std::uint32_t bytes = a->collective() == Collective::reduce_scatter ? block : vector;
      if (a->why_not(topology, PortModel::one_port)) continue;
      expect_proved(*a, {topology, 0, bytes}, PortModel::one_port,
                    a->closed_form() ? Formula::equal : Formula::any);
    }
    EXPECT_EQ(measure(all_reduce("recursive-doubling"), {topology, 0, vector}).alpha, log) << network;
    EXPECT_EQ(measure(all_reduce("rabenseifner"), {topology, 0, vector}).beta_bytes, 2 * vector - 32u);
    if (topology.wraps(0)) {
      EXPECT_EQ(measure(all_reduce("swing"), {topology, 0, vector}).beta_bytes, 2 * vector - 32u);
    }
    EXPECT_EQ(measure(all_reduce("ring"), {topology, 0, vector}).beta_bytes, 2 * vector - 32u);
    EXPECT_EQ(measure(reduce("rabenseifner"), {topology, 3, vector}).alpha, 2 * log);
    EXPECT_EQ(measure(reduce_scatter("ring"), {topology, 0, block}).beta_bytes, (n - 1) * block);
    EXPECT_EQ(measure(reduce_scatter("recursive-halving"), {topology, 0, block}).alpha, log);
  }
}

TEST(Reductions, ComputeEveryOperationOfEveryType) {
  for (const Algorithm* a : combining()) {
    for (const Op op : {Op::sum, Op::min, Op::max, Op::bit_and, Op::bit_or, Op::bit_xor}) {
      for (const Element element : {Element::u32, Element::i32, Element::u64, Element::i64, Element::f32}) {
        if (!has_operation(element, op)) continue;
        const Job job{
            parse_topology(a->name() == "swing" ? "torus:4x2" : "mesh:3x2"), 1, 48, 64, {}, op, element};
        UntimedNetwork network(*a, job, 7);
        const Payload payload(a->collective(), job, 3, a->accumulates());
        for (Rank r = 0; r < job.topology.size(); ++r) payload.fill(r, network.memory(r));
        std::uint64_t before = 0, after = 0;
        for (Rank r = 0; r < job.topology.size(); ++r)
          before += payload.check(r, network.memory(r)).bytes_wrong;
        EXPECT_GT(before, 0u);
        ASSERT_EQ(network.run(), "");
        for (Rank r = 0; r < job.topology.size(); ++r)
          after += payload.check(r, network.memory(r)).bytes_wrong;
        EXPECT_EQ(after, 0u) << to_text(a->collective()) << " " << a->name() << " op " << int(op) << " type "
                             << int(element);
      }
    }
  }
}

std::uint32_t combined(Op op, Element element, std::uint32_t a, std::uint32_t b) {
  alignas(8) std::uint32_t memory[4] = {a, 0, b, 0};
  perform(reinterpret_cast<std::byte*>(memory), {0, 0, 8, 4}, op, element);
  return memory[0];
}

TEST(Operation, IsTheNamedOne) {
  EXPECT_EQ(combined(Op::sum, Element::u32, 0xffffffff, 3), 2u) << "modulo 2^32";
  EXPECT_EQ(combined(Op::min, Element::u32, 0xffffffff, 3), 3u);
  EXPECT_EQ(combined(Op::min, Element::i32, 0xffffffff, 3), 0xffffffffu);
  EXPECT_EQ(combined(Op::max, Element::u32, 0xffffffff, 3), 0xffffffffu);
  EXPECT_EQ(combined(Op::max, Element::i32, 0xffffffff, 3), 3u);
  EXPECT_EQ(combined(Op::bit_and, Element::u32, 6, 3), 2u);
  EXPECT_EQ(combined(Op::bit_or, Element::u32, 6, 3), 7u);
  EXPECT_EQ(combined(Op::bit_xor, Element::u32, 6, 3), 5u);
  EXPECT_EQ(combined(Op::sum, Element::f32, 0x3f80'0000, 0xbfc0'0000), 0xbf00'0000u) << "1 - 1.5";
  alignas(8) std::uint64_t wide[2] = {0xffffffff, 1};
  perform(reinterpret_cast<std::byte*>(wide), {0, 0, 8, 8}, Op::sum, Element::i64);
  EXPECT_EQ(wide[0], 0x100000000u) << "carries into the upper half";
}

Verdict traced(const Algorithm& whole, const Job& job, Damaged::Edit edit) {
  const Damaged damaged(whole, std::move(edit));
  Schedule schedule = spell_out(damaged, job, PortModel::one_port);
  return trace(schedule);
}

TEST(Check, FindsAMissingContribution) {
  const Job job{Topology::mesh(4, 4), 0, 64};
  const Verdict v = traced(reduce("binomial"), job, [](Rank r, Action& a) {
    return !(a.kind == Kind::combine && r == 0 && a.step == 2);
  });
  EXPECT_THAT(v.answer, HasSubstr("rank 0 does not get bytes 0 to 63 of the result"));
  EXPECT_THAT(v.answer, HasSubstr("the contribution of rank 2 is missing"));
}

TEST(Check, FindsAContributionThatIsThereTwice) {
  const Job job{Topology::mesh(4, 4), 0, 64};
  const Verdict v = traced(all_reduce("recursive-doubling"), job, [](Rank r, Action& a) {
    if (a.kind == Kind::put && a.step == 1) a.put.dst = r ^ 1;  // the partners of round 0 once more
    return true;
  });
  EXPECT_THAT(v.answer, HasSubstr("is there twice"));
}

TEST(Check, FindsFaultsOfPutsThatCombine) {
  const Job job{Topology::torus(4, 4), 0, 256};
  const auto answer = [&](const Algorithm& a, Damaged::Edit edit) {
    return traced(a, job, std::move(edit)).answer;
  };
  const Algorithm& ring = all_reduce("ring-accumulate");
  EXPECT_THAT(answer(ring,
                     [](Rank r, Action& a) {
                       if (a.kind == Kind::put && r == 5 && a.step == 2) a.put.operation = Operation::replace;
                       return true;
                     }),
              HasSubstr("is missing"));
  EXPECT_THAT(answer(ring,
                     [](Rank r, Action& a) {
                       if (a.kind == Kind::put && r == 5 && a.step == 2) a.put.operation = Operation::sum_64;
                       return true;
                     }),
              HasSubstr("its operation is not the collective's"));
  EXPECT_THAT(answer(ring,
                     [](Rank r, Action& a) {  // a slab that comes back to a rank that has added to it
                       if (a.kind == Kind::put && r == 5 && a.step == 4) a.put.dst = 1;
                       return true;
                     }),
              HasSubstr("is there twice"));
  EXPECT_THAT(answer(ring,
                     [](Rank r, Action& a) {
                       if (a.kind == Kind::put && r == 5 && a.step == 2) a.put.remote = 0;
                       return true;
                     }),
              HasSubstr("is not the counterpart of"));
  EXPECT_THAT(answer(all_reduce("ring"),
                     [](Rank, Action& a) {
                       if (a.kind == Kind::put) a.put.operation = Operation::sum_32;
                       return true;
                     }),
              HasSubstr("it combines, which the schedule does not declare"));
}

TEST(Check, FindsAResultThatReplacesWhatIsStillCombined) {
  const Job job{Topology::torus(4, 4), 0, 256};
  const Damaged damaged(all_reduce("ring-accumulate"), [](Rank r, Action& a) {
    return !(a.kind == Kind::wait && r == 5 && a.step == 12);  // before its first message of the all-gather
  });
  EXPECT_FALSE(check_order(damaged, job).good());
}

TEST(Reductions, LeaveTheResultInPlaceIfTheyAccumulate) {
  unsigned accumulating = 0;
  for (const Algorithm* a : combining()) {
    const Job job{Topology::torus(4, 4), 0, 256};
    accumulating += a->accumulates();
    const std::uint64_t input = form_of(a->collective()).start_blocks(16) * 256;
    EXPECT_EQ(a->accumulates(), a->bytes_needed(job) == input) << a->name();
  }
  EXPECT_EQ(accumulating, 8u);
}

TEST(CombTrees, KnowTheParentOfEveryNode) {
  for (const char* network : {"torus:8x8", "mesh:3x5", "mesh:7", "torus:5x4", "hypercube:4", "mesh:2x3x4"}) {
    const Topology topology = parse_topology(network);
    for (Rank root = 0; root < topology.size(); root += 3) {
      const CombTrees trees(topology, root);
      for (unsigned tree = 0; tree < 2; ++tree) {
        for (Rank node = 0; node < topology.size(); ++node) {
          for (const Rank child : trees.place(tree, node).children)
            if (child != no_rank) EXPECT_EQ(trees.parent(tree, child), node) << network << " root " << root;
        }
      }
    }
  }
}

TEST(Check, FindsPiecesThatDoNotBelongTogether) {
  const Job job{Topology::mesh(4, 4), 0, 256};
  const Verdict v = traced(all_reduce("ring"), job, [](Rank r, Action& a) {
    if (a.kind == Kind::combine && r == 5 && a.step == 2) a.combine.a = 0;
    return true;
  });
  EXPECT_THAT(v.answer, HasSubstr("is not the counterpart of"));
}

std::string order(const Algorithm& whole, const Job& job, Damaged::Edit edit) {
  const Damaged damaged(whole, std::move(edit));
  return check_order(damaged, job).answer;
}

TEST(Check, FindsACombinationBeforeItsDataHasArrived) {
  const Job job{Topology::mesh(4, 4), 0, 256};
  for (const Algorithm* a : combining()) {
    const bool software = !a->accumulates();
    EXPECT_THAT(
        order(*a, job,
              [=, &job](Rank r, Action& action) {
                return !(action.kind == Kind::wait && (r == 0 || !software) && action.step < a->steps(job));
              }),
        HasSubstr(software ? "may combine in step" : "may send to rank"))
        << to_text(a->collective()) << " " << a->name();
  }
}

TEST(Check, FindsACombinationOverDataThatIsStillBeingSent) {
  const Job job{Topology::mesh(4, 4), 0, 256};
  EXPECT_THAT(order(all_reduce("recursive-doubling"), job,
                    [](Rank, Action& a) {  // every round combines into the input, which round 0 still sends
                      if (a.kind == Kind::combine) a.combine.to = 0;
                      if (a.kind == Kind::combine && a.step > 1) a.combine.a = 0;
                      if (a.kind == Kind::put) a.put.local = 0;
                      return true;
                    }),
              HasSubstr("what it still sends to rank"));
}

TEST(Bound, OfCombinationsCountsTheMessagesOfEveryElement) {
  const Topology torus = Topology::torus(8, 8);
  EXPECT_EQ(lower_bound(Collective::reduce, {torus, 0, 16384}, {}).cycles, 2048u + 67 + 8);
  EXPECT_EQ(lower_bound(Collective::all_reduce, {torus, 0, 16384}, {}).cycles, 4032u + 131 + 1);
  EXPECT_EQ(lower_bound(Collective::reduce_scatter, {torus, 0, 256}, {}).cycles, 63u * 32 + 66 + 1);
  EXPECT_EQ(lower_bound(Collective::all_reduce, {torus, 0, 8}, {}).cycles, 1u + 1 + 8);
  EXPECT_EQ(lower_bound(Collective::all_reduce, {Topology::mesh(1, 1), 0, 8}, {}).cycles, 0u);
}

}  // namespace
}  // namespace collnoc

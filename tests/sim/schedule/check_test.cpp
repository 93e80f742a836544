// Tests sim/schedule/check.hpp: the checker finds the error in a schedule and reports its place.
#include "sim/schedule/check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/schedule/damaged.hpp"

namespace collnoc {
namespace {

using testing::HasSubstr;
using Kind = Action::Kind;

const Algorithm& recursion_based() { return *find_algorithm(Collective::broadcast, "recursion-based"); }
const Algorithm& recursive_division() { return *find_algorithm(Collective::broadcast, "recursive-division"); }
const Algorithm& scatter_collect() { return *find_algorithm(Collective::broadcast, "scatter-collect"); }
const Algorithm& direct() { return *find_algorithm(Collective::total_exchange, "direct"); }
const Algorithm& product() { return *find_algorithm(Collective::total_exchange, "product"); }

const Job mesh{Topology::mesh(4, 4), 0, 1024};
const Job torus{Topology::torus(4, 4), 0, 1024};

/// The puts of one rank in one step.
bool is_put(const Action& a, Rank rank, Rank by, std::uint32_t step) {
  return a.kind == Kind::put && rank == by && a.step == step;
}

Verdict traced(const Algorithm& whole, const Job& job, Damaged::Edit edit) {
  const Damaged damaged(whole, std::move(edit));
  Schedule schedule = spell_out(damaged, job, PortModel::one_port);
  return trace(schedule);
}

TEST(DeliveryCheck, NamesRankAndBytesOfADroppedTransfer) {
  const Verdict v = traced(recursive_division(), mesh, [](Rank r, Action& a) { return !is_put(a, r, 0, 3); });
  EXPECT_FALSE(v.good());
  EXPECT_EQ(v.answer, "rank 4 does not get bytes 0 to 1023 of the message, first gap at byte 0 (address 0)");
}

TEST(DeliveryCheck, NamesTheFirstMissingByteOfAShortenedTransfer) {
  const Verdict v = traced(recursive_division(), mesh, [](Rank r, Action& a) {
    if (is_put(a, r, 0, 3)) a.put.bytes -= 1;
    return true;
  });
  EXPECT_THAT(v.answer, HasSubstr("rank 4 does not get bytes 1023 to 1023"));
}

TEST(DeliveryCheck, FindsARankThatSendsWhatItDoesNotHold) {
  const Verdict v = traced(recursive_division(), mesh, [](Rank r, Action& a) { return !is_put(a, r, 0, 0); });
  EXPECT_THAT(v.answer,
              HasSubstr("step 1: rank 2 sends 1024 bytes from address 0 to rank 3, but holds only 0"));
}

TEST(DeliveryCheck, FindsABlockThatEndsAtTheWrongPlace) {
  const Verdict v = traced(direct(), mesh, [](Rank r, Action& a) {
    if (is_put(a, r, 3, 4)) a.put.local = send_block(mesh, 9);
    return true;
  });
  EXPECT_THAT(v.answer, HasSubstr("rank 8 does not get bytes 0 to 1023 of its block from rank 3"));
}

TEST(DeliveryCheck, NamesTheOriginOfABlockThatDoesNotReachEverybody) {
  const Algorithm& ring = *find_algorithm(Collective::all_to_all_broadcast, "ring");
  const Verdict dropped = traced(ring, mesh, [](Rank r, Action& a) { return !is_put(a, r, 12, 5); });
  EXPECT_EQ(
      dropped.answer,
      "rank 0 does not get bytes 0 to 1023 of the block from rank 4, first gap at byte 0 (address 4096)");
  const Verdict moved = traced(ring, mesh, [](Rank r, Action& a) {
    if (is_put(a, r, 12, 5)) a.put.remote = 0;
    return true;
  });
  EXPECT_THAT(moved.answer, HasSubstr("rank 0 does not get bytes 0 to 1023 of the block from rank 0"));
}

TEST(DeliveryCheck, FindsPutsTheNicWouldRefuse) {
  const auto with = [](auto change) {
    return traced(recursive_division(), mesh,
                  [change](Rank r, Action& a) {
                    if (is_put(a, r, 0, 0)) change(a.put);
                    return true;
                  })
        .answer;
  };
  EXPECT_THAT(with([](Put& p) { p.dst = 16; }), HasSubstr("rank 16 is outside the network"));
  EXPECT_THAT(with([](Put& p) { p.dst = 0; }), HasSubstr("its destination is its sender"));
  EXPECT_THAT(with([](Put& p) { p.bytes = 0; }), HasSubstr("it has no bytes"));
  EXPECT_THAT(with([](Put& p) { p.remote = 4; }), HasSubstr("not a multiple of 8"));
  EXPECT_THAT(with([](Put& p) { p.remote = 8; }), HasSubstr("exceed the memory of 1024 bytes"));
  EXPECT_THAT(with([](Put& p) { p.counter = barrier_counter; }),
              HasSubstr("counter 63 is not for collectives"));
  EXPECT_THAT(with([](Put& p) { p.route.direction[0] = Direction::minus; }),
              HasSubstr("does not lead to its destination"));
}

TEST(PortCheck, FindsTwoSendsAndTwoReceives) {
  Schedule schedule = spell_out(recursive_division(), mesh, PortModel::one_port);
  schedule.steps[1].push_back(schedule.steps[3].front());
  EXPECT_EQ(check_ports(schedule).answer, "step 1: rank 0 sends twice: 0 -> 1 and 0 -> 4");
  schedule = spell_out(recursive_division(), mesh, PortModel::one_port);
  schedule.steps[1].back().dst = schedule.steps[1].front().dst;
  EXPECT_EQ(check_ports(schedule).answer, "step 1: rank 1 receives twice: 0 -> 1 and 2 -> 1");
}

TEST(PortCheck, AllowsOneMessagePerLinkOnAllPortHardware) {
  Schedule schedule = spell_out(recursive_division(), mesh, PortModel::all_port);
  schedule.steps[1].push_back(schedule.steps[3].front());
  EXPECT_TRUE(check_ports(schedule).good());
  schedule.steps[1].push_back(schedule.steps[0].front());
  EXPECT_EQ(check_ports(schedule).answer, "step 1: rank 0 sends twice on channel 0: 0 -> 1 and 0 -> 2");
}

TEST(LinkCheck, FindsASharedLink) {
  Schedule schedule = spell_out(recursive_division(), mesh, PortModel::one_port);
  schedule.steps[1].push_back({1, 3, {Put{3, 0, 0, 8, 1, false, {}}}, {}, {}});
  EXPECT_EQ(check_links(schedule, true).answer,
            "step 1: 2 -> 3 and 1 -> 3 share the link 2 -> 3; 1 of 22 hops meet another message");
}

TEST(LinkCheck, LetsOppositeDirectionsPass) {
  Schedule schedule = spell_out(recursive_division(), mesh, PortModel::one_port);
  schedule.steps[1].push_back({3, 2, {Put{2, 0, 0, 8, 1, false, {}}}, {}, {}});
  EXPECT_TRUE(check_links(schedule, true).good());
}

TEST(LinkCheck, FindsMessagesOverHalfARingInTheSameDirection) {
  const Damaged plus(recursion_based(), [](Rank, Action& a) {  // step 3 is H_2: rows of 4, distance 2
    if (a.kind == Kind::put && a.step == 3) a.put.route.direction[0] = Direction::plus;
    return true;
  });
  EXPECT_TRUE(check_links(spell_out(recursion_based(), torus, PortModel::one_port), true).good());
  EXPECT_THAT(check_links(spell_out(plus, torus, PortModel::one_port), true).answer, HasSubstr("step 3: "));
}

TEST(LinkCheck, OnlyNotesWhatIsNotClaimed) {
  const Verdict v = check_links(spell_out(direct(), mesh, PortModel::one_port), direct().contention_free());
  EXPECT_EQ(v.outcome, Verdict::Outcome::note);
  EXPECT_TRUE(v.good());
}

Verdict ordered(const Algorithm& whole, const Job& job, Damaged::Edit edit) {
  return check_order(Damaged(whole, std::move(edit)), job);
}

TEST(OrderCheck, FindsASendThatDoesNotWait) {
  const Verdict v = ordered(recursive_division(), mesh, [](Rank r, Action& a) {
    return !(a.kind == Kind::wait && r == 2 && a.step == 1);
  });
  EXPECT_EQ(v.answer,
            "rank 2 may send to rank 3 in step 1 before the message 0 -> 2 of step 0 has arrived "
            "(address 0, counter 1)");
}

TEST(OrderCheck, FindsACounterThatAnotherMessageCanIncrement) {
  // With one counter for all messages, the wait for one message can be satisfied by another one.
  const Verdict v = ordered(recursion_based(), mesh, [](Rank, Action& a) {
    if (a.kind == Kind::put) a.put.counter = 1;
    if (a.kind == Kind::wait) a.counter = 1, a.count = 1;
    return true;
  });
  EXPECT_FALSE(v.good());
  EXPECT_THAT(v.answer, HasSubstr("has arrived"));
}

TEST(OrderCheck, FindsAWaitThatNothingEnds) {
  const Verdict v = ordered(scatter_collect(), mesh, [](Rank r, Action& a) {
    if (a.kind == Kind::wait && r == 5 && a.counter == 3) a.count = 4;
    return true;
  });
  EXPECT_THAT(v.answer, HasSubstr("rank 5 waits forever in step 8 for 4 arrivals on counter 3; only 3 come"));
}

TEST(OrderCheck, FindsACycleOfWaits) {
  const Verdict v = ordered(product(), torus, [](Rank, Action& a) {
    if (a.kind == Kind::wait && a.step == 1)
      ++a.count;  // every rank waits for one more message than it is sent
    return true;
  });
  EXPECT_THAT(v.answer, HasSubstr("waits forever"));
}

TEST(OrderCheck, FindsATransitSlotThatIsUsedAgainTooEarly) {
  // Both sets of slots use the addresses of the first, so a slot is overwritten in the next exchange.
  const std::uint64_t blocks = product().bytes_needed(mesh) / 1024;
  ASSERT_EQ(blocks, 3u * 16 + 4 * 4);
  const auto fold = [](std::uint32_t& address) {
    const std::uint32_t first = 48 * 1024, set = 4 * 1024;
    if (address < first) return;
    const std::uint32_t dimension = (address - first) / (2 * set);
    address = first + dimension * 2 * set + (address - first) % set;
  };
  const Verdict v = ordered(product(), mesh, [&](Rank, Action& a) {
    fold(a.put.local);
    fold(a.put.remote);
    return true;
  });
  EXPECT_FALSE(v.good());
  EXPECT_THAT(v.answer, HasSubstr("may overwrite"));
}

TEST(OrderCheck, FindsTwoMessagesForOnePlace) {
  const Verdict v = ordered(direct(), mesh, [](Rank, Action& a) {
    a.put.remote = receive_block(mesh, 0);
    return true;
  });
  EXPECT_FALSE(v.good());
  EXPECT_THAT(v.answer, HasSubstr("overwrite"));
}

TEST(OrderCheck, FindsARankThatMayEndTooEarly) {
  const Verdict v = ordered(direct(), mesh, [](Rank r, Action& a) {
    if (a.kind == Kind::wait && r == 7) --a.count;
    return true;
  });
  EXPECT_THAT(v.answer, HasSubstr("rank 7 may end before the message"));
}

}  // namespace
}  // namespace collnoc

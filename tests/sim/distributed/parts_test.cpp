#include "sim/distributed/parts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/common/errors.hpp"
#include "tests/sim/distributed/thread_transport.hpp"

namespace collnoc {
namespace {

using test::in_parts;

TEST(NetworkParts, CombineWhatEachHas) {
  in_parts(3, [](const NetworkParts& parts) {
    const unsigned own = parts.own();
    EXPECT_EQ(parts.sum(10 + own), 33u);
    EXPECT_EQ(parts.minimum(10 + own), 10u);
    EXPECT_EQ(parts.maximum(10 + own), 12u);
    EXPECT_TRUE(parts.any(own == 1));
    EXPECT_FALSE(parts.all(own == 1));
    EXPECT_EQ(parts.of_first(7 + own), 7u);
  });
}

TEST(NetworkParts, TheFirstGetsAllInTheOrderOfParts) {
  in_parts(3, [](const NetworkParts& parts) {
    const std::vector<int> numbers =
        parts.gather(std::vector<int>(parts.own(), static_cast<int>(parts.own())));
    const std::vector<std::string> texts =
        parts.gather(std::vector<std::string>{std::string(parts.own(), 'x')});
    if (!parts.first()) return;
    EXPECT_EQ(numbers, (std::vector{1, 2, 2}));
    EXPECT_EQ(texts, (std::vector<std::string>{"", "x", "xx"}));
  });
}

TEST(NetworkParts, OfSeveralFailuresAllThrowTheEarliest) {
  in_parts(4, [](const NetworkParts& parts) {
    const unsigned own = parts.own();
    std::exception_ptr failure;
    if (own != 0) failure = std::make_exception_ptr(Deadlock("in part " + std::to_string(own)));
    const std::uint64_t when = own == 1 ? 9 : 8;  // part 1 later than parts 2 and 3
    try {
      parts.agree(failure, when);
      ADD_FAILURE() << "nothing is thrown";
    } catch (const Failure& thrown) {
      EXPECT_EQ(thrown.kind(), "deadlock");
      EXPECT_EQ(thrown.code(), ExitCode::wrong_data);
      EXPECT_STREQ(thrown.what(), "in part 2");
    }
  });
}

TEST(NetworkParts, WithoutAFailureTheyGoOn) {
  in_parts(3, [](const NetworkParts& parts) {
    EXPECT_NO_THROW(parts.agree([] {}));
    EXPECT_THROW(parts.agree([&] {
      if (parts.own() == 2) throw UserError("only here");
    }),
                 Failure);
    EXPECT_EQ(parts.sum(1), 3u);
  });
}

TEST(NetworkParts, WhenTheFirstHasEndedTheOthersEndWithItsCode) {
  in_parts(3, [](const NetworkParts& parts) {
    if (parts.first()) {
      EXPECT_EQ(parts.end(5), 5);
      return;
    }
    try {
      parts.begin();
      ADD_FAILURE() << "it begins";
    } catch (const NetworkParts::Ended& ended) {
      EXPECT_EQ(ended.code, 5);
    }
  });
}

TEST(NetworkParts, OnePartIsGivenBackWhatItHas) {
  EXPECT_EQ(undivided.sum(4), 4u);
  EXPECT_EQ(undivided.gather(std::vector{1, 2}), (std::vector{1, 2}));
  EXPECT_THROW(undivided.agree([] { throw UserError("as it is"); }), UserError);
}

}  // namespace
}  // namespace collnoc

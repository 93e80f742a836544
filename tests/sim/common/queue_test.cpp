#include "sim/common/queue.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <stdexcept>

namespace collnoc {
namespace {

TEST(Queue, DoesWhatADequeDoes) {
  std::mt19937 random(1);
  Queue<int> queue;
  std::deque<int> deque;
  for (int n = 0; n < 20'000; ++n) {
    const auto dice = static_cast<int>(random() % 9);
    if (dice < 4 + (n / 1'000) % 2) {  // it grows, then shrinks
      queue.push_back(n);
      deque.push_back(n);
    } else if (dice < 8 && !deque.empty()) {
      queue.pop_front();
      deque.pop_front();
    } else if (!deque.empty()) {
      const auto at = static_cast<std::ptrdiff_t>(random() % deque.size());
      queue.erase(queue.begin() + at);
      deque.erase(deque.begin() + at);
    }
    ASSERT_EQ(queue.empty(), deque.empty());
    ASSERT_TRUE(std::equal(queue.begin(), queue.end(), deque.begin(), deque.end()));
    if (!deque.empty()) ASSERT_EQ(queue.front(), deque.front());
    EXPECT_THROW(queue.at(deque.size()), std::out_of_range);
  }
}

}  // namespace
}  // namespace collnoc

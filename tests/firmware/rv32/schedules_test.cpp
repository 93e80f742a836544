// Every registered algorithm is also a program for tiles, and there are no others.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "sim/schedule/algorithm.hpp"

namespace collnoc {
namespace {

TEST(Programs, AreThoseOfTheRegisteredAlgorithms) {
  std::vector<std::string> listed, registered;
  std::ifstream list(COLLNOC_SCHEDULES);
  std::string collective, name, file;
  while (list >> collective >> name >> file) {
    listed.push_back(fmt::format("{} {}", collective, name));
    std::string expected = fmt::format("{}/{}.elf", collective, name);
    std::replace(expected.begin(), expected.end(), ':', '-');
    EXPECT_EQ(file, expected);
  }
  for (const Algorithm* algorithm : algorithms()) {
    registered.push_back(std::string(to_text(algorithm->collective())) + " " +
                         std::string(algorithm->name()));
  }
  EXPECT_THAT(listed, ::testing::UnorderedElementsAreArray(registered))
      << "firmware/apps/CMakeLists.txt lists others than sim/schedule/algorithm.cpp";
}

}  // namespace
}  // namespace collnoc

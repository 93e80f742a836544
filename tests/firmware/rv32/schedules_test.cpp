// Every registered algorithm is a program for tiles too.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "sim/schedule/algorithm.hpp"

namespace collnoc {
namespace {

TEST(Programs, AreThereForEveryRegisteredAlgorithm) {
  for (const Algorithm* algorithm : algorithms()) {
    std::string file = fmt::format("{}/{}.elf", to_text(algorithm->collective()), algorithm->name());
    std::replace(file.begin(), file.end(), ':', '-');
    EXPECT_TRUE(std::filesystem::is_regular_file(std::filesystem::path(COLLNOC_SCHEDULES) / file)) << file;
  }
}

}  // namespace
}  // namespace collnoc

// Columns are aligned, numbers are short.
#include "sim/results/table.hpp"

#include <gtest/gtest.h>

namespace collnoc::test {
namespace {

TEST(Table, NumbersAreRightAlignedNamesLeft) {
  Table table({{"n"}, {"name", true}, {"value"}});
  table.add({"1", "a", "100000"});
  table.add({"20", "long-name", "3"});
  EXPECT_EQ(table.text({}),
            "#   n  name        value\n"
            "    1  a          100000\n"
            "   20  long-name       3\n");
}

TEST(Table, ColoursAreForTerminalsOnly) {
  EXPECT_EQ(Palette{}.alarm("x"), "x");
  EXPECT_NE((Palette{true}.alarm("x")), "x");
}

TEST(Table, ThousandsAreGrouped) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
}

TEST(Table, FractionsLoseTheirTrailingZeros) {
  EXPECT_EQ(shortest(6), "6");
  EXPECT_EQ(shortest(100), "100");
  EXPECT_EQ(shortest(2.5), "2.5");
  EXPECT_EQ(shortest(1.0 / 3), "0.3333");
}

}  // namespace
}  // namespace collnoc::test

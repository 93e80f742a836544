// The run-time support that C++ needs: initial values, constructors, virtual functions, 64-bit division, the
// C library's memory functions, the console.
#include <algorithm>
#include <array>
#include <cstring>

#include "collnoc/firmware/rv32/console.hpp"
#include "collnoc/firmware/rv32/mmio_tile.hpp"

using namespace collnoc;

namespace {

std::uint32_t initial = 0x1234'5678;
std::array<std::uint32_t, 100> zero;
const std::array<std::uint16_t, 3> constant = {7, 8, 9};

struct Shape {
  virtual int corners() const = 0;
};
struct Triangle : Shape {
  int corners() const override { return 3; }
};
struct Constructed {
  explicit Constructed(std::uint32_t a) : value(a + initial) {}
  std::uint32_t value;
};
Constructed constructed(1);
Triangle triangle;
Shape* shape = &triangle;

volatile std::uint64_t dividend = 1'000'000'000'007, divisor = 10'000'000'000;

}  // namespace

extern "C" {
std::uint32_t told_by_name = 77;
}

int main() {
  MmioTile tile;
  rv32::print("initial ", rv32::Hex{initial}, '\n');
  rv32::print("zero ", std::count(zero.begin(), zero.end(), 0u), '\n');
  rv32::print("constant ", constant[0] + constant[1] + constant[2], '\n');
  rv32::print("constructed ", rv32::Hex{constructed.value}, '\n');
  rv32::print("virtual ", shape->corners(), '\n');
  rv32::print("divided ", dividend / divisor * 1000 + dividend % divisor, '\n');
  rv32::print("numbers ", -5, ' ', 0u, ' ', INT32_MIN, ' ', UINT64_MAX, ' ', true, '\n');
  std::array<char, 24> text{};
  std::memset(text.data(), '.', 20);
  std::memcpy(text.data() + 3, "abcdefgh", 8);
  std::memmove(text.data() + 5, text.data() + 3, 8);
  rv32::print(text.data(), '\n');
  rv32::print("rank ", tile.rank(), " of ", tile.topology().size(), '\n');
  const std::uint64_t before = tile.cycle();
  const bool later = tile.cycle() > before;
  rv32::print("later ", later, '\n');
  rv32::print("memory ", tile.memory().size(), '\n');
  told_by_name += boot_block().argument;
  return 42;
}

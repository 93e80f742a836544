// What the C++ library offers beside its freestanding part: containers, strings and functions on the heap,
// atomic operations, coroutines, printf of floating-point numbers. Rank 1 then asks for more memory than
// there is.
#include <atomic>
#include <cmath>
#include <coroutine>
#include <cstdio>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "collnoc/firmware/rv32/mmio_tile.hpp"

namespace {

std::atomic<int> counter{5};
std::atomic<std::uint64_t> wide{1};

struct Numbers {
  struct promise_type {
    int value = 0;
    Numbers get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
Numbers count_from(int n) {
  for (;;) co_yield n++;
}

struct Base {
  virtual ~Base() { ++counter; }
  virtual int value() const { return 1; }
};
struct Derived : Base {
  int value() const override { return 2; }
};

}  // namespace

int main() {
  std::vector<int> squares;
  for (int i = 0; i < 20; ++i) squares.push_back(i * i);
  std::string text = "squares:";
  for (const int s : squares) text += ' ' + std::string(1, static_cast<char>('0' + s % 10));
  std::printf("%s\n", text.c_str());

  int expected = 4;
  const bool exchanged = counter.compare_exchange_strong(expected, 9);
  wide.fetch_add(0x1'0000'0000);
  std::printf("atomic %d %d %d %lld\n", exchanged, expected, counter.fetch_add(2),
              static_cast<long long>(wide.load()));
  {
    const std::unique_ptr<Base> object = std::make_unique<Derived>();
    const std::function<int(int)> more = [&](int by) { return object->value() + by; };
    std::printf("function %d\n", more(40));
  }
  Numbers numbers = count_from(3);
  for (int i = 0; i < 3; ++i) numbers.handle.resume();
  std::printf("coroutine %d, counter %d\n", numbers.handle.promise().value, counter.load());
  numbers.handle.destroy();
  volatile double two = 2;
  std::printf("float %.6f %g\n", std::sqrt(two), 1e-3);

  const char* none = new (std::nothrow) char[1 << 20] == nullptr ? "none" : "some";
  std::printf("a megabyte: %s\n", none);
  collnoc::MmioTile tile;
  if (tile.rank() == 1) squares.resize(1 << 20);
  return 0;
}

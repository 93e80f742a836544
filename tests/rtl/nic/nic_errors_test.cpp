// An invalid put sets its error flag, sends nothing, and blocks nothing.
#include <optional>

#include "collnoc/arch/put.hpp"
#include "tests/rtl/nic/nic_fixture.hpp"

namespace collnoc::test {
namespace {

class NicErrors : public NicTest {
 protected:
  struct RawPut {
    std::uint32_t src = 0, addr = 0, bytes = 8, ctrl = 1,
                  node = 0x0102;  // (2, 1): one to the right of `here`
  };
  /// The value of PUT_GO that sets PUT_CTRL and PUT_NODE to these values, if there is one.
  static std::optional<std::uint32_t> go_of(std::uint32_t ctrl, std::uint32_t node) {
    if ((ctrl & ~0x3ff3fu) != 0 || node > 0xffff) return {};
    return node << 16 | (ctrl & 0xffff) | (ctrl >> 16) << 6;
  }
  /// Launches the put; returns the flags that it raised, and clears them. A put that is refused is launched
  /// by PUT_GO, too, with the same result.
  std::uint32_t errors_of(const RawPut& p) {
    const std::uint32_t raised = errors_of(p, {});
    const auto go = go_of(p.ctrl, p.node);
    if (raised != 0 && go) EXPECT_EQ(errors_of(p, go), raised);
    return raised;
  }
  std::uint32_t errors_of(const RawPut& p, std::optional<std::uint32_t> go) {
    bench.bus(here).write(nic::put_src, p.src);
    bench.bus(here).write(nic::put_addr, p.addr);
    bench.bus(here).write(nic::put_bytes, p.bytes);
    if (go) {
      bench.bus(here).write(nic::put_go, *go);
    } else {
      bench.bus(here).write(nic::put_ctrl, p.ctrl);
      bench.bus(here).write(nic::put_node, p.node);
    }
    EXPECT_TRUE(bench.settle());
    const std::uint32_t raised = bench.read(here, nic::error);
    bench.write(here, nic::error, raised);
    EXPECT_EQ(bench.read(here, nic::error), 0u);
    return raised;
  }
  /// Expects that nothing left the NIC and that a valid put still arrives.
  void expect_unharmed() {
    EXPECT_EQ(injected(here), 0u);
    EXPECT_EQ(counter(there, 1), 0u);
    EXPECT_EQ(errors_of({}), 0u);
    EXPECT_EQ(counter(there, 1), 1u);
  }
};

TEST_P(NicErrors, a_node_outside_the_network) {
  for (const std::uint32_t node : {0x0003u, 0x0300u, 0x00ffu, 0x10102u, 0x80000102u}) {
    EXPECT_EQ(errors_of({.node = node}), nic::error_node) << node;
  }
  expect_unharmed();
}

TEST_P(NicErrors, a_length_of_zero) {
  EXPECT_EQ(errors_of({.bytes = 0}), nic::error_zero);
  expect_unharmed();
}

TEST_P(NicErrors, an_address_that_is_not_a_multiple_of_8) {
  for (std::uint32_t off = 1; off < 8; ++off) {
    EXPECT_EQ(errors_of({.src = off}), nic::error_align) << off;
    EXPECT_EQ(errors_of({.addr = 64 + off}), nic::error_align) << off;
  }
  expect_unharmed();
}

TEST_P(NicErrors, a_range_that_leaves_the_memory) {
  EXPECT_EQ(errors_of({.src = bytes}), nic::error_memory);
  EXPECT_EQ(errors_of({.addr = bytes - 8, .bytes = 9}), nic::error_memory);
  EXPECT_EQ(errors_of({.bytes = bytes + 1}), nic::error_memory);
  EXPECT_EQ(errors_of({.bytes = 0xffffffff}), nic::error_memory);
  EXPECT_EQ(errors_of({.addr = 0xfffffff8, .bytes = 16}), nic::error_memory);
  expect_unharmed();
}

TEST_P(NicErrors, a_direction_that_does_not_lead_there) {
  EXPECT_EQ(errors_of({.ctrl = 1 | nic::ctrl_direction(0, 2)}),
            nic::error_route);  // minus, but the target is in the plus direction
  EXPECT_EQ(errors_of({.ctrl = 1 | nic::ctrl_direction(0, 1), .node = 0x0100}), nic::error_route);
  EXPECT_EQ(errors_of({.ctrl = 1 | nic::ctrl_direction(1, 3)}), nic::error_route);
  expect_unharmed();
}

TEST_P(NicErrors, a_counter_or_bits_that_do_not_exist) {
  for (const unsigned bit : {6u, 7u, 12u, 13u, 14u, 15u, 17u, 24u, 31u}) {
    EXPECT_EQ(errors_of({.ctrl = 1 | 1u << bit}), nic::error_counter) << bit;
  }
  expect_unharmed();
}

TEST_P(NicErrors, of_a_prepared_put_that_put_go_cannot_express) {
  const auto errors = [&](const Put& put) {
    const PreparedPut p(put, 0x0102);
    return errors_of({p.local, p.remote, p.bytes}, p.go);
  };
  Put put{0, 0, 0, 8, 64};
  EXPECT_NE(errors(put) & (nic::error_counter | nic::error_route), 0u);
  put.counter = 1;
  put.route.direction[4] = Direction::plus;
  EXPECT_NE(errors(put) & (nic::error_counter | nic::error_route), 0u);
  expect_unharmed();
}

TEST_P(NicErrors, several_at_once) {
  EXPECT_EQ(errors_of({.src = 1, .bytes = bytes + 8, .ctrl = 1u << 6, .node = 0x0300}),
            nic::error_align | nic::error_memory | nic::error_counter | nic::error_node);
  expect_unharmed();
}

TEST_P(NicErrors, a_signal_has_neither_length_nor_addresses) {
  EXPECT_EQ(errors_of({.src = 3, .addr = 0xffffffff, .bytes = 0, .ctrl = 1 | nic::ctrl_signal}), 0u);
  EXPECT_EQ(counter(there, 1), 1u);
}

TEST_P(NicErrors, the_last_byte_of_memory_can_be_written) {
  fill(here, 0, 8);
  EXPECT_EQ(errors_of({.addr = bytes - 8, .bytes = 8}), 0u);
  EXPECT_EQ(memory(there)[bytes - 1], pattern(7));
}

TEST_P(NicErrors, flags_stay_until_each_is_cleared) {
  bench.put(here, 4, 0, 0, 1, there);
  ASSERT_TRUE(bench.settle());
  bench.put(here, 0, 0, 8, 1, there);
  ASSERT_TRUE(bench.settle());
  EXPECT_EQ(bench.read(here, nic::error), nic::error_align | nic::error_zero);
  bench.write(here, nic::error, nic::error_zero);
  EXPECT_EQ(bench.read(here, nic::error), std::uint32_t{nic::error_align});
}

INSTANTIATE_TEST_SUITE_P(nodes, NicErrors, ::testing::ValuesIn(nic_variants()), nic_variant_name);

}  // namespace
}  // namespace collnoc::test

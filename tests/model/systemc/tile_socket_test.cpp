// The TLM-2.0 socket: its responses, their timing, and its address map.
#include "collnoc/model/systemc/tile_socket.hpp"

#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>

#include "collnoc/model/systemc/network_module.hpp"

namespace collnoc::systemc {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;

struct Payload : tlm::tlm_generic_payload {
  Payload(tlm::tlm_command command, std::uint64_t address, void* data, unsigned length) {
    set_command(command);
    set_address(address);
    set_data_ptr(static_cast<unsigned char*>(data));
    set_data_length(length);
    set_streaming_width(length);
  }
};

/// Runs at every rising edge; before or after another module, by which is made first.
class AtEdges : public sc_core::sc_module {
 public:
  AtEdges(const sc_core::sc_module_name& name, const sc_core::sc_clock& clk) : sc_module(name) {
    SC_HAS_PROCESS(AtEdges);
    SC_METHOD(run);
    sensitive << clk.posedge_event();
    dont_initialize();
  }
  void run() {
    if (body) body();
  }
  std::function<void()> body;
};

// Two tiles; the test's code runs in a thread on tile 0's socket.
class Bench : public sc_core::sc_module {
 public:
  explicit Bench(const sc_core::sc_module_name& name = "bench") : sc_module(name) {
    network.clk_i(clk);
    network.rst_ni(rst_n);
    tile.bus(network.bus(0));
    out.bind(tile.socket);
    out.register_invalidate_direct_mem_ptr(this, &Bench::invalidate);
    out.register_nb_transport_bw(this, &Bench::nb_bw);
  }
  void invalidate(sc_dt::uint64, sc_dt::uint64) {
    if (on_invalidate) on_invalidate();
  }
  tlm::tlm_sync_enum nb_bw(tlm::tlm_generic_payload&, tlm::tlm_phase& phase, sc_time&) {
    return phase == tlm::BEGIN_RESP ? tlm::TLM_COMPLETED : tlm::TLM_ACCEPTED;
  }
  void run(std::function<void()> body) {
    bool done = false;
    sc_core::sc_spawn([&] {
      body();
      done = true;
    });
    sc_core::sc_start(sc_time(15, SC_NS));
    rst_n = true;
    for (unsigned n = 0; n < 4 && !done; ++n) sc_core::sc_start(sc_time(5000, SC_NS));
    EXPECT_TRUE(done);
  }
  tlm::tlm_response_status transport(tlm::tlm_generic_payload& p) {
    p.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    out->b_transport(p, delay);
    return p.get_response_status();
  }
  Payload payload(tlm::tlm_command command, std::uint64_t address, void* data, unsigned length) {
    return {command, address, data, length};
  }
  tlm::tlm_response_status write(std::uint64_t address, std::uint32_t value) {
    auto p = payload(tlm::TLM_WRITE_COMMAND, address, &value, 4);
    return transport(p);
  }
  std::uint32_t read(std::uint64_t address) {
    std::uint32_t value = ~0u;
    auto p = payload(tlm::TLM_READ_COMMAND, address, &value, 4);
    EXPECT_EQ(transport(p), tlm::TLM_OK_RESPONSE);
    return value;
  }

  sc_core::sc_clock clk{"clk", 10, SC_NS};
  sc_core::sc_signal<bool> rst_n{"rst_n", false};
  AtEdges made_before{"made_before", clk};
  NetworkModule network{"network", Topology::mesh(2, 1), {}, 256};
  AtEdges made_after{"made_after", clk};
  TileSocket tile{"tile", sc_time(3, SC_NS)};
  tlm_utils::simple_initiator_socket<Bench> out{"out"};
  sc_time delay;
  std::function<void()> on_invalidate;
};

TEST(TileSocket, WritesAndReadsMemoryAtOnceWithItsLatency) {
  Bench b;
  b.run([&] {
    EXPECT_EQ(b.write(0x10, 0x12345678), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(b.read(0x10), 0x12345678u);
    EXPECT_EQ(b.delay, sc_time(6, SC_NS));
    EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME);
  });
}

TEST(TileSocket, HonoursByteEnablesInMemory) {
  Bench b;
  b.run([&] {
    std::uint8_t data[6] = {1, 2, 3, 4, 5, 6};
    std::uint8_t enables[2] = {TLM_BYTE_ENABLED, TLM_BYTE_DISABLED};
    auto p = b.payload(tlm::TLM_WRITE_COMMAND, 3, data, 6);
    p.set_byte_enable_ptr(enables);
    p.set_byte_enable_length(2);
    EXPECT_EQ(b.transport(p), tlm::TLM_OK_RESPONSE);
    const std::uint8_t expected[6] = {1, 0, 3, 0, 5, 0};
    EXPECT_EQ(std::memcmp(b.network.bus(0).memory().data() + 3, expected, 6), 0);
    std::memset(data, 9, 6);
    p.set_command(tlm::TLM_READ_COMMAND);
    EXPECT_EQ(b.transport(p), tlm::TLM_OK_RESPONSE);
    const std::uint8_t seen[6] = {1, 9, 3, 9, 5, 9};
    EXPECT_EQ(std::memcmp(data, seen, 6), 0);
  });
}

TEST(TileSocket, RefusesIllegalAccessesWithTheirResponse) {
  Bench b;
  b.run([&] {
    std::uint8_t data[0x404] = {},
                 enables[4] = {TLM_BYTE_ENABLED, TLM_BYTE_ENABLED, TLM_BYTE_ENABLED, TLM_BYTE_DISABLED};
    const auto response = [&](tlm::tlm_command command, std::uint64_t address, unsigned length,
                              unsigned streaming, unsigned enable_length) {
      auto p = b.payload(command, address, data, length);
      p.set_streaming_width(streaming);
      if (enable_length != 0) p.set_byte_enable_ptr(enables);
      p.set_byte_enable_length(enable_length);
      return b.transport(p);
    };
    constexpr auto read = tlm::TLM_READ_COMMAND, write = tlm::TLM_WRITE_COMMAND;
    EXPECT_EQ(response(read, 2048, 4, 4, 0), tlm::TLM_ADDRESS_ERROR_RESPONSE);  // 256 words of memory
    EXPECT_EQ(response(read, 2046, 4, 4, 0), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(response(write, register_base - 4, 4, 4, 0), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(response(read, register_base + 0x400, 4, 4, 0), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(response(read, register_base + 0x3fc, 8, 8, 0), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(response(read, register_base + 2, 4, 4, 0), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(response(read, ~std::uint64_t{0} - 1, 4, 4, 0), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(response(write, register_base, 2, 2, 0), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(response(read, 0, 8, 4, 0), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(response(read, 0, 0, 0, 0), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(response(write, register_base, 4, 4, 4), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    EXPECT_EQ(response(write, register_base, 4, 4, 3), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(response(tlm::TLM_IGNORE_COMMAND, ~0u, 4, 4, 0), tlm::TLM_OK_RESPONSE);
  });
}

TEST(TileSocket, TakesOneCyclePerRegisterAccess) {
  Bench b;
  b.run([&] {
    const std::uint32_t start = b.read(register_base + 0x01c);
    EXPECT_EQ(b.read(register_base + 0x01c), start + 1);
    std::uint32_t two[2] = {};
    auto p = b.payload(tlm::TLM_READ_COMMAND, register_base + 0x01c, two, 8);
    EXPECT_EQ(b.transport(p), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(two[0], start + 2);
    EXPECT_EQ(two[1], 0x0000u);  // node address of tile 0
    b.delay = sc_time(100, SC_NS);
    EXPECT_EQ(b.read(register_base + 0x01c), start + 14);  // ten cycles of local time passed first
    EXPECT_EQ(b.delay, sc_core::SC_ZERO_TIME);
  });
}

TEST(TileSocket, TakesTurnsBetweenInitiators) {
  Bench b;
  std::vector<std::uint32_t> other;
  sc_core::sc_spawn([&] {
    for (int k = 0; k < 4; ++k) other.push_back(b.network.bus(0).access({true, false, 0x01c, 0}));
  });
  std::vector<std::uint32_t> all;
  b.run([&] {
    for (int k = 0; k < 4; ++k) all.push_back(b.read(register_base + 0x01c));
  });
  all.insert(all.end(), other.begin(), other.end());
  std::sort(all.begin(), all.end());
  for (std::size_t k = 1; k < all.size(); ++k) EXPECT_EQ(all[k], all[k - 1] + 1);
}

TEST(TileSocket, LeavesTheBusToOthersWhenAnInitiatorIsKilled) {
  Bench b;
  b.run([&] {
    sc_core::sc_process_handle killed = sc_core::sc_spawn([&] {
      b.network.bus(0).access({true, false, 0x01c, 0});
    });
    sc_core::wait(sc_time(2, SC_NS));
    killed.kill();
    b.read(register_base + 0x01c);
  });
}

// The processes of the socket are not children of an initiator's.
TEST(TileSocket, ServesAnInitiatorThatBeginsAgain) {
  Bench b;
  struct Manager : tlm::tlm_mm_interface {
    void free(tlm::tlm_generic_payload*) override {}
  } manager;
  std::uint32_t value = 0;
  Payload first(tlm::TLM_READ_COMMAND, 0, &value, 4), second(tlm::TLM_READ_COMMAND, 0, &value, 4);
  const auto ask = [&](Payload& p) {
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_time delay;
    p.set_mm(&manager);
    p.acquire();
    EXPECT_EQ(b.out->nb_transport_fw(p, phase, delay), tlm::TLM_ACCEPTED);
  };
  b.run([&] {
    sc_core::sc_process_handle cpu = sc_core::sc_spawn([&] {
      ask(first);
      sc_core::wait(sc_time(1, sc_core::SC_MS));
    });
    sc_core::wait(sc_time(100, SC_NS));
    cpu.kill(sc_core::SC_INCLUDE_DESCENDANTS);
    ask(second);
    sc_core::wait(sc_time(100, SC_NS));
    EXPECT_EQ(first.get_response_status(), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(second.get_response_status(), tlm::TLM_OK_RESPONSE);
  });
}

// What is lent by an SC_METHOD at any edge during a put, before what the NIC writes at that edge or after it.
void expect_no_stale_copy(AtEdges Bench::*borrower) {
  Bench b;
  constexpr std::uint64_t period = 40;  // of puts; during the n-th, it is lent at its n-th edge
  bool lent = false;
  unsigned writes = 0, stale = 0;
  using Words = std::array<std::uint64_t, 8>;  // written at edges that follow each other
  Words copy{}, before{};
  const auto now = [&] {
    Words words;
    std::memcpy(words.data(), b.network.bus(0).memory().data() + 512, sizeof words);
    return words;
  };
  b.on_invalidate = [&] { lent = false; };
  (b.*borrower).body = [&] {
    const std::uint64_t cycle = b.network.bus(1).cycle();
    if (lent || cycle % period != cycle / period) return;
    Payload p(tlm::TLM_READ_COMMAND, 512, copy.data(), sizeof copy);
    tlm::tlm_dmi dmi;
    lent = b.out->get_direct_mem_ptr(p, dmi);
    copy = now();
  };
  sc_core::sc_spawn_options window;
  window.spawn_method();
  window.dont_initialize();
  window.set_sensitivity(&b.clk.negedge_event());
  sc_core::sc_spawn(
      [&] {
        writes += now() != before;
        before = now();
        stale += lent && copy != before;
      },
      "look", &window);
  b.run([&] {
    for (unsigned k = 1; k <= period; ++k) {
      TileBus& bus = b.network.bus(1);
      bus.wait_until(period * k);
      std::memset(bus.memory().data(), static_cast<int>(k), sizeof copy);
      bus.access({true, true, 0x004, 512});
      bus.access({true, true, 0x008, sizeof copy});
      bus.access({true, true, 0x00c, 1});
      bus.access({true, true, 0x010, 0});
    }
  });
  EXPECT_EQ(writes, 8 * period);
  EXPECT_EQ(stale, 0u);
}

TEST(TileSocket, InvalidatesWhatIsLentAtTheEdgeOfAWrite) { expect_no_stale_copy(&Bench::made_before); }
TEST(TileSocket, InvalidatesWhatIsLentAtTheEdgeOfAnotherWrite) { expect_no_stale_copy(&Bench::made_after); }

TEST(TileSocket, PutsAMessageAndWaitsWhileTheQueueIsFull) {
  Bench b;
  b.run([&] {
    for (unsigned k = 0; k < 200; ++k) b.network.bus(0).memory()[k] = static_cast<std::byte>(k + 1);
    b.write(register_base + 0x004, 512);
    b.write(register_base + 0x008, 200);
    b.write(register_base + 0x00c, 4);
    for (unsigned k = 0; k < 12; ++k) EXPECT_EQ(b.write(register_base + 0x010, 1), tlm::TLM_OK_RESPONSE);
    while (b.network.bus(1).access({true, false, 0x100 + 16, 0}) < 12) b.network.bus(1).wait_event();
    EXPECT_EQ(std::memcmp(b.network.bus(1).memory().data() + 512, b.network.bus(0).memory().data(), 200), 0);
    EXPECT_EQ(b.read(register_base + 0x018), 0u);
  });
}

TEST(TileSocket, GivesMemoryDirectlyAndToDebuggers) {
  Bench b;
  b.run([&] {
    std::uint32_t value = 0;
    auto p = b.payload(tlm::TLM_READ_COMMAND, 0x20, &value, 4);
    EXPECT_EQ(b.transport(p), tlm::TLM_OK_RESPONSE);
    EXPECT_TRUE(p.is_dmi_allowed());
    tlm::tlm_dmi dmi;
    ASSERT_TRUE(b.out->get_direct_mem_ptr(p, dmi));
    EXPECT_EQ(dmi.get_start_address(), 0u);
    EXPECT_EQ(dmi.get_end_address(), 2047u);
    EXPECT_EQ(dmi.get_read_latency(), sc_time(3, SC_NS));
    dmi.get_dmi_ptr()[0x20] = 0x5a;
    EXPECT_EQ(b.read(0x20), 0x5au);
    EXPECT_EQ(b.out->transport_dbg(p), 4u);
    EXPECT_EQ(value, 0x5au);
    auto end = b.payload(tlm::TLM_READ_COMMAND, 2046, &value, 4);
    EXPECT_EQ(b.out->transport_dbg(end), 2u);
    auto registers = b.payload(tlm::TLM_READ_COMMAND, register_base, &value, 4);
    EXPECT_EQ(b.out->transport_dbg(registers), 0u);
    EXPECT_FALSE(b.out->get_direct_mem_ptr(registers, dmi));
    EXPECT_EQ(dmi.get_start_address(), 2048u);
  });
}

}  // namespace
}  // namespace collnoc::systemc

// The TLM-2.0 socket of a tile obeys the base protocol and answers what its table of responses says, under
// random transactions of a blocking and a non-blocking initiator, while the NIC writes into the memory.
#include "tests/model/systemc/base_protocol.hpp"

#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/tlm_quantumkeeper.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <random>

#include "collnoc/model/systemc/network_module.hpp"
#include "collnoc/model/systemc/tile_socket.hpp"

namespace collnoc::systemc {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;

constexpr unsigned memory_bytes = 2048, own_bytes = 1024;  // the upper half is the NIC's
constexpr std::uint64_t put_bytes = register_base + 0x008;

struct Manager : tlm::tlm_mm_interface {
  void free(tlm::tlm_generic_payload* p) override {
    ++freed;
    p->reset();
  }
  unsigned freed = 0;
};

/// One random access, and what must come of it.
struct Access {
  tlm::tlm_generic_payload payload;
  std::vector<unsigned char> data, enables, expected;  // expected: data afterwards, if the response is OK
  tlm::tlm_response_status response = tlm::TLM_OK_RESPONSE;
  bool timed = false;  // a read of the cycle counter, which nobody foresees
  sc_time served;      // not before: when the request is made, then when it has ended
};

/// Draws accesses, and performs them on a memory of its own, in their order.
class Accesses {
 public:
  explicit Accesses(unsigned seed) : random_(seed), memory_(own_bytes) {}

  void draw(Access& a) {
    const bool write = pick(2) == 0, registers = pick(4) == 0;
    std::uint64_t address = 0;
    unsigned length = 0;
    if (registers) {
      length = pick(8) == 0 ? 8 : 4;
      address = length == 4 ? std::array<std::uint64_t, 3>{register_base + 0x01c, put_bytes,
                                                           register_base + 4}[pick(3)]
                            : register_base + 4;
      if (address == register_base + 0x01c) length = 4;
    } else {
      length = 1 + pick(40);
      address = pick(own_bytes - length + 1);
    }
    unsigned streaming = length + (pick(6) == 0 ? pick(5) : 0);
    const bool enables = pick(4) == 0;
    unsigned enable_length = enables ? 1 + pick(length) : 0;
    bool has_data = true;
    // One in six is wrong in some way.
    switch (pick(6) == 0 ? pick(8) : 8) {
      case 0: address = memory_bytes + pick(1000); break;
      case 1: address = memory_bytes - pick(std::max(1u, length)); break;
      case 2: address = register_base + 0x400 - pick(4) * 4 + (pick(2) == 0 ? 0 : 2); break;
      case 3: streaming = pick(length); break;
      case 4: length = streaming = 0; break;
      case 5: enable_length = 0; break;
      case 6: has_data = false; break;
      case 7: address = (registers ? register_base : 0) + 1 + pick(3); break;
      default: break;
    }
    a.data.assign(std::max(1u, length), 0);
    for (unsigned char& byte : a.data) byte = static_cast<unsigned char>(pick(256));
    a.enables.assign(std::max(1u, length), 0);
    for (unsigned char& byte : a.enables) byte = pick(3) == 0 ? TLM_BYTE_DISABLED : TLM_BYTE_ENABLED;
    const unsigned command = pick(20);
    a.payload.set_command(command == 0 ? tlm::TLM_IGNORE_COMMAND
                          : write      ? tlm::TLM_WRITE_COMMAND
                                       : tlm::TLM_READ_COMMAND);
    a.payload.set_address(address);
    a.payload.set_data_ptr(has_data ? a.data.data() : nullptr);
    a.payload.set_data_length(length);
    a.payload.set_streaming_width(streaming);
    a.payload.set_byte_enable_ptr(enables ? a.enables.data() : nullptr);
    a.payload.set_byte_enable_length(enable_length);
    a.payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    a.payload.set_dmi_allowed(false);
    foresee(a);
  }
  unsigned pick(unsigned n) { return static_cast<unsigned>(random_() % n); }

 private:
  // The table of docs/reference/systemc.md once more, from its words.
  void foresee(Access& a) {
    const auto& p = a.payload;
    const std::uint64_t first = p.get_address(), bytes = p.get_data_length();
    const bool in_memory = first < memory_bytes && first + bytes <= memory_bytes,
               in_registers = first >= register_base && first + bytes <= register_base + 0x400;
    const auto on = [&](unsigned i) {
      return p.get_byte_enable_ptr() == nullptr ||
             a.enables[i % p.get_byte_enable_length()] == TLM_BYTE_ENABLED;
    };
    a.expected = a.data;
    a.timed = false;
    a.response = tlm::TLM_OK_RESPONSE;
    if (p.get_command() == tlm::TLM_IGNORE_COMMAND) return;
    if (bytes == 0 || p.get_streaming_width() < bytes) {
      a.response = tlm::TLM_BURST_ERROR_RESPONSE;
    } else if (p.get_data_ptr() == nullptr) {
      a.response = tlm::TLM_GENERIC_ERROR_RESPONSE;
    } else if (p.get_byte_enable_ptr() != nullptr && p.get_byte_enable_length() == 0) {
      a.response = tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    } else if (!in_memory && (!in_registers || first % 4 != 0)) {
      a.response = tlm::TLM_ADDRESS_ERROR_RESPONSE;
    } else if (!in_memory && bytes % 4 != 0) {
      a.response = tlm::TLM_BURST_ERROR_RESPONSE;
    } else if (in_registers) {
      for (unsigned i = 0; i < bytes; ++i)
        if (!on(i)) a.response = tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    }
    if (a.response != tlm::TLM_OK_RESPONSE) return;
    a.timed = in_registers && p.is_read();
    if (!in_memory) return;
    for (unsigned i = 0; i < bytes; ++i) {
      // Of the NIC's half of the memory, nothing is foreseen.
      if (!on(i)) continue;
      if (first + i >= own_bytes) {
        a.timed = true;
      } else if (p.is_read()) {
        a.expected[i] = memory_[first + i];
      } else {
        memory_[first + i] = a.data[i];
      }
    }
  }

  std::mt19937 random_;
  std::vector<unsigned char> memory_;
};

class Bench : public sc_core::sc_module {
 public:
  explicit Bench(const sc_core::sc_module_name& name = "bench") : sc_module(name) {
    network.clk_i(clk);
    network.rst_ni(rst_n);
    tile.bus(network.bus(0));
    out.bind(checker.from);
    checker.to.bind(tile.socket);
    out.register_nb_transport_bw(this, &Bench::nb_bw);
    out.register_invalidate_direct_mem_ptr(this, &Bench::invalidate);
    SC_HAS_PROCESS(Bench);
    SC_METHOD(look);
    sensitive << clk.negedge_event();
    // The NIC of tile 0 writes now and then: tile 1 puts 8 to 64 bytes into the upper half.
    sc_core::sc_spawn([this] {
      for (unsigned k = 0; !done; ++k) {
        TileBus& bus = network.bus(1);
        std::fill_n(bus.memory().begin(), 72, static_cast<std::byte>(1 + k % 255));
        bus.access({true, true, 0x000, 0});
        bus.access({true, true, 0x004, own_bytes + k % 16 * 8});
        bus.access({true, true, 0x008, 8 + k % 57});
        bus.access({true, true, 0x00c, 1});
        bus.access({true, true, 0x010, 0});
        bus.wait_until(bus.cycle() + 5 + k % 31);
        ++puts;
      }
    });
  }
  void run(std::function<void()> body) {
    sc_core::sc_spawn([this, body] {
      sc_core::wait(sc_time(17, SC_NS));
      body();
      done = true;
      sc_core::wait(sc_time(1000, SC_NS));
      sc_core::sc_stop();
    });
    sc_core::sc_start(sc_time(15, SC_NS));
    rst_n = true;
    sc_core::sc_start(sc_time(40, sc_core::SC_MS));
    EXPECT_TRUE(done);
    EXPECT_GT(puts, 50u);
    for (const std::string& rule : checker.broken) ADD_FAILURE() << rule;
  }
  static void judge(const Access& a) {
    EXPECT_EQ(a.payload.get_response_status(), a.response)
        << std::hex << a.payload.get_address() << " length " << a.payload.get_data_length();
    if (a.response == tlm::TLM_OK_RESPONSE && !a.timed) {
      EXPECT_EQ(a.data, a.expected);
    }
  }
  tlm::tlm_sync_enum nb_bw(tlm::tlm_generic_payload& p, tlm::tlm_phase& phase, sc_time& delay) {
    return on_phase(p, phase, delay);
  }
  /// The NIC's half of the memory in the middle of every cycle.
  void look() {
    const auto bytes = network.bus(0).memory();
    seen.assign(bytes.begin() + own_bytes, bytes.end());
  }
  void invalidate(sc_dt::uint64 from, sc_dt::uint64 to) {
    EXPECT_GE(from, own_bytes);  // only what the NIC writes
    EXPECT_LT(to, memory_bytes);
    EXPECT_LE(to - from, 2 * 8u);  // that is a flit of each channel
    for (unsigned b = own_bytes; b < memory_bytes; ++b)
      if (network.bus(0).memory()[b] != seen[b - own_bytes]) {
        EXPECT_TRUE(from <= b && b <= to) << b;
        ++changed;
      }
    EXPECT_NE(lent, nullptr);  // only what is lent
    lent = nullptr;
  }

  sc_core::sc_clock clk{"clk", 10, SC_NS};
  sc_core::sc_signal<bool> rst_n{"rst_n", false};
  NetworkModule network{"network", Topology::mesh(2, 1), {}, memory_bytes / 8};
  TileSocket tile{"tile", sc_time(3, SC_NS)};
  ProtocolChecker checker{"checker"};
  tlm_utils::simple_initiator_socket<Bench> out{"out"};
  std::function<tlm::tlm_sync_enum(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_time&)> on_phase;
  unsigned char* lent = nullptr;
  std::vector<std::byte> seen;
  unsigned changed = 0;  // bytes whose invalidation was seen
  unsigned puts = 0;
  bool done = false;
};

TEST(BaseProtocol, BlockingWithTemporalDecoupling) {
  Bench b;
  Accesses accesses(1);
  b.run([&] {
    tlm_utils::tlm_quantumkeeper quantum;
    tlm::tlm_global_quantum::instance().set(sc_time(100, SC_NS));
    quantum.reset();
    for (unsigned k = 0; k < 6'000; ++k) {
      Access a;
      accesses.draw(a);
      sc_time delay = quantum.get_local_time();
      b.out->b_transport(a.payload, delay);
      b.judge(a);
      quantum.set(delay + sc_time(accesses.pick(12), SC_NS));
      if (quantum.need_sync()) quantum.sync();
      if (a.payload.is_dmi_allowed() && accesses.pick(3) == 0) {
        tlm::tlm_dmi dmi;
        ASSERT_TRUE(b.out->get_direct_mem_ptr(a.payload, dmi));
        b.lent = dmi.get_dmi_ptr();
      }
      if (b.lent != nullptr) {  // its own half is as the accesses left it
        Access read;
        read.payload.set_command(tlm::TLM_READ_COMMAND);
        read.data.resize(8);
        read.payload.set_address(accesses.pick(own_bytes - 8));
        read.payload.set_data_ptr(read.data.data());
        read.payload.set_data_length(8);
        EXPECT_EQ(b.out->transport_dbg(read.payload), 8u);
        EXPECT_EQ(std::memcmp(read.data.data(), b.lent + read.payload.get_address(), 8), 0);
      }
    }
  });
  EXPECT_EQ(b.checker.transactions, 6'000u);
  EXPECT_GT(b.checker.invalidations, 50u);
  EXPECT_GT(b.changed, 200u);
}

TEST(BaseProtocol, NonBlocking) {
  Bench b;
  Accesses accesses(2);
  Manager manager;
  constexpr unsigned count = 6'000;
  unsigned judged = 0, at_once = 0;
  sc_core::sc_event request_ended, judged_one;
  std::deque<Access> all;
  std::map<tlm::tlm_generic_payload*, Access*> open;
  const auto end = [&](tlm::tlm_generic_payload& p) {
    b.judge(*open.at(&p));
    open.erase(&p);
    p.release();
    ++judged;
    judged_one.notify(sc_core::SC_ZERO_TIME);
  };
  tlm::tlm_generic_payload* request_open = nullptr;
  b.on_phase = [&](tlm::tlm_generic_payload& p, tlm::tlm_phase& phase, sc_time& delay) {
    if (request_open == &p) {
      request_open = nullptr;
      request_ended.notify(delay);
    }
    Access& a = *open.at(&p);
    EXPECT_GE(sc_core::sc_time_stamp() + delay, a.served);
    a.served = sc_core::sc_time_stamp() + delay;
    if (phase != tlm::BEGIN_RESP) {
      // Memory takes its latency from here.
      if (p.get_command() != tlm::TLM_IGNORE_COMMAND && p.get_address() < memory_bytes)
        a.served += sc_time(3, SC_NS);
      return tlm::TLM_ACCEPTED;
    }
    switch (accesses.pick(4)) {
      case 0: end(p); return tlm::TLM_COMPLETED;
      case 1:
        end(p);
        phase = tlm::END_RESP;
        delay += sc_time(accesses.pick(20), SC_NS);
        return tlm::TLM_UPDATED;
      case 2: {  // within the call
        tlm::tlm_phase last = tlm::END_RESP;
        sc_time later(accesses.pick(2) * accesses.pick(30), SC_NS);
        b.out->nb_transport_fw(p, last, later);
        end(p);
        return tlm::TLM_ACCEPTED;
      }
      default:
        sc_core::sc_spawn([&, of = &p] {
          sc_core::wait(sc_time(accesses.pick(30), SC_NS));
          tlm::tlm_phase last = tlm::END_RESP;
          sc_time later(accesses.pick(2) * accesses.pick(30), SC_NS);
          b.out->nb_transport_fw(*of, last, later);
          end(*of);
        });
        return tlm::TLM_ACCEPTED;
    }
  };
  b.run([&] {
    for (unsigned k = 0; k < count; ++k) {
      Access& a = all.emplace_back();
      a.payload.set_mm(&manager);
      a.payload.acquire();
      accesses.draw(a);
      open[&a.payload] = &a;
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      sc_time delay(accesses.pick(3) == 0 ? accesses.pick(40) : 0, SC_NS);
      request_open = &a.payload;
      a.served = sc_core::sc_time_stamp() + delay;
      if (b.out->nb_transport_fw(a.payload, phase, delay) == tlm::TLM_COMPLETED) {
        request_open = nullptr;
        ++at_once;
        end(a.payload);
        sc_core::wait(delay);  // it has ended there
      } else if (request_open != nullptr) {
        sc_core::wait(request_ended);
      }
      if (accesses.pick(4) == 0) sc_core::wait(sc_time(accesses.pick(50), SC_NS));
    }
    while (judged < count) sc_core::wait(judged_one);
  });
  EXPECT_EQ(b.checker.transactions, count);
  EXPECT_EQ(b.checker.open(), 0u);
  EXPECT_EQ(manager.freed, count);
  EXPECT_GT(at_once, 300u);  // what is refused
}

/// A socket of a tile and its initiator.
class Direct : public sc_core::sc_module {
 public:
  Direct(const sc_core::sc_module_name& name, TileBus& bus) : sc_module(name) {
    tile.bus(bus);
    out.bind(tile.socket);
    out.register_nb_transport_bw(this, &Direct::nb_bw);
  }
  tlm::tlm_sync_enum nb_bw(tlm::tlm_generic_payload& p, tlm::tlm_phase& phase, sc_time& delay) {
    return on_phase(p, phase, delay);
  }
  TileSocket tile{"tile"};
  tlm_utils::simple_initiator_socket<Direct> out{"out"};
  std::function<tlm::tlm_sync_enum(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_time&)> on_phase;
};

TEST(BaseProtocol, MisuseIsAnsweredByTheStatus) {
  Bench b;
  Manager manager;
  Direct unchecked("unchecked", b.network.bus(1));  // the checker would object
  auto& direct = unchecked.out;
  unsigned responses = 0;
  unchecked.on_phase = [&](tlm::tlm_generic_payload& p, tlm::tlm_phase& phase, sc_time&) {
    if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
    EXPECT_EQ(p.get_response_status(), tlm::TLM_OK_RESPONSE);
    ++responses;
    return tlm::TLM_COMPLETED;
  };
  unsigned char word[4] = {};
  const auto prepare = [&](tlm::tlm_generic_payload& p, std::uint64_t address) {
    p.set_command(tlm::TLM_READ_COMMAND);
    p.set_address(address);
    p.set_data_ptr(word);
    p.set_data_length(4);
    p.set_streaming_width(4);
    p.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  };
  // A register access takes a cycle, and an SC_METHOD cannot wait.
  unsigned by_method = 0;
  sc_core::sc_spawn_options method;
  method.spawn_method();
  sc_core::sc_spawn(
      [&] {
        tlm::tlm_generic_payload p;
        sc_time delay;
        prepare(p, register_base);
        direct->b_transport(p, delay);
        EXPECT_EQ(p.get_response_status(), tlm::TLM_GENERIC_ERROR_RESPONSE);
        prepare(p, 0);
        direct->b_transport(p, delay);
        EXPECT_EQ(p.get_response_status(), tlm::TLM_OK_RESPONSE);
        ++by_method;
      },
      "method", &method);
  tlm::tlm_generic_payload unmanaged, first(&manager), second(&manager), third(&manager);
  b.run([&] {
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_time delay;
    prepare(unmanaged, 0);
    EXPECT_EQ(direct->nb_transport_fw(unmanaged, phase, delay), tlm::TLM_COMPLETED);
    EXPECT_EQ(unmanaged.get_response_status(), tlm::TLM_GENERIC_ERROR_RESPONSE);
    // A second request before the END_REQ of the first.
    for (auto* p : {&first, &second, &third}) {
      p->acquire();
      prepare(*p, 0);
    }
    EXPECT_EQ(direct->nb_transport_fw(first, phase = tlm::BEGIN_REQ, delay), tlm::TLM_ACCEPTED);
    EXPECT_EQ(direct->nb_transport_fw(second, phase = tlm::BEGIN_REQ, delay), tlm::TLM_COMPLETED);
    EXPECT_EQ(second.get_response_status(), tlm::TLM_GENERIC_ERROR_RESPONSE);
    // Phases that do not belong to a transaction in progress are ignored.
    EXPECT_EQ(direct->nb_transport_fw(third, phase = tlm::END_RESP, delay), tlm::TLM_ACCEPTED);
    EXPECT_EQ(direct->nb_transport_fw(third, phase = tlm::BEGIN_RESP, delay), tlm::TLM_ACCEPTED);
    sc_core::wait(sc_time(50, SC_NS));
    EXPECT_EQ(responses, 1u);
    // A null pointer of a debugger.
    prepare(unmanaged, 0);
    unmanaged.set_data_ptr(nullptr);
    EXPECT_EQ(direct->transport_dbg(unmanaged), 0u);
    sc_core::wait(sc_time(20'000, SC_NS));
  });
  EXPECT_EQ(by_method, 1u);
}

/// A target that breaks one rule, for the checker of the checker.
class Broken : public sc_core::sc_module {
 public:
  Broken(const sc_core::sc_module_name& name, unsigned fault) : sc_module(name), fault_(fault) {
    socket.register_b_transport(this, &Broken::b_transport);
    socket.register_nb_transport_fw(this, &Broken::nb_transport_fw);
  }
  tlm_utils::simple_target_socket<Broken> socket{"socket"};

 private:
  void b_transport(tlm::tlm_generic_payload& p, sc_time& delay) {
    if (fault_ != 0) p.set_response_status(tlm::TLM_OK_RESPONSE);
    if (fault_ == 1) delay = sc_core::SC_ZERO_TIME;
    if (fault_ == 2) p.set_address(4);
    if (fault_ == 3) p.get_data_ptr()[1] = 77;  // disabled
  }
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& p, tlm::tlm_phase& phase, sc_time&) {
    if (phase == tlm::BEGIN_REQ && fault_ == 4) return tlm::TLM_COMPLETED;  // without a status
    if (phase == tlm::BEGIN_REQ && fault_ == 5) phase = tlm::END_RESP;
    if (fault_ == 5) return tlm::TLM_UPDATED;
    if (fault_ == 6) {  // two responses at once
      p.set_response_status(tlm::TLM_OK_RESPONSE);
      phase = first_ == nullptr ? tlm::END_REQ : tlm::BEGIN_RESP;
      tlm::tlm_phase responds = tlm::BEGIN_RESP;
      sc_time none;
      if (first_ != nullptr) socket->nb_transport_bw(*first_, responds, none);
      first_ = &p;
      return tlm::TLM_UPDATED;
    }
    return tlm::TLM_ACCEPTED;
  }
  unsigned fault_;
  tlm::tlm_generic_payload* first_ = nullptr;
};

struct Chain : sc_core::sc_module {
  Chain(const sc_core::sc_module_name& name, unsigned fault) : sc_module(name), target("target", fault) {
    out.bind(checker.from);
    checker.to.bind(target.socket);
    out.register_nb_transport_bw(this, &Chain::nb_bw);
  }
  tlm::tlm_sync_enum nb_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_time&) { return tlm::TLM_ACCEPTED; }
  ProtocolChecker checker{"checker"};
  Broken target;
  tlm_utils::simple_initiator_socket<Chain> out{"out"};
};

TEST(BaseProtocol, TheCheckerNoticesFaults) {
  std::deque<Chain> chains;
  for (unsigned fault = 0; fault < 7; ++fault)
    chains.emplace_back(("chain_" + std::to_string(fault)).c_str(), fault);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  Manager manager;
  for (unsigned fault = 0; fault < 7; ++fault) {
    tlm::tlm_generic_payload p(&manager);
    unsigned char data[2] = {1, 2}, enables[2] = {TLM_BYTE_ENABLED, TLM_BYTE_DISABLED};
    p.set_command(tlm::TLM_READ_COMMAND);
    p.set_data_ptr(data);
    p.set_data_length(2);
    p.set_streaming_width(2);
    p.set_byte_enable_ptr(enables);
    p.set_byte_enable_length(2);
    p.acquire();
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_time delay(fault < 4 ? 5 : 0, SC_NS);
    if (fault < 4) {
      chains[fault].out->b_transport(p, delay);
    } else {
      chains[fault].out->nb_transport_fw(p, phase, delay);
    }
    if (fault == 6) {
      EXPECT_EQ(chains[fault].checker.broken, std::vector<std::string>{});
      tlm::tlm_generic_payload other(&manager);
      other.set_command(tlm::TLM_READ_COMMAND);
      other.set_data_ptr(data);
      other.set_data_length(2);
      other.set_streaming_width(2);
      other.acquire();
      chains[fault].out->nb_transport_fw(other, phase = tlm::BEGIN_REQ, delay);
      EXPECT_EQ(chains[fault].checker.broken, std::vector<std::string>{"15.2.6: response exclusion"});
    }
    EXPECT_FALSE(chains[fault].checker.broken.empty()) << fault;
    p.set_byte_enable_ptr(nullptr);
  }
}

}  // namespace
}  // namespace collnoc::systemc

// A verilated mesh of AXI tiles (axi_mesh.sv) with an AXI4-Lite master, a source and a sink at every port.
#pragma once
#include <algorithm>
#include <stdexcept>

#include "axi_agents.hpp"
#include "tests/support/verilated_pins.hpp"

namespace collnoc::test {

constexpr unsigned okay = 0, slverr = 2, decerr = 3;
constexpr std::uint32_t stream_base = 0x400, memory_base = 0x200000;
constexpr std::uint32_t tx_control = 0x00, tx_node = 0x04, tx_ring = 0x08, tx_remote = 0x0c,
                        tx_counters = 0x10, tx_status = 0x14, rx_control = 0x20, rx_node = 0x24,
                        rx_ring = 0x28, rx_counters = 0x30, rx_status = 0x34, ring_bytes = 0x3c;

/// One AXI4-Lite master: accesses are queued by direction; responses are kept in order.
struct Master {
  std::deque<Access> aw, w, ar;
  std::vector<Answer> written, read;
  Pace bready{100, 3}, rready{100, 4};
  Steady b{"B"}, r{"R"};
  bool b_on = false, r_on = false;
};

template <class Top, unsigned kx, unsigned ky, unsigned streams_of_tile, unsigned flit_bits>
class AxiMesh {
 public:
  static constexpr unsigned tiles = kx * ky, streams = streams_of_tile, words = flit_bits / 64,
                            ports = tiles * streams;

  AxiMesh() : master(tiles), source(ports), sink(ports) {
    top.tile_rst_ni = (1u << tiles) - 1;
    drive();
    reset(top);
  }
  static unsigned address(unsigned tile) { return tile / kx << 8 | tile % kx; }

  /// One clock cycle.
  void cycle() {
    for (unsigned t = 0; t < tiles; ++t)
      master[t].b_on = master[t].bready.next(), master[t].r_on = master[t].rready.next();
    for (Source& s : source) s.cycle();
    for (Sink& s : sink) s.ready = s.pace.next();
    drive();
    settle(top);
    for (unsigned t = 0; t < tiles; ++t) look(t);
    for (unsigned p = 0; p < ports; ++p) look_stream(p);
    edge(top);
    ++now;
  }
  /// Accesses one after the other; each one waits for its response.
  Answer write(unsigned t, std::uint32_t addr, std::uint32_t data, unsigned strb = 0xf) {
    const std::size_t before = master[t].written.size();
    master[t].aw.push_back({true, addr, data, strb});
    master[t].w.push_back({true, addr, data, strb});
    wait([&] { return master[t].written.size() > before; });
    return master[t].written.back();
  }
  Answer read(unsigned t, std::uint32_t addr) {
    const std::size_t before = master[t].read.size();
    master[t].ar.push_back({false, addr});
    wait([&] { return master[t].read.size() > before; });
    return master[t].read.back();
  }
  template <class Done>
  void wait(Done done, std::uint64_t at_most = 100'000) {
    const std::uint64_t end = now + at_most;
    while (!done()) {
      if (now >= end) throw std::runtime_error("AxiMesh: waited in vain");
      cycle();
    }
  }
  /// Connects stream `s` of tile `from` to stream `z` of tile `to`: rings at byte addresses `local` and
  /// `remote`.
  void connect(unsigned from, unsigned s, std::uint32_t local, unsigned to, unsigned z,
               std::uint32_t remote) {
    const unsigned counter = 1 + 2 * z, credits = 2 + 2 * s;
    const std::uint32_t tx = stream_base + 0x40 * s, rx = stream_base + 0x40 * z;
    const auto set = [&](unsigned t, std::uint32_t addr, std::uint32_t data) {
      ASSERT_EQ(write(t, addr, data).resp, okay);
    };
    set(to, rx + rx_node, address(from));
    set(to, rx + rx_ring, remote);
    set(to, rx + rx_counters, counter | credits << 8);
    set(to, rx + rx_control, 1);
    set(from, tx + tx_node, address(to));
    set(from, tx + tx_ring, local);
    set(from, tx + tx_remote, remote);
    set(from, tx + tx_counters, counter | credits << 8);
    set(from, tx + tx_control, 1);
  }

  Top top;
  std::uint64_t now = 0;
  std::vector<Master> master;
  std::vector<Source> source;
  std::vector<Sink> sink;

 private:
  void drive() {
    for (unsigned t = 0; t < tiles; ++t) {
      Master& m = master[t];
      put_bits(top.awvalid_i, t, 1, !m.aw.empty());
      if (!m.aw.empty()) put_bits(top.awaddr_i, t * 22, 22, m.aw.front().addr);
      put_bits(top.wvalid_i, t, 1, !m.w.empty());
      if (!m.w.empty()) {
        put_bits(top.wdata_i, t * 32, 32, m.w.front().data);
        put_bits(top.wstrb_i, t * 4, 4, m.w.front().strb);
      }
      put_bits(top.arvalid_i, t, 1, !m.ar.empty());
      if (!m.ar.empty()) put_bits(top.araddr_i, t * 22, 22, m.ar.front().addr);
      put_bits(top.bready_i, t, 1, m.b_on);
      put_bits(top.rready_i, t, 1, m.r_on);
    }
    for (unsigned p = 0; p < ports; ++p) {
      put_bits(top.s_tvalid_i, p, 1, source[p].offers);
      put_bits(top.m_tready_i, p, 1, sink[p].ready);
      if (!source[p].offers) continue;
      const Beat& beat = source[p].beats.front();
      for (unsigned w = 0; w < words; ++w) put_bits(top.s_tdata_i, (p * words + w) * 64, 64, beat.data[w]);
      put_bits(top.s_tkeep_i, p * words * 8, words * 8, beat.keep);
      put_bits(top.s_tlast_i, p, 1, beat.last);
    }
  }
  void look(unsigned t) {
    Master& m = master[t];
    if (!m.aw.empty() && bits(top.awready_o, t, 1)) m.aw.pop_front();
    if (!m.w.empty() && bits(top.wready_o, t, 1)) m.w.pop_front();
    if (!m.ar.empty() && bits(top.arready_o, t, 1)) m.ar.pop_front();
    const bool b = bits(top.bvalid_o, t, 1), r = bits(top.rvalid_o, t, 1);
    const Answer written{0, static_cast<unsigned>(bits(top.bresp_o, t * 2, 2))};
    const Answer read{static_cast<std::uint32_t>(bits(top.rdata_o, t * 32, 32)),
                      static_cast<unsigned>(bits(top.rresp_o, t * 2, 2))};
    m.b.see(b, m.b_on, {b ? written.resp : 0});
    m.r.see(r, m.r_on, {r ? read.data : 0, r ? read.resp : 0});
    if (b && m.b_on) m.written.push_back(written);
    if (r && m.r_on) m.read.push_back(read);
  }
  void look_stream(unsigned p) {
    if (source[p].offers && bits(top.s_tready_o, p, 1)) source[p].taken();
    Sink& s = sink[p];
    const bool valid = bits(top.m_tvalid_o, p, 1);
    Beat beat;
    if (valid) {
      for (unsigned w = 0; w < words; ++w) beat.data.push_back(bits(top.m_tdata_o, (p * words + w) * 64, 64));
      beat.keep = bits(top.m_tkeep_o, p * words * 8, words * 8);
      beat.last = bits(top.m_tlast_o, p, 1);
    }
    s.steady.see(valid, s.ready, payload(beat));
    if (valid && s.ready) s.beats.push_back(std::move(beat));
  }
};

}  // namespace collnoc::test

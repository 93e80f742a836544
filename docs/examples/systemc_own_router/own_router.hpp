// A router of your own as a SystemC module with ports of its own, for meshes of two dimensions with two
// virtual channels: a queue for each input and virtual channel, first x, then y; packets keep their virtual
// channel, and queues are served in turn. Of collnoc, it knows only where a head flit says its destination.
#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <systemc>

class OwnRouter : public sc_core::sc_module {
  template <class T>
  using Ins = sc_core::sc_vector<sc_core::sc_in<T>>;
  template <class T>
  using Outs = sc_core::sc_vector<sc_core::sc_out<T>>;
  template <int w>
  using Bits = sc_dt::sc_uint<w>;
  static constexpr unsigned links = 4, ports = links + 1, vcs = 2;  // +x, -x, +y, -y; then the NIC

 public:
  SC_CTOR(OwnRouter) {
    SC_METHOD(edge);
    sensitive << clk.pos();
    dont_initialize();
  }
  sc_core::sc_in<bool> clk{"clk"}, reset_n{"reset_n"};
  sc_core::sc_in<Bits<20>> place{"place"};  // x, and y in bits 15:8
  Ins<bool> in_valid{"in_valid", ports}, in_head{"in_head", ports}, in_tail{"in_tail", ports};
  Ins<Bits<2>> in_vc{"in_vc", ports};
  Ins<std::uint64_t> in_data{"in_data", ports};
  Outs<Bits<4>> in_credit{"in_credit", ports};  // one bit for each virtual channel
  Outs<bool> out_valid{"out_valid", ports}, out_head{"out_head", ports}, out_tail{"out_tail", ports};
  Outs<Bits<2>> out_vc{"out_vc", ports};
  Outs<std::uint64_t> out_data{"out_data", ports};
  Ins<Bits<4>> out_credit{"out_credit", links};
  Ins<bool> nic_credit{"nic_credit", 1};  // the NIC has one buffer for all virtual channels

 private:
  struct Flit {
    bool head, tail;
    std::uint64_t data;
  };
  struct Queue {
    std::deque<Flit> flits;
    unsigned output = ports;  // of the packet in front, once it has one
  };
  struct Output {
    std::array<unsigned, vcs> credits = {4, 4};  // buffers of the neighbour, or of the NIC
    std::array<bool, vcs> busy = {};             // a packet has the virtual channel
  };
  struct State {
    std::array<Queue, ports * vcs> queues;
    std::array<Output, ports> outputs;
    unsigned first = 0;  // the queue that is served first
  };

  void edge() {
    if (!reset_n.read()) {
      state_ = {};
    } else {
      take();
    }
    std::array<unsigned, ports> credit{}, sent{};
    for (unsigned n = 0; n < ports * vcs; ++n) {
      const unsigned q = (state_.first + n) % (ports * vcs), vc = q % vcs;
      Queue& queue = state_.queues[q];
      if (queue.flits.empty()) continue;
      const Flit flit = queue.flits.front();
      const bool begins = queue.output == ports;
      const unsigned o = begins ? route(flit.data) : queue.output;
      Output& output = state_.outputs[o];
      unsigned& credits = output.credits[o < links ? vc : 0];
      if (sent[o] != 0 || credits == 0 || (begins && output.busy[vc])) continue;
      --credits;
      sent[o] = 1;
      credit[q / vcs] |= 1u << vc;
      output.busy[vc] = !flit.tail;
      queue.output = flit.tail ? ports : o;
      queue.flits.pop_front();
      out_head[o].write(flit.head);
      out_tail[o].write(flit.tail);
      out_vc[o].write(vc);
      out_data[o].write(flit.data);
    }
    ++state_.first;
    for (unsigned p = 0; p < ports; ++p) {
      out_valid[p].write(sent[p] != 0);
      in_credit[p].write(credit[p]);
    }
  }

  void take() {
    for (unsigned l = 0; l < links; ++l)
      for (unsigned v = 0; v < vcs; ++v) state_.outputs[l].credits[v] += out_credit[l].read()[v] ? 1 : 0;
    state_.outputs[links].credits[0] += nic_credit[0].read() ? 1 : 0;
    for (unsigned p = 0; p < ports; ++p)
      if (in_valid[p].read())
        state_.queues[p * vcs + in_vc[p].read()].flits.push_back(
            {in_head[p].read(), in_tail[p].read(), in_data[p].read()});
  }

  /// The output to the destination in a head flit, which is in the same bits as `place`.
  unsigned route(std::uint64_t head) const {
    for (unsigned d = 0; d < 2; ++d) {
      const unsigned there = head >> 8 * d & 0xff, own = place.read().to_uint() >> 8 * d & 0xff;
      if (there != own) return 2 * d + (there < own ? 1 : 0);
    }
    return links;
  }

  State state_;
};

// A router of your own for meshes of two dimensions: a queue for each input and virtual channel, first x,
// then y, packets keep their virtual channel, and each output serves its queues in turn. It is not ours: ours
// lets waiting heads reserve, and reads each input once in a cycle; this one reads all queues.
#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "collnoc/systemc/split_node.hpp"

class OwnRouter final : public collnoc::model::ClockedRouter {
 public:
  OwnRouter(const collnoc::HardwareConfig& config, const collnoc::model::Place& place)
      : place_(place), words_(config.flit_bits / 64), vcs_(config.vcs) {
    for (unsigned o = 0; o < ports; ++o) {
      for (unsigned v = 0; v < vcs_; ++v)
        outputs_[o].credits[v] = o < links ? config.vc_depth : ejection_buffer;
    }
  }

  void reset(collnoc::model::RouterOut& out) override { drive(out); }

  void tick(const collnoc::model::RouterIn& in, collnoc::model::RouterOut& out) override {
    for (unsigned l = 0; l < links; ++l) {
      for (unsigned v = 0; v < vcs_; ++v) outputs_[l].credits[v] += in.link_credit[l] >> v & 1;
    }
    outputs_[links].credits[0] += in.eject_credit & 1;  // one buffer for all virtual channels
    for (unsigned p = 0; p < ports; ++p) {
      if ((in.valid >> p & 1) == 0) continue;
      const collnoc::model::FlitRef& f = in.flit[p];
      queue(p, f.vc).push_back({{f.data, f.data + words_}, f.head, f.tail});
    }
    drive(out);
  }

 private:
  static constexpr unsigned links = 4, ports = links + 1;  // +x, -x, +y, -y; then the NIC
  static constexpr unsigned ejection_buffer = collnoc::model::eject_depth;

  struct Flit {
    std::vector<std::uint64_t> data;
    bool head, tail;
  };
  struct Output {
    std::array<unsigned, 4> credits{};                // of a link for each virtual channel
    std::array<int, 4> owner = {-1, -1, -1, -1};      // the queue whose packet has the virtual channel
    unsigned next = 0;                                // the queue that is asked first
    std::vector<std::uint64_t> driven[2] = {{}, {}};  // neighbours may still read the older one
  };

  std::deque<Flit>& queue(unsigned port, unsigned vc) { return queues_[port * vcs_ + vc]; }

  /// The output to a destination, x first.
  unsigned route(std::uint32_t dst) const {
    for (unsigned d = 0; d < 2; ++d) {
      const std::uint32_t own = place_.field(place_.coord, d), there = place_.field(dst, d);
      if (there != own) return 2 * d + (there < own ? 1 : 0);
    }
    return links;
  }

  /// Whether the front flit of queue q can leave through output o in the next cycle.
  bool leaves(unsigned q, unsigned o) {
    if (queues_[q].empty()) return false;
    const unsigned vc = q % vcs_;
    const Flit& flit = queues_[q].front();
    if (flit.head && goes_to_[q] != static_cast<int>(o)) {
      if (route(collnoc::model::Head::from_word(flit.data[0]).dst) != o) return false;
      if (outputs_[o].owner[vc] >= 0) return false;
    } else if (goes_to_[q] != static_cast<int>(o)) {
      return false;
    }
    return outputs_[o].credits[o < links ? vc : 0] != 0;
  }

  void drive(collnoc::model::RouterOut& out) {
    out.valid = 0;
    out.credit = {};
    which_ ^= 1;
    std::uint32_t served = 0;  // queues: each gives at most one flit in a cycle, since it returns one credit
    for (unsigned o = 0; o < ports; ++o) {
      Output& output = outputs_[o];
      for (unsigned n = 0; n < ports * vcs_; ++n) {
        const unsigned q = (output.next + n) % (ports * vcs_), vc = q % vcs_;
        if ((served >> q & 1) != 0 || !leaves(q, o)) continue;
        served |= 1u << q;
        Flit& flit = queues_[q].front();
        output.driven[which_] = std::move(flit.data);
        out.valid |= 1u << o;
        out.flit[o] = {output.driven[which_].data(), static_cast<std::uint8_t>(vc), flit.head, flit.tail};
        out.credit[q / vcs_] |= static_cast<std::uint8_t>(1u << vc);
        --output.credits[o < links ? vc : 0];
        goes_to_[q] = flit.tail ? -1 : static_cast<int>(o);
        output.owner[vc] = flit.tail ? -1 : static_cast<int>(q);
        output.next = q + 1;
        queues_[q].pop_front();
        break;
      }
    }
    out.quiescent = out.valid == 0;
    for (const auto& waiting : queues_) out.quiescent = out.quiescent && waiting.empty();
  }

  collnoc::model::Place place_;
  unsigned words_, vcs_, which_ = 0;
  std::array<std::deque<Flit>, ports * 4> queues_;
  std::array<int, ports* 4> goes_to_ = [] {
    std::array<int, ports * 4> none;
    none.fill(-1);
    return none;
  }();
  std::array<Output, ports> outputs_;
};

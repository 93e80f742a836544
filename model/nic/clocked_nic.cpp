#include "collnoc/model/nic/clocked_nic.hpp"

#include <algorithm>
#include <array>

namespace collnoc::model {
namespace {

/// Read data if none was granted.
constexpr std::array<std::uint64_t, max_reads * max_flit_words> no_data{};

class ModelNic final : public ClockedNic {
 public:
  ModelNic(const HardwareConfig& config, const Place& place)
      : config_(config), place_(place), nic_(config_, place_) {
    nic_.settle();
  }

  void reset() override {
    nic_.reset();
    nic_.settle();
  }

  void settle(const NicIn& in, NicOut& out) override {
    nic_.take_count(in.count);
    out.reg_ready = nic_.reg_ready();
    out.event = nic_.event();
    out.quiescent = nic_.quiescent();
    out.drained = nic_.drained();
    settle_memory(out);
    settle_flits(in, out);
    out.reg_rdata = nic_.reg_rdata();
    out.ej_credit = nic_.eject_credits(in.rd_gnt, in.wr_gnt);
    out.count_read = in.access.valid && !in.access.write && in.access.addr >> 8 == 2;
    out.count_number = out.count_read ? in.access.addr >> 2 & 63 : 0;
  }

  void edge(const NicIn& in) override {
    nic_.take_count(in.count);
    nic_.discarded = in.discarded;
    if (in.halt) nic_.halt();
    nic_.read_register(in.access, in.cycle);
    Router::Out_ router;
    router.valid = in.ej_valid << links_;
    router.channel = flits_.data();
    std::copy_n(in.ej.begin(), channels_, flits_.begin());
    std::copy_n(in.inj_credit.begin(), channels_, router.credit.begin() + links_);
    nic_.commit({in.access, in.cycle, in.rd_gnt, in.wr_gnt, read_data(in)}, router);
    if (in.reset) nic_.reset();
    nic_.settle();
  }

 private:
  static const std::uint64_t* read_data(const NicIn& in) {
    return in.rd_data != nullptr ? in.rd_data : no_data.data();
  }
  void settle_memory(NicOut& out) const {
    out.rd_req = out.wr_req = 0;
    const auto read = [&](unsigned port, std::uint32_t address) {
      out.rd_req |= 1u << port;
      out.rd_addr[port] = address;
    };
    for (unsigned c = 0; c < channels_; ++c) {
      const NicRx& rx = nic_.rx(c);
      if (nic_.tx(c).rd_req) read(c, nic_.tx(c).rd_addr);
      if (rx.rd_req) read(channels_ + c, rx.rd_addr);
      if (!rx.wr_req) continue;
      out.wr_req |= 1u << c;
      out.wr_addr[c] = rx.wr_addr;
      out.wr_data[c] = rx.wr_data;
      out.wr_strb[c] = rx.wr_strb;
    }
    const NicSequencer* const sequencer = nic_.sequencer();
    if (sequencer != nullptr && sequencer->fetch_gnt != 0)
      read(config_.wide_reads(), sequencer->fetch_addr());
  }

  void settle_flits(const NicIn& in, NicOut& out) const {
    out.inj_valid = 0;
    for (unsigned c = 0; c < channels_; ++c) {
      const NicTx& tx = nic_.tx(c);
      if (!tx.valid_q || tx.loop_q) continue;
      out.inj_valid |= 1u << c;
      out.inj[c] = tx.driven(read_data(in) + c * (config_.flit_bits / 64));
    }
  }

  HardwareConfig config_;
  Place place_;
  Nic nic_;
  unsigned links_ = config_.links(), channels_ = config_.channels();
  std::array<FlitRef, max_channels> flits_;  ///< of the ejection channels
};

}  // namespace

std::unique_ptr<ClockedNic> make_model_nic(const HardwareConfig& config, const Place& place) {
  return std::make_unique<ModelNic>(config, place);
}

}  // namespace collnoc::model

#include "sim/pieces/lockstep_pieces.hpp"

#include <fmt/format.h>

#include <utility>

#include "sim/common/errors.hpp"

namespace collnoc {
namespace {

/// Compares pins; the first that differs is thrown.
class Pins {
 public:
  Pins(const char* piece, Rank rank, unsigned words) : piece_(piece), rank_(rank), words_(words) {}

  std::uint64_t cycle = 0;  ///< for the report

  void same(const char* name, std::uint64_t rtl, std::uint64_t own) const {
    if (rtl != own) differ(name, rtl, own);
  }
  void same(const char* name, unsigned index, std::uint64_t rtl, std::uint64_t own) const {
    if (rtl != own) differ(fmt::format("{}[{}]", name, index), rtl, own);
  }
  void same_data(const char* name, unsigned index, const std::uint64_t* rtl, const std::uint64_t* own) const {
    for (unsigned w = 0; w < words_; ++w) same(name, index * words_ + w, rtl[w], own[w]);
  }
  /// Flits of ports; `names`: of valid, head, tail, vc, data.
  template <class Flits>
  void same_flits(const std::array<const char*, 5>& names, std::uint32_t rtl_valid, const Flits& rtl,
                  std::uint32_t own_valid, const Flits& own) const {
    same(names[0], rtl_valid, own_valid);
    for (unsigned p = 0; p < rtl.size(); ++p) {
      if ((rtl_valid >> p & 1) == 0) continue;
      same(names[1], p, rtl[p].head, own[p].head);
      same(names[2], p, rtl[p].tail, own[p].tail);
      same(names[3], p, rtl[p].vc, own[p].vc);
      same_data(names[4], p, rtl[p].data, own[p].data);
    }
  }

 private:
  [[noreturn]] void differ(const std::string& pin, std::uint64_t rtl, std::uint64_t own) const {
    throw LockstepMismatch(Mismatch{cycle, rank_, fmt::format("{} pin {}", piece_, pin),
                                    fmt::format("{:#x}", rtl), fmt::format("{:#x}", own)}
                               .text());
  }

  const char* piece_;
  Rank rank_;
  unsigned words_;
};

class LockstepRouter final : public model::ClockedRouter {
 public:
  LockstepRouter(std::unique_ptr<model::ClockedRouter> rtl, const HardwareConfig& config,
                 const model::Place& place, Rank rank, LockstepLog& log, RouterFault inject_fault)
      : pins_("router", rank, config.flit_bits / 64),
        rank_(rank),
        links_(config.links()),
        ports_(config.links() + config.channels()),
        log_(log),
        inject_fault_(std::move(inject_fault)),
        rtl_(std::move(rtl)),
        model_(make_model_router(config, place)) {}

  void reset(model::RouterOut& out) override {
    rtl_->reset(out);
    model_->reset(own_);
    compare(out, false);
  }
  void tick(const model::RouterIn& in, model::RouterOut& out) override {
    rtl_->tick(in, out);
    model_->tick(in, own_);
    pins_.cycle = in.cycle;
    compare(out, in.count_read);
  }

 private:
  void compare(const model::RouterOut& rtl, bool counted) {
    if (inject_fault_) inject_fault_(pins_.cycle, rank_, own_);
    pins_.same_flits({"out_valid_o", "out_head_o", "out_tail_o", "out_vc_o", "out_data_o"}, rtl.valid,
                     rtl.flit, own_.valid, own_.flit);
    for (unsigned p = 0; p < ports_; ++p) pins_.same("in_credit_o", p, rtl.credit[p], own_.credit[p]);
    if (counted) pins_.same("count_o", rtl.count, own_.count);
    pins_.same("quiescent_o", rtl.quiescent, own_.quiescent);
    log_.link_cycles.fetch_add(2 * links_, std::memory_order_relaxed);
  }

  Pins pins_;
  Rank rank_;
  unsigned links_, ports_;
  LockstepLog& log_;
  RouterFault inject_fault_;
  std::unique_ptr<model::ClockedRouter> rtl_, model_;
  model::RouterOut own_;
};

class LockstepNic final : public model::ClockedNic {
 public:
  LockstepNic(std::unique_ptr<model::ClockedNic> rtl, const HardwareConfig& config, const model::Place& place,
              Rank rank, LockstepLog& log, NicFault inject_fault)
      : pins_("NIC", rank, config.flit_bits / 64),
        rank_(rank),
        channels_(config.channels()),
        reads_(config.reads()),
        log_(log),
        inject_fault_(std::move(inject_fault)),
        rtl_(std::move(rtl)),
        model_(make_model_nic(config, place)) {}

  void reset() override {
    rtl_->reset();
    model_->reset();
  }
  void settle(const model::NicIn& in, model::NicOut& out) override {
    rtl_->settle(in, out);
    model_->settle(in, own_);
    pins_.cycle = in.cycle;
    if (inject_fault_) inject_fault_(pins_.cycle, rank_, own_);
    compare(out, in.rd_data != nullptr);
  }
  void edge(const model::NicIn& in) override {
    rtl_->edge(in);
    model_->edge(in);
    log_.link_cycles.fetch_add(2 * channels_, std::memory_order_relaxed);
  }

 private:
  void compare(const model::NicOut& rtl, bool has_data) {
    pins_.same("reg_ready_o", rtl.reg_ready, own_.reg_ready);
    pins_.same("reg_rdata_o", rtl.reg_rdata, own_.reg_rdata);
    pins_.same("event_o", rtl.event, own_.event);
    if (has_data)
      pins_.same_flits({"inj_valid_o", "inj_head_o", "inj_tail_o", "inj_vc_o", "inj_data_o"}, rtl.inj_valid,
                       rtl.inj, own_.inj_valid, own_.inj);
    pins_.same("ej_credit_o", rtl.ej_credit, own_.ej_credit);
    pins_.same("rd_req_o", rtl.rd_req, own_.rd_req);
    for (unsigned r = 0; r < reads_; ++r) {
      if ((rtl.rd_req >> r & 1) != 0) pins_.same("rd_addr_o", r, rtl.rd_addr[r], own_.rd_addr[r]);
    }
    pins_.same("wr_req_o", rtl.wr_req, own_.wr_req);
    for (unsigned c = 0; c < channels_; ++c) {
      if ((rtl.wr_req >> c & 1) == 0) continue;
      pins_.same("wr_addr_o", c, rtl.wr_addr[c], own_.wr_addr[c]);
      pins_.same("wr_strb_o", c, rtl.wr_strb[c], own_.wr_strb[c]);
      pins_.same_data("wr_data_o", c, rtl.wr_data[c], own_.wr_data[c]);
    }
    pins_.same("drained_o", rtl.drained, own_.drained);
    pins_.same("count_read_o", rtl.count_read, own_.count_read);
    pins_.same("count_number_o", rtl.count_number, own_.count_number);
    pins_.same("quiescent_o", rtl.quiescent, own_.quiescent);
  }

  Pins pins_;
  Rank rank_;
  unsigned channels_, reads_;
  LockstepLog& log_;
  NicFault inject_fault_;
  std::unique_ptr<model::ClockedNic> rtl_, model_;
  model::NicOut own_;
};

}  // namespace

std::unique_ptr<model::ClockedRouter> make_lockstep_router(std::unique_ptr<model::ClockedRouter> rtl,
                                                           const HardwareConfig& config,
                                                           const model::Place& place, Rank rank,
                                                           LockstepLog& log, RouterFault inject_fault) {
  return std::make_unique<LockstepRouter>(std::move(rtl), config, place, rank, log, std::move(inject_fault));
}

std::unique_ptr<model::ClockedNic> make_lockstep_nic(std::unique_ptr<model::ClockedNic> rtl,
                                                     const HardwareConfig& config, const model::Place& place,
                                                     Rank rank, LockstepLog& log, NicFault inject_fault) {
  return std::make_unique<LockstepNic>(std::move(rtl), config, place, rank, log, std::move(inject_fault));
}

}  // namespace collnoc

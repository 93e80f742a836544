// The resumable executor on a fabric, with the timing rule of sim/systemc/native_tile.hpp: the reference for
// threads.
#pragma once
#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/firmware/runtime/executor.hpp"
#include "sim/fabric/host.hpp"
#include "sim/fabric/put_writer.hpp"

namespace collnoc::test {

template <class Schedule>
class ScheduleHost final : public Host {
 public:
  ScheduleHost(const Job& job, Rank rank, Cycle first, Cycle startup)
      : job_(job), rank_(rank), next_(first), startup_(startup) {}

  bool done() const { return state_ == State::done; }
  Cycle finished() const { return next_; }  ///< once done()

  model::RegisterAccess drive(Cycle now, const model::NodeOut& node) override {
    if (state_ == State::done || now < next_) return {};
    if (state_ == State::check)
      state_ = node.reg_rdata >= action_.count ? State::fetch : node.event ? State::read : State::sleep;
    else if (state_ == State::sleep && node.event)
      state_ = State::read;
    if (state_ == State::write && writer_.idle()) state_ = State::fetch;
    if (state_ == State::fetch) fetch(now);
    switch (state_) {
      case State::write: return now < next_ ? model::RegisterAccess{} : writer_.drive(node.reg_ready);
      case State::read: state_ = State::check; return {true, false, counter_register(), 0};
      case State::consume: state_ = State::fetch; return {true, true, counter_register(), action_.count};
      default: return {};
    }
  }

 private:
  enum class State { fetch, write, read, check, sleep, consume, done };

  void fetch(Cycle now) {
    do {
      action_ = next<Schedule>(job_, rank_, cursor_);
    } while (action_.kind == Action::Kind::step_begin ||
             action_.kind == Action::Kind::until);  // times: only speed
    next_ = now;
    switch (action_.kind) {
      case Action::Kind::put:
      case Action::Kind::multicast:
        if (action_.kind == Action::Kind::multicast) {
          action_.put.dst = action_.box.from;
          writer_.to_corner(job_.topology.address(action_.box.to));
        }
        writer_.begin(action_.put, job_.topology.address(action_.put.dst));
        next_ = now + startup_;
        state_ = State::write;
        break;
      case Action::Kind::wait: state_ = State::read; break;
      case Action::Kind::consume: state_ = State::consume; break;
      default: state_ = State::done; break;
    }
  }
  std::uint16_t counter_register() const { return static_cast<std::uint16_t>(nic::counter(action_.counter)); }

  Job job_;
  Rank rank_;
  Cycle next_;  // no action before this cycle
  Cycle startup_;
  State state_ = State::fetch;
  Cursor cursor_;
  Action action_;
  PutWriter writer_;
};

}  // namespace collnoc::test

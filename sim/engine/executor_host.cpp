#include "sim/engine/executor_host.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "collnoc/arch/nic_registers.hpp"

namespace collnoc {

bool IdealBarrier::release() {
  const bool all = std::find(arrived_.begin(), arrived_.end(), std::uint8_t{0}) == arrived_.end();
  if (!parts_.all(all)) return false;
  std::fill(arrived_.begin(), arrived_.end(), std::uint8_t{0});
  ++round_;
  return true;
}

ExecutorHost::ExecutorHost(const Algorithm& algorithm, const Job& job, Rank rank,
                           std::uint64_t startup_cycles, IdealBarrier* barrier, std::byte* memory)
    : algorithm_(algorithm),
      job_(job),
      rank_(rank),
      startup_cycles_(startup_cycles),
      barrier_(barrier),
      memory_(memory),
      reader_(barrier != nullptr) {
  advance();
}

void ExecutorHost::advance() {
  action_ = reader_.next(algorithm_, job_, rank_);
  charged_ = recorded_ = launched_ = false;
}

void ExecutorHost::record(std::string_view what, Cycle begin, Cycle end) {
  if (!recording_ || begin == end) return;
  if (recorded_ && activities_.back().name == what && activities_.back().end == begin)
    activities_.back().end = end;
  else
    activities_.push_back({what, begin, end});
  recorded_ = true;
}

model::RegisterAccess ExecutorHost::write_put(Cycle now, bool ready) {
  record(ready ? "put" : "NIC busy", now, now + 1);
  const model::RegisterAccess access = writer_.drive(ready);
  launched_ = writer_.idle();
  wake_at_ = 0;
  return access;
}

bool ExecutorHost::runs_software(Cycle now, const model::NodeOut& node) const {
  if (!writer_.idle()) return false;
  if (action_.kind == Action::Kind::wait && charged_) return reading_ && node.reg_rdata >= action_.count;
  return now >= wake_at_;
}

model::RegisterAccess ExecutorHost::drive(Cycle now, const model::NodeOut& node) {
  if (!writer_.idle()) return write_put(now, node.reg_ready);
  if (now < wake_at_ && !(node.event && action_.kind == Action::Kind::wait)) return {};
  if (launched_) advance();
  for (;;) {
    switch (action_.kind) {
      case Action::Kind::step_begin:
        if (recording_) steps_.push_back({action_.step, now});
        advance();
        break;

      case Action::Kind::put:
      case Action::Kind::multicast: {
        if (!charged_ && !action_.continues && startup_cycles_ != 0) {
          charged_ = true;
          wake_at_ = now + startup_cycles_;
          record("start-up", now, wake_at_);
          return {};
        }
        place_ = action_.step;
        if (action_.kind == Action::Kind::put) {
          writer_.begin(action_.put, job_.topology.address(action_.put.dst));
        } else {
          writer_.begin(action_.put, job_.topology.address(action_.box.from));
          writer_.to_corner(job_.topology.address(action_.box.to));
        }
        return write_put(now, node.reg_ready);
      }

      case Action::Kind::wait: {
        if (reading_) {
          seen_[action_.counter] = node.reg_rdata;
          reading_ = false;
          record("wait", since_, now);
          since_ = now;
        } else if (seen_[action_.counter] < action_.count) {
          if (!charged_) since_ = now;
          reading_ = charged_ = true;
          wake_at_ = 0;
          return {true, false, static_cast<std::uint16_t>(nic::counter(action_.counter)), 0};
        }
        if (seen_[action_.counter] >= action_.count) {
          place_ = action_.step;
          if (sanitizer_ != nullptr) sanitizer_->waited(now, site(), action_.counter, action_.count);
          advance();
          break;
        }
        if (node.event) break;  // something arrived in the cycle of the read, so read again
        wake_at_ = never;
        return {};
      }

      case Action::Kind::combine:
        if (!charged_) {
          charged_ = true;
          wake_at_ = now + padded(action_.combine.bytes) / 8;
          record("combine", now, wake_at_);
          return {};
        }
        if (sanitizer_ != nullptr) report_combine(now);
        perform(memory_, action_.combine, job_.op, job_.element);
        advance();
        break;

      case Action::Kind::until:
        if (now < action_.count) {
          record("sleep", now, action_.count);
          wake_at_ = action_.count;
          return {};
        }
        advance();
        break;

      case Action::Kind::barrier:
        if (!at_barrier_) {
          at_barrier_ = true;
          since_ = now;
          barrier_round_ = barrier_->round();
          barrier_->arrive(rank_);
        }
        if (barrier_->round() == barrier_round_) {
          wake_at_ = never;
          return {};
        }
        at_barrier_ = false;
        record("barrier", since_, now);
        advance();
        break;

      case Action::Kind::consume: {
        if (!finished_) {
          finished_ = true;
          finish_cycle_ = now;
        }
        const Action done = action_;
        place_ = action_.step;
        seen_[done.counter] -= done.count;
        advance();
        wake_at_ = 0;
        return {true, true, static_cast<std::uint16_t>(nic::counter(done.counter)), done.count};
      }

      case Action::Kind::done:
        if (!finished_) {
          finished_ = true;
          finish_cycle_ = now;
        }
        wake_at_ = never;
        return {};
    }
  }
}

void ExecutorHost::report_combine(Cycle now) {
  place_ = action_.step;
  const Combine& c = action_.combine;
  sanitizer_->software_reads(now, site(), c.a, c.bytes);
  sanitizer_->software_reads(now, site(), c.b, c.bytes);
  sanitizer_->software_writes(now, site(), c.to, c.bytes);
}

std::optional<Cycle> ExecutorHost::sleeps_until() const {
  if (finished_ || !writer_.idle() || action_.kind != Action::Kind::until) return std::nullopt;
  return action_.count;
}

std::string ExecutorHost::waits_for() const {
  if (finished_ || !writer_.idle()) return {};
  if (action_.kind == Action::Kind::wait) {
    const std::string when = action_.step == algorithm_.steps(job_) ? "after its last step"
                                                                    : fmt::format("in step {}", action_.step);
    return fmt::format("rank {} {} waits until counter {} is {}, it is {}", rank_, when, action_.counter,
                       action_.count, seen_[action_.counter]);
  }
  if (action_.kind == Action::Kind::barrier) {
    return fmt::format("rank {} waits at the barrier of step {}", rank_, action_.step);
  }
  return {};
}

}  // namespace collnoc

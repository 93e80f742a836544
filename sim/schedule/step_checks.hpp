// The checks of check.hpp that look at one step after the other, so that a schedule need not be stored.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/schedule/check.hpp"

namespace collnoc {

/// trace() step by step. `schedule` must outlive it; its steps are not looked at.
class DeliveryCheck {
 public:
  explicit DeliveryCheck(const Schedule& schedule);
  DeliveryCheck(const DeliveryCheck&) = delete;
  DeliveryCheck& operator=(const DeliveryCheck&) = delete;
  ~DeliveryCheck();
  /// The next step, whose transfers get their blocks. Returns what is wrong, or nothing.
  std::optional<Verdict> step(Step& transfers, const std::vector<Combining>& combinings);
  /// After the last step.
  Verdict end() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Users of a set of resources within one step. A claim in a later step replaces them, so nothing is cleared.
class StepUsers {
 public:
  explicit StepUsers(std::size_t resources) : step_(resources, ~std::size_t{0}), user_(resources) {}
  /// The transfer that holds `resource` in `step`, or nullptr, in which case `t` holds it from now on.
  const Transfer* claim(std::size_t resource, std::size_t step, const Transfer& t) {
    if (step_[resource] == step) return user_[resource];
    step_[resource] = step;
    user_[resource] = &t;
    return nullptr;
  }

 private:
  std::vector<std::size_t> step_;
  std::vector<const Transfer*> user_;
};

/// check_ports() step by step.
class PortCheck {
 public:
  PortCheck(const Topology& topology, PortModel nic);
  void step(const Step& transfers);
  Verdict end() const;

 private:
  std::string clash(const Transfer& t);

  const Topology& topology_;
  PortModel nic_;
  std::size_t channels_;
  StepUsers out_, in_;
  std::size_t steps_ = 0;
  std::string first_;
};

/// check_links() step by step.
class LinkCheck {
 public:
  LinkCheck(const Topology& topology, bool claimed);
  void step(const Step& transfers);
  Verdict end() const;

 private:
  const Topology& topology_;
  bool claimed_;
  StepUsers links_;
  std::size_t steps_ = 0;
  std::uint64_t hops_ = 0, shared_ = 0;
  std::string first_;
};

}  // namespace collnoc

#include "sim/fabric/sliced_registers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>

#include "sim/common/errors.hpp"

namespace collnoc {

SlicedRegisters::SlicedRegisters(const RtlBeside& rtl, const model::Node& node, bool planes) : rtl_(rtl) {
  std::map<std::string, const sliced::Signal*> signals;
  for (const sliced::Signal& s : rtl.nodes.registers()) signals[s.name] = &s;
  const HardwareConfig& config = node.router().config();
  const bool one_channel = config.channels() == 1 && !config.accumulate && !config.sequencer;
  const auto has_other_form = [&](const std::string& name) {
    const auto has = [&](const char* part) { return name.find(part) != std::string::npos; };
    if (!planes) return false;
    if (has("i_input_buffer")) return !name.ends_with("count_q") && !name.ends_with("tails_q");
    return has("mask_q") || (one_channel && has("i_eject"));
  };
  const auto has_dropped_bit = [](const sliced::Signal& s) {
    return std::any_of(s.planes, s.planes + s.width, [](int place) { return place < 0; });
  };
  std::size_t asked = 0, dropped = 0;
  std::map<const sliced::Signal*, std::size_t> offsets;
  comparison_.emplace(node, [&](const std::string& name) -> RegisterSlot {
    if (has_other_form(name)) return {};
    ++asked;
    const auto found = signals.find(name);
    if (found == signals.end() || has_dropped_bit(*found->second)) {
      ++dropped;
      return {};
    }
    const sliced::Signal& s = *found->second;
    const auto [at, is_new] = offsets.try_emplace(&s, bytes_of_node_);
    if (is_new) {
      registers_.push_back({&s, bytes_of_node_});
      bytes_of_node_ += std::size_t{Slices::words_of(s)} * 8;
    }
    const unsigned bytes = (s.width + 7) / 8;
    return {at->second, bytes, bytes > 8 ? 0 : ~std::uint64_t{0} >> (64 - 8 * bytes)};
  });
  if (dropped > asked / 10)
    throw std::logic_error(fmt::format("the node in slices lacks {} of {} registers", dropped, asked));
}

void SlicedRegisters::read(std::size_t array) {
  Slices& slices = rtl_.nodes.arrays()[array];
  const unsigned lanes = rtl_.nodes.lanes();
  bytes_.resize(bytes_of_node_ * lanes + 8);
  for (const Register& r : registers_) {
    const unsigned words = Slices::words_of(*r.signal);
    values_.resize(std::size_t{words} * lanes);
    slices.read(*r.signal, values_.data());
    for (unsigned n = 0; n < lanes; ++n)
      std::memcpy(&bytes_[n * bytes_of_node_ + r.offset], &values_[std::size_t{n} * words], words * 8);
  }
}

void SlicedRegisters::compare(Rank rank, const model::Node& model, std::uint64_t cycle) {
  const std::uint8_t* const registers = &bytes_[rank % rtl_.nodes.lanes() * bytes_of_node_];
  const RegisterComparison::Result result = comparison_->compare(model, registers, true);
  rtl_.log.register_checks.fetch_add(result.checked, std::memory_order_relaxed);
  if (!result.differs) return;
  const RegisterComparison::Difference found = comparison_->first_difference(model, registers);
  throw LockstepMismatch(
      Mismatch{cycle, rank, found.where, fmt::format("{:#x}", found.rtl), fmt::format("{:#x}", found.model)}
          .text());
}

}  // namespace collnoc

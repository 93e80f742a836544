#include "sim/traffic/lengths.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace collnoc {

Lengths::Lengths(std::vector<Choice> choices) : choices_(std::move(choices)) {
  double sum = 0, so_far = 0;
  for (const Choice& c : choices_) sum += c.weight;
  for (Choice& c : choices_) {
    c.weight /= sum;
    so_far += c.weight;
    until_.push_back(RandomStream::threshold(so_far));
    mean_ += c.weight * c.flits;
  }
}

unsigned Lengths::any(RandomStream& random) const {
  const std::uint64_t at = random.next() >> 11;
  for (std::size_t i = 0; i + 1 < choices_.size(); ++i)
    if (at < until_[i]) return choices_[i].flits;
  return choices_.back().flits;
}

unsigned Lengths::shortest() const {
  return std::min_element(choices_.begin(), choices_.end(),
                          [](auto& a, auto& b) { return a.flits < b.flits; })
      ->flits;
}

unsigned Lengths::longest() const {
  return std::max_element(choices_.begin(), choices_.end(),
                          [](auto& a, auto& b) { return a.flits < b.flits; })
      ->flits;
}

std::string Lengths::text() const {
  if (choices_.size() == 1) return std::to_string(choices_.front().flits);
  std::string all;
  for (const Choice& c : choices_)
    all += fmt::format("{}{}:{:.4g}", all.empty() ? "" : ",", c.flits, c.weight);
  return all;
}

}  // namespace collnoc

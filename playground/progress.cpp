// The progress of the playground's commands: passed on, never printed.
#include "sim/commands/progress_line.hpp"

namespace collnoc {

ProgressLine::ProgressLine(Console& console, bool, bool)
    : console_(console), enabled_(static_cast<bool>(console.progress)) {}
ProgressLine::~ProgressLine() = default;

void ProgressLine::clear() {}
void ProgressLine::watch(const std::string&) {}

Progress ProgressLine::part(std::size_t index, std::size_t count, const std::string& what) {
  if (!enabled_) return {};
  return [this, index, count, what](std::uint64_t) { step(index, count, what); };
}

void ProgressLine::step(std::size_t index, std::size_t count, const std::string& what) {
  if (enabled_) console_.progress(index, count, what);
}

void ProgressLine::ended(std::size_t ended, std::size_t count, const std::string& what) {
  if (enabled_) console_.progress(ended, count, what);
}

}  // namespace collnoc

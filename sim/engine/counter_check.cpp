#include "sim/engine/counter_check.hpp"

#include <fmt/format.h>

#include <utility>

#include "sim/common/errors.hpp"

namespace collnoc {

void CounterCheck::keep(FirstUses& firsts, const First& first) {
  std::optional<First>& at = firsts[first.use.owner()][first.use.by_library ? 1 : 0];
  if (!at || first.use.comes_before(at->use)) at = first;
}

void CounterCheck::add(Rank rank, const std::vector<NamedCounter>& counters) {
  using Author = ProgramPlaces::Author;
  for (const NamedCounter& named : counters) {
    const Author author = places_.author(named.hart);
    if (author == Author::unknown || (author == Author::program && named.use == CounterUse::wait)) continue;
    First first{{named.cycle, rank, named.counter, named.use, author == Author::library}, {}};
    const std::optional<First>& before = own_[first.use.owner()][first.use.by_library ? 1 : 0];
    if (before && !first.use.comes_before(before->use)) continue;
    first.text = first.use.by_library ? places_.call(named.hart).text
                                      : fmt::format("tile {}, pc {:#x} in {}, cycle {}", rank, named.hart.pc,
                                                    places_.text(named.hart), named.cycle);
    keep(own_, first);
    new_.push_back(std::move(first));
  }
}

void CounterCheck::check() {
  if (!parts_.any(!new_.empty())) return;
  std::vector<Use> uses;
  std::vector<std::string> texts;
  for (First& first : std::exchange(new_, {})) {
    uses.push_back(first.use);
    texts.push_back(std::move(first.text));
  }
  uses = parts_.gather(std::move(uses));
  texts = parts_.gather(texts);
  for (std::size_t i = 0; i < uses.size(); ++i) keep(all_, {uses[i], texts[i]});
  const std::string why = conflict();
  if (parts_.any(!why.empty())) throw TileProgramFailed(why);
}

/// Of several conflicts, that of the program's first use.
std::string CounterCheck::conflict() const {
  const First *mine = nullptr, *call = nullptr;
  std::uint32_t owners = 0;
  for (unsigned n = 0; n < counter_owners.size(); ++n) {
    const auto& [program, library] = all_[n];
    if (!library) continue;
    owners |= 1u << n;
    if (!program || (mine != nullptr && mine->use.comes_before(program->use))) continue;
    mine = &*program;
    call = &*library;
  }
  if (mine == nullptr) return {};
  return mine->text + ": " + counter_conflict_text(mine->use.what, mine->use.counter, owners, call->text);
}

}  // namespace collnoc

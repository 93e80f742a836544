#include "tests/mutants/mutant_lanes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "sim/common/errors.hpp"
#include "sim/fabric/bits.hpp"

namespace collnoc::test {

MutantLanes::MutantLanes(std::string library, std::vector<unsigned> mutants)
    : library_(std::move(library)),
      mutants_(std::move(mutants)),
      caught_(mutants_.size()),
      left_(mutants_.size()) {
  if (mutants_.size() > most) throw std::logic_error("too many mutants for the lanes");
  for (unsigned l = 0; l <= mutants_.size(); ++l) alive_[l / 64] |= std::uint64_t{1} << l % 64;
}

void MutantLanes::note(const Mask& differ, const std::string& where) {
  if (bit(differ[0], 0) != 0)
    throw std::runtime_error(fmt::format("the unmutated hardware is caught: {}", where));
  for (unsigned l = 1; l < lanes; ++l) {
    if (bit(differ[l / 64] & alive_[l / 64], l % 64) == 0) continue;
    caught_[l - 1] = where;
    alive_[l / 64] &= ~(std::uint64_t{1} << l % 64);
    --left_;
  }
  if (left_ == 0) throw LockstepMismatch(where, "all mutants are caught");
}

MutantCircuit::MutantCircuit(MutantLanes& mutants) : mutants_(mutants), slices_(mutants.library()) {
  const sliced::Api& api = slices_.api();
  if (api.lanes != MutantLanes::lanes)
    throw std::runtime_error(fmt::format("mutants need {} lanes", MutantLanes::lanes));
  for (const sliced::Signal& s : std::span(api.inputs, api.input_count)) pins_[s.name] = {s.planes, s.width};
  for (const sliced::Signal& s : std::span(api.outputs, api.output_count))
    pins_[s.name] = {s.planes, s.width};
  for (unsigned l = 1; l <= mutants.mutants().size(); ++l) {
    const int place = pin(fmt::format("mutant_{}_i", mutants.mutants()[l - 1]))[0];
    if (place > 1) slices_.plane(place)[l / 64] |= std::uint64_t{1} << l % 64;
  }
}

Places MutantCircuit::pin(std::string_view name) const {
  const auto found = pins_.find(name);
  if (found == pins_.end()) throw std::runtime_error(fmt::format("the circuit has no pin {}", name));
  return found->second;
}

void MutantCircuit::put_bit(int place, bool value) {
  if (place > 1) std::fill_n(slices_.plane(place), slices_.words(), value ? ~std::uint64_t{0} : 0);
}

MutantLanes::Mask MutantCircuit::differing(Places places, std::uint64_t value) {
  MutantLanes::Mask differ{};
  for (std::size_t b = 0; b < places.size(); ++b) {
    if (places[b] < 0) continue;
    const std::uint64_t* const plane = slices_.plane(places[b]);
    const std::uint64_t expected = ~std::uint64_t{0} * (value >> b & 1);
    for (unsigned w = 0; w < differ.size(); ++w) differ[w] |= plane[w] ^ expected;
  }
  return differ;
}

MutantLanes::Mask MutantCircuit::differing(Places places) {
  MutantLanes::Mask differ{};
  for (const int place : places) {
    const std::uint64_t* const plane = slices_.plane(place);
    const std::uint64_t expected = ~std::uint64_t{0} * (plane[0] & 1);
    for (unsigned w = 0; w < differ.size(); ++w) differ[w] |= plane[w] ^ expected;
  }
  return differ;
}

}  // namespace collnoc::test

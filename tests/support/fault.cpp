#include "tests/support/fault.hpp"

#include <fmt/format.h>

#include "sim/fabric/register_names.hpp"

namespace collnoc::test {
namespace {

using Change = std::function<std::uint64_t(std::uint64_t)>;

// Applies a change to the register of one name, for every form in which the model holds it.
class Damager {
 public:
  Damager(const std::string& name, unsigned offset, const Change& change)
      : name_(name), offset_(offset), change_(change) {}

  bool arrays() const { return true; }
  template <class T>
  void operator()(const char* pattern, T& value, model::Indices i) {
    if (!is(pattern, i)) return;
    const std::uint64_t was = static_cast<std::uint64_t>(value);
    value = static_cast<T>(change_(was));
    note(was, static_cast<std::uint64_t>(value));
  }
  void shown(const char* pattern, model::Wide& w, model::Indices i) {
    if (is(pattern, i)) apply(w);
  }
  void shown_slice(const char* pattern, model::Wide& w, unsigned offset, unsigned, model::Indices i) {
    if (offset == offset_ && is(pattern, i)) apply(w);
  }
  void count(const char* pattern, std::uint32_t& value, unsigned number) {
    if (is(pattern, {number})) kind = "count";
    (*this)(pattern, value, {number});
  }
  void shown_words(const char*, const std::uint64_t*, unsigned, model::Indices) {}
  void shown_flit(const char*, const std::uint64_t*, unsigned, unsigned, unsigned, model::Indices) {}

  bool found = false;
  const char* kind = "register";  ///< as lockstep calls it
  std::uint64_t before = 0, after = 0;

 private:
  bool is(const char* pattern, model::Indices i) const { return register_name(pattern, i) == name_; }
  void apply(model::Wide& w) {
    const std::uint64_t was = w.low;
    w.low = change_(was);
    note(was, w.low);
  }
  void note(std::uint64_t was, std::uint64_t is_now) {
    found = true;
    before = was;
    after = is_now;
  }

  const std::string& name_;
  unsigned offset_;
  const Change& change_;
};

Fault damage(std::string name, unsigned offset, std::string part, Change change) {
  return [name = std::move(name), offset, part = std::move(part), change = std::move(change)](
             model::Node& node, model::NodeOut&) -> std::optional<Damage> {
    Damager damager(name, offset, change);
    model::Node::registers(node, damager);
    if (!damager.found) throw std::logic_error("the model has no register " + name);
    if (damager.before == damager.after) return std::nullopt;
    return Damage{fmt::format("{} {}{}", damager.kind, name, part), damager.before, damager.after};
  };
}

}  // namespace

Fault register_fault(std::string name, Change change) {
  return damage(std::move(name), 0, "", std::move(change));
}

Fault slice_fault(std::string name, unsigned offset, unsigned width, Change change) {
  return damage(std::move(name), offset, fmt::format("[{}:{}]", offset + width - 1, offset),
                std::move(change));
}

Fault pin_fault(
    std::string pin,
    std::function<std::optional<std::pair<std::uint64_t, std::uint64_t>>(model::NodeOut&)> change) {
  return [pin = std::move(pin), change = std::move(change)](model::Node&,
                                                            model::NodeOut& out) -> std::optional<Damage> {
    const auto values = change(out);
    if (!values) return std::nullopt;
    return Damage{pin, values->first, values->second};
  };
}

std::uint64_t register_value(model::Node& model, const std::string& name) {
  const Change same = [](std::uint64_t v) { return v; };
  Damager reader(name, 0, same);
  model::Node::registers(model, reader);
  if (!reader.found) throw std::logic_error("the model has no register " + name);
  return reader.before;
}

}  // namespace collnoc::test

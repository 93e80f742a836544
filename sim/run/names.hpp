// Conversion between choices and their words on the command line and in result files.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "sim/traffic/arrivals.hpp"
#include "sim/traffic/order_choice.hpp"
#include "sim/traffic/pattern.hpp"
#include "sim/traffic/traffic_series.hpp"

namespace collnoc {

/// How nodes are evaluated. `rtl`: verilated, or in slices where that is faster; `rtl_verilated` and
/// `rtl_sliced` choose. `mixed`: the ranks of RunConfig::rtl_nodes as RTL, the others as model. `netlist`:
/// the synthesized gates. The lockstep backends compare RTL, in the same forms, or a netlist with the model.
enum class Backend {
  model,
  rtl,
  rtl_verilated,
  rtl_sliced,
  lockstep,
  lockstep_verilated,
  lockstep_sliced,
  mixed,
  netlist,
  netlist_lockstep
};

/// Whose clock it is: the simulator's own, or that of SystemC's kernel.
enum class KernelKind { plain, systemc };
/// What is a module of SystemC: the network as a whole, or each node with its pins.
enum class SystemcForm { fabric, pins };

/// Whether the backend compares every cycle of the RTL with the model.
inline bool is_rtl_lockstep(Backend backend) {
  return backend == Backend::lockstep || backend == Backend::lockstep_verilated ||
         backend == Backend::lockstep_sliced;
}
/// Also of a netlist.
inline bool is_lockstep(Backend backend) {
  return is_rtl_lockstep(backend) || backend == Backend::netlist_lockstep;
}

/// The port model of the hardware's NIC.
inline PortModel nic_of(const HardwareConfig& hardware) {
  return hardware.all_port ? PortModel::all_port : PortModel::one_port;
}

/// What schedules know of the hardware's timing.
inline Timing timing_of(const HardwareConfig& hardware) {
  return {hardware.flit_bytes(), hardware.max_packet_flits, hardware.hop_cycles};
}

enum class Firmware { native, rv32 };
/// Who performs a schedule: software, action by action, or the NIC's sequencer.
enum class Executor { native, nic };

template <class E>
using NameTable = std::vector<std::pair<E, std::string_view>>;

/// All values of E with their words, in display order.
template <class E>
const NameTable<E>& names_of();

template <>
inline const NameTable<Collective>& names_of() {
  static const NameTable<Collective> table = [] {
    NameTable<Collective> all;
    for (std::size_t i = 0; i < collectives; ++i)
      all.emplace_back(static_cast<Collective>(i), collective_forms[i].name);
    return all;
  }();
  return table;
}

/// Further words for values of E that commands and files take; results never print them.
template <class E>
const NameTable<E>& aliases_of() {
  static const NameTable<E> none;
  return none;
}

/// The usual names; results and baselines keep the papers' names.
template <>
inline const NameTable<Collective>& aliases_of() {
  static const NameTable<Collective> table = [] {
    NameTable<Collective> all;
    for (std::size_t i = 0; i < collectives; ++i)
      if (collective_forms[i].alias != nullptr)
        all.emplace_back(static_cast<Collective>(i), collective_forms[i].alias);
    return all;
  }();
  return table;
}

template <>
inline const NameTable<Pattern>& names_of() {
  static const NameTable<Pattern> table = [] {
    NameTable<Pattern> all;
    for (const PatternInfo& info : all_patterns())
      all.emplace_back(info.pattern, info.form.substr(0, info.form.find_first_of("[:")));
    return all;
  }();
  return table;
}
template <>
inline const NameTable<Process>& names_of() {
  static const NameTable<Process> table{
      {Process::bernoulli, "bernoulli"}, {Process::bursty, "bursty"}, {Process::periodic, "periodic"}};
  return table;
}

// <run: words>
template <>
inline const NameTable<Op>& names_of() {
  static const NameTable<Op> table{{Op::sum, "sum"},     {Op::min, "min"},   {Op::max, "max"},
                                   {Op::bit_and, "and"}, {Op::bit_or, "or"}, {Op::bit_xor, "xor"}};
  return table;
}
template <>
inline const NameTable<Element>& names_of() {
  static const NameTable<Element> table{{Element::u32, "u32"},
                                        {Element::i32, "i32"},
                                        {Element::u64, "u64"},
                                        {Element::i64, "i64"},
                                        {Element::f32, "f32"}};
  return table;
}
template <>
inline const NameTable<Backend>& names_of() {
  static const NameTable<Backend> table{{Backend::model, "model"},
                                        {Backend::rtl, "rtl"},
                                        {Backend::rtl_verilated, "rtl:verilated"},
                                        {Backend::rtl_sliced, "rtl:sliced"},
                                        {Backend::lockstep, "lockstep"},
                                        {Backend::lockstep_verilated, "lockstep:verilated"},
                                        {Backend::lockstep_sliced, "lockstep:sliced"},
                                        {Backend::mixed, "mixed"},
                                        {Backend::netlist, "netlist"},
                                        {Backend::netlist_lockstep, "netlist-lockstep"}};
  return table;
}
template <>
inline const NameTable<KernelKind>& names_of() {
  static const NameTable<KernelKind> table{{KernelKind::plain, "plain"}, {KernelKind::systemc, "systemc"}};
  return table;
}
template <>
inline const NameTable<SystemcForm>& names_of() {
  static const NameTable<SystemcForm> table{{SystemcForm::fabric, "fabric"}, {SystemcForm::pins, "pins"}};
  return table;
}
template <>
inline const NameTable<Firmware>& names_of() {
  static const NameTable<Firmware> table{{Firmware::native, "native"}, {Firmware::rv32, "rv32"}};
  return table;
}
template <>
inline const NameTable<Executor>& names_of() {
  static const NameTable<Executor> table{{Executor::native, "native"}, {Executor::nic, "nic"}};
  return table;
}
template <>
inline const NameTable<Stability>& names_of() {
  static const NameTable<Stability> table{
      {Stability::stable, "stable"}, {Stability::growing, "growing"}, {Stability::unknown, "unknown"}};
  return table;
}
template <>
inline const NameTable<OrderChoice>& names_of() {
  static const NameTable<OrderChoice> table{{OrderChoice::hash, "hash"},
                                            {OrderChoice::turns, "turns"},
                                            {OrderChoice::credits, "credits"},
                                            {OrderChoice::ascending, "ascending"}};
  return table;
}
template <>
inline const NameTable<PortModel>& names_of() {
  static const NameTable<PortModel> table{{PortModel::one_port, "one-port"},
                                          {PortModel::all_port, "all-port"}};
  return table;
}
// </run>

/// The word for a value.
template <class E>
std::string word_of(E value) {
  for (const auto& [v, name] : names_of<E>())
    if (v == value) return std::string(name);
  return "?";
}

/// The value of a word, which may be an alias, or nothing.
template <class E>
std::optional<E> from_text(std::string_view word) {
  for (const NameTable<E>* table : {&names_of<E>(), &aliases_of<E>()})
    for (const auto& [v, name] : *table)
      if (name == word) return v;
  return std::nullopt;
}

/// The names as the placeholder of an option's value: "one-port|all-port".
template <class E>
std::string alternatives() {
  std::string all;
  for (const auto& [value, name] : names_of<E>()) all += (all.empty() ? "" : "|") + std::string(name);
  return all;
}

/// All words that from_text() knows: the names, then the aliases.
template <class E>
std::vector<std::string> words_of() {
  std::vector<std::string> words;
  for (const NameTable<E>* table : {&names_of<E>(), &aliases_of<E>()})
    for (const auto& entry : *table) words.emplace_back(entry.second);
  return words;
}

}  // namespace collnoc

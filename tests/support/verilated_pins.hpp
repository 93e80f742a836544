// Bits of the ports of a verilated module, its clock, and registers that are public.
#pragma once
#include <cstdint>

#include "verilated.h"
#include "verilated_sym_props.h"
#include "verilated_syms.h"

namespace collnoc::test {

/// `width` bits at `offset` of a port of any size.
template <class Port>
std::uint64_t bits(const Port& port, unsigned offset, unsigned width) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&port);
  std::uint64_t value = 0;
  for (unsigned b = 0; b < width; ++b) {
    const unsigned at = offset + b;
    value |= std::uint64_t((bytes[at / 8] >> (at % 8)) & 1u) << b;
  }
  return value;
}
template <class Port>
void put_bits(Port& port, unsigned offset, unsigned width, std::uint64_t value) {
  auto* bytes = reinterpret_cast<std::uint8_t*>(&port);
  for (unsigned b = 0; b < width; ++b) {
    const unsigned at = offset + b;
    const auto mask = static_cast<std::uint8_t>(1u << (at % 8));
    bytes[at / 8] =
        static_cast<std::uint8_t>(((value >> b) & 1) != 0 ? bytes[at / 8] | mask : bytes[at / 8] & ~mask);
  }
}

/// Updates the combinational outputs after a change of inputs.
template <class Top>
void settle(Top& top) {
  top.clk_i = 0;
  top.eval();
}
/// One clock cycle: the edge that takes the inputs, then the outputs of the next cycle.
template <class Top>
void edge(Top& top) {
  top.clk_i = 1;
  top.eval();
  top.clk_i = 0;
  top.eval();
}
/// Two cycles in reset.
template <class Top>
void reset(Top& top) {
  top.clk_i = 0;
  top.rst_ni = 0;
  top.eval();
  edge(top);
  edge(top);
  top.rst_ni = 1;
  top.eval();
}

/// Sets every public 32-bit register of this name; returns their number.
template <class Top>
unsigned set_registers(Top& top, const char* name, std::uint32_t value) {
  unsigned found = 0;
  for (const auto& [scope_name, scope] : *top.contextp()->scopeNameMap()) {
    VerilatedVar* var = scope->varFind(name);
    if (var == nullptr) continue;
    *static_cast<std::uint32_t*>(var->datap()) = value;
    ++found;
  }
  return found;
}

}  // namespace collnoc::test

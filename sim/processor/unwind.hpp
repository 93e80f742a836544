// Return addresses on the stack of a program, from the call frame information of its ELF file (DWARF).
#pragma once
#include <elfutils/libdw.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/processor/hart_snapshot.hpp"

namespace collnoc {

/// Whether the instruction at an address calls a function.
using IsCall = std::function<bool(std::uint32_t address)>;

/// The addresses to which the function at `hart.pc` and its callers return, innermost first; as far as
/// `frames` and the kept part of the stack say, and as `is_call` holds of the instruction before. For a
/// function without call frame information, register ra counts if it is the innermost one. `bias`: of the
/// addresses in `frames`.
std::vector<std::uint32_t> return_addresses(Dwarf_CFI* frames, Dwarf_Addr bias, HartSnapshot hart,
                                            const IsCall& is_call);

}  // namespace collnoc

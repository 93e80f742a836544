// Return addresses on the stack of a program, from the call frame information of its ELF file (DWARF).
#pragma once
#include <elfutils/libdw.h>

#include <cstdint>
#include <vector>

#include "sim/processor/hart_snapshot.hpp"

namespace collnoc {

/// The addresses to which the function at `hart.pc` and its callers return, innermost first; as far as
/// `frames` and the kept part of the stack say. `bias`: of the addresses in `frames`.
std::vector<std::uint32_t> return_addresses(Dwarf_CFI* frames, Dwarf_Addr bias, HartSnapshot hart);

}  // namespace collnoc

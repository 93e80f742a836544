// Instructions of RV32IM with Zicsr as text, as GNU objdump -M no-aliases prints them (a test compares both).
// Debian 12 has no library for it that fits: capstone 4 knows no RISC-V, libopcodes is built for x86 only,
// and LLVM's development package is larger than this project.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace collnoc {

/// Name of register x`n`, n below 32: "sp".
std::string_view register_abi_name(unsigned n);

/// "addi sp,sp,-16"; targets of branches and jumps are addresses, for an instruction at `pc`. An illegal one
/// is ".word 0xffffffff".
std::string disassembly(std::uint32_t instr, std::uint32_t pc);

}  // namespace collnoc

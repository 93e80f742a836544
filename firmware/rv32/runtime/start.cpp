// The entry point of a program, and the run-time support that the language needs without an operating system.
#include <cstdint>

#include "collnoc/firmware/rv32/console.hpp"
#include "collnoc/firmware/rv32/mmio_tile.hpp"
#include "collnoc/firmware/rv32/registers.hpp"

using namespace collnoc;

extern "C" {

/// The processor's first instruction, at tile::boot_address.
[[gnu::naked, gnu::section(".start"), gnu::used]] void _start() {
  asm volatile(R"(
    .option push
    .option norelax
    la gp, __global_pointer$
    .option pop
    la sp, __stack_end
    la tp, __tls_base
    la t0, collnoc_trap
    csrw mtvec, t0
    li t0, -1                # NIC events end wfi; no interrupt is taken, because mstatus.MIE stays 0
    csrw mie, t0
    call collnoc_construct
    li a0, 0                 # argc
    call main
    tail collnoc_finish
  )");
}

/// Reports the trap and ends the program. It uses no memory, because the stack may be corrupt.
[[gnu::naked, gnu::aligned(4), gnu::used]] void collnoc_trap() {
  asm volatile(R"(
    li t0, %0
    csrr t1, mtval
    sw t1, %1(t0)
    csrr t1, mepc
    sw t1, %2(t0)
    csrr t1, mcause
    slli t1, t1, 8
    ori t1, t1, %4
    sw t1, %3(t0)
    li a0, %5
    tail collnoc_exit
  )" ::"i"(tile::tile_registers_base),
               "i"(tile::fault_value), "i"(tile::fault_pc), "i"(tile::fault), "i"(tile::fault_trap),
               "i"(tile::fault_exit));
}

/// Reports the exit code and sleeps forever. Later arrivals wake the processor, which then goes back to
/// sleep.
[[noreturn, gnu::naked]] void collnoc_exit(std::uint32_t /*code, in a0*/) {
  asm volatile(R"(
    li t0, %0
    sw a0, %1(t0)
  1:
    sw zero, %2(t0)
    wfi
    j 1b
  )" ::"i"(tile::tile_registers_base),
               "i"(tile::exit), "i"(tile::event));
}

using Function = void (*)();
extern const Function __init_array_start[], __init_array_end[];

/// Calls the constructors of global objects.
[[gnu::used]] void collnoc_construct() {
  for (const Function* f = __init_array_start; f != __init_array_end; ++f) (*f)();
}

/// main's return value is the exit code, unless the NIC rejected a put without a wait after it.
[[noreturn, gnu::used]] void collnoc_finish(std::uint32_t code) {
  MmioTile::check_puts();
  collnoc_exit(code);
}

}  // extern "C"

void rv32::exit(std::uint32_t code) { collnoc_finish(code); }

void rv32::fail(tile::Fault fault, std::uint32_t value, const void* pc) {
  tile_register(tile::fault_value) = value;
  tile_register(tile::fault_pc) = reinterpret_cast<std::uint32_t>(pc);
  tile_register(tile::fault) = fault;
  collnoc_exit(tile::fault_exit);
}

// Functions that the compiler and the C library call. Objects are never destroyed, because a tile never
// terminates.
extern "C" {

[[noreturn]] void _exit(int code) { rv32::exit(static_cast<std::uint32_t>(code)); }

void* __dso_handle = nullptr;
int __cxa_atexit(void (*)(void*), void*, void*) { return 0; }

[[noreturn]] void abort() { rv32::fail(tile::fault_abort, 0, __builtin_return_address(0)); }
[[noreturn]] void __cxa_pure_virtual() { rv32::fail(tile::fault_abort, 0, __builtin_return_address(0)); }
[[noreturn]] void __cxa_deleted_virtual() { rv32::fail(tile::fault_abort, 0, __builtin_return_address(0)); }
[[noreturn]] void __assert_func(const char* file, int line, const char*, const char* what) {
  rv32::print(file, ':', line, ": assertion failed: ", what, '\n');
  rv32::fail(tile::fault_abort, static_cast<std::uint32_t>(line), __builtin_return_address(0));
}

}  // extern "C"

// The illegal action of misbehave.cpp, selected by the boot block's argument.
#pragma once
#include <cstdint>

namespace collnoc {

enum class Misbehaviour : std::uint32_t {
  illegal_instruction,
  load_from_nowhere,
  store_to_nowhere,
  store_to_program,
  misaligned_load,
  misaligned_store,
  jump_out_of_program,
  stack_overflow,
  put_just_outside,  ///< to the rank after the last one
  put_far_outside,   ///< to rank 300
  put_misaligned,    ///< then waits
  put_of_nothing,    ///< then ends
  abort,
  failed_assertion,
  endless_loop,
  endless_wait,
  endless_line,
  exit_7,
  trap_loop,  ///< a trap whose handler is no code
  null_call,
  null_load,  ///< of a member
  null_store,
  multicast_outside,  ///< a corner is the rank after the last one
  multicast_reversed,
  multicast_to_nobody,
  multicast_that_combines,
  endless_traps,        ///< the trap handler returns to the instruction that traps
  library_store,        ///< by memset()
  wait_for_no_counter,  ///< 64
};

}  // namespace collnoc

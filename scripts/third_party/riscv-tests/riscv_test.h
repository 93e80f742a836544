/* Board file of a collnoc tile for riscv-tests: machine mode only. A test ends with exit code 0, or the number of the case
   that failed; 250 and above is an unexpected trap. Instead of env/p/riscv_test.h; encoding.h is riscv-tests' own. */
#ifndef COLLNOC_RISCV_TEST_H
#define COLLNOC_RISCV_TEST_H
#include "encoding.h"

#define COLLNOC_EXIT 0x90000004

#define RVTEST_RV32U .macro init; .endm
#define RVTEST_RV32M .macro init; .endm
#define RVTEST_RV64U RVTEST_RV32U
#define RVTEST_RV64M RVTEST_RV32M
#define TESTNUM gp

#define RVTEST_CODE_BEGIN                   \
  .section .start, "ax";                    \
  .weak mtvec_handler;                      \
  .globl _start;                            \
  _start:                                   \
  la t0, collnoc_trap;                      \
  csrw mtvec, t0;                           \
  li TESTNUM, 0;                            \
  j collnoc_begin;                          \
  .align 2;                                 \
  collnoc_trap:                             \
  lui t5, % hi(mtvec_handler);              \
  addi t5, t5, % lo(mtvec_handler);         \
  beqz t5, 1f;                              \
  jr t5;                                    \
  1 : csrr a0, mcause;                      \
  addi a0, a0, 250;                         \
  j collnoc_exit;                           \
  collnoc_exit:                             \
  li t0, COLLNOC_EXIT;                      \
  sw a0, 0(t0);                             \
  2 : wfi;                                  \
  j 2b;                                     \
  collnoc_begin:                            \
  init

#define RVTEST_CODE_END unimp
#define RVTEST_PASS \
  li a0, 0;         \
  j collnoc_exit;
#define RVTEST_FAIL \
  mv a0, TESTNUM;   \
  j collnoc_exit;

#define EXTRA_DATA
#define RVTEST_DATA_BEGIN \
  .align 4;               \
  .global begin_signature; \
  begin_signature:
#define RVTEST_DATA_END \
  .align 4;             \
  .global end_signature; \
  end_signature:

#endif

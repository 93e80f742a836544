/* Board file for riscv-arch-test: of a collnoc tile, or, with COLLNOC_QEMU, of qemu's user mode, whose result is the
   reference. At its end, a test prints its signature: a tile by words in hexadecimal, qemu by bytes. */
#ifndef COLLNOC_MODEL_TEST_H
#define COLLNOC_MODEL_TEST_H
#define RVMODEL_DATA_SECTION
#define RVMODEL_BOOT
#define RVMODEL_IO_INIT
#define RVMODEL_IO_WRITE_STR(_R, _STR)
#define RVMODEL_IO_CHECK()
#define RVMODEL_IO_ASSERT_GPR_EQ(_S, _R, _I)
#define RVMODEL_SET_MSW_INT
#define RVMODEL_CLEAR_MSW_INT
#define RVMODEL_CLEAR_MTIMER_INT
#define RVMODEL_CLEAR_MEXT_INT
#define RVMODEL_FENCEI
#define RVMODEL_DATA_BEGIN \
  .align 4;                \
  .global begin_signature; \
  begin_signature:
#define RVMODEL_DATA_END \
  .align 4;              \
  .global end_signature; \
  end_signature:

#ifdef COLLNOC_QEMU
#define RVMODEL_HALT       \
  li a0, 1;                \
  la a1, begin_signature;  \
  la a2, end_signature;    \
  sub a2, a2, a1;          \
  li a7, 64;               \
  ecall;                   \
  li a0, 0;                \
  li a7, 93;               \
  ecall;
#else
#define RVMODEL_HALT            \
  li t0, 0x90000000;            \
  la a1, begin_signature;       \
  la a2, end_signature;         \
  1 : bgeu a1, a2, 4f;          \
  lw a3, 0(a1);                 \
  addi a1, a1, 4;               \
  li a4, 28;                    \
  2 : srl a5, a3, a4;           \
  andi a5, a5, 15;              \
  addi a5, a5, 48;              \
  li a6, 58;                    \
  blt a5, a6, 3f;               \
  addi a5, a5, 39;              \
  3 : sw a5, 0(t0);             \
  addi a4, a4, -4;              \
  bgez a4, 2b;                  \
  li a5, 10;                    \
  sw a5, 0(t0);                 \
  j 1b;                         \
  4 : sw zero, 4(t0);           \
  5 : wfi;                      \
  j 5b;
#endif

  .section .start, "ax"
  .globl _start
_start:
  la t0, rvtest_entry_point
  jr t0

#endif

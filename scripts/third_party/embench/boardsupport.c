/* Board file of a collnoc tile for Embench: the program prints the cycles of the measured part. */
#include <stdio.h>

#include "support.h"

static unsigned begin;

static unsigned cycles(void) {
  unsigned now;
  __asm__ volatile("rdcycle %0" : "=r"(now));
  return now;
}

void initialise_board(void) {}
void __attribute__((noinline)) start_trigger(void) { begin = cycles(); }
void __attribute__((noinline)) stop_trigger(void) {
  const unsigned end = cycles();
  printf("cycles %u\n", end - begin);
}

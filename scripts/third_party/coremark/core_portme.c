/* Board file of a collnoc tile for CoreMark: see core_portme.h. */
#include "coremark.h"

volatile ee_s32 seed1_volatile = 0;
volatile ee_s32 seed2_volatile = 0;
volatile ee_s32 seed3_volatile = 0x66;
volatile ee_s32 seed4_volatile = ITERATIONS;
volatile ee_s32 seed5_volatile = 0;
ee_u32 default_num_contexts = 1;

static ee_u32 begin, end;

static ee_u32 cycles(void) {
  ee_u32 now;
  __asm__ volatile("rdcycle %0" : "=r"(now));
  return now;
}

void start_time(void) { begin = cycles(); }
void stop_time(void) { end = cycles(); }
CORE_TICKS get_time(void) { return end - begin; }
secs_ret time_in_secs(CORE_TICKS ticks) { return ticks / EE_TICKS_PER_SEC; }
void portable_init(core_portable *p, int *argc, char *argv[]) {
  (void)argc;
  (void)argv;
  p->portable_id = 1;
}
void portable_fini(core_portable *p) { p->portable_id = 0; }

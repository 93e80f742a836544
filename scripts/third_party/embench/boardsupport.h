/* Board file of a collnoc tile for Embench. Rounds are scaled for a clock of CPU_MHZ. */
#ifndef COLLNOC_BOARDSUPPORT_H
#define COLLNOC_BOARDSUPPORT_H
#ifndef CPU_MHZ
#define CPU_MHZ 1
#endif
#ifndef WARMUP_HEAT
#define WARMUP_HEAT 0
#endif
#endif

// libstdc++'s headers include it: one thread a tile.
#include <bits/gthr-single.h>

// Included by libstdc++'s headers: there is one thread per tile.
#include <bits/gthr-single.h>

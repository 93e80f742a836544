// libstdc++'s headers include it; a tile has no operating system.

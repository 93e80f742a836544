// Included by libstdc++'s headers. Empty, because a tile has no operating system.

// The marks of C programs.
#include "collnoc/firmware/rv32/mark.h"

#include "collnoc/firmware/rv32/registers.hpp"

void collnoc_mark_begin() { collnoc::rv32::mark(collnoc::tile::mark_begin); }
void collnoc_mark_end() { collnoc::rv32::mark(collnoc::tile::mark_end); }

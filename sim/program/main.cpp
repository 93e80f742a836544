// The program `collnoc`: binds the command line to the simulator and to the schedules.
#include <unistd.h>

#include <iostream>

#include "sim/engine/simulator.hpp"
#include "sim/program/program.hpp"
#include "sim/program/schedule_catalogue.hpp"

int main(int argc, char** argv) {
  collnoc::Console console{std::cout, std::cerr, ::isatty(STDOUT_FILENO) != 0, ::isatty(STDERR_FILENO) != 0,
                           true};
  const collnoc::ScheduleCatalogue catalogue(collnoc::TunedTable::built_in());
  collnoc::Simulator engine;
  return collnoc::run_program({argv + 1, argv + argc}, console, catalogue, engine);
}

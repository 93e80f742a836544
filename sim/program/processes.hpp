// Several processes that mpirun has started with the same arguments, to simulate one network together.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "sim/distributed/transport.hpp"

namespace collnoc {

/// Connects this process to the others that mpirun (or a Slurm with PMI) has started. nullptr if there is
/// only one. Throws NotInstalled without the library for MPI.
std::unique_ptr<Transport> connect_processes();

/// Whether mpirun, or srun, has started this process, alone or with others. It passes on what is printed, so
/// that colours and progress would not go to a terminal.
bool is_started_by_mpi();

/// Whether this is the first process, as far as can be known before they are connected.
bool is_first_process();

/// Throws UserError for a command that one process must run alone.
void check_for_processes(const std::vector<std::string>& arguments);

}  // namespace collnoc

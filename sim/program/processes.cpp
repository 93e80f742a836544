#include "sim/program/processes.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "sim/common/errors.hpp"
#include "sim/fabric/paths.hpp"
#include "sim/fabric/shared_library.hpp"

namespace collnoc {
namespace {

unsigned long number_in(const char* variable, unsigned long fallback) {
  const char* text = std::getenv(variable);
  return text == nullptr ? fallback : std::strtoul(text, nullptr, 10);
}

/// Set by mpirun of Open MPI, by that of MPICH, and by srun with PMIx.
unsigned long started() {
  if (std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr) return number_in("OMPI_COMM_WORLD_SIZE", 1);
  if (std::getenv("PMI_SIZE") != nullptr) return number_in("PMI_SIZE", 1);
  if (std::getenv("PMIX_RANK") != nullptr) return number_in("SLURM_STEP_NUM_TASKS", 1);
  return 1;
}

}  // namespace

bool is_started_by_mpi() {
  return std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr || std::getenv("PMI_SIZE") != nullptr ||
         std::getenv("PMIX_RANK") != nullptr;
}

bool is_first_process() {
  return number_in("OMPI_COMM_WORLD_RANK", number_in("PMI_RANK", number_in("PMIX_RANK", 0))) == 0;
}

std::unique_ptr<Transport> connect_processes() {
  if (started() <= 1) return nullptr;
  const std::filesystem::path file = own_library("mpi");
  if (!std::filesystem::exists(file)) {
    throw NotInstalled(fmt::format(
        "mpirun has started {} processes, but there is no {}; libopenmpi-dev makes it when collnoc "
        "is built",
        started(), file.string()));
  }
  const SharedLibrary library(file.string(), SharedLibrary::Lifetime::process);
  return library.api<TransportApi>(transport_symbol, transport_version, "transport").make();
}

void check_for_processes(const std::vector<std::string>& arguments) {
  const std::string command = arguments.empty() ? "" : arguments.front();
  if (command == "run" || command == "traffic") return;
  throw UserError(fmt::format(
      "only run and traffic can use several processes; start 'collnoc {}' without mpirun", command));
}

}  // namespace collnoc

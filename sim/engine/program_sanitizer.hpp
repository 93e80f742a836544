// The sanitizer of a program on processors: its loads, stores and waits, and the lines that they come from.
#pragma once
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/engine/run_sanitizer.hpp"
#include "sim/processor/elf.hpp"
#include "sim/processor/processor_host.hpp"
#include "sim/processor/program_places.hpp"

namespace collnoc {

class ProgramSanitizer {
 public:
  /// `program` and `places` must outlive this object. The memories hold the program's data and the boot
  /// block.
  ProgramSanitizer(Fabric& fabric, const TileProgram& program, ProgramPlaces& places);
  ~ProgramSanitizer();

  /// Watches the processor of the next rank; `host` must not run longer than this object exists.
  void watch(ProcessorHost& host);
  MessageSanitizer& messages() { return run_.messages(); }
  /// The counters that puts of sequencers have named since the last call, with the code that wrote the plan.
  std::vector<std::pair<Rank, NamedCounter>> take_planned_counters() { return std::exchange(planned_, {}); }

 private:
  class TileWatch;

  std::uint32_t address_of_free() const;
  bool is_own(std::uint32_t pc);
  std::string place(const Site& site);
  std::string protects(std::uint32_t begin, std::uint32_t end);

  const TileProgram& program_;
  ProgramPlaces& places_;
  std::vector<std::int8_t> is_own_;  // of each instruction of program memory; -1: not yet known
  std::uint32_t memory_bytes_, free_;
  RunSanitizer run_;
  std::deque<TileWatch> tiles_;
  std::vector<std::pair<Rank, NamedCounter>> planned_;
};

}  // namespace collnoc

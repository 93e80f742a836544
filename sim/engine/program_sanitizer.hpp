// The sanitizer of a program on processors: its loads, stores and waits, and the lines that they come from.
#pragma once
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/engine/run_sanitizer.hpp"
#include "sim/processor/elf.hpp"
#include "sim/processor/processor_host.hpp"
#include "sim/processor/source_lines.hpp"

namespace collnoc {

class ProgramSanitizer {
 public:
  /// `program` must outlive this object. The memories hold the program's data and the boot block.
  ProgramSanitizer(Fabric& fabric, const TileProgram& program);
  ~ProgramSanitizer();

  /// Watches the processor of the next rank; `host` must not run longer than this object exists.
  void watch(ProcessorHost& host);
  MessageSanitizer& messages() { return run_.messages(); }

 private:
  class TileWatch;

  std::string place(const Site& site);
  std::string protects(std::uint32_t begin, std::uint32_t end);
  /// A wait of MmioTile reads the counter at `pc`: it says itself for how many it waits.
  bool is_wait(std::uint32_t pc);

  const TileProgram& program_;
  SourceLines lines_;
  std::uint32_t memory_bytes_;
  std::unordered_map<std::uint32_t, bool> is_wait_;
  RunSanitizer run_;
  std::deque<TileWatch> tiles_;
};

}  // namespace collnoc

// The sanitizer of a program on processors: its loads, stores and waits, and the lines that they come from.
#pragma once
#include <deque>
#include <memory>
#include <string>

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

  std::uint32_t address_of_free() const;
  std::string place(const Site& site);
  std::string protects(std::uint32_t begin, std::uint32_t end);

  const TileProgram& program_;
  SourceLines lines_;
  std::uint32_t memory_bytes_, free_;
  RunSanitizer run_;
  std::deque<TileWatch> tiles_;
};

}  // namespace collnoc

// What surrounds a tile's processor in tests: a program, tile memory, NIC registers that return what was
// written, and events. Reads see all writes of earlier cycles; data without a request is random.
#pragma once
#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <utility>
#include <vector>

#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/model/tile/tile_processor.hpp"
#include "tests/support/riscv.hpp"

namespace collnoc::test {

class TileSurroundings {
 public:
  TileSurroundings(unsigned seed, std::uint32_t mem_words, std::uint32_t program_size)
      : program(program_size / 4), memory(mem_words), nic(256), random_(seed) {}

  std::vector<std::uint32_t> program;
  std::vector<std::uint64_t> memory;
  std::vector<std::uint32_t> nic;
  unsigned not_ready_percent = 0, event_percent = 0;
  /// Decides from the processor's requests whether there is an event in this cycle.
  std::function<bool(const model::TileProcessorOut&)> event_when;

  // What the processor did.
  std::vector<std::pair<unsigned, std::uint32_t>> reported;
  std::vector<std::pair<unsigned, std::uint32_t>> nic_writes;

  void load(const riscv::Program& p) {
    std::copy(p.words().begin(), p.words().end(), program.begin() + p.base() / 4);
  }
  std::uint32_t word(std::uint32_t byte) const {
    return static_cast<std::uint32_t>(memory.at(byte / 8) >> (byte & 4) * 8);
  }

  /// The inputs of one cycle, in which the processor drives `asks`; performs these accesses.
  model::TileProcessorIn answer(const model::TileProcessorOut& asks) {
    model::TileProcessorIn in = next_;
    in.cycle = now_++;
    in.reg_ready = random_() % 100 >= not_ready_percent;
    in.event = random_() % 100 < event_percent || (event_when && event_when(asks));
    next_.prog_rdata = asks.prog_en ? program.at(asks.prog_addr / 4) : static_cast<std::uint32_t>(random_());
    next_.reg_rdata = static_cast<std::uint32_t>(random_());
    next_.host_rdata = std::uint64_t{random_()} << 32 | random_();
    if (asks.host_valid) access_memory(asks);
    if (asks.access.valid) access_nic(asks.access, in.reg_ready);
    if (asks.report_valid) reported.emplace_back(asks.report_addr, asks.report_wdata);
    return in;
  }
  /// After a reset: another time, just before a carry of the cycle counter.
  void restart() {
    next_ = {};
    now_ = (std::uint64_t{random_()} << 32) - random_() % 100;
  }

 private:
  void access_memory(const model::TileProcessorOut& asks) {
    std::uint64_t& w = memory.at(asks.host_addr);
    if (!asks.host_write) next_.host_rdata = w;
    for (unsigned b = 0; b < 8; ++b) {
      const std::uint64_t mask = std::uint64_t{0xff} << 8 * b;
      if ((asks.host_strb >> b & 1) != 0) w = (w & ~mask) | (asks.host_wdata & mask);
    }
  }
  void access_nic(const model::RegisterAccess& access, bool ready) {
    std::uint32_t& r = nic.at(access.addr / 4);
    if (!access.write) {
      next_.reg_rdata = r;
    } else if (!nic::is_put_register(access.addr) || ready) {
      r = access.wdata;
      nic_writes.emplace_back(access.addr, access.wdata);
    }
  }

  std::mt19937 random_;
  model::TileProcessorIn next_;
  std::uint64_t now_ = 1;
};

}  // namespace collnoc::test

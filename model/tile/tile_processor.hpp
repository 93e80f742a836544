// Model counterpart of rtl/tile/tile_processor.sv: a processor and its address decoder, without the memories.
#pragma once
#include <cstdint>

#include "collnoc/arch/tile_registers.hpp"
#include "collnoc/model/cpu/cpu.hpp"
#include "collnoc/model/nic/nic.hpp"

namespace collnoc::model {

/// Inputs of one cycle. Read data belongs to the requests of the previous cycle.
struct TileProcessorIn {
  std::uint64_t cycle = 0;
  bool reg_ready = true;  ///< a write to a put register is accepted; all other accesses always are
  bool event = false;     ///< from the NIC
  std::uint32_t reg_rdata = 0;
  std::uint32_t prog_rdata = 0;
  std::uint64_t host_rdata = 0;
};

/// Values of the ports. Without a request (`prog_en`, `host_valid`, `access.valid`, `report_valid`, `retired`
/// or `trapped`, `wrote`, `late`), the values that belong to it are 0.
struct TileProcessorOut {
  // These depend on registers only.
  bool prog_en = false;
  std::uint32_t prog_addr = 0;  ///< bytes, a multiple of 4
  bool host_valid = false, host_write = false;
  std::uint32_t host_addr = 0;   ///< 8-byte words
  std::uint64_t host_wdata = 0;  ///< 0 for a read
  std::uint8_t host_strb = 0;    ///< bytes; 0 for a read
  RegisterAccess access;         ///< wdata is 0 for a read
  bool report_valid = false;     ///< a tile register other than EVENT is written
  std::uint8_t report_addr = 0;  ///< its offset
  std::uint32_t report_wdata = 0;
  bool quiescent = false;  ///< nothing changes until there is an event
  // What happened in the cycle that `tick` ended; nothing after a reset.
  bool retired = false, trapped = false, wrote = false, late = false;
  std::uint32_t pc = 0, instr = 0, wdata = 0, late_wdata = 0;

  friend bool operator==(const TileProcessorOut&, const TileProcessorOut&) = default;
};

class TileProcessor {
 public:
  /// `program_bytes`: a power of two, 512 to 2^28. `mem_words`: number of 8-byte words.
  TileProcessor(std::uint32_t program_bytes, unsigned mul_bits, std::uint32_t hart_id,
                std::uint32_t mem_words)
      : program_bytes_(program_bytes),
        hart_id_(hart_id),
        mem_words_(mem_words),
        cpu_(tile::boot_address, mul_bits) {
    settle();
  }
  /// The effect of a reset; other registers keep their values.
  void reset();
  /// Values of the ports in this cycle.
  const TileProcessorOut& out() const { return out_; }
  /// One clock edge. It may be omitted in a cycle in which the processor is quiescent and there is no event.
  void tick(const TileProcessorIn& in);

  const Cpu& cpu() const { return cpu_; }
  /// Updates the ports after a visitor has written to registers.
  void settle();

  /// Passes every register to the visitor with its RTL name, relative to tile_processor.sv
  /// (model/tile/registers.hpp).
  template <class Self, class Visitor>
  static void registers(Self& self, Visitor&& v);

 private:
  void decode();
  std::uint32_t data_rdata(const TileProcessorIn& in) const;

  std::uint32_t program_bytes_, hart_id_, mem_words_;
  Cpu cpu_;
  bool event_q_ = false;
  // Target of the last data request: its region, whether it was the upper half of an 8-byte word, whether it
  // was EVENT.
  std::uint8_t from_q_ = 0;
  bool is_upper_q_ = false, is_event_q_ = false;

  // Wires of this cycle.
  bool constant_ = false, put_write_ = false, clear_event_ = false, instr_error_ = false, data_error_ = false;
  TileProcessorOut out_;
};

}  // namespace collnoc::model

// Twin of rtl/tile/tile_processor.sv: a processor and what is at its addresses, without the memories.
#pragma once
#include <cstdint>

#include "collnoc/model/cpu/cpu.hpp"
#include "collnoc/model/nic/nic.hpp"

namespace collnoc::model {

/// Inputs of a cycle. Read data is of the requests of the last one.
struct TileProcessorIn {
  std::uint64_t cycle = 0;
  bool reg_ready = true;  ///< a write of a put register is taken; every other access always is
  bool event = false;     ///< of the NIC
  std::uint32_t reg_rdata = 0;
  std::uint32_t prog_rdata = 0;
  std::uint64_t host_rdata = 0;
};

/// What the ports show. Where there is no request (`prog_en`, `host_valid`, `access.valid`, `tell_valid`,
/// `retired` or `trapped`, `wrote`), what belongs to it is 0.
struct TileProcessorOut {
  // Functions of registers alone.
  bool prog_en = false;
  std::uint32_t prog_addr = 0;  ///< bytes, a multiple of 4
  bool host_valid = false, host_write = false;
  std::uint32_t host_addr = 0;   ///< 8-byte words
  std::uint64_t host_wdata = 0;  ///< 0 of a read
  std::uint8_t host_strb = 0;    ///< bytes; 0 of a read
  RegisterAccess access;         ///< wdata is 0 of a read
  bool tell_valid = false;       ///< a tile register but EVENT is written
  std::uint8_t tell_addr = 0;    ///< its offset
  std::uint32_t tell_wdata = 0;
  bool quiescent = false;  ///< nothing changes until there is an event
  // What happened in the cycle that `tick` ended; nothing after a reset.
  bool retired = false, trapped = false, wrote = false;
  std::uint32_t pc = 0, instr = 0, wdata = 0;

  friend bool operator==(const TileProcessorOut&, const TileProcessorOut&) = default;
};

class TileProcessor {
 public:
  /// `program_bytes`: a power of two, 4 to 2^28. `mem_words` of 8 bytes.
  TileProcessor(std::uint32_t program_bytes, unsigned mul_bits, std::uint32_t hart_id,
                std::uint32_t mem_words)
      : program_bytes_(program_bytes), hart_id_(hart_id), mem_words_(mem_words), cpu_(0, mul_bits) {
    settle();
  }
  /// What a reset does; other registers keep their values.
  void reset();
  /// What the ports show in this cycle.
  const TileProcessorOut& out() const { return out_; }
  /// One clock edge. A cycle in which it is quiescent and there is no event may be left out.
  void tick(const TileProcessorIn& in);

  const Cpu& cpu() const { return cpu_; }
  /// Shows what the registers imply, after a visitor has written to them.
  void settle();

  /// Shows every register under its name in the RTL, relative to tile_processor.sv
  /// (model/tile/registers.hpp).
  template <class Self, class Visitor>
  static void registers(Self& self, Visitor&& v);

 private:
  void decode();
  std::uint32_t data_rdata(const TileProcessorIn& in) const;

  std::uint32_t program_bytes_, hart_id_, mem_words_;
  Cpu cpu_;
  bool event_q_ = false;
  // Where the last data request went to: its region, whether to the upper half of a word of 8 bytes, whether
  // to EVENT.
  std::uint8_t from_q_ = 0;
  bool is_upper_q_ = false, is_event_q_ = false;

  // Wires of this cycle.
  bool constant_ = false, put_write_ = false, clear_event_ = false, instr_error_ = false, data_error_ = false;
  TileProcessorOut out_;
};

}  // namespace collnoc::model

// A NIC at its clock, by the pins of rtl/nic/nic.sv: what the model, RTL, both in lockstep, and a NIC of your
// own have in common. With a router it is a node (model/tile/split_node.hpp).
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>

#include "collnoc/model/nic/nic.hpp"

namespace collnoc::model {

/// Inputs of one cycle. Array elements are read only where a mask bit is set.
struct NicIn {
  std::uint32_t cycle = 0;
  bool reset = false;  ///< rst_ni is low; sampled at the edge only
  RegisterAccess access;
  std::array<std::uint8_t, max_channels> inj_credit{};  ///< [injection channel] one bit per vc
  std::uint32_t ej_valid = 0;                           ///< one bit per ejection channel
  std::array<FlitRef, max_channels> ej;                 ///< [ejection channel]
  std::uint32_t rd_gnt = 0;                             ///< one bit per read port
  std::uint32_t wr_gnt = 0;                             ///< one bit per channel
  /// Of reads granted in the last cycle: [port * words of a flit]; null: none was.
  const std::uint64_t* rd_data = nullptr;
  bool halt = false;            ///< no packet begins
  std::uint32_t count = 0;      ///< of the router, if one was read in the last cycle
  std::uint32_t discarded = 0;  ///< register DISCARDED
};

struct NicOut {
  // These depend on registers only.
  bool reg_ready = true, event = false, quiescent = true;
  bool drained = true;       ///< with halt: the router is owed nothing, and owes nothing
  std::uint32_t rd_req = 0;  ///< one bit per read port
  std::uint32_t wr_req = 0;  ///< one bit per channel
  std::array<std::uint32_t, max_reads> rd_addr{};     ///< 8-byte words
  std::array<std::uint32_t, max_channels> wr_addr{};  ///< [channel]
  std::array<const std::uint64_t*, max_channels> wr_data{};
  std::array<std::uint64_t, max_channels> wr_strb{};  ///< one bit per byte
  std::uint32_t inj_valid = 0;                        ///< one bit per injection channel

  // These depend on inputs of the same cycle, too: data of flits on rd_data, reg_rdata on count, ej_credit on
  // the grants, count_read and count_number on the access.
  std::array<FlitRef, max_channels> inj;  ///< [injection channel]; data of a payload flit is that of rd_data
  std::uint32_t reg_rdata = 0;
  std::uint32_t ej_credit = 0;  ///< one bit per ejection channel
  bool count_read = false;
  std::uint8_t count_number = 0;  ///< {output, event}; 0 without count_read
};

class ClockedNic {
 public:
  virtual ~ClockedNic() = default;
  virtual void reset() = 0;
  /// Writes the outputs of this cycle; without effect on the NIC. What `inj` points to stays readable until
  /// the next edge(), what `wr_data` points to until the one after it.
  virtual void settle(const NicIn& in, NicOut& out) = 0;
  /// Simulates one clock edge.
  virtual void edge(const NicIn& in) = 0;
};

/// Makes a NIC when its reset begins. Never null.
using NicMaker = std::function<std::unique_ptr<ClockedNic>(const HardwareConfig&, const Place&)>;
/// The plain model.
std::unique_ptr<ClockedNic> make_model_nic(const HardwareConfig& config, const Place& place);

}  // namespace collnoc::model

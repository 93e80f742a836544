// The pins of a node (rtl/tile/node.sv) as values: inputs and outputs of any node, RTL or model, in one
// cycle.
#pragma once
#include <array>
#include <cstdint>
#include <cstring>

#include "collnoc/model/common/flit.hpp"
#include "collnoc/model/common/sized_arrays.hpp"
#include "collnoc/model/nic/nic.hpp"

namespace collnoc::model {

/// Inputs of one cycle. Array elements are read only where a mask bit is set.
struct NodeIn {
  std::uint32_t cycle = 0;
  bool tile_reset = false;                       ///< tile_rst_ni is low
  std::uint32_t link_valid = 0;                  ///< one bit per link: a flit arrives
  std::uint32_t link_credit = 0;                 ///< one bit per link: credits arrive
  const FlitRef* link = nullptr;                 ///< [link]
  std::array<std::uint8_t, max_links> credit{};  ///< one bit per vc; 0 of links that are not in `link_credit`
  RegisterAccess access;
  std::uint32_t rd_gnt = 0;                ///< one bit per read port
  std::uint32_t wr_gnt = 0;                ///< one bit per channel
  const std::uint64_t* rd_data = nullptr;  ///< of reads granted in the last cycle: [port * words of a flit]

  /// `credit`, link l in byte l.
  std::uint64_t credit_bytes() const {
    std::uint64_t all = 0;
    std::memcpy(&all, credit.data(), sizeof all);
    return all;
  }
};

/// Outputs; they depend on the node's registers only.
struct NodeOut {
  std::uint32_t link_valid = 0;
  std::uint32_t link_credit = 0;
  std::array<std::uint8_t, max_links> credit{};
  bool reg_ready = true;
  bool event = false;
  bool quiescent = true;
  bool held = false;  ///< the tile must stay in reset
  std::uint32_t reg_rdata = 0;
  std::uint32_t rd_req = 0;  ///< one bit per read port
  std::uint32_t wr_req = 0;  ///< one bit per channel
  FlitRef* link;             ///< [link]
  std::uint32_t* rd_addr;    ///< [read port] 8-byte words
  std::uint32_t* wr_addr;    ///< [channel]
  const std::uint64_t** wr_data;
  std::uint64_t* wr_strb;  ///< one bit per byte

  /// Large enough for any hardware.
  NodeOut() : NodeOut(max_links, max_channels, max_reads) {}
  explicit NodeOut(const HardwareConfig& config)
      : NodeOut(config.links(), config.channels(), config.reads()) {}

 private:
  NodeOut(unsigned links, unsigned channels, unsigned reads)
      : memory_(make_arrays(SizedArray(link, links), SizedArray(wr_data, channels),
                            SizedArray(wr_strb, channels), SizedArray(rd_addr, reads),
                            SizedArray(wr_addr, channels))) {}

  ArrayMemory memory_;
};

}  // namespace collnoc::model

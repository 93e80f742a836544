// The outputs that a packet can leave through, by input: collnoc_pkg::turn_allowed, copies and copy_output.
#pragma once
#include <array>
#include <cstdint>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/model/common/flit.hpp"

namespace collnoc::model {

class Turns {
 public:
  explicit Turns(const HardwareConfig& config);
  /// Shared by all routers of equal turns; lives for ever.
  static const Turns& of(const HardwareConfig& config);

  /// Number of outputs of `input`, and the output port that has place k among them.
  unsigned outputs(unsigned input) const { return outputs_[input]; }
  unsigned output(unsigned input, unsigned k) const { return output_[input][k]; }
  /// Of the input that has most.
  unsigned most_outputs() const { return most_; }
  /// A set of output ports as one of places.
  std::uint8_t compress(unsigned input, std::uint32_t ports) const {
    unsigned places = 0;
    for (unsigned k = 0; k < outputs_[input]; ++k) places |= ((ports >> output_[input][k]) & 1) << k;
    return static_cast<std::uint8_t>(places);
  }
  /// The place of one output port as a set.
  std::uint8_t place(unsigned input, unsigned port) const { return place_[input][port]; }

 private:
  unsigned most_ = 1;
  std::array<std::uint8_t, max_ports> outputs_{};
  std::array<std::array<std::uint8_t, max_ports>, max_ports> output_{}, place_{};
};

}  // namespace collnoc::model

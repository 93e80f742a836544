#include "collnoc/model/systemc/flit_pins.hpp"

namespace collnoc::systemc {

FlitIns::FlitIns(const std::string& prefix, unsigned ports, unsigned words)
    : valid_i((prefix + "_valid_i").c_str(), ports),
      head_i((prefix + "_head_i").c_str(), ports),
      tail_i((prefix + "_tail_i").c_str(), ports),
      vc_i((prefix + "_vc_i").c_str(), ports),
      data_i((prefix + "_data_i").c_str(), ports * words),
      words_(words),
      data_(ports * words) {}

std::uint32_t FlitIns::read(model::FlitRef* flits) {
  std::uint32_t valid = 0;
  for (unsigned p = 0; p < valid_i.size(); ++p) {
    if (!valid_i[p].read()) continue;
    valid |= 1u << p;
    std::uint64_t* const data = &data_[p * words_];
    for (unsigned w = 0; w < words_; ++w) data[w] = data_i[p * words_ + w].read();
    flits[p] = {data, static_cast<std::uint8_t>(vc_i[p].read().to_uint()), head_i[p].read(),
                tail_i[p].read()};
  }
  return valid;
}

FlitOuts::FlitOuts(const std::string& prefix, unsigned ports, unsigned words)
    : valid_o((prefix + "_valid_o").c_str(), ports),
      head_o((prefix + "_head_o").c_str(), ports),
      tail_o((prefix + "_tail_o").c_str(), ports),
      vc_o((prefix + "_vc_o").c_str(), ports),
      data_o((prefix + "_data_o").c_str(), ports * words),
      words_(words) {}

void FlitOuts::write(std::uint32_t valid, const model::FlitRef* flits) {
  for (unsigned p = 0; p < valid_o.size(); ++p) {
    const bool has_flit = (valid >> p & 1) != 0;
    valid_o[p].write(has_flit);
    if (!has_flit) continue;
    head_o[p].write(flits[p].head);
    tail_o[p].write(flits[p].tail);
    vc_o[p].write(flits[p].vc);
    for (unsigned w = 0; w < words_; ++w) data_o[p * words_ + w].write(flits[p].data[w]);
  }
}

FlitWires::FlitWires(const std::string& prefix, unsigned ports, unsigned words)
    : valid((prefix + "_valid").c_str(), ports),
      head((prefix + "_head").c_str(), ports),
      tail((prefix + "_tail").c_str(), ports),
      vc((prefix + "_vc").c_str(), ports),
      data((prefix + "_data").c_str(), ports * words),
      words_(words) {}

void FlitWires::drive(unsigned wire, FlitIns& pins, unsigned port) {
  pins.valid_i[port](valid[wire]);
  pins.head_i[port](head[wire]);
  pins.tail_i[port](tail[wire]);
  pins.vc_i[port](vc[wire]);
  for (unsigned w = 0; w < words_; ++w) pins.data_i[port * words_ + w](data[wire * words_ + w]);
}

void FlitWires::follow(unsigned wire, FlitOuts& pins, unsigned port) {
  pins.valid_o[port](valid[wire]);
  pins.head_o[port](head[wire]);
  pins.tail_o[port](tail[wire]);
  pins.vc_o[port](vc[wire]);
  for (unsigned w = 0; w < words_; ++w) pins.data_o[port * words_ + w](data[wire * words_ + w]);
}

}  // namespace collnoc::systemc

#include "sim/processor/startup_meter.hpp"

#include <algorithm>
#include <utility>

#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/model/common/flit.hpp"

namespace collnoc {

StartupMeter::StartupMeter(std::vector<std::uint32_t> puts, const HardwareConfig& hardware,
                           NodeAddress address)
    : puts_(std::move(puts)),
      hardware_(hardware),
      packet_bytes_((hardware.max_packet_flits - 1) * hardware.flit_bytes()),
      address_(address) {
  for (const std::uint32_t pc : puts_) may_put_ |= bit_of(pc);
}

void StartupMeter::called(Cycle now) {
  called_ = now;
  free_ = leaving_.empty();
}

void StartupMeter::wrote(Cycle now, std::uint16_t reg, std::uint32_t value, bool taken) {
  if (called_ == never) called(now);
  if (!taken) return;
  if (!put_.write(hardware_, reg, value)) return;
  const std::uint32_t node = put_.put_node_q, bytes = nic::bytes_length.of(put_.put_bytes_q),
                      remote = put_.put_addr_q;
  const bool signal = (put_.put_ctrl_q & nic::ctrl_signal) != 0;
  if (node != address_) {
    const std::uint32_t before_last = signal || bytes == 0 ? 0 : (bytes - 1) / packet_bytes_ * packet_bytes_;
    leaving_.push_back({called_, node, remote / 8, (remote + before_last) / 8, free_ && !signal, false, -1});
  }
  called_ = never;
}

void StartupMeter::look_for_message(Cycle now, Link link, const model::FlitRef& flit) {
  const int channel = static_cast<int>(link * 4 + flit.vc);
  const auto head = flit.head ? model::Head::from_word(flit.data[0]) : model::Head{};
  if (flit.head && head.src == (address_ & 0xfff)) {
    const auto message = std::find_if(leaving_.begin(), leaving_.end(), [&](const Message& one) {
      return one.dst == head.dst && one.tail < 0 && (one.begun || one.first == head.addr) &&
             head.addr >= one.first && head.addr <= one.last;
    });
    if (message != leaving_.end()) {
      if (!message->begun && message->measured) {
        samples_.push_back(static_cast<std::uint32_t>(now - message->called));
      }
      message->begun = true;
      if (head.addr == message->last) message->tail = channel;
    }
  }
  if (flit.tail) std::erase_if(leaving_, [&](const Message& one) { return one.tail == channel; });
}

}  // namespace collnoc

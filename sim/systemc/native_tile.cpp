#include "sim/systemc/native_tile.hpp"

#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/firmware/native/refusal.hpp"

namespace collnoc::systemc {
namespace {

constexpr std::uint16_t counter_register(std::uint8_t counter) {
  return static_cast<std::uint16_t>(nic::counter(counter));
}

}  // namespace

void NativeTile::put(const Put& put) {
  if (const std::string why = why_refused(put, rank_, topology_, bus_.memory().size()); !why.empty()) {
    throw HostFailure(tile_failed(rank_, why));
  }
  writer_.begin(put, topology_.address(put.dst));
  perform();
}

void NativeTile::put(Put put, const Box& box) {
  put.dst = box.from;
  writer_.begin(put, topology_.address(box.from));
  writer_.to_corner(topology_.address(box.to));
  perform();
}

void NativeTile::perform() {
  if (startup_cycles_ != 0) bus_.wait_until(bus_.cycle() + startup_cycles_);
  // The bus waits until the NIC is ready, so the writer does not have to.
  while (!writer_.idle()) bus_.access(writer_.drive(true));
}

void NativeTile::wait(std::uint8_t counter, std::uint32_t at_least) {
  while (bus_.access({true, false, counter_register(counter), 0}) < at_least) bus_.wait_event();
}

void NativeTile::consume(std::uint8_t counter, std::uint32_t n) {
  bus_.access({true, true, counter_register(counter), n});
}

}  // namespace collnoc::systemc

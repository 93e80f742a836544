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
  name(put.counter, CounterUse::put);
  writer_.begin(put, topology_.address(put.dst));
  perform();
}

void NativeTile::put(Put put, const Box& box) {
  if (const std::string why = why_refused(put, box, rank_, topology_, bus_.memory().size()); !why.empty()) {
    throw HostFailure(tile_failed(rank_, why));
  }
  name(put.counter, CounterUse::put);
  if (channels_ == 0) channels_ = nic::shape_channels.of(bus_.access({true, false, nic::shape, 0}));
  const auto send = [&](const Box& part, Route route) {
    put.dst = part.from;
    put.route = route;
    writer_.begin(put, topology_.address(part.from));
    writer_.to_corner(topology_.address(part.to));
    perform();
  };
  for_each_put(topology_, topology_.coordinates(rank_), channels_, box, put.route, send);
}

void NativeTile::perform() {
  if (startup_cycles_ != 0) bus_.wait_until(bus_.cycle() + startup_cycles_);
  writes_.clear();
  // The bus waits until the NIC is ready, so the writer does not have to.
  while (!writer_.idle()) writes_.push_back(writer_.drive(true));
  bus_.access(writes_);
}

void NativeTile::wait(std::uint8_t counter, std::uint32_t at_least) {
  name(counter, CounterUse::wait);
  while (bus_.access({true, false, counter_register(counter), 0}) < at_least) bus_.wait_event();
}

void NativeTile::consume(std::uint8_t counter, std::uint32_t n) {
  name(counter, CounterUse::consume);
  bus_.access({true, true, counter_register(counter), n});
}

void NativeTile::name(unsigned counter, CounterUse use) {
  if (counter == 0 && use == CounterUse::put) return;  // none
  if (counter == 0 || counter >= counter_count)
    throw HostFailure(tile_failed(rank_, counter_refusal_text(counter)));
  if (const std::string why = counters_.name(rank_, counter, use, in_library_ != 0); !why.empty())
    throw HostFailure(why);
}

}  // namespace collnoc::systemc

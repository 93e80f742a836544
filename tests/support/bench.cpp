#include "tests/support/bench.hpp"

#include <stdexcept>

namespace collnoc::test {

model::RegisterAccess Bus::drive(Cycle now, const model::NodeOut& node) {
  if (reading_) {
    values.push_back(node.reg_rdata);
    reading_ = false;
  }
  if (now < wake_at_) return {};  // woken by an event before its time
  if (todo_.empty()) {
    wake_at_ = never;
    return {};
  }
  const model::RegisterAccess access = todo_.front();
  const bool put_register = nic::is_put_register(access.addr);
  if (access.write && put_register && !node.reg_ready) return access;
  todo_.pop_front();
  reading_ = !access.write;
  if (access.write) last_write = now;
  return access;
}

Bench::Bench(const Topology& topology, const HardwareConfig& config, NodeKind kind, Fabric::Options options) {
  for (Rank r = 0; r < topology.size(); ++r) buses_.push_back(std::make_unique<Bus>());
  fabric_ = std::make_unique<Fabric>(topology, config, options, node_factory(kind, config, log_));
  for (Rank r = 0; r < topology.size(); ++r) fabric_->set_host(r, buses_[r].get());
}

void Bench::write(Rank rank, std::uint32_t address, std::uint32_t value) {
  bus(rank).write(address, value);
  for (unsigned n = 0; !bus(rank).idle(); ++n) {
    if (n > 10'000) throw std::runtime_error("the write is not taken");
    fabric_->step();
  }
}

std::uint32_t Bench::read(Rank rank, std::uint32_t address) {
  bus(rank).read(address);
  while (!bus(rank).idle()) fabric_->step();
  return bus(rank).values.back();
}

void Bench::put(Rank rank, std::uint32_t src, std::uint32_t addr, std::uint32_t bytes, std::uint32_t ctrl,
                Rank dst) {
  Bus& b = bus(rank);
  b.write(nic::put_src, src);
  b.write(nic::put_addr, addr);
  b.write(nic::put_bytes, bytes);
  b.write(nic::put_ctrl, ctrl);
  b.write(nic::put_node, fabric_->topology().address(dst));
}

bool Bench::settle(Cycle limit) {
  const auto done = [&] {
    for (const auto& b : buses_) {
      if (!b->idle()) return false;
    }
    return fabric_->quiet();
  };
  for (const Cycle end = fabric_->now() + limit; fabric_->now() < end;) {
    fabric_->step();
    if (done()) return true;
  }
  return false;
}

const model::Node& Bench::state(Rank rank) { return fabric_->node(rank).state(); }

}  // namespace collnoc::test

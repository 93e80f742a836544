#include "sim/schedule/payload.hpp"

namespace collnoc {
namespace {

/// Calls visit(address, source, target) for every block of `bytes` bytes that must be at `rank` at the end.
template <class Visit>
void for_each_arrival(Collective collective, const Job& job, Rank rank, Visit&& visit) {
  if (collective == Collective::broadcast) {
    visit(job.base, job.root, no_rank);
    return;
  }
  for (Rank origin = 0; origin < job.topology.size(); ++origin) {
    if (collective == Collective::all_to_all_broadcast) {
      visit(block_address(job, origin), origin, no_rank);
    } else if (origin != rank) {
      visit(receive_block(job, origin), origin, rank);
    }
  }
}

}  // namespace

void Payload::fill(Rank rank, std::span<std::byte> memory) const {
  const auto write = [&](std::uint32_t address, Rank source, Rank target, std::uint8_t flip) {
    for (std::uint32_t i = 0; i < job_.bytes; ++i) {
      memory[address + i] = std::byte(payload_byte(source, target, i, seed_) ^ flip);
    }
  };
  for_each_arrival(collective_, job_, rank, [&](std::uint32_t address, Rank source, Rank target) {
    write(address, source, target, source == rank ? 0 : 0xff);
  });
  if (collective_ != Collective::total_exchange) return;
  for (Rank target = 0; target < job_.topology.size(); ++target) {
    write(send_block(job_, target), rank, target, 0);
  }
}

PayloadCheck Payload::check(Rank rank, std::span<const std::byte> memory) const {
  PayloadCheck result;
  for_each_arrival(collective_, job_, rank, [&](std::uint32_t address, Rank source, Rank target) {
    for (std::uint32_t i = 0; i < job_.bytes; ++i) {
      ++result.bytes_checked;
      if (memory[address + i] == std::byte(payload_byte(source, target, i, seed_))) continue;
      if (result.bytes_wrong++ == 0) result.first_wrong = address + i;
    }
  });
  return result;
}

}  // namespace collnoc

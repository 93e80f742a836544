#include "sim/commands/plan_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace collnoc {

std::string plan_namespace(const std::string& file) {
  const std::filesystem::path path(file);
  const std::string name = path.stem().string();
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool good = path.extension() == ".hpp" && !name.empty() && letter(name.front()) &&
                    std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || digit(c); });
  return good ? name : "";
}

std::string plan_header(const std::string& name, const ScheduleRequest& request, const LinkedPlans& plans,
                        const std::string& command) {
  std::string words, begins;
  std::size_t count = 0, longest = 0;
  for (const auto& plan : plans.words_per_rank) {
    begins += fmt::format("{}{},", begins.empty() ? "" : " ", count);
    words += fmt::format("    // rank {}\n", &plan - plans.words_per_rank.data());
    for (const std::uint64_t word : plan) words += fmt::format("    0x{:016x},\n", word);
    count += plan.size();
    longest = std::max(longest, plan.size());
  }
  const std::string root =
      form_of(request.collective).rooted() ? fmt::format(" from rank {}", request.root) : "";
  return fmt::format(R"(// Plans for the NICs' sequencers, made by: {command}
// {collective}{root}, {algorithm}, on {topology} {nic}. Use: collnoc/firmware/runtime/linked_plan.hpp.
#pragma once
#include <cstdint>
#include <span>

namespace {name} {{

inline constexpr std::uint32_t ranks = {ranks};
inline constexpr std::uint32_t channels = {channels};  // of the NIC
inline constexpr std::uint32_t bytes = {bytes};  // of the message or block
inline constexpr std::uint32_t memory_bytes = {memory};  // memory of the collective
inline constexpr std::uint32_t plan_bytes = {longest};  // the longest plan

inline constexpr std::uint64_t words[] = {{
{words}}};
inline constexpr std::uint32_t begins[ranks + 1] = {{{begins} {count}}};

/// The plan of a rank, for collnoc::place_plan().
constexpr std::span<const std::uint64_t> plan(std::uint32_t rank) {{
  return {{words + begins[rank], words + begins[rank + 1]}};
}}

}}  // namespace {name}
)",
                     fmt::arg("command", command), fmt::arg("collective", word_of(request.collective)),
                     fmt::arg("root", root), fmt::arg("algorithm", request.algorithm),
                     fmt::arg("topology", request.topology_text), fmt::arg("nic", word_of(request.nic)),
                     fmt::arg("name", name), fmt::arg("ranks", plans.words_per_rank.size()),
                     fmt::arg("channels", plans.channels), fmt::arg("bytes", request.bytes),
                     fmt::arg("memory", plans.memory_bytes), fmt::arg("longest", 8 * longest),
                     fmt::arg("words", words), fmt::arg("begins", begins), fmt::arg("count", count));
}

}  // namespace collnoc

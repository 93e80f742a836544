#include "collnoc/model/systemc/hardware_check.hpp"

#include <stdexcept>
#include <systemc>

#include "collnoc/model/legality.hpp"
#include "collnoc/model/systemc/node_module.hpp"

namespace collnoc::systemc {

void refuse_hardware(const std::string& module, const std::string& why) {
  const std::string text = module + ": " + why;
  SC_REPORT_ERROR(hardware_report, text.c_str());
  throw std::invalid_argument(text);
}

void require_legal(const std::string& module, const HardwareConfig& config) {
  if (const auto broken = why_illegal(config)) refuse_hardware(module, broken->text());
}

void require_legal(const std::string& module, const HardwareConfig& config, const Topology& topology,
                   std::uint32_t mem_words) {
  if (const auto broken = why_illegal(config, topology)) refuse_hardware(module, broken->text());
  if (mem_words > 1u << addr_w)
    refuse_hardware(module, "mem_words: must be at most " + std::to_string(1u << addr_w));
}

}  // namespace collnoc::systemc

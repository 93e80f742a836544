#include "tests/fuzz/targets.hpp"

#include <CLI/CLI.hpp>
#include <new>
#include <stdexcept>

#include "sim/common/errors.hpp"
#include "tests/fuzz/file_targets.hpp"
#include "tests/fuzz/option_targets.hpp"

namespace collnoc::test {

const std::vector<Target>& fuzz_targets() {
  static const std::vector<Target> all{{"config", fuzz_config, 1500},
                                       {"set", fuzz_set, 1500},
                                       {"sweep", fuzz_sweep, 4000},
                                       {"matrix", fuzz_matrix, 500},
                                       {"topology", fuzz_topology, 20000},
                                       {"algorithm", fuzz_algorithm, 1500},
                                       {"pattern", fuzz_pattern, 1500},
                                       {"traffic_file", fuzz_traffic_file, 4000},
                                       {"report", fuzz_report, 2000},
                                       {"baseline", fuzz_baseline, 2000},
                                       {"tuned", fuzz_tuned, 4000},
                                       {"energy", fuzz_energy, 4000},
                                       {"sweep_results", fuzz_sweep_results, 1000},
                                       {"elf", fuzz_elf, 2000},
                                       {"source_lines", fuzz_source_lines, 2000},
                                       {"trace", fuzz_trace, 4000}};
  return all;
}

const Target& fuzz_target(std::string_view name) {
  for (const Target& target : fuzz_targets())
    if (target.name == name) return target;
  throw std::invalid_argument("no target " + std::string(name));
}

std::optional<std::string> fault_of(const Target& target, std::string_view input) {
  std::string message;
  try {
    target.run(input);
    return std::nullopt;
  } catch (const UserError& error) {
    message = error.what();
  } catch (const CLI::ParseError& error) {  // the program prints it in the same way
    message = error.what();
  } catch (const NotInstalled&) {
    return std::nullopt;
  } catch (const std::bad_alloc&) {
    return "std::bad_alloc";
  } catch (const std::exception& error) {
    return std::string("not refused by a UserError, but: ") + error.what();
  }
  if (message.empty()) return "refused without a word";
  for (const char* internal :
       {"json.exception", "std::", "basic_string", "vector::", "stoi", "stoul", "stod", "map::", "::at"})
    if (message.find(internal) != std::string::npos && input.find(internal) == std::string_view::npos)
      return "words of the implementation: " + message;
  return std::nullopt;
}

}  // namespace collnoc::test

// Compares registers of the RTL, as they lie in memory, with those of the model, in the order of
// model/registers.hpp.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "collnoc/model/tile/node.hpp"

namespace collnoc {

/// Where the RTL stores one register that the model shows.
struct RegisterSlot {
  std::size_t offset = 0;   ///< from the first register of the node
  std::uint32_t bytes = 0;  ///< 0: it is not compared, because synthesis dropped it, for example
  std::uint64_t mask = 0;   ///< of up to 8 bytes: those of the 8 bytes that are read
  friend bool operator==(const RegisterSlot&, const RegisterSlot&) = default;
};

/// Those of a node's registers; equal nodes have the same, so that they stay in the cache.
struct RegisterSlots {
  std::vector<RegisterSlot> plain, all;           ///< without arrays, and with them
  std::size_t compared = 0, compared_of_all = 0;  ///< of them
  friend bool operator==(const RegisterSlots&, const RegisterSlots&) = default;
};

class RegisterComparison {
 public:
  /// Resolves the names of the registers of `node` once. `slot(name)`: where the RTL has it. 8 bytes behind a
  /// register must be readable.
  RegisterComparison(const model::Node& node, const std::function<RegisterSlot(const std::string&)>& slot);

  struct Result {
    std::size_t checked = 0;
    bool differs = false;
  };
  /// `registers`: the first one of the RTL. `arrays`: also buffers, counters and queues.
  Result compare(const model::Node& node, const std::uint8_t* registers, bool arrays) const;

  struct Difference {
    std::string where;  ///< a register's name, with the bits of a wide one
    std::uint64_t rtl = 0, model = 0;
  };
  /// Compares again, with names: the first register that differs; of a wide one, the first 64 bits that
  /// differ.
  Difference first_difference(const model::Node& node, const std::uint8_t* registers) const;

 private:
  std::shared_ptr<const RegisterSlots> slots_;
};

}  // namespace collnoc

// Model counterpart of rtl/cpu/cpu_fetch.sv: fetches instructions in order, ahead of their use.
#pragma once
#include <cstdint>

namespace collnoc::model {

class CpuFetch {
 public:
  std::uint32_t fetch_pc_q = 0;             ///< of the next word to request
  std::uint32_t pc_q = 0;                   ///< of the next instruction to take
  std::uint32_t front_q = 0, second_q = 0;  ///< buffered words
  std::uint8_t count_q = 0;
  bool arrives_q = false;  ///< a word arrives in this cycle
  // Whether the arriving word and the buffered words were refused.
  bool arrives_refused_q = false, front_refused_q = false, second_refused_q = false;

  void reset(std::uint32_t boot_addr) {
    fetch_pc_q = pc_q = boot_addr;
    count_q = 0;
    arrives_q = false;
  }
  bool requests(bool redirect) const { return redirect || count_q + unsigned{arrives_q} < 2; }
  std::uint32_t address(bool redirect, std::uint32_t target) const { return redirect ? target : fetch_pc_q; }
  bool valid() const { return count_q != 0 || arrives_q; }
  std::uint32_t instr(std::uint32_t rdata) const { return count_q != 0 ? front_q : rdata; }
  bool refused() const { return count_q != 0 ? front_refused_q : arrives_refused_q; }
  bool idle() const { return count_q == 2 && !arrives_q; }

  void commit(bool gnt, bool error, std::uint32_t rdata, bool take, bool redirect, std::uint32_t target) {
    const bool granted = gnt && requests(redirect);
    if (arrives_q && (count_q == 0 || take)) {
      front_q = rdata;
      front_refused_q = arrives_refused_q;
    } else if (take) {
      front_q = second_q;
      front_refused_q = second_refused_q;
    }
    if (arrives_q) {
      second_q = rdata;
      second_refused_q = arrives_refused_q;
    }
    if (granted) {
      fetch_pc_q = address(redirect, target) + 4;
    } else if (redirect) {
      fetch_pc_q = target;
    }
    if (redirect) {
      pc_q = target;
      count_q = 0;
    } else {
      if (take) pc_q += 4;
      count_q = static_cast<std::uint8_t>(count_q + unsigned{arrives_q} - unsigned{take});
    }
    arrives_q = granted;
    if (granted) arrives_refused_q = error;
  }
};

}  // namespace collnoc::model

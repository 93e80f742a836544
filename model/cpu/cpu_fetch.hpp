// Model counterpart of rtl/cpu/cpu_fetch.sv: fetches instructions ahead of their use.
#pragma once
#include <cstdint>

#include "collnoc/model/cpu/cpu_btb.hpp"

namespace collnoc::model {

class CpuFetch {
 public:
  bool arrives_q = false;                   ///< a word arrives in this cycle
  std::uint32_t fetch_pc_q = 0;             ///< its address; without one, that of the next word to request
  std::uint32_t front_q = 0, second_q = 0;  ///< buffered words
  std::uint32_t front_pc_q = 0, second_pc_q = 0;  ///< their addresses
  std::uint8_t count_q = 0;
  // Whether the arriving word and the buffered words were refused.
  bool arrives_refused_q = false, front_refused_q = false, second_refused_q = false;
  CpuBtb btb;

  /// What execution says about the instruction at `pc`.
  struct Found {
    bool learn = false, forget = false;  ///< it jumps to the target of the redirect, or does not jump
    std::uint32_t pc = 0;
  };

  void reset(std::uint32_t boot_addr) {
    fetch_pc_q = boot_addr;
    count_q = 0;
    arrives_q = false;
    btb.reset();
  }
  bool requests(bool redirect) const { return redirect || count_q + unsigned{arrives_q} < 2; }
  std::uint32_t address(bool redirect, std::uint32_t target) const {
    if (redirect) return target;
    if (!arrives_q) return fetch_pc_q;
    return btb.jumps(fetch_pc_q) ? btb.target(fetch_pc_q) : fetch_pc_q + 4;
  }
  bool valid() const { return count_q != 0 || arrives_q; }
  std::uint32_t instr(std::uint32_t rdata) const { return count_q != 0 ? front_q : rdata; }
  /// The address of the next word that it delivers, even if that word is not requested yet.
  std::uint32_t pc() const { return count_q != 0 ? front_pc_q : fetch_pc_q; }
  bool refused() const { return count_q != 0 ? front_refused_q : arrives_refused_q; }
  bool idle() const { return count_q == 2 && !arrives_q; }

  /// `next`: address(); `asks`: requests(); `gnt`: the request is granted.
  [[gnu::always_inline]] void commit(bool asks, bool gnt, bool error, std::uint32_t rdata, std::uint32_t next,
                                     bool take, bool redirect, std::uint32_t target, const Found& found) {
    if (arrives_q && (count_q == 0 || take)) {
      front_q = rdata;
      front_pc_q = fetch_pc_q;
      front_refused_q = arrives_refused_q;
    } else if (take) {
      front_q = second_q;
      front_pc_q = second_pc_q;
      front_refused_q = second_refused_q;
    }
    if (arrives_q) {
      second_q = rdata;
      second_pc_q = fetch_pc_q;
      second_refused_q = arrives_refused_q;
    }
    count_q = redirect ? 0 : static_cast<std::uint8_t>(count_q + unsigned{arrives_q} - unsigned{take});
    fetch_pc_q = next;
    arrives_q = asks && gnt;
    if (arrives_q) arrives_refused_q = error;
    if (asks) btb.lookup(next);
    if (found.learn || found.forget) [[unlikely]] {
      if (found.learn) btb.learn(found.pc, target);
      if (found.forget) btb.forget(found.pc);
    }
  }
};

}  // namespace collnoc::model

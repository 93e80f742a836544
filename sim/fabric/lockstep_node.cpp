#include "sim/fabric/lockstep_node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sim/common/errors.hpp"
#include "sim/fabric/bits.hpp"
#include "sim/fabric/register_names.hpp"
#include "sim/topology/link_name.hpp"

namespace collnoc {

std::string Mismatch::text() const {
  return fmt::format("cycle {}, node {}, {}: {} {}, model {}", cycle, rank, where,
                     netlist ? "netlist" : "RTL", expected, actual);
}

namespace {

// Where the RTL stores one register that the model shows.
struct Slot {
  std::size_t offset = 0;   // from the first register of the node
  std::uint32_t bytes = 0;  // 0: synthesis dropped it
  std::uint64_t mask = 0;   // of up to 8 bytes: those of the 8 bytes that are read
  friend bool operator==(const Slot&, const Slot&) = default;
};

/// Those of a node's registers; equal nodes have the same, so that they stay in the cache.
struct Slots {
  std::vector<Slot> plain, all;  // without arrays, and with them
  friend bool operator==(const Slots&, const Slots&) = default;
};

std::shared_ptr<const Slots> shared(Slots slots) {
  static std::mutex mutex;
  static std::weak_ptr<const Slots> last;
  const std::lock_guard lock(mutex);
  std::shared_ptr<const Slots> same = last.lock();
  if (!same || *same != slots) last = same = std::make_shared<const Slots>(std::move(slots));
  return same;
}

// Compares registers in the order of model/registers.hpp, for which the names were resolved once. They are
// nearly always equal, so differences are accumulated without branches.
class Comparer {
 public:
  Comparer(const std::uint8_t* registers, const std::vector<Slot>& slots, bool arrays)
      : registers_(registers), first_(slots.data()), next_(first_), arrays_(arrays) {}
  bool arrays() const { return arrays_; }
  std::size_t checked() const { return static_cast<std::size_t>(next_ - first_); }
  bool differs() const { return differs_ != 0; }

  template <class T>
  [[gnu::always_inline]] void operator()(const char*, const T& value, model::Indices) {
    compare(static_cast<std::uint64_t>(value), 0);
  }
  [[gnu::always_inline]] void shown(const char*, model::Wide w, model::Indices) { compare(w.low, w.high); }
  void shown_slice(const char*, model::Wide w, unsigned offset, unsigned width, model::Indices) {
    const Slot& s = *next_++;
    if (s.bytes == 0) return;
    const std::uint8_t* data = registers_ + s.offset;
    for (unsigned b = 0; b < width; ++b) {
      const std::uint64_t rtl = bit(data[(offset + b) / 8], (offset + b) % 8);
      const std::uint64_t own = b < 64 ? bit(w.low, b) : bit(w.high, b - 64);
      differs_ |= rtl ^ own;
    }
  }
  void shown_words(const char*, const std::uint64_t* words, unsigned n, model::Indices) {
    const Slot& s = *next_++;
    if (s.bytes != 0) compare_words(s, words, n);
  }
  void shown_flit(const char*, const std::uint64_t* words, unsigned n, unsigned tag, unsigned tag_bits,
                  model::Indices) {
    const Slot& s = *next_++;
    if (s.bytes == 0) return;
    compare_words(s, words, n);
    std::uint64_t rtl = 0;
    std::memcpy(&rtl, registers_ + s.offset + n * 8, std::min<unsigned>(8, s.bytes - n * 8));
    differs_ |= (rtl & ((1u << tag_bits) - 1)) ^ tag;
  }
  void count(const char*, std::uint32_t value, unsigned number) {
    if (!arrays_) return;
    std::array<std::uint64_t, EventCount::parts.size()> part{};
    bool known = true;
    for (std::uint64_t& p : part) {
      const Slot& s = *next_++;
      known &= s.bytes != 0;
      std::memcpy(&p, registers_ + s.offset, sizeof p);
      p &= s.mask;
    }
    if (known) differs_ |= EventCount::value(part, number) ^ value;
  }

 private:
  [[gnu::always_inline]] void compare(std::uint64_t low, std::uint64_t high) {
    const Slot& s = *next_++;
    if (s.bytes - 1 >= 8) [[unlikely]]
      return compare_wide(s, low, high);
    std::uint64_t rtl = 0;
    std::memcpy(&rtl, registers_ + s.offset, sizeof rtl);
    differs_ |= ((rtl & s.mask) ^ low) | high;
  }
  void compare_wide(const Slot& s, std::uint64_t low, std::uint64_t high) {
    if (s.bytes == 0) return;
    std::uint64_t rtl[2] = {0, 0};
    std::memcpy(rtl, registers_ + s.offset, std::min(16u, s.bytes));
    differs_ |= (rtl[0] ^ low) | (rtl[1] ^ high);
  }
  void compare_words(const Slot& s, const std::uint64_t* words, unsigned n) {
    differs_ |= static_cast<std::uint64_t>(std::memcmp(registers_ + s.offset, words, n * 8) != 0);
  }

  const std::uint8_t* registers_;
  const Slot* first_;
  const Slot* next_;
  bool arrays_;
  std::uint64_t differs_ = 0;
};

class LockstepNode final : public AnyNode {
 public:
  LockstepNode(std::shared_ptr<VerilatedLibrary> library, const HardwareConfig& config,
               const model::Place& place, Rank rank, LockstepLog& log, LockstepOptions options)
      : config_(config),
        rank_(rank),
        log_(log),
        options_(std::move(options)),
        form_(library->api().form),
        rtl_(make_verilated_node(std::move(library), config, place)),
        model_(config, place) {}

  void reset(model::NodeOut& out) override {
    rtl_->reset(out);
    if (options_.preset) options_.preset(model_);
    model_.settle(model_out_[0]);
    if (registers_compared()) resolve();
    compare(0, out, model_out_[0]);
  }

  void tick(const model::NodeIn& in, model::NodeOut& out) override {
    const std::uint64_t cycle = in.cycle;
    rtl_->tick(in, out);
    if (options_.inject_rtl_fault) options_.inject_rtl_fault(cycle, rank_, out);
    which_ ^= 1;
    model::NodeOut& own = model_out_[which_];
    model_.tick(in, own);
    if (options_.inject_fault) options_.inject_fault(cycle, rank_, model_, own);
    compare(cycle, out, own);
  }

  const model::NodeOut* model_out() const override { return &model_out_[which_]; }
  const model::Node& state() const override { return rtl_->state(); }

 private:
  bool netlist() const { return form_ != verilated::Form::rtl; }
  bool registers_compared() const { return options_.registers && form_ != verilated::Form::gates; }

  // Finds the place in the RTL of each register of the model. Neither side may have a register that the other
  // lacks; but a netlist may lack one in ten, and may have others.
  void resolve() {
    struct Place {
      const std::uint8_t* data;
      unsigned bytes;
    };
    std::map<std::string, Place> rtl;
    std::map<std::string, bool> used;
    Slots slots_of_all;
    verilated_registers(*rtl_, [&](const verilated::RegisterInfo& info) {
      const std::string base = register_path(info);
      for (unsigned e = 0; e < info.elements; ++e) {
        rtl[info.array ? fmt::format("{}[{}]", base, e) : base] = {
            static_cast<const std::uint8_t*>(info.data) + e * info.bytes, info.bytes};
      }
    });
    registers_ = std::min_element(rtl.begin(), rtl.end(), [](const auto& a, const auto& b) {
                   return a.second.data < b.second.data;
                 })->second.data;
    for (const bool arrays : {false, true}) {
      std::vector<Slot>& slots = arrays ? slots_of_all.all : slots_of_all.plain;
      std::size_t dropped = 0;
      NamedVisitor visitor(
          [&](const ShownRegister& r) {
            const auto add = [&](const std::string& name) {
              const auto found = rtl.find(name);
              if (found == rtl.end()) {
                if (!netlist()) throw std::logic_error(fmt::format("the RTL has no register {}", name));
                slots.push_back({});
                ++dropped;
                return;
              }
              used[name] = true;
              const Place& place = found->second;
              // What is read behind a register belongs to the same object, which ends with pointers.
              slots.push_back({static_cast<std::size_t>(place.data - registers_), place.bytes,
                               place.bytes > 8 ? 0 : ~std::uint64_t{0} >> (64 - 8 * place.bytes)});
            };
            if (!r.is_count) return add(r.name);
            for (std::size_t p = 0; p < EventCount::parts.size(); ++p)
              add(register_name(count_part(r.name, p).c_str(), {count_number(r.name)}));
          },
          arrays);
      model::Node::registers(std::as_const(model_), visitor);
      if (dropped > slots.size() / 10) {
        throw std::logic_error(
            fmt::format("the netlist lacks {} of {} registers of the RTL", dropped, slots.size()));
      }
    }
    slots_ = shared(std::move(slots_of_all));
    if (netlist()) return;
    for (const auto& [name, place] : rtl) {
      if (!used.contains(name) && !reads_a_count(name))
        throw std::logic_error(fmt::format("the model does not show register {}", name));
    }
  }

  static unsigned count_number(const std::string& name) {
    return static_cast<unsigned>(std::stoul(name.substr(name.rfind('.') + 1)));
  }
  /// What the counters' reads leave behind; the pins show it.
  static bool reads_a_count(const std::string& name) {
    return name.starts_with("i_router.gen_monitor.i_monitor.known_q") ||
           name.find(".i_counters.i_turn.") != std::string::npos ||
           name.find(".i_counters.i_read.data_q") != std::string::npos ||
           name.find(".i_counters.read_") != std::string::npos;
  }

  void compare(std::uint64_t cycle, const model::NodeOut& rtl, const model::NodeOut& own) {
    compare_pins(cycle, rtl, own);
    log_.link_cycles.fetch_add(2 * config_.links(), std::memory_order_relaxed);
    if (!registers_compared()) return;
    const bool arrays = ++compared_ % options_.array_period == 0;
    Comparer comparer(registers_, arrays ? slots_->all : slots_->plain, arrays);
    model::Node::registers(std::as_const(model_), comparer);
    log_.register_checks.fetch_add(comparer.checked(), std::memory_order_relaxed);
    if (comparer.differs()) report_register(cycle);
  }

  [[noreturn]] void fail(std::uint64_t cycle, const std::string& where, const std::string& rtl,
                         const std::string& own) const {
    throw LockstepMismatch(Mismatch{cycle, rank_, where, rtl, own, netlist()}.text(),
                           netlist() ? "netlist and model differ" : "RTL and model differ");
  }

  template <class T>
  void same(std::uint64_t cycle, const std::string& what, T rtl, T own) {
    if (rtl != own) {
      fail(cycle, what, fmt::format("{:#x}", std::uint64_t(rtl)), fmt::format("{:#x}", std::uint64_t(own)));
    }
  }

  void compare_pins(std::uint64_t cycle, const model::NodeOut& rtl, const model::NodeOut& own) {
    const unsigned words = config_.flit_bits / 64;
    for (unsigned l = 0; l < config_.links(); ++l) {
      const auto pin = [&](const char* name) {
        return fmt::format("link {} {}", link_name(config_.topology, config_.radix, l), name);
      };
      const std::uint64_t valid = bit(rtl.link_valid, l), model_valid = bit(own.link_valid, l);
      if (valid != model_valid) same(cycle, pin("valid"), valid, model_valid);
      if (valid != 0) {
        const model::FlitRef &a = rtl.link[l], &b = own.link[l];
        if (a.head != b.head) same(cycle, pin("head"), int{a.head}, int{b.head});
        if (a.tail != b.tail) same(cycle, pin("tail"), int{a.tail}, int{b.tail});
        if (a.vc != b.vc) same(cycle, pin("vc"), int{a.vc}, int{b.vc});
        for (unsigned w = 0; w < words; ++w) {
          if (a.data[w] != b.data[w]) same(cycle, pin("data"), a.data[w], b.data[w]);
        }
      }
      const int credit = bit(rtl.link_credit, l) != 0 ? rtl.credit[l] : 0;
      const int model_credit = bit(own.link_credit, l) != 0 ? own.credit[l] : 0;
      if (credit != model_credit) same(cycle, pin("credit"), credit, model_credit);
    }
    const auto pin = [&](const char* name, auto a, auto b) {
      if (a != b) same(cycle, fmt::format("pin {}", name), std::uint64_t(a), std::uint64_t(b));
    };
    pin("reg_ready_o", rtl.reg_ready, own.reg_ready);
    pin("reg_rdata_o", rtl.reg_rdata, own.reg_rdata);
    pin("event_o", rtl.event, own.event);
    pin("quiescent_o", rtl.quiescent, own.quiescent);
    pin("held_o", rtl.held, own.held);
    pin("rd_req_o", rtl.rd_req, own.rd_req);
    pin("wr_req_o", rtl.wr_req, own.wr_req);
    for (unsigned r = 0; r < config_.reads(); ++r) {
      if ((rtl.rd_req >> r) & 1) pin("rd_addr_o", rtl.rd_addr[r], own.rd_addr[r]);
    }
    for (unsigned c = 0; c < config_.channels(); ++c) {
      if (!((rtl.wr_req >> c) & 1)) continue;
      pin("wr_addr_o", rtl.wr_addr[c], own.wr_addr[c]);
      pin("wr_strb_o", rtl.wr_strb[c], own.wr_strb[c]);
      for (unsigned w = 0; w < words; ++w) pin("wr_data_o", rtl.wr_data[c][w], own.wr_data[c][w]);
    }
  }

  // Compares again, with names, and reports the first register that differs; of a wide one, the first 64 bits
  // that differ.
  [[noreturn]] void report_register(std::uint64_t cycle) {
    std::size_t next = 0;
    NamedVisitor visitor([&](const ShownRegister& r) {
      if (r.is_count) {
        std::array<std::uint64_t, EventCount::parts.size()> part{};
        bool known = true;
        for (std::uint64_t& p : part) {
          const Slot& s = slots_->all[next++];
          known &= s.bytes != 0;
          std::memcpy(&p, registers_ + s.offset, sizeof p);
          p &= s.mask;
        }
        const std::uint32_t rtl = EventCount::value(part, count_number(r.name));
        if (known && rtl != r.words[0])
          fail(cycle, fmt::format("count {}", r.name), fmt::format("{:#x}", rtl),
               fmt::format("{:#x}", r.words[0]));
        return;
      }
      const Slot& s = slots_->all[next++];
      if (s.bytes == 0) return;
      const std::uint8_t* data = registers_ + s.offset;
      const unsigned bits = r.width != 0 ? r.width : 8 * s.bytes;
      for (unsigned low = 0; low < bits; low += 64) {
        const unsigned n = std::min(64u, bits - low);
        std::uint64_t rtl = 0, own = 0;
        for (unsigned b = 0; b < n; ++b) {
          const unsigned there = r.offset + low + b, here = low + b;
          rtl |= std::uint64_t((data[there / 8] >> (there % 8)) & 1u) << b;
          if (here / 32 < r.words.size()) own |= std::uint64_t((r.words[here / 32] >> (here % 32)) & 1u) << b;
        }
        if (rtl == own) continue;
        const std::string part =
            r.width != 0 || bits > 64 ? fmt::format("[{}:{}]", r.offset + low + n - 1, r.offset + low) : "";
        fail(cycle, fmt::format("register {}{}", r.name, part), fmt::format("{:#x}", rtl),
             fmt::format("{:#x}", own));
      }
    });
    model::Node::registers(std::as_const(model_), visitor);
    fail(cycle, "a register", "?", "?");
  }

  HardwareConfig config_;
  Rank rank_;
  LockstepLog& log_;
  LockstepOptions options_;
  verilated::Form form_;
  std::unique_ptr<AnyNode> rtl_;
  model::Node model_;
  model::NodeOut model_out_[2];
  unsigned which_ = 0;
  std::uint64_t compared_ = 0;
  const std::uint8_t* registers_ = nullptr;  ///< the first one in the RTL's memory
  std::shared_ptr<const Slots> slots_;
};

}  // namespace

std::unique_ptr<AnyNode> make_lockstep_node(std::shared_ptr<VerilatedLibrary> library,
                                            const HardwareConfig& config, const model::Place& place,
                                            Rank rank, LockstepLog& log, LockstepOptions options) {
  return std::make_unique<LockstepNode>(std::move(library), config, place, rank, log, std::move(options));
}

}  // namespace collnoc

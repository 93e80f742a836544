#include "sim/systemc/pin_board.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "collnoc/model/tile/tile_memory.hpp"
#include "sim/common/errors.hpp"
#include "sim/fabric/pin_comparison.hpp"

namespace collnoc::systemc {
namespace {

using sc_core::SC_NS;

// Edges are not where sc_start() begins and ends.
const sc_core::sc_time period(10, SC_NS), first_edge(2, SC_NS);

}  // namespace

/// A node whose pins the board drives and reads.
class PinBoard::Tile final : public WiredNode {
 public:
  Tile(const sc_core::sc_module_name& name, const HardwareConfig& config, const model::Place& place,
       NodeMaker make)
      : WiredNode(name, config, place, std::move(make)),
        words_(node.words()),
        flits_(2 * (config.links() + config.channels()) * words_) {
    node.tile_rst_ni(tile_rst_);
    node.held_o(held_);
    bind_all(valid_, out_valid);
    bind_all(credit_, in_credit);
    bind_all(head_, out_head);
    bind_all(tail_, out_tail);
    bind_all(vc_, out_vc);
    bind_all(data_, out_data);
    bind_all(reads_, rd_req);
    bind_all(read_addr_, rd_addr);
    bind_all(read_data_, rd_data);
    bind_all(writes_, wr_req);
    bind_all(write_addr_, wr_addr);
    bind_all(write_data_, wr_data);
    bind_all(write_strb_, wr_strb);
    ready_.bind(reg_ready);
    event_.bind(event);
    quiescent_.bind(quiescent);
    held_reader_.bind(held_);
  }

  const model::NodeIn* inputs() { return static_cast<NodeModule&>(node).inputs(); }
  /// What read() reads in every case.
  void prefetch() const {
    for (unsigned l = 0; l < valid_.size(); ++l) {
      valid_[l].prefetch();
      credit_[l].prefetch();
    }
  }

  void read(model::NodeOut& out) {
    which_ ^= 1;
    std::uint64_t* words = &flits_[which_ * flits_.size() / 2];
    out.link_valid = out.link_credit = out.rd_req = out.wr_req = 0;
    const auto copy = [&](const auto& data, unsigned i) {
      std::uint64_t* const to = std::exchange(words, words + words_);
      for (unsigned w = 0; w < words_; ++w) to[w] = data[i * words_ + w].read();
      return to;
    };
    for (unsigned l = 0; l < valid_.size(); ++l) {
      const unsigned credit = credit_[l].read().to_uint();
      out.link_valid |= unsigned{valid_[l].read()} << l;
      out.link_credit |= unsigned{credit != 0} << l;
      out.credit[l] = static_cast<std::uint8_t>(credit);
    }
    for (std::uint32_t m = out.link_valid; m != 0; m &= m - 1) {
      const auto l = static_cast<unsigned>(std::countr_zero(m));
      out.link[l] = {copy(data_, l), static_cast<std::uint8_t>(vc_[l].read().to_uint()), head_[l].read(),
                     tail_[l].read()};
    }
    for (unsigned r = 0; r < reads_.size(); ++r) {
      if (!reads_[r].read()) continue;
      out.rd_req |= 1u << r;
      out.rd_addr[r] = read_addr_[r].read().to_uint();
    }
    for (unsigned c = 0; c < writes_.size(); ++c) {
      if (!writes_[c].read()) continue;
      out.wr_req |= 1u << c;
      out.wr_addr[c] = write_addr_[c].read().to_uint();
      out.wr_data[c] = copy(write_data_, c);
      out.wr_strb[c] = write_strb_[c].read();
    }
    out.reg_ready = ready_.read();
    out.reg_rdata = reg_rdata.read().to_uint();
    out.event = event_.read();
    out.quiescent = quiescent_.read();
    out.held = held_reader_.read();
  }

  void write(const model::NodeIn& in) {
    if (in.tile_reset != resets_) tile_rst_.write(!(resets_ = in.tile_reset));
    if (in.access.valid) {
      reg_valid.write(true);
      reg_write.write(in.access.write);
      reg_addr.write(in.access.addr);
      reg_wdata.write(in.access.wdata);
    }
    for (std::uint32_t m = rd_gnt_; m != 0; m &= m - 1) {  // of the last cycle
      const auto r = static_cast<unsigned>(std::countr_zero(m));
      for (unsigned w = 0; w < words_; ++w) read_data_[r * words_ + w].write(in.rd_data[r * words_ + w]);
    }
    const auto grant = [](auto& pins, std::uint32_t& now, std::uint32_t next) {
      for (std::uint32_t m = now ^ next; m != 0; m &= m - 1) {
        const auto i = static_cast<unsigned>(std::countr_zero(m));
        pins[i].write((next >> i & 1) != 0);
      }
      now = next;
    };
    grant(rd_gnt, rd_gnt_, in.rd_gnt);
    grant(wr_gnt, wr_gnt_, in.wr_gnt);
  }
  void end_access() { reg_valid.write(false); }

 private:
  unsigned words_;
  std::vector<std::uint64_t> flits_;  ///< of links and writes to memory, of two cycles
  std::size_t which_ = 0;
  sc_core::sc_signal<bool> tile_rst_{"tile_rst", true}, held_{"held"};
  std::vector<SignalReader<bool>> valid_, head_, tail_, reads_, writes_;
  std::vector<SignalReader<sc_dt::sc_uint<2>>> vc_;
  std::vector<SignalReader<sc_dt::sc_uint<4>>> credit_;
  std::vector<SignalReader<sc_dt::sc_uint<addr_w>>> read_addr_, write_addr_;
  std::vector<SignalReader<std::uint64_t>> data_, write_data_, write_strb_;
  SignalReader<bool> ready_, event_, quiescent_, held_reader_;
  std::vector<SignalWriter<std::uint64_t>> read_data_;
  // What the pins show.
  bool resets_ = false;
  std::uint32_t rd_gnt_ = 0, wr_gnt_ = 0;
};

/// What is behind a node's pins. The kernel passes on no exceptions, so the board notes them.
class PinBoard::Behind final : public model::ClockedNode {
 public:
  Behind(PinBoard& board, Rank rank) : board_(board), rank_(rank) {}
  void reset(model::NodeOut& out) override {
    guard([&] {
      if (!board_.slices_ || board_.rtl_ != nullptr) board_.nodes_[rank_]->reset(board_.slices_ ? own_ : out);
      if (board_.slices_) show(in_reset, out);
    });
  }
  void tick(const model::NodeIn& in, model::NodeOut& out) override {
    guard([&] {
      if (!board_.slices_) return board_.nodes_[rank_]->tick(in, out);
      board_.step_slices(in.cycle);
      if (board_.rtl_ != nullptr) board_.nodes_[rank_]->tick(in, own_);
      show(in.cycle, out);
    });
  }

 private:
  static constexpr std::uint32_t in_reset = 0;

  /// What the RTL in slices drives; in lockstep, the model must drive the same.
  void show(std::uint32_t cycle, model::NodeOut& out) {
    board_.slices_->show(rank_, out);
    if (board_.rtl_ == nullptr) return;
    board_.rtl_->log.link_cycles.fetch_add(2 * board_.config_.links(), std::memory_order_relaxed);
    compare_pins(
        board_.config_, out, own_, [&](const std::string& where, std::uint64_t rtl, std::uint64_t model) {
          throw LockstepMismatch(
              Mismatch{cycle, rank_, where, fmt::format("{:#x}", rtl), fmt::format("{:#x}", model)}.text());
        });
  }
  template <class F>
  void guard(F&& f) {
    try {
      f();
    } catch (...) {
      if (rank_ < board_.failed_.node) board_.failed_ = {rank_, std::current_exception()};
    }
  }

  PinBoard& board_;
  Rank rank_;
  model::NodeOut own_;  ///< in lockstep: what the model drives
};

PinBoard::PinBoard(const sc_core::sc_module_name& name, const Topology& topology,
                   const HardwareConfig& config, std::uint32_t mem_words, const NodeFactory& nodes)
    : NodeNetwork(name, topology, config), config_(config), clock_("clock", period, 0.5, first_edge, false) {
  SC_HAS_PROCESS(PinBoard);
  SC_THREAD(drive_pins);
  sensitive << clock_.negedge_event();
  set_stack_size(1024 * 1024);
  clk_i(clock_);
  rst_ni(reset_);
  std::vector<WiredNode*> wired;
  for (Rank r = 0; r < topology.nodes(); ++r) {
    const NodeMaker maker = [this, r](const HardwareConfig&, const model::Place&) {
      return std::make_unique<Behind>(*this, r);
    };
    const auto place = model::Place::of(topology, config, r, model::TileMemory::rounded(config, mem_words));
    nodes_.push_back(nodes(r, config, place));
    const std::string number = std::to_string(r);
    tiles_.push_back(std::make_unique<Tile>(("tile_" + number).c_str(), config, place, maker));
    if (r < topology.size())
      software_.push_back(std::make_unique<TileProcess>(("software_" + number).c_str()));
    wired.push_back(tiles_.back().get());
  }
  if (SlicedNodes* const slices = nodes_.front()->slices()) slices_.emplace(*slices, config);
  if ((rtl_ = nodes_.front()->beside()) != nullptr) {
    slices_.emplace(rtl_->nodes, config);
    registers_.emplace(*rtl_, *nodes_.front()->model(), false);
  }
  connect(std::move(wired));
}

PinBoard::~PinBoard() = default;

void PinBoard::reset() {
  try {
    run();
    run();
  } catch (const NodeFailed& failed) {
    std::rethrow_exception(failed.error);
  }
  reset_.write(true);
}

void PinBoard::run() {
  sc_core::sc_start(period);
  if (failed_.error) throw std::exchange(failed_, {no_rank, nullptr});
}

void PinBoard::cycle(std::span<const Rank> nodes, const Drive& drive) {
  called_ = nodes;
  drive_ = &drive;
  run();
}

// In the evaluation of the edge, when the first node is to be computed: all pins are then as all nodes see
// them.
void PinBoard::step_slices(std::uint32_t cycle) {
  if (std::exchange(stepped_, true)) return;
  for (Rank r = 0; r < tiles_.size(); ++r) {
    if (const model::NodeIn* const in = tiles_[r]->inputs()) slices_->take(r, *in);
  }
  if (cycles_ % RtlBeside::register_period == 0) compare_registers();
  slices_->step();
  ++cycles_;
  cycle_ = cycle;
}

/// While no node has begun a cycle. Nodes that were not computed since the last time are quiescent.
void PinBoard::compare_registers() {
  if (rtl_ == nullptr || std::exchange(compared_, cycles_) == cycles_) return;
  for (std::size_t a = 0; a < rtl_->nodes.arrays().size(); ++a) {
    registers_->read(a);
    const auto first = static_cast<Rank>(a * rtl_->nodes.lanes());
    for (Rank r = first; r < std::min<Rank>(first + rtl_->nodes.lanes(), rtl_->nodes.size()); ++r)
      registers_->compare(r, *nodes_[r]->model(), cycle_);
  }
}

void PinBoard::drive_pins() {
  for (;;) {
    wait();
    stepped_ = false;
    // Who drove an access in the last cycle ends it, unless there is another.
    for (const Rank r : std::exchange(driving_, {})) tiles_[r]->end_access();
    for (const Rank r : called_) {
      const model::NodeIn* const in = (*drive_)(r);
      if (in == nullptr) continue;
      tiles_[r]->write(*in);
      if (in->access.valid) driving_.push_back(r);
    }
  }
}

// Most nodes are read, in the order of their ranks.
void PinBoard::read(Rank rank, model::NodeOut& out) {
  if (rank + 1 < tiles_.size()) tiles_[rank + 1]->prefetch();
  tiles_[rank]->read(out);
}

}  // namespace collnoc::systemc

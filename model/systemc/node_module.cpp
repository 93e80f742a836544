#include "collnoc/model/systemc/node_module.hpp"

#include <bit>
#include <utility>

#include "collnoc/model/tile/node.hpp"

namespace collnoc::systemc {
namespace {

template <class F>
void for_each_bit(std::uint32_t mask, F f) {
  for (; mask != 0; mask &= mask - 1) f(static_cast<unsigned>(std::countr_zero(mask)));
}

constexpr bool bit(std::uint32_t mask, unsigned i) { return (mask >> i) & 1; }

constexpr unsigned unknown = 0x80000000;  ///< is shown: nothing was driven

class Model final : public model::ClockedNode {
 public:
  Model(const HardwareConfig& config, const model::Place& place) : node_(config, place) {}
  void reset(model::NodeOut& out) override { node_.settle(out); }
  void tick(const model::NodeIn& in, model::NodeOut& out) override { node_.tick(in, out); }

 private:
  model::Node node_;
};

}  // namespace

std::unique_ptr<model::ClockedNode> make_model(const HardwareConfig& config, const model::Place& place) {
  return std::make_unique<Model>(config, place);
}

NodeModule::NodeModule(const sc_core::sc_module_name& name, const HardwareConfig& config, NodeMaker make)
    : NodePins(name, config),
      make_(std::move(make)),
      link_words_(config.links() * words()),
      rd_words_(config.reads() * words()) {
  SC_HAS_PROCESS(NodeModule);
  SC_METHOD(rising_edge);
  sensitive << clk_i.pos();
  dont_initialize();
  for (unsigned l = 0; l < config.links(); ++l) link_in_[l].data = &link_words_[l * words()];
  in_.link = link_in_.data();
  in_.rd_data = rd_words_.data();
}

void NodeModule::end_of_elaboration() {
  reads_.link.resize(config().links());
  reads_.flit.resize(config().links());
  writes_.link.resize(config().links());
  for (unsigned l = 0; l < config().links(); ++l) {
    reads_.link[l].valid.bind(in_valid_i[l]);
    reads_.link[l].credit.bind(out_credit_i[l]);
    reads_.flit[l].head.bind(in_head_i[l]);
    reads_.flit[l].tail.bind(in_tail_i[l]);
    reads_.flit[l].vc.bind(in_vc_i[l]);
    writes_.link[l].valid.bind(out_valid_o[l]);
    writes_.link[l].head.bind(out_head_o[l]);
    writes_.link[l].tail.bind(out_tail_o[l]);
    writes_.link[l].vc.bind(out_vc_o[l]);
    writes_.link[l].credit.bind(in_credit_o[l]);
  }
  bind_all(reads_.data, in_data_i);
  bind_all(reads_.rd_data, rd_data_i);
  bind_all(reads_.rd_gnt, rd_gnt_i);
  bind_all(reads_.wr_gnt, wr_gnt_i);
  reads_.rst_n.bind(rst_ni);
  has_tile_rst_ = tile_rst_ni.size() != 0;
  if (has_tile_rst_) reads_.tile_rst_n.bind(tile_rst_ni);
  reads_.reg_valid.bind(reg_valid_i);
  reads_.reg_write.bind(reg_write_i);
  reads_.cycle.bind(cycle_i);
  bind_all(writes_.data, out_data_o);
  bind_all(writes_.rd_req, rd_req_o);
  bind_all(writes_.rd_addr, rd_addr_o);
  bind_all(writes_.wr_req, wr_req_o);
  bind_all(writes_.wr_addr, wr_addr_o);
  bind_all(writes_.wr_data, wr_data_o);
  bind_all(writes_.wr_strb, wr_strb_o);
  writes_.reg_rdata.bind(reg_rdata_o);
}

void NodeModule::rising_edge() {
  if (!reads_.rst_n.read()) {
    reset();
    return;
  }
  in_reset_ = false;
  if (!node_) return;
  if (inputs() == nullptr) return;
  node_->tick(in_, out_);
  drive();
}

const model::NodeIn* NodeModule::inputs() {
  if (const std::uint64_t now = sc_core::sc_delta_count(); taken_ != now) {
    taken_ = now;
    needs_tick_ = take();
  }
  return needs_tick_ ? &in_ : nullptr;
}

/// Whether the node has to be computed.
bool NodeModule::take() {
  take_links();
  in_.access.valid = reads_.reg_valid.read();
  in_.tile_reset = has_tile_rst_ && !reads_.tile_rst_n.read();
  if (out_.quiescent && !in_.tile_reset && (in_.link_valid | in_.link_credit) == 0 && !in_.access.valid)
    return false;

  if (in_.access.valid) {
    in_.access.write = reads_.reg_write.read();
    in_.access.addr = static_cast<std::uint16_t>(reg_addr_i.read().to_uint());
    in_.access.wdata = reg_wdata_i.read().to_uint();
  }
  in_.cycle = reads_.cycle.read().to_uint();
  take_memory();
  return true;
}

void NodeModule::reset() {
  model::Place place = model::Place::at_straps(config(), coord_i.read().to_uint(), extent_i.read().to_uint(),
                                               wrap_i.read().to_uint(), mem_words_i.read().to_uint());
  place.routes = routes();
  if (std::exchange(in_reset_, true) && place == place_) return;
  node_ = make_(config(), place_ = place);
  out_ = {};
  node_->reset(out_);
  rd_gnt_q_ = 0;
  // Whatever the pins show, drive() writes all.
  shown_valid_ = ~out_.link_valid & ((1u << config().links()) - 1);
  shown_credit_ = (1u << config().links()) - 1;
  shown_rd_ = ~out_.rd_req & ((1u << config().reads()) - 1);
  shown_wr_ = ~out_.wr_req & ((1u << config().channels()) - 1);
  shown_tag_.fill(unknown);
  shown_flags_ = unknown;
  drive();
}

// First all that is read in every cycle, so that the signals, which are far apart in memory, arrive together.
void NodeModule::take_links() {
  std::uint32_t valid = 0, credits = 0;
  in_.credit = {};
  for (unsigned l = 0; l < reads_.link.size(); ++l) {
    const unsigned credit = reads_.link[l].credit.read().to_uint();
    valid |= unsigned{reads_.link[l].valid.read()} << l;
    credits |= unsigned{credit != 0} << l;
    in_.credit[l] = static_cast<std::uint8_t>(credit);
  }
  in_.link_valid = valid;
  in_.link_credit = credits;
  for_each_bit(valid, [&](unsigned l) {
    model::FlitRef& flit = link_in_[l];
    flit.head = reads_.flit[l].head.read();
    flit.tail = reads_.flit[l].tail.read();
    flit.vc = static_cast<std::uint8_t>(reads_.flit[l].vc.read().to_uint());
    for (unsigned w = 0; w < words(); ++w) link_words_[l * words() + w] = reads_.data[l * words() + w].read();
  });
}

void NodeModule::take_memory() {
  for_each_bit(rd_gnt_q_, [&](unsigned c) {
    for (unsigned w = 0; w < words(); ++w)
      rd_words_[c * words() + w] = reads_.rd_data[c * words() + w].read();
  });
  in_.rd_gnt = in_.wr_gnt = 0;
  for_each_bit(out_.rd_req, [&](unsigned c) { in_.rd_gnt |= reads_.rd_gnt[c].read() ? 1u << c : 0u; });
  for_each_bit(out_.wr_req, [&](unsigned c) { in_.wr_gnt |= reads_.wr_gnt[c].read() ? 1u << c : 0u; });
  rd_gnt_q_ = in_.rd_gnt;
}

void NodeModule::drive() {
  for_each_bit(out_.link_valid | shown_valid_, [&](unsigned l) {
    const bool valid = bit(out_.link_valid, l);
    if (valid != bit(shown_valid_, l)) writes_.link[l].valid.write(valid);
    if (!valid) return;
    const model::FlitRef& flit = out_.link[l];
    if (const unsigned tag = flit.head | unsigned{flit.tail} << 1 | unsigned{flit.vc} << 2;
        tag != shown_tag_[l]) {
      shown_tag_[l] = tag;
      writes_.link[l].head.write(flit.head);
      writes_.link[l].tail.write(flit.tail);
      writes_.link[l].vc.write(flit.vc);
    }
    for (unsigned w = 0; w < words(); ++w) writes_.data[l * words() + w].write(flit.data[w]);
  });
  for_each_bit(out_.link_credit | shown_credit_, [&](unsigned l) {
    writes_.link[l].credit.write(bit(out_.link_credit, l) ? out_.credit[l] : 0u);
  });
  shown_valid_ = out_.link_valid;
  shown_credit_ = out_.link_credit;
  const unsigned flags =
      out_.reg_ready | unsigned{out_.event} << 1 | unsigned{out_.quiescent} << 2 | unsigned{out_.held} << 3;
  if (flags != shown_flags_) {
    reg_ready_o.write(out_.reg_ready);
    event_o.write(out_.event);
    quiescent_o.write(out_.quiescent);
    if (held_o.size() != 0) held_o->write(out_.held);
  }
  if (out_.reg_rdata != shown_rdata_ || shown_flags_ == unknown) writes_.reg_rdata.write(out_.reg_rdata);
  shown_flags_ = flags;
  shown_rdata_ = out_.reg_rdata;
  if ((out_.rd_req | out_.wr_req | shown_rd_ | shown_wr_) != 0) drive_memory();
}

void NodeModule::drive_memory() {
  for_each_bit(out_.rd_req | shown_rd_, [&](unsigned c) {
    if (bit(out_.rd_req ^ shown_rd_, c)) writes_.rd_req[c].write(bit(out_.rd_req, c));
    if (bit(out_.rd_req, c)) writes_.rd_addr[c].write(out_.rd_addr[c]);
  });
  for_each_bit(out_.wr_req | shown_wr_, [&](unsigned c) {
    if (bit(out_.wr_req ^ shown_wr_, c)) writes_.wr_req[c].write(bit(out_.wr_req, c));
    if (!bit(out_.wr_req, c)) return;
    writes_.wr_addr[c].write(out_.wr_addr[c]);
    writes_.wr_strb[c].write(out_.wr_strb[c]);
    for (unsigned w = 0; w < words(); ++w) writes_.wr_data[c * words() + w].write(out_.wr_data[c][w]);
  });
  shown_rd_ = out_.rd_req;
  shown_wr_ = out_.wr_req;
}

}  // namespace collnoc::systemc

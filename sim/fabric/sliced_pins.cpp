#include "sim/fabric/sliced_pins.hpp"

#include <algorithm>
#include <utility>

#include "sim/fabric/bits.hpp"

namespace collnoc {

SlicedPins::SlicedPins(SlicedNodes& nodes, const HardwareConfig& config)
    : nodes_(nodes),
      links_(config.links()),
      words_(config.flit_bits / 64),
      reads_(config.reads()),
      channels_(config.channels()),
      vc_w_(config.vcs > 2 ? 2 : 1),
      credits_(3 + vc_w_),
      tile_rst_(nodes.input("tile_rst_ni")[0]),
      in_reset_(nodes.size()),
      granted_(nodes.size()) {
  const auto in = [&](const char* pin) { return nodes.input(pin); };
  const auto out = [&](const char* pin) { return nodes.output(pin); };
  const auto join = [](std::initializer_list<SlicedPin> pins) {
    std::vector<int> places;
    for (const SlicedPin& pin : pins) places.insert(places.end(), pin.begin(), pin.end());
    return places;
  };
  in_.link = add_links(
      in_blocks_, {in("in_valid_i"), in("in_head_i"), in("in_tail_i"), in("in_vc_i"), in("out_credit_i")});
  in_.grants = add(in_blocks_, join({in("rd_gnt_i"), in("wr_gnt_i")}));
  in_.cycle = add(in_blocks_, in("cycle_i"));
  in_.access = add(in_blocks_, join({in("reg_valid_i"), in("reg_write_i"), in("reg_addr_i")}));
  in_.wdata = add(in_blocks_, in("reg_wdata_i"));
  in_.data = add_each(in_blocks_, in("in_data_i"), links_ * words_);
  in_.rd_data = add_each(in_blocks_, in("rd_data_i"), reads_ * words_);
  out_.link = add_links(out_blocks_, {out("out_valid_o"), out("out_head_o"), out("out_tail_o"),
                                      out("out_vc_o"), out("in_credit_o")});
  out_.flags = add(out_blocks_, join({out("reg_ready_o"), out("event_o"), out("quiescent_o"), out("held_o"),
                                      out("rd_req_o"), out("wr_req_o")}));
  out_.rdata = add(out_blocks_, out("reg_rdata_o"));
  out_.rd_addr = add_each(out_blocks_, out("rd_addr_o"), reads_);
  out_.wr_addr = add_each(out_blocks_, out("wr_addr_o"), channels_);
  out_.wr_strb = add_each(out_blocks_, out("wr_strb_o"), channels_);
  out_.data = add_each(out_blocks_, out("out_data_o"), links_ * words_);
  out_.wr_data = add_each(out_blocks_, out("wr_data_o"), channels_ * words_);
  for (std::vector<Block>* blocks : {&in_blocks_, &out_blocks_}) {
    for (Block& block : *blocks) block.words.resize(nodes.arrays().size() * nodes.lanes());
  }
  for (auto& words : data_) words.resize(std::size_t{nodes.size()} * (links_ + channels_) * words_);
  nodes.reset();
}

SlicedPins::Field SlicedPins::add(std::vector<Block>& blocks, const std::vector<int>& places) {
  if (blocks.empty() || blocks.back().places.size() + places.size() > 64) blocks.emplace_back();
  std::vector<int>& all = blocks.back().places;
  const Field field{static_cast<unsigned>(blocks.size() - 1), static_cast<unsigned>(all.size()),
                    ~std::uint64_t{0} >> (64 - places.size())};
  all.insert(all.end(), places.begin(), places.end());
  return field;
}

SlicedPins::Fields SlicedPins::add_each(std::vector<Block>& blocks, const SlicedPin& pin, unsigned count) {
  Fields fields;
  const auto width = static_cast<std::ptrdiff_t>(pin.size() / count);
  for (auto from = pin.begin(); from != pin.end(); from += width)
    fields.push_back(add(blocks, {from, from + width}));
  return fields;
}

SlicedPins::Fields SlicedPins::add_links(std::vector<Block>& blocks,
                                         std::initializer_list<SlicedPin> pins) const {
  Fields fields;
  for (unsigned l = 0; l < links_; ++l) {
    std::vector<int> places;
    for (const SlicedPin& pin : pins) {
      const auto width = static_cast<std::ptrdiff_t>(pin.size() / links_);
      places.insert(places.end(), pin.begin() + l * width, pin.begin() + (l + 1) * width);
    }
    fields.push_back(add(blocks, places));
  }
  return fields;
}

void SlicedPins::put(const Field& f, Rank rank, std::uint64_t value) {
  Block& block = in_blocks_[f.block];
  block.words[rank] |= value << f.shift;
  block.moves = true;
}

std::uint64_t SlicedPins::get(const Field& f, Rank rank) {
  Block& block = out_blocks_[f.block];
  if (!block.moves) [[unlikely]] {
    block.moves = true;
    each_word([&](Slices& array, unsigned w, std::size_t first) {
      array.gather(block.places.data(), static_cast<unsigned>(block.places.size()), w, ~std::uint64_t{0},
                   &block.words[first]);
    });
  }
  return block.words[rank] >> f.shift & f.mask;
}

template <class F>
void SlicedPins::each_word(F&& f) {
  std::size_t first = 0;
  for (Slices& array : nodes_.arrays()) {
    for (unsigned w = 0; w < array.words(); ++w, first += 64) f(array, w, first);
  }
}

void SlicedPins::take(Rank rank, const model::NodeIn& in) {
  each_bit(in.link_valid | in.link_credit, [&](unsigned l) {
    std::uint64_t bits = 0;
    if ((in.link_credit >> l & 1) != 0) bits = std::uint64_t{in.credit[l]} << credits_;
    if ((in.link_valid >> l & 1) != 0) {
      const model::FlitRef& flit = in.link[l];
      bits |= 1 | unsigned{flit.head} << 1 | unsigned{flit.tail} << 2 | unsigned{flit.vc} << 3;
      for (unsigned w = 0; w < words_; ++w) put(in_.data[l * words_ + w], rank, flit.data[w]);
    }
    put(in_.link[l], rank, bits);
  });
  put(in_.cycle, rank, in.cycle);
  if (in.access.valid) {
    put(in_.access, rank, 1 | unsigned{in.access.write} << 1 | unsigned{in.access.addr} << 2);
    put(in_.wdata, rank, in.access.wdata);
  }
  each_bit(std::exchange(granted_[rank], in.rd_gnt), [&](unsigned r) {
    for (unsigned w = 0; w < words_; ++w) put(in_.rd_data[r * words_ + w], rank, in.rd_data[r * words_ + w]);
  });
  if ((in.rd_gnt | in.wr_gnt) != 0) put(in_.grants, rank, in.rd_gnt | std::uint64_t{in.wr_gnt} << reads_);
  if (in_reset_[rank] != in.tile_reset) {
    in_reset_[rank] = in.tile_reset;
    resets_ = true;
    Slices& array = nodes_.arrays()[rank / nodes_.lanes()];
    if (tile_rst_ > 1) array.plane(tile_rst_)[rank % nodes_.lanes() / 64] ^= std::uint64_t{1} << rank % 64;
  }
}

void SlicedPins::step() {
  nodes_.changed();
  for (Block& block : in_blocks_) {
    if (!block.moves && !block.driven) continue;
    each_word([&](Slices& array, unsigned w, std::size_t first) {
      array.scatter(block.places.data(), static_cast<unsigned>(block.places.size()), w, ~std::uint64_t{0},
                    &block.words[first]);
    });
    if (block.moves) std::fill(block.words.begin(), block.words.end(), 0);
    block.driven = std::exchange(block.moves, false);
  }
  const bool resets = std::exchange(resets_, false);
  for (Slices& array : nodes_.arrays()) {
    if (resets) array.settle();
    array.step();
    array.settle();
  }
  for (Block& block : out_blocks_) block.moves = false;
  which_ ^= 1;
}

void SlicedPins::show(Rank rank, model::NodeOut& out) {
  std::uint64_t* data = &data_[which_][rank * data_[0].size() / nodes_.size()];
  const auto copy = [&](const std::vector<Field>& fields, unsigned i) {
    std::uint64_t* const words = std::exchange(data, data + words_);
    for (unsigned w = 0; w < words_; ++w) words[w] = get(fields[i * words_ + w], rank);
    return words;
  };
  out.link_valid = out.link_credit = 0;
  for (unsigned l = 0; l < links_; ++l) {
    const std::uint64_t bits = get(out_.link[l], rank);
    out.credit[l] = static_cast<std::uint8_t>(bits >> credits_);
    out.link_credit |= unsigned{out.credit[l] != 0} << l;
    if ((bits & 1) == 0) continue;
    out.link_valid |= 1u << l;
    out.link[l] = {copy(out_.data, l), static_cast<std::uint8_t>(bits >> 3 & ((1u << vc_w_) - 1)),
                   (bits >> 1 & 1) != 0, (bits >> 2 & 1) != 0};
  }
  const std::uint64_t flags = get(out_.flags, rank);
  out.reg_ready = (flags & 1) != 0;
  out.event = (flags >> 1 & 1) != 0;
  out.quiescent = (flags >> 2 & 1) != 0;
  out.held = (flags >> 3 & 1) != 0;
  out.rd_req = static_cast<std::uint32_t>(flags >> 4 & ((std::uint64_t{1} << reads_) - 1));
  out.wr_req = static_cast<std::uint32_t>(flags >> (4 + reads_));
  out.reg_rdata = static_cast<std::uint32_t>(get(out_.rdata, rank));
  each_bit(out.rd_req,
           [&](unsigned r) { out.rd_addr[r] = static_cast<std::uint32_t>(get(out_.rd_addr[r], rank)); });
  each_bit(out.wr_req, [&](unsigned c) {
    out.wr_addr[c] = static_cast<std::uint32_t>(get(out_.wr_addr[c], rank));
    out.wr_strb[c] = get(out_.wr_strb[c], rank);
    out.wr_data[c] = copy(out_.wr_data, c);
  });
}

}  // namespace collnoc

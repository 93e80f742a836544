#include "tests/sim/sliced/stimuli.hpp"

#include <algorithm>
#include <stdexcept>

#include "collnoc/model/common/flit.hpp"
#include "sim/fabric/slices.hpp"

namespace collnoc::test {

std::uint64_t Wave::bits(unsigned l, unsigned offset, unsigned width) const {
  std::uint64_t value = 0;
  for (unsigned b = 0; b < width; ++b) {
    const unsigned at = offset + b;
    value |= (values[std::size_t{l} * words + at / 64] >> at % 64 & 1) << b;
  }
  return value;
}

void Wave::set(unsigned l, unsigned offset, unsigned width, std::uint64_t value) {
  for (unsigned b = 0; b < width; ++b) {
    std::uint64_t& word = lane(l)[(offset + b) / 64];
    const unsigned at = (offset + b) % 64;
    word = (word & ~(std::uint64_t{1} << at)) | (value >> b & 1) << at;
  }
}

Waves::Waves(const sliced::Signal* signals, unsigned count, unsigned lanes) {
  for (unsigned s = 0; s < count; ++s) {
    const unsigned words = Slices::words_of(signals[s]);
    all_.push_back({&signals[s], words, std::vector<std::uint64_t>(std::size_t{lanes} * words)});
  }
}

Wave& Waves::operator[](const std::string& name) {
  const auto found = std::find_if(begin(), end(), [&](const Wave& w) { return w.signal->name == name; });
  if (found == end()) throw std::logic_error("no pin " + name);
  return *found;
}

Stimuli::Stimuli(Waves& in, Waves& out, unsigned lanes, bool networks, std::uint64_t seed)
    : in_(in),
      out_(out),
      networks_(networks),
      random_(seed),
      lanes_(lanes),
      links_(in["in_valid_i"].signal->width),
      vc_w_(in["in_vc_i"].signal->width / links_),
      vcs_(in["out_credit_i"].signal->width / links_),
      flit_words_(in["in_data_i"].signal->width / links_ / 64),
      dims_(in["wrap_i"].signal->width) {
  for (unsigned l = 0; l < lanes; ++l) {
    straps(l);
    new_epoch(lanes_[l]);
    if (!in_network(l) && l % 2 == 0) lanes_[l].reset = 0;  // goes on from what its registers hold
  }
}

/// Bits that are set with this probability, to about a sixteenth.
std::uint64_t Stimuli::any(unsigned percent) {
  std::uint64_t word = 0;
  for (unsigned digit = 0, p = percent * 16 / 100; digit < 4; ++digit) {
    word = (p >> digit & 1) != 0 ? word | random_() : word & random_();
  }
  return word;
}

void Stimuli::straps(unsigned l) {
  std::uint64_t coord = 0, extent = 0, wrap = 0;
  if (in_network(l)) {
    coord = mesh_.address(l % 16);
    extent = 0x0303;
    wrap = l % 64 < 16 ? 0 : 3;
  } else {
    const unsigned bits = 16 / std::max(2u, dims_);
    for (unsigned d = 0; d < dims_; ++d) {
      const std::uint64_t last = random_() % (chance(50) ? 4 : 1u << bits);
      extent |= last << d * bits;
      coord |= random_() % (last + 1) << d * bits;
    }
    wrap = random_();
    if (chance(25)) coord = random_(), extent = random_();
  }
  for (const auto& [name, value] : {std::pair{"coord_i", coord}, {"extent_i", extent}, {"wrap_i", wrap}})
    in_[name].set(l, 0, in_[name].signal->width, value);
  in_["mem_words_i"].set(l, 0, in_["mem_words_i"].signal->width,
                         in_network(l) || chance(50) ? 200 + random_() % 600 : random_() % (1u << 18));
}

void Stimuli::new_epoch(Lane& lane) {
  const unsigned rates[] = {0, 6, 25, 50, 75, 94, 100};
  lane.valid = rates[random_() % 7];
  lane.credit = rates[random_() % 7];
  lane.bus = rates[random_() % 7];
  lane.kind = static_cast<unsigned>(random_() % 4);
}

/// The first word of a flit: of a head flit often a header that the node can use.
std::uint64_t Stimuli::flit(unsigned l, bool head) {
  const unsigned kind = lanes_[l].kind;
  if (!head || kind == 0) return kind == 1 ? 0 : kind == 2 ? ~std::uint64_t{0} : random_();
  model::Head h = model::Head::from_word(random_());
  if (chance(80)) {
    h.dst = in_["coord_i"].bits(l, 0, 16);
    if (chance(50)) h.dst = (h.dst + (chance(50) ? 1 : 0x100)) & in_["extent_i"].bits(l, 0, 16);
    h.last = h.last % 8;
    h.addr %= 512;
  }
  return h.word();
}

void Stimuli::drive_random(unsigned l) {
  Lane& lane = lanes_[l];
  if (random_() % 64 == 0) new_epoch(lane);
  for (const char* name : {"rd_gnt_i", "wr_gnt_i", "in_vc_i", "reg_write_i"})
    in_[name].set(l, 0, in_[name].signal->width, random_());
  in_["in_valid_i"].set(l, 0, links_, any(lane.valid));
  in_["out_credit_i"].set(l, 0, links_ * vcs_, any(lane.credit));
  in_["reg_valid_i"].set(l, 0, 1, any(lane.bus));
  const unsigned counts = chance(50) ? 0x300 : 0x100;  // of the router, of arrivals
  in_["reg_addr_i"].set(l, 0, 10,
                        chance(50)   ? random_() % 32 * 4
                        : chance(50) ? counts + random_() % 16 * 4
                                     : random_());
  in_["reg_wdata_i"].set(l, 0, 32, lane.kind == 2 ? random_() & random_() & random_() : random_());
  if (chance(40)) in_["reg_wdata_i"].set(l, 0, 32, random_() % 64 * 8);
  in_["in_head_i"].set(l, 0, links_, any(25));
  in_["in_tail_i"].set(l, 0, links_, any(25));
  for (unsigned k = 0; k < links_; ++k) {
    std::uint64_t* data = in_["in_data_i"].lane(l) + k * flit_words_;
    data[0] = flit(l, in_["in_head_i"].bits(l, k, 1) != 0);
    for (unsigned w = 1; w < flit_words_; ++w) data[w] = random_();
  }
}

void Stimuli::drive_network(unsigned l) {
  Lane& lane = lanes_[l];
  const Topology& topology = l % 64 < 16 ? mesh_ : torus_;
  const unsigned first = l / 16 * 16;
  for (unsigned k = 0; k < links_; ++k) {
    const Rank neighbour = topology.neighbour(l % 16, k);
    if (neighbour == no_rank) continue;
    const unsigned from = first + neighbour, link = topology.opposite(k);
    const auto move = [&](const char* to, const char* of, unsigned width) {
      in_[to].set(l, k * width, width, out_[of].bits(from, link * width, width));
    };
    move("in_valid_i", "out_valid_o", 1);
    move("in_head_i", "out_head_o", 1);
    move("in_tail_i", "out_tail_o", 1);
    move("in_vc_i", "out_vc_o", vc_w_);
    move("out_credit_i", "in_credit_o", vcs_);
    for (unsigned w = 0; w < flit_words_; ++w)
      in_["in_data_i"].lane(l)[k * flit_words_ + w] = out_["out_data_o"].lane(from)[link * flit_words_ + w];
  }
  model::RegisterAccess access;
  if (!lane.writer.idle()) {
    access = lane.writer.drive(out_["reg_ready_o"].bits(l, 0, 1) != 0);
  } else if (chance(10)) {
    access = {true, chance(10), static_cast<std::uint16_t>(random_() % 256 * 4),
              static_cast<std::uint32_t>(random_())};
  } else if (chance(10)) {
    Put put;
    put.counter = static_cast<std::uint8_t>(random_() % 64);
    put.signal = chance(20);
    put.bytes = put.signal ? 0 : 1 + static_cast<std::uint32_t>(random_() % 300);
    const auto place = [&] {  // often where the message ends with the memory, or one word beyond
      const auto end =
          static_cast<std::uint32_t>(8 * in_["mem_words_i"].bits(l, 0, 18) + (chance(20) ? 8 : 0));
      return (chance(40) ? end - put.bytes : static_cast<std::uint32_t>(random_() % 1000)) & ~7u;
    };
    put.local = place();
    put.remote = place();
    lane.writer.begin(put, topology.address(static_cast<Rank>(random_() % 16)));
  }
  in_["reg_valid_i"].set(l, 0, 1, access.valid);
  in_["reg_write_i"].set(l, 0, 1, access.write);
  in_["reg_addr_i"].set(l, 0, 10, access.addr);
  in_["reg_wdata_i"].set(l, 0, 32, access.wdata);
  for (const auto& [grant, request] : {std::pair{"rd_gnt_i", "rd_req_o"}, {"wr_gnt_i", "wr_req_o"}})
    in_[grant].set(l, 0, in_[grant].signal->width, *out_[request].lane(l) & any(75));
}

void Stimuli::drive() {
  for (unsigned l = 0; l < lanes_.size(); ++l) {
    Lane& lane = lanes_[l];
    // A network is reset as a whole, a single node at any time.
    const bool again = in_network(l) ? now_ % 1500 == 1499 : random_() % 400 == 0;
    if (again) lane.reset = 1 + (in_network(l) ? 1 : random_() % 3), lane.writer = {};
    in_["rst_ni"].set(l, 0, 1, lane.reset == 0);
    if (lane.reset != 0) --lane.reset;
    const bool tile_reset = random_() % 500 == 0;
    if (tile_reset) lane.writer = {};
    in_["tile_rst_ni"].set(l, 0, 1, !tile_reset);
    in_["cycle_i"].set(l, 0, 32, now_ + 0xffffff00);
    for (unsigned w = 0; w < in_["rd_data_i"].words; ++w) in_["rd_data_i"].lane(l)[w] = random_();
    if (in_network(l)) {
      drive_network(l);
    } else {
      drive_random(l);
    }
  }
  ++now_;
}

}  // namespace collnoc::test

// Model counterpart of rtl/tile/tile_memory.sv.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/model/common/sized_arrays.hpp"
#include "collnoc/model/tile/pins.hpp"

namespace collnoc::model {

/// Number of banks with which every channel of a node can stream at the same time.
inline unsigned default_banks(const HardwareConfig& config) {
  return std::bit_ceil(2 * config.channels() * (config.flit_bits / 64));
}

/// Words of a memory, from the first to before the last.
struct WordRange {
  std::uint32_t from = 0, end = 0;
  bool empty() const { return from == end; }
  /// Grows to contain `word` and those between.
  void add(std::uint32_t word) {
    if (empty()) from = word, end = word;
    from = std::min(from, word);
    end = std::max(end, word + 1);
  }
};

/// A tile's memory, 8-byte words, arbitrated among the NIC's channels exactly as in the RTL.
class TileMemory {
 public:
  /// `words` is rounded up to a power of two with at least one row of every bank; at most 2^18.
  TileMemory(const HardwareConfig& config, std::uint32_t words)
      : channels_(static_cast<std::uint8_t>(config.channels())),
        reads_(static_cast<std::uint8_t>(config.reads())),
        wide_reads_(static_cast<std::uint8_t>(config.wide_reads())),
        span_(static_cast<std::uint8_t>(config.flit_bits / 64)),
        banks_(static_cast<std::uint8_t>(default_banks(config))) {
    words_ = rounded(config, words);
    word_.reset(static_cast<std::uint64_t*>(std::calloc(words_, sizeof(std::uint64_t))));
    if (word_ == nullptr) throw std::bad_alloc();
    data_q_ = std::make_unique<std::uint64_t[]>(2 * std::size_t{reads_} * span_);
  }

  /// The words of a memory for which `words` were asked.
  static std::uint32_t rounded(const HardwareConfig& config, std::uint32_t words) {
    return std::bit_ceil(std::max<std::uint32_t>(words, 2u * default_banks(config)));
  }
  std::uint32_t words() const { return words_; }
  std::uint8_t* bytes() { return reinterpret_cast<std::uint8_t*>(word_.get()); }
  const std::uint8_t* bytes() const { return reinterpret_cast<const std::uint8_t*>(word_.get()); }

  /// The host port in this cycle: a word of the memory. Call before access() or idle(). Always granted.
  /// `strb`: one bit per byte to write.
  void host(bool write, std::uint32_t word, std::uint64_t data = 0, std::uint8_t strb = 0) {
    host_valid_ = true;
    host_write_ = write;
    host_addr_ = word;
    host_wdata_ = data;
    host_strb_ = strb;
  }
  /// The host port has no access in this cycle, after all.
  void no_host() { host_valid_ = false; }
  /// Data of the host's read in the last cycle.
  std::uint64_t host_rdata() const { return host_data_q_; }

  /// Serves the requests of one cycle: sets grants and read data (for the next cycle), and performs the
  /// writes.
  void access(const NodeOut& node) {
    rd_gnt_ = arbitrate(false, node.rd_req, node.rd_addr, rd_first_q_);
    wr_gnt_ = arbitrate(true, node.wr_req, node.wr_addr, wr_first_q_);
    for (std::uint32_t m = rd_gnt_; m != 0; m &= m - 1) {
      const unsigned r = static_cast<unsigned>(std::countr_zero(m));
      for (unsigned s = 0; s < span_of(r); ++s)
        data_q_[data_at(which_ ^ 1, r) + s] = word_[at(node.rd_addr[r] + s)];
    }
    if (host_valid_) serve_host();
    for (std::uint32_t m = wr_gnt_; m != 0; m &= m - 1) {
      const unsigned c = static_cast<unsigned>(std::countr_zero(m));
      write_flit(node.wr_addr[c], node.wr_data[c], node.wr_strb[c]);
    }
  }
  /// The grants that access() would give, without any change: the combinational outputs of the RTL.
  void grants(const NodeOut& node, std::uint32_t& rd_gnt, std::uint32_t& wr_gnt) const {
    std::uint8_t rd_first = rd_first_q_, wr_first = wr_first_q_;
    rd_gnt = arbitrate(false, node.rd_req, node.rd_addr, rd_first);
    wr_gnt = arbitrate(true, node.wr_req, node.wr_addr, wr_first);
  }
  /// The effect of a reset on the round-robin state of the channels. Contents remain.
  void reset() { rd_first_q_ = wr_first_q_ = 0; }
  std::uint32_t rd_gnt() const { return rd_gnt_; }
  std::uint32_t wr_gnt() const { return wr_gnt_; }
  // The only access of its kind in a cycle is granted, so its caller may perform it, reads first; also later,
  // several together, if nothing looks at the words before.
  void read_flits(std::uint32_t word, std::uint64_t* flits, unsigned n) const {
    const std::size_t first = at(word), count = std::size_t{n} * span_;
    if (first + count <= words_) {
      std::copy_n(&word_[first], count, flits);
    } else {
      for (unsigned k = 0; k < count; ++k) flits[k] = word_[at(word + k)];
    }
  }
  void write_flits(std::uint32_t word, const std::uint64_t* flits, unsigned n) {
    const std::size_t first = at(word), count = std::size_t{n} * span_;
    if (written_ != nullptr) note_written(word, n * span_);
    if (first + count <= words_) {
      std::copy_n(flits, count, &word_[first]);
    } else {
      for (unsigned k = 0; k < count; ++k) word_[at(word + k)] = flits[k];
    }
  }
  /// `strb`: one bit per byte.
  void write_flit(std::uint32_t word, const std::uint64_t* flit, std::uint64_t strb) {
    if (written_ != nullptr) note_written(word, span_);
    for (unsigned s = 0; s < span_; ++s) write(word + s, flit[s], static_cast<std::uint8_t>(strb >> (8 * s)));
  }
  /// Whether `a_flits` from word `a` on and `b_flits` from `b` on may have a word in common.
  bool may_overlap(std::uint32_t a, unsigned a_flits, std::uint32_t b, unsigned b_flits) const {
    const std::uint32_t a_from = at(a), a_end = a_from + a_flits * span_, b_from = at(b),
                        b_end = b_from + b_flits * span_;
    return std::max(a_end, b_end) > words_ || (a_from < b_end && b_from < a_end);
  }
  /// Data of the read in the last cycle, if the caller performed it.
  void show_read(const std::uint64_t* flit) { std::copy_n(flit, span_, &data_q_[data_at(which_, 0)]); }

  /// No channel has a request in this cycle.
  void idle() {
    rd_gnt_ = wr_gnt_ = 0;
    if (host_valid_) serve_host();
  }
  /// Data of the reads granted in the last cycle.
  const std::uint64_t* rd_data(unsigned port = 0) const { return &data_q_[data_at(which_, port)]; }
  void advance() { which_ ^= 1; }
  /// From now on, the words that the NIC writes are added to *written, which must outlive this object.
  void watch(WordRange* written) { written_ = written; }

 private:
  /// Words that a port accesses: the sequencer's reads one.
  unsigned span_of(unsigned port) const { return port < wide_reads_ ? span_ : 1; }
  std::uint32_t at(std::uint32_t word) const { return word & (words_ - 1); }
  unsigned data_at(unsigned which, unsigned port) const { return (which * reads_ + port) * span_; }

  void note_written(std::uint32_t word, unsigned words) {
    for (unsigned k = 0; k < words; ++k) written_->add(at(word + k));
  }
  void write(std::uint32_t word, std::uint64_t data, std::uint8_t strb) {
    std::uint64_t& w = word_[at(word)];
    if (strb == 0xff) {
      w = data;
      return;
    }
    for (unsigned b = 0; b < 8; ++b) {
      const std::uint64_t mask = std::uint64_t{0xff} << (8 * b);
      if ((strb >> b) & 1) w = (w & ~mask) | (data & mask);
    }
  }

  /// Between the channels' reads and writes: no read sees a write of the same cycle.
  void serve_host() {
    if (host_write_) {
      write(host_addr_, host_wdata_, host_strb_);
    } else {
      host_data_q_ = word_[at(host_addr_)];
    }
    host_valid_ = false;
  }

  std::uint32_t arbitrate(bool write, std::uint32_t req, const std::uint32_t* addr,
                          std::uint8_t& first_q) const {
    const bool host_asks = host_valid_ && host_write_ == write;
    if ((req & (req - 1)) == 0 && !host_asks) return req;
    std::uint64_t taken[2] = {0, 0};
    if (host_asks) {
      const unsigned bank = host_addr_ & (banks_ - 1);
      taken[bank >> 6] |= std::uint64_t{1} << (bank & 63);
    }
    const unsigned ports = write ? channels_ : reads_, wide = write ? channels_ : wide_reads_;
    std::uint32_t gnt = 0;
    for (unsigned k = 0; k < ports; ++k) {
      const unsigned c = k < wide ? (first_q + k) % wide : k;  // the sequencer is last
      if (!((req >> c) & 1)) continue;
      std::uint64_t want[2] = {0, 0};
      for (unsigned s = 0; s < span_of(c); ++s) {
        const unsigned bank = (addr[c] + s) & (banks_ - 1);
        want[bank >> 6] |= std::uint64_t{1} << (bank & 63);
      }
      if ((taken[0] & want[0]) != 0 || (taken[1] & want[1]) != 0) continue;
      taken[0] |= want[0];
      taken[1] |= want[1];
      gnt |= 1u << c;
    }
    if (((gnt ^ req) & ((1u << wide) - 1)) != 0) first_q = static_cast<std::uint8_t>((first_q + 1) % wide);
    return gnt;
  }

  std::uint8_t channels_, reads_, wide_reads_, span_, banks_;
  std::uint8_t rd_first_q_ = 0, wr_first_q_ = 0;
  std::uint8_t which_ = 0;  // copy of data_q_
  std::uint32_t rd_gnt_ = 0, wr_gnt_ = 0;
  std::uint32_t words_ = 0;
  std::uint32_t host_addr_ = 0;
  std::uint64_t host_wdata_ = 0, host_data_q_ = 0;
  bool host_valid_ = false, host_write_ = false;
  std::uint8_t host_strb_ = 0;
  WordRange* written_ = nullptr;
  std::unique_ptr<std::uint64_t[]> data_q_;  // two copies alternate: [copy][port][word]
  std::unique_ptr<std::uint64_t[], FreeMemory>
      word_;  // zeros that the system provides where they are touched
};

}  // namespace collnoc::model

// What the sanitizer knows about every 8-byte word of a tile's memory: who wrote and read it last, and which
// messages use it.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/sanitize/message_events.hpp"

namespace collnoc {

class Shadow {
 public:
  struct Word {
    std::uint32_t write_epoch = 0, write_place = 0, read_epoch = 0,
                  read_place = 0;  ///< of software; 0: never
    MessageId in = 0;              ///< the last message that writes it
    MessageId out = 0;             ///< the last message that is read from it
    // One bit per byte. `written`: somebody has written it, or a message that is on its way will. The others:
    // software has accessed it in that epoch.
    std::uint8_t written = 0, write_bytes = 0, read_bytes = 0;

    void write(std::uint32_t epoch, std::uint32_t place, std::uint8_t bytes) {
      write_bytes = static_cast<std::uint8_t>(bytes | (write_epoch == epoch ? write_bytes : 0));
      write_epoch = epoch;
      write_place = place;
      written |= bytes;
    }
    void read(std::uint32_t epoch, std::uint32_t place, std::uint8_t bytes) {
      read_bytes = static_cast<std::uint8_t>(bytes | (read_epoch == epoch ? read_bytes : 0));
      read_epoch = epoch;
      read_place = place;
    }
    /// Whether software has accessed one of `bytes` in an epoch after `known`.
    bool written_after(std::uint32_t known, std::uint8_t bytes) const {
      return write_epoch > known && (write_bytes & bytes) != 0;
    }
    bool read_after(std::uint32_t known, std::uint8_t bytes) const {
      return read_epoch > known && (read_bytes & bytes) != 0;
    }
  };

  explicit Shadow(std::uint32_t words) : pages_((words + page_words - 1) / page_words) {}

  /// `word`: byte address / 8, inside the memory.
  Word& at(std::uint32_t word) {
    std::unique_ptr<Page>& page = pages_[word / page_words];
    if (page == nullptr) page = std::make_unique<Page>();
    return (*page)[word % page_words];
  }

  /// Calls f(word, address of the word, mask of its bytes) for the bytes [begin, end), until f returns false.
  template <class F>
  void each(std::uint32_t begin, std::uint32_t end, F&& f) {
    for (std::uint32_t at_byte = begin & ~7u; at_byte < end; at_byte += 8) {
      unsigned mask = 0xff;
      if (at_byte < begin) mask &= 0xffu << (begin - at_byte);
      if (end - at_byte < 8) mask &= 0xffu >> (8 - (end - at_byte));
      if (!f(at(at_byte / 8), at_byte, static_cast<std::uint8_t>(mask))) return;
    }
  }

 private:
  static constexpr std::uint32_t page_words = 512;
  using Page = std::array<Word, page_words>;
  std::vector<std::unique_ptr<Page>> pages_;
};

}  // namespace collnoc

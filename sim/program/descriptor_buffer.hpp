// A stream's buffer on a file descriptor that knows why a write failed, which std::cout does not.
#pragma once
#include <array>
#include <cerrno>
#include <streambuf>
#include <string_view>

#include "sim/common/write_all.hpp"

namespace collnoc {

/// After an error nothing more is written, and every flush fails with the errno of that error.
class DescriptorBuffer final : public std::streambuf {
 public:
  explicit DescriptorBuffer(int file) : file_(file) { setp(buffer_.begin(), buffer_.end()); }
  ~DescriptorBuffer() override { sync(); }
  DescriptorBuffer(const DescriptorBuffer&) = delete;
  DescriptorBuffer& operator=(const DescriptorBuffer&) = delete;

 protected:
  int sync() override {
    if (error_ == 0) error_ = write_all(file_, std::string_view(pbase(), pptr()));
    setp(buffer_.begin(), buffer_.end());
    errno = error_;
    return error_ == 0 ? 0 : -1;
  }
  int_type overflow(int_type next) override {
    if (sync() != 0) return traits_type::eof();
    if (!traits_type::eq_int_type(next, traits_type::eof())) sputc(traits_type::to_char_type(next));
    return traits_type::not_eof(next);
  }

 private:
  std::array<char, 8192> buffer_;
  int file_, error_ = 0;
};

}  // namespace collnoc

// Included by libstdc++'s headers: the classes of characters, without those of the host's C library.
#pragma once
namespace std {
struct ctype_base {
  using __to_type = const int*;
  using mask = unsigned short;
  static constexpr mask upper = 1, lower = 2, alpha = 4, digit = 8, xdigit = 16, space = 32, print = 64, cntrl = 128,
                        punct = 256, alnum = alpha | digit, graph = alnum | punct, blank = 512;
};
}  // namespace std

// Included by libstdc++'s headers. There are no locales; what would format with one is only declared.
#pragma once
#include <clocale>
#define _GLIBCXX_NUM_CATEGORIES 0
namespace std {
using __c_locale = int*;
int __convert_from_v(const __c_locale&, char*, int, const char*, ...);
}  // namespace std

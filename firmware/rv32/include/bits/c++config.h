// Included by libstdc++'s headers: the host's configuration without what needs its operating system or its compiled
// library. What the headers declare as compiled there is compiled in the program.
#include_next <bits/c++config.h>
#undef _GLIBCXX_HAVE_LINUX_FUTEX
#undef _GLIBCXX_HAS_GTHREADS
#undef _GLIBCXX_HAVE_TIMESPEC_GET
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0

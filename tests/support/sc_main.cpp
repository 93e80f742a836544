// The main of tests that use SystemC: libsystemc has main(), which calls this. One elaboration a process, so
// such tests are not WHOLE.
#include <gtest/gtest.h>

#include <systemc>

int sc_main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}

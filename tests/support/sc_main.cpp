// The main function of tests that use SystemC: libsystemc has main(), which calls this one. SystemC
// elaborates once per process, so such tests cannot be WHOLE.
#include <gtest/gtest.h>

#include <systemc>

int sc_main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}

# SystemC has no CMake configuration, so this module finds it through pkg-config.
#
# Defines SystemC_FOUND and the target SystemC::systemc.
#
# Debian's library was built as C++17 and checks that through a symbol; SC_CPLUSPLUS gives the same answer in C++20
# units.
# libsystemc.so requires a function sc_main in every executable, even if the executable has its own main:
#   extern "C" int sc_main(int, char**) { return 0; }
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(SYSTEMC QUIET IMPORTED_TARGET systemc)
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SystemC REQUIRED_VARS SYSTEMC_LINK_LIBRARIES VERSION_VAR SYSTEMC_VERSION)

if(SystemC_FOUND AND NOT TARGET SystemC::systemc)
  add_library(SystemC::systemc INTERFACE IMPORTED)
  target_link_libraries(SystemC::systemc INTERFACE PkgConfig::SYSTEMC pthread)
  # Without a value, as sources define it themselves: the same again is no warning.
  target_compile_definitions(SystemC::systemc INTERFACE SC_CPLUSPLUS=201703L SC_INCLUDE_DYNAMIC_PROCESSES=)
endif()

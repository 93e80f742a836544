# `cpack` makes a Debian package and a tarball of what cmake/Install.cmake installs, in the folder `release` of the build.
# scripts/release builds what they need first. The tarball can be unpacked anywhere: it brings the libraries that are not part of
# every system (cmake/release_files.cmake).
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/release)
set(CPACK_PACKAGE_VENDOR "The collnoc authors")
set(CPACK_PACKAGE_CONTACT "The collnoc authors <collnoc@users.noreply.github.com>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "collectives on a network-on-chip, measured on cycle-exact hardware")
set(CPACK_PACKAGE_DESCRIPTION "A synthesizable router and network interface in SystemVerilog, a model
that equals them in every cycle, schedules of nine collectives as firmware
for every tile, and a simulator that checks every byte where it arrives and
counts the cycles.
.
The program takes the model alone, RTL, or both in lockstep; RTL needs
Verilator and a compiler when a hardware variant is first used.")
set(CPACK_STRIP_FILES ON)
set(CPACK_MONOLITHIC_INSTALL ON)
set(CPACK_VERBATIM_VARIABLES ON)
string(TOLOWER ${CMAKE_SYSTEM_NAME} system)
set(CPACK_SYSTEM_NAME ${system}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_ARCHIVE_THREADS 0)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/release_options.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/release_files.cmake)
set(CPACK_COLLNOC_SOURCE_DIR ${PROJECT_SOURCE_DIR})
set(CPACK_COLLNOC_BUILD_DIR ${PROJECT_BINARY_DIR})
set(CPACK_COLLNOC_LIBDIR ${CMAKE_INSTALL_LIBDIR})

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION electronics)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)

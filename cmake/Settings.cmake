# Language, warnings and compiler launcher of all C++ code. Link `collnoc::settings` to get them. Headers that are
# installed are included as users include them ("collnoc/model/..."; include/collnoc contains links to the folders), all
# others by their path from the top of the source tree ("sim/fabric/fabric.hpp").
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release or RelWithDebInfo" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# The program is BUILD/collnoc. Tests and benchmarks are in the build directory of their source.
set(COLLNOC_PROGRAM_DIRECTORY ${PROJECT_BINARY_DIR})

find_program(CCACHE_EXECUTABLE ccache)
if(CCACHE_EXECUTABLE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Another clone of the same sources finds what this one has compiled. Precompiled headers: no source has a macro of the time, and
  # a file beside them says what is in them (collnoc_precompiled_sum).
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_PCH_EXTSUM=1
    ${CCACHE_EXECUTABLE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()

# For targets with precompiled headers. Without the time in these, ccache recognizes what is compiled with them.
set(COLLNOC_PRECOMPILE_OPTIONS "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")

# collnoc_precompiled_sum(target folder header...): a digest of all that clang reads for these headers (also below `folder`, or ""),
# beside the target's precompiled ones. With it, ccache does not look into the file itself, which has the paths of this folder.
function(collnoc_precompiled_sum target include)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    return()
  endif()
  list(TRANSFORM ARGN PREPEND "#include ")
  list(JOIN ARGN "\n" text)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir)
  file(WRITE ${folder}/headers.hpp "${text}\n")
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -isystem "${include}" -E -P -x c++ ${folder}/headers.hpp OUTPUT_VARIABLE read RESULT_VARIABLE failed
                  ERROR_QUIET)
  string(SHA256 sum "${CMAKE_CXX_COMPILER_VERSION} ${read}")
  if(failed)
    file(REMOVE ${folder}/cmake_pch.hxx.pch.sum)
  else()
    file(WRITE ${folder}/cmake_pch.hxx.pch.sum "${sum}\n")
  endif()
endfunction()

# collnoc_use_precompiled(target from): the precompiled headers of the target `from`, which was compiled with the same options. Where
# it can, with a path that is the same in every clone, and without the text of the headers beside it, which ccache would read.
function(collnoc_use_precompiled target from)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR NOT CMAKE_GENERATOR STREQUAL "Ninja")
    target_precompile_headers(${target} REUSE_FROM ${from})
    return()
  endif()
  get_target_property(folder ${from} BINARY_DIR)
  file(RELATIVE_PATH headers ${CMAKE_BINARY_DIR} ${folder}/CMakeFiles/${from}.dir/cmake_pch.hxx.pch)
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include-pch ${headers}>")
  add_dependencies(${target} ${from})
endfunction()

add_library(collnoc_settings INTERFACE)
add_library(collnoc::settings ALIAS collnoc_settings)
target_include_directories(collnoc_settings INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                                              $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
target_compile_features(collnoc_settings INTERFACE cxx_std_20)
# g++ 12 warns of std::string and std::optional themselves (GCC bugs 105651 and 80635). Clang's warnings remain.
# Warnings are errors with -DCMAKE_COMPILE_WARNING_AS_ERROR=ON, as in continuous integration and in nightly runs.
target_compile_options(collnoc_settings INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wnon-virtual-dtor>
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict;-Wno-maybe-uninitialized>)
target_compile_definitions(collnoc_settings INTERFACE COLLNOC_VERSION="${PROJECT_VERSION}")
# Every target below the top directory gets them, so none can miss them.
link_libraries($<BUILD_INTERFACE:collnoc_settings>)

# collnoc::paths tells the program where node libraries and scripts/verilate-node are:
#   COLLNOC_SOURCE_DIR             the source tree that it was built from
#   COLLNOC_NODE_DIRECTORY         node libraries that were built with the project
#   COLLNOC_PROGRAM_ELF_DIRECTORY  the schedules compiled for RV32 tiles
#   COLLNOC_SHARE_RELATIVE         the installed copy of scripts/, rtl/ and sim/verilated/, relative to the program's
#                                  directory
#   COLLNOC_LIBRARY_RELATIVE       the folder of the installed library for MPI, relative to the program's directory
include(GNUInstallDirs)
add_library(collnoc_paths INTERFACE)
add_library(collnoc::paths ALIAS collnoc_paths)
target_compile_definitions(collnoc_paths INTERFACE
  COLLNOC_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
  COLLNOC_NODE_DIRECTORY="${PROJECT_BINARY_DIR}/nodes"
  COLLNOC_PROGRAM_ELF_DIRECTORY="${PROJECT_BINARY_DIR}/firmware/apps"
  COLLNOC_SHARE_RELATIVE="../${CMAKE_INSTALL_DATADIR}/collnoc"
  COLLNOC_LIBRARY_RELATIVE="../${CMAKE_INSTALL_LIBDIR}/collnoc")

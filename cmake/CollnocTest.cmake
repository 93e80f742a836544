# Tests mirror the source tree: tests/rtl/router/x_test.cpp tests rtl/router/x.sv.
#
#   collnoc_test(name source... [LIBS library...] [LABELS label...] [TIMEOUT seconds] [COST seconds] [EACH | SHARDS n]
#                [NIGHTLY pattern] [OPTIMIZE] [MAIN] [ARGS argument...])
#     A GoogleTest executable. All its cases run in one process and are one test of ctest: a process per case costs
#     more than most cases do. Its output names the case that fails.
#     SHARDS n: n tests of ctest, name/1 to name/n, share the cases, so that they can run at the same time.
#     EACH: every case is a test of ctest and runs in a process of its own (SystemC elaborates once per process; long
#     cases of the nightly run can be shared out). COST is then that of a case.
#     NIGHTLY: cases whose names match this GoogleTest pattern are left out; the test name_nightly runs them.
#     OPTIMIZE: the test simulates its node variants for seconds, so it asks for optimized ones (NODE_OPTIMIZE=1); what another
#     test has built is used as it is.
#     LABELS default unit. gtest_main is linked unless a library or source brings a main: then say MAIN.
#     The variable COLLNOC_TEST_LEVEL is the level of optimization, see below.
#   collnoc_script_test(name command... [LABELS label...] [TIMEOUT seconds] [COST seconds] [ALONE])
#     A command; exit 0 passes, 77 skips. Runs in the top directory of the sources. ALONE: it keeps all processors
#     busy by itself, so no other test runs beside it.
#
# COST is roughly the processor time on a machine of 2026: ctest starts the longest tests first, and scripts/nightly
# balances its shards by it. Tests of a few seconds need none.
#
# Labels ask a question: unit, lockstep, proof, bound, regression, install; nightly is left out by scripts/test. The target
# nightly_tests builds the executables with this label; `all` does not.
find_package(GTest REQUIRED)
include(GoogleTest)
set(COLLNOC_LABELS unit lockstep proof bound regression install nightly)
add_custom_target(nightly_tests)

# The headers of GoogleTest, the standard library, fmt, JSON and Verilator are compiled once, not for every source of every test.
# Executables, so that their options are those of the tests: one for each level of optimization (below).
set(test_headers <algorithm> <array> <bit> <charconv> <cmath> <cstdint> <cstdio> <cstdlib>
  <cstring> <deque> <filesystem> <fstream> <functional> <iostream> <iterator> <limits> <map> <memory> <numeric> <optional>
  <random> <set> <span> <sstream> <stdexcept> <string> <string_view> <thread> <tuple> <utility> <variant> <vector>
  <fmt/format.h> <nlohmann/json.hpp> <gmock/gmock.h> <gtest/gtest.h>)
# A test is compiled with -O1: most of its time is in the libraries. With -O0 it compiles in half the time, but an inline function that
# both have is the test's in the executable, so what simulates would be several times slower. Folders whose tests simulate little
# set this to 0 before they add tests.
set(COLLNOC_TEST_LEVEL 1)
foreach(level 0 1)
  set(target collnoc_test_headers_${level})
  add_executable(${target} ${CMAKE_CURRENT_LIST_DIR}/test_headers.cpp)
  target_link_libraries(${target} PRIVATE GTest::gmock GTest::gtest fmt::fmt nlohmann_json::nlohmann_json)
  target_precompile_headers(${target} PRIVATE ${test_headers})
  collnoc_precompiled_sum(${target} "" ${test_headers})
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O${level}> ${COLLNOC_PRECOMPILE_OPTIONS})
endforeach()

function(collnoc_check_labels name)
  foreach(label IN LISTS ARGN)
    if(NOT label IN_LIST COLLNOC_LABELS)
      message(FATAL_ERROR "test ${name}: label ${label} is not one of ${COLLNOC_LABELS}")
    endif()
  endforeach()
endfunction()

function(collnoc_test name)
  cmake_parse_arguments(PARSE_ARGV 1 T "EACH;MAIN;OPTIMIZE" "TIMEOUT;COST;SHARDS;NIGHTLY" "LIBS;LABELS;ARGS")
  if(NOT T_LABELS)
    set(T_LABELS unit)
  endif()
  if(NOT T_TIMEOUT)
    set(T_TIMEOUT 900)
  endif()
  if(NOT T_COST)
    set(T_COST 0)
  endif()
  if(T_EACH AND (T_SHARDS OR T_NIGHTLY))
    message(FATAL_ERROR "test ${name}: EACH does not go with SHARDS or NIGHTLY")
  endif()
  collnoc_check_labels(${name} ${T_LABELS})
  add_executable(${name} ${T_UNPARSED_ARGUMENTS})
  if(nightly IN_LIST T_LABELS)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    add_dependencies(nightly_tests ${name})
  endif()
  target_link_libraries(${name} PRIVATE ${T_LIBS} GTest::gmock fmt::fmt nlohmann_json::nlohmann_json)
  if(T_MAIN)
    target_link_libraries(${name} PRIVATE GTest::gtest)
  else()
    target_link_libraries(${name} PRIVATE GTest::gtest GTest::gtest_main)
  endif()
  set(level ${COLLNOC_TEST_LEVEL})
  collnoc_use_precompiled(${name} collnoc_test_headers_${level})
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O${level}>)
  if(T_EACH)
    set(environment)
    if(T_OPTIMIZE)
      set(environment ENVIRONMENT NODE_OPTIMIZE=1)
    endif()
    gtest_discover_tests(${name} EXTRA_ARGS ${T_ARGS} TEST_PREFIX ${name}/ DISCOVERY_MODE PRE_TEST
      NO_PRETTY_VALUES TEST_LIST ${name}_tests WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} DISCOVERY_TIMEOUT 60
      PROPERTIES TIMEOUT ${T_TIMEOUT} COST ${T_COST} ${environment})
    # gtest_discover_tests accepts only one label; several labels are set on the discovered tests.
    set(labels ${CMAKE_CURRENT_BINARY_DIR}/${name}_labels.cmake)
    file(WRITE ${labels} "if(${name}_tests)\n  set_tests_properties(\${${name}_tests} PROPERTIES LABELS \"${T_LABELS}\")\nendif()\n")
    if(nightly IN_LIST T_LABELS)  # not built: gtest_discover_tests adds one test that says so
      file(APPEND ${labels} "if(NOT EXISTS \"${CMAKE_CURRENT_BINARY_DIR}/${name}\")\n"
                            "  set_tests_properties(${name}_NOT_BUILT PROPERTIES LABELS nightly)\nendif()\n")
    endif()
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${labels})
    return()
  endif()
  if(NOT T_SHARDS)
    set(T_SHARDS 1)
  endif()
  if(T_NIGHTLY)
    add_test(NAME ${name}_nightly COMMAND ${name} ${T_ARGS} --gtest_filter=${T_NIGHTLY}
             WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name}_nightly PROPERTIES LABELS "${T_LABELS};nightly" TIMEOUT 3600 COST 60)
    list(APPEND T_ARGS --gtest_filter=-${T_NIGHTLY})
  endif()
  math(EXPR cost "${T_COST} / ${T_SHARDS}")
  math(EXPR last "${T_SHARDS} - 1")
  foreach(shard RANGE ${last})
    set(test ${name})
    if(T_SHARDS GREATER 1)
      math(EXPR number "${shard} + 1")
      set(test ${name}/${number})
    endif()
    add_test(NAME ${test} COMMAND ${name} ${T_ARGS} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${test} PROPERTIES LABELS "${T_LABELS}" TIMEOUT ${T_TIMEOUT} COST ${cost} SKIP_RETURN_CODE 77)
    if(T_OPTIMIZE)
      set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT NODE_OPTIMIZE=1)
    endif()
    if(T_SHARDS GREATER 1)
      set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT GTEST_TOTAL_SHARDS=${T_SHARDS} GTEST_SHARD_INDEX=${shard})
    endif()
  endforeach()
endfunction()

function(collnoc_script_test name)
  cmake_parse_arguments(PARSE_ARGV 1 T "ALONE" "TIMEOUT;COST" "LABELS")
  if(NOT T_LABELS)
    set(T_LABELS unit)
  endif()
  if(NOT T_TIMEOUT)
    set(T_TIMEOUT 1200)  # proofs and lint take minutes, and several times as long on a busy machine
  endif()
  if(NOT T_COST)
    set(T_COST 0)
  endif()
  collnoc_check_labels(${name} ${T_LABELS})
  add_test(NAME ${name} COMMAND ${T_UNPARSED_ARGUMENTS} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS "${T_LABELS}" TIMEOUT ${T_TIMEOUT} COST ${T_COST} SKIP_RETURN_CODE 77
                       RUN_SERIAL ${T_ALONE})
endfunction()

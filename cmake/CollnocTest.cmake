# Tests mirror the source tree: tests/rtl/router/x_test.cpp tests rtl/router/x.sv.
#
#   collnoc_test(name source... [LIBS library...] [LABELS label...] [TIMEOUT seconds] [WHOLE] [ARGS argument...])
#     A GoogleTest executable. Each of its cases is a ctest test and runs in its own process, because SystemC can
#     elaborate only once per process. WHOLE: the executable is one test (for many small cases). LABELS: default unit.
#     MAIN: a library or source defines main, so gtest_main is not linked.
#   collnoc_script_test(name command... [LABELS label...] [TIMEOUT seconds] [ALONE])
#     A command; exit code 0 passes, 77 skips. It runs in the top directory of the source tree. ALONE: it keeps all
#     processors busy, so no other test runs at the same time.
#
# Each label stands for a question: unit, lockstep, proof, bound, regression, install. scripts/test skips nightly.
find_package(GTest REQUIRED)
include(GoogleTest)
set(COLLNOC_LABELS unit lockstep proof bound regression install nightly)

function(collnoc_check_labels name)
  foreach(label IN LISTS ARGN)
    if(NOT label IN_LIST COLLNOC_LABELS)
      message(FATAL_ERROR "test ${name}: label ${label} is not one of ${COLLNOC_LABELS}")
    endif()
  endforeach()
endfunction()

function(collnoc_test name)
  cmake_parse_arguments(PARSE_ARGV 1 T "WHOLE;MAIN" "TIMEOUT" "LIBS;LABELS;ARGS")
  if(NOT T_LABELS)
    set(T_LABELS unit)
  endif()
  if(NOT T_TIMEOUT)
    set(T_TIMEOUT 300)
  endif()
  collnoc_check_labels(${name} ${T_LABELS})
  add_executable(${name} ${T_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${T_LIBS} GTest::gmock)
  if(T_MAIN)
    target_link_libraries(${name} PRIVATE GTest::gtest)
  else()
    target_link_libraries(${name} PRIVATE GTest::gtest GTest::gtest_main)
  endif()
  if(T_WHOLE)
    add_test(NAME ${name} COMMAND ${name} ${T_ARGS} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES LABELS "${T_LABELS}" TIMEOUT ${T_TIMEOUT} SKIP_RETURN_CODE 77)
  else()
    gtest_discover_tests(${name} EXTRA_ARGS ${T_ARGS} TEST_PREFIX ${name}/ DISCOVERY_MODE PRE_TEST
      NO_PRETTY_VALUES TEST_LIST ${name}_tests WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} DISCOVERY_TIMEOUT 60
      PROPERTIES TIMEOUT ${T_TIMEOUT})
    # gtest_discover_tests accepts only one label; several labels are set on the discovered tests.
    set(labels ${CMAKE_CURRENT_BINARY_DIR}/${name}_labels.cmake)
    file(WRITE ${labels} "if(${name}_tests)\n  set_tests_properties(\${${name}_tests} PROPERTIES LABELS \"${T_LABELS}\")\nendif()\n")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${labels})
  endif()
endfunction()

function(collnoc_script_test name)
  cmake_parse_arguments(PARSE_ARGV 1 T "ALONE" "TIMEOUT" "LABELS")
  if(NOT T_LABELS)
    set(T_LABELS unit)
  endif()
  if(NOT T_TIMEOUT)
    set(T_TIMEOUT 1200)  # proofs and lint take minutes, and several times as long on a busy machine
  endif()
  collnoc_check_labels(${name} ${T_LABELS})
  add_test(NAME ${name} COMMAND ${T_UNPARSED_ARGUMENTS} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS "${T_LABELS}" TIMEOUT ${T_TIMEOUT} SKIP_RETURN_CODE 77
                       RUN_SERIAL ${T_ALONE})
endfunction()

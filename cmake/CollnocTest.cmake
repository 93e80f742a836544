# Tests mirror the tree: tests/rtl/router/x_test.cpp is about rtl/router/x.sv.
#
#   collnoc_test(name source... [LIBS library...] [LABELS label...] [TIMEOUT seconds] [WHOLE] [ARGS argument...])
#     A GoogleTest executable; each of its tests is one of ctest's and runs in a process of its own (SystemC
#     elaborates once a process). WHOLE: the executable is one test (many small cases). LABELS default unit.
#     gtest_main is linked unless a library or source brings a main: then say MAIN.
#   collnoc_script_test(name command... [LABELS label...] [TIMEOUT seconds] [ALONE])
#     A command; exit 0 passes, 77 skips. Runs in the top directory of the sources. ALONE: it keeps all processors
#     busy by itself, so no other test runs beside it.
#
# Labels ask a question: unit, lockstep, proof, bound, regression, install; nightly is left out by scripts/test.
find_package(GTest REQUIRED)
include(GoogleTest)
set(COLLNOC_LABELS unit lockstep proof bound regression install nightly)

function(collnoc_check_labels name)
  foreach(label IN LISTS ARGN)
    if(NOT label IN_LIST COLLNOC_LABELS)
      message(FATAL_ERROR "test ${name}: label ${label} is none of ${COLLNOC_LABELS}")
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
    # gtest_discover_tests takes one label only; several are set on the tests it found.
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
    set(T_TIMEOUT 1200)  # proofs and lint take minutes, on a busy machine several times that
  endif()
  collnoc_check_labels(${name} ${T_LABELS})
  add_test(NAME ${name} COMMAND ${T_UNPARSED_ARGUMENTS} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS "${T_LABELS}" TIMEOUT ${T_TIMEOUT} SKIP_RETURN_CODE 77
                       RUN_SERIAL ${T_ALONE})
endfunction()

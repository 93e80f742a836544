# collnoc_verilate_module(target module [NETLIST] [NODES] [BRIEF] [PARAMETERS NAME=VALUE...] [VLT file] [TOP file])
#
# Verilates one module of rtl/ on its own, for its test; or a module of the file TOP, which is read after the RTL. The
# result is a static library with the header "V<target>.h". The generated code is one translation unit in which
# modules are not inlined, so the code for many tiles is as large as for one.
# NETLIST: if Yosys is installed (COLLNOC_YOSYS_FOUND), also makes <target>_netlist: the same class made from the
# gates of the module (scripts/netlist). The same test source can be linked with either. Only with COLLNOC_RTL.
# BRIEF: the test simulates much less than a second, so the code is not optimized.
# COLLNOC_COVERAGE: modules count their lines and toggles (scripts/coverage), netlists do not; with NODES the nodes
# inside the module are not counted.
option(COLLNOC_COVERAGE "Verilate modules for tests with coverage of lines and toggles" OFF)
# Generated code does not count in the C++ coverage.
set(generated_options -w -fno-profile-arcs -fno-test-coverage)
if(COLLNOC_RTL AND NOT TARGET collnoc_verilator)
  execute_process(COMMAND ${VERILATOR_EXECUTABLE} --getenv VERILATOR_ROOT
                  OUTPUT_VARIABLE COLLNOC_VERILATOR_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(runtime_of_coverage)
  if(COLLNOC_COVERAGE)
    set(runtime_of_coverage ${PROJECT_BINARY_DIR}/verilated_cov.cpp)
    execute_process(COMMAND sed -f ${PROJECT_SOURCE_DIR}/sim/verilated/coverage.sed
                            ${COLLNOC_VERILATOR_ROOT}/include/verilated_cov.cpp
                    OUTPUT_FILE ${runtime_of_coverage} COMMAND_ERROR_IS_FATAL ANY)
  endif()
  add_library(collnoc_verilator STATIC ${COLLNOC_VERILATOR_ROOT}/include/verilated.cpp
                                       ${COLLNOC_VERILATOR_ROOT}/include/verilated_threads.cpp
                                       ${runtime_of_coverage})
  target_include_directories(collnoc_verilator SYSTEM PUBLIC ${COLLNOC_VERILATOR_ROOT}/include
                                                             ${COLLNOC_VERILATOR_ROOT}/include/vltstd)
  target_compile_definitions(collnoc_verilator PUBLIC $<$<BOOL:${COLLNOC_COVERAGE}>:VM_COVERAGE=1>)
  target_compile_options(collnoc_verilator PRIVATE -w)
  target_link_libraries(collnoc_verilator PUBLIC Threads::Threads atomic)
  # Verilator's headers are compiled once per level of optimization, not for every module.
  foreach(level 0 1)
    add_library(collnoc_verilator_headers_${level} STATIC ${CMAKE_CURRENT_LIST_DIR}/verilator_headers.cpp)
    target_link_libraries(collnoc_verilator_headers_${level} PRIVATE collnoc_verilator)
    target_compile_options(collnoc_verilator_headers_${level} PRIVATE ${generated_options} -O${level} ${COLLNOC_PRECOMPILE_OPTIONS})
    target_precompile_headers(collnoc_verilator_headers_${level} PRIVATE <verilated.h>)
    collnoc_precompiled_sum(collnoc_verilator_headers_${level} ${COLLNOC_VERILATOR_ROOT}/include <verilated.h>)
  endforeach()
  if(NOT COLLNOC_COVERAGE)
    foreach(level 0 1)
      target_include_directories(collnoc_test_headers_${level} SYSTEM PRIVATE ${COLLNOC_VERILATOR_ROOT}/include)
      target_precompile_headers(collnoc_test_headers_${level} PRIVATE <verilated.h>)
      collnoc_precompiled_sum(collnoc_test_headers_${level} ${COLLNOC_VERILATOR_ROOT}/include ${test_headers} <verilated.h>)
    endforeach()
  endif()
endif()

set(covered_files coverage.sed coverage.hpp node_uncovered.vlt)

# Makes the static library <target> with the class V<prefix> from files; further arguments are options of Verilator.
function(collnoc_verilate_files target prefix module files)
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/${target}_verilated)
  set(options ${ARGN})
  set(one_unit -DDIRECTORY=${directory} -DSOURCE=${PROJECT_SOURCE_DIR})
  set(covered)
  set(verilator ${CMAKE_COMMAND} -E env VERILATOR=${VERILATOR_EXECUTABLE} ${PROJECT_SOURCE_DIR}/scripts/verilator-kept ${directory})
  if(COLLNOC_COVERAGE)  # its points name the files
    set(verilator ${VERILATOR_EXECUTABLE} --Mdir ${directory})
  endif()
  if(COLLNOC_COVERAGE AND NOT target MATCHES "_netlist$")
    list(APPEND options --coverage-line --coverage-toggle)
    if(V_NODES)
      list(APPEND options ${PROJECT_SOURCE_DIR}/sim/verilated/node_uncovered.vlt)
    endif()
    list(APPEND one_unit -DCOVERED=V${prefix})
    list(TRANSFORM covered_files PREPEND ${PROJECT_SOURCE_DIR}/sim/verilated/ OUTPUT_VARIABLE covered)
  endif()
  add_custom_command(OUTPUT ${directory}/all.cpp
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${directory}
    COMMAND ${verilator} --cc -Wno-lint -Wno-style --x-assign fast --x-initial fast --noassert -O3 -fno-inline
            --prefix V${prefix} --top-module ${module} ${options} ${files}
    COMMAND ${CMAKE_COMMAND} ${one_unit} -P ${PROJECT_SOURCE_DIR}/cmake/OneUnit.cmake
    DEPENDS ${files} ${V_VLT} ${covered} ${PROJECT_SOURCE_DIR}/cmake/OneUnit.cmake ${PROJECT_SOURCE_DIR}/scripts/verilator-kept
    COMMENT "Verilating ${module} for ${target}" VERBATIM)
  add_library(${target} STATIC ${directory}/all.cpp)
  target_include_directories(${target} SYSTEM PUBLIC ${directory})
  set(level 1)
  if(V_BRIEF AND NOT COLLNOC_COVERAGE)
    set(level 0)
  endif()
  target_compile_options(${target} PRIVATE ${generated_options} -O${level})
  target_link_libraries(${target} PUBLIC collnoc_verilator)
  collnoc_use_precompiled(${target} collnoc_verilator_headers_${level})
endfunction()

function(collnoc_verilate_module target module)
  cmake_parse_arguments(PARSE_ARGV 2 V "NETLIST;NODES;BRIEF" "VLT;TOP" "PARAMETERS")
  set(parameters)
  foreach(parameter IN LISTS V_PARAMETERS)
    list(APPEND parameters "-G${parameter}")
  endforeach()
  execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/rtl-files OUTPUT_VARIABLE files
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" files "${files}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/rtl/collnoc.f)
  collnoc_verilate_files(${target} ${target} ${module} "${files};${V_TOP}" ${parameters} ${V_VLT})
  if(V_NETLIST AND COLLNOC_YOSYS_FOUND)
    set(netlist ${CMAKE_CURRENT_BINARY_DIR}/${target}_netlist.v)
    add_custom_command(OUTPUT ${netlist}
      COMMAND ${PROJECT_SOURCE_DIR}/scripts/netlist ${module} ${V_PARAMETERS} ${netlist}
      DEPENDS ${files} ${PROJECT_SOURCE_DIR}/scripts/netlist ${PROJECT_SOURCE_DIR}/scripts/yosys
              ${COLLNOC_YOSYS_VERSION}
      COMMENT "Synthesizing ${module} for ${target}_netlist" VERBATIM)
    # Verilator (seen with 5.006) merges trees of single-bit gates wrongly: with them, most products are wrong.
    collnoc_verilate_files(${target}_netlist ${target} ${module} ${netlist} -fno-const-bit-op-tree)
    set_target_properties(${target}_netlist PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endfunction()

# collnoc_module_test(name source... LIBS library... MODULES target...)
#
# A test of verilated modules. If Yosys is installed, also makes the same test of their netlists for the nightly run, with
# _netlist inserted before _test in its name (each of MODULES must be made with NETLIST).
function(collnoc_module_test name)
  cmake_parse_arguments(PARSE_ARGV 1 M "" "" "LIBS;MODULES")
  set(sources ${M_UNPARSED_ARGUMENTS})
  collnoc_test(${name} ${sources} LIBS ${M_LIBS} ${M_MODULES})
  if(COLLNOC_YOSYS_FOUND)
    list(TRANSFORM M_MODULES APPEND _netlist)
    string(REGEX REPLACE "_test$" "_netlist_test" netlist_name ${name})
    collnoc_test(${netlist_name} ${sources} LIBS ${M_LIBS} ${M_MODULES} LABELS nightly)
  endif()
endfunction()

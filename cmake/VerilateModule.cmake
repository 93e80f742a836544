# collnoc_verilate_module(target module [PARAMETERS NAME=VALUE...] [VLT file] [TOP file])
#
# One module of rtl/ verilated alone, or one of the file TOP, which is read after them, for its test: a static library
# whose header is "V<target>.h". The generated code is one unit; modules stay apart in it (no inlining), so that many
# tiles cost what one does.
# Only with COLLNOC_RTL.
if(COLLNOC_RTL AND NOT TARGET collnoc_verilator)
  execute_process(COMMAND ${VERILATOR_EXECUTABLE} --getenv VERILATOR_ROOT
                  OUTPUT_VARIABLE COLLNOC_VERILATOR_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE)
  add_library(collnoc_verilator STATIC ${COLLNOC_VERILATOR_ROOT}/include/verilated.cpp
                                       ${COLLNOC_VERILATOR_ROOT}/include/verilated_threads.cpp)
  target_include_directories(collnoc_verilator SYSTEM PUBLIC ${COLLNOC_VERILATOR_ROOT}/include
                                                             ${COLLNOC_VERILATOR_ROOT}/include/vltstd)
  target_compile_definitions(collnoc_verilator PUBLIC VM_COVERAGE=0 VM_SC=0 VM_TRACE=0)
  target_compile_options(collnoc_verilator PRIVATE -w)
  target_link_libraries(collnoc_verilator PUBLIC Threads::Threads atomic)
endif()

function(collnoc_verilate_module target module)
  cmake_parse_arguments(PARSE_ARGV 2 V "" "VLT;TOP" "PARAMETERS")
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/${target}_verilated)
  set(parameters)
  foreach(parameter IN LISTS V_PARAMETERS)
    list(APPEND parameters "-G${parameter}")
  endforeach()
  execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/rtl-files OUTPUT_VARIABLE files
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" files "${files}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/rtl/collnoc.f)
  add_custom_command(OUTPUT ${directory}/all.cpp
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${directory}
    COMMAND ${VERILATOR_EXECUTABLE} --cc -Wno-lint -Wno-style --x-assign fast --x-initial fast --noassert -O3 -fno-inline
            --prefix V${target} --top-module ${module} --Mdir ${directory} ${parameters} ${V_VLT} ${files} ${V_TOP}
    COMMAND ${CMAKE_COMMAND} -DDIRECTORY=${directory} -P ${PROJECT_SOURCE_DIR}/cmake/OneUnit.cmake
    DEPENDS ${files} ${V_VLT} ${V_TOP} ${PROJECT_SOURCE_DIR}/cmake/OneUnit.cmake
    COMMENT "Verilating ${module} for ${target}" VERBATIM)
  add_library(${target} STATIC ${directory}/all.cpp)
  target_include_directories(${target} SYSTEM PUBLIC ${directory})
  target_compile_options(${target} PRIVATE -w -O1)
  target_link_libraries(${target} PUBLIC collnoc_verilator)
endfunction()

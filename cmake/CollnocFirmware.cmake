# Programs for tiles with a processor, cross-compiled in the same CMake project as everything else.
#
#   collnoc_add_firmware(NAME source... [DEFINITIONS definition...] [INCLUDES directory...] [OPTIONS option...]
#                        [MEMORY bytes] [DEPENDS file...] [NATIVE])
#     Makes ${CMAKE_CURRENT_BINARY_DIR}/NAME.elf for `collnoc run --firmware`, as target firmware_NAME (slashes become
#     _), which is part of `all`. Without a cross compiler it makes nothing.
#     DEFINITIONS: A=B. OPTIONS: compiler options, added after the usual ones. MEMORY: bytes of tile memory that the
#     program is linked for, default 65536. The linker rejects a program that does not fit in it, or in 65536 bytes of
#     program memory. DEPENDS: files that are made by the build and that the sources include. NATIVE: also makes the host executable NAME from the same sources; for sources that end with
#     COLLNOC_PROGRAM (firmware/program.hpp).
#
# COLLNOC_RV32: with AUTO a missing cross compiler is not an error, with ON it is, with OFF it is not searched for.
# COLLNOC_RV32_FOUND is the result.
set(COLLNOC_RV32 AUTO CACHE STRING "Compile programs for tiles with a processor: AUTO, ON or OFF")
set_property(CACHE COLLNOC_RV32 PROPERTY STRINGS AUTO ON OFF)
if(NOT COLLNOC_RV32 MATCHES "^(AUTO|ON|OFF)$")
  message(FATAL_ERROR "COLLNOC_RV32 is ${COLLNOC_RV32}; it must be AUTO, ON or OFF")
endif()

# The folder that contains include/collnoc/firmware: next to this file's folder in the source tree, collnoc_DATA_DIR
# when installed.
if(EXISTS ${CMAKE_CURRENT_LIST_DIR}/../include/collnoc/firmware/rv32/link.ld)
  get_filename_component(root ${CMAKE_CURRENT_LIST_DIR}/.. ABSOLUTE)
else()
  set(root ${collnoc_DATA_DIR})
endif()
set(COLLNOC_RV32_ROOT ${root} CACHE INTERNAL "Folder that contains include/collnoc/firmware")

# Finds the compiler, the C headers and library of picolibc, and the headers of the host's libstdc++ of the same
# version. firmware/rv32/include replaces the host-specific headers of the latter.
set(found FALSE)
if(NOT COLLNOC_RV32 STREQUAL "OFF")
  set(missing)
  find_program(COLLNOC_RV32_CXX riscv64-unknown-elf-g++ DOC "C++ compiler of programs for tiles")
  find_path(COLLNOC_RV32_PICOLIBC lib/release/rv32im/ilp32/libc.a PATHS /usr/lib/picolibc/riscv64-unknown-elf
            NO_DEFAULT_PATH DOC "picolibc for RV32IM")
  if(NOT COLLNOC_RV32_CXX)
    list(APPEND missing gcc-riscv64-unknown-elf)
  endif()
  if(NOT COLLNOC_RV32_PICOLIBC)
    list(APPEND missing picolibc-riscv64-unknown-elf)
  endif()
  if(COLLNOC_RV32_CXX)
    execute_process(COMMAND ${COLLNOC_RV32_CXX} -dumpversion OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
    string(REGEX MATCH "^[0-9]+" version "${version}")
    file(GLOB config /usr/include/*/c++/${version}/bits/c++config.h)
    if(config AND EXISTS /usr/include/c++/${version}/array)
      list(GET config 0 config)
      string(REPLACE /bits/c++config.h "" config ${config})
    else()
      list(APPEND missing libstdc++-${version}-dev)
    endif()
  endif()
  if(NOT missing)
    set(found TRUE)
    set(COLLNOC_RV32_HEADERS ${root}/include/collnoc/firmware/rv32/include /usr/include/c++/${version} ${config}
        ${COLLNOC_RV32_PICOLIBC}/include CACHE INTERNAL "System headers of programs for tiles")
  else()
    list(JOIN missing " " missing)
    set(problem "programs for tiles with a processor need (Debian): ${missing}")
    if(COLLNOC_RV32 STREQUAL "ON")
      message(FATAL_ERROR "COLLNOC_RV32 is ON, but ${problem}")
    endif()
    message(STATUS "Not made: ${problem}")
  endif()
endif()
set(COLLNOC_RV32_FOUND ${found} CACHE INTERNAL "Whether programs for tiles can be built")

function(collnoc_add_firmware name)
  cmake_parse_arguments(PARSE_ARGV 1 F "NATIVE" "MEMORY" "DEFINITIONS;DEPENDS;INCLUDES;OPTIONS")
  if(NOT F_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "collnoc_add_firmware(${name}): no sources")
  endif()
  if(F_NATIVE)
    find_package(Threads REQUIRED)
    add_executable(${name} ${F_UNPARSED_ARGUMENTS})
    target_link_libraries(${name} PRIVATE collnoc::firmware Threads::Threads)
    target_compile_definitions(${name} PRIVATE ${F_DEFINITIONS})
    target_include_directories(${name} PRIVATE ${F_INCLUDES})
  endif()
  if(NOT COLLNOC_RV32_FOUND)
    return()
  endif()
  if(NOT DEFINED F_MEMORY)
    set(F_MEMORY 65536)
  endif()
  if(NOT F_MEMORY MATCHES "^[0-9]+$" OR F_MEMORY LESS 4096 OR F_MEMORY GREATER 2097152)
    message(FATAL_ERROR "collnoc_add_firmware(${name}): MEMORY is ${F_MEMORY}; it must be a number of bytes, 4096 to 2097152")
  endif()

  set(flags -march=rv32im_zicsr -mabi=ilp32 -std=c++20 -O2 -g -ffreestanding -fno-exceptions -fno-rtti
      -fno-threadsafe-statics -ffunction-sections -fdata-sections -Wall -Wextra -Werror=return-type -nostdinc++)
  list(TRANSFORM F_DEFINITIONS PREPEND -D)
  list(APPEND flags ${F_DEFINITIONS})
  foreach(directory IN LISTS COLLNOC_RV32_HEADERS)
    list(APPEND flags -isystem ${directory})
  endforeach()
  list(TRANSFORM F_INCLUDES PREPEND -I)
  list(APPEND flags -I${COLLNOC_RV32_ROOT}/include ${F_INCLUDES} ${F_OPTIONS})

  set(objects)
  foreach(source IN LISTS F_UNPARSED_ARGUMENTS ITEMS ${COLLNOC_RV32_ROOT}/include/collnoc/firmware/rv32/start.cpp)
    get_filename_component(source ${source} ABSOLUTE)
    get_filename_component(object ${source} NAME)
    list(LENGTH objects number)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.dir/${number}-${object}.o)
    get_filename_component(directory ${object} DIRECTORY)
    file(MAKE_DIRECTORY ${directory})
    add_custom_command(OUTPUT ${object}
      COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${COLLNOC_RV32_CXX} ${flags} -MD -MT ${object} -MF ${object}.d
              -c ${source} -o ${object}
      DEPENDS ${source} ${F_DEPENDS} DEPFILE ${object}.d VERBATIM
      COMMENT "Compiling ${number} of ${name}.elf")
    list(APPEND objects ${object})
  endforeach()

  set(script ${COLLNOC_RV32_ROOT}/include/collnoc/firmware/rv32/link.ld)
  set(elf ${CMAKE_CURRENT_BINARY_DIR}/${name}.elf)
  add_custom_command(OUTPUT ${elf}
    COMMAND ${COLLNOC_RV32_CXX} -march=rv32im -mabi=ilp32 -nostdlib -static -Wl,--gc-sections -Wl,--fatal-warnings
            -Wl,--defsym=memory_bytes=${F_MEMORY} -T ${script} ${objects} -L${COLLNOC_RV32_PICOLIBC}/lib/release/rv32im/ilp32 -lc -lgcc -o ${elf}
    DEPENDS ${objects} ${script} VERBATIM COMMENT "Linking ${name}.elf")
  string(REPLACE / _ target firmware_${name})
  add_custom_target(${target} ALL DEPENDS ${elf})
endfunction()

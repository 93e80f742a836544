# Programs for tiles with a processor, cross-compiled in the same CMake project as everything else.
#
#   collnoc_add_firmware(NAME source... [NATIVE] [MEMORY bytes] [STACK bytes] [HEAP bytes] [PROGRAM_BYTES bytes]
#                        [PRINTF integer|float] [LINKER_SCRIPT file] [LIBRARIES library...]
#                        [DEFINITIONS definition...] [INCLUDES directory...] [OPTIONS option...] [DEPENDS file...])
#     Makes ${CMAKE_CURRENT_BINARY_DIR}/NAME.elf for `collnoc run --firmware`, as target firmware_NAME (slashes become
#     _), which is part of `all`. Without a cross compiler it makes nothing. Sources that end with .c are C.
#     NATIVE: also makes the host executable NAME from the same sources; for sources that end with COLLNOC_PROGRAM
#     (firmware/program.hpp).
#     MEMORY: bytes of tile memory that the program is linked for, default 65536; STACK: of them for the stack, a
#     multiple of 64, default 4032; HEAP: of them for malloc and new, default 0. PROGRAM_BYTES: bytes of program memory, a
#     power of two, default 65536. The linker rejects a program that does not fit, and the ELF file says these sizes.
#     PRINTF: what printf and scanf can convert: integers of up to 32 bits (default), or also longer ones and floats. LINKER_SCRIPT: instead of firmware/rv32/link.ld.
#     LIBRARIES: names (m) or files of archives. DEFINITIONS: A=B. OPTIONS: compiler options, added after the usual ones.
#     DEPENDS: files that are made by the build and that the sources include.
include(${CMAKE_CURRENT_LIST_DIR}/Rv32Compiler.cmake)

# collnoc_firmware_number(CALLER NAME VALUE LEAST MOST MULTIPLE): a clear error for a bad argument.
function(collnoc_firmware_number caller name value least most multiple)
  set(good FALSE)
  if(value MATCHES "^[0-9]+$" AND NOT value LESS least AND NOT value GREATER most)
    math(EXPR rest "${value} % ${multiple}")
    if(rest EQUAL 0)
      set(good TRUE)
    endif()
  endif()
  if(NOT good)
    set(of "")
    if(multiple GREATER 1)
      set(of ", a multiple of ${multiple}")
    endif()
    message(FATAL_ERROR "collnoc_add_firmware(${caller}): ${name} is ${value}; it must be a number of bytes, ${least} to ${most}${of}")
  endif()
endfunction()

function(collnoc_add_firmware name)
  cmake_parse_arguments(PARSE_ARGV 1 F "NATIVE" "MEMORY;STACK;HEAP;PROGRAM_BYTES;PRINTF;LINKER_SCRIPT"
                        "DEFINITIONS;DEPENDS;INCLUDES;LIBRARIES;OPTIONS")
  if(NOT F_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "collnoc_add_firmware(${name}): no sources")
  endif()
  if(F_NATIVE)
    find_package(Threads REQUIRED)
    add_executable(${name} ${F_UNPARSED_ARGUMENTS})
    set(libraries ${F_LIBRARIES})
    list(FILTER libraries EXCLUDE REGEX "/")  # archives of code for tiles
    target_link_libraries(${name} PRIVATE collnoc::firmware Threads::Threads ${libraries})
    target_compile_definitions(${name} PRIVATE ${F_DEFINITIONS})
    target_include_directories(${name} PRIVATE ${F_INCLUDES})
  endif()

  foreach(size "MEMORY 65536 4096 2097152 1" "STACK 4032 256 1048576 64" "HEAP 0 0 2097152 1"
               "PROGRAM_BYTES 65536 512 2097152 1")
    string(REPLACE " " ";" size ${size})
    list(POP_FRONT size argument default)
    if(NOT DEFINED F_${argument})
      set(F_${argument} ${default})
    endif()
    collnoc_firmware_number(${name} ${argument} ${F_${argument}} ${size})
  endforeach()
  math(EXPR powers "${F_PROGRAM_BYTES} & (${F_PROGRAM_BYTES} - 1)")
  if(NOT powers EQUAL 0)
    message(FATAL_ERROR "collnoc_add_firmware(${name}): PROGRAM_BYTES is ${F_PROGRAM_BYTES}; it must be a power of two")
  endif()
  if(NOT DEFINED F_PRINTF)
    set(F_PRINTF integer)
  endif()
  if(NOT F_PRINTF MATCHES "^(integer|float)$")
    message(FATAL_ERROR "collnoc_add_firmware(${name}): PRINTF is ${F_PRINTF}; it must be integer or float")
  endif()
  if(NOT DEFINED F_LINKER_SCRIPT)
    set(F_LINKER_SCRIPT ${COLLNOC_RV32_ROOT}/include/collnoc/firmware/rv32/link.ld)
  endif()
  get_filename_component(script ${F_LINKER_SCRIPT} ABSOLUTE)
  if(NOT EXISTS ${script})
    message(FATAL_ERROR "collnoc_add_firmware(${name}): LINKER_SCRIPT ${script} does not exist")
  endif()
  if(NOT COLLNOC_RV32_FOUND)
    return()
  endif()

  list(TRANSFORM F_DEFINITIONS PREPEND -D)
  list(TRANSFORM F_INCLUDES PREPEND -I)
  set(objects)
  foreach(source IN LISTS F_UNPARSED_ARGUMENTS)
    get_filename_component(source ${source} ABSOLUTE)
    get_filename_component(object ${source} NAME)
    list(LENGTH objects number)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.dir/${number}-${object}.o)
    set(warnings -Wall)
    if(NOT source MATCHES "\\.(c|S)$")
      set(warnings -Wall -Wextra -Werror=return-type)
    endif()
    collnoc_rv32_object(${source} ${object} "${F_DEPENDS}" ${warnings} ${F_DEFINITIONS} ${F_INCLUDES} ${F_OPTIONS})
    list(APPEND objects ${object})
  endforeach()

  set(libraries ${F_LIBRARIES})
  list(TRANSFORM libraries PREPEND -l REGEX "^[^/]+$")
  set(files ${F_LIBRARIES})
  list(FILTER files INCLUDE REGEX "/")
  string(SUBSTRING ${F_PRINTF} 0 1 kind)  # __i_vfprintf, __d_vfprintf
  string(REPLACE f d kind ${kind})
  set(symbols -Wl,--defsym=__memory_bytes=${F_MEMORY} -Wl,--defsym=__stack_bytes=${F_STACK}
      -Wl,--defsym=__heap_bytes=${F_HEAP} -Wl,--defsym=__program_bytes=${F_PROGRAM_BYTES}
      -Wl,--defsym=vfprintf=__${kind}_vfprintf -Wl,--defsym=vfscanf=__${kind}_vfscanf)
  get_filename_component(runtime ${COLLNOC_RV32_LIBRARY} DIRECTORY)
  set(elf ${CMAKE_CURRENT_BINARY_DIR}/${name}.elf)
  add_custom_command(OUTPUT ${elf}
    COMMAND ${COLLNOC_RV32_CXX} ${COLLNOC_RV32_MACHINE} ${COLLNOC_RV32_LINK_FLAGS} ${symbols} -T ${script} ${objects}
            -L${runtime} -L${COLLNOC_RV32_PICOLIBC}/lib/release/rv32im/ilp32 ${libraries} ${COLLNOC_RV32_LINK_LIBRARIES} -o ${elf}
    DEPENDS ${objects} ${script} ${files} ${COLLNOC_RV32_LIBRARY} collnoc_rv32_library
    VERBATIM COMMENT "Linking ${name}.elf")
  string(REPLACE / _ target firmware_${name})
  add_custom_target(${target} ALL DEPENDS ${elf})
endfunction()

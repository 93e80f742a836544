# The cross compiler of programs for tiles, its flags, and the run-time library that every program is linked with.
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
  find_program(COLLNOC_RV32_C riscv64-unknown-elf-gcc DOC "C compiler of programs for tiles")
  find_program(COLLNOC_RV32_AR riscv64-unknown-elf-ar DOC "archiver of programs for tiles")
  find_path(COLLNOC_RV32_PICOLIBC lib/release/rv32im/ilp32/libc.a PATHS /usr/lib/picolibc/riscv64-unknown-elf
            NO_DEFAULT_PATH DOC "picolibc for RV32IM")
  if(NOT COLLNOC_RV32_CXX)
    list(APPEND missing gcc-riscv64-unknown-elf)
  endif()
  if(NOT COLLNOC_RV32_PICOLIBC)
    list(APPEND missing picolibc-riscv64-unknown-elf)
  endif()
  if(COLLNOC_RV32_CXX)
    # The compiler has no libraries for rv32im_zicsr; those for rv32im are the same code.
    execute_process(COMMAND ${COLLNOC_RV32_CXX} -march=rv32im -mabi=ilp32 -print-libgcc-file-name
                    OUTPUT_VARIABLE COLLNOC_RV32_LIBGCC OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(COLLNOC_RV32_LIBGCC ${COLLNOC_RV32_LIBGCC} CACHE INTERNAL "Run-time library of the compiler")
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


# The flags of a plain compiler line, also for collnoc-rv32.pc.
set(COLLNOC_RV32_MACHINE -march=rv32im_zicsr -mabi=ilp32)
set(COLLNOC_RV32_C_FLAGS ${COLLNOC_RV32_MACHINE} -O2 -g -ffunction-sections -fdata-sections)
# No jump tables: a jump through one costs 8 cycles, as its address is loaded from program memory; comparisons cost 1 to 3.
set(COLLNOC_RV32_CXX_FLAGS -std=c++20 -ffreestanding -fno-exceptions -fno-rtti -fno-threadsafe-statics -nostdinc++
    -fno-jump-tables)
set(COLLNOC_RV32_LINK_FLAGS -nostdlib -static -Wl,--gc-sections -Wl,--fatal-warnings)
set(COLLNOC_RV32_LINK_LIBRARIES -Wl,--start-group -lcollnoc_rv32 -lc ${COLLNOC_RV32_LIBGCC} -Wl,--end-group)

# All flags for one language, C or CXX, as a list.
function(collnoc_rv32_flags language result)
  set(flags ${COLLNOC_RV32_C_FLAGS})
  set(headers ${COLLNOC_RV32_PICOLIBC}/include)
  if(language STREQUAL "CXX")
    list(APPEND flags ${COLLNOC_RV32_CXX_FLAGS})
    set(headers ${COLLNOC_RV32_HEADERS})
  endif()
  foreach(directory IN LISTS headers)
    list(APPEND flags -isystem ${directory})
  endforeach()
  set(${result} ${flags} -I${COLLNOC_RV32_ROOT}/include PARENT_SCOPE)
endfunction()

# One object file of `source`. Further arguments: flags.
function(collnoc_rv32_object source object depends)
  get_filename_component(directory ${object} DIRECTORY)
  file(MAKE_DIRECTORY ${directory})
  set(language CXX)
  if(source MATCHES "\\.(c|S)$")
    set(language C)
  endif()
  collnoc_rv32_flags(${language} flags)
  set(compiler ${COLLNOC_RV32_${language}})
  add_custom_command(OUTPUT ${object}
    COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${compiler} ${flags} ${ARGN} -MD -MT ${object} -MF ${object}.d
            -c ${source} -o ${object}
    DEPENDS ${source} ${depends} DEPFILE ${object}.d VERBATIM COMMENT "Compiling ${source} for tiles")
endfunction()

# libcollnoc_rv32.a: start-up code, and what the C library and the language need. Once for each project.
set(COLLNOC_RV32_LIBRARY ${CMAKE_BINARY_DIR}/collnoc_rv32/libcollnoc_rv32.a CACHE INTERNAL "Run-time library")
if(COLLNOC_RV32_FOUND AND NOT TARGET collnoc_rv32_library)
  get_filename_component(folder ${COLLNOC_RV32_LIBRARY} DIRECTORY)
  set(objects)
  foreach(unit start stdio mark new delete throw atomic)
    collnoc_rv32_object(${COLLNOC_RV32_ROOT}/include/collnoc/firmware/rv32/runtime/${unit}.cpp ${folder}/${unit}.o ""
                        -Wall -Wextra)
    list(APPEND objects ${folder}/${unit}.o)
  endforeach()
  add_custom_command(OUTPUT ${COLLNOC_RV32_LIBRARY}
    COMMAND ${CMAKE_COMMAND} -E rm -f ${COLLNOC_RV32_LIBRARY}
    COMMAND ${COLLNOC_RV32_AR} rcs ${COLLNOC_RV32_LIBRARY} ${objects}
    DEPENDS ${objects} VERBATIM COMMENT "Making libcollnoc_rv32.a")
  add_custom_target(collnoc_rv32_library DEPENDS ${COLLNOC_RV32_LIBRARY})
endif()

# Reads the registry of algorithms, firmware/collectives/algorithms.md, and gives
#
#   COLLNOC_ALGORITHMS         a list of COLLECTIVE|NAME|TYPE|HEADER, an entry for each value of a family's parameter
#   collnoc_algorithm_types    an interface library with the header collnoc_algorithm_types.hpp: all of them as C++ types
set(registry ${PROJECT_SOURCE_DIR}/firmware/collectives/algorithms.md)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${registry})
set(COLLNOC_ALGORITHMS)
set(headers)
set(types)
set(checks)
file(READ ${registry} text)
string(REGEX REPLACE "[][;]" "" text "${text}")  # brackets and semicolons mean something in lists
string(REGEX MATCHALL "\n[|] *[a-z-]+ *[|] *`[^\n]*" rows "${text}")
string(REPLACE "`" "" rows "${rows}")
foreach(row IN LISTS rows)
  string(REGEX REPLACE " *[|] *" ";" cells "${row}")
  list(LENGTH cells count)
  if(NOT count EQUAL 10)
    message(FATAL_ERROR "${registry}: a row has 8 columns:${row}")
  endif()
  list(GET cells 1 collective)
  list(GET cells 2 name)
  list(GET cells 3 parameter)
  list(GET cells 4 type)
  list(GET cells 5 header)
  string(REGEX REPLACE "[(].*" "" header ${header})
  if(NOT EXISTS ${PROJECT_SOURCE_DIR}/firmware/collectives/${header})
    message(FATAL_ERROR "${registry}: ${name}: no header firmware/collectives/${header}")
  endif()
  list(APPEND headers ${header})
  set(values -)
  if(parameter MATCHES "^([a-z]) = (.+)$")
    set(letter ${CMAKE_MATCH_1})
    string(REGEX REPLACE ", *" ";" values ${CMAKE_MATCH_2})
  elseif(NOT parameter STREQUAL "-")
    message(FATAL_ERROR "${registry}: ${name}: parameter '${parameter}'; it is -, or d = 1, 2, 3")
  endif()
  string(REPLACE - _ enumerator ${collective})
  foreach(value IN LISTS values)
    set(this_name ${name})
    set(this_type ${type})
    if(value STREQUAL "none")
      string(REGEX REPLACE ":${letter}(-|$)" "\\1" this_name ${name})
      string(REPLACE "<${letter}>" "<>" this_type ${type})
    elseif(NOT value STREQUAL "-")
      string(REGEX REPLACE ":${letter}(-|$)" ":${value}\\1" this_name ${name})
      string(REPLACE "<${letter}>" "<${value}>" this_type ${type})
    endif()
    list(APPEND COLLNOC_ALGORITHMS "${collective}|${this_name}|${this_type}|${header}")
    list(APPEND types "${this_type}")
    string(APPEND checks "static_assert(is_registered_as<${this_type}>(Collective::${enumerator}, \"${this_name}\"));\n")
  endforeach()
endforeach()
if(NOT COLLNOC_ALGORITHMS)
  message(FATAL_ERROR "${registry}: has no row that begins with a collective")
endif()

list(REMOVE_DUPLICATES headers)
list(SORT headers)
list(TRANSFORM headers PREPEND "#include \"collnoc/firmware/collectives/")
list(TRANSFORM headers APPEND "\"")
list(JOIN headers "\n" headers)
list(JOIN types ",\n                                           " types)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/collnoc_algorithm_types.hpp @ONLY CONTENT
"// Made by cmake/Algorithms.cmake from firmware/collectives/algorithms.md.
#pragma once
#include <string_view>

@headers@

namespace collnoc {

template <class... Schedules>
struct AlgorithmTypes {};

/// Every algorithm of the registry, in its order.
using RegisteredAlgorithms = AlgorithmTypes<@types@>;

/// Whether the header states what its row of the registry says.
template <class Schedule>
constexpr bool is_registered_as(Collective collective, std::string_view name) {
  return Schedule::collective == collective && Schedule::name == name;
}
@checks@
}  // namespace collnoc
")
if(NOT TARGET collnoc_algorithm_types)
  add_library(collnoc_algorithm_types INTERFACE)
  target_include_directories(collnoc_algorithm_types INTERFACE ${PROJECT_BINARY_DIR}/generated)
  target_link_libraries(collnoc_algorithm_types INTERFACE collnoc_firmware)
endif()

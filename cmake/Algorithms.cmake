# Reads the algorithms of the registry, firmware/collectives/registry.toml, and gives
#
#   COLLNOC_ALGORITHMS         a list of COLLECTIVE|NAME|TYPE|HEADER, an entry for each value of a family's parameter
#   COLLNOC_ALGORITHM_UNITS    one source file per header, with a function that returns its Algorithm objects, and one for the
#                              list of all: after a change of a header, only its unit is compiled again
#   collnoc_algorithm_types    an interface library with the header collnoc_algorithm_types.hpp: all of them as C++ types
set(registry ${PROJECT_SOURCE_DIR}/firmware/collectives/registry.toml)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${registry})
set(COLLNOC_ALGORITHMS)
set(keys collective name type header values)

# One entry per value, from the keys of a table [[algorithm]].
macro(collnoc_registered)
  foreach(key collective name type header)
    if("${${key}}" STREQUAL "")
      message(FATAL_ERROR "${registry}: an [[algorithm]] '${name}' has no ${key}")
    endif()
  endforeach()
  if(NOT EXISTS ${PROJECT_SOURCE_DIR}/firmware/collectives/${header})
    message(FATAL_ERROR "${registry}: ${name}: no header firmware/collectives/${header}")
  endif()
  if(name MATCHES ":([a-z])(-|$)")
    set(letter ${CMAKE_MATCH_1})
    if(NOT values)
      message(FATAL_ERROR "${registry}: ${name}: no values of ${letter}")
    endif()
    string(REGEX REPLACE ", *" ";" values "${values}")
    foreach(value IN LISTS values)
      if(value STREQUAL "none")
        string(REGEX REPLACE ":${letter}(-|$)" "\\1" this_name ${name})
        string(REPLACE "<${letter}>" "<>" this_type ${type})
      else()
        string(REGEX REPLACE ":${letter}(-|$)" ":${value}\\1" this_name ${name})
        string(REPLACE "<${letter}>" "<${value}>" this_type ${type})
      endif()
      list(APPEND COLLNOC_ALGORITHMS "${collective}|${this_name}|${this_type}|${header}")
    endforeach()
  else()
    list(APPEND COLLNOC_ALGORITHMS "${collective}|${name}|${type}|${header}")
  endif()
endmacro()

file(READ ${registry} text)
string(REGEX REPLACE "(^|\n)#[^\n]*" "" text "${text}")
string(REPLACE "\n[[" "\n@" text "${text}\n@")  # begins a table
string(REGEX REPLACE "[][;\"]" "" text "${text}")  # brackets and semicolons mean something in lists
string(REPLACE "\n" ";" lines "${text}")
set(table)
foreach(line IN LISTS lines)
  if(line MATCHES "^@(.*)")
    set(next "${CMAKE_MATCH_1}")
    if(table STREQUAL "algorithm")
      collnoc_registered()
    endif()
    set(table "${next}")
    foreach(key IN LISTS keys)
      set(${key})
    endforeach()
  elseif(line MATCHES "^([a-z_]+) = (.*)$" AND CMAKE_MATCH_1 IN_LIST keys)
    set(${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
  endif()
endforeach()
if(NOT COLLNOC_ALGORITHMS)
  message(FATAL_ERROR "${registry}: has no [[algorithm]]")
endif()

set(headers)
set(types)
set(declarations)
set(units)
set(calls)
set(places)
foreach(entry IN LISTS COLLNOC_ALGORITHMS)
  string(REPLACE "|" ";" entry "${entry}")
  list(GET entry 0 collective)
  list(GET entry 1 name)
  list(GET entry 2 type)
  list(GET entry 3 header)
  list(APPEND types "${type}")
  string(REGEX REPLACE "\\.hpp$" "" unit ${header})
  string(MAKE_C_IDENTIFIER ${unit} unit)
  if(NOT header IN_LIST headers)
    list(APPEND headers ${header})
    set(header_of_${unit} ${header})
    list(APPEND units ${unit})
    set(checks_of_${unit})
    set(objects_of_${unit})
    set(count_of_${unit} 0)
    string(APPEND declarations "std::vector<const Algorithm*> ${unit}();\n")
    string(APPEND calls "  const auto of_${unit} = algorithm_units::${unit}();\n")
  endif()
  string(REPLACE - _ enumerator ${collective})
  string(APPEND checks_of_${unit} "static_assert(is_registered_as<${type}>(Collective::${enumerator}, \"${name}\"));\n")
  list(APPEND objects_of_${unit} "algorithm_of<${type}>()")
  list(APPEND places "of_${unit}[${count_of_${unit}}]")
  math(EXPR count_of_${unit} "${count_of_${unit}} + 1")
endforeach()

set(generated ${PROJECT_BINARY_DIR}/generated)
set(COLLNOC_ALGORITHM_UNITS ${generated}/algorithms/list.cpp)
foreach(unit IN LISTS units)
  set(header ${header_of_${unit}})
  set(checks "${checks_of_${unit}}")
  list(JOIN objects_of_${unit} ", " objects)
  file(CONFIGURE OUTPUT ${generated}/algorithms/${unit}.cpp @ONLY CONTENT
"// Made by cmake/Algorithms.cmake from firmware/collectives/registry.toml.
#include \"collnoc/firmware/collectives/@header@\"

#include \"sim/schedule/algorithm_of.hpp\"

namespace collnoc::algorithm_units {

@checks@
std::vector<const Algorithm*> @unit@() { return {@objects@}; }

}  // namespace collnoc::algorithm_units
")
  list(APPEND COLLNOC_ALGORITHM_UNITS ${generated}/algorithms/${unit}.cpp)
endforeach()

list(JOIN places ", " places)
file(CONFIGURE OUTPUT ${generated}/algorithms/algorithm_units.hpp @ONLY CONTENT
"// Made by cmake/Algorithms.cmake from firmware/collectives/registry.toml.
#pragma once
#include <vector>

namespace collnoc {
class Algorithm;
}  // namespace collnoc

/// For each header of firmware/collectives with algorithms, these in the order of the registry. The units do not include this
/// file: a new header would compile all of them again.
namespace collnoc::algorithm_units {
@declarations@}  // namespace collnoc::algorithm_units
")
file(CONFIGURE OUTPUT ${generated}/algorithms/list.cpp @ONLY CONTENT
"// Made by cmake/Algorithms.cmake from firmware/collectives/registry.toml.
#include \"algorithms/algorithm_units.hpp\"
#include \"sim/schedule/algorithm.hpp\"

namespace collnoc {

static std::vector<const Algorithm*> all_algorithms() {
@calls@  return {@places@};
}

const std::vector<const Algorithm*>& algorithms() {
  static const auto list = all_algorithms();
  return list;
}

}  // namespace collnoc
")

list(SORT headers)
list(TRANSFORM headers PREPEND "#include \"collnoc/firmware/collectives/")
list(TRANSFORM headers APPEND "\"")
list(JOIN headers "\n" headers)
list(JOIN types ",\n                                           " types)
file(CONFIGURE OUTPUT ${generated}/collnoc_algorithm_types.hpp @ONLY CONTENT
"// Made by cmake/Algorithms.cmake from firmware/collectives/registry.toml.
#pragma once
@headers@

namespace collnoc {

template <class... Schedules>
struct AlgorithmTypes {};

/// Every algorithm of the registry, in its order.
using RegisteredAlgorithms = AlgorithmTypes<@types@>;

}  // namespace collnoc
")
if(NOT TARGET collnoc_algorithm_types)
  add_library(collnoc_algorithm_types INTERFACE)
  target_include_directories(collnoc_algorithm_types INTERFACE ${generated})
  target_link_libraries(collnoc_algorithm_types INTERFACE collnoc_firmware)
endif()

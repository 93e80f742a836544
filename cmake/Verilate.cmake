# collnoc_verilate(target [--processor] [NAME=VALUE...])
#
# Builds one hardware variant of rtl/tile/node.sv, or of the processor, as BUILD/nodes/<file>.so. It runs
# scripts/verilate-node, which the program also calls for variants that were not built with the project. The script
# defines the parameters and derives the file name from them. The target's property COLLNOC_NODE_LIBRARY is the path
# of the file. The target `nodes` builds all of them.
set(COLLNOC_NODE_DIRECTORY ${PROJECT_BINARY_DIR}/nodes)
add_custom_target(nodes)

function(collnoc_verilate target)
  set(arguments ${ARGN})
  set(script ${PROJECT_SOURCE_DIR}/scripts/verilate-node)
  execute_process(COMMAND ${script} ${arguments} --name OUTPUT_VARIABLE file
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  file(GLOB_RECURSE inputs CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/rtl/*.sv ${PROJECT_SOURCE_DIR}/rtl/*.vlt
       ${PROJECT_SOURCE_DIR}/rtl/collnoc.f ${PROJECT_SOURCE_DIR}/sim/verilated/*.vlt
       ${PROJECT_SOURCE_DIR}/sim/verilated/*.sed ${PROJECT_SOURCE_DIR}/sim/verilated/*_shim.cpp
       ${PROJECT_SOURCE_DIR}/sim/verilated/*.hpp ${PROJECT_SOURCE_DIR}/model/*.hpp
       ${PROJECT_SOURCE_DIR}/arch/*.hpp)
  set(library ${COLLNOC_NODE_DIRECTORY}/${file})
  add_custom_command(OUTPUT ${library}
    COMMAND ${CMAKE_COMMAND} -E env --unset=NODE_OPTIMIZE ${script} ${arguments} ${library}
    COMMAND ${CMAKE_COMMAND} -E touch ${library}
    DEPENDS ${inputs} ${script} ${PROJECT_SOURCE_DIR}/scripts/rtl-files
    COMMENT "Verilating ${file}" VERBATIM)
  add_custom_target(${target} ALL DEPENDS ${library})
  set_target_properties(${target} PROPERTIES COLLNOC_NODE_LIBRARY ${library})
  add_dependencies(nodes ${target})
endfunction()

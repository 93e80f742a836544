# `cmake --install`: the program, and beside it what verilates a node variant when one is first asked for,
# in the layout of the source tree: share/collnoc/{rtl,scripts,sim/verilated,model,firmware}.
set(share ${CMAKE_INSTALL_DATADIR}/collnoc)
if(TARGET collnoc)
  install(TARGETS collnoc RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
foreach(directory rtl sim/verilated model firmware)
  if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/${directory})
    get_filename_component(parent ${directory} DIRECTORY)
    install(DIRECTORY ${directory} DESTINATION ${share}/${parent}
            FILES_MATCHING PATTERN "*.sv" PATTERN "*.f" PATTERN "*.vlt" PATTERN "*.hpp" PATTERN "*.h"
                           PATTERN "node_shim.cpp" PATTERN "README.md")
  endif()
endforeach()
install(PROGRAMS scripts/verilate-node scripts/rtl-files scripts/netlist scripts/yosys scripts/yosys-npm.mjs DESTINATION ${share}/scripts)
install(FILES LICENSE DESTINATION ${share})

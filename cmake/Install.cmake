# `cmake --install` installs the program, the libraries that find_package(collnoc) exports, and, in the layout of the
# source tree below share/collnoc/{rtl,scripts,include/collnoc}: the RTL, the files that package managers read, and
# everything that is needed to verilate a node variant on demand.
set(share ${CMAKE_INSTALL_DATADIR}/collnoc)
if(TARGET collnoc)
  install(TARGETS collnoc RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  set(shell ${PROJECT_BINARY_DIR}/generated/shell)
  install(FILES ${shell}/collnoc.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME collnoc)
  install(FILES ${shell}/_collnoc DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${shell}/collnoc.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  install(FILES ${shell}/collnoc.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
if(TARGET collnoc_mpi)
  install(TARGETS collnoc_mpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/collnoc)
endif()
install(DIRECTORY rtl DESTINATION ${share}
        FILES_MATCHING PATTERN "*.sv" PATTERN "*.f" PATTERN "*.vlt" PATTERN "README.md")
foreach(directory arch model firmware sim/verilated)
  get_filename_component(parent ${directory} DIRECTORY)
  install(DIRECTORY ${directory} DESTINATION ${share}/include/collnoc/${parent}
          FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h" PATTERN "*.vlt" PATTERN "*.sed" PATTERN "*_shim.cpp"
                         PATTERN "firmware/rv32/runtime/*.cpp" PATTERN "*.ld" PATTERN "README.md")
endforeach()
install(PROGRAMS scripts/verilate-node scripts/rtl-files scripts/netlist scripts/yosys scripts/yosys-npm.mjs
        DESTINATION ${share}/scripts)
install(FILES arch/collnoc.rdl DESTINATION ${share}/rtl)
install(FILES LICENSE collnoc.core collnoc.f Bender.yml DESTINATION ${share})
install(FILES docs/examples/verilated_network/main.cpp DESTINATION ${share}/docs/examples/verilated_network)

install(FILES sim/network/network.hpp DESTINATION ${share}/include/collnoc)
install(FILES sim/network/collnoc.h DESTINATION ${share}/include)

# find_package(collnoc) provides collnoc::model, collnoc::firmware, collnoc::network, collnoc_add_firmware, and collnoc::systemc if it was
# built.
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/collnoc)
function(collnoc_export set target name)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(${target} INTERFACE $<INSTALL_INTERFACE:${share}/include>)
  install(TARGETS ${target} EXPORT ${set} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()
collnoc_export(collnocTargets collnoc_model model)
collnoc_export(collnocTargets collnoc_firmware firmware)
collnoc_export(collnocTargets collnoc_network network)
install(EXPORT collnocTargets NAMESPACE collnoc:: DESTINATION ${package})
if(TARGET collnoc_systemc)
  collnoc_export(collnocSystemcTargets collnoc_systemc systemc)
  install(EXPORT collnocSystemcTargets NAMESPACE collnoc:: DESTINATION ${package})
  install(FILES cmake/FindSystemC.cmake DESTINATION ${package})
endif()
configure_package_config_file(cmake/collnocConfig.cmake.in ${PROJECT_BINARY_DIR}/collnocConfig.cmake
                              INSTALL_DESTINATION ${package} PATH_VARS share)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/collnocConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/collnocConfig.cmake ${PROJECT_BINARY_DIR}/collnocConfigVersion.cmake
              cmake/CollnocFirmware.cmake cmake/Rv32Compiler.cmake DESTINATION ${package})

# Programs for tiles by other build systems: pkg-config files with the same flags as collnoc_add_firmware.
if(COLLNOC_RV32_FOUND)
  list(JOIN COLLNOC_RV32_MACHINE " " machine)
  list(JOIN COLLNOC_RV32_LINK_FLAGS " " link)
  list(JOIN COLLNOC_RV32_LINK_LIBRARIES " " libraries)
  set(picolibc ${COLLNOC_RV32_PICOLIBC}/lib/release/rv32im/ilp32)
  foreach(language C CXX)
    collnoc_rv32_flags(${language} flags)
    set(headers ${COLLNOC_RV32_ROOT}/include)
    list(FILTER flags EXCLUDE REGEX "^-I")
    string(TOLOWER ${language}flags name)
    list(JOIN flags " " ${name})
    string(REPLACE ${headers} "\${share}/include" ${name} "${${name}}")
  endforeach()
  foreach(file collnoc-rv32 collnoc-rv32++)
    configure_file(cmake/${file}.pc.in ${PROJECT_BINARY_DIR}/${file}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${file}.pc DESTINATION ${CMAKE_INSTALL_DATADIR}/pkgconfig)
  endforeach()
  install(FILES ${COLLNOC_RV32_LIBRARY} DESTINATION ${share}/rv32)
endif()

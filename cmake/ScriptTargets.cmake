# The tools that read the RTL as targets: cmake --build build --target synth. Each is the script of its name without
# options, which prints what it found; who wants options calls the script.
if(PROJECT_IS_TOP_LEVEL)
  foreach(script lint synth prove mutants)
    add_custom_target(${script}
      COMMAND ${CMAKE_COMMAND} -E env BUILD_DIR=${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR}/scripts/${script}
      USES_TERMINAL VERBATIM)
  endforeach()
  if(TARGET mutant_run)
    add_dependencies(mutants mutant_run)
  endif()
endif()

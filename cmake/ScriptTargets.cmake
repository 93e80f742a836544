# The RTL tools as build targets: cmake --build build --target synth. Each target runs the script of the same name
# without options. To pass options, call the script.
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

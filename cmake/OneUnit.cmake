# cmake -DDIRECTORY=... -DSOURCE=... [-DCOVERED=V...] -P OneUnit.cmake
#
# Writes DIRECTORY/all.cpp, which includes every other .cpp file of DIRECTORY. COVERED: name of the class of Verilator's
# code that counts coverage, by sim/verilated/coverage.hpp of the source tree SOURCE.
file(GLOB sources RELATIVE ${DIRECTORY} ${DIRECTORY}/*.cpp)
list(SORT sources)
set(text "")
if(COVERED)
  file(GLOB generated ${DIRECTORY}/*.cpp ${DIRECTORY}/*.h)
  execute_process(COMMAND sed -i -f ${SOURCE}/sim/verilated/coverage.sed ${generated} COMMAND_ERROR_IS_FATAL ANY)
  set(text "#include \"${SOURCE}/sim/verilated/coverage.hpp\"\n")
endif()
foreach(source IN LISTS sources)
  string(APPEND text "#include \"${source}\"\n")
endforeach()
if(COVERED)
  string(APPEND text "static const collnoc::verilated::CoverageWriter<${COVERED}> coverage;\n")
endif()
file(WRITE ${DIRECTORY}/all.cpp "${text}")

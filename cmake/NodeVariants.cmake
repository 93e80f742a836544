# The node variants built ahead: those that scripts/run and most tests use.
if(COLLNOC_RTL AND EXISTS ${PROJECT_SOURCE_DIR}/rtl/collnoc.f
   AND EXISTS ${PROJECT_SOURCE_DIR}/sim/verilated/node_shim.cpp)
  collnoc_verilate(node_one_port ALL_PORT=0)
  collnoc_verilate(node_all_port ALL_PORT=1)
  if(EXISTS ${PROJECT_SOURCE_DIR}/sim/verilated/public.vlt)
    collnoc_verilate(node_one_port_lockstep LOCKSTEP ALL_PORT=0)
    collnoc_verilate(node_all_port_lockstep LOCKSTEP ALL_PORT=1)
  endif()
endif()

# The node variants that are built with the project, because scripts/run and most tests use them; and the processor.
if(COLLNOC_RTL)
  collnoc_verilate(node_one_port ALL_PORT=0)
  collnoc_verilate(node_all_port ALL_PORT=1)
  collnoc_verilate(processor --processor)
endif()

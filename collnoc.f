// Made by scripts/packages from rtl/collnoc.f; not to be edited.
// Paths are relative to this file: verilator -F .../collnoc.f, from any directory.
rtl/pkg/collnoc_pkg.sv
rtl/common/fifo.sv
rtl/common/rr_arbiter.sv
rtl/router/route_compute.sv
rtl/router/input_buffer.sv
rtl/router/output_unit.sv
rtl/router/switch_allocator.sv
rtl/router/crossbar.sv
rtl/router/link_monitor.sv
rtl/router/router.sv
rtl/nic/nic_launch.sv
rtl/nic/nic_registers.sv
rtl/nic/arrival_counters.sv
rtl/nic/nic_tx.sv
rtl/nic/nic_rx.sv
rtl/nic/nic.sv
rtl/tile/node.sv
rtl/tile/tile_memory.sv
rtl/tile/tile.sv
rtl/network/network.sv

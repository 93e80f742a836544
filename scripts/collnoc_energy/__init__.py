"""Energy of the network's events, measured on the mapped netlist of the node (scripts/energy)."""

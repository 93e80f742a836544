"""The node in slices (scripts/slice-node): from what Yosys makes of the RTL to C++ that computes many nodes at once.

cells.py has the cells as tables, circuit.py reads the netlist, schedule.py orders the operations and finds those that can be
skipped, emit.py writes the C++, and library.py runs Yosys and the compiler and keeps the result.
"""

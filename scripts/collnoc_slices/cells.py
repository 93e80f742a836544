"""The cells of a netlist that the slicer knows, as tables. A cell that is in no table is an error.

A plane holds one bit of every lane. `OPERATORS` gives each kind of operation as an expression of planes, in C++. Its operands
are in the order of the pins in `CELLS`.
"""

OPERATORS = {
    "copy": "{}",
    "not": "~{}",
    "and": "{} & {}",
    "andnot": "{} & ~{}",
    "or": "{} | {}",
    "ornot": "{} | ~{}",
    "xor": "{} ^ {}",
    "xnor": "~({} ^ {})",
    "mux": "mux({}, {}, {})",  # the second if the third holds, else the first
}

# Cells of one bit, and cells of words, which do the same in each bit. S is one bit for all.
CELLS = {
    "$_BUF_": ("copy", "A"),
    "$_NOT_": ("not", "A"),
    "$_AND_": ("and", "AB"),
    "$_ANDNOT_": ("andnot", "AB"),
    "$_OR_": ("or", "AB"),
    "$_ORNOT_": ("ornot", "AB"),
    "$_XOR_": ("xor", "AB"),
    "$_XNOR_": ("xnor", "AB"),
    "$_MUX_": ("mux", "ABS"),
    "$not": ("not", "A"),
    "$and": ("and", "AB"),
    "$or": ("or", "AB"),
    "$xor": ("xor", "AB"),
    "$xnor": ("xnor", "AB"),
    "$mux": ("mux", "ABS"),
}

# Flip-flops with a rising clock: has an enable, has a synchronous reset, the enable also gates the reset.
FLIP_FLOPS = {
    "$dff": (False, False, False),
    "$dffe": (True, False, False),
    "$sdff": (False, True, False),
    "$sdffe": (True, True, False),
    "$sdffce": (True, True, True),
}

SHIFTS = {"$shift", "$shiftx"}
LUT = "$lut"  # up to three inputs; its table is a number
MEMORY = "$mem_v2"
IGNORED = {"$scopeinfo", "$assert", "$assume", "$cover"}

"""Tests arch/description.py and the emitters: which descriptions are legal, and what is generated from one."""
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "arch"))
import emit_cpp
import emit_rtl
import emit_text
from description import Description, Invalid


class Changed:
    """The description with one text replaced by another."""

    def __init__(self, old, new, file="node.toml"):
        self.old, self.new, self.file = old, new, file

    def __enter__(self):
        self.folder = Path(tempfile.mkdtemp())
        for name in ("node.toml", "registers.toml", "hardware.toml"):
            text = (TOP / "arch" / name).read_text()
            if name == self.file:
                assert self.old in text, self.old
                text = text.replace(self.old, self.new, 1)
            (self.folder / name).write_text(text)
        return self.folder

    def __exit__(self, *_):
        shutil.rmtree(self.folder)


NEW = '''[[parameter]]
name = "COLOUR"
field = "colour"
letter = "z"
type = "unsigned"
default = 1
range = [1, 3]
modules = ["router"]
option = "colour"
placeholder = "N"
json = "colour"
help = "does nothing"
rtl = "does nothing"

# Illegal combinations'''


class DescriptionTest(unittest.TestCase):
    def refused(self, old, new, part, file="node.toml"):
        with Changed(old, new, file) as folder, self.assertRaisesRegex(Invalid, part):
            Description(folder)

    def test_contradictions_are_rejected(self):
        self.refused('letter = "a"', 'letter = "d"', "one letter")
        self.refused('option = "vcs"', 'option = "vc-depth"', "one option")
        self.refused("default = 4\nrange = [2, 64]", "default = 1\nrange = [2, 64]", "not a legal value")
        self.refused('type = "Switching"', 'type = "Colour"', "unknown type")
        self.refused("ROUTE_ORDERS == 2 && VCS % 2", "ORDERS == 2 && VCS % 2", "unknown name ORDERS")
        self.refused('name = "dst"\nwidth = 16', 'name = "dst"\nwidth = 15', "not 64 bits")
        self.refused("offset = 0x004", "offset = 0x000", "are both at", "registers.toml")
        self.refused("offset = 0x004", "offset = 0x006", "multiple of 4", "registers.toml")
        self.refused('access = "rw1c"', 'access = "x"', "access x", "registers.toml")
        self.refused('bits = "7:4"', 'bits = "7:3"', "overlap", "registers.toml")

    def test_contradictions_of_named_hardware_are_rejected(self):
        self.refused('name = "small"', 'name = "default"', "names must differ", "hardware.toml")
        self.refused("set = {}", "set = { VCS = 1 }", "other values than node.toml", "hardware.toml")
        self.refused("VC_DEPTH = 2 }", "MONITOR = 0 }", "cannot set MONITOR", "hardware.toml")
        self.refused("VC_DEPTH = 2 }", "VC_DEPTH = 4 }", "is the default or illegal", "hardware.toml")
        self.refused("VC_DEPTH = 2 }", "MULTICAST = 1, VC_DEPTH = 2 }", "VC_DEPTH", "hardware.toml")

    def test_rules_decide_what_is_legal(self):
        d = Description()
        self.assertTrue(d.legal({"VCS": 4, "ROUTE_ORDERS": 2}))
        self.assertFalse(d.legal({"VCS": 3, "ROUTE_ORDERS": 2}))
        self.assertFalse(d.legal({"SWITCHING": 1}))
        self.assertTrue(d.legal({"SWITCHING": 1, "VC_DEPTH": 32}))
        self.assertFalse(d.legal({"FLIT_W": 96}))

    def test_lint_variants_reach_every_extreme(self):
        d = Description()
        for module in ("router", "nic", "node"):
            sets = d.covering(module)
            for settings in sets:
                self.assertTrue(d.legal(settings), settings)
            for p in d.of_module(module):
                for value in (p.values[0], p.values[-1]):
                    self.assertTrue(value == p.default or any(s.get(p.name) == value for s in sets), (p.name, value))

    def test_rejected_settings_are_illegal(self):
        d = Description()
        for module in ("router", "node"):
            for settings in d.rejected(module):
                self.assertFalse(d.legal(settings), settings)

    def test_a_new_parameter_appears_everywhere(self):
        with Changed("# Illegal combinations", NEW) as folder:
            d = Description(folder)
        self.assertIn("COLOUR", "\n".join(emit_rtl.parameters(d, "node")))
        self.assertIn(".COLOUR(COLOUR)", "\n".join(emit_rtl.instance(d, "router")))
        self.assertNotIn("COLOUR", "\n".join(emit_rtl.instance(d, "nic")))
        self.assertIn("COLOUR must be 1, 2 or 3", "\n".join(emit_rtl.checks(d, "router")))
        self.assertIn("unsigned colour;", emit_cpp.hardware_fields(d))
        self.assertIn("colour = 1;", list(emit_cpp.hardware_defaults(d)))
        self.assertIn('"COLOUR", "colour", "z", "colour"', "\n".join(emit_cpp.parameter_table(d)))
        self.assertIn("_z%s", "\n".join(emit_text.shell(d)))
        self.assertIn("`--colour N`", "\n".join(emit_text.option_table(d)))
        self.assertEqual(emit_text.hardware_schema(d)["properties"]["colour"]["enum"], [1, 2, 3])
        self.assertIn({"COLOUR": 3}, [{"COLOUR": s["COLOUR"]} for s in d.covering("router") if "COLOUR" in s])


if __name__ == "__main__":
    unittest.main()

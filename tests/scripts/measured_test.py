#!/usr/bin/python3 -B
"""Digests of sources and of netlists, and scripts/measured: comments make nothing old, everything else does; equal netlists are
recorded. Nothing is measured."""
import copy
import json
import os
import random
import re
import shutil
import subprocess
import sys
import unittest

from source_tree import TOP, SourceTree

sys.path.insert(0, str(TOP / "scripts"))
from collnoc_tables import measured, netlists, sources

SEED = int(os.environ.get("SEED", random.randrange(10**6)))
REMARKS = ["x", 'a "quote', "it's", "a /* b", "1'b0", "end; }", "`x`", "# else"]
# Generated sections of pages that are not a table of scripts/inputs.toml by their own name: the table they belong to, or
# which test compares them.
SECTIONS = {
    "synth": "blocks", "mutants-left": "mutants", "coverage": "coverage-rtl", "coverage-excluded": "coverage-rtl",
    "experiment": "experiments", "proofs": "test docs/proofs_table", "pays": "formula of scripts/scale",
    "named-hardware": "test docs/named_hardware",
    "theory": "test theory_page",
}


def code_files(suffixes: tuple[str, ...]) -> list[str]:
    tree = sources.Tree()
    files = [name for name in tree.files if name.endswith(suffixes) and name.split("/")[0] in ("rtl", "model", "sim", "firmware", "tests")]
    # Without raw strings and lines that go on, into which no comment can be put.
    return [name for name in files if not re.search(r'R"|\\\n', (TOP / name).read_text(encoding="utf-8"))]


class Stripped(unittest.TestCase):
    def same(self, path: str, a: str, b: str) -> None:
        self.assertEqual(sources.stripped(path, a.encode()), sources.stripped(path, b.encode()))

    def other(self, path: str, a: str, b: str) -> None:
        self.assertNotEqual(sources.stripped(path, a.encode()), sources.stripped(path, b.encode()))

    def test_comments_and_space(self):
        self.same("a.sv", "assign a = b; // why\n", "/* how */ assign a=b;")
        self.same("a.cpp", "f(a,\n  b);", "f(a, b);  // c\n")
        self.same("a.py", 'def f():\n    """Says."""\n    return 1  # one\n', "# f\ndef f():\n\n    return 1\n")
        self.same("a.toml", "a = 1\n", "# a\na = 1  # one\n\n")
        self.same("script", "a\nscripts/measured --digests t > $work/digests\nb\n", "a\nb\n")
        self.same("script", "#!/bin/sh\na b\n", "#!/bin/sh\n# c\na b # d\n")

    def test_what_counts(self):
        self.other("a.sv", "assign a = b & &c;", "assign a = b && c;")
        self.other("a.cpp", '"a // b"', '"a // c"')
        self.other("a.cpp", "'\"'; // a\nx", "'\"'; // a\ny")
        self.other("a.cpp", "#define A\nB", "#define A B")
        self.other("a.cpp", 'a "x" b', 'a b "x"')
        self.other("a.cpp", "int a", "inta")
        self.other("a.sv", "// Sees: a = b.c\n", "// Sees: a = b.d\n")
        self.other("a.cpp", 'R"(a // b)"', 'R"(a // c)"')
        self.other("a.py", "if a:\n    b\nc\n", "if a:\n    b\n    c\n")
        self.other("a.py", 'f(\n"""a""")\n', 'f(\n"""b""")\n')
        self.other("script", 'echo "a # b"', 'echo "a # c"')
        self.other("a.md", "a", "b")

    def test_comments_drawn_at_random(self):
        draw = random.Random(SEED)
        for name in draw.sample(code_files((".sv", ".cpp", ".hpp")), 60):
            text = (TOP / name).read_text(encoding="utf-8")
            lines = []
            for line in text.split("\n"):
                if draw.random() < 0.2:
                    lines.append(" " * draw.randrange(4) + "// " + draw.choice(REMARKS))
                more = draw.random() < 0.2 and not sources.READ.search(line)
                lines.append(f"{line}   // {draw.choice(REMARKS)}" if more else line)
            with self.subTest(file=name, seed=SEED):
                self.same(name, text, "\n".join(lines))

    def test_changes_drawn_at_random(self):
        draw = random.Random(SEED)
        for name in draw.sample(code_files((".sv", ".cpp", ".hpp")), 60):
            text = (TOP / name).read_text(encoding="utf-8")
            covered = [match.span() for match in sources.C_TOKEN.finditer(text) if not match["literal"]]
            places = [m.start() for m in re.finditer(r"\w", text) if not any(a <= m.start() < b for a, b in covered)]
            at = draw.choice(places)
            with self.subTest(file=name, seed=SEED, at=at):
                self.other(name, text, text[:at] + ("q" if text[at] != "q" else "k") + text[at + 1 :])


class Hierarchy(unittest.TestCase):
    def test_a_module_reaches_its_instances_and_packages_only(self):
        tree = sources.Tree()
        router = tree.hierarchy("router")
        self.assertLessEqual({"rtl/router/router.sv", "rtl/router/crossbar.sv", "rtl/pkg/collnoc_pkg.sv"}, router)
        self.assertFalse([name for name in router if re.match("rtl/(nic|cpu|axi|tile)/", name)])
        node, nic = tree.hierarchy("node"), tree.hierarchy("nic")
        self.assertEqual(node, router | nic | {"rtl/tile/node.sv", "rtl/tile/tile_gate.sv", "rtl/topology/route_table.sv"})
        every = set().union(*(tree.hierarchy(module) for module in tree._modules))
        self.assertEqual(every, set(tree.matching(["rtl/*.sv"])))


def pieces() -> dict[str, list[str]]:
    """The inputs of the pieces of a night."""
    lines = (TOP / "tests/nightly/pieces.list").read_text(encoding="utf-8").splitlines()
    fields = [[field.strip() for field in line.split("|")] for line in lines if not line.startswith("#")]
    return {name: sources.expand(inputs.split(), sources.load_inputs()["sets"]) for name, _, _, inputs, *_ in fields}


class Inputs(unittest.TestCase):
    def test_no_included_file_is_left_out_but_of_the_model(self):
        tree, inputs = sources.Tree(), sources.load_inputs()
        files = set(tree.files) - set(inputs["ignored"]) - set(tree.matching(inputs["held"]))
        every = pieces() | {row.name: row.inputs for row in measured.rows_of(tree, inputs)}
        for inputs in {tuple(inputs) for inputs in every.values()}:
            paths = set(tree.matching(inputs))
            for path in sorted(path for path in paths if path.endswith((".cpp", ".hpp", ".h", ".c"))):
                for name in re.findall(r'(?m)^\s*#\s*include\s+"([^"]+)"', tree.text(path)):
                    found = {name.removeprefix("collnoc/"), f"{os.path.dirname(path)}/{name}"} & files
                    of = [name for name, those in every.items() if tuple(those) == inputs]
                    self.assertFalse(found - paths, f"{path} is an input of {of[0]}, and includes {name}")

    def test_every_pattern_names_a_file(self):
        tree, inputs = sources.Tree(), sources.load_inputs()
        every = pieces() | {row.name: row.inputs for row in measured.rows_of(tree, inputs)}
        patterns = {pattern: name for name, those in every.items() for pattern in those}
        for pattern, name in patterns.items():
            if "experiments/" not in pattern:  # not all have printed numbers
                self.assertTrue(tree.matching([pattern]), f"{name}: {pattern}")

    def test_every_generated_section_belongs_to_a_table(self):
        tables = sources.load_inputs()["table"]
        known = {*tables, *tables["pages"]["sections"], *SECTIONS}
        for page in sources.Tree().files:
            if page.endswith(".md"):
                for name in re.findall(r"(?m)^<!-- ([\w-]+):begin", (TOP / page).read_text(encoding="utf-8")):
                    self.assertIn(name, known, f"{page}: scripts/inputs.toml has no table for this section")

    def test_no_page_says_how_old_it_is(self):
        for page in sources.Tree().files:
            if page.endswith(".md"):
                self.assertNotRegex((TOP / page).read_text(encoding="utf-8"), r"(?i)\bearlier\s+RTL\b", page)


class Measured(SourceTree):
    """The command, on two modules of which the first has an instance of the second."""

    def setUp(self):
        super().setUp()
        self.write("docs/README.md", "")
        self.write("rtl/a.sv", "module a;\n  b i_b ();\nendmodule\n")
        self.write("rtl/b.sv", "module b;\nendmodule\n")
        self.write("synth/rows.list", "blocks | one | a X=1\nblocks | two, small | b X=2\nblocks | three | b X=3\n")
        self.write("scripts/synth", "measure() {\n  flow\n}\n")
        self.write("flow", "yosys\n")
        self.write("scripts/inputs.toml", 'sets.f = ["flow"]\n[table.blocks]\nrows = "synth"\ninputs = ["@f"]\ncommand = "make \'{row}\'"\n'
                   '[table.all]\ninputs = ["rtl"]\ncommand = "make all"\n')
        self.first = self.commit()

    def old(self) -> list[str]:
        text = self.run_script("scripts/measured", "--old")
        return [re.split(r"  +", line)[0] for line in text.splitlines() if not line.startswith("==")]

    def test_from_nothing_to_current_and_back(self):
        self.assertEqual(self.old(), ["blocks/one", "blocks/two, small", "blocks/three", "all"])
        self.run_script("scripts/measured", "--check", code=3)
        self.run_script("scripts/measured", "--stamp", "blocks", "all")
        self.assertEqual(self.old(), [])
        self.run_script("scripts/measured", "--check")
        for name, text, rows in (
            ("rtl/b.sv", "// a comment\nmodule b;\nendmodule\n", []),
            ("rtl/a.sv", "module a;\n  b i_b (), i_c ();\nendmodule\n", ["blocks/one", "all"]),
            ("rtl/b.sv", "module b;\n  wire w;\nendmodule\n", ["blocks/one", "blocks/two, small", "blocks/three", "all"]),
            ("flow", "yosys -q\n", ["blocks/one", "blocks/two, small", "blocks/three"]),
            ("synth/rows.list", "blocks | one | a X=4\nblocks | two, small | b X=2\nblocks | three | b  X=3\n", ["blocks/one"]),
            ("scripts/synth", "measure() {\n  another\n}\n", ["blocks/one", "blocks/two, small", "blocks/three"]),
        ):
            before = self.read(name)
            self.write(name, text)
            self.assertEqual(self.old(), rows, name)
            self.write(name, before)
        self.assertEqual(self.old(), [])

    def test_a_measurement_of_an_earlier_commit(self):
        self.write("rtl/b.sv", "module b;\n  wire w;\nendmodule\n")
        self.commit()
        self.run_script("scripts/measured", "--stamp", "blocks/two, small", "--commit", self.first)
        self.assertIn("blocks/two, small", self.old())
        self.write("rtl/b.sv", "module b;  // as it was\nendmodule\n")
        self.assertEqual(self.old(), ["blocks/one", "blocks/three", "all"])

    def test_sources_that_change_while_they_are_measured(self):
        self.write("digests", self.run_script("scripts/measured", "--digests", "blocks"))
        self.write("flow", "other\n")
        self.run_script("scripts/measured", "--stamp", "blocks/one", "--from", "digests")
        self.assertIn("blocks/one", self.old())
        self.write("flow", "yosys\n")
        self.assertNotIn("blocks/one", self.old())

    def test_what_is_refused(self):
        for arguments, text in (
            (["--stamp", "nothing"], "has no table or row nothing"),
            (["--stamp", "all", "--commit", "nothing"], "nothing"),
            (["--stamp", "all", "--from", "nothing"], "nothing: no such file"),
            (["--stamp"], "needs the NAME"),
            (["--old", "nothing"], "no table or row nothing"),
            (["--commit", "HEAD"], "for --stamp"),
        ):
            self.assertIn(text, self.run_script("scripts/measured", *arguments, code=1))
        self.assertFalse((self.top / "docs/measured.tsv").exists())
        for line, text in (("all 12", "measured.tsv:1: not a name"), ("gone\t0123456789abcdef", "no table or row gone"),
                           ("all\t0123456789abcdef\nall\t0123456789abcdef", "measured.tsv:2: a second line")):
            self.write("docs/measured.tsv", line + "\n")
            self.assertIn(text, self.run_script("scripts/measured", code=1))


PACKAGE = """package p_pkg;
  function automatic bit [3:0] f(input bit [3:0] a, input bit [3:0] b, input int x);
    f = x == 1 ? a - b : a + b;
  endfunction
endpackage
"""
MODULE = """module a #(parameter int X = 1) (input logic clk_i, input logic [3:0] a_i, input logic [3:0] b_i, output logic [3:0] y_o,
                                 output logic any_o);
  logic [3:0] mem_q [4];
  logic [3:0] sum_q;
  logic first, second;
  assign first = a_i[0] ^ b_i[1];
  assign second = a_i[1] & b_i[0];
  always_ff @(posedge clk_i) begin
    sum_q <= p_pkg::f(a_i, sum_q, X);
    mem_q[a_i[1:0]] <= sum_q;
  end
  assign y_o = mem_q[b_i[1:0]];
  assign any_o = |{first, second, sum_q} ^ (a_i == sum_q);
endmodule
"""
FLOW = ("scripts/yosys", "scripts/rtl-files", "synth/netlist")


@unittest.skipUnless(shutil.which("yosys"), "no yosys")
class Renewed(SourceTree):
    """Rows of a module that is elaborated."""

    def setUp(self):
        super().setUp()
        for name in FLOW:
            (self.top / name).parent.mkdir(exist_ok=True)
            shutil.copy(TOP / name, self.top / name)
        self.write("rtl/collnoc.f", "rtl/p_pkg.sv\nrtl/a.sv\n")
        self.write("rtl/p_pkg.sv", PACKAGE)
        self.write("rtl/a.sv", MODULE)
        self.write("synth/osu018", "synth/netlist --keep b\n")
        self.write("synth/rows.list", "blocks | one | a X=1\nfeatures | one | a X=1\nfeatures | two | a X=2\nfpga | two | a X=2\n")
        self.write("scripts/synth", "measure() {\n  flow\n}\n")
        tables = "".join(f'[table.{name}]\nrows = "synth"\ninputs = ["@f"]\ncommand = "make"\n' for name in ("blocks", "features", "fpga"))
        self.write("scripts/inputs.toml", 'sets.f = ["scripts/yosys", "synth/netlist"]\n' + tables +
                   '[table.all]\ninputs = ["rtl"]\ncommand = "make"\n')
        self.write("docs/README.md", "")
        self.run_script("scripts/measured", "--stamp", "blocks", "features", "fpga", "all")
        self.commit()

    def renewed(self, code: int) -> dict[str, str]:
        """What is said of every row."""
        lines = self.run_script("scripts/measured", "--renew", code=code).splitlines()
        return dict(re.split(r"  +", line) for line in lines if not line.startswith("=="))

    def test_equal_netlists_are_recorded(self):
        more = PACKAGE.replace("  function", "  function automatic bit g(input bit a);\n    g = !a;\n  endfunction\n  function", 1)
        renamed = MODULE.replace("sum_q", "a_q").replace("first", "z")
        lines = renamed.split("\n")
        lines[5:7] = reversed(lines[5:7])
        for name, text in (("rtl/p_pkg.sv", more), ("rtl/a.sv", "\n".join(lines))):
            self.write(name, text)
            self.assertEqual({*self.renewed(0).values()}, {"recorded: its netlist is the one that was measured"})
            self.assertIn("== measured: 1 rows", self.run_script("scripts/measured", "--old"))  # `all` is no row of synthesis
            self.commit()
        self.assertEqual(self.renewed(0), {})

    def test_another_netlist_is_not_recorded(self):
        for name, before, after in (("rtl/p_pkg.sv", "a - b", "b - a"), ("rtl/p_pkg.sv", "a - b", "a - b - 4'd1"),
                                    ("rtl/a.sv", "|{first", "&{first"), ("rtl/a.sv", "mem_q [4]", "mem_q [3]"),
                                    ("rtl/a.sv", "mem_q[a_i[1:0]] <= sum_q", "mem_q[a_i[1:0]] <= ~sum_q")):
            text, record = self.read(name), self.read("docs/measured.tsv")
            self.write(name, text.replace(before, after))
            with self.subTest(change=after):
                # The other parameter has its netlist. The table `features` shows differences to its first row.
                said = self.renewed(3)
                self.assertEqual({row for row, what in said.items() if what == "its netlist changed"},
                                 said.keys() - ({"fpga/two"} if name == "rtl/p_pkg.sv" else set()))
                self.assertEqual(len(said), 4)
            self.write(name, text)
            self.write("docs/measured.tsv", record)

    def test_what_cannot_be_compared(self):
        self.write("rtl/p_pkg.sv", PACKAGE + "// verilator\n")
        for name, text, what in (("scripts/synth", "measure() {\n  another\n}\n", "flow or parameters changed"),
                                 ("scripts/yosys", self.read("scripts/yosys") + "# \ntrue\n", "flow or parameters changed"),
                                 ("docs/measured.tsv", "blocks/one\t0123456789abcdef\n", "no commit has the sources")):
            before = self.read(name)
            self.write(name, text)
            self.assertIn(what, self.renewed(3)["blocks/one"])
            self.write(name, before)

    def test_names_and_order_drawn_at_random(self):
        command = f"read_verilog -sv {self.top}/rtl/p_pkg.sv {self.top}/rtl/a.sv; hierarchy -top a; proc; opt; write_json {self.top}/a.json"
        subprocess.run(["yosys", "-q", "-p", command], check=True)
        draw, design = random.Random(SEED), json.loads(self.read("a.json"))
        digest = netlists.digest(copy.deepcopy(design))
        for _ in range(50):
            other = copy.deepcopy(design)
            module = other["modules"]["a"]
            numbers = draw.sample(range(10**6), 10**3)
            pins = [bits for cell in module["cells"].values() for bits in cell["connections"].values()]
            for bits in [*pins, *(thing["bits"] for kind in ("ports", "netnames") for thing in module[kind].values())]:
                bits[:] = [numbers[bit] if isinstance(bit, int) else bit for bit in bits]
            for cell in module["cells"].values():
                if cell["type"] == "$reduce_or":
                    draw.shuffle(cell["connections"]["A"])
                if cell["type"] == "$eq":
                    pairs = [*zip(*(cell["connections"][side] for side in "AB"))]
                    cell["connections"]["A"][:], cell["connections"]["B"][:] = zip(*draw.sample(pairs, len(pairs)))
            cells = [(f"${draw.random()}", cell) for cell in module["cells"].values()]
            module["cells"] = dict(draw.sample(cells, len(cells)))
            self.assertEqual(netlists.digest(copy.deepcopy(other)), digest, f"SEED={SEED}")
            bits = draw.choice([bits for bits in pins if bits])
            bits[draw.randrange(len(bits))] = "z"
            self.assertNotEqual(netlists.digest(other), digest, f"SEED={SEED}")


if __name__ == "__main__":
    print(f"SEED={SEED}")
    unittest.main()

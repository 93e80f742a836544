#!/usr/bin/python3 -B
"""What scripts/site makes of Markdown and of the interfaces, without mkdocs: every document converts, and dead links are found.
scripts/site itself runs every night."""
import ast
import re
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "scripts"))
from collnoc_site import api, links, pages

try:
    from collnoc_site import sources
except ImportError:
    sources = None


class Markdown(unittest.TestCase):
    def converted(self, text: str, page: str = "docs/user/page.md") -> str:
        self.linked = pages.Linked(TOP)
        return pages.converted(page, text, self.linked)

    def test_links_to_sources_lead_to_pages_of_them(self):
        self.assertEqual(self.converted("[a](../../rtl/tile/node.sv), `[b](c.sv)`"), "[a](../../rtl/tile/node.sv.html), `[b](c.sv)`")
        self.assertEqual(self.linked.files, {"rtl/tile/node.sv"})
        self.assertEqual(self.converted("[ci](../../.github/workflows/ci.yml)"), "[ci](../../github/workflows/ci.yml.html)")
        self.assertEqual(self.converted("[s](../schemas/)"), "[s](../schemas/index.html)")
        self.assertEqual(self.linked.folders, {"docs/schemas"})
        self.assertEqual(self.converted("[e](../examples/)"), "[e](../examples/README.md)")
        self.assertEqual(self.converted("[m](mpi.md#a), [h](#here), [w](https://a.b/c)"), "[m](mpi.md#a), [h](#here), [w](https://a.b/c)")

    def test_pictures_are_copied(self):
        self.converted('<picture><source srcset="images/tile-narrow.svg">\n<img src="images/tile.svg">', "docs/page.md")
        self.assertEqual(self.linked.files, {"docs/images/tile-narrow.svg", "docs/images/tile.svg"})

    def test_a_link_to_no_file_is_an_error(self):
        with self.assertRaisesRegex(FileNotFoundError, r"docs/user/page.md: gone.sv: no such file"):
            self.converted("[a](gone.sv)")

    def test_code_is_left_alone(self):
        text = "```\n[a](gone.sv)\n| x |\ny\n```"
        self.assertEqual(self.converted(text), text)

    def test_lists_and_tables_after_a_paragraph_get_an_empty_line(self):
        self.assertEqual(self.converted("text\n- a\n  more\n- b"), "text\n\n- a\n  more\n- b")
        self.assertEqual(self.converted("## Head\n| a |\n|---|\n| b |\ntext"), "## Head\n| a |\n|---|\n| b |\n\ntext")
        self.assertEqual(self.converted("text\n1. a\n2. b"), "text\n\n1. a\n2. b")
        self.assertEqual(self.converted("a page of\n- 5 lines").count("\n\n"), 1)

    def test_pipes_of_code_in_tables(self):
        self.assertEqual(self.converted("| `a \\| b` | c \\| d |"), "| `a | b` | c \\| d |")

    def test_anchors_are_those_of_github(self):
        for heading, anchor in (("Exit codes", "exit-codes"), ("A & B: `c_d`", "a--b-c_d"), ("The TLM-2.0 socket", "the-tlm-20-socket")):
            self.assertEqual(pages.slug(heading), anchor)

    def test_every_document_converts(self):
        linked = pages.Linked(TOP)
        for file in TOP.glob("docs/**/*.md"):
            name = str(file.relative_to(TOP))
            with self.subTest(page=name):
                self.assertNotEqual(pages.converted(name, file.read_text(encoding="utf-8"), linked), "")
        self.assertGreater(len(linked.files), 300)


class Interfaces(unittest.TestCase):
    def test_c_has_every_function_and_type_of_the_header(self):
        page = api.c_page(TOP)
        names = re.findall(r"\b(collnoc_\w+)\(|^} (collnoc_\w+);", (TOP / api.C_HEADER).read_text(encoding="utf-8"), re.M)
        self.assertGreater(len(names), 15)
        code = "".join(re.findall(r"```c\n(.*?)```", page, re.S))
        for name in names:
            self.assertRegex(code, rf"\b{''.join(name)}\b")
        self.assertIn("## collnoc_open\n\n```c\ncollnoc_network* collnoc_open(const char* options);\n```\n\nA network in cycle 0.", page)

    def test_python_has_every_name(self):
        tree = ast.parse((TOP / "python/collnoc/__init__.py").read_text(encoding="utf-8"))
        names = next(ast.literal_eval(node.value) for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "__all__")
        page = api.python_page(TOP)
        self.assertEqual(re.findall(r"^## (\w+)", page, re.M), names)
        self.assertIn("```python\nproperty nodes(self) -> int\n```", page)


class Links(unittest.TestCase):
    def test_dead_links_are_found(self):
        with tempfile.TemporaryDirectory() as folder:
            site = Path(folder)
            (site / "a.html").write_text('<h2 id="x">X</h2><a href="b.html">b</a><a href="#x">x</a><a href="sub/">s</a>', encoding="utf-8")
            (site / "b.html").write_text('<a href="a.html#x">x</a><a href="a.html#y">y</a><img src="none.png"><a href="https://c">c</a>',
                                         encoding="utf-8")
            (site / "sub").mkdir()
            (site / "sub/index.html").write_text('<a href="../gone.html">g</a>', encoding="utf-8")
            followed, dead = links.dead_links(site)
        self.assertEqual(followed, 7)
        self.assertEqual(dead, ["b.html: a.html#y: no such anchor", "b.html: none.png: no such file", "sub/index.html: ../gone.html: no such file"])

    @unittest.skipIf(sources is None, "python3-pygments is not installed")
    def test_a_page_of_a_source_has_its_lines(self):
        page = sources.file_page(TOP, "rtl/tile/node.sv", "1.2.3")
        self.assertIn('href="../../index.html">collnoc 1.2.3</a>', page)
        self.assertIn('id="L-1"', page)
        self.assertIn("docs/schemas/index.html", sources.folder_page(TOP, "docs/schemas", "1.2.3"))


if __name__ == "__main__":
    unittest.main()

"""Tests firmware/collectives/registry.py: which registries are refused, and what follows from one."""
import sys
import tempfile
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[3] / "firmware/collectives"
sys.path.insert(0, str(FOLDER))
from registry import Invalid, Registry

TEXT = (FOLDER / "registry.toml").read_text(encoding="utf-8")


def changed(old: str, new: str) -> Registry:
    """The registry with one text replaced by another."""
    assert old in TEXT, old
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "registry.toml").write_text(TEXT.replace(old, new, 1), encoding="utf-8")
        return Registry(Path(folder))


class RegistryTest(unittest.TestCase):
    def refused(self, old: str, new: str, part: str) -> None:
        with self.assertRaisesRegex(Invalid, part):
            changed(old, new)

    def test_contradictions_are_refused(self):
        self.refused('page = "line"', 'pages = "line"', r"line: page, pages; a table \[\[algorithm\]\] has")
        self.refused('collective = "scatter"', 'collective = "scater"', r"no \[\[collective\]\] scater")
        self.refused('name = "scatter-collect"', 'name = "line"', "broadcast line is there twice")
        self.refused('type = "NpRd<d>"', 'type = "NpRd<p>"', "np-rd:d: a family has values")
        self.refused("values = [1, 2, 3, 4, 5, 6]\n", "", "np-rd:d: a family has values")
        self.refused('start = ["root", "block"]', 'start = ["roots", "block"]', "broadcast: roots, block")
        self.refused('bytes = "message"\n', "", "broadcast: it has `bytes` if and only if there is data")
        self.refused('header = "broadcast/line.hpp"', 'header = "broadcast/lines.hpp"',
                     "line: there is no header firmware/collectives/broadcast/lines.hpp")
        self.refused('type = "Line"', 'type = "Li;ne"', "the type Li;ne is not one of C")
        self.refused('name = "scatter-collect"', 'name = "scatter collect"', "scatter collect: a name has small letters")
        self.refused('result = ["everyone", "own"]', 'result = ["everyone", "table"]', "scatter: the root's table has one block for each rank")
        self.refused('result = ["root", "block"]', 'result = ["root", "table"]', "reduce: a collective that combines gives each rank a block")
        self.refused("\n[[collective]]\n", "\n[[collectives]]\n", "nothing else")

    def test_a_family_has_a_name_for_each_value(self):
        names = [name for collective, name in Registry().places() if name.startswith("multi-tree") and collective == "broadcast"]
        self.assertEqual(names[:2] + names[8:10], ["multi-tree", "multi-tree:1", "multi-tree-all-port", "multi-tree:1-all-port"])

    def test_words_follow_from_an_entry(self):
        registry = changed('name = "reduce"', 'name = "scan"\ndoes = ""\nstart = ["everyone"]\nresult = ["everyone"]\ncombines = true\n'
                           'bytes = "vector"\n\n[[collective]]\nname = "reduce"')
        self.assertEqual(registry.combining(), ["scan", "reduce", "reduce-scatter", "all-reduce"])
        units = {c.name: c.unit for c in registry.collectives if c.has_data}
        self.assertEqual(units["scan"], "of a scan's vector")
        self.assertEqual(units["all-to-all-broadcast"], "of an all-to-all broadcast's block per rank")
        self.assertIn("scatter", registry.with_algorithm("binomial"))


if __name__ == "__main__":
    unittest.main()

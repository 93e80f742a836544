"""Tests sim/run/results.py and settings.py: which descriptions are legal, and what is generated from one."""
import json
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(TOP / "arch"), str(TOP / "firmware/collectives"), str(TOP / "sim/run")]
import parts
from parts import Invalid
from results import Results
from settings import Settings


def changed(file: str, old: str, new: str):
    """The description with one text replaced by another."""
    with tempfile.TemporaryDirectory() as folder:
        text = (TOP / "sim/run" / file).read_text(encoding="utf-8")
        assert old in text, old
        (Path(folder) / file).write_text(text.replace(old, new, 1), encoding="utf-8")
        return (Results if file == "results.toml" else Settings)(Path(folder))


class ResultsTest(unittest.TestCase):
    def refused(self, old: str, new: str, part: str) -> None:
        with self.assertRaisesRegex(Invalid, part):
            results = changed("results.toml", old, new)
            list(results.members(results.objects["run"]))

    def test_contradictions_are_rejected(self):
        self.refused('steps = { is = "count"', 'steps = { is = "counts"', "run.steps: unknown type counts")
        self.refused('steps = { is = "count"', 'steps = { is = "list of counts"', "run.steps: unknown type counts")
        self.refused('steps = { is = "count"', 'steps = { is = "words Bakend"', "unknown type words Bakend")
        self.refused('steps = { is = "count"', 'steps = { si = "count"', "steps: si; a field has")
        self.refused('context = "common"', 'contexts = "common"', "has no contexts")
        self.refused('steps = { is = "count"', 'steps = { is = "energy_of_run"', "unknown type")
        self.refused('paper = { is = "paper?"', 'paper = { is = "link?"', "run.paper: no type in C\\+\\+ for link")

    def test_a_field_is_in_struct_json_and_schema(self):
        new = 'hops_per_message = { is = "amount?", most = 64, says = "mean, in links" }\nsteps = { is = "count"'
        results = changed("results.toml", 'steps = { is = "count"', new)
        self.assertIn("std::optional<double> hops_per_message;  ///< mean, in links", list(results.members(results.objects["run"])))
        self.assertIn('json["hops_per_message"] = or_null(r.hops_per_message);', list(results.writers()))
        run = json.loads(dict(results.schemas())["docs/schemas/result-1.json"])["properties"]["runs"]["items"]
        self.assertEqual(run["properties"]["hops_per_message"],
                         {"type": ["number", "null"], "minimum": 0, "maximum": 64, "description": "mean, in links"})
        self.assertIn("hops_per_message", run["required"])

    def test_a_condition_makes_a_field_optional(self):
        results = changed("results.toml", 'steps = { is = "count"', 'spare = { is = "count", when = "r.spare", says = "" }\nsteps = { is = "count"')
        self.assertIn("std::optional<std::uint64_t> spare;", list(results.members(results.objects["run"])))
        self.assertIn('if (r.spare) json["spare"] = *r.spare;', list(results.writers()))
        run = json.loads(dict(results.schemas())["docs/schemas/result-1.json"])["properties"]["runs"]["items"]
        self.assertNotIn("spare", run["required"])

    def test_lists_of_objects_call_their_functions(self):
        writers = list(Results().writers())
        self.assertIn('json["loads"] = list_json(r.loads, [&](const auto& e) { return traffic_load_json(e, c); });', writers)
        self.assertIn('json["paper"] = r.paper ? paper_json(*r.paper) : Json();', writers)


class PartsTest(unittest.TestCase):
    def test_what_is_needed_has_a_place(self):
        with self.assertRaisesRegex(Invalid, "no file has a place <nothing: fields> for fields"):
            list(parts.parts("nothing", {}, without="", needed=["fields"]))


class SettingsTest(unittest.TestCase):
    def refused(self, old: str, new: str, part: str) -> None:
        with self.assertRaisesRegex(Invalid, part):
            settings = changed("settings.toml", old, new)
            for config in settings.configurations():
                settings.members(config, Results().words)

    def test_contradictions_are_rejected(self):
        self.refused('sanitize = { says', 'sanitize = { say', "sanitize: needs says")
        self.refused('only = "programs", is', 'only = "program", is', "has no program")
        self.refused('with = "gdb"', 'with = "gbd"', "with gbd, which is no key")
        self.refused('key = "tile"', 'key = "gdb"', "two settings have one key")
        self.refused('traffic = ["network", ', 'traffic = ["networks", ', "no group networks")
        self.refused('value = "N", default = "0", says = "native: cycles', 'value = "N", says = "native: cycles', "the default of a count is a number")
        self.refused('default = "100000000"', 'default = "0"', "max-cycles: the default of a count is a number from `least`")
        self.refused('is = "count", most = 1000000000, of = ["RunConfig"]', 'is = "count", most = 1000000000', "`is` and `of` belong together")
        self.refused('is = "switch", of = ["Instruments"], about = "look', 'of = ["Instruments"], about = "look', "sanitize: `is` and `of` belong together")
        self.refused('value = "words Backend", default = "model"', 'value = "words Backend", default = "modul"', "the words of Backend")
        self.refused('is = "count", most = 1000000000, of = ["RunConfig"]', 'is = "counts", of = ["RunConfig"]', "is counts; must be")

    def test_a_setting_is_option_field_and_row_of_the_guide(self):
        new = 'quiet-cycles = { value = "N", default = "2000", says = "cycles to wait", is = "count", least = 7, of = ["RunConfig"] }\nsanitize = {'
        settings = changed("settings.toml", "sanitize = {", new)
        text = "\n".join(settings.tables())
        self.assertIn('{"quiet-cycles", "quiet_cycles", "N", "2000", "cycles to wait"}', text)
        self.assertIn('if (settings.has("quiet_cycles")) config.quiet_cycles = parse_count(settings.get("quiet_cycles"), 7, ', text)
        self.assertIn("std::uint64_t quiet_cycles = 2'000;  ///< cycles to wait", settings.members("RunConfig", Results().words))
        self.assertIn("| `run` | `--quiet-cycles N` | cycles to wait | `2000` |", list(settings.guide(True, ["run"])))


if __name__ == "__main__":
    unittest.main()

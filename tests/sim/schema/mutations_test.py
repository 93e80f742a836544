#!/usr/bin/python3 -B
"""Valid files with one thing wrong: the program refuses them in one line that names the file and the place.

  mutations_test.py COLLNOC [SEED]

Each mutation drops a field, adds one, or gives one another type, a negative, a huge or no number. What the schemas in
docs/schemas refuse, as the library jsonschema understands them, the program must refuse; what it accepts, it must
accept too, or refuse because the parts do not fit together. Exit 77 without python3-jsonschema.
"""
import copy
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

try:
    import jsonschema
except ModuleNotFoundError:
    print("mutations_test: no python3-jsonschema: skipped")
    sys.exit(77)

SEED = int(sys.argv.pop()) if len(sys.argv) > 2 else random.randrange(2**32)
COLLNOC = sys.argv.pop()
SCHEMAS = Path("docs/schemas")
TRIES = 40
VALUES = ("many", "", -5, 0, 1, 1.5, -1e-300, 1e308, 2**64, 10**400, True, None, [], {}, [3], {"a": 1}, "0", "mesh:0x0")
RAW = ("NaN", "Infinity", "-Infinity", "1e999", "", "0x10", "'a'", "01")


def validator(name: str, part: str = "") -> jsonschema.Draft202012Validator:
    schema = json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
    for key in part.split("/")[1:]:
        schema = schema[int(key) if isinstance(schema, list) else key]
    return jsonschema.Draft202012Validator(schema)


def places(value: object, path: tuple = ()):
    """The paths of everything in a document, with its list of paths of objects."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from places(inner, (*path, key))


def at(document: object, path: tuple) -> object:
    for key in path:
        document = document[key]
    return document


class Mutations(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.random = random.Random(SEED)
        self.accepted = self.refused = 0

    def collnoc(self, *words: object, **environment: object) -> subprocess.CompletedProcess:
        return subprocess.run([COLLNOC, *map(str, words)], capture_output=True, text=True,
                              env=os.environ | {name: str(value) for name, value in environment.items()})

    def document(self, *words: object) -> dict:
        done = self.collnoc(*words, "--quiet", "--json", "-")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def mutated(self, document: object) -> tuple[str, object]:
        """A text, and what it says; nothing if it is not JSON."""
        changed = copy.deepcopy(document)
        path = self.random.choice([path for path in places(document) if path])
        owner, key = at(changed, path[:-1]), path[-1]
        kind = self.random.randrange(5)
        if kind == 0:
            del owner[key]
        elif kind == 1 and isinstance(at(changed, path), dict):
            at(changed, path)["surprise"] = 1
        elif kind == 2:
            owner[key] = "@"
            raw = self.random.choice(RAW)
            text = json.dumps(changed).replace('"@"', raw, 1)
            if raw != "" or owner != ["@"]:
                return text, None
            del owner[key]  # nothing in place of the only element of a list is an empty list
            return text, changed
        else:
            owner[key] = self.random.choice(VALUES)
        return json.dumps(changed), changed

    def expect(self, ended: subprocess.CompletedProcess, valid: bool, what: str, name: str) -> None:
        what = f"seed {SEED}: {what[:2000]}\n{ended.stderr}"
        self.assertIn(ended.returncode, (0, 1), what)
        if ended.returncode == 0:
            self.assertTrue(valid, f"accepted: {what}")
            self.accepted += 1
            return
        self.refused += 1
        self.assertEqual(ended.stderr.count("\n"), 1, what)
        self.assertIn(name, ended.stderr, what)
        if not valid:  # where, and what would be right
            self.assertRegex(ended.stderr, r"must (be|have|match) |unknown|not JSON|did you mean|no schema|cannot|give results", what)

    def report(self, documents: list[dict], schemas: list[str]) -> None:
        for document, schema in zip(documents, schemas, strict=True):
            check = validator(schema)
            self.assertTrue(check.is_valid(document), f"{schema}: {next(check.iter_errors(document), '')}")
            for _ in range(TRIES):
                text, changed = self.mutated(document)
                file = self.folder / "result.json"
                file.write_text(text, encoding="utf-8")
                ended = self.collnoc("report", file, "-o", self.folder / "page.html")
                self.expect(ended, changed is not None and check.is_valid(changed), text, "result.json")
                self.assertEqual((self.folder / "page.html").exists(), ended.returncode == 0, text[:300])
                (self.folder / "page.html").unlink(missing_ok=True)

    def test_reports_of_results(self):
        trace = self.folder / "trace.jsonl"
        trace.write_text('{"src": 0, "dst": 1, "bytes": 8}\n{"src": 1, "dst": 3, "bytes": 0, "after": [[1, 2]]}\n')
        self.report(
            [self.document("run", "broadcast", "--topology", "mesh:2x2", "--algorithm", "all", "--bytes", 64, "--per-link"),
             self.document("run", "all-reduce", "--topology", "torus:2x3", "--bytes", 64, "--energy"),
             self.document("traffic", "--topology", "mesh:2x2", "--load", "0.1,0.9", "--measure", 200, "--per-link"),
             self.document("replay", trace, "--topology", "mesh:2x2", "--per-link"),
             self.document("schedule", "broadcast", "--algorithm", "line", "--topology", "mesh:2x2")],
            ["result-1", "result-1", "traffic-2", "replay-1", "schedule-1"])
        self.assertGreater(self.refused, 100)

    def test_reports_of_tables_of_tune(self):
        table = json.loads(Path("sim/tune/tuned.json").read_text(encoding="utf-8"))
        self.report([table | {"entries": table["entries"][:3]}], ["tuned-1"])

    def test_reports_of_timelines(self):
        file = self.folder / "timeline.json"
        done = self.collnoc("run", "broadcast", "--topology", "mesh:2x2", "--bytes", 64, "--timeline", file)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.report([json.loads(file.read_text(encoding="utf-8"))], ["timeline-1"])

    def test_sweeps(self):
        grid = self.folder / "grid.toml"
        grid.write_text('command = "run broadcast"\n[options]\ntopology = "mesh:2x2"\n[grid]\nbytes = [8, 64]\n'
                        'algorithm = ["line", "binomial"]\n')
        self.collnoc("sweep", grid, "--output", self.folder / "sweep")
        lines = (self.folder / "sweep/results.jsonl").read_text(encoding="utf-8").splitlines()
        self.assertEqual(len(lines), 5)
        for _ in range(2 * TRIES):
            number = self.random.randrange(5)
            document = json.loads(lines[number])
            text, changed = self.mutated(document)
            part = 0 if number == 0 else 1 if "result" in (changed or {}) else 2
            valid = changed is not None and validator("sweep-1", f"/oneOf/{part}").is_valid(changed)
            valid = valid and (part != 1 or validator("result-1").is_valid(changed["result"]))
            folder = self.folder / "mutated"
            folder.mkdir(exist_ok=True)
            (folder / "results.jsonl").write_text("\n".join([*lines[:number], text, *lines[number + 1:]]) + "\n")
            self.expect(self.collnoc("report", folder, "-o", self.folder / "page.html"), valid, text, "results.jsonl")
            if number > 0:
                ended = self.collnoc("sweep", grid, "--output", folder)
                if valid:
                    continue  # points fail in this sweep
                self.assertEqual(ended.returncode, 1, text[:300])
                self.assertEqual(ended.stderr.count("\n"), 1, ended.stderr)
                self.assertIn(f"results.jsonl:{number + 1}: not the result of a point", ended.stderr)

    def test_baselines(self):
        matrix = ('[[case]]\ncollectives = ["broadcast"]\nalgorithms = ["line"]\ntopologies = ["mesh:2x2"]\n'
                  'nics = ["one-port"]\nbytes = [64]\n')
        (self.folder / "matrix.toml").write_text(matrix)
        regress = ("regress", "--baselines", self.folder, "--backend", "model")
        self.assertEqual(self.collnoc(*regress, "--update").returncode, 0)
        file = self.folder / "broadcast.jsonl"
        line = file.read_text(encoding="utf-8")
        check = validator("baseline-1")
        for _ in range(TRIES):
            text, changed = self.mutated(json.loads(line))
            file.write_text(text + "\n")
            ended = self.collnoc(*regress)
            if changed is not None and check.is_valid(changed):
                self.assertIn(ended.returncode, (0, 1, 3), ended.stderr)
            else:
                self.expect(ended, False, text, "broadcast.jsonl:1")

    def test_energies(self):
        table = json.loads(Path("sim/energy/energy.json").read_text(encoding="utf-8"))
        check = validator("energy-1")
        self.assertTrue(check.is_valid(table))
        file = self.folder / "energy.json"
        for _ in range(TRIES):
            text, changed = self.mutated(table | {"entries": table["entries"][:1]})
            file.write_text(text)
            ended = self.collnoc("run", "broadcast", "--topology", "mesh:2x2", "--energy", COLLNOC_ENERGY=file)
            valid = changed is not None and check.is_valid(changed)
            name = "energy" if valid else "energy.json"
            self.expect(ended, valid, text, name)


if __name__ == "__main__":
    print(f"seed {SEED}", flush=True)
    unittest.main(verbosity=2)

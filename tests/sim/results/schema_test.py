#!/usr/bin/python3 -B
"""The output of the program conforms to docs/schemas: real output, checked by the jsonschema library.

  schema_test.py COLLNOC [PROGRAM.elf]    the program, and a program for tiles

Every document must be valid, and must become invalid when a required key is missing, when a key is added,
and when a value has another type: a schema that accepts everything fails the test. Exit 77 without
python3-jsonschema.
"""
import copy
import json
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from collections.abc import Iterator
from pathlib import Path

try:
    import jsonschema
except ModuleNotFoundError:
    print("schema_test: no python3-jsonschema: skipped")
    sys.exit(77)

PROGRAM = sys.argv.pop(1)
ELF = sys.argv.pop(1) if len(sys.argv) > 1 and sys.argv[1].endswith(".elf") else None
SCHEMAS = Path("docs/schemas")
# Results of earlier versions lack them.
NEWER = ("loads/load", "loads/stability", "saturation/offered", "saturation/above_offered")


def validator(name: str) -> jsonschema.Draft202012Validator:
    schema = json.loads((SCHEMAS / name).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def collnoc(*arguments: str) -> dict:
    done = subprocess.run([PROGRAM, *arguments, "--quiet", "--json", "-"], stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def has_processors() -> bool:
    arguments = [
        "run",
        "broadcast",
        "--topology",
        "mesh:2x2",
        "--bytes",
        "8",
        "--firmware",
        "rv32",
        "--quiet",
    ]
    return (
        subprocess.run([PROGRAM, *arguments], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode
        == 0
    )


def objects(value: object, path: tuple = ()) -> Iterator[tuple]:
    """Paths of all objects in a document; for arrays only the first item, because the others are alike."""
    if isinstance(value, dict):
        yield path
        for key, inner in value.items():
            yield from objects(inner, (*path, key))
    elif isinstance(value, list) and value:
        yield from objects(value[0], (*path, 0))


def at(document: object, path: tuple) -> object:
    for key in path:
        document = document[key]
    return document


def shortened(value):
    """The same with at most one element in every list."""
    if isinstance(value, dict):
        return {key: shortened(element) for key, element in value.items()}
    return [shortened(element) for element in value[:1]] if isinstance(value, list) else value


class Schemas(unittest.TestCase):
    def expect_valid(self, document: dict, name: str, optional: tuple[str, ...] = ()) -> None:
        """The document is valid. Only keys in `optional`, KEY or OWNER/KEY, may be removed, none may be added, no type
        may change."""
        check = validator(name)
        errors = [f"{error.json_path}: {error.message}" for error in check.iter_errors(document)]
        self.assertEqual(errors, [], name)
        tried = 0
        for path in objects(document):
            changed = copy.deepcopy(document)
            at(changed, path)["surprise"] = 1
            self.assertFalse(check.is_valid(changed), f"{name}: {path} accepts an unknown key")
            for key in at(document, path):
                without = copy.deepcopy(document)
                del at(without, path)[key]
                owner = next((word for word in reversed(path) if isinstance(word, str)), "")
                may = key in optional or f"{owner}/{key}" in optional
                self.assertEqual(check.is_valid(without), may, f"{name}: {path} without {key}")
                other = copy.deepcopy(document)
                at(other, path)[key] = {"another": "type"}
                self.assertFalse(check.is_valid(other), f"{name}: {path}: {key} accepts another type")
                tried += 1
        self.assertGreater(tried, 5)

    def test_results_of_run(self):
        optional = ("context", "left_out", "instead", "published", "segments", "unit_startup_segments", "op", "type", "links",
                    "tiles", "energy")
        for arguments in (
            ("broadcast", "--topology", "mesh:4x4", "--algorithm", "line", "--root", "5"),
            (
                "broadcast",
                "--topology",
                "star:4",
                "--algorithm",
                "multi-tree,binomial",
                "--startup-cycles",
                "7",
            ),
            (
                "broadcast",
                "--topology",
                "torus:4x4",
                "--nic",
                "all-port",
                "--algorithm",
                "all",
                "--step-barrier",
            ),
            ("total-exchange", "--topology", "hypercube:3", "--algorithm", "all", "--bytes", "8,64"),
            (
                "total-exchange",
                "--topology",
                "mesh:4x4",
                "--algorithm",
                "direct",
                "--bytes",
                "64",
                "--route-orders",
                "2",
                "--vcs",
                "4",
                "--switching",
                "cut-through",
                "--vc-depth",
                "32",
            ),
            ("all-to-all-broadcast", "--topology", "ghc:3x3", "--algorithm", "all", "--bytes", "64"),
            ("broadcast", "--topology", "mesh:4x4", "--executor", "nic", "--nic", "all-port"),
            ("gather", "--topology", "mesh:3x3", "--algorithm", "all", "--bytes", "9", "--root", "4"),
            ("barrier", "--topology", "mesh:3x3", "--algorithm", "all"),
            ("scatter", "--topology", "mesh:2x2", "--per-link", "--energy"),
            ("reduce", "--topology", "mesh:3x3", "--algorithm", "all", "--op", "min", "--type", "i64"),
            ("broadcast", "--topology", "mesh:4x4", "--nic", "all-port", "--algorithm", "recursion-based"),
        ):
            with self.subTest(arguments=arguments):
                result = collnoc("run", *arguments)
                self.assertGreaterEqual(len(result["runs"]), 1)
                for run in result["runs"]:
                    self.expect_valid(result | {"runs": [run]}, "result-1.json", optional)

    def test_results_of_run_on_processors(self):
        if not has_processors():
            self.skipTest("no programs for processors")
        result = collnoc(
            "run",
            "broadcast",
            "--topology",
            "mesh:2x2",
            "--bytes",
            "64",
            "--firmware",
            "rv32",
            "--algorithm",
            "recursive-division",
            "--profile",
        )
        self.expect_valid(result, "result-1.json", ("context", "rv32", "profile_per_rank"))
        run = result["runs"][0]
        self.assertTrue(run["id"].endswith("/rv32"), run["id"])
        self.assertEqual(len(run["rv32"]["instructions_per_rank"]), 4)
        self.assertGreater(run["rv32"]["startup_cycles"]["median"], 0)
        run["rv32"]["startup_cycles"] = None  # no message found the NIC free
        self.assertTrue(validator("result-1.json").is_valid(result))

    def test_results_of_a_program(self):
        if ELF is None:
            self.skipTest("no program for processors")
        optional = ("context", "profile_per_rank", "links", "tiles", "energy")
        result = collnoc("run", "--firmware", ELF, "--topology", "mesh:2x2", "--profile", "--per-link", "--energy")
        self.expect_valid(shortened(result), "program-1.json", optional)
        self.assertIsNone(result["program"]["marked"])
        result["program"]["marked"] = {
            "cycles": 10,
            "begin_cycle_per_rank": [1, None, 2, 3],
            "end_cycle_per_rank": [11, None, 2, 3],
            "instructions_per_rank": [9, 0, 0, 0],
        }
        self.expect_valid(shortened(result), "program-1.json", optional)

    def test_results_of_traffic(self):
        for arguments in (
            ("mesh:4x4", "--measure", "200"),
            ("torus:4x4", "--load", "0.1,1", "--nic", "all-port"),
            ("mesh:2x2", "--measure", "200", "--per-pair", "--per-link", "--energy", "--reply-lengths", "1,9", "--warmup", "auto"),
            ("mesh:2x2", "--measure", "200", "--saturation", "--drain", "0", "--classes", "name=a; load=0.1"),
            ("mesh:2x2", "--measure", "200", "--confidence", "20", "--max-measure", "2000"),
            ("mesh:2x2", "--measure", "200", "--load", "1", "--lengths", "1", "--reply-lengths", "256", "--max-packet-flits",
             "256", "--warmup", "0", "--drain", "0"),
        ):
            with self.subTest(arguments=arguments):
                result = collnoc("traffic", "--topology", *arguments)
                self.assertTrue(validator("traffic-2.json").is_valid(result))
                self.expect_valid(shortened(result), "traffic-2.json", (*NEWER, "context", "pairs", "links", "tiles", "energy"))
        silent = collnoc(
            "traffic", "--topology", "mesh:2x2", "--load", "0.0001", "--warmup", "0", "--measure", "1"
        )
        self.assertIsNone(silent["traffic"]["loads"][0]["latency_mean"])
        self.expect_valid(shortened(silent), "traffic-2.json", (*NEWER, "context"))

    def test_results_of_replay(self):
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as trace:
            trace.write('{"cycle": 3, "src": 0, "dst": 1, "bytes": 8}\n')
            trace.write('{"src": 1, "dst": 3, "bytes": 0, "after": [[1, 2]]}\n')
            trace.flush()
            for arguments in ((), ("--energy",), ("--per-pair", "--per-link", "--nic", "all-port", "--window", "1")):
                with self.subTest(arguments=arguments):
                    result = collnoc("replay", trace.name, "--topology", "mesh:2x2", *arguments)
                    self.assertTrue(validator("replay-1.json").is_valid(result))
                    self.expect_valid(shortened(result), "replay-1.json", ("context", "pairs", "links", "tiles", "energy"))

    def test_schedules(self):
        for arguments in (
            ("broadcast", "--algorithm", "line"),
            ("total-exchange", "--algorithm", "direct"),
            ("barrier", "--algorithm", "tree"),
            ("all-reduce", "--algorithm", "ring"),
        ):
            with self.subTest(arguments=arguments):
                schedule = collnoc("schedule", *arguments, "--topology", "mesh:2x2")
                self.expect_valid(schedule, "schedule-1.json", ("root", "route", "target", "combined"))
                self.assertEqual("root" in schedule, arguments[0] == "broadcast")

    def test_checks(self):
        for collective in (
            "broadcast",
            "total-exchange",
            "all-to-all-broadcast",
            "scatter",
            "gather",
            "reduce",
            "reduce-scatter",
            "all-reduce",
            "barrier",
        ):
            size = () if collective == "barrier" else ("--bytes", "64")
            with self.subTest(collective=collective):
                self.expect_valid(
                    collnoc("check", collective, "--topology", "torus:4x4", *size, "--algorithm", "all"),
                    "check-1.json", ("left_out", "theory", "reached"),
                )
        checked = collnoc("check", "total-exchange", "--topology", "mesh:3x3", "--bytes", "8", "--algorithm", "product")
        checked["theory"] = checked["theory"][1:]  # the first element, which is compared, is the one that reaches something
        self.expect_valid(checked, "check-1.json", ("theory", "reached"))

    def test_the_numbers_of_a_network(self):
        for topology in ("torus:4x4", "star:4", "mesh:1"):
            with self.subTest(topology=topology):
                self.expect_valid(collnoc("list", "network", "--topology", topology), "network-1.json")

    def test_baselines_written_by_regress(self):
        pattern = "broadcast/line/mesh_4x4/one-port/*"
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "matrix.toml").write_text(
                Path("tests/baselines/matrix.toml").read_text(encoding="utf-8"), encoding="utf-8"
            )
            subprocess.run(
                [
                    PROGRAM,
                    "regress",
                    "--update",
                    "--only",
                    pattern,
                    "--backend",
                    "model",
                    "--baselines",
                    folder,
                    "--junit",
                    f"{folder}/junit.xml",
                ],
                stdout=subprocess.DEVNULL,
                check=True,
            )
            lines = Path(folder, "broadcast.jsonl").read_text(encoding="utf-8").splitlines()
            junit = xml.etree.ElementTree.parse(f"{folder}/junit.xml").getroot()
        self.assertGreater(len(lines), 0)
        for line in lines:
            self.expect_valid(json.loads(line), "baseline-1.json")
        self.assertEqual(len(junit.findall(".//testcase")), len(lines))
        self.assertEqual(junit.findall(".//failure"), [])

    def test_committed_baselines(self):
        check = validator("baseline-1.json")
        lines = [
            line
            for file in sorted(Path("tests/baselines").glob("*.jsonl"))
            for line in file.read_text(encoding="utf-8").splitlines()
        ]
        self.assertGreater(len(lines), 100)
        for line in lines:
            check.validate(json.loads(line))

    def test_the_table_of_tune(self):
        table = json.loads(Path("sim/tune/tuned.json").read_text(encoding="utf-8"))
        self.assertGreater(len(table["entries"]), 10)
        validator("tuned-1.json").validate(table)
        entry = table["entries"][0] | {"equal": ["line"]}
        self.expect_valid(table | {"entries": [entry]}, "tuned-1.json", ("equal",))

    def test_the_energies(self):
        table = json.loads(Path("sim/energy/energy.json").read_text(encoding="utf-8"))
        check = validator("energy-1.json")
        check.validate(table)
        for key in table["entries"][0]:
            self.assertFalse(check.is_valid(table | {"entries": [{k: v for k, v in table["entries"][0].items() if k != key}]}))

    def test_the_lines_of_a_sweep(self):
        check = validator("sweep-1.json")
        with tempfile.TemporaryDirectory() as folder:
            grid = Path(folder, "grid.toml")
            grid.write_text('command = "run broadcast"\n[options]\ntopology = "mesh:2x2"\n[grid]\n'
                            'algorithm = ["line", "binomial"]\n', encoding="utf-8")
            subprocess.run([PROGRAM, "sweep", grid, "--output", folder], capture_output=True, check=False)
            lines = [json.loads(line) for line in Path(folder, "results.jsonl").read_text(encoding="utf-8").splitlines()]
        self.assertEqual(len(lines), 3)
        for line in lines:
            check.validate(line)
            for key in line:
                self.assertFalse(check.is_valid({k: v for k, v in line.items() if k != key}), key)
        validator("result-1.json").validate(lines[1]["result"])

    def test_timelines(self):
        check = validator("timeline-1.json")
        with tempfile.TemporaryDirectory() as folder:
            for more in ((), ("--executor", "nic"), ("--firmware", "rv32")):
                if more == ("--firmware", "rv32") and not has_processors():
                    continue
                file = Path(folder, "timeline.json")
                subprocess.run([PROGRAM, "run", "broadcast", "--topology", "mesh:2x2", "--bytes", "64", "--quiet",
                                "--timeline", file, *more], check=True)
                timeline = json.loads(file.read_text(encoding="utf-8"))
                check.validate(timeline)
                self.assertGreater(len(timeline["traceEvents"]), 10)
                for event in timeline["traceEvents"]:
                    self.assertFalse(check.is_valid({"traceEvents": [event | {"ph": "Q"}]}))

    def test_every_number_has_limits(self):
        def without(schema, path):
            if isinstance(schema, dict):
                kinds = schema.get("type", [])
                kinds = [kinds] if isinstance(kinds, str) else kinds if isinstance(kinds, list) else []
                if "integer" in kinds or "number" in kinds:
                    least = "minimum" in schema or "exclusiveMinimum" in schema
                    if "enum" not in schema and not (least and "maximum" in schema):
                        yield path
                for key, inner in schema.items():
                    yield from without(inner, f"{path}/{key}")
            elif isinstance(schema, list):
                for n, inner in enumerate(schema):
                    yield from without(inner, f"{path}/{n}")

        for file in SCHEMAS.glob("*.json"):
            self.assertEqual(list(without(json.loads(file.read_text(encoding="utf-8")), file.name)), [])

    def test_every_schema_is_tested(self):
        text = Path(__file__).read_text(encoding="utf-8")
        for schema in SCHEMAS.glob("*.json"):
            self.assertIn(f'"{schema.name}"', text)


if __name__ == "__main__":
    unittest.main(verbosity=2)

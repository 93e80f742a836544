#!/usr/bin/python3 -B
"""The composite action .github/actions/regress and the workflows of docs/examples, step by step, in clones of an example
repository.

  github_actions_test.py COLLNOC
"""
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

try:
    import yaml
except ModuleNotFoundError:
    print("github_actions_test: no Python module yaml: skipped")
    sys.exit(77)

from github_runner import Runner

COLLNOC = str(Path(sys.argv.pop()).resolve())
TOP = Path(__file__).resolve().parents[2]
ACTION = TOP / ".github/actions/regress/action.yml"


def read(path: Path) -> dict:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


class Clones(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.artifacts = self.folder / "artifacts"
        self.artifacts.mkdir()

    def clone(self, name: str, fill) -> Path:
        """A clone of a repository that `fill` has filled."""
        origin = self.folder / "origin"
        if not origin.exists():
            origin.mkdir()
            fill(origin)
            for command in (["init", "-q"], ["add", "-A"],
                            ["-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "Example"]):
                subprocess.run(["git", *command], cwd=origin, check=True)
        subprocess.run(["git", "clone", "-q", str(origin), str(self.folder / name)], check=True)
        return self.folder / name


class Regress(Clones):
    def regress(self, change=lambda text: text, **inputs) -> Runner:
        """Runs the action as the example's workflow calls it, on baselines that `change` has changed."""
        def fill(origin):
            shutil.copytree(TOP / "docs/examples/regress/baselines", origin / "baselines")
            file = origin / "baselines/broadcast.jsonl"
            file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8")

        action = read(ACTION)
        call = next(step for step in read(TOP / "docs/examples/regress/workflow.yml")["jobs"]["regress"]["steps"]
                    if ".github/actions/regress" in step.get("uses", ""))
        values = {key: entry["default"] for key, entry in action["inputs"].items()} | call["with"] | inputs
        self.assertEqual(set(values), set(action["inputs"]), "the workflow gives inputs that the action does not have")
        context = {f"inputs.{key}": str(value) for key, value in values.items()}
        context["github.action_path"] = str(ACTION.parent)
        runner = Runner(self.clone("work", fill), self.artifacts, {})
        runner.good = runner.run(action["runs"]["steps"], context)
        self.outputs = {key: runner.expand(entry["value"], context) for key, entry in action["outputs"].items()}
        self.assertEqual([(step.get("shell"), step.get("uses", "")) for step in action["runs"]["steps"]
                          if step.get("shell") != "bash" and "upload-artifact" not in step.get("uses", "")], [])
        return runner

    def test_equal_cycles_pass_and_leave_summary_report_and_history(self):
        runner = self.regress(collnoc=COLLNOC)
        self.assertTrue(runner.good, runner.log)
        self.assertEqual(self.outputs["exit-code"], "0")
        cases = sum(len(file.read_text(encoding="utf-8").splitlines())
                    for file in (TOP / "docs/examples/regress/baselines").glob("*.jsonl"))
        self.assertGreater(cases, 10)
        self.assertIn(f"| {cases} | 0 | 0 | 0 |", runner.summary.read_text(encoding="utf-8"))
        history = json.loads((runner.workspace / self.outputs["benchmark"]).read_text(encoding="utf-8"))
        # Traffic has no cycles.
        self.assertEqual(len(history), cases - 1)
        self.assertEqual({(type(entry["name"]), entry["unit"], type(entry["value"])) for entry in history},
                         {(str, "cycles", int)})
        page = (self.artifacts / "collnoc-regress/report.html").read_text(encoding="utf-8")
        self.assertIn("recursive-division", page)

    def test_another_cycle_fails_and_says_where(self):
        runner = self.regress(lambda text: text.replace('"cycles":', '"cycles":1', 1), collnoc=COLLNOC)
        self.assertFalse(runner.good)
        self.assertEqual(self.outputs["exit-code"], "3")
        self.assertIn("~ broadcast/", runner.summary.read_text(encoding="utf-8"))
        self.assertTrue((self.artifacts / "collnoc-regress/report.html").is_file())

    def test_bad_baselines_fail_with_a_line(self):
        runner = self.regress(lambda text: "{\n", collnoc=COLLNOC)
        self.assertFalse(runner.good)
        self.assertIn("broadcast.jsonl:1: not a baseline", runner.log)

    def test_a_version_is_pinned(self):
        found = subprocess.run([COLLNOC, "--version"], capture_output=True, text=True, check=True).stdout.removeprefix("collnoc ").strip()
        runner = self.regress(collnoc=COLLNOC, version=found)
        self.assertTrue(runner.good, runner.log)

    def test_another_version_fails_with_a_line(self):
        runner = self.regress(collnoc=COLLNOC, version="0.0.9")
        self.assertFalse(runner.good)
        self.assertEqual(self.outputs["exit-code"], "1")
        self.assertIn("::error::the baselines are from collnoc 0.0.9, and the program is collnoc ", runner.log)
        self.assertFalse((runner.workspace / "collnoc-regress/result.json").exists())

    def test_documents_pin_this_version(self):
        version = re.search(r"project\(collnoc VERSION ([\d.]+)", (TOP / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
        for file in (ACTION, TOP / "docs/examples/regress/workflow.yml", TOP / "docs/reference/regression.md"):
            self.assertEqual(re.findall(r"actions/regress@([\w.]+)", file.read_text(encoding="utf-8")), [f"v{version}"], file)


class Sweep(Clones):
    def test_the_matrix_gives_the_bytes_of_one_sweep(self):
        small = 'command = "run broadcast"\n[grid]\ntopology = ["mesh:4x4", "torus:4x4"]\nbytes = [8, 64, 256, "1K"]\n'
        jobs = read(TOP / "docs/examples/github-actions/sweep.yml")["jobs"]
        environment = {"COLLNOC": COLLNOC}

        def fill(origin):
            (origin / "grid.toml").write_text(small, encoding="utf-8")

        shards = jobs["shard"]["strategy"]["matrix"]["shard"]
        self.assertGreater(len(shards), 1)
        for shard in shards:
            runner = Runner(self.clone(f"shard{shard}", fill), self.artifacts, environment)
            self.assertTrue(runner.run(jobs["shard"]["steps"], {"matrix.shard": str(shard)}), runner.log)
        merge = Runner(self.clone("merge", fill), self.artifacts, environment)
        self.assertTrue(merge.run(jobs["merge"]["steps"], {}), merge.log)
        subprocess.run([COLLNOC, "sweep", "grid.toml", "--output", "one"], cwd=merge.workspace, check=True,
                       stdout=subprocess.DEVNULL)
        for name in ("results.jsonl", "results.csv"):
            self.assertEqual((self.artifacts / "results" / name).read_bytes(),
                             (merge.workspace / "one" / name).read_bytes())
        self.assertTrue((self.artifacts / "results/report.html").is_file())


if __name__ == "__main__":
    unittest.main()

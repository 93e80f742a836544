#!/usr/bin/python3 -B
"""The files that services and tools read can be read, and what they call exists."""
import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

try:
    import yaml
except ImportError:
    print("project_files_test: python3-yaml is not installed: skipped")
    sys.exit(77)

TOP = Path(__file__).resolve().parents[2]


def tracked(*patterns: str) -> list[str]:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns]
    return subprocess.run(command, cwd=TOP, check=True, capture_output=True, text=True).stdout.split()


def text(name: str) -> str:
    return (TOP / name).read_text(encoding="utf-8")


class ProjectFiles(unittest.TestCase):
    def test_yaml_can_be_read(self):
        files = tracked(".github/*.yml", ".pre-commit-config.yaml", "CITATION.cff")
        self.assertGreaterEqual(len(files), 8)
        for name in files:
            with self.subTest(file=name):
                self.assertIsInstance(yaml.safe_load(text(name)), dict)

    def test_scripts_that_are_called_exist(self):
        callers = tracked(".github/workflows/*.yml", ".pre-commit-config.yaml", ".devcontainer/*.json", "Containerfile")
        called = {(name, path) for name in callers for path in re.findall(r"(?<![\w/.-])(?:scripts|tests|arch|\.ci)/[\w/-]+", text(name))}
        self.assertGreaterEqual(len(called), 12)
        for name, path in called:
            with self.subTest(file=name, script=path):
                self.assertTrue((TOP / path).exists(), f"{name} calls {path}")

    def test_hooks_are_local(self):
        repositories = yaml.safe_load(text(".pre-commit-config.yaml"))["repos"]
        self.assertEqual({repository["repo"] for repository in repositories}, {"local"})

    def test_the_container_of_developers_has_what_continuous_integration_has(self):
        container = json.loads(text(".devcontainer/devcontainer.json"))
        image = yaml.safe_load(text(".github/workflows/ci.yml"))["jobs"]["test"]["container"]
        self.assertEqual(container["image"], image)
        groups = re.search(r"scripts/setup (.*)", text(".ci/run"))[1]
        self.assertEqual(container["updateContentCommand"], f"scripts/setup {groups}")

    def test_forms_have_what_github_requires(self):
        forms = [name for name in tracked(".github/ISSUE_TEMPLATE/*.yml") if not name.endswith("config.yml")]
        self.assertGreaterEqual(len(forms), 2)
        for name in forms:
            form = yaml.safe_load(text(name))
            with self.subTest(file=name):
                self.assertLessEqual({"name", "description", "body"}, form.keys())
                fields = [field for field in form["body"] if field["type"] != "markdown"]
                self.assertEqual(len({field["id"] for field in fields}), len(fields))
                self.assertTrue(all(field["attributes"]["label"] for field in fields))

    def test_the_citation_names_no_person(self):
        citation = yaml.safe_load(text("CITATION.cff"))
        self.assertEqual(citation["authors"], [{"name": "The collnoc authors"}])
        self.assertLessEqual({"cff-version", "message", "title", "version", "date-released", "license"}, citation.keys())


if __name__ == "__main__":
    unittest.main()

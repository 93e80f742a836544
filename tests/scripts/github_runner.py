"""Runs the steps of workflows and composite actions as GitHub does, as far as the examples of this project need it:
expressions ${{ NAME }}, `if: always()`, files for outputs and the summary, and the two actions for artifacts."""
import os
import re
import shutil
import subprocess
from pathlib import Path


class Runner:
    """A job. `artifacts`: the folder in which artifacts of all jobs of the run are kept."""

    def __init__(self, workspace: Path, artifacts: Path, environment: dict[str, str]):
        self.workspace, self.artifacts, self.environment = workspace, artifacts, environment
        self.summary = artifacts.parent / f"summary-{workspace.name}.md"
        self.outputs: dict[str, str] = {}
        self.log = ""

    def expand(self, text: object, context: dict[str, str]) -> str:
        known = context | self.outputs

        def value(match):
            name = match.group(1).strip()
            if name not in known:
                raise KeyError(f"unknown expression {name}")
            return known[name]

        return re.sub(r"\$\{\{(.*?)\}\}", value, str(text))

    def run(self, steps: list[dict], context: dict[str, str]) -> bool:
        """Whether all steps succeeded. After a failure, only steps with `if: always()` run."""
        good = True
        for step in steps:
            if not good and step.get("if") != "always()":
                continue
            inputs = {key: self.expand(value, context) for key, value in step.get("with", {}).items()}
            if "run" in step:
                good &= self.shell(step, context)
            elif step["uses"].startswith("actions/upload-artifact@"):
                shutil.copytree(self.workspace / inputs["path"], self.artifacts / inputs["name"])
            elif step["uses"].startswith("actions/download-artifact@"):
                shutil.copytree(self.artifacts, self.workspace / inputs["path"])
            elif not step["uses"].startswith("actions/checkout@"):
                raise KeyError(f"unknown action {step['uses']}")
        return good

    def shell(self, step: dict, context: dict[str, str]) -> bool:
        output = self.artifacts.parent / "output"
        output.write_text("", encoding="utf-8")
        environment = os.environ | self.environment | {
            "GITHUB_OUTPUT": str(output), "GITHUB_STEP_SUMMARY": str(self.summary)}
        environment |= {key: self.expand(value, context) for key, value in step.get("env", {}).items()}
        done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", self.expand(step["run"], context)],
                              cwd=self.workspace, env=environment, capture_output=True, text=True)
        self.log += done.stdout + done.stderr
        for line in output.read_text(encoding="utf-8").splitlines():
            key, _, value = line.partition("=")
            self.outputs[f"steps.{step['id']}.outputs.{key}"] = value
        return done.returncode == 0

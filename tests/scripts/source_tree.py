"""A small git repository that has this project's scripts for digests and nothing else, for tests of them."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
SCRIPTS = ["scripts/measured", "scripts/nightly", "scripts/table-module",
           *(f"scripts/collnoc_tables/{name}.py" for name in ("__init__", "command", "sources", "measured", "netlists", "renewal", "ledger"))]


class SourceTree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name)
        for name in SCRIPTS:
            (self.top / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(TOP / name, self.top / name)
        self.git("init", "-q")

    def git(self, *arguments: str) -> str:
        who = {f"GIT_{role}_{what}": "test@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        done = subprocess.run(["git", "-C", self.top, *arguments], env=os.environ | who, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def commit(self) -> str:
        self.git("add", "-A")
        self.git("commit", "-qm", "A commit")
        return self.git("rev-parse", "HEAD")

    def write(self, name: str, text: str) -> None:
        path = self.top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def read(self, name: str) -> str:
        return (self.top / name).read_text(encoding="utf-8")

    def run_script(self, *arguments: str, code: int = 0, **environment: str) -> str:
        """What a script prints; it must exit with this code."""
        done = subprocess.run([self.top / arguments[0], *arguments[1:]], cwd=self.top, env=os.environ | environment,
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

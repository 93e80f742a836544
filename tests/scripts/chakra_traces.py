"""What the tests of scripts/from-chakra share: traces are written and converted, and traces of collnoc replayed."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
COLLNOC = Path(os.environ.get("BUILD_DIR", TOP / "build")) / "collnoc"
sys.path.insert(0, str(TOP / "scripts"))
try:
    from collnoc_traces.chakra import COLLECTIVE, MESSAGES, delimited
except ImportError:
    print("skipped: no python3-protobuf")
    sys.exit(77)


def node(number: int, kind: int, depends: list[int] = (), micros: int = 0, callers: list[int] = (),
         **attributes: int | str | list[bool]) -> bytes:
    """`callers`: its ctrl_deps."""
    written = MESSAGES["Node"](id=number, type=kind, data_deps=depends, ctrl_deps=callers, duration_micros=micros)
    for key, value in attributes.items():
        if isinstance(value, list):
            written.attr.add(name=key.encode()).bool_list.values.extend(value)
            written.attr[-1].bool_list.SetInParent()
        else:
            written.attr.add(name=key.encode(),
                             **({"string_val": value.encode()} if isinstance(value, str) else {"int64_val": value}))
    return delimited(written)


def collective(number: int, kind: int, size: int, depends: list[int] = (), **attributes: int | str | list[bool]) -> bytes:
    return node(number, COLLECTIVE, depends, comm_type=kind, comm_size=size, **attributes)


class Traces(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def convert(self, ranks: list[bytes], *options: str, topology: str = "mesh:2x2") -> subprocess.CompletedProcess:
        for file in self.folder.glob("*.et"):
            file.unlink()
        for rank, nodes in enumerate(ranks):
            (self.folder / f"t.{rank}.et").write_bytes(delimited(MESSAGES["GlobalMetadata"](version=b"0.0.4")) + nodes)
        return self.run_script(*options, topology=topology)

    def run_script(self, *options: str, topology: str) -> subprocess.CompletedProcess:
        return subprocess.run([TOP / "scripts/from-chakra", self.folder / "t", "--topology", topology, "--collnoc", COLLNOC,
                               *options], capture_output=True, text=True, check=False, timeout=300)

    def messages(self, ranks: list[bytes], *options: str, **given: str) -> list[dict]:
        done = self.convert(ranks, *options, **given)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.summary = done.stderr
        (self.folder / "t.jsonl").write_text(done.stdout, encoding="utf-8")
        return [json.loads(line) for line in done.stdout.splitlines()]

    def refused(self, done: subprocess.CompletedProcess, what: str):
        """In one line that contains `what`."""
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn(what, done.stderr)

    def program(self, *arguments: str) -> dict:
        done = subprocess.run([COLLNOC, *arguments, "--json", "-", "--quiet"], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    def replayed(self, topology: str) -> int:
        return self.program("replay", str(self.folder / "t.jsonl"), "--topology", topology)["replay"]["result"]["cycles"]

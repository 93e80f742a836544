#!/usr/bin/python3 -B
"""A converter whose output cannot be written ends with 1 and one line that says so, wherever the output breaks off.

Inputs are those of tests/fuzz/corpus that are right. COLLNOC_TEST_SEED repeats a drawing.
"""
import os
import random
import resource
import shutil
import subprocess
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
COLLNOC = Path(os.environ.get("BUILD_DIR", TOP / "build")) / "collnoc"
CORPUS = TOP / "tests/fuzz/corpus"
SEED = int(os.environ.get("COLLNOC_TEST_SEED", random.randrange(1 << 32)))


def commands(folder: Path) -> list[list[str]]:
    for rank, name in enumerate(("good-of-rank-0", "bad-of-rank-1")):
        shutil.copy(CORPUS / f"chakra/{name}.et", folder / f"t.{rank}.et")
    found = [["from-booksim", str(file)] for file in sorted((CORPUS / "booksim").glob("good*"))]
    found += [["from-noxim", str(file)] for file in sorted((CORPUS / "noxim").glob("good*"))]
    found += [["from-msccl", str(file), "--topology", "ring:3"] for file in sorted((CORPUS / "msccl").glob("good*"))]
    found += [["to-msccl", str(file)] for file in sorted((CORPUS / "to_msccl").glob("good*"))]
    found += [["from-netrace", str(file)] for file in sorted((CORPUS / "netrace").glob("good*"))]
    found += [["from-chakra", str(folder / "t"), "--topology", "mesh:2", "--collnoc", str(COLLNOC)]]
    return found + [[name, "--help"] for name in ("from-booksim", "from-noxim", "from-netrace", "from-chakra", "from-msccl", "to-msccl")]


class Converted(unittest.TestCase):
    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        os.environ["PYTHONUNBUFFERED"] = random.Random(SEED).choice(["", "1"])
        self.commands = [c for c in commands(self.folder) if self.run_one(c).returncode != 77]

    def run_one(self, command: list[str], out: int = subprocess.PIPE, before: Callable | None = None) -> subprocess.CompletedProcess:
        return subprocess.run([TOP / "scripts" / command[0], *command[1:]], stdout=out, stderr=subprocess.PIPE, preexec_fn=before,
                              check=False, timeout=60)

    def refused(self, command: list[str], ended: subprocess.CompletedProcess, reason: str) -> None:
        self.assertEqual(ended.returncode, 1, ended)
        self.assertEqual(ended.stderr.decode(), f"{command[0]}: standard output: cannot be written: {reason}\n", ended)

    def test_a_full_device(self) -> None:
        for command in self.commands:
            with self.subTest(command=command), open("/dev/full", "wb") as full:
                self.refused(command, self.run_one(command, full.fileno()), "No space left on device")

    def test_a_closed_standard_output(self) -> None:
        for command in self.commands:
            with self.subTest(command=command):
                self.refused(command, self.run_one(command, before=lambda: os.close(1)), "Bad file descriptor")

    def test_a_disk_that_is_full_after_some_bytes(self) -> None:
        draw = random.Random(SEED)
        for command in self.commands:
            size = len(self.run_one(command).stdout)
            self.assertGreater(size, 20, command)
            for limit in {0, size - 1, *(draw.randrange(size) for _ in range(2))}:
                with self.subTest(command=command, limit=limit, seed=SEED), open(self.folder / "out", "wb") as out:
                    ended = self.run_one(command, out.fileno(), lambda n=limit: resource.setrlimit(resource.RLIMIT_FSIZE, (n, n)))
                    self.refused(command, ended, "File too large")

    def test_a_reader_that_has_had_enough(self) -> None:
        for command in self.commands:
            with self.subTest(command=command):
                read, write = os.pipe()
                os.close(read)
                ended = self.run_one(command, write)
                os.close(write)
                self.assertEqual((ended.returncode, ended.stderr), (1, b""))


if __name__ == "__main__":
    print(f"COLLNOC_TEST_SEED={SEED}")
    unittest.main()

#!/usr/bin/python3 -B
"""The version is that of CMakeLists.txt wherever it is written: documents, packages, program, C interface, Python.

  tests/packages/version_test.py PROGRAM LIBCOLLNOC [PYTHON_MODULE]
"""
import ctypes
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
BUILT = [Path(name) for name in sys.argv[1:]]


def text(name: str) -> str:
    return (TOP / name).read_text(encoding="utf-8")


def found(pattern: str, name: str) -> str:
    match = re.search(pattern, text(name), re.M)
    assert match, f"{name} has no {pattern}"
    return match[1]


VERSION = found(r"^project\(collnoc VERSION (\d+\.\d+\.\d+)\b", "CMakeLists.txt")


class Version(unittest.TestCase):
    def test_the_changelog_begins_with_this_version(self):
        newest = found(r"^## \[(\d[^\]]*)\]", "CHANGELOG.md")
        self.assertEqual(newest, VERSION)

    def test_packages_and_citation_have_this_version(self):
        self.assertEqual(found(r"^name: ::collnoc:(\S+)", "collnoc.core"), VERSION)
        self.assertEqual(found(r"^version: (\S+)", "CITATION.cff"), VERSION)
        self.assertEqual(found(r"^date-released: (\S+)", "CITATION.cff"), found(r"^## \[\d[^\]]*\] - (\S+)", "CHANGELOG.md"))
        self.assertEqual(found(r'such as "(\d[\d.]*)"', "sim/network/collnoc.h"), VERSION)

    def test_examples_and_pages_ask_for_this_version(self):
        files = [*(TOP / "docs").rglob("CMakeLists.txt"), *(TOP / "docs").rglob("*.md"), TOP / "tests/install/project/CMakeLists.txt"]
        asked = [(file, version) for file in files
                 for version in re.findall(r"find_package\(collnoc (\d[\d.]*)", file.read_text(encoding="utf-8"))]
        self.assertGreaterEqual(len(asked), 10)
        for file, version in asked:
            with self.subTest(file=file):
                self.assertEqual(version.strip("."), VERSION.rsplit(".", 1)[0])

    def test_pip_takes_this_version(self):
        command = [sys.executable, "-B", "setup.py", "--version"]
        done = subprocess.run(command, cwd=TOP, capture_output=True, text=True)
        if "No module named 'setuptools'" in done.stderr:
            self.skipTest("setuptools is not installed")
        self.assertEqual(done.stdout.splitlines()[-1:], [VERSION], done.stderr)

    def test_the_program_says_this_version(self):
        said = subprocess.run([BUILT[0], "--version"], capture_output=True, text=True, check=True).stdout
        self.assertEqual(said, f"collnoc {VERSION}\n")

    def test_the_library_says_this_version(self):
        function = ctypes.CDLL(str(BUILT[1])).collnoc_version
        function.restype = ctypes.c_char_p
        self.assertEqual(function().decode(), VERSION)
        dynamic = subprocess.run(["objdump", "-p", BUILT[1]], capture_output=True, text=True, check=True).stdout
        self.assertIn(f"libcollnoc.so.{VERSION.split('.')[0]}\n", dynamic)

    @unittest.skipIf(len(BUILT) < 3, "the Python package is not built")
    def test_the_python_package_says_this_version(self):
        said = subprocess.run([sys.executable, "-B", "-c", "import collnoc; print(collnoc.__version__)"], capture_output=True,
                              text=True, check=True, env=os.environ | {"PYTHONPATH": str(BUILT[2].parent.parent)}).stdout
        self.assertEqual(said.strip(), VERSION)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

#!/usr/bin/python3 -B
"""scripts/use-after-move finds what is used after it was moved away, in a tree of its own, and in no more units than
necessary. Exit 77 without clang-tidy or ninja."""
import importlib.machinery
import importlib.util
import random
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path("scripts/use-after-move").resolve()
loader = importlib.machinery.SourceFileLoader("use_after_move", str(SCRIPT))
checks = importlib.util.module_from_spec(importlib.util.spec_from_loader("use_after_move", loader))
loader.exec_module(checks)

CLEAN = "#include <string>\n#include <utility>\nstd::string f(std::string a) { return std::move(a); }\n"
USED = "#include <string>\n#include <utility>\nstd::string g(std::string a) {\n  std::string b = std::move(a);\n  return b + a;\n}\n"


def function(*lines: str, in_class: bool = False) -> str:
    body = "".join(f"  {line}\n" for line in lines)
    if not in_class:
        return f"void f() {{\n{body}}}\nvoid g() {{ use(counts); }}\n"
    body = body.replace("\n  ", "\n    ")
    return f"class C {{\n public:\n  void f() {{\n  {body.rstrip()}\n  }}\n  void g() {{ use(counts); }}\n}};\n"


class Members(unittest.TestCase):
    def uses(self, *lines: str) -> int:
        found = [len(checks.moved_members(function(*lines, in_class=inside))) for inside in (False, True)]
        self.assertEqual(found[0], found[1], lines)
        return found[0]

    def test_an_object_is_not_whole_after_a_member_was_moved_away(self) -> None:
        draw = random.Random(seed := random.randrange(1 << 32))
        for _ in range(100):
            name, member, arrow = draw.choice(["counts", "r"]), draw.choice(["flits", "a_1"]), draw.choice([".", "->"])
            filler = [draw.choice(["h();", "if (x) {", "  y = 1;  // flits", "}", "other.flits = 2;"]) for _ in range(3)]
            filler = ["h();", "if (x) {", "  h();", "}"] if filler.count("if (x) {") != filler.count("}") else filler
            move = f"result = std::move({name}{arrow}{member});"
            use = draw.choice(
                [f"use({name});", f"x = {name}{arrow}sum(1);", f"x = {name}{arrow}{member}.size();", f"return {name};"]
            )
            with self.subTest(seed=seed, move=move, use=use, filler=filler):
                self.assertEqual(self.uses(move, *filler, use), 1)
                self.assertEqual(self.uses(use, *filler, move), 0)
                self.assertEqual(self.uses(move, *filler, f"{name}{arrow}{member} = 1;", f"x = {name}{arrow}other;"), 0)

    def test_a_member_may_get_what_becomes_of_it(self) -> None:
        self.assertEqual(self.uses("counts.flits = gather(std::move(counts.flits));", "use(counts);"), 0)

    def test_comments_are_no_uses(self) -> None:
        self.assertEqual(self.uses("a = std::move(counts.flits);", "// use(counts)", 'print("counts");'), 0)


class Variables(unittest.TestCase):
    def test_units_are_checked_once(self) -> None:
        for tool in ("clang-tidy", "ninja", "cmake", "clang++"):
            if shutil.which(tool) is None:
                self.skipTest(f"no {tool}")
        with tempfile.TemporaryDirectory() as folder:
            top = Path(folder)
            for name in ("scripts", "sim/a", "model"):
                (top / name).mkdir(parents=True)
            shutil.copy(SCRIPT, top / "scripts")
            shutil.copy(".clang-tidy", top)
            (top / "sim/a/clean.cpp").write_text(CLEAN, encoding="utf-8")
            (top / "model/none.cpp").write_text("int none() { return 0; }\n", encoding="utf-8")
            (top / "sim/a/header.hpp").write_text(USED.replace("g(", "inline_g(").replace("std::string inline", "inline std::string inline"), encoding="utf-8")
            (top / "sim/a/user.cpp").write_text("int user() { return 0; }\n", encoding="utf-8")
            (top / "CMakeLists.txt").write_text(
                "cmake_minimum_required(VERSION 3.20)\nproject(t CXX)\nset(CMAKE_EXPORT_COMPILE_COMMANDS ON)\n"
                "add_library(l STATIC sim/a/clean.cpp sim/a/user.cpp model/none.cpp)\n",
                encoding="utf-8",
            )
            subprocess.run(["cmake", "-G", "Ninja", "-DCMAKE_CXX_COMPILER=clang++", "-B", top / "build", "-S", top],
                           check=True, stdout=subprocess.DEVNULL)  # fmt: skip

            def run(*arguments: str) -> tuple:
                subprocess.run(["ninja", "-C", top / "build"], check=True, stdout=subprocess.DEVNULL)
                done = subprocess.run([top / "scripts/use-after-move", *arguments], stdout=subprocess.PIPE, text=True)
                return done.returncode, done.stdout

            self.assertEqual(run(), (0, "use-after-move: 1 units, 1 of them checked now: clean\n"))
            self.assertEqual(run(), (0, "use-after-move: 1 units, 0 of them checked now: clean\n"))
            (top / "sim/a/clean.cpp").write_text(CLEAN + USED, encoding="utf-8")
            for _ in range(2):
                code, text = run()
                self.assertEqual(code, 1)
                self.assertIn("sim/a/clean.cpp:8:14: error: 'a' used after it was moved", text)
            (top / "sim/a/clean.cpp").write_text(CLEAN, encoding="utf-8")
            self.assertEqual(run()[0], 0)
            # A header is checked with a unit that reads it.
            (top / "sim/a/user.cpp").write_text('#include "header.hpp"\n', encoding="utf-8")
            code, text = run()
            self.assertEqual(code, 1)
            self.assertIn("sim/a/header.hpp:5:14: error: 'a' used after it was moved", text)
            # A part of what is not known to be clean; the rest next time.
            (top / "sim/a/user.cpp").write_text(CLEAN.replace("f(", "h("), encoding="utf-8")
            (top / "sim/a/clean.cpp").write_text(CLEAN + "// changed\n", encoding="utf-8")
            for expected in ("1 of them checked now: clean; 1 left out", "1 of them checked now: clean", "0 of them checked now: clean"):
                self.assertEqual(run("--at-most", "1"), (0, f"use-after-move: 2 units, {expected}\n"))
            (top / "sim/a/user.cpp").write_text(USED, encoding="utf-8")
            self.assertEqual(run("--at-most", "0")[0], 0)
            self.assertEqual(run("--at-most", "1")[0], 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv)

#!/usr/bin/python3 -B
"""The ledger of scripts/nightly, on pieces with commands that do nothing but note that they ran, and drawn at random."""
import os
import random
import shutil
import unittest

from source_tree import SourceTree

SEED = int(os.environ.get("SEED", random.randrange(10**6)))
LEDGER = "docs/nightly.tsv"


class Nightly(SourceTree):
    def setUp(self):
        super().setUp()
        self.write("scripts/setup", "#!/bin/sh\n")
        # Notes its argument, and ends as the file with this name says.
        self.write("piece", '#!/bin/sh\necho "$1" >> ran\n[ ! -f "end-$1" ] || . "./end-$1"\n')
        for name in ("scripts/setup", "piece"):
            (self.top / name).chmod(0o755)
        self.write("tests/mutants/variants.list", "")
        self.write("docs/README.md", "")
        self.write(".gitignore", "/ran\n/end-*\n*.tsv\n")
        self.write("scripts/inputs.toml", 'sets.s = ["src/a.cpp"]\n[table.t]\ninputs = ["@s"]\ncommand = "measure"\n')
        for name in "abc":
            self.write(f"src/{name}.cpp", f"int {name};\n")
        self.pieces("a | 3 | - | @s | ./piece a", "b | 2 | - | src/b.cpp | ./piece b", "both | 1 | - | @s src/b.cpp | ./piece both")
        self.commit()

    def pieces(self, *lines: str) -> None:
        self.write("tests/nightly/pieces.list", "# Pieces\n" + "".join(f"{line}\n" for line in lines))

    def night(self, *arguments: str, code: int = 0) -> list[str]:
        """The pieces that a night runs, in order."""
        self.write("ran", "")
        self.text = self.run_script("scripts/nightly", *arguments, code=code)
        return self.read("ran").split()

    def open(self, *arguments: str) -> dict[str, str]:
        """The pieces that --status lists, and what it says."""
        ledger = arguments[arguments.index("--ledger") + 1] if "--ledger" in arguments else LEDGER
        done = self.run_script("scripts/nightly", "--status", *arguments, code=0 if self.all_passed(ledger) else 3)
        lines = [line for line in done.splitlines() if not line.startswith("==")]
        return {line.split()[0]: line.split("min  ")[1] for line in lines}

    def all_passed(self, ledger: str) -> bool:
        """Whether a night would run nothing."""
        return "min  shard" not in self.run_script("scripts/nightly", "--list", "--ledger", ledger)

    def test_what_passed_is_left_out_until_its_inputs_change(self):
        self.assertEqual(self.open(), dict.fromkeys(("a", "b", "both"), "never run"))
        self.assertEqual(self.night(), ["a", "b", "both"])
        self.assertEqual(self.open(), {})
        self.assertEqual(self.night(), [])
        self.assertEqual(self.night("--again"), ["a", "b", "both"])
        self.write("src/a.cpp", "int a;  // a comment\n")
        self.write("src/c.cpp", "int other;\n")
        self.assertEqual(self.night(), [])
        self.write("src/b.cpp", "long b;\n")
        self.assertEqual(self.open(), dict.fromkeys(("b", "both"), "its inputs have changed since it ran"))
        self.assertEqual(self.night(), ["b", "both"])
        self.pieces("a | 3 | - | @s | ./piece a more", "b | 9 | - | src/b.cpp | ./piece b", "new | 1 | - | src | ./piece new")
        self.assertEqual(self.open(), {"a": "its inputs have changed since it ran", "new": "never run"})

    def test_failed_and_skipped_pieces_run_again(self):
        self.write("end-a", "exit 5\n")
        self.write("end-b", "exit 77\n")
        self.assertEqual(self.night(code=1), ["a", "b", "both"])
        self.assertEqual(self.open(), {"a": "failed", "b": "skipped"})
        (self.top / "end-a").unlink()
        self.assertEqual(self.night(code=77), ["a", "b"])
        self.assertEqual(self.open(), {"b": "skipped"})

    def test_sources_that_change_in_the_night(self):
        self.write("end-a", "echo 'long a;' > src/a.cpp\n")
        self.assertEqual(self.night(), ["a", "b", "both"])
        self.assertIn("a: its inputs changed meanwhile, so the result is not kept", self.text)
        self.assertEqual(self.open(), dict.fromkeys(("a", "both"), "never run"))

    def test_a_night_in_shards_on_several_machines(self):
        draw = random.Random(SEED)
        with self.subTest(seed=SEED):
            names = [f"p{n}" for n in range(draw.randrange(4, 9))]
            self.pieces(*(f"{name} | {draw.randrange(1, 60)} | - | src/{draw.choice('abc')}.cpp | ./piece {name}" for name in names))
            failing = draw.choice(names)
            self.write(f"end-{failing}", "exit 1\n")
            shards, ran = draw.randrange(2, 6), []
            for shard in range(1, shards + 1):
                listed = self.run_script("scripts/nightly", "--list", "--shard", f"{shard}/{shards}")
                mine = [line.split()[0] for line in listed.splitlines() if line.endswith(f"min  shard {shard}/{shards}")]
                part = self.night("--shard", f"{shard}/{shards}", "--ledger", f"{shard}.tsv", code=1 if failing in mine else 0)
                self.assertEqual(part, mine)
                ran += part
            self.assertEqual(sorted(ran), names)
            self.run_script("scripts/nightly", "--merge", *(f"{n}.tsv" for n in range(1, shards + 1) if (self.top / f"{n}.tsv").exists()))
            self.assertEqual(self.open(), {failing: "failed"})

    def test_merging_keeps_what_belongs_to_these_sources(self):
        self.night()
        shutil.copy(self.top / LEDGER, self.top / "old.tsv")
        self.write("src/a.cpp", "long a;\n")
        self.night()
        lines = self.read(LEDGER).splitlines()
        for order in ([LEDGER, "old.tsv"], ["old.tsv", LEDGER]):
            self.run_script("scripts/nightly", "--ledger", "both.tsv", "--merge", *order)
            self.assertEqual(self.read("both.tsv").splitlines(), lines)
            (self.top / "both.tsv").unlink()
        self.write("src/a.cpp", "int a;\n")
        self.run_script("scripts/nightly", "--merge", "old.tsv")
        self.assertEqual(self.open(), {})

    def test_a_piece_that_compares_a_table_records_it(self):
        self.pieces("a | 3 | - | @s | ./piece a | t")
        self.write("end-a", "exit 1\n")
        self.night(code=1)
        self.run_script("scripts/measured", "--check", code=3)
        (self.top / "end-a").unlink()
        self.night()
        self.run_script("scripts/measured", "--check")

    def test_what_is_refused(self):
        for arguments, text in ((["--only", "x*"], "no piece is called x*"), (["--merge"], "--merge needs files"),
                                (["--merge", "nothing"], "nothing: no such file")):
            self.night(*arguments, code=1)
            self.assertIn(text, self.text)
        self.write(LEDGER, "a\tpassed\n")
        self.night(code=1)
        self.assertIn("nightly.tsv:1: not a piece", self.text)
        (self.top / LEDGER).unlink()
        self.pieces("a | 3 | - | src/gone.cpp | ./piece a")
        self.night(code=1)
        self.assertIn("piece a: no file is called src/gone.cpp", self.text)
        self.assertFalse((self.top / LEDGER).exists())


if __name__ == "__main__":
    print(f"SEED={SEED}")
    unittest.main()

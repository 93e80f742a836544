#!/usr/bin/python3 -B
"""What the program writes is complete, or it is not there and the program says why.

  output_files_test.py COLLNOC [PROGRAM.elf]    the program, and a program for tiles

Puts every output on a full disk: a device that is full, and a limit of the size of files (ulimit -f). Ends runs by
signals while their files are written. No hidden file may remain.
"""
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = str(Path(sys.argv.pop(1)).resolve())
ELF = str(Path(sys.argv.pop(1)).resolve()) if len(sys.argv) > 1 and sys.argv[1].endswith(".elf") else None
BASELINES = Path("tests/baselines/matrix.toml").resolve()

RUN = "run broadcast --topology mesh:4x4"
REGRESS = "regress --only broadcast/*/mesh_4x4/one-port/64 --backend model"
# A command, the option, and the name of its file.
OUTPUTS = [
    (RUN, "--json", "a.json"),
    (RUN, "--timeline", "a.json"),
    (RUN, "--trace", "a.fst"),
    (RUN, "--record", "a.jsonl"),
    (f"{RUN} --auto measure", "--tuned", "tuned.json"),
    ("traffic --topology mesh:4x4 --measure 200", "--json", "a.json"),
    ("traffic --list packets.txt --topology mesh:4x4", "--json", "a.json"),
    ("replay trace.jsonl --topology mesh:4x4", "--json", "a.json"),
    ("check broadcast --topology mesh:4x4", "--json", "a.json"),
    ("list network", "--json", "a.json"),
    ("schedule broadcast --topology mesh:4x4", "--json", "a.json"),
    ("schedule broadcast --topology mesh:4x4", "--plan", "a.hpp"),
    ("schedule broadcast --topology mesh:4x4", "--draw", "a.svg"),
    (f"{REGRESS} --baselines baselines", "--junit", "a.xml"),
    (f"{REGRESS} --baselines baselines", "--markdown", "a.md"),
    (f"{REGRESS} --baselines baselines", "--benchmark", "a.json"),
    (f"{REGRESS} --baselines baselines", "--json", "a.json"),
    ("tune --collective broadcast --topology mesh:2x2 --bytes 8 --executor native", "--output", "a.json"),
    ("synthesize broadcast --topology mesh:2x2 --bytes 64", "--output", "made.json"),
    ("report result.json", "--output", "a.html"),
    ("list network --topology ring:5", "--verilog", "a.sv"),
    ("list network --topology ring:5", "--routes", "a.txt"),
    ("list network --topology mesh:3x3", "--anynet", "a.txt"),
]
# These write several files to a folder that they read, too.
FOLDERS = [
    ("sweep grid.toml", "--output", "results"),
    (f"{REGRESS} --update", "--baselines", "baselines"),
]
ON_PROCESSORS = [
    ("--timeline", "a.json"),
    ("--trace-instructions", "a.tsv"),
    ("--flame-graph", "a.folded"),
    ("--trace", "a.fst"),
    ("--record", "a.jsonl"),
]
INPUTS = {"--config", "--list"}
# All signals that end a program unless it handles them, but those that nobody can handle and those of wrong memory.
ENDING = [signal.Signals[f"SIG{name}"] for name in "INT TERM HUP QUIT PIPE XCPU USR1 USR2 ALRM VTALRM PROF ABRT".split()]


def collnoc(arguments: str, folder: str, **options: object) -> subprocess.CompletedProcess:
    done = subprocess.run(
        [PROGRAM, *arguments.split()],
        cwd=folder,
        stdout=options.pop("stdout", subprocess.DEVNULL),
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )
    assert done.returncode >= 0, f"{arguments}: signal {-done.returncode}"
    return done


def names(folder: str) -> list:
    return sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*"))


class Outputs(unittest.TestCase):
    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = holder.name
        folder = Path(self.folder)
        (folder / "trace.jsonl").write_text('{"cycle":0,"src":0,"dst":5,"bytes":64}\n' * 30, encoding="utf-8")
        (folder / "packets.txt").write_text("0 0 5 8\n" * 30, encoding="utf-8")
        (folder / "grid.toml").write_text(
            'command = "traffic"\n[options]\ntopology = "mesh:4x4"\nmeasure = 100\n[grid]\nload = [0.1, 0.2]\n',
            encoding="utf-8",
        )
        (folder / "baselines").mkdir()
        shutil.copy(BASELINES, folder / "baselines")
        collnoc(f"{RUN} --json result.json --quiet", self.folder)
        collnoc(f"{REGRESS} --update --baselines baselines", self.folder)
        self.before = names(self.folder)

    def processors(self) -> list:
        return [(f"run --firmware {ELF} --topology mesh:2x2", *output) for output in ON_PROCESSORS if ELF]

    def refused(self, command: str, option: str, name: str, reason: str, **options: object) -> None:
        done = collnoc(f"{command} {option} {name}", self.folder, **options)
        if done.returncode == 77:
            return
        text = f"{command} {option}: {done.stderr}"
        self.assertEqual(done.returncode, 1, text)
        self.assertIn(f"collnoc: error: {option} {name}", done.stderr, text)
        self.assertTrue(done.stderr.endswith(f": cannot be written: {reason}\n"), text)
        self.assertEqual(names(self.folder), self.before, text)

    def test_a_wrong_list_leaves_no_file(self) -> None:
        (Path(self.folder) / "packets.txt").write_text("0 0 5 8\n" * 30 + "0 0 16\n", encoding="utf-8")
        (Path(self.folder) / "old.json").write_text("old", encoding="utf-8")
        before = names(self.folder)
        for name in ("a.json", "old.json"):
            done = collnoc(f"traffic --list packets.txt --topology mesh:4x4 --json {name}", self.folder)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stderr, "collnoc: error: packets.txt:31: destination 16 is outside; ranks are 0 to 15\n")
            self.assertEqual(names(self.folder), before)
        self.assertEqual((Path(self.folder) / "old.json").read_text(encoding="utf-8"), "old")

    def test_a_full_device_is_an_error(self) -> None:
        for command, option, name in OUTPUTS + self.processors():
            with self.subTest(command=command, option=option):
                link = Path(self.folder) / name
                link.symlink_to("/dev/full")
                self.before = names(self.folder)
                # Waves are not written to devices.
                reason = "waves need a file of their own" if option == "--trace" else "No space left on device"
                self.refused(command, option, name, reason)
                self.assertTrue(link.is_symlink())
                link.unlink()

    def test_a_full_disk_is_an_error(self) -> None:
        """Files may have 10 bytes, so every one breaks off; the program's messages go to pipes."""
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))  # noqa: E731
        for command, option, name in OUTPUTS + FOLDERS + self.processors():
            with self.subTest(command=command, option=option):
                if option == "--output" and name == "results":  # its journal remains, for another try
                    self.before += [name, f"{name}/results.jsonl"]
                    self.before.sort()
                self.refused(command, option, name, "File too large", preexec_fn=limit)

    def test_a_file_of_one_byte_too_many_is_an_error(self) -> None:
        """Wherever a file breaks off, also in what is written when it is closed."""
        draw = random.Random(seed := random.randrange(1 << 32))
        for command, option, name in OUTPUTS[:4] + self.processors():
            done = collnoc(f"{command} {option} {name}", self.folder)
            if done.returncode == 77:
                continue
            size = (Path(self.folder) / name).stat().st_size
            for made in names(self.folder):
                if made not in self.before:
                    (Path(self.folder) / made).unlink()
            for bytes_ in [size - 1, *(draw.randrange(size) for _ in range(2))]:
                with self.subTest(command=command, option=option, bytes=bytes_, seed=seed):
                    # The seconds of a result may have more digits.
                    limit = bytes_ - 40 if bytes_ > 40 else 0
                    set_limit = lambda n=limit: resource.setrlimit(resource.RLIMIT_FSIZE, (n, n))  # noqa: E731
                    self.refused(command, option, name, "File too large", preexec_fn=set_limit)

    def test_every_output_is_tested(self) -> None:
        tested = {(command.split()[0], option) for command, option, _ in OUTPUTS + FOLDERS}
        tested |= {("run", option) for option, _ in ON_PROCESSORS}
        listed = subprocess.run([PROGRAM, "--help"], stdout=subprocess.PIPE, check=True, text=True).stdout
        commands = re.findall(r"^  ([a-z]+) {2,}", listed.split("Subcommands:")[1], re.M)
        self.assertIn("sweep", commands)
        for command in commands:
            text = collnoc(f"{command} --help", self.folder, stdout=subprocess.PIPE).stdout
            for option in re.findall(r"^ {2}(?:-\w,)?(--[a-z-]+) \[?(?:FILE|DIR)\b", text, re.M):
                if option not in INPUTS:
                    self.assertIn((command, option), tested)

    def test_standard_output_that_is_full_is_an_error_of_every_command(self) -> None:
        commands = [
            "--help", "--version", "run --help", "list topologies", "completion bash", "manual", f"{RUN} --json -",
            *(" ".join(output) for output in OUTPUTS),
        ]  # fmt: skip
        with open("/dev/full", "w", encoding="utf-8") as full:
            for command in commands:
                done = collnoc(command, self.folder, stdout=full)
                text = f"{command}: {done.stderr}"
                self.assertEqual(done.returncode, 1, text)
                self.assertTrue(
                    done.stderr.endswith(
                        "collnoc: error: standard output: cannot be written: No space left on device\n"
                    ),
                    text,
                )

    def test_a_closed_standard_output_is_no_file_that_is_written(self) -> None:
        command = f'"{PROGRAM}" {RUN} --json a.json >&-'
        done = subprocess.run(["sh", "-c", command], cwd=self.folder, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("standard output: cannot be written: Bad file descriptor", done.stderr)
        self.assertTrue((Path(self.folder) / "a.json").read_text(encoding="utf-8").endswith("}\n"))

    def end(self, command: str, number: int, hidden: int) -> None:
        """Sends the signal when this number of hidden files is there."""
        with subprocess.Popen([PROGRAM, *command.split()], cwd=self.folder, stdout=subprocess.DEVNULL) as process:
            for _ in range(6000):
                if len(set(names(self.folder)) - set(self.before)) >= hidden or process.poll() is not None:
                    break
                time.sleep(0.01)
            self.assertIsNone(process.poll(), command)
            time.sleep(random.choice([0, 0.05]))
            process.send_signal(number)
        self.assertEqual(process.returncode, -number, command)
        self.assertEqual(names(self.folder), self.before, command)

    def test_signals_leave_no_file(self) -> None:
        long = "total-exchange --topology mesh:8x8 --bytes 16K --algorithm direct"
        files = "--json a.json --timeline b.json --record c.jsonl"
        waves = " --trace d.fst" if collnoc(f"{RUN} --trace a.fst", self.folder).returncode == 0 else ""
        for name in set(names(self.folder)) - set(self.before):
            (Path(self.folder) / name).unlink()
        for number in ENDING:
            with self.subTest(signal=number.name):
                self.end(f"run {long} {files}{waves}", number, 6 if waves else 3)
        self.end("traffic --measure 100000000 --json a.json", signal.SIGTERM, 1)
        if ELF:
            elf = "run total-exchange --firmware rv32 --topology mesh:8x8 --bytes 4K --algorithm direct"
            self.end(f"{elf} --trace-instructions a.tsv --flame-graph b.txt --json c.json", signal.SIGTERM, 3)


unittest.main()

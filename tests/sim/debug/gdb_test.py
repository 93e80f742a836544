#!/usr/bin/python3 -B
"""Scripted sessions of gdb with programs on tiles.

  gdb_test.py COLLNOC PROGRAM.elf BACKEND    the program, and tests/firmware/rv32/programs/debuggee.cpp

Exit 77 without gdb-multiarch, or without what BACKEND needs.
"""
import json
import re
import shutil
import socket
import subprocess
import sys
import unittest

BACKEND = sys.argv.pop()
ELF = sys.argv.pop()
PROGRAM = sys.argv.pop()
GDB = shutil.which("gdb-multiarch")
TIMEOUT = 240  # seconds; a session takes one or two


class Run:
    """A run that waits for a debugger."""

    def __init__(self, *arguments: str):
        self.out = ""
        self.process = subprocess.Popen(
            [PROGRAM, "run", "--firmware", ELF, "--topology", "mesh:2x2", "--backend", BACKEND, "--quiet",
             "--json", "-", "--gdb", "0", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.said = ""
        while "target remote" not in self.said:
            line = self.process.stderr.readline()
            if not line:
                raise unittest.SkipTest(self.said)
            self.said += line
        self.port = int(re.search(r"target remote 127\.0\.0\.1:(\d+)", self.said).group(1))

    def gdb(self, *commands: str) -> str:
        """What gdb prints. It connects first; at the end it detaches if the program still runs."""
        command = [GDB, "-nx", "-batch", ELF, "-ex", "set pagination off", "-ex",
                   f"target remote 127.0.0.1:{self.port}"]
        for each in commands:
            command += ["-ex", each]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              timeout=TIMEOUT, check=False)
        return done.stdout

    def end(self) -> tuple[int, str]:
        """Exit code, and standard error after the line about gdb."""
        with self.process:
            self.out, errors = self.process.communicate(timeout=TIMEOUT)
        return self.process.returncode, errors

    def result(self) -> dict:
        """The result, without what may differ between two runs."""
        code, errors = self.end()
        assert code == 0, errors
        return json.loads(self.out)["program"]


def alone() -> dict:
    done = subprocess.run([PROGRAM, "run", "--firmware", ELF, "--topology", "mesh:2x2", "--backend", BACKEND,
                           "--quiet", "--json", "-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)
    return json.loads(done.stdout)["program"]


class Gdb(unittest.TestCase):
    def test_breakpoint_variable_watch_and_step_in_one_tile(self):
        run = Run("--tile", "2")
        said = run.gdb("break square", "continue", "print value", "print rounds", "backtrace", "watch rounds",
                       "continue", "print rounds", "delete", "finish", "info threads")
        self.assertRegex(said, r"Breakpoint 1, square \(value=3\) at .*debuggee\.cpp:\d+")
        self.assertIn("$1 = 3\n", said)
        self.assertIn("$2 = 0\n", said)
        self.assertRegex(said, r"#0  square \(value=3\).*\n#1 .* in main \(\)")
        self.assertRegex(said, r"Hardware watchpoint 2: rounds\n\nOld value = 0\nNew value = 1\n")
        self.assertIn("$3 = 1\n", said)
        self.assertIn("Value returned is $4 = 9\n", said)
        self.assertRegex(said, r"\* 1 +Thread 3 \(tile 2 in main[^)]*\)")
        self.assertNotIn("Thread 1", said)
        self.assertEqual(run.result(), alone())

    def test_single_instructions_registers_and_code(self):
        run = Run()
        said = run.gdb("x/2i $pc", "stepi", "stepi", "stepi", "info registers pc", "print/x $gp != 0",
                       "print $sp", "break main", "continue", "x/wx 0x40000fc0", "stepi", "stepi",
                       "print $pc")
        self.assertRegex(said, r"=> 0x100 <_start(\(\))?>:\tauipc")
        self.assertRegex(said, r"pc\s+0x10c\s+0x10c <_start(\(\))?\+12>")
        self.assertIn("$1 = 0x1\n", said)
        self.assertRegex(said, r"Breakpoint 1, main \(\)")
        self.assertRegex(said, r"0x40000fc0:\s+0x434f4c4e")
        self.assertRegex(said, r"\n0x[0-9a-f]+\s+\d+\s+int main\(\) {\n.*Switching to Thread 2", "one step, then its breakpoint")
        self.assertRegex(said, r"\$3 = \(.*\) 0x[0-9a-f]+ <main(\(\))?>")
        self.assertEqual(run.result(), alone())

    def test_every_tile_is_a_thread_and_stops_for_itself(self):
        run = Run()
        said = run.gdb("info threads", "break square", *["continue"] * 4, "info threads", "thread 4", "print value",
                       "thread 1", "print value")
        self.assertRegex(said, r"  4 +Thread 4 \(tile 3 in _start\(\) at start.cpp:\d+\)")
        self.assertEqual(sorted(re.findall(r"hit Breakpoint 1, square \(value=(\d)\)", said)), ["1", "2", "3", "4"])
        self.assertIn("$1 = 4\n", said)
        self.assertIn("$2 = 1\n", said)
        self.assertEqual(run.result(), alone())

    def test_no_tile_misses_a_breakpoint_while_another_steps_over_it(self):
        run = Run()
        said = run.gdb("break square", *["continue"] * 13)
        hits = re.findall(r"Thread (\d) hit Breakpoint 1, square \(value=(\d)\)", said)
        self.assertEqual(sorted(hits), [(str(t), str(t + i)) for t in range(1, 5) for i in range(3)], said)
        self.assertIn("exited normally", said)
        self.assertEqual(run.result(), alone())

    def test_a_message_is_noticed_when_it_arrives(self):
        run = Run("--tile", "1")
        said = run.gdb("watch inbox", "continue", "print inbox", "info threads", "monitor cycle", "monitor tiles",
                       "x/2wx 0x80000000")
        self.assertRegex(said, r"Old value = 0\nNew value = 14\n")
        self.assertRegex(said, r"cycle \d+\n")
        self.assertRegex(said, r"\ntile 1 in main\(\) at debuggee.cpp:\d+")
        self.assertRegex(said, r"0x80000000:\s+0x[0-9a-f]{8}\s+0x")
        self.assertEqual(run.result(), alone())

    def test_memory_can_be_written(self):
        run = Run("--tile", "0")
        said = run.gdb("break square", "continue", "set var rounds = 40", "delete", "watch rounds", "continue",
                       "print rounds")
        self.assertIn("New value = 41", said)
        self.assertIn("$1 = 41\n", said)
        self.assertEqual(run.end()[0], 0)

    def test_registers_can_be_written(self):
        run = Run()
        said = run.gdb("break square", "continue", "set var $a0 = 77", "print value", "print $a0 = $a0 + 1", "delete",
                       "finish", "set var $pc = 0", "set var $zero = 1", "info registers zero")
        self.assertIn("$1 = 77\n", said)
        self.assertIn("$2 = 78\n", said)
        self.assertIn("Value returned is $3 = 6084\n", said)
        self.assertIn("there is no instruction at 0x0", said)
        self.assertRegex(said, r"zero +0x0\t")
        code, printed = run.end()
        self.assertEqual(code, 0)
        self.assertIn(f"0: sum {78 * 78 + 4 + 9}, arrived", printed)
        self.assertIn("1: sum 29, arrived 6097", printed)

    def test_functions_can_be_called_and_code_skipped(self):
        run = Run("--tile", "2")
        said = run.gdb("break square", "continue", "delete", "print square(100)", "print rounds", "stepi", "stepi",
                       "set var $pc = square", "backtrace 1", "return (unsigned) 1000", "next", "print rounds")
        self.assertIn("$1 = 10000\n", said)
        self.assertIn("$2 = 1\n", said)
        self.assertRegex(said, r"#0  (0x[0-9a-f]+ in )?square \(")
        self.assertEqual(run.end()[0], 0, said)

    def test_after_a_trap_registers_cannot_be_written(self):
        run = Run("--argument", "1", "--tile", "3")
        said = run.gdb("continue", "set var $a0 = 1", "continue", "set var $a0 = 1")
        self.assertIn("after a trap, registers cannot be written", said)
        self.assertEqual(run.end()[0], 2)

    def test_a_trap_stops_at_its_instruction(self):
        run = Run("--argument", "1", "--tile", "3")
        said = run.gdb("continue", "info registers pc", "backtrace", "continue")
        self.assertIn("received signal SIGSEGV", said)
        self.assertRegex(said, r"pc\s+0x[0-9a-f]+\s+0x[0-9a-f]+ <main(\(\))?\+\d+>")
        self.assertIn("Program terminated with signal SIGABRT", said)
        code, errors = run.end()
        self.assertEqual(code, 2)
        self.assertIn("load from 0x70000000", errors)

    def test_one_that_only_watches_changes_no_cycle(self):
        run = Run()
        self.assertIn("[Inferior 1 (Remote target) exited normally]", run.gdb("continue"))
        self.assertEqual(run.result(), alone())

    def test_detached_the_run_goes_on(self):
        run = Run()
        run.gdb("break square", "continue", "detach")
        self.assertEqual(run.result(), alone())

    def test_killed_the_run_ends(self):
        run = Run()
        run.gdb("break square", "continue", "kill")
        code, errors = run.end()
        self.assertEqual(code, 2)
        self.assertRegex(errors, r"collnoc: not finished: ended by the debugger in cycle \d+\n")
        self.assertEqual(run.out, "")

    def test_a_lost_connection_detaches(self):
        run = Run()
        with socket.create_connection(("127.0.0.1", run.port)) as connection:
            connection.sendall(b"$Z0,0,4")
        self.assertEqual(run.result(), alone())

    def test_a_port_in_use_is_one_line(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            done = subprocess.run([PROGRAM, "run", "--firmware", ELF, "--topology", "mesh:2x2", "--gdb", str(port)],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, rf"^collnoc: error: --gdb {port}: the port cannot be used: .*\n$")


if __name__ == "__main__":
    if GDB is None:
        print("gdb_test: no gdb-multiarch: skipped")
        sys.exit(77)
    unittest.main()

#!/usr/bin/python3 -B
"""Programs drawn at random, one source with a mistake per argument: the run ends with the line of the mistake.

  generated_programs_test.py COLLNOC COMPILE    COMPILE SOURCE PROGRAM.elf: makes a program for tiles

The source is written by this test, so it knows the line of each put, wait and call. SEED in the environment repeats a run.
"""
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

COMPILE = sys.argv.pop()
COLLNOC = sys.argv.pop()
SEED = int(os.environ.get("SEED", random.SystemRandom().randrange(10**6)))
NETWORKS = {"mesh:2x2": 4, "mesh:3x2": 6, "torus:4x4": 16, "hypercube:3": 8}
# What a program can call, the counters that belong to the call, and whether it needs rows and columns.
CALLS = {"barrier(tile);": (63, 63, False),
         "all_reduce(tile, Area{area, 64}, Op::sum, Element::u32);": (1, 22, False),
         "broadcast(tile, Area{area, 64});": (1, 22, False),
         "total_exchange(tile, Area{area, 16});": (1, 22, False),
         "auto row = row_of(tile); all_gather(row, Area{area, 16});": (24, 36, True),
         "auto column = column_of(tile); all_reduce(column, Area{area, 64}, Op::max, Element::i32);": (37, 49, True),
         "auto row = row_of(tile); barrier(row);": (24, 36, True)}
FILLED = 1 << 16  # added to the argument: memory is written first, as the sanitizer demands
HEAD = """#include "collnoc/arch/action.hpp"
#include "collnoc/firmware/program.hpp"
#include "collnoc/firmware/runtime/collectives.hpp"
#include "collnoc/firmware/runtime/group.hpp"
using namespace collnoc;
[[gnu::always_inline]] inline void put_inlined(MmioTile& tile, const Put& put) { tile.put(put); }  // inlined
[[gnu::noinline]] void put_called(MmioTile& tile, const Put& put) { tile.put(put); }  // called
"""


class Source:
    """A source with one function per case; text may have @name@ where a line gets a name."""

    def __init__(self):
        self.lines = HEAD.split("\n")[:-1]
        self.names: dict[str, int] = {}
        self.cases = 0

    def line(self, name: str) -> int:
        return self.names[name]

    def add(self, text: str) -> int:
        number = self.cases
        self.cases += 1
        self.put(f"[[gnu::noinline]] int case_{number}(MmioTile& tile, std::uint32_t area) {{")
        self.put("  const Rank me = tile.rank(), n = size(tile); (void)me; (void)n; (void)area;")
        for line in text.strip("\n").split("\n"):
            for name in re.findall("@([a-z0-9_]+)@", line):
                self.names[name] = len(self.lines) + 1
            self.put("  " + re.sub(" *@[a-z0-9_]+@", "", line))
        self.put("  return 0;\n}")
        return number

    def put(self, text: str) -> None:
        self.lines += text.split("\n")

    def text(self) -> str:
        cases = "\n".join(f"    case {n}: return case_{n}(tile, boot.base);" for n in range(self.cases))
        return "\n".join(self.lines) + f"""
int program(MmioTile& tile, const BootBlock& boot) {{
  auto* const words = reinterpret_cast<volatile std::uint32_t*>(tile.memory().data() + boot.base);
  if (boot.argument >= {FILLED}) {{
    for (unsigned i = 0; i < 2048; ++i) words[i] = i;
    barrier(tile);
  }}
  switch (boot.argument % {FILLED}) {{
{cases}
  }}
  return 99;
}}
COLLNOC_PROGRAM(program)
"""


class Generated(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        print(f"SEED={SEED}", flush=True)
        cls.random = random.Random(SEED)
        cls.source = Source()
        cls.checks = []
        for kind in (cls.conflict, cls.own_counter, cls.refused, cls.deadlock, cls.computes):
            for _ in range(5):
                kind()
        cls.plan = cls.planned()
        cls.folder = tempfile.TemporaryDirectory()
        source = Path(cls.folder.name, "drawn.cpp")
        source.write_text(cls.source.text())
        cls.program = Path(cls.folder.name, "drawn.elf")
        made = subprocess.run([COMPILE, source, cls.program], capture_output=True, text=True)
        assert made.returncode == 0, made.stderr

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def run_case(cls, number: int, network: str, *options: str) -> subprocess.CompletedProcess:
        ended = subprocess.run([COLLNOC, "run", "--firmware", cls.program, "--topology", network, "--argument", str(number),
                                "--quiet", *options], capture_output=True, text=True)
        if ended.returncode != 77:  # without "verilating ..."
            ended.stderr = "".join(line for line in ended.stderr.splitlines(True) if line.startswith("collnoc: "))
        return ended

    @classmethod
    def network_for(cls, rows: bool) -> str:
        return cls.random.choice([n for n in NETWORKS if not rows or n.startswith(("mesh", "torus"))])

    @classmethod
    def use_of(cls, counter: int, name: str) -> tuple[str, str]:
        """A statement of the program's own that names the counter, and what the message says of it."""
        put = f"Put{{(me + 1) % n, area + 4096, area + 4104, 8, {counter}, false, {{}}}}"
        return cls.random.choice([(f"tile.put({put});  @{name}@", "the put names"),
                                  (f"tile.put(PreparedPut({put}, tile.topology()));  @{name}@", "the put names"),
                                  (f"put_inlined(tile, {put});  @{name}@", "the put names"),
                                  (f"tile.put(Put{{(me + 1) % n, 0, 0, 0, {counter}, true, {{}}}});  @{name}@", "the put names"),
                                  (f"for (int i = 0; i < 2; ++i)\n  tile.put({put.replace('4104', '4104 + 8 * i')});  @{name}@",
                                   "the put names")])

    @classmethod
    def conflict(cls):
        """A put of the program's own with a counter of a call that it makes, before or behind it."""
        call, (first, last, rows) = cls.random.choice(list(CALLS.items()))
        counter = cls.random.randint(first, last)
        name = f"u{cls.source.cases}"
        use, verb = cls.use_of(counter, name)
        call += f"  @call{cls.source.cases}@"
        call_name = f"call{cls.source.cases}"
        parts = [use, call]
        if cls.random.random() < 0.5:
            parts.reverse()
        number = cls.source.add("\n".join(parts))

        def check(self, ended):
            self.assertEqual(ended.returncode, 2, ended)
            said = ended.stderr
            self.assertRegex(said, rf"^collnoc: program failed: tile \d+, pc 0x[0-9a-f]+ in [^;]*, cycle \d+: {verb} "
                             rf"counter {counter}, but ")
            self.assertRegex(said, rf"drawn.cpp:{self.source.line(name)}\D")
            numbers = str(first) if first == last else f"{first} to {last}"
            self.assertIn(f"but {numbers} ", said)
            if first != 63 or "--sanitize" not in ended.args:  # else there is a barrier before
                self.assertIn(f"drawn.cpp:{self.source.line(call_name)})", said)
        cls.checks.append((number, cls.network_for(rows), check))

    @classmethod
    def own_counter(cls):
        """The same with a counter that belongs to nobody who is called: right, and no word."""
        call, (first, last, rows) = cls.random.choice(list(CALLS.items()))
        free = [c for c in range(1, 63) if not first <= c <= last and not (rows and c == 63)]
        counter = cls.random.choice(free)
        number = cls.source.add(f"""tile.put(Put{{(me + 1) % n, 0, 0, 0, {counter}, true, {{}}}});
{{ {call} }}
tile.wait({counter}, 1);
tile.consume({counter}, 1);""")

        def check(self, ended):
            self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        cls.checks.append((number, cls.network_for(rows), check))

    @classmethod
    def refused(cls):
        """A put that the NIC refuses, in a loop, in a branch or in a function."""
        local, remote, bytes_, counter, what = cls.random.choice([
            ("area", "area", "8", cls.random.randint(64, 127), "no such counter: {counter}; counters are 1 to 63"),
            ("area + 4", "area", "8", 1, "an address that is not a multiple of 8"),
            ("area", "area + 2", "8", 1, "an address that is not a multiple of 8"),
            ("area", "area", "0", 1, "length 0"),
            ("area", "0xfff8", "64", 1, "a range outside the memory"),
            ("area", "0x100000", "8", 1, "a range outside the memory")])
        name = f"r{cls.source.cases}"
        put = f"Put{{to, {local}, {remote}, {bytes_}, {counter}, false, {{}}}}"
        shape = cls.random.choice(["for (Rank to = 0; to < n; ++to) {\n  if (to == me) continue;\n"
                                   f"  tile.put({put});  @{name}@\n}}",
                                   f"const Rank to = (me + 1) % n;\nif (me != 0) return 0;\ntile.put({put});  @{name}@",
                                   f"const Rank to = 0;\nput_called(tile, {put});  @{name}@\n"
                                   "asm volatile(\"\" ::: \"memory\");"])
        called = "put_called" in shape
        number = cls.source.add(shape)

        def check(self, ended):
            self.assertEqual(ended.returncode, 2, ended)
            at = HEAD.split("\n").index(next(x for x in HEAD.split("\n") if "// called" in x)) + 1
            line = at if called else self.source.line(name)
            self.assertRegex(ended.stderr, rf"pc 0x[0-9a-f]+ in [^;]*drawn.cpp:{line}, cycle ")
            self.assertIn("the NIC refuses a put: " + what.format(counter=counter), ended.stderr)
        cls.checks.append((number, cls.random.choice(list(NETWORKS)), check))

    @classmethod
    def deadlock(cls):
        """One tile waits for one thing, all others for another."""
        network = cls.random.choice(list(NETWORKS))
        n = NETWORKS[network]
        odd = cls.random.randrange(n)
        counters = cls.random.sample(range(1, 62), 2)
        sent, more = cls.random.randint(0, 3), cls.random.randint(1, 9)
        name = f"w{cls.source.cases}"
        number = cls.source.add(f"""for (int i = 0; i < {sent}; ++i)
  tile.put(Put{{me, 0, 0, 0, {counters[0]}, true, {{}}}});
if (me == {odd}) {{
  tile.wait({counters[1]}, {more});  @{name}odd@
}}
tile.wait({counters[0]}, {sent + more});  @{name}@""")

        def check(self, ended):
            self.assertEqual(ended.returncode, 2, ended)
            self.assertRegex(ended.stderr, r"^collnoc: deadlock: cycle \d+: ")
            others = f"{n - 1} tiles \\([0-9 to,]+\\) wait"
            self.assertRegex(ended.stderr, rf"{others} in case_{number}\(\) at drawn.cpp:{self.source.line(name)} for counter "
                             rf"{counters[0]} to be {sent + more}, it is {sent}; tile {odd} waits in case_{number}\(\) at "
                             rf"drawn.cpp:{self.source.line(name + 'odd')} for counter {counters[1]} to be {more}, it is 0\n")
        cls.checks.append((number, network, check))

    @classmethod
    def computes(cls):
        """Computing for many times the stall timeout is no stall; computing forever ends at --max-cycles."""
        cycles = cls.random.randint(3, 9) * 1000
        forever = cls.random.random() < 0.5
        name = f"c{cls.source.cases}"
        loop = "while (*flag == 0) {  @" + name + "@\n}" if forever else \
            f"for (int i = 0; i < {cycles}; ++i) *flag = i;"
        number = cls.source.add(f"""auto* const flag = reinterpret_cast<volatile int*>(tile.memory().data() + area);
*flag = 0;
if (me == 1) {{
{loop}
}}
barrier(tile);""")

        def check(self, ended):
            if not forever:
                self.assertEqual((ended.returncode, ended.stderr), (0, ""))
                return
            self.assertEqual(ended.returncode, 2, ended)
            self.assertRegex(ended.stderr, rf"^collnoc: not finished: --max-cycles 60000 is reached: .*tile 1 computes in "
                             rf"case_{number}\(\) at drawn.cpp:({self.source.line(name)}|{self.source.line(name) + 1}) and has "
                             r"written nothing since cycle \d+")
            self.assertIn("barrier", ended.stderr)
        cls.checks.append((number, "mesh:2x2", check))

    @classmethod
    def planned(cls):
        """A plan of the program's own, for the sequencer, with a counter of a call."""
        counter = cls.random.randint(1, 22)
        number = cls.source.add(f"""if (me == 0) {{
  std::uint64_t* const plan = tile.words(area + 6144).data();
  const PreparedPut put(Put{{1, area + 4096, area + 5120, 8, {counter}, false, {{}}}}, tile.topology());
  plan[0] = action::PutWord{{1, put.go}}.word();  @plan@
  plan[1] = action::PutRange{{put.local / 8, put.remote / 8, put.bytes}}.word();
  plan[2] = action::ActionWord{{7}}.word();
  tile.start_plan(area + 6144, 0);
  tile.finish_plan();
}}
all_reduce(tile, Area{{area, 64}}, Op::sum, Element::u32);""")
        return number, counter

    def test_a_plan_of_the_programs_own_is_the_programs(self):
        number, counter = self.plan
        ended = self.run_case(FILLED + number, "mesh:3x2", "--sanitize", "--sequencer", "on")
        self.assertEqual(ended.returncode, 2, ended)
        self.assertRegex(ended.stderr, rf"in case_{number}\(\) at drawn.cpp:{self.source.line('plan')}, cycle \d+: the put "
                         rf"names counter {counter}, but 1 to 22 are those of collectives of all tiles")

    def test_every_case(self):
        for number, network, check in self.checks:
            with self.subTest(case=number, network=network):
                check(self, self.run_case(number, network, "--stall-timeout", "1000", "--max-cycles", "60000"))

    def test_rtl_says_the_same(self):
        for number, network, _ in self.checks[::6]:
            with self.subTest(case=number, network=network):
                options = ("--stall-timeout", "1000", "--max-cycles", "60000")
                model = self.run_case(number, network, *options)
                rtl = self.run_case(number, network, *options, "--backend", "lockstep")
                if rtl.returncode == 77:
                    self.skipTest(rtl.stderr)
                self.assertEqual((rtl.returncode, rtl.stderr), (model.returncode, model.stderr))

    def test_the_sanitizer_says_whose_counter_it_is(self):
        for number, network, check in self.checks[:10]:  # conflict and own_counter
            with self.subTest(case=number, network=network):
                check(self, self.run_case(FILLED + number, network, "--sanitize"))


if __name__ == "__main__":
    unittest.main()

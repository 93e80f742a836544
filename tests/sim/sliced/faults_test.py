#!/usr/bin/python3 -B
"""Whether sliced_node_test notices faults of the slicer: each of 30 faults is put into the C++ of the default node, and the test
with that library must fail by a difference to the verilated nodes.

  faults_test.py TEST [SEED]    TEST is the executable sliced_node_test

Exit 77 without Yosys or a compiler.
"""
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(TOP / "scripts"))
from collnoc_slices import library  # noqa: E402

FAULTS = 30
GATE = r"  const V t\d+ = "


# Each kind: lines that it can change, and what it makes of one.
def other_gate(line: str, draw: random.Random) -> str:
    # Not an exclusive or for another gate: where both operands never hold together, that is no fault.
    found = draw.choice(list(re.finditer(r" [&|^] ~?", line)))
    other = {" & ": " | ", " | ": " & ", " ^ ": " ^ ~", " & ~": " & ", " | ~": " | ", " ^ ~": " ^ "}[found[0]]
    return line[:found.start()] + other + line[found.end():]


def stuck(line: str, draw: random.Random) -> str:
    return re.sub(r"= [^;]*;", f"= {draw.choice(('V{}', '~V{}'))};", line, count=1)


def operands_exchanged(line: str, _: random.Random) -> str:
    return re.sub(r"mux\((.*?), (.*?), (.*?)\)", r"mux(\2, \1, \3)", line)


def next_place(line: str, draw: random.Random) -> str:
    found = draw.choice(list(re.finditer(r"n\[(\d+) \+ i\]", line)))
    return f"{line[:found.start()]}n[{int(found[1]) + 1} + i]{line[found.end():]}"


def always(line: str, _: random.Random) -> str:
    return re.sub(r"= .*;", "= ~V{};", line)


def never(line: str, _: random.Random) -> str:
    return re.sub(r"= .*;", "= V{};", line)


def harmless(line: str, text: str) -> bool:
    """A reset that an enable gates: where the enable implies that there is no reset, nothing changes without it."""
    reset = re.match(r"  const V (r\d+) = ", line)
    return bool(reset) and f"any({reset[1]})" not in text


def removed(_: str, __: random.Random) -> str:
    return ""


KINDS = {
    "another gate": (rf"{GATE}[^=]* [&|^] ", other_gate),
    "a stuck net": (GATE, stuck),
    "operands of a multiplexer exchanged": (r".*= mux\(n\[\d+( \+ i)?\], n\[\d+( \+ i)?\], (s0|n\[\d+\])\)", operands_exchanged),
    "the next plane": (r"  \{? ?.*for \(.*n\[\d+ \+ i\]", next_place),
    "an enable that always holds": (r"  const V e\d+ = ", always),
    "an enable that never holds": (r"  const V e\d+ = ", never),
    "no reset": (r"  const V r\d+ = ", never),
    "flip-flops that are not written": (r"  (if \(.*\) )?edge_\d+\(n, ", removed),
    "a memory that is not written": (r"  if \(.*\) write_rows", removed),
    "gates that are not computed": (r"  +(lazy|settle|always)_.*\(n\);", removed),
}


def main(test: str, seed: str = "1") -> int:
    draw = random.Random(int(seed))
    unnoticed = []
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        made = subprocess.run([TOP / "scripts/slice-node", work / "node.cpp"], check=False)
        if made.returncode:
            return made.returncode
        lines = (work / "node.cpp").read_text(encoding="utf-8").splitlines()
        body = range(next(at for at, line in enumerate(lines) if line.startswith("[[gnu::noinline]] void")), len(lines))
        for number in range(FAULTS):
            kind, (where, change) = list(KINDS.items())[number % len(KINDS)]
            at = draw.choice([at for at in body if re.match(where, lines[at]) and not harmless(lines[at], "\n".join(lines))])
            faulty = change(lines[at], draw)
            assert faulty != lines[at], lines[at]
            source, library_file = work / f"fault{number}.cpp", work / f"fault{number}.so"
            source.write_text("\n".join([*lines[:at], faulty, *lines[at + 1:], ""]), encoding="utf-8")
            library.compile_source(source, 64, library_file, ("-O0",))
            done = subprocess.run([test, "--gtest_filter=SlicedNode.equals_verilated*"], capture_output=True, text=True,
                                  check=False,
                                  env=os.environ | {"COLLNOC_SLICED_LIBRARY": str(library_file), "COLLNOC_RUNS": "60"})
            difference = re.search(r"cycle (\d+), lane \d+, (\S+), word", done.stdout)
            noticed = done.returncode == 1 and difference
            print(f"{number + 1:2} {kind}: {lines[at].strip()[:60]}: "
                  f"{f'{difference[2]} in cycle {difference[1]}' if noticed else 'NOT NOTICED'}", flush=True)
            if not noticed:
                unnoticed.append(f"{kind}: {lines[at].strip()} -> {faulty.strip()}")
    print(f"{FAULTS - len(unnoticed)} of {FAULTS} faults noticed", *unnoticed, sep="\n")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

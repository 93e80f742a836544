"""Compares the cycles of a program for tiles with its baseline.

  scripts/program-baseline PROGRAM.elf BASELINE           exit 3 if a run has other numbers
  scripts/program-baseline PROGRAM.elf BASELINE --write   writes the numbers of this build

A line of BASELINE is "OPTIONS | NUMBERS": options of `collnoc run`, and tiles, cycles, instructions per
tile (least/median/most), flit-hops, failed tiles, and the cycles of the marked part, if there is one. The
first line names the compiler, because another compiler makes another program. The program collnoc is
BUILD_DIR/collnoc (default build/collnoc). Exit 77 if the compiler is missing or is not the one of the
baseline.
"""
import shutil
import subprocess
from pathlib import Path

from collnoc_tables import program
from collnoc_tables.command import DIFFERS, SKIPPED, Failure, parser, say
from collnoc_tables.markdown import deliver

COMPILER = "riscv64-unknown-elf-g++"


def compiler_line() -> str:
    if shutil.which(COMPILER) is None:
        raise Failure(f"no {COMPILER}: skipped", SKIPPED)
    machine, version = (
        subprocess.run([COMPILER, option], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        for option in ("-dumpmachine", "-dumpfullversion")
    )
    return f"# {machine} g++ {version}"


def numbers(elf: Path, options: str) -> str:
    result = program.document("run", "--firmware", elf, *options.split())["program"]
    instructions = sorted(result["instructions_per_rank"])
    tiles = len(instructions)
    spread = f"{instructions[0]}/{instructions[tiles // 2]}/{instructions[-1]}"
    failed = sum(code != 0 for code in result["exit_code_per_rank"])
    marked = (result["marked"] or {}).get("cycles")
    text = f"{options} | {tiles} {result['cycles']} {spread} {result['flit_hops']} {failed}"
    return text if marked is None else f"{text} {marked}"


def main(name: str, arguments: list[str]) -> int:
    options = parser(name, __doc__)
    options.add_argument("program", type=Path, metavar="PROGRAM.elf")
    options.add_argument("baseline", type=Path, metavar="BASELINE")
    options.add_argument("--write", action="store_true")
    chosen = options.parse_args(arguments)
    compiler = compiler_line()
    program.require()
    for file in (chosen.program, chosen.baseline):
        if not file.is_file():
            raise Failure(f"{file}: cannot be read")
    old = chosen.baseline.read_text(encoding="utf-8").splitlines()
    if not chosen.write and old[:1] != [compiler]:
        raise Failure(f"{chosen.baseline} is for another compiler than '{compiler}': skipped", SKIPPED)
    cases = [line.partition("|")[0].strip() for line in old if not line.startswith("#")]
    text = "\n".join([compiler, *(numbers(chosen.program, case) for case in cases)]) + "\n"
    if deliver(name, chosen.baseline, text, check=not chosen.write) and not chosen.write:
        raise Failure(
            f"{chosen.program} has other numbers than {chosen.baseline}; --write accepts them", DIFFERS
        )
    if not chosen.write:
        say(name, f"{len(cases)} runs equal")
    return 0

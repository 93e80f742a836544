"""Builds and runs a suite of third-party programs on one tile: conformance tests or benchmarks.

  scripts/third-party SUITE FOLDER [--only PATTERN] [-- OPTION...]

SUITE is riscv-tests, riscv-arch-test, coremark or embench. FOLDER is the suite's source tree, which is not part of this
project; without it, the script says where it is published. The board files are in scripts/third_party/SUITE. Prints a
table in Markdown. OPTIONs are those of `collnoc run`, such as --backend lockstep. Exit 1 if a program fails for another
reason than one that the table gives.
"""
import fnmatch
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from collnoc_tables import program
from collnoc_tables.command import SKIPPED, TOP, Failure, build_directory, parser, say

BOARDS = TOP / "scripts" / "third_party"
# Assembly programs use gp as an ordinary register.
NO_GP = "-mno-relax"


@dataclass
class Program:
    """A program of a suite. `lacks`: why it is not for tiles, if it is known not to be."""

    name: str
    sources: list[Path]
    arguments: str = ""  # further ones of collnoc_add_firmware
    lacks: str = ""


@dataclass
class Suite:
    published: str
    needs: list[str]  # files below the folder
    programs: object  # function of the folder
    result: object = None  # function of (program, output): cycles and further text
    includes: list[str] = field(default_factory=list)  # below the folder


# What tests are about that a tile does not have.
RISCV_TESTS_LACKING = {
    "rv32ui/fence_i": "fence.i: program memory is read-only",
    "rv32ui/ma_data": "misaligned accesses trap",
    "rv32mi/breakpoint": "no trigger module",
    "rv32mi/csr": "no user mode",
    "rv32mi/illegal": "no supervisor mode",
    "rv32mi/ma_fetch": "has compressed instructions",
    "rv32mi/pmpaddr": "no physical memory protection",
    **{f"rv32mi/{width}-misaligned": "misaligned accesses trap" for width in ("lh", "lw", "sh", "sw")},
}


def riscv_tests(folder: Path) -> Iterator[Program]:
    for group in ("rv32ui", "rv32um", "rv32mi"):
        for source in sorted((folder / "isa" / group).glob("*.S")):
            name = f"{group}/{source.stem}"
            yield Program(name, [source], f"OPTIONS {NO_GP}", RISCV_TESTS_LACKING.get(name, ""))


def riscv_arch_test(folder: Path) -> Iterator[Program]:
    for group in ("I", "M"):
        for source in sorted((folder / "riscv-test-suite" / "rv32i_m" / group / "src").glob("*.S")):
            yield Program(
                f"{group}/{source.stem}",
                [source],
                f"MEMORY 2097152 PROGRAM_BYTES 2097152 DEFINITIONS XLEN=32 TEST_CASE_1=True OPTIONS {NO_GP}",
            )


def coremark(folder: Path) -> Iterator[Program]:
    sources = [folder / f"core_{part}.c" for part in ("list_join", "main", "matrix", "state", "util")]
    options = "-O3 -funroll-loops -finline-limit=1000"
    yield Program(
        "coremark",
        [*sources, BOARDS / "coremark" / "core_portme.c"],
        f'STACK 8192 DEFINITIONS ITERATIONS=10 "FLAGS_STR=\\"{options}\\"" OPTIONS {options.replace(" ", " ")}',
    )


def embench(folder: Path) -> Iterator[Program]:
    support = [folder / "support" / "main.c", folder / "support" / "beebsc.c", BOARDS / "embench" / "boardsupport.c"]
    for benchmark in sorted(path for path in (folder / "src").iterdir() if path.is_dir()):
        yield Program(
            benchmark.name,
            [*sorted(benchmark.glob("*.c")), *support],
            "MEMORY 524288 STACK 65536 HEAP 65536 PROGRAM_BYTES 524288 LIBRARIES m DEFINITIONS HAVE_BOARDSUPPORT_H=1 "
            f"GLOBAL_SCALE_FACTOR=1 CPU_MHZ=1 WARMUP_HEAT=0 INCLUDES {benchmark} OPTIONS -w",
        )


def coremark_result(_: Program, output: str) -> tuple[str, str]:
    ticks, iterations = (
        int(match[1]) if (match := re.search(rf"{what} *: *(\d+)", output)) else 0
        for what in ("Total ticks", "Iterations")
    )
    if "Correct operation validated" not in output or not ticks:
        raise Failure("CoreMark says no 'Correct operation validated'")
    return str(ticks), f"{iterations * 1e6 / ticks:.2f} per MHz"


def embench_result(_: Program, output: str) -> tuple[str, str]:
    cycles = re.search(r"cycles (\d+)", output)
    if not cycles:
        raise Failure("no cycles printed")
    return cycles[1], ""


def arch_result(one: Program, output: str) -> tuple[str, str]:
    """The signature must be that of the same test on qemu-riscv32."""
    place = build_directory() / "third_party" / "riscv-arch-test" / f"{target(one)}-qemu"
    env = next(path for path in one.sources[0].parents if path.name == "riscv-test-suite") / "env"
    compiler = ["riscv64-unknown-elf-gcc", "-march=rv32im_zicsr", "-mabi=ilp32", "-nostdlib", "-static", "-Ttext=0x10000", NO_GP]
    flags = ["-DCOLLNOC_QEMU", "-DXLEN=32", "-DTEST_CASE_1=True", f"-I{BOARDS / 'riscv-arch-test'}", f"-I{env}"]
    subprocess.run([*compiler, *flags, *one.sources, "-o", place], check=True, capture_output=True)
    expected = subprocess.run(["qemu-riscv32", place], check=True, capture_output=True).stdout
    place.unlink()
    words = [int(match[1], 16) for match in re.finditer(r"^0: ([0-9a-f]{8})$", output, re.MULTILINE)]
    got = b"".join(word.to_bytes(4, "little") for word in words)
    if not expected:
        raise Failure("qemu-riscv32 gives no signature")
    if got != expected:
        raise Failure(f"its signature of {len(got)} bytes is not that of qemu-riscv32, {len(expected)} bytes")
    return output.strip().splitlines()[-1].split()[1], f"{len(words)} words"


SUITES = {
    "riscv-tests": Suite(
        "https://github.com/riscv-software-src/riscv-tests (git clone --recursive)",
        ["isa/macros/scalar/test_macros.h", "isa/rv32ui/add.S", "env/encoding.h"],
        riscv_tests,
        includes=["isa/macros/scalar", "env"],
    ),
    "riscv-arch-test": Suite(
        "https://github.com/riscv-non-isa/riscv-arch-test, a release with riscv-test-suite/rv32i_m (3.9 or earlier)",
        ["riscv-test-suite/env/arch_test.h", "riscv-test-suite/rv32i_m/I/src/add-01.S"],
        riscv_arch_test,
        arch_result,
        includes=["riscv-test-suite/env"],
    ),
    "coremark": Suite(
        "https://github.com/eembc/coremark", ["coremark.h", "core_main.c"], coremark, coremark_result, ["."]
    ),
    "embench": Suite(
        "https://github.com/embench/embench-iot", ["support/main.c", "src"], embench, embench_result, ["support"]
    ),
}


def check(name: str, suite: Suite, folder: Path) -> None:
    for file in suite.needs:
        if not (folder / file).exists():
            raise Failure(f"{folder} has no {file}: not the sources of {name}, which are published at {suite.published}")
    tools = ["cmake", "ninja", "riscv64-unknown-elf-gcc"]
    for tool in [*tools, "qemu-riscv32"] if suite.result is arch_result else tools:
        if shutil.which(tool) is None:
            raise Failure(f"no {tool} (scripts/setup installs it): skipped", SKIPPED)


def target(one: Program) -> str:
    return one.name.replace("/", "-")


def build(name: str, suite: Suite, folder: Path, programs: list[Program]) -> Path:
    """A CMake project outside of the source tree, which calls collnoc_add_firmware for every program."""
    place = build_directory() / "third_party" / name
    place.mkdir(parents=True, exist_ok=True)
    includes = " ".join(f'"{path}"' for path in [BOARDS / name, *(folder / path for path in suite.includes)])
    lines = [
        "cmake_minimum_required(VERSION 3.25)",
        "project(third_party LANGUAGES CXX)",
        "set(COLLNOC_RV32 ON)",
        f'include("{TOP}/cmake/CollnocFirmware.cmake")',
    ]
    for one in programs:
        sources = " ".join(f'"{source}"' for source in one.sources)
        marker = " INCLUDES " if " INCLUDES " in f" {one.arguments} " else ""
        arguments = one.arguments.replace("INCLUDES", f"INCLUDES {includes}") if marker else f"{one.arguments} INCLUDES {includes}"
        lines.append(f"collnoc_add_firmware({target(one)} {sources} {arguments})")
    (place / "CMakeLists.txt").write_text("\n".join(lines) + "\n")
    for old in (place / "build").glob("*.elf"):  # of a source that no longer compiles
        old.unlink()
    log = place / "build.log"
    with log.open("w") as out:
        subprocess.run(["cmake", "-G", "Ninja", "-S", place, "-B", place / "build"], stdout=out, stderr=out, check=True)
        subprocess.run(["cmake", "--build", place / "build", "--", "-k", "0"], stdout=out, stderr=out, check=False)
    return place / "build"


def without_rvc(elf: Path) -> Path:
    """A copy of a program without the mark for compressed instructions, which `.option rvc` sets though there are none.
    If there were, they would be illegal instructions."""
    copy = bytearray(elf.read_bytes())
    copy[36] &= 0xFE  # e_flags
    marked = elf.with_suffix(".rv32im.elf")
    marked.write_bytes(copy)
    return marked


def run_one(suite: Suite, one: Program, elf: Path, options: list[str]) -> tuple[str, str, str]:
    """Result, cycles, and a further number."""
    if not elf.is_file():
        return "does not compile", "", ""
    if suite.result is arch_result:
        elf = without_rvc(elf)
    command = [program.executable(), "run", "--firmware", elf, "--topology", "mesh:1x1", "--max-cycles", "2000000000",
               "--stall-timeout", "2000000000"]
    done = subprocess.run([*map(str, command), *options], capture_output=True, text=True, check=False)
    if done.returncode == SKIPPED:
        raise Failure(done.stderr.strip(), SKIPPED)
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines()
        return f"fails: {lines[-1] if lines else f'exit {done.returncode}'}", "", ""
    try:
        if suite.result:
            return "passes", *suite.result(one, done.stdout)
    except Failure as failure:
        return f"fails: {failure}", "", ""
    columns = done.stdout.strip().splitlines()[-1].split()
    return "passes", columns[1], ""


def main(name: str, arguments: list[str]) -> int:
    options = parser(name, __doc__)
    options.add_argument("suite", choices=sorted(SUITES))
    options.add_argument("folder", type=Path)
    options.add_argument("--only", default="*", metavar="PATTERN", help="programs whose names match")
    options.add_argument("run", nargs="*", metavar="OPTION", help="options of `collnoc run`, after --")
    split = arguments.index("--") if "--" in arguments else len(arguments)
    given = options.parse_args(arguments[:split])
    given.run += arguments[split + 1 :]
    suite = SUITES[given.suite]
    folder = given.folder.resolve()
    if not folder.is_dir():
        raise Failure(f"no folder {given.folder}: {given.suite} is published at {suite.published}")
    check(given.suite, suite, folder)
    program.executable()
    programs = [one for one in suite.programs(folder) if fnmatch.fnmatch(one.name, given.only)]
    if not programs:
        raise Failure(f"no program of {given.suite} is called {given.only}")
    say(name, f"building {len(programs)} programs")
    place = build(given.suite, suite, folder, programs)
    print("| program | result | cycles | |\n|---|---|--:|--:|")
    passed = failed = 0
    for one in programs:
        if one.lacks:
            print(f"| `{one.name}` | not for tiles: {one.lacks} | | |")
            continue
        result, cycles, more = run_one(suite, one, place / f"{target(one)}.elf", given.run)
        passed += result == "passes"
        failed += result != "passes"
        print(f"| `{one.name}` | {result} | {cycles} | {more} |", flush=True)
    say(name, f"{passed} pass, {failed} fail, {len(programs) - passed - failed} are not for tiles")
    return 1 if failed else 0

"""Yosys, the C++ compiler, and the cache: from parameters of the hardware to a shared library."""
import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from collnoc_slices import circuit, emit

SCRIPTS = Path(__file__).resolve().parents[1]
TOP = SCRIPTS.parent
SKIPPED = 77
LANES = (64, 128, 256, 512)

# Words of at least eight bits stay words, and the slicer writes a loop for each; what else there is becomes gates or tables
# of three inputs. Shifts become words in the slicer. Memories keep their rows; the register behind a read stays apart.
# opt_dff runs twice, as in scripts/netlist.
SCRIPT = """read_verilog -sv -defer {files}
hierarchy -check -top {top} {parameters}; rename -top {top}
proc; opt; flatten; opt -fast; memory -nordff -nomap -nowiden -nosat; opt_clean
opt_expr -full; opt_merge; opt_muxtree; opt_reduce; opt_dff; opt_clean
opt_expr -full; opt_merge; opt_dff; opt_clean
{after}
select -set words t:$mux t:$and t:$or t:$xor t:$not %% r:WIDTH>=8 r:Y_WIDTH>=8 %u %i t:$shift t:$shiftx %u
techmap t:* @words %d t:$dff* %d t:$sdff* %d t:$mem* %d
techmap t:$alu t:$fa t:$lcu
opt_expr -full; opt_merge; opt_clean; setundef -undriven -zero
abc -fast {cells}; opt_clean
check -assert; write_json {out}
"""
GATES = "-g AND,OR,XOR,ANDNOT,MUX"
TABLES = "-lut 3"


class Failure(Exception):
    def __init__(self, text: str, code: int = 1):
        super().__init__(text)
        self.code = code


def run(command: list, **options) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, **options)
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).splitlines()[-15:])
        raise Failure(f"{Path(str(command[0])).name} failed: {last}", SKIPPED if done.returncode == SKIPPED else 1)
    return done.stdout


def sources() -> list[Path]:
    return [Path(file) for file in run([SCRIPTS / "rtl-files"]).split()]


def instructions() -> list[str]:
    """Options of the compiler: the widest words of this processor."""
    try:
        flags = Path("/proc/cpuinfo").read_text(encoding="ascii").split("flags", 1)[1].split("\n", 1)[0].split()
    except (OSError, IndexError):
        return []
    if "avx512vl" in flags:
        return ["-mavx2", "-mavx512f", "-mavx512vl"]
    return ["-mavx2"] if "avx2" in flags else []


@dataclass(frozen=True)
class Made:
    """What a circuit is made of."""
    top: str
    parameters: dict[str, str]
    files: list[Path]
    tables: bool = False
    after: Path | None = None  # Yosys commands, for mutations, to run on the flattened module


def yosys(made: Made, out: Path, work: Path, flat: bool = False):
    """Writes what Yosys makes of the module: as write_json has it or, flattened only, as write_rtlil does."""
    values = " ".join(f"-chparam {name} {value}" for name, value in made.parameters.items())
    files = [file.relative_to(TOP) if file.is_relative_to(TOP) else file for file in made.files]  # names of cells contain them
    script = SCRIPT.format(files=" ".join(map(str, files)), top=made.top, parameters=values, out=out,
                           after=f"script {made.after.resolve()}" if made.after else "", cells=TABLES if made.tables else GATES)
    if flat:
        script = f"{script[:script.index('select -set words')]}write_rtlil {out}\n"
    (work / "script.ys").write_text(script, encoding="utf-8")
    run([SCRIPTS / "yosys", "-q", "-T", "-s", work / "script.ys"], cwd=TOP)


def flattened(made: Made, out: Path):
    """Writes the flattened module, before words become gates."""
    with tempfile.TemporaryDirectory() as work:
        yosys(made, out.resolve(), Path(work), flat=True)


def source(made: Made) -> str:
    """The C++ of a module. The same RTL and Yosys give the same text."""
    with tempfile.TemporaryDirectory() as work:
        out = Path(work) / "netlist.json"
        yosys(made, out, Path(work))
        try:
            return emit.text(circuit.read(json.loads(out.read_text(encoding="utf-8")), made.top, mutated=made.after is not None))
        except (circuit.Unsupported, ValueError) as problem:
            raise Failure(str(problem)) from problem


def compiler() -> str:
    for candidate in (os.environ.get("NODE_CXX"),) if os.environ.get("NODE_CXX") else ("clang++", "g++"):
        if shutil.which(candidate):
            return candidate
    raise Failure("no C++ compiler: cannot build a node in slices", SKIPPED)


def compile_source(file: Path, lanes: int, out: Path, options: tuple[str, ...] = ("-O2",)):
    launcher = ["ccache"] if shutil.which("ccache") else []
    objects = out.with_suffix(".o")
    run([*launcher, compiler(), "-std=c++20", *options, *instructions(), "-fPIC", "-fvisibility=hidden", "-w",
         f"-DLANES={lanes}", f"-I{TOP / 'include'}", "-c", file.name, "-o", objects], cwd=file.parent)
    run([compiler(), "-shared", "-Wl,--no-undefined", "-o", out, objects])


def checksum(file: Path) -> str:
    with file.open("rb") as stream:
        return run(["cksum"], stdin=stream)


@contextmanager
def locked(file: Path):
    with file.open("w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def stamp(made: Made) -> str:
    """What the source of a library is made from."""
    digest = hashlib.sha256()
    include = TOP / "include/collnoc/sim/sliced"
    for file in (*made.files, *([made.after] if made.after else []), *sorted(Path(__file__).parent.glob("*.py")), *sorted(include.glob("*.hpp")), SCRIPTS / "yosys"):
        digest.update(file.read_bytes())
    values = " ".join(f"{name}={value}" for name, value in made.parameters.items())
    return (f"{digest.hexdigest()[:16]} {made.top} {values} {'tables' if made.tables else 'gates'} "
            f"{run([SCRIPTS / 'yosys', '--which']).strip()}")


def write_source(made: Made, made_from: str, folder: Path, text: Path):
    """Writes the C++. It is the same for any number of lanes, so a copy is kept in `folder`."""
    kept = folder / f"circuit-{hashlib.sha256(made_from.encode()).hexdigest()[:16]}.cpp"
    with locked(kept.with_suffix(".lock")):
        if not kept.exists():
            text.write_text(source(made), encoding="utf-8")
            text.rename(kept)
    shutil.copy(kept, text)


def build(made: Made, lanes: int, out: Path):
    """Writes `out` and `out`.stamp, unless they are there and made from the same. `out` is complete or absent."""
    source_from = stamp(made)
    made_from = f"{source_from} lanes {lanes} {' '.join(instructions())} {run([compiler(), '--version']).splitlines()[0]}\n"
    out.parent.mkdir(parents=True, exist_ok=True)
    out = out.resolve()
    mark = Path(f"{out}.stamp")
    with locked(Path(f"{out}.lock")):
        if out.exists() and mark.exists() and mark.read_text(encoding="utf-8") == made_from + checksum(out):
            return
        for left in out.parent.glob(f"{out.name}.build-*"):  # of a call that was killed, as this one has the lock
            shutil.rmtree(left)
        with tempfile.TemporaryDirectory(prefix=f"{out.name}.build-", dir=out.parent) as work:
            text, library = Path(work) / "circuit.cpp", Path(work) / "circuit.so"
            write_source(made, source_from, out.parent, text)
            compile_source(text, lanes, library)
            mark.unlink(missing_ok=True)
            whole = made_from + checksum(library)
            library.rename(out)
            mark.write_text(whole, encoding="utf-8")

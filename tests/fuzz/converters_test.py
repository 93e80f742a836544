#!/usr/bin/python3 -B
"""The converters of other simulators' files (scripts/from-*) on mutations of their corpus: each ends with a result, or refuses in
one line with exit code 1. Anything else, or 20 seconds, is a fault.

  tests/fuzz/converters_test.py [TARGET...] [--seconds N]   the same mutations in every run; with N: others, for so long

TEST_SEED chooses others. BUILD_DIR is the folder of collnoc.
"""
import argparse
import contextlib
import io
import os
import random
import runpy
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
CORPUS = TOP / "tests/fuzz/corpus"
COLLNOC = Path(os.environ.get("BUILD_DIR", TOP / "build")).resolve() / "collnoc"
sys.path.insert(0, str(TOP / "scripts"))
LONGEST = 20  # seconds
# A right trace; that of rank 1 is wrong in place of that of rank 0.
RANKS = [CORPUS / "chakra/good-of-rank-0.et", CORPUS / "chakra/bad-of-rank-1.et"]
EXTREMES = (b"0", b"-1", b"1e308", b"nan", b"18446744073709551616", b"", b"99999999999999999999", b"\xff\xff\xff\xff\xff\xff\xff\xff\x01")
# How many mutations the ordinary test has of each target, in seconds.
MUTATIONS = {"chakra": 150, "groups": 60, "netrace": 600, "booksim": 400, "noxim": 400, "noxim_table": 300, "msccl": 400, "to_msccl": 400}
NOXIM = b"traffic_distribution: TRAFFIC_TABLE_BASED\nstats_warm_up_time: 100\nsimulation_time: 1000\n"


def mutation(inputs: list[bytes], draw: random.Random) -> bytes:
    data = bytearray(draw.choice(inputs))
    for _ in range(draw.randint(1, 3)):
        at = draw.randint(0, len(data))
        other = draw.choice(inputs)
        begin = draw.randint(0, len(other))
        match draw.randint(0, 5):
            case 0: data[at:at + 1] = bytes([draw.randrange(256)])
            case 1: data[at:at + 1] = bytes([(data[at] if at < len(data) else 0) ^ 1 << draw.randrange(8)])
            case 2: del data[at:at + draw.randint(1, 8)]
            case 3: data[at:at] = other[begin:begin + draw.randint(1, 20)]
            case 4: del data[at:]
            case _: data[at:at + draw.randint(0, 4)] = draw.choice(EXTREMES)
    return bytes(data)


def arguments(target: str, data: bytes, folder: Path) -> list[str]:
    """The command line of the script, whose input has been written."""
    file = folder / "input"
    file.write_bytes(data)
    match target:
        case "chakra":
            (folder / "t.0.et").write_bytes(data)
            (folder / "t.1.et").write_bytes(RANKS[1].read_bytes())
            return ["from-chakra", str(folder / "t"), "--topology", "mesh:2", "--collnoc", str(COLLNOC)]
        case "groups":
            for rank, trace in enumerate(RANKS):
                (folder / f"t.{rank}.et").write_bytes(trace.read_bytes())
            return ["from-chakra", str(folder / "t"), "--topology", "mesh:2", "--groups", str(file), "--collnoc", str(COLLNOC)]
        case "netrace":
            return ["from-netrace", str(file), "--region", "0"] if data[:1] == b"U" and len(data) % 2 else ["from-netrace", str(file)]
        case "noxim":
            return ["from-noxim", str(file)]
        case "msccl":
            return ["from-msccl", str(file), "--topology", "ring:3"]
        case "to_msccl":
            return ["to-msccl", str(file)]
        case "noxim_table":
            (folder / "noxim").write_bytes(NOXIM)
            out = ["--trace" if len(data) % 2 else "--pattern", str(folder / "out")]
            return ["from-noxim", str(folder / "noxim"), "-traffic", "table", str(file), *out]
        case _:
            return ["from-booksim", str(file)]


def fault(target: str, data: bytes, folder: Path, good: bool | None = None) -> str | None:
    """What is wrong with the answer to an input; `good`: it must be accepted, or refused."""
    sys.argv = arguments(target, data, folder)
    out, err = io.StringIO(), io.StringIO()
    signal.alarm(LONGEST)
    code: object = 0
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            runpy.run_path(str(TOP / "scripts" / sys.argv[0]), run_name="__main__")
    except SystemExit as end:
        code = end.code
    except BaseException as error:  # noqa: B902  a converter refuses by Failure only
        return f"{type(error).__name__}: {error}"
    finally:
        signal.alarm(0)
    message = code if isinstance(code, str) else err.getvalue()
    if good is not None and good != (code in (0, None)):
        return message if good else "accepted"
    if code in (0, None):
        return None
    if not isinstance(code, str) and code != 1:
        return f"exit code {code}: {message}"
    if message.strip().count("\n") or not message.startswith(sys.argv[0]):
        return f"refused, but not in one line: {message}"
    return None


def inputs_of(target: str, given: int | None) -> Iterator[bytes]:
    """The files of the corpus, then MUTATIONS of them, or mutations for the given seconds."""
    files = [file.read_bytes() for file in sorted((CORPUS / target).iterdir())]
    yield from files
    seed = int(os.environ.get("TEST_SEED", "39" if given is None else str(time.time_ns())))
    print(f"{target}: seed {seed}", flush=True)
    draw = random.Random(seed)
    end = time.monotonic() + (given or 0)
    done = 0
    while done < MUTATIONS[target] if given is None else time.monotonic() < end:
        yield mutation(files, draw)
        done += 1
    print(f"{target}: {done} mutations", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(MUTATIONS))
    parser.add_argument("--seconds", type=int)
    given = parser.parse_args()
    try:
        import google.protobuf  # noqa: F401, PLC0415
    except ImportError:
        print("skipped: no python3-protobuf")
        sys.exit(77)

    def too_long(*_: object) -> None:
        raise TimeoutError(f"no end within {LONGEST} seconds")

    signal.signal(signal.SIGALRM, too_long)
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        for target in given.targets or MUTATIONS:
            for file in sorted((CORPUS / target).iterdir()):
                if (wrong := fault(target, file.read_bytes(), Path(folder), file.name.startswith("good"))) is not None:
                    sys.exit(f"FAILED: {file}: {wrong}")
            for data in inputs_of(target, given.seconds):
                if (wrong := fault(target, data, Path(folder))) is not None:
                    faults += 1
                    print(f"FAILED: {target}: {wrong}\n{data!r}")
                    if faults == 5:
                        sys.exit(1)
    sys.exit(1 if faults else 0)


main()

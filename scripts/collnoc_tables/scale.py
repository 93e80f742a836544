"""How the simulator scales: one network in several processes, large networks, and a model of clusters.

  scripts/scale processes [--write]   seconds of a network in 1, 2, 3 and 4 processes, with mpirun
  scripts/scale large [--write]       seconds and memory of large networks, in one process
  scripts/scale sizes [--write]       time of a router-cycle by the size of the network, and what two threads bring
  scripts/scale systemc [--write]     router-cycles a second under SystemC's kernel, and without it
  scripts/scale pays [OPTION...]      from which size on several machines pay; measures nothing

--write puts a table into docs/user/mpi.md, docs/developer/speed.md or docs/reference/systemc.md. The program is BUILD_DIR/collnoc (default
build/collnoc).
"""
import itertools
import json
import os
import subprocess
import tempfile
from pathlib import Path

from collnoc_tables import measured, program
from collnoc_tables.command import Failure, parser
from collnoc_tables.markdown import Page, deliver, table

MPIRUN = "mpirun --allow-run-as-root --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 -q".split()
PROCESSES = (1, 2, 3, 4)
WARMUP = 100


def seconds_of(usage: str) -> tuple[float, float, int]:
    """Wall-clock seconds, processor seconds, and the largest resident kilobytes, from /usr/bin/time."""
    wall, user, system, memory = map(float, usage.strip().splitlines()[-1].split())
    return wall, user + system, int(memory)


def timed(command: list[str]) -> tuple[float, float, int]:
    done = subprocess.run(["/usr/bin/time", "-f", "%e %U %S %M", *command], capture_output=True, text=True)
    if done.returncode != 0:
        raise Failure(f"exit {done.returncode}: {' '.join(command)}: {done.stderr.strip()}")
    return seconds_of(done.stderr)


def mesh(size: int) -> list[str]:
    return ["--topology", f"mesh:{size}x{size}"] + (["--flit-bits", "128"] if size > 256 else [])


def traffic(size: int, load: float, cycles: int) -> list[str]:
    options = {"load": load, "warmup": WARMUP, "measure": cycles, "drain": 0}
    words = [word for key, value in options.items() for word in (f"--{key}", str(value))]
    return [program.executable(), "traffic", *mesh(size), *words, "--quiet"]


def processes_table() -> str:
    """The least of three times, to exclude other work of the machine, of the difference between two lengths, to exclude
    what does not depend on the cycles."""
    rows, busy = [], []
    for size, cycles in ((16, 5000), (64, 1000), (128, 250)):
        load, row = 0.8 / size, [f"{size}x{size}", size]
        for count in PROCESSES:
            start = [*MPIRUN, "-n", str(count)] if count > 1 else []
            short, long = (
                [min(one) for one in zip(*(timed([*start, *traffic(size, load, n)])[:2] for _ in range(3)))]
                for n in (1, cycles)
            )
            wall, used = (1e6 * (b - a) / cycles for a, b in zip(short, long))
            row.append(f"{wall:,.0f} / {used:,.0f}")
            busy.append(os.getloadavg()[0])
        rows.append(row)
    text = table(["<mesh", "links in a cut", *(f"{n} process{'es' if n > 1 else ''}" for n in PROCESSES)], rows)
    least, most = f"{min(busy):.0f}", f"{max(busy):.0f}"
    loads = least if least == most else f"{least} to {most}"
    return f"{text}\nMeasured on {os.cpu_count()} processors with a load of {loads}.\n"


def large_table() -> str:
    rows = []
    for size in (64, 256, 512, 1024):
        tiles = size * size
        empty, _, base = timed(
            [program.executable(), "traffic", *mesh(size), "--load", "0.02"]
            + ["--warmup", "0", "--measure", "1", "--drain", "0", "--quiet"]
        )
        broadcast = [program.executable(), "run", "broadcast", *mesh(size), "--quiet"]
        uniform = traffic(size, 0.02, 1000)
        for what, command in (("broadcast of 1 KiB", broadcast), ("traffic, 1,100 cycles", uniform)):
            wall, used, memory = timed(command)
            rows.append(
                [f"{size}x{size}", what, f"{empty:.1f}", f"{base * 1024 / tiles:,.0f}", f"{wall:.1f}", f"{used:.1f}"]
                + [f"{memory * 1024 / tiles:,.0f}"]
            )
    return table(
        ["<mesh", "<work", "s to build", "bytes/tile built", "s", "processor s", "bytes/tile at the end"], rows
    )


def sizes_table() -> str:
    """At loads with equal use of the links, after packets have crossed the network. The least of three times, in turns,
    and differences of two lengths, as above."""
    rows = []
    for size, cycles in ((8, 100_000), (16, 30_000), (32, 8000), (64, 2000), (128, 500), (256, 600)):
        short = 3 * size
        least: dict[tuple[int, int], list[float]] = {}
        for _ in range(3):
            for threads, n in itertools.product((1, 2), (short, short + cycles)):
                time = timed([*traffic(size, 1.6 / size, n), "--threads", str(threads)])[:2]
                least[threads, n] = [min(one) for one in zip(least.get((threads, n), time), time)]
        wall, used = zip(*([b - a for a, b in zip(least[t, short], least[t, short + cycles])] for t in (1, 2)))
        rows.append([f"{size}x{size}", f"{1e9 * used[0] / cycles / size**2:.0f}", f"{wall[0] / wall[1]:.1f}"])
    return table(["<mesh", "ns of a router-cycle", "two threads, times as fast"], rows)


def systemc_table() -> str:
    """At equal loads of the links. The least of five times, in turns, and differences of two lengths, as above."""
    kernels = {"alone": [], "fabric": ["--kernel", "systemc"], "pins": ["--kernel", "systemc", "--systemc", "pins"]}
    rows = []
    for size, load in ((4, 0.2), (8, 0.2), (16, 0.1)):
        one_by_one = [("rtl:verilated", 700, 400), ("lockstep:verilated", 400, 250)]
        sliced = [("rtl:sliced", 3000, 800), ("lockstep:sliced", 2000, 500)] if size > 4 else []
        for backend, alone, pins in (("model", 6000, 800), *sliced, *one_by_one):
            # So many thousand router-cycles take a second or two.
            cycles = {kernel: 1000 * (pins if kernel == "pins" else alone) // size**2 for kernel in kernels}
            least = {}
            for _ in range(5):
                for kernel, options in kernels.items():
                    for n in (1, cycles[kernel] + 1):
                        command = [*traffic(size, load, n), "--vc-depth", "8", "--backend", backend, *options]
                        least[kernel, n] = min(timed(command)[1], least.get((kernel, n), float("inf")))
            row = [f"{size}x{size} mesh, traffic", f"`{backend}`"]
            for kernel, count in cycles.items():
                row.append(f"{size**2 * count / (least[kernel, count + 1] - least[kernel, 1]) / 1e6:.2g}")
            rows.append(row)
    rows.append(["16x16 torus, total exchange", "`model`", *exchange_rates(16, kernels.values())])
    return table(["<work", "<backend", *(f"`{kernel}`" if options else kernel for kernel, options in kernels.items())], rows)


def exchange_rates(size: int, kernels) -> list[str]:
    """Of a collective in which software sends a message of 64 bytes to every tile: whole runs, the least of nine."""
    run = [program.executable(), "run", "total-exchange", "--topology", f"torus:{size}x{size}", "--algorithm", "direct"]
    least: dict[tuple, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "result.json"
        for _, options in itertools.product(range(9), kernels):
            used = timed([*run, "--bytes", "64", "--quiet", "--json", str(result), *options])[1]
            least[tuple(options)] = min(used, least.get(tuple(options), used))
        cycles = json.loads(result.read_text())["runs"][0]["cycles"]
    return [f"{size**2 * cycles / least[tuple(options)] / 1e6:.2g}" for options in kernels]


def cycle_time(side: int, parts: int, chosen) -> float:
    """Microseconds of a cycle of a side x side mesh in slabs of rows (docs/user/mpi.md)."""
    node = chosen.node / 1000
    if parts == 1:
        return side * side * node
    cut, neighbours = side, min(2, parts - 1)
    message = cut * chosen.busy * (8 + chosen.flit)
    travels = chosen.latency + message / (chosen.bandwidth * 1000)
    at_cut, inside = neighbours * side * node, max(0.0, side * side / parts - neighbours * side) * node
    agreement = 3 * chosen.latency * (parts - 1).bit_length() / 64
    return at_cut + max(inside, travels) + agreement


def pays_table(chosen) -> str:
    rows = []
    for parts in (2, 4, 8, 16, 32, 64):
        side = next((n for n in range(parts, 4097) if cycle_time(n, parts, chosen) < cycle_time(n, 1, chosen)), None)
        half = next(
            (n for n in range(parts, 4097) if cycle_time(n, 1, chosen) / cycle_time(n, parts, chosen) > parts / 2), None
        )
        gain = [f"{cycle_time(n, 1, chosen) / cycle_time(n, parts, chosen):.1f}" for n in (64, 256)]
        rows.append([parts, *("never" if n is None else f"{n}x{n}" for n in (side, half)), *gain])
    return table(
        ["processes", "faster than one from", "half of what is possible from", "gain at 64x64", "gain at 256x256"], rows
    )


def main(name: str, arguments: list[str]) -> int:
    options = parser(name, __doc__)
    options.add_argument("what", choices=["processes", "large", "sizes", "systemc", "pays"])
    options.add_argument("--write", action="store_true", help="write the table into the documents")
    options.add_argument("--latency", type=float, default=2, help="of a message between machines, in microseconds (2)")
    options.add_argument("--bandwidth", type=float, default=10, help="of a machine's link, in gigabytes per second (10)")
    options.add_argument("--node", type=float, default=100, help="nanoseconds of a router-cycle in one process (100)")
    options.add_argument("--busy", type=float, default=1, help="part of the links at a cut that carry something (1)")
    options.add_argument("--flit", type=float, default=8, help="bytes of a flit (8)")
    chosen = options.parse_args(arguments)
    pages = {"large": "developer/speed.md", "sizes": "developer/speed.md", "systemc": "reference/systemc.md"}
    page = Path("docs") / pages.get(chosen.what, "user/mpi.md")
    digests = measured.digests([chosen.what]) if chosen.write and chosen.what != "pays" else {}
    tables = {"processes": processes_table, "large": large_table, "sizes": sizes_table, "systemc": systemc_table}
    text = pays_table(chosen) if chosen.what == "pays" else tables[chosen.what]()
    print(text, end="")
    if chosen.write:
        one = Page(page)
        for begin, _ in one.sections(chosen.what):
            one.replace(begin, text)
        deliver(name, page, one.text(), False)
        measured.record(digests)
    return 0

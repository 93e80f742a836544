"""What collectives cost when the NICs perform them, beside the lower bound.

  scripts/nic-table            measures, prints the table and writes it to BUILD_DIR/run/nic.md, for
                               scripts/readme-table --section nic FILE
  scripts/nic-table --write    also writes it into docs/results.md
  scripts/nic-table --limits   instead prints the cases of LIMITS in hardware with multicast, each with the most cycles
                               it may take; exit 1 if one takes more

For every case, all algorithms run on the model, natively and with `--executor nic`; the fastest of the latter run once
more with RTL and model in lockstep, and must give the same number. *multicast* is the schedule of that name, in hardware
with multicast, in lockstep. *native* is the fastest schedule whose actions software performs at no cost, where something
is combined also with accumulation.
"""
import subprocess

import pandas

from collnoc_tables import measured, program
from collnoc_tables.command import Failure, build_directory, parser
from collnoc_tables.fastest import exactly, fastest, names
from collnoc_tables.markdown import table
from collnoc_tables.registry import registry

# Collective, NIC, bytes (0: the collective has none), network.
CASES = [
    *[("broadcast", "one-port", size, "torus:8x8") for size in (64, 1024, 16384)],
    *[("broadcast", "all-port", size, "torus:8x8") for size in (1024, 16384, 262144)],
    *[("total-exchange", "one-port", size, "torus:8x8") for size in (8, 64, 256)],
    ("all-to-all-broadcast", "all-port", 1024, "torus:8x8"),
    ("all-to-all-broadcast", "one-port", 16384, "torus:8x8"),
    ("scatter", "one-port", 16384, "torus:8x8"),
    ("gather", "one-port", 16384, "torus:8x8"),
    ("reduce", "one-port", 16384, "torus:8x8"),
    ("reduce", "all-port", 16384, "torus:8x8"),
    ("reduce-scatter", "one-port", 256, "torus:8x8"),
    ("reduce-scatter", "one-port", 16384, "torus:8x8"),
    ("reduce-scatter", "all-port", 256, "torus:8x8"),
    *[("all-reduce", "one-port", size, "torus:8x8") for size in (8, 16384)],
    ("barrier", "one-port", 0, "torus:8x8"),
    ("all-to-all-broadcast", "one-port", 8, "torus:8x8"),
    *[("broadcast", "one-port", 16384, network) for network in ("mesh:8x8", "hypercube:6")],
    ("all-reduce", "all-port", 65536, "torus:8x8"),
    ("total-exchange", "one-port", 256, "mesh:8x8"),
    ("broadcast", "all-port", 16384, "mesh:8x8"),
    ("broadcast", "all-port", 16384, "torus:16x16"),
    ("broadcast", "all-port", 16384, "mesh:4x4x4"),
    ("broadcast", "all-port", 16384, "hypercube:6"),
    ("broadcast", "all-port", 16384, "star:4"),
]

# Case and limit: cycles, or as a fraction, times the bound.
LIMITS = [
    *[(("broadcast", "one-port", size, "torus:8x8"), most) for size, most in ((64, 40), (1024, 180), (16384, 2250))],
    (("broadcast", "all-port", 16384, "torus:8x8"), 700),
    (("barrier", "one-port", 0, "torus:8x8"), 60),
    (("all-reduce", "one-port", 8, "torus:8x8"), 120),
    (("all-reduce", "one-port", 16384, "torus:8x8"), 1.35),
    (("all-reduce", "all-port", 65536, "torus:8x8"), 1.6),
    *[((name, "one-port", 16384, "torus:8x8"), 1.25)
      for name in ("reduce", "reduce-scatter", "all-to-all-broadcast", "scatter", "gather")],
    *[(("broadcast", "one-port", 16384, network), 1.12) for network in ("mesh:8x8", "hypercube:6")],
]

COMBINE = registry().combining()
MULTICAST = registry().with_algorithm("multicast")


def least(collective: str, nic: str, size: int, network: str, *options: object) -> pandas.DataFrame:
    """The runs with the fewest cycles."""
    sizes = ["--bytes", size] if size else []
    return fastest(program.run(collective, "--topology", network, "--nic", nic, *sizes, *options))


def with_multicast(case: tuple) -> object:
    collective, nic, _, network = case
    if collective not in MULTICAST or network.startswith("star:"):
        return "–"
    algorithm = "multicast" if nic == "one-port" else "multicast-all-port"
    options = ("--algorithm", algorithm, "--multicast", "on", "--backend", "lockstep", "--executor", "nic")
    return least(*case, *options)["cycles"].iloc[0]


def by_nics(case: tuple, *options: object) -> tuple[str, dict]:
    """The fastest schedules that sequencers perform, as a cell, and the run of one of them."""
    collective, nic, _, _ = case
    best = least(*case, "--algorithm", "all", "--backend", "model", "--executor", "nic", *options)
    cycles = best["cycles"].iloc[0]
    words = ",".join(exactly(collective, name, nic) for name in best["algorithm"])
    checked = least(*case, "--algorithm", words, "--backend", "lockstep", "--executor", "nic", *options)
    if len(checked) != len(best) or checked["cycles"].iloc[0] != cycles:
        raise Failure(f"{best['id'].iloc[0]}: {cycles} cycles on the model, in lockstep others: {list(checked['id'])}")
    return names(best), best.iloc[0].to_dict()


def with_limit(case: tuple, limit: int | float) -> list[object]:
    collective, nic, size, network = case
    schedules, best = by_nics(case, "--multicast", "on")
    cycles, bound = best["cycles"], best["bound_cycles"]
    most = limit if isinstance(limit, int) else int(limit * bound)
    return [collective, network, nic, size or "", schedules, cycles, most, bound, f"{cycles / bound:.2f}",
            "no" if cycles > most else "yes"]


def limits() -> int:
    rows = [with_limit(case, limit) for case, limit in LIMITS]
    print(table(
        ["<collective", "<network", "<NIC", "bytes", "<fastest", "cycles", "at most", "bound", "times the bound", "<kept"],
        rows,
    ), end="")
    above = sum(row[-1] == "no" for row in rows)
    if above:
        raise Failure(f"{above} of {len(rows)} take more cycles than they may")
    return 0


def row(case: tuple) -> list[object]:
    collective, nic, size, network = case
    accumulate = ("--accumulate", "on") if collective in COMBINE else ()
    native = least(*case, "--algorithm", "all", "--backend", "model", *accumulate)
    schedules, best = by_nics(case)
    return [
        collective,
        network,
        nic,
        size or "",
        schedules,
        best["cycles"],
        with_multicast(case),
        best["bound_cycles"],
        f"{best['bound_percent']:.1f}",
        native["cycles"].iloc[0],
    ]


def main(name: str, arguments: list[str]) -> int:
    options = parser(name, __doc__)
    options.add_argument("--write", action="store_true", help="write the table into docs/results.md, too")
    options.add_argument("--limits", action="store_true", help="print the cases with a limit, and check it")
    chosen = options.parse_args(arguments)
    if not all((build_directory() / built).exists() for built in ("collnoc", "python/collnoc")):
        subprocess.run(["scripts/build", "collnoc", "collnoc_python"], check=True)
    if chosen.limits:
        return limits()
    out = build_directory() / "run" / "nic.md"
    measured.keep(out, "nic")
    text = table(
        ["<collective", "<network", "<NIC", "bytes", "<fastest", "cycles", "multicast", "bound", "bound %", "native"],
        [row(case) for case in CASES],
    )
    out.write_text(text, encoding="utf-8")
    print(text, end="")
    if chosen.write:
        subprocess.run(["scripts/readme-table", "--section", "nic", str(out)], check=True)
    return 0

"""Writes the generated tables and drawings of docs/.

A section stands between a line <!-- NAME:begin WORDS --> and a line <!-- NAME:end -->. NAME and WORDS are:

  measured COLLECTIVE ALGORITHM TOPOLOGY[;TOPOLOGY...] SIZES [KEY=VALUE...]
             runs of the model, with tiles that drift apart and with step barriers
  drawn COLLECTIVE ALGORITHM TOPOLOGY [ROOT] [KEY=VALUE...]
             the drawing of a schedule
  formulas COLLECTIVE TOPOLOGY NIC SIZES [KEY=VALUE...]
             every algorithm with start-ups of 0, 38 and 150 cycles, beside its formula
  accepted TOPOLOGY,VCS...
             accepted throughput of uniform traffic at full load, with either NIC and buffers of 4 and 8 flits
  orders TOPOLOGY VCS...
             accepted throughput at full load with each choice of the order of dimensions, packets and buffers of 8 flits
  reads TOPOLOGY,VCS...
             accepted throughput with one read of an input port in a cycle and with VC_READS, buffers of 8 flits
  peers accepted|latency|fall
             traffic beside BookSim2: accepted throughput at full load, mean latency, what is lost past saturation
  rv32 COLLECTIVE TOPOLOGY NIC SIZE ALGORITHMS STARTUP...
             schedules on processors beside the native executor; left unchanged if there are no programs for
             processors
  rv32-multicast TOPOLOGY SIZES
             broadcasts on processors: the fastest schedule in software, and multicast by software and sequencer; left
             unchanged likewise
  drift COLLECTIVE TOPOLOGY SIZE ALGORITHM=WHO[,WHO...]...
             one-port schedules as software at no cost performs them (WHO is native), the NIC (nic), and software
             with all ranks held in step by free barriers (barrier)
  star WORDS
             a table of docs/reference/star-broadcasts.csv (scripts/star-tables), which is measured first.
             The drawings docs/images/star-*.svg are made from it too
  curves [SIZE...]
             the fastest schedules of docs/reference/curves.csv (scripts/curves), which run again first. The drawings
             docs/images/curves-*.svg are made from it too
  named-hardware
             area, clock, proofs and mutants of each named hardware, from the tables that have them
  synthesized SIZE TOPOLOGY...
  synthesized-reductions SIZE TOPOLOGY...
             schedules that collnoc synthesize makes, with all ports: steps beside their bound, and the cycles of a total
             exchange by the NICs beside those of the fastest schedule made by hand
  boundary CHIPLETS TILES SIZE DEPTH,DEPTH... DELAY,INTERVAL...
             what links between chiplets cost: collectives by the NICs with all ports, the fastest schedule and one made for the
             network, and accepted throughput of uniform traffic at full load
  as-graphs SIZES TOPOLOGY...
             a total exchange with direct: cycles on networks, and on the same given as graphs, as files for anynet
  proofs
             what scripts/prove --table prints

KEY is a key of the configuration, such as nic. The program is BUILD_DIR/collnoc (default build/collnoc).
Exit code: 3 if --check finds a difference, 77 if the program or a Python library is missing.
"""
import re
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import pandas

from collnoc_tables import curves, measured, peers, program, star_plot, star_runs, star_tables
from collnoc_tables.command import DIFFERS, TOP, Failure, parser, say
from collnoc_tables.drawings import deliver_drawings
from collnoc_tables.fastest import fastest, names
from collnoc_tables.markdown import Page, code, deliver, off_percent, shortest, table
from collnoc_tables.named_hardware import hardware_table

STARTUPS = (0, 38, 150)
PERFORMERS = {  # text and options
    "native": ("software at no cost", []),
    "nic": ("the NIC", ["--executor", "nic"]),
    "barrier": ("software at no cost, ranks held in step by free barriers", ["--step-barrier"]),
}


def measured_table(collective: str, algorithm: str, topologies: str, sizes: str, *keys: str) -> str:
    rows = []
    for topology in topologies.split(";"):
        case = (
            collective,
            "--algorithm",
            algorithm,
            *(() if sizes == "-" else ("--bytes", sizes)),  # a barrier has no bytes
            *program.settings(keys),
            "--topology",
            topology,
        )
        both = program.run(*case).join(program.run(*case, "--step-barrier"), rsuffix="_barrier")
        rows += [
            [
                topology,
                run["bytes"],
                run["steps"],
                run["alpha"],
                shortest(run["beta"]),
                run["bound_cycles"],
                run["cycles"],
                f"{run['bound_percent']:.1f}",
                run["stalls"],
                run["cycles_barrier"],
                run["stalls_barrier"],
                run["flit_hops"],
            ]
            for run in both.to_dict("records")
        ]
    return table(
        [
            "<network",
            "bytes",
            "steps",
            "α",
            "β",
            "bound",
            "cycles",
            "bound %",
            "stalls",
            "cycles, step barriers",
            "stalls",
            "flit-hops",
        ],
        rows,
    )


def drawing(collective: str, algorithm: str, topology: str, *words: str) -> str:
    options = program.settings([word for word in words if "=" in word])
    for root in (word for word in words if "=" not in word):
        options += ["--root", root]
    lines = program.text(
        "schedule", collective, "--algorithm", algorithm, "--topology", topology, *options, "--draw"
    ).splitlines()
    # "# collnoc VERSION  schedule ...": the version is not part of the drawing.
    lines[0] = "#" + lines[0].removeprefix("# collnoc ").partition(" ")[2]
    return "\n".join(["```", *lines, "```"])


def formulas_table(collective: str, topology: str, nic: str, sizes: str, *keys: str) -> str:
    case = (
        collective,
        "--algorithm",
        "all",
        "--topology",
        topology,
        "--nic",
        nic,
        "--bytes",
        sizes,
        *program.settings(keys),
    )
    runs = pandas.concat(program.run(*case, "--startup-cycles", startup) for startup in STARTUPS)
    rows = []
    for (algorithm, size), group in runs.groupby(["algorithm", "bytes"], sort=False):
        row = [algorithm, size, group["alpha"].iloc[0], shortest(group["beta"].iloc[0])]
        for run in group.to_dict("records"):
            cycles, formula = run["cycles"], run["predicted_cycles"]
            hardware = (
                formula
                + run["alpha"] * star_tables.HARDWARE_STARTUP
                + (formula - run["alpha"] * run["startup_cycles"]) / 31
            )
            row += [cycles, off_percent(cycles, formula), off_percent(cycles, hardware), run["stalls"]]
        rows.append(row)
    columns = ["<algorithm", "bytes", "α", "β"]
    for startup in STARTUPS:
        columns += [f"T_s = {startup}: cycles", "off %", "with hardware, off %", "stalls"]
    return table(columns, rows)


def accepted(*options: object, load: float = 1) -> float:
    result = program.document("traffic", *options, "--load", load, "--drain", 0)
    return result["traffic"]["loads"][0]["accepted"]


def accepted_table(*networks: str) -> str:
    rows = []
    for network in networks:
        topology, vcs = network.split(",")
        row = [topology, vcs]
        for nic in star_runs.NICS:
            for depth in (4, 8):
                value = accepted("--topology", topology, "--vcs", vcs, "--nic", nic, "--vc-depth", depth)
                row.append(f"{value:.2f}")
        rows.append(row)
    return table(
        ["<network", "virtual channels", "one-port, of 4 flits", "of 8", "all-port, of 4", "of 8"], rows
    )


def orders_table(topology: str, *vcs: str) -> str:
    rows = []
    for pattern in ("uniform", "transpose"):
        for count in vcs:
            row = [pattern, count]
            for orders in ("", "ascending", "hash", "turns", "credits"):
                choice = ["--route-orders", 2, "--orders", orders] if orders else []
                value = accepted("--topology", topology, "--pattern", pattern, "--vcs", count, "--vc-depth", 8, *choice)
                row.append(f"{value:.3f}")
            rows.append(row)
    columns = ["<pattern", "virtual channels", "hardware with one order"]
    return table([*columns, *(code(orders) for orders in ("ascending", "hash", "turns", "credits"))], rows)


def reads_table(*networks: str) -> str:
    rows = []
    for network in networks:
        topology, vcs = network.split(",")
        for pattern, flits, load in (("uniform", 8, 1), ("transpose", 8, 1), ("uniform", 1, 0.65), ("uniform", 1, 1)):
            row = [topology, vcs, pattern, flits, f"{load:g}"]
            for choice in ("off", "on"):
                options = ("--topology", topology, "--vcs", vcs, "--vc-depth", 8, "--pattern", pattern)
                value = accepted(*options, "--packet-flits", flits, "--vc-reads", choice, load=load)
                row.append(f"{value:.3f}")
            rows.append(row)
    columns = ["<network", "virtual channels", "<pattern", "flits of a packet", "offered"]
    return table([*columns, code("--vc-reads off"), code("on")], rows)


def processors_table(
    collective: str, topology: str, nic: str, size: str, algorithms: str, *startups: str
) -> str:
    case = (collective, "--algorithm", algorithms, "--topology", topology, "--nic", nic, "--bytes", size)
    columns, rows = ["<algorithm", "T_s", "on processors"], []
    processors = program.run(*case, "--firmware", "rv32").to_dict("records")
    for run in processors:
        startup = run["rv32"]["startup_cycles"]
        rows.append([code(run["algorithm"]), startup["median"] if startup else "–", run["cycles"]])
    for startup in startups:
        columns += [f"native, {startup}", "off %"]
        native = program.run(*case, "--startup-cycles", startup)["cycles"]
        for row, run, cycles in zip(rows, processors, native, strict=True):
            row += [cycles, off_percent(cycles, run["cycles"])]
    return table(columns, rows)


def multicast_on_processors(topology: str, sizes: str) -> str:
    rows = []
    for size in sizes.split(","):
        case = ("broadcast", "--topology", topology, "--bytes", size, "--firmware", "rv32")
        software = program.run(*case, "--algorithm", "all")
        best = fastest(software)
        least = best["cycles"].iloc[0]
        multicast = ("--algorithm", "multicast", "--multicast", "on")
        cycles = [
            program.run(*case, *multicast, "--executor", executor)["cycles"].iloc[0] for executor in ("native", "nic")
        ]
        rows.append([size, f"{names(best)} {least}", *cycles, f"{least / cycles[1]:.1f}"])
    return table(
        ["bytes", "<fastest schedule in software", "`multicast` in software", "`multicast` by the sequencer", "times as fast"],
        rows,
    )


def drift_table(collective: str, topology: str, size: str, *schedules: str) -> str:
    rows = []
    for schedule in schedules:
        algorithm, performers = schedule.split("=")
        for performer in performers.split(","):
            text, options = PERFORMERS[performer]
            run = program.run(
                collective, "--algorithm", algorithm, "--topology", topology, "--bytes", size, *options
            ).iloc[0]
            rows.append(
                [
                    f"[{code(algorithm)}](algorithms/{algorithm}.md)",
                    text,
                    run["cycles"],
                    run["bound_cycles"],
                    run["stalls"],
                ]
            )
    return table(["<schedule", "<performed by", "cycles", "bound", "cycles in which a flit waits"], rows)


def synthesized(collective: str, topology: str, size: str, file: str) -> str:
    """Makes a schedule; its steps, and the bound."""
    said = program.text("synthesize", collective, "--topology", topology, "--bytes", size, "--output", file)
    return "{} ({})".format(*re.search(r" (\d+) steps .* fewer than (\d+);", said).groups())


def beside_those_by_hand(file: str, *case: str) -> list[object]:
    """Cycles of a schedule made before, how near the bound, and the fastest ones made by hand."""
    made = program.run(*case, "--algorithm", f"file:{file}").iloc[0]
    best = fastest(program.run(*case, "--algorithm", "all"))
    return [made["cycles"], f"{made['bound_percent']:.1f}", f"{names(best)} {best['cycles'].iloc[0]}"]


def synthesized_table(size: str, *topologies: str) -> str:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/made.json"
        for topology in topologies:
            steps = [synthesized(collective, topology, size, file) for collective in ("all-gather", "total-exchange")]
            case = ("total-exchange", "--topology", topology, "--nic", "all-port", "--executor", "nic", "--bytes", size)
            rows.append([code(topology), *steps, *beside_those_by_hand(file, *case)])
    columns = ["<network", "all-gather, steps (bound)", "total exchange, steps (bound)", "cycles", "bound %", "<by hand"]
    return table(columns, rows)


def synthesized_reductions_table(size: str, *topologies: str) -> str:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/made.json"
        for topology in topologies:
            steps = synthesized("all-reduce", topology, size, file)
            rows.append([code(topology), steps, *beside_those_by_hand(file, "all-reduce", "--topology", topology, "--nic", "all-port", "--bytes", size)])
    return table(["<network", "all-reduce, steps (bound)", "cycles", "bound %", "<by hand"], rows)


def boundary_table(chiplets: str, tiles: str, size: str, depths: str, *timings: str) -> str:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/made.json"
        for timing in timings:
            topology = f"chiplets:{chiplets},{tiles},{timing}"
            for depth in depths.split(","):
                hardware = ("--topology", topology, "--nic", "all-port", "--vc-depth", depth)
                row = [*timing.split(","), depth]
                for collective in ("total-exchange", "all-gather"):
                    program.text("synthesize", collective, "--topology", topology, "--bytes", size, "--output", file)
                    for schedules in ("all", f"file:{file}"):
                        case = (collective, *hardware, "--executor", "nic", "--bytes", size, "--algorithm", schedules)
                        row.append(fastest(program.run(*case))["cycles"].iloc[0])
                case = ("broadcast", *hardware, "--executor", "nic", "--bytes", size, "--algorithm", "all")
                row.append(fastest(program.run(*case))["cycles"].iloc[0])
                rows.append([*row, f"{accepted(*hardware):.2f}"])
    columns = ["delay", "interval", "buffers, flits", "total exchange", "made for it", "all-gather", "made for it", "broadcast"]
    return table([*columns, "accepted, flits per tile and cycle"], rows)


def as_graphs_table(sizes: str, *topologies: str) -> str:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/network.anynet"
        for topology in topologies:
            program.text("list", "network", "--topology", topology, "--anynet", file)
            for nic in ("one-port", "all-port"):
                by_formula, by_tables = (
                    program.run("total-exchange", "--algorithm", "direct", "--topology", network, "--nic", nic, "--bytes", sizes)
                    for network in (topology, f"graph:{file}")
                )
                both = zip(by_formula["cycles"], by_tables["cycles"])
                rows.append([code(topology), nic, *(f"{a} → {b} ({100 * (b / a - 1):+.1f} %)" for a, b in both)])
    return table(["<network", "<NIC", *(f"{size} bytes" for size in sizes.split(","))], rows)


def proofs_table() -> str:
    return subprocess.run(["scripts/prove", "--table"], check=True, stdout=subprocess.PIPE, text=True).stdout


def has_processors() -> bool:
    return program.works(
        "run", "broadcast", "--topology", "mesh:2x2", "--bytes", 8, "--firmware", "rv32", "--quiet"
    )


def main(name: str, arguments: list[str]) -> int:
    options = parser(name, __doc__)
    options.add_argument("--check", action="store_true", help="change nothing; exit 3 if a page differs")
    options.add_argument(
        "--nightly",
        action="store_true",
        help="also run the long runs of star-broadcasts.csv and curves.csv, which take minutes; otherwise "
        "their rows are kept",
    )
    options.add_argument("pages", nargs="*", metavar="PAGE", help="only these pages below docs/, with their runs "
                         "of the model; sections of star graphs and curves are kept")
    chosen = options.parse_args(arguments)
    program.require()

    makers = {
        "measured": measured_table,
        "drawn": drawing,
        "formulas": formulas_table,
        "accepted": accepted_table,
        "orders": orders_table,
        "reads": reads_table,
        "peers": peers.peers_table,
        "drift": drift_table,
        "proofs": proofs_table,
        "synthesized": synthesized_table,
        "synthesized-reductions": synthesized_reductions_table,
        "boundary": boundary_table,
        "as-graphs": as_graphs_table,
        "named-hardware": hardware_table,
    }
    if has_processors():
        makers["rv32"] = processors_table
        makers["rv32-multicast"] = multicast_on_processors
    else:
        print(f"{name}: no programs for processors: their sections are unchanged", file=sys.stderr)

    digests = {} if chosen.check else measured.digests(["pages"] if chosen.pages else ["pages", "star"])
    written = {"star"} if chosen.nightly and not chosen.pages else set()
    changed = False
    if not chosen.pages:
        csv = star_runs.run_all(None if chosen.nightly else star_runs.PAGE_CSV.read_text(encoding="utf-8"))
        results = star_runs.Results(csv)
        curves_csv = curves.repeated(curves.PAGE_CSV.read_text(encoding="utf-8"), chosen.nightly)
        makers["curves"] = lambda *sizes: curves.curves_table(curves_csv, *sizes)
        makers["star"] = lambda *words: star_tables.make_table(results, *words)
        changed |= deliver(name, star_runs.PAGE_CSV, csv, chosen.check)
        for collective in star_runs.COLLECTIVES:
            draw = partial(star_plot.svg, results, collective)
            changed |= deliver_drawings(name, Path(f"docs/images/star-{collective}.svg"), draw, chosen.check)
        changed |= deliver(name, curves.PAGE_CSV, curves_csv, chosen.check)
        changed |= curves.deliver_curves(name, curves_csv, chosen.check)
    sections = 0
    pages = [Path(page).resolve() for page in chosen.pages]
    for page in pages:
        if not page.is_file():
            raise Failure(f"{page}: no such page; one below docs/ is needed")
    for path in pages or sorted(TOP.joinpath("docs").rglob("*.md")):
        page = Page(path.relative_to(TOP))
        for kind, maker in makers.items():
            for begin, words in page.sections(kind):
                sections += 1
                try:
                    page.replace(begin, maker(*words))
                except TypeError as wrong:
                    raise Failure(f"{page.path}: {begin}: wrong words ({wrong})") from wrong
        changed |= deliver(name, page.path, page.text(), chosen.check)
        if "rv32" in makers or not any(page.sections(kind) for kind in ("rv32", "rv32-multicast")):
            written.add(f"pages/{page.path}")
    if not chosen.check:
        measured.record({row: digest for row, digest in digests.items() if row in written})
    if sections == 0:
        raise Failure("no section found in docs/")
    say(name, f"{sections} sections; " + ("some differ" if changed and chosen.check else "up to date"))
    return DIFFERS if changed and chosen.check else 0

"""Cycles over bytes of every collective, by who performs it: docs/reference/curves.csv and docs/images/curves-*.svg; two of
them for the first page: docs/images/curves.svg.

  scripts/curves             measures all schedules, which takes many minutes, and writes the CSV and the drawings
  scripts/curves PERFORMER...  measures only software, nic or multicast again, and keeps the other points
  scripts/curves --collective NAME   measures only this collective again
  scripts/curves --draw      only draws the CSV
  scripts/curves --check     changes nothing; exit code 3 if the drawings are not those of the CSV

`scripts/docs-tables` runs the schedules of the CSV again (the long ones with --nightly) and draws it.
"""
import io
import subprocess
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pandas

from collnoc_tables import measured, program
from collnoc_tables.command import DIFFERS, Failure, parser
from collnoc_tables.drawings import deliver_drawings, drawing, log_axes
from collnoc_tables.fastest import fastest
from collnoc_tables.markdown import code, deliver, table
from collnoc_tables.registry import registry

PAGE_CSV = Path("docs/reference/curves.csv")
TOPOLOGY = "torus:8x8"
NICS = ("one-port", "all-port")
SIZES = (8, 64, 512, 4096, 32768, 262144)
# From 512 bytes on, the next size is tried with the schedules that take at most this times the fastest, and with those
# that are meant for long messages.
FAR = 1.25
LONG = ("pipelined-trees", "ring")
SHORT = 512  # longest size that every run of docs-tables repeats
# What the bytes are of, by collective. In the drawings and tables these are first, then the others of the registry.
FIRST = ("broadcast", "reduce", "all-reduce", "scatter", "gather", "all-to-all-broadcast", "reduce-scatter", "total-exchange")
UNITS = {c.name: c.bytes and c.bytes.replace(" per ", " of a ") for c in registry().collectives}
COLLECTIVES = {name: UNITS[name] for name in (*FIRST, *UNITS)}
FIRST_PAGE = ("broadcast", "all-reduce")
SOFTWARE_STARTUP = 24  # cycles of a put and a wait on a processor: docs/user/firmware.md
# Options of the runs, by performer.
PERFORMERS = {
    "software": ("--startup-cycles", SOFTWARE_STARTUP),
    "nic": ("--executor", "nic"),
    "multicast": ("--executor", "nic", "--multicast", "on"),
}
# Text, colour and line style of every curve.
CURVES = {
    "software": ("performed by software", "#3f7d3f", "-"),
    "sequencer": ("performed by the NIC", "#1b6ca8", "-"),
    "accumulation": ("performed by NICs that accumulate", "#c0392b", "-"),
    "multicast": ("performed by NICs, copied by routers", "#e08e2b", "-"),
    "bound": ("lower bound", "#5b7896", ":"),
}
COLUMNS = ["collective", "nic", "curve", "bytes", "algorithm", "cycles", "bound", "equal"]  # `equal`: others with these cycles


def curve_of(performer: str, collective: str, algorithm: str) -> str:
    if performer != "nic":
        return performer
    reduces = collective in registry().combining()
    return "accumulation" if reduces and algorithm.startswith(("pipelined-trees", "ring-accumulate")) else "sequencer"


def performer_of(curve: str) -> str:
    return curve if curve in PERFORMERS else "nic"


def runs(collective: str, nic: str, size: int, performer: str, algorithms: str) -> pandas.DataFrame:
    return program.run(
        collective,
        "--topology",
        TOPOLOGY,
        "--nic",
        nic,
        "--algorithm",
        algorithms,
        *(("--bytes", size) if size else ()),
        *PERFORMERS[performer],
    )


def applicable(collective: str, nic: str, size: int, performer: str, algorithms: list[str]) -> pandas.DataFrame | None:
    """The runs of those schedules that the program accepts: that exist and fit the memory. None without any."""
    frames = []
    for algorithm in algorithms:
        try:
            frames.append(runs(collective, nic, size, performer, algorithm))
        except subprocess.CalledProcessError as failure:
            if failure.returncode != 1:
                raise
    return pandas.concat(frames) if frames else None


def measure(performers: list[str], collectives: list[str]) -> Iterator[dict]:
    """Rows of the CSV: the fastest schedule of each curve. Long messages run only on schedules that are not far behind
    with shorter ones."""
    for collective in collectives:
        unit = COLLECTIVES[collective]
        for nic in NICS:
            for performer in performers:
                near = ["multicast" if performer == "multicast" else "all"]  # also multicast-all-port
                for size in SIZES if unit else (0,):
                    frame = applicable(collective, nic, size, performer, near)
                    if frame is None:
                        break
                    frame["curve"] = [curve_of(performer, collective, name) for name in frame["algorithm"]]
                    if size >= 512:
                        least = frame.groupby("curve")["cycles"].transform("min")
                        long = frame["algorithm"].str.startswith(LONG)
                        near = list(frame[long | (frame["cycles"] <= FAR * least)]["algorithm"])
                    for curve, group in frame.groupby("curve"):
                        equal = fastest(group)
                        best = equal.iloc[0]
                        yield {
                            "collective": collective,
                            "nic": nic,
                            "curve": curve,
                            "bytes": size,
                            "algorithm": best["algorithm"],
                            "cycles": best["cycles"],
                            "bound": best["bound_cycles"],
                            "equal": " ".join(equal["algorithm"].iloc[1:]),
                        }


def points(performers: list[str], collectives: list[str]) -> pandas.DataFrame:
    """All points; those of other performers or collectives than these, if there are any, as the CSV has them."""
    performers, collectives = performers or list(PERFORMERS), collectives or list(COLLECTIVES)
    new = pandas.DataFrame(measure(performers, collectives), columns=COLUMNS)
    old = pandas.read_csv(PAGE_CSV)
    measured = old["curve"].map(performer_of).isin(performers) & old["collective"].isin(collectives)
    rows = pandas.concat([old[~measured], new])
    order = {column: {key: n for n, key in enumerate(keys)}
             for column, keys in (("collective", COLLECTIVES), ("nic", NICS), ("performer", PERFORMERS))}
    rows["performer"] = rows["curve"].map(performer_of)
    rows = rows.sort_values(["collective", "nic", "performer"], kind="stable",
                            key=lambda column: column.map(order[column.name]))
    return rows.drop(columns="performer")


def to_csv(rows: pandas.DataFrame) -> str:
    return rows.to_csv(index=False, lineterminator="\n")


def repeated(csv: str, nightly: bool) -> str:
    """The CSV with the cycles that its schedules take now. Those with long messages only if `nightly`."""
    frame = pandas.read_csv(io.StringIO(csv))
    for row in frame.itertuples():
        if row.bytes > SHORT and not nightly:
            continue
        performer = performer_of(row.curve)
        again = runs(row.collective, row.nic, row.bytes, performer, row.algorithm)
        if again["algorithm"].iloc[0] != row.algorithm:  # on all-port NICs, NAME means NAME-all-port
            again = runs(row.collective, row.nic, row.bytes, performer, "all")
        run = again[again["algorithm"] == row.algorithm].iloc[0]
        frame.loc[row.Index, ["cycles", "bound"]] = run["cycles"], run["bound_cycles"]
    return to_csv(frame)


def curves_table(csv: str, *sizes: str) -> str:
    """The fastest of every curve for some sizes; without one, the barrier, which has no bytes."""
    frame = pandas.read_csv(io.StringIO(csv)).fillna({"equal": ""})
    wanted = frame[frame["bytes"].isin([int(size) for size in sizes] or [0])]
    rows = [
        [row.collective, row.nic, *([row.bytes] if sizes else []), CURVES[row.curve][0],
         ", ".join(code(name) for name in [row.algorithm, *getattr(row, "equal", "").split()]),
         row.cycles, row.bound, f"{row.cycles / row.bound:.2f}" if row.bound else "–"]
        for row in wanted.itertuples()
    ]
    columns = ["<collective", "<NIC", *(["bytes"] if sizes else []), "<performed", "<fastest schedule", "cycles", "bound",
               "times the bound"]
    return table(columns, rows)


def svg(csv: str, nic: str, collectives: Sequence[str], rows: int, size: tuple[float, float], narrow: bool) -> str:
    frame = pandas.read_csv(io.StringIO(csv))
    frame = frame[(frame["nic"] == nic) & (frame["bytes"] > 0) & frame["collective"].isin(collectives)]
    drawn = [curve for curve in CURVES if curve == "bound" or curve in set(frame["curve"])]

    def draw(panels):
        for panel, collective in zip(panels.flat, collectives):
            draw_curves(panel, frame[frame["collective"] == collective])
            log_axes(panel, SIZES, f"bytes of a {COLLECTIVES[collective]}")
            panel.set_title(collective)
        for panel in panels.flat[len(collectives):]:
            panel.set_visible(False)

    legend = {CURVES[curve][0]: {"color": CURVES[curve][1], "linestyle": CURVES[curve][2]} for curve in drawn}
    return drawing(f"Collectives on {TOPOLOGY}, {nic}", rows, -(-len(collectives) // rows), draw, legend, size, narrow=narrow)


def draw_curves(panel, frame: pandas.DataFrame) -> None:
    bound = frame.groupby("bytes")["bound"].min()
    panel.plot(bound.index, bound.values, color=CURVES["bound"][1], linestyle=CURVES["bound"][2], linewidth=1.5)
    for curve, group in frame.groupby("curve"):
        _, colour, style = CURVES[curve]
        panel.plot(group["bytes"], group["cycles"], color=colour, linestyle=style, linewidth=1.5, marker=".")


def deliver_curves(name: str, csv: str, check: bool) -> bool:
    images = Path("docs/images")
    together = [collective for collective, unit in COLLECTIVES.items() if unit]
    changed = deliver_drawings(name, images / "curves.svg", partial(svg, csv, "all-port", FIRST_PAGE, 1, (11, 3.8)), check)
    for nic in NICS:
        changed |= deliver_drawings(name, images / f"curves-{nic}.svg", partial(svg, csv, nic, together, 2, (12, 6.4)), check)
    return changed


def main(name: str, arguments: list[str]) -> int:
    options = parser(name, __doc__)
    options.add_argument("performers", nargs="*", metavar="PERFORMER", help=f"of {', '.join(PERFORMERS)}; default: all")
    options.add_argument("--collective", action="append", default=[], choices=COLLECTIVES, metavar="NAME",
                         help="only this one; may be repeated")
    options.add_argument("--draw", action="store_true", help="measure nothing, only draw")
    options.add_argument("--check", action="store_true", help="only compare the drawings with the CSV")
    chosen = options.parse_args(arguments)
    if unknown := set(chosen.performers) - set(PERFORMERS):
        raise Failure(f"unknown performer {', '.join(sorted(unknown))}; of {', '.join(PERFORMERS)}")
    if chosen.draw or chosen.check:
        csv = PAGE_CSV.read_text(encoding="utf-8")
    else:
        digests = measured.digests(["curves"])
        csv = to_csv(points(chosen.performers, chosen.collective))
        deliver(name, PAGE_CSV, csv, False)
        if not chosen.performers and not chosen.collective:
            measured.record(digests)
    return DIFFERS if deliver_curves(name, csv, chosen.check) and chosen.check else 0

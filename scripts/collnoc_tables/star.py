"""The command star-tables: the numbers of docs/reference/star-broadcasts.md."""
from pathlib import Path

from collnoc_tables.command import parser
from collnoc_tables.star_runs import COLLECTIVES, NETWORKS, Results, lockstep, run_all
from collnoc_tables.star_tables import TABLES, make_table

def main(name: str, arguments: list[str]) -> int:
    options = parser(
        name,
        "Broadcasts on star graphs: the numbers of docs/reference/star-broadcasts.md. "
        "scripts/docs-tables writes them.",
    )
    commands = options.add_subparsers(dest="command", required=True)
    command = commands.add_parser("run", help="run the model and print all runs as CSV")
    command.add_argument("old", nargs="?", type=Path, help="take the long runs from this CSV")
    command = commands.add_parser("table", help="print one table of the page")
    command.add_argument("csv", type=Path)
    command.add_argument("words", nargs="+", help=", ".join(TABLES))
    command = commands.add_parser("plot", help="print a drawing as SVG")
    command.add_argument("csv", type=Path)
    command.add_argument("collective", choices=COLLECTIVES)
    command.add_argument("--narrow", action="store_true", help="for narrow windows")
    command = commands.add_parser(
        "lockstep", help="run RTL and model in lockstep; exit 3 when a row is not in the CSV"
    )
    command.add_argument("csv", type=Path)
    command.add_argument("topology", choices=NETWORKS)
    command.add_argument("bytes", type=int, help="runs of at most this size")
    command.add_argument("startups", type=lambda text: tuple(map(int, text.split(","))), help="T_s[,T_s...]")
    chosen = options.parse_args(arguments)
    if chosen.command == "run":
        print(run_all(chosen.old.read_text(encoding="utf-8") if chosen.old else None), end="")
    elif chosen.command == "lockstep":
        return lockstep(chosen.csv, chosen.topology, chosen.bytes, chosen.startups)
    elif chosen.command == "table":
        print(make_table(Results(chosen.csv.read_text(encoding="utf-8")), *chosen.words), end="")
    else:
        from collnoc_tables import star_plot

        results = Results(chosen.csv.read_text(encoding="utf-8"))
        print(star_plot.svg(results, chosen.collective, narrow=chosen.narrow), end="")
    return 0

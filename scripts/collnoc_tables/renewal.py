"""Rows of synth/rows.list whose sources changed although their netlists did not (scripts/measured --renew)."""
import os
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from collnoc_tables import measured, netlists
from collnoc_tables.command import TOP, Failure, say
from collnoc_tables.sources import Tree, load_inputs


def flow(tree: Tree, row: measured.Row) -> str:
    """The digest of what counts for a row besides the RTL."""
    return tree.digest([pattern for pattern in row.inputs if not pattern.startswith("module:")], row.words)


def origins(rows: list[measured.Row], inputs: dict) -> dict[str, tuple[str, str]]:
    """The newest commit with the sources that are recorded for a row, and the digest of its flow."""
    known, wanted = measured.recorded(), {row.name for row in rows}
    found: dict[str, tuple[str, str]] = {}
    paths = {pattern for row in rows for pattern in row.inputs if ":" not in pattern} | {"rtl", "scripts/synth", "synth/rows.list"}
    for commit in Tree().git("log", "--format=%H", "--", *sorted(paths)).decode().split():
        if not wanted:
            break
        tree = Tree(commit)
        try:
            for row in measured.rows_of(tree, inputs):
                if row.name in wanted and tree.digest(row.inputs, row.words) == known.get(row.name):
                    found[row.name] = commit, flow(tree, row)
                    wanted.remove(row.name)
        except Failure:  # the commit is older than a module or a script
            continue
    return found


def renew(name: str, patterns: list[str]) -> int:
    """Record the old rows whose netlists are those that were measured; how many others remain."""
    inputs, tree = load_inputs(), Tree()
    inputs["table"] = {table: entry for table, entry in inputs["table"].items() if entry.get("rows") == "synth"}
    rows = [row for row in measured.old_rows(patterns) if row.name.partition("/")[0] in inputs["table"]]
    digests, found = {row.name: tree.digest(row.inputs, row.words) for row in rows}, origins(rows, inputs)
    subprocess.run([TOP / "scripts/yosys", "--which"], check=True, capture_output=True, text=True)
    npm = TOP / os.environ.get("NPM_YOSYS", "node_modules/@yowasp/yosys")
    kept = " ".join(re.findall(r"--keep \w+", tree.text("synth/osu018")))
    renewed = 0

    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(int(os.environ.get("JOBS", os.cpu_count() or 1))) as pool:
        for commit in {commit for commit, _ in found.values()}:
            archive = tree.git("archive", f"--prefix={commit}/", commit, "rtl", "scripts", "synth")
            subprocess.run(["tar", "-x", "-C", work], input=archive, check=True)
        netlist = cache(lambda *arguments: pool.submit(netlists.digest_of, *arguments))  # many rows have the same

        def start(row: measured.Row) -> str | list:
            """Pairs of netlists, or why none can be compared."""
            commit, then = found.get(row.name, ("", ""))
            table, _, label = row.name.partition("/")
            if not commit:
                return "no commit has the sources that were measured"
            if then != flow(tree, row):
                return f"flow or parameters changed since {commit[:10]}"
            if table == "tools" and not npm.is_dir():
                return f"no {npm}"
            return [[netlist(top, module, keep, yosys) for top in (Path(work, commit), TOP)]
                    for module in measured.synth_modules(table, tree)[label]
                    for keep in ([""] if table == "fpga" or module.split()[0] in kept.split() else ["", kept])
                    for yosys in ([None, str(npm)] if table == "tools" else [None])]

        try:
            for row, pairs in [(row, start(row)) for row in rows]:
                text = pairs if isinstance(pairs, str) else "its netlist changed"
                if not isinstance(pairs, str) and all(then.result() == now.result() for then, now in pairs):
                    measured.record({row.name: digests[row.name]})
                    text, renewed = "recorded: its netlist is the one that was measured", renewed + 1
                print(f"{row.name:<60} {text}", flush=True)
        finally:
            pool.shutdown(cancel_futures=True)
    say(name, f"{renewed} of {len(rows)} old rows of synthesis are recorded")
    return len(rows) - renewed

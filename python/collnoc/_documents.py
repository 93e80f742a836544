"""The documents of commands, of what they print; None if it is not there."""
from __future__ import annotations

import json
import re
from pathlib import Path


def from_json(text: str) -> dict | None:
    """Of commands with --json."""
    return json.loads(text) if text.lstrip().startswith("{") else None


def _file_after(text: str, words: str) -> dict | None:
    found = re.search(f"{words}(.*)", text)
    return json.loads(Path(found[1]).read_text(encoding="utf-8")) if found else None


def sweep(text: str) -> dict | None:
    """The first line of results.jsonl, the others, and rows: the runs, loads or other parts of all points, each with `point` and
    `options`."""
    found = re.search(r" run now; (.*)/results\.jsonl, ", text)
    if not found:
        return None
    lines = Path(found[1], "results.jsonl").read_text(encoding="utf-8").splitlines()
    head, *points = [json.loads(line) for line in lines]
    rows = []
    for point in points:
        result = point.get("result")
        common = {name: value for name, value in point.items() if name != "result"}
        rows += [{**common, **part} for part in _parts(result)] if result else [common]
    return {"head": head, "points": points, "rows": rows}


def _parts(result: dict) -> list[dict]:
    if "runs" in result:
        return result["runs"]
    if "traffic" in result:
        return result["traffic"]["loads"]
    return [next((value for value in result.values() if isinstance(value, dict)), result)]


def tune(text: str) -> dict | None:
    """The table that was written."""
    return _file_after(text, " cases; ")


def synthesize(text: str) -> dict | None:
    """The schedule that was written."""
    return _file_after(text, "; proved; ")


def regress(text: str) -> dict | None:
    """How many numbers are equal, differ, have failed or were skipped; and changes: a line for each that differs or has failed."""
    found = re.search(r"^# (\d+) equal, (\d+) differ, (\d+) failed, (\d+) skipped(.*)\n", text, re.M)
    if not found:
        return None
    counts = dict(zip(("equal", "differ", "failed", "skipped"), map(int, found.groups()[:4]), strict=True))
    return {**counts, "updated": bool(found[5]), "changes": [{"text": line} for line in text[: found.start()].splitlines()]}


def report(text: str) -> dict | None:
    """The name of the page."""
    found = re.match("# (.*), ", text)
    return {"page": found[1]} if found else None


def list(text: str) -> dict | None:
    """The rows of the table, by the headings of its columns, of which the last one may be any text; of `list network` its JSON."""
    if text.startswith("{"):
        return json.loads(text)
    lines = text.splitlines()
    headings = re.split(" {2,}", lines[0].lstrip("# ")) if lines else []
    rows = [re.split(" {2,}", line.strip(), maxsplit=len(headings) - 1) for line in lines[1:] if not line.startswith("#")]
    return {"rows": [dict(zip(headings, row, strict=True)) for row in rows]} if rows else None

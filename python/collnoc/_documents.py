"""What functions add to the documents of commands."""
from __future__ import annotations


def sweep(document: dict) -> dict:
    """rows: the runs, loads or other parts of all points, each with `point` and `options`."""
    rows = []
    for point in document["points"]:
        result = point.get("result")
        common = {name: value for name, value in point.items() if name != "result"}
        rows += [{**common, **part} for part in _parts(result)] if result else [common]
    return {**document, "rows": rows}


def _parts(result: dict) -> list[dict]:
    if "runs" in result:
        return result["runs"]
    if "traffic" in result:
        return result["traffic"]["loads"]
    return [next((value for value in result.values() if isinstance(value, dict)), result)]


def regress(document: dict) -> dict:
    """Each change as a part of the results."""
    return {**document, "changes": [{"text": line} for line in document["changes"]]}

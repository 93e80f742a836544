"""The table of docs/reference/proofs.md, for scripts/prove --table.

Standard input has one line HARNESS|ENGINE|PARAMETERS per case. What a case proves is the comment at the top
of its harness, tests/proofs/HARNESS.sv.
"""
import sys
from pathlib import Path

from collnoc_tables.markdown import table


def opening_comment(harness: str) -> str:
    lines = []
    for line in Path(f"tests/proofs/{harness}.sv").read_text(encoding="utf-8").splitlines():
        text = line.removeprefix("//").strip()
        if not line.startswith("//") or not text:
            break
        lines.append(text)
    return " ".join(lines).removeprefix("Proved: ")


def proofs_table(lines: list[str]) -> str:
    sets: dict[tuple[str, str], list[str]] = {}
    for line in lines:
        harness, engine, parameters = line.split("|")
        sets.setdefault((harness, engine), []).append(parameters)
    rows, before = [], None
    for (harness, engine), parameters in sets.items():
        text = "the same" if harness == before else opening_comment(harness)
        method = (
            f"first {engine.removeprefix('bounded:')} cycles"
            if engine.startswith("bounded:")
            else "full proof"
        )
        rows.append([f"[{harness}](../../tests/proofs/{harness}.sv)", text, "; ".join(parameters), method])
        before = harness
    return table(["<module and property", "<what is proved", "<parameters", "<method"], rows)


def main(name: str, arguments: list[str]) -> int:
    print(proofs_table(sys.stdin.read().splitlines()), end="")
    return 0

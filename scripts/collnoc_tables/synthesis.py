"""Tables of docs/reference/synthesis.md, for scripts/synth.

  synthesis.py print|write|check|row TABLE PAGE    rows "LABEL|NAME=VALUE NAME=VALUE ..." on standard input

`row` prints only the last row; exit 3 unless PAGE has it. `check` exits with 3 if the table in PAGE differs. A row
without numbers is the one that PAGE has, or none.
"""
import sys
from pathlib import Path

from collnoc_tables.command import DIFFERS, Failure, say
from collnoc_tables.markdown import Page, deliver, table

# Heading and key of each column after the label.
COLUMNS = {
    "blocks": (
        "block",
        {
            "cells": "cells",
            "flip-flops": "ff",
            "area µm²": "area",
            "RAM bits": "ram",
            "inside ns": "inside",
            "link ns": "link",
            "MHz": "mhz",
            "LUT4": "hx_lut4",
            "FF": "hx_ff",
            "BRAM": "hx_bram",
        },
    ),
    "features": (
        "router, 64-bit flits",
        {
            "area µm²": "area",
            "inside ns": "inside",
            "link ns": "link",
            "MHz": "mhz",
            "LUT4": "hx_lut4",
            "FF": "hx_ff",
        },
    ),
    "fpga": (
        "module",
        {"LUT4": "hx_lut4", "FF": "hx_ff", "BRAM": "hx_bram", "HX8K MHz": "hx_mhz", "UP5K MHz": "up_mhz"},
    ),
    "storage": (
        "block",
        {
            "area µm², registers": "area",
            "gated": "gated_area",
            "latches": "latch_area",
            "MHz, registers": "mhz",
            "MHz, gated": "gated_mhz",
            "MHz, latches": "latch_mhz",
        },
    ),
    "tools": (
        "module",
        {
            "LUT4, Debian": "hx_lut4",
            "LUT4, npm": "npm_hx_lut4",
            "FF, Debian": "hx_ff",
            "FF, npm": "npm_hx_ff",
            "area µm², Debian": "area",
            "area µm², npm": "npm_area",
            "MHz, Debian": "mhz",
            "MHz, npm": "npm_mhz",
        },
    ),
}
# In the table `features` these columns also show what a row adds to the first one.
ADDED = ("area", "hx_lut4", "hx_ff")


def render(name: str, lines: list[str], page: Page) -> str:
    first_heading, columns = COLUMNS[name]
    rows, base = [], {}
    for line in lines:
        label, _, pairs = line.partition("|")
        if not pairs:
            old = page.lines[page.section(f"<!-- synth:begin {name} -->")]
            kept = [line for line in old if line.startswith(f"| {label} |")]
            rows += [[cell.strip() for cell in line.strip("|").split("|")] for line in kept]
            continue
        values = dict(pair.split("=", 1) for pair in pairs.split())
        row = [label]
        for key in columns.values():
            value = values.get(key, "")
            if name == "features" and key in ADDED and base:
                value = f"{value} ({int(value) - int(base[key]):+d})"
            row.append("–" if value == "-" else value)
        base = base or values
        rows.append(row)
    return table([f"<{first_heading}", *columns], rows)


def main(name: str, arguments: list[str]) -> int:
    if len(arguments) != 3 or arguments[1] not in COLUMNS:
        raise Failure("usage: print|write|check|row TABLE PAGE")
    mode, what, path = arguments[0], arguments[1], Path(arguments[2])
    page = Page(path)
    text = render(what, sys.stdin.read().splitlines(), page)
    if mode == "print":
        print(f"\n{text}", end="")
        return 0
    if mode == "row":
        row = text.splitlines()[-1]
        print(row)
        if row not in page.lines:
            raise Failure(f"{path} does not have this row; scripts/synth --write {what} writes it", DIFFERS)
        return 0
    page.replace(f"<!-- synth:begin {what} -->", text)
    if not deliver(name, path, page.text(), check=mode == "check"):
        say(name, f"table {what} is up to date")
        return 0
    return DIFFERS if mode == "check" else 0

"""What is known of the node of each named hardware (arch/hardware.toml): area and clock from docs/reference/synthesis.md, mutants
from docs/developer/mutants.md, proofs from tests/proofs/proofs.list. Measures nothing."""
import tomllib
from pathlib import Path

from collnoc_tables.command import TOP, Failure
from collnoc_tables.markdown import Page, code, table


def rows_of(page: str, begin: str) -> dict[str, dict[str, str]]:
    """The rows of a generated table by their first cell, each cell by its heading."""
    found = Page(TOP / page)
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in found.lines[found.section(begin)]]
    return {row[0]: dict(zip(cells[0], row, strict=True)) for row in cells[2:]}


def parameters(words: list[str]) -> dict[str, int]:
    return {name: int(value) for name, _, value in (word.partition("=") for word in words if "=" in word)}


def lines(path: str) -> list[list[str]]:
    text = Path(TOP / path).read_text(encoding="utf-8")
    return [line.split() for line in text.splitlines() if line and not line.startswith("#")]


def hardware_table() -> str:
    described = tomllib.loads((TOP / "arch/node.toml").read_text(encoding="utf-8"))["parameter"]
    # Sizes and the shape of the network are smaller in proofs than in any hardware.
    features = {p["name"]: p["default"] for p in described if "option" in p and p["name"] not in ("VC_DEPTH", "MAX_PACKET", "FLIT_W")}
    blocks = rows_of("docs/reference/synthesis.md", "<!-- synth:begin blocks -->")
    mutants = rows_of("docs/developer/mutants.md", "<!-- mutants:begin -->")
    variants = {line[0]: parameters(line) for line in lines("tests/mutants/variants.list") if line[3] != "processor"}
    proofs = [(line[0], parameters(line)) for line in lines("tests/proofs/proofs.list")]
    rows = []
    for hardware in tomllib.loads((TOP / "arch/hardware.toml").read_text(encoding="utf-8"))["hardware"]:
        name, own = hardware["name"], features | hardware["set"]
        row = blocks["node, one-port" if name == "default" else f"node, {name} hardware"]
        # Of the variants, those whose parameters this hardware has; without one, that of the default hardware.
        parts = [v for v, given in variants.items() if given and given.items() <= own.items()] or ["one-port"]
        counts = [{key: int(mutants[v][key]) for key in ("mutants", "caught", "equivalent")} for v in parts]
        caught, different = sum(c["caught"] for c in counts), sum(c["mutants"] - c["equivalent"] for c in counts)
        proved = [harness for harness, given in proofs if all(own[p] == value for p, value in given.items() if p in features)]
        if not proved:
            raise Failure(f"no proof is of {name} hardware")
        rows.append([code(name), row["area µm²"], row["MHz"], len(proved), len(set(proved)),
                     f"{100 * caught / different:.1f} % of {different} ({', '.join(parts)})"])  # fmt: skip
    return table(["<name", "area of a node, µm²", "MHz", "proofs", "of properties", "<mutants noticed"], rows)

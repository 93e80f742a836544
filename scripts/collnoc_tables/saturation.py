"""Accepted throughput when every tile offers one flit per cycle, beside published results.

  scripts/saturation [OPTION...]   options go to `collnoc traffic`: --backend rtl, --measure 100000, ...

Prints the table and writes it to BUILD_DIR/run/saturation.md, for scripts/readme-table --section saturation
FILE. The program is BUILD_DIR/collnoc (default build/collnoc); it is built if it is missing.
"""
import subprocess

from collnoc_tables import measured, program
from collnoc_tables.command import build_directory
from collnoc_tables.markdown import table

# Topology, virtual channels, flits of a buffer, flits per packet, results of others.
SETTINGS = (
    ("mesh:8x8", 4, 8, 8, "BookSim2 0.39; with two reads per input port 0.419–0.435"),
    ("torus:8x8", 4, 8, 8, "BookSim2 0.51; with two reads per input port 0.589–0.620"),
    ("mesh:4x4", 1, 4, 1, "ESP 0.640, FlooNoC (buffers of 2 flits) 0.555"),
    ("mesh:4x4", 1, 4, 4, "ESP 0.554, FlooNoC (buffers of 2 flits) 0.483"),
)


def main(name: str, arguments: list[str]) -> int:
    if arguments in (["-h"], ["--help"]):
        print(__doc__)
        return 0
    if not all((build_directory() / built).exists() for built in ("collnoc", "python/collnoc")):
        subprocess.run(["scripts/build", "collnoc", "collnoc_python"], check=True)
    out = build_directory() / "run" / "saturation.md"
    measured.keep(out, "saturation", not arguments)
    rows = []
    for topology, vcs, depth, packet, others in SETTINGS:
        result = program.document(
            "traffic",
            "--topology",
            topology,
            "--vcs",
            vcs,
            "--vc-depth",
            depth,
            "--packet-flits",
            packet,
            "--load",
            1,
            "--drain",
            0,
            *arguments,
        )
        accepted = result["traffic"]["loads"][0]["accepted"]
        rows.append([topology, f"{vcs} of {depth} flits", packet, f"**{accepted:.4f}**", others])
    text = table(
        ["<network", "<virtual channels", "flits per packet", "accepted throughput", "<others"], rows
    )
    out.write_text(text, encoding="utf-8")
    print(text, end="")
    return 0

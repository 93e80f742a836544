"""Reads the traces of Netrace (Hestness, Grot & Keckler, NoCArc 2010), whose format its library defines by reading it:

  header   72 bytes: magic, version 1.0, name of the benchmark, number of nodes, cycles, packets, length of the notes, number
           of regions; then the notes, and 24 bytes for each region: offset of its first packet from the end of the header,
           cycles, packets
  packet   21 bytes: cycle, id, address, type, source, destination, types of both, number of dependencies; then the ids of
           the packets that wait for this one, which come later in the file

Everything is little-endian and packed.
"""
import struct
from collections.abc import Iterator
from typing import NamedTuple

from collnoc_traces.files import ByteReader

MAGIC = 0x484A5455
HEADER = struct.Struct("<If30sBxQQII8x")
REGION = struct.Struct("<QQQ")
PACKET = struct.Struct("<QIIBBBBB")
# Bytes of a packet by its type: a request or an answer without data, and one with a cache line of 64 bytes.
COMMAND, LINE = 8, 72
SIZES = {
    1: COMMAND, 2: LINE, 3: LINE, 4: LINE, 5: COMMAND, 6: LINE,  # ReadReq, ReadResp, ReadRespWithInvalidate, WriteReq, WriteResp, Writeback
    13: COMMAND, 14: COMMAND, 15: COMMAND, 16: LINE,  # UpgradeReq, UpgradeResp, ReadExReq, ReadExResp
    25: COMMAND,  # BadAddressError
    27: COMMAND, 28: COMMAND, 29: COMMAND, 30: LINE,  # InvalidateReq, InvalidateResp, DowngradeReq, DowngradeResp
}
MOST_NOTES, MOST_REGIONS = 8192, 100


class Region(NamedTuple):
    offset: int
    cycles: int
    packets: int


class Packet(NamedTuple):
    cycle: int
    id: int
    size: int
    src: int
    dst: int
    waiting: tuple[int, ...]  # ids


class NetraceFile:
    """A file of which the header has been read."""

    def __init__(self, name: str):
        self.file = ByteReader(name)
        data = self.file.read(HEADER.size, "the header")
        magic, version, benchmark, self.nodes, self.cycles, self.packets, notes, regions = HEADER.unpack(data)
        self.file.offset = 0
        if magic != MAGIC:
            self.file.fail(f"no trace of Netrace: it begins with {magic:#010x} instead of {MAGIC:#010x}")
        if version != 1.0:
            self.file.fail(f"version {version:g} of Netrace's format; version 1 is known")
        if self.nodes == 0:
            self.file.fail("a trace of 0 nodes")
        if regions > MOST_REGIONS:
            self.file.fail(f"{regions} regions; at most {MOST_REGIONS}")
        self.file.offset = HEADER.size
        self.benchmark = benchmark.split(b"\0")[0].decode("latin-1")
        if 0 < notes < MOST_NOTES:
            self.file.read(notes, "the notes")
        self.regions = [Region(*REGION.unpack(self.file.read(REGION.size, f"region {i}"))) for i in range(regions)]

    def read(self, region: int | None) -> Iterator[Packet]:
        """All packets, or those of a region."""
        left = -1
        if region is not None:
            if not 0 <= region < len(self.regions):
                self.file.fail(f"no region {region}; the trace has {len(self.regions)}, from 0")
            self.skip(self.regions[region].offset)
            left = self.regions[region].packets
        number = 0
        while left != 0 and (data := self.file.read(PACKET.size, f"packet {number}", may_end=left < 0)):
            yield self.packet(data, number)
            number += 1
            left -= 1

    def skip(self, size: int) -> None:
        while size > 0:
            size -= len(self.file.read(min(size, 1 << 20), "the packets before the region"))

    def packet(self, data: bytes, number: int) -> Packet:
        cycle, name, _, kind, src, dst, _, count = PACKET.unpack(data)
        self.file.offset -= PACKET.size
        for node in (src, dst):
            if node >= self.nodes:
                self.file.fail(f"packet {number}: node {node}; the trace has {self.nodes} nodes")
        if kind not in SIZES:
            self.file.fail(f"packet {number}: unknown type {kind}")
        self.file.offset += PACKET.size
        waiting = self.file.read(4 * count, f"the dependencies of packet {number}")
        return Packet(cycle, name, SIZES[kind], src, dst, struct.unpack(f"<{count}I", waiting))

#!/usr/bin/python3 -B
"""scripts/from-netrace: every message of a written trace, regions, compression, damaged files; and collnoc replays it."""
import bz2
import gzip
import json
import os
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
COLLNOC = Path(os.environ.get("BUILD_DIR", TOP / "build")) / "collnoc"
NOTES = b"a written sample\0"
READ, DATA, WRITEBACK = 1, 2, 6  # 8, 72, 72 bytes


def header(packets: int, regions: list[tuple[int, int, int]], magic: int = 0x484A5455, version: float = 1.0) -> bytes:
    start = struct.pack("<If30sBxQQII8x", magic, version, b"sample", 16, 1000, packets, len(NOTES), len(regions))
    return start + NOTES + b"".join(struct.pack("<QQQ", *region) for region in regions)


def packet(cycle: int, name: int, kind: int, src: int, dst: int, waiting: tuple[int, ...] = ()) -> bytes:
    return struct.pack(f"<QIIBBBBB{len(waiting)}I", cycle, name, 0xABCD, kind, src, dst, 0x02, len(waiting), *waiting)


# Node 3 reads from 7, which asks 12, but finds what it needs in itself, too; the answer waits for both.
PACKETS = [
    packet(10, 100, READ, 3, 7, (101, 102)),
    packet(15, 101, READ, 7, 12, (103,)),
    packet(15, 102, READ, 7, 7, (104,)),
    packet(40, 103, DATA, 12, 7, (104,)),
    packet(60, 104, DATA, 7, 3),
    packet(600, 105, WRITEBACK, 3, 9, (106,)),
    packet(620, 106, READ, 9, 3),
]
FIRST, SECOND = b"".join(PACKETS[:5]), b"".join(PACKETS[5:])
SAMPLE = header(7, [(0, 600, 5), (len(FIRST), 400, 2)]) + FIRST + SECOND


class FromNetrace(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "sample.tra"

    def convert(self, data: bytes, *options: str) -> subprocess.CompletedProcess:
        self.file.write_bytes(data)
        return subprocess.run([TOP / "scripts/from-netrace", self.file, *options], capture_output=True, text=True, check=False)

    def messages(self, data: bytes, *options: str) -> list[dict]:
        done = self.convert(data, *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_packets_wait_for_those_that_name_them(self):
        self.assertEqual(self.messages(SAMPLE), [
            {"cycle": 10, "src": 3, "dst": 7, "bytes": 8},
            {"cycle": 15, "src": 7, "dst": 12, "bytes": 8, "after": [[1, 0]]},
            {"cycle": 40, "src": 12, "dst": 7, "bytes": 72, "after": [[2, 0]]},
            {"cycle": 60, "src": 7, "dst": 3, "bytes": 72, "after": [[1, 0], [3, 0]]},
            {"cycle": 600, "src": 3, "dst": 9, "bytes": 72},
            {"cycle": 620, "src": 9, "dst": 3, "bytes": 8, "after": [[5, 0]]},
        ])

    def test_a_delay_follows_every_arrival_and_every_packet_to_itself(self):
        self.assertEqual(self.messages(SAMPLE, "--delay", "8")[3],
                         {"cycle": 60, "src": 7, "dst": 3, "bytes": 72, "after": [[1, 16], [3, 8]]})

    def test_self_throttling_forgets_the_cycle_of_those_that_wait(self):
        lines = self.messages(SAMPLE, "--self-throttling")
        self.assertEqual([line.get("cycle") for line in lines], [10, None, None, None, 600, None])

    def test_a_region_begins_with_its_first_packet(self):
        self.assertEqual(self.messages(SAMPLE, "--region", "1"), [
            {"src": 3, "dst": 9, "bytes": 72}, {"cycle": 20, "src": 9, "dst": 3, "bytes": 8, "after": [[1, 0]]}])
        self.assertEqual(len(self.messages(SAMPLE, "--region", "0")), 4)

    def test_compressed_files_are_the_same(self):
        plain = self.messages(SAMPLE)
        self.assertEqual(self.messages(bz2.compress(SAMPLE)), plain)
        self.assertEqual(self.messages(gzip.compress(SAMPLE)), plain)

    def test_the_program_replays_it(self):
        self.file.with_suffix(".jsonl").write_text(self.convert(SAMPLE).stdout, encoding="utf-8")
        done = subprocess.run([COLLNOC, "replay", self.file.with_suffix(".jsonl"), "--topology", "mesh:4x4", "--json", "-",
                               "--quiet"], capture_output=True, text=True, check=True)
        self.assertEqual(json.loads(done.stdout)["replay"]["result"]["messages"], 6)

    def test_a_wrong_file_is_refused_in_one_line_with_its_place(self):
        start = len(header(7, [(0, 0, 0)] * 2))
        for what, data, options in (
                ("byte 0: no trace of Netrace", header(0, [], magic=1), ()),
                ("byte 0: version 2 of", header(0, [], version=2.0), ()),
                ("byte 0: the file ends within the header", SAMPLE[:50], ()),
                ("byte 72: the file ends within the notes", SAMPLE[:80], ()),
                ("byte 113: the file ends within region 1", SAMPLE[:120], ()),
                (f"byte {start}: the file ends within packet 0: 21 bytes, of which 5", SAMPLE[:start + 5], ()),
                ("the file ends within the dependencies of packet 0", SAMPLE[:start + 25], ()),
                (f"byte {start - 48}: packet 0: node 16; the trace has 16", header(1, []) + packet(0, 1, READ, 16, 1), ()),
                ("packet 0: unknown type 7", header(1, []) + packet(0, 1, 7, 0, 1), ()),
                ("no region 2; the trace has 2", SAMPLE, ("--region", "2")),
                ("is damaged or cut off", bz2.compress(SAMPLE)[:-20], ()),
                ("is damaged or cut off", gzip.compress(SAMPLE)[:-20], ()),
                ("100", header(0, [(0, 0, 0)] * 101), ())):
            done = self.convert(data, *options)
            with self.subTest(what):
                self.assertEqual(done.returncode, 1)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                self.assertTrue(done.stderr.startswith(f"from-netrace: {self.file}: "), done.stderr)
                self.assertIn(what, done.stderr)

    def test_a_missing_file_is_named(self):
        done = subprocess.run([TOP / "scripts/from-netrace", "/nowhere.tra"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr),
                         (1, "from-netrace: /nowhere.tra: cannot be read: No such file or directory\n"))


unittest.main()

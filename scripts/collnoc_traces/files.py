"""Files that may be compressed, read piece by piece with their place."""
import bz2
import gzip
import lzma
import zlib
from typing import BinaryIO

from collnoc_traces.trace import Failure

OPEN = {b"\x1f\x8b": gzip.open, b"BZ": bz2.open}


class ByteReader:
    """A file; gzip and bzip2 are known by their first bytes. Offsets are those of the content."""

    def __init__(self, name: str):
        self.name = name
        self.offset = 0
        try:
            with open(name, "rb") as file:
                start = file.read(2)
            self.file: BinaryIO = OPEN.get(start, open)(name, "rb")
        except OSError as error:
            raise Failure(f"{name}: cannot be read: {error.strerror}") from None

    def fail(self, what: str) -> None:
        raise Failure(f"{self.name}: byte {self.offset}: {what}")

    def read(self, size: int, what: str, may_end: bool = False) -> bytes:
        """The next `size` bytes; nothing at the end of the file, if it `may_end`."""
        try:
            data = self.file.read(size)
        except (EOFError, OSError, zlib.error, lzma.LZMAError) as error:
            self.fail(f"the compressed file is damaged or cut off: {error}")
        if len(data) < size and not (may_end and not data):
            self.fail(f"the file ends within {what}: {size} bytes, of which {len(data)} are left")
        self.offset += len(data)
        return data

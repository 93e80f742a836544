"""Reads execution traces of MLCommons Chakra: a file per rank, in it a GlobalMetadata and then Nodes of the schema's protocol
buffers, each after its length as a varint. Only the fields of the schema below are used; their numbers are the format.
"""
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from google.protobuf import descriptor_pb2, descriptor_pool, message, message_factory

from collnoc_traces.files import ByteReader
from collnoc_traces.trace import Failure

METADATA, LOAD, STORE, COMPUTE, SEND, RECEIVE, COLLECTIVE = range(1, 8)
INVALID = 0
NODE_TYPES = range(8)
LONGEST_NODE = 1 << 28

Field = descriptor_pb2.FieldDescriptorProto
# Message -> name: (number, type, repeated). Packed and not packed numbers are both read. Texts are read as bytes: the library
# prints a line of its own about a text that is not UTF-8.
SCHEMA = {
    "Attribute": {
        "name": (1, Field.TYPE_BYTES, False), "double_val": (3, Field.TYPE_DOUBLE, False),
        "float_val": (5, Field.TYPE_FLOAT, False), "int32_val": (7, Field.TYPE_INT32, False),
        "int64_val": (9, Field.TYPE_INT64, False), "uint32_val": (11, Field.TYPE_UINT32, False),
        "uint64_val": (13, Field.TYPE_UINT64, False), "sint32_val": (15, Field.TYPE_SINT32, False),
        "sint64_val": (17, Field.TYPE_SINT64, False), "fixed32_val": (19, Field.TYPE_FIXED32, False),
        "fixed64_val": (21, Field.TYPE_FIXED64, False), "sfixed32_val": (23, Field.TYPE_SFIXED32, False),
        "sfixed64_val": (25, Field.TYPE_SFIXED64, False), "bool_val": (27, Field.TYPE_BOOL, False),
        "bool_list": (28, "BoolList", False), "string_val": (29, Field.TYPE_BYTES, False),
    },
    "BoolList": {"values": (1, Field.TYPE_BOOL, True)},
    "GlobalMetadata": {"version": (1, Field.TYPE_BYTES, False)},
    "Node": {
        "id": (1, Field.TYPE_UINT64, False), "name": (2, Field.TYPE_BYTES, False),
        "type": (3, Field.TYPE_INT32, False), "ctrl_deps": (4, Field.TYPE_UINT64, True),
        "data_deps": (5, Field.TYPE_UINT64, True), "duration_micros": (7, Field.TYPE_UINT64, False),
        "attr": (10, "Attribute", True),
    },
}


def make_messages() -> dict[str, type[message.Message]]:
    """The classes of SCHEMA."""
    file = descriptor_pb2.FileDescriptorProto(name="collnoc_traces.proto", package="collnoc_traces", syntax="proto3")
    for name, fields in SCHEMA.items():
        described = file.message_type.add(name=name)
        for key, (number, kind, repeated) in fields.items():
            one = described.field.add(name=key, number=number,
                                      label=Field.LABEL_REPEATED if repeated else Field.LABEL_OPTIONAL)
            if isinstance(kind, str):
                one.type, one.type_name = Field.TYPE_MESSAGE, f".collnoc_traces.{kind}"
            else:
                one.type = kind
            if name == "Attribute" and key != "name":
                # proto3 distinguishes a value of 0 from no value only in a oneof.
                if not described.oneof_decl:
                    described.oneof_decl.add(name="value")
                one.oneof_index = 0
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    factory = message_factory.MessageFactory(pool)
    return {name: factory.GetPrototype(pool.FindMessageTypeByName(f"collnoc_traces.{name}")) for name in SCHEMA}


MESSAGES = make_messages()


@dataclass
class Node:
    """`place`: where it stands, for messages; `depends`: the nodes whose end it waits for; `attributes`: by name, None for a value
    of a kind that no attribute here has."""
    place: str
    id: int
    name: str
    type: int
    depends: list[int]
    micros: int
    attributes: dict[str, object] = field(default_factory=dict)

    def fail(self, what: str) -> None:
        raise Failure(f"{self.place}: {what}")

    def number(self, name: str, default: int | None = None) -> int:
        """An attribute that is a whole number, at least 0."""
        value = self.attributes.get(name, default)
        if value is None:
            self.fail(f"no attribute {name}")
        if isinstance(value, str) and value.isdigit():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            self.fail(f"{name} is {value}; a whole number, at least 0, is needed")
        return value

    def flags(self, name: str) -> list[bool]:
        """An attribute that is a list of true and false; empty if there is none."""
        if name not in self.attributes:
            return []
        if not isinstance(self.attributes[name], list):
            self.fail(f"{name} is no bool_list")
        return self.attributes[name]


def value_of(attribute: message.Message) -> object:
    kind = attribute.WhichOneof("value")
    if kind == "bool_list":
        return list(attribute.bool_list.values)
    value = getattr(attribute, kind) if kind else None
    return value.decode() if isinstance(value, bytes) else value


def delimited(one: message.Message) -> bytes:
    """A message as it is in a file: after its length."""
    data = one.SerializeToString(deterministic=True)
    size, length = len(data), b""
    while size > 0x7F:
        length += bytes([size & 0x7F | 0x80])
        size >>= 7
    return length + bytes([size]) + data


def read_varint(file: ByteReader) -> int | None:
    """The length of the next message; nothing at the end of the file."""
    value = 0
    for shift in itertools.count(0, 7):
        byte = file.read(1, "the length of a message", may_end=shift == 0)
        if not byte:
            return None
        value |= (byte[0] & 0x7F) << shift
        if value > LONGEST_NODE or shift > 63:
            file.fail("a message of more than 256 MiB; this is no Chakra trace, or it is damaged")
        if byte[0] < 0x80:
            return value
    return None


def read_messages(file: ByteReader) -> Iterator[tuple[int, message.Message]]:
    """The messages with their offsets: first a GlobalMetadata, then Nodes."""
    kind = "GlobalMetadata"
    while (size := read_varint(file)) is not None:
        at = file.offset
        data = file.read(size, f"a {kind}")
        parsed = MESSAGES[kind]()
        try:
            parsed.ParseFromString(data)
        except message.DecodeError:
            raise Failure(f"{file.name}: byte {at}: no {kind} of a Chakra trace") from None
        yield at, parsed
        kind = "Node"
    if kind == "GlobalMetadata":
        file.fail("an empty file; a Chakra trace begins with a GlobalMetadata")


def read_rank(name: str) -> list[Node]:
    """The nodes of a rank, in the order of the file."""
    file = ByteReader(name)
    nodes: list[Node] = []
    ids: set[int] = set()
    for at, node in itertools.islice(read_messages(file), 1, None):
        # Chakra's own reader (src/feeder) waits for data_deps only. In traces of PyTorch, ctrl_deps are the callers.
        try:
            title = node.name.decode()
            place = f"{name}: node {node.id} ({title})" if title else f"{name}: node {node.id}"
            read = Node(place, node.id, title, node.type, sorted({*node.data_deps}), node.duration_micros,
                        {attribute.name.decode(): value_of(attribute) for attribute in node.attr})
        except UnicodeDecodeError:
            raise Failure(f"{name}: byte {at}: a text that is not UTF-8") from None
        if node.type not in NODE_TYPES:
            read.fail(f"unknown type {node.type}; types are 0 to 7")
        if node.id in ids:
            read.fail("a second node of this id")
        ids.add(node.id)
        nodes.append(read)
    for read in nodes:
        for before in read.depends:
            if before not in ids:
                read.fail(f"depends by data_deps on node {before}, which is not in the file")
    return nodes


def rank_files(prefix: str) -> list[str]:
    """PREFIX.0.et, PREFIX.1.et, ..."""
    folder = Path(prefix).parent
    try:
        found = {int(match[1]) for file in folder.iterdir()
                 if (match := re.fullmatch(re.escape(Path(prefix).name) + r"\.(0|[1-9]\d*)\.et", file.name))}
    except OSError as error:
        raise Failure(f"{folder}: cannot be read: {error.strerror}") from None
    missing = min(set(range(len(found) + 1)) - found)
    if missing < len(found) or not found:
        last = f"; the trace continues to {prefix}.{max(found)}.et" if found else ""
        raise Failure(f"{prefix}.{missing}.et: no such file; a trace is PREFIX.0.et, PREFIX.1.et, ..., one for each rank{last}")
    return [f"{prefix}.{rank}.et" for rank in range(len(found))]

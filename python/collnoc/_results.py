"""Results as Python sees them: what the program writes as JSON (docs/schemas), by attribute."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy

if TYPE_CHECKING:
    import pandas


def _value(found: Any) -> Any:
    """An object as a Record, a list of numbers as an array, a list of equal flat objects as a structured array."""
    if isinstance(found, dict):
        return Record(found)
    if not isinstance(found, list) or not found:
        return found
    if all(isinstance(item, (bool, int, float)) for item in found):
        return numpy.asarray(found)
    if all(isinstance(item, dict) for item in found):
        names = list(found[0])
        columns = {name: [item.get(name) for item in found] for name in names}
        flat = all(not isinstance(value, (dict, list, type(None))) for column in columns.values() for value in column)
        if flat and all(list(item) == names for item in found):
            return numpy.rec.fromarrays([numpy.asarray(column) for column in columns.values()], names=names)
        return [Record(item) for item in found]
    return found


class Record:
    """An object of a result. Its members are attributes (`run.cycles`, `run.links`) and items (`run["cycles"]`); lists of numbers
    and tables such as `links` are numpy arrays, made once."""

    def __init__(self, members: dict):
        self._members = members
        self._made: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._members:
            raise AttributeError(f"no member {name!r}; there are {', '.join(self._members)}")
        if name not in self._made:
            self._made[name] = _value(self._members[name])
        return self._made[name]

    def __getitem__(self, name: str) -> Any:
        if name not in self._members:
            raise KeyError(name)
        return getattr(self, name)

    def __contains__(self, name: str) -> bool:
        return name in self._members

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._members]

    def __repr__(self) -> str:
        shown = (f"{name}={value!r}" for name, value in self._members.items() if not isinstance(value, (dict, list)))
        return f"{type(self).__name__}({', '.join(shown)})"

    def to_dict(self) -> dict:
        """The object as it is in the JSON."""
        return self._members


class Results(Sequence[Record]):
    """The runs, loads or other parts of one call, in order. `document` is all that was measured and what it was measured with, as
    the program writes it with --json; `printed` are the lines that programs on tiles have printed."""

    def __init__(self, document: dict, parts: list[dict], printed: str = ""):
        self.document = document
        self.printed = printed
        self._parts = [Record(part) for part in parts]

    def __getitem__(self, index):
        return self._parts[index]

    def __len__(self) -> int:
        return len(self._parts)

    def __iter__(self) -> Iterator[Record]:
        return iter(self._parts)

    def __repr__(self) -> str:
        return f"<{len(self)} of {self.document.get('schema', 'parts')}: {', '.join(map(repr, self._parts[:3]))}{', …' if len(self) > 3 else ''}>"

    def to_pandas(self) -> pandas.DataFrame:
        """One row per part; members of objects have columns such as `hardware.vcs`."""
        import pandas

        return pandas.json_normalize([part.to_dict() for part in self._parts])

"""registry.toml, checked: the collectives and the algorithms in their order."""
import re
import tomllib
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
HOLDERS = ("nobody", "root", "everyone")
LAYOUTS = ("block", "own", "table")
FLAGS = ("apart", "keeps_own", "combines")
NEEDED = {"collective": {"name", "does", "start", "result"},
          "algorithm": {"collective", "name", "type", "header", "page", "startups", "for"}}
OPTIONAL = {"collective": {"words", "alias", "bytes", *FLAGS}, "algorithm": {"values"}}


class Invalid(Exception):
    """What is wrong in the registry."""


def fail(row, problem):
    raise Invalid(f"firmware/collectives/registry.toml: {row.get('name', row)}: {problem}")


class Collective:
    def __init__(self, row):
        self.name, self.alias, self.does = row["name"], row.get("alias"), row["does"]
        self.words = row.get("words", self.name)
        self.enumerator = self.name.replace("-", "_")
        self.start, self.result = ([*row[key], "block"][:2] for key in ("start", "result"))
        for who, layout in (self.start, self.result):
            if who not in HOLDERS or layout not in LAYOUTS:
                fail(row, f"{who}, {layout}: who has data is {', '.join(HOLDERS)}; they are {', '.join(LAYOUTS)}")
        self.flags = {flag: row.get(flag, False) for flag in FLAGS}
        if self.flags["combines"] and self.result[1] == "table":
            fail(row, "a collective that combines gives each rank a block, not a table")
        if self.start == ["root", "table"] and self.result[1] == "table":
            fail(row, "the root's table has one block for each rank: the result is its own block")
        self.combines, self.bytes = self.flags["combines"], row.get("bytes")
        self.has_data = self.start[0] != "nobody"
        if self.has_data != (self.bytes is not None):
            fail(row, "it has `bytes` if and only if there is data")

    @property
    def unit(self):
        """What has the length --bytes, for the help."""
        return f"of {'an' if self.words[0] in 'aeiou' else 'a'} {self.words}'s {self.bytes}"


class Algorithm:
    def __init__(self, row, collectives):
        self.collective, self.name, self.type, self.header = row["collective"], row["name"], row["type"], row["header"]
        self.page, self.startups, self.use = row["page"], row["startups"], row["for"]
        if self.collective not in collectives:
            fail(row, f"no [[collective]] {self.collective}")
        if not re.fullmatch(r"[a-z0-9-]+(:[a-z])?(-[a-z-]+)?", self.name):
            fail(row, "a name has small letters, digits and -, and that of a family a letter behind a colon, as :d")
        if not re.fullmatch(r"\w+(<[\w, ]+>)?", self.type):
            fail(row, f"the type {self.type} is not one of C++, such as Line or NpRd<d>")
        if not (FOLDER / self.header).is_file():
            fail(row, f"there is no header firmware/collectives/{self.header}")
        letter = re.search(r":([a-z])(?=-|$)", self.name)
        self.letter, self.values = letter and letter[1], [str(value) for value in row.get("values", [])]
        if bool(self.letter) != bool(self.values) or (self.letter and f"<{self.letter}>" not in self.type):
            fail(row, "a family has values, and one letter in its name, as :d, and its type, as <d>")

    def names(self):
        """Its name, or that of each member of the family."""
        if not self.letter:
            return [self.name]
        return [self.name.replace(f":{self.letter}", "" if value == "none" else f":{value}") for value in self.values]


class Registry:
    def __init__(self, folder=FOLDER):
        tables = tomllib.loads((folder / "registry.toml").read_text(encoding="utf-8"))
        if tables.keys() != NEEDED.keys():
            raise Invalid("firmware/collectives/registry.toml: it has [[collective]] and [[algorithm]], nothing else")
        for kind, rows in tables.items():
            for row in rows:
                if wrong := NEEDED[kind] - row.keys() | row.keys() - NEEDED[kind] - OPTIONAL[kind]:
                    fail(row, f"{', '.join(sorted(wrong))}; a table [[{kind}]] has {', '.join(sorted(NEEDED[kind]))}, and may have "
                              f"{', '.join(sorted(OPTIONAL[kind]))}")
        self.collectives = [Collective(row) for row in tables["collective"]]
        self.algorithms = [Algorithm(row, [c.name for c in self.collectives]) for row in tables["algorithm"]]
        names = [(a.collective, name) for a in self.algorithms for name in a.names()]
        if twice := {name for name in names if names.count(name) > 1}:
            raise Invalid(f"firmware/collectives/registry.toml: {' '.join(min(twice))} is there twice")

    def combining(self):
        """The names of the collectives that combine."""
        return [c.name for c in self.collectives if c.combines]

    def with_algorithm(self, name):
        """The names of the collectives that have an algorithm of this name."""
        return [c.name for c in self.collectives if (c.name, name) in self.places()]

    def places(self):
        """(collective, algorithm) -> place in the registry; a family has a name for each value."""
        names = [(a.collective, name) for a in self.algorithms for name in a.names()]
        return {name: place for place, name in enumerate(names)}

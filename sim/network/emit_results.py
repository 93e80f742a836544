"""sim/network/commands/results.hpp: the documents and objects of sim/run/results.toml as structs. For python/generate."""
import emit_text
from emit_settings import comment, member

# What a command gives: its documents together. Fields that not all of them have are optional.
DOCUMENTS = {
    "RunResults": ["result-1", "program-1"], "TrafficResults": ["traffic-2"], "ReplayResults": ["replay-1"], "CheckResults": ["check-1"],
    "ScheduleResults": ["schedule-1"], "TuneResults": ["tuned-1"],
}  # fmt: skip
# Objects that no document of these names, or that are one struct.
OBJECTS = {"network-1": "Network", "sweep_head": "SweepHead", "sweep_point": "SweepPoint", "sweep_failure": "SweepPoint"}
SAYS = {
    "Network": "The numbers of a network.", "SweepHead": "The first line of a sweep's results.jsonl.",
    "SweepPoint": "A point of a sweep: its result, or why it has failed.",
}  # fmt: skip
SCALARS = {"string": "std::string", "boolean": "bool", "integer": "std::uint64_t", "number": "double"}


class Structs:
    def __init__(self, results):
        self.results, self.done = results, {}

    def scalar(self, name):
        return SCALARS[self.results.scalars[name]["json"]]

    def type(self, type_, field):
        """In C++, of a field; the structs in it are written before."""
        if type_.form in ("list", "map"):
            return f"std::{'vector<' if type_.form == 'list' else 'map<std::string, '}{self.type(type_.inner, field)}>"
        if type_.choices or type_.form == "any":
            return "Json"
        if type_.form in ("words", "const"):
            name = "std::string"
        elif type_.name == "hardware":
            name = self.hardware(field)
        elif type_.name in self.results.objects:
            name = self.object(type_.name, field)
        else:
            name = self.scalar(type_.name)
        return f"std::optional<{name}>" if type_.nullable else name

    def says(self, field):
        form, name = field.type.form, getattr(field.type, "name", "")
        of_form = {"words": f"one of {', '.join(self.results.words.get(name, []))}", "const": f'always "{name}"'}
        return "; ".join(part for part in (field.says, of_form.get(form)) if part)

    def fields(self, objects):
        """(type, name, text, function that reads it) of the fields of objects together."""
        rows = {}
        for o in objects:
            for field in o.fields:
                everywhere = all(field.name in {f.name for f in other.fields} for other in objects)
                type_ = self.type(field.type, field)
                only_empty = type_.startswith("std::vector") and not field.optional  # where another document has no such list
                if (field.optional or not everywhere) and not type_.startswith("std::optional") and not only_empty:
                    type_ = f"std::optional<{type_}>"
                function = "list" if only_empty and not everywhere else "member"
                rows.setdefault(field.name, (type_, field.name, self.says(field), function))
        return list(rows.values())

    def struct(self, name, rows, base="", says=""):
        initial = {"std::uint64_t": " = 0", "double": " = 0", "bool": " = false"}
        lines = list(comment(says)) if says else []
        lines += [f"struct {name}{base} {{"]
        for type_, field, text, _ in rows:
            lines += [*(comment(text) if text else []), f"{type_} {member(field)}{initial.get(type_, '')};"]
        lines += ["/// Sets the fields from the JSON.", "void read(const Json& json) {"]
        lines += [f'detail::Reader::{function}(json, "{field}", {member(field)});' for _, field, _, function in rows]
        return [*lines, "}", "};", ""]

    @staticmethod
    def place(field):
        return f"{'An element' if field.type.form == 'list' else 'The value'} of `{field.name}`."

    def object(self, name, field=None):
        """The struct of an object, which is in a field or in none."""
        struct = OBJECTS.get(name) or "".join(part.capitalize() for part in name.split("_"))
        if struct not in self.done:
            together = [self.results.objects[other] for other in OBJECTS if OBJECTS[other] == struct] or [self.results.objects[name]]
            rows = self.fields(together)  # writes their structs first
            self.done[struct] = self.struct(struct, rows, says=self.place(field) if field else SAYS[struct])
        return struct

    def hardware(self, field):
        if "Hardware" not in self.done:
            properties = emit_text.hardware_schema(self.results.hardware)["properties"]
            types = {name: "std::uint64_t" if p.get("type") == "integer" else "std::string" for name, p in properties.items()}
            rows = [(types[name], name, p["description"], "member") for name, p in properties.items()]
            self.done["Hardware"] = self.struct("Hardware", rows, says=self.place(field))
        return "Hardware"


def lines(results):
    structs = Structs(results)
    documents = []
    for name, parts in DOCUMENTS.items():
        together = [results.objects[part] for part in parts]
        says = "; ".join(o.meta["TITLE"] for o in together)
        documents += structs.struct(name, structs.fields(together), " : Results", f"{says}.")
    for name in OBJECTS:
        structs.object(name)
    yield from ("// Written by python/generate from sim/run/results.toml; not to be edited. Fields are those of the JSON (docs/schemas).",
                "#pragma once", "#include <cstdint>", "#include <map>", "#include <optional>", "#include <string>", "#include <vector>", "",
                '#include "collnoc/commands/call.hpp"', "", "namespace collnoc {", "inline namespace commands {", "",
                "/// Documents and their parts.", "namespace results {", "")
    for struct in structs.done.values():
        yield from struct
    yield from (*documents, "}  // namespace results", "")
    yield from (f"using results::{name};" for name in DOCUMENTS)
    yield from ("using RunResult = results::Run;", "", "}  // namespace commands", "}  // namespace collnoc")

"""results.toml, checked; and what it says, as schemas and as C++."""
import json
import re
import tomllib
from pathlib import Path

import emit_text
import registry
from description import Description
from parts import Invalid

FOLDER = Path(__file__).resolve().parent
GREATEST = 2**53 - 1  # JSON's numbers are doubles
META = {"STRUCT", "CONFIG", "COLUMNS", "SHARED", "TITLE", "IS"}
LIMITS = {"least", "most", "above", "pattern"}
FIELD = LIMITS | {"is", "says", "some", "needs", "absent", "when", "value", "json", "member"}
ENUMERATORS = {"and": "bit_and", "or": "bit_or", "xor": "bit_xor"}  # where a word is a keyword of C++


class Type:
    """`list of list of count?`: a null, a form with the type in it, or a name."""

    def __init__(self, text):
        self.text, self.inner, self.choices = text, None, []
        self.form, _, rest = text.partition(" of ")
        if self.form in ("list", "map"):
            self.nullable, self.inner = False, Type(rest)
        elif self.form == "one":
            self.nullable, self.choices = False, [Type(choice) for choice in rest.split(", ")]
        else:
            self.nullable = text.endswith("?")
            self.form, _, self.name = text.removesuffix("?").rpartition(" ")
            self.form = self.form or "name"


class Field:
    def __init__(self, name, row):
        unknown = row.keys() - FIELD
        if unknown or "is" not in row:
            raise Invalid(f"sim/run/results.toml: {name}: {', '.join(sorted(unknown)) or 'no type'}; a field has {', '.join(sorted(FIELD))}")
        self.name, self.row, self.type = name, row, Type(row["is"])
        self.says, self.when = row.get("says", ""), row.get("when", "")
        self.optional = row.get("absent", False) or bool(self.when)
        self.member = row.get("member", name)
        # A member that may be absent: `when` asks for just this.
        self.optional_member = self.when == f"r.{self.member}"
        self.value = row.get("value", f"{'*' * self.optional_member}r.{self.member}")
        self.has_member = not {"value", "json"} & row.keys()


class Object:
    def __init__(self, name, table, common):
        self.name = name
        self.meta = {key: table[key] for key in table.keys() & META}
        self.struct, self.config = self.meta.get("STRUCT", ""), self.meta.get("CONFIG", "")
        rows = {key: row for key, row in table.items() if key not in META}
        for key, row in rows.items():
            if row == "common" and key not in common:
                raise Invalid(f"sim/run/results.toml: {name}.{key}: [COMMON] has no {key}")
        self.fields = [Field(key, common[key] if row == "common" else row) for key, row in rows.items()]


class Results:
    def __init__(self, folder=FOLDER):
        tables = tomllib.loads((folder / "results.toml").read_text(encoding="utf-8"))
        self.scalars, self.words, common = (tables.pop(name) for name in ("SCALARS", "WORDS", "COMMON"))
        try:
            collectives = registry.Registry()
        except registry.Invalid as problem:
            raise Invalid(problem) from None
        self.words["Collective"] = [c.name for c in collectives.collectives]
        for table in tables.values():
            for row in table.values():
                if isinstance(row, dict) and "says" in row:
                    row["says"] = row["says"].replace("{combining}", ", ".join(collectives.combining()))
        self.objects = {name: Object(name, table, common) for name, table in tables.items()}
        self.documents = {name: o for name, o in self.objects.items() if "TITLE" in o.meta}
        self.hardware = Description()
        for o in self.objects.values():
            for field in o.fields:
                self.check(field.type, f"{o.name}.{field.name}")

    def check(self, type_, where):
        for inner in [type_.inner] if type_.inner else type_.choices:
            self.check(inner, where)
        known = {"name": {*self.scalars, *self.objects, "hardware"}, "words": self.words, "any": {"object"}}
        if type_.form in known and type_.name not in known[type_.form]:
            raise Invalid(f"sim/run/results.toml: {where}: unknown type {type_.text}")

    # JSON schemas

    def schemas(self):
        """The files of docs/schemas with their texts."""
        for name, document in self.documents.items():
            shared = {}
            schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": document.meta["TITLE"]}
            if "IS" in document.meta:
                schema |= self.schema(Type(document.meta["IS"]), {}, shared)
            else:
                schema |= self.object_schema(document, shared)
            if shared:
                schema["$defs"] = dict(sorted(shared.items()))
            yield f"docs/schemas/{name}.json", json.dumps(schema, indent=2, ensure_ascii=False) + "\n"

    def object_schema(self, o, shared):
        properties = {}
        for field in o.fields:
            says = {"description": field.says} if field.says else {}
            properties[field.name] = self.schema(field.type, field.row, shared) | says
        required = [field.name for field in o.fields if not field.optional]
        return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}

    def schema(self, type_, limits, shared):
        if type_.form == "list":
            some = {"minItems": limits["some"]} if "some" in limits else {}
            inner = {key: value for key, value in limits.items() if key in LIMITS}
            return {"type": "array", "items": self.schema(type_.inner, inner, shared)} | some
        if type_.form == "map":
            needs = {"required": limits["needs"]} if "needs" in limits else {}
            return {"type": "object", "additionalProperties": self.schema(type_.inner, limits, shared)} | needs
        if type_.choices:
            return {"oneOf": [self.schema(choice, {}, shared) for choice in type_.choices]}
        return self.or_null(self.named_schema(type_, limits, shared), type_)

    def named_schema(self, type_, limits, shared):
        if type_.form == "const":
            return {"const": type_.name}
        if type_.form == "words":
            return {"type": "string", "enum": list(self.words[type_.name])}
        if type_.form == "any":
            return {"type": "object"}
        if type_.name == "hardware":
            return emit_text.hardware_schema(self.hardware)
        if type_.name in self.objects:
            o = self.objects[type_.name]
            if "SHARED" not in o.meta:
                return self.object_schema(o, shared)
            shared.setdefault(o.name, {})  # before its own fields, which may name it
            shared[o.name] = self.object_schema(o, shared)
            return {"$ref": f"#/$defs/{o.name}"}
        scalar = self.scalars[type_.name] | {key: value for key, value in limits.items() if key in LIMITS}
        schema = {"type": scalar["json"]}
        if "pattern" in scalar:
            schema["pattern"] = scalar["pattern"]
        if schema["type"] in ("integer", "number"):
            schema |= {"exclusiveMinimum": scalar["above"]} if "above" in scalar else {"minimum": scalar["least"]}
            schema["maximum"] = scalar.get("most", GREATEST)
        return schema

    def or_null(self, schema, type_):
        if not type_.nullable:
            return schema
        if "$ref" in schema:
            return {"oneOf": [schema, {"type": "null"}]}
        if "enum" in schema:
            schema["enum"] = [*schema["enum"], None]
        return {**schema, "type": [schema["type"], "null"]}

    # C++: fields of structs

    def members(self, o):
        """The declarations of the members of its struct that are written."""
        for field in o.fields:
            if not field.has_member:
                continue
            type_ = self.cpp(field.type, o, field)
            if field.optional_member:
                type_ = f"std::optional<{type_}>"
            initial = {"std::uint64_t": " = 0", "std::uint32_t": " = 0", "double": " = 0", "Rank": " = 0", "bool": " = false"}
            if field.type.form == "words" and not field.type.nullable:
                initial[type_] = f" = {type_}::{enumerator(self.words[field.type.name][0])}"
            declaration = f"{type_} {field.member}{initial.get(type_, '')};"
            if len(declaration) + len(field.says) > 100:
                yield f"/// {field.says[:1].upper()}{field.says[1:]}."
                yield declaration
            else:
                yield f"{declaration}  ///< {field.says}" if field.says else declaration

    def cpp(self, type_, o, field):
        if type_.form == "list":
            return f"std::vector<{self.cpp(type_.inner, o, field)}>"
        if type_.form == "words":
            name = type_.name
        elif type_.form == "name" and type_.name in self.objects:
            name = self.objects[type_.name].struct
        else:
            name = self.scalars.get(type_.name, {}).get("cpp") if type_.form == "name" else None
        if not name:
            raise Invalid(f"sim/run/results.toml: {o.name}.{field.name}: no type in C++ for {type_.text}")
        return f"std::optional<{name}>" if type_.nullable else name

    # C++: functions that write JSON

    def written(self):
        return [o for o in self.objects.values() if o.struct]

    def signature(self, o):
        config = f", const {o.config}& c" if o.config else ""
        return f"Json {o.name}_json(const {o.struct}& r{config})"

    def declarations(self):
        return [f"{self.signature(o)};" for o in self.written()]

    def writers(self):
        """sim/results/result_writers.cpp"""
        yield from ("// Written by sim/run/generate from sim/run/results.toml: the objects of results as JSON.",
                    "#include <filesystem>", "", '#include "sim/common/version.hpp"', '#include "sim/results/json_parts.hpp"',
                    "", "namespace collnoc {", "")
        for o in self.written():
            yield f"{self.signature(o)} {{"
            yield "Json json;"
            for field in o.fields:
                value = field.row.get("json") or self.conversion(field.value, field.type)
                condition = f"if ({field.when}) " if field.when else ""
                yield f"{condition}json[{json.dumps(field.name)}] = {value};"
            yield from ("return json;", "}", "")
        yield "}  // namespace collnoc"

    def conversion(self, value, type_, depth=1):
        """The JSON of the expression `value`."""
        if type_.nullable and (type_.form == "words" or type_.name in self.objects):
            inner = self.conversion(f"*{value}", Type(type_.text.removesuffix("?")))
            return f"{value} ? {inner} : Json()"
        if type_.form == "list":
            element = "e" * depth
            inner = self.conversion(element, type_.inner, depth + 1)
            return f"Json({value})" if inner == element else f"list_json({value}, [&](const auto& {element}) {{ return {inner}; }})"
        if type_.form == "words":
            return f"word_of({value})"
        if type_.form == "const":
            return json.dumps(type_.name)
        if type_.name == "hardware":
            return f"hardware_json({value})"
        if type_.name in self.objects:
            return f"{type_.name}_json({value}{', c' if self.objects[type_.name].config else ''})"
        return f"or_null({value})" if type_.nullable else value

    # C++: columns of tables

    def cell_declarations(self):
        return [f"{self.cell_signature(o)};" for o in self.written() if "COLUMNS" in o.meta]

    def cell_signature(self, o):
        return f"std::vector<Table::Cell> {o.name}_cells(const {o.struct}& r, [[maybe_unused]] const {o.config}& c)"

    def cells(self):
        """sim/results/result_cells.cpp"""
        yield from ("// Written by sim/run/generate from sim/run/results.toml: the rows of tables.",
                    '#include "sim/results/table_parts.hpp"', "", "namespace collnoc {", "")
        for o in self.written():
            if "COLUMNS" in o.meta:
                rows = (f"{{{json.dumps(heading)}, {text}{', true' if name else ''}}}" for heading, text, *name in o.meta["COLUMNS"])
                yield from (f"{self.cell_signature(o)} {{", f"return {{{', '.join(rows)}}};", "}", "")
        yield "}  // namespace collnoc"

    # C++: words

    def names(self, enumeration):
        """The words of an enumeration."""
        pairs = ", ".join(f'{{{enumeration}::{enumerator(word)}, "{word}"}}' for word in self.words[enumeration])
        return ["template <>", f"inline const NameTable<{enumeration}>& names_of() {{",
                f"static const NameTable<{enumeration}> table{{{pairs}}};", "return table;", "}"]


def enumerator(word):
    return ENUMERATORS.get(word, re.sub("[-:]", "_", word))

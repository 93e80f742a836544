"""settings.toml, checked; and what it says, as C++ and as tables of the guide."""
import json
import re
import tomllib
from pathlib import Path

from parts import Invalid
from results import enumerator

FOLDER = Path(__file__).resolve().parent
META = {"PREFIX", "NODE_PARAMETERS", "TITLE"}
KEYS = {"value", "default", "says", "doc", "key", "positional", "only", "with", "is", "least", "most", "noun", "of", "member", "about",
        "letter", "many", "required"}
# The fields of a configuration: type, and how it is read.
FORMS = {
    "switch": ("bool", "settings.on({key})"),
    "count": ("std::uint64_t", "parse_count(settings.get({key}), {least}, {most})"),
    "unsigned": ("unsigned", "static_cast<unsigned>(parse_count(settings.get({key}), {least}, {most}))"),
    "words": ("{word}", "parse_word<{word}>(settings.get({key}), {noun})"),
}


class Setting:
    def __init__(self, name, row, prefix):
        if row.keys() - KEYS or "says" not in row:
            raise Invalid(f"sim/run/settings.toml: {name}: needs says; may have {', '.join(sorted(KEYS))}")
        self.flag, self.row = name, row
        self.key = row.get("key", prefix + name.replace("-", "_").lower())
        self.form, _, self.word = row.get("is", "").partition(" ")
        if self.form and self.form not in FORMS:
            raise Invalid(f"sim/run/settings.toml: {name}: is {self.form}; must be {', '.join(FORMS)}")
        if bool(self.form) != bool(row.get("of")):
            raise Invalid(f"sim/run/settings.toml: {name}: `is` and `of` belong together: a field, and the configurations that have it")
        default = str(row.get("default", ""))
        if self.form in ("count", "unsigned") and not (
                default.isdigit() and row.get("least", 0) <= int(default) <= row.get("most", 2**64 - 1)):
            raise Invalid(f"sim/run/settings.toml: {name}: the default of a {self.form} is a number from `least` to `most`")
        self.member = row.get("member", name.replace("-", "_"))

    def member_of(self, words):
        """Its declaration."""
        if self.form == "words" and self.row.get("default") not in words.get(self.word, []):
            raise Invalid(f"sim/run/settings.toml: {self.flag}: the default is one of the words of {self.word}, which results.toml has")
        type_ = FORMS[self.form][0].format(word=self.word)
        initial = self.row.get("default", "")
        if self.form == "switch":
            initial = "false"
        elif self.form == "words":
            initial = f"{self.word}::{enumerator(initial)}"
        declaration = f"{type_} {self.member} = {re.sub(r'(?<=[0-9])(?=([0-9]{3})+$)', chr(39), initial)};"
        return f"{declaration}  ///< {self.row.get('about', self.row['says'])}"

    def reading(self):
        values = {"key": json.dumps(self.key), "least": self.row.get("least", 0), "word": self.word,
                  "most": self.row.get("most", "std::numeric_limits<std::uint64_t>::max()"), "noun": json.dumps(self.row.get("noun"))}
        return f"if (settings.has({values['key']})) config.{self.member} = {FORMS[self.form][1].format(**values)};"


class Settings:
    def __init__(self, folder=FOLDER):
        tables = tomllib.loads((folder / "settings.toml").read_text(encoding="utf-8"))
        self.commands, self.alone, self.only = tables.pop("COMMANDS"), tables.pop("ALONE"), tables.pop("ONLY")
        self.meta = {group: {key: table.pop(key) for key in META & table.keys()} for group, table in tables.items()}
        self.groups = {group: [Setting(name, row, self.meta[group].get("PREFIX", "")) for name, row in table.items()]
                       for group, table in tables.items()}
        if untitled := [group for group, meta in self.meta.items() if "TITLE" not in meta]:
            raise Invalid(f"sim/run/settings.toml: [{untitled[0]}] has no TITLE")
        for setting in self.all():
            if setting.row.get("only", next(iter(self.only))) not in self.only:
                raise Invalid(f"sim/run/settings.toml: {setting.flag}: [ONLY] has no {setting.row['only']}")
            if setting.row.get("with", setting.key) not in {other.key for other in self.all()}:
                raise Invalid(f"sim/run/settings.toml: {setting.flag}: with {setting.row['with']}, which is no key")
        if len({setting.key for setting in self.all()}) < len(self.all()):
            raise Invalid("sim/run/settings.toml: two settings have one key")
        for groups in [*self.commands.values(), *self.alone.values()]:
            if unknown := set(groups) - self.groups.keys():
                raise Invalid(f"sim/run/settings.toml: [COMMANDS]: no group {', '.join(unknown)}")

    def all(self):
        return [setting for group in self.groups.values() for setting in group]

    def configurations(self):
        return sorted({config for setting in self.all() for config in setting.row.get("of", [])})

    def members(self, config, words):
        return [setting.member_of(words) for setting in self.all() if config in setting.row.get("of", [])]

    # C++

    def declarations(self):
        yield from (f"std::vector<Setting> {group}_settings();" for group in self.groups)
        yield ""
        yield "// Of a command."
        yield from (f"std::vector<Setting> {command}_command_settings();" for command in self.commands | self.alone)

    def sentences(self):
        return [f"inline constexpr const char* for_{name} = {json.dumps(sentence)};" for name, sentence in self.only.items()]

    def readers(self):
        return [f"void read_values(const Settings& settings, {config}& config);" for config in self.configurations()]

    def tables(self):
        """sim/commands/setting_groups.cpp"""
        yield from ("// Written by sim/run/generate from sim/run/settings.toml: the options of commands, and their simple values.",
                    '#include "sim/commands/setting_groups.hpp"', "#include <limits>", '#include "sim/commands/setting_texts.hpp"',
                    '#include "sim/commands/values.hpp"', "", "namespace collnoc {", "namespace {", "",
                    "std::vector<Setting> joined(std::initializer_list<std::vector<Setting>> groups) {",
                    "std::vector<Setting> all;", "for (const auto& group : groups) all.insert(all.end(), group.begin(), group.end());",
                    "return all;", "}", "", "}  // namespace", "")
        for group, settings in self.groups.items():
            rows = ", ".join(self.row(setting) for setting in settings)
            more = "add_node_parameters(all);\n" if self.meta[group].get("NODE_PARAMETERS") else ""
            title = f"for (Setting& setting : all) setting.title = {json.dumps(self.meta[group]['TITLE'])};\n"
            yield from (f"std::vector<Setting> {group}_settings() {{", f"std::vector<Setting> all{{{rows}}};", f"{more}{title}return all;", "}", "")
        for command, groups in (self.commands | self.alone).items():
            calls = ", ".join(f"{group}_settings()" for group in groups)
            yield from (f"std::vector<Setting> {command}_command_settings() {{", f"return joined({{{calls}}});", "}", "")
        alone = {group for groups in self.alone.values() for group in groups}
        keys = ", ".join(f"{group}_settings()" for group in self.groups if group not in alone)
        yield from ("std::vector<std::string> all_setting_keys() {", "std::vector<std::string> keys;",
                    f"for (const Setting& setting : joined({{{keys}}})) keys.push_back(setting.key);", "return keys;", "}", "")
        for config in self.configurations():
            yield f"void read_values(const Settings& settings, {config}& config) {{"
            yield from (setting.reading() for setting in self.all() if config in setting.row.get("of", []))
            yield from ("}", "")
        yield "}  // namespace collnoc"

    def row(self, setting):
        row = setting.row
        value = row.get("value", "")
        value = f"alternatives<{value[6:]}>()" if value.startswith("words ") else text(value)
        sentence = f"for_{row['only']}" if "only" in row else '""'
        switch = {key: str(row.get(key, False)).lower() for key in ("positional", "many", "required")}
        fields = [json.dumps(setting.flag), json.dumps(setting.key), value, text(row.get("default", "")), text(row["says"]),
                  switch["positional"], sentence, json.dumps(row.get("with", "")), json.dumps(row.get("letter", "")), switch["many"], switch["required"]]
        while len(fields) > 5 and fields[-1] in ('""', "false"):
            fields.pop()
        return f"{{{', '.join(fields)}}}"

    # The guide

    def guide(self, commands, groups):
        """A table of the options of some groups; with the commands that have them, unless all of the page's have."""
        head = ["| command | option | meaning | default |", "|---|---|---|---|"] if commands else ["| option | meaning | default |", "|---|---|---|"]
        yield from head
        for group in groups:
            names = ", ".join(f"`{c}`" for c in ("run", "traffic", "replay") if group in self.commands[c])
            for setting in self.groups[group]:
                if setting.row.get("positional"):
                    continue
                value = setting.row.get("value", "")
                shown = f" {value}" if value and not re.search(r"words |[|{]", value) else ""
                default = f"`{setting.row['default']}`" if "default" in setting.row else ""
                says = setting.row.get("doc", setting.row["says"]).replace("|", "\\|")
                cells = ([names] if commands else []) + [f"`--{setting.flag}{shown}`", says, default]
                yield "| " + " | ".join(cells) + " |"


def text(words):
    """A C++ expression; {name} in it is the text of the function name()."""
    names = re.findall(r"\{(\w+)\}", words)
    literal = json.dumps(re.sub(r"\{\w+\}", "{}", words), ensure_ascii=False)
    if not names:
        return literal
    return f"{names[0]}()" if words == f"{{{names[0]}}}" else f"fmt::format({literal}, {', '.join(f'{name}()' for name in names)})"

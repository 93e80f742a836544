"""sim/network/commands/settings.hpp: a struct for the settings of each command. For python/generate."""

RESERVED = {"register", "default", "class", "operator", "new", "delete", "switch", "case", "auto", "export", "union", "template"}


def member(name):
    return f"{name}_" if name in RESERVED else name


def comment(text, indent=""):
    """Lines of at most 110 columns."""
    line = f"{indent}///"
    for word in text.split():
        if len(line) + 1 + len(word) > 110:
            yield line
            line = f"{indent}///"
        line += f" {word}"
    yield line


def struct_name(command):
    return f"{command.name.capitalize()}Settings"


def struct(command):
    yield from comment(f"Settings of {command.name}(): {command.help}.")
    yield f"struct {struct_name(command)} {{"
    for option in [*command.positional, *command.options]:
        yield from comment(option.says)
        yield f"bool {member(option.name)} = false;" if option.is_flag else f"Value {member(option.name)};"
    if command.has_keys:
        yield "/// Further keys of a configuration file."
        yield "Keys set;"
    yield "/// Their names and values."
    yield "NamedSettings named() const {"
    yield "return detail::Named()"
    for option in [*command.positional, *command.options]:
        kind = "many" if option.many else "flag" if option.is_flag else "setting"
        yield f'.{kind}("{option.name}", {member(option.name)})'
    if command.has_keys:
        yield ".keys(set)"
    yield from (".take();", "}", "};", "")


def lines(commands):
    yield from ("// Written by python/generate from the command line; not to be edited. Settings that are not given are those",
                "// of the program.", "#pragma once", "#include <string>", "#include <vector>", "", '#include "collnoc/commands/values.hpp"',
                "", "namespace collnoc {", "inline namespace commands {", "")
    for command in commands:
        yield from struct(command)
    yield from ("}  // namespace commands", "}  // namespace collnoc")

"""C++: the configuration of a node, registers, formats."""
import re

NOTE = "// Written by arch/generate from arch/{}; not to be edited.\n"


def _wrapped(prefix, text, width=110):
    """`text` in comment lines that begin with `prefix`."""
    lines, line = [], prefix
    for word in text.split():
        if len(line) + 1 + len(word) > width:
            lines.append(line)
            line = prefix
        line += " " + word
    return lines + [line]


def hardware_fields(d):
    lines = []
    for p in d.parameters:
        if not p.field:
            continue
        lines += _wrapped("///", f"{p.name}: {p.help}", 108)
        lines.append(f"{p.type} {p.field};")
    return lines


def hardware_defaults(d):
    """The constructor's assignments."""
    for p in d.parameters:
        if not p.field:
            continue
        if p.enum:
            value = f"{p.type}::{p.enum['values'][p.default]['name']}"
        elif p.type == "bool":
            value = "true" if p.default else "false"
        else:
            value = p.default
        yield f"{p.field} = {value};"


def enums(d):
    lines = []
    for enum in d.enums.values():
        if "where" in enum:
            continue
        lines += [f"/// {enum['text']}", f"enum class {enum['name']} : std::uint8_t {{"]
        for i, value in enumerate(enum["values"]):
            lines.append(f"  {value['name']} = {i},  ///< {value['text']}")
        lines.append("};")
    return lines


def parameter_words(d):
    lines = []
    for enum in d.enums.values():
        words = ", ".join(f'"{v["name"].replace("_", "-")}"' for v in enum["values"])
        lines.append(f"inline constexpr std::string_view {enum['name'].lower()}_words[] = {{{words}}};")
        lines += [f"static_assert(static_cast<unsigned>({enum['name']}::{v['name']}) == {i});"
                  for i, v in enumerate(enum["values"])]
    return lines


def parameter_table(d):
    lines = [f"constexpr unsigned {p.field}_values[] = {{{', '.join(map(str, p.values))}}};"
             for p in d.parameters if p.field and not p.is_range]
    lines += ["", "constexpr NodeParameter all_parameters[] = {"]
    for p in d.parameters:
        if not p.field:
            continue
        value = f"static_cast<{p.type}>(value)" if p.enum else "value != 0" if p.type == "bool" else "value"
        words = f"{p.type.lower()}_words" if p.enum else "{}"
        values = "{}" if p.is_range else f"{p.field}_values"
        quote = lambda text: f'"{text or ""}"'
        lines += [
            f"    {{{quote(p.name)}, {quote(p.field)}, {quote(p.letter)}, {quote(p.option)}, {quote(p.placeholder)}, "
            f"{quote(p.json)},",
            f"     {quote(p.help)},",
            f"     {p.default}, {p.values[0]}, {p.values[-1]}, {values}, {words}, {str(p.type == 'bool').lower()}, "
            f"\"{p.allowed()}\",",
            f"     [](const HardwareConfig& c) {{ return static_cast<unsigned>(c.{p.field}); }},",
            f"     [](HardwareConfig& c, unsigned value) {{ c.{p.field} = {value}; }}}},"]
    return lines + ["};"]


def legality(d):
    """The rules of a node in model/legality.cpp."""
    rules = [rule for rule in d.rules if not rule.get("network")]
    used = set(re.findall(r"[A-Z][A-Z_0-9]*", " ".join(rule["illegal"] for rule in rules)))
    lines = []
    for p in d.parameters:
        if p.name in used and p.field:
            lines.append(f"const auto {p.name} = static_cast<unsigned>(config.{p.field});")
    for name, value in d.enumerators.items():
        if name in used:
            lines.append(f"constexpr unsigned {name} = {value};")
    for rule in rules:
        text = re.sub(r"\b[A-Z][A-Z_0-9]+\b", lambda m: _option(d, m[0]), rule["text"])
        field = next(p.field for p in d.parameters if p.name == rule["blame"])
        lines.append(f"if ({rule['illegal']}) return Illegal{{\"{field}\", \"{text}\"}};")
    return lines


def _option(d, name):
    """A parameter's name for users of the program."""
    for p in d.parameters:
        if p.name == name and p.option:
            return f"--{p.option}"
    return name


def _offset(register):
    name = register.name.lower()
    text = f"///< {register.access}: {register.text}"
    if register.stride:
        return [f"/// {register.access}: {register.text}.",
                f"constexpr std::uint32_t {name}(std::uint32_t {register.index}) {{ return {register.offset:#05x} + "
                f"{register.stride} * {register.index}; }}"]
    if len(text) > 60:
        return _wrapped("///", f"{register.access}: {register.text}", 108) + [
            f"inline constexpr std::uint32_t {name} = {register.offset:#05x};"]
    return [f"inline constexpr std::uint32_t {name} = {register.offset:#05x};  {text}"]


def nic_registers(d):
    lines = ["// The NIC's registers: byte offsets and fields (docs/reference/hardware.md). Freestanding.",
             NOTE.format("registers.toml").rstrip(), "#pragma once", "#include <cstdint>", "", "namespace collnoc::nic {", "",
             "/// Bits low + width - 1 .. low of a register.", "struct Field {", "  unsigned low = 0, width = 0;",
             "  constexpr std::uint32_t of(std::uint32_t word) const { return word >> low & ((1u << width) - 1); }",
             "  constexpr std::uint32_t at(std::uint32_t value) const { return value << low; }", "};", ""]
    for register in d.nic:
        lines += _offset(register)
    for register in d.nic:
        if not register.prefix:
            continue
        lines += ["", f"// Fields of {register.name}."]
        for field in register.fields:
            if not field.cpp:
                continue
            name = f"{register.prefix}_{field.name}"
            if field.width == 1:
                lines.append(f"inline constexpr std::uint32_t {name} = 1u << {field.low};  ///< {field.text}")
            else:
                lines.append(f"inline constexpr Field {name}{{{field.low}, {field.width}}};  ///< {field.text}")
    lines += ["", "/// A register, or `count` of them, `stride` bytes apart.", "struct Register {", "  const char* name;",
              "  std::uint32_t offset, stride, count;",
              "  const char* access;  ///< r, w, rw, rw1c, launch (a write launches), subtract (a written value is subtracted)",
              "};", "inline constexpr Register registers[] = {"]
    lines += [f'  {{"{r.name}", {r.offset:#05x}, {r.stride}, {r.count}, "{r.access}"}},' for r in d.nic] + ["};"]
    lines += ["", "/// Direction bits of PUT_CTRL in dimension d: 0 shortest, 1 plus, 2 minus.",
              "constexpr std::uint32_t ctrl_direction(std::uint32_t d, std::uint32_t value) {",
              "  return value << (ctrl_directions.low + 2 * d);", "}", "",
              "/// Whether a write waits while a launch waits for its queue.",
              "constexpr bool is_put_register(std::uint32_t offset) {",
              "  return offset <= put_node || offset == put_go || offset == put_corner;",
              "}", "",
              "/// Bits of the register ERROR.",
              "enum Error : std::uint32_t {"]
    for i, error in enumerate(d.errors):
        lines.append(f"  error_{error['name']} = {1 << i},  ///< {error['text']}")
    return "\n".join(lines + ["};", "", "}  // namespace collnoc::nic"]) + "\n"


def tile_registers(d):
    lines = ["// The registers of a tile with a processor, beside those of its NIC: byte offsets from `tile_registers_base`,",
             "// 32 bits (docs/reference/hardware.md). Freestanding.", NOTE.format("registers.toml").rstrip(), "#pragma once",
             "#include <cstdint>", "", "namespace collnoc::tile {", "", "// Addresses as the processor sees them."]
    for region in d.regions:
        address = f"{region['address']:08x}"
        lines += _wrapped("///", region["text"], 108)
        lines.append(f"inline constexpr std::uint32_t {region['name']} = 0x{address[:4]}'{address[4:]};")
        if "boot" in region:
            lines += ["/// Address of the first instruction. Accesses below it are refused, so that null pointers trap.",
                      f"inline constexpr std::uint32_t boot_address = {region['boot']:#x};"]
    lines.append("")
    for register in d.tile:
        lines += _offset(register)
    for register in d.tile:
        if register.values:
            name = register.name.capitalize()
            lines += ["", f"/// Values of {register.name}.", f"enum {name} : std::uint32_t {{"]
            lines += [f"  {v['name']} = {v['value']},  ///< {v['text']}" for v in register.values] + ["};"]
    lines += ["", "/// Exit code of a program that ends by a fault.", "inline constexpr std::uint32_t fault_exit = 255;"]
    return "\n".join(lines + ["", "}  // namespace collnoc::tile"]) + "\n"


def _integer(width):
    return next(f"std::uint{n}_t" for n in (8, 16, 32, 64) if width <= n)


def head_struct(d):
    lines = []
    for field in d.head:
        # In wide flits, `last` has further bits in the second word.
        lines += _wrapped("///", field["text"], 106) + [f"{_integer(field.get('holds', field['width']))} {field['name']} = 0;"]
    reads, writes, low = [], [], 0
    for field in d.head:
        mask = f"{(1 << field['width']) - 1:#x}u"
        reads.append(f"static_cast<{_integer(field.get('holds', field['width']))}>(w >> {low} & {mask})")
        writes.append(f"std::uint64_t({field['name']} & {mask}) << {low}")
        low += field["width"]
    lines += ["", "static constexpr Head from_word(std::uint64_t w) {", "  return {" + ",\n          ".join(reads) + "};", "}",
              "constexpr std::uint64_t word() const {", "  return " + " |\n         ".join(writes) + ";", "}"]
    return "\n".join(lines).split("\n")


def action_formats(d):
    lines = ["/// Kinds of actions; 0 is none of them, so empty memory is no plan.", "enum class Kind : std::uint8_t {"]
    lines += [f"  {a['name']} = {i},  ///< {a['text']}" for i, a in enumerate(d.actions, 1)] + ["};"]
    for name, fields in d.action_words.items():
        lines += ["", f"struct {name.title().replace('_', '')} {{"]
        low, reads, writes = 0, [], []
        for field in fields:
            mask = f"{(1 << field['width']) - 1:#x}u"
            lines.append(f"  {_integer(field['width'])} {field['name']} = 0;  ///< {field['text']}")
            reads.append(f"static_cast<{_integer(field['width'])}>(w >> {low} & {mask})")
            writes.append(f"std::uint64_t({field['name']} & {mask}) << {low}")
            low += field["width"]
        lines += ["", f"  static constexpr {name.title().replace('_', '')} from_word(std::uint64_t w) {{",
                  "    return {" + ",\n          ".join(reads) + "};", "  }",
                  "  constexpr std::uint64_t word() const {", "    return " + " |\n         ".join(writes) + ";", "  }", "};"]
    return "\n".join(lines).split("\n")


def operations(d):
    lines = ["enum class Operation : std::uint8_t {"]
    return lines + [f"  {o['name']} = {o['code']},  ///< {o['text']}" for o in d.operations] + ["};"]


def descriptor_struct(d):
    lines = []
    for field in reversed(d.descriptor):
        kind = "bool" if field["width"] == 1 else _integer(field["width"])
        value = "false" if field["width"] == 1 else "0"
        lines.append(f"{kind} {field['name']} = {value};  ///< {field['text']}")
    lines += ["", "/// Calls f(value, width) for every field as the RTL packs them, lowest first.", "template <class F>",
              "void fields(F&& f) const {"]
    calls = [f"  f({field['name']}, {field['width']}u);" for field in d.descriptor]
    return lines + calls + ["}", "template <class F>", "void fields(F&& f) {"] + calls + ["}"]


def constants(d):
    lines = []
    for constant in d.constants:
        if constant.get("cpp", True):
            lines.append(f"inline constexpr unsigned {constant['name'].lower()} = {constant['value']};  ///< {constant['text']}")
    return lines


def named_hardware(d):
    key = lambda name: "nic" if name == "ALL_PORT" else "hardware." + next(p.field for p in d.parameters if p.name == name)
    lines = []
    for h in d.hardware:
        rows = [f'{{"{key(n)}", "{d.option_of(n, v)[0]}", "{d.option_of(n, v)[1]}"}}' for n, v in h["set"].items()]
        if rows:
            lines.append(f"inline constexpr NamedValue {h['name'].replace('-', '_')}_values[] = {{{', '.join(rows)}}};")
    lines.append("inline constexpr NamedHardware named_hardware[] = {")
    for h in d.hardware:
        values = f"{h['name'].replace('-', '_')}_values" if h["set"] else "{}"
        lines.append(f'    {{"{h["name"]}", "{h["help"]}", {values}}},')
    return lines + ["};"]

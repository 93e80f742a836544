"""SystemVerilog: parameter lists, elaboration checks, package constants and formats; SystemRDL."""
import itertools
import re

WIDTH = 115  # columns


def _type(parameter):
    return "bit" if parameter.type == "bool" else "int"


def _default(parameter):
    if parameter.type == "bool":
        return f"1'b{parameter.default}"
    if parameter.enum:
        return "collnoc_pkg::" + parameter.enum["values"][parameter.default]["name"].upper()
    return str(parameter.default)


def parameters(d, module):
    """The head of a module: one line per parameter."""
    rows = d.of_module(module)
    width = max(len(p.name) for p in rows)
    lines = []
    for p in rows:
        text = f"parameter {_type(p)} {p.name:<{width}} = {_default(p)},"
        legal = "" if p.type == "bool" or p.enum else f": {p.allowed()}"
        lines.append(f"{text:<52} // {p.rtl}{legal if ':' not in p.rtl else ''}")
    return lines


def instance(d, module):
    """Parameters handed on to an instance of `module`."""
    lines, line = [], ""
    names = [p.name for p in d.of_module(module)]
    for i, name in enumerate(names):
        item = f".{name}({name})" + ("," if i + 1 < len(names) else "")
        if line and len(line) + len(item) + 7 > WIDTH:
            lines.append(line.rstrip())
            line = ""
        line += item + " "
    return lines + [line.rstrip()]


def _condition(d, text):
    return re.sub(r"[A-Z][A-Z_0-9]*", lambda m: ("collnoc_pkg::" if m[0] in d.enumerators else "") + m[0], text)


def checks(d, module):
    """Illegal values and combinations are rejected at elaboration, except by Icarus Verilog 11, which refuses $error there."""
    lines = ["`ifndef __ICARUS__"]

    def check(name, condition, text):
        lines.extend([f"if ({condition}) begin : gen_bad_{name}", f"  $error(\"{module}: {text}\");", "end"])

    for p in d.of_module(module):
        if p.check != module or p.type == "bool":
            continue
        if p.is_range:
            condition = f"{p.name} < {p.values[0]} || {p.name} > {p.values[-1]}"
        else:
            condition = " && ".join(f"{p.name} != {v}" for v in p.values)
        check(p.name.lower(), condition, f"{p.name} must be {p.allowed()}")
    for i, rule in enumerate(d.rules):
        if rule.get("check", "router") == module:
            check(f"rule_{i}", _condition(d, rule["illegal"]), rule["text"])
    return lines + ["`endif"]


def _struct(fields, name):
    lines = ["typedef struct packed {"]
    for field in reversed(fields):
        kind = "logic" if field["width"] == 1 else f"logic [{field['width'] - 1}:0]"
        lines.append(f"  {kind:<12} {field['name'] + ';':<13} // {re.split(r'[;(:]', field['text'])[0].strip()}")
    return lines + [f"}} {name};"]


def package(d):
    """Constants and types of collnoc_pkg."""
    lines = []
    for enum in d.enums.values():
        lines.append(f"// {enum['text']}")
        for i, value in enumerate(enum["values"]):
            lines.append(f"localparam int {value['name'].upper()} = {i};  // {value['text']}")
    lines.append("")
    for constant in d.constants:
        lines.append(f"localparam int {constant['name']} = {constant['value']};  // {constant['text']}")
    lines += ["", "// The first 64 bits of a head flit."] + _struct(d.head, "head_t")
    lines += ["", "// A put that was checked, with its route."] + _struct(d.descriptor, "descriptor_t")
    lines += ["", f"localparam int DESCRIPTOR_W = {sum(field['width'] for field in d.descriptor)};"]
    lines += ["", "// What a put does to the destination's memory."]
    for operation in d.operations:
        lines.append(f"localparam logic [3:0] OP_{operation['name'].upper()} = 4'd{operation['code']};  // {operation['text']}")
    lines += ["", "// Actions of the sequencer, and the formats of their words."]
    for i, action in enumerate(d.actions):
        lines.append(f"localparam logic [3:0] ACTION_{action['name'].upper()} = 4'd{i + 1};  // {action['text']}")
    for name, fields in d.action_words.items():
        lines += _struct(fields, f"{name}_t")
    lines += ["", "// Bits of the register ERROR."]
    for i, error in enumerate(d.errors):
        lines.append(f"localparam int ERR_{error['name'].upper()} = {i};  // {error['text']}")
    lines.append(f"localparam int ERRORS = {len(d.errors)};")
    lines += ["", "// Byte offsets of the NIC's registers; of arrays, the first."]
    for register in d.nic:
        lines.append(f"localparam logic [9:0] REG_{register.name} = 10'h{register.offset:03x};")
    lines += ["", "// Addresses as a tile's processor sees them: bits 31:28 of the regions, byte offsets of the tile's registers."]
    for region in d.regions:
        lines.append(f"localparam logic [3:0] {region['name'].upper()} = 4'h{region['address'] >> 28:x};")
        if "boot" in region:
            lines.append(f"localparam int BOOT_ADDRESS = {region['boot']};  // of the first instruction; below it, all accesses are refused")
    for register in d.tile:
        lines.append(f"localparam logic [7:0] TILE_{register.name} = 8'h{register.offset:02x};")
    return lines


def _plain(text):
    return text.replace("`", "").replace('"', "'")


def system_rdl(d):
    """Both register maps for register tools."""
    access = {"r": ("r", "w"), "w": ("w", "r"), "rw": ("rw", "rw"), "rw1c": ("rw", "rw"), "launch": ("rw", "rw"), "subtract": ("rw", "rw")}
    lines = ["// Registers of a tile in SystemRDL 2.0. Written by arch/generate from arch/registers.toml; not to be edited.",
             ""]

    def reg(register, name, place, indent):
        software, hardware = access[register.access]
        fields = [(f.name, f.text, f"[{f.low + f.width - 1}:{f.low}]") for f in register.fields]
        lines.extend([f"{indent}reg {{", f'{indent}  desc = "{_plain(register.text)}";'])
        for field, words, bits in fields or [("value", register.text, "[31:0]")]:
            clears = " onwrite = woclr;" if register.access == "rw1c" else ""
            lines.append(f'{indent}  field {{ desc = "{_plain(words)}"; sw = {software}; hw = {hardware};{clears} }} '
                         f"{field.upper()}{bits};")
        lines.append(f"{indent}}} {name}{place};")

    def addrmap(name, text, registers):
        lines.extend([f"addrmap {name} {{", f'  desc = "{text}";', "  default regwidth = 32;", "  default accesswidth = 32;"])
        for group, members in itertools.groupby(registers, key=lambda r: r.group):
            members = list(members)
            if group is None:
                for r in members:
                    place = f"[{r.count}] @ {r.offset:#x} += {r.stride:#x}" if r.stride else f" @ {r.offset:#x}"
                    reg(r, r.name, place, "  ")
                continue
            first = members[0]
            lines.append("  regfile {")
            for r in members:
                reg(r, r.name.removeprefix(group + "_"), f" @ {r.offset - first.offset:#x}", "    ")
            lines.append(f"  }} {group}[{first.count}] @ {first.offset:#x} += {first.stride:#x};")
        lines.extend(["};", ""])

    addrmap("collnoc_nic", "Registers of the NIC, byte offsets on the register bus", d.nic)
    addrmap("collnoc_tile", "Registers of a tile with a processor", d.tile)
    return "\n".join(lines).rstrip() + "\n"

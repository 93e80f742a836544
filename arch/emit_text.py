"""Documents, schemas, shell."""


def _row(*cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def parameter_table(d):
    lines = [_row("parameter", "default", "legal values", "option", "in file names", "meaning"), "|---|--:|---|---|---|---|"]
    for p in d.parameters:
        option = f"`--{p.option}`" if p.option else ""
        letter = f"`_{p.letter}{p.default}`" if p.letter else ""
        lines.append(_row(f"`{p.name}`", p.default, p.allowed(), option, letter, p.help))
    lines += ["", "Rejected at elaboration, and by the program:", ""]
    return lines + [f"- {rule['text']}" for rule in d.rules]


def option_table(d):
    lines = [_row("flag", "key", "default", "meaning"), "|---|---|---|---|"]
    for p in d.parameters:
        if p.option:
            default = p.enum["values"][p.default]["name"].replace("_", "-") if p.enum else p.default
            default = ("off", "on")[p.default] if p.type == "bool" else default
            placeholder = p.placeholder.replace("|", r"\|")
            lines.append(_row(f"`--{p.option} {placeholder}`", f"`hardware.{p.field}`", f"`{default}`", p.help))
    return lines


ACCESS = {"launch": "w, reads back", "subtract": "r, w subtracts"}


def _register_rows(registers):
    for r in registers:
        offset = f"{r.offset:03x}" + (f" + {r.stride}{r.index}" if r.stride else "")
        text = r.text
        parts = [f"`{f.bits}` {f.name}: {f.text}" for f in r.fields]
        parts += [f"`{v['value']}` {v['text']}" for v in r.values]
        yield _row(offset, r.name, ACCESS.get(r.access, r.access), "<br>".join([text, *parts]))


def nic_table(d):
    return [_row("offset", "name", "access", "meaning"), "|---|---|---|---|", *_register_rows(d.nic)]


def tile_table(d):
    return [_row("offset", "name", "access", "meaning"), "|---|---|---|---|", *_register_rows(d.tile)]


def region_table(d):
    lines = [_row("from", "what"), "|---|---|"]
    for region in d.regions:
        address = f"{region['address']:08x}"
        lines.append(_row(f"{address[:4]}_{address[4:]}", region["text"]))
    return lines


def error_table(d):
    return [_row("bit", "name", "set when"), "|--:|---|---|",
            *(_row(i, e["name"], e["text"]) for i, e in enumerate(d.errors))]


def action_table(d):
    return [_row("kind", "action", "does"), "|--:|---|---|",
            *(_row(i, f"`{a['name']}`", a["text"]) for i, a in enumerate(d.actions, 1))]


def operation_table(d):
    return [_row("code", "operation", "the memory then holds"), "|--:|---|---|",
            *(_row(o["code"], f"`{o['name']}`", o["text"]) for o in d.operations)]


def head_table(d):
    return field_table(d.head)


def field_table(fields):
    """The fields of a 64-bit word."""
    lines, low = [_row("bits", "field", "meaning"), "|---|---|---|"], 0
    for field in fields:
        lines.append(_row(f"{low + field['width'] - 1}:{low}", field["name"], field["text"]))
        low += field["width"]
    return lines


def shell(d):
    """Arrays for scripts/verilate-node."""
    names = " ".join(p.name for p in d.chosen())
    values = " ".join(f"[{p.name}]={p.default}" for p in d.chosen())
    letters = "".join(f"_{p.letter}%s" for p in d.chosen())
    return [f"order=({names})", f"declare -A value=({values})", f"file=node{letters}"]


def hardware_schema(d):
    """JSON schema of the object `hardware` in results."""
    properties = {}
    for p in d.parameters:
        if not p.option:
            continue
        if p.enum:
            schema = {"enum": [v["name"].replace("_", "-") for v in p.enum["values"]]}
        elif p.is_range and len(p.values) > 3:
            schema = {"type": "integer", "minimum": p.values[0], "maximum": p.values[-1]}
        else:
            schema = {"type": "integer", "enum": p.values}
        properties[p.json] = schema | {"description": p.help}
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def hardware_table(d):
    lines = [_row("name", "parameters", "what for"), "|---|---|---|"]
    for h in d.hardware:
        options = " ".join("--{} {}".format(*d.option_of(n, v)) for n, v in h["set"].items())
        lines.append(_row(f"`{h['name']}`", f"`{options}`" if options else "", h["help"]))
    return lines


def hardware_rows(d):
    """Rows of synth/rows.list: the node of every named hardware but the default, which has a row."""
    return [f"blocks   | node, {h['name']} hardware | node " + " ".join(f"{n}={v}" for n, v in h["set"].items())
            for h in d.hardware if h["set"]]

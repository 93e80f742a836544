"""The description of the hardware (node.toml, registers.toml), checked."""
import itertools
import re
import tomllib
from pathlib import Path

from parts import Invalid

FOLDER = Path(__file__).resolve().parent

# Parameters that a node of a graph cannot choose; rtl/network/graph_network.sv and switch_router.sv set them.
FIXED_IN_GRAPHS = ("DIMS", "ADDRESS_W", "ROUTE_ORDERS", "TOPOLOGY", "RADIX", "ROUTES", "MULTICAST")
ACCESS = ("r", "w", "rw", "rw1c", "launch", "subtract")


class Parameter:
    """One parameter of node.sv."""

    def __init__(self, row, enums):
        self.name = row["name"]
        self.field = row.get("field")
        self.letter = row.get("letter")
        self.type = row["type"]
        self.default = row["default"]
        self.modules = row["modules"]
        self.check = row.get("check", "router")
        self.shape = row.get("shape", False)
        self.option = row.get("option")
        self.placeholder = row.get("placeholder", "")
        self.json = row.get("json")
        self.help = row["help"]
        self.rtl = row["rtl"]
        self.enum = enums.get(self.type)
        if self.type == "bool":
            self.values = [0, 1]
        elif self.enum:
            self.values = list(range(len(self.enum["values"])))
        elif self.type == "unsigned":
            self.values = row.get("values") or list(range(row["range"][0], row["range"][1] + 1))
        else:
            raise Invalid(f"{self.name}: unknown type {self.type}")
        if self.default not in self.values:
            raise Invalid(f"{self.name}: the default {self.default} is not a legal value")
        if self.option and not (self.field and self.json):
            raise Invalid(f"{self.name}: an option needs field and json")

    @property
    def is_range(self):
        return self.values == list(range(self.values[0], self.values[-1] + 1))

    def allowed(self):
        """The legal values in words: "1 to 4", "1 or 2", "64, 128, 256 or 512"."""
        if self.is_range and len(self.values) > 3:
            return f"{self.values[0]} to {self.values[-1]}"
        words = [str(v) for v in self.values]
        return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


class Register:
    """A register, or an array of them where `stride` is not 0."""

    def __init__(self, row, errors):
        self.name = row["name"]
        self.offset = row["offset"]
        self.access = row["access"]
        self.text = row["text"]
        self.stride = row.get("stride", 0)
        self.index = row.get("index")
        self.count = row.get("count", 1)
        self.group = row.get("group")
        self.prefix = row.get("prefix")
        self.values = row.get("values", [])
        rows = row.get("fields", [])
        if rows == "errors":
            rows = [{"bits": str(i), "name": e["name"], "text": e["text"]} for i, e in enumerate(errors)]
        self.fields = [Field(field) for field in rows]
        if self.access not in ACCESS:
            raise Invalid(f"{self.name}: access {self.access} is none of {', '.join(ACCESS)}")
        if self.offset % 4:
            raise Invalid(f"{self.name}: the offset is not a multiple of 4")
        used = 0
        for field in self.fields:
            mask = ((1 << field.width) - 1) << field.low
            if used & mask or mask >> 32:
                raise Invalid(f"{self.name}.{field.name}: bits overlap or lie outside")
            used |= mask

    def addresses(self):
        return [self.offset + i * self.stride for i in range(self.count)]


class Field:
    def __init__(self, row):
        high, _, low = row["bits"].partition(":")
        self.bits = row["bits"]
        self.low = int(low or high)
        self.width = int(high) - self.low + 1
        self.name = row["name"]
        self.text = row["text"]
        self.cpp = row.get("cpp", True)


class Description:
    def __init__(self, folder=FOLDER):
        node = tomllib.loads((folder / "node.toml").read_text())
        registers = tomllib.loads((folder / "registers.toml").read_text())
        self.enums = {e["name"]: e for e in node["enum"]}
        self.parameters = [Parameter(row, self.enums) for row in node["parameter"]]
        self.rules = node["rule"]
        self.conditions = [compile(_python(rule["illegal"]), rule["illegal"], "eval") for rule in self.rules]
        self.constants = node["constant"]
        self.head = node["head"]
        self.descriptor = node["descriptor"]
        self.operations = node["operation"]
        self.actions = node["action"]
        self.action_words = {name: node[name] for name in ("action_word", "put_word", "put_range")}
        self.errors = registers["error"]
        self.nic = [Register(row, self.errors) for row in registers["nic"]]
        self.tile = [Register(row, self.errors) for row in registers["tile"]]
        self.regions = registers["region"]
        self.hardware = tomllib.loads((folder / "hardware.toml").read_text())["hardware"]
        self.enumerators = {v["name"].upper(): i for e in self.enums.values() for i, v in enumerate(e["values"])}
        self._check()

    def _check(self):
        for what, names in (("name", [p.name for p in self.parameters]),
                            ("letter", [p.letter for p in self.chosen()]),
                            ("option", [p.option for p in self.parameters if p.option])):
            if len(set(names)) != len(names):
                raise Invalid(f"two parameters have one {what}: {names}")
        for registers in (self.nic, self.tile):
            taken = {}
            for register in registers:
                for address in register.addresses():
                    if address in taken:
                        raise Invalid(f"{register.name} and {taken[address]} are both at {address:#x}")
                    taken[address] = register.name
        for what, fields in (("head", self.head), *self.action_words.items()):
            if sum(field["width"] for field in fields) != 64:
                raise Invalid(f"the fields of {what} are not 64 bits together")
        for rule in self.rules:
            for name in re.findall(r"[A-Z][A-Z_0-9]*", rule["illegal"]):
                if rule["blame"] not in {p.name for p in self.parameters}:
                    raise Invalid(f"rule '{rule['illegal']}': there is no parameter {rule['blame']} to blame")
                if name not in self.enumerators and name not in {p.name for p in self.parameters}:
                    raise Invalid(f"rule '{rule['illegal']}': unknown name {name}")
        if not self.legal({}):
            raise Invalid("the defaults are not a legal node")
        names = [h["name"] for h in self.hardware]
        if len(set(names)) != len(names) or "default" not in names:
            raise Invalid(f"hardware: names must differ, and one must be default: {names}")
        settable = {p.name: p for p in self.parameters if p.option or p.name == "ALL_PORT"}
        for hardware in self.hardware:
            where = f"hardware {hardware['name']}"
            for name, value in hardware["set"].items():
                if name not in settable:
                    raise Invalid(f"{where}: the program cannot set {name}")
                if value == settable[name].default or value not in settable[name].values:
                    raise Invalid(f"{where}: {name} = {value} is the default or illegal")
            for rule in self.broken_rules(hardware["set"]):
                raise Invalid(f"{where}: {rule['text']}")
            if hardware["name"] == "default" and hardware["set"]:
                raise Invalid("hardware default: it has other values than node.toml")

    def option_of(self, name, value):
        """A parameter of named hardware as users write it: option, value."""
        p = next(p for p in self.parameters if p.name == name)
        if name == "ALL_PORT":
            return "nic", "all-port" if value else "one-port"
        if p.enum:
            return p.option, p.enum["values"][value]["name"].replace("_", "-")
        return p.option, ("off", "on")[value] if p.type == "bool" else str(value)

    def chosen(self):
        """Parameters of a verilated node: those with a letter."""
        return [p for p in self.parameters if p.letter]

    def of_module(self, module):
        """Parameters of `module`: some for router and nic, all for node and the modules around it; for graph and switch those of
        node and router that a graph leaves open."""
        if module in ("graph", "switch"):
            return [p for p in self.of_module("router" if module == "switch" else "node") if p.name not in FIXED_IN_GRAPHS]
        return [p for p in self.parameters if module not in ("router", "nic") or module in p.modules]

    def broken_rules(self, settings):
        """The rules that break when the parameters in `settings` differ from their defaults."""
        values = {p.name: p.default for p in self.parameters} | settings
        scope = values | self.enumerators
        return [rule for rule, code in zip(self.rules, self.conditions) if eval(code, {"__builtins__": {}}, scope)]

    def legal(self, settings):
        by_name = {p.name: p for p in self.parameters}
        return all(v in by_name[n].values for n, v in settings.items()) and not self.broken_rules(settings)

    def legal_with(self, name, value, rows=None):
        """Legal settings of `rows` with `value` for `name` and the fewest other settings, or None."""
        others = [p for p in rows or self.parameters if p.name != name]
        for changed in range(4):
            which_of = others if changed < 3 else [p for p in others if p.shape]  # three only to describe a network
            for which in itertools.combinations(which_of, changed):
                for values in itertools.product(*(_tried(p) for p in which)):
                    settings = {name: value} | dict(zip((p.name for p in which), values))
                    if self.legal(settings):
                        return settings
        return None

    def covering(self, module):
        """A few legal settings of `module` that together cover the least and the greatest value of every parameter,
        and all its legal values if there are few."""
        rows = [p for p in self.of_module(module) if module != "network" or not p.shape]
        missing = [(p.name, v) for p in rows for v in _telling(p) if v != p.default]
        sets = []
        while missing:
            name, value = missing[0]
            settings = self.legal_with(name, value, rows if module == "network" else None)
            if settings is None:
                if value in (self._values(name)[0], self._values(name)[-1]):
                    raise Invalid(f"{name} = {value} breaks a rule whatever the others are")
                missing.pop(0)
                continue
            for other, wanted in missing:
                if other not in settings and self.legal(settings | {other: wanted}):
                    settings[other] = wanted
            missing = [(n, v) for n, v in missing if settings.get(n) != v]
            known = {p.name for p in rows}
            sets.append({n: v for n, v in settings.items() if n in known})
        return sets

    def _values(self, name):
        return next(p.values for p in self.parameters if p.name == name)

    def rejected(self, module):
        """Settings that `module` must reject: each value just outside a range, and each rule broken alone."""
        for p in self.of_module(module):
            if p.check == module and p.type != "bool":
                yield {p.name: p.values[-1] + 1}
                if p.values[0] > 1:  # a width of 0 would stop the tools before they print the message
                    yield {p.name: p.values[0] - 1}
        for rule in self.rules:
            if rule.get("check", "router") == module:
                yield self._breaking(rule)

    def _breaking(self, rule):
        for changed in range(1, 4):
            for which in itertools.combinations(self.parameters, changed):
                for values in itertools.product(*(_tried(p)[::-1] for p in which)):
                    settings = dict(zip((p.name for p in which), values))
                    if self.broken_rules(settings) == [rule]:
                        return settings
        raise Invalid(f"rule '{rule['illegal']}' never breaks alone")


def _telling(parameter):
    """The values that lint elaborates."""
    return parameter.values if len(parameter.values) <= 6 else [parameter.values[0], parameter.values[-1]]


def _tried(parameter):
    """Values to try in order to make other settings legal."""
    return parameter.values if len(parameter.values) <= 10 else [*parameter.values[:3], parameter.values[-1]]


def _python(condition):
    """The condition of a rule in Python syntax."""
    return re.sub(r"!(?!=)", " not ", condition).replace("&&", " and ").replace("||", " or ")

"""A configuration of Noxim: its YAML file, overridden by options of its command line."""
import re
from collections.abc import Callable

from collnoc_traces.settings import as_integer, as_number, plain
from collnoc_traces.trace import Failure

# Noxim's default_config.yaml.
DEFAULTS = {
    "topology": "MESH", "mesh_dim_x": "4", "mesh_dim_y": "4", "buffer_depth": "4", "flit_size": "32", "n_virtual_channels": "1",
    "routing_algorithm": "XY", "selection_strategy": "RANDOM", "reset_time": "1000", "simulation_time": "10000",
    "stats_warm_up_time": "1000", "detailed": "false", "max_volume_to_be_drained": "0", "use_winoc": "false",
    "min_packet_size": "8", "max_packet_size": "8", "packet_injection_rate": "0.01", "probability_of_retransmission": "0.01",
    "traffic_distribution": "TRAFFIC_RANDOM", "traffic_table_filename": "t.txt", "traffic_hardcoded_filename": "t.txt",
}
TRAFFIC = {
    "random": "TRAFFIC_RANDOM", "transpose1": "TRAFFIC_TRANSPOSE1", "transpose2": "TRAFFIC_TRANSPOSE2",
    "bitreversal": "TRAFFIC_BIT_REVERSAL", "butterfly": "TRAFFIC_BUTTERFLY", "shuffle": "TRAFFIC_SHUFFLE",
    "ulocal": "TRAFFIC_ULOCAL", "local": "TRAFFIC_LOCAL", "table": "TRAFFIC_TABLE_BASED", "hardcoded": "TRAFFIC_HARDCODED",
}
# Options with one value, each the same as a key of the file.
OPTIONS = {
    "-dimx": "mesh_dim_x", "-dimy": "mesh_dim_y", "-dtiles": "n_delta_tiles", "-buffer": "buffer_depth",
    "-vc": "n_virtual_channels", "-flit": "flit_size", "-topology": "topology", "-sel": "selection_strategy",
    "-warmup": "stats_warm_up_time", "-sim": "simulation_time", "-volume": "max_volume_to_be_drained", "-seed": "seed",
    "-verbose": "verbose_mode", "-winoc_dst_hops": "winoc_dst_hops",
}
FLAGS = {"-winoc": "use_winoc", "-wirxsleep": "use_wirxsleep", "-detailed": "detailed", "-show_buf_stats": "show_buffer_stats",
         "-asciimonitor": "ascii_monitor"}
HUBS = ("-buffer_tt", "-buffer_ft", "-buffer_antenna")  # of wireless networks


class NoximConfiguration:
    def __init__(self, name: str, options: list[str]):
        self.given: dict[str, str] = {}
        self.hot: list[tuple[int, float]] = []  # nodes of -hs, and their shares
        try:
            with open(name, encoding="utf-8") as file:
                self.read(name, file.read())
        except (OSError, UnicodeDecodeError) as error:
            raise Failure(f"{name}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
        self.apply(options)

    def read(self, name: str, text: str) -> None:
        """The scalars of the top level; of the blocks below (hubs and radio channels) nothing is used."""
        last = ""
        for number, line in enumerate(text.splitlines(), 1):
            line = re.sub(r"(^|\s)#.*", "", line).rstrip()
            if not line or line in ("---", "..."):
                continue
            if line[0].isspace():
                if last == "" or self.given.get(last):
                    raise Failure(f"{name}:{number}: indented, but not below a KEY without a value")
                continue
            found = re.fullmatch(r"([\w-]+)\s*:(?:\s+(.*))?", line)
            if not found:
                raise Failure(f"{name}:{number}: must be KEY: VALUE")
            last, value = found[1], (found[2] or "").strip()
            if last in self.given:
                raise Failure(f"{name}:{number}: {last} for the second time")
            if value[:1] in ("'", '"'):
                if len(value) < 2 or value[-1] != value[0]:
                    raise Failure(f"{name}:{number}: {last} has no quote at its end")
                value = value[1:-1]
            self.given[last] = value

    def apply(self, options: list[str]) -> None:
        """Options of Noxim's command line, from left to right."""
        rest = list(options)

        def following(option: str) -> str:
            if not rest:
                raise Failure(f"{option}: a value is missing")
            return rest.pop(0)

        while rest:
            option = rest.pop(0)
            if option in OPTIONS:
                self.given[OPTIONS[option]] = following(option)
            elif option in FLAGS:
                self.given[FLAGS[option]] = "true"
            elif option in HUBS or option in ("-power", "-trace"):
                self.given[option] = following(option)
            elif option == "-size":
                self.given["min_packet_size"] = following(option)
                self.given["max_packet_size"] = following(option)
            elif option == "-hs":
                node = as_integer(option, following(option))
                self.hot.append((node, as_number(option, following(option))))
            elif option == "-routing":
                self.given["routing_algorithm"] = kind = following(option)
                if kind in ("DYAD", "TABLE_BASED"):
                    following(option)
            elif option == "-traffic":
                kind = following(option)
                if kind not in TRAFFIC:
                    raise Failure(f"-traffic {kind}: must be one of {', '.join(TRAFFIC)}")
                self.given["traffic_distribution"] = TRAFFIC[kind]
                if kind in ("table", "hardcoded"):
                    self.given[f"traffic_{kind}_filename"] = following(option)
                elif kind == "local":
                    following(option)
            elif option == "-pir":
                self.rate(lambda: following("-pir"))
            else:
                raise Failure(f"{option}: Noxim has no such option")

    def rate(self, following: Callable[[], str]) -> None:
        rate = as_number("-pir", following())
        kind = following()
        if kind == "poisson":
            again = rate
        elif kind == "burst":
            burst = as_number("-pir burst", following())
            if not 0 <= burst < 1:
                raise Failure(f"-pir burst {plain(burst)}: must be at least 0 and less than 1")
            again = rate / (1 - burst)
        elif kind == "custom":
            again = as_number("-pir custom", following())
        elif kind == "pareto":
            on, off, r = (as_number("-pir pareto", following()) for _ in range(3))
            if on <= 0 or off <= 0 or not 0 <= r < 1:
                raise Failure("-pir pareto: alfa-on and alfa-off must be greater than 0, and r at least 0 and less than 1")
            try:
                again = rate * (1 - r) ** (1 / off - 1 / on)
            except OverflowError:
                again = 2.0
        else:
            raise Failure(f"-pir: {kind}: must be poisson, burst, pareto or custom")
        self.given["packet_injection_rate"] = repr(rate)
        self.given["probability_of_retransmission"] = repr(min(again, 1.0))

    def text(self, key: str) -> str:
        return self.given.get(key, DEFAULTS.get(key, ""))

    def integer(self, key: str, least: int = 0, most: int = 10 ** 9) -> int:
        return as_integer(key, self.text(key), least, most)

    def share(self, key: str) -> float:
        value = as_number(key, self.text(key))
        if not 0 <= value <= 1:
            raise Failure(f"{key} = {self.text(key)}: must be 0 to 1")
        return value

    def flag(self, key: str) -> bool:
        value = self.text(key).lower()
        if value not in ("true", "yes", "on", "y", "false", "no", "off", "n", ""):
            raise Failure(f"{key} = {self.text(key)}: must be true or false")
        return value in ("true", "yes", "on", "y")

"""The rule of "fastest": all schedules with the fewest cycles, in the order of the registry.

The program (sim/run/fastest.hpp) and report pages (report/source/fastest.js) have the same rule.
"""
from collections.abc import Iterable

import pandas

from collnoc_tables.markdown import code
from collnoc_tables.registry import registry


def in_order(collective: str, names: Iterable[str]) -> list[str]:
    """These algorithms in the order of the registry, each once; unknown ones follow, by name."""
    places = registry().places()
    return sorted(set(names), key=lambda name: (places.get((collective, name), len(places)), name))


def fastest(runs: pandas.DataFrame, value: str = "cycles", collective: str | None = None) -> pandas.DataFrame:
    """The runs with the least `value`, in the order of the registry. `runs`: of one collective."""
    equal = runs[runs[value] == runs[value].min()]
    collective = collective or runs["collective"].iloc[0]
    order = {name: n for n, name in enumerate(in_order(collective, equal["algorithm"]))}
    return equal.sort_values("algorithm", key=lambda names: names.map(order), kind="stable")


def names(runs: pandas.DataFrame, of: int | None = None) -> str:
    """Their algorithms as a cell. `of`: the number of schedules compared, of which one alone is not the fastest."""
    text = ", ".join(code(name) for name in dict.fromkeys(runs["algorithm"]))
    return f"{text} (the only one)" if of == 1 else text


def exactly(collective: str, name: str, nic: str) -> str:
    """The word for --algorithm that means this schedule: on an all-port NIC, NAME means NAME-all-port."""
    own = (collective, f"{name}-all-port") in registry().places()
    return f"{name}-one-port" if nic == "all-port" and own else name

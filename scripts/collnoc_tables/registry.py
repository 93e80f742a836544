"""The registry of collectives and algorithms, firmware/collectives/registry.toml, as its own module reads it."""
import functools
import importlib.util

from collnoc_tables.command import TOP


@functools.cache
def registry():
    """A Registry of firmware/collectives/registry.py."""
    spec = importlib.util.spec_from_file_location("collnoc_registry", TOP / "firmware/collectives/registry.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Registry()

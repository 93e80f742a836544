"""Converters of traces from other simulators to those of `collnoc replay` (docs/reference/replay.md)."""

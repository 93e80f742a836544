"""Results of the program, as JSON, to be compared."""


def forget(value: object, key: str) -> None:
    """Removes a key from a result, wherever it stands."""
    if isinstance(value, dict):
        value.pop(key, None)
        for inner in value.values():
            forget(inner, key)
    if isinstance(value, list):
        for inner in value:
            forget(inner, key)

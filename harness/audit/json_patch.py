"""Applying a JSON Patch (RFC 6902), without knowledge of states."""

from typing import Any

Json = Any


def patched(value: Json, operations: list[dict[str, Any]]) -> Json:
    """Return the value after these operations, without changing it; raises ValueError if a `test` fails."""
    for operation in operations:
        value = _applied(value, _tokens(operation["path"]), operation)
    return value


def _tokens(path: str) -> list[str]:
    assert path == "" or path.startswith("/")
    return [token.replace("~1", "/").replace("~0", "~") for token in path.split("/")[1:]]


def _applied(value: Json, tokens: list[str], operation: dict[str, Any]) -> Json:
    op = operation["op"]
    if not tokens:
        if op == "test" and value != operation["value"]:
            raise ValueError(f"{value!r} is not {operation['value']!r}")
        assert op in {"replace", "test"}
        return operation["value"] if op == "replace" else value
    first, *rest = tokens
    copy = value.copy()
    key = first if isinstance(copy, dict) else len(copy) if first == "-" else int(first)
    if rest or op in {"replace", "test"}:
        copy[key] = _applied(copy[key], rest, operation)
    elif op == "remove":
        del copy[key]
    elif isinstance(copy, dict):
        copy[key] = operation["value"]
    else:
        assert op == "add"
        copy.insert(key, operation["value"])
    return copy

"""The changes between two JSON values, as a JSON Patch (RFC 6902)."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import orjson

Operation = dict[str, Any]


def changes(before: Any, after: Any) -> list[Operation]:
    """The operations that turn `before` into `after`; empty if they are the same.

    Only `add`, `remove` and `replace` occur. A part is replaced as a whole if that is shorter. Members keep
    their order: an object in which a new member does not come last is replaced.

    >>> changes({"lines": [1, 2], "version": 7}, {"lines": [1, 2], "version": 8})
    [{'op': 'replace', 'path': '/version', 'value': 8}]
    """
    return _between("", before, after)


def _between(path: str, before: Any, after: Any) -> list[Operation]:
    whole = [_operation("replace", path, after)]
    if type(before) is not type(after):
        return whole
    if type(after) is dict:
        inside = list(_members(path, before, after)) if _in_order(before, after) else whole
    elif type(after) is list:
        inside = list(_items(path, before, after))
    else:
        return [] if before == after else whole
    return inside if _size(inside) <= _size(whole) else whole


def _in_order(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """True if removing and then adding members gives the order of `after`."""
    kept = [name for name in before if name in after]
    return list(after)[: len(kept)] == kept


def _members(path: str, before: dict[str, Any], after: dict[str, Any]) -> Iterator[Operation]:
    for name in before:
        if name not in after:
            yield {"op": "remove", "path": _below(path, name)}
    for name, value in after.items():
        if name not in before:
            yield _operation("add", _below(path, name), value)
        elif before[name] is not value:  # most parts of two states are the same objects
            yield from _between(_below(path, name), before[name], value)


def _items(path: str, before: list[Any], after: list[Any]) -> Iterator[Operation]:
    for index in range(len(before) - 1, len(after) - 1, -1):
        yield {"op": "remove", "path": f"{path}/{index}"}
    for index, one, other in zip(count(), before, after, strict=False):
        if one is not other:
            yield from _between(f"{path}/{index}", one, other)
    for value in after[len(before) :]:
        yield _operation("add", f"{path}/-", value)


def _operation(op: str, path: str, value: Any) -> Operation:
    return {"op": op, "path": path, "value": value}


def _below(path: str, name: str) -> str:
    """The JSON Pointer (RFC 6901) of a member."""
    return f"{path}/{name.replace('~', '~0').replace('/', '~1')}"


def _size(operations: list[Operation]) -> int:
    return len(orjson.dumps(operations)) if operations else 0

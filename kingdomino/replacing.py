"""A faster `_replace` for the named tuples that are replaced at every event (`docs/performance.md`)."""

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T", bound=tuple[Any, ...])


def replaced_by_place(kind: type[T]) -> type[T]:
    """The named tuple with a `_replace` that costs a third; it does what the one before it did.

    >>> from kingdomino.grid import Square
    >>> replaced_by_place(Square)(1, 2)._replace(y=5)
    Square(x=1, y=5)
    """
    fields: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
    place_of = {name: place for place, name in enumerate(fields)}

    def _replace(self: T, /, **changes: Any) -> T:
        values = list(self)
        try:
            for name, value in changes.items():
                values[place_of[name]] = value
        except KeyError as unknown:
            raise ValueError(f"{kind.__name__} has no field {unknown}") from None
        return tuple.__new__(kind, values)

    kind._replace = _replace  # type: ignore[attr-defined]
    return kind


def replacer(kind: type[T], *changed: str) -> Callable[..., T]:
    """A function of such a named tuple and of the new values of these fields: `_replace` for them alone.

    It is written out and compiled once, as named tuples are themselves, and costs half of the other.

    >>> from kingdomino.grid import Square
    >>> moved_up = replacer(Square, "y")
    >>> moved_up(Square(1, 2), 5)
    Square(x=1, y=5)
    """
    fields: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
    if unknown := set(changed) - set(fields):
        raise ValueError(f"{kind.__name__} has no field {', '.join(sorted(unknown))}")
    kept = ", ".join("_" if name in changed else name for name in fields)
    # No field of a named tuple begins with an underscore.
    text = (
        f"def replace(_self, {', '.join(changed)}):\n"
        f"    {kept}, = _self\n"
        f"    return _new(_kind, ({', '.join(fields)},))\n"
    )
    made: dict[str, Any] = {"_new": tuple.__new__, "_kind": kind}
    exec(text, made)  # noqa: S102 - of names in our own code
    replace: Callable[..., T] = made["replace"]
    return replace

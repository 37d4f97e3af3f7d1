"""A function that no job may ever run: it records its calls."""

from typing import NoReturn

calls: list[object] = []
"""The arguments of each call."""


def call(*arguments: object, **_: object) -> None:
    """Record the call."""
    calls.append(arguments)


class Payload:
    """Calls the function when it is unpickled."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return call, ("unpickled",)


def fail(*_: object) -> NoReturn:
    """Fail, to trigger what follows a failure."""
    raise RuntimeError

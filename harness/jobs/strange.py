"""A function that no job may ever run: it tells when it was."""

from typing import NoReturn

calls: list[object] = []
"""What it was called with."""


def call(*arguments: object, **_: object) -> None:
    """Tell of it."""
    calls.append(arguments)


class Payload:
    """Calls it when it is unpickled."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return call, ("unpickled",)


def fail(*_: object) -> NoReturn:
    """Fail, so that what is to happen after a failure does."""
    raise RuntimeError

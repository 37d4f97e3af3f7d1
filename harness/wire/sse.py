"""Server-sent events, read as a browser reads them (HTML Living Standard, 9.2.6)."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Message:
    """One message: its type, its id where it has one, and its data."""

    type: str
    id: str | None
    data: str

    @property
    def json(self) -> Any:
        """The data's JSON."""
        return json.loads(self.data)


def messages(lines: Iterable[bytes]) -> Iterator[Message]:
    """The messages that these lines make; comments are left out, as is what the end cuts off.

    A sign of life instead of a message is an assertion: nothing came for as long as a test may wait.
    """
    fields: dict[str, str] = {}
    for line in lines:
        name, _, value = line.decode().partition(":")
        assert line != b": still here"
        if not line:
            if "data" in fields:
                yield Message(fields.get("event", "message"), fields.get("id"), fields["data"])
            fields = {}
        elif name:
            fields[name] = value.removeprefix(" ")

"""Server-sent events, parsed as in a browser (HTML Living Standard, 9.2.6)."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Message:
    """One message: its type, its id if it has one, and its data."""

    type: str
    id: str | None
    data: str

    @property
    def json(self) -> Any:
        """The data's JSON."""
        return json.loads(self.data)


def messages(lines: Iterable[bytes]) -> Iterator[Message]:
    """The messages in these lines, without comments or an unfinished message at the end.

    A keep-alive comment is an assertion error: no message came for as long as a test may wait.
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

"""Counting round trips to a store: each pipeline, and each single command, is one."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident
from typing import Any
from unittest.mock import patch

from redis.connection import AbstractConnection


@contextmanager
def trips() -> Iterator[list[object]]:
    """Give a list that gets an entry whenever this thread sends a command or pipeline to a store."""
    sent: list[object] = []
    here = get_ident()
    send: Any = AbstractConnection.send_packed_command

    def counted(connection: AbstractConnection, command: Any, *args: Any, **options: Any) -> Any:
        if get_ident() == here:
            sent.append(command)
        return send(connection, command, *args, **options)

    with patch.object(AbstractConnection, "send_packed_command", counted):
        yield sent

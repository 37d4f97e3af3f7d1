"""A client for an ASGI application, without a server."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

Message = dict[str, Any]
Application = Callable[[Message, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]], Any]


class Exchange:
    """A request in progress: the messages of the response so far, and the client's disconnect."""

    def __init__(
        self,
        app: Application,
        path: str = "/",
        method: str = "GET",
        body: Sequence[bytes] = (b"",),
        client: str = "192.0.2.1",
    ) -> None:
        self.answer: list[Message] = []
        self._parts = list(body)
        self._leaving, self._taking = asyncio.Event(), asyncio.Event()
        self._taking.set()
        scope = {
            "type": "http",
            "method": method,
            "http_version": "1.1",
            "scheme": "http",
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": [(b"host", b"localhost"), (b"content-length", b"%d" % sum(map(len, self._parts)))],
            "server": ("127.0.0.1", 8000),
            "client": (client, 4711),
        }
        self.task = asyncio.ensure_future(app(scope, self._receive, self._send))

    def takes_nothing(self) -> None:
        """Let the client stop reading after the first message."""
        self._taking.clear()

    def leave(self) -> None:
        """Let the client close the connection."""
        self._leaving.set()
        self._taking.set()

    @property
    def status(self) -> int:
        """The status of the response; 0 before it has begun."""
        return int(self.answer[0]["status"]) if self.answer else 0

    @property
    def body(self) -> bytes:
        """The body received so far."""
        return b"".join(message.get("body", b"") for message in self.answer[1:])

    async def _receive(self) -> Message:
        if self._parts:
            part = self._parts.pop(0)
            return {"type": "http.request", "body": part, "more_body": bool(self._parts)}
        await self._leaving.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        if any(b"\n" in value for _, value in message.get("headers", ())):
            raise ValueError("a newline in a header")
        self.answer.append(message)
        await self._taking.wait()

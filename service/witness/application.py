"""The HTTP interface of a witness (C2SP tlog-witness), as an ASGI application.

`POST /add-checkpoint` cosigns; `GET /<digest of an origin>/checkpoint` is what was cosigned last; `GET /`
says who the witness is, for people.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any

from replays.transparency.checkpoints import CONTENT_TYPE
from replays.transparency.witnessing import LONGEST_SUBMISSION, PATH, SIZE_TYPE, SubmissionRefused
from service.witness.folder import FolderError
from service.witness.witness import Witness

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

AT_ONCE = 4
"""The number of requests that are answered at the same time; the others wait."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WitnessAnswer:
    """A response: the status, the body and its media type."""

    status: int
    body: bytes
    content_type: str = CONTENT_TYPE


class WitnessApplication:
    """The application; it has no state but the witness's."""

    def __init__(self, witness: Witness) -> None:
        self._witness = witness
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request."""
        answer = await self._answered(scope["method"], scope["path"], receive)
        headers = [
            (b"content-type", answer.content_type.encode()),
            (b"content-length", str(len(answer.body)).encode()),
            (b"x-content-type-options", b"nosniff"),
        ]
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": answer.body})

    async def _answered(self, method: str, path: str, receive: Receive) -> WitnessAnswer:
        try:
            if method == "POST" and path == f"/{PATH}":
                return await self._added(receive)
            if method == "GET":
                return await self._got(path)
        except FolderError as error:
            log.error("%s", error)
            return _told(503, "the witness cannot read what it signed before, and signs nothing until it can")
        return _told(405 if path == f"/{PATH}" else 404, "there is nothing here")

    async def _added(self, receive: Receive) -> WitnessAnswer:
        body = await _body(receive)
        if body is None:
            return _told(413, f"a submission has at most {LONGEST_SUBMISSION} bytes")
        try:
            async with self._turns:
                line = await asyncio.to_thread(self._witness.add_checkpoint, body)
        except SubmissionRefused as refused:
            if refused.status == 409:
                return WitnessAnswer(409, f"{refused.size}\n".encode(), SIZE_TYPE)
            return _told(refused.status, str(refused))
        return WitnessAnswer(200, line.encode())

    async def _got(self, path: str) -> WitnessAnswer:
        if path == "/":
            return _told(200, _about(self._witness))
        digest, _, name = path.removeprefix("/").partition("/")
        async with self._turns:
            found = (
                await asyncio.to_thread(self._witness.checkpoint, digest) if name == "checkpoint" else None
            )
        return (
            _told(404, "no checkpoint of this log was cosigned")
            if found is None
            else WitnessAnswer(200, found)
        )


def _about(witness: Witness) -> str:
    logs = "\n".join(f"  {origin}" for origin in witness.origins())
    return (
        f"A witness of logs (c2sp.org/tlog-witness).\n\nIts key:\n  {witness.key.text()}\n\nIts logs:\n{logs}"
    )


def _told(status: int, text: str) -> WitnessAnswer:
    return WitnessAnswer(status, f"{text}\n".encode())


async def _body(receive: Receive) -> bytes | None:
    """The body of the request, or None if it is too large."""
    body, more = bytearray(), True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message["type"] == "http.request" and message.get("more_body", False)
        if len(body) > LONGEST_SUBMISSION:
            return None
    return bytes(body)

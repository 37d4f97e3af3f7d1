"""A client that watches one game by server-sent events, and resumes where the stream was cut."""

import http.client
import json
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Self

from harness.programs.crash import PATIENCE, Json, read_unavailable, response_of
from harness.waiting import eventually

LAST = "GameScored"


class Stream:
    """One connection and its messages, as pairs of id and event, until its end.

    If the stream is cut instead of ended, reading raises the exceptions of `http.client`.
    """

    def __init__(self, port: int, game: str, last: str | None = None) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        headers = {"Accept": "text/event-stream"} | ({"Last-Event-ID": last} if last else {})
        try:
            self._connection.request("GET", f"/api/v1/games/{game}/events", headers=headers)
            self.response = self._connection.getresponse()
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.response.close()
        self._connection.close()

    def messages(self) -> Iterator[tuple[str, Json]]:
        """The messages with an id; the assertion fails if the stream had to start again."""
        for block in self._blocks():
            fields = dict(line.split(": ", 1) for line in block.split("\n") if not line.startswith(":"))
            assert "event" not in fields, block
            if fields:
                yield fields["id"], json.loads(fields["data"])

    def _blocks(self) -> Iterator[str]:
        text = b""
        while chunk := self.response.read1():
            *blocks, text = (text + chunk).split(b"\n\n")
            yield from (block.decode() for block in blocks)
        assert not text


class Follower:
    """Watches a game to its end, however often the stream is cut.

    `events` are all received events, in order; `troubles` counts the causes of cuts.
    """

    def __init__(self, port: int, game: str) -> None:
        self._port = port
        self._game = game
        self._last: str | None = None
        self.events: list[Json] = []
        self.troubles: Counter[str] = Counter()

    def follow(self) -> Self:
        """Watch until the result arrives; every event must arrive within `PATIENCE` seconds."""
        while not (self.events and self.events[-1]["type"] == LAST):
            eventually(partial(self._gets_further_than, len(self.events)), PATIENCE)
        return self

    def _gets_further_than(self, known: int) -> bool:
        """Watch until the stream ends or is cut; True if new events came."""
        try:
            with Stream(self._port, self._game, self._last) as stream:
                if stream.response.status == 503:
                    self.troubles[read_unavailable(response_of(stream.response))] += 1
                    return False
                assert stream.response.status == 200, stream.response.status
                for self._last, event in stream.messages():
                    self.events.append(event)
                self.troubles["end"] += 1
        except (OSError, http.client.HTTPException) as error:
            self.troubles[type(error).__name__] += 1
        return len(self.events) > known

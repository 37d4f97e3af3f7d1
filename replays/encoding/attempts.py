"""An attempt to take a seat, as the player's client kept it: what it sent, and how the service answered.

It is stored before it is sent, so that a request after an error sends the same, and so that a refused player
can show it. It is the player's own statement and has no signature. `docs/organize/audit.md` defines the form.
"""

from dataclasses import dataclass, replace
from typing import Any

from replays.encoding.canonical import MAX_INTEGER
from replays.encoding.forms import HASH, ID, TEXT, Form, array, integer, optional, record
from replays.encoding.identity import GameId

MOST_REQUESTS = 500
MOST_OTHERS = 10
TIME = integer(0, MAX_INTEGER)


@dataclass(frozen=True, slots=True)
class Request:
    """A request for the seat: its time in ms UTC, and the status and error code of the response, or None."""

    at: int
    code: str | None = None
    status: int | None = None


@dataclass(frozen=True, slots=True)
class OtherOpening:
    """Another first event of the table, by its hash, that the service presented later, and when (ms UTC)."""

    at: int
    first: str


@dataclass(frozen=True, slots=True)
class SeatAttempt:
    """An attempt of a player at a table, a game or a series, whose first event had the hash `first`.

    All its `requests` had the same entropy and the same Idempotency-Key, `key`. `proof` is the proof that the
    public log had that event before the entropy existed (C2SP tlog-proof), or None.
    """

    table: GameId
    first: str
    player: str
    entropy: str
    key: str
    requests: tuple[Request, ...] = ()
    others: tuple[OtherOpening, ...] = ()
    proof: str | None = None

    def with_request(self, request: Request) -> "SeatAttempt":
        """The attempt with one more request; beyond a maximum, the oldest is left out."""
        return replace(self, requests=(*self.requests, request)[-MOST_REQUESTS:])

    def document(self) -> dict[str, Any]:
        """The attempt as a JSON object."""
        written: dict[str, Any] = _ATTEMPT.write(self)
        return {name: value for name, value in written.items() if name != "proof" or value is not None}


_REQUEST = record(Request, {"at": TIME, "code": optional(TEXT), "status": optional(integer(100, 599))})
_OTHER = record(OtherOpening, {"at": TIME, "first": HASH})
_MEMBERS: dict[str, Form[Any]] = {
    "entropy": HASH,
    "first": HASH,
    "key": TEXT,
    "others": array(_OTHER, MOST_OTHERS),
    "player": TEXT,
    "proof": optional(TEXT),
    "requests": array(_REQUEST, MOST_REQUESTS),
    "table": ID,
}
_ATTEMPT = record(SeatAttempt, _MEMBERS)


def parse_attempt(value: object) -> SeatAttempt:
    """Parse a JSON value as an attempt; raises ValueError. `proof` may be missing."""
    return _ATTEMPT.read({"proof": None, **value} if isinstance(value, dict) else value)

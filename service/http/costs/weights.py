"""The weights of endpoints: what one request counts as. A unit is up to 3,000 calls of functions, about 1 ms.

A weight covers the most expensive request that the endpoint permits, whether or not its response is cached
(`tests/integration/limits/test_weights.py` measures each). Where requests of one endpoint differ much, the
weight depends on the query.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from flask import Request

from replays.encoding.forms import numeral
from service.http.costs.media_types import preferred

TEXT = "text/plain"
STATE_FORMS = ("application/json", TEXT)
"""The media types of a state; a text is that of the whole game up to there."""


class Weight(Protocol):
    """A weight that depends on the request."""

    @property
    def least(self) -> int:
        """The smallest weight."""

    def of(self, request: Request) -> int:
        """The weight of this request."""

    def told(self) -> Mapping[str, Any]:
        """What the OpenAPI document says of it besides `least`."""


@dataclass(frozen=True, slots=True)
class ByValues:
    """One unit more for every `share` values of these parameters, which may be repeated."""

    share: int
    parameters: tuple[str, ...]
    least: int = 1

    def of(self, request: Request) -> int:
        """The weight of this request."""
        return self.least + sum(len(request.args.getlist(name)) for name in self.parameters) // self.share

    def told(self) -> Mapping[str, Any]:
        """The parameters and the share."""
        return {"parameters": list(self.parameters), "share": self.share}


@dataclass(frozen=True, slots=True)
class ByLimit:
    """One unit more for every `share` entries that the parameter `limit` allows, `usual` ones without it."""

    share: int
    usual: int = 50
    most: int = 200
    least: int = 1

    def of(self, request: Request) -> int:
        """The weight of this request; a wrong limit counts as the usual one."""
        limit = request.args.get("limit", self.usual, type=numeral)
        return self.least + min(max(limit, 0), self.most) // self.share

    def told(self) -> Mapping[str, Any]:
        """The parameter and the share."""
        return {"parameters": ["limit"], "share": self.share}


@dataclass(frozen=True, slots=True)
class ByBody:
    """One unit more for every `share` bytes of the body; of a body of unknown length, for `most` bytes."""

    share: int
    most: int
    least: int = 1

    def of(self, request: Request) -> int:
        """The weight of this request."""
        unknown = self.most if "Transfer-Encoding" in request.headers else 0
        length = unknown if request.content_length is None else request.content_length
        return self.least + min(length, self.most) // self.share

    def told(self) -> Mapping[str, Any]:
        """The share."""
        return {"bytes": self.share}


@dataclass(frozen=True, slots=True)
class OfPast:
    """More for a past version, and for a text, for which the whole game is folded."""

    past: int
    least: int = 1

    def of(self, request: Request) -> int:
        """The weight of this request."""
        form = preferred(request.headers.get("Accept", ""), *STATE_FORMS)
        return self.past if "version" in request.args or form == TEXT else self.least

    def told(self) -> Mapping[str, Any]:
        """The weight of a past version or a text."""
        return {"parameters": ["version"], "past": self.past}


@dataclass(frozen=True, slots=True)
class UnseenWork:
    """A weight above the calls of the request, and why: work outside its thread, or data of years."""

    least: int
    why: str

    def of(self, _: Request) -> int:
        """The weight of this request."""
        return self.least

    def told(self) -> Mapping[str, Any]:
        """Nothing: it does not grow."""
        return {}


PASSWORD = UnseenWork(20, "the password is hashed; attempts are limited more strictly")
PASSWORD_BY_LINK = UnseenWork(
    20, "the password is hashed; links are needed, and attempts are limited more strictly"
)
PASSKEY = UnseenWork(10, "a signature is checked; attempts are limited more strictly")
TABLES_THAT_WAIT = UnseenWork(8, "many tables may wait, and each is looked at")
LOG_READ = UnseenWork(4, "tiles of a long log are read")
NAMES_LOOKED_UP = UnseenWork(20, "names may be looked up")
CALL_BY_WORKER = UnseenWork(20, "a worker calls another server")
WORK_BY_WORKER = UnseenWork(20, "a worker computes for it")
DRAWN = UnseenWork(100, "a child process draws the picture")

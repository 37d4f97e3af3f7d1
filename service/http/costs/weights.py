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

UNCOUNTED = ("healthz", "readyz", "asset", "static", "service_worker", "manifest")
"""Not counted: the probes of supervisors and the resources of a page. None costs more than a refusal, 429."""
TEXT = "text/plain"
STATE_FORMS = ("application/json", TEXT)
"""The media types of a state; a text is that of the whole game up to there."""
UNKNOWN = 1
"""The weight of a path or method that does not exist."""


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


def _each(weight: int | Weight, *endpoints: str) -> dict[str, int | Weight]:
    return dict.fromkeys(endpoints, weight)


WEIGHTS: Mapping[str, int | Weight] = {
    **_each(100, "pictures.png", "pictures.card"),
    **_each(60, "me.export", "me.archive", "continuations.show"),
    **_each(40, "events.show", "replay", "own_collections.edit", "collection", "moderation.decide_on"),
    **_each(30, "study", "lobby", "cases.decide_on"),
    **_each(25, "dynasties.replay", "studies.replay"),
    **_each(
        20, "audits.dynasty", "player", "ratings.player", "cases.index", "session.sign_in", "account.begin"
    ),
    **_each(20, "session.set_password", "account.set_password", "session.reset", "account.reset"),
    **_each(20, "session.verify", "account.verify", "reviews.create", "pictures.animation", "push.create"),
    **_each(20, "webhooks.create", "webhooks.change", "webhooks.test", "webhooks.replay"),
    **_each(20, "webhook_pages.create", "webhook_pages.edit", "webhook_pages.test", "webhook_pages.replay"),
    **_each(15, "audits.game", "game", "all_games", "moderation.index", "cases.show"),
    **_each(12, "notice_preferences.show", "notice_preferences.save"),
    **_each(10, "studies.create", "studies.show", "reviews.create_for_study", "reviews.show_for_study"),
    **_each(10, "rules", "own_collections.index", "own_collections.create", "notices.index"),
    **_each(10, "my notices.index", "account.show", "account.rename"),
    **_each(10, "account.show_page", "account.erase"),
    **_each(8, "calendar_feed", "new_game", "friends.blocked", "friends.muted"),
    **_each(
        6,
        "pictures.svg",
        "import",
        "tutorial",
        "players",
        "api-docs.openapi_json",
        "page",
        "own_collections.collect",
    ),
    **_each(
        5,
        "variations.show",
        "collections.index",
        "collections.of_player",
        "comments.index",
        "talk.index",
        "audit",
    ),
    **_each(5, "webhook_pages.show", "webhook_pages.index"),
    **_each(4, "plans.lay", "people.search", "ratings", "friends.index", "dynasty", "account.sign_in"),
    **_each(4, "account.begin_as_guest", "account.ask_reset", "mailings.ask", "mailings.stop"),
    **_each(4, "webhook_pages.rotate", "reporting.show", "reporting.send", "own_moderation.show"),
    **_each(3, "moves.offered", "contacts.following", "contacts.blocked", "contacts.muted"),
    **_each(3, "collections.change", "collections.put", "collections.take", "own_collections.write"),
    **_each(3, "own_collections.move", "own_collections.take"),
    **_each(2, "moves.index", "events.index", "notes.since", "my games.events"),
    **_each(2, "me.rename", "me.erase", "comments.write", "comments.edit", "session.guest"),
    **_each(2, "players.register", "moderation.create", "ratings.index"),
    **_each(ByLimit(6), "games.index", "my games.index", "dynasties.index"),
    **_each(ByLimit(6, usual=200), "collections.show"),
    **_each(ByValues(3, ("game", "talk", "invitation")), "live.index"),
    **_each(OfPast(8), "games.show"),
}
"""By endpoint; all others weigh 1."""

OUT_OF_SIGHT: Mapping[str, str] = {
    **dict.fromkeys(("pictures.png", "pictures.card"), "a child process draws the picture"),
    **dict.fromkeys(("pictures.animation", "reviews.create"), "a worker computes for it"),
    **dict.fromkeys(
        ("session.sign_in", "account.begin", "session.set_password", "account.set_password"),
        "the password is hashed; attempts are limited more strictly",
    ),
    **dict.fromkeys(
        ("session.reset", "account.reset", "session.verify", "account.verify"),
        "the password is hashed; links are needed, and attempts are limited more strictly",
    ),
    **dict.fromkeys(("push.create", "webhooks.create", "webhooks.change"), "names may be looked up"),
    **dict.fromkeys(("webhook_pages.create", "webhook_pages.edit"), "names may be looked up"),
    **dict.fromkeys(("webhooks.test", "webhooks.replay"), "a worker calls another server"),
    **dict.fromkeys(("webhook_pages.test", "webhook_pages.replay"), "a worker calls another server"),
    "continuations.show": "it depends on the position how much the bots consider",
    "moves.offered": "it depends on the position how much is compared",
    "ratings.player": "it grows with the rated games of years",
    "ratings.index": "it grows with the players who are rated",
    "contacts.following": "it is a list of people, as those of the blocked and muted",
}
"""Why an endpoint weighs more than its calls: work outside the request's thread, or data of years."""


def weight_of(request: Request) -> int:
    """The weight of this request."""
    if request.endpoint is None:
        return UNKNOWN
    weight = WEIGHTS.get(request.endpoint, 1)
    return weight if isinstance(weight, int) else weight.of(request)

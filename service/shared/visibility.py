"""The viewer of a request, and what they may see."""

from typing import TypeVar

from flask import Response, after_this_request, g, request

from replays.match.aggregate import Match
from replays.match.kinds import StreamKind, Table
from service.application.accounts.access.audit import Deed
from service.application.games.sight import Sight
from service.application.games.visibility import Viewer
from service.http.authentication import visitor
from service.services import services
from service.shared.accounts.audit import record

T = TypeVar("T", bound=Table)

INVITATION = "invitation"
"""The query parameter of invitation keys."""


def viewer() -> Viewer:
    """The viewer, signed in or not."""
    if "viewer" not in g:
        owner = g.get("access") or visitor()
        g.viewer = Viewer(owner.player if owner else None, tuple(request.args.getlist(INVITATION)))
    found: Viewer = g.viewer
    return found


def sight() -> Sight:
    """What the viewer may see; the response becomes private if not everybody may see it."""
    return Sight(services().visibility, viewer, lambda: after_this_request(not_for_others))


def match_of(text: str) -> Match:
    """The match with this id; 404 if there is none that the viewer may see."""
    return services().shown_tables.match(text, sight())


def series_of(kind: StreamKind[T], text: str) -> T:
    """The series of this kind and id; 404 if there is none that the viewer may see."""
    return services().shown_tables.series(kind, text, sight())


def talk_is_off(table: Table) -> bool:
    """True if the table was opened without talk; cached per request."""
    known: dict[str, bool] = g.setdefault("talk_is_off", {})
    if table.id not in known:
        known[table.id] = services().talk_switches.is_off(table)
    return known[table.id]


def key_of_new(table: Table, there: Table | None = None) -> str | None:
    """The key of a table that the player has just opened, unless it was `there`; records the invitation."""
    options, player = table.created.options, viewer().player
    if there is None and player is not None and (options.private or options.invited):
        record(player, Deed.INVITATION_MADE, of=table.id)
    return sight().key_of(table)


def not_for_others(response: Response) -> Response:
    """Keep the key out of other sites' logs, and the response out of shared caches.

    A 401 response shows nothing (the token was revoked meanwhile), so it stays unchanged.
    """
    if response.status_code == 401:
        return response
    response.headers["Referrer-Policy"] = "no-referrer"
    response.cache_control.private = True
    return response

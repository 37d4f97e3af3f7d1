"""The viewer of a request, and what they may see."""

from collections.abc import Callable

from flask import Response, after_this_request, g, request

from replays.match.aggregate import Match
from service.application.accounts.access.audit import Deed
from service.application.games.talk.rooms import Room, rooms_of
from service.application.games.visibility import ANYBODY, Table, Viewer
from service.application.problem import Problem
from service.http.authentication import visitor
from service.services import services
from service.shared.accounts.audit import record

INVITATION = "invitation"
"""The query parameter of invitation keys."""


def viewer() -> Viewer:
    """The viewer, signed in or not."""
    if "viewer" not in g:
        owner = g.get("access") or visitor()
        g.viewer = Viewer(owner.player if owner else None, tuple(request.args.getlist(INVITATION)))
    found: Viewer = g.viewer
    return found


def may_watch(table: Table) -> bool:
    """True if the viewer may watch the table to its end; public tables need no lookup of the viewer."""
    doors = services().visibility
    return doors.may_watch(table, ANYBODY) or doors.may_watch(table, viewer())


def may_see(table: Table) -> bool:
    """True if the viewer may see the table as it is now; makes the response private unless all may see it."""
    doors = services().visibility
    if doors.may_see(table, ANYBODY):
        return True
    shown = doors.may_see(table, viewer())
    if shown:
        after_this_request(not_for_others)
    return shown


def rooms_for(match: Match) -> tuple[Room, ...]:
    """The rooms of a table's talk that the viewer may read; the first is the one they write in."""
    return rooms_of(match, viewer().player, may_watch=may_watch(match))


def talk_is_off(table: Table) -> bool:
    """True if the table was opened without talk; cached per request."""
    known: dict[str, bool] = g.setdefault("talk_is_off", {})
    if table.id not in known:
        known[table.id] = services().talk_switches.is_off(table)
    return known[table.id]


def key_of(table: Table) -> str | None:
    """The key of a private table that the signed-in player gives others; None for a public table.

    Others get the key of their request, if it has one.
    """
    player = viewer().player
    if not table.created.options.private or player is None:
        return given_key(table)
    return services().visibility.key(table, player)


def given_key(table: Table) -> str | None:
    """The key of a private table if the request has it; None if it is missing or wrong."""
    return services().visibility.valid(table, viewer().keys) if table.created.options.private else None


def key_of_new(table: Table, there: Table | None = None) -> str | None:
    """The key of a table that the player has just opened, unless it was `there`; records the invitation."""
    options, player = table.created.options, viewer().player
    if there is None and player is not None and (options.private or options.invited):
        record(player, Deed.INVITATION_MADE, of=table.id)
    return key_of(table)


def check_seen(table: Table | None, unknown: Callable[[], Problem]) -> None:
    """Raise the result of `unknown`, as for a missing table, if the viewer may not see the table.

    None stands for a log whose first event is damaged; anybody may learn that.
    """
    if table is None or services().visibility.may_watch(table, ANYBODY):
        return
    if not may_see(table):
        raise unknown()
    after_this_request(not_for_others)


def not_for_others(response: Response) -> Response:
    """Keep the key out of other sites' logs, and the response out of shared caches.

    A 401 response shows nothing (the token was revoked meanwhile), so it stays unchanged.
    """
    if response.status_code == 401:
        return response
    response.headers["Referrer-Policy"] = "no-referrer"
    response.cache_control.private = True
    return response

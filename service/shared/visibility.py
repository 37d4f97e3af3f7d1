"""Who asks, and what that lets them see."""

from collections.abc import Callable

from flask import Response, after_this_request, g, request

from replays.match.aggregate import Match
from service.games.talk.rooms import Room, rooms_of
from service.games.visibility import ANYBODY, Table, Viewer
from service.http.authentication import visitor
from service.problem import Problem
from service.services import services

INVITATION = "invitation"
"""The name under which keys come in the query."""


def viewer() -> Viewer:
    """Who asks, whether signed in or not."""
    if "viewer" not in g:
        owner = g.get("access") or visitor()
        g.viewer = Viewer(owner.player if owner else None, tuple(request.args.getlist(INVITATION)))
    found: Viewer = g.viewer
    return found


def may_watch(table: Table) -> bool:
    """Whether who asks may see the table to its end; for what everybody may, nobody is looked up."""
    doors = services().visibility
    return doors.may_watch(table, ANYBODY) or doors.may_watch(table, viewer())


def may_see(table: Table) -> bool:
    """Whether who asks may see the table as it is now; an answer that shows it to few is kept for them."""
    doors = services().visibility
    if doors.may_see(table, ANYBODY):
        return True
    shown = doors.may_see(table, viewer())
    if shown:
        after_this_request(not_for_others)
    return shown


def rooms_for(match: Match) -> tuple[Room, ...]:
    """The rooms of the talk at a table in which who asks may read; the first is theirs."""
    return rooms_of(match, viewer().player, may_watch=may_watch(match))


def talk_is_off(table: Table) -> bool:
    """Whether the table was opened without talk; the store is asked once for each table in a request."""
    known: dict[str, bool] = g.setdefault("talk_is_off", {})
    if table.id not in known:
        known[table.id] = services().talk_switches.is_off(table)
    return known[table.id]


def key_of(table: Table) -> str | None:
    """The key of a private table; a public one needs none."""
    return services().visibility.key(table) if table.created.options.private else None


def given_key(table: Table) -> str | None:
    """The key of a private table if the request has it; None for any other text that came in its place."""
    key = key_of(table)
    return key if key is not None and key in viewer().keys else None


def check_seen(table: Table | None, unknown: Callable[[], Problem]) -> None:
    """Raise what `unknown` gives, as for a table that there is not, where who asks may not see it.

    None stands for a log whose first event is damaged: of it nothing can be shown but that.
    """
    if table is None or services().visibility.may_watch(table, ANYBODY):
        return
    if not may_see(table):
        raise unknown()
    after_this_request(not_for_others)


def not_for_others(response: Response) -> Response:
    """Keep the key out of other sites' logs, and the answer out of shared caches.

    Who is told to sign in, since the token was revoked meanwhile, was shown nothing.
    """
    if response.status_code == 401:
        return response
    response.headers["Referrer-Policy"] = "no-referrer"
    response.cache_control.private = True
    return response

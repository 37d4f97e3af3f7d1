"""What happened in games since the viewer's last visit: a number beside each listed game.

A game's page stores the version that its viewer has seen (`static/table/visits.js`), for all devices of the
account. A view that lists games calls `look_up` once, which reads all of them in one round trip.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress

from flask import Flask, g

from replays.encoding.identity import GameId, Version
from replays.log.event_log import StoreAway
from replays.match.kinds import Table
from service.services import services
from service.shared.visibility import viewer


def register(app: Flask) -> None:
    """Register the template function `last_visit()`."""
    app.add_template_global(last_visit)


def look_up(*lists: Iterable[Table]) -> None:
    """Read the viewer's last visits of all these games; nothing for a viewer without an account."""
    player = viewer().player
    if player is None:
        return
    games = [table.id for tables in lists for table in tables]
    with suppress(StoreAway):  # the list is shown without the numbers
        _visits().update(services().notes.seen(player, list(dict.fromkeys(games))))


def note(seen: Mapping[GameId, Version | None]) -> None:
    """Use these for `last_visit()` during this request, for a view that has read them."""
    _visits().update(seen)


def last_visit(table: Table) -> Version | None:
    """The version up to which the viewer has seen the game; None if not visited, or not looked up."""
    return _visits().get(table.id)


def _visits() -> dict[GameId, Version | None]:
    found: dict[GameId, Version | None] = g.setdefault("visits", {})
    return found

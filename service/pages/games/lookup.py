"""Looks up games and series for pages, and builds the links that invite others to them."""

import logging

from replays.encoding.identity import GameId
from replays.match.aggregate import Match, Status
from replays.match.aggregate_cache import Damaged
from replays.match.kinds import Table
from service.application.games.shown_tables import game_id
from service.http import hosts
from service.pages.shared.current_player import me
from service.shared.visibility import match_of, sight

log = logging.getLogger(__name__)


def known(game: str) -> GameId:
    """The id of a visible game, even if its log is damaged; 404 if there is no such game."""
    seen(game)
    return game_id(game)


def seen(game: str) -> Match | None:
    """A visible game, or None if its log is damaged; 404 if there is no such game."""
    try:
        return match_of(game)
    except Damaged as damage:
        log.warning("shown as far as it can be read: %s", damage)
        return None


def shared(table: Table, endpoint: str) -> str | None:
    """The link that a seated player shares to fill an open table; None for others and for other tables."""
    here = me()
    if here is None or table.seat_of(here["id"]) is None or table.status is not Status.OPEN:
        return None
    return hosts.shared_url(endpoint, **{endpoint: table.id}, invitation=sight().key_of(table))

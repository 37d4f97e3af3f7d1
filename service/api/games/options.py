"""Converts a table's agreements besides the rules from the request to the record."""

from dataclasses import replace
from typing import Any

from kingdomino.policies import BOTS
from replays.clocks.spec import ClockSpec, TimeControl
from replays.commands.tables import NewTable, UnknownGame
from replays.events.game_events import OnTimeout, Options
from replays.log.listing import GAMES, Listing
from replays.match.aggregate import Status
from replays.match.deciding.bots import STAND_IN
from replays.match.randomness.chances import deal_of
from service.api.games.schemas.seats import PRIVATE
from service.application.games.seats.again import settled
from service.application.problem import Problem
from service.services import services
from service.shared.visibility import match_of


def options_of(body: dict[str, Any], creator: str, now: int) -> Options:
    """The options of a new table, from the body; fixes the offsets of the clock's time zone."""
    agreed = Options(
        absent=body["absent"],
        private=True if body["visibility"] == PRIVATE else None,
        spectators=None if body["spectators"] else False,
        invited=_guests(body["invited"], creator),
        hints=None if body["hints"] else False,
        rated=True if body["rated"] else None,
        stand_in=_stand_in(body["stand_in"]),
    )
    clock: ClockSpec | None = body["clock"]
    if clock is None or clock.policy is TimeControl.NONE:
        return agreed
    return replace(agreed, clock=clock, offsets=settled(clock, now), on_timeout=_on_timeout(body))


def with_deal(table: NewTable, listing: Listing, source: Any) -> NewTable:
    """The table with the deal of this scored game, if one is given; 422 if it cannot be played there."""
    if source is None:
        return table
    if listing is not GAMES:
        raise _wrong("deal", "a series deals its own games: open a game")
    try:
        over = match_of(str(source))
    except (Problem, UnknownGame) as problem:
        raise _wrong("deal", f"there is no game {source}") from problem
    if over.status is not Status.SCORED:
        raise _wrong("deal", f"game {source} is {over.status.value}, not scored")
    if (over.rules, over.players) != (table.rules, table.players):
        raise _wrong("deal", f"game {source} has other rules or another number of players")
    return replace(table, options=replace(table.options, deal=deal_of(over)))


def _on_timeout(body: dict[str, Any]) -> OnTimeout | None:
    """The agreed consequence of a time-out; in a rated game the default is to forfeit the seat."""
    agreed: OnTimeout | None = body["on_timeout"]
    return OnTimeout.FORFEIT if body["rated"] and agreed is None else agreed


def _stand_in(policy: str | None) -> str | None:
    """The stored name of the policy; None for the default of the record."""
    stored = BOTS[policy].stored_name if policy else STAND_IN
    return None if stored == STAND_IN else stored


def _guests(invited: list[Any] | None, creator: str) -> tuple[str, ...] | None:
    """The only players who may sit down, the creator first; None for everybody, 422 for an unknown player."""
    if invited is None:
        return None
    guests = tuple(dict.fromkeys([creator, *map(str, invited)]))
    unknown = [player for player, name in services().players.names(guests).items() if name is None]
    if unknown:
        raise _wrong("invited", f"there is no player {', '.join(unknown)}")
    return guests


def _wrong(member: str, text: str) -> Problem:
    more = {"errors": {"json": {member: [text]}}}
    return Problem(422, "request/invalid", "the request has wrong values", more=more)

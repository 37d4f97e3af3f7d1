"""Play again: opens a new table with the settings and people of the last game of two players."""

import os

from replays.bootstrap import now_ms
from replays.clocks.spec import ClockSpec
from replays.clocks.zones import Offsets, offsets
from replays.encoding.identity import GameId, derived_game_id, new_game_id
from replays.log.event_log import CommandId
from replays.log.listing import Listing
from replays.match.aggregate import Match, Sitter
from service.application.games.seats.opened_tables import Opening
from service.application.games.seats.rematch import same_table, with_bots
from service.application.problem import Problem
from service.application.quotas.throttle import Attempt
from service.http.client_address import address
from service.services import services
from service.shared.people import profile_of


def play_again(sitter: Sitter, other: str, command: CommandId | None) -> Match:
    """A new game with the settings and people of the newest game that both players finished.

    The player takes the first seat, the bots of the last game sit down too, and the other people are invited.
    404 `player/unknown`, 409 `player/never-met`. Raises what opening a table raises.
    """
    parts, player = services(), sitter.player
    profile_of(other)
    meeting = parts.records.meeting(player, other)
    if meeting is None:
        raise Problem(409, "player/never-met", "you have not finished a game with this player yet")
    last = parts.tables.match(meeting.last)
    table = same_table(last, sitter, settled(last.created.options.clock, now_ms()))
    game = _id(command)
    there = parts.tables.matches.current(game) if command else None
    parts.seat_quota.open(player, table, Opening(Listing.GAMES, game, address()), there)
    bots = sum(each.bot is not None for each in last.sitters)
    if bots and there is None:
        parts.throttle.count(Attempt.BOT_FROM, address(), bots)
    if there is None:
        parts.talk_switches.hand_on(last, game)
    match = parts.tables.create(game, table, command).match
    return with_bots(parts.tables, match, last, player)


def settled(clock: ClockSpec | None, now: int) -> Offsets | None:
    """The offsets of the time zone in which the clock pauses, or None; 422 for an unknown zone."""
    if clock is None or clock.pause is None:
        return None
    try:
        return offsets(clock.pause.timezone, now)
    except ValueError as error:
        more = {"errors": {"json": {"clock": [str(error)]}}}
        raise Problem(422, "request/invalid", "the request has wrong values", more=more) from error


def _id(command: CommandId | None) -> GameId:
    return derived_game_id("again", command.id) if command else new_game_id(os.urandom(16))

"""Play again: opens a new table with the settings and people of the last game of two players."""

import os
from dataclasses import dataclass

from replays.clocks.spec import ClockSpec
from replays.clocks.zones import Offsets, offsets
from replays.commands.tables import Tables
from replays.encoding.identity import GameId, derived_game_id, new_game_id
from replays.log.event_log import CommandId
from replays.log.listing import GAMES
from replays.match.aggregate import Match, Sitter
from service.application.games.seats.opened_tables import Opening
from service.application.games.seats.rematch import as_game, same_table
from service.application.games.seats.seat_quota import SeatQuota
from service.application.games.talk.switches import TalkSwitches
from service.application.people.people import People
from service.application.problem import Problem
from service.application.quotas.throttle import Attempt


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """Opens tables like the last game of two players."""

    tables: Tables
    people: People
    seat_quota: SeatQuota
    talk_switches: TalkSwitches

    def open(self, sitter: Sitter, other: str, command: CommandId | None, address: str, now: int) -> Match:
        """A new game with the settings and people of the newest game that both players finished.

        The player takes the first seat, the bots of the last game sit down too, and the other people are
        invited. 404 `player/unknown`, 409 `player/never-met`. Raises what opening a table raises.
        """
        player = sitter.player
        self.people.profile(other)
        meeting = self.people.records.meeting(player, other)
        if meeting is None:
            raise Problem(409, "player/never-met", "you have not finished a game with this player yet")
        last = self.tables.match(meeting.last)
        table = same_table(last, sitter, settled(last.created.options.clock, now))
        game = _id(command)
        there = self.tables.matches.current(game) if command else None
        self.seat_quota.open(player, table, Opening(GAMES, game, address), there)
        bots = sum(each.bot is not None for each in last.sitters)
        if bots and there is None:
            self.people.throttle.count(Attempt.BOT_FROM, address, bots)
        if there is None:
            self.talk_switches.hand_on(last, game)
        match = self.tables.create(game, table, command).after
        return as_game(self.tables).with_bots(match, last, player)


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

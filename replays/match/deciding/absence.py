"""Decisions about a seat whose player leaves for good, by the table's option `absent` (R32)."""

from kingdomino.board.numbers import Seat
from kingdomino.game import events as rules_events
from replays.events.game_events import Absent
from replays.match.aggregate import Match
from replays.match.deciding.bots import STAND_IN
from replays.match.recording import EventDraft


def stand_in(match: Match) -> str | None:
    """The policy that plays on for a player who left; None if the table chose that no bot does."""
    return None if match.created.options.absent is Absent.DISCARD else policy_for_away(match)


def policy_for_away(match: Match) -> str:
    """The policy that plays on for a player who is out of time, until the player returns."""
    return match.created.options.stand_in or STAND_IN


def leaves_a_bot(match: Match, player: str) -> bool:
    """True if a bot would play on for this player."""
    seat = match.seat_of(player)
    return seat is not None and stand_in(match) is not None and not ending(match, seat)


def ending(match: Match, seat: Seat) -> list[EventDraft]:
    """The draft of the game's end, if the game ends when the player of this seat leaves; else empty.

    With `"absent": "end"` the game ends if at most one other seat stays, or no person. The seats of away
    persons and of bots from the start count as staying.
    """
    if match.created.options.absent is not Absent.END:
        return []
    gone = {seat, *(match.game.left if match.game else ())}
    stayed = [sitter for other, sitter in enumerate(match.sitters) if other not in gone]
    goes_on = len(stayed) > 1 and any(sitter.bot is None for sitter in stayed)
    return [] if goes_on else [EventDraft(rules_events.GameEnded())]

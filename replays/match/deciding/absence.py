"""What becomes of a seat whose player leaves for good, as the table's `absent` says (R32)."""

from kingdomino.board.numbers import Seat
from kingdomino.game import events as rules_events
from replays.events.game_events import Absent
from replays.match.aggregate import Match
from replays.match.deciding.bots import STAND_IN
from replays.match.recording import Draft


def stand_in(match: Match) -> str | None:
    """The policy that plays on for who left; None where the table chose that nobody does."""
    return None if match.created.options.absent is Absent.DISCARD else policy_for_away(match)


def policy_for_away(match: Match) -> str:
    """The policy that plays on for who is out of time, until the player returns."""
    return match.created.options.stand_in or STAND_IN


def leaves_a_bot(match: Match, player: str) -> bool:
    """True if a bot would play on for this player."""
    seat = match.seat_of(player)
    return seat is not None and stand_in(match) is not None and not ending(match, seat)


def ending(match: Match, seat: Seat) -> list[Draft]:
    """The end of the game, if it ends when the player of this seat leaves; else nothing.

    With `"absent": "end"` it does where one other seat alone has stayed, or no person has. The seat of an
    away person, and one that a bot had from the start, has stayed.
    """
    if match.created.options.absent is not Absent.END:
        return []
    gone = {seat, *(match.game.left if match.game else ())}
    stayed = [sitter for other, sitter in enumerate(match.sitters) if other not in gone]
    goes_on = len(stayed) > 1 and any(sitter.bot is None for sitter in stayed)
    return [] if goes_on else [Draft(rules_events.GameEnded())]

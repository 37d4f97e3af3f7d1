"""Continues a game from a version against bots; the events of the continuation are in no log."""

from collections.abc import Iterable
from typing import NamedTuple

from kingdomino.board.numbers import Seat
from kingdomino.game import Game
from kingdomino.game.commands import Command
from kingdomino.policies import BOTS
from kingdomino.review.continuation import CommandRefused, PlayedCommand, continuation
from kingdomino.review.decisions import PublicPosition
from replays.encoding.entries import Head, StoredEvent
from replays.events import game_events
from replays.match.aggregate import Match, Sitter, Status
from replays.match.deciding.decisions import recorded, scored
from replays.projections.studies import NO_HASH, StudyFrame, after
from replays.projections.variations import unseen

__all__ = ["CommandRefused", "Continuation", "continued"]


class Continuation(NamedTuple):
    """A continuation: the player's seat, all commands so far, their events, and the match at the end.

    The versions of the events follow the version where the continuation began; none of them is in a log.
    """

    seat: Seat
    commands: tuple[Command, ...]
    frames: tuple[StudyFrame, ...]
    match: Match


def continued(  # noqa: PLR0913 - the inputs of a continuation
    match: Match,
    past: Iterable[StoredEvent],
    *,
    seat: Seat | None,
    bot: str,
    commands: Iterable[Command],
    seed: int,
) -> Continuation:
    """The continuation of a match, with `past` as the events up to its version; see `continuation`.

    `bot` is the name of the bot that plays all other seats. Raises `CommandRefused`, and `ValueError` if the
    game has not started.
    """
    if match.game is None:
        raise ValueError(f"game {match.id} has not started")
    position = PublicPosition(match.head.version, match.game, unseen(past))
    turns = tuple(continuation(position, seat, BOTS[bot].policy, commands, seed))
    own = _own(turns[0].game, seat)
    frames = tuple(_frames(_fresh(match, own, bot), turns))
    made = tuple(turn.command for turn in turns if turn.command is not None)
    return Continuation(own, made, frames, frames[-1].match if frames else _fresh(match, own, bot))


def _own(first: Game, seat: Seat | None) -> Seat:
    return (first.mover or Seat(0)) if seat is None else seat


def _fresh(match: Match, seat: Seat, bot: str) -> Match:
    """The match with bots on the other seats, and without its options, its clock and its real end."""
    stored = BOTS[bot].stored_name
    other = Sitter(f"bot/{stored}", None, stored)
    sitters = tuple(sitter if at == seat else other for at, sitter in enumerate(match.sitters))
    return Match(
        match.id,
        Head(match.head.version, NO_HASH),
        at=0,
        created_at=0,
        created=game_events.GameCreated(match.rules, match.players, commitment=NO_HASH),
        status=Status.ACTIVE,
        turn_version=match.turn_version,
        sitters=sitters,
        game=match.game and match.game._replace(idle=(), left=()),
    )


def _frames(match: Match, turns: Iterable[PlayedCommand]) -> Iterable[StudyFrame]:
    for turn in turns:
        for event in recorded(match.game, turn.events):
            match = after(match, event)
            yield StudyFrame(event, match)
    if match.status is Status.FINISHED and match.game:
        result = scored(match.game)
        yield StudyFrame(result, after(match, result))

"""Compares a record with what a player sent to take a seat, as the player's client kept it."""

from collections.abc import Iterable, Iterator

from replays.audit.verdicts import Aspect, Finding, Note
from replays.encoding.attempts import SeatAttempt
from replays.encoding.identity import Version
from replays.match.aggregate import Match


def attempts_at(match: Match, attempts: Iterable[SeatAttempt]) -> list[SeatAttempt]:
    """The attempts at the table of this game: the game, or its series."""
    place = match.created.options.series
    table = place.id if place else match.id
    return [attempt for attempt in attempts if attempt.table == table]


def against_attempts(match: Match, attempts: Iterable[SeatAttempt]) -> Iterator[Finding]:
    """A finding `entropy/other` for each player or entropy that the record has otherwise than it was sent.

    The first sitters count: a player who takes over a seat sends no entropy. A player may have taken the seat
    with the entropy of any of the attempts, which several clients may have kept.
    """
    kept = attempts_at(match, attempts)
    sent: dict[str, list[str]] = {}
    for attempt in kept:
        sent.setdefault(attempt.player, []).append(attempt.entropy)
    for seat, sitter in enumerate(match.seated):
        version = Version(seat + 2)  # after the first event the seats follow in order
        own = sent.get(sitter.player)
        if own and sitter.entropy not in own:
            text = (
                f"for seat {seat} the player sent the entropy {own[0]}, and the record has {sitter.entropy}: "
                "if the player did not take the seat with another client, somebody changed it"
            )
            yield Finding(Aspect.FAIRNESS, version, "entropy/other", text)
        elif not own:
            for attempt in kept:
                if attempt.entropy == sitter.entropy:
                    text = f"seat {seat} has the entropy of player {attempt.player}, and is of another player"
                    yield Finding(Aspect.FAIRNESS, version, "entropy/other", text)


def unseated(match: Match, attempts: Iterable[SeatAttempt]) -> Iterator[Note]:
    """A note `entropy/unseated` for each player who asked for a seat and has none in the record."""
    seated = {sitter.player for sitter in match.seated}
    for attempt in attempts_at(match, attempts):
        if attempt.player not in seated:
            count, answers = len(attempt.requests), _answers(attempt)
            text = (
                f"player {attempt.player} asked for a seat {count} times with the entropy {attempt.entropy}, "
                f"was answered {answers}, and has none"
            )
            yield Note("entropy/unseated", text, {"player": attempt.player, "count": count})


def _answers(attempt: SeatAttempt) -> str:
    """The different answers, in order, such as `503 store/away, none`."""
    told = (
        " ".join(str(part) for part in (request.status, request.code) if part is not None) or "not at all"
        for request in attempt.requests
    )
    return ", ".join(dict.fromkeys(told)) or "not at all"

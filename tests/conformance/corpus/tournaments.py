"""Tournaments for the corpus that together have every type of event; the same ones each time."""

from collections.abc import Callable, Iterator

from harness.audit.tournaments import DIRECTOR, PlayedTournament, announcement, why
from replays.encoding.identity import GameId, derived_game_id
from replays.events.regulations import DAY_MS, Code, Regulations
from replays.match.recording import EventDraft
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding import acts, opening, undoing
from replays.tournament.deciding.opening import OldPlaces
from tests.conformance.corpus.playing import Stream

Decision = Callable[[Tournament], list[EventDraft]]


def _announced(name: str, rounds: int = 2) -> PlayedTournament:
    agreed = Regulations(first_move_ms=DAY_MS, late_until=2)
    plan = announcement(table=2, rounds=rounds, regulations=agreed)
    return PlayedTournament(plan, id=GameId(derived_game_id("corpus", name)))


def _streams(played: PlayedTournament, shows: str) -> Iterator[Stream]:
    yield Stream(played.id, shows, tuple(played.tables.log.read(played.id)))
    for table in played.now.games:
        yield Stream(table.id, f"game {table.number} of a tournament", tuple(played.record_of(table.number)))


def _first_stage() -> PlayedTournament:
    """A tournament that is cut short before its first round."""
    played = _announced("first-stage")
    played.enter(3)
    played.change(lambda now: opening.enter_bots(now, ["greedy"], DIRECTOR))
    played.change(lambda now: opening.start(now, DIRECTOR))
    played.change(lambda now: acts.cut_short(now, why(code=Code.SCHEDULE)))
    played.advance()
    return played


def cut_short() -> Iterator[Stream]:
    """That tournament's own stream."""
    return _streams(_first_stage(), "a tournament that finished without its rounds")


def called_off() -> Iterator[Stream]:
    """A tournament that its director called off."""
    played = _announced("called-off")
    played.enter(1)
    played.change(lambda now: opening.call_off(now, why(reason="too few")))
    return _streams(played, "a tournament that was called off")


def expired() -> Iterator[Stream]:
    """A tournament that nobody started."""
    played = _announced("expired")
    played.tournaments.abort_unfilled(played.now, 0)
    return _streams(played, "a tournament that was not started in time")


def logged() -> Iterator[Stream]:
    """A tournament whose first event the public log had proved to a player."""
    played = _announced("logged")
    played.enter(2, checkpoint=40)
    played.change(lambda now: opening.call_off(now, why(reason="too few")))
    return _streams(played, "a tournament with an entrant who names a checkpoint")


def second_stage() -> Iterator[Stream]:
    """A Swiss tournament in duels with the field of the first stage, and acts of every kind."""
    played = _announced("second-stage")
    first = _first_stage().now
    played.change(lambda now: opening.take_places(now, [OldPlaces(first, 1, 4)], DIRECTOR))
    for pair in ([1, 2], [1, 3], [1, 4]):
        played.change(lambda now, pair=pair: acts.forbid_meeting(now, why(), pair))  # type: ignore[misc]
    played.start()  # nobody may meet the first
    for act in range(2):
        played.change(lambda now, act=act: undoing.undo(now, why(), now.acts[act].version))  # type: ignore[misc]
    played.advance()
    _act(played)
    played.skip(DAY_MS)
    played.play(but=[2])
    played.enter(1)
    played.change(lambda now: acts.set_pairing(now, why(), 2, [[4, 1], [3, 2]], [5]))
    played.close()
    played.finish()
    played.play()
    return _streams(played, "a tournament with acts of every kind, a round by hand and a late table")


def _act(played: PlayedTournament) -> None:
    """Let the director, a deputy and the players act during the first round."""
    table = played.now.games[0]
    players = [played.now.sitter_in(each, 1) for each in table.entrants]
    person = next(each.player for each in players if each.bot is None)
    span = (played.now_ms - 5_000, played.now_ms - 4_000)
    decisions: list[Decision] = [
        lambda now: acts.adjust_clocks(now, why(code=Code.OUTAGE), span, [], played.clock()),
        lambda now: acts.name_deputy(now, why(), "deputy"),
        lambda now: acts.open_dispute(now, why(person), table.number, 9),
        lambda now: acts.answer_dispute(now, why("deputy"), now.head.version, upheld=True),
        lambda now: acts.correct(now, why("deputy", Code.CLERICAL), table.number, [1, 1]),
        lambda now: acts.annul(now, why("deputy", Code.APPEAL), table.number),
        lambda now: acts.withdraw(now, why(code=Code.NO_SHOW), 1),
        lambda now: undoing.undo(now, why(), now.head.version),
        lambda now: acts.replace_entrant(now, why(code=Code.ILLNESS), 3, "substitute"),
        lambda now: acts.dismiss_deputy(now, why(), "deputy"),
    ]
    for decide in decisions:
        played.change(decide)
    played.advance()


TOURNAMENTS: dict[str, Callable[[], Iterator[Stream]]] = {
    "tournament-swiss-2": second_stage,
    "tournament-cut-short": cut_short,
    "tournament-called-off": called_off,
    "tournament-expired": expired,
    "tournament-logged": logged,
}
"""By the names of their files; the names of their games' files add `-game-1` and so on."""

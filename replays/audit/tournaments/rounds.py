"""Checks a round: its lots, its pairing, the games of its tables, and the seed from which theirs derive."""

from collections.abc import Iterator, Sequence

from replays.audit.tournaments.aspects import PAIRING
from replays.audit.tournaments.check import TournamentCheck, step
from replays.audit.verdicts import Aspect
from replays.events import tournament_events as events
from replays.events.causes import SYSTEM
from replays.match.aggregate import Match
from replays.match.deciding.decisions import FullTable
from replays.match.randomness.draws import commitment
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding import rounds
from replays.tournament.lots import game_seed, number_of_games, number_of_lots
from replays.tournament.pairing import ENGINE, Pairing, by_hand, pairing
from replays.tournament.schedules.forms import Unpairable
from replays.tournament.tournaments import at_pairing, full_table


def paired(check: TournamentCheck, event: events.TournamentRoundPaired) -> None:
    """Check that the round was due, with the lots that were committed to, and pair it again."""
    check.by(SYSTEM, SYSTEM)
    if not _is_due(check, event.number):
        return
    if not _is_committed(check.before, number_of_lots(event.number), event.lots):
        text = f"the lots of round {event.number} are not those that the first event commits to"
        check.fault(PAIRING, "tournament/lots", text)
    found = _again(check, event.engine, event.lots)
    if isinstance(found, Pairing):
        for text in _differences(event, found):
            check.fault(PAIRING, "tournament/pairing", text)
    elif found is not None:
        check.fault(PAIRING, found.code, f"the round cannot be paired: {found}")


MOST_FAILURES = 100
"""The number of failures of a tournament that are repeated, each of which may take a second."""


def pairing_failed(check: TournamentCheck, event: events.TournamentPairingFailed) -> None:
    """Check that the round was due, and that it could not be paired."""
    check.by(SYSTEM, SYSTEM)
    lots = check.walk.lots.get(event.number)
    if not _is_due(check, event.number):
        return
    check.walk.repeated += 1
    if check.walk.repeated > MOST_FAILURES:
        text = f"only {MOST_FAILURES} pairings that failed are repeated"
        check.not_checked(PAIRING, "pairing/failures", text)
        return
    if lots is None:
        text = f"the lots of round {event.number} are not revealed, so that it cannot be paired is not shown"
        check.not_checked(PAIRING, "pairing/lots", text)
        return
    found = _again(check, ENGINE, lots)
    if isinstance(found, Pairing):
        check.fault(PAIRING, "tournament/pairing", "the round can be paired")
    elif found and (found.code, str(found), tuple(found.players)) != (
        event.code,
        event.reason,
        event.entrants,
    ):
        text = f"the round cannot be paired for another reason: {found.code}, {found}"
        check.fault(PAIRING, "tournament/pairing", text)


def _is_due(check: TournamentCheck, number: int) -> bool:
    now = check.before
    if rounds.is_to_be_paired(now) and number == now.paired + 1 <= now.created.rounds:
        return True
    check.wrong("rules/not-due", f"round {number} is not to be paired here")
    return False


def _is_committed(tournament: Tournament, number: int, seed: str) -> bool:
    """True if the first event committed to this seed under this number, from 1."""
    return commitment(bytes.fromhex(seed)) == tournament.created.commitments[number - 1]


def _again(check: TournamentCheck, engine: int, lots: str) -> Pairing | Unpairable | None:
    """The pairing of the next round; None, with a note, if a method made it that is not known here."""
    now = check.before
    if engine != ENGINE and by_hand(now, now.paired + 1) is None:
        text = f"the round was paired by method {engine}, and this verifier knows {ENGINE}: not checked"
        check.not_checked(PAIRING, "pairing/engine", text)
        return None
    try:
        return pairing(now, bytes.fromhex(lots))
    except Unpairable as impossible:
        return impossible


def _differences(event: events.TournamentRoundPaired, right: Pairing) -> Iterator[str]:
    if event.by_hand != right.by_hand:
        yield "a director paired the round by hand" if right.by_hand else "no act pairs the round by hand"
    tables = zip(event.tables, right.tables, strict=False)
    other = next(((number, *pair) for number, pair in enumerate(tables, 1) if pair[0] != pair[1]), None)
    if other:
        number, found, due = other
        yield f"table {number} has the entrants {_told(found)}; paired again it has {_told(due)}"
    elif len(event.tables) != len(right.tables):
        yield f"there are {len(event.tables)} tables; paired again there are {len(right.tables)}"
    if event.byes != right.byes:
        yield f"byes: {_told(event.byes)}; paired again: {_told(right.byes)}"


def _told(entrants: Sequence[int]) -> str:
    """Entrants numbered from 1, as in the public state."""
    return ", ".join(str(each + 1) for each in entrants) or "nobody"


def opened(check: TournamentCheck, event: events.TournamentRoundOpened) -> None:
    """Check that the games of the round are those of its tables, with the players by seat as paired."""
    now, round_ = check.before, check.before.running
    step(check, lambda: rounds.opened(now, event.number))
    if round_ is None:
        return
    then = at_pairing(now, round_.number)
    for table in round_.tables:
        game = check.game(table.number)
        if game is not None:
            _is_of_table(check, table.number, game, full_table(then, round_, table))


def _is_of_table(check: TournamentCheck, number: int, game: Match, due: FullTable) -> None:
    other = [name for name, is_other in _compared(game, due) if is_other]
    if other:
        check.wrong("tournament/other-game", f"game {number} has other {', '.join(other)} than its table")
    if (game.created.draws, game.created.founding) != (check.before.created.draws, due.founding):
        text = f"game {number} draws from another first event, or otherwise, than the tournament promised"
        check.fault(Aspect.FAIRNESS, "tournament/commitment", text)


def _compared(game: Match, due: FullTable) -> Iterator[tuple[str, bool]]:
    yield "rules", game.rules != due.rules
    yield "players or entropy", game.seated != due.sitters
    yield "options", game.created.options != due.options


def revealed(check: TournamentCheck, event: events.TournamentSeedRevealed) -> None:
    """Check the seed of a round: its games are over, and have the seeds that derive from it."""
    now, seed = check.before, bytes.fromhex(event.seed)
    if not 1 <= event.number <= now.paired:
        check.wrong("rules/not-due", f"round {event.number} is not paired")
        return
    round_ = now.rounds[event.number - 1]
    step(check, lambda: rounds.revealed(now, event.number, seed))
    if not _is_committed(now, number_of_games(event.number), event.seed):
        text = f"the seed of round {event.number} is not the one that the first event commits to"
        check.fault(Aspect.FAIRNESS, "tournament/seed", text)
    known = [(table.number, game) for table in round_.tables if (game := check.game(table.number))]
    running = [number for number, game in known if not game.is_over]
    if running or round_.opened_at is None:
        check.wrong(
            "rules/not-due", f"games of round {event.number} are not over: {running or 'none is open'}"
        )
    for number, game in known:
        if game.created.commitment != commitment(game_seed(seed, number)):
            text = f"game {number} has another seed than follows from that of its round"
            check.fault(Aspect.FAIRNESS, "tournament/commitment", text)


def time_given_back(check: TournamentCheck, event: events.TournamentTimeGivenBack) -> None:
    """Check that an act gave the time of an outage back, and that the step is recorded once."""
    check.by(SYSTEM, SYSTEM)
    if event.act not in {act.version for act, _ in check.before.outages}:
        check.wrong("rules/not-due", f"version {event.act} is no act that gives time back which is still due")

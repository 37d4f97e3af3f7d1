"""The report on choices that help one other, from the stored reviews of a tournament's games."""

from random import Random
from typing import Any

import pytest

from harness.games import finish, seeded
from harness.store.fake_log import fake_store
from replays.events.regulations import Format
from replays.match.deciding.decisions import Refusal
from replays.tournament.aggregate import TournamentTable
from service.application.games.reviews.stored import Reviews
from service.application.games.reviews.subject import subject_of_match
from service.application.quotas.request_queue import Requester
from service.application.quotas.throttle import NO_LIMITS, Throttle
from service.application.tournaments.collusion import Collusion
from tests.unit.replays.tournament.seasons import Season, season

DIRECTOR = Requester("home", "director")
NOW = 1


@pytest.fixture(scope="module")
def played() -> Season:
    """Give a Swiss of four duels with both games of its first round over."""
    found = season(Format.SWISS, 2, 3, 4)
    found.start()
    for table in found.now.games:
        finish(found.tables, table.id, seeded(table.number))
        found.tables.settle(table.id)
    found.advance()
    return found


@pytest.fixture
def reviews() -> Reviews:
    """Give an empty store of reviews."""
    return Reviews(fake_store())


def collusion(found: Season, reviews: Reviews) -> Collusion:
    """The report's maker without limits."""
    return Collusion(found.tables, reviews, Throttle(fake_store(), NO_LIMITS))


def keep(found: Season, reviews: Reviews, table: TournamentTable, helps: list[tuple[int, int]]) -> None:
    """Store a review in which these seats helped those."""
    document: dict[str, Any] = {
        "decisions": [
            {"version": 10 + number, "seat": number % 2, "grade": "slip", "made": "x", "best": "y"}
            for number in range(8)
        ],
        "helps": [
            {"version": 10 + seat, "seat": seat, "other": other, "cost": 2.0, "gain": 3.0}
            for seat, other in helps
        ],
    }
    reviews.keep(subject_of_match(found.tables.match(table.id)), document, NOW)


def test_missing_reviews_are_requested_and_the_rest_is_reported(played: Season, reviews: Reviews) -> None:
    """Each game is requested once; what is ready counts at once."""
    maker = collusion(played, reviews)
    nothing = maker.examined(played.now, None)
    assert (nothing.games, len(nothing.missing), nothing.report.games) == (2, 2, 0)
    maker.ask(nothing.missing, DIRECTOR, NOW)
    maker.ask(nothing.missing, DIRECTOR, NOW)
    assert {reviews.take(NOW), reviews.take(NOW)} == {table.id for table in played.now.games}
    assert reviews.take(NOW) is None
    [one, _] = played.now.games
    keep(played, reviews, one, [(0, 1)])
    some = maker.examined(played.now, None)
    assert (some.games, len(some.missing), some.report.games, some.report.looked_at) == (2, 1, 1, 2)
    assert some.moves[1, 10] == ("x", "y")


def test_helps_over_several_games_are_listed_with_their_players(reviews: Reviews) -> None:
    """The players are those who sat in the seats, and the choices lead to their games."""
    found = season(Format.LEAGUE, 2, 6, 3)
    found.start()
    while not found.now.finished:
        for table in found.now.unscored:
            finish(found.tables, table.id, Random(table.number))  # noqa: S311 - a test
            found.tables.settle(table.id)
        found.advance()
        found.now = found.all.close(found.now, found.now.paired, "director").after
        found.advance()
    for table in found.now.games:
        names = [found.now.field[each].sitter.player for each in table.entrants]
        own = {"player-0", "player-1"} == set(names)
        seat = names.index("player-0") if own else 0
        keep(found, reviews, table, [(seat, 1 - seat)] if own else [])
    seen = collusion(found, reviews).examined(found.now, None)
    [pair] = seen.report.pairs
    assert (pair.chooser, pair.helped, pair.all_helps) == ("player-0", "player-1", 2)
    assert pair.chance == pytest.approx(0.25)
    assert {found.now.games[case.game - 1].number for case in pair.cases} == {
        case.game for case in pair.cases
    }
    assert collusion(found, reviews).examined(found.now, 1).report.pairs == (pair,)
    assert not collusion(found, reviews).examined(found.now, 3).report.pairs


def test_an_unknown_entrant_is_refused(played: Season, reviews: Reviews) -> None:
    """Entrants are numbered from 1."""
    with pytest.raises(Refusal, match="no entrant 5"):
        collusion(played, reviews).examined(played.now, 5)

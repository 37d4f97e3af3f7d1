"""Reviews: requested once, computed once, stored under the hash of their subject."""

from collections.abc import Generator
from typing import Any

import pytest
from fakeredis import FakeRedis, FakeServer

from harness.games import STUDY, play_out, seeded, tables_on
from harness.store.fake_inboxes import FakeInboxes
from harness.store.fake_log import FakeEventLog
from kingdomino.rules import Rules
from replays.commands.tables import NewTable, Tables, UnknownGame
from replays.encoding.identity import GameId, derived_game_id, new_game_id
from replays.match.aggregate import Sitter
from replays.projections.reviews import Document
from service.application.games.reviews import stored
from service.application.games.reviews.analyst import reviewed
from service.application.games.reviews.reviewer import AnalystDied, Reviewer
from service.application.games.reviews.stored import ASKED_OF_ADDRESS, DISPLACED, NONE, WAITS, Reviews
from service.application.games.reviews.subject import (
    NotReviewed,
    ReviewSubject,
    game_record,
    subject_of_match,
)
from service.application.notices.projection.projector import Projector
from service.application.quotas.request_queue import Added, Requester

FOUND: Document = {"decisions": [], "players": []}
SUBJECT = ReviewSubject(derived_game_id("a game"), "a" * 64)
ANN, BOB = Requester("home", "ann"), Requester("office", "bob")


@pytest.fixture
def tables() -> Tables:
    """Give the tables of an in-memory log."""
    return tables_on(FakeEventLog())


@pytest.fixture
def reviews() -> Reviews:
    """Give an empty store of reviews."""
    return Reviews(FakeRedis(server=FakeServer()))


@pytest.fixture
def game(tables: Tables) -> GameId:
    """Give a scored game."""
    game = play_out(tables, 2, Rules(), seeded(1))
    tables.settle(game)
    return game


def analyst(*said: Document) -> Any:
    """An analyst with these outputs for every record."""

    def analyse(_: dict[str, Any]) -> Generator[Document]:
        yield from said

    return analyse


def reviewer(tables: Tables, reviews: Reviews, analyse: Any) -> Reviewer:
    """A reviewer with this analyst; the only study is unfinished."""
    return Reviewer(
        tables, lambda study: STUDY.decode() if study == SUBJECT.id else None, reviews, analyse, int
    )


def test_a_review_is_wanted_made_and_kept(tables: Tables, reviews: Reviews, game: GameId) -> None:
    """The status goes from none through progress to ready, for all viewers."""
    subject = subject_of_match(tables.match(game))
    assert reviews.standing(subject, 2) == NONE
    assert reviews.wish(subject, ANN, 1) is Added.WAITS
    assert reviews.standing(subject, 2).status == "running"
    assert reviews.take(2) == game
    assert reviews.take(2) is None
    seen: list[float] = []

    def analyse(record: dict[str, Any]) -> Generator[Document]:
        assert record["hash"] == subject.hash
        yield {"progress": 0.5}
        seen.append(reviews.standing(subject, 2).progress)
        yield {"review": FOUND}

    reviewer(tables, reviews, analyse).review(game)
    assert seen == [0.5]
    assert reviews.standing(subject, 2)[:3] == ("ready", 1.0, FOUND)
    reviewer(tables, reviews, analyst()).review(game)  # stored already, so the analyst is not started


def test_who_asked_is_told_once(tables: Tables, reviews: Reviews, game: GameId) -> None:
    """An occasion in the game's feed notifies those who asked, once, and nobody else."""
    subject, inboxes = subject_of_match(tables.match(game)), FakeInboxes()
    projector = Projector(tables.log, inboxes, lambda: 1)

    def kinds(player: str) -> list[str]:
        while projector.go_on(0):
            pass
        return [kept.notice.kind for kept in inboxes.every(player)]

    for player in ("player-0", "player-0", "visitor"):
        reviews.ask(subject, Requester("home", player))
    make = reviewer(tables, reviews, analyst({"review": FOUND}))
    make.review(game)
    assert kinds("player-0").count("review_ready") == kinds("visitor").count("review_ready") == 1
    assert "review_ready" not in kinds("player-1")
    assert reviews.asked(subject) == []
    make.review(game)
    assert kinds("player-0").count("review_ready") == 1


def test_who_waits_can_ask_again_after_an_analyst_died(
    tables: Tables, reviews: Reviews, game: GameId
) -> None:
    """The status does not stay at running."""
    subject = subject_of_match(tables.match(game))
    reviews.wish(subject, ANN, 1)
    reviews.take(2)
    with pytest.raises(AnalystDied):
        reviewer(tables, reviews, analyst({"progress": 0.5})).review(game)
    assert reviews.standing(subject, 2) == NONE


def test_one_address_is_not_all_who_are_told(reviews: Reviews) -> None:
    """Many accounts of one address leave places among the notified to others."""
    for number in range(2 * ASKED_OF_ADDRESS):
        reviews.ask(SUBJECT, Requester("crowd", f"guest-{number}"))
    reviews.ask(SUBJECT, ANN)
    asked = reviews.asked(SUBJECT)
    assert (len(asked), "ann" in asked) == (ASKED_OF_ADDRESS + 1, True)


def test_what_was_displaced_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """An accepted request whose place others needed does not look as if it were running."""
    monkeypatch.setattr(stored, "MOST_WANTED", 2)
    reviews = Reviews(FakeRedis(server=FakeServer()))
    subjects = [ReviewSubject(derived_game_id(str(number)), f"{number}" * 64) for number in range(2)]
    for subject in subjects:
        reviews.wish(subject, ANN, 1)
    assert reviews.wish(SUBJECT, BOB, 1) is Added.WAITS
    assert [reviews.standing(subject, 1) for subject in subjects] == [WAITS, DISPLACED]


def test_two_workers_do_not_make_the_same(tables: Tables, reviews: Reviews, game: GameId) -> None:
    """The first worker to begin computes it."""
    subject = subject_of_match(tables.match(game))
    assert reviews.begin(subject)
    reviewer(tables, reviews, analyst()).review(game)
    assert not reviews.begin(subject)


def test_what_is_not_there_is_unknown_and_what_has_no_result_is_left(
    tables: Tables, reviews: Reviews
) -> None:
    """Unknown ids raise `UnknownGame`; an unfinished study is skipped."""
    with pytest.raises(UnknownGame):
        reviewer(tables, reviews, analyst()).review(derived_game_id("nobody's"))
    reviewer(tables, reviews, analyst()).review(SUBJECT.id)


def test_a_game_that_goes_on_has_none(tables: Tables) -> None:
    """Only scored games are reviewed; the error says whether its end or its points are waited for."""
    game = play_out(tables, 2, Rules(), seeded(1))  # finished, but its seed is not revealed yet
    with pytest.raises(NotReviewed) as refused:
        subject_of_match(tables.match(game))
    assert (refused.value.status, refused.value.code) == (409, "review/scoring")
    assert refused.value.headers == {"Retry-After": "2"}
    ann = Sitter("ann", None)
    waiting = tables.create(new_game_id(bytes(16)), NewTable(Rules(), 2, "ann", ann)).after
    with pytest.raises(NotReviewed) as refused:
        subject_of_match(waiting)
    assert (refused.value.status, refused.value.code) == (403, "review/game-running")


def test_there_are_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requested and stored reviews are limited; the oldest stored one is dropped."""
    monkeypatch.setattr(stored, "MOST_WANTED", 1)
    monkeypatch.setattr(stored, "MOST_KEPT", 1)
    other = ReviewSubject(derived_game_id("another"), "b" * 64)
    reviews = Reviews(FakeRedis(server=FakeServer()))
    assert reviews.wish(SUBJECT, ANN, 1) is Added.WAITS
    assert reviews.wish(SUBJECT, ANN, 2) is Added.WAITS
    assert reviews.wish(other, BOB, 3) is Added.FULL
    assert reviews.standing(other, 2) == NONE
    for number, subject in enumerate((SUBJECT, other)):
        reviews.keep(subject, FOUND, number)
    assert reviews.standing(other, 2).status == "ready"
    assert reviews.standing(SUBJECT, 2).status == "running"


def test_a_damaged_record_has_no_review(tables: Tables, game: GameId) -> None:
    """The analyst verifies the record."""
    subject = subject_of_match(tables.match(game))
    record = game_record(subject, tuple(tables.log.read(game)))
    record["events"][3:5] = []
    with pytest.raises(ValueError, match="at version"):
        reviewed(record, lambda _: None)

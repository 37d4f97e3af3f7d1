"""The projector of ratings is killed, `kill -9`, at each of its steps: every rated game counts once."""

from collections import Counter
from functools import partial

from redis import Redis

from harness.games import play_out, seeded, tables_on
from harness.jobs.dying import POINTS, die_at, dies
from harness.play.rated import rated_game
from kingdomino.rules import Rules
from replays.encoding.identity import GameId
from replays.events.game_events import Options
from replays.store import clients
from replays.streams.event_log import StreamsEventLog
from service.application.people.ratings.boards import Boards
from service.application.people.ratings.checking import Ratings
from service.application.people.ratings.entries import GameRated, places_of
from service.application.people.ratings.ledger import RatingLedger
from service.application.people.ratings.pools import Pool
from service.application.people.ratings.projector import RatingProjector
from service.application.people.ratings.writing import GenerationWriter

STEPS = ("add", "advance", "begin", "publish", "write")
"""Adds to the stream, advances in the feed, begins to build a generation and publishes it, writes games."""
NOW = 1_900_000_000_000


def rate(url: str, step: str = "", point: str = "") -> None:
    """Rate all due games, or die at the first step of this name."""
    with clients.writer(url) as writer, clients.reader(url) as reader:
        log, ledger, writing = StreamsEventLog(writer, reader), RatingLedger(writer), GenerationWriter(writer)
        if step:
            die_at({"add": ledger, "advance": log}.get(step, writing), step, point)
        projector = RatingProjector(log, ledger, writing, lambda: NOW)
        while projector.go_on(0):
            pass


def test_games_count_once_wherever_their_rater_is_killed(store: Redis, store_url: str) -> None:
    """Rated games count once, others do not count, and the ratings are equal to those of a rebuild."""
    killed: Counter[tuple[str, str]] = Counter()
    random = seeded(8)
    with clients.reader(store_url) as reader:
        log = StreamsEventLog(store, reader)
        tables, expected = tables_on(log), list[GameId]()
        people = [f"person-{number}" for number in range(4)]
        for _ in range(4):
            for step in STEPS:
                for point in POINTS:
                    tables.settle(play_out(tables, 2, Rules(), random))
                    expected.append(rated_game(tables, random.sample(people, 2), random))
                    killed[step, point] += dies(partial(rate, store_url, step, point))
        expected.append(rated_game(tables, people, random, options=Options(rated=True, private=True)))
        rate(store_url)
        entries = [entry for _, entry in RatingLedger(store).entries()]
        assert all(isinstance(entry, GameRated) for entry in entries)
        assert Counter(entry.game for entry in entries if isinstance(entry, GameRated)) == Counter(expected)
        last = entries[-1]
        match = tables.match(expected[-1])
        assert match.result is not None
        assert last == GameRated(
            match.id, match.at, Pool.BASE_4, tuple(people), places_of(match.result.ranking), is_open=False
        )
        ratings = Ratings(log, RatingLedger(store), GenerationWriter(store), Boards(store), lambda: NOW)
        assert list(ratings.differences()) == []
    assert {each for each in killed if killed[each]} == {(step, point) for step in STEPS for point in POINTS}

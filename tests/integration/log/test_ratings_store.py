"""Ratings in the store: writing game by game equals a rebuild, wherever the writer dies."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from redis import Redis

from harness.games import play_out, seeded, tables_on
from harness.play.rated import rated_game
from harness.store.clusters import ClusterOfNodes
from harness.store.fake_log import FakeEventLog
from kingdomino.board.numbers import Seat
from kingdomino.rules import Rules
from replays.encoding.identity import GameId, new_game_id
from replays.match.deciding import decisions
from replays.projections.follower import MORE
from replays.store import clients
from service.application.people.ratings import generations, projector, stored_fold
from service.application.people.ratings.boards import Boards
from service.application.people.ratings.entries import BadRatingEntry, GameRated, places_of, written
from service.application.people.ratings.fold import folded
from service.application.people.ratings.generations import (
    BUILD,
    GENERATIONS,
    STATE,
    pair_field,
    player_field,
    standing_text,
)
from service.application.people.ratings.ledger import LOG, NotRated, RatingLedger
from service.application.people.ratings.pools import POOLS, Pool
from service.application.people.ratings.projector import RatingProjector
from service.application.people.ratings.skill import DAY, MODEL, idle_until_provisional
from service.application.people.ratings.writing import ConcurrentWrite, GenerationWriter

START = 1_800_000_000_000
PEOPLE = tuple(f"player-{number}" for number in range(6))


class Killed(Exception):  # noqa: N818 - what happened
    """The projector died here."""


class Mortal:
    """A part that sometimes dies, just before or just after a call."""

    def __init__(self, part: Any, random: Random) -> None:
        self._part = part
        self._random = random

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._part, name)

        def use(*args: Any, **others: Any) -> Any:
            if self._random.random() < 0.1:
                raise Killed
            answer = method(*args, **others)
            if self._random.random() < 0.1:
                raise Killed
            return answer

        return use


def some_game(random: Random, at: int) -> GameRated:
    """A game of random players in a random pool, sometimes with shared places."""
    pool = random.choice([Pool.BASE_2, Pool.BASE_4, Pool.DUEL_2])
    players = tuple(random.sample(PEOPLE, 4 if pool is Pool.BASE_4 else 2))
    seats = list(range(len(players)))
    random.shuffle(seats)
    first = (tuple(seats[:2]),) if random.random() < 0.2 else tuple((seat,) for seat in seats[:2])
    ranking = (*first, *((seat,) for seat in seats[2:]))
    return GameRated(
        new_game_id(random.randbytes(16)), at, pool, players, places_of(ranking), random.random() < 0.8
    )


def content(store: Redis) -> dict[str, Any]:
    """The content of the present generation."""
    generation = (store.hget(STATE, "generation") or b"").decode()  # type: ignore[union-attr]
    found: dict[str, Any] = {}
    for name in generations.NAMES:
        key = generations.key(generation, name)
        kind = store.type(key)
        if kind == b"hash":
            found[name] = store.hgetall(key)
        elif kind == b"zset":
            found[name] = store.zrange(key, 0, -1, withscores=True)
    return found


def follow(store: Redis, now: int, random: Random | None = None) -> int:
    """Rate all games, with a new projector whenever one dies; returns the number of deaths."""
    killed, going_on, rater = 0, MORE, None
    while going_on:
        ledger: Any = RatingLedger(store)
        writing: Any = GenerationWriter(store)
        if random:
            ledger, writing = Mortal(ledger, random), Mortal(writing, random)
        rater = rater or RatingProjector(FakeEventLog(), ledger, writing, lambda: now)
        try:
            going_on = rater.go_on(0)
        except Killed:
            killed, rater = killed + 1, None
    return killed


@pytest.fixture
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step of the fold takes three entries, and a projector one step between two reads of the feeds."""
    monkeypatch.setattr(stored_fold, "AT_ONCE", 3)
    monkeypatch.setattr(projector, "STEPS", 1)


@pytest.mark.sampled(3)
@pytest.mark.usefixtures("small_steps")
@pytest.mark.parametrize("seed", range(6))
def test_the_live_ratings_are_those_of_a_rebuild(store: Redis, seed: int) -> None:
    """Live ratings equal a rebuild, with games, verdicts, erased accounts, idle time and dying projectors."""
    random, ledger, now, games = seeded(seed), RatingLedger(store), START, list[GameId]()
    killed = 0
    for _ in range(40):
        now += random.choice([60_000, DAY, 40 * DAY])
        game = some_game(random, now - random.choice([0, 0, 5_000, 50 * DAY]))
        ledger.add([game, game])
        games.append(game.game)
        if random.random() < 0.2:
            ledger.annul(random.choice(games), now, "a test")
        if random.random() < 0.1:
            ledger.restore(random.choice(games), now, "a test")
        if random.random() < 0.05:
            ledger.leave(random.choice(PEOPLE), now)
        if random.random() < 0.7:
            killed += follow(store, now, random)
    follow(store, now)
    live = content(store)
    assert killed
    assert set(live) >= {"players", "games", "curve", "board:base-2", "board:base-4", "board:duel-2"}
    GenerationWriter(store).begin()
    follow(store, now)
    assert content(store) == live
    fold, counted = folded(ledger.entries())
    assert len(counted) == len(live["games"])
    assert len(fold.standings) == len(live["players"])
    repeats = {pair_field(pair).encode(): text.encode() for pair, text in fold.repeats.texts()}
    assert live["repeats"] == repeats
    for (pool, player), standing in fold.standings.items():
        assert Boards(store).standings([(pool, player)]) == [standing]


def test_a_game_is_in_the_stream_once(store: Redis) -> None:
    """Each game is in the stream once, in its first order; a verdict without effect adds no entry."""
    random, ledger = seeded(1), RatingLedger(store)
    one, other = some_game(random, START), some_game(random, START + 1)
    ledger.add([other, one])
    ledger.add([one, other])
    assert [ledger.annul(one.game, 5, "sold"), ledger.annul(one.game, 6, "again")] == [True, False]
    verdict = ledger.verdict(one.game)
    assert verdict is not None
    assert (verdict.at, verdict.reason) == (5, "sold")
    assert [ledger.restore(one.game, 7, "an error"), ledger.restore(one.game, 8, "again")] == [True, False]
    assert ledger.verdict(one.game) is None
    ledger.leave("ann", 9)
    ledger.leave("ann", 10)
    kinds = [(number, type(entry).__name__) for number, entry in ledger.entries()]
    assert kinds == [
        (1, "GameRated"),
        (2, "GameRated"),
        (3, "GameAnnulled"),
        (4, "GameRestored"),
        (5, "PlayerLeft"),
    ]
    assert [entry for _, entry in ledger.entries()][:2] == [other, one]
    unknown = new_game_id(random.randbytes(16))
    with pytest.raises(NotRated):
        ledger.annul(unknown, 1, "unknown")


def test_a_damaged_stream_is_refused(store: Redis) -> None:
    """A stream with an entry of another form, or with a gap, is refused."""
    ledger = RatingLedger(store)
    store.xadd(LOG, {"e": b'{"type":"Nonsense"}'}, id="1-0")
    with pytest.raises(BadRatingEntry, match="Nonsense"):
        ledger.entries()
    store.delete(LOG)
    games = [some_game(seeded(1), START) for _ in range(2)]
    store.xadd(LOG, {"e": written(games[0])}, id="1-0")
    store.xadd(LOG, {"e": written(games[1])}, id="3-0")
    with pytest.raises(BadRatingEntry, match="entry 3 follows entry 1"):
        ledger.entries()


def test_an_annulled_game_is_as_if_it_had_not_been(store: Redis) -> None:
    """An annulled game counts as if it had not been played; restored, it counts in its old place."""
    random, ledger = seeded(3), RatingLedger(store)
    games = [some_game(random, START + number) for number in range(12)]
    ledger.add(games)
    follow(store, START)
    before = content(store)
    ledger.annul(games[4].game, START, "a test")
    follow(store, START)
    without = {pool: Boards(store).of_player(player) for player in PEOPLE for pool in POOLS}
    fold, _ = folded([(n, game) for n, game in enumerate(games, 1) if n != 5])
    for (pool, player), standing in fold.standings.items():
        assert Boards(store).of_player(player)[pool] == standing
    assert without
    assert Boards(store).games([games[4].game]) == [None]
    ledger.restore(games[4].game, START, "a test")
    follow(store, START)
    assert content(store) == before


def test_ratings_of_another_model_are_folded_anew(store: Redis) -> None:
    """The first projector with a new library or new rules folds all anew, and removes older generations."""
    ledger = RatingLedger(store)
    ledger.add([some_game(seeded(1), START)])
    follow(store, START)
    was = GenerationWriter(store).present()
    live = content(store)
    store.hset(STATE, "model", "openskill 6.2.0 PlackettLuce, rules 1")
    store.hset(generations.key(was.name, "players"), "base-2 nobody", "1 1 1 1 1")
    follow(store, START)
    now = GenerationWriter(store).present()
    assert now.model == MODEL
    assert now.name != was.name
    assert content(store) == live
    assert not any(store.exists(key) for key in generations.keys(was.name))
    assert not store.exists(GENERATIONS)


@pytest.mark.usefixtures("small_steps")
def test_a_rebuild_goes_on_where_another_projector_stopped(store: Redis) -> None:
    """Each step is taken by another projector; until the last one, readers see the present ratings."""
    ledger, writing, random = RatingLedger(store), GenerationWriter(store), seeded(1)
    ledger.add([some_game(random, START + number) for number in range(8)])
    follow(store, START)
    live, was = content(store), writing.present()
    begun = writing.begin()
    for position in (3, 6, 8):
        assert RatingProjector(FakeEventLog(), ledger, writing, lambda: START).go_on(0)
        assert writing.current() == begun._replace(position=position)
        assert (writing.present(), content(store)) == (was, live)
    assert RatingProjector(FakeEventLog(), ledger, writing, lambda: START).go_on(0)
    assert writing.present().name == begun.name
    assert content(store) == live
    assert not store.exists(BUILD, *generations.keys(was.name))


@pytest.mark.usefixtures("small_steps")
def test_verdicts_during_a_rebuild_are_in_it(store: Redis) -> None:
    """Of a game that is folded already it begins again; of another one it goes on."""
    ledger, writing, random = RatingLedger(store), GenerationWriter(store), seeded(1)
    games = [some_game(random, START + number) for number in range(8)]
    ledger.add(games)
    follow(store, START)
    begun = writing.begin()
    RatingProjector(FakeEventLog(), ledger, writing, lambda: START).go_on(0)
    ledger.annul(games[7].game, START, "not folded yet")
    follow(store, START)
    assert writing.present().name == begun.name
    begun = writing.begin()
    RatingProjector(FakeEventLog(), ledger, writing, lambda: START).go_on(0)
    ledger.annul(games[0].game, START, "folded")
    follow(store, START)
    assert writing.present().name != begun.name
    fold, counted = folded(ledger.entries())
    assert len(counted) == 6
    assert Boards(store).standings(list(fold.standings)) == list(fold.standings.values())
    assert not list(store.scan_iter(f"*{begun.name}*"))


@pytest.mark.parametrize("is_first", [True, False])
def test_what_a_worker_of_the_version_before_wrote_is_folded_anew(store: Redis, *, is_first: bool) -> None:
    """It writes no repeats, before the first worker of this version or beside it; no number differs."""
    ledger, writing = RatingLedger(store), GenerationWriter(store)
    game = GameRated(new_game_id(bytes(16)), START, Pool.DUEL_2, ("ann", "ben"), (1, 2), is_open=True)
    games = [replace(game, game=new_game_id(bytes([number]) * 16)) for number in range(4)]
    ledger.add(games[:2])
    follow(store, START)
    ledger.add(games[2:3])
    was = writing.present()
    if is_first:
        store.hdel(STATE, "whole")
        store.delete(generations.key(was.name, "repeats"))
    fold, _ = folded(ledger.entries())
    for (pool, player), standing in fold.standings.items():
        store.hset(generations.key(was.name, "players"), player_field(pool, player), standing_text(standing))
    store.hset(STATE, "position", 3)
    ledger.add(games[3:])
    follow(store, START)
    assert writing.present().name != was.name
    fold, _ = folded(ledger.entries())
    assert Boards(store).standings(list(fold.standings)) == list(fold.standings.values())
    assert not list(store.scan_iter(f"*{was.name}*"))


def test_a_rebuild_survives_one_by_a_worker_of_the_version_before(store: Redis) -> None:
    """Of the generation that worker replaced, its repeats stay until the rebuild is published."""
    ledger, writing, random = RatingLedger(store), GenerationWriter(store), seeded(1)
    ledger.add([some_game(random, START + number) for number in range(3)])
    follow(store, START)
    live, was, build = content(store), writing.present(), writing.begin()
    store.hset(STATE, "generation", "another")
    store.zadd(GENERATIONS, {"another": START, "unfinished": START})
    for name in generations.NAMES:
        if name != "repeats":
            store.delete(generations.key(was.name, name))
    store.set(generations.key("unfinished", "games"), "a part")
    follow(store, START)
    assert writing.present().name == build.name
    assert content(store) == live
    kept = {key.decode().split(":")[1] for key in store.scan_iter("{ratings}:*")}
    assert kept == {"log", "numbers", "state", build.name}


def test_of_two_writers_the_slower_one_changes_nothing(store: Redis) -> None:
    """Of two writers the slower one changes nothing, neither by a game nor by a whole generation."""
    ledger, writing = RatingLedger(store), GenerationWriter(store)
    follow(store, START)
    seen = writing.present()
    ledger.add([some_game(seeded(1), START)])
    follow(store, START)
    live = content(store)
    with pytest.raises(ConcurrentWrite):
        writing.write(seen, 1, [("HSET", "games", "x", "y")])
    late, build = writing.begin(), writing.begin()
    with pytest.raises(ConcurrentWrite):
        writing.publish(late)
    with pytest.raises(ConcurrentWrite):
        writing.write(late, 1, [])
    assert writing.current() == build
    assert content(store) == live
    follow(store, START)
    assert writing.present().name == build.name
    assert content(store) == live


def test_the_leaderboard_goes_page_by_page(store: Redis) -> None:
    """The leaderboard goes best first, with places; equal ratings by id. A cursor continues after its row."""
    random, ledger = seeded(5), RatingLedger(store)
    crowd = [f"player-{number:03d}" for number in range(250)]
    for number in range(0, 250, 2):
        pair = tuple(crowd[number : number + 2])
        ledger.add(
            [GameRated(new_game_id(random.randbytes(16)), START, Pool.DUEL_2, pair, (1, 2), is_open=True)]
        )
    follow(store, START)
    boards = Boards(store)
    everybody = list(boards.ranked(Pool.DUEL_2, provisional=True))
    assert [each.place for each in everybody] == list(range(1, 251))
    expected = sorted(
        ((mu, player) for player in crowd for mu in [27_635 if int(player[-3:]) % 2 == 0 else 22_365]),
        reverse=True,
    )
    assert [(each.standing.skill.mu, each.player) for each in everybody] == expected
    rest = list(boards.ranked(Pool.DUEL_2, provisional=True, after=everybody[120].cursor))
    assert rest == everybody[121:]
    assert list(boards.ranked(Pool.DUEL_2, provisional=False)) == []


def test_who_is_established_leaves_by_idle_time(store: Redis) -> None:
    """The leaderboard without provisional ratings lists established players until they are idle too long."""
    random, ledger = seeded(5), RatingLedger(store)
    for number in range(30):
        places = random.choice([(1, 2), (2, 1)])
        game = GameRated(
            new_game_id(random.randbytes(16)),
            START + number,
            Pool.DUEL_2,
            ("ann", "ben"),
            places,
            is_open=True,
        )
        ledger.add([game])
    follow(store, START)
    boards = Boards(store)
    listed = list(boards.ranked(Pool.DUEL_2, provisional=False))
    assert {each.player for each in listed} == {"ann", "ben"}
    ends = {each.player: each.standing.at + idle_until_provisional(each.standing.skill) for each in listed}
    follow(store, min(ends.values()) - 1)
    assert list(boards.ranked(Pool.DUEL_2, provisional=False)) == listed
    follow(store, max(ends.values()))
    assert list(boards.ranked(Pool.DUEL_2, provisional=False)) == []
    assert len(list(boards.ranked(Pool.DUEL_2, provisional=True))) == 2
    points = boards.curve("ann", Pool.DUEL_2, 10)
    assert [point.changes.at for point in points] == [START + number for number in range(20, 30)]


def test_games_are_collected_from_a_log_in_memory(store: Redis) -> None:
    """Rated games in a log in memory are collected once, as `crash/jobs/test_ratings.py` does on a server."""
    log, random = FakeEventLog(), seeded(4)
    tables = tables_on(log)
    tables.settle(play_out(tables, 2, Rules(), random))
    games = {rated_game(tables, ("ann", "ben"), random) for _ in range(2)}
    rater = RatingProjector(log, RatingLedger(store), GenerationWriter(store), lambda: START)
    while rater.go_on(0):
        pass
    found = [entry.game for _, entry in RatingLedger(store).entries() if isinstance(entry, GameRated)]
    assert len(found) == 2
    assert set(found) == games
    assert all(Boards(store).games(found))


def test_a_result_without_all_seats_holds_up_no_other(store: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """A forged result without all seats does not stop the rating of later games."""
    log, random = FakeEventLog(), seeded(4)
    tables, right = tables_on(log), decisions.scored
    monkeypatch.setattr(decisions, "scored", lambda game: replace(right(game), ranking=((Seat(1),),)))
    rated_game(tables, ("ann", "ben"), random)
    monkeypatch.undo()
    game = rated_game(tables, ("ann", "cleo"), random)
    rater = RatingProjector(log, RatingLedger(store), GenerationWriter(store), lambda: START)
    while rater.go_on(0):
        pass
    [(_, entry)] = RatingLedger(store).entries()
    assert isinstance(entry, GameRated)
    assert entry.game == game


def test_ratings_on_a_cluster(cluster: ClusterOfNodes) -> None:
    """On a cluster all keys share a hash tag, so that each script and generation is on one node."""
    with clients.writer(cluster.url) as store:
        ledger, game = RatingLedger(store), some_game(seeded(2), START)
        ledger.add([game])
        follow(store, START)
        boards = Boards(store)
        assert boards.games([game.game]) != [None]
        ranked = list(boards.ranked(game.pool, provisional=True))
        assert {each.player for each in ranked} == set(game.players)
        assert boards.curve(game.players[0], game.pool)[0].game == game.game
        ledger.annul(game.game, START, "a test")
        follow(store, START)
        assert list(boards.ranked(game.pool, provisional=True)) == []

"""Playing games and dynasties for the corpus; a plan gives the same result every time with the same code."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from harness.games import KEY, seeded
from harness.play.correspondence import Played
from harness.store.fake_log import FakeEventLog
from harness.store.records import chained
from kingdomino.policies import BOTS, command
from kingdomino.rules import Rules
from replays.commands.tables import Move, NewTable, Tables
from replays.dynasty.dynasties import Dynasties
from replays.encoding.canonical import canonical
from replays.encoding.entries import Head, StoredEvent
from replays.encoding.identity import GameId, new_game_id
from replays.events.game_events import NO_OPTIONS, Options
from replays.match.aggregate import Sitter
from replays.match.randomness.chances import deal_of
from replays.match.randomness.seed_store import SeedStore

BEGINNING = 1_767_225_600_000
"""The start of the clock, in ms UTC: 2026-01-01."""

Body = Mapping[str, Any]


def as_stored(body: Body) -> Body:
    """The event as the present code stores it."""
    return body


def before_origins(body: Body) -> Body:
    """The event as it was stored before Origins existed: `GameScored` of schema 1."""
    if body["type"] != "GameScored":
        return body
    later = {"resources", "totems", "cavemen"}
    scores = [{name: score[name] for name in score.keys() - later} for score in body["data"]["scores"]]
    return {**body, "schema": 1, "data": {**body["data"], "scores": scores}}


@dataclass(frozen=True, slots=True)
class Plan:
    """A game to be played: its subject, its rules, the policy of each seat, and the seed of all randomness.

    `stored` returns an event in the form of an older version of the service. If `seen` is true, everybody
    sits down after the opening, with entropy and the hash of the first event, and with the size of a
    checkpoint, if one is given. If `again` is true, the deal of such a game is played again,
    and the second game is kept.
    """

    shows: str
    rules: Rules
    policies: tuple[str, ...]
    seed: int
    stored: Callable[[Body], Body] = as_stored
    seen: bool = False
    checkpoint: int | None = None
    again: bool = False


@dataclass(frozen=True, slots=True)
class Story:
    """A correspondence game: its subject, and the function that plays it."""

    shows: str
    play: Callable[[], Played]


@dataclass(frozen=True, slots=True)
class Stream:
    """The stream of a game or dynasty that was played to its end."""

    id: GameId
    shows: str
    events: tuple[StoredEvent, ...]


class Play:
    """A separate log with tables, in which everything depends on the plan alone."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.random = seeded(plan.seed)
        self.log = FakeEventLog()
        self._now = BEGINNING
        self.tables = Tables(self.log, SeedStore(KEY), self.clock, self.random.randbytes)

    def clock(self) -> int:
        """The time in ms UTC; each call returns a time up to an hour later."""
        self._now += self.random.randrange(1, 3_600_000)
        return self._now

    def sitters(self) -> list[Sitter]:
        """The players; every second one sends entropy, or all of them if the plan says `seen`."""
        return [
            Sitter(f"player-{seat}", self.random.randbytes(32).hex() if seat % 2 or self.plan.seen else None)
            for seat in range(len(self.plan.policies))
        ]

    def opening(self) -> tuple[NewTable, list[Sitter]]:
        """The table, and the players who sit down after its opening."""
        first, *others = self.sitters()
        table = NewTable(self.plan.rules, len(self.plan.policies), first.player, first)
        return (replace(table, sitter=None), [first, *others]) if self.plan.seen else (table, others)

    def entering(self, sitter: Sitter, first: str) -> Sitter:
        """The player, with the hash `first` of the first event if the plan says `seen`."""
        return replace(sitter, seen=first, checkpoint=self.plan.checkpoint) if self.plan.seen else sitter

    def new_id(self) -> GameId:
        """A new game id, from the plan's seed."""
        return new_game_id(self.random.randbytes(16))

    def finish(self, game: GameId) -> None:
        """Play a started game to its end, and score it."""
        match = self.tables.match(game)
        while match.game is not None and (seat := match.game.mover) is not None:
            choice = command(BOTS[self.plan.policies[seat]].policy, match.game, seat, self.random.randrange)
            move = Move(match.sitters[seat].player, choice, match.head.version)
            match = self.tables.move(match, move).after
        self.tables.settle(game)

    def stream(self, stream: GameId, shows: str) -> Stream:
        """A stream of the log, in the stored form of the plan."""
        events = self.log.read(stream)
        bodies = (canonical(self.plan.stored(event.record)) for event in events)
        return Stream(stream, shows, chained(Head.genesis(stream), bodies))


def play_game(plan: Plan) -> Stream:
    """The game of this plan."""
    play = Play(plan)
    played = _played(play, NO_OPTIONS)
    if plan.again:
        played = _played(play, Options(deal=deal_of(play.tables.match(played))))
    return play.stream(played, plan.shows)


def _played(play: Play, options: Options) -> GameId:
    table, others = play.opening()
    table = replace(table, options=options)
    match = play.tables.create(play.new_id(), table).after
    for other in others:
        match = play.tables.join(match, play.entering(other, match.opening)).after
    play.finish(match.id)
    return match.id


def play_story(story: Story) -> Stream:
    """The game of this story."""
    played = story.play()
    return Stream(played.game, story.shows, played.events)


def play_expired(plan: Plan) -> Stream:
    """The dynasty of this plan, called off because nobody takes its last seat."""
    play = Play(plan)
    dynasties = Dynasties(play.tables, play.clock)
    first, *others = play.sitters()
    table = NewTable(plan.rules, len(plan.policies), first.player, first)
    now = dynasties.found(GameId(play.new_id()), table).after
    for other in others[:-1]:
        now = dynasties.join(now, other).after
    now = dynasties.abort_unfilled(now, 0)
    return play.stream(now.id, plan.shows)


def play_dynasty(plan: Plan) -> Iterator[Stream]:
    """The dynasty of this plan, and its games in order."""
    play = Play(plan)
    dynasties = Dynasties(play.tables, play.clock)
    table, others = play.opening()
    now = dynasties.found(GameId(play.new_id()), table).after
    for other in others:
        now = dynasties.join(now, play.entering(other, now.opening)).after
    while (now := dynasties.advance(now.id)).running is not None:
        play.finish(now.games[-1].id)
    yield play.stream(now.id, plan.shows)
    for number, game in enumerate(now.games, start=1):
        yield play.stream(game.id, f"game {number} of a dynasty")

"""A scene with much in it: what the most expensive requests of each endpoint read."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import orjson
from flask import Flask

from harness.games import ADDRESS, finish, seeded
from harness.play.dynasties import decided
from harness.service import KEY, environment
from kingdomino.machine import legal_commands
from kingdomino.rules import GameKind, Mode, Rules
from replays.bootstrap import now_ms
from replays.commands.tables import Move, NewTable, Tables
from replays.dynasty.kind import DYNASTY
from replays.encoding.identity import GameId, new_game_id
from replays.events.game_events import NO_OPTIONS, Options
from replays.events.regulations import Format, Regulations
from replays.match.aggregate import Sitter
from replays.match.randomness.seed_store import SeedStore
from replays.runtime.settings.settings import Settings
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding.opening import Announcement, enter_bots, start
from replays.tournament.kind import TOURNAMENT
from service.app import create_app
from service.application.games.search.index import Index
from service.application.games.search.projector import FinishedProjector
from service.application.notices.inboxes.stored import StoredInboxes
from service.application.notices.projection.projector import Projector
from service.application.people.moderation.docket import Docket
from service.application.people.ratings.projector import RatingProjector
from service.application.people.ratings.writing import GenerationWriter
from service.application.quotas.counters import Limit
from service.http import rate_limits
from service.services import EXTENSION, Services
from tests.integration.limits.measuring import Measured, measure

OURS = {"Sec-Fetch-Site": "same-origin"}
ENDLESS = Limit(10**9, 10)
MAIL = {
    "KINGDOMINO_SMTP_URL": "smtp://127.0.0.9:9",
    "KINGDOMINO_MAIL_FROM": "kingdomino@example.org",
    "KINGDOMINO_PUBLIC_URL": "http://localhost",
}
SEATS = ("ann", "ben", "cal", "dan")
BEGUN = 1_790_000_000_000
"""The time of all games, in ms UTC: draws depend on it, and so does what is measured."""
LISTED = 200
"""The entries of the longest page of a list."""
FOLLOWED = 32
"""The games that one live stream may follow."""
MOVES = 60
"""The moves of a game that is late: its kingdoms are large, and much can be done in them."""
TRIBE = Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE)
PUBLIC_ADDRESS = "https://8.8.8.8/"
"""A webhook's address; the web process never calls it."""


class Scene:
    """The application with its rate limits, and the names that paths of requests use."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.parts: Services = app.extensions[EXTENSION]
        self.names: dict[str, str] = {}
        self._tokens: dict[str, str] = {}
        self._numbers = count()

    def ask(self, request: str, body: Any = None, by: str | None = None, **headers: str) -> Measured:
        """The response to a request such as "GET /games"; `by` names the account of its token."""
        method, path = request.split(" ", 1)
        sent = {**OURS, **{name.replace("_", "-"): value for name, value in headers.items()}}
        if by:
            sent["Authorization"] = f"Bearer {self._tokens[by]}"
        return measure(self.app, method, path, body, sent)

    def done(self, request: str, body: Any = None, by: str = "ann") -> Any:
        """The JSON value in the response to a request that must succeed; the path is under the API."""
        method, path = request.split(" ")
        answer = self.ask(f"{method} /api/v1{path}", body, by)
        assert answer.status < 400, (request, answer.body)
        return orjson.loads(answer.body) if answer.body else None

    def account(self, name: str) -> str:
        """The id of a new account of this name, which requests call by it."""
        made = self.parts.players.register(name, f"key-{next(self._numbers)}", ADDRESS, now_ms())
        self._tokens[name], self.names[name] = made.token, made.id
        return made.id


@contextmanager
def scene(store_url: str, folder: Path) -> Iterator[Scene]:
    """Give the scene on this store; nothing in it reaches a limit on requests."""
    app = create_app(Settings.from_environ(environment(store_url, folder) | MAIL))
    with (
        patch.object(rate_limits, "OF_ADDRESS", ENDLESS),
        patch.object(rate_limits, "OF_ACCOUNT", ENDLESS),
        patch.object(rate_limits, "OF_REGISTRATION", ENDLESS),
    ):
        made = Scene(app)
        rate_limits.register(app, made.parts.store)
        hooks = app.before_request_funcs[None]
        hooks.insert(0, hooks.pop())  # admission comes first, as in `create_app` with limits
        _Filling(made).fill()
        yield made
        made.parts.hub.close()


class _Filling:
    """Fills a scene with games, texts and people; the same ones each time."""

    def __init__(self, made: Scene) -> None:
        self._random = seeded(8)
        self._made = made
        self._tables = Tables(made.parts.tables.log, SeedStore(KEY), lambda: BEGUN, self._random.randbytes)

    def fill(self) -> None:
        """Fill the scene."""
        made, names = self._made, self._made.names
        seats = [made.account(name) for name in SEATS]
        Docket(made.parts.store, now_ms).name_moderator(names["ann"], "")
        names["over"], names["tribe"] = self._over(seats, Rules()), self._over(seats, TRIBE)
        names["running"], names["late"] = (self._running(seats, rules, MOVES) for rules in (Rules(), TRIBE))
        games = [self._running(seats[:2], Rules(), 2) for _ in range(LISTED)]
        names["followed"] = "&".join(f"game={game}" for game in games[:FOLLOWED])
        names["talked"] = "&".join(f"talk={game}" for game in games[:FOLLOWED])
        names["private"] = self._private(seats)
        names["dynasty"] = decided(self._tables, self._random).id
        for _ in range(LISTED):
            made.parts.streams.commands(DYNASTY).found(self._id(), _table(seats[:1], 2, Rules()))
        for _ in range(LISTED):
            self._announced(names["ben"])
        names["tournament"], names["small"] = (self._tournament(names["ben"], bots) for bots in (LISTED, 8))
        told = made.ask(f"GET /api/v1/games/{names['over']}", None, "ann", Accept="text/plain")
        names["text"] = told.body.decode()
        _follow(made)
        _collect(made, games)
        _write(made)
        _meet(made)

    def _id(self) -> GameId:
        return new_game_id(self._random.randbytes(16))

    def _private(self, seats: list[str]) -> str:
        """The query of a live stream of private games, each with a key that one of the players gave."""
        parts, pairs = self._made.parts, []
        for number in range(FOLLOWED):
            opener = seats[number % len(seats)]
            wanted = replace(_table([opener], 2, Rules()), options=Options(private=True))
            match = self._tables.create(self._id(), wanted).after
            pairs.append(f"game={match.id}&invitation={parts.visibility.key(match, opener)}")
        return "&".join(pairs)

    def _running(self, seats: list[str], rules: Rules, moves: int) -> GameId:
        """The id of a game of these players after this number of moves."""
        match = self._tables.create(self._id(), _table(seats, len(seats), rules)).after
        for other in seats[1:]:
            match = self._tables.join(match, Sitter(other, None)).after
        for _ in range(moves):
            assert match.game is not None
            assert match.mover is not None
            choice = self._random.choice(legal_commands(match.game))
            move = Move(match.sitters[match.mover].player, choice, match.head.version)
            match = self._tables.move(match, move).after
        return match.id

    def _announced(self, director: str) -> Tournament:
        plan = Announcement("Cup", Format.SWISS, 4, 7, Rules(), NO_OPTIONS, Regulations())
        return self._made.parts.streams.commands(TOURNAMENT).found(self._id(), plan, director).after

    def _tournament(self, director: str, bots: int) -> GameId:
        """The id of a tournament of so many bots whose first round is open."""
        commands, cup = self._made.parts.streams.commands(TOURNAMENT), self._announced(director)
        cup = commands.change(cup, lambda now, _: enter_bots(now, ["random"] * bots, director)).after
        return commands.advance(commands.change(cup, lambda now, _: start(now, director)).after.id).id

    def _over(self, seats: list[str], rules: Rules) -> GameId:
        """The id of a scored game of these players."""
        game = finish(self._tables, self._running(seats, rules, 0), self._random)
        self._tables.settle(game)
        return game


def _table(seats: list[str], players: int, rules: Rules) -> NewTable:
    return NewTable(rules, players, seats[0], Sitter(seats[0], None))


def _follow(made: Scene) -> None:
    """Let the projections of the workers catch up."""
    log, store = made.parts.tables.log, made.parts.store
    rating = RatingProjector(log, made.parts.rated_games, GenerationWriter(store), now_ms)
    for projector in (
        Projector(log, StoredInboxes(store), now_ms, lambda *_: None),
        FinishedProjector(log, Index(store), lambda _: True),
        rating,
    ):
        while projector.go_on(1):
            pass


def _collect(made: Scene, games: list[GameId]) -> None:
    """Let ann have as many collections as an account may, one of them with as many games."""
    for number in range(LISTED // 2):
        found = made.done("POST /me/collections", {"title": f"Best {number}", "shared": "public"})
    made.names["collection"] = found["id"]
    for game in [made.names["over"], made.names["tribe"], *games[: LISTED - 2]]:
        made.done(f"PUT /me/collections/{found['id']}/games/{game}", {"note": "Well played."})


def _write(made: Scene) -> None:
    """Let ann write comments and messages, and have tokens, webhooks and links."""
    names = made.names
    for number in range(90):
        made.done(f"POST /games/{names['over']}/comments", {"text": f"Comment {number}", "version": 9})
        made.done(f"POST /games/{names['running']}/talk", {"text": f"Message {number}"})
    for number in range(15):
        made.done("POST /me/tokens", {"name": f"Program {number}"})
    for _ in range(3):
        names["webhook"] = made.done("POST /me/webhooks", {"url": PUBLIC_ADDRESS})["id"]
    names["calendar"] = made.done("POST /me/calendar")["url"].rpartition("/")[2].removesuffix(".ics")
    names["unsubscribe"] = made.parts.mailings.links.token(names["ann"])


def _meet(made: Scene) -> None:
    """Let ann know many people, some of whom are reported."""
    for number in range(LISTED):
        other = made.account(f"player {number}")
        for relation in ("blocked", "muted"):
            made.done(f"PUT /me/{relation}/{other}")
        if number < LISTED // 10:
            made.done("POST /reports", {"about": {"kind": "name", "id": other}, "reason": "insult"}, "ben")
    for name in SEATS[1:]:
        made.done(f"PUT /me/following/{made.names[name]}")

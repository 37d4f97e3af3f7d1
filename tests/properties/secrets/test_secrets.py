"""No response reveals hidden information: the seed, undealt dominoes, or the order of face-down cavemen.

The games are in memory, but the responses are those of the real application, compared byte by byte.
"""

import base64
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce
from io import BytesIO
from itertools import chain, count
from random import Random
from typing import Any, cast
from unittest.mock import patch
from zipfile import ZipFile

import orjson
import pytest
from fakeredis import FakeRedis
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from harness.audit.cavemen import TILES, shuffles
from harness.games import KEY, seeded
from harness.play.application import application
from harness.play.signing_in import settings_of
from harness.store.fake_log import FakeEventLog
from kingdomino.board.camp import Caveman
from kingdomino.board.dominoes import DOMINOES
from kingdomino.board.numbers import DominoNumber
from kingdomino.game.chance import Chance
from kingdomino.game.commands import Command
from kingdomino.machine import legal_commands
from kingdomino.rules import Edition, FirstLine, GameKind, Mode, Rules
from replays.commands.tables import Move, NewTable, Tables
from replays.encoding.identity import parse_game_id
from replays.log.life import Life, RecentSigns
from replays.match.aggregate import Match, Sitter
from replays.match.deciding import decisions
from replays.match.randomness import secrets
from replays.match.randomness.chances import chance_of
from replays.match.randomness.seed_store import SeedStore
from service.http import authentication
from service.services import Outside, open_services
from tests.sampling import examples

GAME = parse_game_id("0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b")
SEED = bytes(range(100, 132))
BEGUN = 1_700_000_000_000
"""The time at which each world begins, in ms UTC."""
API = f"/api/v1/games/{GAME}"

BONUSES = {"middle_kingdom": st.booleans(), "harmony": st.booleans()}
BASE_GAME = st.builds(
    Rules, edition=st.sampled_from(Edition), first_line=st.sampled_from(FirstLine), **BONUSES
)
ORIGINS = st.builds(Rules, game=st.just(GameKind.ORIGINS), mode=st.sampled_from(Mode), **BONUSES)
RULES = BASE_GAME | ORIGINS
TRIBE = Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE)

ASKED = [
    ("state", API, "application/json"),
    ("text", API, "text/plain"),
    ("moves", f"{API}/moves", "application/json"),
    ("variation", f"{API}/variation", "application/json"),
    ("events", f"{API}/events", "application/json"),
    ("event lines", f"{API}/events", "application/x-ndjson"),
    ("replay", f"{API}/replay", "application/json"),
    ("replay lines", f"{API}/replay", "application/x-ndjson"),
    ("replay as changes", f"{API}/replay?form=changes", "application/json"),
    ("audit", f"{API}/audit", "application/zip"),
    ("list", "/api/v1/games", "application/json"),
    ("page", f"/games/{GAME}", "text/html"),
    ("list page", "/", "text/html"),
]


EXPORTED = re.compile(
    rb'\n?\{"at":\d+,"what":"exported"[^}]*\},?|<tr><td>[^<]*</td><td>Data exported</td>.*?</tr>\s*',
    re.DOTALL,
)
"""An export's entry in the audit of an account, which each export adds."""


def without_random(answer: bytes) -> bytes:
    """A response without the parts that change each time: nonces, keys of forms, exports in the audit."""
    answer = EXPORTED.sub(b"", unpacked(answer))
    found = re.findall(rb"'nonce-([^']+)'|name=\"key\" value=\"([^\"]+)\"", answer)
    return reduce(lambda rest, new: rest.replace(new, b""), filter(None, chain(*found)), answer)


def unpacked(answer: bytes) -> bytes:
    """The contents of an account's archive, without the dates of its files; other responses unchanged."""
    if b"kingdomino-account.zip" not in answer:
        return answer
    with ZipFile(BytesIO(answer)) as archive:
        files = b"\n".join(name.encode() + archive.read(name) for name in archive.namelist())
    return files + answer[answer.rindex(b"[(") :]  # the headers


@dataclass(frozen=True, slots=True)
class World:
    """A log in memory with one game, and the application on it."""

    tables: Tables
    client: FlaskClient

    @property
    def match(self) -> Match:
        """The game."""
        return self.tables.match(GAME)

    def begin(self, rules: Rules, players: int) -> None:
        """Open the game and take all seats."""
        first, *others = [Sitter(f"player-{seat}", None) for seat in range(players)]
        match = self.tables.create(GAME, NewTable(rules, players, first.player, first)).after
        for other in others:
            match = self.tables.join(match, other).after

    def give(self, command: Command) -> None:
        """Make this command for the seat that is to act."""
        match = self.match
        assert match.game is not None
        assert match.game.mover is not None
        mover = match.sitters[match.game.mover]
        self.tables.move(match, Move(mover.player, command, match.head.version))

    def play(self, random: Random, limit: int | None = None) -> list[Command]:
        """Make `limit` random legal commands, or all until the game's end, and return them."""
        commands: list[Command] = []
        while len(commands) != limit:
            game = self.match.game
            assert game is not None
            legal = legal_commands(game)
            if not legal:
                break
            commands.append(random.choice(legal))
            self.give(commands[-1])
        return commands

    def served(self) -> dict[str, bytes]:
        """All responses about the game by the name of the request, with a sample of its past versions.

        The replay contains the states of all versions.
        """
        version = self.match.head.version
        answers = {name: self._get(path, accept) for name, path, accept in ASKED}
        for past in range(1, version + 1, 9):
            answers[f"version {past}"] = self._get(f"{API}?version={past}")
        return answers | {"stream": self._stream(version)}

    def _get(self, path: str, accept: str = "application/json") -> bytes:
        answer = self.client.get(path, headers={"Accept": accept})
        assert answer.status_code == 200, path
        headers = [(name, value) for name, value in answer.headers if name != "Date"]
        return without_random(bytes(answer.data) + repr(headers).encode())

    def _stream(self, version: int) -> bytes:
        """The first piece of a live stream: all events up to this version."""
        answer = self.client.get(f"{API}/events", headers={"Accept": "text/event-stream"}, buffered=False)
        pieces = cast("Iterator[bytes]", answer.response)
        text = next(pieces)
        answer.close()
        assert text.count(b"\ndata: ") == version
        return text


@contextmanager
def world(seed: bytes = SEED) -> Iterator[World]:
    """A world with a deterministic clock and randomness: the same actions give the same bytes."""
    clock = count(BEGUN)
    tables = Tables(FakeEventLog(), SeedStore(KEY), lambda: next(clock), lambda _: seed)
    outside = Outside(
        store=FakeRedis(),
        signs=RecentSigns(Life),
        tables=tables,
        clock=lambda: next(clock),
        monotonic=lambda: 0.0,
        entropy=bytes,
    )
    parts = open_services(settings_of(limits=False, mail=True), outside)
    # The last use of a token is shown to its owner, in steps of ten minutes.
    with patch.object(authentication, "now_ms", lambda: BEGUN):
        try:
            yield World(tables, application(parts, documented=True).test_client())
        finally:
            parts.hub.close()


def spellings(secret: bytes) -> list[bytes]:
    """The ways in which bytes may be written in a text."""
    encoded = [base64.b64encode(secret), base64.urlsafe_b64encode(secret), base64.b32encode(secret)]
    return [
        secret,
        secret.hex().encode(),
        secret.hex().upper().encode(),
        secret[::-1].hex().encode(),
        str(int.from_bytes(secret)).encode(),
        ",".join(map(str, secret)).encode(),
        *(text.rstrip(b"=") for text in encoded),
    ]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("players", "rules"), [(2, Rules()), (3, Rules()), (4, Rules()), (2, TRIBE)])
def test_the_seed_is_in_nothing_that_is_served(players: int, rules: Rules) -> None:
    """No response contains the seed before the end; then only those with the record contain it."""
    with world() as there:
        there.begin(rules, players)
        sealed = there.tables.log.secret(GAME)
        assert sealed is not None
        hidden = [*spellings(SEED), *spellings(sealed)]
        random = seeded(players)
        while True:
            for name, answer in there.served().items():
                assert not any(text in answer for text in hidden), name
            if not there.play(random, 11):
                break
        there.tables.settle(GAME)
        revealed = there.served()
        record = {"events", "event lines", "replay", "replay lines", "replay as changes", "audit", "stream"}
        for name, answer in revealed.items():
            assert (SEED.hex().encode() in answer) == (name in record), name
            assert not any(text in answer for text in spellings(sealed)), name


@examples(8)
@given(
    rules=RULES,
    players=st.integers(2, 4),
    moves=st.integers(0, 100),
    choices=st.integers(0, 2**32),
    other=st.permutations(sorted(DOMINOES)),
    kings=st.randoms(use_true_random=False),
)
def test_nothing_served_depends_on_what_is_hidden(
    *, rules: Rules, players: int, moves: int, choices: int, other: list[DominoNumber], kings: Random
) -> None:
    """Two games that differ only in what is not yet dealt or drawn are served as the same bytes.

    So no response, of any version so far, depends on the undealt deck, on the undrawn kings, or on the order
    of cavemen that are or were face down.
    """
    with world() as one:
        one.begin(rules, players)
        commands = one.play(seeded(choices), moves)
        first = one.served()
        twin = elsewhere(one, other, kings)
    with world() as another, drawing(twin):
        another.begin(rules, players)
        for command in commands:
            another.give(command)
        second = another.served()
    assert first == second


def elsewhere(one: World, other: list[DominoNumber], random: Random) -> Chance:
    """Draws that are the same as far as the match has shown them, and different after that."""
    match, chance = one.match, chance_of(one.match, SEED)
    assert match.game is not None
    shown = chance.deck[: match.game.dealt]
    undrawn = list(chance.kings[match.game.drawn :])
    random.shuffle(undrawn)
    return Chance(
        (*shown, *(number for number in other if number not in shown)),
        (*chance.kings[: match.game.drawn], *undrawn),
        stacked(one, random),
    )


def stacked(one: World, random: Random) -> Callable[[int, tuple[Caveman, ...]], tuple[Caveman, ...]]:
    """Stacks of cavemen that differ from the match's only in cavemen that were never turned up."""
    events = orjson.loads(one.client.get(f"{API}/events").data)["events"]
    orders = []
    for shuffle in shuffles(events):
        left = shuffle.left
        random.shuffle(left)
        orders.append(tuple(map(Caveman, (*shuffle.drawn, *left))))
    return lambda number, _: orders[number]


@contextmanager
def drawing(chance: Chance) -> Iterator[None]:
    """Replace the draws of all games in this context by these."""
    with (
        patch.object(decisions, "chance_of", lambda *_: chance),
        patch.object(secrets, "chance_of", lambda *_: chance),
    ):
        yield


@examples(8)
@given(rules=RULES, players=st.integers(2, 4), choices=st.integers(0, 2**32))
def test_no_view_names_a_domino_before_it_is_dealt(rules: Rules, players: int, choices: int) -> None:
    """No version names a domino before it is dealt, and nobody is to act before the first king is drawn."""
    with world() as there:
        there.begin(rules, players)
        there.play(seeded(choices))
        chance = chance_of(there.match, SEED)
        frames = orjson.loads(there.client.get(f"{API}/replay").data)["frames"]
    dealt, drawn = 0, 0
    for frame in frames:
        event = frame["event"]
        dealt += len(event["data"]["dominoes"]) if event["type"] == "LineDealt" else 0
        drawn += event["type"] == "KingDrawn"
        assert dominoes_in(frame["state"]) | dominoes_in(event["data"]) <= set(chance.deck[:dealt])
        if drawn == 0:
            assert frame["state"]["to_act"] is None
    assert (dealt, drawn) == (rules.deck_size(players), len(chance.kings))


def dominoes_in(value: Any) -> set[int]:
    """All dominoes named anywhere in a JSON value."""
    if isinstance(value, Mapping):
        named = {value["domino"]} if "domino" in value else set()
        named |= {*value.get("dominoes", []), *value.get("discarded", [])}
        return named.union(*map(dominoes_in, value.values()))
    return set().union(*map(dominoes_in, value)) if isinstance(value, list) else set()


def test_the_list_shows_no_more_than_the_state() -> None:
    """A game's entry in the list has only data of its state, except the count of seats and the times."""
    with world() as there:
        there.begin(Rules(), 3)
        [entry] = orjson.loads(there.client.get("/api/v1/games").data)["games"]
        state = orjson.loads(there.client.get(API).data)
    assert entry.keys() - state.keys() == {"seats", "created_at", "updated_at"}
    assert all(state[name] == entry[name] for name in entry.keys() & state.keys())


@examples(6)
@given(players=st.integers(2, 4), choices=st.integers(0, 2**32))
def test_of_the_face_down_cavemen_only_the_number_is_shown(players: int, choices: int) -> None:
    """Tiles on the board were turned up before, and no member of a state lists the face-down ones."""
    with world() as there:
        there.begin(TRIBE, players)
        there.play(seeded(choices))
        frames = orjson.loads(there.client.get(f"{API}/replay").data)["frames"]
    up: Counter[str] = Counter()
    for frame in frames:
        event, state = frame["event"], frame["state"]
        up.update(event["data"].get("cavemen", []))
        if event["type"] == "CavemanTaken":
            up.update([event["data"]["caveman"]])  # once taken it is known, also from the stack
        seen = Counter(state["board"]) + Counter(cavemen_in(state["kingdoms"]))
        assert seen <= up
        assert state["stack_left"] <= len(TILES) - seen.total()
        known = {name for name, value in state.items() if "hunter" in str(value) or "warrior" in str(value)}
        assert known <= {"board", "kingdoms"}


def cavemen_in(kingdoms: list[Any]) -> list[str]:
    """All cavemen that stand on a square."""
    cells = [cell for kingdom in kingdoms for cell in kingdom["cells"]]
    return [cell["caveman"] for cell in cells if cell["caveman"]]

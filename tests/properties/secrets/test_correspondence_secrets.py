"""No byte of a secret is shown to anybody but its owner, whatever people, bots, plans and clocks do.

The tests search everything that others can see: every response of the application to an anonymous client,
to a stranger and to each player; live streams, the log, its feeds, log lines, and the data of RQ's jobs.
"""

import logging
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any, NamedTuple, cast
from unittest.mock import patch

import pytest
from fakeredis import FakeRedis
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from harness.audit.cavemen import shuffles
from harness.games import ADDRESS
from harness.jobs.dispatching import itself
from harness.play.correspondence import START, Correspondence
from harness.play.stories import PER_TURN
from kingdomino.board.camp import Caveman
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game.chance import Chance
from kingdomino.rules import Rules
from replays.commands.handler import REFUSALS
from replays.encoding.identity import GameId
from replays.events.game_events import Options
from replays.kinds import HandledStreams
from replays.match.aggregate import Match, Sitter, Status
from replays.match.deciding.bots import BLOCKS_A_TURN
from replays.match.deciding.plans import Plan
from replays.match.randomness import draws
from replays.match.randomness.chances import digest_of
from replays.match.randomness.draws import Purpose
from replays.projections import view
from service.api import keys
from service.api.games import clocks
from service.application.accounts.players import Players
from service.application.caches import states
from service.application.live.hub import Hub
from service.application.problem import Problem
from service.http import problems
from service.pages.games import table as page
from service.services import EXTENSION, Services
from tests.properties.secrets.test_secrets import TRIBE, drawing, spellings, without_random, world
from workers.jobs.registry import SCORE, Work
from workers.queue.job_queue import JobQueue
from workers.relay.dispatcher import Dispatcher
from workers.relay.priorities import Priorities
from workers.relay.relay import Relay
from workers.relay.sweeper import DueSweeper

PEOPLE = 2
CHANGING = {"POST", "PUT", "DELETE"}
JSON = "application/json"
FORMS = {"/games/<game>": "text/plain", "/events": "application/x-ndjson", "/replay": "application/x-ndjson"}
"""The media types that are requested in addition to JSON, by the end of a route."""
SSE = {"Accept": "text/event-stream"}
KINDS = {"seed", "sealed seed", "deck", "cavemen", "bot", "plan", "note", "token"}
RECORD = {"events", "replay", "audit", "since", "stream", "log", "live"}
"""The places that contain the seed once it is revealed."""

Seen = dict[tuple[str, str], bytes]
"""The shown bytes, by viewer (a player's id, "" for anybody) and place."""


class Secret(NamedTuple):
    """A secret: its kind, the id of the only player who may see it or None, and its possible spellings."""

    kind: str
    owner: str | None
    texts: list[bytes]


class Table(Correspondence):
    """A game of two people and a bot on the real application, with a stranger and a relay."""

    def __init__(self, seed: int, rules: Rules, client: FlaskClient, players: Players) -> None:
        self.client = client
        names = [*(f"Person {number}" for number in range(PEOPLE)), "Stranger"]
        self.accounts = [players.register(name, f"the key of {name}", ADDRESS, START) for name in names]
        self.laid: list[tuple[str, Plan]] = []
        super().__init__(seed, rules, 3, Options(clock=PER_TURN))
        self.jobs = JobQueue(FakeRedis())
        dispatcher = Dispatcher(Priorities(self.log, itself, lambda: 0.0), self.jobs, lambda: 0.0)
        self.relay = Relay(self.log, dispatcher, "relay", clock=lambda: self.now)
        self.sweeper = DueSweeper(self.log, dispatcher, lambda: 0.0, lambda: self.now)
        self.payloads = b""
        self.api = f"/api/v1/games/{self.game}"

    def begin(self) -> None:
        """Fill the table, and write a note from each account."""
        self.fill(None)
        self.tables.seat_bot(self.match, self.player(0), "greedy")
        for number, headers in enumerate(self.viewers.values()):
            note = {"text": noted(number)}
            self.client.put(f"{self.api}/notes", json=note, headers=headers)
        self.work()

    @property
    def viewers(self) -> dict[str, dict[str, str]]:
        """The headers that authenticate each account, by id."""
        return {each.id: {"Authorization": f"Bearer {each.token}"} for each in self.accounts}

    def lay_plan(self, seat: Seat) -> None:
        """Store a plan for this seat, and remember it in `laid`."""
        owner = self.player(seat)
        super().lay_plan(seat)
        laid = self.planning.show(self.match, owner)
        assert laid is not None
        self.laid.append((owner, laid.plan))

    def lay_plans(self) -> None:
        """Store a plan for every person who may have one."""
        for seat in range(PEOPLE):
            with suppress(*REFUSALS):
                self.lay_plan(Seat(seat))

    def play(self, steps: int) -> None:
        """Make `steps` random steps while the game is active, and then store plans."""
        for _ in range(steps):
            if self.match.status is Status.ACTIVE:
                self.step()
        self.lay_plans()

    def work(self) -> None:
        """Let the relay dispatch all new and due work, and the workers do it."""
        self.pass_on()
        super().work()
        self.pass_on()

    def pass_on(self) -> None:
        """Dispatch jobs for new and due work, and collect their stored data in `payloads`."""
        self.relay.relay(0)
        self.sweeper.sweep()
        self.relay.dispatch()
        for job in self.jobs.rq.jobs:
            kept: dict[bytes, bytes] = self.jobs.rq.connection.hgetall(job.key)  # type: ignore[assignment]
            self.payloads += b"\n".join([repr(kept).encode(), zlib.decompress(kept[b"data"])])
        self.jobs.rq.empty()  # type: ignore[no-untyped-call]

    def shown(self) -> Seen:
        """Everything that each viewer can see now."""
        seen = dict(self._backstage())
        for viewer in ("", *self.viewers):
            for place, answer in self._answers(viewer):
                seen[viewer, place] = answer
        return seen

    def _backstage(self) -> Iterator[tuple[tuple[str, str], bytes]]:
        # Occasions lead to notices, which only their players get; streams skip them. An entry's id is the
        # time of the store.
        entries = self.log.tail(dict.fromkeys(range(16), "0-0"), 0)
        told = [replace(entry, entry_id="") for entry in entries if entry.occasion is None]
        yield ("", "feed"), repr(told).encode()
        yield ("", "rq"), self.payloads
        yield ("", "log"), b"".join(event.body for event in self.log.read(self.game))
        with self.following(f"{self.api}/events") as pieces:
            yield ("", "stream"), next(pieces)

    @contextmanager
    def following(self, path: str, viewer: str = "") -> Iterator[Iterator[bytes]]:
        """The pieces of a live stream, as they arrive."""
        stream = self.client.get(path, headers={**SSE, **self.viewers.get(viewer, {})}, buffered=False)
        yield cast("Iterator[bytes]", stream.response)
        stream.close()

    def hints(self, viewer: str) -> bytes:
        """The first piece of a stream of hints, and the piece about the next move."""
        with self.following("/api/v1/me/events", viewer) as pieces:
            told = next(pieces)
            self.moves(1)
            return told + next(pieces)

    def _answers(self, viewer: str) -> Iterator[tuple[str, bytes]]:
        """The responses of all pages and API routes, and all refusals that change nothing."""
        signed_in = self.viewers.get(viewer, {})
        self.client.get("/api/v1/me", headers=signed_in)  # so that the token has a last use
        for rule in self.client.application.url_map.iter_rules():
            path = rule.rule.replace("<game>", self.game).replace("<dynasty>", self.game)
            for method, form in ways(rule, seated=viewer in map(self.player, range(3))):
                headers = {"Accept": form, **signed_in}
                answer = self.client.open(path, method=method, data="{}", headers=headers)
                told = [each for each in answer.headers if each[0] not in {"Date", "Content-Length"}]
                yield f"{method} {rule.rule} {form}", without_random(answer.data + repr(told).encode())

    def secrets(self, *, even_revealed: bool = False) -> Iterator[Secret]:
        """All present secrets; the seed and its draws are no longer secret once it is revealed."""
        sealed, match = self.log.secret(self.game), self.match
        assert sealed is not None
        seed = self.tables.secrets.seed(match)
        if even_revealed or match.seed is None:
            yield Secret("seed", None, spellings(seed))
            yield Secret("deck", None, self._deck())
            yield Secret("cavemen", None, [*self._cavemen()])
            yield Secret("bot", None, [*self._words(seed)])
        yield Secret("sealed seed", None, spellings(sealed))
        for owner, plan in self.laid:
            yield Secret("plan", owner, written(plan.choose[:4]))
        for number, account in enumerate(self.accounts):
            yield Secret("note", account.id, [noted(number).encode()])
            yield Secret("token", None, [account.token.encode(), account.token.partition(".")[2].encode()])

    def _deck(self) -> list[bytes]:
        """The next four undealt dominoes and the last four of the deck, in several orders."""
        assert self.match.game is not None
        deck = self.tables.secrets.chance(self.match).deck
        hidden = deck[self.match.game.dealt :]
        rows = [hidden[:4], sorted(hidden[:4]), hidden[-4:], hidden[::-1][:4]]
        return [text for row in rows if len(row) == 4 for text in written(row)]

    def _cavemen(self) -> Iterator[bytes]:
        """The next six face-down cavemen."""
        if self.match.rules == TRIBE:
            made = shuffles(event.record for event in self.log.read(self.game))
            tiles = tuple(map(Caveman, made[-1].tiles))
            order = self.tables.secrets.chance(self.match).stack(len(made) - 1, tiles)
            hidden = [each.value for each in order[len(made[-1].drawn) :]]
            yield from written(hidden[:6]) if len(hidden) >= 6 else ()

    def _words(self, seed: bytes) -> Iterator[bytes]:
        """The words that bots and stand-ins draw in this turn and the next two."""
        digest = digest_of(self.match)
        for seat in range(self.match.players):
            for turn in range(self.match.turn_version, self.match.turn_version + 3):
                words = draws.words(seed, draws.bot(seat), self.game, digest, turn * BLOCKS_A_TURN)
                drawn = [next(words) for _ in range(8)]
                yield from spellings(b"".join(word.to_bytes(4) for word in drawn))
                yield from written(drawn[:2])

    def _person(self, seat: int) -> Sitter:
        return replace(super()._person(seat), player=self.accounts[seat].id)


def noted(number: int) -> str:
    """The text of an account's note."""
    return f"thoughts of number {number}, for nobody else"


def written(row: Sequence[object]) -> list[bytes]:
    """The ways in which a row of values may be written in a text."""
    marks = [(quote, comma) for quote in ("", '"', "'") for comma in (",", ", ")]
    return [comma.join(f"{quote}{each}{quote}" for each in row).encode() for quote, comma in marks]


def ways(rule: Rule, *, seated: bool) -> Iterator[tuple[str, str]]:
    """The requests to a route: GET in each media type, and changes with an empty body, which are refused.

    Seated players could change the game even with an empty body, so they only try moves. Live streams are
    followed instead, and static files contain no game.
    """
    if rule.endpoint == "static" or rule.rule.endswith("/me/events"):
        return
    if seated and rule.rule.endswith(("/openapi.json", "/docs")):  # the same for all viewers, and slow
        return
    of_game = "game" in rule.arguments
    if "GET" in (rule.methods or ()):
        yield "GET", JSON
        yield from (("GET", form) for end, form in FORMS.items() if of_game and rule.rule.endswith(end))
    if of_game and not rule.rule.endswith("/notes") and (not seated or rule.rule.endswith("/moves")):
        yield from ((method, JSON) for method in sorted((rule.methods or set()) & CHANGING))


@contextmanager
def table(seed: int, rules: Rules = TRIBE) -> Iterator[Table]:
    """A game that has begun, on its own application; the same seed gives the same bytes."""
    with world() as there:
        app = there.client.application
        parts: Services = app.extensions[EXTENSION]
        played = Table(seed, rules, there.client, parts.players)
        hub = Hub(played.log, played.tables.matches, 10)
        app.extensions[EXTENSION] = replace(
            parts,
            tables=played.tables,
            streams=HandledStreams(played.tables, lambda: played.now),
            attendance=played.attendance,
            planning=played.planning,
            hub=hub,
            states=states.States(size=0),  # no cache: each response is computed, so that differences show
        )
        with patch.object(clocks, "now_ms", lambda: played.now), patch.object(keys, "now_ms", lambda: START):
            try:
                played.begin()
                yield played
            finally:
                hub.close()


def leaks(seen: Seen, secrets: Iterable[Secret]) -> set[tuple[str, str]]:
    """The kinds of secrets that are shown to others than their owners, each with its place."""
    return {
        (secret.kind, place)
        for secret in secrets
        for (viewer, place), answer in seen.items()
        if viewer != secret.owner and any(text in answer for text in secret.texts)
    }


def others(seen: Seen, owner: str) -> Seen:
    """Everything shown to others than this player, without RQ's data, which contain the real time."""
    return {where: answer for where, answer in seen.items() if where[0] != owner and where[1] != "rq"}


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("seed", "rules"), [(4, Rules()), (4, TRIBE)])
def test_no_secret_is_shown_anywhere(seed: int, rules: Rules, caplog: pytest.LogCaptureFixture) -> None:
    """No secret is shown while people, bots, plans and clocks act at random, nor at the end.

    At the end the seed is revealed: the same search finds it in the record, and nowhere else.
    """
    caplog.set_level(logging.DEBUG)
    with table(seed, rules) as there, there.following(f"{there.api}/events") as live:
        hints = there.hints(there.accounts[1].id)
        for steps in (12, 1000):
            there.play(steps)
            seen = there.shown() | {("", "hints"): hints, ("", "lines"): caplog.text.encode()}
            assert leaks(seen, there.secrets()) == set()
        assert there.laid
        there.work()
        assert there.match.seed is not None
        seen = there.shown() | {("", "lines"): caplog.text.encode()}
        seen["", "live"] = b"".join(live)  # it ends with the game
        assert leaks(seen, there.secrets()) == set()
        found = leaks(seen, there.secrets(even_revealed=True))
    words = [
        place.removeprefix("GET /api/v1/games/<game>/").partition(" ")[0]
        for kind, place in found
        if kind == "seed"
    ]
    assert set(words) == RECORD


@pytest.mark.long
@pytest.mark.parametrize(("seed", "rules"), [(1, Rules()), (2, TRIBE)])
def test_nobody_sees_that_there_is_a_plan(seed: int, rules: Rules, caplog: pytest.LogCaptureFixture) -> None:
    """Everything that others see stays the same, byte by byte, when a plan is stored and when it has failed.

    The game is compared with a second one without a plan. At the turn RQ has one more job for the plan.
    """
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.INFO, "rq")
    with table(seed, rules) as there, table(seed, rules) as plain:
        for each in (there, plain):
            each.moves(9)
            while each.match.mover not in range(PEOPLE):
                each.moves(1)
        seat = Seat(1 - (there.match.mover or 0))
        owner = there.player(seat)
        before = others(there.shown(), owner)
        assert before == others(plain.shown(), owner)
        lines, payloads = caplog.text, there.payloads
        there.planning.lay(there.match, owner, Plan(choose=laid_dominoes(there, seat)))
        there.pass_on()
        assert others(there.shown(), owner) == before
        assert (caplog.text, there.payloads) == (lines, payloads)
        for each in (there, plain):
            while each.match.mover != seat:
                each.moves(1)
        failed = there.planning.show(there.match, owner)
        assert failed is not None
        assert failed.failed is not None
        assert others(there.shown(), owner) == others(plain.shown(), owner)
        assert caplog.text == lines


def laid_dominoes(there: Table, seat: Seat) -> tuple[DominoNumber, ...]:
    """The dominoes in a kingdom, which nobody can choose any more."""
    assert there.match.game is not None
    return tuple(dict.fromkeys(domino for _, _, domino in there.match.game.kingdoms[seat].cells() if domino))


@pytest.mark.long
@pytest.mark.parametrize(("seed", "rules"), [(1, Rules()), (3, TRIBE)])
def test_nothing_shown_depends_on_what_is_to_come(seed: int, rules: Rules) -> None:
    """The same play gives the same bytes if only the future deck, stacks and bots' draws differ."""
    with table(seed, rules) as one:
        one.play(15)
        first, chance, last = (
            others(one.shown(), "nobody"),
            otherwise(one),
            one.match.turn_version * BLOCKS_A_TURN,
        )
    real = draws.words

    def words(secret: bytes, purpose: Purpose, game: GameId, digest: bytes, block: int) -> Iterator[int]:
        return real(secret if block < last else bytes(32), purpose, game, digest, block)

    with drawing(chance), patch.object(draws, "words", words), table(seed, rules) as two:
        two.play(15)
        assert two.match.status is Status.ACTIVE
        assert others(two.shown(), "nobody") == first


def otherwise(there: Table) -> Chance:
    """Draws that are the game's as far as it has shown them, and after that in reverse order."""
    match, chance = there.match, there.tables.secrets.chance(there.match)
    assert match.game is not None
    dealt, drawn = match.game.dealt, match.game.drawn
    stacks = [
        tuple(map(Caveman, (*made.drawn, *reversed(made.left))))
        for made in shuffles(event.record for event in there.log.read(there.game))
    ]
    return Chance(
        (*chance.deck[:dealt], *reversed(chance.deck[dealt:])),
        (*chance.kings[:drawn], *reversed(chance.kings[drawn:])),
        lambda number, _: stacks[number],
    )


@pytest.mark.long
def test_every_kind_of_secret_would_be_found() -> None:
    """The search finds every kind of secret in a view that contains them all."""
    real = view.View.state
    with table(4) as there:
        there.play(12)
        secrets = list(there.secrets())
        texts = [next(text for text in secret.texts if text.isascii()) for secret in secrets]
        told = b" ".join(texts).decode()
        with patch.object(view.View, "state", lambda *args: {**real(*args), "hint": told}):
            seen = there.shown()
        found = leaks(seen, secrets)
    assert {kind for kind, place in found if place == f"GET /api/v1/games/<game> {JSON}"} == KINDS


@pytest.mark.long
def test_a_sight_of_a_plan_would_be_found() -> None:
    """The comparison finds a view that only tells if there is a plan."""
    real = view.View.state
    with table(1) as there:
        there.moves(3)
        seat = Seat(1 - (there.match.mover or 0))

        def telling(shown: view.View, match: Match) -> dict[str, Any]:
            return {**real(shown, match), "planned": there.log.plan(match.id, seat) is not None}

        with patch.object(view.View, "state", telling):
            before = others(there.shown(), there.player(seat))
            there.lay_plan(seat)
            assert others(there.shown(), there.player(seat)) != before


@pytest.mark.long
def test_every_place_is_searched(caplog: pytest.LogCaptureFixture) -> None:
    """The search finds a seed in a page, a refusal, a feed, a log line and a job."""
    caplog.set_level(logging.DEBUG)
    with table(1) as there:
        told = there.tables.secrets.seed(there.match).hex()
        logging.getLogger("service.application.live.hub").debug("a seed: %s", told)
        there.jobs.enqueue([Work(SCORE, GameId(told))])
        there.pass_on()
        there.log.report(there.game, there.match.head.version, told, "")
        with (
            patch.object(page, "render_template", lambda *_, **__: told),
            patch.object(problems, "_refusal", lambda _: Problem(409, "refused", told)),
        ):
            seen = there.shown() | {("", "lines"): caplog.text.encode()}
        found = {place for _, place in leaks(seen, there.secrets())}
    assert found >= {"feed", "rq", "lines", f"GET /games/<game> {JSON}"}
    assert f"POST /api/v1/games/<game>/resign {JSON}" in found

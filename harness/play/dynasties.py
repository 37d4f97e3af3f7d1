"""Dynasties for tests, opened and played through the same interfaces as all others."""

from collections.abc import Iterator
from random import Random

from harness.games import finish
from kingdomino.rules import Rules
from replays.audit.bundle.building import game_bundle, series_bundle
from replays.audit.verdicts import Verdict
from replays.audit.verifier import audit
from replays.bootstrap import now_ms
from replays.commands.tables import NewTable, Tables
from replays.dynasty.aggregate import DYNASTIES, Dynasty
from replays.dynasty.dynasties import Dynasties
from replays.dynasty.kind import DYNASTY as KIND
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId, derived_game_id
from replays.encoding.signing import Signer
from replays.log.event_log import EventLog
from replays.log.listing import Question
from replays.match.aggregate import Sitter

DYNASTY = GameId(derived_game_id("suite", "dynasty"))
ENTROPY = "ab" * 32


def dynasties_on(tables: Tables) -> Dynasties:
    """Return the dynasties with games at these tables."""
    return Dynasties(tables, now_ms)


def seated(
    dynasties: Dynasties, players: int = 2, rules: Rules | None = None, dynasty: GameId = DYNASTY
) -> Dynasty:
    """Open a dynasty and fill all its seats; every other player sends entropy."""
    first, *others = [Sitter(f"player-{seat}", ENTROPY if seat % 2 else None) for seat in range(players)]
    now = dynasties.found(dynasty, NewTable(rules or Rules(), players, first.player, first)).after
    for other in others:
        now = dynasties.join(now, other).after
    return now


def play_running(tables: Tables, dynasty: Dynasty, random: Random) -> GameId:
    """Play the dynasty's running game to its end, and return its id; the workers have to score it."""
    return finish(tables, dynasty.games[-1].id, random)


def decided(tables: Tables, random: Random) -> Dynasty:
    """Play a new dynasty of two, `DYNASTY`, to its decision, and return it."""
    dynasties = dynasties_on(tables)
    seated(dynasties)
    while (now := dynasties.advance(DYNASTY)).winners is None:
        tables.settle(play_running(tables, now, random))
    return now


def types(events: list[StoredEvent]) -> list[str]:
    """Return the types of these events."""
    return [event.record["type"] for event in events]


STORY = ["DynastyGameStarted", "DynastyGameScored"] * 3
"""The events of a dynasty between its last seat and its decision."""


def check_complete(log: EventLog, dynasty: Dynasty) -> None:
    """Assert that the dynasty is decided by three games of its own, each scored exactly once."""
    events, fault = log.read_checked(dynasty.id)
    assert fault is None
    seats = ["DynastySeated" if each.bot is None else "DynastyBotSeated" for each in dynasty.sitters]
    assert types(events) == ["DynastyCreated", *seats, *STORY, "DynastyDecided"]
    points = list(_points(log, dynasty))
    assert [list(game.points or ()) for game in dynasty.games] == points
    totals = [sum(seat) for seat in zip(*points, strict=True)]
    assert list(dynasty.totals) == totals
    assert dynasty.winners is not None
    assert list(dynasty.winners) == [seat for seat, total in enumerate(totals) if total == max(totals)]
    _passes_the_audit(log, dynasty, events)
    listed, _ = log.list_games(limit=200, player=dynasty.sitters[0].player)
    assert set(listed) == {game.id for game in dynasty.games}
    assert log.list_streams(
        Question(DYNASTIES.listing, status="scored", player=dynasty.sitters[0].player), limit=9
    ) == (
        [dynasty.id],
        None,
    )


def _passes_the_audit(log: EventLog, dynasty: Dynasty, events: list[StoredEvent]) -> None:
    """Assert that the verifier passes the dynasty and each of its games."""
    signer = Signer(bytes(32))
    games = [game_bundle(game.id, log.read(game.id), signer) for game in dynasty.games]
    report = audit(series_bundle(KIND, dynasty.id, events, games, signer))
    assert set(report.verdicts.values()) == {Verdict.PASS}, report


def _points(log: EventLog, dynasty: Dynasty) -> Iterator[list[int]]:
    """The points in each game's own log; asserts that the log belongs to the dynasty."""
    agreed = log.read(dynasty.id)[0].record["data"]["options"]
    for number, game in enumerate(dynasty.games, start=1):
        events, fault = log.read_checked(game.id)
        assert fault is None
        assert [types(events).count(kind) for kind in ("GameCreated", "GameStarted", "GameScored")] == [1] * 3
        assert types(events)[-1] == "GameScored"
        options = {**agreed, "dynasty": {"id": dynasty.id, "number": number}}
        assert events[0].record["data"]["options"] == options
        taken = [event.record["data"] for event in events[1 : dynasty.players + 1]]
        players = [data.get("player") or f"bot/{data['policy']}" for data in taken]
        assert players == [sitter.player for sitter in dynasty.sitters]
        yield [score["total"] for score in events[-1].record["data"]["scores"]]

"""Audits after crashes: the log has every acknowledged move once, and every state can be rebuilt from it."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from redis import Redis

from harness.audit.record import verify
from harness.programs.crash import Caller, Json, Site
from replays.audit import verifier
from replays.audit.evidence import Evidence, Held
from replays.audit.verdicts import Verdict
from replays.encoding.canonical import canonical
from replays.encoding.entries import Head, StoredEvent
from replays.encoding.identity import GameId, Version, parse_game_id
from replays.match.aggregate import fold
from replays.projections.replay import Replay, replay
from replays.projections.view import state
from replays.store import clients
from replays.streams import keys
from service.ops.embedded import embedded_store
from tests.crash.support.play import Played

TYPES = {"choose": "DominoChosen", "place": "DominoPlaced", "discard": "DominoDiscarded"}
"""The type of the event that each type of move causes."""
PAGE = 50


def audit(site: Site, games: Iterable[Played], *, every_version: bool = False) -> None:
    """Compare the log and the API with the responses to the players; assert that they agree.

    With `every_version` the state at each version is also requested from the API, one by one.
    """
    site.await_ready()  # a victim that was killed after the last response may not be back yet
    with site.log() as log, clients.reader(_url(site)) as store, Caller(site.port) as caller:
        for played in games:
            game = parse_game_id(played.id)
            found = replay(log, game)
            assert found.fault is None, (game, found.fault)
            events = [frame.event for frame in found.frames]
            _every_move_stands_once(played, events)
            _no_command_twice(store, game, played)
            _scored_once(events)
            _served_as_stored(caller, game, events)
            _rebuilt_as_served(caller, found, played, every_version=every_version)
            assert _verdicts(caller, game, played) == {Verdict.PASS}, game


def audit_begun(site: Site, games: Iterable[Played]) -> None:
    """Assert for games in progress that the log has every acknowledged move once, and no other move."""
    with site.log() as log, clients.reader(_url(site)) as store, Caller(site.port) as caller:
        for played in games:
            game = parse_game_id(played.id)
            events, fault = log.read_checked(game)
            assert fault is None, (game, fault)
            _every_move_stands_once(played, events)
            _no_command_twice(store, game, played)
            assert Verdict.FAIL not in _verdicts(caller, game, played), game


def audit_dynasty(site: Site, dynasty: str) -> None:
    """Assert that a dynasty has its seats and first game, each once, and that the verifier passes it."""
    with site.log() as log, Caller(site.port) as caller:
        events, fault = log.read_checked(parse_game_id(dynasty))
        assert fault is None, (dynasty, fault)
        types = [event.record["type"] for event in events]
        assert types == ["DynastyCreated", "DynastySeated", "DynastySeated", "DynastyGameStarted"]
        report = verifier.audit(caller.fetch(f"dynasties/{dynasty}/audit"))
        assert Verdict.FAIL not in report.verdicts.values(), report


def audit_tournament(site: Site, path: str) -> None:
    """Assert that each step of a tournament of one round stands once, and that the verifier passes it.

    Nobody sits twice, and each table has one game.
    """
    with site.log() as log, Caller(site.port) as caller:
        tournament = parse_game_id(path.rpartition("/")[2])
        events, fault = log.read_checked(tournament)
        assert fault is None, (path, fault)
        types = [event.record["type"].removeprefix("Tournament") for event in events]
        once = ("Started", "RoundPaired", "RoundOpened", "RoundClosed", "Finished", "SeedRevealed", "Ended")
        assert [types.count(name) for name in once] == [1] * len(once), types
        now = caller.get(path)
        tables = now["rounds"][0]["tables"]
        assert types.count("TableScored") == len(tables) == len({table["game"] for table in tables})
        seated = [player["entrant"] for table in tables for player in table["players"]]
        assert sorted((*seated, *now["rounds"][0]["byes"])) == [each["entrant"] for each in now["entrants"]]
        report = verifier.audit(caller.fetch(f"{path}/audit"))
        assert Verdict.FAIL not in report.verdicts.values(), report


def _url(site: Site) -> str:
    return site.environ.get("REDIS_URL") or embedded_store.place(site.data).url()


def _every_move_stands_once(played: Played, events: Sequence[StoredEvent]) -> None:
    """Assert that the players' events in the log are exactly their requests, each once and in order."""
    asked = [event for event in events if event.record["cause"] == "player"]
    opening = ["GameCreated", *("PlayerSeated" for _ in played.players)]
    assert [event.record["type"] for event in asked[: len(opening)]] == opening
    moves = asked[len(opening) :]
    assert len(moves) == len(played.moves), (played.id, len(moves), len(played.moves))
    for move, event in zip(played.moves, moves, strict=True):
        head = events[move.state["version"] - 1]
        assert (head.version, head.hash) == (move.state["version"], move.state["hash"])
        assert move.expected < event.version <= head.version
        assert (event.record["actor"], event.record["type"]) == (move.player, TYPES[move.move["type"]])
        assert _move_of(event) == move.move


def _move_of(event: StoredEvent) -> Json:
    kind = next(move for move, name in TYPES.items() if name == event.record["type"])
    return {"type": kind, **event.record["data"]}


def _no_command_twice(store: Redis, game: GameId, played: Played) -> None:
    """Assert that the stored commands are those that were sent, with the versions of their responses."""
    answered = cast("dict[bytes, bytes]", store.hgetall(keys.commands(game)))
    fields = {command.decode(): int.from_bytes(answer[:4]) for command, answer in answered.items()}
    versions = {command: fields.pop(keys.command(command)) for command in played.commands}
    assert fields == {}
    assert [versions[move.key] for move in played.moves] == [move.state["version"] for move in played.moves]
    assert len(set(versions.values())) == len(versions)


def _scored_once(events: Sequence[StoredEvent]) -> None:
    types = [event.record["type"] for event in events]
    assert types[-3:] == ["GameEnded", "SeedRevealed", "GameScored"]
    assert [types.count(kind) for kind in types[-3:]] == [1, 1, 1]


def _verdicts(caller: Caller, game: GameId, played: Played) -> set[Verdict]:
    """The verdicts of the users' verifier on the game, given every head that a player got in a response."""
    heads = [Head(Version(move.state["version"]), move.state["hash"]) for move in played.moves]
    keys = frozenset(key["public_key"] for key in caller.get("keys")["keys"])
    evidence = Evidence(tuple(Held(head, game) for head in heads), keys)
    return set(verifier.audit(caller.fetch(f"games/{game}/audit"), evidence).verdicts.values())


def _served_as_stored(caller: Caller, game: GameId, events: Sequence[StoredEvent]) -> None:
    """Assert that the API serves the events of the log page by page, and that their chain verifies."""
    served: list[dict[str, Any]] = []
    after: int | None = 0
    while after is not None:
        page = caller.get(f"games/{game}/events?after={after}&limit={PAGE}")
        served += page["events"]
        after = page["next"]
    assert served == [event.public() for event in events]
    assert verify(game, map(_link, served)) is None


def _link(event: Json) -> tuple[bytes, str]:
    """The link of a public event in the chain: the bytes that are hashed, and the hash."""
    return canonical({name: value for name, value in event.items() if name != "hash"}), event["hash"]


def _rebuilt_as_served(caller: Caller, found: Replay, played: Played, *, every_version: bool) -> None:
    """Assert that the replay and all acknowledgements show the states that are rebuilt from the events."""
    names = {player: f"player {seat}" for seat, player in enumerate(played.players)}
    events = [frame.event for frame in found.frames]
    game = parse_game_id(played.id)
    rebuilt: dict[int, Json] = {}
    for version in range(1, len(events) + 1):
        match = fold(game, events[:version])
        assert match is not None
        rebuilt[version] = state(match, names)
    shown = caller.get(f"games/{game}/replay")
    assert "fault" not in shown
    assert {frame["version"]: frame["state"] for frame in shown["frames"]} == rebuilt
    assert caller.get(f"games/{game}") == rebuilt[len(events)]
    for move in played.moves:
        assert move.state == rebuilt[move.state["version"]]
    for version in rebuilt if every_version else ():
        assert caller.get(f"games/{game}?version={version}") == rebuilt[version]

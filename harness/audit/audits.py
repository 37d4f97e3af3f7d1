"""Bundles to audit, always the same: honest games of every kind, and a dynasty."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import count
from unittest.mock import patch

from harness.games import play_out, seeded
from harness.play.dynasties import DYNASTY, play_running, seated
from harness.store.fake_log import FakeEventLog
from kingdomino.rules import GameKind, Mode, Rules
from replays.audit.bundle.building import game_bundle, series_bundle
from replays.audit.bundle.container import ContainerError, unpack
from replays.audit.evidence import NOTHING, Evidence
from replays.audit.verdicts import Report, Verdict
from replays.audit.verifier import audit
from replays.commands.tables import NewTable, Tables
from replays.dynasty.dynasties import Dynasties
from replays.dynasty.kind import DYNASTY as KIND
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId, new_game_id
from replays.encoding.signing import Signer
from replays.match.aggregate import Sitter
from replays.match.deciding import decisions
from replays.match.randomness.draws import VERSION
from replays.match.randomness.seed_store import SeedStore

SERVICE = Signer(bytes(range(32)))
KNOWN_KEY = Evidence(keys=frozenset({SERVICE.public_key}))
BASE = Rules()
TOTEM = Rules(game=GameKind.ORIGINS, mode=Mode.TOTEM)
TRIBE = Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE)
START = 1_700_000_000_000

Events = tuple[StoredEvent, ...]


@cache
def game(players: int = 2, rules: Rules = BASE, seed: int = 1, draws: int = VERSION) -> tuple[GameId, Events]:
    """The id and events of a scored game with one append per second and draws of this version."""
    tables = tables_of(seed)
    with patch.object(decisions, "VERSION", draws):
        played = play_out(tables, players, rules, seeded(seed))
    tables.settle(played)
    return played, tuple(tables.log.read(played))


@cache
def bundle(players: int = 2, rules: Rules = BASE, seed: int = 1, upto: int | None = None) -> bytes:
    """The bundle of that game at this version, or at its end."""
    played, events = game(players, rules, seed)
    return game_bundle(played, events[:upto], SERVICE)


@cache
def open_bundle() -> bytes:
    """The bundle of a table without players, the smallest there is."""
    tables = tables_of(1)
    match = tables.create(new_game_id(bytes(16)), NewTable(BASE, 2, "ann")).after
    return game_bundle(match.id, tables.log.read(match.id), SERVICE)


TABLE = new_game_id(bytes(16))


@cache
def table_of(
    *entropies: str | None, opener: str = "player-0", seed: bytes = bytes(32), seen: bool = True
) -> bytes:
    """The bundle of a game just started, `TABLE`, with these players' entropies; player 0 is seated first.

    The opener sends entropy with the opening; with `seen`, each other player with entropy names the first
    event.
    """
    tables = Tables(FakeEventLog(), SeedStore(bytes(32)), _clock(), lambda _: seed)
    first, *others = (Sitter(f"player-{seat}", entropy) for seat, entropy in enumerate(entropies))
    new = NewTable(BASE, len(entropies), opener, first if opener == first.player else None)
    match = tables.create(TABLE, new).after
    for sitter in others if new.sitter else (first, *others):
        named = match.opening if seen and sitter.entropy else None
        match = tables.join(match, replace(sitter, seen=named)).after
    return game_bundle(match.id, tables.log.read(match.id), SERVICE)


@cache
def dynasty() -> tuple[Events, tuple[tuple[GameId, Events], ...]]:
    """The events of a decided dynasty of two players, and the ids and events of its games."""
    clock = _clock()
    tables = tables_of(1, clock)
    dynasties = Dynasties(tables, clock)
    now = seated(dynasties)
    for number in (1, 2, 3):
        now = dynasties.advance(now.id)
        tables.settle(play_running(tables, now, seeded(number)))
    now = dynasties.advance(now.id)
    read = tables.log.read
    return tuple(read(now.id)), tuple((played.id, tuple(read(played.id))) for played in now.games)


@cache
def dynasty_of(upto: int | None = None) -> bytes:
    """The bundle of that dynasty at this version, or at its end; all its games are scored."""
    events, games = dynasty()
    started = sum(event.record["type"] == "DynastyGameStarted" for event in events[:upto])
    bundles = [game_bundle(played, record, SERVICE) for played, record in games[:started]]
    return series_bundle(KIND, DYNASTY, events[:upto], bundles, SERVICE)


def tables_of(seed: int, clock: Callable[[], int] | None = None) -> Tables:
    """Tables whose randomness is reproducible."""
    return Tables(FakeEventLog(), SeedStore(bytes(32)), clock or _clock(), seeded(seed).randbytes)


def _clock() -> Callable[[], int]:
    """A clock that advances one second with each reading."""
    times = count(START, 1000)
    return lambda: next(times)


def refused(data: bytes) -> bool:
    """True if these bytes are not the archive of a bundle, so that integrity fails whatever is in it."""
    try:
        unpack(data)
    except ContainerError:
        return True
    return False


def named(report: Report, verdict: Verdict) -> set[str]:
    """The aspects with this verdict."""
    return {aspect.value for aspect, found in report.verdicts.items() if found is verdict}


def failing(data: bytes, evidence: Evidence = NOTHING) -> set[str]:
    """The aspects that fail."""
    return named(audit(data, evidence), Verdict.FAIL)


def faults(data: bytes, evidence: Evidence = NOTHING) -> list[tuple[str, int | None, str]]:
    """The aspect, version and code of every finding, including those in the games of a dynasty."""
    found = audit(data, evidence).whole()
    return [(fault.aspect.value, fault.version, fault.code) for part in found for fault in part.findings]

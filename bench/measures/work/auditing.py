"""The audit of a bundle, against parsing and hashing its events."""

import hashlib
from collections.abc import Iterator
from itertools import cycle
from time import process_time

import orjson

from bench.rows import Row, in_turn, times
from bench.site import Site
from harness.games import play_out, seeded, tables_on
from harness.store.fake_log import FakeEventLog
from kingdomino.rules import Rules
from replays.audit.bundle.building import game_bundle
from replays.audit.verifier import audit as verify
from replays.encoding.entries import StoredEvent
from replays.encoding.signing import Signer


def audit(_: Site, count: int) -> Iterator[Row]:
    """Audits bundles of different random four-player games, as `kingdomino audit` does."""
    played = [_played(seed) for seed in range(count)]
    bundles, records = cycle(bundle for bundle, _ in played), cycle(events for _, events in played)
    ours, limit = in_turn(
        lambda: times(count, lambda: verify(next(bundles)), process_time),
        lambda: times(count, lambda: _hash(next(records)), process_time),
    )
    yield Row.time("audit", "ms/bundle, CPU", ours * 1000, limit * 1000)


def _played(seed: int) -> tuple[bytes, list[StoredEvent]]:
    """The bundle and the events of a random scored game."""
    log = FakeEventLog()
    tables = tables_on(log)
    game = play_out(tables, 4, Rules(), seeded(seed))
    tables.settle(game)
    events = log.read(game)
    return game_bundle(game, events, Signer(bytes(32))), events


def _hash(events: list[StoredEvent]) -> None:
    for event in events:
        orjson.loads(event.body)
        hashlib.sha256(event.body).digest()

"""Builds whole bundles from the events of the log and the service's signature."""

from collections.abc import Mapping, Sequence
from typing import Any

from replays.audit.bundle.container import (
    EVENTS,
    GAME_MEMBERS,
    MANIFEST,
    SERIES_MEMBERS,
    SIGNATURE,
    series_games,
)
from replays.audit.bundle.contents import events_text, game_members, manifest, series_members
from replays.audit.bundle.packing import pack
from replays.commands.series import S, SeriesKind
from replays.encoding.canonical import canonical
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.encoding.signing import Receipt, Signer
from replays.match.aggregate import UNREADABLE
from replays.match.aggregate_cache import Damaged
from replays.match.kinds import A, StreamKind
from replays.match.recording import MATCHES


def game_bundle(game: GameId, events: Sequence[StoredEvent], signer: Signer) -> bytes:
    """The bundle of a game with these events; raises `Damaged` if one cannot be read."""
    match = _folded(MATCHES, game, events)
    receipt = signer.sign(game, match.head)
    return _written("game", receipt, events, game_members(match), GAME_MEMBERS)


def series_bundle(
    kind: SeriesKind[S, Any],
    series: GameId,
    events: Sequence[StoredEvent],
    games: Sequence[bytes],
    signer: Signer,
) -> bytes:
    """The bundle of a series with these events; `games` are the bundles of its games.

    Raises `Damaged` if an event cannot be read.
    """
    found = _folded(kind.stream, series, events)
    receipt = signer.sign(series, found.head)
    its_games = dict(zip(series_games(len(games)), games, strict=True))
    derived = {**series_members(kind, found), **its_games}
    return _written(kind.name, receipt, events, derived, (*SERIES_MEMBERS, *its_games))


def _folded(kind: StreamKind[A], stream: GameId, events: Sequence[StoredEvent]) -> A:
    try:
        found = kind.fold(stream, events, None)
    except UNREADABLE as error:
        raise Damaged(f"{stream} holds an event that cannot be read: {error}") from error
    if found is None:
        raise Damaged(f"{stream} holds no event")
    return found


def _written(
    kind: str,
    receipt: Receipt,
    events: Sequence[StoredEvent],
    derived: Mapping[str, bytes],
    order: Sequence[str],
) -> bytes:
    """The bytes of a bundle with the derived members, the events, the signature and the manifest."""
    members = {EVENTS: events_text(events), SIGNATURE: canonical(receipt.document()), **derived}
    members[MANIFEST] = canonical(manifest(kind, receipt.head, receipt.game, members))
    return pack({name: members[name] for name in order})

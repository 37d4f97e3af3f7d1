"""Builds whole bundles from the events of the log and the service's signature."""

from collections.abc import Mapping, Sequence

from replays.audit.bundle.container import (
    DYNASTY_GAMES,
    DYNASTY_MEMBERS,
    EVENTS,
    GAME_MEMBERS,
    MANIFEST,
    SIGNATURE,
    Kind,
)
from replays.audit.bundle.contents import dynasty_members, events_text, game_members, manifest
from replays.audit.bundle.packing import pack
from replays.dynasty.aggregate import DYNASTIES
from replays.encoding.canonical import canonical
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import DynastyId, GameId
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


def dynasty_bundle(
    dynasty: DynastyId, events: Sequence[StoredEvent], games: Sequence[bytes], signer: Signer
) -> bytes:
    """The bundle of a dynasty with these events; `games` are the bundles of its games.

    Raises `Damaged` if an event cannot be read.
    """
    found = _folded(DYNASTIES, dynasty, events)
    receipt = signer.sign(dynasty, found.head)
    derived = {**dynasty_members(found), **dict(zip(DYNASTY_GAMES, games, strict=False))}
    return _written("dynasty", receipt, events, derived, (*DYNASTY_MEMBERS, *DYNASTY_GAMES[: len(games)]))


def _folded(kind: StreamKind[A], stream: GameId, events: Sequence[StoredEvent]) -> A:
    try:
        found = kind.fold(stream, events, None)
    except UNREADABLE as error:
        raise Damaged(f"{stream} holds an event that cannot be read: {error}") from error
    if found is None:
        raise Damaged(f"{stream} holds no event")
    return found


def _written(
    kind: Kind,
    receipt: Receipt,
    events: Sequence[StoredEvent],
    derived: Mapping[str, bytes],
    order: Sequence[str],
) -> bytes:
    """The bytes of a bundle with the derived members, the events, the signature and the manifest."""
    members = {EVENTS: events_text(events), SIGNATURE: canonical(receipt.document()), **derived}
    members[MANIFEST] = canonical(manifest(kind, receipt.head, receipt.game, members))
    return pack({name: members[name] for name in order})

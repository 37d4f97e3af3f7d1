"""Builds whole bundles from the events of the log and the service's signature."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from replays.audit.bundle.container import EVENTS, MANIFEST, OWN_MEMBERS, PROOF, SIGNATURE, series_game
from replays.audit.bundle.contents import events_text, game_members, manifest, series_members, sha256
from replays.audit.bundle.packing import parts
from replays.commands.series import S, SeriesKind
from replays.encoding.canonical import canonical
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.encoding.signing import Receipt, Signer
from replays.match.aggregate import UNREADABLE
from replays.match.aggregate_cache import Damaged
from replays.match.kinds import A, StreamKind
from replays.match.recording import MATCHES


def game_bundle(
    game: GameId, events: Sequence[StoredEvent], signer: Signer, proof: bytes | None = None
) -> bytes:
    """The bundle of a game with these events; raises `Damaged` if one cannot be read.

    `proof` is the proof from the public log of one of its heads.
    """
    match = _folded(MATCHES, game, events)
    receipt = signer.sign(game, match.head)
    proved = {PROOF: proof} if proof else {}
    members = dict(_own(receipt, events, {**game_members(match), **proved}))
    return b"".join(parts(_listed_first(MATCHES.name, receipt, members)))


def series_bundle(
    kind: SeriesKind[S, Any],
    series: GameId,
    events: Sequence[StoredEvent],
    games: Iterable[bytes],
    signer: Signer,
) -> bytes:
    """The bundle of a series with these events; `games` are the bundles of its games.

    Raises `Damaged` if an event cannot be read.
    """
    return b"".join(series_parts(kind, series, events, games, signer))


def series_parts(
    kind: SeriesKind[S, Any],
    series: GameId,
    events: Sequence[StoredEvent],
    games: Iterable[bytes],
    signer: Signer,
) -> Iterator[bytes]:
    """The pieces of that bundle; games that are written one by one are asked for when it is their turn."""
    found = _folded(kind.stream, series, events)
    receipt = signer.sign(series, found.head)
    its_games = ((series_game(number), game) for number, game in enumerate(games, start=1))
    members = chain(_own(receipt, events, series_members(kind, found)), its_games)
    if not kind.limits.one_by_one:
        return parts(_listed_first(kind.name, receipt, dict(members)))
    return parts(_listed_last(kind.name, receipt, members))


def _folded(kind: StreamKind[A], stream: GameId, events: Sequence[StoredEvent]) -> A:
    try:
        found = kind.fold(stream, events, None)
    except UNREADABLE as error:
        raise Damaged(f"{stream} holds an event that cannot be read: {error}") from error
    if found is None:
        raise Damaged(f"{stream} holds no event")
    return found


def _own(
    receipt: Receipt, events: Sequence[StoredEvent], derived: Mapping[str, bytes]
) -> Iterable[tuple[str, bytes]]:
    """The members about a stream itself, in order, but for the manifest."""
    members = {EVENTS: events_text(events), SIGNATURE: canonical(receipt.document()), **derived}
    return [(name, members[name]) for name in OWN_MEMBERS if name in members]


def _listed_first(kind: str, receipt: Receipt, members: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """The members after the manifest, which lists them."""
    yield MANIFEST, _manifest(kind, receipt, {name: sha256(content) for name, content in members.items()})
    yield from members.items()


def _listed_last(
    kind: str, receipt: Receipt, members: Iterable[tuple[str, bytes]]
) -> Iterator[tuple[str, bytes]]:
    """The members before the manifest, which lists them."""
    files: dict[str, str] = {}
    for name, content in members:
        files[name] = sha256(content)
        yield name, content
    yield MANIFEST, _manifest(kind, receipt, files)


def _manifest(kind: str, receipt: Receipt, files: Mapping[str, str]) -> bytes:
    return canonical(manifest(kind, receipt.head, receipt.game, files))

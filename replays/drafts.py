"""From what was decided to what is stored: versions, times, canonical bytes and hashes."""

from collections.abc import Sequence
from dataclasses import dataclass

from replays import events
from replays.canonical import canonical
from replays.chain import link
from replays.codec import encode
from replays.entries import Head, StoredEvent
from replays.identity import GameId, Version
from replays.log import Append, Command, IndexChange
from replays.match import Match, fold

SYSTEM = "system"
"""The actor of what the service does, and the cause of what follows from the rules alone."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An event to be stored, who did it (a player's id or `system`), and what caused it."""

    event: events.Event
    actor: str = SYSTEM
    cause: str = SYSTEM


@dataclass(frozen=True, slots=True)
class Occasion:
    """When drafts are stored (ms UTC), the request that asked for it, and the sealed seed of a new game."""

    now: int
    command: Command | None = None
    secret: bytes | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """An append ready for the log, and the match as it will be when it is there."""

    append: Append
    match: Match


def step(game: GameId, match: Match | None, drafts: Sequence[Draft], occasion: Occasion) -> Step:
    """The append of these drafts after `match`; time never runs backwards in a log."""
    head = match.head if match else Head.genesis(game)
    stored = _stored(head, drafts, max(occasion.now, match.at) if match else occasion.now)
    after = fold(game, stored, match)
    if after is None:
        raise ValueError("a step without events")
    return Step(
        Append(
            game=game,
            expected=head,
            events=stored,
            index=_index(match, after),
            command=occasion.command,
            secret=occasion.secret,
            retire=after.seed is not None and (match is None or match.seed is None),
        ),
        after,
    )


def _stored(head: Head, drafts: Sequence[Draft], at: int) -> tuple[StoredEvent, ...]:
    stored = []
    running = bytes.fromhex(head.hash)
    for number, draft in enumerate(drafts, start=head.version + 1):
        body = _body(draft, number, at)
        running = link(running, body)
        stored.append(StoredEvent(Version(number), body, running.hex()))
    return tuple(stored)


def _body(draft: Draft, version: int, at: int) -> bytes:
    kind, seat, data = encode(draft.event)
    return canonical(
        {
            "actor": draft.actor,
            "at": at,
            "cause": draft.cause,
            "data": data,
            "schema": kind.schema,
            "seat": seat,
            "type": kind.name,
            "version": version,
        }
    )


def _index(before: Match | None, after: Match) -> IndexChange:
    known = len(before.sitters) if before else 0
    return IndexChange(
        created_at=after.created_at,
        status_from=before.status.value if before else None,
        status_to=after.status.value,
        players_added=tuple(sitter.player for sitter in after.sitters[known:]),
    )

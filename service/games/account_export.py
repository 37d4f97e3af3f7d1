"""The export of an account: all that is kept about it, as one JSON document that is made piece by piece.

A process holds a few hundred kilobytes of it at a time, however much there is, and makes one for an account
at a time, of all processes together.
"""

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any

import orjson
from redis import Redis

from replays.log.event_log import EventLog, StoreAway, UnknownOutcome
from replays.store.scripts import Script, asking
from service.account_keys import profile_key
from service.accounts.access.audit import Audit
from service.accounts.players import Players
from service.accounts.sessions import Sessions
from service.accounts.tokens import Tokens, shown_token
from service.games.comments import Comment, Comments
from service.games.lists.my_games import all_dynasties, all_games
from service.games.notes import Notes
from service.games.studies import Studies
from service.notices.inboxes import Inboxes, Kept
from service.people.contacts import Contact, ContactList, Contacts
from service.people.records import PoolRecord, Records

PIECE_BYTES = 64 * 1024
LEASE_MS = 60_000
"""How long an account has to wait for another export where the process that made one died."""
RENEW_SECONDS = 15.0

RENEW = f"""
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], {LEASE_MS}) end
return 'done'
"""
END = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end return 'done'"


class ExportRunning(Exception):  # noqa: N818 - the answer, not a fault
    """Another export of this account is being sent."""


@dataclass(frozen=True, slots=True)
class Exports:
    """The exports of all accounts, from where each part of one is kept.

    `channels` gives the members that tell where and how a player is told of notices.
    """

    store: Redis
    log: EventLog
    players: Players
    sessions: Sessions
    tokens: Tokens
    audit: Audit
    notes: Notes
    comments: Comments
    studies: Studies
    inboxes: Inboxes
    contacts: Contacts
    records: Records
    webhooks: Callable[[str], Iterable[Any]]
    channels: Callable[[str], Mapping[str, Any]]

    def begin(self, player: str) -> "Export":
        """An export of this account, which must be ended; raises `ExportRunning` and `StoreAway`."""
        key, mark = f"{{{profile_key(player)}}}:export", secrets.token_hex(8)
        with asking():
            begun = self.store.set(key, mark, nx=True, px=LEASE_MS)
        if not begun:
            raise ExportRunning
        return Export(self, player, key, mark)

    def document(self, player: str) -> Iterator[bytes]:
        """The document in pieces; raises `StoreAway`, `AccountErased` also where that happens meanwhile."""
        yield orjson.dumps(self._head(player))[:-1]
        for name, items in self._lists(player):
            yield from _array(name, items)
        self.players.profile(player)
        yield b"}\n"

    def _head(self, player: str) -> dict[str, Any]:
        profile, credentials = self.players.profile(player), self.sessions.of(player)
        return {
            "id": profile.id,
            "name": profile.name,
            "created_at": profile.created_at,
            "page": profile.page.value,
            "email": credentials.email,
            "proposed_email": credentials.proposed,
            "tokens": [shown_token(token) for token in self.tokens.of(player)],
            **self.channels(player),
        }

    def _lists(self, player: str) -> Iterator[tuple[str, Iterable[Any]]]:
        yield "audit", self.audit.every(player)
        yield "notes", ({"game": game, "text": text} for game, text in self.notes.notes(player))
        yield "comments", map(_comment, self.comments.of(player))
        yield "following", map(_contact, self.contacts.every(ContactList.FOLLOWING, player))
        yield "blocked", map(_contact, self.contacts.every(ContactList.BLOCKED, player))
        yield "results", map(_result, self.records.of(player))
        yield "notices", map(_notice, self.inboxes.every(player))
        yield "webhooks", self.webhooks(player)
        yield "seen", ({"game": game, "version": version} for game, version in self.notes.all_seen(player))
        yield "games", all_games(self.log, player)
        yield "dynasties", all_dynasties(self.log, player)
        yield (
            "studies",
            (
                {"id": study, "created_at": created_at, "text": text}
                for study, created_at, text in self.studies.texts_of(player)
            ),
        )


class Export:
    """One export: `pieces` once, then `end`, which is safe to call again and raises nothing."""

    def __init__(self, exports: Exports, player: str, key: str, mark: str) -> None:
        self._exports = exports
        self._player = player
        self._key = key
        self._mark = mark

    def pieces(self) -> Iterator[bytes]:
        """The document, as `Exports.document` has it; while it is sent nobody else begins one.

        The export has ended when the last piece was taken, so that whoever has read it all may ask again.
        """
        renewed = monotonic()
        try:
            for piece in self._exports.document(self._player):
                yield piece
                if monotonic() - renewed > RENEW_SECONDS:
                    renewed = monotonic()
                    Script(self._exports.store, RENEW).run([self._key], [self._mark])
        finally:
            self.end()

    def end(self) -> None:
        """Let the account have another one."""
        with suppress(StoreAway, UnknownOutcome):
            Script(self._exports.store, END).run([self._key], [self._mark])


def _array(name: str, items: Iterable[Any]) -> Iterator[bytes]:
    """A member of the document that is an array, in pieces.

    >>> b"".join(_array("games", ["a", "b"]))
    b',"games":["a","b"]'
    """
    held = bytearray(b',"%b":[' % name.encode())
    comma = b""
    for item in items:
        held += comma + orjson.dumps(item)
        comma = b","
        if len(held) >= PIECE_BYTES:
            yield bytes(held)
            held.clear()
    yield bytes(held) + b"]"


def _contact(contact: Contact) -> dict[str, Any]:
    return {"id": contact.player, "since": contact.since}


def _result(pool: PoolRecord) -> dict[str, Any]:
    best = pool.best._asdict() if pool.best else None
    return {
        "pool": pool.pool,
        "games": pool.games,
        "won": pool.won,
        "left": pool.left,
        "mean": pool.mean,
        "best": best,
    }


def _notice(kept: Kept) -> dict[str, Any]:
    notice = kept.notice
    return {
        "id": str(kept.position),
        "kind": notice.kind,
        "game": notice.game,
        "dynasty": notice.dynasty,
        "at": notice.at,
        "read": not kept.unread,
    }


def _comment(comment: Comment) -> dict[str, Any]:
    place = comment.place
    return {
        "game": place.game,
        "version": place.version,
        "text": comment.text,
        "created_at": place.created_at,
        "edited_at": comment.edited_at,
    }

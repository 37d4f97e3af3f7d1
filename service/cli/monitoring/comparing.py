"""Compares what the log has with what the service shows: its keys, and the games that the monitor may see."""

import time
from collections.abc import Iterator
from typing import Any

from replays.encoding.identity import parse_game_id
from replays.kinds import KINDS
from replays.transparency.leaves import HeadKind, KeyKind, digest_of
from service.cli.client import ApiClient, ClientError, RequestRefused
from service.cli.monitoring.memory import MonitorMemory, ToCompare

GRACE_MS = 10 * 60_000
"""The time that the log may take until it has a table that was opened, or a new key."""

MOST_PAGES = 50
"""The most pages of each list that are read in one pass."""
EVENTS_OF_A_PAGE = 100
MOST_HEADS = 500
"""The most heads that are compared in one pass."""
MOST_WRONGS = 100
ABORTED = "aborted"
SEATED = {"DynastySeated", "PlayerSeated", "TournamentPlayerEntered"}
"""The types of events that may name the checkpoint which proved the opening to the player."""
LATE = ("game/unlogged", "key/unlogged")
"""What is right again as soon as the log has it."""


class Comparison:
    """Compares a log that was followed so far with its service; what cannot be compared now waits."""

    def __init__(self, client: ApiClient, memory: MonitorMemory, now_ms: int | None = None) -> None:
        self._client = client
        self._memory = memory
        self._now = time.time_ns() // 1_000_000 if now_ms is None else now_ms

    def compare(self) -> None:
        """Compare keys, lists and heads; raises `ClientError` if the service does not answer."""
        with self._memory.changing():
            for code in LATE:
                self._memory.forget_wrongs(code)
        self._compare_keys()
        began = int((self._memory.fact("began") or b"0").decode())
        for kind in KINDS:
            self._read_list(kind.listing)
        for head in self._memory.to_compare(MOST_HEADS):
            self._compare_head(head)
        for listing, stream in self._memory.unlogged(began, self._now - GRACE_MS, MOST_WRONGS):
            self._wrong(
                "game/unlogged",
                stream,
                f"{_name(listing, stream)} is shown by the service, and the log does not have its opening.",
            )

    def _compare_keys(self) -> None:
        logged = {
            each.public_key: each.since for each in self._memory.service_keys() if each.kind is KeyKind.KEY
        }
        revoked = {each.public_key for each in self._memory.service_keys() if each.kind is KeyKind.REVOCATION}
        listed = {str(each.get("public_key")): each for each in self._client.get("keys")["keys"]}
        for key, entry in listed.items():
            for code, text in _of_key(entry, logged.get(key), self._now, is_revoked=key in revoked):
                self._wrong(code, key, f"The key {key}: {text}.")
        for key in logged.keys() - listed.keys():
            self._wrong("key/withdrawn", key, f"The key {key}: the log has it, and the service hides it.")

    def _read_list(self, listing: str) -> None:
        """Read a list of the service, the newest first, until a page has nothing new."""
        cursor: str | None = None
        for _ in range(MOST_PAGES):
            page = self._client.get(listing, limit=100, cursor=cursor)
            rows = [(str(each["id"]), int(each["created_at"])) for each in page[listing]]
            with self._memory.changing():
                new = [self._memory.add_game(_digest(i), listing, i, created) for i, created in rows]
            cursor = page["next"]
            if cursor is None or (rows and not any(new)):
                return

    def _compare_head(self, head: ToCompare) -> None:
        """Compare a head with the event that the service shows, if it still shows it."""
        leaf, name = head.leaf, _name(head.listing, head.id)
        try:
            shown = self._event(head, leaf.version)
            if shown is None or shown["hash"] != leaf.head:
                there = f"the hash {shown['hash']}" if shown else "no such event"
                self._wrong(
                    "game/other",
                    f"{head.id} {leaf.version}",
                    f"Event {leaf.version} of {name} has the hash {leaf.head} in leaf {head.place} of the "
                    f"log, and the service shows {there}. Keep the game's bundle and its proof.",
                )
            if leaf.kind is HeadKind.START:
                self._compare_seats(head, name)
            if leaf.kind is HeadKind.END:
                self._compare_end(head, name)
        except RequestRefused as refused:
            if refused.status != 404:  # 404: it is not shown to everybody any more
                raise
        with self._memory.changing():
            self._memory.compared(head.place)

    def _compare_seats(self, head: ToCompare, name: str) -> None:
        """Check that each checkpoint that a seat names has the opening, and was there before the start."""
        places = [
            place for place, leaf in self._memory.heads_of(head.leaf.game) if leaf.kind is HeadKind.OPEN
        ]
        for event in self._events(head, head.leaf.version):
            size = event["data"].get("checkpoint") if event.get("type") in SEATED else None
            if size is None or (places and places[0] < size <= head.place):
                continue
            opening = f"leaf {places[0]}" if places else "no leaf"
            self._wrong(
                "seat/checkpoint",
                f"{head.id} {event['version']}",
                f"Event {event['version']} of {name} names a checkpoint of {size} leaves as the proof of the "
                f"opening. The opening is {opening} of the log, and the start leaf {head.place}.",
            )

    def _events(self, head: ToCompare, upto: int) -> Iterator[dict[str, Any]]:
        """The events up to this version, as far as the service shows them."""
        after = 0
        for _ in range(MOST_PAGES):
            limit = min(EVENTS_OF_A_PAGE, upto - after)
            events = self._client.get(f"{head.listing}/{head.id}/events", after=after, limit=limit)["events"]
            yield from events
            after += len(events)
            if not events or after >= upto:
                return

    def _compare_end(self, head: ToCompare, name: str) -> None:
        state = self._client.get(f"{head.listing}/{head.id}")
        if state.get("status") == ABORTED:
            with self._memory.changing():
                self._memory.call_off(head.leaf.game)
        after = self._event(head, head.leaf.version + 1)
        if after:
            self._wrong(
                "game/after-end",
                head.id,
                f"{name} ended with event {head.leaf.version} by leaf {head.place} of the log, and the "
                f"service shows event {head.leaf.version + 1}, {after['hash']}.",
            )

    def _event(self, head: ToCompare, version: int) -> dict[str, Any] | None:
        """The event of this version that the service shows, or None if there is none."""
        path = f"{head.listing}/{head.id}/events"
        try:
            events = self._client.get(path, after=version - 1, limit=1)["events"]
        except RequestRefused as refused:
            if refused.status != 410:  # the record ends before it
                raise
            return None
        return events[0] if events else None

    def _wrong(self, code: str, subject: str, text: str) -> None:
        with self._memory.changing():
            self._memory.add_wrong(code, subject, text)


def _of_key(
    entry: dict[str, Any], since: int | None, now: int, *, is_revoked: bool
) -> Iterator[tuple[str, str]]:
    """What is wrong with a key that the service lists."""
    listed = int(entry.get("since") or 0)
    if since is None:
        if listed < now - GRACE_MS:
            yield "key/unlogged", "the service lists it, and the log does not have it"
    elif since != listed:
        yield "key/since", f"the log has it since {since} ms, and the service says since {listed} ms"
    revoked = entry.get("revoked")
    if is_revoked and revoked is None:
        yield "key/revocation", "the log has its revocation, and the service does not say so"
    if not is_revoked and revoked is not None and int(revoked) < now - GRACE_MS:
        yield "key/revocation", "the service says that it is revoked, and the log does not have that"


def _name(listing: str, stream: str) -> str:
    return f"/{listing}/{stream}"


def _digest(stream: str) -> str:
    try:
        return digest_of(parse_game_id(stream))
    except ValueError as error:
        raise ClientError(f"the service lists something without an id: {error}") from error

"""The texts of reports, stored in the accounts of those who wrote them.

The reporter's account has the text of the report. The author's account has an excerpt: the text as it was
reported, if its author may change it. So each is erased with the account that wrote it.
"""

import json
from collections.abc import Callable, Iterable
from typing import cast

from redis import Redis

from replays.store.scripts import asking
from service.application.account_keys import (
    AccountErased,
    AccountScript,
    reported_key,
    reports_key,
)
from service.application.people.moderation.subjects import ReportSubject
from service.application.quotas.counted_part import CountedPart
from service.application.quotas.storage import Storage

MOST_EXCERPTS = 20
"""The most excerpts in an account; reports of others create them, so they count toward no quota."""

EXCERPT = f"""
local kept = {reported_key}
local is_new = redis.call('HEXISTS', kept, ARGV[1]) == 0
if is_new and redis.call('HLEN', kept) >= {MOST_EXCERPTS} then return 'full' end
redis.call('HSET', kept, ARGV[1], ARGV[2])
return 'done'
"""
DROP = f"redis.call('HDEL', {reported_key}, ARGV[1]) return 'done'"


class ReportTexts:
    """The texts of reports, and the excerpts of reported texts; raises as `CountedPart`."""

    def __init__(self, store: Redis, storage: Storage) -> None:
        self._store = store
        self._reports = CountedPart(store, storage, reports_key)
        self._excerpt = AccountScript(store, EXCERPT)
        self._drop = AccountScript(store, DROP)

    def say(self, by: str, subject: ReportSubject, text: str, address: str) -> None:
        """Store the text of a report, replacing the account's previous one on the subject."""
        self._reports.write(by, subject.key, text, address)

    def said(self, reports: Iterable[tuple[str, ReportSubject]]) -> dict[tuple[str, ReportSubject], str]:
        """The texts of these reports, without reporters that wrote none or are erased. One round trip."""
        return self._read(reports_key, reports)

    def said_by(self, by: str) -> dict[str, str]:
        """The texts of all reports by an account, by the key of the subject."""
        return {key: text.decode() for key, text in self._reports.all(by).items()}

    def keep_excerpt(self, author: str, subject: ReportSubject, text: str, at: int) -> None:
        """Store an excerpt of a text as it is now, if there is room."""
        try:
            self._excerpt.run(author, subject.key, json.dumps({"text": text, "at": at}))
        except AccountErased:
            return

    def excerpt(self, author: str, subject: ReportSubject) -> str | None:
        """The text as it was last reported, or None if it is not stored."""
        return self.excerpts_of([(author, subject)]).get((author, subject))

    def excerpts_of(
        self, reported: Iterable[tuple[str, ReportSubject]]
    ) -> dict[tuple[str, ReportSubject], str]:
        """The stored excerpts of these texts of any authors; one round trip."""
        found = self._read(reported_key, reported)
        return {text: str(json.loads(kept)["text"]) for text, kept in found.items()}

    def excerpts(self, author: str) -> dict[str, str]:
        """All stored excerpts of an author's texts, by the key of the subject."""
        with asking():
            found = cast("dict[bytes, bytes]", self._store.hgetall(reported_key(author)))
        return {key.decode(): str(json.loads(text)["text"]) for key, text in found.items()}

    def drop_excerpt(self, author: str, subject: ReportSubject) -> None:
        """Delete an excerpt."""
        try:
            self._drop.run(author, subject.key)
        except AccountErased:
            return

    def _read(
        self, key: Callable[[str], str], wanted: Iterable[tuple[str, ReportSubject]]
    ) -> dict[tuple[str, ReportSubject], str]:
        every = list(wanted)
        with asking(), self._store.pipeline(transaction=False) as pipe:
            for player, subject in every:
                pipe.hget(key(player), subject.key)
            found = pipe.execute()
        return {each: text.decode() for each, text in zip(every, found, strict=True) if text is not None}

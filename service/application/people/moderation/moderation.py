"""Moderation as one part: the docket, the texts of reports, and the enforcer of decisions."""

import hashlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, cast

from redis import Redis

from replays.commands.handler import CommandReused
from replays.log.event_log import CommandId
from replays.store.scripts import asking
from service.application.accounts.players import Players
from service.application.people.moderation.docket import Docket
from service.application.people.moderation.enforcing import Enforcer, Tell
from service.application.people.moderation.hidden import Hidden, hidden
from service.application.people.moderation.subjects import ReportSubject
from service.application.people.moderation.texts import ReportTexts
from service.application.quotas.storage import Storage


@dataclass(frozen=True, slots=True)
class Moderation:
    """The parts of moderation on one store."""

    store: Redis
    docket: Docket
    texts: ReportTexts
    enforcer: Enforcer

    def claim(self, command: CommandId) -> bool:
        """Remember the request of an Idempotency-Key; raises `CommandReused` if another request used the key.

        Returns True if the same request was remembered before: it is let through, as its response was lost.
        """
        key = f"{{moderation}}:request:{hashlib.sha256(command.id.encode()).hexdigest()}"
        with asking():
            is_new = self.store.set(key, command.digest, nx=True, ex=KEY_SECONDS)
            kept = cast("bytes | None", self.store.get(key))
        if kept is not None and kept.decode() != command.digest:
            raise CommandReused
        return not is_new

    def hidden(self, subjects: Sequence[ReportSubject]) -> list[Hidden | None]:
        """Why each subject is hidden, None for one that is not."""
        return hidden(self.store, subjects)

    def kept_about(self, player: str) -> list[dict[str, Any]]:
        """The player's reports, the newest first, for the player's export."""
        said = self.texts.said_by(player)
        return [
            {
                "about": report.subject.about,
                "reason": report.why.value,
                "text": said.get(report.subject.key),
                "at": report.at,
                "verdict": answer.verdict.value if answer else None,
            }
            for report, answer in self.docket.reports_by(player, MOST)
        ]

    def decided_about(self, player: str) -> list[dict[str, Any]]:
        """The newest decisions on the player, for the player's export, without the moderators' names.

        `text` is the reported text if it is stored, otherwise None.
        """
        texts = self.texts.excerpts(player)
        return [
            {
                "about": each.subject.about,
                "text": texts.get(each.subject.key),
                "verdict": each.verdict.value,
                "reason": each.reason,
                "at": each.at,
                "until": each.until,
            }
            for each in self.docket.decisions_about(player, MOST)
        ]

    def viewed_about(self, player: str) -> list[dict[str, Any]]:
        """The newest views of the player's texts without a report or decision, without moderators' names."""
        found = self.docket.views_without_case(player, MOST)
        return [{"about": text.subject.about, "at": at} for text, at in found]


MOST = 100
"""The number of reports, decisions and views that an account is shown, the newest."""
KEY_SECONDS = 7 * 24 * 60 * 60
"""How long the request of an Idempotency-Key is remembered."""


def open_moderation(  # noqa: PLR0913, PLR0917 - its dependencies
    store: Redis,
    storage: Storage,
    players: Players,
    clock: Callable[[], int],
    tell: Tell,
    announce: Callable[[Collection[str]], None],
) -> Moderation:
    """Create moderation on this store; `tell` and `announce` are passed to the `Enforcer`."""
    texts = ReportTexts(store, storage)
    return Moderation(store, Docket(store, clock), texts, Enforcer(store, players, texts, tell, announce))

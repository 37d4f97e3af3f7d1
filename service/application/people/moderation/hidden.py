"""Hidden texts, and the sentence shown in their place."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from redis import Redis

from replays.store.scripts import asking
from service.application.people.moderation.ledger import HIDDEN
from service.application.people.moderation.subjects import ReportSubject


@dataclass(frozen=True, slots=True)
class Hidden:
    """The reason a text is hidden: the decision's number, its time in ms UTC, and the moderator's reason."""

    number: int
    at: int
    reason: str

    @property
    def text(self) -> str:
        """The replacement of the text for programs; pages show it in the reader's language."""
        return f"hidden by a moderator: {self.reason}"


def hidden(store: Redis, subjects: Sequence[ReportSubject]) -> list[Hidden | None]:
    """Why each subject is hidden, None for one that is not; one round trip. Raises `StoreAway`."""
    if not subjects:
        return []
    with asking():
        found = cast("list[bytes | None]", store.hmget(HIDDEN, [subject.key for subject in subjects]))
    return [read(text) for text in found]


def read(text: bytes | None) -> Hidden | None:
    """Read the stored form of the reason; None if the text is not hidden."""
    return None if text is None else Hidden(**json.loads(text))

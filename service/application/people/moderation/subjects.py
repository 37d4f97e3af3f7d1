"""The subjects of reports: the registry of their kinds, the reasons for reports, and the verdicts."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from replays.encoding.identity import is_uuid


class ModerationVerdict(Enum):
    """The verdict of a moderator's decision; the value is stored and used in the API."""

    KEEP = "keep"
    """The text stays, or is shown again."""
    HIDE = "hide"
    """Nobody reads the text any more; the reason stands in its place."""
    RENAME = "rename"
    """The player gets a neutral name, and cannot take the old one again."""
    SUSPEND = "suspend"
    """The account cannot open, join or write until a given time."""
    REINSTATE = "reinstate"
    """The suspension ends now."""


class Why(Enum):
    """The reason for a report; the value is stored and used in the API."""

    INSULT = "insult"
    HATE = "hate"
    THREAT = "threat"
    SPAM = "spam"
    PRIVATE = "private"
    """The text reveals somebody's private data."""
    IMPERSONATION = "impersonation"
    OTHER = "other"


OF_ACCOUNTS = frozenset({ModerationVerdict.SUSPEND, ModerationVerdict.REINSTATE})
"""Verdicts on the author's account, possible for every kind of text."""


@dataclass(frozen=True, slots=True)
class SubjectKind:
    """A kind of text that can be reported; `verdicts` are the verdicts on it besides those on its author.

    `within` is "game" or "player" if that id is needed besides the text's own id to find it. `excerpt` is
    true if the author may change the text, so that the text as it was reported is stored.
    """

    name: str
    verdicts: frozenset[ModerationVerdict]
    within: str = ""
    excerpt: bool = True


_TEXT = frozenset({ModerationVerdict.KEEP, ModerationVerdict.HIDE})

KINDS: Mapping[str, SubjectKind] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            SubjectKind("comment", _TEXT, within="game"),
            SubjectKind("message", _TEXT, within="game"),
            SubjectKind("name", frozenset({ModerationVerdict.KEEP, ModerationVerdict.RENAME})),
            SubjectKind("study", _TEXT, excerpt=False),
            SubjectKind("collection", _TEXT, within="player"),
        )
    }
)
"""Every kind by its name, which is stored and used in the API."""


@dataclass(frozen=True, slots=True)
class ReportSubject:
    """The subject of a report: its kind, its id, and the game or player that it is `within`, else ""."""

    kind: str
    id: str
    game: str = ""
    player: str = ""

    @property
    def key(self) -> str:
        """The subject as text, used in the store and in links.

        >>> ReportSubject("study", "0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b").key
        'study/0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b'
        """
        return "/".join(filter(None, (self.kind, self.id, self.game, self.player)))

    @property
    def about(self) -> dict[str, str]:
        """The subject in the form of the API."""
        within = {"game": self.game, "player": self.player}
        return {"kind": self.kind, "id": self.id, **{name: id_ for name, id_ in within.items() if id_}}


def subject_of(key: str) -> ReportSubject:
    """The subject of this key; raises ValueError."""
    kind, _, rest = key.partition("/")
    id_, slash, within = rest.partition("/")
    known = KINDS.get(kind)
    if (
        known is None
        or not is_uuid(id_)
        or bool(slash) != bool(known.within)
        or (slash and not is_uuid(within))
    ):
        raise ValueError(f"no subject of a report: {key[:200]!r}")
    return ReportSubject(kind, id_, **({known.within: within} if slash else {}))

"""What can be reported: the registry of its kinds, and why somebody reports it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from replays.encoding.identity import is_uuid


class Verdict(Enum):
    """A moderator's decision; the value is stored and stands in the API."""

    KEEP = "keep"
    """The text stays, or is shown again."""
    HIDE = "hide"
    """Nobody reads the text any more; the reason stands in its place."""
    RENAME = "rename"
    """The player gets a neutral name, and cannot take the old one again."""
    SUSPEND = "suspend"
    """The account cannot open, join or write until a moment."""
    REINSTATE = "reinstate"
    """The suspension ends now."""


class Why(Enum):
    """Why somebody reports a text; the value is stored and stands in the API."""

    INSULT = "insult"
    HATE = "hate"
    THREAT = "threat"
    SPAM = "spam"
    PRIVATE = "private"
    """It tells somebody's private data."""
    IMPERSONATION = "impersonation"
    OTHER = "other"


OF_ACCOUNTS = frozenset({Verdict.SUSPEND, Verdict.REINSTATE})
"""Decisions on the account of who wrote the text, whatever that is."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of text that can be reported; `verdicts` are the decisions on it beside those on its author.

    `within` is "game" or "player" where texts of the kind are found by that besides their id. With `excerpt`
    its author may change it, so the text as it was reported is kept.
    """

    name: str
    verdicts: frozenset[Verdict]
    within: str = ""
    excerpt: bool = True


_TEXT = frozenset({Verdict.KEEP, Verdict.HIDE})

KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            Kind("comment", _TEXT, within="game"),
            Kind("message", _TEXT, within="game"),
            Kind("name", frozenset({Verdict.KEEP, Verdict.RENAME})),
            Kind("study", _TEXT, excerpt=False),
            Kind("collection", _TEXT, within="player"),
        )
    }
)
"""Every kind by its name, which is stored and stands in the API."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What a report is about: a kind, an id, and the game or the player that it is `within`, else ""."""

    kind: str
    id: str
    game: str = ""
    player: str = ""

    @property
    def key(self) -> str:
        """Its one text in the store, and in links.

        >>> Subject("study", "0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b").key
        'study/0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b'
        """
        return "/".join(filter(None, (self.kind, self.id, self.game, self.player)))

    @property
    def about(self) -> dict[str, str]:
        """The subject as the API has it."""
        within = {"game": self.game, "player": self.player}
        return {"kind": self.kind, "id": self.id, **{name: id_ for name, id_ in within.items() if id_}}


def subject_of(key: str) -> Subject:
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
    return Subject(kind, id_, **({known.within: within} if slash else {}))

"""The entries of the moderation stream: reports, views, decisions, and changes of moderators.

They contain ids, not texts: a text is stored in its author's account and is erased with it. The one exception
is the moderator's reason for a decision, which others read.
"""

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from replays.encoding.canonical import canonical, parse_canonical
from service.application.people.moderation.subjects import ModerationVerdict, ReportSubject, Why, subject_of


@dataclass(frozen=True, slots=True)
class Reported:
    """The account `by` reported a text of the account `author`, at `at` in ms UTC."""

    subject: ReportSubject
    author: str
    by: str
    why: Why
    at: int


class ViewedText(NamedTuple):
    """A text whose case was viewed; `had_case` is false if it had neither a report nor a decision."""

    subject: ReportSubject
    author: str
    had_case: bool


@dataclass(frozen=True, slots=True)
class Viewed:
    """The moderator `by` was shown the cases of these texts, at `at` in ms UTC."""

    by: str
    at: int
    texts: tuple[ViewedText, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """The moderator `by` decided on a text of `author`, or on the account.

    `until` is the end of a suspension in ms UTC. `answers` has the accounts whose open reports it answers.
    """

    subject: ReportSubject
    author: str
    by: str
    verdict: ModerationVerdict
    reason: str
    at: int
    until: int | None
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ModeratorNamed:
    """The operator made an account a moderator."""

    player: str
    at: int
    reason: str


@dataclass(frozen=True, slots=True)
class ModeratorRemoved:
    """The operator removed an account from the moderators."""

    player: str
    at: int
    reason: str


Entry = Reported | Viewed | Decided | ModeratorNamed | ModeratorRemoved

TYPES: dict[str, type[Entry]] = {
    kind.__name__: kind for kind in (Reported, Viewed, Decided, ModeratorNamed, ModeratorRemoved)
}
"""Each kind of entry by its stored name."""


class BadModerationEntry(ValueError):  # noqa: N818 - describes the state of the stream
    """An entry that this program cannot read, or that was changed after it was written."""


def written(entry: Entry) -> bytes:
    """The entry as canonical JSON."""
    fields = asdict(entry)
    if isinstance(entry, Reported | Decided):
        fields["subject"] = entry.subject.key
    if isinstance(entry, Reported):
        fields["why"] = entry.why.value
    if isinstance(entry, Viewed):
        fields["texts"] = [_written_text(text) for text in entry.texts]
    if isinstance(entry, Decided):
        fields |= {"verdict": entry.verdict.value, "answers": list(entry.answers)}
    return canonical({"type": type(entry).__name__, **fields})


def read(body: bytes) -> Entry:
    """The entry from its canonical JSON; raises `BadModerationEntry`."""
    try:
        fields: dict[str, Any] = parse_canonical(body)
        kind = TYPES[fields.pop("type")]
        if "subject" in fields:
            fields["subject"] = subject_of(fields["subject"])
        if kind is Reported:
            fields["why"] = Why(fields["why"])
        if kind is Viewed:
            fields["texts"] = tuple(map(_read_text, fields["texts"]))
        if kind is Decided:
            fields |= {"verdict": ModerationVerdict(fields["verdict"]), "answers": tuple(fields["answers"])}
        return kind(**fields)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadModerationEntry(f"{body[:200]!r}: {error}") from error


def _written_text(text: ViewedText) -> dict[str, Any]:
    return {"subject": text.subject.key, "author": text.author, "had_case": text.had_case}


def _read_text(fields: dict[str, Any]) -> ViewedText:
    return ViewedText(**(fields | {"subject": subject_of(fields["subject"])}))

"""A kind of notice: all that inboxes, channels and pages know of it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

from replays.match.kinds import Table
from service.application.i18n.speaking import Text
from service.application.i18n.speaking import lazy_pgettext as _lp
from service.application.notices.notice import Happened, Notice, NoticeDraft, Occasion, SentenceContext
from service.application.people.moderation.entries import Decided


class Group(Enum):
    """The groups of kinds on the pages, with their titles, in order."""

    TURNS = _lp("heading", "Your turns")
    TABLES = _lp("heading", "Your tables")
    RESULTS = _lp("heading", "Results")
    TOURNAMENTS = _lp("heading", "Tournaments")
    MODERATION = _lp("heading", "Moderation")
    CONVERSATION = _lp("heading", "Conversation")


def _unsaid(telling: SentenceContext) -> str:
    raise TypeError(f"{telling.notice.kind} is about no table")


@dataclass(frozen=True, slots=True)
class NoticeKind:
    """A kind of notice; `name` is stored and is part of the API.

    `title` and `meaning`, a sentence on when it is sent, are on the pages in `group`: behind the kind
    `follows`, or at the end. A notice opens the page at `path`, with its `listing`, `table`, `version` and
    `mark`.

    `made` returns the drafts for an append. A kind with `occasion`, a type of the feeds, uses `told` instead.
    `says` returns the sentence in the present language.

    Kinds about an account have `decided` and `words` instead: the drafts for a decision of moderation, and
    the sentence for the mark of the draft.

    A kind with `holds` is about a state of the table: its notice is unread only while the state holds for its
    reader, and `same` is true if it is still the state for which the notice was made. With `latest` a newer
    notice of a table replaces the older one, the game's end removes it, and the reader is asked to move. With
    `by_choice` a player causes the notice: nobody gets it from a player whom they have blocked. With
    `mutable` nobody gets it from a player whom they have muted, or about a game whose talk they have muted.
    With `replaces` a newer notice of a table replaces the older one, also after the end of the game.

    With `urgent` the mark is the deadline: no digest delays the notice, nor quiet hours that contain it.
    `subject` is that of an e-mail with such a notice about one table, with the `title` of the table; with
    `receipt` its e-mail has the receipt of the game.
    """

    group: Group
    name: str
    title: Text
    meaning: Text
    says: Callable[[SentenceContext], str] = _unsaid
    made: Callable[[Happened], Iterable[NoticeDraft]] | None = None
    occasion: str | None = None
    told: Callable[[Occasion], Iterable[NoticeDraft]] | None = None
    decided: Callable[[Decided], Iterable[NoticeDraft]] | None = None
    words: Callable[[str], str] | None = None
    holds: Callable[[Table, str], bool] | None = None
    same: Callable[[Notice, Table], bool] | None = None
    latest: bool = False
    by_choice: bool = False
    mutable: bool = False
    replaces: bool = False
    urgent: bool = False
    subject: Text | None = None
    receipt: bool = False
    path: str = "/{listing}/{table}"
    follows: str = ""

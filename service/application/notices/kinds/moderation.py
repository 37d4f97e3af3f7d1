"""Notices about the reader's account: a hidden text, a suspension, the answer to a report."""

from collections.abc import Iterable
from functools import partial

from service.application.i18n.moderation import ANSWERS, HIDDEN, moment
from service.application.i18n.speaking import gettext as _
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.notices.kinds.kind import Group, NoticeKind
from service.application.notices.notice import NoticeDraft
from service.application.people.moderation.entries import Decided
from service.application.people.moderation.subjects import ModerationVerdict


def hidden(decided: Decided) -> Iterable[NoticeDraft]:
    """A draft for the author of a text that was hidden, or of a replaced name; the mark is its kind."""
    if decided.verdict in {ModerationVerdict.HIDE, ModerationVerdict.RENAME}:
        yield NoticeDraft(decided.author, mark=decided.subject.kind)


def suspended(decided: Decided) -> Iterable[NoticeDraft]:
    """A draft for an account that is suspended, or no longer is; the mark is the end in ms UTC, or 0."""
    if decided.verdict is ModerationVerdict.SUSPEND:
        yield NoticeDraft(decided.author, mark=str(decided.until))
    elif decided.verdict is ModerationVerdict.REINSTATE:
        yield NoticeDraft(decided.author, mark="0")


def answered(decided: Decided) -> Iterable[NoticeDraft]:
    """Drafts for the players whose reports were decided; the mark is the verdict."""
    return (NoticeDraft(player, mark=decided.verdict.value) for player in decided.answers)


def says_suspended(until: str) -> str:
    """The sentence with the end of the suspension, or that it has ended."""
    if until == "0":
        return _("The suspension of your account has ended.")
    return _("Your account is suspended until %(moment)s.", moment=moment(int(until)))


_kind = partial(NoticeKind, Group.MODERATION, path="/account/moderation")

TEXT_HIDDEN = _kind(
    "text_hidden",
    _l("A text of yours is hidden"),
    _l("A moderator has hidden a text of yours, or replaced your name."),
    decided=hidden,
    words=lambda kind: str(HIDDEN[kind]),
)
SUSPENDED = _kind(
    "suspended",
    _l("Your account is suspended"),
    _l("Until when, or that it has ended."),
    decided=suspended,
    words=says_suspended,
)
REPORT_ANSWERED = _kind(
    "report_answered",
    _l("A report is answered"),
    _l("What a moderator has decided on what you reported."),
    decided=answered,
    words=lambda verdict: str(ANSWERS[verdict]),
)

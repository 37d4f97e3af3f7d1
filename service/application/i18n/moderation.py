"""The words of moderation: notices, verdicts, kinds of texts, and reasons of reports."""

from datetime import UTC, datetime

from service.application.i18n.speaking import gettext as _
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp
from service.application.i18n.speaking import pgettext as _p
from service.application.i18n.speaking import present

KINDS = {
    "comment": _lp("label", "A comment"),
    "message": _l("A message at a table"),
    "name": _lp("label", "A name"),
    "study": _lp("label", "A study"),
    "collection": _lp("label", "A collection"),
}
"""The names of texts, by kind."""

HIDDEN = {
    "comment": _l("A moderator has hidden a comment of yours."),
    "message": _l("A moderator has hidden a message of yours."),
    "name": _l("A moderator has replaced your name."),
    "study": _l("A moderator has hidden a study of yours."),
    "collection": _l("A moderator has hidden title and notes of a collection of yours."),
}
"""The notice to the author, by the kind of the text."""

WHY = {
    "insult": _lp("reason", "Insult"),
    "hate": _l("Hate against a group"),
    "threat": _lp("reason", "Threat"),
    "spam": _l("Spam or advertising"),
    "private": _l("Somebody's private data"),
    "impersonation": _l("Pretends to be somebody else"),
    "other": _lp("reason", "Something else"),
}
"""The reasons of reports."""

VERDICTS = {
    "keep": _l("Keep it, or show it again"),
    "hide": _l("Hide the text"),
    "rename": _l("Replace the name"),
    "suspend": _l("Suspend the account"),
    "reinstate": _l("End the suspension"),
}
"""The decisions that a moderator can choose."""

DECIDED = {
    "keep": _lp("act", "Kept"),
    "hide": _lp("act", "Hidden"),
    "rename": _lp("act", "Name replaced"),
    "suspend": _lp("act", "Account suspended"),
    "reinstate": _lp("act", "Suspension ended"),
}
"""The words for decisions that were made."""

ANSWERS = {
    "keep": _l("A moderator has looked at your report: the text stays."),
    "hide": _l("A moderator has looked at your report: the text is hidden."),
    "rename": _l("A moderator has looked at your report: the name is replaced."),
    "suspend": _l("A moderator has looked at your report: the account is suspended."),
    "reinstate": _l("A moderator has looked at your report."),
}
"""The notice to reporters, by the decision."""


def hidden_text(reason: str) -> str:
    """The replacement for a hidden text."""
    return _("Hidden by a moderator: %(reason)s", reason=reason)


def neutral_title(collection: str) -> str:
    """The replacement for the title of a hidden collection with this id."""
    return _p("name", "Collection %(id)s", id=collection[:8])


def moment(at: int) -> str:
    """Format a time in ms UTC as date and time; the month is a word, since 11/12 is ambiguous."""
    found = datetime.fromtimestamp(at / 1000, UTC)
    return _p("pattern", "%(moment)s (UTC)", moment=present().format.moment(found))

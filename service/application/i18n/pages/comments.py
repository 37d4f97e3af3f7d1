"""The words around comments on the moves of a game."""

from collections.abc import Mapping

from service.application.i18n.speaking import Word, plural
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

WORDS: Mapping[str, Word] = {
    "comments.title": _lp("heading", "Comments"),
    "comments.hidden": _l("Hidden by a moderator: {reason}"),
    "comments.report": _lp("button", "Report"),
    "comments.none": _l("Nobody has commented on this move."),
    "comments.others": _l("On other moves"),
    "comments.move": plural("Move {version}: {count} comment", "Move {version}: {count} comments"),
    "comments.not-over": _l("Comments are possible once the game is over."),
    "comments.sign-in": _l("Sign in or play as a guest to comment"),
    "comments.label": _l("Your comment on move {version}"),
    "comments.write": _lp("button", "Comment"),
    "comments.written": _l("Your comment was added."),
    "comments.edited": _lp("status", "changed {time}"),
    "comments.edit": _lp("button", "Change"),
    "comments.edit-label": _lp("label", "Your comment"),
    "comments.save": _l("Keep the change"),
    "comments.cancel": _l("Leave it as it was"),
    "comments.saved": _l("Your comment is changed."),
    "comments.delete": _lp("button", "Delete"),
    "comments.sure": _l("Delete your comment? It cannot be brought back."),
    "comments.deleted": _l("Your comment is deleted."),
    "comments.empty": _l("Write something first: up to {most} characters, at least one of them visible."),
    "comments.full": _l("This game has the maximum number of comments. Delete one of yours first."),
    "comments.no-room": _l(
        "Your storage is full. Delete notes, comments, studies or plans, or confirm an e-mail address."
    ),
    "comments.gone": _l("This comment is not there any more."),
}

"""Notices about comments on a game and about the talk at its table."""

from collections.abc import Iterable
from functools import partial

from replays.log.occasions import COMMENT_WRITTEN, TALK_WRITTEN, TalkDetail
from service.application.i18n.speaking import gettext as _
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp
from service.application.notices.kinds.kind import Group, NoticeKind
from service.application.notices.kinds.sentences import by, third
from service.application.notices.notice import NoticeDraft, Occasion, SentenceContext, sitting

PLAYERS = "players"
"""The stored name of the players' room (`service.application.games.talk.rooms`)."""


def commented(occasion: Occasion) -> Iterable[NoticeDraft]:
    """Drafts for the players who stayed to the end, except the author; once for each comment."""
    at, comment, author = occasion.detail.split()
    others = (player for player in sitting(occasion.table) if player != author)
    return (NoticeDraft(player, by=author, mark=comment, at=int(at)) for player in others)


def says_comment(telling: SentenceContext) -> str:
    """The sentence with the author of the comment and the game."""
    if third(telling):
        return _(
            "%(name)s commented on the game with you and %(others)s.", name=by(telling), others=third(telling)
        )
    return _("%(name)s commented on your game.", name=by(telling))


def talked(occasion: Occasion) -> Iterable[NoticeDraft]:
    """Drafts for the other players at the table if a player wrote there; none for the spectators' talk."""
    said = TalkDetail.read(occasion.detail)
    if said.room != PLAYERS:
        return ()
    others = (player for player in sitting(occasion.table) if player != said.author)
    return (NoticeDraft(player, by=said.author, mark=str(said.number), at=said.at) for player in others)


def says_talk(telling: SentenceContext) -> str:
    """The sentence with the author of the message and the table."""
    if third(telling):
        return _("%(name)s wrote at your table with %(others)s.", name=by(telling), others=third(telling))
    return _("%(name)s wrote at your table.", name=by(telling))


_kind = partial(NoticeKind, Group.CONVERSATION)

COMMENT = _kind(
    "comment",
    _lp("notice", "Comments"),
    _l("Somebody commented on a game that you played."),
    says_comment,
    occasion=COMMENT_WRITTEN,
    told=commented,
    by_choice=True,
    path="/games/{table}/replay?version={version}",
)
TALK = _kind(
    "talk",
    _lp("notice", "Talk"),
    _l("Another player wrote at your table."),
    says_talk,
    occasion=TALK_WRITTEN,
    told=talked,
    by_choice=True,
    mutable=True,
    replaces=True,
    path="/games/{table}#talk",
)

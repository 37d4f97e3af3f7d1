"""Sentences for refusals whose English detail is written where they are made, for readers of other languages.

The English detail says more, such as a number; another language has a sentence for each group of codes, and
one for each status where a code has none. `problems.py` has the sentences that all languages share.
"""

from collections.abc import Mapping

from service.application.i18n.speaking import Text
from service.application.i18n.speaking import lazy_gettext as _l

_NO_VERSION = _l("The game does not have this version.")
_NOT_OVER = _l("The game is not over yet.")
_NOT_TO_PLACE = _l("This is not the domino to place.")
_NOT_TOGETHER = _l("These dominoes cannot be chosen together.")
_NOT_THERE = _l("That cannot go there.")
_NOT_PAID = _l("These resources do not pay for it.")
_SIGN_IN = _l("Please sign in first.")
_NO_MAIL = _l("This service sends no e-mail.")
_BROWSER = _l("This browser cannot get messages.")
_OTHERS = _l("This belongs to somebody else.")
_AS_MANY = _l("There are as many as there may be. Delete one first.")
_NO_GAME = _l("This text is not the record of a game.")
_PAGES = _l("Too many pages are open at once. Please close one.")
_BUSY = _l("There is much to do at the moment. Please try again.")
_BEGUN = _l("The tournament has begun already.")
_NOT_SEATED = _l("You have no seat at this table.")
_GONE = _l("There is no such text any more.")

OF_CODES: Mapping[str, Text] = {
    "turn/not-yours": _l("It is not your turn."),
    "turn/wrong-action": _l("Another kind of move is due now."),
    "version/stale": _l("The game has gone on in the meantime. Look again, then decide."),
    "version/unknown": _NO_VERSION,
    "version/ahead": _NO_VERSION,
    "version/gone": _NO_VERSION,
    "game/over": _l("The game is over."),
    "game/not-over": _NOT_OVER,
    "game/not-finished": _NOT_OVER,
    "picture/not-over": _NOT_OVER,
    "review/game-running": _NOT_OVER,
    "continuation/game-running": _NOT_OVER,
    "game/not-active": _l("The game is not running."),
    "game/begun": _l("The game has begun already."),
    "game/not-started": _l("The game has not begun yet."),
    "placement/occupied": _l("This place is taken."),
    "placement/too-large": _l("The kingdom would be too large."),
    "placement/no-match": _l("No half touches the castle or its own terrain."),
    "placement/wrong-domino": _NOT_TO_PLACE,
    "discard/wrong-domino": _NOT_TO_PLACE,
    "discard/placeable": _l("This domino fits somewhere, so it must be placed."),
    "choice/not-offered": _l("This domino is not on offer."),
    "choice/taken": _l("Another king stands on this domino."),
    "choice/pair": _NOT_TOGETHER,
    "choice/single": _NOT_TOGETHER,
    "fire/square": _NOT_THERE,
    "caveman/square": _NOT_THERE,
    "caveman/not-there": _NOT_THERE,
    "totem/choice": _l("The totem cannot go to this player."),
    "recruit/source": _NOT_PAID,
    "recruit/payment": _NOT_PAID,
    "plan/your-turn": _l("It is your turn: make the move itself."),
    "seat/not-seated": _NOT_SEATED,
    "table/too-many": _l("Too many tables are open from your network. Please try again later."),
    "idempotency/reused": _l("This was sent before with other content. Please send it once more."),
    "auth/missing": _SIGN_IN,
    "auth/unknown-token": _SIGN_IN,
    "mail/not-configured": _NO_MAIL,
    "mail/refused": _l("The mail server does not accept this address."),
    "password/weak": _l("Please choose a stronger password."),
    "comment/not-yours": _OTHERS,
    "study/not-yours": _OTHERS,
    "talk/not-yours": _OTHERS,
    "tournament/not-yours": _OTHERS,
    "comment/unknown": _GONE,
    "talk/unknown": _GONE,
    "talk/off": _l("This table has no talk."),
    "talk/room-closed": _l("You may not read this now."),
    "comment/too-many": _AS_MANY,
    "talk/too-many": _AS_MANY,
    "study/too-many": _AS_MANY,
    "push/too-many": _AS_MANY,
    "study/syntax": _NO_GAME,
    "study/illegal": _NO_GAME,
    "study/hidden": _l("A moderator has hidden this."),
    "limit/requests": _l("Too many requests. Please try again in a moment."),
    "limit/streams": _PAGES,
    "stream/too-many": _PAGES,
    "limit/exports": _l("An export is being made already."),
    "picture/busy": _BUSY,
    "picture/failed": _BUSY,
    "review/busy": _BUSY,
    "store/unknown-outcome": _l("The answer was lost, so it may have worked. Look before you repeat it."),
    "tournament/not-open": _BEGUN,
    "tournament/started": _BEGUN,
    "tournament/not-started": _l("The tournament has not begun yet."),
    "tournament/finished": _l("The tournament is over."),
    "tournament/full": _l("All places of the tournament are taken."),
}
"""The sentence of each code that people meet often."""

OF_GROUPS: Mapping[str, Text] = {
    "clock": _l("The clock does not allow that now."),
    "pairing": _l("The round cannot be paired so."),
    "plan": _l("This plan cannot be carried out."),
    "push": _BROWSER,
    "rated": _l("A rated game has no bots, and nobody takes a seat over."),
    "rules": _l("These rules do not go together."),
    "tournament": _l("The tournament does not allow that now."),
    "vacation": _l("A vacation is not possible now."),
}
"""The sentence of the other codes of a group, which is what stands before the slash."""

OF_STATUSES: Mapping[int, Text] = {
    401: _SIGN_IN,
    403: _l("You may not do this."),
    404: _l("There is no such thing, or none that you may see."),
    409: _l("That is not possible now."),
    410: _l("There is no such thing, or none that you may see."),
    412: OF_CODES["version/stale"],
    429: OF_CODES["limit/requests"],
    503: _BUSY,
}
"""The sentence of all other codes by the HTTP status."""
USUALLY = _l("Something in the request is wrong.")


def refusal_words(status: int, code: str) -> Text:
    """The sentence of a refusal by its code, else by its group, else by its status."""
    found = OF_CODES.get(code) or (OF_GROUPS.get(code.partition("/")[0]) if status != 404 else None)
    return found or OF_STATUSES.get(status, USUALLY)

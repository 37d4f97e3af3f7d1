"""Common parts of the sentences of notices: lists of players, and the name of the mentioned player."""

from collections.abc import Callable

from kingdomino.board.numbers import Seat
from service.application.i18n.speaking import Text, present
from service.application.i18n.speaking import pgettext as _p
from service.application.notices.notice import SentenceContext


def saying(text: Text) -> Callable[[SentenceContext], str]:
    """A sentence with `name`, the mentioned player, `others`, the opponents, and `title`, the tournament."""
    return lambda telling: text.said(name=by(telling), others=others(telling), title=telling.title)


def others(telling: SentenceContext) -> str:
    """The names of the reader's opponents, including bots, such as "Ben and Cleo"."""
    return _listed(telling, {telling.table.seat_of(telling.player)}) or _p("name", "nobody yet")


def third(telling: SentenceContext) -> str:
    """The names of the reader's opponents except the player whom the notice mentions; "" for nobody."""
    return _listed(telling, {telling.table.seat_of(each) for each in (telling.player, telling.notice.by)})


def _listed(telling: SentenceContext, but: set[Seat | None]) -> str:
    names = [name for seat, name in enumerate(telling.seats) if seat not in but]
    return present().listed(names)


def by(telling: SentenceContext) -> str:
    """The name of the player whom the notice mentions."""
    return telling.names.get(telling.notice.by) or _p("name", "Somebody")

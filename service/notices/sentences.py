"""What the sentences of notices have in common: whom a game is with, and what somebody is called."""

from babel.lists import format_list

from service.i18n.speaking import gettext as _
from service.i18n.speaking import present
from service.notices.notice import Telling


def others(telling: Telling) -> str:
    """Whom the reader plays with, bots too, such as "Ben and Cleo"."""
    own = telling.table.seat_of(telling.player)
    names = [name for seat, name in enumerate(telling.seats) if seat != own]
    return format_list(names, locale=present().locale) if names else _("nobody yet")


def by(telling: Telling) -> str:
    """What the player is called that the notice tells of."""
    return telling.names.get(telling.notice.by) or _("Somebody")

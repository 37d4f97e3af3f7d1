"""The words of the kinds of tables, in notices, e-mails and the terms of a table."""

from typing import NamedTuple

from replays.dynasty.kind import DYNASTY
from replays.match.recording import MATCHES
from replays.tournament.kind import TOURNAMENT
from service.application.i18n.speaking import Text
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp


class TableWords(NamedTuple):
    """The sentences about a table of a kind, with placeholders `%(name)s` and `%(others)s`.

    Those about a tournament have `%(title)s`, its name, in place of `%(others)s`.

    `exported` is about its list in an account's export. `term` is the agreement `series` of such a table
    (`agreements.py`), or None.
    """

    subject: Text
    invites: Text
    rematch: Text
    called_off: Text
    exported: Text
    term: str | None = None


WORDS = {
    MATCHES.name: TableWords(
        subject=_l("Kingdomino with %(others)s"),
        invites=_l("%(name)s invites you to a game."),
        rematch=_l("%(name)s offers a rematch."),
        called_off=_l("Your table was called off."),
        exported=_l("The ids of your games, the newest first."),
    ),
    DYNASTY.name: TableWords(
        subject=_l("Kingdomino dynasty with %(others)s"),
        invites=_l("%(name)s invites you to a dynasty of three games."),
        rematch=_l("%(name)s offers a dynasty of three games as a rematch."),
        called_off=_l("Your dynasty was called off."),
        exported=_l("The ids of your dynasties, the newest first."),
        term="dynasties",
    ),
    TOURNAMENT.name: TableWords(
        subject=_lp("pattern", "Kingdomino: %(title)s"),
        invites=_l("%(name)s invites you to the tournament %(title)s."),
        rematch=_l("%(name)s offers another tournament."),
        called_off=_l("The tournament %(title)s was called off."),
        exported=_l("The ids of your tournaments, the newest first."),
    ),
}

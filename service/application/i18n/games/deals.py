"""The words for games that play a known deal again."""

from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

TITLE = _lp("label", "Deal")
NAME = _l("Deal of an earlier game")
MEANING = _l("The same dominoes come in the same order. Everybody can know them, so the game is not rated.")
AGAIN = _l("Play the same deal")
NOT_OVER = _l("This game is not over, so its deal cannot be played again.")

"""The words, in the form and in invitations, for what a table agrees on besides rules and clock."""

from enum import Enum
from typing import NamedTuple

from kingdomino.policies import plain_name, quick
from replays.match.deciding.bots import STAND_IN
from service.application.i18n.games.bots import WORDS
from service.application.i18n.games.rules import ValueWords
from service.application.i18n.speaking import Text
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp


class FormPart(Enum):
    """The parts of the form."""

    RULES = "rules"
    CLOCK = "clock"
    COMPANY = "company"


class Agreement(NamedTuple):
    """A field of the form: its part of the form, its heading, and its values.

    Values are as in JSON; `true` and `false` stand for booleans. A `clocked` field has a meaning only in
    games with a clock. The form's default is `usual`, or else the first value.
    """

    part: FormPart
    title: Text
    values: dict[str, ValueWords]
    clocked: bool = False
    usual: str | None = None

    @property
    def default(self) -> str:
        """The value that the form selects."""
        return self.usual or next(iter(self.values))


AGREEMENTS = {
    "visibility": Agreement(
        FormPart.COMPANY,
        _l("Who finds the table"),
        {
            "public": ValueWords(
                _lp("choice", "Everybody"), _l("It is in the lobby, and its replay is for all.")
            ),
            "private": ValueWords(
                _l("People with the link"), _l("The table is in no list. Nobody else can open it.")
            ),
        },
    ),
    "spectators": Agreement(
        FormPart.COMPANY,
        _lp("label", "Spectators"),
        {
            "true": ValueWords(_lp("choice", "May watch"), _l("Everybody who finds the table.")),
            "false": ValueWords(
                _lp("choice", "Players only"),
                _l("Once all seats are taken nobody else sees the game, nor its replay."),
            ),
        },
    ),
    "talk": Agreement(
        FormPart.COMPANY,
        _lp("label", "Talk"),
        {
            "true": ValueWords(
                _lp("choice", "With talk"),
                _l("Players write to each other. Spectators have a room of their own, hidden until the end."),
            ),
            "false": ValueWords(_lp("choice", "Without talk"), _l("Nobody writes at this table.")),
        },
    ),
    "hints": Agreement(
        FormPart.RULES,
        _l("Preview of points"),
        {
            "true": ValueWords(
                _l("Players see it"),
                _l("What a place or a domino would bring, before the move. Everybody can switch it off."),
            ),
            "false": ValueWords(_l("Nobody sees it"), _l("Everybody counts without help.")),
        },
    ),
    "rated": Agreement(
        FormPart.COMPANY,
        _lp("label", "Rating"),
        {
            "false": ValueWords(_lp("choice", "Casual"), _l("The result changes no rating.")),
            "true": ValueWords(
                _lp("choice", "Rated"),
                _l("The result changes the players' ratings. No bot is seated. Who leaves ranks last."),
            ),
        },
    ),
    "on_timeout": Agreement(
        FormPart.CLOCK,
        _l("When somebody's time is up"),
        {
            "bot": ValueWords(
                _l("A bot plays on"), _l("It plays until the player is back. Nothing is lost.")
            ),
            "claim": ValueWords(
                _l("Others may claim the seat"), _l("Nothing happens unless somebody asks for it.")
            ),
            "forfeit": ValueWords(_l("The seat is forfeit"), _l("The player ranks below all who stayed.")),
        },
        clocked=True,
    ),
    "absent": Agreement(
        FormPart.CLOCK,
        _l("When somebody leaves"),
        {
            "end": ValueWords(
                _l("The last one who stays wins"), _l("A bot takes over while others play on.")
            ),
            "bot": ValueWords(_l("A bot takes over"), _l("To the last domino, whoever leaves.")),
            "discard": ValueWords(_l("The seat stays empty"), _l("Its dominoes are discarded.")),
        },
    ),
    "stand_in": Agreement(
        FormPart.CLOCK,
        _l("Who plays for them"),
        {name: ValueWords(WORDS[name].choice, WORDS[name].meaning) for name in quick()},
        usual=plain_name(STAND_IN),
    ),
    "series": Agreement(
        FormPart.RULES,
        _l("How many games"),
        {
            "games": ValueWords(_lp("choice", "One game"), _l("And a new one whenever you like.")),
            "dynasties": ValueWords(
                _lp("choice", "A dynasty"), _l("Three games with the same people; the sum of points wins.")
            ),
        },
    ),
}
"""The agreements by their fields in the form, which except for `series` are those of the API."""

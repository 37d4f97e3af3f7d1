"""The words of the director's desk: what each act does, what happened after it, and warnings."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from replays.tournament.desk.cautions import Caution, Unusual
from replays.tournament.desk.tables import AtSignOff, Lateness
from replays.tournament.schedules.forms import Table
from replays.tournament.standings.points import POINT
from service.application.i18n.speaking import Text, gettext, ngettext
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp
from service.application.i18n.tournaments.numbers import points
from service.application.i18n.tournaments.people import EntrantNames


class ActWords(NamedTuple):
    """The words of an act: its title, which is its button too, what it does, and what is so afterwards."""

    title: Text
    does: Text
    after: Text


_TOLD = _l("Those whom it concerns get a notice.")

ACT_WORDS: Mapping[str, ActWords] = MappingProxyType(
    {
        "withdraw": ActWords(
            _l("Withdraw an entrant"),
            _l(
                "No further round seats this entrant. Games that run stay as they are: correct or "
                "annul their results if they should not count. The points so far stay. You can "
                "undo it until the tournament ends; rounds paired meanwhile are not paired again."
            ),
            _l("The next round is paired without this entrant."),
        ),
        "replace": ActWords(
            _l("Replace a player"),
            _l(
                "A substitute plays all further rounds for this entrant, with the entrant's "
                "points and history. Games that run stay with the player who has them. You can "
                "undo it until the next round is paired."
            ),
            _l("The substitute plays from the next round on."),
        ),
        "forbid-meeting": ActWords(
            _l("Forbid a meeting"),
            _l(
                "These two are not paired with each other from the next round on, until you undo "
                "it. A league plays its schedule all the same."
            ),
            _l("The preview of the next pairing shows what it changes."),
        ),
        "set-pairing": ActWords(
            _l("Pair the next round by hand"),
            _l(
                "The next round is paired exactly like this, without lots. Everybody who is in "
                "has one table or a bye. You can undo it until the round is paired."
            ),
            _l("The preview shows this pairing, with warnings about it."),
        ),
        "correct": ActWords(
            _l("Correct the result"),
            _l(
                "The game counts with these places, whatever its record says. The game itself "
                "does not change, and neither does its replay. The result is marked as corrected "
                "everywhere. You can undo it."
            ),
            _l("The standings count it now, and the result is marked as corrected."),
        ),
        "annul": ActWords(
            _l("Annul the result"),
            _l(
                "The game does not count: everybody at the table gets the points of a round "
                "without a table, or those that you give. The result is marked as annulled "
                "everywhere. You can undo it."
            ),
            _l("The standings leave the game out now, and it is marked as annulled."),
        ),
        "adjust-clocks": ActWords(
            _l("Give the time of an outage back"),
            _l(
                "What ran on the clocks between these two times is given back to the players of "
                "games that still run. This cannot be undone, because the games go on with their "
                "new deadlines."
            ),
            _l("A worker gives the time back in these games within seconds."),
        ),
        "name-deputy": ActWords(
            _l("Name a deputy"),
            _l(
                "A deputy may do everything on this page except naming and dismissing deputies. "
                "You can undo it."
            ),
            _l("The deputy can use this page now."),
        ),
        "dismiss-deputy": ActWords(
            _l("Dismiss a deputy"),
            _l("What the deputy did stays. You can undo it."),
            _l("The former deputy can no longer use this page."),
        ),
        "open-dispute": ActWords(
            _l("Dispute this game"),
            _l(
                "You ask the directors to look at this game at this position. Your words are "
                "public in the tournament, and so is the answer. The game and its clocks go on "
                "meanwhile."
            ),
            _l("The directors see your dispute, and answer it on the record of the tournament."),
        ),
        "answer-dispute": ActWords(
            _l("Answer the dispute"),
            _l(
                "The answer is public, with your reason. It changes no result: correct or annul "
                "the result too if the player is right. You can undo it, and the dispute is open "
                "again."
            ),
            _l("The dispute is answered."),
        ),
        "undo": ActWords(
            _lp("button", "Undo"),
            _l("The act holds no longer. Both stay in the log."),
            _l("The act above is marked as undone, and everything is computed without it."),
        ),
        "cut-short": ActWords(
            _l("End the tournament without its further rounds"),
            _l(
                "The standings as they are now become the result: use it if a round can never be paired. "
                "It needs all rounds signed off, and cannot be undone."
            ),
            _l("The tournament is finished, and the standings are its result."),
        ),
        "call-off": ActWords(
            _l("Call the tournament off"),
            _l("The tournament does not take place. Entries end, and this cannot be undone."),
            _l("The tournament is called off."),
        ),
    }
)
"""By the name of the act."""

LATENESS: Mapping[Lateness, Text] = MappingProxyType(
    {
        Lateness.LATE: _lp("status", "late"),
        Lateness.OVERDUE: _lp("status", "the date of the round has passed"),
        Lateness.RUNNING: _lp("status", "has time"),
    }
)
AT_SIGN_OFF: Mapping[AtSignOff, Text] = MappingProxyType(
    {
        AtSignOff.GIVEN_UP: _l(
            "The sign-off gives it up: who is to move comes last, and the others share the first place."
        ),
        AtSignOff.GOES_ON: _l(
            "The round can be signed off before it: it is played on, and counts when it ends."
        ),
        AtSignOff.BLOCKS: _l("The round waits for it: wait for its end, or correct or annul its result."),
    }
)
"""What the sign-off of the round makes of a table without a result."""


def caution_words(caution: Caution, tables: tuple[Table, ...], names: EntrantNames) -> str:
    """A warning about a pairing in a sentence."""
    people = names.listed(caution.players)
    return _CAUTIONS[caution.about](people, caution, tables)


def _seat(people: str, caution: Caution, tables: tuple[Table, ...]) -> str:
    seat = tables[caution.table or 0].index(caution.players[0]) + 1
    return gettext(
        "%(names)s gets seat %(seat)s, which this player has had %(number)s times more than another seat",
        names=people,
        seat=seat,
        number=caution.number,
    )


_CAUTIONS: Mapping[Unusual, Callable[[str, Caution, tuple[Table, ...]], str]] = {
    Unusual.MEET_AGAIN: lambda people, caution, _: gettext(
        "%(names)s meet again; meetings so far: %(number)s", names=people, number=caution.number
    ),
    Unusual.FORBIDDEN: lambda people, _caution, _: gettext(
        "%(names)s meet, although a director has forbidden it", names=people
    ),
    Unusual.BINDS: lambda people, _caution, _: gettext(
        "%(names)s would sit together if they were not forbidden to meet", names=people
    ),
    Unusual.SEAT: _seat,
    Unusual.BYE_AGAIN: lambda people, caution, _: gettext(
        "%(names)s has no table again; byes so far: %(number)s", names=people, number=caution.number
    ),
    Unusual.SMALLER_AGAIN: lambda people, caution, _: gettext(
        "%(names)s sits at a smaller table again before everybody did; so far: %(number)s",
        names=people,
        number=caution.number,
    ),
    Unusual.APART: lambda people, caution, _: ngettext(
        "%(names)s are %(points)s point apart, more than a round gives",
        "%(names)s are %(points)s points apart, more than a round gives",
        -(-caution.number // POINT),
        names=people,
        points=points(caution.number),
    ),
    Unusual.SMALLER: lambda _people, caution, _: ngettext(
        "Only %(num)s of this table of the schedule is still in",
        "Only %(num)s of this table of the schedule are still in",
        caution.number,
    ),
    Unusual.UNSEATED: lambda people, _caution, _: gettext(
        "%(names)s has neither a table nor a bye: pair by hand anew", names=people
    ),
}

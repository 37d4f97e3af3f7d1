"""What happened, in sentences: a form leads back to the desk with a word for it in the query."""

from replays.tournament.aggregate import OnRecord
from service.application.i18n.speaking import gettext, pgettext
from service.application.i18n.tournaments import acts as act_words
from service.application.i18n.tournaments.desk import ACT_WORDS
from service.application.tournaments.acts import ACTS
from service.pages.tournaments.shown import ShownTournament


def told(shown: ShownTournament, done: str) -> list[str]:
    """What happened; `done` is the version of an act, `started`, `entered-<number>` or `closed-<round>`."""
    what, _, text = done.partition("-")
    if what.isascii() and what.isdigit():
        act = next((each for each in shown.tournament.acts if str(each.version) == done), None)
        return _act_told(shown, act) if act else []
    if what == "started":
        return [gettext("The tournament has started. A worker pairs the first round within seconds.")]
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None
    if number is None:
        return []
    if what == "entered":
        return [pgettext("message", "Entered: %(number)s.", number=number)]
    return _closed_told(shown, number) if what == "closed" else []


def _closed_told(shown: ShownTournament, number: int) -> list[str]:
    said = gettext("Round %(number)s is signed off.", number=number)
    if shown.tournament.finished:
        return [said, gettext("The tournament is finished: its standings are final.")]
    return [said, gettext("A worker pairs the next round within seconds.")]


def _act_told(shown: ShownTournament, act: OnRecord) -> list[str]:
    name = next(each for each, kind in ACTS.items() if kind.event is type(act.event))
    said = act_words.sentence(act, shown.names)
    recorded = gettext("Recorded as act %(version)s: %(what)s.", version=act.version, what=said)
    return [recorded, str(ACT_WORDS[name].after)]

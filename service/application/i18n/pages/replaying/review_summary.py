"""The words of the request for a review, and of its summary on the result and at the top of the replay."""

from collections.abc import Mapping

from service.application.i18n.speaking import Word
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

WORDS: Mapping[str, Word] = {
    "review.title": _lp("heading", "Review"),
    "review.open": _l("Review this game"),
    "review.about-short": _l("See what each choice was worth."),
    "review.progress": _l("The game is being reviewed."),
    "review.lost": _l("The review did not come. Try again."),
    "review.player": _lp("column", "Player"),
    "review.accuracy": _lp("column", "Accuracy"),
    "review.luck": _lp("column", "Luck"),
    "review.skill": _lp("column", "Skill"),
    "review.moments": _l("What decided the game"),
    "review.about-accuracy": _l(
        "Accuracy: 100 if every choice was the best one found; less for points or wins lost."
    ),
    "review.about-luck": _l(
        "Luck: the points that the draws gave, compared with the mean of many other draws."
    ),
    "review.about-skill": _l("Skill: the points that the choices gave, compared with those of a greedy bot."),
    "review.moment-draw": _l("Move {version}, the draw: {name} {change}"),
    "review.moment-short": _l("Move {version}: {name} {change}"),
}

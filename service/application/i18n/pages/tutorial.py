"""The words of the tutorial's lessons and of its script."""

from collections.abc import Mapping
from typing import NamedTuple

from service.application.i18n.speaking import Text, Word
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp


class LessonWords(NamedTuple):
    """The words of a lesson: its title, its explanation, and its task."""

    title: Text
    text: Text
    task: Text


LESSON_WORDS = {
    "castle": LessonWords(
        _l("Beside the castle"),
        _l("This is your kingdom: a castle, and dominoes of land to come. The castle fits every land."),
        _l("Lay the domino beside the castle, whichever way you like."),
    ),
    "land": LessonWords(
        _l("Land of its own kind"),
        _l("From now on one half of a domino must touch land of its own kind, or the castle."),
        _l("Try any place. Where nothing matches, the domino comes back, and you read why."),
    ),
    "crowns": LessonWords(
        _l("Crowns make points"),
        _l(
            "Land of one kind that touches is a region. It is worth its squares times its crowns: "
            "three squares with one crown make three points, twenty without a crown make none."
        ),
        _l("Lay the domino where it brings the most."),
    ),
    "choice": LessonWords(
        _l("Choose the next domino"),
        _l(
            "Some rounds later. A turn ends with a choice from the next line. Low numbers move first in the "
            "next round, high numbers have more crowns. A king of Ben stands on 31 already."
        ),
        _l("Choose a domino that your kingdom can use."),
    ),
    "limit": LessonWords(
        _l("Five by five"),
        _l(
            "A kingdom must fit into a square of 5 by 5, castle included. Yours is as large as that now: "
            "outside nothing fits any more, even beside its own land."
        ),
        _l("Try a place outside, then lay the domino where there is room."),
    ),
    "discard": LessonWords(
        _lp("button", "Nothing fits"),
        _l(
            "A domino that can be placed must be placed. This one has two crowns, but no half finds its own "
            "land: it is discarded and scores nothing."
        ),
        _lp("button", "Discard it."),
    ),
}
"""The words of each lesson, by the value of `service.pages.help.lessons.Lesson`."""

WORDS: Mapping[str, Word] = {
    "tutorial.go-on": _l("Go on with your first game: step {number} of {steps}"),
}

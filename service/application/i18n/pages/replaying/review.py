"""The words of a game's review on its replay page: grades of choices, better moves, and details."""

from collections.abc import Mapping

from service.application.i18n.speaking import Word, plural, pplural
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

WORDS: Mapping[str, Word] = {
    "review.no-choice": _l("Nobody chose anything here."),
    "review.better": _lp("heading", "Better move"),
    "review.better-is": plural(
        "Better: {move}. It brings {count} point more.", "Better: {move}. It brings {count} points more."
    ),
    "review.better-is-win": _l("Better: {move}. It adds {win} to the chance to win."),
    "review.better-shown": plural("Marked: +{count} point", "Marked: +{count} points"),
    "review.better-shown-win": _l("Marked: +{win} to win"),
    "review.short": plural("{grade}, {count} point lost", "{grade}, {count} points lost"),
    "review.short-win": _l("{grade}, {win} of the chance to win lost"),
    "review.grade-forced": _lp("grade", "only move"),
    "review.grade-best": _lp("grade", "best move"),
    "review.grade-good": _lp("grade", "good"),
    "review.grade-slip": _lp("grade", "slip"),
    "review.grade-blunder": _lp("grade", "blunder"),
    "review.forced": _lp("grade", "only move"),
    "review.best": _lp("grade", "best move"),
    "review.good": _lp("grade", "good, {loss} ± {error} points less than the best"),
    "review.slip": _lp("grade", "slip, {loss} ± {error} points and {win} of the chance to win lost"),
    "review.blunder": _lp("grade", "blunder, {loss} ± {error} points and {win} of the chance to win lost"),
    "review.good-exact": pplural(
        "grade", "good, {count} point less than the best", "good, {count} points less than the best"
    ),
    "review.slip-exact": pplural(
        "grade",
        "slip, {count} point and {win} of the chance to win lost",
        "slip, {count} points and {win} of the chance to win lost",
    ),
    "review.blunder-exact": pplural(
        "grade",
        "blunder, {count} point and {win} of the chance to win lost",
        "blunder, {count} points and {win} of the chance to win lost",
    ),
    "review.kind-place": _lp("move", "Placing: {words}"),
    "review.kind-discard": _lp("move", "Discarding: {words}"),
    "review.kind-choose": _lp("move", "Choosing: {words}"),
    "review.kind-fire": _lp("move", "Fire: {words}"),
    "review.kind-totem": _lp("move", "Totem: {words}"),
    "review.kind-recruit": _lp("move", "Recruiting: {words}"),
    "review.kind-take": _l("Taking a caveman: {words}"),
    "review.kind-put": _lp("move", "Caveman: {words}"),
    "review.kind-pass": _l("Not recruiting: {words}"),
    "review.move-place": _lp("move", "place {domino} on {first} and {second}"),
    "review.move-discard": _lp("move", "discard {domino}"),
    "review.move-choose": _lp("move", "choose {domino}"),
    "review.move-fire": _lp("move", "put the fire on {square}"),
    "review.move-totem": _lp("move", "give the totem ({what}) to {name}"),
    "review.move-recruit-board": _lp("move", "recruit from the board, paying with {squares}"),
    "review.move-recruit-stack": _lp("move", "recruit from the stack, paying with {squares}"),
    "review.move-take": _lp("move", "take the caveman: {what}"),
    "review.move-put": _lp("move", "put the caveman on {square}"),
    "review.move-pass": _lp("move", "do not recruit"),
    "review.players": _lp("heading", "The players"),
    "review.slips": _lp("column", "Slips"),
    "review.blunders": _lp("column", "Blunders"),
    "review.left": plural(
        "{name} left at move {version}; the figures rest on {count} choice.",
        "{name} left at move {version}; the figures rest on {count} choices.",
    ),
    "review.moment-choice": _l("Move {version}, the turn of {by}: {name} {change}"),
    "review.chances": _l("Chances to win"),
    "review.graph": _l(
        "The chance to win of every player over time; the exact numbers are in a table below."
    ),
    "review.as-table": _l("Chances to win as a table"),
    "review.about": _l("What the figures mean"),
    "review.by-kernel": plural(
        "Each choice was compared by {count} game played to its end with other draws.",
        "Each choice was compared by {count} games played to their end with other draws.",
    ),
    "review.by-pure": plural(
        "A rough review: each choice was compared by only {count} game, so it names few slips.",
        "A rough review: each choice was compared by only {count} games, so it names few slips.",
    ),
}

"""The words of a game's review: grades of choices, luck and skill, and the request for a review."""

from collections.abc import Mapping

from service.application.i18n.speaking import Word, plural
from service.application.i18n.speaking import lazy_gettext as _l

WORDS: Mapping[str, Word] = {
    "review.title": _l("Review"),
    "review.open": _l("Review this game"),
    "review.about-short": _l("See what each choice was worth."),
    "review.progress": _l("The game is being reviewed."),
    "review.lost": _l("The review did not come. Try again."),
    "review.no-choice": _l("Nobody chose anything here."),
    "review.better": _l("Better move"),
    "review.better-is": _l("Better: {move}. It brings {loss} points more."),
    "review.better-is-win": _l("Better: {move}. It adds {win} to the chance to win."),
    "review.better-shown": _l("As marked: {loss} points more"),
    "review.better-shown-win": _l("As marked: {win} more chance to win"),
    "review.short": _l("{grade}, {loss} points lost"),
    "review.short-win": _l("{grade}, {win} of the chance to win lost"),
    "review.grade-forced": _l("only move"),
    "review.grade-best": _l("best move"),
    "review.grade-good": _l("good"),
    "review.grade-slip": _l("slip"),
    "review.grade-blunder": _l("blunder"),
    "review.forced": _l("only move"),
    "review.best": _l("best move"),
    "review.good": _l("good, {loss} ± {error} points less than the best"),
    "review.slip": _l("slip, {loss} ± {error} points and {win} of the chance to win lost"),
    "review.blunder": _l("blunder, {loss} ± {error} points and {win} of the chance to win lost"),
    "review.good-exact": _l("good, {loss} points less than the best"),
    "review.slip-exact": _l("slip, {loss} points and {win} of the chance to win lost"),
    "review.blunder-exact": _l("blunder, {loss} points and {win} of the chance to win lost"),
    "review.kind-place": _l("Placing: {words}"),
    "review.kind-discard": _l("Discarding: {words}"),
    "review.kind-choose": _l("Choosing: {words}"),
    "review.kind-fire": _l("Fire: {words}"),
    "review.kind-totem": _l("Totem: {words}"),
    "review.kind-recruit": _l("Recruiting: {words}"),
    "review.kind-take": _l("Taking a caveman: {words}"),
    "review.kind-put": _l("Caveman: {words}"),
    "review.kind-pass": _l("Not recruiting: {words}"),
    "review.move-place": _l("place {domino} on {first} and {second}"),
    "review.move-discard": _l("discard {domino}"),
    "review.move-choose": _l("choose {domino}"),
    "review.move-fire": _l("put the fire on {square}"),
    "review.move-totem": _l("give the totem ({what}) to {name}"),
    "review.move-recruit-board": _l("recruit from the board, paying with {squares}"),
    "review.move-recruit-stack": _l("recruit from the stack, paying with {squares}"),
    "review.move-take": _l("take the caveman: {what}"),
    "review.move-put": _l("put the caveman on {square}"),
    "review.move-pass": _l("do not recruit"),
    "review.players": _l("The players"),
    "review.player": _l("Player"),
    "review.accuracy": _l("Accuracy"),
    "review.luck": _l("Luck"),
    "review.skill": _l("Skill"),
    "review.slips": _l("Slips"),
    "review.blunders": _l("Blunders"),
    "review.left": plural(
        "{name} left at move {version}; the figures rest on {count} choice.",
        "{name} left at move {version}; the figures rest on {count} choices.",
    ),
    "review.moments": _l("What decided the game"),
    "review.moment": _l("Move {version}, {what}: {name} {change}"),
    "review.moment-draw": _l("the draw"),
    "review.moment-choice": _l("the turn of {name}"),
    "review.chances": _l("Chances to win"),
    "review.graph": _l(
        "The chance to win of every player over time; the exact numbers are in a table below."
    ),
    "review.as-table": _l("Chances to win as a table"),
    "review.about": _l("What the figures mean"),
    "review.about-accuracy": _l(
        "Accuracy: 100 if every choice was the best one found; less for points or wins lost."
    ),
    "review.about-luck": _l(
        "Luck: the points that the draws gave, compared with the mean of many other draws."
    ),
    "review.about-skill": _l("Skill: the points that the choices gave, compared with those of a greedy bot."),
    "review.by-kernel": plural(
        "Each choice was compared by {count} game played to its end with other draws.",
        "Each choice was compared by {count} games played to their end with other draws.",
    ),
    "review.by-pure": plural(
        "Each choice was compared by only {count} game played to its end: figures are rough.",
        "Each choice was compared by only {count} games played to their end: figures are rough.",
    ),
}

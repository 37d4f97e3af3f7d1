"""The words for the result of a game and its reasons, at the table, in replays and on pictures."""

from collections.abc import Mapping

from service.application.i18n.games import deals
from service.application.i18n.speaking import Word, plural, pplural
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

WORDS: Mapping[str, Word] = {
    "result.title": _lp("heading", "The result"),
    "result.points": plural("{names} won by {count} point.", "{names} won by {count} points."),
    "result.alone": _l("{names} won: everybody else left."),
    "result.shared": _l("{names} share the victory: points, largest region and crowns are equal."),
    "result.shared-fires": _l("{names} share the victory: points, largest region and fires are equal."),
    "result.largest_region": _l(
        "The points are equal. {names} won by the larger region: {most} squares against {less}."
    ),
    "result.crowns": _l(
        "The points are equal, and so are the largest regions. {names} won by crowns: {most} against {less}."
    ),
    "result.crowns-fires": _l(
        "The points are equal, and so are the largest regions. {names} won by fires: {most} against {less}."
    ),
    "result.left": _l("{names} left the game and ranks below all who stayed."),
    "result.left-many": _l("{names} left the game and rank below all who stayed."),
    "result.counts": _lp("heading", "What counts"),
    "result.place": _lp("points", "Place {place}"),
    "result.middle_kingdom": _l("Castle in the middle"),
    "result.middle_kingdom-origins": _l("Hut in the middle"),
    "result.harmony": _lp("points", "Complete kingdom"),
    "result.resources": _lp("points", "Resources"),
    "result.totems": _lp("points", "Totems"),
    "result.cavemen": _lp("points", "Cavemen"),
    "result.total": _lp("heading", "Total"),
    "result.rating": _lp("column", "Rating"),
    "result.rating-late": _l("The ratings are not counted yet. Load the page again later."),
    "result.annulled": _l("An organizer annulled this game: {reason}. It changes no rating."),
    "result.largest": _lp("points", "Largest region"),
    "result.crowns-all": _l("Crowns in all"),
    "result.fires-all": _l("Fires in all"),
    "result.squares": pplural("quantity", "{count} square", "{count} squares"),
    "result.decides": _lp("status", "decides the tie"),
    "result.replay": _lp("link", "Replay"),
    "result.picture": _lp("button", "Picture"),
    "result.deal": deals.AGAIN,
    "result.collect": _l("Put into a collection"),
    "result.animation": _lp("button", "Animation"),
    "result.animating": _l("The animation is being drawn. It takes a few seconds."),
    "result.animated": _l("The animation is ready."),
    "result.animation-here": _l("Save the animation"),
    "result.no-animation": _l("The animation could not be drawn: {why}"),
    "result.too-slow": _lp("reason", "it took too long. Try again later."),
    "result.again": _l("{names} would like to play again."),
    "result.dynasty-again": _l("{names} would like to play a dynasty."),
    "result.go": _l("Go to the new table"),
}

SHARING: Mapping[str, Word] = {
    "sharing.share": _lp("button", "Share"),
    "sharing.copied": _lp("message", "Copied."),
    "sharing.not-copied": _l("Your browser does not let this page copy: mark the text and copy it yourself."),
}

"""The names of what tournaments have: kinds, scales of points, tie-breaks, statuses."""

from replays.events.regulations import Format
from service.application.i18n.games.rules import ValueWords
from service.application.i18n.speaking import Text
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

KINDS = {
    Format.LEAGUE.value: ValueWords(
        _lp("choice", "League"), _l("Everybody meets everybody; the schedule is known before the start.")
    ),
    Format.SWISS.value: ValueWords(
        _lp("choice", "Swiss"),
        _l("Nobody is out: each round seats players with about the same points together."),
    ),
    Format.KNOCKOUT.value: ValueWords(
        _lp("choice", "Knock-out"),
        _l("The best of each table go on, two at tables of four, until one table is left."),
    ),
}
"""By the values of `Format`."""

STATUSES: dict[str, Text] = {
    "open": _l("Open for entry"),
    "active": _lp("status", "Running"),
    "finished": _lp("status", "Finished"),
    "aborted": _lp("status", "Called off"),
}
"""By the status of a tournament in the API."""

ROUND_STATUSES: dict[str, Text] = {
    "open": _l("Its games are being opened"),
    "active": _lp("status", "Being played"),
    "done": _l("All results are in"),
    "closed": _lp("status", "Signed off"),
}
"""By the status of a round in the API."""

UNPAIRABLE: dict[str, Text] = {
    "pairing/barred": _lp("reason", "the meetings that are barred leave no pairing"),
    "pairing/by-hand": _lp("reason", "the pairing by hand seats somebody who is out"),
    "pairing/few": _lp("reason", "this number of players does not fill the tables"),
    "pairing/games": _lp("reason", "there would be too many games; fewer rounds are possible"),
    "pairing/long": _lp("reason", "a league of so many rounds is too long; choose a Swiss tournament"),
    "pairing/lucky": _lp("reason", "all players would go on; choose byes"),
    "pairing/range": _lp("reason", "the points lie too far apart"),
    "tournament/rounds": _lp("reason", "so many players need more rounds than the tournament has"),
}
"""Why players cannot be paired, as the end of a sentence, by the codes of `Unpairable`."""

SCALES = {
    "even": ValueWords(
        _l("3 to 1, in even steps"),
        _l("3 points for the first place and 1 for the last: the size of a table gives no advantage."),
    ),
    "3-2-1-0": ValueWords(_l("3, 2, 1, 0"), _l("The last place gives nothing.")),
    "5-3-2-1": ValueWords(_l("5, 3, 2, 1"), _l("The first place counts more.")),
    "10-6-3-1": ValueWords(_l("10, 6, 3, 1"), _l("The first place counts much more.")),
    "share": ValueWords(
        _l("Share of the game points"), _l("100 points a table, divided as the points of its game are.")
    ),
    "game": ValueWords(
        _lp("tiebreak", "Game points"), _l("The points of the game itself; for tables of two only.")
    ),
}
"""By the names of the scales of points."""

TIE_BREAKS = {
    "wins": ValueWords(
        _lp("tiebreak", "Wins"), _l("First places; a shared one counts, a round without a table does not.")
    ),
    "seconds": ValueWords(_lp("tiebreak", "Seconds"), _l("Second places; a shared one counts.")),
    "share": ValueWords(
        _lp("tiebreak", "Share"),
        _l("Own game points as a share of the winner's, on average over all games that ended."),
    ),
    "buchholz": ValueWords(
        _lp("tiebreak", "Buchholz"),
        _l("The points of all opponents. A round without a table counts as opponents with one's own points."),
    ),
    "direct": ValueWords(
        _lp("tiebreak", "Direct"),
        _l(
            "Among those who are level and have all met: 2 for each time ahead of one of them, 1 for the "
            "same place."
        ),
    ),
    "sonneborn-berger": ValueWords(
        _lp("tiebreak", "Sonneborn-Berger"),
        _l("The points of those who came behind, twice, and of those with the same place, once."),
    ),
    "game-points": ValueWords(_lp("tiebreak", "Game points"), _l("The points of all games that ended.")),
    "lots": ValueWords(
        _lp("tiebreak", "Lot"), _l("A drawn order, which anybody can check; the smaller number is ahead.")
    ),
}
"""By the names of the tie-breaks."""

TABLES_SAID = {
    2: _l("They play duels."),
    3: _l("They play tables of three."),
    4: _l("They play tables of four."),
}
"""The sentences on the size of tables."""
TABLE_SIZES: dict[int, Text] = {
    2: _lp("game", "duels"),
    3: _lp("game", "tables of three"),
    4: _lp("game", "tables of four"),
}
"""By the usual number of seats."""

SEEDINGS = {
    "lots": ValueWords(_lp("choice", "By lot"), _l("The order is drawn with the first round.")),
    "entries": ValueWords(_lp("choice", "By entry"), _l("Who entered first is seeded first.")),
}
FILLINGS = {
    "byes": ValueWords(
        _lp("choice", "Byes"), _l("The best seeds skip the first round if the field does not fit.")
    ),
    "lucky-losers": ValueWords(
        _lp("choice", "Lucky losers"), _l("The best of those who are out go on if the field does not fit.")
    ),
}
FORFEITS = {
    "ranked": ValueWords(
        _l("Its place at the table"),
        _l("A seat that was left gets the points of its place, behind all who stayed."),
    ),
    "nothing": ValueWords(
        _lp("choice", "No points"), _l("A seat that was left gets no points, whatever its place.")
    ),
}
"""By the values of the regulations."""

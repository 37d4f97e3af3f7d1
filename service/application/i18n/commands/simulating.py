"""The words of a simulation's report."""

from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp
from service.application.i18n.speaking import plural

GAMES = _lp("label", "games")
SEASONS = _lp("label", "seasons")

# How it was played.
PLAYED = plural(
    "{count} game in {time} s ({number} a second)", "{count} games in {time} s ({number} a second)"
)
SEASONS_PLAYED = plural(
    "{count} season of {entrants} entrants: {format}, tables of {seats}, {rounds} rounds",
    "{count} seasons of {entrants} entrants: {format}, tables of {seats}, {rounds} rounds",
)
COMPILED = _lp("status", "played by the compiled kernel")
PURE = _lp("status", "played by the pure rules: %(reason)s")
NOT_COMPILED = _lp("reason", "the kernel does not run, or does not play these rules and policies")
RULES = _lp("status", "rules: %(rules)s")
POLICY_AND_SEED = _lp("status", "policy %(names)s, seed %(number)s")

# The tables.
PER_KINGDOM = _lp("column", "per kingdom")
VALUE = _lp("column", "value")
MEAN = _lp("column", "points, mean")
DEVIATION = _lp("column", "points, sd")
RANGE = _lp("column", "points, min to max")
MIN_TO_MAX = _lp("quantity", "%(min)s to %(max)s")
PAID = _lp("column", "paid %(what)s")
DISCARDS = _lp("column", "discards")
POLICY = _lp("column", "policy")
SEAT = _lp("column", "seat")
SD = _lp("column", "sd")
GAMES_WON = _lp("column", "games won")
ROUND = _lp("column", "round")
PLACEMENTS = _lp("column", "legal placements of a placing turn, mean")
ENTRANTS = _lp("column", "entrants")
MEAN_PLACE = _lp("column", "place, mean")
SEASONS_WON = _lp("column", "seasons won")
AFTER_ROUND = _lp("column", "after round")
AHEAD = _lp("column", "%(name)s ahead")
IN_ORDER = _lp("column", "pairs in order")
BALANCE = {
    "meetings": (_lp("column", "times met"), _lp("column", "pairs in a season")),
    "seat_differences": (
        _lp("column", "most less least of a seat"),
        _lp("column", "entrants in a season"),
    ),
    "bye_differences": (_lp("column", "most less least byes"), _lp("column", "share of seasons")),
}
"""The two columns of each member of the report that says how even a season was."""

# Below the tables.
INTERVAL = _l("± is the %(number)s %% confidence interval. Seats that share the first place share the win.")
NOT_TOLD_APART = _l("At the end %(name)s has the best mean place in less than %(number)s %% of seasons.")
TOLD_APART = _l(
    "From round %(round)s on %(name)s has the best mean place in %(number)s %% of seasons or more."
)

# What cannot be played.
FOR_TOURNAMENTS = _lp("reason", "%(name)s is for --tournament")
NOT_FOR_TOURNAMENTS = _lp("reason", "%(name)s is not for --tournament")
MANY_FOR_ENTRANTS = _lp("reason", "%(count)s policies for %(entrants)s entrants: give each policy an entrant")
WRONG_NUMBER = _lp("reason", "%(count)s policies for %(players)s players: give one for all or one for each")
KILLED = _lp("reason", "a process that played games was killed; fewer --jobs need less memory")

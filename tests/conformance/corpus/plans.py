"""The plans of all games of the corpus; each seed was chosen so that the game shows its subject."""

from functools import partial

from harness.play import stories
from kingdomino.rules import Edition, FirstLine, GameKind, Mode, Rules
from tests.conformance.corpus.playing import Plan, Story, before_origins

_SECOND = partial(Rules, edition=Edition.SECOND)
_DISCOVERY = partial(Rules, game=GameKind.ORIGINS, mode=Mode.DISCOVERY)
_TOTEM = partial(Rules, game=GameKind.ORIGINS, mode=Mode.TOTEM)
_TRIBE = partial(Rules, game=GameKind.ORIGINS, mode=Mode.TRIBE)

GAMES = {
    "classic-2-before-origins": Plan(
        "GameScored of schema 1, as it was before Origins",
        Rules(),
        ("greedy", "random"),
        seed=1,
        stored=before_origins,
    ),
    "classic-2-shared-place": Plan(
        "two seats equal in points, largest region and crowns", Rules(), ("random", "random"), seed=168
    ),
    "classic-2-tie-by-region": Plan(
        "equal points, and the larger region beats more crowns", Rules(), ("greedy", "random"), seed=169
    ),
    "classic-2-tie-by-crowns": Plan(
        "equal points and largest regions, so crowns decide", Rules(), ("greedy", "random"), seed=386
    ),
    "classic-2-bonuses": Plan(
        "Middle Kingdom and Harmony paid, the first line alternating",
        Rules(first_line=FirstLine.ALTERNATING, middle_kingdom=True, harmony=True),
        ("greedy", "greedy"),
        seed=5,
    ),
    "classic-3-alternating": Plan(
        "three players without 12 dominoes",
        Rules(first_line=FirstLine.ALTERNATING),
        ("greedy", "random", "greedy"),
        seed=1,
    ),
    "classic-4-drawn": Plan("four players, discards", Rules(), ("greedy", "random") * 2, seed=1),
    "second-3-seated": Plan(
        "a domino of each line left over, Harmony paid",
        _SECOND(first_line=FirstLine.SEATED, harmony=True),
        ("greedy", "greedy", "random"),
        seed=4,
    ),
    "second-2-mighty-duel": Plan(
        "two players with all dominoes in 7x7",
        _SECOND(first_line=FirstLine.SEATED, mighty_duel=True, middle_kingdom=True),
        ("greedy", "random"),
        seed=1,
    ),
    "classic-2-no-limit": Plan(
        "a kingdom wider than 5 squares", Rules(no_limit=True), ("greedy", "random"), seed=2
    ),
    "origins-discovery-2": Plan(
        "pairs of chiefs in the first line", _DISCOVERY(), ("greedy", "random"), seed=1
    ),
    "origins-discovery-3": Plan(
        "Realm of Fire and Homo Habilis",
        _DISCOVERY(middle_kingdom=True, harmony=True),
        ("greedy", "random", "greedy"),
        seed=1,
    ),
    "origins-discovery-4": Plan("four players", _DISCOVERY(), ("greedy", "random") * 2, seed=1),
    "origins-totem-2": Plan(
        "a totem back on the table, a totem taken", _TOTEM(), ("greedy", "random"), seed=6
    ),
    "origins-totem-3": Plan(
        "a totem given by its holder", _TOTEM(harmony=True), ("random", "greedy", "random"), seed=20
    ),
    "origins-totem-4": Plan(
        "Realm of Fire, a totem given by its holder",
        _TOTEM(middle_kingdom=True),
        ("greedy", "random") * 2,
        seed=18,
    ),
    "origins-tribe-2": Plan(
        "Realm of Fire, at least nine kinds of cavemen, from board and stack",
        _TRIBE(middle_kingdom=True),
        ("greedy", "random"),
        seed=14,
    ),
    "origins-tribe-3": Plan(
        "Homo Habilis, recruiting from the stack, and declined",
        _TRIBE(harmony=True),
        ("random", "greedy", "random"),
        seed=98,
    ),
    "origins-tribe-4": Plan(
        "recruiting of four players, and declined", _TRIBE(), ("greedy", "random") * 2, seed=18
    ),
    "draws-2-classic-2": Plan(
        "draws of version 2, half of the entropy with the opening", Rules(), ("greedy", "random"), seed=1
    ),
    "draws-2-tribe-3": Plan(
        "draws of version 2, all entropy after the first event",
        _TRIBE(),
        ("random", "greedy", "random"),
        seed=2,
        seen=True,
    ),
    "logged-2": Plan(
        "players whom the public log had proved the first event",
        Rules(),
        ("greedy", "random"),
        seed=3,
        seen=True,
        checkpoint=17,
    ),
    "known-deal-3": Plan(
        "the known deal of an earlier game, with entropy that does not enter the draws",
        _TRIBE(),
        ("random", "greedy", "random"),
        seed=3,
        again=True,
    ),
}
"""The plans of games, by the names of their files."""

DYNASTIES = {
    "dynasty-2": Plan("a dynasty's own stream", Rules(), ("greedy", "random"), seed=1),
    "draws-2-dynasty-3": Plan(
        "a dynasty that commits to the seeds of its games",
        Rules(),
        ("greedy", "random", "greedy"),
        1,
        seen=True,
    ),
    "logged-dynasty-2": Plan(
        "a dynasty whose first event the public log had proved",
        Rules(),
        ("greedy", "random"),
        seed=2,
        seen=True,
        checkpoint=2,
    ),
}
"""The plans of dynasties; the names of their games' files add `-game-1` to `-game-3`."""

EXPIRED = {
    "dynasty-expired-3": Plan(
        "a dynasty called off since a seat was not taken in time", Rules(), ("greedy", "random", "random"), 1
    ),
}
"""The plans of dynasties whose last seat nobody takes."""

CORRESPONDENCE = {
    "bots-4": Story("bots of every policy, without a clock", stories.with_bots),
    "away-3": Story(
        "a time-out and a return, a vacation, a plan, a clock that pauses at night", stories.away
    ),
    "left-4": Story("seats left by resigning and by a time-out, idle; one taken over", stories.left),
    "claimed-3": Story("a time-out that was claimed, an end that was agreed on", stories.claimed),
    "aborted-2": Story("called off before the first placement", stories.aborted),
    "resigned-2": Story("a Mighty Duel that ended when a player resigned", stories.resigned),
    "forfeited-3": Story("ended with a forfeit, after which one of three had stayed", stories.forfeited),
    "deserted-3": Story("Origins, ended when the only person resigned", stories.deserted),
    "outages-3": Story("outages, two of them declared, whose time was given back", stories.outages),
    "expired-3": Story("called off since a seat was not taken in time", stories.expired),
}
"""Correspondence games, by the names of their files."""

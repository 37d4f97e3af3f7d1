"""The words of a game in a terminal: its page, its places and its keys."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kingdomino.rules import Edition, FirstLine
from service.application.i18n.games.outcomes import ending_words
from service.application.i18n.games.rules import MODES, WORDS, ValueWords
from service.application.i18n.pages.board import WORDS as BOARD
from service.application.i18n.pages.result import WORDS as RESULT
from service.application.i18n.problems import speaks_english
from service.application.i18n.speaking import Word, present
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

GAME = _lp("heading", "Game %(id)s (%(rules)s)")
A_GAME = _lp("heading", "A game (%(rules)s)")
VERSION = _lp("status", "version %(version)s of %(versions)s")
ROUND = _lp("status", "round %(round)s of %(rounds)s")
FIRST_CHOICE = _lp("status", "first choice")
STATUS = {
    "open": _lp("status", "open"),
    "active": _lp("status", "active"),
    "finished": _lp("status", "finished"),
    "scored": _lp("status", "scored"),
    "aborted": _lp("status", "aborted"),
}
AT_THE_TABLE = _l("At the table: %(names)s")
NOBODY = _lp("status", "nobody")
TO_MOVE = _l("{name} is to move")
SEAT = _lp("name", "seat %(seat)s")
STANDING = {"away": _lp("status", "away"), "left": _lp("status", "left")}
DISCARDED = _lp("piece", "discarded %(dominoes)s")
LINE = _lp("heading", "line")
NEXT = _lp("heading", "next")
FREE = _lp("status", "(free)")
REGION = _lp("column", "region")
TOTAL = _lp("column", "total")
PLACE = _lp("pattern", "%(place)s. %(name)s: %(points)s points")
PLAYERS = _lp("quantity", "%(players)s players")
ON_THE_TABLE = _lp("status", "(table)")
TOTEMS = _lp("heading", "totems")
CAVE_BOARD = _lp("status", "cave board  %(cavemen)s; face down %(left)s")
EMPTY = _lp("status", "empty")
TOKEN = _lp("piece", "fire token")
RESOURCE = _lp("piece", "its resource")
KEYS = _lp("label", "right/left: step   down/up: round   home/end   number Enter: version   q: quit")
GO_TO = _lp("label", "go to version: %(version)s_ (Enter, or Escape)")

# A review.
REVIEWED_VERSION = _lp("column", "version")
GRADE = _lp("column", "grade")
MADE = _lp("column", "made")
BEST = _lp("column", "best found")
POINTS_LOST = _lp("column", "points lost")
CHANCE_LOST = _lp("column", "chance to win lost")
SEARCHED = _lp("pattern", "%(points)s (searched)")

# What commands say beside a game.
STUDY = _lp("name", "Study %(id)s")
WATCH = _l("Watch it in a browser: %(address)s")
WATCH_REPLAY = _l("Watch it in a browser:      %(address)s")
STEP_HERE = _l("Step through it here:       %(command)s")
REGISTERED = _l("No --token was given. Registered the player %(name)s, whose token is")
TOKEN_OF = _l("%(token)s (needed to delete the study)")
LEGAL = _l("%(turns)s turns, all legal; the game has not ended")
LEGAL_TO_THE_END = _l("%(turns)s turns, all legal; the points are %(points)s")
WAITING = _lp("status", "the game is over; waiting for the worker to score it")
PLAYING = _lp("status", "playing")
DOMINOES = _lp("column", "dominoes")

_EDITIONS = {
    Edition.CLASSIC: _lp("choice", "classic edition"),
    Edition.SECOND: _lp("choice", "second edition"),
}
_FIRST_LINES = {
    FirstLine.DRAWN: _lp("choice", "first line drawn"),
    FirstLine.ALTERNATING: _lp("choice", "first line alternating"),
    FirstLine.SEATED: _lp("choice", "first line seated"),
}


def digits(value: object) -> str:
    """A number, or a text with numbers, in the digits of the language and without groups."""
    return present().format.digits(str(value))


def piece(word: str, english: str) -> str:
    """A terrain, resource or caveman of the API."""
    found = (f"{kind}.{word}" for kind in ("terrain", "piece", "caveman"))
    return english if speaks_english() else _known(BOARD, found, english)


def score_title(key: str, english: str) -> str:
    """The title of a score besides regions."""
    if speaks_english():
        return english
    words = WORDS.get(key)
    return str(words.name) if isinstance(words, ValueWords) else _known(RESULT, [f"result.{key}"], english)


def edition(value: str) -> str:
    """An edition, as a part of the rules."""
    return next((str(said) for each, said in _EDITIONS.items() if each.value == value), f"{value} edition")


def first_line(value: str) -> str:
    """How the first line is chosen, as a part of the rules."""
    found = (str(said) for each, said in _FIRST_LINES.items() if each.value == value)
    return next(found, f"first line {value}")


def mode(value: str) -> str:
    """A mode of Origins."""
    names = {each.value: words.name for each, words in MODES.values.items()}
    return str(names.get(value, value.capitalize()))


def result_text(state: Mapping[str, Any], players: Sequence[str], english: str) -> str:
    """What ended the game early, and in other languages who won; in English empty if nothing did."""
    return english if speaks_english() else ending_words(state, players)


def _known(words: Mapping[str, Word], keys: Iterable[str], english: str) -> str:
    return next((str(words[key]) for key in keys if key in words), english)

"""Sentences for steps, and texts for rules and results."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kingdomino.board.dominoes import DOMINOES, ORIGINS_DOMINOES
from kingdomino.board.notation import format_domino
from kingdomino.board.numbers import DominoNumber
from service.application.i18n.commands import terminal
from service.application.i18n.games.events import told_with_cause
from service.application.i18n.games.rules import WORDS, ValueWords
from service.application.i18n.pages.table import WORDS as TABLE
from service.application.i18n.speaking import present
from service.cli.terminal import origins
from service.cli.terminal.clean import clean
from service.cli.terminal.names import gained, is_bot, name
from service.cli.terminal.recording import Step

Json = Mapping[str, Any]


LONGEST = 200
"""The most characters of a sentence, since an event in a record may contain anything."""


def sentence(step: Step, before: Json | None) -> str:
    """The sentence for this step, as on the pages, with the points that the event's seat gained.

    `before` is the state before the step, None for the first.
    """
    seat, state = step.event["seat"], step.state
    bot = seat is not None and is_bot(state, seat)
    text = clean(told_with_cause(step.event, lambda at: name(state, at), is_bot=bot), LONGEST)
    points = gained(step, before)
    more = f" ({'+' if points > 0 else '-'}{TABLE['table.points'].told(count=abs(points))})" if points else ""
    return (text[:1].upper() + text[1:] if text.startswith("seat ") else text) + more


def is_origins(rules: Json) -> bool:
    """True for rules of Origins; the oldest records, which are of the base game, do not name the game."""
    return rules.get("game") == "origins"


def domino_text(number: int, rules: Json) -> str:
    """A domino's number and faces, `24:F1W0`, from the set of these rules' game."""
    dominoes = ORIGINS_DOMINOES if is_origins(rules) else DOMINOES
    domino = dominoes.get(DominoNumber(number))
    return format_domino(domino) if domino else str(number)


def rules_text(rules: Json, players: int | None) -> str:
    """The rules in a few words; `players` is None if unknown.

    >>> rules_text({"edition": "classic", "first_line": "drawn", "harmony": True}, 2)
    '2 players, first line drawn, Harmony'
    >>> rules_text({"game": "origins", "mode": "tribe", "middle_kingdom": True}, 3)
    '3 players, Origins, Tribe, Realm of Fire'
    """
    words = [terminal.PLAYERS.said(players=terminal.digits(players))] if players else []
    if is_origins(rules):
        words += ["Origins", terminal.mode(clean(rules.get("mode")))]
        return present().sequence(words + bonuses(rules))
    if players in {None, 3}:  # with other numbers of players the editions do not differ
        words.append(terminal.edition(clean(rules.get("edition"))))
    words.append(terminal.first_line(clean(rules.get("first_line"))))
    return present().sequence(words + bonuses(rules))


def bonuses(rules: Json) -> list[str]:
    """The names of the rule switches that are on."""
    own = origins.RULES if is_origins(rules) else {}
    switches = {name: words.name for name, words in WORDS.items() if isinstance(words, ValueWords)}
    return [str(own.get(name, title)) for name, title in switches.items() if rules.get(name)]


_LEAVING = {"resigned": "resigned", "timeout": "ran out of time"}


def early_end(state: Json) -> str:
    """The reason why the game ended before its last domino; empty if it did not.

    >>> early_end({"players": [{"seat": 1, "name": "Ann", "left": "resigned"}], "end_cause": "left"})
    'The game ended early: Ann resigned'
    """
    cause = state.get("end_cause")
    gone = [player for player in state["players"] if player.get("left")]
    if cause == "left" and gone:
        how = _LEAVING.get(str(gone[0]["left"]), "left") if len(gone) == 1 else "left"
        names = " and ".join(name(state, player["seat"]) for player in gone)
        return f"The game ended early: {names} {how}"
    return "The game ended early: the players agreed on it" if cause == "agreed" else ""


def places(ranking: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
    """Each seat and its place, best first; places after a shared one are skipped (R12).

    >>> places([[2], [0, 1], [3]])
    [(2, 1), (0, 2), (1, 2), (3, 4)]
    """
    found: list[tuple[int, int]] = []
    for seats in ranking:
        place = len(found) + 1
        found += [(seat, place) for seat in seats]
    return found

"""What happened, in words: one sentence for each event, made of its public form and the states around it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from kingdomino.board.dominoes import DOMINOES, ORIGINS_DOMINOES
from kingdomino.board.notation import format_domino
from kingdomino.board.numbers import DominoNumber
from service.cli.terminal import attendance_words, origins_words
from service.cli.terminal.clean import clean
from service.cli.terminal.names import gained, listed, name, who
from service.cli.terminal.recording import Step

Json = Mapping[str, Any]

FLAGS = {
    "middle_kingdom": "Middle Kingdom",
    "harmony": "Harmony",
    "mighty_duel": "Mighty Duel",
    "no_limit": "no limit",
}


def sentence(step: Step, before: Json | None) -> str:
    """What happened in this step; `before` is the state before it, None for the first."""
    kind = step.event["type"]
    teller = TELLERS.get(kind)
    text = teller(step, before) + attendance_words.caused(step) if teller else clean(kind, 40)
    return text[:1].upper() + text[1:] if text.startswith(("seat ", "somebody ")) else text


def is_origins(rules: Json) -> bool:
    """Whether these are rules of Origins; the oldest records do not name the game."""
    return rules.get("game") == "origins"


def domino_text(number: int, rules: Json) -> str:
    """A domino's number and faces, `24:F1W0`, in the set of these rules' game."""
    dominoes = ORIGINS_DOMINOES if is_origins(rules) else DOMINOES
    domino = dominoes.get(DominoNumber(number))
    return format_domino(domino) if domino else str(number)


def rules_text(rules: Json, players: int | None) -> str:
    """The rules in a few words; `players` is None where it is not known.

    >>> rules_text({"edition": "classic", "first_line": "drawn", "harmony": True}, 2)
    '2 players, first line drawn, Harmony'
    >>> rules_text({"game": "origins", "mode": "tribe", "middle_kingdom": True}, 3)
    '3 players, Origins, Tribe, Realm of Fire'
    """
    words = [f"{players} players"] if players else []
    if is_origins(rules):
        words += ["Origins", clean(rules.get("mode")).capitalize()]
        return ", ".join(words + bonuses(rules))
    if players in {None, 3}:  # with another number the editions do not differ
        words.append(f"{clean(rules.get('edition'))} edition")
    words.append(f"first line {clean(rules.get('first_line'))}")
    return ", ".join(words + bonuses(rules))


def bonuses(rules: Json) -> list[str]:
    """The names of the variants that are played."""
    titles = FLAGS | origins_words.RULES if is_origins(rules) else FLAGS
    return [title for flag, title in titles.items() if rules.get(flag)]


def result_text(state: Json) -> str:
    """Who won, or shares the victory."""
    winners = state["ranking"][0]
    points = state["kingdoms"][winners[0]]["score"]["total"]
    names = listed([name(state, seat) for seat in winners])
    return f"{names} {'wins' if len(winners) == 1 else 'share the victory'} with {points} points"


def places(ranking: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
    """Each seat and its place, best first; places after a shared one skip (R12).

    >>> places([[2], [0, 1], [3]])
    [(2, 1), (0, 2), (1, 2), (3, 4)]
    """
    found: list[tuple[int, int]] = []
    for seats in ranking:
        place = len(found) + 1
        found += [(seat, place) for seat in seats]
    return found


def _created(step: Step, _: Json | None) -> str:
    data = step.event["data"]
    return f"A table is opened: {rules_text(data['rules'], data['players'])}"


def _seated(step: Step, _: Json | None) -> str:
    seat = step.event["seat"]
    return f"{who(step)} is taken" if who(step) == f"seat {seat}" else f"{who(step)} takes seat {seat}"


def _dealt(step: Step, _: Json | None) -> str:
    return f"A line is dealt: {' '.join(map(str, step.event['data']['dominoes']))}"


def _chosen(step: Step, _: Json | None) -> str:
    domino = domino_text(step.event["data"]["domino"], step.state["rules"])
    return f"{who(step)} chooses domino {domino}"


def _placed(step: Step, before: Json | None) -> str:
    data = step.event["data"]
    where = f"({data['x']},{data['y']}) {clean(data['direction'])}"
    return f"{who(step)} places domino {data['domino']} at {where}: {gained(step, before)}"


def _discarded(step: Step, _: Json | None) -> str:
    domino = domino_text(step.event["data"]["domino"], step.state["rules"])
    if step.event.get("cause") == "system":  # nobody plays the seat (R32)
        return f"Domino {domino} of {who(step)} is discarded: nobody plays on"
    return f"{who(step)} discards domino {domino}: it fits nowhere"


def _drawn(step: Step, _: Json | None) -> str:
    king = "chief" if is_origins(step.state["rules"]) else "king"
    return f"A {king} of {who(step)} is drawn"


TELLERS: dict[str, Callable[[Step, Json | None], str]] = {
    "GameCreated": _created,
    "PlayerSeated": _seated,
    "GameStarted": lambda _step, _before: "All seats are taken: the game begins",
    "KingDrawn": _drawn,
    "LineDealt": _dealt,
    "DominoChosen": _chosen,
    "DominoPlaced": _placed,
    "DominoDiscarded": _discarded,
    "DominoLeftOver": lambda step, _: f"Domino {step.event['data']['domino']} is left over",
    "GameEnded": lambda _, before: attendance_words.ending(before),
    "SeedRevealed": lambda _step, _before: "The seed of the shuffle is revealed",
    "GameScored": lambda step, _: f"The game is scored: {result_text(step.state)}",
    **origins_words.TELLERS,
    **attendance_words.TELLERS,
}
"""The sentence for each type of event of a game."""

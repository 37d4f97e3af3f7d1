"""What happened, in words: one sentence for each event, made of its public form and the states around it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from kingdomino.dominoes import DOMINOES
from kingdomino.notation import format_domino
from kingdomino.numbers import DominoNumber
from service.terminal.clean import clean
from service.terminal.recording import Step

Json = Mapping[str, Any]

NAME_LENGTH = 16
"""How much of a player's name is shown."""

FLAGS = {
    "middle_kingdom": "Middle Kingdom",
    "harmony": "Harmony",
    "mighty_duel": "Mighty Duel",
    "no_limit": "no limit",
}


def sentence(step: Step, before: Json | None) -> str:
    """What happened in this step; `before` is the state before it, None for the first."""
    kind = step.event["type"]
    teller = _TELLERS.get(kind)
    text = teller(step, before) if teller else clean(kind, 40)
    return f"S{text[1:]}" if text.startswith("seat ") else text


def name(state: Json, seat: int) -> str:
    """The name of who sits there, or the seat where no name is known.

    >>> name({"players": [{"seat": 0, "name": "Ann"}]}, 0), name({"players": []}, 1)
    ('Ann', 'seat 1')
    """
    for player in state["players"]:
        if player["seat"] == seat and player["name"]:
            return clean(player["name"], NAME_LENGTH)
    return f"seat {seat}"


def domino_text(number: int) -> str:
    """A domino's number and faces, `24:F1W0`."""
    domino = DOMINOES.get(DominoNumber(number))
    return format_domino(domino) if domino else str(number)


def rules_text(rules: Json, players: int | None) -> str:
    """The rules in a few words; `players` is None where it is not known.

    >>> rules_text({"edition": "classic", "first_line": "drawn", "harmony": True}, 2)
    '2 players, first line drawn, Harmony'
    """
    words = [f"{players} players"] if players else []
    if players in {None, 3}:  # with another number the editions do not differ
        words.append(f"{clean(rules.get('edition'))} edition")
    words.append(f"first line {clean(rules.get('first_line'))}")
    return ", ".join(words + [title for flag, title in FLAGS.items() if rules.get(flag)])


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


def listed(names: Sequence[str]) -> str:
    """Names as in a sentence.

    >>> listed(["Ann", "Ben", "Cleo"])
    'Ann, Ben and Cleo'
    """
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def _created(step: Step, _: Json | None) -> str:
    data = step.event["data"]
    return f"A table is opened: {rules_text(data['rules'], data['players'])}"


def _seated(step: Step, _: Json | None) -> str:
    seat = step.event["seat"]
    who = name(step.state, seat)
    return f"{who} is taken" if who == f"seat {seat}" else f"{who} takes seat {seat}"


def _dealt(step: Step, _: Json | None) -> str:
    return f"A line is dealt: {' '.join(map(str, step.event['data']['dominoes']))}"


def _chosen(step: Step, _: Json | None) -> str:
    return f"{_who(step)} chooses domino {domino_text(step.event['data']['domino'])}"


def _placed(step: Step, before: Json | None) -> str:
    data, seat = step.event["data"], step.event["seat"]
    gained = _total(step.state, seat) - (_total(before, seat) if before else 0)
    points = f"{gained:+d} point{'' if abs(gained) == 1 else 's'}" if gained else "no points"
    where = f"({data['x']},{data['y']}) {clean(data['direction'])}"
    return f"{_who(step)} places domino {data['domino']} at {where}: {points}"


def _discarded(step: Step, _: Json | None) -> str:
    return f"{_who(step)} discards domino {domino_text(step.event['data']['domino'])}: it fits nowhere"


def _who(step: Step) -> str:
    return name(step.state, step.event["seat"])


def _total(state: Json, seat: int) -> int:
    return int(state["kingdoms"][seat]["score"]["total"])


_TELLERS: dict[str, Callable[[Step, Json | None], str]] = {
    "GameCreated": _created,
    "PlayerSeated": _seated,
    "GameStarted": lambda _step, _before: "All seats are taken: the game begins",
    "KingDrawn": lambda step, _: f"A king of {_who(step)} is drawn",
    "LineDealt": _dealt,
    "DominoChosen": _chosen,
    "DominoPlaced": _placed,
    "DominoDiscarded": _discarded,
    "DominoLeftOver": lambda step, _: f"Domino {step.event['data']['domino']} is left over",
    "GameEnded": lambda _step, _before: "The last domino is placed: the game ends",
    "SeedRevealed": lambda _step, _before: "The seed of the shuffle is revealed",
    "GameScored": lambda step, _: f"The game is scored: {result_text(step.state)}",
}

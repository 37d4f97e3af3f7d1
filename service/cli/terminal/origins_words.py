"""What happened in Origins beyond the base game, in words, and what lies on the table there."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from service.cli.terminal.clean import clean
from service.cli.terminal.names import gained, listed, name, who
from service.cli.terminal.recording import Step

Json = Mapping[str, Any]

RULES = {"middle_kingdom": "Realm of Fire", "harmony": "Homo Habilis"}
"""The bonuses under their names in Origins (R31)."""


def plain(word: object) -> str:
    """A word of the API as people write it.

    >>> plain("fire_keeper"), plain("warrior2")
    ('fire keeper', 'warrior of strength 2')
    """
    text = clean(word, 20)
    if text.startswith("warrior"):
        return f"warrior of strength {text.removeprefix('warrior')}"
    return text.replace("_", " ")


def counted(number: int) -> str:
    """So many fires.

    >>> counted(1), counted(3)
    ('1 fire', '3 fires')
    """
    return f"{number} fire{'' if number == 1 else 's'}"


def table(state: Json) -> Iterable[str]:
    """The totems and the cave board, each in a line, where the mode has them (R27, R29)."""
    mode = state["rules"].get("mode")
    if mode == "totem":
        holders = state["totems"].items()
        yield "totems  " + "   ".join(
            f"{plain(resource)} {'(table)' if seat is None else name(state, seat)}"
            for resource, seat in holders
        )
    if mode == "tribe":
        board = ", ".join(map(plain, state["board"])) or "empty"
        yield f"cave board  {board}; face down {state['stack_left']}"


def _fire(step: Step, before: Json | None) -> str:
    data = step.event["data"]
    return f"{who(step)} puts {counted(data['fires'])} on ({data['x']},{data['y']}): {gained(step, before)}"


def _lost(step: Step, _: Json | None) -> str:
    fires = step.event["data"]["fires"]
    return f"{who(step)} has no square for {counted(fires)}: the token leaves the game"


def _taken_totem(step: Step, before: Json | None) -> str:
    return f"{who(step)} takes the {_resource(step)} totem: {gained(step, before)}"


def _given_totem(step: Step, _: Json | None) -> str:
    to = name(step.state, step.event["data"]["to"])
    return f"{who(step)} gives the {_resource(step)} totem to {to}"


def _resource(step: Step) -> str:
    return plain(step.event["data"]["resource"])


def _refilled(step: Step, _: Json | None) -> str:
    cavemen = [plain(caveman) for caveman in step.event["data"]["cavemen"]]
    return f"Onto the cave board come: {', '.join(cavemen)}"


def _paid(step: Step, before: Json | None) -> str:
    data, seat = step.event["data"], step.event["seat"]
    cells = before["kingdoms"][seat]["cells"] if before else []
    lying = {(cell["x"], cell["y"]): cell["resource"] for cell in cells}
    paid = [plain(lying.get((x, y)) or "resource") for x, y in data["squares"]]
    return f"{who(step)} pays {listed(paid)} for a caveman of the {clean(data['source'], 10)}"


def _taken(step: Step, _: Json | None) -> str:
    return f"{who(step)} takes a caveman: {plain(step.event['data']['caveman'])}"


def _put(step: Step, before: Json | None) -> str:
    data = step.event["data"]
    return f"{who(step)} puts the caveman on ({data['x']},{data['y']}): {gained(step, before)}"


TELLERS: dict[str, Callable[[Step, Json | None], str]] = {
    "FirePlaced": _fire,
    "FireLost": _lost,
    "TotemTaken": _taken_totem,
    "TotemGiven": _given_totem,
    "TotemReturned": lambda step, _: f"{who(step)} puts the {_resource(step)} totem back on the table",
    "BoardRefilled": _refilled,
    "CavemanPaid": _paid,
    "CavemanTaken": _taken,
    "CavemanPut": _put,
    "RecruitingDeclined": lambda step, _: f"{who(step)} recruits nobody",
}
"""The sentence for each event of Origins."""

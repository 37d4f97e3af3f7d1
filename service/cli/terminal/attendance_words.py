"""Who attends, in words: bots, time, seats that are left and come back, vacations, plans, early ends."""

from collections.abc import Callable, Mapping
from typing import Any

from service.cli.terminal.names import is_bot, name, player_name, policy_text, who
from service.cli.terminal.recording import Step
from service.cli.terminal.times import utc

Json = Mapping[str, Any]


def caused(step: Step) -> str:
    """Who made the move, where it was not a player at the table; else empty."""
    cause = step.event.get("cause")
    if cause == "plan" and step.event["type"] != "PlanFired":
        return f" (planned{_on(step.laid)})"
    if cause == "bot" and not is_bot(step.state, step.event["seat"]):
        return " (by a bot)"
    return ""


def ending(before: Json | None) -> str:
    """Why the game ends: while a seat is to act it is by agreement."""
    if before and before["to_act"]:
        return "The players agree: the game ends here"
    return "The last domino is placed: the game ends"


def _on(at: object) -> str:
    moment = utc(at)
    return f" on {moment}" if moment else ""


def _bot_seated(step: Step, _: Json | None) -> str:
    return f"A {policy_text(step.event['data']['policy'])} takes seat {step.event['seat']}"


def _expired(step: Step, _: Json | None) -> str:
    text = f"The time of {who(step)} was up{_on(step.event['data']['deadline'])}"
    claimed = step.event.get("cause") == "player"
    return f"{text}, claims {player_name(step.state, step.event.get('actor'))}" if claimed else text


def _away(step: Step, _: Json | None) -> str:
    return f"A {policy_text(step.event['data']['policy'])} plays on for {who(step)}, who may come back"


def _left(step: Step, _: Json | None) -> str:
    data = step.event["data"]
    out = f"{who(step)} resigns" if data["reason"] == "resigned" else f"{who(step)} is out, for time"
    if data["policy"] is None:
        return f"{out}: nobody plays on, what comes is discarded"
    return f"{out}: a {policy_text(data['policy'])} plays on"


def _taken_over(step: Step, before: Json | None) -> str:
    seat = step.event["seat"]
    left = f" from {name(before, seat)}" if before else ""
    return f"{who(step)} takes over seat {seat}{left}"


def _aborted(step: Step, _: Json | None) -> str:
    if step.event.get("cause") == "timeout":
        return "The free seats were not taken in time: the game is called off"
    return f"{player_name(step.state, step.event.get('actor'))} calls the game off: nobody wins"


def _fired(step: Step, _: Json | None) -> str:
    return f"The plan that {who(step)} laid{_on(step.event['data']['laid'])} is carried out"


TELLERS: dict[str, Callable[[Step, Json | None], str]] = {
    "BotSeated": _bot_seated,
    "TimeExpired": _expired,
    "SeatAway": _away,
    "SeatReturned": lambda step, _: f"{who(step)} is back, and plays in person",
    "SeatLeft": _left,
    "SeatTakenOver": _taken_over,
    "VacationBegan": lambda step, _: f"{who(step)} goes on vacation: the clock stands still",
    "VacationEnded": lambda step, _: f"{who(step)} is back from vacation",
    "EndAgreed": lambda step, _: f"{who(step)} would end the game here",
    "GameAborted": _aborted,
    "PlanFired": _fired,
}
"""The sentence for each event of attendance."""

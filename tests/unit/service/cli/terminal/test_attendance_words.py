"""Who attends a game, in words: bots, time, plans, seats that are left and come back, early ends."""

from typing import Any

import pytest

from replays.events.codec import EVENT_TYPES
from service.cli.terminal import words
from service.cli.terminal.attendance_words import TELLERS
from service.cli.terminal.page import board
from service.cli.terminal.recording import Recording, Step, of_file, of_service
from service.cli.terminal.words import sentence
from tests.support.recordings import eventful_game, ndjson
from tests.unit.service.cli.terminal.test_page import PLACED, state, text_of

AT = 1_795_255_200_000
"""2026-11-21 10:00 UTC."""

PLAYERS = [
    {"seat": 0, "player": "a", "name": "Ann"},
    {"seat": 1, "player": "b", "name": "Ben", "away": True},
    {"seat": 2, "player": "bot/greedy-1", "name": "Greedy bot", "bot": "greedy"},
]


def step(kind: str, seat: int | None, data: dict[str, Any], laid: int | None = None, **more: Any) -> Step:
    """Return a step with this event of Ann's, Ben's or the bot's; `more` is in the event."""
    event = {"type": kind, "data": data, "seat": seat, "version": 9, "at": 0, "cause": "player", "actor": "a"}
    return Step(event | more, state(players=PLAYERS), laid)


WORDS = [
    (step("BotSeated", 2, {"policy": "greedy-1"}), "A greedy bot takes seat 2"),
    (
        step("TimeExpired", 1, {"deadline": AT}, cause="timeout"),
        "The time of Ben was up on 2026-11-21 10:00 UTC",
    ),
    (step("TimeExpired", 1, {"deadline": AT}), "The time of Ben was up on 2026-11-21 10:00 UTC, claims Ann"),
    (step("SeatAway", 1, {"policy": "steady-1"}), "A steady bot plays on for Ben, who may come back"),
    (step("SeatReturned", 1, {}), "Ben is back, and plays in person"),
    (step("SeatLeft", 0, {"reason": "resigned", "policy": "steady-1"}), "Ann resigns: a steady bot plays on"),
    (
        step("SeatLeft", 0, {"reason": "timeout", "policy": None}),
        "Ann is out, for time: nobody plays on, what comes is discarded",
    ),
    (step("SeatTakenOver", 0, {"player": "a"}), "Ann takes over seat 0 from Zoe"),
    (step("VacationBegan", 0, {}), "Ann goes on vacation: the clock stands still"),
    (step("VacationEnded", 0, {}), "Ann is back from vacation"),
    (step("EndAgreed", 0, {}), "Ann would end the game here"),
    (step("GameAborted", None, {}), "Ann calls the game off: nobody wins"),
    (step("GameAborted", None, {}, actor="z"), "Somebody calls the game off: nobody wins"),
    (
        step("GameAborted", None, {}, actor="system", cause="timeout"),
        "The free seats were not taken in time: the game is called off",
    ),
    (
        step("PlanFired", 0, {"laid": AT}, cause="plan"),
        "The plan that Ann laid on 2026-11-21 10:00 UTC is carried out",
    ),
    (
        step("DominoChosen", 0, {"domino": 24}, laid=AT, cause="plan"),
        "Ann chooses domino 24:F1W0 (planned on 2026-11-21 10:00 UTC)",
    ),
    (step("DominoChosen", 1, {"domino": 24}, cause="bot"), "Ben chooses domino 24:F1W0 (by a bot)"),
    (step("DominoChosen", 2, {"domino": 24}, cause="bot"), "Seat 2 (greedy bot) chooses domino 24:F1W0"),
    (
        step("DominoDiscarded", 0, {"domino": 3}, cause="system"),
        "Domino 3:F0F0 of Ann is discarded: nobody plays on",
    ),
    (step("GameEnded", None, {}, cause="system"), "The players agree: the game ends here"),
]


@pytest.mark.parametrize(("happened", "said"), WORDS)
def test_every_event_of_attendance_is_a_sentence(happened: Step, said: str) -> None:
    """And a move says so where it was not made by its player there and then."""
    assert sentence(happened, state(players=[{"seat": 0, "player": "z", "name": "Zoe"}])) == said


def test_no_event_is_forgotten() -> None:
    """Every type of event of a game has its sentence, and those of attendance have it here."""
    assert {kind for kind in EVENT_TYPES if not kind.startswith("Dynasty")} == words.TELLERS.keys()
    assert TELLERS.keys() <= {happened.event["type"] for happened, _ in WORDS}


@pytest.mark.parametrize("at", [10**18, -(10**18), None])
def test_a_moment_that_is_none_is_left_out(at: int | None) -> None:
    """A file can hold any number there."""
    assert sentence(step("PlanFired", 0, {"laid": at}), None) == "The plan that Ann laid is carried out"


def test_who_is_away_is_marked() -> None:
    """BackgroundThread the name over the kingdom."""
    shown = "".join(map(text_of, board(step("DominoPlaced", 0, PLACED).state)))
    assert "Ben away 0" in shown


def test_a_recorded_game_is_told() -> None:
    """From a file as from a service: whose plan and whose bot it was, and how it ended."""
    game, events = eventful_game()
    from_file = of_file(ndjson(events), game)
    frames = [{"event": step.event, "state": step.state} for step in from_file.steps]
    assert of_service({"frames": frames}) == from_file
    told = lines(from_file)
    [fired] = [index for index, line in enumerate(told) if line.startswith("The plan that")]
    assert told[fired + 1].endswith(" (planned on 2026-12-29 00:00 UTC)")
    assert any(line.startswith("Seat 1 (greedy bot) chooses") for line in told)
    assert "Seat 2 resigns: a steady bot plays on" in told
    assert "The players agree: the game ends here" in told


def lines(recording: Recording) -> list[str]:
    """Return what is said of each step."""
    states = [None, *(step.state for step in recording.steps)]
    return [sentence(step, before) for step, before in zip(recording.steps, states, strict=False)]

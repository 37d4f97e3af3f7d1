"""The words of each event, shared by pages and terminal."""

from typing import Any

import pytest

from harness.audit.recordings import eventful_game, ndjson
from replays.events.codec import EVENT_TYPES
from replays.events.stream_events import SeriesEvent
from service.application.i18n.games.events import EVENTS, EventDisplay, script_events, story
from service.cli.terminal.page import board
from service.cli.terminal.recording import RecordedSteps, Step, of_file, of_service
from service.cli.terminal.words import sentence
from tests.unit.service.cli.terminal.test_page import PLACED, state, text_of

PLAYERS = [
    {"seat": 0, "player": "a", "name": "Ann"},
    {"seat": 1, "player": "b", "name": "Ben", "away": True},
    {"seat": 2, "player": "bot/greedy-1", "name": "Greedy bot", "bot": "greedy"},
]


def step(kind: str, seat: int | None, data: dict[str, Any], cause: str = "player") -> Step:
    """Return a step with this event of Ann, Ben or the bot."""
    event = {"type": kind, "data": data, "seat": seat, "version": 9, "at": 0, "cause": cause, "actor": "a"}
    return Step(event, state(players=PLAYERS))


SAID = [
    (step("GameCreated", None, {}), "The table was opened"),
    (step("PlayerSeated", 0, {"player": "a"}), "Ann sat down"),
    (step("PlayerSeated", 3, {"player": "d"}), "Seat 3 sat down"),
    (step("BotSeated", 2, {"policy": "greedy-1"}), "Seat 2 (greedy bot) sat down"),
    (step("GameStarted", None, {}, "system"), "The game began"),
    (step("KingDrawn", 1, {}, "system"), "A king of Ben was drawn"),
    (step("LineDealt", None, {"dominoes": [3, 17]}, "system"), "The line 3, 17 was dealt"),
    (step("DominoChosen", 0, {"domino": 24}), "Ann took 24"),
    (step("DominoChosen", 0, {"domino": 24}, "plan"), "Ann took 24 (as planned)"),
    (step("DominoChosen", 1, {"domino": 24}, "bot"), "Ben took 24 (a bot played)"),
    (step("DominoChosen", 2, {"domino": 24}, "bot"), "Seat 2 (greedy bot) took 24"),
    (step("DominoPlaced", 0, PLACED), "Ann placed 24"),
    (step("DominoDiscarded", 0, {"domino": 3}), "Ann discarded 3, which fitted nowhere"),
    (step("DominoLeftOver", None, {"domino": 3}, "system"), "3 was left over"),
    (step("FirePlaced", 0, {"x": 1, "y": 0, "fires": 3}), "Ann put a fire token of 3"),
    (step("FireLost", 0, {"fires": 1}, "system"), "Ann found no square for the fire"),
    (step("TotemTaken", 0, {"resource": "fish"}, "system"), "Ann took the totem of the fish"),
    (step("TotemGiven", 0, {"resource": "flint", "to": 1}), "Ann gave the totem of the flint to Ben"),
    (step("TotemReturned", 0, {"resource": "flint"}, "system"), "Ann put the totem of the flint back"),
    (step("BoardRefilled", None, {"cavemen": ["hunter"]}, "system"), "Cavemen came onto the cave board"),
    (step("CavemanPaid", 0, {"source": "board", "squares": [[1, 0]]}), "Ann paid for a caveman"),
    (step("CavemanTaken", 0, {"caveman": "fire_keeper"}), "Ann took a caveman: fire keeper"),
    (step("CavemanPut", 0, {"x": 1, "y": 0}), "Ann put the caveman on the board"),
    (step("RecruitingDeclined", 0, {}), "Ann did not recruit"),
    (step("TimeExpired", 1, {"deadline": 1}, "timeout"), "The time of Ben is up"),
    (step("SeatAway", 1, {"policy": "steady-1"}, "timeout"), "A bot plays on for Ben"),
    (step("SeatReturned", 1, {}), "Ben is back"),
    (step("SeatLeft", 0, {"reason": "resigned", "policy": None}), "Ann resigned"),
    (step("SeatLeft", 0, {"reason": "timeout", "policy": None}, "timeout"), "Ann left the game"),
    (step("SeatTakenOver", 0, {"player": "a"}), "Ann took over a seat"),
    (step("VacationBegan", 0, {}), "Ann is on vacation"),
    (step("VacationEnded", 0, {}), "Ann is back from vacation"),
    (
        step("OutageRecorded", None, {"began": 0, "ended": 7_440_001, "reason": "away"}, "system"),
        "The service was away for 2 hours, 5 minutes: this time counts for nobody",
    ),
    (
        step("OutageRecorded", None, {"began": 0, "ended": 60_000, "reason": "halted"}, "operator"),
        "The clocks stood still for 1 minute: this time counts for nobody",
    ),
    (step("EndAgreed", 0, {}), "Ann would end the game here"),
    (step("GameAborted", None, {}), "The game was called off"),
    (
        step("GameAborted", None, {}, "timeout"),
        "The free seats were not taken in time: the game was called off",
    ),
    (step("PlanFired", 0, {"laid": 1}, "plan"), "Ann played as planned"),
    (step("GameEnded", None, {}, "system"), "The game was over"),
    (
        step("SeedRevealed", None, {"seed": "00"}, "system"),
        "The seed was revealed: every draw can be checked",
    ),
    (step("GameScored", None, {"scores": [], "ranking": []}, "system"), "The points were counted"),
]
"""The terminal's sentence for each step."""


def test_every_type_of_a_game_has_words() -> None:
    """Exactly these types have words: without them a view would show the stored name."""
    of_games = {name for name, each in EVENT_TYPES.items() if not issubclass(each.cls, SeriesEvent)}
    assert EVENTS.keys() == of_games
    assert EVENTS.keys() == script_events().keys() == {happened.event["type"] for happened, _ in SAID}


def test_scripts_know_what_a_seat_chooses() -> None:
    """Choices are the moves of the rules, without automatic events and actions beside the game."""
    choices = {name for name, each in script_events().items() if each["choice"]}
    dominoes = {"DominoChosen", "DominoPlaced", "DominoDiscarded"}
    cavemen = {"CavemanPaid", "CavemanTaken", "CavemanPut", "RecruitingDeclined"}
    assert choices == dominoes | cavemen | {"FirePlaced", "TotemGiven"}


def test_words_by_the_cause_are_about_causes_that_occur() -> None:
    """Each of these causes is declared for the type."""
    for name, words in EVENTS.items():
        assert words.by_cause.keys() <= set(EVENT_TYPES[name].causes), name


@pytest.mark.parametrize(("happened", "said"), SAID)
def test_every_event_is_a_sentence(happened: Step, said: str) -> None:
    """The terminal says if a plan or a bot made the move."""
    assert sentence(happened, None) == said


@pytest.mark.parametrize(("happened", "said"), SAID)
def test_the_page_lists_the_same_sentences(happened: Step, said: str) -> None:
    """The page omits events that only a replay shows, and the remark on plans and bots."""
    [*told] = story([happened.event], ["Ann", "Ben", "Seat 2 (greedy bot)", "Seat 3"])
    listed = EVENTS[happened.event["type"]].display is not EventDisplay.STEP
    plain = said.removesuffix(" (as planned)").removesuffix(" (a bot played)")
    assert told == ([(9, plain)] if listed else [])


def test_who_is_away_is_marked() -> None:
    """The mark is next to the name above the kingdom."""
    shown = "".join(map(text_of, board(step("DominoPlaced", 0, PLACED).state)))
    assert "Ben away 0" in shown


def test_a_recorded_game_is_told() -> None:
    """A file and a service give the same sentences: plans, bots, and the end."""
    game, events = eventful_game()
    from_file = of_file(ndjson(events), game)
    frames = [{"event": step.event, "state": step.state} for step in from_file.steps]
    assert of_service({"frames": frames}, game) == from_file
    told = lines(from_file)
    [fired] = [index for index, line in enumerate(told) if line.endswith(" played as planned")]
    assert "(as planned)" in told[fired + 1]
    assert any(line.startswith("Seat 1 (greedy bot) took") for line in told)
    assert "Seat 2 resigned" in told
    assert "The game was over" in told


def lines(recording: RecordedSteps) -> list[str]:
    """Return the sentence for each step."""
    states = [None, *(step.state for step in recording.steps)]
    return [sentence(step, before) for step, before in zip(recording.steps, states, strict=False)]


def test_what_somebody_did_is_told_to_them_as_their_own() -> None:
    """Every sentence with a name has a form in the second person, for that player only."""
    named = {name for name, words in EVENTS.items() if "{name}" in str(words.text)}
    assert {name for name, words in EVENTS.items() if words.yours} == named - {"BotSeated"}
    event = {"type": "DominoChosen", "data": {"domino": 40}, "seat": 0, "version": 9, "actor": "a"}
    told = {reader: dict(story([event], ["Ann"], reader)) for reader in ("a", "b", None)}
    assert told == {"a": {9: "You took 40"}, "b": {9: "Ann took 40"}, None: {9: "Ann took 40"}}

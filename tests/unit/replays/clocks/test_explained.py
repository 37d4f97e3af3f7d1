"""The explanation of a deadline; the example is that of docs/play/clocks.md."""

import json
import re
from dataclasses import asdict
from pathlib import Path

from kingdomino.board.numbers import Seat
from replays.clocks.explained import explained
from replays.clocks.fold import (
    Clocks,
    begun,
    deadline,
    remaining,
    turned,
    vacation_began,
    vacation_days_left,
    vacation_ended,
)
from replays.clocks.forms import CLOCK
from replays.clocks.spec import ClockSpec
from replays.clocks.zones import offsets

PAGE = (Path(__file__).parents[4] / "docs" / "play" / "clocks.md").read_text()
CLOCK_OF_PAGE, OFFSETS_OF_PAGE, ANSWER = map(json.loads, re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL))

ANNA, BERT = Seat(0), Seat(1)
HOUR = 3_600_000
DAY = 24 * HOUR
START = 1_806_075_000_000


def texts(clocks: Clocks) -> list[str]:
    """The texts of all lines."""
    return [line.text for line in explained(clocks)]


def test_the_example_of_the_page() -> None:
    """Every number of the page's example is computed as stated."""
    table = offsets("Europe/Berlin", START)
    assert [list(entry) for entry in table[:3]] == OFFSETS_OF_PAGE
    clocks = turned(begun(CLOCK.read(CLOCK_OF_PAGE), 2, table), ANNA, START)
    clocks = turned(clocks, BERT, 1_806_093_000_000)
    clocks = turned(clocks, ANNA, 1_806_314_400_000)
    assert [remaining(clocks, seat, clocks.since) for seat in (ANNA, BERT)] == [91 * HOUR, 90.5 * HOUR]
    assert deadline(clocks) == START + 10 * DAY + 19.5 * HOUR
    clocks = vacation_began(clocks, ANNA, 1_806_408_000_500)
    assert deadline(clocks) == START + 40 * DAY + 19.5 * HOUR
    clocks = vacation_ended(clocks, ANNA, 1_806_602_400_000)
    assert vacation_days_left(clocks, ANNA, 1_806_602_400_000) == 27
    lines = [asdict(line) for line in explained(clocks)]
    assert {"seat": 0, "deadline": deadline(clocks), "lines": lines} == ANSWER


def test_no_deadline_has_no_reason() -> None:
    """Without a seat to act, or without a clock, there is no explanation."""
    assert explained(begun(CLOCK.read(CLOCK_OF_PAGE), 2)) == ()
    assert explained(turned(begun(ClockSpec(), 2), ANNA, 5)) == ()


def test_what_a_seat_has_by_each_policy() -> None:
    """The words fit the policy, in the first turn and in later ones."""
    per_turn, bank = (
        turned(begun(CLOCK.read({"policy": policy, "seconds": 259_200}), 2), ANNA, 0)
        for policy in ("per_turn", "bank")
    )
    fischer = turned(
        begun(CLOCK.read({"policy": "fischer", "initial": 172_800, "increment": 86_400, "cap": 216_000}), 2),
        ANNA,
        0,
    )
    assert [texts(clocks) for clocks in (per_turn, bank, fischer)] == [
        ["3 d for this turn"],
        ["3 d left of 3 d"],
        ["2 d left"],
    ]
    later = [turned(turned(clocks, BERT, HOUR), ANNA, DAY) for clocks in (per_turn, bank, fischer)]
    assert [texts(clocks) for clocks in later] == [
        ["3 d for this turn"],
        ["2 d 23 h left of 3 d"],
        ["1 d 23 h left", "+ 13 h increment, up to the cap of 2 d 12 h"],
    ]
    again = turned(turned(later[2], BERT, DAY), ANNA, 2 * DAY)
    assert texts(again) == ["2 d 12 h left"]


def test_a_pause_within_a_vacation_is_vacation() -> None:
    """Time that is both pause and vacation is counted once, as vacation."""
    pause = {"timezone": "UTC", "from": "22:00", "to": "07:00"}
    spec = CLOCK.read({"policy": "per_turn", "seconds": 7_200, "pause": pause})
    clocks = turned(begun(spec, 2), ANNA, 21 * HOUR)
    clocks = vacation_ended(vacation_began(clocks, ANNA, 23 * HOUR), ANNA, 30 * HOUR)
    assert texts(clocks) == ["2 h for this turn", "paused 2 h, 2 times 1 h", "vacation 7 h"]
    assert deadline(clocks) == 32 * HOUR


def test_nights_of_different_lengths() -> None:
    """The shorter night, when clocks go forward, has its own line; the others share one."""
    pause = {"timezone": "Europe/Berlin", "from": "22:00", "to": "07:00"}
    spec = CLOCK.read({"policy": "per_turn", "seconds": 60 * 3_600, "pause": pause})
    clocks = turned(begun(spec, 2, offsets("Europe/Berlin", START)), ANNA, START)
    assert texts(clocks) == ["2 d 12 h for this turn", "paused 1 d 3 h, 3 times 9 h", "paused 8 h"]

"""Every choice, tie-break and act of a tournament has words, and there are no other words."""

import re
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from kingdomino.rules import Rules
from replays import tournament
from replays.events import tournament_events as events
from replays.events.event_types import EVENT_TYPES
from replays.events.game_events import NO_OPTIONS
from replays.events.regulations import DAY_MS, Code, Filling, Forfeit, Format, Regulations, Seeding
from replays.tournament.deciding.opening import Announcement
from replays.tournament.standings.points import SCALES
from replays.tournament.standings.tie_breaks import TIE_BREAKS
from service.application.i18n.tournaments import acts, words
from service.application.i18n.tournaments.numbers import points, tie_break
from service.application.i18n.tournaments.regulations import in_sentences


def values(kind: type[Enum]) -> set[Any]:
    """The values of an enumeration."""
    return {each.value for each in kind}


def test_every_choice_has_words() -> None:
    """Kinds, scales, tie-breaks, codes and the choices of the regulations."""
    assert words.KINDS.keys() == values(Format)
    assert words.SCALES.keys() == SCALES.keys()
    assert words.TIE_BREAKS.keys() == TIE_BREAKS.keys()
    assert words.SEEDINGS.keys() == values(Seeding)
    assert words.FILLINGS.keys() == values(Filling)
    assert words.FORFEITS.keys() == values(Forfeit)
    assert acts.CODES.keys() == set(Code)


def test_every_code_of_an_impossible_pairing_has_words() -> None:
    """The codes with which the schedules raise `Unpairable`."""
    sources = (path.read_text() for path in Path(tournament.__file__).parent.rglob("*.py"))
    raised = {code for source in sources for code in re.findall(r'Unpairable\(\s*"([a-z/-]+)"', source)}
    assert words.UNPAIRABLE.keys() == raised


def test_every_act_has_a_sentence() -> None:
    """The log of acts shows each type of act."""
    assert acts.SENTENCES.keys() == {each for each in EVENT_TYPES.of_class if issubclass(each, events.Act)}


@pytest.mark.parametrize(
    ("twelfths", "text"),
    [
        (36, "3"),
        (28, "2⅓"),
        (20, "1⅔"),
        (6, "½"),
        (0, "0"),
        (5, "⁵\N{FRACTION SLASH}₁₂"),
        (13, "1¹\N{FRACTION SLASH}₁₂"),
        (12_000, "1,000"),
    ],
)
def test_points_are_whole_numbers_and_fractions(twelfths: int, text: str) -> None:
    """No number is rounded."""
    assert points(twelfths) == text


def test_a_tie_break_is_in_its_own_unit() -> None:
    """Points, a percentage, a count, or the drawn number."""
    numbers = {"buchholz": 1107, "share": 1139, "wins": 2, "lots": -3}
    assert [tie_break(name, number) for name, number in numbers.items()] == ["92¼", "94.9%", "2", "No. 4"]


def said(format_: Format, regulations: Regulations) -> dict[str, str]:
    """The sentences of a tournament in tables of four by their headings."""
    plan = Announcement("Cup", format_, 4, 3, Rules(), NO_OPTIONS, regulations)
    return {each.title: each.text for each in in_sentences(plan)}


def test_the_slow_and_the_lost_are_told_before_the_start() -> None:
    """First move, idle limit, length of a round, bye, forfeits, a vacant seat, late entry and a bar."""
    agreed = Regulations(
        bye=28,
        forfeit=Forfeit.NOTHING,
        late_until=2,
        late_points=12,
        round_ms=2 * DAY_MS,
        first_move_ms=7 * DAY_MS,
        idle_ms=14 * DAY_MS,
        bar_ms=30 * DAY_MS,
    )
    text = said(Format.SWISS, agreed)
    assert "first move of a game wait for 7 days" in text["Slow players"]
    assert "any move wait for 14 days" in text["Slow players"]
    assert "up to 2 days" in text["Rounds"]
    assert "A round without a table gives 2⅓." in text["Points"]
    assert "no points, whatever its place" in text["Lost seats"]
    assert "cannot enter another tournament for 30 days" in text["Lost seats"]
    assert "until round 2 is paired" in text["Entering late"]
    assert "Each round missed before gives 1." in text["Entering late"]
    league = said(Format.LEAGUE, Regulations(vacancy="steady-1"))
    assert "a bot takes the seat" in league["Withdrawing"]
    assert "Only the clock" in league["Slow players"]
    assert "Nobody enters after the start." in league["Entering late"]

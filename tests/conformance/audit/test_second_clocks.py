"""The clocks of the audit page against those of `kingdomino audit`: stories, forgeries, random games.

`python -m tests.long second-clocks` repeats the last with thousands of games.
"""

from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from itertools import pairwise

from harness.audit.forged_clocks import forged_clocks, records
from harness.audit.forging import Forger, Record, chained, written
from harness.audit.second_verifier import judged
from harness.audit.timed_games import timed_game
from harness.games import seeded
from harness.play.correspondence import Correspondence
from harness.play.stories import STORIES
from replays.audit.verdicts import Aspect
from replays.audit.verifier import audit
from replays.clocks.spec import ClockSpec, TimeControl
from replays.encoding.identity import GameId
from replays.events.game_events import Options
from tests.conformance.audit.test_forgeries_attendance import FORGERIES, bundle, story
from tests.conformance.audit.test_second_rules import compared

NIGHT = {"from": "22:00", "to": "07:00"}
WEEK = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
GOOD_PAUSES: list[Record] = [
    NIGHT,
    {"weekdays": ["sun"]},
    {"weekdays": WEEK[:6], "from": "07:00", "to": "00:00"},
]
BAD_PAUSES: list[Record] = [
    {},
    {"weekdays": WEEK},
    {"weekdays": []},
    {"weekdays": ["sun", "mon"]},
    {"weekdays": ["mon", "mon"]},
    {"weekdays": ["day"]},
    {"from": "22:00"},
    {"from": "22:00", "to": "22:00"},
    {"from": "22:00", "to": "24:00"},
    {"weekdays": WEEK[:6], "from": "06:59", "to": "00:00"},
    {**NIGHT, "timezone": "of/too/many/parts"},
    {**NIGHT, "timezone": "Europe/Berlin\n"},
    {**NIGHT, "timezone": None},
    {**NIGHT, "constructor": "05:00"},
]


def timed_cases(numbers: Iterable[int], forged: int) -> Iterator[tuple[GameId, Sequence[Record]]]:
    """The timed games with these numbers, and as many forgeries of the clock of each."""
    for number in numbers:
        played = timed_game(number)
        yield played.game, records(played)
        for forgery in forged_clocks(played, seeded(number), forged):
            yield played.game, forgery


def test_every_deadline_of_every_story() -> None:
    """With a pause, a vacation, time-outs, claims, seats that are left and taken over, and outages."""
    games = [story(name) for name in STORIES]
    assert not compared((played.game, records(played)) for played in games)


def test_random_clocks_and_forgeries() -> None:
    """Both find the same faults in random games and forgeries of them, and a deadline after each event."""
    codes = compared(timed_cases(range(0, 40, 5), forged=6))
    assert {"clock/deadline", "clock/early", "clock/late"} <= set(codes), codes


def test_each_king_that_is_drawn_begins_a_turn() -> None:
    """A player who chooses twice in a row gets the increment twice, because nobody was to act between."""
    table = Correspondence(1, options=Options(clock=ClockSpec(TimeControl.FISCHER, 3600, 60, 7200)))
    table.fill(None)
    table.moves(4)
    kings = [event["seat"] for event in records(table.played) if event["type"] == "KingDrawn"]
    assert any(king == later for king, later in pairwise(kings))
    assert not compared([(table.game, records(table.played))])


def test_the_same_pauses_can_be_recorded() -> None:
    """The page knows a pause if and only if the command does, so that every clock runs at last."""
    played = timed_game(3)
    clock = {"policy": "bank", "seconds": 60}
    for pauses, codes in ((GOOD_PAUSES, set()), (BAD_PAUSES, {"log/data"})):
        cases = [deepcopy(records(played)[:1]) for _ in pauses]
        for [created], pause in zip(cases, pauses, strict=True):
            timed = {**clock, "pause": {"timezone": "Europe/Berlin", **pause}}
            created["data"]["options"] = {"clock": timed, "offsets": [[0, 3600]]}
        found = compared((played.game, case) for case in cases)
        assert (set(found), found.total()) == (codes, len(codes) * len(pauses))


def test_time_that_is_used_up_for_the_whole_game() -> None:
    """With a bank, a player who comes back without time left breaks the same rule for both."""
    bank = ClockSpec(TimeControl.BANK, 3600, 0, 3600)
    table = Correspondence(1, options=Options(clock=bank))
    table.fill(None)
    table.wait_until_due()
    table.moves(2)
    events, (seat, _) = records(table.played), table.match.stand_ins[0]
    back = {"type": "SeatReturned", "seat": seat, "data": {}, "actor": f"player-{seat}", "cause": "player"}
    returned = {**events[-1], **back, "schema": 1, "version": len(events) + 1}
    assert set(compared([(table.game, [*events, returned])])) == {"clock/no-time"}


def test_a_time_that_is_none() -> None:
    """The page judges no deadline after such an event, and its verdict on time alone fails."""
    times: list[object] = [None, True, "1798502400000", [], -1]
    contents: list[tuple[bytes, Record]] = []
    for at in times:
        forger = Forger(bundle("away"))
        forger.events[len(forger.events) // 2]["at"] = at
        forger.members["events.ndjson"] = written(chained(forger.game, forger.events))
        contents.append((forger.sealed(), {}))
    for verdicts in judged(contents):
        assert [place for place, each in enumerate(verdicts) if each["outcome"] == "fail"] == [3], verdicts


def test_the_time_of_forged_clocks_is_judged_alike() -> None:
    """The page's verdict on time fails at the event at which the command's does."""
    forgers = []
    for forgery in (each for each in FORGERIES if each.verdict == "time"):
        forger = Forger(bundle(forgery.table))
        forgery.change(forger)
        forgers.append(forger.forged())
    for content, verdicts in zip(forgers, judged((each, {}) for each in forgers), strict=True):
        first = min(each.version or 0 for each in audit(content).findings if each.aspect is Aspect.TIME)
        faults = {each["version"] for each in verdicts[3]["checks"] if each["outcome"] == "fail"}
        assert (verdicts[3]["outcome"], min(faults, default=None)) == ("fail", first), verdicts[3]

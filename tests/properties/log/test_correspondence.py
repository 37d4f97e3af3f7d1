"""Correspondence games under every clock, in which people act at random."""

from typing import NamedTuple

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from harness.play.correspondence import START, Correspondence, played
from kingdomino.rules import GameKind, Mode, Rules
from replays.audit.examining import examine
from replays.audit.record import Record
from replays.audit.verdicts import Aspect
from replays.clocks.spec import ClockSpec, Pause, TimeControl, Weekday
from replays.clocks.zones import offsets
from replays.events.causes import BOT, PLAN, PLAYER, SYSTEM, TIMEOUT
from replays.events.game_events import Absent, OnTimeout, Options
from replays.match.aggregate import Status, fold
from tests.sampling import examples
from tests.turn_bounds import longest

HOUR = 3600
WEEKENDS = Pause("America/New_York", (Weekday.SATURDAY, Weekday.SUNDAY), (20 * 60, 8 * 60))
OFFSETS = offsets(WEEKENDS.timezone, START)
CHOICES = {"DominoChosen", "DominoPlaced", "DominoDiscarded", "FirePlaced", "TotemGiven"}
CHOICES |= {"CavemanPaid", "CavemanTaken", "CavemanPut", "RecruitingDeclined"}

BY_CHOICE = frozenset({PLAYER, PLAN, BOT, SYSTEM})
BY_PLAYER = frozenset({PLAYER})
BY_TABLE = ("GameCreated", "PlayerSeated", "BotSeated", "SeatReturned", "SeatTakenOver")
BY_CONSENT = ("VacationBegan", "VacationEnded", "EndAgreed", "GameAborted")

CAUSES = {
    **dict.fromkeys(CHOICES, BY_CHOICE),
    **dict.fromkeys((*BY_TABLE, *BY_CONSENT), BY_PLAYER),
    "TimeExpired": {TIMEOUT, PLAYER},
    "SeatAway": {TIMEOUT},
    "SeatLeft": {TIMEOUT, PLAYER},
    "PlanFired": {PLAN},
}
"""The possible causes of a type of event; all other types have the cause `SYSTEM`."""


GAMES = settings(examples(8), phases=[Phase.explicit, Phase.reuse, Phase.generate])
"""Without shrinking: another seed is another game, so a smaller seed explains nothing."""


class Table(NamedTuple):
    """The parameters of a game."""

    seed: int
    rules: Rules
    players: int
    options: Options


def clocks() -> st.SearchStrategy[ClockSpec]:
    """Clocks of each time control, mostly short enough for time-outs, with a pause or without."""
    hours = st.integers(1, 100).map(lambda count: count * HOUR)
    pauses = st.none() | st.just(WEEKENDS)
    return st.one_of(
        st.builds(lambda s, pause: ClockSpec(TimeControl.PER_TURN, s, s, s, pause), hours, pauses),
        st.builds(lambda s, pause: ClockSpec(TimeControl.BANK, s, 0, s, pause), hours, pauses),
        st.builds(
            lambda s, more, p: ClockSpec(TimeControl.FISCHER, s, more, s + more, p), hours, hours, pauses
        ),
    )


def tables(clock: st.SearchStrategy[ClockSpec | None]) -> st.SearchStrategy[Table]:
    """Tables with these clocks, of any size and of both games."""
    rules = [Rules(), Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE)]
    return st.builds(
        Table,
        st.integers(0, 2**32),
        st.sampled_from(rules),
        st.integers(2, 4),
        st.builds(
            options, clock, st.none() | st.sampled_from(OnTimeout), st.none() | st.sampled_from(Absent)
        ),
    )


def options(clock: ClockSpec | None, on_timeout: OnTimeout | None, absent: Absent | None) -> Options:
    """The options of a table."""
    if clock is None:
        return Options(absent=absent)
    zone = OFFSETS if clock.pause else None
    return Options(clock=clock, offsets=zone, on_timeout=on_timeout, absent=absent)


@settings(GAMES)
@given(tables(st.none() | clocks()), st.lists(st.floats(0, 1), max_size=4))
def test_the_verifier_passes_every_game_at_any_time(table: Table, times: list[float]) -> None:
    """The verifier passes games at their end and after earlier appends; events have possible causes."""
    game, record, appends = played(*table)
    examined = examine(game, Record(record))
    assert examined.findings == ()
    match = examined.course.match
    assert match is not None
    assert examined.shown == set(Aspect) - ({Aspect.RESULT} if match.status is Status.ABORTED else set())
    for time in times:
        version = appends[int(time * (len(appends) - 1))]
        assert examine(game, Record(record[:version])).findings == ()
    for event in record:
        told = event.record
        assert told["cause"] in CAUSES.get(told["type"], {SYSTEM})
        assert (told["actor"] == SYSTEM) == (told["cause"] in {SYSTEM, BOT, TIMEOUT})


@settings(GAMES)
@given(tables(clocks()))
def test_a_game_with_a_clock_ends_in_bounded_time(table: Table) -> None:
    """A game ends even if nobody moves: time-outs are recorded when due or claimed, and people act at random.

    No turn is longer than its bound, and each turn ends with at least one choice.
    """
    spec = table.options.clock
    assert spec is not None
    bound = longest(spec, table.options.offsets or ())
    assert bound is not None
    game = Correspondence(*table)
    game.fill(*[None] * (table.players - 1))
    while game.match.status is Status.ACTIVE:
        game.wait_until_due()
        game.claim()
        game.something()
    record = game.played.events
    assert fold(game.game, record) == game.match
    choices = sum(event.record["type"] in CHOICES for event in record)
    assert game.now - START <= bound * (choices + 1)

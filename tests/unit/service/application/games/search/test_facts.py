"""The facts that the index takes from a game's record."""

import pytest

from harness.games import play_out, seeded, tables_on
from harness.store.fake_log import FakeEventLog
from kingdomino.rules import GameKind, Mode, Rules
from replays.commands.attendance import Attendance
from replays.commands.tables import NewTable
from replays.encoding.canonical import canonical
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId, new_game_id
from replays.events.game_events import Absent, Options
from replays.match.aggregate import UNREADABLE, Sitter
from service.application.games.search.facts import DAY_MS, Facts, company_of, facts_of, variant_of


@pytest.mark.parametrize("kind", ["GameStarted", "GameScored"])
@pytest.mark.parametrize("at", [1e300, True, "today", None])
def test_times_that_are_none_are_told_of_the_game_alone(kind: str, at: object) -> None:
    """A wrong time is an error of this game only; in the index it would stop the projector for all games."""
    log = FakeEventLog()
    tables = tables_on(log)
    game = tables.settle(play_out(tables, 2, Rules(), seeded(1))).id
    events = list(log.read(game))
    assert _facts(game, events)
    place = next(place for place, event in enumerate(events) if event.record["type"] == kind)
    record = canonical({**events[place].record, "at": 0}).replace(b'"at":0', b'"at":' + _written(at))
    events[place] = StoredEvent(events[place].version, record, events[place].hash)
    with pytest.raises(UNREADABLE):
        _facts(game, events)


KINDS = [
    Rules(),
    Rules(mighty_duel=True),
    Rules(no_limit=True),
    *(Rules(game=GameKind.ORIGINS, mode=mode) for mode in Mode),
]


@pytest.mark.parametrize("rules", KINDS, ids=str)
def test_the_facts_are_those_of_the_whole_game(rules: Rules) -> None:
    """They are those of the fold of all events, also for a game with a bot, and for one that ended early."""
    random, tables = seeded(2), tables_on(FakeEventLog())
    played = [play_out(tables, 2, rules, random)]
    for bot in (None, "greedy"):
        options = Options(rated=bot is None, private=True, absent=Absent.END)
        new = NewTable(rules, 2, "ann", Sitter("ann", None), options)
        match = tables.create(new_game_id(random.randbytes(16)), new).after
        match = (tables.seat_bot(match, "ann", bot) if bot else tables.join(match, Sitter("ben", None))).after
        played.append(Attendance(tables).resign(match, "ann").after.id)
    for game in played:
        match, events = tables.settle(game), tables.log.read(game)
        assert match.result is not None
        begun = next(each.record["at"] for each in events if each.record["type"] == "GameStarted")
        assert facts_of(game, events, lambda table: not table.created.options.private) == Facts(
            game,
            match.at,
            variant_of(match),
            match.players,
            company_of(match),
            bool(match.created.options.rated),
            not match.created.options.private,
            match.result.scores[match.result.ranking[0][0]].total,
            (match.at - begun) // DAY_MS,
            sum(each.record["type"] in {"DominoPlaced", "DominoDiscarded"} for each in events),
        )
        assert facts_of(game, events[:-1], lambda _: True) is None


def _facts(game: GameId, events: list[StoredEvent]) -> Facts | None:
    """The game's facts as the projector computes them."""
    return facts_of(game, events, lambda _: True)


def _written(value: object) -> bytes:
    """The bytes as in a damaged record; canonical JSON has no fractions."""
    return b"1e300" if value == 1e300 else canonical(value)

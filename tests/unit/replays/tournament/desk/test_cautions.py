"""The preview of the next pairing and its warnings."""

import pytest

from replays.events.regulations import Code, Format, Regulations
from replays.tournament.deciding import acts
from replays.tournament.deciding.directing import Grounds
from replays.tournament.desk.cautions import Caution, Unusual
from replays.tournament.desk.preview import preview
from replays.tournament.schedules.forms import Player
from tests.unit.replays.tournament.seasons import WHY, Season, season


def told(found: Season) -> set[Caution]:
    """The warnings about the next round."""
    shown = preview(found.now)
    assert shown is not None
    return set(shown.cautions)


def about(found: Season, *kinds: Unusual) -> set[Caution]:
    """The warnings of these kinds."""
    return {each for each in told(found) if each.about in kinds}


def caution(kind: Unusual, entrants: list[int], table: int | None = None, number: int = 0) -> Caution:
    """A warning about these entrants, from 1."""
    return Caution(kind, tuple(Player(each - 1) for each in entrants), table, number)


def started(
    form: Format, size: int, players: int, rounds: int = 4, regulations: Regulations | None = None
) -> Season:
    """A tournament whose first round runs."""
    found = season(form, size, rounds, players, regulations)
    found.start()
    return found


def seats(found: Season, number: int = 1) -> list[list[int]]:
    """The tables of a round by seat; entrants from 1."""
    return [[player + 1 for player in table.entrants] for table in found.now.rounds[number - 1].tables]


def test_two_who_meet_again_are_named() -> None:
    """A pairing by hand that repeats a table says how often each two have met."""
    found = started(Format.SWISS, 4, 8)
    one, two = seats(found)
    found.pair([one, two])
    again = about(found, Unusual.MEET_AGAIN)
    assert len(again) == 12
    assert all(each.number == 1 for each in again)
    assert {player + 1 for each in again if each.table == 1 for player in each.players} == set(two)


def test_a_pairing_by_the_method_repeats_no_meeting_that_it_can_avoid() -> None:
    """Sixteen who met once have nothing to be warned about."""
    found = started(Format.SWISS, 4, 16)
    found.close()
    assert not about(found, Unusual.MEET_AGAIN, Unusual.BYE_AGAIN, Unusual.SMALLER_AGAIN)


def test_a_second_bye_is_told() -> None:
    """Who rests again is named; who rests for the first time is not."""
    found = started(Format.SWISS, 2, 5)
    [[a, b], [c, d]] = seats(found)
    [resting] = found.now.rounds[0].paired.byes
    found.pair([[a, c], [b, d]], [resting + 1])
    assert told(found) >= {caution(Unusual.BYE_AGAIN, [resting + 1], number=1)}
    found.pair([[a, resting + 1], [b, d]], [c])
    assert not about(found, Unusual.BYE_AGAIN)


def test_a_second_small_table_before_everybody_had_one_is_told() -> None:
    """Seven players are a table of four and one of three."""
    found = started(Format.SWISS, 4, 7)
    [four, three] = sorted(seats(found), key=len, reverse=True)
    found.pair([[four[0], *three], four[1:]])
    assert not about(found, Unusual.SMALLER_AGAIN)
    found.pair([[*four[:2], *three[:2]], [*four[2:], three[2]]])
    assert about(found, Unusual.SMALLER_AGAIN) == {caution(Unusual.SMALLER_AGAIN, [three[2]], 1, 1)}


def test_the_same_seat_for_the_third_time_is_told() -> None:
    """A player who had the first seat twice and the second never does not get it again without a warning."""
    found = started(Format.SWISS, 2, 4)
    [[a, b], [c, d]] = seats(found)
    found.pair([[a, d], [c, b]])
    found.close()
    found.pair([[a, c], [d, b]])
    assert about(found, Unusual.SEAT) == {
        caution(Unusual.SEAT, [a], 0, 2),
        caution(Unusual.SEAT, [b], 1, 2),
    }


def test_players_who_are_far_apart_are_told() -> None:
    """More points than one round gives are between the first and the last of a table."""
    found = started(Format.SWISS, 2, 4)
    [[a, b], [c, d]] = seats(found)
    found.pair([[a, c], [b, d]])
    found.close()
    found.pair([[a, d], [b, c]])
    found.close()
    assert found.now.paired == 3
    found.pair([[a, d], [b, c]])
    assert about(found, Unusual.APART) == {caution(Unusual.APART, [a, d], 0, 48)}


def test_forbidden_meetings_that_bind_are_told() -> None:
    """Two of four, of whom the other four meetings are over, cannot meet: the last two meet again."""
    found = started(Format.SWISS, 2, 4)
    [[a, b], [c, d]] = seats(found)
    found.pair([[a, c], [b, d]])
    found.close()
    assert not about(found, Unusual.BINDS)
    found.act(lambda now, _: acts.forbid_meeting(now, WHY, [a, d]))
    [bound] = about(found, Unusual.BINDS)
    assert set(bound.players) == {a - 1, d - 1}
    assert len(about(found, Unusual.MEET_AGAIN)) == 2
    found.pair([[a, d], [b, c]])
    assert about(found, Unusual.FORBIDDEN) == {caution(Unusual.FORBIDDEN, [a, d], 0)}


def test_a_league_is_warned_about_what_deviates_from_its_schedule_only() -> None:
    """Seven in fours meet twice by design; a table that lost a player is told."""
    found = started(Format.LEAGUE, 4, 7, rounds=7)
    found.close()
    assert not told(found)
    found.act(lambda now, _: acts.withdraw(now, WHY, 1))
    while not told(found):
        found.close()
    [smaller] = told(found)
    assert (smaller.about, smaller.number) == (Unusual.SMALLER, 3)


def test_who_entered_after_a_pairing_by_hand_is_named() -> None:
    """A late entrant whom the pairing by hand does not seat."""
    found = started(Format.SWISS, 2, 4, regulations=Regulations(late_until=3))
    [[a, b], [c, d]] = seats(found)
    found.pair([[a, c], [b, d]])
    found.enter("late")
    assert about(found, Unusual.UNSEATED) == {caution(Unusual.UNSEATED, [5])}


def test_example_lots_are_told_and_missing_results_counted() -> None:
    """A Swiss uses example lots; a pairing by hand uses none, and a league none after the first round."""
    found = season(Format.SWISS, 2, 3, 4)
    before = preview(found.now)
    assert before is not None
    assert (before.number, before.example, before.waiting) == (1, True, 0)
    found.start()
    shown = preview(found.now)
    assert shown is not None
    assert (shown.number, shown.example, shown.waiting) == (2, True, 2)
    [[a, b], [c, d]] = seats(found)
    found.pair([[a, c], [b, d]])
    by_hand = preview(found.now)
    assert by_hand is not None
    assert by_hand.example is False
    league = started(Format.LEAGUE, 2, 4, rounds=3)
    fixed = preview(league.now)
    assert fixed is not None
    assert fixed.example is False
    coming = fixed.pairing
    league.close()
    assert coming is not None
    assert league.now.rounds[1].paired.tables == coming.tables


def test_a_field_that_cannot_be_paired_says_why() -> None:
    """Five in fours, and nothing after the last round."""
    five = season(Format.SWISS, 4, 2, 5)
    shown = preview(five.now)
    assert shown is not None
    assert shown.impossible is not None
    assert shown.impossible.code == "pairing/few"
    last = started(Format.SWISS, 4, 8, rounds=1)
    assert preview(last.now) is None


@pytest.mark.parametrize("out", [1, 2])
def test_the_withdrawn_are_not_in_the_preview(out: int) -> None:
    """Who is out is in no table of the preview."""
    found = started(Format.SWISS, 2, 6)
    found.act(lambda now, _: acts.withdraw(now, Grounds("director", Code.REQUEST, "asked"), out))
    shown = preview(found.now)
    assert shown is not None
    assert shown.pairing is not None
    assert out - 1 not in {player for table in shown.pairing.tables for player in table}

"""The acts of a director: what each changes, and what is refused with which code."""

from collections.abc import Callable

import pytest

from replays.events import tournament_events as events
from replays.events.regulations import MOST_POINTS, Code, Format, Regulations
from replays.events.tournament_events import LATEST_VERSION
from replays.match.aggregate import Sitter
from replays.match.deciding.decisions import Refusal
from replays.match.recording import EventDraft
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding import acts, opening, rounds, undoing
from replays.tournament.deciding.directing import Grounds
from replays.tournament.pairing import check_games
from replays.tournament.results import standing_rows
from replays.tournament.schedules.forms import Unpairable
from tests.unit.replays.tournament.seasons import NOW, WHY, Season, season

OTHER = Grounds("player-1", Code.OTHER, "I would like to")


@pytest.fixture
def duels() -> Season:
    """Give a Swiss tournament of four in its first round."""
    found = season(Format.SWISS, 2, 3, 4)
    found.start()
    return found


def points(now: Tournament) -> dict[int, int]:
    """The points of each entrant, from 1, in twelfths."""
    return {row.entrant + 1: row.points for row in standing_rows(now)}


def code_of(decide: Callable[[], list[EventDraft]]) -> str:
    """The code of the refusal."""
    with pytest.raises(Refusal) as refused:
        decide()
    return refused.value.code


def test_a_correction_counts_whatever_the_game_says(duels: Season) -> None:
    """The points are those of the scale, or those that are said; the last correction holds."""
    one, two = (entrant + 1 for entrant in duels.now.games[0].entrants)
    duels.act(lambda now, _: acts.correct(now, WHY, 1, [2, 1]))
    assert (points(duels.now)[one], points(duels.now)[two]) == (12, 36)
    duels.act(lambda now, _: acts.correct(now, WHY, 1, [1, 1], [20, 20]))
    assert (points(duels.now)[one], points(duels.now)[two]) == (20, 20)


def test_an_annulled_game_gives_what_is_assigned(duels: Season) -> None:
    """By default as a bye; the places do not count as wins."""
    one, two = (entrant + 1 for entrant in duels.now.games[0].entrants)
    duels.act(lambda now, _: acts.correct(now, WHY, 1, [1, 2]))
    duels.act(lambda now, _: acts.annul(now, WHY, 1))
    assert (points(duels.now)[one], points(duels.now)[two]) == (24, 24)
    assert all(row.tie_breaks[0] == 0 for row in standing_rows(duels.now))


def test_an_undone_act_holds_no_longer_and_can_come_back(duels: Season) -> None:
    """Undoing the undoing restores it."""
    before = points(duels.now)
    duels.act(lambda now, _: acts.correct(now, WHY, 1, [1, 2]))
    corrected, version = points(duels.now), duels.now.head.version
    duels.act(lambda now, _: undoing.undo(now, WHY, version))
    assert points(duels.now) == before
    assert code_of(lambda: undoing.undo(duels.now, WHY, version)) == "tournament/unknown-act"
    undone = duels.now.head.version
    duels.act(lambda now, _: undoing.undo(now, WHY, undone))
    assert points(duels.now) == corrected


def test_a_forbidden_meeting_is_not_paired(duels: Season) -> None:
    """From the next round on."""
    met = {frozenset(table.entrants) for table in duels.now.games}
    fresh = next((one, two) for one in range(4) for two in range(one) if frozenset((one, two)) not in met)
    duels.act(lambda now, _: acts.forbid_meeting(now, WHY, [each + 1 for each in fresh]))
    duels.close()
    assert set(fresh) not in [set(table) for table in duels.now.rounds[1].paired.tables]


def test_a_pairing_by_hand_is_played(duels: Season) -> None:
    """Tables, seats and byes are those of the act; afterwards it cannot be undone."""
    duels.act(lambda now, _: acts.set_pairing(now, WHY, 2, [[3, 1]], [2, 4]))
    version = duels.now.head.version
    duels.close()
    paired = duels.now.rounds[1].paired
    assert (paired.tables, paired.byes, paired.by_hand) == (((2, 0),), (1, 3), True)
    assert code_of(lambda: undoing.undo(duels.now, WHY, version)) == "tournament/too-late"


def test_a_substitute_plays_with_the_points(duels: Season) -> None:
    """From the next round on; the game that runs stays as it is."""
    duels.act(lambda now, _: acts.replace_entrant(now, WHY, 1, "sub"))
    seat = duels.now.games[0].entrants.index(0) if 0 in duels.now.games[0].entrants else None
    number = 1 if seat is not None else 2
    assert "player-0" in {sitter.player for sitter in duels.match(number).sitters}
    duels.close()
    mine = next(table for table in duels.now.games[2:] if 0 in table.entrants)
    assert "sub" in {sitter.player for sitter in duels.match(mine.number).sitters}


def test_a_deputy_acts_until_dismissed(duels: Season) -> None:
    """Only the director names deputies."""
    duels.act(lambda now, _: acts.name_deputy(now, WHY, OTHER.by))
    duels.act(lambda now, _: acts.correct(now, OTHER, 1, [1, 2]))
    assert code_of(lambda: acts.name_deputy(duels.now, OTHER, "x")) == "tournament/not-director"
    duels.act(lambda now, _: acts.dismiss_deputy(now, WHY, OTHER.by))
    assert code_of(lambda: acts.correct(duels.now, OTHER, 1, [1, 2])) == "tournament/not-director"
    assert OTHER.by in {sitter.player for sitter in duels.now.listed}, "it stays in the deputy's list"


def test_a_dispute_is_opened_by_a_player_and_answered_by_another(duels: Season) -> None:
    """It waits for its answer; the tournament does not end before."""
    player = duels.match(1).sitters[0].player
    mine = Grounds(player, Code.FAULT, "the wrong domino")
    duels.act(lambda now, _: acts.open_dispute(now, mine, 1, 9))
    version = duels.now.head.version
    assert [each.version for each in duels.now.disputes] == [version]
    assert code_of(lambda: acts.open_dispute(duels.now, mine, 1, 9)) == "tournament/disputed"
    stranger = Grounds("stranger", Code.FAULT, "no")
    assert code_of(lambda: acts.open_dispute(duels.now, stranger, 1, 9)) == "tournament/not-yours"
    duels.close()
    duels.close()
    assert code_of(duels.close) == "tournament/disputed"  # type: ignore[arg-type]
    duels.act(lambda now, _: acts.answer_dispute(now, WHY, version, upheld=False))
    assert duels.now.disputes == ()


def test_a_second_stage_takes_the_places_of_the_first() -> None:
    """In the order of the standings, without those who are out; nobody twice, and only finished ones."""
    first = season(Format.SWISS, 2, 1, 4)
    first.start()
    final = season(Format.KNOCKOUT, 2, 1, 0)
    assert code_of(lambda: opening.take_places(final.now, [opening.OldPlaces(first.now, 1, 2)], WHY.by)) == (
        "tournament/not-finished"
    )
    first.close()
    ranked = [first.now.field[row.entrant].sitter.player for row in standing_rows(first.now)]
    for low, high in ((0, 2), (2, 1), (1, 5)):
        stage = opening.OldPlaces(first.now, low, high)
        assert code_of(lambda: opening.take_places(final.now, [stage], WHY.by)) == "tournament/places"  # noqa: B023
    final.act(lambda now, _: opening.take_places(now, [opening.OldPlaces(first.now, 1, 2)], WHY.by))
    assert [entrant.sitter.player for entrant in final.now.field] == ranked[:2]
    assert [(each.tournament, each.low, each.high) for each in final.now.sources] == [(first.now.id, 1, 2)]
    again = [opening.OldPlaces(first.now, 2, 3)]
    assert code_of(lambda: opening.take_places(final.now, again, WHY.by)) == "tournament/entered"
    assert code_of(lambda: opening.take_places(final.now, again, OTHER.by)) == "tournament/not-director"


def test_it_can_be_cut_short(duels: Season) -> None:
    """Between two rounds; then nothing changes the result any more."""
    assert code_of(lambda: acts.cut_short(duels.now, WHY)) == "tournament/not-done"
    running = duels.now.running
    assert running is not None
    for table in running.tables:
        duels.correct(table.number, [1, 2])
    duels.now = duels.all.close(duels.now, 1, WHY.by).after
    duels.act(lambda now, _: acts.cut_short(now, WHY))
    assert duels.now.finished
    assert code_of(lambda: acts.correct(duels.now, WHY, 1, [2, 1])) == "tournament/finished"


@pytest.mark.parametrize(
    ("decide", "code"),
    [
        (lambda now: acts.withdraw(now, OTHER, 1), "tournament/not-director"),
        (lambda now: acts.withdraw(now, WHY, 9), "tournament/unknown-entrant"),
        (lambda now: acts.replace_entrant(now, WHY, 1, "player-3"), "tournament/entered"),
        (lambda now: acts.forbid_meeting(now, WHY, [1, 1]), "tournament/two"),
        (lambda now: acts.set_pairing(now, WHY, 1, [[1, 2], [3, 4]], []), "tournament/round"),
        (lambda now: acts.set_pairing(now, WHY, 2, [[1, 2]], [3]), "tournament/tables"),
        (lambda now: acts.set_pairing(now, WHY, 2, [[1, 2], [1, 3]], [4]), "tournament/tables"),
        (lambda now: acts.set_pairing(now, WHY, 2, [[1, 2, 3]], [4]), "tournament/tables"),
        (lambda now: acts.correct(now, WHY, 9, [1, 2]), "tournament/unknown-game"),
        (lambda now: acts.correct(now, WHY, 1, [1, 3]), "tournament/places"),
        (lambda now: acts.correct(now, WHY, 1, [1, 2], [1]), "tournament/points"),
        (lambda now: acts.annul(now, WHY, 1, [-1, 0]), "tournament/points"),
        (lambda now: acts.annul(now, WHY, 1, [0, MOST_POINTS + 1]), "tournament/points"),
        (lambda now: acts.adjust_clocks(now, WHY, (-1, 5), [], NOW), "tournament/interval"),
        (lambda now: acts.open_dispute(now, OTHER, 1, LATEST_VERSION + 1), "version/unknown"),
        (lambda now: acts.adjust_clocks(now, WHY, (5, 5), [], NOW), "tournament/interval"),
        (lambda now: acts.adjust_clocks(now, WHY, (5, NOW + 1), [], NOW), "tournament/interval"),
        (lambda now: acts.dismiss_deputy(now, WHY, "player-1"), "tournament/deputy"),
        (lambda now: acts.answer_dispute(now, WHY, 3, upheld=True), "tournament/unknown-dispute"),
        (lambda now: undoing.undo(now, WHY, 1), "tournament/unknown-act"),
        (lambda now: opening.start(now, WHY.by), "tournament/started"),
        (lambda now: opening.call_off(now, WHY), "tournament/started"),
        (lambda now: opening.enter(now, Sitter("new", None)), "tournament/not-open"),
        (lambda now: opening.withdraw(now, "stranger", "no"), "tournament/not-entered"),
        (lambda now: rounds.close(now, 1, "player-1", {}, NOW), "tournament/not-director"),
        (lambda now: rounds.close(now, 2, WHY.by, {}, NOW), "tournament/round"),
        (lambda now: rounds.close(now, 1, WHY.by, {}, NOW), "tournament/not-done"),
    ],
)
def test_a_refusal_has_a_code(
    duels: Season, decide: Callable[[Tournament], list[EventDraft]], code: str
) -> None:
    """And changes nothing."""
    assert code_of(lambda: decide(duels.now)) == code


@pytest.mark.parametrize("reason", ["", "   ", "x" * 501, "a\x1b[2J", "a\x00", "\u202eb"])
def test_an_act_has_a_reason(reason: str) -> None:
    """An empty one, a long one, and one with control characters are refused."""
    with pytest.raises(Refusal, match="tournament/reason"):
        Grounds("director", Code.OTHER, reason)


@pytest.mark.parametrize(
    ("form", "size", "count", "players", "agreed", "code"),
    [
        (Format.SWISS, 4, 3, 5, None, "pairing/few"),
        (Format.SWISS, 2, 3, 1, None, "pairing/few"),
        (Format.LEAGUE, 4, 3, 5, None, "pairing/few"),
        (Format.KNOCKOUT, 4, 2, 16, None, "tournament/rounds"),
        (Format.LEAGUE, 3, 99, 21, None, "pairing/long"),
    ],
)
def test_a_field_that_cannot_play_is_told_so_at_the_start(  # noqa: PLR0917 - a row of the table
    form: Format, size: int, count: int, players: int, agreed: Regulations | None, code: str
) -> None:
    """Before anything is on the record."""
    found = season(form, size, count, players, agreed)
    assert code_of(lambda: opening.start(found.now, WHY.by)) == code


@pytest.mark.parametrize(
    ("agreed", "code"),
    [
        (Regulations(points="best"), "tournament/points"),
        (Regulations(points="game", bye=0), "tournament/points"),
        (Regulations(tie_breaks=("wins", "wins")), "tournament/tie-breaks"),
        (Regulations(tie_breaks=("luck",)), "tournament/tie-breaks"),
        (Regulations(bye=37), "tournament/bye"),
        (Regulations(late_until=4), "tournament/late"),
        (Regulations(vacancy="nobody"), "bot/unknown-policy"),
    ],
)
def test_regulations_that_contradict_themselves_are_refused(agreed: Regulations, code: str) -> None:
    """A bye never gives more than the first place, and game points are not compared between tables."""
    with pytest.raises(Refusal) as refused:
        season(Format.SWISS, 4, 3, 4, agreed)
    assert refused.value.code == code


def test_the_record_has_a_bounded_number_of_acts(duels: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    """A director with very many still answers disputes and ends the tournament; so does each player."""
    player = duels.match(1).sitters[0].player
    mine = Grounds(player, Code.FAULT, "the wrong domino")
    duels.act(lambda now, _: acts.open_dispute(now, mine, 1, 9))
    monkeypatch.setattr(acts, "MOST_ACTS", len(duels.now.acts))
    assert code_of(lambda: acts.withdraw(duels.now, WHY, 1)) == "tournament/too-many-acts"
    assert code_of(lambda: undoing.undo(duels.now, WHY, 1)) == "tournament/unknown-act"
    dispute = duels.now.head.version
    duels.act(lambda now, _: acts.answer_dispute(now, WHY, dispute, upheld=False))
    duels.act(lambda now, _: opening.withdraw(now, player, ""))


def test_no_game_is_read_for_a_stranger_who_closes_a_round(
    duels: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its tables without a result can be hundreds."""
    monkeypatch.setattr(duels.tables, "match", None)
    with pytest.raises(Refusal, match="tournament/not-director"):
        duels.all.close(duels.now, 1, "stranger")


def test_a_player_does_not_dispute_a_game_for_ever(duels: Season) -> None:
    """Each dispute needs an answer before the tournament can end."""
    mine = Grounds(duels.match(1).sitters[0].player, Code.FAULT, "the wrong domino")
    for _ in range(acts.MOST_DISPUTES):
        dispute = duels.act(lambda now, _: acts.open_dispute(now, mine, 1, 9)).head.version
        duels.act(lambda now, _: acts.answer_dispute(now, WHY, dispute, upheld=False))  # noqa: B023 - at once
    assert code_of(lambda: acts.open_dispute(duels.now, mine, 1, 9)) == "tournament/disputed"


def test_more_games_than_a_record_numbers_are_refused() -> None:
    """At the start, and for late entries at the pairing, where a director can cut the tournament short."""
    large = season(Format.SWISS, 2, 99, 406)
    assert code_of(lambda: opening.start(large.now, WHY.by)) == "pairing/games"
    with pytest.raises(Unpairable, match="at most 19994 games"):
        check_games(20_001)


@pytest.mark.parametrize("form", [Format.LEAGUE, Format.KNOCKOUT])
def test_meetings_are_forbidden_where_that_has_an_effect(form: Format) -> None:
    """A league and a knock-out are not paired by who may meet."""
    found = season(form, 2, 3, 4)
    assert code_of(lambda: acts.forbid_meeting(found.now, WHY, [1, 2])) == "tournament/not-swiss"


def test_a_tournament_that_was_cut_short_waits_for_no_pairing() -> None:
    """Nor is a director told that it does."""
    fours = season(Format.SWISS, 4, 3, 4)
    fours.start()
    for entrant in (1, 2):
        fours.act(lambda now, _: acts.withdraw(now, WHY, entrant))  # noqa: B023 - called at once
    fours.close()
    assert fours.now.failed is not None
    fours.act(lambda now, _: acts.cut_short(now, WHY))
    assert fours.now.failed is None


def test_types_of_acts_are_events_with_a_reason() -> None:
    """Every act has its code and its reason first."""
    for act in events.Act.__subclasses__():
        assert list(act.__dataclass_fields__)[:2] == ["code", "reason"]  # type: ignore[attr-defined]

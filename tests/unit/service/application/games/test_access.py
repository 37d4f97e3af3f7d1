"""Visibility of games and dynasties: a table of decisions, and invariants."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdomino.rules import Rules
from replays.dynasty.aggregate import Dynasty
from replays.encoding.entries import Head
from replays.encoding.identity import GameId, derived_game_id
from replays.events.dynasty_events import DynastyCreated
from replays.events.game_events import GameCreated, Membership, Options
from replays.match.aggregate import Match, Sitter, Status
from replays.match.kinds import Table
from service.application.games.visibility import ANYBODY, MOST_GIVERS, Invitations, Viewer, Visibility

ID = derived_game_id("a game")
DOORS = Visibility(bytes(32))
SEATED, GUEST, OTHER = Viewer("ann"), Viewer("bob"), Viewer("eve")


def game(options: Options, status: Status = Status.ACTIVE, of: GameId = ID) -> Match:
    """A game in which Ann has a seat."""
    created = GameCreated(Rules(), 2, "", options)
    return Match(of, Head.genesis(of), 0, 0, created, status, sitters=(Sitter("ann", None),))


def dynasty(options: Options, status: Status = Status.ACTIVE) -> Dynasty:
    """A dynasty in which Ann has a seat."""
    created = DynastyCreated(Rules(), 2, options)
    return Dynasty(GameId(ID), Head.genesis(ID), 0, 0, created, status, (Sitter("ann", None),))


Make = Callable[[Options, Status], Table]


def holder(table: Table) -> Viewer:
    """A viewer with the key of this table."""
    return Viewer(None, (DOORS.key(table),))


PRIVATE = Options(private=True)
OFF = Options(spectators=False)
CLOSED = Options(private=True, spectators=False)
GUESTS = Options(private=True, spectators=False, invited=("ann", "bob"))

DECISIONS = [
    # options; viewers other than Ann while seats are free; viewers when none are free
    (Options(), {"anybody", "other", "guest", "holder"}, {"anybody", "other", "guest", "holder"}),
    (OFF, {"anybody", "other", "guest", "holder"}, set()),
    (PRIVATE, {"holder"}, {"holder"}),
    (CLOSED, {"holder"}, set()),
    (replace(GUESTS, spectators=None), {"guest", "holder"}, {"guest", "holder"}),
    (GUESTS, {"guest", "holder"}, set()),
]


@pytest.mark.parametrize("make", [game, dynasty])
@pytest.mark.parametrize(("options", "free", "full"), DECISIONS)
def test_decisions(make: Make, options: Options, free: set[str], full: set[str]) -> None:
    """Ann always sees her own table; other viewers as decided."""
    for status, expected in ((Status.OPEN, free), (Status.ACTIVE, full), (Status.SCORED, full)):
        table = make(options, status)
        viewers = {"anybody": ANYBODY, "other": OTHER, "guest": GUEST, "holder": holder(table)}
        assert {name for name, viewer in viewers.items() if DOORS.may_see(table, viewer)} == expected
        assert DOORS.may_see(table, SEATED)


@pytest.mark.parametrize("make", [game, dynasty])
@pytest.mark.parametrize(("options", "free", "full"), DECISIONS)
def test_to_the_end_is_what_holds_without_free_seats(
    make: Make, options: Options, free: set[str], full: set[str]
) -> None:
    """Exactly the viewers who may watch an open table see it when it is full."""
    assert full <= free
    for viewer in (ANYBODY, OTHER, GUEST, SEATED, holder(make(options, Status.OPEN))):
        watches = DOORS.may_watch(make(options, Status.OPEN), viewer)
        assert watches == DOORS.may_see(make(options, Status.ACTIVE), viewer)


def test_a_dynasty_and_its_games_share_a_key_that_others_lack() -> None:
    """A dynasty and its games share a key; other tables and servers have other keys."""
    member = replace(PRIVATE, series=Membership("dynasty", GameId(ID), 1))
    first, second = (game(member, of=derived_game_id("of a dynasty", number)) for number in "12")
    assert DOORS.key(dynasty(PRIVATE)) == DOORS.key(first) == DOORS.key(second)
    alone = game(PRIVATE, of=derived_game_id("alone"))
    assert DOORS.key(alone) != DOORS.key(first)
    assert Visibility(bytes([1] * 32)).key(alone) != DOORS.key(alone)
    assert not DOORS.may_see(first, holder(alone))


OPTIONS = st.builds(
    Options,
    private=st.sampled_from([None, True]),
    spectators=st.sampled_from([None, False]),
    invited=st.sampled_from([None, ("ann",), ("ann", "bob")]),
)
TABLES = st.builds(game, OPTIONS, st.sampled_from(Status)) | st.builds(
    dynasty, OPTIONS, st.sampled_from([Status.OPEN, Status.ACTIVE, Status.SCORED])
)
PLAYERS = st.sampled_from([None, "ann", "bob", "eve"])
KEYS = st.lists(st.sampled_from(["", "0" * 32, "é", "\0"]) | st.text(max_size=40), max_size=3).map(tuple)


@given(TABLES, PLAYERS, KEYS)
def test_wrong_keys_are_none(table: Table, player: str | None, keys: tuple[str, ...]) -> None:
    """Wrong keys neither grant nor deny anything, even next to the right one."""
    assert DOORS.may_see(table, Viewer(player, keys)) == DOORS.may_see(table, Viewer(player))
    right, both = (DOORS.key(table),), (*keys, DOORS.key(table))
    assert DOORS.may_see(table, Viewer(player, both)) == DOORS.may_see(table, Viewer(player, right))


@given(TABLES, PLAYERS)
def test_nobody_sees_less_for_a_token_or_a_key(table: Table, player: str | None) -> None:
    """A table that everybody may see therefore needs no check of tokens or keys."""
    both = Viewer(player, (DOORS.key(table),))
    for less in (ANYBODY, Viewer(player), holder(table)):
        assert DOORS.may_see(table, less) <= DOORS.may_see(table, both)
        assert DOORS.may_watch(table, less) <= DOORS.may_see(table, less)


@given(TABLES, PLAYERS)
def test_a_private_table_is_for_players_and_the_invited(table: Table, player: str | None) -> None:
    """Without the key nobody else sees it, whatever the other options are."""
    if table.created.options.private and DOORS.may_see(table, Viewer(player)):
        assert player == "ann" or player in (table.created.options.invited or ())


def test_an_old_key_stays_ended_when_the_seat_is_taken_over() -> None:
    """A key that names nobody ends with the invitations of anybody who had a seat, for good."""
    ann, ben = ("00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002")
    ended = {ann: 5}
    doors = Visibility(bytes(32), lambda players: {player: ended.get(player, 0) for player in players})
    match = game(Options(private=True))._replace(sitters=(Sitter(ann, None),), seated=(Sitter(ann, None),))
    after = match._replace(sitters=(Sitter(ben, None),))
    key = doors.key(match)
    assert [doors.valid(table, [key]) for table in (match, after)] == [None, None]
    ended.clear()
    assert doors.valid(after, [key]) == key


def player(number: int) -> str:
    """The id of a player."""
    return f"00000000-0000-4000-8000-{number:012}"


@pytest.mark.parametrize("givers", [[1] * 32, range(1, 33)], ids=["one", "many"])
def test_each_of_many_private_games_is_opened_by_its_key(givers: Iterable[int]) -> None:
    """A live stream has up to 32 games with a key for each, whoever gave them; none opens another game."""
    games = [
        game(Options(private=True), of=derived_game_id(f"game {place}"))._replace(
            sitters=(Sitter(player(giver), None),)
        )
        for place, giver in enumerate(givers)
    ]
    keys = [DOORS.key(each, each.sitters[0].player) for each in games]
    for place, each in enumerate(games):
        assert DOORS.valid(each, keys) == keys[place]
        assert DOORS.valid(each, keys[:place] + keys[place + 1 :]) is None
        viewer = Viewer(None, tuple(keys))
        assert Invitations(each.sitters[0].player, 0) in DOORS.invitations(each, viewer)


def test_few_accounts_are_read_for_keys() -> None:
    """Whoever sends many made-up keys causes no more reads of the store than a few."""
    read: list[str] = []

    def endings(players: Collection[str]) -> Mapping[str, int]:
        read.extend(players)
        return dict.fromkeys(players, 0)

    doors = Visibility(bytes(32), endings)
    keys = ["0" * 32 + player(number).replace("-", "") for number in range(100)]
    match = game(Options(private=True))._replace(sitters=(Sitter(player(7), None),))
    assert doors.valid(match, keys) is None
    assert len(read) <= MOST_GIVERS + 5
    assert player(7) in read

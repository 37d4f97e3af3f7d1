"""Events of every kind of game are encoded to bytes and decoded without loss."""

from hypothesis import given
from hypothesis import strategies as st

from harness.games import play_out, seeded, tables_on
from harness.store.fake_log import FakeEventLog
from kingdomino.rules import Edition, FirstLine, GameKind, Mode, Rules
from replays.encoding.canonical import canonical
from replays.events.codec import decode, encode
from tests.sampling import examples

BASE = st.builds(Rules, st.sampled_from(Edition), st.sampled_from(FirstLine), st.booleans(), st.booleans())
ORIGINS = st.builds(
    Rules, game=st.just(GameKind.ORIGINS), mode=st.sampled_from(Mode), middle_kingdom=st.booleans()
)


@examples(12)
@given(st.one_of(BASE, ORIGINS), st.integers(2, 4), st.integers(0, 10**6))
def test_every_event_of_every_game_survives_the_way_to_bytes_and_back(
    rules: Rules, players: int, seed: int
) -> None:
    """Decoding and encoding gives the same name, seat and bytes for all events of a game."""
    tables = tables_on(FakeEventLog())
    game = play_out(tables, players, rules, seeded(seed))
    tables.settle(game)
    for stored in tables.log.read(game):
        kind, seat, data = encode(decode(stored))
        again = {**stored.record, "type": kind.name, "schema": kind.schema, "seat": seat, "data": data}
        assert canonical(again) == stored.body

"""Ids of games, and their partitions."""

from uuid import UUID

import pytest

from replays.encoding.identity import (
    PARTITIONS,
    derived_game_id,
    game_id_bytes,
    new_game_id,
    parse_game_id,
    partition,
    tag,
)

TEXT = "0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b"


def test_a_canonical_text_is_a_game_id() -> None:
    """Lower case with hyphens is accepted as it is; the bytes are those of the UUID."""
    assert parse_game_id(TEXT) == TEXT
    assert game_id_bytes(parse_game_id(TEXT)) == UUID(TEXT).bytes


@pytest.mark.parametrize(
    "text",
    ["", "x", TEXT.upper(), TEXT.replace("-", ""), f"{{{TEXT}}}", f"urn:uuid:{TEXT}", TEXT + "\n", TEXT[:-1]],
)
def test_every_other_text_is_refused(text: str) -> None:
    """A game id has one text: others that UUID accepts are refused."""
    with pytest.raises(ValueError, match="UUID"):
        parse_game_id(text)


def test_a_new_id_is_a_random_uuid() -> None:
    """The version is 4, the variant that of RFC 9562, and the other bits are those given."""
    game = UUID(new_game_id(b"\xff" * 16))
    assert game.version == 4
    assert str(game) == "ffffffff-ffff-4fff-bfff-ffffffffffff"


def test_a_derived_id_is_always_the_same() -> None:
    """The same parts give the same UUIDv8, so ids already in use stay valid."""
    game = derived_game_id("dynasty", "1")
    assert game == derived_game_id("dynasty", "1")
    assert game[14] == "8"
    assert game[19] in "89ab"
    assert game == parse_game_id(game)


def test_parts_of_a_derived_id_do_not_run_together() -> None:
    """The boundaries between parts affect the id."""
    assert len({derived_game_id(*parts) for parts in (["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""])}) == 4


def test_a_partition_is_the_last_byte_modulo_16() -> None:
    """All 16 partitions occur, and the tag has two digits."""
    games = [parse_game_id(TEXT[:-2] + f"{last:02x}") for last in range(256)]
    assert [partition(game) for game in games] == [last % PARTITIONS for last in range(256)]
    assert [tag(partition(game)) for game in games[:11]][-2:] == ["{09}", "{10}"]

"""Edge cases of the draws; tests/conformance has the vectors of their results."""

import pytest

from replays.encoding.identity import GameId
from replays.match.randomness.draws import below, bot, commitment, entropy_digest, shuffled, words

GAME = GameId("0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b")


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_a_number_that_no_word_can_decide(n: int) -> None:
    """An invalid bound is refused before any word is drawn."""
    with pytest.raises(ValueError, match="cannot decide"):
        below(iter(()), n)


def test_a_shuffle_of_one_takes_no_word() -> None:
    """Zero or one item needs no decision."""
    assert shuffled(iter(()), [7]) == (7,)
    assert shuffled(iter(()), []) == ()


def test_lengths_are_exact() -> None:
    """A seed, an entropy and a digest have 32 bytes each."""
    with pytest.raises(ValueError, match="seed has 31 bytes"):
        commitment(bytes(31))
    with pytest.raises(ValueError, match="entropy has 33 bytes"):
        entropy_digest([None, bytes(33)])
    with pytest.raises(ValueError, match="digest has 0 bytes"):
        next(words(bytes(32), bot(1), GAME, b""))

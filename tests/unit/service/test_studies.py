"""Studies on a store in memory."""

from unittest.mock import patch

import pytest
from fakeredis import FakeRedis, FakeServer

from replays.identity import derived_game_id
from replays.log import StoreAway, UnknownOutcome
from replays.studies import StudyId
from service import studies as module
from service.studies import OtherText, Studies, TooManyStudies

ONE, TWO, THREE = (StudyId(derived_game_id("suite", name)) for name in ("one", "two", "three"))


@pytest.fixture
def studies() -> Studies:
    """Give studies on an empty store."""
    return Studies(FakeRedis())


def test_a_study_is_kept_as_it_is(studies: Studies) -> None:
    """Text and owner; an unknown one has neither."""
    studies.keep(ONE, "ann", '[Seat0 "Zoë"]\n', 5)
    assert studies.text(ONE) == '[Seat0 "Zoë"]\n'
    assert studies.owner(ONE) == "ann"
    assert (studies.text(TWO), studies.owner(TWO)) == (None, None)


def test_keeping_it_again_changes_nothing(studies: Studies) -> None:
    """Nor does another text under its id, which is refused."""
    studies.keep(ONE, "ann", "text", 5)
    studies.keep(ONE, "ann", "text", 6)
    with pytest.raises(OtherText):
        studies.keep(ONE, "bob", "other", 7)
    assert studies.text(ONE) == "text"
    assert studies.of("ann") == {ONE: 5}
    assert studies.of("bob") == {}


def test_an_owner_has_a_list(studies: Studies) -> None:
    """The newest first, without those of others and those that were deleted."""
    for number, study in enumerate([ONE, TWO]):
        studies.keep(study, "ann", "text", number)
    studies.keep(THREE, "bob", "text", 9)
    assert list(studies.of("ann")) == [TWO, ONE]
    studies.forget(TWO, "ann")
    assert list(studies.of("ann")) == [ONE]
    assert studies.text(TWO) is None


def test_an_account_keeps_so_many(studies: Studies) -> None:
    """One more is refused, the same again is not; after one was deleted there is room."""
    with patch.object(module, "MOST", 2):
        studies.keep(ONE, "ann", "text", 1)
        studies.keep(TWO, "ann", "text", 2)
        with pytest.raises(TooManyStudies):
            studies.keep(THREE, "ann", "text", 3)
        assert studies.text(THREE) is None
        studies.keep(TWO, "ann", "text", 4)
        studies.keep(THREE, "bob", "text", 5)
        studies.forget(ONE, "ann")
        studies.keep(StudyId(derived_game_id("suite", "four")), "ann", "text", 6)


def test_a_store_that_is_away() -> None:
    """Everything says so."""
    server = FakeServer()
    studies = Studies(FakeRedis(server=server))
    server.connected = False
    for ask in (
        lambda: studies.keep(ONE, "ann", "text", 1),
        lambda: studies.text(ONE),
        lambda: studies.of("ann"),
        lambda: studies.forget(ONE, "ann"),
    ):
        with pytest.raises((StoreAway, UnknownOutcome)):
            ask()

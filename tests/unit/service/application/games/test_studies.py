"""Studies, in an in-memory store."""

from unittest.mock import patch

import pytest
from fakeredis import FakeRedis, FakeServer

from harness.games import ADDRESS
from harness.store.storing import HOME, storage_on
from replays.commands.handler import CommandReused
from replays.encoding.identity import derived_game_id
from replays.log.event_log import StoreAway, UnknownOutcome
from replays.projections.studies import StudyId
from service.application.account_keys import AccountErased
from service.application.accounts.players import Players
from service.application.games.texts import studies as module
from service.application.games.texts.studies import Studies, TooManyStudies
from service.application.quotas.storage_ledger import studies_key, study_key

ONE, TWO, THREE = (StudyId(derived_game_id("suite", name)) for name in ("one", "two", "three"))


class Site:
    """Studies in a store with two accounts."""

    def __init__(self) -> None:
        self.server = FakeServer()
        self.store = FakeRedis(server=self.server)
        self.players = Players(self.store, bytes(32), bytes, lambda: 0.0)
        self.ann, self.bob = (
            self.players.register(name, name * 16, ADDRESS, 1).id for name in ("Ann", "Bob")
        )
        self.studies = Studies(self.store, storage_on(self.store))

    def keep(self, study: StudyId, owner: str, text: str, now: int) -> None:
        """Store a study, from the usual address."""
        self.studies.keep(study, owner, text, now, HOME)


@pytest.fixture
def site() -> Site:
    """Give an empty store of studies."""
    return Site()


def test_a_study_is_kept_as_it_is(site: Site) -> None:
    """Text and owner are stored; an unknown study has neither."""
    site.keep(ONE, site.ann, '[Seat0 "Zoë"]\n', 5)
    assert site.studies.text(ONE) == '[Seat0 "Zoë"]\n'
    assert site.studies.owner(ONE) == site.ann
    assert (site.studies.text(TWO), site.studies.owner(TWO)) == (None, None)


def test_keeping_it_again_changes_nothing(site: Site) -> None:
    """Another text under its id is refused."""
    site.keep(ONE, site.ann, "text", 5)
    site.keep(ONE, site.ann, "text", 6)
    with pytest.raises(CommandReused):
        site.keep(ONE, site.bob, "other", 7)
    assert site.studies.text(ONE) == "text"
    assert site.studies.of(site.ann) == {ONE: 5}
    assert site.studies.of(site.bob) == {}


def test_an_owner_has_a_list(site: Site) -> None:
    """The list is newest first, without deleted studies and those of others."""
    for number, study in enumerate([ONE, TWO]):
        site.keep(study, site.ann, "text", number)
    site.keep(THREE, site.bob, "text", 9)
    assert list(site.studies.of(site.ann)) == [TWO, ONE]
    site.studies.forget(TWO, site.ann)
    assert list(site.studies.of(site.ann)) == [ONE]
    assert site.studies.text(TWO) is None


def test_an_account_keeps_so_many(site: Site) -> None:
    """One more is refused, a repetition is not; after a deletion there is room."""
    with patch.object(module, "MOST", 2):
        site.keep(ONE, site.ann, "text", 1)
        site.keep(TWO, site.ann, "text", 2)
        with pytest.raises(TooManyStudies):
            site.keep(THREE, site.ann, "text", 3)
        assert site.studies.text(THREE) is None
        site.keep(TWO, site.ann, "text", 4)
        site.keep(THREE, site.bob, "text", 5)
        site.studies.forget(ONE, site.ann)
        site.keep(StudyId(derived_game_id("suite", "four")), site.ann, "text", 6)


def test_an_erased_account_keeps_none(site: Site) -> None:
    """Its studies are deleted, even one missing from its list; a late request leaves none."""
    for study in (ONE, TWO):
        site.keep(study, site.ann, "text", 1)
    site.keep(THREE, site.bob, "text", 1)
    site.store.zrem(studies_key(site.ann), TWO)
    site.studies.forget_all(site.ann)
    site.players.erase(site.ann, "Ann")
    with pytest.raises(AccountErased):
        site.keep(ONE, site.ann, "text", 2)
    assert [site.store.exists(study_key(study)) for study in (ONE, TWO, THREE)] == [0, 0, 1]
    assert not site.store.exists(studies_key(site.ann))


def test_an_account_erased_while_a_study_is_written_leaves_none(site: Site) -> None:
    """The study is deleted again by the request that wrote it."""
    write = site.studies._write

    def erased_first(*written: object) -> None:
        site.players.erase(site.ann, "Ann")
        write(*written)  # type: ignore[arg-type]

    with patch.object(site.studies, "_write", erased_first), pytest.raises(AccountErased):
        site.keep(ONE, site.ann, "text", 1)
    assert not site.store.exists(study_key(ONE), studies_key(site.ann))


def test_a_store_that_is_away(site: Site) -> None:
    """Every operation raises an error."""
    site.server.connected = False
    for ask in (
        lambda: site.keep(ONE, site.ann, "text", 1),
        lambda: site.studies.text(ONE),
        lambda: site.studies.of(site.ann),
        lambda: site.studies.forget(ONE, site.ann),
        lambda: site.studies.forget_all(site.ann),
    ):
        with pytest.raises((StoreAway, UnknownOutcome)):
            ask()

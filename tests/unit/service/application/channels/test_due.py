"""The targets for which something is due, in an in-memory store."""

import pytest
from fakeredis import FakeRedis, FakeServer

from replays.encoding.identity import derived_game_id
from service.application.channels.delivering.due import (
    BUSY_MS,
    DISPATCHED_MS,
    DUE,
    LONGEST_WAIT_MS,
    WORK_MS,
    DueTargets,
)
from service.application.channels.target import EMAIL, PUSH, Target, named, owned

ANN, BEN = (str(derived_game_id(name)) for name in ("ann", "ben"))
MAIL = Target(EMAIL, ANN)
BROWSER = Target(PUSH, ANN, str(derived_game_id("browser")))
NOW = 1_800_000_000_000


@pytest.fixture
def due() -> DueTargets:
    """Give an empty index."""
    return DueTargets(FakeRedis(server=FakeServer()))


def test_a_target_has_a_name_and_an_owner() -> None:
    """Both texts identify the target; other texts are refused."""
    for target in (MAIL, BROWSER):
        assert named(target.player, target.name) == target
        assert owned(target.channel, target.owner) == target
    assert [named(ANN, text) for text in ("preferences", "push no-id", "pigeon")] == [None] * 3
    for text in ("", "ann", f"{ANN}_", f"{ANN}_x", f"{ANN}.{BEN}", f"{ANN}_{BEN}_{BEN}"):
        with pytest.raises(ValueError, match="names no target"):
            owned(PUSH, text)


def test_what_is_due_is_claimed_once(due: DueTargets) -> None:
    """Claims are by channel, earliest first, up to a limit."""
    later = Target(EMAIL, BEN)
    due.enter([later], NOW + 1)
    due.enter([MAIL, BROWSER], NOW)
    assert due.channels(NOW - 1) == []
    assert due.channels(NOW) == [EMAIL, PUSH]
    assert due.claim(EMAIL, NOW + 1, 1) == [MAIL]
    assert due.claim(EMAIL, NOW + 1, 9) == [later]
    assert due.claim(EMAIL, NOW + 1, 9) == []
    assert due.claim(PUSH, NOW, 9) == [BROWSER]


def test_what_names_no_target_holds_up_no_other() -> None:
    """Foreign members in the index are removed."""
    store = FakeRedis(server=FakeServer())
    due = DueTargets(store)
    due.enter([MAIL], NOW)
    for member in (b"nobody", b"\xff"):
        store.zadd(DUE.format(EMAIL), {member: NOW - 1})
    assert due.claim(EMAIL, NOW, 9) == [MAIL]
    assert due.overdue(EMAIL, NOW + LONGEST_WAIT_MS).waiting == 1


def test_a_job_that_is_lost_is_dispatched_again(due: DueTargets) -> None:
    """A job that died while working is dispatched again as well."""
    due.enter([MAIL], NOW)
    due.claim(EMAIL, NOW, 1)
    assert due.claim(EMAIL, NOW + DISPATCHED_MS, 1) == [MAIL]
    assert due.begin(MAIL, NOW + DISPATCHED_MS)
    assert due.claim(EMAIL, NOW + DISPATCHED_MS + WORK_MS - 1, 1) == []
    assert due.claim(EMAIL, NOW + DISPATCHED_MS + WORK_MS, 1) == [MAIL]
    assert due.begin(MAIL, NOW + DISPATCHED_MS + WORK_MS + 1)


def test_two_jobs_do_not_work_on_one_target(due: DueTargets) -> None:
    """The second job is postponed briefly; the first one does not drop what came meanwhile."""
    due.enter([MAIL], NOW)
    lease = due.begin(MAIL, NOW)
    assert lease is not None
    due.enter([MAIL], NOW + 5)
    assert due.claim(EMAIL, NOW + 5, 1) == [MAIL]
    assert due.begin(MAIL, NOW + 5) is None
    due.settle(MAIL, lease, None)
    assert due.claim(EMAIL, NOW + 5 + BUSY_MS, 1) == [MAIL]
    again = due.begin(MAIL, NOW + 5 + BUSY_MS)
    assert again is not None
    due.settle(MAIL, again, None)
    assert due.claim(EMAIL, NOW + LONGEST_WAIT_MS, 1) == []


def test_a_target_says_when_something_is_due_next(due: DueTargets) -> None:
    """An earlier notice makes the target due sooner; a later one changes nothing."""
    due.enter([MAIL], NOW)
    lease = due.begin(MAIL, NOW)
    assert lease is not None
    due.settle(MAIL, lease, NOW + 1000)
    due.enter([MAIL], NOW + 2000)
    assert due.claim(EMAIL, NOW + 999, 1) == []
    due.enter([MAIL], NOW + 500)
    assert due.claim(EMAIL, NOW + 500, 1) == [MAIL]


def test_a_clock_that_was_ahead_delays_nothing(due: DueTargets) -> None:
    """Entries far in the future are due now, and leases from there count as expired."""
    ahead = NOW + 300 * 24 * 3_600_000
    due.enter([MAIL], ahead)
    assert due.begin(BROWSER, ahead)
    assert due.channels(NOW) == [EMAIL, PUSH]
    assert due.claim(EMAIL, NOW, 1) == [MAIL]
    assert due.begin(BROWSER, NOW)


def test_it_tells_what_waits(due: DueTargets) -> None:
    """The index reports the number of due targets and the delay of the first; later ones do not count."""
    assert due.overdue(EMAIL, NOW) == (0, 0)
    due.enter([MAIL], NOW - 700)
    due.enter([Target(EMAIL, BEN)], NOW + 700)
    assert due.overdue(EMAIL, NOW) == (1, 700)
    due.forget(MAIL)
    assert due.overdue(EMAIL, NOW) == (0, 0)

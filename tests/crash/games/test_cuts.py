"""The connection to the store fails before, during and after each step: it happens once or not at all."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from redis import Redis

from harness.wire.proxy import End, Fault, Proxy, Way, proxy_to
from replays.store import clients
from tests.crash.support.cuts import UNKNOWN, Course
from tests.crash.support.scene import Scene
from tests.crash.support.steps import STEPS

PATIENCE = 0.6
"""The seconds for which the processes of these tests wait for a reply of the store."""
SOON = 10.0


Place = tuple[Scene, Scene, Proxy]


@pytest.fixture(scope="module")
def place(store_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Yield processes that reach the store directly, others that use a proxy, and the proxy."""
    data = tmp_path_factory.mktemp("data")
    with proxy_to(Path(urlsplit(store_url).path)) as proxy, pytest.MonkeyPatch.context() as patch:
        direct = Scene(store_url, data)
        patch.setattr(clients, "ANSWER_SECONDS", PATIENCE)
        yield direct, Scene(f"redis://{proxy.host}:{proxy.port}", data), proxy


@pytest.fixture(params=STEPS)
def course(request: pytest.FixtureRequest, store_url: str, place: Place) -> Iterator[Course]:
    """Yield each step on an empty store behind the proxy; the test's own client has a long timeout."""
    with Redis.from_url(store_url, socket_timeout=SOON) as store:
        yield Course(STEPS[request.param], store, *place)


@pytest.mark.smoke
@pytest.mark.sampled(7)
def test_the_connection_is_cut(course: Course) -> None:
    """A step happens once or not at all if its request or its reply is cut at the start, middle or end."""
    course.check_record()
    for fault in course.cuts():
        course.check_cut(fault)


def test_the_store_falls_silent(course: Course) -> None:
    """A step has an unknown outcome if the store goes silent; what arrives after a retry changes nothing."""
    for fault in (
        Fault(course.step.mark, Way.REQUEST, course.length[Way.REQUEST] // 2, End.SILENCE),
        Fault(course.step.mark, Way.ANSWER, 0, End.SILENCE),
    ):
        told = course.fails(fault)
        assert told.code == UNKNOWN, fault
        assert course.is_untouched() == (fault.way is Way.REQUEST), fault
        course.check_retries()
        course.trial.released.set()
        assert course.trial.answered.wait(SOON)
        course.check_retries()


def test_the_store_cannot_be_reached(course: Course) -> None:
    """A step fails with `store/away` and changes nothing; it succeeds as soon as the store is back."""
    course.begin()
    course.proxy.refuse()
    assert course.do().code == "store/away"
    assert course.is_untouched()
    course.proxy.accept()
    course.check_retries()
